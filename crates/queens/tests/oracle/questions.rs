//! Every call of the library about a board, held against the truth.

use crate::board::{Board, Range};
use crate::rules::{Map, Set, Truth, list};
use queens::control::Outcome;
use queens::engines;
use queens::orbit::SymmetryClass;
use queens::placement::Placement;
use queens::problem::rules::Invariance;
use queens::problem::{Grid, Problem};
use queens::relative::KnownRules;
use queens::symmetry::Symmetry;
use queens::{
    Answer, Detail, Question, Settings, Unsupported, Verdict, ask, ask_each, check,
    lexicographic, reference,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// Nodes for one answer of an engine that was named: some engines of the ladder would
/// take for ever.
const NODES: u64 = 100_000;

/// The symmetries in the order of [`Map::all`].
const SYMMETRIES: [Symmetry; 8] = [
    Symmetry::Identity,
    Symmetry::HalfTurn,
    Symmetry::FlipRows,
    Symmetry::FlipColumns,
    Symmetry::QuarterTurn,
    Symmetry::ThreeQuarterTurn,
    Symmetry::Transpose,
    Symmetry::AntiTranspose,
];

/// Number of questions by name, and the wrong answers.
#[derive(Default)]
pub(crate) struct Tally {
    pub(crate) asked: BTreeMap<&'static str, u64>,
    pub(crate) refused: u64,
    pub(crate) wrong: Vec<String>,
}

impl Tally {
    pub(crate) fn absorb(&mut self, other: Tally) {
        for (name, number) in other.asked {
            *self.asked.entry(name).or_default() += number;
        }
        self.refused += other.refused;
        self.wrong.extend(other.wrong);
    }

    pub(crate) fn questions(&self) -> u64 {
        self.asked.values().sum()
    }
}

/// One board, and the questions about it.
pub(crate) struct Examination<'b> {
    board: &'b Board,
    problem: Problem,
    truth: &'b Truth,
    pub(crate) tally: Tally,
}

impl<'b> Examination<'b> {
    pub(crate) fn new(board: &'b Board, truth: &'b Truth) -> Self {
        Examination {
            board,
            problem: board.problem(),
            truth,
            tally: Tally::default(),
        }
    }

    /// Asks everything.
    pub(crate) fn run(&mut self, random: &mut ChaCha8Rng) {
        self.text();
        self.counts();
        self.one();
        self.unique();
        self.lists();
        self.up_to_symmetry();
        self.fixed();
        self.largest();
        self.maximal();
        self.verify(random);
        self.completion(random);
        self.published();
    }

    #[expect(clippy::needless_pass_by_value, reason = "both are made for this call")]
    fn expect<T: PartialEq + std::fmt::Debug>(
        &mut self,
        name: &'static str,
        found: T,
        right: T,
    ) {
        *self.tally.asked.entry(name).or_default() += 1;
        if found != right {
            let text = self.board.text();
            self.tally
                .wrong
                .push(format!("{name}: {found:?}, not {right:?}, of\n{text}"));
        }
    }

    /// The answer; none where it is refused, or was stopped.
    fn ask(&mut self, question: Question, engine: Option<&str>) -> Option<Answer> {
        self.ask_about(&self.problem.clone(), question, engine)
    }

    fn ask_about(
        &mut self,
        problem: &Problem,
        question: Question,
        engine: Option<&str>,
    ) -> Option<Answer> {
        let answer = ask(problem, question, &settings(engine));
        self.answered(answer)
    }

    /// The problem with more rules.
    fn with_rules(&self, rules: KnownRules) -> Problem {
        rules
            .to_problem(&self.problem)
            .expect("rules of a small board")
            .expect("rules of a problem")
    }

    fn answered(&mut self, answer: Result<Answer, Unsupported>) -> Option<Answer> {
        let answer = answer.ok().filter(Answer::is_complete);
        self.tally.refused += u64::from(answer.is_none());
        answer
    }

