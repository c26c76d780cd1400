//! What a test can hold of the rules of wording in CONTRIBUTING.md: summaries, type names, constants.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The sources of every crate and of the Python package, with the room that each belongs to.
fn sources() -> Vec<(String, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let crates = fs::read_dir(root.join("crates")).expect("the crates");
    let mut folders: Vec<PathBuf> = crates.map(|entry| entry.expect("an entry").path().join("src")).collect();
    folders.push(root.join("python/src"));
    let mut found = Vec::new();
    for folder in folders {
        let name = folder.parent().and_then(Path::file_name).expect("a name").to_string_lossy().into_owned();
        let mut paths = vec![folder.clone()];
        while let Some(path) = paths.pop() {
            if path.is_dir() {
                paths.extend(
                    fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()),
                );
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let inner = path.strip_prefix(&folder).expect("below the folder");
                let parts: Vec<_> = inner.iter().map(|part| part.to_string_lossy()).collect();
                // Each engine is a room of its own; otherwise a room is a module at the root of a crate.
                let depth = if parts[0] == "engines" { 2 } else { 1 };
                let room = parts[..depth.min(parts.len())].join("/");
                let room = format!("{name}/{}", room.trim_end_matches(".rs"));
                found.push((room, inner.display().to_string(), fs::read_to_string(&path).expect("a source")));
            }
        }
    }
    assert!(found.len() > 300, "{} sources", found.len());
    found
}

/// The lines before the tests of a source.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split("#[cfg(test)]\nmod ").next().unwrap_or_default().lines()
}

/// The word behind `struct`, `enum`, `trait` or `type` at the start of a line.
fn type_name(line: &str) -> Option<&str> {
    let rest = line
        .strip_prefix("pub ")
        .or_else(|| line.strip_prefix("pub(").and_then(|rest| rest.split_once(") ")).map(|(_, rest)| rest));
    let rest = rest.unwrap_or(line);
    let name =
        ["struct ", "enum ", "trait ", "type "].into_iter().find_map(|word| rest.strip_prefix(word))?;
    name.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[test]
fn summaries_begin_with_a_noun_or_a_verb() {
    let questions = ["What ", "How ", "Who ", "Why ", "Where ", "Whether "];
    let mut wrong = Vec::new();
    for (room, path, text) in sources() {
        let mut before = "";
        for line in code(&text) {
            let line = line.trim_start();
            let is_first = line.starts_with("///") && !before.starts_with("///")
                || line.starts_with("//!") && !before.starts_with("//!");
            let words = line.trim_start_matches(['/', '!', ' ']);
            if is_first && questions.iter().any(|question| words.starts_with(question)) {
                wrong.push(format!("{room} {path}: {line}"));
            }
            before = line;
        }
    }
    assert!(wrong.is_empty(), "{} summaries:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_type_name_has_one_meaning() {
    let mut rooms = BTreeMap::<String, BTreeSet<String>>::new();
    for (room, _, text) in sources() {
        for name in code(&text).filter_map(type_name) {
            rooms.entry(name.to_owned()).or_default().insert(room.clone());
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
            let Some((name, kind)) = rest.1.split_once(": ") else { continue };
            let is_number = ["u8", "u16", "u32", "u64", "u128", "usize", "i32", "i64", "f64", "Duration"]
                .iter()
                .any(|number| kind.starts_with(&format!("{number} =")));
            if is_number && !name.contains('_') {
                wrong.push(format!("{room} {path}: {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} constants:\n{}", wrong.len(), wrong.join("\n"));
}
