//! PNG pictures of a board. Those that were written here hold its letter grid beside their pixels; the others are
//! screenshots.
//!
//! The lines of the grid are found first ([`lines`]): rows and columns of pixels where most neighbours differ, at one
//! distance from each other both ways. Squares are then grouped by the colour of their corners, or, where that does not
//! make as many regions as rows, by how thick the lines between them are, and the middle of each square tells queens
//! and crosses ([`cells`]).

mod cells;
mod lines;

use super::markup::ATTRIBUTE;
use super::{MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_TEXT_BYTES, PictureError, ReadError, finish, grid};
use crate::puzzle::{Mark, Position};
use std::io::Cursor;

/// The first bytes of a PNG file.
const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Whether these bytes are a picture of any common kind.
pub(super) fn kind(bytes: &[u8]) -> Option<&'static str> {
    let kinds: [(&[u8], &'static str); 6] = [
        (SIGNATURE, "PNG"),
        (b"\xff\xd8\xff", "JPEG"),
        (b"GIF8", "GIF"),
        (b"RIFF", "WebP"),
        (b"II*\0", "TIFF"),
        (b"MM\0*", "TIFF"),
    ];
    kinds.into_iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, kind)| kind)
}

/// Reads a picture of the kind that [`kind`] names.
pub(super) fn read(bytes: &[u8], kind: &'static str, stars: Option<u32>) -> Result<Position, ReadError> {
    if kind != "PNG" {
        return Err(PictureError::Kind(kind).into());
    }
    if let Some(grid) = written_beside(bytes) {
        return grid::read(&grid, stars);
    }
    let image = Image::decode(bytes)?;
    let (width, height) = (image.width as u32, image.height as u32);
    let mut failed = PictureError::NoGrid { width, height };
    for is_framed in [false, true] {
        let Some(grid) = lines::find(&image, is_framed) else { continue };
        match cells::read(&image, &grid) {
            Ok((regions, marks)) if is_crossed_out(&regions, &marks) => failed = PictureError::Patterns,
            Ok((regions, marks)) => return finish(grid.size as u32, stars, regions, marks),
            Err(error) => failed = error,
        }
    }
    Err(failed.into())
}

/// The letter grid that [`crate::puzzle::write`] puts beside the pixels.
fn written_beside(bytes: &[u8]) -> Option<String> {
    let reader = png::Decoder::new(Cursor::new(bytes)).read_info().ok()?;
    let texts = &reader.info().uncompressed_latin1_text;
    let text = texts.iter().find(|text| text.keyword == ATTRIBUTE)?;
    (text.text.len() <= MAX_TEXT_BYTES).then(|| text.text.clone())
}

/// Whether regions without a square for a queen take an eighth of the board: players seldom come so far, but the lines of
/// patterns look like crosses.
fn is_crossed_out(regions: &[u32], marks: &[Mark]) -> bool {
    let mut has_room = vec![false; regions.len()];
    for (&region, &mark) in regions.iter().zip(marks) {
        has_room[region as usize] |= mark != Mark::Cross;
    }
    8 * regions.iter().filter(|&&region| !has_room[region as usize]).count() >= regions.len()
}

/// Red, green and blue.
type Color = [u8; 3];

/// How far two colours are apart: the most that red, green or blue differ.
fn difference(a: Color, b: Color) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Pixels on white.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<Color>,
}

impl Image {
    fn at(&self, x: usize, y: usize) -> Color {
        self.pixels[y * self.width + x]
    }

    fn decode(bytes: &[u8]) -> Result<Self, PictureError> {
        if bytes.len() > MAX_IMAGE_BYTES {
            return Err(PictureError::Bytes(bytes.len()));
        }
        let failed = |error: png::DecodingError| PictureError::Decode(error.to_string());
        let mut decoder = png::Decoder::new(Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::normalize_to_color8());
        let mut reader = decoder.read_info().map_err(failed)?;
        let (width, height) = (reader.info().width, reader.info().height);
        let too_large = PictureError::Pixels { width, height };
        if u64::from(width) * u64::from(height) > MAX_IMAGE_PIXELS {
            return Err(too_large);
        }
        let mut data = vec![0; reader.output_buffer_size().ok_or(too_large)?];
        let frame = reader.next_frame(&mut data).map_err(failed)?;
        let on_white = |value: u8, alpha: u8| {
            let (value, alpha) = (u32::from(value), u32::from(alpha));
            ((value * alpha + 255 * (255 - alpha)) / 255) as u8
        };
        let color = |samples: &[u8]| match *samples {
            [gray] => [gray; 3],
            [gray, alpha] => [on_white(gray, alpha); 3],
            [r, g, b, alpha] => [r, g, b].map(|value| on_white(value, alpha)),
            [r, g, b, ..] => [r, g, b],
            [] => [255; 3],
        };
        let samples = frame.color_type.samples();
        let pixels: Vec<Color> = data[..frame.buffer_size()].chunks_exact(samples).map(color).collect();
        let (width, height) = (width as usize, height as usize);
        if pixels.len() < width * height {
            return Err(PictureError::Decode("pixels are missing".to_owned()));
        }
        Ok(Image { width, height, pixels })
    }
}
