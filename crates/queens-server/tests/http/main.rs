//! The server over real connections.

mod api;
mod client;
mod crowds;
mod description;
mod pages;
mod refusals;
mod stylesheet;
