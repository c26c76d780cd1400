//! Files that exist completely or not at all.
//!
//! A [`Draft`] is written beside the file that it becomes, and takes its place in one
//! step. [`place_pair`] places two files that belong together. A killed process leaves
//! its draft behind; the next one that writes to the same folder, or calls [`clean`],
//! removes it.
//!
//! ```
//! use draft::Draft;
//! use std::io::Write;
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("board.txt");
//! let mut draft = Draft::new(&path)?;
//! write!(draft, "b1 d2 a3 c4")?;
//! assert!(!path.exists());
//! draft.place()?;
//! assert_eq!(std::fs::read_to_string(&path)?, "b1 d2 a3 c4");
//! # Ok::<(), std::io::Error>(())
//! ```

#![forbid(unsafe_code)]

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// Prefix of the names of drafts; host, process, time and number follow.
const NAME_PREFIX: &str = ".queens-draft.";

/// A file that is being written. The file that it replaces stays as it is until
/// [`Draft::place`]; a draft that is dropped before is removed. A device or a pipe is
/// written directly.
#[derive(Debug)]
pub struct Draft {
    out: BufWriter<File>,
    /// Path of the draft and path of the file that it becomes.
    moves: Option<[PathBuf; 2]>,
}

impl Draft {
    /// Opens a draft of the file `path`. A link stays a link: its target is written.
    ///
    /// # Errors
    /// The folder is missing or not writable; the path names a folder.
    pub fn new(path: &Path) -> io::Result<Self> {
        let (file, there) = match fs::canonicalize(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => {
                (path.to_path_buf(), None)
            }
            found => {
                let file = found?;
                let there = fs::metadata(&file)?;
                (file, Some(there))
            }
        };
        if there
            .as_ref()
            .is_some_and(|there| !there.is_file() && !there.is_dir())
        {
            let out = OpenOptions::new().write(true).open(file)?;
            return Ok(Draft {
                out: BufWriter::new(out),
                moves: None,
            });
        }
        if there.as_ref().is_some_and(Metadata::is_dir) {
            return Err(io::Error::other("this is a folder, not a file"));
        }
        let draft = Draft::replacing(&file)?;
        if let Some(there) = there {
            draft.out.get_ref().set_permissions(there.permissions())?;
        }
        Ok(draft)
    }

    /// Opens a draft that replaces `path` itself, even if it is a link.
    ///
    /// # Errors
    /// The folder is missing or not writable.
    pub fn replacing(path: &Path) -> io::Result<Self> {
        if path.file_name().is_none() {
            return Err(io::Error::other("this is a folder, not a file"));
        }
        let folder = folder_of(path);
        clean(folder);
        let (beside, out) = create_draft(folder)?;
        Ok(Draft {
            out: BufWriter::new(out),
            moves: Some([beside, path.to_owned()]),
        })
    }

    /// Moves the draft to its place, over any file there. When this returns, it survives
    /// a power failure.
    ///
    /// # Errors
    /// A system error, after which the old file is still there.
    pub fn place(mut self) -> io::Result<()> {
        self.finish_file()?;
        self.rename_file()
    }

    /// Moves the draft to its place, where there must be no file yet.
    ///
    /// # Errors
    /// [`ErrorKind::AlreadyExists`] if there is a file; other system errors.
    pub fn place_new(mut self) -> io::Result<()> {
        self.finish_file()?;
        let Some([beside, file]) = &self.moves else {
            return Ok(());
        };
        // Unlike a rename, a hard link never replaces a file. Dropping the draft removes
        // it.
        fs::hard_link(beside, file)?;
        sync_folder(folder_of(file))
    }

    /// Flushes and syncs the draft.
    fn finish_file(&mut self) -> io::Result<()> {
        self.out.flush()?;
        if self.moves.is_some() {
            self.out.get_ref().sync_all()
        } else {
            Ok(())
        }
    }

    /// Removes the file that the draft replaces.
    fn remove_old(&self) -> io::Result<()> {
        let Some([_, file]) = &self.moves else {
            return Ok(());
        };
        match fs::remove_file(file) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
            removed => removed.and_then(|()| sync_folder(folder_of(file))),
        }
    }

    /// Renames the finished draft.
    fn rename_file(&mut self) -> io::Result<()> {
        let Some([beside, file]) = &self.moves else {
            return Ok(());
        };
        fs::rename(beside, file)?;
        let synced = sync_folder(folder_of(file));
        self.moves = None;
        synced
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some([beside, _]) = &self.moves {
            let _ = fs::remove_file(beside);
        }
    }
}

