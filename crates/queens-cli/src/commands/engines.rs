//! `queens engines`: the engine.

use crate::args::{Suggested, TableFormat, engine_ids};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{grouped, wrapped, write};
use clap::Args;
use queens::document::{EngineEntry, EnginesDocument};
use queens::engines::registry;
use std::io::{self, Write};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens engines              all of them\n\
\x20 queens engines exact-cover  one of them")]
pub(crate) struct EnginesArgs {
    /// Show one engine in full
    #[arg(value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    pub(crate) id: Option<String>,
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
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
    for (i, engine) in engines.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        write_card(engine, console, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// One engine as a card: its name, its source, how it works, what it costs.
fn write_card(engine: &EngineEntry, console: &Console, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}  {}", console.bold(engine.id), engine.title)?;
    let from = format!("{} ({}): {}", engine.author, engine.year, engine.source);
    write_entry("from", &from, console, out)?;
    for (label, line) in ["how", "", ""].into_iter().zip(engine.how) {
        write_entry(label, line, console, out)?;
    }
    for (i, line) in engine.idea.iter().enumerate() {
        let label = console.faint(&format!("{:<8}", if i == 0 { "idea" } else { "" }));
        writeln!(out, "  {label}{}", line.text)?;
    }
    let found = match engine.finds {
        "all" => "all solutions",
        "one" => "one solution",
        "count" => "the number of solutions",
        _ => "the answer of its own question",
    };
    let (time, memory) = (engine.time, engine.memory);
    let reach = engine.practical.map_or("nobody has timed it".to_owned(), |practical| {
        format!("within seconds up to n = {}", grouped(practical))
    });
    write_entry("cost", &format!("time {time}; memory {memory}"), console, out)?;
    write_entry("finds", &format!("{found}; {reach}"), console, out)?;
    for (i, count) in engine.counts.iter().enumerate() {
        let label = if i == 0 { "counts" } else { "" };
        write_entry(label, &format!("{}: {}", count.name, count.words), console, out)?;
    }
    Ok(())
}

/// A label and, beside it, a text of any number of lines.
fn write_entry(label: &str, text: &str, console: &Console, out: &mut impl Write) -> io::Result<()> {
    let width = console.width().clamp(40, 110) - 12;
    for (i, line) in wrapped(text, width).into_iter().enumerate() {
        let label = console.faint(&format!("{:<8}", if i == 0 { label } else { "" }));
        let hang = if i == 0 { "" } else { "  " };
        writeln!(out, "  {label}{hang}{line}")?;
    }
    Ok(())
}
