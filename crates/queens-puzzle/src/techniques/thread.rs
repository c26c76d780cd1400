//! Deductions by uniqueness: two pairs of queens that could be exchanged unless another
//! queen prevents it.

use super::super::capacity::{Conclusion, QueenDemand, find_uses};
use super::super::grid::{CandidateGrid, PuzzleBoard};
use super::{GUIDE_SOURCE, SearchFlow, StepCollector, TechniqueInfo};
use crate::reason::{Facts, Sentence};
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

pub(super) fn find_at_sea<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    for_each_exchange(grid, &mut |exchange| {
        let [one, other] = exchange.square_sets();
        let one_is_free = touched_only_by(grid, one, other).is_empty();
        let other_is_free = touched_only_by(grid, other, one).is_empty();
        let (queens, others) = match (one_is_free, other_is_free) {
            // Every solution with `other` has a twin with `one`.
            (true, false) => (one, other),
            (false, true) => (other, one),
            _ => return SearchFlow::Continue(()),
        };
        add_exchange(
            found,
            grid,
            Conclusion::from_queens(queens),
            exchange,
            |sentence| {
                sentence
                    .say("queens on ")
                    .say_squares(others)
                    .say(" could be exchanged for ")
                    .say_squares(queens);
                sentence.name_exchange(exchange.pairs);
                sentence
                    .say(", which would give two solutions: ")
                    .say_determined(Conclusion::from_queens(queens));
            },
        )
    })
}

pub(super) fn find_by_a_thread<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    found: &mut StepCollector<W>,
) -> SearchFlow {
    for_each_exchange(grid, &mut |exchange| {
        let [one, other] = exchange.square_sets();
        let threads =
            touched_only_by(grid, one, other) | touched_only_by(grid, other, one);
        if threads.is_empty() {
            return SearchFlow::Continue(());
        }
        let demand = QueenDemand {
            squares: threads,
            least: 1,
        };
        let determined = find_uses(grid, demand)
            .into_iter()
            .map(|(settled, _)| settled);
        let settled = determined.fold(Conclusion::NO_CONCLUSION, Conclusion::join_with);
        add_exchange(found, grid, settled, exchange, |sentence| {
            sentence
                .say("queens on ")
                .say_squares(one)
                .say(" could be exchanged for ")
                .say_squares(other);
            sentence.name_exchange(exchange.pairs);
            sentence
                .say(", which would give two solutions, unless there is a queen ")
                .say_places(demand);
            sentence.say(": ").say_conclusion(settled, demand);
        })
    })
}

/// The open squares that touch `one` and not `other`.
fn touched_only_by<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    one: SmallSet<W>,
    other: SmallSet<W>,
) -> SmallSet<W> {
    let mut touched = SmallSet::EMPTY;
    for square in one.iter() {
        touched |= grid.board.around[square];
    }
    for square in other.iter() {
        touched -= grid.board.around[square];
    }
    (touched - one - other) & grid.open
}

/// Adds a step by uniqueness; `write` says what follows from the exchange.
fn add_exchange<const W: usize>(
    found: &mut StepCollector<W>,
    grid: &CandidateGrid<'_, W>,
    settled: Conclusion<W>,
    exchange: &QueenExchange,
    write: impl FnOnce(&mut Sentence<'_, W>),
) -> SearchFlow {
    // What the units prove by themselves is no deduction by uniqueness.
    if grid
        .facts()
        .proves(&exchange.list_units(), settled.restrict_to(grid.open))
    {
        return SearchFlow::Continue(());
    }
    found.add_with_all(grid, settled, &exchange.list_units(), |sentence| {
        let [one, other] = exchange.pair_units;
        sentence
            .say_units(&[one, other])
            .say(" have two squares each");
        if !exchange.single_units.is_empty() {
            let units = &exchange.single_units;
            sentence
                .say(" and ")
                .say_units(units)
                .say(if units.len() == 1 {
                    " takes "
                } else {
                    " take "
                });
            sentence
                .count_of(units, 1)
                .say(if units.len() == 1 { "" } else { " each" });
        }
        sentence.say(": ");
        write(sentence);
    })
}

/// Two pairs of open squares that fill the same lines and regions, one of which holds the
/// queens of two units.
struct QueenExchange {
    pairs: [[usize; 2]; 2],
    /// The two units, each with one square of either pair.
    pair_units: [usize; 2],
    /// Units that take one queen, so that no queen of one pair is combined with one of
    /// the other.
    single_units: Vec<usize>,
}

impl QueenExchange {
    /// Both pairs as sets.
    fn square_sets<const W: usize>(&self) -> [SmallSet<W>; 2] {
        self.pairs.map(|pair| pair.into_iter().collect())
    }

    /// All units that the argument uses, in the order of their use.
    fn list_units(&self) -> Vec<usize> {
        self.pair_units
            .iter()
            .chain(&self.single_units)
            .copied()
            .collect()
    }
}

/// Calls `each` for every exchange.
fn for_each_exchange<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    each: &mut dyn FnMut(&QueenExchange) -> SearchFlow,
) -> SearchFlow {
    let pairs: Vec<usize> = (0..grid.board.units.len())
        .filter(|&unit| grid.missing_queens(unit) == 1)
        .filter(|&unit| grid.open_of(unit).count() == 2)
        .collect();
    for (index, &first) in pairs.iter().enumerate() {
        for &second in &pairs[index + 1..] {
            for exchange in exchanges_between(grid, first, second) {
                each(&exchange)?;
            }
        }
    }
    SearchFlow::Continue(())
}

