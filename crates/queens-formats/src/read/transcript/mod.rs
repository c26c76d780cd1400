//! The output of any program: solutions among headings, totals, rulers, log lines and
//! prompts.
//!
//! The strict readers come first. If one of them meets a line that it cannot read, this
//! reader takes the rest of the input, from the end of the last solution:
//!
//! - Lines are told apart by their [shape](lines), whatever their brackets, separators
//!   and quotation marks.
//! - The sign of the queens is the one that the [boards](boards) themselves show.
//! - Lists of numbers count from 0 or from 1, as [all of them together](numbering) show.
//! - Lines of words, rulers, totals and numbers of solutions are ignored, and reported in
//!   one note.
//! - A line that looks like a solution but is none stops the reading, with its place and
//!   reason.

mod arrays;
mod boards;
mod columns;
mod drawn;
mod fields;
mod frames;
mod items;
mod judgement;
mod latex;
mod letters;
mod lines;
mod numbering;
mod open;
mod paired;
mod runs;
mod square_map;
#[cfg(test)]
mod tests;
mod tokens;

use super::drawing::without_colors;
use super::input::{Input, text};
use super::{
    Flow, ReadEnd, ReadError, SolutionLineError, SolutionSink, bad, line as solution_line,
};
pub(super) use judgement::{RULER_LENGTH, may_follow, verdict};

use arrays::OpenArray;
use fields::OpenFields;
use frames::OpenFrame;
use items::OpenItems;
use judgement::{first_control, is_comment, is_count};
use letters::HeldLetters;
use lines::{LineShape, NumberRow, ShapedLine, shape};
use numbering::HeldLists;
use open::{LoneNumber, NumberColumn, OpenBoard, WordPairLine};
use queens_model::placement::Placement;
use queens_model::square::Square;

/// Reads the rest of `input`, whose strict reader ended with `error` after it passed on
/// `passed` solutions. `is_mid_line` if the rest begins within a line.
///
/// # Errors
/// `error` if no solution was found, and the first line that looks like a solution but is
/// none.
pub(super) fn read(
    input: &mut Input<'_>,
    error: ReadError,
    is_mid_line: bool,
    sink: &mut SolutionSink<'_>,
) -> Flow {
    let lists = HeldLists::new(sink.first_column, sink.last_list.take());
    let passed_before = sink.passed;
    let mut reader = TranscriptReader {
        error: Some(error),
        lists,
        passed_before,
        after_list: sink.passed > 0 && sink.first_column == Some(0),
        ..TranscriptReader::default()
    };
    let mut bytes = Vec::new();
    if is_mid_line {
        input.next_line(&mut bytes)?;
        let rest = text(input.line() - 1, &bytes)?;
        if !matches!(
            shape(rest, None).shape,
            LineShape::Blank | LineShape::Punctuation
        ) {
            return reader.refuse(0, None, sink);
        }
    }
    let end = loop {
        let at = input.line();
        match input.next_line(&mut bytes) {
            Ok(true) => {
                reader.line(at, &without_colors(text(at, &bytes)?), sink)?;
            }
            end => break end,
        }
    };
    match end {
        Ok(_) => reader.end(sink),
        // A limit may end the input while the next line is awaited: the lists above it
        // count.
        Err(stop) => reader.lists.end(sink).and(Err(stop)),
    }
}

/// State between two lines.
#[derive(Default)]
struct TranscriptReader {
    /// The error of the strict reader, until a line is refused for it.
    error: Option<ReadError>,
    /// Number of solutions that the strict reader passed on.
    passed_before: u64,
    /// True if these were lists of JSON.
    after_list: bool,
    open: OpenBoard,
    /// Rows within a frame of walls.
    frame: Option<OpenFrame>,
    /// Items of a list of YAML.
    items: OpenItems,
    /// Lines with the row or the column of a queen.
    fields: OpenFields,
    /// An array whose last bracket is missing.
    array: Option<OpenArray>,
    /// A line of letters that may be the columns of a solution.
    letters: Option<HeldLetters>,
    lists: HeldLists,
    /// Numbers of a list that continues.
    open_list: Option<(u64, NumberRow)>,
    /// Pairs of the lines before, one on each.
    pairs: Option<(u64, Vec<[u32; 2]>)>,
    /// Numbers that count up, until it is known if they are heads of columns.
    heads: Option<(u64, NumberRow)>,
    /// True if a line of a table is below them.
    is_table: bool,
    /// Numbers that stand alone, directly above.
    column: NumberColumn,
    /// Others that are no solution.
    numbers: Vec<LoneNumber>,
    /// Lines of words with two numbers, one after the other with the same words.
    word_pairs: Vec<WordPairLine>,
    /// Words around solutions.
    labels: Vec<String>,
    queen: Option<char>,
}

