//! JSON: documents with a list of solutions, objects that are solutions, and
//! [lists](super::lists), one after the other; also as JavaScript, Python and numpy write
//! them ([`Relaxed`]).
//!
//! The document of a problem names it and has no solution. Documents are never held in
//! memory: each solution is passed on when its closing bracket is read.

use super::input::Input;
use super::lists::{ItemSeed, ListItem, ListRow, PendingRows, from_columns};
use super::problem_document::{self, SCHEMA as PROBLEM_SCHEMA};
use super::relaxed::{Relaxed, without_position};
use super::row_map::RowMap;
use super::values::{FieldType, FieldValue, NamedQueens, PossibleColumn};
use super::{Flow, Numbering, ReadEnd, ReadError, SolutionLineError, SolutionSink, bad};
use crate::render::{DOCUMENT_SCHEMA, ENDING_SCHEMA, OBJECT_SCHEMA};
use control::clip;
use queens_engines::question::Question;
use queens_model::placement::Placement;
use queens_model::relative::Group;
use queens_model::square::Square;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::error::Category;
use std::cell::{Cell, RefCell};
use std::fmt;
use std::io::{self, Read};

/// Maximum number of levels of lists and objects that serde_json reads.
const MAX_DEPTH: usize = 128;

/// Reason for text that is not JSON.
pub(super) const NOT_JSON: &str = "this is not JSON: a value, a comma or a bracket is missing or does not belong here, or a number is too \
                                   large";

/// Reason for a value at the top that is neither a list nor an object.
pub(super) const LONE_VALUE: &str =
    "a number or a string is not a solution: write a list or an object";

