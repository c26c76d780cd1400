//! The answers of solvers, line by line: what a line looks like tells what it is.

use super::{Fault, ImportError, clip};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::read::{LineFeeds, MAX_SOLUTION};
use crate::square::Square;
use std::collections::BTreeSet;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;

/// What a file of answers held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    /// Solutions, which nobody has checked.
    pub solutions: u64,
    /// Whether it says that there is none (or no other).
    pub says_none: bool,
}

/// How lines begin, or what they are, that say that there is no solution.
const NONE: [&str; 8] = [
    "s UNSATISFIABLE",
    "UNSATISFIABLE",
    "UNSAT",
    "unsat",
    "=====UNSATISFIABLE=====",
    "Infeasible",
    "infeasible",
    "Status:     INTEGER EMPTY",
];

/// Solvers that compute with floating-point numbers may be off by so much.
const NEAR: f64 = 1e-3;

/// Reads every answer of `input` and hands it to `each` with the line on which it begins, until `each` breaks off. The
/// squares are those of `problem`.
///
/// # Errors
/// The first thing that cannot be read. Answers before it have been handed on.
///
/// # Complexity
/// Linear in the input; memory for one answer.
pub fn answers(
    input: &mut dyn BufRead,
    problem: &Problem,
    each: &mut dyn FnMut(u64, Placement) -> ControlFlow<()>,
) -> Result<Answers, ImportError> {
    let mut reader =
        Reader { problem, each, line: 0, began: 0, open: Open::Nothing, found: Answers::default() };
    let (mut input, mut bytes) = (LineFeeds::new(input), Vec::new());
    loop {
        bytes.clear();
        let read = (&mut input).take(MAX_SOLUTION as u64 + 1).read_until(b'\n', &mut bytes)?;
        if read == 0 {
            break;
        }
        reader.line += 1;
        if read > MAX_SOLUTION {
            return Err(reader.fault(Fault::TooLong));
        }
        let Ok(text) = std::str::from_utf8(&bytes) else { return Err(reader.fault(Fault::NotUtf8)) };
        if reader.line(text.trim_end_matches(['\n', '\r']))?.is_break() {
            return Ok(reader.found);
        }
    }
    reader.end()?;
    Ok(reader.found)
}

/// What has begun on lines before.
enum Open {
    Nothing,
    /// `Answer: 1` stood above: the atoms follow, if there are any.
    Atoms,
    /// `SAT` stood above: the literals follow.
    Literals,
    /// True literals of lines with a `v`, and whether a 0 is to end them: behind 12, not behind x12.
    Values(Vec<Square>, bool),
    /// Names with values: the squares that have a queen, the names that were seen, and one whose value is to come.
    Names {
        queens: Vec<Square>,
        seen: BTreeSet<String>,
        waits: Option<String>,
    },
    /// The text of an array or of an element, up to its end.
    Text(String, &'static str),
}

struct Reader<'r> {
    problem: &'r Problem,
    each: &'r mut dyn FnMut(u64, Placement) -> ControlFlow<()>,
    line: u64,
    /// The line on which the open answer began.
    began: u64,
    open: Open,
    found: Answers,
}

type Flow = Result<ControlFlow<()>, ImportError>;

