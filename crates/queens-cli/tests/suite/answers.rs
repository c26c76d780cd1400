//! Answers of the command against the source documents and published values.

use crate::common::queens;
use predicates::prelude::*;

/// Standard output of a command that succeeds.
fn output(arguments: &str) -> String {
    let output = queens(arguments)
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    String::from_utf8(output).expect("the output is text")
}

/// The same as JSON.
fn json(arguments: &str) -> serde_json::Value {
    serde_json::from_str(&output(arguments)).expect("the output is JSON")
}

/// OEIS A000170, n = 0..=10.
const COUNTS: [u64; 11] = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724];

/// OEIS A002562, n = 1..=10.
const FUNDAMENTAL: [u64; 10] = [1, 0, 0, 1, 2, 1, 6, 12, 46, 92];

#[test]
fn a_number_alone_prints_a_solution() {
    let (alone, solve) = (output("8"), output("solve 8"));
    assert_eq!(alone, solve);
    assert_eq!(output(""), solve);
    assert_eq!(alone.matches('Q').count(), 8);
}

#[test]
fn counts_match_published_values() {
    for (n, count) in COUNTS.into_iter().enumerate() {
        assert_eq!(
            output(&format!("count {n}")).trim(),
            count.to_string(),
            "n = {n}"
        );
        assert_eq!(
            output(&format!("count {n} --threads 2")).trim(),
            count.to_string(),
            "n = {n}"
        );
    }
    for (n, count) in (1..).zip(FUNDAMENTAL) {
        assert_eq!(
            output(&format!("count {n} --fundamental")).trim(),
            count.to_string(),
            "n = {n}"
        );
        let listed = output(&format!("list {n} --fundamental --limit 1000"));
        let expected = if n == 0 { 1 } else { count as usize };
        assert_eq!(listed.lines().count(), expected, "n = {n}");
    }
}

#[test]
fn eight_queens_by_class() {
    // Twelve fundamental solutions, one of them point-symmetric (Gunther 1874).
    let classes = json("count 8 --by-class --format json");
    let rows = classes["classes"].as_array().unwrap();
    let of = |name: &str| {
        rows.iter()
            .find(|row| row["class"] == name)
            .unwrap()
            .clone()
    };
    assert_eq!(of("ordinary")["fundamental"], 11);
    assert_eq!(of("point-symmetric")["solutions"], 4);
    assert_eq!(of("rotary")["solutions"], 0);
    assert_eq!(classes["solutions"], 92);
}

#[test]
fn lists_follow_the_order_of_the_source_documents() {
    // Myers 1999, for boardsize=6.
    assert_eq!(
        output("list 6"),
        "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n5 3 1 6 4 2\n"
    );
    assert_eq!(output("list 6 --engine string-lists"), output("list 6"));
    assert_eq!(output("list 6 --format csv --limit 1"), "2,4,6,1,3,5\n");
    // The permutations of the Visual Prolog document.
    let prolog =
        "4 1 5 2 6 3 7\n5 3 1 6 4 2 7\n5 1 6 4 2 7 3\n1 5 2 6 3 7 4\n5 2 6 3 7 4 1\n";
    assert_eq!(output("list 7 --engine permutations --limit 5"), prolog);
    assert_eq!(output("list 7 --engine permutations").lines().count(), 40);
}

#[test]
fn variants_match_published_counts() {
    // A007705(2) = 10 for the torus of 5; A051223(10) = 4 superqueens.
    assert_eq!(output("count torus 5").trim(), "10");
    assert_eq!(output("count superqueens 10").trim(), "4");
    assert_eq!(output("count torus 6").trim(), "0");
}

#[test]
fn the_completion_of_nauck_has_two_solutions() {
    // Nauck 1850, with queens on b4 and d5 (CSPLib 079).
    assert_eq!(output("list 8 --given b4,d5").lines().count(), 2);
    assert_eq!(
        output("list 8 --given 3:1 --given 4:3"),
        output("list 8 --given b4,d5")
    );
}

