//! `queens methods`: the method.

use crate::args::{Suggested, TableFormat, engine_ids};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{grouped, wrapped, write};
use clap::Args;
use queens::document::{MethodEntry, MethodsDocument};
use queens::engines::registry;
use std::io::{self, Write};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens methods              all of them\n\
\x20 queens methods exact-cover  one of them")]
pub(crate) struct MethodsArgs {
    /// Show one method in full
    #[arg(value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    pub(crate) id: Option<String>,
    /// The form of the table
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: TableFormat,
}

pub(crate) fn run(args: &MethodsArgs, console: &Console) -> Result<Exit, Failure> {
    let methods: Vec<MethodEntry> = match &args.id {
        Some(id) => vec![MethodEntry::new(queens::find(id).map_err(Failure::input)?)],
        None => registry().map(MethodEntry::new).collect(),
    };
    if args.format != TableFormat::Text {
        write(args.format, &MethodsDocument { methods }, console)?;
        return Ok(Exit::Answered);
    }
    let mut out = console.out();
    for (i, method) in methods.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        write_card(method, console, &mut out)?;
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// One method as a card: its name, its source, how it works, what it costs.
fn write_card(method: &MethodEntry, console: &Console, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}  {}", console.bold(method.id), method.title)?;
    let from = format!("{} ({}): {}", method.author, method.year, method.source);
    write_entry("from", &from, console, out)?;
    for (label, line) in ["how", "", ""].into_iter().zip(method.how) {
        write_entry(label, line, console, out)?;
    }
    for (i, line) in method.idea.iter().enumerate() {
        let label = console.faint(&format!("{:<8}", if i == 0 { "idea" } else { "" }));
        writeln!(out, "  {label}{}", line.text)?;
    }
    let found = match method.finds {
        "all" => "all solutions",
        "one" => "one solution",
        "count" => "the number of solutions",
        _ => "the answer of its own question",
    };
    let (time, memory) = (method.time, method.memory);
    let reach = method.practical.map_or("nobody has timed it".to_owned(), |practical| {
        format!("within seconds up to n = {}", grouped(practical))
    });
    write_entry("cost", &format!("time {time}; memory {memory}"), console, out)?;
    write_entry("finds", &format!("{found}; {reach}"), console, out)?;
    for (i, count) in method.counts.iter().enumerate() {
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
