//! The join on a graphics card: how many pairs of words share no bit.
//!
//! Words come in two lists, of top and of bottom halves, each made from pairs of smaller words that share no bit either:
//! what they mean is for the caller to know. The card makes the lists and joins them; counts come back.
//!
//! - `kernels.cu`: what runs on the card, in CUDA C, compiled when the program runs;
//! - `card`: what a card does ([`Card`], [`Stream`]), in its own units: pieces, tiles, words;
//! - `cuda`: a card of NVIDIA's, whose driver and compiler are looked for when the program runs;
//! - `emulated`: the same kernels in plain Rust, for tests;
//! - `shape`: how words are cut for the tables of the join;
//! - `seat`: which joins run together, what stands where in memory, and what does not fit is cut.
//!
//! The engine is described in `docs/design/gpu.md`.

mod card;
mod cuda;
mod emulated;
mod seat;
mod shape;

pub use card::{BUCKET_BITS, BUCKETS, Card, CardError, MODULI, Piece, Room, Stream, Tile};
pub use cuda::Cuda;
pub use emulated::Emulated;
pub use seat::{Batch, Join, Joined, RESERVE, Seat};
pub use shape::Shape;
