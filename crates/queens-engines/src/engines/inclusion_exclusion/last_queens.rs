//! The last two or three queens in closed form, from the number of open squares on each
//! line: the formula of the module above.

use super::board::ColumnSet;
use super::triangles::count_triangles;
use crate::parallel::SharedMeter;
use control::Stop;
use queens_simd::{KernelLoops, KernelWork};

/// Numbers of 16 bits in the widest vector; rows are padded to a multiple of it.
const VECTOR_LANES: usize = 32;

/// Closed-form count of the last two or three queens.
pub(super) struct LastQueens<'a, const W: usize> {
    /// The open squares of the rows that are left.
    pub(super) open: &'a [ColumnSet<W>],
    pub(super) lines: &'a mut LineCounts,
    /// True for three queens, false for two.
    pub(super) is_three: bool,
    pub(super) meter: &'a SharedMeter<'a>,
}

impl<const W: usize> KernelWork for LastQueens<'_, W> {
    type Output = Result<u64, Stop>;

    /// Returns C(m, 2) - E for two queens, and C(m, 3) - E (m - 2) + P - T for three.
    #[inline(always)]
    fn run<L: KernelLoops>(self, _: L) -> Result<u64, Stop> {
        let LastQueens {
            open,
            lines,
            is_three,
            meter,
        } = self;
        lines.count_rows(open);
        let sums = lines.sum_lines(open);
        let all_pairs = sums.squares * sums.squares.saturating_sub(1) / 2;
        let attacking_pairs = sums.pairs / 2;
        if !is_three {
            return Ok(all_pairs - attacking_pairs);
        }
        let others = sums.squares.saturating_sub(2);
        let all_triples = all_pairs * others / 3;
        let attacked_pairs = lines.count_attacked_pairs(open) / 2;
        let attacking_triples = sums.triples / 6 + count_triangles(open, meter)?;
        Ok(all_triples + attacked_pairs - attacking_pairs * others - attacking_triples)
    }
}

/// Number of open squares on each line, in arrays by column so that the loops use vector
/// instructions.
///
/// ```text
/// row r of the last h rows, column c:   columns[c]   rising[r + c]   falling[h - r + c]
/// ```
pub(super) struct LineCounts {
    columns: Vec<u16>,
    /// Indexed by row plus column.
    rising: Vec<u16>,
    /// Indexed by column less row, plus the number of rows that are left.
    falling: Vec<u16>,
    /// For each square, row by row, 1 if it is open.
    squares: Vec<u16>,
}

impl LineCounts {
    /// Allocates the counts for a board of this size.
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let width = columns.max(1).next_multiple_of(VECTOR_LANES);
        let diagonals = vec![0; rows + width];
        LineCounts {
            columns: vec![0; width],
            rising: diagonals.clone(),
            falling: diagonals,
            squares: vec![0; rows * width],
        }
    }

    /// Counts the open squares on each line of these rows.
    ///
    /// Row by row, 0 or 1 for each column are added to three arrays that are shifted by
    /// one from row to row. Walking the open squares one by one would need a bit scan and
    /// three scattered increments for each.
    #[inline(always)]
    fn count_rows<const W: usize>(&mut self, open: &[ColumnSet<W>]) {
        let (height, width) = (open.len(), self.columns.len());
        let LineCounts {
            columns,
            rising,
            falling,
            squares,
        } = self;
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
    }

    /// Sums up all lines, whose squares are counted.
    #[inline(always)]
    fn sum_lines<const W: usize>(&self, open: &[ColumnSet<W>]) -> LineSums {
        let diagonals = open.len() + self.columns.len();
        let mut sums = LineSums::default();
        for row in open {
            sums.squares += u64::from(row.count());
            sums.add_line(row.count());
        }
        // So far `sums` has the pairs and triples on rows, after this loop on all lines.
        for lines in [
            &self.columns[..],
            &self.rising[..diagonals],
            &self.falling[..diagonals],
        ] {
            for &on_line in lines {
                sums.add_line(on_line.into());
            }
        }
        sums
    }

    /// Returns twice the number of choices of a square and two others that it attacks.
    ///
    /// A square attacks k - 1 squares on each of its four lines, and no square twice,
    /// because two squares share at most one line. So no list of neighbours is needed.
    #[inline(always)]
    fn count_attacked_pairs<const W: usize>(&self, open: &[ColumnSet<W>]) -> u64 {
        let (height, width) = (open.len(), self.columns.len());
        let mut attacked_pairs = 0u64;
        for (row, (open_here, here)) in open
            .iter()
            .zip(self.squares.chunks_exact(width))
            .enumerate()
        {
            let on_row = open_here.count() as u16;
            let lines = self
                .columns
                .iter()
                .zip(&self.rising[row..])
                .zip(&self.falling[height - row..]);
            for (&is_open, ((&column, &rising), &falling)) in here.iter().zip(lines) {
                // Less the square itself on each of its four lines; 0 for closed squares.
                let attacked = u32::from(
                    is_open * (on_row + column + rising + falling).wrapping_sub(4),
                );
                attacked_pairs +=
                    u64::from(attacked.wrapping_mul(attacked.wrapping_sub(1)));
            }
        }
        attacked_pairs
    }
}

/// Sums over lines, of which each has its own number k of open squares.
#[derive(Default)]
struct LineSums {
    /// Number of open squares.
    squares: u64,
    /// Sum of k (k - 1): twice the pairs on one line.
    pairs: u64,
    /// Sum of k (k - 1) (k - 2): six times the triples on one line.
    triples: u64,
}

impl LineSums {
    /// Adds a line with `on_line` open squares.
    #[inline(always)]
    fn add_line(&mut self, on_line: u32) {
        // A factor wraps below 0 only where another one is 0.
        let pairs = on_line.wrapping_mul(on_line.wrapping_sub(1));
        self.pairs += u64::from(pairs);
        self.triples += u64::from(pairs.wrapping_mul(on_line.wrapping_sub(2)));
    }
}

/// Adds `numbers` to `sums`, element by element.
#[inline(always)]
fn add_elements(sums: &mut [u16], numbers: &[u16]) {
    for (sum, number) in sums.iter_mut().zip(numbers) {
        *sum += number;
    }
}
