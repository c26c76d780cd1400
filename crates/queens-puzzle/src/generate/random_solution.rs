//! Random solutions: a fixed number of queens in each row and column, no two touching.

use control::{Meter, Stop};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Maximum number of attempts to fill a board without taking back a row.
const MAX_DRAWS: u32 = 2_000;

/// Maximum number of searches that take back rows, and of the rows that one of them
/// fills.
const MAX_SEARCHES: u32 = 400;
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
/// O(size^2) for an attempt, and O(size log size) for each row of a search. Boards of
/// side 4 `stars` and a little more are so narrow that hardly an attempt succeeds: they
/// are searched.
pub(super) fn draw_solution(
    size: usize,
    stars: usize,
    is_symmetric: bool,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<usize>>, Stop> {
    for _ in 0..MAX_DRAWS {
        if let Some(drawn) = attempt_rows(size, stars, is_symmetric, random)
            && is_solution(size, stars, &drawn)
        {
            return Ok(Some(drawn));
        }
    }
    for _ in 0..MAX_SEARCHES {
        meter.tick()?;
        if let Some(found) = search_solution(size, stars, is_symmetric, random)
            && is_solution(size, stars, &found)
        {
            return Ok(Some(found));
        }
    }
    Ok(None)
}

/// A search from the first row to the last. A row that can be filled in none of a few
/// random ways takes back the one above.
fn search_solution(
    size: usize,
    stars: usize,
    is_symmetric: bool,
    random: &mut ChaCha8Rng,
) -> Option<Vec<usize>> {
    let mut search = RowFilling {
        size,
        stars,
        is_symmetric,
        left: MAX_FILLED_ROWS,
        queens: Vec::new(),
    };
    search.fill_rows(0, &[], &vec![stars; size], random)?;
    search.queens.sort_unstable();
    Some(search.queens)
}

/// A search for a random solution.
struct RowFilling {
    size: usize,
    stars: usize,
    is_symmetric: bool,
    /// Number of rows that it may still fill.
    left: u32,
    /// The queens of the filled rows, and their images.
    queens: Vec<usize>,
}

impl RowFilling {
    /// Fills the rows from `row` on; `above` are the columns of the row before, and
    /// `need` is how many queens each column still takes.
    fn fill_rows(
        &mut self,
        row: usize,
        above: &[usize],
        need: &[usize],
        random: &mut ChaCha8Rng,
    ) -> Option<()> {
        let size = self.size;
        // The lower half of a symmetric board is the image of the upper one.
        let rows = if self.is_symmetric {
            size.div_ceil(2)
        } else {
            size
        };
        if row == rows {
            let is_filled = need.iter().all(|&need| need == 0)
                && is_solution(size, self.stars, &self.queens);
            return is_filled.then_some(());
        }
        for _ in 0..WAYS_PER_ROW {
            self.left = self.left.checked_sub(1)?;
            let mut need = need.to_vec();
            let Some(chosen) = self.draw_row(row, above, &mut need, random) else {
                continue;
            };
            // Of two columns side by side, two rows one below the other take at most one
            // queen.
            let most = (size - row - 1).div_ceil(2);
            let has_room =
                self.is_symmetric || need.windows(2).all(|two| two[0] + two[1] <= most);
            if !has_room {
                continue;
            }
            let filled = self.queens.len();
            self.queens
                .extend(chosen.iter().map(|column| row * size + column));
            if self.is_symmetric && 2 * row + 1 != size {
                self.queens.extend(
                    chosen
                        .iter()
                        .map(|column| size * size - 1 - (row * size + column)),
                );
            }
            if self.fill_rows(row + 1, &chosen, &need, random).is_some() {
                return Some(());
            }
            self.queens.truncate(filled);
        }
        None
    }

    /// Chooses the columns of a row at random, those first without which two columns side
    /// by side would keep too many.
    fn draw_row(
        &self,
        row: usize,
        above: &[usize],
        need: &mut [usize],
        random: &mut ChaCha8Rng,
    ) -> Option<Vec<usize>> {
        let mut order: Vec<usize> = (0..self.size).collect();
        shuffle_items(&mut order, random);
        if !self.is_symmetric {
            let most = (self.size - row - 1).div_ceil(2);
            let mut is_urgent: Vec<bool> = need.iter().map(|&need| need > most).collect();
            for left in 1..self.size {
                if need[left - 1] + need[left] > most {
                    is_urgent[left - 1] = true;
                    is_urgent[left] = true;
                }
            }
            order = with_first(&order, |column| is_urgent[column]);
        }
        choose_columns(
            self.size,
            self.stars,
            self.is_symmetric,
            (row, above),
            &order,
            need,
        )
    }
}

/// Returns the columns in the same order, but with some of them first.
fn with_first(columns: &[usize], is_first: impl Fn(usize) -> bool) -> Vec<usize> {
    let (first, others): (Vec<usize>, Vec<usize>) =
        columns.iter().partition(|&&column| is_first(column));
    [first, others].concat()
}

/// Fills the rows in order at random, with the most urgent columns first. On a symmetric
/// board it fills the upper half and adds the image of each queen.
fn attempt_rows(
    size: usize,
    stars: usize,
    is_symmetric: bool,
    random: &mut ChaCha8Rng,
) -> Option<Vec<usize>> {
    let mut need = vec![stars; size];
    let mut queens: Vec<usize> = Vec::with_capacity(size * stars);
    let mut above: Vec<usize> = Vec::new();
    let rows = if is_symmetric { size.div_ceil(2) } else { size };
    let mut order: Vec<usize> = (0..size).collect();
    for row in 0..rows {
        shuffle_items(&mut order, random);
        // A column can take at most this many queens from here on, every second row.
        let most = (size - row).div_ceil(2);
        if !is_symmetric {
            order = with_first(&order, |column| need[column] >= most);
        }
        let chosen =
            choose_columns(size, stars, is_symmetric, (row, &above), &order, &mut need)?;
        let is_middle = is_symmetric && 2 * row + 1 == size;
        queens.extend(chosen.iter().map(|column| row * size + column));
        if is_symmetric && !is_middle {
            queens.extend(
                chosen
                    .iter()
                    .map(|column| size * size - 1 - (row * size + column)),
            );
        }
        above = chosen;
    }
    queens.sort_unstable();
    Some(queens)
}

/// Chooses the columns of a row, in this order, from those that still need queens.
/// `above` are the columns of the row before. `None` if they are too few.
fn choose_columns(
    size: usize,
    stars: usize,
    is_symmetric: bool,
    (row, above): (usize, &[usize]),
    order: &[usize],
    need: &mut [usize],
) -> Option<Vec<usize>> {
    let mut chosen: Vec<usize> = Vec::with_capacity(stars);
    let is_middle = is_symmetric && 2 * row + 1 == size;
    for &column in order {
        let mirrored = size - 1 - column;
        let mut near = chosen.iter().chain(above);
        if chosen.len() == stars || near.any(|other| other.abs_diff(column) <= 1) {
            continue;
        }
        if is_middle {
            // The images of queens in the middle row are in the same row.
            let is_centre = column == mirrored && chosen.len() + 1 == stars;
            let is_pair = column.abs_diff(mirrored) > 1 && chosen.len() + 2 <= stars;
            if need[column] > 0 && is_centre {
                need[column] -= 1;
                chosen.push(column);
            } else if need[column] > 0 && is_pair {
                need[column] -= 1;
                need[mirrored] -= 1;
                chosen.extend([column, mirrored]);
            }
            continue;
        }
        let wanted = 1 + usize::from(is_symmetric && column == mirrored);
        if need[column] < wanted {
            continue;
        }
        need[column] -= 1;
        if is_symmetric {
            need[mirrored] -= 1;
        }
        chosen.push(column);
    }
    (chosen.len() == stars).then_some(chosen)
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
