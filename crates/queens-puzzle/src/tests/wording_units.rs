//! Sentences of hints say whose queens and squares they mean, and count the queens on the
//! board. The check reads the text alone; it shares no code with the sentence makers.

use super::wording::{corners, last_squares};
use crate::reason_check::ReasonBoard;
use crate::{Mark, PuzzleStep};
use queens_model::square::Square;

/// Fewest neighbouring lines that have one name: `rows 3 to 6`.
const MIN_RANGE: usize = 4;

/// Units in a sentence, as `rows 1 and 2` or `row 5 and region B`: the kind (row, column,
/// region) and number of each.
#[derive(Debug)]
struct UnitList {
    start: usize,
    end: usize,
    units: Vec<(usize, u32)>,
}

impl UnitList {
    /// Number of queens on the board in these units.
    fn standing(&self, board: &ReasonBoard) -> u32 {
        let queens = |unit: &(usize, u32)| {
            let inside = (0..).zip(&board.marks).filter(|&(index, mark)| {
                *mark == Mark::Queen && unit_of(board, index, unit.0) == Some(unit.1)
            });
            inside.count() as u32
        };
        self.units.iter().map(queens).sum()
    }

    /// Number of queens that these units still need.
    fn need(&self, board: &ReasonBoard) -> u32 {
        (board.stars * self.units.len() as u32).saturating_sub(self.standing(board))
    }
}

/// The unit of one kind with a square.
fn unit_of(board: &ReasonBoard, index: usize, kind: usize) -> Option<u32> {
    match kind {
        0 => Some(index as u32 / board.size),
        1 => Some(index as u32 % board.size),
        _ => board
            .regions
            .as_ref()
            .and_then(|regions| regions.get(index).copied()),
    }
}

/// Checks what the sentence of a step says about units.
///
/// # Errors
/// The claim that is wrong or can be misread.
pub(super) fn check_units(board: &ReasonBoard, step: &PuzzleStep) -> Result<(), String> {
    let text = with_small_start(&step.sentence);
    let lists = unit_lists(&text);
    check_words(&text, step.premises.len())?;
    check_ranges(&text, &lists)?;
    check_cases(&text)?;
    check_squares(&text)?;
    if board.regions.is_some() {
        check_needs(board, &text, &lists)?;
        check_owners(board, &text, &lists)?;
        check_takers(board, &text, &lists)?;
        check_last_squares(board, &text, &lists)?;
        check_no_square(board, &text, &lists)?;
    }
    Ok(())
}

