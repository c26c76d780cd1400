//! A page that plays puzzles: one file, which needs no network, no server and no other
//! file. It keeps the marks of the player in the storage of the browser, if that allows it.

use super::WriteError;
use super::text::grid;
use crate::read::markup::GRID_ATTRIBUTE;
use crate::{CreditField, Mark, Position, Puzzle};
use queens_formats::render::html::Escaped;
use queens_formats::render::region_colors;
use serde_json::{Value, json};
use std::io::Write;

const STYLE: &str = include_str!("player.css");
const BODY: &str = include_str!("player.html");
const SCRIPT: &str = include_str!("player.js");

/// Rule for browsers: the page loads nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'";

/// Writes the page. It holds the puzzles with their clues and credits, not the marks of
/// the positions, and [`crate::read`] reads them back.
///
/// A page of one puzzle of 10 x 10 has about 25 kB.
///
/// # Errors
/// Those of `out`.
///
/// # Complexity
/// Linear in the squares of all boards.
pub fn player(positions: &[Position], out: &mut dyn Write) -> Result<(), WriteError> {
    let puzzles: Vec<&Puzzle> = positions.iter().map(Position::puzzle).collect();
    let title = puzzles
        .first()
        .and_then(|puzzle| puzzle.credits().byline())
        .unwrap_or_else(|| "Queens puzzles".to_owned());
    let title = Escaped(&title);
    write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{BODY}"
    )?;
    for puzzle in &puzzles {
        let grid = grid(&Position::new((*puzzle).clone()));
        writeln!(
            out,
            "<div hidden {GRID_ATTRIBUTE}=\"{}\"></div>",
            Escaped(&grid)
        )?;
    }
    let data: Value = puzzles.into_iter().map(puzzle_data).collect();
    // No text may end the element.
    let data = data.to_string().replace('<', "\\u003c");
    writeln!(
        out,
        "<noscript><p>This page needs JavaScript to play.</p></noscript>\n\
         <script type=\"application/json\" id=\"data\">{data}</script>\n\
         <script>\n{SCRIPT}</script>\n</body>\n</html>"
    )?;
    Ok(())
}

/// Data of a puzzle for the script.
fn puzzle_data(puzzle: &Puzzle) -> Value {
    let start = |square| match puzzle.clue(square) {
        Mark::Open => '.',
        Mark::Cross => 'x',
        Mark::Queen => 'Q',
    };
    let colors: Vec<[String; 2]> = region_colors(puzzle.problem())
        .into_iter()
        .map(|colors| colors.map(|color| format!("#{color:06x}")))
        .collect();
    let names: Vec<String> = (0..puzzle.size()).map(Puzzle::region_name).collect();
    let credit = |field| puzzle.credits().get(field);
    json!({
        "size": puzzle.size(),
        "stars": puzzle.stars(),
        "regions": puzzle.regions(),
        "start": puzzle.problem().every_square().map(start).collect::<String>(),
        "names": names,
        "colors": colors,
        "sentences": puzzle.rule_sentences().join(" "),
        "title": credit(CreditField::Title),
        "author": credit(CreditField::Author),
        "rules": credit(CreditField::Rules),
        "date": credit(CreditField::Date),
        "licence": credit(CreditField::Licence),
    })
}
