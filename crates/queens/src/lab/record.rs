//! The steps of an engine as an animated picture.

use super::shown_engine;
use crate::engines::StepSink;
use crate::engines::ladder::Event;
use crate::problem::Problem;
use crate::question::Settings;
use crate::render::piece;
use crate::render::recording::{
    Frame, MAX_FRAMES, Recorder, RecordingFormat, RecordingStyle, recorder, step_words,
};
use crate::square::Square;
use crate::unsupported::Unsupported;
use control::{Outcome, Stop};
use std::io::{self, Write};
use std::ops::ControlFlow;

/// Steps of a recording, and its form.
#[derive(Clone, Copy, Debug)]
pub struct RecordingWanted {
    /// File format.
    pub format: RecordingFormat,
    /// First and last step, from 1; the recording ends earlier if the engine does.
    pub steps: (u64, u64),
    /// True to end at the first solution.
    pub first: bool,
    /// Size and speed.
    pub style: RecordingStyle,
}

/// Result of a recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordingReport {
    /// Id of the engine.
    pub engine: &'static str,
    /// First and last recorded step; `None` if the engine was stopped before the first.
    /// Then nothing was written.
    pub steps: Option<(u64, u64)>,
    /// Outcome: complete if all steps that were asked for, and that the engine makes, are
    /// recorded.
    pub outcome: Outcome,
}

/// Error of a recording.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordingError {
    /// An id of no engine; an engine without steps, or one that does not take the
    /// problem.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Steps that are no steps of a recording.
    #[error("{0}")]
    Steps(String),
    /// The picture is not possible, or cannot be written.
    #[error(transparent)]
    Picture(#[from] io::Error),
}

/// Writes the steps of the engine that the settings name, or of [`shown_engine`], as an
/// animated picture.
///
/// A limit ends the recording early: what was recorded so far is written as a whole
/// picture.
///
/// # Errors
/// More than [`MAX_FRAMES`] steps, or none; a board or a style that [`recorder`] does not
/// take; an engine that does not take the problem; errors of `out`.
///
/// ```
/// use queens::lab::{RecordingWanted, record};
/// use queens::render::recording::{RecordingFormat, RecordingStyle};
/// use queens::{Settings, problem::Problem};
///
/// let wanted = RecordingWanted {
///     format: RecordingFormat::Svg,
///     steps: (1, 20),
///     first: false,
///     style: RecordingStyle::default(),
/// };
/// let mut svg = Vec::new();
/// let report = record(&Problem::queens(6)?, wanted, &Settings::default().with_engine("flags"), &mut svg)?;
/// assert_eq!(report.steps, Some((1, 20)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn record(
    problem: &Problem,
    wanted: RecordingWanted,
    settings: &Settings,
    out: &mut dyn Write,
) -> Result<RecordingReport, RecordingError> {
    let (from, to) = check_range(wanted.steps)?;
    let problem = &problem.clone().without_clash().map_err(Unsupported::from)?;
    let id = match &settings.engine {
        Some(id) => id,
        None => shown_engine(problem)?,
    };
    let engine = crate::find(id)?;
    let id = engine.info().id;
    let recorder = match recorder(wanted.format, problem, wanted.style, &settings.limits)
    {
        Ok(recorder) => recorder,
        Err(error) => {
            let stop = stop_of(&error).ok_or(error)?;
            return Ok(RecordingReport {
                engine: id,
                steps: None,
                outcome: Err(stop).into(),
            });
        }
    };
    let mut writer = FrameWriter {
        recorder,
        wanted,
        from,
        to,
        piece: piece(problem),
        queens: Vec::new(),
        step: 0,
        solutions: 0,
        last: 0,
        result: Ok(()),
    };
    let sink: StepSink<'_> = &mut |event| writer.write_step(event, out);
    let mut outcome = engine.trace(problem, settings, sink)?.outcome();
    if let Err(error) = std::mem::replace(&mut writer.result, Ok(())) {
        let stop = stop_of(&error).ok_or(error)?;
        outcome = Err(stop).into();
    }
    if writer.last == 0 {
        writer.check_empty(id, outcome)?;
        return Ok(RecordingReport {
            engine: id,
            steps: None,
            outcome,
        });
    }
    writer.write_end(problem, id, outcome, out)?;
    Ok(RecordingReport {
        engine: id,
        steps: Some((from, writer.last)),
        outcome,
    })
}

