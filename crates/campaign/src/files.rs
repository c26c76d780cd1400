//! JSON files that contain their own SHA-256, and digests.

use crate::CampaignError;
use draft::Draft;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

/// Maximum size of a JSON file, in bytes.
pub(crate) const MAX_JSON_BYTES: u64 = 64 << 20;

/// Returns the SHA-256 of `bytes` in 64 hexadecimal digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    to_hex(&Sha256::digest(bytes))
}

pub(crate) fn to_hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the SHA-256 of the JSON of a value, without white space.
pub(crate) fn json_digest(value: &impl Serialize) -> String {
    sha256(&serde_json::to_vec(value).unwrap_or_default())
}

/// Opens a regular file or a link to one. A pipe could block forever, and a device such
/// as `/dev/zero` never ends. Some files that look regular block, too, such as
/// `/proc/kmsg`: they are refused, and a read that would wait fails.
///
/// # Errors
/// The file cannot be opened or is not a regular file.
pub(crate) fn open_regular(path: &Path) -> io::Result<File> {
    let refused = || {
        let reason = "this is not a regular file: name another, or move it out of the campaign's folder";
        io::Error::new(io::ErrorKind::Unsupported, reason)
    };
    if !std::fs::metadata(path)?.is_file() {
        return Err(refused());
    }
    let file = open_without_waiting(path)?;
    if is_ready(&file) {
        Ok(file)
    } else {
        Err(refused())
    }
}

/// Opens a file whose reads fail where they would wait.
#[cfg(unix)]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    File::options()
        .read(true)
        .custom_flags(OFlags::NONBLOCK.bits() as i32)
        .open(path)
}

/// Returns true if a read does not wait: always for a file on a disk.
#[cfg(unix)]
fn is_ready(file: &File) -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let at_once = Timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    !matches!(
        poll(&mut [PollFd::new(file, PollFlags::IN)], Some(&at_once)),
        Ok(0)
    )
}

#[cfg(not(unix))]
fn open_without_waiting(path: &Path) -> io::Result<File> {
    File::open(path)
}

#[cfg(not(unix))]
fn is_ready(_: &File) -> bool {
    true
}

/// Reads a whole regular file.
///
/// # Errors
/// As for [`open_regular`]; the file cannot be read.
pub(crate) fn read_regular(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_regular(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a JSON file; `None` if it does not exist.
pub(crate) fn read_document<T: DeserializeOwned>(
    folder: &Path,
    name: &str,
) -> Result<Option<T>, CampaignError> {
    let path = folder.join(name);
    let file = match open_regular(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        file => file.map_err(CampaignError::io("open", &path))?,
    };
    let mut text = Vec::new();
    file.take(MAX_JSON_BYTES + 1)
        .read_to_end(&mut text)
        .map_err(CampaignError::io("read", &path))?;
    if text.len() as u64 > MAX_JSON_BYTES {
        return Err(CampaignError::in_file(
            name,
            format!("is longer than {MAX_JSON_BYTES} bytes"),
        ));
    }
    serde_json::from_slice(&text)
        .map(Some)
        .map_err(|error| CampaignError::in_file(name, error))
}

/// Writes a JSON file atomically: readers see the complete old file or the complete new
/// one. With `as_new` there must be no file yet.
pub(crate) fn write_document(
    folder: &Path,
    name: &str,
    value: &impl Serialize,
    as_new: bool,
) -> Result<(), CampaignError> {
    let path = folder.join(name);
    let written = || -> io::Result<()> {
        let mut draft = Draft::replacing(&path)?;
        serde_json::to_writer_pretty(&mut draft, value)?;
        draft.write_all(b"\n")?;
        if as_new {
            draft.place_new()
        } else {
            draft.place()
        }
    };
    written().map_err(CampaignError::io("write", &path))
}
