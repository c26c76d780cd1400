//! A bundle that is run without a folder, and the headers of all files whose units can be
//! added up.

use crate::deal::BundleDeal;
use crate::{
    CampaignError, CampaignPlan, CampaignRunOptions, CampaignRunReport, Decomposition,
    ShardHeader,
};
use queens::control::thread_count;
use queens::parallel::{self, Heading, Job, RunOptions, Tally, UnitRecord, UnitTime};
use queens::simd::Kernel;
use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// Runs a bundle of a plan that is in no folder, and writes its shard to `out`: a header,
/// and a line for each unit as it ends. A bundle beyond the last one has no units, and
/// its shard is empty.
///
/// # Errors
/// This program divides the problem into other units; `out` cannot be written; the
/// threads cannot be started; a limit that ends the work before the first unit.
pub fn run_share(
    plan: &CampaignPlan,
    bundle: u64,
    kernel: Kernel,
    options: &CampaignRunOptions<'_>,
    out: &mut (dyn Write + Send),
) -> Result<CampaignRunReport, CampaignError> {
    let Decomposition { job, work, .. } = Decomposition::from_record(&plan.job, kernel)?;
    let deal = BundleDeal::new(job.units, plan.bundles, &plan.key);
    let units = (bundle < plan.bundles).then(|| deal.units_of(bundle));
    let units: Vec<u64> = units.into_iter().flatten().collect();
    let threads = thread_count(options.threads);
    let header = ShardHeader::new(plan, options, work.kernel().name(), threads);
    let header = ShardHeader {
        bundle: Some(bundle),
        ..header
    };
    let cancel = options.limits.cancel.child();
    let limits = options.limits.clone().with_cancel(cancel.clone());
    let mut failed = None;
    let mut write = |line: &[u8]| {
        if let Err(error) = out.write_all(line).and_then(|()| out.flush()) {
            // A unit that cannot be kept need not be run.
            cancel.cancel();
            failed.get_or_insert(error);
        }
    };
    if bundle < plan.bundles {
        write(&header.to_line());
    }
    let id = job.id();
    let mut finished = |unit, tally: &Tally, time: UnitTime| {
        write(&UnitRecord::new(&id, unit, tally, time).to_line());
    };
    let CampaignRunOptions {
        begin_within,
        progress,
        ..
    } = *options;
    let run_options = RunOptions {
        threads,
        kernel,
        limits,
        begin_within,
        progress,
        ..RunOptions::default()
    };
    let report = parallel::run(&*work, units.into_iter(), &run_options, &mut finished);
    match failed {
        Some(error) => Err(CampaignError::io("write to", Path::new("standard output"))(
            error,
        )),
        None => Ok(CampaignRunReport::new(
            &report?,
            0,
            Vec::new(),
            work.kernel().name(),
        )),
    }
}

/// Header of a file whose units can be added up: a shard of any plan, or a file that
/// `queens units run` wrote before shards took its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordHeader {
    schema: String,
    /// The count that the units belong to.
    #[serde(flatten)]
    pub job: Job,
}

impl Heading for RecordHeader {
    const SCHEMA: &'static str = ShardHeader::SCHEMA;
    const OLDER: &'static [&'static str] =
        &["queens/shard/1", "queens/units/2", "queens/units/1"];

    fn schema(&self) -> &str {
        &self.schema
    }

    fn job(&self) -> &Job {
        &self.job
    }
}
