//! The work units of a count: the first queens, for each class of pairs.

use super::ID;
use super::classes::{PairClass, Vector, classes};
use super::cover::{Cover, CoverSearch, torus};
use crate::parallel::{Counter, SharedMeter, Tally, WorkUnits};
use control::{Step, Stop};
use queens_model::problem::Problem;
use queens_simd::{DetectedKernel, Kernel};
use serde_json::{Value, json};
use std::sync::Arc;

/// Number of queens of a work unit, unless all lines are covered, or one has no open
/// square, before.
const QUEENS_PER_UNIT: usize = 5;

/// Least estimated work of all units with one third queen, as a part of that of the first
/// third queen.
const MIN_WORK: f64 = 1.0 / 64.0;

/// A work unit: solutions with these queens, without a pair of queens whose difference is
/// in an earlier class.
#[derive(Clone)]
struct CoverUnit {
    class: usize,
    /// Estimated part of the whole work.
    weight: f64,
    queens: Vec<Vector>,
    /// See [`PairClass::forbidden`].
    forbidden: Arc<Vec<Vec<Vector>>>,
}

/// Creates the torus of a given side on which queens also attack by the given vectors.
type NewTorus = dyn Fn(u32, &[Vector]) -> Arc<dyn Cover>;

/// The work units of a torus.
#[derive(Clone)]
pub(super) struct CoverWorkUnits {
    n: u32,
    /// Divisor of the sizes of orbits: with a given queen, the side. Solutions have n
    /// queens on n^2 squares that are all alike, so of an orbit of k solutions k / n have
    /// one on the given square.
    divisor: u64,
    classes: Vec<(PairClass, Arc<dyn Cover>)>,
    units: Vec<CoverUnit>,
    kernel: DetectedKernel,
}

impl CoverWorkUnits {
    /// Divides the count of a torus with an odd side from 5 to [`super::MAX_SIDE`] and at
    /// most one given queen.
    pub(super) fn new(problem: &Problem, kernel: DetectedKernel) -> Self {
        let n = problem.rows();
        let divisor = if problem.givens().is_empty() {
            1
        } else {
            n.into()
        };
        CoverWorkUnits::for_torus(n, divisor, kernel, &torus)
    }

    /// Divides the count on the tori that `torus` creates.
    fn for_torus(n: u32, divisor: u64, kernel: DetectedKernel, torus: &NewTorus) -> Self {
        let mut forbidden = Vec::new();
        let mut work_units = CoverWorkUnits {
            n,
            divisor,
            classes: Vec::new(),
            units: Vec::new(),
            kernel,
        };
        // Each third queen takes about half the work of the one before.
        let mut work = 1.0;
        for class in classes(n) {
            let torus = torus(n, &forbidden);
            let number = work_units.classes.len();
            let start = vec![(0, 0), class.vector];
            let thirds = torus.open_in_row(&start, class.middle().0).into_iter();
            for third in thirds.filter(|square| class.is_searched(square.1)) {
                let squares = Arc::new(class.forbidden(third.1));
                let mut units = vec![[&start[..], &[third]].concat()];
                // `units` have the same number of queens each, and together all solutions
                // with the first three.
                for _ in 3..QUEENS_PER_UNIT {
                    units = units
                        .into_iter()
                        .flat_map(|queens| with_next(&*torus, queens))
                        .collect();
                }
                let weight = work / units.len() as f64;
                work = f64::max(work / 2.0, MIN_WORK);
                work_units
                    .units
                    .extend(units.into_iter().map(|queens| CoverUnit {
                        class: number,
                        weight,
                        queens,
                        forbidden: squares.clone(),
                    }));
            }
            // A later class has no difference of this one: those solutions are counted
            // here.
            forbidden.extend(&class.vectors);
            work_units.classes.push((class, torus));
        }
        let all: f64 = work_units.units.iter().map(|unit| unit.weight).sum();
        work_units
            .units
            .iter_mut()
            .for_each(|unit| unit.weight /= all);
        work_units
    }

    /// Counts the solutions of a unit that have `queens`, which are those of the unit and
    /// perhaps more.
    fn count(
        &self,
        unit: &CoverUnit,
        queens: &[Vector],
        meter: &SharedMeter<'_>,
    ) -> Result<Tally, Stop> {
        let (class, torus) = &self.classes[unit.class];
        let mut solutions = Counter::default();
        let mut found = |queens: &[Vector]| {
            if let Some(orbit) = class.orbit_of_least(queens) {
                solutions.add(orbit / self.divisor, 1);
            }
        };
        let search = CoverSearch {
            queens,
            meter,
            forbidden: &unit.forbidden,
            found: &mut found,
        };
        let nodes = torus.search(search, self.kernel)?;
        Ok(Tally::new(solutions, nodes, &[]))
    }
}

