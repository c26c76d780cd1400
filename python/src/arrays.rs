//! Squares, masks and region maps that are given as lists or arrays of numpy, and arrays
//! of placements.

use crate::errors::{error, invalid};
use crate::placement::square_of;
use pyo3::exceptions::PyImportError;
use pyo3::prelude::*;
use pyo3::types::{
    PyByteArray, PyByteArrayMethods, PyBytes, PyIterator, PyList, PyString, PyTuple,
};
use queens::control::{clip, counted};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::relative::has_groups;
use queens::square::Square;
use std::collections::BTreeMap;

/// Rows and columns of a board.
pub(crate) type Shape = (usize, usize);

/// Returns the shape of an array of numpy; `None` for other objects, and for a number.
pub(crate) fn shape_of(given: &Bound<'_, PyAny>) -> Option<Vec<usize>> {
    given.getattr("dtype").ok()?;
    given
        .getattr("shape")
        .ok()?
        .extract()
        .ok()
        .filter(|shape: &Vec<usize>| !shape.is_empty())
}

/// Returns the array of numpy in a table of pandas or polars; other objects as they are.
/// A loop over a table gives the names of its columns.
pub(crate) fn without_names<'py>(
    given: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let is_table = given.hasattr("columns")?
        && given.hasattr("shape")?
        && given.hasattr("to_numpy")?;
    if is_table {
        given.call_method0("to_numpy")
    } else {
        Ok(given.clone())
    }
}

/// Returns the bytes of a text, of `bytes` or of a `bytearray`; `None` for other objects.
pub(crate) fn bytes_of(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    Ok(if let Ok(text) = given.cast::<PyString>() {
        Some(text.to_str()?.as_bytes().to_vec())
    } else if let Ok(bytes) = given.cast::<PyBytes>() {
        Some(bytes.as_bytes().to_vec())
    } else {
        given
            .cast::<PyByteArray>()
            .ok()
            .map(PyByteArrayMethods::to_vec)
    })
}

/// Iterates over an object that should be iterable, and says what was `expected` if it is
/// not.
pub(crate) fn items<'py>(
    given: &Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<Bound<'py, PyIterator>> {
    given
        .try_iter()
        .map_err(|_| invalid(format!("{} is not {expected}", clip(&given.to_string()))))
}

/// Reads squares: a text of names, an array that is a mask of the board or has a row for
/// each square, the rows of a mask as lists, an index of numpy (an array of rows and one
/// of columns, as `nonzero` returns it), or an iterable of names and pairs. `board`
/// returns the shape of the board; it is only called for a mask.
pub(crate) fn squares_of(
    given: &Bound<'_, PyAny>,
    board: impl FnOnce() -> PyResult<Option<Shape>>,
) -> PyResult<Vec<Square>> {
    if let Ok(names) = given.cast::<PyString>() {
        let names = names.to_str()?;
        let names = names
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|name| !name.is_empty());
        return names.map(|name| name.parse().map_err(invalid)).collect();
    }
    if let Some(index) = index_of(given) {
        return index?
            .into_iter()
            .map(|square| square_of(&square))
            .collect();
    }
    let mut given = without_names(given)?;
    if shape_of(&given).is_none() {
        // An iterator is read once.
        let squares = items(
            &given,
            "a list of squares: write names such as 'b4', or pairs (row, column) from 0",
        )?;
        given =
            PyList::new(given.py(), squares.collect::<PyResult<Vec<_>>>()?)?.into_any();
    }
    let Some((rows, columns)) = mask_shape(&given) else {
        return given
            .try_iter()?
            .map(|square| square_of(&square?))
            .collect();
    };
    match board()? {
        Some(board) if board != (rows, columns) => Err(invalid(format!(
            "the mask has {rows} x {columns} squares, but the board {} x {}: use a mask of the board, or a row and a column, from 0, \
             for each square",
            board.0, board.1
        ))),
        _ => masked(&given),
    }
}

/// Returns the squares of an index of numpy, a tuple of an array of rows and one of
/// columns; `None` for other objects.
fn index_of<'py>(given: &Bound<'py, PyAny>) -> Option<PyResult<Vec<Bound<'py, PyAny>>>> {
    let (rows, columns) = given
        .cast::<PyTuple>()
        .ok()?
        .extract::<(Bound<'py, PyAny>, Bound<'py, PyAny>)>()
        .ok()?;
    let is_list =
        |array: &Bound<'_, PyAny>| shape_of(array).is_some_and(|shape| shape.len() == 1);
    if !is_list(&rows) || !is_list(&columns) {
        return None;
    }
    let (found, expected) = (columns.len().ok()?, rows.len().ok()?);
    if found != expected {
        let (rows, columns) = (counted(expected, "row"), counted(found, "column"));
        return Some(Err(invalid(format!(
            "the index has {rows} and {columns}: use one of each for each square"
        ))));
    }
    Some(rows.py().import("builtins").and_then(|python| {
        python
            .call_method1("zip", (rows, columns))?
            .try_iter()?
            .collect()
    }))
}

