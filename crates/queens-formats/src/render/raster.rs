//! Pixels on a white background, and outlines painted on them with smooth edges.
//!
//! A pixel takes as much of a colour as the outline covers of it. For a filled outline
//! that is exact: every edge adds, in each row of pixels, the area to its right, upward
//! edges with one sign and downward edges with the other. For a stroke it is the overlap
//! of the pixel with the line, measured across and along it.

use super::outline::Point;
use super::paint::{Ends, Ink};
use control::{Limits, Step};
use std::io;

/// Number of pixels painted between two checks of the limits: well under a millisecond.
const PIXELS_PER_CHECK: usize = 1 << 15;

/// Pixels `left..right` of the rows `top..bottom`.
#[derive(Clone, Copy)]
pub(super) struct Area {
    pub(super) left: usize,
    pub(super) top: usize,
    pub(super) right: usize,
    pub(super) bottom: usize,
}

impl Area {
    /// Returns the pixels that points touch, up to `reach` pixels around them.
    fn around_points<'a>(
        points: impl IntoIterator<Item = &'a Point>,
        reach: f64,
    ) -> Self {
        let mut area = Area {
            left: usize::MAX,
            top: usize::MAX,
            right: 0,
            bottom: 0,
        };
        // Numbers below zero become zero.
        for &(x, y) in points {
            area.left = area.left.min((x - reach) as usize);
            area.top = area.top.min((y - reach) as usize);
            area.right = area.right.max((x + reach).ceil() as usize);
            area.bottom = area.bottom.max((y + reach).ceil() as usize);
        }
        area
    }

    pub(super) fn intersect_with(self, other: Area) -> Self {
        let (left, top) = (self.left.max(other.left), self.top.max(other.top));
        Area {
            left,
            top,
            right: self.right.min(other.right).max(left),
            bottom: self.bottom.min(other.bottom).max(top),
        }
    }

    fn width(self) -> usize {
        self.right - self.left
    }

    fn height(self) -> usize {
        self.bottom - self.top
    }
}

/// A picture of pixels.
#[derive(Clone)]
pub(super) struct Raster {
    width: usize,
    height: usize,
    /// Red, green and blue, row after row.
    bytes: Vec<u8>,
    /// Area to paint in; nothing is painted outside.
    pub(super) clip: Area,
    /// Share of each pixel that the current shape covers.
    coverage: Vec<f32>,
    limits: Limits,
    /// Number of pixels painted since the limits were checked.
    unchecked: usize,
}

impl Raster {
    /// Creates a white picture, painted within the time of `limits` and until it is
    /// interrupted.
    ///
    /// # Errors
    /// [`io::ErrorKind::OutOfMemory`]; the [`Stop`](control::Stop) of the memory limit,
    /// in an [`io::Error`].
    pub(super) fn new(width: usize, height: usize, limits: &Limits) -> io::Result<Self> {
        limits
            .check_memory(3 * width as u64 * height as u64)
            .map_err(io::Error::other)?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(3 * width * height).map_err(|_| {
            let message =
                format!("not enough memory for a picture of {width} x {height} pixels");
            io::Error::new(io::ErrorKind::OutOfMemory, message)
        })?;
        bytes.resize(3 * width * height, 0xff);
        let clip = Area {
            left: 0,
            top: 0,
            right: width,
            bottom: height,
        };
        Ok(Raster {
            width,
            height,
            bytes,
            clip,
            coverage: Vec::new(),
            limits: limits.clone(),
            unchecked: 0,
        })
    }

    /// Counts a row of `pixels` that is painted next.
    fn spend_pixels(&mut self, pixels: usize) -> Step {
        self.unchecked += pixels;
        if self.unchecked < PIXELS_PER_CHECK {
            return Ok(());
        }
        self.unchecked = 0;
        self.limits.check()
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// Takes the pixels of a picture of the same size.
    pub(super) fn copy_from(&mut self, other: &Raster) {
        self.bytes.copy_from_slice(&other.bytes);
    }

    /// Returns the colours of all pixels, as `0xrrggbb`, from left to right and down.
    pub(super) fn pixels(&self) -> impl Iterator<Item = u32> {
        self.bytes
            .as_chunks::<3>()
            .0
            .iter()
            .map(|&[red, green, blue]| u32::from_be_bytes([0, red, green, blue]))
    }

    /// Returns the rows from top to bottom: red, green and blue of each pixel, from left
    /// to right.
    pub(super) fn rows(&self) -> impl Iterator<Item = &[u8]> {
        self.bytes.chunks_exact(3 * self.width)
    }

    /// Returns the index of the colours of a pixel.
    fn pixel_index(&self, x: usize, y: usize) -> usize {
        3 * (y * self.width + x)
    }

    fn blend_pixel(&mut self, x: usize, y: usize, ink: Ink, coverage: f32) {
        let part = f64::from(coverage.min(1.0)) * ink.opacity;
        let at = self.pixel_index(x, y);
        let [_, rgb @ ..] = ink.rgb.to_be_bytes();
        for (byte, color) in self.bytes[at..at + 3].iter_mut().zip(rgb) {
            let (old, new) = (f64::from(*byte), f64::from(color));
            *byte = (old + (new - old) * part).round() as u8;
        }
    }

    /// Fills whole pixels. Like all painting functions, it ends early at a limit or an
    /// interruption.
    pub(super) fn fill_area(&mut self, area: Area, ink: Ink) -> Step {
        let area = area.intersect_with(self.clip);
        for y in area.top..area.bottom {
            self.spend_pixels(area.width())?;
            for x in area.left..area.right {
                self.blend_pixel(x, y, ink, 1.0);
            }
        }
        Ok(())
    }

    /// Fills the area that the points enclose.
    pub(super) fn fill_outline(&mut self, outline: &[Point], ink: Ink) -> Step {
        let area = Area::around_points(outline, 0.0).intersect_with(self.clip);
        let stride = area.width() + 1;
        self.coverage.clear();
        self.coverage.resize(stride * area.height(), 0.0);
        let relative = |&(x, y): &Point| (x - area.left as f64, y - area.top as f64);
        for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            add_edge(&mut self.coverage, stride, relative(a), relative(b));
        }
        for y in 0..area.height() {
            self.spend_pixels(area.width())?;
            let mut covered = 0.0;
            for x in 0..area.width() {
                covered += self.coverage[y * stride + x];
                self.blend_pixel(area.left + x, area.top + y, ink, covered.abs());
            }
        }
        Ok(())
    }

