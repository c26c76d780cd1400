//! The shape of a line of output: a row of a board, lists of columns or squares, or words
//! around them.

use super::super::form::is_number_ruler;
use super::super::line::{
    ListedNumber, digits_together, list_item, named_squares, squares_together,
};
use super::super::table;
use super::fields::{QueenField, field};
use super::tokens::{
    LineList, LineWords, cut, distinct, is_empty_word, is_sentence_word, number, signs,
};
use super::{boards, latex, letters, paired, square_map};
use queens_model::square::Square;

/// Fewest digits of a permutation that are written together.
const MIN_PERMUTATION: usize = 4;

/// Fewest letters of a row of a board of another size.
const MIN_SIGNS: usize = 3;

/// Fewest equal signs of a line between solutions.
const MIN_RULER: usize = 3;

/// A row of a board.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct SignRow {
    pub(super) signs: Vec<char>,
    /// Number of the board in its line.
    pub(super) board: usize,
    /// Number beside the row.
    pub(super) number: Option<u32>,
    /// True if the row is one word, with nothing between its signs.
    pub(super) is_word: bool,
}

/// Numbers that may be the columns of a solution; `None` for a row without a queen.
pub(super) type NumberRow = Vec<Option<u32>>;

/// Shape of a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum LineShape {
    Blank,
    /// Brackets and separators alone.
    Punctuation,
    /// The beginning or the end of a board.
    Edge,
    /// One sign many times.
    Ruler(char),
    Rows(Vec<SignRow>),
    Lists(Vec<NumberRow>),
    /// A list that continues in the next line.
    OpenList(NumberRow),
    /// Numbers that count up from 0 or 1: a list, or the heads of the columns of a board.
    Heads(NumberRow),
    /// Row and column of queens, a list for each solution.
    Pairs(Vec<Vec<[u32; 2]>>),
    Squares(Vec<Square>),
    /// A number and nothing else.
    Number(u32),
    Fen(u32, Vec<Square>),
    Words,
    /// Words with two numbers, such as `row 1: column 2`: one queen, if other lines say
    /// the same of the other rows.
    WordPair([u32; 2]),
    /// An item of a list of YAML.
    Item(ListedNumber),
    /// The row or the column of a queen.
    Field(QueenField),
    /// Letters that may be the columns of a solution, or a row of a board.
    Letters(Vec<Square>),
    /// Looks like a solution, but is none.
    Broken,
    /// The same, for this reason.
    Refused(&'static str),
}

/// A line as read.
#[derive(Debug)]
pub(super) struct ShapedLine {
    pub(super) shape: LineShape,
    /// Words around the solution, with `#` for each number.
    pub(super) label: String,
}

/// Finds the shape of a line. `rows` is the number of rows of the board, if it is known.
pub(super) fn shape(line: &str, rows: Option<u32>) -> ShapedLine {
    let line = line.trim().trim_start_matches(['>', '$', '•']).trim();
    let line = row_of_yaml(line).unwrap_or(line);
    let mut cut = cut(line);
    take_list_number(&mut cut);
    let label = template(&cut);
    let shape = match early_shape(line, rows) {
        Some(shape) => shape,
        None if cut.has_gap => LineShape::Broken,
        None if !cut.has_right_lengths() => LineShape::Refused(
            "the bounds of this array do not have as many elements as the list: write both for the whole board",
        ),
        None if cut.lists.is_empty() => shape_of_words(line, &cut, rows),
        None => shape_of_lists(&cut),
    };
    let shape = match (shape, &numbers_in(line)[..]) {
        (LineShape::Words, &[first, second]) => {
            LineShape::WordPair(paired::in_order(line, [first, second]))
        }
        (shape, _) => shape,
    };
    ShapedLine { shape, label }
}

/// Returns the row of a board that is an item of a list of YAML: `- .Q..`, `- "Q..."`.
fn row_of_yaml(line: &str) -> Option<&str> {
    let row = line.strip_prefix("- ")?.trim().trim_matches(['"', '\'']);
    let is_word = !row.contains(char::is_whitespace) && row.chars().count() >= MIN_SIGNS;
    let is_list = row.contains(|c: char| c.is_ascii_digit() || "[](){},:=".contains(c));
    (is_word && !is_list).then_some(row)
}

