//! The board as a graph: its squares, or orbits of them, in parts that no attack joins.

use super::order::{self, Order};
use super::part::{MOST_SQUARES, Part};
use super::{ID, TOO_MANY, add};
use control::{Limits, Meter, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::{Constraints, struck};
use queens_model::problem::{Bounds, Problem, SquareKind};
use queens_model::square::Square;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};

/// More pieces than any board has squares.
const NONE: Bounds = Bounds::exactly(u32::MAX);

/// The open squares in parts, and what the whole board demands besides the givens.
pub(super) struct Board {
    orbits: Orbits,
    /// The orbits of each part.
    parts: Vec<Order>,
    /// How many pieces to add to the givens; `None` without a demand.
    total: Option<(usize, usize)>,
}

impl Board {
    /// The board of `problem` for sets that `symmetries` keep.
    pub(super) fn of(problem: &Problem, symmetries: &[Symmetry], limits: &Limits) -> Result<Self, NoAnswer> {
        let total = total(problem)?;
        let form = Constraints::within(problem, limits).map_err(|error| NoAnswer::from(error).by(ID))??;
        let meter = &mut Meter::new(limits);
        if symmetries != [Symmetry::Identity] {
            let known = form.symmetries_within(limits)?;
            if let Some(&other) = symmetries.iter().find(|symmetry| !known.contains(symmetry)) {
                let reason = format!(
                    "a {other} does not leave the rules and the board as they are: ask for another symmetry"
                );
                return Err(Unsupported::new(ID, Parameter::Symmetry, reason).into());
            }
        }
        let orbits = Orbits::of(problem, &form, symmetries, meter)?;
        let mut rest = FixedBitSet::with_capacity(orbits.squares.len());
        rest.insert_range(..);
        let mut parts = Vec::new();
        while let Some(first) = rest.minimum() {
            let part = joined(first, &orbits.clashes, &mut rest);
            check_part(part.len())?;
            parts.push(order::best(&part, &orbits.squares, &orbits.clashes, meter)?);
        }
        let (given, most) = (form.givens().len(), orbits.pieces.iter().sum());
        let total = (total != Bounds::ANY).then(|| {
            let high = (total.high() as usize).saturating_sub(given).min(most);
            ((total.low() as usize).saturating_sub(given), high)
        });
        Ok(Board { orbits, parts, total })
    }

    /// Counts with states of so many bytes at the most; `limits` are those of `meter`.
    pub(super) fn count(&self, memory: u64, limits: &Limits, meter: &mut Meter<'_>) -> Result<u128, Stop> {
        let (least, most) = self.total.unwrap_or((0, 0));
        let pieces = |part: &[usize]| part.iter().map(|&orbit| self.orbits.pieces[orbit]).sum::<usize>();
        let all: usize = self.parts.iter().map(|part| pieces(&part.squares)).sum();
        // By number of pieces; in the first place all, where numbers do not matter.
        let mut counts = vec![1u128];
        for part in &self.parts {
            // The other parts take as many as they have squares.
            let least = least.saturating_sub(all - pieces(&part.squares));
            let of_part = self.part(part, least, most, limits)?.count(memory, limits, meter)?;
            let mut product = vec![0u128; (counts.len() + of_part.len() - 1).min(most + 1)];
            for (a, &left) in counts.iter().enumerate() {
                meter.tick()?;
                for (b, &right) in of_part.iter().enumerate().take((most + 1).saturating_sub(a)) {
                    add(&mut product[a + b], left.checked_mul(right).ok_or(TOO_MANY)?)?;
                }
            }
            counts = product;
        }
        let mut sum = 0;
        counts.iter().skip(least).try_for_each(|&count| add(&mut sum, count))?;
        Ok(sum)
    }

    fn part(&self, part: &Order, least: usize, most: usize, limits: &Limits) -> Result<Part, Stop> {
        let squares = &part.squares;
        let mut meter = Meter::new(limits);
        let closed_by = |at: usize| {
            meter.tick()?;
            let mut closed = FixedBitSet::with_capacity(squares.len());
            let clashes = &self.orbits.clashes[squares[at]];
            closed.extend((at + 1..squares.len()).filter(|&other| clashes.contains(squares[other])));
            Ok(closed)
        };
        let counts = |&orbit: &usize| if self.total.is_some() { self.orbits.pieces[orbit] } else { 0 };
        let closes = (0..squares.len()).map(closed_by).collect::<Result<_, Stop>>()?;
        Ok(Part::new(closes, squares.iter().map(counts).collect(), least, most, part.classes))
    }
}

/// Whether the demands of `problem` can be met square by square, and its parts are small enough. Does not build the
/// relation of its squares: given pieces may leave less than it says.
pub(super) fn accepts(problem: &Problem) -> Result<(), Unsupported> {
    total(problem)?;
    Constraints::check_size(problem).map_err(|error| Unsupported::from(error).by(ID))?;
    parts(problem).into_iter().try_for_each(check_part)
}

/// Whether a part of so many squares can be counted.
fn check_part(squares: usize) -> Result<(), Unsupported> {
    if squares <= MOST_SQUARES {
        return Ok(());
    }
    let reason = format!(
        "{squares} squares that attacks join are too many to count square by square: at most {MOST_SQUARES}"
    );
    Err(Unsupported::new(ID, Parameter::Size, reason))
}

