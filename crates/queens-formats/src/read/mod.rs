//! Reading: solutions and problems, in any form that this crate writes or that people
//! type.
//!
//! The first characters decide the form:
//!
//! | beginning | form |
//! |---|---|
//! | `{`, `[`, `(0, 1)`, `array(`, `const x =` | JSON, JavaScript, Python or numpy: documents, objects, maps from rows to columns, and lists (`[1,3,0,2]`: columns from 0; boards, matrices of 0 and 1, pairs), one after the other |
//! | `<` | a page or a picture |
//! | column letters, `(1)`, `0 x 5: no squares` | boards as [`crate::render`] draws them, also with groups |
//! | squares such as `.Q..` or `0 1 0 0`, bars, rulers | boards drawn row by row, also as tables, with empty lines between them |
//! | `torus 5`, `5x8`, `key: value` | the text form of a problem, whose given queens are the solution |
//! | `white a1 c2`, `knights b3`, `colour 1 a1` | solutions in groups, a line for each group |
//! | anything else | text or CSV, one solution a line, columns from 1: `2 4 1 3`, `2,4,1,3`, or `2413` (n digits from 1 to n) |
//!
//! Whatever is in none of these forms may be the output of a program, with solutions
//! among other lines: see [`solutions_with_notes`].
//!
//! Lines that begin with `#` are comments. A table may have a header. If a problem is
//! expected, a number alone is a size, and two numbers with a comma between them are a
//! given queen.
//!
//! Solutions are passed on one at a time, as soon as each is read. Memory is bounded for
//! any input: no line, and no solution, may be longer than [`MAX_SOLUTION`] bytes.
//!
//! ```
//! use queens::{check, read};
//! use std::ops::ControlFlow;
//!
//! let mut good = 0;
//! read::solutions(&mut "2 4 1 3\n3 1 4 2\n".as_bytes(), None, &mut |found| {
//!     assert!(found.assumed && found.problem.to_string() == "queens 4");
//!     good += u32::from(check::solution(found.problem, &found.placement).is_ok());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(good, 2);
//!
//! let board = read::problem(b"[1,null,null,2]")?;
//! assert_eq!(board.problem.to_string(), "queens 4\ngivens: b1 c4");
//! # Ok::<(), queens::read::ReadError>(())
//! ```

mod columns;
mod drawing;
mod error;
mod form;
mod frame;
mod groups;
mod input;
mod input_record;
mod json;
mod line;
mod lists;
mod marks;
mod markup;
mod message;
mod object;
mod output;
mod pairs;
mod problem_document;
mod relaxed;
mod row_map;
mod side_by_side;
mod sink;
mod slanted;
mod square_table;
mod table;
#[cfg(test)]
mod tests;
mod transcript;
mod values;
mod wrapped;

#[doc(hidden)]
pub use drawing::without_colors;
pub use error::{ReadError, SolutionLineError};
#[doc(hidden)]
pub use form::is_literal;
pub(crate) use input::LineFeeds;
#[doc(hidden)]
pub use markup::{attribute, unescaped};
pub(crate) use problem_document::SCHEMA as PROBLEM_SCHEMA;
#[doc(hidden)]
pub use relaxed::{Relaxed, Text, without_position};

use control::clip;
use form::{ExpectedInput, FirstLine, InputForm};
use input::Input;
use queens_engines::question::Question;
use queens_model::names;
use queens_model::placement::Placement;
use queens_model::problem::{
    HEX_WORD, MAX_SIDE, MAX_TEXT, Preset, Problem, ProblemTextError, Size,
};
use queens_model::relative::Group;
use queens_model::square::Square;
use sink::SolutionSink;
use std::cell::Cell;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// Largest size of a line, a JSON value, a table row or a line of drawn boards, in bytes.
pub const MAX_SOLUTION: usize = 64 << 20;

/// Column left of the first one: a 0, if columns count from 1.
pub(crate) const BEFORE_FIRST: u32 = u32::MAX;

/// A solution as read, unchecked.
#[derive(Debug)]
pub struct Solution<'p> {
    /// Line of the input where it begins, from 1.
    pub line: u64,
    /// Size of the board. If neither the input nor the caller names it: as many columns
    /// as rows.
    pub size: Size,
    /// The queens, which may be off that board: [`queens_model::check::solution`] checks
    /// them. None in a solution in groups.
    pub placement: Placement,
    /// The groups of a solution in groups: two armies, pieces of several kinds, the
    /// squares of each colour.
    pub groups: Vec<Group>,
    /// The question that the input names: see [`Question::of_list`].
    pub question: Option<Question>,
    /// The problem named by the caller, or by the input, or else queens on the board with
    /// its drawn holes and walls.
    pub problem: &'p Problem,
    /// True if neither the caller nor the input named the problem.
    pub assumed: bool,
    /// Numbering of the columns; `None` if the queens were drawn or their squares named.
    pub numbering: Option<Numbering>,
}

