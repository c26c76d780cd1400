//! The progress of a campaign.

use crate::claims::{WorkingProcess, working_processes};
use crate::index::{GroupSummary, ShardIndex};
use crate::map::{self, MapSquare};
use crate::merge::{CampaignWorker, list_workers, workers_table};
use crate::moments::TimeMoments;
use crate::run::CLAIM_INTERVAL;
use crate::scan::WorkTotals;
use crate::second::{self, Agreement};
use crate::sum_checks;
use crate::unfinished::{self, UnfinishedUnit};
use crate::words::{percent_in_words, rate_in_words};
use crate::{Campaign, CampaignError};
use queens::control::Limits;
use queens::document::{Document, Table, about, grouped, several, time};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};

/// Number of processes at work that are listed in words.
const MAX_LISTED_PROCESSES: usize = 8;

/// Number of the last units by which the time that is left is estimated, at least, and
/// for each thread.
const MIN_LATEST_UNITS: u64 = 16;
const LATEST_UNITS_PER_THREAD: u64 = 4;

/// Progress of a campaign, from its shards and claims.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CampaignStatus {
    /// Problem, in its text form.
    pub problem: String,
    /// Id of the engine.
    pub engine: String,
    /// Number of units.
    pub units: u64,
    /// Number of units that are done.
    pub done: u64,
    /// Number of units whose first segments are done; 0 if the engine has units without
    /// segments.
    pub in_progress: u64,
    /// Number of these segments.
    pub segments: u64,
    /// Fraction of the work that is done, by the engine's estimate of each unit: 0 to 1.
    /// Segments count.
    pub share: f64,
    /// Number of bundles.
    pub bundles: u64,
    /// Bundles with missing units.
    pub open_bundles: Vec<u64>,
    /// Progress of the bundles, in order, in 800 squares at most.
    pub map: Vec<MapSquare>,
    /// Thread time of the units that are done: wall-clock seconds.
    pub seconds: f64,
    /// Their processor seconds; `None` if some records lack them.
    pub cpu_seconds: Option<f64>,
    /// Counts of this kind that a second engine confirmed when the plan was made; `null`
    /// in a plan of an older version.
    pub second_engine: Option<Vec<Agreement>>,
    /// Estimated thread time of the missing units in seconds, with an interval of 95
    /// percent; `None` before two units are done.
    pub thread_seconds_left: Option<TimeInterval>,
    /// Number of threads of the processes at work.
    pub threads: u64,
    /// Processes at work, with their bundles.
    pub at_work: Vec<WorkingProcess>,
    /// Remaining wall-clock seconds with these threads, if there are any, by the
    /// wall-clock time of the units that were finished last.
    pub seconds_left: Option<TimeInterval>,
    /// Units per minute with these threads, by the same units.
    pub units_a_minute: Option<f64>,
    /// Number of verified units.
    pub verified: u64,
    /// Number of units run by each host.
    pub workers: Vec<CampaignWorker>,
    /// Speed of each host, the slowest first.
    pub hosts: Vec<HostSpeed>,
    /// Last lines without an end.
    pub torn: Vec<String>,
    /// Shards of quarantined hosts, which do not count.
    pub set_aside: Vec<String>,
    /// Faults that a merge refuses.
    pub faults: Vec<String>,
}

/// Speed of a host.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct HostSpeed {
    /// Name of the host.
    pub host: String,
    /// Number of its units.
    pub units: u64,
    /// Units per minute of thread time; `null` if its units took no time.
    pub units_a_thread_minute: Option<f64>,
}

/// An estimate, with an interval of 95 percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimeInterval {
    /// Lower end.
    pub low: f64,
    /// Estimate.
    pub estimate: f64,
    /// Upper end.
    pub high: f64,
}

impl TimeInterval {
    /// Applies a function that keeps the order to the ends and the estimate.
    fn map(self, of: impl Fn(f64) -> f64) -> Self {
        TimeInterval {
            low: of(self.low),
            estimate: of(self.estimate),
            high: of(self.high),
        }
    }

    fn divide_by_threads(self, threads: u64) -> Self {
        self.map(|seconds| seconds / threads as f64)
    }

    /// Returns a line about the same work on several threads; `None` for one.
    pub(crate) fn on_threads_in_words(self, threads: u64) -> Option<String> {
        (threads > 1).then(|| {
            format!(
                "on {threads} threads like these: {}",
                self.divide_by_threads(threads).in_words()
            )
        })
    }