#[test]
fn solve_reports_what_is_known() {
    let says = |arguments: &str, words: &str| {
        queens(arguments)
            .assert()
            .success()
            .stderr(predicate::str::contains(words));
    };
    // Of the two completions of Nauck's board one has a queen on a6, the other on a7.
    says("solve 8 --given b4,d5", "one of several solutions");
    says("solve 8 --given b4,d5,a6", "the only solution");
    // The six solutions of 6 queens leave the corners empty.
    says("solve 6 --given a1", "there is no solution");
    says("solve torus 5", "one of 10 solutions");
    says(
        "solve torus 6",
        "there is no solution: the diagonals cannot have the required sum",
    );
    // OEIS A051223.
    says(
        "solve superqueens 6",
        "there is no solution: every possibility was tried",
    );
    says(
        "solve 30; total: 31",
        "the problem demands at least 31 queens, but its lines and total take at most 30",
    );
    says(
        "solve torus 6 --engine sat",
        "the SAT solver refuted the clauses",
    );
    queens("solve torus 6 --sat-exit-codes").assert().code(20);
    queens("solve torus 5 --sat-exit-codes").assert().code(10);
}

/// Nothing but the error is written.
#[test]
fn an_engine_that_refuses_writes_nothing() {
    for arguments in [
        "solve 12 --engine modular -f ndjson",
        "solve torus 5 --engine residual -f html",
    ] {
        queens(arguments)
            .assert()
            .code(2)
            .stdout("")
            .stderr(predicate::str::contains("cannot answer this"));
    }
    queens("solve torus 5 --engine modular").assert().success();
}

#[test]
fn finds_the_largest_sets() {
    // OEIS A085801 (queens on the torus), n = 1..=9; kings: one in each block of four
    // squares.
    let most = |arguments: &str, count: usize| {
        let squares = output(&format!("solve most {arguments} --format json"));
        let document: serde_json::Value = serde_json::from_str(&squares).unwrap();
        assert_eq!(
            document["solutions"][0]["queens"].as_array().unwrap().len(),
            count,
            "{arguments}"
        );
    };
    for (n, count) in (1..).zip([1, 1, 1, 2, 5, 4, 7, 6, 7]) {
        most(&format!("torus {n}"), count);
    }
    most("kings 5", 9);
    most("bishops 5", 8);
    most("bishops 60", 118);
    most("8", 8);
}

/// A largest set is shown where any number of pieces is a solution. 13 knights fill the
/// squares of one colour; the numbers of queens come from trying all sets on five rows.
#[test]
fn completes_a_board_of_any_number_with_a_largest_set() {
    let pieces = |arguments: &str| {
        let document = json(&format!("{arguments} --format json"));
        document["solutions"][0]["queens"]
            .as_array()
            .expect("a solution")
            .len()
    };
    let sizes = [("rooks", 5), ("bishops", 8), ("knights", 13), ("kings", 9)];
    for (variant, most) in
        sizes
            .into_iter()
            .chain([("triangle", 3), ("black", 3), ("white", 4)])
    {
        assert_eq!(pieces(&format!("{variant} 5")), most, "{variant}");
    }
    assert_eq!(pieces("rooks 5 --given b2"), 5);
    assert_eq!(pieces("knights 5; total: 4"), 4);
    assert_eq!(pieces("knights 5 --first"), 0);
    queens("knights 5")
        .assert()
        .stderr(predicate::str::contains("this is a largest set"));
    // The attacks of so many squares are not kept.
    assert!(pieces("knights 130") > 0);
}

#[test]
fn documents_include_the_published_count() {
    for (size, verdict, published) in [
        (1, "the only one", "1"),
        (4, "one of several", "2"),
        (8, "one of several", "92"),
    ] {
        let document = json(&format!("solve {size} --format json"));
        let told = [
            &document["verdict"],
            &document["published"],
            &document["source"],
        ];
        assert_eq!(
            told.map(serde_json::Value::as_str),
            [verdict, published, "A000170"].map(Some)
        );
    }
    let document = json("solve 3 --format json");
    assert_eq!(
        (&document["verdict"], document.get("published")),
        (&"none".into(), None)
    );
}

/// Larger than a placement may be; no row is written in no time.
#[test]
fn writes_the_explicit_solution_for_any_size() {
    for size in [100_000_001_u32, 1_000_000_000] {
        queens(&format!("solve {size} --format binary --time-limit 0"))
            .assert()
            .code(3);
    }
}

