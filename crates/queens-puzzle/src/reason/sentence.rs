//! A sentence under construction, with the premises that it names.

use super::room::Room;
use super::{Facts, Supposition, refutation, words};
use crate::capacity::{Conclusion, DemandUse, QueenDemand};
use crate::premise::{Fact, Premise};
use control::capitalized;
use queens_model::bits::SmallSet;
use queens_model::problem::Unit;
use queens_model::square::Square;

/// Writes one sentence. The first [`Sentence::say_units`] that names a unit makes it a
/// premise. Every function that names a queen or an exchange adds a premise, so call it
/// once for each. The functions of [`words`] only return text and add none.
pub(crate) struct Sentence<'a, const W: usize> {
    pub(crate) facts: &'a Facts<'a, W>,
    /// The units that the proof needs, in the order of the deduction.
    needed: &'a [usize],
    text: String,
    premises: Vec<Premise>,
    named: Vec<usize>,
}

impl<'a, const W: usize> Sentence<'a, W> {
    /// Writes the sentence of a deduction with `write`; `None` if that does not name
    /// exactly the `needed` units.
    pub(crate) fn compose(
        facts: &'a Facts<'a, W>,
        needed: &'a [usize],
        write: impl FnOnce(&mut Self),
    ) -> Option<(String, Vec<Premise>)> {
        let mut sentence = Sentence::new(facts, needed);
        write(&mut sentence);
        sentence
            .names_the_needed_units()
            .then(|| sentence.into_parts())
    }

    /// Writes the refutation of `supposed`, which the `needed` units contradict.
    pub(crate) fn compose_refutation(
        facts: &'a Facts<'a, W>,
        needed: &'a [usize],
        supposed: Supposition,
    ) -> (String, Vec<Premise>) {
        let mut sentence = Sentence::new(facts, needed);
        refutation::write_chain(&mut sentence, supposed);
        sentence.into_parts()
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
        Sentence {
            facts,
            needed,
            text: String::new(),
            premises: Vec::new(),
            named: Vec::new(),
        }
    }

    fn names_the_needed_units(&self) -> bool {
        self.named.len() == self.needed.len()
            && self.needed.iter().all(|unit| self.named.contains(unit))
    }

    fn into_parts(self) -> (String, Vec<Premise>) {
        (format!("{}.", capitalized(&self.text)), self.premises)
    }

