//! Refutations of suppositions, as a player would find them: one unit after the other
//! loses its squares, until one has too few.

mod sentences;

use super::room::Room;
use super::{Facts, Remainder, Sentence, Supposition, words};
use queens_model::bits::SmallSet;

/// Largest number of squares outside other units for which it is measured how many queens
/// they hold.
const MAX_OUTSIDE_SQUARES: u32 = 30;

/// Maximum depth of nested case distinctions, of two cases each. A third level finds
/// words for a third of the reasons that have none, but of up to 471 words.
const MAX_SPLITS: u32 = 2;

/// Maximum number of consequences of a case that is closed before the other case begins.
const MAX_SHORT_CASE: usize = 2;

/// One consequence of a supposition, and whether it follows from the consequence before.
struct ChainLink<const W: usize> {
    consequence: Consequence<W>,
    follows: bool,
}

impl<const W: usize> ChainLink<W> {
    /// A consequence that is a whole chain.
    fn lone(consequence: Consequence<W>) -> Self {
        ChainLink {
            consequence,
            follows: false,
        }
    }

    /// Number of consequences in it.
    fn length(&self) -> usize {
        match &self.consequence {
            Consequence::Split(_, [with, without]) => {
                count_consequences(with) + count_consequences(without)
            }
            _ => 1,
        }
    }
}

fn count_consequences<const W: usize>(links: &[ChainLink<W>]) -> usize {
    links.iter().map(ChainLink::length).sum()
}

/// A step from a supposition to its contradiction.
enum Consequence<const W: usize> {
    /// The units have all their queens.
    Full(Vec<usize>),
    /// The units have more queens than they take: a contradiction.
    TooMany(Vec<usize>),
    /// The unit has exactly as many squares left as it needs queens, the first squares.
    /// Queens there touch the last squares, on which later consequences count.
    OnlySquares(usize, SmallSet<W>, SmallSet<W>),
    /// The queens of the first units, as many as the number says, are all that the last
    /// unit takes.
    Within(Vec<usize>, u32, usize),
    /// The queen of the unit is on one of the first squares, so that the last squares,
    /// which touch them all, are empty.
    Beside(usize, SmallSet<W>, SmallSet<W>),
    /// The unit has only these squares left for so many queens, which do not fit: a
    /// contradiction.
    TooFew(usize, SmallSet<W>, u32),
    /// The first units have only the last units left for so many queens, and these take
    /// only as many as the last number says: a contradiction.
    Crowded([Vec<usize>; 2], [u32; 2]),
    /// Some units need more queens than other units and the squares outside these take: a
    /// contradiction.
    Overfull(Overflow<W>),
    /// Both with a queen on the square and without, a contradiction follows.
    Split(usize, [Vec<ChainLink<W>>; 2]),
    /// The units cannot all be filled, whatever is tried: a contradiction.
    Unfillable(Vec<usize>),
}

/// Units of one kind that need more queens than there is room for.
struct Overflow<const W: usize> {
    units: Vec<usize>,
    needed: u32,
    /// Units of other kinds, perhaps none, which take only `taken` of these queens.
    takers: Vec<usize>,
    taken: u32,
    /// The squares of the units outside the takers.
    outside: Room<W>,
}

/// Length of the words that follow a supposition to a contradiction.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChainLength {
    /// True if there are cases: a reader remembers one while reading the other.
    pub(super) has_cases: bool,
    consequences: usize,
}

/// Returns the length of the words that follow `supposed` to a contradiction of `units`;
/// `None` if they would only say that there is one.
pub(super) fn chain_length<const W: usize>(
    facts: &Facts<'_, W>,
    units: &[usize],
    supposed: Supposition,
) -> Option<ChainLength> {
    let links = find_consequences(facts, units, supposed);
    (!is_dark(&links)).then(|| ChainLength {
        has_cases: links.iter().any(is_split),
        consequences: count_consequences(&links),
    })
}

