//! Campaigns: counts of hours, months and clusters in which nothing is lost and nothing counted twice.
//!
//! A campaign is a folder. [`Plan`] says what is counted, into which units one engine cuts it, and how these are dealt
//! into bundles. [`run()`] works on all bundles or on one and writes *shards*: files of one writer each, a line a unit,
//! that nobody ever changes again. The shards are the truth: [`Status`] and [`merge()`] read nothing else, whoever
//! scheduled the work. [`merge()`] adds up with 128 bits, refuses what is damaged, missing or in conflict, and writes a
//! [`Certificate`]; [`audit()`] checks that again with code of its own; [`verify()`] runs units again with other
//! instructions.
//!
//! ```
//! use campaign::{Campaign, Plan, RunOptions, merge, run};
//! use queens::{control::Limits, parallel::Asked, problem::Problem, simd::Kernel};
//!
//! let folder = tempfile::tempdir()?;
//! let plan = Plan::new(&Problem::queens(9)?, Asked::Count, None, 4, "0", &Limits::default())?;
//! plan.write(folder.path())?;
//!
//! let campaign = Campaign::open(folder.path(), Kernel::Auto)?;
//! run(&campaign, &RunOptions::default())?;
//! assert_eq!(merge(&campaign, &Limits::default())?.certificate.count, "352"); // OEIS A000170
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod audit;
mod cut;
mod deal;
mod error;
mod files;
mod map;
mod merge;
mod plan;
mod proof;
mod run;
mod scan;
mod script;
mod second;
mod shard;
mod status;
mod verify;

pub use audit::{Audit, AuditLine, audit};
pub use cut::Cut;
pub use error::{CampaignError, Place};
pub use map::{BundleState, MapSquare};
pub use merge::{CERTIFICATE, Certificate, Merged, Worker, merge};
pub use plan::{Campaign, PLAN, Plan};
pub use proof::Weights;
pub use run::{Ran, RunOptions, run};
pub use scan::{QUARANTINE, Quarantine, SetAside};
pub use script::{Cluster, Script};
pub use second::Agreement;
pub use shard::{Disk, Machine, ShardHeader, Sink, Storage};
pub use status::{Interval, Status};
pub use verify::{Sample, Verified, verify};
