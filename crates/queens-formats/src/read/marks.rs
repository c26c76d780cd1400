//! The marks of a drawn board: queens, or the groups of a solution in groups.
//!
//! | marks | groups |
//! |---|---|
//! | a number or a digit on some square | colours: numbers, or on narrow boards one of [`COLOR_MARKS`] |
//! | `W`, or `♕` and `♛` on a board with wide squares | white and black armies |
//! | `R`, `B`, `N`, `K`, `P` and their symbols | pieces of several kinds |
//! | other marks of queens | none: queens of one kind |
//!
//! On a board with narrow squares `♕` is a given queen.

use crate::render::{COLOR_MARKS, QUEEN_MARKS};
use queens_model::placement::Placement;
use queens_model::relative::{Group, GroupKind, PieceKind};
use queens_model::square::Square;
use std::collections::BTreeMap;

/// A mark on a square of a drawn board.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawnMark {
    /// A letter or symbol.
    Letter(char),
    /// A number of several digits.
    Number(u16),
}

/// A marked square, and the line of the input where it is drawn.
#[derive(Clone, Copy)]
pub(super) struct MarkedSquare {
    pub(super) square: Square,
    pub(super) mark: DrawnMark,
    pub(super) line: u64,
}

/// Returns true if the mark may belong to a group.
pub(super) fn is_group_mark(mark: char) -> bool {
    COLOR_MARKS.contains(&mark) || piece_kind(mark).is_some()
}

/// Returns the number whose middle digit is at `middle` of a row, if it has more than one
/// digit. Numbers of neighbouring squares must have something between them.
pub(super) fn number_at(row: &[char], middle: usize) -> Option<u16> {
    let (mut first, mut last) = (middle, middle);
    if !row.get(middle)?.is_ascii_digit() {
        return None;
    }
    if middle > 0 && row[middle - 1].is_ascii_digit() {
        first -= 1;
    }
    if row.get(middle + 1).is_some_and(char::is_ascii_digit) {
        last += 1;
    }
    let digits: String = row[first..=last].iter().collect();
    if digits.len() > 1 {
        digits.parse().ok()
    } else {
        None
    }
}

/// Returns the groups of a board with wide or narrow squares, with the marks of kinds
/// that have a name; `None` if its marks are queens.
///
/// # Errors
/// The first mark that does not belong there.
pub(super) fn read_groups(
    marks: &[MarkedSquare],
    has_wide_squares: bool,
    named: &[(char, GroupKind)],
) -> Result<Option<Vec<Group>>, MarkedSquare> {
    let Some(kind_of) = choose_meaning(marks, has_wide_squares, named) else {
        for marked in marks {
            if !matches!(marked.mark, DrawnMark::Letter(mark) if is_queen(mark)) {
                return Err(*marked);
            }
        }
        return Ok(None);
    };
    let mut by_kind: BTreeMap<GroupKind, Vec<Square>> = BTreeMap::new();
    for marked in marks {
        let kind = named_kind(marked.mark, named).or_else(|| kind_of(marked.mark));
        by_kind
            .entry(kind.ok_or(*marked)?)
            .or_default()
            .push(marked.square);
    }
    let mut groups = Vec::with_capacity(by_kind.len());
    for (kind, squares) in by_kind {
        let placement = Placement::new(squares);
        groups.push(Group { kind, placement });
    }
    Ok(Some(groups))
}

/// The group that a mark without a named kind means.
type MarkMeaning = fn(DrawnMark) -> Option<GroupKind>;

/// Chooses what the marks of a board mean, which may depend on the others: `B` is a
/// bishop or a black queen. `None` for queens of one kind.
fn choose_meaning(
    marks: &[MarkedSquare],
    has_wide_squares: bool,
    named: &[(char, GroupKind)],
) -> Option<MarkMeaning> {
    let are_both_queens =
        has_wide_squares && has_letter(marks, &['♕']) && has_letter(marks, &['♛']);
    if marks
        .iter()
        .any(|marked| named_kind(marked.mark, named).is_some())
    {
        Some(letter_kind)
    } else if marks.iter().any(|marked| is_number(marked.mark)) {
        Some(color_kind)
    } else if has_letter(marks, &['W']) || are_both_queens {
        Some(army_kind)
    } else if has_letter(marks, &PIECE_LETTERS) {
        Some(letter_kind)
    } else {
        None
    }
}

/// Letters and symbols of pieces other than queens.
const PIECE_LETTERS: [char; 10] = ['R', 'B', 'N', 'K', 'P', '♜', '♝', '♞', '♚', '♟'];

fn has_letter(marks: &[MarkedSquare], letters: &[char]) -> bool {
    marks.iter().any(|marked| {
        matches!(marked.mark, DrawnMark::Letter(mark) if letters.contains(&mark))
    })
}

fn is_number(mark: DrawnMark) -> bool {
    match mark {
        DrawnMark::Letter(mark) => mark.is_ascii_digit(),
        DrawnMark::Number(_) => true,
    }
}

/// The kind with this initial.
fn named_kind(mark: DrawnMark, named: &[(char, GroupKind)]) -> Option<GroupKind> {
    let DrawnMark::Letter(mark) = mark else {
        return None;
    };
    let (_, kind) = named.iter().find(|(initial, _)| *initial == mark)?;
    Some(*kind)
}

/// Returns true for a mark of a queen.
pub(super) fn is_queen(mark: char) -> bool {
    mark == 'q' || QUEEN_MARKS.contains(&mark)
}

fn color_kind(mark: DrawnMark) -> Option<GroupKind> {
    let number = match mark {
        DrawnMark::Number(number) => number,
        DrawnMark::Letter(mark) => {
            COLOR_MARKS.iter().position(|&color| color == mark)? as u16 + 1
        }
    };
    Some(GroupKind::Color(number))
}

fn army_kind(mark: DrawnMark) -> Option<GroupKind> {
    match mark {
        DrawnMark::Letter('W' | '♕') => Some(GroupKind::White),
        DrawnMark::Letter('B' | '♛') => Some(GroupKind::Black),
        _ => None,
    }
}

fn letter_kind(mark: DrawnMark) -> Option<GroupKind> {
    if let DrawnMark::Letter(mark) = mark {
        piece_kind(mark)
    } else {
        None
    }
}

fn piece_kind(mark: char) -> Option<GroupKind> {
    let piece = match mark {
        '♟' | 'P' => return Some(GroupKind::Pawns),
        '♛' | 'Q' => PieceKind::Queen,
        '♜' | 'R' => PieceKind::Rook,
        '♝' | 'B' => PieceKind::Bishop,
        '♞' | 'N' => PieceKind::Knight,
        '♚' | 'K' => PieceKind::King,
        _ => return None,
    };
    Some(GroupKind::Pieces(piece))
}
