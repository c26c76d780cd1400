//! A second check of the certificate. It shares the types, the form of the files and the
//! deal of units with the merge, but no other code: lines, checksums, sums and digests
//! are read and computed here. What sums must be is in `sum_checks`, for both.

use crate::deal::BundleDeal;
use crate::files::read_regular;
use crate::merge::{
    CERTIFICATE_FILE, CERTIFICATE_SCHEMA, CampaignCertificate, OLD_CERTIFICATE_SCHEMA,
};
use crate::plan::{CampaignPlan, PLAN_FILE};
use crate::scan::{QUARANTINE_FILE, Quarantine};
use crate::second;
use crate::sum_checks::{SumCheck, check_sum};
use crate::{CampaignError, Decomposition, ShardHeader, WeightCheck};
use queens::control::Limits;
use queens::document::{Cell, Document, Table};
use queens::parallel::{Heading, MODULI, Tally, UnitRecord};
use queens::problem::Problem;
use queens::simd::Kernel;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fs;
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

/// A unit as recorded in the shards.
struct AuditedUnit {
    count: u128,
    figures: Vec<u128>,
    nodes: u64,
    kernel: String,
    place: String,
}

/// Checks the certificate of a folder against its plan and its shards.
///
/// # Errors
/// A file cannot be read; there is no certificate; a limit ends the reading. Faults of
/// the shards are checks that do not hold.
pub fn audit(folder: &Path, limits: &Limits) -> Result<AuditReport, CampaignError> {
    let limits = limits.started();
    let plan: CampaignPlan = json(folder, PLAN_FILE)?;
    let certificate: CampaignCertificate = json(folder, CERTIFICATE_FILE)?;
    let mut checks = Vec::new();
    let mut check =
        |what, holds, found: String| checks.push(AuditCheck { what, holds, found });

    let mut sealed = plan.clone();
    sealed.sha256.clear();
    let digest = sha256(&serde_json::to_vec(&sealed).unwrap_or_default());
    check("SHA-256 of the plan", digest == plan.sha256, digest);
    let mut sealed = certificate.clone();
    sealed.sha256.clear();
    let digest = sha256(&serde_json::to_vec(&sealed).unwrap_or_default());
    check(
        "SHA-256 of the certificate",
        digest == certificate.sha256,
        digest,
    );
    let schema = certificate.schema.clone();
    check(
        "schema of the certificate",
        [CERTIFICATE_SCHEMA, OLD_CERTIFICATE_SCHEMA].contains(&&*schema),
        schema,
    );
    check(
        "plan of the certificate",
        certificate.plan == plan,
        plan.sha256.clone(),
    );
    if let Some(agreements) = plan.second_engine.as_deref().filter(|all| !all.is_empty())
    {
        let are_right = second::are_right(agreements, &plan.job, &limits)?;
        check(
            "counts of a second engine",
            are_right,
            plan.second_engine_in_words(),
        );
    }

    match Decomposition::from_record(&plan.job, Kernel::Auto) {
        Err(error) => check("units of this program", false, error.to_string()),
        Ok(own) => {
            check(
                "units of this program",
                true,
                format!("{} by {}", own.job.units, own.job.engine),
            );
            let weights =
                WeightCheck::of(&own.problem, plan.job.question, &*own.work, &limits)?;
            let found = weights.as_ref().map_or("nothing known".to_owned(), |w| {
                format!("{}, {}", w.sum, w.how)
            });
            // Plans of older versions may have none.
            check(
                "weights of the plan",
                plan.weights.is_none() || weights == plan.weights,
                found,
            );
            // Without an independent number nothing was checked, so there is no line.
            if let Some(weights) = weights {
                let must_be = format!("{}, by another count", weights.must_be);
                check(
                    "total weight of the units",
                    weights.sum == weights.must_be,
                    must_be,
                );
            }
        }
    }

    let (counted, verified) = match shards(folder, &plan, &limits)? {
        Ok(read) => read,
        Err(reason) => {
            check("shards", false, reason);
            return Ok(AuditReport {
                holds: false,
                checks,
            });
        }
    };
    let last = counted.last_key_value().map_or(0, |(&unit, _)| unit + 1);
    let is_whole = counted.len() as u64 == plan.job.units && last <= plan.job.units;
    check(
        "shards",
        is_whole,
        format!(
            "{} of {} units, each undamaged",
            counted.len(),
            plan.job.units
        ),
    );

    let count = counted
        .values()
        .try_fold(0_u128, |sum, unit| sum.checked_add(unit.count));
    let count = count.map_or("too much".to_owned(), |count| count.to_string());
    check("count", count == certificate.count, count);
    let mut figures = vec![
        0_u128;
        counted
            .values()
            .map(|unit| unit.figures.len())
            .max()
            .unwrap_or(0)
    ];
    for unit in counted.values() {
        for (sum, figure) in figures.iter_mut().zip(&unit.figures) {
            *sum = sum.saturating_add(*figure);
        }
    }
    let sum = Tally {
        count: counted
            .values()
            .fold(0_u128, |sum, unit| sum.saturating_add(unit.count)),
        figures: figures.clone(),
        ..Tally::default()
    };
    let figures: Vec<String> = figures.iter().map(u128::to_string).collect();
    if figures != certificate.figures || !figures.is_empty() {
        check("figures", figures == certificate.figures, figures.join(" "));
    }
    if let Ok(problem) = plan.job.problem.parse::<Problem>()
        && is_whole
    {
        for SumCheck { what, holds, found } in
            check_sum(&problem, plan.job.question, &sum)
        {
            check(what, holds, found);
        }
    }
    let nodes = counted
        .values()
        .fold(0_u64, |sum, unit| sum.saturating_add(unit.nodes));
    check("nodes", nodes == certificate.nodes, nodes.to_string());

    let mut text = String::new();
    for (unit, counted) in &counted {
        limits.check()?;
        text += &format!("{unit} {}", counted.count);
        for figure in &counted.figures {
            text += &format!(" {figure}");
        }
        text.push('\n');
    }
    let digest = sha256(text.as_bytes());
    check(
        "SHA-256 of the records",
        digest == certificate.records,
        digest,
    );
    // More may be verified later, but not fewer.
    let found = match verified.checked_sub(certificate.verified) {
        Some(more @ 1..) => {
            format!(
                "{verified}, {more} of them since the merge: merge again to have them certified"
            )
        }
        _ => verified.to_string(),
    };
    check("verified units", verified >= certificate.verified, found);
    let of_workers: u64 = certificate.workers.iter().map(|worker| worker.units).sum();
    check(
        "units of all hosts",
        of_workers == plan.job.units,
        of_workers.to_string(),
    );
    Ok(AuditReport {
        holds: checks.iter().all(|line| line.holds),
        checks,
    })
}

