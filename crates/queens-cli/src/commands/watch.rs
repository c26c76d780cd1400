//! `queens watch`: the steps of an engine, animated in the terminal.

mod history;
mod picture;

use super::trace::shown;
use crate::args::{ProblemArgs, Suggested, duration, engine_ids, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::several;
use crate::terminal::{Key, Stage};
use clap::Args;
use history::{History, Step};
use picture::Picture;
use queens::problem::Problem;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The longest side that a terminal shows at a glance.
const LARGEST: u32 = 40;

/// The delays that the keys for the speed reach.
const DELAYS: (Duration, Duration) = (Duration::from_millis(1), Duration::from_secs(10));

/// How often a signal is looked for while nothing is pressed.
const GLANCE: Duration = Duration::from_millis(100);

#[derive(Debug, Args)]
#[command(after_long_help = "\
Keys: space pauses and resumes; right or n steps forward, left or b back; + and - change the speed;\n\
home goes to the first step, end to the last; q quits.\n\n\
Examples:\n\
\x20 queens watch 8                               flags for columns and diagonals at work\n\
\x20 queens watch 6 -e exact-cover --delay 300ms  slowly\n\
\x20 queens watch 20 -e min-conflicts             a local search")]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// The engine to watch; without it flags, or one that can answer the problem
    #[arg(short = 'e', long, short_alias = 'm', aliases = ["engines", "method", "methods"], value_name = "ID", value_parser = Suggested(engine_ids), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
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

pub(crate) fn run(args: &WatchArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem(console)?.without_clash().map_err(Failure::input)?;
    let size = problem.rows().max(problem.columns());
    if size > LARGEST {
        return Err(Failure::input(format!(
            "a board of {size} is too large to watch: at most {LARGEST}; `queens trace` prints the steps of any board"
        )));
    }
    let engine = shown(args.engine.as_deref(), &problem)?;
    let mut player = Player::new(&problem, args.delay, console)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut result = Ok(());
    let report = engine
        .trace(&problem, console.settings(), &mut |event| {
            if player.history.len() == limit {
                return ControlFlow::Break(());
            }
            let step = Step::from(&event);
            let is_last = args.first && matches!(step, Step::Solution(_));
            match player.show(step) {
                Ok(ControlFlow::Continue(())) if !is_last => ControlFlow::Continue(()),
                Ok(_) => ControlFlow::Break(()),
                Err(error) => {
                    result = Err(error);
                    ControlFlow::Break(())
                }
            }
        })
        .map_err(Failure::input)?;
    result.and_then(|()| player.finish())?;
    let is_cancelled = console.cancel().is_cancelled();
    let outcome = match player.has_quit {
        true => "quit".to_owned(),
        false if is_cancelled => "interrupted".to_owned(),
        false if player.history.len() == limit => "stopped by --limit".to_owned(),
        false => report.outcome().to_string(),
    };
    console.say(format!(
        "{}: {}, {}, {outcome}",
        engine.info().id,
        several(player.history.len(), "step"),
        several(player.history.solutions(), "solution")
    ));
    Ok(match player.has_quit {
        true => Exit::Answered,
        false if is_cancelled => Exit::Interrupted,
        false => report.outcome().into(),
    })
}

/// Shows steps as they come, and goes back to earlier ones where somebody presses keys.
struct Player<'c> {
    console: &'c Console,
    picture: Picture<'c>,
    history: History,
    /// The terminal; none where the output is not one.
    stage: Option<Stage>,
    delay: Duration,
    is_running: bool,
    has_quit: bool,
    /// Lines of the picture that stands on the terminal.
    drawn: usize,
}

impl<'c> Player<'c> {
    fn new(problem: &Problem, delay: Duration, console: &'c Console) -> Result<Self, Failure> {
        // The step, the legend and the keys.
        let picture = Picture::new(problem, 3, console)?;
        let stage = console.on_terminal().then(Stage::enter).transpose()?;
        let history = History::default();
        Ok(Player { console, picture, history, stage, delay, is_running: true, has_quit: false, drawn: 0 })
    }