/// Returns the rows and columns of an array or list of rows that is a mask and not a list
/// of squares: rows of two numbers are squares, unless the numbers have type `bool` or
/// `uint8`.
pub(crate) fn mask_shape(given: &Bound<'_, PyAny>) -> Option<Shape> {
    let (rows, columns) = match shape_of(given) {
        Some(shape) => <[usize; 2]>::try_from(shape).ok()?.into(),
        None => list_shape(given.cast().ok()?)?,
    };
    (columns != 2 || is_of_bits(given)).then_some((rows, columns))
}

/// Returns the number of rows in a list of lists or arrays, and their length if it is the
/// same for all.
fn list_shape(list: &Bound<'_, PyList>) -> Option<Shape> {
    let length = |row: Bound<'_, PyAny>| {
        let is_row = row.is_instance_of::<PyList>()
            || row.is_instance_of::<PyTuple>()
            || shape_of(&row).is_some();
        if is_row { row.len().ok() } else { None }
    };
    let columns = length(list.get_item(0).ok()?)?;
    list.iter()
        .all(|row| length(row) == Some(columns))
        .then(|| (list.len(), columns))
}

/// Returns true for rows of type `bool` (also that of numpy) or `uint8`.
fn is_of_bits(rows: &Bound<'_, PyAny>) -> bool {
    let first = rows
        .get_item(0)
        .and_then(|row| row.get_item(0))
        .and_then(|first| first.get_type().name());
    first.is_ok_and(|name| matches!(name.to_str(), Ok("bool" | "bool_" | "uint8")))
}

/// Returns the squares where a mask, in rows, is 1.
fn masked(mask: &Bound<'_, PyAny>) -> PyResult<Vec<Square>> {
    let mut squares = Vec::new();
    // A list is read faster than an array.
    let mask = if shape_of(mask).is_some() {
        mask.call_method0("tolist")?
    } else {
        mask.clone()
    };
    for (row, values) in (0..).zip(mask.try_iter()?) {
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

/// Reads a region map: a text with a line for each row, or for each row a text, list or
/// array. A text has a letter for each square, or names with blanks between them; a list
/// has whole numbers or names. Returns the name of the region of each square, row by row.
pub(crate) fn region_names(given: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<String>>> {
    let given = rows_of_map(given)?;
    let listed = given
        .try_iter()
        .map_err(|_| no_region_map("the map of the regions is", &given))?;
    let mut rows: Vec<Vec<String>> = Vec::new();
    let mut kinds = NameKinds::default();
    for row in listed {
        let at = rows.len() + 1;
        let values = values_of_row(&row?, at)?;
        let names = values
            .iter()
            .map(region_name)
            .collect::<PyResult<Vec<_>>>()?;
        if let Some(first) = rows.first()
            && first.len() != names.len()
        {
            let (found, expected) = (counted(names.len(), "square"), first.len());
            return Err(invalid(format!(
                "row {at} of the regions has {found}, but row 1 has {expected}"
            )));
        }
        rows.push(names);
        kinds.note(values);
    }
    kinds.check()?;
    Ok(rows)
}

/// Returns an array as lists, and the lines of a text.
fn rows_of_map<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let given = without_names(given)?;
    if shape_of(&given).is_some() {
        return given.call_method0("tolist");
    }
    let Ok(text) = given.cast::<PyString>() else {
        return Ok(given);
    };
    let lines = text
        .to_str()?
        .lines()
        .filter(|line| !line.trim().is_empty());
    Ok(PyList::new(given.py(), lines)?.into_any())
}

/// Returns the names of the squares of row `at`, counted from 1.
fn values_of_row<'py>(
    row: &Bound<'py, PyAny>,
    at: usize,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if let Ok(words) = row.cast::<PyString>()
        && words.to_str()?.contains(char::is_whitespace)
    {
        let names = words.to_str()?.split_whitespace();
        return Ok(names
            .map(|name| PyString::new(row.py(), name).into_any())
            .collect());
    }
    let values = row
        .try_iter()
        .map_err(|_| no_region_map(&format!("row {at} of the regions is"), row))?;
    values.collect()
}

fn no_region_map(what: &str, value: &Bound<'_, PyAny>) -> PyErr {
    invalid(format!(
        "{what} {}: for each row, use a text such as 'AABB', or a list of whole numbers or names",
        clip(&value.to_string())
    ))
}

/// The first number and the first word among the names of regions.
#[derive(Default)]
struct NameKinds<'py> {
    number: Option<Bound<'py, PyAny>>,
    word: Option<Bound<'py, PyAny>>,
}

