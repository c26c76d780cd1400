//! The interface of a card, and its errors.

use crate::shape::WordShape;

/// Number of bits in the bucket of a half.
pub const BUCKET_BITS: u32 = 8;
/// Number of buckets.
pub const BUCKET_COUNT: usize = 1 << BUCKET_BITS;

/// Moduli of the residues of the counts: the largest primes below 2^16 and 2^31.
pub const MODULI: [u64; 2] = [65_521, 2_147_483_647];

/// Error of a card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CardError {
    /// There is no card, or its driver or compiler is missing.
    #[error("no card can be used: {0}")]
    Missing(String),
    /// The card failed or was removed.
    #[error("the card failed to {doing}: {reason}")]
    Failed {
        /// Operation.
        doing: &'static str,
        /// Error of the driver.
        reason: String,
    },
    /// The memory is too small.
    #[error(
        "{what} takes {needed} bytes, and the card has {free} free for it: free some, or use another card"
    )]
    Memory {
        /// Data that does not fit.
        what: &'static str,
        /// Its size in bytes.
        needed: u64,
        /// Free bytes.
        free: u64,
    },
    /// The card returned an impossible result.
    #[error("the card counts wrong: {0}")]
    Wrong(String),
}

impl CardError {
    /// Returns a function that converts errors of the driver.
    pub(crate) fn failed(doing: &'static str) -> impl Fn(cudarc::driver::DriverError) -> CardError {
        move |error| CardError::Failed { doing, reason: error.to_string() }
    }
}

/// A list of left words and a list of right words, by their positions in the memory of quarters. Every pair without common bits,
/// and without blocked ones, makes a half.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfPiece {
    /// Position of the first left word.
    pub left: u32,
    /// Length of the list.
    pub lefts: u32,
    /// Position of the first right word.
    pub right: u32,
    /// Length of the list.
    pub rights: u32,
    /// Bits that neither word may have.
    pub blocked: u64,
    /// Further bits of the half.
    pub carried: u64,
    /// Number of the list that the halves belong to.
    pub list: u32,
    /// Padding for the alignment of the card.
    pub unused: u32,
}

/// A part of a join, by positions in the memory of halves: the bottom halves of one tile with top halves in the order of their
/// buckets.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// Position of the first bottom half.
    pub bottom: u32,
    /// Length of the list.
    pub bottoms: u32,
    /// Position of the first top half.
    pub top: u32,
    /// Length of the list.
    pub tops: u32,
    /// Number of the join.
    pub join: u32,
}

/// Capacity of a stream, in words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamCapacity {
    /// Words of quarters.
    pub quarters: usize,
    /// Halves.
    pub halves: usize,
}

/// A graphics card, or an emulation of one.
pub trait Card: Send + Sync {
    /// Returns the name of the card.
    fn name(&self) -> &str;

    /// Returns the free memory in bytes.
    ///
    /// # Errors
    /// The card fails.
    fn free(&self) -> Result<u64, CardError>;

    /// Returns the maximum shared memory of a block, in bytes.
    fn shared(&self) -> u32;

    /// Opens a stream with memory of its own and the kernels for words of this shape.
    ///
    /// # Errors
    /// The kernels do not compile; the memory cannot be allocated; the card fails.
    fn stream(&self, shape: &WordShape, room: StreamCapacity) -> Result<Box<dyn Stream>, CardError>;
}

/// A stream of operations that a card runs in order.
pub trait Stream {
    /// Copies `words` into the memory of quarters, from this position on.
    ///
    /// # Errors
    /// The card fails.
    fn store(&mut self, at: usize, words: &[u64]) -> Result<(), CardError>;

    /// Returns the number of halves that the pieces make, for each list and each bucket.
    ///
    /// # Errors
    /// The card fails.
    fn measure(&mut self, pieces: &[HalfPiece], lists: usize) -> Result<Vec<u32>, CardError>;

    /// Makes the halves of the last measured pieces; those of each list and bucket begin at their position in the memory of halves.
    ///
    /// # Errors
    /// The card fails.
    fn combine(&mut self, pieces: &[HalfPiece], places: &[u32]) -> Result<(), CardError>;

    /// Counts the pairs of the tiles without common bits: for each join the sum over its tiles, and the sums of the residues by
    /// [`MODULI`].
    ///
    /// # Errors
    /// The card fails.
    fn join(&mut self, tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError>;
}
