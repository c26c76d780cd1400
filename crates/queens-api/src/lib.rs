//! The API of the laboratory as pure functions: an address and JSON in, a document or a
//! stream of lines out.
//!
//! The crate opens no sockets and starts no runtime: a transport receives the bytes of a
//! request, sets the limits of the search and passes the answer on. [`endpoints`] lists
//! the addresses. Errors are [`ApiFault`]s with a status code of HTTP.
//!
//! ```
//! use queens_api::{ApiAnswer, RequestContext, endpoints};
//!
//! let context = RequestContext { limits: queens::control::Limits::default(), max_board: 64, max_body: 1 << 16 };
//! let count = endpoints().into_iter().find(|endpoint| endpoint.path == "/count").expect("an address");
//! let Ok(ApiAnswer::Content(content)) = count.answer(br#"{"problem": "8"}"#, &context) else { panic!() };
//! let document: serde_json::Value = serde_json::from_slice(&content.bytes)?;
//! assert_eq!(document["count"], 92); // OEIS A000170
//! # Ok::<(), serde_json::Error>(())
//! ```

#![forbid(unsafe_code)]

mod answer;
mod endpoints;
mod fault;
mod game;
mod grade;
mod job;
mod lab;
mod operation;
mod picture;
mod puzzle;
mod questions;
mod race;
mod request;
mod request_schema;
mod search;
mod setter;
mod solution_list;

pub use answer::{AnswerContent, ApiAnswer};
pub use endpoints::{API_ROOT, Endpoint, ParsedRequest, endpoints};
pub use fault::{ApiFault, make_printable};
pub use job::{CountJob, JobShare, JobState};
pub use operation::{ApiDescription, OperationSpec};
pub use race::RaceRun;
pub use request::{DEFAULT_MAX_BODY, RequestContext};
pub use solution_list::SolutionList;
