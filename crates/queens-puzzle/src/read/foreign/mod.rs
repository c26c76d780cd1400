//! Boards as other programs, sites and people keep them: read if no form of our own fits.
//!
//! | input | reader |
//! |---|---|
//! | a size, stars or words above rows of letters, numbers or signs | [`grids`] |
//! | a whole board on each line, behind a name or in a column | [`lines`] |
//! | YAML | [`yaml`] |
//! | a region on each line: `stars \| row,column row,column` | [`listed`] |
//! | run lengths: `2r2g1o` | [`runs`] |
//! | a table: a line for each square, `row,col,region` | [`table`] |
//! | JSON: an object for each square, with its row, column and colour | [`objects`] |
//! | a map from squares to regions: `{(0, 0): 'A', ...}` | [`triples`] |
//! | arrays of C, Java, Go, Kotlin, Haskell, MiniZinc, R and other languages | [`arrays`] |
//! | rows below a ruler, in a frame, quotation, byte strings or a table of LaTeX | [`dressed`] |
//! | XML with the squares of each region; saved pages | [`markup`] |
//! | saved pages whose squares have thick edges | [`edges`] |
//!
//! A board counts if it is square, has at least four rows and exactly as many regions as
//! rows: then nothing in it can be something else.

mod arrays;
mod board;
mod brackets;
mod cells;
mod dressed;
mod edges;
mod elements;
mod grids;
mod lines;
mod listed;
mod markup;
mod objects;
mod runs;
mod stars;
mod table;
mod triples;
mod yaml;

pub(super) use stars::{all_in as stars_in, named_in as named_stars};

use super::PuzzleReadError;
use crate::Position;

/// Positions, or the reason why a text of a known form is none; `None` if the text has
/// another form.
type FormResult = Option<Result<Vec<Position>, PuzzleReadError>>;

/// Reads the puzzles of a text that no other reader takes; `None` if there are none.
pub(super) fn read_all(text: &str, stars: Option<u32>) -> FormResult {
    let readers: &[fn(&str, Option<u32>) -> FormResult] = if text
        .trim_start()
        .starts_with('<')
        && !text.trim_start().starts_with("<?php")
    {
        &[markup::read]
    } else {
        &[
            table::read,
            listed::read,
            runs::read,
            objects::read,
            grids::read,
            lines::read,
            yaml::read,
            triples::read,
            arrays::read,
            dressed::read,
        ]
    };
    readers.iter().find_map(|read| read(text, stars))
}
