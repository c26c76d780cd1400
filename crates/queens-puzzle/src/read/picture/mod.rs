//! Pictures of a board: PNG, JPEG, WebP. A PNG written by [`crate::write`] contains its
//! letter grid; all others are treated as screenshots or as photographs of a screen,
//! cropped to the board.
//!
//! The picture is decoded and scaled down ([`decode`]) and rotated if it is tilted
//! ([`tilt`]); then the lines of the board are found ([`lattice`]). Squares are grouped
//! by the colour of their corners or, if that does not give as many regions as rows, by
//! the thickness of the lines between them ([`cells`]). Marks are recognised by their
//! shape ([`marks`]). A board that is not certain is refused, because the answer would be
//! for a different puzzle.

mod cells;
mod decode;
mod exif;
mod frame;
mod labels;
mod lattice;
mod marks;
mod pieces;
mod tilt;

pub(super) use decode::PictureKind;

use super::{PictureError, PuzzleReadError, finish, grid};
use crate::{Mark, Position};
use control::Limits;
use queens_model::square::Square;
use std::panic::resume_unwind;
use std::thread;

/// Reads a picture of this format.
///
/// # Errors
/// An invalid picture, or no certain board; [`PuzzleReadError::Stopped`].
///
/// # Complexity
/// Linear in the pixels.
pub(super) fn read(
    bytes: &[u8],
    kind: PictureKind,
    stars: Option<u32>,
    limits: &Limits,
) -> Result<Vec<Position>, PuzzleReadError> {
    if kind == PictureKind::Png
        && let Some(grid) = decode::embedded_grid(bytes, limits)
    {
        return grid::read_all(&grid, stars);
    }
    let _memory = decode::lend_memory(bytes, kind, limits)?;
    on_own_thread(|| read_boards(bytes, kind, stars, limits))
}

/// Runs `work` on a thread of its own, if there are threads. Allocators keep the memory
/// of a thread for the next one: pictures that are read by many long-lived threads, one
/// after the other, would each leave theirs behind.
fn on_own_thread<T: Send>(work: impl Fn() -> T + Sync) -> T {
    if cfg!(target_family = "wasm") {
        return work();
    }
    thread::scope(
        |scope| match thread::Builder::new().spawn_scoped(scope, &work) {
            Ok(running) => running.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => work(),
        },
    )
}

/// Decodes a picture and reads the boards that it shows.
fn read_boards(
    bytes: &[u8],
    kind: PictureKind,
    stars: Option<u32>,
    limits: &Limits,
) -> Result<Vec<Position>, PuzzleReadError> {
    let (image, size) = decode::decode(bytes, kind, limits)?;
    let (image, is_turned) = tilt::straightened(image, limits)?;
    let mut boards = Vec::new();
    for piece in pieces::cut(&image, limits)? {
        match read_board(&piece, size, false, stars, limits) {
            Ok(board) => boards.push(board),
            Err(PuzzleReadError::Stopped(stop)) => return Err(stop.into()),
            // Something else beside a board, or the squares of one board.
            Err(_) => boards.clear(),
        }
        if boards.is_empty() {
            break;
        }
    }
    if boards.len() > 1 {
        return Ok(boards);
    }
    Ok(vec![read_board(&image, size, !is_turned, stars, limits)?])
}

/// Reads the board of a picture, which had this size before. `is_cut` if outer lines may
/// be missing.
fn read_board(
    image: &PixelImage,
    [width, height]: [u32; 2],
    is_cut: bool,
    stars: Option<u32>,
    limits: &Limits,
) -> Result<Position, PuzzleReadError> {
    let mut failed = None;
    let finder = lattice::BoardFinder::new(image, is_cut, limits)?;
    // A board that is cut off is part of a larger one, so no other lattice of its size is
    // the board.
    let mut cut_size = 0;
    let mut read = |lattice: &lattice::BoardLattice| match cells::read(image, lattice) {
        Ok(_) if lattice.size <= cut_size => None,
        Ok((regions, marks)) if is_crossed_out(&regions, &marks) => {
            failed.get_or_insert(PictureError::Patterns);
            None
        }
        Ok((regions, marks)) => Some((lattice.size, regions, marks)),
        Err(error) => {
            if matches!(error, PictureError::Cut(_)) {
                cut_size = cut_size.max(lattice.size);
            }
            failed.get_or_insert(error);
            None
        }
    };
    let mut board = finder.find(limits, &mut read)?;
    if board.is_none() {
        board = finder.stretched().find(limits, read)?;
    }
    let Some((size, regions, marks)) = board else {
        return Err(failed
            .unwrap_or(PictureError::NoGrid { width, height })
            .into());
    };
    let position = finish(size as u32, stars, regions, marks)?;
    match clash(&position) {
        None => Ok(position),
        Some((first, second)) => Err(PictureError::Clash(first, second).into()),
    }
}

/// True if regions without an open square or a queen cover an eighth of the board:
/// players rarely cross out a whole region, but the lines of patterns look like crosses.
fn is_crossed_out(regions: &[u32], marks: &[Mark]) -> bool {
    let mut has_room = vec![false; regions.len()];
    for (&region, &mark) in regions.iter().zip(marks) {
        has_room[region as usize] |= mark != Mark::Cross;
    }
    8 * regions
        .iter()
        .filter(|&&region| !has_room[region as usize])
        .count()
        >= regions.len()
}

/// Returns two queens that break a rule: they touch, or the unit that they share has too
/// many.
fn clash(position: &Position) -> Option<(Square, Square)> {
    let puzzle = position.puzzle();
    let queens: Vec<Square> = position.marked(Mark::Queen).collect();
    let most = puzzle.stars() as usize;
    let clash_of = |(index, &second): (usize, &Square)| {
        let before = &queens[..index];
        let touches = |first: &&Square| {
            first
                .row
                .abs_diff(second.row)
                .max(first.column.abs_diff(second.column))
                == 1
        };
        let units: [&dyn Fn(&Square) -> u32; 3] =
            [&|square| square.row, &|square| square.column, &|square| {
                puzzle.region(*square)
            }];
        let crowded = units.into_iter().find_map(|unit| {
            let same: Vec<&Square> = before
                .iter()
                .filter(|first| unit(first) == unit(&second))
                .collect();
            (same.len() >= most).then(|| *same[0])
        });
        Some((before.iter().find(touches).copied().or(crowded)?, second))
    };
    queens.iter().enumerate().find_map(clash_of)
}

/// Red, green and blue.
type PixelColor = [u8; 3];

/// Distance of two colours: the maximum difference of red, green and blue.
fn difference(a: PixelColor, b: PixelColor) -> u8 {
    a.iter()
        .zip(b)
        .map(|(a, b)| a.abs_diff(b))
        .max()
        .unwrap_or(0)
}

/// Pixels, row by row.
struct PixelImage {
    width: usize,
    height: usize,
    pixels: Vec<PixelColor>,
}

impl PixelImage {
    fn at(&self, x: usize, y: usize) -> PixelColor {
        self.pixels[y * self.width + x]
    }

    /// Swaps rows and columns.
    fn transposed(&self) -> Self {
        let mut pixels = vec![[0; 3]; self.pixels.len()];
        for (y, row) in self.pixels.chunks_exact(self.width.max(1)).enumerate() {
            for (x, &pixel) in row.iter().enumerate() {
                pixels[x * self.height + y] = pixel;
            }
        }
        PixelImage {
            width: self.height,
            height: self.width,
            pixels,
        }
    }
}
