//! Values of fields, by type. A value of another type is an error in plain words.

use control::clip;
use queens_model::problem::MAX_SIDE;
use queens_model::square::Square;
use serde::de::{
    Deserialize, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor,
};
use std::fmt::{self, Display};
use std::marker::PhantomData;

/// Keys of the row of a queen, and of its column.
pub(super) const ROW_KEYS: [&str; 3] = ["row", "r", "y"];
pub(super) const COLUMN_KEYS: [&str; 4] = ["column", "col", "c", "x"];

/// A type of a field.
pub(super) trait FieldType: Sized {
    /// Returns the description of the values, for messages.
    fn expected() -> String;

    /// Converts a whole number, if the type has it.
    fn from_number(_: i64) -> Option<Self> {
        None
    }

    /// Converts a string, if the type has any.
    fn from_text(_: &str) -> Option<Self> {
        None
    }

    /// Converts null, if the type has it.
    fn from_null() -> Option<Self> {
        None
    }

    /// Reads a list, if the type has any.
    fn from_list<'de, A: SeqAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(mismatch(Self::expected(), "a list"))
    }

    /// Reads an object, if the type has any.
    fn from_map<'de, A: MapAccess<'de>>(_: A) -> Result<Self, A::Error> {
        Err(mismatch(Self::expected(), "an object"))
    }
}

/// The value of a field.
pub(super) struct FieldValue<T>(pub(super) T);

impl<'de, T: FieldType> Deserialize<'de> for FieldValue<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(FieldVisitor(PhantomData))
            .map(FieldValue)
    }
}

/// Returns the error of a value that is not as expected.
pub(super) fn mismatch<E: Error>(expected: impl Display, found: impl Display) -> E {
    E::custom(format_args!("expected {expected}, found {found}"))
}

/// Describes a string in a message.
pub(super) fn quoted(text: &str) -> String {
    format!("the string {}", clip(text))
}

struct FieldVisitor<T>(PhantomData<T>);

