//! A region on each line, as a list of its squares.
//!
//! ```text
//! 5x5
//! 1 | 1,1 1,2 2,1       stars | row,column row,column
//! A: (0,0) (0,1)        a name, then pairs
//! Region A: R1C1 R1C2   a name, then names of squares
//! A1A2B1                names of squares written together
//! A: 1-1 1-2            a name, then row-column
//! A: 0 1 5              a name, then the numbers of squares, row by row
//! 3 0 0 0 1 1 0         the number of squares, then row and column of each
//! ```

use super::super::json_regions::named_square;
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
        match read_region(line) {
            Some(region) => regions.push(region),
            None if is_head(line) => heads.push(line),
            None => return None,
        }
    }
    let board = of_squares(&squares_of(&regions)?)?;
    if !heads.iter().all(|head| names_size(head, &board)) {
        return None;
    }
    let each: Vec<u32> = regions.iter().filter_map(|region| region.stars).collect();
    let of_regions = each
        .first()
        .copied()
        .filter(|first| each.iter().all(|stars| stars == first));
    // Regions with different numbers of stars are another puzzle.
    if !each.is_empty() && of_regions.is_none() {
        return None;
    }
    let stars = of_regions.or(stars::named_in(&heads.join("\n")));
    positions(vec![(board, stars)], wanted)
}

/// A line with the squares of a region.
struct ListedRegion {
    stars: Option<u32>,
    squares: RegionSquares,
}

/// The squares of a region as a line names them.
enum RegionSquares {
    /// Row and column.
    Pairs(Vec<[u32; 2]>),
    /// Row by row, from 0 or from 1.
    Numbers(Vec<u32>),
    /// A number of squares, then as many numbers or pairs.
    Counted(Vec<u32>),
}

/// Returns the row and the column of each square, by region; `None` if the lines name them
/// in different ways.
fn squares_of(regions: &[ListedRegion]) -> Option<Vec<Vec<[u32; 2]>>> {
    let side = regions.len() as u32;
    // The squares are numbered from 0 or from 1: the first square is in one of the lists.
    let all_numbers = regions.iter().filter_map(|region| match &region.squares {
        RegionSquares::Pairs(_) => None,
        RegionSquares::Numbers(numbers) => numbers.iter().min(),
        RegionSquares::Counted(numbers) => numbers.iter().skip(1).min(),
    });
    let first = all_numbers.min().copied().unwrap_or(0);
    let are_pairs = regions.iter().all(|region| match &region.squares {
        RegionSquares::Counted(numbers) => 2 * numbers[0] as usize + 1 == numbers.len(),
        _ => true,
    });
    let mut squares = Vec::with_capacity(regions.len());
    for region in regions {
        squares.push(match &region.squares {
            RegionSquares::Pairs(pairs) => pairs.clone(),
            RegionSquares::Numbers(list) => numbered_squares(list, first, side)?,
            RegionSquares::Counted(list) if are_pairs => pair_up(&list[1..])?,
            RegionSquares::Counted(list) if list[0] as usize + 1 == list.len() => {
                numbered_squares(&list[1..], first, side)?
            }
            RegionSquares::Counted(_) => return None,
        });
    }
    Some(squares)
}

/// Returns the row and the column of squares that are numbered row by row from `first`.
fn numbered_squares(numbers: &[u32], first: u32, side: u32) -> Option<Vec<[u32; 2]>> {
    let mut squares = Vec::with_capacity(numbers.len());
    for number in numbers {
        let number = number.checked_sub(first)?;
        squares.push([number / side, number % side]);
    }
    Some(squares)
}

/// Removes a comment at the end of a line, and the bullet of a list.
fn without_comment(line: &str) -> &str {
    let line = line.split(" #").next().unwrap_or_default().trim();
    let is_comment = line == "#" || line.starts_with("# ");
    let line = if is_comment { "" } else { line };
    line.strip_prefix("- ").unwrap_or(line).trim()
}

/// Reads the line of a region.
fn read_region(line: &str) -> Option<ListedRegion> {
    let (head, list) = match line.split_once(['|', ':', '=']) {
        Some((head, list)) => (head.trim(), list),
        None => split_name(line),
    };
    let squares = read_pairs(list)
        .or_else(|| read_names(list))
        .map(RegionSquares::Pairs)
        .or_else(|| read_numbers(head, list))?;
    Some(ListedRegion {
        stars: head.parse().ok().filter(|_| line.contains('|')),
        squares,
    })
}

