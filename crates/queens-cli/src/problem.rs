//! From the command line to a problem and an engine.

use crate::args::{ProblemArgs, size_range};
use crate::console::Console;
use crate::exit::Failure;
use crate::input::{bytes_of, name_of};
use crate::table::grouped;
use queens::control::Outcome;
use queens::problem::{MAX_TEXT, Preset, Problem, ProblemTextError};
use queens::read::{self, ReadProblem};
use queens::reference::{self, Published};
use std::path::Path;

impl ProblemArgs {
    /// The problem that the arguments describe; 8 queens where they say nothing.
    pub(crate) fn problem(&self, console: &Console) -> Result<Problem, Failure> {
        let problem = match &self.board {
            Some(file) => from_file(file, console)?,
            None => from_words(&self.text())?,
        };
        if self.board.is_some() && !self.givens.is_empty() {
            return with_givens(problem, &self.givens.join(","));
        }
        Ok(problem)
    }

    /// The problems of a range of sizes, where the last word is one: `5..9`, `torus 5..9`.
    pub(crate) fn sizes(&self, console: &Console) -> Result<Option<Vec<(u32, Problem)>>, Failure> {
        let Some(range) = self.words.last().filter(|word| word.contains("..")) else { return Ok(None) };
        let (first, last) = size_range(range).map_err(Failure::input)?;
        let of_size = |size: u32| {
            let mut one = self.clone();
            if let Some(word) = one.words.last_mut() {
                *word = size.to_string();
            }
            Ok((size, one.problem(console)?))
        };
        (first..=last).map(of_size).collect::<Result<Vec<_>, Failure>>().map(Some)
    }

    /// Whether the words name a variant or nothing.
    fn has_no_size(&self) -> bool {
        self.words.is_empty() || self.words.join(" ").parse::<Preset>().is_ok()
    }

    /// The problem that is assumed where a variant is named, but no size.
    pub(crate) fn assumed(&self) -> Option<String> {
        let variant = self.variant.as_ref().or(self.words.first())?;
        self.has_no_size().then(|| format!("{variant} 8"))
    }

    /// The arguments in the text form of a problem.
    fn text(&self) -> String {
        let mut words = self.words.join(" ");
        if self.has_no_size() {
            // A variant alone means a chessboard, as nothing at all does.
            words = format!("{words} 8").trim_start().to_owned();
        }
        let mut text = match &self.variant {
            Some(variant) => format!("{variant} {words}\n"),
            None => format!("{words}\n"),
        };
        for (key, values) in [("givens", &self.givens), ("holes", &self.holes), ("walls", &self.walls)] {
            if !values.is_empty() {
                text += &format!("{key}: {}\n", values.join(",").replace(',', " "));
            }
        }
        let fields = [
            ("total", &self.total),
            ("rows", &self.rows),
            ("columns", &self.columns),
            ("piece", &self.piece),
        ];
        for (key, value) in fields {
            if let Some(value) = value {
                text += &format!("{key}: {value}\n");
            }
        }
        text
    }
}

fn with_givens(problem: Problem, names: &str) -> Result<Problem, Failure> {
    names.split([',', ' ']).filter(|name| !name.is_empty()).try_fold(problem, |problem, name| {
        let square = queens::problem::parse_square(name).map_err(Failure::input)?;
        problem.with_any_givens([square]).map_err(Failure::input)
    })
}

/// The problem that a file holds; says what is assumed where a solution stands in its place.
pub(crate) fn from_file(file: &Path, console: &Console) -> Result<Problem, Failure> {
    let bytes = bytes_of(file, MAX_TEXT as u64 + 1, &console.settings().limits)?;
    let name = name_of(file);
    let ReadProblem { problem, from_solution, assumed } =
        read::problem(&bytes).map_err(|error| Failure::input(format!("{name}: {error}")))?;
    if from_solution {
        let givens = problem.givens().len();
        let plural = if givens == 1 { "queen" } else { "queens" };
        let given = format!("{} given {plural}", grouped(givens as u64));
        console.say(match assumed {
            true => format!("assuming {} with {given}", in_words(&problem)),
            false => format!("taking the solution in {name} as {given}"),
        });
    }
    Ok(problem)
}

/// The first line of the text form of a problem, which has its variant and size.
pub(crate) fn in_words(problem: &Problem) -> String {
    let text = problem.to_string();
    let name = text.lines().next().unwrap_or_default().to_owned();
    if text.contains("\nboard:") { name + " with the holes and walls as drawn" } else { name }
}

/// The problem that the command line describes: a line number would mean nothing there.
pub(crate) fn from_words(text: &str) -> Result<Problem, Failure> {
    text.parse().map_err(|error| match error {
        ProblemTextError::Line { reason, .. } => Failure::input(reason),
        error => Failure::input(error),
    })
}

/// The published number of solutions, in words, held against `found` where that is complete.
pub(crate) fn published(problem: &Problem, found: u128, outcome: Outcome) -> Option<String> {
    Some(as_published(&reference::published(&problem.normalized())?, found, outcome))
}

/// Whether a complete count contradicts the published number.
pub(crate) fn contradicts(published: &Published, found: u128, outcome: Outcome) -> bool {
    outcome == Outcome::Exhausted && published.value != found
}

/// A published number in words, held against `found` where that is complete.
pub(crate) fn as_published(published: &Published, found: u128, outcome: Outcome) -> String {
    let Published { name, value } = published;
    match outcome {
        Outcome::Exhausted if *value == found => format!("as published ({name})"),
        Outcome::Exhausted => format!("NOT as published: {name} says {value}"),
        _ => format!("{name} says {value} in all"),
    }
}
