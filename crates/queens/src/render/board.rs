//! Boards drawn in characters, with guide lines, as many side by side as fit.
//!
//! A board that is wider than the terminal is drawn without guide lines, unless it has regions.

use super::grid::Grid;
use super::{Charset, Format, Renderer, Style, Summary, check_drawable};
use crate::placement::Placement;
use crate::problem::{Problem, SquareKind};
use crate::square::Square;
use std::io::{self, Write};

/// Blanks between two boards.
const GAP: usize = 4;

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Free,
    Hole,
    Wall,
    Queen,
    Given,
}

impl Cell {
    /// Three characters: the square between its guide lines.
    fn wide(self, charset: Charset) -> &'static str {
        match (self, charset) {
            (Cell::Free, _) => "   ",
            (Cell::Hole, Charset::Unicode) => " ╳ ",
            (Cell::Hole, Charset::Ascii) => " x ",
            (Cell::Wall, Charset::Unicode) => "███",
            (Cell::Wall, Charset::Ascii) => "###",
            (Cell::Queen, Charset::Unicode) => " ♛ ",
            (Cell::Queen, Charset::Ascii) => " Q ",
            (Cell::Given, Charset::Unicode) => "[♛]",
            (Cell::Given, Charset::Ascii) => "[Q]",
        }
    }

    /// One character, for a board without guide lines.
    fn narrow(self, charset: Charset) -> &'static str {
        match (self, charset) {
            (Cell::Free, Charset::Unicode) => "·",
            (Cell::Free, Charset::Ascii) => ".",
            (Cell::Hole, Charset::Unicode) => "╳",
            (Cell::Hole, Charset::Ascii) => "x",
            (Cell::Wall, Charset::Unicode) => "█",
            (Cell::Wall, Charset::Ascii) => "#",
            (Cell::Queen, Charset::Unicode) => "♛",
            (Cell::Queen, Charset::Ascii) => "Q",
            (Cell::Given, Charset::Unicode) => "♕",
            (Cell::Given, Charset::Ascii) => "G",
        }
    }

    /// The ANSI style.
    fn sgr(self) -> &'static str {
        match self {
            Cell::Free | Cell::Hole | Cell::Wall => "2",
            Cell::Queen => "1;36",
            Cell::Given => "1;33",
        }
    }
}

/// The queens' marks of every drawing: this is how a drawing is read back.
pub(crate) const QUEEN_MARKS: [char; 4] = ['♛', '♕', 'Q', 'G'];

/// The line that stands for a board without squares.
pub(crate) const NO_SQUARES: &str = "no squares";

/// Draws boards.
pub(super) struct Boards<'p> {
    problem: &'p Problem,
    style: Style,
    grid: Grid<'p>,
    /// Whether there are guide lines.
    lined: bool,
    /// Columns of the terminal that one board takes.
    width: usize,
    /// Boards that wait for their neighbours.
    waiting: Vec<Placement>,
    /// Boards drawn already.
    drawn: u64,
}

impl<'p> Boards<'p> {
    pub(super) fn new(problem: &'p Problem, style: Style) -> Self {
        let grid = Grid::new(problem, style.charset);
        let mut boards =
            Boards { problem, style, grid, lined: true, width: 0, waiting: Vec::new(), drawn: 0 };
        boards.lined = boards.right_edge() <= style.width || problem.region_count() > 0;
        boards.width = boards.right_edge();
        boards
    }

    /// Characters of the row numbers and the blank behind them.
    fn margin(&self) -> usize {
        self.problem.rows().to_string().len() + 1
    }

    /// Characters from one column to the next.
    fn pitch(&self) -> usize {
        if self.lined {
            return 4;
        }
        let last = self.problem.columns().saturating_sub(1);
        let digits = Square::new(0, last).to_string().len() - 1;
        digits + 1
    }

    /// Characters before the middle of the first column.
    fn first_column(&self) -> usize {
        self.margin() + if self.lined { 2 } else { 0 }
    }

    fn right_edge(&self) -> usize {
        let tail = if self.lined { 1 } else { 0 };
        self.margin() + self.pitch() * self.problem.columns() as usize + tail
    }

    fn per_line(&self) -> usize {
        ((self.style.width + GAP) / (self.width + GAP)).max(1)
    }

