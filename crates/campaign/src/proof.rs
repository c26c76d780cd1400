//! Checks that the units are complete, by a number that does not come from the engine
//! that divided the count.

use queens::constraints::Constraints;
use queens::control::{Limits, Stop};
use queens::orbit::Orbits;
use queens::parallel::{Job, JobQuestion, WorkUnits};
use queens::problem::{Edge, Edges, Problem};
use queens::relative::KnownRules;
use queens::symmetry::Symmetry;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;

/// Total weight of the units, beside the expected one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WeightCheck {
    /// Sum of [`WorkUnits::stands_for`] over all units.
    pub sum: u64,
    /// Expected sum, counted without the engine.
    pub must_be: u64,
    /// Method by which the expected sum was counted.
    pub how: String,
}

/// Units between two checks of the limits; a check takes a fifth of the time of a unit.
const UNITS_PER_CHECK: u64 = 1_024;

impl WeightCheck {
    /// Computes both sums for the units of `work_units`. `None` if no independent number
    /// is known, as on boards with holes or givens.
    ///
    /// # Errors
    /// A limit; a large board has millions of units.
    ///
    /// # Complexity
    /// O(n^3) steps for the border of a standard board of size n; a call of
    /// [`WorkUnits::stands_for`] for each unit.
    pub fn from_units(
        problem: &Problem,
        question: JobQuestion,
        work_units: &dyn WorkUnits,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let limits = limits.started();
        let Some((must_be, how)) = must_be(problem, question, work_units.engine()) else {
            return Ok(None);
        };
        let mut sum = 0;
        for unit in 0..work_units.units() {
            if unit.is_multiple_of(UNITS_PER_CHECK) {
                limits.check()?;
            }
            let Some(images) = work_units.stands_for(unit) else {
                return Ok(None);
            };
            sum += images;
        }
        Ok(Some(WeightCheck {
            sum,
            must_be,
            how: how.to_owned(),
        }))
    }

    /// Returns true if both sums are equal.
    #[must_use]
    pub fn are_right(&self) -> bool {
        self.sum == self.must_be
    }
}

/// Smallest board that `join` divides by corners; smaller ones are one unit without a
/// weight.
const MIN_JOINED_ROWS: u64 = 8;

/// Largest board whose total weight is counted for a plan that may be anybody's: no
/// engine that has such weights takes more rows.
const MAX_SIDE: u32 = 32;

/// Returns the expected total weight of the units of a recorded count, if an independent
/// number is known.
///
/// # Complexity
/// As for [`WeightCheck::from_units`], without the units.
pub(crate) fn expected_weight(problem: &Problem, job: &Job) -> Option<u64> {
    if problem.rows().max(problem.columns()) > MAX_SIDE {
        return None;
    }
    Some(must_be(problem, job.question, &job.engine)?.0)
}

/// Returns the expected total weight of the units of an engine, and the way it was
/// counted.
fn must_be(
    problem: &Problem,
    question: JobQuestion,
    engine: &str,
) -> Option<(u64, &'static str)> {
    let (rows, columns) = (u64::from(problem.rows()), u64::from(problem.columns()));
    let (queens, is_free) = (
        problem.units().total,
        problem.all_free() && problem.givens().is_empty(),
    );
    match (engine, question) {
        ("join", JobQuestion::Count)
            if problem.is_standard() && rows >= MIN_JOINED_ROWS =>
        {
            let how = "the ways to share out rows and columns among the corners of the board, by binomials";
            Some((share_outs(problem.rows()), how))
        }
        ("rows", JobQuestion::Count)
            if is_free && rows > 1 && has_border_units(problem) =>
        {
            let how = "the ways to fill both outer rows and both outer columns with a queen each, set by set";
            Some((border_squares(problem), how))
        }
        ("rows", JobQuestion::Count | JobQuestion::Profile)
            if is_free && rows > 1 && columns > 0 =>
        {
            Some((
                columns.pow(2),
                "the pairs of squares of the first two rows: columns squared",
            ))
        }
        // Three queens or less are one unit, and so is a board without squares.
        ("inclusion-exclusion", JobQuestion::Count)
            if is_free && queens.low() > 3 && columns > 0 =>
        {
            let how = "the squares of the first queen, row by row, that leave each other queen a row below";
            Some((
                columns * (rows + 1).saturating_sub(queens.low().into()),
                how,
            ))
        }
        ("pawns", JobQuestion::Count) if rows > 1 => Some((
            columns.pow(2),
            "the first queens of the first two rows: columns squared",
        )),
        _ => None,
    }
}

