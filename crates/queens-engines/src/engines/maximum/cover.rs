//! How many queens can stand at most: the bound of weighted lines.
//!
//! A line is a set of squares that takes some queens at the most: a unit with a highest number, or squares that
//! all attack each other, which take one. Give each line a weight so that the weights of the lines through any
//! square sum up to one at least: then no more queens can stand than the sum of all weights, each as often as
//! its line takes queens. The best weights are the dual solution of a linear program ([`linear`]). The sum is then
//! worked out in integers, so that no rounding can make it wrong.
//!
//! On a board of kings the lines are blocks of four squares, of bishops diagonals; on the triangular board the
//! weights fall off from one end of each direction to the other.

use control::{Limits, Meter};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::linear::{self, MOST_ENTRIES};

/// A set of squares, and how many queens it takes.
struct Line {
    squares: FixedBitSet,
    high: u32,
}

/// A number of queens, the given ones included, that no solution exceeds: not the best one if time runs out.
pub(super) fn most_queens(form: &Constraints, limits: &Limits) -> u32 {
    let given = form.givens().len();
    let (open, lines) = lines(form, &mut Meter::new(limits));
    let squares: Vec<usize> = open.ones().collect();
    if squares.len() * lines.len() > MOST_ENTRIES || limits.check().is_err() {
        return (given + squares.len()) as u32;
    }
    let through = |&square: &usize| lines.iter().map(move |line| line.squares.contains(square));
    let places = |line: &Line| (0..squares.len()).filter(|&at| line.squares.contains(squares[at])).collect();
    let program: Vec<_> =
        lines.iter().map(|line| linear::Line { squares: places(line), high: line.high }).collect();
    let weights = linear::weights(squares.len(), &program, limits);
    // Weights as integers; the least sum on any square is what counts as one.
    let weights: Vec<u128> = weights.iter().map(|weight| (weight * 2f64.powi(40)) as u128).collect();
    let sum = |square: &usize| -> u128 {
        through(square).zip(&weights).filter(|&(on, _)| on).map(|(_, weight)| weight).sum()
    };
    let all: u128 = lines.iter().zip(&weights).map(|(line, weight)| weight * u128::from(line.high)).sum();
    let most = match squares.iter().map(sum).min() {
        None => 0,
        Some(0) => squares.len() as u128,
        Some(one) => (all / one).min(squares.len() as u128),
    };
    given as u32 + most as u32
}

/// The squares that the givens leave open, and the lines that take fewer queens than they have open squares: not all of
/// them if time runs out, or if they are too many for a tableau.
fn lines(form: &Constraints, meter: &mut Meter<'_>) -> (FixedBitSet, Vec<Line>) {
    let size = form.squares().len();
    let mut open = FixedBitSet::with_capacity(size);
    open.insert_range(..);
    for &given in form.givens() {
        open.difference_with(form.conflicts(given));
        open.remove(given);
    }
    let mut lines = Vec::new();
    for unit in form.units().iter().filter(|unit| (unit.bounds.high() as usize) < unit.squares.len()) {
        let given = unit.squares.iter().filter(|square| form.givens().contains(square)).count() as u32;
        let squares: FixedBitSet = unit.squares.iter().copied().collect();
        lines.push(Line { squares, high: unit.bounds.high().saturating_sub(given) });
    }
    for line in lines.iter().filter(|line| line.high == 0) {
        open.difference_with(&line.squares);
    }
    for line in &mut lines {
        line.squares.grow(size);
        line.squares.intersect_with(&open);
    }
    lines.retain(|line| line.squares.count_ones(..) > line.high as usize);
    let most = MOST_ENTRIES / open.count_ones(..).max(1);
    let sets = attacked_sets(form, &open, most.saturating_sub(lines.len()), meter);
    lines.extend(sets.into_iter().map(|squares| Line { squares, high: 1 }));
    (open, lines)
}

/// Sets of open squares that all attack each other, so that each attack lies in one of them: begins with an
/// attack that is in none, and adds the square that attacks most of those that could still be added. Ends early behind
/// `most` sets, or where `meter` says so.
fn attacked_sets(
    form: &Constraints,
    open: &FixedBitSet,
    most: usize,
    meter: &mut Meter<'_>,
) -> Vec<FixedBitSet> {
    let mut missing: Vec<FixedBitSet> =
        (0..open.len()).map(|square| form.conflicts(square).clone()).collect();
    missing.iter_mut().for_each(|attacked| attacked.intersect_with(open));
    let mut sets = Vec::new();
    for square in open.ones() {
        while let Some(other) = missing[square].minimum() {
            let mut set = FixedBitSet::with_capacity(open.len());
            let mut candidates = open.clone();
            let mut next = Some(square);
            while let Some(member) = next {
                if meter.tick().is_err() || sets.len() > most {
                    return sets;
                }
                set.insert(member);
                candidates.intersect_with(form.conflicts(member));
                let attacks = |&other: &usize| form.conflicts(other).intersection_count(&candidates);
                next = if set.contains(other) { candidates.ones().max_by_key(attacks) } else { Some(other) };
            }
            set.ones().for_each(|member| missing[member].difference_with(&set));
            sets.push(set);
        }
    }
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::problem::{Preset, Problem};

    fn bound(problem: &Problem) -> u32 {
        most_queens(&Constraints::of(&problem.with_any_number()).unwrap(), &Limits::default())
    }

    /// Bounds by covers that are plain to see: n rooks, one in each row; 2n - 2 bishops (Dudeney, Amusements in
    /// Mathematics, 1917, problem 299); one king in each block of four squares; half of the squares for knights.
    #[test]
    fn covers_of_the_textbooks_are_found() {
        for size in [4u32, 5, 8, 9] {
            let of = |preset: Preset| bound(&preset.problem(size, size).unwrap());
            assert_eq!(of(Preset::Rooks), size);
            assert_eq!(of(Preset::Bishops), 2 * size - 2);
            assert_eq!(of(Preset::Kings), size.div_ceil(2).pow(2));
            assert_eq!(of(Preset::Knights), (size * size).div_ceil(2));
        }
    }

    #[test]
    fn given_queens_count_and_close_their_lines() {
        let rooks: Problem = "rooks 4\ngivens: a1\nholes: b2 c2 d2".parse().unwrap();
        assert_eq!(bound(&rooks), 3);
        assert_eq!(bound(&"queens 0".parse().unwrap()), 0);
        assert_eq!(bound(&"8\ncolumns: 0..2\nrows: 0\npiece: none".parse().unwrap()), 0);
    }
}
