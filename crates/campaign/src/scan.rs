//! The shards of a campaign, read line by line.

use crate::error::ShardLine;
use crate::files;
use crate::listing::{self, ShardFile};
use crate::{Campaign, CampaignError, Machine, ShardHeader};
use queens::control::Limits;
use queens::parallel::{
    Ledger, LedgerError, Record, RecordFault, RecordLines, Tally, UnitRecord,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::io::BufReader;

/// Name of the file of quarantined hosts.
pub const QUARANTINE_FILE: &str = "quarantine.json";

/// Hosts whose units do not count, because a version of the program returned a wrong
/// count on them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quarantine {
    schema: String,
    /// SHA-256 of the plan.
    plan: String,
    /// Quarantined hosts.
    pub set_aside: Vec<QuarantinedHost>,
}

/// A quarantined host with the version of the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QuarantinedHost {
    /// Name of the host.
    pub host: String,
    /// Version of the program.
    pub program: String,
    /// The reason.
    pub reason: String,
}

impl Quarantine {
    const SCHEMA: &'static str = "queens/quarantine/1";

    /// Reads the quarantine of a campaign, which is empty if there is no file.
    pub(crate) fn read(campaign: &Campaign) -> Result<Self, CampaignError> {
        let (schema, plan) = (Self::SCHEMA.to_owned(), campaign.plan.sha256.clone());
        let Some(read) =
            files::read_document::<Quarantine>(&campaign.folder, QUARANTINE_FILE)?
        else {
            return Ok(Quarantine {
                schema,
                plan,
                set_aside: Vec::new(),
            });
        };
        match () {
            () if read.schema != schema => Err(CampaignError::in_file(
                QUARANTINE_FILE,
                format!("its schema is {}, not {schema}", read.schema),
            )),
            () if read.plan != plan => Err(CampaignError::in_file(
                QUARANTINE_FILE,
                "belongs to another plan",
            )),
            () => Ok(read),
        }
    }

    /// Returns the reason why a host with a version is quarantined, if it is.
    pub(crate) fn quarantine_reason(
        &self,
        machine: &Machine,
        program: &str,
    ) -> Option<&str> {
        self.set_aside
            .iter()
            .find(|aside| aside.host == machine.host && aside.program == program)
            .map(|aside| aside.reason.as_str())
    }

    /// Returns true if a quarantined host ran the first segments of a unit.
    pub(crate) fn has_begun(&self, unit: &UnitRecord) -> bool {
        self.set_aside.iter().any(|aside| {
            unit.begun_on
                .contains(&origin_name(&aside.host, &aside.program))
        })
    }

    /// Adds a host to the quarantine, and writes it.
    pub(crate) fn add_host(
        &mut self,
        aside: QuarantinedHost,
        campaign: &Campaign,
    ) -> Result<(), CampaignError> {
        self.set_aside.push(aside);
        files::write_document(&campaign.folder, QUARANTINE_FILE, self, false)
    }
}

/// Returns the host and the version of the program of a run, as units name it that
/// another run began.
pub(crate) fn origin_name(host: &str, program: &str) -> String {
    format!("{host} {program}")
}

/// A shard that was read: a file, or a part of a file that holds many.
#[derive(Debug)]
pub(crate) struct ScannedShard {
    /// Name of the file.
    pub(crate) file: String,
    pub(crate) header: ShardHeader,
    /// Name of the file that the shard was written to.
    origin: String,
}

/// Position of a unit that counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitSource {
    /// Index of the shard.
    pub(crate) shard: usize,
    pub(crate) line: u64,
    pub(crate) seconds: f64,
    cpu_seconds: Option<f64>,
}

/// Units of a shard that count, and their time. Whole nanoseconds add up to the same sum
/// in any order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct WorkTotals {
    #[serde(rename = "u")]
    pub(crate) units: u64,
    #[serde(rename = "n")]
    pub(crate) nanoseconds: u64,
    /// Processor time, if it is known for every unit.
    #[serde(rename = "c")]
    pub(crate) cpu_nanoseconds: Option<u64>,
}

impl WorkTotals {
    pub(crate) const NONE: Self = WorkTotals {
        units: 0,
        nanoseconds: 0,
        cpu_nanoseconds: Some(0),
    };

    pub(crate) fn plus(self, other: Self) -> Self {
        WorkTotals {
            units: self.units + other.units,
            nanoseconds: self.nanoseconds.saturating_add(other.nanoseconds),
            cpu_nanoseconds: self
                .cpu_nanoseconds
                .zip(other.cpu_nanoseconds)
                .map(|(sum, cpu)| sum.saturating_add(cpu)),
        }
    }

