//! The ledger: the results of the work units of a job that are recorded, and their sum.

use super::Tally;
use super::counter::residues;
use super::record::{Heading, Job, Record, RecordFault, UnitRecord};
use std::collections::BTreeMap;

/// Reason why a line is refused. A damaged line is not refused but skipped: its work unit
/// is missing, and can be run again.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// The header belongs to another job.
    #[error(
        "the units belong to another count ({} of '{}' by {}, {} units, cut in version {}): keep the files of different \
         counts and versions apart",
        found.question, found.problem.trim().replace('\n', "; "), found.engine, found.units, found.decomposition
    )]
    OtherJob {
        /// The job of the header.
        found: Box<Job>,
    },
    /// The unit names another job.
    #[error(
        "the unit {unit} belongs to another count: keep the files of different counts apart"
    )]
    OtherUnit {
        /// The number of the unit.
        unit: u64,
    },
    /// The job has no such unit.
    #[error("there is no unit {unit}: the count has {units}, from 0 on")]
    NoSuchUnit {
        /// The number of the unit.
        unit: u64,
        /// Number of work units of the job.
        units: u64,
    },
    /// The record has more or fewer figures than the job names.
    #[error("the unit {unit} has {found} figures, not {expected}: run it again")]
    Figures {
        /// The number of the unit.
        unit: u64,
        /// Number of figures that the job names.
        expected: usize,
        /// Number of figures of the record.
        found: usize,
    },
    /// The residues do not match the number.
    #[error(
        "the residues of the {what} {number} are {expected:?}, not {found:?}: run the unit {unit} again"
    )]
    Residues {
        /// The number of the unit.
        unit: u64,
        /// Name of the number: `count`, or the name of a figure.
        what: String,
        /// Its value.
        number: u128,
        /// The residues of the number.
        expected: [u64; 2],
        /// The residues of the record.
        found: [u64; 2],
    },
    /// The unit is recorded already, with another count or other figures.
    #[error(
        "unit {unit} had the result {} before, and has {} here: run it again into a separate file",
        show_tally(first),
        show_tally(second)
    )]
    Contradiction {
        /// The number of the unit.
        unit: u64,
        /// The recorded result.
        first: Box<Tally>,
        /// The refused result.
        second: Box<Tally>,
    },
    /// The sum of the numbers overflows.
    #[error("with the unit {unit} the numbers add up to more than 128 bits hold")]
    TooMuch {
        /// The number of the unit.
        unit: u64,
    },
}

/// Checks that the residues of a record match its number.
fn check_residues(
    unit: u64,
    name: &str,
    number: u128,
    found: [u64; 2],
) -> Result<(), LedgerError> {
    let expected = residues(number);
    if found == expected {
        return Ok(());
    }
    Err(LedgerError::Residues {
        unit,
        what: name.to_owned(),
        number,
        expected,
        found,
    })
}

/// Shows a count, and its figures if it has any.
fn show_tally(tally: &Tally) -> String {
    let figures: String = tally
        .figures
        .iter()
        .map(|figure| format!(" {figure}"))
        .collect();
    if figures.is_empty() {
        tally.count.to_string()
    } else {
        format!("{} (figures{figures})", tally.count)
    }
}

/// The units of one job that were run. Each counts once, however often it is recorded.
///
/// ```
/// use queens::{engines::join, parallel::{self, Job, Ledger, JobQuestion, UnitRecord}, simd::Kernel};
///
/// let work_units = join::work_units(9, Kernel::Auto)?;
/// let mut ledger = Ledger::new(Job::new("queens 9", JobQuestion::Count, &*work_units));
/// let id = ledger.id().to_owned();
/// parallel::run(&*work_units, 0..work_units.units(), &Default::default(), &mut |unit, tally, time| {
///     ledger.record_unit(&UnitRecord::new(&id, unit, tally, time)).expect("a unit of the job");
/// })?;
/// assert!(ledger.is_complete());
/// assert_eq!(ledger.sum().count, 352);
/// # Ok::<(), queens::unsupported::Unsupported>(())
/// ```
#[derive(Debug)]
pub struct Ledger {
    job: Job,
    id: String,
    /// The result of each recorded unit.
    tallies: BTreeMap<u64, Tally>,
    sum: Tally,
}

