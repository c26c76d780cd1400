//! The call of a program: its file, its arguments and its input.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// A program with its arguments.
#[derive(Clone, Debug)]
pub(crate) struct ProgramCall {
    /// The program; a name without `/` is looked up in `PATH`.
    pub(crate) program: PathBuf,
    pub(crate) arguments: Vec<OsString>,
    /// Line that it reads from standard input, without its end.
    pub(crate) input: String,
}

impl ProgramCall {
    /// Returns the call that asks a program for a size, as its argument and on standard
    /// input.
    pub(crate) fn for_size(program: &Path, size: u32) -> Self {
        ProgramCall {
            program: program.to_owned(),
            arguments: vec![size.to_string().into()],
            input: size.to_string(),
        }
    }

    /// Returns the command, with a pipe as standard input.
    pub(super) fn to_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).stdin(Stdio::piped());
        command
    }

    /// Writes the input of the process and closes it. One line fits into a pipe, so that
    /// this does not wait for a process that does not read.
    pub(super) fn write_input(&self, child: &mut Child) {
        if let Some(mut stdin) = child.stdin.take() {
            // A process that has ended reads nothing.
            let _ = writeln!(stdin, "{}", self.input);
        }
    }
}
