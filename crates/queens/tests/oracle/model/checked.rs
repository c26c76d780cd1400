//! The check of the library against the rules of this folder: the same verdict and the
//! same value for every placement of a small board, whether its pieces may stand there or
//! not.

use super::random::{ANY_BOARD, FLAT_BOARD, Values, one_of};
use super::rules::{Label, Placement, Rules};
use super::text;
use queens::check;
use queens::placement::{self, Placement as LibraryPlacement};
use queens::problem::{Problem, Violation};
use queens::square::Square;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeMap;

/// Random problems.
const RANDOM_PROBLEMS: usize = 2_500;

/// Six squares and two kinds have 729 placements.
const MOST_PLACEMENTS: usize = 729;

const BOARDS: &[&str] = &[
    "0", "0x2", "3x0", "1", "1x2", "2", "2", "1x4", "3x1", "1x5", "2x3", "2x3", "3x2",
    "6x1", "3", "hex 1", "hex 2", "hex 2", "2x2x2", "2x2x2",
];

const WORDS: &[&str] = &[
    "",
    "",
    "torus ",
    "cylinder ",
    "moebius ",
    "reflecting ",
    "rooks ",
    "most ",
];

/// Pieces with the rules that name them.
const PIECES: &[(&str, &[Values])] = &[
    (
        "queens",
        &[
            ("peace", &["queen-queen"]),
            ("total", &["0", "1.. of queens"]),
            (
                "best",
                &[
                    "least number of squares occupied 1..",
                    "least number of queens",
                ],
            ),
        ],
    ),
    (
        "white queens, black rooks",
        &[
            ("peace", &["white-black", "white-white, black-white"]),
            ("stops", &["white", "black"]),
            (
                "cover",
                &[
                    "empty by white 1..",
                    "black on border by white 1",
                    "white and black by black ..1",
                ],
            ),
            (
                "squares",
                &["0 of white", "..1 of black", "1 of white and black"],
            ),
            (
                "rows",
                &[
                    "..1 of white",
                    "1.. of white and black",
                    "0 of black, ..1 of each",
                ],
            ),
            ("columns", &["1 of each", "0 of white"]),
            ("total", &["1 of white, ..2 of black"]),
            ("regions", &["1 of each", "..1 of white"]),
            (
                "best",
                &[
                    "greatest number of black",
                    "least number of squares white by black 1..",
                ],
            ),
        ],
    ),
    (
        "2 sets of queens",
        &[
            ("columns", &["..1 of each"]),
            (
                "best",
                &["greatest number of sets", "least number of queens"],
            ),
            ("regions", &["1.. of each"]),
        ],
    ),
    (
        "any sets of rooks, pawns worth -2 on border",
        &[
            ("peace", &["rook-pawn", "pawn-pawn, rook-rook"]),
            (
                "cover",
                &["pawn by rooks 1..", "empty by pawns 0", "on diagonal ..2"],
            ),
            ("equal", &["rooks", "pawns and rooks"]),
            (
                "best",
                &["least number of sets", "greatest number of pawns"],
            ),
        ],
    ),
    (
        "..2 knights worth 3, 1.. bishops worth -2 on diagonal",
        &[
            ("equal", &["knights and bishops"]),
            ("cover", &["by knights 2..", "bishops on a1 b1 ..1"]),
        ],
    ),
    (
        "0 queens, 1 king on a1 b1, semiqueens",
        &[("stops", &["king and queens"])],
    ),
    ("(0,1)*2 worth 2, (1,1)+(1,0)*", &[]),
];

/// Further rules of the board.
const MORE_BOARD: &[Values] = &[
    ("rows", &["0", "2.."]),
    ("columns", &["0", "any"]),
    ("squares", &["0", "..1 of each", "1 of each"]),
    (
        "cover",
        &[
            "0",
            "on border 1..",
            "empty on diagonal 1.., occupied on b1 0",
        ],
    ),
    ("walls", &["a1", "b1 a2"]),
    ("holes", &["a1 a2 b1 b2", "b2"]),
    ("givens", &["a1", "a1 b2"]),
    ("top-bottom", &["open", "wrap", "twist", "mirror"]),
    ("left-right", &["open", "wrap", "twist", "mirror"]),
];

fn random_text(random: &mut ChaCha8Rng) -> String {
    let (board, words) = (one_of(random, BOARDS), one_of(random, WORDS));
    let (pieces, rules) = PIECES[random.random_range(0..PIECES.len())];
    let mut statements = BTreeMap::from([("pieces", pieces.to_owned())]);
    for (key, values) in [ANY_BOARD, FLAT_BOARD, MORE_BOARD, rules].concat() {
        let value = one_of(random, values);
        if random.random_range(0..100) < 14 {
            statements.insert(key, value.to_owned());
        }
    }
    let sides = sides(board);
    if statements.contains_key("regions") || random.random_range(0..100) < 15 {
        statements
            .entry("regions")
            .or_insert_with(|| "..2".to_owned());
        statements.insert("areas", drawing(sides, || one_of(random, &["a", "a", "b"])));
    }
    if random.random_range(0..100) < 20 {
        statements.insert(
            "weights",
            drawing(sides, || one_of(random, &["0 ", "2 ", "-3 ", "5 "])),
        );
    }
    let lines = statements
        .iter()
        .map(|(key, value)| format!("{key}: {value}\n"));
    format!("{words}{board}\n{}", lines.collect::<String>())
}

