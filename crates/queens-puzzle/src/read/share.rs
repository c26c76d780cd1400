//! Messages with a puzzle: lines of words around a grid of emoji, an address of the page,
//! or both. A result is often shared in this form:
//!
//! ```text
//! Queens 2026-11-26, 4 x 4, 2 queens each
//! 3:05, no hints
//! 🟥🟥🟧🟧
//! 🟥🟥🟧🟧
//! 🟨🟨🟩🟩
//! 🟨🟨🟩🟩
//! https://example.org/#puzzles?r=AABB.AABB.CCDD.CCDD&s=2
//! ```
//!
//! The first line gives the size, and the number of queens if it is not one. All lines
//! but the grid and the address may be missing, or say something else. An address that
//! contains a puzzle is read, and the grid must agree with it.

use super::{GridLineError, PuzzleReadError, grid, page};
use crate::{Position, Puzzle};
use std::ops::Range;

/// Smallest number of rows of a grid of emoji.
const MIN_EMOJI_ROWS: usize = 2;

/// Smallest number of rows of a drawing of marks: a line alone, such as `x`, is a remark.
const MIN_MARK_ROWS: usize = 2;

/// Returns true for a text with other lines besides a grid of emoji or an address of the
/// page.
pub(super) fn is_message(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    let is_drawn = grid_lines(&lines);
    let is_other =
        |(line, &is_drawn): (&&str, &bool)| !is_drawn && !line.trim().is_empty();
    let has_address = || lines.iter().any(|line| addresses(line).next().is_some());
    (is_drawn
        .iter()
        .zip(&lines)
        .any(|(&is_drawn, line)| is_drawn && is_emoji_row(line))
        || has_address())
        && lines.iter().zip(&is_drawn).any(is_other)
}

