//! Two rules of a rule engine that knows no chess, and a set of choices for each row.
//!
//! Each choice is assumed in a context of its own. If a warning follows it is dropped, else it is
//! kept and assumed for good: both are counted. As in the source the choices of a set are popped from
//! its end, so that the board comes first which a search from the left would find last.

use super::views::Standard;
use super::{Completeness, EngineInfo, FigureInfo, IdeaLine, Run, Search, StepKind, Watch};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::square::Square;
use crate::unsupported::NoAnswer;
use control::{Limits, Meter, Step, Stop};
use rules::{RuleEngine, RuleEngineError, Term};

const ASSUMPTIONS: usize = 0;
const MATCHES: usize = 1;

/// Queens in one column, and queens on one diagonal, are both warned.
const RULES: &str = "
    (rule (queen ?q1 is placed in column ?c)
      (rule (queen ?q2 is placed in column ?c)
        (unique ?q1 ?q2)
        (assert (warning queen ?q1 can be taken))))
    (rule (queen ?q1 is placed in column ?c1)
      (rule (queen ?q2 is placed in column ?c2)
        (unique ?q1 ?q2)
        (test (= (abs (- ?c2 ?c1)) (abs (- ?q2 ?q1))))
        (assert (warning queen ?q1 can be taken))))";

/// The engine.
pub(super) struct Rules;

/// The choices, and the engine that judges them.
struct Judge<'v, 'l> {
    view: &'v Standard,
    engine: RuleEngine,
    /// The engine's own books: what it matches are no nodes of the search.
    meter: Meter<'l>,
    warning: Term,
    column_of: Vec<u32>,
}

/// Reads a form of this file, which is well formed.
fn term(text: &str) -> Term {
    Term::parse(text).expect("the forms of this engine are well formed")
}

/// The rules fit every choice, so that nothing but a limit stops the engine.
fn reason(error: RuleEngineError) -> Stop {
    match error {
        RuleEngineError::Stopped(stop) => stop,
        other => unreachable!("the rules fit every choice: {other}"),
    }
}

impl<'v, 'l> Judge<'v, 'l> {
    fn new(view: &'v Standard, limits: &'l Limits) -> Self {
        let mut engine = RuleEngine::new();
        engine.load(RULES).expect("the rules are well formed");
        let warning = term("(warning queen ?queen can be taken)");
        Judge { view, engine, meter: Meter::new(limits), warning, column_of: Vec::new() }
    }

    /// Assumes the choice for a moment, and asks which of the other queens it puts in danger.
    fn attacker(&mut self, choice: &Term) -> Result<Option<Square>, Stop> {
        let Judge { engine, meter, warning, column_of, .. } = self;
        let others = 0..column_of.len();
        let warned = |engine: &RuleEngine| {
            let queens = engine.fetch(warning).filter_map(|fact| warning.matches(fact)?.integer("queen"));
            queens.filter_map(|queen| usize::try_from(queen).ok()).find(|queen| others.contains(queen))
        };
        let row = engine.try_in_context(choice.clone(), meter, warned).map_err(reason)?;
        Ok(row.map(|row| Square::new(row as u32, self.column_of[row])))
    }

    /// Assumes the choice for good, in a context that is popped later.
    fn keep(&mut self, column: u32, choice: Term) -> Step {
        self.column_of.push(column);
        self.engine.push("queen");
        self.engine.assert(choice).map_err(reason)?;
        self.engine.run(&mut self.meter).map_err(reason)
    }

    fn drop_last(&mut self) -> Step {
        self.column_of.pop();
        self.engine.pop().map(drop).map_err(reason)
    }

    /// Makes choices for the rows from `row` on.
    fn choose<O: Watch>(&mut self, row: u32, run: &mut Run<'_, O>) -> Step {
        if row == self.view.rows() {
            return run.solution(|| Placement::from_columns(&self.column_of));
        }
        let view = self.view;
        for column in (0..view.columns()).rev().filter(|&column| view.is_open(row, column)) {
            let square = Square::new(row, column);
            let choice = term(&format!("(queen {row} is placed in column {column})"));
            run.check(1);
            run.tally(ASSUMPTIONS, 1);
            let attacker = self.attacker(&choice)?;
            if attacker.is_some() {
                run.reject(square, || attacker)?;
                continue;
            }
            run.place(square)?;
            run.tally(ASSUMPTIONS, 1);
            self.keep(column, choice)?;
            self.choose(row + 1, run)?;
            self.drop_last()?;
            run.remove(square)?;
        }
        Ok(())
    }
}

impl Search for Rules {
    type View = Standard;
    const INFO: EngineInfo = EngineInfo {
        id: "rules",
        title: "rule engine with contexts and choice sets",
        year: 2018,
        author: "Tuukka Turto",
        source: "the rule-engine companion of n-queens puzzle solved in hy and cps, Engineer's Journey, 2018 \
                 (Hy, Stilpo library); the engine after Forbus and de Kleer, Building Problem Solvers, 1993",
        how: [
            "Two rules warn queens in one column and queens on one diagonal; the engine knows no chess.",
            "Each row is a set of choices, taken from its end; each is first assumed in a context of its own.",
            "If a warning follows it is dropped, else assumed for good until every row is full or the sets are empty.",
        ],
        idea: &[
            IdeaLine::new("choose(row):"),
            IdeaLine::found("  if every row is full, it is a solution"),
            IdeaLine::new("  for each choice of the row, from the end of its set:"),
            IdeaLine::at(
                StepKind::Reject,
                "    assume it on trial; if a rule warns, drop it",
                "Row {row}: column {column} is {attack}: a rule warns.",
            ),
            IdeaLine::at(
                StepKind::Place,
                "    else assume it for good",
                "Row {row}: column {column} brings no warning: a {piece} goes to {square}.",
            ),
            IdeaLine::new("    choose(row + 1)"),
            IdeaLine::at(
                StepKind::Remove,
                "    take the assumption back",
                "Nothing more to find with {square}: the assumption is taken back.",
            ),
        ],
        figures: &[
            FigureInfo {
                name: "assumptions",
                words: "choices assumed on trial, and again if they were kept",
            },
            FigureInfo { name: "matches", words: "pairs of a rule and a fact that the engine matched" },
        ],
        time: "O(n^3) matches for each node of the tree",
        memory: "O(n^2) facts and rules",
        finds: Completeness::All,
        practical: Some(9),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<Standard, NoAnswer> {
        Ok(Standard::square(problem)?)
    }

    fn search<O: Watch>(view: &Standard, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        let mut limits = run.limits().clone();
        limits.nodes = None;
        let mut judge = Judge::new(view, &limits);
        let step = judge.choose(0, run);
        run.tally(MATCHES, judge.engine.tally().matched);
        step
    }
}
