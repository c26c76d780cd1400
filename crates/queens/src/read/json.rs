//! JSON: documents with a list of solutions, objects that are solutions, and lists of columns, one after the other.
//!
//! The document of a problem alone names it, and holds no solution.
//!
//! A document is never held: each solution is handed on when its closing bracket is read. A list of numbers is a
//! solution, the column of each row from 0 (`null` for a row without a queen); a list of strings is a board, drawn row by
//! row; a list of lists or objects is a list of solutions. A square list of lists of 0 and 1 is one board, for a row of
//! three or more that repeats a column cannot be a list of columns.

use super::input::Input;
use super::problem_document::{self, SCHEMA as PROBLEM_SCHEMA};
use super::{Flow, Halt, LineError, ReadError, Sink, Size, bad, drawing};
use crate::placement::Placement;
use crate::problem::MAX_SIDE;
use crate::render::{DOCUMENT_SCHEMA, ENDING_SCHEMA, OBJECT_SCHEMA};
use crate::square::Square;
use serde::Deserialize;
use serde::de::{
    DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Unexpected, Visitor,
};
use serde_json::error::Category;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, Read};

/// Reads JSON values to the end.
pub(super) fn read(input: &mut Input<'_>, sink: &mut Sink<'_>) -> Flow {
    while input.skip_blanks()?.is_some() {
        input.renew();
        let context = Context {
            input: RefCell::new(&mut *input),
            sink: RefCell::new(&mut *sink),
            halt: Cell::new(None),
        };
        let mut deserializer = serde_json::Deserializer::from_reader(&context);
        let result = match context.peek()? {
            Some(b'[') => List { context: &context, is_value: true }.deserialize(&mut deserializer),
            _ => Object(&context).deserialize(&mut deserializer),
        };
        if let Err(error) = result {
            return Err(context.halt.take().unwrap_or_else(|| context.explain(&error)));
        }
    }
    Ok(())
}

/// What the visitors share with the reader below the deserializer.
struct Context<'c, 'r, 's> {
    input: RefCell<&'c mut Input<'r>>,
    sink: RefCell<&'c mut Sink<'s>>,
    /// Why a visitor ended the reading.
    halt: Cell<Option<Halt>>,
}

impl Read for &Context<'_, '_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.borrow_mut().read(buffer)
    }
}

impl Context<'_, '_, '_> {
    fn peek(&self) -> io::Result<Option<u8>> {
        self.input.borrow_mut().peek()
    }

    fn line(&self) -> u64 {
        self.input.borrow().line()
    }

    fn is_sized(&self, has_squares: impl Fn(Size) -> bool) -> bool {
        self.sink.borrow().size.is_some_and(has_squares)
    }

    /// Ends the deserialization where `flow` ends the reading.
    fn heed<T, E: Error>(&self, flow: Flow<T>) -> Result<T, E> {
        flow.map_err(|halt| {
            self.halt.set(Some(halt));
            E::custom("ended by the visitor")
        })
    }

    fn refuse<T, E: Error>(&self, reason: &str) -> Result<T, E> {
        let position = self.input.borrow().position();
        self.heed(bad(self.line(), LineError::Json { position, reason: reason.to_owned() }))
    }

    /// Keeps the value of `key`, which may stand once.
    fn keep<T, E: Error>(&self, key: &str, slot: &mut Option<T>, value: T) -> Result<(), E> {
        match slot.replace(value) {
            None => Ok(()),
            Some(_) => self.refuse(&format!("'{key}' stands here for the second time: write it once")),
        }
    }

    /// Hands on the columns of a list that begins on `line`.
    fn put_columns<E: Error>(&self, line: u64, columns: Vec<Option<Whole>>) -> Result<(), E> {
        let mut sink = self.sink.borrow_mut();
        let size = (columns.len() as u64, sink.size.map_or(columns.len() as u64, |size| size.columns.into()));
        self.heed(sink.put(line, Some(size), from_columns(columns)))
    }

    /// Hands on the board whose rows are drawn in strings.
    fn put_board<E: Error>(&self, line: u64, rows: &[String]) -> Result<(), E> {
        self.heed(drawing::put_rows(line, rows, *self.sink.borrow_mut()))
    }

    /// Hands on what may be a matrix: one board if it is square, else lists of columns.
    fn put_matrix<E: Error>(&self, matrix: &mut Matrix) -> Result<(), E> {
        let rows = std::mem::take(&mut matrix.rows);
        let sides = rows.len();
        match rows.first() {
            Some((line, row)) if row.len() == sides => {
                let line = *line;
                let square = |row: u32, (column, cell): (u32, &Option<Whole>)| {
                    matches!(cell, Some(Whole(1))).then(|| Square::new(row, column))
                };
                let queens = (0..).zip(&rows).flat_map(|(number, (_, row))| {
                    (0..).zip(row).filter_map(move |cell| square(number, cell))
                });
                let placement = Placement::new(queens.collect());
                let size = (sides as u64, sides as u64);
                self.heed(self.sink.borrow_mut().put(line, Some(size), placement))
            }
            _ => rows.into_iter().try_for_each(|(line, row)| self.put_columns(line, row)),
        }
    }

    fn explain(&self, error: &serde_json::Error) -> Halt {
        let reason = match error.classify() {
            Category::Io => {
                let kind = error.io_error_kind().unwrap_or(io::ErrorKind::Other);
                return io::Error::new(kind, error.to_string()).into();
            }
            Category::Eof if self.input.borrow().is_spent() => LineError::TooLong,
            Category::Eof => LineError::CutOff("the last bracket"),
            Category::Syntax | Category::Data => LineError::Json {
                position: self.input.borrow().position(),
                reason: in_our_words(&error.to_string()),
            },
        };
        Halt::Error(ReadError::Line { line: self.line(), reason })
    }
}

