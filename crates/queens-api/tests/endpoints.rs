//! The API without a server: every example is answered, and streams end with their
//! outcome.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens_api::{
    ApiAnswer, ApiDescription, ApiFault, Endpoint, RequestContext, endpoints,
};
use queens_api::{CountJob, DEFAULT_MAX_BODY};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

fn context() -> RequestContext {
    RequestContext {
        limits: queens::control::Limits::default(),
        max_board: 20,
        max_body: DEFAULT_MAX_BODY,
    }
}

fn endpoint(path: &str) -> Endpoint {
    endpoints()
        .into_iter()
        .find(|endpoint| endpoint.path == path)
        .expect("an address")
}

fn answer(path: &str, request: &Value) -> Result<ApiAnswer, ApiFault> {
    endpoint(path).answer(request.to_string().as_bytes(), &context())
}

#[test]
fn every_example_is_answered() {
    let mut description = ApiDescription::default();
    let mut answers = Vec::new();
    for endpoint in endpoints() {
        answers.push((endpoint.path, endpoint.operation.method()));
        description.add_operation(endpoint.path, endpoint.operation);
    }
    let description = description.to_json();
    for (path, method) in answers {
        let operation = &description["paths"][path][method];
        let example = &operation["requestBody"]["content"]["application/json"]["example"];
        assert_eq!(example.is_null(), method == "get", "{path}");
        match answer(path, example)
            .unwrap_or_else(|fault| panic!("{path}: {}", fault.detail()))
        {
            ApiAnswer::Content(content) => assert!(!content.bytes.is_empty(), "{path}"),
            ApiAnswer::List(_) => assert_eq!(path, "/list"),
            ApiAnswer::Race(_) => assert_eq!(path, "/race"),
        }
    }
}

/// A000170: four solutions for six queens.
#[test]
fn writes_a_list_in_chunks_of_whole_solutions() {
    let Ok(ApiAnswer::List(list)) = answer("/list", &json!({ "problem": "6" })) else {
        panic!("no list")
    };
    let mut chunks: Vec<String> = Vec::new();
    list.write_chunks(&mut |chunk| {
        chunks.push(String::from_utf8(chunk).expect("text"));
        Ok(())
    })
    .expect("nothing fails");
    assert!(
        chunks.iter().all(|chunk| chunk.ends_with('\n')),
        "{chunks:?}"
    );
    assert_eq!(
        chunks[0].lines().count(),
        1,
        "the first solution is sent at once"
    );
    assert_eq!(chunks.concat().lines().count(), 4 + 1);
    assert!(
        chunks
            .concat()
            .ends_with("{\"end\":\"exhausted\",\"solutions\":4}\n")
    );
}

/// A033148, A032522, and the ten solutions on the torus of 5, all of which are linear.
#[test]
fn rules_of_a_text_are_answered() {
    let document = |path: &str, request: Value| match answer(path, &request) {
        Ok(ApiAnswer::Content(content)) => {
            serde_json::from_slice::<Value>(&content.bytes).expect("JSON")
        }
        Ok(_) => panic!("a document"),
        Err(fault) => panic!("{}", fault.detail()),
    };
    let solved = document("/solve", json!({ "problem": "5; unchanged: quarter-turn" }));
    assert_eq!(solved["queens"].as_array().map(Vec::len), Some(5));
    let none = document("/solve", json!({ "problem": "6; unchanged: quarter-turn" }));
    assert_eq!(
        (&none["verdict"], &none["queens"]),
        (&"none".into(), &Value::Null)
    );
    let lines = |request: Value| {
        let Ok(ApiAnswer::List(list)) = answer("/list", &request) else {
            panic!("no list")
        };
        let mut text = Vec::new();
        list.write_chunks(&mut |chunk| {
            text.extend(chunk);
            Ok(())
        })
        .expect("nothing fails");
        text.iter().filter(|&&byte| byte == b'\n').count() - 1
    };
    assert_eq!(lines(json!({ "problem": "8; unchanged: half-turn" })), 4);
    assert_eq!(lines(json!({ "problem": "torus 5; unchanged: shift" })), 10);
    assert_eq!(
        document("/count", json!({ "problem": "torus 13; unchanged: shift" }))["count"],
        130
    );
    for (path, request) in [
        ("/classes", json!({ "problem": "armies 4" })),
        ("/solve", json!({ "problem": "armies dominating 8" })),
        (
            "/solve",
            json!({ "problem": "armies 8", "question": "random" }),
        ),
        ("/list", json!({ "problem": "8; unchanged: slide" })),
        (
            "/verify",
            json!({ "problem": "3", "solutions": "a1", "fundamental": true, "question": "uncompletable" }),
        ),
    ] {
        assert!(answer(path, &request).is_err(), "{path} {request}");
    }
}

