//! Solutions in several groups.

use super::PieceKind;
use crate::placement::{Label, Placement};
use crate::problem::Problem;
use crate::problem::rules::{Kind, MAX_NAME_BYTES};
use crate::square::Square;
use std::collections::BTreeMap;
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
    /// Pieces of a kind with a name of its own, such as `red`: the piece that is drawn,
    /// and the number of the kind, from 1, which selects the colour.
    Named(KindName, PieceKind, u8),
}

/// The name of a kind, of at most [`MAX_NAME_BYTES`] bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct KindName {
    /// The bytes of the name, and zeros after them.
    bytes: [u8; MAX_NAME_BYTES],
}

impl KindName {
    /// Returns a name; letters that do not fit are left out.
    #[must_use]
    pub fn new(name: &str) -> Self {
        let mut bytes = [0; MAX_NAME_BYTES];
        let end = (0..=MAX_NAME_BYTES.min(name.len()))
            .rev()
            .find(|&end| name.is_char_boundary(end));
        for (to, from) in bytes.iter_mut().zip(name.bytes().take(end.unwrap_or(0))) {
            *to = from;
        }
        KindName { bytes }
    }

    /// Returns the first letter in lower case: capitals are pieces.
    #[must_use]
    pub fn initial(&self) -> char {
        let first = String::from_utf8_lossy(&self.bytes)
            .chars()
            .next()
            .unwrap_or('?');
        first.to_lowercase().next().unwrap_or(first)
    }
}

impl fmt::Display for KindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.bytes).trim_end_matches('\0'))
    }
}

/// Returns the pieces of a placement by kind and set; none if the problem has one kind of
/// pieces and no sets.
///
/// ```
/// use queens_model::placement::{Label, Placement};
/// use queens_model::relative::groups;
///
/// let problem = "3; pieces: 1 rook, 1 white king".parse()?;
/// let piece = |square: &str, kind| (square.parse().unwrap(), Label { kind, set: 0 });
/// let pieces = Placement::labelled(vec![piece("a1", 0), piece("c2", 1)]);
/// let names: Vec<String> = groups(&problem, &pieces).iter().map(|group| group.kind.to_string()).collect();
/// assert_eq!(names, ["rooks", "white"]);
/// # Ok::<(), queens_model::problem::ProblemTextError>(())
/// ```
#[must_use]
pub fn groups(problem: &Problem, placement: &Placement) -> Vec<Group> {
    let Some(rules) = problem.rules().filter(|_| has_groups(problem)) else {
        return Vec::new();
    };
    let named = (0u8..).zip(&rules.kinds).filter(|(_, kind)| !kind.is_sets);
    let mut squares: BTreeMap<Label, Vec<Square>> = named
        .map(|(kind, _)| (Label { kind, set: 0 }, Vec::new()))
        .collect();
    for (square, label) in placement.pieces() {
        squares.entry(label).or_default().push(square);
    }
    let mut sets = 0;
    let groups = squares.into_iter().map(|(label, squares)| {
        let kind = match rules.kinds.get(usize::from(label.kind)) {
            Some(kind) if !kind.is_sets => group_of(label.kind, kind),
            _ => {
                sets += 1;
                GroupKind::Color(sets)
            }
        };
        Group {
            kind,
            placement: Placement::new(squares),
        }
    });
    groups.collect()
}

/// Returns the placement with these groups, each of a kind of `problem` or of a set;
/// `None` if there is no such kind. Of a problem with several kinds of sets it is not
/// known to which a set belongs.
#[must_use]
pub fn pieces_of(problem: &Problem, groups: &[Group]) -> Option<Placement> {
    let kinds = &problem.rules()?.kinds;
    let label = |group: GroupKind| match group {
        GroupKind::Color(number) => {
            let mut sets = (0u8..).zip(kinds).filter(|(_, kind)| kind.is_sets);
            let (kind, _) = sets.next().filter(|_| sets.next().is_none())?;
            Some(Label { kind, set: number })
        }
        named => {
            let mut kinds = (0u8..).zip(kinds).filter(|(_, kind)| !kind.is_sets);
            let name = named.to_string();
            let is_it = |number: u8, kind: &Kind| {
                kind.name == name || group_of(number, kind).to_string() == name
            };
            let (kind, _) = kinds.find(|(number, kind)| is_it(*number, kind))?;
            Some(Label { kind, set: 0 })
        }
    };
    let mut pieces = Vec::new();
    for group in groups {
        let label = label(group.kind)?;
        pieces.extend(
            group
                .placement
                .squares()
                .iter()
                .map(|&square| (square, label)),
        );
    }
    Some(Placement::labelled(pieces))
}

