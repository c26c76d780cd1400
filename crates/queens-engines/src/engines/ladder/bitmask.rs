//! Three words of bits: the columns, diagonals and antidiagonals taken, as seen from the
//! current row.
//!
//! A count does not enter the last row (its free squares are the solutions), and on a
//! mirror-symmetric board it tries one half of the first row and doubles the result.

use super::sentences::NOTHING_MORE;
use super::views::{StandardView, too_large};
use super::{
    Completeness, EngineInfo, EngineRun, IdeaLine, LadderEngine, StateVariable, StepKind,
    StepObserver,
};
use control::{Detail, Limits, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;

/// Maximum number of columns: the bits of a word.
const MAX_COLUMNS: u32 = u64::BITS;

/// The engine.
pub(crate) struct Bitmask;

/// Open squares of each row, as bits.
pub(crate) struct RowMasks {
    open: Vec<u64>,
    columns: u32,
}

impl RowMasks {
    fn from_view(view: &StandardView) -> Self {
        let (rows, columns) = (view.rows(), view.columns());
        let bit = |row, column| u64::from(view.is_open(row, column)) << column;
        let mask = |row| (0..columns).fold(0, |mask, column| mask | bit(row, column));
        RowMasks {
            open: (0..rows).map(mask).collect(),
            columns,
        }
    }

    /// Returns true if every row is its own mirror image.
    fn are_symmetric(&self) -> bool {
        let mirrored =
            |mask: u64| mask.reverse_bits().unbounded_shr(u64::BITS - self.columns);
        self.open.iter().all(|&mask| mask == mirrored(mask))
    }
}

/// Squares of a row that the queens above attack: along columns, and along diagonals to
/// the left and to the right.
#[derive(Clone, Copy, Default)]
struct TakenLines {
    columns: u64,
    left: u64,
    right: u64,
}

impl TakenLines {
    /// Returns the squares taken in the next row, with a queen on the bit `queen` of this
    /// row.
    #[inline(always)]
    fn with(self, queen: u64) -> Self {
        TakenLines {
            columns: self.columns | queen,
            left: (self.left | queen) << 1,
            right: (self.right | queen) >> 1,
        }
    }

    /// Returns the squares of `mask` that are not taken.
    #[inline(always)]
    fn free(self, mask: u64) -> u64 {
        mask & !(self.columns | self.left | self.right)
    }
}

/// Maximum number of rows and columns left at which the rest is counted without checking
/// the limits: less than 4,000 nodes on most boards.
const MAX_SMALL_ROWS: usize = 8;

/// Counts the ways to fill the rows that `open` describes; adds to `nodes[i]` the queens
/// placed on a row with i rows below it. The last row is not entered.
fn count(open: &[u64], taken: TakenLines, nodes: &mut [u64; MAX_SMALL_ROWS]) -> u64 {
    let [mask, below @ ..] = open else { return 1 };
    let mut free = taken.free(*mask);
    if below.is_empty() {
        // On a square board at most one square is free, so the common case needs no
        // population count.
        let is_one = free & free.wrapping_sub(1) == 0;
        return if is_one {
            u64::from(free != 0)
        } else {
            free.count_ones().into()
        };
    }
    // Each iteration handles one free square: taken squares cost nothing, whereas a loop
    // over the columns would test them all. `free & -free` isolates the lowest set bit.
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        nodes[below.len()] += 1;
        solutions += count(below, taken.with(queen), nodes);
    }
    solutions
}

/// State of the search: the queens, and the number of solutions that one solution counts
/// for.
struct BitmaskSearch {
    column_of: Vec<u32>,
    columns: u32,
    weight: u64,
}

impl BitmaskSearch {
    /// Fills the last rows, which `open` describes.
    fn fill<O: StepObserver>(
        &mut self,
        open: &[u64],
        taken: TakenLines,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let Some((&mask, below)) = open.split_first() else {
            return run.solution(|| Placement::from_columns(&self.column_of));
        };
        let row = self.column_of.len() - open.len();
        let is_small =
            open.len() <= MAX_SMALL_ROWS && self.columns as usize <= row + MAX_SMALL_ROWS;
        if O::DETAIL < Detail::Solutions && (is_small || below.is_empty()) {
            return self.count_rest(open, taken, run);
        }
        self.try_each(taken.free(mask), below, taken, run)
    }

