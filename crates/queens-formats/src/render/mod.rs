//! Rendering: solutions in the form that a user chooses.
//!
//! A [`Renderer`] takes one solution after the other and writes each at once; it holds no
//! more than one screen line of boards. (A picture states its height first, so it holds
//! its boards, up to a bound.) [`crate::read`] reads all text that is written here.
//! `docs/guide/formats.md` describes the forms.
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
mod cell;
mod face;
mod grid;
mod hexagon;
pub mod html;
mod json;
mod layers;
mod letters;
mod line;
mod lines;
mod look;
mod outline;
mod paint;
mod patterns;
mod pen;
mod picture;
mod piece_symbols;
mod png;
mod raster;
pub mod recording;
mod scene;
mod shape;
#[doc(hidden)]
pub mod sheet;
mod slanted;
mod svg;
mod tints;

use control::{Limits, Outcome};
use queens_engines::question::{Answer, Question};
use queens_model::names;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::relative::{Group, GroupKind, groups, has_groups};
use queens_model::square::Square;
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

pub(crate) use board::NO_SQUARES;
pub use board::fits;
pub(crate) use cell::{COLOR_MARKS, QUEEN_MARKS};
pub use face::Fill;
pub(crate) use json::{DOCUMENT_SCHEMA, ENDING_SCHEMA, OBJECT_SCHEMA};
pub use lines::{GuideLine, GuideLines};
pub use look::{Colors, PictureStyle};
pub use picture::{MAX_PICTURES, svg};
pub use png::MAX_PIXELS;
pub use svg::pieces;
#[doc(hidden)]
pub use tints::{
    CALM_ORDER, COLOR_NAMES, DARK_NAMED_COLORS, NAMED_COLORS, NAMED_DISTANCES,
    REGION_COLORS, REGION_DISTANCES, region_colors,
};

/// Returns the name of the piece of `problem` in [`pieces`]: `queen`, `rook`,
/// `superqueen`, ...; `queen` in region puzzles, whatever the piece attacks, and for
/// pieces without a symbol of their own.
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
    piece_symbols::piece_symbol(problem).id
}

/// Longest side of a board that [`Format::Board`] and the pictures draw, in squares.
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
    /// The same as text, with commas.
    Csv,
    /// A web page with one table row for each solution.
    Html,
    /// A picture, as text.
    Svg,
    /// The same picture as pixels: one for each unit of SVG, fewer if these would exceed
    /// [`MAX_PIXELS`].
    Png,
}

impl Format {
    /// All formats.
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

    /// Returns the word that selects it.
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

    /// Returns true if it is text, which a terminal can show and [`crate::read`] reads.
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

/// Word that names no format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a valid format: {way_out}", way_out = names::way_out(.0, &Format::ALL.map(Format::id)))]
pub struct FormatError(String);

/// Reads the form that `Display` writes, in upper or lower case.
impl FromStr for Format {
    type Err = FormatError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        Format::ALL
            .into_iter()
            .find(|format| format.id().eq_ignore_ascii_case(word.trim()))
            .ok_or_else(|| FormatError(word.chars().take(40).collect()))
    }
}

/// Characters of a drawn board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Charset {
    /// Box drawing and chess pieces.
    #[default]
    Unicode,
    /// Seven bits.
    Ascii,
}

/// Style of drawings in characters. Only [`Format::Board`] uses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// True to use ANSI colours.
    pub color: bool,
    /// Characters to draw with.
    pub charset: Charset,
    /// Columns of the terminal: as many boards side by side as fit.
    pub width: usize,
}

/// No colour, Unicode, 80 columns.
impl Default for Style {
    fn default() -> Self {
        Style {
            color: false,
            charset: Charset::Unicode,
            width: 80,
        }
    }
}

/// Result of a list of solutions, known after the last one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// Number of solutions that were written.
    pub solutions: u64,
    /// Outcome of the search.
    pub outcome: Outcome,
}

