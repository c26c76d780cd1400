//! Placements of queens.

use crate::arrays::{
    ArrayKind, TWO_IN_A_ROW, items, mask_shape, shape_of, squares_of, without_names,
};
use crate::errors::{error, invalid};
use crate::look::picture;
use crate::problem::{Problem, ProblemArg, hash, pairs};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyIterator, PyList, PySlice, PyString, PyTuple,
};
use queens::control::Outcome;
use queens::orbit::Orbits;
use queens::placement::Label;
use queens::problem::{Problem as Board, ProblemError};
use queens::relative::{groups, has_groups};
use queens::render::{self, Format, Style, Summary};
use queens::square::Square;
use queens::symmetry::Symmetry;
use queens::{check, placement};
use std::sync::Arc;

/// Queens on a board: a sequence of squares `(row, column)` from 0, in order. Placements
/// are ordered by their squares.
///
/// `queens` is the column of each row from 0 (none for an empty row); or squares: pairs
/// `(row, column)` from 0, or names such as `"b1"`; or an array of `to_numpy`. `problem`
/// is the problem that they solve: by default that of as many queens as there are
/// columns.
///
/// >>> import queenslab as ql
/// >>> board = ql.Placement([1, 3, 0, 2])
/// >>> list(board), "b1" in board, board[-1]
/// ([(0, 1), (1, 3), (2, 0), (3, 2)], True, (3, 2))
/// >>> board.is_solution, ql.Placement([0, 1, 2, 3]).is_solution
/// (True, False)
#[pyclass(frozen, sequence, module = "queenslab", skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Placement {
    pub(crate) queens: placement::Placement,
    pub(crate) problem: Arc<Board>,
}

/// Maximum number of queens that `repr` lists.
const MAX_LISTED_QUEENS: usize = 64;

/// The names of the symmetries.
const SYMMETRIES: [(&str, Symmetry); 8] = [
    ("identity", Symmetry::Identity),
    ("quarter-turn", Symmetry::QuarterTurn),
    ("half-turn", Symmetry::HalfTurn),
    ("three-quarter-turn", Symmetry::ThreeQuarterTurn),
    ("flip-rows", Symmetry::FlipRows),
    ("flip-columns", Symmetry::FlipColumns),
    ("transpose", Symmetry::Transpose),
    ("anti-transpose", Symmetry::AntiTranspose),
];

fn symmetry_name(symmetry: Symmetry) -> &'static str {
    SYMMETRIES
        .iter()
        .find(|named| named.1 == symmetry)
        .map_or("", |named| named.0)
}

/// Reads a square that is given as a pair or a name.
pub(crate) fn square_of(given: &Bound<'_, PyAny>) -> PyResult<Square> {
    if let Ok(name) = given.cast::<PyString>() {
        return name.to_str()?.trim().parse().map_err(invalid);
    }
    let wrong = || {
        let shown = given
            .repr()
            .map_or_else(|_| "this".to_owned(), |text| text.to_string());
        invalid(format!(
            "{shown} is not a square: write a name such as 'b4', or (row, column) from 0"
        ))
    };
    let numbers = given.try_iter().and_then(|items| {
        items
            .map(|item| item?.extract())
            .collect::<PyResult<Vec<u32>>>()
    });
    match numbers.as_deref() {
        Ok(&[row, column]) => Ok(Square::new(row, column)),
        _ => Err(wrong()),
    }
}

