//! What does not change during a search: units, and what a queen attacks.

use crate::bits::Set;
use crate::constraints::struck;
use crate::problem::{Problem, SquareKind};
use crate::square::Square;
use control::{Limits, Meter, Stop};

/// Kinds of units: rows, columns, regions.
pub(super) const KINDS: usize = 3;

/// Whether a kind of units demands anything, how many units there are, and which of them a square belongs to.
type Kind<'k> = (bool, usize, &'k dyn Fn(Square) -> u32);

/// The squares and units of a problem. Squares count row by row; units count from 0 within their kind; kinds that
/// demand nothing are left out, the others keep their order.
#[derive(Clone, Debug)]
pub(super) struct Board<const W: usize, const N: usize> {
    /// How many queens each unit takes.
    pub(super) demand: u32,
    /// How many kinds of units there are.
    pub(super) kinds: usize,
    /// How many units of each kind: the same number, for else nothing meets all demands.
    pub(super) units: usize,
    /// The units of each square, by kind.
    pub(super) units_of: Vec<[u8; KINDS]>,
    /// The squares of each unit, by kind. Not in the board itself, which would take 100 KiB of stack for the largest.
    pub(super) members: Vec<[Set<W>; N]>,
    /// The squares that a queen attacks.
    pub(super) attacks: Vec<Set<W>>,
    /// Those, and where a unit takes one queen all squares that share a unit with it.
    pub(super) reach: Vec<Set<W>>,
    /// The squares that may take a queen.
    pub(super) free: Set<W>,
    /// The queens that stand.
    pub(super) givens: Vec<usize>,
}

impl<const W: usize, const N: usize> Board<W, N> {
    /// The board of `problem`, where each unit takes `demand` queens. `None` if the demands contradict each other:
    /// kinds with different numbers of units.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn of(problem: &Problem, demand: u32, limits: &Limits) -> Result<Option<Self>, Stop> {
        let (height, width) = (problem.rows() as usize, problem.columns() as usize);
        let units = problem.units();
        let of_regions = move |square: Square| problem.region(square).unwrap_or(0);
        let all: [Kind<'_>; KINDS] = [
            (units.row.low() > 0, height, &|square| square.row),
            (units.column.low() > 0, width, &|square| square.column),
            (units.region.low() > 0, problem.region_count() as usize, &of_regions),
        ];
        let kinds: Vec<_> = all.into_iter().filter(|(demands, ..)| *demands).collect();
        let count = kinds.first().map_or(0, |kind| kind.1);
        if count > N || kinds.iter().any(|kind| kind.1 != count) {
            return Ok(None);
        }
        let unit_of = |kind: usize, square| kinds.get(kind).map_or(0, |kind| kind.2(square) as u8);
        let units_of =
            problem.every_square().map(|square| std::array::from_fn(|kind| unit_of(kind, square))).collect();
        let attacks = attacks(problem, limits)?;
        let place = |square: &Square| square.row as usize * width + square.column as usize;
        let free = problem.every_square().filter(|&square| problem.kind(square) == SquareKind::Free);
        let mut board = Board {
            demand,
            kinds: kinds.len(),
            units: count,
            units_of,
            members: vec![[Set::EMPTY; N]; KINDS],
            reach: attacks.clone(),
            attacks,
            free: free.map(|square| place(&square)).collect(),
            givens: problem.givens().iter().map(place).collect(),
        };
        board.relate();
        Ok(Some(board))
    }

    /// Gives each square another region; the last kind of units are regions.
    pub(super) fn set_regions(&mut self, regions: &[u8]) {
        let last = self.kinds - 1;
        self.units_of.iter_mut().zip(regions).for_each(|(units, &region)| units[last] = region);
        self.relate();
    }

    /// Makes `members` and `reach` from the units of the squares.
    fn relate(&mut self) {
        self.members.fill([Set::EMPTY; N]);
        for (square, units) in self.units_of.iter().enumerate() {
            for (members, &unit) in self.members.iter_mut().zip(units).take(self.kinds) {
                members[usize::from(unit)].insert(square);
            }
        }
        if self.demand != 1 {
            return;
        }
        for (square, units) in self.units_of.iter().enumerate() {
            let shared = self.members.iter().zip(units).take(self.kinds);
            self.reach[square] = shared
                .fold(self.attacks[square], |reach, (members, &unit)| reach | members[usize::from(unit)]);
            self.reach[square].remove(square);
        }
    }
}

/// What a queen on each square attacks, or is attacked by.
fn attacks<const W: usize>(problem: &Problem, limits: &Limits) -> Result<Vec<Set<W>>, Stop> {
    let mut meter = Meter::new(limits);
    let width = problem.columns() as usize;
    let place = |square: Square| square.row as usize * width + square.column as usize;
    let mut attacks = vec![Set::EMPTY; problem.rows() as usize * width];
    for from in problem.every_square() {
        for &ray in problem.piece().rays() {
            meter.tick()?;
            for target in struck(problem, from, ray) {
                attacks[place(from)].insert(place(target));
                attacks[place(target)].insert(place(from));
            }
        }
    }
    Ok(attacks)
}
