//! The addresses of the server and their description (OpenAPI 3.1), made together: what is routed is described.

use crate::api::Asked;
use crate::{MAX_BODY, Shared};
use axum::Router;
use axum::handler::Handler;
use axum::http::{StatusCode, header};
use axum::routing::{MethodFilter, get, on};
use queens::document::Document;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// Some addresses, and what is told of them.
#[derive(Default)]
pub(crate) struct Addresses {
    router: Router<Shared>,
    /// By path and method.
    paths: Map<String, Value>,
    /// By name.
    schemas: Map<String, Value>,
}

impl Addresses {
    /// One more, of one method.
    pub(crate) fn at<T: 'static>(mut self, path: &str, told: Told, handler: impl Handler<T, Shared>) -> Self {
        self.router = self.router.route(path, on(told.filter, handler));
        self.tell(path, told);
        self
    }

    /// Describes an address.
    fn tell(&mut self, path: &str, told: Told) {
        let item = self.paths.entry(path).or_insert_with(|| json!({}));
        let name = path.split(['/', '{', '}']).filter(|part| !part.is_empty());
        let name = std::iter::once(told.method).chain(name).collect::<Vec<_>>().join("-");
        item[told.method] = told.operation;
        item[told.method]["operationId"] = name.into();
        for (name, schema) in told.schemas {
            self.schemas.insert(name, plain(&schema));
        }
    }

    /// Those of `below`, each below `prefix`.
    pub(crate) fn nest(mut self, prefix: &str, below: Addresses) -> Self {
        self.router = self.router.nest(prefix, below.router);
        self.paths.extend(below.paths.into_iter().map(|(path, item)| (format!("{prefix}{path}"), item)));
        self.schemas.extend(below.schemas);
        self
    }

    /// The router, `/openapi.json` with the description of all that was told of among it.
    pub(crate) fn router(mut self) -> Router<Shared> {
        let this = Told::get("This description (OpenAPI 3.1).");
        self.tell("/openapi.json", this.text(200, "The description.", &["application/json"]));
        let faults = FAULTS.iter().map(|&(status, words)| {
            let content =
                json!({ "application/problem+json": { "schema": reference("schemas", "ProblemDetails") } });
            (reason(status), json!({ "description": words, "content": content }))
        });
        let description = json!({
            "openapi": "3.1.0",
            "info": {
                "title": "The N-queens laboratory",
                "version": env!("CARGO_PKG_VERSION"),
                "license": { "name": env!("CARGO_PKG_LICENSE") },
                "description": ABOUT,
            },
            "paths": self.paths,
            "components": { "schemas": self.schemas, "responses": faults.collect::<Map<_, _>>() },
        });
        let text: Arc<str> = description.to_string().into();
        let answer = move || async move { ([(header::CONTENT_TYPE, "application/json")], text.to_string()) };
        self.router.route("/openapi.json", get(answer))
    }
}

/// What holds for all addresses.
const ABOUT: &str = "Questions about boards of queens, asked as JSON objects and answered with the documents that the \
    command `queens` prints. A problem is a text in any form that `queens --board` reads: `8`, `torus 7`, or \
    lines such as `queens 8` and `givens: b1 c4`. Rows and columns count from 0. Whatever searches obeys the \
    server's limits, and ends when its client goes away. What is wrong is told as problem details (RFC 9457), at any \
    address also 403 (a page from elsewhere asks), 405 (another method) and 421 (another server's name). \
    Two kinds of addresses are not described: the files of the page below `/assets/`, which change with it, and \
    `/queens/` with any path below it, which answers as `/queens` does.";

/// What can be wrong with a request to the API.
const FAULTS: [(StatusCode, &str); 8] = [
    (StatusCode::BAD_REQUEST, "The request cannot be read."),
    (StatusCode::NOT_FOUND, "There is no such thing."),
    (StatusCode::REQUEST_TIMEOUT, "The request did not come in time."),
    (StatusCode::PAYLOAD_TOO_LARGE, "The request is too long."),
    (StatusCode::UNSUPPORTED_MEDIA_TYPE, "The request is not JSON, or does not say so."),
    (StatusCode::UNPROCESSABLE_ENTITY, "The request can be read, and not be answered."),
    (StatusCode::INTERNAL_SERVER_ERROR, "A fault of the program."),
    (StatusCode::SERVICE_UNAVAILABLE, "Too much is going on: later is better."),
];

