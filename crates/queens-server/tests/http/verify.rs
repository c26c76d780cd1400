//! `POST /verify`: lists of solutions, judged against their problem and their question.

use crate::client::Server;
use serde_json::{Value, json};

/// The numbers are those of A000170.
#[test]
fn verifies_solutions_against_their_problem() {
    let server = Server::start(14, 4);
    let all = server.ask(
        "verify",
        &json!({ "problem": "4", "solutions": "2 4 1 3\n3 1 4 2" }),
    );
    assert_eq!(
        (&all["valid"], &all["published"], &all["source"]),
        (&json!(2), &json!("2"), &json!("A000170"))
    );
    assert_eq!(all["verdict"], "all 2 solutions found (A000170)");
    let wrong = server.ask(
        "verify",
        &json!({ "solutions": [[1, 3, 0, 2], [0, 1, 2, 3], [1, 3, 0, 2]] }),
    );
    assert_eq!(
        (&wrong["valid"], &wrong["invalid"], &wrong["repeated"]),
        (&json!(2), &json!(1), &json!(1))
    );
    assert_eq!(
        (
            wrong["faults"].as_array().map(Vec::len),
            &wrong["published"]
        ),
        (Some(2), &Value::Null)
    );
    assert_eq!(
        (&wrong["problem"], &wrong["assumed"]),
        (&json!("queens 4"), &json!(true))
    );
    // A queen beside the board is a fault of her solution alone.
    let beside = server.ask(
        "verify",
        &json!({ "solutions": [[1, 3, 0, 2], [1, 3, 0, 4], [2, 0, 3, 1]] }),
    );
    assert_eq!(
        (&beside["valid"], &beside["invalid"]),
        (&json!(2), &json!(1)),
        "{beside}"
    );
    assert_eq!(
        beside["faults"],
        json!([{ "line": 1, "fault": "the queen on e4 (3:4 from 0) is off the board of 4 x 4 (rows x columns)" }])
    );
    // What the server lists is what it takes.
    let list = server.post("list", &json!({ "problem": "torus 7" }));
    let lines: Vec<&str> = list
        .body
        .lines()
        .filter(|line| !line.contains("\"end\""))
        .collect();
    let from_zero = json!({ "problem": "4", "solutions": "1 3 0 2" });
    let told = server.ask("verify", &from_zero);
    assert_eq!(
        (&told["valid"], &told["columns_from"]),
        (&json!(0), &json!(0)),
        "{told}"
    );
    assert_eq!(
        told["verdict"],
        "0 valid, 1 invalid (valid if columns count from 0)"
    );
    let right = server.ask(
        "verify",
        &json!({ "problem": "4", "solutions": "1 3 0 2", "columns_from": 0 }),
    );
    assert_eq!(right["valid"], 1, "{right}");
    let torus = server.ask(
        "verify",
        &json!({ "problem": "torus 7", "solutions": lines.join("\n") }),
    );
    // A007705: 28 solutions.
    assert_eq!(
        (&torus["valid"], &torus["published"]),
        (&json!(28), &json!("28"))
    );
}

/// Numbers: A032522, A002562, and Polya's formula for the torus.
#[test]
fn verifies_the_solutions_that_were_asked_for() {
    let server = Server::start(14, 4);
    let listed = |problem: &str, selection: &Value| {
        let mut question = json!({ "problem": problem });
        question
            .as_object_mut()
            .expect("an object")
            .extend(selection.as_object().expect("an object").clone());
        let list = server.post("list", &question);
        let lines: Vec<&str> = list
            .body
            .lines()
            .filter(|line| !line.contains("\"end\""))
            .collect();
        question["solutions"] = lines.join("\n").into();
        server.ask("verify", &question)
    };
    for (problem, selection, question, verdict) in [
        (
            "8; unchanged: half-turn",
            json!({}),
            Value::Null,
            "all 4 solutions found (A032522)",
        ),
        (
            "8",
            json!({ "fundamental": true }),
            json!("fundamental"),
            "all 12 fundamental solutions found (A002562)",
        ),
        (
            "torus 7; unchanged: shift",
            json!({}),
            Value::Null,
            "all 28 solutions found (Polya 1918)",
        ),
    ] {
        let document = listed(problem, &selection);
        assert_eq!(
            (&document["question"], &document["verdict"]),
            (&question, &json!(verdict))
        );
    }
    let symmetric = server.ask(
        "verify",
        &json!({ "problem": "8; unchanged: half-turn", "solutions": "1 5 8 6 3 7 2 4" }),
    );
    assert_eq!(
        symmetric["faults"],
        json!([{ "line": 1, "fault": "the pieces are not unchanged by a half turn" }])
    );
    let both = json!({ "problem": "8", "solutions": "1", "fundamental": true, "question": "uncompletable" });
    let refused = server.post("verify", &both);
    assert_eq!(refused.status, 422);
    assert!(
        refused.body.contains("'fundamental' is for solutions"),
        "{}",
        refused.body
    );
}
