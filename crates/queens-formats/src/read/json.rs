//! JSON: documents with a list of solutions, objects that are solutions, and
//! [lists](super::lists), one after the other; also as JavaScript, Python and numpy write
//! them ([`Relaxed`]).
//!
//! The document of a problem names it and has no solution. Documents are never held in
//! memory: each solution is passed on when its closing bracket is read.

use super::input::Input;
use super::lists::{ItemSeed, ListItem, ListRow, PendingRows};
use super::object::Object;
use super::relaxed::{Relaxed, without_position};
use super::values::{FieldType, FieldValue};
use super::{Flow, ReadEnd, ReadError, SolutionLineError, SolutionSink, bad};
use serde::de::{DeserializeSeed, Error, MapAccess};
use serde_json::error::Category;
use std::cell::{Cell, RefCell};
use std::io::{self, Read};

/// Maximum number of levels of lists and objects that serde_json reads.
const MAX_DEPTH: usize = 128;

/// Reason for text that is not JSON.
pub(super) const NOT_JSON: &str = "this is not JSON: a value, a comma or a bracket is missing or does not belong here, or a number is too \
                                   large";

/// Reason for a value at the top that is neither a list nor an object.
pub(super) const LONE_VALUE: &str =
    "a number or a string is not a solution: write a list or an object";

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
            b'{' => Object(&context).deserialize(&mut deserializer),
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
    pub(super) sink: RefCell<&'c mut SolutionSink<'s>>,
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
    pub(super) fn keep<'de, T: FieldType, A: MapAccess<'de>>(
        &self,
        key: &str,
        slot: &mut Option<T>,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let FieldValue(value) = map.next_value()?;
        self.keep_value(key, slot, value)
    }

    /// Stores the value of `key`, which may occur once.
    pub(super) fn keep_value<T, E: Error>(
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
