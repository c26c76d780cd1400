//! Which engine, and why.

use super::{Answer, CompletionError, Engine, Proof, Question, Settings};
use crate::constraints::Constraints;
use crate::engines::ladder;
use crate::engines::ladder::Refusal;
use crate::engines::modular as arithmetic;
use crate::engines::pigeonhole::pigeonhole;
use crate::engines::repair::board::RepairBoard;
use crate::engines::residual::board::ResidualBoard;
use crate::engines::sat::Sat;
use crate::engines::{repair, residual as bitset};
use crate::placement::Placement;
use crate::problem::Problem;
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search_control::{Limit, Limits, Meter, Statistics, Step, Stop};
use std::ops::ControlFlow;
use std::time::Instant;

/// From so many free rows on, repair is tried before a search for one solution.
const MANY_ROWS: usize = 64;

/// Nodes of the general engine before the SAT engine takes over.
const PATIENCE: u64 = 300_000;

/// The method of the ladder that answers every problem.
const GENERAL: &str = "backtracking";

/// Answers `question`.
///
/// # Errors
/// No engine takes the problem, or not the one that the settings ask for.
///
/// # Complexity
/// Completion is NP-complete, counting completions #P-complete (Gent, Jefferson, Nightingale,
/// "Complexity of n-Queens Completion", JAIR 59, 2017): set limits.
pub fn solve(problem: &Problem, question: Question, settings: &Settings) -> Result<Answer, CompletionError> {
    solve_each(problem, question, settings, &mut |_| ControlFlow::Continue(()))
}

/// Answers `question` and hands every solution that is found to `each`, which may break off.
///
/// # Errors
/// As [`solve`].
pub fn solve_each(
    problem: &Problem,
    question: Question,
    settings: &Settings,
    each: &mut dyn FnMut(&Placement) -> ControlFlow<()>,
) -> Result<Answer, CompletionError> {
    let started = Instant::now();
    let mut task = Task { problem, question, settings, each, solutions: 0, first: None };
    let mut answer = task.choose()?;
    answer.statistics.elapsed = started.elapsed();
    Ok(answer)
}

/// Repair gave up by itself, which is a bound on nodes like any other.
const GAVE_UP: Step = Err(Stop::LimitReached(Limit::Nodes));

/// What one engine came to.
struct Ending {
    step: Step,
    proof: Option<Proof>,
    statistics: Statistics,
}

/// One call: what is asked, and what was found so far.
struct Task<'t> {
    problem: &'t Problem,
    question: Question,
    settings: &'t Settings,
    each: &'t mut dyn FnMut(&Placement) -> ControlFlow<()>,
    solutions: u64,
    first: Option<Placement>,
}

