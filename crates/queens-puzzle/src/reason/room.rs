//! Room for queens: how many fit into some squares without touching, and the words that
//! say why.

use super::{Facts, words};
use queens_model::bits::SmallSet;

/// Some squares, the most queens that fit into them without touching, and the reason.
///
/// The reason is a cover by as many blocks of 2 x 2 as queens fit, since two queens in one
/// block touch. Without a cover the squares are named one by one.
pub(crate) struct Room<const W: usize> {
    squares: SmallSet<W>,
    /// The most queens that fit.
    pub(crate) most: u32,
    /// The parts of the squares in the blocks of the cover. Empty if at most one queen
    /// fits, if each square could hold one, or if a cover takes more blocks.
    blocks: Vec<SmallSet<W>>,
    /// Verb for what queens must not do to each other: touch, or on a board of the
    /// n-queens levels attack.
    clash: &'static str,
}

impl<const W: usize> Room<W> {
    /// Measures `squares`.
    pub(crate) fn new(facts: &Facts<'_, W>, squares: SmallSet<W>) -> Self {
        let most = most_apart(facts.conflicts, squares);
        let blocks = if most >= 2 && squares.count() > most {
            find_cover(facts.size, squares, most).unwrap_or_default()
        } else {
            Vec::new()
        };
        Room {
            squares,
            most,
            blocks,
            clash: facts.clash_in_words(),
        }
    }

    /// Returns true if there is no square.
    pub(crate) fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// Returns true if the squares are few enough to be named one by one, or if they have
    /// a cover.
    pub(crate) fn is_short(&self) -> bool {
        !self.blocks.is_empty() || self.squares.count() <= words::MAX_NAMED_SQUARES
    }

    /// Returns the names of the squares: `b3 and c3`, `d4 and the block a1-b2`.
    pub(crate) fn block_names(&self, size: usize) -> String {
        if self.blocks.is_empty() {
            words::all_squares(size, self.squares)
        } else {
            words::block_list(size, &self.blocks)
        }
    }

    /// Returns the places of its queens, and the reason why no more fit: `on b3 or c3,
    /// which touch each other`, `on d4 and in the block a1-b2, which holds at most one
    /// queen`.
    pub(crate) fn place_names(&self, size: usize) -> String {
        let places = if !self.blocks.is_empty() {
            words::in_blocks(size, &self.blocks)
        } else if self.most == 1 {
            format!("on {}", words::any_square(size, self.squares))
        } else {
            format!("on {}", words::all_squares(size, self.squares))
        };
        match self.limit_in_words() {
            None => places,
            Some(limit) => format!("{places}, which {limit}"),
        }
    }

    /// Returns the reason why no more queens fit, as the end of a sentence that named the
    /// squares: `, and these touch each other`. Empty if each square could hold one.
    pub(crate) fn limit_clause(&self) -> String {
        let Some(limit) = self.limit_in_words() else {
            return String::new();
        };
        // Beside single squares, the limit is about the blocks alone.
        let has_single_squares = self.blocks.iter().any(|block| block.count() == 1);
        let these = match (has_single_squares, self.count_large_blocks()) {
            (false, _) => "these",
            (true, 1) => "this block",
            (true, _) => "these blocks",
        };
        format!(", and {these} {limit}")
    }

    /// Returns the number of blocks of more than one square.
    fn count_large_blocks(&self) -> usize {
        self.blocks.iter().filter(|block| block.count() > 1).count()
    }

    /// Returns the reason why no more queens fit, without its subject: `touch each
    /// other`. `None` if each square could hold one.
    fn limit_in_words(&self) -> Option<String> {
        let (squares, most, clash) = (self.squares.count(), self.most, self.clash);
        if squares <= most {
            return None;
        }
        if !self.blocks.is_empty() {
            let limit = match self.count_large_blocks() {
                1 => "holds at most one queen",
                _ => "hold at most one queen each",
            };
            return Some(limit.to_owned());
        }
        Some(match (squares, most) {
            (2, 1) => format!("{clash} each other"),
            (_, 1) => format!("all {clash} each other"),
            _ => format!("hold at most {most} queens that do not {clash} each other"),
        })
    }
}

/// Returns the most of `squares` without two that touch; square `s` touches
/// `conflicts[s]`.
fn most_apart<const W: usize>(
    conflicts: &[SmallSet<W>],
    mut squares: SmallSet<W>,
) -> u32 {
    let mut placed = 0;
    while let Some(square) = squares
        .iter()
        .find(|&square| has_one_queen_around(conflicts, squares, square))
    {
        placed += 1;
        squares.remove(square);
        squares -= conflicts[square];
    }
    let Some(square) = squares.first() else {
        return placed;
    };
    squares.remove(square);
    let with = 1 + most_apart(conflicts, squares - conflicts[square]);
    placed + with.max(most_apart(conflicts, squares))
}

