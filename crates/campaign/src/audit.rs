//! The audit: a second check of the certificate.
//!
//! It shares the types, the form of the files and the deal of units with the merge, but
//! no other code: lines, checksums, sums and digests are read and computed here, and
//! shards in `shards`. What sums must be is in `sum_checks`, for both.

mod shards;

use crate::files::read_regular;
use crate::merge::{
    CERTIFICATE_FILE, CERTIFICATE_SCHEMA, CampaignCertificate, OLD_CERTIFICATE_SCHEMA,
};
use crate::plan::{CampaignPlan, PLAN_FILE};
use crate::second;
use crate::sum_checks::{SumCheck, check_sum};
use crate::{CampaignError, Decomposition, WeightCheck};
use queens::control::Limits;
use queens::document::{Cell, Document, Table};
use queens::parallel::Tally;
use queens::problem::Problem;
use queens::simd::Kernel;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use shards::{ShardUnits, read_shards};
use std::path::Path;

/// Result of the audit of a certificate.
#[derive(Clone, Debug, Serialize)]
pub struct AuditReport {
    /// True if every check holds.
    pub holds: bool,
    /// All checks.
    pub checks: Vec<AuditCheck>,
}

/// One check of an audit.
#[derive(Clone, Debug, Serialize)]
pub struct AuditCheck {
    /// Subject of the check.
    pub what: &'static str,
    /// True if the check holds.
    pub holds: bool,
    /// Value that was found.
    pub found: String,
}

impl Document for AuditReport {
    const SCHEMA: &'static str = "queens/campaign-audit/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("check", "check")
            .words("holds", "holds")
            .words("found", "found");
        for line in &self.checks {
            let holds = Cell::both(if line.holds { "yes" } else { "NO" }, line.holds);
            table.push([Cell::words(line.what), holds, Cell::words(&line.found)]);
        }
        table
    }
}

impl AuditReport {
    fn add_check(&mut self, what: &'static str, holds: bool, found: impl Into<String>) {
        self.holds &= holds;
        self.checks.push(AuditCheck {
            what,
            holds,
            found: found.into(),
        });
    }
}

/// Checks the certificate of a folder against its plan and its shards.
///
/// # Errors
/// A file cannot be read; there is no certificate; a limit ends the reading. Faults of
/// the shards are checks that do not hold.
pub fn audit(folder: &Path, limits: &Limits) -> Result<AuditReport, CampaignError> {
    let limits = limits.started();
    let plan: CampaignPlan = read_json(folder, PLAN_FILE)?;
    let certificate: CampaignCertificate = read_json(folder, CERTIFICATE_FILE)?;
    let mut report = AuditReport {
        holds: true,
        checks: Vec::new(),
    };
    check_seals(&mut report, &plan, &certificate);
    check_second_engine(&mut report, &plan, &limits)?;
    check_units_of_program(&mut report, &plan, &limits)?;
    match read_shards(folder, &plan, &limits)? {
        Err(fault) => report.add_check("shards", false, fault),
        Ok(read) => {
            let is_whole = check_completeness(&mut report, &plan, &read);
            check_sums(&mut report, &plan, &certificate, &read, is_whole);
            check_records(&mut report, &certificate, &read, &limits)?;
            check_workers(&mut report, &plan, &certificate, &read);
        }
    }
    Ok(report)
}

/// Checks that plan and certificate are as they were sealed, and belong together.
fn check_seals(
    report: &mut AuditReport,
    plan: &CampaignPlan,
    certificate: &CampaignCertificate,
) {
    // The digest is of the file without the digest.
    let mut sealed = plan.clone();
    sealed.sha256.clear();
    let digest = sha256(&serde_json::to_vec(&sealed).unwrap_or_default());
    report.add_check("SHA-256 of the plan", digest == plan.sha256, digest);
    let mut sealed = certificate.clone();
    sealed.sha256.clear();
    let digest = sha256(&serde_json::to_vec(&sealed).unwrap_or_default());
    report.add_check(
        "SHA-256 of the certificate",
        digest == certificate.sha256,
        digest,
    );
    let schema = &*certificate.schema;
    report.add_check(
        "schema of the certificate",
        [CERTIFICATE_SCHEMA, OLD_CERTIFICATE_SCHEMA].contains(&schema),
        schema,
    );
    report.add_check(
        "plan of the certificate",
        certificate.plan == *plan,
        &*plan.sha256,
    );
}

/// Checks that a second engine comes to the counts that the plan names.
fn check_second_engine(
    report: &mut AuditReport,
    plan: &CampaignPlan,
    limits: &Limits,
) -> Result<(), CampaignError> {
    let agreements = plan.second_engine.as_deref().unwrap_or_default();
    if !agreements.is_empty() {
        report.add_check(
            "counts of a second engine",
            second::are_right(agreements, &plan.job, limits)?,
            plan.second_engine_in_words(),
        );
    }
    Ok(())
}

