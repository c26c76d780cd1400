//! Counts few queens on a large board: the last three are not placed but counted in
//! closed form from line occupancy.
//!
//! # Algorithm
//! All but three of the queens are placed, each on a row below the one before. The last
//! three go on open squares of the rows below. Of m open squares, let E pairs attack each
//! other, let P be the number of choices of a square and two others that it attacks, and
//! T the number of triples in which all three attack each other. Then
//!
//! `C(m, 3) - E (m - 2) + P - T`
//!
//! triples are free of attacks: a triple with 1, 2 or 3 attacking pairs is counted 1 - 1,
//! 1 - 2 + 1 or 1 - 3 + 3 - 1 times. E and P follow from the number of open squares on
//! each line, because two squares share at most one line. T counts triples on one line
//! and triangles, whose right angle is between a row and a column or between two
//! diagonals.
//!
//! ```text
//! count(open rows, queens left):
//!     if at most three are left: closed form
//!     for each open square, row by row: count(the rows below without the squares it attacks, queens left - 1)
//! ```
//!
//! Example: 3 x 3, m = 9. Rows and columns have 9 + 9 attacking pairs, diagonals 5 + 5,
//! so E = 28. The centre attacks 8 squares, the others 6 each, so P = 28 + 8 x 15 = 148.
//! T = 8 lines of three + 28 triangles = 36. Two queens: 36 - 28 = 8. Three queens: 84 -
//! 28 x 7 + 148 - 36 = 0.
//!
//! Source: inclusion and exclusion over attacks, as in Landau's and Kotesovec's formulas
//! for two and three queens on the empty board (Kotesovec, Non-attacking chess pieces,
//! 2013).

mod engine;

pub(crate) use engine::InclusionExclusion;