    /// Returns the length of time for people: `about 3.4 h (from 3.1 h to 3.7 h)`.
    ///
    /// ```
    /// use campaign::TimeInterval;
    ///
    /// let interval = |low, estimate, high| TimeInterval { low, estimate, high }.in_words();
    /// assert_eq!(interval(20.0, 30.0, 45.0), "about 30 s (from 20 s to 45 s)");
    /// assert_eq!(interval(0.1, 0.4, 9.0), "less than 1 s (at most 9 s)");
    /// assert_eq!(interval(0.1, 0.4, 0.9), "less than 1 s");
    /// assert_eq!(interval(0.1, 4.0, 9.0), "about 4 s (at most 9 s)");
    /// assert_eq!(interval(30.1, 30.2, 30.3), "about 30 s");
    /// ```
    #[must_use]
    pub fn in_words(self) -> String {
        let [low, estimate, high] = [self.low, self.estimate, self.high].map(about);
        let beginning = if self.estimate < 1.0 {
            estimate
        } else {
            format!("about {estimate}")
        };
        match () {
            () if low == high => beginning,
            () if self.low < 1.0 => format!("{beginning} (at most {high})"),
            () => format!("{beginning} (from {low} to {high})"),
        }
    }
}

/// Speed of the processes that are at work.
#[derive(Default)]
struct CurrentPace {
    /// Time of the missing units on all their threads; `None` if it cannot be predicted.
    seconds_left: Option<TimeInterval>,
    /// Units of all threads in a minute; `None` before a unit has taken time.
    units_a_minute: Option<f64>,
}

impl CurrentPace {
    /// Measures the units that were finished last, which felt the load of today.
    /// `time_left` predicts the time of the missing units from such times on one thread;
    /// if it cannot, `thread_seconds_left` counts.
    fn measure(
        index: &ShardIndex,
        threads: u64,
        thread_seconds_left: Option<TimeInterval>,
        time_left: impl Fn(&TimeMoments) -> Option<TimeInterval>,
    ) -> Self {
        let fewest = MIN_LATEST_UNITS.max(LATEST_UNITS_PER_THREAD * threads);
        let latest = index.latest_times(fewest);
        let left = time_left(&latest).or(thread_seconds_left);
        let units_a_minute = (latest.seconds() > 0.0)
            .then(|| 60.0 * latest.units() as f64 / latest.seconds() * threads as f64);
        CurrentPace {
            seconds_left: left.map(|left| left.divide_by_threads(threads)),
            units_a_minute,
        }
    }
}

impl CampaignStatus {
    /// Reads the shards of a campaign within `limits`: those that have changed since the
    /// last status, by an index in the folder, which is written if that is possible.
    ///
    /// # Errors
    /// The folder or a shard cannot be read; [`CampaignError::Stopped`], after which the
    /// next status continues.
    ///
    /// # Complexity
    /// Linear in the number of files, and in the size of those that have changed; memory
    /// for each unit.
    pub fn from_campaign(
        campaign: &Campaign,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        let mut index = ShardIndex::open(campaign);
        let status = CampaignStatus::update(&mut index, campaign, limits);
        index.save(campaign);
        status
    }

    /// Reads the shards that have changed since the last update of the index, which is
    /// not written.
    ///
    /// # Errors
    /// As for [`CampaignStatus::from_campaign`].
    ///
    /// # Complexity
    /// As for [`CampaignStatus::from_campaign`].
    pub fn update(
        index: &mut ShardIndex,
        campaign: &Campaign,
        limits: &Limits,
    ) -> Result<Self, CampaignError> {
        index.update_summaries(campaign, &limits.started())?;
        let mut begun = unfinished::of_all_bundles(campaign)?;
        if !begun.is_empty() {
            // A unit may stay in the file after it is finished.
            for unit in index.summaries().flat_map(GroupSummary::units) {
                begun.remove(&unit);
            }
        }
        Ok(CampaignStatus::from_index(index, &begun, campaign))
    }

