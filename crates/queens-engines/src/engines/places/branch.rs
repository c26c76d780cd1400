//! The choice of the variable to decide.

use super::PlaceGoal;
use super::model::PlaceModel;
use super::state::{PlaceState, SumState};
use queens_model::bits::members;

/// Open variables of a row of which one must be 1.
struct RowNeed {
    /// True if the sum is too low with all of them 0, false if it is too high.
    is_low: bool,
    /// Number of variables of which one must be 1, if so many are needed that the others
    /// do not matter.
    choices: u32,
}

/// Chooses an open variable, places first, and the value to try first; `None` if all have
/// a value.
pub(super) fn choose_variable(
    model: &PlaceModel,
    state: &PlaceState,
    goal: PlaceGoal,
) -> Option<(usize, bool)> {
    let first = first_open(state)?;
    let is_helping = first >= model.places;
    let needy = row_in_need(state, is_helping);
    if let Some((row, is_low)) = needy {
        let term = model.rows[row].terms.iter().find(|&&(factor, variable)| {
            (factor > 0) == is_low
                && (variable >= model.places) == is_helping
                && state.is_open(variable)
        });
        return term.map(|&(_, variable)| (variable, true));
    }
    let gain = model.gains[first];
    let value = if goal == PlaceGoal::Best {
        gain > 0
    } else {
        gain >= 0
    };
    Some((first, value))
}

fn first_open(state: &PlaceState) -> Option<usize> {
    let at = state.open.iter().position(|&word| word != 0)?;
    members(state.open[at]).next().map(|bit| 64 * at + bit)
}

/// Returns the row with the fewest open variables of which one must be 1, and whether its
/// sum is too low.
fn row_in_need(state: &PlaceState, is_helping: bool) -> Option<(usize, bool)> {
    let mut best: Option<(u32, usize, bool)> = None;
    for (number, sum) in state.sums.iter().enumerate() {
        if let Some(need) = RowNeed::new(sum, is_helping)
            && best.is_none_or(|(choices, ..)| need.choices < choices)
        {
            best = Some((need.choices, number, need.is_low));
        }
    }
    best.map(|(_, number, is_low)| (number, is_low))
}

impl RowNeed {
    #[inline(always)]
    fn new(sum: &SumState, is_helping: bool) -> Option<Self> {
        let (is_low, missing) = if sum.now < sum.low {
            (true, sum.low - sum.now)
        } else if sum.now > sum.high {
            (false, sum.now - sum.high)
        } else {
            return None;
        };
        let [places, helping] = sum.open.map(|open| open[usize::from(is_low)]);
        if (if is_helping { helping } else { places }) == 0 {
            return None;
        }
        // Of m variables of which k must be 1, one of the first m - k + 1 is.
        let needed = ((missing - 1) / sum.largest).min(i64::from(u32::MAX)) as u32;
        Some(RowNeed {
            is_low,
            choices: (places + helping).saturating_sub(needed).max(1),
        })
    }
}
