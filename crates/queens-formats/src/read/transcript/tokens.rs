//! The words of a line of output, and the innermost lists in it, whatever the brackets,
//! separators and quotation marks.
//!
//! ```text
//! Solution 1: {2, 4, 1, 3}     label "Solution 1:", list 2 4 1 3
//! [1,]    0    1    0    0     label "[1,]", words 0 1 0 0
//! listOf('.', 'Q')             list . Q
//! ```

use super::super::relaxed::STRING_PREFIXES;

/// An innermost pair of brackets.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineList {
    pub(super) words: Vec<String>,
    /// Number of the bracket around it, or 0 if there is none: lists side by side in one
    /// bracket share it.
    pub(super) parent: usize,
}

/// A line cut into words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineWords {
    /// Words outside of lists that end with a sign such as `:` or `=`, or precede such a
    /// word.
    pub(super) label: Vec<String>,
    /// The other words outside of lists.
    pub(super) words: Vec<String>,
    pub(super) lists: Vec<LineList>,
    /// True if a list does not end in this line.
    pub(super) is_open: bool,
    /// True if a comma or semicolon stands where a word should.
    pub(super) has_gap: bool,
    /// Number of elements of each array whose bounds are named.
    lengths: Vec<usize>,
    /// True if an array of MiniZinc has other bounds than elements.
    has_other_bounds: bool,
}

impl LineWords {
    /// Returns true unless an array has bounds for more or fewer elements than there are.
    pub(super) fn has_right_lengths(&self) -> bool {
        let Some(&length) = self.lengths.first() else {
            return !self.has_other_bounds;
        };
        let are_pairs = self.lists.iter().all(|list| list.words.len() == 2);
        let are_lists = self.lists.iter().all(|list| list.words.len() == length);
        self.lengths.iter().all(|&other| other == length)
            && match are_pairs {
                true => self.lists.len() == length * self.lengths.len(),
                false => are_lists && self.lists.len() == self.lengths.len(),
            }
    }
}

/// Functions of Haskell with the bounds of an array before its elements.
const ARRAYS: [&str; 4] = ["array", "listArray", "Array", "UArray"];

/// Words that stand for a row without a queen.
const EMPTY_WORDS: [&str; 7] = ["-", "None", "null", "nil", "NA", "NULL", "Nothing"];

/// Returns true for a word that stands for a row without a queen.
pub(super) fn is_empty_word(word: &str) -> bool {
    EMPTY_WORDS.contains(&word)
}

/// Returns the number that a word is, also as `2.0`, `2L` and `np.int64(2)` leave it.
pub(super) fn number(word: &str) -> Option<u32> {
    let word = word.strip_suffix('L').unwrap_or(word);
    let whole = match word.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|digit| digit == b'0') => whole,
        Some(_) => return None,
        None => word,
    };
    let is_digits = !whole.is_empty() && whole.bytes().all(|byte| byte.is_ascii_digit());
    whole.parse().ok().filter(|_| is_digits)
}

/// Returns the signs of a word, without what selects the form of an emoji.
pub(super) fn signs(word: &str) -> impl Iterator<Item = char> {
    word.chars()
        .filter(|&c| !('\u{fe00}'..='\u{fe0f}').contains(&c) && c != '\u{200d}')
}

/// Returns true for a word of a sentence: two letters in a row, and too many of them or
/// small ones for the signs of a board.
pub(super) fn is_sentence_word(word: &str) -> bool {
    let letters: Vec<char> = word.chars().filter(|c| c.is_alphabetic()).collect();
    let has_two = word
        .chars()
        .zip(word.chars().skip(1))
        .any(|(a, b)| a.is_alphabetic() && b.is_alphabetic());
    let is_small = |c: &char| c.is_lowercase() && !SMALL_SIGNS.contains(c);
    has_two && (distinct(&letters) > 2 || letters.iter().any(is_small))
}

/// Small letters that are signs of squares.
const SMALL_SIGNS: [char; 4] = ['q', 'x', 'o', 'e'];

