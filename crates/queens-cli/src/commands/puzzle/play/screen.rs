//! The session in the terminal: drawing, input, and saving the game even if something
//! fails.

use super::super::hint_options;
use super::cells::Cells;
use super::draw::{DrawnScreen, PlayLook, draw_state};
use super::state::{PlayState, PlayerInput, PlayerRequest, SessionSetting};
use super::{PuzzleMaker, keys, store};
use crate::console::Console;
use crate::exit::Failure;
use crate::terminal::Stage;
use queens::control::CancelToken;
use queens::puzzle::{Game, GenerateError, Position, Puzzle};
use queens::render::GuideLines;
use queens::square::Square;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

/// Poll interval for signals and the clock while there is no input.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Time from the first unsaved input to an automatic save: a crash loses no more than
/// that.
const AUTOSAVE_INTERVAL: Duration = Duration::from_secs(10);

/// Time after which a notice appears while a hint or check is computed.
const BUSY_NOTICE_DELAY: Duration = Duration::from_millis(300);

/// A game with its terminal and its file.
pub(super) struct GameSession<'c> {
    pub(super) state: PlayState,
    pub(super) setting: SessionSetting,
    pub(super) maker: PuzzleMaker,
    pub(super) file: Option<PathBuf>,
    pub(super) console: &'c Console,
}

/// Result of a session.
pub(super) struct GameEnd {
    pub(super) game: Game,
    /// Title of the last game, such as the seed of the puzzle.
    pub(super) title: String,
    pub(super) is_interrupted: bool,
}

/// The terminal and the state of the drawing.
struct GameScreen {
    stage: Stage,
    /// Content of the terminal.
    shown: Cells,
    look: PlayLook,
    drawn: DrawnScreen,
}

