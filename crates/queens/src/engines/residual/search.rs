//! The bitset engine: complete search over rows and columns at once.
//!
//! Every free row holds the set of its open columns, and every free column the set of its open rows.
//! A placed queen takes three squares from each line. Then the line with the fewest squares is looked for. If it has one
//! square, it is filled at once; otherwise the bounds look at the position, and then the squares of a line are tried:
//! one in the smaller corner where the queens stand in two (`distances`), elsewhere the one that [`Order`] has first.

use super::board::ResidualBoard;
use super::bound::{Bound, Totals, Traces, Verdict};
use super::groups;
use super::layout::Layout;
use super::lines;
use super::marginals::{self, Lines};
use super::order::Order;
use super::sets::{self, Set};
use crate::problem::Unit;
use crate::question::{LineBound, QuadraticBound};
use crate::simd::{Found, Loops, Work};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// A free row or column without an open square.
    NoSquare(Unit),
    /// The sums of the diagonals.
    Quadratic(QuadraticBound),
    /// The distances of the diagonals, as weights of lines.
    Lines(LineBound),
}

/// A node whose children are tried one after another.
#[derive(Clone, Copy, Debug)]
struct Frame<const W: usize> {
    line: usize,
    choices: u32,
    untried: Set<W>,
    totals: Totals,
    traces: Traces,
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
    first_column: usize,
}

impl Lots {
    /// A square of `line`, drawn from those in `untried`.
    fn draw<const W: usize>(&mut self, line: usize, untried: &Set<W>) -> usize {
        let (weights, side, first) = (&self.weights, self.side, self.first_column);
        let weight = |at: usize| {
            if line < first { weights[line * side + at] } else { weights[at * side + line - first] }
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
    /// Places for rows: whole groups, in which missing lines are as if their queens stood.
    first_column: usize,
    /// Those for rows and then for columns.
    lines: usize,
    /// Level by level, the sets of the rows, then those of the columns.
    levels: Vec<Set<W>>,
    frames: Vec<Frame<W>>,
    queens: Vec<(usize, usize)>,
    /// None where lines were moved together, which spoils the sums.
    bound: Option<Bound>,
    totals: Totals,
    started: bool,
    /// Which of two lines with equally many squares goes first.
    order: Order,
    /// Without them, squares come in order.
    lots: Option<Lots>,
    /// The instructions of the loops over all lines.
    kernel: Found,
}

/// The work of [`Search::advance`], for the instructions of its kernel.
struct Advance<'a, 'm, const W: usize> {
    search: &'a mut Search<W>,
    meter: &'a mut Meter<'m>,
    budget: u64,
}

impl<const W: usize> Work for Advance<'_, '_, W> {
    type Output = Result<Progress, Stop>;

    #[inline(always)]
    fn run<L: Loops>(self, _: L) -> Self::Output {
        self.search.go_on(self.meter, self.budget)
    }
}

impl<const W: usize> Search<W> {
    /// A search over `board`, whose [`super::layout::side`] is below `64 * W - 1`.
    pub(super) fn new(board: &ResidualBoard<'_>, kernel: Found) -> Self {
        let layout = Layout::of(board);
        let side = layout.side();
        let [first_column, columns] = layout.places().map(groups::width);
        let lines = first_column + columns;
        let mut levels = vec![sets::stands(); lines];
        let mut totals = Totals::default();
        for (&row, &column) in board.rows.iter().zip(&board.columns) {
            let (row, column) = layout.place_of(row, column);
            levels[row] = [0; W];
            levels[first_column + column] = [0; W];
            totals = totals.and(row, column);
        }
        for &row in &board.rows {
            for &column in board.columns.iter().filter(|&&column| board.is_open(row, column)) {
                let (row, column) = layout.place_of(row, column);
                sets::insert(&mut levels[row], column);
                sets::insert(&mut levels[first_column + column], row);
            }
        }
        Search {
            bound: layout.keeps_distances().then(|| Bound::new(side)),
            layout,
            side,
            first_column,
            lines,
            levels,
            frames: Vec::new(),
            queens: Vec::new(),
            totals,
            order: Order::new(first_column, columns, side),
            started: false,
            lots: None,
            kernel,
        }
    }

    /// The same search in random order: squares that seem to be in many solutions are drawn early, those
    /// that seem to be in few, late.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn in_random_order(mut self, random: ChaCha8Rng, limits: &Limits) -> Result<Self, Stop> {
        let open = |row: usize| sets::members(&self.levels[row]).map(move |column| (row, column));
        let free = (0..self.first_column).filter(|&row| self.levels[row] != sets::stands());
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
        self.lots = Some(Lots { random, weights, side: self.side, first_column: self.first_column });
        Ok(self)
    }

    /// The same search in random order, with other lots.
    pub(super) fn with_lots(&self, random: ChaCha8Rng) -> Self {
        let lots = |lots: &Lots| Lots { random, weights: lots.weights.clone(), ..*lots };
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
            first_column: self.first_column,
            lines: self.lines,
            levels: self.levels.clone(),
            frames: self.frames.clone(),
            queens: self.queens.clone(),
            bound: self.bound,
            totals: self.totals,
            started: self.started,
            order: self.order.clone(),
            lots,
            kernel: self.kernel,
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
        if let Some(line) = self.levels[..self.lines].iter().position(sets::is_empty) {
            let row = line < self.first_column;
            let place = if row { line } else { line - self.first_column };
            let square = self.layout.square(place, place);
            return Some(Obstacle::NoSquare(if row {
                Unit::Row(square.row)
            } else {
                Unit::Column(square.column)
            }));
        }
        let bound = self.bound.as_ref()?;
        let (rows, columns) = self.levels[..self.lines].split_at(self.first_column);
        if let Some(excess) = bound.excess(rows, &self.totals) {
            return Some(Obstacle::Quadratic(excess.moved_by(self.first_line())));
        }
        let bound = bound.distances(rows, columns, &self.totals)?;
        Some(Obstacle::Lines(bound.moved_by(self.first_line())))
    }

    /// The row and column of the board in the first places: by how much certificates move to the lines of the board.
    fn first_line(&self) -> [i64; 2] {
        let first = self.layout.square(0, 0);
        [first.row.into(), first.column.into()]
    }

    /// Whether any choice of diagonals has the sums that it must have; `None` if it takes more than that many
    /// `steps` to know.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn has_choice(&self, steps: u64, limits: &Limits) -> Result<Option<bool>, Stop> {
        let Some(bound) = &self.bound else { return Ok(Some(true)) };
        bound.has_choice(&self.levels[..self.first_column], &self.totals, steps, limits)
    }

