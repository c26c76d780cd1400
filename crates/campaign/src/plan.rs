//! The plan of a campaign.

use crate::deal::BundleDeal;
use crate::files;
use crate::second::{self, Agreement};
use crate::words::shell_path;
use crate::{CampaignError, Decomposition, WeightCheck};
use queens::control::Limits;
use queens::document::{Cell, Document, Table};
use queens::parallel::{Job, JobQuestion};
use queens::problem::Problem;
use queens::simd::Kernel;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// Name of the plan in the folder of a campaign.
pub const PLAN_FILE: &str = "plan.json";

/// Schema of plans.
const PLAN_SCHEMA: &str = "queens/plan/2";

/// Schema of plans of an older version, without counts of a second engine.
const OLD_PLAN_SCHEMA: &str = "queens/plan/1";

/// The plan of a campaign: the count, the engine that divides it into units, and the deal
/// of units into bundles. The same arguments give the same plan to the last bit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignPlan {
    /// Schema, with its version.
    schema: String,
    /// The count: problem, question, engine, version of the decomposition, number of
    /// units.
    #[serde(flatten)]
    pub job: Job,
    /// Number of bundles.
    pub bundles: u64,
    /// Key of the permutation that deals units into bundles.
    pub key: String,
    /// Check of the total weight of the units; `None` if no independent number is known.
    // Without this attribute a missing key would mean `None`, and a damaged one would be
    // ignored.
    #[serde(deserialize_with = "Option::deserialize")]
    pub weights: Option<WeightCheck>,
    /// Counts of this kind that a second engine confirmed when the plan was made; empty
    /// if no other engine counts any in a few seconds. `None` in a plan of an older
    /// version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_engine: Option<Vec<Agreement>>,
    /// SHA-256 of everything else, as JSON without white space and with an empty text in
    /// this place.
    pub sha256: String,
}

impl CampaignPlan {
    /// Plans the count of `problem` in `bundles` bundles, but not more bundles than
    /// units.
    ///
    /// # Errors
    /// No engine that works in units takes the problem, or the named one does not; 0
    /// bundles; the weights are wrong; another engine disagrees
    /// ([`CampaignError::Disagreement`]); a limit ([`CampaignError::Stopped`]).
    pub fn new(
        problem: &Problem,
        question: JobQuestion,
        engine: Option<String>,
        bundles: u64,
        key: &str,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        let (limits, asked) = (&limits.started(), problem);
        let Decomposition { job, problem, work } =
            Decomposition::new(problem, question, engine, Kernel::Auto)?;
        if bundles == 0 {
            return Err(CampaignError::Input(
                "a campaign has at least 1 bundle".to_owned(),
            ));
        }
        let weights = WeightCheck::from_units(&problem, question, &*work, limits)?;
        let second_engine =
            Some(second::agreements(asked, question, &job.engine, limits)?);
        let bundles = bundles.min(job.units).max(1);
        let plan = CampaignPlan {
            schema: PLAN_SCHEMA.to_owned(),
            job,
            bundles,
            key: key.to_owned(),
            weights,
            second_engine,
            sha256: String::new(),
        };
        let plan = CampaignPlan {
            sha256: plan.digest(),
            ..plan
        };
        plan.check()?;
        Ok(plan)
    }

    /// Writes the plan into a folder, which is created if need be. If there is a plan of
    /// the same count, it stays.
    ///
    /// # Errors
    /// There is another plan; a system error.
    pub fn write(&self, folder: &Path) -> Result<(), CampaignError> {
        std::fs::create_dir_all(folder).map_err(CampaignError::io("create", folder))?;
        match files::write_document(folder, PLAN_FILE, self, true) {
            Err(CampaignError::Io { source, .. })
                if source.kind() == io::ErrorKind::AlreadyExists =>
            {
                if CampaignPlan::read(folder)?.counts_as(self) {
                    return Ok(());
                }
                let reason = format!(
                    "{} holds another campaign: name another folder",
                    folder.display()
                );
                Err(CampaignError::Input(reason))
            }
            written => written,
        }
    }

    /// Reads the plan of a folder.
    ///
    /// # Errors
    /// There is no plan; it was changed; a system error.
    pub fn read(folder: &Path) -> Result<Self, CampaignError> {
        let plan: Option<CampaignPlan> = files::read_document(folder, PLAN_FILE)?;
        let plan = plan.ok_or_else(|| {
            let word = shell_path(folder);
            CampaignError::Input(format!(
                "there is no {PLAN_FILE} in {}: `queens campaign plan PROBLEM --into {word}` writes one",
                folder.display()
            ))
        })?;
        plan.check()?;
        Ok(plan)
    }

    /// Returns true if `other` counts the same in the same units and bundles.
    fn counts_as(&self, other: &CampaignPlan) -> bool {
        (&self.job, self.bundles, &self.key, &self.weights)
            == (&other.job, other.bundles, &other.key, &other.weights)
    }