/// Reason for an object that names two placements.
const OTHER_QUEENS: &str = "its 'queens' and its 'columns' are not the same placement";

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
        let Some(first) = context.next_value()? else {
            break;
        };
        // A question belongs to one document.
        context.sink.borrow_mut().question = None;
        let mut deserializer = serde_json::Deserializer::from_reader(&context);
        let item = match first {
            b'{' => Object(&context)
                .deserialize(&mut deserializer)
                .map(|()| ListItem::Solutions),
            _ => ItemSeed(&context).deserialize(&mut deserializer),
        };
        let mut sink = context.sink.borrow_mut();
        match item {
            // An empty list has no solution, unless the board has no rows.
            Ok(ListItem::Row(_, ListRow::Numbers(numbers)))
                if numbers.is_empty() && sink.size.is_none_or(|size| size.rows > 0) => {}
            Ok(ListItem::Row(..))
                if sink.passed == 0
                    && rows.is_empty()
                    && context.input.borrow_mut().source_mut().is_above_ruler() =>
            {
                // A solver's output: its lists count from 0 or 1, as all together show.
                return bad(context.line(), context.json_error(NOT_JSON));
            }
            Ok(ListItem::Row(line, row)) => rows.push(line, row, &mut sink)?,
            Ok(ListItem::Solutions) => rows.end(&mut sink)?,
            // Such as n = 4.
            Ok(ListItem::Number(_) | ListItem::Text(_))
                if context.input.borrow_mut().take_name().is_some() => {}
            Ok(ListItem::Number(_) | ListItem::Text(_)) => {
                return bad(context.line(), context.json_error(LONE_VALUE));
            }
            Err(error) => {
                drop(sink);
                return Err(context
                    .halt
                    .take()
                    .unwrap_or_else(|| context.explain(&error)));
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
    pub(super) fn put<E: Error>(
        &self,
        put: impl FnOnce(&mut SolutionSink<'_>) -> Flow,
    ) -> Result<(), E> {
        self.heed(put(&mut self.sink.borrow_mut()))
    }

    /// Stops the deserialization if `flow` stops the reading.
    fn heed<T, E: Error>(&self, flow: Flow<T>) -> Result<T, E> {
        flow.map_err(|halt| {
            self.halt.set(Some(halt));
            E::custom("ended by the visitor")
        })
    }

    fn json_error(&self, reason: &str) -> SolutionLineError {
        SolutionLineError::Json {
            position: self.position(),
            reason: reason.to_owned(),
        }
    }

    pub(super) fn refuse<T, E: Error>(&self, reason: &str) -> Result<T, E> {
        self.heed(bad(self.line(), self.json_error(reason)))
    }

    /// Reads and stores the value of `key`.
    fn keep<'de, T: FieldType, A: MapAccess<'de>>(
        &self,
        key: &str,
        slot: &mut Option<T>,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let FieldValue(value) = map.next_value()?;
        self.keep_value(key, slot, value)
    }

    /// Stores the value of `key`, which may occur once.
    fn keep_value<T, E: Error>(
        &self,
        key: &str,
        slot: &mut Option<T>,
        value: T,
    ) -> Result<(), E> {
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
            Category::Eof if self.input.borrow().source().is_spent() => {
                SolutionLineError::TooLong
            }
            Category::Eof => SolutionLineError::CutOff("the last bracket"),
            Category::Syntax if self.input.borrow().depth() >= MAX_DEPTH => self
                .json_error(&format!(
                    "lists and objects are nested too deeply: at most {MAX_DEPTH} levels"
                )),
            Category::Syntax => self.json_error(NOT_JSON),
            Category::Data => self.json_error(&without_position(error)),
        };
        ReadEnd::Error(ReadError::Line {
            line: self.line(),
            reason,
        })
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
        let mut size: Option<[u32; 2]> = None;
        let mut queens: Option<NamedQueens> = None;
        let mut columns: Option<Vec<Option<u32>>> = None;
        let mut groups: Option<Vec<Group>> = None;
        let mut problem: Option<()> = None;
        let mut solutions: Option<()> = None;
        let (mut is_problem, mut is_ending) = (false, false);
        let mut fields = problem_document::Fields::default();
        // A field of the document of a problem that was skipped before the kind of the
        // document was known.
        let mut early: Option<String> = None;
        let mut row_map = RowMap::default();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "schema" => {
                    let FieldValue::<String>(schema) = map.next_value()?;
                    is_ending = schema == ENDING_SCHEMA;
                    is_problem = !is_ending && self.is_problem(&schema)?;
                    if let (true, Some(early)) = (is_problem, &early) {
                        return context.refuse(&format!(
                            "'schema' comes after '{early}': write it first"
                        ));
                    }
                }
                "problem" => {
                    let FieldValue::<String>(text) = map.next_value()?;
                    context.keep_value(&key, &mut problem, ())?;
                    let line = context.line();
                    context.put(|sink| sink.name_problem(line, &text))?;
                }
                "question" if !is_problem => {
                    let FieldValue::<String>(question) = map.next_value()?;
                    if solutions.is_some() {
                        return context.refuse(
                            "'question' comes after 'solutions': write it first",
                        );
                    }
                    context.sink.borrow_mut().question = Question::of_list(&question);
                }
                "rows" if is_problem => context.keep(&key, &mut fields.rows, &mut map)?,
                "columns" if is_problem => {
                    context.keep(&key, &mut fields.columns, &mut map)?;
                }
                "squares" if is_problem => {
                    context.keep(&key, &mut fields.squares, &mut map)?;
                }
                "givens" if is_problem => {
                    context.keep(&key, &mut fields.givens, &mut map)?;
                }
                "regions" if is_problem => {
                    context.keep(&key, &mut fields.regions, &mut map)?;
                }
                "attacked" if is_problem => {
                    context.keep(&key, &mut fields.attacked, &mut map)?;
                }
                _ if is_problem => drop(map.next_value::<IgnoredAny>()?),
                "solutions" => {
                    context.keep_value(&key, &mut solutions, ())?;
                    match map.next_value_seed(ItemSeed(context))? {
                        ListItem::Solutions => {}
                        ListItem::Row(_, ListRow::Numbers(numbers))
                            if numbers.is_empty() => {}
                        other => {
                            return context.refuse(&format!(
                                "expected a solution: an object, or a list of columns, found {}",
                                other.first()
                            ));
                        }
                    }
                }
                "size" => context.keep(&key, &mut size, &mut map)?,
                "queens" => context.keep(&key, &mut queens, &mut map)?,
                "groups" => context.keep(&key, &mut groups, &mut map)?,
                "columns" => context.keep(&key, &mut columns, &mut map)?,
                _ if row_map.is_row(&key) => {
                    let PossibleColumn(column) = map.next_value()?;
                    row_map.push(&key, column);
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    early = early.or_else(|| {
                        problem_document::FIELD_NAMES
                            .contains(&key.as_str())
                            .then_some(key)
                    });
                }
            }
        }
        if is_problem && problem.is_some() {
            let sink = context.sink.borrow();
            let other = sink
                .named
                .as_ref()
                .and_then(|problem| fields.other_than(problem));
            drop(sink);
            return other.map_or(Ok(()), |other| context.refuse(&other));
        }
        if solutions.is_some() || is_ending {
            return Ok(());
        }
        let queens = match queens {
            Some(NamedQueens::Columns(list)) => {
                if columns
                    .replace(list.clone())
                    .is_some_and(|other| other != list)
                {
                    return context.refuse(OTHER_QUEENS);
                }
                None
            }
            Some(NamedQueens::Squares(squares)) => Some(squares),
            None => None,
        };
        let size = size
            .map(|[rows, columns]| (rows.into(), columns.into()))
            .or_else(|| {
                // If the size is not named, a list of columns is read as a square board.
                let known = context
                    .sink
                    .borrow()
                    .size
                    .map(|size| u64::from(size.columns));
                columns.as_ref().map(|columns| {
                    (columns.len() as u64, known.unwrap_or(columns.len() as u64))
                })
            });
        if let Some(groups) = groups {
            if queens.is_some() || columns.is_some() {
                return context.refuse(
                    "this object has both 'groups' and queens: leave out one of them",
                );
            }
            return context.put(|sink| sink.put_groups(line, size, groups));
        }
        let from_queens = queens.map(|queens| {
            Placement::new(
                queens
                    .into_iter()
                    .map(|[row, column]| Square::new(row, column))
                    .collect(),
            )
        });
        let numbering = match &from_queens {
            Some(_) => Numbering {
                first: 0,
                has_rows: true,
            },
            None => Numbering::COLUMNS_FROM_ZERO,
        };
        let placement = match (from_queens, columns.as_deref().map(from_columns)) {
            (Some(a), Some(b)) if a != b => {
                return context.refuse(OTHER_QUEENS);
            }
            (Some(placement), _) | (None, Some(placement)) => placement,
            (None, None) => {
                let known = context.sink.borrow().size;
                match row_map.queens(known) {
                    Some(Ok((placement, numbering))) => {
                        let rows = row_map.rows();
                        let size = size.or_else(|| {
                            let columns = known.map_or(rows, |size| size.columns.into());
                            Some((rows, columns))
                        });
                        return context.put(|sink| {
                            sink.put(line, size, placement, Some(numbering))
                        });
                    }
                    Some(Err(reason)) => return context.refuse(reason),
                    None => {}
                }
                return context
                    .refuse("this object has neither 'queens' nor 'columns', 'groups' or 'solutions'");
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
