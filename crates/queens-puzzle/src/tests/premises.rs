//! Every reason follows from its premises and needs each of them: the deductions, hints,
//! explanations and proofs on many positions, by a check that shares no code with them.

use super::Sample;
use super::wording::{WordingFault, check_wording};
use crate::completion::{self, CompletionPosition, LevelSettings};
use crate::reason_check::{ReasonBoard, ReasonFault, check_names, prove, superfluous};
use crate::{
    Fact, GenerateSettings, GeneratedPuzzle, Hint, Mark, Options, Position, PuzzleStep,
    RatingWord, applications, explain_from, generate, hint, techniques,
};
use control::Limits;
use queens_engines::question::Settings;
use queens_model::problem::Unit;
use queens_model::square::Square;
use rand::RngExt;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Environment variable with the number of draws of marks for each that a test makes
/// otherwise: 1 if it is not set.
const FACTOR: &str = "PREMISE_DRAWS";

/// Probability of a mark on a square with a queen and on another one, for each draw of
/// marks.
const MARK_RATES: [(f64, f64); 7] = [
    (0.0, 0.3),
    (0.1, 0.2),
    (0.3, 0.1),
    (0.2, 0.5),
    (0.0, 0.6),
    (0.5, 0.3),
    (0.0, 0.0),
];

/// Number of applications of a deduction that are checked on each position.
const MAX_APPLICATIONS: usize = 2;

/// One reason in so many may only say that its premises cannot all hold: it has more
/// cases than a sentence can tell.
const UNEXPLAINED_SHARE: u32 = 5_000;

/// Generated puzzles: size, queens in each unit, number of puzzles, draws of marks for
/// each.
const PUZZLES: [(u32, u32, u64, usize); 20] = [
    (5, 1, 25, 7),
    (6, 1, 30, 7),
    (7, 1, 30, 7),
    (8, 1, 30, 7),
    (9, 1, 8, 7),
    (10, 1, 5, 7),
    (11, 1, 3, 7),
    (12, 1, 2, 7),
    (13, 1, 1, 7),
    (14, 1, 1, 7),
    (8, 2, 5, 7),
    (9, 2, 5, 7),
    (10, 2, 5, 7),
    (11, 2, 2, 7),
    (12, 2, 2, 7),
    (13, 2, 1, 7),
    (14, 2, 1, 7),
    (12, 3, 1, 7),
    (13, 3, 1, 7),
    (14, 3, 1, 7),
];

/// Returns how often each draw of marks is repeated.
fn factor() -> usize {
    let set = std::env::var(FACTOR).ok();
    set.map_or(1, |set| {
        set.parse()
            .unwrap_or_else(|_| panic!("{FACTOR}={set} is not a number"))
    })
}

/// Number of steps of a deduction, and of their premises.
#[derive(Debug, Default)]
struct TechniqueCount {
    steps: u32,
    premises: usize,
}

/// Faults of one kind of one deduction.
struct FaultReport {
    count: u32,
    /// Size of the smallest board with such a fault.
    size: u32,
    /// The fault and its position in words.
    text: String,
}

/// Counts of the checked reasons, and their faults.
#[derive(Default)]
struct Corpus {
    positions: u32,
    /// Reasons with a superfluous premise on boards with three queens in each unit, where
    /// the search for a smaller set of premises may be too long for a hint.
    large_proofs: u32,
    /// Reasons that only say that their premises cannot all hold.
    unexplained: u32,
    techniques: BTreeMap<&'static str, TechniqueCount>,
    /// By deduction, kind of fault and source of the position.
    faults: BTreeMap<(&'static str, String, String), FaultReport>,
}

impl Corpus {
    /// Checks a step from the marks of `board`, which `source` describes.
    fn check_step(&mut self, board: &ReasonBoard, step: &PuzzleStep, source: &str) {
        let count = self.techniques.entry(step.technique.id).or_default();
        count.steps += 1;
        count.premises += step.premises.len();
        let mut crossed = board.clone();
        let result = crossed
            .cross_ruled_out(&step.ruled_out)
            .and_then(|()| prove(&crossed, &step.premises, &step.crosses, &step.queens));
        if let Err(fault) = &result {
            self.report(board, step, kind_of(fault), &format!("{fault}"), source);
        } else {
            let unneeded =
                superfluous(&crossed, &step.premises, &step.crosses, &step.queens);
            if !unneeded.is_empty() && board.stars > 2 {
                self.large_proofs += 1;
            } else if !unneeded.is_empty() {
                let facts: Vec<_> = unneeded
                    .iter()
                    .map(|&index| step.premises[index].fact)
                    .collect();
                self.report(
                    board,
                    step,
                    "Superfluous".to_owned(),
                    &format!("{facts:?}"),
                    source,
                );
            }
        }
        if let Err(fault) = check_names(&step.sentence, &step.premises) {
            self.report(board, step, kind_of(&fault), &format!("{fault}"), source);
        }
        match check_wording(board, step) {
            Ok(()) => {}
            Err(WordingFault::Unexplained(_)) => self.unexplained += 1,
            Err(fault) => self.report(
                board,
                step,
                "Wording".to_owned(),
                &format!("{fault:?}"),
                source,
            ),
        }
        if counts_more_than_half(board, step) {
            self.report(
                board,
                step,
                "Long".to_owned(),
                "the other units are fewer",
                source,
            );
        }
    }

