//! Largest sets by matchings, for squares in two colours that clash across colours only,
//! as for knights, and for pieces that attack along two kinds of lines, as rooks and
//! bishops.
//!
//! In the first case the clashes are a bipartite graph, and a largest set without a clash
//! has as many squares as there are, less the pairs of a largest matching (Konig, "Grafok
//! es matrixok", Matematikai es Fizikai Lapok 38, 1931). The matching grows along
//! alternating paths, found by breadth-first search (Berge 1957). In the second case a
//! set is itself a matching: a rook pairs its row with its column.
//!
//! Knights on 3 x 3: the eight squares at the edge are a cycle of knight's moves, with a
//! largest matching of four pairs. So 9 - 4 = 5 knights fit: on the four corners and in
//! the centre.

use super::independent::ClashGraph;
use control::{Meter, Step, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::{Edges, Problem, Ray, SquareKind};
use queens_model::square::Square;
use std::collections::VecDeque;

/// The open squares in two colours, without clashes inside a colour, and a matching of
/// them.
struct ColourMatching<'c> {
    clashes: &'c ClashGraph,
    /// The squares of the first colour.
    first: FixedBitSet,
    partner: Vec<Option<usize>>,
}

/// Finds a largest set, givens included; `None` if two colours are not enough.
///
/// # Errors
/// The reason to stop, from `meter`. A node is a square for which a partner is searched.
pub(super) fn largest_set_in_two_colours(
    clashes: &ClashGraph,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<usize>>, Stop> {
    let Some(first) = first_colour(clashes, meter)? else {
        return Ok(None);
    };
    let mut matching = ColourMatching {
        clashes,
        first,
        partner: vec![None; clashes.len()],
    };
    let starts: Vec<usize> = matching.first.ones().collect();
    for &start in &starts {
        meter.expand()?;
        matching.augment(start, meter)?;
    }
    // Konig's theorem: the set has the squares of the first colour that alternating paths
    // from unmatched ones reach, and those of the second colour that they do not reach.
    let mut reached = FixedBitSet::with_capacity(clashes.len());
    let mut queue: VecDeque<usize> = starts
        .into_iter()
        .filter(|&s| matching.partner[s].is_none())
        .collect();
    reached.extend(queue.iter().copied());
    while let Some(square) = queue.pop_front() {
        meter.tick()?;
        for other in clashes
            .with(square)
            .filter(|&other| !reached.contains(other))
            .collect::<Vec<_>>()
        {
            reached.insert(other);
            queue
                .extend(matching.partner[other].filter(|&partner| !reached.put(partner)));
        }
    }
    let kept = clashes
        .open()
        .filter(|&square| matching.first.contains(square) == reached.contains(square));
    let mut set: Vec<usize> = clashes.givens().iter().copied().chain(kept).collect();
    set.sort_unstable();
    Ok(Some(set))
}

/// Finds a largest set of pieces that attack without limit along two kinds of lines and
/// nowhere else, givens included; `None` for other pieces and boards.
///
/// # Errors
/// The reason to stop, from `meter`. A node is a line for which a crossing line is
/// searched.
///
/// # Complexity
/// O(lines x squares).
pub(super) fn largest_set_on_lines(
    problem: &Problem,
    form: &Constraints,
    clashes: &ClashGraph,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<usize>>, Stop> {
    let rays = problem.piece().rays();
    // One ray of each pair of opposite ones.
    let mut kinds = rays.to_vec();
    kinds.retain(|ray| (ray.rows, ray.columns) > (0, 0));
    let ([first, second], true) = (&kinds[..], problem.edges() == Edges::OPEN) else {
        return Ok(None);
    };
    if rays.len() != 4 || rays.iter().any(|ray| ray.range != Ray::UNLIMITED) {
        return Ok(None);
    }
    // Lines are numbered by their first square, which may be a hole.
    let squares = problem.every_square().count();
    let mut lines = CrossingLines {
        squares: vec![Vec::new(); squares],
        taken_by: vec![None; squares],
    };
    // Each open square joins its two lines: a set of queens is a matching.
    for number in clashes.open() {
        meter.tick()?;
        let square = form.squares()[number];
        let [line, across] = [first, second].map(|&ray| {
            let start = line_start(problem, ray, square);
            start.row as usize * problem.columns() as usize + start.column as usize
        });
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
    // Demands on other units may separate squares that share no line.
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

/// Returns the first square of the line through `square` along `ray`. Lines end at walls
/// and edges.
fn line_start(problem: &Problem, ray: Ray, mut square: Square) -> Square {
    loop {
        let back = [(square.row, ray.rows), (square.column, ray.columns)]
            .map(|(at, step)| u32::try_from(i64::from(at) - i64::from(step)).ok());
        let [Some(row), Some(column)] = back else {
            return square;
        };
        let before = Square::new(row, column);
        if !problem.contains(before) || problem.kind(before) == SquareKind::Wall {
            return square;
        }
        square = before;
    }
}

/// Lines of two kinds, by number, and a matching of them.
struct CrossingLines {
    /// For each line of the first kind, the crossing lines and the squares where they
    /// cross.
    squares: Vec<Vec<(usize, usize)>>,
    /// For each line of the second kind, its partner and the square where they cross.
    taken_by: Vec<Option<(usize, usize)>>,
}

impl CrossingLines {
    /// Finds a partner for `line`: a free crossing line, or one whose partner finds
    /// another.
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

/// Returns the squares of one of the two colours; `None` if two colours are not enough.
fn first_colour(
    clashes: &ClashGraph,
    meter: &mut Meter<'_>,
) -> Result<Option<FixedBitSet>, Stop> {
    let mut first = FixedBitSet::with_capacity(clashes.len());
    let mut seen = first.clone();
    for start in clashes.open() {
        if seen.put(start) {
            continue;
        }
        first.insert(start);
        let mut queue = VecDeque::from([start]);
        while let Some(square) = queue.pop_front() {
            meter.tick()?;
            let is_first = first.contains(square);
            for other in clashes.with(square) {
                if !seen.put(other) {
                    first.set(other, !is_first);
                    queue.push_back(other);
                } else if first.contains(other) == is_first {
                    return Ok(None);
                }
            }
        }
    }
    Ok(Some(first))
}

impl ColourMatching<'_> {
    /// Finds a partner for `start`, of the first colour, along a shortest alternating
    /// path.
    fn augment(&mut self, start: usize, meter: &mut Meter<'_>) -> Step {
        let mut reached_from = vec![None; self.partner.len()];
        let mut queue = VecDeque::from([start]);
        while let Some(square) = queue.pop_front() {
            meter.tick()?;
            for other in self.clashes.with(square) {
                if reached_from[other].is_some() {
                    continue;
                }
                reached_from[other] = Some(square);
                match self.partner[other] {
                    Some(partner) => queue.push_back(partner),
                    None => {
                        self.exchange(start, other, &reached_from);
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Exchanges the pairs of the path from `start` to `other`.
    fn exchange(
        &mut self,
        start: usize,
        mut other: usize,
        reached_from: &[Option<usize>],
    ) {
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
        let form = Constraints::from_problem(&problem.with_any_number()).unwrap();
        let clashes = ClashGraph::from_constraints(&form).unwrap();
        let set =
            largest_set_in_two_colours(&clashes, &mut Meter::new(&Limits::default()))
                .unwrap()?;
        let apart = |(i, &a): (usize, &usize)| {
            set[i + 1..].iter().all(|&b| !form.conflicts(a).contains(b))
        };
        assert!(set.iter().enumerate().all(apart), "a set without a clash");
        Some(set.len())
    }

    /// OEIS A030978: half of the board, rounded up, except on 2 x 2.
    #[test]
    fn knights_fill_half_of_the_board() {
        let knights = |rows, columns| Preset::Knights.problem(rows, columns).unwrap();
        for (n, most) in (1..).zip([1, 4, 5, 8, 13, 18, 25, 32, 41, 50]) {
            assert_eq!(largest(&knights(n, n)), Some(most), "{n} knights");
        }
        assert_eq!(largest(&knights(53, 53)), Some(1_405));
    }

    #[test]
    fn three_queens_attack_each_other() {
        assert_eq!(largest(&Problem::queens(4).unwrap()), None);
    }

    fn largest_on_lines(text: &str) -> Option<usize> {
        let problem: Problem = text.parse().unwrap();
        let form = Constraints::from_problem(&problem).unwrap();
        let clashes = ClashGraph::from_constraints(&form).unwrap();
        let limits = Limits::default();
        let set =
            largest_set_on_lines(&problem, &form, &clashes, &mut Meter::new(&limits))
                .unwrap()?;
        let apart = |(i, &a): (usize, &usize)| {
            set[i + 1..].iter().all(|&b| !form.conflicts(a).contains(b))
        };
        assert!(set.iter().enumerate().all(apart), "a set without a clash");
        Some(set.len())
    }

    /// n rooks, 2n - 2 bishops on n x n (Dudeney 1917), n > 1; by hand with walls and
    /// holes.
    #[test]
    fn rooks_and_bishops_fill_lines() {
        for n in 2..40 {
            assert_eq!(
                largest_on_lines(&format!("rooks {n}")),
                Some(n),
                "{n} rooks"
            );
            assert_eq!(
                largest_on_lines(&format!("bishops {n}")),
                Some(2 * n - 2),
                "{n} bishops"
            );
        }
        assert_eq!(largest_on_lines("rooks 1x3\nwalls: b1"), Some(2));
        assert_eq!(largest_on_lines("rooks 3\nholes: a1 b1 a2 b2"), Some(2));
        assert_eq!(largest_on_lines("rooks 5\ngivens: c3"), Some(5));
        assert_eq!(largest_on_lines("kings 5"), None);
        assert_eq!(largest_on_lines("queens 5\ntotal: any"), None);
    }
}
