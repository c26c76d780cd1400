//! Grids in the first line: the word `hex`, and sizes of more than two dimensions.

use super::words::parse_side;
use super::{Field, LineError, ProblemTextError, Size};
use crate::problem::grid::hexagon_rows;
use crate::problem::{Cube, Grid, Preset};
use control::clip;

/// Word of the first line that makes the board a hexagon.
pub const HEX_WORD: &str = "hex";

impl Grid {
    /// Returns the variants that name no more than a piece that this grid has.
    pub(super) fn has_variant(self, preset: Preset) -> bool {
        let of_cube = [
            Preset::Queens,
            Preset::Rooks,
            Preset::Bishops,
            Preset::Kings,
        ];
        match self {
            Grid::Square => true,
            Grid::Hex => preset == Preset::Knights || of_cube.contains(&preset),
            Grid::Cube(_) => of_cube.contains(&preset),
        }
    }

    /// Returns the cube that a size of three numbers or more stands for. Other sizes
    /// leave the grid as it is.
    pub(super) fn with_size(
        self,
        size: Option<&Field<'_>>,
    ) -> Result<Self, ProblemTextError> {
        let Some(field) = size.filter(|field| field.value.split(['x', 'X']).count() > 2)
        else {
            return Ok(self);
        };
        let size = clip(field.value);
        match read_cube(field.value) {
            _ if self == Grid::Hex => Err(field.error_at(LineError::HexagonSize(size))),
            Some(cube) => Ok(Grid::Cube(cube)),
            None => Err(field.error_at(LineError::CubeSize(size))),
        }
    }

    /// Reads the size of a board with this grid: of a hexagon its side.
    pub(super) fn board_size(self, field: &Field<'_>) -> Result<Size, ProblemTextError> {
        match self {
            Grid::Square => field.parse_value(),
            Grid::Cube(cube) => Ok(Size {
                rows: cube.rows(),
                columns: cube.columns(),
            }),
            Grid::Hex => {
                let size: Size = field.parse_value()?;
                if size.rows != size.columns {
                    return Err(
                        field.error_at(LineError::HexagonSize(field.value.to_owned()))
                    );
                }
                Ok(Size {
                    rows: hexagon_rows(size.rows),
                    columns: hexagon_rows(size.columns),
                })
            }
        }
    }

    /// Returns the size of a board as it is written.
    pub(super) fn written_size(self, size: Size) -> String {
        match self {
            Grid::Square => size.to_string(),
            Grid::Hex => Size {
                rows: size.rows.div_ceil(2),
                columns: size.columns.div_ceil(2),
            }
            .to_string(),
            Grid::Cube(cube) => {
                vec![cube.side().to_string(); cube.dimensions()].join("x")
            }
        }
    }
}

/// Reads a size such as `4x4x4`; `None` if its numbers differ or no board can have them.
fn read_cube(size: &str) -> Option<Cube> {
    let sides = size
        .split(['x', 'X'])
        .map(parse_side)
        .collect::<Option<Vec<u32>>>()?;
    let first = *sides.first()?;
    let are_equal = sides.iter().all(|&other| other == first);
    Cube::new(first, sides.len()).filter(|_| are_equal)
}
