//! `queens puzzle play`: a game in the terminal.

mod cells;
mod draw;
mod keys;
mod layout;
mod panel;
mod screen;
mod state;
mod store;

use super::generate::{DEFAULT_SIZE, RatingChoice};
use super::{BoardArgs, choose_seed, hint_options, size_instead_of_file, written_out};
use crate::console::Console;
use crate::escape::escape_text;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use clap::Args;
use queens::control::{CancelToken, Outcome};
use queens::puzzle::{
    self, Game, GenerateError, GenerateSettings, Position, Puzzle, PuzzleWish,
};
use screen::{GameEnd, GameSession};
use state::{PlayState, SessionSetting, clock_text};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
#[command(after_long_help = "\
Keys: arrows or h j k l move; space or Enter cycles open, cross, queen;\n\
x marks a cross, q a queen; u or Ctrl-Z undoes, r or Ctrl-Y redoes;\n\
? shows where to look, then the reason, then applies it; c checks the marks;\n\
a turns automatic crosses around queens and in full units on or off; n makes a\n\
new puzzle; s saves; Esc or Q quits. A click works like space, a drag marks\n\
crosses, the right button a queen.\n\n\
Without a file each game is a new puzzle; --seed repeats one.\n\
A game saved with --save continues with its time and moves.\n\n\
Examples:\n\
\x20 queens puzzle play                                a new puzzle of 8 x 8\n\
\x20 queens puzzle play 10 --stars 2                   two queens in each unit\n\
\x20 queens puzzle play --rating hard --seed 7         a hard one, the same for everybody\n\
\x20 queens puzzle play screenshot.png --save game.json")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// Side of a new puzzle, in squares [default: 8]; FILE may also be this number
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    size: Option<u32>,
    /// Rating of a new puzzle: gentle, easy, medium, hard or fiendish
    #[arg(long, value_name = "RATING", hide_possible_values = true)]
    rating: Option<RatingChoice>,
    /// Save the game to this file, and continue the game saved there
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// New puzzles, one for each seed.
struct PuzzleMaker {
    settings: GenerateSettings,
    rating: Option<RatingChoice>,
}

impl PuzzleMaker {
    fn new(args: &PlayArgs, size: Option<u32>, console: &Console) -> Self {
        let stars = args.board.stars.unwrap_or(1);
        let settings =
            GenerateSettings::new(size.unwrap_or(DEFAULT_SIZE), choose_seed(console));
        PuzzleMaker {
            settings: GenerateSettings { stars, ..settings },
            rating: args.rating,
        }
    }

    /// Makes the puzzle of the next seed and its title; `cancel` stops the work.
    fn make_puzzle(
        &mut self,
        cancel: CancelToken,
        console: &Console,
    ) -> Result<(Puzzle, String), GenerateError> {
        // Each puzzle of a session has the whole time limit.
        let limits = console
            .limits_of_each()
            .clone()
            .with_cancel(cancel)
            .started();
        let mut rules = hint_options(console, false).rules_only();
        rules.settings.limits = limits.clone();
        let difficulty = RatingChoice::difficulty(self.rating);
        let settings = GenerateSettings {
            wish: PuzzleWish::rated(difficulty),
            options: rules,
            limits,
            ..self.settings.clone()
        };
        let made = puzzle::generate(&settings)?;
        let title = format!("seed {}, {}", settings.seed, made.rating.word);
        self.settings.seed = settings.seed.wrapping_add(1);
        Ok((made.puzzle, title))
    }
}

