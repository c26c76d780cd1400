//! Shapes painted on a raster.

use super::letters;
use super::outline::{self, Point};
use super::paint::Paint;
use super::raster::{Area, Raster};
use super::shape::PictureShape;
use control::Step;

/// Draws shapes, scaled and shifted.
pub(super) struct Pen {
    pub(super) raster: Raster,
    /// Pixels for each unit.
    pub(super) scale: f64,
    /// Pixel of the origin of the shapes.
    pub(super) origin: Point,
}

impl Pen {
    /// Draws shapes; those without a paint get `inherited`.
    pub(super) fn draw_shapes(
        &mut self,
        shapes: &[PictureShape],
        inherited: Option<&Paint>,
    ) -> Step {
        for shape in shapes {
            match *shape {
                PictureShape::Rect {
                    x,
                    y,
                    width,
                    height,
                    paint,
                } => self.draw_rect(x, y, width, height, paint)?,
                PictureShape::Path { ref data, paint } => {
                    self.draw_path(data, paint.or(inherited))?;
                }
                PictureShape::Circle { x, y, radius } => {
                    self.draw_outline(
                        outline::circle_outline((x, y), radius),
                        inherited,
                    )?;
                }
                PictureShape::Stamp {
                    symbol,
                    x,
                    y,
                    paint,
                } => {
                    self.draw_shifted(x as f64, y as f64, |pen| {
                        pen.draw_shapes(symbol.shapes, paint.or(inherited))
                    })?;
                }
                PictureShape::Tiles {
                    tile,
                    width,
                    height,
                } => {
                    let clip = self.raster.clip;
                    for y in (0..height).step_by(tile.side as usize) {
                        for x in (0..width).step_by(tile.side as usize) {
                            let (right, bottom) =
                                (width.min(x + tile.side), height.min(y + tile.side));
                            self.raster.clip =
                                self.to_area(x, y, right, bottom).intersect_with(clip);
                            self.draw_shifted(x as f64, y as f64, |pen| {
                                pen.draw_shapes(tile.shapes, inherited)
                            })?;
                        }
                    }
                    self.raster.clip = clip;
                }
                PictureShape::Words {
                    paint,
                    ref text,
                    x,
                    y,
                } => {
                    for (left, strokes) in letters::lay_out_text(text, x) {
                        self.draw_shifted(left, y as f64, |pen| {
                            pen.draw_path(strokes, Some(paint))
                        })?;
                    }
                }
            }
        }
        Ok(())
    }

    fn draw_shifted(
        &mut self,
        x: f64,
        y: f64,
        draw: impl FnOnce(&mut Self) -> Step,
    ) -> Step {
        let origin = self.origin;
        self.origin = self.to_pixels((x, y));
        draw(self)?;
        self.origin = origin;
        Ok(())
    }

    /// Converts a point to pixels.
    fn to_pixels(&self, (x, y): Point) -> Point {
        (
            self.origin.0 + x * self.scale,
            self.origin.1 + y * self.scale,
        )
    }

    /// Returns the whole pixels next to a rectangle, so that there is no gap between two
    /// that touch.
    fn to_area(&self, left: u64, top: u64, right: u64, bottom: u64) -> Area {
        let (left, top) = self.to_pixels((left as f64, top as f64));
        let (right, bottom) = self.to_pixels((right as f64, bottom as f64));
        let whole = |length: f64| length.round() as usize;
        Area {
            left: whole(left),
            top: whole(top),
            right: whole(right),
            bottom: whole(bottom),
        }
    }

    fn draw_rect(
        &mut self,
        x: u64,
        y: u64,
        width: u64,
        height: u64,
        paint: &Paint,
    ) -> Step {
        if width == 0 || height == 0 {
            return Ok(());
        }
        if let Some(ink) = paint.fill {
            self.raster
                .fill_area(self.to_area(x, y, x + width, y + height), ink)?;
        }
        if let Some(stroke) = paint.stroke {
            let (left, top) = self.to_pixels((x as f64, y as f64));
            let (right, bottom) =
                self.to_pixels(((x + width) as f64, (y + height) as f64));
            let corners = [
                (left, top),
                (right, top),
                (right, bottom),
                (left, bottom),
                (left, top),
            ];
            for side in corners.windows(2) {
                self.raster.stroke_line(
                    side,
                    stroke.width * self.scale,
                    stroke.ends,
                    stroke.ink,
                )?;
            }
        }
        Ok(())
    }

    fn draw_path(&mut self, data: &str, paint: Option<&Paint>) -> Step {
        outline::path_lines(data)
            .into_iter()
            .try_for_each(|line| self.draw_outline(line, paint))
    }

    fn draw_outline(&mut self, mut points: Vec<Point>, paint: Option<&Paint>) -> Step {
        for point in &mut points {
            *point = self.to_pixels(*point);
        }
        if let Some(ink) = paint.and_then(|paint| paint.fill) {
            self.raster.fill_outline(&points, ink)?;
        }
        match paint.and_then(|paint| paint.stroke) {
            Some(stroke) => self.raster.stroke_line(
                &points,
                stroke.width * self.scale,
                stroke.ends,
                stroke.ink,
            ),
            None => Ok(()),
        }
    }
}
