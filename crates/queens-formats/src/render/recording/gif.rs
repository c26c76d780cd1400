//! A recording as GIF (CompuServe, Graphics Interchange Format, version 89a).
//!
//! All frames share one palette, chosen before the first frame: the most frequent colours
//! of the board with every mark on it. After the first frame, a frame holds the smallest
//! rectangle around the pixels that changed; the others in it are transparent.

use super::super::face::BoardFace;
use super::super::look::PictureStyle;
use super::super::pen::Pen;
use super::super::raster::Raster;
use super::super::refuse_picture;
use super::super::shape::PictureShape;
use super::frame::{self, BASE_LINES, FRAME_WIDTH, FrameLayout, WORDS};
use super::{Frame, LONG_FRAME, Recorder, RecordingStyle};
use control::{Limits, Step};
use gif::{AnyExtension, Encoder, EncodingError, Extension, Repeat};
use queens_engines::engines::ladder::Event;
use queens_model::problem::{Problem, SquareKind};
use queens_model::square::Square;
use std::collections::HashMap;
use std::io::{self, Write};

/// Number of colours of a palette; the index after the last one is transparent.
const PALETTE_SIZE: usize = 255;

/// Bytes of memory for each pixel: three pictures, the coverage of a shape, and the
/// indices of two frames.
const BYTES_PER_PIXEL: u64 = 3 * 3 + 4 + 2;

/// Words whose letters have the usual colours of all letters.
const SAMPLE_WORDS: &str = "reject a1: the queen on b2 attacks it";

pub(super) struct GifRecorder<'p> {
    problem: &'p Problem,
    face: BoardFace<'p>,
    layout: FrameLayout,
    /// Pixels for each unit of a frame.
    scale: f64,
    delay: u16,
    base: Raster,
    /// Pixels of the last frame; none before the first.
    shown: Option<Raster>,
    pen: Pen,
    palette: Palette,
    encoder: Encoder<Vec<u8>>,
    /// The last frame, which is written when it is known if another one follows.
    waiting: Option<gif::Frame<'static>>,
}

