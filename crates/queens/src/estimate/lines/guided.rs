//! Moves for cold boards: most of them for a queen that is attacked along a diagonal.

use super::super::anneal::Odds;
use super::{LinesBoard, Move};
use queens_model::rng::Rng;

/// The part of the moves that is for attacked queens. Where it was 0.5, the variance took a third more time for 1000
/// queens; where it was 0.97, two thirds more.
const SHARE: f64 = 0.9;

/// The queens that stand on diagonals with others, and how to keep track of them.
///
/// The exclusive or of the numbers of the queens of a diagonal names the other one where there are two.
pub(super) struct Attacked {
    /// A queen and one of its two diagonals with others: twice its number, and 1 for the falling one.
    entries: Vec<u32>,
    /// Where the entry of each queen and way stands in `entries`, if there is one.
    place: Vec<u32>,
    others: [Vec<u32>; 2],
}

impl Attacked {
    /// Given queens, which never move, have the numbers that follow.
    pub(super) fn of(board: &LinesBoard<'_>) -> Self {
        let (queens, givens, count) = (board.queens, board.lines.givens.len(), board.lines.count);
        let mut attacked = Attacked {
            entries: Vec::new(),
            place: vec![0; 2 * (queens + givens)],
            others: [vec![0; count], vec![0; count]],
        };
        let squares = board.rows[..queens].iter().copied().zip(board.columns.iter().copied());
        let givens = board.lines.givens.iter().map(|given| (given.row, given.column));
        for (queen, (row, column)) in squares.chain(givens).enumerate() {
            for (way, line) in board.lines.diagonals(row, column).into_iter().enumerate() {
                attacked.others[way][line] ^= queen as u32;
                if board.lines.strikes[way] && board.counts[way][line] > 1 {
                    attacked.add(way, queen as u32);
                }
            }
        }
        attacked
    }

    #[inline(always)]
    fn add(&mut self, way: usize, queen: u32) {
        let entry = 2 * queen + way as u32;
        self.place[entry as usize] = self.entries.len() as u32;
        self.entries.push(entry);
    }

    #[inline(always)]
    fn remove(&mut self, way: usize, queen: u32) {
        let place = self.place[2 * queen as usize + way];
        self.entries.swap_remove(place as usize);
        if let Some(&moved) = self.entries.get(place as usize) {
            self.place[moved as usize] = place;
        }
    }

    /// A queen leaves a diagonal on which so many are left.
    #[inline(always)]
    fn leave(&mut self, way: usize, line: usize, queen: u32, left: u16) {
        self.others[way][line] ^= queen;
        if left > 0 {
            self.remove(way, queen);
        }
        if left == 1 {
            self.remove(way, self.others[way][line]);
        }
    }

    /// A queen enters a diagonal on which so many stand.
    #[inline(always)]
    fn enter(&mut self, way: usize, line: usize, queen: u32, standing: u16) {
        if standing == 1 {
            self.add(way, self.others[way][line]);
        }
        if standing > 0 {
            self.add(way, queen);
        }
        self.others[way][line] ^= queen;
    }
}

/// What a move does: to the energy along diagonals, to the entries of the queens that it moves, and to all entries.
struct Effect {
    added: i64,
    before: i64,
    after: i64,
    change: i64,
}

