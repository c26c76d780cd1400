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
    let is_frame =
        |side: &BoardSide<'_>| side.margin >= LINE_REACH * side.pitch + MIN_STRIP_PIXELS;
    let frames = sides
        .iter()
        .filter(|(_, side)| is_frame(side))
        .map(|(_, side)| side.ink(squares));
    let frame = frames.min_by(f64::total_cmp)?;
    let is_thin = |side: &BoardSide<'_>| {
        (-0.5..LINE_REACH * side.pitch).contains(&side.margin)
            && side.ink(squares) < MAX_INK_RATIO * frame
    };
    sides
        .iter()
        .find(|(_, side)| is_thin(side))
        .map(|(name, _)| *name)
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
        let clamped = |place: f64, end: usize| (place.max(0.0) as usize).min(end - 1);
        let depth = clamped(depth, across_end);
        let across = if self.is_first {
            depth
        } else {
            across_end - 1 - depth
        };
        let along = clamped(along, along_end);
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
        let color = |pitches: f64| self.pixel(1.0, self.along(pitches));
        let is_parted = |line: &usize| {
            let line = *line as f64;
            let beside = [color(line - 0.5), color(line + 0.5)];
            let near = (-4..=4).map(|step: i32| color(line + 0.02 * f64::from(step)));
            let ink = near.map(|pixel| {
                beside
                    .map(|other| difference(pixel, other))
                    .into_iter()
                    .min()
                    .unwrap_or(0)
            });
            difference(beside[0], beside[1]).max(ink.max().unwrap_or(0)) >= MIN_DIFFERENCE
        };
        2 * (1..self.size).filter(is_parted).count() >= self.size
    }

    /// Ink of the inner half of the outer line: its mean width in pixels times its
    /// difference from the squares beside it.
    fn ink(&self, squares: &[PictureSquare<'_>]) -> f64 {
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
