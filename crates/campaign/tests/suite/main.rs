//! Campaigns: what they come to, and what no fault may make of them.

mod card;
mod common;
mod faults;
mod folders;
mod kill;
mod records;
mod verified;