/// Places two files that belong together; `second` is meaningless without `first`.
/// Whenever the process is killed, the two paths hold the old pair, the old first file
/// alone, the new first file alone, or the new pair, never one file of each pair.
///
/// # Errors
/// A system error.
pub fn place_pair(first: Draft, second: Draft) -> io::Result<()> {
    place_pair_by_steps(first, second, &mut || Ok(()))
}

/// Does the work of [`place_pair`], and calls `step` between changes; an error of `step`
/// acts like a kill.
fn place_pair_by_steps(
    mut first: Draft,
    mut second: Draft,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> io::Result<()> {
    first.finish_file()?;
    second.finish_file()?;
    step()?;
    second.remove_old()?;
    step()?;
    first.rename_file()?;
    step()?;
    second.rename_file()?;
    step()
}

/// Removes the drafts of ended processes of this host in `folder`. A process holds a lock
/// on its draft, which the system releases when it ends. Drafts of other hosts stay,
/// because locks may not work across hosts; so do drafts that cannot be removed.
pub fn clean(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    let prefix = format!("{NAME_PREFIX}{}.", host_name());
    for entry in entries.flatten() {
        let is_draft = entry
            .file_name()
            .to_str()
            .is_some_and(|name| name.starts_with(&prefix));
        // Links are not followed.
        if !is_draft || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let path = entry.path();
        if OpenOptions::new()
            .write(true)
            .open(&path)
            .is_ok_and(|file| file.try_lock().is_ok())
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// Creates a file with an unused name in `folder`, and locks it.
fn create_draft(folder: &Path) -> io::Result<(PathBuf, File)> {
    static NEXT_NUMBER: AtomicU64 = AtomicU64::new(0);
    let time = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_nanos());
    let prefix = format!("{NAME_PREFIX}{}.{}-{time}", host_name(), process::id());
    loop {
        let path = folder.join(format!(
            "{prefix}-{}",
            NEXT_NUMBER.fetch_add(1, Ordering::Relaxed)
        ));
        match OpenOptions::new().write(true).create_new(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            file => {
                let file = file?;
                // Without file locks drafts are never cleaned.
                let _ = file.try_lock();
                // Before the lock another process may have taken it for an abandoned
                // draft.
                if path.exists() {
                    return Ok((path, file));
                }
            }
        }
    }
}

/// Returns the folder of the file `path`.
fn folder_of(path: &Path) -> &Path {
    path.parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns the name of this host as names of drafts contain it.
#[cfg(unix)]
fn host_name() -> String {
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    name.chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .collect()
}

/// Returns a constant: on other systems the lock alone decides.
#[cfg(not(unix))]
fn host_name() -> String {
    "host".to_owned()
}

/// Syncs the names in a folder to disk.
///
/// # Errors
/// A system error.
#[cfg(unix)]
pub fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        // The folder is writable but not readable: the system decides when names are
        // synced.
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        folder => folder?.sync_all(),
    }
}

/// Does nothing: on this system folders cannot be opened.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names in a folder and the text of each file, in order.
    fn held(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").path());
        let mut held: Vec<_> = entries
            .map(|path| {
                let name = path
                    .file_name()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned();
                (name, fs::read_to_string(&path).expect("text"))
            })
            .collect();
        held.sort();
        held
    }

    fn draft(path: &Path, text: &str) -> io::Result<Draft> {
        let mut draft = Draft::new(path)?;
        draft.write_all(text.as_bytes())?;
        Ok(draft)
    }

    fn write(path: &Path, text: &str, is_placed: bool) -> io::Result<()> {
        let draft = draft(path, text)?;
        if is_placed { draft.place() } else { Ok(()) }
    }

    #[test]
    fn keeps_the_old_file_until_the_new_one_is_complete() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("model");
        write(&file, "half", false).expect("written");
        assert!(held(folder.path()).is_empty());
        write(&file, "old", true).expect("written");
        write(&file, "half", false).expect("written");
        assert_eq!(
            held(folder.path()),
            [("model".to_owned(), "old".to_owned())]
        );
        write(&file, "new", true).expect("written");
        assert_eq!(
            held(folder.path()),
            [("model".to_owned(), "new".to_owned())]
        );
        let refused = draft(&file, "newer")
            .expect("written")
            .place_new()
            .expect_err("there is one");
        assert_eq!(refused.kind(), ErrorKind::AlreadyExists);
        draft(&folder.path().join("other"), "new")
            .expect("written")
            .place_new()
            .expect("there is none");
        let both = [("model", "new"), ("other", "new")]
            .map(|(name, text)| (name.to_owned(), text.to_owned()));
        assert_eq!(held(folder.path()), both);
    }

    #[test]
    fn removes_drafts_of_dead_processes() {
        let folder = tempfile::tempdir().expect("a folder");
        let ours =
            draft(&folder.path().join("model"), "of a living process").expect("written");
        let [beside, _] = ours.moves.clone().expect("a file");
        let name = |path: &Path| {
            path.file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned()
        };
        // Of a process that was killed: nobody holds a lock on it. The same of another
        // host, and other names.
        let dead = format!("{NAME_PREFIX}{}.1-2-3", host_name());
        let others = [
            format!("{NAME_PREFIX}another{}.1-2-3", host_name()),
            format!("{NAME_PREFIX}x"),
            "queens-draft".to_owned(),
        ];
        for name in [&dead].into_iter().chain(&others) {
            fs::write(folder.path().join(name), "half").expect("written");
        }
        clean(folder.path());
        let left: Vec<String> = held(folder.path())
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let mut expected = others.to_vec();
        expected.push(name(&beside));
        expected.sort();
        assert_eq!(left, expected);
        // A new draft cleans, too.
        fs::write(folder.path().join(&dead), "half").expect("written");
        write(&folder.path().join("other"), "new", true).expect("written");
        assert!(!folder.path().join(&dead).exists() && beside.exists());
        ours.place().expect("its own draft is there");
    }

    /// The process is killed after each step in turn: the two paths never hold files of
    /// two pairs.
    #[test]
    fn a_kill_leaves_no_mixed_pair() {
        let mut seen = Vec::new();
        for steps in 0..5 {
            let folder = tempfile::tempdir().expect("a folder");
            let [first, second] =
                ["a.cnf", "a.drat"].map(|name| folder.path().join(name));
            let drafts =
                |text| [&first, &second].map(|path| draft(path, text).expect("written"));
            let [one, other] = drafts("old");
            place_pair(one, other).expect("placed");
            let [one, other] = drafts("new");
            let mut left = steps;
            let killed = place_pair_by_steps(one, other, &mut || {
                left -= 1;
                if left < 0 {
                    Err(io::Error::other("killed"))
                } else {
                    Ok(())
                }
            });
            assert_eq!(killed.is_ok(), steps == 4);
            let texts = [&first, &second].map(|path| fs::read_to_string(path).ok());
            seen.push(texts.map(Option::unwrap_or_default));
        }
        assert_eq!(
            seen,
            [
                ["old", "old"],
                ["old", ""],
                ["new", ""],
                ["new", "new"],
                ["new", "new"]
            ]
        );
    }

    #[cfg(unix)]
    #[test]
    fn keeps_links_and_permissions() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let [file, link] = ["model", "link"].map(|name| folder.path().join(name));
        write(&file, "old", true).expect("written");
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("set");
        symlink(&file, &link).expect("a link");
        write(&link, "half", false).expect("written");
        write(&link, "new", true).expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("text"), "new");
        assert_eq!(
            fs::metadata(&file).expect("there").permissions().mode() & 0o777,
            0o600
        );
        Draft::replacing(&link)
            .expect("begun")
            .place()
            .expect("placed");
        assert!(!link.is_symlink());
        assert_eq!(fs::read_to_string(&file).expect("text"), "new");
    }

    #[cfg(unix)]
    #[test]
    fn writes_to_devices() {
        use std::os::unix::fs::FileTypeExt;
        let device = Path::new("/dev/full");
        if !device.exists() {
            return;
        }
        assert!(write(device, "no room", true).is_err());
        assert!(
            fs::metadata(device)
                .expect("still there")
                .file_type()
                .is_char_device()
        );
    }
}
