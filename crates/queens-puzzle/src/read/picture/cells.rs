//! Regions and marks of a board whose lines are known, from the colours of squares, the
//! lines between them and the shapes on them.

use super::frame::cut_side;
use super::labels::{InkShape, are_labels};
use super::lattice::BoardLattice;
use super::{PictureError, PixelColor, PixelImage, difference, marks};
use crate::Mark;
use crate::borders::Borders;
use queens_model::square::Square;
use std::ops::Range;

/// Difference from which colours are different regions, unless there is a clear gap at
/// another difference.
const DEFAULT_COLOR_BOUND: u8 = 15;
/// Minimum difference between regions at a clear gap, and its minimum ratio to the
/// largest difference within a region.
const MIN_COLOR_GAP: u8 = 6;
const MIN_GAP_RATIO: f64 = 1.6;
/// Maximum difference of a corner from the ground of its square.
const MAX_CORNER_DIFFERENCE: u8 = 28;
/// Minimum ratio of the widths of thick and thin lines.
const MIN_WIDTH_RATIO: f64 = 1.6;
/// Part of a square in which marks are recognised, as fractions of its side.
const MARK_AREA: [f64; 2] = [0.14, 0.86];

/// Reads the region and the mark of each square, row by row.
pub(super) fn read_squares(
    image: &PixelImage,
    lattice: &BoardLattice,
) -> Result<(Vec<u32>, Vec<Mark>), PictureError> {
    let squares = cut_squares(image, lattice)?;
    let regions = choose_regions(image, lattice, &squares)?;
    let marks = read_marks(&squares, &regions, lattice.size)?;
    Ok((regions, marks))
}

/// Cuts the picture into the squares of the board, row by row.
fn cut_squares<'i>(
    image: &'i PixelImage,
    lattice: &BoardLattice,
) -> Result<Vec<PictureSquare<'i>>, PictureError> {
    let size = lattice.size;
    let squares: Vec<PictureSquare<'_>> = (0..size * size)
        .map(|at| PictureSquare::new(image, lattice, at / size, at % size))
        .collect();
    if let Some(at) = squares.iter().position(|square| !square.is_flat) {
        return Err(PictureError::Square(square_at(at, size)));
    }
    if let Some(side) = cut_side(image, lattice, &squares) {
        return Err(PictureError::Cut(side));
    }
    Ok(squares)
}

/// The square with number `at` of a board, counted row by row.
pub(super) fn square_at(at: usize, size: usize) -> Square {
    Square::new((at / size) as u32, (at % size) as u32)
}

