//! The index of the shards: a status with it is the same as without.

use crate::common::{
    Random, SIZE, opened, options, planned, right_or_refused, shards, whole,
};
use crate::compact::age;
use campaign::{
    BundleChoice, Campaign, CampaignRunOptions, CampaignStatus, ShardIndex, compact,
    merge, run,
};
use queens::control::Limits;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

fn index(folder: &Path) -> PathBuf {
    folder.join("status-index.json")
}

fn status(campaign: &Campaign) -> Value {
    let status =
        CampaignStatus::from_campaign(campaign, &Limits::default()).expect("shards");
    let mut status = serde_json::to_value(status).expect("JSON");
    // Sums of floating-point numbers in another order.
    for field in ["share", "thread_seconds_left"] {
        status.as_object_mut().expect("an object").remove(field);
    }
    status
}

/// The status with the index, which must be that without.
fn both(campaign: &Campaign, context: &str) -> Value {
    let with = status(campaign);
    let kept = fs::read(index(campaign.folder()));
    let _ = fs::remove_file(index(campaign.folder()));
    assert_eq!(status(campaign), with, "{context}");
    if let Ok(kept) = kept {
        fs::write(index(campaign.folder()), kept).expect("room");
    }
    with
}

/// Changes a shard and keeps its size and time, which no process of a campaign does: the
/// index does not see it, so it was used. A merge sees it.
#[test]
fn an_index_replaces_the_reading_of_shards() {
    let folder = whole(4);
    let campaign = opened(folder.path());
    age(folder.path());
    let before = status(&campaign);
    assert!(index(folder.path()).exists());
    let shard = shards(folder.path())[1].clone();
    let bytes = fs::read(&shard).expect("a shard");
    let time = fs::metadata(&shard)
        .and_then(|data| data.modified())
        .expect("a time");
    let damage = |at: usize| {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        fs::write(&shard, damaged).expect("room");
        let file = fs::File::options()
            .append(true)
            .open(&shard)
            .expect("a shard");
        file.set_modified(time).expect("a time");
    };
    damage(bytes.len() / 2);
    assert_eq!(status(&campaign), before);
    assert!(!right_or_refused(&campaign, "a damaged shard"));
    fs::remove_file(index(folder.path())).expect("it is there");
    assert_eq!(
        status(&campaign)["faults"]
            .as_array()
            .expect("faults")
            .len(),
        1
    );
}

/// Shards come, grow, change, go and are moved; each time the status is that of a folder
/// without an index.
#[test]
fn an_index_follows_every_change() {
    let folder = planned(SIZE, 6);
    let campaign = opened(folder.path());
    let path = |name: &str| folder.path().join(name);
    assert_eq!(both(&campaign, "no shard")["done"], 0);
    for bundle in 0..6 {
        let one = CampaignRunOptions {
            bundle: BundleChoice::This(bundle),
            ..options("job")
        };
        run(&campaign, &one).expect("a run");
        let shown = both(&campaign, "a new shard");
        assert_eq!(
            shown["open_bundles"].as_array().expect("a list").len() as u64,
            5 - bundle
        );
        age(folder.path());
        both(&campaign, "other times");
    }
    let text = fs::read_to_string(path("bundle-2.job-1.jsonl")).expect("a shard");
    let cut = &text[..text.len() - 1];
    fs::write(path("bundle-2.job-1.jsonl"), cut).expect("room");
    assert_eq!(
        both(&campaign, "a line is cut off")["torn"]
            .as_array()
            .expect("a list")
            .len(),
        1
    );
    // The same unit with another result in a second shard of the bundle.
    let other = fs::read_to_string(path("bundle-3.job-1.jsonl")).expect("a shard");
    fs::write(
        path("bundle-3.other-1.jsonl"),
        other.replace("\"nodes\"", "\"modes\""),
    )
    .expect("room");
    assert_eq!(
        both(&campaign, "a damaged copy")["faults"]
            .as_array()
            .expect("a list")
            .len(),
        1
    );
    fs::remove_file(path("bundle-3.other-1.jsonl")).expect("it is there");
    assert_eq!(
        both(&campaign, "it is gone")["faults"]
            .as_array()
            .expect("a list")
            .len(),
        0
    );
    fs::write(path("bundle-2.job-1.jsonl"), &text).expect("room");
    age(folder.path());
    both(&campaign, "whole again");
    compact(&campaign, &Limits::default()).expect("the folder");
    assert!(shards(folder.path()).is_empty());
    let shown = both(&campaign, "moved");
    assert_eq!(shown["done"], shown["units"]);
    fs::write(path("bundle-2.late-1.jsonl"), &text).expect("room");
    both(&campaign, "a late shard");
    fs::remove_file(path("finished/bundles-0-5.jsonl")).expect("it is there");
    let shown = both(&campaign, "five bundles are gone");
    assert_eq!(shown["open_bundles"], serde_json::json!([0, 1, 3, 4, 5]));
}

