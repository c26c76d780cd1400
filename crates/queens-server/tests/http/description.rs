//! The description of the API (OpenAPI) holds what the server answers.

use crate::api::planned;
use crate::client::{Answer, Server};
use queens_server::ServeOptions;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn description(server: &Server) -> Value {
    let answer = server.get("/openapi.json");
    assert!(answer.head.contains("content-type: application/json"));
    serde_json::from_str(&answer.body).expect("JSON")
}

/// Resolves a reference.
fn resolved<'d>(all: &'d Value, value: &'d Value) -> &'d Value {
    let target = value["$ref"]
        .as_str()
        .and_then(|path| all.pointer(path.trim_start_matches('#')));
    if value["$ref"].is_null() {
        value
    } else {
        target.expect("what a reference names")
    }
}

/// First place where `value` violates `schema`, by the part of JSON Schema that the
/// description uses.
fn fault(all: &Value, schema: &Value, value: &Value) -> Option<String> {
    const KNOWN: [&str; 21] = [
        "$ref",
        "type",
        "const",
        "enum",
        "oneOf",
        "allOf",
        "required",
        "properties",
        "items",
        "prefixItems",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "format",
        "description",
        "title",
        "default",
        "example",
        "additionalProperties",
        "propertyNames",
    ];
    if !schema["$ref"].is_null() {
        return fault(all, resolved(all, schema), value);
    }
    if let Some(word) = schema
        .as_object()
        .and_then(|o| o.keys().find(|word| !KNOWN.contains(&word.as_str())))
    {
        panic!("this test does not know '{word}': {schema}");
    }
    let is = |kind: &Value| match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64() || value.is_i64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => panic!("no type: {kind}"),
    };
    let kinds = match &schema["type"] {
        Value::Null => None,
        Value::Array(kinds) => Some(kinds.clone()),
        one => Some(vec![one.clone()]),
    };
    if kinds.is_some_and(|kinds| !kinds.iter().any(is)) {
        return Some(format!("{value} is not of {schema}"));
    }
    if schema.get("const").is_some_and(|only| only != value) {
        return Some(format!("{value} is not {}", schema["const"]));
    }
    if schema["enum"]
        .as_array()
        .is_some_and(|all| !all.contains(value))
    {
        return Some(format!("{value} is not one of {}", schema["enum"]));
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let fits = choices
            .iter()
            .filter(|choice| fault(all, choice, value).is_none())
            .count();
        if fits != 1 {
            return Some(format!("{value} is {fits} of {schema}"));
        }
    }
    if schema["minimum"]
        .as_f64()
        .is_some_and(|least| value.as_f64().is_some_and(|value| value < least))
    {
        return Some(format!("{value} is too small"));
    }
    if schema["maximum"]
        .as_f64()
        .is_some_and(|most| value.as_f64().is_some_and(|value| value > most))
    {
        return Some(format!("{value} is too large"));
    }
    let list = value.as_array().map_or(&[][..], Vec::as_slice);
    let length = list.len() as u64;
    if value.is_array()
        && (schema["minItems"]
            .as_u64()
            .is_some_and(|least| length < least)
            || schema["maxItems"]
                .as_u64()
                .is_some_and(|most| length > most))
    {
        return Some(format!("{value} has {length} items"));
    }
    let words = |name: &str| schema[name].as_array().cloned().unwrap_or_default();
    let missing = words("required")
        .into_iter()
        .find(|name| value.get(name.as_str().expect("a name")).is_none());
    if let Some(name) = missing {
        return Some(format!("{name} is missing in {value}"));
    }
    let parts = words("allOf");
    let of_parts = parts.iter().map(|part| (part, value));
    let properties = schema["properties"].as_object().into_iter().flatten();
    let of_fields =
        properties.filter_map(|(name, field)| Some((field, value.get(name)?)));
    let of_items = list.iter().filter_map(|item| {
        schema
            .get("items")
            .filter(|s| s.is_object())
            .map(|s| (s, item))
    });
    let mut all_of = of_parts.chain(of_fields).chain(of_items);
    all_of.find_map(|(schema, value)| fault(all, schema, value))
}

