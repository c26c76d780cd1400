//! The campaigns that a server shows.

use crate::api::Json;
use campaign::{Campaign, CampaignError};
use queens::simd::Kernel;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::Mutex;

/// Campaigns, opened to be shown. Clones share them.
#[derive(Clone, Default)]
pub struct Campaigns(Arc<[Arc<Shown>]>);

/// A campaign that is shown.
pub(crate) struct Shown {
    /// The name of its folder.
    pub(crate) name: String,
    pub(crate) campaign: Campaign,
    /// How far it was, and when that was read. Whoever reads anew holds it, so that one reads at a time.
    pub(crate) last: Mutex<Option<(Instant, Json)>>,
}

impl Campaigns {
    /// Opens the campaigns in these folders; their numbers are 1, 2 and so on.
    ///
    /// # Errors
    /// A folder without a plan, or with one that this program does not read.
    pub fn open(folders: &[PathBuf]) -> Result<Self, CampaignError> {
        let shown = folders.iter().map(|folder| {
            let campaign = Campaign::open(folder, Kernel::Auto)?;
            // `.` has a name, too.
            let whole = folder.canonicalize().unwrap_or_else(|_| folder.clone());
            let name = whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned();
            Ok(Arc::new(Shown { name, campaign, last: Mutex::default() }))
        });
        shown.collect::<Result<_, _>>().map(Campaigns)
    }

    /// All of them, in the order of their numbers.
    pub(crate) fn all(&self) -> &[Arc<Shown>] {
        &self.0
    }
}

impl fmt::Debug for Campaigns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|shown| &shown.name)).finish()
    }
}
