//! The command line: one definition for parsing, help, completions and the manual page.

use crate::commands::units::UnitsArgs;
use crate::form::Form;
use clap::{Args, Parser, Subcommand, ValueEnum};
use queens::ask::Engine;
use queens::problem::Preset;
use queens::simd::Kernel;
use queens::symmetry::Symmetry;
use std::path::PathBuf;
use std::time::Duration;

/// The N-queens laboratory: solve, count, list, compare and watch the N-queens problem and its relatives.
#[derive(Debug, Parser)]
#[command(
    name = "queens",
    bin_name = "queens",
    override_usage = "queens [OPTIONS] [COMMAND]",
    version,
    propagate_version = true,
    after_help = "`queens` alone draws a solution for 8 queens, `queens 12` for 12.\n\
                  Problems: a size (8), a rectangle (5x8), a variant and a size (torus 7), or --board FILE.\n\
                  Exit status: 0 answered, 1 a check failed, 2 bad input, 3 stopped by a limit, 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What can be asked, and what cannot.
fn problems() -> String {
    let line = |preset: Preset| format!("  {:<20} {}\n", preset.id(), preset.summary());
    format!(
        "Variants:\n{}\nA file (--board) can say more: any piece, edges, regions, numbers of queens (docs/problems.md).\n\
         Not in the model: domination (few queens that reach every square), peaceable armies (two colours), \
         colourings (several solutions on one board), games, and boards of three or more dimensions.",
        Preset::ALL.map(line).concat()
    )
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Find one solution and draw it
    #[command(after_help = problems())]
    Solve(SolveArgs),
    /// List every solution
    #[command(after_help = problems())]
    List(ListArgs),
    /// Count the solutions
    #[command(after_help = problems())]
    Count(CountArgs),
    /// Split a count into work units, run them anywhere, and sum them
    Units(UnitsArgs),
    /// Run every method on one problem, side by side
    Compare(CompareArgs),
    /// Show the methods: what, who, when, how, at what cost
    Methods(MethodsArgs),
    /// Print every step of a method as NDJSON
    Trace(TraceArgs),
    /// Watch a method at work in the terminal
    Watch(WatchArgs),
    /// Show how the cost of a method grows with the size of the board
    Growth(GrowthArgs),
    /// Time the counting engines side by side on this machine
    Bench(BenchArgs),
    /// Check solutions from a file or from standard input
    Verify(VerifyArgs),
    /// Run the general problem solver on the queens and on other problems
    Search(SearchArgs),
    /// Serve the solutions as a web page
    Serve(ServeArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man(ManArgs),
}

#[derive(Debug, Args)]
pub(crate) struct GlobalArgs {
    /// When to use colour; NO_COLOR in the environment means never
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    pub(crate) color: ColorChoice,
    /// Print results only, no messages
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more about what is done
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Stop after this time (30s, 500ms, 2m, 1h); a number alone is seconds
    #[arg(long, global = true, value_name = "TIME", value_parser = duration, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many nodes
    #[arg(long, global = true, value_name = "NODES", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) node_limit: Option<u64>,
    /// Seed of the methods that draw lots
    #[arg(long, global = true, default_value_t = 0)]
    pub(crate) seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

/// What is asked. Without any of these: 8 queens.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ProblemArgs {
    /// A size (8), a rectangle of rows x columns (5x8), or a variant and a size (torus 7)
    #[arg(value_name = "PROBLEM", num_args = 0..=2, allow_negative_numbers = true)]
    pub(crate) words: Vec<String>,
    /// Read the problem from a file, or from standard input (-): text form or drawn board
    #[arg(long, value_name = "FILE", conflicts_with_all = ["words", "variant", "holes", "walls", "total", "rows", "columns", "piece"])]
    pub(crate) board: Option<PathBuf>,
    /// The variant: queens, torus, superqueens, ... (see `queens help solve`)
    #[arg(long, value_name = "NAME")]
    pub(crate) variant: Option<String>,
    /// Squares where a queen already stands: b4,d5 (column letter, row number) or 0:3 (row:column from 0)
    #[arg(long = "given", value_name = "SQUARES")]
    pub(crate) givens: Vec<String>,
    /// Squares that take no queen; attacks pass
    #[arg(long = "hole", value_name = "SQUARES")]
    pub(crate) holes: Vec<String>,
    /// Squares that take no queen; attacks stop
    #[arg(long = "wall", value_name = "SQUARES")]
    pub(crate) walls: Vec<String>,
    /// How many queens in all: 5, 3..6, any; rows and columns may then stay empty
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(crate) total: Option<String>,
    /// How many queens in each row: 1, 0..1, any
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(crate) rows: Option<String>,
    /// How many queens in each column: 1, 0..1, any
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    pub(crate) columns: Option<String>,
    /// Another piece: rook, king, queen+knight, or its rays, (1,2) a leap, (1,1)* a line, (1,1)*3 three steps
    #[arg(long, value_name = "PIECE")]
    pub(crate) piece: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The method to use; without it the laboratory chooses
    #[arg(short, long, value_name = "ID")]
    pub(crate) method: Option<String>,
    /// The form of the answer: text, board, json, ndjson, csv, html, svg or png; without it a board where it fits, else text
    #[arg(short, long, value_name = "FORMAT")]
    pub(crate) format: Option<Form>,
    /// Stop at the first solution: do not look whether there is another one
    #[arg(long)]
    pub(crate) first: bool,
    /// The most queens that can stand: rows and columns may stay empty
    #[arg(long, conflicts_with_all = ["method", "random", "binary", "proof", "first", "total", "rows", "columns"])]
    pub(crate) maximum: bool,
    /// Put so many pawns between the queens, drawn as walls, and as many queens more: n + k queens, k pawns
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["method", "random", "binary", "proof", "engine", "maximum"], allow_negative_numbers = true)]
    pub(crate) pawns: Option<u32>,
    /// The engine that finishes boards; without it the one that suits the problem
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["method", "random", "binary"])]
    pub(crate) engine: Option<EngineChoice>,
    /// Where there is no solution, write a proof of that (DRAT) to a file, and its clauses beside it (.cnf)
    #[arg(long, value_name = "FILE", conflicts_with_all = ["method", "random", "binary"])]
    pub(crate) proof: Option<PathBuf>,
    /// A random solution (see --seed) of the ordinary board, of any size
    #[arg(long, conflicts_with = "method")]
    pub(crate) random: bool,
    /// Write the solution of a large board in the compact binary form
    #[arg(long, conflicts_with_all = ["method", "format"])]
    pub(crate) binary: bool,
    /// Number of threads for --random and for boards that are streamed; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Exit with 10 if there is a solution, 20 if there is none, 0 if it is not known, as SAT solvers do
    #[arg(long)]
    pub(crate) sat_exit_codes: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The method to use; without it the laboratory chooses
    #[arg(short, long, value_name = "ID")]
    pub(crate) method: Option<String>,
    /// The form of the list: text, board, json, ndjson, csv, html, svg or png
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Form,
    /// Only one of each set of solutions that are the same up to symmetry
    #[arg(long)]
    pub(crate) fundamental: bool,
    /// Stop after this many solutions
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The method to use, or a fast counter: join, rows, few, nested, frontier; without it the laboratory chooses
    #[arg(short, long, value_name = "ID")]
    pub(crate) method: Option<String>,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// The instructions that the exact counter uses; auto takes the best that the processor has
    #[arg(long, value_name = "KERNEL", default_value = "auto")]
    pub(crate) kernel: KernelChoice,
    /// Count again by another engine and compare
    #[arg(long, conflicts_with_all = ["fundamental", "by_class"])]
    pub(crate) check: bool,
    /// Count solutions that are the same up to symmetry once
    #[arg(long)]
    pub(crate) fundamental: bool,
    /// Count by symmetry class: ordinary, point-symmetric, rotary
    #[arg(long, conflicts_with = "fundamental")]
    pub(crate) by_class: bool,
    /// Count the solutions that this symmetry of the board leaves as they are
    #[arg(long, value_name = "SYMMETRY", conflicts_with_all = ["fundamental", "by_class", "check", "method"])]
    pub(crate) kept_by: Option<SymmetryChoice>,
    /// Count the sets to which no queen can be added, of any number
    #[arg(long, conflicts_with_all = ["fundamental", "by_class", "check", "method", "kept_by"])]
    pub(crate) maximal: bool,
    /// Put so many pawns between the queens, in all ways, and as many queens more: n + k queens, k pawns
    #[arg(long, value_name = "NUMBER", conflicts_with_all = ["method", "check", "by_class", "kept_by", "maximal"], allow_negative_numbers = true)]
    pub(crate) pawns: Option<u32>,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

