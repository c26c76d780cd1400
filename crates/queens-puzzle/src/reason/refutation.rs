//! Refutations of suppositions, as a player would find them: one unit after the other loses its squares, until one has
//! too few.

use super::sentence::separator;
use super::{Facts, Remainder, Sentence, Supposition, words};
use queens_model::bits::SmallSet;

/// One consequence of a supposition.
enum Consequence<const W: usize> {
    /// The units have all their queens.
    Full(Vec<usize>),
    /// The units have more queens than they take: a contradiction.
    TooMany(Vec<usize>),
    /// The unit has exactly as many squares left as it needs queens.
    OnlySquares(usize, SmallSet<W>),
    /// The queens of the first units, as many as the number says, are all that the last unit takes.
    Within(Vec<usize>, u32, usize),
    /// The queen of the unit is on one of the first squares, so that the last squares, which touch them all, are empty.
    Beside(usize, SmallSet<W>, SmallSet<W>),
    /// The unit has no open square, or (false) too few: a contradiction.
    TooFew(usize, bool),
    /// The queens of the first units are all in the last units, which take only as many as the number says: a contradiction.
    Crowded(Vec<usize>, Vec<usize>, u32),
    /// The units cannot all be filled, whatever is tried: a contradiction.
    Unfillable(Vec<usize>),
}

/// Writes the refutation of `supposed`, which the needed units of `sentence` contradict: `with a queen on a5, column a is
/// full and region E has no square left: a5 stays empty`.
pub(super) fn write<const W: usize>(sentence: &mut Sentence<'_, W>, supposed: Supposition) {
    let (with, square, conclusion) = match supposed {
        Supposition::Queen(square) => ("with", square, "stays empty"),
        Supposition::Empty(square) => ("without", square, "holds a queen"),
    };
    let name = words::square_name(sentence.facts.size, square);
    sentence.say(&format!("{with} a queen on {name}, "));
    write_consequences(sentence, supposed);
    sentence.say(&format!(": {name} {conclusion}"));
}

/// Writes why a mark is wrong: `a5 cannot hold a queen: with it, column a is full and region E has no square left`.
pub(super) fn write_mistake<const W: usize>(sentence: &mut Sentence<'_, W>, supposed: Supposition) {
    let (square, wrong) = match supposed {
        Supposition::Queen(square) => (square, "cannot hold a queen: with it, "),
        Supposition::Empty(square) => (square, "cannot be empty: without a queen there, "),
    };
    sentence.say(&format!("{} {wrong}", words::square_name(sentence.facts.size, square)));
    write_consequences(sentence, supposed);
}

fn write_consequences<const W: usize>(sentence: &mut Sentence<'_, W>, supposed: Supposition) {
    let consequences = consequences(sentence.facts, sentence.needed(), supposed);
    for (index, consequence) in consequences.iter().enumerate() {
        sentence.say(separator(index, consequences.len()));
        consequence.write(sentence);
    }
}

/// Follows the supposition to a contradiction.
fn consequences<const W: usize>(
    facts: &Facts<'_, W>,
    units: &[usize],
    supposed: Supposition,
) -> Vec<Consequence<W>> {
    // A full unit with the square contradicts the supposition at once.
    let Some(rest) = Remainder::after(facts, units, supposed) else {
        return vec![Consequence::TooMany(units.to_vec())];
    };
    let mut chain = Chain { facts, rest, untold: units.to_vec(), told: Vec::new() };
    while chain.follow_one() {}
    // A unit that no consequence mentions closes squares in a way that has no words here.
    match chain.untold.is_empty() {
        true => chain.told,
        false => vec![Consequence::Unfillable(units.to_vec())],
    }
}

/// A chain of consequences under construction.
struct Chain<'a, const W: usize> {
    facts: &'a Facts<'a, W>,
    rest: Remainder<W>,
    /// Units that no consequence mentions yet.
    untold: Vec<usize>,
    told: Vec<Consequence<W>>,
}

