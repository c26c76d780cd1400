//! A simulated campaign for measurements of files and times.

use campaign::{Campaign, CampaignPlan, CampaignRunOptions, ShardHeader, run_share};
use queens::control::Limits;
use queens::parallel::{Counter, Heading, JobQuestion, Tally, UnitRecord, UnitTime};
use queens::problem::Problem;
use queens::simd::Kernel;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

const FOLDER: &str = "CAMPAIGN_FOLDER";

const BUNDLES: u64 = 100_000;

const HOSTS: u64 = 10_000;

/// Number of threads that write shards.
const WRITERS: u64 = 8;

/// Bundles without a shard, at the end: work for a task.
const OPEN_BUNDLES: u64 = 2;

/// Writes the shards of 26 queens in 100,000 bundles, by 10,000 hosts. The results are
/// invented, that of unit u is u mod 1,000, so a merge reads everything and refuses:
/// units are missing, and their sum would not be the published one.
/// `docs/lab/campaigns.md` has the measurements.
#[test]
#[ignore = "writes 100,000 files into the folder that CAMPAIGN_FOLDER names"]
fn simulate() {
    let folder =
        PathBuf::from(std::env::var_os(FOLDER).expect("CAMPAIGN_FOLDER names a folder"));
    let (problem, limits) = (Problem::queens(26).expect("a board"), Limits::default());
    let engine = Some("join".to_owned());
    let plan =
        CampaignPlan::new(&problem, JobQuestion::Count, engine, BUNDLES, "0", &limits);
    plan.expect("a plan").write(&folder).expect("room");
    let campaign = Campaign::open(&folder, Kernel::Auto).expect("a plan");
    let header = header(campaign.plan());
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..WRITERS {
            scope.spawn(|| {
                loop {
                    let bundle = next.fetch_add(1, Ordering::Relaxed);
                    if bundle >= BUNDLES - OPEN_BUNDLES {
                        break;
                    }
                    write_shard(&campaign, &header, bundle).expect("room");
                }
            });
        }
    });
}

/// The invented result of a unit.
fn count(unit: u64) -> u64 {
    unit % 1_000
}

/// The header of a shard of this program, from a run that is stopped before its first
/// unit.
fn header(plan: &CampaignPlan) -> ShardHeader {
    let options = CampaignRunOptions {
        threads: 1,
        ..CampaignRunOptions::default()
    };
    options.limits.cancel.cancel();
    let mut shard = Vec::new();
    // It ends with the error of the stop.
    let _ = run_share(plan, 0, Kernel::Auto, &options, &mut shard);
    serde_json::from_slice(&shard).expect("a header")
}

/// Writes the shard of a bundle, as one of the hosts would have done a day ago.
fn write_shard(
    campaign: &Campaign,
    header: &ShardHeader,
    bundle: u64,
) -> std::io::Result<()> {
    let host = bundle % HOSTS;
    let mut header = header.clone();
    header.bundle = Some(bundle);
    header.machine.host = format!("node{host:05}");
    header.run = format!("slurm{}", 1_000_000 + bundle);
    let mut shard = header.to_line();
    let (job, figures) = (campaign.plan().job.id(), campaign.plan().job.figures.len());
    for unit in campaign.units_of(bundle) {
        let tally = Tally::new(
            Counter::from(count(unit)),
            1,
            &vec![Counter::from(unit); figures],
        );
        let wall = Duration::from_millis(30_000 + unit % 10_007 + host % 100 * 50);
        let time = UnitTime {
            wall,
            cpu: Some(wall - Duration::from_millis(500)),
        };
        shard.extend(UnitRecord::new(&job, unit, &tally, time).to_line());
    }
    let path = campaign
        .folder()
        .join(format!("bundle-{bundle}.{}-1.jsonl", header.run));
    fs::write(&path, shard)?;
    let day = Duration::from_secs(86_400);
    fs::File::options()
        .append(true)
        .open(path)?
        .set_modified(SystemTime::now() - day)
}
