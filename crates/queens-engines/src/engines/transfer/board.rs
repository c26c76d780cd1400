//! The board as a graph: squares, or orbits of squares, in connected components.

use super::component::{BoardComponent, MAX_COMPONENT_SQUARES};
use super::order::{self, SquareOrder};
use super::{COUNT_OVERFLOW, ID, add_count};
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::instance::Instance;
use queens_model::problem::{Bounds, Problem, SquareKind};
use queens_model::rays::struck;
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};

/// A total that no board can meet.
const IMPOSSIBLE_TOTAL: Bounds = Bounds::exactly(u32::MAX);

/// The open squares in components, and the demand on the whole board besides the givens.
pub(super) struct TransferBoard {
    orbits: SquareOrbits,
    /// The orbits of each component.
    components: Vec<SquareOrder>,
    /// Range of the number of pieces to add to the givens; `None` without a demand.
    total: Option<(usize, usize)>,
}

impl TransferBoard {
    /// Returns the board of `problem` for sets that `symmetries` fix.
    pub(super) fn from_problem(
        problem: &Problem,
        symmetries: &[Symmetry],
        limits: &Limits,
    ) -> Result<Self, NoAnswer> {
        let total = bounds_on_total(problem)?;
        let form = Constraints::within(problem, limits)
            .map_err(|error| NoAnswer::from(error).by(ID))??;
        let meter = &mut Meter::new(limits);
        if symmetries != [Symmetry::Identity] {
            let group = form.group(limits)?;
            let is_known =
                |symmetry| group.iter().any(|known| known.symmetry == symmetry);
            if let Some(&other) = symmetries.iter().find(|&&symmetry| !is_known(symmetry))
            {
                let reason = format!(
                    "a {other} does not leave the rules and the board as they are: ask for another symmetry"
                );
                return Err(Unsupported::new(ID, Parameter::Symmetry, reason).into());
            }
        }
        // Squares that nothing connects are counted apart and multiplied: the states of a
        // whole board would multiply instead.
        let orbits = SquareOrbits::from_problem(problem, &form, symmetries, meter)?;
        let mut rest = FixedBitSet::with_capacity(orbits.squares.len());
        rest.insert_range(..);
        let mut components = Vec::new();
        while let Some(first) = rest.minimum() {
            let component = take_component(first, &orbits.clashes, &mut rest);
            check_component(component.len())?;
            components.push(order::order_squares(
                &component,
                &orbits.squares,
                &orbits.clashes,
                meter,
            )?);
        }
        let (given, most) = (form.givens().len(), orbits.pieces.iter().sum());
        let total = (total != Bounds::ANY).then(|| {
            let high = (total.high() as usize).saturating_sub(given).min(most);
            ((total.low() as usize).saturating_sub(given), high)
        });
        Ok(TransferBoard {
            orbits,
            components,
            total,
        })
    }

    /// Counts the sets, with states of at most `memory` bytes; `limits` are those of
    /// `meter`.
    pub(super) fn count_solutions(
        &self,
        memory: u64,
        limits: &Limits,
        meter: &mut Meter<'_>,
    ) -> Result<u128, Stop> {
        let (least, most) = self.total.unwrap_or((0, 0));
        let all: usize = self
            .components
            .iter()
            .map(|component| self.count_squares(component))
            .sum();
        // By number of pieces; all at index 0 if the number does not matter.
        let mut counts = vec![1u128];
        for component in &self.components {
            // The other components take at most as many pieces as they have squares.
            let least = least.saturating_sub(all - self.count_squares(component));
            let of_component = self
                .build_component(component, least, most, limits)?
                .count_sets(memory, limits, meter)?;
            counts = multiply_counts(&counts, &of_component, most, meter)?;
        }
        let mut sum = 0;
        for &count in counts.iter().skip(least) {
            add_count(&mut sum, count)?;
        }
        Ok(sum)
    }

    /// Returns the number of squares in the orbits of a component.
    fn count_squares(&self, component: &SquareOrder) -> usize {
        let orbits = component.squares.iter();
        orbits.map(|&orbit| self.orbits.pieces[orbit]).sum()
    }

