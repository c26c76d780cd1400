//! Problems from the arguments and from files.

use crate::args::{ProblemArgs, UNCOMPLETABLE_WORD, range_of, size_range};
use crate::console::Console;
use crate::exit::Failure;
use crate::input::{StandardInput, bytes_of, is_piped, name_of, standard_input};
use crate::table::grouped;
use crate::words::split_head;
use queens::control::Outcome;
use queens::problem::{MAX_TEXT, Problem, ProblemTextError, Weights};
use queens::puzzle::{self, read::PuzzleReadError};
use queens::read::{self, ReadProblem};
use queens::reference::{self, Published};
use queens::square::Square;
use std::path::{Path, PathBuf};

/// Returns the text after the word that asks about sets that no solution contains; `None`
/// if the text begins with another word.
pub(crate) fn after_sets_word(text: &str) -> Option<&str> {
    let (word, rest) = text.split_at_checked(UNCOMPLETABLE_WORD.len())?;
    let is_word = !rest.starts_with(|next: char| next.is_alphanumeric() || next == '-');
    (is_word && word.eq_ignore_ascii_case(UNCOMPLETABLE_WORD)).then_some(rest)
}

impl ProblemArgs {
    /// Returns the arguments without the word that asks about sets that no solution
    /// contains; `None` if they do not begin with it.
    pub(crate) fn of_sets(&self) -> Option<ProblemArgs> {
        let joined = self.words.join(" ");
        let words = after_sets_word(joined.trim_start())?.trim();
        Some(ProblemArgs {
            words: (!words.is_empty())
                .then(|| words.to_owned())
                .into_iter()
                .collect(),
            ..self.clone()
        })
    }

    /// Returns the problem that the arguments describe, for a command that takes no
    /// rules.
    pub(crate) fn parse_problem(&self, console: &Console) -> Result<Problem, Failure> {
        let problem = self.problem_with_rules(console)?;
        if problem.rules().is_some() {
            return Err(Failure::input(
                "this command takes no rules (kinds of pieces, covers, a best value): `queens solve`, `list`, `count`, `verify` and `export` do",
            ));
        }
        Ok(problem)
    }

    /// Returns the problem that the arguments describe, which may have rules. Without
    /// arguments it is read from standard input, or 8 queens if nothing is sent there.
    pub(crate) fn problem_with_rules(
        &self,
        console: &Console,
    ) -> Result<Problem, Failure> {
        if self.of_sets().is_some() {
            return Err(Failure::input(format!(
                "{UNCOMPLETABLE_WORD} asks about sets that no solution contains: only `queens solve`, `count` and `verify` take it, as the first word"
            )));
        }
        match &self.weights {
            Some(file) => self.read_weights(file, console),
            None => self.parse_unweighted(console),
        }
    }

    /// Returns the problem with the weights of a file; without a size, that of the
    /// weights.
    fn read_weights(&self, file: &Path, console: &Console) -> Result<Problem, Failure> {
        let is_input = |file: &Path| file.as_os_str() == "-";
        if is_input(file) && self.board.as_deref().is_some_and(is_input) {
            return Err(Failure::input(
                "--board - and --weights - both read standard input: use a file for one of them",
            ));
        }
        let bytes = bytes_of(file, MAX_TEXT as u64 + 1, &console.settings().limits)?;
        let refused = |error: &dyn std::fmt::Display| {
            Failure::input(format!("{}: {error}", name_of(file)))
        };
        let text = std::str::from_utf8(&bytes).map_err(|error| refused(&error))?;
        let weights: Weights = text.parse().map_err(|error| refused(&error))?;
        let mut sized = self.clone();
        if self.board.is_none() && self.has_no_size() {
            sized
                .words
                .push(format!("; size: {}x{}", weights.rows(), weights.columns()));
        }
        sized
            .parse_unweighted(console)?
            .with_weights(weights.values().to_vec())
            .map_err(|error| refused(&error))
    }

