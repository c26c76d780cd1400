//! Answers to requests: a document, or a stream of lines.

use crate::fault::ApiFault;
use crate::race::RaceRun;
use crate::solution_list::SolutionList;
use queens::document::Document;

/// The answer to a request.
#[derive(Debug)]
pub enum ApiAnswer {
    /// A whole answer.
    Content(AnswerContent),
    /// Solutions, a line each.
    List(Box<SolutionList>),
    /// The progress of an engine, a line each, and its result.
    Race(Box<RaceRun>),
}

/// Content of an answer.
#[derive(Clone, Debug)]
pub struct AnswerContent {
    /// The media type.
    pub content_type: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
}

impl AnswerContent {
    /// A document as JSON.
    ///
    /// # Errors
    /// A document that cannot be written.
    pub fn json(document: &impl Document) -> Result<Self, ApiFault> {
        let mut bytes = Vec::new();
        document
            .write_json(&mut bytes)
            .map_err(|error| ApiFault::new(500, error.to_string()))?;
        Ok(AnswerContent {
            content_type: "application/json",
            bytes,
        })
    }
}
