//! The instance of a problem: its free squares, numbered; what pieces attack from them;
//! and its demands.
//!
//! It is all that an exact solver needs to know of any problem, and it is compiled once.

use crate::placement::Placement;
use crate::problem::{Bounds, Grid, Piece, Problem, SquareKind, Unit, Units};
use crate::rays::struck;
use crate::square::Square;
use crate::symmetry::Symmetry;
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// Largest number of squares of an instance: attacks relate every two of them.
pub const MAX_SQUARES: usize = 16_384;

/// A problem with too many squares for an instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a board of {rows} x {columns} is too large for the general form, which relates every two squares: at most {MAX_SQUARES} squares"
)]
pub struct TooManySquares {
    /// Rows of the board.
    pub rows: u32,
    /// Columns of the board.
    pub columns: u32,
}

impl Problem {
    /// Returns the problem to solve when a board is to be completed.
    ///
    /// If any number of pieces is a solution, the board as it is would do. Then the
    /// largest sets are asked for, unless the board is too large for that. In all other
    /// cases the problem stays as it is.
    ///
    /// ```
    /// use queens_model::problem::Problem;
    ///
    /// let completing = |text: &str| text.parse::<Problem>().map(|problem| problem.completing().to_string());
    /// assert_eq!(completing("queens 8")?, "queens 8");
    /// assert_eq!(completing("knights 8")?, "most knights 8");
    /// assert_eq!(completing("knights 8; total: 5")?, "knights 8\ntotal: 5");
    /// # Ok::<(), queens_model::problem::ProblemTextError>(())
    /// ```
    #[must_use]
    pub fn completing(&self) -> Self {
        let is_any = self.rules().is_none()
            && self.units() == Units::ANY
            && Instance::check_size(self).is_ok();
        let most = is_any.then(|| self.most().ok()).flatten();
        most.unwrap_or_else(|| self.clone())
    }
}

/// A set of free squares that takes between `bounds.low()` and `bounds.high()` queens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitSquares {
    /// The unit of the problem.
    pub unit: Unit,
    /// Number of queens that it takes.
    pub bounds: Bounds,
    /// Its free squares, as positions in [`Instance::squares`], in order.
    pub squares: Vec<usize>,
}

/// A symmetry of the board, as a map of the free squares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Permutation {
    /// The symmetry.
    pub symmetry: Symmetry,
    /// Image of each free square, by number.
    pub images: Vec<usize>,
}

/// For each free square a set of others.
pub type Relation = [FixedBitSet];

/// Number of a square that is not free.
const NOT_FREE: u32 = u32::MAX;

/// A compiled problem. Squares are numbered by their position in [`Instance::squares`].
#[derive(Clone, Debug)]
pub struct Instance {
    grid: Grid,
    rows: u32,
    columns: u32,
    squares: Vec<Square>,
    /// Number of each square of the board, row by row; [`NOT_FREE`] for those that are
    /// not free.
    number: Vec<u32>,
    /// Attacks of each kind of piece.
    attacks: Vec<Vec<FixedBitSet>>,
    units: Vec<UnitSquares>,
    givens: Vec<usize>,
}

impl Instance {
    /// Checks that `problem` is small enough for an instance.
    ///
    /// # Errors
    /// More than [`MAX_SQUARES`] squares.
    pub fn check_size(problem: &Problem) -> Result<(), TooManySquares> {
        // A board without squares may still have too many rows to visit.
        let board =
            u64::from(problem.rows().max(1)) * u64::from(problem.columns().max(1));
        if board > MAX_SQUARES as u64 {
            return Err(TooManySquares {
                rows: problem.rows(),
                columns: problem.columns(),
            });
        }
        Ok(())
    }

    /// Compiles `problem` for pieces of these kinds in place of its own. The inner error
    /// is a limit on time or memory: on joined edges rays can be as long as the board has
    /// squares.
    ///
    /// # Errors
    /// As [`Instance::check_size`].
    ///
    /// # Complexity
    /// For each kind O(squares x rays x length of a ray) time and O(squares^2) bits;
    /// O(squares x units) time.
    pub fn of_pieces(
        problem: &Problem,
        pieces: &[Piece],
        limits: &Limits,
    ) -> Result<Result<Self, Stop>, TooManySquares> {
        Self::check_size(problem)?;
        Ok(Self::build_rays(problem, pieces, &mut Meter::new(limits)))
    }

