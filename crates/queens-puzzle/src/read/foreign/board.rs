//! A board from the names of its regions, or from the squares of each region.

use super::super::{PuzzleReadError, finish, grid};
use crate::{MAX_SIZE, Mark, Position};
use queens_model::problem::numbered_names;
use std::collections::{HashMap, HashSet};

/// Smallest side of a board: smaller ones have no solution.
pub(super) const MIN_SIZE: usize = 4;

/// Name of the region of each square, row by row, and the marks on them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedBoard {
    size: usize,
    names: Vec<String>,
    marks: Vec<Mark>,
}

/// Returns true if a board may have `size` rows.
pub(super) fn is_size(size: usize) -> bool {
    (MIN_SIZE..=MAX_SIZE as usize).contains(&size)
}

impl NamedBoard {
    /// Reads the cells of a board row by row; `None` if they are not a square with as
    /// many regions as rows. A letter behind the name of a region is a mark if all names
    /// are single letters then.
    pub(super) fn of_cells<S: AsRef<str>>(cells: &[S]) -> Option<Self> {
        let size = cells.len().isqrt();
        if !is_size(size) || size * size != cells.len() {
            return None;
        }
        let names: Vec<String> =
            cells.iter().map(|cell| cell.as_ref().to_owned()).collect();
        let board = NamedBoard {
            size,
            names,
            marks: vec![Mark::Open; size * size],
        };
        if board.regions() == size {
            Some(board)
        } else {
            board.with_marks_split()
        }
    }

    fn regions(&self) -> usize {
        self.names.iter().collect::<HashSet<_>>().len()
    }

    /// Splits the mark from each name.
    fn with_marks_split(self) -> Option<Self> {
        let split: Vec<(char, Mark)> = self
            .names
            .iter()
            .map(|name| split_mark(name))
            .collect::<Option<_>>()?;
        let (names, marks): (Vec<char>, Vec<Mark>) = split.into_iter().unzip();
        let names = names.into_iter().map(String::from).collect();
        let board = NamedBoard {
            names,
            marks,
            ..self
        };
        (board.regions() == board.size).then_some(board)
    }

    /// Builds the position.
    pub(super) fn position(
        self,
        stars: Option<u32>,
    ) -> Result<Position, PuzzleReadError> {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        finish(self.size as u32, stars, numbered_names(&names)?, self.marks)
    }

    /// Returns the name of the region of each square, and the mark on it.
    pub(super) fn into_names_and_marks(self) -> (Vec<String>, Vec<Mark>) {
        (self.names, self.marks)
    }

    pub(super) fn size(&self) -> usize {
        self.size
    }
}

/// Splits a name of one sign and the mark after it.
fn split_mark(name: &str) -> Option<(char, Mark)> {
    let mut signs = name.chars();
    let region = signs.next()?;
    let mark = signs.as_str();
    if mark.is_empty() {
        Some((region, Mark::Open))
    } else {
        Some((region, grid::mark(mark)?))
    }
}

/// Builds a board from the squares of each region, whose rows and columns count from 0 or
/// from 1; `None` unless each square has one region.
pub(super) fn of_squares(regions: &[Vec<[u32; 2]>]) -> Option<NamedBoard> {
    let size = regions.len();
    let all: Vec<[u32; 2]> = regions.iter().flatten().copied().collect();
    if !is_size(size) || all.len() != size * size {
        return None;
    }
    let first = all
        .iter()
        .flatten()
        .min()
        .copied()
        .filter(|&first| first < 2)?;
    let named = regions
        .iter()
        .enumerate()
        .flat_map(|(name, squares)| squares.iter().map(move |&square| (square, name)));
    of_named_squares(
        size,
        named.map(|([row, column], name)| {
            ([row - first, column - first], name.to_string())
        }),
    )
}

/// Builds a board from the name of the region of each square, from 0.
pub(super) fn of_named_squares(
    size: usize,
    squares: impl Iterator<Item = ([u32; 2], String)>,
) -> Option<NamedBoard> {
    let mut names: HashMap<[u32; 2], String> = HashMap::new();
    for (square, name) in squares {
        if square.iter().any(|&place| place as usize >= size)
            || names.insert(square, name).is_some()
        {
            return None;
        }
    }
    let side = 0..size as u32;
    let all = side
        .clone()
        .flat_map(|row| side.clone().map(move |column| [row, column]));
    let cells: Vec<String> = all
        .map(|square| names.remove(&square))
        .collect::<Option<_>>()?;
    NamedBoard::of_cells(&cells)
}

/// Builds the positions of boards.
pub(super) fn positions(
    boards: Vec<(NamedBoard, Option<u32>)>,
    stars: Option<u32>,
) -> Option<Result<Vec<Position>, PuzzleReadError>> {
    let build =
        |(board, named): (NamedBoard, Option<u32>)| board.position(stars.or(named));
    (!boards.is_empty()).then(|| boards.into_iter().map(build).collect())
}
