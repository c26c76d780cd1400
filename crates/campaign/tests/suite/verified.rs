//! Units that are run again, and quarantined hosts.

use crate::common::{SIZE, SOLUTIONS, opened, options, planned, shards, whole};
use campaign::{
    BundleChoice, CampaignError, CampaignRunOptions, Machine, VerifySample, audit, merge, run, verify,
};
use queens::control::Limits;
use queens::parallel::{Counter, Tally, UnitRecord};
use queens::simd::Kernel;
use std::fs;
use std::path::Path;
use std::time::Duration;

fn on(host: &str) -> CampaignRunOptions<'static> {
    CampaignRunOptions { machine: Machine { host: host.to_owned(), cpu: "cpu".to_owned() }, ..options(host) }
}

/// Rewrites the first unit of a shard as a computer would that counts wrongly: with checksum and residues that fit.
fn falsify(shard: &Path) {
    let text = fs::read_to_string(shard).expect("a shard");
    let mut lines: Vec<String> = text.lines().map(|line| line.to_owned() + "\n").collect();
    let record: UnitRecord = serde_json::from_str(&lines[1]).expect("a unit");
    let wrong = Tally::new(Counter::from(record.count.0 as u64 + 8), record.nodes, &[]);
    let wrong = UnitRecord::new(&record.job, record.unit, &wrong, Duration::from_secs(1).into());
    lines[1] = String::from_utf8(wrong.to_line()).expect("text");
    fs::write(shard, lines.concat()).expect("room");
}

fn has_two_kernels() -> bool {
    let has = Kernel::Avx2.is_available();
    if !has {
        println!("skipped: this processor has one kernel only");
    }
    has
}

#[test]
fn contradictions_name_both_places() {
    let folder = whole(2);
    let campaign = opened(folder.path());
    let shard = &shards(folder.path())[0];
    fs::copy(shard, folder.path().join("bundle-0.second-1.jsonl")).expect("a copy");
    falsify(shard);
    let refused = merge(&campaign, &Limits::default()).expect_err("two counts");
    assert!(matches!(refused, CampaignError::Conflict { .. }));
    let said = refused.to_string();
    assert!(said.starts_with("bundle-0.second-1.jsonl, line 2: "), "{said}");
    assert!(said.ends_with("before in bundle-0.first-1.jsonl, line 2"), "{said}");
    assert!(audit(folder.path(), &Limits::default()).is_err(), "there is no certificate");
}

#[test]
fn another_kernel_counts_the_same() {
    if !has_two_kernels() {
        return;
    }
    let folder = whole(2);
    let campaign = opened(folder.path());
    let units = campaign.plan().job.units;
    let some = verify(&campaign, VerifySample::Share(0.3), &options("check")).expect("another kernel");
    assert!((1..units).contains(&some.units) && some.conflicts.is_empty(), "{some:?}");
    assert_eq!(merge(&campaign, &Limits::default()).expect("all units").certificate.verified, some.units);
    // The same sample again has nothing left to do.
    assert_eq!(verify(&campaign, VerifySample::Share(0.3), &options("check")).expect("a kernel").of_units, 0);
    let rest = verify(&campaign, VerifySample::All, &options("check")).expect("another kernel");
    assert_eq!((rest.units, rest.verified), (units - some.units, units));
    let merged = merge(&campaign, &Limits::default()).expect("all units");
    assert_eq!((merged.certificate.verified, merged.certificate.count.as_str()), (units, SOLUTIONS));
    assert!(audit(folder.path(), &Limits::default()).expect("files").holds);
}

#[test]
fn sets_aside_a_host_that_counts_wrongly() {
    if !has_two_kernels() {
        return;
    }
    let folder = planned(SIZE, 2);
    let campaign = opened(folder.path());
    run(&campaign, &CampaignRunOptions { bundle: BundleChoice::This(0), ..on("good") }).expect("a run");
    run(&campaign, &CampaignRunOptions { bundle: BundleChoice::This(1), ..on("bad") }).expect("a run");
    falsify(&folder.path().join("bundle-1.bad-1.jsonl"));
    let found = verify(&campaign, VerifySample::All, &on("judge")).expect("another kernel");
    assert_eq!((found.conflicts.len(), found.set_aside.len()), (1, 1), "{found:?}");
    assert_eq!(found.set_aside[0].host, "bad");
    // All that it did counts no longer, and it may not go on.
    assert!(matches!(merge(&campaign, &Limits::default()), Err(CampaignError::Missing { .. })));
    let refused = run(&campaign, &on("bad")).expect_err("it is quarantined");
    assert!(refused.to_string().contains("is quarantined"), "{refused}");
    // Nor does it take a bundle from another run.
    let claim = folder.path().join("claims/1-1.json");
    std::fs::write(&claim, r#"{"host":"elsewhere","process":1,"run":"slurm7"}"#).expect("room");
    let forced = CampaignRunOptions { bundle: BundleChoice::This(1), ..on("bad") };
    assert!(run(&campaign, &forced).is_err() && claim.exists());
    std::fs::remove_file(claim).expect("it is there");
    run(&campaign, &on("good")).expect("a run");
    let merged = merge(&campaign, &Limits::default()).expect("all units");
    assert_eq!(merged.certificate.count, SOLUTIONS);
    assert_eq!(merged.set_aside, ["bundle-1.bad-1.jsonl"]);
    assert_eq!(merged.certificate.workers.len(), 1);
    assert!(audit(folder.path(), &Limits::default()).expect("files").holds);
}

#[test]
fn an_engine_with_one_kernel_cannot_verify_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = queens::problem::Problem::queens(5).expect("a board");
    let plan = campaign::CampaignPlan::new(
        &problem,
        queens::parallel::JobQuestion::Pawns(1),
        None,
        2,
        "0",
        &Limits::default(),
    )
    .expect("a plan");
    plan.write(folder.path()).expect("room");
    let campaign = opened(folder.path());
    run(&campaign, &options("one")).expect("a run");
    let refused = verify(&campaign, VerifySample::All, &options("check")).expect_err("one kernel");
    assert!(refused.to_string().contains("has no other kernel"), "{refused}");
}