type AuditedShards = (BTreeMap<u64, AuditedUnit>, u64);

/// Reads all shards; returns the units and the number of verified ones, or the first
/// fault.
fn shards(
    folder: &Path,
    plan: &CampaignPlan,
    limits: &Limits,
) -> Result<Result<AuditedShards, String>, CampaignError> {
    let quarantine: Option<Quarantine> = if folder.join(QUARANTINE_FILE).exists() {
        Some(json(folder, QUARANTINE_FILE)?)
    } else {
        None
    };
    let entries = fs::read_dir(folder).map_err(CampaignError::io("read", folder))?;
    let names = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let of_shards = |name: &String| {
        let prefixes = ["bundle-", "verify-", "verify."];
        prefixes.iter().any(|prefix| name.starts_with(prefix)) && name.ends_with(".jsonl")
    };
    let mut names: Vec<String> = names.filter(of_shards).collect();
    // Files of many shards; there are none before the first compaction.
    if let Ok(entries) = fs::read_dir(folder.join("finished")) {
        let inner =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        names.extend(
            inner
                .filter(|name| range_of_name(name).is_some())
                .map(|name| format!("finished/{name}")),
        );
    }
    // "verify." comes after "bundle-" and "finished/".
    names.sort();
    let deal = BundleDeal::new(plan.job.units, plan.bundles, &plan.key);
    let (mut counted, mut verified) = (BTreeMap::new(), BTreeMap::new());
    for name in names {
        let path = folder.join(&name);
        let bytes = read_regular(&path).map_err(CampaignError::io("read", &path))?;
        let lines = bytes
            .split_inclusive(|&byte| byte == b'\n')
            .filter(|line| line.ends_with(b"\n"));
        let range = name.strip_prefix("finished/").and_then(range_of_name);
        let mut header: Option<ShardHeader> = None;
        for (number, line) in lines.enumerate() {
            limits.check()?;
            let place = format!("{name}, line {}", number + 1);
            let Some(text) = checked(line) else {
                return Ok(Err(format!("{place} is damaged")));
            };
            if range.is_some() && serde_json::from_slice::<ShardHeader>(text).is_ok() {
                header = None;
            }
            let Some(header) = &header else {
                match serde_json::from_slice::<ShardHeader>(text) {
                    Ok(read) if read.plan != plan.sha256 || read.job != plan.job => {
                        return Ok(Err(format!("{place} belongs to another plan")));
                    }
                    Ok(read)
                        if read.schema != ShardHeader::SCHEMA
                            && !(plan.is_old() && read.is_old()) =>
                    {
                        return Ok(Err(format!(
                            "{place}: its schema is {}",
                            read.schema
                        )));
                    }
                    Ok(read) if !is_in_its_file(&read, &name, range) => {
                        return Ok(Err(format!(
                            "{place} names another bundle than the name of the file"
                        )));
                    }
                    Ok(read) => header = Some(read),
                    Err(error) => return Ok(Err(format!("{place}: {error}"))),
                }
                continue;
            };
            let aside = |quarantine: &Quarantine| {
                let mut all = quarantine.set_aside.iter();
                all.any(|aside| {
                    aside.host == header.machine.host && aside.program == header.program
                })
            };
            if quarantine.as_ref().is_some_and(aside) {
                if range.is_some() {
                    continue;
                }
                break;
            }
            let unit: UnitRecord = match serde_json::from_slice(text) {
                Ok(unit) => unit,
                Err(_) if serde_json::from_slice::<ShardHeader>(text).is_ok() => {
                    return Ok(Err(format!(
                        "{place} is a second header: two runs wrote to one file"
                    )));
                }
                Err(error) => return Ok(Err(format!("{place}: {error}"))),
            };
            let tally = unit.tally();
            let fit = |number: u128, residues: &[u64; 2]| {
                (0..2).all(|i| number % u128::from(MODULI[i]) == u128::from(residues[i]))
            };
            let (figures, of_figures) = (&tally.figures, &unit.figure_residues);
            if figures.len() != plan.job.figures.len() {
                return Ok(Err(format!(
                    "{place} has {} figures, not {}",
                    figures.len(),
                    plan.job.figures.len()
                )));
            }
            // Shards of an older version may have none.
            let lacks_none = of_figures.len() == figures.len() || header.is_old();
            let all_fit = fit(tally.count, &unit.residues)
                && lacks_none
                && figures
                    .iter()
                    .zip(of_figures)
                    .all(|(&figure, residues)| fit(figure, residues));
            if unit.unit >= plan.job.units || !all_fit || unit.job != plan.job.id() {
                return Ok(Err(format!(
                    "{place} is not a unit of the plan, or its residues are wrong"
                )));
            }
            // The deal is only defined for units of the plan.
            let bundle = deal.bundle_of(unit.unit);
            let is_elsewhere = match header.bundle {
                Some(of_file) => of_file != bundle,
                None => {
                    !name.starts_with("verify.")
                        && !name.starts_with(&format!("verify-{bundle}."))
                }
            };
            if is_elsewhere {
                return Ok(Err(format!(
                    "{place}: the unit {} is not of the bundle of the file",
                    unit.unit
                )));
            }
            let is_begun_aside = |quarantine: &Quarantine| {
                let mut all = quarantine.set_aside.iter();
                all.any(|aside| {
                    unit.begun_on
                        .contains(&format!("{} {}", aside.host, aside.program))
                })
            };
            if quarantine.as_ref().is_some_and(is_begun_aside) {
                continue;
            }
            let (number, kernel) = (unit.unit, header.kernel.clone());
            let new = AuditedUnit {
                count: tally.count,
                figures: tally.figures,
                nodes: tally.nodes,
                kernel,
                place,
            };
            match counted.get(&number) {
                Some(AuditedUnit {
                    count,
                    figures,
                    place,
                    ..
                }) if (*count, figures) != (new.count, &new.figures) => {
                    return Ok(Err(format!("{} contradicts {place}", new.place)));
                }
                Some(old) if header.bundle.is_none() && old.kernel != new.kernel => {
                    verified.insert(number, ());
                }
                None if header.bundle.is_some() => {
                    counted.insert(number, new);
                }
                _ => {}
            }
        }
    }
    Ok(Ok((counted, verified.len() as u64)))
}

