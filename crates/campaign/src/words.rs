//! Words for rates, parts, and names of folders.

use queens::document::grouped;
use std::path::Path;

/// Units of time in which rates are given, with their seconds.
const RATE_UNITS: [(&str, f64); 5] = [
    ("a second", 1.0),
    ("a minute", 60.0),
    ("an hour", 3_600.0),
    ("a day", 86_400.0),
    ("a year", 365.25 * 86_400.0),
];

/// Smallest number that is printed with two digits before the point.
const TWO_DIGITS: f64 = 9.95;

/// Formats a rate in the shortest unit of time in which it has two digits before the
/// point: `45` and `a minute`.
pub(crate) fn rate_in_words(per_second: f64) -> (String, &'static str) {
    let last = RATE_UNITS[RATE_UNITS.len() - 1];
    let found = RATE_UNITS
        .into_iter()
        .find(|(_, seconds)| per_second * seconds >= TWO_DIGITS);
    let (name, seconds) = found.unwrap_or(last);
    let number = per_second * seconds;
    let digits = if number < TWO_DIGITS {
        format!("{number:.2}")
    } else {
        grouped(number.round() as u128)
    };
    (digits, name)
}

/// Formats a part of a whole, rounded down: what is not whole is never 100.0%, and what
/// is begun is never 0.0%.
pub(crate) fn percent_in_words(share: f64) -> String {
    // Room for the error of a sum of shares, which must not take a tenth from a round
    // number.
    let tenths = (share * 1_000.0 + 1e-6).floor();
    match share {
        some if some > 0.0 && tenths < 1.0 => "less than 0.1%".to_owned(),
        part if part < 1.0 => format!("{:.1}%", tenths.min(999.0) / 10.0),
        _ => "100.0%".to_owned(),
    }
}

/// Quotes a word for a shell, if it needs quotes.
pub(crate) fn shell_word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=./:,+@%".contains(c);
    match !text.is_empty() && text.chars().all(is_plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', r"'\''")),
    }
}

/// Writes a path as a word of a command, to be copied into a shell: quoted if need be,
/// and never like an option.
#[must_use]
pub fn shell_path(path: &Path) -> String {
    let text = path.display().to_string();
    shell_word(&if text.starts_with('-') {
        format!("./{text}")
    } else {
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_have_two_digits() {
        for (per_second, expected) in [
            (1_234.4, "1,234 a second"),
            (0.75, "45 a minute"),
            (1.0 / 90.0, "40 an hour"),
            (1.0 / 7_000.0, "12 a day"),
            (1.0 / 1e6, "32 a year"),
            (1.0 / 1e8, "0.32 a year"),
        ] {
            let (number, unit) = rate_in_words(per_second);
            assert_eq!(format!("{number} {unit}"), expected);
        }
    }

    /// 954,384 of 954,474 units, in the first place.
    #[test]
    fn a_part_is_not_the_whole() {
        for (share, expected) in [
            (954_384.0 / 954_474.0, "99.9%"),
            (1.0 - 1e-12, "99.9%"),
            (1.0, "100.0%"),
            (0.0, "0.0%"),
            (1e-9, "less than 0.1%"),
            (0.1 + 0.2, "30.0%"),
            (0.5 - 1e-12, "50.0%"),
        ] {
            assert_eq!(percent_in_words(share), expected, "{share}");
        }
    }

    #[test]
    fn words_of_a_shell_are_quoted() {
        assert_eq!(shell_word("--threads=8"), "--threads=8");
        assert_eq!(shell_word("a 'b'"), r"'a '\''b'\'''");
        assert_eq!(shell_word(""), "''");
        assert_eq!(shell_path(Path::new("n17")), "n17");
        assert_eq!(shell_path(Path::new("-n 17")), "'./-n 17'");
    }
}
