//! The exact counter: single work units of even and odd boards with each kernel, whole small boards beside
//! the plain bitmask of the ladder, the plan, and the counts of symmetric solutions.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use queens::control::Limits;
use queens::engines::join::Tables;
use queens::engines::ladder::{self, Settings};
use queens::engines::{join, symmetric};
use queens::parallel::{Options, SharedMeter};
use queens::problem::Problem;
use queens::simd::Kernel;
use std::hint::black_box;

/// A unit in the middle of the plan, on tables that are filled.
fn units(c: &mut Criterion) {
    let limits = Limits::default();
    for n in [16, 17, 18] {
        let plan = join::plan(n).expect("in range");
        let unit = plan.units[plan.units.len() / 2];
        let tables = Tables::new(n).expect("in range");
        let expected = join::run(&unit, Kernel::Baseline).expect("a unit of the plan");
        for kernel in Kernel::ALL {
            let Ok(mut worker) = tables.worker(kernel) else { continue };
            c.bench_function(&format!("unit of {n}, {}", kernel.name()), |b| {
                b.iter(|| {
                    let partial = worker.run(black_box(&unit), &SharedMeter::new(&limits));
                    assert_eq!(partial.map(|partial| partial.count), Ok(expected.count));
                });
            });
        }
    }
}

fn boards(c: &mut Criterion) {
    // A000170.
    for (n, solutions) in [(12, 14_200), (13, 73_712), (14, 365_596)] {
        let options = Options { threads: 1, ..Options::default() };
        c.bench_function(&format!("{n} queens, join"), |b| {
            b.iter(|| {
                let report = join::queens(black_box(n), &options).expect("in range");
                assert_eq!(report.partial.count, solutions);
            });
        });
        let problem = Problem::queens(n).expect("in range");
        let bitmask = ladder::find("bitmask").expect("the ladder has this rung");
        c.bench_function(&format!("{n} queens, bitmask"), |b| {
            b.iter(|| {
                let report =
                    bitmask.count(black_box(&problem), &Settings::default()).expect("it accepts all");
                assert_eq!(report.solutions, solutions);
            });
        });
    }
}

fn plans(c: &mut Criterion) {
    c.bench_function("plan of 18", |b| b.iter(|| join::plan(black_box(18))));
}

fn symmetric(c: &mut Criterion) {
    // A032522, A033148.
    c.bench_function("half turn, 18", |b| {
        b.iter(|| assert_eq!(symmetric::half_turn(black_box(18), &Default::default()), Ok(18_104)));
    });
    c.bench_function("quarter turn, 37", |b| {
        b.iter(|| assert_eq!(symmetric::quarter_turn(black_box(37), &Default::default()), Ok(8_650_752)));
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = units, boards, plans, symmetric
}
criterion_main!(benches);
