//! The classics have the answers that are published for them.

use crate::common::distances;
use control::{Detail, Observer};
use statespace::problems::{
    EightPuzzle, EightPuzzleError, Frogs, Jugs, JugsError, Missionaries,
    MissionariesError, Route, RouteError, Tiles,
};
use statespace::{
    Event, EventKind, LoopCheck, MinimizedMeasure, Outcome, Search, Solution, Space,
    Strategy,
};
use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

fn first<S: Space>(space: &S, strategy: Strategy) -> Option<Solution<S>> {
    let search = Search::new(space, strategy).loop_check(LoopCheck::Closed);
    search.first().solution
}

/// Every optimal strategy gives `cost`, the others a solution; no estimate is too high.
fn assert_least<S: Space>(space: &S, cost: u64) {
    for strategy in Strategy::ALL {
        let solution = first(space, strategy);
        if strategy.minimises() == Some(MinimizedMeasure::Cost) {
            assert_eq!(solution.unwrap().cost(), cost, "{strategy}");
        }
    }
    let distances = distances(space);
    assert_eq!(distances[&space.start()], cost);
    for (state, distance) in &distances {
        assert!(space.heuristic(state) <= *distance);
    }
}

fn labels<S: Space>(solution: &Solution<S>) -> Vec<String> {
    solution.operators().map(ToString::to_string).collect()
}

#[test]
fn jugs_of_4_and_5_litres_measure_2_in_6_steps() {
    // By hand: 5 leaves 1 when 4 is filled from it; 1 in the 4 litre jug takes 3 of the
    // next 5.
    let jugs = Jugs::new(&[4, 5], 2).unwrap();
    let solution = first(&jugs, Strategy::BreadthFirst).unwrap();
    assert_eq!(
        labels::<Jugs>(&solution),
        [
            "fill the 5 litre jug",
            "pour the 5 litre jug into the 4 litre jug",
            "empty the 4 litre jug",
            "pour the 5 litre jug into the 4 litre jug",
            "fill the 5 litre jug",
            "pour the 5 litre jug into the 4 litre jug",
        ]
    );
    assert_eq!(solution.end().litres(), [4, 2]);
    assert_eq!(solution.end().to_string(), "(4, 2)");
}

#[test]
fn jugs_measure_multiples_of_their_common_divisor() {
    for (capacities, wanted) in [(&[3, 5][..], 4), (&[4, 5], 2), (&[6, 10, 15], 1)] {
        let jugs = Jugs::new(capacities, wanted).unwrap();
        assert_least(&jugs, distances(&jugs)[&jugs.start()]);
    }
    let report = Search::new(&Jugs::new(&[4, 6], 3).unwrap(), Strategy::AStar)
        .loop_check(LoopCheck::Closed)
        .first();
    assert_eq!(
        (report.solution, report.outcome),
        (None, Outcome::Exhausted)
    );
}

#[test]
fn refuses_bad_jugs() {
    assert_eq!(Jugs::new(&[], 1), Err(JugsError::Count(0)));
    assert_eq!(Jugs::new(&[1; 9], 1), Err(JugsError::Count(9)));
    assert_eq!(Jugs::new(&[4, 0], 1), Err(JugsError::NoCapacity));
    assert_eq!(Jugs::new(&[4, 5, 4], 1), Err(JugsError::SameCapacity(4)));
    let error = Jugs::new(&[4, 5], 6).unwrap_err().to_string();
    assert_eq!(error, "6 litres fit into no jug: ask for at most 5");
}

/// The distance of every arrangement from the ordered one, by an array and a queue alone.
fn slides_from_order() -> HashMap<[u8; 9], u64> {
    let mut distances = HashMap::from([([1, 2, 3, 4, 5, 6, 7, 8, 0], 0)]);
    let mut queue = VecDeque::from([[1, 2, 3, 4, 5, 6, 7, 8, 0]]);
    while let Some(rows) = queue.pop_front() {
        let distance = distances[&rows];
        let blank = rows.iter().position(|tile| *tile == 0).unwrap();
        for place in 0..9_usize {
            let apart = (place / 3).abs_diff(blank / 3) + (place % 3).abs_diff(blank % 3);
            let mut next = rows;
            next.swap(place, blank);
            if apart == 1 && !distances.contains_key(&next) {
                distances.insert(next, distance + 1);
                queue.push_back(next);
            }
        }
    }
    distances
}

