//! The search by rows beside plain row loops for the same problems: a recursion on masks
//! as one writes it by hand for each, with half of the first row where left mirrors
//! right.

#![expect(missing_docs, reason = "criterion_group! makes a public function")]

use criterion::{Criterion, criterion_group, criterion_main};
use queens::engines::rows;
use queens::parallel::RunOptions;
use queens::problem::{Preset, Problem};
use queens::simd::Kernel;
use queens::square::Square;
use std::hint::black_box;

/// Squares of a row and of the next two that the queens above attack.
#[derive(Clone, Copy, Default)]
struct Taken {
    columns: u32,
    left: u32,
    right: u32,
    leaps: [u32; 2],
}

impl Taken {
    /// As the ordinary queen leaves it to the next row.
    #[inline(always)]
    fn after(self, queen: u32) -> Taken {
        Taken {
            columns: self.columns | queen,
            left: (self.left | queen) >> 1,
            right: (self.right | queen) << 1,
            leaps: [0; 2],
        }
    }
}

/// Counts the ways to fill the rows of `open` on top of `taken`, by the rule `after` from
/// row to row.
fn fill(open: &[u32], taken: Taken, after: &impl Fn(Taken, u32, usize) -> Taken) -> u64 {
    let Some((&mask, below)) = open.split_first() else {
        return 1;
    };
    let mut free = mask & !(taken.columns | taken.left | taken.right | taken.leaps[0]);
    if below.is_empty() {
        return free.count_ones().into();
    }
    let mut found = 0;
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        found += fill(below, after(taken, queen, below.len()), after);
    }
    found
}

/// The same, with half of the first row if left mirrors right.
fn plain(
    open: &[u32],
    columns: u32,
    mirrors: bool,
    after: impl Fn(Taken, u32, usize) -> Taken,
) -> u64 {
    let first = |mask: u32| {
        let mut open = open.to_vec();
        open[0] &= mask;
        fill(&open, Taken::default(), &after)
    };
    if !mirrors {
        return first(u32::MAX);
    }
    2 * first((1 << (columns / 2)) - 1) + first((columns % 2) << (columns / 2))
}

/// A problem and its plain row loop.
struct Case {
    name: &'static str,
    problem: Problem,
    plain: Box<dyn Fn() -> u64>,
}

fn cases() -> Vec<Case> {
    let all = |rows: u32, columns: u32| vec![(1 << columns) - 1; rows as usize];
    let named = |preset: Preset, n: u32| preset.problem(n, n).expect("a small board");
    let superqueen = |t: Taken, q: u32, _| Taken {
        leaps: [t.leaps[1] | q << 2 | q >> 2, q << 1 | q >> 1],
        ..t.after(q)
    };
    let around = |n: u32| {
        move |t: Taken, q: u32, _| {
            let (left, right) = (t.left | q, t.right | q);
            let mask = (1 << n) - 1;
            Taken {
                left: left >> 1 | left << (n - 1) & mask,
                right: (right << 1 | right >> (n - 1)) & mask,
                ..t.after(q)
            }
        }
    };
    let reflecting = |n: usize| {
        move |t: Taken, q: u32, below: usize| {
            let mirrored = 2 * (n - below) as u32;
            Taken {
                left: (t.left | q | q.unbounded_shr(mirrored)) >> 1,
                right: (t.right | q | q.unbounded_shl(mirrored)) << 1,
                ..t.after(q)
            }
        }
    };
    let holes: Vec<Square> = (0..14).map(|row| Square::new(row, row * 5 % 14)).collect();
    let mut with_holes = all(14, 14);
    for hole in &holes {
        with_holes[hole.row as usize] &= !(1 << hole.column);
    }
    let drawn = holes
        .iter()
        .fold(Problem::builder(14, 14), |board, &hole| board.hole(hole));
    vec![
        Case {
            name: "superqueens 16",
            problem: named(Preset::Superqueens, 16),
            plain: Box::new(move || plain(&all(16, 16), 16, true, superqueen)),
        },
        Case {
            name: "torus 17",
            problem: named(Preset::Torus, 17),
            plain: Box::new(move || plain(&all(17, 17), 17, true, around(17))),
        },
        Case {
            name: "cylinder 15",
            problem: named(Preset::Cylinder, 15),
            plain: Box::new(move || plain(&all(15, 15), 15, true, around(15))),
        },
        Case {
            name: "semiqueens 12",
            problem: named(Preset::Semiqueens, 12),
            plain: Box::new(move || {
                plain(&all(12, 12), 12, false, |t: Taken, q, _| Taken {
                    left: 0,
                    ..t.after(q)
                })
            }),
        },
        Case {
            name: "reflecting 15",
            problem: named(Preset::Reflecting, 15),
            plain: Box::new(move || plain(&all(15, 15), 15, true, reflecting(15))),
        },
        Case {
            name: "queens 11 x 15",
            problem: Preset::Queens.problem(11, 15).expect("a small board"),
            plain: Box::new(move || {
                plain(&all(11, 15), 15, true, |t: Taken, q, _| t.after(q))
            }),
        },
        Case {
            name: "14 queens, 14 holes",
            problem: drawn.build().expect("a small board"),
            plain: Box::new(move || {
                plain(&with_holes, 14, false, |t: Taken, q, _| t.after(q))
            }),
        },
    ]
}

fn variants(c: &mut Criterion) {
    for case in cases() {
        let expected = (case.plain)();
        c.bench_function(&format!("{}, plain", case.name), |b| {
            b.iter(|| assert_eq!(black_box(&case.plain)(), expected));
        });
        for kernel in Kernel::ALL
            .into_iter()
            .skip(1)
            .filter(|kernel| kernel.is_available())
        {
            let options = RunOptions {
                kernel,
                threads: 1,
                ..RunOptions::default()
            };
            c.bench_function(&format!("{}, {}", case.name, kernel.name()), |b| {
                b.iter(|| {
                    let report = rows::count(black_box(&case.problem), &options)
                        .expect("it carries this");
                    assert_eq!(report.tally.count, expected.into());
                });
            });
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = variants
}
criterion_main!(benches);
