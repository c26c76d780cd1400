//! Claims: the process that works on a bundle, so that no two processes run the same
//! units.
//!
//! A claim is a file `claims/BUNDLE-GENERATION.json` (for a verification, a file in
//! `claims/verify`), created exclusively, which is atomic on NFS too. The highest
//! generation counts. Its owner writes to it at regular intervals. An abandoned claim is
//! not removed: the next owner creates the next generation, which only one process can
//! do, and the last owner, should it still be there, finds that its claim no longer
//! counts.
//!
//! A claim is abandoned if nothing was written to it for [`MAX_MISSED_INTERVALS`]
//! intervals by the clock of the file system, so that the clocks of the hosts do not
//! matter. On the host of its owner, a lock that the system releases with the process
//! shows it at once. A claim in which no owner is named was created by a process that was
//! killed before its first write, and is abandoned after [`MAX_FIRST_WRITE_TIME`].
//!
//! Claims save work and nothing else: only shards record what is done, and a unit that is
//! run twice counts once.

use crate::files::open_regular;
use crate::{CampaignError, Machine};
use queens::control::lock;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

/// Folder of the claims of runs, in that of the campaign.
pub(crate) const COUNT_FOLDER: &str = "claims";

/// Folder of the claims of verifications.
pub(crate) const VERIFY_FOLDER: &str = "claims/verify";

/// Intervals without a write after which a claim is abandoned. Other hosts see a write
/// only after some seconds.
const MAX_MISSED_INTERVALS: u32 = 4;

/// Age after which a claim without an owner is abandoned: its process was killed between
/// the creation and the first write.
const MAX_FIRST_WRITE_TIME: Duration = Duration::from_secs(2);

/// Maximum size of a claim, in bytes.
const MAX_CLAIM_BYTES: u64 = 4096;

/// Owner of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ClaimOwner {
    /// Name of the host.
    host: String,
    /// Number of the process.
    process: u32,
    /// Name of the run.
    run: String,
    /// Number of threads; `None` in a claim of an older version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    threads: Option<u64>,
}

/// A process that works on bundles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WorkingProcess {
    /// Name of the host.
    pub host: String,
    /// Number of the process.
    pub process: u32,
    /// Name of the run.
    pub run: String,
    /// Number of threads; `null` if it is a process of an older version.
    pub threads: Option<u64>,
    /// Bundles that it has claimed.
    pub bundles: Vec<u64>,
}

/// Result of an attempt to claim a bundle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ClaimAttempt {
    /// The bundle is ours.
    Taken,
    /// Another process works on it.
    Held,
}

/// A claim of this process.
struct HeldClaim {
    generation: u64,
    path: PathBuf,
    /// Locked as long as it is open.
    file: File,
}

/// The claims of a run. They are released when it is dropped.
pub(crate) struct Claims {
    folder: PathBuf,
    owner: ClaimOwner,
    interval: Duration,
    held: Mutex<BTreeMap<u64, HeldClaim>>,
}

impl Claims {
    /// Creates the claims of a run in the folder with this name, one of the two above.
    /// The run writes to them at this interval.
    ///
    /// # Errors
    /// The folder of the claims cannot be created.
    pub(crate) fn new(
        campaign: &Path,
        name: &str,
        machine: &Machine,
        run: &str,
        interval: Duration,
    ) -> Result<Self, CampaignError> {
        let folder = campaign.join(name);
        fs::create_dir_all(&folder).map_err(CampaignError::io("create", &folder))?;
        let owner = ClaimOwner {
            host: machine.host.clone(),
            process: std::process::id(),
            run: run.to_owned(),
            threads: None,
        };
        Ok(Claims {
            folder,
            owner,
            interval,
            held: Mutex::default(),
        })
    }

    /// Sets the number of threads of the run, which a status shows.
    pub(crate) fn with_threads(mut self, threads: usize) -> Self {
        self.owner.threads = Some(threads as u64);
        self
    }

