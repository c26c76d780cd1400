//! Repairs against brute force: all maps at a distance, and all placements of one queen
//! in each row.

use super::*;
use crate::generate::random_solution::shuffle_items;
use control::Limit;
use rand::RngExt;

/// All placements of one queen in each row and column of `size` x `size`, no two
/// touching: the column of each row.
fn placements(size: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for _ in 0..size {
        let longer = |columns: &Vec<usize>| {
            let columns = columns.clone();
            let fits = move |column: &usize| {
                let before = columns
                    .last()
                    .is_none_or(|&last: &usize| last.abs_diff(*column) > 1);
                before && !columns.contains(column)
            };
            (0..size).filter(fits).collect::<Vec<_>>()
        };
        all = all
            .iter()
            .flat_map(|columns| {
                longer(columns)
                    .into_iter()
                    .map(|column| [columns.clone(), vec![column]].concat())
            })
            .collect();
    }
    all
}

/// Number of placements with one queen in each region.
fn solutions(size: usize, regions: &[u8], placements: &[Vec<usize>]) -> usize {
    let is_solution = |columns: &&Vec<usize>| {
        let mut seen = 0u32;
        columns
            .iter()
            .enumerate()
            .for_each(|(row, column)| seen |= 1 << regions[row * size + column]);
        seen.count_ones() as usize == size
    };
    placements.iter().filter(is_solution).count()
}

/// True if every region has a square, and a path of its own squares to each of its
/// squares.
fn is_whole(size: usize, regions: &[u8]) -> bool {
    (0..size as u8).all(|region| {
        let own: Vec<usize> = (0..regions.len())
            .filter(|&square| regions[square] == region)
            .collect();
        let mut reached: Vec<usize> = own.iter().copied().take(1).collect();
        let mut next = 0;
        while let Some(&square) = reached.get(next) {
            for &other in &own {
                let distance = (square / size).abs_diff(other / size)
                    + (square % size).abs_diff(other % size);
                if distance == 1 && !reached.contains(&other) {
                    reached.push(other);
                }
            }
            next += 1;
        }
        !own.is_empty() && reached.len() == own.len()
    })
}

/// True if changes of exactly `count` squares from `first` on give connected regions and
/// one solution.
fn can_repair(
    (size, first, count): (usize, usize, usize),
    regions: &mut [u8],
    placements: &[Vec<usize>],
) -> bool {
    if count == 0 {
        return solutions(size, regions, placements) == 1 && is_whole(size, regions);
    }
    for square in first..regions.len() {
        let before = regions[square];
        for to in (0..size as u8).filter(|&to| to != before) {
            regions[square] = to;
            if can_repair((size, square + 1, count - 1), regions, placements) {
                regions[square] = before;
                return true;
            }
        }
        regions[square] = before;
    }
    false
}

/// A map of connected regions that grow from random squares.
fn drawn(size: usize, seed: u64) -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut squares: Vec<usize> = (0..size * size).collect();
    shuffle_items(&mut squares, &mut random);
    let mut regions = vec![u8::MAX; size * size];
    (0..size as u8)
        .zip(&squares)
        .for_each(|(region, &square)| regions[square] = region);
    while regions.contains(&u8::MAX) {
        let square = random.random_range(0..size * size);
        let near: Vec<usize> = super::super::grow::squares_beside(size, square).collect();
        let near = near[random.random_range(0..near.len())];
        if regions[square] == u8::MAX {
            regions[square] = regions[near];
        }
    }
    regions
}

fn puzzle(size: usize, stars: u32, regions: &[u8]) -> Puzzle {
    Puzzle::new(
        size as u32,
        stars,
        regions.iter().map(|&region| region.into()).collect(),
    )
    .expect("a puzzle")
}

/// Repairs the board and checks the result against brute force up to `most` changes.
/// Returns the number of solutions before and the number of changes.
fn check(size: usize, regions: &[u8], most: usize) -> (usize, usize) {
    let placements = placements(size);
    let before = puzzle(size, 1, regions);
    let result = repair_uniqueness(&before, &Limits::default())
        .expect("a board that can be repaired");
    let repaired = result
        .repaired
        .unwrap_or_else(|| panic!("no repair of {regions:?}"));
    let after: Vec<u8> = repaired
        .puzzle
        .regions()
        .iter()
        .map(|&region| region as u8)
        .collect();
    assert!(
        is_whole(size, &after) && solutions(size, &after, &placements) == 1,
        "{regions:?}: {after:?}"
    );
    let squares = before
        .problem()
        .every_square()
        .zip(regions.iter().zip(&after));
    let changed: Vec<Square> = squares
        .filter(|(_, (a, b))| a != b)
        .map(|(square, _)| square)
        .collect();
    assert_eq!(repaired.changed, changed);
    let mut map = regions.to_vec();
    let least =
        (0..=most).find(|&count| can_repair((size, 0, count), &mut map, &placements));
    match least {
        Some(least) => assert_eq!(
            (changed.len(), repaired.is_least()),
            (least, true),
            "{regions:?}"
        ),
        None => assert!(changed.len() > most, "{regions:?}"),
    }
    assert!(
        repaired.at_least <= least.unwrap_or(changed.len()),
        "{regions:?}"
    );
    (solutions(size, regions, &placements), changed.len())
}