/// Returns all whole numbers of a line of words.
fn numbers_in(line: &str) -> Vec<u32> {
    let numbers = line
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    numbers.map_while(|digits| digits.parse().ok()).collect()
}

/// Moves the `1.` of `1. 2 4 1 3` to the label.
fn take_list_number(cut: &mut LineWords) {
    let [first, others @ ..] = &cut.words[..] else {
        return;
    };
    // If others are numbered too, the numbers are columns: `2. 4. 1. 3.`.
    if others.len() > 1
        && is_list_number(first)
        && !others.iter().any(|word| is_list_number(word))
    {
        cut.label.push(cut.words.remove(0));
    }
}

/// Returns true for `1.`.
fn is_list_number(word: &str) -> bool {
    word.ends_with('.') && number(word).is_some()
}

/// Returns the words around a solution, with `#` for each number: lines of solutions
/// share them.
fn template(cut: &LineWords) -> String {
    let is_labelled = !cut.label.is_empty();
    let words = cut.label.iter().chain(
        cut.words
            .iter()
            .filter(|word| !is_labelled && is_sentence_word(word)),
    );
    let words =
        words
            .map(|word| word.trim_start_matches('#'))
            .map(|word| match number(word) {
                Some(_) => "#".to_owned(),
                None => word.to_lowercase(),
            });
    words.collect::<Vec<_>>().join(" ")
}

/// Shapes that the line shows as a whole.
fn early_shape(line: &str, rows: Option<u32>) -> Option<LineShape> {
    if line.is_empty() {
        return Some(LineShape::Blank);
    }
    if let Some(shape) = latex::shape(line, rows) {
        return Some(shape);
    }
    if let Some(item) = list_item(line).filter(|item| rows != Some(item.depth as u32 + 1))
    {
        return Some(LineShape::Item(item));
    }
    if let Some(field) = field(line) {
        return Some(LineShape::Field(field));
    }
    if let Some((size, queens)) = read_fen(line) {
        return Some(LineShape::Fen(size, queens));
    }
    if let Some(shape) = square_map::shape(line) {
        return Some(shape);
    }
    if is_number_ruler(line) {
        let first = u32::from(line.starts_with('1'));
        let numbers = (first..).take(line.len()).map(Some);
        return Some(LineShape::Heads(numbers.collect()));
    }
    if let Some(pairs) = paired::pairs(line) {
        return Some(LineShape::Pairs(vec![pairs]));
    }
    if table::is_ruler(line) {
        return Some(LineShape::Ruler('+'));
    }
    if let Some(signs) = cells(line).filter(|signs| !signs.iter().any(is_large_digit)) {
        return Some(LineShape::Rows(vec![one_row(signs, false)]));
    }
    let all: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
    if all.iter().all(|c| "()[]{},;".contains(*c)) {
        return Some(LineShape::Punctuation);
    }
    (all.len() >= MIN_RULER && distinct(&all) == 1 && !all[0].is_alphanumeric())
        .then(|| LineShape::Ruler(all[0]))
}

/// Returns the cells of a row between bars, a blank for an empty one; `None` if a cell
/// has several signs.
fn cells(line: &str) -> Option<Vec<char>> {
    const BARS: [char; 4] = ['|', '│', '┃', '║'];
    let inside = line.trim().strip_suffix(BARS)?;
    let (head, cells) = inside.split_once(BARS)?;
    let head_is_number = head.trim().is_empty() || number(head.trim()).is_some();
    let mut row = Vec::new();
    for cell in cells.split(BARS) {
        let mut signs = signs(cell.trim());
        row.push(match (signs.next(), signs.next()) {
            (None, _) => ' ',
            (Some(sign), None) => sign,
            _ => return None,
        });
    }
    (head_is_number && row.len() > 1).then_some(row)
}

