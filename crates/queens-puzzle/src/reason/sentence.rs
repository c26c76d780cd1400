//! A sentence under construction, with the premises that it names.

use super::{Facts, Supposition, refutation, words};
use crate::capacity::{Conclusion, QueenDemand};
use crate::premise::{Fact, Premise};
use control::capitalized;
use queens_model::bits::SmallSet;
use queens_model::problem::Unit;
use queens_model::square::Square;

/// Writes one sentence. Each unit, queen or exchange becomes a premise where it is named first.
pub(crate) struct Sentence<'a, const W: usize> {
    pub(crate) facts: &'a Facts<'a, W>,
    /// The units that the proof needs, in the order of the deduction.
    needed: &'a [usize],
    text: String,
    premises: Vec<Premise>,
    named: Vec<usize>,
}

impl<'a, const W: usize> Sentence<'a, W> {
    /// Writes the sentence of a deduction with `write`; the general one if that does not name exactly the `needed` units.
    pub(crate) fn compose(
        facts: &'a Facts<'a, W>,
        needed: &'a [usize],
        conclusion: Conclusion<W>,
        write: impl FnOnce(&mut Self),
    ) -> (String, Vec<Premise>) {
        let mut sentence = Sentence::new(facts, needed);
        write(&mut sentence);
        if !sentence.names_the_needed_units() {
            sentence = Sentence::new(facts, needed);
            sentence.write_general(conclusion);
        }
        (format!("{}.", capitalized(&sentence.text)), sentence.premises)
    }

    /// Writes why a mark is wrong, which the `needed` units contradict.
    pub(crate) fn compose_mistake(
        facts: &'a Facts<'a, W>,
        needed: &'a [usize],
        supposed: Supposition,
    ) -> (String, Vec<Premise>) {
        let mut sentence = Sentence::new(facts, needed);
        refutation::write_mistake(&mut sentence, supposed);
        (format!("{}.", sentence.text), sentence.premises)
    }

    fn new(facts: &'a Facts<'a, W>, needed: &'a [usize]) -> Self {
        Sentence { facts, needed, text: String::new(), premises: Vec::new(), named: Vec::new() }
    }

    fn names_the_needed_units(&self) -> bool {
        self.named.len() == self.needed.len() && self.needed.iter().all(|unit| self.named.contains(unit))
    }

    /// The reason that fits every conclusion: a refutation of the opposite if one square is concerned, otherwise that the
    /// units can only be filled in this way.
    fn write_general(&mut self, conclusion: Conclusion<W>) {
        let Conclusion { crosses, queens } = conclusion;
        match (crosses.count(), queens.count(), crosses.first().or(queens.first())) {
            (1, 0, Some(square)) => refutation::write(self, Supposition::Queen(square)),
            (0, 1, Some(square)) => refutation::write(self, Supposition::Empty(square)),
            _ => {
                self.units(self.needed);
                self.say(if self.needed.len() == 1 { " can have its" } else { " can all have their" });
                self.say(" queens only if ").determine(conclusion);
            }
        }
    }

    /// Adds words.
    pub(crate) fn say(&mut self, words: &str) -> &mut Self {
        self.text.push_str(words);
        self
    }