#[test]
fn writes_the_proof_of_a_negative_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof.drat");
    queens("solve torus 6 --proof")
        .arg(&proof)
        .assert()
        .success();
    let clauses =
        std::fs::read_to_string(folder.path().join("proof.cnf")).expect("clauses");
    assert!(clauses.lines().any(|line| line.starts_with("p cnf ")));
    assert_eq!(
        std::fs::read_to_string(&proof)
            .expect("proof")
            .lines()
            .last(),
        Some("0")
    );
    for (name, words) in [
        ("proof.cnf", ".drat"),
        ("proof.opb", ".pbp"),
        ("-", "a file name"),
    ] {
        let refused = queens(&format!("solve 3 --proof {name}"))
            .current_dir(&folder)
            .assert()
            .code(2);
        refused.stderr(predicate::str::contains(words));
    }
    let written = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(written, 2, "the proof and its clauses alone");
}

/// core_30_20_0 has no solution (`data/instances/answers.tsv`). Of its 20 free rows and
/// columns, 5 to 24, the sums are 2 * 290, and twice their squares 2 * 2 * 4870.
#[test]
fn explains_the_sums_of_the_diagonals() {
    let board = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../queens/tests/data/instances/core_30_20_0.txt"
    );
    let document = output(&format!("solve --board {board} --format json"));
    let document: serde_json::Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(
        (&document["verdict"], &document["engine"]),
        (&"none".into(), &"residual".into())
    );
    let proof = &document["proof"];
    assert_eq!(
        (&proof["kind"], &proof["queens"]),
        (&"diagonal sums".into(), &20.into())
    );
    assert_eq!(
        (&proof["sum"], &proof["squares"]),
        (&580.into(), &19_480.into())
    );
}

#[test]
fn solves_and_verifies_any_size() {
    for arguments in [
        "solve 1000003",
        "solve 1000003 --format csv",
        "solve 1000003 --random --seed 5",
    ] {
        let text = output(arguments);
        queens("verify --problem 1000003")
            .write_stdin(text)
            .assert()
            .success();
    }
    let binary = queens("solve 100000 --random --format binary")
        .assert()
        .success()
        .get_output()
        .stdout
        .clone();
    queens("verify").write_stdin(&binary[..]).assert().success();
    queens("verify --problem 100000")
        .write_stdin(&binary[..])
        .assert()
        .success();
    queens("verify --problem 8")
        .write_stdin(&binary[..])
        .assert()
        .code(2)
        .stderr(
            predicate::str::contains("100,000")
                .and(predicate::str::contains("'queens 8'")),
        );
    queens("verify")
        .write_stdin(&binary[..1000])
        .assert()
        .code(2)
        .stderr(predicate::str::contains("cut off"));
    assert_ne!(
        output("solve 100 --random --seed 1"),
        output("solve 100 --random --seed 2")
    );
    assert_eq!(
        output("solve 100 --random --seed 1"),
        output("solve 100 --random --seed 1")
    );
}

#[test]
fn checks_counts_with_another_engine() {
    let checked = |arguments: &str| {
        queens(arguments)
            .assert()
            .success()
            .stderr(predicate::str::contains("confirmed by "));
    };
    checked("count 10 --check");
    checked("count 9 --engine flags --check");
    checked("count 8 --given b4,d5 --check");
    checked("count torus 7 --check");
    checked("count 12 --kernel baseline --check");
    let bench = json("bench 8..9 --runs 1 --format json");
    assert!(bench["lines"].as_array().unwrap().len() >= 4);
}

#[test]
fn all_engines_agree_on_eight_queens() {
    let table = json("compare 8 --format json");
    let engines = table["engines"].as_array().unwrap();
    let all: Vec<_> = engines
        .iter()
        .filter(|engine| engine["finds"] == "all")
        .collect();
    assert!(all.len() >= 12, "{} engines", all.len());
    for engine in all {
        assert_eq!(engine["solutions"], 92, "{}", engine["engine"]);
    }
    queens("compare 8")
        .assert()
        .success()
        .stderr(predicate::str::contains("92 solutions, as published"));
}

#[test]
fn compare_lists_the_counts_of_each_source() {
    let table = json("compare 8 --format json");
    let engines = table["engines"].as_array().unwrap();
    let of = |id: &str| {
        engines
            .iter()
            .find(|engine| engine["engine"] == id)
            .unwrap()
    };
    assert_eq!(of("flags")["counted"]["calls"], 1965);
    assert_eq!(of("flags-on-entry")["counted"]["calls"], 2057);
    assert_eq!(of("incremental")["counted"]["row checks"], 15720);
    assert_eq!(of("incremental")["counted"]["diagonal checks"], 5508);
}

