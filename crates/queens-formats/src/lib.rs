//! The N-queens problem on paper: pictures and lists of solutions, the formats of other solvers, and the readers of all
//! of them.
//!
//! Most users want the crate `queens`, which re-exports these modules.

#![forbid(unsafe_code)]

pub mod document;
pub mod export;
pub mod import;
pub mod read;
pub mod render;
pub mod verify;
