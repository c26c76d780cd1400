//! The sum of all shards, and what proves it.

use crate::error::Place;
use crate::files;
use crate::proof;
use crate::scan::Scan;
use crate::{Campaign, CampaignError, Machine, Plan};
use queens::control::{Limits, Stop};
use queens::document::{Cell, Document, Table};
use queens::parallel::Tally;
use queens::reference::Published;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;

/// The name of the certificate in the folder of a campaign.
pub const CERTIFICATE: &str = "certificate.json";

/// The schema of certificates.
pub(crate) const SCHEMA: &str = "queens/campaign-certificate/2";

/// The schema of certificates of an older version.
pub(crate) const BEFORE: &str = "queens/campaign-certificate/1";

/// What the units of a campaign came to, and who ran them. The same shards make the same certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Certificate {
    /// The schema, with its version.
    pub(crate) schema: String,
    /// The plan, whole.
    pub plan: Plan,
    /// The sum of the counts of all units, in decimal digits.
    pub count: String,
    /// The sums of the figures, by the names in the plan, in decimal digits.
    pub figures: Vec<String>,
    /// The sum of the nodes.
    pub nodes: u64,
    /// SHA-256 of the records: for each unit, by number, a line of its number, count and figures with blanks between.
    pub records: String,
    /// Units that were run again with other instructions and came to the same.
    pub verified: u64,
    /// The sequences whose published value the count is.
    pub published: Vec<String>,
    /// Who ran how many units, by host.
    pub workers: Vec<Worker>,
    /// How long all units took their threads. In whole numbers, which every reader takes exactly.
    pub milliseconds: u64,
    /// Time of the processor that they took; none if some of them do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_milliseconds: Option<u64>,
    /// SHA-256 of all the rest, as JSON without white space and with an empty text in this place.
    pub sha256: String,
}

/// A host with a version of the program and the instructions that it used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Worker {
    /// Host and processor.
    #[serde(flatten)]
    pub machine: Machine,
    /// The version of the program.
    pub program: String,
    /// The instructions.
    pub kernel: String,
    /// Units.
    pub units: u64,
    /// How long they took its threads.
    pub milliseconds: u64,
    /// Time of the processor that they took; none if some of them do not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_milliseconds: Option<u64>,
}

impl Certificate {
    pub(crate) fn digest(&self) -> String {
        files::digest(&Certificate { sha256: String::new(), ..self.clone() })
    }
}

impl Document for Certificate {
    const SCHEMA: &'static str = SCHEMA;

    fn table(&self) -> Table {
        workers_table(&self.workers)
    }

    // It carries its schema itself, for the SHA-256 is taken with it.
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)
    }
}

/// Who ran how many units.
pub(crate) fn workers_table(workers: &[Worker]) -> Table {
    let head = Table::new().words("host", "host").words("version", "program").words("kernel", "kernel");
    let mut table =
        head.numbers("units", "units").numbers("thread time", "seconds").numbers("CPU time", "cpu_seconds");
    table = table.words("processor", "cpu");
    for worker in workers {
        table.push([
            Cell::words(&worker.machine.host),
            Cell::words(&worker.program),
            Cell::words(&worker.kernel),
            Cell::number(worker.units),
            Cell::seconds(worker.milliseconds as f64 / 1e3),
            worker.cpu_milliseconds.map_or(Cell::words(""), |cpu| Cell::seconds(cpu as f64 / 1e3)),
            Cell::words(&worker.machine.cpu),
        ]);
    }
    table
}

/// What a merge came to.
#[derive(Debug)]
pub struct Merged {
    /// What was written.
    pub certificate: Certificate,
    /// The published values that the sum was held against.
    pub published: Vec<Published>,
    /// The sum.
    pub sum: Tally,
    /// Last lines without an end; their units stand in other lines.
    pub torn: Vec<Place>,
    /// Shards that did not count, because their host and version are set aside.
    pub set_aside: Vec<String>,
}

