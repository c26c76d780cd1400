//! The statements behind the words.

use crate::args::problem_words;
use queens::problem::KEYS;

/// Splits a text into the words and the size at its beginning, and the statements after
/// them.
pub(crate) fn split_head(text: &str) -> (&str, &str) {
    let end = text.find([';', '\n']).unwrap_or(text.len());
    match text.split_at_checked(end) {
        Some((head, statements)) if !head.contains(": ") => (head, statements),
        _ => ("", text),
    }
}

/// Returns the problem with the semicolon that is missing before a key: `8 holes: a1`.
pub(super) fn missing_semicolon(text: &str) -> Option<String> {
    let end = text.find(';').unwrap_or(text.len());
    let (text, others) = text.split_at_checked(end)?;
    let is_end = |c: char| " :=,".contains(c);
    let mut start = 0;
    for word in text.split(is_end) {
        let end = start + word.len();
        let (before, after) = (text.get(..start)?, text.get(end..)?);
        start = end + after.chars().next().map_or(0, char::len_utf8);
        let value = after.trim_start_matches(is_end);
        let is_key = KEYS.contains(&word)
            && (!problem_words().contains(&word) || after.starts_with([':', '=']));
        if !is_key || value.is_empty() {
            continue;
        }
        let size = before.trim_end_matches(is_end);
        if word == "size" && !value.contains(' ') && !after.starts_with(':') {
            return Some(format!(
                "the size has no name on the command line: write `{}`",
                format!("{size} {value}").trim_start()
            ));
        }
        if size.contains(|c: char| c.is_ascii_digit()) {
            return Some(format!(
                "a semicolon belongs before '{word}': write \"{size}; {word}: {value}{others}\""
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_missing_semicolon() {
        for (text, way_out) in [
            ("8 holes: a1", "\"8; holes: a1\""),
            ("8 holes a1", "\"8; holes: a1\""),
            ("8 holes=a1,b2", "\"8; holes: a1,b2\""),
            ("torus 8, total: 5", "\"torus 8; total: 5\""),
            ("8: total: 5", "\"8; total: 5\""),
            ("8 holes: a1; walls: b2", "\"8; holes: a1; walls: b2\""),
            ("size 8", "`8`"),
        ] {
            let found = missing_semicolon(text).expect(text);
            assert!(found.contains(way_out), "{found}");
        }
        for text in [
            "8",
            "torus 8",
            "8; holes: a1",
            "regions 8",
            "size: 8",
            "torus:8",
            "black squares 8",
        ] {
            assert_eq!(missing_semicolon(text), None, "{text}");
        }
    }
}