#[test]
fn describes_every_engine() {
    let ladder = json("engines --format json");
    for engine in ladder["engines"].as_array().unwrap() {
        let id = engine["id"].as_str().unwrap();
        queens(&format!("engines {id}"))
            .assert()
            .success()
            .stdout(predicate::str::contains(id));
        assert_eq!(engine["how"].as_array().unwrap().len(), 3);
    }
}

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
fn the_problem_solver_solves_other_problems() {
    let crossing = json("search missionaries --strategy bfs --format json");
    assert_eq!(
        crossing["answers"][0]["steps"].as_array().unwrap().len(),
        11
    );
    // Russell and Norvig: 418 km from Arad to Bucharest.
    assert_eq!(
        json("search route --strategy astar --format json")["answers"][0]["cost"],
        418
    );
    queens("search jugs --strategy bfs")
        .assert()
        .success()
        .stderr(predicate::str::contains("6 steps"));
    queens("search eight-puzzle --strategy idastar")
        .assert()
        .success();
    queens("search queens 6 --strategy all")
        .assert()
        .success()
        .stdout(predicate::str::contains("beam:16"));
}

#[test]
fn rivals_agree_and_match_their_document() {
    let rivals = json("search rivals 8 --format json");
    assert_eq!(rivals["same_answer"], true);
    assert_eq!(rivals["rivals"][0]["work"], 113);
    assert_eq!(rivals["rivals"][1]["work"], 989);
    assert_eq!(
        rivals["rivals"][0]["columns"],
        serde_json::json!([7, 3, 0, 2, 5, 1, 6, 4])
    );
}

#[test]
fn verify_reads_every_format_of_list() {
    for format in ["text", "board", "json", "ndjson", "csv", "html", "svg"] {
        let listed = output(&format!("list 6 --format {format}"));
        queens("verify")
            .write_stdin(listed)
            .assert()
            .success()
            .stdout(predicate::str::starts_with(
                "all 4 solutions found (A000170)",
            ));
    }
    queens("verify --problem")
        .arg("torus 6")
        .write_stdin("2 4 6 1 3 5\n")
        .assert()
        .code(1);
    queens("verify")
        .write_stdin("2 4 1 3\n2 4 1 3\n")
        .assert()
        .code(1)
        .stdout(predicate::str::contains("1 repeated"));
    queens("verify").write_stdin("1 2 3 4\n").assert().code(1);
}

#[test]
fn prints_completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        queens(&format!("completions {shell}"))
            .assert()
            .success()
            .stdout(predicate::str::contains("queens"));
    }
    queens("man")
        .assert()
        .success()
        .stdout(predicate::str::contains(".TH"));
    queens("man count")
        .assert()
        .success()
        .stdout(predicate::str::contains("threads"));
    queens("man campaign share")
        .assert()
        .success()
        .stdout(predicate::str::contains("queens-campaign-share"));
}

#[test]
fn every_page_that_a_manual_page_names_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    queens("man --output")
        .arg(folder.path().join("new"))
        .assert()
        .success()
        .stdout("");
    let pages: Vec<_> = std::fs::read_dir(folder.path().join("new"))
        .expect("pages")
        .flatten()
        .collect();
    let names: Vec<_> = pages
        .iter()
        .map(|page| page.file_name().into_string().expect("a name"))
        .collect();
    for page in &pages {
        let text = std::fs::read_to_string(page.path()).expect("a page");
        for line in text
            .lines()
            .filter(|line| line.starts_with("queens") && line.ends_with("(1)"))
        {
            let name = line.replace("\\-", "-").replace("(1)", ".1");
            assert!(names.contains(&name), "{:?} names {line}", page.file_name());
        }
    }
    assert!(
        names.contains(&"queens.1".to_owned())
            && names.contains(&"queens-campaign-run.1".to_owned())
    );
    assert!(!names.contains(&"queens-help.1".to_owned()));
    queens("man count --output x").assert().code(2);
    queens("man --output /dev/null")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("/dev/null"));
}

#[test]
fn reports_the_assumed_size_of_a_variant() {
    let told = predicate::str::contains("no size given: assuming torus 8");
    queens("solve torus --charset ascii")
        .assert()
        .success()
        .stderr(told.clone());
    queens("count torus").assert().success().stderr(told);
    queens("solve")
        .assert()
        .success()
        .stderr(predicate::str::contains("assuming").not());
}