    /// Draws the boards that wait, side by side.
    fn draw(&mut self, numbered: bool, out: &mut dyn Write) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let drawings: Vec<Vec<String>> = (self.drawn + 1..)
            .zip(&waiting)
            .map(|(number, placement)| self.drawing(numbered.then_some(number), placement))
            .collect();
        if self.drawn > 0 {
            writeln!(out)?;
        }
        self.drawn += waiting.len() as u64;
        let height = drawings.first().map_or(0, Vec::len);
        let gap = " ".repeat(GAP);
        for line in 0..height {
            let parts: Vec<&str> = drawings.iter().map(|drawing| drawing[line].as_str()).collect();
            writeln!(out, "{}", parts.join(&gap).trim_end())?;
        }
        Ok(())
    }

    /// The lines of one board, each as wide as the board.
    fn drawing(&self, number: Option<u64>, placement: &Placement) -> Vec<String> {
        let mut lines = Vec::new();
        if let Some(number) = number {
            lines.push(self.padded(&format!("{}({number})", " ".repeat(self.first_column()))));
        }
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        if rows == 0 || columns == 0 {
            lines.push(format!("{rows} x {columns}: {NO_SQUARES}"));
            return lines;
        }
        lines.push(self.column_names());
        let mut queens = placement.squares();
        for row in 0..rows {
            let in_row = queens.partition_point(|square| square.row <= row);
            if self.lined {
                lines.push(self.guide_line(row));
            }
            lines.push(self.row(row, &queens[..in_row]));
            queens = &queens[in_row..];
        }
        if self.lined {
            lines.push(self.guide_line(rows));
        }
        lines
    }

    fn padded(&self, line: &str) -> String {
        format!("{line:<width$}", width = self.width)
    }

    /// Each name begins in the middle of its column: this is how a drawing is read back.
    fn column_names(&self) -> String {
        let mut line = String::new();
        for column in 0..self.problem.columns() {
            let middle = self.first_column() + self.pitch() * column as usize;
            line = format!("{line:<middle$}");
            let name = Square::new(0, column).to_string();
            line.push_str(name.trim_end_matches(|c: char| c.is_ascii_digit()));
        }
        self.padded(&line)
    }

    /// The guide line above `row`.
    fn guide_line(&self, row: u32) -> String {
        let columns = self.problem.columns();
        let mut line = String::new();
        for column in 0..columns {
            line.push(self.grid.junction(row, column));
            let dash = self.grid.horizontal(self.grid.above(row, Some(column)));
            line.extend([dash; 3]);
        }
        line.push(self.grid.junction(row, columns));
        format!("{}{}", " ".repeat(self.margin()), self.faint(line))
    }

    /// The squares of `row`, on some of which there are queens.
    fn row(&self, row: u32, queens: &[Square]) -> String {
        let name = format!("{:>width$} ", row + 1, width = self.margin() - 1);
        let mut line = self.faint(name);
        let mut queens = queens.iter().peekable();
        for column in 0..self.problem.columns() {
            let square = Square::new(row, column);
            let is_queen = queens.next_if_eq(&&square).is_some();
            let cell = self.cell(square, is_queen);
            if self.lined {
                let border = self.grid.vertical(self.grid.left_of(Some(row), column));
                line.push_str(&self.faint(border.to_string()));
                line.push_str(&self.inked(cell, cell.wide(self.style.charset)));
            } else {
                line.push_str(&self.inked(cell, cell.narrow(self.style.charset)));
                line.push_str(&" ".repeat(self.pitch() - 1));
            }
        }
        if self.lined {
            let border = self.grid.vertical(self.grid.left_of(Some(row), self.problem.columns()));
            line.push_str(&self.faint(border.to_string()));
        }
        line
    }

    fn cell(&self, square: Square, is_queen: bool) -> Cell {
        match self.problem.kind(square) {
            _ if is_queen && self.problem.givens().binary_search(&square).is_ok() => Cell::Given,
            _ if is_queen => Cell::Queen,
            SquareKind::Free => Cell::Free,
            SquareKind::Hole => Cell::Hole,
            SquareKind::Wall => Cell::Wall,
        }
    }

    fn inked(&self, cell: Cell, text: &str) -> String {
        let shows = self.style.color && !text.trim().is_empty();
        if shows { format!("\x1b[{}m{text}\x1b[0m", cell.sgr()) } else { text.to_owned() }
    }

    fn faint(&self, text: String) -> String {
        if self.style.color { format!("\x1b[2m{text}\x1b[0m") } else { text }
    }
}

impl Renderer for Boards<'_> {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        check_drawable(self.problem, Format::Board)
    }

    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()> {
        // The boards of a full line wait for one more, which tells whether they need numbers.
        if self.waiting.len() == self.per_line() {
            self.draw(true, out)?;
        }
        self.waiting.push(placement.clone());
        Ok(())
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.draw(summary.solutions > 1, out)
    }
}
