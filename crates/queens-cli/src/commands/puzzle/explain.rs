//! `queens puzzle hint`, `explain`, `rate` and `techniques`.

use super::{AnswerJoint, BoardArgs, has_marks, hint_options};
use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{print_table, several, wrap_text, write_document};
use clap::{Args, ValueEnum};
use queens::Verdict;
use queens::control::Outcome;
use queens::document::{
    Document, ExplanationDocument, HintDocument, NoAnswerDocument, RatingDocument,
    TechniquesDocument,
};
use queens::names;
use queens::puzzle::write::{DEFAULT_SQUARE_PIXELS, step_png, step_svg};
use queens::puzzle::{
    self, Explanation, Hint, Mark, Position, PuzzleStep, Rating, TechniqueInfo, Unratable,
};
use queens::render::Fill;
use queens::square::Square;
use std::collections::HashSet;
use std::io::Write;

/// Options of the commands that use deductions.
#[derive(Debug, Args)]
struct ReasonArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Allow deductions that assume exactly one solution
    #[arg(long)]
    uniqueness: bool,
}

#[derive(Debug, Args)]
pub(crate) struct HintArgs {
    #[command(flatten)]
    reason: ReasonArgs,
    /// Output format; svg and png draw the step on the board
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: HintForm,
}

