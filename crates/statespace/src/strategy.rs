//! Search strategies and loop checks.

use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

/// Default width of a beam, in nodes.
const DEFAULT_BEAM: NonZeroUsize = NonZeroUsize::new(16).unwrap();

/// Order in which a search expands nodes.
///
/// Its text is its id: `dfs`, `bfs`, `ids`, `ucs`, `greedy`, `astar`, `idastar`,
/// `beam:16`; it is parsed from the id or from the long name. Ties are broken
/// deterministically: of equal nodes the one that was generated first comes first, and
/// depth-first search tries operators in the order of the space.
///
/// ```
/// use statespace::Strategy;
///
/// assert_eq!("astar".parse(), Ok(Strategy::AStar));
/// assert_eq!("breadth-first".parse(), Ok(Strategy::BreadthFirst));
/// assert_eq!("beam:3".parse::<Strategy>().unwrap().to_string(), "beam:3");
/// assert!("beam:0".parse::<Strategy>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// The deepest node first.
    DepthFirst,
    /// The shallowest node first.
    BreadthFirst,
    /// Depth-first to a depth of 0, 1, 2, ... steps (Korf 1985).
    IterativeDeepening,
    /// The node with the cheapest path first (Dijkstra 1959).
    UniformCost,
    /// The node that looks nearest to a goal first, whatever its path costs.
    Greedy,
    /// The node with the least sum of path cost and heuristic first (Hart, Nilsson,
    /// Raphael 1968).
    AStar,
    /// Depth-first to a bound on that sum, raised to the least sum beyond it (Korf 1985).
    IdaStar,
    /// Layer by layer, keeping the given number of nodes that look nearest to a goal.
    Beam(NonZeroUsize),
}

/// Measure that the first solution of a strategy minimizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MinimizedMeasure {
    /// The number of steps.
    Steps,
    /// The cost of the path.
    Cost,
}

impl Strategy {
    /// Every strategy, the beam with its default width of 16.
    pub const ALL: [Strategy; 8] = [
        Strategy::DepthFirst,
        Strategy::BreadthFirst,
        Strategy::IterativeDeepening,
        Strategy::UniformCost,
        Strategy::Greedy,
        Strategy::AStar,
        Strategy::IdaStar,
        Strategy::Beam(DEFAULT_BEAM),
    ];

    /// Returns the short name, the same for beams of all widths.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.list_texts()[0]
    }

    /// Returns the long name.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.list_texts()[1]
    }

    /// Returns a description of one line.
    #[must_use]
    pub fn description(self) -> &'static str {
        self.list_texts()[2]
    }

    fn list_texts(self) -> [&'static str; 3] {
        match self {
            Strategy::DepthFirst => [
                "dfs",
                "depth-first",
                "follows each path to its end before it tries the next; holds one path and its siblings",
            ],
            Strategy::BreadthFirst => [
                "bfs",
                "breadth-first",
                "tries all paths of one step, then of two, and so on; holds a whole layer",
            ],
            Strategy::IterativeDeepening => [
                "ids",
                "iterative-deepening",
                "depth-first to a depth of 0, 1, 2, ...; as short as breadth-first, as small as depth-first",
            ],
            Strategy::UniformCost => {
                ["ucs", "uniform-cost", "extends the cheapest path first"]
            }
            Strategy::Greedy => [
                "greedy",
                "greedy-best-first",
                "extends the path whose end looks nearest to a goal",
            ],
            Strategy::AStar => [
                "astar",
                "a-star",
                "extends the path with the least sum of its cost and the estimate of the rest",
            ],
            Strategy::IdaStar => [
                "idastar",
                "iterative-deepening-astar",
                "depth-first to a bound on the sum that astar minimises; raises the bound as little as needed",
            ],
            Strategy::Beam(_) => [
                "beam",
                "beam-search",
                "layer by layer, keeping only the nodes that look nearest to a goal",
            ],
        }
    }

    /// Returns true if it always finds a solution if there is one, provided that every
    /// state has finitely many successors, every step costs at least 1, and no limit
    /// stops it.
    ///
    /// In a finite space this is also true of depth-first and greedy search with
    /// [`LoopCheck::Path`] or [`LoopCheck::Closed`], but not of a beam.
    #[must_use]
    pub fn is_complete(self) -> bool {
        self.minimises().is_some()
    }

    /// Returns the measure that its first solution minimizes, if there is one; for A* and
    /// IDA* only with heuristics that are never too high.
    #[must_use]
    pub fn minimises(self) -> Option<MinimizedMeasure> {
        match self {
            Strategy::BreadthFirst | Strategy::IterativeDeepening => {
                Some(MinimizedMeasure::Steps)
            }
            Strategy::UniformCost | Strategy::AStar | Strategy::IdaStar => {
                Some(MinimizedMeasure::Cost)
            }
            Strategy::DepthFirst | Strategy::Greedy | Strategy::Beam(_) => None,
        }
    }

    /// Returns true if it uses [`crate::Space::heuristic`].
    #[must_use]
    pub fn is_informed(self) -> bool {
        matches!(
            self,
            Strategy::Greedy | Strategy::AStar | Strategy::IdaStar | Strategy::Beam(_)
        )
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())?;
        match self {
            Strategy::Beam(width) => write!(f, ":{width}"),
            _ => Ok(()),
        }
    }
}