    /// Returns true if an older version made it, whose shards have no residues of their
    /// figures.
    pub(crate) fn is_old(&self) -> bool {
        self.schema == OLD_PLAN_SCHEMA
    }

    fn digest(&self) -> String {
        files::json_digest(&CampaignPlan {
            sha256: String::new(),
            ..self.clone()
        })
    }

    /// Checks that the plan is valid.
    pub(crate) fn check(&self) -> Result<(), CampaignError> {
        let refused = |reason: String| Err(CampaignError::in_file(PLAN_FILE, reason));
        if ![PLAN_SCHEMA, OLD_PLAN_SCHEMA].contains(&&*self.schema) {
            return refused(format!(
                "its schema is {}; this program reads {PLAN_SCHEMA} and {OLD_PLAN_SCHEMA}",
                self.schema
            ));
        }
        if self.is_old() != self.second_engine.is_none() {
            return refused(format!("only {PLAN_SCHEMA} has a second_engine"));
        }
        if self.sha256 != self.digest() {
            return refused(
                "was changed after it was written: its SHA-256 is another one".to_owned(),
            );
        }
        // A board that cannot be filled may have no units.
        if !(1..=self.job.units.max(1)).contains(&self.bundles) {
            return refused(format!(
                "{} bundles of {} units",
                self.bundles, self.job.units
            ));
        }
        match &self.weights {
            Some(weights) if !weights.are_right() => refused(format!(
                "the total weight of the units is {}, not {}: {}; do not use this program for this count",
                weights.sum, weights.must_be, weights.how
            )),
            _ => Ok(()),
        }
    }
}

impl Document for CampaignPlan {
    // The schema is a field because the SHA-256 includes it.
    const SCHEMA: &'static str = PLAN_SCHEMA;

    fn table(&self) -> Table {
        let mut table = Table::new().words("what", "what").words("value", "value");
        let mut row = |what: &str, value: Cell| table.push([Cell::words(what), value]);
        row(
            "problem",
            Cell::words(self.job.problem.trim().replace('\n', "; ")),
        );
        row(
            "question",
            Cell::words(format!("{:?}", self.job.question).to_lowercase()),
        );
        row(
            "engine",
            Cell::words(format!(
                "{}, decomposition {}",
                self.job.engine, self.job.decomposition
            )),
        );
        row("units", Cell::number(self.job.units));
        row("bundles", Cell::number(self.bundles));
        row("weights", Cell::words(self.weights_in_words()));
        row("second engine", Cell::words(self.second_engine_in_words()));
        row("SHA-256", Cell::words(&self.sha256));
        table
    }

    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)
    }
}

impl CampaignPlan {
    /// Returns a sentence about the sum of the weights.
    #[must_use]
    pub fn weights_in_words(&self) -> String {
        match &self.weights {
            Some(weights) => format!("{}, as expected ({})", weights.sum, weights.how),
            None => {
                "none known: no independent number confirms that the units are complete"
                    .to_owned()
            }
        }
    }

    /// Returns a sentence about the counts that a second engine confirmed.
    #[must_use]
    pub fn second_engine_in_words(&self) -> String {
        second::in_words(self.second_engine.as_deref())
    }
}

/// A folder with a plan, and its units.
pub struct Campaign {
    pub(crate) folder: PathBuf,
    pub(crate) plan: CampaignPlan,
    pub(crate) decomposition: Decomposition,
    pub(crate) deal: BundleDeal,
}

impl Campaign {
    /// Opens a folder with a plan; units are run with the instructions of `kernel`.
    /// Drafts of killed processes of this host are removed.
    ///
    /// # Errors
    /// As for [`CampaignPlan::read`]; this program divides the problem into other units;
    /// the processor lacks the kernel.
    pub fn open(folder: &Path, kernel: Kernel) -> Result<Self, CampaignError> {
        let plan = CampaignPlan::read(folder)?;
        draft::clean(folder);
        let decomposition = Decomposition::from_record(&plan.job, kernel)?;
        let deal = BundleDeal::new(plan.job.units, plan.bundles, &plan.key);
        Ok(Campaign {
            folder: folder.to_owned(),
            plan,
            decomposition,
            deal,
        })
    }

    /// Returns the plan.
    #[must_use]
    pub fn plan(&self) -> &CampaignPlan {
        &self.plan
    }

    /// Returns the units of a bundle in the order in which they are run; there are none
    /// beyond the last bundle.
    pub fn units_of(&self, bundle: u64) -> impl Iterator<Item = u64> + Clone {
        let units = (bundle < self.plan.bundles).then(|| self.deal.units_of(bundle));
        units.into_iter().flatten()
    }

    /// Returns true if units are divided into segments. On the largest boards they are.
    #[must_use]
    pub fn has_segments(&self) -> bool {
        let segments = |unit| self.decomposition.work.segments(unit).count();
        // The first units are those with the most work.
        self.plan.job.units > 0 && segments(0) > 1
    }

    /// Returns the folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the units.
    #[must_use]
    pub fn decomposition(&self) -> &Decomposition {
        &self.decomposition
    }
}
