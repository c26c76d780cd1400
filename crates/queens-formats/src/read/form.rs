//! Recognition of the form of an input by its first characters.

use super::input::{Input, text};
use super::square_table::SquareColumns;
use super::{Flow, drawing, groups, line};
use queens_model::problem::{Preset, Size};
use queens_model::square::Square;

/// A form, with the part of the input that was read to recognise it.
pub(super) enum InputForm {
    /// White space: number of its lines, and of comments.
    Blank {
        lines: u64,
    },
    Json,
    Markup,
    Drawing(FirstLine),
    Lines(FirstLine),
    /// A line for each queen, below names.
    SquareTable(FirstLine, SquareColumns),
    /// Groups, a line each.
    Groups(FirstLine),
    /// The text form of a problem.
    Problem(FirstLine),
}

/// The first line that is neither empty nor a comment.
pub(super) struct FirstLine {
    pub(super) line: u64,
    pub(super) text: String,
    /// Number of walls in the line above, if it has nothing else.
    pub(super) walls_above: usize,
}

/// Expected content of the input, for lines that could be either.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ExpectedInput {
    Solutions {
        /// True if solutions are known to have one row, so that a number alone is a
        /// column.
        one_row: bool,
    },
    Problem,
}

/// Recognises the form of `input`; JSON and markup stay unread.
pub(super) fn recognise(input: &mut Input<'_>, asked: ExpectedInput) -> Flow<InputForm> {
    let mut lines = 0;
    let mut walls = (0, 0);
    loop {
        let before = input.line();
        let next = input.skip_blanks()?;
        lines += input.line() - before;
        match next {
            None => return Ok(InputForm::Blank { lines }),
            Some(b'{' | b'[') => return json_or_vectors(input),
            Some(b'<') => return Ok(InputForm::Markup),
            Some(_) => {}
        }
        let line = input.line();
        let mut bytes = Vec::new();
        input.next_line(&mut bytes)?;
        let words = text(line, &bytes)?;
        if is_literal(words) {
            input.give_back(line, bytes);
            return Ok(InputForm::Json);
        }
        let first = FirstLine {
            line,
            text: words.to_owned(),
            walls_above: if walls.0 + 1 == line { walls.1 } else { 0 },
        };
        // A number alone is the size of a problem.
        let are_bits_rows = asked == ExpectedInput::Solutions { one_row: false };
        if drawing::begins_with(words, are_bits_rows) {
            return Ok(InputForm::Drawing(first));
        }
        if drawing::is_framed_row(words, first.walls_above) {
            return Ok(InputForm::Lines(first));
        }
        if line::is_comment(words) {
            walls = (line, drawing::count_walls(words));
            continue;
        }
        if let Some(columns) = SquareColumns::from_header(words) {
            return Ok(InputForm::SquareTable(first, columns));
        }
        if is_number_ruler(words) && input.is_above_drawing()? {
            return board_below(input);
        }
        if groups::begins_with(words) {
            return Ok(InputForm::Groups(first));
        }
        let is_problem = match asked {
            ExpectedInput::Solutions { one_row } => states_a_problem(words, one_row),
            ExpectedInput::Problem => !lists_queens(words),
        };
        return Ok(if is_problem {
            InputForm::Problem(first)
        } else {
            InputForm::Lines(first)
        });
    }
}

/// Recognises the board below the numbers of its columns; strokes may be between them.
fn board_below(input: &mut Input<'_>) -> Flow<InputForm> {
    loop {
        let line = input.line();
        let mut bytes = Vec::new();
        input.next_line(&mut bytes)?;
        let words = text(line, &bytes)?;
        if drawing::begins_with(words, false) {
            return Ok(InputForm::Drawing(FirstLine {
                line,
                text: words.to_owned(),
                walls_above: 0,
            }));
        }
    }
}

/// Fewest numbers of columns that are written together above a board.
const MIN_RULER: usize = 4;

/// Returns true for `0123...` or `1234...`, the numbers of the columns of a board.
pub(super) fn is_number_ruler(line: &str) -> bool {
    let digits = line.trim().as_bytes();
    digits.len() >= MIN_RULER
        && matches!(digits[0], b'0' | b'1')
        && digits.iter().all(u8::is_ascii_digit)
        && digits
            .windows(2)
            .all(|pair| pair[0] + 1 == pair[1] || pair == b"90")
}