/// Returns true if `square` and its neighbours in `squares` have room for one queen
/// together. Then a largest choice has a queen on `square`: any other queen around it can
/// move there.
fn has_one_queen_around<const W: usize>(
    conflicts: &[SmallSet<W>],
    squares: SmallSet<W>,
    square: usize,
) -> bool {
    let mut neighbours = squares & conflicts[square];
    while let Some(neighbour) = neighbours.first() {
        neighbours.remove(neighbour);
        if !neighbours.is_within(&conflicts[neighbour]) {
            return false;
        }
    }
    true
}

/// Returns the parts of `squares` in at most `blocks` blocks of 2 x 2 that cover them, in
/// reading order; `None` if a cover takes more. A square in two of the blocks is in both
/// parts.
fn find_cover<const W: usize>(
    size: usize,
    squares: SmallSet<W>,
    blocks: u32,
) -> Option<Vec<SmallSet<W>>> {
    let corners = cover_corners(size, squares, blocks)?;
    let parts = corners
        .into_iter()
        .map(|corner| block_squares(size, corner) & squares);
    Some(parts.collect())
}

/// Returns the upper left corners of the blocks of [`find_cover`].
///
/// No square is above the first one, so the block that covers it can be moved down until
/// the square is in its upper row. Then the square is its left or its right corner: two
/// blocks to try. A block across the edge is moved onto the board, so that all have four
/// squares.
pub(crate) fn cover_corners<const W: usize>(
    size: usize,
    squares: SmallSet<W>,
    blocks: u32,
) -> Option<Vec<usize>> {
    let Some(first) = squares.first() else {
        return Some(Vec::new());
    };
    // A block covers at most four squares.
    if squares.count() > 4 * blocks {
        return None;
    }
    let rest = blocks - 1;
    let left = first.checked_sub(1).filter(|_| first % size > 0);
    for corner in [Some(first), left].into_iter().flatten() {
        let uncovered = squares - block_squares(size, corner);
        if let Some(others) = cover_corners(size, uncovered, rest) {
            return Some([vec![move_onto_board(size, corner)], others].concat());
        }
    }
    None
}

/// Moves a block that reaches across the right or lower edge onto the board. Returns its
/// corner.
fn move_onto_board(size: usize, corner: usize) -> usize {
    let last = size.saturating_sub(2);
    (corner / size).min(last) * size + (corner % size).min(last)
}

/// Returns the block of 2 x 2 with `corner` as its upper left square, clipped to the
/// board.
fn block_squares<const W: usize>(size: usize, corner: usize) -> SmallSet<W> {
    let (row, column) = (corner / size, corner % size);
    let mut squares = SmallSet::EMPTY;
    for row in row..(row + 2).min(size) {
        for column in column..(column + 2).min(size) {
            squares.insert(row * size + column);
        }
    }
    squares
}

#[cfg(test)]
mod tests {
    use super::most_apart;
    use queens_model::bits::SmallSet;

    const SIZE: usize = 4;
    const SQUARES: usize = SIZE * SIZE;

    fn squares_of(mask: u32) -> SmallSet<1> {
        (0..SQUARES)
            .filter(|square| mask >> square & 1 == 1)
            .collect()
    }

    /// Compares every set of squares of a 4 x 4 board with all choices of its squares.
    fn check_all_sets(clash: impl Fn(usize, usize) -> bool) {
        let mut conflicts = vec![SmallSet::EMPTY; SQUARES];
        for (square, near) in conflicts.iter_mut().enumerate() {
            for other in (0..SQUARES).filter(|&other| other != square) {
                let rows = (square / SIZE).abs_diff(other / SIZE);
                let columns = (square % SIZE).abs_diff(other % SIZE);
                if clash(rows, columns) {
                    near.insert(other);
                }
            }
        }
        let is_apart = |mask: &u32| {
            let chosen = squares_of(*mask);
            chosen
                .iter()
                .all(|square| (chosen & conflicts[square]).is_empty())
        };
        let choices: Vec<u32> = (0..1 << SQUARES).filter(is_apart).collect();
        for mask in 0..1 << SQUARES {
            let within = choices.iter().filter(|&&choice| choice & !mask == 0);
            let most = within.map(|choice| choice.count_ones()).max();
            let found = most_apart(&conflicts, squares_of(mask));
            assert_eq!(Some(found), most, "{mask:016b}");
        }
    }

    #[test]
    fn largest_sets_without_a_clash_agree_with_all_choices() {
        check_all_sets(|rows, columns| rows <= 1 && columns <= 1);
        check_all_sets(|rows, columns| rows == 0 || columns == 0 || rows == columns);
    }
}
