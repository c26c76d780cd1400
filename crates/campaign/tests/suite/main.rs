//! Campaigns: results, and faults that must not change them.

mod archives;
#[cfg(feature = "gpu")]
mod card;
mod common;
mod compact;
mod compared;
mod faults;
mod folders;
mod index;
mod kill;
mod records;
mod simulated;
mod verified;
