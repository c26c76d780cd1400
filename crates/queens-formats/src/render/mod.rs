//! Rendering: solutions in the form that somebody wants to see.
//!
//! A [`Renderer`] is given one solution after the other and writes each at once; it holds no more
//! than one screen line of boards. (A picture must know its height first: it holds its boards,
//! and there is a bound on them.) All text that is written here, [`crate::read`] reads back. The
//! forms are described in `docs/guide/formats.md`.
//!
//! ```
//! use queens::control::Outcome;
//! use queens::placement::Placement;
//! use queens::problem::Problem;
//! use queens::render::{self, Format, Style, Summary};
//!
//! let problem = Problem::queens(4)?;
//! let mut out = Vec::new();
//! let mut renderer = render::renderer(Format::Text, &problem, Style::default());
//! renderer.begin(&mut out)?;
//! renderer.solution(&Placement::from_columns(&[1, 3, 0, 2]), &mut out)?;
//! renderer.end(&Summary { solutions: 1, outcome: Outcome::Found }, &mut out)?;
//! assert_eq!(out, b"2 4 1 3\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod face;
mod grid;
pub mod html;
mod json;
mod letters;
mod line;
mod lines;
mod look;
mod outline;
mod patterns;
mod picture;
mod png;
mod raster;
mod scene;
#[doc(hidden)]
pub mod sheet;
mod svg;
mod tints;

use control::{Limits, Outcome};
use queens_engines::question::Answer;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

pub use board::fits;
pub(crate) use board::{NO_SQUARES, QUEEN_MARKS};
pub use face::Fill;
pub(crate) use json::{DOCUMENT_SCHEMA, ENDING_SCHEMA, OBJECT_SCHEMA};
pub use lines::{Line, Lines};
pub use look::{Colors, Look};
pub use picture::{MAX_PICTURES, svg};
pub use png::MAX_PIXELS;
pub use svg::pieces;

/// The name of what stands on the board of `problem`, as [`pieces`] has it: `queen`, `rook`, `superqueen`, ...; `queen`
/// in puzzles of regions, whatever she strikes, and where the piece has no look of its own.
///
/// ```
/// use queens::{problem::Preset, render::piece};
///
/// assert_eq!(piece(&Preset::Kings.problem(5, 5)?), "king");
/// assert_eq!(piece(&Preset::Torus.problem(5, 5)?), "queen");
/// # Ok::<(), queens::problem::ProblemError>(())
/// ```
#[must_use]
pub fn piece(problem: &Problem) -> &'static str {
    scene::piece(problem).id
}

/// The longest side of a board that [`Format::Board`] and the pictures draw.
pub const MAX_DRAWN_SIDE: u32 = 1_000;

/// A form of output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One solution a line: the columns of its rows, from 1, with blanks between them.
    Text,
    /// Boards drawn in characters.
    Board,
    /// One JSON document.
    Json,
    /// One JSON object a line.
    Ndjson,
    /// As text, with commas.
    Csv,
    /// A web page with one table row for each solution.
    Html,
    /// A picture, as text.
    Svg,
    /// The same picture as pixels: one for each unit of SVG, fewer where these would be more than
    /// [`MAX_PIXELS`].
    Png,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 8] = [
        Format::Text,
        Format::Board,
        Format::Json,
        Format::Ndjson,
        Format::Csv,
        Format::Html,
        Format::Svg,
        Format::Png,
    ];

    /// The word that selects it.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Format::Text => "text",
            Format::Board => "board",
            Format::Json => "json",
            Format::Ndjson => "ndjson",
            Format::Csv => "csv",
            Format::Html => "html",
            Format::Svg => "svg",
            Format::Png => "png",
        }
    }

    /// Whether it is text, which a terminal can show and [`crate::read`] reads.
    #[must_use]
    pub const fn is_text(self) -> bool {
        !matches!(self, Format::Png)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// A word that is not a format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a valid format: use one of {list}", list = Format::ALL.map(Format::id).join(", "))]
pub struct FormatError(String);

/// Reads what `Display` writes, in either case.
impl FromStr for Format {
    type Err = FormatError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Format::ALL
            .into_iter()
            .find(|format| format.id().eq_ignore_ascii_case(word.trim()))
            .ok_or_else(|| FormatError(word.chars().take(40).collect()))
    }
}

/// The characters of a drawn board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Box drawing and chess pieces.
    #[default]
    Unicode,
    /// Seven bits.
    Ascii,
}

/// How drawings look. Only [`Format::Board`] asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Whether to use ANSI colours.
    pub color: bool,
    /// Which characters to draw with.
    pub charset: Charset,
    /// Columns of the terminal: boards stand side by side as far as they fit.
    pub width: usize,
}

