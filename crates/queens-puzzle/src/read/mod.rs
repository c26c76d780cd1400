//! Reading puzzles, in any form that people and sites pass on; the form is recognised by itself.
//!
//! | the input | is |
//! |---|---|
//! | begins with `{` or `[`, or with `const regions =` and the like | JSON, JavaScript or Python: `regions`, `colorRegions` and the like, or our document |
//! | begins with `<` | a page or picture that [`super::write`] wrote |
//! | names `starbattle/` | an address of puzz.link: columns, rows, stars, borders; behind `pzprv3` a file of it |
//! | an address with `?r=` | the page of `queens serve` |
//! | `AA2W...` | Star Battle Notation: the size twice, stars, a flag, borders |
//! | `task = '1,1,2,...'` | the region of each square, row by row; also without `task` |
//! | has a line `areas:` | the text form of a problem |
//! | column letters above a frame | a board as [`super::write::terminal`] draws it |
//! | a picture: PNG, JPEG, WebP | a screenshot: the grid is found, squares are grouped by colour or by thick lines |
//! | anything else | a grid of letters, with marks if there are any |
//!
//! Several puzzles ([`read_all`]) are lines that are one each (addresses, notations, `task` strings, all squares in one
//! line), pages with several boards, and lists of JSON.
//!
//! ```
//! use queens::puzzle::read::read;
//!
//! let position = read(b"AABB\nAABB\nCCDD\nCCDD\n\n.Q..\n....\nx...\n....", None)?;
//! assert_eq!((position.puzzle().size(), position.puzzle().stars()), (4, 1));
//! # Ok::<(), queens::puzzle::read::ReadError>(())
//! ```

mod drawn;
mod error;
mod grid;
mod json;
mod json_regions;
mod link;
pub(super) mod markup;
pub(super) mod notation;
mod page;
mod picture;
mod pzprv3;
mod values;

pub use error::{LineError, PictureError, ReadError};

use super::borders::Borders;
use super::{MAX_SIZE, Mark, Position, Puzzle};
use control::Limits;
use queens_formats::read::is_literal;
use queens_model::problem::{Problem, ProblemTextError, with_line_feeds};
use queens_model::square::Square;

/// The longest text of a puzzle, in bytes.
pub const MAX_TEXT_BYTES: usize = 4 << 20;

/// The longest text that is neither a page nor a picture.
const MAX_PLAIN_BYTES: usize = 1 << 20;

/// The longest file of a picture, in bytes.
pub const MAX_IMAGE_BYTES: usize = 64 << 20;

/// The most pixels of a picture, 32 Mi: a screen of 7680 x 4320 has fewer.
pub const MAX_IMAGE_PIXELS: u64 = 32 << 20;

/// Reads a puzzle and what is known of its squares: [`read_within`] without limits.
///
/// # Errors
/// As there, but never [`ReadError::Stopped`].
pub fn read(input: &[u8], stars: Option<u32>) -> Result<Position, ReadError> {
    read_within(input, stars, &Limits::default())
}

/// Reads a puzzle and what is known of its squares. `stars` is the number of queens that each row, column and region
/// takes; without it the form says so, or it is one. Time, memory and token of `limits` hold for pictures, which take
/// most.
///
/// # Errors
/// An input in none of the forms, with the place and the way out; [`ReadError::Stopped`] by a limit.
///
/// # Complexity
/// Linear in the input and in the squares or pixels.
pub fn read_within(input: &[u8], stars: Option<u32>, limits: &Limits) -> Result<Position, ReadError> {
    let mut found = read_all(input, stars, limits)?;
    match (found.len(), found.pop()) {
        (1, Some(position)) => Ok(position),
        (0, _) => Err(ReadError::Empty),
        (several, _) => Err(ReadError::Several(several)),
    }
}

/// Reads all puzzles, in their order; at least one. `stars` and `limits` as in [`read_within`].
///
/// # Errors
/// The first that cannot be read; [`ReadError::Stopped`] by a limit.
///
/// # Complexity
/// Linear in the input and in the squares or pixels.
pub fn read_all(input: &[u8], stars: Option<u32>, limits: &Limits) -> Result<Vec<Position>, ReadError> {
    if let Some(kind) = picture::Kind::of(input) {
        return Ok(vec![picture::read(input, kind, stars, &limits.started())?]);
    }
    if input.len() > MAX_TEXT_BYTES {
        return Err(ReadError::TooLong(input.len()));
    }
    let text = std::str::from_utf8(input).map_err(|error| {
        let before = &input[..error.valid_up_to()];
        ReadError::NotUtf8(1 + before.iter().filter(|&&byte| byte == b'\n').count())
    })?;
    let text = with_line_feeds(text.trim_start_matches('\u{feff}'));
    let text = &*text;
    let start = text.trim();
    match start.as_bytes().first() {
        None => return Err(ReadError::Empty),
        Some(b'<') => return markup::read_all(start, stars),
        Some(_) if are_values(start) => return json::read_all(start, stars),
        Some(_) if text.len() > MAX_PLAIN_BYTES => return Err(ReadError::TooLong(text.len())),
        Some(_) => {}
    }
    let lines: Vec<&str> =
        text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')).collect();
    let is_form = |line: &&str| {
        link::body(line).is_some()
            || page::settings(line).is_some()
            || notation::Notation::recognise(line).is_some()
            || link::task(line).is_some()
    };
    match lines.len() {
        2.. if lines.iter().all(is_form) => {
            let puzzles = lines.into_iter().map(|line| read_text(line, stars));
            Ok(puzzles.collect::<Result<Vec<_>, _>>()?.concat())
        }
        2.. => grid::one_a_line(&lines, stars).map_or_else(|| read_text(text, stars), Ok),
        _ => read_text(text, stars),
    }
}