    /// Claims a bundle, unless another process works on it; with `by_force` even then.
    ///
    /// # Errors
    /// A system error; a claim whose generation is the last possible one.
    pub(crate) fn take_bundle(
        &self,
        bundle: u64,
        by_force: bool,
    ) -> Result<ClaimAttempt, CampaignError> {
        let last = self
            .last_generation(bundle)
            .map_err(CampaignError::io("read", &self.folder))?;
        if let Some(generation) = last.filter(|_| !by_force)
            && self.is_claimed(bundle, generation)?
        {
            return Ok(ClaimAttempt::Held);
        }
        let mut generation = last.unwrap_or(0);
        loop {
            generation = generation.checked_add(1).ok_or_else(|| {
                let path = self.claim_path(bundle, generation);
                CampaignError::Input(format!(
                    "{} is not a claim of a run: remove the file",
                    path.display()
                ))
            })?;
            let path = self.claim_path(bundle, generation);
            match self.create_file(&path) {
                // Another process was faster, or NFS returned an outdated list of the
                // folder.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    if !by_force {
                        return Ok(ClaimAttempt::Held);
                    }
                }
                file => {
                    let file = file.map_err(CampaignError::io("create", &path))?;
                    // Earlier generations no longer count.
                    for old in (1..generation).rev() {
                        if fs::remove_file(self.claim_path(bundle, old)).is_err() {
                            break;
                        }
                    }
                    lock(&self.held).insert(
                        bundle,
                        HeldClaim {
                            generation,
                            path,
                            file,
                        },
                    );
                    return Ok(ClaimAttempt::Taken);
                }
            }
        }
    }

    /// Returns the bundles of these that other processes work on.
    ///
    /// # Errors
    /// A system error.
    pub(crate) fn held_elsewhere(
        &self,
        bundles: &[u64],
    ) -> Result<Vec<u64>, CampaignError> {
        let claims =
            claims_in(&self.folder).map_err(CampaignError::io("read", &self.folder))?;
        let now = self.file_system_time()?;
        let mut held = Vec::new();
        for &bundle in bundles {
            let Some(&generation) = claims.get(&bundle) else {
                continue;
            };
            let path = self.claim_path(bundle, generation);
            if is_at_work(&path, &self.owner.host, now, self.interval)
                .map_err(CampaignError::io("read the claims in", &self.folder))?
            {
                held.push(bundle);
            }
        }
        Ok(held)
    }

    /// Returns true if the bundle is ours, as of the last [`Claims::renew_all`].
    pub(crate) fn has_bundle(&self, bundle: u64) -> bool {
        lock(&self.held).contains_key(&bundle)
    }

    /// Releases a bundle.
    pub(crate) fn release_bundle(&self, bundle: u64) {
        if let Some(claim) = lock(&self.held).remove(&bundle) {
            // If the file cannot be removed, the claim is abandoned in a while.
            let _ = fs::remove_file(claim.path);
        }
    }

    /// Writes to every claim, and drops the claims that another process took over.
    pub(crate) fn renew_all(&self) {
        let mut held = lock(&self.held);
        held.retain(|&bundle, claim| {
            // A claim that cannot be read is kept: the units of both processes count
            // once.
            self.last_generation(bundle).map_or(true, |last| {
                last.is_none_or(|last| last <= claim.generation)
            })
        });
        for claim in held.values_mut() {
            // Without the write the claim is abandoned, which does no harm.
            let _ = write_owner(&mut claim.file, &self.owner);
        }
    }

    fn claim_path(&self, bundle: u64, generation: u64) -> PathBuf {
        self.folder.join(claim_name(bundle, generation))
    }

    /// Returns the highest generation of the claims of a bundle.
    fn last_generation(&self, bundle: u64) -> io::Result<Option<u64>> {
        Ok(claims_in(&self.folder)?.get(&bundle).copied())
    }

    /// Creates a claim, locked and with its owner.
    fn create_file(&self, path: &Path) -> io::Result<File> {
        let mut file = OpenOptions::new()
            .write(true)
            .read(true)
            .create_new(true)
            .open(path)?;
        // A file system without locks leaves the time of the last write.
        let _ = file.try_lock();
        write_owner(&mut file, &self.owner)?;
        Ok(file)
    }

    /// Returns true if another process works on a bundle with this claim.
    fn is_claimed(&self, bundle: u64, generation: u64) -> Result<bool, CampaignError> {
        let path = self.claim_path(bundle, generation);
        is_at_work(
            &path,
            &self.owner.host,
            self.file_system_time()?,
            self.interval,
        )
        .map_err(CampaignError::io("read", &path))
    }

    fn file_system_time(&self) -> Result<SystemTime, CampaignError> {
        self.time_of_file_system()
            .map_err(CampaignError::io("write in", &self.folder))
    }

    /// Returns the time by the clock of the file system.
    fn time_of_file_system(&self) -> io::Result<SystemTime> {
        let path = self
            .folder
            .join(format!("time-{}-{}", self.owner.host, self.owner.process));
        let mut file = OpenOptions::new()
            .write(true)
            .create(true)
            .truncate(true)
            .open(&path)?;
        file.write_all(b"\n")?;
        file.sync_data()?;
        let time = file.metadata()?.modified();
        // Two threads may share the file, which one of them has removed by then.
        let _ = fs::remove_file(path);
        time
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        let bundles: Vec<u64> = lock(&self.held).keys().copied().collect();
        bundles
            .into_iter()
            .for_each(|bundle| self.release_bundle(bundle));
    }
}

