//! Readers of puzzles, in the forms that players and sites exchange. The form is
//! recognised from the input.
//!
//! | input | form |
//! |---|---|
//! | begins with `{` or `[`, or with `const regions =` and the like | JSON, JavaScript or Python: `regions`, `colorRegions` and the like, or our document |
//! | begins with `<` | a page or picture that [`super::write`] wrote |
//! | an address with `?starbattle/`, or what follows the `?` | an address of puzz.link: columns, rows, stars, borders; after `pzprv3`, a file of it |
//! | an address of penpa-edit, SudokuPad or f-puzzles | the puzzle packed in it |
//! | an address with `?r=` | a puzzle on the page of `queens serve` |
//! | other lines around a grid of emoji or such an address | a message, such as a shared result |
//! | `AA2W...` | Star Battle Notation: the size twice, stars, a flag, borders |
//! | `task = '1,1,2,...'` | the region of each square, row by row; also without `task` |
//! | has a line `areas:` | the text form of a problem |
//! | column letters above a frame | a board as [`super::write::terminal`] draws it |
//! | a picture: PNG, JPEG, WebP | a screenshot: the grid is found, squares are grouped by colour or by thick lines |
//! | anything else | a grid of letters, with marks if there are any |
//! | none of these | boards of other programs and sites: arrays, tables, lists of regions, saved pages, XML |
//!
//! [`read_picture`] returns what a picture shows even if it is not certain, for people
//! who correct it. [`read_all`] reads several puzzles: one on each line (addresses, notations, `task`
//! strings, boards in one line), pages with several boards, and lists in JSON.
//!
//! ```
//! use queens::puzzle::read::read;
//!
//! let position = read(b"AABB\nAABB\nCCDD\nCCDD\n\n.Q..\n....\nx...\n....", None)?;
//! assert_eq!((position.puzzle().size(), position.puzzle().stars()), (4, 1));
//! # Ok::<(), queens::puzzle::read::PuzzleReadError>(())
//! ```

pub(super) mod comments;
mod drawn;
mod error;
mod foreign;
mod grid;
mod json;
mod json_regions;
mod link;
pub(super) mod markup;
pub(super) mod notation;
mod page;
mod picture;
mod pzprv3;
mod share;
pub(super) mod sites;
mod values;

pub use error::{GridLineError, PictureError, PuzzleReadError};
pub use picture::{BoardPlace, PictureReading, read_picture};

use self::comments::CommentCredits;
use super::borders::Borders;
use super::{MAX_SIZE, Mark, Position, Puzzle};
use control::Limits;
use queens_formats::read::is_literal;
use queens_model::problem::{Problem, ProblemTextError, with_line_feeds};
use queens_model::square::Square;
use std::borrow::Cow;

/// Maximum length of a text, in bytes.
pub const MAX_TEXT_BYTES: usize = 4 << 20;

/// Maximum length of a text that is neither a page nor JSON, in bytes.
const MAX_PLAIN_BYTES: usize = 1 << 20;

/// Maximum size of a picture file, in bytes.
pub const MAX_IMAGE_BYTES: usize = 64 << 20;

/// Maximum number of pixels of a picture, 32 Mi: a screen of 7680 x 4320 has fewer.
pub const MAX_IMAGE_PIXELS: u64 = 32 << 20;

/// Maximum number of pixels of a WebP picture, 16 Mi: a screen of 5120 x 2880 has fewer.
/// No limit of time stops its decoder, which takes about a second for so many.
pub const MAX_WEBP_PIXELS: u64 = 16 << 20;

/// Reads a puzzle and its marks: [`read_within`] without limits.
///
/// # Errors
/// Those of [`read_within`], except [`PuzzleReadError::Stopped`].
pub fn read(input: &[u8], stars: Option<u32>) -> Result<Position, PuzzleReadError> {
    read_within(input, stars, &Limits::default())
}