/// A symmetry of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SymmetryChoice {
    HalfTurn,
    QuarterTurn,
    /// Left and right change places
    Mirror,
    /// Rows and columns change places
    Diagonal,
}

impl SymmetryChoice {
    /// It, in the words of the library and in plain ones.
    pub(crate) fn symmetry(self) -> (Symmetry, &'static str) {
        match self {
            SymmetryChoice::HalfTurn => (Symmetry::HalfTurn, "a half turn"),
            SymmetryChoice::QuarterTurn => (Symmetry::QuarterTurn, "a quarter turn"),
            SymmetryChoice::Mirror => (Symmetry::FlipColumns, "the exchange of left and right"),
            SymmetryChoice::Diagonal => (Symmetry::Transpose, "the exchange of rows and columns"),
        }
    }
}

/// The engines that finish boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineChoice {
    Bitset,
    Repair,
    Arithmetic,
    General,
    Sat,
}

impl From<EngineChoice> for Engine {
    fn from(choice: EngineChoice) -> Self {
        match choice {
            EngineChoice::Bitset => Engine::Bitset,
            EngineChoice::Repair => Engine::Repair,
            EngineChoice::Arithmetic => Engine::Arithmetic,
            EngineChoice::General => Engine::General,
            EngineChoice::Sat => Engine::Sat,
        }
    }
}

