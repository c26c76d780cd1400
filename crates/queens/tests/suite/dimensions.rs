//! Queens in more dimensions against brute force and published values.

use queens::check;
use queens::control::{Limit, Limits, Outcome};
use queens::problem::Problem;
use queens::reference;
use queens::relative::{Dimensions, GroupKind, Relative};
use queens::unsupported::Parameter;
use queens::{Answer, Certificate, Detail, Question, Settings, ask};
use std::collections::BTreeSet;

fn relative(dimensions: u8) -> Relative {
    Relative::Dimensions(Dimensions::new(dimensions).unwrap())
}

fn largest(side: u32, dimensions: u8, settings: &Settings) -> Answer {
    let problem = Problem::queens(side).unwrap();
    let answer = ask(&problem, Question::Relative(relative(dimensions)), settings).unwrap();
    let Detail::Groups { groups, bound } = &answer.detail else { panic!("{:?}", answer.detail) };
    let numbers: Vec<GroupKind> = groups.iter().map(|group| group.kind).collect();
    let layers = u64::from(side).pow(u32::from(dimensions) - 2) as u32;
    assert_eq!(numbers, (1..=layers).map(GroupKind::Layer).collect::<Vec<_>>());
    let placements: Vec<_> = groups.iter().map(|group| &group.placement).collect();
    assert_eq!(check::layers(side, Dimensions::new(dimensions).unwrap(), &placements), Ok(()));
    let queens: usize = placements.iter().map(|placement| placement.len()).sum();
    assert_eq!(answer.count, queens as u128);
    assert!(answer.count <= u128::from(*bound));
    answer
}

fn counted(side: u32, dimensions: u8) -> (u128, Option<u128>) {
    let problem = Problem::queens(side).unwrap();
    let question = Question::CountRelative(relative(dimensions));
    let answer = ask(&problem, question, &Settings::default()).unwrap();
    assert_eq!(answer.outcome, Outcome::Exhausted);
    (answer.count, answer.fundamental())
}

type Cell = Vec<i64>;

/// Every cell with digits below `side`.
fn cells(side: i64, dimensions: u32) -> Vec<Cell> {
    let cell = |number: i64| (0..dimensions).map(|at| number / side.pow(at) % side).collect();
    (0..side.pow(dimensions)).map(cell).collect()
}

/// True if all differences that are not 0 have the same size.
fn attack(a: &Cell, b: &Cell) -> bool {
    let steps: BTreeSet<i64> = a.iter().zip(b).map(|(a, b)| (a - b).abs()).filter(|&step| step > 0).collect();
    steps.len() == 1
}

/// All sets of cells that do not attack each other and to which no later cell can be added.
fn extend(set: &mut Vec<usize>, open: &[usize], cells: &[Cell], sets: &mut Vec<Vec<usize>>) {
    if open.is_empty() {
        sets.push(set.clone());
    }
    for (at, &cell) in open.iter().enumerate() {
        let left: Vec<usize> =
            open[at + 1..].iter().copied().filter(|&other| !attack(&cells[cell], &cells[other])).collect();
        set.push(cell);
        extend(set, &left, cells, sets);
        set.pop();
    }
}

/// Size of the largest sets, their number, and their number up to symmetry.
fn truth(side: i64, dimensions: u32) -> (usize, usize, usize) {
    let cells = cells(side, dimensions);
    let mut sets = Vec::new();
    extend(&mut Vec::new(), &(0..cells.len()).collect::<Vec<_>>(), &cells, &mut sets);
    let size = sets.iter().map(Vec::len).max().unwrap();
    sets.retain(|set| set.len() == size);
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..dimensions {
        let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
            let rest = (0..dimensions as usize).filter(|axis| !order.contains(axis));
            rest.map(|axis| order.iter().copied().chain([axis]).collect()).collect()
        };
        orders = orders.iter().flat_map(longer).collect();
    }
    let image = |set: &[usize], order: &[usize], reversed: u32| -> BTreeSet<Cell> {
        let turned = |&cell: &usize| {
            let coordinate = |&axis: &usize| {
                let at = cells[cell][axis];
                if reversed >> axis & 1 == 1 { side - 1 - at } else { at }
            };
            order.iter().map(coordinate).collect()
        };
        set.iter().map(turned).collect()
    };
    let least = |set: &Vec<usize>| {
        let images = orders
            .iter()
            .flat_map(|order| (0..1 << dimensions).map(move |reversed| image(set, order, reversed)));
        images.min()
    };
    let fundamental: BTreeSet<_> = sets.iter().map(least).collect();
    (size, sets.len(), fundamental.len())
}

#[test]
fn small_boards_agree_with_brute_force() {
    for (side, dimensions) in [(0, 3), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5), (2, 5)] {
        let (size, all, fundamental) = truth(side.into(), dimensions.into());
        let found = largest(side, dimensions, &Settings::default());
        assert_eq!((found.count, found.outcome), (size as u128, Outcome::Exhausted), "{side} {dimensions}");
        assert_eq!(
            counted(side, dimensions),
            (all as u128, Some(fundamental as u128)),
            "{side} {dimensions}"
        );
    }
}

