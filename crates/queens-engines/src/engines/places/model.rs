//! A 0-1 model as the search reads it.

use control::{Limit, Limits, MOST_BYTES, Stop};
use queens_model::problem::Goal;
use queens_model::zero_one::{Row, ZeroOne};

/// Bound on a sum that bounds nothing.
pub(super) const ANY_SUM: i64 = 1 << 62;

/// Greatest sum of the factors of a row, without signs: so that no bound overflows.
const MAX_SUM: i64 = 1 << 60;

/// Memory in bytes of a row, and of a term together with its entry in the list of its
/// variable.
const BYTES_OF_ROW: u64 = 128;
const BYTES_OF_TERM: u64 = 32;

/// A sum with bounds.
pub(super) struct PlaceRow {
    /// Factors and variables, the largest factors without sign first.
    pub(super) terms: Vec<(i64, usize)>,
    pub(super) low: i64,
    pub(super) high: i64,
}

/// The rows by variables, the clashes as bit sets, and the objective as a row whose sum,
/// the gain, is to be greatest.
pub(super) struct PlaceModel {
    /// Number of places: the first variables.
    pub(super) places: usize,
    pub(super) variables: usize,
    /// Words of a bit set of variables.
    pub(super) words: usize,
    /// All rows; the objective is one of them.
    pub(super) rows: Vec<PlaceRow>,
    /// Row of the objective.
    pub(super) objective: Option<usize>,
    /// Factor of each variable in the gain.
    pub(super) gains: Vec<i64>,
    /// True if the objective was to be least, so that gains are its values with the other
    /// sign.
    is_least: bool,
    /// First use of each variable, and the end of all.
    first_use: Vec<usize>,
    /// Rows and factors of the variables, one variable after the other.
    uses: Vec<(usize, i64)>,
    /// For each variable with clashes the number of its bit set.
    clash_set: Vec<Option<usize>>,
    clash_words: Vec<u64>,
}

impl PlaceModel {
    /// Compiles `model`.
    ///
    /// # Errors
    /// As [`super::PlaceSearch::new`].
    pub(super) fn new(model: &ZeroOne, limits: &Limits) -> Result<Self, Stop> {
        let (rows, objective, is_least) = compile_rows(model)?;
        let (first_use, uses) = list_uses(&rows, model.variables);
        let mut gains = vec![0; model.variables];
        for &(factor, variable) in objective.iter().flat_map(|&row| &rows[row].terms) {
            gains[variable] = factor;
        }
        let words = model.variables.div_ceil(64);
        let mut compiled = PlaceModel {
            places: model.places.len(),
            variables: model.variables,
            words,
            rows,
            objective,
            gains,
            is_least,
            first_use,
            uses,
            clash_set: vec![None; model.variables],
            clash_words: Vec::new(),
        };
        compiled.number_clash_sets(model);
        let memory = limits.memory.unwrap_or(MOST_BYTES);
        if compiled.bytes() > memory {
            return Err(Stop::LimitReached(Limit::Memory));
        }
        limits.check_memory(compiled.bytes())?;
        compiled.fill_clash_sets(model);
        Ok(compiled)
    }

    /// Gives a bit set to each variable that clashes.
    fn number_clash_sets(&mut self, model: &ZeroOne) {
        let exclusive = self.rows.iter().filter(|row| row.is_exclusive());
        let of_rows =
            exclusive.flat_map(|row| row.terms.iter().map(|&(_, variable)| variable));
        let mut count = 0;
        for variable in model
            .clashes
            .iter()
            .flat_map(|&(one, other)| [one, other])
            .chain(of_rows)
        {
            self.clash_set[variable].get_or_insert_with(|| {
                count += 1;
                count - 1
            });
        }
    }

    fn fill_clash_sets(&mut self, model: &ZeroOne) {
        self.clash_words = vec![0; self.clash_sets() * self.words];
        for &(one, other) in &model.clashes {
            self.add_clash(one, other);
            self.add_clash(other, one);
        }
        for row in 0..self.rows.len() {
            if self.rows[row].is_exclusive() {
                self.add_exclusive_row(row);
            }
        }
    }

    fn add_exclusive_row(&mut self, row: usize) {
        let mut members = vec![0; self.words];
        let variables: Vec<usize> = self.rows[row]
            .terms
            .iter()
            .map(|&(_, variable)| variable)
            .collect();
        variables
            .iter()
            .for_each(|variable| members[variable / 64] |= 1 << (variable % 64));
        for &variable in &variables {
            if let Some(set) = self.clash_set[variable] {
                let words = &mut self.clash_words[set * self.words..][..self.words];
                words
                    .iter_mut()
                    .zip(&members)
                    .for_each(|(word, members)| *word |= members);
                words[variable / 64] &= !(1 << (variable % 64));
            }
        }
    }

