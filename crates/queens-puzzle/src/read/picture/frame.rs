//! Signs that a picture shows only a part of a board: the board continues beyond its
//! outer line, or an outer line is thinner than the frame on other sides.
//!
//! A cut in the middle of a line of a board whose lines are all alike leaves no such
//! sign.

use super::cells::PictureSquare;
use super::lattice::{BoardLattice, LineComb};
use super::{PixelColor, PixelImage, difference};

/// Minimum difference of two colours that belong to different squares, or to a line and a
/// square.
const MIN_DIFFERENCE: u8 = 28;
/// Maximum distance from the outer line to the edge of the picture, as a fraction of the
/// pitch, for a board that continues.
const MAX_STRIP: f64 = 0.5;
/// Minimum width of the strip beyond the outer line, in pixels.
const MIN_STRIP_PIXELS: f64 = 3.0;
/// Distance from the middle of a line up to which it has ink, as a fraction of the pitch.
const LINE_REACH: f64 = 0.14;
/// Maximum ratio of the ink of an inner line to that of the frame.
const MAX_INK_RATIO: f64 = 0.45;

/// One side of a board in a picture.
struct BoardSide<'i> {
    image: &'i PixelImage,
    is_vertical: bool,
    /// Position of the outer line, in pixels from the edge of the picture.
    margin: f64,
    /// True for the left and upper side.
    is_first: bool,
    pitch: f64,
    /// The lines across this side.
    crossing: LineComb,
    size: usize,
}

/// Returns the side on which the board is visibly cut off, if there is one.
pub(super) fn cut_side(
    image: &PixelImage,
    lattice: &BoardLattice,
    squares: &[PictureSquare<'_>],
) -> Option<&'static str> {
    let sides = [
        ("left", true, true),
        ("right", true, false),
        ("upper", false, true),
        ("lower", false, false),
    ];
    let sides = sides.map(|(name, is_vertical, is_first)| {
        let (comb, crossing, length) = match is_vertical {
            true => (lattice.across, lattice.down, image.width),
            false => (lattice.down, lattice.across, image.height),
        };
        let margin = if is_first {
            comb.line(0)
        } else {
            length as f64 - comb.line(lattice.size)
        };
        (
            name,
            BoardSide {
                image,
                is_vertical,
                margin,
                is_first,
                pitch: comb.pitch,
                crossing,
                size: lattice.size,
            },
        )
    });
    if let Some((name, _)) = sides.iter().find(|(_, side)| side.continues()) {
        return Some(name);
    }
    let frames = sides
        .iter()
        .filter(|(_, side)| side.has_whole_line())
        .map(|(_, side)| side.measure_ink(squares));
    let frame = frames.min_by(f64::total_cmp)?;
    for (name, side) in sides {
        let is_at_edge = (-0.5..LINE_REACH * side.pitch).contains(&side.margin);
        if is_at_edge && side.measure_ink(squares) < MAX_INK_RATIO * frame {
            return Some(name);
        }
    }
    None
}

impl BoardSide<'_> {
    /// The pixel at a depth, in pixels from the edge of the picture, and at a position
    /// along the side.
    fn pixel(&self, depth: f64, along: f64) -> PixelColor {
        let (width, height) = (self.image.width, self.image.height);
        let (across_end, along_end) = if self.is_vertical {
            (width, height)
        } else {
            (height, width)
        };
        let depth = (depth.max(0.0) as usize).min(across_end - 1);
        let across = if self.is_first {
            depth
        } else {
            across_end - 1 - depth
        };
        let along = (along.max(0.0) as usize).min(along_end - 1);
        if self.is_vertical {
            self.image.at(across, along)
        } else {
            self.image.at(along, across)
        }
    }

    /// Position along the side, in pitches from the first line.
    fn along(&self, pitches: f64) -> f64 {
        self.crossing.first + self.crossing.pitch * pitches
    }

    /// True if lines or colours of the board go on in the strip between the outer line
    /// and the edge of the picture.
    fn continues(&self) -> bool {
        if !(MIN_STRIP_PIXELS..=MAX_STRIP * self.pitch).contains(&self.margin) {
            return false;
        }
        let parted = (1..self.size).filter(|&line| self.is_parted_at(line));
        2 * parted.count() >= self.size
    }

    /// True if the strip has a line where a line of the board would go on, or different
    /// colours on its sides.
    fn is_parted_at(&self, line: usize) -> bool {
        let line = line as f64;
        let [left, right] = [self.strip_color(line - 0.5), self.strip_color(line + 0.5)];
        let mut most = difference(left, right);
        // The line is not exactly where the lattice has it: samples around its place.
        for step in -4..=4 {
            let pixel = self.strip_color(line + 0.02 * f64::from(step));
            most = most.max(difference(pixel, left).min(difference(pixel, right)));
        }
        most >= MIN_DIFFERENCE
    }

    /// Colour of the strip at a position along the side, in pitches.
    fn strip_color(&self, pitches: f64) -> PixelColor {
        self.pixel(1.0, self.along(pitches))
    }

    /// True if the outer line is far enough from the edge of the picture to be whole.
    fn has_whole_line(&self) -> bool {
        self.margin >= LINE_REACH * self.pitch + MIN_STRIP_PIXELS
    }

    /// Ink of the inner half of the outer line: its mean width in pixels times its
    /// difference from the squares beside it.
    fn measure_ink(&self, squares: &[PictureSquare<'_>]) -> f64 {
        let last = self.size - 1;
        let mut ink = 0_u32;
        for number in 0..self.size {
            let outer = if self.is_first { 0 } else { last };
            let (row, column) = if self.is_vertical {
                (number, outer)
            } else {
                (outer, number)
            };
            let ground = squares[row * self.size + column].ground;
            for part in [0.3, 0.5, 0.7] {
                let along = self.along(number as f64 + part);
                let depths = (0..=(LINE_REACH * self.pitch) as u32)
                    .map(|step| self.margin + f64::from(step));
                ink += depths
                    .map(|depth| u32::from(difference(self.pixel(depth, along), ground)))
                    .sum::<u32>();
            }
        }
        f64::from(ink) / (3 * self.size) as f64
    }
}
