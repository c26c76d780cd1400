//! The values of a text of JSON, JavaScript or Python, one after the other, each with the name that the text gives it.

use super::ReadError;
use super::json::bad;
use queens_formats::read::{Relaxed, Text};
use serde::Deserialize;
use serde_json::Value;

/// The longest text of values, in bytes: a board of 64 x 64 has an object of 250 bytes for each square.
pub(super) const MAX_BYTES: usize = 1 << 20;

/// The most lists and objects in it. Each takes up to half a kilobyte of memory.
const MAX_BRACKETS: usize = 1 << 15;

/// Reads all values.
///
/// # Errors
/// What is neither of these languages, with its line; too long a text.
pub(super) fn read(text: &str) -> Result<Vec<(Option<String>, Value)>, ReadError> {
    if text.len() > MAX_BYTES {
        return Err(bad(format!(
            "this JSON of {} bytes is too long for a puzzle: at most {MAX_BYTES}",
            text.len()
        )));
    }
    let brackets = text.bytes().filter(|byte| b"[{(".contains(byte)).count();
    if brackets > MAX_BRACKETS {
        return Err(bad(format!("this JSON has {brackets} lists and objects: at most {MAX_BRACKETS}")));
    }
    let mut relaxed = Relaxed::new(Text::new(text)).quoting_words();
    let mut values = Vec::new();
    // A text that is held does not fail.
    while relaxed.next_value().ok().flatten().is_some() {
        let name = relaxed.take_name();
        let mut deserializer = serde_json::Deserializer::from_reader(&mut relaxed);
        let value = Value::deserialize(&mut deserializer);
        let Text { line, position, .. } = *relaxed.source();
        match value {
            Ok(value) => values.push((name, value)),
            Err(error) => {
                let reason = error.to_string();
                let reason = reason.split(" at line ").next().unwrap_or_default();
                return Err(bad(format!(
                    "line {line}: this is not JSON that can be read (near character {position}: {reason})"
                )));
            }
        }
    }
    if relaxed.is_closed() {
        Ok(values)
    } else {
        Err(bad("this JSON ends before its last bracket: it is cut off"))
    }
}