    fn add_clash(&mut self, one: usize, other: usize) {
        if let Some(set) = self.clash_set[one] {
            self.clash_words[set * self.words + other / 64] |= 1 << (other % 64);
        }
    }

    fn clash_sets(&self) -> usize {
        self.clash_set.iter().flatten().count()
    }

    /// Estimates the memory of model and search in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let bytes_of_sets = 8 * self.clash_sets() as u64 * self.words as u64;
        let bytes_of_variables = 64 * self.variables as u64;
        let (rows, uses) = (self.rows.len() as u64, self.uses.len() as u64);
        bytes_of_sets + bytes_of_variables + BYTES_OF_ROW * rows + BYTES_OF_TERM * uses
    }

    /// Returns the variables that clash with one, as words; `None` if there is none.
    #[inline]
    pub(super) fn clashes(&self, variable: usize) -> Option<&[u64]> {
        self.clash_set[variable]
            .map(|set| &self.clash_words[set * self.words..][..self.words])
    }

    /// Returns the rows of a variable with its factors.
    #[inline]
    pub(super) fn uses(&self, variable: usize) -> &[(usize, i64)] {
        &self.uses[self.first_use[variable]..self.first_use[variable + 1]]
    }

    /// Returns the value of the objective for a gain.
    pub(super) fn value_of_gain(&self, gain: i64) -> i64 {
        if self.is_least {
            gain.saturating_neg()
        } else {
            gain
        }
    }

    /// Returns the gain for a value of the objective, within bounds that no gain reaches.
    pub(super) fn gain_of_value(&self, value: i64) -> i64 {
        let gain = if self.is_least {
            value.saturating_neg()
        } else {
            value
        };
        gain.clamp(-ANY_SUM + 1, ANY_SUM - 1)
    }
}

impl PlaceRow {
    /// Compiles a row.
    fn new(row: &Row) -> Result<Self, Stop> {
        let mut terms = row.sum.terms.clone();
        let mut total = 0u64;
        for (factor, _) in &terms {
            total = total.saturating_add(factor.unsigned_abs());
        }
        if total > MAX_SUM as u64 {
            return Err(Stop::GaveUp);
        }
        terms.sort_by_key(|&(factor, variable)| {
            (std::cmp::Reverse(factor.unsigned_abs()), variable)
        });
        let [low, high] = [row.low, row.high].map(|bound| bound.clamp(-ANY_SUM, ANY_SUM));
        Ok(PlaceRow { terms, low, high })
    }

    /// Largest factor without sign; 0 if there is no term.
    pub(super) fn largest_factor(&self) -> i64 {
        self.terms.first().map_or(0, |&(factor, _)| factor.abs())
    }

    /// Returns true if no two of its variables can be 1.
    fn is_exclusive(&self) -> bool {
        let is_positive = self.terms.iter().all(|&(factor, _)| factor > 0);
        match self.terms.as_slice() {
            [.., (a, _), (b, _)] => is_positive && a + b > self.high,
            _ => false,
        }
    }
}

/// Returns all rows, the number of the objective's row, and whether the objective is to
/// be least.
fn compile_rows(model: &ZeroOne) -> Result<(Vec<PlaceRow>, Option<usize>, bool), Stop> {
    let mut rows = model
        .rows
        .iter()
        .map(PlaceRow::new)
        .collect::<Result<Vec<_>, _>>()?;
    let Some((goal, sum)) = &model.objective else {
        return Ok((rows, None, false));
    };
    let mut gain = PlaceRow::new(&Row {
        sum: sum.clone(),
        low: i64::MIN,
        high: i64::MAX,
    })?;
    let is_least = *goal == Goal::Least;
    if is_least {
        gain.terms
            .iter_mut()
            .for_each(|(factor, _)| *factor = -*factor);
    }
    rows.push(gain);
    let last = rows.len() - 1;
    Ok((rows, Some(last), is_least))
}

/// Lists rows and factors of each variable, with the first entry of each.
fn list_uses(rows: &[PlaceRow], variables: usize) -> (Vec<usize>, Vec<(usize, i64)>) {
    let mut first_use = vec![0; variables + 1];
    for &(_, variable) in rows.iter().flat_map(|row| &row.terms) {
        first_use[variable + 1] += 1;
    }
    for variable in 0..variables {
        first_use[variable + 1] += first_use[variable];
    }
    let mut next = first_use.clone();
    let mut uses = vec![(0, 0); first_use[variables]];
    for (number, row) in rows.iter().enumerate() {
        for &(factor, variable) in &row.terms {
            uses[next[variable]] = (number, factor);
            next[variable] += 1;
        }
    }
    (first_use, uses)
}
