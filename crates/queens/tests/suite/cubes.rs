//! Boards of more than two dimensions: against brute force, published values, the text
//! form, and what they cannot have.

use crate::common::drawn;
use queens::check;
use queens::control::{Limit, Limits, Outcome};
use queens::placement::Placement;
use queens::problem::{Grid, Problem};
use queens::reference;
use queens::render::Format;
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Question, Settings, ask, engines, read};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

fn problem(text: &str) -> Problem {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The problem of the largest sets of pieces, such as `most rooks 3x3x3`.
fn most(pieces: &str, side: u32, dimensions: u32) -> Problem {
    let size = vec![side.to_string(); dimensions as usize].join("x");
    problem(&format!("most {pieces} {size}"))
}

fn largest(side: u32, dimensions: u32, settings: &Settings) -> Answer {
    let problem = most("queens", side, dimensions);
    let answer = ask(&problem, Question::One, settings).unwrap();
    assert_eq!(answer.engine, "dimensions");
    if let Some(first) = &answer.first {
        assert_eq!(check::solution(&problem, first), Ok(()));
        assert_eq!(size_of(&answer), first.len() as u128);
        assert!(
            answer
                .bound()
                .is_some_and(|bound| bound as usize >= first.len())
        );
    }
    answer
}

/// Number of queens of the set that was found.
fn size_of(answer: &Answer) -> u128 {
    answer.value().map_or(0, |value| value as u128)
}

fn counted(side: u32, dimensions: u32) -> (u128, Option<u128>) {
    let answer = ask(
        &most("queens", side, dimensions),
        Question::Classes,
        &Settings::default(),
    )
    .unwrap();
    assert_eq!(
        (answer.engine, answer.outcome),
        ("dimensions", Outcome::Exhausted)
    );
    (answer.count, answer.fundamental())
}

type Cell = Vec<i64>;

/// Every cell with digits below `side`.
fn cells(side: i64, dimensions: u32) -> Vec<Cell> {
    let cell = |number: i64| {
        (0..dimensions)
            .map(|at| number / side.pow(at) % side)
            .collect()
    };
    (0..side.pow(dimensions)).map(cell).collect()
}

/// True if all differences that are not 0 have the same size.
fn attack(a: &Cell, b: &Cell) -> bool {
    let steps: BTreeSet<i64> = a
        .iter()
        .zip(b)
        .map(|(a, b)| (a - b).abs())
        .filter(|&step| step > 0)
        .collect();
    steps.len() == 1
}

/// All sets of cells that do not attack each other and to which no later cell can be
/// added.
fn extend(
    set: &mut Vec<usize>,
    open: &[usize],
    cells: &[Cell],
    sets: &mut Vec<Vec<usize>>,
) {
    if open.is_empty() {
        sets.push(set.clone());
    }
    for (at, &cell) in open.iter().enumerate() {
        let left: Vec<usize> = open[at + 1..]
            .iter()
            .copied()
            .filter(|&other| !attack(&cells[cell], &cells[other]))
            .collect();
        set.push(cell);
        extend(set, &left, cells, sets);
        set.pop();
    }
}

/// Size of the largest sets, their number, and their number up to symmetry.
fn truth(side: i64, dimensions: u32) -> (usize, usize, usize) {
    let cells = cells(side, dimensions);
    let mut sets = Vec::new();
    extend(
        &mut Vec::new(),
        &(0..cells.len()).collect::<Vec<_>>(),
        &cells,
        &mut sets,
    );
    let size = sets.iter().map(Vec::len).max().unwrap();
    sets.retain(|set| set.len() == size);
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..dimensions {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let rest = (0..dimensions as usize).filter(|axis| !order.contains(axis));
            rest.map(|axis| order.iter().copied().chain([axis]).collect())
                .collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let image = |set: &[usize], order: &[usize], reversed: u32| -> BTreeSet<Cell> {
        let turned = |&cell: &usize| {
            let coordinate = |&axis: &usize| {
                let at = cells[cell][axis];
                if reversed >> axis & 1 == 1 {
                    side - 1 - at
                } else {
                    at
                }
            };
            order.iter().map(coordinate).collect()
        };
        set.iter().map(turned).collect()
    };
    let least = |set: &Vec<usize>| {
        let images = orders.iter().flat_map(|order| {
            (0..1 << dimensions).map(move |reversed| image(set, order, reversed))
        });
        images.min()
    };
    let fundamental: BTreeSet<_> = sets.iter().map(least).collect();
    (size, sets.len(), fundamental.len())
}

#[test]
fn small_boards_agree_with_brute_force() {
    for (side, dimensions) in [
        (0, 3),
        (1, 3),
        (2, 3),
        (3, 3),
        (1, 4),
        (2, 4),
        (1, 5),
        (2, 5),
    ] {
        let (size, all, fundamental) = truth(side.into(), dimensions);
        let found = largest(side, dimensions, &Settings::default());
        let name = format!("{side} {dimensions}");
        assert_eq!(
            (size_of(&found), found.outcome),
            (size as u128, Outcome::Exhausted),
            "{name}"
        );
        assert_eq!(
            counted(side, dimensions),
            (all as u128, Some(fundamental as u128)),
            "{side} {dimensions}"
        );
    }
}

/// Sets of 7 on 4 x 4 x 4, by brute force that keeps at least the squares for 7.
#[test]
fn the_number_of_sets_on_the_cube_of_four_agrees_with_brute_force() {
    fn search(queens: usize, open: &[usize], cells: &[Cell], found: &mut u128) {
        if queens == 7 {
            *found += 1;
            return;
        }
        // No eight cells of a block of 2 x 2 x 2 hold two queens.
        let blocks: BTreeSet<Cell> = open
            .iter()
            .map(|&cell| cells[cell].iter().map(|at| at / 2).collect())
            .collect();
        if queens + blocks.len() < 7 {
            return;
        }
        for (at, &cell) in open.iter().enumerate() {
            let left: Vec<usize> = open[at + 1..]
                .iter()
                .copied()
                .filter(|&other| !attack(&cells[cell], &cells[other]))
                .collect();
            search(queens + 1, &left, cells, found);
        }
    }
    let cells = cells(4, 3);
    let mut found = 0;
    search(0, &(0..64).collect::<Vec<_>>(), &cells, &mut found);
    assert_eq!(counted(4, 3).0, found);
}

#[test]
fn published_maxima_are_proved() {
    for (sides, dimensions) in [(1..=6, 3), (1..=4, 4), (3..=3, 5)] {
        for side in sides {
            let published = reference::best(&most("queens", side, dimensions))
                .expect("a published number");
            let found = largest(side, dimensions, &Settings::default());
            let name = published.name;
            assert_eq!(
                (size_of(&found), found.outcome),
                (published.value, Outcome::Exhausted),
                "{name} {side}"
            );
        }
    }
}

/// The other terms of A068940 and A068941 are found, without a proof unless every line
/// has a queen.
#[test]
fn published_maxima_of_larger_boards_are_found() {
    for (sides, dimensions) in [(8..=13, 3), (5..=7, 4)] {
        for side in sides {
            let published =
                reference::best(&most("queens", side, dimensions)).expect("a number");
            let found = largest(side, dimensions, &Settings::default());
            assert_eq!(
                size_of(&found),
                published.value,
                "{} {side}",
                published.name
            );
            let is_full = size_of(&found) == u128::from(side).pow(dimensions - 1);
            assert_eq!(is_full, side == 11 || side == 13);
            let outcome = if is_full {
                Outcome::Exhausted
            } else {
                Outcome::GaveUp
            };
            assert_eq!(found.outcome, outcome, "{} {side}", published.name);
        }
    }
}

/// Klarner: n^2 queens if n is coprime to 210. In four dimensions the least factor must
/// be above 15.
#[test]
fn a_lattice_has_a_queen_on_every_line() {
    for (side, dimensions) in [(17, 3), (121, 3), (143, 3), (17, 4), (19, 4)] {
        let found = largest(side, dimensions, &Settings::default());
        let lines = u128::from(side).pow(dimensions - 1);
        let proof = Some(Certificate::LineWeights);
        assert_eq!(
            (size_of(&found), found.outcome, found.certificate),
            (lines, Outcome::Exhausted, proof)
        );
    }
}

/// A board contains every smaller one: 13^2 queens on 14 x 14 x 14.
#[test]
fn larger_boards_start_from_a_full_cube() {
    let found = largest(14, 3, &Settings::default());
    assert!(
        (169..=196).contains(&size_of(&found)),
        "{}",
        size_of(&found)
    );
    // Too many cells for the local search.
    let found = largest(78, 3, &Settings::default());
    assert!(
        (73 * 73..=78 * 78).contains(&size_of(&found)),
        "{}",
        size_of(&found)
    );
}

#[test]
fn a_limit_leaves_the_best_set_so_far() {
    let found = largest(6, 3, &Settings::default().with_nodes(100));
    assert_eq!(found.outcome, Outcome::LimitReached(Limit::Nodes));
    assert!(size_of(&found) >= 20, "{}", size_of(&found));
    let found = largest(
        9,
        3,
        &Settings::default().with_limits(Limits::default().with_memory(1_000)),
    );
    assert_eq!(
        (size_of(&found), found.outcome),
        (67, Outcome::LimitReached(Limit::Memory))
    );
}

#[test]
fn larger_counts_are_refused() {
    let settings = Settings::default().with_engine("dimensions");
    let refused = ask(&most("queens", 8, 3), Question::Count, &settings).unwrap_err();
    assert_eq!(
        (refused.engine, refused.parameter),
        ("dimensions", Parameter::Size)
    );
    assert!(
        refused
            .reason
            .contains("at most 384 cells, and this one has 512"),
        "{refused}"
    );
    for text in [
        "most rooks 3x3x3",
        "most 3x3x3; holes: a1",
        "most 3x3x3; givens: b2",
        "dominating 3x3x3",
    ] {
        assert!(
            ask(&problem(text), Question::One, &settings).is_err(),
            "{text}"
        );
    }
}

/// Rooks, one on each line of one dimension; kings, one in each block of 2 x 2 x 2;
/// bishops and the armies have values by brute force alone, see the oracle.
#[test]
fn engines_agree_on_cubes() {
    for (text, value, number) in [
        ("most rooks 3x3x3", 9, 12), // Latin squares of order 3
        ("most rooks 4x4x4", 16, 576),
        ("most rooks 2x2x2x2", 8, 2),
        ("most kings 2x2x2", 1, 8),
        ("most kings 3x3x3", 8, 1),
        ("most queens 3x3x3", 4, 16),
        // Cells with the same parity of the sum of coordinates attack each other.
        ("most bishops 2x2x2", 2, 16),
    ] {
        for engine in [None, Some("places"), Some("sat")] {
            let settings = engine
                .map_or_else(Settings::default, |id| Settings::default().with_engine(id));
            let one = ask(&problem(text), Question::One, &settings).unwrap();
            assert_eq!(
                (one.value(), one.is_complete()),
                (Some(value), true),
                "{text} by {engine:?}"
            );
            let all = ask(&problem(text), Question::Count, &settings).unwrap();
            assert_eq!(
                (all.count, all.is_complete()),
                (number, true),
                "{text} by {engine:?}"
            );
        }
    }
}

/// An engine that takes a question about a cube answers it, whatever it does with such
/// rules on other boards.
#[test]
fn every_engine_that_counts_largest_sets_counts_the_same() {
    for (text, number) in [
        ("most 3x3x3", 16),
        ("most rooks 2x2x2", 2),
        ("most kings 2x2x2", 8),
    ] {
        let problem = problem(text);
        let mut counted = 0;
        for engine in engines::registry() {
            let settings = Settings::default().with_engine(engine.info().id);
            let Ok(answer) = ask(&problem, Question::Count, &settings) else {
                continue;
            };
            assert_eq!(answer.count, number, "{text} by {}", engine.info().id);
            counted += 1;
        }
        assert!(counted >= 2, "{text}: {counted} engines");
    }
}

/// 48 symmetries: a piece in a corner, on an edge, on a face or in the middle; of two
/// rooks in a cube of two, one on each of two layers without a line, that is on the
/// diagonal of a face or of the cube.
#[test]
fn cubes_have_their_own_symmetries() {
    for (text, number, classes) in [
        ("queens 3x3x3; total: 1", 27, 4),
        ("rooks 2x2x2; total: 2", 16, 2),
        ("kings 2x2x2x2; total: 1", 16, 1),
    ] {
        for engine in [None, Some("places"), Some("sat")] {
            let settings = engine
                .map_or_else(Settings::default, |id| Settings::default().with_engine(id));
            let answer = ask(&problem(text), Question::Classes, &settings).unwrap();
            assert_eq!(
                (answer.count, answer.fundamental()),
                (number, Some(classes)),
                "{text} by {engine:?}"
            );
        }
    }
}

#[test]
fn texts_read_back_in_their_shortest_form() {
    for (text, written) in [
        ("3x3x3", "queens 3x3x3"),
        ("3 x 3 x 3", "queens 3x3x3"),
        ("most rooks 2x2x2x2", "most rooks 2x2x2x2"),
        ("queens; size: 2x2x2", "queens 2x2x2"),
        ("most queens 5X5X5", "most 5x5x5"),
        ("armies 3x3x3", "armies 3x3x3"),
        (
            "2x2x2; piece: rook + bishop; givens: a1",
            "queens 2x2x2\npiece: rook + bishop\ngivens: a1",
        ),
        ("0x0x0", "queens 0x0x0"),
        ("1x1x1x1x1", "queens 1x1x1x1x1"),
        (
            "rooks 2x2x2; holes: b2",
            "rooks 2x2x2\nboard:\n. . # . .\n. x # . .",
        ),
        (
            "3x3x3; pieces: 2 kings, queens on border",
            "queens 3x3x3\npieces: 2 kings, queens on border",
        ),
    ] {
        let read = problem(text);
        assert!(matches!(read.grid(), Grid::Cube(_)), "{text}");
        assert_eq!(problem(&read.to_string()), read, "{text}");
        assert_eq!(read.to_string(), written, "{text}");
    }
    let names = ["rook", "bishop", "queen", "king"]
        .map(|piece| problem(&format!("{piece}s 4x4x4x4x4")));
    let rays: Vec<usize> = names
        .iter()
        .map(|problem| problem.piece().rays().len())
        .collect();
    assert_eq!(rays, [10, 40, 242, 242]);
}

#[test]
fn what_a_cube_cannot_have_is_named() {
    let of_lines =
        "a board of more dimensions takes no numbers in rows, columns and regions";
    for (text, message) in [
        (
            "torus 3x3x3",
            "line 1: 'torus' does not go with three dimensions and more: they take queens, rooks",
        ),
        (
            "knights 3x3x3",
            "line 1: 'knights' does not go with three dimensions and more",
        ),
        ("hex 3x3x3", "line 1: '3x3x3' is not the size of a hexagon"),
        (
            "3x3x4",
            "line 1: '3x3x4' is not the size of a board with three dimensions or more",
        ),
        ("2x2x2x2x2x2", "line 1: '2x2x2x2x2x2' is not the size"),
        ("252x252x252", "line 1: '252x252x252' is not the size"),
        (
            "3x3x3; piece: (1,1)*",
            "line 1: '(1,1)*' is not a piece of three and more dimensions: use queen",
        ),
        (
            "3x3x3; pieces: 2 knights",
            "line 1: 'knights' is not a piece of three and more dimensions",
        ),
        (
            "3x3x3; left-right: wrap",
            "the edges of a board of more dimensions are open",
        ),
        ("3x3x3; rows: 1", of_lines),
        ("3x3x3; pieces: rooks, kings; columns: 1 of each", of_lines),
        (
            "3x3x3; unchanged: mirror",
            "a board of more dimensions takes no demand of a symmetry",
        ),
        (
            "3x3x3; pieces: kings on diagonal",
            "a board of more dimensions has no set of squares `diagonal`",
        ),
        (
            "2x2x2; holes: c1",
            "the blocked square c1 (0:2 from 0) is off the board of 2 x 5 (rows x columns)",
        ),
        (
            "2x2x2; givens: c1",
            "the given queens break a rule: the queen on c1 is on a wall",
        ),
    ] {
        let error = text.parse::<Problem>().expect_err(text).to_string();
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let rooks = problem("rooks 3x3x3");
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
    assert_eq!((rooks.of_size(3), rooks.is_standard()), (None, false));
}

/// Layers side by side, with a gap between two; each form reads back.
#[test]
fn drawings_show_layers_and_read_back() {
    let queens = problem("most 3x3x3");
    let first = Placement::new(
        ["b1", "a3", "g3", "i2"]
            .map(|name| name.parse().unwrap())
            .to_vec(),
    );
    assert_eq!(check::solution(&queens, &first), Ok(()));
    for format in Format::ALL.into_iter().filter(|format| format.is_text()) {
        let text = drawn(&queens, format, 80, std::slice::from_ref(&first));
        if format == Format::Board {
            let drawn = "    a   b   c   d   e   f   g   h   i   j   k
  +---+---+---+   +---+---+---+   +---+---+---+
1 |   | Q |   |   |   |   |   |   |   |   |   |
  +---+---+---+   +---+---+---+   +---+---+---+
2 |   |   |   |   |   |   |   |   | Q |   |   |
  +---+---+---+   +---+---+---+   +---+---+---+
3 | Q |   |   |   |   |   | Q |   |   |   |   |
  +---+---+---+   +---+---+---+   +---+---+---+";
            assert_eq!(text.trim_end(), drawn);
        }
        let mut found = Vec::new();
        read::solutions(&mut text.as_bytes(), Some(&queens), &mut |solution| {
            found.push(solution.placement);
            ControlFlow::Continue(())
        })
        .unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(found, std::slice::from_ref(&first), "{format}\n{text}");
    }
}
