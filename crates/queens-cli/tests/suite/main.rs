//! The command, as it is called.

mod answers;
mod bad_input;
mod common;
mod signals;
mod units;
mod variants;
mod verify;
