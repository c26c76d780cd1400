//! The gallery of the guide matches the program's pictures and hints.

#[path = "../../examples/puzzle_gallery/gallery.rs"]
mod gallery;

use queens::puzzle::{Options, audit, hint, read, techniques};
use queens::{Settings, is_unique};
use std::path::Path;
use std::{collections::BTreeSet, fs};

/// Command that updates the gallery.
const UPDATE_COMMAND: &str = "cargo run --release -p queens --example puzzle_gallery";

#[test]
fn the_gallery_is_up_to_date() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide");
    let exhibits = gallery::exhibits().expect("an example for each");
    let text = fs::read_to_string(guide.join("puzzles.md")).expect("the guide");
    assert!(
        gallery::page(&text, &exhibits).expect("a gallery") == text,
        "puzzles.md is stale: {UPDATE_COMMAND}"
    );
    let mut names = BTreeSet::new();
    for exhibit in &exhibits {
        let (name, svg) = exhibit.picture().expect("a picture");
        let there =
            fs::read_to_string(guide.join("puzzles").join(&name)).unwrap_or_default();
        assert!(there == svg, "{name} is stale: {UPDATE_COMMAND}");
        names.insert(name);
    }
    let files = fs::read_dir(guide.join("puzzles"))
        .expect("the pictures")
        .map(|file| file.expect("a file"));
    assert_eq!(
        files
            .map(|file| file.file_name().into_string().expect("a name"))
            .collect::<BTreeSet<_>>(),
        names
    );
}

/// A hint for a picture is the sentence below it, and an engine confirms it.
#[test]
fn hints_for_the_pictures_match_the_guide() {
    let guide = include_str!("../../../../docs/guide/puzzles.md");
    for technique in techniques() {
        let path = format!(
            "{}/../../docs/guide/puzzles/{}.svg",
            env!("CARGO_MANIFEST_DIR"),
            technique.id
        );
        let position =
            read::read(&fs::read(path).expect("a picture"), None).expect("a board");
        let step = gallery::step(&position, technique).expect("a step");
        audit(&position, &step, &Settings::default()).expect("a sound step");
        let (_, behind) = guide
            .split_once(&format!("(puzzles/{}.svg)", technique.id))
            .expect("a picture");
        let sentence = behind
            .split_once("> ")
            .and_then(|(_, text)| text.split_once('\n'))
            .expect("a sentence")
            .0;
        assert_eq!(sentence, step.numbered_sentence());
    }
}

#[test]
fn boards_of_the_guide_match_its_text() {
    let guide = include_str!("../../../../docs/guide/puzzles.md");
    let blocks: Vec<&str> = guide
        .split("```")
        .filter_map(|block| block.strip_prefix("text\n"))
        .collect();
    let [plain, marked] = blocks[..] else {
        panic!("{} boards", blocks.len())
    };
    let [plain, marked] =
        [plain, marked].map(|board| read::read(board.as_bytes(), None).expect("a board"));
    assert_eq!(
        is_unique(plain.puzzle().problem(), &Settings::default()),
        Ok(Some(true))
    );
    assert_eq!(plain.puzzle(), marked.puzzle());
    let said = hint(&marked, &Options::default()).expect("an engine");
    assert!(
        guide.contains(&format!("`{}`", said.sentence())),
        "{}",
        said.sentence()
    );
}
