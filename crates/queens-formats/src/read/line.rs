//! Text and CSV, one solution a line; and the words of a solution in any form.

use super::columns::TableColumns;
use super::form::FirstLine;
use super::input::{Input, text};
use super::{Flow, Numbering, SolutionLineError, SolutionSink, bad, side};
use control::clip;
use queens_model::placement::Placement;
use queens_model::problem::Size;
use queens_model::square::{Square, SquareNameError};

/// Reads text or CSV, with or without a header.
pub(super) fn read(
    first: &FirstLine,
    input: &mut Input<'_>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let mut lines = ListLines::default();
    if is_header(&first.text) {
        lines.header = Some((first.line, first.text.clone()));
    } else {
        lines.read_list(first.line, &first.text, sink)?;
    }
    let mut bytes = Vec::new();
    let end = loop {
        let line = input.line();
        match input.next_line(&mut bytes) {
            Ok(true) => lines.read_line(line, text(line, &bytes)?, sink)?,
            end => break end,
        }
    };
    // A limit may end the input while the next line is awaited: the lines above it count.
    lines.end_heads(sink)?;
    lines.end_items(sink)?;
    end?;
    lines.end(sink)
}

/// State between two lines.
#[derive(Default)]
struct ListLines {
    /// A line that may name the columns of a table.
    header: Option<(u64, String)>,
    /// The columns of a table with such a line.
    columns: Option<TableColumns>,
    /// Numbers that count up, held until the next line shows if they are the heads of a
    /// board.
    heads: Option<(u64, String)>,
    /// Number of solutions on the lines directly above.
    above: u32,
    /// Lines such as `- 1`: items of a list of YAML, or solutions of two rows.
    items: Vec<(u64, String)>,
    /// Number of `-` in the first of them.
    item_depth: Option<usize>,
    /// True if one of them shows that they are no solutions.
    is_yaml: bool,
}

impl ListLines {
    /// Reads a line after the first one.
    fn read_line(&mut self, line: u64, words: &str, sink: &mut SolutionSink<'_>) -> Flow {
        let words = words.trim();
        if words.is_empty() || is_comment(words) {
            self.above = 0;
            return Ok(());
        }
        if self.heads.is_some() {
            // Numbers of columns or of a board, if a drawn row is below them.
            if let Some(other) = self::words(words).find(|word| !is_place(word)) {
                return bad(line, SolutionLineError::Column(clip(other)));
            }
            self.end_heads(sink)?;
        }
        // Below the names of columns there are no squares.
        match self.header.take() {
            Some((line, squares)) if lists_squares(words) => {
                put_line(line, &squares, sink)?;
            }
            Some((_, names)) => self.columns = TableColumns::from_header(&names),
            None => {}
        }
        match self
            .columns
            .as_ref()
            .and_then(|columns| columns.solution(words))
        {
            Some(solution) => put(line, solution.into_iter(), sink),
            None => self.read_list(line, words, sink),
        }
    }

    /// Passes on the solution of a line, unless it may be the heads of a board. Several
    /// lists are above no heads.
    fn read_list(&mut self, line: u64, words: &str, sink: &mut SolutionSink<'_>) -> Flow {
        if let Some(item) = list_item(words).filter(|_| has_no_two_rows(sink)) {
            self.hold_item(line, words, &item)?;
            return if self.items.len() < MAX_ITEMS {
                Ok(())
            } else {
                self.end_items(sink)
            };
        }
        self.end_items(sink)?;
        if self.above < 2 && counts_up(words) {
            self.heads = Some((line, words.to_owned()));
            return Ok(());
        }
        self.above = self.above.saturating_add(1);
        put_line(line, words, sink)
    }

    /// Holds a line that may be an item of a list of YAML. It is one if a column beyond
    /// two rows shows it.
    fn hold_item(&mut self, line: u64, words: &str, item: &ListedNumber) -> Flow {
        self.items.push((line, words.to_owned()));
        let rows = item.depth as u32 + 1;
        let depth = *self.item_depth.get_or_insert(item.depth);
        self.is_yaml |= depth != item.depth || !(1..=rows).contains(&item.number);
        match &self.items[..] {
            [(first, words), _, ..] if self.is_yaml => {
                bad(*first, SolutionLineError::Column(clip(words)))
            }
            _ => Ok(()),
        }
    }

    /// Passes on lines that are no items of a list of YAML.
    fn end_items(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        (self.is_yaml, self.item_depth) = (false, None);
        std::mem::take(&mut self.items)
            .into_iter()
            .try_for_each(|(line, words)| put_line(line, &words, sink))
    }

    /// Passes on numbers that are no heads.
    fn end_heads(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        match self.heads.take() {
            Some((line, numbers)) => {
                self.above = self.above.saturating_add(1);
                put_line(line, &numbers, sink)
            }
            None => Ok(()),
        }
    }

