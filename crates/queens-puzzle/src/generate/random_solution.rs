//! Random solutions: a fixed number of queens in each row and column, no two touching.

use control::{Meter, Stop};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Maximum number of attempts to fill a board without taking back a row.
const MAX_DRAWS: u32 = 2_000;

/// Maximum number of searches that take back rows.
const MAX_SEARCHES: u32 = 400;

/// Maximum number of rows that one of these searches fills, those included that it takes
/// back.
const MAX_FILLED_ROWS: u32 = 2_000;

/// Number of ways in which a search fills a row before it takes back the one above.
const WAYS_PER_ROW: u32 = 3;

/// Shuffles `items` (Fisher and Yates).
pub(super) fn shuffle_items<T>(items: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.random_range(0..=last));
    }
}

/// Draws `stars` queens for each row and column of `size` x `size` and returns their
/// squares in ascending order; if `is_symmetric`, a half turn maps them to themselves.
/// `None` if no attempt succeeds. The distribution is not uniform.
///
/// # Errors
/// The reason to stop, from `meter`.
///
/// # Complexity
/// O(size^2) for an attempt, and O(size log size) for each row of a search. On boards of
/// side 4 `stars` and a little more, which barely have room for so many queens, hardly
/// any attempt succeeds: these are searched.
pub(super) fn draw_solution(
    size: usize,
    stars: usize,
    is_symmetric: bool,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<usize>>, Stop> {
    let board = EmptyBoard {
        size,
        stars,
        is_symmetric,
    };
    for _ in 0..MAX_DRAWS {
        if let Some(drawn) = attempt_rows(board, random)
            && is_solution(size, stars, &drawn)
        {
            return Ok(Some(drawn));
        }
    }
    for _ in 0..MAX_SEARCHES {
        meter.tick()?;
        if let Some(found) = search_solution(board, random)
            && is_solution(size, stars, &found)
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// A board to be filled from the first row on. Of a symmetric one only the upper half is
/// filled: the lower half is its image.
#[derive(Clone, Copy)]
struct EmptyBoard {
    size: usize,
    stars: usize,
    is_symmetric: bool,
}

impl EmptyBoard {
    /// Returns the number of rows to fill.
    fn rows_to_fill(self) -> usize {
        if self.is_symmetric {
            self.size.div_ceil(2)
        } else {
            self.size
        }
    }

    /// Returns true if the half turn maps the row to itself.
    fn is_middle_row(self, row: usize) -> bool {
        self.is_symmetric && 2 * row + 1 == self.size
    }

    /// Adds the queens of a row, and their images in the lower half. Those in the middle
    /// row are among `columns` already.
    fn add_row(self, row: usize, columns: &[usize], queens: &mut Vec<usize>) {
        let squares = columns.iter().map(|column| row * self.size + column);
        queens.extend(squares.clone());
        if self.is_symmetric && !self.is_middle_row(row) {
            let last = self.size * self.size - 1;
            queens.extend(squares.map(|square| last - square));
        }
    }

    /// Chooses the columns of a row, in this order, from those that still need queens.
    /// `above` are the columns of the row before. `None` if they are too few.
    ///
    /// `need` is the number of queens that each column still takes; on a symmetric board
    /// it is the same for a column and its mirror image, before and after.
    fn choose_columns(
        self,
        row: usize,
        above: &[usize],
        order: &[usize],
        need: &mut [usize],
    ) -> Option<Vec<usize>> {
        let mut chosen: Vec<usize> = Vec::with_capacity(self.stars);
        for &column in order {
            let mut near = chosen.iter().chain(above);
            if chosen.len() == self.stars || near.any(|other| other.abs_diff(column) <= 1)
            {
                continue;
            }
            if self.is_middle_row(row) {
                self.choose_in_middle_row(column, need, &mut chosen);
            } else {
                self.choose_column(column, need, &mut chosen);
            }
        }
        (chosen.len() == self.stars).then_some(chosen)
    }

    /// Chooses a column of a row other than the middle one, if it needs enough queens.
    fn choose_column(self, column: usize, need: &mut [usize], chosen: &mut Vec<usize>) {
        let mirrored = self.size - 1 - column;
        // The image of a queen in the middle column is in the middle column, too.
        let added = if self.is_symmetric && column == mirrored {
            2
        } else {
            1
        };
        if need[column] < added {
            return;
        }
        need[column] -= 1;
        if self.is_symmetric {
            need[mirrored] -= 1;
        }
        chosen.push(column);
    }

    /// Chooses a column of the middle row, if it needs queens: together with its image,
    /// which is in the same row. The centre, its own image, is only chosen as the last.
    fn choose_in_middle_row(
        self,
        column: usize,
        need: &mut [usize],
        chosen: &mut Vec<usize>,
    ) {
        if need[column] == 0 {
            return;
        }
        let mirrored = self.size - 1 - column;
        let is_last = chosen.len() + 1 == self.stars;
        let has_room_for_two = chosen.len() + 2 <= self.stars;
        if column == mirrored && is_last {
            need[column] -= 1;
            chosen.push(column);
        } else if column.abs_diff(mirrored) > 1 && has_room_for_two {
            need[column] -= 1;
            need[mirrored] -= 1;
            chosen.extend([column, mirrored]);
        }
    }
}

/// Returns the most queens that `rows` rows can have in a column, or in two columns side
/// by side: one in every second row, because two queens in a block of 2 x 2 touch.
fn most_in_rows(rows: usize) -> usize {
    rows.div_ceil(2)
}

/// Returns the columns in the same order, but with some of them first.
fn with_first(columns: &[usize], is_first: impl Fn(usize) -> bool) -> Vec<usize> {
    let (first, others): (Vec<usize>, Vec<usize>) =
        columns.iter().partition(|&&column| is_first(column));
    [first, others].concat()
}

/// Fills the rows in order at random. Columns that must have a queen in every second row
/// from here on come first; on a symmetric board none does.
fn attempt_rows(board: EmptyBoard, random: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let EmptyBoard { size, stars, .. } = board;
    let mut need = vec![stars; size];
    let mut queens: Vec<usize> = Vec::with_capacity(size * stars);
    let mut above: Vec<usize> = Vec::new();
    let mut order: Vec<usize> = (0..size).collect();
    for row in 0..board.rows_to_fill() {
        shuffle_items(&mut order, random);
        if !board.is_symmetric {
            let most = most_in_rows(size - row);
            order = with_first(&order, |column| need[column] >= most);
        }
        above = board.choose_columns(row, &above, &order, &mut need)?;
        board.add_row(row, &above, &mut queens);
    }
    queens.sort_unstable();
    Some(queens)
}

/// Fills the rows in order, and takes back the row above where a few random ways to fill
/// a row all fail.
fn search_solution(board: EmptyBoard, random: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut search = RowSearch {
        board,
        rows_left: MAX_FILLED_ROWS,
        queens: Vec::new(),
    };
    search.fill_rows(0, &[], &vec![board.stars; board.size], random)?;
    search.queens.sort_unstable();
    Some(search.queens)
}

/// A search for a random solution.
struct RowSearch {
    board: EmptyBoard,
    /// Number of rows that it may still fill.
    rows_left: u32,
    /// The queens of the filled rows, and their images.
    queens: Vec<usize>,
}

impl RowSearch {
    /// Fills the rows from `row` on; `above` are the columns of the row before, and
    /// `need` is how many queens each column still takes.
    fn fill_rows(
        &mut self,
        row: usize,
        above: &[usize],
        need: &[usize],
        random: &mut ChaCha8Rng,
    ) -> Option<()> {
        let EmptyBoard { size, stars, .. } = self.board;
        if row == self.board.rows_to_fill() {
            let is_filled = need.iter().all(|&need| need == 0)
                && is_solution(size, stars, &self.queens);
            return is_filled.then_some(());
        }
        for _ in 0..WAYS_PER_ROW {
            self.rows_left = self.rows_left.checked_sub(1)?;
            let mut need = need.to_vec();
            let Some(chosen) = self.draw_row(row, above, &mut need, random) else {
                continue;
            };
            if !self.has_room_below(row, &need) {
                continue;
            }
            let filled = self.queens.len();
            self.board.add_row(row, &chosen, &mut self.queens);
            if self.fill_rows(row + 1, &chosen, &need, random).is_some() {
                return Some(());
            }
            self.queens.truncate(filled);
        }
        None
    }

    /// Returns false if two columns side by side need more queens than the rows below
    /// `row` can have in them. On a symmetric board this is not tested.
    fn has_room_below(&self, row: usize, need: &[usize]) -> bool {
        let most = most_in_rows(self.board.size - row - 1);
        self.board.is_symmetric || need.windows(2).all(|two| two[0] + two[1] <= most)
    }

    /// Chooses the columns of a row at random, but first those that need a queen here
    /// because the rows below cannot take all that they need.
    fn draw_row(
        &self,
        row: usize,
        above: &[usize],
        need: &mut [usize],
        random: &mut ChaCha8Rng,
    ) -> Option<Vec<usize>> {
        let size = self.board.size;
        let mut order: Vec<usize> = (0..size).collect();
        shuffle_items(&mut order, random);
        if !self.board.is_symmetric {
            let most = most_in_rows(size - row - 1);
            let mut is_urgent: Vec<bool> = need.iter().map(|&need| need > most).collect();
            for left in 1..size {
                if need[left - 1] + need[left] > most {
                    is_urgent[left - 1] = true;
                    is_urgent[left] = true;
                }
            }
            order = with_first(&order, |column| is_urgent[column]);
        }
        self.board.choose_columns(row, above, &order, need)
    }
}

/// Returns true if no two queens touch and each row and column has `stars`.
fn is_solution(size: usize, stars: usize, queens: &[usize]) -> bool {
    let (mut rows, mut columns) = (vec![0; size], vec![0; size]);
    for (at, queen) in queens.iter().enumerate() {
        rows[queen / size] += 1;
        columns[queen % size] += 1;
        for other in &queens[..at] {
            if (other / size).abs_diff(queen / size) <= 1
                && (other % size).abs_diff(queen % size) <= 1
            {
                return false;
            }
        }
    }
    rows.iter().chain(&columns).all(|&count| count == stars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::{Limit, Limits};
    use rand::SeedableRng;

    #[test]
    fn draws_random_solutions_for_every_size() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let limits = Limits::default();
        let mut meter = Meter::new(&limits);
        for (size, stars) in [
            (1, 1),
            (4, 1),
            (5, 1),
            (9, 1),
            (26, 1),
            (8, 2),
            (10, 2),
            (11, 2),
            (13, 3),
            (14, 3),
            (15, 3),
            (17, 4),
            (21, 5),
            (26, 6),
        ] {
            for is_symmetric in [false, true] {
                let queens =
                    draw_solution(size, stars, is_symmetric, &mut random, &mut meter)
                        .expect("no limit")
                        .expect("a solution");
                assert!(is_solution(size, stars, &queens), "{size} {stars}");
                let mut images: Vec<usize> =
                    queens.iter().map(|queen| size * size - 1 - queen).collect();
                images.sort_unstable();
                assert!(!is_symmetric || images == queens, "{size} {stars}");
            }
        }
        assert_eq!(
            draw_solution(3, 1, false, &mut random, &mut meter),
            Ok(None)
        );
        let stopped = Limits::default().with_time(std::time::Duration::ZERO);
        let drawn = draw_solution(3, 1, false, &mut random, &mut Meter::new(&stopped));
        assert_eq!(drawn, Err(Stop::LimitReached(Limit::Time)));
    }
}
