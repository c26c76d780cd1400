//! The page: N-queens solutions over HTTP, streamed while they are found.
//!
//! It brings back what Tom Myers' stylesheet did behind a servlet in 1999 ("N-Queens revision on
//! xt", XSL-List, 20 Nov 1999): `GET /queens?boardsize=6`, and any path below `/queens/`, answers a
//! web page with one table row for each solution, in order. Memory does not grow with the number of
//! solutions: a search waits until its reader has taken what was written. A reader that goes away,
//! or stands still for a minute, ends the search.

mod answer;
mod stream;

use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::map_response;
use axum::response::Response;
use axum::routing::get;
use queens::control::CancelToken;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// The size of the board where nobody asks for another, as in the stylesheet.
pub const DEFAULT_SIZE: u32 = 8;

/// How often the server looks whether it should end.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long it waits for its connections when it ends: pages are cut off at once, and a browser may hold a
/// connection on which nothing comes.
const GRACE: Duration = Duration::from_millis(250);

/// What a server is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServeOptions {
    /// Where to listen; port 0 lets the system choose.
    pub addr: SocketAddr,
    /// The largest board that is answered.
    pub max_size: u32,
    /// How many searches may run at once; further requests are told to come back later.
    pub max_searches: usize,
}

/// Port 8080 of this machine alone, boards up to 14, 16 searches at once.
impl Default for ServeOptions {
    fn default() -> Self {
        ServeOptions { addr: SocketAddr::from(([127, 0, 0, 1], 8080)), max_size: 14, max_searches: 16 }
    }
}

/// What every request can see.
#[derive(Clone)]
struct Shared {
    max_size: u32,
    /// One permit for each search that may run.
    searches: Arc<Semaphore>,
    /// Cancelled when the server ends; every page has a child of it.
    closing: CancellationToken,
}

/// Serves until `shutdown` is raised; then ends the searches, lets open pages end, and returns.
/// `ready` hears the address as soon as the server listens there.
///
/// # Errors
/// An address that cannot be listened on, or a runtime that cannot start.
///
/// ```
/// use queens::control::CancelToken;
/// use queens_server::{ServeOptions, serve};
///
/// let shutdown = CancelToken::new();
/// let options = ServeOptions { addr: ([127, 0, 0, 1], 0).into(), ..ServeOptions::default() };
/// serve(&options, &shutdown, |address| {
///     assert!(address.ip().is_loopback());
///     shutdown.cancel(); // a real caller waits for Ctrl-C
/// })?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn serve(
    options: &ServeOptions,
    shutdown: &CancelToken,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let runtime = runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(run(options, shutdown, ready));
    runtime.shutdown_timeout(GRACE);
    result
}

async fn run(
    options: &ServeOptions,
    shutdown: &CancelToken,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let listener = TcpListener::bind(options.addr).await?;
    ready(listener.local_addr()?);
    let closing = CancellationToken::new();
    let shared = Shared {
        max_size: options.max_size,
        searches: Arc::new(Semaphore::new(options.max_searches)),
        closing: closing.clone(),
    };
    let server =
        axum::serve(listener, router(shared)).with_graceful_shutdown(closing.clone().cancelled_owned());
    let end = async {
        while !shutdown.is_cancelled() {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        closing.cancel();
        tokio::time::sleep(GRACE).await;
    };
    tokio::select! {
        result = server => result,
        () = end => Ok(()),
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/", get(answer::start))
        .route("/queens", get(answer::queens))
        .route("/queens/", get(answer::queens))
        .route("/queens/{*below}", get(answer::queens))
        .route("/healthz", get(|| async { "ok\n" }))
        .fallback(answer::not_found)
        .method_not_allowed_fallback(answer::method_not_allowed)
        .layer(map_response(guarded))
        .with_state(shared)
}

/// Tells browsers to load nothing, run nothing and guess nothing.
async fn guarded(mut response: Response) -> Response {
    let rules: [(HeaderName, &'static str); 4] = [
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        ),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    for (name, value) in rules {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
