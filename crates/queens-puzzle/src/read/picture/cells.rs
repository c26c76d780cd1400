//! The regions and marks of a board whose lines are known: colours of squares, lines between them, shapes on them.

use super::lattice::Lattice;
use super::{Color, Image, PictureError, difference, marks};
use crate::Mark;
use crate::borders::Borders;
use queens_model::square::Square;

/// Colours that differ less are one, unless there is a clear gap at another difference ...
const SAME: u8 = 15;
/// ... of at least this much, and so many times the largest difference within a region.
const LEAST_GAP: u8 = 6;
const GAP: f64 = 1.6;
/// The corners of a square are of one colour if they differ less from its ground.
const FLAT: u8 = 28;
/// Ratio of the widths of thick and thin lines, at least.
const THICKER: f64 = 1.6;
/// The parts of a square where marks are looked for: lines take no more than a sixth of it.
const INSIDE: [f64; 2] = [0.14, 0.86];

/// The region and the mark of each square, row by row.
pub(super) fn read(image: &Image, lattice: &Lattice) -> Result<(Vec<u32>, Vec<Mark>), PictureError> {
    let size = lattice.size;
    let squares: Vec<Cell<'_>> =
        (0..size * size).map(|at| Cell::new(image, lattice, at / size, at % size)).collect();
    let named = |at: usize| Square::new((at / size) as u32, (at % size) as u32);
    if let Some(at) = squares.iter().position(|square| !square.is_flat) {
        return Err(PictureError::Square(named(at)));
    }
    let colors = groups(&squares, bound_of_colors(&squares, size));
    let by_color = Borders {
        size,
        right: inner(size, |at| at % size + 1 < size, |at| colors[at] != colors[at + 1]),
        below: inner(size, |at| at / size + 1 < size, |at| colors[at] != colors[at + size]),
    };
    let by_line = thick_lines(image, lattice, &squares);
    let both = Borders {
        size,
        right: by_color.right.iter().zip(&by_line.right).map(|(a, b)| a | b).collect(),
        below: by_color.below.iter().zip(&by_line.below).map(|(a, b)| a | b).collect(),
    };
    // Squares of one colour are one region, even in parts; else neighbours of one colour; else what lines enclose.
    let candidates = [colors, by_color.rooms(), by_line.rooms(), both.rooms()];
    let counts = candidates.each_ref().map(|regions| count(regions));
    let regions = candidates.into_iter().find(|regions| count(regions) == size);
    let regions = regions.ok_or(PictureError::Regions { size, colors: counts[0], rooms: counts[2] })?;
    let mark = |(at, square): (usize, &Cell<'_>)| square.mark().ok_or(PictureError::Mark(named(at)));
    Ok((regions, squares.iter().enumerate().map(mark).collect::<Result<_, _>>()?))
}

fn count(regions: &[u32]) -> usize {
    regions.iter().max().map_or(0, |&last| last as usize + 1)
}

/// The values of `is_border` for the squares with a line inside the board.
fn inner(size: usize, has_line: impl Fn(usize) -> bool, is_border: impl Fn(usize) -> bool) -> Vec<bool> {
    (0..size * size).filter(|&at| has_line(at)).map(is_border).collect()
}

/// A square in the picture.
struct Cell<'i> {
    image: &'i Image,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// The colour of its corners.
    ground: Color,
    /// True if they are of one colour: three of four, as a large mark may reach into one.
    is_flat: bool,
}

impl<'i> Cell<'i> {
    fn new(image: &'i Image, lattice: &Lattice, row: usize, column: usize) -> Self {
        let (left, top) = (lattice.across.line(column), lattice.down.line(row));
        let (width, height) = (lattice.across.pitch, lattice.down.pitch);
        let mut cell = Cell { image, left, top, width, height, ground: [255; 3], is_flat: false };
        let corners = cell.corners();
        cell.ground = median(&corners.concat());
        let is_ground = |corner: &&Vec<Color>| difference(median(corner), cell.ground) < FLAT;
        cell.is_flat = corners.iter().filter(is_ground).count() >= 3;
        cell
    }

    /// The rows of pixels of a part of the square, its sides in parts of the whole.
    fn part(&self, x: [f64; 2], y: [f64; 2]) -> impl Iterator<Item = &'i [Color]> {
        let range = |from: f64, length: f64, part: [f64; 2], end: usize| {
            let place = |part: f64| ((from + length * part).round().max(0.0) as usize).min(end);
            let first = place(part[0]).min(end - 1);
            first..place(part[1]).max(first + 1)
        };
        let image = self.image;
        let columns = range(self.left, self.width, x, image.width);
        let rows = range(self.top, self.height, y, image.height);
        rows.map(move |y| &image.pixels[y * image.width..][columns.clone()])
    }

    /// The pixels near each corner, where few marks reach.
    fn corners(&self) -> [Vec<Color>; 4] {
        const NEAR: [f64; 2] = [0.17, 0.28];
        const FAR: [f64; 2] = [0.72, 0.83];
        let corners = [(NEAR, NEAR), (NEAR, FAR), (FAR, NEAR), (FAR, FAR)];
        corners.map(|(x, y)| self.part(x, y).flatten().copied().collect())
    }

    fn mark(&self) -> Option<Mark> {
        let rows: Vec<&[Color]> = self.part(INSIDE, INSIDE).collect();
        let width = rows.first()?.len();
        let mut differences: Vec<u8> =
            rows.into_iter().flatten().map(|&pixel| difference(pixel, self.ground)).collect();
        clear_lines(&mut differences, width);
        marks::mark(&differences, width, self.width)
    }
}