    /// Shows a step, and waits until the next one is wanted, if it is.
    fn show(&mut self, step: Step) -> io::Result<ControlFlow<()>> {
        self.history.push(step);
        self.draw()?;
        self.wait()
    }

    /// Waits until a step is wanted that has not been seen yet, or an end.
    fn wait(&mut self) -> io::Result<ControlFlow<()>> {
        let mut next = Instant::now() + self.pause();
        while !self.console.cancel().is_cancelled() {
            let Some(stage) = &self.stage else { return Ok(ControlFlow::Continue(())) };
            let left = if self.is_running { next.saturating_duration_since(Instant::now()) } else { GLANCE };
            let key = stage.key(left.min(GLANCE))?;
            match key {
                None if !self.is_running || Instant::now() < next => continue,
                None => {
                    if !self.history.forward() {
                        return Ok(ControlFlow::Continue(()));
                    }
                }
                Some(Key::Char('n') | Key::Right) => {
                    self.is_running = false;
                    if !self.history.forward() {
                        return Ok(ControlFlow::Continue(()));
                    }
                }
                Some(Key::Char('b') | Key::Left) => {
                    self.is_running = false;
                    self.history.back();
                }
                Some(Key::Char(' ')) => self.is_running = !self.is_running,
                Some(Key::Char('+' | '=')) => self.delay = (self.delay / 2).clamp(DELAYS.0, DELAYS.1),
                Some(Key::Char('-')) => self.delay = (self.delay.max(DELAYS.0) * 2).min(DELAYS.1),
                Some(Key::Home) => {
                    self.is_running = false;
                    self.history.go_to_first();
                }
                Some(Key::End) => self.history.go_to_last(),
                Some(Key::Char('q') | Key::Escape) => {
                    self.has_quit = true;
                    return Ok(ControlFlow::Break(()));
                }
                Some(Key::Interrupt) => self.console.cancel().cancel(),
                Some(Key::Char(_)) => continue,
            }
            self.draw()?;
            next = Instant::now() + self.pause();
        }
        Ok(ControlFlow::Break(()))
    }

    /// How long the step that is shown stays; a solution deserves a longer look.
    fn pause(&self) -> Duration {
        self.delay * if matches!(self.history.step(), Some(Step::Solution(_))) { 6 } else { 1 }
    }

    /// Draws over the picture before, where the output is a terminal; else below it.
    fn draw(&mut self) -> io::Result<()> {
        let mut lines = self.picture.lines(&self.history);
        let mut out = self.console.out();
        let Some(stage) = &self.stage else {
            let step = lines.pop().unwrap_or_default();
            writeln!(out, "{}\n\n{step}\n", lines.join("\n"))?;
            return out.flush();
        };
        lines.push(self.picture.legend());
        if stage.has_keys() {
            lines.push(self.picture.cut(self.keys()));
        }
        if self.drawn > 0 {
            write!(out, "\x1b[{}A", self.drawn)?;
        }
        for line in &lines {
            // Where keys come one by one, a line break does not go back to the left.
            write!(out, "{line}\x1b[K\r\n")?;
        }
        self.drawn = lines.len();
        out.flush()
    }

    /// What the keys do now.
    fn keys(&self) -> String {
        let (state, space) = if self.is_running { ("running", "pause") } else { ("paused", "run") };
        let behind = self.history.len() - self.history.number();
        let behind = if behind > 0 { format!(" {} back", several(behind, "step")) } else { String::new() };
        format!("{state}{behind} | space {space} | n b step | + - speed | home end | q quit")
    }

    /// Where somebody steps through, waits for the end of that; gives the terminal back.
    fn finish(&mut self) -> io::Result<()> {
        if !self.is_running && !self.has_quit && !self.console.cancel().is_cancelled() {
            // The search is over: another step ends the show.
            let _ = self.wait()?;
        }
        self.history.go_to_last();
        self.stage = None;
        Ok(())
    }
}
