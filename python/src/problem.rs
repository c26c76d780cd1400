//! Problems.

use crate::arrays::{bytes_of, items, region_names, squares_of, without_names};
use crate::document;
use crate::errors::{error, invalid};
use crate::look::picture;
use crate::placement::{Placement, square_of};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use queens::constraints::Constraints;
use queens::control::{clip, counted};
use queens::document::ProblemDocument;
use queens::problem::{self, ProblemTextError};
use queens::read;
use queens::square::Square;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A problem: a size, a variant and a size, or the text form of the command (`queens help
/// solve`).
///
/// `givens`, `holes` and `walls` are squares: names such as `"b4"` (column letter, row
/// number from 1), pairs `(row, column)` from 0, or an array of numpy, either with a row
/// for each square or a mask of the board (or `nonzero` of a mask); rows of a mask may be
/// lists. `regions` has a whole number or a name for each square: a text with a line for
/// each row, lists or texts, one for each row, or an array; each region takes one queen,
/// unless the variant sets a number. `total`, `rows` and `columns` are the number of
/// queens on the board, in each row and in each column: `5`, `"0..1"`, `"any"`. `piece`
/// is a name such as `"rook"` or `"queen+knight"`, or rays such as `"(1,2)"`. `weights`
/// has a whole number for each square: lists of rows, or an array of numpy. Other
/// statements, such as those of pieces and of what is best, stand in the text:
/// `Problem("8; best: least value", weights=...)`.
///
/// >>> import queenslab as ql
/// >>> ql.Problem("torus 13", givens=["a1"])
/// Problem('torus 13\ngivens: a1')
/// >>> ql.count(ql.Problem(4, regions=["AABB", "AABB", "CCDD", "CCDD"]))
/// 2
/// >>> ql.Problem(8) == ql.Problem("queens 8")
/// True
/// >>> ql.Problem("torus 0.5")
/// Traceback (most recent call last):
///     ...
/// queenslab.InvalidProblem: '0.5' is not a valid size: write 8, or 5x8 for rows x
/// columns, each from 0 to 2000000000
#[pyclass(frozen, module = "queenslab", skip_from_py_object)]
pub(crate) struct Problem(pub(crate) Arc<problem::Problem>);

/// A problem as an argument: a [`Problem`], a size, or a text.
pub(crate) struct ProblemArg(pub(crate) Arc<problem::Problem>);

impl<'a, 'py> FromPyObject<'a, 'py> for ProblemArg {
    type Error = PyErr;

    fn extract(given: Borrowed<'a, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(problem) = given.cast::<Problem>() {
            return Ok(ProblemArg(Arc::clone(&problem.get().0)));
        }
        parsed(&text_of(&given)?).map(|problem| ProblemArg(Arc::new(problem)))
    }
}

/// Returns the text of a problem that is given as a text or a size.
fn text_of(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.to_str()?.to_owned());
    }
    // Whole numbers of Python, and others with `__index__`, such as those of numpy.
    match given.call_method0("__index__") {
        Ok(number) => Ok(number.str()?.to_str()?.to_owned()),
        Err(_) => Err(invalid(format!(
            "{} is not a problem: write a size such as 8, a text such as 'torus 13', or a Problem",
            given.repr()?
        ))),
    }
}

fn parsed(text: &str) -> PyResult<problem::Problem> {
    text.parse().map_err(|error| match error {
        // A line number means nothing where there is one line.
        ProblemTextError::Line { reason, .. } if !text.trim().contains('\n') => {
            invalid(reason)
        }
        error => invalid(error),
    })
}

/// Returns the error in a text whose last lines the arguments have made: a line number
/// means nothing if the first ones are one line.
fn made_text_error(error: ProblemTextError, has_map: bool, has_lines: bool) -> PyErr {
    match error {
        ProblemTextError::SizesDisagree {
            key: "areas",
            found,
            other,
            ..
        } if has_map => invalid(format!(
            "the map of the regions has the size {found}, but the board {other}: use a map of the whole board"
        )),
        ProblemTextError::Line { reason, .. } if !has_lines => invalid(reason),
        error => invalid(error),
    }
}