/// Reads the puzzles of a message, at least one.
pub(super) fn read_all(
    text: &str,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let lines: Vec<&str> = text.lines().collect();
    let titles = lines
        .iter()
        .enumerate()
        .filter(|(_, line)| MessageTitle::from_line(line).is_some());
    let mut starts: Vec<usize> = titles.map(|(at, _)| at).collect();
    match starts.first_mut() {
        Some(first) => *first = 0,
        None => starts.push(0),
    }
    let ends = starts.iter().skip(1).copied().chain([lines.len()]);
    let parts = starts
        .iter()
        .zip(ends)
        .map(|(&start, end)| read(&lines, start..end, stars));
    Ok(parts.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Reads the lines of one message.
fn read(
    lines: &[&str],
    part: Range<usize>,
    stars: Option<u32>,
) -> Result<Vec<Position>, PuzzleReadError> {
    let title = part
        .clone()
        .find_map(|at| Some((at + 1, MessageTitle::from_line(lines[at])?)));
    let address = lines[part.clone()]
        .iter()
        .flat_map(|line| addresses(line))
        .next();
    let address = address.map(|settings| page::read(settings, stars));
    // The words become empty lines, so that errors in the grid have the right line
    // numbers.
    let mut drawn = vec![""; lines.len()];
    for (at, is_drawn) in part.clone().zip(grid_lines(&lines[part])) {
        if is_drawn {
            drawn[at] = lines[at];
        }
    }
    let drawn_stars = stars.or(title.as_ref().map(|(_, title)| title.stars));
    let boards = match (grid::read_all(&drawn.join("\n"), drawn_stars), address) {
        (Err(PuzzleReadError::Empty), Some(address)) => vec![address?],
        (boards, None | Some(Err(_))) => boards?,
        (boards, Some(Ok(address))) => {
            let difference = boards?
                .iter()
                .find_map(|board| difference(board.puzzle(), address.puzzle()));
            match difference {
                Some(difference) => return Err(PuzzleReadError::Message(difference)),
                None => vec![address],
            }
        }
    };
    match (title, &boards[..]) {
        (Some((line, title)), [board]) if board.puzzle().size() != title.size => {
            let reason = GridLineError::Title {
                title: title.size,
                size: board.puzzle().size(),
            };
            Err(PuzzleReadError::Line { line, reason })
        }
        _ => Ok(boards),
    }
}

/// The first line of a shared result.
struct MessageTitle {
    size: u32,
    stars: u32,
}

impl MessageTitle {
    /// Reads `Queens 2026-11-26, 8 x 8` or `Queens 2026-11-28, 10 x 10, 2 queens each`.
    fn from_line(line: &str) -> Option<MessageTitle> {
        let mut parts = line.split(',').map(str::trim);
        parts.next().filter(|name| name.starts_with("Queens"))?;
        let (rows, columns) = parts.next()?.split_once(" x ")?;
        let size = rows.parse().ok().filter(|_| rows == columns)?;
        let each = parts
            .next()
            .and_then(|each| each.strip_suffix(" queens each"));
        let stars = each.and_then(|stars| stars.parse().ok()).unwrap_or(1);
        Some(MessageTitle { size, stars })
    }
}

/// Finds the lines of grids: rows of emoji, the marks below them, comments, and numbers
/// of stars. All other lines are words of the message, such as `x`, `3:05` or `👍👍`.
fn grid_lines(lines: &[&str]) -> Vec<bool> {
    let mut is_drawn: Vec<bool> = lines.iter().map(|line| is_setting(line)).collect();
    let mut grids = Vec::new();
    for rows in runs(lines, is_emoji_row)
        .into_iter()
        .filter(|rows| rows.len() >= MIN_EMOJI_ROWS)
    {
        let is_whole = grid::whole_grids(&lines[rows.clone()]);
        // A grid with a typing error is kept with all its lines, so that the error is
        // reported.
        let is_faulty = !is_whole.contains(&true);
        for (at, is_whole) in rows.clone().zip(is_whole) {
            is_drawn[at] = is_whole || is_faulty;
        }
        grids.push((rows.end, rows.filter(|&at| is_drawn[at]).count()));
    }
    for marks in runs(lines, is_marks)
        .into_iter()
        .filter(|marks| marks.len() >= MIN_MARK_ROWS)
    {
        // Marks with a typing error are reported, too, if one of their rows is as long as
        // those of the grid above.
        let above = grids.iter().rfind(|&&(end, _)| end <= marks.start);
        if above.is_some_and(|&(_, size)| {
            lines[marks.clone()]
                .iter()
                .any(|row| count_marks(row) == size)
        }) {
            is_drawn[marks].fill(true);
        }
    }
    is_drawn
}

/// Returns the longest ranges of lines that are all of a kind.
fn runs(lines: &[&str], is_of_kind: impl Fn(&str) -> bool) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (at, _) in lines
        .iter()
        .enumerate()
        .filter(|(_, line)| is_of_kind(line))
    {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

/// Returns true for a comment and the number of stars.
fn is_setting(line: &str) -> bool {
    let is_comment = line.starts_with('#') && addresses(line).next().is_none();
    is_comment || grid::stars_of(line).is_some()
}

fn is_mark(c: char) -> bool {
    grid::mark(c.encode_utf8(&mut [0; 4])).is_some()
}

fn count_marks(line: &str) -> usize {
    line.chars().filter(|&c| is_mark(c)).count()
}

/// Returns true for a row of marks, perhaps with lines between them.
fn is_marks(line: &str) -> bool {
    let is_sign = |c: char| !c.is_alphanumeric() && !is_pictograph(c) || is_mark(c);
    !line.trim().is_empty() && line.chars().all(is_sign)
}

/// Returns true for a row of a grid of emoji, with marks or without.
fn is_emoji_row(line: &str) -> bool {
    let is_part =
        |c: char| c.is_whitespace() || grid::is_variation(c) || grid::is_mark_sign(c);
    line.chars().filter(|&c| is_pictograph(c)).count() > 1
        && line.chars().all(|c| is_pictograph(c) || is_part(c))
}

fn is_pictograph(c: char) -> bool {
    matches!(c, '\u{1f300}'..='\u{1faff}' | '⬛' | '⬜' | '⚫' | '⚪')
}

/// Settings of the addresses of puzzles in a line.
fn addresses(line: &str) -> impl Iterator<Item = &str> {
    line.split_whitespace().filter_map(page::settings)
}

/// Describes how two puzzles differ, apart from their clues and the names of the regions;
/// `None` if they do not.
fn difference(one: &Puzzle, other: &Puzzle) -> Option<String> {
    if one.size() != other.size() {
        let (one, other) = (one.size(), other.size());
        return Some(format!("{one} x {one} and {other} x {other}"));
    }
    if one.stars() != other.stars() {
        return Some(format!(
            "{} and {} queens in each row, column and region",
            one.stars(),
            other.stars()
        ));
    }
    let size = one.size() as usize;
    let (one_regions, other_regions) = (one.regions(), other.regions());
    let (mut to_other, mut to_one) = (vec![None; size], vec![None; size]);
    let squares = one.problem().every_square();
    let mut pairs = squares.zip(one_regions.into_iter().zip(other_regions));
    let differing = pairs.find(|&(_, (one, other))| {
        *to_other[one as usize].get_or_insert(other) != other
            || *to_one[other as usize].get_or_insert(one) != one
    });
    differing.map(|(square, _)| format!("the regions differ at {square}"))
}