impl LinesBoard<'_> {
    /// Proposes moves, most of them for a random entry among the attacked: where few queens are attacked, hardly any
    /// other move is of use.
    ///
    /// A queen with k entries of m is proposed with probability (1 - share) / queens + share k / m, and 1 / queens where
    /// there are none. What is proposed is accepted as Hastings (1970) has it, so that the same distribution stays: the
    /// ratio takes the probabilities of both queens of a move, before and after.
    pub(super) fn guided<const BARE: bool>(
        &mut self,
        attacked: &mut Attacked,
        proposals: usize,
        rng: &mut Rng,
        odds: &Odds,
    ) {
        let (queens, choices) = (self.queens as u64, u64::from(self.choices()));
        let gate = (SHARE * 65_536.0) as u64;
        for _ in 0..proposals {
            let (first, second) = (rng.next_u64(), rng.next_u64());
            let other = (((first >> 32) * choices) >> 32) as usize;
            let entries = attacked.entries.len() as u64;
            let queen = if second & 0xffff < gate && entries > 0 {
                attacked.entries[(((second >> 32) * entries) >> 32) as usize] as usize / 2
            } else {
                (((second >> 32) * queens) >> 32) as usize
            };
            // A given queen stays.
            if queen == other || queen >= self.queens {
                continue;
            }
            let step = self.proposal::<BARE>(queen, other);
            let effect = self.effect::<BARE>(&step);
            let mut added = effect.added;
            if !BARE {
                added += self.added_more(&step);
            }
            // Probabilities as fractions: a numerator, and the number of entries.
            let moved = if BARE || step.is_pair { 2.0 } else { 1.0 } / queens as f64;
            let proposed = |own: i64, all: i64| match all {
                0 => (moved, 1.0),
                all => ((1.0 - SHARE) * moved * all as f64 + SHARE * own as f64, all as f64),
            };
            let (before, of_before) = proposed(effect.before, entries as i64);
            let (after, of_after) = proposed(effect.after, entries as i64 + effect.change);
            if f64::from(first as u32) * before * of_after < odds.of(added) * after * of_before {
                self.energy += added;
                self.make_guided::<BARE>(attacked, queen, other, &step);
            } else if !BARE {
                Self::place(&mut self.at, &step, false);
            }
        }
    }

    #[inline(always)]
    fn effect<const BARE: bool>(&self, step: &Move) -> Effect {
        let [a, b] = self.diagonals::<BARE>(&step.from);
        let [c, d] = self.diagonals::<BARE>(&step.to);
        let mut effect = Effect { added: 0, before: 0, after: 0, change: 0 };
        let second = i64::from(BARE || step.is_pair);
        let on = |way: usize, line: usize| i64::from(self.counts[way][line]);
        for way in 0..2 {
            let weight = self.weights[way];
            let [ka, kb, kc, kd] = [on(way, a[way]), on(way, b[way]), on(way, c[way]), on(way, d[way])];
            let is = i64::from;
            // Two that leave the same diagonal, or enter it.
            let (from, to) = (second * is(a[way] == b[way]), second * is(c[way] == d[way]));
            let leaving = is(ka > 1) + second * is(kb > 1);
            let entering = is(kc > 0) + second * is(kd > 0);
            effect.added += weight * (entering - leaving + from * is(ka == 2) + to * is(kc == 0));
            effect.before += weight * leaving;
            effect.after += weight * (entering + 2 * to * is(kc == 0));
            // The last but one leaves the last alone; the second comes to the first.
            let left = |k: i64| is(k > 1) + is(k == 2);
            let entered = |k: i64| is(k > 0) + is(k == 1);
            let gone = left(ka) + second * left(kb) + from * (is(ka == 3) - 2 * is(ka == 2));
            let come = entered(kc) + second * entered(kd) + to * (2 * is(kc == 0) - is(kc == 1));
            effect.change += weight * (come - gone);
        }
        effect
    }

    /// Makes a move, and keeps track of who is attacked.
    #[inline(always)]
    fn make_guided<const BARE: bool>(
        &mut self,
        attacked: &mut Attacked,
        queen: usize,
        other: usize,
        step: &Move,
    ) {
        let strikes = self.lines.strikes;
        let moved = [queen as u32, other as u32];
        let moved = &moved[..if BARE || step.is_pair { 2 } else { 1 }];
        for (&queen, lines) in moved.iter().zip(self.diagonals::<BARE>(&step.from)) {
            for (way, line) in lines.into_iter().enumerate().filter(|&(way, _)| strikes[way]) {
                self.counts[way][line] -= 1;
                attacked.leave(way, line, queen, self.counts[way][line]);
            }
        }
        for (&queen, lines) in moved.iter().zip(self.diagonals::<BARE>(&step.to)) {
            for (way, line) in lines.into_iter().enumerate().filter(|&(way, _)| strikes[way]) {
                attacked.enter(way, line, queen, self.counts[way][line]);
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
