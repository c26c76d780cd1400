//! Exact counts on a graphics card: the card builds and joins the half boards of the work units of
//! [`join`](super::join).
//!
//! Work units, their numbers and their counts are those of `join`, so that a card and processors can share a file of
//! units or a campaign, and a processor can continue and verify the work of a card. The crate `gpu` holds the card and
//! its kernels;
//! `run` passes it the work units and recounts some of them on the processor meanwhile.
//!
//! ```text
//! for each work unit, for each of its places:
//!     processor: list quarters; decide symmetry, slices and ties
//!     card: combine left and right quarters to halves, sorted by bucket
//!     card: join: count pairs of a top and a bottom half that share no bit
//! compare residues; recount some work units on the processor
//! ```
//!
//! `docs/design/gpu.md` describes the engine; [`join`](super::join) has a worked example.

mod engine;
mod run;

pub use engine::Gpu;
pub use run::shards_on;

/// The id of the engine.
pub const ID: &str = "gpu";
