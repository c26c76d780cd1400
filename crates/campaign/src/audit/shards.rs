//! The shards as an audit reads them: every line is checked, and the first fault ends the
//! reading.

use super::read_json;
use crate::deal::BundleDeal;
use crate::files::read_regular;
use crate::plan::CampaignPlan;
use crate::scan::{QUARANTINE_FILE, Quarantine};
use crate::{CampaignError, ShardHeader};
use queens::control::{Limits, Stop};
use queens::parallel::{Heading, MODULI, UnitRecord};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A unit as recorded in a shard.
pub(super) struct AuditedUnit {
    pub(super) count: u128,
    pub(super) figures: Vec<u128>,
    pub(super) nodes: u64,
    kernel: String,
    /// File and line of the record.
    place: String,
}

/// All units of the shards.
#[derive(Default)]
pub(super) struct ShardUnits {
    /// The units that count, by number.
    pub(super) units: BTreeMap<u64, AuditedUnit>,
    /// Numbers of those that another kernel confirmed.
    pub(super) verified: BTreeSet<u64>,
}

/// Reason why the reading of the shards ended.
enum ReadingEnd {
    /// A fault of a shard, in words.
    Fault(String),
    /// The shards could not be read to the end.
    Failure(CampaignError),
}

impl From<CampaignError> for ReadingEnd {
    fn from(error: CampaignError) -> Self {
        ReadingEnd::Failure(error)
    }
}

impl From<Stop> for ReadingEnd {
    fn from(stop: Stop) -> Self {
        ReadingEnd::Failure(stop.into())
    }
}

/// Reads all shards. The inner result is their units, or the first fault.
///
/// # Errors
/// A file cannot be read; a limit ends the reading.
pub(super) fn read_shards(
    folder: &Path,
    plan: &CampaignPlan,
    limits: &Limits,
) -> Result<Result<ShardUnits, String>, CampaignError> {
    let mut reader = ShardReader {
        folder,
        plan,
        job: plan.job.id(),
        quarantine: read_quarantine(folder)?,
        deal: BundleDeal::new(plan.job.units, plan.bundles, &plan.key),
        limits,
        read: ShardUnits::default(),
    };
    for name in list_shards(folder)? {
        match reader.read_file(&name) {
            Ok(()) => {}
            Err(ReadingEnd::Fault(fault)) => return Ok(Err(fault)),
            Err(ReadingEnd::Failure(error)) => return Err(error),
        }
    }
    Ok(Ok(reader.read))
}

fn read_quarantine(folder: &Path) -> Result<Option<Quarantine>, CampaignError> {
    if folder.join(QUARANTINE_FILE).exists() {
        read_json(folder, QUARANTINE_FILE).map(Some)
    } else {
        Ok(None)
    }
}

/// Lists the names of all shards, the ones of verifications last: they are compared with
/// units that were read before.
fn list_shards(folder: &Path) -> Result<Vec<String>, CampaignError> {
    let entries = fs::read_dir(folder).map_err(CampaignError::io("read", folder))?;
    let mut names: Vec<String> = file_names(entries)
        .filter(|name| is_shard_name(name))
        .collect();
    // Files of many shards; there are none before the first compaction.
    if let Ok(entries) = fs::read_dir(folder.join("finished")) {
        names.extend(
            file_names(entries)
                .filter(|name| range_in_name(name).is_some())
                .map(|name| format!("finished/{name}")),
        );
    }
    // "verify" comes after "bundle-" and "finished/".
    names.sort();
    Ok(names)
}

fn file_names(entries: fs::ReadDir) -> impl Iterator<Item = String> {
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok())
}

fn is_shard_name(name: &str) -> bool {
    ["bundle-", "verify-", "verify."]
        .iter()
        .any(|prefix| name.starts_with(prefix))
        && name.ends_with(".jsonl")
}

/// Reads shards one after the other.
struct ShardReader<'a> {
    folder: &'a Path,
    plan: &'a CampaignPlan,
    /// The id of the job.
    job: String,
    quarantine: Option<Quarantine>,
    deal: BundleDeal,
    limits: &'a Limits,
    read: ShardUnits,
}