#[test]
fn the_hardest_eight_puzzles_take_31_slides() {
    // Reinefeld 1993, "Complete solution of the eight-puzzle": 181,440 arrangements, none
    // farther than 31 slides, two of them that far.
    let distances = slides_from_order();
    assert_eq!(distances.len(), 181_440);
    let farthest: Vec<_> = distances
        .iter()
        .filter(|(_, distance)| **distance >= 31)
        .collect();
    assert_eq!(farthest.len(), 2);
    for digits in ["867254301", "647850321"] {
        let tiles: Tiles = digits.parse().unwrap();
        assert_eq!(distances[&tiles.rows()], 31);
        let puzzle = EightPuzzle::new(tiles).unwrap();
        for strategy in [
            Strategy::BreadthFirst,
            Strategy::UniformCost,
            Strategy::AStar,
        ] {
            assert_eq!(first(&puzzle, strategy).unwrap().cost(), 31, "{strategy}");
        }
        let idastar = Search::new(&puzzle, Strategy::IdaStar).first();
        assert_eq!(idastar.solution.unwrap().cost(), 31);
    }
}

#[test]
fn accepts_exactly_the_reachable_eight_puzzles() {
    let distances = slides_from_order();
    for (rows, distance) in &distances {
        let puzzle = EightPuzzle::new((*rows).try_into().unwrap()).unwrap();
        assert!(puzzle.heuristic(&puzzle.start()) <= *distance);
        // Two tiles swapped: the other half.
        let mut rows = *rows;
        let tile = |wanted| rows.iter().position(|tile| *tile == wanted).unwrap();
        let (one, two) = (tile(1), tile(2));
        rows.swap(one, two);
        let error = EightPuzzle::new(rows.try_into().unwrap()).unwrap_err();
        assert!(matches!(error, EightPuzzleError::Unsolvable { .. }));
    }
}

#[test]
fn refuses_bad_arrangements() {
    for text in [
        "",
        "12345678",
        "1234567800",
        "123456799",
        "12345678/",
        "12345678\u{e9}",
    ] {
        let error = text.parse::<Tiles>().unwrap_err();
        assert_eq!(error, EightPuzzleError::Arrangement(text.to_owned()));
    }
    assert_eq!(Tiles::ORDERED.to_string(), "1 2 3\n4 5 6\n7 8 .");
}

#[test]
fn missionaries_need_the_published_number_of_crossings() {
    // 3 in a boat for 2: Amarel 1968. The others: Pressman and Singmaster 1989, "The
    // jealous husbands and the missionaries and cannibals".
    for (each, boat, crossings) in [(2, 2, 5), (3, 2, 11), (4, 3, 9), (5, 3, 11)] {
        assert_least(&Missionaries::new(each, boat).unwrap(), crossings);
    }
    for (each, boat) in [(4, 2), (6, 3)] {
        let river = Missionaries::new(each, boat).unwrap();
        assert_eq!(first(&river, Strategy::IdaStar), None);
    }
}

#[test]
fn describes_crossings() {
    let river = Missionaries::new(3, 2).unwrap();
    assert_eq!(river.start().to_string(), "3m 3c |B~~~| 0m 0c");
    let labels: Vec<String> = river
        .successors(&river.start())
        .into_iter()
        .map(|step| step.operator.to_string())
        .collect();
    let expected = [
        "1 cannibal crosses",
        "2 cannibals cross",
        "1 missionary and 1 cannibal cross",
    ];
    assert_eq!(labels, expected);
    assert_eq!(Missionaries::new(0, 2), Err(MissionariesError::People(0)));
    let error = Missionaries::new(3, 1).unwrap_err().to_string();
    assert_eq!(error, "a boat for 1: give from 2 to 6 seats");
}