impl<'py> NameKinds<'py> {
    fn note(&mut self, values: Vec<Bound<'py, PyAny>>) {
        for value in values {
            let first = if value.is_instance_of::<PyString>() {
                &mut self.word
            } else {
                &mut self.number
            };
            first.get_or_insert(value);
        }
    }

    /// Refuses a map with both: 1 and "1" would be one region.
    fn check(self) -> PyResult<()> {
        let (Some(number), Some(word)) = (self.number, self.word) else {
            return Ok(());
        };
        let word = word.repr()?;
        Err(invalid(format!(
            "the map of the regions has numbers ({number}) and names ({word}): use one kind for all regions"
        )))
    }
}

fn region_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let name = match given.cast::<PyString>() {
        Ok(name) => name.to_str()?.to_owned(),
        Err(_) => given
            .call_method0("__index__")
            .map_or(Ok(String::new()), |number| number.str()?.extract())?,
    };
    match !name.is_empty() && name.chars().all(char::is_alphanumeric) {
        true => Ok(name),
        false => Err(invalid(format!(
            "{} is not the name of a region: use whole numbers from 0, or letters",
            given.repr()?
        ))),
    }
}

/// Returns the number of the region of each square, row by row: numbers follow the order
/// of the names, shorter names first.
pub(crate) fn region_numbers(names: &[Vec<String>]) -> Vec<u32> {
    let order = |name: &String| (name.chars().count(), name.clone());
    let mut numbers: BTreeMap<_, u32> = names
        .iter()
        .flatten()
        .map(|name| (order(name), 0))
        .collect();
    numbers
        .values_mut()
        .zip(0..)
        .for_each(|(number, at)| *number = at);
    names
        .iter()
        .flatten()
        .map(|name| numbers[&order(name)])
        .collect()
}

pub(crate) const TWO_IN_A_ROW: &str = "a row has two queens, so that it has no column of its own: use squares, or kind='board'";

/// Contents of an array of placements.
#[derive(Clone, Copy)]
pub(crate) enum ArrayKind {
    Board,
    Columns,
}

impl ArrayKind {
    pub(crate) fn from_word(word: &str) -> PyResult<Self> {
        match word {
            "board" => Ok(ArrayKind::Board),
            "columns" => Ok(ArrayKind::Columns),
            other => Err(error(format!(
                "'{other}' is not a valid kind: use 'board' or 'columns'"
            ))),
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
    pub(crate) fn write(
        self,
        queens: &Placement,
        board: &Problem,
        out: &mut Vec<u8>,
    ) -> PyResult<()> {
        if has_groups(board) {
            return Err(error(
                "an array has no kinds of pieces: read the 'groups' of each placement",
            ));
        }
        match self {
            ArrayKind::Board => {
                let start = out.len();
                out.resize(start + self.bytes(board) as usize, 0);
                for square in queens.squares() {
                    out[start
                        + square.row as usize * board.columns() as usize
                        + square.column as usize] = 1;
                }
            }
            ArrayKind::Columns => {
                let columns = queens
                    .columns(board.rows())
                    .ok_or_else(|| error(TWO_IN_A_ROW))?;
                let number =
                    |column: Option<u32>| column.map_or(-1, |column| column as i32);
                out.extend(
                    columns
                        .into_iter()
                        .flat_map(|column| number(column).to_ne_bytes()),
                );
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
            PyImportError::new_err(
                "arrays need numpy, which is not installed: pip install numpy",
            )
        })?;
        let rows = u64::from(board.rows());
        let (kind, shape) = match self {
            ArrayKind::Board => (
                "uint8",
                PyTuple::new(py, [count, rows, u64::from(board.columns())])?,
            ),
            ArrayKind::Columns => ("int32", PyTuple::new(py, [count, rows])?),
        };
        // A bytearray, so that the array can be written to.
        let array =
            numpy.call_method1("frombuffer", (PyByteArray::new(py, bytes), kind))?;
        array.call_method1("reshape", (shape,))
    }
}