    /// The units that the proof needs, in the order of the deduction.
    pub(crate) fn needed(&self) -> &'a [usize] {
        self.needed
    }

    /// Like [`Sentence::needed`], without `others`.
    pub(crate) fn needed_except(&self, others: &[usize]) -> Vec<usize> {
        self.needed.iter().copied().filter(|unit| !others.contains(unit)).collect()
    }

    /// Adds the name of a unit: `row 1`.
    pub(crate) fn unit(&mut self, unit: usize) -> &mut Self {
        self.units(&[unit])
    }

    /// Adds the names of units: `rows 1 and 2`, `row 5, columns a and c and region B`.
    pub(crate) fn units(&mut self, units: &[usize]) -> &mut Self {
        let size = self.facts.size;
        let kinds: Vec<&[usize]> = units.chunk_by(|one, other| one / size == other / size).collect();
        for (index, same) in kinds.iter().enumerate() {
            self.say(separator(index, kinds.len()));
            self.say(words::unit_kind(size, same[0])).say(if same.len() == 1 { " " } else { "s " });
            for (index, &unit) in same.iter().enumerate() {
                self.say(separator(index, same.len())).say(&words::short_unit(size, unit));
                self.name_unit(unit);
            }
        }
        self
    }

    /// Makes `unit`, whose name was just added, a premise unless it is one.
    fn name_unit(&mut self, unit: usize) {
        if self.named.contains(&unit) {
            return;
        }
        self.named.push(unit);
        let (facts, within) = (self.facts, (unit % self.facts.size) as u32);
        let fact = match unit / facts.size {
            0 => Unit::Row(within),
            1 => Unit::Column(within),
            _ => Unit::Region(within),
        };
        self.name(Fact::Unit(fact), facts.units[unit] & (facts.open | facts.queens));
    }

    /// Adds the name of a queen on the board, which becomes a premise.
    pub(crate) fn queen(&mut self, square: usize) -> &mut Self {
        self.say(&words::square_name(self.facts.size, square));
        self.name(Fact::Queen(self.square(square)), SmallSet::one(square));
        self
    }

    /// Makes the exchange of two pairs, which was just named, a premise.
    pub(crate) fn name_exchange(&mut self, pairs: [[usize; 2]; 2]) -> &mut Self {
        let squares = pairs.into_iter().flatten().collect();
        self.name(Fact::OneSolution(pairs.map(|pair| pair.map(|square| self.square(square)))), squares);
        self
    }

    fn name(&mut self, fact: Fact, squares: SmallSet<W>) {
        let squares = squares.iter().map(|square| self.square(square)).collect();
        self.premises.push(Premise { fact, squares, named_at: self.text.len() });
    }

    fn square(&self, square: usize) -> Square {
        Square::new((square / self.facts.size) as u32, (square % self.facts.size) as u32)
    }

    /// Adds the names of squares, or their number.
    pub(crate) fn squares(&mut self, set: SmallSet<W>) -> &mut Self {
        self.say(&words::squares(self.facts.size, set))
    }

    /// Adds the squares of the queens of `demand`: `on a5 or b5` for one queen, `among a5, b5 and c5` for more.
    pub(crate) fn places(&mut self, demand: QueenDemand<W>) -> &mut Self {
        let size = self.facts.size;
        match demand.least {
            1 => self.say("on ").say(&words::one_of(size, demand.squares)),
            _ => self.say("among ").squares(demand.squares),
        }
    }

    /// Adds a number of queens: `one queen`, `2 queens`.
    pub(crate) fn count(&mut self, number: u32) -> &mut Self {
        self.say(&words::queens(number))
    }

    /// Adds a conclusion from `demand`: `d2 touches both and stays empty`, `c4 holds a queen, and d2 and e2 stay empty`.
    pub(crate) fn conclude(&mut self, settled: Conclusion<W>, demand: QueenDemand<W>) -> &mut Self {
        let (facts, size) = (self.facts, self.facts.size);
        let (crosses, queens) = (settled.crosses & facts.open, settled.queens & facts.open);
        let touches_all = demand.squares.iter().all(|square| crosses.is_within(&facts.conflicts[square]));
        if !queens.is_empty() || demand.least != 1 || demand.squares.count() < 2 || !touches_all {
            return self.determine(settled);
        }
        let them = if demand.squares.count() == 2 { "both" } else { "all of them" };
        let (touch, stay) = if crosses.count() == 1 { ("touches", "stays") } else { ("touch", "stay") };
        let squares = words::squares(size, crosses);
        self.say(&format!("{squares} {touch} {them} and {stay} empty"))
    }

    /// Adds a conclusion: `c4 holds a queen, and d2 and e2 stay empty`.
    pub(crate) fn determine(&mut self, settled: Conclusion<W>) -> &mut Self {
        let (size, open) = (self.facts.size, self.facts.open);
        let clause = |set: SmallSet<W>, one: &str, more: &str| {
            let verb = if set.count() == 1 { one } else { more };
            (!set.is_empty()).then(|| format!("{} {verb}", words::squares(size, set)))
        };
        let holds = clause(settled.queens & open, "holds a queen", "hold queens");
        let empty = clause(settled.crosses & open, "stays empty", "stay empty");
        let clauses: Vec<String> = holds.into_iter().chain(empty).collect();
        self.say(&clauses.join(", and "))
    }
}

/// Words before item `index` of a list of `length` items.
pub(super) fn separator(index: usize, length: usize) -> &'static str {
    match index {
        0 => "",
        _ if index + 1 == length => " and ",
        _ => ", ",
    }
}
