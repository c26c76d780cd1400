//! Drawings: the board and its regions, square by square.

use super::{Field, LineError, ProblemTextError, Size};
use crate::problem::{MAX_DRAWN, MAX_REGIONS, ProblemBuilder, ProblemError, SquareKind};
use crate::square::Square;
use std::collections::HashMap;

/// Returns true if a line without a key is a row of a drawn board. A row of walls alone
/// is a comment.
pub(super) fn is_drawn_row(line: &str) -> bool {
    let free = |square| matches!(square, '.' | '_' | 'Q' | 'q' | 'x' | 'X' | '*');
    drawn_squares(line).all(|square| free(square) || square == '#')
        && drawn_squares(line).any(free)
}

/// Returns the squares of a row of a drawn board.
pub(super) fn drawn_squares(row: &str) -> impl Iterator<Item = char> {
    row.chars().filter(|square| !square.is_whitespace())
}

/// Returns the names in a row of a drawn region map: words if there are `columns` of them
/// (if that is unknown: if there are several), else single characters.
pub(super) fn row_names(row: &str, columns: Option<u32>) -> impl Iterator<Item = &str> {
    let words = row.split_whitespace().count();
    let by_word = columns.map_or(words > 1, |columns| words == columns as usize);
    row.split_whitespace()
        .flat_map(move |word| word.split_inclusive(move |_| !by_word))
}

/// Returns the size of a drawing whose rows all have `width` squares; `None` if it is
/// empty.
pub(super) fn drawn_size(
    field: &Field<'_>,
    width: impl Fn(&str) -> usize,
) -> Result<Option<Size>, ProblemTextError> {
    let mut rows = 0;
    let mut expected = 0;
    for (line, row) in field.drawn_rows() {
        let found = width(row);
        if rows == 0 {
            expected = found;
        }
        if found != expected {
            return Err(ProblemTextError::Line {
                line,
                reason: LineError::Ragged { found, expected },
            });
        }
        rows += 1;
    }
    // The bound on the text keeps both far below the highest u32.
    let size = Size {
        rows,
        columns: expected as u32,
    };
    if size.square_count() > MAX_DRAWN {
        return Err(ProblemError::TooLargeToDraw {
            rows,
            columns: size.columns,
        }
        .into());
    }
    Ok((rows > 0).then_some(size))
}

/// Adds a drawing to the board.
pub(super) fn draw_board(
    builder: &mut ProblemBuilder,
    field: &Field<'_>,
) -> Result<(), ProblemTextError> {
    for (row, (line, text)) in (0..).zip(field.drawn_rows()) {
        for (column, drawn) in (0..).zip(drawn_squares(text)) {
            let square = Square::new(row, column);
            match drawn {
                '.' | '_' => {}
                'Q' | 'q' => builder.givens.push(square),
                'x' | 'X' | '*' => builder.blocked.push((square, SquareKind::Hole)),
                '#' => builder.blocked.push((square, SquareKind::Wall)),
                other => {
                    return Err(ProblemTextError::Line {
                        line,
                        reason: LineError::Character(other),
                    });
                }
            }
        }
    }
    Ok(())
}

/// Reads a drawn region map: for each square, row by row, the number of its region.
pub(super) fn region_map(
    field: &Field<'_>,
    columns: u32,
) -> Result<Vec<u32>, ProblemTextError> {
    let names: Vec<&str> = field
        .drawn_rows()
        .flat_map(|(_, row)| row_names(row, Some(columns)))
        .collect();
    Ok(numbered_names(&names)?)
}

/// Returns the number of the region of each square, given its name. Numbers follow the
/// order of the names, shorter names first.
pub fn numbered_names(names: &[&str]) -> Result<Vec<u32>, ProblemError> {
    let mut by_appearance = HashMap::new();
    let mut map = Vec::new();
    for &name in names {
        let next = by_appearance.len() as u32;
        let number = *by_appearance.entry(name).or_insert(next);
        if number >= MAX_REGIONS {
            return Err(ProblemError::TooManyRegions(number + 1));
        }
        map.push(number);
    }
    let mut names: Vec<(&str, u32)> = by_appearance.into_iter().collect();
    names.sort_unstable_by_key(|&(name, _)| (name.chars().count(), name));
    let mut by_name = vec![0; names.len()];
    for (number, (_, appeared)) in (0..).zip(names) {
        by_name[appeared as usize] = number;
    }
    Ok(map
        .into_iter()
        .map(|appeared: u32| by_name[appeared as usize])
        .collect())
}
