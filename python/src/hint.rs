//! Hints for a player of a region puzzle.

use crate::document::Document;
use crate::errors::{error, no_puzzle};
use crate::look;
use crate::problem::{equality, hash, pairs};
use crate::puzzle::Puzzle;
use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use queens::document::HintDocument;
use queens::problem::Unit;
use queens::puzzle::{self, Fact, Position, Premise, PuzzleStep, write};
use queens::square::Square;
use serde::{Deserialize, Serialize};

/// A hint for a player. Hints are equal if their puzzles and steps are.
#[pyclass(frozen, module = "queenslab.puzzle")]
pub(crate) struct Hint {
    facts: HintFacts,
    document: Document,
    position: Position,
}

/// Facts about a hint, as plain values that can be pickled.
#[derive(PartialEq, Serialize, Deserialize)]
struct HintFacts {
    kind: String,
    sentence: String,
    numbered_sentence: String,
    premises: Vec<PremiseFacts>,
    wrong: Option<(u32, u32)>,
    step: Option<StepFacts>,
}

/// A premise of a hint.
#[derive(PartialEq, Serialize, Deserialize)]
struct PremiseFacts {
    fact: FactFacts,
    name: String,
    squares: Vec<(u32, u32)>,
    named_at: usize,
}

/// What a premise states.
#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
enum FactFacts {
    Row(u32),
    Column(u32),
    Region(u32),
    Queen((u32, u32)),
    OneSolution([[(u32, u32); 2]; 2]),
}

impl PremiseFacts {
    fn new(premise: &Premise) -> Self {
        let pair = |square: Square| (square.row, square.column);
        let fact = match premise.fact {
            Fact::Unit(Unit::Row(row)) => FactFacts::Row(row),
            Fact::Unit(Unit::Column(column)) => FactFacts::Column(column),
            Fact::Unit(Unit::Region(region)) => FactFacts::Region(region),
            // No reason uses the whole board.
            Fact::Unit(Unit::Total) => FactFacts::Row(0),
            Fact::Queen(square) => FactFacts::Queen(pair(square)),
            Fact::OneSolution(pairs) => {
                FactFacts::OneSolution(pairs.map(|squares| squares.map(pair)))
            }
        };
        let squares = pairs(&premise.squares);
        PremiseFacts {
            fact,
            name: premise.name(),
            squares,
            named_at: premise.named_at,
        }
    }

    fn premise(&self) -> Premise {
        let square = |(row, column)| Square::new(row, column);
        let fact = match self.fact {
            FactFacts::Row(row) => Fact::Unit(Unit::Row(row)),
            FactFacts::Column(column) => Fact::Unit(Unit::Column(column)),
            FactFacts::Region(region) => Fact::Unit(Unit::Region(region)),
            FactFacts::Queen(queen) => Fact::Queen(square(queen)),
            FactFacts::OneSolution(pairs) => {
                Fact::OneSolution(pairs.map(|pair| pair.map(square)))
            }
        };
        Premise {
            fact,
            squares: squares(&self.squares),
            named_at: self.named_at,
        }
    }
}

/// The step of a hint, if it has one.
#[derive(PartialEq, Serialize, Deserialize)]
struct StepFacts {
    technique: String,
    level: u8,
    ruled_out: Vec<(u32, u32)>,
    crosses: Vec<(u32, u32)>,
    queens: Vec<(u32, u32)>,
}

impl StepFacts {
    fn new(step: &PuzzleStep) -> Self {
        StepFacts {
            technique: step.technique.id.to_owned(),
            level: step.technique.level,
            ruled_out: pairs(&step.ruled_out),
            crosses: pairs(&step.crosses),
            queens: pairs(&step.queens),
        }
    }
}

impl Hint {
    pub(crate) fn new(hint: &puzzle::Hint, position: Position) -> Self {
        let document = HintDocument::new(hint);
        let step = match hint {
            puzzle::Hint::Step(step) | puzzle::Hint::Proof { step, .. } => {
                Some(StepFacts::new(step))
            }
            _ => None,
        };
        let facts = HintFacts {
            kind: document.kind.to_owned(),
            sentence: hint.sentence().to_owned(),
            numbered_sentence: hint.numbered_sentence(),
            premises: hint.premises().iter().map(PremiseFacts::new).collect(),
            wrong: document.wrong.map(|[row, column]| (row, column)),
            step,
        };
        Hint {
            facts,
            document: Document::new(document),
            position,
        }
    }

    /// Returns the step as the library has it.
    fn step(&self) -> PyResult<Option<PuzzleStep>> {
        let Some(step) = &self.facts.step else {
            return Ok(None);
        };
        let known = puzzle::techniques().find(|technique| technique.id == step.technique);
        let unknown = || {
            no_puzzle(format!(
                "'{}' is not a deduction of this version",
                step.technique
            ))
        };
        Ok(Some(PuzzleStep {
            technique: known.ok_or_else(unknown)?,
            sentence: self.facts.sentence.clone(),
            premises: self
                .facts
                .premises
                .iter()
                .map(PremiseFacts::premise)
                .collect(),
            ruled_out: squares(&step.ruled_out),
            crosses: squares(&step.crosses),
            queens: squares(&step.queens),
        }))
    }
}

