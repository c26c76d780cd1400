//! Counting queens on the torus: exact cover of its lines, one solution of each orbit.
//!
//! On a torus whose side n is odd, each row, column, rising diagonal and falling diagonal
//! holds exactly one queen: n queens cover 4 n lines exactly. The search branches on the
//! line with the fewest open squares (Golomb and Baumert, Backtrack Programming, 1965;
//! Knuth, Dancing Links, 2000).
//!
//! # Symmetry
//! Besides the n^2 shifts, the linear maps that permute the four directions take
//! solutions to solutions: the eight symmetries of the square, (x, y) -> (a x, a y) for
//! every a without a common factor with n, and (x, y) -> (x + y, x - y). For a prime n
//! these are 8 n^2 (n - 1) maps. They divide the differences between two queens into
//! classes, about n / 8.
//!
//! A solution with a pair of queens whose difference is in the first class has images
//! with queens on 0 and on one chosen difference v, at least one for each such pair. The
//! least of these images stands for the orbit: a solution that is found is counted, with
//! the size of its orbit, if none of its images with queens on 0 and v is less. Solutions
//! without such a pair are found in the same way by the second class, where differences
//! of the first class count as attacks; and so on. They are few.
//!
//! Images are compared by the queen in the row of v / 2 first, the third queen of the
//! search. The map p -> v - p exchanges 0 and v and turns that row round: of two squares
//! that it exchanges only the left one is searched. Each further queen closes squares:
//! one that makes an image, for some pair of queens, with a third queen further to the
//! left. The further to the right the third queen is, the more squares are closed, so the
//! first third queens take nearly all the time.
//!
//! # Method
//! ```text
//! for each class i, with a difference v of it:
//!     for each third queen q in the row of v / 2, of each pair of squares one:
//!         cover(0); cover(v); cover(q)
//!         search:
//!             line = the one with the fewest open squares; none left: if the solution is the least image, add its orbit
//!             for each open square of the line:
//!                 cover it; close the squares that it forbids with each earlier queen; search; uncover
//! ```
//!
//! # Example
//! n = 5: the differences without attack are (1, 2), (1, 3) and their multiples, 8 in
//! all, and one class: (x, y) -> (x, -y) takes (1, 2) to (1, 3). For v = (1, 2) the
//! middle is (3, 1), which is open, and the only open square of its row. Queens on (0,
//! 0), (1, 2) and (3, 1) leave (2, 4) and (4, 3): one solution. The shifts and maps are
//! 25 * 32 = 800; 80 of them leave the solution unchanged (the five shifts along it, with
//! 16 maps each), so its orbit has 10 solutions, which are all.
//!
//! # Why so
//! Row by row the search visits thousands of times as many nodes on 23 x 23. The open
//! squares are kept four times, once for each direction, as one word of bits for each
//! line: covering is one AND of 128 words (160 from 33 rows on), and one pass over them
//! finds the line with the fewest squares. With two of the four directions the search
//! visits twice the nodes, with one four times. The closed squares save three quarters of
//! the nodes and more.

mod classes;
mod cover;
mod engine;
mod units;

use cover::MAX_SIDE;

pub(crate) use engine::Toroidal;

/// The id of the engine.
pub const ID: &str = "toroidal";
