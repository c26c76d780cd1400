//! The text form of a problem, for people to write and read.
//!
//! A text is a first line, then statements in any order, one a line or with `;` between
//! them:
//!
//! | line | meaning |
//! |---|---|
//! | `8`, `5x8`, `most torus 5`, `torus:5` | first line only: variants (`queens` if none is named), a word for rules, and a size, rows x columns |
//! | `hex 3`, `most hex rooks 3` | first line only: a hexagon with this side, on which names of pieces stand for the moves of hexagonal chess; drawn on 2n - 1 rows and columns |
//! | `4x4x4`, `most rooks 3x3x3x3` | first line only: a board of three to five dimensions with equal sides; its layers lie side by side, from four dimensions on also below each other, with a column or row of walls between two layers |
//! | `variant: torus`, `size: 5x8` | the same, in two statements |
//! | `piece: queen + knight` | the piece, see [`Piece`](super::Piece) |
//! | `top-bottom: wrap`, `left-right: twist` | the edges, see [`Edge`](super::Edge) |
//! | `rows: 1`, `columns: 0..1`, `regions: 2`, `total: any` | number of queens in each, see [`Bounds`](super::Bounds)
//! |
//! | `givens: b4 d5`, `holes: a1`, `walls: 0:3` | squares: column letter and row number from 1, or `row:column` from 0 |
//! | `3,0` and `x 0,3` | a given queen and a hole: row and column, from 0 |
//! | `board:` | the lines that follow draw the board: `.` or `_` free, `Q` given, `x` or `*` hole, `#` wall |
//! | `areas:` | the lines that follow draw the regions: equal names, one region; each takes one queen unless `regions:` says otherwise |
//! | `pieces:`, `peace:`, `stops:`, `cover:`, `squares:`, `equal:`, `unchanged:`, `best:` | rules, see `docs/guide/problems.md`; `1 of each` and `2 of white` after `rows:` and so on |
//! | `weights:` | the lines that follow have a whole number for each square, one line for each row; blanks or commas between them |
//! | `# text` | a comment, outside of drawings |
//!
//! A drawing ends with an empty line or with the next `key:`; blanks between its squares
//! are optional. A text may also begin with a drawn board at once, without `board:` (but
//! not with a row of walls alone, which is a comment). The size is written or follows
//! from a drawing. Region names are single characters, or words with blanks between them,
//! without a `:`; regions are numbered in the order of their names, shorter names first.
//! Each key is set at most once. A variant sets the piece, the edges and the numbers of
//! queens; the other keys change them.
//!
//! Drawn regions take exactly one queen each, as in the daily puzzle, unless `regions:`
//! or the variant sets the number; `regions: any` draws them without a demand. With
//! `total:`, rows and columns may stay empty unless `rows:` and `columns:` are set. On
//! glued edges (`wrap`, `twist`) a ray that returns to its own square ends there, see
//! [`Edges`](super::Edges).
//!
//! ```
//! use queens::problem::{Preset, Problem};
//!
//! let torus: Problem = "torus 5".parse()?;
//! assert_eq!(torus, Preset::Torus.problem(5, 5)?);
//!
//! let drawn: Problem = ". . x .\n. . . Q\n. . . .\n. . . .".parse()?;
//! assert_eq!(drawn.to_string(), "queens 4\nboard:\n. . x .\n. . . Q\n. . . .\n. . . .");
//! # Ok::<(), queens::problem::ProblemTextError>(())
//! ```

mod display;
mod drawing;
mod error;
mod grid;
mod jobs;
mod rules;
mod serde_form;
mod words;

pub use display::region_name;
pub use drawing::numbered_names;
pub use error::{LineError, ProblemTextError};
pub use grid::HEX_WORD;
pub use jobs::RULE_WORDS;
pub use words::{Size, with_line_feeds};

use super::weights::{weight_of, weight_words};
use super::{Bounds, Grid, Piece, Preset, Problem, ProblemBuilder, SquareKind, Units};
use crate::square::{Square, numbered_square};
use control::clip;
use drawing::{
    draw_board, drawn_size, drawn_squares, is_drawn_row, region_map, row_names,
};
use jobs::{Job, UsualUnits, combine_presets, line_numbers};
use rules::{read_rules, split_parts};
use std::collections::{BTreeMap, BTreeSet};
use std::str::FromStr;
use words::listed_squares;

/// Longest text of a problem, in bytes: more than any board that can be drawn needs.
pub const MAX_TEXT: usize = 128 << 20;