#[test]
fn solutions_of_relatives_are_verified() {
    let verified = |request: Value| match answer("/verify", &request) {
        Ok(ApiAnswer::Content(content)) => {
            serde_json::from_slice::<Value>(&content.bytes).expect("JSON")
        }
        _ => panic!("{request}"),
    };
    let pair =
        verified(json!({ "problem": "armies 3", "solutions": "white a1\nblack c2\n" }));
    let told = [&pair["valid"], &pair["problem"], &pair["best"]];
    assert_eq!(told, [&json!(1), &json!("armies 3"), &json!(1)]);
    let set = verified(json!({ "problem": "dominating 3", "solutions": "a1" }));
    assert_eq!(
        set["faults"][0]["fault"],
        "c2 is attacked by 0 queens, but at least 1 is required"
    );
}

#[test]
fn a_lost_client_ends_a_list() {
    let Ok(ApiAnswer::List(list)) = answer("/list", &json!({ "problem": "16" })) else {
        panic!("no list")
    };
    let mut sent = 0;
    let failed = list.write_chunks(&mut |_| {
        sent += 1;
        if sent < 3 {
            Ok(())
        } else {
            Err(std::io::ErrorKind::BrokenPipe.into())
        }
    });
    assert_eq!(
        (failed.expect_err("a failure").kind(), sent),
        (std::io::ErrorKind::BrokenPipe, 3)
    );
}

/// A000170: 92 solutions for eight queens.
#[test]
fn a_race_reports_its_progress_and_its_result() {
    let request = json!({ "problem": "8", "engine": "flags" });
    let Ok(ApiAnswer::Race(race)) = answer("/race", &request) else {
        panic!("no race")
    };
    let result: Value = serde_json::from_str(&race.run()).expect("JSON");
    assert_eq!(result["engines"][0]["solutions"], 92);
    let progress: Value =
        serde_json::from_str(&race.progress(Duration::from_millis(1_500))).expect("JSON");
    assert_eq!(
        (&progress["seconds"], progress["nodes"].is_u64()),
        (&json!(1.5), true)
    );
}

/// A000170: 724 solutions for ten queens.
#[test]
fn a_job_has_the_state_of_its_count() {
    let body = json!({ "problem": "10" }).to_string();
    let context = context();
    let job = CountJob::parse(body.as_bytes(), &context, &context.limits).expect("a job");
    let mut state = job.start(7);
    assert!(!state.is_over());
    state.finish(Some(job.run()), &job);
    let state = serde_json::to_value(&state).expect("JSON");
    let fields = ["id", "state", "count", "complete"].map(|name| &state[name]);
    assert_eq!(
        fields,
        [&json!(7), &json!("done"), &json!("724"), &json!(true)]
    );
    let mut failed = job.start(8);
    failed.finish(None, &job);
    assert_eq!(
        serde_json::to_value(&failed).expect("JSON")["state"],
        "failed"
    );
}

#[test]
fn refuses_a_board_beyond_the_bound() {
    let fault = answer("/count", &json!({ "problem": "21" })).expect_err("a fault");
    assert_eq!(
        (fault.status(), fault.detail()),
        (422, "a board of 21 x 21 is too large: the limit is 20 x 20")
    );
    assert!(
        fault
            .to_json()
            .contains("\"title\":\"Unprocessable Entity\"")
    );
}

fn document(path: &str, request: &Value) -> Value {
    match answer(path, request) {
        Ok(ApiAnswer::Content(content)) => {
            serde_json::from_slice(&content.bytes).expect("JSON")
        }
        other => panic!("{path}: {other:?}"),
    }
}

/// Rows as regions: a row for each letter.
fn rows(size: usize) -> String {
    ('A'..)
        .take(size)
        .map(|letter| letter.to_string().repeat(size) + "\n")
        .collect()
}