/// Returns the reason why these sums of figures violate their definition, if they do.
pub(crate) fn wrong_figures(
    problem: &Problem,
    question: JobQuestion,
    count: u128,
    figures: &[u128],
) -> Option<String> {
    let columns = u128::from(problem.columns());
    let is_free = problem.all_free() && problem.givens().is_empty();
    match (question, figures) {
        (JobQuestion::Count, figures) if has_pawns(problem) => {
            wrong_eighths(count, figures)
        }
        // The pairs of half boards of `join` have no such rule.
        (JobQuestion::Count, _) => None,
        (JobQuestion::Profile, levels) if levels.first() != Some(&1) => Some(
            "there is one way to fill no row, and the units have another number"
                .to_owned(),
        ),
        (JobQuestion::Profile, levels) => {
            let last = levels.len() - 1;
            if last != problem.rows() as usize {
                return Some(format!("{last} levels of {} rows", problem.rows()));
            }
            if levels[last] != count {
                return Some(format!(
                    "the last row is filled in {} ways, not {count}",
                    levels[last]
                ));
            }
            if is_free && last > 0 && levels[1] != columns {
                return Some(format!(
                    "the first row is filled in {} ways, not {columns}",
                    levels[1]
                ));
            }
            // A row has as many squares as there are columns.
            for row in 1..=last {
                let (here, before) = (levels[row], levels[row - 1]);
                if here > before.saturating_mul(columns) {
                    return Some(format!(
                        "row {row} is filled in {here} ways, the rows before it in {before}"
                    ));
                }
            }
            None
        }
    }
}

/// Returns true for queens with pawns between them, whose figure is the number of classes
/// in eighths.
pub(crate) fn has_pawns(problem: &Problem) -> bool {
    let known = KnownRules::from_problem(problem);
    matches!(known, Some((_, KnownRules::Pawns(_))))
}

/// Returns the reason why the solutions cannot have these eighths of classes. Each
/// solution counts as the eighths of a class that it is: one to eight.
fn wrong_eighths(count: u128, figures: &[u128]) -> Option<String> {
    let &[eighths] = figures else {
        return Some(format!("{} figures, not 1", figures.len()));
    };
    let is_right =
        eighths.is_multiple_of(8) && (count..=count.saturating_mul(8)).contains(&eighths);
    (!is_right).then(|| format!("{count} solutions are not {eighths} eighths of classes"))
}

/// Counts the ways to assign rows and columns to the queens in the corners of a board of
/// side `n`, and on an odd board the squares of the queens on its middle lines.
///
/// q queens in the upper left corner take q of h rows and q of h columns, and as many are
/// taken in the lower right one; the other corners take the rest. On an odd board that
/// holds with a queen in the centre, or with one on either side of the middle row and one
/// above or below on the middle column, at different distances d and e from the centre:
/// say right and above. Then the lower right corner does without column d, the upper left
/// one without row e.
fn share_outs(n: u32) -> u64 {
    let half = u64::from(n / 2);
    let mut centred = 0;
    for queens in 0..=half {
        centred += binomial(half, queens).pow(4);
    }
    if n.is_multiple_of(2) {
        return centred;
    }
    let less = half.saturating_sub(1);
    let mut off_centre = 0;
    for queens in 0..half {
        off_centre += binomial(half, queens).pow(2) * binomial(less, queens).pow(2);
    }
    // Four choices of the sides, and two different distances.
    centred + 4 * half * less * off_centre
}

