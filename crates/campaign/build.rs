//! Tells the program which commit it is built from, where there is one.

use std::env;
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

/// Sources that decide the result of a unit.
const COUNTED_BY: [&str; 4] = ["src", "../queens/src", "../control/src", "../../Cargo.lock"];

/// The commit, `.changed` behind it if what counts differs from it; none outside of a repository.
fn commit() -> Option<String> {
    let commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    // Is written to with every commit.
    let log = format!("{}/logs/HEAD", git(&["rev-parse", "--absolute-git-dir"])?);
    if Path::new(&log).exists() {
        println!("cargo:rerun-if-changed={log}");
    }
    for path in COUNTED_BY {
        println!("cargo:rerun-if-changed={path}");
    }
    let changed = git(&[&["--no-optional-locks", "status", "--porcelain", "--"], &COUNTED_BY[..]].concat())?;
    Some(if changed.is_empty() { commit } else { format!("{commit}.changed") })
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
