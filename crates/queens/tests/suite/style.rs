//! The rules of wording that a test can check: summaries, type names, constants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The sources of every crate and of the Python package, with the room that each belongs
/// to.
fn sources() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = fs::read_dir(root.join("crates")).expect("the crates");
    let mut folders: Vec<PathBuf> = crates
        .map(|entry| entry.expect("an entry").path().join("src"))
        .collect();
    folders.push(root.join("python/src"));
    let mut found = Vec::new();
    for folder in folders {
        let name = folder
            .parent()
            .and_then(Path::file_name)
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        for path in rust_files(&folder) {
            let inner = path.strip_prefix(&folder).expect("below the folder");
            let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
            // Each engine is a room of its own; otherwise a room is a module at the root
            // of a crate.
            let depth = if parts[0] == "engines" { 2 } else { 1 };
            let room = parts[..depth.min(parts.len())].join("/");
            let room = format!("{name}/{}", room.trim_end_matches(".rs"));
            found.push((
                room,
                inner.display().to_string(),
                fs::read_to_string(&path).expect("a source"),
            ));
        }
    }
    assert!(found.len() > 300, "{} sources", found.len());
    found
}

/// The lines before the tests of a source.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[cfg(test)]\nmod ")
        .next()
        .unwrap_or_default()
        .lines()
}

/// The word behind `struct`, `enum`, `trait` or `type` at the start of a line.
fn type_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ").or_else(|| {
        line.strip_prefix("pub(")
            .and_then(|rest| rest.split_once(") "))
            .map(|(_, rest)| rest)
    });
    let rest = rest.unwrap_or(line);
    let name = ["struct ", "enum ", "trait ", "type "]
        .into_iter()
        .find_map(|word| rest.strip_prefix(word))?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
}

/// Every Rust file below a folder.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut paths) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(
                fs::read_dir(&path)
                    .expect("a folder")
                    .map(|entry| entry.expect("an entry").path()),
            );
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// Also in tests, benches and examples.
#[test]
fn summaries_begin_with_a_noun_or_a_verb() {
    let questions = [
        "What", "How", "Who", "Why", "Where", "Whether", "Whatever", "Whoever",
    ];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let files = rust_files(&crates);
    let mut wrong = Vec::new();
    for path in &files {
        let text = fs::read_to_string(path).expect("a source");
        let mut before = "";
        for line in text.lines().map(str::trim_start) {
            let is_first = line.starts_with("///") && !before.starts_with("///")
                || line.starts_with("//!") && !before.starts_with("//!");
            let word = line
                .trim_start_matches(['/', '!'])
                .split_whitespace()
                .next()
                .unwrap_or_default();
            if is_first && questions.contains(&word) {
                wrong.push(format!("{}: {line}", path.display()));
            }
            before = line;
        }
    }
    assert!(files.len() > 500, "{} files", files.len());
    assert!(
        wrong.is_empty(),
        "{} summaries:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn a_type_name_has_one_meaning() {
    let mut rooms = BTreeMap::<String, BTreeSet<String>>::new();
    for (room, _, text) in sources() {
        for name in code(&text).filter_map(type_name) {
            rooms
                .entry(name.to_owned())
                .or_default()
                .insert(room.clone());
        }
    }
    let many: Vec<_> = rooms.iter().filter(|(_, rooms)| rooms.len() > 2).collect();
    assert!(rooms.len() > 500 && many.is_empty(), "{many:#?}");
}

#[test]
fn tuning_constants_have_two_words() {
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        for line in code(&text) {
            let Some(rest) = line
                .split_once("const ")
                .filter(|(before, _)| before.is_empty() || before.starts_with("pub"))
            else {
                continue;
            };
            let Some((name, kind)) = rest.1.split_once(": ") else {
                continue;
            };
            let is_number = [
                "u8", "u16", "u32", "u64", "u128", "usize", "i32", "i64", "f64",
                "Duration",
            ]
            .iter()
            .any(|number| kind.starts_with(&format!("{number} =")));
            if is_number && !name.contains('_') {
                wrong.push(format!("{room} {path}: {name}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} constants:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
