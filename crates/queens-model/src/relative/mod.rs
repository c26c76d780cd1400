//! Rules of problems that have engines of their own, and solutions in groups.

mod groups;
mod known;
mod pieces;
mod rules;

pub use groups::{
    Group, GroupKind, GroupKindError, KindName, groups, has_groups, pieces_of,
};
#[doc(hidden)]
pub use known::KnownRules;
#[doc(hidden)]
pub use pieces::{PieceKind, PieceMix, PieceMixError};

use crate::domination::Domination;
use crate::problem::Goal;
use std::num::NonZeroU16;

/// A relative of the problem: rules that engines know by this name.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relative {
    /// A smallest dominating set: as few queens as possible that occupy or attack every
    /// square, each by her own moves. The usual demands on rows and columns do not matter
    /// ([`without_demands`](crate::domination::without_demands)).
    Dominating(Domination),
    /// The largest pair of peaceable armies: as many white as black queens, and no queen
    /// attacks one of the other colour. Queens of one colour may attack each other: rows
    /// and columns take any number.
    Armies,
    /// Pieces of several kinds that do not attack each other. Rows and columns take any
    /// number.
    Pieces(PieceMix),
    /// A colouring of all squares with this many colours, or with as few as possible:
    /// queens on squares of one colour do not attack each other.
    Coloring(Option<NonZeroU16>),
    /// A solution with the least or the greatest sum of the weights of its squares.
    Best(Goal),
}
