//! A picture as PNG (W3C, Portable Network Graphics, third edition): the pixels of its
//! shapes on white.

use super::pen::Pen;
use super::raster::{Area, Raster};
use super::scene::Scene;
use control::{Limits, Stop};
use std::io::{self, Write};

/// Largest number of pixels of a picture, three bytes each; a larger one is drawn
/// smaller.
pub const MAX_PIXELS: u64 = 64_000_000;

/// Draws and writes the picture, a pixel for each unit.
pub(super) fn write_picture(
    scene: &Scene<'_>,
    limits: &Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    write_scaled(scene, 1.0, &[], limits, out)
}

/// Does the same with `scale` pixels for each unit, fewer if these would exceed
/// [`MAX_PIXELS`] or the memory of `limits`, and with `texts` beside the pixels, each
/// with its name.
///
/// # Errors
/// Those of `out`; the [`Stop`] of a limit or an interruption, in an [`io::Error`]. Then
/// nothing is written.
pub(super) fn write_scaled(
    scene: &Scene<'_>,
    scale: f64,
    texts: &[(&str, String)],
    limits: &Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    let raster = draw_scene(scene, scale, limits)?;
    encode_png(&raster, texts, limits, out)
}

fn draw_scene(scene: &Scene<'_>, scale: f64, limits: &Limits) -> io::Result<Raster> {
    let most = limits
        .memory
        .map_or(MAX_PIXELS, |bytes| MAX_PIXELS.min(bytes / 3))
        .max(1);
    let scale = (most as f64 / (scene.width as f64 * scene.height as f64))
        .sqrt()
        .min(scale);
    let pixels = |length: u64| (length as f64 * scale) as usize;
    let raster = Raster::new(
        pixels(scene.width).max(1),
        pixels(scene.height).max(1),
        limits,
    )?;
    paint_scene(scene, raster, scale, pixels).map_err(io::Error::other)
}

/// Paints the scene; `pixels` converts its lengths to whole pixels.
fn paint_scene(
    scene: &Scene<'_>,
    raster: Raster,
    scale: f64,
    pixels: impl Fn(u64) -> usize,
) -> Result<Raster, Stop> {
    let mut pen = Pen {
        raster,
        scale,
        origin: (0.0, 0.0),
    };
    let margin = scene.margin as f64 * scale;
    let origin = |left: usize, top: usize| (left as f64 + margin, top as f64 + margin);
    // The squares are drawn once, then copied to the places of the other boards.
    let corner = |x: u64, y: u64| (pixels(x - scene.margin), pixels(y - scene.margin));
    let mut drawn = vec![None; scene.faces.len()];
    for (x, y, panel) in scene.placed_panels() {
        let (left, top) = corner(x, y);
        match drawn[panel.face] {
            None => {
                pen.origin = origin(left, top);
                pen.draw_shapes(&scene.faces[panel.face].bare_shapes(), None)?;
                drawn[panel.face] = Some((left, top));
            }
            Some((first_left, first_top)) => {
                let first = Area {
                    left: first_left,
                    top: first_top,
                    right: first_left + pixels(scene.step.0),
                    bottom: first_top + pixels(scene.step.1),
                };
                pen.raster.copy_area(first, (left, top))?;
            }
        }
    }
    for (x, y, panel) in scene.placed_panels() {
        let (left, top) = corner(x, y);
        pen.origin = origin(left, top);
        pen.draw_shapes(&scene.panel_shapes(panel), None)?;
    }
    Ok(pen.raster)
}

/// Writes the pixels as PNG: eight bits for each of red, green and blue.
fn encode_png(
    raster: &Raster,
    texts: &[(&str, String)],
    limits: &Limits,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut picture = Vec::new();
    let mut encoder =
        png::Encoder::new(&mut picture, raster.width() as u32, raster.height() as u32);
    encoder.set_color(png::ColorType::Rgb);
    // Most rows of pixels are equal to the row above.
    encoder.set_filter(png::Filter::Up);
    for (name, text) in texts {
        // Readers know the older kind better, which has no other characters.
        if text.is_ascii() {
            encoder.add_text_chunk((*name).to_owned(), text.clone())?;
        } else {
            encoder.add_itxt_chunk((*name).to_owned(), text.clone())?;
        }
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
    use super::super::paint::Ink;
    use super::super::raster::Area;
    use super::*;

    #[test]
    fn the_file_has_the_pixels_of_the_raster() {
        let limits = Limits::default();
        let mut raster = Raster::new(5, 3, &limits).unwrap();
        let area = Area {
            left: 1,
            top: 1,
            right: 3,
            bottom: 3,
        };
        raster
            .fill_area(
                area,
                Ink {
                    rgb: 0x12_34_56,
                    opacity: 1.0,
                },
            )
            .unwrap();
        let mut file = Vec::new();
        encode_png(&raster, &[("name", "text".to_owned())], &limits, &mut file).unwrap();
        let mut reader = png::Decoder::new(io::Cursor::new(file))
            .read_info()
            .unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        let white = [0xff; 3];
        let filled = [0x12, 0x34, 0x56];
        let expected = [
            [white; 5],
            [white, filled, filled, white, white],
            [white, filled, filled, white, white],
        ];
        assert_eq!(pixels, expected.as_flattened().as_flattened());
        let texts = &reader.info().uncompressed_latin1_text;
        assert_eq!(
            (texts[0].keyword.as_str(), texts[0].text.as_str()),
            ("name", "text")
        );
    }
}
