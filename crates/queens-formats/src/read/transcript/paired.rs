//! A line of rows and columns in turn, whatever the words and signs around them.
//!
//! ```text
//! x1 = 2, x2 = 4, x3 = 1, x4 = 3
//! map[0:1 1:3 2:0 3:2]
//! [Queen { row: 0, col: 1 }, Queen { row: 1, col: 3 }, ...]
//! queen(1,2) queen(2,4) queen(3,1) queen(4,3)
//! ```

use super::super::values::{COLUMN_KEYS, ROW_KEYS};

/// Fewest pairs that are known by their order alone.
const MIN_PAIRS: usize = 4;

/// Returns the rows and columns of a line that names the rows in order, from 0 or from 1,
/// each with a column of the board.
pub(super) fn pairs(line: &str) -> Option<Vec<[u32; 2]>> {
    let parts = NumberParts::from_line(line)?;
    // The first number may count the solutions; the pairs follow it.
    parts.pairs_from(0).or_else(|| parts.pairs_from(1))
}

/// The numbers of a line, and the text before each.
struct NumberParts<'t> {
    numbers: Vec<u32>,
    before: Vec<&'t str>,
}

impl<'t> NumberParts<'t> {
    /// `None` unless there are enough whole numbers, none of which is a part of a longer
    /// one such as `0.5`.
    fn from_line(line: &'t str) -> Option<Self> {
        let (mut numbers, mut before) = (Vec::new(), Vec::new());
        let mut rest = line;
        while !rest.is_empty() {
            let (words, digits) = control::split_before(rest, |c| c.is_ascii_digit());
            let (number, behind) = control::split_before(digits, |c| !c.is_ascii_digit());
            if number.is_empty() {
                break;
            }
            if words == "." {
                return None;
            }
            numbers.push(number.parse().ok()?);
            before.push(words.trim());
            rest = behind;
        }
        (numbers.len() >= 2 * MIN_PAIRS).then_some(NumberParts { numbers, before })
    }

    /// Reads pairs from this number on. The words within all pairs are the same, and
    /// other ones are the same between all pairs.
    fn pairs_from(&self, first: usize) -> Option<Vec<[u32; 2]>> {
        let (numbers, before) = (&self.numbers[first..], &self.before[first..]);
        let (within, between) = (before[1], before[2]);
        let are_alike = before[1..].chunks(2).all(|pair| {
            pair[0] == within && pair.get(1).is_none_or(|&next| next == between)
        });
        if !numbers.len().is_multiple_of(2) || within == between || !are_alike {
            return None;
        }
        let mut pairs: Vec<[u32; 2]> =
            numbers.chunks(2).map(|pair| [pair[0], pair[1]]).collect();
        if names(between, &COLUMN_KEYS) && names(within, &ROW_KEYS) {
            pairs.iter_mut().for_each(|pair| pair.reverse());
            pairs.sort_unstable();
        }
        // A map in braces names its rows, whatever their order.
        if before[0].ends_with('{') && within == ":" {
            pairs.sort_unstable();
        }
        are_rows_in_order(&pairs).then_some(pairs)
    }
}

/// Returns two numbers of a line as row and column, if the words before them name them the
/// other way round.
pub(super) fn in_order(line: &str, [first, second]: [u32; 2]) -> [u32; 2] {
    let parts: Vec<&str> = line.split(|c: char| c.is_ascii_digit()).collect();
    let words: Vec<&&str> = parts.iter().filter(|part| !part.is_empty()).collect();
    match words[..] {
        [before, between, ..]
            if names(before, &COLUMN_KEYS) && names(between, &ROW_KEYS) =>
        {
            [second, first]
        }
        _ => [first, second],
    }
}

/// Returns true if the last word before a number is one of these names.
fn names(words: &str, known: &[&str]) -> bool {
    let last = words
        .rsplit(|c: char| !c.is_alphabetic())
        .find(|word| !word.is_empty());
    last.is_some_and(|word| known.contains(&word.to_lowercase().as_str()))
}

/// Returns true for rows in order, with columns of the board that are not all the same,
/// as in `1/4 2/4 3/4 4/4`.
fn are_rows_in_order(pairs: &[[u32; 2]]) -> bool {
    let size = pairs.len() as u32;
    let has_columns = pairs.iter().any(|pair| pair[1] != pairs[0][1]);
    has_columns
        && [0, 1].into_iter().any(|first| {
            pairs.iter().zip(first..).all(|(&[row, column], expected)| {
                row == expected && (first..first + size).contains(&column)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::pairs;

    #[test]
    fn finds_rows_and_columns_in_turn() {
        let from_zero = Some(vec![[0, 1], [1, 3], [2, 0], [3, 2]]);
        let from_one = Some(vec![[1, 2], [2, 4], [3, 1], [4, 3]]);
        for (line, expected) in [
            ("x1 = 2, x2 = 4, x3 = 1, x4 = 3", &from_one),
            ("x[1]=2 x[2]=4 x[3]=1 x[4]=3", &from_one),
            ("queen(1,2) queen(2,4) queen(3,1) queen(4,3)", &from_one),
            ("Solution 7: (1,2) (2,4) (3,1) (4,3)", &from_one),
            ("((1 . 2) (2 . 4) (3 . 1) (4 . 3))", &from_one),
            ("map[0:1 1:3 2:0 3:2]", &from_zero),
            ("{0=>1, 1=>3, 2=>0, 3=>2}", &from_zero),
            (
                "[Queen { row: 0, col: 1 }, Queen { row: 1, col: 3 }, Queen { row: 2, col: 0 }, Queen { row: 3, col: 2 }]",
                &from_zero,
            ),
            (
                "[Q { x: 1, y: 0 }, Q { x: 3, y: 1 }, Q { x: 0, y: 2 }, Q { x: 2, y: 3 }]",
                &from_zero,
            ),
            // Lists of columns, times, and rows that are not in order.
            ("1 3 2 4 3 1 4 2", &None),
            ("1.2 2.4 3.1 4.3", &None),
            ("1/4 2/4 3/4 4/4", &None),
            ("(2,4) (1,2) (3,1) (4,3)", &None),
            ("(1,2) (2,4) (3,1) (4,9)", &None),
        ] {
            assert_eq!(&pairs(line), expected, "{line}");
        }
    }
}
