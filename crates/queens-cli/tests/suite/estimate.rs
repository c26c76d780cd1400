//! `estimate`: what a count will come to, beside what is published.

use crate::common::queens;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn document(words: &str) -> (Option<i32>, Value) {
    let output = queens(&format!("estimate {words} --format json")).output().expect("the command runs");
    (output.status.code(), serde_json::from_slice(&output.stdout).expect("a document"))
}

/// A000170(14), A051223(12), A319283(12): the interval of a fixed seed, twice as wide, holds what is published.
#[test]
fn what_is_published_is_in_the_interval() {
    for (words, published) in [
        ("14 --error 10% --seed 1", 365_596.0_f64),
        ("superqueens 14 --error 20% --seed 1", 5_180.0),
        ("12 --nodes --seed 1", 856_189.0),
    ] {
        let (code, found) = document(words);
        let part = if words.contains("nodes") { "nodes" } else { "estimate" };
        let ends = ["ln_low", "ln_high"].map(|end| found[part][end].as_f64().expect("an end"));
        let reach = ends[1] - ends[0];
        assert!(reach > 0.0 && reach < 0.5, "{found}");
        let ln = published.ln();
        assert!(ends[0] - reach / 2.0 < ln && ln < ends[1] + reach / 2.0, "{ln}: {found}");
        assert_eq!(code, Some(0));
    }
}

/// The figures are the same whatever the threads.
#[test]
fn threads_change_nothing() {
    let figures = |threads| {
        let (_, mut found) = document(&format!("13 --error 20% --seed 5 --threads {threads}"));
        found.as_object_mut().expect("fields").retain(|name, _| !name.contains("seconds"));
        found
    };
    assert_eq!(figures(1), figures(3));
}

#[test]
fn small_boards_are_counted_and_bad_words_refused() {
    for size in [3, 8] {
        let counted = queens(&format!("estimate {size}")).assert().success().stdout(contains("counted"));
        counted.stderr(contains("as published (A000170)").and(contains("interval").not()));
    }
    queens("estimate 8 --error 0").assert().code(2).stderr(contains("'0' is not a valid error"));
    let (code, found) = document("40 --total any --time-limit 1s");
    assert_eq!((code, &found["refused"]), (Some(3), &"open-total".into()), "{found}");
}

/// Chains that are shorter than the stretch between two looks at the limits.
#[test]
fn limits_hold_for_short_chains() {
    let (code, found) = document("10 --error 0.01% --node-limit 3000000 --threads 1");
    let proposals = found["proposals"].as_u64().expect("proposals");
    assert_eq!((code, &found["outcome"]), (Some(3), &"stopped by the node limit".into()), "{found}");
    assert!((3_000_000..=3_050_000).contains(&proposals), "{found}");
}

/// A published sequence takes hours beyond 23 queens on one thread; the word comes after the first seconds.
#[test]
fn a_long_count_says_how_long_it_takes() {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(["count", "24", "--threads", "1"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command runs");
    let mut line = String::new();
    let mut stderr = std::io::BufReader::new(child.stderr.take().expect("a pipe"));
    std::io::BufRead::read_line(&mut stderr, &mut line).expect("a line");
    child.kill().expect("it still counts");
    child.wait().expect("it ends");
    assert!(line.contains("this takes about") && line.contains("--time-limit"), "{line}");
    assert!(line.contains("campaign plan"), "{line}");
    queens("count 10").assert().success().stderr(contains("takes about").not());
}

/// What is drawn are the published counts and the lines of a file.
#[test]
fn the_growth_law_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("law.csv");
    std::fs::write(&file, "n,ln,ln_low,ln_high\n100,270.26,270.23,270.29\n").expect("a file");
    let law = |file: &std::path::Path| queens(&format!("estimate --law {}", file.display())).assert();
    law(&file).success().stdout(contains("</svg>").and(contains("95 % interval")));
    law(&folder.path().join("none.csv")).code(2).stderr(contains("none.csv"));
}
