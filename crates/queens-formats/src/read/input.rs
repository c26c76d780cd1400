//! Bytes with line numbers and a bound.

use super::drawing;
use super::input_record::InputRecord;
use super::relaxed::Source;
use super::transcript::RULER_LENGTH;
use super::{Flow, MAX_SOLUTION, SolutionLineError, bad};
use queens_model::problem::MAX_TEXT;
use std::cell::Cell;
use std::io::{self, BufRead, Cursor, Read};

/// An input with a line counter, which returns at most [`MAX_SOLUTION`] bytes between two
/// calls of [`Input::renew`].
pub(super) struct Input<'r> {
    inner: Returned<'r>,
    line: u64,
    /// Bytes of the line that were taken one by one.
    position: u64,
    left: usize,
    /// Number of blanks skipped at the beginning of the line.
    indent: usize,
}

impl<'r> Input<'r> {
    pub(super) fn new(inner: &'r mut dyn BufRead, passed: &'r Cell<u64>) -> Self {
        let record = InputRecord::new(passed);
        let inner = Returned {
            ahead: Cursor::new(Vec::new()),
            inner: LineFeeds::new(inner),
            record,
        };
        Input {
            inner,
            line: 1,
            position: 0,
            left: MAX_SOLUTION,
            indent: 0,
        }
    }

    /// Goes back to the end of the last solution that was passed on; returns true if that
    /// is within a line. `None` if it is too far back.
    pub(super) fn rewind(&mut self) -> Option<bool> {
        let (bytes, line, is_mid_line) = self.inner.record.take()?;
        let mut ahead = bytes;
        self.inner.ahead.read_to_end(&mut ahead).ok()?;
        self.inner.ahead = Cursor::new(ahead);
        (self.line, self.position, self.indent, self.left) = (line, 0, 0, MAX_SOLUTION);
        Some(is_mid_line)
    }

    /// Returns the line of the next byte, from 1.
    pub(super) fn line(&self) -> u64 {
        self.line
    }

    /// Returns the number of bytes of that line that were read, if it is read byte by
    /// byte.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    /// Allows another [`MAX_SOLUTION`] bytes.
    pub(super) fn renew(&mut self) {
        self.left = MAX_SOLUTION;
    }