impl TranscriptReader {
    /// Reads a line.
    fn line(&mut self, at: u64, line: &str, sink: &mut SolutionSink<'_>) -> Flow {
        if line.contains(|c: char| c.is_control() && c != '\t') {
            let reason = SolutionLineError::Character(first_control(line));
            return self.refuse(at, Some(reason), sink);
        }
        if self.array_line(at, line, sink)? || self.framed_line(at, line, sink)? {
            return Ok(());
        }
        if let Some(verdict) = verdict(line) {
            sink.notes.verdict.get_or_insert((at, verdict));
        }
        if is_comment(line) {
            return self.end_board(sink);
        }
        let rows = sink.size.map(|size| size.rows).or(self.lists.rows());
        let shaped = shape(line, rows);
        if self.open_list.is_some() && !matches!(shaped.shape, LineShape::OpenList(_)) {
            return self.continue_list(&shaped.shape, sink);
        }
        self.close_before(&shaped.shape, sink)?;
        self.shaped_line(at, line, shaped, sink)
    }

    /// Reads a line of this shape, before which nothing is open that it does not continue.
    fn shaped_line(
        &mut self,
        at: u64,
        line: &str,
        shaped: ShapedLine,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        match shaped.shape {
            LineShape::Blank | LineShape::Punctuation | LineShape::Edge => Ok(()),
            LineShape::Ruler(sign) => self.ruler(at, line, sign, sink),
            LineShape::Rows(rows) => {
                rows.into_iter().try_for_each(|row| self.row(at, row, sink))
            }
            LineShape::Lists(lists) => self.put_lists(at, lists, shaped.label, sink),
            LineShape::OpenList(list) => {
                let (_, open) = self.open_list.get_or_insert((at, Vec::new()));
                open.extend(list);
                Ok(())
            }
            LineShape::Heads(row) => self.hold_heads(at, row, sink),
            LineShape::Item(item) => self.item(at, &item, sink),
            LineShape::Field(field) => self.hold_field(at, line, &field),
            LineShape::Letters(squares) => self.letters(at, squares),
            LineShape::Pairs(groups) => self.pair_groups(at, groups, sink),
            LineShape::Squares(squares) => self.put_squares(at, squares, sink),
            LineShape::Number(number) => self.hold_number(at, line, number, sink),
            LineShape::Fen(size, queens) => {
                self.found(queens, Some((size.into(), size.into())), at, sink)
            }
            LineShape::Words => self.ignore_words(at, line, None, &shaped.label, sink),
            LineShape::WordPair(pair) => {
                self.ignore_words(at, line, Some(pair), &shaped.label, sink)
            }
            LineShape::Broken => self.broken(at, line, &shaped.label, sink),
            LineShape::Refused(reason) => bad(at, SolutionLineError::Drawing(reason)),
        }
    }

    /// Passes on squares. The board is taken for a square one, unless its size is known.
    fn put_squares(
        &mut self,
        at: u64,
        squares: Vec<Square>,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let side = squares.len() as u64;
        let size = sink.size.is_none().then_some((side, side));
        self.found(squares, size, at, sink)
    }

    /// Ignores a line of words, unless it should have a solution or may be one queen.
    fn ignore_words(
        &mut self,
        at: u64,
        line: &str,
        pair: Option<[u32; 2]>,
        label: &String,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if !label.is_empty() && self.labels.contains(label) {
            let reason = "lines with the same words have a solution";
            return self.refuse(at, Some(SolutionLineError::Drawing(reason)), sink);
        }
        match pair {
            Some(pair) => self.word_pair(
                WordPairLine {
                    line: at,
                    text: line.to_owned(),
                    pair,
                },
                sink,
            ),
            None => {
                sink.ignore(at, line);
                Ok(())
            }
        }
    }

