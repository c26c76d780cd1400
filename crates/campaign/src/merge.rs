//! The sum of all shards and its certificate.

use crate::error::ShardLine;
use crate::files;
use crate::proof;
use crate::scan::{FolderScan, WorkTotals};
use crate::{Campaign, CampaignError, CampaignPlan, Machine, ShardHeader};
use queens::control::{Limits, Stop};
use queens::document::{Cell, Document, Table};
use queens::parallel::Tally;
use queens::reference::Published;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;

/// Name of the certificate in the folder of a campaign.
pub const CERTIFICATE_FILE: &str = "certificate.json";

/// Schema of certificates.
pub(crate) const CERTIFICATE_SCHEMA: &str = "queens/campaign-certificate/2";

/// Schema of certificates of an older version.
pub(crate) const OLD_CERTIFICATE_SCHEMA: &str = "queens/campaign-certificate/1";

/// Sum of the units of a campaign and the hosts that ran them. The same shards give the
/// same certificate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignCertificate {
    /// Schema, with its version.
    pub(crate) schema: String,
    /// Plan of the campaign.
    pub plan: CampaignPlan,
    /// Sum of the counts of all units, in decimal digits.
    pub count: String,
    /// Sums of the figures, in the order of their names in the plan, in decimal digits.
    pub figures: Vec<String>,
    /// Sum of the nodes.
    pub nodes: u64,
    /// SHA-256 of the records: for each unit in order of number, a line of its number,
    /// count and figures, separated by blanks.
    pub records: String,
    /// Number of units that other instructions confirmed.
    pub verified: u64,
    /// Sequences whose published value equals the count.
    pub published: Vec<String>,
    /// Number of units run by each host.
    pub workers: Vec<CampaignWorker>,
    /// Thread time of all units in milliseconds: a whole number, which every reader takes
    /// exactly.
    pub milliseconds: u64,
    /// Processor time in milliseconds; `None` if some records lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_milliseconds: Option<u64>,
    /// SHA-256 of everything else, as JSON without white space and with an empty text in
    /// this place.
    pub sha256: String,
}

/// Work of a host with a version of the program and a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CampaignWorker {
    /// Host and processor.
    #[serde(flatten)]
    pub machine: Machine,
    /// Version of the program.
    pub program: String,
    /// Kernel: the instructions that were used.
    pub kernel: String,
    /// Number of units.
    pub units: u64,
    /// Thread time in milliseconds.
    pub milliseconds: u64,
    /// Processor time in milliseconds; `None` if some records lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_milliseconds: Option<u64>,
}

impl CampaignCertificate {
    pub(crate) fn digest(&self) -> String {
        files::json_digest(&CampaignCertificate {
            sha256: String::new(),
            ..self.clone()
        })
    }
}

impl Document for CampaignCertificate {
    const SCHEMA: &'static str = CERTIFICATE_SCHEMA;

    fn table(&self) -> Table {
        workers_table(&self.workers)
    }

    // The schema is a field because the SHA-256 includes it.
    fn write_json(&self, out: &mut dyn io::Write) -> io::Result<()> {
        serde_json::to_writer_pretty(&mut *out, self)?;
        writeln!(out)
    }
}

/// Table of the units of each host.
pub(crate) fn workers_table(workers: &[CampaignWorker]) -> Table {
    let head = Table::new()
        .words("host", "host")
        .words("version", "program")
        .words("kernel", "kernel");
    let mut table = head
        .numbers("units", "units")
        .numbers("thread time", "seconds")
        .numbers("CPU time", "cpu_seconds");
    table = table.words("processor", "cpu");
    for worker in workers {
        table.push([
            Cell::words(&worker.machine.host),
            Cell::words(&worker.program),
            Cell::words(&worker.kernel),
            Cell::number(worker.units),
            Cell::seconds(worker.milliseconds as f64 / 1e3),
            worker
                .cpu_milliseconds
                .map_or(Cell::words(""), |cpu| Cell::seconds(cpu as f64 / 1e3)),
            Cell::words(&worker.machine.cpu),
        ]);
    }
    table
}

/// Result of a merge.
#[derive(Debug)]
pub struct MergeReport {
    /// Certificate that was written.
    pub certificate: CampaignCertificate,
    /// Published values that the sum was compared with.
    pub published: Vec<Published>,
    /// Sum of all units.
    pub sum: Tally,
    /// Last lines without an end, whose units are in other lines.
    pub torn: Vec<ShardLine>,
    /// Shards that did not count because their host and version are quarantined.
    pub set_aside: Vec<String>,
}

