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
    let is_digit = |at: usize| row.get(at).is_some_and(char::is_ascii_digit);
    if !is_digit(middle) {
        return None;
    }
    let first = if middle > 0 && is_digit(middle - 1) {
        middle - 1
    } else {
        middle
    };
    let last = if is_digit(middle + 1) {
        middle + 1
    } else {
        middle
    };
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
    let has = |letters: &[char]| {
        marks.iter().any(|marked| matches!(marked.mark, DrawnMark::Letter(mark) if letters.contains(&mark)))
    };
    let is_number = |marked: &MarkedSquare| match marked.mark {
        DrawnMark::Letter(mark) => mark.is_ascii_digit(),
        DrawnMark::Number(_) => true,
    };
    let are_both_queens = has_wide_squares && has(&['♕']) && has(&['♛']);
    let named_kind = |mark| match mark {
        DrawnMark::Letter(mark) => named
            .iter()
            .find(|(initial, _)| *initial == mark)
            .map(|(_, kind)| *kind),
        DrawnMark::Number(_) => None,
    };
    let kind: fn(DrawnMark) -> Option<GroupKind> = match () {
        () if marks.iter().any(|marked| named_kind(marked.mark).is_some()) => letter_kind,
        () if marks.iter().any(is_number) => color_kind,
        () if has(&['W']) || are_both_queens => army_kind,
        () if has(&['R', 'B', 'N', 'K', 'P', '♜', '♝', '♞', '♚', '♟']) => {
            letter_kind
        }
        () => {
            let is_queen =
                |mark| matches!(mark, DrawnMark::Letter(mark) if is_queen(mark));
            return match marks.iter().find(|marked| !is_queen(marked.mark)) {
                Some(&other) => Err(other),
                None => Ok(None),
            };
        }
    };
    let mut groups: BTreeMap<GroupKind, Vec<Square>> = BTreeMap::new();
    for marked in marks {
        let kind = named_kind(marked.mark).or_else(|| kind(marked.mark));
        groups
            .entry(kind.ok_or(*marked)?)
            .or_default()
            .push(marked.square);
    }
    let group = |(kind, squares)| Group {
        kind,
        placement: Placement::new(squares),
    };
    Ok(Some(groups.into_iter().map(group).collect()))
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