    /// Ends whatever does not continue in a line of this shape.
    fn close_before(&mut self, shape: &LineShape, sink: &mut SolutionSink<'_>) -> Flow {
        if self.open_list.is_some() && !matches!(shape, LineShape::OpenList(_)) {
            return self.continue_list(shape, sink);
        }
        if !matches!(shape, LineShape::Number(_)) {
            self.end_column(sink)?;
        }
        if !matches!(shape, LineShape::Item(_)) {
            self.end_items(sink)?;
        }
        self.end_fields(shape, sink)?;
        self.end_letters(shape, sink)?;
        if !matches!(shape, LineShape::WordPair(_)) {
            self.end_word_pairs(sink)?;
        }
        if !matches!(shape, LineShape::Pairs(_)) {
            self.end_pairs(sink)?;
        }
        if !matches!(
            shape,
            LineShape::Rows(_) | LineShape::Ruler(_) | LineShape::Punctuation
        ) {
            self.end_board(sink)?;
        }
        self.is_table |= matches!(shape, LineShape::Ruler('+')) && self.heads.is_some();
        if let Some((line, row)) = self
            .heads
            .take_if(|_| !matches!(shape, LineShape::Blank | LineShape::Ruler(_)))
        {
            match shape {
                LineShape::Rows(rows) if rows[0].signs.len() == row.len() => {}
                // Names of the columns of a table, with a line below them.
                LineShape::Lists(_) if self.is_table => {}
                _ => self.list(line, row, sink)?,
            }
        }
        Ok(())
    }

    /// Number of solutions so far.
    fn count(&self, sink: &SolutionSink<'_>) -> u64 {
        sink.passed + self.lists.held()
    }

    /// Passes on a solution whose squares are certain.
    fn found(
        &mut self,
        squares: Vec<Square>,
        size: Option<(u64, u64)>,
        line: u64,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        self.lists.end(sink)?;
        sink.put(line, size, Placement::new(squares), None)
    }

    /// Refuses a line that looks like a solution, for the reason that the reader of lists
    /// gives.
    fn broken(
        &mut self,
        at: u64,
        line: &str,
        label: &str,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        self.lists.end(sink)?;
        let behind = line.rsplit_once(": ").or_else(|| line.rsplit_once('='));
        let list = behind.filter(|_| !label.is_empty());
        let words = list.map_or(line, |(_, list)| list);
        let words = words.replace(['[', ']', '(', ')', '{', '}', ','], " ");
        let mut unheard = |_: super::Solution<'_>| std::ops::ControlFlow::Continue(());
        let mut silent = SolutionSink::new(None, &mut unheard);
        match solution_line::put(at, words.split_whitespace(), &mut silent) {
            Err(ReadEnd::Error(ReadError::Line { reason, .. })) => {
                self.refuse(at, Some(reason), sink)
            }
            _ => self.refuse(at, None, sink),
        }
    }

    /// Stops with the error of the strict reader if it met this line or nothing else was
    /// read since, or with a reason of its own.
    fn refuse(
        &mut self,
        at: u64,
        reason: Option<SolutionLineError>,
        sink: &SolutionSink<'_>,
    ) -> Flow {
        let is_first = sink.notes.ignored == 0 && self.count(sink) == self.passed_before;
        let is_same = |error: &ReadError| matches!(error, ReadError::Line { line, .. } if *line == at);
        match (self.error.take(), reason) {
            (Some(error), reason) if reason.is_none() || is_first || is_same(&error) => {
                Err(ReadEnd::Error(error))
            }
            (_, Some(reason)) => bad(at, reason),
            (_, None) => bad(at, SolutionLineError::CutOff("the end of this line")),
        }
    }

    /// Passes on what is open, and checks that there was a solution.
    fn end(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        let last = LineShape::Words;
        self.end_array()?;
        self.end_frame()?;
        self.end_fields(&LineShape::Edge, sink)?;
        self.close_before(&last, sink)?;
        self.lists.end(sink)?;
        let (total, rows) = (sink.passed, sink.size.map(|size| size.rows));
        let is_known = |lone: &&LoneNumber| {
            let count = u64::from(lone.number);
            Some(lone.number) == rows
                || [total, lone.above, lone.above + 1].contains(&count)
        };
        let unknown = self.numbers.iter().find(|number| !is_known(number));
        match (unknown, self.error.take()) {
            (Some(lone), _)
                if total == 0
                    && sink.notes.ignored == 1
                    && is_count(lone.number, sink) =>
            {
                sink.notes.count = Some(lone.number.into());
                Ok(())
            }
            (None, _) if total == 0 && sink.notes.verdict.is_some() => Ok(()),
            (_, Some(error)) if total == 0 => Err(ReadEnd::Error(error)),
            (Some(lone), _) => bad(
                lone.line,
                SolutionLineError::Digits(lone.number.to_string()),
            ),
            _ => Ok(()),
        }
    }
}
