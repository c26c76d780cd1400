//! Solutions by how symmetric they are, from the numbers of those that symmetries keep.
//!
//! Nobody need look at a solution for that. The solutions that just the symmetries of a subgroup keep, and no others,
//! are those that the subgroup keeps, less those that just a larger one keeps; and such a solution has as many images
//! as the subgroup has cosets (Burnside, Theory of Groups of Finite Order, 2nd ed., 1911, sections 180 to 185: the
//! table of marks). The symmetric solutions are few, and soon counted beside all.

mod engine;
mod turns;

pub use engine::Symmetric;

pub use turns::{half_turn, quarter_turn};

use super::{ferrers, transfer};
use crate::question::Class;
use control::{Limits, Step, Stop};
use queens_model::orbit::SymmetryClass;
use queens_model::problem::Problem;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::Unsupported;

/// Its id among the engines.
const ID: &str = "symmetric";

/// How many solutions of `problem` all of some of its symmetries leave as they are: by [`half_turn`] and
/// [`quarter_turn`] for queens, by formulas for as many rooks as rows, and else by the transfer matrix.
///
/// # Errors
/// A problem that none of them answers. A limit is the inner error.
///
/// # Complexity
/// As the count that answers.
///
/// ```
/// use queens::symmetry::Symmetry;
/// use queens::engines::symmetric::fixed_by;
///
/// // OEIS A352661 to A352663: on 12 x 12 a quarter turn keeps two solutions of each of two classes.
/// let superqueens = "superqueens 12".parse()?;
/// assert_eq!(fixed_by(&superqueens, &[Symmetry::QuarterTurn], &Default::default())?, Ok(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixed_by(
    problem: &Problem,
    symmetries: &[Symmetry],
    limits: &Limits,
) -> Result<Result<u128, Stop>, Unsupported> {
    // A solution that these keep has as many queens in the rows as in the columns.
    let exchanges = problem.is_square() && symmetries.iter().any(|symmetry| symmetry.exchanges_axes());
    let like = if exchanges { problem.with_like_lines() } else { None };
    let problem = &like.as_ref().unwrap_or(problem).normalized();
    let of_queens = match symmetries {
        [Symmetry::HalfTurn] if problem.is_standard() => Some(half_turn(problem.rows(), limits)),
        [Symmetry::QuarterTurn] if problem.is_standard() => Some(quarter_turn(problem.rows(), limits)),
        _ => None,
    };
    // An error: a larger board.
    if let Some(Ok(fixed)) = of_queens {
        return Ok(fixed.map(u128::from));
    }
    if let Some(fixed) = ferrers::fixed_rooks(problem, &Subgroup::from(symmetries).members) {
        return Ok(Ok(fixed));
    }
    let report =
        transfer::count_fixed(problem, symmetries, limits).map_err(|unsupported| unsupported.by(ID))?;
    Ok(Step::from(report.outcome).map(|()| report.count))
}

/// The classes of `all` solutions of a problem with the symmetries `group`, in the order of [`SymmetryClass::ALL`].
/// `fixed` counts the solutions that all of some symmetries leave as they are.
///
/// # Errors
/// What `fixed` fails with.
///
/// # Complexity
/// At most seven calls of `fixed`.
///
/// ```
/// use queens::symmetry::Symmetry;
/// use queens::engines::symmetric::classes;
///
/// // Of the 92 solutions for eight queens a half turn keeps four; no quarter turn and no mirror keeps any.
/// let fixed = |symmetries: &[Symmetry]| Ok::<_, ()>(if symmetries == [Symmetry::HalfTurn] { 4 } else { 0 });
/// let classes = classes(92, &Symmetry::ALL, fixed).unwrap();
/// assert_eq!(classes.map(|class| class.fundamental), [11, 1, 0, 0]);
/// ```
pub fn classes<E>(
    all: u128,
    group: &[Symmetry],
    mut fixed: impl FnMut(&[Symmetry]) -> Result<u128, E>,
) -> Result<[Class; 4], E> {
    let subgroups = subgroups(group);
    let mut counts: Vec<u128> = Vec::with_capacity(subgroups.len());
    for subgroup in &subgroups {
        let mut known = subgroups.iter().zip(&counts);
        let count = match known.find(|(other, _)| other.is_like(subgroup, group)) {
            _ if subgroup.generators.is_empty() => all,
            Some((_, &count)) => count,
            // What a smaller one does not keep, no larger one does.
            None if subgroups
                .iter()
                .zip(&counts)
                .any(|(part, &count)| count == 0 && part.is_in(subgroup)) =>
            {
                0
            }
            None => fixed(&subgroup.generators)?,
        };
        counts.push(count);
    }
    let mut classes = SymmetryClass::ALL.map(|class| Class { class, fundamental: 0, solutions: 0 });
    // Those that just one subgroup keeps; the large ones first.
    let mut just = vec![0u128; subgroups.len()];
    for (i, subgroup) in subgroups.iter().enumerate().rev() {
        let larger = (i + 1..subgroups.len()).filter(|&j| subgroup.is_in(&subgroups[j]));
        just[i] = counts[i] - larger.map(|j| just[j]).sum::<u128>();
        if let Some(of_class) = classes.iter_mut().find(|known| known.class == subgroup.class()) {
            of_class.solutions += just[i];
            // As many times as the orbits that they are from; the images under others are counted there.
            of_class.fundamental += just[i] * subgroup.members.len() as u128;
        }
    }
    for class in &mut classes {
        class.fundamental /= group.len() as u128;
    }
    Ok(classes)
}

