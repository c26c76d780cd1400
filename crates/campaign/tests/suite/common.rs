//! Common parts of the tests.

use campaign::{Campaign, CampaignError, CampaignPlan, CampaignRunOptions, merge, run};
use queens::control::Limits;
use queens::parallel::JobQuestion;
use queens::problem::Problem;
use queens::simd::Kernel;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Side of the board of the tests, and the number of its solutions (A000170).
pub(crate) const SIZE: u32 = 8;
pub(crate) const SOLUTIONS: &str = "92";

/// A folder with a plan of `bundles` bundles, for the units of `rows`.
pub(crate) fn planned(size: u32, bundles: u64) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let problem = Problem::queens(size).expect("a board");
    let plan = CampaignPlan::new(
        &problem,
        JobQuestion::Count,
        Some("rows".to_owned()),
        bundles,
        "0",
        &Limits::default(),
    )
    .expect("a plan");
    plan.write(folder.path()).expect("room for a plan");
    folder
}

pub(crate) fn opened(folder: &Path) -> Campaign {
    Campaign::open(folder, Kernel::Auto).expect("a plan")
}

/// A run on one thread, whose units come in the same order every time.
pub(crate) fn options(name: &str) -> CampaignRunOptions<'static> {
    CampaignRunOptions {
        threads: 1,
        name: name.to_owned(),
        ..CampaignRunOptions::default()
    }
}

/// A folder in which all units are run.
pub(crate) fn whole(bundles: u64) -> TempDir {
    let folder = planned(SIZE, bundles);
    run(&opened(folder.path()), &options("first")).expect("a run");
    folder
}

/// The shards of a folder, by name.
pub(crate) fn shards(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path());
    let mut shards: Vec<_> = entries
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "jsonl")
        })
        .collect();
    shards.sort();
    shards
}

/// Returns true if a merge returns the published number, and false if it refuses. Panics
/// for any other number.
pub(crate) fn right_or_refused(campaign: &Campaign, context: &str) -> bool {
    match merge(campaign, &Limits::default()) {
        Ok(merged) => {
            assert_eq!(merged.certificate.count, SOLUTIONS, "{context}");
            true
        }
        // That would be the second line of defence, which these tests are not about.
        Err(error @ CampaignError::NotAsPublished { .. }) => panic!("{context}: {error}"),
        Err(_) => false,
    }
}

/// Xorshift (Marsaglia 2003), from a seed that is not 0.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % bound
    }
}
