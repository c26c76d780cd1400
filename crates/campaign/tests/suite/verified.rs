//! Units that are run again, and quarantined hosts.

use crate::common::{SIZE, SOLUTIONS, opened, options, planned, shards, whole};
use campaign::{
    BundleChoice, CampaignError, CampaignRunOptions, Machine, VerifySample, audit, merge,
    run, verify,
};
use queens::control::Limits;
use queens::parallel::{Counter, Tally, UnitRecord};
use queens::simd::Kernel;
use std::fs;
use std::path::Path;
use std::time::Duration;

fn on(host: &str) -> CampaignRunOptions<'static> {
    CampaignRunOptions {
        machine: Machine {
            host: host.to_owned(),
            cpu: "cpu".to_owned(),
        },
        ..options(host)
    }
}

/// Rewrites the first unit of a shard as a computer would that counts wrongly: with
/// checksum and residues that fit.
pub(crate) fn falsify(shard: &Path) {
    let text = fs::read_to_string(shard).expect("a shard");
    let mut lines: Vec<String> =
        text.lines().map(|line| line.to_owned() + "\n").collect();
    let record: UnitRecord = serde_json::from_str(&lines[1]).expect("a unit");
    let wrong = Tally::new(Counter::from(record.count.0 as u64 + 8), record.nodes, &[]);
    let wrong = UnitRecord::new(
        &record.job,
        record.unit,
        &wrong,
        Duration::from_secs(1).into(),
    );
    lines[1] = String::from_utf8(wrong.to_line()).expect("text");
    fs::write(shard, lines.concat()).expect("room");
}

pub(crate) fn has_two_kernels() -> bool {
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
    assert!(
        said.starts_with("bundle-0.second-1.jsonl, line 2: "),
        "{said}"
    );
    assert!(
        said.ends_with("before in bundle-0.first-1.jsonl, line 2"),
        "{said}"
    );
    assert!(
        audit(folder.path(), &Limits::default()).is_err(),
        "there is no certificate"
    );
}

#[test]
fn another_kernel_counts_the_same() {
    if !has_two_kernels() {
        return;
    }
    let folder = whole(2);
    let campaign = opened(folder.path());
    let units = campaign.plan().job.units;
    let some = verify(
        &campaign,
        &VerifySample::Drawn { part: 0.3, seed: 5 },
        &options("check"),
    )
    .expect("another kernel");
    assert!(
        (1..units).contains(&some.units) && some.conflicts.is_empty(),
        "{some:?}"
    );
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .verified,
        some.units
    );
    // The same sample again has nothing left to do.
    assert_eq!(
        verify(
            &campaign,
            &VerifySample::Drawn { part: 0.3, seed: 5 },
            &options("check")
        )
        .expect("a kernel")
        .of_units,
        0
    );
    let rest =
        verify(&campaign, &VerifySample::All, &options("check")).expect("another kernel");
    assert_eq!((rest.units, rest.verified), (units - some.units, units));
    let merged = merge(&campaign, &Limits::default()).expect("all units");
    assert_eq!(
        (
            merged.certificate.verified,
            merged.certificate.count.as_str()
        ),
        (units, SOLUTIONS)
    );
    assert!(
        audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
}

/// Another seed draws other units, the same seed the same ones; a tiny part draws one. 92
/// units of `rows` are too few for chance.
#[test]
fn samples_are_drawn_by_their_seed() {
    if !has_two_kernels() {
        return;
    }
    let drawn = |part, seed| {
        let folder = whole(3);
        let campaign = opened(folder.path());
        let done = verify(
            &campaign,
            &VerifySample::Drawn { part, seed },
            &options("check"),
        )
        .expect("units");
        assert_eq!(
            (done.all_units, done.seed),
            (campaign.plan().job.units, Some(seed))
        );
        let units: Vec<u64> = verified_units(folder.path())
            .into_iter()
            .map(|(unit, _)| unit)
            .collect();
        assert_eq!(units.len() as u64, done.units);
        (units, done.all_units)
    };
    let (first, all) = drawn(0.5, 1);
    assert_eq!(first.len() as u64, (0.5 * all as f64).round() as u64);
    assert_eq!(drawn(0.5, 1).0, first);
    assert_ne!(drawn(0.5, 2).0, first);
    let single: std::collections::BTreeSet<Vec<u64>> =
        (0..8).map(|seed| drawn(1e-9, seed).0).collect();
    assert!(
        single.len() > 2 && single.iter().all(|units| units.len() == 1),
        "{single:?}"
    );
}

