//! Texts packed into an address: base 64 (RFC 4648), and LZ-based compression as
//! `lz-string` does it.

/// Most characters of an unpacked text.
pub(super) const MAX_TEXT: usize = 4 << 20;

/// Returns the six bits of a digit in base 64, in either of its alphabets. A blank stands
/// for `+`, which some programs unescape.
fn sextet(digit: char) -> Option<u32> {
    match digit {
        'A'..='Z' => Some(u32::from(digit) - u32::from('A')),
        'a'..='z' => Some(u32::from(digit) - u32::from('a') + 26),
        '0'..='9' => Some(u32::from(digit) - u32::from('0') + 52),
        '+' | '-' | ' ' => Some(62),
        '/' | '_' => Some(63),
        _ => None,
    }
}

/// Returns the digits of a text in base 64, without its padding; `None` if another
/// character is among them.
fn sextets(text: &str) -> Option<Vec<u32>> {
    text.trim_end_matches('=').chars().map(sextet).collect()
}

/// Decodes base 64.
pub(crate) fn bytes(text: &str) -> Option<Vec<u8>> {
    let digits = sextets(text)?;
    let group = |digits: &[u32]| {
        let bits = digits.iter().fold(0, |bits, digit| bits << 6 | digit);
        let unused = 24 - 6 * digits.len() as u32;
        let all = (bits << unused).to_be_bytes();
        all[1..digits.len()].to_vec()
    };
    Some(digits.chunks(4).flat_map(group).collect())
}

/// Decodes the escapes of an address: `%2B`.
pub(crate) fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(u8::is_ascii) {
            Some(code) => {
                plain.push(char::from(code));
                plain += part.get(2..).unwrap_or_default();
            }
            None => {
                plain.push('%');
                plain += part;
            }
        }
    }
    plain
}

/// The bits of digits in base 64, the highest bit of each first.
struct BitReader {
    digits: Vec<u32>,
    next: usize,
}

impl BitReader {
    /// Reads a number of `width` bits, its lowest bit first.
    fn number(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for place in 0..width {
            let digit = self.digits.get(self.next / 6)?;
            let bit = digit >> (5 - self.next % 6) & 1;
            self.next += 1;
            number |= bit << place;
        }
        Some(number)
    }
}

/// Words of `lz-string` that are no entries of its dictionary: a new character of 8 or 16
/// bits follows, or the text ends.
const SHORT_CHARACTER: u32 = 0;
const LONG_CHARACTER: u32 = 1;
const TEXT_END: u32 = 2;

/// Unpacks a text that `lz-string` packed in base 64: numbers of a growing width, each an
/// entry of a dictionary of the words before (Lempel and Ziv 1978, Welch 1984). `None` for
/// another text, and for one that is too long.
pub(crate) fn lz_text(packed: &str) -> Option<String> {
    let mut bits = BitReader {
        digits: sextets(packed)?,
        next: 0,
    };
    // The first three entries are the words above.
    let mut entries: Vec<Vec<u16>> = vec![Vec::new(); 3];
    let mut text: Vec<u16> = Vec::new();
    let mut before: Vec<u16> = Vec::new();
    let mut width = 2;
    loop {
        let word = match bits.number(width)? {
            TEXT_END => return String::from_utf16(&text).ok(),
            word @ (SHORT_CHARACTER | LONG_CHARACTER) => {
                let unit = bits.number(if word == SHORT_CHARACTER { 8 } else { 16 })?;
                entries.push(vec![unit as u16]);
                entries.len() - 1
            }
            word => word as usize,
        };
        let entry = match entries.get(word) {
            Some(entry) => entry.clone(),
            // The word that is being added: the one before and its first character.
            None if word == entries.len() => [&before[..], before.get(..1)?].concat(),
            None => return None,
        };
        if !before.is_empty() {
            entries.push([&before[..], entry.get(..1)?].concat());
        }
        text.extend(&entry);
        before = entry;
        while entries.len() >= 1 << width {
            width += 1;
        }
        if text.len() > MAX_TEXT {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, lz_text, unescaped};

    #[test]
    fn decodes_base_64_of_its_standard() {
        // RFC 4648, section 10.
        for (text, plain) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9vYmFy", "foobar"),
        ] {
            assert_eq!(bytes(text).as_deref(), Some(plain.as_bytes()), "{text}");
        }
        assert_eq!(bytes("Z*=="), None);
        assert_eq!(unescaped("a%2Bb%3d%zz%"), "a+b=%zz%");
    }

    /// The packed texts are those of `LZString.compressToBase64` of the Python package
    /// `lzstring` 1.0.4, a port of lz-string.
    #[test]
    fn unpacks_texts_of_lz_string() {
        for (packed, plain) in [
            ("IZA=", "a"),
            ("BYUwNmD2Q===", "hello"),
            ("IYI17Sg=", "abababababab"),
            ("N4IgzglgXgpiBcAWAvkA", "{\"size\":4}"),
        ] {
            assert_eq!(lz_text(packed).as_deref(), Some(plain), "{packed}");
        }
        for broken in ["", "N4Ig*", "N4Ig"] {
            assert_eq!(lz_text(broken), None, "{broken}");
        }
    }
}