    /// Returns true if the bound was reached.
    pub(super) fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// Returns the next byte without taking it; `None` at the end.
    pub(super) fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.inner.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the next bytes that are at hand without taking them, at least one unless
    /// the input ends.
    pub(super) fn start(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    /// Returns true if the next line that is not blank is the one that MiniZinc prints
    /// below each solution. A semicolon may be before it. Takes nothing.
    pub(super) fn is_above_ruler(&mut self) -> bool {
        let mut count = 1;
        loop {
            let Ok(ahead) = self.inner.look_ahead(count) else {
                return false;
            };
            if let Some(is_above) = begins_with_ruler(ahead, ahead.len() < count) {
                return is_above;
            }
            count = ahead.len() + 1;
        }
    }

    /// Returns true if the next line is a row of a drawn board; a line of strokes may be
    /// above it. Takes nothing.
    pub(super) fn is_above_drawing(&mut self) -> io::Result<bool> {
        let ahead = self.inner.look_ahead(MAX_BEFORE_ROW)?;
        let Ok(lines) = std::str::from_utf8(ahead) else {
            return Ok(false);
        };
        let is_stroke = |c: char| matches!(c, '-' | '=' | '+' | '_' | ' ');
        let row = lines.lines().find(|line| !line.chars().all(is_stroke));
        Ok(row.is_some_and(|row| drawing::begins_with(row, false)))
    }

    /// Takes the next byte, which [`Input::peek`] returned.
    fn advance(&mut self, byte: u8) {
        self.inner.consume(1);
        self.position += 1;
        if byte == b'\n' {
            self.line += 1;
            self.position = 0;
        }
    }

    /// Skips white space and a byte order mark; returns the next byte.
    pub(super) fn skip_blanks(&mut self) -> Flow<Option<u8>> {
        loop {
            let Some(byte) = self.peek()? else {
                return Ok(None);
            };
            match byte {
                b'\n' => self.indent = 0,
                _ if self.indent > MAX_SOLUTION => {
                    return bad(self.line, SolutionLineError::TooLong);
                }
                b if b.is_ascii_whitespace() => self.indent += 1,
                0xEF | 0xBB | 0xBF => {}
                _ => return Ok(Some(byte)),
            }
            self.advance(byte);
        }
    }

    /// Appends bytes up to and with `end` (or the end of the input) to `bytes`; returns
    /// true if `end` was found.
    pub(super) fn take_until(&mut self, end: u8, bytes: &mut Vec<u8>) -> Flow<bool> {
        let line = self.line;
        let before = bytes.len();
        (&mut self.inner)
            .take(MAX_SOLUTION as u64 + 1)
            .read_until(end, bytes)?;
        let taken = &bytes[before..];
        if taken.len() > MAX_SOLUTION {
            return bad(line, SolutionLineError::TooLong);
        }
        self.line += taken.iter().filter(|&&byte| byte == b'\n').count() as u64;
        Ok(taken.last() == Some(&end))
    }

    /// Appends the rest of the input to `bytes`: at most [`MAX_TEXT`] of them, and one
    /// more as a sign of excess.
    pub(super) fn take_rest(&mut self, bytes: &mut Vec<u8>) -> Flow {
        (&mut self.inner)
            .take(MAX_TEXT as u64 + 1)
            .read_to_end(bytes)?;
        Ok(())
    }

    /// Puts back the `bytes` of a line that began on `line`, without its end; only the
    /// first line that was read can be put back.
    pub(super) fn give_back(&mut self, line: u64, mut bytes: Vec<u8>) {
        bytes.push(b'\n');
        self.inner.record.forget(line);
        self.inner.ahead = Cursor::new(bytes);
        self.line = line;
        self.position = 0;
    }

    /// Reads the next line into `bytes`, without its end but with the blanks that were
    /// skipped at its beginning; returns true if there was one.
    pub(super) fn next_line(&mut self, bytes: &mut Vec<u8>) -> Flow<bool> {
        let indent = std::mem::take(&mut self.indent);
        bytes.clear();
        bytes.resize(indent, b' ');
        self.take_until(b'\n', bytes)?;
        let some = !bytes.is_empty();
        while bytes.last().is_some_and(u8::is_ascii_whitespace) {
            bytes.pop();
        }
        Ok(some)
    }
}

/// Most bytes between the numbers of columns and the first row of a board, with that row.
const MAX_BEFORE_ROW: usize = 256;

/// Most bytes between a list and the line below its solution.
const MAX_BEFORE_RULER: usize = 4096;

/// Returns true if the line of MiniZinc below a solution follows these bytes behind a
/// list, perhaps with other variables between them; false if it does not, and `None` if
/// more bytes decide.
fn begins_with_ruler(bytes: &[u8], is_all: bool) -> Option<bool> {
    let mut lines = bytes.split(|&byte| byte == b'\n').enumerate().peekable();
    while let Some((number, line)) = lines.next() {
        let line = line.trim_ascii();
        let is_ruler = line.iter().all(|&byte| byte == b'-');
        if lines.peek().is_none() && !is_all {
            // The end of this line is missing.
            let is_open = match number {
                0 => matches!(line, [] | b";"),
                _ => may_be_variable(line) || (is_ruler && line.len() <= RULER_LENGTH),
            };
            return (!is_open || bytes.len() > MAX_BEFORE_RULER).then_some(false);
        }
        match line {
            [] | b";" => {}
            _ if number > 0 && is_ruler => return Some(line.len() == RULER_LENGTH),
            _ if number > 0 && may_be_variable(line) && line.ends_with(b";") => {}
            _ => return Some(false),
        }
    }
    Some(false)
}

/// Returns true for the beginning of a line such as `total = 7;`.
fn may_be_variable(line: &[u8]) -> bool {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let end = line.iter().position(|byte| !is_name(byte));
    let (name, rest) = line.split_at(end.unwrap_or(line.len()));
    let rest = rest.trim_ascii_start();
    name.first().is_some_and(u8::is_ascii_alphabetic)
        && (rest.is_empty() || rest.starts_with(b"="))
}

/// Bytes that were put back, and the reader after them.
struct Returned<'r> {
    ahead: Cursor<Vec<u8>>,
    inner: LineFeeds<'r>,
    record: InputRecord<'r>,
}