    fn from_index(
        index: &ShardIndex,
        begun: &HashMap<u64, UnfinishedUnit>,
        campaign: &Campaign,
    ) -> Self {
        let units = campaign.plan.job.units;
        let done_by_bundle = index.done_by_bundle(campaign);
        let done = done_by_bundle.iter().sum();
        let times = times_of_units(index, begun, campaign);
        let share = if done == units { 1.0 } else { times.share() };
        let FoundFaults {
            verified,
            mut faults,
            has_failed,
        } = FoundFaults::from_index(index, campaign);
        faults.extend(fault_of_sum(index, campaign, done));
        let by_worker = work_by_worker(index);
        let all = by_worker
            .values()
            .fold(WorkTotals::NONE, |all, &work| all.plus(work));
        let at_work = working_processes(&campaign.folder, CLAIM_INTERVAL);
        let threads = count_threads(&at_work);
        let thread_seconds_left = times.time_left(share, units);
        let CurrentPace {
            seconds_left,
            units_a_minute,
        } = if threads > 0 && done < units {
            let time_left = |times: &TimeMoments| times.time_left(share, units);
            CurrentPace::measure(index, threads, thread_seconds_left, time_left)
        } else {
            CurrentPace::default()
        };
        CampaignStatus {
            problem: campaign.plan.job.problem.trim().to_owned(),
            engine: campaign.plan.job.engine.clone(),
            units,
            done,
            in_progress: begun.len() as u64,
            segments: begun.values().map(|unit| unit.segments).sum(),
            share,
            bundles: campaign.plan.bundles,
            open_bundles: list_open_bundles(campaign, &done_by_bundle),
            map: map::draw_map(campaign, &done_by_bundle, &has_failed),
            seconds: all.nanoseconds as f64 / 1e9,
            cpu_seconds: all.cpu_nanoseconds.map(|cpu| cpu as f64 / 1e9),
            second_engine: campaign.plan.second_engine.clone(),
            thread_seconds_left,
            threads,
            at_work,
            seconds_left,
            units_a_minute,
            verified,
            hosts: host_speeds(work_by_host(index, &by_worker)),
            workers: list_workers(by_worker.into_iter().filter_map(|(worker, work)| {
                Some((index.worker_key(worker)?.clone(), work))
            })),
            torn: index.summaries().flat_map(|one| one.torn.clone()).collect(),
            set_aside: index
                .summaries()
                .flat_map(|one| one.set_aside.clone())
                .collect(),
            faults,
        }
    }

    /// Returns true if every unit is done and a merge would accept all shards.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done == self.units && self.faults.is_empty()
    }

    /// Returns the estimated processor time of the whole count, in seconds; `None` if too
    /// few units are done or their processor time is not known.
    #[must_use]
    pub fn whole_cpu_seconds(&self) -> Option<TimeInterval> {
        let (left, cpu) = (self.thread_seconds_left?, self.cpu_seconds?);
        (self.seconds > 0.0).then(|| left.map(|left| cpu + left * cpu / self.seconds))
    }

    /// Returns lines that predict the time of the missing units, for one thread and, if
    /// these are more, for `threads`.
    #[must_use]
    pub fn forecast(&self, threads: u64) -> Vec<String> {
        if self.done == self.units {
            return vec!["no unit is left".to_owned()];
        }
        let Some(left) = self.thread_seconds_left else {
            return vec![
                "too few units are done to predict the others: allow more time"
                    .to_owned(),
            ];
        };
        let (done, units) = (grouped(self.done), grouped(self.units));
        let taken = time(self.seconds);
        let line = format!(
            "{done} of {units} units took {taken} of one thread; the others: {}",
            left.in_words()
        );
        [line]
            .into_iter()
            .chain(left.on_threads_in_words(threads))
            .collect()
    }

    /// Returns the lines above the table of hosts.
    #[must_use]
    pub fn in_words(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} of {} units done{} ({} of the work), {} of {} bundles open, {} of one thread so far{}",
            grouped(self.done),
            grouped(self.units),
            if self.in_progress > 0 {
                format!(", {} in progress", grouped(self.in_progress))
            } else {
                String::new()
            },
            percent_in_words(self.share),
            grouped(self.open_bundles.len() as u64),
            grouped(self.bundles),
            time(self.seconds),
            self.cpu_seconds.map_or(String::new(), |cpu| format!(
                " ({} of the processor)",
                time(cpu)
            ))
        )];
        if let Some(left) = self.thread_seconds_left.filter(|_| self.done < self.units) {
            lines.push(format!("left: {} of one thread", left.in_words()));
        }
        lines.extend(self.work_in_words());
        lines.extend(map::in_words(&self.map));
        lines.push(second::in_words(self.second_engine.as_deref()));
        if self.verified > 0 {
            lines.push(format!(
                "{} units verified with other instructions",
                grouped(self.verified)
            ));
        }
        lines.extend(
            self.torn
                .iter()
                .map(|place| format!("{place} was cut off, and is ignored")),
        );
        lines.extend(
            self.set_aside
                .iter()
                .map(|name| format!("{name} does not count: its host is quarantined")),
        );
        lines.extend(
            self.faults
                .iter()
                .map(|fault| format!("a merge refuses {fault}")),
        );
        lines
    }
}

