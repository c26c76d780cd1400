//! The premises of a reason: everything that it uses, in the order in which it uses it.

use crate::Puzzle;
use queens_model::problem::Unit;
use queens_model::square::Square;

/// One thing that a reason uses.
///
/// The premises of a step prove its conclusion by themselves, together with the rule that
/// no two queens touch (on a board of the n-queens levels: that no two attack each
/// other). No premise can be left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Premise {
    /// The fact.
    pub fact: Fact,
    /// Squares that the fact is about, row by row: the queens and the open squares of a
    /// unit; the queen; the squares of both pairs.
    pub squares: Vec<Square>,
    /// Byte of the sentence after the name of the fact, where its number stands when the
    /// premises are numbered. The premises of a step are in the order of their names.
    /// Four neighbouring lines or more have one name: `rows 3 to 6`.
    pub named_at: usize,
}

/// A fact that a reason can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// The unit holds its number of queens: those on the board, and the others on its
    /// open squares.
    Unit(Unit),
    /// A queen on the board, which no other touches.
    Queen(Square),
    /// The puzzle has one solution only. The queens of one pair could be exchanged for
    /// those of the other, so a queen that touches one pair and not the other prevents
    /// it.
    OneSolution([[Square; 2]; 2]),
}

impl Premise {
    /// Name of the fact: `row 1`, `column c`, `region A`, `b4`, `b1 and c3 or b3 and c1`.
    #[must_use]
    pub fn name(&self) -> String {
        match self.fact {
            Fact::Unit(unit) => Puzzle::unit_name(unit),
            Fact::Queen(square) => square.to_string(),
            Fact::OneSolution([[a, b], [c, d]]) => format!("{a} and {b} or {c} and {d}"),
        }
    }

    /// A queen on the board.
    pub(crate) fn from_queen(square: Square, named_at: usize) -> Self {
        Premise {
            fact: Fact::Queen(square),
            squares: vec![square],
            named_at,
        }
    }
}

/// Squares that the premises are about, row by row.
pub(crate) fn squares_of(premises: &[Premise]) -> Vec<Square> {
    let mut squares: Vec<Square> = premises
        .iter()
        .flat_map(|premise| &premise.squares)
        .copied()
        .collect();
    squares.sort_unstable();
    squares.dedup();
    squares
}

/// Returns `sentence` with the number of each premise after its name: `Row 2 (1) needs
/// one queen`. Neighbouring lines have one name: `rows 3 to 6 (1 to 4)`.
pub(crate) fn with_numbers(sentence: &str, premises: &[Premise]) -> String {
    let (mut numbered, mut from, mut first) = (String::new(), 0, 1);
    for same in premises.chunk_by(|one, other| one.named_at == other.named_at) {
        let (named_at, last) = (same[0].named_at, first + same.len() - 1);
        numbered.push_str(sentence.get(from..named_at).unwrap_or_default());
        numbered.push_str(&match same.len() {
            1 => format!(" ({first})"),
            _ => format!(" ({first} to {last})"),
        });
        (from, first) = (named_at, last + 1);
    }
    numbered.push_str(sentence.get(from..).unwrap_or_default());
    numbered
}

/// Returns a square for the number of each premise: one of its squares that `is_free`,
/// and that no other number has. The first that belongs to no other premise, else the
/// first. A premise without such a square shows no number.
pub(crate) fn number_places(
    premises: &[Premise],
    is_free: impl Fn(Square) -> bool,
) -> Vec<(Square, usize)> {
    let mut places: Vec<(Square, usize)> = Vec::new();
    for (number, premise) in (1..).zip(premises) {
        let is_shared = |square: Square| {
            premises
                .iter()
                .filter(|other| other.squares.contains(&square))
                .count()
                > 1
        };
        let is_taken = |square: Square| places.iter().any(|&(other, _)| other == square);
        let free = || {
            premise
                .squares
                .iter()
                .copied()
                .filter(|&square| is_free(square) && !is_taken(square))
        };
        if let Some(square) = free()
            .find(|&square| !is_shared(square))
            .or_else(|| free().next())
        {
            places.push((square, number));
        }
    }
    places
}
