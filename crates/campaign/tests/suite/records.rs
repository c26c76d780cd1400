//! Lines that were changed with correct checksums, and folders of the previous version.

use crate::common::{opened, options, planned, shards};
use campaign::{
    BundleChoice, CERTIFICATE_FILE, CampaignError, CampaignPlan, CampaignRunOptions,
    CampaignStatus, Machine, PLAN_FILE, audit, merge, run,
};
use queens::control::Limits;
use queens::parallel::{JobQuestion, Tally, UnitRecord, UnitTime};
use queens::problem::Problem;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder in which a campaign is run.
fn whole(problem: &str, question: JobQuestion) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let problem: Problem = problem.parse().expect("a problem");
    let plan = CampaignPlan::new(&problem, question, None, 2, "0", &Limits::default())
        .expect("a plan");
    plan.write(folder.path()).expect("room");
    run(&opened(folder.path()), &options("first")).expect("a run");
    folder
}

/// Changes the unit in the second line of a shard, with a checksum that fits.
fn change(shard: &Path, change: impl FnOnce(Tally) -> Tally) {
    let text = fs::read_to_string(shard).expect("a shard");
    let mut lines: Vec<String> =
        text.lines().map(|line| line.to_owned() + "\n").collect();
    let record: UnitRecord = serde_json::from_str(&lines[1]).expect("a unit");
    let changed = UnitRecord::new(
        &record.job,
        record.unit,
        &change(record.tally()),
        UnitTime::default(),
    );
    lines[1] = String::from_utf8(changed.to_line()).expect("text");
    fs::write(shard, lines.concat()).expect("room");
}

/// Figures that are left out, that have no residues, wrong ones, or fitting ones of a sum
/// that cannot be.
#[test]
fn refuses_changed_figures() {
    let folder = whole("6", JobQuestion::Profile);
    let (path, limits) = (folder.path(), Limits::default());
    assert_eq!(
        merge(&opened(path), &limits)
            .expect("all units")
            .sum
            .figures,
        [1, 6, 20, 36, 46, 40, 4]
    );
    assert!(audit(path, &limits).expect("files").holds);
    let shard = shards(path)[0].clone();
    let text = fs::read_to_string(&shard).expect("a shard");
    let more = |tally: Tally, has_residues: bool| {
        let (mut figures, mut figure_residues) = (tally.figures, tally.figure_residues);
        figures[6] += 2;
        if has_residues {
            figure_residues[6] = figure_residues[6].map(|residue| residue + 2);
        }
        Tally {
            figures,
            figure_residues,
            ..tally
        }
    };
    type Change<'c> = (&'c str, &'c dyn Fn(Tally) -> Tally);
    let changes: [Change<'_>; 4] = [
        ("0 figures, not 7", &|tally| Tally {
            figures: vec![],
            figure_residues: vec![],
            ..tally
        }),
        ("not every figure has residues", &|tally| Tally {
            figure_residues: vec![],
            ..tally
        }),
        ("the residues of the level 6", &|tally| more(tally, false)),
        ("the last row is filled in 6 ways, not 4", &|tally| {
            more(tally, true)
        }),
    ];
    for (why, changed) in changes {
        change(&shard, changed);
        let refused = merge(&opened(path), &limits).expect_err(why);
        let is_of_sums = matches!(refused, CampaignError::Figures(_));
        assert_eq!(is_of_sums, why.starts_with("the last row"), "{refused:?}");
        let refused = refused.to_string();
        assert!(refused.contains(why), "{refused}");
        assert!(!audit(path, &limits).expect("files").holds, "{why}");
        fs::write(&shard, &text).expect("room");
    }
    assert!(audit(path, &limits).expect("files").holds);
}

