//! What a player sees, and what each input makes of it. Nothing here knows a terminal.

use queens::puzzle::{Game, Hint, Mark, Mistake, Obstacle, Options};
use queens::square::Square;
use std::time::Duration;

/// What somebody does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Input {
    /// Goes so many rows down and columns to the right.
    Go(i64, i64),
    /// The next mark on the square of the cursor.
    Cycle,
    /// This mark on the square of the cursor, or nothing where it stands already.
    Toggle(Mark),
    /// The left button goes down on a square.
    Press(Square),
    /// The mouse comes to a square with the left button down.
    Over(Square),
    /// The left button goes up.
    Release,
    /// The right button goes down on a square.
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

/// What an input asks for that is not done here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    Nothing,
    Save,
    New,
    Leave,
    Interrupt,
}

/// What is lit on the board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Light {
    #[default]
    Nothing,
    /// A hint, and how much of it is told: 1 where to look, 2 all.
    Hint(Hint, u8),
    /// A mark that is wrong.
    Wrong(Mistake),
}

/// A drag of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stroke {
    /// Where the mouse was seen last.
    at: Square,
    has_moved: bool,
    /// Whether it has made a move, which further squares join.
    has_marked: bool,
}

/// What holds for the whole session.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// What the game is about, such as the seed of the puzzle.
    pub(super) title: String,
    /// Whether a file keeps the game.
    pub(super) is_kept: bool,
    /// Whether there are new puzzles.
    pub(super) makes_new: bool,
}

/// The game and what is shown beside it.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) game: Game,
    pub(super) cursor: Square,
    pub(super) light: Light,
    /// What there is to say.
    pub(super) message: String,
    stroke: Option<Stroke>,
    /// What must be asked for twice, and was once.
    asked: Option<Input>,
}

impl State {
    pub(super) fn new(game: Game, message: String) -> Self {
        let (cursor, light) = (Square::new(0, 0), Light::Nothing);
        State { game, cursor, light, message, stroke: None, asked: None }
    }

    /// The state in which `game` takes the place of the one before.
    pub(super) fn with_next(&self, mut game: Game) -> Self {
        game.set_automatic(self.game.is_automatic());
        State::new(game, "A new puzzle. Good luck!".to_owned())
    }

    /// What `input` makes of the state, and what it asks for besides. Hints and checks use `options`.
    pub(super) fn after(&self, input: Input, setting: &Setting, options: &Options) -> (State, Wish) {
        let mut state = self.clone();
        let asked = state.asked.take();
        if !matches!(input, Input::Over(_) | Input::Release) {
            state.stroke = None;
        }
        let wish = match input {
            Input::Go(down, right) => state.go(down, right),
            Input::Cycle => state.cycle(),
            Input::Toggle(mark) => state.toggle(mark),
            Input::Press(square) => {
                state.cursor = square;
                state.stroke = Some(Stroke { at: square, has_moved: false, has_marked: false });
                Wish::Nothing
            }
            Input::Over(square) => state.drag(square),
            Input::Release => match state.stroke.take() {
                Some(stroke) if !stroke.has_moved => state.cycle(),
                _ => Wish::Nothing,
            },
            Input::PressRight(square) => {
                state.cursor = square;
                state.toggle(Mark::Queen)
            }
            Input::Undo => {
                let words = if state.game.undo() { "" } else { "There is no move to take back." };
                state.changed(words)
            }
            Input::Redo => {
                let words = if state.game.redo() { "" } else { "There is no move to make again." };
                state.changed(words)
            }
            Input::Automatic => {
                let automatic = !state.game.is_automatic();
                state.game.set_automatic(automatic);
                state.changed(if automatic {
                    "Crosses around queens and in full units now come by themselves."
                } else {
                    "You set all crosses yourself now."
                })
            }
            Input::Hint => state.hint(options),
            Input::Check => state.check(options),
            Input::New if !setting.makes_new => {
                state.say("New puzzles are made where no file is read: queens puzzle play --size 8")
            }
            Input::New if state.is_begun() && asked != Some(Input::New) => {
                state.asked = Some(Input::New);
                state.say("n again gives this puzzle up for a new one.")
            }
            Input::New => Wish::New,
            Input::Save if !setting.is_kept => {
                state.say("No file keeps this game: start with --save game.json")
            }
            Input::Save => Wish::Save,
            Input::Leave if !setting.is_kept && state.is_begun() && asked != Some(Input::Leave) => {
                state.asked = Some(Input::Leave);
                state.say("Esc again leaves this game, and it is lost: only --save game.json keeps it.")
            }
            Input::Leave => Wish::Leave,
            Input::Interrupt => Wish::Interrupt,
        };
        (state, wish)
    }

    /// Whether somebody would miss it.
    fn is_begun(&self) -> bool {
        self.game.done() > 0 && !self.game.is_solved()
    }

    /// How many queens stand, and how many a solution has.
    pub(super) fn queens(&self) -> (usize, usize) {
        let puzzle = self.game.puzzle();
        (self.game.position().marked(Mark::Queen).count(), (puzzle.size() * puzzle.stars()) as usize)
    }

    pub(super) fn say(&mut self, words: impl Into<String>) -> Wish {
        self.message = words.into();
        Wish::Nothing
    }