/// Reason why a text is not a [`Strategy`] or a [`LoopCheck`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SearchParseError {
    /// There is no such strategy.
    #[error(
        "unknown strategy '{0}': use dfs, bfs, ids, ucs, greedy, astar, idastar, beam or beam:WIDTH"
    )]
    Strategy(String),
    /// The width of a beam is not a number, or it is 0.
    #[error(
        "beam width '{0}' is not a whole number of at least 1: use for example beam:16"
    )]
    BeamWidth(String),
    /// There is no such loop check.
    #[error("unknown loop check '{0}': use none, path or closed")]
    LoopCheck(String),
}

impl FromStr for Strategy {
    type Err = SearchParseError;

    fn from_str(text: &str) -> Result<Self, SearchParseError> {
        let (name, width) = match text.split_once(':') {
            Some((name, width)) => (name, Some(width)),
            None => (text, None),
        };
        let strategy = Strategy::ALL
            .into_iter()
            .find(|strategy| strategy.id() == name || strategy.name() == name)
            .ok_or_else(|| SearchParseError::Strategy(text.to_owned()))?;
        match (strategy, width) {
            (_, None) => Ok(strategy),
            (Strategy::Beam(_), Some(width)) => width
                .parse()
                .map(Strategy::Beam)
                .map_err(|_| SearchParseError::BeamWidth(width.to_owned())),
            (_, Some(_)) => Err(SearchParseError::Strategy(text.to_owned())),
        }
    }
}

/// Treatment of states that a search meets again. Its text is `none`, `path` or `closed`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LoopCheck {
    /// No check, for trees. In a space with loops the search may never end without a
    /// limit.
    None,
    /// No path visits a state twice, but different paths may. Every loop-free solution is
    /// found.
    #[default]
    Path,
    /// Every state is expanded once, and again only after a path that is better by the
    /// measure of the strategy. One solution is found for each goal state.
    Closed,
}

impl LoopCheck {
    /// All loop checks.
    pub const ALL: [LoopCheck; 3] = [LoopCheck::None, LoopCheck::Path, LoopCheck::Closed];
}

impl fmt::Display for LoopCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LoopCheck::None => "none",
            LoopCheck::Path => "path",
            LoopCheck::Closed => "closed",
        })
    }
}

impl FromStr for LoopCheck {
    type Err = SearchParseError;

    fn from_str(text: &str) -> Result<Self, SearchParseError> {
        LoopCheck::ALL
            .into_iter()
            .find(|check| check.to_string() == text)
            .ok_or_else(|| SearchParseError::LoopCheck(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strategies_round_trip() {
        for strategy in Strategy::ALL {
            assert_eq!(strategy.to_string().parse(), Ok(strategy));
            assert_eq!(strategy.id().parse(), Ok(strategy));
            assert_eq!(strategy.name().parse(), Ok(strategy));
        }
        for check in LoopCheck::ALL {
            assert_eq!(check.to_string().parse(), Ok(check));
        }
    }

    #[test]
    fn errors_name_the_way_out() {
        for text in ["", "x", "dfs:3", "beam:", "beam:-1", "beam:0", "beam:3:4"] {
            let error = text.parse::<Strategy>().unwrap_err().to_string();
            assert!(error.contains("beam"), "{error}");
        }
        let error = "paths".parse::<LoopCheck>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown loop check 'paths': use none, path or closed"
        );
    }
}
