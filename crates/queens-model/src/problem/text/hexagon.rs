//! The word `hex` of the first line.

use super::{Field, LineError, ProblemTextError, Size};
use crate::problem::grid::hexagon_rows;
use crate::problem::{Grid, Preset};

/// Word of the first line that makes the board a hexagon.
pub const HEX_WORD: &str = "hex";

impl Grid {
    /// Returns the variants that name no more than a piece that this grid has.
    pub(super) fn has_variant(self, preset: Preset) -> bool {
        let pieces = [Preset::Queens, Preset::Rooks, Preset::Bishops, Preset::Knights, Preset::Kings];
        self == Grid::Square || pieces.contains(&preset)
    }

    /// Reads the size of a board with this grid: of a hexagon its side.
    pub(super) fn board_size(self, field: &Field<'_>) -> Result<Size, ProblemTextError> {
        let size: Size = field.parse()?;
        match self {
            Grid::Square => Ok(size),
            Grid::Hex if size.rows != size.columns => {
                Err(field.error(LineError::HexagonSize(field.value.to_owned())))
            }
            Grid::Hex => Ok(Size { rows: hexagon_rows(size.rows), columns: hexagon_rows(size.columns) }),
        }
    }

    /// Returns the size of a board as it is written.
    pub(super) fn written_size(self, size: Size) -> Size {
        match self {
            Grid::Square => size,
            Grid::Hex => Size { rows: size.rows.div_ceil(2), columns: size.columns.div_ceil(2) },
        }
    }
}
