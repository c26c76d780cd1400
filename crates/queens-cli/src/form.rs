//! The forms of an answer: those that the library writes, and PNG, which is its SVG picture as pixels.

use crate::console::Console;
use crate::exit::Failure;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{self, Format, Renderer, Summary};
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// A form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One that the library writes.
    Written(Format),
    /// Pixels.
    Png,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Form::Written(format) => format.fmt(f),
            Form::Png => f.pad("png"),
        }
    }
}

impl FromStr for Form {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        if word.eq_ignore_ascii_case("png") {
            return Ok(Form::Png);
        }
        word.parse().map(Form::Written).map_err(|error: render::FormatError| format!("{error}, png"))
    }
}

impl Form {
    /// The renderer for solutions of `problem`.
    pub(crate) fn renderer<'p>(
        self,
        problem: &'p Problem,
        console: &Console,
    ) -> Result<Box<dyn Renderer + 'p>, Failure> {
        match self {
            Form::Written(format) => Ok(render::renderer(format, problem, console.style())),
            Form::Png => {
                console.can_take_bytes("board.png")?;
                Ok(Box::new(Png::new(render::renderer(Format::Svg, problem, console.style()))))
            }
        }
    }
}

/// The most pixels of a picture; a larger one is drawn smaller. Four bytes each are held at once.
const MOST_PIXELS: f32 = 64e6;

/// Holds what the SVG renderer writes, and writes its pixels at the end.
struct Png<'p> {
    picture: Box<dyn Renderer + 'p>,
    svg: Vec<u8>,
}

impl<'p> Png<'p> {
    /// `picture` writes SVG.
    fn new(picture: Box<dyn Renderer + 'p>) -> Self {
        Png { picture, svg: Vec::new() }
    }
}

impl Renderer for Png<'_> {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        self.picture.begin(&mut self.svg)
    }

    fn solution(&mut self, placement: &Placement, _out: &mut dyn Write) -> io::Result<()> {
        self.picture.solution(placement, &mut self.svg)
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        self.picture.end(summary, &mut self.svg)?;
        out.write_all(&pixels(&self.svg)?)
    }
}

/// Draws an SVG picture on white, one pixel for each of its units where that is not too much.
fn pixels(svg: &[u8]) -> io::Result<Vec<u8>> {
    let tree = Tree::from_data(svg, &Options::default()).map_err(io::Error::other)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = (MOST_PIXELS / (width * height)).sqrt().min(1.0);
    let side = |length: f32| (length * scale).ceil() as u32;
    let mut pixmap =
        Pixmap::new(side(width), side(height)).ok_or_else(|| io::Error::other("a picture without pixels"))?;
    pixmap.fill(Color::WHITE);
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(io::Error::other)
}
