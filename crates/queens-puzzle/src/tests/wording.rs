//! Sentences of hints say enough: what they count is named, and what they say about
//! squares is true. The check reads the text alone; it shares no code with the sentence
//! makers.

use crate::reason_check::ReasonBoard;
use crate::{Fact, Mark, PuzzleStep};
use queens_model::square::Square;

/// Words with which a sentence claims that queens do not fit, without saying why.
const EMPTY_CLAIMS: [&str; 4] = ["no room", "cannot all have", "cannot have", "only if"];

/// Reason why a sentence does not say enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum WordingFault {
    /// It says that queens do not fit, and not why.
    Unexplained(&'static str),
    /// A claim that is incomplete or wrong.
    Wrong(String),
}

impl From<String> for WordingFault {
    fn from(text: String) -> Self {
        WordingFault::Wrong(text)
    }
}

/// Checks the sentence of a step from the marks of `board`.
///
/// # Errors
/// The claim that is missing or wrong.
pub(super) fn check_wording(
    board: &ReasonBoard,
    step: &PuzzleStep,
) -> Result<(), WordingFault> {
    let text = step.sentence.as_str();
    if let Some(claim) = EMPTY_CLAIMS.into_iter().find(|&claim| text.contains(claim)) {
        return Err(WordingFault::Unexplained(claim));
    }
    check_rooms(text)?;
    check_touching(text)?;
    check_blocks(text)?;
    check_covers(board, step)?;
    super::wording_units::check_units(board, step)?;
    Ok(())
}

/// Each room for a number of queens is followed by the squares or blocks that are left.
/// Of room for one queen these are alternatives.
fn check_rooms(text: &str) -> Result<(), String> {
    for after in parts_after(text, "room for only ") {
        let clause = after.split([':', ';']).next().unwrap_or_default();
        let clause = clause.split(". ").next().unwrap_or_default();
        let (room, places) = clause.split_once(", ").unwrap_or_default();
        let places = match (room.split_once(" of "), places.split_once(" in ")) {
            // `room for only 3 of their 4 queens, one in column c and 2 in the blocks
            // ...`
            (Some((room, _)), Some((taken, rest))) if count(taken).is_some() => {
                shared_room(count(room), count(taken), rest)?
            }
            _ => places,
        };
        let is_named = ["on ", "in the block"]
            .iter()
            .any(|place| places.starts_with(place));
        if !is_named {
            return Err(format!("the room is not named: {clause}"));
        }
        if let Some((squares, _)) = places.split_once(" touch each other") {
            let squares = squares.trim_end_matches(" all").trim_end_matches(", which");
            if !squares.contains(" or ") {
                return Err(format!("one queen is on all of them: {places}"));
            }
        }
    }
    Ok(())
}

/// Returns the places outside the takers of room for `room` queens, `taken` of them in
/// the takers: `column c and 2 in the blocks a1-b2 and d1-e2`.
fn shared_room(
    room: Option<usize>,
    taken: Option<usize>,
    rest: &str,
) -> Result<&str, String> {
    for (at, and) in rest.match_indices(" and ") {
        let after = rest.get(at + and.len()..).unwrap_or_default();
        let Some((outside, places)) = after.split_once(' ') else {
            continue;
        };
        if let Some(outside) = count(outside)
            .filter(|_| places.starts_with("on ") || places.starts_with("in "))
        {
            let sum = taken.map(|taken| taken + outside);
            return if sum == room {
                Ok(places)
            } else {
                Err(format!("{sum:?} is not {room:?}: {rest}"))
            };
        }
    }
    Err(format!("the room outside is not named: {rest}"))
}

/// Reads a number: `one`, `2`.
fn count(word: &str) -> Option<usize> {
    if word == "one" {
        Some(1)
    } else {
        word.parse().ok()
    }
}

