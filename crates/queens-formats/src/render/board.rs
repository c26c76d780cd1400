//! Boards drawn in characters, with guide lines, as many side by side as fit.
//!
//! If a board is wider than the terminal, it is drawn in a narrower [`BoardLayout`].

use super::cell::{COLOR_MARKS, DrawnCell, MAX_COLOR_NUMBER};
use super::grid::{GuideGrid, LineWeight};
use super::{
    DrawnQueens, Format, Renderer, Style, Summary, check_drawable, refuse_picture, tints,
};
use queens_model::placement::Placement;
use queens_model::problem::{Grid, Problem, SquareKind};
use queens_model::relative::{Group, GroupKind};
use queens_model::square::Square;
use std::io::{self, Write};

/// Blanks between two boards.
const BOARD_GAP: usize = 4;

/// Text in place of a board without squares.
pub(crate) const NO_SQUARES: &str = "no squares";

/// Layout of the squares of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardLayout {
    /// True if there are guide lines between them.
    lined: bool,
    /// Characters of a square: 3 or 1.
    square: usize,
    /// Blanks between squares without guide lines.
    blanks: usize,
    /// True if the letters of a column name are one above the other.
    stacked: bool,
}

impl BoardLayout {
    /// Returns the layouts of a board, the widest first.
    fn list_layouts(problem: &Problem) -> Vec<BoardLayout> {
        let lined = BoardLayout {
            lined: true,
            square: 3,
            blanks: 0,
            stacked: false,
        };
        let letters = column_name(problem.columns().saturating_sub(1)).len();
        if is_slanted(problem) {
            return vec![BoardLayout {
                lined: false,
                square: 1,
                blanks: 2 * letters - 1,
                stacked: false,
            }];
        }
        let wide_names = letters > 1;
        if problem.region_count() > 0 {
            // Without guide lines, regions cannot be seen.
            return vec![
                BoardLayout {
                    stacked: letters > 3,
                    ..lined
                },
                BoardLayout {
                    square: 1,
                    stacked: wide_names,
                    ..lined
                },
            ];
        }
        let open = BoardLayout {
            lined: false,
            square: 1,
            blanks: letters,
            stacked: false,
        };
        let mut all = vec![
            BoardLayout {
                stacked: letters > 3,
                ..lined
            },
            open,
        ];
        if wide_names {
            all.push(BoardLayout {
                blanks: 1,
                stacked: true,
                ..open
            });
        }
        all.push(BoardLayout {
            blanks: 0,
            stacked: true,
            ..open
        });
        all
    }

    /// Returns the widest layout that fits `width` characters, or the narrowest of all.
    fn choose_layout(problem: &Problem, width: usize) -> BoardLayout {
        let all = BoardLayout::list_layouts(problem);
        let fits = all
            .iter()
            .find(|layout| layout.board_width(problem) <= width);
        *fits.or(all.last()).unwrap_or(&BoardLayout {
            lined: true,
            square: 3,
            blanks: 0,
            stacked: false,
        })
    }

    /// Returns the number of characters from one column to the next.
    pub(super) fn column_pitch(self) -> usize {
        self.square + if self.lined { 1 } else { self.blanks }
    }

    /// Returns the number of characters before the middle of the first column, after the
    /// row numbers.
    fn first_column(self) -> usize {
        if self.lined { 1 + self.square / 2 } else { 0 }
    }

    /// Returns the number of characters of a whole board of `problem`.
    fn board_width(self, problem: &Problem) -> usize {
        let slant = if is_slanted(problem) {
            self.column_pitch() / 2
        } else {
            0
        };
        left_margin(problem)
            + slant
            + self.column_pitch() * problem.columns() as usize
            + usize::from(self.lined)
    }
}

/// Returns true if a board of `problem` can be drawn in `width` columns of a terminal.
#[must_use]
pub fn fits(problem: &Problem, width: usize) -> bool {
    BoardLayout::choose_layout(problem, width).board_width(problem) <= width
}

/// Returns the number of characters of the row numbers and the blank after them.
pub(super) fn left_margin(problem: &Problem) -> usize {
    problem.rows().to_string().len() + 1
}

