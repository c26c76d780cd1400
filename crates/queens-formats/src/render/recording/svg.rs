//! A recording as an SVG that its style sheet animates.
//!
//! Each queen and mark is in the picture once, with the times at which it is shown. The
//! words of all frames are below each other in a strip, which moves up one frame at a
//! time. The picture without animation, for users who asked for less motion, is the last
//! frame.

use super::super::face::BoardFace;
use super::super::html::Escaped;
use super::super::look::PictureStyle;
use super::super::scene::Scene;
use super::super::shape::PictureSymbol;
use super::super::svg::{StyleRule, write_definitions, write_shapes};
use super::frame::{
    self, BASE_LINES, FRAME_WIDTH, FrameLayout, MARK_PAINTS, MARKS, WORDS_HEIGHT,
};
use super::{Frame, LONG_FRAME, Recorder, RecordingStyle};
use queens_engines::engines::ladder::Event;
use queens_model::problem::Problem;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Times at which a queen or a mark is shown, in usual frames: first, and first after it.
type Spans = Vec<(u32, u32)>;

pub(super) struct SvgRecorder<'p> {
    problem: &'p Problem,
    style: RecordingStyle,
    layout: FrameLayout,
    face: BoardFace<'p>,
    /// The markup of each queen and mark, in the order in which they appear, and its
    /// times.
    parts: Vec<(String, Spans)>,
    /// Index of each markup.
    indices: HashMap<String, usize>,
    /// Lines of words of each frame, and its start.
    words: Vec<([String; 2], u32)>,
    /// End of the last frame, and its start.
    end: u32,
    last_start: u32,
}

impl<'p> SvgRecorder<'p> {
    pub(super) fn new(problem: &'p Problem, style: RecordingStyle) -> Self {
        let face = BoardFace::new(problem, &PictureStyle::default());
        let layout = FrameLayout::new(problem);
        SvgRecorder {
            problem,
            style,
            layout,
            face,
            parts: Vec::new(),
            indices: HashMap::new(),
            words: Vec::new(),
            end: 0,
            last_start: 0,
        }
    }

    fn show_between(&mut self, markup: String, start: u32, end: u32) {
        let index = *self.indices.entry(markup).or_insert_with_key(|markup| {
            self.parts.push((markup.clone(), Spans::new()));
            self.parts.len() - 1
        });
        match self.parts[index].1.last_mut() {
            Some(last) if last.1 == start => last.1 = end,
            _ => self.parts[index].1.push((start, end)),
        }
    }
}

impl Recorder for SvgRecorder<'_> {
    fn frame(&mut self, frame: &Frame<'_>, _out: &mut dyn Write) -> io::Result<()> {
        let start = self.end;
        let end = start
            + if matches!(frame.event, Event::Solution(_)) {
                LONG_FRAME
            } else {
                1
            };
        for shape in frame::frame_shapes(&self.face, self.problem, frame) {
            let mut markup = Vec::new();
            write_shapes("", &[shape], "", &mut markup)?;
            self.show_between(String::from_utf8(markup).unwrap_or_default(), start, end);
        }
        self.words.push((frame::word_lines(frame), start));
        (self.last_start, self.end) = (start, end);
        Ok(())
    }

    fn end(&mut self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        // Parts with the same times share a class.
        let mut classes: TimeClasses<'_> = BTreeMap::new();
        for (_, spans) in &self.parts {
            let number = classes.len();
            classes.entry(spans).or_insert_with(|| format!("t{number}"));
        }
        self.write_head(title, out)?;
        self.write_style(&classes, out)?;
        self.write_board(&classes, out)?;
        self.write_words(out)?;
        out.write_all(b"</svg>\n")
    }
}

/// The class of the parts that are shown at the same times.
type TimeClasses<'s> = BTreeMap<&'s Spans, String>;

