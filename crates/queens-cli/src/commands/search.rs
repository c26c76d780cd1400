//! `queens search`: runs the general problem solver on the queens and on other problems.

use super::rivals;
use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::{format_time, grouped, several, write_document};
use clap::{Args, Subcommand};
use queens::control::{MOST_BYTES, Outcome, Statistics};
use queens::document::{SearchDocument, SearchLine, SearchStep};
use queens::lab::{Classic, Visit};
use queens::names;
use statespace::{LoopCheck, Search, Space, Strategy};
use std::fmt::Display;
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens search eight-puzzle                         with A*, the default\n\
\x20 queens search missionaries --strategy all          compare the strategies\n\
\x20 queens search route Arad Bucharest --strategy bfs  the fewest roads")]
pub(crate) struct SearchArgs {
    #[command(subcommand)]
    pub(crate) problem: SearchProblem,
    /// Strategy: bfs, dfs, astar (the default), ...; also ids, ucs, greedy, idastar, beam
    /// or beam:WIDTH; all compares them
    #[arg(short, long, global = true, value_name = "STRATEGY")]
    pub(crate) strategy: Option<String>,
    /// Check for repeated states: none, path or closed; closed by default
    #[arg(long, global = true, value_name = "CHECK")]
    pub(crate) loop_check: Option<String>,
    /// text, json or csv
    #[arg(
        short,
        long,
        global = true,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SearchProblem {
    /// Place queens row by row
    Queens {
        /// Size of the board
        #[arg(default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=64), allow_negative_numbers = true)]
        size: u32,
    },
    /// Compare CPS, a problem solver, with TRE, a rule engine, on the queens
    Rivals {
        /// Size of the board
        #[arg(default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=12), allow_negative_numbers = true)]
        size: u32,
    },
    /// Measure out water with jugs
    Jugs {
        /// Capacities of the jugs
        #[arg(long, value_delimiter = ',', default_value = "4,5", value_parser = parse_capacity, allow_negative_numbers = true)]
        capacities: Vec<u32>,
        /// Amount to measure out
        #[arg(long, default_value_t = 2)]
        goal: u32,
    },
    /// Slide eight numbered tiles into order
    EightPuzzle {
        /// Tiles row by row; 0 is the gap
        #[arg(default_value = "724506831")]
        tiles: String,
    },
    /// Missionaries and cannibals cross a river
    Missionaries {
        /// Number of each
        #[arg(default_value_t = 3)]
        pairs: u32,
        /// Seats in the boat
        #[arg(long, default_value_t = 2)]
        boat: u32,
    },
    /// Frogs and toads change places
    Frogs {
        /// Number of each
        #[arg(default_value_t = 3)]
        each: usize,
    },
    /// Find a way on a road map of Romania
    Route {
        /// First city
        #[arg(default_value = "Arad")]
        from: String,
        /// Last city
        #[arg(default_value = "Bucharest")]
        to: String,
    },
}

/// Parses the capacity of a jug.
fn parse_capacity(text: &str) -> Result<u32, String> {
    match text.trim().parse() {
        Ok(capacity @ 1..) => Ok(capacity),
        _ => Err(format!(
            "'{text}' is not the capacity of a jug: use whole numbers from 1 to {}, separated by commas (4,5)",
            u32::MAX
        )),
    }
}

pub(crate) fn run_search(args: &SearchArgs, console: &Console) -> Result<Exit, Failure> {
    let classic = match &args.problem {
        SearchProblem::Rivals { .. }
            if args.strategy.is_some() || args.loop_check.is_some() =>
        {
            return Err(Failure::input(
                "rivals compares CPS depth-first with TRE: leave out --strategy and --loop-check, or search another \
                 problem",
            ));
        }
        SearchProblem::Rivals { size } => {
            return rivals::run_rivals(*size, args.format, console);
        }
        SearchProblem::Queens { size } => Classic::Queens { size: *size },
        SearchProblem::Jugs { capacities, goal } => Classic::Jugs {
            capacities: capacities.clone(),
            goal: *goal,
        },
        SearchProblem::EightPuzzle { tiles } => Classic::EightPuzzle {
            tiles: tiles.clone(),
        },
        SearchProblem::Missionaries { pairs, boat } => Classic::Missionaries {
            pairs: *pairs,
            boat: *boat,
        },
        SearchProblem::Frogs { each } => Classic::Frogs { each: *each },
        SearchProblem::Route { from, to } => Classic::Route {
            start: from.clone(),
            goal: to.clone(),
        },
    };
    let name = &classic.name();
    classic
        .visit(ProblemSolver {
            name,
            args,
            console,
        })
        .map_err(Failure::input)?
}

/// Solver of one problem, of any type of state.
struct ProblemSolver<'a> {
    name: &'a str,
    args: &'a SearchArgs,
    console: &'a Console,
}

