//! The text form of a problem, written.

use super::Size;
use super::grid::HEX_WORD;
use super::jobs::{ALL_JOBS, Job, LineNumbers, PIECES_WORD, UsualUnits, line_numbers};
use super::rules::{RULE_KEYS, RuleTexts, plural_name};
use crate::problem::rules::{DemandUnit, Rules};
use crate::problem::{Bounds, Grid, Preset, Problem, ProblemBuilder, SquareKind};
use crate::square::Square;
use std::fmt;

/// A key with its value.
type Statement = (&'static str, String);

/// First words of a text, and the statements that follow.
struct Head {
    job: Option<Job>,
    preset: Preset,
    changes: Vec<Statement>,
}

impl Head {
    /// Returns false if the statements change most of what the word for rules stands for:
    /// it would mislead.
    fn is_apt(&self) -> bool {
        let Some(job) = self.job else {
            return true;
        };
        let overridden = self
            .changes
            .iter()
            .filter(|(key, _)| *key != "pieces" && job.value_of(key).is_some());
        overridden.count() <= 1
    }
}

/// Writes the text form: the nearest variant and the size, what differs from the variant,
/// the given queens, the drawings if other squares are blocked or regions are named, and
/// the weights. It reads back as the same problem.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Head {
            job,
            preset,
            changes,
        } = self.shortest_head();
        let size = self.grid.written_size(Size {
            rows: self.rows,
            columns: self.columns,
        });
        if let Some(job) = job {
            write!(f, "{} ", job.word)?;
        }
        if self.grid == Grid::Hex {
            write!(f, "{HEX_WORD} ")?;
        }
        match job {
            Some(_) if preset == Preset::Queens => write!(f, "{size}")?,
            _ => write!(f, "{preset} {size}")?,
        }
        for (key, value) in changes {
            write!(f, "\n{key}: {value}")?;
        }
        if !self.is_shaped_as(preset) {
            f.write_str("\nboard:")?;
            self.draw_squares(f, |square| self.drawn_square(square))?;
        } else if !self.givens.is_empty() {
            f.write_str("\ngivens:")?;
            for given in &self.givens {
                write!(f, " {given}")?;
            }
        }
        if self.regions.is_some() {
            f.write_str("\nareas:")?;
            let names: Vec<String> = (0..self.region_count()).map(region_name).collect();
            if !names.is_empty() {
                self.draw_squares(f, |square| {
                    self.region(square)
                        .map_or("", |region| &names[region as usize])
                })?;
            }
        }
        if self.weights.is_some() {
            f.write_str("\nweights:")?;
            self.draw_squares(f, |square| self.weight(square).unwrap_or_default())?;
        }
        Ok(())
    }
}

impl Problem {
    /// Returns the first of the heads that leave the fewest statements.
    fn shortest_head(&self) -> Head {
        // Not having to draw the board outweighs any number of keys.
        let is_named = Preset::ALL
            .into_iter()
            .any(|preset| self.is_shaped_as(preset));
        let mut shortest: Option<Head> = None;
        for preset in Preset::ALL {
            let may_be = match is_named {
                true => self.is_shaped_as(preset),
                false => preset.board_shape().is_none() && self.grid.has_variant(preset),
            };
            if !may_be {
                continue;
            }
            for head in self.list_heads(preset) {
                let length = head.changes.len();
                if head.is_apt()
                    && shortest
                        .as_ref()
                        .is_none_or(|other| length < other.changes.len())
                {
                    shortest = Some(head);
                }
            }
        }
        shortest.unwrap_or(Head {
            job: None,
            preset: Preset::Queens,
            changes: Vec::new(),
        })
    }

    /// Returns all heads with a preset, with or without a word for rules and a list of
    /// pieces.
    fn list_heads(&self, preset: Preset) -> Vec<Head> {
        let mut kinds = vec![(None, false)];
        if self.rules.is_some() {
            kinds.push((None, true));
            kinds.extend(ALL_JOBS.map(|job| (Some(job), false)));
        }
        let heads = kinds.into_iter().map(|(job, names_pieces)| Head {
            job,
            preset,
            changes: self.list_changes(job, preset, names_pieces),
        });
        heads.collect()
    }

