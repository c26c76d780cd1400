//! Solutions in several groups.

use super::PieceKind;
use crate::placement::Placement;
use std::fmt;
use std::str::FromStr;

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

/// Text that names no group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a group: use white, black, a kind of pieces (knights), colour NUMBER or layer NUMBER")]
pub struct GroupKindError(String);

/// Reads the form that `Display` writes.
impl FromStr for GroupKind {
    type Err = GroupKindError;

    fn from_str(name: &str) -> Result<Self, GroupKindError> {
        let number = |number: &str| number.parse().ok().filter(|&number: &u32| number > 0);
        let kind = match name.split_once(' ') {
            Some(("colour", text)) => {
                number(text).and_then(|number| number.try_into().ok()).map(GroupKind::Color)
            }
            Some(("layer", text)) => number(text).map(GroupKind::Layer),
            _ if name == "white" => Some(GroupKind::White),
            _ if name == "black" => Some(GroupKind::Black),
            _ => PieceKind::ALL.into_iter().find(|kind| kind.plural() == name).map(GroupKind::Pieces),
        };
        kind.ok_or_else(|| GroupKindError(name.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in ["white", "black", "queens", "kings", "colour 1", "colour 65535", "layer 12"] {
            assert_eq!(name.parse::<GroupKind>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "grey", "knight", "colour", "colour 0", "colour 65536", "layer x"] {
            let error = name.parse::<GroupKind>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{name}' is not a group: use white, black")), "{error}");
        }
    }
}