    fn report(
        &mut self,
        board: &ReasonBoard,
        step: &PuzzleStep,
        kind: String,
        fault: &str,
        source: &str,
    ) {
        let size = board.size;
        let key = (step.technique.id, kind, source.to_owned());
        let report = self.faults.entry(key).or_insert_with(|| FaultReport {
            count: 0,
            size: u32::MAX,
            text: String::new(),
        });
        report.count += 1;
        if size < report.size {
            report.size = size;
            report.text = format!(
                "{fault}\n  from {source}, stars {}: {}\n  {}\n  crosses {:?}, queens {:?}, ruled out {:?}",
                board.stars,
                board_text(board),
                step.sentence,
                names(&step.crosses),
                names(&step.queens),
                names(&step.ruled_out),
            );
            for premise in &step.premises {
                let named = step
                    .sentence
                    .get(..premise.named_at)
                    .unwrap_or("(no character)");
                let _ = write!(
                    report.text,
                    "\n  {:?} {} {named:?}",
                    premise.fact,
                    names(&premise.squares)
                );
            }
        }
    }

    /// Checks some applications of every deduction on `position`, and its hint.
    fn check_position(&mut self, position: &Position, sample: &mut Sample, source: &str) {
        let board = ReasonBoard::from_position(position);
        let tidy = tidy(&board);
        self.positions += 1;
        let ids = techniques()
            .map(|technique| technique.id)
            .chain(["contradiction"]);
        for id in ids.filter(|id| board.size <= largest_size(id)) {
            let mut steps = applications(position, id);
            for _ in 0..MAX_APPLICATIONS.min(steps.len()) {
                let step = steps.swap_remove(sample.random.random_range(0..steps.len()));
                self.check_step(
                    if crosses_ruled_out(id) { &board } else { &tidy },
                    &step,
                    source,
                );
            }
        }
        match hint(
            position,
            &Options {
                uniqueness: true,
                ..Options::default()
            },
        ) {
            Ok(Hint::Step(step) | Hint::Proof { step, .. }) => {
                self.check_step(&board, &step, "hint");
            }
            Ok(Hint::Solved) => {}
            other => panic!("{other:?} {}", board_text(&board)),
        }
    }

    /// Checks every step of the explanation from `position`.
    fn check_explanation(&mut self, position: &Position, options: &Options) {
        let mut before = position.clone();
        let explanation = explain_from(position, options);
        for step in &explanation.steps {
            self.positions += 1;
            self.check_step(&ReasonBoard::from_position(&before), step, "explanation");
            step.apply(&mut before);
        }
        assert_eq!(before, explanation.position);
    }

    /// Checks the hints from `position` to the end of an n-queens level.
    fn check_level(&mut self, mut position: CompletionPosition) {
        loop {
            let board = ReasonBoard::from_level(&position.problem().expect("a level"));
            self.positions += 1;
            match completion::hint(&position, &Settings::default().with_threads(1)) {
                Ok(Hint::Step(step) | Hint::Proof { step, .. }) => {
                    self.check_step(&board, &step, "hint of a level");
                    position = position
                        .with_marks(&step.queens, &step.crosses)
                        .expect("new marks");
                }
                Ok(Hint::Solved) => return,
                other => panic!("{other:?} {}", board_text(&board)),
            }
        }
    }

