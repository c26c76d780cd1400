//! `queens export`: writes a problem in a format of other solvers.

use crate::args::{ProblemArgs, TableFormat};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::write_document;
use clap::Args;
use clap::builder::PossibleValuesParser;
use draft::Draft;
use queens::control::Outcome;
use queens::export::{self, ExportError, FORMATS, Format, FormatsDocument};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens export 8 --to dimacs | cadical -q > answer.txt       a SAT solver\n\
\x20 queens export torus 7 --to asp | clingo 0                  every solution\n\
\x20 queens export 8 --given b4 --to minizinc --output eight.mzn\n\
\x20 queens export dominating 8 --to asp | clingo               the fewest queens that attack every square\n\
\x20 queens export --formats                                    all formats")]
pub(crate) struct ExportArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Format: dimacs, opb, lp, mps, asp, minizinc, smtlib, ...; --formats lists them
    #[arg(short, long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(format_ids()), ignore_case = true, hide_possible_values = true, required_unless_present = "formats")]
    pub(crate) to: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// List the formats, the problems that each can express, and tools that read it
    #[arg(long, conflicts_with_all = ["to", "output", "words", "board"])]
    pub(crate) formats: bool,
    /// Format of that table: text, json or csv
    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        requires = "formats",
        hide_short_help = true,
        hide_possible_values = true
    )]
    pub(crate) format: TableFormat,
}

/// Returns the ids that `--to` takes.
fn format_ids() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.id).collect()
}

pub(crate) fn run_export(args: &ExportArgs, console: &Console) -> Result<Exit, Failure> {
    let Some(to) = args.to.as_ref().filter(|_| !args.formats) else {
        write_document(args.format, &FormatsDocument::all(), console)?;
        return Ok(Exit::Answered);
    };
    let format = export::find(to).map_err(Failure::input)?;
    let problem = args.problem.problem_with_rules(console)?;
    let limits = &console.settings().limits;
    let write_model = |out: &mut dyn Write| export::write(&problem, format, limits, out);
    let result = match &args.output {
        None => {
            let mut out = console.out();
            let result = write_model(&mut out);
            // Output before a limit is printed, although it is cut off.
            out.flush()?;
            result
        }
        Some(path) => {
            // No file is created if the format cannot express the problem.
            let mut draft = LazyDraft { path, draft: None };
            write_model(&mut draft).and_then(|()| Ok(draft.place_file()?))
        }
    };
    finish_export(result, args.output.as_deref(), format, console)
}

fn finish_export(
    result: Result<(), ExportError>,
    output: Option<&Path>,
    format: &Format,
    console: &Console,
) -> Result<Exit, Failure> {
    match result {
        Ok(()) => {
            if let Some(path) = output {
                console.say(format!("{} is in {}", format.name, path.display()));
            }
            Ok(Exit::Answered)
        }
        Err(ExportError::Stopped(stop)) => {
            let outcome = Outcome::from(Err(stop));
            console.say(match output {
                None => format!("{outcome}; the output is cut off"),
                Some(path) => format!("{outcome}; {} was not written", path.display()),
            });
            Ok(outcome.into())
        }
        Err(ExportError::Io(error)) if output.is_none() => Err(Failure::Io(error)),
        Err(ExportError::Io(error)) => {
            let path = output.map_or(String::new(), |path| path.display().to_string());
            Err(Failure::input(format!("cannot write {path}: {error}")))
        }
        Err(unsupported) => Err(Failure::input(unsupported)),
    }
}

/// File that is created at the first write.
struct LazyDraft<'p> {
    path: &'p Path,
    draft: Option<Draft>,
}

impl LazyDraft<'_> {
    fn open_draft(&mut self) -> io::Result<&mut Draft> {
        Ok(match &mut self.draft {
            Some(draft) => draft,
            none => none.insert(Draft::new(self.path)?),
        })
    }

    fn place_file(mut self) -> io::Result<()> {
        self.open_draft()?;
        self.draft.map_or(Ok(()), Draft::place)
    }
}

impl Write for LazyDraft<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.open_draft()?.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.draft.as_mut().map_or(Ok(()), Write::flush)
    }
}
