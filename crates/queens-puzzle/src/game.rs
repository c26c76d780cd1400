//! A game: a puzzle with the player's marks, moves and time.

use super::{Hint, Mark, Obstacle, Options, Position, Puzzle, PuzzleStep};
use queens_model::check;
use queens_model::placement::Placement;
use queens_model::square::Square;
use queens_model::unsupported::Unsupported;
use std::time::Duration;

/// Change of one square by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkChange {
    /// The square.
    pub square: Square,
    /// Mark before the move.
    pub from: Mark,
    /// Mark after the move.
    pub to: Mark,
}

/// A puzzle being played, for any front end: it does not draw and has no clock of its
/// own.
///
/// Clues never change; all other marks at the start count as the player's. Automatic
/// crosses are not stored: [`Game::mark`] computes them from the queens on the board, so
/// that they disappear with their queen.
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
    /// Moves made, followed by the moves taken back.
    moves: Vec<Vec<MarkChange>>,
    /// Number of moves made.
    done: usize,
    time: Duration,
}

/// Reason why moves do not lead to a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameError {
    /// More moves made than listed.
    #[error("'done' is {done}, but 'moves' has only {moves}")]
    Done {
        /// Number of moves made.
        done: usize,
        /// Number of moves listed.
        moves: usize,
    },
    /// A square off the board.
    #[error("move {number} marks {square}, which is off the board of {size} x {size}")]
    OffBoard {
        /// Number of the move, from 1.
        number: usize,
        /// The square.
        square: Square,
        /// Side of the board, in squares.
        size: u32,
    },
    /// A mark other than the clue.
    #[error("{0} is a clue of the puzzle and cannot be changed")]
    Clue(Square),
    /// A move whose marks differ from those on the board.
    #[error("move {number} does not fit the mark on {square}")]
    Mark {
        /// Number of the move, from 1.
        number: usize,
        /// The square.
        square: Square,
    },
}

impl Game {
    /// Starts a game from `position`, without automatic crosses.
    #[must_use]
    pub fn new(position: Position) -> Self {
        let clues = Position::new(position.puzzle().clone());
        let mut game = Game {
            position,
            clues,
            automatic: false,
            moves: Vec::new(),
            done: 0,
            time: Duration::ZERO,
        };
        for square in game.puzzle().problem().every_square() {
            if game.is_clue(square) {
                game.position.set(square, game.clues.mark(square));
            }
        }
        game
    }

