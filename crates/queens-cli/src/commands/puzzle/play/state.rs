//! The state of a session and its transitions, independent of the terminal.

use queens::puzzle::{Game, Hint, Mark, Mistake, Obstacle, Options};
use queens::square::Square;
use std::time::Duration;

/// Input of the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerInput {
    /// Moves the cursor by so many rows down and columns to the right.
    Go(i64, i64),
    /// Cycles the mark on the square of the cursor.
    Cycle,
    /// Sets this mark on the square of the cursor, or removes it if it is there.
    Toggle(Mark),
    /// Left button down on a square.
    Press(Square),
    /// Mouse enters a square with the left button down.
    Over(Square),
    /// Left button up.
    Release,
    /// Right button down on a square.
    PressRight(Square),
    Undo,
    Redo,
    Automatic,
    Hint,
    Check,
    New,
    Save,
    Leave,
    /// Ctrl-C.
    Interrupt,
}

/// Request to the caller of a transition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayerRequest {
    Nothing,
    Save,
    New,
    Leave,
    Interrupt,
}

/// Highlight on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Highlight {
    #[default]
    Nothing,
    /// A hint, and the amount shown: 1 the place to look at, 2 everything.
    Hint(Hint, u8),
    /// A mark that is wrong.
    Wrong(Mistake),
}

/// A drag of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct MouseStroke {
    /// Last square under the mouse.
    at: Square,
    has_moved: bool,
    /// True if the drag has made a move, which further squares extend.
    has_marked: bool,
}

/// Settings of a session.
#[derive(Clone, Debug)]
pub(super) struct SessionSetting {
    /// Title of the game, such as the seed of the puzzle.
    pub(super) title: String,
    /// True if the game is saved to a file.
    pub(super) is_kept: bool,
    /// True if the player can ask for a new puzzle.
    pub(super) makes_new: bool,
}

/// State of a session.
#[derive(Clone, Debug)]
pub(super) struct PlayState {
    pub(super) game: Game,
    pub(super) cursor: Square,
    pub(super) light: Highlight,
    /// Message to the player.
    pub(super) message: String,
    stroke: Option<MouseStroke>,
    /// Input that waits to be repeated as a confirmation.
    to_confirm: Option<PlayerInput>,
}

impl PlayState {
    pub(super) fn new(game: Game, message: String) -> Self {
        let (cursor, light) = (Square::new(0, 0), Highlight::Nothing);
        PlayState {
            game,
            cursor,
            light,
            message,
            stroke: None,
            to_confirm: None,
        }
    }

    /// State after `game` replaces the current game.
    pub(super) fn with_next(&self, mut game: Game) -> Self {
        game.set_automatic(self.game.is_automatic());
        PlayState::new(game, "A new puzzle. Good luck!".to_owned())
    }

    /// Returns the state after `input`, and a request to the caller. Hints and checks use
    /// `options`.
    pub(super) fn apply_input(
        &self,
        input: PlayerInput,
        setting: &SessionSetting,
        options: &Options,
    ) -> (PlayState, PlayerRequest) {
        let mut state = self.clone();
        let confirmed = state.to_confirm.take();
        if !matches!(input, PlayerInput::Over(_) | PlayerInput::Release) {
            state.stroke = None;
        }
        let wish = match input {
            PlayerInput::Go(down, right) => state.move_cursor(down, right),
            PlayerInput::Cycle => state.cycle_mark(),
            PlayerInput::Toggle(mark) => state.toggle_mark(mark),
            PlayerInput::Press(square) => {
                state.cursor = square;
                state.stroke = Some(MouseStroke { at: square, has_moved: false, has_marked: false });
                PlayerRequest::Nothing
            }
            PlayerInput::Over(square) => state.drag_cross(square),
            PlayerInput::Release => match state.stroke.take() {
                Some(stroke) if !stroke.has_moved => state.cycle_mark(),
                _ => PlayerRequest::Nothing,
            },
            PlayerInput::PressRight(square) => {
                state.cursor = square;
                state.toggle_mark(Mark::Queen)
            }
            PlayerInput::Undo => {
                let words = if state.game.undo() { "" } else { "There is no move to undo." };
                state.board_changed(words)
            }
            PlayerInput::Redo => {
                let words = if state.game.redo() { "" } else { "There is no move to redo." };
                state.board_changed(words)
            }
            PlayerInput::Automatic => {
                let automatic = !state.game.is_automatic();
                state.game.set_automatic(automatic);
                state.board_changed(if automatic {
                    "Automatic crosses around queens and in full units are on."
                } else {
                    "Automatic crosses are off."
                })
            }
            PlayerInput::Hint => state.give_hint(options),
            PlayerInput::Check => state.check_marks(options),
            PlayerInput::New if !setting.makes_new => state
                .show_message("This game was read from a file; for new puzzles start without one: queens puzzle play"),
            PlayerInput::New if state.is_begun() && confirmed != Some(PlayerInput::New) => {
                state.to_confirm = Some(PlayerInput::New);
                state.show_message("Press n again to give up this puzzle for a new one.")
            }
            PlayerInput::New => PlayerRequest::New,
            PlayerInput::Save if !setting.is_kept => {
                state.show_message("This game has no file: start with --save game.json")
            }
            PlayerInput::Save => PlayerRequest::Save,
            PlayerInput::Leave
                if !setting.is_kept && state.is_begun() && confirmed != Some(PlayerInput::Leave) =>
            {
                state.to_confirm = Some(PlayerInput::Leave);
                state.show_message("Press Esc again to quit without saving; --save game.json would keep the game.")
            }
            PlayerInput::Leave => PlayerRequest::Leave,
            PlayerInput::Interrupt => PlayerRequest::Interrupt,
        };
        (state, wish)
    }

