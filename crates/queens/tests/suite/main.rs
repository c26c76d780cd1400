//! The library against published values, naive oracles, and its own engines against each
//! other.
#![allow(
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a panic is a failed test"
)]

mod armies;
mod bounds;
mod certificates;
mod coloring;
mod common;
mod completion;
mod completion_oracle;
mod conformance;
mod count;
mod cubes;
mod cutting_planes;
mod dispatch;
mod domination;
mod drawer;
mod engines;
mod export;
mod export_relatives;
mod foreign_letters;
mod foreign_solutions;
mod hexagons;
mod import;
mod join_pieces;
mod join_units;
mod large;
mod lexicographic;
mod linear;
mod model;
mod one_clock;
mod oracle;
mod pieces;
mod png;
mod program_output;
mod properties_of_rewrites;
mod puzzle_addresses;
mod puzzle_anywhere;
mod puzzle_boards;
mod puzzle_dressed;
mod puzzle_files;
mod puzzle_foreign;
mod puzzle_forms;
mod puzzle_gallery;
mod puzzle_pictures;
mod puzzle_readings;
mod puzzle_screenshots;
mod read;
mod recording;
mod render;
mod repair;
mod rewrites;
mod rooms;
mod rows;
mod rules;
mod size_limits;
mod small_boards;
mod solver_output;
mod source_documents;
mod states;
mod style;
mod subtrees;
mod symmetric;
mod textbook_engines;
mod toroidal;
mod uncompletable;
mod units;
mod variants;
mod weights;
