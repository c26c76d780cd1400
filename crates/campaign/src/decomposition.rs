//! A count, divided into work units.

use crate::{CampaignError, sum_checks};
use queens::parallel::{Job, JobQuestion, Tally, WorkUnits};
use queens::problem::{Problem, ProblemTextError};
use queens::reference::Published;
use queens::simd::Kernel;
use queens::{Settings, Unsupported, work_units};

/// A count and its work units.
pub struct Decomposition {
    /// The count: problem, question, engine and number of units.
    pub job: Job,
    /// The problem as the engine searches it.
    pub problem: Problem,
    /// The work units.
    pub work: Box<dyn WorkUnits>,
}

impl Decomposition {
    /// Divides a count by the engine with this id, or by the fastest that works in units.
    ///
    /// # Errors
    /// No engine that works in units takes the problem, or the named one does not.
    pub fn new(
        problem: &Problem,
        asked: JobQuestion,
        engine: Option<String>,
        kernel: Kernel,
    ) -> Result<Self, Unsupported> {
        let mut settings = Settings::default().with_kernel(kernel);
        settings.engine = engine;
        let (problem, work) = work_units(problem, asked.question(), &settings)?;
        let job = Job::new(&problem.to_string(), asked, &*work);
        Ok(Decomposition { job, problem, work })
    }

    /// Divides a recorded count again.
    ///
    /// # Errors
    /// The problem cannot be read, or this program divides it into other units.
    pub fn from_record(job: &Job, kernel: Kernel) -> Result<Self, CampaignError> {
        let refused = |error: ProblemTextError| CampaignError::Input(error.to_string());
        let problem: Problem = job.problem.parse().map_err(refused)?;
        let engine = Some(job.engine.clone());
        let own = Decomposition::new(&problem, job.question, engine, kernel)?;
        if own.job != *job {
            return Err(CampaignError::Input(format!(
                "another version of {} divided the count into other units ({}, version {}; here {}, version {}), or its units \
                 have other figures: use the program that ran them",
                job.engine,
                job.units,
                job.decomposition,
                own.job.units,
                own.job.decomposition
            )));
        }
        Ok(own)
    }

    /// Returns the published answers, each with the number in `tally` that it must equal.
    #[must_use]
    pub fn compare_with_published(&self, tally: &Tally) -> Vec<(Published, u128)> {
        sum_checks::compare_with_published(&self.problem, self.job.question, tally)
    }

    /// Returns the reasons why `tally` cannot be the sum of all units: another published
    /// value, a remainder modulo 8 that the symmetric solutions exclude, a number far
    /// from the law of growth.
    #[must_use]
    pub fn faults_of_sum(&self, tally: &Tally) -> Vec<String> {
        let checks =
            sum_checks::check_sum(&self.problem, self.job.question, tally).into_iter();
        checks
            .filter(|check| !check.holds)
            .map(|check| format!("{}: {}", check.what, check.found))
            .collect()
    }
}