/// Writes the refutation of `supposed`, which the needed units of `sentence` contradict:
/// `with a queen on a5, column a is full and region E has no square left: a5 stays
/// empty`.
pub(super) fn write_chain<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    supposed: Supposition,
) {
    let (with, square, conclusion) = match supposed {
        Supposition::Queen(square) => ("with", square, "stays empty"),
        Supposition::Empty(square) => ("without", square, "holds a queen"),
    };
    let name = words::square_name(sentence.facts.size, square);
    sentence.say(&format!("{with} a queen on {name}, "));
    let links = write_consequences(sentence, supposed);
    let so = if links.iter().any(is_split) {
        ". So"
    } else {
        ":"
    };
    sentence.say(&format!("{so} {name} {conclusion}"));
}

/// Writes why a mark is wrong: `a5 cannot hold a queen: with it, column a is full and
/// region E has no square left`.
pub(super) fn write_mistake<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    supposed: Supposition,
) {
    let (square, wrong) = match supposed {
        Supposition::Queen(square) => (square, "cannot hold a queen: with it, "),
        Supposition::Empty(square) => {
            (square, "cannot be empty: without a queen there, ")
        }
    };
    sentence.say(&format!(
        "{} {wrong}",
        words::square_name(sentence.facts.size, square)
    ));
    write_consequences(sentence, supposed);
}

fn write_consequences<const W: usize>(
    sentence: &mut Sentence<'_, W>,
    supposed: Supposition,
) -> Vec<ChainLink<W>> {
    let links = find_consequences(sentence.facts, sentence.needed(), supposed);
    write_links(sentence, &links);
    links
}

fn is_split<const W: usize>(link: &ChainLink<W>) -> bool {
    matches!(link.consequence, Consequence::Split(..))
}

fn write_links<const W: usize>(sentence: &mut Sentence<'_, W>, links: &[ChainLink<W>]) {
    for (index, link) in links.iter().enumerate() {
        sentence.say(match (index, link.follows) {
            (0, _) => "",
            _ if is_split(link) => ". Then ",
            (_, true) => ", so ",
            (_, false) => ", and ",
        });
        link.consequence.write_sentence(sentence);
    }
}

/// Follows the supposition to a contradiction.
fn find_consequences<const W: usize>(
    facts: &Facts<'_, W>,
    units: &[usize],
    supposed: Supposition,
) -> Vec<ChainLink<W>> {
    // A full unit with the square contradicts the supposition at once.
    let Some(rest) = Remainder::after_supposing(facts, units, supposed) else {
        return vec![ChainLink::lone(Consequence::TooMany(units.to_vec()))];
    };
    let emptied = facts.open - rest.open;
    let mut chain = Chain::new(facts, rest, units.to_vec(), emptied, MAX_SPLITS);
    while chain.follow_one() {}
    // A unit that no consequence mentions closes squares in a way that has no words here.
    match chain.untold.is_empty() {
        true => chain.told,
        false => vec![ChainLink::lone(Consequence::Unfillable(units.to_vec()))],
    }
}

/// True if a chain ends with units that cannot be filled, without a reason.
fn is_dark<const W: usize>(links: &[ChainLink<W>]) -> bool {
    links
        .iter()
        .any(|link| matches!(link.consequence, Consequence::Unfillable(_)))
}

/// A chain of consequences under construction.
struct Chain<'a, const W: usize> {
    facts: &'a Facts<'a, W>,
    rest: Remainder<W>,
    /// Units that no consequence mentions yet.
    untold: Vec<usize>,
    told: Vec<ChainLink<W>>,
    /// Squares that the last consequence (at first, the supposition) emptied.
    emptied: SmallSet<W>,
    /// Squares next to the queens on last squares, which no consequence mentions yet.
    touched: SmallSet<W>,
    /// Number of further levels of case distinctions that are allowed.
    splits: u32,
}

impl<'a, const W: usize> Chain<'a, W> {
    fn new(
        facts: &'a Facts<'a, W>,
        rest: Remainder<W>,
        untold: Vec<usize>,
        emptied: SmallSet<W>,
        splits: u32,
    ) -> Self {
        Chain {
            facts,
            rest,
            untold,
            told: Vec::new(),
            emptied,
            touched: SmallSet::EMPTY,
            splits,
        }
    }

