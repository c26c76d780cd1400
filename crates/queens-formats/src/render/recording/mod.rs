//! Recordings: the steps of an engine as one animated picture.
//!
//! A frame is the board after a step, with the step marked on it and described below it.
//! A GIF is written frame by frame; an animated SVG is written at the end, each thing in
//! it once, with the times at which it is shown.

mod frame;
mod gif;
mod svg;

use super::{group_digits, refuse_picture};
use control::Limits;
use queens_engines::engines::ladder::Event;
use queens_model::names;
use queens_model::problem::Problem;
use queens_model::square::Square;
use std::fmt;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

/// Largest number of frames of a recording.
pub const MAX_FRAMES: u64 = 2_000;

/// Longest side of a board that is recorded, in squares.
pub const MAX_RECORDED_SIDE: u32 = 40;

/// Widths of a recording, in pixels.
pub const WIDTH_RANGE: RangeInclusive<u32> = 120..=2_000;

/// Times of a step, in milliseconds. Browsers slow down GIFs that are faster.
pub const DELAY_RANGE: RangeInclusive<u64> = 20..=10_000;

/// Number of usual frames for which a solution, and the last frame, are shown.
const LONG_FRAME: u32 = 6;

/// File format of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordingFormat {
    /// An animated GIF.
    Gif,
    /// An SVG that is animated by its style sheet, without a script.
    Svg,
}

impl RecordingFormat {
    /// All formats.
    pub const ALL: [RecordingFormat; 2] = [RecordingFormat::Gif, RecordingFormat::Svg];

    /// Returns the word that selects it, which is also the suffix of its files.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            RecordingFormat::Gif => "gif",
            RecordingFormat::Svg => "svg",
        }
    }
}

impl fmt::Display for RecordingFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// Word that names no format of recordings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a valid format of a recording: {way_out}", way_out = names::way_out(.0, &RecordingFormat::ALL.map(RecordingFormat::id)))]
pub struct RecordingFormatError(String);

/// Reads the form that `Display` writes, in upper or lower case.
impl FromStr for RecordingFormat {
    type Err = RecordingFormatError;

    fn from_str(word: &str) -> Result<Self, Self::Err> {
        let mut formats = RecordingFormat::ALL.into_iter();
        formats
            .find(|format| format.id().eq_ignore_ascii_case(word.trim()))
            .ok_or_else(|| RecordingFormatError(word.chars().take(40).collect()))
    }
}

/// Size and speed of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordingStyle {
    /// Width in pixels, in [`WIDTH_RANGE`].
    pub width: u32,
    /// Time of a step, in [`DELAY_RANGE`]; a solution and the last step take six times as
    /// long.
    pub delay: Duration,
}

impl Default for RecordingStyle {
    fn default() -> Self {
        RecordingStyle {
            width: 480,
            delay: Duration::from_millis(250),
        }
    }
}

/// A step to draw.
#[derive(Debug)]
pub struct Frame<'f> {
    /// Number of the step, from 1.
    pub number: u64,
    /// The step; a state is drawn as a board without a mark.
    pub event: Event<'f>,
    /// Queens on the board after the step.
    pub queens: &'f [Square],
    /// Description of the step: [`step_words`].
    pub words: &'f str,
}

/// Writer of a recording: [`frame`](Recorder::frame) for each step, then
/// [`end`](Recorder::end).
pub trait Recorder {
    /// Adds a frame.
    ///
    /// # Errors
    /// Those of `out`; the [`control::Stop`] of a limit in an [`io::Error`], after which
    /// the recording can still be ended without this frame.
    fn frame(&mut self, frame: &Frame<'_>, out: &mut dyn Write) -> io::Result<()>;

    /// Writes the rest of the recording, which has this title.
    ///
    /// # Errors
    /// Those of `out`.
    fn end(&mut self, title: &str, out: &mut dyn Write) -> io::Result<()>;
}

/// Returns the recorder of `format` for steps on the board of `problem`.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] for a board, a width or a delay out of bounds, or
/// pixels that need more memory than `limits` allow; the [`control::Stop`] of a limit in
/// an [`io::Error`].
///
/// # Complexity
/// O(pixels) time for each frame of a GIF. Memory does not grow with the frames of a GIF;
/// that of an SVG grows with the changes on the board.
pub fn recorder<'p>(
    format: RecordingFormat,
    problem: &'p Problem,
    style: RecordingStyle,
    limits: &Limits,
) -> io::Result<Box<dyn Recorder + 'p>> {
    let (rows, columns) = (problem.rows(), problem.columns());
    if rows.max(columns) > MAX_RECORDED_SIDE || rows.min(columns) == 0 {
        return Err(refuse_picture(format!(
            "a board of {rows} x {columns} cannot be recorded: each side is from 1 to {MAX_RECORDED_SIDE}; \
             `queens trace` prints the steps on any board"
        )));
    }
    if !WIDTH_RANGE.contains(&style.width) {
        let (least, most) = WIDTH_RANGE.into_inner();
        return Err(refuse_picture(format!(
            "a recording {} pixels wide is not possible: use {least} to {most}",
            style.width
        )));
    }
    if !DELAY_RANGE.contains(&(style.delay.as_millis() as u64)) {
        let (least, most) = DELAY_RANGE.into_inner();
        return Err(refuse_picture(format!(
            "{} ms is not a valid time of a step: use {least} ms to {} s",
            style.delay.as_millis(),
            most / 1_000
        )));
    }
    Ok(match format {
        RecordingFormat::Gif => Box::new(gif::GifRecorder::new(problem, style, limits)?),
        RecordingFormat::Svg => Box::new(svg::SvgRecorder::new(problem, style)),
    })
}

/// Describes a step in words; `solutions` is the number of solutions so far, `piece` the
/// name of the piece.
///
/// ```
/// use queens::engines::ladder::Event;
/// use queens::render::recording::step_words;
/// use queens::square::Square;
///
/// let reject = Event::Reject { square: Square::new(0, 1), attacker: Some(Square::new(0, 0)) };
/// assert_eq!(step_words(&reject, 0, "queen"), "reject b1: the queen on a1 attacks it");
/// ```
#[must_use]
pub fn step_words(event: &Event<'_>, solutions: u64, piece: &str) -> String {
    match event {
        Event::Place(square) => format!("place {square}"),
        Event::Remove(square) => format!("remove {square}"),
        Event::Reject {
            square,
            attacker: Some(attacker),
        } => {
            format!("reject {square}: the {piece} on {attacker} attacks it")
        }
        Event::Reject {
            square,
            attacker: None,
        } => format!("reject {square}"),
        Event::Solution(placement) => {
            let names: Vec<_> = placement
                .squares()
                .iter()
                .map(ToString::to_string)
                .collect();
            format!("solution {}: {}", group_digits(solutions), names.join(" "))
        }
        Event::State(_) => String::new(),
    }
}
