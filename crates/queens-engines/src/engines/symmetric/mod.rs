//! Solutions that a symmetry fixes, and numbers of solutions by symmetry class.
//!
//! ```text
//! for each subgroup of the symmetries: fixed = number of solutions that all its members fix
//! for each subgroup, the largest first: exactly = fixed less the exactly of all larger subgroups that contain it
//! a solution that exactly one subgroup fixes has as many images as the subgroup has cosets
//! ```
//!
//! This is the table of marks (Burnside, Theory of Groups of Finite Order, 2nd ed., 1911,
//! sections 180 to 185). No solution is visited; symmetric solutions are few, and counted
//! in far less time than all solutions.
//!
//! 4 queens have two solutions. The quarter turn fixes both, and so does the half turn; a
//! mirror fixes none. So the subgroup of the four turns fixes exactly two, all smaller
//! ones fix exactly none. Each solution has 8 / 4 = 2 images, which makes one fundamental
//! solution, in the class of the quarter turn.

mod engine;
mod orbit_search;
mod turns;

pub(crate) use engine::Symmetric;

pub use turns::{half_turn, quarter_turn};

use super::{ferrers, transfer};
use crate::question::Class;
use control::{Limits, Step, Stop};
use queens_model::orbit::SymmetryClass;
use queens_model::problem::Problem;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::Unsupported;

/// Id of the engine.
const ID: &str = "symmetric";

/// Counts the solutions of `problem` that all of some symmetries fix: by [`half_turn`]
/// and [`quarter_turn`] for queens, by formulas for as many rooks as rows, else by the
/// transfer matrix.
///
/// # Errors
/// A problem that none of these counts. A limit is the inner error.
///
/// # Complexity
/// That of the count.
///
/// ```
/// use queens::symmetry::Symmetry;
/// use queens::engines::symmetric::fixed_by;
///
/// // OEIS A352661 to A352663: on 12 x 12 a quarter turn fixes two solutions of each of two classes.
/// let superqueens = "superqueens 12".parse()?;
/// assert_eq!(fixed_by(&superqueens, &[Symmetry::QuarterTurn], &Default::default())?, Ok(4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fixed_by(
    problem: &Problem,
    symmetries: &[Symmetry],
    limits: &Limits,
) -> Result<Result<u128, Stop>, Unsupported> {
    // A solution that these symmetries fix has as many queens in rows as in columns.
    let exchanges = problem.is_square()
        && symmetries.iter().any(|symmetry| symmetry.exchanges_axes());
    let like = if exchanges {
        problem.with_like_lines()
    } else {
        None
    };
    let problem = &like.as_ref().unwrap_or(problem).normalized();
    let of_queens = match symmetries {
        [Symmetry::HalfTurn] if problem.is_standard() => {
            Some(half_turn(problem.rows(), limits))
        }
        [Symmetry::QuarterTurn] if problem.is_standard() => {
            Some(quarter_turn(problem.rows(), limits))
        }
        _ => None,
    };
    // An error means that the board is too large: continue with the other ways.
    if let Some(Ok(fixed)) = of_queens {
        return Ok(fixed.map(u128::from));
    }
    if let Some(fixed) =
        ferrers::fixed_rooks(problem, &SymmetrySubgroup::generated_by(symmetries).members)
    {
        return Ok(Ok(fixed));
    }
    let report = transfer::count_fixed(problem, symmetries, limits)
        .map_err(|unsupported| unsupported.by(ID))?;
    Ok(Step::from(report.outcome).map(|()| report.count))
}

