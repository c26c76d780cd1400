//! Every JSON document that the command prints, against `docs/guide/formats.md` and
//! against a count by brute force.

use crate::common::queens;
use queens::check;
use queens::placement::Placement;
use queens::problem::{Bounds, Problem};
use queens::reference;
use queens::square::Square;
use serde_json::Value;
use std::collections::BTreeSet;

const FORMATS: &str = include_str!("../../../../docs/guide/formats.md");

/// The document that the command prints, whatever its exit status.
fn document(arguments: &str, input: &str) -> Value {
    let output = queens(arguments)
        .write_stdin(input)
        .output()
        .expect("it runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "{arguments}: {error}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    })
}

/// The paragraphs and table rows of the guide that speak of a schema.
fn told_of(schema: &str) -> String {
    let rows = FORMATS
        .lines()
        .filter(|line| line.starts_with('|') && line.contains(schema));
    let sections = FORMATS
        .split("\n### ")
        .filter(|section| section.contains(schema));
    // Either a section, or a row in a table of several documents.
    let rows: Vec<&str> = rows.collect();
    if rows.is_empty() || schema == "queens/solutions/1" {
        return sections.collect::<Vec<_>>().concat();
    }
    rows.concat()
}

/// All keys of a document, but those of objects whose keys are data.
fn keys<'v>(value: &'v Value, found: &mut BTreeSet<&'v str>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                found.insert(key);
                if key != "counted" && key != "state" && key != "puzzle" {
                    keys(value, found);
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| keys(value, found)),
        _ => {}
    }
}

/// Returns the schema of the document of a command. The guide must name all its fields.
pub(crate) fn documented_schema(command: &str, document: &Value) -> String {
    let schema = document["schema"]
        .as_str()
        .unwrap_or_else(|| panic!("{command}: no schema"))
        .to_owned();
    let told = told_of(&schema);
    assert!(
        !told.is_empty(),
        "{command}: the guide does not describe {schema}"
    );
    let mut all = BTreeSet::new();
    keys(document, &mut all);
    all.remove("schema");
    let untold: Vec<&str> = all
        .into_iter()
        .filter(|key| !told.contains(&format!("`{key}`")))
        .collect();
    assert!(
        untold.is_empty(),
        "{command}: {schema} has {untold:?}, of which the guide does not tell"
    );
    schema
}

const PUZZLE: &str = "AABBCC\nAABBCC\nDABBEC\nDDBFEC\nDDFFEE\nDFFFEE\n";

#[test]
fn the_guide_names_every_field_of_every_document() {
    let commands = [
        ("solve 8 --format json", ""),
        ("solve 3 --format json", ""),
        ("solve 8 --given a1,c3 --format json", ""),
        ("solve 8 --given b1,a7,h8 --format json", ""),
        ("solve torus 6 --format json", ""),
        ("solve 4; rows: 2 --format json", ""),
        ("solve most 5 --format json", ""),
        ("list 6 --format json", ""),
        ("count 8 --format json", ""),
        ("count 4..6 --format json", ""),
        ("count 8 --by-class --format json", ""),
        ("compare 5 --format json", ""),
        ("variants --format json", ""),
        ("engines --format json", ""),
        ("bench 5 --runs 1 --format json", ""),
        ("growth 4..6 --format json", ""),
        ("growth 4..6 --profile --format json", ""),
        ("search jugs --format json", ""),
        ("search rivals 5 --format json", ""),
        ("verify --problem 4 --format json", "2 4 1 3\n"),
        ("estimate 6 --format json", ""),
        ("estimate 8 --nodes --error 0.5 --format json", ""),
        ("estimate 8 --time --format json", ""),
        ("export 5 --to json", ""),
        ("puzzle solve -f json", PUZZLE),
        ("puzzle solve --count -f json", PUZZLE),
        ("puzzle explain -f json", PUZZLE),
        ("puzzle hint -f json", PUZZLE),
        ("puzzle repair -f json", PUZZLE),
        ("puzzle generate 5 -f json", ""),
        ("puzzle show -f json", PUZZLE),
    ];
    let mut schemas = BTreeSet::new();
    for (command, input) in commands {
        schemas.insert(documented_schema(command, &document(command, input)));
    }
    assert!(schemas.len() >= 20, "{schemas:?}");
}