impl<'de, T: FieldType> Visitor<'de> for FieldVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&T::expected())
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<T, E> {
        Err(mismatch(T::expected(), value))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<T, E> {
        T::from_number(number).ok_or_else(|| mismatch(T::expected(), number))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<T, E> {
        let value = i64::try_from(number).ok().and_then(T::from_number);
        value.ok_or_else(|| mismatch(T::expected(), number))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<T, E> {
        Err(mismatch(T::expected(), format_args!("{number:?}")))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).ok_or_else(|| mismatch(T::expected(), quoted(text)))
    }

    fn visit_unit<E: Error>(self) -> Result<T, E> {
        T::from_null().ok_or_else(|| mismatch(T::expected(), "null"))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        T::from_list(list)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::from_map(map)
    }
}

impl FieldType for String {
    fn expected() -> String {
        "a string".to_owned()
    }

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

/// A row, a column or the side of a board.
impl FieldType for u32 {
    fn expected() -> String {
        format!("a whole number from 0 to {MAX_SIDE}")
    }

    fn from_number(number: i64) -> Option<Self> {
        u32::try_from(number)
            .ok()
            .filter(|&number| number <= MAX_SIDE)
    }
}

/// The number of a region, or -1 for none.
impl FieldType for i64 {
    fn expected() -> String {
        "a whole number".to_owned()
    }

    fn from_number(number: i64) -> Option<Self> {
        Some(number)
    }
}

impl<T: FieldType> FieldType for Option<T> {
    fn expected() -> String {
        T::expected()
    }

    fn from_number(number: i64) -> Option<Self> {
        T::from_number(number).map(Some)
    }

    fn from_text(text: &str) -> Option<Self> {
        T::from_text(text).map(Some)
    }

    fn from_null() -> Option<Self> {
        Some(None)
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        T::from_list(list).map(Some)
    }
}

impl<T: FieldType> FieldType for Vec<T> {
    fn expected() -> String {
        "a list".to_owned()
    }

    fn from_list<'de, A: SeqAccess<'de>>(mut list: A) -> Result<Self, A::Error> {
        let mut values = Vec::new();
        while let Some(FieldValue(value)) = list.next_element()? {
            values.push(value);
        }
        Ok(values)
    }
}

/// The queens of an object.
pub(super) enum NamedQueens {
    Squares(Vec<[u32; 2]>),
    /// The column of each row, `None` for a row without a queen.
    Columns(Vec<Option<u32>>),
}

impl FieldType for NamedQueens {
    fn expected() -> String {
        "a list".to_owned()
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        let (mut squares, mut columns) = (Vec::new(), Vec::new());
        for item in Vec::from_list(list)? {
            match item {
                QueenItem::Square(square) => squares.push(square),
                QueenItem::Column(column) => columns.push(column),
            }
        }
        match (squares.is_empty(), columns.is_empty()) {
            (_, true) => Ok(NamedQueens::Squares(squares)),
            (true, false) => Ok(NamedQueens::Columns(columns)),
            (false, false) => Err(mismatch(
                "a row and a column for each queen, or a column for each row",
                "both",
            )),
        }
    }
}

/// The size of a board: rows and columns, or the side of a square.
#[derive(Clone, Copy)]
pub(super) struct NamedSize(pub(super) [u32; 2]);

impl FieldType for NamedSize {
    fn expected() -> String {
        <[u32; 2]>::expected()
    }

    fn from_number(number: i64) -> Option<Self> {
        u32::from_number(number).map(|side| NamedSize([side, side]))
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        <[u32; 2]>::from_list(list).map(NamedSize)
    }
}

/// An element of a list of queens.
enum QueenItem {
    Square([u32; 2]),
    Column(Option<u32>),
}

impl FieldType for QueenItem {
    fn expected() -> String {
        <[u32; 2]>::expected()
    }

    fn from_number(number: i64) -> Option<Self> {
        u32::from_number(number).map(|column| QueenItem::Column(Some(column)))
    }

    fn from_text(name: &str) -> Option<Self> {
        let square: Square = name.parse().ok()?;
        Some(QueenItem::Square([square.row, square.column]))
    }

    fn from_null() -> Option<Self> {
        Some(QueenItem::Column(None))
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        <[u32; 2]>::from_list(list).map(QueenItem::Square)
    }

    fn from_map<'de, A: MapAccess<'de>>(mut map: A) -> Result<Self, A::Error> {
        let (mut row, mut column) = (None, None);
        while let Some(key) = map.next_key::<String>()? {
            let PossibleColumn(place) = map.next_value()?;
            match key.as_str() {
                key if ROW_KEYS.contains(&key) => row = place.flatten(),
                key if COLUMN_KEYS.contains(&key) => column = place.flatten(),
                _ => {}
            }
        }
        match (row, column) {
            (Some(row), Some(column)) => Ok(QueenItem::Square([row, column])),
            _ => Err(mismatch(Self::expected(), "an object without them")),
        }
    }
}

/// A value that may be the column of a row: a number or null. `None` for others, which
/// are skipped.
pub(super) struct PossibleColumn(pub(super) Option<Option<u32>>);

impl<'de> Deserialize<'de> for PossibleColumn {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer
            .deserialize_any(ColumnVisitor)
            .map(PossibleColumn)
    }
}

struct ColumnVisitor;

impl<'de> Visitor<'de> for ColumnVisitor {
    type Value = Option<Option<u32>>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Self::Value, E> {
        let column = i64::try_from(number).ok().and_then(u32::from_number);
        Ok(column.map(Some))
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<Self::Value, E> {
        Ok(None)
    }

    fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
        Ok(Some(None))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(None)
    }
}

/// A string; `None` for other values, which are skipped.
pub(super) struct PossibleText(pub(super) Option<String>);

impl<'de> Deserialize<'de> for PossibleText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Kinds and states are short.
        let value = serde_json::Value::deserialize(deserializer)?;
        Ok(PossibleText(value.as_str().map(str::to_owned)))
    }
}

/// A square, or the size of a board.
impl FieldType for [u32; 2] {
    fn expected() -> String {
        "two numbers: row and column".to_owned()
    }

    fn from_list<'de, A: SeqAccess<'de>>(list: A) -> Result<Self, A::Error> {
        let numbers = Vec::from_list(list)?;
        numbers.try_into().map_err(|numbers: Vec<u32>| {
            mismatch(
                Self::expected(),
                format_args!("a list of {}", numbers.len()),
            )
        })
    }
}
