//! Largest sets by matchings: where squares clash across two colours only, as those of knights do, and where pieces
//! strike along two kinds of lines, as rooks and bishops do.
//!
//! The squares and their clashes are then a bipartite graph, and a largest set without a clash has as many squares
//! as there are, less the pairs of a largest matching (Konig, "Grafok es matrixok", Matematikai es Fizikai Lapok 38,
//! 1931). The matching grows along alternating paths, which a breadth-first search finds (Berge 1957).
//!
//! A rook stands on a row and on a column, and takes both: a set of rooks is a matching of rows and columns, whose
//! pairs are the open squares.

use super::independent::Clashes;
use control::{Meter, Step, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::{Edges, Problem, Ray, SquareKind};
use queens_model::square::Square;
use std::collections::VecDeque;

/// The open squares in two colours, so that squares of one colour do not clash, and a matching of them.
struct Matching<'c> {
    clashes: &'c Clashes,
    /// The squares of the first colour.
    first: FixedBitSet,
    partner: Vec<Option<usize>>,
}

/// A largest set, the givens included; `None` where two colours are not enough.
///
/// # Errors
/// The reason to stop, from `meter`: a node is a square from which partners are looked for.
pub(super) fn largest_set(clashes: &Clashes, meter: &mut Meter<'_>) -> Result<Option<Vec<usize>>, Stop> {
    let Some(first) = first_colour(clashes, meter)? else { return Ok(None) };
    let mut matching = Matching { clashes, first, partner: vec![None; clashes.len()] };
    let starts: Vec<usize> = matching.first.ones().collect();
    for &start in &starts {
        meter.expand()?;
        matching.augment(start, meter)?;
    }
    // What can be reached from squares without a partner stays, of the first colour; of the second the rest.
    let mut reached = FixedBitSet::with_capacity(clashes.len());
    let mut wait: VecDeque<usize> = starts.into_iter().filter(|&s| matching.partner[s].is_none()).collect();
    reached.extend(wait.iter().copied());
    while let Some(square) = wait.pop_front() {
        meter.tick()?;
        for other in clashes.with(square).filter(|&other| !reached.contains(other)).collect::<Vec<_>>() {
            reached.insert(other);
            wait.extend(matching.partner[other].filter(|&partner| !reached.put(partner)));
        }
    }
    let kept = clashes.open().filter(|&square| matching.first.contains(square) == reached.contains(square));
    let mut set: Vec<usize> = clashes.givens().iter().copied().chain(kept).collect();
    set.sort_unstable();
    Ok(Some(set))
}