/// All keys of statements, in the order of messages.
pub const KEYS: [&str; 23] = [
    "variant",
    "size",
    "piece",
    "top-bottom",
    "left-right",
    "rows",
    "columns",
    "regions",
    "total",
    "pieces",
    "peace",
    "stops",
    "cover",
    "squares",
    "equal",
    "unchanged",
    "best",
    "givens",
    "holes",
    "walls",
    "board",
    "areas",
    "weights",
];

impl Problem {
    /// Reads a problem from the bytes of a file.
    ///
    /// Bytes that are not UTF-8, and text that is not a problem.
    /// Bytes that are not UTF-8, and whatever the text form refuses.
    ///
    /// # Complexity
    /// As for reading from text.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ProblemTextError> {
        if bytes.len() > MAX_TEXT {
            return Err(ProblemTextError::TooLong(bytes.len()));
        }
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let before = &bytes[..error.valid_up_to()];
            ProblemTextError::NotUtf8 {
                line: 1 + before.iter().filter(|&&b| b == b'\n').count(),
            }
        })?;
        text.parse()
    }
}

/// Reads the text form of a problem; `docs/guide/problems.md` has the grammar. The form
/// that `Display` writes reads back as the same problem.
///
/// # Complexity
/// Linear in the text and in the squares that are drawn, besides the validation of the
/// problem.
impl FromStr for Problem {
    type Err = ProblemTextError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.len() > MAX_TEXT {
            return Err(ProblemTextError::TooLong(text.len()));
        }
        Statements::read_text(&with_line_feeds(text))?.build_problem()
    }
}

/// The value of a key, and its line.
#[derive(Clone, Copy)]
struct Field<'t> {
    line: usize,
    /// The line where the value begins.
    starts: usize,
    /// The value; for a drawing, its lines.
    value: &'t str,
}

impl Field<'_> {
    fn error_at(&self, reason: impl Into<LineError>) -> ProblemTextError {
        ProblemTextError::Line {
            line: self.line,
            reason: reason.into(),
        }
    }

    fn parse_value<T: FromStr<Err: Into<LineError>>>(
        &self,
    ) -> Result<T, ProblemTextError> {
        self.value
            .parse()
            .map_err(|error: T::Err| self.error_at(error))
    }

    /// Returns the lines of a drawing, each with its number.
    fn drawn_rows(&self) -> impl Iterator<Item = (usize, &str)> {
        (self.starts..).zip(self.value.lines())
    }
}

/// The statements of a text, sorted by key, their values not yet read.
#[derive(Default)]
struct Statements<'t> {
    fields: BTreeMap<&'static str, Field<'t>>,
    presets: Vec<Preset>,
    grid: Grid,
    job: Option<Job>,
    givens: Vec<Square>,
    holes: Vec<Square>,
}

/// The lines of a text that are not read yet.
#[derive(Clone, Copy)]
struct TextLines<'t> {
    rest: &'t str,
    /// Number of the last line that was read, or of that of which a part was read.
    number: usize,
    /// True if `rest` starts a new line, rather than another statement of the same line.
    is_at_start: bool,
}

impl<'t> TextLines<'t> {
    fn next_statement(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        if self.is_at_start {
            self.number += 1;
        }
        // Not beyond the line: a text may have a million empty ones.
        let start = self
            .rest
            .trim_start_matches(|c: char| c != '\n' && c.is_whitespace());
        let ends: &[char] = if start.starts_with('#') {
            &['\n']
        } else {
            &['\n', ';']
        };
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let (line, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.is_at_start = !rest.starts_with(';');
        self.rest = rest.strip_prefix([';', '\n']).unwrap_or("");
        Some(line.trim())
    }

    /// Takes the lines of a drawing: up to an empty line, a `key:` or the end.
    fn read_drawing(&mut self) -> &'t str {
        let start = self.rest;
        let (mut count, mut length) = (0, 0);
        for row in start.split_inclusive('\n') {
            if row.trim().is_empty() || row.contains(':') {
                break;
            }
            count += 1;
            length += row.len();
        }
        let (drawing, rest) = start.split_at_checked(length).unwrap_or((start, ""));
        self.rest = rest;
        self.number += count;
        self.is_at_start = true;
        drawing
    }
}