/// The text with a small first letter.
fn with_small_start(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// Words that can be misread: "its" for two things in one sentence, a conclusion said
/// twice, a clause that runs into the next.
fn check_words(text: &str, premises: usize) -> Result<(), String> {
    if ["but it takes", "fills it", "fill it"]
        .iter()
        .any(|words| text.contains(words))
    {
        return Err("which unit is it?".to_owned());
    }
    if text.contains("; then ") {
        return Err("the clause before may end a case: a full stop is missing".to_owned());
    }
    let run_ons = [
        " each other and ",
        " left and ",
        " is full and ",
        " are full and ",
    ];
    if run_ons.iter().any(|words| text.contains(words)) {
        return Err("a comma is missing between two clauses".to_owned());
    }
    if premises > 1
        && (text.contains("its other squares") || text.contains("their other squares"))
    {
        return Err("whose other squares?".to_owned());
    }
    if text.contains("no more than its") || text.contains("no more than their") {
        return Err("whose queens?".to_owned());
    }
    let is_broken = [" ,", " ;", " :", "  ", " ."]
        .iter()
        .any(|gap| text.contains(gap));
    if is_broken {
        return Err("a word is missing".to_owned());
    }
    let ends =
        text.matches("and stay empty").count() + text.matches("and stays empty").count();
    if ends > 1 {
        Err("the conclusion is said twice".to_owned())
    } else {
        Ok(())
    }
}

/// Neighbouring lines are named by the first and the last.
fn check_ranges(text: &str, lists: &[UnitList]) -> Result<(), String> {
    for list in lists {
        let name = text.get(list.start..list.end).unwrap_or_default();
        let is_run = list
            .units
            .windows(2)
            .all(|pair| pair[0].0 == pair[1].0 && pair[0].1 + 1 == pair[1].1);
        let are_lines = list.units.iter().all(|&(kind, _)| kind < 2);
        if are_lines && is_run && list.units.len() >= MIN_RANGE && !name.contains(" to ")
        {
            return Err(format!("a long list of neighbours: {name}"));
        }
    }
    Ok(())
}

/// Of two cases none is so short that the other could go on without a case.
fn check_cases(text: &str) -> Result<(), String> {
    for (at, head) in text.match_indices("there are two cases. With one on ") {
        let rest = text.get(at + head.len()..).unwrap_or_default();
        let square = rest.split(' ').next().unwrap_or_default();
        let Some((with, without)) =
            rest.split_once(&format!(". Without one on {square},"))
        else {
            return Err(format!("the other case is missing: {rest}"));
        };
        let clauses = |case: &str| {
            [" has ", " have ", " full", " take"]
                .iter()
                .map(|verb| case.matches(verb).count())
                .sum::<usize>()
        };
        if clauses(with) < 2 || clauses(without) < 2 {
            return Err("a case is short".to_owned());
        }
    }
    Ok(())
}

/// Squares that are said to touch others do.
fn check_squares(text: &str) -> Result<(), String> {
    for (at, verb) in text.match_indices(" touch") {
        let after = text.get(at + verb.len()..).unwrap_or_default();
        let after = after.strip_prefix("es").unwrap_or(after).trim_start();
        let before = text.get(..at).unwrap_or_default();
        let (others, is_block) = match after.strip_prefix("all of ") {
            Some(block) => (block_squares(block), true),
            None => (first_squares(after), false),
        };
        let chain = before
            .strip_suffix(", which")
            .or(before.strip_suffix(", and these"));
        let (list, each) = match chain {
            Some(before) if before.ends_with(" left") => {
                (before.trim_end_matches(" left"), false)
            }
            Some(before) => (
                before
                    .rsplit_once(" left for ")
                    .map_or(before, |(list, _)| list),
                false,
            ),
            None => (before.rsplit(", and ").next().unwrap_or_default(), true),
        };
        let squares = last_squares(list);
        let touches = |one: &Square, other: &Square| {
            one != other
                && one.row.abs_diff(other.row) <= 1
                && one.column.abs_diff(other.column) <= 1
        };
        let is_true = match each {
            true => squares
                .iter()
                .all(|one| others.iter().all(|other| touches(one, other))),
            false => others
                .iter()
                .all(|other| squares.iter().any(|one| touches(one, other))),
        };
        if !is_true || is_block && squares.is_empty() {
            return Err(format!("not all of {squares:?} touch {others:?}"));
        }
    }
    for (at, _) in text.match_indices(" holds a queen, and ") {
        let queen = last_squares(text.get(..at).unwrap_or_default());
        let clause = text
            .get(at + " holds a queen, and ".len()..)
            .unwrap_or_default();
        let near = first_squares(clause);
        let all_touch = near.iter().all(|square| {
            queen.first().is_some_and(|queen| {
                queen.row.abs_diff(square.row) <= 1
                    && queen.column.abs_diff(square.column) <= 1
            })
        });
        if !near.is_empty()
            && all_touch
            && !clause.contains("touch")
            && !clause.contains("attack")
        {
            return Err(format!("why is {near:?} empty?"));
        }
    }
    Ok(())
}

/// The squares in the list at the beginning of a text: `i8, j7 and j8`.
fn first_squares(text: &str) -> Vec<Square> {
    // ", and" begins another clause.
    let list = text.split(", and ").next().unwrap_or_default();
    let words = list.split_whitespace().filter(|word| *word != "and");
    let mut squares = Vec::new();
    for word in words {
        let Some([square, last]) = corners(word.trim_end_matches([',', ':', ';', '.']))
        else {
            break;
        };
        if square != last {
            break;
        }
        squares.push(square);
        if word.ends_with([':', ';', '.']) {
            break;
        }
    }
    squares
}

/// All squares between the corners of the block at the beginning of a text.
fn block_squares(text: &str) -> Vec<Square> {
    let name = text
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .trim_end_matches([',', ':', ';', '.']);
    let Some([first, last]) = corners(name) else {
        return Vec::new();
    };
    let rows = first.row..=last.row;
    rows.flat_map(|row| {
        (first.column..=last.column).map(move |column| Square::new(row, column))
    })
    .collect()
}

/// Units that are said to need queens need so many more than stand on the board, and the
/// sentence says "more" if some do.
fn check_needs(
    board: &ReasonBoard,
    text: &str,
    lists: &[UnitList],
) -> Result<(), String> {
    for list in lists {
        let after = text.get(list.end..).unwrap_or_default();
        let verbs = [" needs ", " need ", ", which needs "];
        if let Some(after) = verbs.iter().find_map(|verb| after.strip_prefix(verb)) {
            check_number(board, list, after)?;
        }
        let needs = [" needs,", " need,"]
            .iter()
            .any(|verb| after.starts_with(verb));
        if needs && list.standing(board) > 0 {
            return Err(format!(
                "some queens stand: {}{after}",
                text.get(list.start..list.end).unwrap_or_default()
            ));
        }
    }
    Ok(())
}

/// `after` begins with the number of queens that the units need.
fn check_number(board: &ReasonBoard, list: &UnitList, after: &str) -> Result<(), String> {
    let mut words = after.split([' ', ',']);
    let number = words.next().and_then(number);
    let more = words.next() == Some("more");
    let (need, standing) = (list.need(board), list.standing(board));
    match number == Some(need) && more == (standing > 0) {
        true => Ok(()),
        false => Err(format!(
            "{need} of {list:?} are missing, {standing} stand: {after}"
        )),
    }
}

/// `its queen` is the only one of its unit; `its last queen` and `their remaining 2
/// queens` are said if others stand.
fn check_owners(
    board: &ReasonBoard,
    text: &str,
    lists: &[UnitList],
) -> Result<(), String> {
    let supposes =
        text.starts_with("with a queen on ") || text.starts_with("without a queen on ");
    let owned = |list: &UnitList, at: usize, words: &str| {
        let (standing, mut parts) = (list.standing(board), words.split([' ', ',', ':']));
        let mut word = parts.next().unwrap_or_default();
        let is_rest = ["last", "remaining", "other"].contains(&word);
        // "Their other queens fill these rows: the other squares of these rows": the same
        // word for two things.
        let is_other = word == "other";
        if is_rest {
            word = parts.next().unwrap_or_default();
        }
        let count = if word.starts_with("queen") {
            Some(1)
        } else {
            number(word)
        };
        let is_queens = word.starts_with("queen")
            || parts.next().is_some_and(|word| word.starts_with("queen"));
        let is_wrong = match count.filter(|_| is_queens) {
            None => false,
            _ if is_other => true,
            _ if supposes => standing > 0 && !is_rest,
            Some(count) => is_rest != (standing > 0) || count != list.need(board),
        };
        match is_wrong {
            true => Err(format!(
                "{standing} stand in {list:?}: {}",
                text.get(at..).unwrap_or_default()
            )),
            false => Ok(()),
        }
    };
    for pronoun in [" its ", " their "] {
        for (at, _) in text.match_indices(pronoun) {
            let verbs = [" has ", " have ", " need", " are in "];
            let is_subject = |list: &&UnitList| {
                let after = text.get(list.end..).unwrap_or_default();
                list.end <= at && verbs.iter().any(|verb| after.starts_with(verb))
            };
            let words = text.get(at + pronoun.len()..).unwrap_or_default();
            if words.starts_with("queen on ") || words.starts_with("queens on ") {
                continue;
            }
            if let Some(list) = lists.iter().rev().find(is_subject) {
                owned(list, at, words)?;
            }
        }
    }
    for list in lists {
        let before = text.get(..list.start).unwrap_or_default();
        if before.ends_with("all queens of ") && list.standing(board) > 0 {
            return Err(format!("some queens of {list:?} stand"));
        }
        let words = before
            .strip_suffix(" of ")
            .and_then(|before| before.rsplit_once("the "));
        let Some((_, words)) = words else { continue };
        owned(list, list.start, words)?;
    }
    Ok(())
}

/// Units with queens that are said to take or have room for some queens take so many
/// more.
fn check_takers(
    board: &ReasonBoard,
    text: &str,
    lists: &[UnitList],
) -> Result<(), String> {
    for list in lists.iter().filter(|list| list.standing(board) > 0) {
        let Some((_, after)) = text.split_at_checked(list.end) else {
            continue;
        };
        let takes = [" takes only ", " take only ", ", which takes only "];
        let room = [" has room for only ", " have room for only "];
        let counted = takes.iter().find_map(|verb| after.strip_prefix(verb));
        let room = room.iter().find_map(|verb| after.strip_prefix(verb));
        let room = room.filter(|after| {
            after
                .split(' ')
                .nth(1)
                .is_some_and(|word| word.starts_with("queen"))
        });
        if let Some(after) = counted
            .or(room)
            .filter(|after| after.split([' ', ',', ':']).nth(1) != Some("more"))
        {
            return Err(format!("some queens of {list:?} stand: {after}"));
        }
    }
    Ok(())
}

/// Queens on the last squares of a unit that close squares of the next one by touching
/// them are said to touch these.
fn check_last_squares(
    board: &ReasonBoard,
    text: &str,
    lists: &[UnitList],
) -> Result<(), String> {
    let Some((supposed, rest)) = text
        .strip_prefix("with a queen on ")
        .and_then(|rest| rest.split_once(", "))
    else {
        return Ok(());
    };
    let Some((clause, next)) = rest.split_once(" left, so ") else {
        return Ok(());
    };
    let Some((unit, squares)) = clause.split_once(" has only ") else {
        return Ok(());
    };
    let start = text.len() - rest.len();
    let (Some(unit), Some(next)) = (
        lists
            .iter()
            .find(|list| list.start == start && list.end == start + unit.len()),
        lists
            .iter()
            .find(|list| list.start == text.len() - next.len()),
    ) else {
        return Ok(());
    };
    if text.get(next.end..).is_some_and(|after| {
        after.starts_with(" is full") || after.starts_with(" are full")
    }) {
        return Ok(());
    }
    let queens: Vec<Square> = first_squares(squares)
        .into_iter()
        .chain(first_squares(supposed))
        .collect();
    let index = |square: &Square| (square.row * board.size + square.column) as usize;
    // A unit that all these queens fill closes its squares.
    let is_filled = |kind: usize, number: u32| {
        let added = queens
            .iter()
            .filter(|queen| unit_of(board, index(queen), kind) == Some(number))
            .count();
        let list = UnitList {
            start: 0,
            end: 0,
            units: vec![(kind, number)],
        };
        list.need(board) <= added as u32
    };
    let touches = |one: &Square, other: &Square| {
        one.row.abs_diff(other.row) <= 1 && one.column.abs_diff(other.column) <= 1
    };
    for at in 0..board.marks.len() {
        let square = Square::new(at as u32 / board.size, at as u32 % board.size);
        let kinds = || (0..3).filter_map(|kind| Some((kind, unit_of(board, at, kind)?)));
        let is_counted = kinds().any(|unit| next.units.contains(&unit))
            && board.marks[at] == Mark::Open;
        let is_closed = kinds().any(|(kind, number)| is_filled(kind, number))
            || first_squares(supposed)
                .iter()
                .any(|queen| touches(queen, &square));
        let is_own = kinds().any(|own| unit.units.contains(&own));
        if is_counted
            && !is_closed
            && !is_own
            && first_squares(squares)
                .iter()
                .any(|queen| touches(queen, &square))
        {
            return Err(format!("{square} is touched, which is not said"));
        }
    }
    Ok(())
}

/// A unit of several queens that has no square left although it holds the supposed queen
/// is said to lack the others.
fn check_no_square(
    board: &ReasonBoard,
    text: &str,
    lists: &[UnitList],
) -> Result<(), String> {
    let Some(rest) = text
        .strip_prefix("with a queen on ")
        .filter(|_| board.stars > 1)
    else {
        return Ok(());
    };
    let queens = first_squares(rest);
    for list in lists {
        let after = text.get(list.end..).unwrap_or_default();
        let holds_queen = queens.iter().any(|queen| {
            let index = (queen.row * board.size + queen.column) as usize;
            list.units
                .iter()
                .any(|&(kind, unit)| unit_of(board, index, kind) == Some(unit))
        });
        let is_bare = after.starts_with(" has no square left")
            && !after.starts_with(" has no square left for ");
        if holds_queen && is_bare {
            return Err(format!(
                "{queens:?} is in {list:?}, which has no square left{after}"
            ));
        }
    }
    Ok(())
}

/// Reads a number: `one`, `2`.
fn number(word: &str) -> Option<u32> {
    if word == "one" {
        Some(1)
    } else {
        word.parse().ok()
    }
}

/// All lists of units in a text. Lists with only a comma or "and" between them are one.
fn unit_lists(text: &str) -> Vec<UnitList> {
    let mut lists: Vec<UnitList> = Vec::new();
    for (kind, word) in ["row", "column", "region"].into_iter().enumerate() {
        for (start, _) in text.match_indices(word) {
            let before = text.get(..start).unwrap_or_default();
            if !before.ends_with(char::is_alphanumeric) {
                lists.extend(unit_list(text, start, kind));
            }
        }
    }
    lists.sort_by_key(|list| list.start);
    let mut joined: Vec<UnitList> = Vec::new();
    for list in lists {
        match joined.last_mut() {
            Some(last)
                if [", ", " and "]
                    .contains(&text.get(last.end..list.start).unwrap_or_default()) =>
            {
                last.end = list.end;
                last.units.extend(list.units);
            }
            _ => joined.push(list),
        }
    }
    joined
}

/// Reads the units of one kind at `start`.
fn unit_list(text: &str, start: usize, kind: usize) -> Option<UnitList> {
    let names = text.get(start..)?.split_once(' ')?.1;
    let mut at = text.len() - names.len();
    let mut list = UnitList {
        start,
        end: at,
        units: Vec::new(),
    };
    let mut is_range = false;
    loop {
        let rest = text.get(at..)?;
        let length = rest
            .find(|letter: char| !letter.is_alphanumeric())
            .unwrap_or(rest.len());
        let Some(number) = unit_number(kind, rest.get(..length)?) else {
            break;
        };
        let first = list.units.last().map_or(number, |&(_, last)| last + 1);
        let from = if is_range { first } else { number };
        list.units
            .extend((from..=number).map(|number| (kind, number)));
        list.end = at + length;
        let after = rest.get(length..)?;
        let Some(joint) = [", ", " and ", " to "]
            .iter()
            .find(|joint| after.starts_with(**joint))
        else {
            break;
        };
        is_range = *joint == " to ";
        at = list.end + joint.len();
    }
    (!list.units.is_empty()).then_some(list)
}

/// Reads the name of a unit on a board of up to 26 lines.
fn unit_number(kind: usize, name: &str) -> Option<u32> {
    match (kind, name.as_bytes()) {
        (0, _) => name.parse::<u32>().ok()?.checked_sub(1),
        (1, [letter @ b'a'..=b'z']) => Some(u32::from(letter - b'a')),
        (2, [letter @ b'A'..=b'Z']) => Some(u32::from(letter - b'A')),
        _ => None,
    }
}

#[test]
fn finds_sentences_that_can_be_misread() {
    let fails = |text: &str| {
        let lists = unit_lists(text);
        check_words(text, 2)
            .and(check_ranges(text, &lists))
            .and(check_cases(text))
            .and(check_squares(text))
            .is_err()
    };
    assert!(fails(
        "all open squares of region D are in row 8, which takes no more than its queen: its other squares"
    ));
    assert!(!fails(
        "all open squares of region D are in row 8, so its queen fills that row: the other squares of row 8"
    ));
    assert!(fails(
        "b9 holds a queen, and a8 touches b9 and stays empty, and c5 touches all of b5-b6 and stays empty."
    ));
    assert!(!fails(
        "b9 holds a queen, and a8 touches b9, and c5 touches all of b5-b6, so these stay empty."
    ));
    assert!(fails(
        "which all touch each other and region F has room for only one queen outside it"
    ));
    assert!(fails(
        "regions A and B have only row 1 left for their 2 queens, but it takes only one"
    ));
    assert!(!fails(
        "regions A and B have only row 1 left for their 2 queens, but that row takes only one"
    ));
    assert!(fails("i7 touches all of i7-j8 and stays empty."));
    assert!(!fails(
        "i7 touches i8, j7 and j8, the open squares of region A in i7-j8, and stays empty."
    ));
    assert!(fails(
        "row 9 has only h9 left, which touches e8, so region B has no square left."
    ));
    assert!(fails("c4 holds a queen, and c3, b5 and d5 stay empty."));
    assert!(!fails(
        "c4 holds a queen, and c3, b5 and d5, which touch it, stay empty."
    ));
    assert!(fails("rows 9, 10, 11, 12, 13 and 14 need 6 queens"));
    assert!(!fails("rows 9 to 14 need 6 queens"));
    assert!(fails(
        "there are two cases. With one on e7 too, row 7 is full, and region A has no square left. Without one on e7, row 2 \
         has no square left"
    ));
}

#[test]
fn finds_sentences_that_forget_queens_on_the_board() {
    let mut board = ReasonBoard {
        size: 3,
        stars: 2,
        regions: Some(vec![0, 0, 0, 1, 1, 1, 2, 2, 2]),
        marks: vec![Mark::Open; 9],
    };
    board.marks[0] = Mark::Queen;
    let fails = |text: &str| {
        let lists = unit_lists(text);
        let needs =
            check_needs(&board, text, &lists).and(check_owners(&board, text, &lists));
        let left =
            check_takers(&board, text, &lists).and(check_no_square(&board, text, &lists));
        needs.and(left).is_err()
    };
    assert!(fails("region A needs one queen, on a1 or b1"));
    assert!(!fails("region A needs one more queen, on a1 or b1"));
    assert!(fails("region A needs 2 more queens, on a1 or b1"));
    assert!(!fails("region B needs 2 queens"));
    assert!(fails("rows 1 to 3 need 5 queens"));
    assert!(!fails("rows 1 to 3 need 5 more queens"));
    assert!(fails(
        "rows 2 and 3 need 4 queens, so all queens of region A are within them"
    ));
    assert!(fails("so the queen of region A is within rows 2 and 3"));
    assert!(!fails(
        "so the last queen of region A is within rows 2 and 3"
    ));
    assert!(fails(
        "so the other 3 queens of regions A and B are within rows 2 and 3"
    ));
    assert!(!fails(
        "so the remaining 3 queens of regions A and B are within rows 2 and 3"
    ));
    assert!(fails(
        "with a queen on c1, row 1 has only b3 left for its queen"
    ));
    assert!(!fails(
        "with a queen on c1, row 1 has only b3 left for its last queen"
    ));
    assert!(fails("with a queen on b2, region B has no square left"));
    assert!(!fails(
        "with a queen on b2, region B has no square left for its last queen"
    ));
    assert!(fails(
        "all open squares of row 1 are in region A, so its queen fills that region"
    ));
    assert!(!fails(
        "all open squares of row 1 are in region A, so its last queen fills that region"
    ));
    assert!(fails(
        "a queen on b2 would leave c2 only squares of row 1, which takes only one queen: b2 stays empty"
    ));
    assert!(!fails(
        "a queen on b2 would leave c2 only squares of row 1, which takes only one more queen: b2 stays empty"
    ));
    assert!(fails(
        "rows 1 to 3 have room for only 4 of their 5 queens, 2 in region B and 2 on a2 and c3"
    ));
    assert!(!fails(
        "rows 1 to 3 have room for only 4 of their remaining 5 queens, 2 in region B and 2 on a2 and c3"
    ));
}
