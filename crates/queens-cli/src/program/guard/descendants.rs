//! The processes that descend from one, as Linux lists them in `/proc`.

use rustix::process::Pid;
use std::collections::HashMap;
use std::fs;

/// All descendants of `ancestor`, those that have ended but were not waited for included.
pub(super) fn list_descendants(ancestor: Pid) -> Vec<Pid> {
    let children = children_by_parent();
    let mut found = vec![ancestor];
    let mut at = 0;
    while let Some(parent) = found.get(at) {
        found.extend(children.get(parent).into_iter().flatten());
        at += 1;
    }
    found.split_off(1)
}

/// Bytes of memory that the descendants of `ancestor` have in use together. Pages that
/// several of them share count once; finding that out takes long, and is done only if
/// they have more than `most` otherwise.
pub(super) fn total_memory(ancestor: Pid, most: u64) -> u64 {
    let all = list_descendants(ancestor);
    let resident = all
        .iter()
        .map(|&id| read_kibibytes(id, "status", "VmRSS:"))
        .sum::<u64>()
        << 10;
    match resident > most {
        true => {
            all.iter()
                .map(|&id| read_kibibytes(id, "smaps_rollup", "Pss:"))
                .sum::<u64>()
                << 10
        }
        false => resident,
    }
}

/// A number of a file of a process; 0 if the process is gone.
fn read_kibibytes(id: Pid, file: &str, name: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{id}/{file}")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok())
        .unwrap_or(0)
}

fn children_by_parent() -> HashMap<Pid, Vec<Pid>> {
    let mut children: HashMap<Pid, Vec<Pid>> = HashMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let id = entry
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok())
            .and_then(Pid::from_raw);
        if let Some(id) = id
            && let Some(parent) = parent_of(id)
        {
            children.entry(parent).or_default().push(id);
        }
    }
    children
}

/// The parent of a process, from `ID (NAME) STATE PARENT ...`: the name may hold
/// anything.
fn parent_of(id: Pid) -> Option<Pid> {
    let stat = fs::read(format!("/proc/{id}/stat")).ok()?;
    let stat = String::from_utf8_lossy(&stat);
    let (_, behind_name) = stat.rsplit_once(')')?;
    Pid::from_raw(behind_name.split_whitespace().nth(1)?.parse().ok()?)
}
