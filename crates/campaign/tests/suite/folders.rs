//! Folders of campaigns and their results.

use crate::common::{SIZE, SOLUTIONS, opened, options, planned, shards, whole};
use campaign::{
    BundleChoice, BundleState, CERTIFICATE_FILE, Campaign, CampaignError, CampaignPlan,
    CampaignRunOptions, CampaignStatus, PLAN_FILE, audit, merge, run,
};
use queens::control::Limits;
use queens::parallel::{JobQuestion, UnitRecord};
use queens::problem::Problem;
use queens::simd::Kernel;
use std::fs;
use std::time::{Duration, SystemTime};

/// OEIS A000170, A007705, A108792, A319284.
#[test]
fn every_engine_with_work_units_has_campaigns() {
    for (problem, question, engine, answer) in [
        ("9", JobQuestion::Count, Some("join"), "352"),
        ("9", JobQuestion::Count, Some("rows"), "352"),
        ("1", JobQuestion::Count, None, "1"),
        ("3", JobQuestion::Count, None, "0"),
        ("torus 7", JobQuestion::Count, None, "28"),
        ("8\ntotal: 3", JobQuestion::Count, None, "10320"),
        (
            "8\npieces: 9 queens, 1 pawn",
            JobQuestion::Count,
            None,
            "128",
        ),
        ("6", JobQuestion::Profile, None, "4"),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        let parsed: Problem = problem.parse().expect("a problem");
        let plan = CampaignPlan::new(
            &parsed,
            question,
            engine.map(str::to_owned),
            5,
            "key",
            &Limits::default(),
        )
        .expect("a plan");
        plan.write(folder.path()).expect("room");
        let campaign = opened(folder.path());
        assert!(
            matches!(
                merge(&campaign, &Limits::default()),
                Err(CampaignError::Missing { .. })
            ),
            "{problem}"
        );
        run(&campaign, &options("one")).expect("a run");
        let merged = merge(&campaign, &Limits::default()).expect("all units");
        assert_eq!(merged.certificate.count, answer, "{problem}");
        if question == JobQuestion::Profile {
            assert_eq!(
                merged.certificate.figures,
                ["1", "6", "20", "36", "46", "40", "4"]
            );
        }
        let audit = audit(folder.path(), &Limits::default()).expect("files");
        assert!(audit.holds, "{problem}: {audit:?}");
    }
}

#[test]
fn runs_each_bundle_once() {
    let folder = planned(SIZE, 3);
    let campaign = opened(folder.path());
    for bundle in 0..3 {
        let one = CampaignRunOptions {
            bundle: BundleChoice::This(bundle),
            ..options("job7")
        };
        let ran = run(&campaign, &one).expect("a run");
        assert_eq!(ran.files, [format!("bundle-{bundle}.job7-1.jsonl")]);
        assert_eq!((ran.units, ran.held), (ran.of_units, 0));
        let again = run(&campaign, &one).expect("a run");
        assert_eq!(
            (again.of_units, again.held, again.files.len()),
            (0, ran.units, 0)
        );
        let status =
            CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
        assert_eq!(status.open_bundles, (bundle + 1..3).collect::<Vec<_>>());
    }
    assert!(
        run(
            &campaign,
            &CampaignRunOptions {
                bundle: BundleChoice::This(3),
                ..options("job7")
            }
        )
        .is_err()
    );
    let certificate = |folder: &std::path::Path| {
        fs::read(folder.join(CERTIFICATE_FILE)).expect("a certificate")
    };
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        SOLUTIONS
    );
    let first = certificate(folder.path());
    merge(&campaign, &Limits::default()).expect("all units");
    assert_eq!(
        certificate(folder.path()),
        first,
        "the same shards make the same certificate"
    );
    // A shard that is there twice counts once.
    let shard = &shards(folder.path())[0];
    fs::copy(shard, folder.path().join("bundle-0.copy-1.jsonl")).expect("a copy");
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        SOLUTIONS
    );
}

