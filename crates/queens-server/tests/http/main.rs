//! The server over real connections.

mod client;
mod crowds;
mod pages;
mod stylesheet;
