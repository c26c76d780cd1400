//! The library against published values, naive oracles, and its own engines against each other.

mod common;
mod completion;
mod completion_oracle;
mod conformance;
mod count;
mod dispatch;
mod engines;
mod large;
mod model;
mod one_clock;
mod oracle;
mod png;
mod properties_of_rewrites;
mod puzzle_boards;
mod puzzle_forms;
mod puzzle_gallery;
mod puzzle_pictures;
mod read;
mod render;
mod repair;
mod rewrites;
mod rows;
mod small_boards;
mod source_documents;
mod units;
mod variants;
