//! `queens methods`: the exhibit.

use crate::args::{MethodsArgs, TableFormat};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::method;
use crate::table::csv_line;
use queens::methods::{Exhibit, Finds, LADDER};
use serde::Serialize;
use std::io::Write;

pub(crate) fn run(args: &MethodsArgs, console: &Console) -> Result<Exit, Failure> {
    let exhibits: Vec<&'static Exhibit> = match &args.id {
        Some(id) => vec![method(id)?.exhibit()],
        None => LADDER.iter().map(|method| method.exhibit()).collect(),
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
            serde_json::to_writer_pretty(&mut out, &document).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Answered)
}

/// One method as a card: its name, its source, how it works, what it costs.
fn write_exhibit(exhibit: &Exhibit, console: &Console, out: &mut impl Write) -> std::io::Result<()> {
    let width = console.width().clamp(40, 110) - 4;
    let paragraph = |text: &str| {
        let lines = wrapped(text, width).into_iter().map(|line| format!("    {line}\n"));
        lines.collect::<String>()
    };
    writeln!(out, "{}  {}", console.bold(exhibit.id), exhibit.title)?;
    let provenance = format!("{}, {}. {}", exhibit.author, exhibit.year, exhibit.source);
    let lines = wrapped(&provenance, width);
    for line in lines {
        writeln!(out, "    {}", console.faint(&line))?;
    }
    for line in exhibit.how {
        write!(out, "{}", paragraph(line))?;
    }
    let what = match exhibit.finds {
        Finds::All => format!("finds all solutions, within seconds up to n = {}", exhibit.practical),
        Finds::One => format!("finds one solution, within seconds up to n = {}", exhibit.practical),
    };
    write!(out, "{}", paragraph(&format!("Time {}; memory {}; {what}.", exhibit.time, exhibit.memory)))?;
    for count in exhibit.counts {
        write!(out, "{}", paragraph(&format!("Counts {}: {}.", count.name, count.words)))?;
    }
    Ok(())
}

/// Breaks `text` between words into lines of at most `width` characters, where words allow it.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut length = 0;
    for word in text.split_whitespace() {
        let word_length = word.chars().count();
        if length > 0 && length + 1 + word_length > width {
            lines.push(String::new());
            length = 0;
        }
        let line = lines.last_mut().expect("there is always a line");
        if length > 0 {
            line.push(' ');
            length += 1;
        }
        line.push_str(word);
        length += word_length;
    }
    lines
}

fn finds(exhibit: &Exhibit) -> &'static str {
    match exhibit.finds {
        Finds::All => "all",
        Finds::One => "one",
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
    fn of(exhibit: &'static Exhibit) -> Self {
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
