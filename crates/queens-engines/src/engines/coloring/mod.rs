//! Colourings of all squares so that pieces on squares of one colour do not attack each
//! other.
//!
//! ```text
//! lower bound: the largest set of squares found in which every two attack each other          (graph)
//! colouring: column plus twice the row, modulo a number without the factors 2 and 3           (pattern)
//! if it has more colours than the bound: families of symmetric classes                        (families)
//! while it still has more: a tabu search for one with a colour less                           (tabu),
//!     or on small boards an exact cover by solutions of n queens, which also proves            (cover)
//! for each number of colours from the bound on: prove that there is no colouring, or find it  (cover, clauses)
//! ```
//!
//! See `docs/design/coloring.md`.

mod clauses;
mod cover;
mod engine;
mod families;
mod graph;
mod tabu;

pub(crate) use engine::SquareColoring;

use control::{Meter, Step, Stop};
use graph::AttackGraph;
use rand::rngs::ChaCha8Rng;

/// Id of the engine.
const ID: &str = "coloring";

/// Largest number of squares of a board that is coloured.
const MAX_SQUARES: usize = 4_096;

/// Largest number of squares of a board for which the SAT solver proves that there is no
/// colouring.
const MAX_PROVED_SQUARES: usize = 100;

/// The colour of each square, from 0.
type Colors = Vec<u16>;

/// Best colouring that was found.
struct BestColoring {
    /// The colours of the squares; `None` if there is no colouring with the wanted
    /// number, or none was found.
    colors: Option<Colors>,
    /// Smallest number of colours that is not known to be impossible.
    bound: usize,
    /// True if the bound is that of a set of squares of which every two attack each
    /// other.
    is_clique_bound: bool,
    /// `Ok` if the question is decided, else the reason to stop.
    step: Step,
}

/// Finds a colouring with at most `wanted` colours, or with as few as possible.
fn best_coloring(
    graph: &AttackGraph,
    wanted: Option<usize>,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> BestColoring {
    let clique = graph.clique.len();
    let mut best = BestColoring {
        colors: None,
        bound: clique,
        is_clique_bound: true,
        step: Ok(()),
    };
    best.step = match wanted {
        Some(wanted) => decide_colorable(graph, wanted, &mut best, random, meter),
        None => minimize_colors(graph, &mut best, random, meter),
    };
    best.colors.iter_mut().for_each(renumber_colors);
    best
}

/// Numbers the colours in the order of their first squares, without gaps.
fn renumber_colors(colors: &mut Colors) {
    let mut order: Vec<u16> = Vec::new();
    for color in colors {
        let number = order
            .iter()
            .position(|known| known == color)
            .unwrap_or_else(|| {
                order.push(*color);
                order.len() - 1
            });
        *color = number as u16;
    }
}

/// Decides whether there is a colouring with at most `wanted` colours.
fn decide_colorable(
    graph: &AttackGraph,
    wanted: usize,
    best: &mut BestColoring,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Step {
    // The clique alone needs more colours, and is the proof.
    if wanted < best.bound {
        return Ok(());
    }
    let start = graph.pattern().unwrap_or_else(|| graph.greedy());
    if graph::number_of(&start) <= wanted {
        best.colors = Some(start);
        return Ok(());
    }
    // On small boards the exact cover decides sooner than the tabu search gives up.
    if !cover::is_small(graph, wanted) {
        best.colors = families::colored(graph, wanted, random, meter)?;
        if best.colors.is_none() {
            best.colors = tabu::colored(graph, &start, wanted, random, meter)?;
        }
    }
    if best.colors.is_none() {
        best.colors = find_or_refute(graph, wanted, meter)?;
        if best.colors.is_none() {
            (best.bound, best.is_clique_bound) = (wanted + 1, false);
        }
    }
    Ok(())
}

/// Reduces the number of colours as far as possible.
fn minimize_colors(
    graph: &AttackGraph,
    best: &mut BestColoring,
    random: &mut ChaCha8Rng,
    meter: &mut Meter<'_>,
) -> Step {
    let start = graph.pattern().unwrap_or_else(|| graph.greedy());
    let mut least = graph::number_of(&start);
    best.colors = Some(start);
    if least > best.bound
        && let Some(colors) = families::colored(graph, best.bound, random, meter)?
    {
        least = graph::number_of(&colors);
        best.colors = Some(colors);
    }
    // Down by the local search, which only finds: `best` has `least` colours all the
    // time.
    while least > best.bound && !cover::is_small(graph, least - 1) {
        let start = best.colors.clone().unwrap_or_default();
        let Some(colors) = tabu::colored(graph, &start, least - 1, random, meter)? else {
            break;
        };
        least = graph::number_of(&colors);
        best.colors = Some(colors);
    }
    // Up by proofs: fewer colours than the bound have been ruled out.
    while best.bound < least {
        match find_or_refute(graph, best.bound, meter)? {
            Some(colors) => {
                least = graph::number_of(&colors);
                best.colors = Some(colors);
            }
            None => (best.bound, best.is_clique_bound) = (best.bound + 1, false),
        }
    }
    Ok(())
}

/// Finds a colouring, or proves that there is none.
///
/// # Errors
/// A limit; [`Stop::GaveUp`] if the board is too large for a proof.
fn find_or_refute(
    graph: &AttackGraph,
    colors: usize,
    meter: &mut Meter<'_>,
) -> Result<Option<Colors>, Stop> {
    if cover::is_small(graph, colors) {
        return cover::colored(graph, meter);
    }
    if graph.squares() > MAX_PROVED_SQUARES {
        return Err(Stop::GaveUp);
    }
    clauses::colored(graph, colors, meter)
}
