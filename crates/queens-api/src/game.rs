//! The game of n queens: levels and hints.

use crate::fault::ApiFault;
use crate::request::{
    ApiRequest, RequestContext, SearchOptions, check_sides, find_named, name_schema,
};
use queens::Settings;
use queens::document::{HintDocument, LevelDocument, MarkCheckDocument};
use queens::puzzle::RatingWord;
use queens::puzzle::completion::{self, CompletionPosition, LevelSettings};
use queens::square::Square;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa::openapi::schema::Object;

/// Properties of a new level.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct LevelRequest {
    /// Number of rows and columns.
    size: u32,
    #[schema(schema_with = level_ratings)]
    rating: Option<String>,
    /// Seed: the same seed gives the same level.
    #[serde(default)]
    seed: u64,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for LevelRequest {}

fn level_ratings() -> Object {
    name_schema(
        "Difficulty; by default any that needs no trial.",
        RatingWord::ALL.iter().map(|&word| word.id()),
    )
}

/// Makes a level: given queens that exactly one solution contains.
pub(crate) fn make_level(
    new: &LevelRequest,
    context: &RequestContext,
) -> Result<LevelDocument, ApiFault> {
    check_sides(new.size, new.size, context.max_board)?;
    let limits = SearchOptions::within(new.seconds)
        .settings(&context.limits)?
        .limits;
    let rating = match &new.rating {
        Some(word) => Some(find_named(
            "rating",
            word,
            &RatingWord::ALL,
            RatingWord::id,
        )?),
        None => None,
    };
    let settings = LevelSettings {
        size: new.size,
        rating,
        seed: new.seed,
        limits,
    };
    let level = completion::generate(&settings).map_err(ApiFault::unanswerable)?;
    Ok(LevelDocument::new(new.seed, &level))
}

/// A board with given queens and the marks of a player.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct MarkedBoard {
    /// Number of rows and columns.
    size: u32,
    /// Given queens: row and column of each.
    #[serde(default)]
    given: Vec<[u32; 2]>,
    /// Queens of the player.
    #[serde(default)]
    queens: Vec<[u32; 2]>,
    /// Squares that the player has crossed out.
    #[serde(default)]
    crosses: Vec<[u32; 2]>,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for MarkedBoard {}

impl MarkedBoard {
    /// The position and the settings of the search. The clock runs from here on.
    fn read_board(
        &self,
        context: &RequestContext,
    ) -> Result<(CompletionPosition, Settings), ApiFault> {
        check_sides(self.size, self.size, context.max_board)?;
        let squares = |pairs: &[[u32; 2]]| -> Vec<Square> {
            pairs
                .iter()
                .map(|&[row, column]| Square::new(row, column))
                .collect()
        };
        let position = CompletionPosition::new(self.size, &squares(&self.given))
            .and_then(|given| {
                given.with_marks(&squares(&self.queens), &squares(&self.crosses))
            })
            .map_err(ApiFault::unanswerable)?;
        let mut settings =
            SearchOptions::within(self.seconds).settings(&context.limits)?;
        settings.limits = settings.limits.started();
        Ok((position, settings))
    }
}

/// Returns the next step, or a wrong mark.
pub(crate) fn hint_completion(
    board: &MarkedBoard,
    context: &RequestContext,
) -> Result<HintDocument, ApiFault> {
    let (position, settings) = board.read_board(context)?;
    let hint = completion::hint(&position, &settings).map_err(ApiFault::unanswerable)?;
    Ok(HintDocument::new(&hint))
}

/// Returns the number of wrong marks.
pub(crate) fn check_completion(
    board: &MarkedBoard,
    context: &RequestContext,
) -> Result<MarkCheckDocument, ApiFault> {
    let (position, settings) = board.read_board(context)?;
    let check =
        completion::check_marks(&position, &settings).map_err(ApiFault::unanswerable)?;
    Ok(MarkCheckDocument::new(check))
}
