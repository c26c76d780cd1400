//! The laboratory over HTTP: the page, the API below `/api/v1` for the page and for
//! programs, and the page of 1999.
//!
//! The page of 1999 does the same as Tom Myers' stylesheet behind a servlet ("N-Queens
//! revision on xt", XSL-List, 20 Nov 1999): `GET /queens?boardsize=6`, and any path below
//! `/queens/`, returns a web page with one table row for each solution, in order. Memory
//! does not grow with the number of solutions: a search waits until the client has read
//! the chunks before, and other searches run in the meantime. A client that disconnects
//! or reads too slowly ends the search.

#![forbid(unsafe_code)]

mod access;
mod api;
mod assets;
mod campaigns;
mod compression;
mod computing;
mod connections;
mod embed;
mod exchange;
mod fault;
mod host;
mod metrics;
mod modules;
mod page_of_1999;
mod routes;
mod socket;

pub use access::{AccessLogger, AccessRecord};
pub use campaigns::Campaigns;
pub use embed::EmbedOrigin;

use api::JobTable;
use axum::Router;
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{from_fn, from_fn_with_state, map_response};
use axum::response::Response;
use axum::routing::get;
use computing::spawn_search;
use connections::Connections;
use fault::ServerFault;
use metrics::ServerMetrics;
use queens::control::{CancelToken, Limits, MemoryBudget};
use queens_api::{DEFAULT_MAX_BODY, OperationSpec};
use routes::RouteTable;
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

/// Default size of the board of the page of 1999, as in the stylesheet.
pub const DEFAULT_SIZE: u32 = 8;

/// Maximum time that a request waits for its turn.
const TURN_TIMEOUT: Duration = Duration::from_secs(2);

/// Maximum number of bytes that all bodies have together beyond `--max-body` each, from
/// their arrival until they are parsed: eight pictures. The number of connections bounds
/// the rest.
const MAX_EXTRA_BODY_BYTES: usize = 64 << 20;

/// Maximum memory for all pictures that are read at once, in bytes, and for one of them:
/// the largest JPEG takes 384 MiB. More at once would not be faster: reading a picture
/// keeps a processor busy.
const MAX_PICTURE_BYTES: u64 = 384 << 20;

/// Time between two checks for a shutdown.
const SHUTDOWN_POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Maximum time of a shutdown: all searches end at once, but a client may not read its
/// response.
const SHUTDOWN_GRACE: Duration = Duration::from_millis(250);

/// Options of a server.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// Address to listen on; with port 0 the system chooses one.
    pub addr: SocketAddr,
    /// Largest size for the page of 1999.
    pub max_size: u32,
    /// Maximum number of searches at once, at least 1. A search that waits for its client
    /// does not count. A request that gets no turn within two seconds fails with 503.
    pub max_searches: u16,
    /// Maximum number of open connections, at least 2; half of them may carry long
    /// responses.
    pub max_connections: u16,
    /// Time within which the head of a request must arrive after the start of the
    /// connection or the response before it, and then its body.
    pub request_timeout: Duration,
    /// Time within which a client must read 64 KiB of a response that waits for it; a
    /// slower client is dropped.
    pub reader_timeout: Duration,
    /// Longest side of a board for the API.
    pub max_board: u32,
    /// Maximum length of the body of a request in bytes; four times as much for lists of
    /// solutions, 32 times for pictures.
    pub max_body: usize,
    /// Time limit of an answer of the API, if `time_limit` is not set.
    pub answer_time: Duration,
    /// Maximum number of jobs at once.
    pub max_jobs: usize,
    /// Time limit of every search: of a page (including the time to wait for its client),
    /// an answer, a job.
    pub time_limit: Option<Duration>,
    /// Node limit of a search.
    pub node_limit: Option<u64>,
    /// Memory limit of a search in bytes.
    pub memory_limit: Option<u64>,
    /// Memory in bytes that all searches, jobs and pictures draw from. Pictures have at
    /// most a quarter of it at once, and 384 MiB.
    pub max_memory: u64,
    /// Campaigns to show.
    pub campaigns: Campaigns,
    /// Names of this server (without ports) that a request may use, besides `localhost`
    /// and IP addresses.
    pub allowed_hosts: Vec<String>,
    /// Origins of pages that may show the page in a frame.
    pub embed_from: Vec<EmbedOrigin>,
    /// Receives a record of every response.
    pub access_log: Option<AccessLogger>,
}