impl Task<'_> {
    fn choose(&mut self) -> Result<Answer, CompletionError> {
        let Some(engine) = self.settings.engine else {
            return match ResidualBoard::accepts(self.problem) {
                Ok(()) => self.ordinary(),
                Err(refusal) => self.other(&refusal),
            };
        };
        let why = format!("the {engine} engine was asked for");
        let refused = |refusal| CompletionError::Refused { engine, refusal };
        let mut meter = Meter::new(&self.settings.limits);
        match engine {
            Engine::General => self.general(why),
            Engine::Sat => self.sat(why),
            Engine::Repair if self.question != Question::First => Err(CompletionError::OneOnly(engine)),
            Engine::Arithmetic => match self.arithmetic(true) {
                Some(answer) => Ok(answer),
                None if arithmetic::full_diagonals(self.problem).is_none() => {
                    Err(refused(Refusal::OpenEdges))
                }
                None => Err(CompletionError::OneOnly(engine)),
            },
            Engine::Repair => {
                let ground = RepairBoard::of(self.problem).map_err(refused)?;
                let step = self.repair(&ground, &mut meter);
                let ending = Ending { step, proof: None, statistics: meter.statistics() };
                Ok(self.answer(engine, why, ending))
            }
            Engine::Bitset => {
                let board = ResidualBoard::of(self.problem).map_err(refused)?;
                bitset::accepts(&board)?;
                Ok(self.bitset(&board, why, &mut meter))
            }
        }
    }

    /// How many rows have no given queen, or columns if these are fewer.
    fn free_rows(&self) -> usize {
        let lines = self.problem.rows().min(self.problem.columns()) as usize;
        // Where lines take several queens, more may be given than there are lines.
        lines.saturating_sub(self.problem.givens().len())
    }

    /// Queens on an ordinary square board.
    fn ordinary(&mut self) -> Result<Answer, CompletionError> {
        let rows = self.free_rows();
        let refused = |refusal| CompletionError::Refused { engine: Engine::Bitset, refusal };
        let mut meter = Meter::new(&self.settings.limits);
        let mut why = format!("queens on an ordinary board with {rows} free rows");
        let is_large = self.question == Question::First && rows >= MANY_ROWS;
        if is_large {
            let ground = RepairBoard::of(self.problem).map_err(refused)?;
            let step = self.repair(&ground, &mut meter);
            if step != GAVE_UP {
                let ending = Ending { step, proof: None, statistics: meter.statistics() };
                return Ok(self.answer(Engine::Repair, format!("one solution: {why}"), ending));
            }
            why += ", which repair did not fill";
        }
        let board = ResidualBoard::of(self.problem).map_err(refused)?;
        match bitset::accepts(&board) {
            Ok(()) => Ok(self.bitset(&board, why, &mut meter)),
            Err(_) if is_large => {
                let ending = Ending { step: GAVE_UP, proof: None, statistics: meter.statistics() };
                Ok(self.answer(Engine::Repair, why, ending))
            }
            Err(error) => Err(error),
        }
    }

    /// Everything else.
    fn other(&mut self, refusal: &Refusal) -> Result<Answer, CompletionError> {
        if let Some(answer) = self.arithmetic(false) {
            return Ok(answer);
        }
        let mut why = format!("the bitset engine leaves it: {refusal}");
        if !matches!(self.question, Question::First | Question::Unique) {
            return self.general(why);
        }
        if self.question == Question::First
            && self.free_rows() >= MANY_ROWS
            && let Ok(ground) = RepairBoard::of(self.problem)
        {
            let mut meter = Meter::new(&self.settings.limits);
            let step = self.repair(&ground, &mut meter);
            if step != GAVE_UP || Constraints::of(self.problem).is_err() {
                why = format!("one solution with {} free rows", self.free_rows());
                let ending = Ending { step, proof: None, statistics: meter.statistics() };
                return Ok(self.answer(Engine::Repair, why, ending));
            }
            why += "; repair did not fill it";
        }
        let all = &self.settings.limits;
        let nodes = all.nodes.map_or(PATIENCE, |nodes| nodes.min(PATIENCE));
        let trial = all.clone().with_nodes(nodes);
        let general = self.general_within(&trial)?;
        let spent = general.statistics;
        let patience_is_over = general.step == Err(Stop::LimitReached(Limit::Nodes));
        if !patience_is_over || all.nodes.is_some_and(|nodes| nodes <= PATIENCE) {
            return Ok(self.answer(Engine::General, why, general));
        }
        (self.solutions, self.first) = (0, None);
        let mut answer =
            self.sat(format!("{why}; {PATIENCE} nodes of the general engine did not decide it"))?;
        answer.statistics.absorb(&spent);
        Ok(answer)
    }

    /// What the numbers of lines tell, if that is enough of an answer; if this engine `is_last`, also what is not.
    fn arithmetic(&mut self, is_last: bool) -> Option<Answer> {
        let (engine, statistics) = (Engine::Arithmetic, Statistics::default());
        let joined = || "diagonals come in again at the edges".to_owned();
        let none = if let Some(pigeonhole) = pigeonhole(self.problem) {
            Some((Proof::Pigeonhole(pigeonhole), "counted rows, columns and queens".to_owned()))
        } else {
            arithmetic::obstruction(self.problem).map(|congruence| (Proof::Congruence(congruence), joined()))
        };
        if let Some((proof, why)) = none {
            return Some(self.answer(engine, why, Ending { step: Ok(()), proof: Some(proof), statistics }));
        }
        let wanted = match self.question {
            Question::First => 1,
            Question::Unique => 2,
            Question::All | Question::Count => return None,
        };
        arithmetic::full_diagonals(self.problem)?;
        let solutions: Vec<Placement> = arithmetic::straight(self.problem).take(wanted).collect();
        if solutions.len() < wanted && !is_last {
            return None;
        }
        let step = solutions.into_iter().try_for_each(|solution| self.take(solution)).and(GAVE_UP);
        Some(self.answer(engine, joined(), Ending { step, proof: None, statistics }))
    }

    fn repair(&mut self, ground: &RepairBoard<'_>, meter: &mut Meter<'_>) -> Step {
        let mut lots = ChaCha8Rng::seed_from_u64(self.settings.seed);
        match repair::repair(ground, &mut lots, meter)? {
            Some(placement) => self.take(placement),
            None => GAVE_UP,
        }
    }

    fn bitset(&mut self, board: &ResidualBoard<'_>, why: String, meter: &mut Meter<'_>) -> Answer {
        let seed = self.settings.seed;
        let few = matches!(self.question, Question::First | Question::Unique);
        let (step, proof) =
            bitset::run(board, few, seed, meter, &mut |placement| match self.take(placement) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            });
        let ending = Ending { step, proof, statistics: meter.statistics() };
        self.answer(Engine::Bitset, why, ending)
    }

    fn general(&mut self, why: String) -> Result<Answer, CompletionError> {
        let ending = self.general_within(&self.settings.limits)?;
        Ok(self.answer(Engine::General, why, ending))
    }

    fn general_within(&mut self, limits: &Limits) -> Result<Ending, CompletionError> {
        Constraints::of(self.problem)?;
        let settings = ladder::Settings { limits: limits.clone(), seed: self.settings.seed };
        let method = ladder::find(GENERAL).expect("the ladder has the general method");
        let refused = |refusal| CompletionError::Refused { engine: Engine::General, refusal };
        let problem = self.problem;
        let report = if self.question == Question::Count && self.solutions == 0 {
            let report = method.count(problem, &settings).map_err(refused)?;
            self.solutions = report.solutions;
            report
        } else {
            let mut each = |placement: &Placement| match self.take(placement.clone()) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            method.solutions(problem, &settings, &mut each).map_err(refused)?
        };
        let step = Step::from(report.outcome);
        let proof = (step.is_ok() && self.solutions == 0).then_some(Proof::Exhausted);
        Ok(Ending { step, proof, statistics: report.statistics })
    }

    fn sat(&mut self, why: String) -> Result<Answer, CompletionError> {
        let form = Constraints::of(self.problem)?;
        let mut sat = Sat::new(&form, &self.settings.limits, self.settings.refutation);
        let step = self.sat_solutions(&form, &mut sat);
        let statistics = sat.statistics();
        let none = step.is_ok() && self.solutions == 0;
        let proof = none.then(|| Proof::Refuted(sat.refutation()));
        Ok(self.answer(Engine::Sat, why, Ending { step, proof, statistics }))
    }

    fn sat_solutions(&mut self, form: &Constraints, sat: &mut Sat) -> Step {
        while let Some(queens) = sat.next()? {
            self.take(form.placement(queens.iter().copied()))?;
            sat.exclude(&queens);
        }
        Ok(())
    }

    /// Takes a solution; an error ends the search.
    fn take(&mut self, placement: Placement) -> Step {
        self.solutions += 1;
        let flow = (self.each)(&placement);
        self.first.get_or_insert(placement);
        let enough = match self.question {
            Question::First => 1,
            Question::Unique => 2,
            Question::All | Question::Count => u64::MAX,
        };
        if flow.is_break() || self.solutions >= enough { Err(Stop::Found) } else { Ok(()) }
    }

    fn answer(&mut self, engine: Engine, why: String, ending: Ending) -> Answer {
        Answer {
            solutions: self.solutions,
            first: self.first.take(),
            outcome: ending.step.into(),
            engine,
            why,
            proof: ending.proof,
            statistics: ending.statistics,
        }
    }
}