/// No colour, Unicode, 80 columns.
impl Default for Style {
    fn default() -> Self {
        Style { color: false, charset: Charset::Unicode, width: 80 }
    }
}

/// What is known when the last solution was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// How many solutions were written.
    pub solutions: u64,
    /// How the search ended.
    pub outcome: Outcome,
}

/// In words: `92 solutions`, `no solution`, and what is missing if the search was stopped.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.solutions, self.outcome.is_complete()) {
            (0, true) => f.write_str("no solution")?,
            (0, false) => f.write_str("no solution yet")?,
            (1, _) => f.write_str("1 solution")?,
            (count, _) => write!(f, "{} solutions", grouped(count))?,
        }
        match self.outcome {
            outcome if outcome.is_complete() => Ok(()),
            outcome => write!(f, " ({outcome}: there may be more)"),
        }
    }
}

/// `1234567` as `1,234,567`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups.map(String::from_utf8_lossy).collect::<Vec<_>>().join(",")
}

/// Writes solutions in one form: [`begin`](Renderer::begin), then each solution, then
/// [`end`](Renderer::end). Every queen must stand on the board of the problem.
pub trait Renderer {
    /// Writes what stands before the first solution.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::InvalidInput`] where this form cannot show the problem.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Writes one solution.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::InvalidInput`] where this form can take no more.
    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()>;

    /// Writes what stands behind the last solution.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;

    /// As [`end`](Renderer::end), with what an engine answered, where this form has a place for it.
    ///
    /// # Errors
    /// Those of `out`.
    fn end_with(&mut self, summary: &Summary, _answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        self.end(summary, out)
    }
}

/// The renderer of `format` for solutions of `problem`.
///
/// # Complexity
/// O(rows + queens) time a solution, O(rows x columns) where boards are drawn. Memory does not grow
/// with the number of solutions, except for pictures, which take at most [`MAX_PICTURES`];
/// [`Format::Png`] adds three bytes for each of at most [`MAX_PIXELS`] pixels.
#[must_use]
pub fn renderer<'p>(format: Format, problem: &'p Problem, style: Style) -> Box<dyn Renderer + 'p> {
    renderer_within(format, problem, style, &Limits::default())
}

/// The same renderer, which obeys `limits` where writing takes time and memory, that is for [`Format::Png`]. If their time
/// is over or their token is raised before the picture is whole, [`Renderer::end`] fails with the [`control::Stop`] in an
/// [`io::Error`] and writes nothing; the pixels take at most their memory: a larger picture is drawn smaller.
#[must_use]
pub fn renderer_within<'p>(
    format: Format,
    problem: &'p Problem,
    style: Style,
    limits: &Limits,
) -> Box<dyn Renderer + 'p> {
    match format {
        Format::Text => Box::new(line::Lines::new(problem, ' ')),
        Format::Csv => Box::new(line::Lines::new(problem, ',')),
        Format::Board => Box::new(board::Boards::new(problem, style)),
        Format::Json => Box::new(json::Document::new(problem)),
        Format::Ndjson => Box::new(json::Objects::new(problem)),
        Format::Html => Box::new(html::Page::new(problem)),
        Format::Svg => {
            Box::new(picture::Picture::new(problem, format, |scene, _, out| svg::write(scene, out), limits))
        }
        Format::Png => Box::new(picture::Picture::new(problem, format, png::write, limits)),
    }
}

/// Refuses boards that are too large to be drawn square by square.
fn check_drawable(problem: &Problem, format: Format) -> io::Result<()> {
    let (rows, columns) = (problem.rows(), problem.columns());
    if rows.max(columns) <= MAX_DRAWN_SIDE {
        return Ok(());
    }
    Err(refusal(format!(
        "a board of {rows} x {columns} is too large for the format {format}: each side is at most \
         {MAX_DRAWN_SIDE}; use text, csv or ndjson"
    )))
}

/// What a form cannot show.
fn refusal(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limit;

    #[test]
    fn formats_read_back_and_others_are_refused() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("HTML".parse(), Ok(Format::Html));
        let error = "pdf".parse::<Format>().unwrap_err().to_string();
        assert_eq!(
            error,
            "'pdf' is not a valid format: use one of text, board, json, ndjson, csv, html, svg, png"
        );
    }

    #[test]
    fn summaries_in_words() {
        let words = |solutions, outcome| Summary { solutions, outcome }.to_string();
        assert_eq!(words(365_596, Outcome::Exhausted), "365,596 solutions");
        assert_eq!(words(0, Outcome::Exhausted), "no solution");
        assert_eq!(
            words(1, Outcome::LimitReached(Limit::Time)),
            "1 solution (stopped by the time limit: there may be more)"
        );
    }
}