impl Solution<'_> {
    /// Renumbers the solution so that columns (and rows, if they have numbers) count from
    /// `first`. Solutions without numbers stay as they are.
    #[must_use]
    pub fn counted_from(mut self, first: u32) -> Self {
        if let Some(numbering) = &mut self.numbering {
            self.placement = numbering.renumbered(&self.placement, first);
            numbering.first = first;
        }
        self
    }
}

/// Numbering of the columns of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbering {
    /// Number of the first column: 1 in text and CSV, 0 in JSON, unless the caller
    /// overrides it.
    pub first: u32,
    /// True if rows have numbers as well.
    pub has_rows: bool,
}

impl Numbering {
    const COLUMNS_FROM_ONE: Self = Numbering {
        first: 1,
        has_rows: false,
    };
    const COLUMNS_FROM_ZERO: Self = Numbering {
        first: 0,
        has_rows: false,
    };

    /// Renumbers a placement whose first column is `first`. A lower number becomes a
    /// column far off the board.
    pub(crate) fn renumbered(self, placement: &Placement, first: u32) -> Placement {
        let shift = |number: u32| number.wrapping_add(self.first).wrapping_sub(first);
        let row = |row| if self.has_rows { shift(row) } else { row };
        let squares = placement.squares().iter();
        Placement::new(
            squares
                .map(|square| Square::new(row(square.row), shift(square.column)))
                .collect(),
        )
    }
}

/// A problem as read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProblem {
    /// The problem.
    pub problem: Problem,
    /// True if its given queens come from a solution, complete or not, in place of a
    /// problem.
    pub from_solution: bool,
    /// True if the input does not state that the pieces are queens, one in each row and
    /// column.
    pub assumed: bool,
}

impl ReadProblem {
    /// A problem that the input names.
    fn named(problem: Problem) -> Self {
        ReadProblem {
            problem,
            from_solution: false,
            assumed: false,
        }
    }
}

/// Reads every solution of `input` and passes it to `each`, until `each` breaks.
///
/// `problem` is the problem of the solutions, if the caller knows it: only its size is
/// used here. Without it the input names the size; text and CSV name none, and are read
/// as square boards.
///
/// # Errors
/// The first error. Solutions before it have been passed on.
///
/// # Complexity
/// Linear in the input; memory for one line or one solution, and for the problem that it
/// names.
pub fn solutions(
    input: &mut dyn BufRead,
    problem: Option<&Problem>,
    each: &mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    solutions_with_notes(input, problem, each).map(|_| ())
}

/// Lines that were no solutions, and what the solutions showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReadNotes {
    /// Number of lines that were ignored: headings, totals and other words of a program.
    pub ignored: u64,
    /// The first of them and its line, from 1.
    pub first_ignored: Option<(u64, String)>,
    /// Number of the first column, 0 or 1, if lists of a program showed it.
    pub columns_from: Option<u32>,
    /// The only number in the input, if it has nothing else and the caller named the
    /// problem: programs that count print it.
    pub count: Option<u64>,
    /// Line and meaning of the first verdict of a solver, the line from 1.
    pub verdict: Option<(u64, SolverVerdict)>,
}

/// Word of a solver about the problem, in place of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolverVerdict {
    /// There is no solution: `=====UNSATISFIABLE=====`, `s UNSATISFIABLE`, `unsat`.
    NoSolution,
    /// It gave up: `=====UNKNOWN=====`, `s UNKNOWN`.
    GivenUp,
}

/// Reads solutions as [`solutions`] does, and returns notes about the lines around them.
///
/// ```
/// use queens::read;
/// use std::ops::ControlFlow;
///
/// let output = "Solution 1: {1, 3, 0, 2}\nSolution 2: {2, 0, 3, 1}\nTotal: 2\n";
/// let notes = read::solutions_with_notes(&mut output.as_bytes(), None, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!((notes.ignored, notes.columns_from), (1, Some(0)));
/// # Ok::<(), read::ReadError>(())
/// ```
///
/// # Errors
/// Those of [`solutions`].
pub fn solutions_with_notes(
    input: &mut dyn BufRead,
    problem: Option<&Problem>,
    each: &mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
) -> Result<ReadNotes, ReadError> {
    let (read, notes) = read_solutions(input, problem, each);
    read.map(|()| notes)
}

