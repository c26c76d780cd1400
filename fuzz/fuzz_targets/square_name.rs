#![no_main]
//! Any text is the name of a square or an error, and what is written reads back.

use libfuzzer_sys::fuzz_target;
use queens::square::Square;

fuzz_target!(|text: &str| {
    if let Ok(square) = text.parse::<Square>() {
        assert_eq!(square.to_string().parse(), Ok(square));
        assert_eq!(
            format!("{}:{}", square.row, square.column).parse(),
            Ok(square)
        );
    }
});