    /// Adds words. The capital at the beginning of the sentence and its full stop are
    /// added at the end.
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
        self.needed
            .iter()
            .copied()
            .filter(|unit| !others.contains(unit))
            .collect()
    }

    /// Adds the name of a unit: `row 1`.
    pub(crate) fn say_unit(&mut self, unit: usize) -> &mut Self {
        self.say_units(&[unit])
    }

    /// Adds the names of units: `rows 1 and 2`, `row 5, columns a and c and region B`.
    pub(crate) fn say_units(&mut self, units: &[usize]) -> &mut Self {
        let size = self.facts.size;
        let kinds = words::by_kind(size, units);
        for (index, same) in kinds.iter().enumerate() {
            self.say(separator(index, kinds.len()));
            self.say(words::unit_kind(size, same[0]))
                .say(if same.len() == 1 { " " } else { "s " });
            if let ([first, .., last], true) =
                (same.as_slice(), words::is_range(size, same))
            {
                let ends = [first, last].map(|&unit| words::short_unit(size, unit));
                self.say(&ends.join(" to "));
                same.iter().for_each(|&unit| self.name_unit(unit));
                continue;
            }
            for (index, &unit) in same.iter().enumerate() {
                self.say(separator(index, same.len()))
                    .say(&words::short_unit(size, unit));
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
        self.name_fact(
            Fact::Unit(fact),
            facts.units[unit] & (facts.open | facts.queens),
        );
    }

    /// Adds the name of a queen on the board, which becomes a premise.
    pub(crate) fn say_queen(&mut self, square: usize) -> &mut Self {
        self.say(&words::square_name(self.facts.size, square));
        self.name_fact(Fact::Queen(self.square_at(square)), SmallSet::one(square));
        self
    }

    /// Makes the exchange of two pairs, which was just named, a premise.
    pub(crate) fn name_exchange(&mut self, pairs: [[usize; 2]; 2]) -> &mut Self {
        let squares = pairs.into_iter().flatten().collect();
        self.name_fact(
            Fact::OneSolution(
                pairs.map(|pair| pair.map(|square| self.square_at(square))),
            ),
            squares,
        );
        self
    }

    fn name_fact(&mut self, fact: Fact, squares: SmallSet<W>) {
        let squares = squares
            .iter()
            .map(|square| self.square_at(square))
            .collect();
        self.premises.push(Premise {
            fact,
            squares,
            named_at: self.text.len(),
        });
    }

    fn square_at(&self, square: usize) -> Square {
        Square::new(
            (square / self.facts.size) as u32,
            (square % self.facts.size) as u32,
        )
    }

    /// Adds the names of squares, or their number.
    pub(crate) fn say_squares(&mut self, set: SmallSet<W>) -> &mut Self {
        self.say(&words::square_list(self.facts.size, set))
    }

    /// Adds the squares of the queens of `demand`: `on a5 or b5` for one queen, `among
    /// a5, b5 and c5` for more.
    pub(crate) fn say_places(&mut self, demand: QueenDemand<W>) -> &mut Self {
        let size = self.facts.size;
        match demand.least {
            1 => self.say("on ").say(&words::one_of(size, demand.squares)),
            _ => self.say("among ").say_squares(demand.squares),
        }
    }

    /// Adds the number of queens that `units`, which were just named, need: ` needs one
    /// queen`, ` need 2 more queens`.
    pub(crate) fn say_need(&mut self, units: &[usize]) -> &mut Self {
        let queens = words::queens_to_add(
            self.facts.missing_queens(units),
            self.facts.some_stand(units),
        );
        self.say(if units.len() == 1 {
            " needs "
        } else {
            " need "
        })
        .say(&queens)
    }

    /// Adds a number of queens of `units`: `one queen`, or `one more queen` if some of
    /// theirs are on the board.
    pub(crate) fn count_of(&mut self, units: &[usize], number: u32) -> &mut Self {
        self.say(&words::queens_to_add(number, self.facts.some_stand(units)))
    }

    /// Adds a number of queens: `one queen`, `2 queens`.
    pub(crate) fn say_count(&mut self, number: u32) -> &mut Self {
        self.say(&words::queens_in_words(number))
    }

    /// Adds the squares of the queens of `demand`, as `used` looks at them: `on a5 or b5`
    /// for one queen, `in the blocks a1-b2 and d4, one in each`, `among a5, b5 and d5`.
    pub(crate) fn places_for(
        &mut self,
        demand: QueenDemand<W>,
        used: &DemandUse<W>,
    ) -> &mut Self {
        let size = self.facts.size;
        match used {
            DemandUse::Blocks(blocks) if demand.least > 1 => self
                .say(&words::in_blocks(size, blocks))
                .say(", one in each"),
            // What a queen would leave of them is named.
            DemandUse::Exclude(_) if demand.least > 1 => {
                self.say("among ").say_squares(demand.squares)
            }
            _ if demand.least > 1 => self
                .say("among ")
                .say(&words::all_squares(size, demand.squares)),
            _ => self.say_places(demand),
        }
    }

    /// Adds that the queens of `inner` fill `outer`, and what follows: `all open squares
    /// of region D are in row 8, so its queen fills that row: the other squares of row 8
    /// stay empty`.
    pub(crate) fn write_filling(&mut self, inner: &[usize], outer: &[usize]) {
        let (facts, size) = (self.facts, self.facts.size);
        self.say("all open squares of ")
            .say_units(inner)
            .say(" are in ")
            .say_units(outer);
        let fill = if facts.missing_queens(inner) == 1 {
            "fills"
        } else {
            "fill"
        };
        let (queens, filled) =
            (facts.queens_left(inner), words::that_or_those(size, outer));
        let others = words::other_squares(size, outer);
        self.say(&format!(
            ", so {queens} {fill} {filled}: {others} stay empty"
        ));
    }

    /// Adds that blocks cover the open squares of `units`, which need as many queens, and
    /// what follows: `and the blocks a1-b2 and f1-f2 cover its open squares, so each
    /// holds exactly one: `.
    pub(crate) fn conclude_by_cover(
        &mut self,
        settled: Conclusion<W>,
        blocks: &[SmallSet<W>],
        units: &[usize],
    ) -> &mut Self {
        let (names, their) = (
            words::block_list(self.facts.size, blocks),
            words::its_or_their(units),
        );
        self.say(&format!(
            "and {names} cover {their} open squares, so each holds exactly one: "
        ));
        let units = words::unit_list(self.facts.size, units);
        self.conclude_from_blocks(settled, blocks, Some(&units))
    }

    /// Adds a conclusion from `demand`, as `used` makes it: `d2 touches both and stays
    /// empty`, `c4 holds a queen, and d2 touches all of e1-e2 and stays empty`, `with a
    /// queen on d2, only b3 and c3 are left, which touch each other: d2 stays empty`.
    pub(crate) fn conclude_by(
        &mut self,
        settled: Conclusion<W>,
        demand: QueenDemand<W>,
        used: &DemandUse<W>,
    ) -> &mut Self {
        match used {
            DemandUse::Blocks(blocks) if demand.least > 1 => {
                self.conclude_from_blocks(settled, blocks, None)
            }
            DemandUse::Exclude(square) => self.say_excluded(*square, demand),
            _ => self.say_conclusion(settled, demand),
        }
    }

    /// Adds a conclusion from one queen in each of `blocks`, whose squares are all those
    /// of `owner` if one is given.
    fn conclude_from_blocks(
        &mut self,
        settled: Conclusion<W>,
        blocks: &[SmallSet<W>],
        owner: Option<&str>,
    ) -> &mut Self {
        let (facts, size) = (self.facts, self.facts.size);
        let mut crosses = settled.crosses & facts.open;
        let mut clauses = Vec::new();
        let queens = settled.queens & facts.open;
        let mut emptied = SmallSet::EMPTY;
        for &block in blocks {
            let touching = block
                .iter()
                .fold(crosses, |left, square| left & facts.conflicts[square]);
            if !touching.is_empty() {
                crosses -= touching;
                emptied |= touching;
                clauses.push(touching_clause(size, touching, block, owner));
            }
        }
        let stay = if emptied.count() == 1 {
            "stays empty"
        } else {
            "stay empty"
        };
        if !queens.is_empty() {
            let hold = if queens.count() == 1 {
                "holds a queen"
            } else {
                "hold queens"
            };
            self.say(&format!("{} {hold}", words::square_list(size, queens)));
            self.say(if clauses.is_empty() { "" } else { ", and " });
        }
        let end = match clauses.as_slice() {
            [] => String::new(),
            [clause] if !clause.contains(" in ") && !clause.contains(" of which ") => {
                format!(" and {stay}")
            }
            [_] => format!(", and {stay}"),
            _ => format!(", so these {stay}"),
        };
        self.say(&clauses.join(", and ")).say(&end)
    }

    /// Adds that a queen on `square` would leave `demand` too few places.
    fn say_excluded(&mut self, square: usize, demand: QueenDemand<W>) -> &mut Self {
        let (facts, size) = (self.facts, self.facts.size);
        let left = demand.squares - facts.conflicts[square] - SmallSet::one(square);
        let need = demand.least - u32::from(demand.squares.contains(square));
        let queens = match (need < demand.least, need) {
            (false, _) => words::queens_in_words(need),
            (true, 1) => "the other queen".to_owned(),
            (true, _) => format!("the other {need} queens"),
        };
        let name = words::square_name(size, square);
        let room = Room::new(facts, left);
        let left = match room.is_empty() {
            true => "no square would be left".to_owned(),
            false => {
                format!(
                    "only {} would be left for {queens}{}",
                    room.block_names(size),
                    room.limit_clause()
                )
            }
        };
        self.say(&format!(
            "with a queen on {name}, {left}: {name} stays empty"
        ))
    }

    /// Adds a conclusion from `demand`: `d2 touches both and stays empty`, `c4 holds a
    /// queen, and d2 and e2 stay empty`.
    pub(crate) fn say_conclusion(
        &mut self,
        settled: Conclusion<W>,
        demand: QueenDemand<W>,
    ) -> &mut Self {
        let (facts, size) = (self.facts, self.facts.size);
        let (crosses, queens) =
            (settled.crosses & facts.open, settled.queens & facts.open);
        let touches_all = demand
            .squares
            .iter()
            .all(|square| crosses.is_within(&facts.conflicts[square]));
        if !queens.is_empty()
            || demand.least == 0
            || demand.squares.count() < 2
            || !touches_all
        {
            return self.say_determined(settled);
        }
        let them = if demand.squares.count() == 2 {
            "both"
        } else {
            "all of them"
        };
        let (touch, stay) = if crosses.count() == 1 {
            ("touches", "stays")
        } else {
            ("touch", "stay")
        };
        let squares = words::square_list(size, crosses);
        self.say(&format!("{squares} {touch} {them} and {stay} empty"))
    }

    /// Adds a conclusion: `c4 holds a queen, and d4 and e2 stay empty`; `c4 holds a
    /// queen, and d4 and d5, which touch it, stay empty` if they do.
    pub(crate) fn say_determined(&mut self, settled: Conclusion<W>) -> &mut Self {
        let (facts, size, open) = (self.facts, self.facts.size, self.facts.open);
        let (queens, crosses) = (settled.queens & open, settled.crosses & open);
        let clause = |set: SmallSet<W>, why: &str, one: &str, more: &str| {
            let verb = if set.count() == 1 { one } else { more };
            (!set.is_empty())
                .then(|| format!("{}{why} {verb}", words::square_list(size, set)))
        };
        let touched = queens
            .iter()
            .fold(SmallSet::EMPTY, |all, square| all | facts.conflicts[square]);
        let why = match queens.count() {
            1.. if crosses.is_within(&touched) => {
                let them = if queens.count() == 1 { "it" } else { "them" };
                format!(", which {} {them},", facts.clash_of(crosses.count()))
            }
            _ => String::new(),
        };
        let holds = clause(queens, "", "holds a queen", "hold queens");
        let empty = clause(crosses, &why, "stays empty", "stay empty");
        let clauses: Vec<String> = holds.into_iter().chain(empty).collect();
        self.say(&clauses.join(", and "))
    }
}

/// Clause that squares touch all of a part of a block: `c1 touches b1`, `d2 touches all
/// of e1-f2`, `i7 touches i8, j7 and j8, the open squares of region A in i7-j8`. The name
/// of the block says which squares are meant if it has no others.
fn touching_clause<const W: usize>(
    size: usize,
    touching: SmallSet<W>,
    part: SmallSet<W>,
    owner: Option<&str>,
) -> String {
    let touch = if touching.count() == 1 {
        "touches"
    } else {
        "touch"
    };
    let (squares, block) = (
        words::square_list(size, touching),
        words::block_name(size, part),
    );
    let whole = match part.count() {
        1 => "",
        _ => "all of ",
    };
    if words::is_whole_block(size, part) {
        return format!("{squares} {touch} {whole}{block}");
    }
    let why = match owner {
        Some(owner) => format!("the open squares of {owner} in {block}"),
        None => format!("one of which holds the queen of {block}"),
    };
    format!(
        "{squares} {touch} {}, {why}",
        words::all_squares(size, part)
    )
}

/// Words before item `index` of a list of `length` items.
pub(crate) fn separator(index: usize, length: usize) -> &'static str {
    match index {
        0 => "",
        _ if index + 1 == length => " and ",
        _ => ", ",
    }
}
