//! Joins on a card: the layout of its memory, and the division of joins that do not fit.

use crate::card::{BUCKET_COUNT, Card, CardError, HalfPiece, MODULI, Stream, StreamCapacity, Tile};
use crate::shape::WordShape;
use std::collections::HashMap;

/// Memory of a stream besides its words, in bytes: pieces, positions, tiles and sums of a load, with a margin.
pub const RESERVED_BYTES: u64 = 64 << 20;
/// Maximum number of pieces in a load.
const MAX_PIECES: usize = 1 << 16;
/// Maximum number of joins in a load; each has two lists with a number for each bucket.
const MAX_JOINS: usize = 1 << 12;
/// Maximum number of top halves of a tile: enough to make its tables cheap, and few enough for many tiles.
const MAX_TOP_HALVES: usize = 1 << 15;
/// Maximum number of pairs between two checks of the limits: some milliseconds of a fast card.
const MAX_PAIRS_PER_LAUNCH: u64 = 1 << 38;

/// Top and bottom halves to be joined, by the pieces that make them; the `list` of a piece is ignored.
#[derive(Clone, Debug, Default)]
pub struct HalfJoin {
    /// Pieces of the top halves.
    pub tops: Vec<HalfPiece>,
    /// Pieces of the bottom halves.
    pub bottoms: Vec<HalfPiece>,
}

/// Joins to be run together.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    joins: Vec<HalfJoin>,
    pieces: usize,
    /// Upper bound on their number of halves.
    halves: u64,
}

impl Batch {
    /// Adds a join.
    pub fn push(&mut self, join: HalfJoin) {
        self.pieces += join.tops.len() + join.bottoms.len();
        self.halves += bound(&join.tops) + bound(&join.bottoms);
        self.joins.push(join);
    }

    /// Returns true if there is no join.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joins.is_empty()
    }
}

/// Result of a join.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HalfJoinSum {
    /// Number of pairs without common bits.
    pub fitting: u64,
    /// That number modulo each of [`MODULI`], as the card computed it beside the sum.
    pub residues: [u64; 2],
    /// Number of top halves.
    pub tops: u64,
    /// Number of bottom halves.
    pub bottoms: u64,
}

/// A part of a join whose halves fit into memory.
struct JoinPart<'j> {
    join: usize,
    tops: &'j [HalfPiece],
    bottoms: &'j [HalfPiece],
    /// True if it is the first part with these top halves, and with these bottom halves.
    first: [bool; 2],
}

/// Returns the number of pairs of words in the pieces, an upper bound on their halves.
fn bound(pieces: &[HalfPiece]) -> u64 {
    pieces.iter().map(|piece| u64::from(piece.lefts) * u64::from(piece.rights)).sum()
}

/// A stream of a card, and the contents of its memory.
pub struct Seat<'s> {
    shape: &'s WordShape,
    stream: Box<dyn Stream>,
    room: StreamCapacity,
    /// Positions of the lists of quarters.
    tables: HashMap<u64, u32>,
    /// Their total length in words.
    stored: usize,
}

impl std::fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat").field("room", &self.room).field("stored", &self.stored).finish_non_exhaustive()
    }
}

impl<'s> Seat<'s> {
    /// Opens a seat with this much memory of a card, in bytes: a quarter for quarters, the rest for halves.
    ///
    /// # Errors
    /// Too few bytes; otherwise as for [`Card::stream`].
    pub fn new(card: &dyn Card, shape: &'s WordShape, bytes: u64) -> Result<Self, CardError> {
        let words = bytes.saturating_sub(RESERVED_BYTES) / 8;
        if words < 1024 {
            let (what, needed) = ("a stream of work", RESERVED_BYTES + 8 * 1024);
            return Err(CardError::Memory { what, needed, free: bytes });
        }
        // Positions are 32-bit numbers. A hundredth is left for the tiles.
        let limited = |words: u64| words.min(u32::MAX.into()) as usize;
        let room = StreamCapacity { quarters: limited(words / 4), halves: limited(words / 100 * 74) };
        let stream = card.stream(shape, room)?;
        Ok(Seat { shape, stream, room, tables: HashMap::new(), stored: 0 })
    }