    /// Adds the next consequence; returns false if it is a contradiction.
    fn follow_one(&mut self) -> bool {
        if let Some(full) = self.find_full() {
            self.add_full(full);
        }
        if let Some(end) = self.find_contradiction() {
            self.add_link(end, self.rest.open);
            return false;
        }
        let before = self.rest.open;
        match self
            .find_only_squares()
            .or_else(|| self.find_within())
            .or_else(|| self.find_beside())
        {
            Some(next) => {
                self.add_link(next, before);
                true
            }
            None => {
                let long = self.name_overflow(false).or_else(|| self.split_cases());
                let end = long
                    .unwrap_or_else(|| Consequence::Unfillable(self.unfilled_units()));
                let units: Vec<usize> = end.units().collect();
                self.tell_units(&units);
                self.add_link(end, self.rest.open);
                false
            }
        }
    }

    /// Two cases that both end in a contradiction; a case has two cases itself only if
    /// there is no other way.
    fn split_cases(&self) -> Option<Consequence<W>> {
        let splits = self.splits.checked_sub(1)?;
        let unfilled = self.unfilled_units();
        let split = self.split_on(self.open_of_all(&unfilled), 0);
        if split.is_some() || splits == 0 {
            return split;
        }
        // Nested cases are tried for the squares of one unit only: each of them costs a
        // search of its own.
        let tightest = unfilled
            .into_iter()
            .map(|unit| self.open_of(unit))
            .min_by_key(SmallSet::count);
        self.split_on(tightest?, splits)
    }

    /// The one of the squares for which the contradictions with a queen and without are
    /// shortest together.
    fn split_on(&self, squares: SmallSet<W>, splits: u32) -> Option<Consequence<W>> {
        let cases = squares.iter().filter_map(|square| {
            let with =
                self.follow_branch(splits, |rest| rest.place_queen(self.facts, square))?;
            let without = self.follow_branch(splits, |rest| rest.open.remove(square))?;
            Some((square, [with, without]))
        });
        let best = cases.min_by_key(|(_, [with, without])| {
            count_consequences(with) + count_consequences(without)
        });
        best.map(|(square, branches)| Consequence::Split(square, branches))
    }

    /// Follows one case to a contradiction, with at most `splits` levels of case
    /// distinctions in it; `None` if that takes more.
    fn follow_branch(
        &self,
        splits: u32,
        suppose: impl FnOnce(&mut Remainder<W>),
    ) -> Option<Vec<ChainLink<W>>> {
        let mut rest = self.rest.clone();
        suppose(&mut rest);
        let emptied = self.rest.open - rest.open;
        let mut branch =
            Chain::new(self.facts, rest, self.untold.clone(), emptied, splits);
        while branch.follow_one() {}
        (!is_dark(&branch.told)).then_some(branch.told)
    }

    /// Adds a consequence; `before` are the squares that were open before it.
    fn add_link(&mut self, consequence: Consequence<W>, before: SmallSet<W>) {
        let about = consequence.units().fold(SmallSet::EMPTY, |about, unit| {
            about | self.facts.units[unit]
        });
        self.explain_touched(about);
        let follows = about.meets(&self.emptied);
        self.told.push(ChainLink {
            consequence,
            follows,
        });
        self.emptied = before - self.rest.open;
    }

    /// Says of the queens on last squares which squares of `about` they touch.
    fn explain_touched(&mut self, about: SmallSet<W>) {
        let conflicts = self.facts.conflicts;
        for link in &mut self.told {
            let Consequence::OnlySquares(_, queens, told) = &mut link.consequence else {
                continue;
            };
            let near = queens
                .iter()
                .fold(SmallSet::EMPTY, |near, queen| near | conflicts[queen]);
            let touched = self.touched & near & about;
            *told |= touched;
            self.touched -= touched;
        }
    }

    /// Adds that units are full. What follows depends on the squares that they emptied,
    /// not on those next to the queens that fill them.
    fn add_full(&mut self, full: Vec<usize>) {
        let squares = full.iter().fold(SmallSet::EMPTY, |squares, &unit| {
            squares | self.facts.units[unit]
        });
        let follows = !self.told.is_empty();
        self.told.push(ChainLink {
            consequence: Consequence::Full(full),
            follows,
        });
        self.emptied &= squares;
    }

    /// Units that still need queens.
    fn unfilled_units(&self) -> Vec<usize> {
        self.rest
            .needs
            .iter()
            .filter(|&&(_, need)| need > 0)
            .map(|&(unit, _)| unit)
            .collect()
    }

