//! Whether the units are all that there is, by a number that does not come from the engine that cut them.

use queens::parallel::{Asked, Sharded};
use queens::problem::Problem;
use serde::{Deserialize, Serialize};

/// What the units stand for in all, beside what that must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Weights {
    /// The sum of [`Sharded::stands_for`] over all units.
    pub sum: u64,
    /// What it must be, counted without the engine.
    pub must_be: u64,
    /// How that was counted.
    pub how: String,
}

impl Weights {
    /// Those of the units of `shards`, where something is known of their sum: of the engine `rows` alone. It is
    /// `None` for all others, whose units are checked only by what they come to.
    ///
    /// # Complexity
    /// O(n^3) steps for the border of a standard board of size n, and a step for each unit.
    #[must_use]
    pub fn of(problem: &Problem, question: Asked, shards: &dyn Sharded) -> Option<Self> {
        let sum = (0..shards.units()).map(|unit| shards.stands_for(unit)).sum::<Option<u64>>()?;
        let (must_be, how) = match question {
            _ if shards.engine() != "rows" => return None,
            Asked::Count if problem.is_standard() && problem.rows() > 1 => {
                let how =
                    "the ways to fill both outer rows and both outer columns with a queen each, set by set";
                (border(problem.rows()), how)
            }
            Asked::Count | Asked::Profile if pairs_are_free(problem) => (
                u64::from(problem.columns()).pow(2),
                "the pairs of squares of the first two rows: columns squared",
            ),
            _ => return None,
        };
        Some(Weights { sum, must_be, how: how.to_owned() })
    }

    /// Whether both are the same.
    #[must_use]
    pub fn are_right(&self) -> bool {
        self.sum == self.must_be
    }
}

/// Whether the first two rows hold nothing but free squares.
fn pairs_are_free(problem: &Problem) -> bool {
    problem.all_free() && problem.givens().is_empty() && problem.rows() > 1 && problem.columns() > 0
}

/// The sets of queens on the border of a board of side `n` >= 2 that do not attack each other and have one in each of
/// the outer rows and columns: set by set, and each set once.
fn border(n: u32) -> u64 {
    let last = n - 1;
    let squares: Vec<(u32, u32)> = (0..n)
        .flat_map(|row| (0..n).map(move |column| (row, column)))
        .filter(|&(row, column)| row == 0 || row == last || column == 0 || column == last)
        .collect();
    fn sets(squares: &[(u32, u32)], queens: &mut Vec<(u32, u32)>, last: u32) -> u64 {
        let lines = |&(row, column): &(u32, u32)| {
            [row == 0, row == last, column == 0, column == last].into_iter().filter(|&stands| stands).count()
        };
        // Queens that do not attack each other share no line: so four lines are four different ones.
        let mut found = u64::from(queens.iter().map(lines).sum::<usize>() == 4);
        for (i, &square) in squares.iter().enumerate() {
            let attacks = |&(row, column): &(u32, u32)| {
                let (down, right) = (row.abs_diff(square.0), column.abs_diff(square.1));
                down == 0 || right == 0 || down == right
            };
            if !queens.iter().any(attacks) {
                queens.push(square);
                found += sets(&squares[i + 1..], queens, last);
                queens.pop();
            }
        }
        found
    }
    sets(&squares, &mut Vec::new(), last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::{Settings, shards};

    fn weights(problem: &str, question: Asked, engine: &str) -> Option<Weights> {
        let problem: Problem = problem.parse().expect("a problem");
        let settings = Settings::default().with_engine(engine);
        let (problem, shards) = shards(&problem, question.into(), &settings).expect("units");
        Weights::of(&problem, question, &*shards)
    }

    /// Two ways to count the same thing.
    #[test]
    fn the_units_of_rows_are_all_there_is() {
        for n in 2..=18 {
            for question in [Asked::Count, Asked::Profile] {
                let weights = weights(&n.to_string(), question, "rows").expect("known");
                assert!(weights.are_right(), "{n}: {weights:?}");
            }
        }
        for problem in ["torus 7", "reflecting 8", "superqueens 9", "5x8", "semiqueens 6", "cylinder 7"] {
            let weights = weights(problem, Asked::Count, "rows").expect("known");
            assert!(weights.are_right(), "{problem}: {weights:?}");
        }
    }

    #[test]
    fn of_other_engines_nothing_is_known() {
        assert_eq!(weights("10", Asked::Count, "join"), None);
        assert_eq!(weights("8\ntotal: 3", Asked::Count, "inclusion-exclusion"), None);
        assert_eq!(weights("8", Asked::Pawns(1), "pawns"), None);
    }
}
