//! The server over real connections.

mod api;
mod bodies;
mod client;
mod compression;
mod crowds;
mod description;
mod drawings;
mod half_closed;
mod jobs;
mod keep_alive;
mod pages;
mod puzzles;
mod refusals;
mod stylesheet;
mod verify;
