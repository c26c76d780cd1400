//! `queens engines`: lists the engines, or explains one.

use crate::args::{TableFormat, engine_id};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{grouped, wrapped, write};
use clap::Args;
use queens::document::{EngineEntry, EnginesDocument};
use queens::engines::registry;
use std::io::{self, Write};

/// Width of the label of an entry on a card.
const LABEL_WIDTH: usize = 8;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens engines              a line for each\n\
\x20 queens engines exact-cover  one engine: source, idea, cost")]
pub(crate) struct EnginesArgs {
    /// Explain one engine
    #[arg(value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) id: Option<String>,
    /// text, json or csv; json and csv have everything about each engine
    #[arg(short, long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    pub(crate) format: TableFormat,
}

pub(crate) fn run(args: &EnginesArgs, console: &Console) -> Result<Exit, Failure> {
    let engines: Vec<EngineEntry> = match &args.id {
        Some(id) => vec![EngineEntry::new(queens::find(id).map_err(Failure::input)?)],
        None => registry().map(EngineEntry::new).collect(),
    };
    if args.format != TableFormat::Text {
        write(args.format, &EnginesDocument { engines }, console)?;
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

/// Writes a line for each engine: id and title.
fn write_list(engines: &[EngineEntry], console: &Console, out: &mut impl Write) -> io::Result<()> {
    let width = engines.iter().map(|engine| engine.id.len()).max().unwrap_or(0);
    for engine in engines {
        let room = if console.on_terminal() { console.width().saturating_sub(width + 2) } else { usize::MAX };
        let id = console.bold(&format!("{:<width$}", engine.id));
        let title = wrapped(engine.title, room).join(&format!("\n{:width$}  ", ""));
        writeln!(out, "{id}  {title}")?;
    }
    Ok(())
}

/// Writes one engine as a card: name, source, idea, cost.
fn write_card(engine: &EngineEntry, console: &Console, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}  {}", console.bold(engine.id), engine.title)?;
    let from = format!("{} ({}): {}", engine.author, engine.year, engine.source);
    write_entry("from", &from, console, out)?;
    for (label, line) in ["how", "", ""].into_iter().zip(engine.how) {
        write_entry(label, line, console, out)?;
    }
    for (i, line) in engine.idea.iter().enumerate() {
        let label = console.faint(&format!("{:<LABEL_WIDTH$}", if i == 0 { "idea" } else { "" }));
        writeln!(out, "  {label}{}", line.text)?;
    }
    let found = match engine.finds {
        "all" => "all solutions",
        "one" => "one solution",
        "count" => "the number of solutions",
        _ => "the answer to one kind of question",
    };
    let (time, memory) = (engine.time, engine.memory);
    let reach = engine.practical.map_or("not timed".to_owned(), |practical| {
        format!("takes seconds up to n = {}", grouped(practical))
    });
    write_entry("cost", &format!("time {time}; memory {memory}"), console, out)?;
    write_entry("finds", &format!("{found}; {reach}"), console, out)?;
    for (i, count) in engine.counts.iter().enumerate() {
        let label = if i == 0 { "counts" } else { "" };
        write_entry(label, &format!("{}: {}", count.name, count.words), console, out)?;
    }
    Ok(())
}

/// Writes a label and, beside it, a text of any number of lines.
fn write_entry(label: &str, text: &str, console: &Console, out: &mut impl Write) -> io::Result<()> {
    let width = console.width().clamp(40, 110) - 12;
    for (i, line) in wrapped(text, width).into_iter().enumerate() {
        let label = console.faint(&format!("{:<LABEL_WIDTH$}", if i == 0 { label } else { "" }));
        let hang = if i == 0 { "" } else { "  " };
        writeln!(out, "  {label}{hang}{line}")?;
    }
    Ok(())
}
