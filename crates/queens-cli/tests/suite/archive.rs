//! `queens campaign archive`, `compare` and `verify`: what others need to believe a
//! count.

use crate::common::queens;
use crate::documents::documented_schema;
use predicates::prelude::*;
use predicates::str::{contains, ends_with, is_empty};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

fn campaign(words: &str, paths: &[&Path]) -> assert_cmd::Command {
    let (command, options) = words.split_once(' ').unwrap_or((words, ""));
    let mut queens = queens(&format!("campaign {command}"));
    queens.args(paths).args(options.split_whitespace());
    queens
}

/// A folder in which a count was run to its end, and merged.
fn merged(problem: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    queens(&format!("campaign plan {problem} --bundles 4 --into"))
        .arg(folder.path())
        .assert()
        .success();
    for command in ["run", "merge"] {
        campaign(command, &[folder.path()]).assert().success();
    }
    folder
}

/// Archives a folder; returns the archive and the digest that the command printed.
fn archived(folder: &Path) -> (PathBuf, String) {
    let file = folder.join("all.txt.gz");
    let mut archive = campaign("archive", &[folder]);
    let out = archive
        .arg("--into")
        .arg(&file)
        .arg("--checker")
        .arg(folder.join("check.py"))
        .assert()
        .success();
    let out = String::from_utf8_lossy(&out.get_output().stdout).into_owned();
    let (digest, name) = out.trim().split_once("  ").expect("as sha256sum prints it");
    assert!(digest.len() == 64 && Path::new(name) == file, "{out}");
    (file, digest.to_owned())
}

/// The 2,680 solutions of 11 queens (A000170), from an archive alone.
#[test]
fn an_archive_is_checked_without_the_folder() {
    let folder = merged("11 --engine join");
    let (file, digest) = archived(folder.path());
    let mut check = Command::new("python3");
    check
        .arg("-B")
        .arg(folder.path().join("check.py"))
        .arg(&file)
        .args(["--sha256", &digest]);
    match check.output() {
        Err(_) => println!("skipped: there is no python3"),
        Ok(output) => {
            let said = String::from_utf8_lossy(&output.stdout);
            assert!(
                output.status.success()
                    && said.ends_with("consistent, nothing recomputed: 2680\n"),
                "{said}"
            );
            let wrong = check
                .args(["--sha256", &"0".repeat(64)])
                .output()
                .expect("python3");
            assert_eq!(wrong.status.code(), Some(1));
        }
    }
    for file in fs::read_dir(folder.path()).expect("the folder").flatten() {
        if file
            .path()
            .extension()
            .is_some_and(|extension| extension == "jsonl" || extension == "json")
        {
            fs::remove_file(file.path()).expect("removed");
        }
    }
    campaign("verify --unit 3,0", &[&file])
        .assert()
        .success()
        .stderr(contains("2 of ").and(contains(" units recomputed (")));
    let drawn = |words: &str| {
        let said = campaign(words, &[&file])
            .assert()
            .success()
            .stdout(is_empty());
        String::from_utf8_lossy(&said.get_output().stderr).into_owned()
    };
    let seventh = drawn("verify --sample 0.5 --seed 7");
    assert!(
        seventh.contains(" units recomputed, drawn with seed 7 (")
            && seventh.contains("of the units were wrong, it had one of them"),
        "{seventh}"
    );
    let one = drawn("verify --sample 0.000001 --seed 7");
    assert!(
        one.contains("1 of ") && one.contains("drawn with seed 7"),
        "{one}"
    );
    // Without a seed another one each time, of a million.
    let seeds: BTreeSet<String> = (0..4)
        .map(|_| drawn("verify --sample 0.000001"))
        .map(|said| said.split("seed ").nth(1).expect("a seed").to_owned())
        .collect();
    assert!(seeds.len() > 1, "{seeds:?}");
    let all = campaign("verify --all --format json", &[&file])
        .assert()
        .success();
    let all: serde_json::Value =
        serde_json::from_slice(&all.get_output().stdout).expect("JSON");
    assert_eq!(
        documented_schema("verify", &all),
        "queens/campaign-verification/1"
    );
    assert_eq!(all["verified"], all["units"]);
    for (words, why) in [
        ("verify --all --next", "an archive has no bundles"),
        ("verify --unit 99999999", "there is no unit 99999999"),
        ("verify", "--unit <NUMBER>"),
    ] {
        campaign(words, &[&file])
            .assert()
            .code(2)
            .stdout(is_empty())
            .stderr(contains(why));
    }
    campaign("verify --all --time-limit 0", &[&file])
        .assert()
        .code(3);
    let bytes = fs::read(&file).expect("the archive");
    fs::write(&file, &bytes[..bytes.len() - 40]).expect("room");
    campaign("verify --all", &[&file])
        .assert()
        .code(2)
        .stderr(contains("cannot be read"));
}

