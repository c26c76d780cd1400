#![no_main]
//! Any bytes are a problem of others or an error, answers to eight queens or an error;
//! every queen stands on the board.

use libfuzzer_sys::fuzz_target;
use queens::import;
use queens::problem::Problem;
use std::ops::ControlFlow;

fuzz_target!(|bytes: &[u8]| {
    let _ = import::problem(bytes);
    if let Ok(eight) = Problem::queens(8) {
        let _ = import::answers(&mut &*bytes, &eight, &mut |_, placement| {
            for &square in placement.squares() {
                assert!(eight.contains(square), "{square}");
            }
            ControlFlow::Continue(())
        });
    }
});
