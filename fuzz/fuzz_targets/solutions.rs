#![no_main]
//! Any bytes are solutions or an error, and what stands beside the board is none; a
//! problem or an error too.

use libfuzzer_sys::fuzz_target;
use queens::check;
use queens::problem::Problem;
use queens::read::{self, Solution};
use std::ops::ControlFlow;

fn beside_is_none(found: Solution<'_>) -> ControlFlow<()> {
    let mut squares = found.placement.squares().iter();
    if squares.any(|square| {
        square.row >= found.size.rows || square.column >= found.size.columns
    }) {
        assert!(
            check::solution(found.problem, &found.placement).is_err(),
            "{:?}",
            found.placement
        );
    }
    ControlFlow::Continue(())
}

fuzz_target!(|bytes: &[u8]| {
    let _ = read::solutions(&mut &*bytes, None, &mut beside_is_none);
    let _ = read::problem(bytes);
    if let Ok(eight) = Problem::queens(8) {
        let _ = read::solutions(&mut &*bytes, Some(&eight), &mut beside_is_none);
    }
});