/// Returns the size and the queens of a line of FEN.
pub(super) fn read_fen(line: &str) -> Option<(u32, Vec<Square>)> {
    let ranks: Vec<&str> = line.split_whitespace().next()?.split('/').collect();
    let size = u32::try_from(ranks.len()).ok().filter(|&size| size >= 4)?;
    let mut queens = Vec::new();
    for (row, rank) in (0..).zip(ranks) {
        let (mut column, mut empty) = (0_u32, 0_u32);
        for c in rank.chars() {
            match c.to_digit(10) {
                Some(digit) => empty = (10 * empty + digit).min(size + 1),
                None if matches!(c, 'q' | 'Q') => {
                    column += empty;
                    empty = 0;
                    queens.push(Square::new(row, column));
                    column += 1;
                }
                None => return None,
            }
        }
        if column + empty != size {
            return None;
        }
    }
    Some((size, queens))
}

/// Reads words as the columns of a solution.
pub(super) fn number_row(words: &[String]) -> Option<NumberRow> {
    let mut row = Vec::with_capacity(words.len());
    for word in words {
        let column = number(word);
        if column.is_none() && !is_empty_word(word) {
            return None;
        }
        row.push(column.filter(|_| !is_empty_word(word)));
    }
    row.iter().any(Option::is_some).then_some(row)
}

/// Returns true for three numbers or more that are all 0 or 1: squares, because they
/// repeat as columns.
fn is_bits(row: &NumberRow) -> bool {
    row.len() > 2 && row.iter().all(|number| matches!(number, Some(0 | 1)))
}

/// Returns the signs of a row if each word is one sign, or a truth value.
fn sign_row(words: &[String]) -> Option<Vec<char>> {
    let mut row = Vec::with_capacity(words.len());
    for word in words {
        let mut signs = signs(word);
        row.push(match word.as_str() {
            "TRUE" | "True" | "true" => '1',
            "FALSE" | "False" | "false" => '0',
            _ => signs.next().filter(|_| signs.next().is_none())?,
        });
    }
    (row.len() > 1).then_some(row)
}

/// Finds the shape of a line with lists.
fn shape_of_lists(cut: &LineWords) -> LineShape {
    if let Some(mut rows) = rows_of_lists(cut) {
        if cut.is_open && rows.len() == 1 {
            return LineShape::OpenList(rows.remove(0));
        }
        if rows.iter().all(|row| row.len() == 2) {
            return group_pairs(&cut.lists, &rows);
        }
        if !rows.iter().all(is_bits) {
            return LineShape::Lists(rows);
        }
    }
    let mut rows = Vec::new();
    for (place, list) in cut.lists.iter().enumerate() {
        // Numbers are columns, one of which has a typing error, as in `[2, 4, x, 3]`.
        match sign_row(&list.words).filter(|signs| !signs.iter().any(is_large_digit)) {
            Some(signs) => rows.push(SignRow {
                board: list.parent,
                ..one_row(signs, false)
            }),
            None => match whole_board(&list.words) {
                Some(board) => rows.extend(board.into_iter().map(|signs| SignRow {
                    board: cut.lists.len() + place,
                    ..one_row(signs, false)
                })),
                None => return unknown_shape(list),
            },
        }
    }
    LineShape::Rows(rows)
}

/// Reads all lists as the columns of solutions; `None` if one of them is something else,
/// such as a whole board.
fn rows_of_lists(cut: &LineWords) -> Option<Vec<NumberRow>> {
    let mut rows = Vec::with_capacity(cut.lists.len());
    for list in &cut.lists {
        // Rows of 0 and 1 would be numbers, too.
        let are_bits = list.words.iter().all(|word| are_bits(word));
        if are_bits && whole_board(&list.words).is_some() {
            return None;
        }
        rows.push(number_row(&list.words)?);
    }
    Some(rows)
}

/// Returns true for a word of 0 and 1.
fn are_bits(word: &str) -> bool {
    word.bytes().all(|byte| matches!(byte, b'0' | b'1'))
}

/// Reads words as the rows of a whole board.
fn whole_board(words: &[String]) -> Option<Vec<Vec<char>>> {
    let rows: Vec<Vec<char>> = words.iter().map(|word| signs(word).collect()).collect();
    let is_board = rows.len() > 1;
    rows.iter()
        .all(|row| is_board && row.len() == words.len())
        .then_some(rows)
}

