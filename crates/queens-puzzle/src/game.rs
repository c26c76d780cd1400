//! A puzzle that somebody plays: the marks, the moves, the time.

use super::{Hint, Mark, Obstacle, Options, Position, Puzzle, Step};
use queens_model::check;
use queens_model::placement::Placement;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;
use std::time::Duration;

/// What a move does to one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The square.
    pub square: Square,
    /// The player's mark before.
    pub from: Mark,
    /// The player's mark after.
    pub to: Mark,
}

/// A puzzle being played, for any front end: it draws nothing and has no clock.
///
/// The clues stay as they are; what else was marked at the start is the player's. Automatic crosses are not stored:
/// [`Game::mark`] works them out from the queens that stand, so that a queen which goes takes with it those crosses that
/// nothing else demands.
///
/// ```
/// use queens::puzzle::{Game, Mark, Position, Puzzle};
/// use queens::square::Square;
///
/// let mut game = Game::new(Position::new(Puzzle::new(2, 1, vec![0, 0, 1, 1])?));
/// game.set_automatic(true);
/// game.set(Square::new(0, 0), Mark::Queen);
/// assert_eq!(game.mark(Square::new(1, 1)), Mark::Cross);
/// game.undo();
/// assert_eq!(game.mark(Square::new(1, 1)), Mark::Open);
/// # Ok::<(), queens::puzzle::PuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The clues and the player's marks, without automatic crosses.
    position: Position,
    /// Only the clues.
    clues: Position,
    automatic: bool,
    /// Moves that were made, then those that were taken back.
    moves: Vec<Vec<Change>>,
    /// How many of them stand.
    done: usize,
    time: Duration,
}

/// Why moves do not belong to a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// More moves made than there are.
    #[error("{done} moves are said to be made, but there are {moves}")]
    Done {
        /// Moves that are said to be made.
        done: usize,
        /// Moves.
        moves: usize,
    },
    /// A square off the board.
    #[error("move {number} marks {square}, which is off the board of {size} x {size}")]
    OffBoard {
        /// Which move, from 1.
        number: usize,
        /// The square.
        square: Square,
        /// The length of a side.
        size: u32,
    },
    /// A mark other than the clue.
    #[error("{0} is a clue of the puzzle, which no mark changes")]
    Clue(Square),
    /// A move that begins or ends with another mark.
    #[error("move {number} does not fit the mark on {square}")]
    Mark {
        /// Which move, from 1.
        number: usize,
        /// The square.
        square: Square,
    },
}

impl Game {
    /// A game that begins with `position`, without automatic crosses.
    #[must_use]
    pub fn new(position: Position) -> Self {
        let clues = Position::new(position.puzzle().clone());
        let mut game =
            Game { position, clues, automatic: false, moves: Vec::new(), done: 0, time: Duration::ZERO };
        for square in game.puzzle().problem().every_square() {
            if game.is_clue(square) {
                game.position.set(square, game.clues.mark(square));
            }
        }
        game
    }

    /// A game that goes on: `position` holds the clues and the player's marks, to which the first `done` of `moves` have
    /// led; the others were taken back. It was played for `time`.
    ///
    /// # Errors
    /// Moves that do not lead to these marks, marks that change a clue.
    ///
    /// # Complexity
    /// Linear in the squares and in the changes.
    pub fn resumed(
        position: Position,
        moves: Vec<Vec<Change>>,
        done: usize,
        time: Duration,
    ) -> Result<Self, GameError> {
        if done > moves.len() {
            return Err(GameError::Done { done, moves: moves.len() });
        }
        let mut game = Game::new(position.clone());
        let mut squares = position.puzzle().problem().every_square();
        if let Some(square) = squares.find(|&square| game.position.mark(square) != position.mark(square)) {
            return Err(GameError::Clue(square));
        }
        let size = position.puzzle().size();
        let (made, taken_back) = moves.split_at(done);
        let mut walk = position;
        let mut step = |number: usize, change: &Change, from: Mark, to: Mark| {
            let square = change.square;
            if !walk.puzzle().problem().contains(square) {
                return Err(GameError::OffBoard { number, square, size });
            }
            if game.is_clue(square) {
                return Err(GameError::Clue(square));
            }
            if walk.mark(square) != from {
                return Err(GameError::Mark { number, square });
            }
            walk.set(square, to);
            Ok(())
        };
        for (number, changes) in made.iter().enumerate().rev() {
            changes.iter().rev().try_for_each(|change| step(number + 1, change, change.to, change.from))?;
        }
        for (number, changes) in (1..).zip(made.iter().chain(taken_back)) {
            changes.iter().try_for_each(|change| step(number, change, change.from, change.to))?;
        }
        (game.moves, game.done, game.time) = (moves, done, time);
        Ok(game)
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        self.position.puzzle()
    }

