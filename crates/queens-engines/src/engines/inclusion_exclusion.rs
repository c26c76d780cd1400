//! Counting few queens on a large board: the last three are not put, but counted by the lines of the open squares.
//!
//! # Method
//! All but three of the queens are put, each on a row below the one before. The last three stand on the rows below
//! those, on squares that are still open. Of m open squares, let E pairs attack each other, let P be the number of
//! ways to choose one square and two others that it attacks, and T the number of threes that attack each other all
//! round. Then
//!
//! `C(m, 3) - E (m - 2) + P - T`
//!
//! threes are free of attacks: each three with 1, 2 or 3 attacks in it is taken away, with its signs, once. E and P
//! follow from the number of open squares on each line, for two squares share one line at most. T has the threes on
//! one line, and the triangles: a right angle between a row and a column, or between two diagonals. The triangles
//! of one width are counted for whole rows at once, by shifts and intersections.
//!
//! (Inclusion and exclusion over the attacks, as in Landau's and Kotesovec's formulas for two and three queens on the
//! empty board: Kotesovec, Non-attacking chess pieces, 2013.)

mod engine;

pub use engine::InclusionExclusion;

use crate::parallel::{self, Counter, Options, Report, Sharded, SharedMeter, Tally};
use control::{Step, Stop};
use queens_model::problem::{Bounds, Edges, Piece, Problem, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::{Found, Kernel, Loops, Work};
use serde_json::{Value, json};

/// The id of the engine.
pub const ID: &str = "inclusion-exclusion";

/// The longest side of a board.
const LONGEST: u32 = 1024;

/// So many queens are counted together at the end.
const TOGETHER: u32 = 3;

/// Numbers stand in groups of this many, so that none are left over for vectors of 16 bits each.
const LANES: usize = 32;

/// After about this many words of a row, each compared with one below it, the limits are looked at.
const WORDS_AT_ONCE: u64 = 1 << 20;

/// The last three look at the limits after this many distances between rows.
const DISTANCES_AT_ONCE: usize = 64;

/// Whether the queens of `problem` can be counted so.
///
/// # Errors
/// Why they cannot.
pub fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    let units = problem.units();
    let refused = |parameter, reason: &str| Err(Unsupported::new(ID, parameter, reason));
    if problem.piece() != &Piece::queen() {
        let reason = format!("the last three are counted for queens, not for {}", problem.piece());
        return refused(Parameter::Piece, &reason);
    }
    let board = [
        (problem.edges() != Edges::OPEN, Parameter::Edges),
        (problem.has_walls(), Parameter::Walls),
        (problem.region_count() > 0, Parameter::Regions),
    ];
    if let Some(&(_, parameter)) = board.iter().find(|(differs, _)| *differs) {
        let reason = "the last three are counted on boards with open edges, without walls and regions";
        return refused(parameter, reason);
    }
    let is_free = |bounds: Bounds| bounds.low() == 0 && bounds.high() > 0;
    let demands = [
        (units.total.low() == units.total.high(), Parameter::Total),
        (is_free(units.row), Parameter::Rows),
        (is_free(units.column), Parameter::Columns),
    ];
    if let Some(&(_, parameter)) = demands.iter().find(|(is_met, _)| !is_met) {
        let reason = "the last three are counted where the board takes a number of queens and lines need none: \
                      add a total";
        return refused(parameter, reason);
    }
    match problem.rows().max(problem.columns()) {
        ..=LONGEST => Ok(()),
        longest => refused(Parameter::Size, &format!("a side of {longest} is too long: at most {LONGEST}")),
    }
}

/// Counts the ways to put the queens that `problem` asks for on its board. A node is a queen that was put.
///
/// # Errors
/// A problem with another piece, demand or board; a kernel that the processor lacks; no room for that many threads. A
/// limit is no error: see [`Report::outcome`].
///
/// # Complexity
/// For each way to put all but three of the queens O(m n) steps on m x n, with small constants; O(m n) words. Three
/// queens on 1,000 x 1,000, six on 27 x 27: seconds.
///
/// ```
/// use queens::engines::inclusion_exclusion;
///
/// // OEIS A108792: five queens on 12 x 12.
/// let report = inclusion_exclusion::count(&"12\ntotal: 5".parse()?, &Default::default())?;
/// assert_eq!(report.tally.count, 20_609_544);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(problem: &Problem, options: &Options<'_>) -> Result<Report, Unsupported> {
    parallel::run_all(&*shards(problem, options.kernel)?, options)
}

