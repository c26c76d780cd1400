//! Every placement, square by square. A branch ends early only if no placement in it can
//! hold or be best (`bounds`); the rules decide about the placements that are left.

use super::grid::Map;
use super::rules::{Label, Placement, Rules};
use super::{KindSet, Measure, Share};
use std::collections::BTreeSet;

/// The best solutions of a problem; all of them if nothing is to be best.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// None if there is nothing to be best, or no solution.
    pub(super) value: Option<i64>,
    pub(super) count: usize,
    /// Empty if only their number was asked for.
    pub(super) solutions: BTreeSet<Placement>,
}

/// Finds the best solutions; `keeps_solutions` says whether to keep them or to count them
/// only.
pub(super) fn solve(rules: &Rules<'_>, keeps_solutions: bool) -> Found {
    let Some(limits) = rising_limits(rules) else {
        return Search::new(rules, None, keeps_solutions).run();
    };
    let found =
        limits.map(|limit| Search::new(rules, Some(limit), keeps_solutions).run());
    found
        .into_iter()
        .find(|found| found.count > 0)
        .unwrap_or_default()
}

/// For a least number the numbers to try in turn: few pieces take the least time.
fn rising_limits(rules: &Rules<'_>) -> Option<std::ops::RangeInclusive<i64>> {
    let best = rules.problem.best.as_ref()?;
    let is_number = matches!(best.measure, Measure::Number(_) | Measure::Sets);
    (is_number && !best.is_greatest).then_some(0..=rules.problem.squares() as i64)
}

/// A square during the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Open,
    Empty,
    Piece(Label),
}

/// A part of a placement.
pub(super) struct Search<'a, 'p> {
    pub(super) rules: &'a Rules<'p>,
    /// The greatest value to look for.
    pub(super) limit: Option<i64>,
    keeps_solutions: bool,
    pub(super) states: Vec<State>,
    /// All labels that may be used; the sets of a kind follow each other.
    pub(super) labels: Vec<Label>,
    /// By kind, the number of sets with a piece.
    pub(super) used_sets: Vec<usize>,
    /// By label, the number of pieces.
    pub(super) placed: Vec<usize>,
    /// By label and square, how often it is forbidden: by the kind, and by each enemy on
    /// the board. Where pieces stop lines, no enemy forbids it for certain.
    blocked: Vec<Vec<u32>>,
    /// The greatest number of pieces of some kinds on the board.
    caps: Vec<(KindSet, usize)>,
    /// By label, whether there can be no more.
    full: Vec<bool>,
    /// By kind and square, the squares that a piece attacks if no piece stops it, and
    /// those from which it is attacked.
    struck: Squares,
    pub(super) struck_from: Squares,
    pub(super) found: Found,
}

impl<'a, 'p> Search<'a, 'p> {
    fn new(rules: &'a Rules<'p>, limit: Option<i64>, keeps_solutions: bool) -> Self {
        let squares = rules.problem.squares();
        let labels = all_labels(rules);
        let (struck, struck_from) = attacks(rules);
        let forbidden = |label: &Label| {
            (0..squares)
                .map(|square| u32::from(!rules.may_stand(square, label.kind())))
                .collect()
        };
        let mut search = Search {
            rules,
            limit,
            keeps_solutions,
            states: vec![State::Open; squares],
            used_sets: vec![0; rules.problem.kinds.len()],
            placed: vec![0; labels.len()],
            blocked: labels.iter().map(forbidden).collect(),
            caps: caps(rules, limit),
            full: vec![false; labels.len()],
            labels,
            struck,
            struck_from,
            found: Found::default(),
        };
        search.find_full();
        search
    }

    /// Tries all placements; if they must be their own images, with each map in turn.
    fn run(mut self) -> Found {
        let has_sets = self
            .rules
            .problem
            .kinds
            .iter()
            .any(|kind| kind.sets.is_some());
        match &self.rules.invariances {
            // A map may exchange sets, so that the label of an image is not known.
            Some(maps) if !has_sets => {
                self.keeps_solutions = true;
                for map in maps {
                    self.extend(&orbits(self.rules, map), 0, Some(map));
                }
            }
            _ => {
                let order: Vec<usize> = self.rules.problem.grid.free().collect();
                self.extend(&order, 0, None);
            }
        }
        self.found
    }

