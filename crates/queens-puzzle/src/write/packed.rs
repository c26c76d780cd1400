//! Packing of texts into addresses: base 64 (RFC 4648), LZ-based compression as
//! `lz-string` does it, and escapes. [`crate::read`] has the opposite.

use std::collections::HashMap;
use std::fmt::Write;

const DIGITS: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Packs bytes as base 64 without padding.
pub(super) fn base_64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for group in bytes.chunks(3) {
        let mut all = [0; 4];
        all[1..=group.len()].copy_from_slice(group);
        let bits = u32::from_be_bytes(all);
        let digit = |place: usize| DIGITS[(bits >> (18 - 6 * place) & 63) as usize];
        text.extend((0..=group.len()).map(|place| char::from(digit(place))));
    }
    text
}

/// Escapes the digits of base 64 that mean something else in the query of an address.
pub(super) fn escape_digits(text: &str) -> String {
    text.replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D")
}

/// The digits of base 64 of a number of bits, the highest bit of each first.
#[derive(Default)]
struct BitWriter {
    text: String,
    digit: usize,
    bits: u32,
}

impl BitWriter {
    /// Writes a number of `width` bits, its lowest bit first.
    fn number(&mut self, number: usize, width: u32) {
        for place in 0..width {
            self.digit = self.digit << 1 | (number >> place & 1);
            self.bits += 1;
            if self.bits == 6 {
                self.text.push(char::from(DIGITS[self.digit]));
                (self.digit, self.bits) = (0, 0);
            }
        }
    }

    /// Fills up the last digit, of which `lz-string` writes at least one bit, and pads
    /// the text.
    fn finish(mut self) -> String {
        self.number(0, 6 - self.bits);
        while !self.text.len().is_multiple_of(4) {
            self.text.push('=');
        }
        self.text
    }
}

/// Words of `lz-string` that are no entries of its dictionary.
const SHORT_CHARACTER: usize = 0;
const LONG_CHARACTER: usize = 1;
const TEXT_END: usize = 2;

/// The dictionary of `lz-string`, as far as its reader knows it.
struct LzWriter {
    bits: BitWriter,
    /// Number of the entry for a word and the character behind it.
    longer: HashMap<(usize, u16), usize>,
    /// Number of the entry for each character.
    single: HashMap<u16, usize>,
    /// Number of entries, among them the three above.
    entries: usize,
    /// Entries after which numbers take another bit.
    room: usize,
    width: u32,
}

impl LzWriter {
    /// Counts an entry that the reader adds.
    fn spend_room(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.width;
            self.width += 1;
        }
    }

    /// Writes the number of a word. A character that is new is written itself.
    fn word(&mut self, word: usize, new: Option<u16>) {
        match new {
            Some(unit) => {
                let is_short = unit < 256;
                let kind = if is_short {
                    SHORT_CHARACTER
                } else {
                    LONG_CHARACTER
                };
                self.bits.number(kind, self.width);
                self.bits
                    .number(usize::from(unit), if is_short { 8 } else { 16 });
                self.spend_room();
            }
            None => self.bits.number(word, self.width),
        }
        self.spend_room();
    }

    /// Returns the entry of a character, and the character if it is new.
    fn character(&mut self, unit: u16) -> (usize, Option<u16>) {
        if let Some(&known) = self.single.get(&unit) {
            return (known, None);
        }
        self.single.insert(unit, self.entries);
        self.entries += 1;
        (self.entries - 1, Some(unit))
    }
}

/// Packs a text as `lz-string` does in base 64: numbers of a growing width, each the
/// longest word of the dictionary that the rest of the text begins with (Lempel and Ziv
/// 1978, Welch 1984). Each word and the character behind it are a new entry.
///
/// # Complexity
/// Linear in the text.
pub(super) fn lz_base_64(text: &str) -> String {
    let mut writer = LzWriter {
        bits: BitWriter::default(),
        longer: HashMap::new(),
        single: HashMap::new(),
        entries: 3,
        room: 2,
        width: 2,
    };
    let mut current: Option<(usize, Option<u16>)> = None;
    for unit in text.encode_utf16() {
        let next = writer.character(unit);
        let Some((word, new)) = current else {
            current = Some(next);
            continue;
        };
        if let Some(&longer) = writer.longer.get(&(word, unit)) {
            current = Some((longer, None));
            continue;
        }
        writer.word(word, new);
        writer.longer.insert((word, unit), writer.entries);
        writer.entries += 1;
        current = Some(next);
    }
    if let Some((word, new)) = current {
        writer.word(word, new);
    }
    writer.bits.number(TEXT_END, writer.width);
    writer.bits.finish()
}

/// Writes a JSON string with every sign that has a meaning in JSON as an escape, so that
/// programs that change JSON by its signs leave the string alone.
pub(super) fn push_guarded(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            ',' | ':' | '{' | '}' | '[' | ']' | '\'' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{base_64, lz_base_64};
    use crate::read::sites::packed::{bytes, lz_text};
    use proptest::prelude::*;

    /// The packed texts are those of `LZString.compressToBase64` of the package
    /// `lz-string` 1.5.0 of npm.
    #[test]
    fn packs_as_lz_string_does() {
        for (packed, plain) in [
            ("Q===", ""),
            ("IZA=", "a"),
            ("BYUwNmD2Q===", "hello"),
            ("IYI17Sg=", "abababababab"),
            ("N4IgzglgXgpiBcAWAvkA", "{\"size\":4}"),
        ] {
            assert_eq!(lz_base_64(plain), packed, "{plain}");
        }
        assert_eq!(base_64(b"fooba"), "Zm9vYmE");
    }

    proptest! {
        #[test]
        fn packed_texts_round_trip(text in "\\PC{0,80}|[ab]{0,300}|[a-d🟥é]{0,90}", raw in any::<Vec<u8>>()) {
            prop_assert_eq!(lz_text(&lz_base_64(&text)), Some(text));
            prop_assert_eq!(bytes(&base_64(&raw)), Some(raw));
        }
    }
}
