#![no_main]
//! Any text is the name of a square or an error, and what is written reads back.

use libfuzzer_sys::fuzz_target;
use queens::problem::parse_square;

fuzz_target!(|text: &str| {
    if let Ok(square) = parse_square(text) {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(parse_square(&format!("{}:{}", square.row, square.column)), Ok(square));
    }
});
