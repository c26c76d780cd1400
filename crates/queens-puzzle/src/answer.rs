//! The answer to a puzzle with marks, and the mark to blame if there is none.

use super::{Mistake, Obstacle, Options, Position, obstacle};
use queens_engines::ask;
use queens_engines::question::{Answer, Question, Verdict};
use queens_model::unsupported::Unsupported;

/// The answer to a puzzle whose solutions have to agree with the marks of a player.
#[derive(Clone, Debug)]
pub struct PuzzleAnswer {
    /// The answer of an engine; `None` if the marks break a rule, so that none was asked.
    pub answer: Option<Answer>,
    /// The mark that contradicts the puzzle, or the lack of a solution. `None` if there
    /// is neither, or if a limit was reached first.
    pub obstacle: Option<Obstacle>,
}

impl PuzzleAnswer {
    /// The number of solutions that have all marks.
    #[must_use]
    pub fn verdict(&self) -> Verdict {
        self.answer.as_ref().map_or(Verdict::None, Answer::verdict)
    }

    /// The mark that contradicts the puzzle, if there is one.
    #[must_use]
    pub fn mistake(&self) -> Option<&Mistake> {
        match &self.obstacle {
            Some(Obstacle::Wrong(mistake)) => Some(mistake),
            Some(Obstacle::NoSolution) | None => None,
        }
    }
}

/// Answers `question` for `position`. If no solution has all marks, it also looks for the
/// mark that contradicts the puzzle.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// One question to an engine; if there is no solution, also up to two for each mark.
pub fn answer_puzzle(
    position: &Position,
    question: Question,
    options: &Options,
) -> Result<PuzzleAnswer, Unsupported> {
    let problem = position.problem().ok();
    let answer = problem
        .map(|problem| ask(&problem, question, &options.settings))
        .transpose()?;
    let mut found = PuzzleAnswer {
        answer,
        obstacle: None,
    };
    if found.verdict() == Verdict::None {
        let is_unmarked = *position == Position::new(position.puzzle().clone());
        found.obstacle = if is_unmarked {
            Some(Obstacle::NoSolution)
        } else {
            obstacle(position, options)?
        };
    }
    Ok(found)
}

/// Answers `question` for the puzzle alone, and looks for a mark that contradicts it.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// As [`answer_puzzle`].
pub fn answer_clues(
    position: &Position,
    question: Question,
    options: &Options,
) -> Result<PuzzleAnswer, Unsupported> {
    let answer = ask(position.puzzle().problem(), question, &options.settings)?;
    Ok(PuzzleAnswer {
        answer: Some(answer),
        obstacle: obstacle(position, options)?,
    })
}