/// Returns true for a hexagon of more than one square: each row is drawn half a square to
/// the right of the one above it.
fn is_slanted(problem: &Problem) -> bool {
    problem.grid() == Grid::Hex && problem.rows() > 1
}

/// Returns the letters of a column: `a`, `b`, ..., `z`, `aa`.
pub(super) fn column_name(column: u32) -> String {
    Square::new(0, column)
        .to_string()
        .chars()
        .take_while(char::is_ascii_alphabetic)
        .collect()
}

/// Renderer that draws boards.
pub(super) struct BoardRenderer<'p> {
    pub(super) problem: &'p Problem,
    pub(super) style: Style,
    grid: GuideGrid<'p>,
    /// Colour of each region among the 256 of a terminal; empty without colours or
    /// regions.
    grounds: Vec<u8>,
    pub(super) layout: BoardLayout,
    /// Width of a board, in columns of the terminal.
    pub(super) width: usize,
    /// Boards of the current line, not drawn yet.
    waiting: Vec<DrawnQueens>,
    /// Number of boards drawn.
    drawn: u64,
}

impl<'p> BoardRenderer<'p> {
    pub(super) fn new(problem: &'p Problem, style: Style) -> Self {
        let grid = GuideGrid::new(problem, style.charset);
        let layout = BoardLayout::choose_layout(problem, style.width);
        let width = layout.board_width(problem);
        let tints = if style.color {
            tints::region_tints(problem)
        } else {
            Vec::new()
        };
        let grounds = tints.into_iter().map(tints::terminal_color).collect();
        BoardRenderer {
            problem,
            style,
            grid,
            grounds,
            layout,
            width,
            waiting: Vec::new(),
            drawn: 0,
        }
    }

    fn per_line(&self) -> usize {
        ((self.style.width + BOARD_GAP) / (self.width + BOARD_GAP)).max(1)
    }

    /// Adds a board to the current line.
    fn add_board(&mut self, board: DrawnQueens, out: &mut dyn Write) -> io::Result<()> {
        // A full line waits for one more board, which decides if boards need numbers.
        if self.waiting.len() == self.per_line() {
            self.draw_boards(true, out)?;
        }
        self.waiting.push(board);
        Ok(())
    }

    /// Draws the boards of the current line, side by side.
    fn draw_boards(&mut self, numbered: bool, out: &mut dyn Write) -> io::Result<()> {
        let waiting = std::mem::take(&mut self.waiting);
        let drawings: Vec<Vec<String>> = (self.drawn + 1..)
            .zip(&waiting)
            .map(|(number, board)| match numbered {
                true => self.board_lines(&format!("({number})"), board),
                false => self.board_lines("", board),
            })
            .collect();
        if self.drawn > 0 {
            writeln!(out)?;
        }
        self.drawn += waiting.len() as u64;
        let height = drawings.first().map_or(0, Vec::len);
        let gap = " ".repeat(BOARD_GAP);
        for line in 0..height {
            let parts: Vec<&str> = drawings
                .iter()
                .map(|drawing| drawing[line].as_str())
                .collect();
            writeln!(out, "{}", parts.join(&gap).trim_end())?;
        }
        Ok(())
    }

    /// Returns the lines of one board, each as wide as the board, below its `name` if it
    /// has one.
    fn board_lines(&self, name: &str, board: &DrawnQueens) -> Vec<String> {
        let mut lines = Vec::new();
        if !name.is_empty() {
            let indent = self
                .first_column()
                .min(self.width.saturating_sub(name.len()));
            lines.push(self.pad_line(&format!("{}{name}", " ".repeat(indent))));
        }
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        if rows == 0 || columns == 0 {
            lines.push(format!("{rows} x {columns}: {NO_SQUARES}"));
            return lines;
        }
        if is_slanted(self.problem) {
            lines.extend(self.slanted_lines(board));
            return lines;
        }
        lines.extend(self.column_names());
        let (mut queens, mut kinds) = (board.queens.squares(), board.kinds.as_slice());
        for row in 0..rows {
            let in_row = queens.partition_point(|square| square.row <= row);
            if self.layout.lined {
                lines.push(self.guide_line(row));
            }
            lines.push(self.draw_row(
                row,
                &queens[..in_row],
                kinds.get(..in_row).unwrap_or(&[]),
            ));
            queens = &queens[in_row..];
            kinds = kinds.get(in_row..).unwrap_or(&[]);
        }
        if self.layout.lined {
            lines.push(self.guide_line(rows));
        }
        lines
    }

