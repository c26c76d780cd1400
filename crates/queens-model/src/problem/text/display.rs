//! The text form of a problem, written.

use super::{Size, with_drawn_regions};
use crate::problem::{Preset, Problem, SquareKind};
use crate::square::Square;
use std::fmt;

/// Writes the text form: the nearest variant and the size, what differs from the variant, the given
/// queens, the drawings if other squares are blocked or regions are named, and the weights. It reads back as the same
/// problem.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (preset, changes) = self.nearest_preset();
        write!(f, "{preset} {}", Size { rows: self.rows, columns: self.columns })?;
        for (key, value) in changes {
            write!(f, "\n{key}: {value}")?;
        }
        if !self.is_shaped_as(preset) {
            f.write_str("\nboard:")?;
            self.draw(f, |square| self.drawn_square(square))?;
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
                self.draw(f, |square| self.region(square).map_or("", |region| &names[region as usize]))?;
            }
        }
        if self.weights.is_some() {
            f.write_str("\nweights:")?;
            self.draw(f, |square| self.weight(square).unwrap_or_default())?;
        }
        Ok(())
    }
}

impl Problem {
    /// Returns the first of the presets that differ in the fewest keys, and those keys.
    fn nearest_preset(&self) -> (Preset, Vec<(&'static str, String)>) {
        let changes = |preset: Preset| {
            let other = preset.builder(self.rows, self.columns);
            let here = self.units;
            let has_total = here.total != other.units.total;
            let mut there = other.units;
            if self.regions.is_some() {
                there = with_drawn_regions(there);
            }
            if has_total {
                there = there.relaxed_for_total(&self.piece, self.has_walls());
            }
            let pairs = [
                ("piece", self.piece != other.piece, &self.piece as &dyn fmt::Display),
                ("top-bottom", self.edges.top_bottom != other.edges.top_bottom, &self.edges.top_bottom),
                ("left-right", self.edges.left_right != other.edges.left_right, &self.edges.left_right),
                ("rows", here.row != there.row, &self.units.row),
                ("columns", here.column != there.column, &self.units.column),
                ("regions", here.region != there.region, &self.units.region),
                ("total", has_total, &self.units.total),
            ];
            let changed = pairs.into_iter().filter(|&(_, differs, _)| differs);
            changed.map(|(key, _, value)| (key, value.to_string())).collect::<Vec<_>>()
        };
        // Not having to draw the board outweighs any number of keys.
        let is_named = Preset::ALL.into_iter().any(|preset| self.is_shaped_as(preset));
        let could_be =
            |preset: &Preset| if is_named { self.is_shaped_as(*preset) } else { preset.shape().is_none() };
        let described = Preset::ALL.into_iter().filter(could_be).map(|preset| (preset, changes(preset)));
        described.min_by_key(|(_, changes)| changes.len()).unwrap_or((Preset::Queens, Vec::new()))
    }

    /// Returns true if the board has free squares exactly where `preset` has them, and holes elsewhere.
    fn is_shaped_as(&self, preset: Preset) -> bool {
        let Some(is_free) = preset.shape() else { return self.all_free() };
        if self.all_free() {
            return false;
        }
        let kind = |square| if is_free(square) { SquareKind::Free } else { SquareKind::Hole };
        self.every_square().all(|square| self.kind(square) == kind(square))
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
    fn draw<W: fmt::Display>(&self, f: &mut fmt::Formatter<'_>, word: impl Fn(Square) -> W) -> fmt::Result {
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
    let before = if number < 26 { String::new() } else { region_name(number / 26 - 1) };
    before + letter.encode_utf8(&mut [0; 4])
}
