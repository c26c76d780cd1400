//! Boards side by side without column letters: rows with wide gaps between them.
//!
//! ```text
//! . Q . .    . . Q .
//! . . . Q    Q . . .
//! Q . . .    . . . Q
//! . . Q .    . Q . .
//! ```

/// The blanks between two boards.
const GAP: &str = "   ";

/// Returns the number of boards that a row shows: parts between gaps, each with as many
/// squares; 1 if it shows no others.
pub(super) fn parts(row: &str) -> usize {
    let squares = |part: &str| {
        part.chars()
            .filter(|square| !square.is_whitespace())
            .count()
    };
    let parts: Vec<usize> = row
        .split(GAP)
        .map(squares)
        .filter(|&squares| squares > 0)
        .collect();
    if parts.len() > 1 && parts[0] > 1 && parts.iter().all(|&squares| squares == parts[0])
    {
        parts.len()
    } else {
        1
    }
}

/// Deals the squares of a row of boards to the boards, each `width` wide; `column`
/// returns the column of one.
pub(super) fn dealt<T>(
    squares: Vec<T>,
    width: u32,
    boards: usize,
    column: impl Fn(&mut T) -> &mut u32,
) -> Vec<Vec<T>> {
    let mut dealt: Vec<Vec<T>> = (0..boards).map(|_| Vec::new()).collect();
    for mut square in squares {
        let place = column(&mut square);
        let board = *place / width;
        *place %= width;
        dealt[board as usize].push(square);
    }
    dealt
}

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn counts_the_boards_of_a_row() {
        for (row, boards) in [
            (". Q . .    . . Q .", 2),
            (".Q..   ..Q.   .Q..", 3),
            (". Q . .  . . Q .", 1),
            (".   Q   .   .", 1),
            (". Q   . . .", 1),
        ] {
            assert_eq!(parts(row), boards, "{row}");
        }
    }
}