#[pymethods]
impl Problem {
    #[new]
    #[pyo3(signature = (problem, *, givens=None, holes=None, walls=None, regions=None, total=None, rows=None, columns=None, piece=None, weights=None))]
    #[expect(
        clippy::too_many_arguments,
        reason = "they are the keys of the text form"
    )]
    fn new(
        problem: &Bound<'_, PyAny>,
        givens: Option<&Bound<'_, PyAny>>,
        holes: Option<&Bound<'_, PyAny>>,
        walls: Option<&Bound<'_, PyAny>>,
        regions: Option<&Bound<'_, PyAny>>,
        total: Option<&Bound<'_, PyAny>>,
        rows: Option<&Bound<'_, PyAny>>,
        columns: Option<&Bound<'_, PyAny>>,
        piece: Option<&Bound<'_, PyAny>>,
        weights: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let mut text = match problem.cast::<Problem>() {
            Ok(problem) => problem.get().0.to_string(),
            Err(_) => text_of(problem)?,
        };
        if let Some(regions) = regions {
            let rows = region_names(regions)?
                .into_iter()
                .map(|names| names.join(" "));
            text += &format!("\nareas:\n{}\n", rows.collect::<Vec<_>>().join("\n"));
        }
        let bare = text.clone();
        let board = || {
            parsed(&bare)
                .map(|board| Some((board.rows() as usize, board.columns() as usize)))
        };
        for (key, squares) in [("holes", holes), ("walls", walls)] {
            if let Some(squares) = squares {
                let names: Vec<String> = squares_of(squares, board)?
                    .iter()
                    .map(Square::to_string)
                    .collect();
                text += &format!("\n{key}: {}", names.join(" "));
            }
        }
        for (key, value) in [
            ("total", total),
            ("rows", rows),
            ("columns", columns),
            ("piece", piece),
        ] {
            if let Some(value) = value {
                text += &format!("\n{key}: {}", value.str()?);
            }
        }
        let mut made: problem::Problem = text.parse().map_err(|error| {
            made_text_error(error, regions.is_some(), bare.contains('\n'))
        })?;
        if let Some(givens) = givens {
            made = made
                .with_givens(squares_of(givens, board)?)
                .map_err(invalid)?;
        }
        if let Some(weights) = weights {
            made = made
                .with_weights(weights_of(weights, made.columns())?)
                .map_err(invalid)?;
        }
        Ok(Problem(Arc::new(made)))
    }

    /// Reads a problem in any form that the command reads: its text form, a drawn board,
    /// JSON, or a solution, complete or not, whose queens are then given.
    ///
    /// >>> import queenslab as ql
    /// >>> ql.Problem.read("[1, null, null, 2]")
    /// Problem('queens 4\ngivens: b1 c4')
    #[staticmethod]
    fn read(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = bytes_of(text)?.ok_or_else(|| {
            let shown = clip(&text.to_string());
            PyTypeError::new_err(format!(
                "a problem is read from a text or bytes, not from {shown}"
            ))
        })?;
        let found = text
            .py()
            .detach(|| read::problem(&bytes))
            .map_err(invalid)?;
        Ok(Problem(Arc::new(found.problem)))
    }

    /// The number of rows.
    #[getter]
    fn rows(&self) -> u32 {
        self.0.rows()
    }

    /// The number of columns.
    #[getter]
    fn columns(&self) -> u32 {
        self.0.columns()
    }

    /// The text form.
    #[getter]
    fn text(&self) -> String {
        self.0.to_string()
    }

    /// Name of the piece: `queen`, `rook`, ...
    #[getter]
    fn piece(&self) -> &'static str {
        queens::render::piece(&self.0)
    }

    /// The given queens: pairs `(row, column)` from 0.
    #[getter]
    fn givens(&self) -> Vec<(u32, u32)> {
        pairs(self.0.givens())
    }

    /// Number of the region of each square, from 0, row by row; `None` if there are no
    /// regions.
    #[getter]
    fn regions(&self) -> Option<Vec<Vec<u32>>> {
        let problem = &self.0;
        (problem.region_count() > 0).then(|| {
            let region = |row, column| {
                problem.region(Square::new(row, column)).unwrap_or_default()
            };
            (0..problem.rows())
                .map(|row| {
                    (0..problem.columns())
                        .map(|column| region(row, column))
                        .collect()
                })
                .collect()
        })
    }

    /// Weight of each square, row by row; `None` if there are no weights.
    ///
    /// >>> import queenslab as ql
    /// >>> weighted = ql.Problem("2x3; best: least value", weights=[[1, 2, 3], [4, 5, 7]])
    /// >>> weighted.weights
    /// [[1, 2, 3], [4, 5, 7]]
    /// >>> answer = ql.solve(weighted)
    /// >>> answer.best, answer.solution.squares
    /// (7, [(0, 2), (1, 0)])
    #[getter]
    fn weights(&self) -> Option<Vec<Vec<i64>>> {
        let columns = self.0.columns().max(1) as usize;
        self.0
            .weights()
            .map(|weights| weights.chunks(columns).map(<[i64]>::to_vec).collect())
    }

    /// Returns this problem with more given queens.
    fn with_givens(&self, squares: &Bound<'_, PyAny>) -> PyResult<Self> {
        let board = || Ok(Some((self.0.rows() as usize, self.0.columns() as usize)));
        Ok(Problem(Arc::new(
            self.0
                .with_givens(squares_of(squares, board)?)
                .map_err(invalid)?,
        )))
    }

    /// Returns this problem with `total` queens on the whole board: `5`, `"3..6"`,
    /// `"any"`. Rows and columns may stay empty.
    fn with_total(&self, total: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bounds = total.str()?.to_str()?.parse().map_err(invalid)?;
        Ok(Problem(Arc::new(
            self.0.with_total(bounds).map_err(invalid)?,
        )))
    }

    /// Returns the squares that a piece on `square` attacks on an empty board.
    ///
    /// >>> import queenslab as ql
    /// >>> ql.Problem("knights 4").attacks("a1")
    /// [(1, 2), (2, 1)]
    fn attacks(
        &self,
        py: Python<'_>,
        square: &Bound<'_, PyAny>,
    ) -> PyResult<Vec<(u32, u32)>> {
        let square = square_of(square)?;
        let constraints = py
            .detach(|| Constraints::from_problem(&self.0))
            .map_err(error)?;
        let on_board = Some(square).filter(|&square| self.0.contains(square));
        let number = on_board.and_then(|square| constraints.number(square));
        let number = number.ok_or_else(|| {
            invalid(format!("{square} is not a free square of this board"))
        })?;
        let attacked = constraints
            .conflicts(number)
            .ones()
            .map(|number| constraints.squares()[number]);
        Ok(pairs(&attacked.collect::<Vec<_>>()))
    }

    /// Returns the document `queens/problem` as a dict: squares, givens, regions and the
    /// squares that givens attack.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let document = py.detach(|| ProblemDocument::new(&self.0)).map_err(error)?;
        document::dict(py, &document)
    }

    /// Draws the board and its given queens; see [`Placement.svg`] for the options.
    #[pyo3(signature = (**look))]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        look: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        picture(py, &self.bare(), look)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.bare().shown(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "Problem({})",
            PyString::new(py, &self.0.to_string()).repr()?
        ))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> Py<PyAny> {
        let same = other
            .cast::<Problem>()
            .ok()
            .map(|other| self.0 == other.get().0);
        equality(py, same, op)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.0.to_string())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        (py.get_type::<Problem>(), (self.0.to_string(),)).into_pyobject(py)
    }
}

