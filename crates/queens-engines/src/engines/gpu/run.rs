//! Runs the work units of `join` on a graphics card.

use super::ID;
use crate::engines::join::{self, CardUnit, CardUnits, MIN_JOINED_SIZE};
use crate::parallel::{Counter, MODULI, Sharded, SharedMeter, Tally};
use ::gpu::{Batch, Card, CardError, HalfJoinSum, Seat, WordShape};
use control::{Step, Stop, lock};
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;
use serde_json::Value;
use std::cell::Cell;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;

// The card uses the same moduli.
const _: () = assert!(MODULI[0] == ::gpu::MODULI[0] && MODULI[1] == ::gpu::MODULI[1]);

/// Maximum number of threads that pass work to a card.
const MAX_SEATS: u64 = 16;

/// Memory of the card for each thread, in bytes; a card with less memory serves fewer threads.
const SEAT_BYTES: u64 = 2 << 30;

/// Cuts the count for `n` queens into the work units of [`join::shards`], to run on this card. The processor recounts
/// some of them with `kernel`: the first one, then one at a time as long as that takes at most half of the time.
///
/// # Errors
/// Fewer than 8 queens, or more than [`join::MAX_JOINED_SIZE`]; a kernel that the processor lacks.
pub fn shards_on(card: Arc<dyn Card>, n: u32, kernel: Kernel) -> Result<Box<dyn Sharded>, Unsupported> {
    if n < MIN_JOINED_SIZE {
        let reason = format!("it counts boards of {MIN_JOINED_SIZE} rows and more, not of {n}");
        return Err(Unsupported::new(ID, Parameter::Size, reason));
    }
    let processor = join::shards(n, kernel).map_err(|error| error.by(ID))?;
    let feed = CardUnits::new(n);
    let (used, common) = feed.bits();
    let shape = WordShape::new(used, common, card.shared());
    let (seats, recounts, failure) = Default::default();
    Ok(Box::new(CardShards { card, shape, feed, processor, seats, recounts, failure }))
}

struct CardShards {
    card: Arc<dyn Card>,
    shape: WordShape,
    feed: CardUnits,
    /// The same work units, for the processor.
    processor: Box<dyn Sharded>,
    /// Memory of the card, divided by the first thread that takes a seat.
    seats: Mutex<Option<SeatPool>>,
    recounts: Mutex<Recounts>,
    failure: Mutex<Option<CardError>>,
}

/// Equal shares of the memory of the card.
struct SeatPool {
    free: u64,
    bytes: u64,
}

/// State of the recounts on the processor.
#[derive(Default)]
struct Recounts {
    is_running: bool,
    time: Duration,
}

/// Reason why a thread stops.
enum CardStop {
    Stopped(Stop),
    Card(CardError),
}

impl From<Stop> for CardStop {
    fn from(stop: Stop) -> Self {
        CardStop::Stopped(stop)
    }
}

impl From<CardError> for CardStop {
    fn from(error: CardError) -> Self {
        CardStop::Card(error)
    }
}

impl Sharded for CardShards {
    /// Returns the id of `join`, because its work units run on both.
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

    fn segments(&self, unit: u64) -> Range<u64> {
        self.processor.segments(unit)
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
        let work = || -> Result<(), CardStop> {
            // A thread without a seat leaves the work to the others.
            let Some(bytes) = self.take_seat()? else { return Ok(()) };
            let done = Seat::new(&*self.card, &self.shape, bytes).map_err(CardStop::from).and_then(|seat| {
                CardWorker {
                    shards: self,
                    seat,
                    batch: Batch::default(),
                    owners: Vec::new(),
                    units: Vec::new(),
                }
                .run(next, finished, meter)
            });
            if let Some(seats) = &mut *lock(&self.seats) {
                seats.free += 1;
            }
            done
        };
        work().map_err(|end| match end {
            CardStop::Stopped(stop) => stop,
            CardStop::Card(error) => {
                lock(&self.failure).get_or_insert(error);
                Stop::GaveUp
            }
        })
    }
}

impl CardShards {
    /// Takes a share of the memory of the card and returns its size in bytes, if one is left. An eighth of the memory
    /// stays free for the driver.
    fn take_seat(&self) -> Result<Option<u64>, CardError> {
        let mut seats = lock(&self.seats);
        let seats = match &mut *seats {
            Some(seats) => seats,
            none => {
                let bytes = self.card.free()? / 8 * 7;
                let number = (bytes / SEAT_BYTES).clamp(1, MAX_SEATS);
                none.insert(SeatPool { free: number, bytes: bytes / number })
            }
        };
        if seats.free == 0 {
            return Ok(None);
        }
        seats.free -= 1;
        Ok(Some(seats.bytes))
    }

    /// Recounts the limits, and whether another thread has failed.
    fn check_limits(&self, meter: &SharedMeter<'_>) -> Result<(), CardStop> {
        // Another thread has found an error of the card.
        if lock(&self.failure).is_some() {
            return Err(Stop::GaveUp.into());
        }
        Ok(meter.spend(0)?)
    }

