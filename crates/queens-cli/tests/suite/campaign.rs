//! `queens campaign`: a count in a folder, by processes of their own.

use crate::common::queens;
use predicates::prelude::*;
use predicates::str::contains;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;
use tempfile::TempDir;

/// A folder with the plan of a count in `bundles` bundles.
pub(crate) fn planned(problem: &str, bundles: u32) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = queens(&format!(
        "campaign plan {problem} --bundles {bundles} --into"
    ))
    .arg(folder.path())
    .assert();
    plan.success().stdout(contains("SHA-256"));
    folder
}

pub(crate) fn campaign(words: &str, folder: &Path) -> assert_cmd::Command {
    let (command, options) = words.split_once(' ').unwrap_or((words, ""));
    let mut queens = queens(&format!("campaign {command}"));
    for name in [
        "SLURM_ARRAY_TASK_ID",
        "SLURM_ARRAY_JOB_ID",
        "SLURM_JOB_ID",
        "HQ_TASK_ID",
        "HQ_JOB_ID",
        "PBS_ARRAY_INDEX",
        "SGE_TASK_ID",
        "LSB_JOBINDEX",
        "JOB_COMPLETION_INDEX",
    ] {
        queens.env_remove(name);
    }
    queens.arg(folder).args(options.split_whitespace());
    queens
}

/// A sample is kept and predicts the rest; after a sample of all units nothing is left.
#[test]
fn a_plan_with_a_sample_predicts_the_rest() {
    let folder = TempDir::new().expect("a folder");
    let plan = |sample: &str| {
        queens(&format!(
            "campaign plan 18 --engine rows --threads 2 --sample {sample} --into"
        ))
        .arg(folder.path())
        .assert()
        .success()
    };
    plan("0").stderr(contains("too few units are done"));
    plan("300ms").stderr(
        contains("of one thread; the others: ")
            .and(contains("on 2 threads like these: "))
            .and(contains("bundles: "))
            .and(contains("next: `queens campaign run ")),
    );
    let status = campaign("status --format json", folder.path())
        .assert()
        .success();
    let status: serde_json::Value =
        serde_json::from_slice(&status.get_output().stdout).expect("a document");
    assert!(status["done"].as_u64() > Some(1), "{status}");
    let large = TempDir::new().expect("a folder");
    let none = queens("campaign plan 27 --sample 0 --into")
        .arg(large.path())
        .assert()
        .success();
    none.stderr(contains("too few segments are done"));
    let small = TempDir::new().expect("a folder");
    let all = queens("campaign plan 9 --sample 10m --into")
        .arg(small.path())
        .assert()
        .success();
    all.stderr(contains("no unit is left"));
    campaign("merge", small.path())
        .assert()
        .success()
        .stdout("352\n");
}

/// The cost of a count far beyond the published ones, and what to do next.
#[test]
fn a_plan_gives_advice() {
    let folder = TempDir::new().expect("a folder");
    let plan = queens("campaign plan 28 --price 0.04 --into")
        .arg(folder.path())
        .assert()
        .success();
    plan.stderr(
        contains("core-hours of this processor")
            .and(contains("at 0.04 a core-hour"))
            .and(contains(
                "memory of a process: up to about 1,925 MB with 1 thread",
            ))
            // How many depends on the processor: see the tests of the advice.
            .and(contains("better for a cluster: --bundles "))
            .and(contains("next: `queens campaign submit")),
    );
    let small = TempDir::new().expect("a folder");
    let plan = queens("campaign plan 9 --into")
        .arg(small.path())
        .assert()
        .success();
    plan.stderr(contains("next: `queens campaign run"));
    for price in ["-1", "dear", "inf", "nan"] {
        let plan = queens(&format!("campaign plan 9 --price {price} --into"))
            .arg(small.path())
            .assert();
        plan.code(2)
            .stderr(contains("is not a price: use a number from 0"));
    }
}

