//! Rules that have published values and engines of their own.

use super::Relative;
use crate::domination::Domination;
use crate::problem::rules::{Invariance, Kind, Measure, Objective, Rules};
use crate::problem::{Bounds, Goal, Grid, Piece, Problem, ProblemError, Units};
use crate::symmetry::Symmetry;

/// Rules that are well known, apart from the board and the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownRules {
    /// Those of a relative.
    Relative(Relative),
    /// The largest sets of pieces.
    Most,
    /// Sets to which no piece can be added.
    Maximal,
    /// Solutions that a map leaves unchanged.
    Unchanged(Invariance),
    /// This many pawns, and as many queens more than rows.
    Pawns(u32),
}

impl KnownRules {
    /// Returns the rules of `problem` if they are well known, and the plain problem that
    /// has the rest.
    ///
    /// ```
    /// use queens_model::relative::KnownRules;
    ///
    /// let (plain, known) = KnownRules::from_problem(&"8; pieces: 9 queens, 1 pawn".parse()?).unwrap();
    /// assert_eq!((plain.to_string().as_str(), known), ("queens 8", KnownRules::Pawns(1)));
    /// # Ok::<(), queens_model::problem::ProblemTextError>(())
    /// ```
    #[must_use]
    pub fn from_problem(problem: &Problem) -> Option<(Problem, Self)> {
        let rules = problem.rules()?;
        let relative = Relative::of_problem(problem);
        relative
            .map(|(plain, relative)| (plain, KnownRules::Relative(relative)))
            .or_else(|| keep_unchanged(problem, rules))
            .or_else(|| find_sets(problem, rules))
            .or_else(|| find_pawns(problem, rules))
    }
}

impl KnownRules {
    /// Returns the problem with these rules on the board of `plain`; `None` if no rules
    /// say it.
    ///
    /// # Errors
    /// Rules that do not go with the board.
    pub fn to_problem(self, plain: &Problem) -> Result<Option<Problem>, ProblemError> {
        let rules = Rules::plain(plain.piece().clone());
        match self {
            KnownRules::Relative(relative) => relative.to_problem(plain),
            KnownRules::Most => plain.most().map(Some),
            KnownRules::Maximal => {
                let Some(smallest) =
                    Relative::Dominating(Domination::Independent).to_problem(plain)?
                else {
                    return Ok(None);
                };
                let Some(rules) = smallest.rules().cloned() else {
                    return Ok(None);
                };
                smallest
                    .with_rules(Rules {
                        best: None,
                        ..rules
                    })
                    .map(Some)
            }
            KnownRules::Unchanged(map) => plain
                .clone()
                .with_rules(Rules {
                    unchanged: Some(map),
                    ..rules
                })
                .map(Some),
            KnownRules::Pawns(number) => match with_pawns(plain.rows(), number) {
                Some(rules) => plain.with_units(Units::ANY)?.with_rules(rules).map(Some),
                None => Ok(None),
            },
        }
    }
}

impl Invariance {
    /// Returns the symmetry that it is on a board with this grid; `None` for a shift.
    #[must_use]
    pub const fn symmetry(self, grid: Grid) -> Option<Symmetry> {
        match self {
            Invariance::HalfTurn => Some(Symmetry::HalfTurn),
            Invariance::QuarterTurn => Some(Symmetry::QuarterTurn),
            Invariance::Mirror => Some(match grid {
                Grid::Square | Grid::Cube(_) => Symmetry::FlipColumns,
                Grid::Hex => Symmetry::HexFlipColumns,
            }),
            Invariance::Diagonal => Some(Symmetry::Transpose),
            Invariance::Shift => None,
        }
    }
}

/// Recognises solutions that a symmetry or a shift leaves unchanged.
fn keep_unchanged(problem: &Problem, rules: &Rules) -> Option<(Problem, KnownRules)> {
    let map = rules.unchanged?;
    let rest = Rules {
        unchanged: None,
        ..rules.clone()
    };
    let is_plain = rest == Rules::plain(problem.piece().clone());
    is_plain.then(|| (problem.without_rules(), KnownRules::Unchanged(map)))
}

/// Recognises the largest sets, and the maximal ones.
fn find_sets(problem: &Problem, rules: &Rules) -> Option<(Problem, KnownRules)> {
    let plain = Rules::plain(problem.piece().clone());
    let greatest = Objective {
        goal: Goal::Greatest,
        measure: Measure::Number(vec![0]),
    };
    let Units {
        row, column, total, ..
    } = problem.units();
    let takes_any = row.low() == 0 && column.low() == 0 && total == Bounds::ANY;
    if takes_any
        && *rules
            == (Rules {
                best: Some(greatest),
                ..plain
            })
    {
        return Some((problem.without_rules(), KnownRules::Most));
    }
    // Smallest sets without the demand that they are the smallest.
    let smallest = Relative::Dominating(Domination::Independent);
    let smallest = smallest.to_problem(&problem.without_rules()).ok()??;
    let is_maximal = smallest.rules()
        == Some(&Rules {
            best: smallest.rules()?.best.clone(),
            ..rules.clone()
        })
        && rules.best.is_none()
        && problem.units() == Units::ANY;
    is_maximal.then(|| (problem.without_rules(), KnownRules::Maximal))
}

/// Recognises pawns, and as many queens more than rows.
fn find_pawns(problem: &Problem, rules: &Rules) -> Option<(Problem, KnownRules)> {
    let [queens, pawns] = rules.kinds.as_slice() else {
        return None;
    };
    let number = pawns.number.low();
    let expected = with_pawns(problem.rows(), number)?;
    let usual = Units::one_per_line(problem.rows(), problem.columns());
    let plain = problem.without_rules().with_units(usual).ok()?;
    let is_it = queens.piece == Piece::queen()
        && *rules == expected
        && problem.units() == Units::ANY
        && plain.is_standard();
    is_it.then_some((plain, KnownRules::Pawns(number)))
}

/// Returns the rules for this many pawns, and as many queens more than rows.
fn with_pawns(rows: u32, number: u32) -> Option<Rules> {
    let queens = Kind {
        number: Bounds::exactly(rows.checked_add(number)?),
        ..Kind::of_piece(Piece::queen())
    };
    let pawns = Kind {
        number: Bounds::exactly(number),
        name: "pawn".to_owned(),
        stops: true,
        ..Kind::of_piece(Piece::none())
    };
    Some(Rules {
        kinds: vec![queens, pawns],
        ..Rules::plain(Piece::queen())
    })
}