/// Port 8080, reachable from this machine only; the page of 1999 up to size 14; 16
/// searches, 512 connections, timeouts of 10 seconds for a request and for a reader; for
/// the API boards up to 256, bodies up to 256 KiB, answers up to 10 seconds, 2 jobs; 2
/// GiB for a search and 4 GiB for all; no campaigns, no further names, no frames.
impl Default for ServeOptions {
    fn default() -> Self {
        ServeOptions {
            addr: SocketAddr::from(([127, 0, 0, 1], 8080)),
            max_size: 14,
            max_searches: 16,
            max_connections: 512,
            request_timeout: Duration::from_secs(10),
            reader_timeout: Duration::from_secs(10),
            max_board: 256,
            max_body: DEFAULT_MAX_BODY,
            answer_time: Duration::from_secs(10),
            max_jobs: 2,
            time_limit: None,
            node_limit: None,
            memory_limit: Some(2 << 30),
            max_memory: 4 << 30,
            campaigns: Campaigns::default(),
            allowed_hosts: Vec::new(),
            embed_from: Vec::new(),
            access_log: None,
        }
    }
}

impl ServeOptions {
    /// Maximum number of connections.
    fn connection_limit(&self) -> u16 {
        self.max_connections.max(2)
    }

    /// Maximum number of long responses: the other connections stay free for short ones.
    fn page_limit(&self) -> usize {
        (self.connection_limit() / 2).into()
    }

    /// Maximum number of searches.
    fn search_limit(&self) -> usize {
        self.max_searches.max(1).into()
    }
}

/// State that all requests share.
#[derive(Clone)]
struct ServerState {
    max_size: u32,
    max_board: u32,
    max_body: usize,
    request_timeout: Duration,
    answer_time: Duration,
    job_time: Option<Duration>,
    max_jobs: usize,
    jobs: Arc<JobTable>,
    campaigns: Campaigns,
    /// The content security policy of the page.
    page_policy: HeaderValue,
    metrics: Arc<ServerMetrics>,
    /// Limits of one search, without its share of the memory.
    limits: Limits,
    /// Memory of all searches.
    memory: MemoryBudget,
    /// One permit for each long response.
    pages: Arc<Semaphore>,
    max_pages: usize,
    /// One permit for each running search.
    searches: Arc<Semaphore>,
    max_searches: usize,
    /// One permit for each KiB of [`MAX_EXTRA_BODY_BYTES`].
    bodies: Arc<Semaphore>,
    /// Cancelled at shutdown; every search has a child of it.
    closing: CancellationToken,
}

impl ServerState {
    /// Returns the limits of a new search, which draws its memory from the server's.
    fn search_limits(&self) -> Limits {
        self.limits.clone().with_budget(&self.memory)
    }

    /// Returns the permit for a long response.
    fn take_waiting_seat(&self) -> Result<OwnedSemaphorePermit, ServerFault> {
        let seat = self.pages.clone().try_acquire_owned();
        seat.map_err(|_| {
            ServerFault::busy(
                "long answers",
                self.max_pages,
                "half of `--max-connections`",
                "try again in a few seconds",
            )
        })
    }

    /// Waits for the permit of a search.
    async fn wait_for_slot(&self) -> Result<OwnedSemaphorePermit, ServerFault> {
        match timeout(TURN_TIMEOUT, self.searches.clone().acquire_owned()).await {
            Ok(Ok(permit)) => Ok(permit),
            _ => Err(ServerFault::busy(
                "searches",
                self.max_searches,
                "`--max-searches`",
                "try again in a few seconds",
            )),
        }
    }
}

/// Runs the server until `shutdown` is cancelled; then ends all searches and connections,
/// and returns. `ready` is called with the address as soon as the server listens.
///
/// # Errors
/// The address is not available, or the runtime does not start.
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
        .max_blocking_threads(options.page_limit() + options.max_jobs) // each takes a thread
        .enable_all()
        .build()?;
    let result = runtime.block_on(run_server(options, shutdown, ready));
    runtime.shutdown_timeout(SHUTDOWN_GRACE);
    result
}

