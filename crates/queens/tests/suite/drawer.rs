//! Draws boards as pages and phones show them, from a formula for the colour of each
//! place: it shares nothing with what the library draws or reads.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

pub(crate) type Color = [u8; 3];

/// Pixels, row by row.
pub(crate) struct Canvas {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) rgb: Vec<u8>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize, color: Color) -> Self {
        Canvas {
            width,
            height,
            rgb: color.repeat(width * height),
        }
    }

    /// Fills a rectangle, as far as it is in the picture.
    pub(crate) fn fill(
        &mut self,
        x: usize,
        y: usize,
        width: usize,
        height: usize,
        color: Color,
    ) {
        for row in y..(y + height).min(self.height) {
            for column in x..(x + width).min(self.width) {
                let at = 3 * (row * self.width + column);
                self.rgb[at..at + 3].copy_from_slice(&color);
            }
        }
    }

    /// Changes each value by chance, by `most` at most.
    pub(crate) fn noise(&mut self, most: i32, random: &mut ChaCha8Rng) {
        for byte in &mut self.rgb {
            *byte = (i32::from(*byte) + random.random_range(-most..=most)).clamp(0, 255)
                as u8;
        }
    }

    pub(crate) fn png(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder =
            png::Encoder::new(&mut out, self.width as u32, self.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::Fast);
        encoder
            .write_header()
            .unwrap()
            .write_image_data(&self.rgb)
            .unwrap();
        out
    }

    /// With half as many colours as pixels each way, as most programs write it.
    pub(crate) fn jpeg(&self, quality: u8, is_progressive: bool) -> Vec<u8> {
        let mut out = Vec::new();
        let mut encoder = jpeg_encoder::Encoder::new(&mut out, quality);
        encoder.set_sampling_factor(jpeg_encoder::SamplingFactor::F_2_2);
        encoder.set_progressive(is_progressive);
        let sides = [self.width, self.height].map(|side| side as u16);
        encoder
            .encode(&self.rgb, sides[0], sides[1], jpeg_encoder::ColorType::Rgb)
            .unwrap();
        out
    }

    /// Without loss.
    pub(crate) fn webp(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let encoder = image_webp::WebPEncoder::new(&mut out);
        encoder
            .encode(
                &self.rgb,
                self.width as u32,
                self.height as u32,
                image_webp::ColorType::Rgb8,
            )
            .unwrap();
        out
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Queen {
    Crown,
    Letter,
    Star,
    SmallStar,
    Disc,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cross {
    Strokes,
    Letter,
    Dot,
}

/// A thin line around the board, as a card has it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Its distance from the board.
    pub(crate) gap: f64,
    pub(crate) width: f64,
    pub(crate) line: Color,
    pub(crate) card: Color,
}

/// The look of a board. Lengths are in pixels.
#[derive(Clone, Debug)]
pub(crate) struct Look {
    pub(crate) pitch: f64,
    /// Lines between squares of one region, and between regions.
    pub(crate) lines: [f64; 2],
    pub(crate) line: Color,
    pub(crate) page: Color,
    /// The colour of each region.
    pub(crate) grounds: Vec<Color>,
    pub(crate) ink: Color,
    pub(crate) queen: Queen,
    pub(crate) cross: Cross,
    pub(crate) frame: Option<Frame>,
    /// Of the page, left, above, right and below the middles of the outer lines; negative
    /// where they are cut off.
    pub(crate) margins: [f64; 4],
    /// Turned so far, in degrees.
    pub(crate) tilt: f64,
}

/// A colour for each region: hues far apart.
pub(crate) fn hues(count: usize, saturation: f64, value: f64) -> Vec<Color> {
    let hue = |number: usize| {
        let hue = 6.0 * number as f64 / count as f64;
        [5.0, 3.0, 1.0].map(|shift| {
            let place = (shift + hue).rem_euclid(6.0);
            let depth = place.min(4.0 - place).clamp(0.0, 1.0);
            (255.0 * value * (1.0 - saturation * depth)).round() as u8
        })
    };
    // Neighbours on the wheel are not neighbours on the board.
    let step = (count / 2..).find(|&step| {
        step > 0
            && (2..=step).all(|d| !step.is_multiple_of(d) || !count.is_multiple_of(d))
    });
    (0..count)
        .map(|number| hue(number * step.unwrap_or(1) % count))
        .collect()
}

/// The board: `regions` and `marks` (`Q`, `x` or any other) of its squares, row by row.
pub(crate) struct Board<'b> {
    pub(crate) size: usize,
    pub(crate) regions: &'b [u32],
    pub(crate) marks: &'b [u8],
    pub(crate) look: &'b Look,
}

