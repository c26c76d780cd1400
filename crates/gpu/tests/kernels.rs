//! The kernels held against a naive join, in Rust and as they stand in CUDA C; and compiled for cards.

mod hosted;

use gpu::{
    Batch, Card, CardError, Cuda, Emulated, HalfJoin, HalfJoinSum, HalfPiece, MODULI, RESERVED_BYTES, Seat,
    WordShape,
};
use hosted::hosted;
use std::ops::Range;

/// Random words whose bits are set one time in eight, by a linear congruential generator (Knuth, MMIX).
struct Words(u64);

impl Words {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0.rotate_left(32)
    }

    fn sparse(&mut self, mask: u64) -> u64 {
        self.number() & self.number() & self.number() & mask
    }
}

/// Parts of a piece as plain words: ranges of left and right words, blocked bits, carried bits.
type Pair = (Range<usize>, Range<usize>, u64, u64);

/// Joins of random words, and what they come to by trying all pairs: once for all cards.
struct Case {
    used: u64,
    common: u64,
    words: Vec<u64>,
    joins: Vec<[Vec<Pair>; 2]>,
    expected: Vec<HalfJoinSum>,
}

impl Case {
    fn new(seed: u64, bits: u32) -> Self {
        let mut random = Words(seed);
        // Bits with gaps, and one that halves do not share.
        let common = (0..64).filter(|i| i % 8 != 7).take(bits as usize).fold(0, |set, i| set | 1_u64 << i);
        let used = common | 1 << 63;
        let words: Vec<u64> = (0..3000).map(|_| random.sparse(used) & random.number()).collect();
        let mut joins = Vec::new();
        for size in [0_u64, 1, 3, 40, 90] {
            let mut side = |count: u64| {
                let mut range = || {
                    let len = random.number() % (size + 1);
                    let from = random.number() % 2900;
                    from as usize..(from + len) as usize
                };
                let mut pieces: Vec<_> = (0..count).map(|_| (range(), range(), 0, 0)).collect();
                for (_, _, blocked, carried) in &mut pieces {
                    (*blocked, *carried) = (random.sparse(used) & random.sparse(used), random.sparse(common));
                }
                pieces
            };
            joins.push([side(3), side(5)]);
        }
        let halves = |pieces: &[Pair]| -> Vec<u64> {
            let mut halves = Vec::new();
            for (left, right, blocked, carried) in pieces {
                for a in &words[left.clone()] {
                    let fits = |b: &&u64| a & **b == 0 && (a | **b) & blocked == 0;
                    halves.extend(words[right.clone()].iter().filter(fits).map(|b| a | b | carried));
                }
            }
            halves
        };
        let expected = joins
            .iter()
            .map(|[tops, bottoms]| {
                let (tops, bottoms) = (halves(tops), halves(bottoms));
                let fits = |a: &u64| bottoms.iter().filter(|&b| a & b & common == 0).count() as u64;
                let fitting: u64 = tops.iter().map(fits).sum();
                let residues = MODULI.map(|modulus| fitting % modulus);
                HalfJoinSum { fitting, residues, tops: tops.len() as u64, bottoms: bottoms.len() as u64 }
            })
            .collect();
        Case { used, common, words, joins, expected }
    }

    /// The joins on a card, with a stream of so many bytes.
    fn on(&self, card: &dyn Card, bytes: u64) -> Result<Vec<HalfJoinSum>, CardError> {
        let shape = WordShape::new(self.used, self.common, card.shared());
        let mut seat = Seat::new(card, &shape, bytes)?;
        let base = seat.store(7, &self.words)?;
        assert_eq!((seat.place(7), seat.place(8)), (Some(base), None));
        let side = |pieces: &[Pair]| {
            let piece = |(left, right, blocked, carried): &Pair| HalfPiece {
                left: base + left.start as u32,
                lefts: left.len() as u32,
                right: base + right.start as u32,
                rights: right.len() as u32,
                blocked: shape.pack(*blocked),
                carried: shape.pack(*carried),
                ..HalfPiece::default()
            };
            pieces.iter().map(piece).collect::<Vec<_>>()
        };
        let join = |[tops, bottoms]: &[Vec<_>; 2]| HalfJoin { tops: side(tops), bottoms: side(bottoms) };
        let mut batch = Batch::default();
        self.joins.iter().map(join).for_each(|join| batch.push(join));
        seat.run(&mut batch, &mut || Ok::<_, CardError>(()))
    }
}

/// All memory, and so little that lists are cut: a place for each of the words, and room for some pieces' halves.
const AMPLE: u64 = 1 << 30;
const SCARCE: u64 = RESERVED_BYTES + 8 * 26_000;

#[test]
fn the_emulation_agrees_with_the_naive_join() {
    for (seed, bits) in [(1, 18), (2, 34), (3, 46), (4, 62)] {
        let case = Case::new(seed, bits);
        assert!(case.expected.iter().any(|joined| joined.fitting > 1000), "{:?}", case.expected);
        for shared in [48 << 10, 227 << 10] {
            let card = Emulated { shared, ..Emulated::default() };
            assert_eq!(case.on(&card, AMPLE).as_ref(), Ok(&case.expected), "{bits} bits");
            assert_eq!(case.on(&card, SCARCE).as_ref(), Ok(&case.expected), "{bits} bits, cut");
        }
    }
}

#[test]
fn names_what_does_not_fit_on_the_card() {
    let case = Case::new(5, 34);
    let memory = |bytes| match case.on(&Emulated::default(), bytes) {
        Err(CardError::Memory { what, needed, free }) if needed > free => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(memory(RESERVED_BYTES), "a stream of work");
    assert_eq!(memory(RESERVED_BYTES + 8 * 2000), "a list of quarters");
    assert_eq!(memory(RESERVED_BYTES + 8 * 12_000), "a list of halves");
}

#[test]
fn compiled_kernels_agree_with_the_naive_join() {
    for (seed, bits, shared) in [(6, 18, 48 << 10), (7, 34, 48 << 10), (8, 46, 227 << 10)] {
        let Some(card) = hosted(shared) else { return };
        let case = Case::new(seed, bits);
        assert_eq!(case.on(&card, AMPLE).as_ref(), Ok(&case.expected), "{bits} bits, {shared} bytes");
        assert_eq!(case.on(&card, SCARCE).as_ref(), Ok(&case.expected), "{bits} bits, {shared} bytes, cut");
    }
}

/// For Volta, Ampere, Hopper and Blackwell, by CUDA's own compiler where it can be loaded.
#[test]
fn the_kernels_compile_for_cards() {
    for shared in [48 << 10, 227 << 10] {
        let shape = WordShape::new((1 << 46) - 1, u64::MAX, shared);
        for architecture in ["compute_70", "compute_80", "compute_90", "compute_120"] {
            match Cuda::compile(&shape, Some(architecture)) {
                Ok(ptx) => {
                    let ptx = ptx.to_src();
                    for kernel in [".entry combine", ".entry join"] {
                        assert!(ptx.contains(kernel), "{architecture} has no {kernel}");
                    }
                }
                Err(CardError::Missing(words)) => {
                    eprintln!("passed over: {words}");
                    return;
                }
                Err(error) => panic!("{architecture}: {error}"),
            }
        }
    }
}