    /// Returns the statements that this problem needs with a head.
    fn list_changes(
        &self,
        job: Option<Job>,
        preset: Preset,
        names_pieces: bool,
    ) -> Vec<Statement> {
        let plain = Rules::plain(self.piece.clone());
        let texts = RuleTexts(self.rules().unwrap_or(&plain));
        let mut rules: Vec<Statement> = Vec::new();
        for key in RULE_KEYS {
            let value = texts.value_of(key);
            let usual = match (job.and_then(|job| job.value_of(key)), key) {
                (Some(value), _) => value.replace(PIECES_WORD, &plural_name(&self.piece)),
                (None, "stops") => texts.usual_stops(),
                (None, _) => RuleTexts(&plain).value_of(key),
            };
            if (names_pieces && key == "pieces") || value != usual {
                rules.push((key, value));
            }
        }
        let has_pieces = rules.first().is_some_and(|(key, _)| *key == "pieces");
        let builder = preset.builder(self.rows, self.columns);
        let builder = if self.grid == Grid::Square {
            builder
        } else {
            builder.on_grid(self.grid)
        };
        let mut changes = Vec::new();
        if self.piece != builder.piece && !has_pieces {
            changes.push(("piece", self.piece.to_string()));
        }
        changes.extend(self.board_changes(
            builder,
            line_numbers(job, has_pieces),
            &texts,
        ));
        changes.extend(rules);
        changes
    }

    /// Returns the statements about edges and numbers of pieces.
    fn board_changes(
        &self,
        mut builder: ProblemBuilder,
        lines: LineNumbers,
        texts: &RuleTexts<'_>,
    ) -> Vec<Statement> {
        builder.piece = self.piece.clone();
        let (here, edges, other) = (self.units, self.edges, builder.edges);
        let there = UsualUnits {
            lines,
            has_regions: self.regions.is_some(),
            has_total: here.total != Bounds::ANY
                || !texts.list_demands(DemandUnit::Total).is_empty(),
            has_walls: self.has_walls(),
        }
        .usual_units(&builder);
        let sides = [
            ("top-bottom", edges.top_bottom, other.top_bottom),
            ("left-right", edges.left_right, other.left_right),
        ];
        let changed_sides = sides.into_iter().filter(|(_, here, there)| here != there);
        let mut changes: Vec<Statement> = changed_sides
            .map(|(key, edge, _)| (key, edge.to_string()))
            .collect();
        for (key, unit, here, there) in [
            ("rows", DemandUnit::Row, here.row, there.row),
            ("columns", DemandUnit::Column, here.column, there.column),
            ("regions", DemandUnit::Region, here.region, there.region),
            ("total", DemandUnit::Total, here.total, there.total),
        ] {
            let mut numbers = texts.list_demands(unit);
            if numbers.is_empty() && here == there {
                continue;
            }
            if numbers.is_empty() || here != Bounds::ANY {
                numbers.insert(0, here.to_string());
            }
            changes.push((key, numbers.join(", ")));
        }
        changes
    }

    /// Returns true if the board has free squares exactly where `preset` has them, and
    /// holes elsewhere.
    fn is_shaped_as(&self, preset: Preset) -> bool {
        if self.grid != Grid::Square {
            // Free squares are those inside the hexagon or the layers of the cube.
            return self.grid.has_variant(preset)
                && self.every_square().all(|square| {
                    (self.kind(square) == SquareKind::Free) == self.is_inside(square)
                });
        }
        let Some(is_free) = preset.board_shape() else {
            return self.all_free();
        };
        if self.all_free() {
            return false;
        }
        self.every_square().all(|square| {
            let kind = if is_free(square) {
                SquareKind::Free
            } else {
                SquareKind::Hole
            };
            self.kind(square) == kind
        })
    }

    fn drawn_square(&self, square: Square) -> &'static str {
        match self.kind(square) {
            SquareKind::Hole => "x",
            SquareKind::Wall => "#",
            SquareKind::Free if self.givens.binary_search(&square).is_ok() => "Q",
            SquareKind::Free => ".",
        }
    }

    /// Draws each square as its `word`, one line for each row.
    fn draw_squares<W: fmt::Display>(
        &self,
        f: &mut fmt::Formatter<'_>,
        word: impl Fn(Square) -> W,
    ) -> fmt::Result {
        for square in self.every_square() {
            let joint = if square.column == 0 { '\n' } else { ' ' };
            write!(f, "{joint}{}", word(square))?;
        }
        Ok(())
    }
}

/// Returns A, B, ..., Z, AA, AB, ...: in the order in which names are numbered.
pub fn region_name(number: u32) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    let before = if number < 26 {
        String::new()
    } else {
        region_name(number / 26 - 1)
    };
    before + letter.encode_utf8(&mut [0; 4])
}
