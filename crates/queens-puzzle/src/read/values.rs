//! Values in a text of JSON, JavaScript or Python, each with its name if it has one.

use super::PuzzleReadError;
use super::json::json_error;
use queens_formats::read::{Relaxed, Text, without_position};
use serde::Deserialize;
use serde_json::Value;

/// Maximum length of a text, in bytes: 250 bytes for each square of a board of 64 x 64.
pub(super) const MAX_JSON_BYTES: usize = 1 << 20;

/// Maximum number of lists and objects. Each takes up to half a kilobyte of memory.
const MAX_BRACKETS: usize = 1 << 15;

/// Reads all values.
///
/// # Errors
/// Text in none of these languages, with the line; a text that is too long.
pub(super) fn read(text: &str) -> Result<Vec<(Option<String>, Value)>, PuzzleReadError> {
    if text.len() > MAX_JSON_BYTES {
        return Err(json_error(format!(
            "this JSON of {} bytes is too long for a puzzle: the limit is {MAX_JSON_BYTES}",
            text.len()
        )));
    }
    let brackets = text.bytes().filter(|byte| b"[{(".contains(byte)).count();
    if brackets > MAX_BRACKETS {
        return Err(json_error(format!(
            "this JSON has {brackets} lists and objects: the limit is {MAX_BRACKETS}"
        )));
    }
    let mut relaxed = Relaxed::new(Text::new(text)).quoting_words();
    let mut values = Vec::new();
    // Reading from memory cannot fail.
    while relaxed.next_value().ok().flatten().is_some() {
        let name = relaxed.take_name();
        let mut deserializer = serde_json::Deserializer::from_reader(&mut relaxed);
        let value = Value::deserialize(&mut deserializer);
        let Text { line, position, .. } = *relaxed.source();
        match value {
            Ok(value) => values.push((name, value)),
            Err(error) => {
                let reason = without_position(&error);
                return Err(json_error(format!(
                    "line {line}: invalid JSON near character {position}: {reason}"
                )));
            }
        }
    }
    if relaxed.is_closed() {
        Ok(values)
    } else {
        Err(json_error(
            "this JSON is cut off: its last bracket is missing",
        ))
    }
}
