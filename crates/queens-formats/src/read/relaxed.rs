//! JSON as people and programs write it, turned into strict JSON while it is read.
//!
//! Strict JSON passes through unchanged. These forms are read as well:
//!
//! | written | read as |
//! |---|---|
//! | JavaScript: `const regions = [...];`, `export default`, `{size: 4}`, `'A'`, a trailing comma, `// comments` | `[...]`, `{"size": 4}`, `"A"` |
//! | Python: `(0, 1)`, `True`, `None`, `'A'`, `b'A'`, `# comments` | `[0, 1]`, `true`, `null`, `"A"`, `"A"` |
//! | Rust: `let mut regions = vec![vec![0, 1], ...];`, `[Some(1), None]` | `[[0, 1], ...]`, `[1, null]` |
//! | numpy: `[0 1 0]`, `[0. 1. 0.]`, `array([0, 1], dtype=int8)`, `np.int64(1)` | `[0, 1, 0]`, `[0, 1]`, `1` |
//!
//! A crate for JSON5 would read only the first line of this table, and hold the whole
//! text. This filter holds a word or a string, and one byte for each open bracket.

use std::io::{self, Read};

/// Bytes that can be seen before they are taken.
pub trait Source {
    /// Returns the next byte; `None` at the end.
    fn peek(&mut self) -> io::Result<Option<u8>>;
    /// Takes the byte that [`Source::peek`] returned.
    fn take(&mut self, byte: u8);
}

/// A text in memory, and the position in it.
pub struct Text<'t> {
    rest: &'t [u8],
    /// Line of the next byte, from 1.
    pub line: usize,
    /// Bytes of this line that have been read.
    pub position: usize,
}

impl<'t> Text<'t> {
    /// Reads `text` from its start.
    pub fn new(text: &'t str) -> Self {
        Text {
            rest: text.as_bytes(),
            line: 1,
            position: 0,
        }
    }
}

impl Source for Text<'_> {
    fn peek(&mut self) -> io::Result<Option<u8>> {
        Ok(self.rest.first().copied())
    }

    fn take(&mut self, byte: u8) {
        self.rest = &self.rest[1..];
        self.position += 1;
        if byte == b'\n' {
            (self.line, self.position) = (self.line + 1, 0);
        }
    }
}

/// Names of calls that enclose nothing but a value.
const WRAPPERS: [&str; 6] = ["array", "asarray", "matrix", "list", "tuple", "Some"];
/// Beginnings of names of number types, which are called as well.
const NUMBER_TYPES: [&str; 4] = ["int", "uint", "float", "bool"];
/// Words before a statement that names a value.
const STATEMENTS: [&str; 6] = ["const", "let", "var", "export", "default", "return"];
/// Those that the name of a value follows.
const DECLARATIONS: [&str; 3] = ["const", "let", "var"];
/// Letters before a string of Python: `b'.Q..'`.
pub(super) const STRING_PREFIXES: [&str; 6] = ["b", "u", "r", "B", "U", "R"];

/// An open bracket.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OpenBracket {
    List,
    Object,
    /// Parenthesis of a [wrapper](WRAPPERS), which is omitted.
    Call,
}

/// The last token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LastToken {
    /// An opening bracket, a colon, or nothing.
    Start,
    Value,
    /// A comma that is not written yet, because it may be a trailing one.
    Comma,
}

/// A filter from relaxed to strict JSON, one value at the top at a time.
pub struct Relaxed<S> {
    source: S,
    /// Strict bytes that are ready, and the number of them that were returned.
    ready: Vec<u8>,
    given: usize,
    open: Vec<OpenBracket>,
    /// Number of open lists and objects.
    depth: usize,
    last: LastToken,
    /// True if the value at the top has begun.
    is_begun: bool,
    /// Name before that value.
    name: Option<String>,
    /// True if words without quotation marks are strings.
    quotes_words: bool,
}

impl<S: Source> Relaxed<S> {
    /// Reads from `source`.
    pub fn new(source: S) -> Self {
        Relaxed {
            source,
            ready: Vec::new(),
            given: 0,
            open: Vec::new(),
            depth: 0,
            last: LastToken::Start,
            is_begun: false,
            name: None,
            quotes_words: false,
        }
    }