    fn from_source(source: &UnitSource) -> Self {
        let nanoseconds = |seconds: f64| (seconds * 1e9).round() as u64;
        WorkTotals {
            units: 1,
            nanoseconds: nanoseconds(source.seconds),
            cpu_nanoseconds: source.cpu_seconds.map(nanoseconds),
        }
    }
}

/// A unit of a verification, with its result.
#[derive(Clone, Debug)]
pub(crate) struct VerifiedUnit {
    /// Index of the shard.
    pub(crate) shard: usize,
    pub(crate) unit: u64,
    pub(crate) tally: Tally,
}

/// Contents of shards.
pub(crate) struct FolderScan {
    pub(crate) ledger: Ledger,
    pub(crate) sources: HashMap<u64, UnitSource>,
    /// Shards that count.
    pub(crate) shards: Vec<ScannedShard>,
    /// Last lines without an end: their units are missing, which is no fault.
    pub(crate) torn: Vec<ShardLine>,
    /// Faults that a merge refuses, in order.
    pub(crate) faults: Vec<CampaignError>,
    /// Shards of quarantined hosts.
    pub(crate) set_aside: Vec<String>,
    /// Units of verifications, if they are read without the units that count.
    pub(crate) unmatched: Vec<VerifiedUnit>,
    /// Units that other instructions confirmed.
    pub(crate) verified: BTreeSet<u64>,
}

/// The shard to which the lines of a file belong.
enum CurrentShard {
    /// No header was read.
    Beginning,
    /// One that does not count or is not wanted.
    Skipped,
    /// One whose host is quarantined.
    SetAside,
    /// Index of the shard.
    Read(usize),
}

/// A file of shards that is read.
#[derive(Clone, Copy)]
struct ShardSource<'s> {
    campaign: &'s Campaign,
    quarantine: &'s Quarantine,
    file: &'s ShardFile,
}

impl FolderScan {
    /// Reads all shards of a campaign, in the order of their names, those of
    /// verifications last.
    ///
    /// # Errors
    /// The folder or a file cannot be read; the quarantine is not valid;
    /// [`CampaignError::Stopped`] by a limit.
    ///
    /// # Complexity
    /// Linear in the size of all shards; memory for each unit.
    pub(crate) fn from_campaign(
        campaign: &Campaign,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        Self::of_wanted(campaign, limits, |_| true, |_| true)
    }

    /// Reads the shards of one bundle only.
    ///
    /// # Errors
    /// As for [`FolderScan::from_campaign`].
    ///
    /// # Complexity
    /// Linear in the size of the files with these shards and in the number of files in
    /// the folder.
    pub(crate) fn of_bundle(
        campaign: &Campaign,
        bundle: u64,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        Self::of_wanted(
            campaign,
            limits,
            |file| file.may_hold(bundle),
            |header| header.bundle == Some(bundle),
        )
    }

    /// Reads the shards of one bundle and its verifications only.
    ///
    /// # Errors
    /// As for [`FolderScan::from_campaign`].
    pub(crate) fn of_verified_bundle(
        campaign: &Campaign,
        bundle: u64,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        let is_wanted = |file: &ShardFile| match file.bundles {
            Some(_) => file.may_hold(bundle),
            None => ShardHeader::verified_bundle_of_name(&file.name)
                .is_none_or(|verified| verified == bundle),
        };
        Self::of_wanted(campaign, limits, is_wanted, |header| {
            header.bundle.is_none_or(|of| of == bundle)
        })
    }

    /// Reads the shards for which both functions return true.
    fn of_wanted(
        campaign: &Campaign,
        limits: &Limits,
        is_file_wanted: impl Fn(&ShardFile) -> bool,
        is_shard_wanted: impl Fn(&ShardHeader) -> bool,
    ) -> Result<Self, CampaignError> {
        let quarantine = Quarantine::read(campaign)?;
        let mut scan = FolderScan::new(campaign);
        listing::read_each(&campaign.folder, is_file_wanted, |file: &ShardFile| {
            let source = ShardSource {
                campaign,
                quarantine: &quarantine,
                file,
            };
            scan.read_file(limits, source, &is_shard_wanted)
        })?;
        Ok(scan)
    }

