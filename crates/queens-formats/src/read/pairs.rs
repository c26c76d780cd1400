//! The row and the column of each queen, from 0 or from 1.

use super::{Flow, Numbering, SolutionSink};
use queens_model::placement::Placement;
use queens_model::square::Square;

/// Passes on the row and the column of each queen.
pub(super) fn put_pairs(
    line: u64,
    pairs: &[[u32; 2]],
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let side = pairs.len() as u64;
    let first = first_number(pairs, sink.size.map(|size| size.rows));
    let size = sink.size.is_none().then_some((side, side));
    let has_rows = true;
    let numbering = Numbering { first, has_rows };
    sink.count_from(first);
    sink.put(line, size, from_pairs(pairs, first), Some(numbering))
}

/// Returns the number of the first row: 1 if there is a queen in each row and the rows are
/// 1, 2, 3 and so on, so that the last one is off a board whose rows count from 0.
pub(super) fn first_number(pairs: &[[u32; 2]], rows: Option<u32>) -> u32 {
    let mut named: Vec<u32> = pairs.iter().map(|pair| pair[0]).collect();
    named.sort_unstable();
    let count = named.len() as u32;
    let is_whole = count > 1 && rows.is_none_or(|rows| rows == count);
    u32::from(is_whole && named.into_iter().eq(1..=count))
}

/// Returns the queens of rows and columns that count from `first`.
pub(super) fn from_pairs(pairs: &[[u32; 2]], first: u32) -> Placement {
    let square = |&[row, column]: &[u32; 2]| {
        Square::new(row.wrapping_sub(first), column.wrapping_sub(first))
    };
    Placement::new(pairs.iter().map(square).collect())
}