    /// True if quitting now would lose moves.
    fn is_begun(&self) -> bool {
        self.game.done() > 0 && !self.game.is_solved()
    }

    /// Number of queens on the board, and in a solution.
    pub(super) fn count_queens(&self) -> (usize, usize) {
        let puzzle = self.game.puzzle();
        (
            self.game.position().marked(Mark::Queen).count(),
            (puzzle.size() * puzzle.stars()) as usize,
        )
    }

    pub(super) fn show_message(&mut self, words: impl Into<String>) -> PlayerRequest {
        self.message = words.into();
        PlayerRequest::Nothing
    }

    /// Clears the highlight after a change of the board, and sets the message.
    fn board_changed(&mut self, words: &str) -> PlayerRequest {
        self.light = Highlight::Nothing;
        let (queens, all) = self.count_queens();
        if self.game.is_solved() {
            return self.show_message(format!(
                "Solved in {}. Well done!",
                clock_text(self.game.time())
            ));
        }
        if words.is_empty() && queens >= all {
            return self
                .show_message("All queens are placed, but some are wrong: c shows one.");
        }
        self.show_message(words)
    }

    fn move_cursor(&mut self, down: i64, right: i64) -> PlayerRequest {
        let last = i64::from(self.game.puzzle().size()) - 1;
        let moved =
            |line: u32, by: i64| i64::from(line).saturating_add(by).clamp(0, last) as u32;
        self.cursor = Square::new(
            moved(self.cursor.row, down),
            moved(self.cursor.column, right),
        );
        PlayerRequest::Nothing
    }

    fn cycle_mark(&mut self) -> PlayerRequest {
        let words = if self.game.cycle(self.cursor) {
            String::new()
        } else {
            self.unchanged_reason()
        };
        self.board_changed(&words)
    }

    fn toggle_mark(&mut self, mark: Mark) -> PlayerRequest {
        let wanted = if self.game.mark(self.cursor) == mark {
            Mark::Open
        } else {
            mark
        };
        let words = if self.game.set(self.cursor, wanted) {
            String::new()
        } else {
            self.unchanged_reason()
        };
        self.board_changed(&words)
    }

    /// Reason why the mark on the square of the cursor does not change.
    fn unchanged_reason(&self) -> String {
        match self.game.mark(self.cursor) {
            _ if self.game.is_clue(self.cursor) => {
                format!("{} is a clue and cannot be changed.", self.cursor)
            }
            Mark::Cross => {
                format!("{} has an automatic cross; a turns these off.", self.cursor)
            }
            Mark::Open | Mark::Queen => String::new(),
        }
    }

