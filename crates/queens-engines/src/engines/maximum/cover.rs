//! Upper bound on the number of queens by weights of lines.
//!
//! A line is a set of squares with a highest number of queens: a unit, or a clique,
//! squares that all attack each other, which takes one. Give each line a weight, so that
//! the lines through any square weigh at least one together. Then the number of queens is
//! at most the sum of all weights, each times the number of its line. The best weights
//! are the dual solution of a linear program ([`linear`]). The sum is computed in
//! integers, so no rounding error can make it wrong.
//!
//! For kings the lines are blocks of four squares, for bishops diagonals. On a triangular
//! board the weights fall from one end of each direction to the other.

use control::{Limits, Meter};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::linear::{self, MOST_ENTRIES};

/// A set of squares with a highest number of queens.
struct WeightedLine {
    squares: FixedBitSet,
    high: u32,
}

/// Returns an upper bound on the number of queens, givens included; a weaker one if time
/// runs out.
pub(super) fn upper_bound(form: &Constraints, limits: &Limits) -> u32 {
    let given = form.givens().len();
    let (open, lines) = list_lines(form, &mut Meter::new(limits));
    let squares: Vec<usize> = open.ones().collect();
    // Without a program the bound is the number of open squares, which is always true.
    if squares.len() * lines.len() > MOST_ENTRIES || limits.check().is_err() {
        return (given + squares.len()) as u32;
    }
    let mut program = Vec::with_capacity(lines.len());
    for line in &lines {
        let places = 0..squares.len();
        program.push(linear::LineCapacity {
            squares: places
                .filter(|&at| line.squares.contains(squares[at]))
                .collect(),
            high: line.high,
        });
    }
    let weights = linear::weights(squares.len(), &program, limits);
    // Whole numbers, so that no rounding can make the bound too low; the least sum on any
    // square counts as one.
    let weights: Vec<u128> = weights
        .iter()
        .map(|weight| (weight * 2f64.powi(40)) as u128)
        .collect();
    let all: u128 = lines
        .iter()
        .zip(&weights)
        .map(|(line, weight)| weight * u128::from(line.high))
        .sum();
    let least = squares
        .iter()
        .map(|&square| sum_weights_through(square, &lines, &weights))
        .min();
    let most = match least {
        None => 0,
        Some(0) => squares.len() as u128,
        Some(one) => (all / one).min(squares.len() as u128),
    };
    given as u32 + most as u32
}

/// Returns the sum of the weights of the lines through a square.
fn sum_weights_through(square: usize, lines: &[WeightedLine], weights: &[u128]) -> u128 {
    let weighted_lines = lines.iter().zip(weights);
    weighted_lines
        .filter(|(line, _)| line.squares.contains(square))
        .map(|(_, weight)| weight)
        .sum()
}

/// Returns the squares that the givens leave open, and the lines that take fewer queens
/// than they have open squares; fewer lines if time runs out, or if there are too many
/// for a tableau.
fn list_lines(
    form: &Constraints,
    meter: &mut Meter<'_>,
) -> (FixedBitSet, Vec<WeightedLine>) {
    let size = form.squares().len();
    let mut open = FixedBitSet::with_capacity(size);
    open.insert_range(..);
    for &given in form.givens() {
        open.difference_with(form.conflicts(given));
        open.remove(given);
    }
    let mut lines = Vec::new();
    for unit in form
        .units()
        .iter()
        .filter(|unit| (unit.bounds.high() as usize) < unit.squares.len())
    {
        let given = unit
            .squares
            .iter()
            .filter(|square| form.givens().contains(square))
            .count() as u32;
        let squares: FixedBitSet = unit.squares.iter().copied().collect();
        lines.push(WeightedLine {
            squares,
            high: unit.bounds.high().saturating_sub(given),
        });
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
    let cliques =
        cliques_of_attacks(form, &open, most.saturating_sub(lines.len()), meter);
    lines.extend(
        cliques
            .into_iter()
            .map(|squares| WeightedLine { squares, high: 1 }),
    );
    (open, lines)
}

/// Returns cliques of open squares that together contain every attack.
///
/// Each clique starts from an attack that no clique contains yet, and adds the square
/// that attacks most of the remaining candidates. Ends early after `most` cliques, or at
/// a limit of `meter`.
fn cliques_of_attacks(
    form: &Constraints,
    open: &FixedBitSet,
    most: usize,
    meter: &mut Meter<'_>,
) -> Vec<FixedBitSet> {
    let mut missing: Vec<FixedBitSet> = (0..open.len())
        .map(|square| form.conflicts(square).clone())
        .collect();
    missing
        .iter_mut()
        .for_each(|attacked| attacked.intersect_with(open));
    let mut cliques = Vec::new();
    for square in open.ones() {
        while let Some(other) = missing[square].minimum() {
            let mut clique = FixedBitSet::with_capacity(open.len());
            let mut candidates = open.clone();
            let mut next = Some(square);
            while let Some(member) = next {
                if meter.tick().is_err() || cliques.len() > most {
                    return cliques;
                }
                clique.insert(member);
                candidates.intersect_with(form.conflicts(member));
                let attacks = |&other: &usize| {
                    form.conflicts(other).intersection_count(&candidates)
                };
                next = if clique.contains(other) {
                    candidates.ones().max_by_key(attacks)
                } else {
                    Some(other)
                };
            }
            clique
                .ones()
                .for_each(|member| missing[member].difference_with(&clique));
            cliques.push(clique);
        }
    }
    cliques
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::problem::{Preset, Problem};

    fn bound(problem: &Problem) -> u32 {
        upper_bound(
            &Constraints::from_problem(&problem.with_any_number()).unwrap(),
            &Limits::default(),
        )
    }

    /// Bounds by obvious covers: n rooks, one in each row; 2n - 2 bishops (Dudeney,
    /// Amusements in Mathematics, 1917, problem 299); one king in each block of four
    /// squares; half of the squares for knights.
    #[test]
    fn finds_the_covers_of_the_textbooks() {
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
        assert_eq!(
            bound(&"8\ncolumns: 0..2\nrows: 0\npiece: none".parse().unwrap()),
            0
        );
    }
}