impl Visit for ProblemSolver<'_> {
    type Output = Result<Exit, Failure>;

    fn visit<S: Space<State: Display>>(self, space: &S) -> Self::Output {
        solve_space(space, self.name, self.args, self.console)
    }
}

/// Result of one strategy.
struct StrategyReport<S: Space> {
    strategy: Strategy,
    report: statespace::SearchReport<statespace::Solution<S>>,
}

impl<S: Space> StrategyReport<S> {
    /// Describes the outcome; only a beam gives up.
    fn outcome_in_words(&self) -> String {
        match self.report.outcome {
            Outcome::GaveUp => "gave up (the beam was too narrow)".to_owned(),
            Outcome::Exhausted => "no solution".to_owned(),
            outcome => outcome.to_string(),
        }
    }
}

fn solve_space<S: Space<State: Display>>(
    space: &S,
    name: &str,
    args: &SearchArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    let strategies = match args.strategy.as_deref().unwrap_or("astar") {
        "all" => Strategy::ALL.to_vec(),
        one => vec![one.parse().map_err(|error| unknown_strategy(one, &error))?],
    };
    let loop_check: LoopCheck = args
        .loop_check
        .as_deref()
        .unwrap_or("closed")
        .parse()
        .map_err(Failure::input)?;
    let mut limits = console.settings().limits.clone();
    limits.memory.get_or_insert(MOST_BYTES);
    let mut answers: Vec<StrategyReport<S>> = Vec::new();
    for strategy in strategies {
        let _progress = ProgressDisplay::start_spinner(
            console,
            format!("{} on {name}", strategy.name()),
        );
        let report = Search::new(space, strategy)
            .loop_check(loop_check)
            .limits(&limits)
            .first();
        answers.push(StrategyReport { strategy, report });
    }
    match (args.format, answers.as_slice()) {
        (TableFormat::Text, [answer]) => {
            let mut out = console.out();
            write_path(answer, &mut out)?;
            out.flush()?;
        }
        (format, answers) => {
            let loop_check = loop_check.to_string();
            let answers = answers.iter().map(search_line).collect();
            write_document(
                format,
                &SearchDocument {
                    problem: name.to_owned(),
                    loop_check,
                    answers,
                },
                console,
            )?;
        }
    }
    if let [answer] = answers.as_slice() {
        console.say(summary_line(answer));
    }
    let incomplete = answers
        .iter()
        .map(|answer| answer.report.outcome)
        .find(|outcome| !outcome.is_complete());
    Ok(incomplete.unwrap_or(Outcome::Found).into())
}

/// Refuses a strategy, and names the nearest one.
fn unknown_strategy(word: &str, error: &impl Display) -> Failure {
    let names = Strategy::ALL.map(|strategy| strategy.to_string());
    let ids = names.iter().map(String::as_str).chain(["all"]);
    Failure::input(match names::nearest(word, ids) {
        Some(name) => format!("unknown strategy '{word}': did you mean `{name}`?"),
        None => error.to_string(),
    })
}

fn write_path<S: Space<State: Display>>(
    answer: &StrategyReport<S>,
    out: &mut impl Write,
) -> std::io::Result<()> {
    match &answer.report.solution {
        Some(path) => writeln!(out, "{path}"),
        None => writeln!(out, "{}", answer.outcome_in_words()),
    }
}

fn summary_line<S: Space>(answer: &StrategyReport<S>) -> String {
    let expanded = answer.report.expanded;
    let Statistics {
        generated,
        widest,
        elapsed,
        ..
    } = answer.report.statistics;
    let found = answer
        .report
        .solution
        .as_ref()
        .map_or(String::new(), |path| {
            format!(
                "{}, cost {}; ",
                several(path.steps.len() as u64, "step"),
                grouped(path.cost())
            )
        });
    format!(
        "{}: {found}{} expanded, {} generated, at most {} waiting, {}",
        answer.strategy.name(),
        several(expanded, "node"),
        grouped(generated),
        grouped(widest),
        format_time(elapsed)
    )
}

/// Returns the line of the document for a strategy.
fn search_line<S: Space<State: Display>>(answer: &StrategyReport<S>) -> SearchLine {
    let expanded = answer.report.expanded;
    let Statistics {
        generated,
        widest,
        elapsed,
        ..
    } = answer.report.statistics;
    let path = answer.report.solution.as_ref();
    let step = |step: &statespace::TransitionOf<S>| SearchStep {
        operator: step.operator.to_string(),
        state: step.state.to_string(),
        cost: step.cost.into(),
    };
    SearchLine {
        strategy: answer.strategy.to_string(),
        outcome: answer.outcome_in_words(),
        start: path.map(|path| path.start.to_string()),
        steps: path.map(|path| path.steps.iter().map(step).collect()),
        cost: path.map(|path| path.cost().into()),
        expanded,
        generated,
        widest,
        seconds: elapsed.as_secs_f64(),
    }
}
