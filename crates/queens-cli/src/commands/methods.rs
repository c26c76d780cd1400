//! `queens methods`: the exhibit.

use crate::args::{Suggested, TableFormat, engine_ids};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::method;
use crate::table::{csv_line, grouped, wrapped};
use clap::Args;
use queens::engines::ladder::{Completeness, LADDER, MethodInfo};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens methods                all of them\n\
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
    let exhibits: Vec<&'static MethodInfo> = match &args.id {
        Some(id) => vec![method(id)?.info()],
        None => LADDER.iter().map(|method| method.info()).collect(),
    };
    let mut out = console.out();
    match args.format {
        TableFormat::Text => {
            for (i, exhibit) in exhibits.iter().enumerate() {
                if i > 0 {
                    writeln!(out)?;
                }
                write_exhibit(exhibit, console, &mut out)?;
            }
        }
        TableFormat::Csv => {
            writeln!(out, "id,title,year,author,source,how,counts,time,memory,finds,practical")?;
            for exhibit in exhibits {
                let counts: Vec<_> = exhibit.counts.iter().map(|count| count.name).collect();
                let fields = [
                    exhibit.id.to_owned(),
                    exhibit.title.to_owned(),
                    exhibit.year.to_string(),
                    exhibit.author.to_owned(),
                    exhibit.source.to_owned(),
                    exhibit.how.join(" "),
                    counts.join("; "),
                    exhibit.time.to_owned(),
                    exhibit.memory.to_owned(),
                    finds(exhibit).to_owned(),
                    exhibit.practical.to_string(),
                ];
                writeln!(out, "{}", csv_line(&fields))?;
            }
        }
        TableFormat::Json => {
            let methods = exhibits.into_iter().map(Entry::of).collect();
            let document = Document { schema: "queens/methods/1", methods };
            serde_json::to_writer_pretty(&mut out, &document).map_err(io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// One method as a card: its name, its source, how it works, what it costs.
fn write_exhibit(exhibit: &MethodInfo, console: &Console, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}  {}", console.bold(exhibit.id), exhibit.title)?;
    let from = format!("{} ({}): {}", exhibit.author, exhibit.year, exhibit.source);
    write_entry("from", &from, console, out)?;
    for (label, line) in ["how", "", ""].into_iter().zip(exhibit.how) {
        write_entry(label, line, console, out)?;
    }
    let found = if exhibit.finds == Completeness::All { "all solutions" } else { "one solution" };
    let (time, memory, practical) = (exhibit.time, exhibit.memory, grouped(exhibit.practical));
    write_entry("cost", &format!("time {time}; memory {memory}"), console, out)?;
    write_entry("finds", &format!("{found}, within seconds up to n = {practical}"), console, out)?;
    for (i, count) in exhibit.counts.iter().enumerate() {
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

fn finds(exhibit: &MethodInfo) -> &'static str {
    match exhibit.finds {
        Completeness::All => "all",
        Completeness::One => "one",
    }
}

#[derive(Serialize)]
struct Document {
    schema: &'static str,
    methods: Vec<Entry>,
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    title: &'static str,
    year: u16,
    author: &'static str,
    source: &'static str,
    how: [&'static str; 3],
    counts: Vec<Counted>,
    time: &'static str,
    memory: &'static str,
    finds: &'static str,
    practical: u32,
}

#[derive(Serialize)]
struct Counted {
    name: &'static str,
    words: &'static str,
}

impl Entry {
    fn of(exhibit: &'static MethodInfo) -> Self {
        Entry {
            id: exhibit.id,
            title: exhibit.title,
            year: exhibit.year,
            author: exhibit.author,
            source: exhibit.source,
            how: exhibit.how,
            counts: exhibit.counts.iter().map(|c| Counted { name: c.name, words: c.words }).collect(),
            time: exhibit.time,
            memory: exhibit.memory,
            finds: finds(exhibit),
            practical: exhibit.practical,
        }
    }
}
