//! `queens search`: the general problem solver, on the queens and on other problems.

use super::rivals;
use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use crate::table::{Table, csv_line, grouped, table, time};
use clap::{Args, Subcommand};
use queens::control::{Limits, Outcome, Statistics};
use queens::engines::ladder::state_space::QueensSpace;
use queens::problem::Problem;
use serde::Serialize;
use statespace::problems::{EightPuzzle, Frogs, Jugs, Missionaries, Route, Tiles};
use statespace::{LoopCheck, Search, Space, Strategy};
use std::fmt::Display;
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens search eight-puzzle                         the default is A*\n\
\x20 queens search missionaries --strategy all          compare the strategies\n\
\x20 queens search route Arad Bucharest --strategy bfs  the fewest roads")]
pub(crate) struct SearchArgs {
    #[command(subcommand)]
    pub(crate) problem: SearchProblem,
    /// dfs, bfs, ids, ucs, greedy, astar, idastar, beam or beam:WIDTH; `all` compares them
    #[arg(short, long, global = true, value_name = "STRATEGY", default_value = "astar")]
    pub(crate) strategy: String,
    /// How to recognise repeated states: none, path or closed
    #[arg(long, global = true, value_name = "CHECK", default_value = "closed")]
    pub(crate) loop_check: String,
    /// Stop when the nodes in memory take this many MiB
    #[arg(long, global = true, value_name = "MIB", default_value_t = 1024)]
    pub(crate) memory_limit: u64,
    /// The form of the answer
    #[arg(short, long, global = true, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SearchProblem {
    /// Place queens row by row
    Queens {
        /// Size of the board
        #[arg(default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=64))]
        size: u32,
    },
    /// Compare CPS, a problem solver, with TRE, a rule engine, on the queens
    Rivals {
        /// Size of the board
        #[arg(default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=12))]
        size: u32,
    },
    /// Measure out water with jugs
    Jugs {
        /// Capacities of the jugs
        #[arg(long, value_delimiter = ',', default_value = "4,5")]
        capacities: Vec<u32>,
        /// The amount to measure out
        #[arg(long, default_value_t = 2)]
        goal: u32,
    },
    /// Slide eight numbered tiles into order
    EightPuzzle {
        /// The tiles row by row; 0 is the gap
        #[arg(default_value = "724506831")]
        tiles: String,
    },
    /// Missionaries and cannibals cross a river
    Missionaries {
        /// Number of each
        #[arg(default_value_t = 3)]
        pairs: u32,
        /// Places in the boat
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
        /// Where to start
        #[arg(default_value = "Arad")]
        from: String,
        /// Where to go
        #[arg(default_value = "Bucharest")]
        to: String,
    },
}

pub(crate) fn run(args: &SearchArgs, console: &Console) -> Result<Exit, Failure> {
    match &args.problem {
        SearchProblem::Rivals { size } => rivals::run(*size, args.format, console),
        SearchProblem::Queens { size } => {
            let problem = Problem::queens(*size).map_err(Failure::input)?;
            let space = QueensSpace::new(&problem).map_err(Failure::input)?;
            solve(&space, &format!("queens {size}"), args, console)
        }
        SearchProblem::Jugs { capacities, goal } => {
            let jugs = Jugs::new(capacities, *goal).map_err(Failure::input)?;
            solve(&jugs, "jugs", args, console)
        }
        SearchProblem::EightPuzzle { tiles } => {
            let tiles: Tiles = tiles.parse().map_err(Failure::input)?;
            let puzzle = EightPuzzle::new(tiles).map_err(Failure::input)?;
            solve(&puzzle, "eight-puzzle", args, console)
        }
        SearchProblem::Missionaries { pairs, boat } => {
            let river = Missionaries::new(*pairs, *boat).map_err(Failure::input)?;
            solve(&river, "missionaries", args, console)
        }
        SearchProblem::Frogs { each } => {
            let frogs = Frogs::new(*each).map_err(Failure::input)?;
            solve(&frogs, "frogs", args, console)
        }
        SearchProblem::Route { from, to } => {
            let route = Route::romania(from, to).map_err(Failure::input)?;
            solve(&route, "route", args, console)
        }
    }
}

/// What one strategy answered.
struct Answer<S: Space> {
    strategy: Strategy,
    report: statespace::Report<statespace::Solution<S>>,
}

impl<S: Space> Answer<S> {
    /// Whether a beam ran dry, which proves nothing.
    fn gave_up(&self) -> bool {
        self.report.outcome == Outcome::Exhausted && self.report.dropped > 0
    }

    /// The end in words that are true of a beam, too: it may exhaust itself without a proof.
    fn outcome(&self) -> String {
        match self.report.outcome {
            _ if self.gave_up() => "gave up (the beam was too narrow)".to_owned(),
            Outcome::Exhausted => "no solution".to_owned(),
            outcome => outcome.to_string(),
        }
    }
}

