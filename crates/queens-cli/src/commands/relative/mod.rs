//! Relatives of the problem: their options, and `queens solve` with one of them.

mod meaning;

use super::solve::{SolveArgs, settings, work, write_checked, wrong_solution};
use crate::args::ProblemArgs;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use meaning::meaning;
pub(super) use meaning::special_count;
use queens::domination::Domination;
use queens::problem::{Goal, Problem};
use queens::relative::{Dimensions, PieceMix, Relative};
use queens::render::Format;
use queens::{Answer, Detail, Question, ask, check};
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
    /// Solutions with the least sum of the weights of their squares
    #[arg(long, hide_short_help = true)]
    least: bool,
    /// Solutions with the greatest sum of the weights of their squares
    #[arg(long, hide_short_help = true)]
    greatest: bool,
    /// Smallest sets of queens that break no rule, yet no solution contains them: no two attack each other, and no line, region
    /// or total has too many
    #[arg(long, hide_short_help = true)]
    uncompletable: bool,
}

/// Returns the parser of a kind of dominating sets.
fn domination() -> impl TypedValueParser<Value = Domination> {
    PossibleValuesParser::new(Domination::ALL.map(Domination::id)).try_map(|text| text.parse::<Domination>())
}

impl RelativeArgs {
    /// Returns the relative, if one was selected, of the problem with these options.
    ///
    /// # Errors
    /// A demand on rows, columns or the total, if the relative has none.
    pub(crate) fn relative_of(&self, problem: &ProblemArgs) -> Result<Option<Relative>, Failure> {
        let relative = self.relative();
        if let Some(relative) = relative.filter(|&relative| !has_demands(relative)) {
            let ProblemArgs { rows, columns, total, .. } = problem;
            let options = [(rows, "--rows"), (columns, "--columns"), (total, "--total")];
            let is_demand = |value: &Option<String>| value.as_ref().is_some_and(|value| value != "any");
            refuse_given(relative, options.map(|(value, option)| (is_demand(value), option)))?;
        }
        Ok(relative)
    }

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
    check_options(args, relative)?;
    let question = Question::Relative(relative);
    let problem = &question.put_to(problem);
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let answer = ask(problem, question, &settings(args, console, &progress)).map_err(Failure::input)?;
    drop(progress);
    check_answer(problem, relative, &answer)?;
    write_checked(problem, &answer, format, console)?;
    console.say(meaning(problem, relative, &answer));
    console.explain(work(&answer));
    Ok(if answer.is_complete() { Exit::Answered } else { answer.outcome.into() })
}

/// Returns true if demands on rows, columns and the total hold for the solutions of `relative`.
fn has_demands(relative: Relative) -> bool {
    match relative {
        Relative::Best(_) | Relative::Uncompletable => true,
        Relative::Dominating(_)
        | Relative::Armies
        | Relative::Pieces(_)
        | Relative::Dimensions(_)
        | Relative::Coloring(_) => false,
    }
}

/// Returns the option that selects `relative`.
pub(super) fn option_of(relative: Relative) -> &'static str {
    if matches!(relative, Relative::Dominating(_)) { "dominate" } else { relative.id() }
}

/// Refuses options that have no meaning for `relative`.
fn check_options(args: &SolveArgs, relative: Relative) -> Result<(), Failure> {
    let options = [(args.large.random, "--random"), (args.large.binary, "--binary")];
    refuse_given(relative, options)
}

/// Refuses the first of these options that is given.
fn refuse_given<'o>(
    relative: Relative,
    options: impl IntoIterator<Item = (bool, &'o str)>,
) -> Result<(), Failure> {
    match options.into_iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => Err(Failure::input(format!(
            "{option} cannot be used with --{}: leave one of them out",
            option_of(relative)
        ))),
        None => Ok(()),
    }
}

/// Checks the solution that was found by arithmetic that no engine shares.
fn check_answer(problem: &Problem, relative: Relative, answer: &Answer) -> Result<(), Failure> {
    let Some(queens) = &answer.first else { return Ok(()) };
    let groups = if let Detail::Groups { groups, .. } = &answer.detail { groups.as_slice() } else { &[] };
    check::relative(problem, relative, queens, groups).map_err(wrong_solution)?;
    match (&answer.detail, problem.total_weight(queens.squares())) {
        (Detail::Sum { sum, .. }, added) if added != Some(*sum) => {
            Err(wrong_solution(format!("its sum is {added:?}, not {sum}")))
        }
        _ => Ok(()),
    }
}