async fn run_server(
    options: &ServeOptions,
    shutdown: &CancelToken,
    ready: impl FnOnce(SocketAddr),
) -> io::Result<()> {
    let listener = TcpListener::bind(options.addr).await?;
    ready(listener.local_addr()?);
    drop(spawn_search(assets::prepare_files));
    let closing = CancellationToken::new();
    let mut limits = Limits::default();
    (limits.nodes, limits.time, limits.memory) =
        (options.node_limit, options.time_limit, options.memory_limit);
    let state = ServerState {
        max_size: options.max_size,
        max_board: options.max_board,
        max_body: options.max_body,
        request_timeout: options.request_timeout,
        answer_time: options.answer_time,
        job_time: options.time_limit,
        max_jobs: options.max_jobs,
        jobs: Arc::default(),
        campaigns: options.campaigns.clone(),
        page_policy: embed::page_policy(&options.embed_from),
        metrics: Arc::default(),
        limits,
        memory: MemoryBudget::new(
            options.max_memory,
            MAX_PICTURE_BYTES.min(options.max_memory / 4),
        ),
        pages: Arc::new(Semaphore::new(options.page_limit())),
        max_pages: options.page_limit(),
        searches: Arc::new(Semaphore::new(options.search_limit())),
        max_searches: options.search_limit(),
        bodies: Arc::new(Semaphore::new(MAX_EXTRA_BODY_BYTES >> 10)),
        closing: closing.clone(),
    };
    let mut router = build_router(state, options.allowed_hosts.as_slice().into());
    if let Some(logger) = options.access_log {
        router = router.layer(from_fn_with_state(logger, access::log_access));
    }
    let connections = Connections::new(router, options);
    let raised = async {
        while !shutdown.is_cancelled() {
            sleep(SHUTDOWN_POLL_INTERVAL).await;
        }
    };
    tokio::select! {
        () = connections.accept_all(&listener) => {}
        () = raised => {}
    }
    closing.cancel();
    // Connections that are open after that are cut off.
    let _ = timeout(SHUTDOWN_GRACE, connections.shut_down()).await;
    Ok(())
}

fn build_router(state: ServerState, allowed_hosts: Arc<[String]>) -> Router {
    let html =
        |summary| OperationSpec::get(summary).with_text(200, "The page.", &["text/html"]);
    let solutions = html("Lists every solution of a board of queens in a table, streamed: the page of 1999.")
        .with_parameter::<u32>("query", "boardsize", "Size of the board.", &json!(6))
        .with_text(400, "The size is not a number.", &["text/html"])
        .with_text(422, "The size is too large.", &["text/html"])
        .with_text(503, "Too many searches are running.", &["text/html"]);
    let metrics = OperationSpec::get("Returns metrics of the server for Prometheus.");
    let health = OperationSpec::get("Reports that the server is running.");
    let routes = api::add_routes(RouteTable::default())
        .add_route("/queens", solutions, page_of_1999::serve_queens)
        .add_route("/", html("The page of the laboratory."), assets::serve_page)
        .add_route(
            "/api",
            html("This description for people, to try out."),
            assets::serve_description,
        )
        .add_route(
            "/1999",
            html("The form of the page of 1999, which leads to `/queens`."),
            page_of_1999::serve_start,
        )
        .add_route(
            "/healthz",
            health.with_text(200, "`ok`", &["text/plain"]),
            || async { "ok\n" },
        )
        .add_route(
            "/metrics",
            metrics.with_text(200, "The metrics.", &["text/plain"]),
            metrics::serve_metrics,
        )
        .into_router()
        .route("/assets/{*path}", get(assets::serve_asset))
        .route("/queens/", get(page_of_1999::serve_queens))
        .route("/queens/{*below}", get(page_of_1999::serve_queens))
        .layer(from_fn_with_state(state.clone(), metrics::count_response))
        .layer(from_fn_with_state(allowed_hosts, host::check_host))
        .with_state(state);
    // A router sets `Allow` outside of its own layers, so `report` needs a router around
    // it.
    Router::new()
        .fallback_service(routes)
        .layer(from_fn(fault::report_fault))
        .layer(map_response(add_security_headers))
        .layer(from_fn(compression::compress_response))
}

/// Adds headers with which browsers load nothing, run nothing and guess nothing, unless
/// the response has its own.
async fn add_security_headers(mut response: Response) -> Response {
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
        response
            .headers_mut()
            .entry(name)
            .or_insert(HeaderValue::from_static(value));
    }
    response
}
