//! `queens puzzle hint`, `explain`, `rate` and `techniques`: the reasons.

use super::forms::PIXELS;
use super::{BoardArgs, Joint, has_marks, options};
use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{print, several, wrapped, write};
use clap::{Args, ValueEnum};
use queens::Verdict;
use queens::control::Outcome;
use queens::document::{Document, ExplanationDocument, HintDocument, RatingDocument};
use queens::puzzle::write::{step_png, step_svg};
use queens::puzzle::{self, Hint, Mark, Position, Step};
use queens::render::Fill;
use queens::square::Square;
use std::io::Write;

/// What is reasoned about, and how.
#[derive(Debug, Args)]
struct ReasonArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Allow deductions that lean on there being exactly one solution
    #[arg(long)]
    uniqueness: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    reason: ReasonArgs,
    /// The form of the answer; svg and png draw the squares that it reads and settles
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: HintForm,
}

/// The form of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HintForm {
    Text,
    Json,
    Csv,
    Svg,
    Png,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    #[command(flatten)]
    reason: ReasonArgs,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
    /// Named deductions only, no proofs by contradiction
    #[arg(long)]
    rules_only: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    reason: ReasonArgs,
    /// The form of the answer
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {}

pub(super) fn hint(args: &HintArgs, console: &Console) -> Result<Exit, Failure> {
    let joint = match args.format {
        HintForm::Text => Joint::EmptyLine,
        HintForm::Json | HintForm::Csv => Joint::Nothing,
        HintForm::Svg | HintForm::Png => Joint::Alone,
    };
    args.reason.board.each(console, joint, |position| hint_of(args, position, console))
}

fn hint_of(args: &HintArgs, position: Position, console: &Console) -> Result<Exit, Failure> {
    let hint = puzzle::hint(&position, &options(console, args.reason.uniqueness)).map_err(Failure::input)?;
    let mut out = console.out();
    match args.format {
        HintForm::Text => {
            let mut shown = position;
            if let Hint::Step(step) | Hint::Proof { step, .. } = &hint {
                step.apply(&mut shown);
            }
            queens::puzzle::write::terminal(&shown, console.style(), &mut out)?;
            match &hint {
                Hint::Step(step) | Hint::Proof { step, .. } => write_step("", step, console, &mut out)?,
                hint => lines(hint.sentence(), "", console, &mut out)?,
            }
            out.flush()?;
        }
        HintForm::Svg | HintForm::Png => {
            let step = match &hint {
                Hint::Step(step) | Hint::Proof { step, .. } => step,
                Hint::Stopped { stop, sentence } => {
                    console.say(sentence);
                    return Ok(Outcome::from(Err(*stop)).into());
                }
                other => {
                    return Err(Failure::input(format!("there is no step to draw: {}", other.sentence())));
                }
            };
            let fill = Fill { patterns: true, ..Fill::default() };
            match args.format {
                HintForm::Svg => step_svg(&position, step, fill, &mut out),
                _ => step_png(&position, step, fill, PIXELS, &console.settings().limits, &mut out),
            }?;
            out.flush()?;
        }
        HintForm::Json => HintDocument::new(&hint).write_json(&mut out)?,
        HintForm::Csv => HintDocument::new(&hint).write_csv(&mut out)?,
    }
    Ok(match hint {
        Hint::Wrong(_) | Hint::Stuck { solutions: Verdict::None, .. } => Exit::CheckFailed,
        Hint::Stopped { stop, .. } => Outcome::from(Err(stop)).into(),
        _ => Exit::Answered,
    })
}

pub(super) fn explain(args: &ExplainArgs, console: &Console) -> Result<Exit, Failure> {
    args.reason.board.each(console, joint(args.format), |position| explain_one(args, &position, console))
}

