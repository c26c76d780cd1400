//! The bitset engine: complete search over rows and columns at once.
//!
//! Every free row holds the set of its open columns, and every free column the set of its open rows.
//! A placed queen takes three squares from each line; a line with one square left is filled at once;
//! when none is left, the quadratic bound looks at the position; then the line with the fewest
//! squares is tried, of equals the one farthest from the middle.

use super::board::ResidualBoard;
use super::bound::{Bound, Excess, Totals, Verdict};
use super::layout::Layout;
use super::lines;
use super::marginals::{self, Lines};
use super::sets::{self, Set};
use crate::problem::Unit;
use crate::question::LineBound;
use crate::square::Square;
use control::{Limits, Meter, Stop};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// The weight, in draws, of a square that every solution takes. Other weights fall with the eighth power of
/// the share of the solutions: see `docs/lab/residual.md`.
const WEIGHT_OF_CERTAINTY: f32 = (1u64 << 54) as f32;

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// A solution: see [`Search::queens`].
    Solution,
    /// There is none beyond those that were found.
    Exhausted,
    /// The budget is used up; the search can go on.
    Paused,
}

/// Why a position has no solution before anything is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// A free row or column without an open square.
    NoSquare(Unit),
    /// The sums of the diagonals.
    Excess(Excess),
}

/// A node whose children are tried one after another.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    line: usize,
    choices: u32,
    untried: Set<W>,
    totals: Totals,
    queens: usize,
}

/// What filling lines came to.
enum Settled {
    Dead,
    Solved,
    Open,
}

/// Draws the order of values and of equal lines.
struct Lots {
    random: ChaCha8Rng,
    /// For every row and column, how often their square is drawn.
    weights: Vec<u64>,
    side: usize,
}

impl Lots {
    /// A square of `line`, drawn from those in `untried`.
    fn draw<const W: usize>(&mut self, line: usize, untried: &Set<W>) -> usize {
        let (weights, side) = (&self.weights, self.side);
        let weight = |at: usize| {
            if line < side { weights[line * side + at] } else { weights[at * side + line - side] }
        };
        let mut left = self.random.random_range(0..sets::members(untried).map(weight).sum());
        let drawn = sets::members(untried).find(|&at| {
            let here = left < weight(at);
            left = left.saturating_sub(weight(at));
            here
        });
        drawn.unwrap_or(0)
    }
}

/// A search that can be paused, and divided. Lines are counted from the first free row and the first free column.
pub(super) struct Search<const W: usize> {
    layout: Layout<W>,
    side: usize,
    /// Level by level, the sets of the rows, then those of the columns.
    levels: Vec<Set<W>>,
    frames: Vec<Frame<W>>,
    queens: Vec<(usize, usize)>,
    /// None where lines were moved together, which spoils the sums.
    bound: Option<Bound>,
    totals: Totals,
    started: bool,
    /// Which of two lines with equally many squares goes first: that with the lower figure, below 2^16.
    ties: Vec<u32>,
    /// Without them, squares come in order.
    lots: Option<Lots>,
}

impl<const W: usize> Search<W> {
    /// A search over `board`, whose [`super::layout::side`] is below `64 * W - 1`.
    pub(super) fn new(board: &ResidualBoard<'_>) -> Self {
        let layout = Layout::of(board);
        let side = layout.side();
        let mut levels = vec![sets::stands(); 2 * side];
        let mut totals = Totals::default();
        for (&row, &column) in board.rows.iter().zip(&board.columns) {
            let (row, column) = layout.place_of(row, column);
            levels[row] = [0; W];
            levels[side + column] = [0; W];
            totals = totals.and(row, column);
        }
        for &row in &board.rows {
            for &column in board.columns.iter().filter(|&&column| board.is_open(row, column)) {
                let (row, column) = layout.place_of(row, column);
                sets::insert(&mut levels[row], column);
                sets::insert(&mut levels[side + column], row);
            }
        }
        Search {
            bound: layout.keeps_distances().then(|| Bound::new(side)),
            layout,
            side,
            levels,
            frames: Vec::new(),
            queens: Vec::new(),
            totals,
            ties: (0..2 * side)
                .map(|line| (2 * side - (2 * (line % side)).abs_diff(side - 1)) as u32)
                .collect(),
            started: false,
            lots: None,
        }
    }