    fn number(&self) -> u128 {
        self.truth.solutions.len() as u128
    }

    /// The set that a placement holds; none if a queen is not on the board.
    fn set(&self, placement: &Placement) -> Option<Set> {
        let mut set: Set = 0;
        for square in placement.squares() {
            let (row, column) = (i64::from(square.row), i64::from(square.column));
            if row >= self.board.rows || column >= self.board.columns {
                return None;
            }
            set |= 1 << (row * self.board.columns + column);
        }
        (set.count_ones() as usize == placement.len()).then_some(set)
    }

    fn is_solution(&self, placement: &Placement) -> bool {
        self.set(placement).is_some_and(|set| self.truth.has(set))
    }

    fn placement(&self, set: Set) -> Placement {
        Placement::new(
            list(set)
                .into_iter()
                .map(|square| self.board.square(square))
                .collect(),
        )
    }

    fn text(&mut self) {
        let read =
            |text: &str| text.parse::<Problem>().map_err(|error| error.to_string());
        let (text, display) = (read(&self.board.text()), read(&self.problem.to_string()));
        self.expect("text", text, Ok(self.problem.clone()));
        self.expect("display", display, Ok(self.problem.clone()));
    }

    fn counts(&mut self) {
        let count = self.ask(Question::Count, None).map(|answer| answer.count);
        self.expect("count", count, Some(self.number()));
        for engine in engines::registry().map(|engine| engine.info().id) {
            if let Some(answer) = self.ask(Question::Count, Some(engine)) {
                self.expect(engine, answer.count, self.number());
            }
        }
    }

    fn one(&mut self) {
        let answer = self.ask(Question::One, None);
        self.found("solve", answer, true);
        for engine in engines::registry().map(|engine| engine.info().id) {
            let answer = self.ask(Question::One, Some(engine));
            self.found(engine, answer, false);
        }
        let answer = self.ask(Question::Random, None);
        self.found("random", answer, false);
        let first = self.truth.solutions.first().map(|&set| self.placement(set));
        let answer = lexicographic(&self.problem, &settings(None));
        if let Some(answer) = self.answered(answer) {
            self.expect("lexicographic", answer.first, first);
        }
    }

    /// One solution, or none if there is none.
    fn found(&mut self, name: &'static str, answer: Option<Answer>, must: bool) {
        let Some(answer) = answer else {
            if must {
                self.expect(name, "refused", "an answer");
            }
            return;
        };
        let is_right = match &answer.first {
            Some(first) => answer.count == 1 && self.is_solution(first),
            None => answer.outcome == Outcome::Exhausted && self.number() == 0,
        };
        self.expect(name, (is_right, answer.first.clone()), (true, answer.first));
    }

    fn unique(&mut self) {
        let verdict = match self.number() {
            0 => Verdict::None,
            1 => Verdict::OnlyOne,
            _ => Verdict::AtLeast(2),
        };
        let found = self
            .ask(Question::Unique, None)
            .map(|answer| answer.verdict());
        self.expect("unique", found, Some(verdict));
    }

    fn listed(
        &mut self,
        question: Question,
        engine: Option<&str>,
    ) -> Option<Vec<Placement>> {
        self.listed_of(&self.problem.clone(), question, engine)
    }

    fn listed_of(
        &mut self,
        problem: &Problem,
        question: Question,
        engine: Option<&str>,
    ) -> Option<Vec<Placement>> {
        let mut found = Vec::new();
        let mut keep = |placement: &Placement| {
            found.push(placement.clone());
            ControlFlow::Continue(())
        };
        let answer = ask_each(problem, question, &settings(engine), &mut keep);
        let answer = self.answered(answer)?;
        self.expect("number of a list", answer.count, found.len() as u128);
        found.sort_unstable();
        Some(found)
    }

