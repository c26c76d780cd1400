//! Problems in the formats that other solvers read: one model, every format.
//!
//! Each format is a file here and a line in [`FORMATS`]. Formats with a natural model of
//! the problem write that model. The generic formats, and problems without such a model,
//! get the general form: a variable for each square, a sum for each unit, and a sum for
//! each set of squares that all attack each other. A problem with rules is written as its
//! 0-1 model. A problem that a format cannot carry is an [`Unsupported`] error before
//! anything is written.
//!
//! Every file names its problem in comments (`problem: ...`), which [`crate::import`]
//! reads.
//!
//! ```
//! use queens::{control::Limits, export, problem::Problem};
//!
//! let mut text = Vec::new();
//! export::write(&Problem::queens(4)?, export::find("opb")?, &Limits::default(), &mut text)?;
//! assert!(text.starts_with(b"* #variable= 16 #constraint= 18\n* problem: queens 4\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asp;
mod board;
mod columns;
mod cover;
mod csv;
mod cutting_planes;
mod dimacs;
mod fen;
mod json;
mod lp;
mod minizinc;
mod mps;
mod opb;
mod output;
mod qubo;
mod rules;
mod smtlib;
mod table;
mod text;
mod xcsp3;
mod zero_one;

pub use cutting_planes::write_cutting_planes;
pub use output::Output;
pub use table::{FormatEntry, FormatsDocument};

use control::{Limits, Stop};
use queens_model::instance::TooManySquares;
use queens_model::names;
use queens_model::problem::{Problem, ProblemError};
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};
use std::io;

/// A format and its writer.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// The word that selects it.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The problems that it carries, and their encoding, in one sentence.
    pub carries: &'static str,
    /// File name extension, without the dot.
    pub extension: &'static str,
    /// Tools that have read it in our tests.
    pub checked_with: &'static str,
    /// Writes a problem.
    write: fn(&Problem, &mut Output<'_>) -> Written,
}

/// All formats, by kind.
pub const FORMATS: [Format; 15] = [
    dimacs::PRODUCT,
    dimacs::PAIRS,
    opb::FORMAT,
    lp::FORMAT,
    mps::FORMAT,
    asp::FORMAT,
    minizinc::FORMAT,
    smtlib::FORMAT,
    xcsp3::FORMAT,
    cover::FORMAT,
    qubo::FORMAT,
    fen::FORMAT,
    json::FORMAT,
    csv::FORMAT,
    text::FORMAT,
];

/// Word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a valid format: {way_out}", way_out = names::way_out(.0, &FORMATS.map(|format| format.id)))]
pub struct UnknownFormat(String);

/// Returns the format with this id, in upper or lower case.
///
/// # Errors
/// There is no such format.
pub fn find(id: &str) -> Result<&'static Format, UnknownFormat> {
    let found = FORMATS
        .iter()
        .find(|format| format.id.eq_ignore_ascii_case(id.trim()));
    found.ok_or_else(|| UnknownFormat(id.chars().take(40).collect()))
}

/// Reason why a problem was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The format cannot carry it; [`Unsupported::engine`] is the id of the format.
    #[error("{} cannot carry this: {}", .0.engine, .0.reason)]
    Unsupported(#[from] Unsupported),
    /// A limit or an interruption: the output is incomplete.
    #[error("{0}")]
    Stopped(Stop),
    /// Writing failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Result of a format.
type Written = Result<(), ExportError>;

impl From<Stop> for ExportError {
    fn from(stop: Stop) -> Self {
        ExportError::Stopped(stop)
    }
}

impl From<TooManySquares> for ExportError {
    fn from(error: TooManySquares) -> Self {
        let Unsupported {
            parameter, reason, ..
        } = error.into();
        unsupported_error(
            parameter,
            format!(
                "{reason}; minizinc and asp take boards of any size with open edges and no walls"
            ),
        )
    }
}

impl From<NoAnswer> for ExportError {
    fn from(error: NoAnswer) -> Self {
        match error {
            NoAnswer::Unsupported(unsupported) => ExportError::Unsupported(unsupported),
            NoAnswer::Stopped(stop) => ExportError::Stopped(stop),
        }
    }
}

/// Returns the error for a problem that a format does not take because of `parameter`;
/// [`write`] adds the format.
fn unsupported_error(
    parameter: Parameter,
    reason: impl std::fmt::Display,
) -> ExportError {
    Unsupported::new("", parameter, reason).into()
}

/// Writes `problem` in `format` to `out`.
///
/// # Errors
/// The format cannot carry the problem (then nothing is written); a limit or an
/// interruption; errors of `out`. The limits are those of time and of memory (1 GiB by
/// default).
///
/// # Complexity
/// Formats of the general form take O(squares^2) bits, and time for each pair of squares
/// that attack each other; their boards have at most
/// [`MAX_SQUARES`](queens_model::instance::MAX_SQUARES) squares. The others write as they
/// go.
pub fn write(
    problem: &Problem,
    format: &Format,
    limits: &Limits,
    out: &mut dyn io::Write,
) -> Written {
    rules::check_rules(problem, format)?;
    if let Some(clash) = problem.clash() {
        let refused = Unsupported::from(ProblemError::Givens(clash.clone()));
        return Err(refused.by(format.id).into());
    }
    write_with(format.id, limits, out, |out| (format.write)(problem, out))
}

/// Runs the writer of a format within limits.
fn write_with(
    id: &'static str,
    limits: &Limits,
    out: &mut dyn io::Write,
    write: impl FnOnce(&mut Output<'_>) -> Written,
) -> Written {
    let limits = limits.started();
    let mut output = Output::new(out, &limits);
    let written = write(&mut output);
    match (output.stop(), written) {
        // The stop reached the format as an error of its output.
        (Some(stop), Err(ExportError::Io(_))) => Err(stop.into()),
        (_, Err(ExportError::Unsupported(unsupported))) => Err(unsupported.by(id).into()),
        (_, written) => written,
    }
}

/// Refuses boards without squares, because their models would have no variables.
fn check_squares(problem: &Problem) -> Written {
    if problem.rows() == 0 || problem.columns() == 0 {
        let (rows, columns) = (problem.rows(), problem.columns());
        return Err(unsupported_error(
            Parameter::Size,
            format!(
                "a board of {rows} x {columns} has no square to write; use dimacs, json or text"
            ),
        ));
    }
    Ok(())
}