/// Contradictions of two shards, and of a shard with a verification, as a merge sees
/// them.
#[test]
fn contradictions_are_seen_with_an_index() {
    use queens::parallel::{Counter, Tally, UnitRecord};
    let folder = whole(3);
    let campaign = opened(folder.path());
    age(folder.path());
    both(&campaign, "before");
    let text = fs::read_to_string(folder.path().join("bundle-1.first-1.jsonl"))
        .expect("a shard");
    let mut lines: Vec<String> =
        text.lines().map(|line| line.to_owned() + "\n").collect();
    let record: UnitRecord = serde_json::from_str(&lines[1]).expect("a unit");
    let wrong = Tally::new(Counter::from(record.count.0 as u64 + 8), record.nodes, &[]);
    let wrong = UnitRecord::new(
        &record.job,
        record.unit,
        &wrong,
        std::time::Duration::from_secs(1).into(),
    );
    lines[1] = String::from_utf8(wrong.to_line()).expect("text");
    let second = folder.path().join("bundle-1.second-1.jsonl");
    fs::write(&second, lines.concat()).expect("room");
    let shown = both(&campaign, "a contradiction");
    let said = shown["faults"][0].as_str().expect("a fault").to_owned();
    assert_eq!(
        said,
        merge(&campaign, &Limits::default())
            .expect_err("two results")
            .to_string()
    );
    assert_eq!(shown["map"][1]["state"], "failed");
    fs::remove_file(second).expect("it is there");
    // As a verification with other instructions writes it; bundle null, another kernel.
    let seal = |text: &str| {
        format!(
            "{text},\"crc32\":\"{:08x}\"}}\n",
            crc32fast::hash(text.as_bytes())
        )
    };
    let (header, _) = lines[0].split_once(",\"crc32\"").expect("a checksum");
    let (before, after) = header.split_once("\"kernel\":\"").expect("a kernel");
    let (_, after) = after.split_once('"').expect("its end");
    let header = format!("{before}\"kernel\":\"other\"{after}")
        .replace("\"bundle\":1", "\"bundle\":null");
    let verify = folder.path().join("verify.check-1.jsonl");
    fs::write(
        &verify,
        seal(&header) + text.split_once('\n').expect("units").1,
    )
    .expect("room");
    let shown = both(&campaign, "a verification");
    let units = text.lines().count() as u64 - 1;
    assert_eq!(
        (&shown["verified"], &shown["faults"]),
        (&units.into(), &serde_json::json!([]))
    );
    assert_eq!(
        merge(&campaign, &Limits::default())
            .expect("all units")
            .certificate
            .verified,
        units
    );
    fs::write(&verify, seal(&header) + &lines[1..].concat()).expect("room");
    age(folder.path());
    for _ in 0..2 {
        let shown = both(&campaign, "a verification that contradicts");
        let said = shown["faults"][0].as_str().expect("a fault");
        assert!(
            said.starts_with("verify.check-1.jsonl: unit ") && said.contains("bundle 1"),
            "{said}"
        );
        assert_eq!(
            (&shown["map"][1]["state"], &shown["verified"]),
            (&"failed".into(), &(units - 1).into())
        );
    }
    assert!(!right_or_refused(&campaign, "a contradiction"));
}

/// A damaged index, one of another campaign, none that can be written: the shards are
/// read instead.
#[test]
fn an_index_that_cannot_be_used_is_ignored() {
    let folder = whole(3);
    let campaign = opened(folder.path());
    age(folder.path());
    let right = status(&campaign);
    let bytes = fs::read(index(folder.path())).expect("an index");
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for _ in 0..300 {
        let bit = random.below(8 * bytes.len() as u64) as usize;
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(index(folder.path()), flipped).expect("room");
        assert_eq!(status(&campaign), right, "bit {bit}");
    }
    for end in [0, 1, bytes.len() / 2, bytes.len() - 1] {
        fs::write(index(folder.path()), &bytes[..end]).expect("room");
        assert_eq!(status(&campaign), right, "cut at {end}");
    }
    let other = whole(2);
    age(other.path());
    status(&opened(other.path()));
    fs::copy(index(other.path()), index(folder.path())).expect("room");
    assert_eq!(status(&campaign), right);
    // It can be neither read nor replaced.
    fs::remove_file(index(folder.path())).expect("it is there");
    fs::create_dir(index(folder.path())).expect("room");
    assert_eq!(status(&campaign), right);
}

/// A status that a limit ends is continued by the next one.
#[test]
fn an_index_keeps_what_was_read_before_a_limit() {
    let folder = whole(5);
    let campaign = opened(folder.path());
    age(folder.path());
    let mut index = ShardIndex::open(&campaign);
    let late = Limits::default().with_time(std::time::Duration::ZERO);
    assert!(CampaignStatus::update(&mut index, &campaign, &late).is_err());
    let status = CampaignStatus::update(&mut index, &campaign, &Limits::default())
        .expect("shards");
    assert!(status.is_complete());
    assert_eq!(index.progress(), (5, 5));
}
