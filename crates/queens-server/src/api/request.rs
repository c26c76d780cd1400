//! From the bytes of a request to a search, and from its document to bytes.

use super::form::{Entries, Form};
use crate::computing::compute;
use crate::connections::Held;
use crate::fault::{Fault, clip};
use crate::{BODIES, Shared};
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use queens::Settings;
use queens::control::{CancelToken, Limits};
use queens::document::Document;
use queens::problem::Problem;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde::de::value::MapDeserializer;
use serde_json::Value;
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_util::sync::DropGuard;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, SchemaType, Type};

/// How long a client may take to send what it asks.
const BODY_TIME: Duration = Duration::from_secs(10);

/// What a request may say of how it is answered.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(super) struct How {
    /// The id of the engine; absent, one that suits.
    #[serde(default)]
    pub(super) engine: Option<String>,
    /// For everything random.
    #[serde(default)]
    pub(super) seed: u64,
    /// The longest time, within the server's own.
    #[serde(default)]
    #[schema(minimum = 0)]
    pub(super) seconds: Option<f64>,
}

impl How {
    /// The settings of an answer within `limits`.
    pub(super) fn settings(&self, limits: &Limits) -> Result<Settings, Fault> {
        let mut limits = limits.clone();
        if let Some(seconds) = self.seconds {
            let asked = Duration::try_from_secs_f64(seconds).map_err(|_| {
                Fault::unreadable(format!("{seconds:?} seconds are no valid time: at most {}", u64::MAX))
            })?;
            limits.time = Some(limits.time.map_or(asked, |own| own.min(asked)));
        }
        let settings = Settings::default().with_limits(limits).with_seed(self.seed).with_threads(1);
        Ok(match &self.engine {
            Some(engine) => settings.with_engine(engine),
            None => settings,
        })
    }
}

/// A value with this name among `all`.
pub(super) fn named<T: Copy>(
    what: &str,
    name: &str,
    all: &[T],
    id: fn(T) -> &'static str,
) -> Result<T, Fault> {
    all.iter().copied().find(|&one| id(one) == name).ok_or_else(|| {
        let known: Vec<&str> = all.iter().map(|&one| id(one)).collect();
        let (name, known) = (clip(name, 40), known.join(", "));
        Fault::unanswerable(format!("'{name}' is not a valid {what}: use one of {known}"))
    })
}

/// In a description: a field that says `what` it is and takes values of these types. A field whose form a function gives is
/// described there, as its comment does not come in.
pub(super) fn field(what: &str, types: impl IntoIterator<Item = Type>) -> ObjectBuilder {
    ObjectBuilder::new().description(Some(what)).schema_type(SchemaType::from_iter(types))
}

/// A field that takes one of some names, or nothing.
pub(super) fn names<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> Object {
    let names = names.map(Value::from).chain([Value::Null]);
    field(what, [Type::String, Type::Null]).enum_values(Some(names)).build()
}

/// A problem in any form that can be read, its board no larger than this server takes.
pub(super) fn problem(text: &str, max_board: u32) -> Result<Problem, Fault> {
    let problem = queens::read::problem(text.as_bytes()).map_err(Fault::unanswerable)?.problem;
    small_enough(&problem, max_board)?;
    Ok(problem)
}

/// That the board is no larger than this server takes.
pub(super) fn small_enough(problem: &Problem, max_board: u32) -> Result<(), Fault> {
    let (rows, columns) = (problem.rows(), problem.columns());
    if rows.max(columns) > max_board {
        return Err(Fault::unanswerable(format!(
            "a board of {rows} x {columns} is too large for this server: its sides are at most {max_board}",
        )));
    }
    Ok(())
}

/// An object that requests send.
pub(crate) trait Asked: DeserializeOwned + ToSchema + Send + 'static {
    /// The longest body that holds one, in multiples of `--max-body`.
    const SIZE: usize = 1;
}

/// The body of a request.
struct Received {
    bytes: Vec<u8>,
    /// A permit for each KiB beyond `--max-body`.
    _room: OwnedSemaphorePermit,
}

/// Receives the body of a request, of `max` bytes at most.
///
/// # Errors
/// Another type of content, too many bytes, bytes that come too slowly, a body that breaks off, no room for it.
async fn received(shared: &Shared, request: Request, max: usize) -> Result<Received, Fault> {
    let content = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let media = content.unwrap_or("").split(';').next().unwrap_or("").trim();
    // A page from elsewhere cannot send this type without asking first, and is told nothing then.
    if !media.eq_ignore_ascii_case("application/json") {
        return Err(Fault::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send a JSON object, with content-type: application/json",
        ));
    }
    timeout(BODY_TIME, gathered(shared, request.into_body(), max)).await.unwrap_or_else(|_| {
        let detail =
            format!("the request did not come within {} seconds: send it at once", BODY_TIME.as_secs());
        Err(Fault::new(StatusCode::REQUEST_TIMEOUT, detail))
    })
}

