//! The description of the API (OpenAPI 3.1).

use crate::endpoints::API_ROOT;
use crate::fault::{FAULT_STATUSES, ProblemDetails, title_of};
use crate::request::{ApiRequest, DEFAULT_MAX_BODY};
use queens::document::Document;
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::fmt;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

/// The description of some addresses.
#[derive(Debug, Default)]
pub struct ApiDescription {
    /// Operations by path and method.
    paths: Map<String, Value>,
    /// Schemas by name.
    schemas: Map<String, Value>,
}

impl ApiDescription {
    /// Adds an address.
    pub fn add_operation(&mut self, path: &str, operation: OperationSpec) {
        let item = self.paths.entry(path).or_insert_with(|| json!({}));
        let below = path.strip_prefix(API_ROOT).unwrap_or(path);
        let name = below.split(['/', '{', '}']).filter(|part| !part.is_empty());
        let name = std::iter::once(operation.method)
            .chain(name)
            .collect::<Vec<_>>()
            .join("-");
        item[operation.method] = operation.object;
        item[operation.method]["operationId"] = name.into();
        for (name, schema) in operation.schemas {
            self.schemas.insert(name, to_plain_json(&schema));
        }
    }

    /// The OpenAPI document.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let faults = FAULT_STATUSES.iter().map(|&(status, _, words)| {
            let schema = reference_to("schemas", "ProblemDetails");
            let content = json!({ "application/problem+json": { "schema": schema } });
            (
                response_name(status),
                json!({ "description": words, "content": content }),
            )
        });
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "The N-queens laboratory",
                "version": env!("CARGO_PKG_VERSION"),
                "license": { "name": env!("CARGO_PKG_LICENSE") },
                "description": API_SUMMARY,
            },
            "paths": self.paths,
            "components": { "schemas": self.schemas, "responses": faults.collect::<Map<_, _>>() },
        })
    }
}

/// The introduction of the description.
const API_SUMMARY: &str = "Questions about boards of queens: JSON objects in, the documents of the command `queens` out. A \
    problem is text in any form that `queens --board` reads: `8`, `torus 7`, or lines such as `queens 8` and \
    `givens: b1 c4`. Rows and columns count from 0. Every search obeys the limits of the server and ends when its client \
    disconnects. Errors are problem details (RFC 9457); every address may also return 403 (request from a page of another \
    server), 405 (wrong method) and 421 (wrong server name). Not described are the files of the page below `/assets/`, which \
    change with it, and the paths below `/queens/`, which return the same as `/queens`.";

/// The name of an error response in the description: the title of its status in one word.
fn response_name(status: u16) -> String {
    title_of(status).replace(' ', "")
}

fn reference_to(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

fn to_plain_json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// The description of an address with one method.
pub struct OperationSpec {
    method: &'static str,
    object: Value,
    schemas: Vec<(String, RefOr<Schema>)>,
}

impl OperationSpec {
    fn new(method: &'static str, summary: &str) -> Self {
        let object = json!({ "summary": summary, "responses": {} });
        OperationSpec {
            method,
            object,
            schemas: Vec::new(),
        }
    }

    /// A GET address.
    #[must_use]
    pub fn get(summary: &str) -> Self {
        OperationSpec::new("get", summary)
    }

    /// A POST address.
    #[must_use]
    pub fn post(summary: &str) -> Self {
        OperationSpec::new("post", summary)
    }

    /// A DELETE address.
    #[must_use]
    pub fn delete(summary: &str) -> Self {
        OperationSpec::new("delete", summary)
    }

    /// The method: `get`, `post` or `delete`.
    #[must_use]
    pub fn method(&self) -> &'static str {
        self.method
    }

    /// Adds the schema of a type with all that it refers to; returns a reference.
    fn add_schema<T: ToSchema>(&mut self) -> Value {
        self.schemas.push((T::name().into(), T::schema()));
        T::schemas(&mut self.schemas);
        reference_to("schemas", &T::name())
    }

    /// Adds an object as body, with an example, and the errors of a search.
    pub(crate) fn with_request<R: ApiRequest>(mut self, example: &Value) -> Self {
        let mut schema = self.add_schema::<R>();
        schema["unevaluatedProperties"] = false.into();
        let content = json!({ "schema": schema, "example": example });
        let most = (R::BODY_FACTOR * DEFAULT_MAX_BODY) >> 10;
        let words = format!("At most {most} KiB with the default of `--max-body`.");
        self.object["requestBody"] = json!({ "description": words, "required": true, "content": { "application/json": content } });
        self.with_faults(&[400, 408, 413, 415, 422, 500, 503])
    }

    /// Adds a parameter of the path or query.
    #[must_use]
    pub fn with_parameter<T: PartialSchema>(
        mut self,
        place: &str,
        name: &str,
        words: &str,
        example: &Value,
    ) -> Self {
        let is_path = place == "path";
        let parameter = json!({
            "name": name, "in": place, "required": is_path, "description": words,
            "schema": to_plain_json(&T::schema()), "example": example,
        });
        match self.object["parameters"].as_array_mut() {
            Some(before) => before.push(parameter),
            None => self.object["parameters"] = json!([parameter]),
        }
        self
    }

    /// Adds a document as response.
    #[must_use]
    pub fn with_document<D: Document + ToSchema>(mut self) -> Self {
        let versioned = json!({
            "type": "object", "required": ["schema"],
            "properties": { "schema": { "const": D::SCHEMA, "description": "Type and version of the document." } },
        });
        let schema = json!({ "allOf": [versioned, self.add_schema::<D>()] });
        self.with_answer(200, "The document.", &[("application/json", schema)])
    }

    /// Adds an object as response.
    #[must_use]
    pub fn with_object<T: ToSchema>(mut self, status: u16, words: &str) -> Self {
        let schema = self.add_schema::<T>();
        self.with_answer(status, words, &[("application/json", schema)])
    }

    /// Adds a response with one of several content types.
    #[must_use]
    pub fn with_text(self, status: u16, words: &str, types: &[&'static str]) -> Self {
        let schema = |kind| match kind {
            "application/json" => json!({}),
            _ => json!({ "type": "string" }),
        };
        let content: Vec<_> = types.iter().map(|&kind| (kind, schema(kind))).collect();
        self.with_answer(status, words, &content)
    }

    /// Adds server-sent events with these names, each with an object, as response.
    #[must_use]
    pub fn with_events<T: ToSchema>(mut self, words: &str, names: &[&str]) -> Self {
        let content = self.add_schema::<T>();
        let data = json!({
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": content,
        });
        let event = json!({
            "type": "object",
            "properties": { "event": { "enum": names }, "data": data },
        });
        self.with_answer(200, words, &[("text/event-stream", event)])
    }

    fn with_answer(
        mut self,
        status: u16,
        words: &str,
        content: &[(&'static str, Value)],
    ) -> Self {
        let content: Map<String, Value> = content
            .iter()
            .map(|(kind, schema)| ((*kind).to_owned(), json!({ "schema": schema })))
            .collect();
        self.object["responses"][status.to_string()] =
            json!({ "description": words, "content": content });
        self
    }

    /// Adds error responses by status code.
    #[must_use]
    pub fn with_faults(mut self, statuses: &[u16]) -> Self {
        self.add_schema::<ProblemDetails>();
        for &status in statuses {
            self.object["responses"][status.to_string()] =
                reference_to("responses", &response_name(status));
        }
        self
    }
}

impl fmt::Debug for OperationSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OperationSpec")
            .field("method", &self.method)
            .finish_non_exhaustive()
    }
}
