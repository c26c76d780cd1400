//! Random region puzzles for tests.

use proptest::prelude::*;
use queens::puzzle::{Mark, Position, Puzzle};
use queens::square::Square;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// A board with regions in one piece each, some queens and some crosses, which may break
/// every rule.
pub(crate) fn connected() -> impl Strategy<Value = Position> {
    (4..=26u32, 1..=3u32, any::<u64>()).prop_map(|(size, stars, seed)| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let regions = grown(size, &mut random);
        marked(
            Puzzle::new(size, stars, regions).expect("a region for each row"),
            &mut random,
        )
    })
}

/// The same with regions in several parts.
pub(crate) fn scattered() -> impl Strategy<Value = Position> {
    (4..=26u32, 1..=3u32, any::<u64>()).prop_map(|(size, stars, seed)| {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut regions: Vec<u32> = (0..size * size).map(|at| at % size).collect();
        for at in (1..regions.len()).rev() {
            regions.swap(at, random.random_range(0..=at));
        }
        marked(
            Puzzle::new(size, stars, regions).expect("a region for each row"),
            &mut random,
        )
    })
}

/// A board with regions in one piece each, some queens that can stand together and some
/// crosses; no region is crossed out whole.
pub(crate) fn played(size: u32, random: &mut ChaCha8Rng) -> Position {
    let mut position = Position::new(
        Puzzle::new(size, 1, grown(size, random)).expect("a region for each row"),
    );
    let squares: Vec<Square> = position.puzzle().problem().every_square().collect();
    let mut queens: Vec<Square> = Vec::new();
    for _ in 0..2 * size {
        let here = squares[random.random_range(0..squares.len())];
        let puzzle = position.puzzle();
        let clashes = |queen: &Square| {
            queen.row == here.row
                || queen.column == here.column
                || puzzle.region(*queen) == puzzle.region(here)
                || (queen.row.abs_diff(here.row) == 1
                    && queen.column.abs_diff(here.column) == 1)
        };
        if !queens.iter().any(clashes) {
            position.set(here, Mark::Queen);
            queens.push(here);
        }
    }
    for &square in &squares {
        if position.mark(square) == Mark::Open && random.random_bool(0.2) {
            position.set(square, Mark::Cross);
        }
    }
    for squares in position.puzzle().region_squares() {
        if squares
            .iter()
            .all(|&square| position.mark(square) == Mark::Cross)
        {
            position.set(squares[0], Mark::Open);
        }
    }
    position
}

/// Regions that grow from `size` squares until they meet.
pub(crate) fn grown(size: u32, random: &mut ChaCha8Rng) -> Vec<u32> {
    let squares = (size * size) as usize;
    let mut regions = vec![None; squares];
    let mut border = Vec::new();
    for region in 0..size {
        loop {
            let at = random.random_range(0..squares);
            if regions[at].is_none() {
                regions[at] = Some(region);
                border.push(at);
                break;
            }
        }
    }
    while !border.is_empty() {
        let pick = random.random_range(0..border.len());
        let at = border[pick];
        let (row, column) = (at as u32 / size, at as u32 % size);
        let around = [(-1, 0), (1, 0), (0, -1), (0, 1)].map(|(down, right)| {
            let (row, column) = (
                row.checked_add_signed(down)?,
                column.checked_add_signed(right)?,
            );
            (row < size && column < size).then_some((row * size + column) as usize)
        });
        let free: Vec<usize> = around
            .into_iter()
            .flatten()
            .filter(|&to| regions[to].is_none())
            .collect();
        match free[..] {
            [] => {
                border.swap_remove(pick);
            }
            _ => {
                let to = free[random.random_range(0..free.len())];
                regions[to] = regions[at];
                border.push(to);
            }
        }
    }
    regions
        .into_iter()
        .map(|region| region.expect("every square is reached"))
        .collect()
}

/// Marks on some squares.
fn marked(puzzle: Puzzle, random: &mut ChaCha8Rng) -> Position {
    let size = puzzle.size();
    let mut position = Position::new(puzzle);
    let shares = [random.random_range(0..30u32), random.random_range(0..60u32)];
    for square in (0..size * size).map(|at| Square::new(at / size, at % size)) {
        match random.random_range(0..100u32) {
            roll if roll < shares[0] => position.set(square, Mark::Queen),
            roll if roll < shares[0] + shares[1] => position.set(square, Mark::Cross),
            _ => {}
        }
    }
    position
}
