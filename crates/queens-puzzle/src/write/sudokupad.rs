//! Addresses of SudokuPad and f-puzzles, which hold the whole puzzle.
//!
//! Both are JSON, packed by [`lz_base_64`]. SudokuPad has a list of squares for each
//! region, and title, author, rules and solution in `metadata`; f-puzzles has the number
//! of the region in each square. Neither has queens: a player enters the digit 1 for each,
//! and a given queen is a given 1.
//!
//! Source: SudokuPad, `src/format/ctcpuzzle.js` and `src/fpuzzlesdecoder.js`
//! (`github.com/SudokuPad/sudokutools`); `?` for a square that its check leaves out:
//! `docs/penpa-decoder.js` (`github.com/marktekfan/sudokupad-penpa-import`).

use super::packed::{escape_digits, lz_base_64, push_guarded};
use crate::{CreditField, Mark, Puzzle};
use control::Limits;
use queens_engines::ask;
use queens_engines::question::{Question, Settings, Verdict};
use queens_model::square::Square;
use serde_json::{Map, Value, json};

/// Digit that a player enters for a queen.
pub(crate) const QUEEN_DIGIT: &str = "1";

/// Colour of a square that stays empty.
pub(crate) const BLOCKED_COLOR: &str = "#4D463E";

/// Sentence about what a player enters.
const NOTE: &str = "Enter 1 for a queen.";

/// Maximum number of nodes of the search for the solution: seconds. A puzzle that needs
/// more is written without one.
const MAX_SOLUTION_NODES: u64 = 2_000_000;

/// Writes the address of SudokuPad. If the puzzle has exactly one solution, which is found
/// within `limits` and some seconds, the site checks the queens of the player; it does not
/// check the other squares.
#[must_use]
pub fn sudokupad(puzzle: &Puzzle, limits: &Limits) -> String {
    let size = puzzle.size() as usize;
    let mut cells = vec![vec![json!({}); size]; size];
    let mut dark = Vec::new();
    for square in puzzle.problem().every_square() {
        let (row, column) = (square.row as usize, square.column as usize);
        match puzzle.clue(square) {
            Mark::Queen => cells[row][column] = json!({ "value": QUEEN_DIGIT }),
            Mark::Cross => dark.push(json!({
                "center": [f64::from(square.row) + 0.5, f64::from(square.column) + 0.5],
                "width": 1,
                "height": 1,
                "rounded": false,
                "backgroundColor": BLOCKED_COLOR,
            })),
            Mark::Open => {}
        }
    }
    let squares = |squares: &Vec<Square>| -> Vec<[u32; 2]> {
        squares
            .iter()
            .map(|square| [square.row, square.column])
            .collect()
    };
    let mut document = json!({
        "cellSize": 64,
        "cells": cells,
        "regions": puzzle.region_squares().iter().map(squares).collect::<Vec<_>>(),
        "metadata": credits(puzzle, "rules"),
    });
    // The site takes an empty list for a list of one empty object.
    if !dark.is_empty() {
        document["underlays"] = Value::Array(dark);
    }
    if let Some(solution) = solution_digits(puzzle, limits) {
        document["metadata"]["solution"] = Value::String(solution);
    }
    let packed = escape_digits(&lz_base_64(&guarded(&document)));
    format!("https://sudokupad.app/?puzzleid=scl{packed}\n")
}

/// Writes the address of f-puzzles.
#[must_use]
pub fn f_puzzles(puzzle: &Puzzle) -> String {
    let size = puzzle.size() as usize;
    let cell = |square: Square| match puzzle.clue(square) {
        Mark::Queen => {
            json!({ "region": puzzle.region(square), "given": true, "value": 1 })
        }
        Mark::Cross => json!({ "region": puzzle.region(square), "c": BLOCKED_COLOR }),
        Mark::Open => json!({ "region": puzzle.region(square) }),
    };
    let cells: Vec<Value> = puzzle.problem().every_square().map(cell).collect();
    let mut document = credits(puzzle, "ruleset");
    document.insert("size".to_owned(), json!(size));
    document.insert(
        "grid".to_owned(),
        cells.chunks(size).map(|row| json!(row)).collect(),
    );
    let packed = escape_digits(&lz_base_64(&Value::Object(document).to_string()));
    format!("https://www.f-puzzles.com/?load={packed}\n")
}

/// Title and author, if they are known, and the rules.
fn credits(puzzle: &Puzzle, rules_key: &str) -> Map<String, Value> {
    let mut fields = Map::new();
    for field in [CreditField::Title, CreditField::Author] {
        let text = puzzle.credits().get(field);
        if !text.is_empty() {
            fields.insert(field.id().to_owned(), json!(text));
        }
    }
    fields.insert(rules_key.to_owned(), json!(puzzle.rules_text(NOTE)));
    fields
}

/// Returns the only solution, a character for each square: a digit for a queen, and `?`
/// where the site does not check anything.
fn solution_digits(puzzle: &Puzzle, limits: &Limits) -> Option<String> {
    let nodes = limits.nodes.unwrap_or(u64::MAX).min(MAX_SOLUTION_NODES);
    let settings = Settings::default().with_limits(limits.clone().with_nodes(nodes));
    let answer = ask(puzzle.problem(), Question::Unique, &settings).ok()?;
    let solution = answer
        .first
        .as_ref()
        .filter(|_| answer.verdict() == Verdict::OnlyOne)?;
    let digit = |square: Square| {
        if solution.squares().contains(&square) {
            QUEEN_DIGIT
        } else {
            "?"
        }
    };
    Some(puzzle.problem().every_square().map(digit).collect())
}

/// Writes JSON whose strings survive the abbreviations of SudokuPad's `puzzlezipper`,
/// which replaces signs of JSON wherever they are.
fn guarded(value: &Value) -> String {
    let mut text = String::new();
    push_value(&mut text, value);
    text
}

fn push_value(out: &mut String, value: &Value) {
    match value {
        Value::String(string) => {
            let quoted = Value::String(string.clone()).to_string();
            push_guarded(out, &quoted);
        }
        Value::Array(list) => {
            out.push('[');
            for (at, value) in list.iter().enumerate() {
                out.push_str(if at > 0 { "," } else { "" });
                push_value(out, value);
            }
            out.push(']');
        }
        Value::Object(object) => {
            out.push('{');
            for (at, (key, value)) in object.iter().enumerate() {
                out.push_str(if at > 0 { ",\"" } else { "\"" });
                out.push_str(key);
                out.push_str("\":");
                push_value(out, value);
            }
            out.push('}');
        }
        plain => out.push_str(&plain.to_string()),
    }
}
