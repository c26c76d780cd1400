//! The reasons to end a branch of the search: each compares what a rule demands with what
//! the open squares can still give.

use super::rules::{Label, Line};
use super::search::{Search, State};
use super::{Cover, KindSet, Measure, Share, Standing};

impl Search<'_, '_> {
    /// False if no way to decide the open squares gives a solution that is good enough.
    /// `square` was decided last.
    pub(super) fn may_hold(&self, square: usize) -> bool {
        self.has_givens(square)
            && self.rules.lines.iter().all(|line| self.may_meet(line))
            && self.may_have_sets()
            && self
                .rules
                .problem
                .covers
                .iter()
                .all(|cover| self.may_be_covered(cover))
            && self
                .rules
                .problem
                .equal
                .iter()
                .all(|kinds| self.may_be_equal(kinds))
            && self.may_be_best()
    }

    fn has_givens(&self, square: usize) -> bool {
        self.states[square] != State::Empty
            || self
                .rules
                .problem
                .givens
                .iter()
                .all(|&(given, _)| given != square)
    }

    /// True if an open square can take one of the labels.
    fn may_take(&self, square: usize, is_counted: impl Fn(Label) -> bool) -> bool {
        self.states[square] == State::Open
            && (self.labels.iter().enumerate()).any(|(number, &label)| {
                is_counted(label) && self.is_possible(number, square)
            })
    }

    fn may_meet(&self, line: &Line) -> bool {
        match &line.of {
            Share::Together(kinds) => {
                self.may_have_number(line, |label| kinds.contains(&label.kind()))
            }
            Share::Each => {
                self.labels
                    .iter()
                    .zip(&self.placed)
                    .all(|(&each, &placed)| {
                        let exists = placed > 0
                            || self.rules.problem.kinds[each.kind()].sets.is_none();
                        !exists || self.may_have_number(line, |label| label == each)
                    })
            }
        }
    }

    fn may_have_number(
        &self,
        line: &Line,
        is_counted: impl Fn(Label) -> bool + Copy,
    ) -> bool {
        let mut number = 0;
        for &square in &line.squares {
            number += usize::from(
                matches!(self.states[square], State::Piece(label) if is_counted(label)),
            );
        }
        if number > line.bounds.high {
            return false;
        }
        for &square in &line.squares {
            if number >= line.bounds.low {
                return true;
            }
            number += usize::from(self.may_take(square, is_counted));
        }
        number >= line.bounds.low
    }

    fn open(&self) -> usize {
        self.states
            .iter()
            .filter(|&&state| state == State::Open)
            .count()
    }

    fn may_have_sets(&self) -> bool {
        let mut kinds = self.rules.problem.kinds.iter().zip(&self.used_sets);
        kinds.all(|(kind, &used)| {
            kind.sets.is_none_or(|sets| {
                used <= sets.high && (used >= sets.low || used + self.open() >= sets.low)
            })
        })
    }

    fn may_be_covered(&self, cover: &Cover) -> bool {
        self.rules
            .problem
            .grid
            .free()
            .all(|square| self.may_be_met(cover, square))
    }

    fn may_be_met(&self, cover: &Cover, square: usize) -> bool {
        let is_on = cover.on.as_ref().is_none_or(|on| on[square]);
        let may_be_elsewhere = match (&cover.standing, self.states[square]) {
            (Standing::Any, _) => false,
            (_, State::Open) => true,
            (Standing::Empty, state) => state != State::Empty,
            (Standing::Occupied(kinds), State::Piece(label)) => {
                !kinds.contains(&label.kind())
            }
            (Standing::Occupied(_), State::Empty) => true,
        };
        !is_on || may_be_elsewhere || self.may_have_attackers(cover, square)
    }

    fn may_have_attackers(&self, cover: &Cover, square: usize) -> bool {
        let (mut certain, mut most) = (0, 0);
        for &kind in &cover.by {
            for &from in &self.struck_from[kind][square] {
                match self.states[from] {
                    State::Piece(label) if label.kind() == kind => {
                        certain += usize::from(self.is_certain(from, label, square));
                        most += 1;
                    }
                    State::Open => {
                        most += usize::from(
                            self.may_take(from, |label| label.kind() == kind),
                        );
                    }
                    _ => {}
                }
            }
        }
        certain <= cover.times.high && most >= cover.times.low
    }

    /// True if a piece attacks a square of its rays whatever comes to stand between.
    fn is_certain(&self, from: usize, label: Label, to: usize) -> bool {
        !self.rules.problem.some_stop() || self.sees(from, label, to)
    }

