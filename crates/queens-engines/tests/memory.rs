//! The memory that a count takes, as its allocator sees it. What the system keeps resident
//! depends on the machine, so it would say nothing about the count.

use peak_alloc::PeakAlloc;
use queens_engines::engines::join;
use queens_engines::parallel::{RunOptions, run_all};
use queens_simd::Kernel;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// Counts with one thread; returns the most bytes that it held at a time.
fn taken_bytes(size: u32) -> f64 {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let units = join::work_units(size, Kernel::Auto).expect("a size of the engine");
    let options = RunOptions {
        threads: 1,
        ..RunOptions::default()
    };
    run_all(&*units, &options).expect("a count");
    (MEMORY.peak_usage() - before) as f64
}

/// The engine states what a count takes beyond the program to within a fifth, and a
/// megabyte.
#[test]
fn a_join_knows_its_memory() {
    let told_bytes = |size| {
        let units = join::work_units(size, Kernel::Auto).expect("a size of the engine");
        units.memory_bytes(1).expect("an estimate") as f64
    };
    for size in [17, 18] {
        let told = told_bytes(size) - told_bytes(8);
        let taken = taken_bytes(size) - taken_bytes(8);
        assert!(
            (told - taken).abs() < 0.2 * taken + 1e6,
            "{size} queens: {told} bytes told, {taken} bytes taken"
        );
    }
}