/// Returns the number of different signs.
pub(super) fn distinct(signs: &[char]) -> usize {
    let mut signs = signs.to_vec();
    signs.sort_unstable();
    signs.dedup();
    signs.len()
}

/// Returns the number of elements of an array with these bounds, from 0 or from 1.
fn bounded_length(words: &[String]) -> Option<usize> {
    let [first, last] = words else {
        return None;
    };
    let (first, last) = (number(first)?, number(last)?);
    let length = (last.checked_add(1)?).checked_sub(first)?;
    (first <= 1).then_some(length as usize)
}

/// Returns the number of elements between the bounds of MiniZinc: 4 for `0..3`.
fn range_length(word: &str) -> Option<usize> {
    let (first, last) = word.split_once("..")?;
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    last.checked_add(1)?.checked_sub(first)
}

/// A bracket that is open.
#[derive(Default)]
struct OpenBracket {
    number: usize,
    words: Vec<String>,
    /// True if it holds another bracket.
    is_outer: bool,
    /// True after a comma, or at its beginning.
    awaits_word: bool,
    /// Number of words before each semicolon.
    rows: Vec<usize>,
    /// True if a colon is between its words.
    is_joined: bool,
    /// True if it may hold the bounds of an array.
    has_bounds: bool,
    /// True for `[|`, in which bars end rows.
    is_barred: bool,
}

impl OpenBracket {
    /// Splits the words at semicolons, if all rows have as many of them and more than
    /// one: `[2 4 1 3; 3 1 4 2]`.
    fn split(&self) -> Vec<Vec<String>> {
        let mut ends = self.rows.clone();
        ends.retain(|&end| end > 0);
        ends.push(self.words.len());
        ends.dedup();
        let starts = std::iter::once(0).chain(ends.iter().copied());
        let rows: Vec<Vec<String>> = starts
            .zip(&ends)
            .map(|(start, &end)| self.words[start..end].to_vec())
            .collect();
        let are_rows = rows.len() > 1
            && rows
                .iter()
                .all(|row| row.len() > 1 && row.len() == rows[0].len());
        if are_rows {
            rows
        } else {
            vec![self.words.clone()]
        }
    }

    /// Splits the elements of an array of MiniZinc into its rows, if the bounds before
    /// them are those of rows and columns. `None` if they are those of another array.
    fn split_by(&self, around: Option<&OpenBracket>) -> Option<Vec<Vec<String>>> {
        let words = around.map_or(&[][..], |around| &around.words);
        let bounds: Option<Vec<usize>> =
            words.iter().map(|word| range_length(word)).collect();
        let length = self.words.len();
        match bounds.as_deref() {
            Some(&[rows, columns]) if rows.checked_mul(columns) == Some(length) => {
                Some(self.words.chunks(columns).map(<[String]>::to_vec).collect())
            }
            Some(&[rows]) if rows == length => Some(vec![self.words.clone()]),
            Some([] | [_, _, _, ..]) | None => Some(self.split()),
            Some(_) => None,
        }
    }
}

/// Words between the numbers of a list.
const ARROWS: [&str; 4] = ["->", "-->", "→", "⇒"];

/// Cuts a line into its words and lists.
pub(super) fn cut(line: &str) -> LineWords {
    let mut cutter = LineCutter::default();
    let mut rest = line.chars().peekable();
    let mut word = String::new();
    while let Some(c) = rest.next() {
        let is_begin = word.is_empty() || STRING_PREFIXES.contains(&word.as_str());
        let is_quote = matches!(c, '"' | '\'' | '`') && is_begin;
        if is_quote && rest.clone().any(|other| other == c) {
            word.clear();
            let quoted: String = rest.by_ref().take_while(|&other| other != c).collect();
            quoted
                .split_whitespace()
                .for_each(|word| cutter.word(word.to_owned()));
            continue;
        }
        match c {
            '(' | '[' | '{' => {
                cutter.open(std::mem::take(&mut word));
                if c == '[' && rest.next_if_eq(&'|').is_some() {
                    cutter.bar();
                }
            }
            '|' if cutter.is_barred() => {
                cutter.word(std::mem::take(&mut word));
                cutter.end_row();
            }
            ')' | ']' | '}' => {
                cutter.word(std::mem::take(&mut word));
                cutter.close(c);
            }
            ',' | ';' => {
                cutter.word(std::mem::take(&mut word));
                cutter.comma();
                if c == ';' {
                    cutter.end_row();
                }
            }
            ':' | '=' => {
                // The sign of `1 => 2`.
                rest.next_if_eq(&'>');
                cutter.word(std::mem::take(&mut word));
                cutter.join();
            }
            '|' | '│' | '┃' | '║' => cutter.word(std::mem::take(&mut word)),
            c if c.is_whitespace() => cutter.word(std::mem::take(&mut word)),
            c => word.push(c),
        }
    }
    cutter.word(word);
    cutter.end()
}

