//! The server over real connections.

mod api;
mod client;
mod crowds;
mod pages;
mod stylesheet;