/// A002464, permutations without neighbours that differ by one: 2 for n = 4, 14 for n =
/// 5, 5242 for n = 8.
#[test]
fn counts_the_solutions_of_a_drawn_puzzle_up_to_a_bound() {
    let of = |size| document("/puzzle/solutions", &json!({ "puzzle": rows(size) }));
    let four = of(4);
    assert_eq!(
        (&four["count"], &four["complete"]),
        (&json!(2), &json!(true))
    );
    assert_eq!(four["solutions"].as_array().map(Vec::len), Some(2));
    // The two have no square in common.
    assert_eq!(four["differing"].as_array().map(Vec::len), Some(8));
    assert_eq!(of(5)["count"], 14);
    let eight = of(8);
    assert_eq!(
        (&eight["count"], &eight["complete"]),
        (&json!(1_000), &json!(false))
    );
    let none = document("/puzzle/solutions", &json!({ "puzzle": "AAA\nBBB\nCCC" }));
    assert_eq!(
        (&none["count"], &none["complete"], &none["solutions"]),
        (&json!(0), &json!(true), &json!([]))
    );
}

#[test]
fn repairs_a_drawn_puzzle() {
    let repaired = document("/puzzle/repair", &json!({ "puzzle": rows(4) }));
    assert_eq!(
        (
            &repaired["least"],
            repaired["changed"].as_array().map(Vec::len)
        ),
        (&json!(true), Some(1))
    );
    let puzzle = &repaired["puzzle"];
    assert_eq!(
        document("/puzzle/solve", &json!({ "puzzle": puzzle }))["verdict"],
        "the only one"
    );
    let parts = answer(
        "/puzzle/repair",
        &json!({ "puzzle": "AABB\nBBAA\nCCDD\nCCDD" }),
    )
    .expect_err("a fault");
    assert_eq!(
        parts.detail(),
        "regions A and B are in several parts: connect every region first"
    );
}

/// Every form except the pictures of a sheet is read back as the same puzzle.
#[test]
fn writes_puzzles_that_can_be_read_back() {
    let puzzle = "AABBB\nAACCB\nDCCCB\nDDEEE\nDDEEE";
    for format in [
        "grid",
        "text",
        "json",
        "link",
        "sbn",
        "task",
        "svg",
        "png",
        "sudokupad",
        "fpuzzles",
        "penpa",
        "player",
    ] {
        let written = answer(
            "/puzzle/write",
            &json!({ "puzzle": puzzle, "format": format }),
        );
        let Ok(ApiAnswer::Content(content)) = written else {
            panic!("{format}: {written:?}")
        };
        let request = match String::from_utf8(content.bytes.clone()) {
            Ok(text) => json!({ "puzzle": text }),
            Err(_) => json!({ "picture": STANDARD.encode(&content.bytes) }),
        };
        let read = document("/puzzle/read", &request);
        assert_eq!(
            read["puzzle"]["regions"],
            json!(["AABBB", "AACCB", "DCCCB", "DDEEE", "DDEEE"]),
            "{format}"
        );
    }
    let two = json!({ "puzzle": format!("{puzzle}\n\n{}", rows(4)), "format": "html", "title": "My puzzles" });
    let Ok(ApiAnswer::Content(sheet)) = answer("/puzzle/write", &two) else {
        panic!("no sheet")
    };
    let sheet = String::from_utf8(sheet.bytes).expect("text");
    assert!(
        sheet.contains("<h1>My puzzles</h1>") && sheet.matches("<figure>").count() >= 2,
        "{sheet}"
    );
    let fault = answer(
        "/puzzle/write",
        &json!({ "puzzle": two["puzzle"], "format": "grid" }),
    )
    .expect_err("a fault");
    assert_eq!(fault.detail(), "2 puzzles are too many: the limit is 1");
    // Not a sheet without ratings and solutions.
    let late = json!({ "puzzle": puzzle, "format": "html", "seconds": 0 });
    let fault = answer("/puzzle/write", &late).expect_err("a fault");
    assert!(fault.detail().contains("time limit"), "{}", fault.detail());
}

