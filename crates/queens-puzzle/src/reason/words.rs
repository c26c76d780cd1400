//! Names of squares, units and numbers of queens.

use super::room::Room;
use crate::Puzzle;
use queens_model::bits::SmallSet;
use queens_model::square::Square;

/// The largest number of squares that are named one by one.
pub(crate) const MAX_NAMED_SQUARES: u32 = 8;

/// Joins names: `a`, `a and b`, `a, b and c`.
pub(crate) fn join_with_and(names: Vec<String>) -> String {
    join_names(names, "and")
}

/// Joins names by commas, and the last by `conjunction`.
fn join_names(mut names: Vec<String>, conjunction: &str) -> String {
    match names.pop() {
        None => String::new(),
        Some(last) if names.is_empty() => last,
        Some(last) => format!("{} {conjunction} {last}", names.join(", ")),
    }
}

/// Names of squares of a board of side `size`, or their number if there are more than
/// [`MAX_NAMED_SQUARES`].
pub(crate) fn square_list<const W: usize>(size: usize, set: SmallSet<W>) -> String {
    either_square(size, set, "and")
}

/// Like [`square_list`], for one of them: `a5 or b5`, `one of 8 squares`.
pub(crate) fn one_of<const W: usize>(size: usize, set: SmallSet<W>) -> String {
    match set.count() > MAX_NAMED_SQUARES {
        true => format!("one of {} squares", set.count()),
        false => either_square(size, set, "or"),
    }
}

fn either_square<const W: usize>(
    size: usize,
    set: SmallSet<W>,
    conjunction: &str,
) -> String {
    if set.count() > MAX_NAMED_SQUARES {
        return format!("{} squares", set.count());
    }
    join_names(square_names(size, set), conjunction)
}

/// Names of squares of which it is one, however many they are: `a5, b5 or c6`.
pub(crate) fn any_square<const W: usize>(size: usize, set: SmallSet<W>) -> String {
    join_names(square_names(size, set), "or")
}

/// Names of squares, however many they are.
pub(crate) fn all_squares<const W: usize>(size: usize, set: SmallSet<W>) -> String {
    join_with_and(square_names(size, set))
}

fn square_names<const W: usize>(size: usize, set: SmallSet<W>) -> Vec<String> {
    set.iter().map(|square| square_name(size, square)).collect()
}

/// Names of blocks by the squares in them, single squares first: `d4 and the blocks a1-b2
/// and f1-f2`.
pub(crate) fn block_list<const W: usize>(size: usize, parts: &[SmallSet<W>]) -> String {
    let (mut names, blocks) = squares_and_blocks(size, parts);
    match blocks.len() {
        0 => {}
        1 => names.push(format!("the block {}", join_with_and(blocks))),
        _ => names.push(format!("the blocks {}", join_with_and(blocks))),
    }
    join_with_and(names)
}

/// The same with the words before them: `on d4 and in the blocks a1-b2 and f1-f2`.
pub(crate) fn in_blocks<const W: usize>(size: usize, parts: &[SmallSet<W>]) -> String {
    let (squares, _) = squares_and_blocks(size, parts);
    let blocks: Vec<SmallSet<W>> = parts
        .iter()
        .copied()
        .filter(|part| part.count() > 1)
        .collect();
    match (squares.is_empty(), blocks.is_empty()) {
        (true, _) => format!("in {}", self::block_list(size, &blocks)),
        (false, true) => format!("on {}", join_with_and(squares)),
        (false, false) => format!(
            "on {} and in {}",
            join_with_and(squares),
            self::block_list(size, &blocks)
        ),
    }
}

/// Names of the parts of one square, and names of the others.
fn squares_and_blocks<const W: usize>(
    size: usize,
    parts: &[SmallSet<W>],
) -> (Vec<String>, Vec<String>) {
    let (mut squares, mut blocks) = (Vec::new(), Vec::new());
    for &part in parts {
        let names = if part.count() == 1 {
            &mut squares
        } else {
            &mut blocks
        };
        names.push(block_name(size, part));
    }
    (squares, blocks)
}

/// Names of blocks of which it is one: `a1-b2 or e1-f2`.
pub(crate) fn either_block<const W: usize>(size: usize, parts: &[SmallSet<W>]) -> String {
    join_names(
        parts.iter().map(|&part| block_name(size, part)).collect(),
        "or",
    )
}

/// Name of a block by the corners of the squares in it: `a1-b2`, `f1-f2`, `d4`.
pub(crate) fn block_name<const W: usize>(size: usize, part: SmallSet<W>) -> String {
    let Some(any) = part.first() else {
        return String::new();
    };
    let mut first = [any / size, any % size];
    let mut last = first;
    for square in part.iter() {
        for (way, place) in [square / size, square % size].into_iter().enumerate() {
            first[way] = place.min(first[way]);
            last[way] = place.max(last[way]);
        }
    }
    let [first, last] =
        [first, last].map(|[row, column]| square_name(size, row * size + column));
    if first == last {
        first
    } else {
        format!("{first}-{last}")
    }
}

/// True if all squares between the corners of a block are in `part`.
pub(crate) fn is_whole_block<const W: usize>(size: usize, part: SmallSet<W>) -> bool {
    let mut rows: Vec<usize> = part.iter().map(|square| square / size).collect();
    let mut columns: Vec<usize> = part.iter().map(|square| square % size).collect();
    for lines in [&mut rows, &mut columns] {
        lines.sort_unstable();
        lines.dedup();
    }
    part.count() as usize == rows.len() * columns.len()
}

/// Name of a square by its number.
pub(crate) fn square_name(size: usize, square: usize) -> String {
    Square::new((square / size) as u32, (square % size) as u32).to_string()
}