/// A verification that runs nothing and has verified nothing is an error.
#[test]
fn a_verification_of_nothing_is_an_error() {
    let sample = VerifySample::Drawn { part: 0.9, seed: 0 };
    let folder = planned(SIZE, 3);
    let campaign = opened(folder.path());
    let refused = |sample: &VerifySample, options: &CampaignRunOptions<'_>| {
        verify(&campaign, sample, options)
            .expect_err("nothing to do")
            .to_string()
    };
    assert!(
        refused(&sample, &options("check"))
            .contains("is done: `run` or `work` runs them first")
    );
    assert!(refused(&VerifySample::All, &options("check")).contains("to verify is done"));
    run(&campaign, &options("first")).expect("a run");
    let one = VerifySample::Drawn {
        part: 1e-9,
        seed: 0,
    };
    let of_bundle = |bundle| CampaignRunOptions {
        bundle: BundleChoice::This(bundle),
        ..options("check")
    };
    let reasons: Vec<String> = (0..3)
        .filter_map(|bundle| verify(&campaign, &one, &of_bundle(bundle)).err())
        .map(|error| error.to_string())
        .collect();
    let without = reasons
        .iter()
        .filter(|reason| reason.contains("the sample has no unit of bundle"));
    assert_eq!(without.count(), 2, "{reasons:?}");
}

/// The units in the shards of verifications, with the bundle in the name of each file.
fn verified_units(folder: &Path) -> Vec<(u64, String)> {
    let mut units = Vec::new();
    for shard in shards(folder) {
        let name = shard
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let Some(bundle) = name
            .strip_prefix("verify-")
            .and_then(|rest| rest.split('.').next())
        else {
            continue;
        };
        for line in fs::read_to_string(&shard).expect("a shard").lines().skip(1) {
            let record: UnitRecord = serde_json::from_str(line).expect("a unit");
            units.push((record.unit, bundle.to_owned()));
        }
    }
    units.sort();
    units
}

/// Each unit is run again once, whoever does it, and in the file of its bundle.
#[test]
fn several_verifications_share_the_units() {
    if !has_two_kernels() {
        return;
    }
    for round in 0..5 {
        let folder = whole(9);
        let done: u64 = std::thread::scope(|scope| {
            let verifier = |number| {
                let path = folder.path();
                scope.spawn(move || {
                    let options = on(&format!("host{number}"));
                    verify(&opened(path), &VerifySample::All, &options)
                        .expect("another kernel")
                        .units
                })
            };
            let all: Vec<_> = (0..4).map(verifier).collect();
            all.into_iter()
                .map(|thread| thread.join().expect("no panic"))
                .sum()
        });
        let campaign = opened(folder.path());
        let units = campaign.plan().job.units;
        let verified = verified_units(folder.path());
        assert_eq!(
            (done, verified.len() as u64),
            (units, units),
            "round {round}"
        );
        assert!(
            verified.iter().map(|(unit, _)| *unit).eq(0..units),
            "{verified:?}"
        );
        let merged = merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate;
        assert_eq!((merged.verified, merged.count.as_str()), (units, SOLUTIONS));
        assert!(
            audit(folder.path(), &Limits::default())
                .expect("files")
                .holds
        );
    }
}

