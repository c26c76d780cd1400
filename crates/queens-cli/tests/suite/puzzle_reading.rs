//! Readings of pictures, drawn over the picture.

use crate::common::queens;
use predicates::str::contains;
use std::fs;

const FRAMED: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../queens/tests/pictures/framed-board-9x9.png"
);
const PLOT: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../queens/tests/pictures/not-a-board.png"
);

#[test]
fn a_reading_is_drawn_over_the_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("reading.svg");
    queens("puzzle show --format task")
        .arg(FRAMED)
        .arg("--show-reading")
        .arg(&file)
        .assert()
        .success()
        .stderr(contains("every square is clear"));
    let svg = fs::read_to_string(&file).expect("the picture");
    assert!(svg.contains("<image width=") && svg.contains("data:image/png;base64,"));
    let names: Vec<&str> = svg
        .lines()
        .filter_map(|line| line.strip_prefix("<text ")?.strip_suffix("</text>"))
        .collect();
    assert_eq!(names.len(), 81, "a name on each square");
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("reading.svg");
    queens("puzzle show --show-reading")
        .arg(&file)
        .arg(PLOT)
        .assert()
        .code(2)
        .stderr(contains(
            "--show-reading: no board of 4 x 4 to 26 x 26 squares",
        ));
    queens("puzzle show AABB.AABB.CCDD.CCDD --show-reading")
        .arg(&file)
        .assert()
        .code(2)
        .stderr(contains("this is not a PNG, JPEG or WebP picture"));
    assert!(!file.exists());
    queens("puzzle show --show-reading")
        .arg(folder.path().join("none/reading.svg"))
        .arg(FRAMED)
        .assert()
        .code(2)
        .stderr(contains("cannot be written"));
}
