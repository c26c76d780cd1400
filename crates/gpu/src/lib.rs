//! The join on a graphics card: the number of pairs of words without common bits.
//!
//! The words are in two lists, of top and of bottom halves, each made from pairs of smaller words without common bits. The card makes
//! the lists, joins them and returns counts; the caller knows the meaning of the words.
//!
//! - `kernels.cu`: the kernels in CUDA C, compiled at run time;
//! - `card`: the interface of a card ([`Card`], [`Stream`]) in pieces, tiles and words;
//! - `cuda`: an NVIDIA card, whose driver and compiler are loaded at run time;
//! - `emulated`: the same kernels in plain Rust, for tests;
//! - `shape`: the division of words for the tables of the join;
//! - `seat`: the layout of the memory, the joins that run together, and the division of those that do not fit.
//!
//! The engine is described in `docs/design/gpu.md`.

mod card;
mod cuda;
mod emulated;
mod seat;
mod shape;

pub use card::{BUCKET_BITS, BUCKET_COUNT, Card, CardError, HalfPiece, MODULI, Stream, StreamCapacity, Tile};
pub use cuda::Cuda;
pub use emulated::Emulated;
pub use seat::{Batch, HalfJoin, HalfJoinSum, RESERVED_BYTES, Seat};
pub use shape::WordShape;
