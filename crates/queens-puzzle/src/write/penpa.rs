//! Addresses of penpa-edit, in the mode for solvers. What the lines hold:
//! `read/sites/penpa.rs`.
//!
//! As penpa-edit itself draws a Star Battle of puzz.link: borders between the regions are
//! heavy lines, and the number of stars is in the margin beside a star. A given queen is a
//! star, and a square that stays empty is black. The input mode is stars.
//!
//! Source: penpa-edit 3.2, `docs/js/general.js`, `load` and the case of puzz.link
//! addresses (`github.com/swaroopg92/penpa-edit`).

use super::WriteError;
use super::packed::base_64;
use super::text::border_lines;
use crate::borders::Borders;
use crate::{CreditField, Mark, Puzzle};
use queens_formats::render::html::Escaped;
use queens_model::square::Square;
use serde_json::{Map, Value, json};

/// Smallest side of a board: on a smaller one the star and its number have no place.
const MIN_SIZE: u32 = 2;

/// Width of a square, in pixels.
const SQUARE_PIXELS: u64 = 38;

/// Rows and columns around the board: one that is shown, two that are not.
const SHOWN_MARGIN: u64 = 1;
const HIDDEN_MARGIN: u64 = 2;

/// Style of a heavy line, and colour of a black square.
const HEAVY_LINE: u64 = 2;
pub(crate) const BLACK_COLOR: u64 = 4;

/// Version whose lines these are.
const VERSION: &str = "[3,2,4]";

/// Line of the version, and of the kind of puzzle.
const VERSION_LINE: usize = 10;
const KIND_LINE: usize = 17;

/// Escapes for the separators that penpa-edit uses within a line.
pub(crate) const RULE_ESCAPES: [(&str, &str); 4] =
    [(",", "%2C"), ("\n", "%2D"), ("&", "%2E"), ("=", "%2F")];

/// Writes the address.
///
/// # Errors
/// Regions that are not connected; a board of one square.
pub fn penpa(puzzle: &Puzzle) -> Result<String, WriteError> {
    let borders = border_lines(puzzle, "penpa")?;
    if puzzle.size() < MIN_SIZE {
        return Err(WriteError::Size {
            form: "penpa",
            size: puzzle.size(),
            first: MIN_SIZE,
            last: crate::MAX_SIZE,
        });
    }
    let text = PenpaText::new(puzzle).lines(puzzle, &borders).join("\n");
    // A raw deflate stream (RFC 1951).
    let packed = base_64(&miniz_oxide::deflate::compress_to_vec(text.as_bytes(), 9));
    Ok(format!(
        "https://swaroopg92.github.io/penpa-edit/#m=solve&p={packed}\n"
    ))
}

/// Numbers of the places of a board.
struct PenpaText {
    size: u64,
    /// Places in a row, with everything around the board.
    stride: u64,
}

impl PenpaText {
    fn new(puzzle: &Puzzle) -> Self {
        let size = u64::from(puzzle.size());
        PenpaText {
            size,
            stride: size + 2 * (SHOWN_MARGIN + HIDDEN_MARGIN),
        }
    }

    fn lines(&self, puzzle: &Puzzle, borders: &Borders) -> Vec<String> {
        let mut lines = vec![String::new(); KIND_LINE + 1];
        lines[0] = self.head(puzzle);
        lines[1] =
            format!("[{SHOWN_MARGIN},{SHOWN_MARGIN},{SHOWN_MARGIN},{SHOWN_MARGIN}]");
        // Dashed lines between squares, no points, a frame; then the input mode.
        lines[2] = "[\"2\",\"2\",\"1\"]~\"combi\"~[\"star\",\"\"]".to_owned();
        lines[3] = self.drawing(puzzle, borders).to_string();
        lines[5] = self.centers(puzzle);
        lines[VERSION_LINE] = VERSION.to_owned();
        lines[KIND_LINE] = "[\"starbattle\"]".to_owned();
        lines
    }

