//! `queens units`: a count in parts, each run by a process of its own.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

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

/// A folder, and the name of a file in it.
fn ledger() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ledger.jsonl");
    (folder, file)
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
    // A share that was stopped before its first line has nothing to add.
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "").expect("an empty file");
    units("sum").arg(&empty).args(&files).assert().success().stdout(SOLUTIONS);
    units("sum").arg(&empty).assert().code(2).stderr(contains("no header"));
    let partial = predicate::str::is_match("^[0-9,]+ of [0-9,]+ units done; partial count [0-9]+\n")
        .expect("a pattern");
    units("sum").args(&files[..2]).assert().code(1).stdout("").stderr(partial);
    // A folder has a file for each share.
    let shares = folder.path().join("shares");
    fs::create_dir(&shares).expect("a folder");
    for share in ["1/2", "2/2"] {
        units(&format!("run 11 --share {share} --out")).arg(&shares).assert().success();
    }
    let files = ["units-1-of-2.jsonl", "units-2-of-2.jsonl"].map(|name| shares.join(name));
    units("sum").args(files).assert().success().stdout(SOLUTIONS);
}

/// OEIS A000170, A007705, A108792, A103330, A319284.
#[test]
fn every_engine_cuts_what_it_counts() {
    for (words, answer) in [
        ("5", "10"),
        ("9", "352"),
        ("9 --engine rows", "352"),
        ("3 --engine rows", "0"),
        ("torus 7", "28"),
        ("12 --total 5", "20609544"),
        ("8 --total 3", "10320"),
        ("8 --pawns 1", "128"),
        ("6 --profile", "1 6 20 36 46 40 4"),
    ] {
        let (_folder, file) = ledger();
        units(&format!("run {words} --threads 2 --out")).arg(&file).assert().success();
        units("sum").arg(&file).assert().success().stdout(format!("{answer}\n"));
        let listed = units(&format!("list {words}")).assert().success();
        let listed = String::from_utf8(listed.get_output().stdout.clone()).expect("text");
        let lines = fs::read_to_string(&file).expect("the ledger").lines().count();
        assert_eq!(listed.lines().count() + 1, lines, "{words}: a header and the units");
    }
}

/// As docs/guide/formats.md has them.
#[test]
fn lines_of_units_have_the_fields_of_the_guide() {
    let lines = |words: &str| -> Vec<serde_json::Map<String, serde_json::Value>> {
        let told = units(words).assert().success();
        let text = String::from_utf8(told.get_output().stdout.clone()).expect("text");
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
    };
    let names = |line: &serde_json::Map<_, _>| line.keys().map(String::clone).collect::<Vec<_>>().join(" ");
    let listed = lines("list 9");
    for (number, line) in listed.iter().enumerate() {
        assert_eq!((names(line).as_str(), line["unit"].as_u64()), ("unit weight work", Some(number as u64)));
    }
    let weights: f64 = listed.iter().filter_map(|line| line["weight"].as_f64()).sum();
    assert!((weights - 1.0).abs() < 1e-9, "{weights}");
    assert_eq!(
        names(listed[0]["work"].as_object().expect("fields")),
        "columns end first off_centre slice slices"
    );
    let ran = lines("run 9 --threads 1");
    assert_eq!(names(&ran[0]), "crc32 decomposition engine figures problem program question schema units");
    assert_eq!(ran.len(), listed.len() + 1);
    for line in &ran[1..] {
        // Not every system has a clock of a thread.
        let names = names(line).replace("cpu_seconds ", "");
        assert_eq!(names, "count crc32 figure_residues figures job nodes residues seconds unit");
    }
}

#[test]
fn a_run_goes_on_where_its_file_ends() {
    let (_folder, file) = ledger();
    let run = || units("run 11 --threads 1 --out").arg(&file).assert().success();
    run();
    let whole = fs::read_to_string(&file).expect("the ledger");
    // As if the machine had died while it wrote.
    fs::write(&file, &whole[..whole.len() / 2]).expect("half of it");
    units("sum").arg(&file).assert().code(1).stdout("").stderr(contains("cut off"));
    run().stderr(contains("was cut off: its unit is run again").and(contains("stand in the file")));
    units("sum").arg(&file).assert().success().stdout(SOLUTIONS);
    let repaired = fs::read_to_string(&file).expect("the ledger");
    assert!(repaired.starts_with(&whole[..whole.len() / 2]), "what stood there stands there");
    // Nothing is left to do, and nothing is written.
    run();
    assert_eq!(fs::read_to_string(&file).expect("the ledger"), repaired);
    // A header that was cut off.
    fs::write(&file, &whole[..30]).expect("a part of the header");
    run();
    units("sum").arg(&file).assert().success().stdout(SOLUTIONS);
}

