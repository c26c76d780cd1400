//! Every format says the same problem: small interpreters of their own count the
//! solutions of what was written.

use crate::common;
use proptest::prelude::*;
use queens::control::{CancelToken, Limit, Limits, Stop};
use queens::export::{self, ExportError, FORMATS};
use queens::placement::Placement;
use queens::problem::{Preset, Problem};
use queens::read;
use queens::unsupported::Parameter;
use std::collections::{BTreeMap, BTreeSet};

/// Squares that stand, numbered row by row from 0.
pub(crate) type Set = BTreeSet<usize>;

pub(crate) fn written(problem: &Problem, format: &str) -> Result<String, ExportError> {
    let mut bytes = Vec::new();
    let result = export::write(
        problem,
        export::find(format).unwrap(),
        &Limits::default(),
        &mut bytes,
    );
    if matches!(result, Err(ExportError::Unsupported(_))) {
        assert!(bytes.is_empty(), "{format} writes before it refuses");
    }
    result.map(|()| String::from_utf8(bytes).unwrap())
}

/// The solutions, by the oracle of plain arithmetic; `None` where these are too many.
pub(crate) fn expected(problem: &Problem) -> Option<BTreeSet<Set>> {
    let place = |placement: &Placement| {
        let squares = placement.squares().iter();
        squares
            .map(|square| (square.row * problem.columns() + square.column) as usize)
            .collect()
    };
    Some(
        common::all_solutions(problem, 3_000)?
            .iter()
            .map(place)
            .collect(),
    )
}

/// A bounded sum of 0-1 variables, by number from 1, with their coefficients.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Sum {
    pub(crate) terms: Vec<(usize, i64)>,
    pub(crate) low: i64,
    pub(crate) high: i64,
}

impl Sum {
    /// The same with the terms in order, and a lower bound in place of an upper one.
    pub(crate) fn normalized(mut self) -> Self {
        if self.low == i64::MIN {
            self.terms.iter_mut().for_each(|term| term.1 = -term.1);
            (self.low, self.high) = (-self.high, i64::MAX);
        }
        self.terms.sort_unstable();
        self
    }
}

/// Every assignment of `variables` that meets all sums: variables in order, and a sum
/// that can no longer be met ends it.
pub(crate) fn assignments(variables: usize, sums: &[Sum]) -> BTreeSet<Set> {
    fn extend(
        at: usize,
        set: &mut Set,
        variables: usize,
        sums: &[Sum],
        found: &mut BTreeSet<Set>,
    ) {
        let can_be_met = |sum: &Sum| {
            let (mut least, mut most) = (0, 0);
            for &(variable, factor) in &sum.terms {
                match variable <= at {
                    true if set.contains(&(variable - 1)) => {
                        (least, most) = (least + factor, most + factor);
                    }
                    true => {}
                    false => {
                        (least, most) = (least + factor.min(0), most + factor.max(0));
                    }
                }
            }
            least <= sum.high && sum.low <= most
        };
        if !sums.iter().all(can_be_met) {
            return;
        }
        if at == variables {
            found.insert(set.clone());
            return;
        }
        extend(at + 1, set, variables, sums, found);
        set.insert(at);
        extend(at + 1, set, variables, sums, found);
        set.remove(&at);
    }
    let mut found = BTreeSet::new();
    extend(0, &mut Set::new(), variables, sums, &mut found);
    found
}

fn opb(text: &str) -> BTreeSet<Set> {
    let (variables, sums) = opb_sums(text);
    assignments(variables, &sums)
}

/// The number of variables, and the constraints.
pub(crate) fn opb_sums(text: &str) -> (usize, Vec<Sum>) {
    let header: Vec<&str> = text.lines().next().unwrap().split_whitespace().collect();
    let (variables, constraints) = (
        header[2].parse().unwrap(),
        header[4].parse::<usize>().unwrap(),
    );
    let sum = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (terms, [relation, bound, ";"]) = words.split_at(words.len() - 3) else {
            panic!("{line}")
        };
        let bound = bound.parse().unwrap();
        let term = |pair: &[&str]| {
            (
                pair[1].strip_prefix('x').unwrap().parse().unwrap(),
                pair[0].parse().unwrap(),
            )
        };
        assert!(!terms.is_empty(), "{line}");
        let high = if *relation == "=" { bound } else { i64::MAX };
        Sum {
            terms: terms.chunks(2).map(term).collect(),
            low: bound,
            high,
        }
    };
    let is_constraint = |line: &&str| !line.starts_with('*') && !line.starts_with("min:");
    let sums: Vec<Sum> = text.lines().filter(is_constraint).map(sum).collect();
    assert_eq!(sums.len(), constraints);
    (variables, sums)
}

