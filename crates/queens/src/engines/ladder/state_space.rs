//! Queens as a space of states, and the engines that leave it to a general problem solver.
//!
//! A state is the list of the queens that stand, row by row; an operator places one more. The space
//! is a tree, so that no loop check is needed.
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
use super::{Completeness, EngineInfo, Event, IdeaLine, Run, Search, StepKind, Watch};
use crate::placement::Placement;
use crate::problem::Problem;
use crate::square::Square;
use crate::unsupported::{NoAnswer, Unsupported};
use control::{Detail, Limits, Observer, Outcome, Step};
use statespace::{EventKind, LoopCheck, Space, Strategy, Transition, TransitionOf, cps};
use std::fmt;
use std::ops::ControlFlow;

/// A problem with exactly one queen in each row as a space of states.
///
/// The encoding is that of Tuukka Turto, "n-queens puzzle solved in hy and cps", Engineer's Journey,
/// 2018: from the empty board, each step places a queen in the next row.
pub struct QueensSpace {
    view: RowByRow,
}

/// A state: the queens that stand, in order of their rows.
///
/// Its text gives row and column of each, counted from 0 as in the source; `()` if there is none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Queens(Vec<Square>);

/// An operator: one more queen. Its text is worded as in the source, rows and columns from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlaceQueen(pub Square);

impl Queens {
    /// Where they stand.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.0
    }

    fn with(&self, queen: Square) -> Self {
        Queens([&self.0[..], &[queen]].concat())
    }
}

impl fmt::Display for Queens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some((first, others)) = self.0.split_first() else {
            return f.write_str("()");
        };
        write!(f, "({}, {})", first.row, first.column)?;
        others.iter().try_for_each(|queen| write!(f, " ({}, {})", queen.row, queen.column))
    }
}

impl fmt::Display for PlaceQueen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "place queen at ({}, {})", self.0.row, self.0.column)
    }
}

impl QueensSpace {
    /// Reads `problem`.
    ///
    /// # Errors
    /// Rows that do not take exactly one queen, and more than
    /// [`MAX_SQUARES`](crate::constraints::MAX_SQUARES) squares.
    ///
    /// # Complexity
    /// That of [`Constraints::of`](crate::constraints::Constraints::of).
    pub fn new(problem: &Problem) -> Result<Self, Unsupported> {
        match Self::within(problem, &Limits::default()) {
            Ok(space) => Ok(space),
            Err(none) => Err(none
                .stop()
                .map_or_else(|error| error, |stop| unreachable!("there are no limits: {stop}"))),
        }
    }

    fn within(problem: &Problem, limits: &Limits) -> Result<Self, NoAnswer> {
        RowByRow::of(problem, limits).map(|view| QueensSpace { view })
    }

    /// The steps from `queens` in the form that the solvers of [`statespace::cps`] take.
    #[must_use]
    pub fn cps_operators(&self, queens: &Queens) -> Vec<cps::CpsOperator<'static, Queens>> {
        let operator = |step: PlaceQueen| {
            cps::CpsOperator::new(step.to_string(), move |queens: &Queens| queens.with(step.0))
        };
        self.safe_squares(queens).into_iter().map(PlaceQueen).map(operator).collect()
    }

    fn numbers(&self, queens: &Queens) -> Vec<usize> {
        queens.0.iter().filter_map(|&queen| self.view.form.number(queen)).collect()
    }

    /// The squares of the next row by number, from left to right; none below the last row.
    fn next_row(&self, queens: &Queens) -> &[usize] {
        let is_full = queens.0.len() == self.view.rows();
        if is_full { &[] } else { self.view.choices(queens.0.len()) }
    }

    /// Returns true if a queen on square `choice` attacks none of `queens`. Squares are given by number.
    fn is_safe(&self, choice: usize, queens: &[usize]) -> bool {
        !queens.iter().any(|&queen| self.view.clash(queen, choice))
    }

    fn safe_squares(&self, queens: &Queens) -> Vec<Square> {
        let numbers = self.numbers(queens);
        let safe = self.next_row(queens).iter().filter(|&&choice| self.is_safe(choice, &numbers));
        safe.map(|&choice| self.view.square(choice)).collect()
    }

    /// The other squares of the next row, from left to right, each with the first queen that attacks it: none does where
    /// a column or region is full.
    fn unsafe_squares(&self, queens: &Queens) -> Vec<(Square, Option<Square>)> {
        let numbers = self.numbers(queens);
        let with_attacker = |&choice: &usize| {
            let attacker = numbers.iter().find(|&&queen| self.view.form.conflicts(queen).contains(choice));
            (self.view.square(choice), attacker.map(|&queen| self.view.square(queen)))
        };
        let choices = self.next_row(queens).iter().filter(|&&choice| !self.is_safe(choice, &numbers));
        choices.map(with_attacker).collect()
    }
}

impl Space for QueensSpace {
    type State = Queens;
    type Operator = PlaceQueen;

    fn start(&self) -> Queens {
        Queens::default()
    }

    fn is_goal(&self, queens: &Queens) -> bool {
        queens.0.len() == self.view.rows() && self.view.meets_demands(&self.numbers(queens))
    }

    fn successors(&self, queens: &Queens) -> impl IntoIterator<Item = TransitionOf<Self>> {
        let step = |square| Transition::new(PlaceQueen(square), queens.with(square));
        self.safe_squares(queens).into_iter().map(step)
    }

    /// The rows that are still empty: exactly the cost, where there is a way at all.
    fn heuristic(&self, queens: &Queens) -> u64 {
        (self.view.rows() - queens.0.len()) as u64
    }