/// Reads a puzzle and its marks. `stars` is the number of queens in each row, column and
/// region; by default the number in the input, or one. The time, memory and token of
/// `limits` apply to pictures, which take the longest.
///
/// # Errors
/// An input in none of the forms, with the place and a remedy;
/// [`PuzzleReadError::Stopped`] at a limit.
///
/// # Complexity
/// Linear in the input and in the squares or pixels.
pub fn read_within(
    input: &[u8],
    stars: Option<u32>,
    limits: &Limits,
) -> Result<Position, PuzzleReadError> {
    let mut found = read_all(input, stars, limits)?;
    match (found.len(), found.pop()) {
        (1, Some(position)) => Ok(position),
        (0, _) => Err(PuzzleReadError::Empty),
        (several, _) => Err(PuzzleReadError::Several(several)),
    }
}

/// Returns the media type of a picture of a format that is read.
pub(crate) fn media_type(input: &[u8]) -> Option<&'static str> {
    picture::PictureKind::from_bytes(input)?.media_type()
}

/// Returns true if `input` begins with a board that [`crate::write::terminal`] drew, or
/// one drawn alike: it may have regions.
#[must_use]
pub fn is_drawn(input: &[u8]) -> bool {
    std::str::from_utf8(input).is_ok_and(drawn::is_drawn)
}

/// Reads all puzzles of an input, in order; at least one. `stars` and `limits` as in
/// [`read_within`].
///
/// # Errors
/// The first puzzle that cannot be read; [`PuzzleReadError::Stopped`] at a limit.
///
/// # Complexity
/// Linear in the input and in the squares or pixels.
pub fn read_all(
    input: &[u8],
    stars: Option<u32>,
    limits: &Limits,
) -> Result<Vec<Position>, PuzzleReadError> {
    if let Some(kind) = picture::PictureKind::from_bytes(input) {
        return picture::read(input, kind, stars, &limits.started());
    }
    check_length(input.len(), MAX_TEXT_BYTES)?;
    let text = std::str::from_utf8(input).map_err(|error| {
        let before = &input[..error.valid_up_to()];
        PuzzleReadError::NotUtf8(1 + before.iter().filter(|&&byte| byte == b'\n').count())
    })?;
    let text = with_line_feeds(text.trim_start_matches('\u{feff}'));
    read_known(&text, stars).or_else(|error| {
        // What is wrong in one of our own forms is said: no part of it is another board.
        let is_own = matches!(error, PuzzleReadError::Credits(_))
            || is_problem_text(&text)
            || share::is_message(&text);
        let found = if is_own {
            None
        } else {
            foreign::read_all(&text, stars)
        };
        found
            .and_then(Result::ok)
            .filter(|found| json::may_be_all(&text, found.len()))
            .ok_or(error)
    })
}

/// Reads all puzzles of a text in one of our forms.
fn read_known(text: &str, stars: Option<u32>) -> Result<Vec<Position>, PuzzleReadError> {
    let text = &*without_imports(text);
    let start = text.trim();
    match start.as_bytes().first() {
        None => return Err(PuzzleReadError::Empty),
        // A message may begin with a bracket, too: `<3 this one`, `[10:05] Ann: Queens
        // ...`.
        Some(b'<') => {
            return markup::read_all(start, stars)
                .or_else(|error| read_message(text, stars, error));
        }
        Some(_) if are_values(start) => {
            return json::read_all(start, stars)
                .or_else(|error| read_message(text, stars, error));
        }
        Some(_) => check_length(text.len(), MAX_PLAIN_BYTES)?,
    }
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .collect();
    let are_forms = lines.iter().all(|line| is_one_line_form(line, stars));
    if are_forms && lines.len() > 1 {
        let mut puzzles = Vec::new();
        for line in lines {
            puzzles.extend(read_text(line, stars)?);
        }
        return Ok(puzzles);
    }
    // The address in a message may be the only one of its lines that is a form.
    if !are_forms && share::is_message(text) {
        return share::read_all(text, stars);
    }
    if lines.len() > 1
        && let Some(puzzles) = grid::one_a_line(&lines, stars)
    {
        return Ok(puzzles);
    }
    read_text(text, stars)
}

