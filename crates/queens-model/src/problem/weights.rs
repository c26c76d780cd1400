//! Weights: a number for each square.

use super::{Problem, ProblemError};
use crate::square::Square;
use control::clip;

/// Largest absolute value of a weight: sums over [`MAX_WEIGHTED`] squares fit an `i64`.
pub const MAX_WEIGHT: i64 = 1_000_000_000_000;

/// Largest number of squares of a board with weights.
pub const MAX_WEIGHTED: u64 = 1_000_000;

/// Reason why a text is not a matrix of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WeightError {
    /// Text that is not a weight.
    #[error(
        "'{0}' is not a weight: use whole numbers from -{MAX_WEIGHT} to {MAX_WEIGHT}; for fractions, multiply all of them by 10, 100, ..."
    )]
    Weight(String),
    /// A row that is longer or shorter than the first.
    #[error("this row has {}, but the first row has {expected}: write one for each square", control::counted(*found, "weight"))]
    Ragged {
        /// Weights in this row.
        found: usize,
        /// Weights in the first row.
        expected: usize,
    },
}

/// Returns the words of a row of weights: between blanks, commas or semicolons.
pub(super) fn weight_words(row: &str) -> impl Iterator<Item = &str> {
    row.split(|joint: char| joint.is_whitespace() || joint == ',' || joint == ';')
        .filter(|word| !word.is_empty())
}

/// Reads a weight. Programs also write whole numbers as `3.0` or `3.00e+00`.
pub(super) fn weight_of(word: &str) -> Result<i64, WeightError> {
    let whole = |number: f64| {
        (number.fract() == 0.0 && number.abs() <= MAX_WEIGHT as f64)
            .then_some(number as i64)
    };
    let read = word
        .parse()
        .ok()
        .or_else(|| word.parse().ok().and_then(whole));
    read.filter(|weight: &i64| weight.unsigned_abs() <= MAX_WEIGHT as u64)
        .ok_or_else(|| WeightError::Weight(clip(word)))
}

/// Weights of the squares of a board.
///
/// ```
/// use queens::problem::Weights;
///
/// let weights: Weights = "1,2,3\n4,5,6".parse()?;
/// assert_eq!((weights.rows(), weights.columns(), weights.values()), (2, 3, &[1, 2, 3, 4, 5, 6][..]));
/// # Ok::<(), queens::problem::WeightError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    rows: u32,
    values: Vec<i64>,
}

impl Weights {
    /// Returns the number of rows.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Returns the number of columns, 0 if there is no row.
    #[must_use]
    pub fn columns(&self) -> u32 {
        (self.values.len() as u32)
            .checked_div(self.rows)
            .unwrap_or(0)
    }

    /// Returns the weights, row by row.
    #[must_use]
    pub fn values(&self) -> &[i64] {
        &self.values
    }
}

/// Reads a line for each row: whole numbers, with blanks, commas or semicolons between
/// them. Empty lines, and lines that begin with `#`, are skipped.
impl std::str::FromStr for Weights {
    type Err = WeightError;

    fn from_str(text: &str) -> Result<Self, WeightError> {
        let is_row =
            |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let (mut rows, mut columns, mut values) = (0, 0, Vec::new());
        for line in text.trim_start_matches('\u{feff}').lines().filter(is_row) {
            let before = values.len();
            for word in weight_words(line) {
                values.push(weight_of(word)?);
            }
            let found = values.len() - before;
            if rows == 0 {
                columns = found;
            }
            if found != columns {
                return Err(WeightError::Ragged {
                    found,
                    expected: columns,
                });
            }
            rows += 1;
        }
        Ok(Weights { rows, values })
    }
}

/// Checks weights for a board.
pub(super) fn check_weights(
    weights: Vec<i64>,
    rows: u32,
    columns: u32,
) -> Result<Box<[i64]>, ProblemError> {
    let expected = u64::from(rows) * u64::from(columns);
    if expected > MAX_WEIGHTED {
        return Err(ProblemError::TooLargeForWeights { rows, columns });
    }
    if weights.len() as u64 != expected {
        return Err(ProblemError::WeightsDoNotCover {
            rows,
            columns,
            found: weights.len() as u64,
        });
    }
    match weights
        .iter()
        .find(|weight| weight.unsigned_abs() > MAX_WEIGHT as u64)
    {
        Some(&weight) => Err(ProblemError::TooLargeWeight(weight)),
        None => Ok(weights.into_boxed_slice()),
    }
}

impl Problem {
    /// Returns the weights of all squares, row by row, those of holes and walls included;
    /// `None` if it has none.
    ///
    /// They do not change the solutions: only the least and the greatest sum depend on
    /// them.
    #[must_use]
    pub fn weights(&self) -> Option<&[i64]> {
        self.weights.as_deref()
    }

    /// Returns the weight of `square`, which must be on the board; `None` if there are no
    /// weights.
    #[must_use]
    pub fn weight(&self, square: Square) -> Option<i64> {
        self.weights
            .as_ref()
            .map(|weights| weights[self.square_index(square)])
    }

    /// Returns the sum of the weights of `squares`, which must be on the board; `None` if
    /// there are no weights.
    #[must_use]
    pub fn total_weight(&self, squares: &[Square]) -> Option<i64> {
        squares.iter().map(|&square| self.weight(square)).sum()
    }

    /// Returns this problem with these weights, row by row, in place of any others.
    ///
    /// # Errors
    /// Another number of weights than squares; a weight beyond [`MAX_WEIGHT`]; more than
    /// [`MAX_WEIGHTED`] squares.
    pub fn with_weights(&self, weights: Vec<i64>) -> Result<Self, ProblemError> {
        let weights = check_weights(weights, self.rows, self.columns)?;
        Ok(Problem {
            weights: Some(weights),
            ..self.clone()
        })
    }
}
