//! Arguments that several commands share: global options, the problem, and parsers of
//! values.

use clap::builder::{
    PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
};
use clap::{Args, ValueEnum};
use queens::control::split_before;
use queens::engines::registry;
use queens::problem::{HEX_WORD, Preset, RULE_WORDS};
use queens::render::Format;
use queens::simd::Kernel;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

/// The options of every command.
#[derive(Debug, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Colour: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true,
        hide_short_help = true
    )]
    pub(crate) color: ColorChoice,
    /// Characters of drawings: auto, ascii or unicode
    #[arg(
        long,
        global = true,
        value_name = "CHARSET",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true,
        hide_short_help = true
    )]
    pub(crate) charset: CharsetChoice,
    /// Print results only, no messages
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Also print the engine, the reason and the work
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
    /// Stop after this time: 30s, 500ms, 2m, 1h
    #[arg(long, global = true, value_name = "TIME", value_parser = parse_duration, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many nodes
    #[arg(long, global = true, hide_short_help = true, value_name = "NODES", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) node_limit: Option<u64>,
    /// Stop before tables take more MiB than this
    #[arg(long, global = true, hide_short_help = true, value_name = "MIB", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) memory_limit: Option<u64>,
    /// Random seed; 0 by default; --random and new puzzles use a new one
    #[arg(long, global = true, hide_short_help = true, value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Use of colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorChoice {
    Auto,
    Always,
    Never,
}

/// Characters of drawings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CharsetChoice {
    Auto,
    Ascii,
    Unicode,
}

/// The problem; 8 queens without any of these.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct ProblemArgs {
    /// A size with words (torus 5x8, armies 8); then statements
    /// ("8; total: 5"): `queens variants` lists all
    #[arg(help_heading = "Problem", value_name = "PROBLEM", num_args = 0.., allow_negative_numbers = true, value_parser = Suggested(problem_words), hide_possible_values = true)]
    pub(crate) words: Vec<String>,
    /// Read the problem from a file, or - for standard input
    #[arg(
        help_heading = "Problem",
        long,
        value_name = "FILE",
        conflicts_with = "words"
    )]
    pub(crate) board: Option<PathBuf>,
    /// Squares with a given queen: b4,d5
    #[arg(help_heading = "Problem", long = "given", value_name = "SQUARES")]
    pub(crate) givens: Vec<String>,
    /// Numbers of the squares, for `best: least value`
    #[arg(
        help_heading = "Problem",
        long,
        value_name = "FILE",
        hide_short_help = true
    )]
    pub(crate) weights: Option<PathBuf>,
}

/// Processor instructions of the exact counter.
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

/// Format of a number or a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Json,
    Csv,
}

/// Returns the ids that `--engine` takes.
pub(crate) fn engine_ids() -> Vec<&'static str> {
    registry().map(|engine| engine.info().id).collect()
}

/// Returns the parser of the id of an engine.
pub(crate) fn engine_id() -> PossibleValuesParser {
    PossibleValuesParser::new(engine_ids())
}

/// Returns the parser of a format of solutions.
pub(crate) fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::id))
        .try_map(|text| text.parse::<Format>())
}

/// Returns the names of the variants.
pub(crate) fn variant_ids() -> Vec<&'static str> {
    Preset::ALL.iter().map(|preset| preset.id()).collect()
}

/// Word before a problem that asks about the smallest sets that no solution contains.
pub(crate) const UNCOMPLETABLE_WORD: &str = "uncompletable";

/// Returns the words that a problem may begin with: the names of the variants, words for
/// rules, and the word that asks about sets.
pub(crate) fn problem_words() -> Vec<&'static str> {
    variant_ids()
        .into_iter()
        .chain(RULE_WORDS)
        .chain([HEX_WORD, UNCOMPLETABLE_WORD])
        .collect()
}

/// Parser that takes any word; a shell completes it to one of these names.
#[derive(Clone, Copy)]
pub(crate) struct Suggested(pub(crate) fn() -> Vec<&'static str>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter().map(PossibleValue::new)))
    }
}

/// Parses a number of threads.
pub(crate) fn parse_threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(threads @ 0..=1024) => Ok(threads),
        _ => Err(format!(
            "'{text}' is not a valid number of threads: use 1 to 1024, or 0 for one on each processor"
        )),
    }
}

/// Parses a whole number from 0.
pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse()
        .map_err(|_| format!("'{text}' is not a whole number: use 0 to {}", u64::MAX))
}

/// Parses `30s`, `500ms`, `2m`, `1h`, `1.5s`; a number alone is seconds.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split_before(text, |c| c.is_ascii_alphabetic());
    let factor = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(format!("'{unit}' is not a unit of time: use ms, s, m or h")),
    };
    let number: f64 = number
        .trim()
        .parse()
        .map_err(|_| format!("'{number}' is not a number"))?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| {
        format!(
            "'{text}' is not a valid length of time: use 0 to {} seconds",
            u64::MAX
        )
    })
}

/// Parses `4..12` (both ends included) or a single size.
pub(crate) fn size_range(text: &str) -> Result<(u32, u32), String> {
    let number = |side: &str| {
        side.trim().parse::<u32>().map_err(|_| {
            format!("'{text}' is not a range of sizes: write one such as 4..12")
        })
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if first > last {
        return Err(format!(
            "{first}..{last} is empty: put the smaller size first"
        ));
    }
    Ok((first, last))
}