use crate::parallel::{
    self, Counter, RunOptions, RunReport, SharedMeter, Tally, WorkUnits,
};
use control::{Step, Stop};
use queens_model::bits::SmallSet;
use queens_model::problem::{Bounds, Edges, Piece, Problem, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::{DetectedKernel, Kernel, KernelLoops, KernelWork};
use serde_json::{Value, json};

/// The id of the engine.
pub const ID: &str = "inclusion-exclusion";

/// Maximum length of a side.
const MAX_SIDE: u32 = 1024;

/// Maximum number of queens that are counted in closed form.
const COUNTED_TOGETHER: u32 = 3;

/// Numbers of 16 bits in the widest vector; rows are padded to a multiple of it.
const VECTOR_LANES: usize = 32;

/// Approximate number of words of a row updated between two checks of the limits.
const WORDS_PER_POLL: u64 = 1 << 20;

/// Number of row distances in the triangle count between two checks of the limits.
const DISTANCES_PER_POLL: usize = 64;

/// Checks that the engine can count the solutions of `problem`.
///
/// # Errors
/// The first parameter that rules it out.
#[doc(hidden)]
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    let units = problem.units();
    if problem.piece() != &Piece::queen() {
        let reason = format!("it counts queens, not {}", problem.piece());
        return Err(Unsupported::new(ID, Parameter::Piece, reason));
    }
    let board = [
        (problem.edges() != Edges::OPEN, Parameter::Edges),
        (problem.has_walls(), Parameter::Walls),
        (problem.region_count() > 0, Parameter::Regions),
    ];
    if let Some(&(_, parameter)) = board.iter().find(|(differs, _)| *differs) {
        let reason = "it needs a board with open edges, and without walls and regions";
        return Err(Unsupported::new(ID, parameter, reason));
    }
    let demands = [
        (units.total.low() == units.total.high(), Parameter::Total),
        (has_no_minimum(units.row), Parameter::Rows),
        (has_no_minimum(units.column), Parameter::Columns),
    ];
    if let Some(&(_, parameter)) = demands.iter().find(|(is_met, _)| !is_met) {
        let reason =
            "it needs a fixed total and no minimum for rows and columns: add a total";
        return Err(Unsupported::new(ID, parameter, reason));
    }
    let longest = problem.rows().max(problem.columns());
    if longest > MAX_SIDE {
        let reason = format!("a side of {longest} is too long: at most {MAX_SIDE}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    Ok(())
}

fn has_no_minimum(bounds: Bounds) -> bool {
    bounds.low() == 0 && bounds.high() > 0
}

/// Counts the placements of the queens that `problem` demands. A node is a queen placed.
///
/// # Errors
/// Another piece, demand or board; a kernel that the processor lacks; too many threads
/// for the system. Reaching a limit is not an error: see [`RunReport::outcome`].
///
/// # Complexity
/// O(m n) steps on m x n, with small constants, for each placement of all but three
/// queens; O(m n) words. Three queens on 1,000 x 1,000 and six on 27 x 27 take seconds.
///
/// ```
/// use queens::engines::inclusion_exclusion;
///
/// // OEIS A108792: five queens on 12 x 12.
/// let report = inclusion_exclusion::count(&"12\ntotal: 5".parse()?, &Default::default())?;
/// assert_eq!(report.tally.count, 20_609_544);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(hidden)]
pub fn count(
    problem: &Problem,
    options: &RunOptions<'_>,
) -> Result<RunReport, Unsupported> {
    parallel::run_all(&*work_units(problem, options.kernel)?, options)
}

/// Cuts [`count`] into work units by the first queen, on one half of a board that is its
/// own mirror image; three queens or fewer are one work unit. All work units are assumed
/// to cost the same.
///
/// # Errors
/// As [`count`].
///
/// # Complexity
/// O(m n) steps and words.
#[doc(hidden)]
pub fn work_units(
    problem: &Problem,
    kernel: Kernel,
) -> Result<Box<dyn WorkUnits>, Unsupported> {
    accepts(problem)?;
    let found = crate::engines::task::find_kernel(kernel, ID)?;
    Ok(match problem.columns() {
        ..=64 => Box::new(FewQueensWorkUnits::<1>::new(problem, found)),
        65..=256 => Box::new(FewQueensWorkUnits::<4>::new(problem, found)),
        _ => Box::new(FewQueensWorkUnits::<16>::new(problem, found)),
    })
}

/// A set of columns: squares of one row.
type ColumnSet<const W: usize> = SmallSet<W>;

/// Open squares and the number of queens to place on them.
struct OpenBoard<const W: usize> {
    open: Vec<ColumnSet<W>>,
    columns: u32,
    queens: u32,
    /// True if the board is its own mirror image.
    has_mirror: bool,
}

impl<const W: usize> OpenBoard<W> {
    fn from_problem(problem: &Problem) -> Self {
        let mut open = vec![ColumnSet::EMPTY; problem.rows() as usize];
        for square in problem
            .every_square()
            .filter(|&square| problem.kind(square) == SquareKind::Free)
        {
            open[square.row as usize].insert(square.column as usize);
        }
        for &Square { row, column } in problem.givens() {
            for (other, open) in (0..).zip(&mut open) {
                *open = if other == row {
                    ColumnSet::EMPTY
                } else {
                    without_attacked(*open, column, row.abs_diff(other))
                };
            }
        }
        let queens = problem
            .units()
            .total
            .low()
            .checked_sub(problem.givens().len() as u32);
        let has_mirror = problem.all_free() && problem.givens().is_empty();
        // A valid problem has no more givens than queens.
        OpenBoard {
            open,
            columns: problem.columns(),
            queens: queens.unwrap_or(0),
            has_mirror,
        }
    }

    /// Returns the work units: one for each first queen, or one for all if they are
    /// counted in closed form.
    fn units(&self) -> Vec<FirstQueenUnit> {
        if self.queens <= COUNTED_TOGETHER {
            return vec![FirstQueenUnit {
                first: None,
                weight: 1,
            }];
        }
        let rows = self.open.len().saturating_sub(self.queens as usize - 1);
        let mut units = Vec::new();
        for (row, open) in (0..).zip(&self.open[..rows]) {
            for column in open.iter() {
                let column = column as u32;
                let weight = self.count_mirror_images(column);
                if weight > 0 {
                    let first = Some(Square { row, column });
                    units.push(FirstQueenUnit { first, weight });
                }
            }
        }
        units
    }

    /// Returns how many units the unit with the first queen in `column` stands for: with
    /// a mirror symmetry two on the left, and none on the right.
    fn count_mirror_images(&self, column: u32) -> u32 {
        match (2 * column + 1).cmp(&self.columns) {
            _ if !self.has_mirror => 1,
            std::cmp::Ordering::Less => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 0,
        }
    }
}

/// Removes from the open squares of a row those attacked by a queen in `column`,
/// `distance` rows away.
#[inline(always)]
fn without_attacked<const W: usize>(
    mut open: ColumnSet<W>,
    column: u32,
    distance: u32,
) -> ColumnSet<W> {
    open.remove(column as usize);
    if let Some(left) = column.checked_sub(distance) {
        open.remove(left as usize);
    }
    if ((column + distance) as usize) < 64 * W {
        open.remove((column + distance) as usize);
    }
    open
}

/// A work unit: all sets with one first queen, or all sets.
struct FirstQueenUnit {
    first: Option<Square>,
    /// Factor of their number: 2 if the mirror images are left out.
    weight: u32,
}

/// A board and its work units.
struct FewQueensWorkUnits<const W: usize> {
    board: OpenBoard<W>,
    units: Vec<FirstQueenUnit>,
    found: DetectedKernel,
}

impl<const W: usize> FewQueensWorkUnits<W> {
    fn new(problem: &Problem, found: DetectedKernel) -> Self {
        let board = OpenBoard::from_problem(problem);
        FewQueensWorkUnits {
            units: board.units(),
            board,
            found,
        }
    }
}

impl<const W: usize> WorkUnits for FewQueensWorkUnits<W> {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        self.units.len() as u64
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        Some(self.units[unit as usize].weight.into())
    }

    fn describe(&self, unit: u64) -> Value {
        let unit = &self.units[unit as usize];
        json!({ "first": unit.first.map(|square| [square.row, square.column]), "weight": unit.weight })
    }

    fn kernel(&self) -> Kernel {
        self.found.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let mut search = FewQueensSearch::new(&self.board, self.found, meter);
        while let Some(number) = next() {
            let unit = &self.units[number as usize];
            search.count_unit(unit)?;
            let mut count = Counter::default();
            count.add(std::mem::take(&mut search.sets), unit.weight.into());
            finished(
                number,
                Tally::new(count, std::mem::take(&mut search.nodes), &[]),
            );
        }
        Ok(())
    }
}

/// Search of one thread: places the first queens and counts the last ones in closed form.
struct FewQueensSearch<'a, const W: usize> {
    queens: u32,
    /// Open squares of every row, for each number of queens placed.
    open: Vec<Vec<ColumnSet<W>>>,
    lines: LineCounts,
    /// Sets counted so far.
    sets: Counter,
    nodes: u64,
    /// Nodes that the meter does not know of yet.
    unreported: u64,
    /// Nodes between two checks of the limits.
    nodes_per_poll: u64,
    found: DetectedKernel,
    meter: &'a SharedMeter<'a>,
}

