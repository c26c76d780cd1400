//! Pictures of a board: PNG, JPEG, WebP. A PNG that was written here holds its letter grid beside its pixels; the others
//! are screenshots, or photographs of a screen that were cropped and straightened.
//!
//! The picture is decoded and scaled down ([`decode`]), turned if it is a little askew ([`tilt`]), and the lines of the board
//! are found ([`lattice`]). Squares are then grouped by the colour of their corners, or, if that does not make as many
//! regions as rows, by how thick the lines between them are ([`cells`]); what is on a square tells its shape ([`marks`]).
//! A board that is not certain is refused: a wrong one would be solved as if it had been asked.

mod cells;
mod decode;
mod exif;
mod lattice;
mod marks;
mod tilt;

pub(super) use decode::Kind;

use super::{PictureError, ReadError, finish, grid};
use crate::{Mark, Position};
use control::Limits;
use queens_model::square::Square;

/// Reads a picture of this kind.
///
/// # Errors
/// No picture, or no board that is certain; [`ReadError::Stopped`].
///
/// # Complexity
/// Linear in the pixels.
pub(super) fn read(
    bytes: &[u8],
    kind: Kind,
    stars: Option<u32>,
    limits: &Limits,
) -> Result<Position, ReadError> {
    if kind == Kind::Png
        && let Some(grid) = decode::written_beside(bytes, limits)
    {
        return grid::read(&grid, stars);
    }
    let (image, [width, height]) = decode::decode(bytes, kind, limits)?;
    let (image, is_turned) = tilt::straightened(image, limits)?;
    let mut failed = None;
    let finder = lattice::Finder::new(&image, !is_turned, limits)?;
    let read = |lattice: &lattice::Lattice| match cells::read(&image, lattice) {
        Ok((regions, marks)) if is_crossed_out(&regions, &marks) => {
            failed.get_or_insert(PictureError::Patterns);
            None
        }
        Ok((regions, marks)) => Some((lattice.size, regions, marks)),
        Err(error) => {
            failed.get_or_insert(error);
            None
        }
    };
    let board = finder.find(limits, read)?;
    let Some((size, regions, marks)) = board else {
        return Err(failed.unwrap_or(PictureError::NoGrid { width, height }).into());
    };
    let position = finish(size as u32, stars, regions, marks)?;
    match clash(&position) {
        None => Ok(position),
        Some((first, second)) => Err(PictureError::Clash(first, second).into()),
    }
}

/// True if regions without a square for a queen take an eighth of the board: players seldom come so far, but the lines of
/// patterns look like crosses.
fn is_crossed_out(regions: &[u32], marks: &[Mark]) -> bool {
    let mut has_room = vec![false; regions.len()];
    for (&region, &mark) in regions.iter().zip(marks) {
        has_room[region as usize] |= mark != Mark::Cross;
    }
    8 * regions.iter().filter(|&&region| !has_room[region as usize]).count() >= regions.len()
}

/// Two queens that break the rules: they touch, or there are too many in the unit that they share.
fn clash(position: &Position) -> Option<(Square, Square)> {
    let puzzle = position.puzzle();
    let queens: Vec<Square> = position.marked(Mark::Queen).collect();
    let most = puzzle.stars() as usize;
    let clash_of = |(index, &second): (usize, &Square)| {
        let before = &queens[..index];
        let touches =
            |first: &&Square| first.row.abs_diff(second.row).max(first.column.abs_diff(second.column)) == 1;
        let units: [&dyn Fn(&Square) -> u32; 3] =
            [&|square| square.row, &|square| square.column, &|square| puzzle.region(*square)];
        let crowded = units.into_iter().find_map(|unit| {
            let same: Vec<&Square> = before.iter().filter(|first| unit(first) == unit(&second)).collect();
            (same.len() >= most).then(|| *same[0])
        });
        Some((before.iter().find(touches).copied().or(crowded)?, second))
    };
    queens.iter().enumerate().find_map(clash_of)
}

/// Red, green and blue.
type Color = [u8; 3];

/// Distance of two colours: the most that red, green or blue differ.
fn difference(a: Color, b: Color) -> u8 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

/// Pixels on white.
struct Image {
    width: usize,
    height: usize,
    pixels: Vec<Color>,
}

impl Image {
    fn at(&self, x: usize, y: usize) -> Color {
        self.pixels[y * self.width + x]
    }

    /// The picture with rows for columns.
    fn transposed(&self) -> Self {
        let mut pixels = vec![[0; 3]; self.pixels.len()];
        for (y, row) in self.pixels.chunks_exact(self.width.max(1)).enumerate() {
            for (x, &pixel) in row.iter().enumerate() {
                pixels[x * self.height + y] = pixel;
            }
        }
        Image { width: self.height, height: self.width, pixels }
    }
}