    /// After a change of the board: nothing is lit, and a solution is told.
    fn changed(&mut self, words: &str) -> Wish {
        self.light = Light::Nothing;
        let (queens, all) = self.queens();
        if self.game.is_solved() {
            return self.say(format!("Solved in {}. Well done!", clock(self.game.time())));
        }
        if words.is_empty() && queens >= all {
            return self.say("All queens stand, but some stand wrong: c shows one.");
        }
        self.say(words)
    }

    fn go(&mut self, down: i64, right: i64) -> Wish {
        let last = i64::from(self.game.puzzle().size()) - 1;
        let moved = |line: u32, by: i64| i64::from(line).saturating_add(by).clamp(0, last) as u32;
        self.cursor = Square::new(moved(self.cursor.row, down), moved(self.cursor.column, right));
        Wish::Nothing
    }

    fn cycle(&mut self) -> Wish {
        let words = if self.game.cycle(self.cursor) { String::new() } else { self.why_not() };
        self.changed(&words)
    }

    fn toggle(&mut self, mark: Mark) -> Wish {
        let wanted = if self.game.mark(self.cursor) == mark { Mark::Open } else { mark };
        let words = if self.game.set(self.cursor, wanted) { String::new() } else { self.why_not() };
        self.changed(&words)
    }

    /// Why the mark on the square of the cursor stays as it is.
    fn why_not(&self) -> String {
        match self.game.mark(self.cursor) {
            _ if self.game.is_clue(self.cursor) => format!("{} is a clue and stays as it is.", self.cursor),
            Mark::Cross => format!("{} is crossed because of a queen; a turns that off.", self.cursor),
            Mark::Open | Mark::Queen => String::new(),
        }
    }

    /// Crosses all open squares on the way to `square`.
    fn drag(&mut self, square: Square) -> Wish {
        let Some(mut stroke) = self.stroke.filter(|stroke| stroke.at != square) else {
            return Wish::Nothing;
        };
        let first = (!stroke.has_moved).then_some(stroke.at);
        let mut has_changed = false;
        for square in first.into_iter().chain(way(stroke.at, square)) {
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
        if has_changed { self.changed("") } else { Wish::Nothing }
    }

    /// Tells more of the hint that is lit, or begins one; at last does what it says.
    fn hint(&mut self, options: &Options) -> Wish {
        let (hint, told) = match std::mem::take(&mut self.light) {
            Light::Hint(hint, told) => (hint, told),
            _ => match self.game.hint(options) {
                Ok(hint) => (hint, 0),
                Err(error) => return self.say(error.to_string()),
            },
        };
        match (told, &hint) {
            (_, Hint::Solved) => return self.changed(""),
            (_, Hint::Stuck { sentence, .. } | Hint::Stopped { sentence, .. }) => {
                return self.say(sentence.clone());
            }
            (0, Hint::Wrong(_)) => self.message = "A mark is wrong. ? again shows which.".to_owned(),
            (0, Hint::Step(step) | Hint::Proof { step, .. }) => {
                // A large board scrolls to where the cursor is.
                self.cursor = step.read.first().copied().unwrap_or(self.cursor);
                self.message =
                    format!("{}: look at the lit squares. ? again tells more.", step.technique.name);
            }
            (1, Hint::Wrong(mistake)) => {
                self.cursor = mistake.square;
                self.message = format!("{} ? again takes it back.", mistake.sentence);
            }
            (1, Hint::Step(step) | Hint::Proof { step, .. }) => {
                self.cursor = step.queens.first().or(step.crosses.first()).copied().unwrap_or(self.cursor);
                self.message = format!("{} ? again does it.", step.sentence);
            }
            (_, Hint::Wrong(mistake)) => {
                self.game.set(mistake.square, Mark::Open);
                return self.changed("");
            }
            (_, Hint::Step(step) | Hint::Proof { step, .. }) => {
                self.game.apply(step);
                return self.changed("");
            }
        }
        self.light = Light::Hint(hint, told + 1);
        Wish::Nothing
    }

    fn check(&mut self, options: &Options) -> Wish {
        match self.game.check(options) {
            Ok(None) if self.game.is_solved() => self.changed(""),
            Ok(None) => {
                self.light = Light::Nothing;
                self.say("No mark is found wrong.")
            }
            Ok(Some(Obstacle::NoSolution)) => self.say("The puzzle has no solution."),
            Ok(Some(Obstacle::Wrong(mistake))) => {
                self.cursor = mistake.square;
                self.message.clone_from(&mistake.sentence);
                self.light = Light::Wrong(mistake);
                Wish::Nothing
            }
            Err(error) => self.say(error.to_string()),
        }
    }
}

/// The squares from one to another, without the first: the mouse may pass over some unseen.
fn way(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let difference = |a: u32, b: u32| i64::from(b) - i64::from(a);
    let (down, right) = (difference(from.row, to.row), difference(from.column, to.column));
    let steps = down.abs().max(right.abs());
    let part = move |line: u32, whole: i64, step: i64| {
        (i64::from(line) + (2 * whole * step + whole.signum() * steps) / (2 * steps)) as u32
    };
    (1..=steps).map(move |step| Square::new(part(from.row, down, step), part(from.column, right, step)))
}

/// A time as a clock shows it: `3:05`, `1:02:45`.
pub(super) fn clock(time: Duration) -> String {
    let (minutes, seconds) = (time.as_secs() / 60, time.as_secs() % 60);
    match minutes / 60 {
        0 => format!("{minutes}:{seconds:02}"),
        hours => format!("{hours}:{:02}:{seconds:02}", minutes % 60),
    }
}

#[cfg(test)]
pub(super) mod tests;
