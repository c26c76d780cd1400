//! Three words of bits: columns, diagonals and antidiagonals that are taken, seen from one row.
//!
//! Where only the number matters, the last row is not entered (its free squares are the solutions),
//! and on a board that is its own mirror image one half of the first row stands for both.

use super::sentences::NOTHING_MORE;
use super::views::{Standard, too_large};
use super::{Completeness, EngineInfo, IdeaLine, Run, Search, StepKind, Watch};
use control::{Detail, Limits, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// The bits of a word.
const MAX_COLUMNS: u32 = u64::BITS;

/// The engine.
pub(crate) struct Bitmask;

/// For each row, the squares that holes and givens leave open.
pub(crate) struct Masks {
    open: Vec<u64>,
    columns: u32,
}

impl Masks {
    fn of(view: &Standard) -> Self {
        let (rows, columns) = (view.rows(), view.columns());
        let bit = |row, column| u64::from(view.is_open(row, column)) << column;
        let mask = |row| (0..columns).fold(0, |mask, column| mask | bit(row, column));
        Masks { open: (0..rows).map(mask).collect(), columns }
    }

    /// Whether left and right may be exchanged.
    fn are_symmetric(&self) -> bool {
        let mirrored = |mask: u64| mask.reverse_bits().unbounded_shr(u64::BITS - self.columns);
        self.open.iter().all(|&mask| mask == mirrored(mask))
    }
}

/// What the queens of the rows above take of a row.
#[derive(Clone, Copy, Default)]
struct Taken {
    columns: u64,
    left: u64,
    right: u64,
}

impl Taken {
    /// The same seen from the next row, after a queen was put on the bit `queen`.
    #[inline(always)]
    fn with(self, queen: u64) -> Self {
        Taken {
            columns: self.columns | queen,
            left: (self.left | queen) << 1,
            right: (self.right | queen) >> 1,
        }
    }

    /// The squares of `mask` that are not taken.
    #[inline(always)]
    fn free(self, mask: u64) -> u64 {
        mask & !(self.columns | self.left | self.right)
    }
}

/// With so few columns left, what is left is counted without a look at the limits: less than 4,000 nodes
/// on most boards.
const SMALL: usize = 8;

/// The ways to fill the rows that `open` describes; adds to `nodes[i]` the queens that were put on a row with
/// i rows below it. The last row is not entered.
fn count(open: &[u64], taken: Taken, nodes: &mut [u64; SMALL]) -> u64 {
    let [mask, below @ ..] = open else { return 1 };
    let mut free = taken.free(*mask);
    if below.is_empty() {
        // On a square board there is one column left.
        let is_one = free & free.wrapping_sub(1) == 0;
        return if is_one { u64::from(free != 0) } else { free.count_ones().into() };
    }
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        nodes[below.len()] += 1;
        solutions += count(below, taken.with(queen), nodes);
    }
    solutions
}

/// A search: the queens, and how many solutions one solution stands for.
struct Board {
    column_of: Vec<u32>,
    columns: u32,
    weight: u64,
}

impl Board {
    /// Fills the last rows, which `open` describes.
    fn fill<O: Watch>(&mut self, open: &[u64], taken: Taken, run: &mut Run<'_, O>) -> Step {
        let Some((&mask, below)) = open.split_first() else {
            return run.solution(|| Placement::from_columns(&self.column_of));
        };
        let row = self.column_of.len() - open.len();
        let is_small = open.len() <= SMALL && self.columns as usize <= row + SMALL;
        if O::DETAIL < Detail::Solutions && (is_small || below.is_empty()) {
            return self.count_rest(open, taken, run);
        }
        self.try_each(taken.free(mask), below, taken, run)
    }

    /// Counts the ways to fill the last rows, with at most `SMALL` columns left, in one go.
    fn count_rest<O: Watch>(&self, open: &[u64], taken: Taken, run: &mut Run<'_, O>) -> Step {
        let mut nodes = [0; SMALL];
        let solutions = count(open, taken, &mut nodes);
        run.unseen_solutions(self.weight * solutions);
        for (below, &nodes) in nodes[..open.len()].iter().enumerate().rev() {
            run.unseen_places(nodes, (self.column_of.len() - below) as u64)?;
        }
        Ok(())
    }