impl SvgRecorder<'_> {
    /// Returns the time as a share of the whole animation. The last frame stays as long as
    /// a solution.
    fn percent_of(&self, time: u32) -> Percent {
        Percent(f64::from(time) * 100.0 / f64::from(self.last_start + LONG_FRAME))
    }

    /// Writes the root element, title and description, and the definitions of pieces and
    /// marks.
    fn write_head(&self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        let FrameLayout { height, .. } = self.layout;
        let width = self.style.width;
        let pixels = (height * u64::from(width)).div_ceil(FRAME_WIDTH);
        let problem = self.problem.to_string();
        write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{pixels}\" \
             viewBox=\"0 0 {FRAME_WIDTH} {height}\" role=\"img\" data-problem=\"{}\" data-frames=\"{}\">\n\
             <title>{}</title>\n<desc>{}</desc>\n",
            Escaped(&problem),
            self.words.len(),
            Escaped(title),
            Escaped(
                "An animation. Below the board each frame has the number of the step and its description."
            ),
        )?;
        let faces = vec![BoardFace::new(self.problem, &PictureStyle::default())];
        let scene = Scene::new(
            String::new(),
            Vec::new(),
            PictureStyle::default(),
            faces,
            Vec::new(),
        );
        write_definitions(&scene, out)?;
        write_marks(out)
    }

    /// Writes the style sheet: the times of the parts and of the words.
    fn write_style(
        &self,
        classes: &TimeClasses<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let end = self.last_start + LONG_FRAME;
        let seconds = self.style.delay.as_secs_f64() * f64::from(end);
        write!(
            out,
            "<style>\n.timed {{ animation: {seconds:.2}s step-end infinite; }}\n{}{}\
             text {{ font: 15px system-ui, sans-serif; fill: #2a2019; text-anchor: middle; }}\n\
             @media (prefers-reduced-motion: reduce) {{ .timed {{ animation: none !important; }} }}\n</style>\n",
            self.part_rules(classes),
            self.strip_rules()
        )
    }

    /// Returns the rules that show each part at its times.
    fn part_rules(&self, classes: &TimeClasses<'_>) -> String {
        let is_last = |span: &(u32, u32)| span.1 == self.end;
        let mut rules = String::new();
        for (spans, class) in classes {
            if self.is_always_shown(spans) {
                continue;
            }
            let shown = u32::from(spans.last().is_some_and(is_last));
            let _ = write!(
                rules,
                ".{class} {{ opacity: {shown}; animation-name: {class}; }}\n@keyframes {class} {{"
            );
            if spans.first().is_none_or(|span| span.0 > 0) {
                rules += " 0% { opacity: 0 }";
            }
            for span in *spans {
                let _ = write!(rules, " {} {{ opacity: 1 }}", self.percent_of(span.0));
                if !is_last(span) {
                    let _ =
                        write!(rules, " {} {{ opacity: 0 }}", self.percent_of(span.1));
                }
            }
            rules += " }\n";
        }
        rules
    }

    /// Returns the rules that move the strip with the words of all frames, so that those
    /// of one frame are in the window.
    fn strip_rules(&self) -> String {
        let offset = |frame: usize| -(WORDS_HEIGHT as i64) * frame as i64;
        let last = offset(self.words.len().saturating_sub(1));
        let mut rules = format!(
            ".strip {{ transform: translateY({last}px); animation-name: strip; }}\n@keyframes strip {{"
        );
        for (frame, (_, start)) in self.words.iter().enumerate() {
            let _ = write!(
                rules,
                " {} {{ transform: translateY({}px) }}",
                self.percent_of(*start),
                offset(frame)
            );
        }
        rules + " }\n"
    }

    /// Returns true for a part that is shown in every frame.
    fn is_always_shown(&self, spans: &Spans) -> bool {
        *spans == [(0, self.end)]
    }

    /// Writes the board with all parts of all frames.
    fn write_board(
        &self,
        classes: &TimeClasses<'_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let FrameLayout {
            board_scale,
            board_corner: (left, top),
            height,
            ..
        } = self.layout;
        write!(
            out,
            "<rect width=\"{FRAME_WIDTH}\" height=\"{height}\" fill=\"#ffffff\"/>\n\
             <g transform=\"translate({left:.2} {top:.2}) scale({board_scale:.4})\">\n<use href=\"#board\"/>\n"
        )?;
        let queen = format!("#{}\"", self.face.piece().id);
        // Queens are below marks.
        let (queens, marks): (Vec<_>, Vec<_>) = self
            .parts
            .iter()
            .partition(|(markup, _)| markup.contains(&queen));
        for (markup, spans) in queens.into_iter().chain(marks) {
            match classes.get(spans) {
                Some(class) if !self.is_always_shown(spans) => {
                    writeln!(out, "<g class=\"timed {class}\">{markup}</g>")?;
                }
                _ => writeln!(out, "{markup}")?,
            }
        }
        out.write_all(b"</g>\n")
    }

    /// Writes the words of all frames, one below the other, in a window for one frame.
    fn write_words(&self, out: &mut dyn Write) -> io::Result<()> {
        let FrameLayout { words_top, .. } = self.layout;
        writeln!(
            out,
            "<svg y=\"{words_top}\" width=\"{FRAME_WIDTH}\" height=\"{WORDS_HEIGHT}\"><g class=\"timed strip\">"
        )?;
        for (frame, (lines, _)) in (0..).zip(&self.words) {
            for (line, y) in lines.iter().zip(BASE_LINES) {
                let y = frame * WORDS_HEIGHT + y;
                write!(
                    out,
                    "<text x=\"{}\" y=\"{y}\">{}</text>",
                    FRAME_WIDTH / 2,
                    Escaped(line)
                )?;
            }
            out.write_all(b"\n")?;
        }
        out.write_all(b"</g></svg>\n")
    }
}

/// A share of the whole time, as a selector of keyframes.
struct Percent(f64);

impl std::fmt::Display for Percent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = format!("{:.4}", self.0);
        write!(f, "{}%", digits.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// Writes the paints and symbols of marks.
fn write_marks(out: &mut dyn Write) -> io::Result<()> {
    let style = PictureStyle::default();
    out.write_all(b"<style>\n")?;
    for paint in MARK_PAINTS {
        writeln!(out, "{}", StyleRule(paint, &style))?;
    }
    out.write_all(b"</style>\n<defs>\n")?;
    for &PictureSymbol { id, shapes, .. } in MARKS {
        write!(out, "<g id=\"{id}\">")?;
        write_shapes("", shapes, "", out)?;
        out.write_all(b"</g>\n")?;
    }
    out.write_all(b"</defs>\n")
}
