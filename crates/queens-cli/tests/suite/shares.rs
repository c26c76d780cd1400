//! `queens campaign share` and `sum`: a count in parts, each run by a process of its own,
//! without a folder.

use assert_cmd::Command;
use predicates::prelude::*;
use predicates::str::contains;
use queens::parallel::{
    self, Header, Heading, Job, JobQuestion, Ledger, RunOptions, UnitRecord,
};
use queens::problem::Problem;
use queens::simd::Kernel;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// The number of solutions for 11 queens (A000170).
const SOLUTIONS: &str = "2680\n";

fn campaign(words: &str) -> Command {
    let mut command = Command::cargo_bin("queens").expect("the command is built");
    command.arg("campaign").args(words.split(' '));
    command
}

/// Runs a share, given as the arguments of `share`, into a file.
fn run_share(words: &str, file: &Path) {
    let ran = campaign(&format!("share {words}")).assert().success();
    fs::write(file, &ran.get_output().stdout).expect("room for the share");
}

/// A folder and the name of a file in it.
fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("share.jsonl");
    (folder, file)
}

#[test]
fn shares_of_separate_processes_add_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let files: Vec<_> = (1..=3)
        .map(|i| folder.path().join(format!("{i}.jsonl")))
        .collect();
    for (i, file) in files.iter().enumerate() {
        run_share(&format!("{}/3 11 --threads 1", i + 1), file);
    }
    campaign("sum")
        .args(files.iter().rev())
        .assert()
        .success()
        .stdout(SOLUTIONS);
    // A share that is there twice counts once.
    campaign("sum")
        .args(files.iter().chain(&files[..1]))
        .assert()
        .success()
        .stdout(SOLUTIONS);
    // A share that was stopped before its first line has nothing to add.
    let empty = folder.path().join("empty.jsonl");
    fs::write(&empty, "").expect("an empty file");
    campaign("sum")
        .arg(&empty)
        .args(&files)
        .assert()
        .success()
        .stdout(SOLUTIONS);
    campaign("sum")
        .arg(&empty)
        .assert()
        .code(2)
        .stderr(contains("no header"));
    let partial = predicate::str::is_match(
        "^[0-9,]+ of [0-9,]+ units done; partial count [0-9]+\n",
    )
    .expect("a pattern");
    campaign("sum")
        .args(&files[..2])
        .assert()
        .code(1)
        .stdout("")
        .stderr(partial);
}

/// A share is a shard of the plan in as many bundles: it can stand in the folder of the
/// campaign.
#[test]
fn a_share_equals_a_bundle_of_the_campaign() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path();
    campaign("plan 9 --bundles 3 --into")
        .arg(path)
        .assert()
        .success();
    run_share("2/3 9", &path.join("bundle-1.elsewhere-1.jsonl"));
    campaign("run")
        .arg(path)
        .assert()
        .success()
        .stderr(contains("in shards before"));
    campaign("merge")
        .arg(path)
        .assert()
        .success()
        .stdout("352\n");
    // And shards of the folder can be added up without it.
    let shards = fs::read_dir(path)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path());
    let shards = shards.filter(|path| {
        path.extension()
            .is_some_and(|extension| extension == "jsonl")
    });
    campaign("sum")
        .args(shards)
        .assert()
        .success()
        .stdout("352\n");
}

/// More shares than units: those without units are empty.
#[test]
fn a_share_may_be_empty() {
    let (_folder, file) = file();
    run_share("1000/1000 8", &file);
    assert_eq!(fs::read(&file).expect("the share"), b"");
}

/// OEIS A000170, A007705, A108792, A103330, A319284.
#[test]
fn every_engine_counts_in_shares() {
    for (words, answer) in [
        ("5", "10"),
        ("9", "352"),
        ("9 --engine rows", "352"),
        ("3 --engine rows", "0"),
        ("torus 7", "28"),
        ("12; total: 5", "20609544"),
        ("8; total: 3", "10320"),
        ("8; pieces: 9 queens, 1 pawn", "128"),
        ("6 --profile", "1 6 20 36 46 40 4"),
    ] {
        let (_folder, file) = file();
        run_share(&format!("1/1 {words} --threads 2"), &file);
        campaign("sum")
            .arg(&file)
            .assert()
            .success()
            .stdout(format!("{answer}\n"));
    }
}

