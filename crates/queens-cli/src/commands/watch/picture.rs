//! The board as `queens watch` draws it: the queens, the squares that they attack, and
//! the latest step.

use super::history::{StepHistory, WatchStep};
use crate::console::Console;
use crate::exit::Failure;
use crate::table::grouped;
use queens::constraints::Constraints;
use queens::problem::{Problem, SquareKind};
use queens::render::recording::step_words;
use queens::render::{Charset, piece};
use queens::square::Square;

/// Width of the row numbers and the blank behind them, in characters.
const MARGIN_WIDTH: usize = 4;

/// Drawing of a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SquareMark {
    Free,
    Attacked,
    Queen,
    Attacker,
    Tried,
    Hole,
    Wall,
}

impl SquareMark {
    /// Marks that the legend explains.
    const LEGEND_MARKS: [(SquareMark, &'static str); 5] = [
        (SquareMark::Queen, "queen"),
        (SquareMark::Tried, "rejected"),
        (SquareMark::Attacker, "its attacker"),
        (SquareMark::Attacked, "attacked"),
        (SquareMark::Free, "free"),
    ];

    /// Returns the character and its colour.
    fn glyph(self, charset: Charset) -> (&'static str, &'static str) {
        match self {
            SquareMark::Free if charset == Charset::Unicode => ("\u{b7}", "2"),
            SquareMark::Free => (".", "2"),
            SquareMark::Attacked => ("-", "2"),
            SquareMark::Queen => ("Q", "1;32"),
            SquareMark::Attacker => ("A", "1;31"),
            SquareMark::Tried => ("x", "1;31"),
            SquareMark::Hole => (" ", "0"),
            SquareMark::Wall => ("#", "0"),
        }
    }
}

/// Board to draw steps on.
pub(super) struct StepPicture<'c> {
    console: &'c Console,
    problem: Problem,
    form: Constraints,
    /// Name of the piece.
    piece: &'static str,
    /// Characters from one column to the next.
    pitch: usize,
}

impl<'c> StepPicture<'c> {
    /// A picture with `below` lines below the board.
    ///
    /// # Errors
    /// The board has too many squares to search, or does not fit the terminal.
    pub(super) fn new(
        problem: &Problem,
        below: usize,
        console: &'c Console,
    ) -> Result<Self, Failure> {
        let form = Constraints::from_problem(problem).map_err(Failure::input)?;
        let (rows, columns) = (problem.rows() as usize, problem.columns() as usize);
        let pitch = if MARGIN_WIDTH + 2 * columns <= console.width() {
            2
        } else {
            1
        };
        // The cursor is below the picture.
        let (width, height) = (MARGIN_WIDTH + pitch * columns, rows + 1 + below + 1);
        if console.on_terminal() && (width > console.width() || height > console.height())
        {
            return Err(Failure::input(format!(
                "watching a board of {rows} x {columns} needs {width} columns and {height} lines, and the terminal has {} and \
                 {}: enlarge it, or use `queens trace`",
                console.width(),
                console.height()
            )));
        }
        Ok(StepPicture {
            console,
            problem: problem.clone(),
            form,
            piece: piece(problem),
            pitch,
        })
    }

    /// Returns the board after the current step, and a description of that step.
    pub(super) fn draw_lines(&self, history: &StepHistory) -> Vec<String> {
        let mut marks = Vec::new();
        let mut queens = history.queens();
        match history.step() {
            Some(WatchStep::Reject { square, attacker }) => {
                marks.push((*square, SquareMark::Tried));
                marks.extend(attacker.map(|attacker| (attacker, SquareMark::Attacker)));
            }
            Some(WatchStep::Solution(placement)) => queens = placement.squares(),
            _ => {}
        }
        let describe =
            |step: &WatchStep| step_words(&step.event(), history.solutions(), self.piece);
        let words = history.step().map_or_else(String::new, describe);
        let mut lines = self.draw_board(queens, &marks);
        lines.push(self.cut_line(format!("step {}: {words}", grouped(history.number()))));
        lines
    }

    /// Returns the legend of the marks, as much as fits the terminal.
    pub(super) fn legend_line(&self) -> String {
        let mut legend = String::new();
        let mut width = 0;
        for (mark, words) in SquareMark::LEGEND_MARKS {
            width += words.chars().count() + 4;
            if width <= self.console.width() {
                legend += &format!("{} {words}  ", self.paint_glyph(mark));
            }
        }
        legend
    }

    /// Cuts `text` off at the width of the terminal.
    pub(super) fn cut_line(&self, text: String) -> String {
        let width = self.console.width();
        match self.console.on_terminal() && text.chars().count() > width {
            true => text
                .chars()
                .take(width.saturating_sub(3))
                .chain("...".chars())
                .collect(),
            false => text,
        }
    }

    /// Draws the board with the latest step marked.
    fn draw_board(
        &self,
        queens: &[Square],
        marks: &[(Square, SquareMark)],
    ) -> Vec<String> {
        let attackers: Vec<_> = queens
            .iter()
            .filter_map(|&queen| self.form.number(queen))
            .collect();
        let mark = |square: Square| {
            if let Some((_, mark)) = marks.iter().find(|(marked, _)| *marked == square) {
                return *mark;
            }
            if queens.contains(&square) {
                return SquareMark::Queen;
            }
            match self.problem.kind(square) {
                SquareKind::Hole => SquareMark::Hole,
                SquareKind::Wall => SquareMark::Wall,
                SquareKind::Free => {
                    let number = self.form.number(square);
                    let attacked = number.is_some_and(|n| {
                        attackers
                            .iter()
                            .any(|&q| self.form.conflicts(q).contains(n))
                    });
                    if attacked {
                        SquareMark::Attacked
                    } else {
                        SquareMark::Free
                    }
                }
            }
        };
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        let mut names = " ".repeat(MARGIN_WIDTH);
        for column in 0..columns {
            let name = Square::new(0, column).to_string();
            let letters = name.trim_end_matches('1');
            // Without room for two letters, only the last one is drawn.
            names += &format!(
                "{:<pitch$}",
                letters
                    .get(letters.len().saturating_sub(self.pitch)..)
                    .unwrap_or(letters),
                pitch = self.pitch
            );
        }
        let blanks = " ".repeat(self.pitch - 1);
        let row = |row: u32| {
            let squares = (0..columns)
                .map(|column| self.paint_glyph(mark(Square::new(row, column))) + &blanks);
            format!("{:>3} {}", row + 1, squares.collect::<String>())
        };
        std::iter::once(names).chain((0..rows).map(row)).collect()
    }

    fn paint_glyph(&self, mark: SquareMark) -> String {
        let (glyph, color) = mark.glyph(self.console.charset());
        self.console.paint_text(glyph, color)
    }
}
