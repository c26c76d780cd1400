//! JSON: documents with a list of solutions, objects that are solutions, and [lists](super::lists), one after the other;
//! also as JavaScript, Python and numpy write them ([`Relaxed`]).
//!
//! The document of a problem names it and has no solution. Documents are never held in memory: each solution is
//! passed on when its closing bracket is read.

use super::input::Input;
use super::lists::{ItemSeed, ListItem, ListRow, PendingRows, from_columns};
use super::problem_document::{self, SCHEMA as PROBLEM_SCHEMA};
use super::relaxed::Relaxed;
use super::{Flow, Numbering, ReadEnd, ReadError, SolutionLineError, SolutionSink, bad};
use crate::render::{DOCUMENT_SCHEMA, ENDING_SCHEMA, OBJECT_SCHEMA};
use control::clip;
use queens_model::placement::Placement;
use queens_model::problem::MAX_SIDE;
use queens_model::square::Square;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Unexpected, Visitor};
use serde_json::error::Category;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, Read};

/// Reads JSON values to the end.
pub(super) fn read(input: &mut Input<'_>, sink: &mut SolutionSink<'_>) -> Flow {
    let context = Context {
        input: RefCell::new(Relaxed::new(&mut *input)),
        sink: RefCell::new(&mut *sink),
        halt: Cell::new(None),
    };
    let mut rows = PendingRows::bare();
    loop {
        if rows.is_empty() {
            context.renew();
        }
        let Some(first) = context.next_value()? else { break };
        let mut deserializer = serde_json::Deserializer::from_reader(&context);
        let item = match first {
            b'{' => Object(&context).deserialize(&mut deserializer).map(|()| ListItem::Solutions),
            _ => ItemSeed(&context).deserialize(&mut deserializer),
        };
        let mut sink = context.sink.borrow_mut();
        match item {
            // An empty list has no solution, unless the board has no rows.
            Ok(ListItem::Row(_, ListRow::Numbers(numbers)))
                if numbers.is_empty() && sink.size.is_none_or(|size| size.rows > 0) => {}
            Ok(ListItem::Row(line, row)) => rows.push(line, row, &mut sink)?,
            Ok(ListItem::Solutions) => rows.end(&mut sink)?,
            // Such as n = 4.
            Ok(ListItem::Number(_) | ListItem::Text(_))
                if context.input.borrow_mut().take_name().is_some() => {}
            Ok(ListItem::Number(_) | ListItem::Text(_)) => {
                let reason = "a number or a string is not a solution: write a list or an object".to_owned();
                return bad(context.line(), SolutionLineError::Json { position: context.position(), reason });
            }
            Err(error) => {
                drop(sink);
                return Err(context.halt.take().unwrap_or_else(|| context.explain(&error)));
            }
        }
    }
    let is_spent = context.input.borrow().source().is_spent();
    if is_spent {
        bad(context.line(), SolutionLineError::TooLong)
    } else {
        rows.end(*context.sink.borrow_mut())
    }
}

/// State shared by the visitors and the reader below the deserializer.
pub(super) struct Context<'c, 'r, 's> {
    input: RefCell<Relaxed<&'c mut Input<'r>>>,
    sink: RefCell<&'c mut SolutionSink<'s>>,
    /// Reason why a visitor stopped reading.
    halt: Cell<Option<ReadEnd>>,
}

impl Read for &Context<'_, '_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.input.borrow_mut().read(buffer)
    }
}

