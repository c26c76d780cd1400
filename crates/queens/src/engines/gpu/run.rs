//! The units of the join, run on a card.

use super::ID;
use crate::engines::join::{self, FedUnit, Feed, SMALLEST};
use crate::parallel::{Counter, MODULI, Sharded, SharedMeter, Tally, lock};
use crate::simd::Kernel;
use crate::unsupported::{Parameter, Unsupported};
use ::gpu::{Batch, Card, CardError, HalfJoinSum, Seat, WordShape};
use control::{Step, Stop};
use serde_json::Value;
use std::cell::Cell;
use std::sync::{Arc, Mutex};
use std::time::Duration;

// The card takes its residues by the same numbers.
const _: () = assert!(MODULI[0] == ::gpu::MODULI[0] && MODULI[1] == ::gpu::MODULI[1]);

/// The most threads that hand work to a card, and the memory that each should have, in bytes: on a card with less
/// there are fewer.
const MOST_SEATS: u64 = 16;
const SEAT: u64 = 2 << 30;

/// The units of [`join::shards`] for `n` queens, run on this card. Some are counted again by the processor, with the
/// instructions of `kernel`: the first, and then one at a time as long as that takes at most half of the time.
///
/// # Errors
/// Less than 8 queens, or more than [`join::LARGEST`]; a kernel that the processor lacks.
pub fn shards_on(card: Arc<dyn Card>, n: u32, kernel: Kernel) -> Result<Box<dyn Sharded>, Unsupported> {
    if n < SMALLEST {
        let reason = format!("it counts boards of {SMALLEST} rows and more, not of {n}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    let processor = join::shards(n, kernel).map_err(|error| error.by(ID))?;
    let feed = Feed::new(n);
    let (used, common) = feed.bits();
    let shape = WordShape::new(used, common, card.shared());
    let (seats, checks, failure) = Default::default();
    Ok(Box::new(OnCard { card, shape, feed, processor, seats, checks, failure }))
}

struct OnCard {
    card: Arc<dyn Card>,
    shape: WordShape,
    feed: Feed,
    /// The same units, for this machine's processor.
    processor: Box<dyn Sharded>,
    /// Once the first thread has asked for the memory of the card.
    seats: Mutex<Option<Seats>>,
    checks: Mutex<Checks>,
    failure: Mutex<Option<CardError>>,
}

/// The shares of the card's memory.
struct Seats {
    free: u64,
    bytes: u64,
}

/// What was counted again.
#[derive(Default)]
struct Checks {
    is_at_work: bool,
    time: Duration,
}

/// What ends the work of a thread.
enum End {
    Stopped(Stop),
    Card(CardError),
}

impl From<Stop> for End {
    fn from(stop: Stop) -> Self {
        End::Stopped(stop)
    }
}

impl From<CardError> for End {
    fn from(error: CardError) -> Self {
        End::Card(error)
    }
}

impl Sharded for OnCard {
    /// Who cuts is the join: its units may be run by either.
    fn engine(&self) -> &'static str {
        self.processor.engine()
    }

    fn decomposition(&self) -> u32 {
        self.processor.decomposition()
    }

    fn units(&self) -> u64 {
        self.processor.units()
    }

    fn weight(&self, unit: u64) -> f64 {
        self.processor.weight(unit)
    }

    fn stands_for(&self, unit: u64) -> Option<u64> {
        self.processor.stands_for(unit)
    }

    fn describe(&self, unit: u64) -> Value {
        self.processor.describe(unit)
    }

    fn figures(&self) -> Vec<String> {
        self.processor.figures()
    }

    fn kernel(&self) -> Kernel {
        self.processor.kernel()
    }

    fn instructions(&self) -> &'static str {
        ID
    }

    fn failure(&self) -> Option<Unsupported> {
        let parameter = |error: &CardError| match error {
            CardError::Memory { .. } => Parameter::Memory,
            _ => Parameter::Engine,
        };
        lock(&self.failure).as_ref().map(|error| Unsupported::new(ID, parameter(error), error))
    }

    fn work(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        let work = || -> Result<(), End> {
            // Threads for which there is no seat leave the work to the others.
            let Some(bytes) = self.take_seat()? else { return Ok(()) };
            let done = Seat::new(&*self.card, &self.shape, bytes).map_err(End::from).and_then(|seat| {
                Worker { shards: self, seat, batch: Batch::default(), of: Vec::new(), units: Vec::new() }
                    .run(next, finished, meter)
            });
            if let Some(seats) = &mut *lock(&self.seats) {
                seats.free += 1;
            }
            done
        };
        work().map_err(|end| match end {
            End::Stopped(stop) => stop,
            End::Card(error) => {
                lock(&self.failure).get_or_insert(error);
                Stop::GaveUp
            }
        })
    }
}