/// Asks as the example says.
fn ask(server: &Server, path: &str, method: &str, operation: &Value) -> Answer {
    let mut path = path.to_owned();
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        let (name, example) = (
            parameter["name"].as_str().expect("a name"),
            &parameter["example"],
        );
        match parameter["in"].as_str() {
            Some("path") => {
                path = path.replace(&format!("{{{name}}}"), &example.to_string());
            }
            _ => path = format!("{path}?{name}={example}"),
        }
    }
    match &operation["requestBody"]["content"]["application/json"]["example"] {
        Value::Null => server.request(&method.to_uppercase(), &path),
        example => server.post_text(&path, "application/json", &example.to_string()),
    }
}

#[test]
fn examples_are_answered_as_described() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = Server::with(ServeOptions {
        campaigns: planned(folder.path()),
        ..ServeOptions::default()
    });
    let all = description(&server);
    let paths = all["paths"].as_object().expect("paths");
    assert!(paths.len() > 20);
    // A job has to be there before it is looked at.
    let begun = ask(
        &server,
        "/api/v1/jobs",
        "post",
        &paths["/api/v1/jobs"]["post"],
    );
    assert_eq!(begun.status, 202);
    for (path, item) in paths {
        for (method, operation) in item.as_object().expect("methods") {
            let answer = ask(&server, path, method, operation);
            assert!(
                (200..300).contains(&answer.status),
                "{method} {path}: {}",
                answer.body
            );
            let content = resolved(
                &all,
                &operation["responses"][answer.status.to_string()],
            )["content"]
                .as_object()
                .unwrap_or_else(|| {
                    panic!("{method} {path} is not said to answer {}", answer.status)
                });
            let kind = content
                .keys()
                .find(|kind| answer.head.contains(&format!("content-type: {kind}")));
            let kind = kind.unwrap_or_else(|| panic!("{method} {path}: {}", answer.head));
            if kind == "application/json" {
                let value: Value = serde_json::from_str(&answer.body).expect("JSON");
                assert_eq!(
                    fault(&all, &content[kind]["schema"], &value),
                    None,
                    "{method} {path}"
                );
            }
            // Every example is what its own schema allows.
            if let Some(asked) =
                operation["requestBody"]["content"].get("application/json")
            {
                assert_eq!(
                    fault(&all, &asked["schema"], &asked["example"]),
                    None,
                    "{method} {path}"
                );
            }
        }
    }
}

#[test]
fn faults_are_answered_as_described() {
    let server = Server::start(14, 4);
    let all = description(&server);
    for (path, item) in all["paths"].as_object().expect("paths") {
        let operation = &item["post"];
        if operation.is_null() {
            continue;
        }
        for (kind, body, status) in [
            ("text/plain", "{}", 415),
            ("application/json", "[", 400),
            (
                "application/json",
                "{\"problem\": \"8\", \"puzzle\": 8, \"size\": 0, \"sizes\": [0, 0], \"format\": 8}",
                400,
            ),
        ] {
            let answer = server.post_text(path, kind, body);
            if answer.status < 300 && status == 400 {
                continue;
            }
            assert!(
                [400, 415, 422].contains(&answer.status),
                "{path}: {}",
                answer.body
            );
            let told = resolved(&all, &operation["responses"][answer.status.to_string()]);
            let schema = &told["content"]["application/problem+json"]["schema"];
            let value: Value = serde_json::from_str(&answer.body).expect("JSON");
            assert_eq!(fault(&all, schema, &value), None, "{path}");
            assert_eq!(value["status"], answer.status);
        }
    }
    let unknown = server.get("/api/v1/jobs/seven");
    assert_eq!(
        (
            unknown.status,
            unknown.head.contains("application/problem+json")
        ),
        (404, true)
    );
}

/// The keys of an object, those of its parts and of the choice that the example makes
/// among them.
fn keys(all: &Value, schema: &Value, example: &Value) -> BTreeSet<String> {
    let schema = resolved(all, schema);
    let list = |name: &str| schema[name].as_array().cloned().unwrap_or_default();
    let chosen = list("oneOf")
        .into_iter()
        .filter(|choice| fault(all, choice, example).is_none());
    let below = list("allOf")
        .into_iter()
        .chain(chosen)
        .flat_map(|part| keys(all, &part, example));
    let own = schema["properties"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(key, _)| key.clone());
    below.chain(own).collect()
}

