//! What stands in the way of a player: a mark that no solution agrees with, or that there is no solution at all.

use super::audit::solvable;
use super::grid::{Board, Broken, Grid, with_words};
use super::proofs::broken_words;
use super::{Mark, Options, Position, Puzzle};
use queens_engines::question::{Question, Verdict};
use queens_model::problem::Unit;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;

/// A mark that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// Where it stands.
    pub square: Square,
    /// The mark.
    pub mark: Mark,
    /// Why it is wrong, in one sentence.
    pub sentence: String,
    /// The squares that show it.
    pub read: Vec<Square>,
    /// The units that show it.
    pub units: Vec<Unit>,
}

/// Why no step leads on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Obstacle {
    /// A mark is wrong.
    #[error("a mark is wrong: {}", .0.sentence)]
    Wrong(Mistake),
    /// Nobody's mark is to blame.
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
    #[error("the puzzle has several solutions; only a puzzle with exactly one has a rating")]
    SeveralSolutions,
}

/// What stands in the way of a player who has come to `position`: the first mark that is wrong, for it breaks a rule by
/// itself or with others, or no solution of the puzzle agrees with it; or that the puzzle has no solution at all. `None`
/// where nothing does, and where a limit of the options came first.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// One question to an engine where all marks are right, else one for each mark.
pub fn obstacle(position: &Position, options: &Options) -> Result<Option<Obstacle>, Unsupported> {
    with_words!(position.puzzle().size(), obstacle_in(position, options))
}

/// Returns the reason why `puzzle` has no rating. `None` if it has exactly one solution, or if a limit of the options
/// came first.
///
/// # Errors
/// No engine takes the puzzle.
///
/// # Complexity
/// Two questions to an engine.
pub fn unratable(puzzle: &Puzzle, options: &Options) -> Result<Option<Unratable>, Unsupported> {
    let clues = Position::new(puzzle.clone());
    if let Some(obstacle) = obstacle(&clues, options)? {
        return Ok(Some(obstacle.into()));
    }
    let Ok(problem) = clues.problem() else { return Ok(Some(Obstacle::NoSolution.into())) };
    let several = match queens_engines::ask(&problem, Question::Unique, &options.settings)?.verdict() {
        Verdict::Exactly(count) | Verdict::AtLeast(count) => count > 1,
        Verdict::None | Verdict::OnlyOne | Verdict::Unknown => false,
    };
    Ok(several.then_some(Unratable::SeveralSolutions))
}

fn obstacle_in<const W: usize>(
    position: &Position,
    options: &Options,
) -> Result<Option<Obstacle>, Unsupported> {
    let board = Board::<W>::new(position.puzzle(), &options.settings.limits);
    let clues = Position::new(position.puzzle().clone());
    if let Some(mistake) = against_clues(position, &clues) {
        return Ok(Some(Obstacle::Wrong(mistake)));
    }
    let grid = Grid::new(&board, position);
    if let Some(broken @ (Broken::Touch(..) | Broken::TooMany(_))) = grid.broken() {
        let queens = clashing(&grid, broken);
        let wrong = wrong_one(&queens, &clues, options)?;
        return Ok(Some(Obstacle::Wrong(breaks_a_rule(&grid, wrong, queens, broken))));
    }
    if solvable(position, &options.settings)? != Some(false) {
        return Ok(None);
    }
    let is_solvable = if *position == clues { Some(false) } else { solvable(&clues, &options.settings)? };
    match is_solvable {
        Some(true) => Ok(first_wrong(&board, position, &clues, options)?.map(Obstacle::Wrong)),
        Some(false) => Ok(Some(Obstacle::NoSolution)),
        None => Ok(None),
    }
}

/// The first mark that no solution has, or that does not go with those before it, where the clues have a solution and
/// all marks together have none.
fn first_wrong<const W: usize>(
    board: &Board<W>,
    position: &Position,
    clues: &Position,
    options: &Options,
) -> Result<Option<Mistake>, Unsupported> {
    // The first mark, queens before crosses, that no solution has.
    let added: Vec<Square> = [Mark::Queen, Mark::Cross]
        .into_iter()
        .flat_map(|mark| position.marked(mark).filter(|&square| clues.mark(square) == Mark::Open))
        .collect();
    for &square in &added {
        let mark = position.mark(square);
        let mut alone = clues.clone();
        alone.set(square, mark);
        match solvable(&alone, &options.settings)? {
            Some(false) => return Ok(Some(because(board, clues, position, square))),
            Some(true) => {}
            None => return Ok(None),
        }
    }
    // Each may be right, but not all together: the first that does not go with those before it.
    let mut before = clues.clone();
    for &square in &added {
        let mut with = before.clone();
        with.set(square, position.mark(square));
        match solvable(&with, &options.settings)? {
            Some(false) => return Ok(Some(because(board, &before, position, square))),
            Some(true) => {}
            None => return Ok(None),
        }
        before = with;
    }
    Ok(None)
}

