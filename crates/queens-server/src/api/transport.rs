//! The way of a request over HTTP: the body is received, waits for its turn, and is
//! answered on a thread of its own.

use super::{list, race};
use crate::computing::spawn_search;
use crate::connections::HeldSeat;
use crate::fault::ServerFault;
use crate::{MAX_EXTRA_BODY_BYTES, ServerState};
use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use queens::control::CancelToken;
use queens_api::{AnswerContent, ApiAnswer, ApiFault, Endpoint, RequestContext};
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;
use tokio::time::timeout;
use tokio_stream::StreamExt;
use tokio_util::sync::DropGuard;

/// The content type of lists of JSON objects.
const LINES_TYPE: &str = "application/x-ndjson";

/// Ends the search when it is dropped: it belongs to whoever waits for the answer.
pub(super) type SendGuard = DropGuard;

/// A received body.
pub(super) struct ReceivedBody {
    pub(super) bytes: Vec<u8>,
    /// A permit for each KiB beyond `--max-body`.
    _room: OwnedSemaphorePermit,
}

/// Receives the body of a request, of at most `max` bytes.
///
/// # Errors
/// Another content type, too many bytes, a slow or broken body, too many long bodies at
/// once.
async fn receive_body(
    state: &ServerState,
    request: Request,
    max: usize,
) -> Result<ReceivedBody, ServerFault> {
    let content = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok());
    let media = content.unwrap_or("").split(';').next().unwrap_or("").trim();
    // A page of another server cannot send this content type without a preflight request,
    // which fails.
    if !media.eq_ignore_ascii_case("application/json") {
        return Err(ServerFault::new(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "send a JSON object with content-type: application/json",
        ));
    }
    timeout(
        state.request_timeout,
        collect_body(state, request.into_body(), max),
    )
    .await
    .unwrap_or_else(|_| {
        let detail = format!(
            "the request did not arrive within {} seconds (`--request-timeout`)",
            state.request_timeout.as_secs()
        );
        Err(ServerFault::new(StatusCode::REQUEST_TIMEOUT, detail))
    })
}

/// Collects the bytes of `body`, at most `max`.
async fn collect_body(
    state: &ServerState,
    body: Body,
    max: usize,
) -> Result<ReceivedBody, ServerFault> {
    let too_long = || {
        let detail =
            format!("the request is too long: the limit is {max} bytes (`--max-body`)");
        ServerFault::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    };
    let full = |_| {
        let detail = format!(
            "too many long requests: beyond {} bytes each, the limit is {MAX_EXTRA_BODY_BYTES} bytes in total; try again \
             in a few seconds",
            state.max_body
        );
        ServerFault::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    };
    // A body with a length that is too large is refused at once.
    let announced = body.size_hint().lower();
    if announced > max as u64 {
        return Err(too_long());
    }
    let mut bytes = Vec::with_capacity(announced as usize);
    let mut room = state
        .bodies
        .clone()
        .try_acquire_many_owned(0)
        .map_err(full)?;
    let mut pieces = body.into_data_stream();
    while let Some(piece) = pieces.next().await {
        let piece = piece.map_err(|error| {
            ApiFault::unreadable(format!("the body of the request is broken: {error}"))
        })?;
        if piece.len() > max - bytes.len() {
            return Err(too_long());
        }
        let beyond = (bytes.len() + piece.len()).saturating_sub(state.max_body);
        let more = beyond.div_ceil(1 << 10) - room.num_permits();
        room.merge(
            state
                .bodies
                .clone()
                .try_acquire_many_owned(more as u32)
                .map_err(full)?,
        );
        bytes.extend_from_slice(&piece);
    }
    Ok(ReceivedBody { bytes, _room: room })
}

/// The right to search, returned when the search ends, with the bounds of the search. The
/// limits are raised when the client disconnects or the server shuts down.
pub(super) struct SearchTurn {
    pub(super) context: RequestContext,
    pub(super) seat: OwnedSemaphorePermit,
    pub(super) permit: OwnedSemaphorePermit,
}