    /// Returns true if lists of `words` more words fit; otherwise [`Seat::clear`] makes room.
    #[must_use]
    pub fn has_room(&self, words: usize) -> bool {
        self.stored + words <= self.room.quarters
    }

    /// Removes all lists, which invalidates the positions in pieces.
    pub fn clear(&mut self) {
        self.tables.clear();
        self.stored = 0;
    }

    /// Returns the position of the list of this name, if it is stored.
    #[must_use]
    pub fn place(&self, name: u64) -> Option<u32> {
        self.tables.get(&name).copied()
    }

    /// Stores a list of words, packed, and returns its position.
    ///
    /// # Errors
    /// It does not fit; the card fails.
    pub fn store(&mut self, name: u64, words: &[u64]) -> Result<u32, CardError> {
        if !self.has_room(words.len()) {
            let (needed, free) = (8 * words.len() as u64, 8 * (self.room.quarters - self.stored) as u64);
            return Err(CardError::Memory { what: "a list of quarters", needed, free });
        }
        let packed: Vec<u64> = words.iter().map(|&word| self.shape.pack(word)).collect();
        let place = self.stored as u32;
        self.stream.store(self.stored, &packed)?;
        self.stored += words.len();
        self.tables.insert(name, place);
        Ok(place)
    }

    /// Returns true if a batch is large enough to be run, about a load.
    #[must_use]
    pub fn is_filled_by(&self, batch: &Batch) -> bool {
        let Batch { joins, pieces, halves } = batch;
        joins.len() >= MAX_JOINS / 2 || *pieces >= MAX_PIECES / 2 || *halves >= self.room.halves as u64 / 2
    }

    /// Packs a word for the card.
    #[must_use]
    pub fn pack(&self, word: u64) -> u64 {
        self.shape.pack(word)
    }

