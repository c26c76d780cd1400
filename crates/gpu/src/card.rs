//! What a card does, and how it fails.

use crate::shape::Shape;

/// How many bits the bucket of a half has, and how many buckets that makes.
pub const BUCKET_BITS: u32 = 8;
/// The number of buckets.
pub const BUCKETS: usize = 1 << BUCKET_BITS;

/// What the residues of the counts are taken by: the largest primes below 2^16 and 2^31.
pub const MODULI: [u64; 2] = [65_521, 2_147_483_647];

/// Why a card gives no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CardError {
    /// There is none, or what drives it is missing.
    #[error("no card can be used: {0}")]
    Missing(String),
    /// It failed, or was taken away.
    #[error("the card failed to {doing}: {reason}")]
    Failed {
        /// What was asked of it.
        doing: &'static str,
        /// What its driver says.
        reason: String,
    },
    /// Something is larger than its memory.
    #[error(
        "{what} takes {needed} bytes, and the card has {free} free for it: free some, or use another card"
    )]
    Memory {
        /// What does not fit.
        what: &'static str,
        /// How many bytes it takes.
        needed: u64,
        /// How many there are.
        free: u64,
    },
    /// It said something that cannot be.
    #[error("the card counts wrong: {0}")]
    Wrong(String),
}

impl CardError {
    /// The error of a driver.
    pub(crate) fn failed(doing: &'static str) -> impl Fn(cudarc::driver::DriverError) -> CardError {
        move |error| CardError::Failed { doing, reason: error.to_string() }
    }
}

/// A list of left words and one of right words, by their places in the memory of quarters: every pair that shares no
/// bit, and none with what is blocked, makes a half.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    /// The first left word.
    pub left: u32,
    /// How many there are.
    pub lefts: u32,
    /// The first right word.
    pub right: u32,
    /// How many there are.
    pub rights: u32,
    /// Bits that both words leave free.
    pub blocked: u64,
    /// Bits that the half has besides.
    pub carried: u64,
    /// The list that the halves belong to.
    pub list: u32,
    /// For the alignment that the card has.
    pub unused: u32,
}

/// A part of a join, by places in the memory of halves: some bottom halves, at most those of a tile, with some top
/// halves in the order of their buckets.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tile {
    /// The first bottom half.
    pub bottom: u32,
    /// How many there are.
    pub bottoms: u32,
    /// The first top half.
    pub top: u32,
    /// How many there are.
    pub tops: u32,
    /// The join that it belongs to.
    pub join: u32,
}

/// How many words a stream has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Room {
    /// Words of quarters.
    pub quarters: usize,
    /// Halves.
    pub halves: usize,
}

/// A card: a graphics card, or something that does the same.
pub trait Card: Send + Sync {
    /// What it calls itself.
    fn name(&self) -> &str;

    /// How many bytes of its memory are free.
    ///
    /// # Errors
    /// The card fails.
    fn free(&self) -> Result<u64, CardError>;

    /// The most bytes that a block of its threads can share.
    fn shared(&self) -> u32;

    /// A stream of work with memory of its own, and the kernels for words of this shape.
    ///
    /// # Errors
    /// The kernels do not compile; the memory cannot be had; the card fails.
    fn stream(&self, shape: &Shape, room: Room) -> Result<Box<dyn Stream>, CardError>;
}

/// Work that a card does in order.
pub trait Stream {
    /// Puts `words` into the memory of quarters, from this place on.
    ///
    /// # Errors
    /// The card fails.
    fn store(&mut self, at: usize, words: &[u64]) -> Result<(), CardError>;

    /// How many halves the pieces make: for each of so many lists and each bucket.
    ///
    /// # Errors
    /// The card fails.
    fn measure(&mut self, pieces: &[Piece], lists: usize) -> Result<Vec<u32>, CardError>;

    /// Makes the halves of the pieces that were measured last, those of each list and bucket from its place in the memory
    /// of halves on.
    ///
    /// # Errors
    /// The card fails.
    fn combine(&mut self, pieces: &[Piece], places: &[u32]) -> Result<(), CardError>;

    /// Counts the pairs of the tiles that share no bit: for each of so many joins the sum over its tiles, and those of
    /// their residues by [`MODULI`].
    ///
    /// # Errors
    /// The card fails.
    fn join(&mut self, tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError>;
}
