//! The names of the shards of a campaign.

use crate::CampaignError;
use crate::shard::ShardHeader;
use std::collections::HashSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Folder within the campaign for files that each hold the shards of many finished
/// bundles.
pub(crate) const FINISHED_FOLDER: &str = "finished";

/// A file with shards. A verification comes after all bundles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShardFile {
    /// First and last bundle that it may hold units of; `None` for a verification.
    pub(crate) bundles: Option<(u64, u64)>,
    /// Path in the folder of the campaign.
    pub(crate) name: String,
}

impl ShardFile {
    /// Returns the file with this path in the folder of the campaign, or `None` if it is
    /// not the name of a shard.
    pub(crate) fn of_name(name: &str) -> Option<Self> {
        let bundles = match name.strip_prefix("finished/") {
            Some(inner) => Some(bundles_of_finished(inner)?),
            None => ShardHeader::bundle_of_name(name)?.map(|bundle| (bundle, bundle)),
        };
        Some(ShardFile {
            bundles,
            name: name.to_owned(),
        })
    }

    /// Returns true if it holds the shards of many bundles, one after the other.
    pub(crate) fn is_compact(&self) -> bool {
        self.name.starts_with("finished/")
    }

    /// Returns true if it may hold units of a bundle.
    pub(crate) fn may_hold(&self, bundle: u64) -> bool {
        self.bundles
            .is_some_and(|(first, last)| (first..=last).contains(&bundle))
    }
}

/// Returns the path of the file of these bundles in the folder of the campaign.
pub(crate) fn finished_name(first: u64, last: u64) -> String {
    format!("{FINISHED_FOLDER}/bundles-{first}-{last}.jsonl")
}

/// Returns the bundles in the name of a file in the folder of finished bundles.
fn bundles_of_finished(name: &str) -> Option<(u64, u64)> {
    let (first, last) = name
        .strip_prefix("bundles-")?
        .strip_suffix(".jsonl")?
        .split_once('-')?;
    let (first, last) = (first.parse().ok()?, last.parse().ok()?);
    // Other spellings of the numbers are other files.
    (first <= last && finished_name(first, last).ends_with(name)).then_some((first, last))
}

/// Returns the shards in a folder in the order of their names, those of verifications
/// last. Files with other names are not shards.
///
/// # Errors
/// The folder cannot be read.
pub(crate) fn shard_files(folder: &Path) -> Result<Vec<ShardFile>, CampaignError> {
    let mut files = Vec::new();
    // A shard is removed only after the file that holds its lines is there. So no line is
    // missed if that file is listed later.
    names_in(folder, |name| files.extend(ShardFile::of_name(name)))?;
    let finished = folder.join(FINISHED_FOLDER);
    if finished.is_dir() {
        names_in(&finished, |name| {
            files.extend(ShardFile::of_name(&format!("{FINISHED_FOLDER}/{name}")));
        })?;
    }
    files.sort_by(|a, b| {
        (a.bundles.is_none(), &a.name).cmp(&(b.bundles.is_none(), &b.name))
    });
    Ok(files)
}

fn names_in(folder: &Path, mut take: impl FnMut(&str)) -> Result<(), CampaignError> {
    for entry in fs::read_dir(folder).map_err(CampaignError::io("read", folder))? {
        if let Some(name) = entry
            .map_err(CampaignError::io("read", folder))?
            .file_name()
            .to_str()
        {
            take(name);
        }
    }
    Ok(())
}

/// Files that vanished after they were listed. The lines of such a shard are in a new
/// file, so the folder must be listed again.
#[derive(Debug, Default)]
pub(crate) struct VanishedFiles(HashSet<PathBuf>);

impl VanishedFiles {
    /// Adds the file of an error.
    ///
    /// # Errors
    /// The error itself, if it has another reason, or if its file vanished before: a link
    /// to a file that does not exist is listed every time.
    pub(crate) fn add_file(&mut self, error: CampaignError) -> Result<(), CampaignError> {
        match &error {
            CampaignError::Io { path, .. }
                if has_vanished(&error) && self.0.insert(path.clone()) =>
            {
                Ok(())
            }
            _ => Err(error),
        }
    }
}

