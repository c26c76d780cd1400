//! Relatives of the problem: questions that are not about one set of pieces that do not attack each other.
//!
//! Each has a text form, which [`Display`](fmt::Display) writes and [`FromStr`] reads.

mod groups;
mod known;
mod pieces;
mod rules;

pub use groups::{Group, GroupKind, GroupKindError, KindName, groups, has_groups, pieces_of};
pub use known::KnownRules;
pub use pieces::{PieceKind, PieceMix, PieceMixError};

use crate::domination::Domination;
use crate::problem::Goal;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// A relative of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relative {
    /// A smallest dominating set: as few queens as possible that occupy or attack every square, each by her own moves. The usual demands on
    /// rows and columns do not matter ([`without_demands`](crate::domination::without_demands)).
    Dominating(Domination),
    /// The largest pair of peaceable armies: as many white as black queens, and no queen attacks one of the other colour.
    /// Queens of one colour may attack each other: rows and columns take any number.
    Armies,
    /// Pieces of several kinds that do not attack each other. Rows and columns take any number.
    Pieces(PieceMix),
    /// The largest set of queens on a board of more than two dimensions, all sides as long as those of the problem.
    Dimensions(Dimensions),
    /// A colouring of all squares with this many colours, or with as few as possible: queens on squares of one colour do not
    /// attack each other.
    Coloring(Option<NonZeroU16>),
    /// A solution with the least or the greatest sum of the weights of its squares.
    Best(Goal),
    /// A smallest set of queens that breaks no rule and that no solution contains: no two of them attack each other, and no row,
    /// column or region nor the board has more than it takes. Given queens belong to every set, and are not counted.
    Uncompletable,
}

/// Number of dimensions of a board, 3 or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dimensions(u8);

impl Dimensions {
    /// Largest number of dimensions.
    pub const MAX: u8 = 5;

    /// Returns `number` as a number of dimensions, if it is between 3 and [`Dimensions::MAX`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Self> {
        if 3 <= number && number <= Self::MAX { Some(Dimensions(number)) } else { None }
    }

    /// Returns the number.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }
}

impl Relative {
    /// Names of the questions that no rules of a problem say, each with its parameter.
    pub const NAMES: [(&str, &str); 2] = [("dimensions", "NUMBER"), ("uncompletable", "")];

    /// Returns these names with their parameters, for messages.
    #[must_use]
    pub fn list() -> String {
        let named =
            Relative::NAMES.map(|(name, parameter)| format!("{name} {parameter}").trim_end().to_owned());
        named.join(", ")
    }

    /// Returns the name in formats, without a parameter.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Relative::Dominating(Domination::Any) => "dominating",
            Relative::Dominating(Domination::Independent) => "independent-dominating",
            Relative::Dominating(Domination::Total) => "total-dominating",
            Relative::Armies => "armies",
            Relative::Pieces(_) => "pieces",
            Relative::Dimensions(_) => "dimensions",
            Relative::Coloring(_) => "coloring",
            Relative::Best(Goal::Least) => "least",
            Relative::Best(Goal::Greatest) => "greatest",
            Relative::Uncompletable => "uncompletable",
        }
    }

    /// Returns the name of the question for the number, in formats.
    #[must_use]
    pub const fn count_id(self) -> &'static str {
        match self {
            Relative::Dominating(Domination::Any) => "count-dominating",
            Relative::Dominating(Domination::Independent) => "count-independent-dominating",
            Relative::Dominating(Domination::Total) => "count-total-dominating",
            Relative::Armies => "count-armies",
            Relative::Pieces(_) => "count-pieces",
            Relative::Dimensions(_) => "count-dimensions",
            Relative::Coloring(_) => "count-coloring",
            Relative::Best(Goal::Least) => "count-least",
            Relative::Best(Goal::Greatest) => "count-greatest",
            Relative::Uncompletable => "count-uncompletable",
        }
    }
}

/// Writes the name, and the parameter after a blank if there is one.
impl fmt::Display for Relative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        match self {
            Relative::Pieces(mix) => write!(f, " {mix}"),
            Relative::Dimensions(Dimensions(number)) => write!(f, " {number}"),
            Relative::Coloring(Some(colors)) => write!(f, " {colors}"),
            Relative::Dominating(_)
            | Relative::Armies
            | Relative::Coloring(None)
            | Relative::Best(_)
            | Relative::Uncompletable => Ok(()),
        }
    }
}

/// Text that names no relative.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelativeError {
    /// Unknown name.
    #[error("'{0}' is not such a question: use {list}", list = Relative::list())]
    Name(String),
    /// Number of dimensions that is out of range.
    #[error("'{0}' is not a number of dimensions: use 3 to {max}", max = Dimensions::MAX)]
    Dimensions(String),
    /// Parameter of a name that takes none.
    #[error("'{0}' has no parameter: leave out '{1}'")]
    Parameter(String, String),
}

/// Returns the beginning of a word for a message.
fn clipped(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Reads the questions that no rules of a problem say, in the form that `Display` writes.
impl FromStr for Relative {
    type Err = RelativeError;

    fn from_str(text: &str) -> Result<Self, RelativeError> {
        let (name, parameter) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        match (name, parameter.trim()) {
            ("dimensions", number) => Ok(Relative::Dimensions(number.parse()?)),
            ("uncompletable", "") => Ok(Relative::Uncompletable),
            ("uncompletable", parameter) => {
                Err(RelativeError::Parameter(name.to_owned(), clipped(parameter)))
            }
            _ => Err(RelativeError::Name(clipped(name))),
        }
    }
}

impl FromStr for Dimensions {
    type Err = RelativeError;

    fn from_str(number: &str) -> Result<Self, RelativeError> {
        let dimensions = number.parse().ok().and_then(Dimensions::new);
        dimensions.ok_or_else(|| RelativeError::Dimensions(clipped(number)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_forms_round_trip() {
        for text in ["dimensions 3", "uncompletable"] {
            let relative: Relative = text.parse().unwrap();
            assert_eq!(relative.to_string(), text);
            assert!(text.starts_with(relative.id()));
            assert_eq!(relative.count_id(), format!("count-{}", relative.id()));
            assert!(Relative::NAMES.iter().any(|(name, _)| *name == relative.id()));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let refused = |text: &str| text.parse::<Relative>().unwrap_err().to_string();
        assert_eq!(
            refused("armies"),
            "'armies' is not such a question: use dimensions NUMBER, uncompletable"
        );
        assert_eq!(refused("dimensions 2"), "'2' is not a number of dimensions: use 3 to 5");
        assert_eq!(refused("dimensions"), "'' is not a number of dimensions: use 3 to 5");
        assert_eq!(refused("uncompletable 3"), "'uncompletable' has no parameter: leave out '3'");
    }
}
