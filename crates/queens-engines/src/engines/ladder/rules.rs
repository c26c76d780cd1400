//! Two rules of a general rule engine, and a set of choices for each row.
//!
//! Each choice is assumed on trial in a context of its own. If a warning follows, it is
//! dropped; otherwise it is assumed for good. Both assumptions are counted. As in the
//! source, choices are popped from the end of their set, so solutions come in the reverse
//! order of a search from the left.

use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine,
    StateVariable, StepKind, StepObserver,
};
use control::{Limits, Meter, Step, Stop};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;
use rules::{RuleEngine, RuleEngineError, Term};

/// Indices of the statistics.
const ASSUMPTION_TALLY: usize = 0;
const MATCH_TALLY: usize = 1;

/// Rules that assert a warning for two queens in one column and for two queens on one
/// diagonal.
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
pub(super) struct RuleBacktracking;

/// The choices made, and the rule engine that tests them.
struct RuleSearch<'v, 'l> {
    view: &'v StandardView,
    engine: RuleEngine,
    /// Separate meter for the rule engine, because its matches are not nodes of the
    /// search.
    meter: Meter<'l>,
    warning: Term,
    column_of: Vec<u32>,
}

/// Parses a term of this file.
fn term(text: &str) -> Term {
    Term::parse(text).expect("the terms of this engine are well formed")
}

/// Converts an error of the rule engine. The rules fit every choice, so that only a limit
/// stops it.
fn stop_of(error: RuleEngineError) -> Stop {
    match error {
        RuleEngineError::Stopped(stop) => stop,
        other => unreachable!("the rules fit every choice: {other}"),
    }
}

impl<'v, 'l> RuleSearch<'v, 'l> {
    fn new(view: &'v StandardView, limits: &'l Limits) -> Self {
        let mut engine = RuleEngine::new();
        engine.load(RULES).expect("the rules are well formed");
        let warning = term("(warning queen ?queen can be taken)");
        RuleSearch {
            view,
            engine,
            meter: Meter::new(limits),
            warning,
            column_of: Vec::new(),
        }
    }

    /// Assumes the choice on trial, and returns a queen that a rule warns about.
    fn attacker(&mut self, choice: &Term) -> Result<Option<Square>, Stop> {
        let RuleSearch {
            engine,
            meter,
            warning,
            column_of,
            ..
        } = self;
        let others = 0..column_of.len();
        let warned = |engine: &RuleEngine| {
            let queens = engine
                .fetch(warning)
                .filter_map(|fact| warning.matches(fact)?.integer("queen"));
            queens
                .filter_map(|queen| usize::try_from(queen).ok())
                .find(|queen| others.contains(queen))
        };
        let row = engine
            .try_in_context(choice.clone(), meter, warned)
            .map_err(stop_of)?;
        Ok(row.map(|row| Square::new(row as u32, self.column_of[row])))
    }

    /// Assumes the choice for good, in a context that [`RuleSearch::drop_last`] pops.
    fn keep(&mut self, column: u32, choice: Term) -> Step {
        self.column_of.push(column);
        self.engine.push("queen");
        self.engine.assert(choice).map_err(stop_of)?;
        self.engine.run(&mut self.meter).map_err(stop_of)
    }

    fn drop_last(&mut self) -> Step {
        self.column_of.pop();
        self.engine.pop().map(drop).map_err(stop_of)
    }

    fn state(&self, choice: &Term, attacker: Option<Square>) -> Vec<StateVariable> {
        let warning =
            attacker.map(|queen| format!("(warning queen {} can be taken)", queen.row));
        vec![
            StateVariable::text("choice", choice.to_string()),
            StateVariable::text("warning on trial", warning.unwrap_or_default()),
            StateVariable::list("facts", self.engine.facts()),
        ]
    }

    /// Tries the choices of the rows from `row` on.
    fn choose<O: StepObserver>(&mut self, row: u32, run: &mut EngineRun<'_, O>) -> Step {
        if row == self.view.rows() {
            return run.solution(|| Placement::from_columns(&self.column_of));
        }
        let view = self.view;
        for column in (0..view.columns())
            .rev()
            .filter(|&column| view.is_open(row, column))
        {
            let square = Square::new(row, column);
            let choice = term(&format!("(queen {row} is placed in column {column})"));
            run.check(1);
            run.tally(ASSUMPTION_TALLY, 1);
            let attacker = self.attacker(&choice)?;
            if attacker.is_some() {
                run.reject(square, || attacker)?;
                run.state(|| self.state(&choice, attacker))?;
                continue;
            }
            run.place(square)?;
            run.tally(ASSUMPTION_TALLY, 1);
            self.keep(column, choice.clone())?;
            run.state(|| self.state(&choice, None))?;
            self.choose(row + 1, run)?;
            self.drop_last()?;
            run.remove(square)?;
            run.state(|| self.state(&choice, None))?;
        }
        Ok(())
    }
}

impl LadderEngine for RuleBacktracking {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "rules",
        title: "rule engine with contexts and choice sets",
        year: 2018,
        author: "Tuukka Turto",
        source: "Tiny Rule Engine, the final post (for now), Engineer's Journey, 9 March 2018 \
                 (Hy, Stilpo library); the engine after Forbus and de Kleer, Building Problem Solvers, 1993",
        how: [
            "Two rules warn of queens in one column and queens on one diagonal; the rule engine has no rules of chess.",
            "Each row is a set of choices, tried from its end; each is first assumed tentatively in a separate context.",
            "If a warning follows, it is dropped, else assumed for good, until every row is full or the sets are empty.",
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
                words: "choices assumed on trial, and once more if kept",
            },
            FigureInfo {
                name: "matches",
                words: "pairs of a rule and a fact that the rule engine matched",
            },
        ],
        time: "O(n^3) matches for each node of the tree",
        memory: "O(n^2) facts and rules",
        finds: Completeness::All,
        practical: Some(9),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::square(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let mut limits = run.limits().clone();
        limits.nodes = None;
        let mut search = RuleSearch::new(view, &limits);
        let step = search.choose(0, run);
        run.tally(MATCH_TALLY, search.engine.tally().matched);
        step
    }
}