/// Finds the division of the board that has as many regions as the board has rows.
fn choose_regions(
    image: &PixelImage,
    lattice: &BoardLattice,
    squares: &[PictureSquare<'_>],
) -> Result<Vec<u32>, PictureError> {
    let size = lattice.size;
    let candidates = region_candidates(image, lattice, squares);
    let counts = candidates.each_ref().map(|regions| count_regions(regions));
    let fitting = candidates
        .into_iter()
        .find(|regions| count_regions(regions) == size);
    fitting.ok_or(match [counts[0], counts[2]] {
        // One colour, or the two of a chessboard.
        [..=2, ..=2] => PictureError::NoRegions { size },
        [colors, rooms] => PictureError::Regions {
            size,
            colors,
            rooms,
        },
    })
}

/// Divides the board in four ways, the most likely one first: by colour, into connected
/// squares of one colour, into the rooms between thick lines, and by both.
///
/// Colours come first, since squares of one colour are one region even if they are not
/// connected.
pub(super) fn region_candidates(
    image: &PixelImage,
    lattice: &BoardLattice,
    squares: &[PictureSquare<'_>],
) -> [Vec<u32>; 4] {
    let size = lattice.size;
    let colors = group_by_color(squares, color_threshold(squares, size));
    let by_color = Borders::from_regions(size, &colors);
    let by_line = thick_lines(image, lattice, squares);
    [
        colors,
        by_color.number_rooms(),
        by_line.number_rooms(),
        by_color.union(&by_line).number_rooms(),
    ]
}

pub(super) fn count_regions(regions: &[u32]) -> usize {
    regions.iter().max().map_or(0, |&last| last as usize + 1)
}

/// Reads the mark of each square. Ink that labels the regions is no mark.
fn read_marks(
    squares: &[PictureSquare<'_>],
    regions: &[u32],
    size: usize,
) -> Result<Vec<Mark>, PictureError> {
    let shapes: Vec<Option<InkShape>> =
        squares.iter().map(PictureSquare::ink_shape).collect();
    if are_labels(&shapes, regions) {
        return Ok(vec![Mark::Open; squares.len()]);
    }
    let mut marks = Vec::with_capacity(squares.len());
    for (at, square) in squares.iter().enumerate() {
        let mark = square.read_mark();
        marks.push(mark.ok_or(PictureError::Mark(square_at(at, size)))?);
    }
    Ok(marks)
}

/// A square in the picture.
pub(super) struct PictureSquare<'i> {
    image: &'i PixelImage,
    left: f64,
    top: f64,
    width: f64,
    height: f64,
    /// Colour of its corners.
    pub(super) ground: PixelColor,
    /// True if at least three of its corners have this colour: a large mark may reach
    /// into one.
    pub(super) is_flat: bool,
}

impl<'i> PictureSquare<'i> {
    pub(super) fn new(
        image: &'i PixelImage,
        lattice: &BoardLattice,
        row: usize,
        column: usize,
    ) -> Self {
        let (left, top) = (lattice.across.line(column), lattice.down.line(row));
        let (width, height) = (lattice.across.pitch, lattice.down.pitch);
        let mut cell = PictureSquare {
            image,
            left,
            top,
            width,
            height,
            ground: [255; 3],
            is_flat: false,
        };
        let corners = cell.corners();
        cell.ground = median_color(&corners.concat());
        let mut flat_corners = 0;
        for corner in &corners {
            let off = difference(median_color(corner), cell.ground);
            flat_corners += usize::from(off < MAX_CORNER_DIFFERENCE);
        }
        cell.is_flat = flat_corners >= 3;
        cell
    }

    /// Rows of pixels of a part of the square, whose sides are given as fractions of the
    /// square.
    fn part(&self, x: [f64; 2], y: [f64; 2]) -> impl Iterator<Item = &'i [PixelColor]> {
        let image = self.image;
        let columns = pixel_range(x.map(|x| self.left + self.width * x), image.width);
        let rows = pixel_range(y.map(|y| self.top + self.height * y), image.height);
        rows.map(move |y| &image.pixels[y * image.width..][columns.clone()])
    }

    /// Pixels near each corner, where few marks reach.
    fn corners(&self) -> [Vec<PixelColor>; 4] {
        const NEAR_CORNER: [f64; 2] = [0.17, 0.28];
        const FAR_CORNER: [f64; 2] = [0.72, 0.83];
        let corners = [
            (NEAR_CORNER, NEAR_CORNER),
            (NEAR_CORNER, FAR_CORNER),
            (FAR_CORNER, NEAR_CORNER),
            (FAR_CORNER, FAR_CORNER),
        ];
        corners.map(|(x, y)| self.part(x, y).flatten().copied().collect())
    }

    /// Recognises the mark; `None` for a shape that is not clear.
    pub(super) fn read_mark(&self) -> Option<Mark> {
        let (differences, width) = self.inner_differences()?;
        marks::mark(&differences, width, self.width)
    }

    /// Shape of the ink within the square.
    fn ink_shape(&self) -> Option<InkShape> {
        let (differences, width) = self.inner_differences()?;
        InkShape::new(&differences, width)
    }

    /// Differences from the ground within [`MARK_AREA`], row by row, and the number in a
    /// row.
    fn inner_differences(&self) -> Option<(Vec<u8>, usize)> {
        let rows: Vec<&[PixelColor]> = self.part(MARK_AREA, MARK_AREA).collect();
        let width = rows.first()?.len();
        let mut differences: Vec<u8> = rows
            .into_iter()
            .flatten()
            .map(|&pixel| difference(pixel, self.ground))
            .collect();
        clear_lines(&mut differences, width);
        Some((differences, width))
    }
}

/// The pixels between two places, clamped to a picture of `length` pixels; at least one.
fn pixel_range(places: [f64; 2], length: usize) -> Range<usize> {
    let [first, end] = places.map(|place| (place.round().max(0.0) as usize).min(length));
    let first = first.min(length - 1);
    first..end.max(first + 1)
}

/// Clears remains of thick lines at the sides of a square: rows and columns of pixels
/// with ink on four fifths of their length. No mark is that large.
fn clear_lines(differences: &mut [u8], width: usize) {
    let height = differences.len() / width;
    for depth in 0..width.min(height) / 6 {
        for y in [depth, height - 1 - depth] {
            clear_if_line(differences, (0..width).map(|x| y * width + x));
        }
        for x in [depth, width - 1 - depth] {
            clear_if_line(differences, (0..height).map(|y| y * width + x));
        }
    }
}

/// Clears these pixels if four fifths of them have ink.
fn clear_if_line(
    differences: &mut [u8],
    places: impl ExactSizeIterator<Item = usize> + Clone,
) {
    let inked = places
        .clone()
        .filter(|&at| differences[at] >= MAX_CORNER_DIFFERENCE)
        .count();
    if 5 * inked >= 4 * places.len() {
        places.for_each(|at| differences[at] = 0);
    }
}

/// Median of red, green and blue separately; white for no colours.
fn median_color(colors: &[PixelColor]) -> PixelColor {
    std::array::from_fn(|channel| {
        let mut values: Vec<u8> = colors.iter().map(|color| color[channel]).collect();
        values.sort_unstable();
        values.get(values.len() / 2).copied().unwrap_or(255)
    })
}

/// Difference from which colours are different regions: the middle of the gap that
/// separates the squares into as many groups as there are rows, if it is clear; else
/// [`DEFAULT_COLOR_BOUND`].
fn color_threshold(squares: &[PictureSquare<'_>], size: usize) -> u8 {
    // Without its `size - 1` longest links, a minimum spanning tree falls into `size`
    // groups: the next longest link is the largest difference within one of them.
    let mut links = spanning_links(squares);
    links.sort_unstable_by(|a, b| b.cmp(a));
    let (between, within) = (links[size - 2], links[size - 1]);
    if between >= MIN_COLOR_GAP && f64::from(between) >= MIN_GAP_RATIO * f64::from(within)
    {
        within.midpoint(between) + 1
    } else {
        DEFAULT_COLOR_BOUND
    }
}

/// The differences of colour along a minimum spanning tree of the squares (Prim 1957).
fn spanning_links(squares: &[PictureSquare<'_>]) -> Vec<u8> {
    // Least difference of each square outside the tree from one within it.
    let mut nearest: Vec<u8> = vec![u8::MAX; squares.len()];
    let mut waiting: Vec<usize> = (1..squares.len()).collect();
    let (mut last, mut links) = (0, Vec::new());
    while !waiting.is_empty() {
        for &other in &waiting {
            nearest[other] = nearest[other]
                .min(difference(squares[last].ground, squares[other].ground));
        }
        let next = (0..waiting.len())
            .min_by_key(|&place| nearest[waiting[place]])
            .unwrap_or(0);
        last = waiting.swap_remove(next);
        links.push(nearest[last]);
    }
    links
}

/// Groups squares by colour and numbers the groups from 0 in order. Two squares are in
/// one group if a chain of squares with steps below `bound` connects their colours
/// (single linkage).
pub(super) fn group_by_color(squares: &[PictureSquare<'_>], bound: u8) -> Vec<u32> {
    const NO_GROUP: u32 = u32::MAX;
    let mut groups = vec![NO_GROUP; squares.len()];
    let mut next = 0;
    for first in 0..squares.len() {
        if groups[first] != NO_GROUP {
            continue;
        }
        groups[first] = next;
        let mut waiting = vec![first];
        while let Some(one) = waiting.pop() {
            for other in first + 1..squares.len() {
                if groups[other] == NO_GROUP
                    && difference(squares[one].ground, squares[other].ground) < bound
                {
                    groups[other] = next;
                    waiting.push(other);
                }
            }
        }
        next += 1;
    }
    groups
}

/// Finds the thick lines, wider than others by [`MIN_WIDTH_RATIO`]; none if all are
/// alike.
fn thick_lines(
    image: &PixelImage,
    lattice: &BoardLattice,
    squares: &[PictureSquare<'_>],
) -> Borders {
    let size = lattice.size;
    let (mut right, mut below) = (Vec::new(), Vec::new());
    for (at, square) in squares.iter().enumerate() {
        let (row, column) = (at / size, at % size);
        if column + 1 < size {
            let line = LineBetween {
                image,
                line: lattice.across.line(column + 1),
                pitch: lattice.across.pitch,
            };
            let start = lattice.down.line(row);
            right.push(line.measure_ink([square, &squares[at + 1]], start, true));
        }
        if row + 1 < size {
            let line = LineBetween {
                image,
                line: lattice.down.line(row + 1),
                pitch: lattice.down.pitch,
            };
            let start = lattice.across.line(column);
            below.push(line.measure_ink([square, &squares[at + size]], start, false));
        }
    }
    let bound = thickness_threshold(right.iter().chain(&below).copied().collect());
    Borders {
        size,
        right: right.into_iter().map(|ink| ink > bound).collect(),
        below: below.into_iter().map(|ink| ink > bound).collect(),
    }
}

/// The line between two squares.
struct LineBetween<'i> {
    image: &'i PixelImage,
    /// Expected position of the line, in pixels.
    line: f64,
    pitch: f64,
}

impl LineBetween<'_> {
    /// Ink of the line: its width in pixels times its difference from the squares beside
    /// it, as a mean over the middle of its length. The line starts at `start`.
    fn measure_ink(
        &self,
        beside: [&PictureSquare<'_>; 2],
        start: f64,
        is_upright: bool,
    ) -> f64 {
        let (width, height) = (self.image.width, self.image.height);
        let (along, across) = if is_upright {
            (height, width)
        } else {
            (width, height)
        };
        // The ends of the length belong to the lines that cross this one.
        let lanes = clamp_place(start + 0.2 * self.pitch, along)
            ..clamp_place(start + 0.8 * self.pitch, along);
        let reach = 0.14 * self.pitch;
        let places = clamp_place(self.line - reach, across)
            ..clamp_place(self.line + reach + 1.0, across);
        let mut ink = 0_u32;
        for lane in lanes.clone() {
            for at in places.clone() {
                let pixel = if is_upright {
                    self.image.at(at, lane)
                } else {
                    self.image.at(lane, at)
                };
                let differences = beside.map(|square| difference(pixel, square.ground));
                ink += u32::from(differences[0].min(differences[1]));
            }
        }
        f64::from(ink) / lanes.len().max(1) as f64
    }
}

/// The pixel at a place, at most `end`.
fn clamp_place(place: f64, end: usize) -> usize {
    (place.max(0.0) as usize).min(end)
}

/// Threshold that separates thin from thick lines best (Otsu 1979); infinite if all are
/// alike.
fn thickness_threshold(mut lines: Vec<f64>) -> f64 {
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
        if spread > best.0 && means.1 > MIN_WIDTH_RATIO * means.0 {
            best = (spread, f64::midpoint(two[0], two[1]));
        }
    }
    best.1
}