/// Reads the shards of a folder, each once. If one has vanished, the folder is listed
/// again.
///
/// # Errors
/// Those of `read`; the folder cannot be read.
pub(crate) fn read_each(
    folder: &Path,
    is_wanted: impl Fn(&ShardFile) -> bool,
    mut read: impl FnMut(&ShardFile) -> Result<(), CampaignError>,
) -> Result<(), CampaignError> {
    let (mut done, mut vanished) = (HashSet::new(), VanishedFiles::default());
    loop {
        let mut is_complete = true;
        for file in shard_files(folder)?.into_iter().filter(&is_wanted) {
            // Verifications are compared with the units of all other shards.
            if done.contains(&file.name) || !is_complete && file.bundles.is_none() {
                continue;
            }
            match read(&file) {
                Ok(()) => drop(done.insert(file.name)),
                Err(error) => {
                    vanished.add_file(error)?;
                    is_complete = false;
                }
            }
        }
        if is_complete {
            return Ok(());
        }
    }
}

/// Returns true if the file of an error was removed after it was listed.
pub(crate) fn has_vanished(error: &CampaignError) -> bool {
    matches!(error, CampaignError::Io { source, .. } if source.kind() == ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_shards() {
        let bundles = |name: &str| ShardFile::of_name(name).map(|file| file.bundles);
        assert_eq!(bundles("bundle-7.run-1.jsonl"), Some(Some((7, 7))));
        assert_eq!(bundles("verify.run-1.jsonl"), Some(None));
        assert_eq!(
            bundles(&finished_name(1000, 1999)),
            Some(Some((1000, 1999)))
        );
        for name in [
            "plan.json",
            "bundles-0-9.jsonl",
            "finished/bundle-7.run-1.jsonl",
            "finished/bundles-00-9.jsonl",
            "finished/bundles-9-0.jsonl",
            "finished/bundles-0-9.copy.jsonl",
        ] {
            assert_eq!(bundles(name), None, "{name}");
        }
    }

    /// A file that is listed and then replaced by one that holds its lines.
    #[test]
    fn files_that_vanish_are_replaced_by_new_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        for name in [
            "bundle-0.a-1.jsonl",
            "bundle-1.a-1.jsonl",
            "verify.a-1.jsonl",
        ] {
            fs::write(path(name), "").expect("room");
        }
        let mut seen = Vec::new();
        let read = |file: &ShardFile| {
            if seen.is_empty() {
                fs::create_dir(path(FINISHED_FOLDER)).expect("room");
                fs::write(path(&finished_name(0, 1)), "").expect("room");
                fs::remove_file(path("bundle-1.a-1.jsonl")).expect("it is there");
            }
            fs::metadata(path(&file.name))
                .map_err(CampaignError::io("open", &path(&file.name)))?;
            seen.push(file.name.clone());
            Ok(())
        };
        read_each(folder.path(), |_| true, read).expect("all files");
        assert_eq!(
            seen,
            [
                "bundle-0.a-1.jsonl",
                "finished/bundles-0-1.jsonl",
                "verify.a-1.jsonl"
            ]
        );
    }

    /// However many files vanish, one at a time.
    #[test]
    fn every_file_may_vanish() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path(FINISHED_FOLDER)).expect("room");
        (0..100).for_each(|bundle| {
            fs::write(path(&format!("bundle-{bundle}.a-1.jsonl")), "").expect("room");
        });
        let mut vanished = 0;
        let mut seen = Vec::new();
        let read = |file: &ShardFile| {
            if !file.is_compact() && vanished < 100 {
                vanished += 1;
                fs::write(path(&finished_name(0, 99)), "").expect("room");
                fs::remove_file(path(&file.name)).expect("it is there");
            }
            fs::metadata(path(&file.name))
                .map_err(CampaignError::io("open", &path(&file.name)))?;
            seen.push(file.name.clone());
            Ok(())
        };
        read_each(folder.path(), |_| true, read).expect("all files");
        assert_eq!((seen, vanished), (vec![finished_name(0, 99)], 100));
    }

    /// A link to a file that does not exist is an error, not a loop.
    #[cfg(unix)]
    #[test]
    fn a_file_that_vanishes_again_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let link = folder.path().join("bundle-0.a-1.jsonl");
        std::os::unix::fs::symlink("nowhere", &link).expect("a link");
        let read = |_: &ShardFile| {
            fs::metadata(&link)
                .map(drop)
                .map_err(CampaignError::io("open", &link))
        };
        let error =
            read_each(folder.path(), |_| true, read).expect_err("there is no such file");
        assert!(error.to_string().contains("bundle-0.a-1.jsonl"), "{error}");
    }
}
