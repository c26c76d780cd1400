//! Correction of tilted pictures: finds the angle at which edges line up, and rotates the
//! picture back.

use super::{PixelColor, PixelImage, difference};
use control::{Limits, Stop};

/// Maximum angle that is corrected, in degrees: a little more than the documentation
/// promises.
const MAX_TILT_DEGREES: f64 = 4.0;
/// Step between angles in the first pass, in degrees, and in the passes after it.
const FIRST_STEP_DEGREES: f64 = 0.2;
const FINER_STEPS_DEGREES: [f64; 2] = [0.04, 0.01];
/// Maximum number of edge points in each direction.
const MAX_EDGE_POINTS: usize = 50_000;
/// Minimum difference of two neighbouring pixels at an edge.
const MIN_EDGE_STEP: u8 = 24;
/// Minimum ratio of the alignment at an angle to that at zero: smaller gains are noise.
const MIN_IMPROVEMENT: f64 = 1.1;
/// Colour of the corners that the rotated picture leaves empty.
const OUTSIDE_COLOR: PixelColor = [128; 3];

/// Picture whose lines are vertical and horizontal.
pub(super) struct UprightPicture {
    pub(super) image: PixelImage,
    /// The rotation that was taken back; `None` if there was none.
    tilt: Option<PictureTilt>,
}

/// Rotation of a picture around its middle.
struct PictureTilt {
    /// In radians.
    angle: f64,
    /// Sides of the picture before, in pixels.
    sides: [usize; 2],
}

impl UprightPicture {
    pub(super) fn is_turned(&self) -> bool {
        self.tilt.is_some()
    }

    /// Returns a place in pixels as fractions of the sides of the picture before it was
    /// rotated back.
    pub(super) fn place_before(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        let here = [self.image.width, self.image.height];
        let Some(PictureTilt { angle, sides }) = &self.tilt else {
            return [x / here[0] as f64, y / here[1] as f64];
        };
        let (sin, cos) = angle.sin_cos();
        let (u, v) = (x - here[0] as f64 / 2.0, y - here[1] as f64 / 2.0);
        let before = [cos * u - sin * v, sin * u + cos * v];
        std::array::from_fn(|at| before[at] / sides[at] as f64 + 0.5)
    }
}

/// Rotates the picture so that its lines are vertical and horizontal.
///
/// # Complexity
/// Linear in the pixels: about 70 angles are tried with at most 100,000 edges.
pub(super) fn straightened(
    image: PixelImage,
    limits: &Limits,
) -> Result<UprightPicture, Stop> {
    let edges = EdgePoints::from_image(&image, limits)?;
    let mut best = (MIN_IMPROVEMENT * edges.alignment(0.0), 0.0);
    let around =
        |middle: f64, reach: f64, step: f64, best: &mut (f64, f64)| -> Result<(), Stop> {
            limits.check()?;
            let steps = (reach / step).round() as i32;
            for number in -steps..=steps {
                let degrees = middle + f64::from(number) * step;
                let alignment = edges.alignment(degrees.to_radians());
                if alignment > best.0 {
                    *best = (alignment, degrees);
                }
            }
            Ok(())
        };
    around(0.0, MAX_TILT_DEGREES, FIRST_STEP_DEGREES, &mut best)?;
    let mut reach = FIRST_STEP_DEGREES;
    for step in FINER_STEPS_DEGREES {
        let middle = best.1;
        around(middle, reach, step, &mut best)?;
        reach = step;
    }
    let angle = best.1.to_radians();
    if angle.abs() * image.width.max(image.height) as f64 <= 1.0 {
        return Ok(UprightPicture { image, tilt: None });
    }
    let sides = [image.width, image.height];
    Ok(UprightPicture {
        image: image.rotated_back(angle, limits)?,
        tilt: Some(PictureTilt { angle, sides }),
    })
}

/// Samples of the edges in a picture: between pixels side by side, and between pixels one
/// above the other.
struct EdgePoints {
    upright: Vec<[f32; 2]>,
    level: Vec<[f32; 2]>,
    /// Upper bound on the distance of a pixel from the corner.
    reach: f32,
}