/// How many free squares the parts of the board have that no attack and no demand on a line joins, no more in none of
/// them where all free squares are few.
fn parts(problem: &Problem) -> Vec<usize> {
    let is_free = |square: &Square| problem.kind(*square) == SquareKind::Free;
    let free = problem.every_square().filter(is_free).count();
    if free <= MOST_SQUARES {
        return vec![free];
    }
    let units = problem.units();
    let lines = [(units.row, Square::new(0, 1)), (units.column, Square::new(1, 0))];
    let lines = lines.into_iter().filter(|(bounds, _)| bounds.high() == 1);
    let joins: Vec<Square> = lines.map(|(_, step)| step).collect();
    let place = |square: Square| square.row as usize * problem.columns() as usize + square.column as usize;
    // Each square names another one of its part; the first names itself.
    let mut named: Vec<usize> = (0..problem.every_square().count()).collect();
    let join = |named: &mut Vec<usize>, one: Square, other: Square| {
        let [one, other] = [one, other].map(|square| first_of(named, place(square)));
        named[one.max(other)] = one.min(other);
    };
    for square in problem.every_square() {
        for &ray in problem.piece().rays() {
            // What strikes farther goes on from there.
            if let Some(next) = struck(problem, square, ray).next() {
                join(&mut named, square, next);
            }
        }
        for step in &joins {
            let next = Square::new(square.row + step.row, square.column + step.column);
            if problem.contains(next) {
                join(&mut named, square, next);
            }
        }
    }
    let mut sizes = vec![0; named.len()];
    problem.every_square().filter(is_free).for_each(|square| sizes[first_of(&mut named, place(square))] += 1);
    sizes
}

/// The first square of a part, from a place of it on; shortens the way (union-find: Galler and Fischer 1964).
fn first_of(named: &mut [usize], mut place: usize) -> usize {
    while named[place] != place {
        named[place] = named[named[place]];
        place = named[place];
    }
    place
}

/// How many pieces the board takes, its lines included.
fn total(problem: &Problem) -> Result<Bounds, Unsupported> {
    let demands = problem.units();
    let mut total = demands.total;
    for (parameter, bounds, lines) in [
        (Parameter::Rows, demands.row, problem.rows()),
        (Parameter::Columns, demands.column, problem.columns()),
        (Parameter::Regions, demands.region, problem.region_count()),
    ] {
        match (bounds.low(), bounds.high()) {
            (0, 0 | 1) => {}
            // At most one in each, and as many as there are lines.
            (1, 1) => total = total.and(Bounds::exactly(lines)).unwrap_or(NONE),
            _ if bounds == Bounds::ANY => {}
            _ => {
                let reason =
                    format!("square by square a line takes one, at most one, or any number, not {bounds}");
                return Err(Unsupported::new(ID, parameter, reason));
            }
        }
    }
    Ok(total)
}

/// The orbits of open squares that can take pieces on all of their squares: single squares, where there is no
/// symmetry.
struct Orbits {
    /// The first square of each.
    squares: Vec<Square>,
    /// How many squares each has.
    pieces: Vec<usize>,
    clashes: Vec<FixedBitSet>,
}

impl Orbits {
    fn of(
        problem: &Problem,
        form: &Constraints,
        symmetries: &[Symmetry],
        meter: &mut Meter<'_>,
    ) -> Result<Self, Stop> {
        let clashes = form.clashes();
        let open = open(form, &clashes);
        let mut seen = FixedBitSet::with_capacity(form.squares().len());
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for first in open.ones() {
            if seen.put(first) {
                continue;
            }
            let mut orbit = vec![first];
            let mut at = 0;
            while let Some(&square) = orbit.get(at) {
                let square = form.squares()[square];
                let images = symmetries.iter().map(|s| s.apply(square, problem.rows(), problem.columns()));
                orbit.extend(images.filter_map(|image| form.number(image)).filter(|&image| !seen.put(image)));
                at += 1;
            }
            let is_apart = |&square: &usize| orbit.iter().all(|&other| !clashes[square].contains(other));
            if orbit.iter().all(|square| open.contains(*square) && is_apart(square)) {
                orbits.push(orbit);
            }
        }
        let mut orbit_of = vec![None; form.squares().len()];
        for (number, orbit) in orbits.iter().enumerate() {
            orbit.iter().for_each(|&square| orbit_of[square] = Some(number));
        }
        let clash = |(number, orbit): (usize, &Vec<usize>)| {
            meter.tick()?;
            let mut with = FixedBitSet::with_capacity(orbits.len());
            let others = orbit.iter().flat_map(|&square| clashes[square].ones());
            with.extend(others.filter_map(|other| orbit_of[other]).filter(|&other| other != number));
            Ok(with)
        };
        Ok(Orbits {
            squares: orbits.iter().map(|orbit| form.squares()[orbit[0]]).collect(),
            pieces: orbits.iter().map(Vec::len).collect(),
            clashes: orbits.iter().enumerate().map(clash).collect::<Result<_, Stop>>()?,
        })
    }
}

/// The squares that can take a piece beside the givens.
fn open(form: &Constraints, clashes: &[FixedBitSet]) -> FixedBitSet {
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

/// Takes out of `open` what attacks join to `first`, in order.
fn joined(first: usize, clashes: &[FixedBitSet], open: &mut FixedBitSet) -> Vec<usize> {
    let mut part = vec![first];
    open.remove(first);
    let mut at = 0;
    while let Some(&square) = part.get(at) {
        part.extend(clashes[square].intersection(open));
        open.difference_with(&clashes[square]);
        at += 1;
    }
    part.sort_unstable();
    part
}
