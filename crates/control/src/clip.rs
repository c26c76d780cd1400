//! Text from outside: cut without a panic, made fit for a message.

/// Longest text that a message quotes, in characters.
const MAX_QUOTED_CHARS: usize = 40;

/// Returns the first 40 characters of `text` with unprintable ones escaped, and three
/// dots if there are more.
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

/// Splits `text` before the first character that ends its beginning, or at its end.
///
/// ```
/// let digits = |c: char| !c.is_ascii_digit();
/// assert_eq!(control::split_before("12é4", digits), ("12", "é4"));
/// assert_eq!(control::split_before("12", digits), ("12", ""));
/// ```
#[must_use]
pub fn split_before(text: &str, is_end: impl FnMut(char) -> bool) -> (&str, &str) {
    // `find` returns the beginning of a character.
    text.find(is_end)
        .and_then(|at| text.split_at_checked(at))
        .unwrap_or((text, ""))
}

/// Returns `name` with a capital, for the beginning of a sentence.
///
/// ```
/// assert_eq!(control::capitalized("région a"), "Région a");
/// assert_eq!(control::capitalized("ß"), "SS");
/// ```
#[must_use]
pub fn capitalized(name: &str) -> String {
    let mut rest = name.chars();
    let first = rest.next();
    first
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(rest)
        .collect()
}
