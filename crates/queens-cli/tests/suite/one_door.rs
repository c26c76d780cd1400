//! The library's root, the command and the page of the server give the same answers: the
//! same engine, count and first solution, for 200 problems of every kind.

use crate::common::queens;
use queens::control::CancelToken;
use queens::placement::Placement;
use queens::problem::{Bounds, Piece, Preset, Problem, ProblemBuilder, Units};
use queens::square::Square;
use queens::{Answer, Settings, Unsupported};
use queens_server::{ServeOptions, serve};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::mpsc;

/// The standard boards, all variants, rectangles, numbers of queens, other demands,
/// givens, holes, walls, regions, pieces of one's own.
fn problems() -> Vec<Problem> {
    let mut problems: Vec<ProblemBuilder> =
        (0..=16).map(|size| Problem::builder(size, size)).collect();
    for preset in Preset::ALL
        .into_iter()
        .filter(|preset| !matches!(preset, Preset::Regions | Preset::Stars))
    {
        problems.extend((1..=5).map(|size| preset.builder(size, size)));
        problems.push(preset.builder(4, 6));
    }
    let sides = (1..=5).flat_map(|rows| (1..=6).map(move |columns| (rows, columns)));
    problems.extend(
        sides
            .filter(|(rows, columns)| rows != columns)
            .map(|(r, c)| Problem::builder(r, c)),
    );
    let total = |low, high| Units {
        total: Bounds::new(low, high).expect("in order"),
        ..Units::ANY
    };
    for size in 3..=5 {
        problems.extend(
            (0..=size + 1)
                .map(|queens| Problem::builder(size, size).units(total(queens, queens))),
        );
        problems.push(Problem::builder(size, size).units(total(1, 2)));
    }
    for (row, column) in [
        (Bounds::exactly(0), Bounds::ANY),
        (Bounds::AT_MOST_ONE, Bounds::ONE),
    ] {
        problems.push(Problem::builder(4, 4).units(Units {
            row,
            column,
            ..Units::ANY
        }));
    }
    // One queen stands, or one square is missing, in each place of a diagonal of the
    // board.
    for place in 0..8 {
        let square = Square::new(place, 7 - place);
        problems.push(Problem::builder(8, 8).given(square));
        problems.push(Problem::builder(7 + place / 2, 8).hole(Square::new(place / 2, 3)));
        problems.push(
            Problem::builder(6, 6)
                .units(total(6, 7))
                .wall(Square::new(place % 6, 2)),
        );
    }
    problems
        .extend([6, 8].map(|size| Problem::builder(size, size).given(Square::new(0, 0))));
    for (size, width) in [(4_u32, 2), (5, 2), (6, 3), (6, 2)] {
        let blocks = |square: Square| {
            (square.row / width) * size.div_ceil(width) + square.column / width
        };
        let squares = (0..size)
            .flat_map(|row| (0..size).map(move |column| Square::new(row, column)));
        let map: Vec<u32> = squares.map(blocks).collect();
        let at_most = Units {
            region: Bounds::AT_MOST_ONE,
            ..Units::one_per_line(size, size)
        };
        problems.push(
            Problem::builder(size, size)
                .regions(map.clone())
                .units(at_most),
        );
        if map.iter().max() == Some(&(size - 1)) {
            problems.push(Preset::Regions.builder(size, size).regions(map));
        }
    }
    for piece in ["(1,2)", "(1,1)*", "rook+knight", "(0,1)*2 + (1,1)"] {
        let piece: Piece = piece.parse().expect("a piece");
        problems
            .extend([4, 5].map(|size| Problem::builder(size, size).piece(piece.clone())));
    }
    problems
        .into_iter()
        .map(|builder| builder.build().expect("a problem"))
        .collect()
}

/// JSON answer of the command about `problem`, if it answered.
fn command(words: &str, problem: &Problem) -> (Option<Value>, String) {
    let mut command = queens(&format!("{words} --format json --board -"));
    let output = command
        .write_stdin(problem.to_string())
        .output()
        .expect("the command runs");
    let errors = String::from_utf8(output.stderr).expect("text");
    (serde_json::from_slice(&output.stdout).ok(), errors)
}

/// The squares of the first solution, or nothing.
fn first(placement: Option<&Placement>) -> Value {
    let squares = placement.map(|placement| {
        placement
            .squares()
            .iter()
            .map(|s| [s.row, s.column])
            .collect()
    });
    squares.map_or(Value::Null, |squares: Vec<[u32; 2]>| squares.into())
}

