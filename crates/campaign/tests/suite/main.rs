//! Campaigns: results, and faults that must not change them.
#![allow(
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a panic is a failed test"
)]

mod archives;
mod common;
mod compact;
mod compared;
mod faults;
mod folders;
mod forged;
mod index;
mod kill;
mod records;
mod simulated;
mod verified;
