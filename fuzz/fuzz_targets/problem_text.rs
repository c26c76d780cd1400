#![no_main]
//! Any bytes are a problem or an error, and what is written reads back.

use libfuzzer_sys::fuzz_target;
use queens::problem::Problem;

fuzz_target!(|bytes: &[u8]| {
    let Ok(problem) = Problem::from_bytes(bytes) else {
        return;
    };
    // To draw a large board takes long and shows nothing new.
    let is_small = u64::from(problem.rows()) * u64::from(problem.columns()) < 10_000;
    if is_small || problem.all_free() {
        let text = problem.to_string();
        assert_eq!(text.parse(), Ok(problem), "{text}");
    }
});