/// The sense and the bound of a row.
pub(crate) fn bounds(sense: &str, bound: i64) -> (i64, i64) {
    match sense {
        "=" | "E" => (bound, bound),
        ">=" | "G" => (bound, i64::MAX),
        "<=" | "L" => (i64::MIN, bound),
        sense => panic!("{sense}"),
    }
}

/// The number of `q_2_7`, from 1.
fn numbered(name: &str, columns: u32) -> usize {
    let (row, column) = name.strip_prefix("q_").unwrap().split_once('_').unwrap();
    let (row, column): (usize, usize) = (row.parse().unwrap(), column.parse().unwrap());
    (row - 1) * columns as usize + column
}

/// The terms in front of a relation or the end, such as `2 q_1_1 - q_1_2`, and the words
/// after them.
fn lp_terms<'t>(
    text: &'t str,
    number: &dyn Fn(&str) -> usize,
) -> (Vec<(usize, i64)>, Vec<&'t str>) {
    let (mut terms, mut factor) = (Vec::new(), 1);
    let mut words = text.split_whitespace();
    let mut rest = Vec::new();
    for word in words.by_ref() {
        match (word, word.parse::<i64>()) {
            ("+", _) => {}
            ("-", _) => factor = -factor,
            ("<=" | ">=" | "=", _) => {
                rest.push(word);
                break;
            }
            (_, Ok(number)) => factor *= number,
            (name, Err(_)) => {
                terms.push((number(name), factor));
                factor = 1;
            }
        }
    }
    rest.extend(words);
    (terms, rest)
}

/// The names of the variables of an LP file, its objective and its constraints.
pub(crate) fn lp_sums<'t>(
    text: &'t str,
    number: &dyn Fn(&str) -> usize,
) -> (Vec<&'t str>, Vec<(usize, i64)>, Vec<Sum>) {
    assert!(text.lines().all(|line| line.len() < 500));
    let (head, rest) = text.split_once("Subject To\n").unwrap();
    let (_, objective) = head.split_once("Minimize\n").unwrap();
    let (_, objective) = objective.split_once(':').unwrap();
    let (rows, binaries) = rest.split_once("Binary\n").unwrap();
    let sum = |row: &str| {
        // The name of the next row is at the end.
        let (terms, rest) = lp_terms(row, number);
        let (low, high) = bounds(rest[0], rest[1].parse().unwrap());
        Sum { terms, low, high }
    };
    let sums = rows.split(':').skip(1).map(sum).collect();
    let names = binaries
        .lines()
        .filter_map(|line| line.strip_prefix(' '))
        .collect();
    let (objective, _) = lp_terms(objective, number);
    (names, objective, sums)
}

/// The names of the variables of an MPS file, its objective and its constraints, in the
/// order of their names.
pub(crate) fn mps_sums<'t>(
    text: &'t str,
    number: &dyn Fn(&str) -> usize,
) -> (Vec<&'t str>, Vec<(usize, i64)>, Vec<Sum>) {
    let mut sums: BTreeMap<&str, (&str, Sum)> = BTreeMap::new();
    let (mut section, mut names, mut objective) = ("", Vec::new(), Vec::new());
    for line in text.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match (line.starts_with(' '), section) {
            (false, _) => section = words[0],
            (_, "ROWS") if words[0] == "N" => {}
            (_, "ROWS") => {
                let (low, high) = bounds(words[0], 0);
                assert!(
                    sums.insert(
                        words[1],
                        (
                            words[0],
                            Sum {
                                terms: Vec::new(),
                                low,
                                high
                            }
                        )
                    )
                    .is_none()
                );
            }
            (_, "COLUMNS") if words[0] == "MARKER" => {}
            (_, "COLUMNS") => {
                let term = (number(words[0]), words[2].parse().unwrap());
                match sums.get_mut(words[1]) {
                    Some((_, sum)) => sum.terms.push(term),
                    None => objective.push(term),
                }
            }
            (_, "RHS") => {
                let (sense, sum) = sums.get_mut(words[1]).unwrap();
                (sum.low, sum.high) = bounds(sense, words[2].parse().unwrap());
            }
            (_, "BOUNDS") => {
                assert_eq!(words[0], "BV");
                names.push(words[2]);
            }
            _ => panic!("{line}"),
        }
    }
    (
        names,
        objective,
        sums.into_values().map(|(_, sum)| sum).collect(),
    )
}

