//! Samples of segments: the time of a count whose units take too long to run some of them
//! first.

use crate::moments::TimeMoments;
use crate::{Campaign, CampaignError, CampaignRunOptions, TimeInterval};
use queens::control::{SharedMeter, Step};
use queens::document::{grouped, time};
use queens::parallel::{self, RunOptions, Tally, WorkUnits};
use queens::simd::Kernel;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::ops::Range;
use std::time::Duration;

/// Times of random segments of random units.
#[derive(Clone, Debug)]
pub struct SegmentSample {
    /// Number of segments, each of another unit.
    pub segments: u64,
    /// Number of units of the campaign.
    pub units: u64,
    /// Thread time of the segments by the clock on the wall, in seconds.
    pub seconds: f64,
    /// Their processor time, in seconds; `None` if the system does not report it.
    pub cpu_seconds: Option<f64>,
    /// Estimated thread time of the whole count, in seconds, with a 95 percent interval;
    /// `None` for fewer than two segments.
    pub whole: Option<TimeInterval>,
    /// The same of the processor time; `None` also if the system does not report it.
    pub whole_cpu: Option<TimeInterval>,
    /// Number of threads.
    pub threads: usize,
}

/// Runs one random segment of each of a random sequence of units, until `begin_within` is
/// over; segments in progress are finished. Nothing is written: a random segment is not
/// the beginning of a unit, so a run could not continue it.
///
/// The estimate of a unit is the time of its segment times the number of its segments,
/// which is right on average. Units are taken in the order in which the campaign deals
/// them out, so the same campaign has the same sample.
///
/// # Errors
/// The threads cannot be started; the engine breaks down; a limit before the first
/// segment ([`CampaignError::Stopped`]), while a later one ends the sample.
pub fn sample_segments(
    campaign: &Campaign,
    options: &CampaignRunOptions<'_>,
) -> Result<SegmentSample, CampaignError> {
    let CampaignRunOptions {
        threads,
        begin_within,
        progress,
        ..
    } = *options;
    let (work, limits) = (&*campaign.decomposition.work, options.limits.started());
    limits.check()?;
    let chosen = RandomSegments {
        work,
        key: &campaign.plan.key,
    };
    // The runner adds up the weights of all units that it is given.
    let most = MAX_SAMPLED_UNITS.min(campaign.plan.job.units);
    let order = (0..campaign.plan.bundles)
        .flat_map(|bundle| campaign.deal.units_of(bundle))
        .take(most as usize);
    let (mut wall, mut cpu) = (TimeMoments::default(), Some(TimeMoments::default()));
    let (mut seconds, mut cpu_seconds) = (0.0, Some(0.0));
    let mut finished = |unit, _: &Tally, time: parallel::UnitTime| {
        let (weight, segments) = (work.weight(unit), chosen.count(unit) as f64);
        let moments = |time: Duration| {
            TimeMoments::from_unit(weight, segments * time.as_secs_f64())
        };
        wall = wall.and(moments(time.wall));
        cpu = cpu.zip(time.cpu).map(|(sum, time)| sum.and(moments(time)));
        seconds += time.wall.as_secs_f64();
        cpu_seconds = cpu_seconds
            .zip(time.cpu)
            .map(|(sum, time)| sum + time.as_secs_f64());
    };
    let run_options = RunOptions {
        threads,
        limits,
        begin_within,
        progress,
        ..RunOptions::default()
    };
    let report = parallel::run(&chosen, order, &run_options, &mut finished)?;
    let units = campaign.plan.job.units;
    Ok(SegmentSample {
        segments: report.units,
        units,
        seconds,
        cpu_seconds,
        whole: wall.time_left(0.0, units),
        whole_cpu: cpu.and_then(|cpu| cpu.time_left(0.0, units)),
        threads: report.threads,
    })
}

impl SegmentSample {
    /// Returns lines that predict the time of the whole count on one thread and, if the
    /// sample ran on several, on as many.
    #[must_use]
    pub fn forecast(&self) -> Vec<String> {
        let Some(whole) = self.whole else {
            return vec![
                "too few segments are done to predict the others: allow more time"
                    .to_owned(),
            ];
        };
        let (segments, units) = (grouped(self.segments), grouped(self.units));
        // The processor time, if it is known: waiting for other work on the machine is no
        // part of the price.
        let by_clock = time(self.seconds);
        let (took, count) = match self.cpu_seconds.zip(self.whole_cpu) {
            Some((cpu, whole_cpu)) => {
                let by_processor = format!("{} of processor time", time(cpu));
                let took =
                    format!("{by_processor}, {by_clock} of one thread by the clock");
                (took, format!("{} of processor time", whole_cpu.in_words()))
            }
            None => (format!("{by_clock} of one thread"), whole.in_words()),
        };
        let mut lines = vec![
            format!(
                "one random segment of each of {segments} units, of {units} in all, took {took}"
            ),
            format!("the whole count: {count}"),
        ];
        lines.extend(whole.on_threads_in_words(self.threads as u64));
        lines.push("the segments are not kept".to_owned());
        lines
    }
}

/// Maximum number of units of a sample: more than a day of one thread.
const MAX_SAMPLED_UNITS: u64 = 10_000;

/// Units of which each consists of one random segment of a unit of `work`.
struct RandomSegments<'s> {
    work: &'s dyn WorkUnits,
    key: &'s str,
}

impl RandomSegments<'_> {
    /// Returns the number of segments of a unit of `work`.
    fn count(&self, unit: u64) -> u64 {
        let segments = self.work.segments(unit);
        (segments.end - segments.start).max(1)
    }
}

