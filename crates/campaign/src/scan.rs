//! The shards of a campaign, read line by line.

use crate::error::ShardLine;
use crate::files;
use crate::{Campaign, CampaignError, Machine, ShardHeader};
use queens::control::Limits;
use queens::parallel::{Ledger, LedgerError, Record, RecordFault, RecordLines, UnitRecord};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::BufReader;
use std::time::SystemTime;

/// Name of the file of quarantined hosts.
pub const QUARANTINE_FILE: &str = "quarantine.json";

/// Hosts whose units do not count, because a version of the program returned a wrong count on them.
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
        let Some(read) = files::read::<Quarantine>(&campaign.folder, QUARANTINE_FILE)? else {
            return Ok(Quarantine { schema, plan, set_aside: Vec::new() });
        };
        match () {
            () if read.schema != schema => Err(CampaignError::file(
                QUARANTINE_FILE,
                format!("its schema is {}, not {schema}", read.schema),
            )),
            () if read.plan != plan => Err(CampaignError::file(QUARANTINE_FILE, "belongs to another plan")),
            () => Ok(read),
        }
    }

    /// Returns the reason why a host with a version is quarantined, if it is.
    pub(crate) fn reason(&self, machine: &Machine, program: &str) -> Option<&str> {
        let same = |aside: &&QuarantinedHost| aside.host == machine.host && aside.program == program;
        self.set_aside.iter().find(same).map(|aside| aside.reason.as_str())
    }

    /// Returns true if a quarantined host ran the first segments of a unit.
    pub(crate) fn has_begun(&self, unit: &UnitRecord) -> bool {
        self.set_aside.iter().any(|aside| unit.begun_on.contains(&origin(&aside.host, &aside.program)))
    }

    /// Adds a host to the quarantine, and writes it.
    pub(crate) fn add(&mut self, aside: QuarantinedHost, campaign: &Campaign) -> Result<(), CampaignError> {
        self.set_aside.push(aside);
        files::write(&campaign.folder, QUARANTINE_FILE, self, false)
    }
}

/// Returns the host and the version of the program of a run, as units name it that another run began.
pub(crate) fn origin(host: &str, program: &str) -> String {
    format!("{host} {program}")
}

/// A shard that was read.
#[derive(Debug)]
pub(crate) struct ScannedShard {
    pub(crate) name: String,
    /// Header, if it is valid.
    pub(crate) header: Option<ShardHeader>,
    /// Number of its units that count.
    pub(crate) units: u64,
    pub(crate) seconds: f64,
    /// Processor seconds, if all of them are known.
    pub(crate) cpu_seconds: Option<f64>,
    /// Time of the last write, by the clock of the file system.
    pub(crate) modified: Option<SystemTime>,
}

/// Position of a unit that counts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnitSource {
    /// Index of the shard.
    pub(crate) shard: usize,
    pub(crate) line: u64,
    pub(crate) seconds: f64,
}

/// Contents of all shards.
pub(crate) struct FolderScan {
    pub(crate) ledger: Ledger,
    pub(crate) sources: HashMap<u64, UnitSource>,
    pub(crate) shards: Vec<ScannedShard>,
    /// Last lines without an end: their units are missing, which is no fault.
    pub(crate) torn: Vec<ShardLine>,
    /// Faults that a merge refuses, in order.
    pub(crate) faults: Vec<CampaignError>,
    /// Shards of quarantined hosts.
    pub(crate) set_aside: Vec<String>,
    /// Units that other instructions confirmed.
    pub(crate) verified: BTreeSet<u64>,
}

impl FolderScan {
    /// Reads all shards of a campaign, in the order of their names, those of verifications last.
    ///
    /// # Errors
    /// The folder or a file cannot be read; the quarantine is not valid; [`CampaignError::Stopped`] by a limit.
    ///
    /// # Complexity
    /// Linear in the size of all shards; memory for each unit.
    pub(crate) fn of(campaign: &Campaign, limits: &Limits) -> Result<Self, CampaignError> {
        Self::of_files(campaign, limits, |_| true)
    }