/// Writes the owner over what the file holds, so that the time of its last write is now.
fn write_owner(file: &mut File, owner: &ClaimOwner) -> io::Result<()> {
    let text = serde_json::to_string(owner)?;
    file.rewind()?;
    file.write_all(text.as_bytes())?;
    file.sync_data()
}

/// Returns the claims in a folder: the highest generation of each bundle.
fn claims_in(folder: &Path) -> io::Result<BTreeMap<u64, u64>> {
    let mut claims: BTreeMap<u64, u64> = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let claim = name.to_str().and_then(|name| {
            let (bundle, generation) = name.strip_suffix(".json")?.split_once('-')?;
            Some((bundle.parse().ok()?, generation.parse().ok()?))
        });
        if let Some((bundle, generation)) = claim {
            let last = claims.entry(bundle).or_insert(generation);
            *last = generation.max(*last);
        }
    }
    Ok(claims)
}

/// Returns true if the owner of a claim is still at work: `now` is the time of the file
/// system, `host` is this one.
fn is_at_work(
    path: &Path,
    host: &str,
    now: SystemTime,
    interval: Duration,
) -> io::Result<bool> {
    owner_at_work(path, host, now, interval).map(|owner| owner.is_some())
}

/// Returns the owner of a claim if it is still at work. The owner within is `None` if the
/// claim does not name it yet.
fn owner_at_work(
    path: &Path,
    host: &str,
    now: SystemTime,
    interval: Duration,
) -> io::Result<Option<Option<ClaimOwner>>> {
    // NFS checks the times of a file only when it is opened.
    let opened =
        open_regular(path).and_then(|file| Ok((file.metadata()?.modified()?, file)));
    let (modified, mut file) = match opened {
        Err(error) if is_gone(&error) => return Ok(None),
        opened => opened?,
    };
    let mut text = String::new();
    let read = (&mut file).take(MAX_CLAIM_BYTES).read_to_string(&mut text);
    // A claim without an owner was read between its creation and its first write.
    let owner: Option<ClaimOwner> =
        read.ok().and_then(|_| serde_json::from_str(&text).ok());
    if owner.as_ref().is_some_and(|owner| owner.host == host)
        && file.try_lock_shared().is_ok()
    {
        return Ok(None);
    }
    let max_age = if owner.is_some() {
        interval * MAX_MISSED_INTERVALS
    } else {
        MAX_FIRST_WRITE_TIME
    };
    let is_recent = now.duration_since(modified).unwrap_or_default() < max_age;
    Ok(is_recent.then_some(owner))
}

/// Returns the bundles of a campaign that processes work on, without a write to the
/// folder: by the clock of this host.
pub(crate) fn claimed_bundles(campaign: &Path, interval: Duration) -> Vec<u64> {
    claims_at_work(campaign, interval)
        .into_iter()
        .map(|(bundle, _)| bundle)
        .collect()
}