/// Adds each possible queen on the line with the fewest open squares; no queen if all
/// lines are covered.
fn with_next(torus: &dyn Cover, queens: Vec<Vector>) -> Vec<Vec<Vector>> {
    let Some(squares) = torus.open_in_fewest(&queens, &[]) else {
        return vec![queens];
    };
    squares
        .into_iter()
        .map(|square| [&queens[..], &[square]].concat())
        .collect()
}

impl WorkUnits for CoverWorkUnits {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        self.units.len() as u64
    }

    fn weight(&self, unit: u64) -> f64 {
        self.units[unit as usize].weight
    }

    fn finer(&self) -> Option<Box<dyn WorkUnits>> {
        // Two more rows take 25 to 60 times the work; with 4/3 of a queen more the units
        // are about as long as before.
        let queens_per_unit = (2 * self.n / 3).saturating_sub(12) as usize;
        let is_finer = queens_per_unit > QUEENS_PER_UNIT;
        is_finer.then(|| {
            Box::new(SampleWorkUnits::from_units(self.clone(), queens_per_unit))
                as Box<dyn WorkUnits>
        })
    }

    fn describe(&self, unit: u64) -> Value {
        let CoverUnit { class, queens, .. } = &self.units[unit as usize];
        json!({ "class": class, "queens": queens })
    }

    fn kernel(&self) -> Kernel {
        self.kernel.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        while let Some(number) = next() {
            let unit = &self.units[number as usize];
            finished(number, self.count(unit, &unit.queens, meter)?);
        }
        Ok(())
    }
}

/// The work units of a sample: those of a count, each divided further. There are too many
/// to store, so a unit is drawn by its place.
struct SampleWorkUnits {
    work_units: CoverWorkUnits,
    /// For each unit of the count, the sum of the weights up to it.
    until: Vec<f64>,
    /// Number of queens of a unit, unless there is no line to branch on, or one has no
    /// open square, before.
    queens_per_unit: usize,
}

/// Bits of the place of a sampled unit within a unit of the count, whose number is in the
/// bits above. On the torus of 37 rows a unit of the count is divided into some 2^26.
const PLACE_BITS: u32 = 40;

impl SampleWorkUnits {
    fn from_units(work_units: CoverWorkUnits, queens_per_unit: usize) -> Self {
        let add = |sum: &mut f64, unit: &CoverUnit| {
            *sum += unit.weight;
            Some(*sum)
        };
        let until = work_units.units.iter().scan(0.0, add).collect();
        SampleWorkUnits {
            work_units,
            until,
            queens_per_unit,
        }
    }

    /// Returns the unit of the count, the queens of the sampled unit, and its weight.
    fn draw_unit(&self, number: u64) -> (&CoverUnit, Vec<Vector>, f64) {
        let unit = &self.work_units.units[(number >> PLACE_BITS) as usize];
        let torus = &self.work_units.classes[unit.class].1;
        let (mut queens, mut weight) = (unit.queens.clone(), unit.weight);
        let mut place = number % (1 << PLACE_BITS);
        while queens.len() < self.queens_per_unit {
            let Some(squares) = torus
                .open_in_fewest(&queens, &unit.forbidden)
                .filter(|squares| !squares.is_empty())
            else {
                break;
            };
            // The next square takes an equal part of the place, and the rest is the place
            // within it.
            let part = place * squares.len() as u64;
            queens.push(squares[(part >> PLACE_BITS) as usize]);
            place = part % (1 << PLACE_BITS);
            weight /= squares.len() as f64;
        }
        (unit, queens, weight)
    }
}

