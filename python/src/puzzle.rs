//! Region puzzles: read, rate, hint, explain.

use crate::answer::Answer;
use crate::arrays::{bytes_of, region_names, region_numbers, without_names};
use crate::document::{self, Document};
use crate::errors::{Raise, error, no_puzzle, stopped};
use crate::hint::Hint;
use crate::look;
use crate::options::{CallOptions, Natural};
use crate::placement::square_of;
use crate::problem::{Problem, equality, hash};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use queens::control::{Limits, Outcome};
use queens::document::{ExplanationDocument, PuzzleDocument, RatingDocument};
use queens::names;
use queens::puzzle::{self, Mark, Options, Position, Unratable, read, write};
use queens::{Question, Settings};
use std::sync::Arc;

/// Forms of [`Puzzle::to_text`].
const FORMS: [&str; 9] = [
    "grid",
    "task",
    "link",
    "sbn",
    "text",
    "sudokupad",
    "fpuzzles",
    "penpa",
    "player",
];

/// A region puzzle and its marks: a queen in each row, column and region (or `stars` of
/// them), no two touching.
///
/// `board` is a text in any common form (a grid of letters, JSON, an address of
/// puzz.link, Star Battle Notation, ...), the bytes of a screenshot (PNG, JPEG, WebP), a
/// list of rows, a map of the regions with a whole number or a letter for each square
/// (lists or an array of numpy), or the dict of `to_dict`. `time` (seconds) and `memory`
/// (bytes) limit the reading of a screenshot. A puzzle does not change: `mark` returns
/// another one.
///
/// >>> from queenslab import puzzle
/// >>> board = puzzle.Puzzle("AABBB\nAABBB\nCCCCD\nCEECD\nCEEED")
/// >>> board.size, board.stars, board.regions[0]
/// (5, 1, 'AABBB')
/// >>> puzzle.Puzzle("AABB\nAABB\nCCDD\nCCED")
/// Traceback (most recent call last):
///     ...
/// queenslab.PuzzleError: a board of 4 x 4 with 5 regions is not valid: draw exactly 4,
/// one for each row
#[pyclass(frozen, module = "queenslab.puzzle", skip_from_py_object)]
#[derive(Clone)]
pub(crate) struct Puzzle(pub(crate) Position);

/// Options of deductions on a puzzle.
struct Deduction {
    uniqueness: bool,
    rules_only: bool,
}

impl Deduction {
    /// Deduces on a thread of its own. A limit raises an exception, because the result
    /// would look as if no rule applied.
    fn run<'py, T: Send + 'static, R: IntoPyObject<'py>>(
        self,
        py: Python<'py>,
        how: &CallOptions,
        deduce: impl FnOnce(&Options) -> PyResult<T> + Send + 'static,
        wrap: impl FnOnce(T) -> R,
    ) -> PyResult<R> {
        let work = move |settings: &Settings| {
            let settings = settings
                .clone()
                .with_limits(settings.limits.started())
                .with_threads(1);
            let options = Options {
                uniqueness: self.uniqueness,
                settings,
                ..Options::default()
            };
            let options = if self.rules_only {
                options.rules_only()
            } else {
                options
            };
            let found = deduce(&options)?;
            Ok::<_, PyErr>((found, options.settings.limits.check()))
        };
        how.run(py, work, |(found, step)| match step {
            Ok(()) => Ok(wrap(found)),
            Err(stop) => {
                let outcome = Outcome::from(Err(stop));
                Err(stopped(
                    py,
                    "the deductions were cut short",
                    outcome,
                    wrap(found),
                ))
            }
        })
    }
}

