//! Colourings of a plain n x n board for even n with n colours in families: a class, its reflections in both middle lines, and its
//! half-turn image are four classes (Vasquez 2004). If n is not a multiple of four, the last two classes are a class that the half
//! turn leaves unchanged and its reflection. Of each four squares that the symmetries exchange one is chosen, which makes
//! the formula small enough for the SAT solver.

use super::Colors;
use super::clauses::{limited, solved};
use super::graph::AttackGraph;
use crate::engines::sat::ClauseSolver;
use control::{Meter, Stop};
use queens_model::clauses::Literal;

/// Largest side of a board that is tried.
const MAX_SIDE: usize = 32;

/// Number of conflicts after which the search gives up: 16 x 16 needs some thousands.
const MAX_CONFLICTS: u64 = 30_000;

/// Returns a colouring in families, if `colors` is the side of a plain board and one is found soon.
///
/// # Errors
/// A limit.
pub(super) fn colored(
    graph: &AttackGraph,
    colors: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Colors>, Stop> {
    if graph.plain != Some((colors, colors)) || colors % 2 == 1 || !(4..=MAX_SIDE).contains(&colors) {
        return Ok(None);
    }
    let side = colors;
    let mut solver = limited(meter, Some(MAX_CONFLICTS));
    let families: Vec<Family> = (0..side.div_ceil(4)).map(|_| Family::new(side, &mut solver)).collect();
    let is_half = |family: usize| side % 4 == 2 && family + 1 == families.len();
    for (number, family) in families.iter().enumerate() {
        family.add_lines(graph, &mut solver);
        if is_half(number) {
            (0..side * side)
                .for_each(|square| solver.add([-family.at(square), family.at(image(side, square, 3))]));
        }
    }
    for square in (0..side / 2).flat_map(|row| (0..side / 2).map(move |column| row * side + column)) {
        let mut covers = Vec::new();
        for (number, family) in families.iter().enumerate() {
            let images = if is_half(number) { 2 } else { 4 };
            covers.extend((0..images).map(|symmetry| family.at(image(side, square, symmetry))));
        }
        solver.add(covers.iter().copied());
        solver.at_most_one(&covers);
    }
    match solved(&mut solver, meter) {
        Ok(true) => {}
        Ok(false) => return Ok(None),
        // Its own limit ends this attempt only.
        Err(_) => return meter.tick().map(|()| None),
    }
    let mut colors = vec![0; side * side];
    for (number, family) in families.iter().enumerate() {
        let images = if is_half(number) { 2 } else { 4 };
        for square in (0..side * side).filter(|&square| solver.is_true(family.at(square))) {
            for symmetry in 0..images {
                colors[image(side, square, symmetry)] = (4 * number + symmetry) as u16;
            }
        }
    }
    Ok(Some(colors))
}

/// Returns the image of a square: itself, reflected left and right, reflected up and down, both.
fn image(side: usize, square: usize, symmetry: usize) -> usize {
    let (row, column) = (square / side, square % side);
    let row = if symmetry & 2 == 0 { row } else { side - 1 - row };
    let column = if symmetry & 1 == 0 { column } else { side - 1 - column };
    row * side + column
}

/// The first class of a family: a variable for each square.
struct Family(Vec<Literal>);

impl Family {
    fn new(side: usize, solver: &mut ClauseSolver) -> Self {
        Family((0..side * side).map(|_| solver.variable()).collect())
    }

    fn at(&self, square: usize) -> Literal {
        self.0[square]
    }

    /// Adds the clauses of a solution: one queen in each line as long as the side, at most one in the others.
    fn add_lines(&self, graph: &AttackGraph, solver: &mut ClauseSolver) {
        let Some((side, _)) = graph.plain else { return };
        for line in &graph.board.lines {
            let literals: Vec<Literal> = line.iter().map(|&square| self.at(square)).collect();
            solver.at_most_one(&literals);
            let is_diagonal = line.len() > 1 && line[1] - line[0] != 1 && line[1] - line[0] != side;
            if line.len() == side && !is_diagonal {
                solver.add(literals);
            }
        }
    }
}