/// Checks that this program cuts the count into the units of the plan, and that these
/// make up the whole.
fn check_units_of_program(
    report: &mut AuditReport,
    plan: &CampaignPlan,
    limits: &Limits,
) -> Result<(), CampaignError> {
    let what = "units of this program";
    let own = match Decomposition::from_record(&plan.job, Kernel::Auto) {
        Ok(own) => own,
        Err(error) => {
            report.add_check(what, false, error.to_string());
            return Ok(());
        }
    };
    let units = format!("{} by {}", own.job.units, own.job.engine);
    report.add_check(what, true, units);
    let weights =
        WeightCheck::from_units(&own.problem, plan.job.question, &*own.work, limits)?;
    let found = match &weights {
        Some(weights) => format!("{}, {}", weights.sum, weights.how),
        None => "nothing known".to_owned(),
    };
    // Plans of older versions may have none.
    let are_planned = plan.weights.is_none() || weights == plan.weights;
    report.add_check("weights of the plan", are_planned, found);
    // Without an independent number nothing was checked, so there is no line.
    if let Some(weights) = weights {
        report.add_check(
            "total weight of the units",
            weights.sum == weights.must_be,
            format!("{}, by another count", weights.must_be),
        );
    }
    Ok(())
}

/// Checks that every unit is there, and returns true if so.
fn check_completeness(
    report: &mut AuditReport,
    plan: &CampaignPlan,
    read: &ShardUnits,
) -> bool {
    let units = plan.job.units;
    let last = read.units.last_key_value();
    let end = last.map_or(0, |(&unit, _)| unit + 1);
    let is_whole = read.units.len() as u64 == units && end <= units;
    report.add_check(
        "shards",
        is_whole,
        format!("{} of {units} units, each undamaged", read.units.len()),
    );
    is_whole
}

/// Checks the sums over all units.
fn check_sums(
    report: &mut AuditReport,
    plan: &CampaignPlan,
    certificate: &CampaignCertificate,
    read: &ShardUnits,
    is_whole: bool,
) {
    let sum = saturating_sum(read);
    let has_overflown = read
        .units
        .values()
        .try_fold(0_u128, |sum, unit| sum.checked_add(unit.count))
        .is_none();
    let count = if has_overflown {
        "too much".to_owned()
    } else {
        sum.count.to_string()
    };
    report.add_check("count", count == certificate.count, count);
    let figures: Vec<String> = sum.figures.iter().map(u128::to_string).collect();
    if figures != certificate.figures || !figures.is_empty() {
        report.add_check("figures", figures == certificate.figures, figures.join(" "));
    }
    // Sums of a part need not be what the whole must be.
    if let Ok(problem) = plan.job.problem.parse::<Problem>()
        && is_whole
    {
        for SumCheck { what, holds, found } in
            check_sum(&problem, plan.job.question, &sum)
        {
            report.add_check(what, holds, found);
        }
    }
    report.add_check(
        "nodes",
        sum.nodes == certificate.nodes,
        sum.nodes.to_string(),
    );
}

/// Returns the sum of all units; a number that overflows is the largest one.
fn saturating_sum(read: &ShardUnits) -> Tally {
    let mut sum = Tally::default();
    for unit in read.units.values() {
        sum.count = sum.count.saturating_add(unit.count);
        sum.nodes = sum.nodes.saturating_add(unit.nodes);
        if sum.figures.len() < unit.figures.len() {
            sum.figures.resize(unit.figures.len(), 0);
        }
        for (sum, figure) in sum.figures.iter_mut().zip(&unit.figures) {
            *sum = sum.saturating_add(*figure);
        }
    }
    sum
}

/// Checks the digest of the results of all units.
fn check_records(
    report: &mut AuditReport,
    certificate: &CampaignCertificate,
    read: &ShardUnits,
    limits: &Limits,
) -> Result<(), CampaignError> {
    let mut text = String::new();
    for (unit, result) in &read.units {
        limits.check()?;
        text += &format!("{unit} {}", result.count);
        for figure in &result.figures {
            text += &format!(" {figure}");
        }
        text.push('\n');
    }
    let digest = sha256(text.as_bytes());
    report.add_check(
        "SHA-256 of the records",
        digest == certificate.records,
        digest,
    );
    Ok(())
}

/// Checks the verified units and the units of all hosts.
fn check_workers(
    report: &mut AuditReport,
    plan: &CampaignPlan,
    certificate: &CampaignCertificate,
    read: &ShardUnits,
) {
    // More may be verified later, but not fewer.
    let verified = read.verified.len() as u64;
    let found = match verified.checked_sub(certificate.verified) {
        Some(more @ 1..) => format!(
            "{verified}, {more} of them since the merge: merge again to have them certified"
        ),
        _ => verified.to_string(),
    };
    report.add_check("verified units", verified >= certificate.verified, found);
    let of_workers: u64 = certificate.workers.iter().map(|worker| worker.units).sum();
    report.add_check(
        "units of all hosts",
        of_workers == plan.job.units,
        of_workers.to_string(),
    );
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn read_json<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T, CampaignError> {
    let path = folder.join(name);
    let bytes = read_regular(&path).map_err(CampaignError::io("read", &path))?;
    serde_json::from_slice(&bytes).map_err(|error| CampaignError::in_file(name, error))
}
