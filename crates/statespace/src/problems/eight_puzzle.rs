//! The sliding tiles.

use crate::path::Transition;
use crate::space::{Space, TransitionOf};
use std::fmt;
use std::str::FromStr;

/// The eight puzzle: eight numbered tiles and a blank in a frame of 3 by 3. A tile next
/// to the blank can slide into it, which costs 1. Its heuristic is the sum of the tiles'
/// distances to their places, counted in rows and columns.
///
/// Half of all arrangements can be reached from any given one: 181,440. None of them is
/// farther than 31 slides (Reinefeld 1993, "Complete solution of the eight-puzzle and the
/// benefit of node ordering in IDA*").
///
/// ```
/// use statespace::problems::EightPuzzle;
/// use statespace::{Search, Strategy};
///
/// let puzzle = EightPuzzle::new("123450786".parse()?)?;
/// let slides = Search::new(&puzzle, Strategy::IdaStar).first().solution.unwrap();
/// assert_eq!(slides.steps[0].operator.to_string(), "slide tile 6 up");
/// # Ok::<(), statespace::problems::EightPuzzleError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EightPuzzle {
    start: Tiles,
    goal: Tiles,
    /// Position of each tile in the goal.
    home: [usize; 9],
}

/// An arrangement of the tiles, row by row; 0 is the blank.
///
/// It is parsed from nine digits such as `123456780`. Its text has three rows, the blank
/// a dot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tiles([u8; 9]);

/// Reason why an eight puzzle is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EightPuzzleError {
    /// The digits are not 0 to 8, each once.
    #[error(
        "'{0}' is not an arrangement: give each of the digits 0 to 8 once, 0 for the blank"
    )]
    Arrangement(String),
    /// The start is in the other half of the arrangements.
    #[error(
        "the goal {goal} cannot be reached from {start}: an odd number of tiles are swapped; swap two of them"
    )]
    Unsolvable {
        /// The start as nine digits.
        start: String,
        /// The goal as nine digits.
        goal: String,
    },
}

impl Tiles {
    /// 1 2 3 / 4 5 6 / 7 8 blank.
    pub const ORDERED: Tiles = Tiles([1, 2, 3, 4, 5, 6, 7, 8, 0]);

    /// Returns the tiles row by row; 0 is the blank.
    #[must_use]
    pub fn rows(&self) -> [u8; 9] {
        self.0
    }

    fn digits(&self) -> String {
        self.0.iter().map(u8::to_string).collect()
    }

    /// Returns the position of each tile.
    fn tile_places(&self) -> [usize; 9] {
        let mut places = [0; 9];
        for (place, tile) in self.0.iter().enumerate() {
            places[usize::from(*tile)] = place;
        }
        places
    }

    /// Returns true if an odd number of pairs of tiles are in the wrong order. No slide
    /// changes that: along a row it moves a tile past no other, across rows past two.
    fn is_odd(&self) -> bool {
        let tiles: Vec<u8> = self.0.iter().copied().filter(|tile| *tile != 0).collect();
        let pairs = (0..8).flat_map(|right| (0..right).map(move |left| (left, right)));
        pairs
            .filter(|&(left, right)| tiles[left] > tiles[right])
            .count()
            % 2
            == 1
    }
}

impl TryFrom<[u8; 9]> for Tiles {
    type Error = EightPuzzleError;

    fn try_from(tiles: [u8; 9]) -> Result<Self, EightPuzzleError> {
        if (0..9).all(|tile| tiles.contains(&tile)) {
            Ok(Tiles(tiles))
        } else {
            Err(EightPuzzleError::Arrangement(format!("{tiles:?}")))
        }
    }
}

impl FromStr for Tiles {
    type Err = EightPuzzleError;

    fn from_str(text: &str) -> Result<Self, EightPuzzleError> {
        let error = || EightPuzzleError::Arrangement(text.to_owned());
        let bytes: [u8; 9] = text.as_bytes().try_into().map_err(|_| error())?;
        // Bytes below '0' wrap to numbers above 8, which are no tiles.
        Tiles::try_from(bytes.map(|byte| byte.wrapping_sub(b'0'))).map_err(|_| error())
    }
}

impl fmt::Display for Tiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, tile) in self.0.iter().enumerate() {
            let before = match place {
                0 => "",
                3 | 6 => "\n",
                _ => " ",
            };
            match tile {
                0 => write!(f, "{before}.")?,
                tile => write!(f, "{before}{tile}")?,
            }
        }
        Ok(())
    }
}

/// Slide of one tile into the blank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slide {
    /// Tile that moves, 1 to 8.
    pub tile: u8,
    /// Direction: `up`, `down`, `left` or `right`.
    pub direction: &'static str,
}

impl fmt::Display for Slide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "slide tile {} {}", self.tile, self.direction)
    }
}

impl EightPuzzle {
    /// Creates the puzzle of putting `start` into order ([`Tiles::ORDERED`]).
    ///
    /// # Errors
    /// [`EightPuzzleError::Unsolvable`] for half of all arrangements.
    pub fn new(start: Tiles) -> Result<Self, EightPuzzleError> {
        Self::between(start, Tiles::ORDERED)
    }

    /// Creates the puzzle of turning `start` into `goal`.
    ///
    /// # Errors
    /// [`EightPuzzleError::Unsolvable`] if no slides lead there.
    pub fn between(start: Tiles, goal: Tiles) -> Result<Self, EightPuzzleError> {
        if start.is_odd() != goal.is_odd() {
            return Err(EightPuzzleError::Unsolvable {
                start: start.digits(),
                goal: goal.digits(),
            });
        }
        Ok(EightPuzzle {
            start,
            goal,
            home: goal.tile_places(),
        })
    }
}

impl Space for EightPuzzle {
    type State = Tiles;
    type Operator = Slide;

    fn start(&self) -> Tiles {
        self.start
    }

    fn is_goal(&self, tiles: &Tiles) -> bool {
        *tiles == self.goal
    }

    /// Returns the slide of the tile below the blank first, then those to its right, to
    /// its left and above it.
    fn successors(&self, tiles: &Tiles) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let Tiles(rows) = *tiles;
        let blank = tiles.tile_places()[0];
        [
            ("up", (blank < 6).then_some(blank + 3)),
            ("left", (blank % 3 < 2).then_some(blank + 1)),
            ("right", (!blank.is_multiple_of(3)).then(|| blank - 1)),
            ("down", (blank > 2).then(|| blank - 3)),
        ]
        .into_iter()
        .filter_map(move |(direction, from)| {
            let from = from?;
            let tile = rows[from];
            let mut rows = rows;
            rows.swap(blank, from);
            Some(Transition::new(Slide { tile, direction }, Tiles(rows)))
        })
    }

    fn heuristic(&self, tiles: &Tiles) -> u64 {
        let places = tiles.tile_places();
        let distance = |tile: usize| {
            let (here, home) = (places[tile], self.home[tile]);
            (here / 3).abs_diff(home / 3) + (here % 3).abs_diff(home % 3)
        };
        (1..9).map(|tile| distance(tile) as u64).sum()
    }
}
