//! Comparison of two campaigns of the same count.

use crate::merge::{list_workers, work_of_hosts};
use crate::scan::FolderScan;
use crate::{Archive, Campaign, CampaignError, CampaignWorker};
use queens::control::Limits;
use queens::document::{Cell, Document, Table};
use queens::parallel::{Job, JobQuestion, Tally};
use queens::problem::Problem;
use queens::simd::Kernel;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Maximum number of differing units that are listed.
const MAX_LISTED_UNITS: usize = 20;

/// Progress and origin of a campaign.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CampaignSummary {
    /// Folder or archive, as the user named it.
    pub name: String,
    /// Engine, with the version of its decomposition.
    pub engine: String,
    /// Version of the decomposition.
    pub decomposition: u32,
    /// Number of units.
    pub units: u64,
    /// Number of units that are done.
    pub done: u64,
    /// Sum of their counts, in decimal digits: the answer if all are done.
    pub count: String,
    /// Sums of their figures, in decimal digits.
    pub figures: Vec<String>,
    /// Number of units that other instructions confirmed.
    pub verified: u64,
    /// Kernels that ran the units.
    pub kernels: BTreeSet<String>,
    /// Hosts that ran the units.
    pub hosts: BTreeSet<String>,
    /// Versions of the program that ran the units.
    pub programs: BTreeSet<String>,
    /// Reasons why a merge would refuse the shards.
    pub faults: Vec<String>,
}

/// A unit with two results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferingUnit {
    /// Number of the unit.
    pub unit: u64,
    /// Count and figures in the first campaign, in decimal digits.
    pub first: Vec<String>,
    /// Count and figures in the second campaign.
    pub second: Vec<String>,
}

/// Result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CampaignComparison {
    /// The problem, in its text form.
    pub problem: String,
    /// The question.
    pub question: JobQuestion,
    /// Both campaigns.
    pub campaigns: [CampaignSummary; 2],
    /// True if the sums are equal; `None` if units are missing.
    pub sums_agree: Option<bool>,
    /// Number of units that are done in both; `None` if the campaigns have different
    /// units.
    pub shared_units: Option<u64>,
    /// Number of these that differ.
    pub differing_units: u64,
    /// The first of them, at most 20.
    pub differing: Vec<DifferingUnit>,
    /// True if one engine ran the units of both.
    pub same_engine: bool,
    /// Kernels that ran units of both.
    pub common_kernels: BTreeSet<String>,
    /// Hosts that ran units of both.
    pub common_hosts: BTreeSet<String>,
    /// Versions of the program that ran units of both.
    pub common_programs: BTreeSet<String>,
    /// Contradictions between the campaigns.
    pub contradictions: Vec<String>,
}

/// A campaign with its units.
struct ComparedCampaign {
    job: Job,
    tallies: BTreeMap<u64, Tally>,
    sum: Tally,
    summary: CampaignSummary,
}

impl ComparedCampaign {
    /// Reads a folder or an archive.
    fn read(path: &Path, limits: &Limits) -> Result<Self, CampaignError> {
        if path.is_file() {
            let archive = Archive::read(path, limits)?;
            let tallies = archive
                .tallies()
                .map(|(unit, tally)| (unit, tally.clone()))
                .collect();
            let certificate = &archive.certificate;
            return Ok(Self::new(
                path,
                &archive.plan.job,
                tallies,
                &certificate.workers,
                certificate.verified,
            ));
        }
        let campaign = Campaign::open(path, Kernel::Auto)?;
        let scan = FolderScan::from_campaign(&campaign, limits)?;
        let tallies = scan
            .ledger
            .tallies()
            .map(|(unit, tally)| (unit, tally.clone()))
            .collect();
        let mut read = Self::new(
            path,
            &campaign.plan.job,
            tallies,
            &list_workers(work_of_hosts(&scan)),
            scan.verified.len() as u64,
        );
        read.summary.faults = scan.faults.iter().map(ToString::to_string).collect();
        Ok(read)
    }

    fn new(
        path: &Path,
        job: &Job,
        tallies: BTreeMap<u64, Tally>,
        workers: &[CampaignWorker],
        verified: u64,
    ) -> Self {
        let sum: Tally = tallies.values().sum();
        let all = |of: fn(&CampaignWorker) -> &str| {
            workers.iter().map(|worker| of(worker).to_owned()).collect()
        };
        let summary = CampaignSummary {
            name: path.display().to_string(),
            engine: job.engine.clone(),
            decomposition: job.decomposition,
            units: job.units,
            done: tallies.len() as u64,
            count: sum.count.to_string(),
            figures: sum.figures.iter().map(u128::to_string).collect(),
            verified,
            kernels: all(|worker| &worker.kernel),
            hosts: all(|worker| &worker.machine.host),
            programs: all(|worker| &worker.program),
            faults: Vec::new(),
        };
        ComparedCampaign {
            job: job.clone(),
            tallies,
            sum,
            summary,
        }
    }

