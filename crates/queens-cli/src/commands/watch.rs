//! `queens watch`: animates the steps of an engine in the terminal.

mod history;
mod picture;

use super::trace::traced_engine;
use crate::args::{ProblemArgs, engine_id, parse_duration, whole_number};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::table::several;
use crate::terminal::{Key, Stage};
use clap::Args;
use history::{StepHistory, WatchStep};
use picture::StepPicture;
use queens::problem::Problem;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Largest side of a board that is animated.
const MAX_SIDE: u32 = 40;

/// Shortest and longest delay that the keys for the speed can set.
const DELAY_RANGE: (Duration, Duration) =
    (Duration::from_millis(1), Duration::from_secs(10));

/// Poll interval for signals while no key is pressed.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

#[derive(Debug, Args)]
#[command(after_long_help = "\
Keys: space pauses and resumes; right or n steps forward, left or b back; + and - change the speed;\n\
home goes to the first step, end to the last; q quits.\n\n\
Examples:\n\
\x20 queens watch 8                               backtracking with flags, to the first solution\n\
\x20 queens watch 6 --all                         to the end of the search\n\
\x20 queens watch 6 -e exact-cover --delay 300ms  more slowly\n\
\x20 queens watch 20 -e min-conflicts             a local search")]
pub(crate) struct WatchArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine to watch; without it flags, or one that can answer the problem
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// Time between two steps (100ms, 1s)
    #[arg(short, long, value_name = "TIME", default_value = "80ms", value_parser = parse_duration)]
    pub(crate) delay: Duration,
    /// Continue after the first solution
    #[arg(long)]
    pub(crate) all: bool,
    /// Stop after this many steps
    #[arg(short, long, value_name = "NUMBER", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
}

pub(crate) fn run_watch(args: &WatchArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args
        .problem
        .parse_problem(console)?
        .without_clash()
        .map_err(Failure::input)?;
    let size = problem.rows().max(problem.columns());
    if size > MAX_SIDE {
        return Err(Failure::input(format!(
            "a board of {size} is too large to watch: the limit is {MAX_SIDE}; `queens trace` prints the steps on any board"
        )));
    }
    let engine = traced_engine(args.engine.as_deref(), &problem)?;
    let mut player = StepPlayer::new(&problem, args.delay, console)?;
    let limit = args.limit.unwrap_or(u64::MAX);
    let mut result = Ok(());
    let report = engine
        .trace(&problem, console.settings(), &mut |event| {
            if player.history.len() == limit {
                return ControlFlow::Break(());
            }
            let Some(step) = WatchStep::from_event(&event) else {
                return ControlFlow::Continue(());
            };
            let is_last = !args.all && matches!(step, WatchStep::Solution(_));
            match player.show_step(step) {
                Ok(ControlFlow::Continue(())) if !is_last => ControlFlow::Continue(()),
                Ok(_) => ControlFlow::Break(()),
                Err(error) => {
                    result = Err(error);
                    ControlFlow::Break(())
                }
            }
        })
        .map_err(Failure::input)?;
    result.and_then(|()| player.leave_screen())?;
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

/// StepPlayer of the steps: shows each as it comes, and goes back and forth by keys.
struct StepPlayer<'c> {
    console: &'c Console,
    picture: StepPicture<'c>,
    history: StepHistory,
    /// Terminal; none if the output is not one.
    stage: Option<Stage>,
    delay: Duration,
    is_running: bool,
    has_quit: bool,
    /// Lines of the picture on the terminal.
    drawn_lines: usize,
}

impl<'c> StepPlayer<'c> {
    fn new(
        problem: &Problem,
        delay: Duration,
        console: &'c Console,
    ) -> Result<Self, Failure> {
        // Below the board: the step, the legend and the keys.
        let picture = StepPicture::new(problem, 3, console)?;
        let stage = console
            .on_terminal()
            .then(Stage::enter_screen)
            .transpose()?;
        let history = StepHistory::default();
        Ok(StepPlayer {
            console,
            picture,
            history,
            stage,
            delay,
            is_running: true,
            has_quit: false,
            drawn_lines: 0,
        })
    }

