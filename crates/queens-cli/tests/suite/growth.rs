//! Growth of searches and of counts over the sizes.

use crate::common::{json, output, queens};
use predicates::prelude::*;

#[test]
fn growth_counts_the_nodes_of_the_tree() {
    // OEIS A319283: nodes of the backtrack tree, root included; A000170.
    let table = output("growth 4..8 --engine flags,rows,join --format csv");
    let column = |engine: &str, column: usize| -> Vec<_> {
        let lines = table
            .lines()
            .filter(|line| line.split(',').next() == Some(engine));
        lines
            .map(|line| line.split(',').nth(column).unwrap().to_owned())
            .collect()
    };
    assert_eq!(column("flags", 3), ["17", "54", "153", "552", "2057"]);
    for engine in ["flags", "rows", "join"] {
        assert_eq!(column(engine, 2), ["2", "10", "4", "40", "92"], "{engine}");
    }
    assert_eq!(
        json("growth 4..5 --engine flags,rows --format json")["series"][1]["engine"],
        "rows"
    );
    let svg = output("growth 4..7 --format svg");
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
}

#[test]
fn growth_counts_the_levels_of_the_tree() {
    // OEIS A319284.
    let tree = json("growth 8..8 --profile --format json");
    assert_eq!(
        tree["trees"][0]["levels"],
        serde_json::json!([1, 8, 42, 140, 344, 568, 550, 312, 92])
    );
    assert_eq!(tree["trees"][0]["nodes"], 2057);
    queens("growth 4..8 --profile")
        .assert()
        .success()
        .stderr(predicate::str::contains("as published"));
    queens("growth 4..8 --profile --format svg")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("--format"));
}

#[test]
fn growth_accepts_words_in_either_order() {
    // OEIS A007705: tori of 5 and 7.
    for words in ["torus 5..7", "5..7 torus"] {
        let table = output(&format!("growth {words} --format csv"));
        let counts: Vec<_> = table
            .lines()
            .skip(1)
            .map(|line| line.split(',').nth(2).unwrap())
            .collect();
        assert_eq!(counts, ["10", "0", "28"], "{words}");
    }
    assert_eq!(
        output("growth 6 --engine flags --format csv")
            .lines()
            .count(),
        2
    );
}

#[test]
fn a_b_file_has_the_size_before_the_count() {
    assert_eq!(output("count 6 --format bfile"), "6 4\n");
    assert_eq!(output("count 8 --fundamental --format bfile"), "8 12\n");
}

#[test]
fn a_plot_labels_its_ticks() {
    let plot = output("growth 8..9 --engines flags --format svg");
    for tick in ["2000", "5000"] {
        assert!(plot.contains(&format!("\n{tick}\n")), "{tick}: {plot}");
    }
    // The join has no nodes on boards as small as these.
    assert!(output("growth 4..5 --engines join --format svg").contains("no nodes"));
}
