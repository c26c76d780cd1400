//! Relatives of the problem: their options, and `queens solve` with one of them.

mod armies;
mod coloring;
mod dimensions;
mod dominate;
mod pieces;
mod uncompletable;
mod weights;

use super::solve::SolveArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use queens::domination::Domination;
use queens::problem::Problem;
use queens::relative::{Dimensions, Goal, PieceMix, Relative};
use queens::render::Format;
use std::num::NonZeroU16;

/// Options that select a relative of the problem.
#[derive(Debug, Args)]
#[group(id = "relative", multiple = false)]
pub(crate) struct RelativeArgs {
    /// Smallest dominating sets: the fewest queens that occupy or attack every square; independent: and do not attack each
    /// other; total: and are attacked themselves
    #[arg(long, value_name = "KIND", num_args = 0..=1, require_equals = true, default_missing_value = "any", value_parser = domination(), hide_possible_values = true, hide_short_help = true)]
    dominate: Option<Domination>,
    /// Largest peaceable armies: equally many white and black queens that do not attack the other colour
    #[arg(long, hide_short_help = true)]
    armies: bool,
    /// Pieces of several kinds that do not attack each other: "8 queens, 2 knights", or as many as possible, equally many of
    /// each: "queens = knights"
    #[arg(long, value_name = "MIX", hide_short_help = true)]
    pieces: Option<PieceMix>,
    /// Largest sets of queens on a board of this many dimensions (3 is a cube), all sides as long as those of the board
    #[arg(long, value_name = "NUMBER", hide_short_help = true, allow_negative_numbers = true)]
    dimensions: Option<Dimensions>,
    /// A colouring of all squares so that queens on squares of one colour do not attack each other, with as few colours as
    /// possible or with at most this many
    #[arg(long, alias = "colouring", value_name = "COLOURS", num_args = 0..=1, require_equals = true, hide_short_help = true, allow_negative_numbers = true)]
    coloring: Option<Option<NonZeroU16>>,
    /// Solutions with the least sum of the weights of their squares (--weights)
    #[arg(long, hide_short_help = true)]
    least: bool,
    /// Solutions with the greatest sum of the weights of their squares (--weights)
    #[arg(long, hide_short_help = true)]
    greatest: bool,
    /// Smallest sets of queens that do not attack each other and that no solution contains
    #[arg(long, hide_short_help = true)]
    uncompletable: bool,
}

/// Returns the parser of a kind of dominating sets.
fn domination() -> impl TypedValueParser<Value = Domination> {
    PossibleValuesParser::new(Domination::ALL.map(Domination::id)).try_map(|text| text.parse::<Domination>())
}

impl RelativeArgs {
    /// Returns the relative, if one was selected.
    pub(crate) fn relative(&self) -> Option<Relative> {
        let flag = |is_set: bool, relative| is_set.then_some(relative);
        (self.dominate.map(Relative::Dominating))
            .or(flag(self.armies, Relative::Armies))
            .or(self.pieces.map(Relative::Pieces))
            .or(self.dimensions.map(Relative::Dimensions))
            .or(self.coloring.map(Relative::Coloring))
            .or(flag(self.least, Relative::Best(Goal::Least)))
            .or(flag(self.greatest, Relative::Best(Goal::Greatest)))
            .or(flag(self.uncompletable, Relative::Uncompletable))
    }
}

/// Finds a solution of `relative`.
pub(super) fn solve(
    args: &SolveArgs,
    problem: &Problem,
    relative: Relative,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    match relative {
        Relative::Dominating(domination) => dominate::solve(args, problem, domination, format, console),
        Relative::Armies => armies::solve(args, problem, format, console),
        Relative::Pieces(mix) => pieces::solve(args, problem, mix, format, console),
        Relative::Best(goal) => weights::solve(args, problem, goal, format, console),
        Relative::Dimensions(number) => dimensions::solve(args, problem, number, format, console),
        Relative::Coloring(wanted) => coloring::solve(args, problem, wanted, format, console),
        Relative::Uncompletable => uncompletable::solve(args, problem, format, console),
    }
}
