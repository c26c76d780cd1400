//! The bound: a multiplier for each constraint, raised one after the other.
//!
//! ```text
//! a constraint takes between need and cap queens on its squares, and has a multiplier y
//! reduced weight of a square = its weight - the multipliers of its constraints
//! bound = sum of y * need (y > 0) or y * cap (y < 0) + sum of the negative reduced weights
//! ```
//!
//! This is the Lagrangian relaxation of all constraints, so any multipliers give a bound.
//! For one constraint, the best multipliers are an interval between two order statistics
//! of the reduced weights; the middle of it leaves room for the other constraints.

use super::board::WeightedBoard;

/// Reduced weight of a square that takes no queen.
const CLOSED_WEIGHT: i64 = i64::MAX / 4;

/// Bound that excludes nothing.
pub(super) const NO_BOUND: i64 = CLOSED_WEIGHT;

/// A constraint that still has open squares.
#[derive(Clone, Copy)]
struct OpenConstraint {
    /// Its number.
    number: u32,
    /// Range of its squares in [`WeightNode::members`].
    start: u32,
    end: u32,
}

/// Proof that a node has no solution that is good enough.
pub(super) struct Pruned;

/// A node of the search: the queens so far, the open squares, and a bound.
#[derive(Clone)]
pub(super) struct WeightNode {
    /// Queens so far.
    pub(super) queens: Vec<u32>,
    /// Reduced weight of each square, [`CLOSED_WEIGHT`] if it takes no queen.
    reduced: Vec<i64>,
    /// Open squares; some may be closed since the last [`WeightNode::compact`].
    open: Vec<u32>,
    constraints: Vec<OpenConstraint>,
    members: Vec<u32>,
    /// Multiplier, least and largest number of additional queens of each constraint.
    multipliers: Vec<i64>,
    needs: Vec<u32>,
    caps: Vec<u32>,
    /// The bound without the negative reduced weights.
    fixed: i64,
}

impl WeightNode {
    /// Creates the node without queens.
    pub(super) fn root(board: &WeightedBoard) -> Self {
        let mut members = Vec::new();
        let constraints =
            board
                .constraints
                .iter()
                .zip(0..)
                .map(|(constraint, number)| {
                    let start = members.len() as u32;
                    members.extend(&constraint.squares);
                    OpenConstraint {
                        number,
                        start,
                        end: members.len() as u32,
                    }
                });
        let constraints = constraints.collect();
        let mut root = WeightNode {
            constraints,
            members,
            queens: Vec::new(),
            reduced: board
                .weights
                .iter()
                .map(|weight| weight * board.scale)
                .collect(),
            open: (0..board.weights.len() as u32).collect(),
            multipliers: vec![0; board.constraints.len()],
            needs: board
                .constraints
                .iter()
                .map(|constraint| constraint.low)
                .collect(),
            caps: board
                .constraints
                .iter()
                .map(|constraint| constraint.high)
                .collect(),
            fixed: 0,
        };
        let empty = board
            .constraints
            .iter()
            .filter(|constraint| constraint.high == 0);
        empty
            .flat_map(|constraint| &constraint.squares)
            .for_each(|&square| root.close(square));
        root
    }

