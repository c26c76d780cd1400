//! Pictures that are a little askew: the angle at which their edges line up, and the picture turned back by it.

use super::{Color, Image, difference};
use control::{Limits, Stop};

/// The greatest angle that is looked for, in degrees: a little more than people are told.
const MOST_DEGREES: f64 = 4.0;
/// The first step between angles, in degrees, and how many times finer steps follow it.
const FIRST_STEP: f64 = 0.2;
const FINER_STEPS: [f64; 2] = [0.04, 0.01];
/// Maximum number of edges in each direction that the angle is measured with.
const MOST_EDGES: usize = 50_000;
/// Least difference of two pixels beside each other at an edge.
const EDGE: u8 = 24;
/// Edges have to line up so much better at an angle than upright.
const BETTER: f64 = 1.1;
/// Between the corners of a picture and those of the turned one.
const OUTSIDE: Color = [128; 3];

/// The picture with its lines upright and level, and whether it had to be turned for that.
///
/// # Complexity
/// Linear in the pixels: about 70 angles are tried with at most 100,000 edges.
pub(super) fn straightened(image: Image, limits: &Limits) -> Result<(Image, bool), Stop> {
    let edges = Edges::of(&image, limits)?;
    let mut best = (BETTER * edges.alignment(0.0), 0.0);
    let around = |middle: f64, reach: f64, step: f64, best: &mut (f64, f64)| -> Result<(), Stop> {
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
    around(0.0, MOST_DEGREES, FIRST_STEP, &mut best)?;
    let mut reach = FIRST_STEP;
    for step in FINER_STEPS {
        let middle = best.1;
        around(middle, reach, step, &mut best)?;
        reach = step;
    }
    let angle = best.1.to_radians();
    if angle.abs() * image.width.max(image.height) as f64 <= 1.0 {
        return Ok((image, false));
    }
    Ok((image.turned_back(angle, limits)?, true))
}

/// Some edges of a picture: those between pixels side by side, and those between pixels one above the other.
struct Edges {
    upright: Vec<[f32; 2]>,
    level: Vec<[f32; 2]>,
    /// The greatest distance of a pixel from the corner.
    reach: f32,
}

impl Edges {
    fn of(image: &Image, limits: &Limits) -> Result<Self, Stop> {
        let thinned = |points: Vec<[f32; 2]>| -> Vec<[f32; 2]> {
            let step = points.len().div_ceil(MOST_EDGES).max(1);
            points.into_iter().step_by(step).collect()
        };
        let (mut upright, mut level) = (Vec::new(), Vec::new());
        // Of a large picture some rows and columns are enough.
        let skip = 1 + image.width.max(image.height) / 1_000;
        for y in 1..image.height {
            limits.check()?;
            let is_looked_at = y % skip == 0;
            let columns = (1..image.width).step_by(if is_looked_at { 1 } else { skip });
            for x in columns {
                let pixel = image.at(x, y);
                if is_looked_at && difference(pixel, image.at(x - 1, y)) >= EDGE {
                    upright.push([x as f32, y as f32]);
                }
                if x % skip == 1 % skip && difference(pixel, image.at(x, y - 1)) >= EDGE {
                    level.push([x as f32, y as f32]);
                }
            }
        }
        let reach = (image.width + image.height) as f32;
        Ok(Edges { upright: thinned(upright), level: thinned(level), reach })
    }

    /// A number that is large if the edges, turned back by `angle`, line up: the sum of the squares of the numbers on each
    /// line.
    fn alignment(&self, angle: f64) -> f64 {
        let (sin, cos) = (angle.sin() as f32, angle.cos() as f32);
        let sum = |points: &[[f32; 2]], [by_x, by_y]: [f32; 2]| {
            let mut counts = vec![0_u32; 2 * self.reach as usize + 2];
            for [x, y] in points {
                counts[(self.reach + by_x * x + by_y * y) as usize] += 1;
            }
            counts.into_iter().map(|count| f64::from(count).powi(2)).sum::<f64>()
        };
        sum(&self.upright, [cos, sin]) + sum(&self.level, [-sin, cos])
    }
}

impl Image {
    /// The picture turned by `-angle` around its middle, on a sheet that holds all of it.
    fn turned_back(&self, angle: f64, limits: &Limits) -> Result<Self, Stop> {
        let (sin, cos) = (angle.sin() as f32, angle.cos() as f32);
        let longer = |side: usize, other: usize| side + (other as f32 * sin.abs()).ceil() as usize;
        let (width, height) = (longer(self.width, self.height), longer(self.height, self.width));
        let middle = |side: usize| side as f32 / 2.0 - 0.5;
        let mut pixels = Vec::with_capacity(width * height);
        for y in 0..height {
            limits.check()?;
            let v = y as f32 - middle(height);
            for x in 0..width {
                let u = x as f32 - middle(width);
                let place = (cos * u - sin * v + middle(self.width), sin * u + cos * v + middle(self.height));
                pixels.push(self.between(place));
            }
        }
        Ok(Image { width, height, pixels })
    }

    /// The colour between the four pixels around a place.
    fn between(&self, (x, y): (f32, f32)) -> Color {
        let (left, top) = (x.floor(), y.floor());
        if left < 0.0 || top < 0.0 || left as usize + 1 >= self.width || top as usize + 1 >= self.height {
            return OUTSIDE;
        }
        let (right, below) = (x - left, y - top);
        let (left, top) = (left as usize, top as usize);
        let four =
            [self.at(left, top), self.at(left + 1, top), self.at(left, top + 1), self.at(left + 1, top + 1)];
        let weights =
            [(1.0 - right) * (1.0 - below), right * (1.0 - below), (1.0 - right) * below, right * below];
        std::array::from_fn(|channel| {
            let sum: f32 =
                four.iter().zip(weights).map(|(color, weight)| f32::from(color[channel]) * weight).sum();
            sum.round() as u8
        })
    }
}
