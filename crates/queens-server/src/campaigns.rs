//! Campaigns whose status a server shows.

use campaign::{Campaign, CampaignError, ShardIndex};
use queens::simd::Kernel;
use queens_api::AnswerContent;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Mutex;

/// Campaigns whose status a server shows. Clones share them.
#[derive(Clone, Default)]
pub struct Campaigns(Arc<[Arc<ShownCampaign>]>);

/// A campaign whose status a server shows.
pub(crate) struct ShownCampaign {
    /// Name of its folder.
    pub(crate) name: String,
    pub(crate) campaign: Campaign,
    /// Summaries of its shards, from the first request on. A status reads only the shards
    /// that have changed, and one that a limit ended is continued by the next request.
    pub(crate) index: std::sync::Mutex<Option<ShardIndex>>,
    /// Last status and the time when it was read. Locked while it is being read, so that
    /// one request reads at a time.
    pub(crate) last: Mutex<Option<(Instant, AnswerContent)>>,
}

impl Campaigns {
    /// Opens the campaigns in these folders; their numbers are 1, 2 and so on.
    ///
    /// # Errors
    /// A folder without a plan, or with one that this program does not read.
    pub fn open(folders: &[PathBuf]) -> Result<Self, CampaignError> {
        let mut shown = Vec::with_capacity(folders.len());
        for folder in folders {
            shown.push(Arc::new(ShownCampaign {
                name: folder_name(folder),
                campaign: Campaign::open(folder, Kernel::Auto)?,
                index: std::sync::Mutex::default(),
                last: Mutex::default(),
            }));
        }
        Ok(Campaigns(shown.into()))
    }

    /// Returns all campaigns in the order of their numbers.
    pub(crate) fn all(&self) -> &[Arc<ShownCampaign>] {
        &self.0
    }
}

/// Returns the name of a folder for people.
fn folder_name(folder: &Path) -> String {
    // In full first, because `.` has no name. The root has none in any case.
    let whole = folder.canonicalize();
    let whole = whole.as_deref().unwrap_or(folder);
    let name = whole.file_name().unwrap_or(whole.as_os_str());
    name.to_string_lossy().into_owned()
}

impl fmt::Debug for Campaigns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|shown| &shown.name))
            .finish()
    }
}
