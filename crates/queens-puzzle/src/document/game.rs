//! A saved game.

use super::PuzzleDocument;
use crate::read::{ReadError, read};
use crate::{Change, Game, GameError, Mark, PuzzleError};
use queens_formats::document::{Cell, Document, Table};
use queens_model::square::Square;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// A puzzle that somebody plays, as it is saved. Every reader of puzzles takes the board and the player's marks from it;
/// [`GameDocument::read`] takes all. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GameDocument {
    /// The board, the clues and the player's marks, without automatic crosses.
    pub puzzle: PuzzleDocument,
    /// What is kept besides.
    #[serde(flatten)]
    pub play: PlayEntry,
}

/// What a game holds besides its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayEntry {
    /// The queens that are clues: row and column.
    pub given: Vec<[u32; 2]>,
    /// The squares that stay empty by the clues: row and column.
    pub blocked: Vec<[u32; 2]>,
    /// Whether crosses around queens and in full units come by themselves.
    pub automatic: bool,
    /// How long it was played.
    pub milliseconds: u64,
    /// How many of the moves stand; the others were taken back.
    pub done: usize,
    /// The moves: the changes of each.
    pub moves: Vec<Vec<ChangeEntry>>,
}

/// What a move did to one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeEntry {
    /// Row and column.
    pub square: [u32; 2],
    /// The mark before: `open`, `cross` or `queen`.
    #[serde(with = "MarkName")]
    pub from: Mark,
    /// The mark after.
    #[serde(with = "MarkName")]
    pub to: Mark,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Mark", rename_all = "lowercase")]
enum MarkName {
    Open,
    Cross,
    Queen,
}

/// Why a file is no saved game.
#[derive(Debug, thiserror::Error)]
pub enum GameReadError {
    /// No JSON, or not to its end.
    #[error("this is no saved game, or not all of it: {0}")]
    Json(serde_json::Error),
    /// Another document.
    #[error("this is {found}, no saved game: its schema is {}", GameDocument::SCHEMA)]
    Schema {
        /// What it says it is.
        found: String,
    },
    /// Fields that are missing or hold something else.
    #[error("this saved game is damaged: {0}")]
    Fields(serde_json::Error),
    /// A board that is no puzzle.
    #[error("the board of this saved game is damaged: {0}")]
    Board(#[from] ReadError),
    /// A clue off the board.
    #[error("this saved game is damaged: the clue on {0} is off the board")]
    Clue(Square),
    /// Clues that no puzzle has.
    #[error("the clues of this saved game are damaged: {0}")]
    Clues(#[from] PuzzleError),
    /// Moves that do not lead to the marks.
    #[error("this saved game is damaged: {0}")]
    Moves(#[from] GameError),
}

impl GameDocument {
    /// The document of a game.
    #[must_use]
    pub fn new(game: &Game) -> Self {
        let pair = |square: Square| [square.row, square.column];
        let problem = game.puzzle().problem();
        let change =
            |change: &Change| ChangeEntry { square: pair(change.square), from: change.from, to: change.to };
        let blocked = problem.every_square().filter(|&square| game.puzzle().is_blocked(square));
        let play = PlayEntry {
            given: problem.givens().iter().copied().map(pair).collect(),
            blocked: blocked.map(pair).collect(),
            automatic: game.is_automatic(),
            milliseconds: u64::try_from(game.time().as_millis()).unwrap_or(u64::MAX),
            done: game.done(),
            moves: game.moves().iter().map(|changes| changes.iter().map(change).collect()).collect(),
        };
        GameDocument { puzzle: PuzzleDocument::new(game.position()), play }
    }

    /// Reads a saved game, with the moves that were made and taken back; of its time, whole milliseconds.
    ///
    /// # Errors
    /// Whatever is not the whole of a saved game, or does not agree with itself.
    ///
    /// # Complexity
    /// Linear in the text.
    pub fn read(text: &[u8]) -> Result<Game, GameReadError> {
        let value: Value = serde_json::from_slice(text).map_err(GameReadError::Json)?;
        match value.get("schema") {
            Some(Value::String(schema)) if schema == GameDocument::SCHEMA => {}
            Some(Value::String(schema)) => {
                return Err(GameReadError::Schema {
                    found: format!("'{}'", queens_model::problem::clip(schema)),
                });
            }
            _ => return Err(GameReadError::Schema { found: "JSON without a schema".to_owned() }),
        }
        let marked = read(value.get("puzzle").unwrap_or(&Value::Null).to_string().as_bytes(), None)?;
        let play = PlayEntry::deserialize(&value).map_err(GameReadError::Fields)?;
        let mut clues = Vec::new();
        for (squares, mark) in [(&play.given, Mark::Queen), (&play.blocked, Mark::Cross)] {
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
            Change { square: Square::new(row, column), from: entry.from, to: entry.to }
        };
        let moves = play.moves.iter().map(|changes| changes.iter().map(change).collect()).collect();
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
                Cell::words(if number <= self.play.done { "yes" } else { "taken back" }),
                Cell::words(squares.collect::<Vec<_>>().join(", ")),
            ]);
        }
        table
    }
}
