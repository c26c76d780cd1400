//! A reading that people can correct: the place of the board in the picture, the most
//! likely content of each square, and the squares to look at.

use super::perspective::{Point, ProjectiveMap, are_corners, flatten_board};
use super::tilt::{UprightPicture, straightened};
use super::{
    BoardSearch, PictureError, PictureKind, PixelImage, PuzzleReadError, ReadLattice,
    decode, find_board, find_clash, guess, lattice, on_own_thread,
};
use crate::read::finish;
use crate::{Mark, Position};
use control::{Limits, Stop};
use queens_model::square::Square;

/// Place of a board in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardPlace {
    /// The corners of the board: upper left, upper right, lower right and lower left,
    /// each as fractions of the width and the height of the upright picture, from 0 to 1.
    pub corners: [[f64; 2]; 4],
    /// Number of rows, 4 to 26.
    pub size: u32,
}

impl BoardPlace {
    /// Checks the corners and the size.
    fn check(&self) -> Result<(), PictureError> {
        let is_inside = |place: &f64| (0.0..=1.0).contains(place);
        if !self.corners.as_flattened().iter().all(is_inside)
            || !are_corners(&self.corners)
        {
            return Err(PictureError::Corners);
        }
        if !lattice::BOARD_SIZES.contains(&(self.size as usize)) {
            return Err(PictureError::Rows(self.size));
        }
        Ok(())
    }
}

/// Board in a picture, certain or not.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PictureReading {
    /// Place of the board.
    pub place: BoardPlace,
    /// Width and height of the upright picture, in pixels.
    pub sides: [u32; 2],
    /// The region of each square, row by row, counted from 0. There may be more or fewer
    /// than rows.
    pub regions: Vec<u32>,
    /// The mark of each square, row by row; an unclear one is open.
    pub marks: Vec<Mark>,
    /// Squares whose region or mark is uncertain, in order.
    pub doubtful: Vec<Square>,
    /// Reason why the reading is uncertain; `None` if it is certain.
    pub doubt: Option<PictureError>,
}

impl PictureReading {
    /// Returns the corners of a square, clockwise from the upper left one, in pixels of
    /// the upright picture.
    pub(crate) fn corners_of(&self, square: Square) -> [[f64; 2]; 4] {
        let size = f64::from(self.place.size);
        let map = ProjectiveMap::to_corners(&self.place.corners);
        [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(down, right)| {
            let [row, column] = [square.row + down, square.column + right].map(f64::from);
            let [x, y] = map.apply([column / size, row / size]);
            [x * f64::from(self.sides[0]), y * f64::from(self.sides[1])]
        })
    }

    /// Returns the puzzle with the marks, if the number of regions fits.
    #[must_use]
    pub fn position(&self, stars: Option<u32>) -> Option<Position> {
        let marks = self.marks.iter().copied();
        finish(self.place.size, stars, self.regions.clone(), marks).ok()
    }
}

/// Reads the board of a picture as well as it can be read: what
/// [`read()`](crate::read::read()) refuses because a square is unclear is guessed and named
/// as doubtful. With a `place`, the board is read there, also at an angle; without, it is
/// searched for. A picture with several boards needs a place. Two queens in a row are a reason for doubt unless `stars` allows
/// them.
///
/// # Errors
/// An invalid picture, no lines of a board (then a place helps), an invalid place;
/// [`PuzzleReadError::Stopped`].
///
/// # Complexity
/// Linear in the pixels.
pub fn read_picture(
    bytes: &[u8],
    place: Option<BoardPlace>,
    stars: Option<u32>,
    limits: &Limits,
) -> Result<PictureReading, PuzzleReadError> {
    let kind = PictureKind::from_bytes(bytes).ok_or(PictureError::Unknown)?;
    if let Some(place) = &place {
        place.check()?;
    }
    let limits = &limits.started();
    let _memory = decode::lend_memory(bytes, kind, limits)?;
    on_own_thread(|| {
        let (image, [width, height]) = decode::decode(bytes, kind, limits)?;
        let is_on_its_side = (image.width > image.height) != (width > height);
        let sides = if is_on_its_side {
            [height, width]
        } else {
            [width, height]
        };
        if let Some(place) = place {
            let reading = read_at(&image, place, stars, limits)?;
            return Ok(PictureReading { sides, ..reading });
        }
        let upright = straightened(image, limits)?;
        let reading = match find_board(&upright.image, !upright.is_turned(), limits)? {
            BoardSearch::Board(board) => read_clear(&upright, board, stars),
            BoardSearch::Doubtful(lattice, doubt) => {
                guess_board(&upright, &lattice, stars, doubt)
            }
            BoardSearch::Nothing => {
                return Err(PictureError::NoGrid { width, height }.into());
            }
        };
        Ok(PictureReading { sides, ..reading })
    })
}