/// Reads solutions; the notes are about the lines before an error, too.
fn read_solutions(
    input: &mut dyn BufRead,
    problem: Option<&Problem>,
    each: &mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
) -> (Result<(), ReadError>, ReadNotes) {
    let passed = Cell::new(0);
    let mut counted = |solution: Solution<'_>| {
        passed.set(passed.get() + 1);
        each(solution)
    };
    let mut input = Input::new(input, &passed);
    let mut sink = SolutionSink::new(problem, &mut counted);
    let asked = ExpectedInput::Solutions {
        one_row: problem.is_some_and(|problem| problem.rows() == 1),
    };
    sink.is_list = true;
    let mut is_markup = false;
    let strict = form::recognise(&mut input, asked).and_then(|form| {
        is_markup = matches!(form, InputForm::Markup);
        read_form(form, &mut input, &mut sink)
    });
    // A page is never the output of a program.
    let read = ended(if is_markup {
        strict
    } else {
        or_transcript(strict, &mut input, &mut sink)
    });
    (read, sink.notes)
}

/// Reads the rest of an input that is not in one strict form as the output of a program.
fn or_transcript(
    strict: Flow,
    input: &mut Input<'_>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    match strict {
        Err(ReadEnd::Error(error)) if transcript::may_follow(&error, sink.passed) => {
            match input.rewind() {
                Some(is_mid_line) => transcript::read(input, error, is_mid_line, sink),
                None => Err(ReadEnd::Error(error)),
            }
        }
        other => other,
    }
}

/// Reads a problem: its text form, or a solution in any form, complete or not, whose
/// queens become given ones.
///
/// # Errors
/// Input that cannot be read, more than one solution, and queens that are not on free
/// squares.
///
/// # Complexity
/// Linear in the input, plus the validation of the problem.
pub fn problem(bytes: &[u8]) -> Result<ReadProblem, ReadError> {
    if bytes.len() > MAX_TEXT {
        return Err(ProblemTextError::TooLong(bytes.len()).into());
    }
    let framed = std::str::from_utf8(bytes)
        .ok()
        .and_then(frame::board_within);
    if let Some(board) = framed {
        return known_problem(board?.as_bytes());
    }
    known_problem(bytes)
        .or_else(|error| output::problem(bytes, error))
        .map_err(|error| unknown_variant(bytes).unwrap_or(error))
}

/// Returns the error about a misspelt variant if the only line is a size with words, such
/// as `toroidal 8`, one of which is near to the name of a variant.
fn unknown_variant(bytes: &[u8]) -> Option<ReadError> {
    let line = std::str::from_utf8(bytes).ok()?.trim();
    let mut words = line.split_whitespace();
    let has_size = words.clone().any(|word| word.parse::<Size>().is_ok());
    let variants = || Preset::ALL.map(Preset::id).into_iter().chain([HEX_WORD]);
    let is_near = words.any(|word| names::nearest(word, variants()).is_some());
    if !has_size || !is_near || line.contains('\n') {
        return None;
    }
    Problem::from_bytes(bytes).err().map(ReadError::from)
}

/// Reads a problem in one of the strict forms.
fn known_problem(bytes: &[u8]) -> Result<ReadProblem, ReadError> {
    let mut rest = bytes;
    let passed = Cell::new(0);
    let mut input = Input::new(&mut rest, &passed);
    let form = problem_form(&mut input, bytes)?;
    if matches!(form, InputForm::Blank { .. } | InputForm::Problem(_)) {
        return Ok(ReadProblem::named(Problem::from_bytes(bytes)?));
    }
    let mut only = OnlySolution::default();
    let mut each = |solution: Solution<'_>| only.take_solution(&solution);
    let mut sink = SolutionSink::new(None, &mut each);
    let result = read_form(form, &mut input, &mut sink);
    let named = sink.named.take();
    ended(result)?;
    if let Some(fault) = only.fault {
        return Err(fault);
    }
    match (only.found, named) {
        (Some(found), _) => found,
        // A document without solutions.
        (None, Some(problem)) => Ok(ReadProblem::named(problem)),
        (None, None) => Err(ProblemTextError::NoSize.into()),
    }
}

/// Recognises the form of an input that is expected to be a problem.
fn problem_form(input: &mut Input<'_>, bytes: &[u8]) -> Result<InputForm, ReadError> {
    match form::recognise(input, ExpectedInput::Problem) {
        // A frame above a table looks like a row.
        Ok(InputForm::Drawing(first))
            if drawing::is_text_form(&first.text) && !bytes.contains(&b'|') =>
        {
            Ok(InputForm::Problem(first))
        }
        Ok(form) => Ok(form),
        Err(ReadEnd::Enough) => Ok(InputForm::Blank { lines: 0 }),
        Err(ReadEnd::Error(error)) => Err(error),
    }
}

/// The only solution of an input that is read as a problem.
#[derive(Default)]
struct OnlySolution {
    /// The problem with its queens as given ones, or the reason why they cannot be given.
    found: Option<Result<ReadProblem, ReadError>>,
    /// Reason why no problem can be made from the solutions: it ends the reading.
    fault: Option<ReadError>,
}

