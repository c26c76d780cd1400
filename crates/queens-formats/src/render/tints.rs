//! Colours and patterns of regions: neighbours differ.
//!
//! The colours are the 26 of the page (`palette.js`), which `palette.mjs` in its tests chose: light enough to read a
//! queen on, and as far from each other as possible in CIEDE2000 (Sharma, Wu and Dalal 2005), in normal vision and as
//! simulated for protanopia, deuteranopia and tritanopia (Machado, Oliveira and Fernandes 2009). Terminals show the
//! nearest of the 216 colours of their cube.

use super::scene::Paint;
use queens_model::problem::Problem;
use queens_model::square::Square;
use std::collections::BTreeSet;

/// Number of colours.
pub(super) const COLOR_COUNT: usize = 26;

/// The colours of regions as `0xrrggbb`.
#[doc(hidden)]
pub const REGION_COLORS: [u32; COLOR_COUNT] = [
    0xee9398, 0xf2a65a, 0xf5dc6b, 0x8cc98a, 0x62b8b4, 0x8ec8f7, 0x7f93e6, 0xba8fe4, 0xf7b8d0, 0xb98a63,
    0xe1f2d2, 0xffeab2, 0xd9f2e8, 0x75e7e0, 0x9e88ae, 0x9189c6, 0xb6e6ff, 0xaffbff, 0xf1f384, 0xc6cfaf,
    0xb6aaff, 0xc6811c, 0xced17f, 0x789d7f, 0x509b96, 0xd3773e,
];

/// The distance of each colour to those before it, a word for each from the second on: A for less than 1 in CIEDE2000,
/// B for 1 to 2, ..., Z for 25 and more. It is the least of normal vision, protanopia, deuteranopia and tritanopia.
#[doc(hidden)]
pub const REGION_DISTANCES: &str = "E RI EIL IZZI ZZZIH ZZZOLM STTZNHB KJKRGKTQ KKUJVZZPP NTRNUUZZMX PNGJYZZUOWH RZXOPPXZGZFP QZZMLHURHZNUG TVXZIOKHQPZYZR ZZZVNNFFTZZZZUF XZZKOHTQJZOZJGUV WZZNQKWVKZRYIGXZE TLDNZZZXSXPFVZZZZZ GPQGPVWVLQHJLOUSTTN ZZZRPEHFQZQYQPOLNSXM KLTQZZZUSGZYZZTZZZWWZ MFGFZZZRSPOIUYTWZZHISQ HPYMMQJZSGWWXWVNVZZORST HZZOIPJQORZZXTGMWYZUUZZJ KLTNZZZWUGZXZZVZZZWUZDPOX";

/// The nearest colours among the 256 of a terminal.
const TERMINAL_COLORS: [u8; COLOR_COUNT] = [
    174, 215, 221, 114, 73, 153, 104, 140, 218, 137, 194, 222, 195, 80, 139, 103, 117, 159, 228, 187, 147,
    172, 186, 108, 37, 173,
];

/// The colours as paint.
pub(super) static PALETTE: [Paint; COLOR_COUNT] = {
    let mut palette = [const { Paint::filled("", 0) }; COLOR_COUNT];
    let mut at = 0;
    while at < COLOR_COUNT {
        palette[at] = Paint::filled("", REGION_COLORS[at]);
        at += 1;
    }
    palette
};

/// Returns the number of a colour among the 256 of a terminal.
pub(super) fn terminal(tint: u8) -> u8 {
    TERMINAL_COLORS[tint as usize]
}

/// Distances of the colours from each other: whole numbers from 0 to 25.
struct ColorDistances([[u8; COLOR_COUNT]; COLOR_COUNT]);

impl ColorDistances {
    fn new() -> Self {
        let mut distances = [[0; COLOR_COUNT]; COLOR_COUNT];
        for (a, word) in (1..).zip(REGION_DISTANCES.split(' ')) {
            for (b, letter) in word.bytes().enumerate() {
                distances[a][b] = letter - b'A';
                distances[b][a] = letter - b'A';
            }
        }
        ColorDistances(distances)
    }

    /// Returns the cost of two colours side by side: the inverse eighth power of their distance, so that the closest
    /// neighbours count most.
    fn cost(&self, a: usize, b: usize) -> f64 {
        let closeness = 26.0 / f64::from(self.0[a][b] + 1);
        let square = closeness * closeness;
        square * square * (square * square)
    }

    /// Returns the smallest distance between neighbours; `None` if no regions touch.
    fn least(&self, neighbours: &[Vec<usize>], tints: &[usize]) -> Option<u8> {
        let pairs = neighbours.iter().zip(tints);
        pairs.flat_map(|(around, &tint)| around.iter().map(move |&other| self.0[tint][tints[other]])).min()
    }
}

/// Returns the regions that touch each region along a side.
pub(super) fn neighbours(problem: &Problem) -> Vec<Vec<usize>> {
    let mut touching = vec![BTreeSet::new(); problem.region_count() as usize];
    for square in problem.every_square() {
        for other in [Square::new(square.row + 1, square.column), Square::new(square.row, square.column + 1)]
        {
            if !problem.contains(other) {
                continue;
            }
            if let (Some(a), Some(b)) = (problem.region(square), problem.region(other))
                && a != b
            {
                touching[a as usize].insert(b as usize);
                touching[b as usize].insert(a as usize);
            }
        }
    }
    touching.into_iter().map(|regions| regions.into_iter().collect()).collect()
}