impl<const W: usize> Chain<'_, W> {
    /// Adds the next consequence; returns false if it is a contradiction.
    fn follow_one(&mut self) -> bool {
        if let Some(full) = self.full() {
            self.told.push(full);
        }
        if let Some(end) = self.contradiction() {
            self.told.push(end);
            return false;
        }
        let next = self.only_squares().or_else(|| self.within()).or_else(|| self.beside());
        match next {
            Some(next) => {
                self.told.push(next);
                true
            }
            None => {
                let unfilled = self.unfilled();
                self.tell(&unfilled);
                self.told.push(Consequence::Unfillable(unfilled));
                false
            }
        }
    }

    /// Units that still need queens.
    fn unfilled(&self) -> Vec<usize> {
        self.rest.needs.iter().filter(|&&(_, need)| need > 0).map(|&(unit, _)| unit).collect()
    }

    fn open_of(&self, unit: usize) -> SmallSet<W> {
        self.rest.open_of(self.facts, unit)
    }

    fn tell(&mut self, units: &[usize]) {
        self.untold.retain(|unit| !units.contains(unit));
    }

    /// A unit that cannot be filled, or units that are all within others that take fewer queens.
    fn contradiction(&mut self) -> Option<Consequence<W>> {
        let unfilled = self.unfilled();
        let has_too_few = |&unit: &usize| {
            let alone = Remainder { open: self.rest.open, needs: vec![(unit, self.rest.need(unit))] };
            alone.can_be_filled(self.facts, &mut super::MAX_TRIED_SQUARES.clone()) == Some(false)
        };
        if let Some(unit) = unfilled.iter().copied().find(has_too_few) {
            self.tell(&[unit]);
            return Some(Consequence::TooFew(unit, self.open_of(unit).is_empty()));
        }
        let (inner, outer) = self.rest.crowded_units(self.facts)?;
        self.tell(&[inner.as_slice(), &outer].concat());
        let room = outer.iter().map(|&unit| self.rest.need(unit)).sum();
        Some(Consequence::Crowded(inner, outer, room))
    }

    /// The units that the queens placed so far fill.
    fn full(&mut self) -> Option<Consequence<W>> {
        let is_full = |unit: &usize| self.rest.need(*unit) == 0;
        let full: Vec<usize> = self.untold.iter().copied().filter(is_full).collect();
        self.tell(&full);
        (!full.is_empty()).then_some(Consequence::Full(full))
    }

    /// The first unit with as many squares left as it needs queens; places these.
    fn only_squares(&mut self) -> Option<Consequence<W>> {
        let is_tight = |unit: &usize| self.open_of(*unit).count() == self.rest.need(*unit);
        let unit = self.unfilled().into_iter().find(is_tight)?;
        let squares = self.open_of(unit);
        for square in squares.iter() {
            // Squares that touch each other do not hold the queens of a unit: that is a contradiction, found before.
            if self.rest.open.contains(square) {
                self.rest.place(self.facts, square);
            }
        }
        self.tell(&[unit]);
        Some(Consequence::OnlySquares(unit, squares))
    }

    /// Units whose queens are all that another unit needs, and whose squares are all in it; empties its other squares.
    fn within(&mut self) -> Option<Consequence<W>> {
        let size = self.facts.size;
        let unfilled = self.unfilled();
        for &outer in &unfilled {
            let outside = self.open_of(outer);
            for kind in 0..3 {
                let is_inside = |unit: &usize| {
                    *unit != outer && unit / size == kind && self.open_of(*unit).is_within(&outside)
                };
                let inner: Vec<usize> = unfilled.iter().copied().filter(is_inside).collect();
                let squares = inner.iter().fold(SmallSet::EMPTY, |all, &unit| all | self.open_of(unit));
                let needed: u32 = inner.iter().map(|&unit| self.rest.need(unit)).sum();
                if needed == self.rest.need(outer) && squares != outside {
                    self.rest.open -= outside - squares;
                    self.tell(&inner);
                    self.tell(&[outer]);
                    return Some(Consequence::Within(inner, needed, outer));
                }
            }
        }
        None
    }

    /// A unit that needs one queen, all of whose squares touch others that a unit still counts on; empties these.
    fn beside(&mut self) -> Option<Consequence<W>> {
        let counted =
            self.unfilled().into_iter().fold(SmallSet::EMPTY, |counted, unit| counted | self.open_of(unit));
        for unit in self.unfilled() {
            let open = self.open_of(unit);
            let touched = open.iter().fold(counted, |touched, square| touched & self.facts.conflicts[square]);
            if self.rest.need(unit) == 1 && !touched.is_empty() {
                self.rest.open -= touched;
                self.tell(&[unit]);
                return Some(Consequence::Beside(unit, open, touched));
            }
        }
        None
    }
}

impl<const W: usize> Consequence<W> {
    fn write(&self, sentence: &mut Sentence<'_, W>) {
        let size = sentence.facts.size;
        match self {
            Consequence::Full(units) => {
                sentence.units(units).say(if units.len() == 1 { " is full" } else { " are full" })
            }
            Consequence::OnlySquares(unit, squares) => {
                sentence.unit(*unit).say(" has only ").squares(*squares).say(" left")
            }
            Consequence::Within(inner, queens, outer) => {
                let have = if inner.len() == 1 { " has its " } else { " have their " };
                let queens = if *queens == 1 { "queen in " } else { "queens in " };
                sentence.units(inner).say(have).say(queens).unit(*outer)
            }
            Consequence::Beside(unit, squares, touched) => {
                let places = words::one_of(size, *squares);
                sentence
                    .unit(*unit)
                    .say(" has its queen on ")
                    .say(&places)
                    .say(", next to ")
                    .squares(*touched)
            }
            Consequence::TooMany(units) => sentence
                .units(units)
                .say(if units.len() == 1 { " has" } else { " have" })
                .say(" too many queens"),
            Consequence::TooFew(unit, true) => sentence.unit(*unit).say(" has no square left"),
            Consequence::TooFew(unit, false) => {
                let its = if sentence.facts.needs[*unit] == 1 { "its queen" } else { "its queens" };
                sentence.unit(*unit).say(" has no room for ").say(its)
            }
            Consequence::Crowded(inner, outer, room) => {
                sentence.units(inner).say(if inner.len() == 1 { " has only " } else { " have only " });
                sentence.units(outer).say(if outer.len() == 1 {
                    " left, which takes"
                } else {
                    " left, which take"
                });
                sentence.say(" only ").count(*room)
            }
            Consequence::Unfillable(units) => {
                let have = if units.len() == 1 {
                    " cannot have its queens"
                } else {
                    " cannot all have their queens"
                };
                sentence.units(units).say(have)
            }
        };
    }
}
