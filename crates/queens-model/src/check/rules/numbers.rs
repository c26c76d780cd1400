//! Numbers of pieces: of kinds and sets, in rows, columns, regions, on squares and in
//! all.

use super::{RuleCheck, RuleViolation};
use crate::placement::Label;
use crate::problem::rules::{Demand, DemandUnit, Share};
use crate::problem::standing::LineCounts;
use crate::problem::{Bounds, Unit};
use crate::square::Square;
use control::counted;
use std::collections::BTreeMap;

impl RuleCheck<'_> {
    /// Checks the numbers in rows, columns, regions, squares and in all.
    pub(super) fn check_demands(&self) -> Result<(), RuleViolation> {
        let of_kinds = self.kind_demands();
        for demand in self
            .unit_demands()
            .iter()
            .chain(&of_kinds)
            .chain(&self.rules.demands)
        {
            match &demand.of {
                Share::Together(kinds) => {
                    self.check_demand(
                        demand,
                        |label| kinds.contains(&usize::from(label.kind)),
                        |count| self.count_words(count, kinds),
                    )?;
                }
                Share::Each => {
                    for &each in self.count_labels(&self.rules.all_kinds()).keys() {
                        self.check_demand(
                            demand,
                            |label| label == each,
                            |count| self.label_count_words(count, each),
                        )?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Numbers of all pieces together.
    fn unit_demands(&self) -> [Demand; 4] {
        let units = self.problem.units();
        let sorts = [
            (DemandUnit::Row, units.row),
            (DemandUnit::Column, units.column),
            (DemandUnit::Region, units.region),
            (DemandUnit::Total, units.total),
        ];
        sorts.map(|(unit, bounds)| Demand {
            unit,
            of: Share::Together(self.rules.all_kinds()),
            bounds,
        })
    }

    /// Numbers of the pieces of named kinds.
    fn kind_demands(&self) -> Vec<Demand> {
        let named = self
            .rules
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| !kind.is_sets);
        let demands = named.map(|(number, kind)| Demand {
            unit: DemandUnit::Total,
            of: Share::Together(vec![number]),
            bounds: kind.number,
        });
        demands.collect()
    }

    fn check_demand(
        &self,
        demand: &Demand,
        is_counted: impl Fn(Label) -> bool,
        words: impl Fn(u32) -> String,
    ) -> Result<(), RuleViolation> {
        let Demand { unit, bounds, .. } = *demand;
        if bounds == Bounds::ANY {
            return Ok(());
        }
        let counted = self
            .placement
            .pieces()
            .filter(|&(_, label)| is_counted(label));
        let squares: Vec<Square> = counted.map(|(square, _)| square).collect();
        self.wrong_unit(unit, bounds, &squares)
            .map_or(Ok(()), |(unit, count)| {
                let finding = format!("{unit} has {}", words(count));
                Err(RuleViolation::Number { finding, bounds })
            })
    }

    /// Returns the first unit of a sort with another number of `squares` than `bounds`
    /// allow, and that number.
    fn wrong_unit(
        &self,
        sort: DemandUnit,
        bounds: Bounds,
        squares: &[Square],
    ) -> Option<(String, u32)> {
        let problem = self.problem;
        let counts = match sort {
            DemandUnit::Row => {
                LineCounts::from_queens(squares, problem.rows(), |square| square.row)
            }
            DemandUnit::Column => {
                LineCounts::from_queens(squares, problem.columns(), |square| {
                    square.column
                })
            }
            DemandUnit::Region => {
                LineCounts::from_queens(squares, problem.region_count(), |square| {
                    problem.region(*square).unwrap_or(0)
                })
            }
            DemandUnit::Total => LineCounts::from_queens(squares, 1, |_| 0),
            DemandUnit::Square => return self.wrong_square(bounds, squares),
        };
        let (number, count) = counts.first_line(|count| !bounds.contains(count))?;
        let unit = match sort {
            DemandUnit::Row => Unit::Row(number),
            DemandUnit::Column => Unit::Column(number),
            DemandUnit::Region => Unit::Region(number),
            DemandUnit::Total | DemandUnit::Square => Unit::Total,
        };
        Some((unit.to_string(), count))
    }

    /// Finds a free square among `squares`, or not among them, that makes their number on
    /// it wrong.
    fn wrong_square(&self, bounds: Bounds, squares: &[Square]) -> Option<(String, u32)> {
        match (bounds.contains(0), bounds.contains(1)) {
            (true, true) => None,
            (true, false) => squares.first().map(|square| (square.to_string(), 1)),
            (false, may_have_one) => {
                for square in self.free_squares() {
                    let count = u32::from(squares.binary_search(&square).is_ok());
                    if count == 0 || !may_have_one {
                        return Some((square.to_string(), count));
                    }
                }
                None
            }
        }
    }

    /// Returns the number of pieces of each named kind, and of each set that has a piece.
    pub(super) fn count_labels(&self, kinds: &[usize]) -> BTreeMap<Label, u32> {
        let named = kinds
            .iter()
            .filter(|&&kind| !self.rules.kinds[kind].is_sets);
        let mut numbers: BTreeMap<Label, u32> = named
            .map(|&kind| {
                (
                    Label {
                        kind: kind as u8,
                        set: 0,
                    },
                    0,
                )
            })
            .collect();
        let counted = self
            .placement
            .pieces()
            .filter(|(_, label)| kinds.contains(&usize::from(label.kind)));
        counted.for_each(|(_, label)| *numbers.entry(label).or_default() += 1);
        numbers
    }

    /// Checks the numbers of sets that have a piece.
    pub(super) fn check_sets(&self) -> Result<(), RuleViolation> {
        let sets = self
            .rules
            .kinds
            .iter()
            .enumerate()
            .filter(|(_, kind)| kind.is_sets);
        for (number, kind) in sets {
            let found = self.count_labels(&[number]).len() as u32;
            if !kind.number.contains(found) {
                let verb = if found == 1 { "is" } else { "are" };
                let finding = format!(
                    "there {verb} {} of {}s",
                    counted(found, "set"),
                    kind.singular()
                );
                return Err(RuleViolation::Number {
                    finding,
                    bounds: kind.number,
                });
            }
        }
        Ok(())
    }

    pub(super) fn check_equal_numbers(&self) -> Result<(), RuleViolation> {
        for kinds in &self.rules.equal {
            let numbers = self.count_labels(kinds);
            let mut labels = numbers.iter();
            let Some(first) = labels.next() else { continue };
            if let Some(other) = labels.find(|(_, count)| *count != first.1) {
                let words = [first, other]
                    .map(|(&label, &count)| self.label_count_words(count, label));
                return Err(RuleViolation::Unequal(words));
            }
        }
        Ok(())
    }
}