/// One bundle, the next one, a single unit; a bundle of another verification is left to
/// it.
#[test]
fn verifies_a_bundle_or_a_unit() {
    if !has_two_kernels() {
        return;
    }
    let folder = whole(3);
    let campaign = opened(folder.path());
    let by = |bundle, sample: &VerifySample| {
        verify(
            &campaign,
            sample,
            &CampaignRunOptions {
                bundle,
                ..options("check")
            },
        )
    };
    let one = by(BundleChoice::This(1), &VerifySample::All).expect("another kernel");
    assert!(
        one.units > 0 && one.units == one.of_units && one.verified == one.units,
        "{one:?}"
    );
    assert!(
        verified_units(folder.path())
            .iter()
            .all(|(_, bundle)| bundle == "1")
    );
    assert_eq!(
        by(BundleChoice::This(1), &VerifySample::All)
            .expect("a kernel")
            .of_units,
        0
    );
    let next = by(BundleChoice::Next, &VerifySample::All).expect("another kernel");
    assert!(
        next.units > 0
            && verified_units(folder.path())
                .iter()
                .any(|(_, bundle)| bundle == "0")
    );
    // Another host works on the last one.
    let claim = folder.path().join("claims/verify/2-1.json");
    fs::write(&claim, r#"{"host":"elsewhere","process":1,"run":"slurm7"}"#)
        .expect("room");
    for bundle in [BundleChoice::This(2), BundleChoice::Next, BundleChoice::All] {
        let left = by(bundle, &VerifySample::All).expect("a kernel");
        assert_eq!((left.units, left.elsewhere), (0, 1), "{left:?}");
    }
    // A count does not mind.
    assert_eq!(
        run(&campaign, &options("more")).expect("a run").elsewhere,
        0
    );
    fs::remove_file(claim).expect("it is there");
    let units = campaign.plan().job.units;
    let left: Vec<u64> = (0..units)
        .filter(|unit| {
            verified_units(folder.path())
                .iter()
                .all(|(verified, _)| verified != unit)
        })
        .collect();
    let single = VerifySample::Units([left[0], left[0]].into());
    assert_eq!(
        by(BundleChoice::All, &single)
            .expect("another kernel")
            .units,
        1
    );
    assert_eq!(
        by(BundleChoice::All, &VerifySample::All)
            .expect("a kernel")
            .units,
        left.len() as u64 - 1
    );
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .verified,
        units
    );
    let refused = by(BundleChoice::All, &VerifySample::Units([units].into()))
        .expect_err("no such unit");
    assert!(
        refused
            .to_string()
            .contains(&format!("there is no unit {units}")),
        "{refused}"
    );
    let refused =
        by(BundleChoice::This(3), &VerifySample::All).expect_err("no such bundle");
    assert!(
        refused.to_string().contains("there is no bundle 3"),
        "{refused}"
    );
}

/// Merge and audit read the same names: numbers have no leading zeros, and the units are
/// those of the bundle in the name.
#[test]
fn names_of_shards_are_checked() {
    if !has_two_kernels() {
        return;
    }
    let folder = whole(3);
    let (path, limits) = (folder.path(), Limits::default());
    let campaign = opened(path);
    verify(&campaign, &VerifySample::All, &options("check")).expect("another kernel");
    merge(&campaign, &limits).expect("all units");
    for (name, other) in [
        ("bundle-0.first-1.jsonl", "bundle-00.first-1.jsonl"),
        ("bundle-0.first-1.jsonl", "bundle-+0.first-1.jsonl"),
        ("bundle-0.first-1.jsonl", "bundle-1.other-1.jsonl"),
        ("bundle-0.first-1.jsonl", "verify-0.other-1.jsonl"),
        ("verify-0.check-1.jsonl", "verify-00.check-1.jsonl"),
        ("verify-0.check-1.jsonl", "verify-1.other-1.jsonl"),
        ("verify-0.check-1.jsonl", "bundle-0.other-1.jsonl"),
    ] {
        fs::rename(path.join(name), path.join(other)).expect("it is there");
        let refused = merge(&campaign, &limits).expect_err(other).to_string();
        assert!(refused.starts_with(&format!("{other}, line ")), "{refused}");
        assert!(!audit(path, &limits).expect("files").holds, "{other}");
        fs::rename(path.join(other), path.join(name)).expect("it is there");
    }
    // One file for all bundles, as older versions wrote.
    let mut all = String::new();
    for bundle in 0..3 {
        let shard = path.join(format!("verify-{bundle}.check-1.jsonl"));
        let text = fs::read_to_string(&shard).expect("a shard");
        all += if bundle == 0 {
            &text
        } else {
            text.split_once('\n').expect("lines").1
        };
        fs::remove_file(shard).expect("it is there");
    }
    fs::write(path.join("verify.check-1.jsonl"), all).expect("room");
    let units = campaign.plan().job.units;
    assert_eq!(
        merge(&campaign, &limits)
            .expect("all units")
            .certificate
            .verified,
        units
    );
    assert!(audit(path, &limits).expect("files").holds);
    assert_eq!(
        verify(&campaign, &VerifySample::All, &options("check"))
            .expect("a kernel")
            .of_units,
        0
    );
}

