//! State-space search through its public interface.

mod common;
mod control;
mod cps;
mod problems;
mod strategies;