#[test]
fn the_map_shows_each_bundle() {
    let folder = planned(SIZE, 4);
    let campaign = opened(folder.path());
    for bundle in 0..3 {
        run(
            &campaign,
            &CampaignRunOptions {
                bundle: BundleChoice::This(bundle),
                ..options("some")
            },
        )
        .expect("a run");
    }
    let files = shards(folder.path());
    // Of bundle 1 the last unit is cut off; in bundle 2 a digit of one is another.
    let text = fs::read_to_string(&files[1]).expect("a shard");
    fs::write(&files[1], &text[..text.len() - 1]).expect("room");
    let text = fs::read_to_string(&files[2]).expect("a shard");
    let (start, last) = text.rsplit_once("\"unit\":").expect("a unit");
    fs::write(&files[2], format!("{start}\"unit\":1{last}")).expect("room");
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    let states: Vec<BundleState> = status.map.iter().map(|square| square.state).collect();
    let expected = [
        BundleState::Done,
        BundleState::Part,
        BundleState::Failed,
        BundleState::Missing,
    ];
    assert_eq!(states, expected, "{:?}", status.map);
    assert!(
        (0..4)
            .zip(&status.map)
            .all(|(bundle, square)| (square.first, square.bundles) == (bundle, 1))
    );
    let sum =
        |of: fn(&campaign::MapSquare) -> u64| status.map.iter().map(of).sum::<u64>();
    assert_eq!(
        (sum(|square| square.units), sum(|square| square.done)),
        (status.units, status.done)
    );
    let lines = status.in_words();
    assert!(
        lines
            .contains(&"bundles: # done, + done in part, . missing, ! failed".to_owned()),
        "{lines:?}"
    );
    assert!(lines.contains(&"#+!.".to_owned()), "{lines:?}");
}

#[test]
fn a_map_of_many_bundles_merges_neighbours() {
    let folder = planned(14, 100_000);
    let campaign = opened(folder.path());
    run(
        &campaign,
        &CampaignRunOptions {
            bundle: BundleChoice::This(1),
            ..options("some")
        },
    )
    .expect("a run");
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    let bundles = campaign.plan().bundles;
    assert!(bundles > 800, "{bundles}");
    assert!(
        (400..=800).contains(&status.map.len()),
        "{}",
        status.map.len()
    );
    assert_eq!(
        status.map.iter().map(|square| square.bundles).sum::<u64>(),
        bundles
    );
    assert_eq!(
        (status.map[0].state, status.map[1].state),
        (BundleState::Part, BundleState::Missing)
    );
}

#[test]
fn a_status_beyond_the_time_limit_is_an_error() {
    let folder = whole(2);
    let campaign = opened(folder.path());
    let limits = Limits::default().with_time(Duration::ZERO).started();
    assert!(matches!(
        CampaignStatus::from_campaign(&campaign, &limits),
        Err(CampaignError::Stopped(_))
    ));
}

#[test]
fn a_limit_keeps_finished_bundles() {
    let folder = planned(11, 4);
    let campaign = opened(folder.path());
    let limits = Limits::default().with_nodes(20_000);
    let ran = run(
        &campaign,
        &CampaignRunOptions {
            limits,
            ..options("short")
        },
    )
    .expect("a run");
    assert!(
        !ran.outcome.is_complete() && ran.units < ran.of_units,
        "{ran:?}"
    );
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    assert_eq!((status.done, status.faults.len()), (ran.units, 0));
    let rest = run(&campaign, &options("rest")).expect("a run");
    assert_eq!(rest.held, ran.units);
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        "2680"
    );
}

/// Limits also hold before the first unit.
#[test]
fn limits_apply_while_a_run_starts() {
    let folder = planned(SIZE, 3);
    let campaign = opened(folder.path());
    let late = Limits::default().with_time(Duration::ZERO);
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    for limits in [late, cancelled] {
        let stop = limits.check().expect_err("it is over");
        let ran = run(
            &campaign,
            &CampaignRunOptions {
                limits: limits.clone(),
                ..options("none")
            },
        );
        assert!(
            matches!(ran, Err(CampaignError::Stopped(why)) if why == stop),
            "{ran:?}"
        );
        let problem = Problem::queens(12).expect("a board");
        let plan = CampaignPlan::new(&problem, JobQuestion::Count, None, 3, "0", &limits);
        assert!(
            matches!(plan, Err(CampaignError::Stopped(why)) if why == stop),
            "{plan:?}"
        );
    }
    assert_eq!(shards(folder.path()), Vec::<std::path::PathBuf>::new());
}