    /// Decides the squares of `order` from number `at` on.
    fn extend(&mut self, order: &[usize], at: usize, map: Option<&Map>) {
        let Some(&square) = order.get(at) else {
            return self.examine();
        };
        let same = map.and_then(|map| self.forced(order, at, map));
        for state in self.choices(square) {
            if same.is_none_or(|same| same == state) {
                self.decide(square, state);
                if self.may_hold(square) {
                    self.extend(order, at + 1, map);
                }
                self.reopen(square);
            }
        }
    }

    /// The state of a square whose preimage is decided.
    fn forced(&self, order: &[usize], at: usize, map: &Map) -> Option<State> {
        let before = order[at.checked_sub(1)?];
        (map[before] == order[at]).then_some(self.states[before])
    }

    fn choices(&self, square: usize) -> Vec<State> {
        let mut choices = Vec::new();
        for (number, &label) in self.labels.iter().enumerate() {
            let is_next = self.rules.problem.kinds[label.kind()].sets.is_none()
                || usize::from(label.set) <= self.used_sets[label.kind()];
            if is_next
                && self.is_possible(number, square)
                && !self.breaks_peace(square, label)
            {
                choices.push(State::Piece(label));
            }
        }
        choices.push(State::Empty);
        choices
    }

    /// False if this label cannot come onto an open square.
    pub(super) fn is_possible(&self, label: usize, square: usize) -> bool {
        !self.full[label] && self.blocked[label][square] == 0
    }

    /// True if two enemies see each other for certain; asked only if pieces stop lines.
    fn breaks_peace(&self, square: usize, label: Label) -> bool {
        self.rules.problem.some_stop()
            && (self.states.iter().enumerate()).any(|(other, state)| match *state {
                State::Piece(enemy) if self.rules.must_keep_peace(label, enemy) => {
                    self.sees(square, label, other) || self.sees(other, enemy, square)
                }
                _ => false,
            })
    }

    /// True if a piece attacks a square for certain.
    pub(super) fn sees(&self, from: usize, label: Label, to: usize) -> bool {
        let is_clear = |&between: &usize| match self.states[between] {
            State::Open => false,
            State::Empty => true,
            State::Piece(other) => !self.rules.problem.kinds[other.kind()].stops,
        };
        self.rules.paths[label.kind()][from].iter().any(|path| {
            let end = path.iter().position(|&square| square == to);
            end.is_some_and(|end| path[..end].iter().all(is_clear))
        })
    }

    fn decide(&mut self, square: usize, state: State) {
        self.states[square] = state;
        let State::Piece(label) = state else { return };
        let number = self.number(label);
        self.placed[number] += 1;
        if self.placed[number] == 1 {
            self.used_sets[label.kind()] += 1;
        }
        self.block(square, label, u32::wrapping_add);
        self.find_full();
    }

    fn reopen(&mut self, square: usize) {
        let State::Piece(label) = self.states[square] else {
            self.states[square] = State::Open;
            return;
        };
        self.states[square] = State::Open;
        let number = self.number(label);
        self.placed[number] -= 1;
        if self.placed[number] == 0 {
            self.used_sets[label.kind()] -= 1;
        }
        self.block(square, label, u32::wrapping_sub);
        self.find_full();
    }

    /// Finds the labels of which there can be no more.
    fn find_full(&mut self) {
        self.full.fill(false);
        for (kinds, high) in &self.caps {
            let is_counted = |label: &Label| kinds.contains(&label.kind());
            let counted = self
                .labels
                .iter()
                .zip(&self.placed)
                .filter(|(label, _)| is_counted(label));
            if counted.map(|(_, placed)| placed).sum::<usize>() >= *high {
                let labels = self
                    .labels
                    .iter()
                    .zip(&mut self.full)
                    .filter(|(label, _)| is_counted(label));
                labels.for_each(|(_, full)| *full = true);
            }
        }
    }

    /// Counts a placed piece on every square where it forbids an enemy, or takes it back,
    /// as `change` says.
    fn block(&mut self, square: usize, label: Label, change: fn(u32, u32) -> u32) {
        if self.rules.problem.some_stop() {
            return;
        }
        for (number, &enemy) in self.labels.iter().enumerate() {
            if self.rules.must_keep_peace(label, enemy) {
                let attacked = &self.struck[label.kind()][square];
                let attacking = &self.struck_from[enemy.kind()][square];
                for &other in attacked.iter().chain(attacking) {
                    self.blocked[number][other] = change(self.blocked[number][other], 1);
                }
            }
        }
    }

