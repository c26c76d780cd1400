//! A picture as PNG (W3C, Portable Network Graphics, third edition): the pixels of its shapes on white.

use super::letters;
use super::outline::{self, Point};
use super::raster::{Area, Raster};
use super::scene::{Paint, PictureShape, Scene};
use control::{Limits, Step, Stop};
use miniz_oxide::deflate::core::{
    CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output, create_comp_flags_from_zip_params,
};
use std::io::{self, Write};

/// Largest number of pixels of a picture, three bytes each; a larger one is drawn smaller.
pub const MAX_PIXELS: u64 = 64_000_000;

/// Draws and writes the picture, a pixel for each unit.
pub(super) fn write(scene: &Scene<'_>, limits: &Limits, out: &mut dyn Write) -> io::Result<()> {
    write_scaled(scene, 1.0, &[], limits, out)
}

/// Does the same with `scale` pixels for each unit, fewer if these would exceed [`MAX_PIXELS`] or the memory of
/// `limits`, and with `texts` beside the pixels, each with its name.
///
/// # Errors
/// Those of `out`; the [`Stop`] of a limit or an interruption, in an [`io::Error`]. Then nothing is written.
pub(super) fn write_scaled(
    scene: &Scene<'_>,
    scale: f64,
    texts: &[(&str, String)],
    limits: &Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    let raster = draw(scene, scale, limits)?;
    encode(raster, texts, limits, out)
}

fn draw(scene: &Scene<'_>, scale: f64, limits: &Limits) -> io::Result<Raster> {
    let most = limits.memory.map_or(MAX_PIXELS, |bytes| MAX_PIXELS.min(bytes / 3)).max(1);
    let scale = (most as f64 / (scene.width as f64 * scene.height as f64)).sqrt().min(scale);
    let pixels = |length: u64| (length as f64 * scale) as usize;
    let raster = Raster::new(pixels(scene.width).max(1), pixels(scene.height).max(1), limits)?;
    paint(scene, raster, scale, pixels).map_err(io::Error::other)
}

/// Paints the scene; `pixels` converts its lengths to whole pixels.
fn paint(
    scene: &Scene<'_>,
    raster: Raster,
    scale: f64,
    pixels: impl Fn(u64) -> usize,
) -> Result<Raster, Stop> {
    let mut pen = Pen { raster, scale, margin: scene.margin, origin: (0.0, 0.0) };
    // The squares are drawn once, then copied to the places of the other boards.
    let corner = |x: u64, y: u64| (pixels(x - scene.margin), pixels(y - scene.margin));
    let mut drawn = vec![None; scene.faces.len()];
    for (x, y, panel) in scene.placed() {
        let (left, top) = corner(x, y);
        match drawn[panel.face] {
            None => {
                pen.move_to(left, top);
                pen.draw(&scene.faces[panel.face].bare(), None)?;
                drawn[panel.face] = Some((left, top));
            }
            Some((first_left, first_top)) => {
                let first = Area {
                    left: first_left,
                    top: first_top,
                    right: first_left + pixels(scene.step.0),
                    bottom: first_top + pixels(scene.step.1),
                };
                pen.raster.copy(first, (left, top))?;
            }
        }
    }
    for (x, y, panel) in scene.placed() {
        let (left, top) = corner(x, y);
        pen.move_to(left, top);
        pen.draw(&scene.marks(panel), None)?;
    }
    Ok(pen.raster)
}

/// Draws shapes, scaled and shifted.
struct Pen {
    raster: Raster,
    scale: f64,
    margin: u64,
    origin: Point,
}

impl Pen {
    /// Moves to a board whose margins begin at this pixel.
    fn move_to(&mut self, left: usize, top: usize) {
        let margin = self.margin as f64 * self.scale;
        self.origin = (left as f64 + margin, top as f64 + margin);
    }

    /// Draws shapes; those without a paint get `inherited`.
    fn draw(&mut self, shapes: &[PictureShape], inherited: Option<&Paint>) -> Step {
        for shape in shapes {
            match *shape {
                PictureShape::Rect { x, y, width, height, paint } => self.rect(x, y, width, height, paint)?,
                PictureShape::Path { ref data, paint } => self.path(data, paint.or(inherited))?,
                PictureShape::Circle { x, y, radius } => {
                    self.outline(outline::circle((x, y), radius), inherited)?;
                }
                PictureShape::Stamp { symbol, x, y, paint } => {
                    self.shifted(x as f64, y as f64, |pen| pen.draw(symbol.shapes, paint.or(inherited)))?;
                }
                PictureShape::Tiles { tile, width, height } => {
                    let clip = self.raster.clip;
                    for y in (0..height).step_by(tile.side as usize) {
                        for x in (0..width).step_by(tile.side as usize) {
                            let (right, bottom) = (width.min(x + tile.side), height.min(y + tile.side));
                            self.raster.clip = self.area(x, y, right, bottom).intersection(clip);
                            self.shifted(x as f64, y as f64, |pen| pen.draw(tile.shapes, inherited))?;
                        }
                    }
                    self.raster.clip = clip;
                }
                PictureShape::Words { paint, ref text, x, y } => {
                    for (left, strokes) in letters::layout(text, x) {
                        self.shifted(left, y as f64, |pen| pen.path(strokes, Some(paint)))?;
                    }
                }
            }
        }
        Ok(())
    }

    fn shifted(&mut self, x: f64, y: f64, draw: impl FnOnce(&mut Self) -> Step) -> Step {
        let origin = self.origin;
        self.origin = self.pixel((x, y));
        draw(self)?;
        self.origin = origin;
        Ok(())
    }