    fn build_component(
        &self,
        component: &SquareOrder,
        least: usize,
        most: usize,
        limits: &Limits,
    ) -> Result<BoardComponent, Stop> {
        let squares = &component.squares;
        let mut meter = Meter::new(limits);
        let mut closes = Vec::with_capacity(squares.len());
        for (at, &square) in squares.iter().enumerate() {
            meter.tick()?;
            let clashes = &self.orbits.clashes[square];
            let mut closed = FixedBitSet::with_capacity(squares.len());
            for (other, &later) in squares.iter().enumerate().skip(at + 1) {
                closed.set(other, clashes.contains(later));
            }
            closes.push(closed);
        }
        // Without a demand, states that differ in their number of pieces alone are one.
        let pieces = match self.total {
            Some(_) => squares
                .iter()
                .map(|&orbit| self.orbits.pieces[orbit])
                .collect(),
            None => vec![0; squares.len()],
        };
        Ok(BoardComponent::new(
            closes,
            pieces,
            least,
            most,
            component.classes,
        ))
    }
}

/// Multiplies two lists of counts by number of pieces, up to `most` pieces.
fn multiply_counts(
    left: &[u128],
    right: &[u128],
    most: usize,
    meter: &mut Meter<'_>,
) -> Result<Vec<u128>, Stop> {
    let mut product = vec![0u128; (left.len() + right.len() - 1).min(most + 1)];
    for (a, &some) in left.iter().enumerate() {
        meter.tick()?;
        let fitting = (most + 1).saturating_sub(a);
        for (b, &others) in right.iter().enumerate().take(fitting) {
            let sets = some.checked_mul(others).ok_or(COUNT_OVERFLOW)?;
            add_count(&mut product[a + b], sets)?;
        }
    }
    Ok(product)
}

/// Checks that the demands of `problem` can be met square by square and that its
/// components are small enough. Works on the board without givens, which may leave
/// smaller components.
pub(super) fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    bounds_on_total(problem)?;
    Instance::check_size(problem).map_err(|error| Unsupported::from(error).by(ID))?;
    component_sizes(problem)
        .into_iter()
        .try_for_each(check_component)
}

/// Checks the number of squares of a component.
fn check_component(squares: usize) -> Result<(), Unsupported> {
    if squares <= MAX_COMPONENT_SQUARES {
        return Ok(());
    }
    let reason = format!(
        "{squares} squares that attacks join are too many to count square by square: at most {MAX_COMPONENT_SQUARES}"
    );
    Err(Unsupported::new(ID, Parameter::Size, reason))
}

/// Returns the numbers of free squares of the components, or one upper bound if the board
/// has few free squares.
fn component_sizes(problem: &Problem) -> Vec<usize> {
    let free_squares: Vec<Square> = problem
        .every_square()
        .filter(|&square| problem.kind(square) == SquareKind::Free)
        .collect();
    // No component can be too large, so the search for them is saved.
    if free_squares.len() <= MAX_COMPONENT_SQUARES {
        return vec![free_squares.len()];
    }
    let units = problem.units();
    let lines = [
        (units.row, Square::new(0, 1)),
        (units.column, Square::new(1, 0)),
    ];
    let lines = lines.into_iter().filter(|(bounds, _)| bounds.high() == 1);
    let joins: Vec<Square> = lines.map(|(_, step)| step).collect();
    // Each square points to another one of its component; the first points to itself.
    let mut parent: Vec<usize> = (0..problem.every_square().count()).collect();
    for square in problem.every_square() {
        let place = place_on_board(problem, square);
        for &ray in problem.piece().rays() {
            // Farther targets are reached step by step.
            if let Some(next) = struck(problem, square, ray).next() {
                join_components(&mut parent, place, place_on_board(problem, next));
            }
        }
        for step in &joins {
            let next = Square::new(square.row + step.row, square.column + step.column);
            if problem.contains(next) {
                join_components(&mut parent, place, place_on_board(problem, next));
            }
        }
    }
    let mut sizes = vec![0; parent.len()];
    for square in free_squares {
        sizes[find_root(&mut parent, place_on_board(problem, square))] += 1;
    }
    sizes
}

/// Returns the place of a square, row by row.
fn place_on_board(problem: &Problem, square: Square) -> usize {
    square.row as usize * problem.columns() as usize + square.column as usize
}

fn join_components(parent: &mut [usize], one: usize, other: usize) {
    let [one, other] = [one, other].map(|place| find_root(parent, place));
    parent[one.max(other)] = one.min(other);
}

/// Returns the first square of a component, from a place of it, and shortens the path
/// (union-find: Galler and Fischer 1964).
fn find_root(parent: &mut [usize], mut place: usize) -> usize {
    while parent[place] != place {
        parent[place] = parent[parent[place]];
        place = parent[place];
    }
    place
}