    /// Reads the shards of one bundle only.
    ///
    /// # Errors
    /// As for [`FolderScan::of`].
    ///
    /// # Complexity
    /// Linear in the size of these shards and in the number of files in the folder.
    pub(crate) fn of_bundle(
        campaign: &Campaign,
        bundle: u64,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        Self::of_files(campaign, limits, |shard| shard == Some(bundle))
    }

    /// Reads the shards with the bundles for which `is_wanted` returns true; the bundle of a verification is `None`.
    fn of_files(
        campaign: &Campaign,
        limits: &Limits,
        is_wanted: impl Fn(Option<u64>) -> bool,
    ) -> Result<Self, CampaignError> {
        let quarantine = Quarantine::read(campaign)?;
        let mut names: Vec<(bool, String)> = Vec::new();
        let entries = fs::read_dir(&campaign.folder).map_err(CampaignError::io("read", &campaign.folder))?;
        for entry in entries {
            let name = entry.map_err(CampaignError::io("read", &campaign.folder))?.file_name();
            // Files with other names are not shards.
            if let Some((name, bundle)) =
                name.to_str().and_then(|name| Some((name, ShardHeader::bundle_of_name(name)?)))
                && is_wanted(bundle)
            {
                names.push((bundle.is_none(), name.to_owned()));
            }
        }
        names.sort();
        let mut scan = FolderScan {
            ledger: Ledger::new(campaign.plan.job.clone()),
            sources: HashMap::new(),
            shards: Vec::new(),
            torn: Vec::new(),
            faults: Vec::new(),
            set_aside: Vec::new(),
            verified: BTreeSet::new(),
        };
        for (_, name) in names {
            scan.read(limits, campaign, &quarantine, name)?;
        }
        Ok(scan)
    }

