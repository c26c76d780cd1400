//! Files of problems with rules against the definitions: whatever meets the sums of the
//! file is a solution, and the other way round. The readers of OPB and LP here read what
//! the library writes, no more.

use super::random::{is_well_formed, random_text};
use super::rules::{Label, Placement, Rules, with_sets_in_order};
use super::{search, text};
use queens::control::Limits;
use queens::export::{self, ExportError};
use queens::problem::Problem;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

const RANDOM_TEXTS: usize = 1_500;

/// A sum of variables that are 0 or 1, with its bounds.
#[derive(Debug)]
struct FileSum {
    terms: Vec<(i64, usize)>,
    low: i64,
    high: i64,
}

/// The sums of a file, and the sum that is to be least.
#[derive(Debug, Default)]
struct FileModel {
    variables: usize,
    sums: Vec<FileSum>,
    objective: Vec<(i64, usize)>,
}

fn written(problem: &Problem, format: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let format = export::find(format).unwrap();
    match export::write(problem, format, &Limits::default(), &mut bytes) {
        Ok(()) => Some(String::from_utf8(bytes).unwrap()),
        Err(ExportError::Unsupported(refused)) => {
            let reason = &refused.reason;
            let is_known = reason.contains("a symmetry leaves unchanged")
                || reason.contains("a best value");
            assert!(is_known, "{problem}: {refused}");
            None
        }
        Err(error) => panic!("{problem}: {error}"),
    }
}

fn with_relation(terms: Vec<(i64, usize)>, relation: &str, bound: i64) -> FileSum {
    let (low, high) = match relation {
        "=" => (bound, bound),
        ">=" => (bound, i64::MAX),
        "<=" => (i64::MIN, bound),
        _ => panic!("{relation}"),
    };
    FileSum { terms, low, high }
}

fn read_opb(text: &str) -> FileModel {
    let words: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    let mut model = FileModel {
        variables: words[2].parse().unwrap(),
        ..FileModel::default()
    };
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line
            .strip_suffix(" ;")
            .unwrap()
            .split_whitespace()
            .collect();
        let terms = |words: &[&str]| {
            let term = |pair: &[&str]| {
                let number: usize = pair[1].strip_prefix('x').unwrap().parse().unwrap();
                (pair[0].parse().unwrap(), number - 1)
            };
            words.chunks_exact(2).map(term).collect::<Vec<_>>()
        };
        match words.strip_prefix(&["min:"]) {
            Some(words) => model.objective = terms(words),
            None => {
                let (left, right) = words.split_at(words.len() - 2);
                model.sums.push(with_relation(
                    terms(left),
                    right[0],
                    right[1].parse().unwrap(),
                ));
            }
        }
    }
    model
}

/// Returns the sums and the names of the variables.
fn read_lp(text: &str) -> (FileModel, Vec<&str>) {
    let (rest, names) = text.split_once("\nBinary\n").unwrap();
    let names: Vec<&str> = names
        .lines()
        .map(str::trim)
        .filter(|&name| name != "End")
        .collect();
    let numbers: BTreeMap<&str, usize> = names
        .iter()
        .enumerate()
        .map(|(at, &name)| (name, at))
        .collect();
    let (objective, sums) = rest.split_once("\nSubject To").unwrap();
    let terms = |words: &str| {
        let (mut terms, mut factor) = (Vec::new(), 1);
        for word in words.split_whitespace() {
            match (word, numbers.get(word)) {
                ("+", _) => {}
                ("-", _) => factor = -1,
                (_, Some(&number)) => {
                    terms.push((std::mem::replace(&mut factor, 1), number));
                }
                (number, None) => factor *= number.parse::<i64>().unwrap(),
            }
        }
        terms
    };
    let mut model = FileModel {
        variables: names.len(),
        ..FileModel::default()
    };
    model.objective = terms(objective.rsplit_once(':').unwrap().1);
    // The name of the next sum is at the end of a line of its own.
    for sum in sums
        .replace("\n ", " ")
        .split(" sum_")
        .filter_map(|sum| sum.split_once(':'))
    {
        let words: Vec<&str> = sum.1.split_whitespace().collect();
        let (left, right) = words.split_at(words.len() - 2);
        model.sums.push(with_relation(
            terms(&left.join(" ")),
            right[0],
            right[1].parse().unwrap(),
        ));
    }
    (model, names)
}

/// A backtracking search for the values of the places that the other variables can extend
/// so that all sums hold.
struct Assignments<'m> {
    model: &'m FileModel,
    places: usize,
    /// The sums of each variable, with its factors.
    sums_of: Vec<Vec<(usize, i64)>>,
    /// The least and the greatest value that each sum can still have.
    ranges: Vec<(i64, i64)>,
    values: Vec<bool>,
    found: BTreeMap<Vec<bool>, i64>,
}

impl<'m> Assignments<'m> {
    fn from_model(model: &'m FileModel, places: usize) -> BTreeMap<Vec<bool>, i64> {
        let mut sums_of = vec![Vec::new(); model.variables];
        let mut ranges = Vec::new();
        for (number, sum) in model.sums.iter().enumerate() {
            let mut range = (0, 0);
            for &(factor, variable) in &sum.terms {
                sums_of[variable].push((number, factor));
                range = (range.0 + factor.min(0), range.1 + factor.max(0));
            }
            ranges.push(range);
        }
        let mut search = Assignments {
            model,
            places,
            sums_of,
            ranges,
            values: Vec::new(),
            found: BTreeMap::new(),
        };
        search.extend();
        search.found
    }