    fn number(&self, label: Label) -> usize {
        self.labels
            .iter()
            .position(|&other| other == label)
            .expect("a label")
    }

    /// All squares are decided: the rules tell whether this is a solution, and whether it
    /// is better than those before.
    fn examine(&mut self) {
        let piece = |state: &State| match state {
            State::Piece(label) => Some(*label),
            State::Open | State::Empty => None,
        };
        let pieces: Placement = self.states.iter().map(piece).collect();
        if !self.rules.holds(&pieces) {
            return;
        }
        let value = self.rules.value(&pieces);
        if self.found.count > 0 && value != self.found.value {
            if !self.is_better(value) {
                return;
            }
            self.found = Found::default();
        }
        self.found.value = value;
        let is_new = !self.keeps_solutions || self.found.solutions.insert(pieces);
        self.found.count += usize::from(is_new);
    }

    fn is_better(&self, value: Option<i64>) -> bool {
        match self
            .rules
            .problem
            .best
            .as_ref()
            .is_some_and(|best| best.is_greatest)
        {
            true => value > self.found.value,
            false => value < self.found.value,
        }
    }
}

/// The named kinds, and as many sets as there may be.
fn all_labels(rules: &Rules<'_>) -> Vec<Label> {
    let free = rules.problem.grid.free().count();
    let mut labels = Vec::new();
    for (kind, parts) in rules.problem.kinds.iter().enumerate() {
        let number = parts.sets.map_or(1, |sets| sets.high.min(free));
        labels.extend((0..number).map(|set| Label {
            kind: kind as u8,
            set: set as u8,
        }));
    }
    labels
}

/// Upper bounds on the number of pieces of some kinds on the whole board, from the
/// demands and from the best value so far.
fn caps(rules: &Rules<'_>, limit: Option<i64>) -> Vec<(KindSet, usize)> {
    let free = rules.problem.grid.free().count();
    let mut caps = Vec::new();
    for line in rules.lines.iter().filter(|line| line.squares.len() == free) {
        if let Share::Together(kinds) = &line.of {
            caps.push((kinds.clone(), line.bounds.high));
        }
    }
    if let (Some(limit), Some(Measure::Number(kinds))) =
        (limit, rules.problem.best.as_ref().map(|best| &best.measure))
    {
        caps.push((kinds.clone(), limit as usize));
    }
    caps
}

/// By kind and square, a list of squares.
type Squares = Vec<Vec<Vec<usize>>>;

fn attacks(rules: &Rules<'_>) -> (Squares, Squares) {
    let squares = rules.problem.squares();
    let (mut struck, mut struck_from) = (Vec::new(), Vec::new());
    for paths in &rules.paths {
        let distinct = |paths: &Vec<Vec<usize>>| {
            paths.iter().flatten().copied().collect::<BTreeSet<_>>()
        };
        let to: Vec<Vec<usize>> = paths
            .iter()
            .map(|paths| distinct(paths).into_iter().collect())
            .collect();
        let mut from = vec![Vec::new(); squares];
        for (square, targets) in to.iter().enumerate() {
            targets.iter().for_each(|&target| from[target].push(square));
        }
        struck.push(to);
        struck_from.push(from);
    }
    (struck, struck_from)
}

/// The free squares, each followed by its images under the map.
fn orbits(rules: &Rules<'_>, map: &Map) -> Vec<usize> {
    let mut order = Vec::new();
    for mut square in rules.problem.grid.free() {
        while rules.problem.grid.is_free(square) && !order.contains(&square) {
            order.push(square);
            square = map[square];
        }
    }
    order
}

/// Every placement without any pruning, for boards of a few squares.
pub(super) fn solve_plainly(rules: &Rules<'_>) -> Found {
    let mut search = Search::new(rules, None, true);
    let order: Vec<usize> = rules.problem.grid.free().collect();
    search.try_all(&order);
    search.found
}

impl Search<'_, '_> {
    fn try_all(&mut self, order: &[usize]) {
        let Some((&square, rest)) = order.split_first() else {
            return self.examine();
        };
        for label in self.labels.clone() {
            let is_next = usize::from(label.set) <= self.used_sets[label.kind()];
            if is_next {
                self.decide(square, State::Piece(label));
                self.try_all(rest);
                self.reopen(square);
            }
        }
        self.decide(square, State::Empty);
        self.try_all(rest);
        self.reopen(square);
    }
}