/// Waits for a turn.
async fn next_turn(state: &ServerState) -> Result<(SearchTurn, SendGuard), ServerFault> {
    let seat = state.take_waiting_seat()?;
    let permit = state.wait_for_slot().await?;
    let closing = state.closing.child_token();
    let cancel = CancelToken::new();
    let (raised, closed) = (cancel.clone(), closing.clone());
    tokio::spawn(async move {
        closed.cancelled().await;
        raised.cancel();
    });
    let mut limits = state.search_limits().with_cancel(cancel);
    limits.time.get_or_insert(state.answer_time);
    let context = RequestContext {
        limits: limits.started(),
        max_board: state.max_board,
        max_body: state.max_body,
    };
    Ok((
        SearchTurn {
            context,
            seat,
            permit,
        },
        closing.drop_guard(),
    ))
}

/// Waits for a turn, then runs `work` on a thread of its own. Returns its result together
/// with the turn.
async fn with_turn<T: Send + 'static>(
    state: &ServerState,
    work: impl FnOnce(&RequestContext) -> Result<T, ApiFault> + Send + 'static,
) -> Result<(T, SearchTurn, SendGuard), ServerFault> {
    let (turn, guard) = next_turn(state).await?;
    let running = spawn_search(move || work(&turn.context).map(|result| (result, turn)));
    let (result, turn) = running.await.unwrap_or_else(|_| {
        Err(ApiFault::new(
            500,
            "the search failed because of a bug: please report the request",
        ))
    })?;
    Ok((result, turn, guard))
}

/// Waits for a turn, then runs `work` on a thread of its own.
pub(super) async fn run_in_turn<T: Send + 'static>(
    state: &ServerState,
    work: impl FnOnce(&RequestContext) -> Result<T, ApiFault> + Send + 'static,
) -> Result<T, ServerFault> {
    with_turn(state, work).await.map(|(result, ..)| result)
}

/// Receives a body of at most `factor` times the common limit, waits for a turn and runs
/// `work` on it.
pub(super) async fn run_with_body<T: Send + 'static>(
    state: &ServerState,
    request: Request,
    factor: usize,
    work: impl FnOnce(ReceivedBody, &RequestContext) -> Result<T, ApiFault> + Send + 'static,
) -> Result<(T, SearchTurn, SendGuard), ServerFault> {
    let max = factor
        .saturating_mul(state.max_body)
        .min(state.max_body.saturating_add(MAX_EXTRA_BODY_BYTES));
    let body = receive_body(state, request, max).await?;
    with_turn(state, move |context| work(body, context)).await
}

/// Answers a request to an address of the API.
pub(super) async fn answer_request(
    state: ServerState,
    request: Request,
    endpoint: Arc<Endpoint>,
) -> Result<Response, ServerFault> {
    let Some(factor) = endpoint.body_factor else {
        return answer_constant(&state, &endpoint);
    };
    let running = run_with_body(&state, request, factor, move |body, context| {
        let parsed = endpoint.parse(&body.bytes)?;
        // The search does not keep the room of the body.
        drop(body);
        parsed.answer(context)
    });
    let (answer, turn, guard) = running.await?;
    Ok(match answer {
        ApiAnswer::Content(content) => {
            let mut response = content_response(content);
            // The response keeps its seat until it is sent.
            response.extensions_mut().insert(HeldSeat::new(turn.seat));
            response
        }
        ApiAnswer::List(solutions) => lines_response(list::stream_solutions(
            *solutions,
            &state,
            guard.disarm(),
            turn.seat,
            turn.permit,
        )),
        ApiAnswer::Race(run) => lines_response(race::stream_race(*run, turn, guard)),
    })
}

/// Answers a request to an address that neither reads a body nor searches.
fn answer_constant(
    state: &ServerState,
    endpoint: &Endpoint,
) -> Result<Response, ServerFault> {
    let context = RequestContext {
        limits: state.limits.clone(),
        max_board: state.max_board,
        max_body: state.max_body,
    };
    match endpoint.answer(b"", &context)? {
        ApiAnswer::Content(content) => Ok(content_response(content)),
        ApiAnswer::List(_) | ApiAnswer::Race(_) => {
            Err(ApiFault::new(500, "this address must read a body").into())
        }
    }
}

/// A response with lines of JSON.
fn lines_response(body: Body) -> Response {
    ([(header::CONTENT_TYPE, LINES_TYPE)], body).into_response()
}

/// A response with content.
pub(super) fn content_response(content: AnswerContent) -> Response {
    (
        [(header::CONTENT_TYPE, content.content_type)],
        content.bytes,
    )
        .into_response()
}
