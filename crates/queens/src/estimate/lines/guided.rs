//! Moves for cold boards: half of them for a queen of a diagonal with more than one.

use super::{LinesBoard, Move};
use crate::rng::Rng;

/// The moves that are looked at together.
const TOGETHER: usize = 4;

/// No queen.
const NONE: u32 = u32::MAX;

/// The queens of each diagonal as a list, and the diagonals with more than one.
pub(super) struct Guide {
    first: [Vec<u32>; 2],
    next: [Vec<u32>; 2],
    before: [Vec<u32>; 2],
    /// Numbers of falling diagonals follow on those of rising ones.
    crowded: Vec<u32>,
    /// Where each diagonal stands in `crowded`.
    place: Vec<u32>,
}

impl Guide {
    pub(super) fn new(board: &LinesBoard<'_>) -> Self {
        let (queens, count) = (board.queens, board.lines.count);
        let list = |length| [vec![NONE; length], vec![NONE; length]];
        let mut guide = Guide {
            first: list(count),
            next: list(queens),
            before: list(queens),
            crowded: Vec::new(),
            place: vec![0; 2 * count],
        };
        for queen in 0..queens {
            let lines = board.lines.diagonals(board.rows[queen], board.columns[queen]);
            (0..2).for_each(|way| guide.enter(way, lines[way], queen));
        }
        for way in (0..2).filter(|&way| board.lines.strikes[way]) {
            let crowded = (0..count).filter(|&line| board.counts[way][line] > 1);
            crowded.for_each(|line| guide.crowd(way * count + line));
        }
        guide
    }

    #[inline(always)]
    fn enter(&mut self, way: usize, line: usize, queen: usize) {
        let first = std::mem::replace(&mut self.first[way][line], queen as u32);
        self.next[way][queen] = first;
        self.before[way][queen] = NONE;
        if first != NONE {
            self.before[way][first as usize] = queen as u32;
        }
    }

    #[inline(always)]
    fn leave(&mut self, way: usize, line: usize, queen: usize) {
        let (before, next) = (self.before[way][queen], self.next[way][queen]);
        match before {
            NONE => self.first[way][line] = next,
            before => self.next[way][before as usize] = next,
        }
        if next != NONE {
            self.before[way][next as usize] = before;
        }
    }

    #[inline(always)]
    fn crowd(&mut self, line: usize) {
        self.place[line] = self.crowded.len() as u32;
        self.crowded.push(line as u32);
    }

    #[inline(always)]
    fn thin_out(&mut self, line: usize) {
        let place = self.place[line];
        self.crowded.swap_remove(place as usize);
        if let Some(&moved) = self.crowded.get(place as usize) {
            self.place[moved as usize] = place;
        }
    }
}

/// The share of a queen of a diagonal with so many: 0 where it is alone.
const SHARES: [f64; 64] = {
    let mut shares = [0.0; 64];
    let mut count = 2;
    while count < 64 {
        shares[count] = 1.0 / count as f64;
        count += 1;
    }
    shares
};

fn share(count: i64) -> f64 {
    SHARES[count.clamp(0, 63) as usize]
}

/// A move that was looked at.
#[derive(Clone, Copy, Default)]
struct Look {
    queen: u32,
    other: u32,
    draw: u32,
}