/// Returns true if the pieces of `problem` have several kinds, or belong to sets.
#[must_use]
pub fn has_groups(problem: &Problem) -> bool {
    problem.rules().is_some_and(|rules| {
        rules.kinds.len() > 1 || rules.kinds.iter().any(|kind| kind.is_sets)
    })
}

/// Returns the group of a named kind with this number.
fn group_of(number: u8, kind: &Kind) -> GroupKind {
    let chess_piece = kind
        .piece
        .name()
        .and_then(|name| PieceKind::ALL.into_iter().find(|piece| piece.id() == name));
    match (kind.name.as_str(), chess_piece) {
        ("white", Some(PieceKind::Queen)) => GroupKind::White,
        ("black", Some(PieceKind::Queen)) => GroupKind::Black,
        (name, Some(piece)) if name == piece.id() => GroupKind::Pieces(piece),
        ("pawn", None) if kind.piece.rays().is_empty() => GroupKind::Pawns,
        // The moves are no name.
        (name, None) if name == kind.piece.to_string() && name.contains('(') => {
            let name = KindName::new(&format!("kind {}", number + 1));
            GroupKind::Named(name, PieceKind::Queen, number + 1)
        }
        (name, piece) => GroupKind::Named(
            KindName::new(name),
            piece.unwrap_or(PieceKind::Queen),
            number + 1,
        ),
    }
}

/// Writes `white`, `black`, `knights`, `pawns` or `colour 3`.
impl fmt::Display for GroupKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GroupKind::White => f.write_str("white"),
            GroupKind::Black => f.write_str("black"),
            GroupKind::Pieces(kind) => f.write_str(kind.plural()),
            GroupKind::Pawns => f.write_str("pawns"),
            GroupKind::Color(number) => write!(f, "colour {number}"),
            GroupKind::Named(name, ..) => write!(f, "{name}"),
        }
    }
}

/// Text that names no group.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a group: use white, black, a kind of pieces (knights) or colour NUMBER"
)]
pub struct GroupKindError(String);

/// Reads the form that `Display` writes.
impl FromStr for GroupKind {
    type Err = GroupKindError;

    fn from_str(name: &str) -> Result<Self, GroupKindError> {
        let number =
            |number: &str| number.parse().ok().filter(|&number: &u32| number > 0);
        let kind = match name.split_once(' ') {
            Some(("colour", text)) => number(text)
                .and_then(|number| number.try_into().ok())
                .map(GroupKind::Color),
            _ if name == "white" => Some(GroupKind::White),
            _ if name == "black" => Some(GroupKind::Black),
            _ if name == "pawns" => Some(GroupKind::Pawns),
            _ => {
                let piece = PieceKind::ALL
                    .into_iter()
                    .find(|kind| kind.plural() == name);
                piece.map(GroupKind::Pieces).or_else(|| named_kind(name))
            }
        };
        kind.ok_or_else(|| GroupKindError(name.chars().take(40).collect()))
    }
}

/// Returns the kind with a name of its own: small letters, or `kind 2` for one that has
/// only moves. What it is drawn as is not known.
fn named_kind(name: &str) -> Option<GroupKind> {
    let word = name.strip_prefix("kind ").map_or(name, str::trim_start);
    let is_number = word != name && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_word = word == name
        && word.len() > 1
        && word.bytes().all(|byte| byte.is_ascii_lowercase());
    let is_name = (is_number || is_word) && name.len() <= MAX_NAME_BYTES;
    is_name.then(|| GroupKind::Named(KindName::new(name), PieceKind::Queen, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for name in [
            "white",
            "red",
            "queens",
            "kings",
            "pawns",
            "colour 1",
            "colour 65535",
            "kind 2",
        ] {
            assert_eq!(name.parse::<GroupKind>().unwrap().to_string(), name);
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "",
            "Grey",
            "a",
            "colour 0",
            "colour 65536",
            "layer 1",
            "kind x",
        ] {
            let error = name.parse::<GroupKind>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("'{name}' is not a group: use white, black")),
                "{error}"
            );
        }
    }
}