fn sides(board: &str) -> (usize, usize) {
    let (rows, columns) = match board.strip_prefix("hex ") {
        Some("1") => ("1", "1"),
        Some(_) => ("3", "3"),
        None if board == "2x2x2" => ("2", "5"),
        None => board.split_once('x').unwrap_or((board, board)),
    };
    (
        rows.parse().expect("rows"),
        columns.parse().expect("columns"),
    )
}

/// A line for each row, below the key.
fn drawing<'a>(
    (rows, columns): (usize, usize),
    mut square: impl FnMut() -> &'a str,
) -> String {
    let mut line = || (0..columns).map(|_| square()).collect::<String>();
    (0..rows).map(|_| format!("\n{}", line())).collect()
}

/// All placements of pieces where they may stand, or `anywhere`; every so many of them if
/// there are too many.
fn placements(rules: &Rules<'_>, anywhere: bool) -> Vec<Placement> {
    let squares = rules.problem.squares();
    let mut found = vec![Placement::new()];
    for _ in 0..squares {
        found = found
            .iter()
            .flat_map(|pieces| longer(rules, pieces, anywhere))
            .collect();
        let step = found.len().div_ceil(MOST_PLACEMENTS);
        // An odd step meets every state of the last square.
        found = found.into_iter().step_by(step | 1).collect();
    }
    found
}

/// A placement with each state of one more square. Sets are numbered in the order of
/// their first squares.
fn longer(rules: &Rules<'_>, pieces: &Placement, anywhere: bool) -> Vec<Placement> {
    let mut states = vec![None];
    for (number, parts) in rules.problem.kinds.iter().enumerate() {
        if !anywhere && !rules.may_stand(pieces.len(), number) {
            continue;
        }
        let kind = number as u8;
        let used = pieces
            .iter()
            .flatten()
            .filter(|label| label.kind == kind)
            .map(|label| label.set + 1)
            .max();
        let last = if parts.sets.is_some() {
            used.unwrap_or(0)
        } else {
            0
        };
        states.extend((0..=last).map(|set| Some(Label { kind, set })));
    }
    states
        .into_iter()
        .map(|state| [pieces.as_slice(), &[state]].concat())
        .collect()
}

fn library_placement(rules: &Rules<'_>, pieces: &Placement) -> LibraryPlacement {
    let piece = |(square, label): (usize, Label)| {
        let place = rules.problem.grid.layout(square);
        let label = placement::Label {
            kind: label.kind,
            set: label.set.into(),
        };
        (Square::new(place[0] as u32, place[1] as u32), label)
    };
    LibraryPlacement::labelled(super::rules::occupied(pieces).map(piece).collect())
}

/// The name of the rule that is broken.
fn name(violation: &Violation) -> String {
    let written = match violation {
        Violation::Rule(rule) => format!("{rule:?}"),
        plain => format!("{plain:?}"),
    };
    written
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect()
}

#[test]
fn the_library_checks_as_defined() {
    let mut random = ChaCha8Rng::seed_from_u64(72);
    let mut found: BTreeMap<String, usize> = BTreeMap::new();
    let mut measured = 0;
    for _ in 0..RANDOM_PROBLEMS {
        let text = random_text(&mut random);
        // Squares off the board, givens on walls, and edges that do not go together.
        let Ok(problem) = text.parse::<Problem>() else {
            continue;
        };
        let read = text::read(&text);
        let rules = Rules::new(&read);
        *found.entry("problems".to_owned()).or_default() += 1;
        let anywhere = random.random_range(0..10) == 0;
        for pieces in placements(&rules, anywhere) {
            let placement = library_placement(&rules, &pieces);
            let checked = check::solution(&problem, &placement);
            let context =
                || format!("{text}\n{:?}", placement.pieces().collect::<Vec<_>>());
            assert_eq!(
                checked.is_ok(),
                rules.holds(&pieces),
                "{checked:?} of {}",
                context()
            );
            let verdict = checked
                .map_or_else(|violation| name(&violation), |()| "holds".to_owned());
            *found.entry(verdict).or_default() += 1;
            let may_stand = super::rules::occupied(&pieces)
                .all(|(square, label)| rules.may_stand(square, usize::from(label.kind)));
            let value = check::value(&problem, &placement);
            assert_eq!(
                value,
                rules.value(&pieces).filter(|_| may_stand),
                "{}",
                context()
            );
            measured += usize::from(value.is_some());
        }
    }
    println!("{found:?}, {measured} values");
    let rules = [
        "Attack",
        "Changed",
        "GivenMissing",
        "Number",
        "Piece",
        "Unequal",
        "holds",
    ];
    for verdict in rules {
        assert!(
            found.get(verdict).is_some_and(|&number| number > 400),
            "{verdict}: {found:?}"
        );
    }
    assert!(
        found["problems"] > RANDOM_PROBLEMS / 2 && measured > 10_000,
        "{found:?}, {measured} values"
    );
}