    /// Counts the ways to fill the last rows, with at most [`MAX_SMALL_ROWS`] columns
    /// left, without checking the limits.
    fn count_rest<O: StepObserver>(
        &self,
        open: &[u64],
        taken: TakenLines,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let mut nodes = [0; MAX_SMALL_ROWS];
        let solutions = count(open, taken, &mut nodes);
        run.unseen_solutions(self.weight * solutions);
        for (below, &nodes) in nodes[..open.len()].iter().enumerate().rev() {
            run.unseen_places(nodes, (self.column_of.len() - below) as u64)?;
        }
        Ok(())
    }

    /// Returns what the search holds in `row`, counted from 0; `free` are the squares
    /// still to try.
    fn state(&self, row: usize, taken: TakenLines, free: u64) -> Vec<StateVariable> {
        let bits = |name, word| StateVariable::bits(name, word, self.columns);
        vec![
            StateVariable::index("row", row),
            bits("columns", taken.columns),
            bits("left", taken.left),
            bits("right", taken.right),
            bits("free", free),
        ]
    }

    /// Tries each bit of `free`, from left to right, for the queen of the row above
    /// `below`.
    #[inline]
    fn try_each<O: StepObserver>(
        &mut self,
        mut free: u64,
        below: &[u64],
        taken: TakenLines,
        run: &mut EngineRun<'_, O>,
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
                let inside = taken.with(queen);
                let free_below = below.first().map_or(0, |&mask| inside.free(mask));
                run.state(|| self.state(row + 1, inside, free_below))?;
                self.fill(below, inside, run)?;
                run.remove(square)?;
                run.state(|| self.state(row, taken, free))?;
            } else {
                self.fill(below, taken.with(queen), run)?;
            }
        }
        Ok(())
    }

    /// Counts on a mirror-symmetric board with this number of `columns`: each solution of
    /// one half counts twice.
    ///
    /// A queen in the middle column keeps the board symmetric, so that the next row is
    /// halved instead.
    fn fill_half<O: StepObserver>(
        &mut self,
        open: &[u64],
        columns: u32,
        taken: TakenLines,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let [mask, below @ ..] = open else {
            return self.fill(open, taken, run);
        };
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

impl LadderEngine for Bitmask {
    type View = RowMasks;
    const INFO: EngineInfo = EngineInfo {
        id: "bitmask",
        title: "columns and diagonals as bits of three words",
        year: 1988,
        author: "Qiu Zongyan; Martin Richards",
        source: "Qiu, Bit-vector encoding of n-queen problem, SIGPLAN Notices 37(2), 2002 (written 1988); \
                 Richards, Backtracking algorithms in MCPL using bit patterns and recursion, 1997",
        how: [
            "Three words hold the columns, diagonals and antidiagonals taken; from row to row the last two are shifted.",
            "Squares in none of them are free; the lowest set bit is the next square to try.",
            "A count adds up the free bits of the last row, and doubles one half of the first row if the board is mirror-symmetric.",
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
            IdeaLine::new(
                "    fill(row + 1, columns + bit, (left + bit) << 1, (right + bit) >> 1)",
            ),
            IdeaLine::at(StepKind::Remove, "    take it off", NOTHING_MORE),
        ],
        figures: &[],
        time: "O(1) for each node of the tree, without its last row; half of them by symmetry",
        memory: "O(n)",
        finds: Completeness::All,
        practical: Some(15),
        mirrors: true,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<RowMasks, NoAnswer> {
        let view = StandardView::from_problem(problem)?;
        match view.columns() {
            size if size > MAX_COLUMNS => Err(too_large(size, MAX_COLUMNS).into()),
            _ => Ok(RowMasks::from_view(&view)),
        }
    }

    fn search<O: StepObserver>(masks: &RowMasks, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let mut board = BitmaskSearch {
            column_of: vec![0; masks.open.len()],
            columns: masks.columns,
            weight: 1,
        };
        if O::DETAIL < Detail::Solutions && masks.are_symmetric() {
            board.fill_half(&masks.open, masks.columns, TakenLines::default(), run)
        } else {
            board.fill(&masks.open, TakenLines::default(), run)
        }
    }
}
