//! The state of the search: variables that are open or 1, and what each row can still
//! reach.

use super::model::{PlaceModel, PlaceRow};
use control::{Meter, Stop};
use queens_model::bits::members;

/// A row is long if it has more terms than so many times the mean.
const LONG_ROW: usize = 3;

/// A row in a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct SumState {
    pub(super) low: i64,
    pub(super) high: i64,
    /// Largest factor without sign.
    pub(super) largest: i64,
    /// Least value that the open variables allow.
    least: i64,
    /// Greatest value that the open variables allow.
    pub(super) greatest: i64,
    /// Value if all open variables are 0.
    pub(super) now: i64,
    /// Numbers of open variables with negative and with positive factors: of places, and
    /// of helping variables.
    pub(super) open: [[u32; 2]; 2],
}

/// A state that is changed and restored in place.
pub(super) struct PlaceState {
    /// Variables without a value.
    pub(super) open: Vec<u64>,
    /// Variables that are 1.
    on: Vec<u64>,
    /// One for each row of the model.
    pub(super) sums: Vec<SumState>,
    /// Variables with a value, in the order in which they got it.
    trail: Vec<usize>,
    /// Rows to look at: short ones, and long ones, which wait because they may fix many
    /// variables.
    queue: [Vec<usize>; 2],
    is_queued: Vec<bool>,
    is_long: Vec<bool>,
}

impl SumState {
    fn new(row: &PlaceRow, places: usize) -> Self {
        let largest = row.largest_factor();
        let PlaceRow { low, high, .. } = *row;
        let mut sum = SumState {
            low,
            high,
            largest,
            least: 0,
            greatest: 0,
            now: 0,
            open: [[0; 2]; 2],
        };
        for &(factor, variable) in &row.terms {
            sum.open[usize::from(variable >= places)][usize::from(factor > 0)] += 1;
            sum.least += factor.min(0);
            sum.greatest += factor.max(0);
        }
        sum
    }

    /// Records that an open variable with this factor gets a value.
    #[inline(always)]
    fn fix(&mut self, factor: i64, is_helping: bool, value: bool) {
        self.open[usize::from(is_helping)][usize::from(factor > 0)] -= 1;
        self.shift(factor, factor > 0, value);
    }

    /// Records that a variable with this factor and value is open again.
    #[inline(always)]
    fn release(&mut self, factor: i64, is_helping: bool, value: bool) {
        self.open[usize::from(is_helping)][usize::from(factor > 0)] += 1;
        self.shift(-factor, factor > 0, value);
    }

    /// A variable that is 1 no longer allows a lower sum, or a higher one if its factor
    /// is negative; one that is 0 does the opposite.
    #[inline(always)]
    fn shift(&mut self, by: i64, is_positive: bool, value: bool) {
        if value {
            self.now += by;
        }
        match (value, is_positive) {
            (true, true) => self.least += by,
            (true, false) => self.greatest += by,
            (false, true) => self.greatest -= by,
            (false, false) => self.least -= by,
        }
    }

    /// Returns true if a variable may be forced, or the row may be broken.
    #[inline(always)]
    fn is_tight(&self) -> bool {
        self.least > self.high - self.largest || self.greatest < self.low + self.largest
    }
}

impl PlaceState {
    /// Creates the state in which all variables are open.
    pub(super) fn new(model: &PlaceModel) -> Self {
        let mut open = vec![0; model.words];
        (0..model.variables)
            .for_each(|variable| open[variable / 64] |= 1 << (variable % 64));
        let terms: usize = model.rows.iter().map(|row| row.terms.len()).sum();
        let is_long =
            |row: &PlaceRow| row.terms.len() * model.rows.len() > LONG_ROW * terms;
        PlaceState {
            open,
            on: vec![0; model.words],
            sums: model
                .rows
                .iter()
                .map(|row| SumState::new(row, model.places))
                .collect(),
            trail: Vec::with_capacity(model.variables),
            queue: Default::default(),
            is_queued: vec![false; model.rows.len()],
            is_long: model.rows.iter().map(is_long).collect(),
        }
    }

    #[inline(always)]
    pub(super) fn is_open(&self, variable: usize) -> bool {
        self.open[variable / 64] >> (variable % 64) & 1 == 1
    }

    /// Returns the number of variables with a value.
    pub(super) fn fixed(&self) -> usize {
        self.trail.len()
    }