/// A command that is printed can be copied into a shell, whatever the name of the folder.
#[cfg(unix)]
#[test]
fn printed_commands_run_in_a_shell() {
    let place = TempDir::new().expect("a folder");
    let folder = place.path().join("a b'c");
    let plan = queens("campaign plan 9 --into")
        .arg(&folder)
        .assert()
        .success();
    let printed = String::from_utf8_lossy(&plan.get_output().stderr).into_owned();
    let command = printed
        .split("next: `")
        .nth(1)
        .and_then(|rest| rest.split('`').next())
        .expect("a command");
    let command = command.replacen("queens", env!("CARGO_BIN_EXE_queens"), 1);
    assert!(
        Command::new("sh")
            .args(["-c", &command])
            .status()
            .expect("sh")
            .success(),
        "{command}"
    );
    campaign("merge", &folder)
        .assert()
        .success()
        .stdout("352\n");
    let missing = place.path().join("-x y");
    let said = campaign("status", &missing).assert().code(2);
    said.stderr(contains(format!("--into '{}'", missing.display())));
}

/// Schedulers are no engines of a count.
#[test]
fn an_unknown_scheduler_names_those_that_exist() {
    let folder = planned("8", 3);
    let refused = campaign("submit --engine awsbatch", folder.path())
        .assert()
        .code(2);
    let names = contains("slurm")
        .and(contains("kubernetes"))
        .and(contains("parallel"));
    refused.stderr(names.and(contains("queens engines").not()));
}

/// Durations below a second, and rates below one a minute, are not zeros.
#[test]
fn small_numbers_are_not_zero() {
    let folder = planned("8", 3);
    campaign("work --bundle 1", folder.path())
        .assert()
        .success();
    let status = campaign("status", folder.path()).assert().success();
    let said = String::from_utf8_lossy(&status.get_output().stdout).into_owned();
    assert!(said.contains("left: less than 1 s"), "{said}");
    assert!(
        !said.contains("about less") && !said.contains("from less"),
        "{said}"
    );
}

#[test]
fn verification_needs_a_sample_or_all() {
    for words in ["verify", "verify --all --sample 0.5"] {
        campaign(words, Path::new("anywhere"))
            .assert()
            .code(2)
            .stderr(contains("--sample <PART>").and(contains("--all")));
    }
}

#[test]
fn the_server_refuses_folders_without_a_campaign() {
    let folder = tempfile::tempdir().expect("a folder");
    queens("serve --addr 127.0.0.1:0 --campaign")
        .arg(folder.path())
        .assert()
        .code(2)
        .stderr(
            contains("there is no plan.json in").and(contains("queens campaign plan")),
        );
}

#[test]
fn a_status_maps_the_bundles() {
    let folder = planned("8", 3);
    campaign("work --bundle 1", folder.path())
        .assert()
        .success();
    campaign("status", folder.path())
        .assert()
        .success()
        .stdout(contains("bundles: # done, . missing\n.#.\n"));
    campaign("status --time-limit 0s", folder.path())
        .assert()
        .code(3)
        .stderr(contains("stopped by the time limit"));
}

/// Shards of finished bundles are moved into one file once they are old enough; every
/// command reads it. A000170.
#[test]
fn compacts_finished_bundles() {
    let folder = planned("8", 3);
    let folder = folder.path();
    campaign("run --threads 1", folder).assert().success();
    campaign("compact", folder).assert().success().stderr(
        contains("0 shards moved")
            .and(contains("3 shards left: a block of up to 263 bundles")),
    );
    for entry in fs::read_dir(folder).expect("the folder") {
        let path = entry.expect("an entry").path();
        if path
            .extension()
            .is_some_and(|extension| extension == "jsonl")
        {
            let time = std::time::SystemTime::now() - Duration::from_secs(600);
            let file = fs::File::options()
                .append(true)
                .open(path)
                .expect("a shard");
            file.set_modified(time).expect("a time");
        }
    }
    campaign("compact", folder)
        .assert()
        .success()
        .stderr(contains("3 shards moved into 1 new file"));
    campaign("status", folder)
        .assert()
        .success()
        .stdout(contains("0 of 3 bundles open"));
    campaign("merge", folder).assert().success().stdout("92\n");
    campaign("audit", folder)
        .assert()
        .success()
        .stdout(contains("NO").not());
    let file = folder.join("finished/bundles-0-2.jsonl");
    queens("campaign sum")
        .arg(file)
        .assert()
        .success()
        .stdout("92\n");
}