    /// Puts the queen of the row above the rows `below` on each bit of `free`, from left to right.
    #[inline]
    fn try_each<O: Watch>(
        &mut self,
        mut free: u64,
        below: &[u64],
        taken: Taken,
        run: &mut Run<'_, O>,
    ) -> Step {
        let row = self.column_of.len() - 1 - below.len();
        let is_seen = O::DETAIL >= Detail::Solutions;
        if !is_seen {
            run.unseen_places(free.count_ones().into(), row as u64 + 1)?;
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            if is_seen {
                let square = Square::new(row as u32, queen.trailing_zeros());
                self.column_of[row] = square.column;
                run.place(square)?;
                self.fill(below, taken.with(queen), run)?;
                run.remove(square)?;
            } else {
                self.fill(below, taken.with(queen), run)?;
            }
        }
        Ok(())
    }

    /// Counts on a board of `columns` that is its own mirror image: each solution on one half stands
    /// for two.
    ///
    /// A queen in the middle of a row leaves the board symmetric, so that the next row is halved.
    fn fill_half<O: Watch>(
        &mut self,
        open: &[u64],
        columns: u32,
        taken: Taken,
        run: &mut Run<'_, O>,
    ) -> Step {
        let [mask, below @ ..] = open else { return self.fill(open, taken, run) };
        if below.is_empty() {
            return self.fill(open, taken, run);
        }
        let free = taken.free(*mask);
        let middle = u64::from(columns % 2) << (columns / 2);
        self.weight = 2;
        self.try_each(free & ((1 << (columns / 2)) - 1), below, taken, run)?;
        self.weight = 1;
        if free & middle != 0 {
            run.unseen_places(1, (self.column_of.len() - below.len()) as u64)?;
            self.fill_half(below, columns, taken.with(middle), run)?;
        }
        Ok(())
    }
}

impl Search for Bitmask {
    type View = Masks;
    const INFO: EngineInfo = EngineInfo {
        id: "bitmask",
        title: "columns and diagonals as bits of three words",
        year: 1988,
        author: "Qiu Zongyan; Martin Richards",
        source: "Qiu, Bit-vector encoding of n-queen problem, SIGPLAN Notices 37(2), 2002 (written 1988); \
                 Richards, Backtracking algorithms in MCPL using bit patterns and recursion, 1997",
        how: [
            "Three words hold the columns, diagonals and antidiagonals that are taken; from row to row the last two shift.",
            "What none of them takes is free: the lowest bit that is set is the next square to try.",
            "A count takes the last row by its number of free bits, and half of the first row twice if left mirrors right.",
        ],
        idea: &[
            IdeaLine::new("fill(row, columns, left, right):"),
            IdeaLine::found("  if no row is left, it is a solution"),
            IdeaLine::new("  free = not (columns or left or right)"),
            IdeaLine::new("  for each bit of free, the lowest first:"),
            IdeaLine::at(
                StepKind::Place,
                "    put a queen there",
                "Row {row}: column {column} is the next free bit: a {piece} goes to {square}.",
            ),
            IdeaLine::new("    fill(row + 1, columns + bit, (left + bit) << 1, (right + bit) >> 1)"),
            IdeaLine::at(StepKind::Remove, "    take her off", NOTHING_MORE),
        ],
        figures: &[],
        time: "O(1) for each node of the tree, without its last row; half of them by symmetry",
        memory: "O(n)",
        finds: Completeness::All,
        practical: Some(16),
        mirrors: true,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<Masks, NoAnswer> {
        let view = Standard::of(problem)?;
        match view.columns() {
            size if size > MAX_COLUMNS => Err(too_large(size, MAX_COLUMNS).into()),
            _ => Ok(Masks::of(&view)),
        }
    }

    fn search<O: Watch>(masks: &Masks, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        let mut board = Board { column_of: vec![0; masks.open.len()], columns: masks.columns, weight: 1 };
        if O::DETAIL < Detail::Solutions && masks.are_symmetric() {
            board.fill_half(&masks.open, masks.columns, Taken::default(), run)
        } else {
            board.fill(&masks.open, Taken::default(), run)
        }
    }
}
