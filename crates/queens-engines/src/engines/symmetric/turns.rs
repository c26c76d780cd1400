//! Counts of the solutions that a turn of the board leaves as they are.
//!
//! Each is a search of its own on the orbits of the squares under the turn. Let rows and columns be named
//! by their distance from the centre of the board, and squares by the two distances a and b with signs. A
//! half turn takes (a, b) to (-a, -b): what counts of a pair of queens is |a + b| in one direction of the
//! diagonals and |a - b| in the other. A quarter turn adds (-b, a) and (b, -a), so that both values count
//! in both directions, and the sign of b does not matter: every pairing of the distances stands for
//! `2^floor(n / 4)` solutions.

use crate::parallel::SharedMeter;
use control::{Limits, Stop};
use queens_model::unsupported::{Parameter, Unsupported};

/// The largest board whose diagonals, by distance from the centre, have bits in a word.
const MAX_SIZE: u32 = 63;

/// The limits are looked at while this many pairs of queens or more are to be put.
const LOOKED_AT_FROM: u32 = 7;

/// The number of solutions for `n` queens that a half turn leaves as they are, those of the quarter turn
/// among them: the sequence A032522 of the On-Line Encyclopedia of Integer Sequences.
///
/// # Errors
/// `n` greater than 63. A limit is the inner error.
///
/// # Complexity
/// About six times the work for each two sizes; some seconds for n = 24.
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
    // The long diagonals are out: a queen there meets its own image or the centre.
    let long = Diagonals::default().with(0);
    let meter = SharedMeter::new(limits);
    let pairs = Pairs { half, gap: 1 + n % 2, meter: &meter };
    // The mirror image of a solution is one of another: count those with the first sign positive.
    Ok(pairs.count(half - 1, (1 << half) - 1, long, long, true).map(|count| 2 * count))
}

/// The number of solutions for `n` queens that a quarter turn leaves as they are: the sequence A033148 of
/// the On-Line Encyclopedia of Integer Sequences.
///
/// # Errors
/// `n` greater than 63. A limit is the inner error.
///
/// # Complexity
/// About ten times the work for each four sizes; a blink for n = 37.
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
    if n > MAX_SIZE {
        let reason = format!("{n} queens are too many: at most {MAX_SIZE}, whose diagonals fit into a word");
        return Err(Unsupported::new("symmetric", Parameter::Size, reason));
    }
    Ok(())
}

/// Diagonals of one direction by their distance from the centre: as a word, and as its mirror image.
#[derive(Clone, Copy, Default)]
struct Diagonals {
    forward: u64,
    backward: u64,
}

impl Diagonals {
    fn with(self, distance: u32) -> Self {
        let bit = 1 << distance;
        Diagonals { forward: self.forward | bit, backward: self.backward | bit.reverse_bits() }
    }

    /// The columns j of row i with |i - j| among the diagonals.
    fn differences(self, i: u32) -> u64 {
        self.forward << i | self.backward >> (63 - i)
    }

    /// The columns j of row i with i + j + gap among the diagonals.
    fn sums(self, i: u32, gap: u32) -> u64 {
        self.forward >> (i + gap)
    }
}

/// The search for pairs of queens under a half turn.
struct Pairs<'a> {
    half: u32,
    /// What is to be added to the sum of two distances, which count from 0.
    gap: u32,
    meter: &'a SharedMeter<'a>,
}

impl Pairs<'_> {
    /// Fills the rows `row` down to 0 with pairs in the columns of `free`.
    fn count(
        &self,
        row: u32,
        free: u64,
        rising: Diagonals,
        falling: Diagonals,
        first: bool,
    ) -> Result<u64, Stop> {
        if row >= LOOKED_AT_FROM {
            self.meter.spend(1)?;
        }
        let mut found = self.on_side(row, free, rising, falling)?;
        if !first {
            found += self.on_side(row, free, falling, rising)?;
        }
        Ok(found)
    }

    /// The same with the first pair on the squares where `sums` counts the sum of the distances and
    /// `differences` their difference.
    fn on_side(&self, row: u32, free: u64, sums: Diagonals, differences: Diagonals) -> Result<u64, Stop> {
        let mut open = free & !sums.sums(row, self.gap) & !differences.differences(row);
        if row == 0 {
            return Ok(u64::from(open.count_ones()));
        }
        let mut found = 0;
        while open != 0 {
            let column = open.trailing_zeros();
            open &= open - 1;
            let (sums, differences) =
                (sums.with(row + column + self.gap), differences.with(row.abs_diff(column)));
            found += self.count(row - 1, free & !(1 << column), sums, differences, false)?;
        }
        debug_assert!(row < self.half);
        Ok(found)
    }
}

/// The number of ways to pair the distances of `free` so that no sum and no difference comes twice.
fn pairings(free: u64, gap: u32, taken: u64, meter: &SharedMeter<'_>) -> Result<u64, Stop> {
    if free == 0 {
        return Ok(1);
    }
    if free.count_ones() > 2 * LOOKED_AT_FROM {
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
