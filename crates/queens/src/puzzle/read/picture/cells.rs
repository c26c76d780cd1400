//! What the squares of a board look like: colours, lines between them, what stands in their middle.

use super::lines::Grid;
use super::{Color, Image, PictureError, difference};
use crate::puzzle::Mark;
use crate::puzzle::borders::Borders;

/// Colours that differ less are one.
const SAME: u8 = 15;
/// Pixels that differ as much from the ground are ink.
const INK: u8 = 48;
/// How many times as wide as thin lines thick ones are.
const THICKER: f64 = 1.6;

/// The region and the mark of each square, row by row.
pub(super) fn read(image: &Image, grid: &Grid) -> Result<(Vec<u32>, Vec<Mark>), PictureError> {
    let size = grid.size;
    let squares: Vec<Square<'_>> =
        (0..size * size).map(|at| Square::new(image, grid, at / size, at % size)).collect();
    let colors = groups(&squares);
    let by_color = Borders {
        size,
        right: inner(size, |at| at % size + 1 < size, |at| colors[at] != colors[at + 1]),
        below: inner(size, |at| at / size + 1 < size, |at| colors[at] != colors[at + size]),
    };
    let by_line = thick_lines(image, grid, &squares);
    let both = Borders {
        size,
        right: by_color.right.iter().zip(&by_line.right).map(|(a, b)| a | b).collect(),
        below: by_color.below.iter().zip(&by_line.below).map(|(a, b)| a | b).collect(),
    };
    // Squares of one colour are one region, even in parts; else neighbours of one colour; else what lines enclose.
    let candidates = [colors, by_color.rooms(), by_line.rooms(), both.rooms()];
    let counts = candidates.each_ref().map(|regions| count(regions));
    match candidates.into_iter().find(|regions| count(regions) == size) {
        Some(regions) => Ok((regions, squares.iter().map(Square::mark).collect())),
        None => Err(PictureError::Regions { size, colors: counts[0], rooms: counts[2] }),
    }
}

fn count(regions: &[u32]) -> usize {
    regions.iter().max().map_or(0, |&last| last as usize + 1)
}

/// What `is_border` says of the squares with a line inside the board.
fn inner(size: usize, has_line: impl Fn(usize) -> bool, is_border: impl Fn(usize) -> bool) -> Vec<bool> {
    (0..size * size).filter(|&at| has_line(at)).map(is_border).collect()
}

/// A square in the picture.
struct Square<'i> {
    image: &'i Image,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The colour of its corners.
    ground: Color,
}

impl<'i> Square<'i> {
    fn new(image: &'i Image, grid: &Grid, row: usize, column: usize) -> Self {
        let (left, top) = (grid.across.line(column), grid.down.line(row));
        let mut square =
            Square { image, left, top, width: grid.across.pitch, height: grid.down.pitch, ground: [255; 3] };
        let corners = square.corners();
        square.ground = std::array::from_fn(|channel| {
            let mut values: Vec<u8> = corners.iter().map(|color| color[channel]).collect();
            values.sort_unstable();
            values.get(values.len() / 2).copied().unwrap_or(255)
        });
        square
    }

    /// The pixels of a part of the square, its sides in parts of the whole.
    fn part(&self, x: [f64; 2], y: [f64; 2]) -> impl Iterator<Item = Color> {
        let range = |from: f64, length: f64, part: [f64; 2], end: usize| {
            let place = |part: f64| ((from + length * part).round().max(0.0) as usize).min(end);
            let first = place(part[0]).min(end - 1);
            first..place(part[1]).max(first + 1)
        };
        let columns = range(self.left, self.width, x, self.image.width);
        let rows = range(self.top, self.height, y, self.image.height);
        rows.flat_map(move |y| columns.clone().map(move |x| self.image.at(x, y)))
    }

    /// The pixels near the corners, where few marks reach.
    fn corners(&self) -> Vec<Color> {
        const NEAR: [f64; 2] = [0.17, 0.28];
        const FAR: [f64; 2] = [0.72, 0.83];
        let corners = [(NEAR, NEAR), (NEAR, FAR), (FAR, NEAR), (FAR, FAR)];
        corners.into_iter().flat_map(|(x, y)| self.part(x, y)).collect()
    }

    /// Which part of some pixels is ink.
    fn ink(&self, pixels: impl IntoIterator<Item = Color>) -> f64 {
        let (mut ink, mut all) = (0_u32, 0_u32);
        for pixel in pixels {
            ink += u32::from(difference(pixel, self.ground) >= INK);
            all += 1;
        }
        f64::from(ink) / f64::from(all.max(1))
    }