    /// Returns its size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let words =
            self.reduced.len() + 2 * self.multipliers.len() + 2 * self.constraints.len();
        (8 * words + 4 * (self.members.len() + self.open.len() + self.queens.len()))
            as u64
    }

    /// Returns the number of squares that a sweep visits.
    pub(super) fn work(&self) -> usize {
        self.members.len()
    }

    /// Returns a lower bound on the sum of the weights of each solution below this node,
    /// times the scale.
    pub(super) fn bound(&self) -> i64 {
        self.fixed
            + self
                .open
                .iter()
                .map(|&square| self.reduced[square as usize].min(0))
                .sum::<i64>()
    }

    fn is_open(&self, square: u32) -> bool {
        self.reduced[square as usize] != CLOSED_WEIGHT
    }

    /// Closes a square.
    pub(super) fn close(&mut self, square: u32) {
        self.reduced[square as usize] = CLOSED_WEIGHT;
    }

    /// Returns the share of a constraint in [`WeightNode::fixed`] with the multiplier
    /// `y`.
    fn fixed_share(&self, number: usize, y: i64) -> i64 {
        y * i64::from(if y < 0 {
            self.caps[number]
        } else {
            self.needs[number]
        })
    }

    /// Puts a queen on an open square.
    pub(super) fn take(&mut self, board: &WeightedBoard, square: u32) {
        self.fixed += self.reduced[square as usize];
        self.close(square);
        board.conflicts[square as usize]
            .iter()
            .for_each(|&other| self.close(other));
        // The queen's weight is counted for good; her constraints need one queen less.
        for &number in &board.through[square as usize] {
            let number = number as usize;
            let y = self.multipliers[number];
            let before = self.fixed_share(number, y);
            self.needs[number] = self.needs[number].saturating_sub(1);
            self.caps[number] -= 1;
            // The reduced weight of the square contains -y.
            self.fixed += self.fixed_share(number, y) - before + y;
            if self.caps[number] == 0 {
                board.constraints[number]
                    .squares
                    .iter()
                    .for_each(|&other| self.close(other));
            }
        }
        self.queens.push(square);
    }

    /// Drops closed squares from the lists, and constraints without open squares.
    pub(super) fn compact(&mut self) -> Result<(), Pruned> {
        let reduced = &self.reduced;
        self.open
            .retain(|&square| reduced[square as usize] != CLOSED_WEIGHT);
        let mut kept = 0;
        // The first `kept` constraints are those that stay, with their open squares at
        // the front of `members`, so the lists shrink in place.
        for at in 0..self.constraints.len() {
            let OpenConstraint { number, start, end } = self.constraints[at];
            let from = self.constraints[..kept]
                .last()
                .map_or(0, |before| before.end);
            let mut to = from;
            for member in start..end {
                let square = self.members[member as usize];
                if self.is_open(square) {
                    self.members[to as usize] = square;
                    to += 1;
                }
            }
            // Fewer open squares than the constraint needs: the node is dead.
            let index = number as usize;
            if to - from < self.needs[index] {
                return Err(Pruned);
            }
            if to == from {
                self.fixed -= self.fixed_share(index, self.multipliers[index]);
                self.multipliers[index] = 0;
            } else {
                self.constraints[kept] = OpenConstraint {
                    number,
                    start: from,
                    end: to,
                };
                kept += 1;
            }
        }
        let end = self.constraints[..kept].last().map_or(0, |last| last.end);
        self.constraints.truncate(kept);
        self.members.truncate(end as usize);
        Ok(())
    }

    /// Closes every open square that would raise the bound above `most`.
    pub(super) fn close_above(&mut self, most: i64) -> Result<(), Pruned> {
        let slack = most - self.bound();
        if slack < 0 {
            return Err(Pruned);
        }
        // The bound grows by the reduced weight of a queen, if that is positive.
        for &square in &self.open {
            if self.reduced[square as usize] > slack {
                self.reduced[square as usize] = CLOSED_WEIGHT;
            }
        }
        Ok(())
    }

    /// Moves the multiplier of each constraint into its best interval: to the middle if
    /// `is_centred`, else no farther than necessary. The bound does not fall.
    pub(super) fn sweep(
        &mut self,
        board: &WeightedBoard,
        is_centred: bool,
    ) -> Result<(), Pruned> {
        for at in 0..self.constraints.len() {
            self.move_multiplier(board, at, is_centred)?;
        }
        Ok(())
    }

    fn move_multiplier(
        &mut self,
        board: &WeightedBoard,
        at: usize,
        is_centred: bool,
    ) -> Result<(), Pruned> {
        let OpenConstraint { number, start, end } = self.constraints[at];
        let index = number as usize;
        let (y, need, cap) =
            (self.multipliers[index], self.needs[index], self.caps[index]);
        let members = &self.members[start as usize..end as usize];
        // Most constraints take one queen, which needs the two least weights alone: no
        // sorting.
        let (low, high) = if need <= 1 && cap <= 1 {
            let (mut least, mut second) = (CLOSED_WEIGHT, CLOSED_WEIGHT);
            for &square in members {
                let reduced = self.reduced[square as usize];
                if reduced < least {
                    (least, second) = (reduced, least);
                } else if reduced < second {
                    second = reduced;
                }
            }
            if least == CLOSED_WEIGHT && need > 0 {
                return Err(Pruned);
            }
            best_interval(
                &[least, second]
                    .into_iter()
                    .filter(|&reduced| reduced != CLOSED_WEIGHT),
                y,
                need,
                cap,
            )
        } else {
            let reduced = members.iter().map(|&square| self.reduced[square as usize]);
            let mut sorted: Vec<i64> = reduced
                .filter(|&reduced| reduced != CLOSED_WEIGHT)
                .collect();
            if sorted.len() < need as usize {
                return Err(Pruned);
            }
            sorted.sort_unstable();
            best_interval(&sorted.into_iter(), y, need, cap)
        };
        let next = match (low, high) {
            (Some(low), Some(high)) if is_centred => i64::midpoint(low, high),
            (low, high) => y.max(low.unwrap_or(y)).min(high.unwrap_or(i64::MAX)),
        };
        // Any multiplier is valid; the limit excludes overflow.
        if next == y || next.abs() > board.most_multiplier {
            return Ok(());
        }
        self.fixed += self.fixed_share(index, next) - self.fixed_share(index, y);
        self.multipliers[index] = next;
        // Each square of the constraint loses what the multiplier gained; closed ones
        // keep their mark.
        for member in start..end {
            let reduced = &mut self.reduced[self.members[member as usize] as usize];
            if *reduced != CLOSED_WEIGHT {
                *reduced -= next - y;
            }
        }
        Ok(())
    }

    /// Returns the open square on which to branch: in the constraint with the fewest
    /// squares to choose from, or anywhere if none needs a queen; the one with the least
    /// reduced weight. The second value is true if the square needs a queen. `None` if no
    /// square is open.
    pub(super) fn choice(&self) -> Option<(u32, bool)> {
        let tightest = self
            .constraints
            .iter()
            .filter(|open| self.needs[open.number as usize] > 0)
            .min_by_key(|open| self.spare_squares(open));
        let (squares, is_forced) = match tightest {
            Some(open) => (
                &self.members[open.start as usize..open.end as usize],
                self.spare_squares(open) == 0,
            ),
            None => (&self.open[..], false),
        };
        let lightest = squares
            .iter()
            .min_by_key(|&&square| self.reduced[square as usize]);
        lightest.map(|&square| (square, is_forced))
    }

    /// Returns how many open squares of a constraint can stay without a queen.
    fn spare_squares(&self, open: &OpenConstraint) -> u32 {
        open.end - open.start - self.needs[open.number as usize]
    }

    /// Returns true if no constraint needs another queen.
    pub(super) fn is_satisfied(&self) -> bool {
        self.constraints
            .iter()
            .all(|open| self.needs[open.number as usize] == 0)
    }
}

