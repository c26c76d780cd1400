//! `queens list`: lists every solution, one at a time.

use super::rules;
use crate::args::{ProblemArgs, engine_id, format_parser, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::{as_published, contradicts_published};
use crate::table::several;
use clap::Args;
use queens::control::Outcome;
use queens::reference::{self, Published};
use queens::render::{Format, Summary};
use queens::{Question, ask_each};
use std::io::Write;
use std::ops::ControlFlow;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens list 6                                all 4 solutions, one a line\n\
\x20 queens list 8 --fundamental --format board   the 12 fundamental ones, drawn\n\
\x20 queens list \"12; unchanged: half-turn\"       the 80 that a half turn leaves unchanged\n\
\x20 queens list \"torus 11; unchanged: shift\"     the 88 on a straight line\n\
\x20 queens list \"3; pieces: 2 kings, 1 rook\"     pieces of several kinds\n\
\x20 queens list 20 --limit 1000 --format ndjson  the first 1,000, as JSON lines")]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine (see `queens engines`); without it the one that suits the problem
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// text, board, json, ndjson, csv, html, svg or png
    #[arg(short, long, value_name = "FORMAT", default_value = "text", value_parser = format_parser(), ignore_case = true, hide_possible_values = true)]
    pub(crate) format: Format,
    /// Only one of the solutions that differ by rotation or reflection
    #[arg(long)]
    pub(crate) fundamental: bool,
    /// Stop after this many solutions
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
}

/// Streams the solutions; only one is in memory at a time.
pub(crate) fn run_list(args: &ListArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem_with_rules(console)?;
    let mut settings = console.settings().clone();
    settings.engine.clone_from(&args.engine);
    let question = if args.fundamental {
        Question::Fundamental
    } else {
        Question::All
    };
    // If no engine can answer, nothing but the error is printed.
    queens::plan(&problem, question, &settings).map_err(Failure::input)?;
    if problem.rules().is_some_and(|rules| rules.best.is_some()) {
        console
            .say("the best value is searched for before the first solution is written");
    }
    let mut renderer = console.renderer(args.format, &problem)?;
    let mut out = console.out();
    renderer.begin_with(question, &mut out)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let (mut written, mut result) = (0, Ok(()));
    let answer = ask_each(&problem, question, &settings, &mut |placement| {
        if written < limit {
            written += 1;
            result = renderer.solution(placement, &mut out);
        }
        // The first solution appears at once, while the search continues.
        if written == 1 && result.is_ok() {
            result = out.flush();
        }
        if result.is_err() || written == limit {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .map_err(Failure::input)?;
    result?;
    let outcome = answer.outcome;
    renderer.end_with(
        &Summary {
            solutions: written,
            outcome,
        },
        &answer,
        &mut out,
    )?;
    out.flush()?;
    let published = match question {
        Question::Fundamental => reference::fundamental(&problem),
        _ => reference::published(&problem.normalized()),
    };
    console.say(listed_in_words(
        written,
        question,
        outcome,
        published.as_ref(),
    ));
    if let Some(best) = rules::best_in_words(&problem, &answer) {
        console.say(best);
    }
    console.explain_choice(format!("{}: {}", answer.engine, answer.why));
    match published {
        Some(known) if contradicts_published(&known, written.into(), outcome) => {
            Ok(Exit::CheckFailed)
        }
        _ => Ok(outcome.into()),
    }
}

/// Returns a line about the number of listed solutions, beside the published one.
fn listed_in_words(
    written: u64,
    question: Question,
    outcome: Outcome,
    published: Option<&Published>,
) -> String {
    let noun = match question {
        Question::Fundamental => "fundamental solution",
        _ => "solution",
    };
    let mut words = several(written, noun);
    if !outcome.is_complete() {
        words += &format!(" ({outcome}: there may be more)");
    }
    if let Some(published) = published {
        words += &format!(", {}", as_published(published, written.into(), outcome));
    }
    words
}