/// 6 x 6 has four solutions; the one with a queen on b1 has queens on d2, f3, a4, c5 and
/// e6.
#[test]
fn hints_for_the_game_name_the_square() {
    let hint = |body: &Value| {
        let Ok(ApiAnswer::Content(content)) = answer("/game/hint", body) else {
            panic!("no hint")
        };
        serde_json::from_slice::<Value>(&content.bytes).expect("JSON")
    };
    let wrong = hint(&json!({ "size": 6, "given": [[0, 1]], "queens": [[1, 4]] }));
    assert_eq!(
        (&wrong["kind"], &wrong["wrong"]),
        (&json!("wrong"), &json!([1, 4]))
    );
    let solution = json!([[1, 3], [2, 5], [3, 0], [4, 2], [5, 4]]);
    let solved = hint(&json!({ "size": 6, "given": [[0, 1]], "queens": solution }));
    assert_eq!(solved["kind"], "solved");
    let several = hint(&json!({ "size": 8 }));
    assert_eq!(several["kind"], "stuck");
    let refused = answer(
        "/game/hint",
        &json!({ "size": 6, "given": [[0, 0], [1, 1]] }),
    )
    .expect_err("a clash");
    assert_eq!(refused.status(), 422, "{}", refused.detail());
}

#[test]
fn levels_of_the_game_are_repeatable() {
    let level = |body: &Value| {
        let Ok(ApiAnswer::Content(content)) = answer("/game/level", body) else {
            panic!("no level")
        };
        serde_json::from_slice::<Value>(&content.bytes).expect("JSON")
    };
    let request = json!({ "size": 7, "rating": "easy", "seed": 3 });
    let made = level(&request);
    assert_eq!(
        (&made["rating"]["rating"], &made["seed"]),
        (&json!("easy"), &json!(3))
    );
    assert_eq!(level(&request), made);
    let refused = answer("/game/level", &json!({ "size": 8, "rating": "fiendish" }))
        .expect_err("too small");
    assert_eq!(
        refused.detail(),
        "no level of 8 x 8 is fiendish: use sides of 10 or more"
    );
}

#[test]
fn a_recording_is_a_picture() {
    let mut request = json!({ "problem": "6", "engine": "flags", "from": 3, "to": 5, "format": "gif", "width": 120 });
    let Ok(ApiAnswer::Content(gif)) = answer("/record", &request) else {
        panic!("no picture")
    };
    assert_eq!(
        (gif.content_type, &gif.bytes[..6]),
        ("image/gif", &b"GIF89a"[..])
    );
    request["format"] = "svg".into();
    let Ok(ApiAnswer::Content(svg)) = answer("/record", &request) else {
        panic!("no picture")
    };
    let text = String::from_utf8(svg.bytes).expect("text");
    assert!(
        svg.content_type == "image/svg+xml" && text.contains("data-frames=\"3\""),
        "{text}"
    );
    for (field, value, words) in [
        ("to", json!(9_000), "the limit is 2000"),
        ("format", json!("mp4"), "did you mean `gif`?"),
        ("seconds", json!(0), "ask for fewer steps"),
    ] {
        let mut request = request.clone();
        request[field] = value;
        let refused = answer("/record", &request).expect_err(field);
        assert!(refused.detail().contains(words), "{}", refused.detail());
    }
}

/// A puzzle that takes a proof by contradiction: `queens puzzle generate 10 --any`.
const FIENDISH_PUZZLE: &str = "EEEEDDDJJJ\nEEDEEDDJJJ\nEEDDDDCJJJ\nEEFDFFFFFJ\nAEFFFJJJFJ\nAEGFFIIJJJ\nAEGGFFIIIJ\n\
    BGGGGGGIHH\nBBGGGGGGGG\nBGGGGGGGGG";

/// Ends of addresses, and fields there whose effect is shown elsewhere.
const SHOWN_ELSEWHERE: [(&str, &str, &str); 6] = [
    ("/diagnose", "answers", "wrong_answers_have_a_cause"),
    (
        "",
        "picture",
        "reads_pictures_within_the_time_limit of queens-server",
    ),
    (
        "",
        "uniqueness",
        "the tests of ratings and hints of queens-puzzle",
    ),
    ("/search", "problem", "the other fields, which depend on it"),
    (
        "/puzzle/picture",
        "stars",
        "two_queens_in_a_row_are_doubtful_unless_allowed of queens",
    ),
    (
        "/hint",
        "rules_only",
        "/puzzle/explain, which has the same options",
    ),
];