/// The 2,680 solutions of 11 queens (A000170), from the plan to the audit.
#[test]
fn runs_a_campaign_from_plan_to_audit() {
    let folder = planned("11", 4);
    let folder = folder.path();
    campaign("status", folder)
        .assert()
        .success()
        .stdout(contains("4 of 4 bundles open"));
    campaign("merge", folder)
        .assert()
        .code(1)
        .stdout("")
        .stderr(contains("are missing"));
    campaign("work --bundle 2", folder).assert().success();
    // As a scheduler says it.
    let tasks = [
        ("SLURM_ARRAY_TASK_ID", "0", "SLURM_ARRAY_JOB_ID"),
        ("HQ_TASK_ID", "1", "HQ_JOB_ID"),
    ];
    for (task, number, job) in tasks {
        campaign("work", folder)
            .env(task, number)
            .env(job, "77")
            .assert()
            .success();
    }
    assert!(
        folder.join("bundle-0.slurm77-1.jsonl").exists()
            && folder.join("bundle-1.hq77-1.jsonl").exists()
    );
    campaign("status", folder)
        .assert()
        .success()
        .stdout(contains("1 of 4 bundles open"));
    // The option of older versions, which is the rule now.
    campaign("submit --engine local --missing", folder)
        .assert()
        .success()
        .stdout(contains("2680\n"))
        .stderr(contains("1 of 4 bundles"));
    let again = campaign("submit --engine local", folder).assert().success();
    again
        .stdout(contains("2680\n"))
        .stderr(contains("no unit is missing"));
    campaign("merge", folder)
        .assert()
        .success()
        .stdout("2680\n")
        .stderr(contains("as published (A000170)"));
    campaign("audit", folder)
        .assert()
        .success()
        .stdout(contains("NO").not());
    let json = campaign("status --format json", folder).assert().success();
    let json: serde_json::Value =
        serde_json::from_slice(&json.get_output().stdout).expect("JSON");
    assert_eq!(
        (json["schema"].as_str(), &json["done"]),
        (Some("queens/campaign-status/1"), &json["units"])
    );
    let json = campaign("merge --format json", folder).assert().success();
    let json: serde_json::Value =
        serde_json::from_slice(&json.get_output().stdout).expect("JSON");
    assert_eq!(json["count"], "2680");
    campaign("status --watch", folder)
        .assert()
        .success()
        .stdout(contains("100.0%"));
    let verified = campaign("verify --sample 0.5", folder).assert();
    match verified.get_output().status.code() {
        Some(0) => drop(
            campaign("audit", folder)
                .assert()
                .success()
                .stdout(contains("since the merge")),
        ),
        // A processor with one kernel.
        _ => drop(verified.code(2).stderr(contains("no other kernel"))),
    }
    campaign("merge", folder)
        .assert()
        .success()
        .stdout("2680\n");
    campaign("audit", folder).assert().success();
}

/// The number of the task as each scheduler gives it; the arrays of SGE and LSF count
/// from 1.
#[test]
fn tasks_of_all_schedulers_have_bundles() {
    let folder = planned("8", 4);
    let tasks = [
        ("PBS_ARRAY_INDEX", "3", 3),
        ("SGE_TASK_ID", "3", 2),
        ("LSB_JOBINDEX", "2", 1),
        ("JOB_COMPLETION_INDEX", "0", 0),
    ];
    for (variable, number, bundle) in tasks {
        campaign("work", folder.path())
            .env(variable, number)
            .assert()
            .success();
        let is_of_bundle = |name: &str| name.starts_with(&format!("bundle-{bundle}."));
        let mut names = std::fs::read_dir(folder.path())
            .expect("the folder")
            .flatten();
        assert!(
            names.any(|entry| entry.file_name().to_str().is_some_and(is_of_bundle)),
            "{variable}"
        );
    }
    campaign("merge", folder.path())
        .assert()
        .success()
        .stdout("92\n");
    for (variable, number) in [("SGE_TASK_ID", "undefined"), ("LSB_JOBINDEX", "0")] {
        let words = format!("{variable} is '{number}', which is not a task of an array");
        campaign("work", folder.path())
            .env(variable, number)
            .assert()
            .code(2)
            .stderr(contains(words));
    }
}