impl Problem {
    fn bare(&self) -> Placement {
        let given = queens::placement::Placement::new(self.0.givens().to_vec());
        Placement {
            queens: given,
            problem: Arc::clone(&self.0),
        }
    }
}

/// Returns squares as pairs.
pub(crate) fn pairs(squares: &[Square]) -> Vec<(u32, u32)> {
    squares
        .iter()
        .map(|square| (square.row, square.column))
        .collect()
}

/// Reads weights that are given as rows of whole numbers, such as an array of numpy.
fn weights_of(given: &Bound<'_, PyAny>, columns: u32) -> PyResult<Vec<i64>> {
    const EXPECTED: &str =
        "a list of weights: write a list of whole numbers for each row";
    let mut weights = Vec::new();
    for (row, values) in (1..).zip(items(&without_names(given)?, EXPECTED)?) {
        let before = weights.len();
        for value in items(&values?, EXPECTED)? {
            let value = value?;
            let weight = value.extract::<i64>().map_err(|_| {
                invalid(format!(
                    "{value} is not a weight: use whole numbers; for fractions, multiply all of them"
                ))
            })?;
            weights.push(weight);
        }
        let found = weights.len() - before;
        if found != columns as usize {
            return Err(invalid(format!(
                "row {row} has {}, but the board has {}",
                counted(found, "weight"),
                counted(columns, "column")
            )));
        }
    }
    Ok(weights)
}

/// Implements `==` and `!=`.
pub(crate) fn equality(py: Python<'_>, same: Option<bool>, op: CompareOp) -> Py<PyAny> {
    let answer = match (same, op) {
        (Some(same), CompareOp::Eq) => Some(same),
        (Some(same), CompareOp::Ne) => Some(!same),
        _ => None,
    };
    match answer {
        Some(answer) => pyo3::types::PyBool::new(py, answer)
            .to_owned()
            .into_any()
            .unbind(),
        None => py.NotImplemented(),
    }
}

/// Returns a number for `__hash__`, the same in every process.
pub(crate) fn hash(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