    fn open_of(&self, unit: usize) -> SmallSet<W> {
        self.rest.open_of(self.facts, unit)
    }

    /// The open squares of these units.
    fn open_of_all(&self, units: &[usize]) -> SmallSet<W> {
        units.iter().fold(SmallSet::EMPTY, |squares, &unit| {
            squares | self.open_of(unit)
        })
    }

    /// Number of queens that these units still need.
    fn missing_in_all(&self, units: &[usize]) -> u32 {
        units
            .iter()
            .map(|&unit| self.rest.missing_queens(unit))
            .sum()
    }

    /// True if the unit alone cannot be filled.
    fn has_too_few_squares(&self, unit: usize) -> bool {
        let alone = Remainder {
            open: self.rest.open,
            needs: vec![(unit, self.rest.missing_queens(unit))],
        };
        let mut tries = super::MAX_TRIED_SQUARES;
        alone.can_be_filled(self.facts, &mut tries) == Some(false)
    }

    fn tell_units(&mut self, units: &[usize]) {
        self.untold.retain(|unit| !units.contains(unit));
    }

    /// A unit that cannot be filled, or units that are all within others that take fewer
    /// queens.
    fn find_contradiction(&mut self) -> Option<Consequence<W>> {
        let too_few = self
            .unfilled_units()
            .into_iter()
            .find(|&unit| self.has_too_few_squares(unit));
        if let Some(unit) = too_few {
            self.tell_units(&[unit]);
            return Some(Consequence::TooFew(
                unit,
                self.open_of(unit),
                self.rest.missing_queens(unit),
            ));
        }
        let Some((mut inner, mut outer)) = self.rest.crowded_units(self.facts) else {
            return self.name_overflow(true);
        };
        inner.sort_unstable();
        outer.sort_unstable();
        self.tell_units(&[inner.as_slice(), &outer].concat());
        let queens = [&inner, &outer].map(|units| self.missing_in_all(units));
        Some(Consequence::Crowded([inner, outer], queens))
    }

    /// Units of one kind that need more queens than other units and the squares outside
    /// these take; if `is_short`, only if these squares are not a long list.
    fn name_overflow(&mut self, is_short: bool) -> Option<Consequence<W>> {
        let overflow = self.find_overflow(is_short)?;
        self.tell_units(&[overflow.units.as_slice(), &overflow.takers].concat());
        Some(Consequence::Overfull(overflow))
    }

    fn find_overflow(&self, is_short: bool) -> Option<Overflow<W>> {
        let mut kinds = [Vec::new(), Vec::new(), Vec::new()];
        for unit in self.unfilled_units() {
            kinds[unit / self.facts.size].push(unit);
        }
        kinds.iter_mut().for_each(|units| units.sort_unstable());
        for kind in 0..3 {
            let (next, last) = (&kinds[(kind + 1) % 3], &kinds[(kind + 2) % 3]);
            // Fewer takers make a shorter sentence.
            let mut both = [next.as_slice(), last].concat();
            both.sort_unstable();
            for takers in [Vec::new(), next.clone(), last.clone(), both] {
                if let Some(overflow) = self.overflow_of(&kinds[kind], takers)
                    && (!is_short || overflow.outside.is_short())
                {
                    return Some(overflow);
                }
            }
        }
        None
    }

    /// Returns the overflow if `units` need more queens than `takers` and the squares
    /// outside these take.
    fn overflow_of(&self, units: &[usize], takers: Vec<usize>) -> Option<Overflow<W>> {
        let (needed, taken) = (self.missing_in_all(units), self.missing_in_all(&takers));
        let outside = self.open_of_all(units) - self.open_of_all(&takers);
        if needed <= taken || outside.count() > MAX_OUTSIDE_SQUARES {
            return None;
        }
        let outside = Room::new(self.facts, outside);
        (needed > taken + outside.most).then(|| Overflow {
            units: units.to_vec(),
            needed,
            takers,
            taken,
            outside,
        })
    }

