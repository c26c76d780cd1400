//! Answers of solvers, line by line: the form of a line decides its kind.

use super::named::{self, NamedValues};
use super::run_answers::{
    RunAnswers, value_after, value_before, value_inside, without_colours,
};
use super::{ImportError, ImportFault};
use crate::read::{LineFeeds, MAX_SOLUTION};
use control::clip;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;

/// Content of a file of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Number of solutions, unchecked.
    pub solutions: u64,
    /// True if the file states that there is no solution, or no other one.
    pub says_none: bool,
}

/// Lines, or their beginnings, that state that there is no solution.
const NO_SOLUTION: [&str; 8] = [
    "s UNSATISFIABLE",
    "UNSATISFIABLE",
    "UNSAT",
    "unsat",
    "=====UNSATISFIABLE=====",
    "Infeasible",
    "infeasible",
    "Status:     INTEGER EMPTY",
];

/// Returns true if a line states that there is no solution.
fn denies_solution(line: &str) -> bool {
    NO_SOLUTION
        .iter()
        .any(|words| line == *words || (words.len() > 8 && line.starts_with(words)))
}

/// Line below each solution of MiniZinc.
const SOLUTION_SEPARATOR: &str = "----------";

/// End of an answer of XCSP3.
const ELEMENT_END: &str = "</instantiation>";

/// Reads every answer of `input` and passes it to `each` with the line where it begins,
/// until `each` breaks. The squares are those of `problem`, which has one kind of piece.
///
/// An answer that the input repeats is one answer. If the solver optimises and prints the
/// value of each solution, the answers are those with the last value.
///
/// # Errors
/// The first error. Answers before it have been passed on.
///
/// # Complexity
/// Linear in the input; memory for all answers, up to 1 GiB. Beyond that only an answer
/// that repeats the one before it is found. Answers that have a value are held until the
/// input ends.
pub fn answers(
    input: &mut dyn BufRead,
    problem: &Problem,
    each: &mut dyn FnMut(u64, Placement) -> ControlFlow<()>,
) -> Result<Answers, ImportError> {
    // The squares of one kind alone would be another answer.
    if problem
        .rules()
        .is_some_and(|rules| rules.kinds.len() > 1 || rules.kinds[0].is_sets)
    {
        return Err(ImportError::Problem(ImportFault::Kinds));
    }
    let mut reader = AnswerReader {
        problem,
        run: RunAnswers::new(each),
        line: 0,
        began: 0,
        open: OpenAnswer::Nothing,
        array: None,
        says_none: false,
    };
    let read = reader.read_lines(input);
    // Answers before an error are answers.
    if !matches!(read, Ok(ControlFlow::Break(()))) {
        let _ = reader.run.pass_on();
    }
    read.map(|_| Answers {
        solutions: reader.run.passed_on(),
        says_none: reader.says_none,
    })
}

/// Form of an answer that began on an earlier line.
enum OpenAnswer {
    Nothing,
    /// After `Answer: 1`: the atoms follow, if there are any.
    Atoms,
    /// After `SAT`: the literals follow.
    Literals,
    /// True literals of lines with a `v`, and true if a 0 must end them: after 12, not
    /// after x12.
    Values(Vec<Square>, bool),
    /// Names with values.
    Names(NamedValues),
    /// The text of an array, and the number of its open brackets.
    Array(String, i64),
    /// The text of an element of XCSP3.
    Element(String),
}

struct AnswerReader<'r> {
    problem: &'r Problem,
    run: RunAnswers<'r>,
    line: u64,
    /// Line where the open answer began.
    began: u64,
    open: OpenAnswer,
    /// Name of the array of the answers.
    array: Option<String>,
    /// True if the input states that there is no solution.
    says_none: bool,
}

type Flow = Result<ControlFlow<()>, ImportError>;

