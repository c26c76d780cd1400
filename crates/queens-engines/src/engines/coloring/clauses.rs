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
    let mut solver = limited_solver(meter);
    // For each square, a variable for each colour.
    let variables: Vec<Vec<Literal>> = (0..squares)
        .map(|_| (0..colors).map(|_| solver.variable()).collect())
        .collect();
    for of_square in &variables {
        meter.tick()?;
        solver.add(of_square.iter().copied());
    }
    for line in &graph.board.lines {
        meter.tick()?;
        for color in 0..colors {
            let of_line = line.iter().map(|&square| &variables[square]);
            let literals: Vec<Literal> =
                of_line.map(|of_square| of_square[color]).collect();
            solver.at_most_one(&literals);
        }
    }
    // The squares of a clique differ in colour, and colours are exchangeable.
    for (color, &square) in graph.clique.iter().enumerate() {
        solver.add([variables[square][color]]);
    }
    if !run_solver(&mut solver, meter)? {
        return Ok(None);
    }
    let colors = variables.iter().map(|of_square| {
        let color = of_square
            .iter()
            .position(|&variable| solver.is_true(variable));
        color.map(|color| color as u16)
    });
    Ok(colors.collect())
}

/// Creates a solver within the limits of `meter`.
fn limited_solver(meter: &Meter<'_>) -> ClauseSolver {
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
fn run_solver(solver: &mut ClauseSolver, meter: &mut Meter<'_>) -> Result<bool, Stop> {
    let found = solver.solve();
    let statistics = solver.statistics();
    meter.absorb(&Statistics {
        expanded: statistics.checks,
        ..statistics
    });
    found
}