fn binomial(all: u64, chosen: u64) -> u64 {
    (0..chosen).fold(1, |product, i| product * (all - i) / (i + 1))
}

/// Returns true if `rows` divides a count by the border: on a square board with open
/// edges and with more symmetries than those that exchange columns alone.
fn has_border_units(problem: &Problem) -> bool {
    let open = Edges {
        top_bottom: Edge::Open,
        left_right: Edge::Open,
    };
    if !problem.is_square() || problem.edges() != open {
        return false;
    }
    // A problem too large for orbits has no such units.
    let Ok(orbits) = Orbits::from_problem(problem) else {
        return false;
    };
    let keep_rows = [Symmetry::Identity, Symmetry::FlipColumns];
    orbits
        .group()
        .iter()
        .any(|symmetry| !keep_rows.contains(symmetry))
}

/// Counts the non-attacking sets of queens on the border of a board of side 2 or more
/// with one queen in each of the outer rows and columns, set by set.
fn border_squares(problem: &Problem) -> u64 {
    let Ok(form) = Constraints::from_problem(problem) else {
        return 0;
    };
    let last = problem.rows() - 1;
    let mut lines = Vec::new();
    for square in form.squares() {
        let ends = [square.row, square.column].map(|place| [place == 0, place == last]);
        lines.push(ends.as_flattened().iter().filter(|&&is_end| is_end).count());
    }
    let squares: Vec<usize> = (0..lines.len())
        .filter(|&number| lines[number] > 0)
        .collect();
    let clashes = form.clashes();
    let border = Border {
        lines,
        clashes: clashes.iter().map(|set| set.ones().collect()).collect(),
    };
    border.count_sets(&squares, &mut Vec::new())
}

/// The squares of a board, by number, as far as its border is concerned.
struct Border {
    /// Number of outer rows and columns that each square is on.
    lines: Vec<usize>,
    /// For each square those where no other queen may be.
    clashes: Vec<HashSet<usize>>,
}