    /// The greatest number of pieces with these labels.
    fn most(&self, is_counted: impl Fn(Label) -> bool + Copy) -> usize {
        let placed = self
            .labels
            .iter()
            .zip(&self.placed)
            .filter(|(label, _)| is_counted(**label));
        let open =
            (0..self.states.len()).filter(|&square| self.may_take(square, is_counted));
        placed.map(|(_, placed)| placed).sum::<usize>() + open.count()
    }

    /// Numbers that must be equal: no kind or set has more than another can have.
    fn may_be_equal(&self, kinds: &KindSet) -> bool {
        let most_placed = self
            .existing(kinds)
            .map(|number| self.placed[number])
            .max()
            .unwrap_or(0);
        self.common_most(kinds)
            .is_none_or(|most| most_placed <= most)
    }

    /// The named kinds, the sets that have a piece, and those that will need one.
    fn existing<'s>(&'s self, kinds: &'s KindSet) -> impl Iterator<Item = usize> + 's {
        (0..self.labels.len()).filter(move |&number| {
            let label = self.labels[number];
            let sets = self.rules.problem.kinds[label.kind()].sets;
            let exists = sets.is_none_or(|sets| {
                self.placed[number] > 0 || usize::from(label.set) < sets.low
            });
            exists && kinds.contains(&label.kind())
        })
    }

    /// The greatest number that all of them can have.
    fn common_most(&self, kinds: &KindSet) -> Option<usize> {
        self.existing(kinds)
            .map(|number| self.most(|label| label == self.labels[number]))
            .min()
    }

    fn may_be_best(&self) -> bool {
        let Some(best) = &self.rules.problem.best else {
            return true;
        };
        if best.is_greatest {
            let known = if self.found.count > 0 {
                self.found.value
            } else {
                None
            };
            return known.is_none_or(|known| {
                self.greatest(&best.measure)
                    .is_none_or(|most| most >= known)
            });
        }
        self.limit
            .is_none_or(|limit| self.least(&best.measure) <= limit)
    }

    /// A number that the value does not exceed.
    fn greatest(&self, measure: &Measure) -> Option<i64> {
        Some(match measure {
            Measure::Number(kinds) => self.greatest_number(kinds) as i64,
            Measure::Sets => (self.number_of_sets() + self.open()) as i64,
            Measure::Squares(cover) => {
                let free = self.rules.problem.grid.free();
                free.filter(|&square| self.may_count(cover, square)).count() as i64
            }
            Measure::Value => return None,
        })
    }

    fn greatest_number(&self, kinds: &KindSet) -> usize {
        let together = self.most(|label| kinds.contains(&label.kind()));
        // Kinds that are equal to one of these have as many.
        let equal = self
            .rules
            .problem
            .equal
            .iter()
            .filter(|set| kinds.iter().all(|kind| set.contains(kind)));
        let common = equal
            .filter_map(|set| self.common_most(set))
            .min()
            .unwrap_or(usize::MAX);
        let labels = self
            .labels
            .iter()
            .filter(|label| kinds.contains(&label.kind()))
            .count();
        together.min(common.saturating_mul(labels))
    }

    /// True if a square may be among those that the objective counts.
    fn may_count(&self, cover: &Cover, square: usize) -> bool {
        let may_stand = match (&cover.standing, self.states[square]) {
            (Standing::Any, _) | (_, State::Open) => true,
            (Standing::Empty, state) => state == State::Empty,
            (Standing::Occupied(kinds), State::Piece(label)) => {
                kinds.contains(&label.kind())
            }
            (Standing::Occupied(_), State::Empty) => false,
        };
        may_stand && self.may_have_attackers(cover, square)
    }

    fn number_of_sets(&self) -> usize {
        let kinds = self.rules.problem.kinds.iter().zip(&self.used_sets);
        kinds
            .filter(|(kind, _)| kind.sets.is_some())
            .map(|(_, used)| used)
            .sum()
    }

    /// A number that the value is not below.
    fn least(&self, measure: &Measure) -> i64 {
        match measure {
            Measure::Number(kinds) => {
                let counted = self.labels.iter().zip(&self.placed);
                counted
                    .filter(|(label, _)| kinds.contains(&label.kind()))
                    .map(|(_, placed)| placed)
                    .sum::<usize>() as i64
            }
            Measure::Sets => self.number_of_sets() as i64,
            Measure::Squares(_) | Measure::Value => i64::MIN,
        }
    }
}
