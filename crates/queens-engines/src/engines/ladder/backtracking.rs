//! Backtracking with forward checking on the general form: answers every problem that the
//! model can express.
//!
//! One bit for each square is set while the square is open. The unit with the least slack
//! (open squares less queens still needed) is filled first; a square that was tried is
//! closed, so that no solution is found twice.

use super::{
    Completeness, EngineInfo, EngineRun, IdeaLine, LadderEngine, StateVariable, StepKind,
    StepObserver,
};
use crate::engines::unit_masks::{UnitMasks, UnitNode};
use control::{Limits, Step};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::instance::Instance;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Unsupported};

/// The engine.
pub(crate) struct Backtracking;

/// The problem, with its units as bit sets.
pub(crate) struct UnitView {
    form: Constraints,
    masks: UnitMasks,
}

impl UnitView {
    fn from_problem(problem: &Problem, limits: &Limits) -> Result<Self, NoAnswer> {
        let form = Constraints::within(problem, limits)??;
        let masks = UnitMasks::from_constraints(&form);
        Ok(UnitView { form, masks })
    }

    /// Returns the open squares, a line for each row that has some.
    fn state(&self, open: &FixedBitSet) -> Vec<StateVariable> {
        let squares: Vec<_> = open
            .ones()
            .map(|square| self.form.squares()[square])
            .collect();
        let names = |row: &[Square]| {
            row.iter()
                .map(Square::to_string)
                .collect::<Vec<_>>()
                .join(" ")
        };
        let rows = squares.chunk_by(|one, next| one.row == next.row).map(names);
        vec![StateVariable::list("open squares", rows)]
    }
}

/// The queens on the board, and their number in each unit.
struct UnitBoard<'v> {
    view: &'v UnitView,
    queens: Vec<usize>,
    placed: Vec<usize>,
}

impl UnitBoard<'_> {
    /// Places a queen on `square` and closes in `open` the squares that it rules out.
    fn place<O: StepObserver>(
        &mut self,
        square: usize,
        open: &mut FixedBitSet,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        run.place(self.view.form.squares()[square])?;
        self.queens.push(square);
        open.remove(square);
        open.difference_with(self.view.form.conflicts(square));
        for &unit in &self.view.masks.of_square[square] {
            self.placed[unit] += 1;
            self.close_if_full(unit, open);
        }
        Ok(())
    }

    fn close_if_full(&self, unit: usize, open: &mut FixedBitSet) {
        if self.placed[unit] >= self.view.masks.units[unit].high {
            open.difference_with(&self.view.masks.units[unit].squares);
        }
    }

    /// Removes the last queen.
    fn remove<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        let Some(square) = self.queens.pop() else {
            return Ok(());
        };
        for &unit in &self.view.masks.of_square[square] {
            self.placed[unit] -= 1;
        }
        run.remove(self.view.form.squares()[square])
    }

    /// Enters the node with these `open` squares: reports a solution, if it is one, and
    /// chooses the squares to try.
    fn enter<O: StepObserver>(
        &self,
        open: FixedBitSet,
        run: &mut EngineRun<'_, O>,
    ) -> Result<UnitNode, control::Stop> {
        let (node, is_solution) = self.view.masks.node(&self.placed, open);
        if is_solution {
            run.solution(|| self.view.form.placement(self.queens.iter().copied()))?;
        }
        Ok(node)
    }

    /// Searches from the node with the givens. The stack is explicit because there may be
    /// as many queens as squares.
    fn explore<O: StepObserver>(
        &mut self,
        root: UnitNode,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let mut path = vec![root];
        while let Some(node) = path.last_mut() {
            match node.untried.minimum() {
                Some(square) => {
                    node.untried.remove(square);
                    node.open.remove(square);
                    let mut open = node.open.clone();
                    self.place(square, &mut open, run)?;
                    run.state(|| self.view.state(&open))?;
                    path.push(self.enter(open, run)?);
                }
                None => {
                    path.pop();
                    if let Some(node) = path.last() {
                        self.remove(run)?;
                        run.state(|| self.view.state(&node.open))?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl LadderEngine for Backtracking {
    type View = UnitView;
    const INFO: EngineInfo = EngineInfo {
        id: "backtracking",
        title: "backtracking with forward checking, the unit with the least slack first",
        year: 1980,
        author: "Robert M. Haralick and Gordon L. Elliott",
        source: "Increasing tree search efficiency for constraint satisfaction problems, \
                 Artificial Intelligence 14, 1980",
        how: [
            "A bit for each square is set while it is open; a queen closes the squares that it attacks and the units that it fills.",
            "The unit with the least slack (open squares less queens needed) comes first; negative slack ends the branch.",
            "A square that was tried is closed; if every demand is met, the board is a solution, and more queens may make another.",
        ],
        idea: &[
            IdeaLine::new("explore(open squares):"),
            IdeaLine::new("  if a unit has fewer open squares than it needs, return"),
            IdeaLine::found("  if every demand is met, it is a solution"),
            IdeaLine::new("  for each open square of the unit with the least slack:"),
            IdeaLine::at(
                StepKind::Place,
                "    put a queen there, close the squares it attacks and full units",
                "{square} is open: a {piece} goes to {square}, which closes the squares that it attacks.",
            ),
            IdeaLine::new("    explore(the squares left open)"),
            IdeaLine::at(
                StepKind::Remove,
                "    take it off, and close its square",
                "Nothing more to find with {square}: its {piece} is taken off, and the square is closed.",
            ),
        ],
        figures: &[],
        time: "O(units x squares / 64) for each node of the tree",
        memory: "O(squares^2) bits for the attacks, O(squares) bits for each queen on the board",
        finds: Completeness::All,
        practical: Some(14),
        mirrors: false,
    };

    fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        Ok(Instance::check_size(problem)?)
    }

    fn view(problem: &Problem, limits: &Limits) -> Result<UnitView, NoAnswer> {
        UnitView::from_problem(problem, limits)
    }

    fn search<O: StepObserver>(view: &UnitView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let mut board = UnitBoard {
            view,
            queens: Vec::new(),
            placed: vec![0; view.masks.units.len()],
        };
        let mut open = FixedBitSet::with_capacity(view.form.squares().len());
        open.insert_range(..);
        for unit in 0..view.masks.units.len() {
            board.close_if_full(unit, &mut open);
        }
        for &given in view.form.givens() {
            board.place(given, &mut open, run)?;
        }
        let root = board.enter(open, run)?;
        board.explore(root, run)
    }
}