    /// Reads words without quotation marks as strings: `[A, A, B]`.
    pub fn quoting_words(self) -> Self {
        Relaxed {
            quotes_words: true,
            ..self
        }
    }

    /// Returns the source, at the position of the reader.
    pub fn source(&self) -> &S {
        &self.source
    }

    /// Returns true if every bracket is closed.
    pub fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    /// Returns the number of open lists and objects.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the source, for its owner to advance.
    pub fn source_mut(&mut self) -> &mut S {
        &mut self.source
    }

    /// Finds the next value at the top and returns its first byte; `None` at the end.
    pub fn next_value(&mut self) -> io::Result<Option<u8>> {
        self.ready.clear();
        (self.given, self.is_begun, self.name) = (0, false, None);
        while !self.is_begun {
            if !self.step()? {
                return Ok(None);
            }
        }
        Ok(self.ready.first().copied())
    }

    /// Takes the name that a statement gives to the value.
    pub fn take_name(&mut self) -> Option<String> {
        self.name.take()
    }

    /// Returns true if no bracket of the value is open.
    fn is_top(&self) -> bool {
        self.depth == 0
    }

    fn next(&mut self) -> io::Result<Option<u8>> {
        let byte = self.source.peek()?;
        if let Some(byte) = byte {
            self.source.take(byte);
        }
        Ok(byte)
    }

    /// Takes bytes while they are `wanted`; returns the next one without taking it.
    fn skip(&mut self, wanted: impl Fn(u8) -> bool) -> io::Result<Option<u8>> {
        loop {
            match self.source.peek()? {
                Some(byte) if wanted(byte) => self.source.take(byte),
                other => return Ok(other),
            }
        }
    }

    /// Reads one token; returns false at the end.
    fn step(&mut self) -> io::Result<bool> {
        let Some(byte) = self.source.peek()? else {
            return Ok(false);
        };
        if is_word(byte) {
            self.word()?;
            return Ok(true);
        }
        self.source.take(byte);
        match byte {
            _ if byte.is_ascii_whitespace() => {}
            b'#' => drop(self.skip(|byte| byte != b'\n')?),
            b'/' => self.comment()?,
            b'"' => self.string()?,
            b'\'' | b'`' => self.quoted(byte)?,
            b'[' | b'(' => self.opening(OpenBracket::List, b'['),
            b'{' => self.opening(OpenBracket::Object, b'{'),
            b']' | b'}' | b')' => self.closing(byte),
            b',' if self.open.last() == Some(&OpenBracket::Call) => {
                self.rest_of_call()?;
            }
            b',' | b';' if self.is_top() => {}
            b',' => {
                if self.last == LastToken::Comma {
                    self.ready.push(b',');
                }
                self.last = LastToken::Comma;
            }
            b':' if !self.is_top() => {
                self.ready.push(b':');
                self.last = LastToken::Start;
            }
            other => {
                // No token begins so: the strict reader will refuse it.
                self.begin_value();
                self.ready.push(other);
            }
        }
        Ok(true)
    }

    /// Writes the comma before a value, if there is one.
    fn begin_value(&mut self) {
        if !self.is_top() && self.last != LastToken::Start {
            self.ready.push(b',');
        }
        self.is_begun = true;
        self.last = LastToken::Value;
    }

    fn opening(&mut self, open: OpenBracket, byte: u8) {
        self.begin_value();
        self.ready.push(byte);
        self.open.push(open);
        self.depth += 1;
        self.last = LastToken::Start;
    }

    fn closing(&mut self, byte: u8) {
        match self.open.pop() {
            Some(OpenBracket::Call) if byte == b')' => {}
            open => {
                self.is_begun = true;
                self.depth = self.depth.saturating_sub(1);
                self.ready.push(match (open, byte) {
                    (Some(OpenBracket::List), b')') => b']',
                    (_, byte) => byte,
                });
            }
        }
        self.last = LastToken::Value;
    }