impl AnswerReader<'_> {
    /// Reads all lines.
    fn read_lines(&mut self, input: &mut dyn BufRead) -> Flow {
        let (mut input, mut bytes) = (LineFeeds::new(input), Vec::new());
        loop {
            bytes.clear();
            let read = (&mut input)
                .take(MAX_SOLUTION as u64 + 1)
                .read_until(b'\n', &mut bytes)?;
            if read == 0 {
                return self.end_input();
            }
            self.line += 1;
            if read > MAX_SOLUTION {
                return Err(self.fault_at_line(ImportFault::TooLong));
            }
            let Ok(text) = std::str::from_utf8(&bytes) else {
                return Err(self.fault_at_line(ImportFault::NotUtf8));
            };
            if self.read_line(&without_colours(text))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }

    fn fault_at_line(&self, fault: ImportFault) -> ImportError {
        ImportError::Line {
            line: self.line,
            fault,
        }
    }

    fn unknown_word(&self, word: &str, what: &'static str) -> ImportError {
        self.fault_at_line(ImportFault::Word(clip(word), what))
    }

    /// Returns the square at this place, row by row from 0; `None` for auxiliary
    /// variables.
    fn square_of_place(&self, place: u64) -> Option<Square> {
        let columns = u64::from(self.problem.columns());
        let row = place.checked_div(columns)?;
        (row < u64::from(self.problem.rows()))
            .then(|| Square::new(row as u32, (place % columns) as u32))
    }

    /// Returns the square in a row and a column that count from `first`.
    fn read_square(
        &self,
        row: u64,
        column: u64,
        first: u64,
    ) -> Result<Square, ImportError> {
        let square = super::make_square(row, column, first)
            .ok()
            .filter(|&square| self.problem.contains(square));
        square.ok_or_else(|| {
            self.fault_at_line(ImportFault::OffBoard { row, column, first })
        })
    }

    /// Records an answer of this run.
    fn put_placement(&mut self, queens: Vec<Square>) -> ControlFlow<()> {
        self.run.put_placement(self.began, Placement::new(queens))
    }

    /// Passes on the open answer if it is complete without an end of its own.
    fn close_answer(&mut self) -> Flow {
        match std::mem::replace(&mut self.open, OpenAnswer::Nothing) {
            OpenAnswer::Values(_, true) => {
                Err(self.fault_at_line(ImportFault::CutOff("the 0 behind the literals")))
            }
            OpenAnswer::Values(queens, false) => Ok(self.put_placement(queens)),
            OpenAnswer::Names(names) => {
                let line = self.began;
                let queens = names
                    .read_queens(self.problem)
                    .map_err(|fault| ImportError::Line { line, fault })?;
                Ok(self.put_placement(queens))
            }
            OpenAnswer::Nothing
            | OpenAnswer::Atoms
            | OpenAnswer::Literals
            | OpenAnswer::Array(..)
            | OpenAnswer::Element(_) => Ok(ControlFlow::Continue(())),
        }
    }

    fn end_input(&mut self) -> Flow {
        match &self.open {
            OpenAnswer::Array(..) => {
                Err(self.fault_at_line(ImportFault::CutOff("the end of an array")))
            }
            OpenAnswer::Element(_) => {
                Err(self.fault_at_line(ImportFault::CutOff(ELEMENT_END)))
            }
            OpenAnswer::Literals => {
                Err(self.fault_at_line(ImportFault::CutOff("the literals")))
            }
            _ => self.close_answer(),
        }
    }

    fn read_line(&mut self, line: &str) -> Flow {
        let trimmed = line.trim();
        match std::mem::replace(&mut self.open, OpenAnswer::Nothing) {
            OpenAnswer::Array(text, open) => return self.read_array(text, trimmed, open),
            OpenAnswer::Element(text) => return self.read_element(text, trimmed),
            OpenAnswer::Atoms => return self.read_atoms(trimmed),
            OpenAnswer::Literals => {
                let flow = self.read_literals(trimmed)?;
                return if flow.is_break() {
                    Ok(flow)
                } else {
                    self.close_answer()
                };
            }
            other => self.open = other,
        }
        if trimmed.contains("<instantiation") {
            self.began = self.line;
            // Names before an element are its copy.
            self.open = OpenAnswer::Nothing;
            return self.read_element(String::new(), trimmed);
        }
        if let Some(literals) = trimmed
            .strip_prefix("v ")
            .or((trimmed == "v").then_some(""))
        {
            return self.read_literals(literals);
        }
        if trimmed == SOLUTION_SEPARATOR {
            return self.close_answer();
        }
        if let Some(value) = value_before(trimmed) {
            let flow = self.close_answer()?;
            self.run.announce_status(value);
            return Ok(flow);
        }
        self.says_none |= denies_solution(trimmed);
        // Whatever else a solver of XCSP3 prints is a copy.
        if self.run.has_elements() {
            return Ok(ControlFlow::Continue(()));
        }
        if self.begins_array(trimmed) {
            if self.close_answer()?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            self.began = self.line;
            return self.read_array(String::new(), trimmed, 0);
        }
        if trimmed.starts_with("Answer:") {
            self.open = OpenAnswer::Atoms;
            return Ok(ControlFlow::Continue(()));
        }
        if trimmed == "SAT" {
            self.open = OpenAnswer::Literals;
            return Ok(ControlFlow::Continue(()));
        }
        if trimmed.contains("queen(") {
            return self.read_atoms(trimmed);
        }
        if let Some(value) = value_after(trimmed) {
            self.read_objective(value);
        }
        // Each model of an SMT solver follows its own `sat`, each model of a SAT solver
        // its `s` line.
        if (trimmed == "sat" || trimmed.starts_with("s "))
            && self.close_answer()?.is_break()
        {
            return Ok(ControlFlow::Break(()));
        }
        self.read_names(trimmed)
    }

    /// Takes the value of the open answer, or of the last one.
    fn read_objective(&mut self, value: &str) {
        match self.open {
            OpenAnswer::Names(_) => self.run.announce_status(value),
            _ => self.run.rate_last(value),
        }
    }

    /// Reads literals; true ones are squares or auxiliary.
    fn read_literals(&mut self, words: &str) -> Flow {
        let (mut queens, mut waits) =
            match std::mem::replace(&mut self.open, OpenAnswer::Nothing) {
                OpenAnswer::Values(queens, waits) => (queens, waits),
                _ => {
                    self.began = self.line;
                    (Vec::new(), false)
                }
            };
        for word in words.split_whitespace() {
            let (denied, name) = word
                .strip_prefix('-')
                .map_or((false, word), |name| (true, name));
            let number: u64 = match name.strip_prefix('x').unwrap_or(name).parse() {
                Ok(number) => number,
                Err(_) => {
                    return Err(
                        self.unknown_word(word, "a literal such as 12, -12 or x12")
                    );
                }
            };
            if number == 0 {
                return Ok(self.put_placement(queens));
            }
            waits |= !name.starts_with('x');
            if !denied {
                queens.extend(self.square_of_place(number - 1));
            }
        }
        self.open = OpenAnswer::Values(queens, waits);
        Ok(ControlFlow::Continue(()))
    }

    /// Reads an answer set: its atoms `queen(row,column)`, from 1.
    fn read_atoms(&mut self, line: &str) -> Flow {
        self.began = self.line;
        let mut queens = Vec::new();
        for atom in line.split("queen(").skip(1) {
            let inside = atom.split(')').next().unwrap_or_default();
            let numbers = inside.split_once(',').and_then(|(row, column)| {
                Some((
                    row.trim().parse::<u64>().ok()?,
                    column.trim().parse::<u64>().ok()?,
                ))
            });
            let Some((row, column)) = numbers else {
                return Err(self.unknown_word(inside, "a row and a column"));
            };
            queens.push(self.read_square(row, column, 1)?);
        }
        Ok(self.put_placement(queens))
    }

    /// Adds a line to `text`.
    fn lengthen_text(&self, mut text: String, line: &str) -> Result<String, ImportError> {
        text.push_str(line.strip_prefix("v ").unwrap_or(line));
        text.push(' ');
        if text.len() > MAX_SOLUTION {
            Err(self.fault_at_line(ImportFault::TooLong))
        } else {
            Ok(text)
        }
    }

    /// Returns true if a line has an array: a complete one, or one that is surely an
    /// answer.
    fn begins_array(&self, line: &str) -> bool {
        let is_whole = line.matches('[').count() == line.matches(']').count();
        named::find_arrays(line).any(|(name, _)| is_whole || name == "q" || name == "x")
    }

    /// Adds a line to the text of arrays with `open` open brackets.
    fn read_array(&mut self, text: String, line: &str, open: i64) -> Flow {
        let text = self.lengthen_text(text, line)?;
        let count = |bracket| line.matches(bracket).count() as i64;
        let open = open + count('[') - count(']');
        if open > 0 {
            self.open = OpenAnswer::Array(text, open);
            return Ok(ControlFlow::Continue(()));
        }
        for (name, list) in named::find_arrays(&text) {
            // The first array with as many numbers as the board has rows or squares; q
            // and x are our own names.
            if self.array.as_deref().is_some_and(|array| array != name) {
                continue;
            }
            let is_ours = name == "q" || name == "x";
            match named::parse_numbers(list) {
                Ok(numbers) if is_ours || self.is_columns(&name, &numbers).is_some() => {
                    let are_columns =
                        self.is_columns(&name, &numbers).unwrap_or(name == "q");
                    // MiniZinc counts from 1; a list with column 0 counts from 0.
                    let first = u64::from(!are_columns || !numbers.contains(&0));
                    let queens = self.read_values(are_columns, &numbers, first)?;
                    self.array = Some(name);
                    let flow = self.put_placement(queens);
                    if let Some(value) = value_after(&text) {
                        self.run.rate_last(value);
                    }
                    return Ok(flow);
                }
                Err(word) if is_ours => {
                    return Err(self.unknown_word(word, "a whole number"));
                }
                _ => {}
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns true if an array with this name has the column of each row, false if it
    /// has a 0 or 1 for each square, and `None` if it has neither.
    fn is_columns(&self, name: &str, numbers: &[u64]) -> Option<bool> {
        let rows = u64::from(self.problem.rows());
        let is_rows = numbers.len() as u64 == rows && name != "x";
        let is_squares = numbers.len() as u64 == rows * u64::from(self.problem.columns())
            && numbers.iter().all(|&value| value < 2);
        if is_rows {
            Some(true)
        } else {
            is_squares.then_some(false)
        }
    }

    /// Returns the queens, given the columns of the rows, or 0 and 1 for each square.
    fn read_values(
        &self,
        are_columns: bool,
        values: &[u64],
        first: u64,
    ) -> Result<Vec<Square>, ImportError> {
        let rows = u64::from(self.problem.rows());
        let expected = if are_columns {
            rows
        } else {
            rows * u64::from(self.problem.columns())
        };
        if values.len() as u64 != expected {
            return Err(self.fault_at_line(ImportFault::Values {
                found: values.len(),
                expected,
            }));
        }
        let numbered = (0..).zip(values);
        if are_columns {
            return numbered
                .map(|(row, &column)| self.read_square(row + first, column, first))
                .collect();
        }
        Ok(numbered
            .filter(|&(_, &value)| value > 0)
            .filter_map(|(place, _)| self.square_of_place(place))
            .collect())
    }

    /// Adds a line to the text of an element.
    fn read_element(&mut self, text: String, line: &str) -> Flow {
        let text = self.lengthen_text(text, line)?;
        if !line.contains(ELEMENT_END) {
            self.open = OpenAnswer::Element(text);
            return Ok(ControlFlow::Continue(()));
        }
        let queens = self.read_instantiation(&text)?;
        self.run.expect_element();
        if let Some(value) = value_inside(&text) {
            self.run.announce_status(value);
        }
        Ok(self.put_placement(queens))
    }

    /// Reads an element of XCSP3: `q`, the columns of the rows from 0, or `x`.
    fn read_instantiation(&self, text: &str) -> Result<Vec<Square>, ImportError> {
        let element = |name: &str| {
            let (_, after) = text.split_once(&format!("<{name}>"))?;
            Some(after.split_once(&format!("</{name}>"))?.0.trim())
        };
        let (Some(list), Some(values)) = (element("list"), element("values")) else {
            return Err(self.fault_at_line(ImportFault::CutOff(
                "the list and the values of an instantiation",
            )));
        };
        let mut numbers = Vec::new();
        for word in values.split_whitespace() {
            // 0x16 means sixteen zeros.
            let (value, times) = word.split_once('x').unwrap_or((word, "1"));
            let (Ok(value), Ok(times)) = (value.parse::<u64>(), times.parse::<usize>())
            else {
                return Err(self.unknown_word(word, "a value such as 3, or 0x16"));
            };
            let most = self.problem.rows() as usize * self.problem.columns() as usize;
            if times > most {
                return Err(self.fault_at_line(ImportFault::Values {
                    found: times,
                    expected: most as u64,
                }));
            }
            numbers.extend(std::iter::repeat_n(value, times));
        }
        self.read_values(list.starts_with('q'), &numbers, 0)
    }

    /// Reads names such as `q_2_7`, `q[2]` and `x2`, and the first number or truth value
    /// after each.
    fn read_names(&mut self, line: &str) -> Flow {
        for word in named::split_words(line) {
            match (named::parse_index(word), &mut self.open) {
                (Some(index), OpenAnswer::Names(names)) => names.add_name(index),
                (Some(index), _) => {
                    if self.close_answer()?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    self.began = self.line;
                    let mut names = NamedValues::default();
                    names.add_name(index);
                    self.open = OpenAnswer::Names(names);
                }
                (None, OpenAnswer::Names(names)) => {
                    if let Err(fault) = names.add_value(word) {
                        return Err(self.fault_at_line(fault));
                    }
                }
                _ => {}
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}
