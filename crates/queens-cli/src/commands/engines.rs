//! `queens engines`: lists the engines, explains one, or prints it as a program in
//! another language.

use crate::args::{TableFormat, engine_id};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{grouped, wrap_text, write_document};
use clap::Args;
use clap::builder::PossibleValuesParser;
use queens::document::{EngineEntry, EnginesDocument};
use queens::engines::registry;
use queens_programs::{Language, programs_of};
use std::io::{self, Write};

/// Width of the label of an entry on a card.
const LABEL_WIDTH: usize = 8;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens engines              a line for each\n\
\x20 queens engines exact-cover  one engine: source, idea, cost\n\
\x20 queens engines flags --code python > flags.py   the same algorithm in Python")]
pub(crate) struct EnginesArgs {
    /// Explain one engine
    #[arg(value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) id: Option<String>,
    /// text, json or csv; json and csv have everything about each engine
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    pub(crate) format: TableFormat,
    /// Print the engine as a short program in this language; without LANGUAGE list its
    /// programs
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_parser = language_parser(),
        hide_possible_values = true,
        num_args = 0..=1,
        requires = "id",
        conflicts_with = "format"
    )]
    pub(crate) code: Option<Option<String>>,
}

/// Returns the parser of the id of a language.
fn language_parser() -> PossibleValuesParser {
    PossibleValuesParser::new(Language::ALL.map(Language::id))
}

pub(crate) fn run_engines(
    args: &EnginesArgs,
    console: &Console,
) -> Result<Exit, Failure> {
    if let (Some(id), Some(language)) = (&args.id, &args.code) {
        return write_code(id, language.as_deref(), console);
    }
    let engines: Vec<EngineEntry> = match &args.id {
        Some(id) => vec![EngineEntry::new(queens::find(id).map_err(Failure::input)?)],
        None => registry().map(EngineEntry::new).collect(),
    };
    if args.format != TableFormat::Text {
        write_document(args.format, &EnginesDocument { engines }, console)?;
        return Ok(Exit::Answered);
    }
    let mut out = console.out();
    match (&args.id, &engines[..]) {
        (Some(_), [engine]) => write_card(engine, console, &mut out)?,
        _ => write_list(&engines, console, &mut out)?,
    }
    out.flush()?;
    if args.id.is_none() {
        console.say("`queens engines ID` explains one: source, idea, cost");
    }
    Ok(Exit::Answered)
}

/// Writes the program for an engine in a language, or lists its programs.
fn write_code(
    id: &str,
    language: Option<&str>,
    console: &Console,
) -> Result<Exit, Failure> {
    let engine = queens::find(id).map_err(Failure::input)?.info().id;
    let programs = programs_of(engine);
    if programs.is_empty() {
        let message = format!(
            "{engine} has no programs; engines of the ladder have, such as flags and bitmask"
        );
        return Err(Failure::input(message));
    }
    let languages: Vec<&str> = programs
        .iter()
        .map(|program| program.language.id())
        .collect();
    let mut out = console.out();
    let Some(language) = language else {
        for program in programs {
            writeln!(out, "{:<10}  {}", program.language.id(), program.file)?;
        }
        out.flush()?;
        console.say(format!(
            "`queens engines {engine} --code {}` prints the first",
            languages[0]
        ));
        return Ok(Exit::Answered);
    };
    let Some(program) = programs
        .iter()
        .find(|program| program.language.id() == language)
    else {
        let message = format!(
            "{engine} has no program in {language}, only in {}",
            languages.join(", ")
        );
        return Err(Failure::input(message));
    };
    write!(out, "{program}")?;
    out.flush()?;
    Ok(Exit::Answered)
}

/// Writes a line for each engine: id and title.
fn write_list(
    engines: &[EngineEntry],
    console: &Console,
    out: &mut impl Write,
) -> io::Result<()> {
    let width = engines
        .iter()
        .map(|engine| engine.id.len())
        .max()
        .unwrap_or(0);
    for engine in engines {
        let room = if console.on_terminal() {
            console.width().saturating_sub(width + 2)
        } else {
            usize::MAX
        };
        let id = console.paint_bold(&format!("{:<width$}", engine.id));
        let title = wrap_text(engine.title, room).join(&format!("\n{:width$}  ", ""));
        writeln!(out, "{id}  {title}")?;
    }
    Ok(())
}

/// Writes one engine as a card: name, source, idea, cost.
fn write_card(
    engine: &EngineEntry,
    console: &Console,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "{}  {}", console.paint_bold(engine.id), engine.title)?;
    let from = format!("{} ({}): {}", engine.author, engine.year, engine.source);
    write_entry("from", &from, console, out)?;
    for (label, line) in ["how", "", ""].into_iter().zip(engine.how) {
        write_entry(label, line, console, out)?;
    }
    for (i, line) in engine.idea.iter().enumerate() {
        let label = console.paint_faint(&format!(
            "{:<LABEL_WIDTH$}",
            if i == 0 { "idea" } else { "" }
        ));
        writeln!(out, "  {label}{}", line.text)?;
    }
    let found = match engine.finds {
        "all" => "all solutions",
        "one" => "one solution",
        "count" => "the number of solutions",
        _ => "the answer to one kind of question",
    };
    let (time, memory) = (engine.time, engine.memory);
    let reach = engine
        .practical
        .map_or("not timed".to_owned(), |practical| {
            format!("takes seconds up to n = {}", grouped(practical))
        });
    write_entry(
        "cost",
        &format!("time {time}; memory {memory}"),
        console,
        out,
    )?;
    write_entry("finds", &format!("{found}; {reach}"), console, out)?;
    for (i, count) in engine.counts.iter().enumerate() {
        let label = if i == 0 { "counts" } else { "" };
        write_entry(
            label,
            &format!("{}: {}", count.name, count.words),
            console,
            out,
        )?;
    }
    Ok(())
}

/// Writes a label and, beside it, a text of any number of lines.
fn write_entry(
    label: &str,
    text: &str,
    console: &Console,
    out: &mut impl Write,
) -> io::Result<()> {
    let width = console.width().clamp(40, 110) - 12;
    for (i, line) in wrap_text(text, width).into_iter().enumerate() {
        let label = console.paint_faint(&format!(
            "{:<LABEL_WIDTH$}",
            if i == 0 { label } else { "" }
        ));
        let hang = if i == 0 { "" } else { "  " };
        writeln!(out, "  {label}{hang}{line}")?;
    }
    Ok(())
}