/// Symmetries that belong together: with any two of them what comes of one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Subgroup {
    /// In the order of [`Symmetry::ALL`].
    members: Vec<Symmetry>,
    /// From which all others come.
    generators: Vec<Symmetry>,
}

impl Subgroup {
    fn from(generators: &[Symmetry]) -> Self {
        let mut members = vec![Symmetry::Identity];
        let mut at = 0;
        while let Some(&member) = members.get(at) {
            for image in generators.iter().map(|generator| generator.after(member)) {
                if !members.contains(&image) {
                    members.push(image);
                }
            }
            at += 1;
        }
        members.sort_unstable();
        Subgroup { members, generators: generators.to_vec() }
    }

    fn is_in(&self, other: &Subgroup) -> bool {
        self.members.iter().all(|member| other.members.contains(member))
    }

    /// Whether a symmetry of `group` turns one into the other, so that they keep as many.
    fn is_like(&self, other: &Subgroup, group: &[Symmetry]) -> bool {
        group.iter().any(|&turn| {
            let turned = other.generators.iter().map(|&member| member.seen_from(turn));
            Subgroup::from(&turned.collect::<Vec<_>>()).members == self.members
        })
    }

    fn class(&self) -> SymmetryClass {
        SymmetryClass::of(|symmetry| self.members.contains(&symmetry))
    }
}

/// The subgroups of a group of symmetries, the small ones first: one or two of its members generate each.
fn subgroups(group: &[Symmetry]) -> Vec<Subgroup> {
    let one = group.iter().map(|&symmetry| vec![symmetry]);
    let two = group.iter().flat_map(|&a| group.iter().map(move |&b| vec![a, b]));
    let mut subgroups = vec![Subgroup::from(&[])];
    for subgroup in one.chain(two).map(|generators| Subgroup::from(&generators)) {
        if subgroups.iter().all(|known| known.members != subgroup.members) {
            subgroups.push(subgroup);
        }
    }
    subgroups.sort_by_key(|subgroup| subgroup.members.len());
    subgroups
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::square::Square;

    #[test]
    fn the_square_has_ten_subgroups() {
        let sizes: Vec<usize> = subgroups(&Symmetry::ALL).iter().map(|s| s.members.len()).collect();
        assert_eq!(sizes, [1, 2, 2, 2, 2, 2, 4, 4, 4, 8]);
        assert_eq!(subgroups(&[Symmetry::Identity]).len(), 1);
    }

    /// One piece on 3 x 3: all symmetries keep the centre, a mirror each of the other squares.
    #[test]
    fn one_piece_has_three_places() {
        let fixed = |symmetries: &[Symmetry]| {
            let squares = (0..3).flat_map(|row| (0..3).map(move |column| Square { row, column }));
            let stays = |square: &Square| symmetries.iter().all(|s| s.apply(*square, 3, 3) == *square);
            Ok::<u128, ()>(squares.filter(stays).count() as u128)
        };
        let [ordinary, point, rotary, reflective] = classes(9, &Symmetry::ALL, fixed).unwrap();
        assert_eq!((reflective.fundamental, reflective.solutions), (3, 9));
        assert_eq!([ordinary, point, rotary].map(|class| class.solutions), [0, 0, 0]);
    }
}