/// Output format of a hint.
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
    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
    /// Use named deductions only, no proofs by contradiction
    #[arg(long)]
    rules_only: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RateArgs {
    #[command(flatten)]
    reason: ReasonArgs,
    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

#[derive(Debug, Args)]
pub(crate) struct TechniquesArgs {
    /// Explain one deduction by an example
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// Output format
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: TableFormat,
}

pub(super) fn run_hint(args: &HintArgs, console: &Console) -> Result<Exit, Failure> {
    let joint = match args.format {
        HintForm::Text => AnswerJoint::EmptyLine,
        HintForm::Json | HintForm::Csv => AnswerJoint::Nothing,
        HintForm::Svg | HintForm::Png => AnswerJoint::Alone,
    };
    args.reason
        .board
        .answer_each(console, joint, |position| hint_of(args, position, console))
}

fn hint_of(
    args: &HintArgs,
    position: Position,
    console: &Console,
) -> Result<Exit, Failure> {
    let hint = puzzle::hint(&position, &hint_options(console, args.reason.uniqueness))
        .map_err(Failure::input)?;
    match args.format {
        HintForm::Text => write_hint(&position, &hint, console)?,
        HintForm::Svg | HintForm::Png => match &hint {
            Hint::Step(step) | Hint::Proof { step, .. } => {
                draw_step(args.format, position, step, console)?;
            }
            Hint::Stopped { sentence, .. } => console.say(sentence),
            other => {
                return Err(Failure::input(format!(
                    "there is no step to draw: {}",
                    other.sentence()
                )));
            }
        },
        HintForm::Json => HintDocument::new(&hint).write_json(&mut console.out())?,
        HintForm::Csv => HintDocument::new(&hint).write_csv(&mut console.out())?,
    }
    Ok(match hint {
        Hint::Wrong(_)
        | Hint::Stuck {
            solutions: Verdict::None,
            ..
        } => Exit::CheckFailed,
        Hint::Stopped { stop, .. } => Outcome::from(Err(stop)).into(),
        _ => Exit::Answered,
    })
}

/// Writes a hint as a board with a sentence below it.
fn write_hint(
    position: &Position,
    hint: &Hint,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    let style = console.style();
    match hint {
        Hint::Step(step) | Hint::Proof { step, .. } => {
            puzzle::write::step_terminal(position, step, style, &mut out)?;
            write_step("", step, true, console, &mut out)?;
        }
        hint => {
            puzzle::write::terminal(position, style, &mut out)?;
            write_lines(&hint.numbered_sentence(), "", console, &mut out)?;
        }
    }
    Ok(out.flush()?)
}

/// Draws a step as a picture, with the squares that it rules out.
fn draw_step(
    form: HintForm,
    mut position: Position,
    step: &PuzzleStep,
    console: &Console,
) -> Result<(), Failure> {
    let fill = Fill {
        patterns: true,
        ..Fill::default()
    };
    for &square in &step.ruled_out {
        position.set(square, Mark::Cross);
    }
    let mut out = console.out();
    if form == HintForm::Svg {
        step_svg(&position, step, fill, &mut out)?;
    } else {
        let limits = &console.settings().limits;
        step_png(
            &position,
            step,
            fill,
            DEFAULT_SQUARE_PIXELS,
            limits,
            &mut out,
        )?;
    }
    Ok(out.flush()?)
}

pub(super) fn run_explain(
    args: &ExplainArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    args.reason
        .board
        .answer_each(console, answer_joint(args.format), |position| {
            explain_one(args, &position, console)
        })
}

fn explain_one(
    args: &ExplainArgs,
    position: &Position,
    console: &Console,
) -> Result<Exit, Failure> {
    let ExplainArgs {
        reason: ReasonArgs { uniqueness, .. },
        format,
        rules_only,
    } = args;
    let mut options = hint_options(console, *uniqueness);
    if let Some(obstacle) =
        puzzle::obstacle(position, &options).map_err(Failure::input)?
    {
        console.warn(&obstacle);
        write_no_answer(*format, &NoAnswerDocument::none(obstacle), console)?;
        return Ok(Exit::CheckFailed);
    }
    if *rules_only {
        options = options.rules_only();
    }
    let explanation = puzzle::explain_from(position, &options);
    if *format != TableFormat::Text {
        write_document(*format, &ExplanationDocument::new(&explanation), console)?;
        return Ok(explanation.outcome.into());
    }
    write_steps(&explanation, console)?;
    if explanation.solved {
        return Ok(Exit::Answered);
    }
    let rest = several(
        explanation.position.marked(Mark::Open).count() as u64,
        "open square",
    );
    if !explanation.outcome.is_complete() {
        console.say(format!("{}, with {rest} left", explanation.outcome));
        return Ok(explanation.outcome.into());
    }
    let why = puzzle::hint(&explanation.position, &options).map_err(Failure::input)?;
    console.say(format!("{rest} left. {}", why.sentence()));
    Ok(if let Hint::Stopped { stop, .. } = why {
        Outcome::from(Err(stop)).into()
    } else {
        Exit::Answered
    })
}

/// Writes all steps, and the position after the last one.
fn write_steps(explanation: &Explanation, console: &Console) -> Result<(), Failure> {
    let mut out = console.out();
    let mut explained = HashSet::new();
    for (number, step) in (1..).zip(&explanation.steps) {
        let is_first = explained.insert(step.technique.id);
        write_step(&format!("{number}. "), step, is_first, console, &mut out)?;
    }
    puzzle::write::terminal(&explanation.position, console.style(), &mut out)?;
    Ok(out.flush()?)
}

pub(super) fn run_rate(args: &RateArgs, console: &Console) -> Result<Exit, Failure> {
    args.reason
        .board
        .answer_each(console, answer_joint(args.format), |position| {
            rate_one(args, &position, console)
        })
}

fn rate_one(
    args: &RateArgs,
    position: &Position,
    console: &Console,
) -> Result<Exit, Failure> {
    let RateArgs {
        reason: ReasonArgs { uniqueness, .. },
        format,
    } = args;
    if has_marks(position) {
        console.say(
            "the marks are ignored: a rating depends on the puzzle and its clues only",
        );
    }
    let clues = Position::new(position.puzzle().clone());
    let options = hint_options(console, *uniqueness);
    let unratable =
        puzzle::unratable(clues.puzzle(), &options).map_err(Failure::input)?;
    let rated = match unratable {
        Some(Unratable::Stopped(stop)) => Err(stop),
        Some(obstacle) => {
            console.warn(&obstacle);
            write_no_answer(*format, &NoAnswerDocument::none(obstacle), console)?;
            return Ok(Exit::CheckFailed);
        }
        None => puzzle::rate(clues.puzzle(), &options),
    };
    match rated {
        Ok(rating) => write_rating(*format, &rating, console),
        Err(stop) => {
            let words = format!("not rated: {stop}");
            console.say(&words);
            write_no_answer(*format, &NoAnswerDocument::stopped(stop, words), console)?;
            Ok(Outcome::from(Err(stop)).into())
        }
    }
}

fn write_rating(
    format: TableFormat,
    rating: &Rating,
    console: &Console,
) -> Result<Exit, Failure> {
    let document = RatingDocument::new(rating);
    if format != TableFormat::Text {
        write_document(format, &document, console)?;
        return Ok(Exit::Answered);
    }
    let mut out = console.out();
    write_lines(&rating_summary(rating), "", console, &mut out)?;
    print_table(&document.table(), console, &mut out)?;
    out.flush()?;
    console.say(
        "In each round the easiest deduction that applies is used everywhere. Score: 100 for each level of the hardest \
         deduction, 3 for each further round of that level and 1 for each round (these two add at most 99).",
    );
    if !rating.solved {
        console.say("not solved by these deductions and proofs: the puzzle is harder than they are");
    }
    Ok(Exit::Answered)
}

/// Writes a document in place of an answer, in JSON.
fn write_no_answer(
    format: TableFormat,
    document: &NoAnswerDocument,
    console: &Console,
) -> Result<(), Failure> {
    if format == TableFormat::Json {
        write_document(format, document, console)
    } else {
        Ok(())
    }
}

pub(super) fn run_techniques(
    args: &TechniquesArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    let only = args.id.as_deref().map(technique_named).transpose()?;
    if args.format != TableFormat::Text {
        let mut document = TechniquesDocument::all();
        document
            .techniques
            .retain(|entry| only.is_none_or(|only| only.id == entry.technique));
        write_document(args.format, &document, console)?;
        return Ok(Exit::Answered);
    }
    let mut out = console.out();
    let Some(technique) = only else {
        for technique in puzzle::techniques() {
            describe_technique(technique, console, &mut out)?;
        }
        out.flush()?;
        return Ok(Exit::Answered);
    };
    describe_technique(technique, console, &mut out)?;
    // Proofs by contradiction have no example.
    if let Some(mut shown) = technique.position()
        && let Some(step) = puzzle::applications(&shown, technique.id).first()
    {
        step.apply(&mut shown);
        writeln!(out)?;
        queens::puzzle::write::terminal(&shown, console.style(), &mut out)?;
        write_lines(&step.sentence, "  ", console, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// Returns the way out of a word that is no deduction.
pub(super) fn technique_way_out(word: &str) -> String {
    match names::nearest(word, puzzle::techniques().map(|technique| technique.id)) {
        Some(id) => format!("did you mean `{id}`?"),
        None => "`queens puzzle techniques` lists all of them".to_owned(),
    }
}

/// Returns the deduction with this id or name.
fn technique_named(word: &str) -> Result<&'static TechniqueInfo, Failure> {
    let is_it = |technique: &&TechniqueInfo| {
        [technique.id, technique.name, technique.plain_name]
            .iter()
            .any(|name| name.eq_ignore_ascii_case(word))
    };
    puzzle::techniques().find(is_it).ok_or_else(|| {
        Failure::input(format!(
            "there is no deduction '{word}': {}",
            technique_way_out(word)
        ))
    })
}

/// Writes name, level, id and description of a deduction.
fn describe_technique(
    technique: &TechniqueInfo,
    console: &Console,
    out: &mut impl Write,
) -> Result<(), Failure> {
    writeln!(
        out,
        "{} (level {}, {})",
        console.paint_bold(technique.name),
        technique.level,
        technique.id
    )?;
    write_lines(technique.description, "  ", console, out)?;
    if technique.by_uniqueness {
        let words = "Only with --uniqueness: it assumes that the puzzle has exactly one solution.";
        write_lines(words, "  ", console, out)?;
    }
    Ok(())
}

/// The rating with its score and the hardest deduction: `medium, score 421; hardest:
/// undercounting of two (level 4 of 10)`.
pub(super) fn rating_summary(rating: &Rating) -> String {
    let hardest = match rating.hardest {
        Some(technique) if rating.solved => {
            format!(
                "; hardest deduction: {} (level {} of 10)",
                technique.name, technique.level
            )
        }
        _ => String::new(),
    };
    format!("{}, score {}{hardest}", rating.word, rating.score)
}

/// Separator between answers in this format.
fn answer_joint(format: TableFormat) -> AnswerJoint {
    if format == TableFormat::Text {
        AnswerJoint::EmptyLine
    } else {
        AnswerJoint::Nothing
    }
}

/// Writes a step: its name, reason and result, and the rule behind it if this is the
/// first step of its kind.
fn write_step(
    number: &str,
    step: &PuzzleStep,
    is_first: bool,
    console: &Console,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let PuzzleStep { technique, .. } = step;
    writeln!(
        out,
        "{number}{} (level {} of 10)",
        console.paint_bold(technique.name),
        technique.level
    )?;
    write_lines(&step.numbered_sentence(), "   ", console, out)?;
    let results = [
        ("queens", &step.queens),
        ("crosses", &step.crosses),
        ("ruled out by queens", &step.ruled_out),
    ];
    for (what, squares) in results {
        if !squares.is_empty() {
            let names: Vec<String> = squares.iter().map(Square::to_string).collect();
            write_lines(&format!("{what}: {}", names.join(" ")), "   ", console, out)?;
        }
    }
    if is_first {
        write_lines(
            &format!("Rule: {}", technique.description),
            "   ",
            console,
            out,
        )?;
    }
    Ok(())
}

/// Writes text wrapped to the width of the terminal.
fn write_lines(
    text: &str,
    indent: &str,
    console: &Console,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    for line in wrap_text(text, console.width().saturating_sub(indent.len()).max(20)) {
        writeln!(out, "{indent}{line}")?;
    }
    Ok(())
}