/// Splits the name of a region from its squares: a first word of letters.
fn split_name(line: &str) -> (&str, &str) {
    let (name, list) = control::split_before(line, char::is_whitespace);
    let is_name = !name.is_empty() && name.chars().all(char::is_alphabetic);
    if is_name { (name, list) } else { ("", line) }
}

/// Reads a list of numbers: square numbers after a name, or a count and the square numbers
/// after it.
fn read_numbers(head: &str, list: &str) -> Option<RegionSquares> {
    let words = list.split(|c: char| c.is_whitespace() || ",;()[]{}".contains(c));
    let numbers: Vec<u32> = words
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()?;
    match numbers.first() {
        None => None,
        // A region may have the name of a setting, as K on a board of eleven.
        Some(_) if numbers.len() == 1 && stars::is_setting(head) => None,
        Some(_) if !head.is_empty() => Some(RegionSquares::Numbers(numbers)),
        Some(&count) => {
            let others = numbers.len() - 1;
            let is_count = [1, 2].iter().any(|each| each * count as usize == others);
            (is_count && count > 0).then_some(RegionSquares::Counted(numbers))
        }
    }
}

/// Returns numbers as pairs; `None` if their number is odd.
fn pair_up(numbers: &[u32]) -> Option<Vec<[u32; 2]>> {
    let pairs = numbers
        .chunks(2)
        .map(|pair| <[u32; 2]>::try_from(pair).ok());
    pairs.collect()
}

/// Reads pairs of numbers: `1,2 1,3`, `(1, 2), (1, 3)`, `[[1,2],[1,3]]`, `1-2 1-3`; the
/// number of pairs may be before them.
fn read_pairs(list: &str) -> Option<Vec<[u32; 2]>> {
    if list.contains(['(', '[', '{'])
        && list.contains(',')
        && list.chars().all(is_list_sign)
    {
        return pair_up(&digit_runs(list)?).filter(|pairs| !pairs.is_empty());
    }
    let words: Vec<&str> = list.split_whitespace().collect();
    let words = match words.split_first() {
        Some((count, rest)) if count.parse() == Ok(rest.len()) => rest,
        _ => &words[..],
    };
    let is_paired = [',', '-', '/', ':']
        .into_iter()
        .any(|sign| words.iter().all(|word| is_pair(word, sign)));
    if words.is_empty() || !is_paired {
        return None;
    }
    pair_up(&digit_runs(&words.join(" "))?)
}

/// Returns true for the characters of lists of numbers in brackets.
fn is_list_sign(c: char) -> bool {
    c.is_ascii_digit() || c.is_whitespace() || ",;()[]{}".contains(c)
}

/// Returns true for two numbers with this sign between them.
fn is_pair(word: &str, sign: char) -> bool {
    word.trim_matches([',', ';']).matches(sign).count() == 1
        && word
            .chars()
            .all(|c| c.is_ascii_digit() || c == sign || ",;".contains(c))
}

/// Reads the numbers of a text, whatever is between them.
fn digit_runs(text: &str) -> Option<Vec<u32>> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect()
}

/// Reads names of squares: `a1 b1 a2`, `R1C1 R1C2`.
fn read_names(list: &str) -> Option<Vec<[u32; 2]>> {
    let words = list
        .split(|c: char| c.is_whitespace() || ",;()[]".contains(c))
        .filter(|word| !word.is_empty());
    let mut squares = Vec::new();
    for word in words {
        if !word.contains(|c: char| c.is_ascii_digit()) {
            return None;
        }
        for square in squares_together(word)? {
            squares.push([square.row, square.column]);
        }
    }
    (!squares.is_empty()).then_some(squares)
}

/// Reads names of squares that may be written together: `a1b1a2`, `R1C1R1C2`.
fn squares_together(word: &str) -> Option<Vec<Square>> {
    if let Some(square) = named_square(word) {
        return Some(vec![square]);
    }
    let mut pieces: Vec<String> = Vec::new();
    let mut is_behind_digit = true;
    for sign in word.chars() {
        if is_behind_digit && sign.is_alphabetic() {
            pieces.push(String::new());
        }
        is_behind_digit = sign.is_ascii_digit();
        pieces.last_mut()?.push(sign);
    }
    let is_row_first = pieces.chunks(2).all(|pair| {
        matches!(pair, [row, column] if row.starts_with(['r', 'R']) && column.starts_with(['c', 'C']))
    });
    if is_row_first {
        pieces = pieces.chunks(2).map(<[String]>::concat).collect();
    }
    pieces.iter().map(|piece| named_square(piece)).collect()
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