/// All solutions by brute force: every set of squares whose queens can stand together,
/// checked by plain arithmetic.
fn all_solutions(problem: &Problem) -> Vec<Placement> {
    fn extend(
        problem: &Problem,
        queens: &mut Vec<Square>,
        rest: &[Square],
        found: &mut Vec<Placement>,
    ) {
        let placement = Placement::new(queens.clone());
        if check::solution(problem, &placement).is_ok() {
            found.push(placement);
        }
        for (i, &square) in rest.iter().enumerate() {
            queens.push(square);
            if check::consistent(problem, queens).is_ok() {
                extend(problem, queens, &rest[i + 1..], found);
            }
            queens.pop();
        }
    }
    let squares: Vec<Square> = problem.every_square().collect();
    let mut found = Vec::new();
    extend(problem, &mut Vec::new(), &squares, &mut found);
    found
}

const PROBLEMS: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "2x3",
    "torus 4",
    "torus 5",
    "rooks 3",
    "kings 3; total: 2",
    "knights 3; total: 8",
    "4 --given b1",
    "4 --given a1",
    "4 --given a1,b2",
];

/// The problem of these arguments, by its text in the document.
fn problem_of(document: &Value) -> Problem {
    document["problem"]
        .as_str()
        .expect("a problem")
        .parse()
        .expect("the text of a problem")
}

/// Holds a document of solutions against the number of all of them.
fn judge(command: &str, document: &Value, problem: &Problem, all: &[Placement]) {
    let text = |key: &str| {
        document[key]
            .as_str()
            .unwrap_or_else(|| panic!("{command}: {key}"))
            .to_owned()
    };
    let shown = document["solutions"].as_array().expect("solutions");
    assert_eq!(document["count"], shown.len(), "{command}");
    for solution in shown {
        let squares =
            solution["queens"]
                .as_array()
                .expect("queens")
                .iter()
                .map(|square| {
                    let number =
                        |at: usize| square[at].as_u64().expect("a number") as u32;
                    Square::new(number(0), number(1))
                });
        assert!(
            all.contains(&Placement::new(squares.collect())),
            "{command}: {solution}"
        );
    }
    assert_eq!(document["complete"], true, "{command}");
    match text("verdict").as_str() {
        "none" => assert!(all.is_empty() && shown.is_empty(), "{command}"),
        "the only one" => assert_eq!((all.len(), shown.len()), (1, 1), "{command}"),
        "one of several" => assert!(all.len() > 1 && !shown.is_empty(), "{command}"),
        "at least one" => assert!(!shown.is_empty(), "{command}"),
        other => panic!("{command}: {other}"),
    }
    match document.get("published") {
        Some(published) => {
            assert_eq!(
                published.as_str(),
                Some(all.len().to_string().as_str()),
                "{command}"
            );
            assert_ne!(text("verdict"), "at least one", "{command}");
        }
        None => assert!(
            shown.is_empty() || reference::published(problem).is_none(),
            "{command}"
        ),
    }
    assert_eq!(document.get("proof").is_some(), all.is_empty(), "{command}");
}

#[test]
fn verdicts_agree_with_brute_force() {
    for problem in PROBLEMS {
        for options in [
            "solve",
            "solve --first",
            "list",
            "list --limit 1",
            "list --limit 2",
        ] {
            let (command, options) = options.split_once(' ').unwrap_or((options, ""));
            let command = format!("{command} {problem} {options} --format json");
            let document = document(&command, "");
            let asked = problem_of(&document);
            if command.starts_with("solve") && document["engine"] == "maximum" {
                continue;
            }
            let all = all_solutions(&asked);
            judge(&command, &document, &asked, &all);
            if options.is_empty() {
                let verdict =
                    ["none", "the only one", "one of several"][all.len().min(2)];
                assert_eq!(document["verdict"], verdict, "{command}");
            }
            if command.starts_with("list") {
                let limit = options
                    .rsplit(' ')
                    .next()
                    .and_then(|word| word.parse().ok())
                    .unwrap_or(usize::MAX);
                assert_eq!(document["count"], all.len().min(limit), "{command}");
            }
        }
    }
}

/// The size of a largest set is no number of sets.
#[test]
fn a_largest_set_has_the_verdict_at_least_one() {
    for problem in PROBLEMS
        .into_iter()
        .filter(|problem| !problem.contains("total:"))
    {
        let command = format!("solve most {problem} --format json");
        let document = document(&command, "");
        // In the document stands the problem whose solution the set is: any number of
        // queens.
        let asked = problem_of(&document);
        assert_eq!(asked.units().total, Bounds::ANY, "{command}");
        let sets = all_solutions(&asked);
        let largest = sets.iter().map(Placement::len).max();
        let shown = document["solutions"].as_array().expect("solutions");
        let verdict = if largest.is_some() {
            "at least one"
        } else {
            "none"
        };
        assert_eq!(
            (&document["verdict"], document.get("published")),
            (&verdict.into(), None),
            "{command}"
        );
        let size = shown
            .first()
            .map(|set| set["queens"].as_array().expect("queens").len());
        assert_eq!(size, largest, "{command}");
    }
}

