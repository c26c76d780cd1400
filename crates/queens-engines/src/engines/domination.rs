//! The fewest queens that occupy or attack every square.
//!
//! ```text
//! for size = the lower bound, and up:
//!     for each orbit of squares under the symmetries of the board:           (search)
//!         put a queen on one square of the orbit
//!         search(open squares, other squares of this and later orbits, size - 1)
//!     if there was a set: return it, or the number of all sets
//!
//! search(open, candidates, queens):
//!     if no `queens` candidates can dominate as many squares as are open: return
//!     square = an open square that the fewest candidates dominate
//!     for each candidate that dominates it, the best first:
//!         put a queen there: search(open without what it dominates, candidates without it, queens - 1)
//!         drop it from the candidates
//! ```
//!
//! If that takes long, a local search (`local`) finds a small set, and the search only
//! has to try smaller sizes. Boards of more than 1,024 squares are left to the local
//! search. On open square boards of queens it starts from one queen in every second row
//! and column (`alternate_lines`).
//!
//! Symmetries: let O be the first orbit that a set meets, and j the number of its queens
//! there. The search finds only the sets with one particular square of O. By symmetry,
//! every other square of O is in the same number of such sets, so each set that is found
//! stands for |O| / j sets.
//!
//! Queens on 3 x 3: the orbits are the middle, the edges and the corners. A queen in the
//! middle leaves no square open, so one queen is enough. From an edge or a corner a queen
//! dominates seven squares, and two stay open. So there is one smallest set.

mod alternate_lines;
mod engine;
mod local;
mod search;
mod tree;

pub(crate) use engine::DominatingSets;

/// Id of the engine.
const ID: &str = "domination";

/// Maximum number of squares of a complete search, without those that are blocked.
const MAX_SQUARES: usize = 1024;

/// Maximum side of a board on which a small set of queens is found by local search.
const MAX_QUEENS_SIDE: u32 = 160;