/// Returns the processes that work on bundles, as [`claimed_bundles`] does.
pub(crate) fn working_processes(
    campaign: &Path,
    interval: Duration,
) -> Vec<WorkingProcess> {
    let mut processes: BTreeMap<_, WorkingProcess> = BTreeMap::new();
    for (bundle, owner) in claims_at_work(campaign, interval) {
        let Some(ClaimOwner {
            host,
            process,
            run,
            threads,
        }) = owner
        else {
            continue;
        };
        let key = (host.clone(), process, run.clone());
        let new = WorkingProcess {
            host,
            process,
            run,
            threads,
            bundles: Vec::new(),
        };
        processes.entry(key).or_insert(new).bundles.push(bundle);
    }
    processes.into_values().collect()
}

/// Returns the claims whose owners are at work, in the order of the bundles.
fn claims_at_work(campaign: &Path, interval: Duration) -> Vec<(u64, Option<ClaimOwner>)> {
    let folder = campaign.join(COUNT_FOLDER);
    let (host, now) = (Machine::here().host, SystemTime::now());
    let claims = claims_in(&folder).unwrap_or_default().into_iter();
    let owners = claims.filter_map(|(bundle, generation)| {
        let path = folder.join(claim_name(bundle, generation));
        Some((bundle, owner_at_work(&path, &host, now, interval).ok()??))
    });
    owners.collect()
}

/// Returns true if a file was removed, on this host or on another one.
fn is_gone(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::NotFound | ErrorKind::StaleNetworkFileHandle
    )
}

