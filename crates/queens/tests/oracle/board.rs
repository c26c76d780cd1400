//! A random problem in words of its own: plain numbers, from which a `Problem` and its
//! text are made.

use queens::problem::{Bounds, Edge, Edges, Piece, Problem, Units};
use queens::square::Square;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::fmt::Write as _;

/// A step and how often it may be taken; without a number, as far as the board goes.
pub(crate) type Ray = (i64, i64, Option<u32>);

/// The lowest and the highest number of queens; without a highest, any number.
pub(crate) type Range = (u32, Option<u32>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    Nothing,
    Joined,
    Twisted,
    Mirror,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Free,
    Hole,
    Wall,
}

/// The parameters of a problem.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    pub(crate) rows: i64,
    pub(crate) columns: i64,
    /// Row by row.
    pub(crate) kinds: Vec<Kind>,
    pub(crate) top_bottom: Beyond,
    pub(crate) left_right: Beyond,
    /// As the text form writes it.
    pub(crate) piece: String,
    /// One direction of each ray.
    pub(crate) rays: Vec<Ray>,
    pub(crate) row: Range,
    pub(crate) column: Range,
    /// For each square the number of its region.
    pub(crate) regions: Option<Vec<u32>>,
    pub(crate) region: Range,
    pub(crate) total: Range,
    /// Numbers of squares, row by row.
    pub(crate) givens: Vec<usize>,
}

const ANY: Range = (0, None);

fn chance(random: &mut ChaCha8Rng, percent: u32) -> bool {
    random.random_range(0..100) < percent
}

fn one_of<T: Clone>(random: &mut ChaCha8Rng, of: &[T]) -> T {
    of[random.random_range(0..of.len())].clone()
}

impl Board {
    /// A random board without givens; three of ten are near the standard board, for which
    /// most engines are made.
    pub(crate) fn random(random: &mut ChaCha8Rng) -> Self {
        let is_plain = chance(random, 30);
        let side = |random: &mut ChaCha8Rng| {
            one_of(random, &[0, 1, 1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6])
        };
        let rows = if is_plain {
            random.random_range(2..=6)
        } else {
            side(random)
        };
        let columns = if chance(random, 60) {
            rows
        } else {
            side(random)
        };
        let squares = (rows * columns) as usize;
        let mut is_usual = || is_plain && chance(random, 70);
        let (usual_edges, usual_piece, is_free) = (is_usual(), is_usual(), is_usual());
        let (top_bottom, left_right) = if usual_edges {
            (Beyond::Nothing, Beyond::Nothing)
        } else {
            edges(random)
        };
        let (piece, rays) = if usual_piece {
            queen()
        } else {
            piece(random, rows.max(columns).max(1))
        };
        let mut board = Board {
            rows,
            columns,
            kinds: if is_free {
                vec![Kind::Free; squares]
            } else {
                kinds(random, rows, columns)
            },
            top_bottom,
            left_right,
            piece,
            rays,
            row: ANY,
            column: ANY,
            regions: None,
            region: ANY,
            total: ANY,
            givens: Vec::new(),
        };
        if squares > 0 && !is_plain && chance(random, 40) {
            board.regions = Some(regions(random, rows, columns));
            board.region = demand(random);
        }
        (board.row, board.column) =
            match random.random_range(if is_plain { 0..5 } else { 0..10 }) {
                0..=3 if rows == columns => ((1, Some(1)), (1, Some(1))),
                0..=3 if rows < columns => ((1, Some(1)), (0, Some(1))),
                0..=3 => ((0, Some(1)), (1, Some(1))),
                4..=5 => (ANY, ANY),
                _ => (demand(random), demand(random)),
            };
        if chance(random, if is_plain { 15 } else { 40 }) {
            let low = random.random_range(0..=6);
            board.total = one_of(
                random,
                &[
                    (low, Some(low)),
                    (low, Some(low)),
                    (low, Some(low + 2)),
                    (low, None),
                    (rows as u32, Some(rows as u32)),
                ],
            );
        }
        board
    }

    /// The same board without demands and givens.
    pub(crate) fn without_demands(self) -> Self {
        let givens = Vec::new();
        Board {
            row: ANY,
            column: ANY,
            regions: None,
            region: ANY,
            total: ANY,
            givens,
            ..self
        }
    }

    /// The same board for queens.
    pub(crate) fn of_queens(self) -> Self {
        let (piece, rays) = queen();
        Board {
            piece,
            rays,
            ..self
        }
    }

    /// The row and the column of a square.
    pub(crate) fn place(&self, square: usize) -> (i64, i64) {
        (square as i64 / self.columns, square as i64 % self.columns)
    }