impl<'a, const W: usize> FewQueensSearch<'a, W> {
    fn new(
        board: &OpenBoard<W>,
        found: DetectedKernel,
        meter: &'a SharedMeter<'a>,
    ) -> Self {
        let levels = board.queens.saturating_sub(COUNTED_TOGETHER) as usize + 1;
        let lines = LineCounts::new(board.open.len(), board.columns as usize);
        let words_of_a_node = (board.open.len() * board.open.len() * W) as u64;
        FewQueensSearch {
            queens: board.queens,
            open: vec![board.open.clone(); levels],
            lines,
            sets: Counter::default(),
            nodes: 0,
            unreported: 0,
            nodes_per_poll: (WORDS_PER_POLL / words_of_a_node.max(1)).clamp(1, 1 << 8),
            found,
            meter,
        }
    }

    fn count_unit(&mut self, unit: &FirstQueenUnit) -> Step {
        match unit.first {
            None => self.count(0, 0)?,
            Some(first) => self.place_queen(0, first.row as usize, first.column)?,
        }
        self.report_nodes()
    }

    /// Reports new nodes to the meter, which checks the limits.
    fn report_nodes(&mut self) -> Step {
        self.nodes += self.unreported;
        self.meter.spend(std::mem::take(&mut self.unreported))
    }