    /// A queen is solid left of the middle, right of it and below; other ink in the middle is a cross.
    fn mark(&self) -> Mark {
        const HALF: f64 = 0.04;
        let around = |x: f64, y: f64| self.ink(self.part([x - HALF, x + HALF], [y - HALF, y + HALF]));
        if self.ink(self.part([0.3, 0.7], [0.3, 0.7])) < 0.03 {
            Mark::Open
        } else if [(0.39, 0.54), (0.61, 0.54), (0.5, 0.6)].into_iter().all(|(x, y)| around(x, y) >= 0.5) {
            Mark::Queen
        } else {
            Mark::Cross
        }
    }

    /// How dark its ground is: 0 to 1.
    fn darkness(&self) -> f64 {
        darkness(self.ground)
    }
}

fn darkness([r, g, b]: Color) -> f64 {
    1.0 - (0.299 * f64::from(r) + 0.587 * f64::from(g) + 0.114 * f64::from(b)) / 255.0
}

/// The group of each square by its colour, from 0 in the order in which they come. Squares are in one group where
/// colours between theirs lead from one to the other in small steps.
fn groups(squares: &[Square<'_>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut groups = vec![NONE; squares.len()];
    let mut next = 0;
    for first in 0..squares.len() {
        if groups[first] != NONE {
            continue;
        }
        groups[first] = next;
        let mut waiting = vec![first];
        while let Some(one) = waiting.pop() {
            for other in first + 1..squares.len() {
                if groups[other] == NONE && difference(squares[one].ground, squares[other].ground) < SAME {
                    groups[other] = next;
                    waiting.push(other);
                }
            }
        }
        next += 1;
    }
    groups
}

/// Which lines are thick: wider than others by [`THICKER`]; none where all are alike.
fn thick_lines(image: &Image, grid: &Grid, squares: &[Square<'_>]) -> Borders {
    let size = grid.size;
    let right = |at: usize| {
        let between = Between { image, line: grid.across.line(at % size + 1), pitch: grid.across.pitch };
        between.ink(&squares[at], &squares[at + 1], grid.down.line(at / size), true)
    };
    let below = |at: usize| {
        let between = Between { image, line: grid.down.line(at / size + 1), pitch: grid.down.pitch };
        between.ink(&squares[at], &squares[at + size], grid.across.line(at % size), false)
    };
    let all = 0..size * size;
    let right: Vec<f64> = all.clone().filter(|at| at % size + 1 < size).map(right).collect();
    let below: Vec<f64> = all.filter(|at| at / size + 1 < size).map(below).collect();
    let bound = bound(right.iter().chain(&below).copied().collect());
    let is_thick = |lines: Vec<f64>| lines.into_iter().map(|line| line > bound).collect();
    Borders { size, right: is_thick(right), below: is_thick(below) }
}

/// The line between two squares.
struct Between<'i> {
    image: &'i Image,
    /// Where the line is expected.
    line: f64,
    pitch: f64,
}

impl Between<'_> {
    /// The width of the line in pixels, black ones counted whole: the mean of the middle of its length, which begins at
    /// `start`.
    fn ink(&self, a: &Square<'_>, b: &Square<'_>, start: f64, is_upright: bool) -> f64 {
        let (width, height) = (self.image.width, self.image.height);
        let (along, across) = if is_upright { (height, width) } else { (width, height) };
        let clamped = |place: f64, end: usize| (place.max(0.0) as usize).min(end);
        let lanes = clamped(start + 0.2 * self.pitch, along)..clamped(start + 0.8 * self.pitch, along);
        let reach = 0.14 * self.pitch;
        let places = clamped(self.line - reach, across)..clamped(self.line + reach + 1.0, across);
        let ground = a.darkness().max(b.darkness());
        let mut ink = 0.0;
        for lane in lanes.clone() {
            for at in places.clone() {
                let pixel = if is_upright { self.image.at(at, lane) } else { self.image.at(lane, at) };
                ink += (darkness(pixel) - ground).max(0.0) / (1.0 - ground).max(0.1);
            }
        }
        ink / lanes.len().max(1) as f64
    }
}

/// The bound between thin and thick lines that parts them best (Otsu 1979), or one above all.
fn bound(mut lines: Vec<f64>) -> f64 {
    lines.sort_by(f64::total_cmp);
    let total: f64 = lines.iter().sum();
    let count = lines.len() as f64;
    let mut low = 0.0;
    let mut best = (0.0, f64::INFINITY);
    for (index, two) in lines.windows(2).enumerate() {
        low += two[0];
        let thin = (index + 1) as f64;
        let means = (low / thin, (total - low) / (count - thin));
        let spread = thin * (count - thin) * (means.1 - means.0).powi(2);
        if spread > best.0 && means.1 > THICKER * means.0 {
            best = (spread, f64::midpoint(two[0], two[1]));
        }
    }
    best.1
}