/// What the message of a deserializer says.
fn in_our_words(message: &str) -> String {
    // It counts its lines from the beginning of the value.
    let message = message.rsplit_once(" at line ").map_or(message, |(message, _)| message);
    let kind = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    match kind.and_then(|kind| kind.split_once(", expected ")) {
        Some((found, expected)) => {
            let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
            let found = match kind {
                "map" => "an object",
                "sequence" => "a list",
                "string" => &format!("the string {}", super::clip(value.trim_matches('"'))),
                "null" | "unit" => "null",
                "a" => found,
                _ => value.trim_matches(['`', ' ']),
            };
            let expected = if expected == "a sequence" { "a list" } else { expected };
            format!("expected {expected}, found {}", found.trim_start_matches("point `"))
        }
        None if message.starts_with("recursion limit") => {
            "lists and objects stand too deep in one another here: at most 128".to_owned()
        }
        None if message.starts_with("number out of range") => "this number is too large".to_owned(),
        None => {
            "this is not JSON: a value, a comma or a bracket is missing or does not belong here".to_owned()
        }
    }
}

/// A row, a column or the side of a board.
#[derive(Clone, Copy)]
struct Whole(u32);

impl Whole {
    fn new(number: u64) -> Option<Self> {
        u32::try_from(number).ok().filter(|&number| number <= MAX_SIDE).map(Whole)
    }
}

impl<'de> Deserialize<'de> for Whole {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct WholeVisitor;
        impl Visitor<'_> for WholeVisitor {
            type Value = Whole;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 0 to {MAX_SIDE}")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Whole, E> {
                Whole::new(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }
        deserializer.deserialize_any(WholeVisitor)
    }
}

/// An element of a list in a list: a column, or a row that is drawn.
enum Element {
    Column(Option<Whole>),
    Row(String),
}

impl<'de> Deserialize<'de> for Element {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ElementVisitor;
        impl Visitor<'_> for ElementVisitor {
            type Value = Element;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 0 to {MAX_SIDE}")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<Element, E> {
                match Whole::new(number) {
                    Some(column) => Ok(Element::Column(Some(column))),
                    None => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
                }
            }

            fn visit_unit<E: Error>(self) -> Result<Element, E> {
                Ok(Element::Column(None))
            }

            fn visit_str<E: Error>(self, row: &str) -> Result<Element, E> {
                Ok(Element::Row(row.to_owned()))
            }
        }
        deserializer.deserialize_any(ElementVisitor)
    }
}

/// Lists of 0 and 1, all of one length, that may be the rows of one board, each with its line.
struct Matrix {
    rows: Vec<(u64, Vec<Option<Whole>>)>,
    /// Whether the list holds anything else.
    is_over: bool,
}

impl Matrix {
    /// Whether the list can still be a matrix.
    fn takes(&self, row: &[Option<Whole>]) -> bool {
        let side = self.rows.first().map_or(row.len(), |(_, first)| first.len());
        let is_bit = |cell: &Option<Whole>| matches!(cell, Some(Whole(0 | 1)));
        !self.is_over && side >= 3 && row.len() == side && self.rows.len() < side && row.iter().all(is_bit)
    }
}