/// The name of a status, in one word.
fn reason(status: StatusCode) -> String {
    status.canonical_reason().unwrap_or_default().replace(' ', "")
}

fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

fn plain(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// What is told of an address.
pub(crate) struct Told {
    method: &'static str,
    filter: MethodFilter,
    operation: Value,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl Told {
    fn new(method: &'static str, filter: MethodFilter, words: &str) -> Self {
        Told { method, filter, operation: json!({ "summary": words, "responses": {} }), schemas: Vec::new() }
    }

    pub(crate) fn get(words: &str) -> Self {
        Told::new("get", MethodFilter::GET, words)
    }

    pub(crate) fn post(words: &str) -> Self {
        Told::new("post", MethodFilter::POST, words)
    }

    pub(crate) fn delete(words: &str) -> Self {
        Told::new("delete", MethodFilter::DELETE, words)
    }

    /// The schema of a type, held with those that it names.
    fn schema<T: ToSchema>(&mut self) -> Value {
        self.schemas.push((T::name().into(), T::schema()));
        T::schemas(&mut self.schemas);
        reference("schemas", &T::name())
    }

    /// It is sent an object, such as `example`, and searches.
    pub(crate) fn sends<R: Asked>(mut self, example: &Value) -> Self {
        let mut schema = self.schema::<R>();
        schema["unevaluatedProperties"] = false.into();
        let content = json!({ "schema": schema, "example": example });
        let most = (R::SIZE * MAX_BODY) >> 10;
        let words = format!("At most {most} KiB, if the server was not started with another `--max-body`.");
        self.operation["requestBody"] =
            json!({ "description": words, "required": true, "content": { "application/json": content } });
        self.faults(&[400, 408, 413, 415, 422, 500, 503])
    }

    /// A part of its path or query.
    pub(crate) fn takes<T: PartialSchema>(
        mut self,
        place: &str,
        name: &str,
        words: &str,
        example: &Value,
    ) -> Self {
        let is_path = place == "path";
        let parameter = json!({
            "name": name, "in": place, "required": is_path, "description": words,
            "schema": plain(&T::schema()), "example": example,
        });
        match self.operation["parameters"].as_array_mut() {
            Some(before) => before.push(parameter),
            None => self.operation["parameters"] = json!([parameter]),
        }
        self
    }

    /// It answers with a document.
    pub(crate) fn document<D: Document + ToSchema>(mut self) -> Self {
        let versioned = json!({
            "type": "object", "required": ["schema"],
            "properties": { "schema": { "const": D::SCHEMA, "description": "The form of this document and its version." } },
        });
        let schema = json!({ "allOf": [versioned, self.schema::<D>()] });
        self.answers(200, "The document.", &[("application/json", schema)])
    }

    /// It answers with an object.
    pub(crate) fn object<T: ToSchema>(mut self, status: u16, words: &str) -> Self {
        let schema = self.schema::<T>();
        self.answers(status, words, &[("application/json", schema)])
    }

    /// It answers with one of some types of content.
    pub(crate) fn text(self, status: u16, words: &str, types: &[&'static str]) -> Self {
        let schema = |kind| match kind {
            "application/json" => json!({}),
            _ => json!({ "type": "string" }),
        };
        let content: Vec<_> = types.iter().map(|&kind| (kind, schema(kind))).collect();
        self.answers(status, words, &content)
    }

    /// It answers with server-sent events of these names, each with an object.
    pub(crate) fn events<T: ToSchema>(mut self, words: &str, names: &[&str]) -> Self {
        let data = json!({ "type": "string", "contentMediaType": "application/json", "contentSchema": self.schema::<T>() });
        let event = json!({ "type": "object", "properties": { "event": { "enum": names }, "data": data } });
        self.answers(200, words, &[("text/event-stream", event)])
    }

    fn answers(mut self, status: u16, words: &str, content: &[(&'static str, Value)]) -> Self {
        let content: Map<String, Value> =
            content.iter().map(|(kind, schema)| ((*kind).to_owned(), json!({ "schema": schema }))).collect();
        self.operation["responses"][status.to_string()] = json!({ "description": words, "content": content });
        self
    }

    /// What can be wrong, by its status.
    pub(crate) fn faults(mut self, statuses: &[u16]) -> Self {
        self.schema::<crate::fault::ProblemDetails>();
        for &status in statuses {
            let name = StatusCode::from_u16(status).map(reason).unwrap_or_default();
            self.operation["responses"][status.to_string()] = reference("responses", &name);
        }
        self
    }
}
