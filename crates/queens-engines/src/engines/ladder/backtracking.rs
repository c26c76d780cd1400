//! Backtracking on the general form: answers every problem that the model can state.
//!
//! One bit for each square says whether a queen may still stand there. The unit with the least room
//! to spare is filled first; a square that was tried is closed, so that no solution comes twice.

use super::{Completeness, EngineInfo, IdeaLine, Run, Search, StepKind, Watch};
use control::{Limits, Step};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::problem::Problem;
use queens_model::unsupported::{NoAnswer, Unsupported};

/// The engine.
pub(crate) struct Backtracking;

/// A demand on a set of squares.
struct Unit {
    squares: FixedBitSet,
    low: usize,
    high: usize,
}

/// The problem, with its units as bits.
pub(crate) struct View {
    form: Constraints,
    units: Vec<Unit>,
    /// For each square the units that it belongs to.
    units_of: Vec<Vec<usize>>,
}

impl View {
    fn of(problem: &Problem, limits: &Limits) -> Result<Self, NoAnswer> {
        let form = Constraints::within(problem, limits)??;
        let size = form.squares().len();
        let mut units_of = vec![Vec::new(); size];
        let mut units = Vec::with_capacity(form.units().len());
        for (number, unit) in form.units().iter().enumerate() {
            let mut squares = FixedBitSet::with_capacity(size);
            squares.extend(unit.squares.iter().copied());
            unit.squares.iter().for_each(|&square| units_of[square].push(number));
            units.push(Unit { squares, low: unit.bounds.low() as usize, high: unit.bounds.high() as usize });
        }
        Ok(View { form, units, units_of })
    }
}

/// A node of the tree.
struct Node {
    /// The squares that may still take a queen.
    open: FixedBitSet,
    /// Those of them that are to be tried here.
    untried: FixedBitSet,
}

/// A search: the queens, and how many stand in each unit.
struct Board<'v> {
    view: &'v View,
    queens: Vec<usize>,
    placed: Vec<usize>,
}

impl Board<'_> {
    /// Puts a queen on `square` and closes in `open` what it forbids.
    fn place<O: Watch>(&mut self, square: usize, open: &mut FixedBitSet, run: &mut Run<'_, O>) -> Step {
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

    /// Takes the last queen back.
    fn remove<O: Watch>(&mut self, run: &mut Run<'_, O>) -> Step {
        let Some(square) = self.queens.pop() else { return Ok(()) };
        for &unit in &self.view.units_of[square] {
            self.placed[unit] -= 1;
        }
        run.remove(self.view.form.squares()[square])
    }

    /// The node where the squares `open` are left: reports it if it is a solution, and says what is
    /// to be tried from there.
    ///
    /// A solution has at least one queen more in a unit that lacks some, so that its squares suffice.
    /// Where no unit lacks any the queens are a solution as they stand; any other has more queens.
    fn enter<O: Watch>(&self, open: FixedBitSet, run: &mut Run<'_, O>) -> Result<Node, control::Stop> {
        let mut scarcest = None;
        for (unit, &placed) in self.view.units.iter().zip(&self.placed) {
            if placed >= unit.low {
                continue;
            }
            let (room, lacking) = (open.intersection_count(&unit.squares), unit.low - placed);
            if room < lacking {
                return Ok(Node { open: FixedBitSet::new(), untried: FixedBitSet::new() });
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
        Ok(Node { open, untried })
    }

    /// The whole search, from the node where the givens stand. Keeps its own stack: the queens may
    /// be as many as the squares.
    fn explore<O: Watch>(&mut self, root: Node, run: &mut Run<'_, O>) -> Step {
        let mut path = vec![root];
        while let Some(node) = path.last_mut() {
            match node.untried.minimum() {
                Some(square) => {
                    node.untried.remove(square);
                    node.open.remove(square);
                    let mut open = node.open.clone();
                    self.place(square, &mut open, run)?;
                    path.push(self.enter(open, run)?);
                }
                None => {
                    path.pop();
                    if !path.is_empty() {
                        self.remove(run)?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Search for Backtracking {
    type View = View;
    const INFO: EngineInfo = EngineInfo {
        id: "backtracking",
        title: "backtracking with forward checking, the scarcest unit first",
        year: 1980,
        author: "Robert M. Haralick and Gordon L. Elliott",
        source: "Increasing tree search efficiency for constraint satisfaction problems, \
                 Artificial Intelligence 14, 1980",
        how: [
            "One bit for each square says whether it is open; a queen closes the squares that she attacks and the units that she fills.",
            "The unit with the least room to spare comes first; where one has too little, the search goes back at once.",
            "A square that was tried is closed; where every demand is met the board is a solution, and more queens may make others.",
        ],
        idea: &[
            IdeaLine::new("explore(open squares):"),
            IdeaLine::new("  if a unit has too little room, return"),
            IdeaLine::found("  if every demand is met, it is a solution"),
            IdeaLine::new("  for each open square of the unit with the least room to spare:"),
            IdeaLine::at(
                StepKind::Place,
                "    put a queen there, close what she attacks and what is full",
                "{square} is open: a {piece} goes to {square}, which closes the squares that it attacks.",
            ),
            IdeaLine::new("    explore(what is left open)"),
            IdeaLine::at(
                StepKind::Remove,
                "    take her off, and close her square",
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

    fn view(problem: &Problem, limits: &Limits) -> Result<View, NoAnswer> {
        View::of(problem, limits)
    }

    fn search<O: Watch>(view: &View, run: &mut Run<'_, O>) -> Step {
        run.node()?;
        let mut board = Board { view, queens: Vec::new(), placed: vec![0; view.units.len()] };
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