/// An element of a list of solutions.
enum Found {
    /// A solution that was handed on.
    Solution,
    Column(Option<Whole>),
    /// A row of a drawn board.
    Row(String),
    /// A list of columns, or a row of a matrix, with its line.
    Columns(u64, Vec<Option<Whole>>),
}

/// Two numbers: a square, or the size of a board.
struct Pair(u32, u32);

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Vec::deserialize(deserializer)?[..] {
            [Whole(rows), Whole(columns)] => Ok(Pair(rows, columns)),
            ref other => {
                let found = format!("a list of {}", other.len());
                Err(D::Error::invalid_value(Unexpected::Other(&found), &"two numbers: row and column"))
            }
        }
    }
}

fn from_columns(columns: Vec<Option<Whole>>) -> Placement {
    let square = |(row, column): (u32, Option<Whole>)| Some(Square::new(row, column?.0));
    Placement::new((0..).zip(columns).filter_map(square).collect())
}

/// A document or a solution.
#[derive(Clone, Copy)]
struct Object<'c, 'i, 'r, 's>(&'c Context<'i, 'r, 's>);

impl<'de> DeserializeSeed<'de> for Object<'_, '_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Object<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let context = self.0;
        context.input.borrow_mut().renew();
        let line = context.line();
        let mut size: Option<Pair> = None;
        let mut queens: Option<Vec<Pair>> = None;
        let mut columns: Option<Vec<Option<Whole>>> = None;
        let mut problem: Option<()> = None;
        let mut solutions: Option<()> = None;
        let (mut is_problem, mut is_ending) = (false, false);
        let mut fields = problem_document::Fields::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "schema" => {
                    let schema: String = map.next_value()?;
                    is_ending = schema == ENDING_SCHEMA;
                    is_problem = !is_ending && self.is_problem(&schema)?;
                }
                "problem" => {
                    let text: String = map.next_value()?;
                    context.keep(&key, &mut problem, ())?;
                    let line = context.line();
                    context.heed(context.sink.borrow_mut().name_problem(line, &text))?;
                }
                "rows" if is_problem => context.keep(&key, &mut fields.rows, map.next_value()?)?,
                "columns" if is_problem => context.keep(&key, &mut fields.columns, map.next_value()?)?,
                "squares" if is_problem => context.keep(&key, &mut fields.squares, map.next_value()?)?,
                "givens" if is_problem => context.keep(&key, &mut fields.givens, map.next_value()?)?,
                "regions" if is_problem => context.keep(&key, &mut fields.regions, map.next_value()?)?,
                "attacked" if is_problem => context.keep(&key, &mut fields.attacked, map.next_value()?)?,
                _ if is_problem => drop(map.next_value::<IgnoredAny>()?),
                "solutions" => {
                    context.keep(&key, &mut solutions, ())?;
                    map.next_value_seed(List { context, is_value: false })?;
                }
                "size" => context.keep(&key, &mut size, map.next_value()?)?,
                "queens" => context.keep(&key, &mut queens, map.next_value()?)?,
                "columns" => context.keep(&key, &mut columns, map.next_value()?)?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if is_problem && problem.is_some() {
            let sink = context.sink.borrow();
            let other = sink.named.as_ref().and_then(|problem| fields.other_than(problem));
            drop(sink);
            return other.map_or(Ok(()), |other| context.refuse(&other));
        }
        if solutions.is_some() || is_ending {
            return Ok(());
        }
        let size = size.map(|Pair(rows, columns)| (rows.into(), columns.into())).or_else(|| {
            // Where nothing names the size: a list of columns is taken for a square board.
            let known = context.sink.borrow().size.map(|size| u64::from(size.columns));
            columns.as_ref().map(|columns| (columns.len() as u64, known.unwrap_or(columns.len() as u64)))
        });
        let from_queens = queens.map(|queens| {
            Placement::new(queens.into_iter().map(|Pair(row, column)| Square::new(row, column)).collect())
        });
        let placement = match (from_queens, columns.map(from_columns)) {
            (Some(a), Some(b)) if a != b => {
                return context.refuse("its 'queens' and its 'columns' are not the same placement");
            }
            (Some(placement), _) | (None, Some(placement)) => placement,
            (None, None) => {
                return context.refuse("this object has neither 'queens' nor 'columns' nor 'solutions'");
            }
        };
        context.heed(context.sink.borrow_mut().put(line, size, placement))
    }
}