    fn lists(&mut self) {
        let all: Vec<Placement> = self
            .truth
            .solutions
            .iter()
            .map(|&set| self.placement(set))
            .collect();
        let found = self.listed(Question::All, None);
        self.expect("list", found, Some(all.clone()));
        for engine in ["backtracking", "units", "residual", "sat"] {
            if let Some(found) = self.listed(Question::All, Some(engine)) {
                self.expect("list by an engine", found, all.clone());
            }
        }
    }

    fn up_to_symmetry(&mut self) {
        let group = self.truth.symmetries(self.board);
        let (mut least, mut classes) = (
            BTreeSet::new(),
            BTreeMap::<SymmetryClass, (u128, u128)>::new(),
        );
        for &set in &self.truth.solutions {
            let first = group
                .iter()
                .map(|map| map.image(set))
                .min_by_key(|&image| list(image))
                .unwrap_or(set);
            let of_class = classes.entry(class(self.board, &group, set)).or_default();
            of_class.0 += u128::from(least.insert(first));
            of_class.1 += 1;
        }
        let mut right: Vec<Placement> =
            least.iter().map(|&set| self.placement(set)).collect();
        right.sort_unstable();
        let found = self.listed(Question::Fundamental, None);
        self.expect("fundamental", found, Some(right));
        let answer = self.ask(Question::Classes, None);
        self.expect(
            "number up to symmetry",
            answer.as_ref().and_then(Answer::fundamental),
            Some(least.len() as u128),
        );
        if let Some(Detail::Classes { classes: found, .. }) =
            answer.map(|answer| answer.detail)
        {
            for found in found {
                let right = classes.get(&found.class).copied().unwrap_or_default();
                self.expect("classes", (found.fundamental, found.solutions), right);
            }
        }
    }

    fn fixed(&mut self) {
        for (map, symmetry) in Map::all(self.board).iter().zip(SYMMETRIES) {
            let fixed = self
                .truth
                .solutions
                .iter()
                .filter(|&&set| map.image(set) == set);
            let listed: Vec<Placement> = fixed.map(|&set| self.placement(set)).collect();
            let right = listed.len();
            let Some(map) = Invariance::NAMED
                .into_iter()
                .find(|(_, map)| map.symmetry(Grid::Square) == Some(symmetry))
            else {
                continue;
            };
            let unchanged = self.with_rules(KnownRules::Unchanged(map.1));
            if let Some(answer) = self.ask_about(&unchanged, Question::One, None) {
                let is_fixed = answer
                    .first
                    .as_ref()
                    .is_none_or(|first| listed.contains(first));
                self.expect(
                    "one symmetric under",
                    (answer.count, is_fixed),
                    ((right as u128).min(1), true),
                );
            }
            if let Some(found) = self.listed_of(&unchanged, Question::All, None) {
                self.expect("list of symmetric under", found, listed);
            }
            if let Some(answer) = self.ask_about(&unchanged, Question::Count, None) {
                self.expect("symmetric under", answer.count, right as u128);
                if let Some(published) = reference::fixed_by(&self.problem, symmetry) {
                    self.expect(
                        "published, symmetric under",
                        published.value,
                        right as u128,
                    );
                }
            }
        }
    }

    fn largest(&mut self) {
        let right = self.truth.maximum(self.board);
        for engine in [None, Some("backtracking")] {
            let most = self.with_rules(KnownRules::Most);
            let Some(answer) = self.ask_about(&most, Question::One, engine) else {
                self.expect("maximum", "refused", "an answer");
                continue;
            };
            let first = answer.first.as_ref();
            let size = first.map(|queens| queens.len() as u32);
            self.expect("maximum", size, right);
            let stands = first.is_none_or(|queens| check(&most, queens).is_ok());
            self.expect("set of the maximum", stands, true);
            let is_known = first.is_none_or(|queens| {
                self.set(queens)
                    .is_some_and(|set| self.truth.sets.contains(&set))
            });
            self.expect("set of the maximum", is_known, true);
        }
        if let (Some(published), Some(right)) = (reference::maximum(&self.problem), right)
        {
            self.expect("published maximum", published.value, right.into());
        }
    }