/// Writes `92 solutions` or `no solution`, and a note if the list is incomplete.
impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.solutions, self.outcome.is_complete()) {
            (0, true) => f.write_str("no solution")?,
            (0, false) => f.write_str("no solution yet")?,
            (1, _) => f.write_str("1 solution")?,
            (count, _) => write!(f, "{} solutions", group_digits(count))?,
        }
        match self.outcome {
            outcome if outcome.is_complete() => Ok(()),
            outcome => write!(f, " ({outcome}: there may be more)"),
        }
    }
}

/// Writes `1234567` as `1,234,567`.
fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    groups
        .map(String::from_utf8_lossy)
        .collect::<Vec<_>>()
        .join(",")
}

/// Writer of solutions in one form: [`begin`](Renderer::begin), then each solution, then
/// [`end`](Renderer::end). Every queen must be on the board of the problem.
pub trait Renderer {
    /// Writes the part before the first solution.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::InvalidInput`] if this form cannot show the
    /// problem.
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()>;

    /// Does the same as [`begin`](Renderer::begin), and writes the question that the
    /// solutions answer if this form has a place for it.
    ///
    /// # Errors
    /// As [`begin`](Renderer::begin).
    fn begin_with(&mut self, _question: Question, out: &mut dyn Write) -> io::Result<()> {
        self.begin(out)
    }

    /// Writes one solution.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::InvalidInput`] if this form cannot take more
    /// solutions.
    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()>;

    /// Writes one solution in groups: two armies, pieces of several kinds, or the classes
    /// of a colouring.
    ///
    /// # Errors
    /// As [`Renderer::solution`].
    fn groups(&mut self, groups: &[Group], out: &mut dyn Write) -> io::Result<()>;

    /// Writes the part after the last solution.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()>;

    /// Does the same as [`end`](Renderer::end), and writes the engine's answer if this
    /// form has a place for it.
    ///
    /// # Errors
    /// Those of `out`.
    fn end_with(
        &mut self,
        summary: &Summary,
        _answer: &Answer,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.end(summary, out)
    }
}

/// Writes each solution in groups: of a problem whose pieces have several kinds, or
/// belong to sets.
struct GroupRenderer<'p> {
    problem: &'p Problem,
    inner: Box<dyn Renderer + 'p>,
}

impl Renderer for GroupRenderer<'_> {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.inner.begin(out)
    }

    fn begin_with(&mut self, question: Question, out: &mut dyn Write) -> io::Result<()> {
        self.inner.begin_with(question, out)
    }

    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()> {
        self.inner.groups(&groups(self.problem, placement), out)
    }

    fn groups(&mut self, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        self.inner.groups(groups, out)
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.inner.end(summary, out)
    }

    fn end_with(
        &mut self,
        summary: &Summary,
        answer: &Answer,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.inner.end_with(summary, answer, out)
    }
}

/// Queens of a board to be drawn.
pub(crate) struct DrawnQueens {
    /// The squares, in order.
    queens: Placement,
    /// The group of each square, if there are groups on this board.
    kinds: Vec<GroupKind>,
}

impl DrawnQueens {
    /// Returns the board of a solution in groups.
    fn of_groups(groups: &[Group]) -> Self {
        let mut pieces: Vec<(Square, GroupKind)> = groups
            .iter()
            .flat_map(|group| {
                group
                    .placement
                    .squares()
                    .iter()
                    .map(|&square| (square, group.kind))
            })
            .collect();
        pieces.sort_by_key(|&(square, _)| square);
        let (squares, kinds) = pieces.into_iter().unzip();
        DrawnQueens {
            queens: Placement::new(squares),
            kinds,
        }
    }
}

/// Queens without groups.
impl From<&Placement> for DrawnQueens {
    fn from(queens: &Placement) -> Self {
        DrawnQueens {
            queens: queens.clone(),
            kinds: Vec::new(),
        }
    }
}

