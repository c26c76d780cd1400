//! The API as a program meets it: the documents of the command, jobs that can be watched
//! and ended.

use crate::client::{Answer, LONG, Server};
use campaign::{Campaign, CampaignPlan, CampaignRunOptions, run};
use queens::control::Limits;
use queens::parallel::JobQuestion;
use queens::problem::Problem;
use queens::simd::Kernel;
use queens_server::{AccessLogger, AccessRecord, Campaigns, ServeOptions};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

impl Server {
    /// Posts text as JSON.
    pub(crate) fn post_text(&self, target: &str, kind: &str, body: &str) -> Answer {
        let mut stream = self.connect();
        let length = body.len();
        write!(
            stream,
            "POST {target} HTTP/1.0\r\nHost: localhost\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("the server reads");
        Answer::read(stream)
    }

    /// Asks, and expects an answer.
    pub(crate) fn ask(&self, question: &str, body: &Value) -> Value {
        let answer = self.post(question, body);
        assert_eq!(answer.status, 200, "{question} {body}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    /// The same, of an answer that is text.
    pub(crate) fn ask_text(&self, question: &str, body: &Value) -> String {
        let answer = self.post(question, body);
        assert_eq!(answer.status, 200, "{question} {body}: {}", answer.body);
        answer.body
    }

    pub(crate) fn post(&self, question: &str, body: &Value) -> Answer {
        self.post_text(
            &format!("/api/v1/{question}"),
            "application/json",
            &body.to_string(),
        )
    }
}

/// A103330, A103331, A146303, A002562, A032522 and A033148.
#[test]
fn answers_every_kind_of_count() {
    let server = Server::start(14, 4);
    for (problem, is_fundamental, count) in [
        ("queens 8\npieces: 9 queens, 1 pawn", false, 128),
        ("queens 8\npieces: 9 queens, 1 pawn", true, 16),
        ("maximal 8", false, 10_188),
        ("queens 13", true, 9_233),
        ("queens 12\nunchanged: half-turn", false, 80),
        ("queens 12\nunchanged: quarter-turn", false, 8),
    ] {
        let answer = server.ask(
            "count",
            &json!({ "problem": problem, "fundamental": is_fundamental }),
        );
        assert_eq!(
            (&answer["count"], &answer["complete"]),
            (&json!(count), &json!(true)),
            "{problem}"
        );
        assert_eq!(answer["problem"], problem, "{answer}");
    }
    // Of a part of the solutions nobody knows how many they are up to symmetry.
    let part = server.ask(
        "count",
        &json!({ "problem": "12", "fundamental": true, "seconds": 0 }),
    );
    assert_eq!(
        (&part["count"], &part["complete"]),
        (&json!(0), &json!(false)),
        "{part}"
    );
    for asked in [
        json!({ "problem": "8; unchanged: slide" }),
        json!({ "problem": "8", "question": "armies" }),
    ] {
        assert_eq!(server.post("count", &asked).status, 422, "{asked}");
    }
    let pawns = json!({ "problem": "8; pieces: 9 queens, 1 pawn" });
    let solved = server.ask("solve", &pawns);
    let number = |at: usize| solved["groups"][at]["squares"].as_array().map(Vec::len);
    assert_eq!((number(0), number(1)), (Some(9), Some(1)), "{solved}");
    // A319284: four queens.
    let profile = server.ask("profile", &json!({ "sizes": [4, 4] }));
    assert_eq!(profile["trees"][0]["levels"], json!([1, 4, 6, 4, 2]));
}

/// Every engine with steps has its programs, whose lines have the kinds of steps of its
/// pseudocode.
#[test]
fn engines_have_programs() {
    let server = Server::start(14, 4);
    let engines: Value =
        serde_json::from_str(&server.get("/api/v1/engines").body).expect("JSON");
    let response = server.get("/assets/programs.json");
    assert!(
        response.head.contains("content-type: application/json"),
        "{}",
        response.head
    );
    let programs: Value = serde_json::from_str(&response.body).expect("JSON");
    let kinds = |lines: &Value| {
        let steps = lines
            .as_array()
            .expect("lines")
            .iter()
            .filter_map(|line| line["step"].as_str());
        steps.map(str::to_owned).collect::<BTreeSet<_>>()
    };
    for (id, programs) in programs.as_object().expect("engines") {
        let mut all = engines["engines"].as_array().expect("engines").iter();
        let engine = all.find(|engine| engine["id"] == **id).expect("an engine");
        for program in programs.as_array().expect("programs") {
            assert_eq!(
                kinds(&program["lines"]),
                kinds(&engine["idea"]),
                "{id} in {}",
                program["name"]
            );
        }
    }
}

/// Each variant says what stands on its board, and there is a picture of that.
#[test]
fn every_piece_has_a_picture() {
    let server = Server::start(14, 4);
    let variants: Value =
        serde_json::from_str(&server.get("/api/v1/variants").body).expect("JSON");
    let pictures = server.get("/assets/shared/pieces.svg");
    assert!(
        pictures.head.contains("content-type: image/svg+xml"),
        "{}",
        pictures.head
    );
    let piece = |variant: &str| {
        let mut all = variants["variants"].as_array().expect("variants").iter();
        let entry = all
            .find(|entry| entry["variant"] == variant)
            .expect("a variant");
        entry["piece"].as_str().expect("a piece").to_owned()
    };
    for (variant, name) in [
        ("queens", "queen"),
        ("torus", "queen"),
        ("regions", "queen"),
        ("superqueens", "superqueen"),
        ("leprechauns", "leprechaun"),
        ("toroidal-semiqueens", "semiqueen"),
        ("rooks", "rook"),
        ("bishops", "bishop"),
        ("knights", "knight"),
        ("kings", "king"),
    ] {
        assert_eq!(piece(variant), name);
        assert!(
            pictures.body.contains(&format!("<symbol id=\"{name}\"")),
            "{name}"
        );
    }
    let drawn = server.ask_text(
        "draw",
        &json!({ "problem": "kings 4", "queens": [[0, 0]], "format": "svg" }),
    );
    assert!(
        drawn.contains("<use href=\"#king\"") && !drawn.contains("#queen"),
        "{drawn}"
    );
    let groups = json!([{ "name": "rooks", "squares": [[0, 0]] }, { "name": "knights", "squares": [[1, 2]] }]);
    let drawn = server.ask_text(
        "draw",
        &json!({ "problem": "3", "groups": groups, "format": "text" }),
    );
    assert_eq!(drawn, "rooks a1\nknights c2\n");
}

/// The count of the same engine without an observer is the independent figure.
#[test]
fn trace_checks_add_up_for_any_page_size() {
    let server = Server::start(14, 4);
    for engine in ["flags", "board-scan", "string-lists", "mirrored"] {
        let alone =
            server.ask("compare", &json!({ "problem": "6", "engines": [engine] }));
        let all = alone["engines"][0]["checks"].as_u64().expect("checks");
        let mut before = 0;
        for (from, limit) in [(0, 100), (100, 1), (101, 100_000)] {
            let asked =
                json!({ "problem": "6", "engine": engine, "from": from, "limit": limit });
            let page = server.ask("trace", &asked);
            assert_eq!(page["checks_before"], before, "{engine} from {from}");
            let checks = page["checks"].as_array().expect("checks");
            assert_eq!(checks.len(), page["steps"].as_array().expect("steps").len());
            before += checks.iter().filter_map(Value::as_u64).sum::<u64>();
        }
        assert_eq!(before, all, "{engine}");
    }
}

/// A campaign of nine queens in four bundles, opened to be shown.
pub(crate) fn planned(folder: &Path) -> Campaigns {
    let problem = Problem::queens(9).expect("a board");
    let plan = CampaignPlan::new(
        &problem,
        JobQuestion::Count,
        Some("rows".to_owned()),
        4,
        "0",
        &Limits::default(),
    )
    .expect("a plan");
    plan.write(folder).expect("room for a plan");
    Campaigns::open(&[folder.to_owned()]).expect("a plan")
}

#[test]
fn shows_campaigns_as_they_progress() {
    let folder = tempfile::tempdir().expect("a folder");
    let campaigns = planned(folder.path());
    let server = Server::with(ServeOptions {
        campaigns,
        ..ServeOptions::default()
    });
    let read = |target: &str| -> Value {
        let answer = server.get(&format!("/api/v1/{target}"));
        assert_eq!(answer.status, 200, "{target}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    };
    let listed = read("campaigns");
    assert_eq!(
        (&listed["schema"], &listed["campaigns"][0]["id"]),
        (&json!("queens/campaigns/1"), &json!(1))
    );
    assert_eq!(listed["campaigns"][0]["problem"], "queens 9");
    let before = read("campaigns/1");
    assert_eq!(
        (&before["schema"], &before["open_bundles"]),
        (&json!("queens/campaign-status/1"), &json!([0, 1, 2, 3]))
    );
    let campaign = Campaign::open(folder.path(), Kernel::Auto).expect("a plan");
    run(
        &campaign,
        &CampaignRunOptions {
            bundle: campaign::BundleChoice::This(2),
            threads: 1,
            ..CampaignRunOptions::default()
        },
    )
    .expect("a run");
    let began = Instant::now();
    let after = loop {
        let after = read("campaigns/1");
        if after["open_bundles"] != before["open_bundles"] {
            break after;
        }
        assert!(began.elapsed() < LONG, "{after}");
    };
    let states: Vec<&str> = after["map"]
        .as_array()
        .expect("a map")
        .iter()
        .filter_map(|square| square["state"].as_str())
        .collect();
    assert_eq!(states, ["missing", "missing", "done", "missing"]);
    for id in ["0", "2", "n9"] {
        let answer = server.get(&format!("/api/v1/campaigns/{id}"));
        assert_eq!(answer.status, 404, "{}", answer.body);
        assert!(
            answer.body.contains(&format!("there is no campaign {id}")),
            "{}",
            answer.body
        );
    }
    let error = Campaigns::open(&[folder.path().join("none")]).expect_err("no folder");
    assert!(
        error.to_string().contains("there is no plan.json in"),
        "{error}"
    );
}

#[test]
fn reading_a_campaign_respects_the_time_limit() {
    let folder = tempfile::tempdir().expect("a folder");
    let campaigns = planned(folder.path());
    let campaign = Campaign::open(folder.path(), Kernel::Auto).expect("a plan");
    run(
        &campaign,
        &CampaignRunOptions {
            threads: 1,
            ..CampaignRunOptions::default()
        },
    )
    .expect("a run");
    let server = Server::with(ServeOptions {
        campaigns,
        answer_time: Duration::ZERO,
        ..ServeOptions::default()
    });
    let answer = server.get("/api/v1/campaigns/1");
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert!(
        answer.body.contains("stopped by the time limit")
            && answer.body.contains("--answer-time")
    );
}

#[test]
fn describes_boards_square_by_square() {
    let server = Server::start(14, 4);
    let board = server.ask(
        "problem",
        &json!({ "problem": "queens 4\ngivens: b1\nholes: d4" }),
    );
    assert_eq!(
        (&board["rows"], &board["givens"]),
        (&json!(4), &json!([[0, 1]]))
    );
    assert_eq!(board["squares"][3], "...x");
    // The queen on b1 attacks the three others of her row, the three of her column, a2 on
    // one diagonal, c2 and d3 on the other.
    let attacked = json!([
        [0, 0],
        [0, 2],
        [0, 3],
        [1, 0],
        [1, 1],
        [1, 2],
        [2, 1],
        [2, 3],
        [3, 1]
    ]);
    assert_eq!(board["attacked"], attacked);
}

/// The numbers are those of A000170 and A002562; that there is no solution follows from
/// the full row.
#[test]
fn answers_with_the_documents_of_the_command() {
    let server = Server::start(14, 4);
    let six = server.ask(
        "solve",
        &json!({ "problem": "queens 6\ngivens: b1", "question": "unique" }),
    );
    assert_eq!(
        (&six["unique"], &six["queens"][1]),
        (&json!(true), &json!([1, 3]))
    );
    let none = server.ask(
        "solve",
        &json!({ "problem": "queens 4\ngivens: a1", "question": "unique" }),
    );
    assert_eq!(
        (&none["unique"], &none["queens"]),
        (&json!(false), &Value::Null)
    );
    assert!(none["certificate"].is_string());
    // Given queens that attack each other are a problem without solution, not a bad
    // request.
    let clash = server.ask("solve", &json!({ "problem": "queens 4\ngivens: a1 b2" }));
    assert_eq!(
        (&clash["verdict"], &clash["count"], &clash["complete"]),
        (&json!("none"), &json!("0"), &json!(true))
    );
    assert!(
        clash["certificate"]
            .as_str()
            .is_some_and(|words| words.contains("a1 and b2 attack each other"))
    );
    assert_eq!(
        server.ask("count", &json!({ "problem": "queens 4\ngivens: a1 b2" }))["count"],
        0
    );
    let maximum = server.ask("solve", &json!({ "problem": "most kings 5" }));
    // Nine kings are a largest set; how many sets of nine there are was not asked.
    assert_eq!(
        [&maximum["value"], &maximum["verdict"], &maximum["unique"]],
        [&json!(9), &json!("at least one"), &Value::Null]
    );
    for (problem, completed, value) in [
        ("kings 5", "most kings 5", json!(9)),
        ("kings 5\ntotal: 4", "kings 5\ntotal: 4", Value::Null),
        ("queens 5", "queens 5", Value::Null),
    ] {
        let answer = server.ask(
            "solve",
            &json!({ "problem": problem, "question": "complete" }),
        );
        assert_eq!(
            (&answer["problem"], &answer["value"]),
            (&json!(completed), &value),
            "{problem}"
        );
    }
    let walled = json!({ "problem": "most rooks 1x3\nwalls: b1\nrows: 0..1" });
    assert_eq!(server.ask("solve", &walled)["value"], 1);
    assert_eq!(server.ask("count", &json!({ "problem": "8" }))["count"], 92);
    assert_eq!(
        server.ask("count", &json!({ "problem": "8", "engine": "flags" }))["engine"],
        "flags"
    );
    assert_eq!(
        server.ask("classes", &json!({ "problem": "8" }))["fundamental"],
        12
    );
    // A part of a count says nothing about classes: it was a table of zeros.
    let stopped = server.ask("classes", &json!({ "problem": "24", "seconds": 0.1 }));
    assert_eq!(
        [&stopped["complete"], &stopped["classes"]],
        [&json!(false), &json!([])]
    );
    let list = server.post("list", &json!({ "problem": "8", "fundamental": true }));
    let lines: Vec<Value> = list
        .body
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!((lines.len(), &lines[12]["solutions"]), (13, &json!(12)));
    let two = server.post("list", &json!({ "problem": "8", "limit": 2 }));
    assert_eq!(two.body.lines().count(), 3);
    let svg = server.post(
        "draw",
        &json!({ "problem": "4", "queens": [[0, 1]], "format": "svg" }),
    );
    assert!(svg.body.starts_with("<svg") && svg.head.contains("image/svg+xml"));
    // One queen of four is a position, not a solution.
    let position = server.ask(
        "draw",
        &json!({ "problem": "4", "queens": [[0, 1]], "format": "json" }),
    );
    assert_eq!(
        [&position["schema"], &position["givens"]],
        [&json!("queens/problem/1"), &json!([[0, 1]])]
    );
    assert_eq!(
        [position.get("solutions"), position.get("complete")],
        [None, None]
    );
}

#[test]
fn pages_of_steps_fit_together() {
    let server = Server::start(14, 4);
    let page = |from: u64, limit: u64| {
        let asked =
            json!({ "problem": "5", "engine": "flags", "from": from, "limit": limit });
        let page = server.ask("trace", &asked);
        (
            page["steps"].as_array().expect("steps").clone(),
            page["end"] == json!(true),
        )
    };
    let (all, end) = page(0, 100_000);
    assert!(end);
    // A000170: ten solutions.
    assert_eq!(
        all.iter()
            .filter(|step| step["event"] == "solution")
            .count(),
        10
    );
    let (mut parts, mut is_over) = (Vec::new(), false);
    while !is_over {
        let (steps, end) = page(parts.len() as u64, 37);
        parts.extend(steps);
        is_over = end;
    }
    assert_eq!(parts, all);
}

/// Amarel (1968): three of each need 11 crossings.
#[test]
fn reports_searches_step_by_step() {
    let server = Server::start(14, 4);
    let river = json!({ "problem": "missionaries", "pairs": 3, "boat": 2, "strategy": "bfs", "limit": 20 });
    let first = server.ask("search", &river);
    assert_eq!(
        (&first["end"], &first["steps"][0]["event"]),
        (&json!(false), &json!("expand"))
    );
    let rest = server.ask(
        "search",
        &json!({ "problem": "missionaries", "pairs": 3, "boat": 2, "strategy": "bfs", "from": 20 }),
    );
    assert_eq!(
        (&rest["end"], &rest["steps"][0]["step"]),
        (&json!(true), &json!(21))
    );
    let goal = rest["steps"]
        .as_array()
        .and_then(|steps| steps.last())
        .expect("steps");
    assert_eq!(
        (&goal["event"], &goal["depth"]),
        (&json!("goal"), &json!(11))
    );
    for (asked, named) in [
        (
            json!({ "problem": "jugs", "capacities": [4, 5], "goal": 9 }),
            "9",
        ),
        (
            json!({ "problem": "queens", "size": 6, "strategy": "deep" }),
            "astar",
        ),
        (json!({ "problem": "queens", "size": 900 }), "900"),
        (json!({ "problem": "hanoi" }), "hanoi"),
    ] {
        let refused = server.post("search", &asked);
        assert!(
            refused.status >= 400 && refused.status < 500 && refused.body.contains(named),
            "{}",
            refused.body
        );
    }
}

/// A000170: 2,680 solutions for 11 queens.
#[test]
fn reports_a_race_while_it_runs() {
    let server = Server::start(14, 4);
    let race = server.post("race", &json!({ "problem": "11", "engine": "board-scan" }));
    let lines: Vec<Value> = race
        .body
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let (last, told) = lines.split_last().expect("lines");
    assert_eq!(last["engines"][0]["solutions"], 2_680);
    assert!(
        told.windows(2)
            .all(|pair| pair[0]["nodes"].as_u64() <= pair[1]["nodes"].as_u64())
    );
    let refused = server.post(
        "race",
        &json!({ "problem": "torus 7", "engine": "construction" }),
    );
    assert!(refused.body.contains("detail"), "{}", refused.body);
    assert_eq!(
        server
            .post("race", &json!({ "problem": "8", "engine": "luck" }))
            .status,
        422
    );
}

#[test]
fn lists_and_measures_engines() {
    let server = Server::start(14, 4);
    let engines: Value =
        serde_json::from_str(&server.get("/api/v1/engines").body).expect("JSON");
    assert!(
        engines["engines"]
            .as_array()
            .is_some_and(|all| all.len() > 20)
    );
    // What an engine says that it takes is what it tells the steps of, and nothing else
    // is.
    for engine in engines["engines"].as_array().expect("engines") {
        let told = |variant: &str| {
            let asked = json!({ "problem": format!("{variant} 5"), "engine": engine["id"], "limit": 1 });
            server.post("trace", &asked).status == 200
        };
        for variant in ["queens", "torus", "superqueens", "knights", "bishops"] {
            let takes = engine["variants"]
                .as_array()
                .expect("variants")
                .contains(&variant.into());
            assert_eq!(takes, told(variant), "{} and {variant}", engine["id"]);
        }
    }
    let known: Value =
        serde_json::from_str(&server.get("/api/v1/known").body).expect("JSON");
    assert_eq!(
        known["counts"][7],
        json!({ "n": 8, "count": "92", "fundamental": "12", "source": "A000170" })
    );
    let compared = server.ask(
        "compare",
        &json!({ "problem": "6", "engines": ["flags", "bitmask"] }),
    );
    assert!(
        compared["engines"]
            .as_array()
            .expect("lines")
            .iter()
            .all(|line| line["solutions"] == 4)
    );
    let grown = server.ask("growth", &json!({ "sizes": [4, 6], "engines": ["flags"] }));
    assert_eq!(
        grown["series"][0]["points"].as_array().map(Vec::len),
        Some(3)
    );
}

#[test]
fn forecasts_the_time_of_a_count() {
    let server = Server::start(14, 4);
    let estimate =
        |problem: &str| server.ask("count/estimate", &json!({ "problem": problem }));
    let small = estimate("6");
    assert_eq!(small["how"], "counted");
    assert!(
        small["high"].as_f64().expect("a number") < 1.0 && small["threads"].is_u64(),
        "{small}"
    );
    // However fast a processor is, nobody has counted 26 queens within 0.2 seconds, or a
    // hundred years.
    let large = estimate("26");
    let number = |field: &str| large[field].as_f64().expect("a number");
    // A machine that is busy with much else does not end enough units of 26.
    assert!(
        large["how"] == "sample" || large["how"] == "growth",
        "{large}"
    );
    assert!(
        number("low") <= number("seconds") && number("seconds") <= number("high"),
        "{large}"
    );
    assert!(number("low") > 1.0 && number("low") < 3e9, "{large}");
    // One thread, one piece, and a board on which it does not end.
    let unknown = server.ask(
        "count/estimate",
        &json!({ "problem": "queens 30\nholes: a1" }),
    );
    assert_eq!(
        (&unknown["how"], &unknown["seconds"]),
        (&json!("unknown"), &Value::Null)
    );
}

#[test]
fn a_race_has_limits_and_figures_for_each_engine() {
    let server = Server::start(14, 4);
    let asked =
        json!({ "problem": "12", "engines": ["flags", "bitmask"], "nodes": 1_000 });
    let compared = server.ask("compare", &asked);
    for line in compared["engines"].as_array().expect("lines") {
        assert_eq!(line["outcome"], "stopped by the node limit", "{line}");
    }
    let six = server.ask(
        "compare",
        &json!({ "problem": "6", "engines": ["flags", "board-scan"] }),
    );
    let engines: Value =
        serde_json::from_str(&server.get("/api/v1/engines").body).expect("JSON");
    for line in six["engines"].as_array().expect("lines") {
        let mut cards = engines["engines"].as_array().expect("engines").iter();
        let card = cards
            .find(|card| card["id"] == line["engine"])
            .expect("a card");
        let told: Vec<&Value> = card["counts"]
            .as_array()
            .expect("counts")
            .iter()
            .map(|c| &c["name"])
            .collect();
        assert!(!told.is_empty());
        for name in told {
            assert!(
                line["counted"][name.as_str().expect("a name")].is_u64(),
                "{name} of {line}"
            );
        }
    }
}

/// An answer ends after its time, and one whose client has gone gives its turn to the
/// next.
#[test]
fn searches_end_in_time_and_with_their_client() {
    let server = Server::with(ServeOptions {
        max_searches: 1,
        answer_time: Duration::from_millis(300),
        ..ServeOptions::default()
    });
    let begun = Instant::now();
    let answer = server.ask("count", &json!({ "problem": "24" }));
    assert_eq!(answer["complete"], false);
    assert!(begun.elapsed() < LONG);
    let server = Server::with(ServeOptions {
        max_searches: 1,
        answer_time: LONG * 10,
        ..ServeOptions::default()
    });
    // Each would take ten minutes: a count, steps that are skipped, solutions that nobody
    // can list to the end.
    for (question, body) in [
        ("count", json!({ "problem": "24" })),
        (
            "trace",
            json!({ "problem": "24", "engine": "flags", "from": 1_u64 << 60 }),
        ),
        ("list", json!({ "problem": "24" })),
        ("compare", json!({ "problem": "24", "engines": ["flags"] })),
        ("growth", json!({ "sizes": [24, 25], "engines": ["flags"] })),
    ] {
        let body = body.to_string();
        let mut gone = server.connect();
        let length = body.len();
        write!(
            gone,
            "POST /api/v1/{question} HTTP/1.1\r\nConnection: close\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .expect("sent");
        std::thread::sleep(Duration::from_millis(300));
        drop(gone);
        let begun = Instant::now();
        while server.post("count", &json!({ "problem": "4" })).status == 503
            && begun.elapsed() < LONG
        {}
        assert_eq!(
            server.ask("count", &json!({ "problem": "8" }))["count"],
            92,
            "after {question}"
        );
    }
}

/// Nothing is lost; the number of lines is that of A000170, and the last.
#[test]
fn two_hundred_lists_run_at_once_beside_a_count() {
    let server = Server::start(14, 16);
    assert_eq!(server.post("jobs", &json!({ "problem": "24" })).status, 202);
    std::thread::scope(|scope| {
        let ask = || server.post("list", &json!({ "problem": "10" }));
        let lists: Vec<_> = (0..200).map(|_| scope.spawn(ask)).collect();
        for list in lists {
            let list = list.join().expect("an answer");
            assert_eq!(
                (list.status, list.body.lines().count()),
                (200, 724 + 1),
                "{}",
                list.body
            );
            assert!(
                list.body
                    .ends_with("{\"end\":\"exhausted\",\"solutions\":724}\n")
            );
        }
        assert_eq!(server.get("/healthz").status, 200);
    });
    assert_eq!(server.request("DELETE", "/api/v1/jobs/1").status, 200);
}

/// Records of this process: the other tests have no access log.
static RECORDS: Mutex<Vec<AccessRecord>> = Mutex::new(Vec::new());

#[test]
fn logs_every_answer() {
    let access_log: AccessLogger =
        |record| RECORDS.lock().expect("a lock").push(record.clone());
    let server = Server::with(ServeOptions {
        max_size: 16,
        access_log: Some(access_log),
        ..ServeOptions::default()
    });
    let health = server.get("/healthz");
    let count = server.post("count", &json!({ "problem": "6" }));
    assert_eq!(server.get("/nothing?secret=1").status, 404);
    let page = server.get("/queens?boardsize=8");
    let mut gone = server.send("GET", "/queens?boardsize=16");
    gone.read_exact(&mut [0; 1024])
        .expect("the beginning of the page");
    drop(gone);
    server.stop().expect("a clean end");
    let told = RECORDS.lock().expect("a lock");
    let said: Vec<_> = told
        .iter()
        .map(|a| (a.method.as_str(), a.path.as_str(), a.status, a.complete))
        .collect();
    assert_eq!(
        said,
        [
            ("GET", "/healthz", 200, true),
            ("POST", "/api/v1/count", 200, true),
            ("GET", "/nothing", 404, true),
            ("GET", "/queens", 200, true),
            ("GET", "/queens", 200, false),
        ]
    );
    for (access, answer) in told.iter().zip([health, count]).chain([(&told[3], page)]) {
        assert_eq!(access.bytes, answer.body.len() as u64, "{access}");
    }
    let line = told[0].to_string();
    assert!(
        line.starts_with("GET /healthz 200, 3 bytes, ") && line.ends_with(" ms"),
        "{line}"
    );
}

#[test]
fn exports_metrics() {
    let server = Server::start(14, 4);
    assert_eq!(server.get("/nothing").status, 404);
    let metrics = server.get("/metrics").body;
    assert!(
        metrics.contains("queens_answers_total{status=\"4xx\"} 1\n"),
        "{metrics}"
    );
    assert!(metrics.contains("queens_jobs 0\n"));
}
