//! Relatives of the problem: questions that are not about one set of pieces that do not attack each other.
//!
//! Each has a text form, which [`Display`](fmt::Display) writes and [`FromStr`] reads.

mod groups;
mod pieces;
mod rules;

pub use groups::{Group, GroupKind, GroupKindError, KindName, groups, has_groups, pieces_of};
pub use pieces::{PieceKind, PieceMix, PieceMixError};

use crate::domination::Domination;
use crate::problem::Goal;
use control::counted;
use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

/// A relative of the problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relative {
    /// A smallest dominating set: as few queens as possible that occupy or attack every square, each by her own moves. Demands on rows, columns,
    /// regions and the total do not matter ([`without_demands`](crate::domination::without_demands)).
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
    /// Names of all relatives, each with its parameter: none, a word for it, or a word in brackets if it may be left out.
    pub const NAMES: [(&str, &str); 10] = [
        ("dominating", ""),
        ("independent-dominating", ""),
        ("total-dominating", ""),
        ("armies", ""),
        ("pieces", "MIX"),
        ("dimensions", "NUMBER"),
        ("coloring", "[COLOURS]"),
        ("least", ""),
        ("greatest", ""),
        ("uncompletable", ""),
    ];

    /// Returns the names of all relatives with their parameters, for messages.
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

    /// Describes what is found or counted, in the plural.
    ///
    /// ```
    /// let relative: queens_model::relative::Relative = "coloring 1".parse().unwrap();
    /// assert_eq!(relative.plural(), "colourings with 1 colour");
    /// ```
    #[must_use]
    pub fn plural(self) -> String {
        match self {
            Relative::Dominating(domination) => format!("smallest {}", domination.sets()),
            Relative::Armies => "largest peaceable armies".to_owned(),
            Relative::Pieces(mix) => format!("placements of {mix}"),
            Relative::Dimensions(Dimensions(number)) => format!("largest sets in {number} dimensions"),
            Relative::Coloring(None) => "colourings with the fewest colours".to_owned(),
            Relative::Coloring(Some(colors)) => {
                format!("colourings with {}", counted(colors.get(), "colour"))
            }
            Relative::Best(Goal::Least) => "solutions with the least sum of weights".to_owned(),
            Relative::Best(Goal::Greatest) => "solutions with the greatest sum of weights".to_owned(),
            Relative::Uncompletable => "smallest sets that no solution contains".to_owned(),
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
    #[error("'{0}' is not a relative: use one of {list}", list = Relative::list())]
    Name(String),
    /// Number of dimensions that is out of range.
    #[error("'{0}' is not a number of dimensions: use 3 to {max}", max = Dimensions::MAX)]
    Dimensions(String),
    /// Number of colours that is out of range.
    #[error("'{0}' is not a number of colours: use 1 to 65535, or none for the fewest")]
    Colors(String),
    /// Mix that cannot be read.
    #[error(transparent)]
    Pieces(#[from] PieceMixError),
    /// Parameter of a relative that has none.
    #[error("'{0}' has no parameter: leave out '{1}'")]
    Parameter(String, String),
}

/// Returns the beginning of a word for a message.
fn clipped(word: &str) -> String {
    word.chars().take(40).collect()
}

/// Reads the form that `Display` writes.
impl FromStr for Relative {
    type Err = RelativeError;

    fn from_str(text: &str) -> Result<Self, RelativeError> {
        let (name, parameter) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let parameter = parameter.trim();
        let relative = match name {
            "pieces" => return Ok(Relative::Pieces(parameter.parse()?)),
            "dimensions" => return Ok(Relative::Dimensions(parameter.parse()?)),
            "coloring" if !parameter.is_empty() => {
                let colors = parameter.parse().map_err(|_| RelativeError::Colors(clipped(parameter)))?;
                return Ok(Relative::Coloring(Some(colors)));
            }
            "coloring" => Relative::Coloring(None),
            "armies" => Relative::Armies,
            "least" => Relative::Best(Goal::Least),
            "greatest" => Relative::Best(Goal::Greatest),
            "uncompletable" => Relative::Uncompletable,
            "dominating" => Relative::Dominating(Domination::Any),
            "independent-dominating" => Relative::Dominating(Domination::Independent),
            "total-dominating" => Relative::Dominating(Domination::Total),
            _ => return Err(RelativeError::Name(clipped(name))),
        };
        if parameter.is_empty() {
            Ok(relative)
        } else {
            Err(RelativeError::Parameter(name.to_owned(), clipped(parameter)))
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
    use std::collections::BTreeSet;

    #[test]
    fn text_forms_round_trip() {
        let texts = [
            "dominating",
            "independent-dominating",
            "total-dominating",
            "armies",
            "pieces 8 queens, 2 knights",
            "pieces queens = knights",
            "dimensions 3",
            "coloring",
            "coloring 9",
            "least",
            "greatest",
            "uncompletable",
        ];
        for text in texts {
            let relative: Relative = text.parse().unwrap();
            assert_eq!(relative.to_string(), text);
            assert!(text.starts_with(relative.id()));
            assert_eq!(relative.count_id(), format!("count-{}", relative.id()));
        }
        let names: BTreeSet<&str> = texts.iter().filter_map(|text| text.split(' ').next()).collect();
        assert_eq!(names, Relative::NAMES.into_iter().map(|(name, _)| name).collect());
    }

    #[test]
    fn other_texts_are_refused() {
        let refused = |text: &str| text.parse::<Relative>().unwrap_err().to_string();
        assert!(refused("smallest").starts_with("'smallest' is not a relative: use one of dominating"));
        assert_eq!(refused("dimensions 2"), "'2' is not a number of dimensions: use 3 to 5");
        assert_eq!(refused("dimensions"), "'' is not a number of dimensions: use 3 to 5");
        assert_eq!(
            refused("coloring 0"),
            "'0' is not a number of colours: use 1 to 65535, or none for the fewest"
        );
        assert_eq!(refused("armies 3"), "'armies' has no parameter: leave out '3'");
    }
}
