//! Placements that a map leaves unchanged.

use super::Affine;
use super::build::ModelBuilder;
use crate::problem::rules::Invariance;
use crate::square::Square;
use control::Step;

impl ModelBuilder<'_> {
    pub(super) fn add_invariances(&mut self) -> Step {
        let Some(invariance) = self.rules.unchanged else {
            return Ok(());
        };
        let maps = self.list_maps(invariance);
        let mut chosen = Affine::from_constant(0);
        let is_alone = maps.len() == 1;
        for map in maps {
            let choice = if is_alone {
                Affine::from_constant(1)
            } else {
                Affine::from_variable(self.variable())
            };
            chosen = chosen.add_multiple(1, &choice);
            for (label, square) in self.every_place() {
                let image = map[square].and_then(|image| self.place(label, image));
                let image = image.map_or(Affine::from_constant(0), Affine::from_variable);
                let piece = self
                    .place(label, square)
                    .map_or(Affine::from_constant(0), Affine::from_variable);
                self.row_if(&choice, &piece.add_multiple(-1, &image), i64::MIN, 0)?;
            }
        }
        self.row(chosen, 1, i64::MAX)
    }

    fn every_place(&self) -> Vec<(usize, usize)> {
        let squares = self.instance.squares().len();
        self.all_labels()
            .into_iter()
            .flat_map(|label| (0..squares).map(move |square| (label, square)))
            .collect()
    }

    /// Returns the maps of which one must leave a solution unchanged: for each square its
    /// image, if that is free.
    fn list_maps(&self, invariance: Invariance) -> Vec<Vec<Option<usize>>> {
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        let symmetry = match invariance {
            Invariance::Shift => {
                let shifted = |square: Square, by: u32| {
                    let (row, column) = (
                        u64::from(square.row) + 1,
                        u64::from(square.column) + u64::from(by),
                    );
                    Square::new(
                        (row % u64::from(rows)) as u32,
                        (column % u64::from(columns)) as u32,
                    )
                };
                return (0..columns)
                    .map(|by| self.map_variables(|square| shifted(square, by)))
                    .collect();
            }
            map => map.symmetry(self.problem.grid()),
        };
        let Some(symmetry) = symmetry else {
            return Vec::new();
        };
        // Of a rectangle that is not square, nothing is its own image.
        let is_map = rows == columns || !symmetry.exchanges_axes();
        is_map
            .then(|| self.map_variables(|square| symmetry.apply(square, rows, columns)))
            .into_iter()
            .collect()
    }

    fn map_variables(&self, image: impl Fn(Square) -> Square) -> Vec<Option<usize>> {
        self.instance
            .squares()
            .iter()
            .map(|&square| self.instance.number(image(square)))
            .collect()
    }
}