/// Returns the number of pieces that the board takes, including the demands of its lines.
fn bounds_on_total(problem: &Problem) -> Result<Bounds, Unsupported> {
    let demands = problem.units();
    let mut total = demands.total;
    for (parameter, bounds, lines) in [
        (Parameter::Rows, demands.row, problem.rows()),
        (Parameter::Columns, demands.column, problem.columns()),
        (Parameter::Regions, demands.region, problem.region_count()),
    ] {
        match (bounds.low(), bounds.high()) {
            (0, 0 | 1) => {}
            // At most one in each line, and as many as there are lines.
            (1, 1) => {
                total = total
                    .and(Bounds::exactly(lines))
                    .unwrap_or(IMPOSSIBLE_TOTAL);
            }
            _ if bounds == Bounds::ANY => {}
            _ => {
                let reason = format!(
                    "square by square a line takes one, at most one, or any number, not {bounds}"
                );
                return Err(Unsupported::new(ID, parameter, reason));
            }
        }
    }
    Ok(total)
}

/// The orbits of open squares that can have pieces on all of their squares; single
/// squares without a symmetry.
struct SquareOrbits {
    /// The first square of each orbit.
    squares: Vec<Square>,
    /// The size of each orbit.
    pieces: Vec<usize>,
    clashes: Vec<FixedBitSet>,
}

impl SquareOrbits {
    fn from_problem(
        problem: &Problem,
        form: &Constraints,
        symmetries: &[Symmetry],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let clashes = form.clashes();
        let orbits = list_full_orbits(problem, form, symmetries, &clashes);
        let mut orbit_of = vec![None; form.squares().len()];
        for (number, orbit) in orbits.iter().enumerate() {
            for &square in orbit {
                orbit_of[square] = Some(number);
            }
        }
        let mut orbit_clashes = Vec::with_capacity(orbits.len());
        for (number, orbit) in orbits.iter().enumerate() {
            meter.tick()?;
            let mut clashing = FixedBitSet::with_capacity(orbits.len());
            for other in orbit.iter().flat_map(|&square| clashes[square].ones()) {
                clashing.extend(orbit_of[other].filter(|&other| other != number));
            }
            orbit_clashes.push(clashing);
        }
        Ok(SquareOrbits {
            squares: orbits
                .iter()
                .map(|orbit| form.squares()[orbit[0]])
                .collect(),
            pieces: orbits.iter().map(Vec::len).collect(),
            clashes: orbit_clashes,
        })
    }
}

/// Lists the orbits that can have pieces on all of their squares.
fn list_full_orbits(
    problem: &Problem,
    form: &Constraints,
    symmetries: &[Symmetry],
    clashes: &[FixedBitSet],
) -> Vec<Vec<usize>> {
    let open = open_squares(form, clashes);
    let mut seen = FixedBitSet::with_capacity(form.squares().len());
    let mut orbits: Vec<Vec<usize>> = Vec::new();
    for first in open.ones() {
        if seen.put(first) {
            continue;
        }
        let mut orbit = vec![first];
        let mut at = 0;
        // The orbit grows while it is read: all images of its first `at` squares are in
        // it.
        while let Some(&square) = orbit.get(at) {
            let square = form.squares()[square];
            for symmetry in symmetries {
                let image = symmetry.apply(square, problem.rows(), problem.columns());
                let image = form.number(image);
                orbit.extend(image.filter(|&image| !seen.put(image)));
            }
            at += 1;
        }
        // An orbit has pieces on all its squares or on none.
        let can_be_full = orbit.iter().all(|&square| {
            open.contains(square)
                && orbit.iter().all(|&other| !clashes[square].contains(other))
        });
        if can_be_full {
            orbits.push(orbit);
        }
    }
    orbits
}

/// Returns the squares that can take a piece besides the givens.
fn open_squares(form: &Constraints, clashes: &[FixedBitSet]) -> FixedBitSet {
    let mut open = FixedBitSet::with_capacity(form.squares().len());
    open.insert_range(..);
    for &given in form.givens() {
        open.difference_with(&clashes[given]);
        open.remove(given);
    }
    for unit in form.units().iter().filter(|unit| unit.bounds.high() == 0) {
        unit.squares.iter().for_each(|&square| open.remove(square));
    }
    open
}

/// Removes from `open` the component of `first`, and returns it in order.
fn take_component(
    first: usize,
    clashes: &[FixedBitSet],
    open: &mut FixedBitSet,
) -> Vec<usize> {
    let mut component = vec![first];
    open.remove(first);
    let mut at = 0;
    while let Some(&square) = component.get(at) {
        component.extend(clashes[square].intersection(open));
        open.difference_with(&clashes[square]);
        at += 1;
    }
    component.sort_unstable();
    component
}
