//! Problems with rules: each rule as it is defined, on the squares and kinds of a
//! placement.

mod attacks;
mod images;
mod numbers;
#[cfg(test)]
mod tests;
mod words;

use crate::placement::{Label, Placement};
use crate::problem::rule_violation::RuleViolation;
use crate::problem::rules::{Cover, Kind, Measure, Peace, Rules, SquareSet, Standing};
use crate::problem::standing::kind_word;
use crate::problem::{Grid, Problem, SquareKind};
use crate::square::Square;
use attacks::AttackCounts;
use std::collections::HashMap;

/// A placement whose pieces are all where they may stand, with the rules that it may
/// break.
pub(super) struct RuleCheck<'p> {
    problem: &'p Problem,
    rules: &'p Rules,
    placement: &'p Placement,
    labels: HashMap<Square, Label>,
}

impl<'p> RuleCheck<'p> {
    /// Checks that each piece is of a kind of the problem and stands alone on a square
    /// where the kind may stand.
    pub(super) fn new(
        problem: &'p Problem,
        rules: &'p Rules,
        placement: &'p Placement,
    ) -> Result<Self, RuleViolation> {
        let mut check = RuleCheck {
            problem,
            rules,
            placement,
            labels: HashMap::new(),
        };
        for (square, label) in placement.pieces() {
            let is_alone = check.labels.insert(square, label).is_none();
            let reason = check.find_fault(square, label).or_else(|| {
                let reason = "shares its square with another piece";
                (!is_alone).then(|| reason.to_owned())
            });
            if let Some(reason) = reason {
                let kind = rules.kinds.get(usize::from(label.kind));
                let piece = kind.map_or("piece".to_owned(), Kind::singular);
                return Err(RuleViolation::Piece {
                    piece,
                    square,
                    reason,
                });
            }
        }
        Ok(check)
    }

    /// Returns the reason why such a piece cannot stand on a square, if there is one.
    fn find_fault(&self, square: Square, label: Label) -> Option<String> {
        let Some(kind) = self.rules.kinds.get(usize::from(label.kind)) else {
            let kinds = self.rules.kinds.len();
            return Some(format!(
                "has kind number {}, but the greatest is {}",
                label.kind,
                kinds - 1
            ));
        };
        if label.set > 0 && !kind.is_sets {
            return Some(format!(
                "has set number {}, but its kind has no sets",
                label.set
            ));
        }
        if !self.problem.contains(square) {
            let (rows, columns) = (self.problem.rows(), self.problem.columns());
            return Some(format!(
                "is off the board of {rows} x {columns} (rows x columns)"
            ));
        }
        match self.problem.kind(square) {
            SquareKind::Free if self.is_in(square, kind.on.as_ref()) => None,
            SquareKind::Free => Some("may not stand there".to_owned()),
            blocked => Some(format!("is on a {}", kind_word(blocked))),
        }
    }

    fn is_in(&self, square: Square, squares: Option<&SquareSet>) -> bool {
        let is_end = |at: u32, side: u32| at == 0 || at == side - 1;
        match squares {
            None => true,
            Some(SquareSet::Border) if matches!(self.problem.grid(), Grid::Cube(_)) => {
                self.problem.grid().is_border(
                    square,
                    self.problem.rows(),
                    self.problem.columns(),
                )
            }
            Some(SquareSet::Border) => {
                let is_slanted_side = self.problem.grid() == Grid::Hex && {
                    // The other two of the six sides lie where row + column is n - 1 and
                    // 3 (n - 1).
                    let (sum, last) =
                        (square.row + square.column, (self.problem.rows() - 1) / 2);
                    sum == last || sum == 3 * last
                };
                is_slanted_side
                    || is_end(square.row, self.problem.rows())
                    || is_end(square.column, self.problem.columns())
            }
            Some(SquareSet::Diagonal) => square.row == square.column,
            Some(SquareSet::Listed(squares)) => squares.contains(&square),
        }
    }

    /// Checks all rules.
    pub(super) fn check_all(&self) -> Result<(), RuleViolation> {
        self.check_givens()?;
        self.check_peace()?;
        self.check_demands()?;
        self.check_sets()?;
        self.check_equal_numbers()?;
        self.rules
            .covers
            .iter()
            .try_for_each(|cover| self.check_cover(cover))?;
        self.check_invariance()
    }

    fn check_givens(&self) -> Result<(), RuleViolation> {
        let missing = self
            .problem
            .givens()
            .iter()
            .find(|&given| !self.labels.contains_key(given));
        missing.map_or(Ok(()), |&given| Err(RuleViolation::GivenMissing(given)))
    }

