//! The API as a program meets it: the documents of the command, clear faults, jobs that can be watched and ended.

use crate::client::{Answer, LONG, Server};
use queens_server::ServeOptions;
use serde_json::{Value, json};
use std::io::Write;
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
    fn ask(&self, question: &str, body: &Value) -> Value {
        let answer = self.post(question, body);
        assert_eq!(answer.status, 200, "{question} {body}: {}", answer.body);
        serde_json::from_str(&answer.body).expect("JSON")
    }

    fn post(&self, question: &str, body: &Value) -> Answer {
        self.post_text(&format!("/api/v1/{question}"), "application/json", &body.to_string())
    }
}

#[test]
fn boards_are_described_square_by_square() {
    let server = Server::start(14, 4);
    let board = server.ask("problem", &json!({ "problem": "queens 4\ngivens: b1\nholes: d4" }));
    assert_eq!((&board["rows"], &board["givens"]), (&json!(4), &json!([[0, 1]])));
    assert_eq!(board["squares"][3], "...x");
    // The queen on b1 attacks the three others of her row, the three of her column, a2 on one diagonal, c2 and d3 on
    // the other.
    let attacked = json!([[0, 0], [0, 2], [0, 3], [1, 0], [1, 1], [1, 2], [2, 1], [2, 3], [3, 1]]);
    assert_eq!(board["attacked"], attacked);
}

/// The numbers are those of A000170 and A002562; that there is no solution follows from the full row.
#[test]
fn questions_get_the_documents_of_the_command() {
    let server = Server::start(14, 4);
    let six = server.ask("solve", &json!({ "problem": "queens 6\ngivens: b1", "question": "unique" }));
    assert_eq!((&six["unique"], &six["queens"][1]), (&json!(true), &json!([1, 3])));
    let none = server.ask("solve", &json!({ "problem": "queens 4\ngivens: a1", "question": "unique" }));
    assert_eq!((&none["unique"], &none["queens"]), (&json!(false), &Value::Null));
    assert!(none["certificate"].is_string());
    let maximum = server.ask("solve", &json!({ "problem": "kings 5", "question": "maximum" }));
    assert_eq!(maximum["count"], "9");
    assert_eq!(server.ask("count", &json!({ "problem": "8" }))["count"], 92);
    assert_eq!(server.ask("count", &json!({ "problem": "8", "engine": "flags" }))["method"], "flags");
    assert_eq!(server.ask("classes", &json!({ "problem": "8" }))["fundamental"], 12);
    let list = server.post("list", &json!({ "problem": "8", "fundamental": true }));
    let lines: Vec<Value> = list.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((lines.len(), &lines[12]["solutions"]), (13, &json!(12)));
    let two = server.post("list", &json!({ "problem": "8", "limit": 2 }));
    assert_eq!(two.body.lines().count(), 3);
    let svg = server.post("draw", &json!({ "problem": "4", "queens": [[0, 1]], "format": "svg" }));
    assert!(svg.body.starts_with("<svg") && svg.head.contains("image/svg+xml"));
}