pub(super) fn run_play(args: &PlayArgs, console: &Console) -> Result<Exit, Failure> {
    let (size, source) = size_or_file(args)?;
    let named = source.map(|file| match written_out(file) {
        Some(_) => "this puzzle".to_owned(),
        None => escape_text(&file.display().to_string()).into_owned(),
    });
    let mut start = match named {
        Some(_) => Some(args.board.read_position(console)?),
        None => None,
    };
    let kept = match &args.save {
        Some(file) => store::load_game(file, &console.settings().limits)?,
        None => None,
    };
    if let (Some(file), Some(game), Some(start), Some(named)) =
        (&args.save, &kept, &start, &named)
    {
        store::same_puzzle(game, file, start.puzzle(), named)?;
    }
    if !console.on_terminal() {
        return Err(Failure::input(
            "standard output is not a terminal: `queens puzzle show` draws the board, `queens puzzle hint` shows the next \
             step, `queens puzzle solve` the solution",
        ));
    }
    let is_piped = !std::io::stdin().is_terminal();
    if start.is_none() && kept.is_none() && size.is_none() && is_piped {
        start = Some(args.board.read_position(console)?);
    }
    let mut setting = SessionSetting {
        title: named
            .filter(|name| name != "-")
            .unwrap_or_else(|| "a puzzle".to_owned()),
        is_kept: args.save.is_some(),
        makes_new: start.is_none(),
    };
    let mut maker = PuzzleMaker::new(args, size.or(args.size), console);
    let state = match (kept, start) {
        (Some(game), _) => {
            setting.title = "the saved game".to_owned();
            PlayState::new(game, "Welcome back.".to_owned())
        }
        (None, Some(position)) => new_game(position),
        (None, None) => match first_puzzle(&mut maker, console)? {
            Ok((puzzle, title)) => {
                setting.title = title;
                new_game(Position::new(puzzle))
            }
            Err(stopped) => return Ok(stopped),
        },
    };
    let session = GameSession {
        state,
        setting,
        maker,
        file: args.save.clone(),
        console,
    };
    Ok(report_end(&session.play()?, args, console))
}

/// Returns the side of a new puzzle or the file to play, if the first argument is one.
///
/// # Errors
/// An option of new puzzles is given together with a file.
fn size_or_file(args: &PlayArgs) -> Result<(Option<u32>, Option<&Path>), Failure> {
    let source = args.board.source();
    let size = source.and_then(size_instead_of_file);
    let file = source.filter(|_| size.is_none());
    let conflict = if args.size.is_some() && source.is_some() {
        Some("--size")
    } else if args.rating.is_some() && file.is_some() {
        Some("--rating")
    } else {
        None
    };
    match conflict {
        Some(option) => Err(Failure::input(format!(
            "{option} is for a new puzzle and cannot be used with FILE"
        ))),
        None => Ok((size, file)),
    }
}

/// Begins a game of this puzzle.
fn new_game(position: Position) -> PlayState {
    PlayState::new(Game::new(position), "Good luck!".to_owned())
}

/// Makes the first puzzle of the session, with its title; the exit of the command if a
/// limit or Ctrl-C comes first.
fn first_puzzle(
    maker: &mut PuzzleMaker,
    console: &Console,
) -> Result<Result<(Puzzle, String), Exit>, Failure> {
    let progress = ProgressDisplay::start_spinner(console, "making a puzzle".to_owned());
    let made = maker.make_puzzle(console.cancel().clone(), console);
    drop(progress);
    match made {
        Ok(made) => Ok(Ok(made)),
        Err(GenerateError::Stopped(unmade)) => {
            console.say(&unmade);
            Ok(Err(Outcome::from(Err(unmade.stop)).into()))
        }
        Err(error) => Err(Failure::input(error)),
    }
}

/// Says how the game ended.
fn report_end(end: &GameEnd, args: &PlayArgs, console: &Console) -> Exit {
    let kept = match &args.save {
        Some(file) => format!("; saved to {}", file.display()),
        None => String::new(),
    };
    let verb = if end.game.is_solved() {
        "solved in"
    } else {
        "stopped after"
    };
    let played = clock_text(end.game.time());
    console.say(format!("{}: {verb} {played}{kept}", end.title));
    if end.is_interrupted {
        Exit::Interrupted
    } else {
        Exit::Answered
    }
}