impl<'t> Statements<'t> {
    fn read_text(text: &'t str) -> Result<Self, ProblemTextError> {
        let text = text.trim_start_matches('\u{feff}');
        let mut statements = Statements::default();
        let mut lines = TextLines {
            rest: text,
            number: 0,
            is_at_start: true,
        };
        let mut first = true;
        loop {
            let before = lines;
            let Some(line) = lines.next_statement() else {
                return Ok(statements);
            };
            let is_drawn = first && is_drawn_row(line);
            if line.is_empty() || (line.starts_with('#') && !is_drawn) {
                continue;
            }
            let number = lines.number;
            if is_drawn {
                lines = before;
                let drawing = lines.read_drawing();
                statements.set_field(
                    "board",
                    Field {
                        line: number,
                        starts: number,
                        value: drawing,
                    },
                )?;
            } else {
                statements.read_statement(line, first, &mut lines)?;
            }
            first = false;
        }
    }

    /// Reads one statement, and the drawing below it if it has one.
    fn read_statement(
        &mut self,
        line: &'t str,
        first: bool,
        lines: &mut TextLines<'t>,
    ) -> Result<(), ProblemTextError> {
        let number = lines.number;
        let here = Field {
            line: number,
            starts: number,
            value: line,
        };
        if let Some(hole) = line
            .strip_prefix(['x', 'X'])
            .and_then(|pair| numbered_square(pair, b','))
        {
            self.holes.push(hole);
            return Ok(());
        }
        if let Some(given) = numbered_square(line, b',') {
            self.givens.push(given);
            return Ok(());
        }
        let Some((word, value)) = line.split_once(':') else {
            return if first {
                self.read_shorthand(here)
            } else {
                Err(here.error_at(LineError::Unrecognised(clip(line))))
            };
        };
        let (word, value) = (word.trim(), value.trim());
        match KEYS.into_iter().find(|key| key.eq_ignore_ascii_case(word)) {
            Some("board" | "areas" | "weights") if !value.is_empty() => {
                Err(here.error_at(LineError::NotBelow(clip(value))))
            }
            Some(key @ ("board" | "areas" | "weights")) => self.set_field(
                key,
                Field {
                    line: number,
                    starts: number + 1,
                    value: lines.read_drawing(),
                },
            ),
            Some("variant") => {
                let field = Field { value, ..here };
                self.set_field("variant", field)?;
                value
                    .split_whitespace()
                    .try_for_each(|word| self.read_word(&field, word))
            }
            Some(key) => self.set_field(key, Field { value, ..here }),
            None if first && word.parse::<Preset>().is_ok() => {
                let field = Field {
                    value: word,
                    ..here
                };
                self.set_field("variant", field)?;
                self.read_word(&field, word)?;
                self.set_field("size", Field { value, ..here })
            }
            None => Err(here.error_at(LineError::UnknownKey(clip(word)))),
        }
    }

    /// Reads the words of the first line, and the size among them.
    fn read_shorthand(&mut self, field: Field<'t>) -> Result<(), ProblemTextError> {
        let (before, size, after) = split_size(field.value);
        let mut words = before
            .split_whitespace()
            .chain(after.split_whitespace())
            .peekable();
        if let Some(&word) = words.peek() {
            self.set_field(
                "variant",
                Field {
                    value: word,
                    ..field
                },
            )?;
        }
        words.try_for_each(|word| self.read_word(&field, word))?;
        if size.is_empty() {
            Ok(())
        } else {
            self.set_field(
                "size",
                Field {
                    value: size,
                    ..field
                },
            )
        }
    }

    /// Reads a word of the first line.
    fn read_word(
        &mut self,
        field: &Field<'_>,
        word: &str,
    ) -> Result<(), ProblemTextError> {
        match (word.parse(), Job::find_word(word)) {
            _ if word.eq_ignore_ascii_case(HEX_WORD) => self.grid = Grid::Hex,
            (Ok(preset), _) => self.presets.push(preset),
            (Err(_), Some(job)) if self.job.is_none() => self.job = Some(job),
            (Err(_), Some(_)) => {
                return Err(field.error_at(LineError::SecondJob(clip(word))));
            }
            (Err(error), None) => return Err(field.error_at(LineError::Variant(error))),
        }
        Ok(())
    }

    fn set_field(
        &mut self,
        key: &'static str,
        field: Field<'t>,
    ) -> Result<(), ProblemTextError> {
        match self.fields.insert(key, field) {
            None => Ok(()),
            Some(Field { line: first, .. }) => {
                Err(field.error_at(LineError::Twice { key, first }))
            }
        }
    }

