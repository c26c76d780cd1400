//! Queens and pawns on small boards: every way to put the pawns, and all queens beside
//! them.

use crate::board::{Beyond, Board, Kind};
use crate::rules::{Map, Set, Truth, list};
use queens::problem::Problem;
use queens::relative::KnownRules;
use queens::{Question, Settings, ask};
use std::collections::BTreeSet;

/// Queens on `size` x `size`, as many as rows and `pawns` more, with a wall for each of
/// the pawns.
fn board(size: i64, pawns: Set) -> Board {
    let squares = (size * size) as usize;
    let kind = |square| {
        if pawns >> square & 1 == 1 {
            Kind::Wall
        } else {
            Kind::Free
        }
    };
    let total = size as u32 + pawns.count_ones();
    Board {
        rows: size,
        columns: size,
        kinds: (0..squares).map(kind).collect(),
        top_bottom: Beyond::Nothing,
        left_right: Beyond::Nothing,
        piece: "queen".into(),
        rays: vec![(0, 1, None), (1, 0, None), (1, 1, None), (1, -1, None)],
        row: (0, None),
        column: (0, None),
        regions: None,
        region: (0, None),
        total: (total, Some(total)),
        givens: Vec::new(),
    }
}

#[test]
fn queens_and_pawns_are_counted() {
    for (size, pawns) in [
        (0, 0),
        (1, 0),
        (1, 1),
        (2, 1),
        (3, 1),
        (3, 2),
        (4, 0),
        (4, 1),
        (4, 2),
        (5, 0),
        (5, 1),
    ] {
        let squares = (size * size) as u32;
        let mut all = BTreeSet::new();
        for set in (0..1u64 << squares).filter(|set| set.count_ones() == pawns) {
            let truth =
                Truth::from_board(&board(size, set), usize::MAX).expect("every set");
            all.extend(truth.solutions.into_iter().map(|queens| (queens, set)));
        }
        let maps = Map::all(&board(size, 0));
        let least = |&(queens, set): &(Set, Set)| {
            maps.iter()
                .map(|map| (map.image(queens), map.image(set)))
                .min()
        };
        let fundamental: BTreeSet<_> = all.iter().filter_map(least).collect();
        let problem = Problem::queens(size as u32).expect("a board");
        let settings = Settings::default().with_threads(1);
        let problem = KnownRules::Pawns(pawns)
            .to_problem(&problem)
            .expect("a board")
            .expect("rules");
        let answer = ask(&problem, Question::Count, &settings).expect("a small board");
        let found = (answer.count, answer.fundamental());
        let right = (all.len() as u128, Some(fundamental.len() as u128));
        assert_eq!(found, right, "{size} with {pawns}");
        let one = ask(&problem, Question::One, &settings).expect("a small board");
        let first = one.first.as_ref().map(|queens| {
            let square = |square: &queens::square::Square| {
                i64::from(square.row) * size + i64::from(square.column)
            };
            let set = |squares: &[queens::square::Square]| {
                squares.iter().fold(0, |set, at| set | 1 << square(at))
            };
            let of_kind = |kind: u8| {
                let pieces = queens.pieces().filter(|(_, label)| label.kind == kind);
                set(&pieces.map(|(square, _)| square).collect::<Vec<_>>())
            };
            (of_kind(0), of_kind(1))
        });
        assert!(
            first.map_or(all.is_empty(), |first| all.contains(&first)),
            "{size} with {pawns}: {:?}",
            first.map(|f| list(f.0))
        );
    }
}
