//! Escapes for text from outside (file names, lines of input, host names): no control
//! character reaches a terminal.

use std::borrow::Cow;

/// Escapes control characters and line breaks as in Rust: `\u{1b}`, `\n`.
pub(crate) fn escape_text(text: &str) -> Cow<'_, str> {
    if !text.contains(is_control) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        if is_control(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// Escapes control characters, except line breaks.
pub(crate) fn escaped_lines(text: &str) -> String {
    text.split('\n')
        .map(escape_text)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Returns true for a character on which a terminal may act: C0, DEL, C1, line and
/// paragraph separators, and changes of the writing direction.
pub(crate) fn is_control(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_control_characters() {
        for (text, shown) in [
            ("n17/plan.json", "n17/plan.json"),
            ("Damenproblem für ♛", "Damenproblem für ♛"),
            ("\x1b]0;x\x07", "\\u{1b}]0;x\\u{7}"),
            ("a\nb\r\tc\x7f", "a\\nb\\r\\tc\\u{7f}"),
            ("\u{9b}31m", "\\u{9b}31m"),
            (
                "a\u{202e}b\u{2066}c\u{200f}",
                "a\\u{202e}b\\u{2066}c\\u{200f}",
            ),
            ("a\u{2028}b", "a\\u{2028}b"),
        ] {
            assert_eq!(escape_text(text), shown, "{text:?}");
        }
        assert_eq!(escaped_lines("a\x1b\nb\u{9b}\n"), "a\\u{1b}\nb\\u{9b}\n");
    }
}
