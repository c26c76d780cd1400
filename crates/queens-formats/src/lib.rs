//! Text and pictures of N-queens problems and solutions: renderers, the formats of other
//! solvers, and readers for all of them.
//!
//! Most users want the crate `queens`, which re-exports these modules.

#![forbid(unsafe_code)]

pub mod document;
pub mod export;
pub mod import;
pub mod read;
pub mod render;
pub mod verify;