    /// Lists the places that are 1, ascending.
    pub(super) fn places_on(&self, model: &PlaceModel) -> impl Iterator<Item = usize> {
        let places = model.places;
        let words = self.on.iter().take(places.div_ceil(64)).enumerate();
        words
            .flat_map(|(at, &word)| members(word).map(move |bit| 64 * at + bit))
            .take_while(move |&at| at < places)
    }

    /// Sets the bounds of a row.
    pub(super) fn bound_row(&mut self, row: usize, low: i64, high: i64) {
        (self.sums[row].low, self.sums[row].high) = (low, high);
        self.queue_row(row);
    }

    /// Marks a row as one to look at.
    #[inline(always)]
    pub(super) fn queue_row(&mut self, row: usize) {
        if !self.is_queued[row] {
            self.is_queued[row] = true;
            self.queue[usize::from(self.is_long[row])].push(row);
        }
    }

    /// Gives an open variable a value. One that is 1 closes all that clash with it.
    #[inline]
    pub(super) fn fix(&mut self, model: &PlaceModel, variable: usize, value: bool) {
        self.fix_alone(model, variable, value);
        if !value {
            return;
        }
        self.on[variable / 64] |= 1 << (variable % 64);
        // A word of clashes at a time: only those that are open are visited.
        for (at, &clashing) in model.clashes(variable).into_iter().flatten().enumerate() {
            for bit in members(clashing & self.open[at]) {
                self.fix_alone(model, 64 * at + bit, false);
            }
        }
    }

    #[inline(always)]
    fn fix_alone(&mut self, model: &PlaceModel, variable: usize, value: bool) {
        self.open[variable / 64] &= !(1 << (variable % 64));
        self.trail.push(variable);
        for &(row, factor) in model.uses(variable) {
            self.sums[row].fix(factor, variable >= model.places, value);
            if self.sums[row].is_tight() {
                self.queue_row(row);
            }
        }
    }

    /// Opens the variables that were fixed last, until `fixed` are left.
    pub(super) fn undo(&mut self, model: &PlaceModel, fixed: usize) {
        self.clear_queue();
        // The other way round, and exactly what fixing did: sums are never computed anew.
        while self.trail.len() > fixed
            && let Some(variable) = self.trail.pop()
        {
            let (at, bit) = (variable / 64, 1 << (variable % 64));
            let value = self.on[at] & bit != 0;
            self.open[at] |= bit;
            self.on[at] &= !bit;
            for &(row, factor) in model.uses(variable) {
                self.sums[row].release(factor, variable >= model.places, value);
            }
        }
    }

    fn clear_queue(&mut self) {
        while let Some(row) = self.next_queued() {
            self.is_queued[row] = false;
        }
    }

    #[inline(always)]
    fn next_queued(&mut self) -> Option<usize> {
        // Short rows are cheap to look at and may break the node before a long one is
        // needed.
        let [short, long] = &mut self.queue;
        short.pop().or_else(|| long.pop())
    }

    /// Looks at the queued rows, and at those that this queues; returns false if one is
    /// broken.
    ///
    /// # Errors
    /// The reason to stop.
    pub(super) fn propagate(
        &mut self,
        model: &PlaceModel,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Stop> {
        while let Some(row) = self.next_queued() {
            self.is_queued[row] = false;
            meter.tick()?;
            let may_gain = model
                .objective
                .is_none_or(|row| self.sums[row].greatest >= self.sums[row].low);
            if !may_gain || !self.force_variables(model, row) {
                self.clear_queue();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Fixes the open variables of a row whose other value would break it; returns false
    /// if it is broken.
    fn force_variables(&mut self, model: &PlaceModel, row: usize) -> bool {
        // Terms are sorted by size: once one is too small to break the row, so are all
        // after it.
        for &(factor, variable) in &model.rows[row].terms {
            let sum = &self.sums[row];
            let (room_below, room_above) = (sum.greatest - sum.low, sum.high - sum.least);
            if room_below.min(room_above) < 0 {
                return false;
            }
            let size = factor.abs();
            // The other terms are not larger.
            if size <= room_below.min(room_above) {
                return true;
            }
            if !self.is_open(variable) {
                continue;
            }
            // 1 raises the least sum if the factor is positive; 0 does if it is negative.
            let is_too_high = size > room_above;
            self.fix(model, variable, (factor > 0) != is_too_high);
        }
        let sum = &self.sums[row];
        sum.least <= sum.high && sum.greatest >= sum.low
    }
}
