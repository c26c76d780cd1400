//! Lists of solutions that are written while the search is running.

use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{self, Format, Style, Summary};
use queens::{Question, Settings, ask_each};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Size in bytes from which a chunk is sent.
const CHUNK_BYTES: usize = 32 << 10;

/// A list of solutions to be searched and written.
#[derive(Debug)]
pub struct SolutionList {
    /// Problem.
    pub problem: Problem,
    /// Question that enumerates the solutions.
    pub question: Question,
    /// Settings of the search.
    pub settings: Settings,
    /// Maximum number of solutions.
    pub limit: u64,
    /// Format of the list.
    pub format: Format,
}

impl SolutionList {
    /// Searches, and passes the text to `send` in chunks: the beginning, the first
    /// solution, and then chunks of about 32 KiB, each of which ends with a solution. The
    /// search waits for `send`, and ends if it fails.
    ///
    /// # Errors
    /// An error of `send`, of the renderer or of the engine.
    pub fn write_chunks(
        &self,
        send: &mut dyn FnMut(Vec<u8>) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut renderer = render::renderer(self.format, &self.problem, Style::default());
        let mut chunk = Vec::with_capacity(CHUNK_BYTES);
        renderer.begin(&mut chunk)?;
        flush_chunk(&mut chunk, send)?;
        let mut written = 0;
        let mut result = Ok(());
        let mut each = |placement: &Placement| {
            if written == self.limit {
                return ControlFlow::Break(());
            }
            written += 1;
            result = renderer.solution(placement, &mut chunk);
            if result.is_ok() && (written == 1 || chunk.len() >= CHUNK_BYTES) {
                result = flush_chunk(&mut chunk, send);
            }
            if result.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let answer = ask_each(&self.problem, self.question, &self.settings, &mut each)
            .map_err(io::Error::other)?;
        result?;
        let summary = Summary {
            solutions: written,
            outcome: answer.outcome,
        };
        renderer.end(&summary, &mut chunk)?;
        if self.format == Format::Ndjson {
            let end = serde_json::json!({ "end": summary.outcome.to_string(), "solutions": written });
            writeln!(chunk, "{end}")?;
        }
        flush_chunk(&mut chunk, send)
    }
}

/// Sends a chunk unless it is empty.
fn flush_chunk(
    chunk: &mut Vec<u8>,
    send: &mut dyn FnMut(Vec<u8>) -> io::Result<()>,
) -> io::Result<()> {
    if chunk.is_empty() {
        return Ok(());
    }
    send(std::mem::replace(chunk, Vec::with_capacity(CHUNK_BYTES)))
}
