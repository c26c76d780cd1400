//! The number of stars that a text names.

use std::collections::BTreeSet;

/// Words before or behind the number.
const STAR_WORDS: [&str; 6] = [
    "stars",
    "star",
    "starcount",
    "starsperregion",
    "numstars",
    "nstars",
];

/// Words before the size of a board.
const SIZE_WORDS: [&str; 5] = ["size", "n", "dim", "gridsize", "boardsize"];

/// Words before lists of marks.
const MARK_WORDS: [&str; 6] =
    ["queens", "crosses", "given", "givens", "blocked", "marks"];

/// Returns the number of stars that the text names; `None` if it names none or several.
pub(in crate::read) fn named_in(text: &str) -> Option<u32> {
    only(all_in(text))
}

/// Returns all numbers of stars that the text names.
pub(in crate::read) fn all_in(text: &str) -> BTreeSet<u32> {
    all_numbers(text, &STAR_WORDS, true)
}

/// Returns the only one of these numbers.
fn only(mut numbers: BTreeSet<u32>) -> Option<u32> {
    numbers.pop_first().filter(|_| numbers.is_empty())
}

/// Returns true for the name of a setting, which is no name of a region.
pub(super) fn is_setting(name: &str) -> bool {
    let name = name.trim().to_lowercase();
    let others = ["rows", "cols", "columns", "width", "height", "k"];
    [&STAR_WORDS[..], &SIZE_WORDS[..], &others[..]]
        .iter()
        .any(|names| names.contains(&name.as_str()))
}

/// Returns the size that the text names; `None` if it names none or several.
pub(super) fn size_in(text: &str) -> Option<u32> {
    only(all_numbers(text, &SIZE_WORDS, false))
}

/// Returns true if a text names marks, as a key or a variable.
pub(super) fn names_marks(text: &str) -> bool {
    let mut parts = text.split([':', '=']);
    // What is behind the last sign is a value.
    parts.next_back();
    parts.any(|part| {
        let before = part.trim_end().trim_matches(['"', '\'']);
        let word = before.rsplit(|c: char| !c.is_alphabetic()).next();
        MARK_WORDS.contains(&word.unwrap_or_default())
    })
}

/// Returns the numbers beside one of these words.
fn all_numbers(text: &str, names: &[&str], may_precede: bool) -> BTreeSet<u32> {
    let words: Vec<String> = text
        .split(|c: char| c.is_whitespace() || "=:,;\"'(){}[]<>".contains(c))
        .filter(|word| !word.is_empty())
        .map(without_joints)
        .collect();
    let mut found = BTreeSet::new();
    if may_precede {
        found.extend(words.iter().filter_map(|word| number_of_stars(word)));
    }
    for (at, word) in words.iter().enumerate() {
        if !names.contains(&word.as_str()) {
            continue;
        }
        let before = at.checked_sub(1).filter(|_| may_precede);
        for place in [Some(at + 1), before].into_iter().flatten() {
            if let Some(Ok(number)) = words.get(place).map(|word| word.parse()) {
                found.insert(number);
                break;
            }
        }
    }
    found
}

/// A word in lower case, without `_` and `-`.
fn without_joints(word: &str) -> String {
    word.chars()
        .filter(|c| !matches!(c, '_' | '-'))
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the number in a word such as `2★`, `2*` and `2star` (of `2-star`).
fn number_of_stars(word: &str) -> Option<u32> {
    let signs = ["★", "☆", "*", "stars", "star"];
    signs
        .iter()
        .find_map(|sign| word.strip_suffix(sign)?.parse().ok())
}

/// Returns true if a board of this size can have so many stars in each row: no two touch.
pub(super) fn are_possible(stars: u32, size: usize) -> bool {
    stars > 0 && (stars == 1 || 4 * stars as usize <= size)
}

#[cfg(test)]
mod tests {
    use super::named_in;

    #[test]
    fn finds_the_number_of_stars() {
        for (text, stars) in [
            ("stars: 2", Some(2)),
            ("\"starsPerRegion\": 2,", Some(2)),
            ("int STAR_COUNT = 3;", Some(3)),
            ("10x10, 2 stars", Some(2)),
            ("1 star and 2 stars", None),
            ("a starry night", None),
            ("Star Battle 2★ 10x10", Some(2)),
            ("a 3-star puzzle", Some(3)),
            ("6x6 1*", Some(1)),
        ] {
            assert_eq!(named_in(text), stars, "{text}");
        }
    }
}