impl<'p> GifRecorder<'p> {
    pub(super) fn new(
        problem: &'p Problem,
        style: RecordingStyle,
        limits: &Limits,
    ) -> io::Result<Self> {
        let layout = FrameLayout::new(problem);
        let scale = f64::from(style.width) / FRAME_WIDTH as f64;
        let (width, height) = (
            style.width as usize,
            (layout.height as f64 * scale).ceil() as usize,
        );
        let needed = BYTES_PER_PIXEL * (width * height) as u64;
        if let Some(allowed) = limits.memory.filter(|&allowed| allowed < needed) {
            return Err(refuse_picture(format!(
                "a GIF of {width} x {height} pixels needs {} MiB of memory, and the limit is {} MiB: use a smaller size, or svg",
                needed.div_ceil(1 << 20),
                allowed >> 20
            )));
        }
        let face = BoardFace::new(problem, &PictureStyle::default());
        let raster = || Raster::new(width, height, limits);
        let mut pen = Pen {
            raster: raster()?,
            scale: 1.0,
            origin: (0.0, 0.0),
        };
        let palette = Palette::from_frame(&mut pen, &face, &layout, scale, problem)
            .map_err(io::Error::other)?;
        let mut base = Pen {
            raster: raster()?,
            scale: 1.0,
            origin: (0.0, 0.0),
        };
        draw_board(&mut base, &layout, scale, &face.bare_shapes())
            .map_err(io::Error::other)?;
        let mut encoder =
            Encoder::new(Vec::new(), width as u16, height as u16, &palette.bytes())
                .map_err(io_error)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io_error)?;
        // Hundredths of a second.
        let delay = (style.delay.as_millis() / 10) as u16;
        let base = base.raster;
        Ok(GifRecorder {
            problem,
            face,
            layout,
            scale,
            delay,
            base,
            shown: None,
            pen,
            palette,
            encoder,
            waiting: None,
        })
    }

    /// Paints a frame on the raster of the pen.
    fn paint_frame(&mut self, frame: &Frame<'_>) -> Step {
        self.pen.raster.copy_from(&self.base);
        draw_board(
            &mut self.pen,
            &self.layout,
            self.scale,
            &frame::frame_shapes(&self.face, self.problem, frame),
        )?;
        draw_words(
            &mut self.pen,
            &self.layout,
            self.scale,
            &frame::word_lines(frame),
        )
    }

    /// Returns the difference between the raster of the pen and the last frame.
    fn changed_frame(&mut self) -> gif::Frame<'static> {
        let (width, height) = (self.base.width(), self.base.height());
        let transparent = PALETTE_SIZE as u8;
        let mut indices = vec![transparent; width * height];
        let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
        let mut before = self.shown.as_ref().map(Raster::pixels);
        for (at, color) in self.pen.raster.pixels().enumerate() {
            if before.as_mut().and_then(Iterator::next) == Some(color) {
                continue;
            }
            indices[at] = self.palette.color_index(color);
            let (x, y) = (at % width, at / width);
            (left, right) = (left.min(x), right.max(x + 1));
            (top, bottom) = (top.min(y), bottom.max(y + 1));
        }
        // A frame has at least one pixel.
        let (left, top, right, bottom) = if right == 0 {
            (0, 0, 1, 1)
        } else {
            (left, top, right, bottom)
        };
        let rows = indices.chunks_exact(width).take(bottom).skip(top);
        let buffer: Vec<u8> = rows.flat_map(|row| &row[left..right]).copied().collect();
        gif::Frame {
            delay: self.delay,
            transparent: Some(transparent),
            left: left as u16,
            top: top as u16,
            width: (right - left) as u16,
            height: (bottom - top) as u16,
            buffer: buffer.into(),
            ..gif::Frame::default()
        }
    }

    /// Moves what the encoder has written to `out`.
    fn write_bytes(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.encoder.get_ref())?;
        self.encoder.get_mut().clear();
        Ok(())
    }
}

impl Recorder for GifRecorder<'_> {
    fn frame(&mut self, frame: &Frame<'_>, out: &mut dyn Write) -> io::Result<()> {
        self.paint_frame(frame).map_err(io::Error::other)?;
        let mut changes = self.changed_frame();
        if matches!(frame.event, Event::Solution(_)) {
            changes.delay *= LONG_FRAME as u16;
        }
        match &mut self.shown {
            Some(shown) => shown.copy_from(&self.pen.raster),
            None => self.shown = Some(self.pen.raster.clone()),
        }
        if let Some(last) = self.waiting.replace(changes) {
            self.encoder.write_frame(&last).map_err(io_error)?;
        }
        self.write_bytes(out)
    }

    /// The title, which marks a partial recording, is a comment of the file.
    fn end(&mut self, title: &str, out: &mut dyn Write) -> io::Result<()> {
        if let Some(mut last) = self.waiting.take() {
            last.delay = self.delay * LONG_FRAME as u16;
            self.encoder.write_frame(&last).map_err(io_error)?;
        }
        let comment = AnyExtension(Extension::Comment as u8);
        self.encoder
            .write_raw_extension(comment, &[title.as_bytes()])
            .map_err(io_error)?;
        self.write_bytes(out)?;
        out.write_all(&[TRAILER_BYTE])
    }
}

/// The byte that ends a GIF.
const TRAILER_BYTE: u8 = 0x3b;

fn io_error(error: EncodingError) -> io::Error {
    match error {
        EncodingError::Io(error) => error,
        error => io::Error::other(error.to_string()),
    }
}