/// Returns the name of the file of a claim.
fn claim_name(bundle: u64, generation: u64) -> String {
    format!("{bundle}-{generation}.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_secs(15);

    fn claims(folder: &Path, host: &str) -> Claims {
        let machine = Machine {
            host: host.to_owned(),
            cpu: String::new(),
        };
        Claims::new(folder, COUNT_FOLDER, &machine, "run", INTERVAL).expect("a folder")
    }

    /// Sets the time of the last write to every claim back.
    fn age(folder: &Path, by: Duration) {
        for entry in fs::read_dir(folder.join(COUNT_FOLDER)).expect("claims") {
            let file = OpenOptions::new()
                .append(true)
                .open(entry.expect("a claim").path())
                .expect("a claim");
            file.set_modified(SystemTime::now() - by)
                .expect("a file system with times");
        }
    }

    fn is_taken(claims: &Claims, bundle: u64) -> bool {
        claims.take_bundle(bundle, false).expect("claims") == ClaimAttempt::Taken
    }

    #[test]
    fn one_of_many_takes_a_bundle() {
        let folder = tempfile::tempdir().expect("a folder");
        for round in 0..20 {
            let all: Vec<_> = (0..8)
                .map(|host| claims(folder.path(), &format!("host{host}")))
                .collect();
            let taken: usize = std::thread::scope(|scope| {
                let threads: Vec<_> = all
                    .iter()
                    .map(|claims| scope.spawn(|| usize::from(is_taken(claims, round))))
                    .collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().expect("no panic"))
                    .sum()
            });
            assert_eq!(taken, 1, "round {round}");
            assert_eq!(
                all.iter().filter(|claims| claims.has_bundle(round)).count(),
                1
            );
        }
    }

    #[test]
    fn a_released_bundle_is_free() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, other) = (claims(folder.path(), "one"), claims(folder.path(), "other"));
        assert!(is_taken(&one, 7));
        assert_eq!(
            other.take_bundle(7, false).expect("claims"),
            ClaimAttempt::Held
        );
        assert!(is_taken(&other, 8));
        assert_eq!(claimed_bundles(folder.path(), INTERVAL), [7, 8]);
        one.release_bundle(7);
        assert!(!one.has_bundle(7) && is_taken(&other, 7));
        drop((one, other));
        assert_eq!(
            fs::read_dir(folder.path().join(COUNT_FOLDER))
                .expect("the folder")
                .count(),
            0
        );
    }

    #[test]
    fn an_old_claim_of_another_host_is_taken_over_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let dead = claims(folder.path(), "dead");
        assert!(is_taken(&dead, 3));
        let all: Vec<_> = (0..8)
            .map(|host| claims(folder.path(), &format!("host{host}")))
            .collect();
        age(folder.path(), INTERVAL * (MAX_MISSED_INTERVALS - 1));
        assert!(all.iter().all(|claims| !is_taken(claims, 3)));
        age(folder.path(), INTERVAL * (MAX_MISSED_INTERVALS + 1));
        assert_eq!(claimed_bundles(folder.path(), INTERVAL), [0; 0]);
        let taken: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = all
                .iter()
                .map(|claims| scope.spawn(|| usize::from(is_taken(claims, 3))))
                .collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"))
                .sum()
        });
        assert_eq!(taken, 1);
        // The last owner was only slow: it learns that the bundle is no longer its own,
        // and leaves the new claim alone.
        dead.renew_all();
        assert!(!dead.has_bundle(3));
        drop(dead);
        let owner = all
            .iter()
            .find(|claims| claims.has_bundle(3))
            .expect("one took it");
        owner.renew_all();
        assert!(
            owner.has_bundle(3)
                && all.iter().filter(|claims| is_taken(claims, 3)).count() == 0
        );
    }

    #[test]
    fn renewing_keeps_a_claim() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, other) = (claims(folder.path(), "one"), claims(folder.path(), "other"));
        assert!(is_taken(&one, 0));
        age(folder.path(), INTERVAL * 100);
        one.renew_all();
        assert!(one.has_bundle(0) && !is_taken(&other, 0));
    }

    #[test]
    fn a_claim_of_a_killed_process_of_this_host_is_free_at_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let claims = claims(folder.path(), "here");
        // A file that nobody has locked.
        let owner = ClaimOwner {
            host: "here".to_owned(),
            process: 1,
            run: "killed".to_owned(),
            threads: None,
        };
        let path = claims.claim_path(5, 1);
        fs::write(&path, serde_json::to_string(&owner).expect("JSON")).expect("room");
        assert!(is_taken(&claims, 5));
        assert!(!path.exists() && claims.claim_path(5, 2).exists());
    }

    #[test]
    fn a_claim_without_an_owner_is_free_soon() {
        let folder = tempfile::tempdir().expect("a folder");
        let claims = claims(folder.path(), "here");
        fs::write(claims.claim_path(5, 1), "").expect("room");
        assert!(!is_taken(&claims, 5));
        age(folder.path(), MAX_FIRST_WRITE_TIME * 2);
        assert!(is_taken(&claims, 5));
    }

    #[test]
    fn a_foreign_file_is_an_error_not_a_loop() {
        let folder = tempfile::tempdir().expect("a folder");
        let claims = claims(folder.path(), "here");
        fs::write(claims.claim_path(0, u64::MAX), "{}").expect("room");
        age(folder.path(), INTERVAL * 100);
        let error = claims
            .take_bundle(0, false)
            .expect_err("no generation is left")
            .to_string();
        assert!(
            error.contains("18446744073709551615.json is not a claim of a run"),
            "{error}"
        );
    }

    #[test]
    fn bundles_of_others_are_seen_until_they_are_free() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, other) = (claims(folder.path(), "one"), claims(folder.path(), "other"));
        assert!(is_taken(&one, 1) && is_taken(&one, 2));
        assert_eq!(other.held_elsewhere(&[0, 1, 2]).expect("claims"), [1, 2]);
        one.release_bundle(1);
        assert_eq!(other.held_elsewhere(&[0, 1, 2]).expect("claims"), [2]);
        age(folder.path(), INTERVAL * 100);
        assert_eq!(other.held_elsewhere(&[0, 1, 2]).expect("claims"), [0; 0]);
    }

    #[test]
    fn force_takes_a_bundle_of_another_process() {
        let folder = tempfile::tempdir().expect("a folder");
        let (one, other) = (claims(folder.path(), "one"), claims(folder.path(), "other"));
        assert!(is_taken(&one, 0));
        assert_eq!(
            other.take_bundle(0, true).expect("claims"),
            ClaimAttempt::Taken
        );
        one.renew_all();
        assert!(!one.has_bundle(0) && other.has_bundle(0));
    }
}
