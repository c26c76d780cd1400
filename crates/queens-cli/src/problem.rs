//! From the command line to a problem and a method.

use crate::args::ProblemArgs;
use crate::console::{Console, waiting_for_input};
use crate::counting::ENGINES;
use crate::exit::Failure;
use crate::table::grouped;
use queens::control::Outcome;
use queens::engines::ladder::{self, Completeness, Method};
use queens::problem::{MAX_TEXT, Preset, Problem, ProblemTextError};
use queens::read::{self, ReadProblem};
use queens::reference::{self, Published};
use std::io::Read;
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

    /// The arguments in the text form of a problem.
    fn text(&self) -> String {
        // A variant alone means a chessboard, as nothing at all does.
        let mut words = self.words.join(" ");
        if self.words.is_empty() || words.parse::<Preset>().is_ok() {
            words += " 8";
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
        problem.with_given(square).map_err(Failure::input)
    })
}

/// The problem that a file holds; says what is assumed where a solution stands in its place.
pub(crate) fn from_file(file: &Path, console: &Console) -> Result<Problem, Failure> {
    let bytes = bytes_of(file)?;
    let name = if file.as_os_str() == "-" { "standard input".into() } else { file.display().to_string() };
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

/// Reads a file, or standard input for `-`; of a text that is too long, just enough to show it.
fn bytes_of(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = MAX_TEXT as u64 + 1;
    // Ctrl-C has nothing to save here.
    let result = waiting_for_input(|| match file.as_os_str() == "-" {
        true => std::io::stdin().lock().take(most).read_to_end(&mut bytes),
        false => std::fs::File::open(file).and_then(|open| open.take(most).read_to_end(&mut bytes)),
    });
    match result {
        Ok(_) => Ok(bytes),
        Err(error) => Err(Failure::input(format!("cannot read {}: {error}", file.display()))),
    }
}

/// The method that shows its steps or its growth where the user names none: flags, where it can.
pub(crate) fn shown(id: Option<&str>, problem: &Problem) -> Result<&'static dyn Method, Failure> {
    match id {
        Some(id) => choose(Some(id), problem, Completeness::One),
        None => {
            let flags = method("flags")?;
            if flags.accepts(problem).is_ok() { Ok(flags) } else { choose(None, problem, Completeness::All) }
        }
    }
}

/// The method called `id`.
pub(crate) fn method(id: &str) -> Result<&'static dyn Method, Failure> {
    ladder::find(id).ok_or_else(|| no_method(id, &[]))
}

/// What to say of an `id` that is neither one of the `engines` nor a method of the ladder.
pub(crate) fn no_method(id: &str, engines: &[&'static str]) -> Failure {
    if ENGINES.contains(&id) && engines.is_empty() {
        return Failure::input(format!(
            "'{id}' counts and does nothing else: use one of {}",
            ids(ladder::LADDER).join(", ")
        ));
    }
    let known = [engines, &ids(ladder::LADDER)].concat();
    Failure::input(format!("'{id}' is no method: use one of {}", known.join(", ")))
}

fn ids(ladder: &[&'static dyn Method]) -> Vec<&'static str> {
    ladder.iter().map(|method| method.info().id).collect()
}

/// The method that the user named, or the one that the laboratory chooses; refuses a method that
/// cannot answer `problem`, or cannot find everything where everything is asked.
pub(crate) fn choose(
    id: Option<&str>,
    problem: &Problem,
    finds: Completeness,
) -> Result<&'static dyn Method, Failure> {
    let Some(id) = id else {
        return ladder::choose(problem, finds).map_err(Failure::input);
    };
    let method = method(id)?;
    if finds == Completeness::All && method.info().finds == Completeness::One {
        return Err(Failure::input(format!(
            "{id} finds one solution, not all: use it with `solve`, or choose another method (see `queens methods`)"
        )));
    }
    method.accepts(problem).map_err(|refusal| {
        let able: Vec<_> = ladder::LADDER.iter().copied().filter(|m| m.accepts(problem).is_ok()).collect();
        Failure::input(format!("{id} cannot answer this: {refusal}; these can: {}", ids(&able).join(", ")))
    })?;
    Ok(method)
}

/// The published number of solutions, in words, held against `found` where that is complete.
pub(crate) fn published(problem: &Problem, found: u128, outcome: Outcome) -> Option<String> {
    Some(as_published(reference::published(problem)?, found, outcome))
}

/// A published number in words, held against `found` where that is complete.
pub(crate) fn as_published(Published { name, value }: Published, found: u128, outcome: Outcome) -> String {
    match outcome {
        Outcome::Exhausted if value == found => format!("as published ({name})"),
        Outcome::Exhausted => format!("NOT as published: {name} says {value}"),
        _ => format!("{name} says {value} in all"),
    }
}
