//! Region puzzles: how long it takes to make one, and to tell that it has one solution
//! only. `cargo bench -p queens --bench units [-- NAME]`.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use queens::puzzle::{GenerateSettings, Puzzle, generate};
use queens::{Settings, is_unique};
use std::hint::black_box;

/// Sizes and queens in each unit.
const BOARDS: [(u32, u32); 8] = [
    (6, 1),
    (9, 1),
    (11, 1),
    (15, 1),
    (18, 1),
    (26, 1),
    (10, 2),
    (14, 3),
];

/// Number of different puzzles whose uniqueness is checked in turn.
const PUZZLES: u64 = 8;

fn puzzle(size: u32, stars: u32, seed: u64) -> Puzzle {
    let settings = GenerateSettings {
        stars,
        ..GenerateSettings::new(size, seed)
    };
    generate(&settings).expect("a puzzle").puzzle
}

fn making(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("generate");
    group.sample_size(10);
    for (size, stars) in BOARDS {
        let mut seed = 0;
        group.bench_function(format!("{size}x{size}-{stars}"), |bencher| {
            bencher.iter(|| {
                seed += 1;
                black_box(puzzle(size, stars, seed))
            });
        });
    }
    group.finish();
}

fn telling(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("unique");
    group.sample_size(10);
    for (size, stars) in BOARDS {
        let puzzles: Vec<Puzzle> =
            (0..PUZZLES).map(|seed| puzzle(size, stars, seed)).collect();
        let mut next = puzzles.iter().cycle();
        let settings = Settings::default().with_threads(1);
        group.bench_function(format!("{size}x{size}-{stars}"), |bencher| {
            bencher.iter_batched(
                || next.next().expect("puzzles go round"),
                |puzzle| {
                    assert_eq!(is_unique(puzzle.problem(), &settings), Ok(Some(true)));
                },
                BatchSize::SmallInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, making, telling);
criterion_main!(benches);