    fn comment(&mut self) -> io::Result<()> {
        match self.source.peek()? {
            Some(b'/') => drop(self.skip(|byte| byte != b'\n')?),
            Some(b'*') => {
                self.source.take(b'*');
                while self.skip(|byte| byte != b'*')?.is_some() {
                    self.source.take(b'*');
                    if self.source.peek()? == Some(b'/') {
                        self.source.take(b'/');
                        break;
                    }
                }
            }
            _ => {
                self.begin_value();
                self.ready.push(b'/');
            }
        }
        Ok(())
    }

    /// Copies a string of JSON unchanged.
    fn string(&mut self) -> io::Result<()> {
        self.begin_value();
        self.ready.push(b'"');
        while let Some(byte) = self.next()? {
            self.ready.push(byte);
            match byte {
                b'"' => break,
                b'\\' => {
                    let escaped = self.next()?;
                    self.ready.extend(escaped);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads a string in other quotation marks.
    fn quoted(&mut self, mark: u8) -> io::Result<()> {
        self.begin_value();
        self.ready.push(b'"');
        while let Some(byte) = self.next()? {
            match byte {
                _ if byte == mark => {
                    self.ready.push(b'"');
                    break;
                }
                b'"' => self.ready.extend(b"\\\""),
                b'\n' => self.ready.extend(b"\\n"),
                b'\\' => match self.next()? {
                    Some(next) if next == mark => self.ready.push(next),
                    next => self.ready.extend([b'\\'].into_iter().chain(next)),
                },
                _ => self.ready.push(byte),
            }
        }
        Ok(())
    }

    /// Takes the other arguments of a call, up to its parenthesis.
    fn rest_of_call(&mut self) -> io::Result<()> {
        let mut depth = 0_usize;
        while let Some(byte) = self.next()? {
            match byte {
                b'"' | b'\'' => {
                    self.skip(|other| other != byte)?;
                    self.next()?;
                }
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' if depth > 0 => depth -= 1,
                b')' => break,
                _ => {}
            }
        }
        self.open.pop();
        Ok(())
    }

    /// Reads the name that a declaration gives to a value, whatever it is: generators of
    /// files do not always make valid ones, such as `const level of June 1, 2025 = {`.
    fn declaration(&mut self) -> io::Result<()> {
        let mut name = Vec::new();
        while let Some(byte) = self
            .source
            .peek()?
            .filter(|byte| !b"=:;[({\"\n".contains(byte))
        {
            self.source.take(byte);
            name.push(byte);
        }
        match self.source.peek()? {
            Some(sign @ (b':' | b'=')) => self.value_of(name.trim_ascii(), sign),
            _ => Ok(()),
        }
    }

    /// Takes what stands between a name and its value: a sign, and the type if there is
    /// one, as in `const regions: string[][] = [...]`.
    fn value_of(&mut self, name: &[u8], sign: u8) -> io::Result<()> {
        self.name = Some(String::from_utf8_lossy(name).into_owned());
        self.source.take(sign);
        let behind = self.skip(|byte| byte.is_ascii_whitespace())?;
        if sign == b':'
            && behind.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'&')
        {
            self.skip(|byte| byte != b'=')?;
            self.next()?;
        }
        Ok(())
    }

    /// Reads a word: a number, a constant, a key, the name of a value or of a call, or the
    /// prefix of a string.
    fn word(&mut self) -> io::Result<()> {
        let mut word = Vec::new();
        while let Some(byte) = self.source.peek()?.filter(|&byte| is_word(byte)) {
            self.source.take(byte);
            word.push(byte);
        }
        if is_any(&word, &STRING_PREFIXES)
            && let Some(mark @ (b'\'' | b'"')) = self.source.peek()?
        {
            self.source.take(mark);
            return match mark {
                b'"' => self.string(),
                _ => self.quoted(mark),
            };
        }
        let next = self.skip(|byte| byte == b' ' || byte == b'\t')?;
        let is_name = !word[0].is_ascii_digit() && word[0] != b'-';
        let may_be_statement = self.is_top() && !self.is_begun;
        match next {
            // The bounds of an array of Haskell are no list: the strict reader refuses it.
            Some(b'(') if word == b"listArray" => {
                self.begin_value();
                self.ready.extend(word);
            }
            Some(b'(') if is_name => self.open_call(&word),
            Some(b'!') if word == b"vec" => self.source.take(b'!'),
            Some(sign @ (b':' | b'=')) if is_name && may_be_statement => {
                self.value_of(&word, sign)?;
            }
            Some(b':') if !self.is_top() => {
                self.begin_value();
                self.push_quoted(&word);
            }
            _ if may_be_statement
                && self.name.is_none()
                && is_any(&word, &STATEMENTS) =>
            {
                self.statement(&word)?;
            }
            _ => self.push_value(&word, is_name),
        }
        Ok(())
    }

    /// Takes the bracket behind the name of a call: its arguments are a list, unless it
    /// only wraps one.
    fn open_call(&mut self, name: &[u8]) {
        self.source.take(b'(');
        if is_wrapper(name) {
            self.open.push(OpenBracket::Call);
        } else {
            self.opening(OpenBracket::List, b'[');
        }
    }

    /// Reads what follows a word that begins a statement, up to the value in it.
    fn statement(&mut self, word: &[u8]) -> io::Result<()> {
        if is_any(word, &DECLARATIONS) {
            self.declaration()?;
        } else if word == b"default" {
            // `export default level;` repeats a name.
            self.skip(|byte| !b";\n[({\"'`".contains(&byte))?;
        }
        Ok(())
    }

    /// Writes a word that is a value itself.
    fn push_value(&mut self, word: &[u8], is_name: bool) {
        self.begin_value();
        if self.quotes_words && is_name && !is_constant(word) {
            self.push_quoted(word);
        } else {
            strict(word, &mut self.ready);
        }
        if self.is_top() {
            // The value ends there.
            self.ready.push(b' ');
        }
    }

    fn push_quoted(&mut self, word: &[u8]) {
        self.ready.push(b'"');
        self.ready.extend(word);
        self.ready.push(b'"');
    }
}

/// Returns true if `word` is one of `words`.
fn is_any(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|one| one.as_bytes() == word)
}

/// Returns the bytes of the value that [`Relaxed::next_value`] found, up to its end.
impl<S: Source> Read for Relaxed<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.given == self.ready.len() {
            self.ready.clear();
            self.given = 0;
            if (self.is_begun && self.is_top()) || !self.step()? {
                return Ok(0);
            }
        }
        let length = (&self.ready[self.given..]).read(buffer)?;
        self.given += length;
        Ok(length)
    }
}