impl OnCard {
    /// A share of the card's memory, in bytes, if one is left: an eighth of all stays free for what the driver needs.
    fn take_seat(&self) -> Result<Option<u64>, CardError> {
        let mut seats = lock(&self.seats);
        let seats = match &mut *seats {
            Some(seats) => seats,
            none => {
                let bytes = self.card.free()? / 8 * 7;
                let number = (bytes / SEAT).clamp(1, MOST_SEATS);
                none.insert(Seats { free: number, bytes: bytes / number })
            }
        };
        if seats.free == 0 {
            return Ok(None);
        }
        seats.free -= 1;
        Ok(Some(seats.bytes))
    }

    /// Whether to go on.
    fn go_on(&self, meter: &SharedMeter<'_>) -> Result<(), End> {
        // Another thread has found the card at fault.
        if lock(&self.failure).is_some() {
            return Err(Stop::GaveUp.into());
        }
        Ok(meter.spend(0)?)
    }

    /// Counts a unit again on the processor, if it is time to, and compares.
    fn check(&self, unit: u64, tally: &Tally, meter: &SharedMeter<'_>) -> Result<(), End> {
        let begin = meter.elapsed();
        {
            let mut checks = lock(&self.checks);
            if checks.is_at_work || 2 * checks.time > begin {
                return Ok(());
            }
            checks.is_at_work = true;
        }
        let (once, again) = (Cell::new(Some(unit)), Cell::new(None));
        let done = self.processor.work(&|| once.take(), &|_, tally| again.set(Some(tally)), meter);
        let mut checks = lock(&self.checks);
        checks.is_at_work = false;
        checks.time += meter.elapsed().saturating_sub(begin);
        drop(checks);
        done?;
        match again.take() {
            Some(again) if again != *tally => Err(End::Card(CardError::Wrong(format!(
                "unit {unit} came to {} of {} pairs on it, and to {} of {} on the processor; units that it finished before \
                 may be wrong too: run them again without it",
                tally.count, tally.figures[0], again.count, again.figures[0]
            )))),
            _ => Ok(()),
        }
    }
}

/// A unit that was begun, and what it came to so far.
struct Begun {
    number: u64,
    count: Counter,
    items: u64,
    pairs: Counter,
}

/// A thread with a seat on the card.
struct Worker<'w> {
    shards: &'w OnCard,
    seat: Seat<'w>,
    /// What is to be run next.
    batch: Batch,
    /// For each join of the batch: its unit among those begun, how many images a pair has, and whether it is a tie.
    of: Vec<(usize, i64, bool)>,
    units: Vec<Begun>,
}

