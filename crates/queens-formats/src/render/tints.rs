//! Colours and patterns of regions: neighbours differ.
//!
//! Boards of up to twelve regions use twelve colours with names: any two of them are far
//! apart, so that a name is enough to find a region. Larger boards use 26 others, of
//! which only neighbours are far apart. The page has both sets, too (`palette.js`), whose
//! `tests/palette.mjs` chose the 26 and computes the distances: they are light enough to
//! read a queen on, and far from each other in CIEDE2000 (Sharma, Wu and Dalal 2005), in
//! normal vision and as simulated for protanopia, deuteranopia and tritanopia (Machado,
//! Oliveira and Fernandes 2009). Terminals show the nearest of the 216 colours of their
//! cube.

use super::paint::Paint;
use queens_model::problem::Problem;
use queens_model::square::Square;
use std::collections::BTreeSet;

/// Number of colours of boards with many regions.
pub(super) const COLOR_COUNT: usize = 26;

/// Number of colours with a name.
const NAMED_COUNT: usize = 12;

/// Number of all colours.
const PAINT_COUNT: usize = COLOR_COUNT + NAMED_COUNT;

/// The names of the colours of boards with few regions.
#[doc(hidden)]
pub const COLOR_NAMES: &str =
    "sky butter sage coral lavender shell rose stone lime teal apricot orchid";

/// The colours with these names as `0xrrggbb`.
#[doc(hidden)]
pub const NAMED_COLORS: [u32; NAMED_COUNT] = [
    0xa7d7ff, 0xffdf7f, 0x97b49e, 0xf2845c, 0xbdaaff, 0xf7f3ec, 0xffd3db, 0xb3a698,
    0xccea98, 0x59b0b6, 0xe6973d, 0xbb7eb6,
];

/// The colours with these names in dark surroundings.
#[doc(hidden)]
pub const DARK_NAMED_COLORS: [u32; NAMED_COUNT] = [
    0x73acdc, 0xd8ba65, 0x778e7f, 0xc85c41, 0x9880de, 0xc4bfb5, 0xdd9faf, 0x837c73,
    0xa2bb73, 0x2c8895, 0xcc7700, 0xa36a97,
];

/// The distances of these colours, as [`REGION_DISTANCES`] has them, in the light or the
/// dark colours of the page, whichever is less.
#[doc(hidden)]
pub const NAMED_DISTANCES: &str =
    "Z NU ZOO HWOZ TNPYQ NFNUVD ZPBOOSO PDNNROQS NZNZNUNOX ZNTEZZPSNZ PVOONZQOZDN";

/// The named colours from calm to strong. The largest region gets the first one, if its
/// neighbours allow it.
#[doc(hidden)]
pub const CALM_ORDER: [usize; NAMED_COUNT] = [5, 0, 2, 1, 6, 4, 8, 7, 9, 10, 11, 3];

/// The colours of regions as `0xrrggbb`.
#[doc(hidden)]
pub const REGION_COLORS: [u32; COLOR_COUNT] = [
    0xee9398, 0xf2a65a, 0xf5dc6b, 0x8cc98a, 0x62b8b4, 0x8ec8f7, 0x7f93e6, 0xba8fe4,
    0xf7b8d0, 0xb98a63, 0xe1f2d2, 0xffeab2, 0xd9f2e8, 0x75e7e0, 0x9e88ae, 0x9189c6,
    0xb6e6ff, 0xaffbff, 0xf1f384, 0xc6cfaf, 0xb6aaff, 0xc6811c, 0xced17f, 0x789d7f,
    0x509b96, 0xd3773e,
];

/// The distance of each colour to those before it, a word for each from the second on: A
/// for less than 1 in CIEDE2000, B for 1 to 2, ..., Z for 25 and more. It is the least of
/// normal vision, protanopia, deuteranopia and tritanopia.
#[doc(hidden)]
pub const REGION_DISTANCES: &str = "E RI EIL IZZI ZZZIH ZZZOLM STTZNHB KJKRGKTQ KKUJVZZPP NTRNUUZZMX PNGJYZZUOWH RZXOPPXZGZFP QZZMLHURHZNUG TVXZIOKHQPZYZR ZZZVNNFFTZZZZUF XZZKOHTQJZOZJGUV WZZNQKWVKZRYIGXZE TLDNZZZXSXPFVZZZZZ GPQGPVWVLQHJLOUSTTN ZZZRPEHFQZQYQPOLNSXM KLTQZZZUSGZYZZTZZZWWZ MFGFZZZRSPOIUYTWZZHISQ HPYMMQJZSGWWXWVNVZZORST HZZOIPJQORZZXTGMWYZUUZZJ KLTNZZZWUGZXZZVZZZWUZDPOX";