impl CampaignStatus {
    /// Returns lines about the processes at work and about the slowest host.
    fn work_in_words(&self) -> Vec<String> {
        let mut lines = Vec::new();
        if !self.at_work.is_empty() {
            lines.extend(self.processes_in_words());
        } else if self.done < self.units {
            lines.push("no process is at work".to_owned());
        }
        lines.extend(self.slowest_host_in_words());
        lines
    }

    /// Returns a line about all processes at work, and one for each.
    fn processes_in_words(&self) -> Vec<String> {
        let bundles = self
            .at_work
            .iter()
            .map(|process| process.bundles.len() as u64);
        let mut line = format!(
            "{} at work in {} on {}",
            several(self.threads, "thread"),
            number_of_processes(self.at_work.len()),
            several(bundles.sum::<u64>(), "bundle")
        );
        if let (Some(left), Some(each)) = (self.seconds_left, self.units_a_minute) {
            let (number, unit) = rate_in_words(each / 60.0);
            line += &format!(": {number} units {unit}, {} left", left.in_words());
        }
        let mut lines = vec![line];
        for process in self.at_work.iter().take(MAX_LISTED_PROCESSES) {
            lines.push(process_in_words(process));
        }
        if let Some(more @ 1..) = self.at_work.len().checked_sub(MAX_LISTED_PROCESSES) {
            lines.push(format!(
                "  and {} more: `--format json` lists all",
                number_of_processes(more)
            ));
        }
        lines
    }

    /// Returns a line about the slowest of several hosts, if its speed is known.
    fn slowest_host_in_words(&self) -> Option<String> {
        let [slowest, _, ..] = &*self.hosts else {
            return None;
        };
        let speed = slowest.units_a_thread_minute?;
        if self.seconds <= 0.0 {
            return None;
        }
        let (speed, unit) = rate_in_words(speed / 60.0);
        let (all, of_all) = rate_in_words(self.done as f64 / self.seconds);
        let hosts = grouped(self.hosts.len() as u64);
        let sample = several(slowest.units, "unit");
        let of_slowest = format!(
            "{}, {speed} units {unit} and thread, from {sample}",
            slowest.host
        );
        Some(format!(
            "slowest of {hosts} hosts: {of_slowest}; all hosts: {all} {of_all}"
        ))
    }
}

/// Returns a line about the bundles of a process.
fn process_in_words(process: &WorkingProcess) -> String {
    let bundles: Vec<String> = process.bundles.iter().map(u64::to_string).collect();
    let threads = match process.threads {
        Some(threads) => several(threads, "thread"),
        None => "threads unknown".to_owned(),
    };
    let noun = if bundles.len() == 1 {
        "bundle"
    } else {
        "bundles"
    };
    format!(
        "  {}, {threads}: {noun} {}",
        process.host,
        bundles.join(", ")
    )
}

/// Returns the number of threads at work.
fn count_threads(processes: &[WorkingProcess]) -> u64 {
    // The number is unknown only in claims of an older version.
    let threads = processes.iter().map(|process| process.threads.unwrap_or(1));
    threads.sum()
}

/// Returns the bundles with units that are not done, in order.
fn list_open_bundles(campaign: &Campaign, done_by_bundle: &[u64]) -> Vec<u64> {
    let mut open = Vec::new();
    for (bundle, &done) in (0..campaign.plan.bundles).zip(done_by_bundle) {
        if done < campaign.deal.size_of(bundle) {
            open.push(bundle);
        }
    }
    open
}

/// Returns the times of the finished units, and of the finished parts of others.
fn times_of_units(
    index: &ShardIndex,
    begun: &HashMap<u64, UnfinishedUnit>,
    campaign: &Campaign,
) -> TimeMoments {
    let mut sum = TimeMoments::default();
    for summary in index.summaries() {
        sum = sum.and(summary.times);
    }
    for unit in begun.values() {
        let weight =
            campaign.decomposition.work.weight(unit.unit.unit) * unit.share(campaign);
        sum = sum.and(TimeMoments::from_unit(weight, unit.unit.seconds));
    }
    sum
}

