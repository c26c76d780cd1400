//! Boards that are drawn row by row among other lines.

use super::super::drawing::put_rows;
use super::super::{Flow, SolutionLineError, SolutionSink};
use super::judgement::is_solver_ruler;
use super::lines::SignRow;
use super::open::OpenBoard;
use super::{TranscriptReader, boards};
use queens_model::placement::Placement;
use queens_model::square::Square;

impl TranscriptReader {
    /// A line of one sign: a row without a queen where rows have that sign, or a line
    /// between solutions.
    pub(super) fn ruler(
        &mut self,
        at: u64,
        line: &str,
        sign: char,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if self.after_list && !is_solver_ruler(line) {
            return self.refuse(at, None, sink);
        }
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
    pub(super) fn row(
        &mut self,
        at: u64,
        row: SignRow,
        sink: &mut SolutionSink<'_>,
    ) -> Flow {
        if self.open.rows.is_empty() && boards::counts_up(&row.signs) {
            return Ok(());
        }
        if let Some(first) = self.open.rows.first()
            && (first.len() != row.signs.len()
                || (self.open.line == at && self.open.board != row.board))
        {
            self.end_board(sink)?;
        }
        if self.open.rows.is_empty() {
            (self.open.line, self.open.board, self.open.are_words) =
                (at, row.board, true);
        }
        self.open.are_words &= row.is_word;
        self.open.rows.push(row.signs);
        // The rows may be numbered from below; a single digit begins again after 9.
        if let (Some(last), Some(number)) = (self.open.number, row.number)
            && number.abs_diff(last) != 1
            && (last, number) != (9, 0)
        {
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
    pub(super) fn end_board(&mut self, sink: &mut SolutionSink<'_>) -> Flow {
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
        let mut plain: Vec<String> = Vec::with_capacity(rows.len());
        for row in &rows {
            let signs = row.iter();
            plain.push(
                signs
                    .map(|&sign| if sign == queen { 'Q' } else { '.' })
                    .collect(),
            );
        }
        put_rows(line, &plain, sink)
    }
}