/// State of the cut.
#[derive(Default)]
struct LineCutter {
    line: LineWords,
    open: Vec<OpenBracket>,
    brackets: usize,
}

impl LineCutter {
    fn word(&mut self, word: String) {
        if word.is_empty() || ARROWS.contains(&word.as_str()) {
            return;
        }
        match self.open.last_mut() {
            Some(open) => {
                open.words.push(word);
                open.awaits_word = false;
            }
            None => self.line.words.push(word),
        }
    }

    /// Opens a bracket; the name of a call before it, such as `listOf(`, means nothing.
    fn open(&mut self, name: String) {
        let is_name = name
            .chars()
            .next()
            .is_some_and(|c| c.is_alphabetic() || "_&#'".contains(c));
        if !is_name {
            self.word(name);
        }
        let words = match self.open.last_mut() {
            Some(around) => {
                around.awaits_word = false;
                &around.words
            }
            None => &self.line.words,
        };
        let has_bounds = words
            .last()
            .is_some_and(|word| ARRAYS.contains(&word.as_str()));
        self.brackets += 1;
        self.open.push(OpenBracket {
            number: self.brackets,
            awaits_word: true,
            has_bounds,
            ..OpenBracket::default()
        });
    }

    /// Closes a bracket. A parenthesis that was never opened ends a label, as in `1) 2 4
    /// 1 3`.
    fn close(&mut self, sign: char) {
        let Some(mut closed) = self.open.pop() else {
            if sign == ')' {
                self.end_label();
            }
            return;
        };
        if closed.has_bounds
            && let Some(length) = bounded_length(&closed.words)
        {
            self.line.lengths.push(length);
            // The name of the array stands before its bounds.
            match self.open.last_mut() {
                Some(around) => around.words.pop(),
                None => self.line.words.pop(),
            };
            return;
        }
        let is_list = closed.is_outer || closed.words.len() > 1;
        if let Some(around) = self.open.last_mut().filter(|_| is_list) {
            around.is_outer = true;
        }
        match (closed.is_outer, &mut closed.words[..]) {
            (true, _) | (_, []) => {}
            // `[1,]`, `[,1]` and `[1]` at the top: a number alone is no list.
            (_, [word]) if self.open.is_empty() => {
                self.line.label.push(std::mem::take(word));
            }
            // `[10:00:01]` and `[1:4]`
            _ if closed.is_joined && self.open.is_empty() => {
                self.line.label.append(&mut closed.words);
            }
            // `np.int64(2)`
            (_, [word]) => self.word(std::mem::take(word)),
            _ => self.end_list(&closed),
        }
    }

    /// Adds the lists of a bracket.
    fn end_list(&mut self, closed: &OpenBracket) {
        self.line.has_gap |= closed.is_joined;
        let Some(rows) = closed.split_by(self.open.last()) else {
            self.line.has_other_bounds = true;
            return;
        };
        let around = self.open.last().map_or(0, |around| around.number);
        let parent = if rows.len() > 1 {
            closed.number
        } else {
            around
        };
        self.line
            .lists
            .extend(rows.into_iter().map(|words| LineList { words, parent }));
    }

    fn comma(&mut self) {
        if let Some(open) = self.open.last_mut() {
            let is_first = open.words.is_empty() && !open.is_outer;
            self.line.has_gap |= open.awaits_word && !is_first;
            open.awaits_word = true;
        }
    }