    /// Counts the placements of the remaining queens, after the first `placed`, on the
    /// rows from `row` on.
    fn count(&mut self, placed: usize, row: usize) -> Step {
        let left = self.queens as usize - placed;
        let open = &self.open[placed][row..];
        match left {
            0 => self.sets.add(1, 1),
            1 => self.sets.add(
                open.iter().map(|row| u64::from(row.count())).sum::<u64>(),
                1,
            ),
            2 | 3 => {
                let work = LastQueens {
                    open,
                    lines: &mut self.lines,
                    three: left == 3,
                    meter: self.meter,
                };
                self.sets.add(self.found.run(work)?, 1);
            }
            _ => self.count_by_first(placed, row)?,
        }
        Ok(())
    }

    /// Counts the placements of four or more remaining queens, by the first of them.
    fn count_by_first(&mut self, placed: usize, row: usize) -> Step {
        let left = self.queens as usize - placed;
        for row in row..(self.open[placed].len() + 1).saturating_sub(left) {
            for column in self.open[placed][row].iter().map(|column| column as u32) {
                self.place_queen(placed, row, column)?;
            }
        }
        Ok(())
    }

    /// Counts the placements of the remaining queens with the first of them on the given
    /// square.
    fn place_queen(&mut self, placed: usize, row: usize, column: u32) -> Step {
        self.unreported += 1;
        if self.unreported == self.nodes_per_poll {
            self.report_nodes()?;
        }
        let (before, after) = self.open.split_at_mut(placed + 1);
        // Rows below the queen are the only ones that later queens can take, so only they
        // are updated; the level before is kept, which makes taking the queen back free.
        let below = before[placed][row + 1..]
            .iter()
            .zip(&mut after[0][row + 1..]);
        for (distance, (&open, left)) in (1..).zip(below) {
            *left = without_attacked(open, column, distance);
        }
        self.count(placed + 1, row + 1)
    }
}

/// Number of open squares on each line, in arrays by column so that the loops use vector
/// instructions.
struct LineCounts {
    columns: Vec<u16>,
    /// Indexed by row plus column.
    rising: Vec<u16>,
    /// Indexed by column less row, from that of the last row on.
    falling: Vec<u16>,
    /// For each square, row by row, 1 if it is open.
    squares: Vec<u16>,
}

impl LineCounts {
    fn new(rows: usize, columns: usize) -> Self {
        let width = columns.max(1).next_multiple_of(VECTOR_LANES);
        let diagonals = vec![0; rows + width];
        LineCounts {
            columns: vec![0; width],
            rising: diagonals.clone(),
            falling: diagonals,
            squares: vec![0; rows * width],
        }
    }
}

/// Closed-form count of the last two or three queens.
struct LastQueens<'a, const W: usize> {
    open: &'a [ColumnSet<W>],
    lines: &'a mut LineCounts,
    three: bool,
    meter: &'a SharedMeter<'a>,
}