#[pymethods]
impl Puzzle {
    #[new]
    #[pyo3(
        signature = (board, stars=None, **how),
        text_signature = "(board, stars=None, *, time=None, memory=None, cancel=None)"
    )]
    fn new(
        board: &Bound<'_, PyAny>,
        stars: Option<Natural<u32>>,
        how: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let (py, board) = (board.py(), &without_names(board)?);
        let stars = stars.map(|Natural(stars)| stars);
        let how = CallOptions::from_keywords("Puzzle", how)?;
        let bytes: Vec<u8> = if let Some(bytes) = bytes_of(board)? {
            bytes
        } else if board.is_instance_of::<PyDict>() {
            py.import("json")?
                .call_method1("dumps", (board,))?
                .extract::<String>()?
                .into_bytes()
        } else if let Ok(rows) = board.extract::<Vec<String>>() {
            rows.join("\n").into_bytes()
        } else if board.try_iter().is_ok() {
            let names =
                region_names(board).map_err(|error| no_puzzle(error.value(py)))?;
            let size = u32::try_from(names.len()).unwrap_or(u32::MAX);
            let made =
                puzzle::Puzzle::new(size, stars.unwrap_or(1), region_numbers(&names));
            return Ok(Puzzle(Position::new(made.map_err(no_puzzle)?)));
        } else {
            return Err(PyTypeError::new_err(
                "a puzzle is made from a text, the bytes of a picture, rows, an array or a dict",
            ));
        };
        let work =
            move |settings: &Settings| read::read_within(&bytes, stars, &settings.limits);
        how.run(py, work, |position| Ok(Puzzle(position)))
    }

    /// Side of the board.
    #[getter]
    fn size(&self) -> u32 {
        self.0.puzzle().size()
    }

    /// Number of queens in each row, column and region.
    #[getter]
    fn stars(&self) -> u32 {
        self.0.puzzle().stars()
    }

    /// A text for each row with a letter for each square.
    #[getter]
    fn regions(&self) -> Vec<String> {
        PuzzleDocument::new(&self.0).regions
    }

    /// The squares that are marked with a queen.
    #[getter]
    fn queens(&self) -> Vec<(u32, u32)> {
        self.marked(Mark::Queen)
    }

    /// The squares that are marked as empty.
    #[getter]
    fn crosses(&self) -> Vec<(u32, u32)> {
        self.marked(Mark::Cross)
    }

    /// The remaining problem: marked queens are given, crossed squares are holes.
    #[getter]
    fn problem(&self) -> PyResult<Problem> {
        Ok(Problem(Arc::new(self.0.problem().map_err(no_puzzle)?)))
    }

    /// Returns this puzzle with a square marked as `"queen"`, `"cross"` or `"open"`.
    #[pyo3(signature = (square, mark="queen"))]
    fn mark(&self, square: &Bound<'_, PyAny>, mark: &str) -> PyResult<Self> {
        let square = square_of(square)?;
        if !self.0.puzzle().problem().contains(square) {
            let size = self.size();
            return Err(no_puzzle(format!(
                "{square} is off the board of {size} x {size}"
            )));
        }
        let mark = match mark {
            "queen" => Mark::Queen,
            "cross" => Mark::Cross,
            "open" => Mark::Open,
            other => {
                return Err(no_puzzle(format!(
                    "'{other}' is not a mark: use queen, cross or open"
                )));
            }
        };
        let mut position = self.0.clone();
        position.set(square, mark);
        Ok(Puzzle(position))
    }

    /// Solves the puzzle: the answer's `solution`, and `verdict` on the number of
    /// solutions.
    #[pyo3(signature = (**how), text_signature = "(self, *, time=None, nodes=None, memory=None, progress=None, cancel=None)")]
    fn solve(&self, py: Python<'_>, how: Option<&Bound<'_, PyDict>>) -> PyResult<Answer> {
        let problem = Arc::new(self.0.problem().map_err(no_puzzle)?);
        let put = Arc::clone(&problem);
        let work =
            move |settings: &Settings| queens::ask(&put, Question::Unique, settings);
        CallOptions::from_keywords("solve", how)?.run(py, work, |found| {
            Ok(Answer::new(&problem, Question::Unique, &found))
        })
    }

    /// Returns a hint: a wrong mark, else the easiest deduction that applies, else a
    /// proof by contradiction.
    ///
    /// `uniqueness`: deductions may assume a single solution. `rules_only`: no proofs.
    ///
    /// >>> from queenslab import puzzle
    /// >>> puzzle.Puzzle("AABBB\nAABBB\nCCCCD\nCEECD\nCEEED").hint().kind
    /// 'step'
    #[pyo3(
        signature = (*, uniqueness=false, rules_only=false, **how),
        text_signature = "(self, *, uniqueness=False, rules_only=False, time=None, nodes=None, memory=None, cancel=None)"
    )]
    fn hint(
        &self,
        py: Python<'_>,
        uniqueness: bool,
        rules_only: bool,
        how: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Hint> {
        let position = self.0.clone();
        let deduce = move |options: &Options| {
            puzzle::hint(&position, options).map_err(Raise::raise)
        };
        let how = CallOptions::from_keywords("hint", how)?;
        let wrap = |hint| Hint::new(&hint, self.0.clone());
        Deduction {
            uniqueness,
            rules_only,
        }
        .run(py, &how, deduce, wrap)
    }

    /// Returns all steps to the solution, or as far as the rules lead, as a document:
    /// `steps`, `solved`, `end`.
    #[pyo3(
        signature = (*, uniqueness=false, rules_only=false, **how),
        text_signature = "(self, *, uniqueness=False, rules_only=False, time=None, nodes=None, memory=None, cancel=None)"
    )]
    fn explain(
        &self,
        py: Python<'_>,
        uniqueness: bool,
        rules_only: bool,
        how: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Document> {
        let position = self.0.clone();
        let deduce = move |options: &Options| {
            if let Some(obstacle) =
                puzzle::obstacle(&position, options).map_err(Raise::raise)?
            {
                return Err(no_puzzle(obstacle));
            }
            Ok(ExplanationDocument::new(&puzzle::explain_from(
                &position, options,
            )))
        };
        let how = CallOptions::from_keywords("explain", how)?;
        Deduction {
            uniqueness,
            rules_only,
        }
        .run(py, &how, deduce, Document::new)
    }

    /// Rates the difficulty, as a document: `rating`, `score`, the `hardest` deduction,
    /// and `solved` if deductions solve the puzzle.
    ///
    /// >>> from queenslab import puzzle
    /// >>> puzzle.generate(7, rating="easy", seed=1).rate()["rating"]
    /// 'easy'
    #[pyo3(
        signature = (*, uniqueness=false, rules_only=false, **how),
        text_signature = "(self, *, uniqueness=False, rules_only=False, time=None, nodes=None, memory=None, cancel=None)"
    )]
    fn rate(
        &self,
        py: Python<'_>,
        uniqueness: bool,
        rules_only: bool,
        how: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<Document>> {
        let position = self.0.clone();
        // A rating that was stopped is none.
        let deduce = move |options: &Options| {
            let clues = Position::new(position.puzzle().clone());
            match puzzle::unratable(clues.puzzle(), options).map_err(Raise::raise)? {
                Some(Unratable::Stopped(_)) => return Ok(None),
                Some(obstacle) => return Err(no_puzzle(obstacle)),
                None => {}
            }
            Ok(puzzle::rate(clues.puzzle(), options)
                .ok()
                .as_ref()
                .map(RatingDocument::new))
        };
        let how = CallOptions::from_keywords("rate", how)?;
        let wrap = |rated: Option<RatingDocument>| rated.map(Document::new);
        Deduction {
            uniqueness,
            rules_only,
        }
        .run(py, &how, deduce, wrap)
    }

    /// Returns the puzzle in another form: `grid`, `task`, `link` (puzz.link), `sbn`
    /// (Star Battle Notation), `text` (a problem), the addresses `sudokupad`, `fpuzzles`
    /// and `penpa`, or `player`, a page that plays it without a network.
    #[pyo3(signature = (form="grid"))]
    fn to_text(&self, form: &str) -> PyResult<String> {
        let puzzle = self.0.puzzle();
        match form {
            "grid" => Ok(write::grid(&self.0)),
            "task" => write::task(puzzle).map_err(no_puzzle),
            "link" => write::link(puzzle).map_err(no_puzzle),
            "sbn" => write::notation(puzzle).map_err(no_puzzle),
            "text" => write::text(&self.0).map_err(no_puzzle),
            "sudokupad" => Ok(write::sudokupad(puzzle, &Limits::default())),
            "fpuzzles" => Ok(write::f_puzzles(puzzle)),
            "penpa" => write::penpa(puzzle).map_err(no_puzzle),
            "player" => {
                let mut page = Vec::new();
                let written = write::player(std::slice::from_ref(&self.0), &mut page);
                written.map_err(no_puzzle)?;
                // The writer produces UTF-8.
                Ok(String::from_utf8_lossy(&page).into_owned())
            }
            other => Err(no_puzzle(format!(
                "'{other}' is not a valid form: {}",
                names::way_out(other, &FORMS)
            ))),
        }
    }

    /// Returns the document `queens/puzzle` as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        document::dict(py, &PuzzleDocument::new(&self.0))
    }

    /// Draws a picture, which a notebook shows; see [`Placement.svg`] for the options.
    #[pyo3(signature = (**look))]
    pub(crate) fn svg<'py>(
        &self,
        py: Python<'py>,
        look: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut look = look::look(self.size(), look)?;
        look.scope = look::scope(&write::grid(&self.0), &look);
        let mut out = Vec::new();
        write::svg(&self.0, look, &mut out).map_err(error)?;
        look::svg(py, out)
    }

    fn _repr_svg_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.svg(py, None)
    }

    fn __str__(&self) -> String {
        write::grid(&self.0).trim_end().to_owned()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "Puzzle({})",
            PyString::new(py, &self.__str__()).repr()?
        ))
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> Py<PyAny> {
        equality(
            py,
            other
                .cast::<Puzzle>()
                .ok()
                .map(|other| self.0 == other.get().0),
            op,
        )
    }

    fn __hash__(&self) -> u64 {
        hash(&write::grid(&self.0))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        // Clues and marks apart: a mark may contradict a clue, and a grid holds one of
        // them.
        let restored = py.import("queenslab._restore")?.getattr("puzzle")?;
        let clues = self.0.puzzle().problem().to_string();
        (restored, (clues, self.queens(), self.crosses())).into_pyobject(py)
    }
}

impl Puzzle {
    fn marked(&self, mark: Mark) -> Vec<(u32, u32)> {
        self.0
            .marked(mark)
            .map(|square| (square.row, square.column))
            .collect()
    }
}
