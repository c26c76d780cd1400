//! Shapes painted on a raster.

use super::letters;
use super::outline::{self, Point};
use super::raster::{Area, Raster};
use super::scene::{Paint, PictureShape};
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
    pub(super) fn draw(
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
                } => self.rect(x, y, width, height, paint)?,
                PictureShape::Path { ref data, paint } => {
                    self.path(data, paint.or(inherited))?;
                }
                PictureShape::Circle { x, y, radius } => {
                    self.outline(outline::circle((x, y), radius), inherited)?;
                }
                PictureShape::Stamp {
                    symbol,
                    x,
                    y,
                    paint,
                } => {
                    self.shifted(x as f64, y as f64, |pen| {
                        pen.draw(symbol.shapes, paint.or(inherited))
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
                                self.area(x, y, right, bottom).intersection(clip);
                            self.shifted(x as f64, y as f64, |pen| {
                                pen.draw(tile.shapes, inherited)
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
                    for (left, strokes) in letters::layout(text, x) {
                        self.shifted(left, y as f64, |pen| {
                            pen.path(strokes, Some(paint))
                        })?;
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
        (
            self.origin.0 + x * self.scale,
            self.origin.1 + y * self.scale,
        )
    }

    /// Returns the whole pixels next to a rectangle, so that there is no gap between two
    /// that touch.
    fn area(&self, left: u64, top: u64, right: u64, bottom: u64) -> Area {
        let (left, top) = self.pixel((left as f64, top as f64));
        let (right, bottom) = self.pixel((right as f64, bottom as f64));
        let whole = |length: f64| length.round() as usize;
        Area {
            left: whole(left),
            top: whole(top),
            right: whole(right),
            bottom: whole(bottom),
        }
    }

    fn rect(&mut self, x: u64, y: u64, width: u64, height: u64, paint: &Paint) -> Step {
        if width == 0 || height == 0 {
            return Ok(());
        }
        if let Some(ink) = paint.fill {
            self.raster
                .fill_area(self.area(x, y, x + width, y + height), ink)?;
        }
        if let Some(stroke) = paint.stroke {
            let (left, top) = self.pixel((x as f64, y as f64));
            let (right, bottom) = self.pixel(((x + width) as f64, (y + height) as f64));
            let corners = [
                (left, top),
                (right, top),
                (right, bottom),
                (left, bottom),
                (left, top),
            ];
            for side in corners.windows(2) {
                self.raster.stroke(
                    side,
                    stroke.width * self.scale,
                    stroke.ends,
                    stroke.ink,
                )?;
            }
        }
        Ok(())
    }

    fn path(&mut self, data: &str, paint: Option<&Paint>) -> Step {
        outline::lines(data)
            .into_iter()
            .try_for_each(|line| self.outline(line, paint))
    }

    fn outline(&mut self, mut points: Vec<Point>, paint: Option<&Paint>) -> Step {
        for point in &mut points {
            *point = self.pixel(*point);
        }
        if let Some(ink) = paint.and_then(|paint| paint.fill) {
            self.raster.fill(&points, ink)?;
        }
        match paint.and_then(|paint| paint.stroke) {
            Some(stroke) => self.raster.stroke(
                &points,
                stroke.width * self.scale,
                stroke.ends,
                stroke.ink,
            ),
            None => Ok(()),
        }
    }
}
