//! Queens as a state space, and the engines that search it with the general problem
//! solver.
//!
//! A state is the list of the queens placed, row by row; an operator places one more. The
//! space is a tree, so that no loop check is needed.
//!
//! ```
//! use queens::engines::ladder::state_space::QueensSpace;
//! use queens::problem::Problem;
//! use statespace::{Search, Strategy};
//!
//! let space = QueensSpace::new(&Problem::queens(4)?)?;
//! let solution = Search::new(&space, Strategy::BreadthFirst).first().solution.unwrap();
//! assert_eq!(solution.end().to_string(), "(0, 1) (1, 3) (2, 0) (3, 2)");
//! assert_eq!(solution.steps[0].operator.to_string(), "place queen at (0, 1)");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::views::RowByRow;
use super::{
    Completeness, EngineInfo, EngineRun, Event, IdeaLine, LadderEngine, StateVariable,
    StepKind, StepObserver,
};
use control::{Detail, Limits, Observer, Outcome, Step};
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Unsupported};
use statespace::{EventKind, LoopCheck, Space, Strategy, Transition, TransitionOf, cps};
use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;

/// A problem with exactly one queen in each row as a state space.
///
/// The encoding is that of Tuukka Turto, "n-queens puzzle solved in hy and cps",
/// Engineer's Journey, 2018: from the empty board, each step places a queen in the next
/// row.
pub struct QueensSpace {
    view: RowByRow,
}

/// A state: the queens placed, in order of their rows.
///
/// Displayed as the row and column of each, from 0 as in the source; `()` if there is
/// none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct QueenList(Vec<Square>);

/// An operator: one more queen. Displayed as in the source, rows and columns from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceQueen(pub Square);

impl QueenList {
    /// Returns their squares.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.0
    }

    fn with(&self, queen: Square) -> Self {
        QueenList([&self.0[..], &[queen]].concat())
    }
}

impl fmt::Display for QueenList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else {
            return f.write_str("()");
        };
        write!(f, "({}, {})", first.row, first.column)?;
        others
            .iter()
            .try_for_each(|queen| write!(f, " ({}, {})", queen.row, queen.column))
    }
}

impl fmt::Display for PlaceQueen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "place queen at ({}, {})", self.0.row, self.0.column)
    }
}

impl QueensSpace {
    /// Builds the state space of `problem`.
    ///
    /// # Errors
    /// Rows that do not take exactly one queen, and more than
    /// [`MAX_SQUARES`](queens_model::instance::MAX_SQUARES) squares.
    ///
    /// # Complexity
    /// That of [`Constraints::from_problem`](queens_model::constraints::Constraints::from_problem).
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        match Self::within(problem, &Limits::default()) {
            Ok(space) => Ok(space),
            Err(none) => Err(none.stop().map_or_else(
                |error| error,
                |stop| unreachable!("there are no limits: {stop}"),
            )),
        }
    }

    fn within(problem: &Problem, limits: &Limits) -> Result<Self, NoAnswer> {
        RowByRow::from_problem(problem, limits).map(|view| QueensSpace { view })
    }

    /// Returns the operators that apply to `queens`, in the form that [`statespace::cps`]
    /// takes.
    #[must_use]
    pub fn cps_operators(
        &self,
        queens: &QueenList,
    ) -> Vec<cps::CpsOperator<'static, QueenList>> {
        let operator = |step: PlaceQueen| {
            cps::CpsOperator::new(step.to_string(), move |queens: &QueenList| {
                queens.with(step.0)
            })
        };
        self.safe_squares(queens)
            .into_iter()
            .map(PlaceQueen)
            .map(operator)
            .collect()
    }

    fn numbers(&self, queens: &QueenList) -> Vec<usize> {
        queens
            .0
            .iter()
            .filter_map(|&queen| self.view.form.number(queen))
            .collect()
    }

    /// Returns the numbers of the squares of the next row, from left to right; none after
    /// the last row.
    fn next_row(&self, queens: &QueenList) -> &[usize] {
        let is_full = queens.0.len() == self.view.rows();
        if is_full {
            &[]
        } else {
            self.view.choices(queens.0.len())
        }
    }

    /// Returns true if a queen on square `choice` attacks none of `queens`. Squares are
    /// given by number.
    fn is_safe(&self, choice: usize, queens: &[usize]) -> bool {
        !queens.iter().any(|&queen| self.view.clash(queen, choice))
    }

    fn safe_squares(&self, queens: &QueenList) -> Vec<Square> {
        let numbers = self.numbers(queens);
        let safe = self
            .next_row(queens)
            .iter()
            .filter(|&&choice| self.is_safe(choice, &numbers));
        safe.map(|&choice| self.view.square(choice)).collect()
    }

    /// Returns the unsafe squares of the next row, from left to right, each with the
    /// first queen that attacks it; no queen does if a column or region is full.
    fn unsafe_squares(&self, queens: &QueenList) -> Vec<(Square, Option<Square>)> {
        let numbers = self.numbers(queens);
        let with_attacker = |&choice: &usize| {
            let attacker = numbers
                .iter()
                .find(|&&queen| self.view.form.conflicts(queen).contains(choice));
            (
                self.view.square(choice),
                attacker.map(|&queen| self.view.square(queen)),
            )
        };
        let choices = self
            .next_row(queens)
            .iter()
            .filter(|&&choice| !self.is_safe(choice, &numbers));
        choices.map(with_attacker).collect()
    }
}