    /// Returns the value of `key`, or `default` if it is not set.
    fn field_value<T: FromStr<Err: Into<LineError>>>(
        &self,
        key: &str,
        default: T,
    ) -> Result<T, ProblemTextError> {
        self.fields.get(key).map_or(Ok(default), Field::parse_value)
    }

    fn build_problem(mut self) -> Result<Problem, ProblemTextError> {
        for &(key, value) in self.job.iter().flat_map(|job| job.statements) {
            self.fields.entry(key).or_insert(Field {
                line: 1,
                starts: 1,
                value,
            });
        }
        self.grid = self.grid.with_size(self.fields.get("size"))?;
        let size = self.agreed_size()?;
        let mut builder = combine_presets(&self.presets, size.rows, size.columns);
        if self.grid != Grid::Square {
            builder = self.on_grid(builder)?;
        }
        if let Some(field) = self.fields.get("piece") {
            builder.piece = Piece::read(field.value, self.grid)
                .map_err(|error| field.error_at(error))?;
        }
        builder.edges.top_bottom =
            self.field_value("top-bottom", builder.edges.top_bottom)?;
        builder.edges.left_right =
            self.field_value("left-right", builder.edges.left_right)?;
        if let Some(board) = self.fields.get("board") {
            draw_board(&mut builder, board)?;
        }
        if let Some(areas) = self.fields.get("areas") {
            builder = builder.regions(region_map(areas, size.columns)?);
        }
        if let Some(weights) = self.fields.get("weights") {
            builder = builder.weights(weights_of(weights)?);
        }
        self.add_listed_squares(&mut builder)?;
        builder.units = self.read_units(&builder)?;
        builder.rules = Some(read_rules(&self.fields, &builder.piece)?);
        Ok(builder.build()?)
    }

    /// Adds the holes, walls and givens that are listed by their names, or drawn.
    fn add_listed_squares(
        &self,
        builder: &mut ProblemBuilder,
    ) -> Result<(), ProblemTextError> {
        self.check_holes_and_walls()?;
        for (key, kind) in [("holes", SquareKind::Hole), ("walls", SquareKind::Wall)] {
            for square in self.squares_under(key)? {
                builder.blocked.push((square, kind));
            }
        }
        builder.givens.extend(self.squares_under("givens")?);
        builder.givens.extend(&self.givens);
        for &hole in &self.holes {
            builder.blocked.push((hole, SquareKind::Hole));
        }
        Ok(())
    }

    /// Returns the squares that are listed under a key.
    fn squares_under(&self, key: &str) -> Result<Vec<Square>, ProblemTextError> {
        match self.fields.get(key) {
            Some(field) => listed_squares(field).collect(),
            None => Ok(Vec::new()),
        }
    }

    /// Checks that no square is listed both as a hole and as a wall.
    fn check_holes_and_walls(&self) -> Result<(), ProblemTextError> {
        let Some(walls) = self.fields.get("walls") else {
            return Ok(());
        };
        if !self.fields.contains_key("holes") {
            return Ok(());
        }
        let holes: BTreeSet<Square> = self.squares_under("holes")?.into_iter().collect();
        for wall in listed_squares(walls) {
            let wall = wall?;
            if holes.contains(&wall) {
                return Err(walls.error_at(LineError::HoleAndWall(wall)));
            }
        }
        Ok(())
    }

    /// Gives the board another grid than squares.
    fn on_grid(
        &self,
        builder: ProblemBuilder,
    ) -> Result<ProblemBuilder, ProblemTextError> {
        let Some(preset) = self
            .presets
            .iter()
            .find(|&&preset| !self.grid.has_variant(preset))
        else {
            return Ok(builder.on_grid(self.grid));
        };
        let line = self.fields.get("variant").map_or(1, |field| field.line);
        let reason = match self.grid {
            Grid::Cube(_) => LineError::CubeWord(preset.id()),
            Grid::Square | Grid::Hex => LineError::HexagonWord(preset.id()),
        };
        Err(ProblemTextError::Line { line, reason })
    }

