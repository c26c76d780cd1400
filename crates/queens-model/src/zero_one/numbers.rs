//! Numbers of pieces: of kinds and sets, in rows, columns, regions, on squares and in
//! all.

use super::Affine;
use super::build::{ModelBuilder, limits};
use crate::problem::rules::{DemandUnit, Share};
use control::{Step, Stop};

impl ModelBuilder<'_> {
    /// Returns 1 if a set has a piece, else 0; 1 for a named kind.
    fn label_exists(&mut self, label: usize) -> Result<Affine, Stop> {
        if !self.is_set(label) {
            return Ok(Affine::from_constant(1));
        }
        if let Some(&used) = self.used.get(&label) {
            return Ok(Affine::from_variable(used));
        }
        let used = self.variable();
        self.used.insert(label, used);
        let pieces = self.number(&[label], &self.all_squares());
        for &(_, piece) in &pieces.terms {
            self.row(
                Affine::from_variable(piece)
                    .add_multiple(-1, &Affine::from_variable(used)),
                i64::MIN,
                0,
            )?;
        }
        self.row(
            pieces.add_multiple(-1, &Affine::from_variable(used)),
            0,
            i64::MAX,
        )?;
        Ok(Affine::from_variable(used))
    }

    pub(super) fn add_units(&mut self) -> Step {
        let labels = self.all_labels();
        let units = self.instance.units().to_vec();
        units.iter().try_for_each(|unit| {
            let (low, high) = limits(unit.bounds);
            self.row(self.number(&labels, &unit.squares), low, high)
        })
    }

    pub(super) fn add_demands(&mut self) -> Step {
        for demand in self.rules.demands.clone() {
            let (low, high) = limits(demand.bounds);
            for squares in self.list_lines(demand.unit) {
                match &demand.of {
                    Share::Together(kinds) => {
                        self.row(
                            self.number(&self.labels_of(kinds), &squares),
                            low,
                            high,
                        )?;
                    }
                    Share::Each => {
                        for label in self.all_labels() {
                            let exists = if low > 0 {
                                self.label_exists(label)?
                            } else {
                                Affine::from_constant(1)
                            };
                            self.row_if(
                                &exists,
                                &self.number(&[label], &squares),
                                low,
                                high,
                            )?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the free squares of each unit of one sort; a unit of holes is one, too.
    fn list_lines(&self, unit: DemandUnit) -> Vec<Vec<usize>> {
        let squares = self.instance.squares();
        let number = match unit {
            DemandUnit::Row => self.problem.rows() as usize,
            DemandUnit::Column => self.problem.columns() as usize,
            DemandUnit::Region => self.problem.region_count() as usize,
            DemandUnit::Square => squares.len(),
            DemandUnit::Total => 1,
        };
        let mut lines = vec![Vec::new(); number];
        for (at, &square) in squares.iter().enumerate() {
            let line = match unit {
                DemandUnit::Row => square.row as usize,
                DemandUnit::Column => square.column as usize,
                DemandUnit::Region => self.problem.region(square).unwrap_or(0) as usize,
                DemandUnit::Square => at,
                DemandUnit::Total => 0,
            };
            // There may be a demand on regions without regions.
            if let Some(squares) = lines.get_mut(line) {
                squares.push(at);
            }
        }
        lines
    }

    /// The numbers of pieces of named kinds, and of sets.
    pub(super) fn add_numbers(&mut self) -> Step {
        for kind in 0..self.rules.kinds.len() {
            let (low, high) = limits(self.rules.kinds[kind].number);
            let labels = self.labels_of(&vec![kind]);
            let number = match self.rules.kinds[kind].is_sets {
                true if low == 0 => continue,
                true => self.number_of_sets(&labels)?,
                false => self.number(&labels, &self.all_squares()),
            };
            self.row(number, low, high)?;
        }
        Ok(())
    }

    pub(super) fn number_of_sets(&mut self, labels: &[usize]) -> Result<Affine, Stop> {
        let mut number = Affine::from_constant(0);
        for &label in labels {
            if self.is_set(label) {
                number = number.add_multiple(1, &self.label_exists(label)?);
            }
        }
        Ok(number)
    }

    /// A set has a piece on a square only if the set before it has one on an earlier
    /// square: sets have no names.
    pub(super) fn order_of_sets(&mut self) -> Step {
        for later in self.later_sets(&self.all_labels()) {
            for square in self.all_squares() {
                let Some(piece) = self.place(later, square) else {
                    continue;
                };
                let earlier: Vec<usize> = (0..square).collect();
                let before = self.number(&[later - 1], &earlier);
                self.row(
                    before.add_multiple(-1, &Affine::from_variable(piece)),
                    0,
                    i64::MAX,
                )?;
            }
        }
        Ok(())
    }

    /// Returns the sets of `labels` that follow another one of their kind.
    fn later_sets(&self, labels: &[usize]) -> Vec<usize> {
        labels
            .iter()
            .copied()
            .filter(|&label| self.labels[label].set > 0)
            .collect()
    }

    pub(super) fn equal_numbers(&mut self) -> Step {
        for kinds in self.rules.equal.clone() {
            let labels = self.labels_of(&kinds);
            let named: Vec<usize> = labels
                .iter()
                .copied()
                .filter(|&label| !self.is_set(label))
                .collect();
            let first_sets: Vec<usize> = labels
                .iter()
                .copied()
                .filter(|&label| self.is_set(label) && self.labels[label].set == 0)
                .collect();
            for pair in named.windows(2) {
                self.equal_if_used(pair[0], pair[1])?;
            }
            for (at, &set) in first_sets.iter().enumerate() {
                named
                    .first()
                    .map_or(Ok(()), |&one| self.equal_if_used(one, set))?;
                first_sets[..at]
                    .iter()
                    .try_for_each(|&other| self.equal_if_used(other, set))?;
            }
            for label in self.later_sets(&labels) {
                self.equal_if_used(label - 1, label)?;
            }
        }
        Ok(())
    }

    /// As many pieces of one label as of the other, if both exist.
    fn equal_if_used(&mut self, one: usize, other: usize) -> Step {
        let squares = self.all_squares();
        let difference = self
            .number(&[one], &squares)
            .add_multiple(-1, &self.number(&[other], &squares));
        let both = self
            .label_exists(one)?
            .add_multiple(1, &self.label_exists(other)?)
            .add_multiple(-1, &Affine::from_constant(1));
        self.row_if(&both, &difference, 0, 0)
    }
}