    /// Takes the widest layout, which has numbers, if there are more colours than marks
    /// of narrow boards.
    fn make_room(&mut self, colors: u16) -> io::Result<()> {
        if colors > MAX_COLOR_NUMBER {
            return Err(refuse_picture(format!(
                "a drawn board shows at most {MAX_COLOR_NUMBER} colours, not {colors}: use text, csv or ndjson"
            )));
        }
        if usize::from(colors) > COLOR_MARKS.len() {
            if is_slanted(self.problem) {
                let most = COLOR_MARKS.len();
                return Err(refuse_picture(format!(
                    "a drawn hexagon shows at most {most} colours, not {colors}: use text, csv or ndjson"
                )));
            }
            self.layout = BoardLayout::choose_layout(self.problem, usize::MAX);
            self.width = self.layout.board_width(self.problem);
        }
        Ok(())
    }

    fn pad_line(&self, line: &str) -> String {
        format!("{line:<width$}", width = self.width)
    }

    /// Returns the number of characters before the middle of the first column.
    fn first_column(&self) -> usize {
        left_margin(self.problem) + self.layout.first_column()
    }

    /// Returns the lines of column names. Each name begins in the middle of its column,
    /// or its last letter is there and the others above it; the reader relies on that.
    fn column_names(&self) -> Vec<String> {
        let names: Vec<String> = (0..self.problem.columns()).map(column_name).collect();
        let height = if self.layout.stacked {
            names.last().map_or(1, String::len)
        } else {
            1
        };
        let mut lines = vec![String::new(); height];
        for (column, name) in names.iter().enumerate() {
            let middle = self.first_column() + self.layout.column_pitch() * column;
            let missing = height.saturating_sub(name.len());
            for (i, line) in lines.iter_mut().enumerate() {
                let letters = match self.layout.stacked {
                    true => i
                        .checked_sub(missing)
                        .and_then(|letter| name.get(letter..=letter))
                        .unwrap_or(""),
                    false => name,
                };
                if !letters.is_empty() {
                    *line = format!("{line:<middle$}{letters}");
                }
            }
        }
        lines.iter().map(|line| self.pad_line(line)).collect()
    }

    /// Returns the guide line above `row`.
    fn guide_line(&self, row: u32) -> String {
        let columns = self.problem.columns();
        let mut parts = String::new();
        let mut line = String::new();
        for column in 0..columns {
            line.push(self.grid.junction_at(row, column));
            let weight = self.grid.weight_above(row, Some(column));
            let dashes = self
                .grid
                .horizontal_line(weight)
                .to_string()
                .repeat(self.layout.square);
            match self
                .ground_color(Square::new(row, column))
                .filter(|_| weight == LineWeight::Light)
            {
                Some(ground) => {
                    let before = std::mem::take(&mut line);
                    parts.push_str(&self.paint_faint(before));
                    parts.push_str(&on_ground(ground, &dashes));
                }
                None => line.push_str(&dashes),
            }
        }
        line.push(self.grid.junction_at(row, columns));
        format!(
            "{}{parts}{}",
            " ".repeat(left_margin(self.problem)),
            self.paint_faint(line)
        )
    }