    /// The same search in random order: squares that seem to be in many solutions are drawn early, those
    /// that seem to be in few, late.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn in_random_order(mut self, random: ChaCha8Rng, limits: &Limits) -> Result<Self, Stop> {
        let open = |row: usize| sets::members(&self.levels[row]).map(move |column| (row, column));
        let free = (0..self.side).filter(|&row| self.levels[row] != sets::stands());
        let places: Vec<(usize, usize)> = free.flat_map(open).collect();
        let lines = |key: &dyn Fn(i64, i64) -> i64, may_be_empty: bool| {
            let squares = places.iter().map(|&(row, column)| self.layout.square(row, column));
            let keys: Vec<i64> = squares.map(|square| key(square.row.into(), square.column.into())).collect();
            Lines::new(&keys, may_be_empty)
        };
        let families = [
            lines(&|row, _| row, false),
            lines(&|_, column| column, false),
            lines(&|row, column| row + column, true),
            lines(&|row, column| column - row, true),
        ];
        let marginals = marginals::marginals(families, limits)?;
        let mut weights = vec![0; self.side * self.side];
        for (&(row, column), marginal) in places.iter().zip(marginals) {
            weights[row * self.side + column] = 1 + (marginal.powi(8) * WEIGHT_OF_CERTAINTY) as u64;
        }
        self.lots = Some(Lots { random, weights, side: self.side });
        Ok(self)
    }

    /// The same search in random order, with other lots.
    pub(super) fn with_lots(&self, random: ChaCha8Rng) -> Self {
        let lots = |lots: &Lots| Lots { random, weights: lots.weights.clone(), side: lots.side };
        self.copy(self.lots.as_ref().map(lots))
    }

    /// Gives away half of what is to be tried highest up, if anything is: a search in order over nothing else.
    pub(super) fn split(&mut self) -> Option<Self> {
        let at = self.frames.iter().position(|frame| !sets::is_empty(&frame.untried))?;
        let mut other = self.copy(None);
        other.frames.truncate(at + 1);
        let (kept, given) = (&mut self.frames[at].untried, &mut other.frames[at].untried);
        let all = *kept;
        for (number, value) in sets::members(&all).enumerate() {
            sets::remove(if number % 2 == 0 { &mut *kept } else { &mut *given }, value);
        }
        Some(other)
    }

    fn copy(&self, lots: Option<Lots>) -> Self {
        Search {
            layout: self.layout.clone(),
            side: self.side,
            levels: self.levels.clone(),
            frames: self.frames.clone(),
            queens: self.queens.clone(),
            bound: self.bound,
            totals: self.totals,
            started: self.started,
            ties: self.ties.clone(),
            lots,
        }
    }

    /// Starts again from the root, with lots from where they stand.
    pub(super) fn restart(&mut self) {
        self.frames.clear();
        self.queens.clear();
        self.started = false;
    }

    /// The queens of the solution that was just found, without the given ones.
    pub(super) fn queens(&self) -> impl Iterator<Item = Square> + '_ {
        self.queens.iter().map(|&(row, column)| self.layout.square(row, column))
    }

    /// Why there is no solution, if that shows without a search; to be asked before it starts.
    pub(super) fn obstacle(&self) -> Option<Obstacle> {
        if let Some(line) = self.levels[..2 * self.side].iter().position(sets::is_empty) {
            let square = self.layout.square(line % self.side, line % self.side);
            let row = line < self.side;
            return Some(Obstacle::NoSquare(if row {
                Unit::Row(square.row)
            } else {
                Unit::Column(square.column)
            }));
        }
        let excess = self.bound.as_ref()?.excess(&self.levels[..self.side], &self.totals)?;
        Some(Obstacle::Excess(excess))
    }

    /// Whether any choice of diagonals has the sums that it must have; `None` if it takes more than that many
    /// `steps` to know.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn has_choice(&self, steps: u64, limits: &Limits) -> Result<Option<bool>, Stop> {
        let Some(bound) = &self.bound else { return Ok(Some(true)) };
        bound.has_choice(&self.levels[..self.side], &self.totals, steps, limits)
    }

    /// The weights of lines that rule out every solution, if there are such.
    pub(super) fn excess_of_lines(&self, limits: &Limits) -> Option<LineBound> {
        // Where lines were moved together, their diagonals are others.
        self.bound.as_ref()?;
        let bound = lines::excess(&self.levels[..self.side], self.totals.lines, limits)?;
        let first = self.layout.square(0, 0);
        Some(bound.moved_by(first.row.into(), first.column.into()))
    }

    /// Which part of the tree was searched, from 0 to 1, if every child of a node weighs the same.
    pub(super) fn progress(&self) -> f64 {
        let (mut searched, mut weight) = (0.0, 1.0);
        for frame in &self.frames {
            weight /= f64::from(frame.choices);
            let begun = frame.choices - sets::size(&frame.untried);
            searched += weight * f64::from(begun.saturating_sub(1));
        }
        searched
    }

    /// Goes on until the next solution, the end, or `budget` nodes. A node is a queen that is tried.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn advance(&mut self, meter: &mut Meter<'_>, budget: u64) -> Result<Progress, Stop> {
        if !self.started {
            self.started = true;
            meter.expand()?;
            let mut totals = self.totals;
            self.grow(1);
            // The root keeps its level, so that a restart finds it as it was.
            self.levels.copy_within(..2 * self.side, 2 * self.side);
            match self.settle(1, &mut totals, meter) {
                Settled::Dead => return Ok(Progress::Exhausted),
                Settled::Solved => return Ok(Progress::Solution),
                Settled::Open => self.branch(totals),
            }
        }
        for _ in 0..budget {
            let Some(frame) = self.frames.last_mut() else { return Ok(Progress::Exhausted) };
            if sets::is_empty(&frame.untried) {
                self.frames.pop();
                continue;
            }
            meter.expand()?;
            let at = match &mut self.lots {
                Some(lots) => lots.draw(frame.line, &frame.untried),
                None => sets::members(&frame.untried).next().unwrap_or(0),
            };
            sets::remove(&mut frame.untried, at);
            let (line, mut totals) = (frame.line, frame.totals);
            self.queens.truncate(frame.queens);
            let (row, column) = if line < self.side { (line, at) } else { (at, line - self.side) };
            let level = self.frames.len() + 1;
            self.grow(level);
            let width = 2 * self.side;
            self.levels.copy_within((level - 1) * width..level * width, level * width);
            self.place(level, row, column, &mut totals);
            match self.settle(level, &mut totals, meter) {
                Settled::Dead => {}
                Settled::Solved => return Ok(Progress::Solution),
                Settled::Open => self.branch(totals),
            }
        }
        Ok(Progress::Paused)
    }

    fn grow(&mut self, level: usize) {
        let wanted = (level + 1) * 2 * self.side;
        if self.levels.len() < wanted {
            self.levels.resize(wanted, [0; W]);
        }
    }

    #[inline(always)]
    fn place(&mut self, level: usize, row: usize, column: usize, totals: &mut Totals) {
        let side = self.side;
        let (rows, columns) = self.levels[2 * level * side..2 * (level + 1) * side].split_at_mut(side);
        self.layout.strike(rows, columns, row, column);
        rows[row] = sets::stands();
        columns[column] = sets::stands();
        self.queens.push((row, column));
        *totals = totals.without(row, column);
    }

    /// Fills lines that have one square left and applies the bound, until neither changes anything.
    fn settle(&mut self, level: usize, totals: &mut Totals, meter: &mut Meter<'_>) -> Settled {
        let lines = 2 * level * self.side..2 * (level + 1) * self.side;
        let mut looked_at = usize::MAX;
        loop {
            let sets = &self.levels[lines.clone()];
            if let Some(single) = sets.iter().position(sets::at_most_one) {
                if sets[single..].iter().any(sets::is_empty) {
                    return Settled::Dead;
                }
                let at = sets::members(&sets[single]).next().unwrap_or(0);
                let side = self.side;
                let (row, column) = if single < side { (single, at) } else { (at, single - side) };
                self.place(level, row, column, totals);
                continue;
            }
            if totals.lines == 0 {
                return Settled::Solved;
            }
            if looked_at == totals.lines {
                return Settled::Open;
            }
            looked_at = totals.lines;
            let Some(bound) = &self.bound else { return Settled::Open };
            meter.check(1);
            match bound.apply(&mut self.levels[lines.clone()], totals) {
                Verdict::Dead => return Settled::Dead,
                Verdict::Open => return Settled::Open,
                Verdict::Narrowed => {}
            }
        }
    }

    /// Makes a node of the position on the next level: its line is the one with the fewest squares; of
    /// equals the one farthest from the middle, or a random one.
    fn branch(&mut self, totals: Totals) {
        let level = self.frames.len() + 1;
        let lines = &self.levels[2 * level * self.side..2 * (level + 1) * self.side];
        if let Some(lots) = &mut self.lots {
            let (step, from) = (lots.random.random::<u32>() | 1, lots.random.random::<u32>());
            let drawn = |line: u32| line.wrapping_mul(step).wrapping_add(from) >> 16;
            self.ties.iter_mut().zip(0..).for_each(|(tie, line)| *tie = drawn(line));
        }
        let key = |(line, (set, &tie)): (usize, (&Set<W>, &u32))| {
            let key = u64::from(sets::size(set)) << 48 | u64::from(tie) << 32 | line as u64;
            if *set == sets::stands() { u64::MAX } else { key }
        };
        let least = lines.iter().zip(&self.ties).enumerate().map(key).fold(u64::MAX, u64::min);
        let line = (least & 0xffff) as usize;
        let untried = lines[line];
        let choices = sets::size(&untried);
        self.frames.push(Frame { line, choices, untried, totals, queens: self.queens.len() });
    }
}
