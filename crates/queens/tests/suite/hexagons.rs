//! Boards of hexagonal chess: published values, the text form, and what a hexagon cannot
//! have.

use crate::common::drawn;
use queens::control::Limits;
use queens::export::{self, ExportError};
use queens::lab::{self, TraceWanted};
use queens::placement::Placement;
use queens::problem::{Grid, Problem};
use queens::render::Format;
use queens::{
    Question, Settings, ask, check, engines, read, reference, relative, solutions,
    work_units,
};
use std::ops::ControlFlow;

fn problem(text: &str) -> Problem {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The best value, the number of solutions and that up to symmetry.
fn answers(text: &str, engine: Option<&str>) -> (Option<i64>, u128, Option<u128>) {
    let problem = problem(text);
    let settings = engine.map_or_else(Settings::default, |engine| {
        Settings::default().with_engine(engine)
    });
    let count = ask(&problem, Question::Count, &settings)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let classes = ask(&problem, Question::Classes, &settings)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let one = ask(&problem, Question::One, &settings)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(count.is_complete() && classes.is_complete(), "{text}");
    let value = one.first.map(|first| {
        assert_eq!(check::solution(&problem, &first), Ok(()), "{text}");
        check::value(&problem, &first)
    });
    (value.flatten(), count.count, classes.fundamental())
}

/// A002047 has the numbers of largest sets of rooks; those of queens come from an
/// independent program.
#[test]
fn largest_sets_have_the_published_numbers() {
    for (text, value, number, classes) in [
        ("most hex rooks 2", 3, 2, Some(1)),
        ("most hex rooks 3", 5, 6, Some(1)),
        ("most hex rooks 4", 7, 28, Some(5)),
        ("most hex queens 2", 1, 7, Some(2)),
        ("most hex queens 3", 3, 12, None),
        ("most hex queens 4", 7, 2, Some(1)),
    ] {
        for engine in [None, Some("places"), Some("sat")] {
            let (found, count, up_to_symmetry) = answers(text, engine);
            assert_eq!(
                (found, count),
                (Some(value), number),
                "{text} by {engine:?}"
            );
            assert!(
                classes.is_none_or(|classes| up_to_symmetry == Some(classes)),
                "{text}: {up_to_symmetry:?}"
            );
        }
    }
}

/// A309805.
#[test]
fn largest_sets_of_kings_have_the_published_sizes() {
    for (side, size) in [(1, 1), (2, 2), (3, 7), (4, 10)] {
        let most = problem(&format!("most hex kings {side}"));
        let answer = ask(&most, Question::One, &Settings::default()).unwrap();
        assert_eq!(
            (answer.bound(), answer.first.map(|set| set.len())),
            (Some(size), Some(size as usize))
        );
    }
}

#[test]
fn plain_hexagons_are_counted_with_twelve_symmetries() {
    // Of the sets of rooks on seven squares: none, one on any, two, three.
    for (text, number, classes) in [
        ("hex kings 2; total: 1", 7, 2),
        ("hex rooks 2; total: 3", 2, 1),
    ] {
        for engine in [None, Some("places"), Some("sat"), Some("backtracking")] {
            assert_eq!(
                answers(text, engine),
                (None, number, Some(classes)),
                "{text} by {engine:?}"
            );
        }
    }
}

#[test]
fn texts_read_back_in_their_shortest_form() {
    for (text, written) in [
        ("hex 3", "hex queens 3"),
        ("hex rooks 3", "hex rooks 3"),
        ("rooks HEX 3", "hex rooks 3"),
        ("most hex queens 3", "most hex 3"),
        ("armies hex rooks 3", "armies hex rooks 3"),
        ("dominating hex knights 3", "dominating hex knights 3"),
        ("hex 2; piece: (1,-1)*", "hex queens 2\npiece: (1,-1)*"),
        ("hex 0", "hex queens 0"),
        ("hex 1", "hex queens 1"),
        (
            "hex rooks 2; holes: b2; givens: b1",
            "hex rooks 2\nboard:\nx Q .\n. x .\n. . x",
        ),
        (
            "hex kings\nboard:\nx . .\n. # .\n. . x",
            "hex kings 2\nboard:\nx . .\n. # .\n. . x",
        ),
        (
            "hex 2; pieces: 2 kings, queens on border",
            "hex queens 2\npieces: 2 kings, queens on border",
        ),
        (
            "hex rooks 2; unchanged: mirror",
            "hex rooks 2\nunchanged: mirror",
        ),
    ] {
        let read = problem(text);
        assert_eq!(
            (read.to_string().as_str(), read.grid()),
            (written, Grid::Hex),
            "{text}"
        );
        assert_eq!(problem(written), read, "{text}");
    }
}

#[test]
fn what_a_hexagon_cannot_have_is_named() {
    for (text, message) in [
        (
            "hex torus 3",
            "line 1: 'torus' does not go with hex: a hexagon takes queens, rooks",
        ),
        ("hex triangle 3", "line 1: 'triangle' does not go with hex"),
        (
            "hex semiqueens 3",
            "line 1: 'semiqueens' does not go with hex",
        ),
        (
            "hex 3x4",
            "line 1: '3x4' is not the size of a hexagon: write the number of squares of one side",
        ),
        (
            "hex 3; piece: amazon",
            "line 1: 'amazon' is not a piece of a hexagon: use queen, rook",
        ),
        ("hex 3; left-right: wrap", "the edges of a hexagon are open"),
        ("hex 1\nareas:\nA", "a hexagon has no regions"),
        (
            "hex 3; unchanged: quarter-turn",
            "a hexagon is unchanged by a half turn",
        ),
        (
            "hex 3; unchanged: shift",
            "a hexagon is unchanged by a half turn",
        ),
        (
            "hex\nboard:\n....\n....\n....\n....",
            "a hexagon of side n is drawn on 2n - 1 rows and columns",
        ),
        (
            "hex 2; givens: a1",
            "the given queens break a rule: the queen on a1 is on a hole",
        ),
    ] {
        let error = text.parse::<Problem>().expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
}

#[test]
fn engines_for_boards_of_squares_get_no_hexagon() {
    let rooks = problem("hex rooks 3");
    for engine in engines::registry() {
        let takes = engine.accepts(&rooks, Question::Count).is_ok();
        assert!(!takes || engine.takes_rules(), "{}", engine.info().id);
    }
    let refused = ask(&rooks, Question::Profile, &Settings::default()).unwrap_err();
    assert!(
        refused
            .reason
            .ends_with("is about boards of squares, not about hexagons and cubes"),
        "{refused}"
    );
    let wanted = TraceWanted {
        from: 0,
        limit: 10,
        first: false,
        state: false,
    };
    for settings in [
        Settings::default(),
        Settings::default().with_engine("backtracking"),
    ] {
        let refused = lab::trace(&rooks, wanted, &settings)
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains("steps are shown on boards of squares, not on hexagons"),
            "{refused}"
        );
    }
    assert!(work_units(&rooks, Question::Count, &Settings::default()).is_err());
    assert_eq!(rooks.of_size(3), None);
    assert_eq!(problem("hex 1").of_size(1), None);
    assert!(!problem("hex 1").is_standard());
    assert_eq!(
        reference::published(&problem("hex rooks 1; total: 1")),
        None
    );
}

#[test]
fn files_have_the_hexagon_of_the_problem() {
    for text in ["hex rooks 2", "most hex rooks 2", "dominating hex queens 3"] {
        let problem = problem(text);
        for format in &export::FORMATS {
            let mut file = Vec::new();
            match export::write(&problem, format, &Limits::default(), &mut file) {
                Ok(()) if format.id == "csv" || format.id == "fen" => {
                    panic!("{text} as {}", format.id)
                }
                Ok(()) => {
                    let file = String::from_utf8(file).unwrap();
                    assert!(file.contains("hex"), "{text} as {}: {file}", format.id);
                }
                Err(ExportError::Unsupported(_)) => {}
                Err(error) => panic!("{text} as {}: {error}", format.id),
            }
        }
    }
}

fn all(problem: &Problem) -> Vec<Placement> {
    let all = solutions(problem, &Settings::default()).unwrap();
    all.collect::<Result<_, _>>().unwrap()
}

/// Reads solutions back, with the problem or without; each with whether the problem is
/// assumed.
fn read_back(text: &str, problem: Option<&Problem>) -> Vec<(Placement, String, bool)> {
    let mut found = Vec::new();
    read::solutions(&mut text.as_bytes(), problem, &mut |solution| {
        let pieces = match solution.groups.is_empty() {
            true => solution.placement,
            false => relative::pieces_of(solution.problem, &solution.groups).unwrap(),
        };
        found.push((pieces, solution.problem.to_string(), solution.assumed));
        ControlFlow::Continue(())
    })
    .unwrap_or_else(|error| panic!("{error}\n{text}"));
    found
}

#[test]
fn drawings_in_characters_are_slanted_and_read_back() {
    let rooks = problem("most hex rooks 3");
    let first = Placement::new(
        ["e1", "b2", "d3", "a4", "c5"]
            .map(|name| name.parse().unwrap())
            .to_vec(),
    );
    assert_eq!(check::solution(&rooks, &first), Ok(()));
    let expected = [
        "    c d e",
        "1  b . . Q",
        "2 a Q . . .",
        "3  . . . Q .",
        "4   Q . . .",
        "5    . . Q",
    ];
    let text = drawn(&rooks, Format::Board, 40, std::slice::from_ref(&first));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines, expected, "{text}");
    for text in [
        "most hex rooks 3",
        "hex kings 2",
        "armies hex rooks 2",
        "coloring hex kings 2",
        "hex kings 2; holes: b2; walls: c2",
        "hex 1",
    ] {
        let problem = problem(text);
        let solutions = all(&problem);
        assert!(!solutions.is_empty(), "{text}");
        for format in Format::ALL.into_iter().filter(|format| format.is_text()) {
            let written = drawn(&problem, format, 40, &solutions);
            let read = read_back(&written, Some(&problem));
            let read: Vec<Placement> =
                read.into_iter().map(|(placement, ..)| placement).collect();
            assert_eq!(read, solutions, "{text} as {format}:\n{written}");
        }
    }
}

