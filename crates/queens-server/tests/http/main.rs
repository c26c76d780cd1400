//! The server over real connections.

mod client;
mod pages;
mod stylesheet;
