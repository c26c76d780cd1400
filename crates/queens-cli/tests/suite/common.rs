//! Helpers shared by the tests of the command.

use assert_cmd::Command;

/// The command, with `arguments` split at blanks, away from the terminal and the
/// environment.
pub(crate) fn queens(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command
        .env_remove("NO_COLOR")
        .args(arguments.split_whitespace());
    command
}
