//! The progress of a campaign.

use crate::map::{self, MapSquare};
use crate::merge::{CampaignWorker, workers, workers_table};
use crate::scan::{FolderScan, UnitSource};
use crate::second::{self, Agreement};
use crate::{Campaign, CampaignError};
use queens::control::{Limits, Stop};
use queens::document::{Document, Table, about, grouped, several, time};
use queens::estimate::student;
use serde::Serialize;
use std::time::{Duration, SystemTime};

/// Time within which a shard that was written to is assumed to be in progress.
const ACTIVE_WINDOW: Duration = Duration::from_secs(120);

/// Progress of a campaign, from its shards alone.
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
    /// Fraction of the work that is done, by the engine's estimate of each unit: 0 to 1.
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
    /// Counts of this kind that a second engine confirmed when the plan was made; `null` in a plan of an older version.
    pub second_engine: Option<Vec<Agreement>>,
    /// Estimated thread time of the missing units in seconds, with an interval of 95 percent; `None` before two units are done.
    pub thread_seconds_left: Option<TimeInterval>,
    /// Number of threads of the shards that were written to in the last two minutes.
    pub threads: u64,
    /// Remaining wall-clock seconds with these threads, if there are any.
    pub seconds_left: Option<TimeInterval>,
    /// Units per minute with these threads.
    pub units_a_minute: Option<f64>,
    /// Number of verified units.
    pub verified: u64,
    /// Number of units run by each host.
    pub workers: Vec<CampaignWorker>,
    /// Last lines without an end.
    pub torn: Vec<String>,
    /// Shards of quarantined hosts, which do not count.
    pub set_aside: Vec<String>,
    /// Faults that a merge refuses.
    pub faults: Vec<String>,
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
    fn over(self, threads: u64) -> Self {
        let over = |seconds: f64| seconds / threads as f64;
        TimeInterval { low: over(self.low), estimate: over(self.estimate), high: over(self.high) }
    }

    fn in_words(self) -> String {
        format!("about {} (from {} to {})", about(self.estimate), about(self.low), about(self.high))
    }
}

impl CampaignStatus {
    /// Reads the shards of a campaign within `limits`.
    ///
    /// # Errors
    /// The folder or a shard cannot be read; [`CampaignError::Stopped`].
    ///
    /// # Complexity
    /// Linear in the size of all shards; memory for each unit.
    pub fn of(campaign: &Campaign, limits: &Limits) -> Result<Self, CampaignError> {
        let limits = limits.started();
        let scan = FolderScan::of(campaign, &limits)?;
        let shards = &*campaign.decomposition.work;
        let done = scan.ledger.done();
        let time = |(&unit, source): (&u64, &UnitSource)| {
            limits.check()?;
            Ok((shards.weight(unit), source.seconds))
        };
        let times: Vec<(f64, f64)> = scan.sources.iter().map(time).collect::<Result<_, Stop>>()?;
        let share =
            if scan.ledger.is_complete() { 1.0 } else { times.iter().fold(0.0, |sum, time| sum + time.0) };
        let thread_seconds_left = time_left(&times, share, campaign.plan.job.units);
        let now = SystemTime::now();
        let is_active =
            |modified: SystemTime| now.duration_since(modified).is_ok_and(|since| since <= ACTIVE_WINDOW);
        let open_bundles = scan.missing(campaign);
        let active = scan.shards.iter().filter(|shard| shard.modified.is_some_and(is_active));
        // One task writes a shard for each of its bundles. A shard of a finished bundle has no active task.
        let mut runs: Vec<_> = active
            .filter_map(|shard| shard.header.as_ref())
            .filter(|header| header.bundle.is_some_and(|bundle| open_bundles.binary_search(&bundle).is_ok()))
            .map(|header| (&header.machine, &header.run, &header.task, header.started, header.threads as u64))
            .collect();
        runs.sort();
        runs.dedup();
        let is_open = !scan.ledger.is_complete();
        let threads = runs.iter().map(|run| run.4).sum::<u64>() * u64::from(is_open);
        let seconds: f64 = scan.sources.values().fold(0.0, |sum, source| sum + source.seconds);
        Ok(CampaignStatus {
            problem: campaign.plan.job.problem.trim().to_owned(),
            engine: campaign.plan.job.engine.clone(),
            units: campaign.plan.job.units,
            done,
            share,
            bundles: campaign.plan.bundles,
            open_bundles,
            map: map::map(campaign, &scan),
            seconds,
            cpu_seconds: scan.shards.iter().try_fold(0.0, |sum, shard| Some(sum + shard.cpu_seconds?)),
            second_engine: campaign.plan.second_engine.clone(),
            thread_seconds_left,
            threads,
            seconds_left: thread_seconds_left.filter(|_| threads > 0).map(|left| left.over(threads)),
            units_a_minute: (threads > 0 && seconds > 0.0)
                .then(|| 60.0 * done as f64 * threads as f64 / seconds),
            verified: scan.verified.len() as u64,
            workers: workers(&scan),
            torn: scan.torn.iter().map(ToString::to_string).collect(),
            faults: scan.faults.iter().map(ToString::to_string).collect(),
            set_aside: scan.set_aside,
        })
    }