/// Sets of 7 on 4 x 4 x 4, by brute force that keeps at least the squares for 7.
#[test]
fn the_number_of_sets_on_the_cube_of_four_agrees_with_brute_force() {
    fn search(queens: usize, open: &[usize], cells: &[Cell], found: &mut u128) {
        if queens == 7 {
            *found += 1;
            return;
        }
        // No eight cells of a block of 2 x 2 x 2 hold two queens.
        let blocks: BTreeSet<Cell> =
            open.iter().map(|&cell| cells[cell].iter().map(|at| at / 2).collect()).collect();
        if queens + blocks.len() < 7 {
            return;
        }
        for (at, &cell) in open.iter().enumerate() {
            let left: Vec<usize> = open[at + 1..]
                .iter()
                .copied()
                .filter(|&other| !attack(&cells[cell], &cells[other]))
                .collect();
            search(queens + 1, &left, cells, found);
        }
    }
    let cells = cells(4, 3);
    let mut found = 0;
    search(0, &(0..64).collect::<Vec<_>>(), &cells, &mut found);
    assert_eq!(counted(4, 3).0, found);
}

#[test]
fn published_maxima_are_proved() {
    for (sides, dimensions) in [(1..=6, 3), (1..=4, 4), (3..=3, 5)] {
        for side in sides {
            let problem = Problem::queens(side).unwrap();
            let published = reference::best_of(&problem, relative(dimensions)).expect("a published number");
            let found = largest(side, dimensions, &Settings::default());
            let name = published.name;
            assert_eq!((found.count, found.outcome), (published.value, Outcome::Exhausted), "{name} {side}");
        }
    }
}

/// The other terms of A068940 and A068941 are found, without a proof unless every line has a queen.
#[test]
fn published_maxima_of_larger_boards_are_found() {
    for (sides, dimensions) in [(8..=13, 3), (5..=7, 4)] {
        for side in sides {
            let published =
                reference::best_of(&Problem::queens(side).unwrap(), relative(dimensions)).expect("a number");
            let found = largest(side, dimensions, &Settings::default());
            assert_eq!(found.count, published.value, "{} {side}", published.name);
            let is_full = found.count == u128::from(side).pow(u32::from(dimensions) - 1);
            assert_eq!(is_full, side == 11 || side == 13);
            let outcome = if is_full { Outcome::Exhausted } else { Outcome::GaveUp };
            assert_eq!(found.outcome, outcome, "{} {side}", published.name);
        }
    }
}

/// Klarner: n^2 queens if n is coprime to 210. In four dimensions the least factor must be above 15.
#[test]
fn a_lattice_has_a_queen_on_every_line() {
    for (side, dimensions) in [(17, 3), (121, 3), (143, 3), (17, 4), (19, 4)] {
        let found = largest(side, dimensions, &Settings::default());
        let lines = u128::from(side).pow(u32::from(dimensions) - 1);
        let proof = Some(Certificate::LineWeights);
        assert_eq!((found.count, found.outcome, found.certificate), (lines, Outcome::Exhausted, proof));
    }
}

/// A board contains every smaller one: 13^2 queens on 14 x 14 x 14.
#[test]
fn larger_boards_start_from_a_full_cube() {
    let found = largest(14, 3, &Settings::default());
    assert!((169..=196).contains(&found.count), "{}", found.count);
    // Too many cells for the local search.
    let found = largest(78, 3, &Settings::default());
    assert!((73 * 73..=78 * 78).contains(&found.count), "{}", found.count);
}

#[test]
fn a_limit_leaves_the_best_set_so_far() {
    let found = largest(6, 3, &Settings::default().with_nodes(100));
    assert_eq!(found.outcome, Outcome::LimitReached(Limit::Nodes));
    assert!(found.count >= 20, "{}", found.count);
    let found = largest(9, 3, &Settings::default().with_limits(Limits::default().with_memory(1_000)));
    assert_eq!((found.count, found.outcome), (67, Outcome::LimitReached(Limit::Memory)));
}

#[test]
fn other_problems_are_refused() {
    let [one, all] = [Question::Relative, Question::CountRelative].map(|of| of(relative(3)));
    for (text, question, parameter) in [
        ("8\ngivens: a1", one, Parameter::Givens),
        ("8\nholes: a1", one, Parameter::Holes),
        ("8\nwalls: a1", one, Parameter::Walls),
        ("torus 7", one, Parameter::Edges),
        ("knights 4", one, Parameter::Piece),
        ("regions 4\nareas:\nAABB\nAABB\nCCDD\nCCDD\npiece: queen", one, Parameter::Regions),
        ("8\ntotal: 5", one, Parameter::Total),
        ("8\nrows: 2", all, Parameter::Rows),
        ("8\ncolumns: 2", all, Parameter::Columns),
        ("4x5", one, Parameter::Size),
        ("501", one, Parameter::Size),
        ("8", all, Parameter::Size),
    ] {
        let problem: Problem = text.parse().unwrap();
        let refused = ask(&problem, question, &Settings::default()).unwrap_err();
        assert_eq!((refused.engine, refused.parameter), ("dimensions", parameter), "{text}: {refused}");
    }
    let sides = |dimensions| {
        let question = Question::Relative(relative(dimensions));
        ask(&Problem::queens(600).unwrap(), question, &Settings::default()).unwrap_err().reason
    };
    assert_eq!(
        [3, 4, 5].map(sides),
        [
            "sides are at most 500 in 3 dimensions, not 600: take a smaller board",
            "sides are at most 62 in 4 dimensions, not 600: take a smaller board",
            "sides are at most 22 in 5 dimensions, not 600: take a smaller board",
        ]
    );
}