fn lp(text: &str, columns: u32) -> BTreeSet<Set> {
    let (names, _, sums) = lp_sums(text, &|name| numbered(name, columns));
    assignments(names.len(), &sums)
}

fn mps(text: &str, columns: u32) -> BTreeSet<Set> {
    let (names, _, sums) = mps_sums(text, &|name| numbered(name, columns));
    assignments(names.len(), &sums)
}

/// The models of a formula, projected to the variables that it shows, by plain
/// backtracking with unit propagation.
pub(crate) fn dimacs(text: &str) -> BTreeSet<Set> {
    let words = |line: &str| {
        line.split_whitespace()
            .filter_map(|word| word.parse().ok())
            .collect::<Vec<i32>>()
    };
    let shown = words(
        text.lines()
            .find(|line| line.starts_with("c p show"))
            .unwrap(),
    );
    let header = words(text.lines().find(|line| line.starts_with("p cnf")).unwrap());
    let clauses: Vec<Vec<i32>> = text
        .lines()
        .filter(|line| !line.starts_with(['c', 'p']))
        .map(|line| {
            words(line)
                .into_iter()
                .take_while(|&literal| literal != 0)
                .collect()
        })
        .collect();
    assert_eq!(clauses.len(), header[1] as usize);
    assert!(
        clauses
            .iter()
            .flatten()
            .all(|literal| (1..=header[0]).contains(&literal.abs()))
    );
    let shown: Vec<i32> = shown
        .into_iter()
        .take_while(|&variable| variable != 0)
        .collect();

    fn propagate(clauses: &[Vec<i32>], known: &mut BTreeSet<i32>) -> bool {
        loop {
            let before = known.len();
            for clause in clauses {
                if clause.iter().any(|literal| known.contains(literal)) {
                    continue;
                }
                let mut open =
                    clause.iter().filter(|&&literal| !known.contains(&-literal));
                match (open.next(), open.next()) {
                    (None, _) => return false,
                    (Some(&literal), None) => {
                        known.insert(literal);
                    }
                    _ => {}
                }
            }
            if known.len() == before {
                return true;
            }
        }
    }

    /// Goes through the values of `order`; beyond the shown ones the first model is
    /// enough.
    fn search(
        clauses: &[Vec<i32>],
        mut known: BTreeSet<i32>,
        order: &[i32],
        shown: &[i32],
        found: &mut BTreeSet<Set>,
    ) -> bool {
        if !propagate(clauses, &mut known) {
            return false;
        }
        let open = order.iter().position(|variable| {
            !known.contains(variable) && !known.contains(&-variable)
        });
        let Some(at) = open else {
            found.insert(
                shown
                    .iter()
                    .filter(|v| known.contains(v))
                    .map(|&v| v as usize - 1)
                    .collect(),
            );
            return true;
        };
        let mut any = false;
        for literal in [order[at], -order[at]] {
            let with: BTreeSet<i32> = known.iter().copied().chain([literal]).collect();
            any |= search(clauses, with, &order[at + 1..], shown, found);
            if any && !shown.contains(&order[at]) {
                break;
            }
        }
        any
    }

    let auxiliary = (1..=header[0]).filter(|variable| !shown.contains(variable));
    let order: Vec<i32> = shown.iter().copied().chain(auxiliary).collect();
    let mut found = BTreeSet::new();
    search(&clauses, BTreeSet::new(), &order, &shown, &mut found);
    found
}