/// Requests in which fields matter that the example of an address leaves without effect.
fn requests_with_effect(path: &str) -> Vec<Value> {
    let hard = json!({ "puzzle": FIENDISH_PUZZLE });
    match path {
        "/solve" => vec![
            json!({ "problem": "8", "question": "random" }),
            json!({ "problem": "6", "question": "uncompletable" }),
            json!({ "problem": "6" }),
        ],
        "/count" | "/count/estimate" => vec![
            json!({ "problem": "6", "question": "uncompletable" }),
            json!({ "problem": "torus 5" }),
            json!({ "problem": "6" }),
        ],
        "/list" | "/classes" => vec![json!({ "problem": "torus 5" })],
        "/draw" => vec![json!({ "problem": "4", "format": "svg" })],
        "/trace" => vec![json!({ "problem": "6", "engine": "flags" })],
        "/record" => {
            vec![json!({ "problem": "6", "engine": "flags", "format": "svg", "to": 300 })]
        }
        "/compare" => vec![json!({ "problem": "9" })],
        "/search" => vec![
            json!({ "problem": "queens", "size": 4 }),
            json!({ "problem": "eight-puzzle", "tiles": "123456780" }),
            json!({ "problem": "missionaries", "pairs": 3, "boat": 2 }),
            json!({ "problem": "frogs", "each": 2 }),
            json!({ "problem": "route", "start": "Arad", "goal": "Bucharest" }),
        ],
        "/puzzle/hint" | "/puzzle/explain" | "/puzzle/rate" => vec![hard],
        "/puzzle/generate" => vec![
            json!({ "size": 6, "seed": 1 }),
            json!({ "size": 9, "seed": 1, "rating": "easy" }),
        ],
        "/puzzle/write" => vec![json!({ "puzzle": FIENDISH_PUZZLE, "format": "html" })],
        _ => Vec::new(),
    }
}

/// The fields of a request by name, with their schemas.
fn fields_of(description: &Value, schema: &Value, fields: &mut Vec<(String, Value)>) {
    if let Some(name) = schema["$ref"]
        .as_str()
        .and_then(|path| path.rsplit('/').next())
    {
        fields_of(
            description,
            &description["components"]["schemas"][name],
            fields,
        );
    }
    for part in ["allOf", "oneOf"]
        .iter()
        .filter_map(|key| schema[key].as_array())
        .flatten()
    {
        fields_of(description, part, fields);
    }
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        fields.push((name.clone(), field.clone()));
    }
}

/// The schemas of each name: a request with alternatives has some of them several times.
fn by_name(fields: Vec<(String, Value)>) -> BTreeMap<String, Vec<Value>> {
    let mut by_name: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for (name, schema) in fields {
        by_name.entry(name).or_default().push(schema);
    }
    by_name
}

/// Values of a field that a request may have.
fn probes(name: &str, field: &Value) -> Vec<Value> {
    if name == "engine" {
        // An engine that is looked up may still be ignored.
        return vec![json!("flags"), json!("bitmask"), json!("rows")];
    }
    let mut probes: Vec<Value> = field["enum"].as_array().cloned().unwrap_or_default();
    if probes.is_empty() {
        let numbers = [
            json!(0),
            json!(1),
            json!(2),
            json!(3),
            json!(7),
            json!(1e-9),
        ];
        let lists = [
            json!([]),
            json!([[0, 0]]),
            json!([[2, 2], [2, 2]]),
            json!([7]),
            json!([5, 6]),
            json!([4, 6]),
            json!(["rows"]),
            json!([[0, 0], [1, 0], [1, 1], [0, 1]]),
            json!([[0.3, 0.3], [0.8, 0.3], [0.8, 0.8], [0.3, 0.8]]),
        ];
        let group = json!([{ "name": "white", "squares": [[0, 0]] }]);
        probes.extend(numbers.into_iter().chain(lists).chain([group]));
        probes.extend([
            json!(false),
            json!(true),
            json!("3"),
            json!("nonsense"),
            json!("6"),
        ]);
    }
    probes
}

