//! Colourings of a plain n x n board with n colours in families: a class and its images
//! under some symmetries of the board (Vasquez 2004). Each class is a solution for n
//! queens.
//!
//! Squares that the symmetries exchange are an orbit. A class has at most one queen in
//! each orbit, so that its images are disjoint, and its family covers the orbits of its
//! queens. A colouring is an exact cover of the orbits by families. All solutions are too
//! many from 16 x 16 on: the first families are drawn at random, and the solutions on the
//! orbits that are left are few.
//!
//! Every class has a queen on each of the two long diagonals: they have n squares each,
//! and a class has at most one queen on each. A class that the half turn leaves unchanged
//! has none there but in the centre. That is why no colouring of a side of 4k + 2
//! consists of families of four: the two classes that are left would be such classes.

use super::Colors;
use super::cover::cover;
use super::graph::AttackGraph;
use control::{Meter, Stop};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

/// Symmetries, as bits: 1 reflects left and right, 2 up and down, and 3, both, is the
/// half turn.
type Symmetry = usize;

const HALF_TURN: Symmetry = 3;

/// Number of draws of the first families after which the search gives up.
const MAX_DRAWS: usize = 60;

/// Number of nodes after which a random class is begun anew.
const NODES_PER_CLASS: usize = 4_000;

/// Number of random classes that are begun before the families drawn so far are dropped.
const CLASSES_PER_DRAW: usize = 200;

/// The grouping of the classes of a board.
struct FamilyPlan {
    side: usize,
    /// The symmetries that take a class to the classes of its family, the identity first.
    images: &'static [Symmetry],
    /// True if the first family is a single class, which the half turn leaves unchanged.
    has_fixed: bool,
    /// Number of families that are drawn at random.
    drawn: usize,
}

impl FamilyPlan {
    /// Returns the plan for a board of `side` x `side`, if it is one of those that are
    /// known to have such a colouring.
    fn for_side(side: usize) -> Option<Self> {
        const REFLECTIONS: &[Symmetry] = &[0, 1, 2, HALF_TURN];
        let (images, drawn): (&[_], _) = match side {
            14 => (&[0, 1], 0),
            15 => (&[0, HALF_TURN], 0),
            12 | 16 | 20 => (REFLECTIONS, side / REFLECTIONS.len() - LISTED_FAMILIES),
            _ => return None,
        };
        Some(FamilyPlan {
            side,
            images,
            has_fixed: side % 2 == 1,
            drawn,
        })
    }

    /// Returns the number of the orbit of each square, and the number of orbits.
    fn number_orbits(&self) -> (Vec<usize>, usize) {
        let mut orbits = vec![usize::MAX; self.side * self.side];
        let mut count = 0;
        for square in 0..orbits.len() {
            if orbits[square] == usize::MAX {
                self.images.iter().for_each(|&symmetry| {
                    orbits[image_of_square(self.side, square, symmetry)] = count;
                });
                count += 1;
            }
        }
        (orbits, count)
    }
}

/// Number of families of four that are found by exact cover.
const LISTED_FAMILIES: usize = 3;

