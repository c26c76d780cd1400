//! Every reader of text takes letters beyond ASCII anywhere: an answer or an error, no
//! panic.
//!
//! The inputs are the seeds of the fuzz targets, changed at random places: a letter
//! beyond ASCII inserted or put in the place of another, the text cut, or continued with
//! part of another seed.

use queens::domination::Domination;
use queens::engines::large::TextReader;
use queens::problem::{Bounds, Edge, Piece, Preset, Problem, Size, Weights};
use queens::square::Square;
use queens::symmetry::Symmetry;
use queens::{document, import, puzzle, read};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Letters, digits, marks, blanks and signs of one to four bytes; some change their
/// length in another case.
const LETTERS: [char; 22] = [
    'é', 'ö', 'ß', 'İ', 'ﬁ', 'Ω', '日', '²', '½', '①', '١', '𝟙', '♛', '♕', '🟥', '🟩',
    '\u{301}', '\u{fe0f}', '\u{200d}', '\u{a0}', '\u{2028}', '\u{feff}',
];

/// Number of changed texts for each reader.
const TEXTS: usize = 2_000;

/// Texts for the readers of single values.
const VALUES: [&str; 18] = [
    "queen+knight",
    "(1,2)*3",
    "(1,1)*",
    "0..1",
    "3..",
    "any",
    "5x8",
    "left-right",
    "twist",
    "torus",
    "half-turn",
    "dominate",
    "armies: 2",
    "1 queen and 2 knights",
    "2 rooks, 3 bishops",
    "3 x 3 x 3",
    "1 -2 3\n4 5 6",
    "total: 3",
];

/// The texts of a folder of seeds.
fn seeds(folder: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../fuzz/seeds")
        .join(folder);
    let mut files: Vec<_> = path
        .read_dir()
        .expect("the seeds")
        .map(|entry| entry.expect("a seed").path())
        .collect();
    files.sort();
    files
        .iter()
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .collect()
}

/// A random text: a seed after one to four changes.
fn changed(seeds: &[String], random: &mut ChaCha8Rng) -> String {
    let mut text: Vec<char> =
        seeds[random.random_range(0..seeds.len())].chars().collect();
    for _ in 0..random.random_range(1..=4) {
        let at = random.random_range(0..=text.len());
        let letter = LETTERS[random.random_range(0..LETTERS.len())];
        match random.random_range(0..6) {
            0 => text.truncate(at),
            1 => {
                let other: Vec<char> =
                    seeds[random.random_range(0..seeds.len())].chars().collect();
                let from = random.random_range(0..=other.len());
                text.truncate(at);
                text.extend(&other[from..]);
            }
            2 if at < text.len() => text[at] = letter,
            // Next to the signs at which readers cut.
            3 => {
                let signs = |c: &char| !c.is_alphanumeric();
                let places: Vec<usize> =
                    (0..text.len()).filter(|&at| signs(&text[at])).collect();
                if !places.is_empty() {
                    let place = places[random.random_range(0..places.len())];
                    text.insert(place + random.random_range(0..2), letter);
                }
            }
            _ => text.insert(at, letter),
        }
    }
    text.into_iter().collect()
}

/// Lets `read` read changed texts, and reports one that makes it panic.
fn survives(name: &str, seeds: &[String], read: impl Fn(&str)) {
    let mut random = ChaCha8Rng::seed_from_u64(67);
    for _ in 0..TEXTS {
        let text = changed(seeds, &mut random);
        assert!(
            catch_unwind(AssertUnwindSafe(|| read(&text))).is_ok(),
            "the reader of {name} panics at {text:?}"
        );
    }
}

fn all_columns(text: &str) {
    let mut reader = TextReader::new(text.as_bytes());
    while reader.read().is_ok_and(|columns| !columns.is_empty()) {}
}

fn answers(text: &str) {
    let _ = import::problem(text.as_bytes());
    for size in [4, 6, 8] {
        let problem = Problem::queens(size).expect("a size");
        let _ = import::answers(&mut text.as_bytes(), &problem, &mut |_, _| {
            ControlFlow::Continue(())
        });
    }
}

fn solutions(text: &str) {
    let _ = read::problem(text.as_bytes());
    let eight = Problem::queens(8).expect("a size");
    for problem in [None, Some(&eight)] {
        let _ = read::solutions(&mut text.as_bytes(), problem, &mut |_| {
            ControlFlow::Continue(())
        });
    }
}

fn values(text: &str) {
    let _ = (
        text.parse::<Square>().is_ok(),
        text.parse::<Piece>().is_ok(),
        text.parse::<Bounds>().is_ok(),
    );
    let _ = (
        text.parse::<Size>().is_ok(),
        text.parse::<Edge>().is_ok(),
        text.parse::<Preset>().is_ok(),
    );
    let _ = text.parse::<Weights>().is_ok();
    let _ = text.parse::<Symmetry>().is_ok();
    let _ = text.parse::<Domination>().is_ok();
}

#[test]
fn no_letter_makes_a_reader_panic() {
    survives("columns", &seeds("columns"), all_columns);
    survives("answers", &seeds("import"), answers);
    survives("problems", &seeds("problem_text"), |text| {
        drop(text.parse::<Problem>());
    });
    survives("puzzles", &seeds("puzzle"), |text| {
        drop(puzzle::read::read(text.as_bytes(), None));
    });
    survives("saved games", &seeds("saved_game"), |text| {
        drop(document::GameDocument::read(text.as_bytes()));
    });
    survives("solutions", &seeds("solutions"), solutions);
    let names = [seeds("square_name"), VALUES.map(str::to_owned).to_vec()].concat();
    survives("values", &names, values);
}

/// Names of variables are letters of any language, as in MiniZinc and Python.
#[test]
fn an_array_may_have_any_name() {
    let six = Problem::queens(6).expect("a size");
    for name in ["Lösung", "é", "日本", "x_ö", "ö2"] {
        let mut found = Vec::new();
        let text = format!("{name} = [2, 4, 6, 1, 3, 5];\n");
        let read = import::answers(&mut text.as_bytes(), &six, &mut |_, placement| {
            found.push(placement.clone());
            ControlFlow::Continue(())
        });
        assert!(read.is_ok() && found.len() == 1, "{name}: {read:?}");
    }
}