/// A mark other than the clue on its square.
fn against_clues(position: &Position, clues: &Position) -> Option<Mistake> {
    let squares = position.puzzle().problem().every_square();
    let square = squares
        .into_iter()
        .find(|&square| clues.mark(square) != Mark::Open && position.mark(square) != clues.mark(square))?;
    let (mark, units) = (position.mark(square), Vec::new());
    let sentence = match clues.mark(square) {
        Mark::Queen => format!("{square} holds a queen by the clues."),
        Mark::Open | Mark::Cross => {
            format!("{square} cannot hold a queen: the clues say that it stays empty.")
        }
    };
    Some(Mistake { square, mark, sentence, read: vec![square], units })
}

/// The queens of a broken rule: two that touch, or too many in a unit.
fn clashing<const W: usize>(grid: &Grid<'_, W>, broken: Broken) -> Vec<Square> {
    let board = grid.board;
    match broken {
        Broken::Touch(one, other) => vec![board.square(one), board.square(other)],
        Broken::TooMany(unit) | Broken::TooFew(unit) => board.squares(board.units[unit] & grid.queens),
    }
}

/// The clashing queen to blame: the first that no solution has. If each of them alone goes with the clues, or no limit
/// allows to find out, the last one that is not a clue.
fn wrong_one(queens: &[Square], clues: &Position, options: &Options) -> Result<Square, Unsupported> {
    let added: Vec<Square> =
        queens.iter().copied().filter(|&square| clues.mark(square) != Mark::Queen).collect();
    for &square in &added {
        let mut alone = clues.clone();
        alone.set(square, Mark::Queen);
        if solvable(&alone, &options.settings)? == Some(false) {
            return Ok(square);
        }
    }
    Ok(added.last().copied().unwrap_or(queens[0]))
}

/// The wrong queen on `square`, one of `queens`, which break a rule together.
fn breaks_a_rule<const W: usize>(
    grid: &Grid<'_, W>,
    square: Square,
    mut queens: Vec<Square>,
    broken: Broken,
) -> Mistake {
    let (sentence, units) = match broken {
        Broken::Touch(..) => {
            queens.retain(|&queen| queen != square);
            (format!("{square} cannot hold a queen: it would touch the one on {}.", queens[0]), Vec::new())
        }
        Broken::TooMany(unit) | Broken::TooFew(unit) => {
            let sentence = format!("{square} cannot hold a queen: {}.", broken_words(grid, broken));
            (sentence, vec![grid.board.unit(unit)])
        }
    };
    Mistake { square, mark: Mark::Queen, sentence, read: queens, units }
}

/// The wrong mark on `square`, with a reason from the full and tight units, if that is all it takes.
fn because<const W: usize>(
    board: &Board<W>,
    before: &Position,
    position: &Position,
    square: Square,
) -> Mistake {
    let mark = position.mark(square);
    let mut grid = Grid::new(board, before);
    // What stands already takes its squares.
    for queen in grid.queens.iter() {
        grid.open -= board.around[queen];
    }
    let index = (square.row as usize) * board.size + square.column as usize;
    grid = if mark == Mark::Queen { grid.with_queen(index) } else { grid.with_cross(index) };
    let head = match mark {
        Mark::Queen => format!("{square} cannot hold a queen"),
        Mark::Open | Mark::Cross => format!("{square} cannot be empty"),
    };
    let Some(broken) = grid.settle() else {
        let with = if before.marked(Mark::Queen).count() + before.marked(Mark::Cross).count() == 0 {
            "of the puzzle"
        } else {
            "that agrees with the other marks and clues"
        };
        let sentence = format!("{head}: no solution {with} has it so.");
        return Mistake { square, mark, sentence, read: vec![square], units: Vec::new() };
    };
    let (read, units) = match broken {
        Broken::Touch(one, other) => (vec![board.square(one), board.square(other)], Vec::new()),
        Broken::TooMany(unit) | Broken::TooFew(unit) => {
            (board.squares(board.units[unit]), vec![board.unit(unit)])
        }
    };
    Mistake { square, mark, sentence: format!("{head}: {}.", broken_words(&grid, broken)), read, units }
}