    fn parse_unweighted(&self, console: &Console) -> Result<Problem, Failure> {
        if self.is_empty()
            && let Some(problem) = from_standard_input(console)?
        {
            return Ok(problem);
        }
        let reads_input = |file: &Option<PathBuf>| {
            file.as_ref().is_some_and(|file| file.as_os_str() == "-")
        };
        if !reads_input(&self.board) && !reads_input(&self.weights) && is_piped() {
            console.say("standard input is not read: the arguments name the problem");
        }
        let problem = match &self.board {
            Some(file) => from_file(file, console)?,
            None => from_words(&self.problem_text())?,
        };
        if self.board.is_some() && !self.givens.is_empty() {
            return with_givens(problem, &self.givens.join(","));
        }
        Ok(problem)
    }

    /// Returns the problems of a range of sizes, if there is one: `5..9`, `torus 5..9`,
    /// `armies 3..5`, `5..9; total: 3`.
    pub(crate) fn parse_sizes(
        &self,
        console: &Console,
    ) -> Result<Option<Vec<(u32, Problem)>>, Failure> {
        let joined = self.words.join(" ");
        let (head, statements) = split_head(&joined);
        let words: Vec<&str> = head.split_whitespace().collect();
        let is_range = |word: &&str| word.contains("..") || range_of(word).is_some();
        let Some(at) = words.iter().position(is_range) else {
            return Ok(None);
        };
        let (first, last) = size_range(words[at]).map_err(Failure::input)?;
        let of_size = |size: u32| {
            let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
            words[at] = size.to_string();
            words.push(statements.to_owned());
            Ok((
                size,
                ProblemArgs {
                    words,
                    ..self.clone()
                }
                .problem_with_rules(console)?,
            ))
        };
        (first..=last)
            .map(of_size)
            .collect::<Result<Vec<_>, Failure>>()
            .map(Some)
    }

    /// Returns true if the arguments describe no part of a problem.
    fn is_empty(&self) -> bool {
        self.board.is_none() && self.words.is_empty() && self.givens.is_empty()
    }

    /// Returns true if no size is given.
    fn has_no_size(&self) -> bool {
        matches!(
            self.given_text().parse::<Problem>(),
            Err(ProblemTextError::NoSize)
        )
    }

    /// Returns the problem that is assumed if there are words, but no size.
    pub(crate) fn assumed_in_words(&self) -> Option<String> {
        let joined = self.words.join(" ");
        let (head, statements) = split_head(&joined);
        let is_assumed =
            self.board.is_none() && self.weights.is_none() && self.has_no_size();
        (is_assumed && !head.trim().is_empty())
            .then(|| format!("{} 8{statements}", head.trim()))
    }

    /// Returns the arguments in the text form of a problem; without a size it is about a
    /// chessboard.
    fn problem_text(&self) -> String {
        let size = if self.has_no_size() { "size: 8\n" } else { "" };
        self.given_text() + size
    }

    /// Returns the arguments in the text form of a problem, as they are given.
    fn given_text(&self) -> String {
        let mut text = self.words.join(" ") + "\n";
        if !self.givens.is_empty() {
            text += &format!("givens: {}\n", self.givens.join(","));
        }
        text.trim_start().to_owned()
    }
}

fn with_givens(problem: Problem, names: &str) -> Result<Problem, Failure> {
    names
        .split([',', ' '])
        .filter(|name| !name.is_empty())
        .try_fold(problem, |problem, name| {
            let square: Square = name.trim().parse().map_err(Failure::input)?;
            problem.with_any_givens([square]).map_err(Failure::input)
        })
}

/// Reads a problem from a file. A solution becomes given queens, and a region puzzle its
/// problem, with a message.
pub(crate) fn from_file(file: &Path, console: &Console) -> Result<Problem, Failure> {
    let bytes = bytes_of(file, MAX_TEXT as u64 + 1, &console.settings().limits)?;
    from_bytes(&bytes, &name_of(file), console)
}