    /// Passes on the only line if it names squares.
    fn end(self, sink: &mut SolutionSink<'_>) -> Flow {
        match self.header {
            // A table without rows has no names of squares of its board.
            Some((line, alone))
                if sink.size.is_some_and(|size| are_on_board(&alone, size)) =>
            {
                put_line(line, &alone, sink)
            }
            Some((line, alone)) if !alone.contains(',') => put_line(line, &alone, sink),
            // Words with commas, and nothing below them, are not a table.
            Some((line, alone)) if sink.size.is_none() => bad(
                line,
                SolutionLineError::Column(clip(words(&alone).next().unwrap_or_default())),
            ),
            _ => Ok(()),
        }
    }
}

/// Most lines that are held because they may be items of a list of YAML: a longer list
/// has a column beyond two rows among them.
const MAX_ITEMS: usize = 64;

/// An item of a list of YAML: `- 3`, or the first one of a list in a list: `- - 3`.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ListedNumber {
    pub(super) depth: usize,
    pub(super) number: u32,
}

/// Reads an item of a list of YAML.
pub(super) fn list_item(line: &str) -> Option<ListedNumber> {
    let mut words = line.split_whitespace();
    let number = words.next_back()?;
    let depth = words.clone().count();
    let is_item = (1..=2).contains(&depth) && words.all(|word| word == "-");
    let number = number.parse().ok().filter(|_| is_item)?;
    Some(ListedNumber { depth, number })
}

/// Returns true unless the board is known to have as many rows as a line has words.
fn has_no_two_rows(sink: &SolutionSink<'_>) -> bool {
    sink.size.is_none_or(|size| !(2..=3).contains(&size.rows))
}

/// Returns true for numbers that count up from 0 or 1.
fn counts_up(line: &str) -> bool {
    [0_u32, 1].into_iter().any(|first| {
        words(line)
            .zip(first..)
            .all(|(word, number)| word.parse() == Ok(number))
    })
}

/// Returns true for a column, for a row without a queen, and for a square.
fn is_place(word: &str) -> bool {
    word == "-"
        || word.bytes().all(|byte| byte.is_ascii_digit())
        || word.parse::<Square>().is_ok()
}

/// Returns true if the words of a line are names of squares.
fn lists_squares(line: &str) -> bool {
    words(line).all(|word| word.parse::<Square>().is_ok())
}

/// Returns true if the words of a line are squares of a board of `size`.
fn are_on_board(line: &str, size: Size) -> bool {
    words(line).all(|word| {
        word.parse().is_ok_and(|square: Square| {
            square.row < size.rows && square.column < size.columns
        })
    })
}

/// Returns true for a comment, and for a line such as `2 stars`, which stands above the
/// drawing of a puzzle and its solution.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim();
    let stars = line
        .strip_suffix(" stars")
        .is_some_and(|number| number.parse::<u32>().is_ok());
    // A vector of Lisp is none.
    let is_vector = line
        .strip_prefix("#(")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    stars || (line.starts_with('#') && !is_vector)
}

/// Returns the words of a line: between commas if there is one, or between semicolons,
/// else between blanks.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    let sign = [',', ';'].into_iter().find(|&sign| line.contains(sign));
    let split = move |c: char| sign.map_or_else(|| c.is_whitespace(), |sign| c == sign);
    line.split(split)
        .map(str::trim)
        .filter(move |word| sign.is_some() || !word.is_empty())
}

/// Returns true if a line names the columns of a table: words with commas between them,
/// none of which is a number. Names such as `r1,r2,r3` are squares too. They may be a
/// header if their letters are equal and their numbers consecutive, also with blanks
/// between them; the line below decides.
pub(super) fn is_header(line: &str) -> bool {
    if !words(line).all(|word| word.contains(char::is_alphabetic)) {
        return false;
    }
    if !line.contains(',') {
        return TableColumns::from_header(line)
            .is_some_and(|columns| columns.are_all_rows());
    }
    let squares: Option<Vec<Square>> =
        words(line).map(|word| word.parse().ok()).collect();
    squares.is_none_or(|squares| {
        squares.windows(2).all(|pair| {
            pair[0].column == pair[1].column && pair[0].row + 1 == pair[1].row
        })
    })
}

/// Splits columns of digits that are written together: n of them, at most 9, each from 1
/// to n; or at least four, all different, one of them 0, each from 0 to n - 1.
pub(super) fn digits_together(word: &str) -> Option<impl Iterator<Item = &str>> {
    let rows = word.len();
    let digits = word.bytes().map(|b| usize::from(b.wrapping_sub(b'0')));
    let from_one = rows <= 9 && digits.clone().all(|digit| (1..=rows).contains(&digit));

    let from_zero = (4..=10).contains(&rows)
        && (0..rows).all(|column| digits.clone().any(|digit| digit == column));
    (from_one || from_zero).then(|| word.split("").filter(|digit| !digit.is_empty()))
}