/// Whether a text begins a value of JSON, JavaScript or Python.
fn are_values(text: &str) -> bool {
    let mut rest = text;
    loop {
        let end = match rest.as_bytes() {
            [b'#', ..] | [b'/', b'/', ..] => rest.find('\n'),
            [b'/', b'*', ..] => rest.find("*/").map(|end| end + 1),
            _ => break,
        };
        rest = end.map_or("", |end| &rest[end + 1..]).trim_start();
    }
    let first = rest.lines().next().unwrap_or_default();
    first.starts_with(['[', '{']) || is_literal(first)
}

/// Reads the puzzles of a text that is no page and no JSON, of which only letter grids are several.
fn read_text(text: &str, stars: Option<u32>) -> Result<Vec<Position>, ReadError> {
    let start = text.trim();
    let position = if let Some(body) = pzprv3::body(start) {
        pzprv3::read(body, stars)
    } else if let Some(body) = link::body(start) {
        link::read(body, stars)
    } else if let Some(settings) = page::settings(start) {
        page::read(settings, stars)
    } else if let Some(notation) = notation::Notation::recognise(start) {
        notation.read(stars)
    } else if let Some(task) = link::task(start) {
        grid::read(task, stars)
    } else if is_problem_text(start) {
        problem_text(text, stars)
    } else if drawn::is_drawn(text) {
        return drawn::read_all(text, stars);
    } else {
        return grid::read_all(text, stars).map_err(|error| match text.parse::<Problem>() {
            Ok(_) => ReadError::NoRegions,
            Err(ProblemTextError::Problem(impossible)) => impossible.into(),
            Err(_) => error,
        });
    };
    Ok(vec![position?])
}

/// Whether this is the text form of a problem with regions.
fn is_problem_text(text: &str) -> bool {
    text.lines().any(|line| line.trim().eq_ignore_ascii_case("areas:"))
}

/// Reads the text form of a problem.
fn problem_text(text: &str, stars: Option<u32>) -> Result<Position, ReadError> {
    let problem: Problem = text.parse()?;
    let position = Position::new(Puzzle::of(problem)?);
    match stars {
        Some(stars) if stars != position.puzzle().stars() => {
            let puzzle = position.puzzle();
            let clues = puzzle.problem().every_square().map(|square| (square, puzzle.clue(square)));
            let marks = position.marks().to_vec();
            Ok(finish(puzzle.size(), Some(stars), puzzle.regions(), marks)?.with_clues(clues)?)
        }
        _ => Ok(position),
    }
}

/// The position on a board of `size` x `size` with a region and a mark for each square, row by row; without marks all
/// squares are open.
fn finish(
    size: u32,
    stars: Option<u32>,
    regions: Vec<u32>,
    marks: impl IntoIterator<Item = Mark>,
) -> Result<Position, ReadError> {
    let mut position = Position::new(Puzzle::new(size, stars.unwrap_or(1), regions)?);
    let squares: Vec<Square> = position.puzzle().problem().every_square().collect();
    for (square, mark) in squares.into_iter().zip(marks) {
        position.set(square, mark);
    }
    Ok(position)
}

/// Bits of each character of `text`, which is a digit of `digits`, the highest bit first.
fn bits(text: &str, width: u32, digit: impl Fn(char) -> Option<u32>) -> Result<Vec<bool>, char> {
    let mut bits = Vec::with_capacity(text.len() * width as usize);
    for character in text.chars() {
        let value = digit(character).ok_or(character)?;
        bits.extend((0..width).rev().map(|bit| value >> bit & 1 == 1));
    }
    Ok(bits)
}

/// The puzzle whose regions are the rooms between `borders`.
fn from_borders(borders: &Borders, stars: u32) -> Result<Position, ReadError> {
    finish(borders.size as u32, Some(stars), borders.rooms(), [])
}
