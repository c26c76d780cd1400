//! `estimate`: what a count will come to, beside what is published.

use crate::common::queens;
use predicates::prelude::*;
use predicates::str::contains;
use serde_json::Value;

fn document(words: &str) -> (Option<i32>, Value) {
    let output = queens(&format!("estimate {words} --format json"))
        .output()
        .expect("the command runs");
    (
        output.status.code(),
        serde_json::from_slice(&output.stdout).expect("a document"),
    )
}

/// A000170(14), A051223(12), A319283(12): the interval of a fixed seed, twice as wide,
/// holds what is published.
#[test]
fn intervals_contain_the_published_values() {
    for (words, published) in [
        ("14 --error 10% --seed 1", 365_596.0_f64),
        ("superqueens 14 --error 20% --seed 1", 5_180.0),
        ("12 --nodes --seed 1", 856_189.0),
    ] {
        let (code, found) = document(words);
        let part = if words.contains("nodes") {
            "nodes"
        } else {
            "estimate"
        };
        let ends =
            ["ln_low", "ln_high"].map(|end| found[part][end].as_f64().expect("an end"));
        let reach = ends[1] - ends[0];
        assert!(reach > 0.0 && reach < 0.5, "{found}");
        let ln = published.ln();
        assert!(
            ends[0] - reach / 2.0 < ln && ln < ends[1] + reach / 2.0,
            "{ln}: {found}"
        );
        assert_eq!(code, Some(0));
    }
}

/// The figures are the same whatever the threads.
#[test]
fn threads_change_nothing() {
    let figures = |threads| {
        let (_, mut found) =
            document(&format!("13 --error 20% --seed 5 --threads {threads}"));
        found
            .as_object_mut()
            .expect("fields")
            .retain(|name, _| !name.contains("seconds"));
        found
    };
    assert_eq!(figures(1), figures(3));
}

#[test]
fn counts_small_boards_and_refuses_bad_words() {
    for size in [3, 8] {
        let counted = queens(&format!("estimate {size}"))
            .assert()
            .success()
            .stdout(contains("counted"));
        counted
            .stderr(contains("as published (A000170)").and(contains("interval").not()));
    }
    queens("estimate 8 --error 0")
        .assert()
        .code(2)
        .stderr(contains("'0' is not a valid error"));
    let (code, found) = document("40; total: any --time-limit 1s");
    assert_eq!(
        (code, &found["refused"]),
        (Some(3), &"open-total".into()),
        "{found}"
    );
}

/// Chains that are shorter than the stretch between two looks at the limits.
#[test]
fn limits_apply_to_short_chains() {
    let (code, found) = document("10 --error 0.01% --node-limit 3000000 --threads 1");
    let proposals = found["proposals"].as_u64().expect("proposals");
    assert_eq!(
        (code, &found["outcome"]),
        (Some(3), &"stopped by the node limit".into()),
        "{found}"
    );
    assert!((3_000_000..=3_050_000).contains(&proposals), "{found}");
}

/// The lines on standard error of a count, up to its forecast; it is ended then.
fn until_forecast(arguments: &str) -> Vec<String> {
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(arguments.split(' '))
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command runs");
    let stderr = std::io::BufReader::new(child.stderr.take().expect("a pipe"));
    let mut lines = Vec::new();
    for line in std::io::BufRead::lines(stderr) {
        let line = line.expect("text");
        let is_forecast =
            line.contains("this takes about") || line.contains("no time estimate");
        lines.push(line);
        if is_forecast {
            break;
        }
    }
    child.kill().expect("it still counts");
    child.wait().expect("it ends");
    lines
}

/// A count of 24 queens takes hours on one thread; the forecast comes within seconds,
/// with what is known (A000170).
#[test]
fn a_long_count_prints_a_forecast() {
    let lines = until_forecast("count 24 --threads 1");
    for words in [
        "this takes about",
        "on 1 thread",
        "227,514,171,973,736 (A000170)",
        "--time-limit",
        "campaign plan",
    ] {
        assert!(lines[0].contains(words), "{words}: {lines:?}");
    }
    queens("count 10")
        .assert()
        .success()
        .stderr(contains("takes about").not());
}

/// A000170 ends at 27; no two threads count 28 in a year.
#[test]
fn a_count_beyond_the_record_prints_its_cost() {
    for size in ["28", "32"] {
        let lines = until_forecast(&format!("count {size} --threads 2"));
        assert!(
            lines[0].contains("n = 27") && lines[0].contains("234,907,967,154,122,528"),
            "{lines:?}"
        );
        // A machine that is busy with much else does not end enough units of any board.
        if lines[1].contains("no time estimate available") {
            continue;
        }
        for words in ["years on 2 threads", "queens estimate", "campaign plan"] {
            assert!(lines[1].contains(words), "{size}, {words}: {lines:?}");
        }
    }
}

/// Variants have a forecast by their work units or by a smaller board, or, on a machine
/// that is too busy to measure either, a word that there is none: never silence, and
/// never minutes for what takes months.
#[test]
fn a_variant_has_a_forecast_too() {
    for problem in ["torus 29", "superqueens 26"] {
        let lines = until_forecast(&format!("count {problem} --threads 2"));
        let forecast = lines.last().expect(problem);
        let is_long = ["years on", "days on", " h on", "min on"]
            .iter()
            .any(|unit| forecast.contains(unit));
        assert!(
            is_long || forecast.contains("no time estimate available"),
            "{problem}: {forecast}"
        );
    }
}

/// The words are the same in text, and the figures in JSON.
#[test]
fn the_time_of_a_count_states_its_threads() {
    let (code, found) = document("21 --time --threads 2");
    let number = |field: &str| found[field].as_f64().expect("a number");
    assert_eq!((code, number("threads")), (Some(0), 2.0), "{found}");
    assert!(
        number("low") < number("seconds") && number("seconds") < number("high"),
        "{found}"
    );
    let known = queens("estimate 8 --time --threads 1").assert().success();
    known.stderr(contains("on 1 thread, if nothing else runs"));
}

/// The plot shows the published counts and the lines of a file.
#[test]
fn draws_the_growth_law() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("law.csv");
    std::fs::write(&file, "n,ln,ln_low,ln_high\n100,270.26,270.23,270.29\n")
        .expect("a file");
    let law =
        |file: &std::path::Path| queens(&format!("law {}", file.display())).assert();
    law(&file)
        .success()
        .stdout(contains("</svg>").and(contains("95 % interval")));
    law(&folder.path().join("none.csv"))
        .code(2)
        .stderr(contains("none.csv"));
}
