//! Random solutions: a fixed number of queens in each row and column, no two touching.

use rand::RngExt;
use rand::rngs::ChaCha8Rng;

/// Maximum number of attempts to fill a board.
const MAX_DRAWS: u32 = 200_000;

/// Shuffles `items` (Fisher and Yates).
pub(super) fn shuffle<T>(items: &mut [T], random: &mut ChaCha8Rng) {
    for last in (1..items.len()).rev() {
        items.swap(last, random.random_range(0..=last));
    }
}

/// Draws `stars` queens for each row and column of `size` x `size` and returns their squares in ascending order; if
/// `is_symmetric`, a half turn maps them to themselves. `None` if no attempt succeeds. The distribution is not uniform.
///
/// # Complexity
/// O(size^2) for an attempt; boards of side 4 `stars` have few solutions and take many attempts.
pub(super) fn draw(
    size: usize,
    stars: usize,
    is_symmetric: bool,
    random: &mut ChaCha8Rng,
) -> Option<Vec<usize>> {
    (0..MAX_DRAWS).find_map(|_| {
        let queens = attempt(size, stars, is_symmetric, random)?;
        is_solution(size, stars, &queens).then_some(queens)
    })
}

/// Fills the rows in order at random, with the most urgent columns first. On a symmetric board it fills the upper half and
/// adds the image of each queen.
fn attempt(size: usize, stars: usize, is_symmetric: bool, random: &mut ChaCha8Rng) -> Option<Vec<usize>> {
    let mut need = vec![stars; size];
    let mut queens: Vec<usize> = Vec::with_capacity(size * stars);
    let mut above: Vec<usize> = Vec::new();
    let rows = if is_symmetric { size.div_ceil(2) } else { size };
    let mut order: Vec<usize> = (0..size).collect();
    for row in 0..rows {
        shuffle(&mut order, random);
        // A column can take at most this many queens from here on, every second row.
        let most = (size - row).div_ceil(2);
        if !is_symmetric {
            order.sort_by_key(|&column| need[column] < most);
        }
        let mut chosen: Vec<usize> = Vec::with_capacity(stars);
        let is_middle = is_symmetric && 2 * row + 1 == size;
        for &column in &order {
            let mirrored = size - 1 - column;
            let touches = |other: &usize| other.abs_diff(column) <= 1;
            if chosen.len() == stars || chosen.iter().chain(&above).any(touches) {
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
        if chosen.len() < stars {
            return None;
        }
        queens.extend(chosen.iter().map(|column| row * size + column));
        if is_symmetric && !is_middle {
            queens.extend(chosen.iter().map(|column| size * size - 1 - (row * size + column)));
        }
        above = chosen;
    }
    queens.sort_unstable();
    Some(queens)
}

/// Returns true if no two queens touch and each row and column has `stars`.
fn is_solution(size: usize, stars: usize, queens: &[usize]) -> bool {
    let (mut rows, mut columns) = (vec![0; size], vec![0; size]);
    for (at, queen) in queens.iter().enumerate() {
        rows[queen / size] += 1;
        columns[queen % size] += 1;
        let touches = |other: &usize| {
            (other / size).abs_diff(queen / size) <= 1 && (other % size).abs_diff(queen % size) <= 1
        };
        if queens[..at].iter().any(touches) {
            return false;
        }
    }
    rows.iter().chain(&columns).all(|&count| count == stars)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn draws_random_solutions_for_every_size() {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        for (size, stars) in
            [(1, 1), (4, 1), (5, 1), (9, 1), (26, 1), (8, 2), (10, 2), (11, 2), (14, 3), (15, 3)]
        {
            for is_symmetric in [false, true] {
                let queens = draw(size, stars, is_symmetric, &mut random).expect("a solution");
                assert!(is_solution(size, stars, &queens), "{size} {stars}");
                let mut images: Vec<usize> = queens.iter().map(|queen| size * size - 1 - queen).collect();
                images.sort_unstable();
                assert!(!is_symmetric || images == queens, "{size} {stars}");
            }
        }
        assert_eq!(draw(3, 1, false, &mut random), None);
    }
}