/// Tells JSON from the vectors and lists that R prints: `[1] 2 4 1 3`, below `[[1]]` in a
/// list.
fn json_or_vectors(input: &mut Input<'_>) -> Flow<InputForm> {
    let start = input.start()?;
    let is_vector = start.strip_prefix(b"[1] ").is_some_and(|rest| {
        let next = rest.iter().find(|byte| **byte != b' ');
        next.is_some_and(|&byte| byte.is_ascii_digit() || byte == b'"')
    });
    if !is_vector && !start.starts_with(b"[[1]]\n[1] ") && !maps_rows(start) {
        return Ok(InputForm::Json);
    }
    let line = input.line();
    let mut bytes = Vec::new();
    input.next_line(&mut bytes)?;
    Ok(InputForm::Lines(FirstLine {
        line,
        text: text(line, &bytes)?.to_owned(),
        walls_above: 0,
    }))
}

/// Returns true for a map from rows to columns, as Ruby prints it: `{0=>1, 1=>3}`.
fn maps_rows(start: &[u8]) -> bool {
    let rest = start
        .strip_prefix(b"{")
        .map(<[u8]>::trim_ascii_start)
        .unwrap_or_default();
    let sign = rest
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(0);
    let rest = rest
        .get(sign..)
        .map(<[u8]>::trim_ascii_start)
        .unwrap_or_default();
    sign > 0 && rest.starts_with(b"=>")
}

/// Returns true if a line begins a value of another language: `(0, 1), (1, 3)`,
/// `array([[0, 1], ...`, `solutions = [`.
pub fn is_literal(line: &str) -> bool {
    let line = line.trim_start();
    if let Some(pair) = line.strip_prefix('(') {
        let rest = pair
            .trim_start()
            .trim_start_matches(|c: char| c.is_ascii_digit());
        return rest.len() < pair.trim_start().len()
            && rest.trim_start().starts_with(',');
    }
    let (name, rest) = split_name(line);
    let is_value = |value: &str| value.starts_with(['[', '(', '{']) || is_call(value);
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && (["const", "let", "var", "export"].contains(&name)
            || line.starts_with("vec![")
            || is_call(line)
            || rest
                .strip_prefix('=')
                .is_some_and(|value| is_value(value.trim_start())))
}

/// Returns true if a line begins a call of a list, such as `np.array([`.
fn is_call(line: &str) -> bool {
    let (name, rest) = split_name(line);
    !name.is_empty()
        && rest.starts_with('(')
        && rest.trim_start_matches(['(', ' ']).starts_with('[')
}

/// Splits off the name at the beginning of a line.
fn split_name(line: &str) -> (&str, &str) {
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let (name, rest) = control::split_before(line, |c| !is_name(c));
    (name, rest.trim_start())
}

/// Returns true for a line such as `torus 5`, `5x8`, `size: 8`, or a number that cannot
/// be columns.
fn states_a_problem(line: &str, one_row: bool) -> bool {
    let line = line.trim();
    let word = line.split_whitespace().next().unwrap_or_default();
    let is_size = line.parse::<Size>().is_ok();
    (line.split_once(':').is_some_and(|(key, _)| is_key(key)) && !names_squares(line))
        || word.parse::<Preset>().is_ok()
        || (is_size && line.contains(['x', 'X']))
        || (is_size && !one_row && line::digits_together(line).is_none())
}

/// Returns true if this may be the key of a statement: it has no digits, unlike `Solution
/// 1`.
fn is_key(key: &str) -> bool {
    !key.contains(|c: char| c.is_ascii_digit())
}

/// Returns true if a line is a solution and cannot begin a problem. A number alone would
/// be a size there, and two with a comma between them a given queen.
fn lists_queens(line: &str) -> bool {
    let words: Vec<&str> = line::words(line).collect();
    let least = if line.contains(',') { 3 } else { 2 };
    let is_column =
        |word: &&str| *word == "-" || word.bytes().all(|b| b.is_ascii_digit());
    (words.len() >= least && words.iter().all(is_column))
        || names_squares(line)
        || (line::is_header(line) && !line.contains(':'))
}

/// Returns true for two or more names of squares.
fn names_squares(line: &str) -> bool {
    line::words(line).count() > 1
        && line::words(line).all(|word| word.parse::<Square>().is_ok())
}
