//! Campaigns: counts of hours, months and clusters in which nothing is lost and nothing
//! counted twice.
//!
//! A campaign is a folder. Its [`CampaignPlan`] names the count, the engine that divides
//! it into work units, and the deal of units into bundles. [`run()`] works on the bundles
//! that no other run has claimed (see [`BundleChoice`]) and writes *shards*: files with
//! one writer each and a line for each unit. Lines never change; [`compact()`] moves the
//! shards of finished bundles into few files. Only the shards record what is done, so it
//! does not matter who scheduled the work. [`merge()`] adds up in 128 bits, refuses
//! damaged, missing or contradictory units, and writes a [`CampaignCertificate`];
//! [`audit()`] checks it again with code of its own; [`verify()`] runs units again with
//! other instructions; [`archive()`] writes all units into one file. [`run_share()`] runs
//! one bundle without a folder.
//!
//! ```
//! use campaign::{Campaign, CampaignPlan, CampaignRunOptions, merge, run};
//! use queens::{control::Limits, parallel::JobQuestion, problem::Problem, simd::Kernel};
//!
//! let folder = tempfile::tempdir()?;
//! let plan = CampaignPlan::new(&Problem::queens(9)?, JobQuestion::Count, None, 4, "0", &Limits::default())?;
//! plan.write(folder.path())?;
//!
//! let campaign = Campaign::open(folder.path(), Kernel::Auto)?;
//! run(&campaign, &CampaignRunOptions::default())?;
//! assert_eq!(merge(&campaign, &Limits::default())?.certificate.count, "352"); // OEIS A000170
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod archive;
mod audit;
mod claimed;
mod claims;
mod compact;
mod compare;
mod deal;
mod decomposition;
mod error;
mod files;
mod index;
mod listing;
mod map;
mod merge;
mod moments;
mod plan;
mod proof;
mod run;
mod sample;
mod scan;
mod script;
mod second;
mod shard;
mod share;
mod status;
mod streams;
mod sum_checks;
mod unfinished;
mod verify;
mod words;

pub use archive::{
    ARCHIVE_CHECKER, Archive, ArchiveReport, archive, write_archive_checker,
};
pub use audit::{AuditCheck, AuditReport, audit};
pub use claims::WorkingProcess;
pub use compact::{CompactReport, compact};
pub use compare::{CampaignComparison, CampaignSummary, DifferingUnit, compare};
pub use decomposition::Decomposition;
pub use error::{CampaignError, ShardLine};
pub use index::ShardIndex;
pub use map::{BundleState, MapSquare};
pub use merge::{
    CERTIFICATE_FILE, CampaignCertificate, CampaignWorker, MergeReport, merge,
};
pub use plan::{Campaign, CampaignPlan, PLAN_FILE};
pub use proof::WeightCheck;
pub use run::{BundleChoice, CampaignRunOptions, CampaignRunReport, run};
pub use sample::{SegmentSample, sample_segments};
pub use scan::{QUARANTINE_FILE, Quarantine, QuarantinedHost};
pub use script::{FollowUp, JobScript, LOGS_FOLDER, Scheduler, WrittenScript};
pub use second::Agreement;
pub use shard::{DiskStorage, Machine, ShardHeader, ShardSink, ShardStorage};
pub use share::{RecordHeader, run_share};
pub use status::{CampaignStatus, HostSpeed, TimeInterval};
pub use verify::{Verification, VerifySample, verify};
pub use words::shell_path;
