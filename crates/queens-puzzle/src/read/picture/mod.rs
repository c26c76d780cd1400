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
mod guess;
mod labels;
mod lattice;
mod marks;
mod perspective;
mod pieces;
mod reading;
mod runs;
mod tilt;

pub(super) use decode::PictureKind;
pub use reading::{BoardPlace, PictureReading, read_picture};

use super::{PictureError, PuzzleReadError, finish, grid};
use crate::{Mark, Position};
use control::{Limits, Stop};
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
    let upright = tilt::straightened(image, limits)?;
    let image = &upright.image;
    let mut boards = Vec::new();
    for piece in pieces::cut(image, limits)? {
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
    let is_cut = !upright.is_turned();
    Ok(vec![read_board(image, size, is_cut, stars, limits)?])
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
    let board = match find_board(image, is_cut, limits)? {
        BoardSearch::Board(board) => board,
        BoardSearch::Doubtful(_, error) => return Err(error.into()),
        BoardSearch::Nothing => {
            return Err(PictureError::NoGrid { width, height }.into());
        }
    };
    let size = board.lattice.size as u32;
    let position = finish(size, stars, board.regions, board.marks)?;
    match find_clash(&position) {
        None => Ok(position),
        Some((first, second)) => Err(PictureError::Clash(first, second).into()),
    }
}

/// Result of the search for the lines of a board.
enum BoardSearch {
    /// Lines whose squares are clear.
    Board(ReadLattice),
    /// The largest lines, whose squares are not, and the reason.
    Doubtful(lattice::BoardLattice, PictureError),
    /// No lines of a board.
    Nothing,
}

/// Searches a picture for the lines of a board, first of square and then of oblong
/// squares.
fn find_board(
    image: &PixelImage,
    is_cut: bool,
    limits: &Limits,
) -> Result<BoardSearch, Stop> {
    let finder = lattice::BoardFinder::new(image, is_cut, limits)?;
    let mut trial = LatticeTrial {
        image,
        cut_size: 0,
        failed: None,
    };
    let mut board = finder.find(limits, |lattice| trial.read_lattice(lattice))?;
    if board.is_none() {
        let stretched = finder.stretched();
        board = stretched.find(limits, |lattice| trial.read_lattice(lattice))?;
    }
    Ok(match (board, trial.failed) {
        (Some(board), _) => BoardSearch::Board(board),
        (None, Some((lattice, error))) => BoardSearch::Doubtful(lattice, error),
        (None, None) => BoardSearch::Nothing,
    })
}

/// The lines of a board with what their squares show, row by row.
struct ReadLattice {
    lattice: lattice::BoardLattice,
    regions: Vec<u32>,
    marks: Vec<Mark>,
}

/// The lattices of a picture, tried one after the other until one is a board.
struct LatticeTrial<'i> {
    image: &'i PixelImage,
    /// Largest size of a lattice that is cut off. It is part of a larger board, so no
    /// other lattice of its size is the board.
    cut_size: usize,
    /// The first lattice, and the reason why it is no board.
    failed: Option<(lattice::BoardLattice, PictureError)>,
}

impl LatticeTrial<'_> {
    /// Reads the squares of a lattice, if it is a board.
    fn read_lattice(&mut self, lattice: &lattice::BoardLattice) -> Option<ReadLattice> {
        let error = match cells::read_squares(self.image, lattice) {
            Ok(_) if lattice.size <= self.cut_size => return None,
            Ok((regions, marks)) if is_crossed_out(&regions, &marks) => {
                PictureError::Patterns
            }
            Ok((regions, marks)) => {
                return Some(ReadLattice {
                    lattice: *lattice,
                    regions,
                    marks,
                });
            }
            Err(error) => error,
        };
        if matches!(error, PictureError::Cut(_)) {
            self.cut_size = self.cut_size.max(lattice.size);
        }
        self.failed.get_or_insert((*lattice, error));
        None
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
fn find_clash(position: &Position) -> Option<(Square, Square)> {
    let queens: Vec<Square> = position.marked(Mark::Queen).collect();
    for (index, &second) in queens.iter().enumerate() {
        let before = &queens[..index];
        let touching = before.iter().copied().find(|first| touches(*first, second));
        let clash = touching.or_else(|| find_crowded(position, before, second));
        if let Some(first) = clash {
            return Some((first, second));
        }
    }
    None
}

/// True if two different squares have a side or a corner in common.
fn touches(first: Square, second: Square) -> bool {
    let rows = first.row.abs_diff(second.row);
    let columns = first.column.abs_diff(second.column);
    rows.max(columns) == 1
}

/// Returns the first of the queens `before` in a row, column or region that has no room
/// for `second`, because it has as many queens as stars.
fn find_crowded(
    position: &Position,
    before: &[Square],
    second: Square,
) -> Option<Square> {
    let puzzle = position.puzzle();
    let units_of = |square: Square| [square.row, square.column, puzzle.region(square)];
    (0..3).find_map(|unit| {
        let mut same = before
            .iter()
            .filter(|first| units_of(**first)[unit] == units_of(second)[unit]);
        let first = same.next()?;
        (1 + same.count() >= puzzle.stars() as usize).then_some(*first)
    })
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