/// Passes on the solution of a line.
fn put_line(line: u64, words_of_line: &str, sink: &mut SolutionSink<'_>) -> Flow {
    let word = words_of_line.trim();
    let is_number = word.len() > 1 && word.bytes().all(|b| b.is_ascii_digit());
    if is_number && sink.size.is_none_or(|size| size.rows != 1) {
        return match digits_together(word) {
            Some(digits) => put(line, digits, sink),
            None => bad(line, SolutionLineError::Digits(clip(word))),
        };
    }
    put(line, words(words_of_line), sink)
}

/// Passes on the solution in `words`: a column or `-` for each row, or squares.
pub(super) fn put<'t>(
    line: u64,
    words: impl Iterator<Item = &'t str>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let mut words = words.peekable();
    let by_square = words.peek().is_some_and(|word| {
        word.contains(':') || word.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    if by_square {
        let words: Vec<&str> = words.collect();
        let squares = match named_squares(&words) {
            Ok(squares) => squares,
            Err(error) => return bad(line, SolutionLineError::Square(error)),
        };
        let side = whole_side(&squares).filter(|_| sink.size.is_none() && sink.is_list);
        let size = side.map(|side| (side, side));
        return sink.put(line, size, Placement::new(squares), None);
    }
    let mut queens = Vec::new();
    let mut rows = 0;
    for word in words {
        if word != "-" {
            queens.push(Square::new(rows, read_column(line, word)?));
        }
        rows += 1;
    }
    let found = u64::from(rows);
    let size = match sink.size {
        Some(size) if size.rows != rows => {
            return bad(
                line,
                SolutionLineError::Rows {
                    found,
                    expected: size.rows,
                },
            );
        }
        Some(_) => None,
        None => Some((found, found)),
    };
    sink.put(
        line,
        size,
        Placement::new(queens),
        Some(Numbering::COLUMNS_FROM_ONE),
    )
}

/// Fewest queens whose squares alone show the size of the board.
const MIN_WHOLE: usize = 4;

/// Reads the names of squares. The letter of the piece may be before them, as in `Qb1
/// Qd2`, and squares of a whole board may be written together: `b1d2a3c4`.
pub(super) fn named_squares(words: &[&str]) -> Result<Vec<Square>, SquareNameError> {
    if let Some(squares) = words.iter().map(|word| queen_on_square(word)).collect() {
        return Ok(squares);
    }
    let together = match words {
        [word] => squares_together(word),
        _ => None,
    };
    match together {
        Some(squares) => Ok(squares),
        None => words.iter().map(|word| word.parse()).collect(),
    }
}

/// Reads a square with the letter of the piece: `Qb1`.
fn queen_on_square(word: &str) -> Option<Square> {
    let square = word.strip_prefix('Q')?;
    // `QB1` is a square of a column far to the right.
    let is_lower = square.starts_with(|c: char| c.is_ascii_lowercase());
    square.parse().ok().filter(|_| is_lower)
}

/// Splits the names of the squares of a whole board, as in `b1d2a3c4`.
pub(super) fn squares_together(word: &str) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| c.is_ascii_digit())?;
        let (_, digits) = rest.split_at_checked(letters)?;
        let (number, behind) = control::split_before(digits, |c| !c.is_ascii_digit());
        let name = rest.get(..letters + number.len())?;
        squares.push(name.parse().ok()?);
        rest = behind;
    }
    whole_side(&squares).map(|_| squares)
}

/// Returns the side of a square board that has one of these queens in each row and each
/// column; `None` if there are few of them.
pub(super) fn whole_side(squares: &[Square]) -> Option<u64> {
    let side = squares.len() as u32;
    let mut rows: Vec<u32> = squares.iter().map(|square| square.row).collect();
    let mut columns: Vec<u32> = squares.iter().map(|square| square.column).collect();
    rows.sort_unstable();
    columns.sort_unstable();
    let is_whole = rows.into_iter().eq(0..side) && columns.into_iter().eq(0..side);
    (squares.len() >= MIN_WHOLE && is_whole).then_some(side.into())
}

/// Reads a column, from 1. A 0 is a column beyond every board: the solution is wrong
/// unless columns count from 0.
fn read_column(line: u64, word: &str) -> Flow<u32> {
    let number = if word.bytes().all(|b| b.is_ascii_digit()) {
        word.parse::<u64>().ok()
    } else {
        None
    };
    match number {
        Some(value) => Ok(side(line, value)?.wrapping_sub(1)),
        None => bad(line, SolutionLineError::Column(clip(word))),
    }
}