#[test]
fn damaged_lines_are_run_again() {
    let (_folder, file) = ledger();
    let run = || units("run 11 --threads 1 --ledger").arg(&file).assert().success();
    run();
    let whole = fs::read_to_string(&file).expect("the ledger");
    for line in [1, 3] {
        let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
        lines[line - 1] = lines[line - 1].replacen('1', "7", 1);
        fs::write(&file, lines.join("\n") + "\n").expect("the damaged ledger");
        let words = format!("line {line} is damaged");
        if line == 1 {
            units("sum").arg(&file).assert().code(2).stdout("").stderr(contains("no header"));
        } else {
            units("sum").arg(&file).assert().code(1).stdout("").stderr(contains(&words));
        }
        run().stderr(contains(&words));
        units("sum").arg(&file).assert().success().stdout(SOLUTIONS);
    }
}

/// Whatever bit is flipped: the sum is right, or there is none.
#[test]
fn no_flipped_bit_goes_unseen() {
    let (_folder, file) = ledger();
    units("run 8 --engine rows --out").arg(&file).assert().success();
    let whole = fs::read(&file).expect("the ledger");
    let mut place: u64 = 0x2545_F491_4F6C_DD1D;
    for _ in 0..300 {
        // Xorshift (Marsaglia 2003).
        place ^= place << 13;
        place ^= place >> 7;
        place ^= place << 17;
        let bit = (place % (8 * whole.len() as u64)) as usize;
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&file, &flipped).expect("the damaged ledger");
        let summed = units("sum").arg(&file).assert();
        let output = summed.get_output();
        match output.status.code() {
            Some(0) => assert_eq!(output.stdout, b"92\n", "bit {bit}"),
            Some(1 | 2) => assert_eq!(output.stdout, b"", "bit {bit}"),
            code => panic!("bit {bit}: {code:?}"),
        }
    }
}

#[test]
fn one_run_writes_a_file() {
    let (_folder, file) = ledger();
    let held = File::create(&file).expect("the ledger");
    held.lock().expect("nobody else has it");
    let refused = units("run 11 --out").arg(&file).assert().code(2);
    refused.stdout("").stderr(contains("another run is writing to"));
    held.unlock().expect("it was locked");
    units("run 11 --out").arg(&file).assert().success();
}

#[test]
fn files_of_different_counts_are_kept_apart() {
    let (folder, file) = ledger();
    let other = folder.path().join("other.jsonl");
    units("run 9 --out").arg(&file).assert().success();
    units("run 9 --engine rows --out").arg(&other).assert().success();
    let refused = units("sum").args([&file, &other]).assert().code(2).stdout("");
    refused.stderr(contains("other.jsonl, line 1: the units belong to another count"));
    units("run 9 --out").arg(&other).assert().code(2).stderr(contains("another count"));
    // Neither does it help to leave out the header.
    let text = fs::read_to_string(&other).expect("the other ledger");
    let unit = text.lines().nth(1).expect("a unit");
    let mut end = OpenOptions::new().append(true).open(&file).expect("the ledger");
    writeln!(end, "{unit}").expect("room for a line");
    units("sum").arg(&file).assert().code(2).stdout("").stderr(contains("belongs to another count"));
}

#[test]
fn what_is_no_file_of_units_is_refused() {
    let (_folder, file) = ledger();
    let text = "dear diary\n";
    fs::write(&file, text).expect("some file");
    for words in ["sum", "run 8 --out"] {
        units(words).arg(&file).assert().code(2).stdout("").stderr(contains("is not a file of units"));
    }
    assert_eq!(fs::read_to_string(&file).expect("some file"), text);
    #[cfg(unix)]
    for words in ["sum", "run 8 --out"] {
        units(words).arg("/dev/zero").assert().code(2).stdout("").stderr(contains("is longer than"));
    }
}

#[test]
fn what_cannot_be_run_is_refused() {
    for (words, why) in [
        ("list 33", "too long"),
        ("run 33 --engine join", "up to 32"),
        ("run torus 7 --engine join", "standard square boards"),
        ("run 8 --pawns 1 --engine rows", "does not answer"),
        ("run kings 5", "count it in one go"),
        ("run 9 --share 3/2", "I from 1 to M"),
        ("run 9 --share 0/0", "I from 1 to M"),
        ("run 9 --threads 99999", "1 to 1024"),
        ("sum no-such-file", "cannot read"),
    ] {
        units(words).assert().code(2).stdout("").stderr(contains(why));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn threads_that_cannot_be_had_are_an_error() {
    let queens = assert_cmd::cargo::cargo_bin("queens");
    let line = format!("ulimit -v 500000; exec {} units run 11 --threads 1024", queens.display());
    let refused = Command::new("sh").args(["-c", &line]).assert().code(2);
    refused.stderr(contains("of 1024 cannot start"));
}

/// A full disk, and a reader that went away.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_an_error() {
    let (_folder, file) = ledger();
    units("run 8 --out").arg(&file).assert().success();
    let queens = assert_cmd::cargo::cargo_bin("queens");
    let (queens, file) = (queens.display(), file.display());
    for line in
        [format!("{queens} units sum {file} > /dev/full"), format!("{queens} units run 8 > /dev/full")]
    {
        let refused = Command::new("sh").args(["-c", &line]).assert().code(2);
        refused.stderr(contains("No space left").and(contains("panicked").not()));
    }
}
