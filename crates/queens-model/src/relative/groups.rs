//! Solutions in several groups.

use super::PieceKind;
use crate::placement::Placement;
use std::fmt;

/// A group of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The kind of its pieces or squares.
    pub kind: GroupKind,
    /// Its squares.
    pub placement: Placement,
}

/// Kind of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GroupKind {
    /// The white army.
    White,
    /// The black army.
    Black,
    /// Pieces of one kind.
    Pieces(PieceKind),
    /// The squares of one colour, numbered from 1.
    Color(u16),
    /// The queens of one layer of a board of several dimensions, numbered from 1.
    Layer(u32),
}

/// Writes `white`, `black`, `knights`, `colour 3` or `layer 2`.
impl fmt::Display for GroupKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupKind::White => f.write_str("white"),
            GroupKind::Black => f.write_str("black"),
            GroupKind::Pieces(kind) => f.write_str(kind.plural()),
            GroupKind::Color(number) => write!(f, "colour {number}"),
            GroupKind::Layer(number) => write!(f, "layer {number}"),
        }
    }
}
