#![no_main]
//! Any text is a piece, a range, a size, weights, a symmetry or an error.

use libfuzzer_sys::fuzz_target;
use queens::domination::Domination;
use queens::problem::{Bounds, Edge, Piece, Preset, Size, Weights};
use queens::symmetry::Symmetry;

fuzz_target!(|text: &str| {
    let _ = (
        text.parse::<Piece>().is_ok(),
        text.parse::<Bounds>().is_ok(),
        text.parse::<Size>().is_ok(),
    );
    let _ = (
        text.parse::<Edge>().is_ok(),
        text.parse::<Preset>().is_ok(),
        text.parse::<Weights>().is_ok(),
    );
    let _ = (
        text.parse::<Symmetry>().is_ok(),
        text.parse::<Domination>().is_ok(),
    );
});