    /// Sides, canvas and credits.
    fn head(&self, puzzle: &Puzzle) -> String {
        let side = self.size + 2 * SHOWN_MARGIN;
        let canvas = (side + 1) * SQUARE_PIXELS;
        // The middle of the board is a square if the side is odd, else a corner.
        let middle = (side + 3) / 2 * (self.stride + 1);
        let middle = match side % 2 {
            1 => middle,
            _ => middle + self.stride * self.stride,
        };
        let credits = puzzle.credits();
        let part = |field| plain_line(credits.get(field));
        format!(
            "square,{side},{side},{SQUARE_PIXELS},0,1,1,{canvas},{canvas},{middle},{middle},0,0,0,0,Title: {},Author: {},,{},OFF,false",
            part(CreditField::Title),
            part(CreditField::Author),
            rules_line(&puzzle.rules_text("")),
        )
    }

    /// Borders, the number of stars and the clues, with all other lists empty.
    fn drawing(&self, puzzle: &Puzzle, borders: &Borders) -> Value {
        let mut drawing = Map::new();
        for stack in ["command_redo", "command_undo", "command_replay"] {
            drawing.insert(stack.to_owned(), json!({ "__a": [] }));
        }
        for list in [
            "thermo",
            "arrows",
            "direction",
            "squareframe",
            "polygon",
            "killercages",
            "nobulbthermo",
        ] {
            drawing.insert(list.to_owned(), json!([]));
        }
        for map in [
            "numberS",
            "freeline",
            "freelineE",
            "line",
            "wall",
            "cage",
            "deletelineE",
        ] {
            drawing.insert(map.to_owned(), json!({}));
        }
        let star = json!([2, "star", 2]);
        // Above the last two columns.
        let number = HIDDEN_MARGIN * self.stride + self.size + 1;
        let mut symbols = Map::from_iter([((number + 1).to_string(), star.clone())]);
        let mut surface = Map::new();
        for square in puzzle.problem().every_square() {
            let place = self.square(square).to_string();
            match puzzle.clue(square) {
                Mark::Queen => {
                    symbols.insert(place, star.clone());
                }
                Mark::Cross => {
                    surface.insert(place, json!(BLACK_COLOR));
                }
                Mark::Open => {}
            }
        }
        let stars = json!([puzzle.stars().to_string(), 1, "1"]);
        drawing.insert("number".to_owned(), json!({ number.to_string(): stars }));
        drawing.insert("symbol".to_owned(), Value::Object(symbols));
        drawing.insert("surface".to_owned(), Value::Object(surface));
        drawing.insert("lineE".to_owned(), Value::Object(self.edges(borders)));
        Value::Object(drawing)
    }

    /// Heavy lines, each between two corners.
    fn edges(&self, borders: &Borders) -> Map<String, Value> {
        let side = borders.size;
        let corner = |row: usize, column: usize| {
            // The corner above a square and on its left.
            let place = Square::new(row as u32, column as u32);
            self.stride * self.stride + self.square(place) - self.stride - 1
        };
        let line = |from: u64, to: u64| (format!("{from},{to}"), json!(HEAVY_LINE));
        let right = (0..borders.right.len())
            .filter(|&at| borders.right[at])
            .map(|at| (at / (side - 1), at % (side - 1) + 1))
            .map(|(row, column)| line(corner(row, column), corner(row + 1, column)));
        let below = (0..borders.below.len())
            .filter(|&at| borders.below[at])
            .map(|at| (at / side + 1, at % side))
            .map(|(row, column)| line(corner(row, column), corner(row, column + 1)));
        right.chain(below).collect()
    }

    /// The squares of the board, each as the distance from the one before.
    fn centers(&self, puzzle: &Puzzle) -> String {
        let mut before = 0;
        let squares = puzzle.problem().every_square();
        let steps: Vec<u64> = squares
            .map(|square| {
                let step = self.square(square) - before;
                before += step;
                step
            })
            .collect();
        json!(steps).to_string()
    }

    /// Number of a square.
    fn square(&self, square: Square) -> u64 {
        let around = SHOWN_MARGIN + HIDDEN_MARGIN;
        (u64::from(square.row) + around) * self.stride + u64::from(square.column) + around
    }
}

/// Returns a text as a part of the first line: penpa-edit shows it as HTML.
fn plain_line(text: &str) -> String {
    Escaped(text).to_string().replace(',', "%2C")
}

/// Returns the rules as a part of the first line.
fn rules_line(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| Escaped(line).to_string()).collect();
    let mut rules = lines.join("\n");
    for (sign, escape) in RULE_ESCAPES {
        rules = rules.replace(sign, escape);
    }
    rules
}
