//! The laboratory over HTTP: its page, the API below `/api/v1` that the page and programs use, and the page of 1999.
//!
//! The latter brings back what Tom Myers' stylesheet did behind a servlet in 1999 ("N-Queens revision on
//! xt", XSL-List, 20 Nov 1999): `GET /queens?boardsize=6`, and any path below `/queens/`, answers a
//! web page with one table row for each solution, in order. Memory does not grow with the number of
//! solutions: a search waits until its reader has taken what was written, and meanwhile others search.
//! A reader that goes away, or takes nothing for some seconds, ends the search.

mod access;
mod addresses;
mod api;
mod assets;
mod campaigns;
mod computing;
mod connections;
mod fault;
mod host;
mod metrics;
mod page_of_1999;
mod socket;
mod stream;

pub use access::{Access, Hears};
pub use campaigns::Campaigns;

use addresses::{Addresses, Told};
use api::Jobs;
use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::get;
use connections::Connections;
use fault::Fault;
use metrics::Metrics;
use queens::control::{CancelToken, Limits};
use serde_json::json;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The size of the board where nobody asks for another, as in the stylesheet.
pub const DEFAULT_SIZE: u32 = 8;

/// How long a request waits for its turn.
const WAIT: Duration = Duration::from_secs(2);

/// The most bytes of requests beyond `--max-body` each that are held at once: eight pictures, from their coming until they
/// are read. All else is bounded by the number of connections.
const BODIES: usize = 64 << 20;

/// How often the server looks whether it should end.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How long it waits for its pages when it ends: their searches end at once, but a reader may take nothing.
const GRACE: Duration = Duration::from_millis(250);

/// The most bytes of a request's body, if the options do not say: a board of 256 x 256 with the number of each square's
/// region.
pub(crate) const MAX_BODY: usize = 256 << 10;

/// What a server is given.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Where to listen; port 0 lets the system choose.
    pub addr: SocketAddr,
    /// The largest board that is answered.
    pub max_size: u32,
    /// How many searches may run at once, 1 at least. A search that waits for its reader does not count; a request
    /// that gets no turn within two seconds is told to come back later.
    pub max_searches: u16,
    /// How many connections may be open, 2 at least; half of them may carry pages of solutions.
    pub max_connections: u16,
    /// How long a reader may take nothing before it is given up.
    pub reader_timeout: Duration,
    /// The largest side of a board that the API takes.
    pub max_board: u32,
    /// The most bytes of a request's body. Lists of solutions may have four times as many, pictures of puzzles 32 times.
    pub max_body: usize,
    /// The longest time of an answer of the API, where `time_limit` is not set.
    pub answer_time: Duration,
    /// How many counts may run as jobs at once.
    pub max_jobs: usize,
    /// The longest time of a search: of a page, waiting for its reader included, of an answer, of a job.
    pub time_limit: Option<Duration>,
    /// The most nodes of a search.
    pub node_limit: Option<u64>,
    /// The most bytes of memory that a search takes.
    pub memory_limit: Option<u64>,
    /// The campaigns that are shown.
    pub campaigns: Campaigns,
    /// The names (without ports) that a request may give for this server, beside `localhost` and
    /// addresses in numbers.
    pub allowed_hosts: Vec<String>,
    /// Hears of every answer when it is over.
    pub access: Option<Hears>,
}

/// Port 8080 of this machine alone, pages for boards up to 14, 16 searches at once, 512 connections, 10 seconds
/// of patience with a reader; boards up to 256 for the API, bodies up to 256 KiB, 10 seconds for an answer, 2 jobs;
/// 2 GiB for a search; no campaigns, no further names.
impl Default for ServeOptions {
    fn default() -> Self {
        ServeOptions {
            addr: SocketAddr::from(([127, 0, 0, 1], 8080)),
            max_size: 14,
            max_searches: 16,
            max_connections: 512,
            reader_timeout: Duration::from_secs(10),
            max_board: 256,
            max_body: MAX_BODY,
            answer_time: Duration::from_secs(10),
            max_jobs: 2,
            time_limit: None,
            node_limit: None,
            memory_limit: Some(2 << 30),
            campaigns: Campaigns::default(),
            allowed_hosts: Vec::new(),
            access: None,
        }
    }
}

impl ServeOptions {
    /// How many connections there can be.
    fn connections(&self) -> u16 {
        self.max_connections.max(2)
    }

    /// How many of them may carry pages: the others stay free for answers that are short.
    fn pages(&self) -> usize {
        (self.connections() / 2).into()
    }

    /// How many searches may run.
    fn searches(&self) -> usize {
        self.max_searches.max(1).into()
    }
}