#[test]
fn plans_are_reproducible_and_never_replaced() {
    let folder = planned(SIZE, 3);
    let text = fs::read_to_string(folder.path().join(PLAN_FILE)).expect("a plan");
    let other = planned(SIZE, 3);
    assert_eq!(
        fs::read_to_string(other.path().join(PLAN_FILE)).expect("a plan"),
        text
    );
    let plan = CampaignPlan::read(folder.path()).expect("a plan");
    plan.write(folder.path())
        .expect("the same plan may be written again");
    let problem = Problem::queens(SIZE).expect("a board");
    let different = CampaignPlan::new(
        &problem,
        JobQuestion::Count,
        None,
        3,
        "0",
        &Limits::default(),
    )
    .expect("a plan");
    let refused = different
        .write(folder.path())
        .expect_err("another plan is there");
    assert!(
        refused.to_string().contains("holds another campaign"),
        "{refused}"
    );
    fs::write(
        folder.path().join(PLAN_FILE),
        text.replace("\"bundles\": 3", "\"bundles\": 2"),
    )
    .expect("room");
    let refused = Campaign::open(folder.path(), Kernel::Auto)
        .err()
        .expect("it was changed");
    assert!(refused.to_string().contains("was changed"), "{refused}");
    assert!(
        CampaignPlan::new(
            &problem,
            JobQuestion::Count,
            None,
            0,
            "0",
            &Limits::default()
        )
        .is_err()
    );
    let nothing = tempfile::tempdir().expect("a folder");
    assert!(
        CampaignPlan::read(nothing.path())
            .expect_err("no plan")
            .to_string()
            .contains("queens campaign plan")
    );
}

#[test]
fn refuses_foreign_lines_with_file_and_line() {
    let folder = whole(2);
    let campaign = opened(folder.path());
    let [first, second] = &shards(folder.path())[..] else {
        panic!("two shards")
    };
    let text = fs::read_to_string(first).expect("a shard");
    merge(&campaign, &Limits::default()).expect("all units");
    let refusal = |changed: String| {
        fs::write(first, &changed).expect("room");
        let refused = merge(&campaign, &Limits::default())
            .expect_err("a fault")
            .to_string();
        // The audit, which shares no code with the merge, sees it as well. It only takes a
        // last line without a line feed for one that was cut off.
        let holds = audit(folder.path(), &Limits::default())
            .expect("files")
            .holds;
        assert_eq!(holds, !changed.ends_with('\n'), "{refused}");
        fs::write(first, &text).expect("room");
        refused
    };
    let line =
        |number: usize| text.lines().nth(number - 1).expect("a line").to_owned() + "\n";
    let damaged = refusal(text.replacen("\"nodes\":", "\"modes\":", 1));
    assert!(
        damaged.contains("bundle-0.first-1.jsonl, line 2: is damaged"),
        "{damaged}"
    );
    let twice = refusal(text.clone() + &line(1));
    assert!(twice.contains("a second header"), "{twice}");
    // The lines of another bundle.
    let misplaced = refusal(
        text.clone()
            + fs::read_to_string(second)
                .expect("a shard")
                .lines()
                .nth(1)
                .expect("a line")
            + "\n",
    );
    assert!(misplaced.contains("is not one of bundle 0"), "{misplaced}");
    let headless = refusal(
        text.lines()
            .skip(1)
            .map(|line| line.to_owned() + "\n")
            .collect(),
    );
    assert!(
        headless.contains("bundle-0.first-1.jsonl, line 1: comes before any header"),
        "{headless}"
    );
    let long = refusal(text.clone() + &"x".repeat(2 << 20));
    assert!(long.contains("is longer than"), "{long}");
    // Units that the plan does not have, their lines without a fault.
    let record: UnitRecord = serde_json::from_str(&line(2)).expect("a unit");
    for number in [
        campaign.plan().job.units,
        campaign.plan().job.units + 1,
        u64::MAX,
    ] {
        let beyond = UnitRecord::new(
            &record.job,
            number,
            &record.tally(),
            Duration::from_secs(1).into(),
        );
        let beyond =
            refusal(text.clone() + &String::from_utf8(beyond.to_line()).expect("text"));
        assert!(
            beyond.contains(&format!("there is no unit {number}")),
            "{beyond}"
        );
    }
    // A shard under the name of another bundle; one that is damaged throughout is told of
    // once.
    let misnamed = folder.path().join("bundle-1.other-1.jsonl");
    fs::copy(first, &misnamed).expect("a copy");
    let refused = merge(&campaign, &Limits::default())
        .expect_err("another bundle")
        .to_string();
    assert!(
        refused.contains("names another bundle than the name of the file"),
        "{refused}"
    );
    assert!(
        !audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
    fs::remove_file(misnamed).expect("it is there");
    fs::write(first, text.replace('\n', "\r\n")).expect("room");
    assert_eq!(
        CampaignStatus::from_campaign(&campaign, &Limits::default())
            .expect("shards")
            .faults
            .len(),
        1
    );
    fs::write(first, &text).expect("room");
    assert!(
        audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
    // A shard of another plan of the same count.
    let other = whole(3);
    fs::copy(
        &shards(other.path())[0],
        folder.path().join("bundle-0.other-1.jsonl"),
    )
    .expect("a copy");
    let foreign = merge(&campaign, &Limits::default())
        .expect_err("another plan")
        .to_string();
    assert!(
        foreign.contains("bundle-0.other-1.jsonl, line 1: belongs to another plan"),
        "{foreign}"
    );
}

#[test]
fn reports_and_ignores_an_unfinished_last_line() {
    let folder = whole(1);
    let campaign = opened(folder.path());
    let shard = &shards(folder.path())[0];
    let bytes = fs::read(shard).expect("a shard");
    fs::write(shard, &bytes[..bytes.len() - 1]).expect("room");
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    assert_eq!(
        (
            status.units - status.done,
            status.torn.len(),
            status.faults.len()
        ),
        (1, 1, 0)
    );
    assert!(matches!(
        merge(&campaign, &Limits::default()),
        Err(CampaignError::Missing { missing: 1, .. })
    ));
    let ran = run(&campaign, &options("rest")).expect("a run");
    assert_eq!(ran.units, 1);
    let merged = merge(&campaign, &Limits::default()).expect("all units");
    assert_eq!(
        (merged.certificate.count.as_str(), merged.torn.len()),
        (SOLUTIONS, 1)
    );
    assert!(
        audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
}

#[test]
fn two_workers_on_one_bundle_count_once() {
    let folder = planned(10, 1);
    let campaign = opened(folder.path());
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| run(&campaign, &options("same")).expect("a run"));
        }
    });
    assert!(!shards(folder.path()).is_empty());
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        "724"
    );
    assert!(
        audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
}