impl Returned<'_> {
    /// Returns at least `count` of the next bytes without taking them, fewer at the end.
    fn look_ahead(&mut self, count: usize) -> io::Result<&[u8]> {
        let start = usize::try_from(self.ahead.position()).unwrap_or(usize::MAX);
        while self.ahead.get_ref().len() < start.saturating_add(count) {
            let bytes = match self.inner.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                other => other?,
            };
            let Some(&byte) = bytes.first() else {
                break;
            };
            self.ahead.get_mut().push(byte);
            self.inner.consume(1);
        }
        Ok(self.ahead.get_ref().get(start..).unwrap_or_default())
    }
}

impl Read for Returned<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = match self.ahead.read(buffer)? {
            0 => self.inner.read(buffer)?,
            length => length,
        };
        self.record.add(&buffer[..length]);
        Ok(length)
    }
}

impl BufRead for Returned<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.ahead.fill_buf()?.is_empty() {
            self.inner.fill_buf()
        } else {
            self.ahead.fill_buf()
        }
    }

    fn consume(&mut self, amount: usize) {
        let taken = match self.ahead.fill_buf() {
            Ok(ahead) if !ahead.is_empty() => ahead.get(..amount),
            // What was filled before is filled without a read.
            _ => self
                .inner
                .fill_buf()
                .ok()
                .and_then(|bytes| bytes.get(..amount)),
        };
        self.record.add(taken.unwrap_or_default());
        if self.ahead.fill_buf().is_ok_and(<[u8]>::is_empty) {
            self.inner.consume(amount);
        } else {
            self.ahead.consume(amount);
        }
    }
}

/// A reader whose lines all end with a line feed: a carriage return, alone or before a
/// line feed, ends a line too.
pub(crate) struct LineFeeds<'r> {
    inner: &'r mut dyn BufRead,
    /// Bytes that were read and not yet taken.
    held: Vec<u8>,
    /// Number of `held` bytes that were taken.
    taken: usize,
    /// True if the last byte of `inner` was a carriage return.
    after_return: bool,
}

impl<'r> LineFeeds<'r> {
    pub(crate) fn new(inner: &'r mut dyn BufRead) -> Self {
        LineFeeds {
            inner,
            held: Vec::new(),
            taken: 0,
            after_return: false,
        }
    }
}

impl Read for LineFeeds<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for LineFeeds<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.taken == self.held.len() {
            let bytes = self.inner.fill_buf()?;
            if bytes.is_empty() {
                return Ok(&[]);
            }
            self.held.clear();
            self.taken = 0;
            for (number, part) in bytes.split(|&byte| byte == b'\r').enumerate() {
                if number > 0 {
                    self.held.push(b'\n');
                    self.after_return = true;
                }
                // The line feed after a carriage return ends the same line.
                let rest = if self.after_return {
                    part.strip_prefix(b"\n").unwrap_or(part)
                } else {
                    part
                };
                self.after_return &= part.is_empty();
                self.held.extend_from_slice(rest);
            }
            let length = bytes.len();
            self.inner.consume(length);
        }
        Ok(&self.held[self.taken..])
    }

    fn consume(&mut self, length: usize) {
        self.taken += length;
    }
}

/// One byte at a time, so that the line number is always right; ends at the bound.
impl Source for &mut Input<'_> {
    fn peek(&mut self) -> io::Result<Option<u8>> {
        if self.left == 0 {
            Ok(None)
        } else {
            Input::peek(self)
        }
    }

    fn take(&mut self, byte: u8) {
        self.left -= 1;
        self.advance(byte);
    }
}

/// Converts bytes to text.
pub(super) fn text(line: u64, bytes: &[u8]) -> Flow<&str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(_) => bad(line, SolutionLineError::NotUtf8),
    }
}