impl EdgePoints {
    fn from_image(image: &PixelImage, limits: &Limits) -> Result<Self, Stop> {
        let thinned = |points: Vec<[f32; 2]>| -> Vec<[f32; 2]> {
            let step = points.len().div_ceil(MAX_EDGE_POINTS).max(1);
            points.into_iter().step_by(step).collect()
        };
        let (mut upright, mut level) = (Vec::new(), Vec::new());
        // A sample of the rows and columns is enough for a large picture.
        let skip = 1 + image.width.max(image.height) / 1_000;
        for y in 1..image.height {
            limits.check()?;
            let is_sampled = y % skip == 0;
            let columns = (1..image.width).step_by(if is_sampled { 1 } else { skip });
            for x in columns {
                let pixel = image.at(x, y);
                if is_sampled && difference(pixel, image.at(x - 1, y)) >= MIN_EDGE_STEP {
                    upright.push([x as f32, y as f32]);
                }
                if x % skip == 1 % skip
                    && difference(pixel, image.at(x, y - 1)) >= MIN_EDGE_STEP
                {
                    level.push([x as f32, y as f32]);
                }
            }
        }
        let reach = (image.width + image.height) as f32;
        Ok(EdgePoints {
            upright: thinned(upright),
            level: thinned(level),
            reach,
        })
    }

    /// Measure of how well the edges line up after a rotation by `-angle`: the sum of the
    /// squared numbers of points in each row and column of pixels.
    fn alignment(&self, angle: f64) -> f64 {
        let (sin, cos) = (angle.sin() as f32, angle.cos() as f32);
        let sum = |points: &[[f32; 2]], [by_x, by_y]: [f32; 2]| {
            let mut counts = vec![0_u32; 2 * self.reach as usize + 2];
            for [x, y] in points {
                counts[(self.reach + by_x * x + by_y * y) as usize] += 1;
            }
            counts
                .into_iter()
                .map(|count| f64::from(count).powi(2))
                .sum::<f64>()
        };
        sum(&self.upright, [cos, sin]) + sum(&self.level, [-sin, cos])
    }
}

impl PixelImage {
    /// Rotates the picture by `-angle` around its middle, on a canvas that holds all of
    /// it.
    fn rotated_back(&self, angle: f64, limits: &Limits) -> Result<Self, Stop> {
        let (sin, cos) = (angle.sin() as f32, angle.cos() as f32);
        let longer =
            |side: usize, other: usize| side + (other as f32 * sin.abs()).ceil() as usize;
        let (width, height) = (
            longer(self.width, self.height),
            longer(self.height, self.width),
        );
        let middle = |side: usize| side as f32 / 2.0 - 0.5;
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            limits.check()?;
            let v = y as f32 - middle(height);
            for x in 0..width {
                let u = x as f32 - middle(width);
                let place = (
                    cos * u - sin * v + middle(self.width),
                    sin * u + cos * v + middle(self.height),
                );
                pixels.push(self.interpolated(place));
            }
        }
        Ok(PixelImage {
            width,
            height,
            pixels,
        })
    }

    /// Interpolates the colour between the four pixels around a place.
    pub(super) fn interpolated(&self, (x, y): (f32, f32)) -> PixelColor {
        let (left, top) = (x.floor(), y.floor());
        if left < 0.0
            || top < 0.0
            || left as usize + 1 >= self.width
            || top as usize + 1 >= self.height
        {
            return OUTSIDE_COLOR;
        }
        let (right, below) = (x - left, y - top);
        let (left, top) = (left as usize, top as usize);
        let four = [
            self.at(left, top),
            self.at(left + 1, top),
            self.at(left, top + 1),
            self.at(left + 1, top + 1),
        ];
        let weights = [
            (1.0 - right) * (1.0 - below),
            right * (1.0 - below),
            (1.0 - right) * below,
            right * below,
        ];
        std::array::from_fn(|channel| {
            let sum: f32 = four
                .iter()
                .zip(weights)
                .map(|(color, weight)| f32::from(color[channel]) * weight)
                .sum();
            sum.round() as u8
        })
    }
}
