//! Squares, masks and region maps that are given as lists or arrays of numpy, and arrays of placements.

use crate::errors::{error, invalid};
use crate::placement::square_of;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyString, PyTuple};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::square::Square;
use std::collections::BTreeMap;

/// Rows and columns of a board.
pub(crate) type Shape = (usize, usize);

/// Returns the shape of an array of numpy; `None` for other objects.
pub(crate) fn shape_of(given: &Bound<'_, PyAny>) -> Option<Vec<usize>> {
    given.getattr("dtype").ok()?;
    given.getattr("shape").ok()?.extract().ok()
}

/// Reads squares: a text of names, an array that is a mask of the board or has a row for each square, or an iterable of names and
/// pairs. `board` returns the shape of the board; it is only called for a mask.
pub(crate) fn squares_of(
    given: &Bound<'_, PyAny>,
    board: impl FnOnce() -> PyResult<Option<Shape>>,
) -> PyResult<Vec<Square>> {
    if let Ok(names) = given.cast::<PyString>() {
        let names = names.to_str()?;
        let names = names.split(|c: char| c == ',' || c.is_whitespace()).filter(|name| !name.is_empty());
        return names.map(|name| name.parse().map_err(invalid)).collect();
    }
    match shape_of(given).as_deref() {
        // A row for each square.
        Some(&[_, 2]) if !is_of_bits(given)? => {}
        Some(&[rows, columns]) => match board()? {
            Some(board) if board != (rows, columns) => {
                return Err(invalid(format!(
                    "the mask has {rows} x {columns} squares, but the board {} x {}: use a mask of the board, or an array with a \
                     row and a column, from 0, for each square",
                    board.0, board.1
                )));
            }
            _ => return masked(given),
        },
        _ => {}
    }
    given.try_iter()?.map(|square| square_of(&square?)).collect()
}

/// Returns true for an array of type `bool` or `uint8`: with two columns, it is a mask and not a list of squares.
fn is_of_bits(array: &Bound<'_, PyAny>) -> PyResult<bool> {
    let kind = array.getattr("dtype")?.str()?;
    Ok(matches!(kind.to_str()?, "bool" | "uint8"))
}

/// Returns the squares where a mask is 1.
fn masked(mask: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    let mut squares = Vec::new();
    for (row, values) in (0..).zip(mask.call_method0("tolist")?.try_iter()?) {
        for (column, value) in (0..).zip(values?.try_iter()?) {
            let (square, value) = (Square::new(row, column), value?);
            match value.extract::<f64>() {
                Ok(0.0) => {}
                Ok(1.0) => squares.push(square),
                _ => {
                    return Err(invalid(format!(
                        "the mask is {value} at {square}: use 0 or 1 for each square"
                    )));
                }
            }
        }
    }
    Ok(squares)
}

/// Reads a region map: for each row, a text with a letter for each square, or a list or array of whole numbers or names. Returns
/// the name of the region of each square, row by row.
pub(crate) fn region_names(given: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<String>>> {
    let given = if shape_of(given).is_some() { given.call_method0("tolist")? } else { given.clone() };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in given.try_iter()? {
        let names = row?.try_iter()?.map(|name| region_name(&name?)).collect::<PyResult<Vec<_>>>()?;
        if let Some(first) = rows.first()
            && first.len() != names.len()
        {
            let (at, found, expected) = (rows.len() + 1, names.len(), first.len());
            return Err(invalid(format!(
                "row {at} of the regions has {found} squares, but row 1 has {expected}"
            )));
        }
        rows.push(names);
    }
    Ok(rows)
}

fn region_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = match given.cast::<PyString>() {
        Ok(name) => name.to_str()?.to_owned(),
        Err(_) => {
            given.call_method0("__index__").map_or(Ok(String::new()), |number| number.str()?.extract())?
        }
    };
    match !name.is_empty() && name.chars().all(char::is_alphanumeric) {
        true => Ok(name),
        false => Err(invalid(format!(
            "{} is not the name of a region: use whole numbers from 0, or letters",
            given.repr()?
        ))),
    }
}

/// Returns the number of the region of each square, row by row: numbers follow the order of the names, shorter names first.
pub(crate) fn region_numbers(names: &[Vec<String>]) -> Vec<u32> {
    let order = |name: &String| (name.chars().count(), name.clone());
    let mut numbers: BTreeMap<_, u32> = names.iter().flatten().map(|name| (order(name), 0)).collect();
    numbers.values_mut().zip(0..).for_each(|(number, at)| *number = at);
    names.iter().flatten().map(|name| numbers[&order(name)]).collect()
}

pub(crate) const TWO_IN_A_ROW: &str =
    "a row has two queens, so that it has no column of its own: use squares, or kind='board'";

/// Contents of an array of placements.
#[derive(Clone, Copy)]
pub(crate) enum ArrayKind {
    Board,
    Columns,
}

impl ArrayKind {
    pub(crate) fn of(word: &str) -> PyResult<Self> {
        match word {
            "board" => Ok(ArrayKind::Board),
            "columns" => Ok(ArrayKind::Columns),
            other => Err(error(format!("'{other}' is not a valid kind: use 'board' or 'columns'"))),
        }
    }

    /// Returns the size of one placement, in bytes.
    pub(crate) fn bytes(self, problem: &Problem) -> u64 {
        match self {
            ArrayKind::Board => u64::from(problem.rows()) * u64::from(problem.columns()),
            ArrayKind::Columns => u64::from(problem.rows()) * 4,
        }
    }

    /// Adds one placement.
    pub(crate) fn write(self, queens: &Placement, board: &Problem, out: &mut Vec<u8>) -> PyResult<()> {
        match self {
            ArrayKind::Board => {
                let start = out.len();
                out.resize(start + self.bytes(board) as usize, 0);
                for square in queens.squares() {
                    out[start + square.row as usize * board.columns() as usize + square.column as usize] = 1;
                }
            }
            ArrayKind::Columns => {
                let columns = queens.columns(board.rows()).ok_or_else(|| error(TWO_IN_A_ROW))?;
                let number = |column: Option<u32>| column.map_or(-1, |column| column as i32);
                out.extend(columns.into_iter().flat_map(|column| number(column).to_ne_bytes()));
            }
        }
        Ok(())
    }

    /// Returns the array of `count` placements.
    pub(crate) fn array<'py>(
        self,
        py: Python<'py>,
        bytes: &[u8],
        board: &Problem,
        count: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let numpy = py.import("numpy").map_err(|_| {
            PyImportError::new_err("arrays need numpy, which is not installed: pip install numpy")
        })?;
        let rows = u64::from(board.rows());
        let (kind, shape) = match self {
            ArrayKind::Board => ("uint8", PyTuple::new(py, [count, rows, u64::from(board.columns())])?),
            ArrayKind::Columns => ("int32", PyTuple::new(py, [count, rows])?),
        };
        // A bytearray, so that the array can be written to.
        let array = numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))?;
        array.call_method1("reshape", (shape,))
    }
}