/// Reads the column of each row: a list of numbers from 0, none for an empty row, or an
/// array, with -1 for an empty row. Returns `None` for squares.
fn columns_of(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<Option<u32>>>> {
    let shape = shape_of(given);
    if given.is_instance_of::<PyString>()
        || shape.as_ref().is_some_and(|shape| shape.len() != 1)
    {
        return Ok(None);
    }
    let mut columns = Vec::new();
    for one in given.try_iter()? {
        let one = one?;
        if one.is_none() {
            columns.push(None);
            continue;
        }
        // Numbers of Python and of numpy.
        let Ok(number) = one.call_method0("__index__") else {
            return Ok(None);
        };
        columns.push(match number.extract() {
            Ok(column) => Some(column),
            Err(_) if shape.is_some() && number.eq(-1)? => None,
            Err(_) => {
                return Err(invalid(format!(
                    "{one} is not a column: columns count from 0"
                )));
            }
        });
    }
    Ok(Some(columns))
}

fn standard(size: usize) -> PyResult<Board> {
    Board::queens(u32::try_from(size).map_err(invalid)?).map_err(invalid)
}

#[pymethods]
impl Placement {
    #[new]
    #[pyo3(signature = (queens, problem=None))]
    pub(crate) fn new(
        queens: &Bound<'_, PyAny>,
        problem: Option<ProblemArg>,
    ) -> PyResult<Self> {
        let queens = &without_names(queens)?;
        // An iterator is read once.
        let queens = match queens.is_instance_of::<PyString>()
            || shape_of(queens).is_some()
        {
            true => queens.clone(),
            false => {
                let queens = items(
                    queens,
                    "a placement: write the column of each row from 0, or squares such as 'b4'",
                )?;
                PyList::new(queens.py(), queens.collect::<PyResult<Vec<_>>>()?)?
                    .into_any()
            }
        };
        let Some(given) = columns_of(&queens)? else {
            let sides =
                |problem: &Board| (problem.rows() as usize, problem.columns() as usize);
            // A mask that is as wide as it is high is a board.
            let own = match mask_shape(&queens) {
                Some((rows, columns)) if rows == columns => {
                    Some(Arc::new(standard(rows)?))
                }
                _ => None,
            };
            let problem = problem.map(|ProblemArg(problem)| problem).or(own);
            let squares = squares_of(&queens, || Ok(problem.as_deref().map(sides)))?;
            let problem = problem.ok_or_else(|| {
                invalid("name the problem of these squares, such as its size")
            })?;
            return Self::checked(squares, problem);
        };
        let problem = match problem {
            Some(ProblemArg(problem)) => problem,
            None => Arc::new(standard(given.len())?),
        };
        let square = |(row, column): (u32, Option<u32>)| Some(Square::new(row, column?));
        let squares = (0..).zip(given).filter_map(square).collect();
        Self::checked(squares, problem)
    }

    /// The squares: pairs `(row, column)` from 0, in order.
    #[getter]
    fn squares(&self) -> Vec<(u32, u32)> {
        pairs(self.queens.squares())
    }

    /// Their names: column letter, and row number from 1.
    #[getter]
    fn names(&self) -> Vec<String> {
        self.queens
            .squares()
            .iter()
            .map(Square::to_string)
            .collect()
    }

    /// The column of each row from 0; none for an empty row.
    #[getter]
    fn columns(&self) -> PyResult<Vec<Option<u32>>> {
        self.queens
            .columns(self.problem.rows())
            .ok_or_else(|| error(TWO_IN_A_ROW))
    }

    /// The problem of the queens.
    #[getter]
    fn problem(&self) -> Problem {
        Problem(Arc::clone(&self.problem))
    }

    /// True if they are a solution of the problem.
    #[getter]
    fn is_solution(&self, py: Python<'_>) -> bool {
        py.detach(|| check(&self.problem, &self.queens)).is_ok()
    }

    /// The first rule that they break, in words; `None` for a solution.
    ///
    /// >>> import queenslab as ql
    /// >>> ql.Placement([0, 1, 2, 3]).fault
    /// 'the queens on a1 and b2 attack each other'
    #[getter]
    fn fault(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| check(&self.problem, &self.queens))
            .err()
            .map(|violation| violation.to_string())
    }

    /// Names of the symmetries of the problem, which [`Placement.image`] takes.
    ///
    /// >>> import queenslab as ql
    /// >>> ql.Placement([1, 3, 0, 2]).symmetries
    /// ['identity', 'quarter-turn', 'half-turn', 'three-quarter-turn', 'flip-rows',
    /// 'flip-columns', 'transpose', 'anti-transpose']
    #[getter]
    fn symmetries(&self, py: Python<'_>) -> PyResult<Vec<&'static str>> {
        Ok(self
            .orbits(py)?
            .group()
            .iter()
            .copied()
            .map(symmetry_name)
            .collect())
    }

    /// Applies a symmetry of the problem. Turns are clockwise.
    ///
    /// >>> import queenslab as ql
    /// >>> ql.Placement([1, 3, 0, 2]).image("flip-columns").columns
    /// [2, 0, 3, 1]
    fn image(&self, py: Python<'_>, symmetry: &str) -> PyResult<Self> {
        let orbits = self.orbits(py)?;
        let names = || {
            orbits
                .group()
                .iter()
                .copied()
                .map(symmetry_name)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let named = SYMMETRIES
            .iter()
            .find(|named| named.0 == symmetry && orbits.group().contains(&named.1));
        let &(_, symmetry) = named.ok_or_else(|| {
            error(format!(
                "'{symmetry}' is not a symmetry of this problem: use one of {}",
                names()
            ))
        })?;
        Ok(self.with(self.queens.image(
            symmetry,
            self.problem.rows(),
            self.problem.columns(),
        )))
    }

    /// Returns the different images under the symmetries of the problem, in order.
    fn orbit(&self, py: Python<'_>) -> PyResult<Vec<Self>> {
        Ok(self
            .orbits(py)?
            .orbit(&self.queens)
            .into_iter()
            .map(|image| self.with(image))
            .collect())
    }

    /// Returns the least image, which is the same for all symmetric placements.
    fn canonical(&self, py: Python<'_>) -> PyResult<Self> {
        Ok(self.with(self.orbits(py)?.canonical(&self.queens)))
    }

    /// True if it is the least of its images.
    #[getter]
    fn is_fundamental(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.orbits(py)?.is_fundamental(&self.queens))
    }

    /// `ordinary`, `point-symmetric`, `rotary` or `reflective`.
    #[getter]
    fn symmetry_class(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.orbits(py)?.class(&self.queens).to_string())
    }

    /// Returns an array of numpy: `kind="board"` has 1 for a queen, of shape (rows,
    /// columns) and type `uint8`; `kind="columns"` has the column of each row from 0, or -1,
    /// of shape (rows,) and type `int32`.
    ///
    /// >>> import queenslab as ql
    /// >>> ql.Placement([1, 3, 0, 2]).to_numpy("columns").tolist()
    /// [1, 3, 0, 2]
    #[pyo3(signature = (kind="board"))]
    fn to_numpy<'py>(&self, py: Python<'py>, kind: &str) -> PyResult<Bound<'py, PyAny>> {
        let kind = ArrayKind::from_word(kind)?;
        let mut bytes = Vec::new();
        kind.write(&self.queens, &self.problem, &mut bytes)?;
        let array = kind.array(py, &bytes, &self.problem, 1)?;
        array.get_item(0)
    }

    /// The pieces by kind or set, if the problem has several: a dict of lists of squares,
    /// each a row and a column from 0.
    ///
    /// >>> import queenslab as ql
    /// >>> next(ql.solutions("3; pieces: 2 kings, 1 rook")).groups.keys()
    /// dict_keys(['kings', 'rooks'])
    #[getter]
    fn groups<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        if !has_groups(&self.problem) {
            return Ok(None);
        }
        let named = PyDict::new(py);
        for group in groups(&self.problem, &self.queens) {
            named.set_item(group.kind.to_string(), pairs(group.placement.squares()))?;
        }
        Ok(Some(named))
    }

    /// Returns the placement in a format of the command: `text`, `board`, `json`,
    /// `ndjson`, `csv`, `html` or `svg` as a text, `png` as bytes.
    fn render<'py>(&self, py: Python<'py>, format: &str) -> PyResult<Bound<'py, PyAny>> {
        let format: Format = format.parse().map_err(error)?;
        let bytes = self.rendered(format)?;
        Ok(match format.is_text() {
            true => PyString::new(py, &String::from_utf8_lossy(&bytes)).into_any(),
            false => PyBytes::new(py, &bytes).into_any(),
        })
    }

    /// Draws a picture, as SVG that a notebook shows.
    ///
    /// `coordinates`: draws letters and numbers beside the board. `size`: side of a
    /// square in pixels, 1 to 400. `colors`: a dict with any of `light`, `dark`, `piece`,
    /// `given`, each `#rrggbb`. `orientation`: `"top"` draws row 1 on top, `"bottom"`
    /// below. `patterns`: gives regions patterns too.
    #[pyo3(signature = (**look))]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        look: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        picture(py, self, look)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.shown(py)
    }

    fn __len__(&self) -> usize {
        self.queens.len()
    }

    fn __getitem__<'py>(
        &self,
        py: Python<'py>,
        index: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if index.is_instance_of::<PySlice>() {
            return self.squares().into_pyobject(py)?.get_item(index);
        }
        let index: isize = index.extract()?;
        let length = self.queens.len() as isize;
        let at = if index < 0 { index + length } else { index };
        let square = usize::try_from(at)
            .ok()
            .and_then(|at| self.queens.squares().get(at));
        let outside = || {
            PyIndexError::new_err(format!(
                "there is no queen {index}: there are {length}"
            ))
        };
        square
            .map(|square| (square.row, square.column))
            .ok_or_else(outside)?
            .into_bound_py_any(py)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.squares().into_pyobject(py)?.try_iter()
    }

    /// Returns the position of a square in the order of the squares, at least `start` and
    /// less than `stop`.
    #[pyo3(signature = (square, start=0, stop=None))]
    fn index(
        &self,
        square: &Bound<'_, PyAny>,
        start: isize,
        stop: Option<isize>,
    ) -> PyResult<isize> {
        let square = square_of(square)?;
        // As in a list, a negative place counts from the end.
        let place = |at: isize| {
            if at < 0 {
                at + self.queens.len() as isize
            } else {
                at
            }
        };
        let range = place(start)..stop.map_or(isize::MAX, place);
        let at = self
            .queens
            .squares()
            .binary_search(&square)
            .ok()
            .map(|at| at as isize);
        at.filter(|at| range.contains(at)).ok_or_else(|| {
            let within = if (start, stop) == (0, None) {
                ""
            } else {
                " in this part"
            };
            error(format!("there is no queen on {square}{within}"))
        })
    }

    /// Returns 1 if there is a queen on the square, else 0.
    fn count(&self, square: &Bound<'_, PyAny>) -> PyResult<usize> {
        self.__contains__(square).map(usize::from)
    }

    fn __contains__(&self, square: &Bound<'_, PyAny>) -> PyResult<bool> {
        match square_of(square) {
            Ok(square) => Ok(self.queens.squares().binary_search(&square).is_ok()),
            // A name that is misspelled.
            Err(error) if square.is_instance_of::<PyString>() => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// Compares the queens in order, then the sides of the boards.
    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> Py<PyAny> {
        match other.cast::<Placement>() {
            Ok(other) => {
                let answer = op.matches(self.key().cmp(&other.get().key()));
                PyBool::new(py, answer).to_owned().into_any().unbind()
            }
            Err(_) => py.NotImplemented(),
        }
    }

    fn __hash__(&self) -> u64 {
        hash(&self.key())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        if self.queens.len() > MAX_LISTED_QUEENS {
            let text = self.problem.to_string();
            let (count, first) =
                (self.queens.len(), text.lines().next().unwrap_or_default());
            return Ok(format!("<Placement of {count} queens on {first}>"));
        }
        let queens = match self.queens.columns(self.problem.rows()) {
            Some(columns) => columns.into_pyobject(py)?,
            None => self.squares().into_pyobject(py)?,
        };
        if self.is_standard() {
            return Ok(format!("Placement({})", queens.repr()?));
        }
        Ok(format!(
            "Placement({}, {})",
            queens.repr()?,
            PyString::new(py, &self.problem.to_string()).repr()?
        ))
    }

    fn __str__(&self) -> PyResult<String> {
        let is_small = self.problem.rows().max(self.problem.columns()) <= 40;
        let format = if is_small {
            Format::Board
        } else {
            Format::Text
        };
        Ok(String::from_utf8_lossy(&self.rendered(format)?)
            .trim_end()
            .to_owned())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        if !has_groups(&self.problem) {
            return (py.get_type::<Placement>(), (self.squares(), self.problem()))
                .into_pyobject(py);
        }
        let restore = py.import("queenslab._restore")?.getattr("placement")?;
        let labels: Vec<(u8, u16)> = self
            .queens
            .pieces()
            .map(|(_, Label { kind, set })| (kind, set))
            .collect();
        (restore, (self.squares(), labels, self.problem())).into_pyobject(py)
    }

    /// Restores pickled pieces of several kinds: squares, each with the numbers of its
    /// kind and set.
    #[staticmethod]
    fn _restore(
        squares: Vec<(u32, u32)>,
        labels: Vec<(u8, u16)>,
        problem: ProblemArg,
    ) -> Self {
        let squares = squares
            .into_iter()
            .map(|(row, column)| Square::new(row, column));
        let labels = labels.into_iter().map(|(kind, set)| Label { kind, set });
        Placement {
            queens: placement::Placement::labelled(squares.zip(labels).collect()),
            problem: problem.0,
        }
    }
}

impl Placement {
    /// Places queens on a board, if each has a square of its own there.
    pub(crate) fn checked(squares: Vec<Square>, problem: Arc<Board>) -> PyResult<Self> {
        if let Some(&square) = squares.iter().find(|&&square| !problem.contains(square)) {
            let (rows, columns) = (problem.rows(), problem.columns());
            return Err(invalid(ProblemError::OffBoard {
                what: "the queen",
                square,
                rows,
                columns,
            }));
        }
        let queens = placement::Placement::new(squares);
        match queens.squares().windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(invalid(format!("two queens are on {}", pair[0]))),
            None => Ok(Placement { queens, problem }),
        }
    }

    /// Places other queens on the same board.
    fn with(&self, queens: placement::Placement) -> Self {
        Placement {
            queens,
            problem: Arc::clone(&self.problem),
        }
    }

    /// Returns the queens and the sides of the board, which decide equality.
    fn key(&self) -> (&placement::Placement, u32, u32) {
        (&self.queens, self.problem.rows(), self.problem.columns())
    }

    fn is_standard(&self) -> bool {
        self.problem.is_standard() && self.problem.givens().is_empty()
    }

    fn orbits(&self, py: Python<'_>) -> PyResult<Orbits> {
        if self.problem.rules().is_some() {
            return Err(error(
                "the symmetries of rules (kinds of pieces, covers, a best value) are not known",
            ));
        }
        py.detach(|| Orbits::from_problem(&self.problem))
            .map_err(error)
    }

    fn rendered(&self, format: Format) -> PyResult<Vec<u8>> {
        let mut out = Vec::new();
        let mut renderer = render::renderer(format, &self.problem, Style::default());
        let summary = Summary {
            solutions: 1,
            outcome: Outcome::Found,
        };
        renderer
            .begin(&mut out)
            .and_then(|()| renderer.solution(&self.queens, &mut out))
            .and_then(|()| renderer.end(&summary, &mut out))
            .map_err(error)?;
        Ok(out)
    }
}