    fn is_complete(&self) -> bool {
        self.summary.done == self.summary.units
    }

    /// Returns the problem in the form in which two engines have the same one.
    fn problem(&self) -> Option<Problem> {
        self.job
            .problem
            .parse()
            .ok()
            .map(|problem: Problem| problem.normalized())
    }
}

/// Compares two campaigns of the same count, each a folder or an archive: their sums if
/// all units are done, and each unit that is done in both if they have the same units.
///
/// # Errors
/// They count different things; a folder or an archive cannot be read; a limit. Faults of
/// shards are no error, but listed.
pub fn compare(
    first: &Path,
    second: &Path,
    limits: &Limits,
) -> Result<CampaignComparison, CampaignError> {
    let limits = limits.started();
    let [a, b] = [
        ComparedCampaign::read(first, &limits)?,
        ComparedCampaign::read(second, &limits)?,
    ];
    check_same_count(&a, &b)?;
    let results = ComparedResults::new(&a, &b);
    let (sums_agree, mut contradictions) = results.compare_sums(&a, &b);
    let units = results.compare_units(&a, &b, &limits)?;
    if units.differing_units > 0 {
        contradictions.push(format!(
            "{} units have different results in the two campaigns",
            units.differing_units
        ));
    }
    let common = |of: fn(&CampaignSummary) -> &BTreeSet<String>| {
        of(&a.summary)
            .intersection(of(&b.summary))
            .cloned()
            .collect()
    };
    Ok(CampaignComparison {
        problem: a.job.problem.clone(),
        question: a.job.question,
        sums_agree,
        shared_units: results.have_same_units.then_some(units.shared_units),
        differing_units: units.differing_units,
        differing: units.differing,
        same_engine: a.job.engine == b.job.engine,
        common_kernels: common(|summary| &summary.kernels),
        common_hosts: common(|summary| &summary.hosts),
        common_programs: common(|summary| &summary.programs),
        contradictions,
        campaigns: [a.summary, b.summary],
    })
}

/// Checks that both campaigns count the same.
fn check_same_count(
    a: &ComparedCampaign,
    b: &ComparedCampaign,
) -> Result<(), CampaignError> {
    if a.job.question == b.job.question && a.problem() == b.problem() {
        return Ok(());
    }
    let [a, b] = [a, b].map(|one| {
        let problem = one.job.problem.trim().replace('\n', "; ");
        format!(
            "{} counts {} of '{problem}'",
            one.summary.name, one.job.question
        )
    });
    Err(CampaignError::Input(format!(
        "{a}, and {b}: compare two campaigns of the same count"
    )))
}

/// The parts of results that are compared between two campaigns.
struct ComparedResults {
    /// True if both have the same units.
    have_same_units: bool,
    /// True if figures mean the same in both: those of another engine count other things.
    have_same_figures: bool,
}

/// The units that are done in both campaigns.
#[derive(Default)]
struct ComparedUnits {
    shared_units: u64,
    differing_units: u64,
    /// The first units that differ.
    differing: Vec<DifferingUnit>,
}

impl ComparedResults {
    fn new(a: &ComparedCampaign, b: &ComparedCampaign) -> Self {
        let have_same_units = a.job == b.job;
        ComparedResults {
            have_same_units,
            have_same_figures: a.job.figures == b.job.figures
                && (have_same_units || a.job.question != JobQuestion::Count),
        }
    }

    /// Returns the numbers of a result that are compared, in decimal digits.
    fn result_words(&self, tally: &Tally) -> Vec<String> {
        let figures: &[u128] = if self.have_same_figures {
            &tally.figures
        } else {
            &[]
        };
        std::iter::once(&tally.count)
            .chain(figures)
            .map(u128::to_string)
            .collect()
    }

    /// Compares the sums: whether they agree if both are complete, and what contradicts.
    fn compare_sums(
        &self,
        a: &ComparedCampaign,
        b: &ComparedCampaign,
    ) -> (Option<bool>, Vec<String>) {
        let mut contradictions = Vec::new();
        let (first, second) = (self.result_words(&a.sum), self.result_words(&b.sum));
        let sums_agree = (a.is_complete() && b.is_complete()).then(|| first == second);
        if sums_agree == Some(false) {
            contradictions.push(format!(
                "the sums are {} in {} and {} in {}",
                first.join(" "),
                a.summary.name,
                second.join(" "),
                b.summary.name
            ));
        }
        for (part, whole) in [(a, b), (b, a)] {
            let is_part = !part.is_complete() && whole.is_complete();
            if is_part && part.sum.count > whole.sum.count {
                contradictions.push(format!(
                    "{} units of {} add up to {}, but all units of {} add up to only {}",
                    part.summary.done,
                    part.summary.name,
                    part.sum.count,
                    whole.summary.name,
                    whole.sum.count
                ));
            }
        }
        (sums_agree, contradictions)
    }

