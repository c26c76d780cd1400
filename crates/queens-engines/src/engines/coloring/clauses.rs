//! Colourings as clauses for the SAT solver.

use super::Colors;
use super::graph::AttackGraph;
use crate::engines::sat::ClauseSolver;
use control::{Meter, Statistics, Stop};
use queens_model::clauses::Literal;

/// Finds a colouring with `colors` colours, or proves that there is none. The squares of
/// a clique have the first colours.
///
/// # Errors
/// A limit.
pub(super) fn colored(
    graph: &AttackGraph,
    colors: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Colors>, Stop> {
    let squares = graph.squares();
    meter.memory((squares * colors * 64) as u64)?;
    let mut solver = limited(meter);
    let variables: Vec<Literal> =
        (0..squares * colors).map(|_| solver.variable()).collect();
    let at = |square: usize, color: usize| variables[square * colors + color];
    for square in 0..squares {
        meter.tick()?;
        solver.add((0..colors).map(|color| at(square, color)));
    }
    for line in &graph.board.lines {
        meter.tick()?;
        for color in 0..colors {
            let literals: Vec<Literal> =
                line.iter().map(|&square| at(square, color)).collect();
            solver.at_most_one(&literals);
        }
    }
    graph
        .clique
        .iter()
        .enumerate()
        .for_each(|(color, &square)| solver.add([at(square, color)]));
    if !solved(&mut solver, meter)? {
        return Ok(None);
    }
    let color = |square| (0..colors).position(|color| solver.is_true(at(square, color)));
    Ok((0..squares)
        .map(|square| color(square).map(|color| color as u16))
        .collect())
}

/// Creates a solver within the limits of `meter`.
fn limited(meter: &Meter<'_>) -> ClauseSolver {
    let mut limits = meter.limits().clone();
    limits.nodes = limits
        .nodes
        .map(|nodes| nodes.saturating_sub(meter.statistics().expanded));
    ClauseSolver::new(limits, 0, None)
}

/// Runs the solver; each conflict counts as a node.
///
/// # Errors
/// A limit of the solver.
fn solved(solver: &mut ClauseSolver, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    let found = solver.solve();
    let statistics = solver.statistics();
    meter.absorb(&Statistics {
        expanded: statistics.checks,
        ..statistics
    });
    found
}