/// What every request can see.
#[derive(Clone)]
struct Shared {
    max_size: u32,
    max_board: u32,
    max_body: usize,
    answer_time: Duration,
    job_time: Option<Duration>,
    max_jobs: usize,
    jobs: Arc<Jobs>,
    campaigns: Campaigns,
    metrics: Arc<Metrics>,
    /// The bounds of one search.
    limits: Limits,
    /// One permit for each page that may be open.
    pages: Arc<Semaphore>,
    max_pages: usize,
    /// One permit for each search that may run.
    searches: Arc<Semaphore>,
    max_searches: usize,
    /// One permit for each KiB of [`BODIES`].
    bodies: Arc<Semaphore>,
    /// Cancelled when the server ends; every page has a child of it.
    closing: CancellationToken,
}

impl Shared {
    /// The right to an answer that takes its time.
    fn seat(&self) -> Result<OwnedSemaphorePermit, Fault> {
        let seat = self.pages.clone().try_acquire_owned();
        seat.map_err(|_| {
            Fault::busy(
                "long answers",
                self.max_pages,
                "half of `--max-connections`",
                "try again in a few seconds",
            )
        })
    }

    /// The right to search, once one is free.
    async fn permit(&self) -> Result<OwnedSemaphorePermit, Fault> {
        match timeout(WAIT, self.searches.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(Fault::busy(
                "searches",
                self.max_searches,
                "`--max-searches`",
                "try again in a few seconds",
            )),
        }
    }
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
    let runtime = runtime::Builder::new_multi_thread()
        .max_blocking_threads(options.pages() + options.max_jobs) // each takes a thread
        .enable_all()
        .build()?;
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
    let mut limits = Limits::default();
    (limits.nodes, limits.time, limits.memory) =
        (options.node_limit, options.time_limit, options.memory_limit);
    let shared = Shared {
        max_size: options.max_size,
        max_board: options.max_board,
        max_body: options.max_body,
        answer_time: options.answer_time,
        job_time: options.time_limit,
        max_jobs: options.max_jobs,
        jobs: Arc::default(),
        campaigns: options.campaigns.clone(),
        metrics: Arc::default(),
        limits,
        pages: Arc::new(Semaphore::new(options.pages())),
        max_pages: options.pages(),
        searches: Arc::new(Semaphore::new(options.searches())),
        max_searches: options.searches(),
        bodies: Arc::new(Semaphore::new(BODIES >> 10)),
        closing: closing.clone(),
    };
    let mut router = router(shared, options.allowed_hosts.as_slice().into());
    if let Some(hears) = options.access {
        router = router.layer(from_fn_with_state(hears, access::tell));
    }
    let connections = Connections::new(router, options.connections(), options.reader_timeout);
    let raised = async {
        while !shutdown.is_cancelled() {
            sleep(LOOK_EVERY).await;
        }
    };
    tokio::select! {
        () = connections.accept_all(&listener) => {}
        () = raised => {}
    }
    closing.cancel();
    // Whoever is still there then is cut off.
    let _ = timeout(GRACE, connections.end()).await;
    Ok(())
}

fn router(shared: Shared, allowed_hosts: Arc<[String]>) -> Router {
    let page =
        Told::get("Every solution of a board of queens, a table row each: the page of 1999, streamed.")
            .takes::<u32>("query", "boardsize", "The size of the board.", &json!(6))
            .text(200, "The page.", &["text/html"])
            .text(400, "No size.", &["text/html"])
            .text(422, "Too large a size.", &["text/html"])
            .text(503, "Too many searches are running.", &["text/html"]);
    let counted = Told::get("What the server has done and is doing, for Prometheus.");
    let health = Told::get("Whether the server answers.");
    let html = |words| Told::get(words).text(200, "The page.", &["text/html"]);
    let answered = Addresses::default()
        .nest("/api/v1", api::addresses())
        .at("/queens", page, page_of_1999::queens)
        .at("/", html("The page of the laboratory."), assets::page)
        .at("/api", html("This description, to be read and tried."), assets::description)
        .at("/1999", html("The form of the page of 1999: its answer is at `/queens`."), page_of_1999::start)
        .at("/healthz", health.text(200, "`ok`", &["text/plain"]), || async { "ok\n" })
        .at("/metrics", counted.text(200, "The figures.", &["text/plain"]), metrics::metrics)
        .router()
        .route("/assets/pieces.svg", get(assets::pieces))
        .route("/assets/{name}", get(assets::asset))
        .route("/queens/", get(page_of_1999::queens))
        .route("/queens/{*below}", get(page_of_1999::queens))
        .layer(from_fn_with_state(shared.clone(), metrics::count))
        .layer(from_fn_with_state(allowed_hosts, host::check))
        .with_state(shared);
    // Which methods an address has, a router says outside of its own layers.
    Router::new().fallback_service(answered).layer(from_fn(fault::tell)).layer(map_response(guarded))
}

/// Tells browsers to load nothing, run nothing and guess nothing, where the answer does not say otherwise.
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
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
