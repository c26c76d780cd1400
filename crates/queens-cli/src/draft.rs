//! Files that are there whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A file as it is written. It stands beside the one that it is to be, which stays as it is until [`Draft::place`]; a draft that
/// is dropped before is taken away. What is no file (a device, a pipe) is written to as it is.
#[derive(Debug)]
pub(crate) struct Draft {
    out: BufWriter<File>,
    /// Where the draft is, and where it is to be.
    moves: Option<[PathBuf; 2]>,
}

impl Draft {
    /// A draft of the file `path`. A link stays one: what it points to is written.
    ///
    /// # Errors
    /// A folder that is missing or that nothing can be written to; a path that names a folder.
    pub(crate) fn new(path: &Path) -> io::Result<Self> {
        let (file, there) = match fs::canonicalize(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => (path.to_path_buf(), None),
            found => {
                let file = found?;
                let there = fs::metadata(&file)?;
                (file, Some(there))
            }
        };
        if there.as_ref().is_some_and(|there| !there.is_file() && !there.is_dir()) {
            let out = OpenOptions::new().write(true).open(file)?;
            return Ok(Draft { out: BufWriter::new(out), moves: None });
        }
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(io::Error::other("this is a folder, not a file"));
        }
        let beside = beside(&file)?;
        let out = OpenOptions::new().write(true).create_new(true).open(&beside)?;
        let draft = Draft { out: BufWriter::new(out), moves: Some([beside, file]) };
        if let Some(there) = there {
            draft.out.get_ref().set_permissions(there.permissions())?;
        }
        Ok(draft)
    }

    /// Puts it in its place, instead of what is there.
    ///
    /// # Errors
    /// What cannot be written; then what was there is there still.
    pub(crate) fn place(mut self) -> io::Result<()> {
        self.out.flush()?;
        if let Some([beside, file]) = &self.moves {
            self.out.get_ref().sync_all()?;
            fs::rename(beside, file)?;
            self.moves = None;
        }
        Ok(())
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

/// A name beside `file` that nothing has.
fn beside(file: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().ok_or_else(|| io::Error::other("this is a folder, not a file"))?;
    (0..1000u32)
        .map(|number| {
            let mut beside = name.to_owned();
            beside.push(format!(".{}-{number}.new", std::process::id()));
            file.with_file_name(beside)
        })
        .find(|beside| !beside.exists())
        .ok_or_else(|| io::Error::other("files of earlier attempts to write are in the way"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names and what they hold, in order.
    fn held(folder: &Path) -> Vec<(String, String)> {
        let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
        let mut held: Vec<_> = entries
            .map(|path| {
                let name = path.file_name().expect("a name").to_string_lossy().into_owned();
                (name, fs::read_to_string(&path).expect("text"))
            })
            .collect();
        held.sort();
        held
    }

    fn write(path: &Path, text: &str, is_placed: bool) -> io::Result<()> {
        let mut draft = Draft::new(path)?;
        draft.write_all(text.as_bytes())?;
        if is_placed { draft.place() } else { Ok(()) }
    }

    #[test]
    fn what_was_there_stays_until_the_new_one_is_whole() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("model");
        write(&file, "half", false).expect("written");
        assert!(held(folder.path()).is_empty());
        write(&file, "old", true).expect("written");
        write(&file, "half", false).expect("written");
        assert_eq!(held(folder.path()), [("model".to_owned(), "old".to_owned())]);
        write(&file, "new", true).expect("written");
        assert_eq!(held(folder.path()), [("model".to_owned(), "new".to_owned())]);
    }

    #[cfg(unix)]
    #[test]
    fn links_stay_links_and_files_keep_their_permissions() {
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
        assert_eq!(fs::metadata(&file).expect("there").permissions().mode() & 0o777, 0o600);
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_stays() {
        use std::os::unix::fs::FileTypeExt;
        let device = Path::new("/dev/full");
        if !device.exists() {
            return;
        }
        assert!(write(device, "no room", true).is_err());
        assert!(fs::metadata(device).expect("still there").file_type().is_char_device());
    }
}
