//! Attacks as variables, and the rules that count attackers.

use super::Affine;
use super::build::{ModelBuilder, limits};
use crate::problem::rules::{Cover, Standing};
use crate::rays::struck;
use control::{Step, Stop};
use std::collections::BTreeSet;

impl ModelBuilder<'_> {
    /// Returns the variable that is 1 if a piece with this label stands on a square and
    /// attacks the target, which it attacks if nobody stops it; `None` if it may not
    /// stand there.
    pub(super) fn attack_variable(
        &mut self,
        label: usize,
        from: usize,
        to: usize,
    ) -> Result<Option<usize>, Stop> {
        let Some(piece) = self.place(label, from) else {
            return Ok(None);
        };
        if !self.rules.kinds.iter().any(|kind| kind.stops) {
            return Ok(Some(piece));
        }
        if let Some(&seen) = self.seen.get(&(label, from, to)) {
            return Ok(Some(seen));
        }
        let paths = self.attack_paths(label, from, to);
        let seen = if paths.iter().any(BTreeSet::is_empty) {
            piece
        } else {
            self.seen_along(piece, paths)?
        };
        self.seen.insert((label, from, to), seen);
        Ok(Some(seen))
    }

    /// Returns for each ray that reaches the target the places of pieces that could stop
    /// it.
    fn attack_paths(
        &self,
        label: usize,
        from: usize,
        to: usize,
    ) -> BTreeSet<BTreeSet<usize>> {
        let squares = self.instance.squares();
        let piece = &self.rules.kinds[usize::from(self.labels[label].kind)].piece;
        let mut paths = BTreeSet::new();
        for &ray in piece.rays() {
            let mut between = BTreeSet::new();
            for square in struck(self.problem, squares[from], ray) {
                if square == squares[to] {
                    paths.insert(between);
                    break;
                }
                if let Some(square) = self.instance.number(square) {
                    between.extend(self.list_stoppers(square));
                }
            }
        }
        paths
    }

    /// Returns the places of pieces on a square that stop lines.
    fn list_stoppers(&self, square: usize) -> impl Iterator<Item = usize> + '_ {
        let stops =
            |&label: &usize| self.rules.kinds[usize::from(self.labels[label].kind)].stops;
        (0..self.labels.len())
            .filter(stops)
            .filter_map(move |label| self.place(label, square))
    }

    /// Returns a variable that is 1 if `piece` is and one of the paths has no piece on
    /// it.
    fn seen_along(
        &mut self,
        piece: usize,
        paths: BTreeSet<BTreeSet<usize>>,
    ) -> Result<usize, Stop> {
        let seen = self.variable();
        let at_most = |one: usize, other: &Affine| {
            Affine::from_variable(one).add_multiple(-1, other)
        };
        self.row(at_most(seen, &Affine::from_variable(piece)), i64::MIN, 0)?;
        let mut clear_paths = Affine::from_constant(0);
        for path in paths {
            let clear = self.variable();
            clear_paths = clear_paths.add_multiple(1, &Affine::from_variable(clear));
            for &stopper in &path {
                self.clash(clear, stopper)?;
            }
            // Clear if nobody stops it, and then seen if the piece is there.
            let stopped =
                Affine::from_sum(path).add_multiple(1, &Affine::from_variable(clear));
            self.row(stopped, 1, i64::MAX)?;
            let both = Affine::from_variable(piece)
                .add_multiple(1, &Affine::from_variable(clear));
            self.row(
                both.add_multiple(-1, &Affine::from_variable(seen)),
                i64::MIN,
                1,
            )?;
        }
        self.row(at_most(seen, &clear_paths), i64::MIN, 0)?;
        Ok(seen)
    }

    /// Returns the number of pieces that a cover counts on a square.
    fn count_attackers(&mut self, cover: &Cover, target: usize) -> Result<Affine, Stop> {
        let mut attackers = Vec::new();
        for label in self.labels_of(&cover.by) {
            let kind = usize::from(self.labels[label].kind);
            for from in self.all_squares() {
                if self.instance.attacks(kind)[from].contains(target) {
                    attackers.extend(self.attack_variable(label, from, target)?);
                }
            }
        }
        Ok(Affine::from_sum(attackers))
    }

    /// Returns 1 if the cover is about this square, else 0.
    fn is_concerned(&self, cover: &Cover, square: usize) -> Affine {
        match &cover.standing {
            Standing::Any => Affine::from_constant(1),
            Standing::Empty => Affine::from_constant(1)
                .add_multiple(-1, &self.number(&self.all_labels(), &[square])),
            Standing::Occupied(kinds) => self.number(&self.labels_of(kinds), &[square]),
        }
    }

    fn squares_on(&self, cover: &Cover) -> Vec<usize> {
        let on = |&at: &usize| {
            cover
                .on
                .as_ref()
                .is_none_or(|on| on.contains(self.instance.squares()[at], self.problem))
        };
        self.all_squares().into_iter().filter(on).collect()
    }

    pub(super) fn add_cover(&mut self, cover: &Cover) -> Step {
        let (low, high) = limits(cover.times);
        for square in self.squares_on(cover) {
            let attackers = self.count_attackers(cover, square)?;
            self.row_if(&self.is_concerned(cover, square), &attackers, low, high)?;
        }
        Ok(())
    }

    /// Returns the number of squares that meet a cover.
    pub(super) fn covered_squares(&mut self, cover: &Cover) -> Result<Affine, Stop> {
        let mut number = Affine::from_constant(0);
        for square in self.squares_on(cover) {
            let is_met = self.is_met(cover, square)?;
            number = number.add_multiple(1, &is_met);
        }
        Ok(number)
    }

    /// Returns 1 if the cover is about this square and the number of attackers is right,
    /// else 0.
    fn is_met(&mut self, cover: &Cover, square: usize) -> Result<Affine, Stop> {
        let (low, high) = limits(cover.times);
        let (attackers, concerned) = (
            self.count_attackers(cover, square)?,
            self.is_concerned(cover, square),
        );
        let is_met = Affine::from_variable(self.variable());
        self.row(is_met.clone().add_multiple(-1, &concerned), i64::MIN, 0)?;
        self.row_if(&is_met, &attackers, low, high)?;
        // Unless the square is not concerned, or the number is too low or too high, it is
        // met.
        let mut reasons = is_met.clone().add_multiple(-1, &concerned);
        let (least, greatest) = attackers.range();
        if low > least {
            let too_low = Affine::from_variable(self.variable());
            self.row_if(&too_low, &attackers, i64::MIN, low - 1)?;
            reasons = reasons.add_multiple(1, &too_low);
        }
        if high < greatest {
            let too_high = Affine::from_variable(self.variable());
            self.row_if(&too_high, &attackers, high + 1, i64::MAX)?;
            reasons = reasons.add_multiple(1, &too_high);
        }
        self.row(reasons, 0, i64::MAX)?;
        Ok(is_met)
    }
}