    /// The problem of the library.
    pub(crate) fn problem(&self) -> Problem {
        let edge = |beyond| match beyond {
            Beyond::Nothing => Edge::Open,
            Beyond::Joined => Edge::Wrap,
            Beyond::Twisted => Edge::Twist,
            Beyond::Mirror => Edge::Mirror,
        };
        let bounds = |(low, high): Range| {
            Bounds::new(low, high.unwrap_or(u32::MAX)).expect("low comes first")
        };
        let mut builder = Problem::builder(self.rows as u32, self.columns as u32)
            .piece(self.piece.parse::<Piece>().expect("a piece"))
            .edges(Edges {
                top_bottom: edge(self.top_bottom),
                left_right: edge(self.left_right),
            })
            .units(Units {
                row: bounds(self.row),
                column: bounds(self.column),
                region: bounds(self.region),
                total: bounds(self.total),
            });
        for (square, kind) in self.kinds.iter().enumerate() {
            let at = self.square(square);
            builder = match kind {
                Kind::Free => builder,
                Kind::Hole => builder.hole(at),
                Kind::Wall => builder.wall(at),
            };
        }
        if let Some(map) = &self.regions {
            builder = builder.regions(map.clone());
        }
        let givens = self.givens.iter().map(|&given| self.square(given));
        givens
            .fold(builder, queens::problem::ProblemBuilder::given)
            .build()
            .expect("a problem")
    }

    pub(crate) fn square(&self, square: usize) -> Square {
        let (row, column) = self.place(square);
        Square::new(row as u32, column as u32)
    }

    /// The text form, every key written out.
    pub(crate) fn text(&self) -> String {
        let edge = |beyond| match beyond {
            Beyond::Nothing => "open",
            Beyond::Joined => "wrap",
            Beyond::Twisted => "twist",
            Beyond::Mirror => "mirror",
        };
        let range = |(low, high): Range| match high {
            None => format!("{low}.."),
            Some(high) if high == low => low.to_string(),
            Some(high) => format!("{low}..{high}"),
        };
        let mut text = format!(
            "queens {}x{}\npiece: {}\ntop-bottom: {}\nleft-right: {}\nrows: {}\ncolumns: {}\ntotal: {}\n",
            self.rows,
            self.columns,
            self.piece,
            edge(self.top_bottom),
            edge(self.left_right),
            range(self.row),
            range(self.column),
            range(self.total),
        );
        let mut list = |key: &str, squares: &mut dyn Iterator<Item = usize>| {
            let names: Vec<String> = squares
                .map(|square| self.place(square))
                .map(|(row, column)| {
                    format!("{}{}", char::from(b'a' + column as u8), row + 1)
                })
                .collect();
            if !names.is_empty() {
                let _ = writeln!(text, "{key}: {}", names.join(" "));
            }
        };
        let of_kind = |kind| {
            (0..self.kinds.len()).filter(move |&square| self.kinds[square] == kind)
        };
        list("holes", &mut of_kind(Kind::Hole));
        list("walls", &mut of_kind(Kind::Wall));
        list("givens", &mut self.givens.iter().copied());
        if let Some(map) = &self.regions {
            let _ = write!(text, "regions: {}\nareas:", range(self.region));
            for (square, &region) in map.iter().enumerate() {
                if square as i64 % self.columns == 0 {
                    text.push('\n');
                }
                text.push(char::from(b'A' + region as u8));
            }
        }
        text
    }
}

fn edges(random: &mut ChaCha8Rng) -> (Beyond, Beyond) {
    use Beyond::{Joined, Mirror, Nothing, Twisted};
    match random.random_range(0..10) {
        0..=4 => (Nothing, Nothing),
        5 => (Joined, Joined),
        6 => (Nothing, one_of(random, &[Joined, Twisted])),
        7 => (Mirror, Nothing),
        _ => loop {
            let any = [Nothing, Joined, Twisted, Mirror];
            let pair = (one_of(random, &any), one_of(random, &any));
            // Mirrors and twists are not combined.
            if !(matches!(pair, (Mirror, Twisted) | (Twisted, Mirror))) {
                break pair;
            }
        },
    }
}

fn kinds(random: &mut ChaCha8Rng, rows: i64, columns: i64) -> Vec<Kind> {
    let squares = (rows * columns) as usize;
    let mut kinds = vec![Kind::Free; squares];
    match random.random_range(0..10) {
        0..=4 => {}
        5 => {
            // A triangle, or the squares of one colour.
            let shape = random.random_range(0..3);
            for (at, kind) in kinds.iter_mut().enumerate() {
                let (row, column) = (at as i64 / columns, at as i64 % columns);
                let is_free = if shape == 2 {
                    column <= row
                } else {
                    (row + column) % 2 == shape
                };
                *kind = if is_free { Kind::Free } else { Kind::Hole };
            }
        }
        _ => {
            let blocked = one_of(
                random,
                &[&[Kind::Hole][..], &[Kind::Wall], &[Kind::Hole, Kind::Wall]],
            );
            for _ in 0..random.random_range(1..=4) {
                if squares > 0 {
                    kinds[random.random_range(0..squares)] = one_of(random, blocked);
                }
            }
        }
    }
    kinds
}

