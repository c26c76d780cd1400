#![no_main]
//! Any bytes are a region puzzle or an error, and the letter grid of a puzzle reads back.

use libfuzzer_sys::fuzz_target;
use queens::puzzle::{read, write};

fuzz_target!(|bytes: &[u8]| {
    let Ok(position) = read::read(bytes, None) else {
        return;
    };
    let grid = write::grid(&position);
    let back = read::read(grid.as_bytes(), None).expect("what is written");
    assert_eq!(back.marks(), position.marks(), "{grid}");
    assert_eq!(back.puzzle().stars(), position.puzzle().stars(), "{grid}");
});
