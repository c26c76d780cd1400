//! A region on each line, as a list of its squares.
//!
//! ```text
//! 5x5
//! 1 | 1,1 1,2 2,1       stars | row,column row,column
//! A: (0,0) (0,1)        a name, then pairs
//! a1 b1 a2              names of squares
//! ```

use super::FormResult;
use super::board::{NamedBoard, of_squares, positions};
use super::stars;
use queens_model::square::Square;

/// Reads one board.
pub(super) fn read(text: &str, wanted: Option<u32>) -> FormResult {
    let mut regions: Vec<ListedRegion> = Vec::new();
    let mut heads = Vec::new();
    for line in text
        .lines()
        .map(without_comment)
        .filter(|line| !line.is_empty())
    {
        match region(line) {
            Some(region) => regions.push(region),
            None if is_head(line) => heads.push(line),
            None => return None,
        }
    }
    let squares: Vec<Vec<[u32; 2]>> = regions
        .iter()
        .map(|region| region.squares.clone())
        .collect();
    let board = of_squares(&squares)?;
    if !heads.iter().all(|head| names_size(head, &board)) {
        return None;
    }
    let each: Vec<u32> = regions.iter().filter_map(|region| region.stars).collect();
    let of_regions = each
        .first()
        .copied()
        .filter(|first| each.iter().all(|stars| stars == first));
    // Regions with different numbers of stars are another puzzle.
    let is_plain = each.is_empty() || of_regions.is_some();
    is_plain.then(|| {
        positions(
            vec![(board, of_regions.or(stars::named_in(&heads.join("\n"))))],
            wanted,
        )
    })?
}

/// A line with the squares of a region.
struct ListedRegion {
    stars: Option<u32>,
    squares: Vec<[u32; 2]>,
}

/// Removes a comment at the end of a line.
fn without_comment(line: &str) -> &str {
    line.split(" #")
        .next()
        .unwrap_or_default()
        .trim_start_matches("- ")
        .split_once('#')
        .map_or(line, |(before, _)| before)
        .trim()
}

/// Reads the line of a region.
fn region(line: &str) -> Option<ListedRegion> {
    let (head, list) = match line.split_once(['|', ':', '=']) {
        Some((head, list)) => (head.trim(), list),
        None => ("", line),
    };
    let squares = pairs(list).or_else(|| names(list))?;
    Some(ListedRegion {
        stars: head.parse().ok().filter(|_| line.contains('|')),
        squares,
    })
}

/// Reads pairs of numbers: `1,2 1,3`, `(1, 2), (1, 3)`, `[[1,2],[1,3]]`.
fn pairs(list: &str) -> Option<Vec<[u32; 2]>> {
    let is_sign =
        |c: char| c.is_ascii_digit() || c.is_whitespace() || ",;()[]{}".contains(c);
    if !list.chars().all(is_sign) || !list.contains(',') {
        return None;
    }
    let numbers = list
        .split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty());
    let numbers: Vec<u32> = numbers
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    let squares = numbers
        .chunks(2)
        .map(|pair| <[u32; 2]>::try_from(pair).ok());
    let squares: Vec<[u32; 2]> = squares.collect::<Option<_>>()?;
    // A row of numbers has no brackets and no blanks between pairs.
    let is_paired = list.contains(['(', '[', '{'])
        || list
            .split_whitespace()
            .all(|pair| pair.trim_matches(',').matches(',').count() == 1);
    (is_paired && !squares.is_empty()).then_some(squares)
}

/// Reads names of squares: `a1 b1 a2`.
fn names(list: &str) -> Option<Vec<[u32; 2]>> {
    let words = list
        .split(|c: char| c.is_whitespace() || ",;()[]".contains(c))
        .filter(|word| !word.is_empty());
    let has_digit = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    let squares = words.map(|word| Some(word).filter(has_digit)?.parse::<Square>().ok());
    let squares: Vec<[u32; 2]> = squares
        .map(|square| square.map(|square| [square.row, square.column]))
        .collect::<Option<_>>()?;
    (!squares.is_empty()).then_some(squares)
}

/// Returns true for a line above the regions: words, or a size.
fn is_head(line: &str) -> bool {
    line.chars().count() < 60
}

/// Returns true unless the line gives another size.
fn names_size(head: &str, board: &NamedBoard) -> bool {
    let size = head
        .split_once(['x', 'X', '×'])
        .and_then(|(rows, columns)| {
            Some((
                rows.trim().parse::<usize>().ok()?,
                columns.trim().parse::<usize>().ok()?,
            ))
        });
    size.is_none_or(|size| size == (board.size(), board.size()))
}
