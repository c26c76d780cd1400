//! A route on a map.

use crate::path::Transition;
use crate::space::{Space, TransitionOf};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The roads of Romania in kilometres: Russell and Norvig, "Artificial Intelligence",
/// third edition (2010), figure 3.2.
const ROMANIAN_ROADS: [(&str, &str, u64); 23] = [
    ("Arad", "Zerind", 75),
    ("Arad", "Sibiu", 140),
    ("Arad", "Timisoara", 118),
    ("Zerind", "Oradea", 71),
    ("Oradea", "Sibiu", 151),
    ("Timisoara", "Lugoj", 111),
    ("Lugoj", "Mehadia", 70),
    ("Mehadia", "Drobeta", 75),
    ("Drobeta", "Craiova", 120),
    ("Craiova", "Rimnicu Vilcea", 146),
    ("Craiova", "Pitesti", 138),
    ("Sibiu", "Rimnicu Vilcea", 80),
    ("Sibiu", "Fagaras", 99),
    ("Rimnicu Vilcea", "Pitesti", 97),
    ("Fagaras", "Bucharest", 211),
    ("Pitesti", "Bucharest", 101),
    ("Bucharest", "Giurgiu", 90),
    ("Bucharest", "Urziceni", 85),
    ("Urziceni", "Hirsova", 98),
    ("Hirsova", "Eforie", 86),
    ("Urziceni", "Vaslui", 142),
    ("Vaslui", "Iasi", 92),
    ("Iasi", "Neamt", 87),
];

/// The straight lines to Bucharest in kilometres, from the same edition, figure 3.22. The
/// first edition (1995) has 178 for Fagaras and 98 for Pitesti, which changes the order
/// in which A* expands cities.
const DISTANCES_TO_BUCHAREST: [(&str, u64); 20] = [
    ("Arad", 366),
    ("Bucharest", 0),
    ("Craiova", 160),
    ("Drobeta", 242),
    ("Eforie", 161),
    ("Fagaras", 176),
    ("Giurgiu", 77),
    ("Hirsova", 151),
    ("Iasi", 226),
    ("Lugoj", 244),
    ("Mehadia", 241),
    ("Neamt", 234),
    ("Oradea", 380),
    ("Pitesti", 100),
    ("Rimnicu Vilcea", 193),
    ("Sibiu", 253),
    ("Timisoara", 329),
    ("Urziceni", 80),
    ("Vaslui", 199),
    ("Zerind", 374),
];

/// The shortest route by road from one city to another. A step costs the length of the
/// road; roads go both ways and are tried in the order in which they were given.
///
/// ```
/// use statespace::problems::Route;
/// use statespace::{LoopCheck, Search, Strategy};
///
/// let route = Route::romania("Arad", "Bucharest")?;
/// let search = Search::new(&route, Strategy::AStar).loop_check(LoopCheck::Closed);
/// assert_eq!(search.first().solution.unwrap().cost(), 418);
/// # Ok::<(), statespace::problems::RouteError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Route {
    roads: BTreeMap<City, Vec<(City, u64)>>,
    estimates: BTreeMap<City, u64>,
    from: City,
    to: City,
}

/// A city, by its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct City(Arc<str>);

impl City {
    fn named(name: &str) -> Self {
        City(name.into())
    }
}

impl fmt::Display for City {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reason why a route is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RouteError {
    /// No road leads there.
    #[error("the map has no city '{name}': use one of {known}")]
    UnknownCity {
        /// Name that is not on the map.
        name: String,
        /// Names on the map.
        known: String,
    },
    /// An estimate of the remaining distance that may be too high.
    #[error(
        "{estimate} from {city} to the goal is more than its road of {road} to {next} and {rest} from there: give straight-line distances"
    )]
    Estimate {
        /// City whose estimate is too high, by a road from another city.
        city: String,
        /// Its estimate.
        estimate: u64,
        /// Other end of the road.
        next: String,
        /// Length of the road.
        road: u64,
        /// Estimate at the other end.
        rest: u64,
    },
    /// An estimate at the goal itself.
    #[error("the goal is {0} from itself: give 0 or leave it out")]
    EstimateAtGoal(u64),
}