    /// Restores a game. `position` holds the clues and the player's marks after the first
    /// `done` of `moves`; the other moves were taken back. `time` is the time played so
    /// far.
    ///
    /// # Errors
    /// Moves that do not lead to these marks, marks that change a clue.
    ///
    /// # Complexity
    /// Linear in the squares and in the changes.
    pub fn resumed(
        position: Position,
        moves: Vec<Vec<MarkChange>>,
        done: usize,
        time: Duration,
    ) -> Result<Self, GameError> {
        if done > moves.len() {
            return Err(GameError::Done {
                done,
                moves: moves.len(),
            });
        }
        let mut game = Game::new(position.clone());
        let mut squares = position.puzzle().problem().every_square();
        if let Some(square) =
            squares.find(|&square| game.position.mark(square) != position.mark(square))
        {
            return Err(GameError::Clue(square));
        }
        let size = position.puzzle().size();
        let (made, taken_back) = moves.split_at(done);
        let mut walk = position;
        let mut step = |number: usize, change: &MarkChange, from: Mark, to: Mark| {
            let square = change.square;
            if !walk.puzzle().problem().contains(square) {
                return Err(GameError::OffBoard {
                    number,
                    square,
                    size,
                });
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
            changes.iter().rev().try_for_each(|change| {
                step(number + 1, change, change.to, change.from)
            })?;
        }
        for (number, changes) in (1..).zip(made.iter().chain(taken_back)) {
            changes
                .iter()
                .try_for_each(|change| step(number, change, change.from, change.to))?;
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
    ///
    /// # Complexity
    /// Linear in the squares.
    #[must_use]
    pub fn shown(&self) -> Position {
        if self.automatic {
            self.position.with_ruled_out()
        } else {
            self.position.clone()
        }
    }

    /// Mark on each square, row by row, with automatic crosses.
    ///
    /// # Complexity
    /// Linear in the squares.
    #[must_use]
    pub fn marks(&self) -> Vec<Mark> {
        self.shown().marks().to_vec()
    }

    /// Mark on `square`, with automatic crosses.
    ///
    /// # Panics
    /// If `square` is off the board.
    ///
    /// # Complexity
    /// Linear in the squares; [`Game::marks`] returns all marks for the same cost.
    #[must_use]
    pub fn mark(&self, square: Square) -> Mark {
        self.shown().mark(square)
    }

    /// True if `square` is a clue, which no move changes.
    ///
    /// # Panics
    /// If `square` is off the board.
    #[must_use]
    pub fn is_clue(&self, square: Square) -> bool {
        self.clues.mark(square) != Mark::Open
    }

    /// True if squares around queens and in full units are crossed automatically.
    #[must_use]
    pub fn is_automatic(&self) -> bool {
        self.automatic
    }

    /// Turns automatic crosses around queens and in full units on or off. This is not a
    /// move.
    pub fn set_automatic(&mut self, automatic: bool) {
        self.automatic = automatic;
    }

    /// Marks `square`, as a move. Returns `false` if nothing changes: on a clue, if the
    /// square has this mark already, and if the square has an automatic cross that cannot
    /// be removed.
    ///
    /// # Panics
    /// If `square` is off the board.
    pub fn set(&mut self, square: Square, mark: Mark) -> bool {
        self.set_all([(square, mark)])
    }

    /// Marks several squares in one move. Returns `false` if nothing changes.
    ///
    /// # Panics
    /// If a square is off the board.
    pub fn set_all(&mut self, marks: impl IntoIterator<Item = (Square, Mark)>) -> bool {
        let changes = self.apply_marks(marks);
        if changes.is_empty() {
            return false;
        }
        self.moves.truncate(self.done);
        self.moves.push(changes);
        self.done += 1;
        true
    }

    /// Like [`Game::set`], but extends the last move, for a drag over several squares. It
    /// is a move of its own if no move was made yet.
    ///
    /// # Panics
    /// If `square` is off the board.
    pub fn set_further(&mut self, square: Square, mark: Mark) -> bool {
        if self.done == 0 {
            return self.set(square, mark);
        }
        let changes = self.apply_marks([(square, mark)]);
        if changes.is_empty() {
            return false;
        }
        self.moves.truncate(self.done);
        self.moves[self.done - 1].extend(changes);
        true
    }

    /// Marks squares and returns the changes.
    fn apply_marks(
        &mut self,
        marks: impl IntoIterator<Item = (Square, Mark)>,
    ) -> Vec<MarkChange> {
        let mut changes = Vec::new();
        for (square, to) in marks {
            let from = self.position.mark(square);
            if !self.is_clue(square) && from != to && self.mark(square) != to {
                self.position.set(square, to);
                changes.push(MarkChange { square, from, to });
            }
        }
        changes
    }

    /// Marks `square` with the next mark: an open square gets a cross, a cross becomes a
    /// queen, and a queen is removed. Returns `false` if nothing changes.
    ///
    /// # Panics
    /// If `square` is off the board.
    pub fn cycle(&mut self, square: Square) -> bool {
        let next = match self.mark(square) {
            Mark::Open => Mark::Cross,
            Mark::Cross => Mark::Queen,
            Mark::Queen => Mark::Open,
        };
        self.set(square, next)
    }

    /// Applies a step in one move. Returns `false` if nothing changes.
    ///
    /// # Panics
    /// If a square is off the board.
    pub fn apply(&mut self, step: &PuzzleStep) -> bool {
        self.set_all(step.marks())
    }

    /// Moves made, followed by the moves taken back.
    #[must_use]
    pub fn moves(&self) -> &[Vec<MarkChange>] {
        &self.moves
    }

    /// Number of [`Game::moves`] made; the others were taken back.
    #[must_use]
    pub fn done(&self) -> usize {
        self.done
    }

    /// Takes the last move back. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.done.checked_sub(1) else {
            return false;
        };
        self.done = last;
        for change in self.moves[last].iter().rev() {
            self.position.set(change.square, change.from);
        }
        true
    }

    /// Repeats the last move that was taken back. Returns `false` if there is none.
    pub fn redo(&mut self) -> bool {
        let Some(changes) = self.moves.get(self.done) else {
            return false;
        };
        for change in changes {
            self.position.set(change.square, change.to);
        }
        self.done += 1;
        true
    }

    /// Returns a wrong mark, or reports that there is no solution: see
    /// [`super::obstacle`].
    ///
    /// # Errors
    /// No engine takes the puzzle.
    pub fn check(&self, options: &Options) -> Result<Option<Obstacle>, Unsupported> {
        super::obstacle(&self.position, options)
    }

    /// Returns a hint: see [`super::hint`]. Automatic crosses count as marks.
    ///
    /// # Errors
    /// No engine takes the puzzle.
    pub fn hint(&self, options: &Options) -> Result<Hint, Unsupported> {
        super::hint(&self.shown(), options)
    }

    /// True if the queens on the board are a solution.
    ///
    /// # Complexity
    /// O(queens x squares).
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let queens = Placement::new(self.position.marked(Mark::Queen).collect());
        check::solution(self.puzzle().problem(), &queens).is_ok()
    }

    /// Time played so far.
    #[must_use]
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Adds to the time, unless the puzzle is solved.
    pub fn add_time(&mut self, time: Duration) {
        if !self.is_solved() {
            self.time = self.time.saturating_add(time);
        }
    }
}
