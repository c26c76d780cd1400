//! Pictures of region puzzles, read so that people can correct the reading.

use crate::fault::ApiFault;
use crate::request::{ApiRequest, RequestContext, SearchOptions, check_sides};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use queens::document::PictureReadingDocument;
use queens::puzzle::read::{BoardPlace, read_picture};
use serde::Deserialize;
use utoipa::ToSchema;

/// A picture, and where its board is if that is known.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct PictureRequest {
    /// The picture in base64 (PNG, JPEG or WebP).
    picture: String,
    /// Corners of the board: upper left, upper right, lower right, lower left; each as
    /// fractions of the width and height of the picture, from 0 to 1. Needs `rows`.
    corners: Option<[[f64; 2]; 4]>,
    /// Number of rows between the corners, 4 to 26.
    #[schema(minimum = 4)]
    rows: Option<u32>,
    /// Queens in each row, column and region; 1 by default.
    stars: Option<u32>,
    /// Time limit of the request; the limit of the server applies as well.
    #[schema(minimum = 0)]
    seconds: Option<f64>,
}

impl ApiRequest for PictureRequest {
    const BODY_FACTOR: usize = super::puzzle::PICTURE_BODY_FACTOR;
}

impl PictureRequest {
    /// Returns the place of the board; `None` if it is to be searched for.
    fn place(&self) -> Result<Option<BoardPlace>, ApiFault> {
        match (self.corners, self.rows) {
            (Some(corners), Some(size)) => Ok(Some(BoardPlace { corners, size })),
            (None, None) => Ok(None),
            _ => Err(ApiFault::unreadable(
                "send both 'corners' and 'rows', or neither",
            )),
        }
    }
}

/// Reads the board of a picture as well as it can be read, and names what is uncertain.
pub(crate) fn read_board(
    request: &PictureRequest,
    context: &RequestContext,
) -> Result<PictureReadingDocument, ApiFault> {
    let place = request.place()?;
    if let Some(place) = &place {
        check_sides(place.size, place.size, context.max_board)?;
    }
    let bytes = STANDARD.decode(&request.picture).map_err(|error| {
        ApiFault::unreadable(format!("'picture' is not valid base64: {error}"))
    })?;
    let settings = SearchOptions::within(request.seconds).settings(&context.limits)?;
    let reading = read_picture(&bytes, place, request.stars, &settings.limits)
        .map_err(ApiFault::unanswerable)?;
    let size = reading.place.size;
    check_sides(size, size, context.max_board)?;
    Ok(PictureReadingDocument::new(&reading))
}
