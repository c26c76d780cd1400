//! Reading: solutions from a file, in any form that [`crate::render`] writes.
//!
//! The form is recognised by its first characters. Solutions are handed on one at a time, as soon
//! as each is read, and memory is bounded whatever the input is: no line, and no solution, may be
//! longer than [`MAX_SOLUTION`] bytes.
//!
//! ```
//! use queens::{check, problem::Problem, read};
//! use std::ops::ControlFlow;
//!
//! let mut good = 0;
//! read::solutions(&mut "2 4 1 3\n3 1 4 2\n".as_bytes(), None, &mut |found| {
//!     let problem = Problem::queens(found.size.rows).expect("a small board");
//!     good += u32::from(check::solution(&problem, &found.placement).is_ok());
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(good, 2);
//! # Ok::<(), queens::read::ReadError>(())
//! ```

mod drawing;
mod input;
mod json;
mod line;
mod markup;

use crate::placement::Placement;
use crate::problem::{MAX_SIDE, Problem, ProblemTextError, Size};
use crate::square::SquareNameError;
use input::Input;
use std::io::{self, BufRead};
use std::ops::ControlFlow;

/// The most bytes of one line, one JSON value or one table row.
pub const MAX_SOLUTION: usize = 128 << 20;

/// A solution as it was read; nobody has checked that it is one.
#[derive(Debug)]
pub struct Solution<'p> {
    /// The line of the input on which it begins, from 1.
    pub line: u64,
    /// The board. Where neither the input nor the caller names it: as many columns as rows.
    pub size: Size,
    /// The queens, all on that board.
    pub placement: Placement,
    /// The problem: the one that the caller named, or else the one that the input names.
    pub problem: Option<&'p Problem>,
}

/// Why the input cannot be read on.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file or pipe failed.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// A line that makes no sense.
    #[error("line {line}: {reason}")]
    Line {
        /// Which line, from 1.
        line: u64,
        /// What is wrong there.
        reason: LineError,
    },
}

/// What is wrong with a line of solutions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// Bytes that are no text.
    #[error("this is no text: solutions are read as UTF-8, in one of the forms that are also written")]
    NotUtf8,
    /// A line or a value without end.
    #[error("this is longer than {} MiB: no solution that can be read takes so much", MAX_SOLUTION >> 20)]
    TooLong,
    /// A word where the column of a queen should stand.
    #[error("'{0}' is no column: write a number from 1, or - for a row without a queen")]
    Column(String),
    /// A word where a square should stand.
    #[error(transparent)]
    Square(#[from] SquareNameError),
    /// A queen beside the board.
    #[error("{axis} {value} is off the board: it has {axis}s {first} to {last}")]
    OffBoard {
        /// `row` or `column`.
        axis: &'static str,
        /// Which.
        value: u64,
        /// The first there is: 1, and 0 in JSON.
        first: u64,
        /// The last there is.
        last: u64,
    },
    /// A queen on a board that has no square for it.
    #[error("a queen stands here, but the board has no squares")]
    NoSquares,
    /// A solution with too few or too many rows.
    #[error("{found} rows stand here, but the board has {expected}: each row has a column or -")]
    Rows {
        /// Rows of this solution.
        found: u64,
        /// Rows of the board, as the problem or the solution before says.
        expected: u32,
    },
    /// A solution of another board.
    #[error(
        "this is a board of {found}, but {expected} was expected: put solutions of one board into one file"
    )]
    SizesDisagree {
        /// What stands here.
        found: String,
        /// What the problem or the solution before says.
        expected: String,
    },
    /// Squares without a board.
    #[error("squares alone do not tell the size of the board: name the problem")]
    UnknownSize,
    /// Too large a board.
    #[error("{0} rows or columns are too many: a board has at most {MAX_SIDE}")]
    TooLarge(u64),
    /// JSON that is none, or not of our kind.
    #[error("this is no JSON of solutions: {0}")]
    Json(String),
    /// The problem that the document names.
    #[error("the problem that this document names cannot be read: {0}")]
    Problem(Box<ProblemTextError>),
    /// A drawing that makes no sense.
    #[error("this is no drawn board: {0}")]
    Drawing(&'static str),
    /// A page or picture without solutions.
    #[error("this page holds no table of solutions and no drawn boards: it was not written by `queens`")]
    ForeignMarkup,
    /// The input ends in the middle.
    #[error("the input ends before {0}: it is cut off")]
    CutOff(&'static str),
}

/// Reads every solution of `input` and hands it to `each`, until `each` breaks off.
///
/// `problem` is the problem that the solutions should solve, if the caller knows it: only its size
/// is used here. Without it the size is the one that the input names; text and CSV name none, and
/// are taken for square boards.
///
/// # Errors
/// The first thing that cannot be read. Solutions before it have been handed on.
///
/// # Complexity
/// Linear in the input; memory for one line or one solution, and for the problem that it names.
pub fn solutions(
    input: &mut dyn BufRead,
    problem: Option<&Problem>,
    each: &mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
) -> Result<(), ReadError> {
    let mut input = Input::new(input);
    let mut sink = Sink::new(problem, each);
    let result = match input.skip_blanks()? {
        None => blank_lines(&input, &mut sink),
        Some(b'{') => json::read(&mut input, &mut sink),
        Some(b'<') => markup::read(&mut input, &mut sink),
        Some(_) => line::read(&mut input, &mut sink),
    };
    match result {
        Ok(()) | Err(Halt::Enough) => Ok(()),
        Err(Halt::Error(error)) => Err(error),
    }
}

/// In an input of blank lines alone, each is a solution of the board without rows.
fn blank_lines(input: &Input<'_>, sink: &mut Sink<'_>) -> Flow {
    let columns = match sink.size {
        Some(Size { rows: 0, columns }) => columns,
        Some(_) => return Ok(()),
        None => 0,
    };
    (1..input.line()).try_for_each(|line| sink.put(line, Some((0, columns.into())), Placement::default(), 1))
}

/// Why the reading ends before the input does.
enum Halt {
    /// The caller has had enough.
    Enough,
    Error(ReadError),
}

impl From<ReadError> for Halt {
    fn from(error: ReadError) -> Self {
        Halt::Error(error)
    }
}

impl From<io::Error> for Halt {
    fn from(error: io::Error) -> Self {
        Halt::Error(error.into())
    }
}

/// One step of reading: go on, or end.
type Flow<T = ()> = Result<T, Halt>;

fn bad<T>(line: u64, reason: impl Into<LineError>) -> Flow<T> {
    Err(Halt::Error(ReadError::Line { line, reason: reason.into() }))
}

/// Where solutions go: knows the board, refuses queens beside it.
struct Sink<'a> {
    problem: Option<&'a Problem>,
    /// The problem that the input names; only its size counts if the caller named one.
    named: Option<Problem>,
    /// The size of the solutions before.
    size: Option<Size>,
    each: &'a mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
}