/// Returns the classes of `all` solutions of a problem with the symmetries `group`, in
/// the order of [`SymmetryClass::ALL`]. `fixed` counts the solutions that all of some
/// symmetries fix.
///
/// # Errors
/// Those of `fixed`.
///
/// # Complexity
/// At most seven calls of `fixed`.
///
/// ```
/// use queens::symmetry::Symmetry;
/// use queens::engines::symmetric::classes;
///
/// // Of the 92 solutions for eight queens a half turn fixes four; no quarter turn and no mirror fixes any.
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
        let mut counted = subgroups.iter().zip(&counts);
        let count = match counted.find(|(other, _)| other.is_conjugate(subgroup, group)) {
            _ if subgroup.generators.is_empty() => all,
            Some((_, &count)) => count,
            // A solution that a subgroup does not fix is not fixed by a larger one.
            None if subgroups
                .iter()
                .zip(&counts)
                .any(|(part, &count)| count == 0 && part.is_within(subgroup)) =>
            {
                0
            }
            None => fixed(&subgroup.generators)?,
        };
        counts.push(count);
    }
    let mut classes = SymmetryClass::ALL.map(|class| Class {
        class,
        fundamental: 0,
        solutions: 0,
    });
    // Solutions that exactly one subgroup fixes, the largest subgroups first.
    let mut exactly = vec![0u128; subgroups.len()];
    for (i, subgroup) in subgroups.iter().enumerate().rev() {
        let larger =
            (i + 1..subgroups.len()).filter(|&j| subgroup.is_within(&subgroups[j]));
        exactly[i] = counts[i] - larger.map(|j| exactly[j]).sum::<u128>();
        if let Some(of_class) = classes
            .iter_mut()
            .find(|known| known.class == subgroup.class())
        {
            of_class.solutions += exactly[i];
            // A solution fixed by s of g symmetries has g / s images, all counted here or
            // under a conjugate subgroup, so each adds s / g.
            of_class.fundamental += exactly[i] * subgroup.members.len() as u128;
        }
    }
    for class in &mut classes {
        class.fundamental /= group.len() as u128;
    }
    Ok(classes)
}

/// A subgroup of the symmetries.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SymmetrySubgroup {
    /// All members, in the order of [`Symmetry::ALL`].
    members: Vec<Symmetry>,
    /// Members that generate all others.
    generators: Vec<Symmetry>,
}

impl SymmetrySubgroup {
    fn generated_by(generators: &[Symmetry]) -> Self {
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
        SymmetrySubgroup {
            members,
            generators: generators.to_vec(),
        }
    }

    fn is_within(&self, other: &SymmetrySubgroup) -> bool {
        self.members
            .iter()
            .all(|member| other.members.contains(member))
    }

    /// True if a symmetry of `group` conjugates one into the other, so that both fix
    /// equally many solutions.
    fn is_conjugate(&self, other: &SymmetrySubgroup, group: &[Symmetry]) -> bool {
        group.iter().any(|&turn| {
            let turned = other
                .generators
                .iter()
                .map(|&member| member.seen_from(turn));
            SymmetrySubgroup::generated_by(&turned.collect::<Vec<_>>()).members
                == self.members
        })
    }

    fn class(&self) -> SymmetryClass {
        SymmetryClass::from_kept(|symmetry| self.members.contains(&symmetry))
    }
}

/// Lists the subgroups of a group of symmetries, the small ones first. One or two members
/// generate each.
fn subgroups(group: &[Symmetry]) -> Vec<SymmetrySubgroup> {
    let one = group.iter().map(|&symmetry| vec![symmetry]);
    let two = group
        .iter()
        .flat_map(|&a| group.iter().map(move |&b| vec![a, b]));
    let mut subgroups = vec![SymmetrySubgroup::generated_by(&[])];
    for subgroup in one
        .chain(two)
        .map(|generators| SymmetrySubgroup::generated_by(&generators))
    {
        if subgroups
            .iter()
            .all(|known| known.members != subgroup.members)
        {
            subgroups.push(subgroup);
        }
    }
    subgroups.sort_by_cached_key(|subgroup| subgroup.members.len());
    subgroups
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::square::Square;

    #[test]
    fn the_square_has_ten_subgroups() {
        let sizes: Vec<usize> = subgroups(&Symmetry::ALL)
            .iter()
            .map(|s| s.members.len())
            .collect();
        assert_eq!(sizes, [1, 2, 2, 2, 2, 2, 4, 4, 4, 8]);
        assert_eq!(subgroups(&[Symmetry::Identity]).len(), 1);
    }

    /// One piece on 3 x 3: all symmetries fix the centre, and a mirror fixes each of the
    /// other squares.
    #[test]
    fn one_piece_has_three_places() {
        let fixed = |symmetries: &[Symmetry]| {
            let squares =
                (0..3).flat_map(|row| (0..3).map(move |column| Square { row, column }));
            let stays = |square: &Square| {
                symmetries.iter().all(|s| s.apply(*square, 3, 3) == *square)
            };
            Ok::<u128, ()>(squares.filter(stays).count() as u128)
        };
        let [ordinary, point, rotary, reflective] =
            classes(9, &Symmetry::ALL, fixed).unwrap();
        assert_eq!((reflective.fundamental, reflective.solutions), (3, 9));
        assert_eq!(
            [ordinary, point, rotary].map(|class| class.solutions),
            [0, 0, 0]
        );
    }
}
