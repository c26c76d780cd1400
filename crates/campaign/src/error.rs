//! What goes wrong with a campaign.

use queens::Unsupported;
use queens::control::Stop;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// A line of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the file within the folder of the campaign.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, line {}", self.file, self.line)
    }
}

/// Why something is refused.
#[derive(Debug, thiserror::Error)]
pub enum CampaignError {
    /// The system refused.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was to be done.
        doing: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// No engine cuts the problem.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// A limit or the cancel token ended the work.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// What was asked for cannot be.
    #[error("{0}")]
    Input(String),
    /// The plan, the quarantine or the certificate is not what it says.
    #[error("{file}: {reason}")]
    File {
        /// Its name.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// A line of a shard is damaged, or of another plan.
    #[error("{place}: {reason}")]
    Line {
        /// Where.
        place: Place,
        /// What is wrong, and the way out.
        reason: String,
    },
    /// A unit came to different counts.
    #[error("{second}: {reason}; before in {first}")]
    Conflict {
        /// The unit.
        unit: u64,
        /// The line that was read first.
        first: Place,
        /// The line that contradicts it.
        second: Place,
        /// What both say.
        reason: String,
    },
    /// Units are missing.
    #[error("{missing} of {units} units are missing: count them with `run`, `work` or `submit --missing`")]
    Missing {
        /// How many.
        missing: u64,
        /// Of how many.
        units: u64,
    },
    /// Two engines count differently: one of them is wrong.
    #[error(
        "{engine} counts {ours} and {other} {theirs} for '{problem}': one of them is wrong; do not use this program for this \
         count, and report it"
    )]
    Disagreement {
        /// The engine of the campaign.
        engine: String,
        /// Its count.
        ours: u128,
        /// The other engine.
        other: &'static str,
        /// The count of that.
        theirs: u128,
        /// The problem that both counted.
        problem: String,
    },
    /// The sums of the figures cannot be right.
    #[error("the figures of the units cannot be right: {0}; `verify --all` runs the units again")]
    Figures(String),
    /// The sum is not the published one.
    #[error("the units add up to {sum}, but {name} says {published}: a unit came to a wrong count")]
    NotAsPublished {
        /// Our sum.
        sum: u128,
        /// The sequence.
        name: &'static str,
        /// Its value.
        published: u128,
    },
}

impl CampaignError {
    /// Says what was being done to which path when the system refused.
    pub(crate) fn io(doing: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self + use<> {
        let path = path.to_owned();
        move |source| CampaignError::Io { doing, path, source }
    }

    /// The files of the campaign that it speaks of.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        let (one, other) = match self {
            CampaignError::File { file, .. } => (Some(&**file), None),
            CampaignError::Line { place, .. } => (Some(&*place.file), None),
            CampaignError::Conflict { first, second, .. } => (Some(&*first.file), Some(&*second.file)),
            _ => (None, None),
        };
        one.into_iter().chain(other)
    }

    pub(crate) fn file(file: &str, reason: impl fmt::Display) -> Self {
        CampaignError::File { file: file.to_owned(), reason: reason.to_string() }
    }
}
