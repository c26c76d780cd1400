//! Solutions of the relatives of the problem.

use super::{LayerViolation, Violation, armies, coloring, consistent, layers, pieces, solution};
use crate::domination::{self, NotDominating};
use crate::placement::Placement;
use crate::problem::{Problem, SquareKind};
use crate::relative::{Group, GroupKind, Relative};
use crate::square::Square;

/// Largest number of groups that an error lists.
const MAX_LISTED_GROUPS: usize = 6;

/// Rule that a solution of a relative breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelativeViolation {
    /// Other groups than those of the relative.
    #[error("the groups should be {expected}, but {}", found_words(found))]
    Groups {
        /// Groups of the relative, in words.
        expected: String,
        /// Groups of the solution, in words; empty if it has none.
        found: String,
    },
    /// A group of another size.
    #[error("{group}: {found} instead of {expected}")]
    Size {
        /// The group.
        group: GroupKind,
        /// Number of its squares.
        found: usize,
        /// Number that it should have.
        expected: usize,
    },
    /// Too many colours.
    #[error("{} instead of at most {most}", control::counted(*found, "colour"))]
    Colors {
        /// Number of colours.
        found: usize,
        /// Number that was asked for.
        most: u16,
    },
    /// Two pieces that attack each other, each with its group.
    #[error("{} ({}) and {} ({}) attack each other", .0[0].1, .0[0].0, .0[1].1, .0[1].0)]
    Attack([(GroupKind, Square); 2]),
    /// Another rule, and the groups of the squares that break it.
    #[error("{}{violation}", prefix(groups))]
    Rule {
        /// The groups; none for a rule about the whole board.
        groups: Vec<GroupKind>,
        /// The rule.
        violation: Violation,
    },
    /// A set that does not dominate the board.
    #[error(transparent)]
    Dominating(#[from] NotDominating),
    /// A rule of a board of more dimensions.
    #[error(transparent)]
    Layers(#[from] LayerViolation),
}

/// Writes the groups that were found.
fn found_words(found: &str) -> String {
    if found.is_empty() { "there are none".to_owned() } else { format!("they are {found}") }
}

/// Writes the groups in front of a violation.
fn prefix(groups: &[GroupKind]) -> String {
    if groups.is_empty() { String::new() } else { format!("{}: ", listed(groups)) }
}

/// Lists groups, with commas between them; many are cut off.
fn listed(groups: &[GroupKind]) -> String {
    let mut names: Vec<String> = groups.iter().take(MAX_LISTED_GROUPS).map(ToString::to_string).collect();
    if groups.len() > MAX_LISTED_GROUPS {
        names.push("...".to_owned());
    }
    names.join(", ")
}

/// Checks a solution of `relative`, which has either `queens` or `groups`. It need not be a best one: a dominating set may be
/// larger than necessary, and other queens may have a better sum. Of a set that no solution contains, only that it breaks no
/// rule is checked.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// That of the check of the relative in this module, or of [`domination::check`].
///
/// ```
/// use queens::{check, placement::Placement, problem::Problem, relative::{Group, GroupKind, Relative}};
///
/// let group = |kind, square: &str| Group { kind, placement: Placement::new(vec![square.parse().unwrap()]) };
/// let armies = [group(GroupKind::White, "a1"), group(GroupKind::Black, "c2")];
/// let checked = |groups| check::relative(&Problem::queens(3).unwrap(), Relative::Armies, &Placement::default(), groups);
/// assert_eq!(checked(&armies), Ok(()));
/// let attacked = [group(GroupKind::White, "a1"), group(GroupKind::Black, "c3")];
/// assert_eq!(checked(&attacked).unwrap_err().to_string(), "a1 (white) and c3 (black) attack each other");
/// ```
pub fn relative(
    problem: &Problem,
    relative: Relative,
    queens: &Placement,
    groups: &[Group],
) -> Result<(), RelativeViolation> {
    let mut groups = groups.to_vec();
    groups.sort_by_key(|group| group.kind);
    check_kinds(problem, relative, &groups)?;
    let placements: Vec<&Placement> = groups.iter().map(|group| &group.placement).collect();
    let in_groups = |violation| located(violation, &groups);
    match relative {
        Relative::Dominating(domination) => Ok(domination::check(problem, queens, domination)?),
        Relative::Best(_) => solution(problem, queens).map_err(in_groups),
        Relative::Uncompletable => breaks_no_rule(problem, queens).map_err(in_groups),
        Relative::Armies => {
            check_sizes(&groups, |_| placements[0].len())?;
            armies(problem, [placements[0], placements[1]]).map_err(in_groups)
        }
        Relative::Pieces(mix) => {
            let numbers = mix.numbers();
            check_sizes(&groups, |at| match &numbers {
                Some(numbers) => numbers[at].1.into(),
                None => placements[0].len(),
            })?;
            pieces(problem, mix, &groups).map_err(in_groups)
        }
        Relative::Coloring(most) => {
            if let Some(most) = most.map(u16::from).filter(|&most| groups.len() > most.into()) {
                return Err(RelativeViolation::Colors { found: groups.len(), most });
            }
            coloring(problem, placements).map_err(in_groups)
        }
        Relative::Dimensions(dimensions) => Ok(layers(problem.rows(), dimensions, &placements)?),
    }
}

/// Checks that `queens` break no rule beside the given queens, which are not among them: no two attack each other, and no row,
/// column or region nor the board has more queens than it takes. The empty set breaks none, whatever the given queens are.
fn breaks_no_rule(problem: &Problem, queens: &Placement) -> Result<(), Violation> {
    if queens.is_empty() {
        return Ok(());
    }
    let mut all = [queens.squares(), problem.givens()].concat();
    all.sort_unstable();
    consistent(problem, &all)
}

/// Checks that sorted `groups` are those of `relative`.
fn check_kinds(problem: &Problem, relative: Relative, groups: &[Group]) -> Result<(), RelativeViolation> {
    let found: Vec<GroupKind> = groups.iter().map(|group| group.kind).collect();
    let numbered = |kind: fn(u32) -> GroupKind| {
        let expected: Vec<GroupKind> = (1..=found.len() as u32).map(kind).collect();
        // A board without squares needs no colour and has no layer.
        let has_squares = problem.every_square().any(|square| problem.kind(square) == SquareKind::Free);
        let is_right = found == expected && !(found.is_empty() && has_squares);
        (is_right, format!("{}, {}, ...", kind(1), kind(2)))
    };
    let exactly = |expected: &[GroupKind]| (found == expected, listed(expected));
    let (is_right, expected) = match relative {
        Relative::Dominating(_) | Relative::Best(_) | Relative::Uncompletable => {
            (found.is_empty(), "the queens of one set".to_owned())
        }
        Relative::Armies => exactly(&[GroupKind::White, GroupKind::Black]),
        Relative::Pieces(mix) => exactly(&mix.kinds().into_iter().map(GroupKind::Pieces).collect::<Vec<_>>()),
        Relative::Coloring(_) => {
            numbered(|number| GroupKind::Color(u16::try_from(number).unwrap_or(u16::MAX)))
        }
        Relative::Dimensions(_) => numbered(GroupKind::Layer),
    };
    let found = listed(&found);
    if is_right { Ok(()) } else { Err(RelativeViolation::Groups { expected, found }) }
}

/// Checks the number of squares of each group.
fn check_sizes(groups: &[Group], expected: impl Fn(usize) -> usize) -> Result<(), RelativeViolation> {
    for (at, Group { kind, placement }) in groups.iter().enumerate() {
        let (found, expected) = (placement.len(), expected(at));
        if found != expected {
            return Err(RelativeViolation::Size { group: *kind, found, expected });
        }
    }
    Ok(())
}

/// Adds to a violation the groups of its squares.
fn located(violation: Violation, groups: &[Group]) -> RelativeViolation {
    let of_square = |square: Square| {
        let contains = move |group: &&Group| group.placement.squares().binary_search(&square).is_ok();
        groups.iter().filter(contains).map(|group| group.kind)
    };
    match violation {
        Violation::Attack(one, other) => match (of_square(one).next(), of_square(other).next()) {
            (Some(first), Some(second)) => RelativeViolation::Attack([(first, one), (second, other)]),
            _ => RelativeViolation::Rule { groups: Vec::new(), violation },
        },
        Violation::OffBoard { square, .. } | Violation::Blocked { square, .. } | Violation::Twice(square) => {
            RelativeViolation::Rule { groups: of_square(square).collect(), violation }
        }
        Violation::Uncovered(_)
        | Violation::Rule(_)
        | Violation::GivenMissing(_)
        | Violation::Unit { .. } => RelativeViolation::Rule { groups: Vec::new(), violation },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(text: &str) -> Vec<Group> {
        let group = |line: &str| {
            let (name, squares) = line.split_once(": ").unwrap();
            let squares = squares.split(' ').map(|square| square.parse().unwrap());
            Group { kind: name.parse().unwrap(), placement: Placement::new(squares.collect()) }
        };
        text.lines().map(group).collect()
    }

    fn checked(size: u32, name: &str, text: &str) -> String {
        let problem = Problem::queens(size).unwrap();
        let checked = relative(&problem, name.parse().unwrap(), &Placement::default(), &groups(text));
        checked.map_or_else(|violation| violation.to_string(), |()| "valid".to_owned())
    }

    /// Attacks and double squares are those that a reader sees on the board.
    #[test]
    fn violations_name_groups_and_squares() {
        for (size, name, text, expected) in [
            (3, "armies", "black: c2\nwhite: a1", "valid"),
            (3, "armies", "white: a1\nblack: c3", "a1 (white) and c3 (black) attack each other"),
            (3, "armies", "white: a1\nblack: a1", "white, black: two queens are on a1"),
            (3, "armies", "white: a1 b1\nblack: c2", "black: 1 instead of 2"),
            (3, "armies", "white: a1", "the groups should be white, black, but they are white"),
            (
                3,
                "armies",
                "white: a4\nblack: c2",
                "white: the queen on a4 (3:0 from 0) is off the board of 3 x 3 (rows x columns)",
            ),
            (
                4,
                "pieces 1 queen, 1 knight",
                "knights: b3\nqueens: a1",
                "a1 (queens) and b3 (knights) attack each other",
            ),
            (4, "pieces 1 queen, 1 knight", "knights: d2\nqueens: a1", "valid"),
            (4, "pieces 1 queen, 2 knights", "knights: d2\nqueens: a1", "knights: 1 instead of 2"),
            (4, "pieces queens = knights", "knights: d2 d3\nqueens: a1", "knights: 2 instead of 1"),
            (2, "coloring", "colour 1: a1\ncolour 2: b1\ncolour 3: a2\ncolour 4: b2", "valid"),
            (
                2,
                "coloring 3",
                "colour 1: a1\ncolour 2: b1\ncolour 3: a2\ncolour 4: b2",
                "4 colours instead of at most 3",
            ),
            (2, "coloring", "colour 1: a1 b2", "a1 (colour 1) and b2 (colour 1) attack each other"),
            (2, "coloring", "colour 1: a1\ncolour 2: b1\ncolour 3: a2", "b2 has no colour"),
            (
                2,
                "coloring",
                "colour 1: a1\ncolour 3: b1",
                "the groups should be colour 1, colour 2, ..., but they are colour 1, colour 3",
            ),
            (
                3,
                "dimensions 3",
                "layer 1: a1\nlayer 2: b3\nlayer 3: c1",
                "the queens on a1 of layer 1 and on c1 of layer 3 attack each other",
            ),
            (3, "dimensions 3", "layer 1: a1", "1 layers instead of 3"),
            (3, "dominating", "white: a1", "the groups should be the queens of one set, but they are white"),
        ] {
            assert_eq!(checked(size, name, text), expected, "{name}: {text}");
        }
        let none = |problem: &str, name: &str| {
            let problem: Problem = problem.parse().unwrap();
            relative(&problem, name.parse().unwrap(), &Placement::default(), &[])
        };
        let expected = "the groups should be white, black, but there are none";
        assert_eq!(none("3", "armies").unwrap_err().to_string(), expected);
        let expected = "the groups should be colour 1, colour 2, ..., but there are none";
        assert_eq!(none("1", "coloring").unwrap_err().to_string(), expected);
        for (problem, name) in [("0", "coloring"), ("1\nholes: a1", "coloring"), ("0", "dimensions 3")] {
            assert_eq!(none(problem, name), Ok(()), "{name} of {problem}");
        }
    }

    #[test]
    fn sets_of_queens_have_no_groups() {
        let problem = Problem::queens(3).unwrap();
        let set = |squares: &str| Placement::new(squares.split(' ').map(|at| at.parse().unwrap()).collect());
        let checked = |name: &str, squares| relative(&problem, name.parse().unwrap(), &set(squares), &[]);
        assert_eq!(checked("dominating", "b2"), Ok(()));
        assert!(checked("total-dominating", "b2").is_err());
        assert_eq!(checked("uncompletable", "b2"), Ok(()));
        let attack = checked("uncompletable", "a1 b2").unwrap_err().to_string();
        assert_eq!(attack, "the queens on a1 and b2 attack each other");
    }
}
