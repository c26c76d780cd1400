//! The next step for a player.

use super::explain::first_step_from;
use super::premise::{Premise, squares_of, with_numbers};
#[cfg(debug_assertions)]
use super::reason_check::{self, ReasonBoard};
use super::{Mark, Mistake, Obstacle, Options, Position, PuzzleStep, obstacle};
use control::Stop;
use queens_engines::question::{Question, Verdict};
use queens_model::problem::Unit;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// Answer to a player who asks for a hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The puzzle is solved.
    Solved,
    /// A mark is wrong; it has to be corrected first.
    Wrong(Mistake),
    /// The easiest deduction that applies.
    Step(PuzzleStep),
    /// No named deduction applies, but a proof by contradiction does.
    Proof {
        /// Conclusion of the proof.
        step: PuzzleStep,
        /// Least depth that suffices: 1 for one assumption, 2 for assumptions within one.
        depth: u32,
    },
    /// There is no solution, or neither a deduction nor a proof of the allowed depth
    /// applies.
    Stuck {
        /// Number of solutions that the marks allow, by an engine.
        solutions: Verdict,
        /// The same in one sentence.
        sentence: String,
    },
    /// A limit was reached first.
    Stopped {
        /// The limit.
        stop: Stop,
        /// The limit and the partial result, in one sentence.
        sentence: String,
    },
}

impl Hint {
    /// The hint in one sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self {
            Hint::Solved => "The puzzle is solved.",
            Hint::Wrong(mistake) => &mistake.sentence,
            Hint::Step(step) | Hint::Proof { step, .. } => &step.sentence,
            Hint::Stuck { sentence, .. } | Hint::Stopped { sentence, .. } => sentence,
        }
    }

    /// Everything that the sentence uses, in the order in which it names it.
    #[must_use]
    pub fn premises(&self) -> &[Premise] {
        match self {
            Hint::Solved | Hint::Stuck { .. } | Hint::Stopped { .. } => &[],
            Hint::Wrong(mistake) => &mistake.premises,
            Hint::Step(step) | Hint::Proof { step, .. } => &step.premises,
        }
    }

    /// The sentence with the number of each premise after its name.
    #[must_use]
    pub fn numbered_sentence(&self) -> String {
        with_numbers(self.sentence(), self.premises())
    }

    /// Squares that the hint refers to, row by row.
    #[must_use]
    pub fn read(&self) -> Vec<Square> {
        squares_of(self.premises())
    }
}

/// Returns a hint for `position`: a wrong mark or the lack of a solution first, then the
/// easiest deduction that applies, then a proof by contradiction. It never guesses: if
/// nothing applies, it reports that and whether there are several solutions, and it
/// reports a limit that is reached first.
///
/// Squares that the queens on the board rule out count as crossed: a step that only
/// crosses such squares is the hint only if there is no other. [`PuzzleStep::ruled_out`]
/// lists those that the reason relies on.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// One question to an engine for the marks ([`obstacle`]), another if nothing applies;
/// the limits of [`Options::settings`] hold for each.
pub fn hint(position: &Position, options: &Options) -> Result<Hint, Unsupported> {
    match obstacle(position, options)? {
        Some(Obstacle::Wrong(mistake)) => return Ok(Hint::Wrong(mistake)),
        Some(Obstacle::NoSolution) => return Ok(stuck_hint(Verdict::None, options)),
        None => {}
    }
    let problem = position.problem();
    let stars = position.puzzle().size() * position.puzzle().stars();
    if problem.is_ok() && position.marked(Mark::Queen).count() == stars as usize {
        return Ok(Hint::Solved);
    }
    let crossed = position.with_ruled_out();
    // The last pass, over the marks of the player alone, finds the steps that only cross
    // squares ruled out by queens.
    let passes = (0..=options.depth.min(2)).map(|depth| (&crossed, depth));
    let passes = passes.chain((crossed != *position).then_some((position, 0)));
    for (marks, depth) in passes {
        match first_step_from(
            marks,
            &Options {
                depth,
                ..options.clone()
            },
        ) {
            Ok(None) => {}
            Ok(Some(mut step)) => {
                step.ruled_out = ruled_out(position, marks, &step);
                #[cfg(debug_assertions)]
                reason_check::assert_follows(ReasonBoard::from_position(position), &step);
                return Ok(if depth == 0 {
                    Hint::Step(step)
                } else {
                    Hint::Proof { step, depth }
                });
            }
            Err(stop) => {
                return Ok(Hint::Stopped {
                    stop,
                    sentence: format!("No step found yet: {stop}."),
                });
            }
        }
    }
    let solutions = match problem {
        Ok(problem) => {
            let answer =
                queens_engines::ask(&problem, Question::Unique, &options.settings)?;
            let verdict = answer.verdict();
            if let Verdict::AtLeast(1) | Verdict::Unknown = verdict {
                let stop = control::Step::from(answer.outcome)
                    .err()
                    .unwrap_or(Stop::GaveUp);
                let sentence = format!(
                    "No deduction applies, and the number of solutions is not known: {stop}."
                );
                return Ok(Hint::Stopped { stop, sentence });
            }
            verdict
        }
        Err(_) => Verdict::None,
    };
    Ok(stuck_hint(solutions, options))
}

/// Returns the squares that are crossed in `crossed` but open in `position`, in the units
/// that the reason of `step` refers to.
fn ruled_out(position: &Position, crossed: &Position, step: &PuzzleStep) -> Vec<Square> {
    let puzzle = position.puzzle();
    let is_in = |square: Square, unit: Unit| match unit {
        Unit::Row(row) => square.row == row,
        Unit::Column(column) => square.column == column,
        Unit::Region(region) => puzzle.region(square) == region,
        Unit::Total => true,
    };
    let squares = position
        .marked(Mark::Open)
        .filter(|&square| crossed.mark(square) == Mark::Cross);
    squares
        .filter(|&square| step.units().any(|unit| is_in(square, unit)))
        .collect()
}

/// Returns the hint without a step for a known number of `solutions`.
fn stuck_hint(solutions: Verdict, options: &Options) -> Hint {
    let sentence = match solutions {
        Verdict::None => "The puzzle has no solution.".to_owned(),
        Verdict::OnlyOne => format!(
            "No named deduction applies, and no proof by contradiction with {}; there is exactly one solution.",
            match options.depth {
                0 => "no assumption",
                1 => "one assumption",
                _ => "assumptions within an assumption",
            }
        ),
        _ => "No deduction applies: the puzzle has several solutions that agree with the marks.".to_owned(),
    };
    Hint::Stuck {
        solutions,
        sentence,
    }
}