/// Cuts [`count`] into units: by the first queen, on one half of a board that is its own mirror image; three queens
/// or fewer are one unit. All are taken for as long as each other.
///
/// # Errors
/// As [`count`].
///
/// # Complexity
/// O(m n) steps and words.
pub fn shards(problem: &Problem, kernel: Kernel) -> Result<Box<dyn Sharded>, Unsupported> {
    accepts(problem)?;
    let found = crate::engines::task::find_kernel(kernel, ID)?;
    Ok(match problem.columns() {
        ..=64 => Box::new(Shards::<1>::new(problem, found)),
        65..=256 => Box::new(Shards::<4>::new(problem, found)),
        _ => Box::new(Shards::<16>::new(problem, found)),
    })
}

// The parts, from the small to the large: the squares of a row, the board, the search, the last three.

/// Squares of one row, a bit for each column.
#[derive(Clone, Copy)]
struct Row<const W: usize>([u64; W]);

impl<const W: usize> Row<W> {
    const NONE: Row<W> = Row([0; W]);

    fn insert(&mut self, column: u32) {
        self.0[column as usize / 64] |= 1 << (column % 64);
    }

    fn remove(&mut self, column: u32) {
        self.0[column as usize / 64] &= !(1 << (column % 64));
    }

    #[inline(always)]
    fn and(self, other: Row<W>) -> Row<W> {
        Row(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The columns that have one of these `by` columns further on.
    #[inline(always)]
    fn down(self, by: usize) -> Row<W> {
        let (words, bits) = (by / 64, (by % 64) as u32);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Row(std::array::from_fn(|i| word(i + words) >> bits | word(i + words + 1).unbounded_shl(64 - bits)))
    }

    /// The columns that have one of these `by` columns before them.
    #[inline(always)]
    fn up(self, by: usize) -> Row<W> {
        let (words, bits) = (by / 64, (by % 64) as u32);
        let word = |i: Option<usize>| i.map_or(0, |i| self.0[i]);
        Row(std::array::from_fn(|i| {
            let low = i.checked_sub(words + 1);
            word(i.checked_sub(words)) << bits | word(low).unbounded_shr(64 - bits)
        }))
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Writes a number for each column: 1 if it is one of these.
    #[inline(always)]
    fn spread(self, numbers: &mut [u16]) {
        for (numbers, word) in numbers.chunks_mut(64).zip(self.0) {
            for (column, number) in numbers.iter_mut().enumerate() {
                *number = (word >> column & 1) as u16;
            }
        }
    }

    fn columns(self) -> impl Iterator<Item = u32> {
        (0..).zip(self.0).flat_map(|(i, mut word)| {
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros());
                word &= word.wrapping_sub(1);
                bit.map(|bit| 64 * i + bit)
            })
        })
    }
}

/// The open squares, and how many queens are to be put there.
struct Board<const W: usize> {
    open: Vec<Row<W>>,
    columns: u32,
    queens: u32,
    /// Whether the mirror image of a set of queens is one, too.
    has_mirror: bool,
}

impl<const W: usize> Board<W> {
    fn of(problem: &Problem) -> Self {
        let mut open = vec![Row::NONE; problem.rows() as usize];
        for square in problem.every_square().filter(|&square| problem.kind(square) == SquareKind::Free) {
            open[square.row as usize].insert(square.column);
        }
        for &Square { row, column } in problem.givens() {
            for (other, open) in (0..).zip(&mut open) {
                *open =
                    if other == row { Row::NONE } else { struck_from(*open, column, row.abs_diff(other)) };
            }
        }
        let queens = problem.units().total.low().checked_sub(problem.givens().len() as u32);
        let has_mirror = problem.all_free() && problem.givens().is_empty();
        // More givens than queens are no valid problem.
        Board { open, columns: problem.columns(), queens: queens.unwrap_or(0), has_mirror }
    }

    /// The first queens; nothing where all are counted together.
    fn units(&self) -> Vec<WorkUnit> {
        if self.queens <= TOGETHER {
            return vec![WorkUnit { first: None, weight: 1 }];
        }
        let rows = self.open.len().saturating_sub(self.queens as usize - 1);
        let squares = (0..)
            .zip(&self.open[..rows])
            .flat_map(|(row, open)| open.columns().map(move |column| Square { row, column }));
        let unit = |first: Square| {
            let weight = match (2 * first.column + 1).cmp(&self.columns) {
                _ if !self.has_mirror => 1,
                std::cmp::Ordering::Less => 2,
                std::cmp::Ordering::Equal => 1,
                std::cmp::Ordering::Greater => 0,
            };
            WorkUnit { first: Some(first), weight }
        };
        squares.map(unit).filter(|unit| unit.weight > 0).collect()
    }
}