/// Returns true if a shard is in a file of its bundle, or in one of many bundles with its
/// own. The bundle of a verification is checked with its units.
fn is_in_its_file(header: &ShardHeader, name: &str, range: Option<(u64, u64)>) -> bool {
    match (range, header.bundle) {
        (Some((first, last)), bundle) => {
            bundle.is_some_and(|bundle| (first..=last).contains(&bundle))
        }
        (None, Some(bundle)) => name.starts_with(&format!("bundle-{bundle}.")),
        (None, None) => name.starts_with("verify"),
    }
}

/// Returns the bundles in the name of a file of many shards: `bundles-0-999.jsonl`.
fn range_of_name(name: &str) -> Option<(u64, u64)> {
    let (first, last) = name
        .strip_prefix("bundles-")?
        .strip_suffix(".jsonl")?
        .split_once('-')?;
    let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
    // Other spellings of the numbers are other files.
    (format!("bundles-{first}-{last}.jsonl") == name).then_some((first, last))
}

/// Returns a line with a correct checksum without its line feed. The last member is the
/// CRC-32 of everything before it.
fn checked(line: &[u8]) -> Option<&[u8]> {
    let text = line.strip_suffix(b"\n")?;
    let (before, seal) =
        text.split_at_checked(text.len().checked_sub(br#","crc32":"01234567"}"#.len())?)?;
    let digits = seal
        .strip_prefix(br#","crc32":""#)?
        .strip_suffix(br#""}"#)?;
    let expected = format!("{:08x}", crc32fast::hash(before));
    (digits == expected.as_bytes()).then_some(text)
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

fn json<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<T, CampaignError> {
    let path = folder.join(name);
    let bytes = read_regular(&path).map_err(CampaignError::io("read", &path))?;
    serde_json::from_slice(&bytes).map_err(|error| CampaignError::file(name, error))
}