/// The exchanges of the queens of two units with two open squares each: a b for c d, or
/// a d for c b, where a and c are the squares of the first unit.
fn exchanges_between<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    first: usize,
    second: usize,
) -> Vec<QueenExchange> {
    let board = grid.board;
    let (left, right) = (grid.open_of(first), grid.open_of(second));
    let is_touched = (left | right)
        .iter()
        .any(|square| board.around[square].meets(&grid.queens));
    if left.meets(&right) || is_touched {
        return Vec::new();
    }
    let (left, right): (Vec<usize>, Vec<usize>) =
        (left.iter().collect(), right.iter().collect());
    let (a, c) = (left[0], left[1]);
    let mut exchanges = Vec::new();
    for (b, d) in [(right[0], right[1]), (right[1], right[0])] {
        let pairs = [[a, b], [c, d]];
        let mixed = [[a, d], [c, b]];
        if fill_the_same(board, pairs[0], pairs[1])
            && let Some(single_units) = find_single_units(grid, [first, second], mixed)
        {
            exchanges.push(QueenExchange {
                pairs,
                pair_units: [first, second],
                single_units,
            });
        }
    }
    exchanges
}

/// True if both pairs of squares are in the same rows, columns and regions.
fn fill_the_same<const W: usize>(
    board: &PuzzleBoard<W>,
    one: [usize; 2],
    other: [usize; 2],
) -> bool {
    (0..3).all(|kind| {
        let [one, other] = [one, other].map(|squares| {
            let mut units = squares.map(|square| board.units_of[square][kind]);
            units.sort_unstable();
            units
        });
        one == other
    })
}

/// Returns units that take one queen each, because of which neither of the `mixed` pairs
/// holds two queens, none of them superfluous; `None` if one may.
fn find_single_units<const W: usize>(
    grid: &CandidateGrid<'_, W>,
    pair_units: [usize; 2],
    mixed: [[usize; 2]; 2],
) -> Option<Vec<usize>> {
    let units_of = &grid.board.units_of;
    let mut units = Vec::new();
    for [one, other] in mixed {
        for unit in units_of[one] {
            let is_shared = units_of[other].contains(&unit);
            let takes_one = grid.missing_queens(unit) == 1;
            if is_shared && takes_one && !pair_units.contains(&unit) {
                units.push(unit);
            }
        }
    }
    let facts = grid.facts();
    if !excludes_all(&facts, &pair_units, &units, mixed) {
        return None;
    }
    for unit in units.clone() {
        let mut others = units.clone();
        others.retain(|&other| other != unit);
        if excludes_all(&facts, &pair_units, &others, mixed) {
            units = others;
        }
    }
    Some(units)
}

/// True if these units exclude queens on both squares of each pair.
fn excludes_all<const W: usize>(
    facts: &Facts<'_, W>,
    pair_units: &[usize],
    units: &[usize],
    pairs: [[usize; 2]; 2],
) -> bool {
    let all = [pair_units, units].concat();
    pairs
        .into_iter()
        .all(|pair| facts.excludes_both(&all, pair))
}
