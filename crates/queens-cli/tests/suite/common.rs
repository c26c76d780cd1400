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

/// Returns the standard output of a command that succeeds.
pub(crate) fn output(arguments: &str) -> String {
    let output = queens(arguments)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).expect("the output is text")
}

/// Returns the standard output of a command that succeeds, as JSON.
pub(crate) fn json(arguments: &str) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).expect("the output is JSON")
}