/// The instructions of the exact counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum KernelChoice {
    Auto,
    Baseline,
    Avx2,
    Avx512,
}

impl From<KernelChoice> for Kernel {
    fn from(choice: KernelChoice) -> Self {
        match choice {
            KernelChoice::Auto => Kernel::Auto,
            KernelChoice::Baseline => Kernel::Baseline,
            KernelChoice::Avx2 => Kernel::Avx2,
            KernelChoice::Avx512 => Kernel::Avx512,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The sizes: 12..14, both ends included
    #[arg(value_name = "RANGE", default_value = "12..14", value_parser = size_range)]
    pub(crate) sizes: (u32, u32),
    /// How often each engine runs; the median counts
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=99))]
    pub(crate) runs: u32,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 1, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

/// The form of a figure or a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Json,
    Csv,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Only these methods, by id, separated by commas
    #[arg(short, long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) methods: Vec<String>,
    /// Also run methods for which the board is too large to end within some seconds
    #[arg(long)]
    pub(crate) all: bool,
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Args)]
pub(crate) struct MethodsArgs {
    /// Show one method in full
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

#[derive(Debug, Args)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The method to trace; without it flags, or one that can answer the problem
    #[arg(short, long, value_name = "ID")]
    pub(crate) method: Option<String>,
    /// Stop after this many events
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Stop at the first solution
    #[arg(long)]
    pub(crate) first: bool,
}

#[derive(Debug, Args)]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The method to watch; without it flags, or one that can answer the problem
    #[arg(short, long, value_name = "ID")]
    pub(crate) method: Option<String>,
    /// Time between two steps (100ms, 1s)
    #[arg(short, long, value_name = "TIME", default_value = "80ms", value_parser = duration)]
    pub(crate) delay: Duration,
    /// Stop at the first solution
    #[arg(long)]
    pub(crate) first: bool,
    /// Stop after this many steps
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
}

