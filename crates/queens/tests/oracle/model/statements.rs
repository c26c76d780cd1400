//! The statements about rules: peace, covers, demands and what is best.

use super::grid::Grid;
use super::text::{Head, Keys, bounds, split_list, split_parts, square, square_set};
use super::words::{self, Usual};
use super::{
    ANY, Bounds, Cover, Demand, Invariance, KindSet, Measure, Objective, Peace, Problem,
    Share, Standing, Unit,
};

impl Problem {
    /// A kind by its name.
    fn try_kind(&self, name: &str) -> Option<usize> {
        let name = words::singular(name.trim());
        self.kinds
            .iter()
            .position(|kind| words::singular(&kind.name) == name)
    }

    fn kind(&self, name: &str) -> usize {
        self.try_kind(name)
            .unwrap_or_else(|| panic!("the kind '{name}'"))
    }

    /// Names with `and` between them.
    fn kind_set(&self, names: &str) -> KindSet {
        names.split(" and ").map(|name| self.kind(name)).collect()
    }
}

pub(super) fn read_rules(problem: &mut Problem, keys: &Keys) {
    let value = |key: &str| keys.get(key).map(String::as_str);
    if let Some(text) = value("peace") {
        problem.peace = read_peace(problem, text);
    }
    let value = |key: &str| value(key).filter(|text| *text != "none");
    let covers = value("cover").map(split_parts).unwrap_or_default();
    problem.covers = covers
        .iter()
        .map(|cover| read_cover(problem, cover))
        .collect();
    problem.regions = value("areas").map(|drawing| read_areas(drawing, &problem.grid));
    problem.givens = value("givens")
        .map(|text| read_givens(problem, text))
        .unwrap_or_default();
    let equal = value("equal").map(split_parts).unwrap_or_default();
    problem.equal = equal
        .iter()
        .map(|names| {
            if names == "all" {
                problem.all_kinds()
            } else {
                problem.kind_set(names)
            }
        })
        .collect();
    problem.unchanged = value("unchanged").map(|name| match name {
        "half-turn" => Invariance::HalfTurn,
        "quarter-turn" => Invariance::QuarterTurn,
        "mirror" => Invariance::Mirror,
        "diagonal" => Invariance::Diagonal,
        "shift" => Invariance::Shift,
        other => panic!("unchanged by '{other}'"),
    });
    problem.weights = value("weights").map(|lines| {
        lines
            .split_whitespace()
            .map(|weight| weight.parse().expect("a weight"))
            .collect()
    });
    problem.best = value("best").map(|text| read_objective(problem, text));
}

fn read_peace(problem: &Problem, text: &str) -> Peace {
    match text {
        "all" => Peace::All,
        "within" => Peace::Within,
        "between" => Peace::Between,
        "none" => Peace::Nobody,
        pairs => {
            let pair = |pair: &str| {
                let (one, other) = pair.split_once('-').expect("two kinds");
                (problem.kind(one), problem.kind(other))
            };
            Peace::Pairs(pairs.split(',').map(pair).collect())
        }
    }
}

/// `[empty | occupied | KINDS] [on SQUARES] [by KINDS] BOUNDS`.
fn read_cover(problem: &Problem, text: &str) -> Cover {
    let (rest, times) = text.rsplit_once(' ').unwrap_or(("", text));
    let padded = format!(" {rest}");
    let (rest, by) = match padded.split_once(" by ") {
        Some((rest, names)) => (rest, problem.kind_set(names)),
        None => (&*padded, problem.all_kinds()),
    };
    let (rest, on) = match rest.split_once(" on ") {
        Some((rest, squares)) => (rest, Some(square_set(squares.trim(), &problem.grid))),
        None => (rest, None),
    };
    let standing = match rest.trim() {
        "" => Standing::Any,
        "empty" => Standing::Empty,
        "occupied" => Standing::Occupied(problem.all_kinds()),
        names => Standing::Occupied(problem.kind_set(names)),
    };
    Cover {
        standing,
        on,
        by,
        times: bounds(times),
    }
}

/// Numbers of the regions by their letters.
fn read_areas(drawing: &str, grid: &Grid) -> Vec<usize> {
    let letters: Vec<char> = drawing
        .chars()
        .filter(|letter| !letter.is_whitespace())
        .collect();
    assert_eq!(letters.len(), grid.squares(), "a letter for each square");
    let mut known = Vec::new();
    let number = |letter: &char| {
        known
            .iter()
            .position(|other| other == letter)
            .unwrap_or_else(|| {
                known.push(*letter);
                known.len() - 1
            })
    };
    letters.iter().map(number).collect()
}