/// The fields of an object, of its parts and of all choices among them.
fn fields(all: &Value, schema: &Value) -> Vec<(String, Value)> {
    let schema = resolved(all, schema);
    let parts = ["allOf", "oneOf"]
        .into_iter()
        .flat_map(|name| schema[name].as_array().into_iter().flatten());
    let below = parts.flat_map(|part| fields(all, part));
    let own = schema["properties"].as_object().into_iter().flatten();
    below
        .chain(own.map(|(key, field)| (key.clone(), field.clone())))
        .collect()
}

#[test]
fn refuses_undescribed_keys_and_names_the_described_ones() {
    let server = Server::start(14, 4);
    let all = description(&server);
    for (path, item) in all["paths"].as_object().expect("paths") {
        let content = &item["post"]["requestBody"]["content"]["application/json"];
        if content.is_null() {
            continue;
        }
        assert_eq!(content["schema"]["unevaluatedProperties"], false, "{path}");
        for (key, field) in fields(&all, &content["schema"]) {
            // A key that has one name in each choice tells the choices apart.
            let is_tag = field["enum"]
                .as_array()
                .is_some_and(|names| names.len() == 1);
            let told = [&field, resolved(&all, &field)]
                .map(|field| field["description"].as_str().unwrap_or_default());
            assert!(
                is_tag || told.iter().any(|told| !told.is_empty()),
                "{path} does not say what '{key}' is"
            );
        }
        let mut sent = content["example"].clone();
        let known: Vec<String> =
            keys(&all, &content["schema"], &sent).into_iter().collect();
        sent["colour"] = "red".into();
        let answer = server.post_text(path, "application/json", &sent.to_string());
        assert_eq!(answer.status, 400, "{path}: {}", answer.body);
        let told: Value = serde_json::from_str(&answer.body).expect("JSON");
        assert_eq!(
            told["detail"],
            format!("unknown key 'colour': the keys are {}", known.join(", ")),
            "{path}"
        );
    }
}

/// The statuses of the guide are those of the program.
#[test]
fn the_guide_names_every_status_that_is_described() {
    let guide = include_str!("../../../../docs/guide/page.md");
    let lines = guide.lines().filter_map(|line| line.strip_prefix("| "));
    let told: BTreeSet<u16> = lines
        .filter_map(|line| line.get(..3)?.parse().ok())
        .collect();
    let server = Server::start(14, 1);
    let all = description(&server);
    // Those of any address, and the one that is told before there is an address.
    let mut described = BTreeSet::from([403, 405, 421, 431]);
    for operation in all["paths"]
        .as_object()
        .expect("paths")
        .values()
        .flat_map(|item| item.as_object())
        .flatten()
    {
        let statuses = operation.1["responses"]
            .as_object()
            .expect("responses")
            .keys();
        described.extend(
            statuses
                .filter_map(|status| status.parse::<u16>().ok())
                .filter(|&status| status >= 400),
        );
    }
    assert_eq!(told, described);
}

/// The guide and the description name the same addresses.
#[test]
fn the_guide_names_every_address() {
    let guide = include_str!("../../../../docs/guide/page.md");
    let mut told = BTreeSet::new();
    let is_address = |line: &&str| {
        ["| `GET", "| `POST", "| `DELETE"]
            .iter()
            .any(|start| line.starts_with(start))
    };
    for line in guide.lines().filter(is_address) {
        let cell = line.split('|').nth(1).expect("a cell");
        let mut method = "";
        for item in cell.split('`').skip(1).step_by(2) {
            let (word, path) = item.split_once(' ').unwrap_or((method, item));
            method = word;
            told.insert(format!(
                "{} /api/v1{}",
                method.to_lowercase(),
                path.replace("ID", "{id}")
            ));
        }
    }
    let server = Server::start(14, 1);
    let all = description(&server);
    let mut described = BTreeSet::new();
    for (path, item) in all["paths"].as_object().expect("paths") {
        for method in item
            .as_object()
            .expect("methods")
            .keys()
            .filter(|_| path.starts_with("/api/"))
        {
            described.insert(format!("{method} {path}"));
        }
    }
    assert_eq!(told, described);
    let count = &all["components"]["schemas"]["CountDocument"]["properties"]["count"];
    assert_eq!(resolved(&all, count)["type"], json!(["integer", "string"]));
}
