//! Document of a saved game.

use super::PuzzleDocument;
use crate::read::{PuzzleReadError, read};
use crate::{Game, GameError, Mark, MarkChange, PuzzleError};
use control::clip;
use queens_formats::document::{Cell, Document, Table};
use queens_model::square::Square;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// A saved game. Every reader of puzzles reads the board and the player's marks from it;
/// [`GameDocument::read`] reads the whole game. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameDocument {
    /// Board, clues and the player's marks, without automatic crosses.
    pub(crate) puzzle: PuzzleDocument,
    /// Moves, time and settings.
    #[serde(flatten)]
    pub(crate) play: PlayEntry,
}

/// Part of a saved game besides its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayEntry {
    /// Queens that are clues: row and column.
    pub(crate) given: Vec<[u32; 2]>,
    /// Blocked squares: row and column.
    pub(crate) blocked: Vec<[u32; 2]>,
    /// True if automatic crosses around queens and in full units are on.
    pub(crate) automatic: bool,
    /// Time played so far, in milliseconds.
    pub(crate) milliseconds: u64,
    /// Number of moves made; the others were taken back.
    pub(crate) done: usize,
    /// Changes of each move.
    pub(crate) moves: Vec<Vec<ChangeEntry>>,
}

/// Change of one square by a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeEntry {
    /// Row and column.
    pub(crate) square: [u32; 2],
    /// Mark before: `open`, `cross` or `queen`.
    #[serde(with = "MarkName")]
    pub(crate) from: Mark,
    /// Mark after.
    #[serde(with = "MarkName")]
    pub(crate) to: Mark,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Mark", rename_all = "lowercase")]
enum MarkName {
    Open,
    Cross,
    Queen,
}

/// Reason why a file is not a saved game.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GameReadError {
    /// Invalid or incomplete JSON.
    #[error("this is not a complete saved game: {0}")]
    Json(serde_json::Error),
    /// Another document.
    #[error(
        "this is {found}, not a saved game, whose schema is {}",
        GameDocument::SCHEMA
    )]
    Schema {
        /// Schema of the file, in words.
        found: String,
    },
    /// Missing or invalid fields.
    #[error("this saved game is damaged: {0}")]
    Fields(serde_json::Error),
    /// A board that is not a puzzle.
    #[error("the board of this saved game is damaged: {0}")]
    Board(#[from] PuzzleReadError),
    /// A clue off the board.
    #[error("this saved game is damaged: the clue on {0} is off the board")]
    Clue(Square),
    /// Invalid clues.
    #[error("the clues of this saved game are damaged: {0}")]
    Clues(#[from] PuzzleError),
    /// Moves that do not lead to the marks.
    #[error("this saved game is damaged: {0}")]
    Moves(#[from] GameError),
}

impl GameDocument {
    /// Converts a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let pair = |square: Square| [square.row, square.column];
        let problem = game.puzzle().problem();
        let change = |change: &MarkChange| ChangeEntry {
            square: pair(change.square),
            from: change.from,
            to: change.to,
        };
        let blocked = problem
            .every_square()
            .filter(|&square| game.puzzle().is_blocked(square));
        let play = PlayEntry {
            given: problem.givens().iter().copied().map(pair).collect(),
            blocked: blocked.map(pair).collect(),
            automatic: game.is_automatic(),
            milliseconds: u64::try_from(game.time().as_millis()).unwrap_or(u64::MAX),
            done: game.done(),
            moves: game
                .moves()
                .iter()
                .map(|changes| changes.iter().map(change).collect())
                .collect(),
        };
        GameDocument {
            puzzle: PuzzleDocument::new(game.position()),
            play,
        }
    }

    /// Reads a saved game with all its moves; its time is rounded down to milliseconds.
    ///
    /// # Errors
    /// An incomplete or inconsistent saved game.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn read(text: &[u8]) -> Result<Game, GameReadError> {
        let value: Value = serde_json::from_slice(text).map_err(GameReadError::Json)?;
        match value.get("schema") {
            Some(Value::String(schema)) if schema == GameDocument::SCHEMA => {}
            Some(Value::String(schema)) => {
                return Err(GameReadError::Schema {
                    found: format!("'{}'", clip(schema)),
                });
            }
            _ => {
                return Err(GameReadError::Schema {
                    found: "JSON without a schema".to_owned(),
                });
            }
        }
        let marked = read(
            value
                .get("puzzle")
                .unwrap_or(&Value::Null)
                .to_string()
                .as_bytes(),
            None,
        )?;
        let play = PlayEntry::deserialize(&value).map_err(GameReadError::Fields)?;
        let mut clues = Vec::new();
        for (squares, mark) in [(&play.given, Mark::Queen), (&play.blocked, Mark::Cross)]
        {
            for &[row, column] in squares {
                let square = Square::new(row, column);
                if !marked.puzzle().problem().contains(square) {
                    return Err(GameReadError::Clue(square));
                }
                clues.push((square, mark));
            }
        }
        let position = marked.with_clues(clues)?;
        let change = |entry: &ChangeEntry| {
            let [row, column] = entry.square;
            MarkChange {
                square: Square::new(row, column),
                from: entry.from,
                to: entry.to,
            }
        };
        let moves = play
            .moves
            .iter()
            .map(|changes| changes.iter().map(change).collect())
            .collect();
        let time = Duration::from_millis(play.milliseconds);
        let mut game = Game::resumed(position, moves, play.done, time)?;
        game.set_automatic(play.automatic);
        Ok(game)
    }
}

impl Document for GameDocument {
    const SCHEMA: &'static str = "queens/puzzle-game/1";

    fn table(&self) -> Table {
        let head = Table::new().numbers("move", "move").words("made", "made");
        let mut table = head.words("squares", "squares");
        for (number, changes) in (1usize..).zip(&self.play.moves) {
            let squares = changes.iter().map(|change| {
                let [row, column] = change.square;
                let mark = match change.to {
                    Mark::Open => "open",
                    Mark::Cross => "cross",
                    Mark::Queen => "queen",
                };
                format!("{} {mark}", Square::new(row, column))
            });
            table.push([
                Cell::number(number as u64),
                Cell::words(if number <= self.play.done {
                    "yes"
                } else {
                    "taken back"
                }),
                Cell::words(squares.collect::<Vec<_>>().join(", ")),
            ]);
        }
        table
    }
}