impl Context<'_, '_, '_> {
    fn next_value(&self) -> io::Result<Option<u8>> {
        self.input.borrow_mut().next_value()
    }

    pub(super) fn line(&self) -> u64 {
        self.input.borrow().source().line()
    }

    fn position(&self) -> u64 {
        self.input.borrow().source().position()
    }

    /// Allows another solution of full length.
    pub(super) fn renew(&self) {
        self.input.borrow_mut().source_mut().renew();
    }

    /// Calls `put` with the sink.
    pub(super) fn put<E: Error>(&self, put: impl FnOnce(&mut SolutionSink<'_>) -> Flow) -> Result<(), E> {
        self.heed(put(&mut self.sink.borrow_mut()))
    }

    /// Stops the deserialization if `flow` stops the reading.
    fn heed<T, E: Error>(&self, flow: Flow<T>) -> Result<T, E> {
        flow.map_err(|halt| {
            self.halt.set(Some(halt));
            E::custom("ended by the visitor")
        })
    }

    pub(super) fn refuse<T, E: Error>(&self, reason: &str) -> Result<T, E> {
        let reason = SolutionLineError::Json { position: self.position(), reason: reason.to_owned() };
        self.heed(bad(self.line(), reason))
    }

    /// Stores the value of `key`, which may occur once.
    fn keep<T, E: Error>(&self, key: &str, slot: &mut Option<T>, value: T) -> Result<(), E> {
        match slot.replace(value) {
            None => Ok(()),
            Some(_) => self.refuse(&format!("'{key}' occurs twice: write it once")),
        }
    }

    fn explain(&self, error: &serde_json::Error) -> ReadEnd {
        let reason = match error.classify() {
            Category::Io => {
                let kind = error.io_error_kind().unwrap_or(io::ErrorKind::Other);
                return io::Error::new(kind, error.to_string()).into();
            }
            Category::Eof if self.input.borrow().source().is_spent() => SolutionLineError::TooLong,
            Category::Eof => SolutionLineError::CutOff("the last bracket"),
            Category::Syntax | Category::Data => SolutionLineError::Json {
                position: self.position(),
                reason: in_our_words(&error.to_string()),
            },
        };
        ReadEnd::Error(ReadError::Line { line: self.line(), reason })
    }
}

/// Translates the message of a deserializer.
fn in_our_words(message: &str) -> String {
    // Its line numbers start at the beginning of the value.
    let message = message.rsplit_once(" at line ").map_or(message, |(message, _)| message);
    let kind = message.strip_prefix("invalid type: ").or_else(|| message.strip_prefix("invalid value: "));
    match kind.and_then(|kind| kind.split_once(", expected ")) {
        Some((found, expected)) => {
            let (kind, value) = found.split_once(' ').unwrap_or((found, ""));
            let found = match kind {
                "map" => "an object",
                "sequence" => "a list",
                "string" => &format!("the string {}", clip(value.trim_matches('"'))),
                "null" | "unit" => "null",
                "a" => found,
                _ => value.trim_matches(['`', ' ']),
            };
            let expected = if expected == "a sequence" { "a list" } else { expected };
            format!("expected {expected}, found {}", found.trim_start_matches("point `"))
        }
        None if message.starts_with("recursion limit") => {
            "lists and objects are nested too deeply: at most 128 levels".to_owned()
        }
        None if message.starts_with("number out of range") => "this number is too large".to_owned(),
        None => {
            "this is not JSON: a value, a comma or a bracket is missing or does not belong here".to_owned()
        }
    }
}

/// A row, a column or the side of a board.
#[derive(Clone, Copy)]
struct BoardNumber(u32);

impl BoardNumber {
    fn new(number: u64) -> Option<Self> {
        u32::try_from(number).ok().filter(|&number| number <= MAX_SIDE).map(BoardNumber)
    }
}

impl<'de> Deserialize<'de> for BoardNumber {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct BoardNumberVisitor;
        impl Visitor<'_> for BoardNumberVisitor {
            type Value = BoardNumber;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a whole number from 0 to {MAX_SIDE}")
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<BoardNumber, E> {
                BoardNumber::new(number).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
            }
        }
        deserializer.deserialize_any(BoardNumberVisitor)
    }
}

/// Two numbers: a square, or the size of a board.
struct Pair(u32, u32);

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Vec::deserialize(deserializer)?[..] {
            [BoardNumber(rows), BoardNumber(columns)] => Ok(Pair(rows, columns)),
            ref other => {
                let found = format!("a list of {}", other.len());
                Err(D::Error::invalid_value(Unexpected::Other(&found), &"two numbers: row and column"))
            }
        }
    }
}