    /// Crosses all open squares between the last square of the drag and `square`.
    fn drag_cross(&mut self, square: Square) -> PlayerRequest {
        let Some(mut stroke) = self.stroke.filter(|stroke| stroke.at != square) else {
            return PlayerRequest::Nothing;
        };
        let first = (!stroke.has_moved).then_some(stroke.at);
        let mut has_changed = false;
        for square in first.into_iter().chain(squares_between(stroke.at, square)) {
            if self.game.mark(square) == Mark::Open {
                let is_set = match stroke.has_marked {
                    true => self.game.set_further(square, Mark::Cross),
                    false => self.game.set(square, Mark::Cross),
                };
                stroke.has_marked |= is_set;
                has_changed |= is_set;
            }
        }
        (stroke.at, stroke.has_moved) = (square, true);
        (self.cursor, self.stroke) = (square, Some(stroke));
        if has_changed {
            self.board_changed("")
        } else {
            PlayerRequest::Nothing
        }
    }

    /// Shows more of the current hint, or a new one; at last applies it.
    fn give_hint(&mut self, options: &Options) -> PlayerRequest {
        let (hint, shown) = match std::mem::take(&mut self.light) {
            Highlight::Hint(hint, shown) => (hint, shown),
            _ => match self.game.hint(options) {
                Ok(hint) => (hint, 0),
                Err(error) => return self.show_message(error.to_string()),
            },
        };
        match (shown, &hint) {
            (_, Hint::Solved) => return self.board_changed(""),
            (_, Hint::Stuck { sentence, .. } | Hint::Stopped { sentence, .. }) => {
                return self.show_message(sentence.clone());
            }
            (0, Hint::Wrong(_)) => {
                self.message = "A mark is wrong. Press ? to see which.".to_owned();
            }
            (0, Hint::Step(step) | Hint::Proof { step, .. }) => {
                // A large board scrolls to where the cursor is.
                self.cursor = step.read().first().copied().unwrap_or(self.cursor);
                self.message = format!(
                    "{}: look at the highlighted squares. Press ? for the reason.",
                    step.technique.name
                );
            }
            (1, Hint::Wrong(mistake)) => {
                self.cursor = mistake.square;
                self.message = format!("{} Press ? to remove it.", mistake.sentence);
            }
            (1, Hint::Step(step) | Hint::Proof { step, .. }) => {
                self.cursor = step
                    .queens
                    .first()
                    .or(step.crosses.first())
                    .copied()
                    .unwrap_or(self.cursor);
                self.message =
                    format!("{} Press ? to apply it.", step.numbered_sentence());
            }
            (_, Hint::Wrong(mistake)) => {
                self.game.set(mistake.square, Mark::Open);
                return self.board_changed("");
            }
            (_, Hint::Step(step) | Hint::Proof { step, .. }) => {
                self.game.apply(step);
                return self.board_changed("");
            }
        }
        self.light = Highlight::Hint(hint, shown + 1);
        PlayerRequest::Nothing
    }

    fn check_marks(&mut self, options: &Options) -> PlayerRequest {
        match self.game.check(options) {
            Ok(None) if self.game.is_solved() => self.board_changed(""),
            Ok(None) => {
                self.light = Highlight::Nothing;
                self.show_message("No wrong mark found.")
            }
            Ok(Some(Obstacle::NoSolution)) => {
                self.show_message("The puzzle has no solution.")
            }
            Ok(Some(Obstacle::Wrong(mistake))) => {
                self.cursor = mistake.square;
                self.message.clone_from(&mistake.sentence);
                self.light = Highlight::Wrong(mistake);
                PlayerRequest::Nothing
            }
            Err(error) => self.show_message(error.to_string()),
        }
    }
}

/// Squares from one square to another, without the first: the terminal may skip some
/// while the mouse moves.
fn squares_between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let difference = |a: u32, b: u32| i64::from(b) - i64::from(a);
    let (down, right) = (
        difference(from.row, to.row),
        difference(from.column, to.column),
    );
    let steps = down.abs().max(right.abs());
    let part = move |line: u32, whole: i64, step: i64| {
        (i64::from(line) + (2 * whole * step + whole.signum() * steps) / (2 * steps))
            as u32
    };
    (1..=steps).map(move |step| {
        Square::new(part(from.row, down, step), part(from.column, right, step))
    })
}

/// Formats a time: `3:05`, `1:02:45`.
pub(super) fn clock_text(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}

#[cfg(test)]
pub(super) mod tests;