impl WorkUnits for RandomSegments<'_> {
    fn engine(&self) -> &'static str {
        self.work.engine()
    }

    fn units(&self) -> u64 {
        self.work.units()
    }

    fn weight(&self, unit: u64) -> f64 {
        self.work.weight(unit) / self.count(unit) as f64
    }

    fn segments(&self, unit: u64) -> Range<u64> {
        let hash = Sha256::new()
            .chain_update(self.key)
            .chain_update([0])
            .chain_update(unit.to_le_bytes());
        let number = hash
            .finalize()
            .iter()
            .take(8)
            .fold(0, |number, &byte| number << 8 | u64::from(byte));
        let segment = self.work.segments(unit).start + number % self.count(unit);
        segment..segment + 1
    }

    fn describe(&self, unit: u64) -> Value {
        self.work.describe(unit)
    }

    fn kernel(&self) -> Kernel {
        self.work.kernel()
    }

    fn run_segments(
        &self,
        next: &dyn Fn() -> Option<u64>,
        finished: &dyn Fn(u64, Tally),
        meter: &SharedMeter<'_>,
    ) -> Step {
        self.work.run_segments(next, finished, meter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::unfinished::tests::{SEGMENTS, campaign};
    use queens::control::CancelToken;

    /// The segment of a unit is one of its own, and every place among them is as likely.
    #[test]
    fn segments_are_random_ones_of_their_units() {
        let folder = tempfile::tempdir().expect("a folder");
        let (campaign, ..) = campaign(folder.path(), u64::MAX, &CancelToken::new());
        let work = &*campaign.decomposition.work;
        let mut places = [0; SEGMENTS as usize];
        for key in 0..400 {
            let chosen = RandomSegments {
                work,
                key: &key.to_string(),
            };
            // The last unit may have fewer segments.
            for unit in 0..work.units() - 1 {
                let (segment, of) = (chosen.segments(unit), work.segments(unit));
                assert!(segment.end == segment.start + 1 && of.contains(&segment.start));
                places[(segment.start - of.start) as usize] += 1;
            }
        }
        let mean = 400.0 * (work.units() - 1) as f64 / SEGMENTS as f64;
        // Five standard deviations of a binomial distribution.
        let allowed = 5.0 * (mean * (1.0 - 1.0 / SEGMENTS as f64)).sqrt();
        assert!(
            places
                .iter()
                .all(|&count| (f64::from(count) - mean).abs() < allowed),
            "{places:?}"
        );
    }

    /// One segment of each unit is run, and nothing is written.
    #[test]
    fn a_sample_of_all_units_runs_a_segment_of_each() {
        let folder = tempfile::tempdir().expect("a folder");
        let (campaign, run_here, _) =
            campaign(folder.path(), u64::MAX, &CancelToken::new());
        let sample =
            sample_segments(&campaign, &CampaignRunOptions::default()).expect("a sample");
        let units = campaign.plan.job.units;
        assert_eq!((sample.segments, sample.units), (units, units));
        assert_eq!(run_here.load(std::sync::atomic::Ordering::Relaxed), units);
        let whole = sample.whole.expect("enough segments");
        assert!(whole.low <= whole.estimate && whole.estimate <= whole.high);
        // All units but the last have as many segments.
        let (least, most) = (
            (SEGMENTS - 1) as f64 * sample.seconds,
            SEGMENTS as f64 * sample.seconds,
        );
        assert!(
            (least..=1.001 * most).contains(&whole.estimate),
            "{sample:?}"
        );
        assert_eq!(
            std::fs::read_dir(folder.path())
                .expect("the folder")
                .count(),
            0
        );
    }

    /// Threads wait on a busy machine, so the clock would predict too high a price.
    #[test]
    fn a_forecast_leads_with_the_processor_time() {
        let of = |hours: f64| TimeInterval {
            low: 3600.0 * (hours - 1.0),
            estimate: 3600.0 * hours,
            high: 3600.0 * (hours + 1.0),
        };
        let sample = SegmentSample {
            segments: 12,
            units: 954_474,
            seconds: 1_800.0,
            cpu_seconds: Some(360.0),
            whole: Some(of(50.0)),
            whole_cpu: Some(of(10.0)),
            threads: 1,
        };
        let lines = sample.forecast();
        let (took, count) = (&lines[0], &lines[1]);
        assert!(
            took.ends_with(
                "took 6.0 min of processor time, 30.0 min of one thread by the clock"
            ),
            "{took}"
        );
        assert!(
            count.contains("about 10 h") && !count.contains("days"),
            "{count}"
        );
        assert!(count.ends_with(" of processor time"), "{count}");
        let unknown = SegmentSample {
            cpu_seconds: None,
            whole_cpu: None,
            ..sample
        };
        assert!(
            unknown.forecast()[1].contains("about 2.1 days"),
            "{:?}",
            unknown.forecast()
        );
    }

    #[test]
    fn no_time_is_no_estimate() {
        let folder = tempfile::tempdir().expect("a folder");
        let (campaign, ..) = campaign(folder.path(), u64::MAX, &CancelToken::new());
        let options = CampaignRunOptions {
            begin_within: Some(Duration::ZERO),
            ..Default::default()
        };
        let sample = sample_segments(&campaign, &options).expect("a sample");
        assert_eq!((sample.segments, sample.whole.is_none()), (0, true));
        assert!(
            sample.forecast()[0].contains("too few segments"),
            "{:?}",
            sample.forecast()
        );
    }
}