/// A document or a solution.
#[derive(Clone, Copy)]
pub(super) struct Object<'c, 'i, 'r, 's>(pub(super) &'c Context<'i, 'r, 's>);

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
        context.renew();
        let line = context.line();
        let mut size: Option<Pair> = None;
        let mut queens: Option<Vec<Pair>> = None;
        let mut columns: Option<Vec<Option<BoardNumber>>> = None;
        let mut problem: Option<()> = None;
        let mut solutions: Option<()> = None;
        let (mut is_problem, mut is_ending) = (false, false);
        let mut fields = problem_document::Fields::default();
        // A field of the document of a problem that was skipped before the kind of the document was known.
        let mut early: Option<String> = None;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "schema" => {
                    let schema: String = map.next_value()?;
                    is_ending = schema == ENDING_SCHEMA;
                    is_problem = !is_ending && self.is_problem(&schema)?;
                    if let (true, Some(early)) = (is_problem, &early) {
                        return context.refuse(&format!("'schema' comes after '{early}': write it first"));
                    }
                }
                "problem" => {
                    let text: String = map.next_value()?;
                    context.keep(&key, &mut problem, ())?;
                    let line = context.line();
                    context.put(|sink| sink.name_problem(line, &text))?;
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
                    match map.next_value_seed(ItemSeed(context))? {
                        ListItem::Solutions => {}
                        ListItem::Row(_, ListRow::Numbers(numbers)) if numbers.is_empty() => {}
                        other => {
                            return context.refuse(&format!(
                                "expected a solution: an object, or a list of columns, found {}",
                                other.first()
                            ));
                        }
                    }
                }
                "size" => context.keep(&key, &mut size, map.next_value()?)?,
                "queens" => context.keep(&key, &mut queens, map.next_value()?)?,
                "columns" => context.keep(&key, &mut columns, map.next_value()?)?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    early = early
                        .or_else(|| problem_document::FIELD_NAMES.contains(&key.as_str()).then_some(key));
                }
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
            // If the size is not named, a list of columns is read as a square board.
            let known = context.sink.borrow().size.map(|size| u64::from(size.columns));
            columns.as_ref().map(|columns| (columns.len() as u64, known.unwrap_or(columns.len() as u64)))
        });
        let from_queens = queens.map(|queens| {
            Placement::new(queens.into_iter().map(|Pair(row, column)| Square::new(row, column)).collect())
        });
        let columns: Option<Vec<Option<u32>>> = columns.map(|columns| {
            columns.into_iter().map(|column| column.map(|BoardNumber(column)| column)).collect()
        });
        let numbering = match &from_queens {
            Some(_) => Numbering { first: 0, has_rows: true },
            None => Numbering::COLUMNS_FROM_ZERO,
        };
        let placement = match (from_queens, columns.as_deref().map(from_columns)) {
            (Some(a), Some(b)) if a != b => {
                return context.refuse("its 'queens' and its 'columns' are not the same placement");
            }
            (Some(placement), _) | (None, Some(placement)) => placement,
            (None, None) => {
                return context.refuse("this object has neither 'queens' nor 'columns' nor 'solutions'");
            }
        };
        context.put(|sink| sink.put(line, size, placement, Some(numbering)))
    }
}

impl Object<'_, '_, '_, '_> {
    /// Returns true if a document of this schema is that of a problem.
    fn is_problem<E: Error>(&self, schema: &str) -> Result<bool, E> {
        if [DOCUMENT_SCHEMA, OBJECT_SCHEMA, PROBLEM_SCHEMA].contains(&schema) {
            return Ok(schema == PROBLEM_SCHEMA);
        }
        let schema = clip(schema);
        self.0.refuse(&format!(
            "the schema '{schema}' cannot be read: use {DOCUMENT_SCHEMA}, {OBJECT_SCHEMA} or {PROBLEM_SCHEMA}"
        ))
    }
}
