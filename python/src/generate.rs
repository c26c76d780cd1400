//! New region puzzles.

use crate::errors::{Raise, no_puzzle, with_partial};
use crate::options::{CallOptions, Natural};
use crate::puzzle::Puzzle;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use queens::Settings;
use queens::names;
use queens::puzzle::{
    self, Difficulty, GenerateSettings, Position, PuzzleWish, RatingWord, RegionShape,
};
use std::convert::Infallible;
use std::ops::ControlFlow;

/// Returns the value with this name in `all`.
fn named<T: Copy>(
    what: &str,
    name: &str,
    all: &[T],
    id: fn(T) -> &'static str,
) -> PyResult<T> {
    all.iter()
        .copied()
        .find(|&one| id(one) == name)
        .ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|&one| id(one)).collect();
            no_puzzle(format!(
                "'{name}' is not a valid {what}: {}",
                names::way_out(name, &known)
            ))
        })
}

/// Reads the options of a puzzle from keyword arguments.
fn wanted(
    size: u32,
    stars: u32,
    rating: Option<&str>,
    shape: Option<&str>,
    symmetric: bool,
    givens: u32,
    settings: &Settings,
) -> PyResult<GenerateSettings> {
    let difficulty = match rating {
        Some("any") => Difficulty::Any,
        Some(word) => {
            Difficulty::Rated(named("rating", word, &RatingWord::ALL, RatingWord::id)?)
        }
        None => Difficulty::ByRules,
    };
    let usual = GenerateSettings::new(size, settings.seed);
    let shape = shape.map_or(Ok(usual.shape), |shape| {
        named("shape", shape, &RegionShape::ALL, RegionShape::id)
    })?;
    Ok(GenerateSettings {
        stars,
        symmetric,
        givens,
        shape,
        wish: PuzzleWish::rated(difficulty),
        limits: settings.limits.clone(),
        ..usual
    })
}

/// Makes a new puzzle with exactly one solution: another one for each call, or always the
/// same for a `seed`, which is a whole number or a `Generator` of numpy.
///
/// `stars`: queens in each row, column and region. `rating`: `gentle`, `easy`, `medium`,
/// `hard` or `fiendish`; by default any rating that needs no proofs; `any` allows proofs too.
/// `shape` of the regions: `mixed`, `compact`, `winding`, `even` or `uneven`.
/// `symmetric`: the regions have half-turn symmetry. `givens`: number of given queens.
///
/// Raises `LimitReached` if `time` or `nodes` is reached before, or the call is
/// cancelled; its `partial` is `None`.
///
/// >>> from queenslab import puzzle
/// >>> new = puzzle.generate(6, seed=4)
/// >>> new == puzzle.generate(6, seed=4), new.solve().verdict
/// (True, 'the only one')
#[pyfunction]
#[pyo3(
    signature = (size, *, stars=Natural(1), rating=None, shape=None, symmetric=false, givens=Natural(0), **how),
    text_signature = "(size, *, stars=1, rating=None, shape=None, symmetric=False, givens=0, seed=None, time=None, nodes=None, cancel=None)"
)]
#[expect(
    clippy::too_many_arguments,
    reason = "they are what a puzzle may be asked for"
)]
pub(crate) fn generate(
    py: Python<'_>,
    size: Natural<u32>,
    stars: Natural<u32>,
    rating: Option<&str>,
    shape: Option<&str>,
    symmetric: bool,
    givens: Natural<u32>,
    how: Option<&Bound<'_, PyDict>>,
) -> PyResult<Puzzle> {
    let mut how = CallOptions::from_keywords("generate", how)?;
    how.draw_seed(py)?;
    let want = wanted(
        size.0,
        stars.0,
        rating,
        shape,
        symmetric,
        givens.0,
        &how.settings,
    )?;
    let work = move |settings: &Settings| {
        puzzle::generate(&GenerateSettings {
            limits: settings.limits.clone(),
            ..want.clone()
        })
    };
    how.run(py, work, |made| Ok(Puzzle(Position::new(made.puzzle))))
}

/// Makes `count` new puzzles with the seeds from `seed` on, by default a random one, on
/// all cores; see [`generate`].
///
/// Raises `LimitReached` if a limit is reached or the call is cancelled; its `partial`
/// lists the puzzles that were made before.
///
/// >>> from queenslab import puzzle
/// >>> many = puzzle.generate_many(3, 6, seed=4)
/// >>> len(many), many[0] == puzzle.generate(6, seed=4)
/// (3, True)
#[pyfunction]
#[pyo3(
    signature = (count, size, *, stars=Natural(1), rating=None, shape=None, symmetric=false, givens=Natural(0), **how),
    text_signature = "(count, size, *, stars=1, rating=None, shape=None, symmetric=False, givens=0, threads=0, seed=None, time=None, nodes=None, cancel=None)"
)]
#[expect(
    clippy::too_many_arguments,
    reason = "they are what a puzzle may be asked for"
)]
pub(crate) fn generate_many<'py>(
    py: Python<'py>,
    count: Natural<u64>,
    size: Natural<u32>,
    stars: Natural<u32>,
    rating: Option<&str>,
    shape: Option<&str>,
    symmetric: bool,
    givens: Natural<u32>,
    how: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyList>> {
    let mut how = CallOptions::from_keywords("generate_many", how)?;
    how.draw_seed(py)?;
    let want = wanted(
        size.0,
        stars.0,
        rating,
        shape,
        symmetric,
        givens.0,
        &how.settings,
    )?;
    let work = move |settings: &Settings| {
        let mut all = Vec::new();
        let want = GenerateSettings {
            limits: settings.limits.clone(),
            ..want.clone()
        };
        let end =
            puzzle::generate_many(&want, count.0, settings.threads, &mut |_, made| {
                all.push(made.puzzle);
                ControlFlow::Continue(())
            });
        Ok::<_, Infallible>((all, end))
    };
    let listed =
        |(all, end): (Vec<puzzle::Puzzle>, Result<(), puzzle::GenerateError>)| {
            let all = all
                .into_iter()
                .map(|made| Py::new(py, Puzzle(Position::new(made))));
            let all = PyList::new(py, all.collect::<PyResult<Vec<_>>>()?)?;
            match end {
                Ok(()) => Ok(all),
                Err(error) => Err(with_partial(py, error.raise(), all)),
            }
        };
    how.run(py, work, listed)
}