/// Returns the shape of a list that is neither numbers nor rows: broken if most of it is
/// numbers.
fn unknown_shape(list: &LineList) -> LineShape {
    let numbers = list
        .words
        .iter()
        .filter(|word| number(word).is_some())
        .count();
    if 2 * numbers > list.words.len() {
        LineShape::Broken
    } else {
        LineShape::Words
    }
}

/// Groups pairs by the bracket around them.
fn group_pairs(lists: &[LineList], rows: &[NumberRow]) -> LineShape {
    let mut groups: Vec<(usize, Vec<[u32; 2]>)> = Vec::new();
    for (list, row) in lists.iter().zip(rows) {
        let [Some(first), Some(second)] = row[..] else {
            return LineShape::Broken;
        };
        match groups.last_mut() {
            Some((parent, group)) if *parent == list.parent => {
                group.push([first, second]);
            }
            _ => groups.push((list.parent, vec![[first, second]])),
        }
    }
    LineShape::Pairs(groups.into_iter().map(|(_, group)| group).collect())
}

/// Finds the shape of a line without lists.
fn shape_of_words(line: &str, cut: &LineWords, rows: Option<u32>) -> LineShape {
    let words = &cut.words[..];
    if words.is_empty() {
        return LineShape::Words;
    }
    if let Some(squares) = letters::columns(words)
        .filter(|squares| rows.is_none_or(|rows| rows as usize == squares.len()))
    {
        return if cut.label.is_empty() {
            LineShape::Letters(squares)
        } else {
            LineShape::Squares(squares)
        };
    }
    if let [word] = words {
        return match squares_together(word) {
            Some(squares) => LineShape::Squares(squares),
            None => shape_of_word(word, cut, rows),
        };
    }
    if let Some(row) = number_row(words) {
        return shape_of_numbers(row, words, cut);
    }
    if let Some(row) = drawn_row(words).filter(|row| !is_short_word(row, rows)) {
        return LineShape::Rows(vec![row]);
    }
    let names: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Ok(squares) = named_squares(&names) {
        return LineShape::Squares(squares);
    }
    if words.iter().any(|word| is_sentence_word(word)) {
        return permutation(words)
            .map_or_else(|| in_words(words, rows), |row| LineShape::Lists(vec![row]));
    }
    in_signs(line, words, rows)
}

/// Finds the shape of a line of numbers.
fn shape_of_numbers(row: NumberRow, words: &[String], cut: &LineWords) -> LineShape {
    if is_bits(&row) {
        let signs = sign_row(words).into_iter();
        return LineShape::Rows(signs.map(|signs| one_row(signs, false)).collect());
    }
    if cut.label.is_empty() && (counts_from(&row, 0) || counts_from(&row, 1)) {
        LineShape::Heads(row)
    } else {
        LineShape::Lists(vec![row])
    }
}

fn counts_from(row: &NumberRow, first: u32) -> bool {
    row.iter()
        .zip(first..)
        .all(|(&number, head)| number == Some(head))
}

/// Returns true for one or two letters that are no row of a board of `rows` rows.
fn is_short_word(row: &SignRow, rows: Option<u32>) -> bool {
    let length = row.signs.len();
    length < MIN_SIGNS
        && rows.is_some_and(|rows| rows as usize != length)
        && row.signs.iter().all(|sign| sign.is_alphabetic())
}

fn one_row(signs: Vec<char>, is_word: bool) -> SignRow {
    SignRow {
        signs,
        board: 0,
        number: None,
        is_word,
    }
}

