//! Backtracking with forward checking on the general form: answers every problem that the model can express.
//!
//! One bit for each square is set while the square is open. The unit with the least slack (open squares less queens
//! still needed) is filled first; a square that was tried is closed, so that no solution is found twice.

use super::{
    Completeness, EngineInfo, EngineRun, IdeaLine, LadderEngine, StateVariable, StepKind, StepObserver,
};
use control::{Limits, Step};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Unsupported};

/// The engine.
pub(crate) struct Backtracking;

/// A demand on a set of squares.
struct UnitMask {
    squares: FixedBitSet,
    low: usize,
    high: usize,
}

/// The problem, with its units as bit sets.
pub(crate) struct UnitView {
    form: Constraints,
    units: Vec<UnitMask>,
    /// Units of each square.
    units_of: Vec<Vec<usize>>,
}

impl UnitView {
    fn of(problem: &Problem, limits: &Limits) -> Result<Self, NoAnswer> {
        let form = Constraints::within(problem, limits)??;
        let size = form.squares().len();
        let mut units_of = vec![Vec::new(); size];
        let mut units = Vec::with_capacity(form.units().len());
        for (number, unit) in form.units().iter().enumerate() {
            let mut squares = FixedBitSet::with_capacity(size);
            squares.extend(unit.squares.iter().copied());
            unit.squares.iter().for_each(|&square| units_of[square].push(number));
            units.push(UnitMask {
                squares,
                low: unit.bounds.low() as usize,
                high: unit.bounds.high() as usize,
            });
        }
        Ok(UnitView { form, units, units_of })
    }

    /// Returns the open squares, a line for each row that has some.
    fn state(&self, open: &FixedBitSet) -> Vec<StateVariable> {
        let squares: Vec<_> = open.ones().map(|square| self.form.squares()[square]).collect();
        let names = |row: &[Square]| row.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
        let rows = squares.chunk_by(|one, next| one.row == next.row).map(names);
        vec![StateVariable::list("open squares", rows)]
    }
}

/// A node of the tree.
struct SearchNode {
    /// Open squares.
    open: FixedBitSet,
    /// Open squares still to try at this node.
    untried: FixedBitSet,
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
        for &unit in &self.view.units_of[square] {
            self.placed[unit] += 1;
            self.close_if_full(unit, open);
        }
        Ok(())
    }

    fn close_if_full(&self, unit: usize, open: &mut FixedBitSet) {
        if self.placed[unit] >= self.view.units[unit].high {
            open.difference_with(&self.view.units[unit].squares);
        }
    }

    /// Removes the last queen.
    fn remove<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        let Some(square) = self.queens.pop() else { return Ok(()) };
        for &unit in &self.view.units_of[square] {
            self.placed[unit] -= 1;
        }
        run.remove(self.view.form.squares()[square])
    }

    /// Enters the node with these `open` squares: reports a solution, if it is one, and chooses the squares to try.
    ///
    /// Every solution below has another queen in each unit that lacks one, so that trying the squares of one such unit
    /// is complete. If no unit lacks a queen, the board is a solution, and any other solution below has more queens.
    fn enter<O: StepObserver>(
        &self,
        open: FixedBitSet,
        run: &mut EngineRun<'_, O>,
    ) -> Result<SearchNode, control::Stop> {
        let mut scarcest = None;
        for (unit, &placed) in self.view.units.iter().zip(&self.placed) {
            if placed >= unit.low {
                continue;
            }
            let (room, lacking) = (open.intersection_count(&unit.squares), unit.low - placed);
            if room < lacking {
                return Ok(SearchNode { open: FixedBitSet::new(), untried: FixedBitSet::new() });
            }
            if scarcest.is_none_or(|(least, _)| room - lacking < least) {
                scarcest = Some((room - lacking, unit));
            }
        }
        let mut untried = open.clone();
        match scarcest {
            Some((_, unit)) => untried.intersect_with(&unit.squares),
            None => run.solution(|| self.view.form.placement(self.queens.iter().copied()))?,
        }
        Ok(SearchNode { open, untried })
    }

    /// Searches from the node with the givens. The stack is explicit because there may be as many queens as squares.
    fn explore<O: StepObserver>(&mut self, root: SearchNode, run: &mut EngineRun<'_, O>) -> Step {
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
        practical: Some(12),
        mirrors: false,
    };

    fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        Ok(Constraints::check_size(problem)?)
    }

    fn view(problem: &Problem, limits: &Limits) -> Result<UnitView, NoAnswer> {
        UnitView::of(problem, limits)
    }

    fn search<O: StepObserver>(view: &UnitView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let mut board = UnitBoard { view, queens: Vec::new(), placed: vec![0; view.units.len()] };
        let mut open = FixedBitSet::with_capacity(view.form.squares().len());
        open.insert_range(..);
        for unit in 0..view.units.len() {
            board.close_if_full(unit, &mut open);
        }
        for &given in view.form.givens() {
            board.place(given, &mut open, run)?;
        }
        let root = board.enter(open, run)?;
        board.explore(root, run)
    }
}
