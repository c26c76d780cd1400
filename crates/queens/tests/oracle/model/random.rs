//! Random problems: the search against every placement tried, and the model against the
//! definitions of today's problems and relatives in this folder.

use super::group::{UpTo, classes, is_closed};
use super::rules::{Placement, Rules};
use super::{search, text};
use crate::answers::MOST_SQUARES;
use crate::board::{Board, Range};
use crate::questions::Tally;
use crate::relatives::{Best, Relative, SmallBoard};
use crate::rules::{Map, Truth};
use queens::domination::Domination;
use queens::problem::Goal;
use queens::relative::PieceMix;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::collections::BTreeSet;

/// Random problems over the whole model.
const RANDOM_TEXTS: usize = 1_500;

/// Random boards of today, each with every text that it has.
const RANDOM_BOARDS: usize = 100;

pub(super) fn one_of<'a>(random: &mut ChaCha8Rng, list: &[&'a str]) -> &'a str {
    list[random.random_range(0..list.len())]
}

/// A text with a statement for each key, or without; the empty ones are left out.
pub(super) fn random_text(random: &mut ChaCha8Rng) -> String {
    let size = one_of(
        random,
        &["1x2", "2x2", "1x4", "2x3", "2x3", "hex 2", "hex 2", "2x2x2"],
    );
    let is_hexagon = size.starts_with("hex");
    let is_flat = !is_hexagon && size.len() == 3;
    let words = if is_flat {
        one_of(
            random,
            &["", "torus ", "cylinder ", "moebius ", "reflecting "],
        )
    } else {
        ""
    };
    let pieces = match size {
        _ if is_hexagon => HEXAGON_PIECES,
        _ if is_flat => FLAT_PIECES,
        _ => CUBE_PIECES,
    };
    let pieces = one_of(random, pieces);
    let mut statements = vec![format!("{words}{size}"), format!("pieces: {pieces}")];
    let lists = match size {
        _ if is_hexagon => [ANY_BOARD, HEXAGON_BOARD].concat(),
        _ if is_flat => [ANY_BOARD, FLAT_BOARD].concat(),
        _ => ANY_BOARD.to_vec(),
    };
    for (key, values) in lists {
        let value = one_of(random, values);
        if random.random_range(0..100) < 35 {
            statements.push(format!("{key}: {value}"));
        }
    }
    statements.join("; ")
}

const FLAT_PIECES: &[&str] = &[
    "queens",
    "white queens, black queens",
    "2 sets of queens",
    "queens worth 2, pawns worth -1",
    "any sets of rooks",
    "..2 knights worth 3, bishops worth -2",
    "kings on border, 1 semiqueen",
];

const HEXAGON_PIECES: &[&str] = &[
    "queens",
    "white rooks, black rooks",
    "2 sets of bishops",
    "rooks worth 2, pawns worth -1",
    "any sets of rooks",
    "..2 knights worth 3, bishops worth -2",
    "kings on border, 1 rook",
    "1.. rooks, kings on diagonal",
];

const CUBE_PIECES: &[&str] = &[
    "queens",
    "rooks",
    "white rooks, black rooks",
    "2 sets of bishops",
    "rooks worth 2, pawns worth -1",
    "any sets of kings",
    "..2 kings worth 3, bishops worth -2",
    "1.. bishops, queens on border",
];