/// Finds the shape of a line of one word, perhaps with a label.
fn shape_of_word(word: &str, cut: &LineWords, rows: Option<u32>) -> LineShape {
    let is_bits = word.len() > 2 && are_bits(word);
    let is_whole = word.bytes().all(|byte| byte.is_ascii_digit());
    let joined: Vec<String> = word
        .split(['-', '>', '/', '→'])
        .filter(|part| !part.is_empty())
        .map(str::to_owned)
        .collect();
    if is_permutation(&joined) && joined.iter().all(|part| number(part).is_some()) {
        return LineShape::Lists(number_row(&joined).into_iter().collect());
    }
    if is_bits
        || (!is_whole
            && !is_sentence_word(word)
            && signs(word).count() > 1
            && number(word).is_none())
    {
        let measure = word.trim_end_matches(char::is_alphabetic);
        let is_decimal = [word, measure]
            .iter()
            .any(|word| word.parse::<f64>().is_ok() && word.contains('.'));
        return if is_decimal {
            LineShape::Words
        } else {
            LineShape::Rows(vec![one_row(signs(word).collect(), true)])
        };
    }
    if is_whole && word.len() >= MIN_PERMUTATION {
        let digits: Vec<String> = digits_together(word)
            .into_iter()
            .flatten()
            .map(str::to_owned)
            .collect();
        // Totals such as 14772512 repeat digits.
        if is_permutation(&digits)
            || (!digits.is_empty() && rows == Some(digits.len() as u32))
        {
            return LineShape::Lists(number_row(&digits).into_iter().collect());
        }
    }
    match number(word) {
        Some(number) if cut.label.is_empty() => LineShape::Number(number),
        _ => LineShape::Words,
    }
}

/// Returns the signs of a row, without the number of the row on one of its sides.
pub(super) fn drawn_row(words: &[String]) -> Option<SignRow> {
    let first = words.first().and_then(|word| number(word));
    let last = words.last().and_then(|word| number(word));
    let (mut before, mut inner) = match (words, first, last) {
        ([_, inner @ .., _], Some(_), Some(_)) => (first, inner),
        ([_, inner @ ..], Some(_), _) => (first, inner),
        ([inner @ .., _], _, Some(_)) => (last, inner),
        _ => (None, words),
    };
    // With numbers among the signs, those at the ends are signs, too.
    if inner.iter().any(|word| number(word).is_some()) {
        (before, inner) = (None, words);
    }
    let row = match inner {
        [word] if !is_sentence_word(word) && signs(word).count() > 1 => {
            signs(word).collect()
        }
        [_] => return None,
        _ => sign_row(inner).filter(|row| !row.iter().any(is_large_digit))?,
    };
    Some(SignRow {
        number: before,
        ..one_row(row, false)
    })
}

/// Returns true for a digit that is no sign of a square.
fn is_large_digit(sign: &char) -> bool {
    sign.is_ascii_digit() && !matches!(sign, '0' | '1')
}

/// Returns the only permutation that stands among words, unless they count up.
fn permutation(words: &[String]) -> Option<NumberRow> {
    let runs = words.split(|word| number(word).is_none());
    let rows = runs
        .flat_map(|run| [run, run.get(1..).unwrap_or_default()])
        .filter(|run| is_permutation(run));
    let mut rows: Vec<&[String]> = rows.collect();
    match rows.pop() {
        Some(row) if rows.is_empty() => number_row(row),
        _ => None,
    }
}

fn is_permutation(words: &[String]) -> bool {
    let numbers: Vec<u32> = words.iter().filter_map(|word| number(word)).collect();
    !numbers.is_sorted() && boards::is_permutation(&numbers)
}

/// Returns the shape of a line with words: broken if it has a word for each row, most of
/// them numbers.
fn in_words(words: &[String], rows: Option<u32>) -> LineShape {
    let numbers = words.iter().filter(|word| number(word).is_some()).count();
    let is_broken = rows.is_some_and(|rows| words.len() == rows as usize)
        && 2 * numbers > words.len();
    if is_broken {
        LineShape::Broken
    } else {
        LineShape::Words
    }
}

/// Returns the shape of a line of numbers, signs and single letters: broken, unless it is
/// a measure such as `3 ms` or `8 x 8`.
fn in_signs(line: &str, words: &[String], rows: Option<u32>) -> LineShape {
    let is_size = match words {
        [first, unit] => is_decimal(first) && unit.chars().all(char::is_alphabetic),
        [first, _, last] => first == last && is_decimal(first),
        _ => false,
    };
    let has_fraction = words
        .iter()
        .any(|word| is_decimal(word) && number(word).is_none());
    if is_size || has_fraction {
        return LineShape::Words;
    }
    let has_word = words
        .iter()
        .any(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1);
    if !has_word || line.contains(|c: char| c.is_control() && c != '\t') {
        return LineShape::Broken;
    }
    in_words(words, rows)
}

/// Returns true for a number, also with a fraction.
fn is_decimal(word: &str) -> bool {
    word.parse::<f64>().is_ok()
}
