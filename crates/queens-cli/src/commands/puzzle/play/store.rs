//! Saved games.

use crate::exit::Failure;
use crate::input::bytes_of;
use draft::Draft;
use queens::control::Limits;
use queens::document::{Document, GameDocument};
use queens::puzzle::{Game, Puzzle};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

/// Maximum size of a saved game, in bytes.
const MAX_GAME_BYTES: u64 = 64 << 20;

/// Loads the game saved in `file`; `None` if there is no such file.
///
/// # Errors
/// A file that cannot be read or is not a saved game; [`Failure::Stopped`] at a limit or
/// signal.
pub(super) fn load_game(file: &Path, limits: &Limits) -> Result<Option<Game>, Failure> {
    let name = file.display();
    if fs::metadata(file).is_err_and(|error| error.kind() == ErrorKind::NotFound) {
        return Ok(None);
    }
    let text = bytes_of(file, MAX_GAME_BYTES + 1, limits)?;
    if text.len() as u64 > MAX_GAME_BYTES {
        return Err(Failure::input(format!(
            "{name} is too long for a saved game: the limit is {MAX_GAME_BYTES} bytes"
        )));
    }
    let game = GameDocument::read(&text).map_err(|error| {
        Failure::input(format!("{name}: {error}; use another file for --save"))
    })?;
    Ok(Some(game))
}

/// Checks that `game` is a game of `puzzle`, which was read from `board`.
///
/// # Errors
/// A game of another puzzle.
pub(super) fn same_puzzle(
    game: &Game,
    file: &Path,
    puzzle: &Puzzle,
    board: &str,
) -> Result<(), Failure> {
    if game.puzzle() == puzzle {
        return Ok(());
    }
    Err(Failure::input(format!(
        "{} holds a game of another puzzle than {board}: leave out {board} to continue that game, or use another file for \
         --save",
        file.display()
    )))
}

/// Writes `game` to `file`; an older game is replaced only when the new one is complete.
///
/// # Errors
/// A file that cannot be written.
pub(super) fn save_game(game: &Game, file: &Path) -> Result<(), Failure> {
    write_game(game, file).map_err(|error| {
        Failure::input(format!(
            "cannot write the game to {}: {error}",
            file.display()
        ))
    })
}

fn write_game(game: &Game, file: &Path) -> io::Result<()> {
    let mut draft = Draft::new(file)?;
    GameDocument::new(game).write_json(&mut draft)?;
    draft.place()
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens::puzzle::{Mark, Position};
    use queens::square::Square;
    use std::fs;

    fn game() -> Game {
        let regions = (0..16).map(|square| square / 4).collect();
        Game::new(Position::new(Puzzle::new(4, 1, regions).expect("a puzzle")))
    }

    #[test]
    fn saves_and_replaces_a_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("game.json");
        assert_eq!(
            load_game(&file, &Limits::default()).expect("nothing there"),
            None
        );
        let mut game = game();
        save_game(&game, &file).expect("written");
        game.set(Square::new(1, 1), Mark::Queen);
        save_game(&game, &file).expect("written again");
        assert_eq!(
            load_game(&file, &Limits::default()).expect("a game"),
            Some(game)
        );
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "nothing else is left"
        );
    }

    #[test]
    fn a_failure_keeps_the_older_game() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("game.json");
        fs::create_dir(&file).expect("a folder in the way");
        assert!(save_game(&game(), &file).is_err());
        assert!(file.is_dir());
        assert_eq!(
            fs::read_dir(folder.path()).expect("a folder").count(),
            1,
            "nothing else is left"
        );
    }
}
