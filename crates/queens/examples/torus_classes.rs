//! Number of classes of solutions of n queens under the shifts of the torus and the eight
//! symmetries of the square (OEIS A062164), in two ways that share no more than the list
//! of solutions:
//!
//! - `orbits`: each solution counts as one over the number of solutions in its class.
//!   That number is 8 a / s, where a of the n^2 shifts lead to a solution again and s
//!   symmetries of the torus leave the solution as it is. Which shifts keep it a solution
//!   is told for all shifts of a row at once, by a mask for each two queens that share a
//!   diagonal of the torus.
//! - `forms`: of each solution the least image is written down; the different ones are
//!   counted.
//!
//! Command: `cargo run --release -p queens --example torus_classes -- orbits 16`.
//!
//! Time: less than a microsecond a solution, each way. Memory: `forms` keeps 16 bytes for
//! each class, and as much for the solutions of one batch.

use std::cmp::Ordering;
use std::collections::BTreeMap;

/// The largest board: the least image of a solution has to fit into 128 bits.
const LARGEST: usize = 24;

/// Images that are sorted together.
const BATCH: usize = 1 << 25;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (way, sizes) = words.split_first().unwrap_or_else(|| usage());
    let classes: fn(usize) -> u128 = match way.as_str() {
        "orbits" => by_orbits,
        "forms" => by_forms,
        _ => usage(),
    };
    for size in sizes {
        match size.parse() {
            Ok(n @ 1..=LARGEST) => println!("{n} {}", classes(n)),
            _ => usage(),
        }
    }
}

fn usage() -> ! {
    eprintln!("usage: torus_classes orbits|forms N... (1 to {LARGEST})");
    std::process::exit(2);
}

/// Tells of one solution of each two that are mirror images, and whether it stands for
/// two: the queen of the first row stands in the left half or, on the middle column, that
/// of the second row does.
fn each_solution(n: usize, tell: &mut dyn FnMut(&[usize], bool)) {
    fn fill(
        queens: &mut Vec<usize>,
        n: usize,
        taken: [u64; 3],
        tell: &mut dyn FnMut(&[usize], bool),
    ) {
        if queens.len() == n {
            let is_half = n > 1;
            tell(queens, is_half);
            return;
        }
        let [columns, left, right] = taken;
        let mut free = !(columns | left | right) & ((1 << n) - 1);
        let middle = n / 2;
        match queens[..] {
            [] => free &= (1 << n.div_ceil(2)) - 1,
            [first] if n % 2 == 1 && first == middle => free &= (1 << middle) - 1,
            _ => {}
        }
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            queens.push(queen.trailing_zeros() as usize);
            fill(
                queens,
                n,
                [columns | queen, (left | queen) << 1, (right | queen) >> 1],
                tell,
            );
            queens.pop();
        }
    }
    fill(&mut Vec::with_capacity(n), n, [0; 3], tell);
}

/// The eight images of a solution under the symmetries of the square.
fn images(queens: &[usize]) -> [Vec<usize>; 8] {
    let n = queens.len();
    let upside_down = |queens: &[usize]| queens.iter().rev().copied().collect::<Vec<_>>();
    let transposed = |queens: &[usize]| {
        let mut rows = vec![0; n];
        for (row, &column) in queens.iter().enumerate() {
            rows[column] = row;
        }
        rows
    };
    let quarter = |queens: &[usize]| upside_down(&transposed(queens));
    let one = queens.to_vec();
    let two = quarter(&one);
    let three = quarter(&two);
    let four = quarter(&three);
    let turns = [one, two, three, four];
    let mirrored = turns.each_ref().map(|queens| upside_down(queens));
    let [a, b, c, d] = turns;
    let [e, f, g, h] = mirrored;
    [a, b, c, d, e, f, g, h]
}