/// The bytes of `body`, `max` at most.
async fn gathered(shared: &Shared, body: Body, max: usize) -> Result<Received, Fault> {
    let too_long = || {
        let detail = format!("the request is too long: at most {max} bytes are taken here (`--max-body`)");
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    };
    let full = |_| {
        let detail = format!(
            "too many long requests come at once: the bytes of all beyond {} each are at most {BODIES}; \
             try again in a few seconds",
            shared.max_body
        );
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    };
    // What is announced to be too long is not waited for.
    let announced = body.size_hint().lower();
    if announced > max as u64 {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(announced as usize);
    let mut room = shared.bodies.clone().try_acquire_many_owned(0).map_err(full)?;
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece
            .map_err(|error| Fault::unreadable(format!("the body of the request is broken: {error}")))?;
        if piece.len() > max - bytes.len() {
            return Err(too_long());
        }
        let beyond = (bytes.len() + piece.len()).saturating_sub(shared.max_body);
        let more = beyond.div_ceil(1 << 10) - room.num_permits();
        room.merge(shared.bodies.clone().try_acquire_many_owned(more as u32).map_err(full)?);
        bytes.extend_from_slice(&piece);
    }
    Ok(Received { bytes, _room: room })
}

/// The object that stands in `bytes`.
fn read<R: Asked>(bytes: &[u8]) -> Result<R, Fault> {
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(Fault::unreadable(
            "this is no JSON object, which begins with {: /api shows what is asked for",
        ));
    }
    let entries: Entries<'_> = serde_json::from_slice(bytes)
        .map_err(|error| Fault::unreadable(format!("this is no JSON that can be read: {error}")))?;
    Form::of::<R>().check(&entries).map_err(Fault::unreadable)?;
    R::deserialize(MapDeserializer::new(entries.0.into_iter())).map_err(|error: serde_json::Error| {
        Fault::unreadable(format!("this is not what is asked for: {error}"))
    })
}

/// What a search holds: the right to run, given back when it ends, and its limits, which its client's going away
/// and the server's end raise.
pub(super) struct Turn {
    pub(super) limits: Limits,
    pub(super) max_board: u32,
    /// The most bytes of what is read as text.
    pub(super) max_body: usize,
    pub(super) seat: OwnedSemaphorePermit,
    pub(super) permit: OwnedSemaphorePermit,
}

/// Waits for a turn. The guard belongs to the one that waits for the answer: dropped, it ends the search.
async fn turn(shared: &Shared) -> Result<(Turn, DropGuard), Fault> {
    let seat = shared.seat()?;
    let permit = shared.permit().await?;
    let closing = shared.closing.child_token();
    let cancel = CancelToken::new();
    let (raised, closed) = (cancel.clone(), closing.clone());
    tokio::spawn(async move {
        closed.cancelled().await;
        raised.cancel();
    });
    let mut limits = shared.limits.clone().with_cancel(cancel);
    limits.time.get_or_insert(shared.answer_time);
    let limits = limits.started();
    let (max_board, max_body) = (shared.max_board, shared.max_body);
    Ok((Turn { limits, max_board, max_body, seat, permit }, closing.drop_guard()))
}

/// Waits for a turn, then runs `work` on a thread of its own. Returns its result together with the turn.
async fn with_turn<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce(&Turn) -> Result<T, Fault> + Send + 'static,
) -> Result<(T, Turn, DropGuard), Fault> {
    let (turn, ends_the_work_when_dropped) = turn(shared).await?;
    let working = compute(move || work(&turn).map(|result| (result, turn)));
    let worked = working.await.unwrap_or_else(|_| {
        Err(Fault::new(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the search failed: this is a fault of the program, please report what was asked",
        ))
    });
    worked.map(|(result, turn)| (result, turn, ends_the_work_when_dropped))
}

/// Waits for a turn, then runs `work` on a thread of its own and returns its result.
pub(super) async fn worked<T: Send + 'static>(
    shared: &Shared,
    work: impl FnOnce(&Turn) -> Result<T, Fault> + Send + 'static,
) -> Result<T, Fault> {
    with_turn(shared, work).await.map(|(result, ..)| result)
}

/// Receives the object of a request, and waits for what `work` makes of it in a turn. It is read in that turn too.
pub(super) async fn asked<R: Asked, T: Send + 'static>(
    shared: &Shared,
    request: Request,
    work: impl FnOnce(R, &Turn) -> Result<T, Fault> + Send + 'static,
) -> Result<(T, Turn, DropGuard), Fault> {
    let max = R::SIZE.saturating_mul(shared.max_body).min(shared.max_body.saturating_add(BODIES));
    let body = received(shared, request, max).await?;
    with_turn(shared, move |turn| {
        let object = read(&body.bytes)?;
        drop(body);
        work(object, turn)
    })
    .await
}

/// Answers the object of a request with what `work` makes of it. The answer keeps its seat until it is sent.
pub(super) async fn answer<R: Asked, T: IntoResponse + Send + 'static>(
    shared: Shared,
    request: Request,
    work: impl FnOnce(&R, &Turn) -> Result<T, Fault> + Send + 'static,
) -> Result<Response, Fault> {
    let (answer, turn, _) = asked(&shared, request, move |object, turn| work(&object, turn)).await?;
    let mut response = answer.into_response();
    response.extensions_mut().insert(Held::new(turn.seat));
    Ok(response)
}

/// A document, as JSON.
#[derive(Clone)]
pub(crate) struct Json(Bytes);

impl Json {
    pub(super) fn of(document: &impl Document) -> Result<Self, Fault> {
        let mut bytes = Vec::new();
        document
            .write_json(&mut bytes)
            .map_err(|error| Fault::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()))?;
        Ok(Json(bytes.into()))
    }
}

impl IntoResponse for Json {
    fn into_response(self) -> Response {
        ([(header::CONTENT_TYPE, "application/json")], Body::from(self.0)).into_response()
    }
}