    fn kind_of(&self, label: Label) -> &'p Kind {
        &self.rules.kinds[usize::from(label.kind)]
    }

    /// Checks that no piece attacks one with which it keeps peace.
    fn check_peace(&self) -> Result<(), RuleViolation> {
        for (from, label) in self.placement.pieces() {
            for to in self.attacked_squares(from, label) {
                let enemy = self
                    .labels
                    .get(&to)
                    .filter(|&&other| self.keep_peace(label, other));
                if let Some(&other) = enemy {
                    let pieces = [
                        (self.piece_words(label), from),
                        (self.piece_words(other), to),
                    ];
                    let is_mutual = self
                        .attacked_squares(to, other)
                        .any(|square| square == from);
                    return Err(RuleViolation::Attack { pieces, is_mutual });
                }
            }
        }
        Ok(())
    }

    /// Returns true if such pieces must not attack each other. Kinds without rays keep
    /// peace only in pairs.
    fn keep_peace(&self, one: Label, other: Label) -> bool {
        let have_rays = [one, other]
            .into_iter()
            .all(|label| !self.kind_of(label).piece.rays().is_empty());
        match &self.rules.peace {
            Peace::All => have_rays,
            Peace::Within => have_rays && one == other,
            Peace::Between => have_rays && one != other,
            Peace::Nobody => false,
            Peace::Pairs(pairs) => {
                let pair = (usize::from(one.kind), usize::from(other.kind));
                pairs.contains(&pair) || pairs.contains(&(pair.1, pair.0))
            }
        }
    }

    fn check_cover(&self, cover: &Cover) -> Result<(), RuleViolation> {
        let counts = AttackCounts::new(self, &cover.by)?;
        let is_wrong =
            |square: &Square| !cover.times.contains(counts.attacks_on(*square));
        let Some(square) = self.concerned_squares(cover).find(is_wrong) else {
            return Ok(());
        };
        let attackers = self.count_words(counts.attacks_on(square), &cover.by);
        let finding = format!("{square} is attacked by {attackers}");
        Err(RuleViolation::Number {
            finding,
            bounds: cover.times,
        })
    }

    fn free_squares(&self) -> impl Iterator<Item = Square> {
        self.problem
            .every_square()
            .filter(|&square| self.problem.kind(square) == SquareKind::Free)
    }

    /// Returns the squares that a cover is about.
    fn concerned_squares(&self, cover: &Cover) -> impl Iterator<Item = Square> {
        self.free_squares()
            .filter(|&square| self.is_in(square, cover.on.as_ref()))
            .filter(|square| match (&cover.standing, self.labels.get(square)) {
                (Standing::Any, _) | (Standing::Empty, None) => true,
                (Standing::Occupied(kinds), Some(label)) => {
                    kinds.contains(&usize::from(label.kind))
                }
                (Standing::Empty, Some(_)) | (Standing::Occupied(_), None) => false,
            })
    }

    fn check_invariance(&self) -> Result<(), RuleViolation> {
        let Some(invariance) = self.rules.unchanged else {
            return Ok(());
        };
        if self.is_unchanged(invariance) {
            Ok(())
        } else {
            Err(RuleViolation::Changed(invariance.words()))
        }
    }

    /// Measures what is to be least or greatest.
    pub(super) fn objective_value(&self) -> Option<i64> {
        let number = match &self.rules.best.as_ref()?.measure {
            Measure::Number(kinds) => self
                .count_labels(kinds)
                .values()
                .map(|&count| u64::from(count))
                .sum(),
            Measure::Value => return self.total_worth(),
            Measure::Squares(cover) => {
                let counts = AttackCounts::new(self, &cover.by).ok()?;
                let squares = self.concerned_squares(cover);
                squares
                    .filter(|&square| cover.times.contains(counts.attacks_on(square)))
                    .count() as u64
            }
            Measure::Sets => {
                let numbers = self.count_labels(&self.rules.all_kinds());
                numbers
                    .keys()
                    .filter(|&&label| self.kind_of(label).is_sets)
                    .count() as u64
            }
        };
        i64::try_from(number).ok()
    }

    /// Returns the sum over all pieces of their worth times the weight of the square, if
    /// it fits.
    fn total_worth(&self) -> Option<i64> {
        // Products and sums of 64 bits may not fit into 64 bits.
        let mut total = 0_i128;
        for (square, label) in self.placement.pieces() {
            let weight = self.problem.weight(square).unwrap_or(1);
            total += i128::from(self.kind_of(label).worth) * i128::from(weight);
        }
        i64::try_from(total).ok()
    }
}
