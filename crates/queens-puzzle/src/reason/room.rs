//! Room for queens: how many fit into some squares without touching, and the words that
//! say why.

use super::{Facts, words};
use queens_model::bits::SmallSet;

/// Some squares, the most queens that fit into them without touching, and the reason.
pub(crate) struct Room<const W: usize> {
    squares: SmallSet<W>,
    /// The most queens that fit.
    pub(crate) most: u32,
    /// The parts of the squares in blocks of 2 x 2, as many as queens fit; empty if the
    /// squares themselves are reason enough, or if it takes more blocks.
    blocks: Vec<SmallSet<W>>,
    /// Verb for what queens must not do to each other: touch, or on a board of the
    /// n-queens levels attack.
    clash: &'static str,
}

impl<const W: usize> Room<W> {
    /// Measures `squares`.
    pub(crate) fn new(facts: &Facts<'_, W>, squares: SmallSet<W>) -> Self {
        let most = most_apart(facts, squares);
        let blocks = match most >= 2 && squares.count() > most {
            true => find_cover(facts.size, squares, most).unwrap_or_default(),
            false => Vec::new(),
        };
        Room {
            squares,
            most,
            blocks,
            clash: facts.clash_in_words(),
        }
    }

    /// True if there is no square.
    pub(crate) fn is_empty(&self) -> bool {
        self.squares.is_empty()
    }

    /// True if the squares are few enough to be named one by one, or if they are in as
    /// many blocks as queens fit.
    pub(crate) fn is_short(&self) -> bool {
        !self.blocks.is_empty() || self.squares.count() <= words::MAX_NAMED_SQUARES
    }

    /// Names of the squares: `b3 and c3`, `d4 and the block a1-b2`.
    pub(crate) fn block_names(&self, size: usize) -> String {
        match self.blocks.is_empty() {
            true => words::all_squares(size, self.squares),
            false => words::block_list(size, &self.blocks),
        }
    }

    /// Places of its queens, and the reason why no more fit: `on b3 or c3, which touch
    /// each other`, `on d4 and in the block a1-b2, which holds at most one queen`.
    pub(crate) fn place_names(&self, size: usize) -> String {
        let places = match (self.blocks.is_empty(), self.most) {
            (false, _) => words::in_blocks(size, &self.blocks),
            (true, 1) => format!("on {}", words::any_square(size, self.squares)),
            (true, _) => format!("on {}", words::all_squares(size, self.squares)),
        };
        match self.room_reason() {
            None => places,
            Some(reason) => format!("{places}, which {reason}"),
        }
    }

    /// The reason why no more queens fit, as the end of a sentence that named the
    /// squares: `, and these touch each other`. Empty if each square could hold one.
    pub(crate) fn these_clause(&self) -> String {
        let Some(reason) = self.room_reason() else {
            return String::new();
        };
        let has_squares = self.blocks.iter().any(|block| block.count() == 1);
        let these = match (has_squares, self.large_blocks()) {
            (false, _) => "these",
            (true, 1) => "this block",
            (true, _) => "these blocks",
        };
        format!(", and {these} {reason}")
    }

    /// Number of blocks of more than one square.
    fn large_blocks(&self) -> usize {
        self.blocks.iter().filter(|block| block.count() > 1).count()
    }

    /// The reason why no more queens fit, without its subject: `touch each other`. `None`
    /// if each square could hold one.
    fn room_reason(&self) -> Option<String> {
        let clash = self.clash;
        Some(match (self.squares.count(), self.most) {
            (squares, most) if squares <= most => return None,
            _ if self.large_blocks() == 1 => "holds at most one queen".to_owned(),
            _ if !self.blocks.is_empty() => "hold at most one queen each".to_owned(),
            (2, 1) => format!("{clash} each other"),
            (_, 1) => format!("all {clash} each other"),
            (_, most) => {
                format!("hold at most {most} queens that do not {clash} each other")
            }
        })
    }
}

/// The most queens that fit into `squares` without touching.
fn most_apart<const W: usize>(facts: &Facts<'_, W>, mut squares: SmallSet<W>) -> u32 {
    let Some(first) = squares.first() else {
        return 0;
    };
    squares.remove(first);
    let with = 1 + most_apart(facts, squares - facts.conflicts[first]);
    // A square with at most one neighbour left is in some largest choice.
    match (squares & facts.conflicts[first]).count() {
        0 | 1 => with,
        _ => with.max(most_apart(facts, squares)),
    }
}

/// Returns the parts of `squares` in at most `blocks` blocks of 2 x 2 that cover them, in
/// reading order; `None` if it takes more. A square in two of the blocks is in both
/// parts.
fn find_cover<const W: usize>(
    size: usize,
    squares: SmallSet<W>,
    blocks: u32,
) -> Option<Vec<SmallSet<W>>> {
    let corners = cover_corners(size, squares, blocks)?;
    Some(
        corners
            .into_iter()
            .map(|corner| block_squares(size, corner) & squares)
            .collect(),
    )
}

/// Returns the corners of the blocks of [`find_cover`].
///
/// The block that covers the first square can be moved down until the square is in its
/// upper row: two blocks to try. Each is moved onto the board, so that all have four
/// squares.
pub(crate) fn cover_corners<const W: usize>(
    size: usize,
    squares: SmallSet<W>,
    blocks: u32,
) -> Option<Vec<usize>> {
    let Some(first) = squares.first() else {
        return Some(Vec::new());
    };
    let rest = blocks.checked_sub(1)?;
    let left = first.checked_sub(1).filter(|_| first % size > 0);
    [Some(first), left]
        .into_iter()
        .flatten()
        .find_map(|corner| {
            let others =
                cover_corners(size, squares - block_squares(size, corner), rest)?;
            Some([vec![moved_onto_board(size, corner)], others].concat())
        })
}

fn moved_onto_board(size: usize, corner: usize) -> usize {
    let last = size.saturating_sub(2);
    (corner / size).min(last) * size + (corner % size).min(last)
}

/// The block of 2 x 2 with `corner` as its upper left square, clipped to the board.
fn block_squares<const W: usize>(size: usize, corner: usize) -> SmallSet<W> {
    let (row, column) = (corner / size, corner % size);
    let rows = row..(row + 2).min(size);
    rows.flat_map(|row| {
        (column..(column + 2).min(size)).map(move |column| row * size + column)
    })
    .collect()
}
