//! The map of a campaign: the progress of each bundle.

use crate::Campaign;
use serde::Serialize;

/// Maximum number of squares of a map.
const MAX_SQUARES: u64 = 800;

/// Number of squares in a line of the map in a terminal.
const SQUARES_PER_LINE: usize = 80;

/// Progress of one or more bundles, from their shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BundleState {
    /// All units are done.
    Done,
    /// Some units are done.
    Part,
    /// No unit is done.
    Missing,
    /// A merge would refuse one of the shards.
    Failed,
}

impl BundleState {
    /// All states, in the order of the legend.
    pub const ALL: [Self; 4] = [Self::Done, Self::Part, Self::Missing, Self::Failed];

    /// Returns the sign of the state in a terminal, and its meaning.
    fn in_words(self) -> (char, &'static str) {
        match self {
            Self::Done => ('#', "done"),
            Self::Part => ('+', "done in part"),
            Self::Missing => ('.', "missing"),
            Self::Failed => ('!', "failed"),
        }
    }
}

/// Square of the map: a bundle, or several successive ones if the campaign has more than 800.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MapSquare {
    /// First bundle, from 0.
    pub first: u64,
    /// Number of bundles.
    pub bundles: u64,
    /// Number of their units.
    pub units: u64,
    /// Number of units that are done.
    pub done: u64,
    /// Progress of the bundles; `failed` if one of them failed.
    pub state: BundleState,
}

/// Returns the squares in the order of the bundles, at most 800; all except the last have
/// the same number of bundles. `done` is the number of units done in each bundle, and
/// `has_failed` is true for those with a shard that a merge would refuse.
///
/// # Complexity
/// Linear in the number of bundles.
pub(crate) fn draw_map(
    campaign: &Campaign,
    done: &[u64],
    has_failed: &[bool],
) -> Vec<MapSquare> {
    let bundles = campaign.plan.bundles;
    let side = bundles.div_ceil(MAX_SQUARES).max(1);
    let square = |first: u64| {
        let all = first..bundles.min(first + side);
        let place = all.start as usize..all.end as usize;
        let units = all
            .clone()
            .map(|bundle| campaign.deal.size_of(bundle))
            .sum();
        let done = done[place.clone()].iter().sum();
        let state = match () {
            () if has_failed[place].contains(&true) => BundleState::Failed,
            () if done == units => BundleState::Done,
            () if done > 0 => BundleState::Part,
            () => BundleState::Missing,
        };
        MapSquare {
            first,
            bundles: all.end - all.start,
            units,
            done,
            state,
        }
    };
    (0..bundles.div_ceil(side))
        .map(|number| square(number * side))
        .collect()
}

/// Returns the map as lines for a terminal, the legend first.
pub(crate) fn in_words(map: &[MapSquare]) -> Vec<String> {
    let side = map.first().map_or(1, |square| square.bundles);
    let each = if side > 1 {
        format!("{side} bundles a sign")
    } else {
        "bundles".to_owned()
    };
    // States that no square has need no entry.
    let mut legend = Vec::new();
    for state in BundleState::ALL {
        if map.iter().any(|square| square.state == state) {
            let (sign, words) = state.in_words();
            legend.push(format!("{sign} {words}"));
        }
    }
    let mut lines = vec![format!("{each}: {}", legend.join(", "))];
    for squares in map.chunks(SQUARES_PER_LINE) {
        let signs = squares.iter().map(|square| square.state.in_words().0);
        lines.push(signs.collect());
    }
    lines
}
