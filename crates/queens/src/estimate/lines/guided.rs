//! Guided moves for low temperatures: most of them move a queen that is attacked along a
//! diagonal.

use super::super::anneal::Odds;
use super::{DiagonalBoard, MAX_DIAGONAL_STEP, QueenMove};
use queens_model::rng::Rng;

/// Fraction of the moves that are for attacked queens. For 1000 queens the same variance
/// takes a third more time at 0.5, and two thirds more at 0.97.
const GUIDED_FRACTION: f64 = 0.9;

/// The queens that share a diagonal with others.
///
/// For each diagonal the exclusive or of the numbers of its queens is kept: if two queens
/// are on it, it gives the other one in O(1), without a list for each diagonal.
pub(super) struct AttackList {
    /// Pairs of a queen and a diagonal that it shares: twice the number of the queen,
    /// plus 1 for the falling diagonal.
    entries: Vec<u32>,
    /// Position in `entries` of each queen and direction, if there is one.
    place: Vec<u32>,
    /// Exclusive or of the numbers of the queens on each diagonal.
    queen_xor: [Vec<u32>; 2],
}

impl AttackList {
    /// Builds the list for a board. Given queens, which never move, have the numbers
    /// after the others.
    pub(super) fn from_board(board: &DiagonalBoard<'_>) -> Self {
        let (queens, givens, count) =
            (board.queens, board.lines.givens.len(), board.lines.count);
        let mut attacked = AttackList {
            entries: Vec::new(),
            place: vec![0; 2 * (queens + givens)],
            queen_xor: [vec![0; count], vec![0; count]],
        };
        let squares = board.rows[..queens]
            .iter()
            .copied()
            .zip(board.columns.iter().copied());
        let givens = board
            .lines
            .givens
            .iter()
            .map(|given| (given.row, given.column));
        for (queen, (row, column)) in squares.chain(givens).enumerate() {
            for (direction, line) in board
                .lines
                .diagonals_of(row, column)
                .into_iter()
                .enumerate()
            {
                attacked.queen_xor[direction][line] ^= queen as u32;
                if board.lines.strikes[direction] && board.counts[direction][line] > 1 {
                    attacked.add_queen(direction, queen as u32);
                }
            }
        }
        attacked
    }

    #[inline(always)]
    fn add_queen(&mut self, direction: usize, queen: u32) {
        let entry = 2 * queen + direction as u32;
        self.place[entry as usize] = self.entries.len() as u32;
        self.entries.push(entry);
    }

    #[inline(always)]
    fn remove_queen(&mut self, direction: usize, queen: u32) {
        let place = self.place[2 * queen as usize + direction];
        self.entries.swap_remove(place as usize);
        if let Some(&moved) = self.entries.get(place as usize) {
            self.place[moved as usize] = place;
        }
    }

    /// Updates the list for a queen that leaves a diagonal and leaves `left` queens on
    /// it.
    #[inline(always)]
    fn leave_line(&mut self, direction: usize, line: usize, queen: u32, left: u16) {
        self.queen_xor[direction][line] ^= queen;
        if left > 0 {
            self.remove_queen(direction, queen);
        }
        if left == 1 {
            self.remove_queen(direction, self.queen_xor[direction][line]);
        }
    }

    /// Updates the list for a queen that enters a diagonal with `standing` queens on it.
    #[inline(always)]
    fn enter_line(&mut self, direction: usize, line: usize, queen: u32, standing: u16) {
        if standing == 1 {
            self.add_queen(direction, self.queen_xor[direction][line]);
        }
        if standing > 0 {
            self.add_queen(direction, queen);
        }
        self.queen_xor[direction][line] ^= queen;
    }
}

/// Effect of a move.
struct MoveEffect {
    /// Energy that it adds along diagonals.
    added: i64,
    /// Entries of the moved queens before the move.
    before: i64,
    /// Entries of the moved queens after the move.
    after: i64,
    /// Change of the number of all entries.
    change: i64,
}