/// Returns the colour of each region, an index into [`PALETTE`]: different ones for up to 26 regions, with neighbours
/// far apart. The best of a few attempts, until neighbours are 12 apart.
///
/// # Complexity
/// O(squares + 26 regions); for up to 26 regions O(regions x neighbours x 26) for each round of swaps, at most 20
/// rounds in each of four attempts.
pub(super) fn tints(neighbours: &[Vec<usize>]) -> Vec<u8> {
    /// Colour of the first region at the start of each attempt.
    const FIRST_COLORS: [usize; 4] = [0, 7, 13, 20];
    /// Distance of neighbours with which no other attempt is needed.
    const GOOD_DISTANCE: u8 = 12;
    if neighbours.len() > COLOR_COUNT {
        return unlike_neighbours(neighbours, COLOR_COUNT);
    }
    let distances = ColorDistances::new();
    let mut best = (None, Vec::new());
    for first_color in FIRST_COLORS {
        let tints = attempt(neighbours, &distances, first_color);
        let least = distances.least(neighbours, &tints).or(Some(u8::MAX));
        if least > best.0 {
            best = (least, tints);
        }
        if best.0 >= Some(GOOD_DISTANCE) {
            break;
        }
    }
    best.1.into_iter().take(neighbours.len()).map(|tint| tint as u8).collect()
}

/// Returns the colours of regions, and after them the unused colours: regions swap colours with each other and with
/// unused ones while that lowers the cost, the sum over borders.
fn attempt(neighbours: &[Vec<usize>], distances: &ColorDistances, first_color: usize) -> Vec<usize> {
    const MAX_ROUNDS: usize = 20;
    let mut tints: Vec<usize> = (0..COLOR_COUNT).map(|at| (at + first_color) % COLOR_COUNT).collect();
    let cost = |tints: &[usize], region: usize| -> f64 {
        let around = neighbours.get(region).into_iter().flatten();
        around.fold(0.0, |sum, &other| sum + distances.cost(tints[region], tints[other]))
    };
    for _ in 0..MAX_ROUNDS {
        let mut is_better = false;
        for a in 0..neighbours.len() {
            for b in a + 1..COLOR_COUNT {
                let before = cost(&tints, a) + cost(&tints, b);
                tints.swap(a, b);
                if cost(&tints, a) + cost(&tints, b) < before * (1.0 - 1e-9) {
                    is_better = true;
                } else {
                    tints.swap(a, b);
                }
            }
        }
        if !is_better {
            break;
        }
    }
    tints
}

/// Returns one of `kinds` for each region that no earlier neighbour has, the least used one; if neighbours have all,
/// the least used of all.
pub(super) fn unlike_neighbours(neighbours: &[Vec<usize>], kinds: usize) -> Vec<u8> {
    let mut chosen: Vec<u8> = Vec::with_capacity(neighbours.len());
    let mut taken = vec![0; kinds];
    for around in neighbours {
        let is_near = |kind: usize| around.iter().any(|&other| chosen.get(other) == Some(&(kind as u8)));
        let best = (0..kinds).min_by_key(|&kind| (is_near(kind), taken[kind], kind)).unwrap_or(0);
        taken[best] += 1;
        chosen.push(best as u8);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_are_whole_and_symmetric() {
        let ColorDistances(distances) = ColorDistances::new();
        for (a, row) in distances.iter().enumerate() {
            for (b, &distance) in row.iter().enumerate() {
                assert_eq!((distance, distance == 0), (distances[b][a], a == b), "{a} {b}");
                assert!(distance < 26, "{a} {b}");
            }
        }
    }

    #[test]
    fn terminals_show_different_colors() {
        let numbers: BTreeSet<u8> = TERMINAL_COLORS.into();
        assert_eq!(numbers.len(), COLOR_COUNT);
        assert!(numbers.iter().all(|number| (16..232).contains(number)));
    }

    #[test]
    fn neighbours_differ() {
        for stripes in [1_u32, 2, 9, 26, 40] {
            let map = (0..stripes * stripes).map(|at| at / stripes).collect();
            let problem = Problem::builder(stripes, stripes).regions(map).build().expect("a board");
            let around = neighbours(&problem);
            assert_eq!(around[0], if stripes > 1 { vec![1] } else { vec![] });
            let ColorDistances(distances) = ColorDistances::new();
            for (kind, least) in [(tints(&around), 12), (unlike_neighbours(&around, 12), 0)] {
                assert_eq!(kind.len(), stripes as usize);
                for (region, around) in around.iter().enumerate() {
                    for &other in around {
                        assert_ne!(kind[region], kind[other]);
                        if stripes <= 26 {
                            let apart = distances[kind[region] as usize][kind[other] as usize];
                            assert!(apart >= least, "{stripes} stripes: {apart}");
                        }
                    }
                }
            }
        }
    }
}
