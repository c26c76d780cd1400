//! Large boards: solutions, completions, checks and streams, against marks on lines that
//! share no code.

use queens::control::{CancelToken, Limit, Limits, Stop};
use queens::engines::large::{
    self, BinaryReader, Checker, ColumnReadError, ColumnWriter, Encoding,
    LargeBoardError, SolutionFault, TextReader,
};
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("positive")
}

fn random(n: u32, seed: u64) -> Result<Vec<u32>, LargeBoardError> {
    large::random(n, seed, ONE, &Limits::default(), &|_| {})
}

/// A mark for every column and diagonal that has a queen; none may be marked twice.
fn attack_free(n: u32, columns: &[u32]) -> bool {
    let n = n as usize;
    let mut marks = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    columns.iter().enumerate().all(|(row, &column)| {
        let column = column as usize;
        let lines = [column, row + column, n + row - column];
        column < n
            && lines
                .iter()
                .zip(&mut marks)
                .all(|(&line, marks)| !std::mem::replace(&mut marks[line], true))
    })
}

fn is_solution(n: u32, columns: &[u32]) -> bool {
    columns.len() == n as usize && attack_free(n, columns)
}

#[test]
fn finds_a_solution_on_every_board_that_has_one() {
    for n in [0, 1]
        .into_iter()
        .chain(4..300)
        .chain([1_000, 12_345, 100_000])
    {
        for seed in 0..3 {
            assert!(
                is_solution(n, &random(n, seed).expect("solution")),
                "{n}, seed {seed}"
            );
        }
    }
    for n in [2, 3] {
        assert_eq!(random(n, 1), Err(LargeBoardError::NoSolution { n }));
    }
}

/// These boards are cut into lanes.
#[test]
fn solves_boards_of_more_than_a_million_rows() {
    for n in [(1 << 20) + 1, 1_500_007, 3_000_000] {
        let columns = random(n, u64::from(n)).expect("solution");
        assert!(is_solution(n, &columns), "{n}");
        assert_eq!(large::check(&columns), Ok(()));
    }
}

#[test]
fn the_seed_alone_determines_the_solution() {
    for n in [1_000, 2_000_000] {
        let one = random(n, 5).expect("solution");
        let four = large::random(n, 5, threads(4), &Limits::default(), &|_| {})
            .expect("solution");
        assert!(one == four, "{n}");
        assert!(one != random(n, 6).expect("solution"), "{n}");
    }
}

/// All 92 solutions of 8 queens (OEIS A000170) turn up.
#[test]
fn finds_every_solution_of_a_small_board() {
    let solutions: std::collections::BTreeSet<_> = (0..5_000)
        .map(|seed| random(8, seed).expect("solution"))
        .collect();
    assert_eq!(solutions.len(), 92);
}

#[test]
fn limits_and_cancel_stop_the_search() {
    let run = |limits: &Limits| {
        large::random(2_000_000, 1, threads(2), limits, &|_| {}).map(|_| ())
    };
    let stopped = |limit| Err(LargeBoardError::Stopped(Stop::LimitReached(limit)));
    assert_eq!(
        run(&Limits::default().with_nodes(100_000)),
        stopped(Limit::Nodes)
    );
    assert_eq!(
        run(&Limits::default().with_time(Duration::ZERO)),
        stopped(Limit::Time)
    );
    assert_eq!(
        run(&Limits::default().with_memory(8_000_000)),
        stopped(Limit::Memory)
    );
    let cancel = CancelToken::new();
    let limits = Limits::default().with_cancel(cancel.clone());
    let raise = |placed| {
        if placed > 500_000 {
            cancel.cancel();
        }
    };
    assert_eq!(
        large::random(2_000_000, 1, threads(2), &limits, &raise),
        Err(LargeBoardError::Stopped(Stop::Cancelled))
    );
}

#[test]
fn progress_counts_the_queens() {
    let most = AtomicU64::new(0);
    let progress = |placed| {
        most.fetch_max(placed, Ordering::Relaxed);
    };
    large::random(1_500_000, 1, threads(2), &Limits::default(), &progress)
        .expect("solution");
    assert_eq!(most.into_inner(), 1_500_000);
}

#[test]
fn refuses_boards_that_are_too_large() {
    let n = large::MAX_SIZE + 1;
    assert_eq!(
        random(n, 1),
        Err(LargeBoardError::TooLarge {
            n,
            max: large::MAX_SIZE
        })
    );
}