fn squares(pairs: &[(u32, u32)]) -> Vec<Square> {
    pairs
        .iter()
        .map(|&(row, column)| Square::new(row, column))
        .collect()
}

#[pymethods]
impl Hint {
    /// `solved`, `wrong` (a mark is), `step`, `proof` (by contradiction), `stuck`, or
    /// `stopped` (by a limit).
    #[getter]
    fn kind(&self) -> &str {
        &self.facts.kind
    }

    /// The hint in one sentence.
    #[getter]
    fn sentence(&self) -> &str {
        &self.facts.sentence
    }

    /// Id of the deduction, if there is one.
    #[getter]
    fn technique(&self) -> Option<&str> {
        self.facts.step.as_ref().map(|step| step.technique.as_str())
    }

    /// Difficulty of the deduction, from 1 to 10.
    #[getter]
    fn level(&self) -> Option<u8> {
        self.facts.step.as_ref().map(|step| step.level)
    }

    /// The same with the number of each premise after its name.
    #[getter]
    fn numbered_sentence(&self) -> &str {
        &self.facts.numbered_sentence
    }

    /// What the reason uses, in the order in which the sentence names it: names (`row 1`,
    /// `column c`, `region A`, `b4`) and squares.
    #[getter]
    fn premises(&self) -> Vec<(String, Vec<(u32, u32)>)> {
        let premises = self.facts.premises.iter();
        premises
            .map(|premise| (premise.name.clone(), premise.squares.clone()))
            .collect()
    }

    /// Squares that get a queen.
    #[getter]
    fn queens(&self) -> Vec<(u32, u32)> {
        self.facts
            .step
            .as_ref()
            .map_or_else(Vec::new, |step| step.queens.clone())
    }

    /// Squares that are crossed out.
    #[getter]
    fn crosses(&self) -> Vec<(u32, u32)> {
        self.facts
            .step
            .as_ref()
            .map_or_else(Vec::new, |step| step.crosses.clone())
    }

    /// Square of a wrong mark.
    #[getter]
    fn wrong(&self) -> Option<(u32, u32)> {
        self.facts.wrong
    }

    /// Returns the puzzle after the step, or the same puzzle if there is no step.
    fn apply(&self) -> PyResult<Puzzle> {
        let mut position = self.position.clone();
        if let Some(step) = self.step()? {
            step.apply(&mut position);
        }
        Ok(Puzzle(position))
    }

    /// Returns the document `queens/puzzle-hint` as a dict.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.document.to_dict(py)
    }

    /// Draws the step, with a blue frame around the squares that it reads and a red one
    /// around those that it decides.
    #[pyo3(signature = (**look))]
    fn svg<'py>(
        &self,
        py: Python<'py>,
        look: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let Some(step) = self.step()? else {
            return Puzzle(self.position.clone()).svg(py, look);
        };
        let mut look = look::look(self.position.puzzle().size(), look)?;
        look.scope = look::scope(&(write::grid(&self.position), &step.sentence), &look);
        let mut out = Vec::new();
        write::step_svg(&self.position, &step, look, &mut out).map_err(error)?;
        look::svg(py, out)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let picture = self.svg(py, None)?.str()?.to_string();
        let words = vec![self.facts.sentence.clone()];
        py.import("queenslab._table")?
            .call_method1("answer", (picture, words))?
            .extract()
    }

    fn __str__(&self) -> &str {
        &self.facts.sentence
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "Hint('{}', {})",
            self.facts.kind,
            PyString::new(py, &self.facts.sentence).repr()?
        ))
    }

    fn __richcmp__(
        &self,
        other: &Bound<'_, PyAny>,
        op: CompareOp,
        py: Python<'_>,
    ) -> Py<PyAny> {
        let same = other.cast::<Hint>().ok().map(Bound::get);
        let same = same
            .map(|other| self.facts == other.facts && self.position == other.position);
        equality(py, same, op)
    }

    fn __hash__(&self) -> u64 {
        hash(&(&self.facts.sentence, write::grid(&self.position)))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.import("queenslab._restore")?.getattr("hint")?;
        let facts = pythonize::pythonize(py, &self.facts).map_err(error)?;
        (
            restore,
            (facts, self.document.clone(), Puzzle(self.position.clone())),
        )
            .into_pyobject(py)
    }

    /// Restores a pickled hint.
    #[staticmethod]
    fn _restore(
        facts: &Bound<'_, PyAny>,
        document: &Bound<'_, Document>,
        puzzle: &Bound<'_, Puzzle>,
    ) -> PyResult<Self> {
        let facts = pythonize::depythonize(facts).map_err(error)?;
        Ok(Hint {
            facts,
            document: document.get().clone(),
            position: puzzle.get().0.clone(),
        })
    }
}