impl GameSession<'_> {
    /// Plays until the player quits or a signal arrives; then saves the game and restores
    /// the terminal.
    ///
    /// # Errors
    /// A terminal that fails, a file that cannot be written.
    pub(super) fn play(mut self) -> Result<GameEnd, Failure> {
        // Find out now that the file cannot be written, not after an hour of play.
        self.save_game()?;
        let played = catch_unwind(AssertUnwindSafe(|| self.run_in_terminal()));
        let saved = self.save_game();
        match played {
            Err(panic) => resume_unwind(panic),
            Ok(played) => played.map_err(|error| {
                Failure::input(format!("the terminal failed: {error}"))
            })?,
        }
        saved?;
        let is_interrupted = self.console.cancel().is_cancelled();
        Ok(GameEnd {
            game: self.state.game,
            title: self.setting.title,
            is_interrupted,
        })
    }

    fn save_game(&self) -> Result<(), Failure> {
        self.file
            .as_deref()
            .map_or(Ok(()), |file| store::save_game(&self.state.game, file))
    }

    /// Sets up the terminal and plays one puzzle after the other.
    fn run_in_terminal(&mut self) -> io::Result<()> {
        let stage = Stage::enter_second_screen()?;
        let style = self.console.style();
        let look = PlayLook {
            color: style.color,
            charset: style.charset,
        };
        let mut screen = GameScreen {
            stage,
            shown: Cells::default(),
            look,
            drawn: DrawnScreen {
                layout: None,
                cursor: None,
            },
        };
        while self.play_one(&mut screen)?.is_continue() {}
        Ok(())
    }

    /// Plays one puzzle; continues if the player asked for a new one.
    fn play_one(&mut self, screen: &mut GameScreen) -> io::Result<ControlFlow<()>> {
        let puzzle = self.state.game.puzzle().clone();
        let lines = GuideLines::new(puzzle.problem(), screen.look.charset);
        let mut before = Instant::now();
        let mut is_new = true;
        // Time of the first input that is not saved yet.
        let mut unsaved: Option<Instant> = None;
        while !self.console.cancel().is_cancelled() {
            if is_new {
                screen.draw_changes(&self.state, &self.setting, &lines)?;
            }
            let event = screen.stage.read_event(POLL_INTERVAL)?;
            let (now, shown) = (Instant::now(), self.state.game.time().as_secs());
            self.state.game.add_time(now - before);
            before = now;
            is_new = event.is_some() || self.state.game.time().as_secs() != shown;
            let input = event
                .and_then(|event| keys::read_event(&event, screen.drawn.layout.as_ref()));
            if input.is_some() {
                unsaved.get_or_insert(now);
            }
            if unsaved.is_some_and(|since| now - since > AUTOSAVE_INTERVAL) {
                unsaved = None;
                if let Err(error) = self.save_game() {
                    is_new = true;
                    self.state.show_message(error.to_string());
                }
            }
            let wish = match input {
                Some(input @ (PlayerInput::Hint | PlayerInput::Check)) => {
                    self.run_in_background(input, screen, &lines)?
                }
                Some(input) => self.apply_input(input),
                None => PlayerRequest::Nothing,
            };
            match wish {
                PlayerRequest::Nothing => {}
                PlayerRequest::Leave => return Ok(ControlFlow::Break(())),
                PlayerRequest::Interrupt => self.console.cancel().cancel(),
                PlayerRequest::Save => self.save_on_request(),
                PlayerRequest::New => {
                    if let Some(puzzle) = self.new_puzzle(screen, &lines)? {
                        let game = Game::new(Position::new(puzzle));
                        self.state = self.state.with_next(game);
                        return Ok(ControlFlow::Continue(()));
                    }
                    // The wait for a puzzle that was not made is no time of this game.
                    before = Instant::now();
                }
            }
        }
        Ok(ControlFlow::Break(()))
    }

    fn save_on_request(&mut self) {
        let message = match self.save_game() {
            Ok(()) => "The game is saved.".to_owned(),
            Err(error) => error.to_string(),
        };
        self.state.show_message(message);
    }

    fn apply_input(&mut self, input: PlayerInput) -> PlayerRequest {
        let (state, wish) = self.state.apply_input(
            input,
            &self.setting,
            &hint_options(self.console, false),
        );
        self.state = state;
        wish
    }

    /// Computes a hint or check on another thread, while any other key cancels it. A
    /// cancelled thread ends at its next look at the limits.
    fn run_in_background(
        &mut self,
        input: PlayerInput,
        screen: &mut GameScreen,
        lines: &GuideLines<'_>,
    ) -> io::Result<PlayerRequest> {
        let cancel = CancelToken::new();
        let mut options = hint_options(self.console, false);
        options.settings = options.settings.with_cancel(cancel.clone());
        let (state, setting) = (self.state.clone(), self.setting.clone());
        let work = thread::Builder::new()
            .spawn(move || state.apply_input(input, &setting, &options))?;
        let began = Instant::now();
        let mut is_announced = false;
        while !work.is_finished() {
            if !is_announced && began.elapsed() > BUSY_NOTICE_DELAY {
                is_announced = true;
                self.state.show_message("Thinking; press Esc to stop.");
                screen.draw_changes(&self.state, &self.setting, lines)?;
            }
            let event = screen.stage.read_event(POLL_INTERVAL / 20)?;
            let pressed = event
                .and_then(|event| keys::read_event(&event, screen.drawn.layout.as_ref()));
            let other = match pressed {
                _ if self.console.cancel().is_cancelled() => PlayerInput::Interrupt,
                None
                | Some(
                    PlayerInput::Hint
                    | PlayerInput::Check
                    | PlayerInput::Over(_)
                    | PlayerInput::Release,
                ) => continue,
                Some(other) => other,
            };
            cancel.cancel();
            self.state.show_message("Stopped.");
            return Ok(if other == PlayerInput::Leave {
                PlayerRequest::Nothing
            } else {
                self.apply_input(other)
            });
        }
        let (state, wish) = work.join().unwrap_or_else(|panic| resume_unwind(panic));
        self.state = state;
        Ok(wish)
    }

    /// Makes a puzzle on another thread; `None` if the player or a limit stops it.
    fn new_puzzle(
        &mut self,
        screen: &mut GameScreen,
        lines: &GuideLines<'_>,
    ) -> io::Result<Option<Puzzle>> {
        self.state
            .show_message("Making a puzzle; press Esc to stop.");
        screen.draw_changes(&self.state, &self.setting, lines)?;
        let cancel = CancelToken::new();
        let (maker, console) = (&mut self.maker, self.console);
        let made = thread::scope(|scope| {
            let token = cancel.clone();
            let work = thread::Builder::new()
                .spawn_scoped(scope, move || maker.make_puzzle(token, console))?;
            let mut polled = Ok(());
            while !work.is_finished() && polled.is_ok() {
                polled = screen.stage.read_event(POLL_INTERVAL / 5).map(|event| {
                    let input = event.and_then(|event| keys::read_event(&event, None));
                    if input == Some(PlayerInput::Interrupt) {
                        console.cancel().cancel();
                    }
                    if input == Some(PlayerInput::Leave)
                        || console.cancel().is_cancelled()
                    {
                        cancel.cancel();
                    }
                });
            }
            if polled.is_err() {
                cancel.cancel();
            }
            let made = work.join().unwrap_or_else(|panic| resume_unwind(panic));
            polled.map(|()| made)
        })?;
        match made {
            Ok((puzzle, title)) => {
                self.setting.title = title;
                return Ok(Some(puzzle));
            }
            Err(GenerateError::Stopped(_)) => self
                .state
                .show_message("No new puzzle was made; this game continues."),
            Err(error) => self.state.show_message(error.to_string()),
        };
        Ok(None)
    }
}

impl GameScreen {
    fn draw_changes(
        &mut self,
        state: &PlayState,
        setting: &SessionSetting,
        lines: &GuideLines<'_>,
    ) -> io::Result<()> {
        let corner = self
            .drawn
            .layout
            .map_or(Square::new(0, 0), |layout| layout.corner);
        let (width, height) = crossterm::terminal::size()?;
        let mut cells = Cells::new(width, height);
        self.drawn = draw_state(state, setting, lines, self.look, corner, &mut cells);
        let mut text = cells.changes_since(&self.shown);
        self.shown = cells;
        text += &match self.drawn.cursor {
            Some((x, y)) => format!("\x1b[{};{}H\x1b[?25h", y + 1, x + 1),
            None => "\x1b[?25l".to_owned(),
        };
        let mut terminal = io::stdout().lock();
        terminal.write_all(text.as_bytes())?;
        terminal.flush()
    }
}