impl Object<'_, '_, '_, '_> {
    /// Whether a document of this schema is that of a problem.
    fn is_problem<E: Error>(&self, schema: &str) -> Result<bool, E> {
        if [DOCUMENT_SCHEMA, OBJECT_SCHEMA, PROBLEM_SCHEMA].contains(&schema) {
            return Ok(schema == PROBLEM_SCHEMA);
        }
        let schema = super::clip(schema);
        self.0.refuse(&format!(
            "the schema '{schema}' is not read here: use {DOCUMENT_SCHEMA}, {OBJECT_SCHEMA} or {PROBLEM_SCHEMA}"
        ))
    }
}

/// A list of solutions; where it `is_value`, not a field of a document, it may also be one solution: its columns.
#[derive(Clone, Copy)]
struct List<'c, 'i, 'r, 's> {
    context: &'c Context<'i, 'r, 's>,
    is_value: bool,
}

impl<'de> DeserializeSeed<'de> for List<'_, '_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for List<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of solutions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        let context = self.context;
        let line = context.line();
        let mut columns = Vec::new();
        let mut drawn = Vec::new();
        let mut matrix = Matrix { rows: Vec::new(), is_over: !self.is_value };
        let mut solutions = 0_u64;
        while let Some(item) = seq.next_element_seed(Item(self))? {
            match item {
                Found::Column(column) => columns.push(column),
                Found::Row(row) if !columns.is_empty() => {
                    return Err(A::Error::invalid_type(Unexpected::Str(&row), &Item(self)));
                }
                Found::Row(row) => drawn.push(row),
                Found::Columns(line, row) if matrix.takes(&row) => {
                    solutions += 1;
                    matrix.rows.push((line, row));
                    continue;
                }
                Found::Columns(line, row) => {
                    solutions += 1;
                    matrix.is_over = true;
                    // More rows than a board has: they are lists of columns.
                    for (line, row) in std::mem::take(&mut matrix.rows) {
                        context.put_columns(line, row)?;
                    }
                    context.put_columns(line, row)?;
                    context.input.borrow_mut().renew();
                }
                Found::Solution => {
                    solutions += 1;
                    matrix.is_over = true;
                    context.input.borrow_mut().renew();
                }
            }
            if !drawn.is_empty() && (solutions > 0 || !columns.is_empty()) {
                return context
                    .refuse("drawn rows stand beside something else: write one list for each board");
            }
            if solutions > 0 && !columns.is_empty() {
                return context
                    .refuse("numbers and solutions stand in one list: write one list for each solution");
            }
        }
        context.put_matrix(&mut matrix)?;
        if !drawn.is_empty() {
            return context.put_board(line, &drawn);
        }
        let is_empty_board = self.is_value && solutions == 0 && context.is_sized(|size| size.rows == 0);
        if columns.is_empty() && !is_empty_board { Ok(()) } else { context.put_columns(line, columns) }
    }
}

/// An element of a list: a solution, which is handed on, or a column.
struct Item<'c, 'i, 'r, 's>(List<'c, 'i, 'r, 's>);

impl<'de> DeserializeSeed<'de> for Item<'_, '_, '_, '_> {
    type Value = Found;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Item<'_, '_, '_, '_> {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.is_value {
            true => "a solution, or a column: a whole number from 0, or null",
            false => "a solution: an object, or a list of columns",
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        Object(self.0.context).visit_map(map).map(|()| Found::Solution)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let line = self.0.context.line();
        let mut columns = Vec::new();
        let mut rows = Vec::new();
        while let Some(element) = seq.next_element()? {
            match element {
                Element::Column(column) => columns.push(column),
                Element::Row(row) => rows.push(row),
            }
        }
        match (rows.is_empty(), columns.is_empty()) {
            (true, _) => Ok(Found::Columns(line, columns)),
            (_, true) => self.0.context.put_board(line, &rows).map(|()| Found::Solution),
            _ => self.0.context.refuse("columns and drawn rows stand in one list: write one of them"),
        }
    }

    fn visit_str<E: Error>(self, row: &str) -> Result<Self::Value, E> {
        match self.0.is_value {
            true => Ok(Found::Row(row.to_owned())),
            false => Err(E::invalid_type(Unexpected::Str(row), &self)),
        }
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        if self.0.is_value { Ok(Found::Column(None)) } else { Err(E::invalid_type(Unexpected::Unit, &self)) }
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        match Whole::new(number).filter(|_| self.0.is_value) {
            Some(column) => Ok(Found::Column(Some(column))),
            None => Err(E::invalid_value(Unexpected::Unsigned(number), &self)),
        }
    }
}