#[test]
fn drawn_hexagons_without_a_problem_are_hexagons() {
    let queens = problem("hex 2; holes: b2; total: 1");
    let solutions = all(&queens);
    let read = read_back(&drawn(&queens, Format::Board, 40, &solutions), None);
    assert_eq!(read.len(), solutions.len());
    for (placement, problem, is_assumed) in read {
        assert!(solutions.contains(&placement) && is_assumed);
        assert_eq!(problem, "hex queens 2\nboard:\nx . .\n. x .\n. . x");
    }
    let squares = problem("queens 3");
    let drawing = drawn(&queens, Format::Board, 40, &solutions);
    let error = read::solutions(&mut drawing.as_bytes(), Some(&squares), &mut |_| {
        ControlFlow::Continue(())
    });
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("it is a hexagon, but the problem is not about one")
    );
    let cut = "   b c\n1 a . Q\n2  . . .\n";
    let error =
        read::solutions(
            &mut cut.as_bytes(),
            None,
            &mut |_| ControlFlow::Continue(()),
        );
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains("the last row of this hexagon")
    );
}

/// Cells are paths with six corners; the squares outside the hexagon are not drawn.
#[test]
fn pictures_have_a_cell_for_each_square() {
    for (text, cells) in [
        ("hex rooks 3", 19),
        ("hex kings 2; holes: b2", 8),
        ("hex 1", 1),
    ] {
        let problem = problem(text);
        let svg = drawn(&problem, Format::Svg, 40, &[]);
        let is_cell =
            |path: &&str| path.contains("Z\"/>") && path.matches('L').count() == 5;
        assert_eq!(svg.split("<path").filter(is_cell).count(), cells, "{text}");
        assert!(!svg.contains("fill=\"url(#checker)\""), "{text}");
    }
}