/// The nearest colours among the 256 of a terminal, the named ones last. Each set has
/// different ones.
const TERMINAL_COLORS: [u8; PAINT_COUNT] = [
    174, 215, 221, 114, 73, 153, 104, 140, 218, 137, 194, 222, 195, 80, 139, 103, 117,
    159, 228, 187, 147, 172, 186, 108, 37, 173, 153, 221, 108, 209, 147, 231, 224, 145,
    193, 73, 172, 139,
];

/// The colours as paint, the named ones last.
pub(super) static PALETTE: [Paint; PAINT_COUNT] = {
    let mut palette = [const { Paint::filled("", 0) }; PAINT_COUNT];
    let mut at = 0;
    while at < PAINT_COUNT {
        let color = if at < COLOR_COUNT {
            REGION_COLORS[at]
        } else {
            NAMED_COLORS[at - COLOR_COUNT]
        };
        palette[at] = Paint::filled("", color);
        at += 1;
    }
    palette
};

/// Returns the colour of each region as `0xrrggbb`, in light and in dark surroundings.
#[doc(hidden)]
#[must_use]
pub fn region_colors(problem: &Problem) -> Vec<[u32; 2]> {
    let colors = |tint: u8| {
        let tint = usize::from(tint);
        match tint.checked_sub(COLOR_COUNT) {
            Some(named) => [NAMED_COLORS[named], DARK_NAMED_COLORS[named]],
            None => [REGION_COLORS[tint]; 2],
        }
    };
    region_tints(problem).into_iter().map(colors).collect()
}

/// Returns the number of a colour among the 256 of a terminal.
pub(super) fn terminal_color(tint: u8) -> u8 {
    TERMINAL_COLORS[tint as usize]
}

/// Distances of the colours of a set from each other: whole numbers from 0 to 25.
struct ColorDistances {
    table: Vec<Vec<u8>>,
    /// Distance from which on two colours side by side cost nothing.
    enough: u8,
}

impl ColorDistances {
    /// Reads a table such as [`REGION_DISTANCES`].
    fn parse_table(words: &str, enough: u8) -> Self {
        let count = 1 + words.split(' ').count();
        let mut table = vec![vec![0; count]; count];
        for (a, word) in (1..).zip(words.split(' ')) {
            for (b, letter) in word.bytes().enumerate() {
                table[a][b] = letter - b'A';
                table[b][a] = letter - b'A';
            }
        }
        ColorDistances { table, enough }
    }

    /// Returns the cost of two colours side by side: the inverse eighth power of their
    /// distance, so that the closest neighbours count most.
    fn cost(&self, a: usize, b: usize) -> f64 {
        let distance = self.table[a][b];
        if distance >= self.enough {
            return 0.0;
        }
        let closeness = 26.0 / f64::from(distance + 1);
        let square = closeness * closeness;
        square * square * (square * square)
    }

    /// Returns the smallest distance between neighbours; `None` if no regions touch.
    fn least_distinct(&self, neighbours: &[Vec<usize>], tints: &[usize]) -> Option<u8> {
        let pairs = neighbours.iter().zip(tints);
        pairs
            .flat_map(|(around, &tint)| {
                around
                    .iter()
                    .map(move |&other| self.table[tint][tints[other]])
            })
            .min()
    }
}