/// A key with values.
pub(super) type Values = (&'static str, &'static [&'static str]);

/// The values of each key that any board and any pieces can have.
pub(super) const ANY_BOARD: &[Values] = &[
    ("peace", &["all", "within", "between", "none"]),
    ("stops", &["all", "none"]),
    (
        "cover",
        &[
            "empty 1..",
            "1..",
            "occupied 1",
            "occupied ..1",
            "empty ..1",
            "2.., empty ..3",
        ],
    ),
    ("squares", &["1", "..1"]),
    (
        "total",
        &["2", "..3", "1 of each", "..2 of each", "2.., ..2 of each"],
    ),
    ("equal", &["all"]),
    (
        "best",
        &[
            "greatest number",
            "least number",
            "greatest value",
            "least value",
            "greatest number of squares empty 0",
        ],
    ),
];

/// Those of boards with rows, columns and names of squares.
pub(super) const FLAT_BOARD: &[Values] = &[
    ("rows", &["1", "..1", "1 of each", "..2"]),
    ("columns", &["..1", "1.."]),
    ("holes", &["a1"]),
    ("walls", &["b1"]),
    ("givens", &["a2", "b1"]),
    (
        "unchanged",
        &["half-turn", "mirror", "diagonal", "quarter-turn", "shift"],
    ),
];

/// Those of hexagons.
const HEXAGON_BOARD: &[Values] = &[
    ("rows", &["1", "..1", "1 of each", "..2"]),
    ("columns", &["..1", "1.."]),
    ("holes", &["a1 b2", "c1"]),
    ("walls", &["c2", "b1"]),
    ("givens", &["a2", "b1"]),
    ("unchanged", &["half-turn", "mirror", "diagonal"]),
];

/// False for squares that are no squares, or not free.
pub(super) fn is_well_formed(text: &str) -> bool {
    let has = |part: &str| text.contains(part);
    let has_one_row = has("1x2") || has("1x4");
    let is_outside = has("givens: a2") && has_one_row;
    let is_wall = has("givens: b1") && has("walls: b1");
    !is_outside && !is_wall
}

#[test]
fn search_finds_all_placements_that_hold() {
    let mut random = ChaCha8Rng::seed_from_u64(69);
    let mut solved = 0;
    for _ in 0..RANDOM_TEXTS {
        let text = random_text(&mut random);
        if !is_well_formed(&text) {
            continue;
        }
        let problem = text::read(&text);
        let rules = Rules::new(&problem);
        let plain = search::solve_plainly(&rules);
        let found = search::solve(&rules, true);
        assert_eq!(found, plain, "{text}");
        assert_eq!(search::solve(&rules, false).count, plain.count, "{text}");
        assert!(
            is_closed(&rules, &plain.solutions),
            "a symmetry that takes solutions elsewhere: {text}"
        );
        solved += usize::from(plain.count > 0);
    }
    assert!(
        solved > RANDOM_TEXTS / 4,
        "{solved} of {RANDOM_TEXTS} have a solution"
    );
}

/// The library writes a text in another way, and the definitions find the same solutions
/// in both.
#[test]
fn the_library_writes_what_it_reads() {
    let mut random = ChaCha8Rng::seed_from_u64(71);
    let mut read = 0;
    for _ in 0..RANDOM_TEXTS {
        let text = random_text(&mut random);
        if !is_well_formed(&text) {
            continue;
        }
        let problem: queens::problem::Problem = text
            .parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        let written = problem.to_string();
        assert_eq!(written.parse(), Ok(problem), "{text}\n{written}");
        assert_eq!(numbers(&written), numbers(&text), "{text}\n{written}");
        read += 1;
    }
    assert!(read > RANDOM_TEXTS / 3, "{read} of {RANDOM_TEXTS}");
}

/// The value, the number and the classes of the solutions of a text.
type Numbers = (Option<i64>, usize, usize);

fn numbers(text: &str) -> Numbers {
    let problem = text::read(text);
    let rules = Rules::new(&problem);
    let found = search::solve(&rules, true);
    let solutions: Vec<Placement> = found.solutions.into_iter().collect();
    (
        found.value,
        found.count,
        classes(&rules, &solutions, UpTo::Symmetry),
    )
}

/// A board with its texts.
struct Comparison<'b> {
    board: &'b Board,
    truth: &'b Truth,
    tally: Tally,
}

impl Comparison<'_> {
    fn expect<T: PartialEq + std::fmt::Debug>(
        &mut self,
        name: &'static str,
        text: &str,
        found: &T,
        right: &T,
    ) {
        *self.tally.asked.entry(name).or_default() += 1;
        if found != right {
            self.tally
                .wrong
                .push(format!("{name}: {found:?}, not {right:?}, of\n{text}"));
        }
    }

    /// True if rows and columns are alike, so that both sides have the same group.
    fn has_equal_lines(&self) -> bool {
        self.board.row == self.board.column || self.board.rows != self.board.columns
    }

    fn all(&mut self, random: &mut ChaCha8Rng) {
        self.solutions();
        self.largest();
        self.weights(random);
        self.dominating();
        if self.board.row == ANY && self.board.column == ANY && self.board.total == ANY {
            self.maximal();
            self.mixes();
        }
    }

    fn solutions(&mut self) {
        let text = self.board.text();
        let (_, count, classes) = numbers(&text);
        self.expect("solutions", &text, &count, &self.truth.solutions.len());
        if self.has_equal_lines() {
            let maps = self.truth.symmetries(self.board);
            let first = |&set: &u64| maps.iter().map(|map: &Map| map.image(set)).min();
            let right = self
                .truth
                .solutions
                .iter()
                .map(first)
                .collect::<BTreeSet<_>>()
                .len();
            self.expect("classes", &text, &classes, &right);
        }
    }

    /// Lower bounds of rows and columns go, and so does the total.
    fn largest(&mut self) {
        let raised = |(_, high): Range| (0, high);
        let (row, column) = (raised(self.board.row), raised(self.board.column));
        let text = Board {
            row,
            column,
            total: ANY,
            ..self.board.clone()
        }
        .text();
        let text = format!("most {text}");
        let right = self.truth.maximum(self.board).map(i64::from);
        self.expect("largest", &text, &numbers(&text).0, &right);
    }

    fn maximal(&mut self) {
        let text = format!("maximal {}", self.board.text());
        self.expect(
            "maximal",
            &text,
            &numbers(&text).1,
            &self.truth.maximal(self.board),
        );
    }

    fn weights(&mut self, random: &mut ChaCha8Rng) {
        let weights: Vec<i64> = self
            .board
            .kinds
            .iter()
            .map(|_| random.random_range(-3..=3))
            .collect();
        let lines: Vec<String> = weights.iter().map(i64::to_string).collect();
        let small = SmallBoard::new(self.board, self.truth, weights);
        for (goal, word) in [(Goal::Least, "least"), (Goal::Greatest, "greatest")] {
            let text = self.board.text();
            let text = format!(
                "{}\nbest: {word} value\nweights:\n{}",
                text.trim_end(),
                lines.join(" ")
            );
            self.compare(&small, Relative::Best(goal), &text, "weights");
        }
    }

    fn compare(
        &mut self,
        small: &SmallBoard<'_>,
        relative: Relative,
        text: &str,
        name: &'static str,
    ) {
        let right = small.best(relative).map(
            |Best {
                 size,
                 number,
                 fundamental,
             }| (size, number, fundamental),
        );
        let (value, count, classes) = numbers(text);
        let has_value = text::read(text).best.is_some();
        let found = (count > 0).then_some((value, count, classes));
        let has_classes = match relative {
            Relative::Best(_) => self.has_equal_lines(),
            // Colours have an order there.
            Relative::Coloring(_) => false,
            _ => true,
        };
        let right = right.map(|(size, number, fundamental)| {
            (
                has_value.then_some(size),
                number,
                if has_classes { fundamental } else { classes },
            )
        });
        self.expect(name, text, &found, &right);
    }

    fn dominating(&mut self) {
        let bare = Board {
            givens: self.board.givens.clone(),
            ..self.board.clone().without_demands()
        };
        let small = SmallBoard::new(self.board, self.truth, Vec::new());
        for (kind, word) in [
            (Domination::Any, "dominating"),
            (Domination::Independent, "independent-dominating"),
            (Domination::Total, "total-dominating"),
        ] {
            self.compare(
                &small,
                Relative::Dominating(kind),
                &format!("{word} {}", bare.text()),
                "dominating",
            );
        }
    }

    fn mixes(&mut self) {
        let small = SmallBoard::new(self.board, self.truth, Vec::new());
        let mix = |text: &str| Relative::Pieces(text.parse::<PieceMix>().expect("a mix"));
        let text = self.board.text();
        self.compare(
            &small,
            Relative::Armies,
            &format!("armies {text}"),
            "armies",
        );
        self.compare(
            &small,
            Relative::Coloring(None),
            &format!("coloring {text}"),
            "coloring",
        );
        let equal =
            "pieces: queens, knights\nequal: all\nbest: greatest number of queens";
        self.compare(
            &small,
            mix("queens = knights"),
            &format!("{}\n{equal}", text.trim_end()),
            "pieces",
        );
        for pieces in ["1 rook, 2 kings", "2 queens"] {
            let text = format!("{}\npieces: {pieces}", text.trim_end());
            self.compare(&small, mix(pieces), &text, "pieces");
        }
    }
}

const ANY: Range = (0, None);

/// A board of today that is small enough, four of ten without demands.
fn random_board(random: &mut ChaCha8Rng) -> (Board, Truth) {
    loop {
        let (board, truth) = crate::random_board(random);
        if board.kinds.len() > MOST_SQUARES {
            continue;
        }
        if random.random_range(0..100) < 60 {
            return (board, truth);
        }
        let board = board.without_demands();
        if let Some(truth) = Truth::from_board(&board, usize::MAX) {
            return (board, truth);
        }
    }
}

#[test]
fn texts_have_the_answers_of_today() {
    let mut random = ChaCha8Rng::seed_from_u64(70);
    let mut tally = Tally::default();
    for _ in 0..RANDOM_BOARDS {
        let (board, truth) = random_board(&mut random);
        let mut comparison = Comparison {
            board: &board,
            truth: &truth,
            tally: Tally::default(),
        };
        comparison.all(&mut random);
        tally.absorb(comparison.tally);
    }
    crate::conclude(&tally);
}