impl Reader<'_> {
    fn fault(&self, fault: Fault) -> ImportError {
        ImportError::Line { line: self.line, fault }
    }

    fn word(&self, word: &str, what: &'static str) -> ImportError {
        self.fault(Fault::Word(clip(word), what))
    }

    /// The square with this place, row by row from 0; `None` for auxiliary variables.
    fn place(&self, place: u64) -> Option<Square> {
        let columns = u64::from(self.problem.columns());
        let row = place.checked_div(columns)?;
        (row < u64::from(self.problem.rows())).then(|| Square::new(row as u32, (place % columns) as u32))
    }

    /// The square in a row and a column from `first`.
    fn square(&self, row: u64, column: u64, first: u64) -> Result<Square, ImportError> {
        let square = super::square(row, column, first).ok().filter(|&square| self.problem.contains(square));
        square.ok_or_else(|| self.fault(Fault::OffBoard { row, column, first }))
    }

    /// Hands on an answer.
    fn put(&mut self, queens: Vec<Square>) -> ControlFlow<()> {
        self.found.solutions += 1;
        (self.each)(self.began, Placement::new(queens))
    }

    /// Hands on the answer that is open and complete without an end of its own.
    fn close(&mut self) -> Flow {
        match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Values(_, true) => Err(self.fault(Fault::CutOff("the 0 behind the literals"))),
            Open::Values(queens, false) | Open::Names { queens, .. } => Ok(self.put(queens)),
            Open::Nothing | Open::Atoms | Open::Literals | Open::Text(..) => Ok(ControlFlow::Continue(())),
        }
    }

    fn end(&mut self) -> Result<(), ImportError> {
        match &self.open {
            Open::Text(_, end) => Err(self.fault(Fault::CutOff(end))),
            Open::Literals => Err(self.fault(Fault::CutOff("the literals"))),
            _ => self.close().map(|_| ()),
        }
    }

    fn line(&mut self, line: &str) -> Flow {
        let trimmed = line.trim();
        match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Text(text, end) => return self.text(text, trimmed, end),
            Open::Atoms => return self.atoms(trimmed),
            Open::Literals => {
                let flow = self.literals(trimmed)?;
                return if flow.is_break() { Ok(flow) } else { self.close() };
            }
            other => self.open = other,
        }
        if trimmed.contains("<instantiation") {
            self.began = self.line;
            return self.text(String::new(), trimmed, "</instantiation>");
        }
        if let Some(literals) = trimmed.strip_prefix("v ").or((trimmed == "v").then_some("")) {
            return self.literals(literals);
        }
        if ["q = [", "x = [", "q = array", "x = array"].iter().any(|start| trimmed.starts_with(start)) {
            self.began = self.line;
            return self.text(String::new(), trimmed, ";");
        }
        if trimmed.starts_with("Answer:") {
            self.open = Open::Atoms;
            return Ok(ControlFlow::Continue(()));
        }
        if trimmed == "SAT" {
            self.open = Open::Literals;
            return Ok(ControlFlow::Continue(()));
        }
        if trimmed.contains("queen(") {
            return self.atoms(trimmed);
        }
        if NONE.iter().any(|words| trimmed == *words || (words.len() > 8 && trimmed.starts_with(words))) {
            self.found.says_none = true;
        }
        // Each model of an SMT solver follows its own `sat`, each model of a SAT solver its `s` line.
        if (trimmed == "sat" || trimmed.starts_with("s ")) && self.close()?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        self.names(trimmed)
    }

    /// Literals; those that hold are squares or auxiliary.
    fn literals(&mut self, words: &str) -> Flow {
        let (mut queens, mut waits) = match std::mem::replace(&mut self.open, Open::Nothing) {
            Open::Values(queens, waits) => (queens, waits),
            _ => {
                self.began = self.line;
                (Vec::new(), false)
            }
        };
        for word in words.split_whitespace() {
            let (denied, name) = word.strip_prefix('-').map_or((false, word), |name| (true, name));
            let number: u64 = match name.strip_prefix('x').unwrap_or(name).parse() {
                Ok(number) => number,
                Err(_) => return Err(self.word(word, "a literal such as 12, -12 or x12")),
            };
            if number == 0 {
                return Ok(self.put(queens));
            }
            waits |= !name.starts_with('x');
            if !denied {
                queens.extend(self.place(number - 1));
            }
        }
        self.open = Open::Values(queens, waits);
        Ok(ControlFlow::Continue(()))
    }

    /// An answer set: its atoms `queen(row,column)`, from 1.
    fn atoms(&mut self, line: &str) -> Flow {
        self.began = self.line;
        let mut queens = Vec::new();
        for atom in line.split("queen(").skip(1) {
            let inside = atom.split(')').next().unwrap_or_default();
            let numbers = inside.split_once(',').and_then(|(row, column)| {
                Some((row.trim().parse::<u64>().ok()?, column.trim().parse::<u64>().ok()?))
            });
            let Some((row, column)) = numbers else { return Err(self.word(inside, "a row and a column")) };
            queens.push(self.square(row, column, 1)?);
        }
        Ok(self.put(queens))
    }

    /// Adds a line to a text that goes on up to `end`.
    fn text(&mut self, mut text: String, line: &str, end: &'static str) -> Flow {
        text.push_str(line.strip_prefix("v ").unwrap_or(line));
        text.push(' ');
        if text.len() > MAX_SOLUTION {
            return Err(self.fault(Fault::TooLong));
        }
        if !text.contains(end) {
            self.open = Open::Text(text, end);
            return Ok(ControlFlow::Continue(()));
        }
        let queens = if end == ";" { self.array(&text)? } else { self.instantiation(&text)? };
        Ok(self.put(queens))
    }

    /// An array of MiniZinc: `q`, the columns of the rows from 1, or `x`, a 0 or 1 for each square.
    fn array(&self, text: &str) -> Result<Vec<Square>, ImportError> {
        let list = text.rsplit_once('[').map_or("", |(_, list)| list);
        let list = list.split(']').next().unwrap_or_default();
        let words = list.split([',', '|', ' ']).map(str::trim).filter(|word| !word.is_empty());
        let numbers: Vec<u64> = words
            .map(|word| word.parse().map_err(|_| self.word(word, "a whole number")))
            .collect::<Result<_, _>>()?;
        self.values(text.starts_with('q'), &numbers, 1)
    }

    /// Queens from the columns of the rows, or from 0 and 1 for each square.
    fn values(&self, are_columns: bool, values: &[u64], first: u64) -> Result<Vec<Square>, ImportError> {
        let rows = u64::from(self.problem.rows());
        let expected = if are_columns { rows } else { rows * u64::from(self.problem.columns()) };
        if values.len() as u64 != expected {
            return Err(self.fault(Fault::Values { found: values.len(), expected }));
        }
        let numbered = (0..).zip(values);
        if are_columns {
            return numbered.map(|(row, &column)| self.square(row + first, column, first)).collect();
        }
        Ok(numbered.filter(|&(_, &value)| value > 0).filter_map(|(place, _)| self.place(place)).collect())
    }

    /// An element of XCSP3: `q`, the columns of the rows from 0, or `x`.
    fn instantiation(&self, text: &str) -> Result<Vec<Square>, ImportError> {
        let element = |name: &str| {
            let (_, after) = text.split_once(&format!("<{name}>"))?;
            Some(after.split_once(&format!("</{name}>"))?.0.trim())
        };
        let (Some(list), Some(values)) = (element("list"), element("values")) else {
            return Err(self.fault(Fault::CutOff("the list and the values of an instantiation")));
        };
        let mut numbers = Vec::new();
        for word in values.split_whitespace() {
            // 0x16 stands for sixteen zeros.
            let (value, times) = word.split_once('x').unwrap_or((word, "1"));
            let (Ok(value), Ok(times)) = (value.parse::<u64>(), times.parse::<usize>()) else {
                return Err(self.word(word, "a value such as 3, or 0x16"));
            };
            let most = self.problem.rows() as usize * self.problem.columns() as usize;
            if times > most {
                return Err(self.fault(Fault::Values { found: times, expected: most as u64 }));
            }
            numbers.extend(std::iter::repeat_n(value, times));
        }
        self.values(list.starts_with('q'), &numbers, 0)
    }

    /// Names such as `q_2_7` and `q_2`, and the first number or truth value behind each.
    fn names(&mut self, line: &str) -> Flow {
        let words =
            line.split(|c: char| c.is_whitespace() || "()=:,".contains(c)).filter(|word| !word.is_empty());
        for word in words {
            let waits = match &mut self.open {
                Open::Names { waits, .. } => waits.take(),
                _ => None,
            };
            let is_name = word.strip_prefix("q_").is_some_and(|rest| {
                !rest.is_empty()
                    && rest.split('_').all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
            });
            if is_name {
                if !matches!(self.open, Open::Names { .. }) {
                    if self.close()?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                    self.began = self.line;
                    self.open = Open::Names { queens: Vec::new(), seen: BTreeSet::new(), waits: None };
                }
                if let Open::Names { seen, waits, .. } = &mut self.open {
                    // What stands below is something else of the same variable, such as a bound.
                    *waits = (!seen.contains(word)).then(|| word.to_owned());
                }
                continue;
            }
            let Some(name) = waits else { continue };
            let value = match word {
                // SMT-LIB writes a negative number so: (- 2).
                "-" => return Err(self.word("- behind a name", "a value from 0 on")),
                "true" => Some(1.0),
                "false" => Some(0.0),
                word => word.parse::<f64>().ok().filter(|value| value.is_finite()),
            };
            let queen = match value {
                Some(value) => self.named(&name, value)?,
                None => None,
            };
            if let Open::Names { queens, seen, waits } = &mut self.open {
                match value {
                    Some(_) => {
                        queens.extend(queen);
                        seen.insert(name);
                    }
                    None => *waits = Some(name),
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The queen of a name and its value.
    fn named(&self, name: &str, value: f64) -> Result<Option<Square>, ImportError> {
        let numbers: Vec<u64> = name.split('_').skip(1).filter_map(|number| number.parse().ok()).collect();
        match numbers[..] {
            [row, column] if (value - value.round()).abs() < NEAR && (0.0..=1.0).contains(&value.round()) => {
                self.square(row, column, 1).map(|square| (value > 0.5).then_some(square))
            }
            [_, _] => Err(self.word(&format!("{name} = {value}"), "0 or 1 for a square")),
            [row] if value >= 1.0 && value.fract() == 0.0 => self.square(row, value as u64, 1).map(Some),
            _ => Err(self.word(name, "the name of a row or of a square, with its value")),
        }
    }
}