    /// Compares each unit that is done in both; none if they have different units.
    fn compare_units(
        &self,
        a: &ComparedCampaign,
        b: &ComparedCampaign,
        limits: &Limits,
    ) -> Result<ComparedUnits, CampaignError> {
        let mut units = ComparedUnits::default();
        if !self.have_same_units {
            return Ok(units);
        }
        for (&unit, first) in &a.tallies {
            limits.check()?;
            let Some(second) = b.tallies.get(&unit) else {
                continue;
            };
            units.shared_units += 1;
            let (first, second) = (self.result_words(first), self.result_words(second));
            if first == second {
                continue;
            }
            units.differing_units += 1;
            if units.differing.len() < MAX_LISTED_UNITS {
                units.differing.push(DifferingUnit {
                    unit,
                    first,
                    second,
                });
            }
        }
        Ok(units)
    }
}

impl CampaignComparison {
    /// Returns true if nothing contradicts, and a merge would accept all shards.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.contradictions.is_empty()
            && self
                .campaigns
                .iter()
                .all(|campaign| campaign.faults.is_empty())
    }

    /// Returns lines for people, without the table of differing units.
    #[must_use]
    pub fn in_words(&self) -> Vec<String> {
        let [a, b] = &self.campaigns;
        let mut lines = Vec::new();
        for one in [a, b] {
            lines.push(one.in_words());
            lines.extend(
                one.faults
                    .iter()
                    .map(|fault| format!("{}: {fault}", one.name)),
            );
        }
        lines.push(match (self.sums_agree, self.contradictions.is_empty()) {
            (Some(true), _) => "the sums agree".to_owned(),
            (None, true) => {
                "the sums cannot be compared yet: units are missing".to_owned()
            }
            _ => "the campaigns contradict each other: one of them is wrong".to_owned(),
        });
        lines.extend(self.contradictions.iter().cloned());
        lines.push(match (self.shared_units, self.differing_units) {
            (None, _) => {
                "they have different units, so only the sums can be compared".to_owned()
            }
            (Some(shared), 0) => {
                format!("{shared} units are done in both, and all of them agree")
            }
            (Some(shared), differing) => {
                format!("{shared} units are done in both, and {differing} of them differ")
            }
        });
        lines.push(self.independence_in_words());
        lines
    }

    /// Returns a line about what both have in common, and what could err in one of them
    /// alone.
    fn independence_in_words(&self) -> String {
        let engine = if self.same_engine {
            BTreeSet::from([self.campaigns[0].engine.clone()])
        } else {
            BTreeSet::new()
        };
        let (mut common, mut different) = (Vec::new(), Vec::new());
        for (kind, names) in [
            ("engine", &engine),
            ("kernel", &self.common_kernels),
            ("host", &self.common_hosts),
            ("version", &self.common_programs),
        ] {
            if names.is_empty() {
                different.push(kind.to_owned());
            } else {
                common.push(format!("{kind} {}", join_names(names)));
            }
        }
        for list in [&mut common, &mut different] {
            if list.is_empty() {
                list.push("nothing".to_owned());
            }
        }
        format!(
            "in common: {}; different: {}",
            common.join("; "),
            different.join(", ")
        )
    }
}

impl CampaignSummary {
    /// Returns a line about its sum and its machines.
    fn in_words(&self) -> String {
        let so_far = if self.done < self.units {
            " so far"
        } else {
            ""
        };
        let progress = format!(
            "{} of {} units, sum {}{so_far}, {} verified",
            self.done, self.units, self.count, self.verified
        );
        let machines = format!(
            "kernels: {}; hosts: {}; versions: {}",
            join_names(&self.kernels),
            join_names(&self.hosts),
            join_names(&self.programs)
        );
        format!("{}: {}, {progress}; {machines}", self.name, self.engine)
    }
}

fn join_names(names: &BTreeSet<String>) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    names.join(", ")
}

impl Document for CampaignComparison {
    const SCHEMA: &'static str = "queens/campaign-comparison/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("unit", "unit")
            .words("first", "first")
            .words("second", "second");
        for differing in &self.differing {
            table.push([
                Cell::number(differing.unit),
                Cell::words(differing.first.join(" ")),
                Cell::words(differing.second.join(" ")),
            ]);
        }
        table
    }
}
