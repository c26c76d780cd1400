//! The exact counter on a graphics card: the units of [`join`](super::join), whose halves a card makes and joins.
//!
//! Units, numbers and counts are those of `join`, so that files of units and campaigns of both are one: what a card ran,
//! a processor can go on with, and verify. The card and its kernels are the crate `gpu`; `run` hands it the units and
//! counts some of them again on the processor while it works.
//!
//! The engine is described in `docs/design/gpu.md`.

mod engine;
mod run;

pub use engine::Gpu;
pub use run::shards_on;

/// The id of the engine.
pub const ID: &str = "gpu";
