//! The exact counter: single work units of even and odd boards with each kernel, whole
//! small boards beside the plain bitmask of the ladder, the plan, and the counts of
//! symmetric solutions.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use queens::Settings;
use queens::engines;
use queens::engines::{join, symmetric};
use queens::parallel::{self, RunOptions, WorkUnits};
use queens::problem::Problem;
use queens::simd::Kernel;
use std::hint::black_box;

/// A unit in the middle of the plan, on tables that are filled.
fn units(c: &mut Criterion) {
    let options = RunOptions {
        threads: 1,
        ..RunOptions::default()
    };
    for n in [16, 17, 18] {
        let count = |work_units: &dyn WorkUnits| {
            let unit = black_box(work_units.units() / 2);
            let report = parallel::run(
                work_units,
                std::iter::once(unit),
                &options,
                &mut |_, _, _| (),
            );
            report.expect("one thread is there").tally.count
        };
        let expected = count(&*join::work_units(n, Kernel::Baseline).expect("in range"));
        for kernel in Kernel::ALL {
            let Ok(work_units) = join::work_units(n, kernel) else {
                continue;
            };
            c.bench_function(&format!("unit of {n}, {}", kernel.name()), |b| {
                b.iter(|| assert_eq!(count(&*work_units), expected));
            });
        }
    }
}

fn boards(c: &mut Criterion) {
    // A000170.
    for (n, solutions) in [(12, 14_200), (13, 73_712), (14, 365_596)] {
        let options = RunOptions {
            threads: 1,
            ..RunOptions::default()
        };
        c.bench_function(&format!("{n} queens, join"), |b| {
            b.iter(|| {
                let report = join::queens(black_box(n), &options).expect("in range");
                assert_eq!(report.tally.count, solutions);
            });
        });
        let problem = Problem::queens(n).expect("in range");
        let bitmask = engines::find("bitmask").expect("the ladder has this rung");
        c.bench_function(&format!("{n} queens, bitmask"), |b| {
            b.iter(|| {
                let report = bitmask
                    .count(black_box(&problem), &Settings::default())
                    .expect("it accepts all");
                assert_eq!(report.count, solutions);
            });
        });
    }
}

fn plans(c: &mut Criterion) {
    for n in [18, 27] {
        c.bench_function(&format!("plan of {n}"), |b| {
            b.iter(|| {
                join::work_units(black_box(n), Kernel::Auto)
                    .expect("in range")
                    .units()
            });
        });
    }
}

fn symmetric(c: &mut Criterion) {
    // A032522, A033148.
    c.bench_function("half turn, 18", |b| {
        b.iter(|| {
            assert_eq!(
                symmetric::half_turn(black_box(18), &Default::default()),
                Ok(Ok(18_104))
            );
        });
    });
    c.bench_function("quarter turn, 37", |b| {
        b.iter(|| {
            assert_eq!(
                symmetric::quarter_turn(black_box(37), &Default::default()),
                Ok(Ok(8_650_752))
            );
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = units, boards, plans, symmetric
}
criterion_main!(benches);