    /// Draws a line `width` pixels wide along the points.
    pub(super) fn stroke_line(
        &mut self,
        line: &[Point],
        width: f64,
        ends: Ends,
        ink: Ink,
    ) -> Step {
        let half = width / 2.0;
        let area = Area::around_points(line, half + 1.0).intersect_with(self.clip);
        self.coverage.clear();
        self.coverage.resize(area.width() * area.height(), 0.0);
        for ends_of_piece in line.windows(2) {
            let piece =
                Area::around_points(ends_of_piece, half + 1.0).intersect_with(area);
            for y in piece.top..piece.bottom {
                self.spend_pixels(piece.width())?;
                for x in piece.left..piece.right {
                    let center = (x as f64 + 0.5, y as f64 + 0.5);
                    let covered = line_coverage(
                        center,
                        ends_of_piece[0],
                        ends_of_piece[1],
                        half,
                        ends,
                    ) as f32;
                    let pixel =
                        &mut self.coverage[(y - area.top) * area.width() + x - area.left];
                    *pixel = pixel.max(covered);
                }
            }
        }
        for y in 0..area.height() {
            self.spend_pixels(area.width())?;
            for x in 0..area.width() {
                let covered = self.coverage[y * area.width() + x];
                self.blend_pixel(area.left + x, area.top + y, ink, covered);
            }
        }
        Ok(())
    }

    /// Copies an area so that its upper left pixel moves to `to`, as far as both are in
    /// the picture.
    pub(super) fn copy_area(&mut self, area: Area, to: (usize, usize)) -> Step {
        let whole = Area {
            left: 0,
            top: 0,
            right: self.width,
            bottom: self.height,
        };
        let area = area.intersect_with(whole);
        let width = area.width().min(self.width.saturating_sub(to.0));
        let height = area.height().min(self.height.saturating_sub(to.1));
        for row in 0..height {
            self.spend_pixels(width)?;
            let from = self.pixel_index(area.left, area.top + row);
            let to = self.pixel_index(to.0, to.1 + row);
            self.bytes.copy_within(from..from + 3 * width, to);
        }
        Ok(())
    }
}

/// Adds, in each row, the change of coverage from one pixel to the next: the edge covers
/// everything to its right, with the sign of its direction up or down.
fn add_edge(coverage: &mut [f32], stride: usize, a: Point, b: Point) {
    let (top, bottom, sign) = if a.1 < b.1 { (a, b, 1.0) } else { (b, a, -1.0) };
    let x_at = |y: f64| top.0 + (bottom.0 - top.0) * (y - top.1) / (bottom.1 - top.1);
    for (row, pixels) in coverage
        .chunks_exact_mut(stride)
        .enumerate()
        .skip(top.1.max(0.0) as usize)
    {
        let (from, to) = (top.1.max(row as f64), bottom.1.min(row as f64 + 1.0));
        if from >= to {
            break;
        }
        let (left, right) = (x_at(from).min(x_at(to)), x_at(from).max(x_at(to)));
        for column in left.floor() as i64..=right.floor() as i64 {
            let (first, last) = (left.max(column as f64), right.min(column as f64 + 1.0));
            let share = if right > left {
                (last - first) / (right - left)
            } else {
                1.0
            };
            let height = sign * (to - from) * share;
            let right_of = column as f64 + 1.0 - (first + last) / 2.0;
            let (index, right_of) = if column < 0 {
                (0, 1.0)
            } else {
                (column as usize, right_of)
            };
            if index + 1 < stride {
                pixels[index] += (height * right_of) as f32;
                pixels[index + 1] += (height * (1.0 - right_of)) as f32;
            }
        }
    }
}

/// Returns the share of the pixel around `center` that a line from `a` to `b` covers,
/// `half` of its width on either side.
fn line_coverage(center: Point, a: Point, b: Point, half: f64, ends: Ends) -> f64 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx.hypot(dy);
    let (px, py) = (center.0 - a.0, center.1 - a.1);
    let (ux, uy) = if length > 0.0 {
        (dx / length, dy / length)
    } else {
        (1.0, 0.0)
    };
    let (along, across) = (px * ux + py * uy, py * ux - px * uy);
    let beyond = match ends {
        Ends::Round => {
            let distance = across.hypot(along - along.clamp(0.0, length));
            return pixel_overlap(distance, -half, half);
        }
        Ends::Square => half,
        Ends::Butt => 0.0,
    };
    pixel_overlap(across, -half, half) * pixel_overlap(along, -beyond, length + beyond)
}

/// Returns the share of the pixel around `center`, as a piece of length 1, between `low`
/// and `high`.
fn pixel_overlap(center: f64, low: f64, high: f64) -> f64 {
    ((center + 0.5).min(high) - (center - 0.5).max(low)).max(0.0)
}
