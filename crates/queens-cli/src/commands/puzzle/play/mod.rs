//! `queens puzzle play`: a puzzle in the terminal.

mod draw;
mod keys;
mod layout;
mod panel;
mod screen;
mod state;
mod store;

use super::generate::RatingChoice;
use super::{BoardArgs, options};
use crate::console::Console;
use crate::escape::escaped;
use crate::exit::{Exit, Failure};
use crate::progress::Progress;
use clap::Args;
use queens::control::{CancelToken, Outcome};
use queens::puzzle::{self, Game, GenerateError, GenerateSettings, Position, Puzzle};
use screen::{Ended, Session};
use state::{Setting, State, clock};
use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

/// The side of a new puzzle.
const SIZE: u32 = 8;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Keys: arrows or h j k l move; space or Enter goes from open to cross to queen;\n\
x sets a cross, q a queen; u or Ctrl-Z takes back, r or Ctrl-Y makes again;\n\
? tells where to look, then why, then does it; c checks the marks; a sets\n\
crosses around queens and in full units by itself; n makes a new puzzle; s saves;\n\
Esc or Q leaves. A click is space, a drag sets crosses, the right button a queen.\n\n\
Without a file there is a new puzzle, each time another one, or that of --seed.\n\
A game that --save has kept goes on where it was left, with its time and moves.\n\n\
Examples:\n\
\x20 queens puzzle play                                a new puzzle of 8 x 8\n\
\x20 queens puzzle play --size 10 --stars 2            two queens in each unit\n\
\x20 queens puzzle play --rating hard --seed 7         a hard one, the same for everybody\n\
\x20 queens puzzle play screenshot.png --save game.json")]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    board: BoardArgs,
    /// The length of a side of a new puzzle [default: 8]
    #[arg(long, value_name = "NUMBER", conflicts_with = "file", allow_negative_numbers = true)]
    size: Option<u32>,
    /// How hard a new puzzle is: gentle, easy, medium or hard
    #[arg(long, value_name = "RATING", hide_possible_values = true, conflicts_with = "file")]
    rating: Option<RatingChoice>,
    /// Keep the game in this file, and go on with the one that it keeps
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
}

/// New puzzles, one for each seed.
struct Maker {
    settings: GenerateSettings,
    rating: Option<RatingChoice>,
}

impl Maker {
    fn new(args: &PlayArgs, console: &Console) -> Self {
        let drawn = || {
            // Six digits are enough for another puzzle each time, and can be typed.
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            now.as_nanos() as u64 / 1_000 % 1_000_000
        };
        let seed = console.seed().unwrap_or_else(drawn);
        let stars = args.board.stars.unwrap_or(1);
        let settings = GenerateSettings::new(args.size.unwrap_or(SIZE), seed);
        Maker { settings: GenerateSettings { stars, ..settings }, rating: args.rating }
    }

    /// The puzzle of the next seed, and what to call it; `cancel` stops the work.
    fn make(&mut self, cancel: CancelToken, console: &Console) -> Result<(Puzzle, String), GenerateError> {
        // Of a long game each puzzle has all the time.
        let limits = console.limits_of_each().clone().with_cancel(cancel).started();
        let mut rules = options(console, false).rules_only();
        rules.settings.limits = limits.clone();
        let difficulty = RatingChoice::difficulty(self.rating);
        let settings = GenerateSettings { difficulty, options: rules, limits, ..self.settings.clone() };
        let made = puzzle::generate(&settings)?;
        let title = format!("seed {}, {}", settings.seed, made.rating.word);
        self.settings.seed = settings.seed.wrapping_add(1);
        Ok((made.puzzle, title))
    }
}

pub(super) fn run(args: &PlayArgs, console: &Console) -> Result<Exit, Failure> {
    let named = args.board.file.as_ref().map(|file| escaped(&file.display().to_string()).into_owned());
    let mut start = named.is_some().then(|| args.board.read(console)).transpose()?;
    let kept =
        args.save.as_deref().map(|file| store::load(file, &console.settings().limits)).transpose()?.flatten();
    if let (Some(file), Some(game), Some(start), Some(named)) = (&args.save, &kept, &start, &named) {
        store::same_puzzle(game, file, start.puzzle(), named)?;
    }
    if !console.on_terminal() {
        return Err(Failure::input(
            "standard output is no terminal to play in: `queens puzzle show` draws the board, `queens puzzle hint` tells the \
             next step, `queens puzzle solve` the solution",
        ));
    }
    if start.is_none() && kept.is_none() && !std::io::stdin().is_terminal() {
        start = Some(args.board.read(console)?);
    }
    let mut setting = Setting {
        title: named.filter(|name| name != "-").unwrap_or_else(|| "a puzzle".to_owned()),
        is_kept: args.save.is_some(),
        makes_new: start.is_none(),
    };
    let mut maker = Maker::new(args, console);
    let state = match (kept, start) {
        (Some(game), _) => {
            setting.title = "the saved game".to_owned();
            State::new(game, "The game goes on.".to_owned())
        }
        (None, Some(position)) => State::new(Game::new(position), "Good luck!".to_owned()),
        (None, None) => {
            let progress = Progress::start(console, "making a puzzle".to_owned());
            let made = maker.make(console.cancel().clone(), console);
            drop(progress);
            match made {
                Ok((puzzle, title)) => {
                    setting.title = title;
                    State::new(Game::new(Position::new(puzzle)), "Good luck!".to_owned())
                }
                Err(GenerateError::Stopped(stop)) => {
                    console.say(GenerateError::Stopped(stop));
                    return Ok(Outcome::from(Err(stop)).into());
                }
                Err(error) => return Err(Failure::input(error)),
            }
        }
    };
    let session = Session { state, setting, maker, file: args.save.clone(), console };
    let Ended { game, title, is_interrupted } = session.play()?;
    let kept = match &args.save {
        Some(file) => format!("; {} keeps the game", file.display()),
        None => String::new(),
    };
    let how = if game.is_solved() { "solved in" } else { "left after" };
    console.say(format!("{title}: {how} {}{kept}", clock(game.time())));
    Ok(if is_interrupted { Exit::Interrupted } else { Exit::Answered })
}