impl LinesBoard<'_> {
    /// Proposes as many moves as there are queens, half of them for a queen of a random diagonal with more than one:
    /// where few queens are attacked, hardly any other move is of use.
    ///
    /// A queen is proposed with probability (1 / queens + S / crowded) / 2, where S sums the shares of its crowded
    /// diagonals, and 1 / queens where none is crowded. What is proposed is accepted as Hastings (1970) has it, so that
    /// the same distribution stays: the ratio takes the probabilities of both queens of a move, before and after.
    ///
    /// Moves are drawn some at a time; after the first that is accepted the others are forgotten.
    pub(super) fn guided<const MORE: bool>(&mut self, guide: &mut Guide, rng: &mut Rng, beta: f64) {
        let (queens, choices) = (self.queens as u64, u64::from(self.choices()));
        let probability: [f64; 128] = std::array::from_fn(|d| (-beta * (d as f64 - 64.0)).exp());
        let mut left = queens;
        while left > 0 {
            let crowded = guide.crowded.len() as u64;
            let mut looks = [Look::default(); TOGETHER];
            for look in &mut looks {
                let (first, second) = (rng.next(), rng.next());
                let other = (((first >> 32) * choices) >> 32) as u32;
                let queen = if second & 1 == 0 || crowded == 0 {
                    (((second >> 32) * queens) >> 32) as u32
                } else {
                    let line = guide.crowded[(((second >> 32) * crowded) >> 32) as usize] as usize;
                    let way = usize::from(line >= self.lines.count);
                    let line = line - way * self.lines.count;
                    let mut skip = ((second >> 1 & 0x7fff_ffff) * u64::from(self.counts[way][line])) >> 31;
                    let mut queen = guide.first[way][line];
                    while skip > 0 && queen != NONE {
                        queen = guide.next[way][queen as usize];
                        skip -= 1;
                    }
                    // A given queen stays.
                    if queen == NONE { other } else { queen }
                };
                *look = Look { queen, other, draw: first as u32 };
            }
            let mut accepted = None;
            for (number, look) in looks.iter().enumerate().take(left as usize) {
                let (queen, other) = (look.queen as usize, look.other as usize);
                // Of a given queen, or of a queen and itself.
                if queen == other || queen >= self.queens {
                    continue;
                }
                let step = self.proposal(queen, other);
                let (ratio, mut added) = self.ratio(&step, crowded as i64);
                if MORE {
                    added += self.added_more(&step);
                }
                let chance = probability[(added + 64).clamp(0, 127) as usize] * ratio;
                if f64::from(look.draw) < chance * 4_294_967_296.0 {
                    accepted = Some((number, queen, other, step, added));
                    break;
                }
                if MORE {
                    Self::place(&mut self.at, &step, false);
                }
            }
            let Some((number, queen, other, step, added)) = accepted else {
                left -= left.min(TOGETHER as u64);
                continue;
            };
            left -= number as u64 + 1;
            self.energy += added;
            self.make_guided(guide, queen, other, &step);
        }
    }

    /// How much more likely the way back is proposed than a move, and how many attacks along diagonals the move adds.
    #[inline(always)]
    fn ratio(&self, step: &Move, crowded: i64) -> (f64, i64) {
        let [a, b] = step.from.map(|(row, column)| self.lines.diagonals(row, column));
        let [c, d] = step.to.map(|(row, column)| self.lines.diagonals(row, column));
        let second = i64::from(step.is_pair);
        let (mut before, mut after, mut crowded_after, mut added) = (0.0, 0.0, crowded, 0);
        for way in 0..2 {
            if !self.lines.strikes[way] {
                continue;
            }
            let on = |line: usize| i64::from(self.counts[way][line]);
            let (from, to) = (second * i64::from(a[way] == b[way]), second * i64::from(c[way] == d[way]));
            let [ka, kb, kc, kd] = [on(a[way]), on(b[way]), on(c[way]), on(d[way])];
            added += kc - ka + 1 + second * (kd - kb + 1) + from + to;
            let weight = second as f64;
            before += share(ka) + weight * share(kb);
            after += share(kc + 1 + to) + weight * share(kd + 1 + to);
            let gone = |count: i64, same: i64| i64::from(count > 1 && count - same < 3);
            let come = |count: i64, same: i64| i64::from(count < 2 && count + same > 0);
            crowded_after -= gone(ka, from) + second * (1 - from) * gone(kb, 0);
            crowded_after += come(kc, to) + second * (1 - to) * come(kd, 0);
        }
        let moved = (1 + second) as f64 / self.queens as f64;
        let proposed = |shares: f64, crowded: i64| {
            if crowded == 0 { 2.0 * moved } else { moved + shares / crowded as f64 }
        };
        (proposed(after, crowded_after) / proposed(before, crowded), added)
    }

    /// Makes a move, and keeps the lists.
    fn make_guided(&mut self, guide: &mut Guide, queen: usize, other: usize, step: &Move) {
        let count = self.lines.count;
        let moved = [(queen, 0), (other, 1)];
        let moved = &moved[..if step.is_pair { 2 } else { 1 }];
        for &(queen, which) in moved {
            let lines = self.lines.diagonals(step.from[which].0, step.from[which].1);
            for (way, line) in lines.into_iter().enumerate() {
                guide.leave(way, line, queen);
                if self.counts[way][line] == 2 && self.lines.strikes[way] {
                    guide.thin_out(way * count + line);
                }
                self.counts[way][line] -= 1;
            }
        }
        for &(queen, which) in moved {
            let lines = self.lines.diagonals(step.to[which].0, step.to[which].1);
            for (way, line) in lines.into_iter().enumerate() {
                guide.enter(way, line, queen);
                if self.counts[way][line] == 1 && self.lines.strikes[way] {
                    guide.crowd(way * count + line);
                }
                self.counts[way][line] += 1;
            }
        }
        if other < self.columns.len() {
            self.columns.swap(queen, other);
        } else {
            self.rows.swap(queen, self.queens + other - self.columns.len());
        }
    }
}