impl ShardReader<'_> {
    /// Reads a file: a shard, or many. A line that is cut off at its end is not read, as
    /// a killed process leaves one.
    fn read_file(&mut self, name: &str) -> Result<(), ReadingEnd> {
        let path = self.folder.join(name);
        let bytes = read_regular(&path).map_err(CampaignError::io("read", &path))?;
        let lines = bytes
            .split_inclusive(|&byte| byte == b'\n')
            .filter(|line| line.ends_with(b"\n"));
        let range = name.strip_prefix("finished/").and_then(range_in_name);
        let mut header: Option<ShardHeader> = None;
        for (number, line) in lines.enumerate() {
            self.limits.check()?;
            let place = format!("{name}, line {}", number + 1);
            let Some(text) = checked_text(line) else {
                return Err(ReadingEnd::Fault(format!("{place} is damaged")));
            };
            // In a file of many shards, each header begins the next shard.
            if range.is_some() && is_header(text) {
                header = None;
            }
            let Some(header) = &header else {
                let read = self.read_header(text, name, range);
                header = Some(read.map_err(|fault| fault_at(&place, &fault))?);
                continue;
            };
            if self.is_set_aside(&header.machine.host, &header.program) {
                if range.is_some() {
                    continue;
                }
                break;
            }
            let unit = self
                .read_unit(text, header, name)
                .map_err(|fault| fault_at(&place, &fault))?;
            if !self.has_set_aside_segments(&unit) {
                self.add_unit(&unit, header, place)?;
            }
        }
        Ok(())
    }

    /// Reads the header of a shard, or returns its fault.
    fn read_header(
        &self,
        text: &[u8],
        name: &str,
        range: Option<(u64, u64)>,
    ) -> Result<ShardHeader, String> {
        let header: ShardHeader =
            serde_json::from_slice(text).map_err(|error| format!(": {error}"))?;
        if header.plan != self.plan.sha256 || header.job != self.plan.job {
            return Err(" belongs to another plan".to_owned());
        }
        let is_known = header.schema == ShardHeader::SCHEMA
            || (self.plan.is_old() && header.is_old());
        if !is_known {
            return Err(format!(": its schema is {}", header.schema));
        }
        if !is_in_its_file(&header, name, range) {
            return Err(" names another bundle than the name of the file".to_owned());
        }
        Ok(header)
    }

    /// Reads the record of a unit, or returns its fault.
    fn read_unit(
        &self,
        text: &[u8],
        header: &ShardHeader,
        name: &str,
    ) -> Result<UnitRecord, String> {
        let unit: UnitRecord = match serde_json::from_slice(text) {
            Ok(unit) => unit,
            Err(_) if is_header(text) => {
                return Err(" is a second header: two runs wrote to one file".to_owned());
            }
            Err(error) => return Err(format!(": {error}")),
        };
        let (found, expected) = (unit.tally().figures.len(), self.plan.job.figures.len());
        if found != expected {
            return Err(format!(" has {found} figures, not {expected}"));
        }
        if unit.unit >= self.plan.job.units
            || unit.job != self.job
            || !has_right_residues(&unit, header)
        {
            return Err(
                " is not a unit of the plan, or its residues are wrong".to_owned()
            );
        }
        // The deal is only defined for units of the plan.
        let bundle = self.deal.bundle_of(unit.unit);
        let is_in_its_bundle = match header.bundle {
            Some(of_file) => of_file == bundle,
            None => {
                name.starts_with("verify.")
                    || name.starts_with(&format!("verify-{bundle}."))
            }
        };
        if !is_in_its_bundle {
            return Err(format!(
                ": the unit {} is not of the bundle of the file",
                unit.unit
            ));
        }
        Ok(unit)
    }

    /// Returns true if units of this host and version are in quarantine.
    fn is_set_aside(&self, host: &str, program: &str) -> bool {
        self.quarantine.as_ref().is_some_and(|quarantine| {
            let mut hosts = quarantine.set_aside.iter();
            hosts.any(|aside| aside.host == host && aside.program == program)
        })
    }

    /// Returns true if a host in quarantine ran the first segments of a unit.
    fn has_set_aside_segments(&self, unit: &UnitRecord) -> bool {
        self.quarantine.as_ref().is_some_and(|quarantine| {
            let mut hosts = quarantine.set_aside.iter();
            hosts.any(|aside| {
                let host = format!("{} {}", aside.host, aside.program);
                unit.begun_on.contains(&host)
            })
        })
    }

    /// Adds a unit, or compares it with an earlier record of the same unit.
    fn add_unit(
        &mut self,
        record: &UnitRecord,
        header: &ShardHeader,
        place: String,
    ) -> Result<(), ReadingEnd> {
        let tally = record.tally();
        match self.read.units.entry(record.unit) {
            Entry::Occupied(first) => {
                let first = first.get();
                if (first.count, &first.figures) != (tally.count, &tally.figures) {
                    let fault = format!("{place} contradicts {}", first.place);
                    return Err(ReadingEnd::Fault(fault));
                }
                if header.bundle.is_none() && first.kernel != header.kernel {
                    self.read.verified.insert(record.unit);
                }
            }
            Entry::Vacant(vacant) => {
                // A verification alone does not make a unit count.
                if header.bundle.is_some() {
                    vacant.insert(AuditedUnit {
                        count: tally.count,
                        figures: tally.figures,
                        nodes: tally.nodes,
                        kernel: header.kernel.clone(),
                        place,
                    });
                }
            }
        }
        Ok(())
    }
}

fn fault_at(place: &str, fault: &str) -> ReadingEnd {
    ReadingEnd::Fault(format!("{place}{fault}"))
}

fn is_header(text: &[u8]) -> bool {
    serde_json::from_slice::<ShardHeader>(text).is_ok()
}

/// Returns true if the residues match the count and the figures. Shards of older versions
/// may have none of the figures.
fn has_right_residues(unit: &UnitRecord, header: &ShardHeader) -> bool {
    let tally = unit.tally();
    let has_all = unit.figure_residues.len() == tally.figures.len() || header.is_old();
    has_all
        && matches_residues(tally.count, unit.residues)
        && tally
            .figures
            .iter()
            .zip(&unit.figure_residues)
            .all(|(&figure, &residues)| matches_residues(figure, residues))
}

fn matches_residues(number: u128, residues: [u64; 2]) -> bool {
    (0..2).all(|i| number % u128::from(MODULI[i]) == u128::from(residues[i]))
}

/// Returns true if a shard is in a file of its bundle, or in a file of many bundles with
/// its own among them. The bundle of a verification is checked with its units.
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
fn range_in_name(name: &str) -> Option<(u64, u64)> {
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
fn checked_text(line: &[u8]) -> Option<&[u8]> {
    let text = line.strip_suffix(b"\n")?;
    let (before, seal) =
        text.split_at_checked(text.len().checked_sub(br#","crc32":"01234567"}"#.len())?)?;
    let digits = seal
        .strip_prefix(br#","crc32":""#)?
        .strip_suffix(br#""}"#)?;
    let expected = format!("{:08x}", crc32fast::hash(before));
    (digits == expected.as_bytes()).then_some(text)
}
