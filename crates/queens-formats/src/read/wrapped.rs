//! Fields of objects in which programs write a board or a solution, whatever else they
//! write beside it.

use super::drawing;
use super::json::Context;
use super::lists::{ItemSeed, ListItem, PendingRows};
use super::object::ObjectFields;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// Keys of boards in the outputs of programs.
const BOARD_KEYS: [&str; 7] = [
    "board",
    "solution",
    "placement",
    "placements",
    "positions",
    "answer",
    "q",
];

/// Keys of objects around solutions.
const WRAPPER_KEYS: [&str; 4] = ["result", "output", "json", "data"];

/// Returns true for the key of a field that may hold a board.
pub(super) fn is_board_key(key: &str) -> bool {
    BOARD_KEYS.contains(&key) || WRAPPER_KEYS.contains(&key)
}

/// Reads the value of a field around solutions, and passes on those in it. Other values
/// mean nothing.
pub(super) struct WrappedValue<'c, 'i, 'r, 's>(pub(super) &'c Context<'i, 'r, 's>);

impl<'de> DeserializeSeed<'de> for WrappedValue<'_, '_, '_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for WrappedValue<'_, '_, '_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        let rows: Vec<String> = text.lines().map(str::to_owned).collect();
        // Lines of different lengths are words about the solution, not its board.
        let is_even = |width: fn(&str) -> usize| {
            rows.iter().all(|row| width(row) == width(&rows[0]))
        };
        let are_rows = is_even(|row| row.chars().count())
            || is_even(|row| row.trim_end().chars().count());
        if rows.len() < 2 || !are_rows {
            return Ok(());
        }
        let line = self.0.line();
        self.0.put(|sink| drawing::put_rows(line, &rows, sink))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let fields = ObjectFields::read(self.0, map)?;
        if fields.is_solution() {
            fields.finish()
        } else {
            Ok(())
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<(), A::Error> {
        match ItemSeed(self.0).visit_seq(list)? {
            ListItem::Row(line, row) => self.0.put(|sink| {
                let mut rows = PendingRows::default();
                rows.push(line, row, sink)?;
                rows.end(sink)
            }),
            _ => Ok(()),
        }
    }
}