    fn maximal(&mut self) {
        let is_any = |(low, high): Range| low == 0 && high.is_none();
        // A set is maximal if every empty square is attacked, whatever rows, columns and
        // regions take.
        let numbers = [
            self.board.row,
            self.board.column,
            self.board.region,
            self.board.total,
        ];
        if !numbers.into_iter().all(is_any) {
            return;
        }
        let answer = ask(
            &self.with_rules(KnownRules::Maximal),
            Question::Count,
            &settings(None),
        );
        if let Some(answer) = self.answered(answer) {
            let right = self.truth.maximal(self.board) as u128;
            self.expect("maximal", answer.count, right);
            if let Some(published) = reference::maximal(&self.problem) {
                self.expect("published maximal", published.value, right);
            }
        }
    }

    /// Solutions, and sets that are none: one square more, one less.
    fn verify(&mut self, random: &mut ChaCha8Rng) {
        let squares = self.board.kinds.len();
        for _ in 0..4 {
            let sets = if random.random() {
                &self.truth.solutions
            } else {
                &self.truth.sets
            };
            let mut set = if sets.is_empty() {
                0
            } else {
                sets[random.random_range(0..sets.len())]
            };
            if squares > 0 && random.random() {
                set ^= 1 << random.random_range(0..squares);
            }
            let found = check(&self.problem, &self.placement(set)).is_ok();
            self.expect("verify", found, self.truth.has(set));
        }
    }

    /// A part of a set, completed.
    fn completion(&mut self, random: &mut ChaCha8Rng) {
        let sets = if self.number() > 0 {
            &self.truth.solutions
        } else {
            &self.truth.sets
        };
        if sets.is_empty() {
            return;
        }
        let whole = sets[random.random_range(0..sets.len())];
        let part = list(whole)
            .into_iter()
            .filter(|_| random.random())
            .fold(0, |part, square| part | 1 << square);
        let Ok(problem) = self
            .problem
            .with_givens(self.placement(part).squares().iter().copied())
        else {
            return;
        };
        let right = self
            .truth
            .solutions
            .iter()
            .filter(|&&set| set & part == part)
            .count() as u128;
        let count = ask(&problem, Question::Count, &settings(None))
            .map(|answer| answer.count)
            .ok();
        self.expect("completions", count, Some(right));
        let one = ask(&problem, Question::One, &settings(None))
            .ok()
            .map(|answer| answer.first);
        let is_right = one.is_some_and(|first| match first {
            None => right == 0,
            Some(first) => self
                .set(&first)
                .is_some_and(|set| set & part == part && self.truth.has(set)),
        });
        self.expect("completion", is_right, true);
    }

    fn published(&mut self) {
        if let Some(published) = reference::published(&self.problem.normalized()) {
            self.expect("published", published.value, self.number());
        }
        if let (Some(published), Some(answer)) = (
            reference::fundamental(&self.problem),
            self.ask(Question::Classes, None),
        ) {
            self.expect(
                "published up to symmetry",
                Some(published.value),
                answer.fundamental(),
            );
        }
    }
}

/// Symmetry class of a set.
fn class(board: &Board, group: &[Map], set: Set) -> SymmetryClass {
    let all = Map::all(board);
    let keeps = |number: usize| {
        all.get(number)
            .is_some_and(|map| group.contains(map) && map.image(set) == set)
    };
    match () {
        () if [2, 3, 6, 7].into_iter().any(keeps) => SymmetryClass::Reflective,
        () if keeps(4) => SymmetryClass::Rotary,
        () if keeps(1) => SymmetryClass::Point,
        () => SymmetryClass::Ordinary,
    }
}

fn settings(engine: Option<&str>) -> Settings {
    let settings = Settings::default().with_threads(1);
    match engine {
        None => settings,
        Some(engine) => settings.with_engine(engine).with_nodes(NODES),
    }
}