    /// Makes bars end the rows of the bracket that was opened.
    fn bar(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.is_barred = true;
        }
    }

    fn is_barred(&self) -> bool {
        self.open.last().is_some_and(|open| open.is_barred)
    }

    /// Ends a row of a bracket.
    fn end_row(&mut self) {
        if let Some(open) = self.open.last_mut() {
            open.rows.push(open.words.len());
        }
    }

    /// Ends a label, or joins the words of a bracket.
    fn join(&mut self) {
        match self.open.last_mut() {
            Some(open) => {
                open.is_joined |=
                    open.words.last().is_some_and(|word| number(word).is_some());
            }
            None => self.end_label(),
        }
    }

    fn end_label(&mut self) {
        self.line.label.append(&mut self.line.words);
    }

    fn end(mut self) -> LineWords {
        if let Some(open) = self
            .open
            .pop()
            .filter(|open| !open.is_outer && open.words.len() > 1)
        {
            let rows = open.split();
            // The next line is another row: `[2 4 1 3;`.
            let is_row = open.rows.last() == Some(&open.words.len())
                && (rows.len() > 1 || open.rows.len() == 1);
            self.line.is_open = !is_row;
            self.line
                .lists
                .extend(rows.into_iter().map(|words| LineList { words, parent: 0 }));
        }
        self.line
    }
}

#[cfg(test)]
mod tests {
    use super::{cut, number};

    /// The label, the words outside of lists, and the lists, as text.
    fn parts(line: &str) -> (String, String, Vec<String>) {
        let cut = cut(line);
        (
            cut.label.join(" "),
            cut.words.join(" "),
            cut.lists.iter().map(|list| list.words.join(" ")).collect(),
        )
    }

    #[test]
    fn cuts_lines_of_many_languages() {
        for (line, label, words, lists) in [
            (
                "Solution 1: {2, 4, 1, 3}",
                "Solution 1",
                "",
                vec!["2 4 1 3"],
            ),
            ("[1,]    0    1    0    0", "1", "0 1 0 0", vec![]),
            ("     [,1] [,2]", "1 2", "", vec![]),
            ("[1] 2 4 1 3", "1", "2 4 1 3", vec![]),
            ("((2 4 1 3) (3 1 4 2))", "", "", vec!["2 4 1 3", "3 1 4 2"]),
            (
                "Arrays.asList(asList(2, 4), asList('.', 'Q'))",
                "",
                "",
                vec!["2 4", ". Q"],
            ),
            (
                "val q = listOf(np.int64(2), np.int64(4))",
                "val q",
                "",
                vec!["2 4"],
            ),
            ("| . | Q | don't", "", ". Q don't", vec![]),
            (
                "s = [2 4 1 3; 3 1 4 2]",
                "s",
                "",
                vec!["2 4 1 3", "3 1 4 2"],
            ),
            ("[2; 4; 1; 3]", "", "", vec!["2 4 1 3"]),
            (
                "[10:00:01] num [1:4] 2 4 1 3",
                "10 00 01 1 4",
                "num 2 4 1 3",
                vec![],
            ),
            ("1: 2 -> 4 -> 1 -> 3", "1", "2 4 1 3", vec![]),
            ("#(2 4 1 3)", "", "", vec!["2 4 1 3"]),
            ("3 1 4 2];", "", "3 1 4 2", vec![]),
        ] {
            let expected = (
                label.to_owned(),
                words.to_owned(),
                lists.into_iter().map(str::to_owned).collect(),
            );
            assert_eq!(parts(line), expected, "{line}");
        }
        assert!(
            cut("[2, 4, 1").is_open && cut("[2,,4]").has_gap && !cut("[2, 4,]").has_gap
        );
    }

    #[test]
    fn knows_numbers() {
        for (word, value) in [
            ("12", Some(12)),
            ("2.0", Some(2)),
            ("2.", Some(2)),
            ("3L", Some(3)),
            ("2.5", None),
            ("-1", None),
            (".", None),
        ] {
            assert_eq!(number(word), value, "{word}");
        }
    }
}
