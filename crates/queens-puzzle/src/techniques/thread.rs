//! Deductions by uniqueness: two pairs of queens that could be exchanged unless another queen prevents it.

use super::super::capacity::{Conclusion, QueenDemand, by_demand};
use super::super::grid::CandidateGrid;
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo, words};
use queens_model::bits::SmallSet;

pub(super) static AT_SEA_INFO: TechniqueInfo = TechniqueInfo {
    id: "at-sea",
    name: "at sea",
    plain_name: "two queens that could trade places",
    description: "Two queens are either on one pair of squares or on a second pair that fills the same lines and regions. \
                  The second pair touches no open square that the first does not touch. If the queens were on the \
                  first pair, the second would give another solution. The puzzle has only one, so they are on the \
                  second.",
    source: GUIDE_SOURCE,
    level: 8,
    by_uniqueness: true,
    example: "BBB.B.B. \
              B.B.CC.E \
              AA.CC.E \
              AC.C.DD. \
              AAD.DD.",
    example_stars: 1,
};

pub(super) static BY_A_THREAD_INFO: TechniqueInfo = TechniqueInfo {
    id: "by-a-thread",
    name: "by a thread",
    plain_name: "one square decides between two places",
    description: "Two queens are either on one pair of squares or on a second pair that fills the same lines and regions. \
                  Only a few open squares touch one pair but not the other. One of these holds a queen, because \
                  otherwise the pairs could be exchanged and the puzzle would have two solutions.",
    example: "CCDD.D \
              C.C.CDD \
              BBC.E.D. \
              B.A.EEE \
              AAE.E.E.",
    ..AT_SEA_INFO
};

pub(super) fn at_sea<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    for_each_exchange(grid, &mut |one, other, units| {
        let queens = match (
            touched_only_by(grid, one, other).is_empty(),
            touched_only_by(grid, other, one).is_empty(),
        ) {
            // Every solution with `other` has a twin with `one`.
            (true, false) => one,
            (false, true) => other,
            _ => return SearchFlow::Continue(()),
        };
        found.add(grid, Conclusion { crosses: SmallSet::EMPTY, queens }, one | other, units, || {
            let (left, right) = (words::squares(board, queens), words::squares(board, (one | other) - queens));
            format!(
                "Queens on {right} could be exchanged for {left}, which would give two solutions: they are on {left}."
            )
        })
    })
}

pub(super) fn by_a_thread<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    let board = grid.board;
    for_each_exchange(grid, &mut |one, other, units| {
        let threads = touched_only_by(grid, one, other) | touched_only_by(grid, other, one);
        if threads.is_empty() {
            return SearchFlow::Continue(());
        }
        let settled = by_demand(grid, QueenDemand { squares: threads, least: 1 });
        found.add(grid, settled, one | other | threads, units, || {
            let (one, other) = (words::squares(board, one), words::squares(board, other));
            let square = if threads.count() == 1 { "" } else { "one of " };
            let threads = words::squares(board, threads);
            format!(
                "Unless {square}{threads} holds a queen, queens on {one} could be exchanged for {other}, which would \
                 give two solutions."
            )
        })
    })
}

/// The open squares that touch `one` and not `other`.
fn touched_only_by<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    one: SmallSet<W>,
    other: SmallSet<W>,
) -> SmallSet<W> {
    let touched = |set: SmallSet<W>| {
        set.iter().fold(SmallSet::EMPTY, |touched, square| touched | grid.board.around[square])
    };
    (touched(one) - touched(other) - one - other) & grid.open
}

/// Calls `each` for two pairs of open squares that fill the same lines and regions, one of which holds the queens of two
/// units, and for these units.
fn for_each_exchange<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    each: &mut dyn FnMut(SmallSet<W>, SmallSet<W>, &[usize]) -> SearchFlow,
) -> SearchFlow {
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
                    let pair = |one, other| SmallSet::one(one) | SmallSet::one(other);
                    each(pair(a, b), pair(c, d), &[first, second])?;
                }
            }
        }
    }
    SearchFlow::Continue(())
}
