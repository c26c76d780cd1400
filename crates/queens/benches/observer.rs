//! Cost of an observer that ignores every step: the count of the engine `bitmask`, which
//! reports its run every step, beside the same loops written out with a meter alone and
//! with nothing at all.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use queens::control::{Limits, Meter, Step};
use queens::problem::Problem;
use queens::{Settings, engines};
use std::hint::black_box;

const SIZE: u32 = 12;

/// A000170.
const SOLUTIONS: u128 = 14_200;

/// Counts the ways to fill the rows `open`, without observer and without limits.
fn bare(open: &[u64], columns: u64, left: u64, right: u64) -> u128 {
    let Some((mask, below)) = open.split_first() else {
        return 1;
    };
    let mut free = mask & !(columns | left | right);
    if below.is_empty() {
        return u128::from(free.count_ones());
    }
    let mut solutions = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        solutions += bare(
            below,
            columns | queen,
            (left | queen) << 1,
            (right | queen) >> 1,
        );
    }
    solutions
}

/// The same, with nodes and depth entered into a meter that watches the limits.
struct Metered<'l> {
    meter: Meter<'l>,
    depth: u64,
    solutions: u128,
}

impl Metered<'_> {
    fn fill(&mut self, open: &[u64], columns: u64, left: u64, right: u64) -> Step {
        let Some((mask, below)) = open.split_first() else {
            self.solutions += 1;
            return Ok(());
        };
        let mut free = mask & !(columns | left | right);
        if below.is_empty() {
            self.solutions += u128::from(free.count_ones());
            return Ok(());
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            self.meter.expand()?;
            self.depth += 1;
            self.meter.depth(self.depth);
            self.fill(
                below,
                columns | queen,
                (left | queen) << 1,
                (right | queen) >> 1,
            )?;
            self.depth -= 1;
        }
        Ok(())
    }
}

/// The rows of the board, the first of them halved: each solution stands for two.
fn half_board() -> Vec<u64> {
    let mut open = vec![(1 << SIZE) - 1; SIZE as usize];
    open[0] = (1 << (SIZE / 2)) - 1;
    open
}

fn observer(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("count {SIZE} queens"));
    let engine = engines::find("bitmask").expect("the ladder has this rung");
    let problem = Problem::queens(SIZE).expect("a small board");
    let (open, limits, settings) = (half_board(), Limits::default(), Settings::default());
    group.bench_function("silent observer", |bencher| {
        bencher.iter(|| {
            let answer = engine
                .count(black_box(&problem), &settings)
                .expect("a standard board");
            assert_eq!(answer.count, SOLUTIONS);
        });
    });
    group.bench_function("no observer", |bencher| {
        bencher.iter(|| {
            let mut metered = Metered {
                meter: Meter::new(&limits),
                depth: 0,
                solutions: 0,
            };
            assert_eq!(metered.fill(black_box(&open), 0, 0, 0), Ok(()));
            assert_eq!(2 * metered.solutions, SOLUTIONS);
        });
    });
    group.bench_function("no observer, no limits", |bencher| {
        bencher.iter(|| assert_eq!(2 * bare(black_box(&open), 0, 0, 0), SOLUTIONS));
    });
    group.finish();
}

criterion_group!(benches, observer);
criterion_main!(benches);
