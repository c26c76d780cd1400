//! The commands of the README run from a fresh clone, and its picture is up to date. The
//! lists of pages are complete.
#![cfg(unix)]

#[path = "../../examples/readme_picture/picture.rs"]
mod picture;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Largest size of the picture, in bytes.
const MAX_PICTURE_BYTES: usize = 300_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the commands of a page: lines of code blocks and code in the text that begin
/// with `queens`.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    for (number, block) in page.split("```").enumerate() {
        if number % 2 == 1 {
            commands.extend(
                block
                    .lines()
                    .filter(|line| line.starts_with("queens "))
                    .map(str::to_owned),
            );
        } else {
            let code = block.split('`').skip(1).step_by(2);
            commands.extend(
                code.filter(|code| code.starts_with("queens "))
                    .map(|code| code.replace('\n', " ")),
            );
        }
    }
    commands
}

/// Starts `command` in a shell that finds `queens`, in a folder with the examples.
fn shell(command: &str, folder: &Path) -> Command {
    let bin = Path::new(env!("CARGO_BIN_EXE_queens"))
        .parent()
        .expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell
        .args(["-c", command])
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", bin.display()));
    shell.stdin(Stdio::null());
    shell
}

#[test]
fn every_command_of_the_readme_works() {
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(root().join("examples"), folder.path().join("examples"))
        .expect("a link");
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let commands = commands(&readme);
    assert!(commands.len() >= 20, "{commands:?}");
    for command in commands {
        // The placeholder of an engine, and a server that runs until it is stopped.
        let command = command.replace(" ID", " flags");
        if command.starts_with("queens serve") {
            serves(folder.path());
            continue;
        }
        let output = shell(&command, folder.path()).output().expect("a shell");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.success(),
            "{command}: {}: {error}",
            output.status
        );
    }
}

#[test]
fn the_quick_start_can_be_pasted_as_a_block() {
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(root().join("examples"), folder.path().join("examples"))
        .expect("a link");
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let quick_start = readme.split("## Quick start").nth(1).expect("the section");
    let block = quick_start
        .split("```")
        .nth(1)
        .expect("a block of commands");
    assert!(
        block.trim().lines().all(|line| line.starts_with("queens ")),
        "{block}"
    );
    let output = shell(&format!("set -e\n{block}"), folder.path())
        .output()
        .expect("a shell");
    let (printed, error) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(output.status.success(), "{error}");
    // Of the sentence below the block, the number that it states.
    let stated = quick_start
        .split_whitespace()
        .filter(|word| word.contains(','));
    let stated = stated
        .map(|word| word.replace(',', ""))
        .find(|word| word.parse::<u64>().is_ok());
    let stated = stated.expect("a number of solutions");
    assert!(
        printed.lines().any(|line| line == stated),
        "{stated}: {printed}"
    );
}

/// The server answers at an address of its own, without a browser.
fn serves(folder: &Path) {
    let mut server = shell("exec queens serve --addr 127.0.0.1:0", folder);
    let mut server = server
        .stderr(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut lines = BufReader::new(server.stderr.take().expect("a pipe")).lines();
    let line = lines.next().expect("a line").expect("text");
    let address = line
        .strip_prefix("the page is at http://")
        .and_then(|rest| rest.split(' ').next());
    let address = address
        .filter(|address| address.starts_with("127.0.0.1:"))
        .expect(&line);
    let check = || {
        let output = shell(&format!("queens serve --check --addr {address}"), folder)
            .output()
            .expect("it runs");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    assert_eq!(check(), (Some(0), String::new()));
    server.kill().expect("it runs");
    server.wait().expect("it ends");
    let (status, message) = check();
    assert_eq!(status, Some(1));
    assert!(
        message.contains(&format!("no server answers at {address}")),
        "{message}"
    );
}

#[test]
fn the_readme_has_the_two_commands_on_its_first_screen() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let line = |text: &str| readme.lines().position(|line| line == text).expect(text);
    assert!(line("cargo run --release -- 8") < 24);
    assert!(line("cargo test --workspace") < 24);
}

#[test]
fn the_picture_of_the_readme_is_up_to_date() {
    let there = std::fs::read_to_string(root().join(picture::FILE)).expect("the picture");
    let now = picture::animated().expect("a picture");
    assert!(
        there == now,
        "stale: cargo run --release -p queens-cli --example readme_picture"
    );
    assert!(there.len() < MAX_PICTURE_BYTES, "{} bytes", there.len());
}

/// Pages of a folder of `docs`, relative to `docs`.
fn pages(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join("docs").join(folder))
        .expect("a folder")
        .flatten();
    let names =
        entries.map(|entry| entry.file_name().into_string().expect("a name in UTF-8"));
    names
        .filter(|name| name.ends_with(".md"))
        .map(|name| format!("{folder}/{name}"))
        .collect()
}

#[test]
fn every_page_is_listed() {
    let read =
        |page: &str| std::fs::read_to_string(root().join("docs").join(page)).expect(page);
    let (book, overview, lab) =
        (read("SUMMARY.md"), read("README.md"), read("lab/README.md"));
    for page in ["guide", "design", "lab"].into_iter().flat_map(pages) {
        assert!(
            book.contains(&format!("]({page})")),
            "docs/SUMMARY.md, which the book is made from, has no {page}"
        );
        match page.strip_prefix("lab/") {
            Some("README.md") => {}
            Some(name) => assert!(
                lab.contains(&format!("]({name})")),
                "docs/lab/README.md has no {name}"
            ),
            None => assert!(
                overview.contains(&format!("]({page})")),
                "docs/README.md has no {page}"
            ),
        }
    }
}