    /// The units that the queens placed so far fill, if that is new: no consequence
    /// mentions them yet, or the last queens closed squares of theirs that these queens
    /// do not touch.
    fn find_full(&mut self) -> Option<Vec<usize>> {
        let mut closed = SmallSet::EMPTY;
        if let Some(last) = self.told.last()
            && let Consequence::OnlySquares(_, queens, _) = &last.consequence
        {
            closed = self.emptied - *queens;
            for queen in queens.iter() {
                closed -= self.facts.conflicts[queen];
            }
        }
        let mut full = Vec::new();
        for &(unit, need) in &self.rest.needs {
            let is_new =
                self.untold.contains(&unit) || self.facts.units[unit].meets(&closed);
            if need == 0 && is_new {
                full.push(unit);
            }
        }
        self.tell_units(&full);
        (!full.is_empty()).then_some(full)
    }

    /// The first unit with as many squares left as it needs queens; places these.
    fn find_only_squares(&mut self) -> Option<Consequence<W>> {
        let unit = self
            .unfilled_units()
            .into_iter()
            .find(|&unit| self.open_of(unit).count() == self.rest.missing_queens(unit))?;
        let (before, squares) = (self.rest.open, self.open_of(unit));
        for square in squares.iter() {
            // Squares that touch each other do not hold the queens of a unit: that is a
            // contradiction, found before.
            if self.rest.open.contains(square) {
                self.rest.place_queen(self.facts, square);
            }
        }
        self.tell_units(&[unit]);
        let full = self.rest.needs.iter().filter(|&&(_, need)| need == 0);
        let closed = full.fold(squares, |closed, &(unit, _)| {
            closed | self.facts.units[unit]
        });
        self.touched |= before - self.rest.open - closed;
        Some(Consequence::OnlySquares(unit, squares, SmallSet::EMPTY))
    }

    /// Units whose queens are all that another unit needs, and whose squares are all in
    /// it; empties its other squares.
    fn find_within(&mut self) -> Option<Consequence<W>> {
        let unfilled = self.unfilled_units();
        for &outer in &unfilled {
            let outside = self.open_of(outer);
            let mut inside = [Vec::new(), Vec::new(), Vec::new()];
            for &unit in &unfilled {
                if unit != outer && self.open_of(unit).is_within(&outside) {
                    inside[unit / self.facts.size].push(unit);
                }
            }
            // Units of one kind have no square in common, so their needs add up.
            for inner in inside {
                let squares = self.open_of_all(&inner);
                let needed = self.missing_in_all(&inner);
                if needed == self.rest.missing_queens(outer) && squares != outside {
                    self.rest.open -= outside - squares;
                    self.tell_units(&inner);
                    self.tell_units(&[outer]);
                    return Some(Consequence::Within(inner, needed, outer));
                }
            }
        }
        None
    }

    /// A unit that needs one queen, all of whose squares touch others that a unit still
    /// counts on; empties these.
    fn find_beside(&mut self) -> Option<Consequence<W>> {
        let unfilled = self.unfilled_units();
        let counted = self.open_of_all(&unfilled);
        for unit in unfilled {
            let open = self.open_of(unit);
            let touched = open.iter().fold(counted, |touched, square| {
                touched & self.facts.conflicts[square]
            });
            if self.rest.missing_queens(unit) == 1 && !touched.is_empty() {
                self.rest.open -= touched;
                self.tell_units(&[unit]);
                return Some(Consequence::Beside(unit, open, touched));
            }
        }
        None
    }
}

impl<const W: usize> Consequence<W> {
    /// The units whose squares it is about.
    fn units(&self) -> std::vec::IntoIter<usize> {
        let units = match self {
            Consequence::Full(units)
            | Consequence::TooMany(units)
            | Consequence::Unfillable(units) => units.clone(),
            Consequence::OnlySquares(unit, ..)
            | Consequence::Beside(unit, ..)
            | Consequence::TooFew(unit, ..) => vec![*unit],
            Consequence::Within(inner, ..) => inner.clone(),
            Consequence::Crowded(units, _) => units.concat(),
            Consequence::Overfull(Overflow { units, takers, .. }) => {
                [units.as_slice(), takers].concat()
            }
            Consequence::Split(_, branches) => branches
                .iter()
                .flatten()
                .flat_map(|link| link.consequence.units())
                .collect(),
        };
        units.into_iter()
    }
}
