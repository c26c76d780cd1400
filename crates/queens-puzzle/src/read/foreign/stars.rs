//! The number of stars that a text names.

use std::collections::BTreeSet;

/// Words before or behind the number.
const STAR_WORDS: [&str; 5] =
    ["stars", "star", "starcount", "starsperregion", "numstars"];

/// Words before the size of a board.
const SIZE_WORDS: [&str; 4] = ["size", "n", "gridsize", "boardsize"];

/// Words before lists of marks.
const MARK_WORDS: [&str; 6] =
    ["queens", "crosses", "given", "givens", "blocked", "marks"];

/// Returns the number of stars that the text names; `None` if it names none or several.
pub(super) fn named_in(text: &str) -> Option<u32> {
    only_number(text, &STAR_WORDS, true)
}

/// Returns the size that the text names; `None` if it names none or several.
pub(super) fn size_in(text: &str) -> Option<u32> {
    only_number(text, &SIZE_WORDS, false)
}

/// Returns true if a text names marks, as a key or a variable.
pub(super) fn names_marks(text: &str) -> bool {
    let is_key = |part: &str| {
        MARK_WORDS.contains(
            &part
                .trim_end()
                .trim_matches(['"', '\''])
                .rsplit(|c: char| !c.is_alphabetic())
                .next()
                .unwrap_or_default(),
        )
    };
    let mut keys: Vec<&str> = text.split([':', '=']).collect();
    keys.pop();
    keys.into_iter().any(is_key)
}

/// Returns the only number beside one of these words.
fn only_number(text: &str, names: &[&str], may_precede: bool) -> Option<u32> {
    let is_joint = |c: char| c.is_whitespace() || "=:,;\"'(){}[]<>".contains(c);
    let words: Vec<String> = text
        .split(is_joint)
        .filter(|word| !word.is_empty())
        .map(|word| {
            word.chars()
                .filter(|c| !matches!(c, '_' | '-'))
                .flat_map(char::to_lowercase)
                .collect()
        })
        .collect();
    let number = |at: Option<usize>| words.get(at?)?.parse::<u32>().ok();
    let mut found = BTreeSet::new();
    for at in (0..words.len()).filter(|&at| names.contains(&words[at].as_str())) {
        let before = at.checked_sub(1).filter(|_| may_precede);
        found.extend(number(Some(at + 1)).or_else(|| number(before)));
    }
    found.pop_first().filter(|_| found.is_empty())
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
        ] {
            assert_eq!(named_in(text), stars, "{text}");
        }
    }
}