/// As docs/guide/formats.md has them.
#[test]
fn lines_of_a_share_have_the_fields_of_the_guide() {
    let (_folder, file) = file();
    run_share("1/1 9 --threads 1", &file);
    let text = fs::read_to_string(&file).expect("the share");
    let names = |line: &str| {
        let fields: serde_json::Map<String, serde_json::Value> =
            serde_json::from_str(line).expect("an object");
        fields
            .keys()
            .map(String::clone)
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut lines = text.lines();
    assert_eq!(
        names(lines.next().expect("a header")),
        "attempt bundle cpu crc32 decomposition engine figures host kernel plan problem program question run schema \
         started task threads units"
    );
    for line in lines {
        // Not every system has a clock of a thread.
        let names = names(line).replace("cpu_seconds ", "");
        assert_eq!(
            names,
            "count crc32 figure_residues figures job nodes residues seconds unit"
        );
    }
}

/// A file of the former command `queens units run`.
#[test]
fn reads_files_of_earlier_versions() {
    let (_folder, path) = file();
    let problem: Problem = "9".parse().expect("a problem");
    let work_units =
        queens::engines::rows::work_units(&problem, Kernel::Auto).expect("units");
    let job = Job::new(&problem.to_string(), JobQuestion::Count, &*work_units);
    let id = Ledger::new(job.clone()).id().to_owned();
    let mut lines = Header::new(job).to_line();
    let mut finished = |unit: u64, tally: &_, time| {
        lines.extend(UnitRecord::new(&id, unit, tally, time).to_line());
    };
    parallel::run(
        &*work_units,
        0..work_units.units(),
        &RunOptions::default(),
        &mut finished,
    )
    .expect("a run");
    fs::write(&path, lines).expect("room");
    campaign("sum")
        .arg(&path)
        .assert()
        .success()
        .stdout("352\n");
}

#[test]
fn names_damaged_lines() {
    let (_folder, file) = file();
    run_share("1/1 11 --threads 1", &file);
    let whole = fs::read_to_string(&file).expect("the share");
    fs::write(&file, &whole.as_bytes()[..whole.len() / 2]).expect("half of it");
    campaign("sum")
        .arg(&file)
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("cut off"));
    for line in [1, 3] {
        let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
        lines[line - 1] = lines[line - 1].replacen('1', "7", 1);
        fs::write(&file, lines.join("\n") + "\n").expect("the damaged share");
        let refused = campaign("sum").arg(&file).assert().stdout("");
        if line == 1 {
            refused.code(2).stderr(contains("no header"));
        } else {
            refused
                .code(1)
                .stderr(contains(format!("line {line} is damaged")));
        }
        // The share is run again, into another file.
        let again = file.with_extension("again");
        fs::write(&again, &whole).expect("the share again");
        campaign("sum")
            .args([&file, &again])
            .assert()
            .success()
            .stdout(SOLUTIONS);
    }
}

/// Flipping any bit leaves the right sum or no sum.
#[test]
fn detects_every_flipped_bit() {
    let (_folder, file) = file();
    run_share("1/1 8 --engine rows", &file);
    let whole = fs::read(&file).expect("the share");
    let mut place: u64 = 0x2545_F491_4F6C_DD1D;
    for _ in 0..300 {
        // Xorshift (Marsaglia 2003).
        place ^= place << 13;
        place ^= place >> 7;
        place ^= place << 17;
        let bit = (place % (8 * whole.len() as u64)) as usize;
        let mut flipped = whole.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&file, &flipped).expect("the damaged share");
        let summed = campaign("sum").arg(&file).assert();
        let output = summed.get_output();
        match output.status.code() {
            Some(0) => assert_eq!(output.stdout, b"92\n", "bit {bit}"),
            Some(1 | 2) => assert_eq!(output.stdout, b"", "bit {bit}"),
            code => panic!("bit {bit}: {code:?}"),
        }
    }
}

#[test]
fn refuses_files_of_different_counts() {
    let (folder, file) = file();
    let other = folder.path().join("other.jsonl");
    run_share("1/1 9", &file);
    run_share("1/1 9 --engine rows", &other);
    let refused = campaign("sum")
        .args([&file, &other])
        .assert()
        .code(2)
        .stdout("");
    refused.stderr(contains(
        "other.jsonl, line 1: the units belong to another count",
    ));
    // Leaving out the header does not help.
    let text = fs::read_to_string(&other).expect("the other share");
    let unit = text.lines().nth(1).expect("a unit");
    let mut end = OpenOptions::new()
        .append(true)
        .open(&file)
        .expect("the share");
    writeln!(end, "{unit}").expect("room for a line");
    campaign("sum")
        .arg(&file)
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("belongs to another count"));
}

#[test]
fn refuses_other_files() {
    let (_folder, file) = file();
    fs::write(&file, "dear diary\n").expect("some file");
    campaign("sum")
        .arg(&file)
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("is not a shard"));
    #[cfg(unix)]
    campaign("sum")
        .arg("/dev/zero")
        .assert()
        .code(2)
        .stdout("")
        .stderr(contains("is longer than"));
}

#[test]
fn refuses_impossible_shares() {
    for (words, why) in [
        ("share 1/2 33", "too long"),
        ("share 1/2 33 --engine join", "up to 32"),
        ("share 1/2 torus 7 --engine join", "open edges"),
        (
            "share 1/2 8; pieces: 9 queens, 1 pawn --engine rows",
            "does not know the rules",
        ),
        ("share 1/2 kings 5", "count it in one go"),
        ("share 3/2 9", "I from 1 to M"),
        ("share 0/0 9", "I from 1 to M"),
        ("share 1/2 9 --threads 99999", "1 to 1024"),
        ("sum no-such-file", "cannot read"),
    ] {
        campaign(words)
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(why));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn too_many_threads_are_an_error() {
    let queens = assert_cmd::cargo::cargo_bin("queens");
    let line = format!(
        "ulimit -v 500000; exec {} campaign share 1/1 11 --threads 1024",
        queens.display()
    );
    let refused = Command::new("sh").args(["-c", &line]).assert().code(2);
    refused.stderr(contains("of 1024 cannot start"));
}

/// A full disk.
#[cfg(target_os = "linux")]
#[test]
fn a_failed_write_is_an_error() {
    let (_folder, file) = file();
    run_share("1/1 8", &file);
    let queens = assert_cmd::cargo::cargo_bin("queens");
    let (queens, file) = (queens.display(), file.display());
    for line in [
        format!("{queens} campaign sum {file} > /dev/full"),
        format!("{queens} campaign share 1/1 8 > /dev/full"),
    ] {
        let refused = Command::new("sh").args(["-c", &line]).assert().code(2);
        refused.stderr(contains("No space left").and(contains("panicked").not()));
    }
}
