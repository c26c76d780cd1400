//! Whole files of JSON that carry their own SHA-256, and the digests themselves.

use crate::CampaignError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// The longest file that is read whole, in bytes.
const LONGEST: u64 = 64 << 20;

/// SHA-256 of `bytes`, in 64 hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The digest of a value: SHA-256 of its JSON without white space.
pub(crate) fn digest(value: &impl Serialize) -> String {
    sha256(&serde_json::to_vec(value).unwrap_or_default())
}

/// Opens a regular file, or a link to one. A pipe would block for ever, and a device such as `/dev/zero` never ends.
///
/// # Errors
/// The file cannot be opened, or is something else.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    if !std::fs::metadata(path)?.is_file() {
        let reason = "this is not a regular file: move it out of the campaign's folder";
        return Err(io::Error::new(io::ErrorKind::Unsupported, reason));
    }
    File::open(path)
}

/// Reads a whole regular file.
///
/// # Errors
/// As [`open_regular`]; the file cannot be read.
pub(crate) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a file of JSON; none if it is not there.
pub(crate) fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> Result<Option<T>, CampaignError> {
    let path = folder.join(name);
    let file = match open_regular(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(CampaignError::io("open", &path))?,
    };
    let mut text = Vec::new();
    file.take(LONGEST + 1).read_to_end(&mut text).map_err(CampaignError::io("read", &path))?;
    if text.len() as u64 > LONGEST {
        return Err(CampaignError::file(name, format!("is longer than {LONGEST} bytes")));
    }
    serde_json::from_slice(&text).map(Some).map_err(|error| CampaignError::file(name, error))
}

/// Writes a file of JSON at once: whoever reads it sees the old one or the new one, whole. With `as_new` there must
/// be none yet.
pub(crate) fn write(
    folder: &Path,
    name: &str,
    value: &impl Serialize,
    as_new: bool,
) -> Result<(), CampaignError> {
    let (path, draft) = (folder.join(name), folder.join(format!(".{name}.{}", std::process::id())));
    let mut text = serde_json::to_vec_pretty(value).unwrap_or_default();
    text.push(b'\n');
    let written = || -> io::Result<()> {
        // A process that was killed may have left a draft of this name, or somebody a link: never write through it.
        match std::fs::remove_file(&draft) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = OpenOptions::new().write(true).create_new(true).open(&draft)?;
        file.write_all(&text)?;
        file.sync_all()?;
        if as_new {
            // Unlike a renaming, a link does not take the place of another file.
            std::fs::hard_link(&draft, &path)?;
            std::fs::remove_file(&draft)?;
        } else {
            std::fs::rename(&draft, &path)?;
        }
        sync_folder(folder)
    };
    written().map_err(|error| {
        let _ = std::fs::remove_file(&draft);
        CampaignError::io("write", &path)(error)
    })
}

/// Makes the names in a folder last.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

/// Elsewhere a folder cannot be opened; its names last as the system sees fit.
#[cfg(not(unix))]
pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}
