//! Output of a format: checks limits while it counts, and writes the problem in comments.

use control::{Limits, Meter, Stop};
use queens_model::problem::Problem;
use std::fmt::{self, Write as _};
use std::io::{self, Write};

/// Output of a format: every write checks the limits.
pub struct Output<'o> {
    out: &'o mut dyn Write,
    limits: &'o Limits,
    meter: Meter<'o>,
    stop: Option<Stop>,
}

impl<'o> Output<'o> {
    pub(super) fn new(out: &'o mut dyn Write, limits: &'o Limits) -> Self {
        Output {
            out,
            limits,
            meter: Meter::new(limits),
            stop: None,
        }
    }

    /// Returns the limits, for work before the output.
    pub(super) fn limits(&self) -> &'o Limits {
        self.limits
    }

    /// Returns the meter, for work before the output.
    pub(super) fn meter(&mut self) -> &mut Meter<'o> {
        &mut self.meter
    }

    /// Returns the limit that made a write fail, if any.
    pub(super) fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// Writes the text form of `problem`, each line between `open` and `close`, which
    /// make it a comment.
    pub(super) fn write_problem(
        &mut self,
        problem: &Problem,
        open: &str,
        close: &str,
    ) -> io::Result<()> {
        let mut comment = Comment {
            output: self,
            open,
            close,
            inside: false,
            error: None,
        };
        let written = writeln!(comment, "{problem}");
        match (written, comment.error) {
            (_, Some(error)) => Err(error),
            (Err(_), None) => Err(io::Error::other("the problem cannot be written")),
            (Ok(()), None) => Ok(()),
        }
    }
}

impl Write for Output<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if let Err(stop) = self.meter.tick() {
            self.stop = Some(stop);
            return Err(io::Error::other("a limit was reached"));
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Makes each line a comment.
struct Comment<'c, 'o> {
    output: &'c mut Output<'o>,
    open: &'c str,
    close: &'c str,
    /// True after the beginning of a line.
    inside: bool,
    error: Option<io::Error>,
}

impl fmt::Write for Comment<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for part in text.split_inclusive('\n') {
            let line = part.strip_suffix('\n');
            let open = if self.inside { "" } else { self.open };
            let marker = if self.inside { "" } else { "problem: " };
            let end = if line.is_some() { self.close } else { "" };
            let newline = if line.is_some() { "\n" } else { "" };
            let written = write!(
                self.output,
                "{open}{marker}{}{end}{newline}",
                line.unwrap_or(part)
            );
            self.inside = line.is_none();
            if let Err(error) = written {
                self.error = Some(error);
                return Err(fmt::Error);
            }
        }
        Ok(())
    }
}
