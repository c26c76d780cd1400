//! Complete search over rows and columns at once.
//!
//! Every free row has the set of its open columns, and every free column the set of its
//! open rows. A queen closes at most three squares of each other line. A line with one
//! open square is filled at once; otherwise the bounds prune the position, and the search
//! branches on a line with the fewest open squares: one in the smaller corner if the
//! queens are confined to two corners (`distances`), else the first by [`LineOrder`].

use super::board::ResidualBoard;
use super::bound::{BoundWarmStart, DiagonalBounds, LineTotals, PruneResult};
use super::groups;
use super::layout::LineLayout;
use super::lines;
use super::marginals::{self, LineFamily};
use super::order::LineOrder;
use super::sets::{self, LineSet};
use crate::question::{LineBound, QuadraticBound};
use control::{Limits, Meter, Stop};
use queens_model::problem::Unit;
use queens_model::square::Square;
use queens_simd::{DetectedKernel, KernelLoops, KernelWork};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Sampling weight of a square that every solution occupies. The weight falls with the
/// eighth power of the share of the solutions: see `docs/lab/residual.md`.
const CERTAIN_SQUARE_WEIGHT: f32 = (1u64 << 54) as f32;

/// Outcome of one call to [`ResidualSearch::advance`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AdvanceOutcome {
    /// A solution: see [`ResidualSearch::queens`].
    Solution,
    /// The tree is searched completely.
    Exhausted,
    /// The node budget is used up.
    Paused,
}

/// Proof that the root position has no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RootRefutation {
    /// A free row or column without an open square.
    NoSquare(Unit),
    /// The quadratic bound.
    Quadratic(QuadraticBound),
    /// The bound of distances, as weights of lines.
    Lines(LineBound),
}

/// A branching node on the path from the root.
#[derive(Clone, Copy, Debug)]
struct SearchFrame<const W: usize> {
    /// The line that the node branches on.
    line: usize,
    /// Number of its open squares.
    choices: u32,
    /// Those of them that are still to try.
    untried: LineSet<W>,
    totals: LineTotals,
    warm_start: BoundWarmStart,
    /// Number of queens at the node.
    queens: usize,
}

/// Result of propagation.
enum Propagation {
    Conflict,
    Solved,
    Open,
}

/// Random order of squares, and of lines with equally many squares.
struct RandomOrder {
    random: ChaCha8Rng,
    /// The sampling weight of each square, by row and column.
    weights: Vec<u64>,
    side: usize,
    first_column: usize,
}

impl RandomOrder {
    /// Draws a square of `line` from those in `untried`, by weight.
    fn draw_square<const W: usize>(
        &mut self,
        line: usize,
        untried: &LineSet<W>,
    ) -> usize {
        let all = sets::members(untried)
            .map(|at| self.weight_of(line, at))
            .sum();
        let mut remaining = self.random.random_range(0..all);
        for at in sets::members(untried) {
            let weight = self.weight_of(line, at);
            if remaining < weight {
                return at;
            }
            remaining -= weight;
        }
        0
    }

    /// Returns the weight of the square at place `at` of a row, or of a column.
    fn weight_of(&self, line: usize, at: usize) -> u64 {
        if line < self.first_column {
            self.weights[line * self.side + at]
        } else {
            self.weights[at * self.side + line - self.first_column]
        }
    }
}

/// A depth-first search that can pause and split. Lines count from the first free row and
/// the first free column.
pub(super) struct ResidualSearch<const W: usize> {
    layout: LineLayout<W>,
    side: usize,
    /// Number of places for rows, in whole groups. Missing lines are marked as filled.
    first_column: usize,
    /// Number of places for rows and columns.
    lines: usize,
    /// For each level, the sets of the rows, then those of the columns; `sets::filled`
    /// marks filled lines. Level 0 is the root as given, level i + 1 the position of
    /// frame i after propagation, and the level after the last frame is for its next
    /// child.
    levels: Vec<LineSet<W>>,
    frames: Vec<SearchFrame<W>>,
    /// The places of the queens so far, by row and column.
    queens: Vec<(usize, usize)>,
    /// None in a sparse layout, where places do not add up to diagonals.
    bounds: Option<DiagonalBounds>,
    /// Totals of the free lines at the root.
    totals: LineTotals,
    started: bool,
    /// Tie-break between lines with equally many squares.
    order: LineOrder,
    /// None if squares are tried in ascending order.
    random_order: Option<RandomOrder>,
    /// The instruction set of the loops over all lines.
    kernel: DetectedKernel,
}

