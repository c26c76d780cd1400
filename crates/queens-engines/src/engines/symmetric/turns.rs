//! Counts of the solutions for n queens that a half turn or a quarter turn fixes.
//!
//! Name rows and columns by their signed distance from the centre of the board. A half
//! turn maps the square (a, b) to (-a, -b), so such a pair of queens takes the diagonals
//! at distance |a + b| in one direction and |a - b| in the other, on both sides of the
//! centre. A quarter turn adds (-b, a) and (b, -a): both distances are taken in both
//! directions, and the sign of b does not matter. So every pairing of the distances in
//! which no sum and no difference occurs twice is `2^floor(n / 4)` solutions.
//!
//! 5 queens under a quarter turn: one queen stands in the centre, and the distances 1 and
//! 2 have one pairing, with the sum 3 and the difference 1. That makes 2^1 = 2 solutions:
//! 1, 4, 2, 0, 3 and its mirror image 3, 0, 2, 4, 1.

use crate::parallel::SharedMeter;
use control::{Limits, Stop};
use queens_model::unsupported::{Parameter, Unsupported};

/// Largest board whose diagonals, by distance from the centre, fit into a word.
const MAX_TURN_SIZE: u32 = 63;

/// Minimum number of pairs still to place at which a node polls the limits.
const MIN_POLLED_PAIRS: u32 = 7;

/// Counts the solutions for `n` queens that a half turn fixes, including those that a
/// quarter turn fixes: the sequence A032522 of the On-Line Encyclopedia of Integer
/// Sequences.
///
/// # Errors
/// `n` greater than 63. A limit is the inner error.
///
/// # Complexity
/// About six times the work for two rows more; some seconds for n = 24.
///
/// ```
/// assert_eq!(queens::engines::symmetric::half_turn(12, &Default::default())?, Ok(80));
/// # Ok::<(), queens::Unsupported>(())
/// ```
pub fn half_turn(n: u32, limits: &Limits) -> Result<Result<u64, Stop>, Unsupported> {
    check_size(n)?;
    let half = n / 2;
    if half == 0 {
        return Ok(Ok(1));
    }
    // The long diagonals stay empty: a queen there meets her own image or the centre.
    let long = CentredDiagonals::default().with(0);
    let meter = SharedMeter::new(limits);
    let pairs = HalfTurnPairs {
        half,
        gap: 1 + n % 2,
        meter: &meter,
    };
    // The mirror image of a solution is another one: count those whose first pair has a
    // positive sign.
    Ok(pairs
        .count(half - 1, (1 << half) - 1, long, long, true)
        .map(|count| 2 * count))
}

/// Counts the solutions for `n` queens that a quarter turn fixes: the sequence A033148 of
/// the On-Line Encyclopedia of Integer Sequences.
///
/// # Errors
/// `n` greater than 63. A limit is the inner error.
///
/// # Complexity
/// About ten times the work for four rows more; no noticeable time for n = 37.
///
/// ```
/// assert_eq!(queens::engines::symmetric::quarter_turn(37, &Default::default())?, Ok(8_650_752));
/// # Ok::<(), queens::Unsupported>(())
/// ```
pub fn quarter_turn(n: u32, limits: &Limits) -> Result<Result<u64, Stop>, Unsupported> {
    check_size(n)?;
    if n % 4 > 1 {
        return Ok(Ok(0));
    }
    let pairings = pairings((1 << (n / 2)) - 1, 1 + n % 2, 1, &SharedMeter::new(limits));
    Ok(pairings.map(|pairings| pairings << (n / 4)))
}

fn check_size(n: u32) -> Result<(), Unsupported> {
    if n > MAX_TURN_SIZE {
        let reason = format!(
            "{n} queens are too many: at most {MAX_TURN_SIZE}, whose diagonals fit into a word"
        );
        return Err(Unsupported::new("symmetric", Parameter::Size, reason));
    }
    Ok(())
}

