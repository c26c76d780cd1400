//! Ways to cut a line of a grid into cells.

/// Words between blanks.
pub(super) fn raw_words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

/// Words without brackets, quotation marks, commas, and the bullet of a list.
pub(super) fn plain_words(line: &str) -> Vec<String> {
    without_bullet(line)
        .split(|c: char| c.is_whitespace() || "[](){},;|\"'`".contains(c))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Words behind the number of a row: `1 A A B B`, `[1,] A A B B`.
pub(super) fn numbered_words(line: &str) -> Vec<String> {
    let mut words = plain_words(line);
    let is_number = words
        .first()
        .is_some_and(|word| word.parse::<u32>().is_ok());
    if is_number {
        words.split_off(1)
    } else {
        Vec::new()
    }
}

/// Returns true if the numbers of rows that [`numbered_words`] drops count up from 0 or 1.
pub(super) fn count_up(lines: &[&str]) -> bool {
    let mut expected: Option<u32> = None;
    for line in lines {
        let words = plain_words(line);
        let Some(Ok(number)) = words.first().map(|word| word.parse::<u32>()) else {
            return false;
        };
        if expected.map_or(number >= 2, |expected| number != expected) {
            return false;
        }
        expected = Some(number + 1);
    }
    expected.is_some()
}

/// Characters of the words.
pub(super) fn characters(line: &str) -> Vec<String> {
    plain_words(line)
        .iter()
        .flat_map(|word| word.chars().map(String::from))
        .collect()
}

/// All signs of a line without blanks, which are no letters or digits.
pub(super) fn raw_characters(line: &str) -> Vec<String> {
    let line = line.trim();
    if !line.contains(|c: char| c.is_alphanumeric() || c.is_whitespace()) {
        line.chars().map(String::from).collect()
    } else {
        Vec::new()
    }
}

fn without_bullet(line: &str) -> &str {
    let line = line.trim();
    ["- ", "* ", "+ "]
        .iter()
        .find_map(|bullet| line.strip_prefix(bullet))
        .unwrap_or(line)
}
