//! The largest sets of queens in several dimensions by their definition: coordinates that differ by 0 or by the same number of
//! steps, in either direction. Every set tried.

use queens::placement::Placement;
use queens::problem::Problem;
use queens::relative::{Dimensions, Group, GroupKind, Relative};
use queens::square::Square;
use queens::{Detail, Question, Settings, ask, check};

/// The coordinates of each cell; the last two are row and column of a layer.
fn cells(side: u32, dimensions: u32) -> Vec<Vec<u32>> {
    let number = side.pow(dimensions);
    let coordinates = |cell: u32| (0..dimensions).rev().map(|at| cell / side.pow(at) % side).collect();
    (0..number).map(coordinates).collect()
}

fn attack(one: &[u32], other: &[u32]) -> bool {
    let distances: Vec<u32> = one.iter().zip(other).map(|(a, b)| a.abs_diff(*b)).collect();
    let most = distances.iter().copied().max().unwrap_or(0);
    distances.iter().all(|&distance| distance == 0 || distance == most)
}

/// The size of the largest sets that go on from `next`, and their number.
fn largest(cells: &[Vec<u32>], set: &mut Vec<usize>, next: usize) -> (usize, u128) {
    let mut best = (set.len(), 1);
    for cell in next..cells.len() {
        if set.iter().any(|&queen| attack(&cells[queen], &cells[cell])) {
            continue;
        }
        set.push(cell);
        let found = largest(cells, set, cell + 1);
        set.pop();
        best = match found.0.cmp(&best.0) {
            std::cmp::Ordering::Greater => found,
            std::cmp::Ordering::Equal => (best.0, best.1 + found.1),
            std::cmp::Ordering::Less => best,
        };
    }
    best
}

/// The definition for layers of squares.
fn holds(side: u32, dimensions: u32, layers: &[Vec<Square>]) -> bool {
    let cells: Option<Vec<Vec<u32>>> = (0..)
        .zip(layers)
        .flat_map(|(layer, squares)| squares.iter().map(move |square| (layer, square)))
        .map(|(layer, square)| {
            let outer = (0..dimensions - 2).rev().map(|at| layer / side.pow(at) % side);
            let cell: Vec<u32> = outer.chain([square.row, square.column]).collect();
            cell.iter().all(|&at| at < side).then_some(cell)
        })
        .collect();
    let Some(cells) = cells else { return false };
    layers.len() == side.pow(dimensions - 2) as usize
        && (0..cells.len()).all(|one| (0..one).all(|other| !attack(&cells[one], &cells[other])))
}

#[test]
fn sets_in_several_dimensions_are_as_defined() {
    for (side, number) in [(0, 3), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5), (2, 5)] {
        let name = format!("{side} in {number} dimensions");
        let dimensions = Dimensions::new(number).expect("a number of dimensions");
        let relative = Relative::Dimensions(dimensions);
        let problem = Problem::queens(side).expect("a board");
        let (size, sets) = largest(&cells(side, number.into()), &mut Vec::new(), 0);
        let settings = Settings::default().with_threads(1);
        let count = ask(&problem, Question::CountRelative(relative), &settings).expect(&name);
        assert_eq!((count.is_complete(), count.count), (true, sets), "{name}");
        let one = ask(&problem, Question::Relative(relative), &settings).expect(&name);
        assert_eq!((one.is_complete(), one.count), (true, size as u128), "{name}");
        let Detail::Groups { groups, .. } = &one.detail else { continue };
        let layers: Vec<Vec<Square>> =
            groups.iter().map(|group| group.placement.squares().to_vec()).collect();
        assert!(holds(side, number.into(), &layers), "{name}: {layers:?}");
        for changed in changes(side, &layers) {
            let group = |(at, squares): (u32, &Vec<Square>)| Group {
                kind: GroupKind::Layer(at),
                placement: Placement::new(squares.clone()),
            };
            let groups: Vec<Group> = (1..).zip(&changed).map(group).collect();
            let found = check::relative(&problem, relative, &Placement::default(), &groups);
            assert_eq!(found.is_ok(), holds(side, number.into(), &changed), "{name}: {changed:?}, {found:?}");
        }
    }
}

/// Layers changed in every way: a square twice, outside, one more, one missing, layers exchanged, one more, one missing.
fn changes(side: u32, layers: &[Vec<Square>]) -> Vec<Vec<Vec<Square>>> {
    let mut all = Vec::new();
    let mut change = |change: &dyn Fn(&mut Vec<Vec<Square>>)| {
        let mut changed = layers.to_vec();
        change(&mut changed);
        all.push(changed);
    };
    for layer in 0..layers.len() {
        change(&|layers| layers[layer].extend_from_within(..));
        change(&|layers| layers[layer].push(Square::new(side, 0)));
        change(&|layers| layers[layer].push(Square::new(0, side)));
        change(&|layers| _ = layers[layer].pop());
        for square in 0..side * side {
            change(&|layers| layers[layer].push(Square::new(square / side, square % side)));
        }
        change(&|layers| layers.swap(0, layer));
    }
    change(&|layers| layers.push(Vec::new()));
    change(&|layers| _ = layers.pop());
    all
}
