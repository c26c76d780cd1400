//! The N-queens problem and its relatives: parameters, placements, rules, and published
//! values.
//!
//! Nothing here searches. A [`problem::Problem`] is validated once, when it is made. A
//! [`placement::Placement`] is [checked](check) by plain arithmetic on pairs, which no
//! engine shares. Most users want the crate `queens`, which re-exports these modules.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod bits;
pub mod check;
#[doc(hidden)]
pub mod clauses;
mod cliques;
#[doc(hidden)]
pub mod constraints;
mod cube;
pub mod domination;
pub mod greedy;
#[doc(hidden)]
pub mod instance;
#[doc(hidden)]
pub mod linear;
#[doc(hidden)]
pub mod names;
pub mod orbit;
pub mod placement;
pub mod problem;
#[doc(hidden)]
pub mod rays;
pub mod reference;
pub mod relative;
#[doc(hidden)]
pub mod rng;
pub mod square;
pub mod symmetry;
pub mod unsupported;
#[doc(hidden)]
pub mod whole;
#[doc(hidden)]
pub mod zero_one;
