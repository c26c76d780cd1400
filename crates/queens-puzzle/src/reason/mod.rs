//! Reasons: the units that prove a conclusion, none of them superfluous, and the sentence
//! that names them.
//!
//! A deduction proposes the units that its argument uses. [`Facts::needed_units`] drops
//! those without which the conclusion still follows, by trying every way to fill the
//! others. The deduction then writes its sentence. If the sentence does not name exactly
//! the units that are left, because the shorter proof is another argument, a general
//! sentence takes its place: see [`WrittenReason::from_refutation`]. It is about one
//! square of the conclusion only; the others need steps of their own.

mod refutation;
mod remainder;
pub(crate) mod room;
mod sentence;
pub(crate) mod words;

use remainder::Remainder;
pub(crate) use sentence::{Sentence, separator};

use crate::capacity::Conclusion;
use crate::premise::Premise;
use crate::watch::LimitWatch;
use queens_model::bits::SmallSet;

/// Maximum number of squares that one proof tries. A unit whose part in a proof is not
/// known by then stays in it. A proof of more squares would take longer than a player
/// waits (14 x 14 with 3 queens in each unit: 0.2 s for each unit).
const MAX_TRIED_SQUARES: u32 = 20_000;

/// Most units of a proof that is looked for if the units of a deduction have no words.
const MAX_SHORT_UNITS: usize = 3;

/// Maximum number of squares that a try of such units takes.
const MAX_SHORT_SQUARES: u32 = 300;

/// The rules and the marks of a board, as far as reasons use them.
pub(crate) struct Facts<'a, const W: usize> {
    /// Side of the board, in squares.
    pub(crate) size: usize,
    /// For each square, the squares where no other queen may be.
    pub(crate) conflicts: &'a [SmallSet<W>],
    /// The squares of each unit: rows, columns, regions.
    pub(crate) units: &'a [SmallSet<W>],
    /// Number of queens that each unit still needs.
    pub(crate) needs: Vec<u32>,
    /// Squares without a mark.
    pub(crate) open: SmallSet<W>,
    /// The queens on the board.
    pub(crate) queens: SmallSet<W>,
    /// The limits.
    pub(crate) watch: &'a LimitWatch,
}

/// The opposite of what a proof shows about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Supposition {
    /// The square holds a queen.
    Queen(usize),
    /// The square is empty.
    Empty(usize),
}

impl Supposition {
    /// Returns the conclusion if the supposition is wrong.
    pub(crate) fn opposite_conclusion<const W: usize>(self) -> Conclusion<W> {
        match self {
            Supposition::Queen(square) => Conclusion::from_crosses(SmallSet::one(square)),
            Supposition::Empty(square) => Conclusion::from_queens(SmallSet::one(square)),
        }
    }
}