#[test]
fn chooses_the_charset() {
    assert!(output("8 --charset ascii").is_ascii());
    assert_eq!(output("8 --charset unicode").matches('\u{265b}').count(), 8);
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
fn variants_are_listed_and_help_is_short() {
    assert!(
        json("variants --format json")["variants"]
            .as_array()
            .unwrap()
            .len()
            >= 18
    );
    for command in ["solve", "list", "count"] {
        let [short, long] =
            ["-h", "--help"].map(|option| output(&format!("{command} {option}")));
        assert!(
            short == long && short.lines().count() < 24,
            "{command}: {short}"
        );
        let help = output(&format!("help {command}"));
        assert!(
            help.contains("Examples:") && help.contains("--memory-limit"),
            "{command}: {help}"
        );
    }
    assert!(!output("help man").contains("--seed"));
    let completions = output("completions bash");
    assert!(
        ["exact-cover", "toroidal-semiqueens"]
            .iter()
            .all(|word| completions.contains(word))
    );
}

/// OEIS A141843.
#[test]
fn finds_the_first_solution_and_marks_an_unfinished_one() {
    assert_eq!(
        output("solve 8 --order lexicographic --format text").trim(),
        "1 5 8 6 3 7 2 4"
    );
    let solution = json("solve 12 --order lexicographic --format json");
    let columns: Vec<u64> = [1, 3, 5, 8, 10, 12, 6, 11, 2, 7, 9, 4]
        .map(|column| column - 1)
        .into();
    assert_eq!(
        solution["solutions"][0]["columns"],
        serde_json::json!(columns)
    );
    for engine in ["string-lists", "bitmask", "exact-cover", "residual", "sat"] {
        let found = output(&format!(
            "solve 12 -e {engine} --order lexicographic --format text"
        ));
        assert_eq!(found.trim(), "1 3 5 8 10 12 6 11 2 7 9 4", "{engine}");
    }
    queens("solve 12 -e join --order lexicographic")
        .assert()
        .code(2)
        .stderr(predicates::str::contains(
            "join cannot answer this: it only counts",
        ));
    queens("solve 40 --order lexicographic --format text --node-limit 20000")
        .assert()
        .code(3)
        .stderr(predicates::str::contains(
            "of its 40 queens are certain to be those of the lexicographically first one",
        ));
}

/// Numbers that readers of floating-point numbers would lose are strings of digits.
/// Rooks: n!
#[test]
fn numbers_above_two_to_the_53_are_strings_of_digits() {
    assert_eq!(
        json("count rooks 20; total: 20 --format json")["count"],
        "2432902008176640000"
    );
    assert_eq!(
        json("count rooks 18; total: 18 --format json")["count"],
        6402373705728000_u64
    );
    assert_eq!(json("count 8 --format json")["count"], 92);
    // OEIS A000170.
    let estimate = json("estimate 27 --error 50% --format json");
    assert_eq!(estimate["published"], "234907967154122528");
}

#[test]
fn prints_no_number_without_a_result() {
    for command in [
        "count 20 --fundamental",
        "count 20 --by-class",
        "count 40; unchanged: half-turn",
        "count kings 30; total: any",
    ] {
        let stopped = queens(&format!("{command} --time-limit 100ms"))
            .assert()
            .code(3)
            .stdout("");
        stopped.stderr(predicate::str::contains("no partial result"));
    }
    let none = queens("count 24..26 --time-limit 100ms").assert().code(3);
    none.stderr(predicate::str::contains("complete").not());
}

#[test]
fn a_b_file_has_the_size_before_the_count() {
    assert_eq!(output("count 6 --format bfile"), "6 4\n");
    assert_eq!(output("count 8 --fundamental --format bfile"), "8 12\n");
}

/// Polya 1918: none on a torus whose side is a multiple of two or three. And no nine
/// queens in eight rows.
#[test]
fn reports_that_there_is_no_random_solution() {
    for problem in ["torus 8", "torus 12", "8; total: 9"] {
        let none = queens(&format!("solve {problem} --random"))
            .assert()
            .success();
        none.stderr(predicate::str::contains("there is no solution: the "));
    }
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

#[test]
fn a_stopped_watch_reports_no_solution() {
    let watched = queens("watch 8 --limit 2 -e flags").assert().success();
    watched.stderr(predicate::str::contains(
        "2 steps, 0 solutions, stopped by --limit",
    ));
}