/// Diagonals of one direction by their distance from the centre, as a word and as its
/// mirror image.
///
/// The bit of a sum i + j moves down by i to become the bit of column j; that of a
/// difference i - j has to be reversed first. Both words are kept, so that neither is
/// reversed in the inner loop.
#[derive(Clone, Copy, Default)]
struct CentredDiagonals {
    forward: u64,
    backward: u64,
}

impl CentredDiagonals {
    fn with(self, distance: u32) -> Self {
        let bit = 1 << distance;
        CentredDiagonals {
            forward: self.forward | bit,
            backward: self.backward | bit.reverse_bits(),
        }
    }

    /// Returns the columns j of row i with |i - j| among the diagonals.
    fn differences(self, i: u32) -> u64 {
        self.forward << i | self.backward >> (63 - i)
    }

    /// Returns the columns j of row i with i + j + gap among the diagonals.
    fn sums(self, i: u32, gap: u32) -> u64 {
        self.forward >> (i + gap)
    }
}

/// The search for pairs of queens that a half turn fixes.
struct HalfTurnPairs<'a> {
    half: u32,
    /// Amount to add to the sum of two distances, which count from 0.
    gap: u32,
    meter: &'a SharedMeter<'a>,
}

impl HalfTurnPairs<'_> {
    /// Counts the ways to fill the rows from `row` down to 0 with pairs in the columns of
    /// `free`.
    fn count(
        &self,
        row: u32,
        free: u64,
        rising: CentredDiagonals,
        falling: CentredDiagonals,
        first: bool,
    ) -> Result<u64, Stop> {
        if row >= MIN_POLLED_PAIRS {
            self.meter.spend(1)?;
        }
        let mut found = self.count_on_side(row, free, rising, falling)?;
        if !first {
            found += self.count_on_side(row, free, falling, rising)?;
        }
        Ok(found)
    }

    /// Counts the same with the first pair on one side of the centre column: where `sums`
    /// has the diagonals of sums and `differences` those of differences of the distances.
    ///
    /// A set bit of `open` is a column whose distance is unused and whose two diagonals
    /// are free, so the loop takes only squares without an attack.
    fn count_on_side(
        &self,
        row: u32,
        free: u64,
        sums: CentredDiagonals,
        differences: CentredDiagonals,
    ) -> Result<u64, Stop> {
        let mut open = free & !sums.sums(row, self.gap) & !differences.differences(row);
        if row == 0 {
            return Ok(u64::from(open.count_ones()));
        }
        let mut found = 0;
        while open != 0 {
            let column = open.trailing_zeros();
            open &= open - 1;
            let (sums, differences) = (
                sums.with(row + column + self.gap),
                differences.with(row.abs_diff(column)),
            );
            found +=
                self.count(row - 1, free & !(1 << column), sums, differences, false)?;
        }
        debug_assert!(row < self.half);
        Ok(found)
    }
}

/// Counts the ways to pair the distances of `free` so that no sum and no difference
/// occurs twice.
///
/// The largest distance is paired first: its diagonals are farthest out, and the partner
/// is the only choice of a level.
fn pairings(
    free: u64,
    gap: u32,
    taken: u64,
    meter: &SharedMeter<'_>,
) -> Result<u64, Stop> {
    if free == 0 {
        return Ok(1);
    }
    if free.count_ones() > 2 * MIN_POLLED_PAIRS {
        meter.spend(1)?;
    }
    let far = free.ilog2();
    let free = free & !(1 << far);
    let mut partners = free;
    let mut found = 0;
    while partners != 0 {
        let near = partners.trailing_zeros();
        partners &= partners - 1;
        let diagonals = 1_u64 << (far + near + gap) | 1 << (far - near);
        if taken & diagonals == 0 {
            found += pairings(free & !(1 << near), gap, taken | diagonals, meter)?;
        }
    }
    Ok(found)
}
