//! Joins on a card: what stands where in its memory, and what does not fit is cut.

use crate::card::{BUCKETS, Card, CardError, MODULI, Piece, Room, Stream, Tile};
use crate::shape::Shape;
use std::collections::HashMap;

/// What a stream takes beside its words: pieces, places, tiles and sums of a load, with room to spare.
pub const RESERVE: u64 = 64 << 20;
/// The most pieces of a load.
const MOST_PIECES: usize = 1 << 16;
/// The most joins of a load: each has two lists with a number for each bucket.
const MOST_JOINS: usize = 1 << 12;
/// The most top halves of a tile: as many as make its tables cheap, so that few joins make enough tiles.
const MOST_TOPS: usize = 1 << 15;
/// The most pairs between two looks at the limits: some milliseconds of a fast card.
const MOST_PAIRS: u64 = 1 << 38;

/// Lists of top and bottom halves to be joined, by the pieces that make them; the `list` of a piece is not read.
#[derive(Clone, Debug, Default)]
pub struct Join {
    /// What makes the top halves.
    pub tops: Vec<Piece>,
    /// What makes the bottom halves.
    pub bottoms: Vec<Piece>,
}

/// Joins to be run together.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    joins: Vec<Join>,
    pieces: usize,
    /// The most halves that they make.
    halves: u64,
}

impl Batch {
    /// One more.
    pub fn push(&mut self, join: Join) {
        self.pieces += join.tops.len() + join.bottoms.len();
        self.halves += bound(&join.tops) + bound(&join.bottoms);
        self.joins.push(join);
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.joins.is_empty()
    }
}

/// What a join came to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Joined {
    /// Pairs that fit.
    pub fitting: u64,
    /// The same modulo each of [`MODULI`], as the card summed it beside.
    pub residues: [u64; 2],
    /// Top halves.
    pub tops: u64,
    /// Bottom halves.
    pub bottoms: u64,
}

/// A part of a join, whose halves fit into memory.
struct Part<'j> {
    join: usize,
    tops: &'j [Piece],
    bottoms: &'j [Piece],
    /// Whether it is the first with these top halves, and with these bottom halves.
    first: [bool; 2],
}

/// How many pairs of words the pieces try: at most so many halves do they make.
fn bound(pieces: &[Piece]) -> u64 {
    pieces.iter().map(|piece| u64::from(piece.lefts) * u64::from(piece.rights)).sum()
}

/// A stream of a card, and what stands in its memory.
pub struct Seat<'s> {
    shape: &'s Shape,
    stream: Box<dyn Stream>,
    room: Room,
    /// Where the tables of quarters stand.
    tables: HashMap<u64, u32>,
    /// How many words they take.
    stored: usize,
}

impl std::fmt::Debug for Seat<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Seat").field("room", &self.room).field("stored", &self.stored).finish_non_exhaustive()
    }
}

impl<'s> Seat<'s> {
    /// A seat on a card, with so many bytes of its memory: a quarter of them for quarters, the rest for halves.
    ///
    /// # Errors
    /// Too few bytes; as [`Card::stream`].
    pub fn new(card: &dyn Card, shape: &'s Shape, bytes: u64) -> Result<Self, CardError> {
        let words = bytes.saturating_sub(RESERVE) / 8;
        if words < 1024 {
            let (what, needed) = ("a stream of work", RESERVE + 8 * 1024);
            return Err(CardError::Memory { what, needed, free: bytes });
        }
        // Places are numbers of 32 bits. A hundredth is left for the tiles.
        let limited = |words: u64| words.min(u32::MAX.into()) as usize;
        let room = Room { quarters: limited(words / 4), halves: limited(words / 100 * 74) };
        let stream = card.stream(shape, room)?;
        Ok(Seat { shape, stream, room, tables: HashMap::new(), stored: 0 })
    }

    /// Whether tables with so many words can be had beside those that stand there; else [`Seat::clear`] helps.
    #[must_use]
    pub fn has_room(&self, words: usize) -> bool {
        self.stored + words <= self.room.quarters
    }

    /// Forgets all tables: places that pieces hold are no longer theirs.
    pub fn clear(&mut self) {
        self.tables.clear();
        self.stored = 0;
    }

    /// Where the table of this name begins, if it stands there.
    #[must_use]
    pub fn place(&self, name: u64) -> Option<u32> {
        self.tables.get(&name).copied()
    }

    /// Puts a table of words there, packed, and says where it begins.
    ///
    /// # Errors
    /// There is no room for it; the card fails.
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

    /// Whether a batch is large enough to be run: about a load.
    #[must_use]
    pub fn is_filled_by(&self, batch: &Batch) -> bool {
        let Batch { joins, pieces, halves } = batch;
        joins.len() >= MOST_JOINS / 2 || *pieces >= MOST_PIECES / 2 || *halves >= self.room.halves as u64 / 2
    }

    /// A word as the card has it.
    #[must_use]
    pub fn pack(&self, word: u64) -> u64 {
        self.shape.pack(word)
    }

