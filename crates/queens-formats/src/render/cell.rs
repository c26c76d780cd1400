//! The squares of a board that is drawn in characters.

use super::Charset;
use queens_model::relative::{GroupKind, PieceKind};
use std::borrow::Cow;

/// Content of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum DrawnCell {
    Free,
    Hole,
    Wall,
    /// Between the layers of a cube.
    Outside,
    Queen,
    Given,
    Group(GroupKind),
}

impl DrawnCell {
    /// Returns three characters: the square between its guide lines.
    pub(super) fn wide_text(self, charset: Charset) -> Cow<'static, str> {
        let text = match (self, charset) {
            (DrawnCell::Free | DrawnCell::Outside, _) => "   ",
            (DrawnCell::Hole, Charset::Unicode) => " ╳ ",
            (DrawnCell::Hole, Charset::Ascii) => " x ",
            (DrawnCell::Wall, Charset::Unicode) => "███",
            (DrawnCell::Wall, Charset::Ascii) => "###",
            (DrawnCell::Queen, Charset::Unicode) => " ♛ ",
            (DrawnCell::Queen, Charset::Ascii) => " Q ",
            (DrawnCell::Given, Charset::Unicode) => "[♛]",
            (DrawnCell::Given, Charset::Ascii) => "[Q]",
            (DrawnCell::Group(GroupKind::Color(number)), _) => {
                return format!("{number:^3}").into();
            }
            (DrawnCell::Group(kind), _) => {
                return format!(" {} ", group_mark(kind, charset)).into();
            }
        };
        text.into()
    }

    /// Returns one character, for a narrow board.
    pub(super) fn narrow_text(self, charset: Charset) -> Cow<'static, str> {
        let text = match (self, charset) {
            (DrawnCell::Outside, _) => " ",
            (DrawnCell::Free, Charset::Unicode) => "·",
            (DrawnCell::Free, Charset::Ascii) => ".",
            (DrawnCell::Hole, Charset::Unicode) => "╳",
            (DrawnCell::Hole, Charset::Ascii) => "x",
            (DrawnCell::Wall, Charset::Unicode) => "█",
            (DrawnCell::Wall, Charset::Ascii) => "#",
            (DrawnCell::Queen, Charset::Unicode) => "♛",
            (DrawnCell::Queen, Charset::Ascii) => "Q",
            (DrawnCell::Given, Charset::Unicode) => "♕",
            (DrawnCell::Given, Charset::Ascii) => "G",
            // On a narrow board ♕ is a given queen.
            (DrawnCell::Group(GroupKind::White), _) => "W",
            (DrawnCell::Group(GroupKind::Black), _) => "B",
            (DrawnCell::Group(kind), charset) => {
                return group_mark(kind, charset).to_string().into();
            }
        };
        text.into()
    }

    /// Returns the ANSI style.
    pub(super) fn sgr(self) -> &'static str {
        match self {
            DrawnCell::Free | DrawnCell::Hole | DrawnCell::Wall | DrawnCell::Outside => {
                "2"
            }
            DrawnCell::Given | DrawnCell::Group(GroupKind::White) => "1;33",
            DrawnCell::Queen | DrawnCell::Group(_) => "1;36",
        }
    }
}

/// Returns the mark of a square of a group: a piece, or a digit or letter for a colour.
fn group_mark(kind: GroupKind, charset: Charset) -> char {
    let piece = match kind {
        GroupKind::White => ('♕', 'W'),
        GroupKind::Black => ('♛', 'B'),
        GroupKind::Pieces(PieceKind::Queen) => ('♛', 'Q'),
        GroupKind::Pieces(PieceKind::Rook) => ('♜', 'R'),
        GroupKind::Pieces(PieceKind::Bishop) => ('♝', 'B'),
        GroupKind::Pieces(PieceKind::Knight) => ('♞', 'N'),
        GroupKind::Pieces(PieceKind::King) => ('♚', 'K'),
        GroupKind::Pawns => ('♟', 'P'),
        GroupKind::Named(name, ..) => (name.initial(), name.initial()),
        GroupKind::Color(number) => {
            let mark = COLOR_MARKS
                .get(usize::from(number).wrapping_sub(1))
                .copied()
                .unwrap_or('?');
            (mark, mark)
        }
    };
    if charset == Charset::Unicode {
        piece.0
    } else {
        piece.1
    }
}

/// The marks of the colours on a narrow board, the first for colour 1: digits and letters
/// without `x`, a hole.
pub(crate) const COLOR_MARKS: [char; 59] = [
    '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h',
    'i', 'j', 'k', 'l', 'm', 'n', 'o', 'p', 'q', 'r', 's', 't', 'u', 'v', 'w', 'y', 'z',
    'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'K', 'L', 'M', 'N', 'O', 'P', 'Q',
    'R', 'S', 'T', 'U', 'V', 'W', 'Y', 'Z',
];

/// Largest number of a colour that fits a square between guide lines.
pub(super) const MAX_COLOR_NUMBER: u16 = 999;

/// The queens' marks of every drawing, by which a drawing is read back.
pub(crate) const QUEEN_MARKS: [char; 4] = ['♛', '♕', 'Q', 'G'];
