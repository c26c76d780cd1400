//! The order of the rooms, as the table in docs/design/architecture.md has it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of each crate with their line in the table; those of one line share a place.
fn places() -> BTreeMap<String, BTreeMap<String, usize>> {
    let page = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/design/architecture.md"
    );
    let page = fs::read_to_string(page).expect("the page is there");
    let table = page
        .split("\n## Rooms\n")
        .nth(1)
        .and_then(|rest| rest.split("\n## ").next());
    let lines = table
        .expect("the table is there")
        .lines()
        .filter(|line| line.starts_with("| `"));
    let mut places = BTreeMap::<String, BTreeMap<String, usize>>::new();
    for (place, line) in lines.enumerate() {
        let names = |column| {
            line.split('|')
                .nth(column)
                .unwrap_or_default()
                .split('`')
                .skip(1)
                .step_by(2)
        };
        let rooms = places
            .entry(names(1).next().unwrap_or_default().to_owned())
            .or_default();
        rooms.extend(names(2).map(|name| (name.trim_end_matches('/').to_owned(), place)));
    }
    places
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// The rooms that the code of a source names, except in its tests and comments.
fn named(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    let name = |rest: &str| {
        rest.trim_start_matches('{')
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect::<String>()
    };
    lines
        .flat_map(|line| line.split("crate::").skip(1).map(name).collect::<Vec<_>>())
        .collect()
}

#[test]
fn rooms_import_only_from_rooms_above() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut wrong = Vec::new();
    let places = places();
    for (name, places) in &places {
        let root = crates.join(name).join("src");
        let mut paths = Vec::new();
        sources(&root, &mut paths);
        for path in paths {
            let inner = path.strip_prefix(&root).expect("below the root");
            let room = inner
                .iter()
                .next()
                .and_then(|name| name.to_str())
                .expect("a name")
                .trim_end_matches(".rs");
            let is_of_tests = inner
                .iter()
                .any(|part| part == "tests" || part == "tests.rs");
            if room == "lib" || is_of_tests {
                continue;
            }
            let Some(&place) = places.get(room) else {
                wrong.push(format!("{room} of {name} is missing in the table"));
                continue;
            };
            for other in named(&fs::read_to_string(&path).expect("a source")) {
                if places.get(&other).is_some_and(|&other| other > place) {
                    wrong.push(format!(
                        "{name}: {} imports from {other}",
                        inner.display()
                    ));
                }
            }
        }
    }
    assert!(places.len() == 4 && wrong.is_empty(), "{wrong:#?}");
}