impl DiagonalBoard<'_> {
    /// Proposes moves, most of them for a random entry of the attack list: if few queens
    /// are attacked, hardly any other move is accepted.
    ///
    /// With f = [`GUIDED_FRACTION`], a queen with k of m entries is proposed with
    /// probability (1 - f) / queens + f k / m, or 1 / queens if there are no entries.
    /// Hastings' acceptance ratio (1970) keeps the distribution: it includes the proposal
    /// probabilities of both queens of a move, before and after. All of this follows from
    /// the counts on diagonals, so a rejected move, as most are, changes no counts and no
    /// entries.
    pub(super) fn propose_guided<const BARE: bool>(
        &mut self,
        attacked: &mut AttackList,
        proposals: usize,
        rng: &mut Rng,
        odds: &Odds,
    ) {
        let (queens, choices) = (self.queens as u64, u64::from(self.choice_count()));
        let gate = (GUIDED_FRACTION * 65_536.0) as u64;
        for _ in 0..proposals {
            let (first, second) = (rng.next_u64(), rng.next_u64());
            let other = (((first >> 32) * choices) >> 32) as usize;
            let entries = attacked.entries.len() as u64;
            let queen = if second & 0xffff < gate && entries > 0 {
                attacked.entries[(((second >> 32) * entries) >> 32) as usize] as usize / 2
            } else {
                (((second >> 32) * queens) >> 32) as usize
            };
            // Givens do not move.
            if queen == other || queen >= self.queens {
                continue;
            }
            let step = self.choose_proposal::<BARE>(queen, other);
            let effect = self.move_effect::<BARE>(&step);
            let mut added = effect.added;
            debug_assert!(added.unsigned_abs() <= MAX_DIAGONAL_STEP as u64, "{added}");
            if !BARE {
                added += self.added_nearby(&step);
            }
            // Proposal probabilities as a numerator over the number of entries, to avoid
            // a division.
            let moved = if BARE || step.is_pair { 2.0 } else { 1.0 } / queens as f64;
            let (before, of_before) = proposal_odds(moved, effect.before, entries as i64);
            let (after, of_after) =
                proposal_odds(moved, effect.after, entries as i64 + effect.change);
            if f64::from(first as u32) * before * of_after
                < odds.odds_of(added) * after * of_before
            {
                self.energy += added;
                self.make_guided::<BARE>(attacked, queen, other, &step);
            } else if !BARE {
                Self::place_pieces(&mut self.at, &step, false);
            }
        }
    }

    #[inline(always)]
    fn move_effect<const BARE: bool>(&self, step: &QueenMove) -> MoveEffect {
        let [a, b] = self.move_diagonals::<BARE>(&step.from);
        let [c, d] = self.move_diagonals::<BARE>(&step.to);
        let mut effect = MoveEffect {
            added: 0,
            before: 0,
            after: 0,
            change: 0,
        };
        let second = i64::from(BARE || step.is_pair);
        let on = |direction: usize, line: usize| i64::from(self.counts[direction][line]);
        for direction in 0..2 {
            let weight = self.weights[direction];
            let [ka, kb, kc, kd] = [
                on(direction, a[direction]),
                on(direction, b[direction]),
                on(direction, c[direction]),
                on(direction, d[direction]),
            ];
            let is = i64::from;
            // 1 if both queens leave the same diagonal, or enter it.
            let (from, to) = (
                second * is(a[direction] == b[direction]),
                second * is(c[direction] == d[direction]),
            );
            let leaving = is(ka > 1) + second * is(kb > 1);
            let entering = is(kc > 0) + second * is(kd > 0);
            effect.added +=
                weight * (entering - leaving + from * is(ka == 2) + to * is(kc == 0));
            effect.before += weight * leaving;
            effect.after += weight * (entering + 2 * to * is(kc == 0));
            // From 2 queens to 1 both entries of the diagonal vanish; from 1 to 2 both
            // appear.
            let left = |k: i64| is(k > 1) + is(k == 2);
            let entered = |k: i64| is(k > 0) + is(k == 1);
            let gone =
                left(ka) + second * left(kb) + from * (is(ka == 3) - 2 * is(ka == 2));
            let come =
                entered(kc) + second * entered(kd) + to * (2 * is(kc == 0) - is(kc == 1));
            effect.change += weight * (come - gone);
        }
        effect
    }

    /// Makes a move and updates the attack list.
    #[inline(always)]
    fn make_guided<const BARE: bool>(
        &mut self,
        attacked: &mut AttackList,
        queen: usize,
        other: usize,
        step: &QueenMove,
    ) {
        let strikes = self.lines.strikes;
        let moved = [queen as u32, other as u32];
        let moved = &moved[..if BARE || step.is_pair { 2 } else { 1 }];
        for (&queen, lines) in moved.iter().zip(self.move_diagonals::<BARE>(&step.from)) {
            for (direction, line) in lines
                .into_iter()
                .enumerate()
                .filter(|&(direction, _)| strikes[direction])
            {
                self.counts[direction][line] -= 1;
                attacked.leave_line(direction, line, queen, self.counts[direction][line]);
            }
        }
        for (&queen, lines) in moved.iter().zip(self.move_diagonals::<BARE>(&step.to)) {
            for (direction, line) in lines
                .into_iter()
                .enumerate()
                .filter(|&(direction, _)| strikes[direction])
            {
                attacked.enter_line(direction, line, queen, self.counts[direction][line]);
                self.counts[direction][line] += 1;
            }
        }
        if other < self.columns.len() {
            self.columns.swap(queen, other);
        } else {
            self.rows
                .swap(queen, self.queens + other - self.columns.len());
        }
    }
}

/// Probability with which the queens of a move are proposed, as a numerator and a
/// denominator: `own` of the `all` entries are theirs, and `moved` is the probability
/// without entries.
#[inline(always)]
fn proposal_odds(moved: f64, own: i64, all: i64) -> (f64, f64) {
    if all == 0 {
        return (moved, 1.0);
    }
    let guided = GUIDED_FRACTION * own as f64;
    (
        (1.0 - GUIDED_FRACTION) * moved * all as f64 + guided,
        all as f64,
    )
}