    /// Returns true if the last variables, which are not places, have values that meet
    /// the sums.
    fn extend(&mut self) -> bool {
        let variable = self.values.len();
        if variable == self.model.variables {
            let terms = self
                .model
                .objective
                .iter()
                .filter(|&&(_, variable)| self.values[variable]);
            let value = terms.map(|&(factor, _)| factor).sum();
            let is_new = self
                .found
                .insert(self.values[..self.places].to_vec(), value)
                .is_none();
            assert!(is_new, "the same places twice");
            return true;
        }
        for value in [false, true] {
            self.values.push(value);
            let is_met = self.set(variable, value, 1) && self.extend();
            self.set(variable, value, -1);
            self.values.pop();
            if is_met && variable >= self.places {
                return true;
            }
        }
        false
    }

    /// Narrows the ranges of the sums of a variable, or with the sign -1 widens them
    /// again; returns true if all can be met.
    fn set(&mut self, variable: usize, value: bool, sign: i64) -> bool {
        let mut can_be_met = true;
        for &(number, factor) in &self.sums_of[variable] {
            let (least, greatest) = &mut self.ranges[number];
            let (raise, lower) = if value {
                (factor.max(0), -factor.min(0))
            } else {
                (-factor.min(0), factor.max(0))
            };
            *least += sign * raise;
            *greatest -= sign * lower;
            let sum = &self.model.sums[number];
            can_be_met &= *least <= sum.high && sum.low <= *greatest;
        }
        can_be_met
    }
}

/// Returns the square and the label in a name: `q_2_1`, `white_2_1`, `s2_2_1`,
/// `white_s2_2_1`; `None` for other variables.
fn place(name: &str, problem: &super::Problem) -> Option<(usize, Label)> {
    let parts: Vec<&str> = name.split('_').collect();
    let (pieces, square) = parts.split_at_checked(parts.len().checked_sub(2)?)?;
    let set = |part: &str| {
        part.strip_prefix('s')
            .and_then(|set| set.parse::<u8>().ok())
            .map(|set| set - 1)
    };
    let kind_named = |name: &str| {
        let named = problem.kinds.iter().position(|kind| kind.name == name);
        named.unwrap_or_else(|| panic!("{name} of {:?}", problem.kinds))
    };
    let (kind, set) = match *pieces {
        ["q"] => (0, 0),
        [only] if set(only).is_some() => (0, set(only)?),
        [kind] => (kind_named(kind), 0),
        [kind, last] => (kind_named(kind), set(last)?),
        _ => return None,
    };
    let number = |at: usize| square[at].parse::<i64>().unwrap() - 1;
    Some((
        problem.grid.at_layout(number(0), number(1)),
        Label {
            kind: kind as u8,
            set,
        },
    ))
}

/// The best of the assignments as placements, with their value.
fn best(
    found: BTreeMap<Vec<bool>, i64>,
    places: &[(usize, Label)],
    squares: usize,
) -> (Option<i64>, BTreeSet<Placement>) {
    let least = found.values().copied().min();
    let placements = found
        .into_iter()
        .filter(|&(_, value)| Some(value) == least)
        .map(|(values, _)| {
            let mut placement: Placement = vec![None; squares];
            for (&(square, label), _) in
                places.iter().zip(values).filter(|&(_, value)| value)
            {
                placement[square] = Some(label);
            }
            with_sets_in_order(placement)
        });
    (least, placements.collect())
}

#[test]
fn files_have_the_solutions_of_the_problem() {
    let mut random = ChaCha8Rng::seed_from_u64(74);
    let (mut read, mut solved) = (0, 0);
    for _ in 0..RANDOM_TEXTS {
        let name = random_text(&mut random);
        if !is_well_formed(&name) {
            continue;
        }
        let problem: Problem = name
            .parse()
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        if problem.rules().is_none() {
            continue;
        }
        let (Some(opb), Some(lp)) = (written(&problem, "opb"), written(&problem, "lp"))
        else {
            continue;
        };
        assert_eq!(
            queens::import::problem(opb.as_bytes()).unwrap(),
            problem,
            "{opb}"
        );
        let model = text::read(&name);
        let right = search::solve(&Rules::new(&model), true);
        let (of_lp, names) = read_lp(&lp);
        let places: Vec<(usize, Label)> =
            names.iter().map_while(|name| place(name, &model)).collect();
        let squares = model.grid.squares();
        let sign = if model.best.as_ref().is_some_and(|best| best.is_greatest) {
            -1
        } else {
            1
        };
        for (file, model) in [(&opb, read_opb(&opb)), (&lp, of_lp)] {
            let (value, solutions) = best(
                Assignments::from_model(&model, places.len()),
                &places,
                squares,
            );
            assert_eq!(solutions, right.solutions, "{name}\n{file}");
            if let Some(expected) = right.value {
                assert_eq!(value, Some(sign * expected), "{name}\n{file}");
            }
        }
        read += 1;
        solved += usize::from(right.count > 0);
    }
    assert!(
        read > RANDOM_TEXTS / 3 && solved > RANDOM_TEXTS / 5,
        "{read} read, {solved} solved"
    );
}
