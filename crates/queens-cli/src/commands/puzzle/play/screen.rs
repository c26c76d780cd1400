//! The terminal: what it shows, what comes from it, and the game that is kept whatever happens.

use super::super::options;
use super::draw::{Drawn, Look, draw};
use super::state::{Input, Setting, State, Wish};
use super::{Maker, keys, store};
use crate::console::Console;
use crate::exit::Failure;
use crate::terminal::Stage;
use queens::control::CancelToken;
use queens::puzzle::{Game, GenerateError, Position, Puzzle};
use queens::render::Lines;
use queens::square::Square;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use std::io::{self, Stdout};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// How often a signal is looked for, and the clock, while nothing is pressed.
const GLANCE: Duration = Duration::from_millis(100);

/// A game with a file is written so long after something was pressed: whatever ends the command takes no more than that.
const AT_RISK: Duration = Duration::from_secs(10);

/// So long a hint or a check is waited for before it is said that it takes time.
const PATIENCE: Duration = Duration::from_millis(300);

/// A game with its terminal and its file.
pub(super) struct Session<'c> {
    pub(super) state: State,
    pub(super) setting: Setting,
    pub(super) maker: Maker,
    pub(super) file: Option<PathBuf>,
    pub(super) console: &'c Console,
}

/// How a session ended.
pub(super) struct Ended {
    pub(super) game: Game,
    /// What it was about, such as the seed of the puzzle.
    pub(super) title: String,
    pub(super) is_interrupted: bool,
}

/// The screen, and how it is drawn.
struct Screen {
    stage: Stage,
    terminal: Terminal<CrosstermBackend<Stdout>>,
    look: Look,
    drawn: Drawn,
}

