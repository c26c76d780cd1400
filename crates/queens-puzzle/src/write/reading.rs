//! A picture with what was read from it: the lines of the board over it, the name of the
//! region and the mark on each square, and frames around the squares in doubt.

use super::packed::base_64;
use crate::Mark;
use crate::read::{PictureReading, media_type};
use queens_formats::render::html::Escaped;
use queens_model::problem::region_name;
use queens_model::square::Square;
use std::fmt::Write as _;
use std::io;

/// Colours of lines and letters, and of what is doubtful.
const CLEAR_COLOR: &str = "#7b2d3f";
const DOUBT_COLOR: &str = "#e06c00";

/// Height of a letter, and width of lines and of frames, as fractions of a square.
const LETTER_HEIGHT: f64 = 0.34;
const LINE_WIDTH: f64 = 0.03;
const FRAME_WIDTH: f64 = 0.12;

/// Writes an SVG picture with `picture`, the file that was read, in it.
///
/// # Errors
/// A file that is no PNG, JPEG or WebP picture; the errors of `out`.
///
/// # Complexity
/// Linear in the file and in the squares.
pub fn reading(
    picture: &[u8],
    reading: &PictureReading,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let media = media_type(picture).ok_or(io::ErrorKind::InvalidInput)?;
    let [width, height] = reading.sides;
    let size = reading.place.size;
    let squares = (0..size * size).map(|at| Square::new(at / size, at % size));
    let mut lines = String::new();
    let mut frames = String::new();
    let mut letters = String::new();
    // The side of the square that is seen smallest.
    let mut side = f64::INFINITY;
    for (at, square) in squares.enumerate() {
        let corners = reading.corners_of(square);
        let path = outline(&corners);
        if reading.doubtful.contains(&square) {
            frames += &path;
        }
        lines += &path;
        side = side.min(distance(corners[0], corners[1]));
        let middle: [f64; 2] = std::array::from_fn(|axis| {
            corners.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0
        });
        let mark = match reading.marks[at] {
            Mark::Queen => " \u{265b}",
            Mark::Cross => " \u{d7}",
            Mark::Open => "",
        };
        let name = region_name(reading.regions[at]);
        // Writing to a string cannot fail.
        let _ = writeln!(
            letters,
            "<text x=\"{:.1}\" y=\"{:.1}\">{name}{mark}</text>",
            middle[0], middle[1]
        );
    }
    let doubt = reading.doubt.as_ref().map(ToString::to_string);
    let title = doubt.as_deref().unwrap_or("Every square is clear");
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">\n\
         <title>{}</title>\n\
         <image width=\"{width}\" height=\"{height}\" href=\"data:{media};base64,{}\"/>\n\
         <path d=\"{lines}\" fill=\"none\" stroke=\"{CLEAR_COLOR}\" stroke-width=\"{:.1}\"/>\n\
         <path d=\"{frames}\" fill=\"none\" stroke=\"{DOUBT_COLOR}\" stroke-width=\"{:.1}\"/>\n\
         <g font-family=\"sans-serif\" font-size=\"{:.1}\" text-anchor=\"middle\" dominant-baseline=\"central\" \
         fill=\"{CLEAR_COLOR}\" stroke=\"#fff\" stroke-width=\"{:.1}\" paint-order=\"stroke\">\n{letters}</g>\n</svg>",
        Escaped(title),
        padded(base_64(picture)),
        LINE_WIDTH * side,
        FRAME_WIDTH * side,
        LETTER_HEIGHT * side,
        2.0 * LINE_WIDTH * side,
    )
}

/// Returns a closed path.
fn outline(corners: &[[f64; 2]; 4]) -> String {
    let points: Vec<String> = corners
        .iter()
        .map(|[x, y]| format!("{x:.1} {y:.1}"))
        .collect();
    format!("M{}Z", points.join("L"))
}

fn distance([ax, ay]: [f64; 2], [bx, by]: [f64; 2]) -> f64 {
    (ax - bx).hypot(ay - by)
}

/// Fills base 64 up to a multiple of four characters.
fn padded(mut text: String) -> String {
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}
