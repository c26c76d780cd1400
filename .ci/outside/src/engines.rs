//! Every engine on every problem that it accepts.

use crate::Checked;
use queens::domination::Domination;
use queens::engines::{Engine, registry};
use queens::problem::rules::Invariance;
use queens::problem::{Goal, Grid, Problem};
use queens::relative::{KnownRules, PieceMix, Relative};
use queens::simd::Kernel;
use queens::{Answer, Question, Settings, Verdict, ask, plan, reference};
use std::error::Error;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

/// Problems whose answers are published: small enough for code without optimisation.
const PUBLISHED: [&str; 25] = [
    "3x3x3",
    "queens 4",
    "queens 6",
    "queens 8",
    "queens 9",
    "queens 10",
    "queens 11",
    "torus 5",
    "torus 7",
    "cylinder 7",
    "moebius 4\ntotal: 2",
    "superqueens 10",
    "semiqueens 6",
    "toroidal-semiqueens 7",
    "reflecting 7",
    "queens 7\ntotal: 4",
    "queens 5\nrows: any\ncolumns: any",
    "torus 5\ntotal: 5",
    "bishops 4\ntotal: 4",
    "knights 4",
    "kings 4",
    "kings 6\nrows: 1\ncolumns: 1",
    "triangle 5",
    "black 5",
    "white 5",
];

/// Problems whose number of solutions can be found by hand, with that number.
const BY_HAND: [(&str, u128); 6] = [
    // Of (n - 1)(n - 2) pairs of squares in two rows of n; more than 16 columns need wide
    // masks.
    ("queens 2x20", 19 * 18),
    // Four rows with a queen each are not three queens.
    ("queens 4\nrows: 1\ntotal: 3", 0),
    // One of the two queens attacks the other.
    ("queens 8\ngivens: a1 b2", 0),
    // Of both ways to place four kings, the other one has two in the region A.
    ("regions 4\nareas:\nAAAB\nABBB\nCCDD\nCDDD", 1),
    // Both solutions have the sum 7.
    ("queens 2x3\nweights:\n1 2 3\n4 5 6", 2),
    // The four solutions have their queen of the first row on b, c, d and e.
    ("queens 6\ngivens: b1", 1),
];

/// Larger problems that have a solution.
const SOLVABLE: [&str; 7] = [
    "queens 20",
    "torus 11",
    "torus 25",
    "queens 2x30\ncolumns: 0..1",
    "kings 12\nrows: 1\ncolumns: 1",
    "kings 20\nrows: 1\ncolumns: 1",
    "kings 40\nrows: 1\ncolumns: 1",
];

/// Sizes for which `residual` has code of its own, with the sets of 1, 2, 4 and 8 words.
const RESIDUAL_SIZES: [&str; 4] = ["queens 60", "queens 100", "queens 150", "queens 300"];

/// One solution is asked for on boards with at most this many times the rows of those
/// that an engine counts in seconds.
const PRACTICAL_FACTOR: u32 = 2;

/// Limits of a search for one solution.
const TIME_LIMIT: Duration = Duration::from_millis(100);
const NODE_LIMIT: u64 = 200;

/// Largest number of rows for counts by slow engines: the engines of the ladder, and
/// engines that count only a few rows in seconds.
const SLOW_ENGINE_ROWS: u32 = 6;
const FEW_ROWS: u32 = 9;

/// Largest number of rows for relatives: armies take five times as long with each further
/// row.
const RELATIVE_ROWS: u32 = 8;

/// Largest number of rows for the engines that search any rules.
const ANY_RULES_ROWS: u32 = 4;

/// Engines whose code depends on the kernel.
const VECTOR_ENGINES: [&str; 4] = ["join", "rows", "inclusion-exclusion", "residual"];

const HALF_TURN: KnownRules = KnownRules::Unchanged(Invariance::HalfTurn);
const QUARTER_TURN: KnownRules = KnownRules::Unchanged(Invariance::QuarterTurn);
const SHIFT: KnownRules = KnownRules::Unchanged(Invariance::Shift);
const COLORING: KnownRules = KnownRules::Relative(Relative::Coloring(None));
const ARMIES: KnownRules = KnownRules::Relative(Relative::Armies);
const MIX: KnownRules =
    KnownRules::Relative(Relative::Pieces(PieceMix::QUEENS_AND_KNIGHTS));
const DOMINATING: KnownRules =
    KnownRules::Relative(Relative::Dominating(Domination::Any));
const TOTAL_DOMINATING: KnownRules =
    KnownRules::Relative(Relative::Dominating(Domination::Total));
const LEAST: KnownRules = KnownRules::Relative(Relative::Best(Goal::Least));
const GREATEST: KnownRules = KnownRules::Relative(Relative::Best(Goal::Greatest));

/// Questions about plain problems.
const PLAIN_QUESTIONS: [Question; 10] = [
    Question::One,
    Question::Random,
    Question::All,
    Question::Count,
    Question::Unique,
    Question::Fundamental,
    Question::Classes,
    Question::Profile,
    Question::Uncompletable,
    Question::CountUncompletable,
];