fn explain_one(args: &ExplainArgs, position: &Position, console: &Console) -> Result<Exit, Failure> {
    let ExplainArgs { reason: ReasonArgs { uniqueness, .. }, format, rules_only } = args;
    let mut options = options(console, *uniqueness);
    if let Some(obstacle) = puzzle::obstacle(position, &options).map_err(Failure::input)? {
        console.warn(obstacle);
        return Ok(Exit::CheckFailed);
    }
    if *rules_only {
        options = options.rules_only();
    }
    let explanation = puzzle::explain_from(position, &options);
    if *format != TableFormat::Text {
        write(*format, &ExplanationDocument::new(&explanation), console)?;
        return Ok(explanation.outcome.into());
    }
    let mut out = console.out();
    for (number, step) in (1..).zip(&explanation.steps) {
        write_step(&format!("{number}. "), step, console, &mut out)?;
    }
    queens::puzzle::write::terminal(&explanation.position, console.style(), &mut out)?;
    out.flush()?;
    if explanation.solved {
        return Ok(Exit::Answered);
    }
    let rest = several(explanation.position.marked(Mark::Open).count() as u64, "open square");
    if !explanation.outcome.is_complete() {
        console.say(format!("{}, with {rest} left", explanation.outcome));
        return Ok(explanation.outcome.into());
    }
    let why = puzzle::hint(&explanation.position, &options).map_err(Failure::input)?;
    console.say(format!("{rest} left. {}", why.sentence()));
    Ok(if let Hint::Stopped { stop, .. } = why { Outcome::from(Err(stop)).into() } else { Exit::Answered })
}

pub(super) fn rate(args: &RateArgs, console: &Console) -> Result<Exit, Failure> {
    args.reason.board.each(console, joint(args.format), |position| rate_one(args, &position, console))
}

fn rate_one(args: &RateArgs, position: &Position, console: &Console) -> Result<Exit, Failure> {
    let RateArgs { reason: ReasonArgs { uniqueness, .. }, format } = args;
    if has_marks(position) {
        console.say("the marks are left out: a rating is that of the puzzle and its clues");
    }
    let clues = Position::new(position.puzzle().clone());
    let options = options(console, *uniqueness);
    if let Some(obstacle) = puzzle::unratable(clues.puzzle(), &options).map_err(Failure::input)? {
        console.warn(obstacle);
        return Ok(Exit::CheckFailed);
    }
    let rating = match puzzle::rate(clues.puzzle(), &options) {
        Ok(rating) => rating,
        Err(stop) => {
            console.say(format!("not rated: {stop}"));
            return Ok(Outcome::from(Err(stop)).into());
        }
    };
    let document = RatingDocument::new(&rating);
    if *format != TableFormat::Text {
        write(*format, &document, console)?;
        return Ok(Exit::Answered);
    }
    let mut out = console.out();
    writeln!(out, "{} ({})", rating.word, rating.score)?;
    print(&document.table(), console, &mut out)?;
    out.flush()?;
    if !rating.solved {
        console.say("the deductions do not reach the solution: the puzzle is harder than they are");
    }
    Ok(Exit::Answered)
}

pub(super) fn techniques(_: &TechniquesArgs, console: &Console) -> Result<Exit, Failure> {
    let mut out = console.out();
    for technique in puzzle::techniques() {
        writeln!(out, "{} (level {}, {})", console.bold(technique.name), technique.level, technique.id)?;
        lines(technique.description, "  ", console, &mut out)?;
        if technique.by_uniqueness {
            lines(
                "Only with --uniqueness: it is true of puzzles with exactly one solution alone.",
                "  ",
                console,
                &mut out,
            )?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// The way in which answers in this form follow one another.
fn joint(format: TableFormat) -> Joint {
    if format == TableFormat::Text { Joint::EmptyLine } else { Joint::Nothing }
}

/// A step: its name and sentence, and what it settles.
fn write_step(number: &str, step: &Step, console: &Console, out: &mut dyn Write) -> Result<(), Failure> {
    writeln!(out, "{number}{}", console.bold(step.technique.name))?;
    lines(&step.sentence, "   ", console, out)?;
    for (what, squares) in [("queens", &step.queens), ("crosses", &step.crosses)] {
        if !squares.is_empty() {
            let names: Vec<String> = squares.iter().map(Square::to_string).collect();
            lines(&format!("{what}: {}", names.join(" ")), "   ", console, out)?;
        }
    }
    Ok(())
}

/// Text that is broken to the width of the terminal.
fn lines(text: &str, indent: &str, console: &Console, out: &mut dyn Write) -> Result<(), Failure> {
    for line in wrapped(text, console.width().saturating_sub(indent.len()).max(20)) {
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}