/// The squares of a row that a queen leaves open who stands in `column`, `distance` rows away.
#[inline(always)]
fn struck_from<const W: usize>(mut open: Row<W>, column: u32, distance: u32) -> Row<W> {
    open.remove(column);
    if let Some(left) = column.checked_sub(distance) {
        open.remove(left);
    }
    if ((column + distance) as usize) < 64 * W {
        open.remove(column + distance);
    }
    open
}

/// The sets with one first queen, or all of them.
struct WorkUnit {
    first: Option<Square>,
    /// How often they count.
    weight: u32,
}

/// A board and its units.
struct Shards<const W: usize> {
    board: Board<W>,
    units: Vec<WorkUnit>,
    found: Found,
}

impl<const W: usize> Shards<W> {
    fn new(problem: &Problem, found: Found) -> Self {
        let board = Board::of(problem);
        Shards { units: board.units(), board, found }
    }
}

impl<const W: usize> Sharded for Shards<W> {
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

    fn work(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let mut search = Search::new(&self.board, self.found, meter);
        while let Some(number) = next() {
            let unit = &self.units[number as usize];
            search.unit(unit)?;
            let mut count = Counter::default();
            count.add(std::mem::take(&mut search.sets), unit.weight.into());
            finished(number, Tally::new(count, std::mem::take(&mut search.nodes), &[]));
        }
        Ok(())
    }
}

struct Search<'a, const W: usize> {
    queens: u32,
    /// The open squares of every row, for each number of queens that stand.
    open: Vec<Vec<Row<W>>>,
    lines: Lines,
    /// Sets of queens that were counted.
    sets: Counter,
    nodes: u64,
    fresh: u64,
    /// After this many nodes the limits are looked at.
    at_once: u64,
    found: Found,
    meter: &'a SharedMeter<'a>,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(board: &Board<W>, found: Found, meter: &'a SharedMeter<'a>) -> Self {
        let levels = board.queens.saturating_sub(TOGETHER) as usize + 1;
        let lines = Lines::new(board.open.len(), board.columns as usize);
        let words_of_a_node = (board.open.len() * board.open.len() * W) as u64;
        Search {
            queens: board.queens,
            open: vec![board.open.clone(); levels],
            lines,
            sets: Counter::default(),
            nodes: 0,
            fresh: 0,
            at_once: (WORDS_AT_ONCE / words_of_a_node.max(1)).clamp(1, 1 << 8),
            found,
            meter,
        }
    }

    fn unit(&mut self, unit: &WorkUnit) -> Step {
        match unit.first {
            None => self.count(0, 0)?,
            Some(first) => self.put(0, first.row as usize, first.column)?,
        }
        self.spend()
    }

    fn spend(&mut self) -> Step {
        self.nodes += self.fresh;
        self.meter.spend(std::mem::take(&mut self.fresh))
    }

    /// Counts the ways to put what queens are left, after those `standing`, on the rows from `row` on.
    fn count(&mut self, standing: usize, row: usize) -> Step {
        let left = self.queens as usize - standing;
        let open = &self.open[standing][row..];
        match left {
            0 => self.sets.add(1, 1),
            1 => self.sets.add(open.iter().map(|row| u64::from(row.count())).sum::<u64>(), 1),
            2 | 3 => {
                let work = Together { open, lines: &mut self.lines, three: left == 3, meter: self.meter };
                self.sets.add(self.found.run(work)?, 1);
            }
            _ => self.each(standing, row)?,
        }
        Ok(())
    }

    /// The same for four queens and more, one first queen after the other.
    fn each(&mut self, standing: usize, row: usize) -> Step {
        let left = self.queens as usize - standing;
        for row in row..(self.open[standing].len() + 1).saturating_sub(left) {
            for column in self.open[standing][row].columns() {
                self.put(standing, row, column)?;
            }
        }
        Ok(())
    }

    /// The same, with the first of them on one square.
    fn put(&mut self, standing: usize, row: usize, column: u32) -> Step {
        self.fresh += 1;
        if self.fresh == self.at_once {
            self.spend()?;
        }
        let (before, after) = self.open.split_at_mut(standing + 1);
        let below = before[standing][row + 1..].iter().zip(&mut after[0][row + 1..]);
        for (distance, (&open, left)) in (1..).zip(below) {
            *left = struck_from(open, column, distance);
        }
        self.count(standing + 1, row + 1)
    }
}