#[test]
fn tolerates_clock_jumps() {
    let folder = planned(SIZE, 3);
    let campaign = opened(folder.path());
    for (bundle, started) in [(0, u64::MAX), (1, 0), (2, 4_000_000_000)] {
        run(
            &campaign,
            &CampaignRunOptions {
                bundle: BundleChoice::This(bundle),
                started,
                ..options("jump")
            },
        )
        .expect("a run");
    }
    let day = Duration::from_secs(86_400);
    let times = [
        SystemTime::UNIX_EPOCH,
        SystemTime::now() + 365 * day,
        SystemTime::now() - 365 * day,
    ];
    for (shard, time) in shards(folder.path()).iter().zip(times) {
        let file = fs::OpenOptions::new()
            .append(true)
            .open(shard)
            .expect("a shard");
        file.set_modified(time).expect("a file system with times");
    }
    assert!(
        CampaignStatus::from_campaign(&campaign, &Limits::default())
            .expect("shards")
            .is_complete()
    );
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .count,
        SOLUTIONS
    );
}

#[test]
fn an_audit_detects_changes() {
    let folder = whole(2);
    let campaign = opened(folder.path());
    merge(&campaign, &Limits::default()).expect("all units");
    assert!(
        audit(folder.path(), &Limits::default())
            .expect("files")
            .holds
    );
    let path = folder.path().join(CERTIFICATE_FILE);
    let text = fs::read_to_string(&path).expect("a certificate");
    for (from, to) in [
        ("\"92\"", "\"93\""),
        ("\"units\": ", "\"units\": 1"),
        ("\"verified\": 0", "\"verified\": 1"),
    ] {
        fs::write(&path, text.replacen(from, to, 9)).expect("room");
        assert!(
            !audit(folder.path(), &Limits::default()).is_ok_and(|audit| audit.holds),
            "{from} to {to}"
        );
    }
    fs::write(&path, &text).expect("room");
    let shard = &shards(folder.path())[0];
    let lines = fs::read_to_string(shard).expect("a shard");
    fs::write(shard, lines.rsplit_once("{\"job\"").expect("a unit").0).expect("room");
    assert!(
        !audit(folder.path(), &Limits::default())
            .expect("files")
            .holds,
        "a unit is missing"
    );
    fs::write(shard, lines.replacen("\"nodes\"", "\"modes\"", 1)).expect("room");
    assert!(
        !audit(folder.path(), &Limits::default())
            .expect("files")
            .holds,
        "a line is damaged"
    );
}
