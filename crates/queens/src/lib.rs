//! The N-queens laboratory: a problem goes in, a method searches it, solutions and statistics come
//! out, a renderer shows them.
//!
//! - [`problem`]: what is asked (size, squares, edges, attack, units, givens).
//! - [`methods`]: the ladder, from the odometer to the bit mask, all through one face.
//! - [`check`]: whether a placement is a solution, by code of its own.
//! - [`orbit`]: symmetry: fundamental solutions, canonical forms, classes.
//! - [`general`]: the one form under every problem, a conflict relation and units.
//!
//! Rows and columns count from 0 throughout the library.

pub mod board;
pub mod check;
pub mod completion;
pub mod general;
pub mod methods;
pub mod orbit;
pub mod placement;
pub mod problem;

pub use search_control as control;
