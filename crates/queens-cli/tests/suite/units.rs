//! `queens units`: a count in parts, each run by a process of its own.

use assert_cmd::Command;
use predicates::prelude::*;
use std::fs;
use std::path::Path;

/// The number of solutions for 11 queens (A000170).
const SOLUTIONS: &str = "2680\n";

fn units(words: &str) -> Command {
    let mut command = Command::cargo_bin("queens").expect("the command is built");
    command.arg("units").args(words.split(' '));
    command
}

fn run_share(number: usize, of: usize, file: &Path) {
    let ran = units(&format!("run 11 --threads 1 --share {number}/{of}")).assert().success();
    fs::write(file, &ran.get_output().stdout).expect("a file for the share");
}

#[test]
fn shares_of_separate_processes_add_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let files: Vec<_> = (1..=3).map(|i| folder.path().join(format!("{i}.jsonl"))).collect();
    for (i, file) in files.iter().enumerate() {
        run_share(i + 1, 3, file);
    }
    units("sum").args(files.iter().rev()).assert().success().stdout(SOLUTIONS);
    // A share that is there twice counts once.
    units("sum").args(files.iter().chain(&files[..1])).assert().success().stdout(SOLUTIONS);
    // A share that was stopped before its first unit has nothing to add.
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "").expect("an empty file");
    units("sum").arg(&empty).args(&files).assert().success().stdout(SOLUTIONS);
    units("sum").arg(&empty).assert().code(2).stderr(predicate::str::contains("no entry"));
    let missing = predicate::str::contains("missing");
    units("sum").args(&files[..2]).assert().code(1).stdout("").stderr(missing);
}

#[test]
fn a_run_goes_on_where_its_file_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ledger.jsonl");
    let run = || units("run 11 --threads 1 --ledger").arg(&file).assert().success();
    run();
    let whole = fs::read_to_string(&file).expect("the ledger");
    // As if the machine had died while it wrote.
    fs::write(&file, &whole[..whole.len() / 2]).expect("half of it");
    run().stderr(predicate::str::contains("cut off").and(predicate::str::contains("stand in the file")));
    units("sum").arg(&file).assert().success().stdout(SOLUTIONS);
    assert_eq!(fs::read_to_string(&file).expect("the ledger").lines().count(), whole.lines().count());
}

#[test]
fn damage_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ledger.jsonl");
    run_share(1, 1, &file);
    let whole = fs::read_to_string(&file).expect("the ledger");
    let count = whole.find("\"count\":").expect("a count") + "\"count\":".len();
    let damaged = format!("{}1{}", &whole[..count], &whole[count..]);
    fs::write(&file, damaged).expect("the damaged ledger");
    let words = predicate::str::contains("line 1: the residues of the count");
    units("sum").arg(&file).assert().code(2).stderr(words);
    fs::write(&file, "{}\n").expect("a ledger of nothing");
    units("sum").arg(&file).assert().code(2).stderr(predicate::str::contains("line 1: no entry"));
}

#[test]
fn what_cannot_be_run_is_refused() {
    for (words, why) in [
        ("list 7", "too few"),
        ("run 28", "at most 27"),
        ("run 9 --share 3/2", "I from 1 to M"),
        ("run 9 --share 0/0", "I from 1 to M"),
        ("sum no-such-file", "cannot open"),
    ] {
        units(words).assert().code(2).stdout("").stderr(predicate::str::contains(why));
    }
}
