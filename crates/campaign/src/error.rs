//! Errors of campaigns.

use queens::Unsupported;
use queens::control::Stop;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A line of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardLine {
    /// Name of the file in the folder of the campaign.
    pub file: String,
    /// Line number, from 1.
    pub line: u64,
}

impl fmt::Display for ShardLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", self.file, self.line)
    }
}

/// Error of a campaign.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CampaignError {
    /// A system error.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// Operation, as in "cannot open".
        doing: &'static str,
        /// File or folder.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// No engine divides the problem into units.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A limit or the cancel token ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The request is not valid.
    #[error("{0}")]
    Input(String),
    /// The plan, the quarantine or the certificate is not valid.
    #[error("{file}: {reason}")]
    File {
        /// Name of the file.
        file: String,
        /// The fault.
        reason: String,
    },
    /// A line of a shard is damaged, or of another plan.
    #[error("{place}: {reason}")]
    Line {
        /// Position of the line.
        place: ShardLine,
        /// The fault and its remedy.
        reason: String,
    },
    /// A unit has different counts.
    #[error("{second}: {reason}; before in {first}")]
    Conflict {
        /// Number of the unit.
        unit: u64,
        /// First line.
        first: ShardLine,
        /// Contradictory line.
        second: ShardLine,
        /// Both counts.
        reason: String,
    },
    /// Units are missing.
    #[error(
        "the results of {missing} of {units} units are missing: count them with `run`, `work` or `submit`"
    )]
    Missing {
        /// Number of missing units.
        missing: u64,
        /// Number of all units.
        units: u64,
    },
    /// Two engines disagree, so one of them is wrong.
    #[error(
        "{engine} counts {ours} and {other} {theirs} for '{problem}': one of them is wrong; do not use this program for this \
         count, and report it"
    )]
    Disagreement {
        /// Engine of the campaign.
        engine: String,
        /// Its count.
        ours: u128,
        /// Other engine.
        other: &'static str,
        /// Count of the other engine.
        theirs: u128,
        /// Problem that both counted.
        problem: String,
    },
    /// The sums of the figures violate their definition.
    #[error(
        "the figures of the units cannot be right: {0}; `verify --all` runs the units again"
    )]
    Figures(String),
    /// The sum is not the published value.
    #[error(
        "the units add up to {sum}, but {name} says {published}: a unit has a wrong count"
    )]
    NotAsPublished {
        /// Sum of the units.
        sum: u128,
        /// Published sequence.
        name: &'static str,
        /// Its value.
        published: u128,
    },
    /// The sum lacks a property that every such count has.
    #[error(
        "the units add up to {sum}, which cannot be right ({reason}); `verify --all` runs the units again"
    )]
    ImpossibleSum {
        /// Sum of the units.
        sum: u128,
        /// Property, what was found, and what it must be.
        reason: String,
    },
}

impl CampaignError {
    /// Returns a function that adds operation and path to a system error.
    pub(crate) fn io(
        doing: &'static str,
        path: &Path,
    ) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| CampaignError::Io {
            doing,
            path,
            source,
        }
    }

    pub(crate) fn in_file(file: &str, reason: impl fmt::Display) -> Self {
        CampaignError::File {
            file: file.to_owned(),
            reason: reason.to_string(),
        }
    }
}
