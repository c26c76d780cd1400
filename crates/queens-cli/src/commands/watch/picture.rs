//! The board as `queens watch` draws it: the queens, what they attack, and the latest step.

use super::history::{History, Step};
use crate::console::Console;
use crate::exit::Failure;
use crate::table::grouped;
use queens::constraints::Constraints;
use queens::problem::{Problem, SquareKind};
use queens::render::Charset;
use queens::square::Square;

/// Characters of the row numbers and the blank behind them.
const MARGIN: usize = 4;

/// What is drawn on a square.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Free,
    Attacked,
    Queen,
    Attacker,
    Tried,
    Hole,
    Wall,
}

impl Mark {
    /// The marks that a legend explains.
    const EXPLAINED: [(Mark, &'static str); 5] = [
        (Mark::Queen, "queen"),
        (Mark::Tried, "rejected"),
        (Mark::Attacker, "its attacker"),
        (Mark::Attacked, "attacked"),
        (Mark::Free, "free"),
    ];

    /// The character and its colour.
    fn glyph(self, charset: Charset) -> (&'static str, &'static str) {
        match self {
            Mark::Free if charset == Charset::Unicode => ("\u{b7}", "2"),
            Mark::Free => (".", "2"),
            Mark::Attacked => ("-", "2"),
            Mark::Queen => ("Q", "1;32"),
            Mark::Attacker => ("A", "1;31"),
            Mark::Tried => ("x", "1;31"),
            Mark::Hole => (" ", "0"),
            Mark::Wall => ("#", "0"),
        }
    }
}

/// A board to draw steps on.
pub(super) struct Picture<'c> {
    console: &'c Console,
    problem: Problem,
    form: Constraints,
    /// Characters from one column to the next.
    pitch: usize,
}

impl<'c> Picture<'c> {
    /// A picture with `below` lines below the board.
    ///
    /// # Errors
    /// Where the board has too many squares to search, or does not fit the terminal.
    pub(super) fn new(problem: &Problem, below: usize, console: &'c Console) -> Result<Self, Failure> {
        let form = Constraints::of(problem).map_err(Failure::input)?;
        let (rows, columns) = (problem.rows() as usize, problem.columns() as usize);
        let pitch = if MARGIN + 2 * columns <= console.width() { 2 } else { 1 };
        // The cursor stands below the picture.
        let (width, height) = (MARGIN + pitch * columns, rows + 1 + below + 1);
        if console.on_terminal() && (width > console.width() || height > console.height()) {
            return Err(Failure::input(format!(
                "a board of {rows} x {columns} takes {width} columns and {height} lines to watch, and the terminal has {} and \
                 {}: enlarge it, or use `queens trace`",
                console.width(),
                console.height()
            )));
        }
        Ok(Picture { console, problem: problem.clone(), form, pitch })
    }

    /// The board after the step that `history` looks at, and that step in words.
    pub(super) fn lines(&self, history: &History) -> Vec<String> {
        let mut marks = Vec::new();
        let mut queens = history.queens();
        let words = match history.step() {
            None => String::new(),
            Some(Step::Place(square)) => format!("place {square}"),
            Some(Step::Remove(square)) => format!("remove {square}"),
            Some(Step::Reject { square, attacker: Some(attacker) }) => {
                marks.extend([(*square, Mark::Tried), (*attacker, Mark::Attacker)]);
                format!("reject {square}: the queen on {attacker} attacks it")
            }
            Some(Step::Reject { square, attacker: None }) => {
                marks.push((*square, Mark::Tried));
                format!("reject {square}")
            }
            Some(Step::Solution(squares)) => {
                queens = squares;
                let names: Vec<_> = squares.iter().map(ToString::to_string).collect();
                format!("solution {}: {}", grouped(history.solutions()), names.join(" "))
            }
        };
        let mut lines = self.board(queens, &marks);
        lines.push(self.cut(format!("step {}: {words}", grouped(history.number()))));
        lines
    }

    /// What the marks mean, as far as the terminal is wide enough.
    pub(super) fn legend(&self) -> String {
        let mut legend = String::new();
        let mut width = 0;
        for (mark, words) in Mark::EXPLAINED {
            width += words.chars().count() + 4;
            if width <= self.console.width() {
                legend += &format!("{} {words}  ", self.glyph(mark));
            }
        }
        legend
    }

    /// `text`, cut off where the terminal ends.
    pub(super) fn cut(&self, text: String) -> String {
        let width = self.console.width();
        match self.console.on_terminal() && text.chars().count() > width {
            true => text.chars().take(width.saturating_sub(3)).chain("...".chars()).collect(),
            false => text,
        }
    }

    /// The board with the latest step marked.
    fn board(&self, queens: &[Square], marks: &[(Square, Mark)]) -> Vec<String> {
        let attackers: Vec<_> = queens.iter().filter_map(|&queen| self.form.number(queen)).collect();
        let mark = |square: Square| {
            if let Some((_, mark)) = marks.iter().find(|(marked, _)| *marked == square) {
                return *mark;
            }
            if queens.contains(&square) {
                return Mark::Queen;
            }
            match self.problem.kind(square) {
                SquareKind::Hole => Mark::Hole,
                SquareKind::Wall => Mark::Wall,
                SquareKind::Free => {
                    let number = self.form.number(square);
                    let attacked =
                        number.is_some_and(|n| attackers.iter().any(|&q| self.form.conflicts(q).contains(n)));
                    if attacked { Mark::Attacked } else { Mark::Free }
                }
            }
        };
        let (rows, columns) = (self.problem.rows(), self.problem.columns());
        let mut names = " ".repeat(MARGIN);
        for column in 0..columns {
            let name = Square::new(0, column).to_string();
            let letters = name.trim_end_matches('1');
            // Where there is no room for two letters the last one must do.
            names += &format!(
                "{:<pitch$}",
                &letters[letters.len().saturating_sub(self.pitch)..],
                pitch = self.pitch
            );
        }
        let blanks = " ".repeat(self.pitch - 1);
        let row = |row: u32| {
            let squares = (0..columns).map(|column| self.glyph(mark(Square::new(row, column))) + &blanks);
            format!("{:>3} {}", row + 1, squares.collect::<String>())
        };
        std::iter::once(names).chain((0..rows).map(row)).collect()
    }

    fn glyph(&self, mark: Mark) -> String {
        let (glyph, color) = mark.glyph(self.console.charset());
        self.console.painted(glyph, color)
    }
}
