//! What a campaign counts, and how it is parted.

use crate::deal::Deal;
use crate::files;
use crate::second::{self, Agreement};
use crate::{CampaignError, Cut, Weights};
use queens::control::Limits;
use queens::document::{Cell, Document, Table};
use queens::parallel::{Asked, Job};
use queens::problem::Problem;
use queens::simd::Kernel;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

/// The name of the plan in the folder of a campaign.
pub const PLAN: &str = "plan.json";

/// The schema of plans.
const SCHEMA: &str = "queens/plan/2";

/// The schema of plans of an older version, which no second engine checked.
const BEFORE: &str = "queens/plan/1";

/// What a campaign counts, who cuts it into units, and how these are dealt into bundles. Whoever plans the same plans
/// it to the last bit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The schema, with its version.
    schema: String,
    /// What is counted: problem, question, engine, version of the decomposition, units.
    #[serde(flatten)]
    pub job: Job,
    /// How many bundles there are.
    pub bundles: u64,
    /// The key of the permutation that deals units into bundles.
    pub key: String,
    /// What the units stand for in all; `None` where nothing is known of it.
    pub weights: Option<Weights>,
    /// Counts of this kind that a second engine confirmed, when the plan was made; empty if there is no such engine, or
    /// none that counts in a few seconds. `None` in a plan of an older version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_engine: Option<Vec<Agreement>>,
    /// SHA-256 of all the rest, as JSON without white space and with an empty text in this place.
    pub sha256: String,
}

impl Plan {
    /// Plans the count of `problem` in `bundles` bundles, or as many as there are units if these are less.
    ///
    /// # Errors
    /// No engine that works in units takes the problem, or not the named one; no bundle; what the units stand for is
    /// not what it must be; another engine counts something else ([`CampaignError::Disagreement`]); a limit ends it before
    /// that is known ([`CampaignError::Stopped`]).
    pub fn new(
        problem: &Problem,
        question: Asked,
        engine: Option<String>,
        bundles: u64,
        key: &str,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        let (limits, asked) = (&limits.started(), problem);
        let Cut { job, problem, shards } = Cut::new(problem, question, engine, Kernel::Auto)?;
        if bundles == 0 {
            return Err(CampaignError::Input("a campaign has at least 1 bundle".to_owned()));
        }
        let weights = Weights::of(&problem, question, &*shards, limits)?;
        let second_engine = Some(second::agreements(asked, question, &job.engine, limits)?);
        let bundles = bundles.min(job.units).max(1);
        let plan = Plan {
            schema: SCHEMA.to_owned(),
            job,
            bundles,
            key: key.to_owned(),
            weights,
            second_engine,
            sha256: String::new(),
        };
        let plan = Plan { sha256: plan.digest(), ..plan };
        plan.check()?;
        Ok(plan)
    }

    /// Writes it into a folder, which is made if need be. A plan of the same count may be there already, and stays.
    ///
    /// # Errors
    /// There is another plan; the system refuses.
    pub fn write(&self, folder: &Path) -> Result<(), CampaignError> {
        std::fs::create_dir_all(folder).map_err(CampaignError::io("make", folder))?;
        match files::write(folder, PLAN, self, true) {
            Err(CampaignError::Io { source, .. }) if source.kind() == io::ErrorKind::AlreadyExists => {
                if Plan::read(folder)?.counts_as(self) {
                    return Ok(());
                }
                let reason = format!("{} holds another campaign: name another folder", folder.display());
                Err(CampaignError::Input(reason))
            }
            written => written,
        }
    }

    /// Reads that of a folder.
    ///
    /// # Errors
    /// There is none; it was changed; the system refuses.
    pub fn read(folder: &Path) -> Result<Self, CampaignError> {
        let plan: Option<Plan> = files::read(folder, PLAN)?;
        let plan = plan.ok_or_else(|| {
            let folder = folder.display();
            CampaignError::Input(format!(
                "there is no {PLAN} in {folder}: `queens campaign plan PROBLEM --into {folder}` writes one"
            ))
        })?;
        plan.check()?;
        Ok(plan)
    }