fn written(n: u32, style: Encoding, columns: &[u32]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut writer = ColumnWriter::new(n, style, &mut file);
    for part in columns.chunks(777) {
        writer.push(part).expect("memory takes it");
    }
    writer.finish().expect("all columns");
    file
}

#[test]
fn streams_round_trip() {
    for n in [0, 1, 4, 5_000, 100_000] {
        let columns = random(n, 2).expect("solution");
        let file = written(n, Encoding::Binary, &columns);
        assert_eq!(file.len(), 20 + 4 * n as usize);
        let mut reader = BinaryReader::new(&file[..]).expect("head");
        let mut checker = Checker::new(reader.n()).expect("memory");
        let mut back = Vec::new();
        while let piece @ [_, ..] = reader.read().expect("piece") {
            checker.push(piece).expect("no attack");
            back.extend_from_slice(piece);
        }
        checker.finish().expect("all rows");
        assert_eq!(back, columns);
        for (style, separator) in [(Encoding::Text, " "), (Encoding::Csv, ",")] {
            let file = written(n, style, &columns);
            let words: Vec<String> = columns
                .iter()
                .map(|column| (column + 1).to_string())
                .collect();
            assert_eq!(
                String::from_utf8(file.clone()),
                Ok(words.join(separator) + "\n")
            );
            let mut reader =
                TextReader::new(std::io::BufReader::with_capacity(7, &file[..]));
            let mut back = Vec::new();
            while let piece @ [_, ..] = reader.read().expect("piece") {
                back.extend_from_slice(piece);
            }
            assert_eq!(back, columns);
        }
    }
}

fn read_all(file: &[u8]) -> Result<(), ColumnReadError> {
    let mut reader = BinaryReader::new(file)?;
    while !reader.read()?.is_empty() {}
    Ok(())
}

#[test]
fn detects_any_damage_to_a_binary_file() {
    let mut file = written(6, Encoding::Binary, &[1, 3, 5, 0, 2, 4]);
    assert!(read_all(&file).is_ok());
    for length in 0..file.len() {
        let error = read_all(&file[..length]).expect_err("cut off");
        let whole = (length.saturating_sub(12) / 4).min(6);
        let expected = match error {
            ColumnReadError::Magic => length < 8,
            ColumnReadError::Truncated { rows, .. } => {
                length >= 8 && rows as usize == whole
            }
            _ => false,
        };
        assert!(expected, "{length}: {error}");
    }
    for place in 0..file.len() {
        let mut damaged = file.clone();
        damaged[place] ^= 4;
        assert!(read_all(&damaged).is_err(), "{place}");
    }
    file.push(0);
    assert!(matches!(
        read_all(&file),
        Err(ColumnReadError::Trailing { n: 6 })
    ));
}

#[test]
fn writes_what_was_pushed_if_columns_are_missing() {
    for (style, length) in [(Encoding::Text, 2), (Encoding::Binary, 16)] {
        let mut file = Vec::new();
        let mut writer = ColumnWriter::new(3, style, &mut file);
        writer.push(&[0]).expect("memory takes it");
        let short = writer.finish().expect_err("too few columns");
        assert_eq!(file.len(), length);
        assert_eq!(
            short.to_string(),
            "1 column for 3 rows: give one column for each row"
        );
    }
}

#[test]
fn refuses_texts_that_are_not_columns() {
    for (text, wrong) in [
        ("1 x", 2),
        ("0", 1),
        ("1,-2", 2),
        ("4294967296", 1),
        ("3 99999999999 1", 2),
    ] {
        let read = TextReader::new(text.as_bytes()).read().map(<[u32]>::len);
        assert!(
            matches!(read, Err(ColumnReadError::Number { entry }) if entry == wrong),
            "{text}"
        );
    }
}

/// Two queens of a large solution change columns: the attack that is reported is real,
/// and the first.
#[test]
fn detects_a_swap_anywhere() {
    let n = 200_000;
    let mut columns = random(n, 4).expect("solution");
    for (a, b) in [(0, 1), (17, 199_999), (100_000, 100_001)] {
        columns.swap(a, b);
        if is_solution(n, &columns) {
            continue;
        }
        let Err(SolutionFault::Attack {
            row,
            other: Some(other),
            ..
        }) = large::check(&columns)
        else {
            panic!("no attack found");
        };
        let apart = columns[row as usize].abs_diff(columns[other as usize]);
        assert!(other < row && apart == row - other);
        assert!(attack_free(n, &columns[..row as usize]));
        columns.swap(a, b);
    }
    columns[150_000] = columns[3];
    assert!(large::check(&columns).is_err());
}