/// Squares; the name of a kind holds for those after it.
fn read_givens(problem: &Problem, text: &str) -> Vec<(usize, Option<usize>)> {
    let (mut kind, mut givens) = (None, Vec::new());
    for word in split_list(text) {
        match problem.try_kind(word) {
            Some(named) => kind = Some(named),
            None => givens.push((square(word, &problem.grid), kind)),
        }
    }
    givens
}

/// `least` or `greatest`, then `number [of KINDS | of sets | of squares COVER]` or
/// `value`.
fn read_objective(problem: &Problem, text: &str) -> Objective {
    let (goal, measure) = text.split_once(' ').expect("a goal and a measure");
    assert!(["least", "greatest"].contains(&goal), "the goal '{goal}'");
    let measure = match measure {
        "value" => Measure::Value,
        "number" => Measure::Number(problem.all_kinds()),
        "number of sets" => Measure::Sets,
        _ => {
            let of = measure.strip_prefix("number of ").expect("a measure");
            match of.strip_prefix("squares ") {
                Some(cover) => Measure::Squares(read_cover(problem, cover)),
                None => Measure::Number(problem.kind_set(of)),
            }
        }
    };
    Objective {
        is_greatest: goal == "greatest",
        measure,
    }
}

/// Returns the demands of the text. Units that the text does not mention get the demand
/// that the first line implies.
pub(super) fn usual_demands(problem: &Problem, head: &Head, keys: &Keys) -> Vec<Demand> {
    let units = [
        ("rows", Unit::Row),
        ("columns", Unit::Column),
        ("regions", Unit::Region),
        ("squares", Unit::Square),
        ("total", Unit::Board),
    ];
    let mut demands = Vec::new();
    for (key, unit) in units {
        match keys.get(key) {
            Some(text) => {
                let parts = split_parts(text);
                demands.extend(parts.iter().map(|part| read_demand(problem, unit, part)));
            }
            None => {
                let of = Share::Together(problem.all_kinds());
                demands.push(Demand {
                    unit,
                    of,
                    bounds: usual_bounds(problem, unit, head, keys),
                });
            }
        }
    }
    demands.retain(|demand| demand.bounds != ANY);
    demands
}

/// `BOUNDS [of KINDS | of each]`.
fn read_demand(problem: &Problem, unit: Unit, text: &str) -> Demand {
    let (number, of) = match text.split_once(" of ") {
        None => (text, Share::Together(problem.all_kinds())),
        Some((number, "each")) => (number, Share::Each),
        Some((number, names)) => (number, Share::Together(problem.kind_set(names))),
    };
    Demand {
        unit,
        of,
        bounds: bounds(number),
    }
}

/// The number in a unit that no statement names.
fn usual_bounds(problem: &Problem, unit: Unit, head: &Head, keys: &Keys) -> Bounds {
    let sides = &problem.grid.sides;
    let is_line = matches!(unit, Unit::Row | Unit::Column);
    let is_freed =
        keys.contains_key("pieces") || keys.contains_key("free") || sides.len() > 2;
    let usual = match (head.variant.usual, unit) {
        (Usual::Regions(number), Unit::Region) => Bounds {
            low: number,
            high: number,
        },
        (_, _) if !is_line || is_freed => ANY,
        (Usual::Any, _) => ANY,
        (Usual::Regions(number), _) => Bounds {
            low: number,
            high: number,
        },
        (Usual::OneEach, Unit::Row) => Bounds {
            low: usize::from(sides[0] <= sides[1]),
            high: 1,
        },
        (Usual::OneEach, _) => Bounds {
            low: usize::from(sides[1] <= sides[0]),
            high: 1,
        },
    };
    let may_stay_empty =
        is_line && (keys.contains_key("raise") || keys.contains_key("total"));
    let is_kept_by_attacks = keys.contains_key("total") && attacks_along(problem, unit);
    Bounds {
        low: if may_stay_empty { 0 } else { usual.low },
        high: if is_kept_by_attacks {
            usize::MAX
        } else {
            usual.high
        },
    }
}

/// True if the piece attacks along whole rows or columns: then a total lets walls decide
/// how many stand there.
fn attacks_along(problem: &Problem, unit: Unit) -> bool {
    let step = match unit {
        Unit::Row => [0, 1],
        Unit::Column => [1, 0],
        _ => return false,
    };
    problem.kinds[0]
        .rays
        .iter()
        .any(|ray| ray.step == step && ray.times.is_none())
}
