//! Sets of queens and groups that answer a question about a relative.

use super::{LayerViolation, Violation, consistent, layers, solution};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::relative::{Group, GroupKind, Relative, pieces_of};

/// Rule that a solution of a relative breaks.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RelativeViolation {
    /// Other groups than those of the relative.
    #[error("the groups should be {expected}, but {}", found_words(found))]
    Groups {
        /// Groups of the relative, in words.
        expected: &'static str,
        /// Groups of the solution, in words; empty if it has none.
        found: String,
    },
    /// A rule of the problem that the relative is.
    #[error(transparent)]
    Rule(#[from] Violation),
    /// A rule of a board of more dimensions.
    #[error(transparent)]
    Layers(#[from] LayerViolation),
}

/// Writes the groups that were found.
fn found_words(found: &str) -> String {
    if found.is_empty() { "there are none".to_owned() } else { format!("they are {found}") }
}

/// Largest number of groups that an error lists.
const MAX_LISTED_GROUPS: usize = 6;

/// Lists groups, with commas between them; many are cut off.
fn listed(groups: &[Group]) -> String {
    let mut names: Vec<String> =
        groups.iter().take(MAX_LISTED_GROUPS).map(|group| group.kind.to_string()).collect();
    if groups.len() > MAX_LISTED_GROUPS {
        names.push("...".to_owned());
    }
    names.join(", ")
}

/// Checks a solution of `relative`, which has either `queens` or `groups`. It need not be a best one. Of a set that no solution
/// contains, only that it breaks no rule is checked.
///
/// # Errors
/// The first violation found.
///
/// # Complexity
/// That of [`solution`] or [`layers`].
///
/// ```
/// use queens::{check, placement::Placement, problem::Problem, relative::{Group, GroupKind, Relative}};
///
/// let group = |kind, square: &str| Group { kind, placement: Placement::new(vec![square.parse().unwrap()]) };
/// let checked = |groups: &[Group]| check::relative(&Problem::queens(3).unwrap(), Relative::Armies, &Placement::default(), groups);
/// assert_eq!(checked(&[group(GroupKind::White, "a1"), group(GroupKind::Black, "c2")]), Ok(()));
/// let attacked = checked(&[group(GroupKind::White, "a1"), group(GroupKind::Black, "c3")]);
/// assert!(attacked.unwrap_err().to_string().ends_with("attack each other"));
/// ```
pub fn relative(
    problem: &Problem,
    relative: Relative,
    queens: &Placement,
    groups: &[Group],
) -> Result<(), RelativeViolation> {
    let wrong_groups = |expected| Err(RelativeViolation::Groups { expected, found: listed(groups) });
    match relative {
        Relative::Dimensions(dimensions) => {
            let mut groups = groups.to_vec();
            groups.sort_by_key(|group| group.kind);
            let numbered = (1..).map(GroupKind::Layer);
            if !groups.iter().map(|group| group.kind).eq(numbered.take(groups.len())) {
                return wrong_groups("layer 1, layer 2, ...");
            }
            let placements: Vec<&Placement> = groups.iter().map(|group| &group.placement).collect();
            Ok(layers(problem.rows(), dimensions, &placements)?)
        }
        Relative::Uncompletable if !groups.is_empty() => wrong_groups("the queens of one set"),
        Relative::Uncompletable => Ok(breaks_no_rule(problem, queens)?),
        _ => {
            let Ok(Some(asked)) = relative.to_problem(problem) else { return wrong_groups("other ones") };
            let pieces = if groups.is_empty() { Some(queens.clone()) } else { pieces_of(&asked, groups) };
            match pieces {
                Some(pieces) => Ok(solution(&asked, &pieces)?),
                None => wrong_groups("kinds of pieces of the problem"),
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relative::Dimensions;

    fn checked(relative_of: Relative, queens: &str, groups: &str) -> String {
        let squares =
            |text: &str| Placement::new(text.split_whitespace().map(|at| at.parse().unwrap()).collect());
        let group = |line: &str| {
            let (name, text) = line.split_once(": ").unwrap();
            Group { kind: name.parse().unwrap(), placement: squares(text) }
        };
        let groups: Vec<Group> = groups.lines().map(group).collect();
        let checked = relative(&Problem::queens(3).unwrap(), relative_of, &squares(queens), &groups);
        checked.map_or_else(|violation| violation.to_string(), |()| "valid".to_owned())
    }

    #[test]
    fn layers_are_those_of_the_board() {
        let cube = Relative::Dimensions(Dimensions::new(3).unwrap());
        let attack = "the queens on a1 of layer 1 and on c1 of layer 3 attack each other";
        assert_eq!(checked(cube, "", "layer 1: a1\nlayer 2: b3\nlayer 3: c1"), attack);
        assert_eq!(checked(cube, "", "layer 1: a1"), "the number of layers is 1 instead of 3");
        let wrong = "the groups should be layer 1, layer 2, ..., but they are white";
        assert_eq!(checked(cube, "", "white: a1"), wrong);
    }

    #[test]
    fn sets_of_queens_have_no_groups() {
        assert_eq!(checked(Relative::Uncompletable, "b2", ""), "valid");
        let attack = "the queens on a1 and b2 attack each other";
        assert_eq!(checked(Relative::Uncompletable, "a1 b2", ""), attack);
        let wrong = "the groups should be the queens of one set, but they are white";
        assert_eq!(checked(Relative::Uncompletable, "", "white: a1"), wrong);
    }

    #[test]
    fn other_relatives_are_problems_with_rules() {
        assert_eq!(checked(Relative::Armies, "", "white: a1\nblack: c2"), "valid");
        let wrong = "the groups should be kinds of pieces of the problem, but they are layer 1";
        assert_eq!(checked(Relative::Armies, "", "layer 1: a1"), wrong);
        assert!(checked(Relative::Armies, "", "white: a1\nblack: b3 c2").contains("as many of each"));
    }
}