impl Board<'_> {
    /// Each pixel is the mean of four places, or of two that agree.
    pub(crate) fn draw(&self) -> Canvas {
        let look = self.look;
        let side = look.pitch * self.size as f64;
        let [left, above, right, below] = look.margins;
        let (width, height) = (
            (left + side + right).round() as usize,
            (above + side + below).round() as usize,
        );
        let mut canvas = Canvas::new(width, height, look.page);
        let (sin, cos) = look.tilt.to_radians().sin_cos();
        let middle = side / 2.0;
        for y in 0..height {
            for x in 0..width {
                let place = |right: f64, down: f64| {
                    let (u, v) = (
                        x as f64 + right - left - middle,
                        y as f64 + down - above - middle,
                    );
                    self.color(middle + cos * u + sin * v, middle - sin * u + cos * v)
                };
                let (first, last) = (place(0.25, 0.25), place(0.75, 0.75));
                let pixel = if first == last {
                    first
                } else {
                    let four = [first, place(0.75, 0.25), place(0.25, 0.75), last];
                    std::array::from_fn(|channel| {
                        (four
                            .iter()
                            .map(|color| u32::from(color[channel]))
                            .sum::<u32>()
                            / 4) as u8
                    })
                };
                canvas.rgb[3 * (y * width + x)..][..3].copy_from_slice(&pixel);
            }
        }
        canvas
    }

    /// The colour of a place on the board, or beside it.
    pub(crate) fn color(&self, x: f64, y: f64) -> Color {
        let look = self.look;
        let side = look.pitch * self.size as f64;
        let outside = (-x).max(-y).max(x - side).max(y - side);
        if outside > look.lines[1] / 2.0 {
            return match look.frame {
                Some(frame) if outside <= frame.gap => frame.card,
                Some(frame) if outside <= frame.gap + frame.width => frame.line,
                _ => look.page,
            };
        }
        let square = |place: f64| ((place / look.pitch) as usize).min(self.size - 1);
        let (row, column) = (square(y), square(x));
        let region = |row: usize, column: usize| self.regions[row * self.size + column];
        let here = region(row, column);
        // The distance from the nearest line each way, and the square behind that line.
        let near = |place: f64, number: usize| {
            let inside = place - look.pitch * number as f64;
            if inside < look.pitch / 2.0 {
                (inside.abs(), number.checked_sub(1))
            } else {
                (
                    (look.pitch - inside).abs(),
                    (number + 1 < self.size).then_some(number + 1),
                )
            }
        };
        let ((by_x, beside), (by_y, above)) = (near(x, column), near(y, row));
        let width = |other: Option<u32>| look.lines[usize::from(other != Some(here))];
        if by_x <= width(beside.map(|column| region(row, column))) / 2.0
            || by_y <= width(above.map(|row| region(row, column))) / 2.0
        {
            return look.line;
        }
        let inside = |place: f64, number: usize| place / look.pitch - number as f64;
        if self.is_ink(
            self.marks[row * self.size + column],
            inside(x, column),
            inside(y, row),
        ) {
            return look.ink;
        }
        look.grounds[here as usize % look.grounds.len()]
    }

    /// True if the mark covers a place in its square, whose sides are from 0 to 1.
    fn is_ink(&self, mark: u8, x: f64, y: f64) -> bool {
        let (dx, dy) = (x - 0.5, y - 0.5);
        let distance = dx.hypot(dy);
        let strokes = |reach: f64, width: f64| {
            dx.abs().max(dy.abs()) <= reach && (dx.abs() - dy.abs()).abs() <= width
        };
        match mark {
            b'Q' => match self.look.queen {
                Queen::Crown => is_inside(&CROWN, x, y),
                Queen::Letter => {
                    let ring = (dx / 0.19).hypot((y - 0.47) / 0.21);
                    let tail = (0.02..0.2).contains(&dx) && (y - 0.56 - dx).abs() < 0.045;
                    (0.68..=1.0).contains(&ring) || tail
                }
                Queen::Star => is_star(dx, dy, 0.34),
                Queen::SmallStar => is_star(dx, dy, 0.16),
                Queen::Disc => distance <= 0.27,
            },
            b'x' => match self.look.cross {
                Cross::Strokes => strokes(0.22, 0.06),
                Cross::Letter => strokes(0.13, 0.05),
                Cross::Dot => distance <= 0.09,
            },
            _ => false,
        }
    }
}

const CROWN: [(f64, f64); 7] = [
    (0.22, 0.3),
    (0.37, 0.5),
    (0.5, 0.24),
    (0.63, 0.5),
    (0.78, 0.3),
    (0.72, 0.74),
    (0.28, 0.74),
];

/// True if a polygon holds a place: a ray from it crosses an odd number of sides.
fn is_inside(corners: &[(f64, f64)], x: f64, y: f64) -> bool {
    let mut inside = false;
    for (index, &(ax, ay)) in corners.iter().enumerate() {
        let (bx, by) = corners[(index + 1) % corners.len()];
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            inside = !inside;
        }
    }
    inside
}

/// A star of five points that reach `radius`.
fn is_star(dx: f64, dy: f64, radius: f64) -> bool {
    let corner = |number: usize| {
        let angle = std::f64::consts::PI * (number as f64 / 5.0 - 0.5);
        let reach = if number.is_multiple_of(2) {
            radius
        } else {
            0.382 * radius
        };
        (reach * angle.cos(), reach * angle.sin())
    };
    let corners: [(f64, f64); 10] = std::array::from_fn(corner);
    is_inside(&corners, dx, dy)
}
