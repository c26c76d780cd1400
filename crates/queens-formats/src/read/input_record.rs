//! The bytes of an input since its last solution, for a second reading.

use super::MAX_SOLUTION;
use std::cell::Cell;

/// Bytes that were taken since the last solution was passed on.
pub(super) struct InputRecord<'r> {
    /// Number of solutions that were passed on.
    passed: &'r Cell<u64>,
    /// The same when the first of these bytes was taken.
    passed_before: u64,
    bytes: Vec<u8>,
    /// Line of the first of these bytes.
    line: u64,
    /// True if other bytes of that line were taken before.
    is_mid_line: bool,
    /// Line feeds in these bytes.
    line_feeds: u64,
    is_full: bool,
}

impl<'r> InputRecord<'r> {
    pub(super) fn new(passed: &'r Cell<u64>) -> Self {
        InputRecord {
            passed,
            passed_before: 0,
            bytes: Vec::new(),
            line: 1,
            is_mid_line: false,
            line_feeds: 0,
            is_full: false,
        }
    }

    /// Drops the bytes up to a solution that was passed on since they were taken.
    fn drop_passed(&mut self) {
        if self.passed_before == self.passed.get() {
            return;
        }
        self.passed_before = self.passed.get();
        self.is_mid_line = self
            .bytes
            .last()
            .map_or(self.is_mid_line, |&last| last != b'\n');
        self.line += self.line_feeds;
        (self.line_feeds, self.is_full) = (0, false);
        self.bytes.clear();
    }

    /// Adds bytes that are taken now.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.drop_passed();
        self.line_feeds += bytes.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.is_full |= self.bytes.len() + bytes.len() > MAX_SOLUTION;
        if self.is_full {
            // The last byte shows where a line ends.
            self.bytes.clear();
            self.bytes.extend(bytes.last());
        } else {
            self.bytes.extend_from_slice(bytes);
        }
    }

    /// Forgets all bytes: they are put back, from the beginning of `line`.
    pub(super) fn forget(&mut self, line: u64) {
        (self.line, self.line_feeds, self.is_mid_line) = (line, 0, false);
        self.bytes.clear();
    }

    /// Takes the bytes, with the line of the first one, and true if it is not at the
    /// beginning of that line; `None` if there were too many.
    pub(super) fn take(&mut self) -> Option<(Vec<u8>, u64, bool)> {
        self.drop_passed();
        (!self.is_full)
            .then(|| (std::mem::take(&mut self.bytes), self.line, self.is_mid_line))
    }
}
