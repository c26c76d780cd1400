//! A question about a problem, cut into units.

use crate::CampaignError;
use queens::engines::pawns;
use queens::parallel::{Asked, Job, Sharded, Tally};
use queens::problem::Problem;
use queens::reference::{self, Published};
use queens::simd::Kernel;
use queens::{Settings, Unsupported, shards};

/// A question about a problem, and its units.
pub struct Cut {
    /// What is counted, and who cut it.
    pub job: Job,
    /// The problem as it is searched.
    pub problem: Problem,
    /// The units.
    pub shards: Box<dyn Sharded>,
}

impl Cut {
    /// The units of the engine with this id, or of the fastest that works in units.
    ///
    /// # Errors
    /// No engine that works in units takes the problem, or not the named one.
    pub fn new(
        problem: &Problem,
        asked: Asked,
        engine: Option<String>,
        kernel: Kernel,
    ) -> Result<Self, Unsupported> {
        let settings = Settings { engine, ..Settings::default().with_kernel(kernel) };
        let (problem, shards) = shards(problem, asked.into(), &settings)?;
        let job = Job::new(&problem.to_string(), asked, &*shards);
        Ok(Cut { job, problem, shards })
    }

    /// The units of a job that is on file, as this program cuts it.
    ///
    /// # Errors
    /// The problem cannot be read, or this program cuts it in another way.
    pub fn again(job: &Job, kernel: Kernel) -> Result<Self, CampaignError> {
        let cut = Cut::by(&job.engine, job, kernel)?;
        if cut.job != *job {
            return Err(CampaignError::Input(format!(
                "{} of another version cut the count into other units ({} of them, version {}; here {}, version {}) or \
                 told other figures of them: use the program that ran them",
                job.engine, job.units, job.decomposition, cut.job.units, cut.job.decomposition
            )));
        }
        Ok(cut)
    }

    /// The problem and question of a job that is on file, as this engine cuts them.
    ///
    /// # Errors
    /// The problem cannot be read, or the engine does not take it here.
    pub fn by(engine: &str, job: &Job, kernel: Kernel) -> Result<Self, CampaignError> {
        let problem = job.problem.parse().map_err(|error| CampaignError::Input(format!("{error}")))?;
        Ok(Cut::new(&problem, job.question, Some(engine.to_owned()), kernel)?)
    }

    /// The published answers, each beside what `tally` says.
    #[must_use]
    pub fn published(&self, tally: &Tally) -> Vec<(Published, u128)> {
        let size = self.problem.rows();
        let beside = |published: Option<Published>, found| published.map(|published| (published, found));
        match self.job.question {
            Asked::Count => beside(reference::published(&self.problem), tally.count).into_iter().collect(),
            Asked::Profile => beside(
                reference::tree_nodes(size).filter(|_| self.problem.is_standard()),
                tally.figures.iter().sum(),
            )
            .into_iter()
            .collect(),
            Asked::Pawns(pawns) => [(false, tally.count), (true, pawns::fundamental(tally))]
                .into_iter()
                .filter_map(|(up_to_symmetry, found)| {
                    beside(reference::with_pawns(size, pawns, up_to_symmetry), found)
                })
                .collect(),
        }
    }
}
