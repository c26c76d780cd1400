//! Obstacles to a solution: a wrong mark, or a puzzle without a solution.

use super::audit::is_solvable;
use super::grid::{BrokenRule, CandidateGrid, PuzzleBoard, with_words};
use super::premise::{Fact, Premise, squares_of};
use super::reason::{Sentence, Supposition, words};
use super::{Mark, Options, Position, Puzzle};
use control::{Step, Stop};
use queens_engines::question::{Question, Verdict};
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// A mark that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Square of the mark.
    pub square: Square,
    /// The mark.
    pub mark: Mark,
    /// Reason in one sentence.
    pub sentence: String,
    /// Everything that the reason uses, in the order in which the sentence names it.
    pub premises: Vec<Premise>,
}

impl Mistake {
    /// Squares that the premises are about, row by row.
    #[must_use]
    pub fn read(&self) -> Vec<Square> {
        squares_of(&self.premises)
    }
}

/// Reason why no step can lead to a solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// A mark is wrong.
    #[error("a mark is wrong: {}", .0.sentence)]
    Wrong(Mistake),
    /// The puzzle has no solution, whatever the marks are.
    #[error("the puzzle has no solution")]
    NoSolution,
}

/// Reason why a puzzle has no rating.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unratable {
    /// No solution, or clues that break a rule.
    #[error(transparent)]
    Obstacle(#[from] Obstacle),
    /// Two solutions or more.
    #[error(
        "the puzzle has several solutions; only a puzzle with exactly one has a rating"
    )]
    SeveralSolutions,
    /// A limit came before the number of solutions was known.
    #[error(
        "it is not known whether the puzzle has exactly one solution ({0}); only such a puzzle has a rating"
    )]
    Stopped(Stop),
}

/// Returns the first wrong mark of `position`, one that breaks a rule or agrees with no
/// solution; or reports that the puzzle has no solution. `None` if all marks are right,
/// or if a limit of the options was reached first.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// One question to an engine if all marks are right, else up to two for each mark.
pub fn obstacle(
    position: &Position,
    options: &Options,
) -> Result<Option<Obstacle>, Unsupported> {
    with_words!(position.puzzle().size(), obstacle_in(position, options))
}

/// Returns the reason why `puzzle` has no rating. `None` if it has exactly one solution.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// Two questions to an engine.
pub fn unratable(
    puzzle: &Puzzle,
    options: &Options,
) -> Result<Option<Unratable>, Unsupported> {
    let clues = Position::new(puzzle.clone());
    if let Some(obstacle) = obstacle(&clues, options)? {
        return Ok(Some(obstacle.into()));
    }
    let Ok(problem) = clues.problem() else {
        return Ok(Some(Obstacle::NoSolution.into()));
    };
    let answer = queens_engines::ask(&problem, Question::Unique, &options.settings)?;
    Ok(match answer.verdict() {
        Verdict::OnlyOne => None,
        Verdict::None => Some(Obstacle::NoSolution.into()),
        Verdict::Exactly(_) | Verdict::AtLeast(2..) => Some(Unratable::SeveralSolutions),
        Verdict::AtLeast(_) | Verdict::Unknown => {
            let stop = Step::from(answer.outcome).err().unwrap_or(Stop::GaveUp);
            Some(Unratable::Stopped(stop))
        }
    })
}

fn obstacle_in<const W: usize>(
    position: &Position,
    options: &Options,
) -> Result<Option<Obstacle>, Unsupported> {
    let board = PuzzleBoard::<W>::new(position.puzzle(), &options.settings.limits);
    let clues = Position::new(position.puzzle().clone());
    if let Some(mistake) = against_clues(position, &clues) {
        return Ok(Some(Obstacle::Wrong(mistake)));
    }
    let grid = CandidateGrid::new(&board, position);
    if let Some(broken @ (BrokenRule::Touch(..) | BrokenRule::TooMany(_))) =
        grid.find_broken_rule()
    {
        let queens = clashing_queens(&grid, broken);
        let wrong = wrong_queen(&queens, &clues, options)?;
        return Ok(Some(Obstacle::Wrong(rule_mistake(
            &grid, wrong, queens, broken,
        ))));
    }
    if is_solvable(position, &options.settings)? != Some(false) {
        return Ok(None);
    }
    let is_solvable = if *position == clues {
        Some(false)
    } else {
        is_solvable(&clues, &options.settings)?
    };
    match is_solvable {
        Some(true) => {
            Ok(first_wrong(&board, position, &clues, options)?.map(Obstacle::Wrong))
        }
        Some(false) => Ok(Some(Obstacle::NoSolution)),
        None => Ok(None),
    }
}

/// Returns the first mark that no solution has, or that contradicts the marks before it.
/// The clues must have a solution and all marks together none.
fn first_wrong<const W: usize>(
    board: &PuzzleBoard<W>,
    position: &Position,
    clues: &Position,
    options: &Options,
) -> Result<Option<Mistake>, Unsupported> {
    // First each mark alone, queens before crosses.
    let added: Vec<Square> = [Mark::Queen, Mark::Cross]
        .into_iter()
        .flat_map(|mark| {
            position
                .marked(mark)
                .filter(|&square| clues.mark(square) == Mark::Open)
        })
        .collect();
    for &square in &added {
        let mark = position.mark(square);
        let mut alone = clues.clone();
        alone.set(square, mark);
        match is_solvable(&alone, &options.settings)? {
            Some(false) => {
                return Ok(Some(explain_mistake(board, clues, position, square)));
            }
            Some(true) => {}
            None => return Ok(None),
        }
    }
    // Each mark alone agrees with a solution, but not all together.
    let mut before = clues.clone();
    for &square in &added {
        let mut with = before.clone();
        with.set(square, position.mark(square));
        match is_solvable(&with, &options.settings)? {
            Some(false) => {
                return Ok(Some(explain_mistake(board, &before, position, square)));
            }
            Some(true) => {}
            None => return Ok(None),
        }
        before = with;
    }
    Ok(None)
}

