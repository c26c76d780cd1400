//! Grids in the first line: the word `hex`, and sizes of more than two dimensions.

use super::words::side;
use super::{Field, LineError, ProblemTextError, Size};
use crate::problem::grid::hexagon_rows;
use crate::problem::{Cube, Grid, Preset};
use control::clip;

/// Word of the first line that makes the board a hexagon.
pub const HEX_WORD: &str = "hex";

impl Grid {
    /// Returns the variants that name no more than a piece that this grid has.
    pub(super) fn has_variant(self, preset: Preset) -> bool {
        let of_cube = [Preset::Queens, Preset::Rooks, Preset::Bishops, Preset::Kings];
        match self {
            Grid::Square => true,
            Grid::Hex => preset == Preset::Knights || of_cube.contains(&preset),
            Grid::Cube(_) => of_cube.contains(&preset),
        }
    }

    /// Returns the grid of a board of which the size is written, beside the word `hex` if this grid is a hexagon: that of a cube if
    /// the size has three numbers or more.
    pub(super) fn with_size(self, size: Option<&Field<'_>>) -> Result<Self, ProblemTextError> {
        let numbers = |field: &Field<'_>| field.value.split(['x', 'X']).count();
        let Some(field) = size.filter(|field| numbers(field) > 2) else { return Ok(self) };
        let refused = |reason: fn(String) -> LineError| field.error(reason(clip(field.value)));
        if self == Grid::Hex {
            return Err(refused(LineError::HexagonSize));
        }
        let mut sides = field.value.split(['x', 'X']).map(side);
        let first = sides.next().flatten().filter(|_| sides.all(|other| other == side_of(field)));
        let cube = first.and_then(|side| Cube::new(side, numbers(field)));
        cube.map(Grid::Cube).ok_or_else(|| refused(LineError::CubeSize))
    }

    /// Reads the size of a board with this grid: of a hexagon its side.
    pub(super) fn board_size(self, field: &Field<'_>) -> Result<Size, ProblemTextError> {
        match self {
            Grid::Square => field.parse(),
            Grid::Cube(cube) => Ok(Size { rows: cube.rows(), columns: cube.columns() }),
            Grid::Hex => {
                let size: Size = field.parse()?;
                if size.rows != size.columns {
                    return Err(field.error(LineError::HexagonSize(field.value.to_owned())));
                }
                Ok(Size { rows: hexagon_rows(size.rows), columns: hexagon_rows(size.columns) })
            }
        }
    }

    /// Returns the size of a board as it is written.
    pub(super) fn written_size(self, size: Size) -> String {
        match self {
            Grid::Square => size.to_string(),
            Grid::Hex => Size { rows: size.rows.div_ceil(2), columns: size.columns.div_ceil(2) }.to_string(),
            Grid::Cube(cube) => vec![cube.side().to_string(); cube.dimensions()].join("x"),
        }
    }
}

/// Returns the first number of a size.
fn side_of(size: &Field<'_>) -> Option<u32> {
    size.value.split(['x', 'X']).next().and_then(side)
}
