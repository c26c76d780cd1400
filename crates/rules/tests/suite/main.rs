//! The rule engine through its public interface.

mod engine;
mod properties;
mod queens;