/// Letters of a column, as in the names of its squares: a, b, ..., z, aa, ab, ...
pub(crate) fn column_letter(column: u32) -> String {
    Puzzle::region_name(column).to_ascii_lowercase()
}

/// Kind of a unit by its number: all rows, then all columns, then all regions.
pub(crate) fn unit_kind(size: usize, unit: usize) -> &'static str {
    ["row", "column", "region"][unit / size]
}

/// Name of a unit without its kind: `5`, `c`, `A`.
pub(crate) fn short_unit(size: usize, unit: usize) -> String {
    let within = (unit % size) as u32;
    match unit / size {
        0 => (within + 1).to_string(),
        1 => column_letter(within),
        _ => Puzzle::region_name(within),
    }
}

/// Fewest neighbouring lines that are named by the first and the last one.
const MIN_RANGE: usize = 4;

/// Returns true if `units`, all of one kind, are so many neighbouring lines that their
/// names are `9 to 14`.
pub(crate) fn is_range(size: usize, units: &[usize]) -> bool {
    let are_lines = units.iter().all(|unit| unit / size < 2);
    are_lines
        && units.len() >= MIN_RANGE
        && units.windows(2).all(|pair| pair[0] + 1 == pair[1])
}

/// Name of a unit: `row 1`, `column c`, `region A`.
pub(crate) fn unit_name(size: usize, unit: usize) -> String {
    format!("{} {}", unit_kind(size, unit), short_unit(size, unit))
}

/// Groups units by kind. Groups are in the order of their first unit in `units`, and
/// units within a group in board order.
pub(crate) fn by_kind(size: usize, units: &[usize]) -> Vec<Vec<usize>> {
    let mut kinds: Vec<Vec<usize>> = Vec::new();
    for &unit in units {
        match kinds.iter_mut().find(|same| same[0] / size == unit / size) {
            Some(same) => same.push(unit),
            None => kinds.push(vec![unit]),
        }
    }
    kinds.iter_mut().for_each(|same| same.sort_unstable());
    kinds
}

/// Names of units: `rows 1 and 2`, `rows 3 to 8`, `regions A, B and C`.
pub(crate) fn unit_list(size: usize, units: &[usize]) -> String {
    let kinds: Vec<String> = by_kind(size, units)
        .iter()
        .map(|same| {
            let plural = if same.len() == 1 { "" } else { "s" };
            let short: Vec<String> =
                same.iter().map(|&unit| short_unit(size, unit)).collect();
            let names = match is_range(size, same) {
                true => format!("{} to {}", short[0], short[short.len() - 1]),
                false => join_with_and(short),
            };
            format!("{}{plural} {names}", unit_kind(size, same[0]))
        })
        .collect();
    join_with_and(kinds)
}

/// A number: `one`, `2`.
pub(crate) fn number_word(number: u32) -> String {
    if number == 1 {
        "one".to_owned()
    } else {
        number.to_string()
    }
}

/// Number of queens: `one queen`, `2 queens`.
pub(crate) fn queens_in_words(number: u32) -> String {
    if number == 1 {
        "one queen".to_owned()
    } else {
        format!("{number} queens")
    }
}

/// Number of queens beyond those that stand, if any do: `one more queen`, `2 more
/// queens`.
pub(crate) fn queens_to_add(number: u32, some_stand: bool) -> String {
    let more = if some_stand { "more " } else { "" };
    if number == 1 {
        format!("one {more}queen")
    } else {
        format!("{number} {more}queens")
    }
}

/// Like [`queens_to_add`], where it is clear that queens are counted: `one`, `2 more`.
pub(crate) fn number_to_add(number: u32, some_stand: bool) -> String {
    format!(
        "{}{}",
        self::number_word(number),
        if some_stand { " more" } else { "" }
    )
}

/// The queens that are left of the `total` of units whose pronoun is `owner`: `its
/// queen`, `its last queen`, `their 3 queens`, `their remaining 2 queens`.
pub(crate) fn queens_left(owner: &str, queens: u32, total: u32) -> String {
    match (queens, queens < total) {
        (1, false) => format!("{owner} queen"),
        (1, true) => format!("{owner} last queen"),
        (_, false) => format!("{owner} {queens} queens"),
        (_, true) => format!("{owner} remaining {queens} queens"),
    }
}

/// Possessive pronoun of units: `its`, `their`.
pub(crate) fn its_or_their(units: &[usize]) -> &'static str {
    if units.len() == 1 { "its" } else { "their" }
}

/// The units again, by their kind: `that row`, `these regions`, `these` if they are of
/// several kinds.
pub(crate) fn that_or_those(size: usize, units: &[usize]) -> String {
    match units {
        [unit] => format!("that {}", unit_kind(size, *unit)),
        [first, rest @ ..] if rest.iter().all(|unit| unit / size == first / size) => {
            format!("these {}s", unit_kind(size, *first))
        }
        _ => "these".to_owned(),
    }
}

/// The squares of units besides those that were named: `the other squares of row 8`, `the
/// other squares of these columns`.
pub(crate) fn other_squares(size: usize, units: &[usize]) -> String {
    match units {
        [unit] => format!("the other squares of {}", self::unit_name(size, *unit)),
        _ => format!("the other squares of {}", that_or_those(size, units)),
    }
}

/// Squares that are left for queens that do not fit: `b3 left for its 2 queens`, `b3 and
/// c3 left for its 2 queens, and these touch each other`.
pub(crate) fn left_for<const W: usize>(
    size: usize,
    room: &Room<W>,
    queens: &str,
) -> String {
    format!(
        "{} left for {queens}{}",
        room.block_names(size),
        room.limit_clause()
    )
}
