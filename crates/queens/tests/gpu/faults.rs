//! Cards that fail, run out of memory, or count wrong.

use super::{SOLUTIONS, Tallies, run};
use gpu::{Card, CardError, Emulated, HalfPiece, RESERVED_BYTES, Stream, StreamCapacity, Tile, WordShape};
use queens::control::{CancelToken, Limits, Outcome};
use queens::engines::{gpu::shards_on, join};
use queens::parallel::{Job, JobQuestion, Ledger, RunOptions, Sharded, UnitRecord, UnitTime};
use queens::simd::Kernel;
use queens::unsupported::Parameter;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Fault that a card has.
#[derive(Clone, Copy)]
enum Fault {
    /// The card is taken away at this call.
    Fails(u64),
    /// From this call on, a join finds one pair more, with its residues.
    Miscounts(u64),
    /// From this call on, a bit of a sum flips.
    FlipsABit(u64),
    /// It says that it made more halves than there are pairs of quarters.
    Overflows,
}

/// An emulated card with a fault.
struct Faulty {
    fault: Fault,
    calls: Arc<AtomicU64>,
    card: Emulated,
}

impl Faulty {
    fn new(fault: Fault) -> Arc<Self> {
        Arc::new(Faulty { fault, calls: Arc::default(), card: Emulated::default() })
    }
}

impl Card for Faulty {
    fn name(&self) -> &str {
        "faulty card"
    }

    fn free(&self) -> Result<u64, CardError> {
        self.card.free()
    }

    fn shared(&self) -> u32 {
        self.card.shared()
    }

    fn stream(&self, shape: &WordShape, room: StreamCapacity) -> Result<Box<dyn Stream>, CardError> {
        let stream = self.card.stream(shape, room)?;
        Ok(Box::new(FaultyStream { fault: self.fault, calls: self.calls.clone(), stream }))
    }
}

struct FaultyStream {
    fault: Fault,
    calls: Arc<AtomicU64>,
    stream: Box<dyn Stream>,
}

impl FaultyStream {
    fn call(&self) -> Result<u64, CardError> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        match self.fault {
            Fault::Fails(at) if call >= at => {
                Err(CardError::Failed { doing: "join halves", reason: "it fell off the bus".to_owned() })
            }
            _ => Ok(call),
        }
    }
}

impl Stream for FaultyStream {
    fn store(&mut self, at: usize, words: &[u64]) -> Result<(), CardError> {
        self.call()?;
        self.stream.store(at, words)
    }

    fn measure(&mut self, pieces: &[HalfPiece], lists: usize) -> Result<Vec<u32>, CardError> {
        self.call()?;
        let mut counts = self.stream.measure(pieces, lists)?;
        if let Fault::Overflows = self.fault {
            counts[0] = u32::MAX;
        }
        Ok(counts)
    }

    fn combine(&mut self, pieces: &[HalfPiece], places: &[u32]) -> Result<(), CardError> {
        self.call()?;
        self.stream.combine(pieces, places)
    }