/// The command says what the library says, its refusals too: the engine by the name of
/// `key`, and `count`.
fn agree(
    problem: &Problem,
    words: &str,
    library: Result<&Answer, &Unsupported>,
    same: impl Fn(&Answer, &Value) -> bool,
) {
    let (document, errors) = command(words, problem);
    match (library, document) {
        (Ok(answer), Some(document)) => {
            let engine = document.get("engine");
            assert_eq!(engine, Some(&answer.engine.into()), "{words}: {problem}");
            assert!(
                same(answer, &document),
                "{words}: {problem}: {answer:?}, but {document}"
            );
        }
        (Err(error), None) => {
            assert!(
                errors.contains(&error.reason),
                "{words}: {problem}: {error}: {errors}"
            );
        }
        (library, document) => {
            panic!("{words}: {problem}: {library:?}, but {document:?}: {errors}")
        }
    }
}

fn shows_first(answer: &Answer, document: &Value) -> bool {
    document
        .pointer("/solutions/0/queens")
        .unwrap_or(&Value::Null)
        == &first(answer.first.as_ref())
}

#[test]
fn library_and_command_answer_alike() {
    let problems = problems();
    assert!(problems.len() >= 200, "{} problems", problems.len());
    let settings = Settings::default();
    let mut refused = 0;
    for problem in &problems {
        let one = queens::solve(problem, &settings);
        agree(problem, "solve --first", one.as_ref(), shows_first);
        let all = queens::count(problem, &settings);
        refused += usize::from(all.is_err());
        agree(problem, "count", all.as_ref(), |answer, document| {
            let count = u64::try_from(answer.count).expect("a small count");
            document["count"] == count && document["why"] == answer.why.as_str()
        });
        if let Ok(most) = problem.most() {
            let largest = queens::solve(&most, &settings);
            agree(&most, "solve", largest.as_ref(), shows_first);
        }
    }
    assert!(refused * 10 < problems.len(), "{refused} counts refused");
    // Every third of them: listed, and by symmetry class.
    for problem in problems.iter().step_by(3) {
        if let Ok(mut solutions) = queens::solutions(problem, &settings) {
            let (document, errors) = command("list --limit 1", problem);
            let document = document.unwrap_or_else(|| panic!("{problem}: {errors}"));
            assert_eq!(
                document
                    .pointer("/solutions/0/queens")
                    .unwrap_or(&Value::Null),
                &first(solutions.next().transpose().expect("a solution").as_ref()),
                "{problem}"
            );
        }
        let classes = queens::classes(problem, &settings);
        agree(
            problem,
            "count --fundamental",
            classes.as_ref(),
            |answer, document| {
                answer.fundamental().map(|count| count as u64)
                    == document["fundamental"].as_u64()
            },
        );
    }
}

/// Answers of the page: the columns of each solution, from 1.
fn page(address: SocketAddr, size: u32) -> Vec<Vec<u32>> {
    let mut stream = TcpStream::connect(address).expect("the server accepts");
    write!(
        stream,
        "GET /queens?boardsize={size} HTTP/1.0\r\nHost: localhost\r\n\r\n"
    )
    .expect("it reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it answers");
    let cells = |row: &str| {
        row.split("<td>")
            .skip(1)
            .map(|cell| {
                cell.split("</td>")
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .parse()
                    .expect("a number")
            })
            .collect()
    };
    text.split("<tr>")
        .skip(1)
        .map(cells)
        .filter(|row: &Vec<u32>| !row.is_empty())
        .collect()
}

#[test]
fn library_and_page_answer_alike() {
    let shutdown = CancelToken::new();
    let (sender, receiver) = mpsc::channel();
    let options = ServeOptions {
        addr: ([127, 0, 0, 1], 0).into(),
        ..ServeOptions::default()
    };
    std::thread::scope(|scope| {
        let server = scope.spawn(|| {
            serve(&options, &shutdown, |address| {
                sender.send(address).expect("wanted");
            })
        });
        let address = receiver.recv().expect("it listens");
        for size in 1..=9 {
            let problem = Problem::queens(size).expect("a problem");
            let solutions =
                queens::solutions(&problem, &Settings::default()).expect("an engine");
            let columns = solutions.map(|solution| {
                let solution = solution.expect("all solutions");
                let columns = solution.squares().iter().map(|square| square.column + 1);
                columns.collect()
            });
            assert_eq!(
                page(address, size),
                columns.collect::<Vec<Vec<u32>>>(),
                "{size}"
            );
        }
        shutdown.cancel();
        server.join().expect("no panic").expect("no error");
    });
}