impl Space for QueensSpace {
    type State = QueenList;
    type Operator = PlaceQueen;

    fn start(&self) -> QueenList {
        QueenList::default()
    }

    fn is_goal(&self, queens: &QueenList) -> bool {
        queens.0.len() == self.view.rows()
            && self.view.meets_demands(&self.numbers(queens))
    }

    fn successors(
        &self,
        queens: &QueenList,
    ) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let step = |square| Transition::new(PlaceQueen(square), queens.with(square));
        self.safe_squares(queens).into_iter().map(step)
    }

    /// Returns the number of empty rows: the exact cost, if there is a solution.
    fn heuristic(&self, queens: &QueenList) -> u64 {
        (self.view.rows() - queens.0.len()) as u64
    }

    fn state_bytes(&self) -> usize {
        size_of::<QueenList>() + self.view.rows() * size_of::<Square>()
    }
}

/// Translates the steps of the problem solver to steps of a run: the board of the node
/// being expanded.
struct SpaceObserver<'s, 'r, 'l, O> {
    space: &'s QueensSpace,
    run: &'r mut EngineRun<'l, O>,
    shown: Vec<Square>,
    strategy: Strategy,
    /// Numbers and queens of the boards that wait, the next one last; only for an
    /// observer of [`Detail::State`].
    waiting: VecDeque<(u64, QueenList)>,
    /// Number of boards that waited when the newest board was expanded.
    older: usize,
}

/// Maximum number of waiting boards in a state.
const MAX_SHOWN_BOARDS: usize = 12;

impl<O: StepObserver> SpaceObserver<'_, '_, '_, O> {
    /// Removes the queens that are not in `queens`, and places those that are missing.
    fn show(&mut self, queens: &QueenList) -> Step {
        let same = self
            .shown
            .iter()
            .zip(&queens.0)
            .take_while(|(a, b)| a == b)
            .count();
        for queen in self.shown.drain(same..).rev() {
            self.run.notify(Event::Remove(queen))?;
        }
        for &queen in &queens.0[same..] {
            self.run.notify(Event::Place(queen))?;
            self.shown.push(queen);
        }
        Ok(())
    }

    /// Takes the board with this number from those that wait.
    fn take_waiting(&mut self, number: u64) {
        if O::DETAIL >= Detail::State {
            let next = self.waiting.pop_back();
            debug_assert!(next.is_none_or(|(next, _)| next == number));
            self.older = self.waiting.len();
        }
    }

    /// Adds a board to those that wait: on a stack the first of its siblings comes next,
    /// in a queue the last of all.
    fn wait(&mut self, number: u64, queens: &QueenList) -> Step {
        if O::DETAIL < Detail::State {
            return Ok(());
        }
        let at = if self.strategy == Strategy::BreadthFirst {
            0
        } else {
            self.older
        };
        self.waiting.insert(at, (number, queens.clone()));
        self.state()
    }

    fn state(&mut self) -> Step {
        let (waiting, strategy) = (&self.waiting, self.strategy);
        self.run.state(|| {
            let name = |queens: &QueenList| {
                queens
                    .0
                    .iter()
                    .map(Square::to_string)
                    .collect::<Vec<_>>()
                    .join(" ")
            };
            let mut next: Vec<_> = waiting
                .iter()
                .rev()
                .take(MAX_SHOWN_BOARDS)
                .map(|(_, queens)| name(queens))
                .collect();
            let (count, list) = match strategy {
                Strategy::BreadthFirst => ("boards in the queue", "next in the queue"),
                _ => {
                    next.reverse();
                    ("boards on the stack", "top of the stack")
                }
            };
            vec![
                StateVariable::number(count, waiting.len() as u64),
                StateVariable::list(list, next),
            ]
        })
    }

    fn expand(&mut self, queens: &QueenList) -> Step {
        self.show(queens)?;
        for (square, attacker) in self.space.unsafe_squares(queens) {
            self.run.notify(Event::Reject { square, attacker })?;
        }
        self.state()
    }

    fn solution(&mut self, queens: &QueenList) -> Step {
        if O::DETAIL >= Detail::Steps {
            self.show(queens)?;
            self.state()?;
        }
        self.run.solution(|| Placement::new(queens.0.clone()))
    }
}

impl<O: StepObserver> Observer<statespace::Event<'_, QueensSpace>>
    for SpaceObserver<'_, '_, '_, O>
{
    // Solutions are always observed, because they are counted here.
    const DETAIL: Detail = match O::DETAIL {
        Detail::Steps | Detail::State => Detail::Steps,
        Detail::Solutions | Detail::Totals => Detail::Solutions,
    };

    fn observe(&mut self, event: statespace::Event<'_, QueensSpace>) -> ControlFlow<()> {
        let step = match event.kind {
            EventKind::Expand => {
                self.take_waiting(event.number);
                self.expand(event.state)
            }
            EventKind::Goal => {
                self.take_waiting(event.number);
                self.solution(event.state)
            }
            EventKind::Generate => self.wait(event.number, event.state),
            EventKind::Loop | EventKind::Cut => Ok(()),
        };
        step.map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }
}

