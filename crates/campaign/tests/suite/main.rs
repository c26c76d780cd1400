//! Campaigns: results, and faults that must not change them.

mod archives;
#[cfg(feature = "gpu")]
mod card;
mod common;
mod compared;
mod faults;
mod folders;
mod kill;
mod records;
mod verified;