/// Returns a mark that differs from the clue on its square.
fn against_clues(position: &Position, clues: &Position) -> Option<Mistake> {
    let squares = position.puzzle().problem().every_square();
    let square = squares.into_iter().find(|&square| {
        clues.mark(square) != Mark::Open && position.mark(square) != clues.mark(square)
    })?;
    let mark = position.mark(square);
    let sentence = match clues.mark(square) {
        Mark::Queen => format!("{square} holds a given queen."),
        Mark::Open | Mark::Cross => {
            format!("{square} cannot hold a queen: a clue says that it stays empty.")
        }
    };
    Some(Mistake {
        square,
        mark,
        sentence,
        premises: Vec::new(),
    })
}

/// Returns the queens of a broken rule: two that touch, or too many in a unit.
fn clashing_queens<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    broken: BrokenRule,
) -> Vec<Square> {
    let board = grid.board;
    match broken {
        BrokenRule::Touch(one, other) => {
            vec![board.square_at(one), board.square_at(other)]
        }
        BrokenRule::TooMany(unit) | BrokenRule::TooFew(unit) => {
            board.list_squares(board.units[unit] & grid.queens)
        }
    }
}

/// Picks the wrong one of clashing queens: the first that no solution has. If each of
/// them alone agrees with a solution, or a limit is reached, the last one that is not a
/// clue.
fn wrong_queen(
    queens: &[Square],
    clues: &Position,
    options: &Options,
) -> Result<Square, Unsupported> {
    let added: Vec<Square> = queens
        .iter()
        .copied()
        .filter(|&square| clues.mark(square) != Mark::Queen)
        .collect();
    for &square in &added {
        let mut alone = clues.clone();
        alone.set(square, Mark::Queen);
        if is_solvable(&alone, &options.settings)? == Some(false) {
            return Ok(square);
        }
    }
    Ok(added.last().copied().unwrap_or(queens[0]))
}

/// Returns the mistake of the queen on `square`, one of `queens`, which break a rule
/// together.
fn rule_mistake<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    square: Square,
    mut queens: Vec<Square>,
    broken: BrokenRule,
) -> Mistake {
    let mut sentence = format!("{square} cannot hold a queen: ");
    let premise = match broken {
        BrokenRule::Touch(..) => {
            queens.retain(|&queen| queen != square);
            sentence.push_str(&format!("it would touch the one on {}", queens[0]));
            Premise::from_queen(queens[0], sentence.len())
        }
        BrokenRule::TooMany(unit) | BrokenRule::TooFew(unit) => {
            sentence.push_str(&words::unit_name(grid.board.size, unit));
            let named_at = sentence.len();
            sentence.push_str(&format!(
                " would have {}",
                words::queens_in_words(queens.len() as u32)
            ));
            Premise {
                fact: Fact::Unit(grid.board.unit_at(unit)),
                squares: queens,
                named_at,
            }
        }
    };
    sentence.push('.');
    Mistake {
        square,
        mark: Mark::Queen,
        sentence,
        premises: vec![premise],
    }
}

/// Returns the mistake on `square`, with a reason if full and tight units suffice to show
/// one.
fn explain_mistake<const W: usize>(
    board: &PuzzleBoard<W>,
    before: &Position,
    position: &Position,
    square: Square,
) -> Mistake {
    let mark = position.mark(square);
    let before_mark = CandidateGrid::new(board, &before.with_ruled_out());
    let index = (square.row as usize) * board.size + square.column as usize;
    let (supposed, mut after) = match mark {
        Mark::Queen => (Supposition::Queen(index), before_mark.with_queen(index)),
        Mark::Open | Mark::Cross => {
            (Supposition::Empty(index), before_mark.with_cross(index))
        }
    };
    if after.settle_squares().is_some() {
        let facts = before_mark.facts();
        let all: Vec<usize> = (0..board.units.len()).collect();
        let needed = facts.units_with_short_words(&all, supposed);
        if facts.proves(&needed, supposed.opposite_conclusion()) {
            let (sentence, premises) =
                Sentence::compose_mistake(&facts, &needed, supposed);
            return Mistake {
                square,
                mark,
                sentence,
                premises,
            };
        }
    }
    let head = match mark {
        Mark::Queen => "cannot hold a queen",
        Mark::Open | Mark::Cross => "cannot be empty",
    };
    let with =
        match before.marked(Mark::Queen).count() + before.marked(Mark::Cross).count() {
            0 => "of the puzzle",
            _ => "that agrees with the other marks",
        };
    let sentence = format!("{square} {head}: no solution {with} allows it.");
    Mistake {
        square,
        mark,
        sentence,
        premises: Vec::new(),
    }
}
