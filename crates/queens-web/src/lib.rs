//! The API of the laboratory as WebAssembly: the same addresses, the same JSON, the same
//! documents as over HTTP.
//!
//! A worker of the page calls [`reply`] for every request, and ends with its page or when
//! the request is cancelled. Lines of streams leave through a function while the search
//! is running. A long count is a job: [`job_plan`] returns the number of its shares, and
//! each worker runs [`job_share`] for one after the other.
//!
//! `answer` has no part that depends on the browser, so it is tested on every machine;
//! `browser` wraps it for JavaScript.
//!
//! `unsafe` code is what the macros of wasm-bindgen write, and nothing else.

mod answer;
#[cfg(target_arch = "wasm32")]
mod browser;

pub use answer::{Reply, job_plan, job_share, reply};