/// Adds up all shards and writes the certificate into the folder. Repeating it changes
/// nothing.
///
/// Equal records of a unit count once. A last line without an end is ignored.
///
/// # Errors
/// A damaged line, a shard of another plan or contradictory units: the first of them,
/// with file and line. Missing units. Figures whose sums violate their definition. A
/// different published number, or a sum that is impossible by symmetry or by the law of
/// growth. A limit. In these cases no certificate is written.
pub fn merge(campaign: &Campaign, limits: &Limits) -> Result<MergeReport, CampaignError> {
    let limits = limits.started();
    let mut scan = FolderScan::from_campaign(campaign, &limits)?;
    if !scan.faults.is_empty() {
        return Err(scan.faults.swap_remove(0));
    }
    let units = campaign.plan.job.units;
    if !scan.ledger.is_complete() {
        return Err(CampaignError::Missing {
            missing: units - scan.ledger.done(),
            units,
        });
    }
    let sum = scan.ledger.sum().clone();
    let published = check_total(campaign, &sum)?;
    let certificate = make_certificate(campaign, &scan, &sum, &published, &limits)?;
    files::write_document(&campaign.folder, CERTIFICATE_FILE, &certificate, false)?;
    Ok(MergeReport {
        certificate,
        published,
        sum,
        torn: scan.torn,
        set_aside: scan.set_aside,
    })
}

/// Checks that the sum of all units is possible. Returns the published values that it
/// agrees with.
fn check_total(
    campaign: &Campaign,
    sum: &Tally,
) -> Result<Vec<Published>, CampaignError> {
    let decomposition = &campaign.decomposition;
    if let Some(reason) = proof::wrong_figures(
        &decomposition.problem,
        campaign.plan.job.question,
        sum.count,
        &sum.figures,
    ) {
        return Err(CampaignError::Figures(reason));
    }
    let mut agreed = Vec::new();
    for (published, sum) in decomposition.compare_with_published(sum) {
        if published.value != sum {
            return Err(CampaignError::NotAsPublished {
                sum,
                name: published.name,
                published: published.value,
            });
        }
        agreed.push(published);
    }
    let faults = decomposition.faults_of_sum(sum);
    if !faults.is_empty() {
        return Err(CampaignError::ImpossibleSum {
            sum: sum.count,
            reason: faults.join("; "),
        });
    }
    Ok(agreed)
}

/// Makes the certificate of a complete campaign.
fn make_certificate(
    campaign: &Campaign,
    scan: &FolderScan,
    sum: &Tally,
    published: &[Published],
    limits: &Limits,
) -> Result<CampaignCertificate, CampaignError> {
    let workers = list_workers(work_of_hosts(scan));
    let names = published.iter().map(|published| published.name.to_owned());
    let certificate = CampaignCertificate {
        schema: CERTIFICATE_SCHEMA.to_owned(),
        plan: campaign.plan.clone(),
        count: sum.count.to_string(),
        figures: sum.figures.iter().map(u128::to_string).collect(),
        nodes: sum.nodes,
        records: digest_records(scan, limits)?,
        verified: scan.verified.len() as u64,
        published: names.collect(),
        milliseconds: workers.iter().map(|worker| worker.milliseconds).sum(),
        cpu_milliseconds: workers.iter().map(|worker| worker.cpu_milliseconds).sum(),
        workers,
        sha256: String::new(),
    };
    Ok(CampaignCertificate {
        sha256: certificate.digest(),
        ..certificate
    })
}

/// Host and processor, version of the program, and kernel.
pub(crate) type WorkerKey = (Machine, String, String);

/// Returns the work of each host in their order.
pub(crate) fn list_workers(
    work: impl IntoIterator<Item = (WorkerKey, WorkTotals)>,
) -> Vec<CampaignWorker> {
    let mut workers: BTreeMap<WorkerKey, WorkTotals> = BTreeMap::new();
    for (who, work) in work.into_iter().filter(|(_, work)| work.units > 0) {
        let sum = workers.entry(who).or_insert(WorkTotals::NONE);
        *sum = sum.plus(work);
    }
    let mut listed = Vec::with_capacity(workers.len());
    for ((machine, program, kernel), work) in workers {
        listed.push(CampaignWorker {
            machine,
            program,
            kernel,
            units: work.units,
            milliseconds: to_milliseconds(work.nanoseconds),
            cpu_milliseconds: work.cpu_nanoseconds.map(to_milliseconds),
        });
    }
    listed
}

/// Rounds to the nearest millisecond.
fn to_milliseconds(nanoseconds: u64) -> u64 {
    (nanoseconds + 500_000) / 1_000_000
}

/// Returns the work of each shard, with its host.
pub(crate) fn work_of_hosts(
    scan: &FolderScan,
) -> impl Iterator<Item = (WorkerKey, WorkTotals)> {
    let keys = scan.shards.iter().map(|shard| worker_of(&shard.header));
    keys.zip(scan.work_by_shard())
}

fn worker_of(header: &ShardHeader) -> WorkerKey {
    (
        header.machine.clone(),
        header.program.clone(),
        header.kernel.clone(),
    )
}

/// Returns the digest of the records.
pub(crate) fn digest_records(scan: &FolderScan, limits: &Limits) -> Result<String, Stop> {
    let mut hash = Sha256::new();
    for (unit, tally) in scan.ledger.tallies() {
        limits.check()?;
        hash.update(record_line(unit, tally));
    }
    Ok(files::to_hex(&hash.finalize()))
}

/// Returns the line of a unit that the digest of the records includes.
pub(crate) fn record_line(unit: u64, tally: &Tally) -> String {
    let figures: String = tally
        .figures
        .iter()
        .map(|figure| format!(" {figure}"))
        .collect();
    format!("{unit} {}{figures}\n", tally.count)
}
