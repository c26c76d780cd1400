//! The size that a word was meant to be.

use crate::args::{count_of, problem_words};
use queens::names;

/// Returns true for a word that is meant as a size, right or wrong.
pub(super) fn is_size_like(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || "-+.".contains(first))
}

/// Returns true for `8,8` and `1,000`, which a text of a problem takes for a queen.
pub(super) fn has_comma_between_digits(word: &str) -> bool {
    let digit = |text: Option<char>| text.is_some_and(|c| c.is_ascii_digit());
    word.split_once(',').is_some_and(|(before, after)| {
        digit(before.chars().last()) && digit(after.chars().next())
    })
}

/// Returns the size that a word was meant to be: `8*8`, `1_000`, `1e6`, `8.0`, `torus8`.
pub(super) fn size_meant(word: &str, has_size: bool) -> Option<String> {
    let digits = |text: &str| text.parse::<u32>().is_ok();
    // Two sides with another sign between them, or thousands.
    for separator in ["by", "*", "/", ",", "_", ":"] {
        let parts: Vec<&str> = word.split(separator).collect();
        if parts.len() < 2 || !parts.iter().all(|part| digits(part)) {
            continue;
        }
        let (first, last) = (parts[0], parts[parts.len() - 1]);
        let are_thousands =
            parts.iter().skip(1).all(|part| part.len() == 3) && first.len() <= 3;
        return match separator {
            "," | "_" if are_thousands => Some(parts.concat()),
            ":" => Some(format!("{first}..{last}")),
            "," if parts.len() > 2 => Some(format!("{first}..{last}")),
            _ if parts.len() == 2 => Some(format!("{first}x{last}")),
            _ => None,
        };
    }
    if let Some(number) =
        count_of(word).filter(|_| !word.chars().all(|c| c.is_ascii_digit()))
    {
        return Some(number.to_string());
    }
    // A name and a size in one word: torus8, torus-8, 8-queens.
    let is_digit = |c: char| c.is_ascii_digit();
    let number: String = word.chars().filter(|c| is_digit(*c)).collect();
    let name = word
        .trim_matches(is_digit)
        .trim_matches(['-', ',', '=', ':', '_']);
    let is_one_number = word.contains(&number) && digits(&number);
    if is_one_number && name.len() > 1 && name.chars().all(char::is_alphabetic) {
        return names::nearest(name, problem_words())
            .map(|name| format!("{name} {number}"));
    }
    let assigned = ["n", "N", "size"].contains(&name) && word.contains('=');
    // A point, a comma or brackets around a size.
    let around = word.trim_matches(|c: char| "()[]{}.,;+'\"".contains(c));
    let around = around.strip_suffix(".0").unwrap_or(around);
    if is_one_number && assigned {
        return Some(number);
    }
    if digits(around) && around != word {
        return Some(around.to_owned());
    }
    // Letters that look like digits.
    let looks: String = word
        .chars()
        .map(|c| match c {
            'O' | 'o' => '0',
            'l' | 'I' => '1',
            digit => digit,
        })
        .collect();
    let is_mixed = word.chars().any(is_digit);
    (is_mixed && digits(&looks) && looks != word && (!has_size || is_size_like(word)))
        .then_some(looks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_size_in_a_word() {
        for (word, size) in [
            ("8,8", Some("8x8")),
            ("8*8", Some("8x8")),
            ("8by8", Some("8x8")),
            ("1,000", Some("1000")),
            ("1_000_000", Some("1000000")),
            ("1e6", Some("1000000")),
            ("1k", Some("1000")),
            ("8.0", Some("8")),
            ("(8)", Some("8")),
            ("n=8", Some("8")),
            ("torus-8", Some("torus 8")),
            ("8queens", Some("queens 8")),
            ("8O", Some("80")),
            ("l2", Some("12")),
            ("4,5,6", Some("4..6")),
            ("3.5", None),
            ("8x", None),
            ("frobnicate", None),
            ("b4", None),
        ] {
            assert_eq!(size_meant(word, false).as_deref(), size, "{word}");
        }
        assert_eq!(size_meant("l2", true), None);
    }
}