/// Rules that engines know, and questions about them.
const RULED_QUESTIONS: [(KnownRules, Question); 18] = [
    (HALF_TURN, Question::Count),
    (HALF_TURN, Question::One),
    (QUARTER_TURN, Question::All),
    (SHIFT, Question::All),
    (SHIFT, Question::Count),
    (KnownRules::Most, Question::One),
    (KnownRules::Maximal, Question::Count),
    (KnownRules::Pawns(1), Question::Count),
    (KnownRules::Pawns(1), Question::One),
    (COLORING, Question::One),
    (ARMIES, Question::One),
    (ARMIES, Question::Count),
    (MIX, Question::One),
    (MIX, Question::Count),
    (DOMINATING, Question::One),
    (TOTAL_DOMINATING, Question::Count),
    (LEAST, Question::One),
    (GREATEST, Question::Count),
];

/// Asks every engine of the registry.
///
/// # Errors
/// A wrong answer, or an engine that accepts none of the problems.
pub fn check() -> Checked {
    for engine in registry() {
        let id = engine.info().id;
        // Printed before the answers, because an overflow of the stack ends the process.
        print!("{id}");
        stdout().flush()?;
        let kernels = if VECTOR_ENGINES.contains(&id) {
            &Kernel::ALL[1..]
        } else {
            &[Kernel::Auto]
        };
        let started = Instant::now();
        let mut answers = 0;
        for &kernel in kernels.iter().filter(|kernel| kernel.is_available()) {
            let settings = Settings::default()
                .with_engine(id)
                .with_kernel(kernel)
                .with_threads(2);
            answers +=
                published_answers(engine, &settings)? + solutions(engine, &settings)?;
        }
        println!(
            ": {answers} answers in {:.1} s",
            started.elapsed().as_secs_f64()
        );
        if answers == 0 {
            return Err(format!("{id} accepts none of the problems").into());
        }
    }
    Ok(())
}

/// Asks for answers that are known; returns how many there are.
fn published_answers(
    engine: &dyn Engine,
    settings: &Settings,
) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut answers = 0;
    let is_slow = engine.is_of_the_ladder()
        || engine.info().practical.is_some_and(|rows| rows <= FEW_ROWS);
    let published = PUBLISHED.iter().map(|text| (*text, None));
    let by_hand = BY_HAND.iter().map(|&(text, count)| (text, Some(count)));
    for (text, count) in published.chain(by_hand) {
        let plain: Problem = text.parse()?;
        if is_slow && plain.rows() > SLOW_ENGINE_ROWS {
            continue;
        }
        for asked in
            known_questions().filter(|asked| plain.rows() <= asked.largest_board(engine))
        {
            if let Some(expected) = asked.expected_number(&plain, count) {
                answers += u64::from(asked.check_answer(&plain, expected, settings)?);
            }
        }
    }
    Ok(answers)
}

/// A question whose answer is known, about a plain problem or about rules on its board.
struct KnownQuestion {
    rules: Option<KnownRules>,
    question: Question,
}

fn known_questions() -> impl Iterator<Item = KnownQuestion> {
    let plain = PLAIN_QUESTIONS.into_iter().map(|question| KnownQuestion {
        rules: None,
        question,
    });
    let ruled = RULED_QUESTIONS.into_iter();
    plain.chain(ruled.map(|(rules, question)| KnownQuestion {
        rules: Some(rules),
        question,
    }))
}

impl KnownQuestion {
    /// Returns the largest number of rows for which the question is asked of an engine.
    fn largest_board(&self, engine: &dyn Engine) -> u32 {
        match (self.rules, self.question) {
            (Some(_), _) if engine.takes_rules() => ANY_RULES_ROWS,
            (Some(_), _)
            | (None, Question::Uncompletable | Question::CountUncompletable) => {
                RELATIVE_ROWS
            }
            (None, _) => u32::MAX,
        }
    }

    /// Asks, and compares the number that answers the question. Returns false if the
    /// engine does not take it.
    fn check_answer(
        &self,
        plain: &Problem,
        expected: u128,
        settings: &Settings,
    ) -> Result<bool, Box<dyn Error + Send + Sync>> {
        let asked = self
            .rules
            .map(|rules| rules.to_problem(plain))
            .transpose()?
            .flatten();
        let problem = asked.unwrap_or_else(|| plain.clone());
        if plan(&problem, self.question, settings).is_err() {
            return Ok(false);
        }
        let is_one = matches!(self.question, Question::One | Question::Random);
        let settings = if is_one {
            within_limits(settings)
        } else {
            settings.clone()
        };
        let answer = ask(&problem, self.question, &settings)?;
        let may_be_stopped = is_one && !answer.is_complete();
        if self.found_number(&answer) != expected && !may_be_stopped {
            let question = self.question;
            return Err(format!(
                "{question} of {problem}: {answer:?}, expected {expected}"
            )
            .into());
        }
        Ok(true)
    }

    /// Returns the number that answers the question; none if it is not published. `count`
    /// is that of solutions, found by hand.
    fn expected_number(&self, plain: &Problem, count: Option<u128>) -> Option<u128> {
        let all = count.or_else(|| value_of(reference::published(plain)));
        match self.rules {
            Some(rules) => self.expected_by_rules(plain, rules, all, count),
            None => self.expected_of_plain(plain, all),
        }
    }