    /// About how many steps [`Search::excess_of_lines`] takes.
    pub(super) fn steps_of_lines(&self) -> u64 {
        lines::steps(&self.levels[..self.first_column], self.totals.lines)
    }

    /// The weights of lines that rule out every solution, if there are such.
    pub(super) fn excess_of_lines(&self, limits: &Limits) -> Option<LineBound> {
        // Where lines were moved together, their diagonals are others.
        self.bound.as_ref()?;
        let bound = lines::excess(&self.levels[..self.first_column], self.totals.lines, limits)?;
        Some(bound.moved_by(self.first_line()))
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
        self.kernel.run_counting(Advance { search: self, meter, budget })
    }

    #[inline(always)]
    fn go_on(&mut self, meter: &mut Meter<'_>, budget: u64) -> Result<Progress, Stop> {
        if !self.started {
            self.started = true;
            meter.expand()?;
            let (mut totals, mut traces) = (self.totals, Traces::none::<W>());
            // The root keeps its level, so that a restart finds it as it was.
            self.descend(0);
            match self.settle(1, &mut totals, &mut traces, meter) {
                Settled::Dead => return Ok(Progress::Exhausted),
                Settled::Solved => return Ok(Progress::Solution),
                Settled::Open => self.branch(totals, traces),
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
            let (line, mut totals, mut traces) = (frame.line, frame.totals, frame.traces);
            self.queens.truncate(frame.queens);
            let level = self.frames.len();
            self.descend(level);
            self.fill(level + 1, line, at, &mut totals);
            let alone = totals.lines;
            let settled = self.settle(level + 1, &mut totals, &mut traces, meter);
            let failed = matches!(settled, Settled::Dead);
            self.order.learn(line, (!failed).then(|| alone - totals.lines));
            match settled {
                Settled::Dead => {}
                Settled::Solved => return Ok(Progress::Solution),
                Settled::Open => self.branch(totals, traces),
            }
        }
        Ok(Progress::Paused)
    }

    /// Makes the level below `level` the same.
    #[inline(always)]
    fn descend(&mut self, level: usize) {
        let [from, to, end] = [level, level + 1, level + 2].map(|level| level * self.lines);
        if self.levels.len() < end {
            self.levels.resize(end, [0; W]);
        }
        self.levels.copy_within(from..to, to);
    }

    /// Puts the queen of `line` on its square `at`.
    #[inline(always)]
    fn fill(&mut self, level: usize, line: usize, at: usize, totals: &mut Totals) {
        let first = self.first_column;
        let (row, column) = if line < first { (line, at) } else { (at, line - first) };
        let (rows, columns) = self.levels[level * self.lines..(level + 1) * self.lines].split_at_mut(first);
        self.layout.strike(rows, columns, row, column);
        rows[row] = sets::stands();
        columns[column] = sets::stands();
        self.queens.push((row, column));
        *totals = totals.without(row, column);
    }

    /// Fills lines that have one square left and applies the bound, until neither changes anything.
    #[inline(always)]
    fn settle(
        &mut self,
        level: usize,
        totals: &mut Totals,
        traces: &mut Traces,
        meter: &mut Meter<'_>,
    ) -> Settled {
        let lines = level * self.lines..(level + 1) * self.lines;
        let mut looked_at = usize::MAX;
        loop {
            if totals.lines == 0 {
                return Settled::Solved;
            }
            let sets = &mut self.levels[lines.clone()];
            let least = groups::least(sets, self.order.ties());
            if least.squares == 0 {
                return Settled::Dead;
            }
            if least.squares == 1 {
                let at = sets::members(&sets[least.line]).next().unwrap_or(0);
                self.fill(level, least.line, at, totals);
                continue;
            }
            if looked_at == totals.lines {
                return Settled::Open;
            }
            looked_at = totals.lines;
            let Some(bound) = &self.bound else { return Settled::Open };
            meter.check(1);
            let (rows, columns) = sets.split_at_mut(self.first_column);
            match bound.apply(rows, columns, totals, traces) {
                Verdict::Dead => return Settled::Dead,
                Verdict::Open => return Settled::Open,
                Verdict::Narrowed => {}
            }
        }
    }

    /// Makes a node of the position on the next level: its line is the one with the fewest squares, or with one more in
    /// the corner to go on with; of equals the first in order, or a random one.
    #[inline(always)]
    fn branch(&mut self, totals: Totals, traces: Traces) {
        let level = self.frames.len() + 1;
        let line = match &mut self.lots {
            Some(lots) => {
                self.order.draw(&mut lots.random);
                None
            }
            None => self.least_in_corner(level, &traces),
        };
        let lines = &self.levels[level * self.lines..(level + 1) * self.lines];
        let line = line.unwrap_or_else(|| groups::least(lines, self.order.ties()).line);
        let untried = lines[line];
        let choices = sets::size(&untried);
        let queens = self.queens.len();
        self.frames.push(Frame { line, choices, untried, totals, traces, queens });
    }

    /// The line with the fewest squares, where one more counts as much in the corner to go on with, if there is one.
    #[inline(always)]
    fn least_in_corner(&self, level: usize, traces: &Traces) -> Option<usize> {
        let lines = &self.levels[level * self.lines..(level + 1) * self.lines];
        let (rows, columns) = lines.split_at(self.first_column);
        let [in_rows, in_columns] = traces.corner(&[groups::free(rows), groups::free(columns)])?;
        let [row_ends, column_ends] = [(in_rows, 0, rows.len()), (in_columns, rows.len(), columns.len())]
            .map(|(range, first, places)| first + range.start.min(places)..first + range.end.min(places));
        Some(groups::least_within(lines, self.order.far(), &[row_ends, column_ends]))
    }
}