#[derive(Debug, Args)]
pub(crate) struct GrowthArgs {
    /// The sizes: 4..12, both ends included
    #[arg(value_name = "RANGE", default_value = "4..10", value_parser = size_range)]
    pub(crate) sizes: (u32, u32),
    /// The methods to measure, with commas between them, rows and join among them; without it flags, or one that
    /// can answer the problem. A time limit ends the sizes of one method, not of the next
    #[arg(short, long, value_name = "ID,...", value_delimiter = ',')]
    pub(crate) method: Vec<String>,
    /// The variant: queens, torus, superqueens, ...
    #[arg(long, value_name = "NAME", default_value = "queens")]
    pub(crate) variant: String,
    /// Count the nodes of each level of the backtrack tree instead: the ways to fill the first rows
    #[arg(long, conflicts_with = "method")]
    pub(crate) profile: bool,
    /// The form of the result
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: GrowthFormat,
}

/// The form of a growth table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GrowthFormat {
    Text,
    Json,
    Csv,
    Svg,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// The file, in any form that `list` writes; - is standard input
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// The problem that the solutions should solve, such as 'torus 7'; without it the one that the file names, or
    /// queens on a board of their size
    #[arg(long, value_name = "PROBLEM")]
    pub(crate) problem: Option<String>,
    /// Read that problem from a file: text form or drawn board
    #[arg(long, value_name = "FILE", conflicts_with = "problem")]
    pub(crate) board: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(subcommand)]
    pub(crate) problem: SearchProblem,
    /// How to search: dfs, bfs, ids, ucs, greedy, astar, idastar, beam or beam:WIDTH; or `all` to compare them
    #[arg(short, long, global = true, value_name = "STRATEGY", default_value = "astar")]
    pub(crate) strategy: String,
    /// How to recognise states that were seen before: none, path or closed
    #[arg(long, global = true, value_name = "CHECK", default_value = "closed")]
    pub(crate) loop_check: String,
    /// Stop when the nodes that are held take this many MiB
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
    /// The queens by CPS and by TRE: the same answer from a problem solver and from its rival, a rule engine
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

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// Where to listen; the default is reachable from this machine only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    pub(crate) addr: std::net::SocketAddr,
    /// The largest board size to answer
    #[arg(long, value_name = "SIZE", default_value_t = 14)]
    pub(crate) max_size: u32,
}

#[derive(Debug, Args)]
pub(crate) struct ManArgs {
    /// The page of one command, such as `count` or `units list`
    #[arg(value_name = "COMMAND", num_args = 0..=2)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Reads a number of threads.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 0..=1024) => Ok(threads),
        _ => Err(format!("'{text}' is no number of threads: use 1 to 1024, or 0 for one on each processor")),
    }
}

/// Reads a whole number that may be 0.
fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("'{text}' is no number: use a whole number from 0 to {}", u64::MAX))
}

/// Reads `30s`, `500ms`, `2m`, `1h`, `1.5s`; a number alone is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("'{unit}' is no unit of time: use ms, s, m or h")),
    };
    let number: f64 = number.trim().parse().map_err(|_| format!("'{number}' is no number"))?;
    Duration::try_from_secs_f64(number * factor)
        .map_err(|_| format!("'{text}' is no length of time: use 0 to {} seconds", u64::MAX))
}

/// Reads `4..12` (both ends included) or a single size.
fn size_range(text: &str) -> Result<(u32, u32), String> {
    let number = |side: &str| {
        side.trim()
            .parse::<u32>()
            .map_err(|_| format!("'{text}' is no range of sizes: write one such as 4..12"))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if first > last {
        return Err(format!("{first}..{last} is empty: the smaller size stands first"));
    }
    Ok((first, last))
}