/// Without a number, one free bundle after the other.
#[test]
fn the_next_bundle_is_a_free_one() {
    let folder = planned("9", 2);
    for _ in 0..2 {
        campaign("work --next", folder.path()).assert().success();
    }
    campaign("work --next", folder.path())
        .assert()
        .success()
        .stderr(contains("0 of 0 units run"));
    campaign("merge", folder.path())
        .assert()
        .success()
        .stdout("352\n");
}

#[test]
fn refuses_impossible_arguments() {
    let folder = planned("9", 3);
    for (words, why) in [
        ("work", "no bundle: use --bundle"),
        (
            "work --bundle 3",
            "there is no bundle 3: the plan has 3, from 0 on",
        ),
        (
            "work --bundle 0,2-3",
            "there is no bundle 3: the plan has 3, from 0 on",
        ),
        ("work --bundle 2-1", "'2-1' is not a list of bundles"),
        ("work --bundle -1", "'-1' is not a list of bundles"),
        ("verify --sample 0", "above 0 and up to 1"),
        ("verify", "--sample"),
        ("audit", "certificate.json"),
    ] {
        campaign(words, folder.path())
            .assert()
            .code(2)
            .stdout("")
            .stderr(contains(why));
    }
    campaign("work", folder.path())
        .env("SLURM_ARRAY_TASK_ID", "x")
        .assert()
        .code(2)
        .stderr(contains("is 'x'"));
    let plan = |words: &str| {
        let mut plan = queens(&format!("campaign plan {words} --into"));
        plan.arg(folder.path());
        plan
    };
    plan("8")
        .assert()
        .code(2)
        .stderr(contains("holds another campaign"));
    plan("kings 5")
        .assert()
        .code(2)
        .stderr(contains("count it in one go"));
    plan("9 --bundles 0")
        .assert()
        .code(2)
        .stderr(contains("at least 1 bundle"));
    for command in ["run", "status", "merge", "audit"] {
        let empty = tempfile::tempdir().expect("a folder");
        campaign(command, empty.path())
            .assert()
            .code(2)
            .stderr(contains("plan.json"));
    }
}

/// SIGTERM and a time limit end the command; what is done is on disk, and is not run
/// again.
#[cfg(unix)]
#[test]
fn resumes_an_interrupted_run() {
    let folder = planned("17 --engine rows", 10);
    campaign(
        "run --threads 1 --kernel baseline --time-limit 10ms",
        folder.path(),
    )
    .assert()
    .code(3);
    let program = env!("CARGO_BIN_EXE_queens");
    let mut child = Command::new(program)
        .args([
            "campaign",
            "run",
            "--threads",
            "1",
            "--kernel",
            "baseline",
            "--quiet",
        ])
        .arg(folder.path())
        .spawn()
        .expect("the command starts");
    // Its own shard shows that it is at work.
    let shard = format!("bundle-0.local{}-1.jsonl", child.id());
    for _ in 0..1000 {
        if folder.path().join(&shard).exists() {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &id])
            .status()
            .expect("kill runs")
            .success()
    );
    assert_eq!(child.wait().expect("it ends").code(), Some(143));
    campaign("run", folder.path())
        .assert()
        .success()
        .stderr(contains("in shards before"));
    // OEIS A000170.
    campaign("merge", folder.path())
        .assert()
        .success()
        .stdout("95815104\n");
}