    /// Recounts a work unit on the processor and compares, unless recounts have taken half of the time.
    fn recount(&self, unit: u64, tally: &Tally, meter: &SharedMeter<'_>) -> Result<(), CardStop> {
        let begin = meter.elapsed();
        {
            let mut recounts = lock(&self.recounts);
            if recounts.is_running || 2 * recounts.time > begin {
                return Ok(());
            }
            recounts.is_running = true;
        }
        let (once, again) = (Cell::new(Some(unit)), Cell::new(None));
        let done = self.processor.work(&|| once.take(), &|_, tally| again.set(Some(tally)), meter);
        let mut recounts = lock(&self.recounts);
        recounts.is_running = false;
        recounts.time += meter.elapsed().saturating_sub(begin);
        drop(recounts);
        done?;
        match again.take() {
            Some(again) if again != *tally => Err(CardStop::Card(CardError::Wrong(format!(
                "work unit {unit} has {} of {} pairs on the card, but {} of {} on the processor; work units that the card \
                 finished before may be wrong too: run them again without it",
                tally.count, tally.figures[0], again.count, again.figures[0]
            )))),
            _ => Ok(()),
        }
    }
}

/// A work unit in progress, with its counts so far.
struct OpenUnit {
    number: u64,
    count: Counter,
    items: u64,
    pairs: Counter,
}

/// A thread with a seat on the card.
struct CardWorker<'w> {
    shards: &'w CardShards,
    seat: Seat<'w>,
    /// Joins to run next.
    batch: Batch,
    /// For each join of the batch: its position in `units`, the number of images of a pair, and true for a tie.
    owners: Vec<(usize, i64, bool)>,
    units: Vec<OpenUnit>,
}

impl CardWorker<'_> {
    fn run(
        &mut self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Result<(), CardStop> {
        while let Some(number) = next() {
            let unit = self.shards.feed.unit(number);
            self.units.push(OpenUnit {
                number,
                count: Counter::default(),
                items: 0,
                pairs: Counter::default(),
            });
            for place in unit.places() {
                self.shards.check_limits(meter)?;
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

    /// Adds the joins of one place of the last work unit to the batch.
    fn add(&mut self, unit: &CardUnit, place: u32, meter: &SharedMeter<'_>) -> Result<(), CardStop> {
        let feed = &self.shards.feed;
        let joins = match feed.joins(unit, place, &mut self.seat) {
            // The memory for quarters is full: run the joins that use them, then clear it.
            Err(CardError::Memory { .. }) => {
                self.join(meter)?;
                self.seat.clear();
                feed.joins(unit, place, &mut self.seat)?
            }
            joins => joins?,
        };
        for fed in joins {
            self.owners.push((self.units.len() - 1, fed.images, fed.is_tie));
            self.batch.push(fed.join);
        }
        Ok(())
    }

    /// Runs the batch.
    fn join(&mut self, meter: &SharedMeter<'_>) -> Result<(), CardStop> {
        if self.batch.is_empty() {
            return Ok(());
        }
        let joined = self.seat.run(&mut self.batch, &mut || self.shards.check_limits(meter))?;
        let mut items = 0;
        for ((unit, images, is_tie), HalfJoinSum { fitting, residues, tops, bottoms }) in
            self.owners.drain(..).zip(joined)
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

    /// Reports all work units in progress, whose joins have all been run. A limit reached during a recount loses none
    /// of them.
    fn finish(&mut self, finished: &dyn Fn(u64, Tally), meter: &SharedMeter<'_>) -> Result<(), CardStop> {
        let mut stopped = Ok(());
        for OpenUnit { number, count, items, pairs } in self.units.drain(..) {
            if !count.agrees() {
                let (sum, residues) = (count.sum(), count.residues());
                let reason = format!(
                    "work unit {number} has the count {sum}, which does not match its residues {residues:?}"
                );
                return Err(CardError::Wrong(reason).into());
            }
            let tally = Tally::new(count, items, &[pairs]);
            match self.shards.recount(number, &tally, meter) {
                Err(CardStop::Stopped(stop)) => stopped = Err(stop),
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
    use ::gpu::{BUCKET_COUNT, HalfPiece, Stream, StreamCapacity, Tile};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Instant;

    /// A card that does nothing, takes no time, and counts its input.
    #[derive(Default)]
    struct IdleCard([Arc<AtomicU64>; 3]);

    impl Card for IdleCard {
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
            Ok(Box::new(IdleCard(self.0.clone())))
        }
    }

    impl Stream for IdleCard {
        fn store(&mut self, _at: usize, words: &[u64]) -> Result<(), CardError> {
            self.0[0].fetch_add(8 * words.len() as u64, Ordering::Relaxed);
            Ok(())
        }

        fn measure(&mut self, pieces: &[HalfPiece], lists: usize) -> Result<Vec<u32>, CardError> {
            self.0[1].fetch_add(pieces.len() as u64, Ordering::Relaxed);
            self.0[2].fetch_add(1, Ordering::Relaxed);
            Ok(vec![0; lists * BUCKET_COUNT])
        }

        fn combine(&mut self, _pieces: &[HalfPiece], _places: &[u32]) -> Result<(), CardError> {
            Ok(())
        }

        fn join(&mut self, _tiles: &[Tile], joins: usize) -> Result<Vec<[u64; 3]>, CardError> {
            Ok(vec![[0; 3]; joins])
        }
    }

    /// Measures the work of the processor for a card: the time for one thread to pass all work units to a card that
    /// takes no time.
    /// `cargo test --release -p queens-engines --features gpu --lib the_processor_takes_its_share -- --ignored --nocapture`
    #[test]
    #[ignore = "prints times for docs/design/gpu.md and holds nothing against them: run with --release -- --ignored --nocapture"]
    fn the_processor_takes_its_share() {
        for n in [18, 19, 20, 21] {
            let card = IdleCard::default();
            let feed = CardUnits::new(n);
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