    /// The clues and the player's marks, without automatic crosses.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The clues, the player's marks and the automatic crosses.
    #[must_use]
    pub fn shown(&self) -> Position {
        let mut shown = self.position.clone();
        for (square, mark) in self.puzzle().problem().every_square().zip(self.marks()) {
            shown.set(square, mark);
        }
        shown
    }

    /// What stands on each square, automatic crosses among them, row by row.
    ///
    /// # Complexity
    /// Linear in the squares.
    #[must_use]
    pub fn marks(&self) -> Vec<Mark> {
        let full = self.full_units();
        let squares = self.puzzle().problem().every_square();
        squares.map(|square| self.mark_with(square, &full)).collect()
    }

    /// What stands on `square`, perhaps an automatic cross.
    ///
    /// # Panics
    /// Where `square` is off the board.
    ///
    /// # Complexity
    /// Linear in the squares: for all of them there is [`Game::marks`].
    #[must_use]
    pub fn mark(&self, square: Square) -> Mark {
        self.mark_with(square, &self.full_units())
    }

    fn mark_with(&self, square: Square, full: &[Vec<bool>; 3]) -> Mark {
        let mark = self.position.mark(square);
        if mark != Mark::Open || !self.automatic {
            return mark;
        }
        let units = [square.row, square.column, self.puzzle().region(square)];
        let is_in_full = units.into_iter().zip(full).any(|(unit, full)| full[unit as usize]);
        if is_in_full || self.touches_queen(square) { Mark::Cross } else { Mark::Open }
    }

    /// Which rows, columns and regions have all their queens.
    fn full_units(&self) -> [Vec<bool>; 3] {
        let mut queens = [(); 3].map(|()| vec![0; self.puzzle().size() as usize]);
        for square in self.position.marked(Mark::Queen) {
            let units = [square.row, square.column, self.puzzle().region(square)];
            units.into_iter().zip(&mut queens).for_each(|(unit, queens)| queens[unit as usize] += 1);
        }
        queens.map(|queens| queens.into_iter().map(|queens| queens >= self.puzzle().stars()).collect())
    }

    fn touches_queen(&self, square: Square) -> bool {
        let last = self.puzzle().size() - 1;
        let near = |line: u32| line.saturating_sub(1)..=(line + 1).min(last);
        near(square.row).any(|row| {
            near(square.column).any(|column| self.position.mark(Square::new(row, column)) == Mark::Queen)
        })
    }

    /// Whether `square` is a clue, which no move changes.
    ///
    /// # Panics
    /// Where `square` is off the board.
    #[must_use]
    pub fn is_clue(&self, square: Square) -> bool {
        self.clues.mark(square) != Mark::Open
    }