/// Returns true for a line that is a puzzle in one of the forms of one line.
fn is_one_line_form(line: &str, stars: Option<u32>) -> bool {
    link::body(line).is_some()
        || page::settings(line).is_some()
        || (is_address(line) && sites::read(line, stars).is_some())
        || notation::SbnHeader::recognise(line).is_some()
        || link::task(line).is_some()
}

/// Reads the puzzles of a message; a text that is none has the given error.
fn read_message(
    text: &str,
    stars: Option<u32>,
    error: PuzzleReadError,
) -> Result<Vec<Position>, PuzzleReadError> {
    if share::is_message(text) {
        share::read_all(text, stars)
    } else {
        Err(error)
    }
}

fn check_length(bytes: usize, most: usize) -> Result<(), PuzzleReadError> {
    if bytes > most {
        Err(PuzzleReadError::TooLong { bytes, most })
    } else {
        Ok(())
    }
}

/// Replaces the imports at the beginning of a module of JavaScript, TypeScript or Python
/// by empty lines.
fn without_imports(text: &str) -> Cow<'_, str> {
    let (mut empty, mut rest) = (0, text);
    let mut is_within = false;
    for line in text.split_inclusive('\n') {
        let words = line.trim();
        let begins = !is_within && is_import(words);
        let is_skipped = words.is_empty() || words.starts_with(['#', '/', '*']);
        if !is_within && !begins && !is_skipped {
            break;
        }
        // An import of several names ends in the line with the closing bracket.
        is_within = (is_within || begins && words.contains(['{', '(']))
            && !words.contains(['}', ')']);
        rest = rest.strip_prefix(line).unwrap_or_default();
        empty += 1;
    }
    let head = text.strip_suffix(rest).unwrap_or_default();
    if head.lines().any(|line| is_import(line.trim())) && !rest.is_empty() {
        return Cow::Owned("\n".repeat(empty) + rest);
    }
    Cow::Borrowed(text)
}

/// Returns true for the first line of an import.
fn is_import(line: &str) -> bool {
    ["import ", "import{", "from "]
        .iter()
        .any(|word| line.starts_with(word))
}

/// Returns the lines of a text that are no comments.
fn without_comments(text: &str) -> String {
    let lines = text.split_inclusive('\n');
    lines.filter(|line| !line.starts_with('#')).collect()
}

/// Returns true if a text begins with a value of JSON, JavaScript or Python.
fn are_values(text: &str) -> bool {
    let mut rest = text;
    loop {
        let end = match rest.as_bytes() {
            [b'#', ..] | [b'/', b'/', ..] => "\n",
            [b'/', b'*', ..] => "*/",
            _ => break,
        };
        rest = rest
            .split_once(end)
            .map_or("", |(_, rest)| rest.trim_start());
    }
    let first = rest.lines().next().unwrap_or_default();
    first.starts_with(['[', '{']) || is_literal(first)
}

/// Reads the puzzles of a text that is neither a page nor JSON; only grids and drawn
/// boards can be several.
fn read_text(text: &str, stars: Option<u32>) -> Result<Vec<Position>, PuzzleReadError> {
    let start = text.trim();
    let position = if let Some(body) = pzprv3::body(start) {
        pzprv3::read(body, stars)
    } else if let Some(body) = link::body(start) {
        link::read(body, stars)
    } else if let Some(settings) = page::settings(start) {
        page::read(settings, stars)
    } else if let Some(notation) = notation::SbnHeader::recognise(start) {
        notation.read(stars)
    } else if let Some(task) = link::task(&without_comments(start)) {
        grid::read(task, stars)
    } else if is_problem_text(start) {
        problem_text(text, stars)
    } else if let Some(position) = sites::read(start, stars) {
        position
    } else if is_address(start) {
        return Err(other_address(start));
    } else if drawn::is_drawn(text) {
        return drawn::read_all(text, stars);
    } else if let Some(position) = drawn::read_unnamed(text, stars) {
        position
    } else {
        return grid::read_all(text, stars).or_else(|error| {
            match text.parse::<Problem>() {
                Ok(_) => Err(PuzzleReadError::NoRegions),
                Err(ProblemTextError::Problem(impossible)) => Err(impossible.into()),
                Err(_) => read_among_prose(text, stars, error),
            }
        });
    };
    Ok(vec![position?])
}