/// Between one region and six, without a gap in their numbers, which follow the first
/// squares.
fn regions(random: &mut ChaCha8Rng, rows: i64, columns: i64) -> Vec<u32> {
    let most = random.random_range(1..=6);
    let by = random.random_range(0..4);
    let drawn: Vec<u32> = (0..rows * columns)
        .map(|square| match by {
            0 => (square / columns) as u32,
            1 => (square % columns / 2 + 3 * (square / columns / 2)) as u32,
            _ => random.random_range(0..most),
        })
        .collect();
    let mut seen = Vec::new();
    let mut number = |region| {
        seen.iter()
            .position(|&known| known == region)
            .unwrap_or_else(|| {
                seen.push(region);
                seen.len() - 1
            }) as u32
    };
    drawn.into_iter().map(&mut number).collect()
}

fn demand(random: &mut ChaCha8Rng) -> Range {
    let ranges = [
        (1, Some(1)),
        (1, Some(1)),
        (0, Some(1)),
        (0, Some(1)),
        ANY,
        ANY,
        (0, Some(0)),
        (2, Some(2)),
        (0, Some(2)),
        (1, Some(2)),
        (1, None),
        (2, None),
        (0, Some(3)),
    ];
    one_of(random, &ranges)
}

const ROOK: [Ray; 2] = [(0, 1, None), (1, 0, None)];
const BISHOP: [Ray; 2] = [(1, 1, None), (1, -1, None)];

fn queen() -> (String, Vec<Ray>) {
    ("queen".into(), [ROOK, BISHOP].concat())
}

/// A piece: its text, and its rays by their definitions in `docs/guide/problems.md`.
fn piece(random: &mut ChaCha8Rng, side: i64) -> (String, Vec<Ray>) {
    let line = |row, column| (row, column, None);
    let leap = |row, column| (row, column, Some(1));
    let (rook, bishop) = (ROOK.to_vec(), BISHOP.to_vec());
    let knight = vec![leap(1, 2), leap(2, 1), leap(1, -2), leap(2, -1)];
    let king = vec![leap(0, 1), leap(1, 0), leap(1, 1), leap(1, -1)];
    let queen = queen().1;
    // Every square that a king reaches in so many steps, except those on the queen's
    // lines.
    let within = |reach: i64| {
        let steps = (-reach..=reach)
            .flat_map(move |row| (-reach..=reach).map(move |column| (row, column)));
        let is_leap =
            |&(row, column): &(i64, i64)| row * column != 0 && row.abs() != column.abs();
        steps
            .filter(is_leap)
            .map(|(row, column)| leap(row, column))
            .collect::<Vec<Ray>>()
    };
    let amazon = [queen.clone(), knight.clone()].concat();
    let reach = random.random_range(1..=4);
    let named: Vec<(String, Vec<Ray>)> = vec![
        ("none".into(), Vec::new()),
        ("rook".into(), rook.clone()),
        ("bishop".into(), bishop),
        ("knight".into(), knight),
        ("king".into(), king),
        (
            "semiqueen".into(),
            [rook.clone(), vec![line(1, 1)]].concat(),
        ),
        ("superqueen".into(), amazon.clone()),
        ("amazon".into(), amazon),
        (
            format!("leprechaun {reach}"),
            [queen.clone(), within(reach)].concat(),
        ),
    ];
    match random.random_range(0..10) {
        0..=2 => ("queen".into(), queen),
        3..=5 => one_of(random, &named),
        _ => {
            let (mut words, mut rays) = one_of(
                random,
                &[
                    (Vec::new(), Vec::new()),
                    (vec!["rook".to_owned()], rook),
                    (vec!["queen".to_owned()], queen),
                ],
            );
            for _ in 0..random.random_range(1..=3) {
                let longest = one_of(random, &[2, side, 2 * side]);
                let (row, column) = (
                    random.random_range(-longest..=longest),
                    random.random_range(-longest..=longest),
                );
                if (row, column) == (0, 0) {
                    continue;
                }
                let times =
                    one_of(random, &[None, None, Some(1), Some(1), Some(2), Some(3)]);
                words.push(match times {
                    None => format!("({row},{column})*"),
                    Some(1) => format!("({row},{column})"),
                    Some(times) => format!("({row},{column})*{times}"),
                });
                rays.push((row, column, times));
            }
            let words = if words.is_empty() {
                "none".to_owned()
            } else {
                words.join(" + ")
            };
            (words, rays)
        }
    }
}