    /// Shows a step, and waits for the time of the next one or for the end.
    fn show_step(&mut self, step: WatchStep) -> io::Result<ControlFlow<()>> {
        self.history.push_step(step);
        self.draw_screen()?;
        self.wait_for_key()
    }

    /// Waits for the time of a step that has not been shown yet, or for the end.
    fn wait_for_key(&mut self) -> io::Result<ControlFlow<()>> {
        let mut next = Instant::now() + self.step_pause();
        while !self.console.cancel().is_cancelled() {
            let Some(stage) = &self.stage else {
                return Ok(ControlFlow::Continue(()));
            };
            let left = if self.is_running {
                next.saturating_duration_since(Instant::now())
            } else {
                POLL_INTERVAL
            };
            let key = stage.read_key(left.min(POLL_INTERVAL))?;
            match key {
                None if !self.is_running || Instant::now() < next => continue,
                None => {
                    if !self.history.step_forward() {
                        return Ok(ControlFlow::Continue(()));
                    }
                }
                Some(Key::Char('n') | Key::Right) => {
                    self.is_running = false;
                    if !self.history.step_forward() {
                        return Ok(ControlFlow::Continue(()));
                    }
                }
                Some(Key::Char('b') | Key::Left) => {
                    self.is_running = false;
                    self.history.step_back();
                }
                Some(Key::Char(' ')) => self.is_running = !self.is_running,
                Some(Key::Char('+' | '=')) => {
                    self.delay = (self.delay / 2).clamp(DELAY_RANGE.0, DELAY_RANGE.1);
                }
                Some(Key::Char('-')) => {
                    self.delay = (self.delay.max(DELAY_RANGE.0) * 2).min(DELAY_RANGE.1);
                }
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
            self.draw_screen()?;
            next = Instant::now() + self.step_pause();
        }
        Ok(ControlFlow::Break(()))
    }

    /// Returns the time for which the current step stays; a solution stays longer.
    fn step_pause(&self) -> Duration {
        self.delay
            * if matches!(self.history.step(), Some(WatchStep::Solution(_))) {
                6
            } else {
                1
            }
    }

    /// Draws over the last picture on a terminal, else below it.
    fn draw_screen(&mut self) -> io::Result<()> {
        let mut lines = self.picture.draw_lines(&self.history);
        let mut out = self.console.out();
        let Some(stage) = &self.stage else {
            let step = lines.pop().unwrap_or_default();
            writeln!(out, "{}\n\n{step}\n", lines.join("\n"))?;
            return out.flush();
        };
        lines.push(self.picture.legend_line());
        if stage.has_keys() {
            lines.push(self.picture.cut_line(self.keys_in_words()));
        }
        if self.drawn_lines > 0 {
            write!(out, "\x1b[{}A", self.drawn_lines)?;
        }
        for line in &lines {
            // In raw mode a line feed does not return to the left margin.
            write!(out, "{line}\x1b[K\r\n")?;
        }
        self.drawn_lines = lines.len();
        out.flush()
    }

    /// Describes the state and the keys.
    fn keys_in_words(&self) -> String {
        let (state, space) = if self.is_running {
            ("running", "pause")
        } else {
            ("paused", "run")
        };
        let behind = self.history.len() - self.history.number();
        let behind = if behind > 0 {
            format!(" {} back", several(behind, "step"))
        } else {
            String::new()
        };
        format!(
            "{state}{behind} | space {space} | n b step | + - speed | home end | q quit"
        )
    }

    /// Waits for the end of stepping by keys, then restores the terminal.
    fn leave_screen(&mut self) -> io::Result<()> {
        if !self.is_running && !self.has_quit && !self.console.cancel().is_cancelled() {
            // The search is over: another step ends the animation.
            let _ = self.wait_for_key()?;
        }
        self.history.go_to_last();
        self.stage = None;
        Ok(())
    }
}
