//! The deductions against enumeration, which shares nothing with them.

mod boards;
mod checks;
mod games;
mod hints;
mod messages;
mod premises;
mod ratings;
mod rules;
mod wording;
mod wording_units;

use boards::{Sample, solutions};