/// Returns the message of an error without its line and column, which count in the strict
/// text.
pub fn without_position(error: &serde_json::Error) -> String {
    let message = error.to_string();
    let position = format!(" at line {} column {}", error.line(), error.column());
    message
        .strip_suffix(&position)
        .unwrap_or(&message)
        .to_owned()
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
        || matches!(byte, b'_' | b'$' | b'.' | b'-' | b'+')
        || !byte.is_ascii()
}

/// Returns true if a call of this name encloses nothing but a value: `array`, `np.int64`.
fn is_wrapper(word: &[u8]) -> bool {
    let name = word.rsplit(|&byte| byte == b'.').next().unwrap_or_default();
    is_any(name, &WRAPPERS)
        || NUMBER_TYPES
            .iter()
            .any(|number| name.starts_with(number.as_bytes()))
}

fn is_constant(word: &[u8]) -> bool {
    is_any(
        word,
        &[
            "true",
            "false",
            "null",
            "True",
            "False",
            "None",
            "undefined",
        ],
    )
}

/// Writes a word in strict JSON. Words that JSON does not have stay as they are, and the
/// reader refuses them.
fn strict(word: &[u8], ready: &mut Vec<u8>) {
    match word {
        b"True" => ready.extend(b"true"),
        b"False" => ready.extend(b"false"),
        b"None" | b"undefined" => ready.extend(b"null"),
        _ => match word.iter().position(|&byte| byte == b'.') {
            // numpy writes whole numbers that it holds as fractions like this: 1.
            Some(point)
                if point > 0 && word[point + 1..].iter().all(|&byte| byte == b'0') =>
            {
                ready.extend(&word[..point]);
            }
            _ => ready.extend(word),
        },
    }
}