impl<const W: usize> KernelWork for LastQueens<'_, W> {
    type Output = Result<u64, Stop>;

    #[inline(always)]
    fn run<L: KernelLoops>(self, _: L) -> Result<u64, Stop> {
        let LastQueens {
            open,
            lines:
                LineCounts {
                    columns,
                    rising,
                    falling,
                    squares,
                },
            three,
            meter,
        } = self;
        let (height, width) = (open.len(), columns.len());
        // Row by row, add 0 or 1 for each column to three arrays that are shifted by one
        // from row to row. Walking the open squares one by one would need a bit scan and
        // three scattered increments for each.
        columns.fill(0);
        rising[..height + width].fill(0);
        falling[..height + width].fill(0);
        // After row r, the arrays count the open squares of the rows up to r on each
        // line.
        for (row, (open_here, here)) in
            open.iter().zip(squares.chunks_exact_mut(width)).enumerate()
        {
            open_here.write_flags(here);
            add_elements(columns, here);
            add_elements(&mut rising[row..], here);
            add_elements(&mut falling[height - row..], here);
        }
        // With k squares on a line: k (k - 1) is twice its pairs, k (k - 1) (k - 2) six
        // times its triples. Factors wrap below 0 only where another factor is 0.
        let [mut all, mut pairs, mut threes] = [0u64; 3];
        // A closure, which is inlined here: it is in the kernel's loop.
        let mut add_lines = |on_line: u32| {
            let of_line = on_line.wrapping_mul(on_line.wrapping_sub(1));
            pairs += u64::from(of_line);
            threes += u64::from(of_line.wrapping_mul(on_line.wrapping_sub(2)));
        };
        // After this loop `pairs` is twice the pairs on a row, after the next one on any
        // line.
        for row in open {
            all += u64::from(row.count());
            add_lines(row.count());
        }
        for lines in [
            &columns[..],
            &rising[..height + width],
            &falling[..height + width],
        ] {
            lines.iter().for_each(|&on_line| add_lines(on_line.into()));
        }
        let (all_pairs, pairs) = (all * all.saturating_sub(1) / 2, pairs / 2);
        if !three {
            return Ok(all_pairs - pairs);
        }
        // Twice P: a square attacks (k - 1) squares on each of its four lines, and no
        // square twice, because two squares share at most one line. So P needs no list of
        // neighbours. Closed squares are multiplied by 0.
        let mut attacked_pairs = 0u64;
        for (row, (open_here, here)) in
            open.iter().zip(squares.chunks_exact(width)).enumerate()
        {
            let on_row = open_here.count() as u16;
            let lines = columns
                .iter()
                .zip(&rising[row..])
                .zip(&falling[height - row..]);
            for (&is_open, ((&column, &rising), &falling)) in here.iter().zip(lines) {
                // Less the square itself on each of its four lines.
                let attacked = u32::from(
                    is_open * (on_row + column + rising + falling).wrapping_sub(4),
                );
                attacked_pairs +=
                    u64::from(attacked.wrapping_mul(attacked.wrapping_sub(1)));
            }
        }
        let rest = all.saturating_sub(2);
        Ok(all_pairs * rest / 3 + attacked_pairs / 2
            - pairs * rest
            - threes / 6
            - count_triangles(open, meter)?)
    }
}

/// Adds `numbers` to `sums`, element by element.
#[inline(always)]
fn add_elements(sums: &mut [u16], numbers: &[u16]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

/// Counts triples in which the three pairs attack each other along three different lines.
///
/// Such a triple is a right triangle with two equal legs, which span `by` rows or
/// columns. For each `by` and each pair of rows, a few shifts and intersections count the
/// triangles of all columns at once, 64 to a word; a loop over the squares would test
/// each corner by itself.
#[inline(always)]
fn count_triangles<const W: usize>(
    open: &[ColumnSet<W>],
    meter: &SharedMeter<'_>,
) -> Result<u64, Stop> {
    let mut triangles = 0u64;
    for by in 1..open.len() {
        if by % DISTANCES_PER_POLL == 0 {
            meter.spend(0)?;
        }
        for (&upper, &lower) in open.iter().zip(&open[by..]) {
            let both = upper & lower;
            for row in [upper, lower] {
                // The right angle is on this row: one leg along the row, the other along
                // a column.
                triangles += u64::from(
                    (both & row.up(by)).count() + (both & row.down(by)).count(),
                );
            }
            // The right angle is between two diagonals, opposite a side along a row.
            triangles += u64::from((lower & upper.up(by) & upper.down(by)).count());
            triangles += u64::from((upper & lower.up(by) & lower.down(by)).count());
        }
        // The same, opposite a side along a column.
        for ((&upper, &middle), &lower) in open
            .iter()
            .zip(&open[by..])
            .zip(open.get(2 * by..).unwrap_or(&[]))
        {
            let both = upper & lower;
            triangles += u64::from(
                (both & middle.up(by)).count() + (both & middle.down(by)).count(),
            );
        }
    }
    Ok(triangles)
}