impl<const W: usize> Facts<'_, W> {
    /// Number of queens that `units` still need.
    pub(crate) fn missing_queens(&self, units: &[usize]) -> u32 {
        units.iter().map(|&unit| self.needs[unit]).sum()
    }

    /// Number of queens that `units` have in the end.
    pub(crate) fn total_queens(&self, units: &[usize]) -> u32 {
        let standing = units
            .iter()
            .map(|&unit| (self.units[unit] & self.queens).count());
        self.missing_queens(units) + standing.sum::<u32>()
    }

    /// True if some of the queens of `units` are on the board.
    pub(crate) fn some_stand(&self, units: &[usize]) -> bool {
        self.missing_queens(units) < self.total_queens(units)
    }

    /// The queens that `units` still need: `its queen`, `its last queen`, `their other 2
    /// queens`.
    pub(crate) fn queens_left(&self, units: &[usize]) -> String {
        words::queens_left(
            words::its_or_their(units),
            self.missing_queens(units),
            self.total_queens(units),
        )
    }

    /// Verb for what two queens must not do to each other. Only puzzles have regions; in
    /// the n-queens levels queens attack.
    fn clash_in_words(&self) -> &'static str {
        if self.units.len() > 2 * self.size {
            "touch"
        } else {
            "attack"
        }
    }

    /// The same verb for so many squares: `touches`, `touch`.
    fn clash_of(&self, squares: u32) -> &'static str {
        match (squares, self.clash_in_words()) {
            (1, "touch") => "touches",
            (1, _) => "attacks",
            (_, clash) => clash,
        }
    }

    /// Returns those of `units`, in their order, that the proof of `conclusion` needs.
    /// Units are dropped in their order, so deductions put those first that a reader
    /// would rather do without.
    ///
    /// # Complexity
    /// One search of at most [`MAX_TRIED_SQUARES`] squares for each unit and each square
    /// of the conclusion.
    pub(crate) fn needed_units(
        &self,
        units: &[usize],
        conclusion: Conclusion<W>,
    ) -> Vec<usize> {
        let mut needed: Vec<usize> = Vec::new();
        for &unit in units {
            if !needed.contains(&unit) {
                needed.push(unit);
            }
        }
        for unit in units {
            let others: Vec<usize> = needed
                .iter()
                .copied()
                .filter(|other| other != unit)
                .collect();
            if others.len() < needed.len() && self.proves(&others, conclusion) {
                needed = others;
            }
        }
        needed
    }

    /// Like [`Facts::needed_units`], for a refutation of `supposed`. If the words for the
    /// first set of units have cases or there are none, drops the units in other orders,
    /// and chooses the set with the shortest words. If no set has words, tries units that
    /// are not among `units`, too.
    pub(crate) fn units_with_short_words(
        &self,
        units: &[usize],
        supposed: Supposition,
    ) -> Vec<usize> {
        let first = self.needed_units(units, supposed.opposite_conclusion());
        let words_of_first = refutation::chain_length(self, &first, supposed);
        if words_of_first.is_some_and(|words| !words.has_cases) {
            return first;
        }
        let mut orders = vec![units.to_vec(); 4];
        orders[0].reverse();
        // What comes last is kept if it can be: the rows, the columns, the regions.
        for (kind, order) in orders[1..].iter_mut().enumerate() {
            order.sort_by_key(|unit| (unit / self.size == kind, *unit));
        }
        let mut shortest = words_of_first.map(|words| (words, first.clone()));
        for order in orders {
            let units = self.needed_units(&order, supposed.opposite_conclusion());
            let words = refutation::chain_length(self, &units, supposed);
            if let Some(words) = words
                && shortest.as_ref().is_none_or(|(least, _)| words < *least)
            {
                shortest = Some((words, units));
            }
        }
        shortest
            .map(|(_, units)| units)
            .or_else(|| self.short_units(supposed))
            .unwrap_or(first)
    }

    /// Looks for at most [`MAX_SHORT_UNITS`] units that contradict `supposed` and have
    /// words. Other units than the deduction used may do, so all that need queens are
    /// tried, each with a square near those before.
    fn short_units(&self, supposed: Supposition) -> Option<Vec<usize>> {
        let (Supposition::Queen(square) | Supposition::Empty(square)) = supposed;
        let near = self.conflicts[square] | SmallSet::one(square);
        (2..=MAX_SHORT_UNITS)
            .find_map(|number| self.choose_short(supposed, near, number, &mut Vec::new()))
    }

    fn choose_short(
        &self,
        supposed: Supposition,
        near: SmallSet<W>,
        left: usize,
        chosen: &mut Vec<usize>,
    ) -> Option<Vec<usize>> {
        let Some(rest) = left.checked_sub(1) else {
            let is_reason = self.proves_within(
                chosen,
                supposed.opposite_conclusion(),
                MAX_SHORT_SQUARES,
            ) && self
                .needed_units(chosen, supposed.opposite_conclusion())
                .len()
                == chosen.len()
                && refutation::chain_length(self, chosen, supposed).is_some();
            return is_reason.then(|| chosen.clone());
        };
        for unit in 0..self.units.len() {
            let open = self.units[unit] & self.open;
            // A set is found in any order in which each unit is near those before; one of
            // them is enough.
            let is_next =
                self.needs[unit] > 0 && open.meets(&near) && !chosen.contains(&unit);
            if !is_next || self.watch.is_over() {
                continue;
            }
            chosen.push(unit);
            let found = self.choose_short(supposed, near | open, rest, chosen);
            chosen.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns true if `units` prove the conclusion: no way to fill them contradicts it.
    /// False if that is not known after [`MAX_TRIED_SQUARES`].
    pub(crate) fn proves(&self, units: &[usize], conclusion: Conclusion<W>) -> bool {
        self.proves_within(units, conclusion, MAX_TRIED_SQUARES)
    }

    fn proves_within(
        &self,
        units: &[usize],
        conclusion: Conclusion<W>,
        mut tries: u32,
    ) -> bool {
        let queens = conclusion.crosses.iter().map(Supposition::Queen);
        let empty = conclusion.queens.iter().map(Supposition::Empty);
        queens.chain(empty).all(|supposed| {
            let rest = Remainder::after_supposing(self, units, supposed);
            rest.is_none_or(|rest| rest.can_be_filled(self, &mut tries) == Some(false))
        })
    }

    /// Returns true if `units` cannot be filled with queens on both of two open squares.
    pub(crate) fn excludes_both(
        &self,
        units: &[usize],
        [one, other]: [usize; 2],
    ) -> bool {
        let Some(mut rest) =
            Remainder::after_supposing(self, units, Supposition::Queen(one))
        else {
            return true;
        };
        if !rest.open.contains(other) {
            return true;
        }
        rest.place_queen(self, other);
        rest.can_be_filled(self, &mut MAX_TRIED_SQUARES.clone()) == Some(false)
    }
}

/// A conclusion with its reason in words.
pub(crate) struct WrittenReason<const W: usize> {
    pub(crate) settled: Conclusion<W>,
    pub(crate) sentence: String,
    pub(crate) premises: Vec<Premise>,
}

impl<const W: usize> WrittenReason<W> {
    /// Writes the reason of `settled` with `write`, which must name those of `units` that
    /// the proof needs, and no other units. If it does not, the reason is a refutation of
    /// the opposite, for the first square of the conclusion only.
    pub(crate) fn new(
        facts: &Facts<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
        write: impl FnOnce(&mut Sentence<'_, W>),
    ) -> Self {
        let needed = facts.needed_units(units, settled);
        match Sentence::compose(facts, &needed, write) {
            Some((sentence, premises)) => WrittenReason {
                settled,
                sentence,
                premises,
            },
            None => WrittenReason::from_refutation(facts, settled, units),
        }
    }

    /// Writes a refutation of the opposite, for the first square of the conclusion only.
    fn from_refutation(
        facts: &Facts<'_, W>,
        settled: Conclusion<W>,
        units: &[usize],
    ) -> Self {
        let queens = settled.queens.first().map(Supposition::Empty);
        let Some(supposed) = settled.crosses.first().map(Supposition::Queen).or(queens)
        else {
            return WrittenReason {
                settled,
                sentence: String::new(),
                premises: Vec::new(),
            };
        };
        let settled = supposed.opposite_conclusion();
        let needed = facts.units_with_short_words(units, supposed);
        let (sentence, premises) = Sentence::compose_refutation(facts, &needed, supposed);
        WrittenReason {
            settled,
            sentence,
            premises,
        }
    }
}
