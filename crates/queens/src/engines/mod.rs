//! The engines: everything that searches or counts.

pub mod ferrers;
pub mod inclusion_exclusion;
pub mod join;
pub mod ladder;
pub mod large;
pub mod maximal;
pub mod maximum;
pub mod modular;
pub mod pawns;
pub mod pigeonhole;
pub mod repair;
pub mod residual;
pub mod rows;
pub mod sat;
pub mod symmetric;
pub mod transfer;