impl OnlySolution {
    /// Takes a solution; breaks if there can be no problem.
    fn take_solution(&mut self, solution: &Solution<'_>) -> ControlFlow<()> {
        let (line, squares) = (solution.line, solution.placement.squares());
        let has_zero = solution.numbering.is_some()
            && squares.iter().any(|square| square.column == BEFORE_FIRST);
        let reason = if self.found.is_some() {
            SolutionLineError::Several
        } else if !solution.groups.is_empty() {
            SolutionLineError::Grouped
        } else if has_zero {
            SolutionLineError::Column("0".to_owned())
        } else {
            let given = solution.problem.with_any_givens(squares.iter().copied());
            // Not a fault yet: a second solution is the better reason.
            let given = given.map_err(|error| ReadError::Line {
                line,
                reason: SolutionLineError::Impossible(Box::new(error)),
            });
            self.found = Some(given.map(|problem| ReadProblem {
                problem,
                from_solution: true,
                assumed: solution.assumed,
            }));
            return ControlFlow::Continue(());
        };
        self.fault = Some(ReadError::Line { line, reason });
        ControlFlow::Break(())
    }
}

fn read_form(
    form: InputForm,
    input: &mut Input<'_>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    match form {
        InputForm::Blank { lines } => blank_lines(lines, sink),
        InputForm::Json => json::read(input, sink),
        InputForm::Markup => markup::read(input, sink),
        InputForm::Drawing(first) => drawing::read(first, input, sink),
        InputForm::Lines(first) => line::read(&first, input, sink),
        InputForm::SquareTable(first, columns) => {
            square_table::read(&first, columns, input, sink)
        }
        InputForm::Groups(first) => groups::read(&first, input, sink),
        InputForm::Problem(first) => problem_text(first, input, sink),
    }
}

/// Passes on a solution of the board without rows for each blank line or comment, if the
/// input has nothing else.
fn blank_lines(lines: u64, sink: &mut SolutionSink<'_>) -> Flow {
    let columns = match sink.size {
        Some(Size { rows: 0, columns }) => columns,
        Some(_) => return Ok(()),
        None => 0,
    };
    (1..=lines).try_for_each(|line| {
        sink.put(line, Some((0, columns.into())), Placement::default(), None)
    })
}

/// Reads the text form of a problem: its given queens, if it has any, are the solution.
fn problem_text(
    first: FirstLine,
    input: &mut Input<'_>,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let mut text = first.text.into_bytes();
    text.push(b'\n');
    input.take_rest(&mut text)?;
    if text.trim_ascii().iter().all(u8::is_ascii_digit) {
        // A number alone does not name a problem if solutions are expected.
        let number = String::from_utf8_lossy(text.trim_ascii()).into_owned();
        return bad(first.line, SolutionLineError::Digits(clip(&number)));
    }
    // The lines before the first one count.
    let before = usize::try_from(first.line - 1).unwrap_or(usize::MAX);
    let length = before.saturating_add(text.len());
    if length > MAX_TEXT {
        return Err(ReadError::from(ProblemTextError::TooLong(length)).into());
    }
    text.splice(0..0, std::iter::repeat_n(b'\n', before));
    let problem = Problem::from_bytes(&text).map_err(ReadError::from)?;
    let queens = problem.givens().to_vec();
    sink.name(first.line, problem)?;
    if queens.is_empty() {
        Ok(())
    } else {
        sink.put(first.line, None, Placement::new(queens), None)
    }
}

/// Converts the end of the reading to a result: `Enough` is not an error.
fn ended(result: Flow) -> Result<(), ReadError> {
    match result {
        Ok(()) | Err(ReadEnd::Enough) => Ok(()),
        Err(ReadEnd::Error(error)) => Err(error),
    }
}

/// Reason why the reading ends before the input does.
enum ReadEnd {
    /// The caller has had enough.
    Enough,
    Error(ReadError),
}

impl From<ReadError> for ReadEnd {
    fn from(error: ReadError) -> Self {
        ReadEnd::Error(error)
    }
}

impl From<io::Error> for ReadEnd {
    fn from(error: io::Error) -> Self {
        ReadEnd::Error(error.into())
    }
}

/// Result of one step of reading.
type Flow<T = ()> = Result<T, ReadEnd>;

fn bad<T>(line: u64, reason: impl Into<SolutionLineError>) -> Flow<T> {
    Err(ReadEnd::Error(ReadError::Line {
        line,
        reason: reason.into(),
    }))
}

fn side(line: u64, value: u64) -> Flow<u32> {
    match u32::try_from(value) {
        Ok(value) if value <= MAX_SIDE => Ok(value),
        _ => bad(line, SolutionLineError::TooLarge(value)),
    }
}