/// A largest set of pieces that strike without end along two kinds of lines and nowhere else, the givens included;
/// `None` for other pieces and boards.
///
/// # Errors
/// The reason to stop, from `meter`: a node is a line for which another is looked for.
///
/// # Complexity
/// O(lines x squares).
pub(super) fn largest_set_on_lines(
    problem: &Problem,
    form: &Constraints,
    clashes: &Clashes,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<usize>>, Stop> {
    let rays = problem.piece().rays();
    let is_forward = |ray: &&Ray| (ray.rows, ray.columns) > (0, 0);
    let kinds: Vec<Ray> = rays.iter().filter(is_forward).copied().collect();
    let ([first, second], true) = (&kinds[..], problem.edges() == Edges::OPEN) else { return Ok(None) };
    if rays.len() != 4 || rays.iter().any(|ray| ray.range != Ray::UNLIMITED) {
        return Ok(None);
    }
    // Lines are named by their first squares, which may be holes.
    let squares = problem.every_square().count();
    let name = |square: Square| square.row as usize * problem.columns() as usize + square.column as usize;
    let mut lines = Lines { squares: vec![Vec::new(); squares], taken_by: vec![None; squares] };
    for number in clashes.open() {
        meter.tick()?;
        let square = form.squares()[number];
        let [line, across] = [first, second].map(|&ray| name(line_start(problem, ray, square)));
        lines.squares[line].push((across, number));
    }
    for line in 0..squares {
        if !lines.squares[line].is_empty() {
            meter.expand()?;
            lines.augment(line, &mut FixedBitSet::with_capacity(squares));
        }
    }
    let stand = lines.taken_by.iter().flatten().map(|&(_, square)| square);
    let mut set: Vec<usize> = clashes.givens().iter().copied().chain(stand).collect();
    set.sort_unstable();
    // Demands beside the attacks may part squares that share no line.
    let mut members = FixedBitSet::with_capacity(clashes.len());
    members.extend(set.iter().copied());
    for &square in &set {
        meter.tick()?;
        if clashes.with(square).any(|other| members.contains(other)) {
            return Ok(None);
        }
    }
    Ok(Some(set))
}

/// The first square of the line on which `square` lies along `ray`: lines end at walls and edges.
fn line_start(problem: &Problem, ray: Ray, mut square: Square) -> Square {
    loop {
        let back = [(square.row, ray.rows), (square.column, ray.columns)]
            .map(|(at, step)| u32::try_from(i64::from(at) - i64::from(step)).ok());
        let [Some(row), Some(column)] = back else { return square };
        let before = Square::new(row, column);
        if !problem.contains(before) || problem.kind(before) == SquareKind::Wall {
            return square;
        }
        square = before;
    }
}

/// Lines of two kinds, by their names.
struct Lines {
    /// For each line of the first kind, the lines of the second that cross it, and where.
    squares: Vec<Vec<(usize, usize)>>,
    /// For each line of the second kind, the line and the square that took it.
    taken_by: Vec<Option<(usize, usize)>>,
}

impl Lines {
    /// Finds `line` a line across: a free one, or one whose holder finds another.
    fn augment(&mut self, line: usize, tried: &mut FixedBitSet) -> bool {
        for at in 0..self.squares[line].len() {
            let (across, square) = self.squares[line][at];
            if tried.put(across) {
                continue;
            }
            let is_free = match self.taken_by[across] {
                None => true,
                Some((holder, _)) => self.augment(holder, tried),
            };
            if is_free {
                self.taken_by[across] = Some((line, square));
                return true;
            }
        }
        false
    }
}

/// One of the two colours; `None` where there are no two.
fn first_colour(clashes: &Clashes, meter: &mut Meter<'_>) -> Result<Option<FixedBitSet>, Stop> {
    let mut first = FixedBitSet::with_capacity(clashes.len());
    let mut seen = first.clone();
    for start in clashes.open() {
        if seen.put(start) {
            continue;
        }
        first.insert(start);
        let mut wait = VecDeque::from([start]);
        while let Some(square) = wait.pop_front() {
            meter.tick()?;
            let is_first = first.contains(square);
            for other in clashes.with(square) {
                if !seen.put(other) {
                    first.set(other, !is_first);
                    wait.push_back(other);
                } else if first.contains(other) == is_first {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(first))
}

impl Matching<'_> {
    /// Finds `start`, of the first colour, a partner: directly, or by others that change theirs.
    fn augment(&mut self, start: usize, meter: &mut Meter<'_>) -> Step {
        let mut reached_from = vec![None; self.partner.len()];
        let mut wait = VecDeque::from([start]);
        while let Some(square) = wait.pop_front() {
            meter.tick()?;
            for other in self.clashes.with(square) {
                if reached_from[other].is_some() {
                    continue;
                }
                reached_from[other] = Some(square);
                match self.partner[other] {
                    Some(partner) => wait.push_back(partner),
                    None => {
                        self.exchange(start, other, &reached_from);
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Gives `other` the square that it was reached from, whose partner goes on looking, back to `start`.
    fn exchange(&mut self, start: usize, mut other: usize, reached_from: &[Option<usize>]) {
        while let Some(square) = reached_from[other] {
            let before = self.partner[square].replace(other);
            self.partner[other] = Some(square);
            match before {
                Some(before) if square != start => other = before,
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use control::Limits;
    use queens_model::problem::Preset;

    fn largest(problem: &Problem) -> Option<usize> {
        let form = Constraints::of(&problem.with_any_number()).unwrap();
        let clashes = Clashes::of(&form).unwrap();
        let set = largest_set(&clashes, &mut Meter::new(&Limits::default())).unwrap()?;
        let apart = |(i, &a): (usize, &usize)| set[i + 1..].iter().all(|&b| !form.conflicts(a).contains(b));
        assert!(set.iter().enumerate().all(apart), "a set without a clash");
        Some(set.len())
    }

    /// OEIS A030978: half of the board, rounded up, but for 2 x 2.
    #[test]
    fn knights_take_half_of_the_board() {
        let knights = |rows, columns| Preset::Knights.problem(rows, columns).unwrap();
        for (n, most) in (1..).zip([1, 4, 5, 8, 13, 18, 25, 32, 41, 50]) {
            assert_eq!(largest(&knights(n, n)), Some(most), "{n} knights");
        }
        assert_eq!(largest(&knights(53, 53)), Some(1_405));
    }

    #[test]
    fn queens_strike_each_other_in_threes() {
        assert_eq!(largest(&Problem::queens(4).unwrap()), None);
    }

    fn largest_on_lines(text: &str) -> Option<usize> {
        let problem: Problem = text.parse().unwrap();
        let form = Constraints::of(&problem).unwrap();
        let clashes = Clashes::of(&form).unwrap();
        let limits = Limits::default();
        let set = largest_set_on_lines(&problem, &form, &clashes, &mut Meter::new(&limits)).unwrap()?;
        let apart = |(i, &a): (usize, &usize)| set[i + 1..].iter().all(|&b| !form.conflicts(a).contains(b));
        assert!(set.iter().enumerate().all(apart), "a set without a clash");
        Some(set.len())
    }

    /// n rooks, 2n - 2 bishops on n x n (Dudeney 1917), n > 1; by hand with walls and holes.
    #[test]
    fn rooks_and_bishops_take_lines() {
        for n in 2..40 {
            assert_eq!(largest_on_lines(&format!("rooks {n}")), Some(n), "{n} rooks");
            assert_eq!(largest_on_lines(&format!("bishops {n}")), Some(2 * n - 2), "{n} bishops");
        }
        assert_eq!(largest_on_lines("rooks 1x3\nwalls: b1"), Some(2));
        assert_eq!(largest_on_lines("rooks 3\nholes: a1 b1 a2 b2"), Some(2));
        assert_eq!(largest_on_lines("rooks 5\ngivens: c3"), Some(5));
        assert_eq!(largest_on_lines("kings 5"), None);
        assert_eq!(largest_on_lines("queens 5\ntotal: any"), None);
    }
}
