//! The memory that this process may use: that of the machine, or of the control group of
//! its container or service.

use std::fs;
use std::path::{Path, PathBuf};

/// Folder in which Linux shows control groups.
const GROUPS: &str = "/sys/fs/cgroup";

/// Returns the bytes of memory that this process may use, if the system tells: on Linux
/// alone.
pub(crate) fn available_bytes() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo")
        .ok()
        .and_then(|text| machine_bytes(&text));
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = limit_files(&groups)
        .into_iter()
        .filter_map(|file| group_bytes(&file));
    machine.into_iter().chain(limits).min()
}

/// Returns the memory of the machine from the text of `/proc/meminfo`.
fn machine_bytes(text: &str) -> Option<u64> {
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1 << 10)
}

/// Returns the files with the limits of the process's control groups and of those around
/// them. The lines of `/proc/self/cgroup` are `0::/GROUP` for version 2 and
/// `NUMBER:memory:/GROUP` for version 1.
fn limit_files(groups: &str) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for line in groups.lines() {
        let mut fields = line.splitn(3, ':').skip(1);
        let (Some(controllers), Some(group)) = (fields.next(), fields.next()) else {
            continue;
        };
        let (root, name) = match controllers {
            "" => (PathBuf::from(GROUPS), "memory.max"),
            _ if controllers.split(',').any(|one| one == "memory") => {
                (Path::new(GROUPS).join("memory"), "memory.limit_in_bytes")
            }
            _ => continue,
        };
        let group = Path::new(group.trim_start_matches('/'));
        files.extend(group.ancestors().map(|group| root.join(group).join(name)));
    }
    files
}

/// Returns the limit in a file: a number, or `max` for none.
fn group_bytes(file: &Path) -> Option<u64> {
    fs::read_to_string(file).ok()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The formats are those of proc(5) and of the kernel's cgroup-v2 documentation.
    #[test]
    fn reads_the_files_of_linux() {
        let text = "MemTotal:       24595424 kB\nMemFree:        23157228 kB\n";
        assert_eq!(machine_bytes(text), Some(24_595_424 * 1024));
        assert_eq!(
            (
                machine_bytes("MemFree: 1 kB\n"),
                machine_bytes("MemTotal: much\n")
            ),
            (None, None)
        );
        let files = |groups| -> Vec<String> {
            limit_files(groups)
                .iter()
                .map(|file| file.display().to_string())
                .collect()
        };
        assert_eq!(
            files("0::/user.slice/a\n"),
            [
                "/sys/fs/cgroup/user.slice/a/memory.max",
                "/sys/fs/cgroup/user.slice/memory.max",
                "/sys/fs/cgroup/memory.max"
            ]
        );
        assert_eq!(
            files("4:cpu,cpuacct:/b\n3:memory:/docker\nnonsense\n"),
            [
                "/sys/fs/cgroup/memory/docker/memory.limit_in_bytes",
                "/sys/fs/cgroup/memory/memory.limit_in_bytes"
            ]
        );
    }
}