impl WorkUnits for SampleWorkUnits {
    fn engine(&self) -> &'static str {
        ID
    }

    fn units(&self) -> u64 {
        self.work_units.units() << PLACE_BITS
    }

    fn weight(&self, unit: u64) -> f64 {
        self.draw_unit(unit).2
    }

    fn unit_at(&self, place: f64) -> Option<u64> {
        let unit = self
            .until
            .partition_point(|&until| until <= place)
            .min(self.until.len() - 1);
        let CoverUnit { weight, .. } = self.work_units.units[unit];
        let within = 1.0 - (self.until[unit] - place) / weight;
        // Below 1: a place at the very end would belong to the next unit.
        let within = (within.clamp(0.0, 1.0) * (1_u64 << PLACE_BITS) as f64) as u64;
        Some((unit as u64) << PLACE_BITS | within.min((1 << PLACE_BITS) - 1))
    }

    fn describe(&self, unit: u64) -> Value {
        json!({ "queens": self.draw_unit(unit).1 })
    }

    fn kernel(&self) -> Kernel {
        self.work_units.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        while let Some(number) = next() {
            let (unit, queens, _) = self.draw_unit(number);
            finished(number, self.work_units.count(unit, &queens, meter)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::toroidal::cover::wide_torus;
    use control::Limits;
    use std::collections::{BTreeMap, BTreeSet};

    fn work_units(n: u32) -> CoverWorkUnits {
        let problem = format!("torus {n}").parse().expect("a torus");
        CoverWorkUnits::new(&problem, Kernel::Baseline.find().expect("plain Rust"))
    }

    /// Each unit is drawn as often as its weight says, and all together have the
    /// solutions and the nodes of the count.
    #[test]
    fn a_sample_divides_the_count() {
        // A007705.
        for (n, solutions, queens_per_unit) in [
            (5, 10, 8),
            (7, 28, 8),
            (11, 88, 9),
            (13, 4_524, 7),
            (13, 4_524, 11),
        ] {
            let sample = SampleWorkUnits::from_units(work_units(n), queens_per_unit);
            let places = 1 << 16;
            let mut units = BTreeMap::new();
            for place in 0..places {
                let number = sample
                    .unit_at((f64::from(place) + 0.5) / f64::from(places))
                    .expect("a unit");
                let (unit, queens, weight) = sample.draw_unit(number);
                units.entry(queens).or_insert((unit, weight, 0)).2 += 1;
            }
            for (queens, (_, weight, drawn)) in &units {
                let expected = weight * f64::from(places);
                assert!(
                    (f64::from(*drawn) - expected).abs() <= 1.0,
                    "{n}, {queens:?}: {drawn} for {expected}"
                );
            }
            let [first, last] = [0.0, 1.0]
                .map(|place| sample.draw_unit(sample.unit_at(place).expect("a unit")).1);
            assert!(
                units.contains_key(&first) && units.contains_key(&last),
                "{n}: {first:?}, {last:?}"
            );
            let limits = Limits::default().started();
            let meter = SharedMeter::new(&limits);
            let of_all =
                |of_each: &mut dyn Iterator<Item = (&CoverUnit, &Vec<Vector>)>| {
                    let count = |(unit, queens): (&CoverUnit, &Vec<Vector>)| {
                        let tally = sample
                            .work_units
                            .count(unit, queens, &meter)
                            .expect("no limit");
                        (tally.count, tally.nodes)
                    };
                    of_each
                        .map(count)
                        .fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
                };
            let of_sample =
                of_all(&mut units.iter().map(|(queens, &(unit, ..))| (unit, queens)));
            let of_count = of_all(
                &mut sample
                    .work_units
                    .units
                    .iter()
                    .map(|unit| (unit, &unit.queens)),
            );
            // The nodes above the units of the sample are theirs, each without some of
            // its last queens.
            let nodes_above = |queens: &Vec<Vector>| {
                (QUEENS_PER_UNIT..queens.len())
                    .map(|count| queens[..count].to_vec())
                    .collect::<Vec<_>>()
            };
            let above: BTreeSet<Vec<Vector>> =
                units.keys().flat_map(nodes_above).collect();
            assert_eq!((of_sample.0, of_count.0), (solutions, solutions), "{n}");
            assert_eq!(of_sample.1 + above.len() as u64, of_count.1, "{n}");
        }
    }

    #[test]
    fn wide_words_count_as_narrow_ones_do() {
        let kernel = Kernel::Auto.find().expect("a kernel");
        let limits = Limits::default().started();
        let meter = SharedMeter::new(&limits);
        // A007705.
        for (n, solutions) in [(7, 28), (11, 88), (13, 4_524), (17, 140_692)] {
            let [narrow, wide] = [&torus as &NewTorus, &wide_torus].map(|torus| {
                let work_units = CoverWorkUnits::for_torus(n, 1, kernel, torus);
                let count = |unit: &CoverUnit| {
                    work_units
                        .count(unit, &unit.queens, &meter)
                        .expect("no limit")
                };
                work_units
                    .units
                    .iter()
                    .map(count)
                    .map(|tally| (tally.count, tally.nodes))
                    .collect::<Vec<_>>()
            });
            assert_eq!(narrow, wide, "{n}");
            assert_eq!(
                wide.iter().map(|unit| unit.0).sum::<u128>(),
                solutions,
                "{n}"
            );
        }
    }

    #[test]
    fn every_side_has_a_unit() {
        for n in (5..=25).step_by(2) {
            assert!(work_units(n).units() > 0, "{n}");
        }
    }
}