#[test]
fn repairs_are_the_least_on_five_by_five() {
    let found: Vec<(usize, usize)> =
        (0..60).map(|seed| check(5, &drawn(5, seed), 2)).collect();
    // The boards differ enough: none, one and several solutions before, and up to two
    // changes.
    for before in [0, 1, 2] {
        assert!(
            found.iter().any(|&(solutions, _)| solutions == before),
            "{found:?}"
        );
    }
    for changes in [0, 1, 2] {
        assert!(
            found.iter().any(|&(_, changed)| changed == changes),
            "{found:?}"
        );
    }
}

#[test]
fn repairs_are_the_least_on_six_by_six() {
    for seed in 0..12 {
        check(6, &drawn(6, seed), 2);
    }
}

/// Three changes, with brute force over 170,000 maps.
#[test]
fn three_changes_are_the_least() {
    let rows: Vec<u8> = (0..25).map(|square| square / 5).collect();
    check(5, &rows, 3);
}

/// A SAT solver proved outside the library that 8 changes are the least for six rows.
#[test]
fn annealing_finds_the_least_for_six_rows() {
    let rows: Vec<u8> = (0..36).map(|square| square / 6).collect();
    let before = puzzle(6, 1, &rows);
    let limits = Limits::default();
    let mut solver = region_solver(before.problem(), 1, &limits)
        .expect("no limit")
        .expect("a board of this size");
    let drawn = DrawnPuzzle::new(&before);
    let (mut best, mut at_least) = (None, 0);
    drawn
        .anneal_borders(
            &mut best,
            &mut at_least,
            &mut *solver,
            &mut Meter::new(&limits),
        )
        .expect("no limit");
    let after = best.expect("a repair");
    assert!(is_whole(6, &after) && solutions(6, &after, &placements(6)) == 1);
    assert_eq!(drawn.changed_squares(&after), 8);
    // All of the 90 placements are solutions of the rows, and one may stay.
    let on_square = |square: usize| {
        let has_queen = |columns: &&Vec<usize>| columns[square / 6] == square % 6;
        placements(6).iter().filter(has_queen).count()
    };
    let most = (0..36).map(on_square).max().expect("squares");
    assert!(
        (89_usize.div_ceil(most)..=8).contains(&at_least),
        "{at_least}"
    );
}

#[test]
fn clues_stay() {
    // AABB AABB CCDD CCDD has two solutions; the given queen b1 leaves one.
    let regions = [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3];
    let given = Position::new(puzzle(4, 1, &regions))
        .with_clues([
            (Square::new(0, 1), Mark::Queen),
            (Square::new(0, 0), Mark::Cross),
        ])
        .expect("no rule broken");
    let result = repair_uniqueness(given.puzzle(), &Limits::default()).expect("a repair");
    let repaired = result.repaired.expect("it has one solution already");
    assert_eq!(
        (&repaired.puzzle, repaired.changed.len()),
        (given.puzzle(), 0)
    );
    assert_eq!(result.outcome, Outcome::Exhausted);
}

#[test]
fn a_limit_is_reported() {
    let rows: Vec<u8> = (0..64).map(|square| square / 8).collect();
    let result =
        repair_uniqueness(&puzzle(8, 1, &rows), &Limits::default().with_nodes(2))
            .expect("a result");
    assert_eq!(
        result,
        UniqueRepair {
            repaired: None,
            outcome: Outcome::LimitReached(Limit::Nodes)
        }
    );
}

/// Boards without a solution that need more changes than the search tries in this time
/// are repaired approximately.
#[test]
fn large_boards_without_a_solution_are_repaired() {
    use queens_engines::question::{Question, Settings, Verdict};
    for (size, stars, seed) in [(9, 1, 2), (12, 1, 3), (10, 2, 3)] {
        let before = puzzle(size, stars, &drawn(size, seed));
        let result = repair_uniqueness(&before, &Limits::default().with_nodes(20_000))
            .expect("a result");
        let repaired = result.repaired.expect("a repair").puzzle;
        assert!(repaired.is_connected());
        let settings = Settings::default().with_engine("sat");
        let answer = queens_engines::ask(repaired.problem(), Question::Unique, &settings);
        assert_eq!(
            answer.expect("it takes all problems").verdict(),
            Verdict::OnlyOne,
            "{size} {seed}"
        );
    }
}

#[test]
fn refuses_what_it_cannot_repair() {
    let parts = puzzle(2, 1, &[0, 1, 1, 0]);
    let refused = repair_uniqueness(&parts, &Limits::default()).expect_err("refused");
    assert_eq!(
        refused.to_string(),
        "regions A and B are in several parts: connect every region first"
    );
    let rows: Vec<u8> = (0..9).map(|square| square / 3).collect();
    assert!(matches!(
        repair_uniqueness(&puzzle(3, 1, &rows), &Limits::default()),
        Err(UniqueRepairError::Impossible(GenerateError::Stars {
            size: 3,
            stars: 1
        }))
    ));
}