/// Returns the regions that touch each region along a side.
pub(super) fn region_neighbours(problem: &Problem) -> Vec<Vec<usize>> {
    let mut touching = vec![BTreeSet::new(); problem.region_count() as usize];
    for square in problem.every_square() {
        for other in [
            Square::new(square.row + 1, square.column),
            Square::new(square.row, square.column + 1),
        ] {
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
    touching
        .into_iter()
        .map(|regions| regions.into_iter().collect())
        .collect()
}

/// Returns the number of squares of each region.
pub(super) fn region_sizes(problem: &Problem) -> Vec<usize> {
    let mut sizes = vec![0; problem.region_count() as usize];
    for square in problem.every_square() {
        if let Some(region) = problem.region(square) {
            sizes[region as usize] += 1;
        }
    }
    sizes
}

/// Distance of neighbours with which no other attempt is needed.
const GOOD_DISTANCE: u8 = 12;

/// Returns the colour of each region, an index into [`PALETTE`]: different ones for up to
/// 26 regions, with neighbours far apart. The best of a few attempts, until neighbours
/// are 12 apart.
///
/// # Complexity
/// O(squares + 26 regions); for up to 26 regions O(regions x neighbours x 26) for each
/// round of swaps, at most 20 rounds in each of four attempts.
pub(super) fn region_tints(problem: &Problem) -> Vec<u8> {
    let neighbours = region_neighbours(problem);
    if neighbours.len() <= NAMED_COUNT {
        named_tints(&neighbours, &region_sizes(problem))
    } else if neighbours.len() <= COLOR_COUNT {
        many_tints(&neighbours)
    } else {
        unlike_neighbours(&neighbours, COLOR_COUNT)
    }
}

/// Returns named colours: the largest region gets the calmest colour, the next one the
/// next, except where neighbours would be too close.
fn named_tints(neighbours: &[Vec<usize>], sizes: &[usize]) -> Vec<u8> {
    /// Place in the calm order of the largest region's colour, at the start of each
    /// attempt.
    const FIRST_PLACES: [usize; 4] = [0, 3, 6, 9];
    let mut ranking: Vec<usize> = (0..sizes.len()).collect();
    ranking.sort_by_key(|&region| (usize::MAX - sizes[region], region));
    ranking.extend(sizes.len()..NAMED_COUNT);
    let starts = FIRST_PLACES.map(|first| {
        let mut colors = vec![0; NAMED_COUNT];
        for (place, &region) in ranking.iter().enumerate() {
            colors[region] = CALM_ORDER[(place + first) % NAMED_COUNT];
        }
        colors
    });
    let distances = ColorDistances::parse_table(NAMED_DISTANCES, GOOD_DISTANCE);
    best_attempt(neighbours, &distances, starts)
        .into_iter()
        .map(|color| (COLOR_COUNT + color) as u8)
        .collect()
}

/// Returns colours without names.
fn many_tints(neighbours: &[Vec<usize>]) -> Vec<u8> {
    /// Colour of the first region at the start of each attempt.
    const FIRST_COLORS: [usize; 4] = [0, 7, 13, 20];
    let starts = FIRST_COLORS.map(|first| {
        (0..COLOR_COUNT)
            .map(|at| (at + first) % COLOR_COUNT)
            .collect()
    });
    let distances = ColorDistances::parse_table(REGION_DISTANCES, u8::MAX);
    best_attempt(neighbours, &distances, starts)
        .into_iter()
        .map(|color| color as u8)
        .collect()
}

/// Returns the colours of the regions from the first attempt with a good distance, or
/// else from the best attempt.
fn best_attempt(
    neighbours: &[Vec<usize>],
    distances: &ColorDistances,
    starts: [Vec<usize>; 4],
) -> Vec<usize> {
    let mut best = (None, Vec::new());
    for start in starts {
        let colors = improve_colors(neighbours, distances, start);
        let least = distances
            .least_distinct(neighbours, &colors)
            .or(Some(u8::MAX));
        if least > best.0 {
            best = (least, colors);
        }
        if best.0 >= Some(GOOD_DISTANCE) {
            break;
        }
    }
    best.1.truncate(neighbours.len());
    best.1
}

/// Improves the colours of regions, after which the unused colours follow: regions swap
/// colours with each other and with unused ones while that lowers the cost, the sum over
/// borders.
fn improve_colors(
    neighbours: &[Vec<usize>],
    distances: &ColorDistances,
    mut colors: Vec<usize>,
) -> Vec<usize> {
    const MAX_ROUNDS: usize = 20;
    let cost = |colors: &[usize], region: usize| -> f64 {
        let around = neighbours.get(region).into_iter().flatten();
        around.fold(0.0, |sum, &other| {
            sum + distances.cost(colors[region], colors[other])
        })
    };
    for _ in 0..MAX_ROUNDS {
        let mut is_better = false;
        for a in 0..neighbours.len() {
            for b in a + 1..colors.len() {
                let before = cost(&colors, a) + cost(&colors, b);
                colors.swap(a, b);
                if cost(&colors, a) + cost(&colors, b) < before * (1.0 - 1e-9) {
                    is_better = true;
                } else {
                    colors.swap(a, b);
                }
            }
        }
        if !is_better {
            break;
        }
    }
    colors
}

/// Returns one of `kinds` for each region that no earlier neighbour has, the least used
/// one; if neighbours have all, the least used of all.
pub(super) fn unlike_neighbours(neighbours: &[Vec<usize>], kinds: usize) -> Vec<u8> {
    let mut chosen: Vec<u8> = Vec::with_capacity(neighbours.len());
    let mut taken = vec![0; kinds];
    for around in neighbours {
        let is_near = |kind: usize| {
            around
                .iter()
                .any(|&other| chosen.get(other) == Some(&(kind as u8)))
        };
        let best = (0..kinds)
            .min_by_key(|&kind| (is_near(kind), taken[kind], kind))
            .unwrap_or(0);
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
        for (words, count) in [
            (REGION_DISTANCES, COLOR_COUNT),
            (NAMED_DISTANCES, NAMED_COUNT),
        ] {
            let ColorDistances { table, .. } =
                ColorDistances::parse_table(words, u8::MAX);
            assert_eq!(table.len(), count);
            for (a, row) in table.iter().enumerate() {
                for (b, &distance) in row.iter().enumerate() {
                    assert_eq!(
                        (distance, distance == 0),
                        (table[b][a], a == b),
                        "{a} {b}"
                    );
                    assert!(distance < 26, "{a} {b}");
                }
            }
        }
    }

    #[test]
    fn every_color_has_a_name_and_a_place_in_the_calm_order() {
        let names: BTreeSet<&str> = COLOR_NAMES.split(' ').collect();
        assert_eq!(names.len(), NAMED_COUNT);
        assert_eq!(BTreeSet::from(CALM_ORDER), (0..NAMED_COUNT).collect());
    }

    #[test]
    fn terminals_show_different_colors() {
        for colors in [
            &TERMINAL_COLORS[..COLOR_COUNT],
            &TERMINAL_COLORS[COLOR_COUNT..],
        ] {
            let numbers: BTreeSet<u8> = colors.iter().copied().collect();
            assert_eq!(numbers.len(), colors.len());
            assert!(numbers.iter().all(|number| (16..232).contains(number)));
        }
    }

    #[test]
    fn the_largest_region_is_calm() {
        let map = [0, 0, 1, 1, 0, 2, 1, 1, 2, 2, 1, 1, 2, 2, 2, 3];
        let problem = Problem::builder(4, 4)
            .regions(map.to_vec())
            .build()
            .expect("a board");
        let tints = region_tints(&problem);
        assert_eq!(tints[1] as usize, COLOR_COUNT + CALM_ORDER[0]);
        assert_eq!(tints[2] as usize, COLOR_COUNT + CALM_ORDER[1]);
    }

    #[test]
    fn neighbours_differ() {
        for stripes in [1_u32, 2, 9, 12, 13, 26, 40] {
            let map = (0..stripes * stripes).map(|at| at / stripes).collect();
            let problem = Problem::builder(stripes, stripes)
                .regions(map)
                .build()
                .expect("a board");
            let around = region_neighbours(&problem);
            assert_eq!(around[0], if stripes > 1 { vec![1] } else { vec![] });
            let (words, first) = if stripes as usize <= NAMED_COUNT {
                (NAMED_DISTANCES, COLOR_COUNT)
            } else {
                (REGION_DISTANCES, 0)
            };
            let ColorDistances { table, .. } =
                ColorDistances::parse_table(words, u8::MAX);
            for (kind, least) in [
                (region_tints(&problem), Some(12)),
                (unlike_neighbours(&around, 12), None),
            ] {
                assert_eq!(kind.len(), stripes as usize);
                for (region, around) in around.iter().enumerate() {
                    for &other in around {
                        assert_ne!(kind[region], kind[other]);
                        if let Some(least) = least
                            && stripes <= 26
                        {
                            let [a, b] = [kind[region], kind[other]]
                                .map(|color| color as usize - first);
                            assert!(
                                table[a][b] >= least,
                                "{stripes} stripes: {}",
                                table[a][b]
                            );
                        }
                    }
                }
            }
        }
    }
}