    /// Runs the joins of a batch and empties it; `go_on` is asked between launches.
    ///
    /// # Errors
    /// A list does not fit; the card fails, or says what cannot be; what `go_on` says.
    pub fn run<E: From<CardError>>(
        &mut self,
        batch: &mut Batch,
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Vec<Joined>, E> {
        let Batch { joins, .. } = std::mem::take(batch);
        let mut joined = vec![Joined::default(); joins.len()];
        let (mut load, mut halves, mut pieces) = (Vec::new(), 0, 0);
        for part in self.parts(&joins)? {
            let (more, words) =
                (part.tops.len() + part.bottoms.len(), bound(part.tops) + bound(part.bottoms));
            let is_full = halves + words > self.room.halves as u64
                || pieces + more > MOST_PIECES
                || load.len() == MOST_JOINS;
            if is_full && !load.is_empty() {
                self.load(&load, &mut joined, go_on)?;
                (load, halves, pieces) = (Vec::new(), 0, 0);
            }
            load.push(part);
            (halves, pieces) = (halves + words, pieces + more);
        }
        self.load(&load, &mut joined, go_on)?;
        Ok(joined)
    }

    /// The joins, those that are too large for the memory cut into parts.
    fn parts<'j>(&self, joins: &'j [Join]) -> Result<Vec<Part<'j>>, CardError> {
        let mut parts = Vec::new();
        for (join, Join { tops, bottoms }) in joins.iter().enumerate() {
            if bound(tops) + bound(bottoms) <= self.room.halves as u64 {
                parts.push(Part { join, tops, bottoms, first: [true; 2] });
                continue;
            }
            let (tops, bottoms) = (self.cut(tops)?, self.cut(bottoms)?);
            for (i, &bottoms) in bottoms.iter().enumerate() {
                let of_tops = tops.iter().enumerate();
                parts.extend(of_tops.map(|(k, &tops)| Part { join, tops, bottoms, first: [i == 0, k == 0] }));
            }
        }
        Ok(parts)
    }

    /// Cuts pieces so that what each part makes takes at most half of the memory.
    fn cut<'j>(&self, mut pieces: &'j [Piece]) -> Result<Vec<&'j [Piece]>, CardError> {
        let most = self.room.halves as u64 / 2;
        let mut parts = Vec::new();
        while !pieces.is_empty() {
            let mut sum = 0;
            let fits = |piece: &&Piece| {
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

    /// Joins what fits into memory at once.
    fn load<E: From<CardError>>(
        &mut self,
        parts: &[Part<'_>],
        joined: &mut [Joined],
        go_on: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pieces =
            Vec::with_capacity(parts.iter().map(|part| part.tops.len() + part.bottoms.len()).sum());
        for (list, side) in (0..).zip(parts.iter().flat_map(|part| [part.tops, part.bottoms])) {
            pieces.extend(side.iter().map(|&piece| Piece { list, ..piece }));
        }
        if pieces.is_empty() {
            return Ok(());
        }
        go_on()?;
        let counts = self.stream.measure(&pieces, 2 * parts.len())?;
        let mut next = 0_u64;
        let mut places = Vec::with_capacity(counts.len());
        for &count in &counts {
            places.push(next as u32);
            next += u64::from(count);
        }
        if counts.len() != 2 * parts.len() * BUCKETS || next > bound(&pieces) {
            let reason = format!("{next} halves from {} pairs of quarters", bound(&pieces));
            return Err(CardError::Wrong(reason).into());
        }
        self.stream.combine(&pieces, &places)?;
        places.push(next as u32);
        let span = |list: usize| (places[list * BUCKETS], places[(list + 1) * BUCKETS]);
        let (mut tiles, mut pairs) = (Vec::new(), 0);
        for (i, part) in parts.iter().enumerate() {
            let ((top, tops_end), (bottom, bottoms_end)) = (span(2 * i), span(2 * i + 1));
            let Joined { tops, bottoms, .. } = &mut joined[part.join];
            *tops += if part.first[0] { u64::from(tops_end - top) } else { 0 };
            *bottoms += if part.first[1] { u64::from(bottoms_end - bottom) } else { 0 };
            for bottom in (bottom..bottoms_end).step_by(self.shape.places()) {
                let bottoms = (bottoms_end - bottom).min(self.shape.places() as u32);
                for top in (top..tops_end).step_by(MOST_TOPS) {
                    let tops = (tops_end - top).min(MOST_TOPS as u32);
                    tiles.push(Tile { bottom, bottoms, top, tops, join: i as u32 });
                    pairs += u64::from(bottoms) * u64::from(tops);
                    if pairs > MOST_PAIRS {
                        go_on()?;
                        self.join(&tiles, parts, joined)?;
                        (tiles, pairs) = (Vec::new(), 0);
                    }
                }
            }
        }
        go_on()?;
        Ok(self.join(&tiles, parts, joined)?)
    }

    /// Joins tiles of these parts, and adds what they come to.
    fn join(&mut self, tiles: &[Tile], parts: &[Part<'_>], joined: &mut [Joined]) -> Result<(), CardError> {
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
