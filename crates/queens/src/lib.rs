//! The N-queens laboratory: a problem goes in, a method searches it, solutions and statistics come
//! out, a renderer shows them.
//!
//! - [`problem`]: what is asked (size, squares, edges, attack, units, givens).
//! - [`methods`]: the ladder, from the odometer to the bit mask, all through one face.
//! - [`check`]: whether a placement is a solution, by code of its own.
//! - [`orbit`]: symmetry: fundamental solutions, canonical forms, classes.
//! - [`render`]: solutions as text, boards, JSON, CSV, web page or picture.
//! - [`read`]: the same forms read back.
//! - [`reference`](mod@reference): published values.
//! - [`completion`]: one, all, how many, the only one, or none with what shows it, for every problem.
//! - [`large`]: boards of up to thousands of millions of rows.
//! - [`general`]: the one form under every problem, a conflict relation and units.
//!
//! Rows and columns count from 0 throughout the library.

pub mod ask;
pub mod check;
pub mod constraints;
pub mod engines;
pub mod orbit;
pub mod parallel;
pub mod placement;
pub mod problem;
pub mod read;
pub mod reference;
pub mod render;
pub mod simd;
pub mod square;
pub mod symmetry;
pub mod unsupported;

pub use search_control as control;