    /// Reads these files.
    ///
    /// # Errors
    /// As for [`FolderScan::from_campaign`]; a file has vanished.
    pub(crate) fn of_files<'f>(
        campaign: &Campaign,
        quarantine: &Quarantine,
        files: impl IntoIterator<Item = &'f ShardFile>,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        let mut scan = FolderScan::new(campaign);
        for file in files {
            let source = ShardSource {
                campaign,
                quarantine,
                file,
            };
            scan.read_file(limits, source, |_| true)?;
        }
        Ok(scan)
    }

    pub(crate) fn new(campaign: &Campaign) -> Self {
        FolderScan {
            ledger: Ledger::new(campaign.plan.job.clone()),
            sources: HashMap::new(),
            shards: Vec::new(),
            torn: Vec::new(),
            faults: Vec::new(),
            set_aside: Vec::new(),
            unmatched: Vec::new(),
            verified: BTreeSet::new(),
        }
    }

    /// Reads the shards of a file for which `is_wanted` returns true.
    fn read_file(
        &mut self,
        limits: &Limits,
        source: ShardSource<'_>,
        is_wanted: impl Fn(&ShardHeader) -> bool,
    ) -> Result<(), CampaignError> {
        let file = source.file;
        let path = source.campaign.folder.join(&file.name);
        let opened =
            files::open_regular(&path).map_err(CampaignError::io("open", &path))?;
        let mut current = CurrentShard::Beginning;
        let mut is_damaged = false;
        for line in RecordLines::<_, ShardHeader>::new(BufReader::new(opened)) {
            limits.check()?;
            let (line, record) = match line {
                Ok(line) => line,
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    self.faults.push(CampaignError::in_file(&file.name, error));
                    return Ok(());
                }
                Err(error) => return Err(CampaignError::io("read", &path)(error)),
            };
            let place = ShardLine {
                file: file.name.clone(),
                line,
            };
            let taken = match record {
                Err(RecordFault::Torn) => {
                    self.torn.push(place);
                    continue;
                }
                Err(fault) => {
                    if file.is_compact() {
                        // It may be the header of the lines after it.
                        current = CurrentShard::Skipped;
                    }
                    // The first damaged line of a file is enough.
                    if is_damaged {
                        continue;
                    }
                    is_damaged = true;
                    Err(format!("{fault}: {}", advise_remedy(file)))
                }
                Ok(Record::Header(header)) => {
                    match self.enter_header(header, source, &place, &is_wanted) {
                        Ok(CurrentShard::SetAside) if !file.is_compact() => return Ok(()),
                        Ok(shard) => {
                            current = shard;
                            Ok(())
                        }
                        Err(reason) => {
                            // After a second header the units of the first one are read
                            // on.
                            if file.is_compact() {
                                current = CurrentShard::Skipped;
                            }
                            Err(reason)
                        }
                    }
                }
                Ok(Record::Unit(unit)) => match current {
                    CurrentShard::Beginning if line == 1 => {
                        Err("comes before any header: the beginning of the file is lost"
                            .to_owned())
                    }
                    // The fault of its first line was reported.
                    CurrentShard::Beginning
                    | CurrentShard::Skipped
                    | CurrentShard::SetAside => continue,
                    CurrentShard::Read(shard) => {
                        self.take_unit(&unit, shard, source, &place)
                    }
                },
            };
            if let Err(reason) = taken {
                self.faults.push(CampaignError::Line { place, reason });
            }
        }
        Ok(())
    }

    /// Checks the header of a shard, and decides what happens to the units after it.
    ///
    /// # Errors
    /// As for [`FolderScan::check_header`].
    fn enter_header(
        &mut self,
        header: ShardHeader,
        source: ShardSource<'_>,
        place: &ShardLine,
        is_wanted: impl Fn(&ShardHeader) -> bool,
    ) -> Result<CurrentShard, String> {
        let ShardSource {
            campaign,
            quarantine,
            file,
        } = source;
        self.check_header(&header, campaign, file, place)?;
        let reason = quarantine.quarantine_reason(&header.machine, &header.program);
        if reason.is_some() {
            self.set_aside.push(if file.is_compact() {
                place.to_string()
            } else {
                file.name.clone()
            });
            return Ok(CurrentShard::SetAside);
        }
        if !is_wanted(&header) {
            return Ok(CurrentShard::Skipped);
        }
        let origin = header.file_name(header.bundle.unwrap_or_default());
        self.shards.push(ScannedShard {
            file: file.name.clone(),
            header,
            origin,
        });
        Ok(CurrentShard::Read(self.shards.len() - 1))
    }

    /// Takes a unit of a shard: one that counts, or one of a verification.
    fn take_unit(
        &mut self,
        unit: &UnitRecord,
        shard: usize,
        source: ShardSource<'_>,
        place: &ShardLine,
    ) -> Result<(), String> {
        match self.shards[shard].header.bundle {
            // As for all units of such a host: it is missing.
            Some(_) if source.quarantine.has_begun(unit) => Ok(()),
            Some(bundle) => self.count_unit(unit, bundle, source.campaign, shard, place),
            None => self.compare_verified(unit, shard, source.campaign, place),
        }
    }

    /// Checks that a header belongs to the campaign and to its file.
    fn check_header(
        &self,
        header: &ShardHeader,
        campaign: &Campaign,
        file: &ShardFile,
        place: &ShardLine,
    ) -> Result<(), String> {
        if place.line != 1 && !file.is_compact() {
            return Err("a second header: two runs wrote to one file".to_owned());
        }
        if header.plan != campaign.plan.sha256 {
            return Err(
                "belongs to another plan: keep the shards of different campaigns apart"
                    .to_owned(),
            );
        }
        if header.is_old() && !campaign.plan.is_old() {
            return Err(format!(
                "its schema is {}, older than the plan: it was changed",
                header.schema
            ));
        }
        if header
            .bundle
            .is_some_and(|bundle| bundle >= campaign.plan.bundles)
        {
            return Err(format!(
                "there is no such bundle: the plan has {}, from 0 on",
                campaign.plan.bundles
            ));
        }
        let is_in_its_file = match header.bundle {
            Some(bundle) if file.is_compact() => file.may_hold(bundle),
            None if file.is_compact() => false,
            _ => header.can_be_named(&place.file),
        };
        if !is_in_its_file {
            return Err("names another bundle than the name of the file".to_owned());
        }
        self.ledger
            .record_header(header)
            .map_err(|error| error.to_string())
    }

    /// Records a unit. If several shards have it, it counts in the one whose origin comes
    /// first, in whatever files they are.
    fn count_unit(
        &mut self,
        unit: &UnitRecord,
        bundle: u64,
        campaign: &Campaign,
        shard: usize,
        place: &ShardLine,
    ) -> Result<(), String> {
        if unit.unit < campaign.plan.job.units
            && campaign.deal.bundle_of(unit.unit) != bundle
        {
            return Err(format!(
                "the unit {} is not one of bundle {bundle}",
                unit.unit
            ));
        }
        if self.enter_unit(unit, place)? {
            let UnitRecord {
                seconds,
                cpu_seconds,
                ..
            } = *unit;
            let source = UnitSource {
                shard,
                line: place.line,
                seconds,
                cpu_seconds,
            };
            let shards = &self.shards;
            let first = self.sources.entry(unit.unit).or_insert(source);
            if shards[shard].origin < shards[first.shard].origin {
                *first = source;
            }
        }
        Ok(())
    }

    /// Compares a unit of a verification with the one that counts, if there is one.
    fn compare_verified(
        &mut self,
        unit: &UnitRecord,
        shard: usize,
        campaign: &Campaign,
        place: &ShardLine,
    ) -> Result<(), String> {
        if let Some(bundle) = ShardHeader::verified_bundle_of_name(&place.file)
            && unit.unit < campaign.plan.job.units
            && campaign.deal.bundle_of(unit.unit) != bundle
        {
            return Err(format!(
                "the unit {} is not one of bundle {bundle}",
                unit.unit
            ));
        }
        let Some(source) = self.sources.get(&unit.unit) else {
            self.unmatched.push(VerifiedUnit {
                shard,
                unit: unit.unit,
                tally: unit.tally(),
            });
            return Ok(());
        };
        let is_other =
            self.shards[source.shard].header.kernel != self.shards[shard].header.kernel;
        if self.enter_unit(unit, place)? && is_other {
            self.verified.insert(unit.unit);
        }
        Ok(())
    }

    /// Enters a unit into the ledger and returns true if it is there now. A contradiction
    /// is a fault with two positions.
    fn enter_unit(
        &mut self,
        unit: &UnitRecord,
        place: &ShardLine,
    ) -> Result<bool, String> {
        match self.ledger.record_unit(unit) {
            Err(error @ LedgerError::Contradiction { unit, .. })
                if self.sources.contains_key(&unit) =>
            {
                let source = self.sources[&unit];
                let first = ShardLine {
                    file: self.shards[source.shard].file.clone(),
                    line: source.line,
                };
                let (second, reason) = (place.clone(), error.to_string());
                self.faults.push(CampaignError::Conflict {
                    unit,
                    first,
                    second,
                    reason,
                });
                Ok(false)
            }
            entered => entered.map(|()| true).map_err(|error| error.to_string()),
        }
    }

    /// Returns the header of the shard of a unit.
    pub(crate) fn header_of(&self, unit: u64) -> Option<&ShardHeader> {
        Some(&self.shards[self.sources.get(&unit)?.shard].header)
    }

    /// Returns the work of each shard, in order.
    pub(crate) fn work_by_shard(&self) -> Vec<WorkTotals> {
        let mut work = vec![WorkTotals::NONE; self.shards.len()];
        for source in self.sources.values() {
            work[source.shard] = work[source.shard].plus(WorkTotals::from_source(source));
        }
        work
    }
}

fn advise_remedy(file: &ShardFile) -> String {
    let name = &file.name;
    let what = match file.is_compact() {
        true => {
            format!(
                "remove the line from {name} (if it is a header, all lines before the next header, too)"
            )
        }
        false => format!("move {name} out of the folder"),
    };
    format!("{what}, and count its units again with `run` or `submit`")
}