/// The exact covers of a matrix, by Algorithm X on sets.
fn exact_cover(text: &str, columns: u32) -> BTreeSet<Set> {
    let mut lines = text
        .lines()
        .skip_while(|line| line.starts_with("| problem:"));
    let (primary, secondary) = lines.next().unwrap().split_once('|').unwrap();
    let known: BTreeSet<&str> = primary
        .split_whitespace()
        .chain(secondary.split_whitespace())
        .collect();
    let primary: BTreeSet<&str> = primary.split_whitespace().collect();
    let mut options: Vec<(usize, BTreeSet<&str>)> = Vec::new();
    let mut square = 0;
    for line in lines {
        match line.strip_prefix("| ") {
            Some(name) => {
                let at: queens::square::Square = name.parse().unwrap();
                square = (at.row * columns + at.column) as usize;
            }
            None => {
                let items: BTreeSet<&str> = line.split_whitespace().collect();
                assert!(items.is_subset(&known));
                options.push((square, items));
            }
        }
    }
    fn cover<'t>(
        left: &BTreeSet<&'t str>,
        taken: &BTreeSet<&'t str>,
        options: &[(usize, BTreeSet<&'t str>)],
        set: &mut Set,
        found: &mut BTreeSet<Set>,
    ) {
        let Some(&item) = left.first() else {
            found.insert(set.clone());
            return;
        };
        for (square, items) in options
            .iter()
            .filter(|(_, items)| items.contains(item) && items.is_disjoint(taken))
        {
            set.insert(*square);
            cover(&(left - items), &(taken | items), options, set, found);
            set.remove(square);
        }
    }
    let mut found = BTreeSet::new();
    cover(
        &primary,
        &BTreeSet::new(),
        &options,
        &mut Set::new(),
        &mut found,
    );
    found
}

/// Number of variables in the header.
fn qubo_variables(text: &str) -> u32 {
    let line = text
        .lines()
        .find(|line| line.contains(" variables from 0: "))
        .unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// The assignments of energy 0, projected to the squares, of all assignments; and that
/// none has less.
fn qubo(text: &str, squares: usize) -> BTreeSet<Set> {
    let variables = qubo_variables(text);
    let after = |words: &str| {
        text.lines()
            .find_map(|line| line.strip_prefix(words))
            .unwrap()
    };
    let constant: i64 = after("# add ").split_once(':').unwrap().0.parse().unwrap();
    let mut weights = vec![vec![0i64; variables as usize]; variables as usize];
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<i64> = line
            .split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect();
        assert!(
            words[0] <= words[1] && weights[words[0] as usize][words[1] as usize] == 0
        );
        weights[words[0] as usize][words[1] as usize] = words[2];
    }
    let mut found = BTreeSet::new();
    // Bit by bit in the order of Gray, so that one variable changes at a time.
    let (mut energy, mut state) = (constant, 0u64);
    for step in 0..1u64 << variables {
        assert!(energy >= 0);
        if energy == 0 {
            found.insert((0..squares).filter(|at| state >> at & 1 == 1).collect());
        }
        let at = (step + 1).trailing_zeros().min(variables.saturating_sub(1)) as usize;
        let others = (0..variables as usize)
            .filter(|&other| other != at && state >> other & 1 == 1);
        let change = weights[at][at]
            + others
                .map(|other| weights[at.min(other)][at.max(other)])
                .sum::<i64>();
        energy += if state >> at & 1 == 0 {
            change
        } else {
            -change
        };
        state ^= 1 << at;
    }
    found
}

/// Compares every format that has an interpreter here; says how many were compared.
fn compare(problem: &Problem) -> usize {
    let Some(solutions) = expected(problem) else {
        return 0;
    };
    let (squares, columns) = (
        (problem.rows() * problem.columns()) as usize,
        problem.columns(),
    );
    let mut compared = 0;
    for format in [
        "dimacs",
        "dimacs-pairs",
        "opb",
        "lp",
        "mps",
        "exact-cover",
        "qubo",
    ] {
        let text = match written(problem, format) {
            Ok(text) => text,
            Err(ExportError::Unsupported(refused)) => {
                let by_nature = format == "exact-cover" || squares == 0;
                assert!(
                    by_nature && refused.engine == format,
                    "{problem}: {refused:?}"
                );
                continue;
            }
            Err(error) => panic!("{problem}: {format}: {error}"),
        };
        let found = match format {
            "opb" => opb(&text),
            "lp" => lp(&text, columns),
            "mps" => mps(&text, columns),
            "exact-cover" => exact_cover(&text, columns),
            "qubo" if qubo_variables(&text) > 16 => continue,
            "qubo" => qubo(&text, squares),
            _ => dimacs(&text),
        };
        assert_eq!(found, solutions, "{problem}\n{format}:\n{text}");
        compared += 1;
    }
    compared
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn exported_models_have_the_solutions_of_the_problem(problem in common::problems()) {
        compare(&problem);
    }

    /// A problem that is read back is the same.
    #[test]
    fn own_formats_round_trip(problem in common::problems()) {
        for format in ["json", "text", "csv", "fen"] {
            match written(&problem, format) {
                Ok(text) => {
                    let found = queens::import::problem(text.as_bytes()).unwrap();
                    prop_assert_eq!(&found, &problem, "{}: {}", format, text);
                }
                Err(ExportError::Unsupported(_)) => prop_assert!(format == "csv" || format == "fen"),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Every file names its problem, and no format fails on a problem but by refusing it.
    #[test]
    fn files_name_their_problem(problem in common::problems()) {
        for format in FORMATS {
            let Ok(text) = written(&problem, format.id) else { continue };
            if format.id == "fen" {
                continue;
            }
            let found = queens::import::problem(text.as_bytes()).unwrap();
            prop_assert_eq!(&found, &problem, "{}: {}", format.id, text);
        }
    }
}

/// The kinds of problems that the formats are for, one by one.
#[test]
fn formats_express_every_kind_of_problem() {
    let texts = [
        "5",
        "5\ngivens: b1",
        "5\nboard:\n. . x . .\n. . . . .\n# . . . .\n. . . . .\n. . . Q .",
        "torus 5",
        "superqueens 4",
        "4x5",
        "queens 4\ntotal: 3",
        "queens 3\nrows: 0..2\ncolumns: any\ntotal: 2..4",
        "queens 3\ntotal: 0",
        "kings 3x4\nrows: 2\ncolumns: any",
        "regions 4\nareas:\nA A B B\nA A B B\nC C D D\nC C D D",
        "stars 4\nregions: any\nrows: 1..2\ncolumns: 0..2\nareas:\nA A B B\nA A B B\nC C D D\nC C D D",
        "rooks 3\ntotal: 2",
        "knights 3x4\ntotal: 4",
        "moebius 4",
        "reflecting 4",
        "queens 3\nrows: 0\ncolumns: any",
        "queens 2x3\nboard:\nx x x\n. . .",
        "queens 1",
        "queens 0",
    ];
    for text in texts {
        let problem: Problem = text.parse().unwrap();
        let compared = compare(&problem);
        assert!(compared >= 2, "{text}: {compared}");
    }
}

/// A000170 and A051906, counted from the file alone.
#[test]
fn exported_files_have_the_published_counts() {
    for (size, solutions) in [(4, 2), (5, 10), (6, 4)] {
        let problem = Problem::queens(size).unwrap();
        assert_eq!(opb(&written(&problem, "opb").unwrap()).len(), solutions);
        assert_eq!(
            dimacs(&written(&problem, "dimacs").unwrap()).len(),
            solutions
        );
        assert_eq!(
            exact_cover(&written(&problem, "exact-cover").unwrap(), size).len(),
            solutions
        );
    }
    let torus = Preset::Torus.problem(5, 5).unwrap();
    assert_eq!(dimacs(&written(&torus, "dimacs-pairs").unwrap()).len(), 10);
}

#[test]
fn refuses_before_writing_what_a_format_cannot_express() {
    let million = Problem::queens(1000).unwrap();
    let refused = |problem: &Problem, format: &str| match written(problem, format) {
        Err(ExportError::Unsupported(refused)) => {
            (refused.parameter, ExportError::from(refused).to_string())
        }
        other => panic!("{format}: {other:?}"),
    };
    for format in ["qubo", "dimacs", "opb", "lp", "mps"] {
        let (parameter, words) = refused(&million, format);
        assert_eq!(parameter, Parameter::Size, "{format}");
        assert!(
            words.starts_with(&format!(
                "{format} cannot carry this: a board of 1000 x 1000"
            )),
            "{words}"
        );
    }
    // Natural models are small whatever the board is.
    assert!(written(&million, "minizinc").unwrap().len() < 1_000);
    assert!(written(&million, "asp").unwrap().len() < 1_000);
    let (parameter, words) =
        refused(&Preset::Kings.problem(4, 4).unwrap(), "exact-cover");
    assert!(
        parameter == Parameter::Rows && words.contains("belongs to none"),
        "{words}"
    );
    assert_eq!(
        refused(&Problem::queens(7).unwrap(), "fen").0,
        Parameter::Size
    );
    let hole: Problem = "8\nholes: a1".parse().unwrap();
    assert_eq!(refused(&hole, "fen").0, Parameter::Holes);
    assert_eq!(
        refused(&Preset::Torus.problem(8, 8).unwrap(), "csv").0,
        Parameter::Edges
    );
    // Pairs of all squares: 14,400 x 14,399 / 2.
    let many: Problem = "rooks 120\ntotal: 5".parse().unwrap();
    let (parameter, words) = refused(&many, "qubo");
    assert!(
        parameter == Parameter::Size && words.contains("terms"),
        "{words}"
    );
    let refused = |word: &str| export::find(word).unwrap_err().to_string();
    assert!(refused("frobnicate").contains("use one of dimacs, dimacs-pairs, opb"));
    assert!(refused("excel").contains("did you mean `csv`?"));
    assert!(refused("cnf").contains("did you mean `dimacs`?"));
}

#[test]
fn limits_apply_while_a_problem_is_written() {
    let problem = Problem::queens(100).unwrap();
    for format in FORMATS
        .iter()
        .filter(|format| !matches!(format.id, "fen" | "csv" | "text" | "json"))
    {
        let cancel = CancelToken::new();
        cancel.cancel();
        let stopped =
            |limits: Limits| export::write(&problem, format, &limits, &mut Vec::new());
        let cancelled = stopped(Limits::default().with_cancel(cancel));
        assert!(
            matches!(cancelled, Err(ExportError::Stopped(Stop::Cancelled))),
            "{}",
            format.id
        );
        let late = stopped(Limits::default().with_time(std::time::Duration::ZERO));
        assert!(
            matches!(
                late,
                Err(ExportError::Stopped(Stop::LimitReached(Limit::Time)))
            ),
            "{}",
            format.id
        );
    }
    let small = Limits::default().with_memory(1 << 16);
    let result = export::write(
        &problem,
        export::find("dimacs").unwrap(),
        &small,
        &mut Vec::new(),
    );
    assert!(
        matches!(
            result,
            Err(ExportError::Stopped(Stop::LimitReached(Limit::Memory)))
        ),
        "{result:?}"
    );
}

/// FEN as the standard of 1994 writes it: empty squares counted, ranks from the top.
#[test]
fn chess_positions() {
    let problem: Problem = "8\ngivens: a1 e2 h3".parse().unwrap();
    assert_eq!(
        written(&problem, "fen").unwrap(),
        "Q7/4Q3/7Q/8/8/8/8/8 w - - 0 1\n"
    );
    assert_eq!(
        written(&Problem::queens(8).unwrap(), "fen").unwrap(),
        "8/8/8/8/8/8/8/8 w - - 0 1\n"
    );
    assert_eq!(written(&problem, "csv").unwrap(), "1,5,8,-,-,-,-,-\n");
    let back = read::problem(b"1,5,8,-,-,-,-,-\n").unwrap().problem;
    assert_eq!(back, problem);
}

/// Every example of the guide is what is written, and every format has one.
#[test]
fn examples_of_the_guide_match_the_output() {
    let guide = include_str!("../../../../docs/guide/exchange.md");
    let mut shown = BTreeSet::new();
    for example in guide.split("### `queens export ").skip(1) {
        let (words, rest) = example.split_once("`\n\n```text\n").unwrap();
        let (words, format) = words.split_once(" --to ").unwrap();
        let text = words.trim_matches('"').replace(" --given ", "; givens: ");
        let written = written(&text.parse().unwrap(), format).unwrap();
        assert_eq!(
            rest.split_once("```").unwrap().0,
            written,
            "{words} --to {format}"
        );
        shown.insert(format);
    }
    assert_eq!(shown.len(), FORMATS.len());
    for format in FORMATS {
        assert!(
            guide.contains(&format!("| `{}` | `.{}` |", format.id, format.extension)),
            "{}",
            format.id
        );
    }
}

/// The objective of the formats that have one, and no other line, changes with the
/// weights.
#[test]
fn weights_are_the_objective() {
    let plain: Problem = "2x3".parse().unwrap();
    let weighted = plain.with_weights(vec![1, -2, 3, 4, 5, 0]).unwrap();
    for (format, objective) in [
        ("opb", "\nmin: +1 x1 -2 x2 +3 x3 +4 x4 +5 x5 ;\n"),
        (
            "lp",
            "\nMinimize\n weights: 1 q_1_1 - 2 q_1_2 + 3 q_1_3 + 4 q_2_1 + 5 q_2_2\nSubject To\n",
        ),
        ("mps", "\n q_1_2 none -2\n"),
        (
            "asp",
            "\n#minimize { W,R,C : queen(R,C), weight(R,C,W) }.\n",
        ),
        (
            "minizinc",
            "[| 1, -2, 3\n | 4, 5, 0 |];\nsolve minimize sum(r in 1..rows)(weight[r, q[r]]);\n",
        ),
    ] {
        let text = written(&weighted, format).unwrap();
        assert!(text.contains(objective), "{text}");
        assert!(
            !written(&plain, format).unwrap().contains("weight"),
            "{format}"
        );
        assert_eq!(
            queens::import::problem(text.as_bytes()).unwrap(),
            weighted,
            "{text}"
        );
    }
}
