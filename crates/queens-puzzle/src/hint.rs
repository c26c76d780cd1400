//! The next step for a player.

use super::explain::first_step_from;
use super::{Mark, Mistake, Obstacle, Options, Position, Step, obstacle};
use control::Stop;
use queens_engines::question::{Question, Verdict};
use queens_model::problem::Unit;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// What to say to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// All queens stand.
    Solved,
    /// A mark is wrong; nothing else is said before it is mended.
    Wrong(Mistake),
    /// The weakest deduction that applies.
    Step(Step),
    /// No rule reaches, but a proof by contradiction does, of the least depth: 1 for one supposition, 2 for
    /// suppositions within one.
    Proof {
        /// What the proof shows.
        step: Step,
        /// How deep it goes.
        depth: u32,
    },
    /// There is no solution, or neither a rule nor a proof of the depth that is allowed reaches.
    Stuck {
        /// What an engine knows of the solutions that the marks allow.
        solutions: Verdict,
        /// That in one sentence.
        sentence: String,
    },
    /// A limit came before it was known what to say.
    Stopped {
        /// Which.
        stop: Stop,
        /// That, and what was found up to then, in one sentence.
        sentence: String,
    },
}

impl Hint {
    /// What it says, in one sentence.
    #[must_use]
    pub fn sentence(&self) -> &str {
        match self {
            Hint::Solved => "All queens stand.",
            Hint::Wrong(mistake) => &mistake.sentence,
            Hint::Step(step) | Hint::Proof { step, .. } => &step.sentence,
            Hint::Stuck { sentence, .. } | Hint::Stopped { sentence, .. } => sentence,
        }
    }

    /// The squares that show it.
    #[must_use]
    pub fn read(&self) -> &[Square] {
        match self {
            Hint::Solved | Hint::Stuck { .. } | Hint::Stopped { .. } => &[],
            Hint::Wrong(mistake) => &mistake.read,
            Hint::Step(step) | Hint::Proof { step, .. } => &step.read,
        }
    }

    /// The units that show it.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        match self {
            Hint::Solved | Hint::Stuck { .. } | Hint::Stopped { .. } => &[],
            Hint::Wrong(mistake) => &mistake.units,
            Hint::Step(step) | Hint::Proof { step, .. } => &step.units,
        }
    }
}

/// What to say to a player who has come to `position`: a wrong mark first, or that there is no solution, then the weakest
/// deduction that applies, then a proof by contradiction. It never guesses: where nothing reaches, it says so, and how
/// many solutions are left. Where a limit of the settings comes first, it says that.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// A question to an engine for the marks ([`obstacle`]), another where nothing reaches; the limits of
/// [`Options::settings`] hold for each.
pub fn hint(position: &Position, options: &Options) -> Result<Hint, Unsupported> {
    match obstacle(position, options)? {
        Some(Obstacle::Wrong(mistake)) => return Ok(Hint::Wrong(mistake)),
        Some(Obstacle::NoSolution) => return Ok(stuck(Verdict::None, options)),
        None => {}
    }
    let problem = position.problem();
    let stars = position.puzzle().size() * position.puzzle().stars();
    if problem.is_ok() && position.marked(Mark::Queen).count() == stars as usize {
        return Ok(Hint::Solved);
    }
    for depth in 0..=options.depth.min(2) {
        match first_step_from(position, &Options { depth, ..options.clone() }) {
            Ok(None) => {}
            Ok(Some(step)) if depth == 0 => return Ok(Hint::Step(step)),
            Ok(Some(step)) => return Ok(Hint::Proof { step, depth }),
            Err(stop) => {
                return Ok(Hint::Stopped { stop, sentence: format!("No step was found yet: {stop}.") });
            }
        }
    }
    let solutions = match problem {
        Ok(problem) => {
            let answer = queens_engines::ask(&problem, Question::Unique, &options.settings)?;
            let verdict = answer.verdict();
            if let Verdict::AtLeast(1) | Verdict::Unknown = verdict {
                let stop = control::Step::from(answer.outcome).err().unwrap_or(Stop::GaveUp);
                let sentence = format!(
                    "No rule reaches, and whether there is one solution or several is not known: {stop}."
                );
                return Ok(Hint::Stopped { stop, sentence });
            }
            verdict
        }
        Err(_) => Verdict::None,
    };
    Ok(stuck(solutions, options))
}

/// Says why no step is told, where it is known that there are none, one or several `solutions`.
fn stuck(solutions: Verdict, options: &Options) -> Hint {
    let sentence = match solutions {
        Verdict::None => "The puzzle has no solution, so that no step leads to one.".to_owned(),
        Verdict::OnlyOne => format!(
            "No rule reaches, and no proof by contradiction of depth {}; there is exactly one solution.",
            options.depth.min(2)
        ),
        _ => "No rule reaches: the puzzle has several solutions, and the marks do not tell them apart."
            .to_owned(),
    };
    Hint::Stuck { solutions, sentence }
}
