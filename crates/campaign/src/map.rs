//! The map of a campaign: how far each of its bundles is.

use crate::scan::Scan;
use crate::shard::ShardHeader;
use crate::{Campaign, CampaignError};
use serde::Serialize;

/// The most squares of a map: as many as one takes in at a glance.
const SQUARES: u64 = 800;

/// How many squares stand in a line of the map in a terminal.
const LINE: usize = 80;

/// How far some bundles are, by what stands in their shards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BundleState {
    /// All units are done.
    Done,
    /// Some are.
    Part,
    /// None is.
    Missing,
    /// A merge refuses a shard.
    Failed,
}

impl BundleState {
    /// All of them, in the order in which they are told.
    pub const ALL: [Self; 4] = [Self::Done, Self::Part, Self::Missing, Self::Failed];

    /// How it is drawn in a terminal, and what it means.
    fn in_words(self) -> (char, &'static str) {
        match self {
            Self::Done => ('#', "done"),
            Self::Part => ('+', "done in part"),
            Self::Missing => ('.', "missing"),
            Self::Failed => ('!', "failed"),
        }
    }
}

/// A square of the map: a bundle, or some that follow each other where a campaign has more than 800.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MapSquare {
    /// The first bundle, from 0.
    pub first: u64,
    /// How many bundles.
    pub bundles: u64,
    /// Their units.
    pub units: u64,
    /// Units that are done.
    pub done: u64,
    /// How far they are. One that failed shows among all others.
    pub state: BundleState,
}

/// The map: its squares in the order of the bundles, 800 at most, all but the last of as many bundles.
///
/// # Complexity
/// Linear in the number of bundles.
pub(crate) fn map(campaign: &Campaign, scan: &Scan) -> Vec<MapSquare> {
    let bundles = campaign.plan.bundles;
    let done = scan.done_by_bundle(campaign);
    let mut has_failed = vec![false; done.len()];
    for file in scan.faults.iter().flat_map(CampaignError::files) {
        let bundle =
            ShardHeader::bundle_of_name(file).flatten().and_then(|bundle| usize::try_from(bundle).ok());
        if let Some(mark) = bundle.and_then(|bundle| has_failed.get_mut(bundle)) {
            *mark = true;
        }
    }
    let side = bundles.div_ceil(SQUARES).max(1);
    let square = |first: u64| {
        let all = first..bundles.min(first + side);
        let place = all.start as usize..all.end as usize;
        let units = all.clone().map(|bundle| campaign.deal.size_of(bundle)).sum();
        let done = done[place.clone()].iter().sum();
        let state = match () {
            () if has_failed[place].contains(&true) => BundleState::Failed,
            () if done == units => BundleState::Done,
            () if done > 0 => BundleState::Part,
            () => BundleState::Missing,
        };
        MapSquare { first, bundles: all.end - all.start, units, done, state }
    };
    (0..bundles.div_ceil(side)).map(|number| square(number * side)).collect()
}

/// The map as lines of a terminal, what its signs mean first.
pub(crate) fn in_words(map: &[MapSquare]) -> Vec<String> {
    let side = map.first().map_or(1, |square| square.bundles);
    let each = if side > 1 { format!("{side} bundles a sign") } else { "bundles".to_owned() };
    let told = |state: BundleState| {
        let (sign, words) = state.in_words();
        map.iter().any(|square| square.state == state).then(|| format!("{sign} {words}"))
    };
    let told: Vec<String> = BundleState::ALL.into_iter().filter_map(told).collect();
    let line = |squares: &[MapSquare]| squares.iter().map(|square| square.state.in_words().0).collect();
    let lines = map.chunks(LINE).map(line);
    std::iter::once(format!("{each}: {}", told.join(", "))).chain(lines).collect()
}
