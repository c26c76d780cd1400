//! Puzzles within messages, such as the shared results of the page.

use super::Sample;
use crate::read::{PuzzleReadError, read, read_all};
use crate::{Mark, Puzzle};
use control::Limits;
use queens_model::square::Square;

/// A sign for each region, in the order in which the page uses them.
const REGION_SIGNS: [char; 20] = [
    '🟥', '🟧', '🟨', '🟩', '🟦', '🟪', '🟫', '⬛', '⬜', '🔴', '🟠', '🟡', '🟢', '🔵',
    '🟣', '🟤', '⚫', '⚪', '🔶', '🔷',
];

fn signs(puzzle: &Puzzle) -> String {
    let rows = puzzle
        .regions()
        .chunks(puzzle.size() as usize)
        .map(|row| {
            row.iter()
                .map(|&region| REGION_SIGNS[region as usize])
                .chain(['\n'])
                .collect::<String>()
        })
        .collect::<Vec<_>>();
    rows.concat()
}

fn title(puzzle: &Puzzle) -> String {
    let (size, stars) = (puzzle.size(), puzzle.stars());
    let each = if stars == 1 {
        String::new()
    } else {
        format!(", {stars} queens each")
    };
    format!("Queens 2026-11-26, {size} x {size}{each}\n3:05, no hints\n")
}

fn address(puzzle: &Puzzle) -> String {
    let letters: Vec<char> = puzzle
        .regions()
        .into_iter()
        .map(|region| char::from(b'A' + region as u8))
        .collect();
    let rows: Vec<String> = letters
        .chunks(puzzle.size() as usize)
        .map(|row| row.iter().collect())
        .collect();
    let stars = if puzzle.stars() == 1 {
        String::new()
    } else {
        format!("&s={}", puzzle.stars())
    };
    format!(
        "https://example.org/laboratory/#puzzles?r={}{stars}\n",
        rows.join(".")
    )
}

/// The region of each square, numbered as they come.
fn as_they_come(puzzle: &Puzzle) -> Vec<usize> {
    let mut seen = Vec::new();
    let number = |region: u32| {
        seen.iter()
            .position(|&other| other == region)
            .unwrap_or_else(|| {
                seen.push(region);
                seen.len() - 1
            })
    };
    puzzle.regions().into_iter().map(number).collect()
}

fn same(text: &str, puzzle: &Puzzle) {
    let found =
        read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(as_they_come(found.puzzle()), as_they_come(puzzle), "{text}");
    assert_eq!(found.puzzle().stars(), puzzle.stars(), "{text}");
    assert!(
        found.marks().iter().all(|&mark| mark == Mark::Open),
        "{text}"
    );
}

fn refusal(text: &str) -> String {
    read(text.as_bytes(), None).expect_err(text).to_string()
}

#[test]
fn reads_shared_results_of_every_size() {
    let mut sample = Sample::new(51);
    for size in 4..=20 {
        let puzzle = sample.puzzle(size, if size % 5 == 0 && size > 5 { 2 } else { 1 });
        let (title, signs, address) = (title(&puzzle), signs(&puzzle), address(&puzzle));
        let whole = format!("{title}{signs}{address}");
        assert_eq!(
            read(whole.as_bytes(), None).expect("a message").puzzle(),
            &puzzle,
            "{whole}"
        );
        same(&format!("{title}{signs}"), &puzzle);
        same(&whole.replace('\n', "\r\n"), &puzzle);
        same(
            &format!("Look at this!\n\n  {title}\n{signs}\n{address}Who is faster? 👑\n"),
            &puzzle,
        );
        same(
            &format!("{title}{signs}https://example.org/#today?d=2026-11-26\n"),
            &puzzle,
        );
        same(
            &format!("{title}{signs}https://example.org/#puzzles?r=AB.AB.AB\n"),
            &puzzle,
        );
        same(
            &format!("[10:05, 26/11/2026] Ann: Try it\n{title}{signs}{address}"),
            &puzzle,
        );
        same(
            &format!("You may like {}a lot", address.replace('\n', " ")),
            &puzzle,
        );
        if puzzle.stars() == 1 {
            same(&signs, &puzzle);
            same(&format!("Queens #575\n0:45 👑\n{signs}🎉\n"), &puzzle);
        }
    }
}

