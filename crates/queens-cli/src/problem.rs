//! From the command line to a problem and a method.

use crate::args::ProblemArgs;
use crate::counting::ENGINES;
use crate::exit::Failure;
use crate::signals::waiting_for_input;
use queens::control::Outcome;
use queens::engines::ladder::{self, Completeness, Method};
use queens::problem::{MAX_TEXT, Preset, Problem, ProblemTextError};
use queens::reference::{self, Published};
use std::io::Read;
use std::path::Path;

impl ProblemArgs {
    /// The problem that the arguments describe; 8 queens where they say nothing.
    pub(crate) fn problem(&self) -> Result<Problem, Failure> {
        let problem = match &self.board {
            Some(file) => from_file(file)?,
            None => from_words(&self.text())?,
        };
        if self.board.is_some() && !self.givens.is_empty() {
            return with_givens(problem, &self.givens.join(","));
        }
        Ok(problem)
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
        problem.with_given(square).map_err(Failure::input)
    })
}

/// The problem that a file holds.
pub(crate) fn from_file(file: &Path) -> Result<Problem, Failure> {
    Problem::from_bytes(&read(file)?).map_err(|error| Failure::input(format!("{}: {error}", file.display())))
}

/// The problem that the command line describes: a line number would mean nothing there.
pub(crate) fn from_words(text: &str) -> Result<Problem, Failure> {
    text.parse().map_err(|error| match error {
        ProblemTextError::Line { reason, .. } => Failure::input(reason),
        error => Failure::input(error),
    })
}

/// Reads a file, or standard input for `-`; of a text that is too long, just enough to show it.
fn read(file: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let most = MAX_TEXT as u64 + 1;
    let result = if file.as_os_str() == "-" {
        waiting_for_input(|| std::io::stdin().lock().take(most).read_to_end(&mut bytes))
    } else {
        std::fs::File::open(file).and_then(|open| open.take(most).read_to_end(&mut bytes))
    };
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
