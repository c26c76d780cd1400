//! Campaigns: results, and faults that must not change them.

#[cfg(feature = "gpu")]
mod card;
mod common;
mod faults;
mod folders;
mod kill;
mod records;
mod verified;