fn solve<S: Space<State: Display>>(
    space: &S,
    name: &str,
    args: &SearchArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    let strategies = match args.strategy.as_str() {
        "all" => Strategy::ALL.to_vec(),
        one => vec![one.parse().map_err(Failure::input)?],
    };
    let loop_check: LoopCheck = args.loop_check.parse().map_err(Failure::input)?;
    let bytes = args.memory_limit.saturating_mul(1 << 20);
    let limits = Limits { memory: Some(bytes), ..console.settings().limits.clone() };
    let mut answers: Vec<Answer<S>> = Vec::new();
    for strategy in strategies {
        let _progress = Progress::start(console, format!("{} on {name}", strategy.name()));
        let report = Search::new(space, strategy).loop_check(loop_check).limits(&limits).first();
        answers.push(Answer { strategy, report });
    }
    let mut out = console.out();
    match args.format {
        TableFormat::Json => {
            let document = Document {
                schema: "queens/search/1",
                problem: name,
                loop_check: loop_check.to_string(),
                answers: answers.iter().map(Entry::of).collect(),
            };
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        TableFormat::Csv => write_csv(&answers, &mut out)?,
        TableFormat::Text => match answers.as_slice() {
            [answer] => write_path(answer, &mut out)?,
            answers => writeln!(out, "{}", comparison(answers, console))?,
        },
    }
    out.flush()?;
    if let [answer] = answers.as_slice() {
        console.say(summary(answer));
    }
    let incomplete =
        answers.iter().map(|answer| answer.report.outcome).find(|outcome| !outcome.is_complete());
    Ok(incomplete.unwrap_or(Outcome::Found).into())
}

fn write_path<S: Space<State: Display>>(answer: &Answer<S>, out: &mut impl Write) -> std::io::Result<()> {
    match &answer.report.solution {
        Some(path) => writeln!(out, "{path}"),
        None => writeln!(out, "{}", answer.outcome()),
    }
}

fn summary<S: Space>(answer: &Answer<S>) -> String {
    let Statistics { expanded, generated, widest, elapsed, .. } = answer.report.statistics;
    let found =
        answer.report.solution.as_ref().map_or(String::new(), |path| {
            format!("{} steps, cost {}; ", path.steps.len(), grouped(path.cost()))
        });
    format!(
        "{}: {found}{} nodes expanded, {} generated, at most {} waiting, {}",
        answer.strategy.name(),
        grouped(expanded),
        grouped(generated),
        grouped(widest),
        time(elapsed)
    )
}

fn comparison<S: Space>(answers: &[Answer<S>], console: &Console) -> Table {
    let heads = ["strategy", "answer", "steps", "cost", "expanded", "generated", "widest", "time"];
    let mut table = table(console, &heads, &[2, 3, 4, 5, 6, 7]);
    for answer in answers {
        let Statistics { expanded, generated, widest, elapsed, .. } = answer.report.statistics;
        let path = answer.report.solution.as_ref();
        table.add_row([
            answer.strategy.to_string(),
            answer.outcome(),
            path.map_or(String::new(), |path| path.steps.len().to_string()),
            path.map_or(String::new(), |path| grouped(path.cost())),
            grouped(expanded),
            grouped(generated),
            grouped(widest),
            time(elapsed),
        ]);
    }
    table
}

fn write_csv<S: Space>(answers: &[Answer<S>], out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "strategy,outcome,steps,cost,expanded,generated,widest,seconds")?;
    for answer in answers {
        let Statistics { expanded, generated, widest, elapsed, .. } = answer.report.statistics;
        let path = answer.report.solution.as_ref();
        let fields = [
            answer.strategy.to_string(),
            answer.outcome(),
            path.map_or(String::new(), |path| path.steps.len().to_string()),
            path.map_or(String::new(), |path| path.cost().to_string()),
            expanded.to_string(),
            generated.to_string(),
            widest.to_string(),
            format!("{:.9}", elapsed.as_secs_f64()),
        ];
        writeln!(out, "{}", csv_line(&fields))?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Document<'a> {
    schema: &'static str,
    problem: &'a str,
    loop_check: String,
    answers: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    strategy: String,
    outcome: String,
    start: Option<String>,
    steps: Option<Vec<StepEntry>>,
    cost: Option<u64>,
    expanded: u64,
    generated: u64,
    widest: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct StepEntry {
    operator: String,
    state: String,
    cost: u64,
}

impl Entry {
    fn of<S: Space<State: Display>>(answer: &Answer<S>) -> Self {
        let Statistics { expanded, generated, widest, elapsed, .. } = answer.report.statistics;
        let path = answer.report.solution.as_ref();
        let step = |step: &statespace::TransitionOf<S>| StepEntry {
            operator: step.operator.to_string(),
            state: step.state.to_string(),
            cost: step.cost,
        };
        Entry {
            strategy: answer.strategy.to_string(),
            outcome: answer.outcome(),
            start: path.map(|path| path.start.to_string()),
            steps: path.map(|path| path.steps.iter().map(step).collect()),
            cost: path.map(statespace::Path::cost),
            expanded,
            generated,
            widest,
            seconds: elapsed.as_secs_f64(),
        }
    }
}