/// The answer without times, or the refusal. A request that its schema refuses has no
/// answer.
fn timeless(endpoint: &Endpoint, request: &Value) -> Option<String> {
    fn without_times(value: &mut Value) {
        match value {
            Value::Object(fields) => {
                fields.retain(|name, _| {
                    !matches!(
                        name.as_str(),
                        "seconds" | "ratio" | "time_ratio" | "low" | "high"
                    )
                });
                fields.values_mut().for_each(without_times);
            }
            Value::Array(items) => items.iter_mut().for_each(without_times),
            _ => {}
        }
    }
    let text = match endpoint.answer(request.to_string().as_bytes(), &context()) {
        Err(fault) if fault.status() == 400 => return None,
        Err(fault) => return Some(fault.detail().to_owned()),
        Ok(ApiAnswer::Content(content)) => {
            String::from_utf8_lossy(&content.bytes).into_owned()
        }
        Ok(ApiAnswer::List(list)) => {
            let mut text = Vec::new();
            let written = list.write_chunks(&mut |chunk| {
                text.extend(chunk);
                Ok(())
            });
            written.expect("nothing fails");
            String::from_utf8(text).expect("text")
        }
        Ok(ApiAnswer::Race(race)) => race.run(),
    };
    let Ok(mut value) = serde_json::from_str::<Value>(&text) else {
        return Some(text);
    };
    without_times(&mut value);
    Some(value.to_string())
}

#[test]
fn wrong_answers_have_a_cause() {
    let columns = |n: i64| (0..n).collect::<Vec<_>>();
    let answers = |whole: bool| {
        let sizes = (1..=4).map(
            |n| json!({ "n": n, "solutions": [columns(n), columns(n)], "whole": whole }),
        );
        json!({ "answers": sizes.collect::<Vec<_>>() })
    };
    let diagnosed = |request: &Value| match answer("/diagnose", request) {
        Ok(ApiAnswer::Content(content)) => {
            serde_json::from_slice::<Value>(&content.bytes).expect("JSON")
        }
        _ => panic!("a document"),
    };
    assert_eq!(diagnosed(&answers(true))["cause"], "same-list");
    assert_eq!(diagnosed(&answers(false))["cause"], Value::Null);
    for (request, words) in [
        (
            json!({ "answers": [{ "n": 13, "solutions": [] }] }),
            "'n' is 13",
        ),
        (
            json!({ "answers": [{ "n": 0, "solutions": [] }] }),
            "'n' is 0",
        ),
        (
            json!({ "answers": [{ "n": 2, "solutions": [] }, { "n": 2, "solutions": [] }] }),
            "n = 2 has two answers",
        ),
    ] {
        let Err(fault) = answer("/diagnose", &request) else {
            panic!("{request} is answered");
        };
        let fault = format!("{fault:?}");
        assert!(fault.contains(words), "{fault}");
    }
}

/// Every field that an address takes changes some answer: none is accepted and ignored.
#[test]
fn no_field_is_ignored() {
    let mut description = ApiDescription::default();
    for endpoint in endpoints() {
        description.add_operation(endpoint.path, endpoint.operation);
    }
    let description = description.to_json();
    let (mut ignored, mut heeded) = (Vec::new(), 0);
    for endpoint in endpoints() {
        let content = &description["paths"][endpoint.path]["post"]["requestBody"]["content"]
            ["application/json"];
        let mut requests = requests_with_effect(endpoint.path);
        requests.push(content["example"].clone());
        let mut fields = Vec::new();
        fields_of(&description, &content["schema"], &mut fields);
        let is_shown = |name: &str| {
            SHOWN_ELSEWHERE
                .iter()
                .any(|(end, shown, _)| *shown == name && endpoint.path.ends_with(end))
        };
        fields.retain(|(name, _)| !is_shown(name));
        for (name, schemas) in by_name(fields) {
            let has_effect = requests.iter().any(|request| {
                let probes = schemas.iter().flat_map(|field| probes(&name, field));
                let mut answers = probes.filter_map(|probe| {
                    let mut request = request.clone();
                    request[&name] = probe;
                    timeless(&endpoint, &request)
                });
                let first = answers.next();
                answers.any(|answer| first.as_ref() != Some(&answer))
            });
            if has_effect {
                heeded += 1;
            } else {
                ignored.push(format!("{} {name}", endpoint.path));
            }
        }
    }
    assert!(heeded > 60, "{heeded}");
    assert!(ignored.is_empty(), "{ignored:?}");
}
