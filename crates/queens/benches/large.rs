//! Large boards: time for each queen, one thread.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use queens::control::Limits;
use queens::engines::large::{self, ColumnWriter, Encoding};
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
        group.throughput(Throughput::Elements(n.into()));
        group.bench_function(BenchmarkId::new("random", n), |bencher| {
            bencher.iter(|| assert_eq!(random(n).len(), n as usize));
        });
        group.bench_function(BenchmarkId::new("check", n), |bencher| {
            bencher.iter(|| assert_eq!(large::check(&columns), Ok(())));
        });
        for (name, style) in [("text", Encoding::Text), ("binary", Encoding::Binary)] {
            group.bench_function(BenchmarkId::new(name, n), |bencher| {
                bencher.iter(|| {
                    let mut writer = ColumnWriter::new(n, style, std::io::sink());
                    writer
                        .push(&columns)
                        .and_then(|()| writer.finish())
                        .expect("written");
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