    /// Converts a point to pixels.
    fn pixel(&self, (x, y): Point) -> Point {
        (self.origin.0 + x * self.scale, self.origin.1 + y * self.scale)
    }

    /// Returns the whole pixels next to a rectangle, so that there is no gap between two that touch.
    fn area(&self, left: u64, top: u64, right: u64, bottom: u64) -> Area {
        let (left, top) = self.pixel((left as f64, top as f64));
        let (right, bottom) = self.pixel((right as f64, bottom as f64));
        let whole = |length: f64| length.round() as usize;
        Area { left: whole(left), top: whole(top), right: whole(right), bottom: whole(bottom) }
    }

    fn rect(&mut self, x: u64, y: u64, width: u64, height: u64, paint: &Paint) -> Step {
        if width == 0 || height == 0 {
            return Ok(());
        }
        if let Some(ink) = paint.fill {
            self.raster.fill_area(self.area(x, y, x + width, y + height), ink)?;
        }
        if let Some(stroke) = paint.stroke {
            let (left, top) = self.pixel((x as f64, y as f64));
            let (right, bottom) = self.pixel(((x + width) as f64, (y + height) as f64));
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
            for side in corners.windows(2) {
                self.raster.stroke(side, stroke.width * self.scale, stroke.ends, stroke.ink)?;
            }
        }
        Ok(())
    }

    fn path(&mut self, data: &str, paint: Option<&Paint>) -> Step {
        outline::lines(data).into_iter().try_for_each(|line| self.outline(line, paint))
    }

    fn outline(&mut self, mut points: Vec<Point>, paint: Option<&Paint>) -> Step {
        for point in &mut points {
            *point = self.pixel(*point);
        }
        if let Some(ink) = paint.and_then(|paint| paint.fill) {
            self.raster.fill(&points, ink)?;
        }
        match paint.and_then(|paint| paint.stroke) {
            Some(stroke) => self.raster.stroke(&points, stroke.width * self.scale, stroke.ends, stroke.ink),
            None => Ok(()),
        }
    }
}

/// Writes the pixels as PNG: eight bits for each of red, green and blue; every row as its difference from the row
/// above, which in a picture of squares is mostly zero.
fn encode(raster: Raster, texts: &[(&str, String)], limits: &Limits, out: &mut dyn Write) -> io::Result<()> {
    const DIFFERENCE_FROM_ABOVE: u8 = 2;
    let (width, height) = (raster.width(), raster.height());
    let mut bytes = raster.into_bytes();
    let stride = bytes.len() / height;
    for row in (0..height).rev() {
        let (above, this) = bytes.split_at_mut(row * stride);
        if row > 0 {
            for (byte, above) in this[..stride].iter_mut().zip(&above[(row - 1) * stride..]) {
                *byte = byte.wrapping_sub(*above);
            }
        }
        this[0] = DIFFERENCE_FROM_ABOVE;
    }
    let mut header = Vec::new();
    header.extend((width as u32).to_be_bytes());
    header.extend((height as u32).to_be_bytes());
    // Eight bits, true colour, the only compression, the only set of filters, not interlaced.
    header.extend([8, 2, 0, 0, 0]);
    let compressed = compress(&bytes, limits)?;
    out.write_all(b"\x89PNG\r\n\x1a\n")?;
    write_chunk(b"IHDR", &header, out)?;
    for (name, text) in texts {
        write_chunk(b"tEXt", &[name.as_bytes(), b"\0", text.as_bytes()].concat(), out)?;
    }
    write_chunk(b"IDAT", &compressed, out)?;
    write_chunk(b"IEND", &[], out)
}

/// Compresses bytes to a zlib stream. Limits are checked before each block.
fn compress(bytes: &[u8], limits: &Limits) -> io::Result<Vec<u8>> {
    const COMPRESSION_LEVEL: i32 = 6;
    const BLOCK_BYTES: usize = 1 << 16;
    // A positive size of the window requests the header of zlib.
    let mut compressor = CompressorOxide::new(create_comp_flags_from_zip_params(COMPRESSION_LEVEL, 1, 0));
    let mut compressed = Vec::new();
    let blocks = bytes.len().div_ceil(BLOCK_BYTES);
    for (number, block) in bytes.chunks(BLOCK_BYTES).enumerate() {
        limits.check().map_err(io::Error::other)?;
        let is_last = number + 1 == blocks;
        let flush = if is_last { TDEFLFlush::Finish } else { TDEFLFlush::None };
        let (status, _) = compress_to_output(&mut compressor, block, flush, |piece| {
            compressed.extend_from_slice(piece);
            true
        });
        if status != if is_last { TDEFLStatus::Done } else { TDEFLStatus::Okay } {
            return Err(io::Error::other("the picture cannot be compressed"));
        }
    }
    Ok(compressed)
}

fn write_chunk(name: &[u8; 4], data: &[u8], out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&(data.len() as u32).to_be_bytes())?;
    out.write_all(name)?;
    out.write_all(data)?;
    let checksum = !name.iter().chain(data).fold(!0, |crc, &byte| crc32(crc, byte));
    out.write_all(&checksum.to_be_bytes())
}

/// Updates the checksum of PNG (ISO 3309) by one byte.
fn crc32(crc: u32, byte: u8) -> u32 {
    (0..8).fold(crc ^ u32::from(byte), |crc, _| (crc >> 1) ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 })
}