    /// Returns true if every unit is done and a merge would accept all shards.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done == self.units && self.faults.is_empty()
    }

    /// Returns lines that predict the time of the missing units, for one thread and for `threads`.
    #[must_use]
    pub fn forecast(&self, threads: u64) -> Vec<String> {
        if self.done == self.units {
            return vec!["no unit is left".to_owned()];
        }
        let Some(left) = self.thread_seconds_left else {
            return vec!["too few units are done to predict the others: allow more time".to_owned()];
        };
        let (done, units) = (grouped(self.done), grouped(self.units));
        let taken = time(self.seconds);
        vec![
            format!("{done} of {units} units took {taken} of one thread; the others: {}", left.in_words()),
            format!("on {threads} threads like these: {}", left.over(threads.max(1)).in_words()),
        ]
    }

    /// Returns the lines above the table of hosts.
    #[must_use]
    pub fn in_words(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "{} of {} units done ({:.1}%), {} of {} bundles open, {} of one thread so far{}",
            grouped(self.done),
            grouped(self.units),
            100.0 * self.share,
            grouped(self.open_bundles.len() as u64),
            grouped(self.bundles),
            time(self.seconds),
            self.cpu_seconds.map_or(String::new(), |cpu| format!(" ({} of the processor)", time(cpu)))
        )];
        if let Some(left) = self.thread_seconds_left.filter(|_| self.done < self.units) {
            lines.push(format!("left: {} of one thread", left.in_words()));
        }
        if let (Some(left), Some(rate)) = (self.seconds_left, self.units_a_minute) {
            let threads = several(self.threads, "thread");
            lines.push(format!(
                "{threads} at work in the last two minutes: {rate:.1} units a minute, {} left",
                left.in_words()
            ));
        } else if self.done < self.units && self.threads == 0 {
            lines.push(
                "no thread at work: no shard of an open bundle was written in the last two minutes"
                    .to_owned(),
            );
        }
        lines.extend(map::in_words(&self.map));
        lines.push(second::in_words(self.second_engine.as_deref()));
        if self.verified > 0 {
            lines.push(format!("{} units verified with other instructions", grouped(self.verified)));
        }
        lines.extend(self.torn.iter().map(|place| format!("{place} was cut off, and is ignored")));
        lines.extend(
            self.set_aside.iter().map(|name| format!("{name} does not count: its host is quarantined")),
        );
        lines.extend(self.faults.iter().map(|fault| format!("a merge refuses {fault}")));
        lines
    }
}

impl Document for CampaignStatus {
    const SCHEMA: &'static str = "queens/campaign-status/1";

    fn table(&self) -> Table {
        workers_table(&self.workers)
    }
}

/// Estimates the thread time of the missing units by the ratio of time to weight of the others, which are a random sample by the
/// keyed deal. The interval is the standard error of the ratio estimator (Cochran 1977, "Sampling techniques", 6.4), with the
/// correction for a finite population, times the quantile of Student's distribution. It is too narrow for few units of very
/// different times.
fn time_left(times: &[(f64, f64)], share: f64, units: u64) -> Option<TimeInterval> {
    let done = times.len() as f64;
    if done < 2.0 {
        return None;
    }
    let (weights, seconds) = times.iter().fold((0.0, 0.0), |sum, time| (sum.0 + time.0, sum.1 + time.1));
    if weights <= 0.0 {
        return None;
    }
    let ratio = seconds / weights;
    let squares: f64 = times.iter().map(|(weight, seconds)| (seconds - ratio * weight).powi(2)).sum();
    let finite = (1.0 - done / units as f64).max(0.0);
    let error = (finite * squares / (done * (done - 1.0))).sqrt() / (weights / done);
    let rest = (1.0 - share).max(0.0);
    let at = |ratio: f64| (ratio * rest).max(0.0);
    let width = student(times.len() - 1) * error;
    Some(TimeInterval { low: at(ratio - width), estimate: at(ratio), high: at(ratio + width) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_units_have_no_uncertainty() {
        let left = time_left(&[(0.1, 2.0); 4], 0.4, 10).expect("four are enough");
        assert!((left.estimate - 12.0).abs() < 1e-9 && left.high - left.low < 1e-9, "{left:?}");
    }

    #[test]
    fn unequal_units_have_uncertainty() {
        let left = time_left(&[(0.1, 1.0), (0.1, 3.0)], 0.2, 10).expect("two are enough");
        assert!((left.estimate - 16.0).abs() < 1e-9);
        // The mean of 1 and 3 has a standard error of 1, times the root of 0.8.
        assert!((left.high - left.estimate - 8.0 * 12.706 * 0.8_f64.sqrt()).abs() < 1e-9);
        assert_eq!((left.low, super::time_left(&[(0.1, 1.0)], 0.1, 10)), (0.0, None));
    }
}
