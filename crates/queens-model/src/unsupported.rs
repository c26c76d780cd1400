//! Why an engine does not take a problem: one form for all engines, for people and for programs.

use crate::constraints::TooManySquares;
use crate::problem::ProblemError;
use control::Stop;
use serde::Serialize;
use std::fmt;

/// What an engine cannot answer: who says so, which part of what was asked it does not take, and why.
///
/// ```
/// use queens_model::unsupported::{Parameter, Unsupported};
///
/// let error = Unsupported::new("join", Parameter::Walls, "it takes boards without walls");
/// assert_eq!(error.to_string(), "join cannot answer this: it takes boards without walls");
/// assert_eq!(error.parameter.id(), "walls");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{}{reason}", speaker(engine))]
pub struct Unsupported {
    /// The id of the engine; empty where no engine was found.
    pub engine: &'static str,
    /// Which part of the question it does not take.
    pub parameter: Parameter,
    /// Why, in words: the value, the bound and the way out.
    pub reason: String,
}

impl Unsupported {
    /// `engine` does not take a problem because of `parameter`.
    pub fn new(engine: &'static str, parameter: Parameter, reason: impl fmt::Display) -> Self {
        Unsupported { engine, parameter, reason: reason.to_string() }
    }

    /// There is no engine called `id`.
    pub fn unknown(id: &str, known: &[&str]) -> Self {
        let id: String = id.chars().take(40).collect();
        Unsupported::new(
            "",
            Parameter::Engine,
            format!("'{id}' is not an engine: use one of {}", known.join(", ")),
        )
    }

    /// The same, said by another engine that relies on this one.
    #[must_use]
    pub fn by(self, engine: &'static str) -> Self {
        Unsupported { engine, ..self }
    }
}

/// Given queens that break a rule, for what takes consistent problems only.
impl From<ProblemError> for Unsupported {
    fn from(error: ProblemError) -> Self {
        Unsupported::new("", Parameter::Givens, error)
    }
}

/// Why an engine came to nothing: it does not take the problem, or a limit came first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoAnswer {
    /// It does not take the problem.
    Unsupported(Unsupported),
    /// A limit came, or the search was cancelled, before there was anything to tell.
    Stopped(Stop),
}

impl NoAnswer {
    /// The same, said by another engine that relies on this one.
    #[must_use]
    pub fn by(self, engine: &'static str) -> Self {
        match self {
            NoAnswer::Unsupported(unsupported) => NoAnswer::Unsupported(unsupported.by(engine)),
            stopped @ NoAnswer::Stopped(_) => stopped,
        }
    }

    /// What stopped the engine.
    ///
    /// # Errors
    /// Why it does not take the problem.
    pub fn stop(self) -> Result<Stop, Unsupported> {
        match self {
            NoAnswer::Unsupported(unsupported) => Err(unsupported),
            NoAnswer::Stopped(stop) => Ok(stop),
        }
    }
}

impl From<Unsupported> for NoAnswer {
    fn from(unsupported: Unsupported) -> Self {
        NoAnswer::Unsupported(unsupported)
    }
}

impl From<Stop> for NoAnswer {
    fn from(stop: Stop) -> Self {
        NoAnswer::Stopped(stop)
    }
}

/// Who says it, at the beginning of a message.
fn speaker(engine: &str) -> String {
    if engine.is_empty() { String::new() } else { format!("{engine} cannot answer this: ") }
}

/// A part of what is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parameter {
    /// What stands on the board.
    Piece,
    /// What lies beyond the edges.
    Edges,
    /// The number of rows, columns or squares.
    Size,
    /// Squares that take no queen, where attacks pass.
    Holes,
    /// Squares where attacks stop.
    Walls,
    /// Queens that stand already.
    Givens,
    /// The demand on each row.
    Rows,
    /// The demand on each column.
    Columns,
    /// The demand on each region.
    Regions,
    /// The demand on the whole board.
    Total,
    /// The symmetries that a solution must have.
    Symmetry,
    /// The question itself.
    Question,
    /// The instructions of the processor.
    Kernel,
    /// How many threads work.
    Threads,
    /// The size of the answer.
    Answer,
    /// The memory that is there.
    Memory,
    /// The name of an engine.
    Engine,
}

impl Parameter {
    /// Its name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Parameter::Piece => "piece",
            Parameter::Edges => "edges",
            Parameter::Size => "size",
            Parameter::Holes => "holes",
            Parameter::Walls => "walls",
            Parameter::Givens => "givens",
            Parameter::Rows => "rows",
            Parameter::Columns => "columns",
            Parameter::Regions => "regions",
            Parameter::Total => "total",
            Parameter::Symmetry => "symmetry",
            Parameter::Question => "question",
            Parameter::Kernel => "kernel",
            Parameter::Threads => "threads",
            Parameter::Answer => "answer",
            Parameter::Memory => "memory",
            Parameter::Engine => "engine",
        }
    }
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl From<TooManySquares> for Unsupported {
    fn from(error: TooManySquares) -> Self {
        Unsupported::new("the general form", Parameter::Size, error)
    }
}

impl From<TooManySquares> for NoAnswer {
    fn from(error: TooManySquares) -> Self {
        Unsupported::from(error).into()
    }
}
