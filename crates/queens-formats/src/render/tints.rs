//! Colours and patterns of regions: neighbours differ.
//!
//! The colours are 26 of the 216 of the colour cube of terminals, so that pictures and terminals agree: those light
//! enough to read a queen on, each in turn as far as possible from those before it in OKLab (Ottosson, A perceptual
//! color space for image processing, 2020), in normal vision and, with a weight of one third, without red or green
//! cones (Machado, Oliveira and Fernandes 2009).

use super::scene::Paint;
use queens_model::problem::Problem;
use queens_model::square::Square;
use std::collections::BTreeSet;

/// Number of colours.
pub(super) const COLOR_COUNT: usize = 26;

/// Their numbers among the 256 of a terminal.
const TERMINAL_COLORS: [u8; COLOR_COUNT] = [
    217, 104, 71, 87, 192, 168, 79, 147, 225, 137, 179, 73, 81, 149, 176, 222, 219, 209, 211, 152, 139, 174,
    121, 182, 145, 75,
];

/// The colours as paint.
pub(super) static PALETTE: [Paint; COLOR_COUNT] = {
    let mut palette = [const { Paint::filled("", 0) }; COLOR_COUNT];
    let mut at = 0;
    while at < COLOR_COUNT {
        palette[at] = Paint::filled("", rgb(at));
        at += 1;
    }
    palette
};

/// Returns the number of a colour among the 256 of a terminal.
pub(super) fn terminal(tint: u8) -> u8 {
    TERMINAL_COLORS[tint as usize]
}

/// Returns red, green and blue of a colour: six levels of each.
const fn rgb(color: usize) -> u32 {
    const CUBE_LEVELS: [u32; 6] = [0, 95, 135, 175, 215, 255];
    let cube = (TERMINAL_COLORS[color] - 16) as usize;
    CUBE_LEVELS[cube / 36] << 16 | CUBE_LEVELS[cube / 6 % 6] << 8 | CUBE_LEVELS[cube % 6]
}

/// Returns the square of the distance of two colours in OKLab.
fn distance(a: usize, b: usize) -> f64 {
    let (a, b) = (oklab(rgb(a)), oklab(rgb(b)));
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum()
}

/// Returns lightness, green to red, blue to yellow.
fn oklab(rgb: u32) -> [f64; 3] {
    let [_, bytes @ ..] = rgb.to_be_bytes();
    let [r, g, b] = bytes.map(|byte| {
        let part = f64::from(byte) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    });
    let [l, m, s] = [
        0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b,
        0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b,
        0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b,
    ]
    .map(f64::cbrt);
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
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
/// far apart.
///
/// Minimises the sum over borders of one over the squared distance of the two colours: regions swap colours while
/// that improves it.
///
/// # Complexity
/// O(squares + 26 regions); for up to 26 regions O(regions^2 x neighbours) for each round of swaps, at most 20
/// rounds.
pub(super) fn tints(neighbours: &[Vec<usize>]) -> Vec<u8> {
    const MAX_ROUNDS: usize = 20;
    let count = neighbours.len();
    if count > COLOR_COUNT {
        return unlike_neighbours(neighbours, COLOR_COUNT);
    }
    let mut push = [[0.0; COLOR_COUNT]; COLOR_COUNT];
    for (a, row) in push.iter_mut().enumerate() {
        for (b, push) in row.iter_mut().enumerate() {
            *push = if a == b { 0.0 } else { 1.0 / distance(a, b) };
        }
    }
    let mut tints: Vec<usize> = (0..count).collect();
    let pushed = |tints: &[usize], region: usize| -> f64 {
        neighbours[region].iter().map(|&other| push[tints[region]][tints[other]]).sum()
    };
    for _ in 0..MAX_ROUNDS {
        let mut is_better = false;
        for a in 0..count {
            for b in a + 1..count {
                let before = pushed(&tints, a) + pushed(&tints, b);
                tints.swap(a, b);
                if pushed(&tints, a) + pushed(&tints, b) < before - 1e-9 {
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
    tints.into_iter().map(|tint| tint as u8).collect()
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

    /// The example of Ottosson's page: XYZ of the white point is (1, 0, 0).
    #[test]
    fn white_and_black_end_the_scale() {
        let near = |found: [f64; 3], expected: [f64; 3]| {
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-3)
        };
        assert!(near(oklab(0xffffff), [1.0, 0.0, 0.0]), "{:?}", oklab(0xffffff));
        assert!(near(oklab(0x000000), [0.0, 0.0, 0.0]));
        // Published for pure red: 0.628, 0.225, 0.126 (CSS Color 4, oklab of red).
        assert!(near(oklab(0xff0000), [0.628, 0.225, 0.126]), "{:?}", oklab(0xff0000));
    }

    #[test]
    fn colors_are_distinguishable() {
        assert_eq!((rgb(0), rgb(1)), (0xffafaf, 0x8787d7));
        for a in 0..COLOR_COUNT {
            for b in 0..a {
                assert!(distance(a, b).sqrt() > 0.075, "{a} {b}: {}", distance(a, b).sqrt());
            }
        }
    }

    #[test]
    fn neighbours_differ() {
        for stripes in [2_u32, 9, 26, 40] {
            let map = (0..stripes * stripes).map(|at| at / stripes).collect();
            let problem = Problem::builder(stripes, stripes).regions(map).build().expect("a board");
            let around = neighbours(&problem);
            assert_eq!(around[0], [1]);
            for (kind, far) in [(tints(&around), 0.3), (unlike_neighbours(&around, 12), 0.0)] {
                for (region, around) in around.iter().enumerate() {
                    for &other in around {
                        assert_ne!(kind[region], kind[other]);
                        if stripes <= 9 {
                            let apart = distance(kind[region] as usize, kind[other] as usize).sqrt();
                            assert!(apart > far * 0.6 || far == 0.0, "{stripes} stripes: {apart}");
                        }
                    }
                }
            }
        }
    }
}
