//! Large boards: time for each queen, one thread.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use queens::board::Square;
use queens::control::Limits;
use queens::large::{self, Style};
use std::hint::black_box;
use std::num::NonZeroUsize;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

fn random(n: u32) -> Vec<u32> {
    large::random(n, 1, ONE, &Limits::default(), &|_| {}).expect("solution")
}

fn benchmarks(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("large");
    group.sample_size(10);
    for n in [1_000, 1_000_000, 4_000_000] {
        let columns = random(n);
        let givens: Vec<Square> =
            (0..n).step_by(2).map(|row| Square::new(row, columns[row as usize])).collect();
        group.throughput(Throughput::Elements(n.into()));
        group.bench_function(BenchmarkId::new("random", n), |bencher| {
            bencher.iter(|| assert_eq!(random(n).len(), n as usize));
        });
        group.bench_function(BenchmarkId::new("check", n), |bencher| {
            bencher.iter(|| assert_eq!(large::check(&columns, ONE), Ok(())));
        });
        group.bench_function(BenchmarkId::new("text", n), |bencher| {
            bencher.iter(|| {
                large::write_text(columns.iter().copied(), Style::Text, std::io::sink()).expect("written");
            });
        });
        group.bench_function(BenchmarkId::new("binary", n), |bencher| {
            bencher
                .iter(|| large::write_binary(n, columns.iter().copied(), std::io::sink()).expect("written"));
        });
        if n == 1_000_000 {
            group.bench_function(BenchmarkId::new("complete", n), |bencher| {
                bencher
                    .iter(|| black_box(large::complete(n, &givens, 1, &Limits::default()).expect("found")));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
