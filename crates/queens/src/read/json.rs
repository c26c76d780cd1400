//! JSON: a document with a list of solutions, or objects that are solutions, one after the other.
//!
//! The document is never held: each solution is handed on when its closing brace is read.

use super::input::Input;
use super::{Flow, Halt, LineError, ReadError, Sink, bad};
use crate::placement::Placement;
use crate::render::{DOCUMENT_SCHEMA, OBJECT_SCHEMA};
use crate::square::Square;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
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
        let result = Object(&context).deserialize(&mut serde_json::Deserializer::from_reader(&context));
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
    fn line(&self) -> u64 {
        self.input.borrow().line()
    }

    /// Ends the deserialization where `flow` ends the reading.
    fn heed<T, E: Error>(&self, flow: Flow<T>) -> Result<T, E> {
        flow.map_err(|halt| {
            self.halt.set(Some(halt));
            E::custom("ended by the visitor")
        })
    }

    fn refuse<T, E: Error>(&self, message: &str) -> Result<T, E> {
        self.heed(bad(self.line(), LineError::Json(message.to_owned())))
    }

    fn explain(&self, error: &serde_json::Error) -> Halt {
        let reason = match error.classify() {
            Category::Io => {
                let kind = error.io_error_kind().unwrap_or(io::ErrorKind::Other);
                return io::Error::new(kind, error.to_string()).into();
            }
            Category::Eof if self.input.borrow().is_spent() => LineError::TooLong,
            Category::Eof => LineError::CutOff("the last brace"),
            Category::Syntax | Category::Data => {
                let message = error.to_string();
                // The deserializer counts its lines from the beginning of the value.
                let message = message.split(" at line ").next().unwrap_or_default();
                LineError::Json(message.to_owned())
            }
        };
        Halt::Error(ReadError::Line { line: self.line(), reason })
    }
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
        let mut size: Option<(u64, u64)> = None;
        let mut queens: Option<Vec<(u32, u32)>> = None;
        let mut columns: Option<Vec<Option<u32>>> = None;
        let mut is_document = false;
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "schema" => self.check_schema(&map.next_value::<String>()?)?,
                "problem" => {
                    let text: String = map.next_value()?;
                    let line = context.line();
                    context.heed(context.sink.borrow_mut().name_problem(line, &text))?;
                }
                "solutions" => {
                    is_document = true;
                    map.next_value_seed(List(self))?;
                }
                "size" => size = Some(map.next_value()?),
                "queens" => queens = Some(map.next_value()?),
                "columns" => columns = Some(map.next_value()?),
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        if is_document {
            return Ok(());
        }
        let from_queens = queens.map(|queens| {
            Placement::new(queens.into_iter().map(|(row, column)| Square::new(row, column)).collect())
        });
        let size = size.or_else(|| self.size_of(columns.as_deref()));
        let from_columns = columns.map(|columns| {
            let square = |(row, column): (u32, Option<u32>)| Some(Square::new(row, column?));
            Placement::new((0..).zip(columns).filter_map(square).collect())
        });
        let placement = match (from_queens, from_columns) {
            (Some(a), Some(b)) if a != b => {
                return context.refuse("its 'queens' and its 'columns' are not the same placement");
            }
            (Some(placement), _) | (None, Some(placement)) => placement,
            (None, None) => {
                return context.refuse("an object has neither 'queens' nor 'columns' nor 'solutions'");
            }
        };
        context.heed(context.sink.borrow_mut().put(line, size, placement, 0))
    }
}

impl Object<'_, '_, '_, '_> {
    fn check_schema<E: Error>(&self, schema: &str) -> Result<(), E> {
        if [DOCUMENT_SCHEMA, OBJECT_SCHEMA].contains(&schema) {
            return Ok(());
        }
        let schema = super::clip(schema);
        self.0.refuse(&format!(
            "'{schema}' is no schema that is read here: use {DOCUMENT_SCHEMA} or {OBJECT_SCHEMA}"
        ))
    }

    /// Where nothing names the size: a list of columns is taken for a square board.
    fn size_of(&self, columns: Option<&[Option<u32>]>) -> Option<(u64, u64)> {
        let known = self.0.sink.borrow().size.map(|size| u64::from(size.columns));
        columns.map(|columns| (columns.len() as u64, known.unwrap_or(columns.len() as u64)))
    }
}

/// The solutions of a document.
struct List<'c, 'i, 'r, 's>(Object<'c, 'i, 'r, 's>);

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
        while seq.next_element_seed(self.0)?.is_some() {
            self.0.0.input.borrow_mut().renew();
        }
        Ok(())
    }
}