impl Session<'_> {
    /// Plays until the player leaves, or a signal comes; the game is then kept and the terminal as before.
    ///
    /// # Errors
    /// A terminal that fails, a file that cannot be written.
    pub(super) fn play(mut self) -> Result<Ended, Failure> {
        // Better now than after an hour.
        self.save()?;
        let played = catch_unwind(AssertUnwindSafe(|| self.perform()));
        let saved = self.save();
        match played {
            Err(panic) => resume_unwind(panic),
            Ok(played) => played
                .map_err(|error| Failure::input(format!("the terminal cannot be played in: {error}")))?,
        }
        saved?;
        let is_interrupted = self.console.cancel().is_cancelled();
        Ok(Ended { game: self.state.game, title: self.setting.title, is_interrupted })
    }

    fn save(&self) -> Result<(), Failure> {
        self.file.as_deref().map_or(Ok(()), |file| store::save(&self.state.game, file))
    }

    /// Takes the terminal, and plays one puzzle after the other.
    fn perform(&mut self) -> io::Result<()> {
        let stage = Stage::enter_second_screen()?;
        let terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
        let style = self.console.style();
        let look = Look { color: style.color, charset: style.charset };
        let mut screen = Screen { stage, terminal, look, drawn: Drawn { layout: None, cursor: None } };
        while self.play_one(&mut screen)?.is_continue() {}
        Ok(())
    }

    /// Plays one puzzle; goes on where another one has taken its place.
    fn play_one(&mut self, screen: &mut Screen) -> io::Result<ControlFlow<()>> {
        let puzzle = self.state.game.puzzle().clone();
        let lines = Lines::new(puzzle.problem(), screen.look.charset);
        let mut before = Instant::now();
        let mut is_new = true;
        // Since when something is not in the file.
        let mut unsaved: Option<Instant> = None;
        while !self.console.cancel().is_cancelled() {
            if is_new {
                screen.draw(&self.state, &self.setting, &lines)?;
            }
            let event = screen.stage.event(GLANCE)?;
            let (now, shown) = (Instant::now(), self.state.game.time().as_secs());
            self.state.game.add_time(now - before);
            before = now;
            is_new = event.is_some() || self.state.game.time().as_secs() != shown;
            let input = event.and_then(|event| keys::input(&event, screen.drawn.layout.as_ref()));
            if input.is_some() {
                unsaved.get_or_insert(now);
            }
            if unsaved.is_some_and(|since| now - since > AT_RISK) {
                unsaved = None;
                if let Err(error) = self.save() {
                    is_new = true;
                    self.state.say(error.to_string());
                }
            }
            let wish = match input {
                Some(input @ (Input::Hint | Input::Check)) => self.think(input, screen, &lines)?,
                Some(input) => self.react(input),
                None => Wish::Nothing,
            };
            match wish {
                Wish::Nothing => {}
                Wish::Leave => return Ok(ControlFlow::Break(())),
                Wish::Interrupt => self.console.cancel().cancel(),
                Wish::Save => match self.save() {
                    Ok(()) => drop(self.state.say("The game is saved.")),
                    Err(error) => drop(self.state.say(error.to_string())),
                },
                Wish::New => {
                    if let Some(puzzle) = self.new_puzzle(screen, &lines)? {
                        let game = Game::new(Position::new(puzzle));
                        self.state = self.state.with_next(game);
                        return Ok(ControlFlow::Continue(()));
                    }
                    before = Instant::now();
                }
            }
        }
        Ok(ControlFlow::Break(()))
    }

    fn react(&mut self, input: Input) -> Wish {
        let (state, wish) = self.state.after(input, &self.setting, &options(self.console, false));
        self.state = state;
        wish
    }

    /// Reacts to what may take long, on a thread of its own: the terminal is still listened to, and whatever else is
    /// pressed gives it up. A proof by contradiction hears of no limit; its thread then ends with its work, or with the
    /// command.
    fn think(&mut self, input: Input, screen: &mut Screen, lines: &Lines<'_>) -> io::Result<Wish> {
        let cancel = CancelToken::new();
        let mut options = options(self.console, false);
        options.settings = options.settings.with_cancel(cancel.clone());
        let (state, setting) = (self.state.clone(), self.setting.clone());
        let work = thread::spawn(move || state.after(input, &setting, &options));
        let began = Instant::now();
        let mut is_told = false;
        while !work.is_finished() {
            if !is_told && began.elapsed() > PATIENCE {
                is_told = true;
                self.state.say("Thinking; Esc stops that.");
                screen.draw(&self.state, &self.setting, lines)?;
            }
            let event = screen.stage.event(GLANCE / 20)?;
            let heard = event.and_then(|event| keys::input(&event, screen.drawn.layout.as_ref()));
            let other = match heard {
                _ if self.console.cancel().is_cancelled() => Input::Interrupt,
                None | Some(Input::Hint | Input::Check | Input::Over(_) | Input::Release) => continue,
                Some(other) => other,
            };
            cancel.cancel();
            self.state.say("Stopped.");
            return Ok(if other == Input::Leave { Wish::Nothing } else { self.react(other) });
        }
        let (state, wish) = work.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.state = state;
        Ok(wish)
    }

    /// Makes a puzzle while the terminal is still listened to; none where the player or a limit stops that.
    fn new_puzzle(&mut self, screen: &mut Screen, lines: &Lines<'_>) -> io::Result<Option<Puzzle>> {
        self.state.say("Making a puzzle; Esc stops that.");
        screen.draw(&self.state, &self.setting, lines)?;
        let cancel = CancelToken::new();
        let (maker, console) = (&mut self.maker, self.console);
        let made = thread::scope(|scope| {
            let token = cancel.clone();
            let work = scope.spawn(move || maker.make(token, console));
            let mut heard = Ok(());
            while !work.is_finished() && heard.is_ok() {
                heard = screen.stage.event(GLANCE / 5).map(|event| {
                    let input = event.and_then(|event| keys::input(&event, None));
                    if input == Some(Input::Interrupt) {
                        console.cancel().cancel();
                    }
                    if input == Some(Input::Leave) || console.cancel().is_cancelled() {
                        cancel.cancel();
                    }
                });
            }
            if heard.is_err() {
                cancel.cancel();
            }
            let made = work.join().unwrap_or_else(|panic| resume_unwind(panic));
            heard.map(|()| made)
        })?;
        match made {
            Ok((puzzle, title)) => {
                self.setting.title = title;
                return Ok(Some(puzzle));
            }
            Err(GenerateError::Stopped(_)) => self.state.say("No new puzzle was made: this one goes on."),
            Err(error) => self.state.say(error.to_string()),
        };
        Ok(None)
    }
}

impl Screen {
    fn draw(&mut self, state: &State, setting: &Setting, lines: &Lines<'_>) -> io::Result<()> {
        let corner = self.drawn.layout.map_or(Square::new(0, 0), |layout| layout.corner);
        let (look, drawn) = (self.look, &mut self.drawn);
        self.terminal.draw(|frame| {
            *drawn = draw(state, setting, lines, look, corner, frame.buffer_mut());
            if let Some(cursor) = drawn.cursor {
                frame.set_cursor_position(cursor);
            }
        })?;
        Ok(())
    }
}
