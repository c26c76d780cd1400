//! Properties that the sum of a count must have. No unit is run to check them.
//!
//! They refuse a wrong sum, but prove no right one: of eight numbers around Q(28), one
//! passes.
//!
//! - The published value, if there is one.
//! - The remainder modulo 8. A reflection changes every solution of two or more queens,
//!   so a solution has eight different images unless a half turn leaves it unchanged.
//!   Example: of the 4 solutions of 6 queens a half turn leaves all 4 unchanged
//!   (A032522), and 4 = 4 modulo 8.
//! - The law of growth, for standard boards beyond the published ones: within
//!   [`LAW_TOLERANCE`] of 2.53 n! e^(-0.944001 n).

use queens::estimate::law;
use queens::orbit::SymmetryClass;
use queens::parallel::{JobQuestion, Tally};
use queens::problem::{Preset, Problem};
use queens::reference::{self, Published};
use queens::symmetry::Symmetry;

use crate::proof;

/// Largest accepted distance from the law of growth, as a fraction. All counts from 18 to
/// 27 queens, and the 95 percent intervals of the estimates for 40 and 100 queens, are
/// within 2 percent of it (docs/lab/estimates.md).
pub(crate) const LAW_TOLERANCE: f64 = 0.03;

/// Sizes at which the law was compared with counts and estimates.
const LAW_SIZES: std::ops::RangeInclusive<u32> = 18..=100;

/// A property of a sum, and whether the sum has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SumCheck {
    /// The property.
    pub(crate) what: &'static str,
    /// True if the sum has it.
    pub(crate) holds: bool,
    /// The sum beside what it must be.
    pub(crate) found: String,
}

/// Returns the published answers, each with the number in `tally` that it must equal.
pub(crate) fn compare_with_published(
    problem: &Problem,
    question: JobQuestion,
    tally: &Tally,
) -> Vec<(Published, u128)> {
    let (size, count) = (problem.rows(), tally.count);
    let nodes = || tally.figures.iter().sum();
    let all = match question {
        JobQuestion::Count if proof::has_pawns(problem) => {
            let classes = queens::engines::pawns::fundamental(tally);
            vec![
                (reference::published(problem), count),
                (reference::fundamental(problem), classes),
            ]
        }
        JobQuestion::Count => vec![(reference::published(problem), count)],
        JobQuestion::Profile => {
            let tree = reference::tree_nodes(size).filter(|_| problem.is_standard());
            vec![(tree, nodes()), (reference::published(problem), count)]
        }
    };
    all.into_iter()
        .filter_map(|(published, found)| Some((published?, found)))
        .collect()
}

/// Checks the sum of all units of a count.
///
/// # Complexity
/// O(n + figures) after the first call, which reads the published values.
pub(crate) fn check_sum(
    problem: &Problem,
    question: JobQuestion,
    tally: &Tally,
) -> Vec<SumCheck> {
    let mut checks = Vec::new();
    if let Some(found) =
        proof::wrong_figures(problem, question, tally.count, &tally.figures)
    {
        checks.push(SumCheck {
            what: "figures by their definition",
            holds: false,
            found,
        });
    }
    for (published, found) in compare_with_published(problem, question, tally) {
        let holds = published.value == found;
        let verb = if holds { "as in" } else { "must be" };
        let value = if holds {
            String::new()
        } else {
            format!("{} by ", published.value)
        };
        let found = format!("{found}, {verb} {value}{}", published.name);
        checks.push(SumCheck {
            what: "published value",
            holds,
            found,
        });
    }
    if let Some((remainder, source)) = remainder_modulo_8(problem) {
        let holds = tally.count % 8 == remainder;
        let found = format!("{}, must be {remainder} by {source}", tally.count % 8);
        checks.push(SumCheck {
            what: "sum modulo 8",
            holds,
            found,
        });
    }
    if let Some((low, high)) = bounds_by_law(problem) {
        let count = tally.count as f64;
        let found = format!("{count:.4e}, must be from {low:.4e} to {high:.4e}");
        let holds = (low..=high).contains(&count);
        checks.push(SumCheck {
            what: "law of growth",
            holds,
            found,
        });
    }
    checks
}

/// Returns the reason why `count` is too large already, if it is the sum of some units
/// only.
pub(crate) fn too_large_part(problem: &Problem, count: u128) -> Option<String> {
    if let Some(published) = reference::published(problem).filter(|all| count > all.value)
    {
        let Published { value, name } = published;
        return Some(format!(
            "a part that adds up to {count}, more than the whole of {value} ({name})"
        ));
    }
    let (_, high) = bounds_by_law(problem)?;
    let is_larger = count as f64 > high;
    is_larger.then(|| {
        format!("a part that adds up to {count}, more than the whole of {high:.4e} by the law of growth")
    })
}