/// Draws shapes of the board.
fn draw_board(
    pen: &mut Pen,
    layout: &FrameLayout,
    scale: f64,
    shapes: &[PictureShape],
) -> Step {
    pen.scale = layout.board_scale * scale;
    pen.origin = (layout.board_corner.0 * scale, layout.board_corner.1 * scale);
    pen.draw_shapes(shapes, None)
}

/// Draws the words below the board.
fn draw_words(
    pen: &mut Pen,
    layout: &FrameLayout,
    scale: f64,
    lines: &[String; 2],
) -> Step {
    pen.scale = scale;
    pen.origin = (0.0, layout.words_top as f64 * scale);
    let words = |(text, y): (&String, u64)| PictureShape::Words {
        paint: &WORDS,
        text: text.clone(),
        x: (FRAME_WIDTH / 2) as i64,
        y: y as i64,
    };
    pen.draw_shapes(
        &lines.iter().zip(BASE_LINES).map(words).collect::<Vec<_>>(),
        None,
    )
}

/// Colours of a recording.
struct Palette {
    colors: Vec<u32>,
    /// Index of each colour that was needed so far.
    known: HashMap<u32, u8>,
}

impl Palette {
    /// Chooses the most frequent colours of the bare board, queens, marks and words. The
    /// raster of the pen is painted over.
    fn from_frame(
        pen: &mut Pen,
        face: &BoardFace<'_>,
        layout: &FrameLayout,
        scale: f64,
        problem: &Problem,
    ) -> Result<Self, control::Stop> {
        let mut frequencies: HashMap<u32, u64> = HashMap::new();
        let mut count = |pen: &Pen| {
            pen.raster
                .pixels()
                .for_each(|color| *frequencies.entry(color).or_default() += 1);
        };
        let bare = face.bare_shapes();
        let squares: Vec<Square> = problem
            .every_square()
            .filter(|&square| problem.kind(square) == SquareKind::Free)
            .collect();
        let sample = Frame {
            number: 0,
            event: Event::State(&[]),
            queens: &squares,
            words: SAMPLE_WORDS,
        };
        draw_board(pen, layout, scale, &bare)?;
        draw_words(pen, layout, scale, &frame::word_lines(&sample))?;
        count(pen);
        draw_board(
            pen,
            layout,
            scale,
            &frame::frame_shapes(face, problem, &sample),
        )?;
        count(pen);
        // Each mark on all squares, with and without queens: one mark covers another.
        for keeps_queens in [true, false] {
            if !keeps_queens {
                draw_board(pen, layout, scale, &bare)?;
            }
            for marks in frame::all_marks(face, &squares) {
                draw_board(pen, layout, scale, &marks)?;
                count(pen);
            }
        }
        let mut colors: Vec<(u64, u32)> = frequencies
            .into_iter()
            .map(|(color, times)| (times, color))
            .collect();
        colors.sort_unstable_by(|a, b| b.cmp(a));
        colors.truncate(PALETTE_SIZE);
        let colors: Vec<u32> = colors.into_iter().map(|(_, color)| color).collect();
        Ok(Palette {
            colors,
            known: HashMap::new(),
        })
    }

    /// Returns red, green and blue of all colours, and one more for the transparent
    /// index.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0xff; 3 * (PALETTE_SIZE + 1)];
        for (bytes, color) in bytes.chunks_exact_mut(3).zip(&self.colors) {
            bytes.copy_from_slice(&color.to_be_bytes()[1..]);
        }
        bytes
    }

    /// Returns the index of the nearest colour.
    fn color_index(&mut self, color: u32) -> u8 {
        if let Some(&index) = self.known.get(&color) {
            return index;
        }
        let distance = |other: u32| -> u32 {
            let pairs = color.to_be_bytes().into_iter().zip(other.to_be_bytes());
            pairs.map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
        };
        let nearest = (0..=u8::MAX)
            .zip(&self.colors)
            .min_by_key(|&(_, &other)| distance(other));
        let index = nearest.map_or(0, |(index, _)| index);
        self.known.insert(color, index);
        index
    }
}