/// Reads grids among sentences and headings, one of which may name the stars. Headings
/// with several numbers are for the reader of boards with headings.
fn read_among_prose(
    text: &str,
    stars: Option<u32>,
    error: PuzzleReadError,
) -> Result<Vec<Position>, PuzzleReadError> {
    let Some(grids) = grid::without_prose(text) else {
        return Err(error);
    };
    let named = foreign::stars_in(text);
    if named.len() > 1 && stars.is_none() {
        return Err(error);
    }
    grid::read_all(&grids, stars.or(named.first().copied()))
}

/// Returns true for one line that begins with a scheme, such as `https://`.
fn is_address(text: &str) -> bool {
    text.split_once("://").is_some_and(|(scheme, rest)| {
        !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphabetic())
            && !rest.contains(char::is_whitespace)
    })
}

/// Returns the error of an address that holds no puzzle, or not in a way that is known.
fn other_address(address: &str) -> PuzzleReadError {
    let reason = if address.contains("krazydad.com") {
        "of KrazyDad holds no puzzle: open it, save the page while the board is shown and read that file, or take a \
         screenshot"
    } else {
        "is not supported: copy the address of a Star Battle puzzle from puzz.link, penpa-edit, SudokuPad or the page of \
         `queens serve`, or save the page of the puzzle and read that file"
    };
    PuzzleReadError::Address(reason.to_owned())
}

/// Returns true for the text form of a problem with regions.
fn is_problem_text(text: &str) -> bool {
    text.lines()
        .any(|line| line.trim().eq_ignore_ascii_case("areas:"))
}

/// Reads the text form of a problem.
fn problem_text(text: &str, stars: Option<u32>) -> Result<Position, PuzzleReadError> {
    let problem: Problem = text.parse()?;
    let credits = CommentCredits::from_text(text).credits()?;
    let position = Position::new(Puzzle::from_problem(problem)?).with_credits(credits);
    match stars {
        Some(stars) if stars != position.puzzle().stars() => {
            let puzzle = position.puzzle();
            let clues = puzzle
                .problem()
                .every_square()
                .map(|square| (square, puzzle.clue(square)));
            let marks = position.marks().to_vec();
            Ok(finish(puzzle.size(), Some(stars), puzzle.regions(), marks)?
                .with_clues(clues)?
                .with_credits(puzzle.credits().clone()))
        }
        _ => Ok(position),
    }
}

/// Builds the position on a board of `size` x `size` from a region and a mark for each
/// square, row by row. Squares without a mark are open.
fn finish(
    size: u32,
    stars: Option<u32>,
    regions: Vec<u32>,
    marks: impl IntoIterator<Item = Mark>,
) -> Result<Position, PuzzleReadError> {
    let mut position = Position::new(Puzzle::new(size, stars.unwrap_or(1), regions)?);
    let squares: Vec<Square> = position.puzzle().problem().every_square().collect();
    for (square, mark) in squares.into_iter().zip(marks) {
        position.set(square, mark);
    }
    Ok(position)
}

/// Returns the bits of each character of `text`, a digit of `width` bits, highest bit
/// first.
///
/// # Errors
/// The first character that is not a digit.
fn bits(
    text: &str,
    width: u32,
    digit: impl Fn(char) -> Option<u32>,
) -> Result<Vec<bool>, char> {
    let mut bits = Vec::with_capacity(text.len() * width as usize);
    for character in text.chars() {
        let value = digit(character).ok_or(character)?;
        bits.extend((0..width).rev().map(|bit| value >> bit & 1 == 1));
    }
    Ok(bits)
}

/// Builds the puzzle whose regions are the rooms between `borders`.
fn from_borders(borders: &Borders, stars: u32) -> Result<Position, PuzzleReadError> {
    finish(borders.size as u32, Some(stars), borders.number_rooms(), [])
}