impl Route {
    /// Creates the problem of a route by `roads`, each of which is two cities and the
    /// length between them. The map holds the cities of the roads.
    ///
    /// # Errors
    /// [`RouteError::UnknownCity`] if no road leads to one of the two.
    pub fn new(
        roads: &[(&str, &str, u64)],
        from: &str,
        to: &str,
    ) -> Result<Self, RouteError> {
        let mut map: BTreeMap<City, Vec<(City, u64)>> = BTreeMap::new();
        for &(one, other, length) in roads {
            for (here, there) in [(one, other), (other, one)] {
                let city = City::named(here);
                map.entry(city)
                    .or_default()
                    .push((City::named(there), length));
            }
        }
        let route = Route {
            roads: map,
            estimates: BTreeMap::new(),
            from: City::named(from),
            to: City::named(to),
        };
        route.check_city(&route.from)?;
        route.check_city(&route.to)?;
        Ok(route)
    }

    /// Sets estimates of the distance to the goal, such as straight lines; other cities
    /// have 0.
    ///
    /// # Errors
    /// [`RouteError`] if a road gains more on the goal than its own length, which makes
    /// the estimates inadmissible, or if a city is not on the map.
    pub fn with_estimates(
        mut self,
        estimates: &[(&str, u64)],
    ) -> Result<Self, RouteError> {
        for &(name, estimate) in estimates {
            let city = City::named(name);
            self.check_city(&city)?;
            self.estimates.insert(city, estimate);
        }
        if self.heuristic(&self.to) > 0 {
            return Err(RouteError::EstimateAtGoal(self.heuristic(&self.to)));
        }
        for (city, roads) in &self.roads {
            for (next, road) in roads {
                let (estimate, rest) = (self.heuristic(city), self.heuristic(next));
                if estimate > rest.saturating_add(*road) {
                    return Err(RouteError::Estimate {
                        city: city.to_string(),
                        estimate,
                        next: next.to_string(),
                        road: *road,
                        rest,
                    });
                }
            }
        }
        Ok(self)
    }

    /// Creates a route through Romania, on the map of Russell and Norvig's "Artificial
    /// Intelligence" (third edition, 2010). A route to Bucharest has straight-line
    /// distances as estimates.
    ///
    /// # Errors
    /// [`RouteError::UnknownCity`] for a city that is not on that map.
    pub fn romania(from: &str, to: &str) -> Result<Self, RouteError> {
        let route = Route::new(&ROMANIAN_ROADS, from, to)?;
        match to {
            "Bucharest" => route.with_estimates(&DISTANCES_TO_BUCHAREST),
            _ => Ok(route),
        }
    }

    fn check_city(&self, city: &City) -> Result<(), RouteError> {
        if self.roads.contains_key(city) {
            return Ok(());
        }
        let known: Vec<&str> = self.roads.keys().map(|city| &*city.0).collect();
        Err(RouteError::UnknownCity {
            name: city.to_string(),
            known: known.join(", "),
        })
    }
}

/// Drive along one road.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Drive {
    /// City at its end.
    pub to: City,
    /// Length in kilometres.
    pub length: u64,
}

impl fmt::Display for Drive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "drive {} km to {}", self.length, self.to)
    }
}

impl Space for Route {
    type State = City;
    type Operator = Drive;

    fn start(&self) -> City {
        self.from.clone()
    }

    fn is_goal(&self, city: &City) -> bool {
        *city == self.to
    }

    fn successors(&self, city: &City) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let roads = self.roads.get(city).map_or(&[][..], Vec::as_slice);
        roads.iter().map(|(to, length)| {
            let drive = Drive {
                to: to.clone(),
                length: *length,
            };
            Transition::with_cost(drive, to.clone(), *length)
        })
    }

    fn heuristic(&self, city: &City) -> u64 {
        self.estimates.get(city).copied().unwrap_or(0)
    }
}