/// Clears what thick lines leave at the sides of the pixels of a square: rows and columns that are ink for four fifths of
/// their length. No mark is so large.
fn clear_lines(differences: &mut [u8], width: usize) {
    let height = differences.len() / width;
    for depth in 0..width.min(height) / 6 {
        let row = |y: usize| (0..width).map(|x| y * width + x).collect::<Vec<usize>>();
        let column = |x: usize| (0..height).map(|y| y * width + x).collect::<Vec<usize>>();
        for line in [row(depth), row(height - 1 - depth), column(depth), column(width - 1 - depth)] {
            let inked = line.iter().filter(|&&at| differences[at] >= FLAT).count();
            if 5 * inked >= 4 * line.len() {
                line.into_iter().for_each(|at| differences[at] = 0);
            }
        }
    }
}

/// The median of each of red, green and blue; white if there is none.
fn median(colors: &[Color]) -> Color {
    std::array::from_fn(|channel| {
        let mut values: Vec<u8> = colors.iter().map(|color| color[channel]).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(255)
    })
}

/// The difference from which on colours are of two regions: in the middle of the gap that parts the squares in as many
/// groups as there are rows, if it is clear; else [`SAME`].
fn bound_of_colors(squares: &[Cell<'_>], size: usize) -> u8 {
    // The links of a minimum spanning tree (Prim 1957): without the longest ones it falls into those groups.
    let mut nearest: Vec<u8> = vec![u8::MAX; squares.len()];
    let mut waiting: Vec<usize> = (1..squares.len()).collect();
    let (mut last, mut links) = (0, Vec::new());
    while !waiting.is_empty() {
        for &other in &waiting {
            nearest[other] = nearest[other].min(difference(squares[last].ground, squares[other].ground));
        }
        let next = (0..waiting.len()).min_by_key(|&place| nearest[waiting[place]]).unwrap_or(0);
        last = waiting.swap_remove(next);
        links.push(nearest[last]);
    }
    links.sort_unstable_by(|a, b| b.cmp(a));
    let (between, within) = (links[size - 2], links[size - 1]);
    if between >= LEAST_GAP && f64::from(between) >= GAP * f64::from(within) {
        within.midpoint(between) + 1
    } else {
        SAME
    }
}

/// The group of each square by its colour, from 0 in the order in which they come. Squares are in one group where
/// colours between theirs lead from one to the other in steps below `bound`.
fn groups(squares: &[Cell<'_>], bound: u8) -> Vec<u32> {
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
                if groups[other] == NONE && difference(squares[one].ground, squares[other].ground) < bound {
                    groups[other] = next;
                    waiting.push(other);
                }
            }
        }
        next += 1;
    }
    groups
}

/// The lines that are thick: wider than others by [`THICKER`]; none if all are alike.
fn thick_lines(image: &Image, lattice: &Lattice, squares: &[Cell<'_>]) -> Borders {
    let size = lattice.size;
    let right = |at: usize| {
        let place = lattice.across.line(at % size + 1);
        let between = Between { image, line: place, pitch: lattice.across.pitch };
        between.ink([&squares[at], &squares[at + 1]], lattice.down.line(at / size), true)
    };
    let below = |at: usize| {
        let place = lattice.down.line(at / size + 1);
        let between = Between { image, line: place, pitch: lattice.down.pitch };
        between.ink([&squares[at], &squares[at + size]], lattice.across.line(at % size), false)
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
    /// The expected place of the line.
    line: f64,
    pitch: f64,
}

impl Between<'_> {
    /// The ink of the line: its width in pixels times how far it differs from the squares beside it; the mean of the
    /// middle of its length, which begins at `start`.
    fn ink(&self, beside: [&Cell<'_>; 2], start: f64, is_upright: bool) -> f64 {
        let (width, height) = (self.image.width, self.image.height);
        let (along, across) = if is_upright { (height, width) } else { (width, height) };
        let clamped = |place: f64, end: usize| (place.max(0.0) as usize).min(end);
        let lanes = clamped(start + 0.2 * self.pitch, along)..clamped(start + 0.8 * self.pitch, along);
        let reach = 0.14 * self.pitch;
        let places = clamped(self.line - reach, across)..clamped(self.line + reach + 1.0, across);
        let mut ink = 0_u32;
        for lane in lanes.clone() {
            for at in places.clone() {
                let pixel = if is_upright { self.image.at(at, lane) } else { self.image.at(lane, at) };
                let differences = beside.map(|square| difference(pixel, square.ground));
                ink += u32::from(differences[0].min(differences[1]));
            }
        }
        f64::from(ink) / lanes.len().max(1) as f64
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
