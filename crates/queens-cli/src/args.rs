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
    #[arg(
        long,
        global = true,
        value_name = "TIME",
        value_parser = parse_duration,
        allow_negative_numbers = true
    )]
    pub(crate) time_limit: Option<Duration>,
    /// Stop after this many nodes
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "NODES",
        value_parser = whole_number,
        allow_negative_numbers = true
    )]
    pub(crate) node_limit: Option<u64>,
    /// Stop before tables take more MiB than this (512, 2G)
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_name = "MIB",
        value_parser = parse_mebibytes,
        allow_negative_numbers = true
    )]
    pub(crate) memory_limit: Option<u64>,
    /// Random seed; 0 by default; --random and new puzzles use a new one
    #[arg(
        long,
        global = true,
        hide_short_help = true,
        value_parser = parse_seed,
        allow_negative_numbers = true
    )]
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
    #[arg(
        help_heading = "Problem",
        value_name = "PROBLEM",
        num_args = 0..,
        allow_negative_numbers = true,
        value_parser = Suggested(problem_words),
        hide_possible_values = true
    )]
    pub(crate) words: Vec<String>,
    /// Read the problem from a file, or - for standard input
    #[arg(
        help_heading = "Problem",
        long,
        value_name = "FILE",
        conflicts_with = "words"
    )]
    pub(crate) board: Option<PathBuf>,
    /// Squares with a given queen: b4,d5 or b4 d5
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

/// Words for a limit that is not set.
const NO_LIMIT: [&str; 9] = [
    "all",
    "none",
    "no",
    "off",
    "inf",
    "infinite",
    "infinity",
    "unlimited",
    "max",
];

/// Parses a whole number from 0: `1000000`, `1_000_000`, `1e6`, `1M`.
pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    if NO_LIMIT.contains(&text) {
        return Err(format!(
            "'{text}' is not a whole number: leave the option out for no limit"
        ));
    }
    count_of(text).ok_or_else(|| {
        format!(
            "'{text}' is not a whole number: write one such as 1000000, at most {}",
            u64::MAX
        )
    })
}

/// Parses the seed of random choices.
fn parse_seed(text: &str) -> Result<u64, String> {
    count_of(text).ok_or_else(|| {
        format!(
            "'{text}' is not a whole number: use 0 to {}; `queens solve 8 --random` draws another seed each time",
            u64::MAX
        )
    })
}

/// Returns the whole number that a text stands for: digits, with `_` between them, and
/// `k`, `M`, `G` or a power of ten (`1e6`) after them.
pub(crate) fn count_of(text: &str) -> Option<u64> {
    let digits = text.replace('_', "");
    let (number, unit) = split_before(&digits, |c| !c.is_ascii_digit());
    let power = match unit {
        "" => 0,
        "k" | "K" => 3,
        "M" => 6,
        "G" => 9,
        power => power.strip_prefix(['e', 'E'])?.parse().ok()?,
    };
    let number: u64 = number.parse().ok()?;
    number.checked_mul(10u64.checked_pow(power)?)
}

/// Parses an amount of memory in MiB: `512`, `512M`, `2G`, `2GB`.
fn parse_mebibytes(text: &str) -> Result<u64, String> {
    let (number, unit) = split_before(text, |c| !c.is_ascii_digit());
    let bytes_in_unit: u64 = match unit {
        "" | "m" | "M" | "Mi" | "MiB" => 1 << 20,
        "g" | "G" | "Gi" | "GiB" => 1 << 30,
        "MB" => 1_000_000,
        "GB" => 1_000_000_000,
        _ => 0,
    };
    let mebibytes = number
        .parse::<u64>()
        .ok()
        .filter(|_| bytes_in_unit > 0)
        .map(|number| u128::from(number) * u128::from(bytes_in_unit) / (1 << 20))
        .and_then(|mebibytes| u64::try_from(mebibytes).ok());
    mebibytes.ok_or_else(|| {
        format!("'{text}' is not an amount of memory: write MiB, such as 512, 512M or 2G")
    })
}

/// Parses `30s`, `500ms`, `2m`, `1h`, `1.5s`, `1d`; a number alone is seconds.
pub(crate) fn parse_duration(text: &str) -> Result<Duration, String> {
    if NO_LIMIT.contains(&text) {
        return Err(format!(
            "'{text}' is not a length of time: leave the option out for no limit"
        ));
    }
    let (number, unit) = split_before(text, |c| c.is_ascii_alphabetic());
    let factor = match &*unit.to_ascii_lowercase() {
        "ms" | "msec" | "msecs" => 0.001,
        "" | "s" | "sec" | "secs" | "second" | "seconds" => 1.0,
        "m" | "min" | "mins" | "minute" | "minutes" => 60.0,
        "h" | "hr" | "hour" | "hours" => 3600.0,
        "d" | "day" | "days" => 86400.0,
        _ if number.is_empty() => {
            return Err(format!(
                "'{text}' is not a length of time: write one such as 100ms, 30s, 2m or 1h"
            ));
        }
        _ => {
            return Err(format!(
                "'{text}' is not a length of time: use one of the units ms, s, m, h and d{}",
                in_one_unit(text)
            ));
        }
    };
    let number: f64 = number.trim().parse().map_err(|_| {
        format!("'{number}' is not a number of seconds{}", in_one_unit(text))
    })?;
    Duration::try_from_secs_f64(number * factor).map_err(|_| {
        format!(
            "'{text}' is not a valid length of time: use 0 to {} seconds",
            u64::MAX
        )
    })
}

/// Returns a time with a colon or several units in seconds or minutes, as a way out.
fn in_one_unit(text: &str) -> String {
    let numbers: Vec<u64> = text
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect();
    let units: String = text.chars().filter(char::is_ascii_alphabetic).collect();
    match (&numbers[..], &*units) {
        ([minutes, seconds], "") if text.contains(':') => {
            minutes.checked_mul(60).map_or(String::new(), |more| {
                format!(": write {}s", more.saturating_add(*seconds))
            })
        }
        ([_, _], "s" | "") if text.contains(',') => {
            format!(": write {}", text.replace(',', "."))
        }
        ([hours, minutes], "hm" | "hmin") => {
            hours.checked_mul(60).map_or(String::new(), |more| {
                format!(": write {}m", more.saturating_add(*minutes))
            })
        }
        _ => String::new(),
    }
}

/// Returns the ends of a range of sizes, both included: `4..12`, `4..=12`, `4-12`.
pub(crate) fn range_of(text: &str) -> Option<(u32, u32)> {
    let (first, last) = text.split_once("..").or_else(|| text.split_once('-'))?;
    let last = last.strip_prefix('=').unwrap_or(last);
    Some((first.trim().parse().ok()?, last.trim().parse().ok()?))
}

/// Parses `4..12` (both ends included), `4-12` or a single size.
pub(crate) fn size_range(text: &str) -> Result<(u32, u32), String> {
    let single = text.trim().parse().map(|size| (size, size)).ok();
    let (first, last) = range_of(text).or(single).ok_or_else(|| {
        let numbers: Vec<u32> = text
            .split(|c: char| !c.is_ascii_digit())
            .filter_map(|number| number.parse().ok())
            .collect();
        match numbers[..] {
            [first, last] if first < last => {
                format!("'{text}' is not a range of sizes: write `{first}..{last}`")
            }
            _ => format!("'{text}' is not a range of sizes: write one such as 4..12"),
        }
    })?;
    if first > last {
        return Err(format!(
            "{first}..{last} is empty: put the smaller size first"
        ));
    }
    Ok((first, last))
}