    /// Prints the counts, and fails if there are faults.
    fn finish(&self) {
        println!(
            "{} positions, {} unexplained",
            self.positions, self.unexplained
        );
        for (id, TechniqueCount { steps, premises }) in &self.techniques {
            println!("{id}: {steps} steps, {premises} premises");
        }
        let mut text = String::new();
        for ((id, kind, _), report) in &self.faults {
            let _ = write!(
                text,
                "\n{id}, {kind}, {} times: {}",
                report.count, report.text
            );
        }
        assert!(text.is_empty(), "{text}");
        let steps: u32 = self.techniques.values().map(|count| count.steps).sum();
        assert!(
            self.large_proofs <= steps / 5_000,
            "{} of {steps} with superfluous premises",
            self.large_proofs
        );
        let most = steps / UNEXPLAINED_SHARE;
        assert!(
            self.unexplained <= most,
            "{} of {steps} without an explanation",
            self.unexplained
        );
    }

    /// Checks that each of these deductions was checked at least `least` times.
    fn assert_each_occurs(&self, ids: impl Iterator<Item = &'static str>, least: u32) {
        for id in ids {
            let steps = self.techniques.get(id).map_or(0, |count| count.steps);
            assert!(steps >= least, "{id}: {steps} steps");
        }
    }
}

/// Largest board on which all applications of a deduction are searched. On larger ones it
/// is checked in hints and explanations only: counts of many units and proofs take long
/// there.
fn largest_size(id: &str) -> u32 {
    match id {
        "overcounting-4" | "undercounting-4" => 9,
        "contradiction" => 8,
        _ => u32::MAX,
    }
}

/// True for the deductions that cross what queens rule out; the others count it as
/// crossed.
fn crosses_ruled_out(id: &str) -> bool {
    ["marks", "full-unit"].contains(&id)
}

/// True if a count names more than half of the units of its kinds that still need queens:
/// the count of the others is shorter.
fn counts_more_than_half(board: &ReasonBoard, step: &PuzzleStep) -> bool {
    let is_count = step.technique.id.contains("counting")
        && step.sentence.starts_with("All open squares of ");
    let (Some(regions), true) = (&board.regions, is_count) else {
        return false;
    };
    let size = board.size as usize;
    // Queens that stand in each row, column and region.
    let mut queens = vec![vec![0; size]; 3];
    for (index, _) in board
        .marks
        .iter()
        .enumerate()
        .filter(|(_, mark)| **mark == Mark::Queen)
    {
        for (kind, unit) in [index / size, index % size, regions[index] as usize]
            .into_iter()
            .enumerate()
        {
            queens[kind][unit] += 1;
        }
    }
    let mut is_named = [false; 3];
    for premise in &step.premises {
        match premise.fact {
            Fact::Unit(Unit::Row(_)) => is_named[0] = true,
            Fact::Unit(Unit::Column(_)) => is_named[1] = true,
            _ => is_named[2] = true,
        }
    }
    let named = queens
        .iter()
        .zip(is_named)
        .filter(|(_, is_named)| *is_named);
    let unfilled = named
        .flat_map(|(units, _)| units)
        .filter(|queens| **queens < board.stars)
        .count();
    2 * step.premises.len() > unfilled
}

/// Returns `board` with a cross on every square that its queens rule out.
fn tidy(board: &ReasonBoard) -> ReasonBoard {
    let mut tidy = board.clone();
    tidy.cross_ruled_out(&board.ruled_out())
        .expect("squares that queens rule out");
    tidy
}

/// Name of the kind of a fault.
fn kind_of(fault: &ReasonFault) -> String {
    format!("{fault:?}")
        .chars()
        .take_while(|letter| letter.is_alphabetic())
        .collect()
}

fn names(squares: &[Square]) -> String {
    squares
        .iter()
        .map(Square::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}

/// A word for each row: the region of each square, `*` behind a queen and `.` behind a
/// cross. Regions of a level are all `A`.
fn board_text(board: &ReasonBoard) -> String {
    let mut text = String::new();
    for (index, mark) in board.marks.iter().enumerate() {
        if index > 0 && index % board.size as usize == 0 {
            text.push(' ');
        }
        let region = board.regions.as_ref().map_or(0, |regions| regions[index]);
        text.push(char::from_u32('A' as u32 + region).expect("a letter"));
        match mark {
            Mark::Open => {}
            Mark::Cross => text.push('.'),
            Mark::Queen => text.push('*'),
        }
    }
    text
}

/// Returns a puzzle and the squares of its solution.
fn new_puzzle(size: u32, stars: u32, seed: u64) -> (Position, Vec<bool>) {
    let settings = GenerateSettings {
        stars,
        ..GenerateSettings::new(size, seed)
    };
    let GeneratedPuzzle {
        puzzle, solution, ..
    } = generate(&settings).expect("a puzzle");
    let queens = solution.squares();
    let is_queen = puzzle
        .problem()
        .every_square()
        .map(|square| queens.contains(&square))
        .collect();
    (Position::new(puzzle), is_queen)
}

#[test]
fn reasons_of_puzzles_follow_from_their_premises() {
    let mut corpus = Corpus::default();
    let mut sample = Sample::new(67);
    for position in techniques().filter_map(crate::TechniqueInfo::position) {
        corpus.check_position(&position, &mut sample, "gallery");
    }
    for (size, stars, puzzles, draws) in PUZZLES {
        for seed in 0..puzzles {
            let (position, solution) = new_puzzle(size, stars, seed);
            for draw in 0..draws * factor() {
                let (queens, crosses) = MARK_RATES[draw % MARK_RATES.len()];
                let marked = sample.marks(position.puzzle(), &solution, queens, crosses);
                corpus.check_position(&marked, &mut sample, "random marks");
            }
            if seed < 3 {
                let uniqueness = seed % 2 == 0;
                corpus.check_explanation(
                    &position,
                    &Options {
                        uniqueness,
                        ..Options::default()
                    },
                );
            }
        }
    }
    check_by_uniqueness(&mut corpus, &mut sample);
    corpus.finish();
    assert!(corpus.positions >= 3_000, "{} positions", corpus.positions);
    corpus.assert_each_occurs(techniques().map(|technique| technique.id), 20);
    corpus.assert_each_occurs(["contradiction"].into_iter(), 100);
    corpus.assert_each_occurs(["nested-contradiction"].into_iter(), 1);
}

/// Checks the deductions by uniqueness, which seldom apply, on boards with many crosses.
fn check_by_uniqueness(corpus: &mut Corpus, sample: &mut Sample) {
    let rare = || techniques().filter(|technique| technique.by_uniqueness);
    for seed in 100..400 * factor() as u64 {
        let (position, solution) = new_puzzle(5 + seed as u32 % 4, 1, seed);
        let marked = sample.marks(position.puzzle(), &solution, 0.1, 0.6);
        let board = tidy(&ReasonBoard::from_position(&marked));
        corpus.positions += 1;
        for step in rare().flat_map(|technique| applications(&marked, technique.id)) {
            corpus.check_step(&board, &step, "applications");
        }
    }
}

#[test]
fn reasons_of_levels_follow_from_their_premises() {
    let mut corpus = Corpus::default();
    let mut sample = Sample::new(68);
    for size in 5..=11 {
        for rating in [
            None,
            Some(RatingWord::Gentle),
            Some(RatingWord::Medium),
            Some(RatingWord::Fiendish),
        ] {
            if rating.is_some_and(|rating| size < completion::smallest_size(rating)) {
                continue;
            }
            for seed in 0..4 * factor() as u64 {
                let settings = LevelSettings {
                    size,
                    rating,
                    seed,
                    limits: Limits::default(),
                };
                let level = completion::generate(&settings).expect("a level");
                let given = level.position.given();
                let mut marks = [Vec::new(), Vec::new()];
                for index in 0..size * size {
                    let square = Square::new(index / size, index % size);
                    let is_queen = level.solution.squares().contains(&square);
                    let rate = if is_queen { 0.1 } else { 0.2 };
                    if !given.contains(&square) && sample.random.random_bool(rate) {
                        marks[usize::from(is_queen)].push(square);
                    }
                }
                corpus.check_level(level.position.clone());
                let [crosses, queens] = marks;
                corpus.check_level(
                    level.position.with_marks(&queens, &crosses).expect("marks"),
                );
            }
        }
    }
    corpus.finish();
    corpus.assert_each_occurs(completion::techniques().map(|technique| technique.id), 10);
}