impl Worker<'_> {
    fn run(
        &mut self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Result<(), End> {
        while let Some(number) = next() {
            let unit = self.shards.feed.unit(number);
            self.units.push(Begun { number, count: Counter::default(), items: 0, pairs: Counter::default() });
            for place in unit.places() {
                self.shards.go_on(meter)?;
                self.add(&unit, place, meter)?;
                if self.seat.is_filled_by(&self.batch) {
                    self.join(meter)?;
                    let open = self.units.pop();
                    self.finish(finished, meter)?;
                    self.units.extend(open);
                }
            }
        }
        self.join(meter)?;
        self.finish(finished, meter)
    }

    /// Adds the joins of one opposite of the last unit to the batch.
    fn add(&mut self, unit: &FedUnit, place: u32, meter: &SharedMeter<'_>) -> Result<(), End> {
        let feed = &self.shards.feed;
        let joins = match feed.joins(unit, place, &mut self.seat) {
            // The memory of quarters is full: what waits for those that stand there is run first, and they go.
            Err(CardError::Memory { .. }) => {
                self.join(meter)?;
                self.seat.clear();
                feed.joins(unit, place, &mut self.seat)?
            }
            joins => joins?,
        };
        for fed in joins {
            self.of.push((self.units.len() - 1, fed.images, fed.is_tie));
            self.batch.push(fed.join);
        }
        Ok(())
    }

    /// Runs the batch.
    fn join(&mut self, meter: &SharedMeter<'_>) -> Result<(), End> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let joined = self.seat.run(&mut self.batch, &mut || self.shards.go_on(meter))?;
        let mut items = 0;
        for ((unit, images, is_tie), HalfJoinSum { fitting, residues, tops, bottoms }) in
            self.of.drain(..).zip(joined)
        {
            let unit = &mut self.units[unit];
            unit.count.add(Counter::with_residues(fitting, residues), images);
            if !is_tie {
                unit.items += tops + bottoms;
                unit.pairs.add(tops, bottoms as i64);
                items += tops + bottoms;
            }
        }
        Ok(meter.spend(items)?)
    }

    /// Tells of all units that were begun, whose joins have all been run; a limit that ends a check loses none.
    fn finish(&mut self, finished: &dyn Fn(u64, Tally), meter: &SharedMeter<'_>) -> Result<(), End> {
        let mut stopped = Ok(());
        for Begun { number, count, items, pairs } in self.units.drain(..) {
            if !count.agrees() {
                let (sum, residues) = (count.sum(), count.residues());
                let reason = format!(
                    "unit {number} came to {sum}, and its residues, summed beside it, to {residues:?}"
                );
                return Err(CardError::Wrong(reason).into());
            }
            let tally = Tally::new(count, items, &[pairs]);
            match self.shards.check(number, &tally, meter) {
                Err(End::Stopped(stop)) => stopped = Err(stop),
                checked => checked?,
            }
            finished(number, tally);
        }
        Ok(stopped?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::gpu::{BUCKETS, HalfPiece, Stream, StreamCapacity, Tile};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Instant;

    /// A card that does nothing at once, and counts what it is handed.
    #[derive(Default)]
    struct Idle([Arc<AtomicU64>; 3]);

    impl Card for Idle {
        fn name(&self) -> &str {
            "idle card"
        }

        fn free(&self) -> Result<u64, CardError> {
            Ok(120 << 30)
        }

        fn shared(&self) -> u32 {
            227 << 10
        }

        fn stream(&self, _shape: &WordShape, _room: StreamCapacity) -> Result<Box<dyn Stream>, CardError> {
            Ok(Box::new(Idle(self.0.clone())))
        }
    }

    impl Stream for Idle {
        fn store(&mut self, _at: usize, words: &[u64]) -> Result<(), CardError> {
            self.0[0].fetch_add(8 * words.len() as u64, Ordering::Relaxed);
            Ok(())
        }

        fn measure(&mut self, pieces: &[HalfPiece], lists: usize) -> Result<Vec<u32>, CardError> {
            self.0[1].fetch_add(pieces.len() as u64, Ordering::Relaxed);
            self.0[2].fetch_add(1, Ordering::Relaxed);
            Ok(vec![0; lists * BUCKETS])
        }

        fn combine(&mut self, _pieces: &[HalfPiece], _places: &[u32]) -> Result<(), CardError> {
            Ok(())
        }

        fn join(&mut self, _tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError> {
            Ok(vec![[0; 3]; joins])
        }
    }

    /// What the processor does for a card: how long one thread takes to hand it all units, if it takes no time itself.
    /// `cargo test --release -p queens --features gpu --lib the_processors_part -- --ignored --nocapture`
    #[test]
    #[ignore = "prints times for docs/design/gpu.md and holds nothing against them: run with --release -- --ignored --nocapture"]
    fn the_processors_part() {
        for n in [18, 19, 20, 21] {
            let card = Idle::default();
            let feed = Feed::new(n);
            let units = join::shards(n, Kernel::Auto).expect("a board").units();
            let (used, common) = feed.bits();
            let shape = WordShape::new(used, common, card.shared());
            for round in ["first", "again"] {
                let begin = Instant::now();
                let mut seat = Seat::new(&card, &shape, 8 << 30).expect("memory");
                let (mut batch, mut joins) = (Batch::default(), 0);
                for unit in (0..units).map(|number| feed.unit(number)) {
                    for place in unit.places() {
                        for fed in feed.joins(&unit, place, &mut seat).expect("room") {
                            joins += 1;
                            batch.push(fed.join);
                        }
                        if seat.is_filled_by(&batch) {
                            seat.run(&mut batch, &mut || Ok::<_, CardError>(())).expect("nothing to fail");
                        }
                    }
                }
                let seconds = begin.elapsed().as_secs_f64();
                let [bytes, pieces, loads] = card.0.each_ref().map(|sum| sum.swap(0, Ordering::Relaxed));
                println!(
                    "n = {n}, {round}: {seconds:.3} s, {joins} joins, {pieces} pieces, {loads} loads, {bytes} bytes of quarters"
                );
            }
        }
    }
}