/// Returns the multipliers that give the best bound: an interval, unbounded where a side
/// is `None`. `reduced` are the reduced weights of the open squares with the multiplier
/// `y`, in order; only those up to `cap + 1` matter.
fn best_interval(
    reduced: &(impl Iterator<Item = i64> + Clone),
    y: i64,
    need: u32,
    cap: u32,
) -> (Option<i64>, Option<i64>) {
    let low = match (cap, need) {
        (0, _) => None,
        (_, 0) => Some(nth_weight(reduced, y, cap).map_or(0, |weight| weight.min(0))),
        _ => match nth_weight(reduced, y, cap) {
            Some(weight) if weight < 0 => Some(weight),
            _ => Some(nth_weight(reduced, y, need).unwrap_or(0).max(0)),
        },
    };
    let at_cap = nth_weight(reduced, y, cap + 1);
    let at_need = nth_weight(reduced, y, need + 1);
    let high = match (at_cap, at_need) {
        (Some(weight), _) if weight < 0 => Some(weight),
        (_, Some(weight)) => Some(weight.max(0)),
        (_, None) => None,
    };
    (low, high)
}

/// Returns the k-th least weight, from 1, without the multiplier `y`.
fn nth_weight(
    reduced: &(impl Iterator<Item = i64> + Clone),
    y: i64,
    k: u32,
) -> Option<i64> {
    let kth = reduced.clone().nth(k as usize - 1);
    kth.map(|reduced| reduced + y)
}