    fn expected_of_plain(&self, plain: &Problem, all: Option<u128>) -> Option<u128> {
        match self.question {
            Question::One | Question::Random => all.map(|all| all.min(1)),
            Question::Unique => all.map(|all| all.min(2)),
            Question::All | Question::Count => all,
            Question::Fundamental | Question::Classes => {
                value_of(reference::fundamental(plain))
            }
            // Without a solution the empty set cannot be completed.
            Question::Uncompletable => all.filter(|&all| all == 0),
            Question::CountUncompletable => all
                .filter(|&all| all == 0 && plain.clash().is_none())
                .map(|_| 1),
            Question::Profile if plain.is_standard() => {
                value_of(reference::tree_nodes(plain.rows()))
            }
            Question::Profile => None,
            new => unreachable!("{new} is not in PLAIN_QUESTIONS"),
        }
    }

    fn expected_by_rules(
        &self,
        plain: &Problem,
        rules: KnownRules,
        all: Option<u128>,
        count: Option<u128>,
    ) -> Option<u128> {
        let is_one = self.question == Question::One;
        let only_one = |number: Option<u128>| {
            if is_one {
                number.map(|number| number.min(1))
            } else {
                number
            }
        };
        match rules {
            KnownRules::Unchanged(map) => only_one(match map.symmetry(Grid::Square) {
                Some(symmetry) => value_of(reference::fixed_by(plain, symmetry)),
                None => value_of(reference::linear(plain)),
            }),
            KnownRules::Most => value_of(reference::maximum(plain)),
            KnownRules::Maximal => value_of(reference::maximal(plain)),
            KnownRules::Pawns(pawns) if plain.is_standard() => {
                only_one(value_of(reference::with_pawns(plain.rows(), pawns, false)))
            }
            KnownRules::Pawns(_) => None,
            // All solutions of the boards that were counted by hand are best ones.
            KnownRules::Relative(Relative::Best(_)) => {
                only_one(if is_one { all } else { count })
            }
            // Five queens and five knights on 8 x 8, in 16 ways: found by other programs
            // as well.
            KnownRules::Relative(Relative::Pieces(_))
                if plain.is_standard() && plain.rows() == 8 =>
            {
                Some(if is_one { 5 } else { 16 })
            }
            KnownRules::Relative(Relative::Pieces(_)) => None,
            KnownRules::Relative(relative) if is_one => {
                value_of(reference::best_of(plain, relative))
            }
            KnownRules::Relative(relative) => {
                value_of(reference::number_of(plain, relative, false))
            }
        }
    }

    /// Returns the number that answers the question: the best number of pieces or sets,
    /// or else the number of solutions, at most as many as the question asks for, or of
    /// nodes.
    fn found_number(&self, answer: &Answer) -> u128 {
        if let queens::Detail::Profile(levels) = &answer.detail {
            return levels.iter().sum();
        }
        let is_about_sums =
            matches!(self.rules, Some(KnownRules::Relative(Relative::Best(_))));
        match self.question {
            Question::Classes => answer.fundamental().unwrap_or(u128::MAX),
            Question::Unique => match answer.verdict() {
                Verdict::None => 0,
                Verdict::OnlyOne => 1,
                _ => 2,
            },
            Question::One if !is_about_sums => {
                let best = answer.value().and_then(|value| u128::try_from(value).ok());
                best.unwrap_or(answer.count)
            }
            _ => answer.count,
        }
    }
}

/// Returns the published value.
fn value_of(published: Option<reference::Published>) -> Option<u128> {
    published.map(|published| published.value)
}

/// Asks for one solution of larger problems; returns how many answers there are. An
/// answer may run into its limit.
fn solutions(
    engine: &dyn Engine,
    settings: &Settings,
) -> Result<u64, Box<dyn Error + Send + Sync>> {
    let mut answers = 0;
    let largest = engine
        .info()
        .practical
        .map_or(u32::MAX, |rows| rows.saturating_mul(PRACTICAL_FACTOR));
    let residual_sizes = if engine.info().id == "residual" {
        &RESIDUAL_SIZES[..]
    } else {
        &[]
    };
    for text in SOLVABLE.iter().chain(residual_sizes) {
        let problem: Problem = text.parse()?;
        let is_too_large = problem.rows() > largest && !residual_sizes.contains(text);
        if is_too_large || plan(&problem, Question::One, settings).is_err() {
            continue;
        }
        let answer = ask(&problem, Question::One, &within_limits(settings))?;
        match answer.first {
            Some(placement) => queens::check(&problem, &placement)?,
            None if answer.is_complete() => {
                return Err(
                    format!("{} finds no solution of {text}", engine.info().id).into()
                );
            }
            None => {}
        }
        answers += 1;
    }
    Ok(answers)
}

fn within_limits(settings: &Settings) -> Settings {
    settings
        .clone()
        .with_time(TIME_LIMIT)
        .with_nodes(NODE_LIMIT)
}
