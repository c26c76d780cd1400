//! What the tests of the command share.

use assert_cmd::Command;

/// The command, with `arguments` split at blanks, away from the terminal and the environment.
pub(crate) fn queens(arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.env_remove("NO_COLOR").args(arguments.split_whitespace());
    command
}

/// What the command prints on standard output when it succeeds.
pub(crate) fn output(arguments: &str) -> String {
    let output = queens(arguments).assert().success().get_output().stdout.clone();
    String::from_utf8(output).expect("the output is text")
}

/// The same as JSON.
pub(crate) fn json(arguments: &str) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).expect("the output is JSON")
}
