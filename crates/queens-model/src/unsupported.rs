//! Error for a problem that an engine does not take: one form for all engines, for people
//! and for programs.

use crate::instance::TooManySquares;
use crate::names;
use crate::problem::{Problem, ProblemError};
use crate::symmetry::Symmetry;
use control::Stop;
use serde::Serialize;
use std::fmt;

/// Error for a question that an engine does not take: the engine, the part of the
/// question, and the reason.
///
/// ```
/// use queens_model::unsupported::{Parameter, Unsupported};
///
/// let error = Unsupported::new("join", Parameter::Walls, "it takes boards without walls");
/// assert_eq!(error.to_string(), "join cannot answer this: it takes boards without walls");
/// assert_eq!(error.parameter.id(), "walls");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Serialize)]
#[error("{}{reason}", engine_prefix(engine))]
pub struct Unsupported {
    /// Id of the engine; empty if there is no such engine.
    pub engine: &'static str,
    /// The part of the question that it does not take.
    pub parameter: Parameter,
    /// The reason in words: the value, the bound and the way out.
    pub reason: String,
}

impl Unsupported {
    /// Creates the error for `engine`, which does not take `parameter`.
    pub fn new(
        engine: &'static str,
        parameter: Parameter,
        reason: impl fmt::Display,
    ) -> Self {
        Unsupported {
            engine,
            parameter,
            reason: reason.to_string(),
        }
    }

    /// Creates the error for `id`, which names no engine.
    pub fn unknown(id: &str, known: &[&str]) -> Self {
        let id: String = id.chars().take(40).collect();
        Unsupported::new(
            "",
            Parameter::Engine,
            format!("'{id}' is not an engine: {}", names::way_out(&id, known)),
        )
    }

    /// Attributes the error to another engine, which relies on this one.
    #[must_use]
    pub fn by(self, engine: &'static str) -> Self {
        Unsupported { engine, ..self }
    }
}

/// For engines that take consistent problems only.
impl From<ProblemError> for Unsupported {
    fn from(error: ProblemError) -> Self {
        let parameter = if error == ProblemError::Rules {
            Parameter::Rules
        } else {
            Parameter::Givens
        };
        Unsupported::new("", parameter, error)
    }
}

/// Reason for no answer: the engine does not take the problem, or a limit came first.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub enum NoAnswer {
    /// The engine does not take the problem.
    Unsupported(#[from] Unsupported),
    /// A limit or an interruption came before there was any result.
    Stopped(#[from] Stop),
}

impl NoAnswer {
    /// Attributes an unsupported problem to another engine, which relies on this one.
    #[must_use]
    pub fn by(self, engine: &'static str) -> Self {
        match self {
            NoAnswer::Unsupported(unsupported) => {
                NoAnswer::Unsupported(unsupported.by(engine))
            }
            stopped @ NoAnswer::Stopped(_) => stopped,
        }
    }

    /// Returns the limit that stopped the engine.
    ///
    /// # Errors
    /// The engine does not take the problem.
    pub fn stop(self) -> Result<Stop, Unsupported> {
        match self {
            NoAnswer::Unsupported(unsupported) => Err(unsupported),
            NoAnswer::Stopped(stop) => Ok(stop),
        }
    }
}

/// Checks that `symmetry` maps the board to itself.
///
/// # Errors
/// A board that is not square, if the symmetry exchanges rows and columns.
pub fn check_symmetry(
    problem: &Problem,
    symmetry: Symmetry,
    engine: &'static str,
) -> Result<(), Unsupported> {
    if !symmetry.exchanges_axes() || problem.is_square() {
        return Ok(());
    }
    let (rows, columns) = (problem.rows(), problem.columns());
    let reason = format!(
        "{} needs a square board, and this one is {rows} x {columns}: ask for half-turn or mirror",
        symmetry.action()
    );
    Err(Unsupported::new(engine, Parameter::Symmetry, reason))
}

/// Returns the beginning of a message: the engine.
fn engine_prefix(engine: &str) -> String {
    if engine.is_empty() {
        String::new()
    } else {
        format!("{engine} cannot answer this: ")
    }
}

/// A part of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parameter {
    /// The piece.
    Piece,
    /// The grid: a hexagon.
    Grid,
    /// The edges.
    Edges,
    /// The number of rows, columns or squares.
    Size,
    /// Squares that take no queen, where attacks pass.
    Holes,
    /// Squares where attacks stop.
    Walls,
    /// The given queens.
    Givens,
    /// The demand on each row.
    Rows,
    /// The demand on each column.
    Columns,
    /// The demand on each region.
    Regions,
    /// The demand on the whole board.
    Total,
    /// The rules beside those of one kind of piece that keeps peace.
    Rules,
    /// The symmetries that a solution must have.
    Symmetry,
    /// The question itself.
    Question,
    /// The processor instructions.
    Kernel,
    /// The number of threads.
    Threads,
    /// The size of the answer.
    Answer,
    /// The available memory.
    Memory,
    /// The name of an engine.
    Engine,
}

impl Parameter {
    /// Returns the name in formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Parameter::Piece => "piece",
            Parameter::Grid => "grid",
            Parameter::Edges => "edges",
            Parameter::Size => "size",
            Parameter::Holes => "holes",
            Parameter::Walls => "walls",
            Parameter::Givens => "givens",
            Parameter::Rows => "rows",
            Parameter::Columns => "columns",
            Parameter::Regions => "regions",
            Parameter::Total => "total",
            Parameter::Rules => "rules",
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