/// Returns the remainder of the number of solutions modulo 8, and the sequences it
/// follows from.
fn remainder_modulo_8(problem: &Problem) -> Option<(u128, &'static str)> {
    if problem.rows() < 2 {
        return None;
    }
    if problem.is_standard() {
        let half = reference::fixed_by(problem, Symmetry::HalfTurn)?;
        return Some((half.value % 8, half.name));
    }
    let superqueens = Preset::Superqueens
        .problem(problem.rows(), problem.columns())
        .ok()?;
    if *problem != superqueens {
        return None;
    }
    // The images of a solution: 4 if a half turn leaves it unchanged, 2 if a quarter turn
    // does.
    let point = reference::fundamental_of_class(problem, SymmetryClass::Point)?;
    let rotary = reference::fundamental_of_class(problem, SymmetryClass::Rotary)?;
    Some(((4 * point + 2 * rotary) % 8, "A352661 and A352662"))
}

/// Returns the least and the greatest number of solutions by the law of growth; `None` if
/// the number is published, or the law is not known to hold.
fn bounds_by_law(problem: &Problem) -> Option<(f64, f64)> {
    let size = problem.rows();
    let applies = problem.is_standard() && LAW_SIZES.contains(&size);
    if !applies || reference::published(problem).is_some() {
        return None;
    }
    let law = law::fitted(size).exp();
    Some((law * (1.0 - LAW_TOLERANCE), law * (1.0 + LAW_TOLERANCE)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::parallel::Counter;

    fn faults(problem: &str, question: JobQuestion, count: u64) -> Vec<&'static str> {
        let problem: Problem = problem.parse().expect("a problem");
        let tally = Tally::new(Counter::from(count), 0, &[]);
        let checks = check_sum(&problem, question, &tally).into_iter();
        checks
            .filter(|check| !check.holds)
            .map(|check| check.what)
            .collect()
    }

    /// A000170: every published count has the remainder that A032522 gives, and is near
    /// the law from 18 on.
    #[test]
    fn published_counts_have_the_properties() {
        for size in 2..=27 {
            let problem = Problem::queens(size).expect("a board");
            let count = reference::published(&problem).expect("a value").value;
            let (remainder, _) = remainder_modulo_8(&problem).expect("a value");
            assert_eq!(count % 8, remainder, "{size} queens");
            if LAW_SIZES.contains(&size) {
                let law = law::fitted(size).exp();
                let off = (count as f64 / law - 1.0).abs();
                assert!(off < LAW_TOLERANCE, "{size} queens: {off}");
            }
            assert_eq!(
                faults(&size.to_string(), JobQuestion::Count, count as u64),
                [""; 0]
            );
        }
    }

    /// A051223 and the classes of A352661 to A352663.
    #[test]
    fn superqueens_have_the_remainder_of_their_classes() {
        let mut compared = 0;
        for size in 2..=26 {
            let problem = Preset::Superqueens.problem(size, size).expect("a board");
            if let Some((remainder, _)) = remainder_modulo_8(&problem) {
                let count = reference::published(&problem).expect("a value").value;
                assert_eq!(count % 8, remainder, "{size} superqueens");
                compared += 1;
            }
        }
        assert!(compared >= 15, "{compared}");
    }

    /// The estimate of Q(28) is 2.56e18 (docs/lab/join.md), and A032522 at 28 is a
    /// multiple of 8. The first of these numbers was in an archive that passed.
    #[test]
    fn impossible_sums_beyond_the_published_ones_are_refused() {
        for (count, expected) in [
            (
                4_197_592_619_670_516_517,
                &["sum modulo 8", "law of growth"][..],
            ),
            (2_560_000_000_000_000_001, &["sum modulo 8"]),
            (2_560_000_000_000_000_000, &[]),
            (2_400_000_000_000_000_000, &["law of growth"]),
            (2_720_000_000_000_000_000, &["law of growth"]),
            (0, &["law of growth"]),
        ] {
            assert_eq!(faults("28", JobQuestion::Count, count), expected, "{count}");
        }
    }

    /// Other ways to write 8 queens, and other questions.
    #[test]
    fn the_published_value_is_found_in_every_form() {
        for text in [
            "8",
            "queens  8",
            "queens 8\nrows: 1",
            "8\ntotal: 8\nrows: 0..1\ncolumns: 0..1",
        ] {
            assert_eq!(faults(text, JobQuestion::Count, 92), [""; 0], "{text}");
            assert_eq!(
                faults(text, JobQuestion::Count, 100)[..1],
                ["published value"],
                "{text}"
            );
        }
        assert_eq!(
            faults("torus 7", JobQuestion::Count, 29),
            ["published value"]
        );
        assert_eq!(faults("8\ngivens: a1", JobQuestion::Count, 5), [""; 0]);
    }

    #[test]
    fn a_part_is_at_most_the_whole() {
        let part = |size, count| {
            let problem = Problem::queens(size).expect("a board");
            too_large_part(&problem, count)
        };
        assert_eq!(part(8, 92), None);
        assert!(part(8, 93).is_some_and(|reason| reason.contains("A000170")));
        assert_eq!(part(28, 2_560_000_000_000_000_000), None);
        assert!(
            part(28, 2_720_000_000_000_000_000)
                .is_some_and(|reason| reason.contains("law"))
        );
        assert_eq!(part(101, u128::MAX), None);
    }
}
