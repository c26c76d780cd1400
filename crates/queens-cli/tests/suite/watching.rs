//! Traces, watched searches and recordings.

use crate::common::{output, queens};
use predicates::prelude::*;

#[test]
fn a_trace_has_every_step() {
    let trace = output("trace 8 --engine flags --first");
    let events: Vec<serde_json::Value> = trace
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |kind: &str| events.iter().filter(|event| event["event"] == kind).count();
    // A140450(8) = 876 squares are tested to the first solution; 113 of them take a
    // queen.
    assert_eq!(of("place"), 113);
    assert_eq!(of("place") + of("reject"), 876);
    assert_eq!(of("place") - of("remove"), 8);
    assert_eq!(of("solution"), 1);
    for event in events.iter().filter(|event| event["event"] == "reject") {
        assert!(event["attacker"]["row"].is_u64(), "{event}");
    }
}

#[test]
fn a_trace_with_states_shows_the_flags_of_the_queens() {
    let plain = output("trace 6 --engine flags --first");
    let with_states = output("trace 6 --engine flags --first --state");
    assert_eq!(plain.lines().count(), with_states.lines().count());
    let mut rows = [false; 6];
    for line in with_states.lines() {
        let step: serde_json::Value = serde_json::from_str(line).unwrap();
        let row = step["square"]["row"].as_u64().map(|row| row as usize);
        match (step["event"].as_str().unwrap(), row) {
            ("place", Some(row)) => rows[row] = true,
            ("remove", Some(row)) => rows[row] = false,
            _ => {}
        }
        let Some(state) = step["state"].as_array() else {
            continue;
        };
        let variable = state
            .iter()
            .find(|variable| variable["name"] == "rows")
            .unwrap();
        let digits: String = rows
            .iter()
            .map(|&taken| if taken { '1' } else { '0' })
            .collect();
        assert_eq!(
            (&variable["kind"], &variable["value"]),
            (&"flags".into(), &digits.into()),
            "{line}"
        );
    }
    assert!(with_states.lines().last().unwrap().contains("\"solution\""));
    // The limit cuts both alike, and the last step keeps its state.
    let cut = output("trace 6 --engine flags --state --limit 3");
    assert_eq!(
        cut.lines().collect::<Vec<_>>(),
        with_states.lines().take(3).collect::<Vec<_>>()
    );
}

#[test]
fn watching_ends_with_the_solution() {
    let frames = output("watch 4");
    assert!(
        frames.trim_end().ends_with("solution 1: c1 a2 d3 b4")
            || frames.contains("solution 1:")
    );
    assert_eq!(output("watch 4 --limit 3").matches("step ").count(), 3);
}

#[test]
fn a_recording_is_a_file_even_if_a_limit_stops_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    let record = |arguments: &str, name: &str| {
        queens(&format!("record {arguments} -o {}", file(name).display()))
    };
    // The suffix decides the format; one solution ends it.
    let told = record("4 --first -e flags", "first.svg").assert().success();
    let told = String::from_utf8(told.get_output().stderr.clone()).unwrap();
    let svg = std::fs::read_to_string(file("first.svg")).unwrap();
    assert!(
        told.contains("of flags in ")
            && svg.matches("solution 1: c1 a2 d3 b4").count() == 1,
        "{told}"
    );
    record("4 --format gif --steps 2..3", "gif")
        .assert()
        .success();
    let gif = std::fs::read(file("gif")).unwrap();
    assert!(gif.starts_with(b"GIF89a") && gif.ends_with(b";"));
    assert_eq!(
        queens("record 4 --steps 2..3")
            .assert()
            .success()
            .get_output()
            .stdout,
        gif
    );
    let stopped = record("8 -e flags --node-limit 30 --steps 1..2000", "partial.svg")
        .assert()
        .code(3);
    let told = String::from_utf8(stopped.get_output().stderr.clone()).unwrap();
    assert!(
        told.contains("partial recording: steps 1 to") && told.contains("node limit"),
        "{told}"
    );
    assert!(
        std::fs::read_to_string(file("partial.svg"))
            .unwrap()
            .contains("(partial)</title>")
    );
    // Nothing is written if the first step is not reached.
    record("8 -e flags --node-limit 30 --steps 1500..1600", "none.svg")
        .assert()
        .code(3);
    assert!(!file("none.svg").exists());
}

#[test]
fn a_stopped_watch_reports_no_solution() {
    let watched = queens("watch 8 --limit 2 -e flags").assert().success();
    watched.stderr(predicate::str::contains(
        "2 steps, 0 solutions, stopped by --limit",
    ));
}