#[test]
fn sets_aside_a_host_that_counts_wrongly() {
    if !has_two_kernels() {
        return;
    }
    let folder = planned(SIZE, 2);
    let campaign = opened(folder.path());
    run(
        &campaign,
        &CampaignRunOptions {
            bundle: BundleChoice::This(0),
            ..on("good")
        },
    )
    .expect("a run");
    run(
        &campaign,
        &CampaignRunOptions {
            bundle: BundleChoice::This(1),
            ..on("bad")
        },
    )
    .expect("a run");
    falsify(&folder.path().join("bundle-1.bad-1.jsonl"));
    let found =
        verify(&campaign, &VerifySample::All, &on("judge")).expect("another kernel");
    assert_eq!(
        (found.conflicts.len(), found.set_aside.len()),
        (1, 1),
        "{found:?}"
    );
    assert_eq!(found.set_aside[0].host, "bad");
    // All that it did counts no longer, and it may not go on.
    assert!(matches!(
        merge(&campaign, &Limits::default()),
        Err(CampaignError::Missing { .. })
    ));
    let refused = run(&campaign, &on("bad")).expect_err("it is quarantined");
    assert!(refused.to_string().contains("is quarantined"), "{refused}");
    // Nor does it take a bundle from another run.
    let claim = folder.path().join("claims/1-1.json");
    std::fs::write(&claim, r#"{"host":"elsewhere","process":1,"run":"slurm7"}"#)
        .expect("room");
    let forced = CampaignRunOptions {
        bundle: BundleChoice::This(1),
        ..on("bad")
    };
    assert!(run(&campaign, &forced).is_err() && claim.exists());
    std::fs::remove_file(claim).expect("it is there");
    run(&campaign, &on("good")).expect("a run");
    let merged = merge(&campaign, &Limits::default()).expect("all units");
    assert_eq!(merged.certificate.count, SOLUTIONS);
    assert_eq!(merged.set_aside, ["bundle-1.bad-1.jsonl"]);
    assert_eq!(merged.certificate.workers.len(), 1);
    assert!(
        audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
}

#[test]
fn an_engine_with_one_kernel_cannot_verify_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = "5\npieces: 6 queens, 1 pawn".parse().expect("a problem");
    let plan = campaign::CampaignPlan::new(
        &problem,
        queens::parallel::JobQuestion::Count,
        None,
        2,
        "0",
        &Limits::default(),
    )
    .expect("a plan");
    plan.write(folder.path()).expect("room");
    let campaign = opened(folder.path());
    run(&campaign, &options("one")).expect("a run");
    let refused =
        verify(&campaign, &VerifySample::All, &options("check")).expect_err("one kernel");
    assert!(
        refused.to_string().contains("has no other kernel"),
        "{refused}"
    );
}