    /// Returns true if `other` counts the same in the same units and bundles.
    fn counts_as(&self, other: &Plan) -> bool {
        (&self.job, self.bundles, &self.key, &self.weights)
            == (&other.job, other.bundles, &other.key, &other.weights)
    }

    /// Returns true if it was made by a version before this one, whose shards have no residues of their figures.
    pub(crate) fn is_old(&self) -> bool {
        self.schema == BEFORE
    }

    fn digest(&self) -> String {
        files::digest(&Plan { sha256: String::new(), ..self.clone() })
    }

    /// Sees that it is what it says.
    pub(crate) fn check(&self) -> Result<(), CampaignError> {
        let refused = |reason: String| Err(CampaignError::file(PLAN, reason));
        if ![SCHEMA, BEFORE].contains(&&*self.schema) {
            return refused(format!(
                "its schema is {}; this program reads {SCHEMA} and {BEFORE}",
                self.schema
            ));
        }
        if self.is_old() != self.second_engine.is_none() {
            return refused(format!("second_engine belongs to {SCHEMA} alone"));
        }
        if self.sha256 != self.digest() {
            return refused("was changed after it was written: its SHA-256 is another one".to_owned());
        }
        if !(1..=self.job.units).contains(&self.bundles) {
            return refused(format!("{} bundles of {} units", self.bundles, self.job.units));
        }
        match &self.weights {
            Some(weights) if !weights.are_right() => refused(format!(
                "the units stand for {}, not for {}: {}; do not use this program for this count",
                weights.sum, weights.must_be, weights.how
            )),
            _ => Ok(()),
        }
    }
}

impl Document for Plan {
    // It carries its schema itself, for the SHA-256 is taken with it.
    const SCHEMA: &'static str = SCHEMA;

    fn table(&self) -> Table {
        let mut table = Table::new().words("what", "what").words("value", "value");
        let mut row = |what: &str, value: Cell| table.push([Cell::words(what), value]);
        row("problem", Cell::words(self.job.problem.trim().replace('\n', "; ")));
        row("question", Cell::words(format!("{:?}", self.job.question).to_lowercase()));
        row("engine", Cell::words(format!("{}, decomposition {}", self.job.engine, self.job.decomposition)));
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

impl Plan {
    /// What is known of the weights' sum.
    #[must_use]
    pub fn weights_in_words(&self) -> String {
        match &self.weights {
            Some(weights) => format!("{}, as they must be ({})", weights.sum, weights.how),
            None => "none known: no independent number says that the units are all there is".to_owned(),
        }
    }

    /// The counts that a second engine confirmed, in a sentence.
    #[must_use]
    pub fn second_engine_in_words(&self) -> String {
        second::in_words(self.second_engine.as_deref())
    }
}

/// A folder with a plan, and the units that it speaks of.
pub struct Campaign {
    pub(crate) folder: PathBuf,
    pub(crate) plan: Plan,
    pub(crate) cut: Cut,
    pub(crate) deal: Deal,
}

impl Campaign {
    /// Opens a folder that holds a plan; units are run with the instructions of `kernel`. Drafts of processes of this host
    /// that were killed are removed.
    ///
    /// # Errors
    /// As [`Plan::read`], and if this program cuts the problem in another way or the processor lacks the kernel.
    pub fn open(folder: &Path, kernel: Kernel) -> Result<Self, CampaignError> {
        let plan = Plan::read(folder)?;
        draft::clean(folder);
        let cut = Cut::again(&plan.job, kernel)?;
        let deal = Deal::new(plan.job.units, plan.bundles, &plan.key);
        Ok(Campaign { folder: folder.to_owned(), plan, cut, deal })
    }

    /// The same, with its units run by another engine that has the same ones: `gpu` in place of `join`.
    ///
    /// # Errors
    /// The units are others.
    pub fn run_by(self, cut: Cut) -> Result<Self, CampaignError> {
        if cut.job != self.plan.job {
            return Err(CampaignError::Input(format!(
                "the units of this campaign are those of {}, and {} has others: plan another campaign for it, or leave \
                 the engine out",
                self.plan.job.engine, cut.job.engine
            )));
        }
        Ok(Campaign { cut, ..self })
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The units.
    #[must_use]
    pub fn cut(&self) -> &Cut {
        &self.cut
    }
}