/// The work of [`ResidualSearch::advance`], compiled for each kernel.
struct AdvanceWork<'a, 'm, const W: usize> {
    search: &'a mut ResidualSearch<W>,
    meter: &'a mut Meter<'m>,
    budget: u64,
}

impl<const W: usize> KernelWork for AdvanceWork<'_, '_, W> {
    type Output = Result<AdvanceOutcome, Stop>;

    #[inline(always)]
    fn run<L: KernelLoops>(self, _: L) -> Self::Output {
        self.search.resume_search(self.meter, self.budget)
    }
}

impl<const W: usize> ResidualSearch<W> {
    /// Returns a search over `board`, whose [`super::layout::side`] is below `64 * W -
    /// 1`.
    pub(super) fn new(board: &ResidualBoard<'_>, kernel: DetectedKernel) -> Self {
        let layout = LineLayout::from_board(board);
        let side = layout.side();
        let [first_column, columns] = layout.places().map(groups::width);
        let lines = first_column + columns;
        let mut levels = vec![sets::filled(); lines];
        let mut totals = LineTotals::default();
        for (&row, &column) in board.rows.iter().zip(&board.columns) {
            let (row, column) = layout.place_of(row, column);
            levels[row] = [0; W];
            levels[first_column + column] = [0; W];
            totals = totals.and(row, column);
        }
        for &row in &board.rows {
            for &column in board
                .columns
                .iter()
                .filter(|&&column| board.is_open(row, column))
            {
                let (row, column) = layout.place_of(row, column);
                sets::insert(&mut levels[row], column);
                sets::insert(&mut levels[first_column + column], row);
            }
        }
        ResidualSearch {
            bounds: layout.keeps_distances().then(|| DiagonalBounds::new(side)),
            layout,
            side,
            first_column,
            lines,
            levels,
            frames: Vec::new(),
            queens: Vec::new(),
            totals,
            order: LineOrder::new(first_column, columns, side),
            started: false,
            random_order: None,
            kernel,
        }
    }