/// Squares that are said to touch do.
fn check_touching(text: &str) -> Result<(), String> {
    for phrase in [
        "which touch each",
        "which all touch each",
        "and these touch each",
        "and these all touch each",
    ] {
        for (at, _) in text.match_indices(phrase) {
            let before = text.get(..at).unwrap_or_default().trim_end_matches(", ");
            // `only b3 and c3 left for its 2 queens, and these touch`
            let list = match phrase.starts_with("and") {
                true => before
                    .rsplit_once(" left for ")
                    .map_or("", |(list, _)| list.trim_end_matches(" would be")),
                false => before,
            };
            let squares = last_squares(list);
            let touches = |&(one, other): &(Square, Square)| {
                one.row.abs_diff(other.row) <= 1 && one.column.abs_diff(other.column) <= 1
            };
            let pairs = squares
                .iter()
                .flat_map(|&one| squares.iter().map(move |&other| (one, other)));
            if squares.len() < 2 || !pairs.clone().all(|pair| touches(&pair)) {
                return Err(format!("not all of {squares:?} touch"));
            }
        }
    }
    Ok(())
}

/// Each name of a block is one of at most 2 x 2 squares, and of more than one.
fn check_blocks(text: &str) -> Result<(), String> {
    for name in parts_after(text, "the blocks ")
        .chain(parts_after(text, "the block "))
        .flat_map(block_names)
    {
        let [first, last] = corners(name).ok_or(format!("{name:?} is no block"))?;
        if first == last && !text.contains("block of 2 x 2 is empty") {
            return Err(format!("{name} is a square"));
        }
        if last.row.wrapping_sub(first.row) > 1
            || last.column.wrapping_sub(first.column) > 1
        {
            return Err(format!("{name} is no block of 2 x 2"));
        }
    }
    match text.contains("blocks of 2 x 2 cover") {
        true => Err("the blocks have no names".to_owned()),
        false => Ok(()),
    }
}

/// Blocks that are said to cover units do, and are as many as the queens that the units
/// need.
fn check_covers(board: &ReasonBoard, step: &PuzzleStep) -> Result<(), String> {
    let text = step.sentence.as_str();
    let is_open = |square: Square| {
        board
            .marks
            .get((square.row * board.size + square.column) as usize)
            == Some(&Mark::Open)
    };
    let mut from = 0;
    for (at, and) in text.match_indices(", and ") {
        let clause = text.get(from..at).unwrap_or_default();
        let Some((_, queens)) = clause
            .rsplit_once(" need")
            .filter(|_| text.get(at..).is_some_and(is_cover))
        else {
            continue;
        };
        let names: Vec<&str> =
            cover_names(text.get(at + and.len()..).unwrap_or_default()).collect();
        let number = queens.split_whitespace().find_map(count);
        if number != Some(names.len()) {
            return Err(format!("{} blocks for{queens}", names.len()));
        }
        let is_inside = |square: Square| {
            names
                .iter()
                .filter_map(|name| corners(name))
                .any(|[first, last]| {
                    (first.row..=last.row).contains(&square.row)
                        && (first.column..=last.column).contains(&square.column)
                })
        };
        let named = step
            .premises
            .iter()
            .filter(|premise| (from..at).contains(&premise.named_at));
        let units = named.filter(|premise| matches!(premise.fact, Fact::Unit(_)));
        let squares = units.flat_map(|premise| premise.squares.iter().copied());
        let open = squares
            .filter(|&square| is_open(square) && !step.ruled_out.contains(&square));
        if let Some(square) = open.into_iter().find(|&square| !is_inside(square)) {
            return Err(format!("{square} is in none of the blocks {names:?}"));
        }
        from = at;
    }
    Ok(())
}

/// True if the first clause says that blocks cover open squares.
fn is_cover(text: &str) -> bool {
    let clause = text.split(", so ").next().unwrap_or_default();
    [" cover its", " covers its", " cover their", " covers their"]
        .iter()
        .any(|words| clause.contains(words))
}