    fn read(
        &mut self,
        limits: &Limits,
        campaign: &Campaign,
        quarantine: &Quarantine,
        name: String,
    ) -> Result<(), CampaignError> {
        let path = campaign.folder.join(&name);
        let file = files::open_regular(&path).map_err(CampaignError::io("open", &path))?;
        let modified = file.metadata().and_then(|data| data.modified()).ok();
        let number = self.shards.len();
        self.shards.push(ScannedShard {
            name: name.clone(),
            header: None,
            units: 0,
            seconds: 0.0,
            cpu_seconds: Some(0.0),
            modified,
        });
        let mut is_damaged = false;
        for line in RecordLines::<_, ShardHeader>::new(BufReader::new(file)) {
            limits.check()?;
            let (line, record) = match line {
                Ok(line) => line,
                Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                    self.faults.push(CampaignError::file(&name, error));
                    return Ok(());
                }
                Err(error) => return Err(CampaignError::io("read", &path)(error)),
            };
            let place = ShardLine { file: name.clone(), line };
            let taken = match record {
                Err(RecordFault::Torn) => {
                    self.torn.push(place);
                    continue;
                }
                // The first damaged line of a file is enough.
                Err(_) if is_damaged => continue,
                Err(fault) => {
                    is_damaged = true;
                    Err(format!("{fault}: {}", remedy(&name)))
                }
                Ok(Record::Header(header)) => {
                    let checked = self.check(&header, campaign, &place);
                    if checked.is_ok() {
                        if quarantine.reason(&header.machine, &header.program).is_some() {
                            self.set_aside.push(name);
                            return Ok(());
                        }
                        self.shards[number].header = Some(header);
                    }
                    checked
                }
                Ok(Record::Unit(unit)) => match &self.shards[number].header {
                    None if line == 1 => {
                        Err("comes before any header: the beginning of the file is lost".to_owned())
                    }
                    // The fault of its first line was reported.
                    None => continue,
                    Some(header) => match header.bundle {
                        // As for all units of such a host: it is missing.
                        Some(_) if quarantine.has_begun(&unit) => Ok(()),
                        Some(bundle) => self.count(&unit, bundle, campaign, number, &place),
                        None => {
                            let kernel = header.kernel.clone();
                            self.compare(&unit, &kernel, &place)
                        }
                    },
                },
            };
            match taken {
                Ok(()) => {}
                Err(reason) => self.faults.push(CampaignError::Line { place, reason }),
            }
        }
        Ok(())
    }

    /// Checks that a header belongs to the campaign and to its file.
    fn check(&self, header: &ShardHeader, campaign: &Campaign, place: &ShardLine) -> Result<(), String> {
        if place.line != 1 {
            return Err("a second header: two runs wrote to one file".to_owned());
        }
        if header.plan != campaign.plan.sha256 {
            return Err("belongs to another plan: keep the shards of different campaigns apart".to_owned());
        }
        if header.is_old() && !campaign.plan.is_old() {
            return Err(format!("its schema is {}, older than the plan: it was changed", header.schema));
        }
        if header.bundle.is_some_and(|bundle| bundle >= campaign.plan.bundles) {
            return Err(format!(
                "there is no such bundle: the plan has {}, from 0 on",
                campaign.plan.bundles
            ));
        }
        if ShardHeader::bundle_of_name(&place.file) != Some(header.bundle) {
            return Err("names another bundle than the name of the file".to_owned());
        }
        self.ledger.record_header(header).map_err(|error| error.to_string())
    }

    /// Records a unit.
    fn count(
        &mut self,
        unit: &UnitRecord,
        bundle: u64,
        campaign: &Campaign,
        shard: usize,
        place: &ShardLine,
    ) -> Result<(), String> {
        let is_new = !self.ledger.has(unit.unit);
        if unit.unit < campaign.plan.job.units && campaign.deal.bundle_of(unit.unit) != bundle {
            return Err(format!("the unit {} is not one of bundle {bundle}", unit.unit));
        }
        if self.enter(unit, place)? && is_new {
            self.sources.insert(unit.unit, UnitSource { shard, line: place.line, seconds: unit.seconds });
            let shard = &mut self.shards[shard];
            shard.units += 1;
            shard.seconds += unit.seconds;
            shard.cpu_seconds = shard.cpu_seconds.zip(unit.cpu_seconds).map(|(sum, cpu)| sum + cpu);
        }
        Ok(())
    }

    /// Compares a unit of a verification with the one that counts, if there is one.
    fn compare(&mut self, unit: &UnitRecord, kernel: &str, place: &ShardLine) -> Result<(), String> {
        let Some(source) = self.sources.get(&unit.unit) else { return Ok(()) };
        let first = self.shards[source.shard].header.as_ref().map(|header| header.kernel.clone());
        if self.enter(unit, place)? && first.as_deref() != Some(kernel) {
            self.verified.insert(unit.unit);
        }
        Ok(())
    }

    /// Enters a unit into the ledger and returns true if it is there now. A contradiction is a fault with two positions.
    fn enter(&mut self, unit: &UnitRecord, place: &ShardLine) -> Result<bool, String> {
        match self.ledger.record_unit(unit) {
            Err(error @ LedgerError::Contradiction { unit, .. }) if self.sources.contains_key(&unit) => {
                let source = self.sources[&unit];
                let first = ShardLine { file: self.shards[source.shard].name.clone(), line: source.line };
                let (second, reason) = (place.clone(), error.to_string());
                self.faults.push(CampaignError::Conflict { unit, first, second, reason });
                Ok(false)
            }
            entered => entered.map(|()| true).map_err(|error| error.to_string()),
        }
    }

    /// Returns the header of the shard of a unit.
    pub(crate) fn header_of(&self, unit: u64) -> Option<&ShardHeader> {
        self.shards[self.sources.get(&unit)?.shard].header.as_ref()
    }

    /// Returns the number of units done in each bundle.
    pub(crate) fn done_by_bundle(&self, campaign: &Campaign) -> Vec<u64> {
        let mut done = vec![0; campaign.plan.bundles as usize];
        // Every unit counts in one shard, and belongs to its bundle.
        for shard in &self.shards {
            if let Some(bundle) = shard.header.as_ref().and_then(|header| header.bundle) {
                done[bundle as usize] += shard.units;
            }
        }
        done
    }

    /// Returns the bundles with missing units.
    pub(crate) fn missing(&self, campaign: &Campaign) -> Vec<u64> {
        let done = self.done_by_bundle(campaign);
        (0..campaign.plan.bundles)
            .filter(|&bundle| done[bundle as usize] < campaign.deal.size_of(bundle))
            .collect()
    }
}

fn remedy(name: &str) -> String {
    format!("move {name} out of the folder, and count its units again with `run` or `submit --missing`")
}