/// For each shift of the rows: the shifts of the columns, bit by bit, after which the
/// queens attack each other.
fn attacked(queens: &[usize]) -> Vec<u64> {
    let n = queens.len();
    let all = (1_u64 << n) - 1;
    // The shifts by which a column goes over the right edge; those by which a row goes
    // over the lower one are alike.
    let wraps = |line: usize| all & !((1 << (n - line)) - 1);
    let mut attacked = vec![0; n];
    // Each two queens whose sums (or differences) differ by n: the one with the smaller
    // sum first.
    let mut pair = |r1: usize, c1: usize, r2: usize, c2: usize, rising: bool| {
        let (both, first, second) =
            (!(wraps(c1) ^ wraps(c2)) & all, wraps(c1), wraps(c2));
        let (rows_1, rows_2) = (wraps(r1), wraps(r2));
        for (a, attacked) in attacked.iter_mut().enumerate() {
            let (w1, w2) = (rows_1 >> a & 1, rows_2 >> a & 1);
            // The sums become equal where the second queen goes over one edge more than
            // the first; the differences where it goes over the lower edge, or the first
            // over the right one, once more than the other way.
            *attacked |= match (w2 as i32 - w1 as i32, rising) {
                (0, true) => second & !first,
                (0, false) => first & !second,
                (1, _) => both,
                _ => 0,
            };
        }
    };
    for (r1, &c1) in queens.iter().enumerate() {
        for (r2, &c2) in queens.iter().enumerate() {
            if r2 + c2 == r1 + c1 + n {
                pair(r1, c1, r2, c2, true);
            }
            if r2 + c1 == r1 + c2 + n {
                pair(r1, c1, r2, c2, false);
            }
        }
    }
    attacked
}

fn by_orbits(n: usize) -> u128 {
    let all = (1_u64 << n) - 1;
    // Solutions by the symmetries that leave them as they are and the shifts that lead to
    // solutions.
    let mut solutions: BTreeMap<(u128, u128), u128> = BTreeMap::new();
    each_solution(n, &mut |queens, twice| {
        let attacked = attacked(queens);
        let shifts: u32 = attacked
            .iter()
            .map(|attacked| (all & !attacked).count_ones())
            .sum();
        let mut kept = None;
        let mut stays = 0;
        for (a, attacked) in attacked.iter().enumerate() {
            let mut open = all & !attacked;
            while open != 0 {
                let b = open.trailing_zeros() as usize;
                open &= open - 1;
                let kept = kept.get_or_insert_with(|| images(queens));
                // Row r goes to row r + a, its column c to c + b.
                let is_shifted = |image: &&Vec<usize>| {
                    queens
                        .iter()
                        .enumerate()
                        .all(|(r, &c)| image[(r + a) % n] == (c + b) % n)
                };
                stays += kept.iter().filter(is_shifted).count() as u128;
            }
        }
        *solutions.entry((stays, shifts.into())).or_default() +=
            if twice { 2 } else { 1 };
    });
    let classes = |(&(stays, shifts), &solutions): (&(u128, u128), &u128)| {
        assert!(solutions * stays % (8 * shifts) == 0, "classes are whole");
        solutions * stays / (8 * shifts)
    };
    solutions.iter().map(classes).sum()
}

/// The least of the images of `queens` under the shifts and symmetries, as digits to the
/// base 32, row by row. It has a queen in its upper left corner, so that each row can be
/// the first one, with one shift of the columns.
fn least_form(queens: &[usize]) -> u128 {
    let n = queens.len();
    let mut least: Option<(Vec<usize>, usize)> = None;
    for image in images(queens) {
        let twice: Vec<usize> = image.iter().chain(&image).copied().collect();
        let digit = |queens: &[usize], first: usize, row: usize| {
            (queens[first + row] + n - queens[first]) % n
        };
        for first in 0..n {
            let is_less = least.as_ref().is_none_or(|(other, start)| {
                let mut rows = (1..n)
                    .map(|row| digit(&twice, first, row).cmp(&digit(other, *start, row)));
                rows.find(|order| order.is_ne())
                    .is_some_and(Ordering::is_lt)
            });
            if is_less {
                least = Some((twice.clone(), first));
            }
        }
    }
    let (queens, first) = least.unwrap_or_default();
    (1..n).fold(0, |form, row| {
        form << 5 | ((queens[first + row] + n - queens[first]) % n) as u128
    })
}

fn by_forms(n: usize) -> u128 {
    let mut forms: Vec<u128> = Vec::new();
    let mut sorted = 0;
    let gather = |forms: &mut Vec<u128>| {
        forms.sort_unstable();
        forms.dedup();
    };
    each_solution(n, &mut |queens, _| {
        forms.push(least_form(queens));
        if forms.len() >= sorted + BATCH {
            gather(&mut forms);
            sorted = forms.len();
        }
    });
    gather(&mut forms);
    forms.len() as u128
}