    /// Returns this search in random order: squares that seem to be in many solutions
    /// tend to come first.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn in_random_order(
        mut self,
        random: ChaCha8Rng,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let mut places = Vec::new();
        for row in 0..self.first_column {
            if self.levels[row] != sets::filled() {
                places.extend(sets::members(&self.levels[row]).map(|at| (row, at)));
            }
        }
        // Diagonals may be empty, rows and columns not.
        let families = [
            self.group_by_line(&places, |row, _| row, false),
            self.group_by_line(&places, |_, column| column, false),
            self.group_by_line(&places, |row, column| row + column, true),
            self.group_by_line(&places, |row, column| column - row, true),
        ];
        let marginals = marginals::marginals(families, limits)?;
        let mut weights = vec![0; self.side * self.side];
        for (&(row, column), marginal) in places.iter().zip(marginals) {
            weights[row * self.side + column] =
                1 + (marginal.powi(8) * CERTAIN_SQUARE_WEIGHT) as u64;
        }
        self.random_order = Some(RandomOrder {
            random,
            weights,
            side: self.side,
            first_column: self.first_column,
        });
        Ok(self)
    }

    /// Groups `places` by the number of their line.
    fn group_by_line(
        &self,
        places: &[(usize, usize)],
        line_number: fn(i64, i64) -> i64,
        may_be_empty: bool,
    ) -> LineFamily {
        let mut numbers = Vec::with_capacity(places.len());
        for &(row, column) in places {
            let square = self.layout.square(row, column);
            numbers.push(line_number(square.row.into(), square.column.into()));
        }
        LineFamily::new(&numbers, may_be_empty)
    }

    /// Returns this search in random order, with another random generator.
    pub(super) fn with_random(&self, random: ChaCha8Rng) -> Self {
        let order = self.random_order.as_ref().map(|order| RandomOrder {
            random,
            weights: order.weights.clone(),
            ..*order
        });
        self.copy_search(order)
    }

    /// Moves every other untried square of the highest open node to a new search, which
    /// tries squares in ascending order; none if nothing is untried.
    pub(super) fn split(&mut self) -> Option<Self> {
        let at = self
            .frames
            .iter()
            .position(|frame| !sets::is_empty(&frame.untried))?;
        // The open node nearest the root has the largest unsearched subtree.
        let mut other = self.copy_search(None);
        other.frames.truncate(at + 1);
        let (kept, given) = (&mut self.frames[at].untried, &mut other.frames[at].untried);
        let all = *kept;
        for (number, value) in sets::members(&all).enumerate() {
            let loser = if number % 2 == 0 {
                &mut *kept
            } else {
                &mut *given
            };
            sets::remove(loser, value);
        }
        Some(other)
    }

    fn copy_search(&self, random_order: Option<RandomOrder>) -> Self {
        ResidualSearch {
            layout: self.layout.clone(),
            side: self.side,
            first_column: self.first_column,
            lines: self.lines,
            levels: self.levels.clone(),
            frames: self.frames.clone(),
            queens: self.queens.clone(),
            bounds: self.bounds,
            totals: self.totals,
            started: self.started,
            order: self.order.clone(),
            random_order,
            kernel: self.kernel,
        }
    }

    /// Returns to the root. Random numbers continue.
    pub(super) fn restart(&mut self) {
        self.frames.clear();
        self.queens.clear();
        self.started = false;
    }

    /// Returns the queens of the latest solution, without the givens.
    pub(super) fn queens(&self) -> impl Iterator<Item = Square> + '_ {
        self.queens
            .iter()
            .map(|&(row, column)| self.layout.square(row, column))
    }

    /// Returns a proof that there is no solution, if the bounds at the root give one.
    /// Call it before the search starts.
    pub(super) fn root_refutation(&self) -> Option<RootRefutation> {
        // The proof that is the easiest to check goes first.
        if let Some(line) = self.levels[..self.lines].iter().position(sets::is_empty) {
            let row = line < self.first_column;
            let place = if row { line } else { line - self.first_column };
            let square = self.layout.square(place, place);
            return Some(RootRefutation::NoSquare(if row {
                Unit::Row(square.row)
            } else {
                Unit::Column(square.column)
            }));
        }
        let bounds = self.bounds.as_ref()?;
        let (rows, columns) = self.levels[..self.lines].split_at(self.first_column);
        if let Some(bound) = bounds.quadratic_bound(rows, &self.totals) {
            return Some(RootRefutation::Quadratic(bound.moved_by(self.first_line())));
        }
        let bound = bounds.distance_bound(rows, columns, &self.totals)?;
        Some(RootRefutation::Lines(bound.moved_by(self.first_line())))
    }

    /// Returns the row and the column of the board at place 0: the offset of line numbers
    /// in certificates.
    fn first_line(&self) -> [i64; 2] {
        let first = self.layout.square(0, 0);
        [first.row.into(), first.column.into()]
    }

    /// True if some choice of diagonals has the required sums; `None` if that takes more
    /// than `steps` steps to decide.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn has_diagonal_choice(
        &self,
        steps: u64,
        limits: &Limits,
    ) -> Result<Option<bool>, Stop> {
        let Some(bounds) = &self.bounds else {
            return Ok(Some(true));
        };
        bounds.has_diagonal_choice(
            &self.levels[..self.first_column],
            &self.totals,
            steps,
            limits,
        )
    }

    /// Returns the estimated number of steps of [`ResidualSearch::line_bound`].
    pub(super) fn line_bound_steps(&self) -> u64 {
        lines::estimated_steps(&self.levels[..self.first_column], self.totals.lines)
    }

    /// Returns weights of lines that rule out every solution, if there are any.
    pub(super) fn line_bound(&self, limits: &Limits) -> Option<LineBound> {
        // In a sparse layout, places do not add up to the diagonals of the board.
        self.bounds.as_ref()?;
        let bound = lines::line_bound(
            &self.levels[..self.first_column],
            self.totals.lines,
            limits,
        )?;
        Some(bound.moved_by(self.first_line()))
    }

    /// Returns the searched share of the tree, from 0 to 1, if all children of a node
    /// weigh the same.
    pub(super) fn progress(&self) -> f64 {
        let (mut searched, mut weight) = (0.0, 1.0);
        for frame in &self.frames {
            // `weight` is the share of the tree below one child of this frame.
            weight /= f64::from(frame.choices);
            let begun = frame.choices - sets::size(&frame.untried);
            searched += weight * f64::from(begun.saturating_sub(1));
        }
        searched
    }

    /// Searches until the next solution, the end, or `budget` steps. A step places a
    /// queen in a branch, which is a node of `meter`, or returns from a finished node.
    ///
    /// # Errors
    /// The reason to stop, from `meter`.
    pub(super) fn advance(
        &mut self,
        meter: &mut Meter<'_>,
        budget: u64,
    ) -> Result<AdvanceOutcome, Stop> {
        self.kernel.run_counting(AdvanceWork {
            search: self,
            meter,
            budget,
        })
    }

    #[inline(always)]
    fn resume_search(
        &mut self,
        meter: &mut Meter<'_>,
        budget: u64,
    ) -> Result<AdvanceOutcome, Stop> {
        if !self.started {
            self.started = true;
            meter.expand()?;
            let (mut totals, mut warm_start) = (self.totals, BoundWarmStart::none::<W>());
            // Level 0 stays as it is, for restarts.
            self.copy_level_down(0);
            match self.propagate_lines(1, &mut totals, &mut warm_start, meter) {
                Propagation::Conflict => return Ok(AdvanceOutcome::Exhausted),
                Propagation::Solved => return Ok(AdvanceOutcome::Solution),
                Propagation::Open => self.branch_on_line(totals, warm_start),
            }
        }
        // Invariant: level k holds the open squares of the k-th frame, so that going back
        // copies nothing.
        for _ in 0..budget {
            let Some(frame) = self.frames.last_mut() else {
                return Ok(AdvanceOutcome::Exhausted);
            };
            if sets::is_empty(&frame.untried) {
                self.frames.pop();
                continue;
            }
            meter.expand()?;
            let at = match &mut self.random_order {
                Some(random_order) => {
                    random_order.draw_square(frame.line, &frame.untried)
                }
                None => sets::members(&frame.untried).next().unwrap_or(0),
            };
            sets::remove(&mut frame.untried, at);
            let (line, mut totals, mut warm_start) =
                (frame.line, frame.totals, frame.warm_start);
            self.queens.truncate(frame.queens);
            let level = self.frames.len();
            self.copy_level_down(level);
            self.fill_line(level + 1, line, at, &mut totals);
            let free_before = totals.lines;
            let propagation =
                self.propagate_lines(level + 1, &mut totals, &mut warm_start, meter);
            let failed = matches!(propagation, Propagation::Conflict);
            self.order
                .learn(line, (!failed).then(|| free_before - totals.lines));
            match propagation {
                Propagation::Conflict => {}
                Propagation::Solved => return Ok(AdvanceOutcome::Solution),
                Propagation::Open => self.branch_on_line(totals, warm_start),
            }
        }
        Ok(AdvanceOutcome::Paused)
    }

    /// Copies `level` to the level below it.
    #[inline(always)]
    fn copy_level_down(&mut self, level: usize) {
        let [from, to, end] =
            [level, level + 1, level + 2].map(|level| level * self.lines);
        if self.levels.len() < end {
            self.levels.resize(end, [0; W]);
        }
        self.levels.copy_within(from..to, to);
    }

    /// Places the queen of `line` on its square `at`.
    #[inline(always)]
    fn fill_line(
        &mut self,
        level: usize,
        line: usize,
        at: usize,
        totals: &mut LineTotals,
    ) {
        let first = self.first_column;
        let (row, column) = if line < first {
            (line, at)
        } else {
            (at, line - first)
        };
        let (rows, columns) =
            self.levels[level * self.lines..(level + 1) * self.lines].split_at_mut(first);
        self.layout.close(rows, columns, row, column);
        rows[row] = sets::filled();
        columns[column] = sets::filled();
        self.queens.push((row, column));
        *totals = totals.without(row, column);
    }

    /// Fills lines that have one open square and applies the bounds, until neither
    /// changes anything.
    ///
    /// Each pass is one scan for the smallest line, which skips filled lines by their
    /// mark. The bounds are expensive, so they run only if every line has two squares or
    /// more, and once for each number of free lines.
    #[inline(always)]
    fn propagate_lines(
        &mut self,
        level: usize,
        totals: &mut LineTotals,
        warm_start: &mut BoundWarmStart,
        meter: &mut Meter<'_>,
    ) -> Propagation {
        let lines = level * self.lines..(level + 1) * self.lines;
        let mut bounded_at = usize::MAX;
        loop {
            if totals.lines == 0 {
                return Propagation::Solved;
            }
            let sets = &mut self.levels[lines.clone()];
            let smallest = groups::smallest(sets, self.order.ties());
            if smallest.squares == 0 {
                return Propagation::Conflict;
            }
            // A line with one square is no choice, so it gets no frame.
            if smallest.squares == 1 {
                let at = sets::members(&sets[smallest.line]).next().unwrap_or(0);
                self.fill_line(level, smallest.line, at, totals);
                continue;
            }
            // The bounds at this number of free lines have been applied; what they closed
            // left every line two squares or more.
            if bounded_at == totals.lines {
                return Propagation::Open;
            }
            bounded_at = totals.lines;
            let Some(bounds) = &self.bounds else {
                return Propagation::Open;
            };
            meter.check(1);
            let (rows, columns) = sets.split_at_mut(self.first_column);
            match bounds.apply(rows, columns, totals, warm_start) {
                PruneResult::Refuted => return Propagation::Conflict,
                PruneResult::Unchanged => return Propagation::Open,
                PruneResult::Pruned => {}
            }
        }
    }

    /// Turns the position on the next level into a node, which branches on a line with
    /// the fewest squares; lines outside the smaller corner, if there is one, count one
    /// more. Ties go by `order`. In random order, corners are ignored.
    #[inline(always)]
    fn branch_on_line(&mut self, totals: LineTotals, warm_start: BoundWarmStart) {
        let level = self.frames.len() + 1;
        let line = match &mut self.random_order {
            Some(random_order) => {
                self.order.draw(&mut random_order.random);
                None
            }
            None => self.smallest_in_corner(level, &warm_start),
        };
        let lines = &self.levels[level * self.lines..(level + 1) * self.lines];
        let line =
            line.unwrap_or_else(|| groups::smallest(lines, self.order.ties()).line);
        let untried = lines[line];
        let choices = sets::size(&untried);
        let queens = self.queens.len();
        self.frames.push(SearchFrame {
            line,
            choices,
            untried,
            totals,
            warm_start,
            queens,
        });
    }

    /// Returns the line with the fewest squares, where lines outside the smaller corner
    /// count one more; none if the queens are not confined to two corners.
    #[inline(always)]
    fn smallest_in_corner(
        &self,
        level: usize,
        warm_start: &BoundWarmStart,
    ) -> Option<usize> {
        let lines = &self.levels[level * self.lines..(level + 1) * self.lines];
        let (rows, columns) = lines.split_at(self.first_column);
        let [corner_rows, corner_columns] =
            warm_start.corner(&[groups::free(rows), groups::free(columns)])?;
        let [row_ends, column_ends] = [
            (corner_rows, 0, rows.len()),
            (corner_columns, rows.len(), columns.len()),
        ]
        .map(|(range, first, places)| {
            first + range.start.min(places)..first + range.end.min(places)
        });
        Some(groups::smallest_within(
            lines,
            self.order.far(),
            &[row_ends, column_ends],
        ))
    }
}