#[test]
fn steps_come_in_pages_that_fit_together() {
    let server = Server::start(14, 4);
    let page = |from: u64, limit: u64| {
        let asked = json!({ "problem": "5", "method": "flags", "from": from, "limit": limit });
        let page = server.ask("trace", &asked);
        (page["steps"].as_array().expect("steps").clone(), page["end"] == json!(true))
    };
    let (all, end) = page(0, 100_000);
    assert!(end);
    // A000170: ten solutions.
    assert_eq!(all.iter().filter(|step| step["event"] == "solution").count(), 10);
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
fn searches_are_told_step_by_step() {
    let server = Server::start(14, 4);
    let river = json!({ "problem": "missionaries", "pairs": 3, "boat": 2, "strategy": "bfs", "limit": 20 });
    let first = server.ask("search", &river);
    assert_eq!((&first["end"], &first["steps"][0]["event"]), (&json!(false), &json!("expand")));
    let rest = server.ask(
        "search",
        &json!({ "problem": "missionaries", "pairs": 3, "boat": 2, "strategy": "bfs", "from": 20 }),
    );
    assert_eq!((&rest["end"], &rest["steps"][0]["step"]), (&json!(true), &json!(21)));
    let goal = rest["steps"].as_array().and_then(|steps| steps.last()).expect("steps");
    assert_eq!((&goal["event"], &goal["depth"]), (&json!("goal"), &json!(11)));
    for (asked, named) in [
        (json!({ "problem": "jugs", "capacities": [4, 5], "goal": 9 }), "9"),
        (json!({ "problem": "queens", "size": 6, "strategy": "deep" }), "astar"),
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
fn a_race_is_told_while_it_runs() {
    let server = Server::start(14, 4);
    let race = server.post("race", &json!({ "problem": "11", "method": "board-scan" }));
    let lines: Vec<Value> = race.body.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let (last, told) = lines.split_last().expect("lines");
    assert_eq!(last["methods"][0]["solutions"], 2_680);
    assert!(told.windows(2).all(|pair| pair[0]["nodes"].as_u64() <= pair[1]["nodes"].as_u64()));
    let refused = server.post("race", &json!({ "problem": "torus 7", "method": "construction" }));
    assert!(refused.body.contains("detail"), "{}", refused.body);
    assert_eq!(server.post("race", &json!({ "problem": "8", "method": "luck" })).status, 422);
}

#[test]
fn methods_are_told_and_measured() {
    let server = Server::start(14, 4);
    let methods: Value = serde_json::from_str(&server.get("/api/v1/methods").body).expect("JSON");
    assert!(methods["methods"].as_array().is_some_and(|all| all.len() > 20));
    let known: Value = serde_json::from_str(&server.get("/api/v1/known").body).expect("JSON");
    assert_eq!(
        known["counts"][7],
        json!({ "n": 8, "count": "92", "fundamental": "12", "source": "A000170" })
    );
    let compared = server.ask("compare", &json!({ "problem": "6", "methods": ["flags", "bitmask"] }));
    assert!(compared["methods"].as_array().expect("lines").iter().all(|line| line["solutions"] == 4));
    let grown = server.ask("growth", &json!({ "sizes": [4, 6], "methods": ["flags"] }));
    assert_eq!(grown["series"][0]["points"].as_array().map(Vec::len), Some(3));
}

#[test]
fn puzzles_are_made_solved_and_explained() {
    let server = Server::start(14, 4);
    let made = server.ask("puzzle/generate", &json!({ "size": 6, "seed": 4 }));
    let puzzle = &made["puzzles"][0]["puzzle"];
    let solved = server.ask("puzzle/solve", &json!({ "puzzle": puzzle }));
    assert_eq!(solved["verdict"], "the only one");
    assert_eq!(solved["puzzle"]["queens"], made["puzzles"][0]["solution"]);
    assert_eq!(server.ask("puzzle/rate", &json!({ "puzzle": puzzle }))["solved"], true);
    let explained = server.ask("puzzle/explain", &json!({ "puzzle": puzzle }));
    assert_eq!(explained["end"]["queens"], made["puzzles"][0]["solution"]);
    let rows = puzzle["regions"].as_array().expect("rows");
    let grid = rows.iter().map(|row| row.as_str().expect("letters")).collect::<Vec<_>>().join("\n");
    assert_eq!(server.ask("puzzle/read", &json!({ "puzzle": grid }))["verdict"], "the only one");
    assert_eq!(server.ask("puzzle/hint", &json!({ "puzzle": grid }))["schema"], "queens/puzzle-hint/1");
}

#[test]
fn what_is_wrong_is_told_as_a_problem_document() {
    let server = Server::with(ServeOptions { max_board: 20, max_body: 1_000, ..ServeOptions::default() });
    for (question, body, status, why) in [
        ("count", json!({}), 400, "problem"),
        ("count", json!({ "problem": "torus" }), 422, "size"),
        ("count", json!({ "problem": "21" }), 422, "at most 20"),
        ("count", json!({ "problem": "8", "engine": "magic" }), 422, "is not an engine"),
        ("count", json!({ "problem": "8", "seconds": -1 }), 400, "is not a valid time"),
        ("problem", json!({ "problem": "8", "size": 9 }), 400, "unknown field"),
        ("solve", json!({ "problem": "4\ngivens: a1 b1" }), 422, "a1"),
        ("list", json!({ "problem": "8", "engine": "join" }), 422, "join"),
        ("draw", json!({ "problem": "4", "queens": [[9, 9]], "format": "svg" }), 422, "no square"),
        ("trace", json!({ "problem": "8", "method": "join" }), 422, "join"),
        ("growth", json!({ "sizes": [5, 4] }), 422, "from 5 to 4"),
        ("puzzle/solve", json!({}), 400, "either"),
        ("puzzle/solve", json!({ "puzzle": "AAB\nAB\nCCC" }), 422, "line 2"),
        ("puzzle/generate", json!({ "size": 6, "shape": "round" }), 422, "is not a valid shape"),
        ("jobs", json!({ "problem": "30", "engine": "join" }), 422, "at most 20"),
        ("nothing", json!({}), 404, "nothing at"),
        ("count", json!({ "problem": "8".repeat(2_000) }), 413, "1000 bytes"),
    ] {
        let answer = server.post(question, &body);
        assert_eq!(answer.status, status, "{question} {body}: {}", answer.body);
        assert!(answer.head.contains("application/problem+json"), "{}", answer.head);
        let told: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(told["status"], status);
        assert!(told["detail"].as_str().is_some_and(|detail| detail.contains(why)), "{told}");
    }
    let text = server.post_text("/api/v1/count", "text/plain", "{\"problem\": \"8\"}");
    assert_eq!(text.status, 415);
    assert_eq!(server.get("/api/v1/count").status, 405);
    assert_eq!(server.get("/api/v1/jobs/7").status, 404);
}

/// A page from elsewhere cannot drive the server.
#[test]
fn pages_from_elsewhere_are_refused() {
    let server = Server::start(14, 4);
    for (origin, status) in [("http://evil.example", 403), ("null", 403), ("http://localhost:8080", 200)] {
        let mut stream = server.connect();
        write!(stream, "GET /api/v1/known HTTP/1.0\r\nHost: localhost\r\nOrigin: {origin}\r\n\r\n")
            .expect("sent");
        assert_eq!(Answer::read(stream).status, status, "{origin}");
    }
}

#[test]
fn a_job_is_watched_to_its_end() {
    let server = Server::start(14, 4);
    let begun = server.post("jobs", &json!({ "problem": "12" }));
    assert_eq!(begun.status, 202);
    assert!(begun.head.contains("location: /api/v1/jobs/1"), "{}", begun.head);
    let events = server.get("/api/v1/jobs/1/events");
    assert!(events.head.contains("text/event-stream"));
    let end = events.body.split("event: end\ndata: ").nth(1).expect("an end").trim();
    let end: Value = serde_json::from_str(end).expect("JSON");
    // A000170
    assert_eq!((&end["state"], &end["count"]), (&json!("done"), &json!("14200")));
    let state: Value = serde_json::from_str(&server.get("/api/v1/jobs/1").body).expect("JSON");
    assert_eq!(state, end);
}

#[test]
fn a_job_is_ended_by_whoever_asks() {
    let server = Server::with(ServeOptions { max_jobs: 1, ..ServeOptions::default() });
    assert_eq!(server.post("jobs", &json!({ "problem": "24" })).status, 202);
    assert_eq!(server.post("jobs", &json!({ "problem": "8" })).status, 503);
    let ended: Value = serde_json::from_str(&server.request("DELETE", "/api/v1/jobs/1").body).expect("JSON");
    assert_eq!(ended["state"], "cancelled");
    assert_eq!(server.post("jobs", &json!({ "problem": "8" })).status, 202);
}

/// An answer ends after its time, and one whose client has gone gives its turn to the next.
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
    let server =
        Server::with(ServeOptions { max_searches: 1, answer_time: LONG * 10, ..ServeOptions::default() });
    let body = json!({ "problem": "24" }).to_string();
    let mut gone = server.connect();
    let length = body.len();
    write!(
        gone,
        "POST /api/v1/count HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )
    .expect("sent");
    std::thread::sleep(Duration::from_millis(300));
    drop(gone);
    assert_eq!(server.ask("count", &json!({ "problem": "8" }))["count"], 92);
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
            assert_eq!((list.status, list.body.lines().count()), (200, 724 + 1));
            assert!(list.body.ends_with("{\"end\":\"exhausted\",\"solutions\":724}\n"));
        }
        assert_eq!(server.get("/healthz").status, 200);
    });
    assert_eq!(server.request("DELETE", "/api/v1/jobs/1").status, 200);
}

#[test]
fn what_goes_on_is_told_as_metrics() {
    let server = Server::start(14, 4);
    assert_eq!(server.get("/nothing").status, 404);
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("queens_answers_total{status=\"4xx\"} 1\n"), "{metrics}");
    assert!(metrics.contains("queens_jobs 0\n"));
}
