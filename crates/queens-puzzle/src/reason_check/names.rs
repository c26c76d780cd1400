//! The check that a sentence names its premises in their order.

use super::ReasonFault;
use crate::{Fact, Premise};
use queens_model::problem::Unit;
use queens_model::square::Square;

/// Checks that `sentence` names the premises in their order.
///
/// # Errors
/// The first premise that is not named at its place.
pub(crate) fn check_names(
    sentence: &str,
    premises: &[Premise],
) -> Result<(), ReasonFault> {
    let mut last = 0;
    for &Premise { fact, named_at, .. } in premises {
        let before = sentence.get(..named_at).unwrap_or_default();
        let is_in_range = ends_with_range(before, fact);
        if named_at < last || named_at == last && !is_in_range {
            return Err(ReasonFault::NotInOrder(fact));
        }
        last = named_at;
        if !is_in_range && !ends_with_name(before, fact) {
            return Err(ReasonFault::NotNamed {
                fact,
                before: before.to_owned(),
            });
        }
    }
    Ok(())
}

/// True if `text` ends with the name of `fact`: a unit with the word for its kind
/// somewhere before, the square of a queen.
fn ends_with_name(text: &str, fact: Fact) -> bool {
    let (kind, name) = match fact {
        Fact::Unit(Unit::Row(row)) => ("row", (row + 1).to_string()),
        Fact::Unit(Unit::Column(column)) => ("column", column_letters(column)),
        Fact::Unit(Unit::Region(region)) => {
            ("region", column_letters(region).to_uppercase())
        }
        Fact::Unit(Unit::Total) => return false,
        Fact::Queen(square) => ("", square.to_string()),
        Fact::OneSolution(_) => return !text.is_empty(),
    };
    let Some(before) = text.strip_suffix(name.as_str()) else {
        return false;
    };
    if before.ends_with(char::is_alphanumeric) {
        return false;
    }
    let is_kind = |word: &&str| ["row", "column", "region"].contains(word);
    let words = before.split(|letter: char| !letter.is_alphabetic());
    let singular = words.map(|word| word.trim_end_matches('s').to_lowercase());
    let kinds: Vec<String> = singular.filter(|word| is_kind(&word.as_str())).collect();
    kind.is_empty() || kinds.last().is_some_and(|last| last == kind)
}

/// True if `text` ends with neighbouring lines that contain `fact`, as in `rows 9 to 14`.
fn ends_with_range(text: &str, fact: Fact) -> bool {
    let (kind, line) = match fact {
        Fact::Unit(Unit::Row(row)) => ("rows", row),
        Fact::Unit(Unit::Column(column)) => ("columns", column),
        _ => return false,
    };
    let number = |name: &str| match kind {
        "rows" => name.parse::<u32>().ok()?.checked_sub(1),
        _ => (0..line + 100).find(|&column| column_letters(column) == name),
    };
    let mut words = text.rsplit(' ');
    let ends = [words.next(), words.next(), words.next(), words.next()];
    let [Some(last), Some("to"), Some(first), Some(lines)] = ends else {
        return false;
    };
    let (first, last) = (number(first), number(last));
    lines.to_lowercase() == kind
        && first <= Some(line)
        && Some(line) <= last
        && first.is_some()
}

/// Name of a column: a, b, ..., z, aa, ab, ...
fn column_letters(number: u32) -> String {
    let last = char::from(b'a' + (number % 26) as u8);
    match number / 26 {
        0 => last.to_string(),
        more => column_letters(more - 1) + &last.to_string(),
    }
}

/// The names of squares, with blanks between them.
pub(super) fn square_names(squares: &[Square]) -> String {
    squares
        .iter()
        .map(Square::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
