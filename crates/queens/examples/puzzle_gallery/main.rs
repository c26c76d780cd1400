//! Writes the gallery of the deductions: the end of `docs/guide/puzzles.md`, and a
//! picture for each in `docs/guide/puzzles`. At the root of the repository:
//!
//! `cargo run --release -p queens --example puzzle_gallery`

mod gallery;

use std::{error::Error, fs};

fn main() -> Result<(), Box<dyn Error>> {
    let (page, folder) = ("docs/guide/puzzles.md", "docs/guide/puzzles");
    let exhibits = gallery::exhibits()?;
    fs::create_dir_all(folder)?;
    for exhibit in &exhibits {
        let (name, svg) = exhibit.picture()?;
        fs::write(format!("{folder}/{name}"), svg)?;
    }
    let guide = fs::read_to_string(page)
        .map_err(|error| format!("{page}: {error}; start at the root"))?;
    fs::write(page, gallery::page(&guide, &exhibits)?)?;
    println!("{} deductions", exhibits.len());
    Ok(())
}