/// Returns a colouring in families, if `colors` is the side of a plain board and one is
/// found soon.
///
/// # Errors
/// A limit.
pub(super) fn colored(
    graph: &AttackGraph,
    colors: usize,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Colors>, Stop> {
    let plan =
        FamilyPlan::for_side(colors).filter(|_| graph.plain == Some((colors, colors)));
    let Some(plan) = plan else { return Ok(None) };
    for _ in 0..MAX_DRAWS {
        if let Some(families) = draw_families(&plan, random, meter)? {
            return Ok(Some(paint_families(&plan, &families)));
        }
    }
    Ok(None)
}

/// Returns the colours of the squares, from the first class of each family; the fixed one
/// is the first of all.
fn paint_families(plan: &FamilyPlan, families: &[Vec<usize>]) -> Colors {
    let mut colors = vec![0; plan.side * plan.side];
    let mut color = 0;
    for (number, queens) in families.iter().enumerate() {
        let images = if number == 0 && plan.has_fixed {
            &[0]
        } else {
            plan.images
        };
        for &symmetry in images {
            for (row, column) in queens.iter().enumerate() {
                colors[image_of_square(plan.side, row * plan.side + column, symmetry)] =
                    color;
            }
            color += 1;
        }
    }
    colors
}

/// Returns the first class of each family of a colouring, as the columns of its queens;
/// `None` if the families that were drawn at random cannot be completed.
fn draw_families(
    plan: &FamilyPlan,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Vec<usize>>>, Stop> {
    let Some((mut families, mut classes)) = draw_first_families(plan, random, meter)?
    else {
        return Ok(None);
    };
    let numbers = number_open_squares(plan, &classes);
    let left = numbers.iter().flatten().max().map_or(0, |last| last + 1);
    debug_assert!(left <= u128::BITS as usize, "{left} orbits");
    let mut sets: Vec<u128> = Vec::new();
    // Of each class only the numbers of its orbits are kept, a word each.
    classes.visit_classes(
        plan.images,
        &mut lowest_member,
        meter,
        &mut |queens, meter| {
            sets.push(set_of_orbits(plan, queens, &numbers));
            if sets.len().is_power_of_two() {
                // The cover holds the sets that are left at each of its levels, fewer and
                // fewer.
                meter.memory((4 * sets.len() * size_of::<u128>()) as u64)?;
            }
            Ok(false)
        },
    )?;
    sets.shuffle(random);
    let mut chosen = Vec::new();
    if !cover(left, 0, &sets, &mut chosen, meter)? {
        return Ok(None);
    }
    // The sets do not keep the queens: each chosen one is searched again, on its squares.
    for set in chosen {
        classes.open_where(|square| {
            numbers[square].is_some_and(|number| set >> number & 1 == 1)
        });
        classes.visit_classes(
            plan.images,
            &mut lowest_member,
            meter,
            &mut |queens, _| {
                families.push(queens.to_vec());
                Ok(true)
            },
        )?;
    }
    Ok(Some(families))
}

/// The first class of each family, and the search for classes on the squares that are
/// left.
type FirstFamilies = (Vec<Vec<usize>>, ClassSearch);

/// Draws the families that are drawn at random. Returns the first class of each, and the
/// search for classes on the squares that are left; `None` if there is none.
fn draw_first_families(
    plan: &FamilyPlan,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Result<Option<FirstFamilies>, Stop> {
    let mut families = Vec::new();
    if plan.has_fixed {
        let classes = ClassSearch::new(plan.side, Opposite::Also);
        let Some(queens) = classes.draw_class(random, meter)? else {
            return Ok(None);
        };
        families.push(queens);
    }
    let opposite = if plan.images.contains(&HALF_TURN) {
        Opposite::Never
    } else {
        Opposite::Any
    };
    let mut classes = ClassSearch::new(plan.side, opposite);
    for _ in 0..plan.drawn {
        classes.close_covered(plan, &families);
        let Some(queens) = classes.draw_class(random, meter)? else {
            return Ok(None);
        };
        families.push(queens);
    }
    classes.close_covered(plan, &families);
    Ok(Some((families, classes)))
}

/// Numbers the orbits with an open square; returns for each square the number of its
/// orbit, if it has one.
fn number_open_squares(plan: &FamilyPlan, classes: &ClassSearch) -> Vec<Option<usize>> {
    let (orbits, count) = plan.number_orbits();
    let mut numbers = vec![None; count];
    let mut next = 0;
    for (square, &orbit) in orbits.iter().enumerate() {
        if classes.is_open(square) && numbers[orbit].is_none() {
            numbers[orbit] = Some(next);
            next += 1;
        }
    }
    orbits.iter().map(|&orbit| numbers[orbit]).collect()
}

/// Returns the numbers of the orbits of a class, a bit for each.
fn set_of_orbits(plan: &FamilyPlan, queens: &[usize], numbers: &[Option<usize>]) -> u128 {
    let mut set = 0;
    for (row, column) in queens.iter().enumerate() {
        if let Some(number) = numbers[row * plan.side + column] {
            set |= 1 << number;
        }
    }
    set
}

/// Returns the image of a square.
fn image_of_square(side: usize, square: usize, symmetry: Symmetry) -> usize {
    let (row, column) = (square / side, square % side);
    let row = if symmetry & 2 == 0 {
        row
    } else {
        side - 1 - row
    };
    let column = if symmetry & 1 == 0 {
        column
    } else {
        side - 1 - column
    };
    row * side + column
}

/// The rule about queens on opposite squares, which the half turn exchanges.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opposite {
    Any,
    /// A queen on no square opposite to another one, nor in the centre.
    Never,
    /// A queen on every square opposite to another one.
    Also,
}

/// The search for solutions on some of the squares. It takes the rows from the middle
/// outwards, each after the opposite one.
struct ClassSearch {
    side: usize,
    /// The rows in the order of the search.
    order: Vec<usize>,
    /// The open columns of each row.
    open: Vec<u32>,
    opposite: Opposite,
}

/// A row that has no queen yet.
const NO_QUEEN: usize = usize::MAX;

/// Columns, sums of row and column, and differences that queens attack.
type Lines = [u64; 3];

impl ClassSearch {
    /// A search on all squares.
    fn new(side: usize, opposite: Opposite) -> Self {
        let last = side - 1;
        let pairs = (0..side / 2).rev().flat_map(|row| [row, last - row]);
        let order = (side % 2 == 1)
            .then_some(side / 2)
            .into_iter()
            .chain(pairs)
            .collect();
        ClassSearch {
            side,
            order,
            open: vec![(1 << side) - 1; side],
            opposite,
        }
    }

    fn is_open(&self, square: usize) -> bool {
        self.open[square / self.side] >> (square % self.side) & 1 == 1
    }

    /// Opens the squares for which `is_open` holds, and no others.
    fn open_where(&mut self, is_open: impl Fn(usize) -> bool) {
        let side = self.side;
        for (row, open) in self.open.iter_mut().enumerate() {
            *open = (0..side)
                .filter(|column| is_open(row * side + column))
                .fold(0, |open, column| open | 1 << column);
        }
    }

    /// Opens the squares that `families` do not cover.
    fn close_covered(&mut self, plan: &FamilyPlan, families: &[Vec<usize>]) {
        let colors = paint_families(plan, families);
        let first = families.first();
        self.open_where(|square| {
            let (row, column) = (square / plan.side, square % plan.side);
            colors[square] == 0 && first.is_none_or(|queens| queens[row] != column)
        });
    }

    /// Returns the columns that are free in `row`.
    fn free_columns(
        &self,
        row: usize,
        queens: &[usize],
        [columns, sums, differences]: Lines,
    ) -> u32 {
        let last = self.side - 1;
        let attacked = columns | sums >> row | differences >> (last - row);
        let free = self.open[row] & !(attacked as u32);
        let opposite = if 2 * row == last {
            row
        } else {
            queens[last - row]
        };
        if opposite == NO_QUEEN {
            return free;
        }
        let opposite = 1 << (last - opposite);
        match self.opposite {
            Opposite::Any => free,
            Opposite::Never => free & !opposite,
            Opposite::Also => free & opposite,
        }
    }

    /// Calls `found` for one solution of each family under `images`, until it returns
    /// true. `choose` returns the column that is tried next of those that are free, or
    /// none to go back. Returns true if `found` did.
    fn visit_classes(
        &self,
        images: &[Symmetry],
        choose: &mut impl FnMut(u32) -> Option<usize>,
        meter: &mut Meter<'_>,
        found: &mut impl FnMut(&[usize], &mut Meter<'_>) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        self.visit_from(
            0,
            &mut vec![NO_QUEEN; self.side],
            [0; 3],
            images,
            choose,
            meter,
            found,
        )
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the position of the search, and what `visit_classes` passes on"
    )]
    fn visit_from(
        &self,
        depth: usize,
        queens: &mut [usize],
        lines: Lines,
        images: &[Symmetry],
        choose: &mut impl FnMut(u32) -> Option<usize>,
        meter: &mut Meter<'_>,
        found: &mut impl FnMut(&[usize], &mut Meter<'_>) -> Result<bool, Stop>,
    ) -> Result<bool, Stop> {
        // Once the rows that the symmetries exchange first have their queens.
        if depth == 2 - self.side % 2 && !self.is_first(queens, images) {
            return Ok(false);
        }
        let Some(&row) = self.order.get(depth) else {
            let [_, sums, differences] = lines;
            let is_on_both = (sums & differences) >> (self.side - 1) & 1 == 1;
            return if is_on_both {
                found(queens, meter)
            } else {
                Ok(false)
            };
        };
        let mut free = self.free_columns(row, queens, lines);
        while free != 0 {
            let Some(column) = choose(free) else { break };
            meter.expand()?;
            free &= !(1 << column);
            queens[row] = column;
            let [columns, sums, differences] = lines;
            let lines = [
                columns | 1 << column,
                sums | 1 << (row + column),
                differences | 1 << (self.side - 1 - row + column),
            ];
            if self.visit_from(depth + 1, queens, lines, images, choose, meter, found)? {
                return Ok(true);
            }
        }
        queens[row] = NO_QUEEN;
        Ok(false)
    }

    /// True for one class of each family: no other has its queen in the first row of the
    /// search further to the left.
    fn is_first(&self, queens: &[usize], images: &[Symmetry]) -> bool {
        let (row, last) = (self.order[0], self.side - 1);
        images.iter().all(|symmetry| {
            let column = queens[if symmetry & 2 == 0 { row } else { last - row }];
            queens[row]
                <= if symmetry & 1 == 0 {
                    column
                } else {
                    last - column
                }
        })
    }

    /// Returns a random solution, or none if none is found soon.
    fn draw_class(
        &self,
        random: &mut ChaCha8Rng,
        meter: &mut Meter<'_>,
    ) -> Result<Option<Vec<usize>>, Stop> {
        let mut solution = None;
        for _ in 0..CLASSES_PER_DRAW {
            let mut budget = NODES_PER_CLASS;
            let mut choose = |mut free: u32| {
                budget = budget.checked_sub(1)?;
                for _ in 0..random.random_range(0..free.count_ones()) {
                    free &= free - 1;
                }
                lowest_member(free)
            };
            self.visit_classes(&[], &mut choose, meter, &mut |queens, _| {
                solution = Some(queens.to_vec());
                Ok(true)
            })?;
            if solution.is_some() {
                break;
            }
        }
        Ok(solution)
    }
}

/// Returns the lowest member of a set that is not empty.
fn lowest_member(set: u32) -> Option<usize> {
    Some(set.trailing_zeros() as usize)
}
