//! Tells the program which commit it is built from, where there is one.

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

fn main() {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let version = match commit() {
        Some(commit) => format!("{version}+{commit}"),
        None => version,
    };
    println!("cargo:rustc-env=CAMPAIGN_VERSION={version}");
    println!("cargo:rerun-if-changed=build.rs");
}

/// The sources that decide the result of a work unit.
const COUNTED_BY: [&str; 6] = [
    "src",
    "../queens-model/src",
    "../queens-simd/src",
    "../queens-engines/src",
    "../control/src",
    "../../Cargo.lock",
];

/// The commit, `.changed` behind it if what counts differs from it; none outside of the
/// repository of this project.
fn commit() -> Option<String> {
    if let Ok(record) = fs::read_to_string(".cargo_vcs_info.json") {
        return packaged(&record);
    }
    if !is_own_repository()? {
        return None;
    }
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // Is written to with every commit.
    let log = format!("{}/logs/HEAD", git(&["rev-parse", "--absolute-git-dir"])?);
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    for path in COUNTED_BY {
        println!("cargo:rerun-if-changed={path}");
    }
    let changed = git(&[
        &["--no-optional-locks", "status", "--porcelain", "--"],
        &COUNTED_BY[..],
    ]
    .concat())?;
    Some(if changed.is_empty() {
        commit
    } else {
        format!("{commit}.changed")
    })
}

/// The commit in the record that cargo puts into a package, with `.changed` behind it if
/// the package was made from changed files.
fn packaged(record: &str) -> Option<String> {
    let (_, rest) = record.split_once("\"sha1\": \"")?;
    let commit = rest.get(..10)?;
    let is_changed = record.contains("\"dirty\": true");
    Some(if is_changed {
        format!("{commit}.changed")
    } else {
        commit.to_owned()
    })
}

/// True in a checkout of this project; false if the sources are in the repository of
/// another project, as vendored ones are.
fn is_own_repository() -> Option<bool> {
    let top = fs::canonicalize(git(&["rev-parse", "--show-toplevel"])?).ok()?;
    Some(top == fs::canonicalize("../..").ok()?)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git")
        .args(arguments)
        .output()
        .ok()
        .filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