    fn build_rays(
        problem: &Problem,
        pieces: &[Piece],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let squares: Vec<Square> = problem
            .every_square()
            .filter(|&square| problem.kind(square) == SquareKind::Free)
            .collect();
        let (rows, columns) = (problem.rows(), problem.columns());
        let mut number = vec![NOT_FREE; rows as usize * columns as usize];
        for (i, square) in (0..).zip(&squares) {
            number[(square.row * columns + square.column) as usize] = i;
        }
        let units = list_units(problem, &squares, meter)?;
        let (attacks, givens) = (Vec::new(), Vec::new());
        let grid = problem.grid();
        let mut instance = Instance {
            grid,
            rows,
            columns,
            squares,
            number,
            attacks,
            units,
            givens,
        };
        instance.givens = problem
            .givens()
            .iter()
            .filter_map(|&square| instance.number(square))
            .collect();
        for piece in pieces {
            let attacks = instance.attacks_of(problem, piece, meter)?;
            instance.attacks.push(attacks);
        }
        Ok(instance)
    }

    fn attacks_of(
        &self,
        problem: &Problem,
        piece: &Piece,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<FixedBitSet>, Stop> {
        meter.memory((self.squares.len() * self.squares.len() / 8) as u64)?;
        let mut attacks =
            vec![FixedBitSet::with_capacity(self.squares.len()); self.squares.len()];
        for (attacked, &from) in attacks.iter_mut().zip(&self.squares) {
            for &ray in piece.rays() {
                meter.tick()?;
                attacked.extend(
                    struck(problem, from, ray).filter_map(|square| self.number(square)),
                );
            }
        }
        Ok(attacks)
    }

    /// Returns the free squares, in order.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the number of a square; `None` for a hole, a wall or a square off the
    /// board.
    #[must_use]
    pub fn number(&self, square: Square) -> Option<usize> {
        let is_on_board = square.row < self.rows && square.column < self.columns;
        let place =
            is_on_board.then(|| (square.row * self.columns + square.column) as usize);
        place
            .map(|place| self.number[place])
            .filter(|&i| i != NOT_FREE)
            .map(|i| i as usize)
    }

    /// Returns the number of squares of the board, blocked ones included.
    #[must_use]
    pub fn board(&self) -> usize {
        self.number.len()
    }

    /// Returns the index of square `number` among all squares of the board, row by row,
    /// from 0.
    #[must_use]
    pub fn place(&self, number: usize) -> usize {
        let square = self.squares[number];
        square.row as usize * self.columns as usize + square.column as usize
    }

    /// Returns for each square those that a piece of this kind attacks from it by its own
    /// moves.
    #[must_use]
    pub fn attacks(&self, kind: usize) -> &Relation {
        &self.attacks[kind]
    }

    /// Returns every unit that has a demand.
    #[must_use]
    pub fn units(&self) -> &[UnitSquares] {
        &self.units
    }

    /// Returns the given queens, by number.
    #[must_use]
    pub fn givens(&self) -> &[usize] {
        &self.givens
    }

    /// Returns true if `queens` (numbers of squares) meet the demand of every unit.
    #[must_use]
    pub fn meets_demands(&self, queens: &[usize]) -> bool {
        self.units.iter().all(|unit| {
            let count = queens
                .iter()
                .filter(|queen| unit.squares.binary_search(queen).is_ok())
                .count();
            unit.bounds.contains(count as u32)
        })
    }

    /// Returns the placement on the squares with these numbers.
    #[must_use]
    pub fn placement(&self, numbers: impl IntoIterator<Item = usize>) -> Placement {
        Placement::new(
            numbers
                .into_iter()
                .map(|number| self.squares[number])
                .collect(),
        )
    }

    /// Returns the image of `square` under `symmetry`. The board must be square if the
    /// symmetry exchanges its axes.
    #[must_use]
    pub fn image(&self, square: Square, symmetry: Symmetry) -> Square {
        symmetry.apply(square, self.rows, self.columns)
    }

    /// Returns the symmetries of the grid that keep the free squares, as maps of their
    /// numbers.
    pub(crate) fn board_symmetries(&self) -> impl Iterator<Item = Permutation> {
        self.grid
            .symmetries()
            .into_iter()
            .filter_map(|symmetry| self.permutation_of(symmetry))
    }

    /// Returns the symmetries that keep the free squares, the givens, the units and each
    /// of `relations`; the identity is first.
    ///
    /// # Errors
    /// The reason to stop.
    ///
    /// # Complexity
    /// O(squares x units + pairs of the relations) for each symmetry of the grid.
    pub fn permutations(
        &self,
        relations: &[&Relation],
        limits: &Limits,
    ) -> Result<Vec<Permutation>, Stop> {
        let mut meter = Meter::new(limits);
        let mut group = Vec::new();
        for permutation in self.board_symmetries() {
            if self.is_kept_by(&permutation.images, relations, &mut meter)? {
                group.push(permutation);
            }
        }
        Ok(group)
    }

    /// Returns `None` if the image of a square is not a free square.
    fn permutation_of(&self, symmetry: Symmetry) -> Option<Permutation> {
        if symmetry.exchanges_axes() && self.rows != self.columns {
            return None;
        }
        let images = self
            .squares
            .iter()
            .map(|&square| self.number(self.image(square, symmetry)));
        Some(Permutation {
            symmetry,
            images: images.collect::<Option<_>>()?,
        })
    }

    fn is_kept_by(
        &self,
        images: &[usize],
        relations: &[&Relation],
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        let identity: Vec<usize> = (0..images.len()).collect();
        if image_set(&self.givens, images) != image_set(&self.givens, &identity)
            || self.unit_sets(images) != self.unit_sets(&identity)
        {
            return Ok(false);
        }
        for relation in relations {
            for (related, &image) in relation.iter().zip(images) {
                meter.tick()?;
                let of_image = &relation[image];
                if related.count_ones(..) != of_image.count_ones(..)
                    || !related.ones().all(|other| of_image.contains(images[other]))
                {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// Returns the demands with the images of the squares of each unit, in an order that
    /// depends on nothing else.
    fn unit_sets(&self, images: &[usize]) -> Vec<(u8, u32, u32, BTreeSet<usize>)> {
        let mut sets = Vec::with_capacity(self.units.len());
        for unit in &self.units {
            // Regions belong to the board, so that no region maps to a row.
            let kind = match unit.unit {
                Unit::Row(_) | Unit::Column(_) => 0,
                Unit::Region(_) => 1,
                Unit::Total => 2,
            };
            let squares = image_set(&unit.squares, images);
            sets.push((kind, unit.bounds.low(), unit.bounds.high(), squares));
        }
        sets.sort_unstable();
        sets
    }
}

/// The images of some squares.
fn image_set(numbers: &[usize], images: &[usize]) -> BTreeSet<usize> {
    numbers.iter().map(|&number| images[number]).collect()
}

fn list_units(
    problem: &Problem,
    squares: &[Square],
    meter: &mut Meter<'_>,
) -> Result<Vec<UnitSquares>, Stop> {
    let demands = problem.units();
    let rows = (0..problem.rows()).map(|row| (Unit::Row(row), demands.row));
    let columns =
        (0..problem.columns()).map(|column| (Unit::Column(column), demands.column));
    let regions =
        (0..problem.region_count()).map(|region| (Unit::Region(region), demands.region));
    let total = (Unit::Total, demands.total);
    let mut units = Vec::new();
    for (unit, bounds) in rows.chain(columns).chain(regions).chain([total]) {
        meter.tick()?;
        let squares: Vec<usize> = (0..squares.len())
            .filter(|&at| is_in_unit(problem, unit, squares[at]))
            .collect();
        // Other bounds demand nothing.
        if bounds.low() > 0 || (bounds.high() as usize) < squares.len() {
            units.push(UnitSquares {
                unit,
                bounds,
                squares,
            });
        }
    }
    Ok(units)
}

fn is_in_unit(problem: &Problem, unit: Unit, square: Square) -> bool {
    match unit {
        Unit::Row(row) => square.row == row,
        Unit::Column(column) => square.column == column,
        Unit::Region(region) => problem.region(square) == Some(region),
        Unit::Total => true,
    }
}