/// Text before or after a grid of emoji is no part of it.
#[test]
fn reads_a_grid_between_lines_of_any_text() {
    let remarks = [
        "x",
        "X",
        "q",
        "xx",
        "...",
        "?",
        "!",
        ":)",
        "<3",
        "<3 this one",
        "{",
        "[",
        "[1]",
        "1)",
        "42",
        "0:45",
        "3:05 x",
        "é",
        "ü!",
        "*",
        "**",
        "👍",
        "👍👍",
        "🎉🎉🎉",
        "👑",
        "🟥",
        "❤️",
        "ok",
        "Nice",
        "TRY IT",
        "x\nx",
        "x\n\nx",
        "-",
        "--- ---",
        "const x = 1",
        "import this",
        "AB",
        "a1 b2",
        "- x -",
        "> x",
    ];
    let mut sample = Sample::new(54);
    for size in [4, 7, 10] {
        let puzzle = sample.puzzle(size, 1);
        let signs = signs(&puzzle);
        for remark in remarks {
            for gap in ["\n", "\n\n"] {
                let trimmed = signs.trim_end();
                for text in [
                    format!("{remark}{gap}{signs}"),
                    format!("{trimmed}{gap}{remark}"),
                    format!("{remark}{gap}{trimmed}{gap}{remark}\n"),
                ] {
                    same(&text, &puzzle);
                }
            }
        }
        let marks = format!("x{}\n", ".".repeat(size as usize - 1)).repeat(size as usize);
        for text in [
            format!("{signs}\n{marks}"),
            format!("x\n{signs}\n{marks}\nx"),
        ] {
            let found = read(text.as_bytes(), None)
                .unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(
                found
                    .marks()
                    .iter()
                    .filter(|&&mark| mark == Mark::Cross)
                    .count(),
                size as usize,
                "{text}"
            );
        }
    }
}

/// A typing error in a row of emoji or of marks is no remark.
#[test]
fn reports_a_typing_error_in_a_message() {
    let mut sample = Sample::new(55);
    let puzzle = sample.puzzle(5, 1);
    let signs = signs(&puzzle);
    let long = signs.replacen('\n', "🟥\n", 1);
    assert!(refusal(&format!("x\n{long}")).starts_with("line 2: this row has 6 squares"));
    let marks = ".....\n....\n.....\n.....\n.....\n";
    assert!(
        refusal(&format!("x\n{signs}\n{marks}"))
            .starts_with("line 9: this row has 4 squares")
    );
}

#[test]
fn refuses_a_message_with_two_different_puzzles() {
    let mut sample = Sample::new(52);
    let [one, other] = [(); 2].map(|()| sample.puzzle(7, 1));
    let regions = [&one, &other].map(as_they_come);
    let at = (0..49)
        .find(|&at| regions[0][at] != regions[1][at])
        .expect("different regions");
    let square = Square::new(at as u32 / 7, at as u32 % 7);
    let message = format!("{}{}{}", title(&one), signs(&one), address(&other));
    let reason = format!("show different puzzles (the regions differ at {square})");
    assert!(refusal(&message).contains(&reason), "{}", refusal(&message));
    let smaller = sample.puzzle(6, 1);
    let message = format!("{}{}{}", title(&one), signs(&one), address(&smaller));
    assert!(
        refusal(&message).contains("(7 x 7 and 6 x 6)"),
        "{}",
        refusal(&message)
    );
    let message = format!(
        "{}{}{}",
        title(&one).replace("7 x 7", "7 x 7, 2 queens each"),
        signs(&one),
        address(&one)
    );
    assert!(
        refusal(&message).contains("(2 and 1 queens in each row"),
        "{}",
        refusal(&message)
    );
    // The caller decides on the number of queens.
    assert_eq!(
        read(message.as_bytes(), Some(2))
            .expect("a message")
            .puzzle()
            .stars(),
        2
    );
    let cut = format!("{}{}", title(&one), signs(&smaller));
    assert_eq!(
        refusal(&cut),
        "line 1: this line gives 7 x 7, but the board has 6 rows: copy the whole message"
    );
    let message = format!(
        "{}{}",
        title(&one),
        signs(&one)
            .trim_end()
            .trim_end_matches(char::is_alphanumeric)
    );
    let short: String = message.chars().take(message.chars().count() - 1).collect();
    assert_eq!(
        read(short.as_bytes(), None)
            .map(|_| ())
            .map_err(|error| matches!(error, PuzzleReadError::Line { line: 9, .. })),
        Err(true),
        "{short}"
    );
}

#[test]
fn reads_several_messages_with_their_own_numbers_of_queens() {
    let mut sample = Sample::new(53);
    let puzzles = [
        sample.puzzle(6, 1),
        sample.puzzle(9, 2),
        sample.puzzle(8, 1),
    ];
    let [first, second, third] = &puzzles;
    let text = format!(
        "{}{}{}{}{}{}{}",
        title(first),
        signs(first),
        address(first),
        title(second),
        signs(second),
        title(third),
        signs(third)
    );
    let found =
        read_all(text.as_bytes(), None, &Limits::default()).expect("three messages");
    assert_eq!(found.len(), 3);
    for (found, puzzle) in found.iter().zip(&puzzles) {
        assert_eq!(as_they_come(found.puzzle()), as_they_come(puzzle));
        assert_eq!(found.puzzle().stars(), puzzle.stars());
    }
}
