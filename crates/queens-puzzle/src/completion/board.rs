//! The board as bit sets, which is the form that the deductions work on.

use super::{CompletionPosition, MAX_COMPLETION_SIZE};
use crate::reason::Facts;
use crate::watch::LimitWatch;
use control::Limits;
use queens_model::bits::SmallSet;
use queens_model::square::Square;

/// Words of a set of squares.
pub(super) const BOARD_WORDS: usize =
    (MAX_COMPLETION_SIZE * MAX_COMPLETION_SIZE / 64) as usize;

/// Squares of a board, numbered row by row.
pub(super) type BoardSet = SmallSet<BOARD_WORDS>;

/// The fixed part of a level: its lines and attacks, and the limits of the search for
/// steps.
#[derive(Clone, Debug)]
pub(super) struct CompletionBoard {
    /// Side of the board, in squares.
    pub(super) size: usize,
    /// The squares of each line: all rows, then all columns.
    pub(super) lines: Vec<BoardSet>,
    /// The squares that a queen on each square attacks, without her own.
    pub(super) attacked: Vec<BoardSet>,
    /// The limits.
    pub(super) watch: LimitWatch,
}

impl CompletionBoard {
    pub(super) fn new(size: u32, limits: &Limits) -> Self {
        let size = size as usize;
        let squares =
            || (0..size * size).map(move |square| (square / size, square % size));
        let set = |holds: &dyn Fn(usize, usize) -> bool| -> BoardSet {
            squares()
                .filter(|&(row, column)| holds(row, column))
                .map(|(row, column)| row * size + column)
                .collect()
        };
        let rows = (0..size).map(|line| set(&|row, _| row == line));
        let columns = (0..size).map(|line| set(&|_, column| column == line));
        let attacked = squares().map(|(row, column)| {
            set(&|other_row, other_column| {
                let (down, right) =
                    (row.abs_diff(other_row), column.abs_diff(other_column));
                (down == 0 || right == 0 || down == right) && down + right > 0
            })
        });
        let (lines, attacked) = (rows.chain(columns).collect(), attacked.collect());
        CompletionBoard {
            size,
            lines,
            attacked,
            watch: LimitWatch::new(limits),
        }
    }

    /// The square with this number.
    pub(super) fn square_at(&self, square: usize) -> Square {
        Square::new((square / self.size) as u32, (square % self.size) as u32)
    }

    /// The squares of a set, row by row.
    pub(super) fn list_squares(&self, set: BoardSet) -> Vec<Square> {
        set.iter().map(|square| self.square_at(square)).collect()
    }

    /// The number of `square`.
    pub(super) fn square_number(&self, square: Square) -> usize {
        square.row as usize * self.size + square.column as usize
    }

    /// The squares that every queen on a square of `set` would attack.
    pub(super) fn attacked_by_all(&self, set: BoardSet) -> BoardSet {
        let mut squares = set.iter();
        let Some(first) = squares.next() else {
            return BoardSet::EMPTY;
        };
        squares.fold(self.attacked[first], |common, square| {
            common & self.attacked[square]
        })
    }
}

/// The queens and the open squares; every other square is attacked or crossed out.
#[derive(Clone, Copy, Debug)]
pub(super) struct CompletionGrid<'a> {
    /// The board.
    pub(super) board: &'a CompletionBoard,
    /// Squares that may still hold a queen.
    pub(super) open: BoardSet,
    /// The queens.
    pub(super) queens: BoardSet,
}

impl<'a> CompletionGrid<'a> {
    /// Converts the given queens of `position`.
    pub(super) fn from_clues(
        board: &'a CompletionBoard,
        position: &CompletionPosition,
    ) -> Self {
        let open = (0..board.size * board.size).collect();
        let empty = CompletionGrid {
            board,
            open,
            queens: BoardSet::EMPTY,
        };
        position.given.iter().fold(empty, |grid, &square| {
            grid.with_queen(board.square_number(square))
        })
    }

    /// Converts the given queens and the marks of `position`.
    pub(super) fn new(board: &'a CompletionBoard, position: &CompletionPosition) -> Self {
        let queens = position
            .queens
            .iter()
            .map(|&square| board.square_number(square));
        let mut grid = queens.fold(
            CompletionGrid::from_clues(board, position),
            CompletionGrid::with_queen,
        );
        grid.open -= position
            .crosses
            .iter()
            .map(|&square| board.square_number(square))
            .collect();
        grid
    }

    /// Returns the grid after a queen on `square`: all that she attacks is closed.
    pub(super) fn with_queen(mut self, square: usize) -> Self {
        self.queens.insert(square);
        self.open.remove(square);
        self.open -= self.board.attacked[square];
        self
    }

    /// The rules and the marks, for reasons.
    pub(super) fn facts(&self) -> Facts<'a, BOARD_WORDS> {
        let board = self.board;
        let need = |line: &BoardSet| u32::from(!line.meets(&self.queens));
        Facts {
            size: board.size,
            conflicts: &board.attacked,
            units: &board.lines,
            needs: board.lines.iter().map(need).collect(),
            open: self.open,
            queens: self.queens,
            watch: &board.watch,
        }
    }

    /// True if every row has its queen.
    pub(super) fn is_full(&self) -> bool {
        self.queens.count() as usize == self.board.size
    }

    /// The lines without a queen, rows first.
    pub(super) fn free_lines(&self) -> impl Iterator<Item = usize> {
        (0..2 * self.board.size)
            .filter(move |&line| !self.board.lines[line].meets(&self.queens))
    }

    /// The open squares of `line`.
    pub(super) fn open_of(&self, line: usize) -> BoardSet {
        self.board.lines[line] & self.open
    }

    /// Places queens on the last open squares of lines, one after the other; returns true
    /// if a line ends up without any.
    pub(super) fn follow_rules(mut self) -> (Self, bool) {
        loop {
            let mut forced = None;
            for line in self.free_lines() {
                let open = self.open_of(line);
                match open.count() {
                    0 => return (self, true),
                    1 => forced = forced.or(open.first()),
                    _ => {}
                }
            }
            let Some(square) = forced else {
                return (self, false);
            };
            self = self.with_queen(square);
        }
    }

    /// Returns the queens that follow from one on `square` if they lead to a line without
    /// an open square, with at most `depth` assumptions nested within this one.
    pub(super) fn dead_end(&self, square: usize, depth: u32) -> Option<BoardSet> {
        let start = self.with_queen(square);
        let mut grid = start;
        loop {
            let (end, is_dead) = grid.follow_rules();
            if is_dead {
                return Some(end.queens - start.queens);
            }
            if depth == 0 || end.open.is_empty() {
                return None;
            }
            let refuted = end.refuted_squares(depth - 1);
            if refuted.is_empty() {
                return None;
            }
            grid = end;
            grid.open -= refuted;
        }
    }

    /// The open squares on which a queen leads to a dead end; some of them if a limit is
    /// reached.
    fn refuted_squares(&self, depth: u32) -> BoardSet {
        let candidates = self.open.iter().take_while(|_| !self.board.watch.is_over());
        candidates
            .filter(|&square| self.dead_end(square, depth).is_some())
            .collect()
    }
}