impl Ledger {
    /// Makes a ledger without units.
    #[must_use]
    pub fn new(job: Job) -> Self {
        Ledger {
            id: job.id(),
            job,
            tallies: BTreeMap::new(),
            sum: Tally::default(),
        }
    }

    /// Returns the job.
    #[must_use]
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the id of the job, which its records carry.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Records a line of a file of units. A line that could not be read changes nothing;
    /// its fault is returned.
    ///
    /// # Errors
    /// [`LedgerError`], and nothing has changed.
    pub fn record<H: Heading>(
        &mut self,
        line: Result<Record<H>, RecordFault>,
    ) -> Result<Option<RecordFault>, LedgerError> {
        match line {
            Ok(Record::Header(header)) => self.record_header(&header)?,
            Ok(Record::Unit(unit)) => self.record_unit(&unit)?,
            Err(fault) => return Ok(Some(fault)),
        }
        Ok(None)
    }

    /// Checks that a header belongs to the job.
    ///
    /// # Errors
    /// [`LedgerError::OtherJob`].
    pub fn record_header(&self, header: &impl Heading) -> Result<(), LedgerError> {
        if *header.job() == self.job {
            return Ok(());
        }
        Err(LedgerError::OtherJob {
            found: Box::new(header.job().clone()),
        })
    }

    /// Records a unit. The same result may be recorded again, and counts once.
    ///
    /// # Errors
    /// [`LedgerError`], and nothing has changed.
    pub fn record_unit(&mut self, record: &UnitRecord) -> Result<(), LedgerError> {
        let unit = record.unit;
        let tally = self.check(record)?;
        if let Some(first) = self.tallies.get(&unit) {
            if (first.count, &first.figures) == (tally.count, &tally.figures) {
                return Ok(());
            }
            return Err(LedgerError::Contradiction {
                unit,
                first: Box::new(first.clone()),
                second: Box::new(tally),
            });
        }
        self.sum = self
            .sum
            .checked_add(&tally)
            .ok_or(LedgerError::TooMuch { unit })?;
        self.tallies.insert(unit, tally);
        Ok(())
    }

    /// Checks the record of a unit, or of a part of one, on its own, and returns its
    /// result.
    ///
    /// # Errors
    /// [`LedgerError`]: the unit does not belong to the job; figures are missing;
    /// residues do not match their numbers.
    pub fn check(&self, record: &UnitRecord) -> Result<Tally, LedgerError> {
        let (unit, units) = (record.unit, self.job.units);
        if record.job != self.id {
            return Err(LedgerError::OtherUnit { unit });
        }
        if unit >= units {
            return Err(LedgerError::NoSuchUnit { unit, units });
        }
        let mut tally = record.tally();
        let (expected, found) = (self.job.figures.len(), tally.figures.len());
        if found != expected {
            return Err(LedgerError::Figures {
                unit,
                expected,
                found,
            });
        }
        check_residues(unit, "count", tally.count, tally.residues)?;
        // A record of an older version has none.
        if tally.figure_residues.is_empty() {
            tally.figure_residues = tally
                .figures
                .iter()
                .map(|&figure| residues(figure))
                .collect();
        }
        let figures = tally.figures.iter().zip(&tally.figure_residues);
        for (name, (&figure, &found)) in self.job.figures.iter().zip(figures) {
            check_residues(unit, name, figure, found)?;
        }
        Ok(tally)
    }

    /// Returns true if a work unit is recorded.
    #[must_use]
    pub fn has(&self, unit: u64) -> bool {
        self.tallies.contains_key(&unit)
    }

    /// Returns the recorded units and their results, in the order of their numbers.
    pub fn tallies(&self) -> impl Iterator<Item = (u64, &Tally)> {
        self.tallies.iter().map(|(&unit, tally)| (unit, tally))
    }