    fn state_bytes(&self) -> usize {
        size_of::<Queens>() + self.view.rows() * size_of::<Square>()
    }
}

/// Tells a run what the problem solver does: the board of the node that it stands on.
struct Watcher<'s, 'r, 'l, O> {
    space: &'s QueensSpace,
    run: &'r mut Run<'l, O>,
    shown: Vec<Square>,
}

impl<O: Watch> Watcher<'_, '_, '_, O> {
    /// Takes off what is not on the board of `queens`, and puts on what is missing.
    fn show(&mut self, queens: &Queens) -> Step {
        let same = self.shown.iter().zip(&queens.0).take_while(|(a, b)| a == b).count();
        for queen in self.shown.drain(same..).rev() {
            self.run.tell(Event::Remove(queen))?;
        }
        for &queen in &queens.0[same..] {
            self.run.tell(Event::Place(queen))?;
            self.shown.push(queen);
        }
        Ok(())
    }

    fn stand_on(&mut self, queens: &Queens) -> Step {
        self.show(queens)?;
        for (square, attacker) in self.space.unsafe_squares(queens) {
            self.run.tell(Event::Reject { square, attacker })?;
        }
        Ok(())
    }

    fn solution(&mut self, queens: &Queens) -> Step {
        if O::DETAIL >= Detail::Steps {
            self.show(queens)?;
        }
        self.run.solution(|| Placement::new(queens.0.clone()))
    }
}

impl<O: Watch> Observer<statespace::Event<'_, QueensSpace>> for Watcher<'_, '_, '_, O> {
    // Solutions are wanted in any case, for their number.
    const DETAIL: Detail = match O::DETAIL {
        Detail::Steps => Detail::Steps,
        Detail::Solutions | Detail::Totals => Detail::Solutions,
    };

    fn observe(&mut self, event: statespace::Event<'_, QueensSpace>) -> ControlFlow<()> {
        let step = match event.kind {
            EventKind::Expand => self.stand_on(event.state),
            EventKind::Goal => self.solution(event.state),
            EventKind::Generate | EventKind::Loop | EventKind::Cut => Ok(()),
        };
        step.map_or(ControlFlow::Break(()), ControlFlow::Continue)
    }
}

/// The engine that searches by the strategy of the given number in [`RUNGS`].
pub(super) struct StateSpace<const RUNG: usize>;

pub(super) const DEPTH_FIRST: StateSpace<0> = StateSpace;
pub(super) const BREADTH_FIRST: StateSpace<1> = StateSpace;

const RUNGS: [(Strategy, EngineInfo); 2] = [
    (Strategy::DepthFirst, DEPTH_FIRST_EXHIBIT),
    (
        Strategy::BreadthFirst,
        EngineInfo {
            id: "state-space-bfs",
            title: "general problem solver, breadth-first",
            how: [
                "As `state-space-dfs`, but the solver keeps its states in a queue and expands the oldest first.",
                "All boards of one queen come first, then all of two: every solution comes in the last row.",
                "The whole layer must be held, and since every solution is equally deep, nothing is gained by it.",
            ],
            idea: &[
                IdeaLine::new("queue: the empty board"),
                IdeaLine::new("while the queue holds a board, take the oldest:"),
                IdeaLine::at(
                    StepKind::Remove,
                    "  take off the queens that it lacks",
                    "The next board of the queue has no {piece} on {square}: it is taken off.",
                ),
                IdeaLine::at(
                    StepKind::Place,
                    "  put on those that it has",
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
            ..DEPTH_FIRST_EXHIBIT
        },
    ),
];

const DEPTH_FIRST_EXHIBIT: EngineInfo = EngineInfo {
    id: "state-space-dfs",
    title: "general problem solver, depth-first",
    year: 2018,
    author: "Tuukka Turto",
    source: "n-queens puzzle solved in hy and cps, Engineer's Journey, 2018 (Hy, Stilpo library); \
             the solver after Forbus and de Kleer, Building Problem Solvers, 1993",
    how: [
        "A state is a list of queens; an operator places one more in the next row, where none attacks it.",
        "The solver knows no chess: it keeps a stack of states and expands the newest, first operator first.",
        "A state with a queen in every row is a goal; the solver goes on until its stack is empty.",
    ],
    idea: &[
        IdeaLine::new("stack: the empty board"),
        IdeaLine::new("while the stack holds a board, take the newest:"),
        IdeaLine::at(
            StepKind::Remove,
            "  take off the queens that it lacks",
            "The next board of the stack has no {piece} on {square}: it is taken off.",
        ),
        IdeaLine::at(
            StepKind::Place,
            "  put on those that it has",
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
    practical: Some(12),
    mirrors: false,
};

impl<const RUNG: usize> Search for StateSpace<RUNG> {
    type View = QueensSpace;
    const INFO: EngineInfo = RUNGS[RUNG].1;

    fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        RowByRow::accepts(problem)
    }

    fn view(problem: &Problem, limits: &Limits) -> Result<QueensSpace, NoAnswer> {
        QueensSpace::within(problem, limits)
    }

    fn search<O: Watch>(space: &QueensSpace, run: &mut Run<'_, O>) -> Step {
        let limits = run.limits();
        let search = statespace::Search::new(space, RUNGS[RUNG].0).loop_check(LoopCheck::None).limits(limits);
        let mut solutions = search.observed(Watcher { space, run, shown: Vec::new() });
        solutions.by_ref().for_each(drop);
        let (outcome, statistics) = (solutions.outcome(), solutions.statistics());
        solutions.into_observer().run.absorb(&statistics);
        outcome.unwrap_or(Outcome::Exhausted).into()
    }
}