/// Writes the steps of an engine as frames.
struct FrameWriter<'r> {
    recorder: Box<dyn Recorder + 'r>,
    wanted: RecordingWanted,
    from: u64,
    to: u64,
    /// Name of the piece.
    piece: &'static str,
    /// Queens on the board after the last step, in the order of their placement.
    queens: Vec<Square>,
    /// Number of the last step.
    step: u64,
    solutions: u64,
    /// Number of the last frame; 0 before the first.
    last: u64,
    /// An error, after which nothing is written.
    result: io::Result<()>,
}

impl FrameWriter<'_> {
    /// Makes a step on the board, and writes it as a frame if it is one of those wanted.
    fn write_step(&mut self, event: Event<'_>, out: &mut dyn Write) -> ControlFlow<()> {
        self.step += 1;
        match &event {
            Event::Place(square) => self.queens.push(*square),
            Event::Remove(square) => self.queens.retain(|queen| queen != square),
            Event::Solution(_) => self.solutions += 1,
            Event::Reject { .. } | Event::State(_) => {}
        }
        let is_solution = matches!(event, Event::Solution(_));
        let is_last = self.step == self.to || self.wanted.first && is_solution;
        if self.step >= self.from {
            let words = step_words(&event, self.solutions, self.piece);
            let frame = Frame {
                number: self.step,
                event,
                queens: &self.queens,
                words: &words,
            };
            self.result = self.recorder.frame(&frame, out);
            if self.result.is_err() {
                return ControlFlow::Break(());
            }
            self.last = self.step;
        }
        if is_last {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    /// Checks that a recording without frames is one that a limit ended.
    ///
    /// # Errors
    /// The engine ended before the first frame.
    fn check_empty(&self, engine: &str, outcome: Outcome) -> Result<(), RecordingError> {
        let FrameWriter { step, from, .. } = self;
        if self.wanted.first && self.solutions > 0 {
            return Err(RecordingError::Steps(format!(
                "the first solution is step {step}: there is no step {from} before it"
            )));
        }
        if outcome.is_complete() {
            return Err(RecordingError::Steps(format!(
                "{engine} ends after step {step}: there is no step {from} to begin with"
            )));
        }
        Ok(())
    }

    /// Writes what follows the last frame.
    fn write_end(
        &mut self,
        problem: &Problem,
        engine: &str,
        outcome: Outcome,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = problem.to_string();
        let board = text.lines().next().unwrap_or_default();
        let partial = if outcome.is_complete() {
            ""
        } else {
            " (partial)"
        };
        let FrameWriter { from, last, .. } = self;
        let words =
            format!("{board}: steps {from} to {last} of the engine {engine}{partial}");
        self.recorder.end(&words, out)
    }
}

/// Checks the first and last step.
fn check_range((from, to): (u64, u64)) -> Result<(u64, u64), RecordingError> {
    if from == 0 || from > to {
        return Err(RecordingError::Steps(format!(
            "the steps {from}..{to} are not valid: count from 1, the smaller number first"
        )));
    }
    if to - from >= MAX_FRAMES {
        return Err(RecordingError::Steps(format!(
            "the steps {from}..{to} are too many for a recording: the limit is {MAX_FRAMES}, such as {from}..{}",
            from + MAX_FRAMES - 1
        )));
    }
    Ok((from, to))
}

/// Returns the stop that an error carries.
fn stop_of(error: &io::Error) -> Option<Stop> {
    error
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Stop>())
        .copied()
}
