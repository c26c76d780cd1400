//! `queens watch`: the steps of a method, animated in the terminal.

use super::trace::shown;
use crate::args::{ProblemArgs, Suggested, duration, engine_ids, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::{grouped, several};
use clap::Args;
use queens::constraints::Constraints;
use queens::engines::ladder::Event;
use queens::problem::{Problem, SquareKind};
use queens::square::Square;
use std::io::Write;
use std::ops::ControlFlow;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens watch 8                                 the bit masks at work\n\
\x20 queens watch 6 -m exact-cover --delay 300ms  slowly\n\
\x20 queens watch 20 -m min-conflicts               a local search")]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The method to watch; without it flags, or one that can answer the problem
    #[arg(short, long, visible_alias = "methods", value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    pub(crate) method: Option<String>,
    /// Time between two steps (100ms, 1s)
    #[arg(short, long, value_name = "TIME", default_value = "80ms", value_parser = duration)]
    pub(crate) delay: Duration,
    /// Stop at the first solution
    #[arg(long)]
    pub(crate) first: bool,
    /// Stop after this many steps
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
}

/// The longest side that a terminal shows at a glance.
const LARGEST: u32 = 40;

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

pub(crate) fn run(args: &WatchArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem(console)?;
    let size = problem.rows().max(problem.columns());
    if size > LARGEST {
        return Err(Failure::input(format!(
            "a board of {size} is too large to watch: at most {LARGEST}; `queens trace` prints the steps of any board"
        )));
    }
    let method = shown(args.method.as_deref(), &problem)?;
    let mut screen = Screen::new(&problem, console)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut result = Ok(());
    let report = method
        .trace(&problem, console.settings(), &mut |event| {
            if screen.step == limit {
                return ControlFlow::Break(());
            }
            result = screen.show(&event);
            let is_solution = matches!(event, Event::Solution(_));
            if result.is_err() || (args.first && is_solution) {
                return ControlFlow::Break(());
            }
            if console.on_terminal() {
                // A solution deserves a longer look.
                std::thread::sleep(args.delay * if is_solution { 6 } else { 1 });
            }
            if console.cancel().is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .map_err(Failure::input)?;
    screen.close()?;
    result?;
    let outcome =
        if console.cancel().is_cancelled() { "interrupted".to_owned() } else { report.outcome().to_string() };
    console.say(format!(
        "{}: {}, {}, {outcome}",
        method.info().id,
        several(screen.step, "step"),
        several(screen.solutions, "solution")
    ));
    Ok(if console.cancel().is_cancelled() { Exit::Interrupted } else { report.outcome().into() })
}

/// The picture: the board, which is redrawn in place, and a line about the latest step.
struct Screen<'c> {
    console: &'c Console,
    problem: Problem,
    form: Constraints,
    queens: Vec<Square>,
    step: u64,
    solutions: u64,
    drawn: bool,
}

impl<'c> Screen<'c> {
    fn new(problem: &Problem, console: &'c Console) -> Result<Self, Failure> {
        let form = Constraints::of(problem).map_err(Failure::input)?;
        let problem = problem.clone();
        Ok(Screen { console, problem, form, queens: Vec::new(), step: 0, solutions: 0, drawn: false })
    }

    fn show(&mut self, event: &Event<'_>) -> std::io::Result<()> {
        self.step += 1;
        let mut marks = Vec::new();
        let words = match event {
            Event::Place(square) => {
                self.queens.push(*square);
                format!("place {square}")
            }
            Event::Remove(square) => {
                self.queens.retain(|queen| queen != square);
                format!("remove {square}")
            }
            Event::Reject { square, attacker: Some(attacker) } => {
                marks.extend([(*square, Mark::Tried), (*attacker, Mark::Attacker)]);
                format!("reject {square}: the queen on {attacker} attacks it")
            }
            Event::Reject { square, attacker: None } => {
                marks.push((*square, Mark::Tried));
                format!("reject {square}")
            }
            Event::Solution(placement) => {
                self.solutions += 1;
                let names: Vec<_> = placement.squares().iter().map(ToString::to_string).collect();
                format!("solution {}: {}", grouped(self.solutions), names.join(" "))
            }
        };
        let queens = match event {
            Event::Solution(placement) => placement.squares(),
            _ => &self.queens,
        };
        let picture = self.picture(queens, &marks);
        self.print(&picture, &words)
    }

    /// The board with the latest step marked.
    fn picture(&self, queens: &[Square], marks: &[(Square, Mark)]) -> String {
        let strikers: Vec<_> = queens.iter().filter_map(|&queen| self.form.number(queen)).collect();
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
                        number.is_some_and(|n| strikers.iter().any(|&q| self.form.conflicts(q).contains(n)));
                    if attacked { Mark::Attacked } else { Mark::Free }
                }
            }
        };
        let mut picture = String::from("    ");
        for column in 0..self.problem.columns() {
            let name = Square::new(0, column).to_string();
            picture += &format!("{:<2}", name.trim_end_matches('1'));
        }
        picture.push('\n');
        for row in 0..self.problem.rows() {
            picture += &format!("{:>3} ", row + 1);
            for column in 0..self.problem.columns() {
                picture += &self.glyph(mark(Square::new(row, column)));
                picture.push(' ');
            }
            picture.push('\n');
        }
        picture
    }

    fn glyph(&self, mark: Mark) -> String {
        let (glyph, color) = match mark {
            Mark::Free => ("\u{b7}", "2"),
            Mark::Attacked => ("-", "2"),
            Mark::Queen => ("Q", "1;32"),
            Mark::Attacker => ("Q", "1;31"),
            Mark::Tried => ("x", "1;31"),
            Mark::Hole => (" ", "0"),
            Mark::Wall => ("#", "0"),
        };
        let ascii = if mark == Mark::Free && !self.console.on_terminal() { "." } else { glyph };
        self.console.painted(ascii, color)
    }

    /// Draws over the picture before, where the output is a terminal; else below it.
    fn print(&mut self, picture: &str, words: &str) -> std::io::Result<()> {
        let mut out = self.console.out();
        if self.console.on_terminal() {
            if self.drawn {
                write!(out, "\x1b[{}A", picture.lines().count() + 1)?;
            } else {
                // The cursor would dance over the board.
                write!(out, "\x1b[?25l")?;
            }
            writeln!(out, "{picture}\x1b[2Kstep {}: {words}", grouped(self.step))?;
        } else {
            writeln!(out, "{picture}step {}: {words}\n", grouped(self.step))?;
        }
        self.drawn = true;
        out.flush()
    }

    /// Shows the cursor again.
    fn close(&self) -> std::io::Result<()> {
        if self.console.on_terminal() && self.drawn {
            let mut out = self.console.out();
            write!(out, "\x1b[?25h")?;
            out.flush()?;
        }
        Ok(())
    }
}
