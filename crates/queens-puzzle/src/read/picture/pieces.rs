//! Pictures with several boards, such as a page of a book: blank stripes between them cut
//! the picture into pieces.
//!
//! ```text
//! +--+  +--+      first the rows of pixels without ink cut the picture,
//! |  |  |  |      then, in each strip, the columns;
//! +--+  +--+      boards are numbered row by row
//! ```

use super::{PixelColor, PixelImage, difference};
use control::{Limits, Stop};
use std::ops::Range;

/// Difference from which a pixel is not part of the background.
const MIN_INK: u8 = 24;
/// Minimum width of a blank stripe, in pixels.
const MIN_STRIPE: usize = 6;
/// Minimum side of a piece that may be a board, in pixels.
const MIN_SIDE: usize = 96;
/// Maximum ratio of the sides of a piece that may be a board.
const MAX_RATIO: usize = 2;

/// Cuts a picture into pieces that may be boards, row by row; none if it is one piece.
pub(super) fn cut(image: &PixelImage, limits: &Limits) -> Result<Vec<PixelImage>, Stop> {
    let background = image.pixels.first().copied().unwrap_or_default();
    let inked = InkedPixels { image, background };
    let mut pieces = Vec::new();
    for rows in parts(image.height, |y| inked.has_row(y, 0..image.width)) {
        limits.check()?;
        for columns in parts(image.width, |x| inked.has_column(x, &rows)) {
            let inner = parts(rows.len(), |y| {
                inked.has_row(rows.start + y, columns.clone())
            });
            pieces.extend(inner.into_iter().map(|part| {
                let rows = rows.start + part.start..rows.start + part.end;
                image.piece(&columns, &rows)
            }));
        }
    }
    let may_be_board = |piece: &PixelImage| {
        let (short, long) =
            (piece.width.min(piece.height), piece.width.max(piece.height));
        short >= MIN_SIDE && long <= MAX_RATIO * short
    };
    pieces.retain(may_be_board);
    Ok(if pieces.len() > 1 { pieces } else { Vec::new() })
}

/// Ink on a picture with this background.
struct InkedPixels<'i> {
    image: &'i PixelImage,
    background: PixelColor,
}

impl InkedPixels<'_> {
    fn has(&self, x: usize, y: usize) -> bool {
        difference(self.image.at(x, y), self.background) >= MIN_INK
    }

    fn has_row(&self, y: usize, columns: Range<usize>) -> bool {
        columns.into_iter().any(|x| self.has(x, y))
    }

    fn has_column(&self, x: usize, rows: &Range<usize>) -> bool {
        rows.clone().any(|y| self.has(x, y))
    }
}

/// Returns the ranges of places with ink; blank stripes of at least [`MIN_STRIPE`] places
/// separate them.
fn parts(length: usize, has_ink: impl Fn(usize) -> bool) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    for place in (0..length).filter(|&place| has_ink(place)) {
        match parts.last_mut() {
            Some(part) if place < part.end + MIN_STRIPE => part.end = place + 1,
            _ => parts.push(place..place + 1),
        }
    }
    parts
}

impl PixelImage {
    /// Copies a piece with a margin of [`MIN_STRIPE`] / 2 pixels, as far as the picture
    /// has one.
    fn piece(&self, columns: &Range<usize>, rows: &Range<usize>) -> Self {
        let margin = MIN_STRIPE / 2;
        let widened = |range: &Range<usize>, end: usize| {
            range.start.saturating_sub(margin)..(range.end + margin).min(end)
        };
        let (columns, rows) = (widened(columns, self.width), widened(rows, self.height));
        let lines = self
            .pixels
            .chunks_exact(self.width.max(1))
            .skip(rows.start)
            .take(rows.len());
        let pixels = lines
            .flat_map(|line| &line[columns.clone()])
            .copied()
            .collect();
        PixelImage {
            width: columns.len(),
            height: rows.len(),
            pixels,
        }
    }
}
