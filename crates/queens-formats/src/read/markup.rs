//! The web page and the picture: a scan over their tags.
//!
//! A row of a table is a solution, cell by cell; so pages made by the stylesheet of 1999
//! can be read too. A row whose head (`th`) is the name of a group has the squares of
//! that group. A picture lists the queens of each board (`data-queens`), or its groups
//! (`data-groups`); both name their problem (`data-problem`).

use super::groups::{self, PendingGroups};
use super::input::{Input, text};
use super::{Flow, MAX_SOLUTION, SolutionLineError, SolutionSink, bad, line};
use queens_model::relative::GroupKind;

/// Reads a page or a picture to its end.
pub(super) fn read(input: &mut Input<'_>, sink: &mut SolutionSink<'_>) -> Flow {
    let mut scan = MarkupScan::default();
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        let start = input.line();
        let more = input.take_until(b'<', &mut bytes)?;
        if scan.in_cell || scan.in_head {
            scan.cell_text(
                start,
                text(start, bytes.strip_suffix(b"<").unwrap_or(&bytes))?,
            )?;
        }
        if !more {
            break;
        }
        bytes.clear();
        let start = input.line();
        if !input.take_until(b'>', &mut bytes)? {
            return bad(start, SolutionLineError::CutOff("the end of a tag"));
        }
        bytes.pop();
        scan.tag(start, text(start, &bytes)?, sink)?;
    }
    scan.groups.end(sink)?;
    match scan {
        MarkupScan { known: false, .. } => bad(1, SolutionLineError::ForeignMarkup),
        MarkupScan { closed: false, .. } => bad(
            input.line(),
            SolutionLineError::CutOff("the last closing tag"),
        ),
        _ => Ok(()),
    }
}

/// State of the scan.
#[derive(Default)]
struct MarkupScan {
    /// True after a table or a picture.
    known: bool,
    /// True after the end of the page or picture.
    closed: bool,
    in_cell: bool,
    in_head: bool,
    /// Words of the row so far, and the line where it began.
    row: String,
    row_line: u64,
    /// Groups of a solution that may have more.
    groups: PendingGroups,
}

impl MarkupScan {
    fn cell_text(&mut self, line: u64, text: &str) -> Flow {
        if self.row.len() + text.len() > MAX_SOLUTION {
            return bad(line, SolutionLineError::TooLong);
        }
        self.row.push_str(text);
        self.row.push(' ');
        Ok(())
    }

    fn tag(&mut self, at: u64, tag: &str, sink: &mut SolutionSink<'_>) -> Flow {
        let name = tag
            .split([' ', '\t', '\r', '\n'])
            .next()
            .unwrap_or_default();
        match name {
            "table" | "svg" => {
                self.known = true;
                if let Some(problem) = attribute(tag, "data-problem") {
                    sink.name_problem(at, &unescaped(problem))?;
                }
            }
            "tr" => {
                self.row.clear();
                self.row_line = at;
            }
            "td" => self.in_cell = true,
            "/td" => self.in_cell = false,
            "th" => self.in_head = self.row.is_empty(),
            "/th" => self.end_head(sink),
            "/tr" if groups::is_group(&self.row) => {
                self.groups.push(self.row_line, &self.row, sink)?;
            }
            "/tr" => {
                self.groups.end(sink)?;
                line::put(self.row_line, self.row.split_whitespace(), sink)?;
            }
            "g" => self.board(at, tag, sink)?,
            "/html" | "/svg" => self.closed = true,
            _ => {}
        }
        Ok(())
    }

    /// Ends the head of a row. Heads that name no group are words for people.
    fn end_head(&mut self, sink: &SolutionSink<'_>) {
        let is_kind = |kinds: &[(char, GroupKind)]| {
            kinds
                .iter()
                .any(|(_, kind)| kind.to_string() == self.row.trim())
        };
        let is_in_head = std::mem::take(&mut self.in_head);
        if is_in_head && !groups::is_group(&self.row) && !is_kind(&sink.named_kinds()) {
            self.row.clear();
        }
    }

    /// Reads the queens or groups of a board of a picture.
    fn board(&mut self, at: u64, tag: &str, sink: &mut SolutionSink<'_>) -> Flow {
        if let Some(queens) = attribute(tag, "data-queens") {
            self.groups.end(sink)?;
            line::put(at, queens.split_whitespace(), sink)?;
        }
        if let Some(groups) = attribute(tag, "data-groups") {
            groups
                .split("; ")
                .try_for_each(|group| self.groups.push(at, group, sink))?;
        }
        Ok(())
    }
}

/// Returns the value of an attribute between double quotes.
pub fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next()
}

/// Reverses [`crate::render::html::Escaped`].
pub fn unescaped(text: &str) -> String {
    const ENTITIES: [(&str, &str); 7] = [
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&quot;", "\""),
        ("&#39;", "'"),
        ("&#10;", "\n"),
        ("&#13;", "\r"),
        // Last, so that its result is not unescaped again.
        ("&amp;", "&"),
    ];
    ENTITIES
        .iter()
        .fold(text.to_owned(), |text, (entity, character)| {
            text.replace(entity, character)
        })
}