    /// Returns the squares of `row` with the `queens` on it, and the group of each if
    /// there are groups.
    fn draw_row(&self, row: u32, queens: &[Square], kinds: &[GroupKind]) -> String {
        let name = format!(
            "{:>width$} ",
            row + 1,
            width = left_margin(self.problem) - 1
        );
        let mut line = self.paint_faint(name);
        let (mut queens, mut kinds) = (queens.iter().peekable(), kinds.iter());
        for column in 0..self.problem.columns() {
            let square = Square::new(row, column);
            let is_queen = queens.next_if_eq(&&square).is_some();
            let kind = if is_queen { kinds.next() } else { None };
            let cell = kind.map_or_else(
                || self.cell_at(square, is_queen),
                |&kind| DrawnCell::Group(kind),
            );
            if self.layout.lined {
                let weight = self.grid.left_of(Some(row), column);
                let border = self.grid.vertical_line(weight).to_string();
                line.push_str(&match self
                    .ground_color(square)
                    .filter(|_| weight == LineWeight::Light)
                {
                    Some(ground) => on_ground(ground, &border),
                    None => self.paint_faint(border),
                });
            }
            let text = if self.layout.square == 3 {
                cell.wide_text(self.style.charset)
            } else {
                cell.narrow_text(self.style.charset)
            };
            line.push_str(&match self.ground_color(square) {
                // Bold, as without a background: given queens stand out.
                Some(ground) if matches!(cell, DrawnCell::Given) => {
                    format!("\x1b[1;30;48;5;{ground}m{text}\x1b[0m")
                }
                Some(ground) => on_ground(ground, &text),
                None => self.paint_cell(cell, &text),
            });
            line.push_str(&" ".repeat(self.layout.blanks));
        }
        if self.layout.lined {
            let border = self
                .grid
                .vertical_line(self.grid.left_of(Some(row), self.problem.columns()));
            line.push_str(&self.paint_faint(border.to_string()));
        }
        line
    }

    pub(super) fn cell_at(&self, square: Square, is_queen: bool) -> DrawnCell {
        match self.problem.kind(square) {
            _ if is_queen && self.problem.givens().binary_search(&square).is_ok() => {
                DrawnCell::Given
            }
            _ if is_queen => DrawnCell::Queen,
            SquareKind::Free => DrawnCell::Free,
            SquareKind::Hole => DrawnCell::Hole,
            SquareKind::Wall if !self.problem.is_inside(square) => DrawnCell::Outside,
            SquareKind::Wall => DrawnCell::Wall,
        }
    }

    /// Returns the colour of the region of a square, if regions are coloured.
    fn ground_color(&self, square: Square) -> Option<u8> {
        let region = self
            .problem
            .contains(square)
            .then(|| self.problem.region(square))??;
        self.grounds.get(region as usize).copied()
    }

    pub(super) fn paint_cell(&self, cell: DrawnCell, text: &str) -> String {
        let shows = self.style.color && !text.trim().is_empty();
        if shows {
            format!("\x1b[{}m{text}\x1b[0m", cell.sgr())
        } else {
            text.to_owned()
        }
    }

    pub(super) fn paint_faint(&self, text: String) -> String {
        if self.style.color {
            format!("\x1b[2m{text}\x1b[0m")
        } else {
            text
        }
    }
}

/// Writes black text on one of the 256 colours of a terminal.
fn on_ground(ground: u8, text: &str) -> String {
    format!("\x1b[30;48;5;{ground}m{text}\x1b[0m")
}

impl Renderer for BoardRenderer<'_> {
    fn begin(&mut self, _out: &mut dyn Write) -> io::Result<()> {
        check_drawable(self.problem, Format::Board)
    }

    fn solution(&mut self, placement: &Placement, out: &mut dyn Write) -> io::Result<()> {
        self.add_board(placement.into(), out)
    }

    fn groups(&mut self, groups: &[Group], out: &mut dyn Write) -> io::Result<()> {
        let colors = groups.iter().filter_map(|group| match group.kind {
            GroupKind::Color(number) => Some(number),
            _ => None,
        });
        self.make_room(colors.max().unwrap_or(0))?;
        self.add_board(DrawnQueens::of_groups(groups), out)
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        if !self.waiting.is_empty() {
            self.draw_boards(summary.solutions > 1, out)?;
        }
        match summary.outcome {
            outcome if outcome.is_complete() => Ok(()),
            _ => writeln!(out, "# {summary}"),
        }
    }
}