    /// Runs the joins of a batch and empties it; `check` is called between launches.
    ///
    /// # Errors
    /// A list does not fit; the card fails or returns an impossible result; an error of `check`.
    pub fn run<E: From<CardError>>(
        &mut self,
        batch: &mut Batch,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Vec<HalfJoinSum>, E> {
        let Batch { joins, .. } = std::mem::take(batch);
        let mut joined = vec![HalfJoinSum::default(); joins.len()];
        let (mut load, mut halves, mut pieces) = (Vec::new(), 0, 0);
        for part in self.parts(&joins)? {
            let (more, words) =
                (part.tops.len() + part.bottoms.len(), bound(part.tops) + bound(part.bottoms));
            let is_full = halves + words > self.room.halves as u64
                || pieces + more > MAX_PIECES
                || load.len() == MAX_JOINS;
            if is_full && !load.is_empty() {
                self.load(&load, &mut joined, check)?;
                (load, halves, pieces) = (Vec::new(), 0, 0);
            }
            load.push(part);
            (halves, pieces) = (halves + words, pieces + more);
        }
        self.load(&load, &mut joined, check)?;
        Ok(joined)
    }

    /// Divides the joins that are too large for the memory into parts.
    fn parts<'j>(&self, joins: &'j [HalfJoin]) -> Result<Vec<JoinPart<'j>>, CardError> {
        let mut parts = Vec::new();
        for (join, HalfJoin { tops, bottoms }) in joins.iter().enumerate() {
            if bound(tops) + bound(bottoms) <= self.room.halves as u64 {
                parts.push(JoinPart { join, tops, bottoms, first: [true; 2] });
                continue;
            }
            let (tops, bottoms) = (self.cut(tops)?, self.cut(bottoms)?);
            for (i, &bottoms) in bottoms.iter().enumerate() {
                let of_tops = tops.iter().enumerate();
                parts.extend(of_tops.map(|(k, &tops)| JoinPart {
                    join,
                    tops,
                    bottoms,
                    first: [i == 0, k == 0],
                }));
            }
        }
        Ok(parts)
    }

    /// Divides pieces so that the halves of each part take at most half of the memory.
    fn cut<'j>(&self, mut pieces: &'j [HalfPiece]) -> Result<Vec<&'j [HalfPiece]>, CardError> {
        let most = self.room.halves as u64 / 2;
        let mut parts = Vec::new();
        while !pieces.is_empty() {
            let mut sum = 0;
            let fits = |piece: &&HalfPiece| {
                sum += bound(std::slice::from_ref(*piece));
                sum <= most
            };
            let (part, rest) = pieces.split_at(pieces.iter().take_while(fits).count());
            if part.is_empty() {
                let needed = 8 * bound(&rest[..1]);
                return Err(CardError::Memory { what: "a list of halves", needed, free: 8 * most });
            }
            parts.push(part);
            pieces = rest;
        }
        Ok(parts)
    }

    /// Joins parts that fit into memory together.
    fn load<E: From<CardError>>(
        &mut self,
        parts: &[JoinPart<'_>],
        joined: &mut [HalfJoinSum],
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pieces =
            Vec::with_capacity(parts.iter().map(|part| part.tops.len() + part.bottoms.len()).sum());
        for (list, side) in (0..).zip(parts.iter().flat_map(|part| [part.tops, part.bottoms])) {
            pieces.extend(side.iter().map(|&piece| HalfPiece { list, ..piece }));
        }
        if pieces.is_empty() {
            return Ok(());
        }
        check()?;
        let counts = self.stream.measure(&pieces, 2 * parts.len())?;
        let mut next = 0_u64;
        let mut places = Vec::with_capacity(counts.len());
        for &count in &counts {
            places.push(next as u32);
            next += u64::from(count);
        }
        if counts.len() != 2 * parts.len() * BUCKET_COUNT || next > bound(&pieces) {
            let reason = format!("{next} halves from {} pairs of quarters", bound(&pieces));
            return Err(CardError::Wrong(reason).into());
        }
        self.stream.combine(&pieces, &places)?;
        places.push(next as u32);
        let span = |list: usize| (places[list * BUCKET_COUNT], places[(list + 1) * BUCKET_COUNT]);
        let (mut tiles, mut pairs) = (Vec::new(), 0);
        for (i, part) in parts.iter().enumerate() {
            let ((top, tops_end), (bottom, bottoms_end)) = (span(2 * i), span(2 * i + 1));
            let HalfJoinSum { tops, bottoms, .. } = &mut joined[part.join];
            *tops += if part.first[0] { u64::from(tops_end - top) } else { 0 };
            *bottoms += if part.first[1] { u64::from(bottoms_end - bottom) } else { 0 };
            for bottom in (bottom..bottoms_end).step_by(self.shape.places()) {
                let bottoms = (bottoms_end - bottom).min(self.shape.places() as u32);
                for top in (top..tops_end).step_by(MAX_TOP_HALVES) {
                    let tops = (tops_end - top).min(MAX_TOP_HALVES as u32);
                    tiles.push(Tile { bottom, bottoms, top, tops, join: i as u32 });
                    pairs += u64::from(bottoms) * u64::from(tops);
                    if pairs > MAX_PAIRS_PER_LAUNCH {
                        check()?;
                        self.join(&tiles, parts, joined)?;
                        (tiles, pairs) = (Vec::new(), 0);
                    }
                }
            }
        }
        check()?;
        Ok(self.join(&tiles, parts, joined)?)
    }

    /// Joins tiles of these parts, and adds what they come to.
    fn join(
        &mut self,
        tiles: &[Tile],
        parts: &[JoinPart<'_>],
        joined: &mut [HalfJoinSum],
    ) -> Result<(), CardError> {
        if tiles.is_empty() {
            return Ok(());
        }
        let sums = self.stream.join(tiles, parts.len())?;
        if sums.len() != parts.len() {
            return Err(CardError::Wrong(format!("{} sums of {} joins", sums.len(), parts.len())));
        }
        for (part, [sum, residues @ ..]) in parts.iter().zip(sums) {
            let joined = &mut joined[part.join];
            joined.fitting = joined.fitting.wrapping_add(sum);
            for ((residue, more), modulus) in joined.residues.iter_mut().zip(residues).zip(MODULI) {
                *residue = (*residue + more % modulus) % modulus;
            }
        }
        Ok(())
    }
}
