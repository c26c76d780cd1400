//! Text from outside, made fit for a message.

/// Longest text that a message quotes, in characters.
const MAX_QUOTED_CHARS: usize = 40;

/// Returns the first 40 characters of `text` with unprintable ones escaped, and three dots if there are more.
///
/// ```
/// assert_eq!(control::clip("qu\neen"), r"qu\neen");
/// assert_eq!(control::clip(&"9".repeat(41)), format!("{}...", "9".repeat(40)));
/// ```
#[must_use]
pub fn clip(text: &str) -> String {
    clip_to(text, MAX_QUOTED_CHARS)
}

/// As [`clip`], with another number of characters.
#[must_use]
pub fn clip_to(text: &str, max_chars: usize) -> String {
    let mut chars = text.chars();
    let mut clipped = String::new();
    for c in chars.by_ref().take(max_chars) {
        match c {
            '\'' | '"' | '\\' => clipped.push(c),
            _ => clipped.extend(c.escape_debug()),
        }
    }
    if chars.next().is_some() {
        clipped.push_str("...");
    }
    clipped
}