/// Reads the board at a place that a person has marked.
fn read_at(
    image: &PixelImage,
    place: BoardPlace,
    stars: Option<u32>,
    limits: &Limits,
) -> Result<PictureReading, Stop> {
    let sides = [image.width as f64, image.height as f64];
    let corners: [Point; 4] = place.corners.map(|[x, y]| [x * sides[0], y * sides[1]]);
    let (flat, lattice) = flatten_board(image, &corners, place.size as usize, limits)?;
    let guessed = guess::guess_squares(&flat, &lattice);
    Ok(with_doubts(place, guessed, stars, None))
}

/// A board whose squares are clear; its marks may still contradict each other.
fn read_clear(
    upright: &UprightPicture,
    board: ReadLattice,
    stars: Option<u32>,
) -> PictureReading {
    let guessed = guess::GuessedSquares {
        regions: board.regions,
        marks: board.marks,
        doubtful: Vec::new(),
    };
    with_doubts(place_of(upright, &board.lattice), guessed, stars, None)
}

/// A board with unclear squares.
fn guess_board(
    upright: &UprightPicture,
    lattice: &lattice::BoardLattice,
    stars: Option<u32>,
    doubt: PictureError,
) -> PictureReading {
    let guessed = guess::guess_squares(&upright.image, lattice);
    with_doubts(place_of(upright, lattice), guessed, stars, Some(doubt))
}

/// Returns the place of a lattice in the picture before it was rotated back.
fn place_of(upright: &UprightPicture, lattice: &lattice::BoardLattice) -> BoardPlace {
    let [left, right] = [0, lattice.size].map(|line| lattice.across.line(line));
    let [top, bottom] = [0, lattice.size].map(|line| lattice.down.line(line));
    let corners = [[left, top], [right, top], [right, bottom], [left, bottom]];
    BoardPlace {
        corners: corners
            .map(|corner| upright.place_before(corner).map(|at| at.clamp(0.0, 1.0))),
        size: lattice.size as u32,
    }
}

/// Completes a reading: names the first reason for doubt, and the queens that break a
/// rule together.
fn with_doubts(
    place: BoardPlace,
    guessed: guess::GuessedSquares,
    stars: Option<u32>,
    doubt: Option<PictureError>,
) -> PictureReading {
    let mut reading = PictureReading {
        place,
        sides: [0; 2],
        regions: guessed.regions,
        marks: guessed.marks,
        doubtful: guessed.doubtful,
        doubt,
    };
    let size = place.size as usize;
    let regions = reading
        .regions
        .iter()
        .max()
        .map_or(0, |&last| last as usize + 1);
    let clash = reading.position(stars).as_ref().and_then(find_clash);
    let found = if regions != size {
        Some(PictureError::GuessedRegions { size, regions })
    } else if let Some((first, second)) = clash {
        reading.doubtful.extend([first, second]);
        Some(PictureError::Clash(first, second))
    } else if let Some(&square) = reading.doubtful.first() {
        Some(PictureError::Unclear(square))
    } else {
        None
    };
    reading.doubtful.sort_unstable();
    reading.doubtful.dedup();
    reading.doubt = reading.doubt.or(found);
    reading
}
