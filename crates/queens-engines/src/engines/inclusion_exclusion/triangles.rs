//! Triples of squares that attack each other along three different lines.

use super::board::ColumnSet;
use crate::parallel::SharedMeter;
use control::Stop;

/// Number of row distances between two checks of the limits.
const DISTANCES_PER_POLL: usize = 64;

/// Counts triples in which the three pairs attack each other along three different lines.
///
/// Such a triple is a right triangle with two equal legs, which span `by` rows or
/// columns. For each `by` and each pair of rows, a few shifts and intersections count the
/// triangles of all columns at once, 64 to a word; a loop over the squares would test
/// each corner by itself.
#[inline(always)]
pub(super) fn count_triangles<const W: usize>(
    open: &[ColumnSet<W>],
    meter: &SharedMeter<'_>,
) -> Result<u64, Stop> {
    let mut triangles = 0u64;
    // `triangles` has all with legs shorter than `by`.
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
            // The right angle is between two diagonals, opposite a side along a row: with
            // its corner on one of the rows, and the side on the other.
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