/// Nothing is written without a certificate, or when the time is over.
#[test]
fn an_archive_is_whole_or_not_there() {
    let folder = merged("9");
    let file = folder.path().join("all.gz");
    let archive = |words: &str| {
        let mut archive = campaign(&format!("archive {words}"), &[folder.path()]);
        archive.arg("--into").arg(&file).assert()
    };
    archive("--time-limit 0")
        .code(3)
        .stderr(contains("stopped by the time limit"));
    assert!(!file.exists());
    let report = archive("--format json").success();
    let report: serde_json::Value =
        serde_json::from_slice(&report.get_output().stdout).expect("JSON");
    assert_eq!(
        documented_schema("archive", &report),
        "queens/campaign-archive-report/1"
    );
    assert_eq!(report["bytes"], fs::metadata(&file).expect("a file").len());
    fs::remove_file(folder.path().join("certificate.json")).expect("removed");
    archive("").code(2).stderr(
        contains("there is no certificate.json").and(contains("queens campaign merge")),
    );
}

/// Two engines agree on 9 queens; a part of one count that is more than the whole of
/// another is a contradiction.
#[test]
fn campaigns_are_compared() {
    let [rows, join] = ["9 --engine rows", "9 --engine join"].map(merged);
    let both = [rows.path(), join.path()];
    let agree = contains("sum 352")
        .and(contains("the sums agree"))
        .and(contains("different: engine"));
    campaign("compare", &both).assert().success().stdout(agree);
    let (file, _) = archived(rows.path());
    let json = campaign("compare --format json", &[rows.path(), &file])
        .assert()
        .success();
    let json: serde_json::Value =
        serde_json::from_slice(&json.get_output().stdout).expect("JSON");
    assert_eq!(
        documented_schema("compare", &json),
        "queens/campaign-comparison/1"
    );
    assert_eq!(
        (&json["shared_units"], &json["differing_units"]),
        (&json["campaigns"][0]["units"], &0.into())
    );
    campaign("compare --format csv", &both)
        .assert()
        .success()
        .stdout(ends_with("unit,first,second\n"));
    // A shard that a merge refuses is reported, with exit status 1.
    fs::write(rows.path().join("bundle-0.lost-1.jsonl"), "{}\n").expect("room");
    campaign("compare", &both)
        .assert()
        .code(1)
        .stdout(contains("bundle-0.lost-1.jsonl, line 1"));
    let other = merged("8");
    campaign("compare", &[join.path(), other.path()])
        .assert()
        .code(2)
        .stderr(contains("compare two campaigns of the same count"));
    campaign("compare --time-limit 0", &both).assert().code(3);
}

/// Bundle by bundle, as tasks of a cluster do it.
#[test]
fn bundles_are_verified_one_by_one() {
    let folder = merged("10 --engine rows");
    if campaign("verify --all --bundle 0", &[folder.path()])
        .assert()
        .get_output()
        .status
        .code()
        != Some(0)
    {
        println!("skipped: this processor has one kernel only");
        return;
    }
    campaign("verify --all --bundle 0", &[folder.path()])
        .assert()
        .success()
        .stderr(contains("nothing to do"));
    for _ in 0..4 {
        campaign("verify --all --next", &[folder.path()])
            .assert()
            .success();
    }
    campaign("verify --all", &[folder.path()])
        .assert()
        .success()
        .stderr(contains("nothing to do"));
    campaign("verify --all --bundle 4", &[folder.path()])
        .assert()
        .code(2)
        .stderr(contains("there is no bundle 4"));
    campaign("merge", &[folder.path()])
        .assert()
        .success()
        .stdout("724\n");
    campaign("audit", &[folder.path()])
        .assert()
        .success()
        .stdout(contains("NO").not());
}