/// How many open squares each line has; numbers side by side, for vectors of them.
struct Lines {
    columns: Vec<u16>,
    /// By row plus column.
    rising: Vec<u16>,
    /// By column less row, from the lowest row on.
    falling: Vec<u16>,
    /// For each square, row by row, 1 if it is open.
    squares: Vec<u16>,
}

impl Lines {
    fn new(rows: usize, columns: usize) -> Self {
        let width = columns.max(1).next_multiple_of(LANES);
        let diagonals = vec![0; rows + width];
        Lines {
            columns: vec![0; width],
            rising: diagonals.clone(),
            falling: diagonals,
            squares: vec![0; rows * width],
        }
    }
}

/// The last two or three queens.
struct Together<'a, const W: usize> {
    open: &'a [Row<W>],
    lines: &'a mut Lines,
    three: bool,
    meter: &'a SharedMeter<'a>,
}

impl<const W: usize> Work for Together<'_, W> {
    type Output = Result<u64, Stop>;

    #[inline(always)]
    fn run<L: Loops>(self, _: L) -> Result<u64, Stop> {
        let Together { open, lines: Lines { columns, rising, falling, squares }, three, meter } = self;
        let (height, width) = (open.len(), columns.len());
        columns.fill(0);
        rising[..height + width].fill(0);
        falling[..height + width].fill(0);
        for (row, (open_here, here)) in open.iter().zip(squares.chunks_exact_mut(width)).enumerate() {
            open_here.spread(here);
            add(columns, here);
            add(&mut rising[row..], here);
            add(&mut falling[height - row..], here);
        }
        // Twice the pairs and six times the threes on the lines; factors below 0 meet one that is 0.
        let [mut all, mut pairs, mut threes] = [0u64; 3];
        let mut add_lines = |on_line: u32| {
            let of_line = on_line.wrapping_mul(on_line.wrapping_sub(1));
            pairs += u64::from(of_line);
            threes += u64::from(of_line.wrapping_mul(on_line.wrapping_sub(2)));
        };
        for row in open {
            all += u64::from(row.count());
            add_lines(row.count());
        }
        for lines in [&columns[..], &rising[..height + width], &falling[..height + width]] {
            lines.iter().for_each(|&on_line| add_lines(on_line.into()));
        }
        let (all_pairs, pairs) = (all * all.saturating_sub(1) / 2, pairs / 2);
        if !three {
            return Ok(all_pairs - pairs);
        }
        // Twice the pairs of squares that a third one attacks.
        let mut forks = 0u64;
        for (row, (open_here, here)) in open.iter().zip(squares.chunks_exact(width)).enumerate() {
            let on_row = open_here.count() as u16;
            let lines = columns.iter().zip(&rising[row..]).zip(&falling[height - row..]);
            for (&is_open, ((&column, &rising), &falling)) in here.iter().zip(lines) {
                // The square lies on each of its four lines itself.
                let attacked = u32::from(is_open * (on_row + column + rising + falling).wrapping_sub(4));
                forks += u64::from(attacked.wrapping_mul(attacked.wrapping_sub(1)));
            }
        }
        let rest = all.saturating_sub(2);
        Ok(all_pairs * rest / 3 + forks / 2 - pairs * rest - threes / 6 - triangles(open, meter)?)
    }
}

#[inline(always)]
fn add(sums: &mut [u16], numbers: &[u16]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}

/// How many threes attack each other along three lines.
#[inline(always)]
fn triangles<const W: usize>(open: &[Row<W>], meter: &SharedMeter<'_>) -> Result<u64, Stop> {
    let mut triangles = 0u64;
    for by in 1..open.len() {
        if by % DISTANCES_AT_ONCE == 0 {
            meter.spend(0)?;
        }
        for (&upper, &lower) in open.iter().zip(&open[by..]) {
            let both = upper.and(lower);
            for row in [upper, lower] {
                // A right angle on that row, with one side along it and one along the column.
                triangles += u64::from(both.and(row.up(by)).count() + both.and(row.down(by)).count());
            }
            // A right angle between diagonals, across from a row.
            triangles += u64::from(lower.and(upper.up(by)).and(upper.down(by)).count());
            triangles += u64::from(upper.and(lower.up(by)).and(lower.down(by)).count());
        }
        // And across from a column.
        for ((&upper, &middle), &lower) in open.iter().zip(&open[by..]).zip(open.get(2 * by..).unwrap_or(&[]))
        {
            let both = upper.and(lower);
            triangles += u64::from(both.and(middle.up(by)).count() + both.and(middle.down(by)).count());
        }
    }
    Ok(triangles)
}