/// The faults of the shards and verifications of a campaign.
struct FoundFaults {
    /// Number of verified units.
    verified: u64,
    /// The faults, in words.
    faults: Vec<String>,
    /// For each bundle, true if one of its shards has a fault.
    has_failed: Vec<bool>,
}

impl FoundFaults {
    fn from_index(index: &ShardIndex, campaign: &Campaign) -> Self {
        let (verified, contradictions) = index.compare_verifications();
        let mut found = FoundFaults {
            verified,
            faults: Vec::new(),
            has_failed: vec![false; campaign.plan.bundles as usize],
        };
        for summary in index.summaries().filter(|one| !one.faults.is_empty()) {
            found.faults.extend_from_slice(&summary.faults);
            if let Some((first, last)) = summary.bundle_range() {
                found.mark_failed(first, last);
            }
        }
        for (file, unit) in contradictions {
            let bundle = campaign.deal.bundle_of(unit);
            found.mark_failed(bundle, bundle);
            found.faults.push(format!(
                "{file}: unit {unit} has another result than in the shards of bundle {bundle}: `merge` names the lines"
            ));
        }
        found
    }

    /// Marks the bundles from `first` to `last`, as far as there are any.
    fn mark_failed(&mut self, first: u64, last: u64) {
        for bundle in first..=last {
            match self.has_failed.get_mut(bundle as usize) {
                Some(has_failed) => *has_failed = true,
                None => break,
            }
        }
    }
}

/// Returns the work of each process, by its number in the index.
fn work_by_worker(index: &ShardIndex) -> BTreeMap<usize, WorkTotals> {
    let mut by_worker: BTreeMap<usize, WorkTotals> = BTreeMap::new();
    let shards = index.summaries().flat_map(|one| &one.shards);
    for shard in shards.filter(|shard| shard.bundle.is_some()) {
        let sum = by_worker.entry(shard.worker).or_insert(WorkTotals::NONE);
        *sum = sum.plus(shard.work);
    }
    by_worker
}

/// Returns the work of each host.
fn work_by_host<'i>(
    index: &'i ShardIndex,
    by_worker: &BTreeMap<usize, WorkTotals>,
) -> BTreeMap<&'i str, WorkTotals> {
    let mut by_host: BTreeMap<&str, WorkTotals> = BTreeMap::new();
    for (&worker, &work) in by_worker {
        if let Some((machine, ..)) = index.worker_key(worker) {
            let sum = by_host.entry(&machine.host).or_insert(WorkTotals::NONE);
            *sum = sum.plus(work);
        }
    }
    by_host
}

/// Returns what is impossible about the sum of the units that are done, if anything is.
fn fault_of_sum(index: &ShardIndex, campaign: &Campaign, done: u64) -> Option<String> {
    let Campaign {
        plan,
        decomposition,
        ..
    } = campaign;
    let sum = index.total_tally();
    if done < plan.job.units {
        return sum_checks::too_large_part(&decomposition.problem, sum.count);
    }
    let faults = decomposition.faults_of_sum(&sum);
    (!faults.is_empty()).then(|| format!("the sum {} ({})", sum.count, faults.join("; ")))
}

fn number_of_processes(number: usize) -> String {
    if number == 1 {
        "1 process".to_owned()
    } else {
        format!("{} processes", grouped(number as u64))
    }
}

/// Returns the speeds of the hosts, the slowest first.
fn host_speeds(work: BTreeMap<&str, WorkTotals>) -> Vec<HostSpeed> {
    let mut hosts = Vec::with_capacity(work.len());
    for (host, work) in work {
        hosts.push(HostSpeed {
            host: host.to_owned(),
            units: work.units,
            units_a_thread_minute: (work.nanoseconds > 0)
                .then(|| 60e9 * work.units as f64 / work.nanoseconds as f64),
        });
    }
    // Hosts whose speed is not known come last.
    hosts.sort_by(|a, b| {
        let [a, b] =
            [a, b].map(|host| host.units_a_thread_minute.unwrap_or(f64::INFINITY));
        a.total_cmp(&b)
    });
    hosts
}

impl Document for CampaignStatus {
    const SCHEMA: &'static str = "queens/campaign-status/1";

    fn table(&self) -> Table {
        workers_table(&self.workers)
    }
}
