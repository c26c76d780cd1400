//! The document of a reading that can be corrected.

use super::steps::square_pairs;
use crate::Mark;
use crate::read::PictureReading;
use control::Outcome;
use queens_formats::document::{Cell, Document, Table};
use queens_model::problem::region_name;
use serde::Serialize;

/// Board that was read from a picture, certain or not.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PictureReadingDocument {
    /// Number of rows and columns.
    pub(crate) size: u32,
    /// Corners of the board in the picture: upper left, upper right, lower right, lower
    /// left; each as fractions of the width and height, from 0 to 1.
    pub(crate) corners: Vec<[f64; 2]>,
    /// Names of the regions, row by row; perhaps more or fewer than rows.
    pub(crate) regions: Vec<Vec<String>>,
    /// The marks, row by row: `.` for none, `Q` for a queen, `x` for a cross.
    pub(crate) marks: Vec<String>,
    /// Squares whose region or mark is uncertain: row and column.
    pub(crate) doubtful: Vec<[u32; 2]>,
    /// Reason why the reading is uncertain; null if it is certain.
    pub(crate) doubt: Option<String>,
}

impl PictureReadingDocument {
    /// Converts a reading.
    #[must_use]
    pub fn new(reading: &PictureReading) -> Self {
        let size = reading.place.size as usize;
        let regions = reading.regions.chunks(size).map(|row| {
            let names = row.iter().map(|&region| region_name(region));
            names.collect()
        });
        let marks = reading
            .marks
            .chunks(size)
            .map(|row| row.iter().map(|&mark| mark_sign(mark)).collect());
        PictureReadingDocument {
            size: reading.place.size,
            corners: reading.place.corners.to_vec(),
            regions: regions.collect(),
            marks: marks.collect(),
            doubtful: square_pairs(&reading.doubtful),
            doubt: reading.doubt.as_ref().map(ToString::to_string),
        }
    }
}

fn mark_sign(mark: Mark) -> char {
    match mark {
        Mark::Queen => 'Q',
        Mark::Cross => 'x',
        Mark::Open => '.',
    }
}

impl Document for PictureReadingDocument {
    const SCHEMA: &'static str = "queens/picture-reading/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .numbers("row", "row")
            .words("regions", "regions")
            .words("marks", "marks");
        for (row, (regions, marks)) in (1u32..).zip(self.regions.iter().zip(&self.marks))
        {
            table.push([
                Cell::number(row),
                Cell::words(regions.join(" ")),
                Cell::words(marks.clone()),
            ]);
        }
        table
    }

    fn ending(&self) -> Outcome {
        Outcome::Exhausted
    }
}
