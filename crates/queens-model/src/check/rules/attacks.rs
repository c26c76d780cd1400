//! Attacks of pieces whose lines others may stop.

use super::{RuleCheck, RuleViolation};
use crate::placement::Label;
use crate::problem::standing::squares_along;
use crate::problem::{MAX_DRAWN, Ray};
use crate::square::Square;
use std::collections::HashSet;

impl RuleCheck<'_> {
    /// Returns the squares that a piece on `from` attacks: once for each way to them.
    pub(super) fn attacked_squares(
        &self,
        from: Square,
        label: Label,
    ) -> impl Iterator<Item = Square> {
        let rays = self.kind_of(label).piece.rays().iter();
        rays.flat_map(move |&ray| self.seen_squares(from, ray))
    }

    /// Returns the squares along `ray`, up to the first piece that stops lines.
    fn seen_squares(&self, from: Square, ray: Ray) -> impl Iterator<Item = Square> {
        let mut is_stopped = false;
        squares_along(self.problem, ray, from).take_while(move |square| {
            let is_seen = !is_stopped;
            is_stopped |= self
                .labels
                .get(square)
                .is_some_and(|&label| self.kind_of(label).stops);
            is_seen
        })
    }
}

/// For each square the number of pieces of some kinds that attack it.
pub(super) struct AttackCounts {
    columns: u32,
    /// Row by row.
    counts: Vec<u32>,
}

impl AttackCounts {
    /// Counts each piece once on each square, however many ways lead there.
    pub(super) fn new(
        check: &RuleCheck<'_>,
        kinds: &[usize],
    ) -> Result<Self, RuleViolation> {
        let (rows, columns) = (check.problem.rows(), check.problem.columns());
        // A board without squares may still have too many rows to visit.
        if u64::from(rows.max(1)) * u64::from(columns.max(1)) > MAX_DRAWN {
            return Err(RuleViolation::TooLarge { rows, columns });
        }
        let mut counts = AttackCounts {
            columns,
            counts: vec![0; rows as usize * columns as usize],
        };
        let attackers = check
            .placement
            .pieces()
            .filter(|(_, label)| kinds.contains(&usize::from(label.kind)));
        for (from, label) in attackers {
            let attacked: HashSet<Square> = check.attacked_squares(from, label).collect();
            for square in attacked {
                let place = counts.square_index(square);
                counts.counts[place] += 1;
            }
        }
        Ok(counts)
    }

    fn square_index(&self, square: Square) -> usize {
        square.row as usize * self.columns as usize + square.column as usize
    }

    pub(super) fn attacks_on(&self, square: Square) -> u32 {
        self.counts[self.square_index(square)]
    }
}
