//! One file for each command.

pub(crate) mod bench;
pub(crate) mod campaign;
pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod engines;
pub(crate) mod estimate;
pub(crate) mod export;
mod forecast;
pub(crate) mod growth;
pub(crate) mod import;
mod junit;
pub(crate) mod large;
mod law;
pub(crate) mod list;
pub(crate) mod manual;
pub(crate) mod plot;
pub(crate) mod puzzle;
pub(crate) mod record;
mod relative;
pub(crate) mod rivals;
pub(crate) mod search;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod trace;
pub(crate) mod variants;
pub(crate) mod verify;
pub(crate) mod watch;
