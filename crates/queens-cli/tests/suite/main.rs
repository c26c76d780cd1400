//! The command, as it is called.

mod answers;
mod archive;
mod bad_input;
mod campaign;
mod common;
mod compare_program;
mod control_characters;
mod documents;
mod estimate;
mod exchange;
mod families;
mod greedy;
mod limits;
mod no_answer;
mod one_door;
mod puzzle;
mod puzzle_play;
mod readme;
mod shares;
mod signals;
mod submit;
mod variants;
mod verify;
mod verify_relatives;
mod way_in;