/// Processes at work, by their claims: the threads of each count once, and a claim
/// without a sign of life does not count.
#[test]
fn a_status_lists_the_processes_at_work() {
    let folder = planned(8, 6);
    let campaign = opened(folder.path());
    let status =
        || CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    for bundle in [0, 1] {
        run(
            &campaign,
            &CampaignRunOptions {
                bundle: BundleChoice::This(bundle),
                ..options("slurm7")
            },
        )
        .expect("a run");
    }
    assert_eq!((status().threads, status().seconds_left), (0, None));
    let words = status().in_words();
    assert!(
        words.contains(&"no process is at work".to_owned()),
        "{words:?}"
    );
    let claim = |bundle: u64, process: u64, threads: &str| {
        let text =
            format!(r#"{{"host":"node1","process":{process},"run":"slurm7"{threads}}}"#);
        fs::write(folder.path().join(format!("claims/{bundle}-1.json")), text)
            .expect("room");
    };
    claim(2, 11, r#","threads":8"#);
    claim(3, 11, r#","threads":8"#);
    claim(4, 12, r#","threads":4"#);
    // Of an older version.
    claim(5, 13, "");
    let shown = status();
    let at_work: Vec<_> = shown
        .at_work
        .iter()
        .map(|process| (process.threads, process.bundles.clone()))
        .collect();
    assert_eq!(
        at_work,
        [(Some(8), vec![2, 3]), (Some(4), vec![4]), (None, vec![5])]
    );
    assert_eq!(shown.threads, 13);
    let of_all = shown.thread_seconds_left.expect("units are done").estimate;
    assert!((shown.seconds_left.expect("threads").estimate - of_all / 13.0).abs() < 1e-9);
    let words = shown.in_words();
    for line in [
        "13 threads at work in 3 processes on 4 bundles: ",
        "  node1, 8 threads: bundles 2, 3",
    ] {
        assert!(words.iter().any(|word| word.starts_with(line)), "{words:?}");
    }
    let file = fs::File::options()
        .append(true)
        .open(folder.path().join("claims/4-1.json"));
    let minute = std::time::Duration::from_secs(61);
    file.and_then(|file| file.set_modified(std::time::SystemTime::now() - minute))
        .expect("a time");
    assert_eq!(status().threads, 9);
}

/// Units of two hosts, one of which takes four times as long.
#[test]
fn a_status_names_the_slowest_host() {
    let folder = planned(8, 2);
    let campaign = opened(folder.path());
    for (bundle, host) in [(0, "fast"), (1, "slow")] {
        let machine = Machine {
            host: host.to_owned(),
            cpu: "cpu".to_owned(),
        };
        let options = CampaignRunOptions {
            bundle: BundleChoice::This(bundle),
            machine,
            ..options(host)
        };
        run(&campaign, &options).expect("a run");
        let shard = folder
            .path()
            .join(format!("bundle-{bundle}.{host}-1.jsonl"));
        let text = fs::read_to_string(&shard).expect("a shard");
        let mut lines: Vec<String> =
            text.lines().map(|line| line.to_owned() + "\n").collect();
        for line in &mut lines[1..] {
            let record: UnitRecord = serde_json::from_str(line).expect("a unit");
            let wall =
                std::time::Duration::from_secs(if host == "slow" { 20 } else { 5 });
            let time = UnitTime {
                wall,
                cpu: Some(wall / 2),
            };
            let changed =
                UnitRecord::new(&record.job, record.unit, &record.tally(), time);
            *line = String::from_utf8(changed.to_line()).expect("text");
        }
        fs::write(&shard, lines.concat()).expect("room");
    }
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    let speeds: Vec<_> = status
        .hosts
        .iter()
        .map(|host| (&*host.host, host.units_a_thread_minute))
        .collect();
    assert_eq!(speeds, [("slow", Some(3.0)), ("fast", Some(12.0))]);
    assert_eq!(status.cpu_seconds, Some(status.seconds / 2.0));
    let words = status.in_words();
    assert!(
        words
            .iter()
            .any(|line| line.starts_with("slowest of 2 hosts: slow, 180 units an hour")),
        "{words:?}"
    );
}

#[cfg(unix)]
#[test]
fn records_processor_time() {
    let folder = whole("9", JobQuestion::Count);
    let campaign = opened(folder.path());
    let status =
        CampaignStatus::from_campaign(&campaign, &Limits::default()).expect("shards");
    let cpu = status.cpu_seconds.expect("every unit has one");
    // Of one thread; clocks are not exact.
    assert!(
        cpu > 0.0 && cpu <= status.seconds + 0.01,
        "{cpu} of {}",
        status.seconds
    );
    assert!(
        status.in_words()[0].ends_with("of the processor)"),
        "{:?}",
        status.in_words()
    );
    let nothing = planned(8, 2);
    let status =
        CampaignStatus::from_campaign(&opened(nothing.path()), &Limits::default())
            .expect("a plan");
    // Not -0, which a sum of nothing is.
    assert!(
        status.in_words()[0].ends_with("so far (0.0 µs of the processor)"),
        "{:?}",
        status.in_words()
    );
    let certificate = merge(&campaign, &Limits::default())
        .expect("all units")
        .certificate;
    assert!(
        certificate.cpu_milliseconds.is_some()
            && certificate.workers[0].cpu_milliseconds.is_some()
    );
}

/// Takes a member out of a JSON object without white space; its value ends where `next`
/// begins.
fn without(text: &str, member: &str, next: &str) -> String {
    let Some(begin) = text.find(&format!(",\"{member}\":")) else {
        return text.to_owned();
    };
    let end = begin + 1 + text[begin + 1..].find(next).expect("it goes on");
    text[..begin].to_owned() + &text[end..]
}

/// Rewrites a folder as the version before wrote it.
fn make_old(folder: &Path) {
    let plan = CampaignPlan::read(folder).expect("a plan");
    let text = serde_json::to_string(&plan)
        .expect("JSON")
        .replace("queens/plan/2", "queens/plan/1");
    let unsigned =
        without(&text, "second_engine", ",\"sha256\"").replace(&plan.sha256, "");
    let sha256: String = Sha256::digest(&unsigned)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let signed = unsigned.replace("\"sha256\":\"\"", &format!("\"sha256\":\"{sha256}\""));
    fs::write(folder.join(PLAN_FILE), signed).expect("room");
    for shard in shards(folder) {
        let text = fs::read_to_string(&shard).expect("a shard");
        let line = |line: &str| {
            let line = line
                .replace("queens/shard/2", "queens/shard/1")
                .replace(&plan.sha256, &sha256);
            let line = without(
                &without(&line, "task", ",\"crc32\""),
                "figure_residues",
                ",\"crc32\"",
            );
            let line = without(&line, "cpu_seconds", ",\"residues\"");
            let (line, _) = line.split_once(",\"crc32\"").expect("a checksum");
            format!(
                "{line},\"crc32\":\"{:08x}\"}}\n",
                crc32fast::hash(line.as_bytes())
            )
        };
        fs::write(&shard, text.lines().map(line).collect::<String>()).expect("room");
    }
}

/// A folder of the version before is read, and goes on. OEIS A108792.
#[test]
fn older_folders_are_read() {
    let folder = whole("6\npieces: 7 queens, 1 pawn", JobQuestion::Count);
    let limits = Limits::default();
    make_old(folder.path());
    let campaign = opened(folder.path());
    let status = CampaignStatus::from_campaign(&campaign, &limits).expect("shards");
    assert!(
        status.is_complete() && status.cpu_seconds.is_none(),
        "{status:?}"
    );
    assert!(
        status
            .in_words()
            .iter()
            .any(|line| line == "not checked by a second engine"),
        "{status:?}"
    );
    let merged = merge(&campaign, &limits).expect("all units");
    assert_eq!(
        (
            merged.certificate.count.as_str(),
            merged.certificate.cpu_milliseconds
        ),
        ("16", None)
    );
    assert!(audit(folder.path(), &limits).expect("files").holds);
    // A unit is lost, and run again by this version.
    let shard = &shards(folder.path())[0];
    let text = fs::read_to_string(shard).expect("a shard");
    fs::write(
        shard,
        text.trim_end()
            .rsplit_once('\n')
            .expect("two lines")
            .0
            .to_owned()
            + "\n",
    )
    .expect("room");
    assert_eq!(run(&campaign, &options("rest")).expect("a run").units, 1);
    assert_eq!(
        merge(&campaign, &limits)
            .expect("all units")
            .certificate
            .count,
        "16"
    );
    assert!(audit(folder.path(), &limits).expect("files").holds);
    // Its shards do not belong to a plan of this version.
    let newer = whole("6\npieces: 7 queens, 1 pawn", JobQuestion::Count);
    let old = fs::read_to_string(shard).expect("a shard");
    let [sha256, other] = [newer.path(), folder.path()]
        .map(|path| CampaignPlan::read(path).expect("a plan").sha256);
    let (header, units) = old.split_once('\n').expect("lines");
    let header = header.replace(&other, &sha256);
    let header = header.split_once(",\"crc32\"").expect("a checksum").0;
    let header = format!(
        "{header},\"crc32\":\"{:08x}\"}}\n",
        crc32fast::hash(header.as_bytes())
    );
    fs::write(&shards(newer.path())[0], header + units).expect("room");
    let refused = merge(&opened(newer.path()), &limits)
        .expect_err("an older shard")
        .to_string();
    assert!(refused.contains("older than the plan"), "{refused}");
}

/// A key that is lost would have meant that nothing is known about the weights.
#[test]
fn every_flip_in_a_key_of_the_plan_is_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let problem: Problem = "8\ngivens: a1".parse().expect("a problem");
    let plan = CampaignPlan::new(
        &problem,
        JobQuestion::Count,
        None,
        2,
        "0",
        &Limits::default(),
    )
    .expect("a plan");
    assert_eq!(plan.weights, None);
    plan.write(folder.path()).expect("room");
    let path = folder.path().join(PLAN_FILE);
    let bytes = fs::read(&path).expect("the plan");
    for bit in 0..8 * bytes.len() {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&path, &flipped).expect("room");
        let near =
            String::from_utf8_lossy(&flipped[(bit / 8).saturating_sub(9)..bit / 8 + 1])
                .into_owned();
        assert!(
            CampaignPlan::read(folder.path()).is_err(),
            "bit {bit}, after {near:?}"
        );
    }
}

/// The plan, the status and the certificate say which counts a second engine confirmed;
/// the audit counts them again.
#[test]
fn reports_and_audits_counts_of_a_second_engine() {
    let folder = planned(9, 3);
    let (path, limits) = (folder.path(), Limits::default());
    let campaign = opened(path);
    // OEIS A000170, as the rest of these tests.
    let agreed = campaign
        .plan()
        .second_engine
        .clone()
        .expect("a plan of this version");
    let counts: Vec<(&str, &str)> = agreed
        .iter()
        .map(|one| (&*one.problem, &*one.count))
        .collect();
    assert!(
        counts.starts_with(&[("queens 4", "2"), ("queens 5", "10"), ("queens 6", "4")]),
        "{counts:?}"
    );
    assert!(
        counts.contains(&("queens 9", "352"))
            && agreed.iter().all(|one| one.engine != "rows"),
        "{agreed:?}"
    );
    run(&campaign, &options("first")).expect("a run");
    let status = CampaignStatus::from_campaign(&campaign, &limits).expect("shards");
    assert!(
        status
            .in_words()
            .iter()
            .any(|line| line.contains("confirmed")),
        "{:?}",
        status.in_words()
    );
    let certificate = merge(&campaign, &limits).expect("all units").certificate;
    assert_eq!(certificate.plan.second_engine, Some(agreed));
    let said = audit(path, &limits).expect("files");
    assert!(
        said.holds
            && said
                .checks
                .iter()
                .any(|line| line.what == "counts of a second engine"),
        "{said:?}"
    );
    assert!(path.join(CERTIFICATE_FILE).exists());
    let problem: Problem = "20\ngivens: a1".parse().expect("a problem");
    let plan = CampaignPlan::new(&problem, JobQuestion::Profile, None, 1, "0", &limits)
        .expect("a plan");
    assert_eq!(
        plan.second_engine_in_words(),
        "not checked by a second engine"
    );
}
