//! The constant data of a search: units and attacks.

use control::{Limits, Meter, Stop};
use queens_model::bits::SmallSet;
use queens_model::problem::{Problem, SquareKind};
use queens_model::rays::struck;
use queens_model::square::Square;

/// Number of kinds of units: rows, columns, regions.
pub(super) const UNIT_KINDS: usize = 3;

/// A kind of units: true if it has a demand, the number of its units, and the unit of
/// each square.
type UnitKind<'k> = (bool, usize, &'k dyn Fn(Square) -> u32);

/// Squares and units of a problem. Squares are numbered row by row, units from 0 within
/// their kind. Kinds without a demand are left out, the others keep their order.
#[derive(Clone, Debug)]
pub(super) struct UnitsBoard<const W: usize, const N: usize> {
    /// Number of queens in each unit.
    pub(super) demand: u32,
    /// Number of kinds of units.
    pub(super) kinds: usize,
    /// Number of units of each kind: the same for all, because otherwise there is no
    /// solution.
    pub(super) units: usize,
    /// Units of each square, by kind.
    pub(super) units_of: Vec<[u8; UNIT_KINDS]>,
    /// Squares of each unit, by kind. On the heap, because they would take 100 KiB of
    /// stack on the largest boards.
    pub(super) members: Vec<[SmallSet<W>; N]>,
    /// Squares that a queen on each square attacks.
    pub(super) attacks: Vec<SmallSet<W>>,
    /// The same and, if units take one queen, all squares that share a unit with it.
    pub(super) reach: Vec<SmallSet<W>>,
    /// Squares that can take a queen.
    pub(super) free: SmallSet<W>,
    /// Given queens.
    pub(super) givens: Vec<usize>,
}

impl<const W: usize, const N: usize> UnitsBoard<W, N> {
    /// Builds the board of `problem`, with `demand` queens in each unit. `None` if the
    /// demands contradict each other: kinds with different numbers of units.
    ///
    /// # Errors
    /// A reached limit.
    pub(super) fn from_problem(
        problem: &Problem,
        demand: u32,
        limits: &Limits,
    ) -> Result<Option<Self>, Stop> {
        let (height, width) = (problem.rows() as usize, problem.columns() as usize);
        let units = problem.units();
        let of_regions = move |square: Square| problem.region(square).unwrap_or(0);
        let all: [UnitKind<'_>; UNIT_KINDS] = [
            (units.row.low() > 0, height, &|square| square.row),
            (units.column.low() > 0, width, &|square| square.column),
            (
                units.region.low() > 0,
                problem.region_count() as usize,
                &of_regions,
            ),
        ];
        let kinds: Vec<_> = all.into_iter().filter(|(demands, ..)| *demands).collect();
        let count = kinds.first().map_or(0, |kind| kind.1);
        if count > N || kinds.iter().any(|kind| kind.1 != count) {
            return Ok(None);
        }
        let unit_of =
            |kind: usize, square| kinds.get(kind).map_or(0, |kind| kind.2(square) as u8);
        let units_of = problem
            .every_square()
            .map(|square| std::array::from_fn(|kind| unit_of(kind, square)))
            .collect();
        let attacks = attacks(problem, limits)?;
        let place =
            |square: &Square| square.row as usize * width + square.column as usize;
        let free = problem
            .every_square()
            .filter(|&square| problem.kind(square) == SquareKind::Free);
        let mut board = UnitsBoard {
            demand,
            kinds: kinds.len(),
            units: count,
            units_of,
            members: vec![[SmallSet::EMPTY; N]; UNIT_KINDS],
            reach: attacks.clone(),
            attacks,
            free: free.map(|square| place(&square)).collect(),
            givens: problem.givens().iter().map(place).collect(),
        };
        board.update_members();
        Ok(Some(board))
    }

    /// Sets the region of each square; regions must be the last kind of units.
    pub(super) fn set_regions(&mut self, regions: &[u8]) {
        let last = self.kinds - 1;
        self.units_of
            .iter_mut()
            .zip(regions)
            .for_each(|(units, &region)| units[last] = region);
        self.update_members();
    }

    /// Computes `members` and `reach` from the units of the squares.
    fn update_members(&mut self) {
        self.members.fill([SmallSet::EMPTY; N]);
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
                .fold(self.attacks[square], |reach, (members, &unit)| {
                    reach | members[usize::from(unit)]
                });
            self.reach[square].remove(square);
        }
    }
}

/// Returns, for each square, the squares that a queen on it attacks or is attacked from.
fn attacks<const W: usize>(
    problem: &Problem,
    limits: &Limits,
) -> Result<Vec<SmallSet<W>>, Stop> {
    let mut meter = Meter::new(limits);
    let width = problem.columns() as usize;
    let place = |square: Square| square.row as usize * width + square.column as usize;
    let mut attacks = vec![SmallSet::EMPTY; problem.rows() as usize * width];
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
