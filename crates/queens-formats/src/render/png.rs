//! A picture as PNG (W3C, Portable Network Graphics, third edition): the pixels of its shapes on white.

use super::letters;
use super::outline::{self, Point};
use super::raster::{Area, Raster};
use super::scene::{Paint, PictureShape, Scene};
use control::{Limits, Step, Stop};
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
    encode(&raster, texts, limits, out)
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

/// Writes the pixels as PNG: eight bits for each of red, green and blue.
fn encode(raster: &Raster, texts: &[(&str, String)], limits: &Limits, out: &mut dyn Write) -> io::Result<()> {
    let mut picture = Vec::new();
    let mut encoder = png::Encoder::new(&mut picture, raster.width() as u32, raster.height() as u32);
    encoder.set_color(png::ColorType::Rgb);
    // Most rows of pixels are equal to the row above.
    encoder.set_filter(png::Filter::Up);
    for (name, text) in texts {
        encoder.add_text_chunk((*name).to_owned(), text.clone())?;
    }
    let mut image = encoder.write_header()?;
    let mut writer = image.stream_writer()?;
    for row in raster.rows() {
        limits.check().map_err(io::Error::other)?;
        writer.write_all(row)?;
    }
    writer.finish()?;
    image.finish()?;
    out.write_all(&picture)
}

#[cfg(test)]
mod tests {
    use super::super::raster::Area;
    use super::super::scene::Ink;
    use super::*;

    #[test]
    fn the_file_has_the_pixels_of_the_raster() {
        let limits = Limits::default();
        let mut raster = Raster::new(5, 3, &limits).unwrap();
        let area = Area { left: 1, top: 1, right: 3, bottom: 3 };
        raster.fill_area(area, Ink { rgb: 0x12_34_56, opacity: 1.0 }).unwrap();
        let mut file = Vec::new();
        encode(&raster, &[("name", "text".to_owned())], &limits, &mut file).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(file)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let white = [0xff; 3];
        let filled = [0x12, 0x34, 0x56];
        let expected =
            [[white; 5], [white, filled, filled, white, white], [white, filled, filled, white, white]];
        assert_eq!(pixels, expected.as_flattened().as_flattened());
        let texts = &reader.info().uncompressed_latin1_text;
        assert_eq!((texts[0].keyword.as_str(), texts[0].text.as_str()), ("name", "text"));
    }
}