    /// Returns the numbers of queens; everything else is in `builder`.
    fn read_units(&self, builder: &ProblemBuilder) -> Result<Units, ProblemTextError> {
        let usual = UsualUnits {
            lines: line_numbers(self.job, self.fields.contains_key("pieces")),
            has_regions: builder.regions.is_some(),
            has_total: self.fields.contains_key("total"),
            has_walls: builder
                .blocked
                .iter()
                .any(|&(_, kind)| kind == SquareKind::Wall),
        };
        let Units {
            row,
            column,
            region,
            total,
        } = usual.usual_units(builder);
        Ok(Units {
            row: self.number_together("rows", row)?,
            column: self.number_together("columns", column)?,
            region: self.number_together("regions", region)?,
            total: self.number_together("total", total)?,
        })
    }

    /// Returns the number that `key` sets for all pieces together: any if it names others
    /// alone, `usual` if it is not set.
    fn number_together(
        &self,
        key: &str,
        usual: Bounds,
    ) -> Result<Bounds, ProblemTextError> {
        let Some(field) = self.fields.get(key) else {
            return Ok(usual);
        };
        let mut numbers = split_parts(field.value)
            .into_iter()
            .filter(|part| !part.contains(" of "));
        let Some(number) = numbers.next() else {
            return Ok(Bounds::ANY);
        };
        if let Some(second) = numbers.next() {
            return Err(field.error_at(LineError::SecondNumber(clip(second))));
        }
        Field {
            value: number,
            ..*field
        }
        .parse_value()
    }

    /// Returns the size as written or drawn; all sources must agree.
    fn agreed_size(&self) -> Result<Size, ProblemTextError> {
        let mut known: Option<(&'static str, usize, Size)> = None;
        for key in ["size", "board", "areas", "weights"] {
            let Some(field) = self.fields.get(key) else {
                continue;
            };
            let columns = known.map(|(.., size)| size.columns);
            let found = match key {
                "size" => Some(self.grid.board_size(field)?),
                "board" => drawn_size(field, |row| drawn_squares(row).count())?,
                "areas" => drawn_size(field, |row| row_names(row, columns).count())?,
                _ => drawn_size(field, |row| weight_words(row).count())?,
            };
            match known {
                None => known = found.map(|size| (key, field.line, size)),
                Some((other_key, other_line, other)) => {
                    // An empty drawing is right for a board without squares.
                    if found.map_or(other.square_count() > 0, |found| found != other) {
                        let found = found.unwrap_or(Size {
                            rows: 0,
                            columns: 0,
                        });
                        let line = field.line;
                        return Err(ProblemTextError::SizesDisagree {
                            key,
                            line,
                            found,
                            other_key,
                            other_line,
                            other,
                        });
                    }
                }
            }
        }
        known.map(|(.., size)| size).ok_or(ProblemTextError::NoSize)
    }
}

/// Splits a first line into what is before the size, the size, which may have blanks
/// around its `x`, and what is after it.
fn split_size(line: &str) -> (&str, &str, &str) {
    let starts_size = |&(at, character): &(usize, char)| {
        let is_word = line
            .get(..at)
            .is_some_and(|before| before.trim_end().len() < at || at == 0);
        is_word && (character.is_ascii_digit() || "+-".contains(character))
    };
    let Some((start, _)) = line.char_indices().find(starts_size) else {
        return (line, "", "");
    };
    let (before, rest) = line.split_at_checked(start).unwrap_or((line, ""));
    let ends_size = |&(at, character): &(usize, char)| {
        let (left, right) = rest.split_at_checked(at).unwrap_or((rest, ""));
        character.is_whitespace()
            && !left.trim_end().ends_with(['x', 'X'])
            && !right.trim_start().starts_with(['x', 'X'])
    };
    let end = rest
        .char_indices()
        .find(ends_size)
        .map_or(rest.len(), |(at, _)| at);
    let (size, after) = rest.split_at_checked(end).unwrap_or((rest, ""));
    (before, size, after)
}

/// Reads the weights of all squares.
fn weights_of(field: &Field<'_>) -> Result<Vec<i64>, ProblemTextError> {
    let words = field
        .drawn_rows()
        .flat_map(|(line, row)| weight_words(row).map(move |word| (line, word)));
    let read = |(line, word)| {
        weight_of(word).map_err(|error| ProblemTextError::Line {
            line,
            reason: error.into(),
        })
    };
    words.map(read).collect()
}

/// Returns the demands of a variant with drawn regions: one queen in each, unless the
/// variant sets a number.
fn with_drawn_regions(units: Units) -> Units {
    match units.region {
        Bounds::ANY => Units {
            region: Bounds::ONE,
            ..units
        },
        _ => units,
    }
}

#[cfg(test)]
mod tests;
