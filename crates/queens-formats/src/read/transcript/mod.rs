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

mod boards;
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
#[cfg(test)]
mod tests;
mod tokens;

use super::drawing::{put_rows, without_colors};
use super::input::{Input, text};
use super::{
    Flow, ReadEnd, ReadError, SolutionLineError, SolutionSink, bad, line as solution_line,
};
pub(super) use judgement::{RULER_LENGTH, may_follow};

use frames::OpenFrame;
use items::OpenItems;
use judgement::{first_control, is_comment, is_count, is_solver_ruler};
use letters::HeldLetters;
use lines::{LineShape, NumberRow, ShapedLine, SignRow, shape};
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
    let after_list = sink.passed > 0 && sink.first_column == Some(0);
    let end = loop {
        let at = input.line();
        match input.next_line(&mut bytes) {
            Ok(true) => {
                reader.line(at, &without_colors(text(at, &bytes)?), after_list, sink)?;
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
    open: OpenBoard,
    /// Rows within a frame of walls.
    frame: Option<OpenFrame>,
    /// Items of a list of YAML.
    items: OpenItems,
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
    fn line(
        &mut self,
        at: u64,
        line: &str,
        after_list: bool,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if line.contains(|c: char| c.is_control() && c != '\t') {
            return self.refuse(
                at,
                Some(SolutionLineError::Character(first_control(line))),
                sink,
            );
        }
        if self.framed_line(at, line, sink)? {
            return Ok(());
        }
        if is_comment(line) {
            return self.end_board(sink);
        }
        let rows = sink.size.map(|size| size.rows).or(self.lists.rows());
        let ShapedLine { shape, label } = shape(line, rows);
        self.close_before(&shape, sink)?;
        match shape {
            LineShape::Blank | LineShape::Punctuation => Ok(()),
            LineShape::Edge => Ok(()),
            LineShape::Ruler(_) if after_list && !is_solver_ruler(line) => {
                self.refuse(at, None, sink)
            }
            LineShape::Ruler(sign) => self.ruler(at, line, sign, sink),
            LineShape::Rows(rows) => {
                rows.into_iter().try_for_each(|row| self.row(at, row, sink))
            }
            LineShape::Lists(lists) => {
                self.keep_label(label);
                lists
                    .into_iter()
                    .try_for_each(|list| self.list(at, list, sink))
            }
            LineShape::OpenList(list) => {
                let (_, open) = self.open_list.get_or_insert((at, Vec::new()));
                open.extend(list);
                Ok(())
            }
            LineShape::Heads(row) => {
                self.end_board(sink)?;
                (self.heads, self.is_table) = (Some((at, row)), false);
                Ok(())
            }
            LineShape::Item(item) => self.item(at, &item, sink),
            LineShape::Letters(squares) => self.letters(at, squares),
            LineShape::Refused(reason) => bad(at, SolutionLineError::Drawing(reason)),
            LineShape::Pairs(groups) => self.pair_groups(at, groups, sink),
            LineShape::Squares(squares) => {
                let side = squares.len() as u64;
                let size = if sink.size.is_some() {
                    None
                } else {
                    Some((side, side))
                };
                self.found(squares, size, at, sink)
            }
            LineShape::Number(number) => {
                let above = self.count(sink);
                self.column.lines.push(LoneNumber {
                    line: at,
                    text: line.to_owned(),
                    number,
                    above,
                });
                Ok(())
            }
            LineShape::Fen(size, queens) => {
                self.found(queens, Some((size.into(), size.into())), at, sink)
            }
            LineShape::Words | LineShape::WordPair(_)
                if !label.is_empty() && self.labels.contains(&label) =>
            {
                let reason = SolutionLineError::Drawing(
                    "lines with the same words have a solution",
                );
                self.refuse(at, Some(reason), sink)
            }
            LineShape::WordPair(pair) => self.word_pair(
                WordPairLine {
                    line: at,
                    text: line.to_owned(),
                    pair,
                },
                sink,
            ),
            LineShape::Words => {
                sink.ignore(at, line);
                Ok(())
            }
            LineShape::Broken => self.broken(at, line, sink),
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

    /// Adds the numbers of a line to the list that is open above it.
    fn continue_list(&mut self, shape: &LineShape, sink: &mut SolutionSink<'_>) -> Flow {
        let Some((line, mut list)) = self.open_list.take() else {
            return Ok(());
        };
        match shape {
            LineShape::Lists(lists) if lists.len() == 1 => list.extend(&lists[0]),
            LineShape::Heads(row) => list.extend(row),
            _ => {
                return self.refuse(
                    line,
                    Some(SolutionLineError::CutOff("the end of a list")),
                    sink,
                );
            }
        }
        self.list(line, list, sink)
    }

    /// Number of solutions so far.
    fn count(&self, sink: &SolutionSink<'_>) -> u64 {
        sink.passed + self.lists.held()
    }

    fn keep_label(&mut self, label: String) {
        let has_words = label.contains(|c: char| c.is_alphabetic());
        if has_words && !self.labels.contains(&label) && self.labels.len() < 100 {
            self.labels.push(label);
        }
    }

    /// A line of one sign: a row without a queen where rows have that sign, or a line
    /// between solutions.
    fn ruler(
        &mut self,
        at: u64,
        line: &str,
        sign: char,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        let signs: Vec<char> = line.chars().filter(|c| !c.is_whitespace()).collect();
        let is_row = self
            .open
            .rows
            .first()
            .is_some_and(|row| row.len() == signs.len())
            && self.open.rows.iter().flatten().any(|&other| other == sign);
        if is_row {
            return self.row(
                at,
                SignRow {
                    signs,
                    board: self.open.board,
                    is_word: false,
                    number: None,
                },
                sink,
            );
        }
        if sign != '+' {
            self.end_board(sink)?;
        }
        Ok(())
    }

    /// Adds a row of a board.
    fn row(&mut self, at: u64, row: SignRow, sink: &mut SolutionSink<'_>) -> Flow {
        if self.open.rows.is_empty() && boards::counts_up(&row.signs) {
            return Ok(());
        }
        let is_other = |open: &OpenBoard| {
            open.rows.first().is_some_and(|first| {
                first.len() != row.signs.len()
                    || (open.line == at && open.board != row.board)
            })
        };
        if is_other(&self.open) {
            self.end_board(sink)?;
        }
        if self.open.rows.is_empty() {
            (self.open.line, self.open.board, self.open.are_words) =
                (at, row.board, true);
        }
        self.open.are_words &= row.is_word;
        self.open.rows.push(row.signs);
        let is_next = |last: u32| {
            row.number.is_none_or(|number| {
                number.abs_diff(last) == 1 || (last, number) == (9, 0)
            })
        };
        if !self.open.number.is_none_or(is_next) {
            let reason = "its row numbers should be 1, 2, 3, ... without a gap";
            return self.refuse(at, Some(SolutionLineError::Drawing(reason)), sink);
        }
        self.open.number = row.number;
        let width = self.open.rows[0].len();
        let height = sink
            .size
            .filter(|size| size.columns as usize == width)
            .map_or(width, |size| size.rows as usize);
        if self.open.rows.len() == height {
            self.end_board(sink)
        } else {
            Ok(())
        }
    }

    /// Passes on the open board, if there is one.
    fn end_board(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
        let OpenBoard {
            line,
            rows,
            are_words,
            ..
        } = std::mem::take(&mut self.open);
        let Some(width) = rows.first().map(Vec::len) else {
            return Ok(());
        };
        let height = sink.size.map_or(width, |size| size.rows as usize);
        if rows.len() != height {
            if are_words && boards::may_be_words(&rows) {
                (line..).zip(&rows).for_each(|(line, row)| {
                    sink.ignore(line, &row.iter().collect::<String>());
                });
                return Ok(());
            }
            return self.refuse(
                line,
                Some(SolutionLineError::CutOff("the last row of this board")),
                sink,
            );
        }
        let Some(queen) = boards::queen_sign(&rows, self.queen) else {
            let reason = "no sign is certainly the queen: there should be one in each row, such as Q, and . elsewhere";
            return self.refuse(line, Some(SolutionLineError::Drawing(reason)), sink);
        };
        self.queen = Some(queen);
        let squares = (0..).zip(&rows).flat_map(|(row, signs)| {
            let queens = (0..).zip(signs).filter(move |&(_, &sign)| sign == queen);
            queens.map(move |(column, _)| Square::new(row, column))
        });
        if self.lists.drawn(&Placement::new(squares.collect())) {
            return Ok(());
        }
        let plain = |sign: &char| if *sign == queen { 'Q' } else { '.' };
        let rows: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(plain).collect())
            .collect();
        put_rows(line, &rows, sink)
    }

    /// Adds a list of columns.
    fn list(&mut self, at: u64, list: NumberRow, sink: &mut SolutionSink<'_>) -> Flow {
        let expected = sink.size.map(|size| size.rows).or(self.lists.rows());
        let found = list.len() as u64;
        match expected.filter(|&rows| u64::from(rows) != found) {
            Some(expected) => {
                self.refuse(at, Some(SolutionLineError::Rows { found, expected }), sink)
            }
            None => self.lists.push_columns(at, list, sink),
        }
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
    fn broken(&mut self, at: u64, line: &str, sink: &mut SolutionSink<'_>) -> Flow {
        self.lists.end(sink)?;
        let words = line.replace(['[', ']', '(', ')', '{', '}', ','], " ");
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
        self.end_frame()?;
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
            (_, Some(error)) if total == 0 => Err(ReadEnd::Error(error)),
            (Some(lone), _) => bad(
                lone.line,
                SolutionLineError::Digits(lone.number.to_string()),
            ),
            _ => Ok(()),
        }
    }
}