/// Names of squares and blocks at the beginning of a text: `d4, e6 and the blocks a1-b2
/// and f1-f2`.
fn cover_names(text: &str) -> impl Iterator<Item = &str> {
    let is_filler = |word: &&str| !["and", "the", "block", "blocks"].contains(word);
    let words = text.split_whitespace().filter(is_filler);
    words
        .map(|word| word.trim_end_matches(','))
        .take_while(|name| corners(name).is_some())
}

/// The texts behind each occurrence of `phrase`.
fn parts_after<'a>(text: &'a str, phrase: &'a str) -> impl Iterator<Item = &'a str> {
    text.match_indices(phrase)
        .filter_map(move |(at, _)| text.get(at + phrase.len()..))
}

/// Names of blocks at the beginning of a text: words with a digit, between commas and
/// "and".
fn block_names(text: &str) -> impl Iterator<Item = &str> {
    let words = text.trim_start_matches("s ").split_whitespace();
    let names = words
        .filter(|word| *word != "and")
        .map(|word| word.trim_end_matches([',', ':', ';', '.']));
    names.take_while(|name| corners(name).is_some())
}

/// Upper left and lower right square of a block `a1-b2` or `d4`.
pub(super) fn corners(name: &str) -> Option<[Square; 2]> {
    let (first, last) = name.split_once('-').unwrap_or((name, name));
    Some([square(first)?, square(last)?])
}

/// The squares in the list at the end of a text: `only b3 and c3`, `on b3, c3 or d3`.
pub(super) fn last_squares(text: &str) -> Vec<Square> {
    let words = text
        .split_whitespace()
        .rev()
        .filter(|word| !["and", "or"].contains(word));
    words
        .map_while(|word| square(word.trim_end_matches(',')))
        .collect()
}

/// Reads the name of a square on a board of up to 26 columns.
fn square(name: &str) -> Option<Square> {
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    let row: u32 = name.strip_prefix(letter)?.parse().ok()?;
    Some(Square::new(
        row.checked_sub(1)?,
        u32::from(letter) - u32::from('a'),
    ))
}

#[test]
fn finds_sentences_that_do_not_say_enough() {
    let fails = |text: &str| {
        check_rooms(text)
            .and(check_touching(text))
            .and(check_blocks(text))
            .is_err()
    };
    assert!(fails(
        "Region A has room for only one queen outside row 1, so it must have one."
    ));
    assert!(!fails(
        "Region A has room for only one queen outside row 1, on b3 or c3, which touch each other."
    ));
    assert!(fails(
        "Region A has room for only one queen outside row 1, on b3 and c3, which touch each other."
    ));
    assert!(fails(
        "Region A has room for only one queen outside row 1, on b3 or d3, which touch each other."
    ));
    let shared = |words: &str| {
        fails(&format!(
            "Regions A and B have room for only 3 of their 4 queens, {words}."
        ))
    };
    assert!(!shared(
        "one in column c and 2 in the blocks a1-b2 and d1-e2, which hold at most one queen each"
    ));
    assert!(!shared(
        "2 in columns c and d, and one on b3 or c3, which touch each other"
    ));
    assert!(!shared(
        "one in row 1, and 2 on a5 and in the block d1-e2, which holds at most one queen"
    ));
    assert!(shared(
        "2 in column c and 2 in the blocks a1-b2 and d1-e2, which hold at most one queen each"
    ));
    assert!(shared("2 in column c and one outside it"));
    assert!(!fails(
        "With a queen on a5, row 3 has only b3 and c3 left for its 2 queens, and these touch each other: a5."
    ));
    assert!(fails(
        "With a queen on a5, row 3 has only b3 and e3 left for its 2 queens, and these touch each other: a5."
    ));
    assert!(fails(
        "Row 1 needs 2 queens, and 2 blocks of 2 x 2 cover its open squares."
    ));
    assert!(fails(
        "Row 1 needs 2 queens, and d1 and the block a1-c2 cover its open squares."
    ));
    assert!(fails(
        "Row 1 needs 2 queens, and the blocks a1-b2 and d1 cover its open squares."
    ));
    assert!(!fails(
        "Row 1 needs 2 queens, and d1 and the block a1-b2 cover its open squares."
    ));
}