impl Border {
    /// Counts the sets that contain `queens` and any of `squares`, with one queen in each
    /// outer line.
    fn count_sets(&self, squares: &[usize], queens: &mut Vec<usize>) -> u64 {
        // Non-attacking queens share no line, so four lines are four different ones.
        let filled: usize = queens.iter().map(|&queen| self.lines[queen]).sum();
        let mut found = u64::from(filled == 4);
        for (i, &square) in squares.iter().enumerate() {
            if !queens
                .iter()
                .any(|&queen| self.clashes[queen].contains(&square))
            {
                queens.push(square);
                found += self.count_sets(&squares[i + 1..], queens);
                queens.pop();
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::control::Limit;
    use queens::{Question, Settings, work_units};
    use std::time::Duration;

    fn weights(
        problem: &str,
        question: JobQuestion,
        engine: &str,
    ) -> Option<WeightCheck> {
        let problem: Problem = problem.parse().expect("a problem");
        let settings = Settings::default().with_engine(engine);
        let (_, work_units) =
            work_units(&problem, question.question(), &settings).expect("units");
        WeightCheck::from_units(&problem, question, &*work_units, &Limits::default())
            .expect("no limit")
    }

    /// Two ways to count the same thing.
    #[test]
    fn units_of_rows_cover_the_whole_count() {
        for n in 2..=18 {
            for question in [JobQuestion::Count, JobQuestion::Profile] {
                let weights = weights(&n.to_string(), question, "rows").expect("known");
                assert!(weights.are_right(), "{n}: {weights:?}");
            }
        }
        let kings = "kings 8\nrows: 1\ncolumns: 1";
        for problem in [
            "torus 7",
            "reflecting 8",
            "superqueens 9",
            kings,
            "5x8",
            "semiqueens 6",
            "cylinder 7",
        ] {
            let weights = weights(problem, JobQuestion::Count, "rows").expect("known");
            assert!(weights.are_right(), "{problem}: {weights:?}");
        }
    }

    #[test]
    fn units_of_join_cover_the_whole_count() {
        for n in 8..=24 {
            let weights =
                weights(&n.to_string(), JobQuestion::Count, "join").expect("known");
            assert!(weights.are_right(), "{n}: {weights:?}");
        }
    }

    #[test]
    fn units_of_inclusion_exclusion_and_pawns_cover_the_whole_count() {
        for queens in 4..=9 {
            for board in ["8", "9", "4x7", "7x4", "1x9", "12x3"] {
                let problem = format!("{board}\ntotal: {queens}");
                let weights =
                    weights(&problem, JobQuestion::Count, "inclusion-exclusion")
                        .expect("known");
                assert!(weights.are_right(), "{problem}: {weights:?}");
            }
        }
        for n in 2..=12 {
            let problem = format!("{n}\npieces: {} queens, 1 pawn", n + 1);
            let weights = weights(&problem, JobQuestion::Count, "pawns").expect("known");
            assert!(weights.are_right(), "{n}: {weights:?}");
        }
    }

    #[test]
    fn limits_apply_while_units_are_added_up() {
        let problem = Problem::queens(12).expect("a board");
        let (problem, work_units) =
            work_units(&problem, Question::Count, &Settings::default()).expect("units");
        let weights = |limits| {
            WeightCheck::from_units(&problem, JobQuestion::Count, &*work_units, &limits)
        };
        let late = Limits::default().with_time(Duration::ZERO);
        assert_eq!(weights(late), Err(Stop::LimitReached(Limit::Time)));
        let cancelled = Limits::default();
        cancelled.cancel.cancel();
        assert_eq!(weights(cancelled), Err(Stop::Cancelled));
    }

    /// The levels of 6 queens (OEIS A319284), and the eighths of the 128 ways of 9 queens
    /// and a pawn (16 classes of 8, A108792 and A108793).
    #[test]
    fn refuses_impossible_figures() {
        let six = Problem::queens(6).expect("a board");
        let wrong =
            |levels: &[u128]| wrong_figures(&six, JobQuestion::Profile, 4, levels);
        assert_eq!(wrong(&[1, 6, 20, 36, 46, 40, 4]), None);
        for levels in [
            &[][..],
            &[0, 0, 0, 0, 0, 0, 0],
            &[2, 6, 20, 36, 46, 40, 4],
            &[1, 7, 20, 36, 46, 40, 4],
            &[1, 6, 20, 36, 46, 40, 5],
            &[1, 6, 20, 36, 46, 4],
            &[1, 6, 20, 121, 46, 40, 4],
        ] {
            assert!(wrong(levels).is_some(), "{levels:?}");
        }
        let pawns: Problem = "8\npieces: 9 queens, 1 pawn".parse().expect("a problem");
        let wrong =
            |eighths: &[u128]| wrong_figures(&pawns, JobQuestion::Count, 128, eighths);
        assert_eq!(wrong(&[128]), None);
        for eighths in [&[][..], &[0], &[129], &[120], &[1032], &[128, 0]] {
            assert!(wrong(eighths).is_some(), "{eighths:?}");
        }
        let empty = Problem::queens(0).expect("a board");
        assert_eq!(wrong_figures(&empty, JobQuestion::Profile, 1, &[1]), None);
    }

    #[test]
    fn proves_nothing_about_other_problems() {
        assert_eq!(
            weights("8\ntotal: 3", JobQuestion::Count, "inclusion-exclusion"),
            None
        );
        assert_eq!(
            weights("torus 9\ngivens: a1", JobQuestion::Count, "rows"),
            None
        );
    }
}