impl<'a> Sink<'a> {
    fn new(problem: Option<&'a Problem>, each: &'a mut dyn FnMut(Solution<'_>) -> ControlFlow<()>) -> Self {
        let size = problem.map(|problem| Size { rows: problem.rows(), columns: problem.columns() });
        Sink { problem, named: None, size, each }
    }

    /// Takes note of the problem that the input names on `line`.
    fn name_problem(&mut self, line: u64, text: &str) -> Flow {
        let problem: Problem = match text.parse() {
            Ok(problem) => problem,
            Err(error) => return bad(line, LineError::Problem(Box::new(error))),
        };
        self.agree_on(line, Size { rows: problem.rows(), columns: problem.columns() })?;
        self.named = Some(problem);
        Ok(())
    }

    /// All solutions have one size.
    fn agree_on(&mut self, line: u64, found: Size) -> Flow<Size> {
        match *self.size.get_or_insert(found) {
            size if size == found => Ok(size),
            expected => {
                let (found, expected) = (found.to_string(), expected.to_string());
                bad(line, LineError::SizesDisagree { found, expected })
            }
        }
    }

    /// Hands on a solution that begins on `line` of the input. `size` is what the input says of the
    /// board, rows and columns; messages count from `first`, as the input does.
    fn put(&mut self, line: u64, size: Option<(u64, u64)>, placement: Placement, first: u64) -> Flow {
        let size = match size {
            Some(size) => {
                let size =
                    side(line, size.0).and_then(|rows| Ok(Size { rows, columns: side(line, size.1)? }))?;
                self.agree_on(line, size)?
            }
            None => match self.size {
                Some(size) => size,
                None => return bad(line, LineError::UnknownSize),
            },
        };
        for queen in placement.squares() {
            check_axis(line, "row", queen.row, size.rows, first)?;
            check_axis(line, "column", queen.column, size.columns, first)?;
        }
        let problem = self.problem.or(self.named.as_ref());
        match (self.each)(Solution { line, size, placement, problem }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Halt::Enough),
        }
    }
}

fn side(line: u64, value: u64) -> Flow<u32> {
    match u32::try_from(value) {
        Ok(value) if value <= MAX_SIDE => Ok(value),
        _ => bad(line, LineError::TooLarge(value)),
    }
}

fn check_axis(line: u64, axis: &'static str, at: u32, side: u32, first: u64) -> Flow {
    let value = u64::from(at) + first;
    match u64::from(side) {
        _ if at < side => Ok(()),
        0 => bad(line, LineError::NoSquares),
        side => bad(line, LineError::OffBoard { axis, value, first, last: side - 1 + first }),
    }
}

/// The beginning of a word, fit for a message.
fn clip(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}