/// Adds up all shards and writes the certificate into the folder. Doing it again changes nothing.
///
/// Equal records of a unit count once. A last line without an end is as good as none.
///
/// # Errors
/// A damaged line, a shard of another plan, units that contradict each other: the first of them, with file and line.
/// Missing units. Figures whose sums cannot be right. A published number that says otherwise. A limit, which ends the work. Then no certificate is
/// written.
pub fn merge(campaign: &Campaign, limits: &Limits) -> Result<Merged, CampaignError> {
    let limits = limits.started();
    let mut scan = Scan::of(campaign, &limits)?;
    if !scan.faults.is_empty() {
        return Err(scan.faults.swap_remove(0));
    }
    let (units, sum) = (campaign.plan.job.units, scan.ledger.sum().clone());
    if !scan.ledger.is_complete() {
        return Err(CampaignError::Missing { missing: units - scan.ledger.done(), units });
    }
    let Plan { job, .. } = &campaign.plan;
    if let Some(reason) = proof::wrong_figures(&campaign.cut.problem, job.question, sum.count, &sum.figures) {
        return Err(CampaignError::Figures(reason));
    }
    let published = campaign.cut.published(&sum);
    if let Some(&(published, sum)) = published.iter().find(|(published, sum)| published.value != *sum) {
        return Err(CampaignError::NotAsPublished { sum, name: published.name, published: published.value });
    }
    let published: Vec<Published> = published.into_iter().map(|(published, _)| published).collect();
    let workers = workers(&scan);
    let certificate = Certificate {
        schema: SCHEMA.to_owned(),
        plan: campaign.plan.clone(),
        count: sum.count.to_string(),
        figures: sum.figures.iter().map(u128::to_string).collect(),
        nodes: sum.nodes,
        records: records(&scan, &limits)?,
        verified: scan.verified.len() as u64,
        published: published.iter().map(|published| published.name.to_owned()).collect(),
        milliseconds: workers.iter().map(|worker| worker.milliseconds).sum(),
        cpu_milliseconds: workers.iter().map(|worker| worker.cpu_milliseconds).sum(),
        workers,
        sha256: String::new(),
    };
    let certificate = Certificate { sha256: certificate.digest(), ..certificate };
    files::write(&campaign.folder, CERTIFICATE, &certificate, false)?;
    Ok(Merged { certificate, published, sum, torn: scan.torn, set_aside: scan.set_aside })
}

/// Units, seconds on the wall, and seconds of the processor where all are known.
type Work = (u64, f64, Option<f64>);

/// Who ran the units that count.
pub(crate) fn workers(scan: &Scan) -> Vec<Worker> {
    let mut workers: BTreeMap<(Machine, String, String), Work> = BTreeMap::new();
    for shard in &scan.shards {
        if let Some(header) = shard.header.as_ref().filter(|_| shard.units > 0) {
            let who = (header.machine.clone(), header.program.clone(), header.kernel.clone());
            let sum = workers.entry(who).or_insert((0, 0.0, Some(0.0)));
            let cpu = sum.2.zip(shard.cpu_seconds).map(|(sum, cpu)| sum + cpu);
            *sum = (sum.0 + shard.units, sum.1 + shard.seconds, cpu);
        }
    }
    let milliseconds = |seconds: f64| (seconds * 1e3).round() as u64;
    let worker = |((machine, program, kernel), (units, seconds, cpu)): (_, Work)| Worker {
        machine,
        program,
        kernel,
        units,
        milliseconds: milliseconds(seconds),
        cpu_milliseconds: cpu.map(milliseconds),
    };
    workers.into_iter().map(worker).collect()
}

/// The digest of the records.
fn records(scan: &Scan, limits: &Limits) -> Result<String, Stop> {
    let mut hash = Sha256::new();
    for (unit, tally) in scan.ledger.tallies() {
        limits.check()?;
        let figures: String = tally.figures.iter().map(|figure| format!(" {figure}")).collect();
        hash.update(format!("{unit} {}{figures}\n", tally.count).as_bytes());
    }
    Ok(files::hex(&hash.finalize()))
}
