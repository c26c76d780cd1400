#![no_main]
//! Any bytes are solutions or an error, and every queen stands on the board; a problem or an error too.

use libfuzzer_sys::fuzz_target;
use queens::problem::Problem;
use queens::read::{self, Solution};
use std::ops::ControlFlow;

fn on_the_board(found: Solution<'_>) -> ControlFlow<()> {
    for square in found.placement.squares() {
        assert!(square.row < found.size.rows && square.column < found.size.columns, "{square}");
    }
    ControlFlow::Continue(())
}

fuzz_target!(|bytes: &[u8]| {
    let _ = read::solutions(&mut &*bytes, None, &mut on_the_board);
    let _ = read::problem(bytes);
    if let Ok(eight) = Problem::queens(8) {
        let _ = read::solutions(&mut &*bytes, Some(&eight), &mut on_the_board);
    }
});
