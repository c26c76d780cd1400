//! What leans on uniqueness: two pairs of queens that could be exchanged, if nothing else told them apart.

use super::super::grid::Grid;
use super::super::local::{Demand, Settled, by_demand};
use super::{Flow, Found, GUIDE, TechniqueInfo, words};
use queens_model::bits::Set;

pub(super) static AT_SEA: TechniqueInfo = TechniqueInfo {
    id: "at-sea",
    name: "at sea",
    description: "Two queens stand on one pair of squares or on another that fills the same lines and regions, and \
                  the second pair touches no open square that the first does not. So the first pair would leave two \
                  solutions, and the puzzle, which has one, has its queens on the second.",
    source: GUIDE,
    level: 8,
    by_uniqueness: true,
    example: "BBB.B.B. \
              B.B.CC.E \
              AA.CC.E \
              AC.C.DD. \
              AAD.DD.",
    example_stars: 1,
};

pub(super) static BY_A_THREAD: TechniqueInfo = TechniqueInfo {
    id: "by-a-thread",
    name: "by a thread",
    description: "Two queens stand on one pair of squares or on another that fills the same lines and regions, and \
                  only a few squares touch the one and not the other. So a queen stands on one of these, or the \
                  puzzle would have two solutions.",
    example: "CCDD.D \
              C.C.CDD \
              BBC.E.D. \
              B.A.EEE \
              AAE.E.E.",
    ..AT_SEA
};

pub(super) fn at_sea<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    each(grid, &mut |one, other, units| {
        // The squares that touch the one pair alone, and the other alone.
        let queens = match (told(grid, one, other).is_empty(), told(grid, other, one).is_empty()) {
            // With the other pair, the first could be put in its place.
            (true, false) => one,
            (false, true) => other,
            _ => return Flow::Continue(()),
        };
        found.step(grid, Settled { crosses: Set::EMPTY, queens }, one | other, units, || {
            let (left, right) = (words::squares(board, queens), words::squares(board, (one | other) - queens));
            format!("Queens on {right} could be exchanged for {left}, and there is one solution: they stand on {left}.")
        })
    })
}

pub(super) fn by_a_thread<const W: usize>(grid: &Grid<'_, W>, found: &mut Found<W>) -> Flow {
    let board = grid.board;
    each(grid, &mut |one, other, units| {
        let threads = told(grid, one, other) | told(grid, other, one);
        if threads.is_empty() {
            return Flow::Continue(());
        }
        let settled = by_demand(grid, Demand { squares: threads, least: 1 });
        found.step(grid, settled, one | other | threads, units, || {
            let (one, other) = (words::squares(board, one), words::squares(board, other));
            let threads = words::squares(board, threads);
            format!("Only a queen on {threads} can tell {one} from {other}, and the puzzle has one solution.")
        })
    })
}

/// The open squares that touch `one` and not `other`.
fn told<const W: usize>(grid: &Grid<'_, W>, one: Set<W>, other: Set<W>) -> Set<W> {
    let touched =
        |set: Set<W>| set.iter().fold(Set::EMPTY, |touched, square| touched | grid.board.around[square]);
    (touched(one) - touched(other) - one - other) & grid.open
}

/// Hands two pairs of open squares of which one holds the queens of two units to `each`, with these units, where the
/// pairs fill the same lines and regions.
fn each<const W: usize>(grid: &Grid<'_, W>, each: &mut dyn FnMut(Set<W>, Set<W>, &[usize]) -> Flow) -> Flow {
    let board = grid.board;
    let is_pair = |unit: &usize| grid.need(*unit) == 1 && grid.open_of(*unit).count() == 2;
    let pairs: Vec<usize> = (0..board.units.len()).filter(is_pair).collect();
    let cannot_both_stand = |a: usize, b: usize| {
        let shared = board.units_of[a].iter().filter(|unit| board.units_of[b].contains(unit));
        board.around[a].contains(b) || shared.into_iter().any(|&unit| grid.need(unit) == 1)
    };
    let fill_the_same = |one: [usize; 2], other: [usize; 2]| {
        (0..3).all(|kind| {
            let of = |squares: [usize; 2]| {
                let mut units = squares.map(|square| board.units_of[square][kind]);
                units.sort_unstable();
                units
            };
            of(one) == of(other)
        })
    };
    for (index, &first) in pairs.iter().enumerate() {
        for &second in &pairs[index + 1..] {
            let (left, right) = (grid.open_of(first), grid.open_of(second));
            let is_touched = (left | right).iter().any(|square| board.around[square].meets(&grid.queens));
            if left.meets(&right) || is_touched {
                continue;
            }
            let (left, right): (Vec<usize>, Vec<usize>) = (left.iter().collect(), right.iter().collect());
            for (b, d) in [(right[0], right[1]), (right[1], right[0])] {
                let (a, c) = (left[0], left[1]);
                if cannot_both_stand(a, d) && cannot_both_stand(b, c) && fill_the_same([a, b], [c, d]) {
                    let pair = |one, other| Set::one(one) | Set::one(other);
                    each(pair(a, b), pair(c, d), &[first, second])?;
                }
            }
        }
    }
    Flow::Continue(())
}
