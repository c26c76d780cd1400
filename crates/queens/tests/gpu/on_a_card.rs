//! Tests for a machine with a card: none has run on one so far.

use super::{every_unit, run};
use gpu::{Card, Cuda};
use queens::engines::{gpu::shards_on, join};
use queens::parallel::RunOptions;
use queens::simd::Kernel;
use std::sync::Arc;

fn card() -> Arc<dyn Card> {
    let card = Cuda::open().unwrap_or_else(|error| panic!("{error}"));
    println!("{}, {} bytes free, {} shared", card.name(), card.free().unwrap(), card.shared());
    Arc::new(card)
}

#[test]
#[ignore = "needs a card"]
fn every_unit_of_16_to_19() {
    for n in 16..=19 {
        every_unit(card(), n);
        println!("n = {n}: every unit agrees");
    }
}

/// From the largest units to the smallest, as many as the processor counts in some minutes.
#[test]
#[ignore = "needs a card"]
fn samples_of_20_to_24() {
    for (n, sample) in [(20, 64), (21, 32), (22, 16), (23, 8), (24, 8)] {
        let on_card = shards_on(card(), n, Kernel::Auto).unwrap();
        let processor = join::shards(n, Kernel::Auto).unwrap();
        let units = processor.units();
        // Off the first ones, which the card's own check takes.
        let sample = (0..sample).map(move |i| (units - 1) * (2 * i + 1) / (2 * sample));
        let [(report, found), (_, expected)] =
            [&on_card, &processor].map(|shards| run(&**shards, sample.clone(), &RunOptions::default()));
        report.unwrap();
        assert!(found == expected, "{n} queens: units differ");
        println!("n = {n}: {} of {units} units agree", found.len());
    }
}