/// The engine with strategy number `RUNG` of [`RUNGS`].
pub(super) struct StateSpace<const RUNG: usize>;

pub(super) const DEPTH_FIRST: StateSpace<0> = StateSpace;
pub(super) const BREADTH_FIRST: StateSpace<1> = StateSpace;

const RUNGS: [(Strategy, EngineInfo); 2] = [
    (Strategy::DepthFirst, DEPTH_FIRST_INFO),
    (
        Strategy::BreadthFirst,
        EngineInfo {
            id: "state-space-bfs",
            title: "general problem solver, breadth-first",
            how: [
                "As `state-space-dfs`, but the solver keeps its states in a queue and expands the oldest first.",
                "All boards with one queen come first, then all with two; solutions come only with the last row.",
                "The queue holds a whole layer, and since all solutions are equally deep, that gains nothing.",
            ],
            idea: &[
                IdeaLine::new("queue: the empty board"),
                IdeaLine::new("while the queue holds a board, take the oldest:"),
                IdeaLine::at(
                    StepKind::Remove,
                    "  take off queens that it does not have",
                    "The next board of the queue has no {piece} on {square}: it is taken off.",
                ),
                IdeaLine::at(
                    StepKind::Place,
                    "  put on the queens that it has",
                    "The next board of the queue has a {piece} on {square}.",
                ),
                IdeaLine::found("  if every row has a queen, it is a solution"),
                IdeaLine::at(
                    StepKind::Reject,
                    "  of the next row, leave out the squares that are attacked",
                    "Row {row}: column {column} is {attack}: no board with it goes to the queue.",
                ),
                IdeaLine::new("  and queue a board for each of the others"),
            ],
            memory: "O(the widest layer of the tree)",
            practical: Some(12),
            ..DEPTH_FIRST_INFO
        },
    ),
];

const DEPTH_FIRST_INFO: EngineInfo = EngineInfo {
    id: "state-space-dfs",
    title: "general problem solver, depth-first",
    year: 2018,
    author: "Tuukka Turto",
    source: "n-queens puzzle solved in hy and cps, Engineer's Journey, 9 March 2018 (Hy, Stilpo library); \
             the solver after Forbus and de Kleer, Building Problem Solvers, 1993",
    how: [
        "A state is a list of queens; an operator places one more in the next row, on a square that none attacks.",
        "The solver has no rules of chess: it keeps a stack of states and expands the newest, first operator first.",
        "A state with a queen in every row is a goal; the solver continues until its stack is empty.",
    ],
    idea: &[
        IdeaLine::new("stack: the empty board"),
        IdeaLine::new("while the stack holds a board, take the newest:"),
        IdeaLine::at(
            StepKind::Remove,
            "  take off queens that it does not have",
            "The next board of the stack has no {piece} on {square}: it is taken off.",
        ),
        IdeaLine::at(
            StepKind::Place,
            "  put on the queens that it has",
            "The next board of the stack has a {piece} on {square}.",
        ),
        IdeaLine::found("  if every row has a queen, it is a solution"),
        IdeaLine::at(
            StepKind::Reject,
            "  of the next row, leave out the squares that are attacked",
            "Row {row}: column {column} is {attack}: no board with it goes to the stack.",
        ),
        IdeaLine::new("  and stack a board for each of the others"),
    ],
    figures: &[],
    time: "O(n^2) for each node of the tree",
    memory: "O(n^3)",
    finds: Completeness::All,
    practical: Some(13),
    mirrors: false,
};

impl<const RUNG: usize> LadderEngine for StateSpace<RUNG> {
    type View = QueensSpace;
    const INFO: EngineInfo = RUNGS[RUNG].1;

    fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        RowByRow::accepts(problem)
    }

    fn view(problem: &Problem, limits: &Limits) -> Result<QueensSpace, NoAnswer> {
        QueensSpace::within(problem, limits)
    }

    fn search<O: StepObserver>(space: &QueensSpace, run: &mut EngineRun<'_, O>) -> Step {
        let limits = run.limits();
        let search = statespace::Search::new(space, RUNGS[RUNG].0)
            .loop_check(LoopCheck::None)
            .limits(limits);
        let observer = SpaceObserver {
            space,
            run,
            shown: Vec::new(),
            strategy: RUNGS[RUNG].0,
            waiting: VecDeque::new(),
            older: 0,
        };
        let mut solutions = search.observed(observer);
        solutions.by_ref().for_each(drop);
        let (outcome, statistics) = (solutions.outcome(), solutions.statistics());
        solutions.into_observer().run.absorb(&statistics);
        outcome.unwrap_or(Outcome::Exhausted).into()
    }
}