    /// Returns the number of recorded work units.
    #[must_use]
    pub fn done(&self) -> u64 {
        self.tallies.len() as u64
    }

    /// Returns true if every work unit is recorded.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done() == self.job.units
    }

    /// Returns the sum of the recorded work units: the answer if all are recorded.
    #[must_use]
    pub fn sum(&self) -> &Tally {
        &self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Counter, Header, JobQuestion, UnitTime};
    use super::*;

    #[test]
    fn refuses_foreign_lines() {
        let job = |engine: &str| Job {
            problem: "queens 8\n".to_owned(),
            question: JobQuestion::Count,
            engine: engine.to_owned(),
            decomposition: 1,
            units: 3,
            figures: Vec::new(),
        };
        let mut ledger = Ledger::new(job("join"));
        let unit = |unit, count| {
            let tally = Tally {
                count,
                residues: residues(count),
                ..Tally::default()
            };
            UnitRecord::new(&job("join").id(), unit, &tally, UnitTime::default())
        };
        assert_eq!(ledger.record_unit(&unit(0, 4)), Ok(()));
        assert_eq!(ledger.record_unit(&unit(0, 4)), Ok(()));
        let tally = |count| Box::new(Tally::new(Counter::from(count), 0, &[]));
        let contradiction = LedgerError::Contradiction {
            unit: 0,
            first: tally(4),
            second: tally(8),
        };
        assert_eq!(ledger.record_unit(&unit(0, 8)), Err(contradiction));
        let mut damaged = unit(1, 4);
        damaged.residues = [4, 5];
        assert!(matches!(
            ledger.record_unit(&damaged),
            Err(LedgerError::Residues { unit: 1, .. })
        ));
        let mut foreign = unit(1, 4);
        foreign.job = job("rows").id();
        assert_eq!(
            ledger.record_unit(&foreign),
            Err(LedgerError::OtherUnit { unit: 1 })
        );
        assert_eq!(
            ledger.record_unit(&unit(3, 4)),
            Err(LedgerError::NoSuchUnit { unit: 3, units: 3 })
        );
        assert_eq!(
            ledger.record_unit(&unit(2, u128::MAX)),
            Err(LedgerError::TooMuch { unit: 2 })
        );
        assert!(ledger.record_header(&Header::new(job("rows"))).is_err());
        assert_eq!(ledger.record_header(&Header::new(job("join"))), Ok(()));
        assert_eq!(
            (ledger.sum().count, ledger.done(), ledger.is_complete()),
            (4, 1, false)
        );
    }

    /// A figure that is left out, added or changed, in a record whose count is right.
    #[test]
    fn checks_figures_against_the_job_and_their_residues() {
        let job = Job {
            problem: "queens 8\n".to_owned(),
            question: JobQuestion::Profile,
            engine: "rows".to_owned(),
            decomposition: 1,
            units: 1,
            figures: vec!["level 0".to_owned(), "level 1".to_owned()],
        };
        let tally = Tally::new(4.into(), 0, &[1.into(), 8.into()]);
        let take = |tally: &Tally| {
            let mut ledger = Ledger::new(job.clone());
            ledger.record_unit(&UnitRecord::new(&job.id(), 0, tally, UnitTime::default()))
        };
        assert_eq!(take(&tally), Ok(()));
        assert_eq!(
            take(&Tally {
                figure_residues: Vec::new(),
                ..tally.clone()
            }),
            Ok(()),
            "an older record"
        );
        for figures in [vec![], vec![1], vec![1, 8, 0]] {
            let found = figures.len();
            let taken = take(&Tally {
                figures,
                ..tally.clone()
            });
            assert_eq!(
                taken,
                Err(LedgerError::Figures {
                    unit: 0,
                    expected: 2,
                    found
                })
            );
        }
        let refused = take(&Tally {
            figures: vec![1, 9],
            ..tally
        })
        .expect_err("another figure")
        .to_string();
        assert!(
            refused.contains("the level 1 9 are [9, 9], not [8, 8]"),
            "{refused}"
        );
    }
}
