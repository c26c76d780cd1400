#![allow(unsafe_code)]
//! The exact counter.

mod halves;
mod join;
mod kernel;
mod layout;
mod quarter;
mod unit;

use quarter::Quarters;
use unit::{Boards, Workspace};

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma")]
fn run_avx2(w: &mut Workspace<'_>, b: Boards) -> unit::Tally {
    w.run::<kernel::x86::Avx2>(b)
}
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx512cd,bmi1,bmi2,lzcnt,popcnt,fma")]
fn run_avx512(w: &mut Workspace<'_>, b: Boards) -> unit::Tally {
    w.run::<kernel::x86::Avx512>(b)
}

/// Prototype.
pub fn proto(n: u32, kernel: u32) -> (u64, u64, u64, u64, u64, u64) {
    let quarters = Quarters::new(n);
    let layout = quarters.layout();
    let mut w = Workspace::new(&quarters);
    let mut t = (0, 0, 0, 0, 0, 0);
    let middles: Vec<u32> = if layout.odd { (0..layout.half).collect() } else { vec![0] };
    for middle in middles {
        for columns in 0..=layout.all() {
            if middle == 0 && unit::rank(columns) < unit::rank(layout.all() & !columns) {
                continue;
            }
            let count = unit::right_columns(layout, middle, columns).count() as u32;
            let b = Boards { middle, columns, places: (0, count) };
            let r = match kernel {
                2 => unsafe { run_avx512(&mut w, b) },
                1 => unsafe { run_avx2(&mut w, b) },
                _ => w.run::<kernel::Baseline>(b),
            };
            t.0 += r.solutions;
            t.1 += r.halves;
            t.2 += r.joined.tested;
            t.3 += r.joined.gathered;
            t.4 += count as u64;
            t.5 += r.joined.fitting;
        }
    }
    t
}