    /// Whether crosses around queens and in full units come by themselves.
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.automatic
    }

    /// Lets crosses around queens and in full units come by themselves, or not. It is no move.
    pub fn set_automatic(&mut self, automatic: bool) {
        self.automatic = automatic;
    }

    /// Marks `square`, as a move; `false` where that changes nothing: on a clue, where the mark stands already, and where
    /// an automatic cross should go.
    ///
    /// # Panics
    /// Where `square` is off the board.
    pub fn set(&mut self, square: Square, mark: Mark) -> bool {
        self.set_all([(square, mark)])
    }

    /// Marks several squares in one move; `false` where that changes nothing.
    ///
    /// # Panics
    /// Where a square is off the board.
    pub fn set_all(&mut self, marks: impl IntoIterator<Item = (Square, Mark)>) -> bool {
        let changes = self.changed(marks);
        if changes.is_empty() {
            return false;
        }
        self.moves.truncate(self.done);
        self.moves.push(changes);
        self.done += 1;
        true
    }

    /// As [`Game::set`], as part of the last move: a stroke over several squares that goes on. Where no move was made yet,
    /// it is one of its own.
    ///
    /// # Panics
    /// Where `square` is off the board.
    pub fn set_further(&mut self, square: Square, mark: Mark) -> bool {
        if self.done == 0 {
            return self.set(square, mark);
        }
        let changes = self.changed([(square, mark)]);
        if changes.is_empty() {
            return false;
        }
        self.moves.truncate(self.done);
        self.moves[self.done - 1].extend(changes);
        true
    }

    /// Marks squares, and tells what that changed.
    fn changed(&mut self, marks: impl IntoIterator<Item = (Square, Mark)>) -> Vec<Change> {
        let mut changes = Vec::new();
        for (square, to) in marks {
            let from = self.position.mark(square);
            if !self.is_clue(square) && from != to && self.mark(square) != to {
                self.position.set(square, to);
                changes.push(Change { square, from, to });
            }
        }
        changes
    }

    /// Marks `square` with what comes next: a cross where it is open, a queen where there is a cross, nothing where there
    /// is a queen; `false` where that changes nothing.
    ///
    /// # Panics
    /// Where `square` is off the board.
    pub fn cycle(&mut self, square: Square) -> bool {
        let next = match self.mark(square) {
            Mark::Open => Mark::Cross,
            Mark::Cross => Mark::Queen,
            Mark::Queen => Mark::Open,
        };
        self.set(square, next)
    }

    /// Marks what a deduction settles, in one move; `false` where that changes nothing.
    ///
    /// # Panics
    /// Where a square is off the board.
    pub fn apply(&mut self, step: &Step) -> bool {
        let queens = step.queens.iter().map(|&square| (square, Mark::Queen));
        self.set_all(queens.chain(step.crosses.iter().map(|&square| (square, Mark::Cross))))
    }

    /// The moves that were made, and behind them those that were taken back.
    #[must_use]
    pub fn moves(&self) -> &[Vec<Change>] {
        &self.moves
    }

    /// How many of [`Game::moves`] stand.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Takes the last move back; `false` where there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.done.checked_sub(1) else { return false };
        self.done = last;
        for change in self.moves[last].iter().rev() {
            self.position.set(change.square, change.from);
        }
        true
    }

    /// Makes the move again that was taken back last; `false` where there is none.
    pub fn redo(&mut self) -> bool {
        let Some(changes) = self.moves.get(self.done) else { return false };
        for change in changes {
            self.position.set(change.square, change.to);
        }
        self.done += 1;
        true
    }

    /// What stands in the player's way, a wrong mark above all: see [`super::obstacle`].
    ///
    /// # Errors
    /// No engine takes the puzzle.
    pub fn check(&self, options: &Options) -> Result<Option<Obstacle>, Unsupported> {
        super::obstacle(&self.position, options)
    }

    /// What to say to the player: see [`super::hint`]. Automatic crosses count as known.
    ///
    /// # Errors
    /// No engine takes the puzzle.
    pub fn hint(&self, options: &Options) -> Result<Hint, Unsupported> {
        super::hint(&self.shown(), options)
    }

    /// Whether the queens that stand are a solution.
    ///
    /// # Complexity
    /// O(queens x squares).
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let queens = Placement::new(self.position.marked(Mark::Queen).collect());
        check::solution(self.puzzle().problem(), &queens).is_ok()
    }

    /// How long it was played.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Adds to the time, as long as the puzzle is not solved.
    pub fn add_time(&mut self, time: Duration) {
        if !self.is_solved() {
            self.time = self.time.saturating_add(time);
        }
    }
}
