//! Exact count of the ways to put n queens on an n x n board, by a join of half boards.
//!
//! [`queens`] counts on several threads; [`work_units`] cuts the count into independent
//! work units, to be run anywhere.
//!
//! # Method
//! Cut the board between its middle rows. A solution is a top half and a bottom half that
//! use different columns and share no diagonal. A half is a word of bits, one for each
//! diagonal that both halves see, and two halves fit when the AND of their words is zero.
//!
//! ```text
//! for each set x of columns of the upper left corner, and each set u of the lower right one:
//!     tops    = words of a left quarter on x and a right quarter on all but u, on other rows, with AND 0
//!     bottoms = words of a left quarter on all but x and a right quarter on u, on other rows, with AND 0
//!     drop the bits that only one list has; sort both lists by their highest bits
//!     for each block of 256 or 512 words of one list:
//!         for each field of bits, and each value v of it: table[field][v] = the words that share no bit with v
//!         for each word w of the other list whose highest bits do not conflict with the block's:
//!             count += size of the AND of table[field][w's value] over all fields
//! ```
//!
//! This is the plain count for a board of even size. `unit` adds the symmetries of the
//! square, which leave about one solution in eight to be counted, and the middle row and
//! column of odd boards.
//!
//! # Example
//! On a board of 4 the queens b1, d2, a3, c4 are a solution, row 1 on top. Columns count
//! from the middle: b and c are 0, a and d are 1, so x = {0} (b, in the upper left
//! corner) and u = {0} (c, in the lower right one). With x to the right and y upwards
//! from the centre, R i is the diagonal x + y = i and F i the diagonal x - y = i; both
//! halves see R-1, R0, R1, F-1, F0 and F1. The tops on b and d are b1 d2 = {R1, F1} and
//! b2 d1 = {R0, F-1, F0}; the bottoms on a and c are a3 c4 = {R-1, F-1} and a4 c3 = {R0,
//! F0, F1}. Of the four pairs only b1 d2, a3 c4 shares no diagonal: the solution.
//!
//! # Files
//! The steps, each a file of its own:
//! - `layout`: which bit of a word stands for which diagonal;
//! - `quarter`: all placements on a corner of the board, by their columns and rows;
//! - `halves`: all halves on a set of columns, from pairs of quarters;
//! - `pairs`: the pairs of halves that fit, `sorted` by a key (by `half_sorter`) and in
//!   `block`s with a bit for each half (`simd::masks`); of long lists by `two_keys`, one
//!   `part` after the other;
//! - `unit`: which halves are joined, so that one solution of each symmetry class is
//!   counted;
//! - `workspace`: these joins on the processor;
//! - `plan`: the work units, found from their numbers; `run`: runs them;
//! - `cut`: the same joins for other pieces, whose halves a search lists;
//! - `sets`: sets of columns and their numbers; `shares`: a check that the work units
//!   make up the whole count.
//!
//! The engines are described in `docs/design`; what was tried, measured and dropped in
//! `docs/lab`.

mod block;
mod cut;
mod engine;
mod half_sorter;
mod halves;
mod layout;
mod pairs;
mod part;
mod plan;
mod quarter;
mod run;
mod sets;
mod shares;
mod sorted;
mod two_keys;
mod unit;
mod workspace;

pub(crate) use engine::Join;
pub(crate) use engine::is_fastest;
pub use run::{queens, work_units};

/// The id of the engine.
pub const ID: &str = "join";

/// Size of the smallest board that is cut in halves; smaller ones are searched row by
/// row.
pub(crate) const MIN_JOINED_SIZE: u32 = 8;

/// Size of the largest board whose shared diagonals and marks fit into a word: 62
/// diagonals and two marks for 32. The largest known count is that of 27 queens.
pub const MAX_JOINED_SIZE: u32 = 32;
