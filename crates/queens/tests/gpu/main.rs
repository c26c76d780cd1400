//! The join on a card: on one of plain Rust, on the source of the kernels as a C++ compiler makes it, and on cards that
//! fail. On a card, `cargo test --release -p queens --features gpu --test gpu -- --ignored --nocapture`.

mod faults;
#[path = "../../../gpu/tests/hosted/mod.rs"]
mod hosted;
mod on_a_card;

use gpu::{Card, Emulated};
use hosted::hosted;
use queens::engines::{gpu::shards_on, join};
use queens::parallel::{self, RunOptions, RunReport, Sharded, Tally};
use queens::simd::Kernel;
use queens::unsupported::Unsupported;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A000170, from 8 on.
const SOLUTIONS: [u128; 7] = [92, 352, 724, 2_680, 14_200, 73_712, 365_596];

/// Result of each work unit.
type Tallies = BTreeMap<u64, Tally>;

/// Runs units, and keeps what each came to.
fn run(
    shards: &dyn Sharded,
    units: impl Iterator<Item = u64> + Clone + Send,
    options: &RunOptions<'_>,
) -> (Result<RunReport, Unsupported>, Tallies) {
    let mut tallies = Tallies::new();
    let report = parallel::run(shards, units, options, &mut |unit, tally, _| {
        assert!(tallies.insert(unit, tally.clone()).is_none(), "unit {unit} was told twice");
    });
    (report, tallies)
}

/// Every unit of `n` queens on a card, held against the processor.
fn every_unit(card: Arc<dyn Card>, n: u32) {
    let (on_card, processor) =
        (shards_on(card, n, Kernel::Auto).unwrap(), join::shards(n, Kernel::Auto).unwrap());
    assert_eq!((on_card.engine(), on_card.figures()), (processor.engine(), processor.figures()));
    let [(report, found), (_, expected)] =
        [&on_card, &processor].map(|shards| run(&**shards, 0..shards.units(), &RunOptions::default()));
    assert_eq!(report.unwrap().tally.count, expected.values().map(|tally| tally.count).sum());
    assert!(found == expected, "{n} queens: units differ");
}

#[test]
fn every_unit_counts_the_same_as_on_the_processor() {
    for (n, solutions) in (8..).zip(SOLUTIONS).take(5) {
        every_unit(Arc::new(Emulated::default()), n);
        let shards = shards_on(Arc::new(Emulated::default()), n, Kernel::Auto).unwrap();
        assert_eq!(parallel::run_all(&*shards, &RunOptions::default()).unwrap().tally.count, solutions);
    }
}

/// Several streams at once, tables for the shared memory of a large card.
#[test]
fn a_large_card_counts_the_same() {
    for (n, solutions) in [(13, SOLUTIONS[5]), (14, SOLUTIONS[6])] {
        let card = Emulated { free: 40 << 30, shared: 227 << 10 };
        let shards = shards_on(Arc::new(card), n, Kernel::Auto).unwrap();
        let options = RunOptions { threads: 3, ..RunOptions::default() };
        assert_eq!(parallel::run_all(&*shards, &options).unwrap().tally.count, solutions);
    }
}

#[test]
fn compiled_kernels_count_every_unit() {
    for (n, shared) in [(8, 48 << 10), (9, 227 << 10), (10, 227 << 10), (11, 48 << 10)] {
        let Some(card) = hosted(shared) else { return };
        every_unit(Arc::new(card), n);
    }
}

#[test]
fn refuses_boards_that_are_not_cut_in_halves() {
    for (n, words) in [(7, "8 rows and more"), (33, "at most 32")] {
        let refused = shards_on(Arc::new(Emulated::default()), n, Kernel::Auto).err().unwrap();
        assert_eq!(refused.engine, "gpu");
        assert!(refused.to_string().contains(words), "{refused}");
    }
}
