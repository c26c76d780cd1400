//! Requests: the bounds of an answer, the options that all share, and the way from bytes
//! to a request object.

use crate::fault::ApiFault;
use crate::request_schema::{RequestFields, RequestSchema};
use queens::Settings;
use queens::control::{Limits, clip};
use queens::names;
use queens::problem::Problem;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::Value;
use std::time::Duration;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

/// The default for the length of a request in bytes: enough for a board of 256 x 256 with
/// the number of each square's region.
pub const DEFAULT_MAX_BODY: usize = 256 << 10;

/// The bounds within which a request is answered.
#[derive(Clone, Debug)]
pub struct RequestContext {
    /// Limits of the search.
    pub limits: Limits,
    /// Longest side of a board.
    pub max_board: u32,
    /// Maximum length of a text in bytes.
    pub max_body: usize,
}

/// The object of a request.
pub(crate) trait ApiRequest: DeserializeOwned + ToSchema + Send + 'static {
    /// Maximum length of the body, in multiples of the common limit.
    const BODY_FACTOR: usize = 1;
}

/// Options of a search.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct SearchOptions {
    /// Id of the engine; by default a suitable one is chosen.
    #[serde(default)]
    pub(crate) engine: Option<String>,
    /// Time limit of the request; the limit of the server applies as well.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(crate) seconds: Option<f64>,
}

impl SearchOptions {
    /// Options with a time limit only.
    pub(crate) fn within(seconds: Option<f64>) -> Self {
        SearchOptions {
            seconds,
            ..SearchOptions::default()
        }
    }

    /// The settings of a search with these options within `limits`.
    pub(crate) fn settings(&self, limits: &Limits) -> Result<Settings, ApiFault> {
        let mut limits = limits.clone();
        if let Some(seconds) = self.seconds {
            let asked = Duration::try_from_secs_f64(seconds).map_err(|_| {
                ApiFault::unreadable(format!(
                    "'seconds' is {seconds:?}: the limit is {}",
                    u64::MAX
                ))
            })?;
            limits.time = Some(limits.time.map_or(asked, |own| own.min(asked)));
        }
        let settings = Settings::default().with_limits(limits).with_threads(1);
        Ok(match &self.engine {
            Some(engine) => settings.with_engine(engine),
            None => settings,
        })
    }
}

/// Finds a value by its name.
pub(crate) fn find_named<T: Copy>(
    what: &str,
    name: &str,
    all: &[T],
    id: fn(T) -> &'static str,
) -> Result<T, ApiFault> {
    all.iter()
        .copied()
        .find(|&one| id(one) == name)
        .ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|&one| id(one)).collect();
            ApiFault::unanswerable(format!(
                "'{}' is not a valid {what}: {}",
                clip(name),
                names::way_out(name, &known)
            ))
        })
}

/// The schema of a field with a description and types, for a field whose schema is a
/// function: its doc comment is not used.
pub(crate) fn object_field(
    what: &str,
    types: impl IntoIterator<Item = Type>,
) -> ObjectBuilder {
    ObjectBuilder::new()
        .description(Some(what))
        .schema_type(SchemaType::from_iter(types))
}

/// The schema of an optional field with one of some names.
pub(crate) fn name_schema<'n>(
    what: &str,
    names: impl Iterator<Item = &'n str>,
) -> Object {
    let names = names.map(Value::from).chain([Value::Null]);
    object_field(what, [Type::String, Type::Null])
        .enum_values(Some(names))
        .build()
}

/// Parses a problem in any form, with a board of at most `max_board` rows and columns.
pub(crate) fn parse_problem(text: &str, max_board: u32) -> Result<Problem, ApiFault> {
    let problem = queens::read::problem(text.as_bytes())
        .map_err(ApiFault::unanswerable)?
        .problem;
    check_sides(problem.rows(), problem.columns(), max_board)?;
    Ok(problem)
}

/// Checks the sides of a board.
pub(crate) fn check_sides(
    rows: u32,
    columns: u32,
    max_board: u32,
) -> Result<(), ApiFault> {
    if rows.max(columns) > max_board {
        return Err(ApiFault::unanswerable(format!(
            "a board of {rows} x {columns} is too large: the limit is {max_board} x {max_board}",
        )));
    }
    Ok(())
}

/// Parses the JSON object of a request.
pub(crate) fn parse_request<R: ApiRequest>(bytes: &[u8]) -> Result<R, ApiFault> {
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(ApiFault::unreadable(
            "the request is not a JSON object: see /api for its keys",
        ));
    }
    let fields: RequestFields<'_> = serde_json::from_slice(bytes).map_err(|error| {
        ApiFault::unreadable(format!("the request is not valid JSON: {error}"))
    })?;
    RequestSchema::for_request::<R>()
        .check_fields(&fields)
        .map_err(ApiFault::unreadable)?;
    R::deserialize(MapDeserializer::new(fields.0.into_iter())).map_err(
        |error: serde_json::Error| {
            ApiFault::unreadable(format!("the request cannot be read: {error}"))
        },
    )
}