/// 4 fundamental solutions are not all 8, and one is not the only one.
#[test]
fn a_count_of_the_best_sets_has_their_size() {
    let mix = "4; pieces: queens, knights; equal: all; best: greatest number of queens";
    for question in [
        "armies 4",
        "most 4x4x4",
        "dominating 4",
        "uncompletable 4",
        mix,
    ] {
        let count = document(&format!("count {question} --format json"), "");
        let size = document(&format!("solve {question} --format json"), "");
        assert!(count["bound"].is_u64(), "{question}: {count}");
        assert_eq!(count["bound"], size["bound"], "{question}");
    }
}

#[test]
fn a_fundamental_count_is_not_the_count_of_solutions() {
    // OEIS A000170 and A002562.
    for (size, all, fundamental) in [(1, 1, 1), (4, 2, 1), (5, 10, 2), (6, 4, 1)] {
        let document = document(&format!("list {size} --fundamental --format json"), "");
        let verdict = if all == 1 {
            "the only one"
        } else {
            "one of several"
        };
        assert_eq!(
            (&document["count"], &document["verdict"]),
            (&fundamental.into(), &verdict.into()),
            "{size}"
        );
        assert_eq!(document["published"], all.to_string(), "{size}");
    }
    // Three rooks on a board with a hole: nobody published their number, and its only
    // symmetry is the transposition.
    let document = document(
        "list 3; piece: rook; holes: a1 --fundamental --format json",
        "",
    );
    assert!(
        ["one of several", "at least one"]
            .contains(&document["verdict"].as_str().expect("a verdict"))
    );
    assert_eq!(document.get("published"), None);
}

/// OEIS A103330: with one pawn there are 16 ways for five queens and more on a board of
/// five.
#[test]
fn documents_of_queens_and_pawns_have_the_published_count() {
    let document = document("solve 6; pieces: 7 queens, 1 pawn --format json", "");
    let known = reference::with_pawns(6, 1, false).expect("a published number");
    assert_eq!(document["published"], known.value.to_string());
    assert_eq!(
        (&document["source"], &document["verdict"]),
        (&"A103330".into(), &"one of several".into())
    );
}

#[test]
fn puzzles_are_counted_in_a_separate_field() {
    // Five rows: 14 solutions, counted by a separate program.
    let rows = "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n";
    let counted = document("puzzle solve --count -f json", rows);
    assert_eq!(
        (&counted["verdict"], &counted["count"]),
        (&"one of several".into(), &14.into())
    );
    assert_eq!(
        (&counted["complete"], &counted["outcome"]),
        (&true.into(), &"exhausted".into())
    );
    let two = document("puzzle solve -f json", rows);
    assert_eq!(
        (&two["verdict"], &two["outcome"]),
        (&"one of several".into(), &"found".into())
    );
}

/// A result that a limit cut short says so on standard output, whatever the form.
#[test]
fn marks_partial_results_in_every_format() {
    for command in [
        "list 12 --node-limit 1000",
        "count 8..13 --node-limit 3000 -e backtracking",
        "growth 6..12 --engines backtracking --node-limit 3000",
        "bench 8..9 --runs 1 --node-limit 100",
        "compare 9 --engines backtracking --node-limit 100",
        "growth 4..14 --profile --node-limit 3000",
    ] {
        for format in ["text", "csv", "json"] {
            let command = format!("{command} --format {format}");
            let output = queens(&command).output().expect("it runs");
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(3), "{command}: {printed}");
            // The table of `compare` has `6+` for 6 or more, in a line for each engine.
            let mark = if command.starts_with("compare") && format == "text" {
                "6+ "
            } else {
                "stopped by the node limit"
            };
            assert!(printed.contains(mark), "{command}: {printed}");
        }
    }
    // Pictures have a visible word as well, which SVG holds as text.
    let output = queens("list 12 --node-limit 1000 --format svg")
        .output()
        .expect("it runs");
    let picture = String::from_utf8_lossy(&output.stdout);
    assert!(
        picture.contains("stopped by the node limit") && picture.contains(" (partial)\""),
        "{picture}"
    );
    for format in ["board", "ndjson", "html"] {
        let command = format!("list 12 --node-limit 1000 --format {format}");
        let output = queens(&command).output().expect("it runs");
        assert!(
            String::from_utf8_lossy(&output.stdout).contains("stopped by the node limit"),
            "{command}"
        );
    }
}