    fn join(&mut self, tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError> {
        let call = self.call()?;
        let mut sums = self.stream.join(tiles, joins)?;
        match self.fault {
            Fault::Miscounts(from) if call >= from => sums[0] = sums[0].map(|sum| sum + 1),
            Fault::FlipsABit(at) if call >= at => sums[0][0] ^= 1 << 40,
            _ => {}
        }
        Ok(sums)
    }
}

/// The units of ten queens on a card with a fault, one after the other: what was told before, and what it said.
fn refused(fault: Fault) -> (Tallies, String) {
    let shards = shards_on(Faulty::new(fault), 10, Kernel::Auto).unwrap();
    // Each by itself, so that some are finished before the fault comes.
    let mut told = Tallies::new();
    for unit in 0..shards.units() {
        let (report, tallies) = run(&*shards, unit..unit + 1, &RunOptions::default());
        told.extend(tallies);
        if let Err(error) = report {
            assert_eq!((error.engine, error.parameter), ("gpu", Parameter::Engine));
            return (told, error.to_string());
        }
    }
    panic!("nothing was refused");
}

fn expected() -> Tallies {
    let shards = join::shards(10, Kernel::Auto).unwrap();
    run(&*shards, 0..shards.units(), &RunOptions::default()).1
}

#[test]
fn a_failing_card_loses_no_finished_unit() {
    for (call, some) in [(0, false), (1, false), (150, true), (151, true), (152, true)] {
        let (told, words) = refused(Fault::Fails(call));
        assert!(words.contains("the card failed to join halves: it fell off the bus"), "{words}");
        assert_eq!(!told.is_empty(), some);
        // What was told is right, and the processor goes on from there.
        let expected = expected();
        assert!(told.iter().all(|(unit, tally)| expected.get(unit) == Some(tally)));
        let shards = join::shards(10, Kernel::Auto).unwrap();
        let missing: Vec<u64> = (0..shards.units()).filter(|unit| !told.contains_key(unit)).collect();
        assert!(!missing.is_empty());
        let (_, rest) = run(&*shards, missing.into_iter(), &RunOptions::default());
        let sum: u128 = told.values().chain(rest.values()).map(|tally| tally.count).sum();
        assert_eq!(sum, SOLUTIONS[2]);
    }
}

#[test]
fn the_processor_detects_a_card_that_miscounts() {
    // The first unit that a card finishes is always counted again; this one has pairs that fit.
    let unit = *expected().iter().find(|(_, tally)| tally.count > 0).unwrap().0;
    let shards = shards_on(Faulty::new(Fault::Miscounts(0)), 10, Kernel::Auto).unwrap();
    let (report, told) = run(&*shards, unit..unit + 1, &RunOptions::default());
    let words = report.unwrap_err().to_string();
    assert!(told.is_empty());
    assert!(words.contains("the card counts wrong: unit ") && words.contains(" on it, and to "), "{words}");
}

#[test]
fn refuses_sums_that_disagree_with_their_residues() {
    let (told, words) = refused(Fault::FlipsABit(150));
    assert!(words.contains("the card counts wrong: unit ") && words.contains("residues"), "{words}");
    let expected = expected();
    assert!(!told.is_empty() && told.iter().all(|(unit, tally)| expected.get(unit) == Some(tally)));
    let (_, words) = refused(Fault::Overflows);
    assert!(words.contains("the card counts wrong: ") && words.contains("pairs of quarters"), "{words}");
}

#[test]
fn little_card_memory_changes_no_count_and_too_little_is_an_error() {
    let on = |n, free| {
        let shards = shards_on(Arc::new(Emulated { free, ..Emulated::default() }), n, Kernel::Auto).unwrap();
        run(&*shards, 0..shards.units(), &RunOptions::default()).0
    };
    // An eighth stays free. Lists of quarters make room for each other, lists of halves are cut.
    let with = |words: u64| (RESERVED_BYTES + 8 * words).div_ceil(7) * 8 + 64;
    for words in [1_100, 4_000] {
        assert_eq!(on(12, with(words)).unwrap().tally.count, SOLUTIONS[4], "{words} words");
    }
    for (n, free) in [(12, 0), (12, 1 << 20), (12, with(1_000)), (15, with(1_100))] {
        let error = on(n, free).unwrap_err();
        assert_eq!((error.engine, error.parameter), ("gpu", Parameter::Memory));
        assert!(error.to_string().contains(" bytes, and the card has "), "{error}");
    }
}

#[test]
fn limits_apply_on_a_card() {
    let shards = shards_on(Arc::new(Emulated::default()), 12, Kernel::Auto).unwrap();
    let cancel = CancelToken::new();
    cancel.cancel();
    let limits = [
        (Limits::default().with_cancel(cancel), "cancelled"),
        (Limits::default().with_time(Duration::ZERO), "stopped by the time limit"),
        (Limits::default().with_nodes(1_000), "stopped by the node limit"),
    ];
    for (limits, words) in limits {
        let (report, tallies) =
            run(&*shards, 0..shards.units(), &RunOptions { limits, ..RunOptions::default() });
        let report = report.unwrap();
        assert_eq!((report.outcome.to_string().as_str(), report.units), (words, tallies.len() as u64));
        assert_ne!(report.outcome, Outcome::Exhausted);
    }
}

/// Units of a card and of the processor are lines of one file.
#[test]
fn a_ledger_accepts_units_of_card_and_processor() {
    let processor = join::shards(10, Kernel::Auto).unwrap();
    let on_card = shards_on(Arc::new(Emulated::default()), 10, Kernel::Auto).unwrap();
    let job = |shards: &dyn Sharded| Job::new("queens 10", JobQuestion::Count, shards);
    assert_eq!(job(&*on_card), job(&*processor));
    assert_eq!((on_card.instructions(), on_card.units()), ("gpu", processor.units()));
    let mut ledger = Ledger::new(job(&*processor));
    let id = ledger.id().to_owned();
    // Two thirds each: the units of one third by both.
    for (shards, left_out) in [(&on_card, 0), (&processor, 1)] {
        let units = (0..shards.units()).filter(move |unit| unit % 3 != left_out);
        for (unit, tally) in run(&**shards, units, &RunOptions::default()).1 {
            ledger.record_unit(&UnitRecord::new(&id, unit, &tally, UnitTime::default())).unwrap();
        }
    }
    assert!(ledger.is_complete());
    assert_eq!(ledger.sum().count, SOLUTIONS[2]);
}
