//! Solutions in several groups.

use super::{Dimensions, PieceKind, PieceMix, Relative};
use crate::placement::Placement;
use std::fmt;
use std::str::FromStr;

/// A group of a solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Group {
    /// The kind of its pieces or squares.
    pub kind: GroupKind,
    /// Its squares.
    pub placement: Placement,
}

/// Kind of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GroupKind {
    /// The white army.
    White,
    /// The black army.
    Black,
    /// Pieces of one kind.
    Pieces(PieceKind),
    /// Pawns, which stop attacks and attack nothing.
    Pawns,
    /// The squares of one colour, numbered from 1.
    Color(u16),
    /// The queens of one layer of a board of several dimensions, numbered from 1.
    Layer(u32),
}

impl Relative {
    /// Returns the relative whose solutions have such groups on a square board with this `side`; `None` if there is none. For
    /// pieces, the relative has the numbers of the groups.
    #[must_use]
    pub fn of_groups(groups: &[Group], side: u32) -> Option<Self> {
        match groups.first()?.kind {
            GroupKind::White | GroupKind::Black => Some(Relative::Armies),
            GroupKind::Color(_) => Some(Relative::Coloring(None)),
            GroupKind::Layer(_) => {
                let has_layers = |number: &Dimensions| {
                    (side as usize).checked_pow(u32::from(number.get()) - 2) == Some(groups.len())
                };
                let mut numbers = (3..=Dimensions::MAX).filter_map(Dimensions::new);
                numbers.find(has_layers).map(Relative::Dimensions)
            }
            GroupKind::Pieces(_) | GroupKind::Pawns => {
                let number = |group: &Group| match group.kind {
                    GroupKind::Pieces(kind) => Some((kind, u16::try_from(group.placement.len()).ok()?)),
                    _ => None,
                };
                let numbers: Option<Vec<_>> = groups.iter().map(number).collect();
                PieceMix::of(&numbers?).ok().map(Relative::Pieces)
            }
        }
    }
}

/// Writes `white`, `black`, `knights`, `pawns`, `colour 3` or `layer 2`.
impl fmt::Display for GroupKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupKind::White => f.write_str("white"),
            GroupKind::Black => f.write_str("black"),
            GroupKind::Pieces(kind) => f.write_str(kind.plural()),
            GroupKind::Pawns => f.write_str("pawns"),
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
            _ if name == "pawns" => Some(GroupKind::Pawns),
            _ => PieceKind::ALL.into_iter().find(|kind| kind.plural() == name).map(GroupKind::Pieces),
        };
        kind.ok_or_else(|| GroupKindError(name.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn names_round_trip() {
        for name in ["white", "black", "queens", "kings", "pawns", "colour 1", "colour 65535", "layer 12"] {
            assert_eq!(name.parse::<GroupKind>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn groups_name_their_relative() {
        let relative = |kinds: &[(&str, usize)], side: u32| {
            let squares = |number: usize| (0..number).map(|at| Square::new(at as u32, 0)).collect();
            let group = |&(kind, number): &(&str, usize)| Group {
                kind: kind.parse().unwrap(),
                placement: Placement::new(squares(number)),
            };
            let groups: Vec<Group> = kinds.iter().map(group).collect();
            Relative::of_groups(&groups, side).map(|relative| relative.to_string())
        };
        let named = |name: &str| Some(name.to_owned());
        assert_eq!(relative(&[("white", 1), ("black", 1)], 3), named("armies"));
        assert_eq!(relative(&[("colour 1", 1)], 3), named("coloring"));
        let mix = [("knights", 2), ("queens", 3)];
        assert_eq!(relative(&mix, 8), named("pieces 3 queens, 2 knights"));
        let layers: Vec<(&str, usize)> = ["layer 1"; 9].map(|name| (name, 1)).to_vec();
        assert_eq!(relative(&layers, 3), named("dimensions 4"));
        assert_eq!(relative(&layers, 9), named("dimensions 3"));
        assert_eq!(relative(&layers, 2), None);
        assert_eq!(relative(&[], 3), None);
        assert_eq!(relative(&[("queens", 1), ("white", 1)], 3), None);
    }

    #[test]
    fn other_names_are_refused() {
        for name in ["", "grey", "knight", "colour", "colour 0", "colour 65536", "layer x"] {
            let error = name.parse::<GroupKind>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("'{name}' is not a group: use white, black")), "{error}");
        }
    }
}