#[test]
fn frogs_need_n_times_n_plus_2_moves() {
    for n in 1..=5 {
        assert_least(&Frogs::new(n).unwrap(), (n * (n + 2)) as u64);
    }
    let frogs = Frogs::new(1).unwrap();
    assert_eq!(
        first(&frogs, Strategy::AStar).unwrap().to_string(),
        "start\n    >_<\n\
         1. the frog on stone 1 steps right\n    _><\n\
         2. the toad on stone 3 leaps left over a frog\n    <>_\n\
         3. the frog on stone 2 steps right\n    <_>"
    );
    assert!(Frogs::new(0).is_err() && Frogs::new(33).is_err());
}

#[test]
fn finds_the_published_route_to_bucharest() {
    // Russell and Norvig, "Artificial Intelligence" (third edition, 2010): 418 km is the
    // shortest; a greedy search is led astray over Fagaras, which is also the way of the
    // fewest steps.
    let route = Route::romania("Arad", "Bucharest").unwrap();
    assert_least(&route, 418);
    let cities = |strategy| {
        let solution = first(&route, strategy).unwrap();
        let cities: Vec<String> = solution.states().map(ToString::to_string).collect();
        (cities.join(" "), solution.cost())
    };
    let shortest = (
        "Arad Sibiu Rimnicu Vilcea Pitesti Bucharest".to_owned(),
        418,
    );
    assert_eq!(cities(Strategy::AStar), shortest);
    assert_eq!(cities(Strategy::IdaStar), shortest);
    let astray = ("Arad Sibiu Fagaras Bucharest".to_owned(), 450);
    assert_eq!(cities(Strategy::Greedy), astray);
    assert_eq!(cities(Strategy::BreadthFirst), astray);
}

/// Notes each city that A* takes from the frontier, with the sum of cost and estimate.
#[derive(Default)]
struct TakenCities(Vec<(String, u64)>);

impl Observer<Event<'_, Route>> for TakenCities {
    const DETAIL: Detail = Detail::Steps;

    fn observe(&mut self, event: Event<'_, Route>) -> ControlFlow<()> {
        if matches!(event.kind, EventKind::Expand | EventKind::Goal) {
            self.0.push((event.state.to_string(), event.rank));
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn a_star_takes_the_cities_in_the_published_order() {
    // Russell and Norvig, "Artificial Intelligence", third edition (2010), figure 3.24.
    let published = [
        ("Arad", 366),
        ("Sibiu", 140 + 253),
        ("Rimnicu Vilcea", 220 + 193),
        ("Fagaras", 239 + 176),
        ("Pitesti", 317 + 100),
        ("Bucharest", 418),
    ];
    let route = Route::romania("Arad", "Bucharest").unwrap();
    let search = Search::new(&route, Strategy::AStar).loop_check(LoopCheck::Closed);
    let mut solutions = search.observed(TakenCities::default());
    assert!(solutions.next().is_some());
    let taken = solutions.into_observer().0;
    assert_eq!(taken, published.map(|(city, sum)| (city.to_owned(), sum)));
    // The last one is the goal, which is not expanded.
    assert_eq!(search.first().expanded, 5);
}

#[test]
fn finds_the_shortest_route_between_all_cities() {
    let names = ["Arad", "Neamt", "Eforie", "Giurgiu", "Craiova", "Oradea"];
    for (from, to) in names.iter().flat_map(|from| names.map(|to| (from, to))) {
        let route = Route::romania(from, to).unwrap();
        assert_least(&route, distances(&route)[&route.start()]);
    }
}

#[test]
fn refuses_bad_routes() {
    let error = Route::romania("Arad", "Paris").unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("the map has no city 'Paris': use one of Arad, Bucharest,")
    );
    let road = || Route::new(&[("here", "there", 5)], "here", "there").unwrap();
    assert!(road().with_estimates(&[("here", 5)]).is_ok());
    let error = road().with_estimates(&[("here", 6)]).unwrap_err();
    assert!(matches!(
        error,
        RouteError::Estimate {
            estimate: 6,
            road: 5,
            ..
        }
    ));
    let error = road().with_estimates(&[("there", 1)]).unwrap_err();
    assert_eq!(error, RouteError::EstimateAtGoal(1));
}
