//! The growth of a program's time with n.

use crate::flaw::search_nodes;

/// Shortest time that is compared, in seconds: below it a program mostly starts.
const MIN_SECONDS: f64 = 0.1;

/// Returns how the time grows from one size to the next, for the largest two sizes that
/// take long enough to compare, beside the number of squares that the textbook search
/// visits; `times` has sizes with their seconds.
#[must_use]
pub fn growth_in_words(times: &[(u32, f64)]) -> Option<String> {
    // The start of an interpreter is in every time.
    let start = times
        .iter()
        .map(|time| time.1)
        .fold(f64::INFINITY, f64::min);
    let mut pairs = times.windows(2).rev();
    let (n, before, after) = pairs.find_map(|pair| {
        let [(m, before), (n, after)] = *pair else {
            return None;
        };
        let (before, after) = (before - start, after - start);
        (m + 1 == n && before >= MIN_SECONDS).then_some((n, before, after))
    })?;
    let nodes = search_nodes(n) as f64 / search_nodes(n - 1) as f64;
    Some(format!(
        "n = {n} took {after:.1} s, {:.1} times as long as n = {}; a search that tests each \
         queen when it is placed visits {nodes:.1} times as many squares.",
        after / before,
        n - 1
    ))
}