/// Reads the problem that was sent to standard input, if any was.
fn from_standard_input(console: &Console) -> Result<Option<Problem>, Failure> {
    let limits = &console.settings().limits;
    match standard_input(limits) {
        StandardInput::Device => Ok(None),
        StandardInput::Idle => {
            console.say("nothing arrives on standard input: assuming 8 queens (--board - waits for a board)");
            Ok(None)
        }
        StandardInput::Ready => {
            let file = Path::new("-");
            let bytes = bytes_of(file, MAX_TEXT as u64 + 1, limits)?;
            let problem =
                (!bytes.is_empty()).then(|| from_bytes(&bytes, &name_of(file), console));
            problem.transpose()
        }
    }
}

fn from_bytes(bytes: &[u8], name: &str, console: &Console) -> Result<Problem, Failure> {
    // A drawing with regions is also one of a plain board, whose lines mean nothing.
    if puzzle::read::is_drawn(bytes)
        && let Some(problem) = from_puzzle(bytes, name, console)?
    {
        return Ok(problem);
    }
    let ReadProblem {
        problem,
        from_solution,
        assumed,
    } = match read::problem(bytes) {
        Ok(read) => read,
        Err(error) => {
            let puzzle = from_puzzle(bytes, name, console)?;
            return puzzle.ok_or_else(|| Failure::input(format!("{name}: {error}")));
        }
    };
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

/// Reads the problem of a region puzzle in any form: letters, an address, a picture.
fn from_puzzle(
    bytes: &[u8],
    name: &str,
    console: &Console,
) -> Result<Option<Problem>, Failure> {
    let puzzles = match puzzle::read::read_all(bytes, None, &console.settings().limits) {
        Ok(puzzles) => puzzles,
        Err(PuzzleReadError::Stopped(stop)) => return Err(Failure::Stopped(stop)),
        Err(_) => return Ok(None),
    };
    let [position] = &puzzles[..] else {
        return Ok(None);
    };
    let puzzle = position.puzzle();
    console.say(format!(
        "{name} is a region puzzle of {0} x {0}; `queens puzzle` explains such puzzles",
        puzzle.size()
    ));
    Ok(Some(puzzle.problem().clone()))
}

/// Returns the first line of the text form of a problem: its variant and size.
pub(crate) fn in_words(problem: &Problem) -> String {
    let text = problem.to_string();
    let name = text.lines().next().unwrap_or_default().to_owned();
    if text.contains("\nboard:") {
        name + " with the holes and walls as drawn"
    } else {
        name
    }
}

/// Parses a problem from the command line, where a line number means nothing.
pub(crate) fn from_words(text: &str) -> Result<Problem, Failure> {
    text.parse().map_err(|error| match error {
        ProblemTextError::Line { reason, .. } => Failure::input(reason),
        error => Failure::input(error),
    })
}

/// Compares a count with the published number of solutions, in words.
pub(crate) fn published_in_words(
    problem: &Problem,
    found: u128,
    outcome: Outcome,
) -> Option<String> {
    Some(as_published(
        &reference::published(&problem.normalized())?,
        found,
        outcome,
    ))
}

/// Returns true if a complete count contradicts the published number.
pub(crate) fn contradicts_published(
    published: &Published,
    found: u128,
    outcome: Outcome,
) -> bool {
    outcome == Outcome::Exhausted && published.value != found
}

/// Compares a proved maximum or minimum with the published one, as the end of a sentence;
/// empty if there is none.
pub(crate) fn compare_with_published(
    published: Option<&Published>,
    found: usize,
) -> String {
    published.map_or(String::new(), |Published { name, value }| {
        let is_same = *value == found as u128;
        format!(
            ", {} {name}",
            if is_same {
                "as published:"
            } else {
                "NOT as published:"
            }
        )
    })
}

/// Compares a count with a published number, in words.
pub(crate) fn as_published(
    published: &Published,
    found: u128,
    outcome: Outcome,
) -> String {
    let Published { name, value } = published;
    match outcome {
        Outcome::Exhausted if *value == found => format!("as published ({name})"),
        Outcome::Exhausted => format!("NOT as published: {name} has {}", grouped(*value)),
        _ => format!("{name} has {} in all", grouped(*value)),
    }
}