/// Returns the renderer of `format` for solutions of `problem`.
///
/// # Complexity
/// O(rows + queens) time a solution, O(rows x columns) for drawn boards. Memory does not
/// grow with the number of solutions, except for pictures, which take at most
/// [`MAX_PICTURES`]; [`Format::Png`] adds three bytes for each of at most [`MAX_PIXELS`]
/// pixels.
#[must_use]
pub fn renderer<'p>(
    format: Format,
    problem: &'p Problem,
    style: Style,
) -> Box<dyn Renderer + 'p> {
    renderer_within(format, problem, style, &Limits::default())
}

/// Does the same as [`renderer`], within `limits` on time and memory, which matter for
/// [`Format::Png`]. If the time is over or the search is cancelled before the picture is
/// complete, [`Renderer::end`] fails with the [`control::Stop`] in an [`io::Error`] and
/// writes nothing; a picture that needs more memory than allowed is drawn smaller.
#[must_use]
pub fn renderer_within<'p>(
    format: Format,
    problem: &'p Problem,
    style: Style,
    limits: &Limits,
) -> Box<dyn Renderer + 'p> {
    let inner = plain_renderer(format, problem, style, limits);
    if has_groups(problem) {
        Box::new(GroupRenderer { problem, inner })
    } else {
        inner
    }
}

fn plain_renderer<'p>(
    format: Format,
    problem: &'p Problem,
    style: Style,
    limits: &Limits,
) -> Box<dyn Renderer + 'p> {
    match format {
        Format::Text => Box::new(line::LineRenderer::new(problem, ' ')),
        Format::Csv => Box::new(line::LineRenderer::new(problem, ',')),
        Format::Board => Box::new(board::BoardRenderer::new(problem, style)),
        Format::Json => Box::new(json::DocumentRenderer::new(problem)),
        Format::Ndjson => Box::new(json::ObjectRenderer::new(problem)),
        Format::Html => Box::new(html::PageRenderer::new(problem)),
        Format::Svg => Box::new(picture::PictureRenderer::new(
            problem,
            format,
            |scene, _, out| svg::write_picture(scene, out),
            limits,
        )),
        Format::Png => Box::new(picture::PictureRenderer::new(
            problem,
            format,
            png::write_picture,
            limits,
        )),
    }
}

/// Refuses boards that are too large to be drawn square by square.
fn check_drawable(problem: &Problem, format: Format) -> io::Result<()> {
    let (rows, columns) = (problem.rows(), problem.columns());
    if rows.max(columns) <= MAX_DRAWN_SIDE {
        return Ok(());
    }
    Err(refuse_picture(format!(
        "a board of {rows} x {columns} is too large for the format {format}: each side is at most \
         {MAX_DRAWN_SIDE}; use text, csv or ndjson"
    )))
}

/// Returns the error for a problem that a form cannot show.
fn refuse_picture(message: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limit;

    #[test]
    fn format_names_round_trip_and_others_are_refused() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
        assert_eq!("HTML".parse(), Ok(Format::Html));
        let refused = |word: &str| word.parse::<Format>().unwrap_err().to_string();
        assert_eq!(
            refused("frobnicate"),
            "'frobnicate' is not a valid format: use one of text, board, json, ndjson, csv, html, svg, png"
        );
        assert_eq!(
            refused("pdf"),
            "'pdf' is not a valid format: did you mean `svg`?"
        );
    }

    #[test]
    fn describes_summaries() {
        let words = |solutions, outcome| Summary { solutions, outcome }.to_string();
        assert_eq!(words(365_596, Outcome::Exhausted), "365,596 solutions");
        assert_eq!(words(0, Outcome::Exhausted), "no solution");
        assert_eq!(
            words(1, Outcome::LimitReached(Limit::Time)),
            "1 solution (stopped by the time limit: there may be more)"
        );
    }
}
