//! Exact cover by dancing links: every unit that takes one queen is an item to cover, and
//! every square is an option that covers its items.
//!
//! Units that take at most one queen are secondary items, which need not be covered.
//! Conflicts that no unit implies become secondary items too, one for each set of squares
//! that all attack each other: for queens, the diagonals.

use super::views::{MAX_ROWS, beside_givens, too_large, unsupported};
use super::{
    Completeness, EngineInfo, EngineRun, IdeaLine, LadderEngine, StateVariable, StepKind,
    StepObserver,
};
use control::{Limits, Meter, Step};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::instance::UnitSquares;
use queens_model::placement::Placement;
use queens_model::problem::{Bounds, Problem, Unit};
use queens_model::square::Square;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};

/// The engine.
pub(super) struct ExactCover;

fn parameter_of(unit: Unit) -> Parameter {
    match unit {
        Unit::Row(_) => Parameter::Rows,
        Unit::Column(_) => Parameter::Columns,
        Unit::Region(_) => Parameter::Regions,
        Unit::Total => Parameter::Total,
    }
}

/// Items of an exact cover, each with the squares that cover it.
pub struct CoverItems {
    squares: Vec<Square>,
    primary: Vec<Vec<usize>>,
    /// The unit of each primary item.
    units: Vec<Unit>,
    secondary: Vec<Vec<usize>>,
}

/// Items of the units of a problem.
struct UnitItems {
    primary: Vec<Vec<usize>>,
    units: Vec<Unit>,
    secondary: Vec<Vec<usize>>,
}

impl CoverItems {
    /// Returns the free squares; those that a given queen rules out cover no item.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// Returns the items to cover exactly once, each as the numbers of its squares.
    pub fn primary(&self) -> &[Vec<usize>] {
        &self.primary
    }

    /// Returns the items to cover at most once, each as the numbers of its squares.
    pub fn secondary(&self) -> &[Vec<usize>] {
        &self.secondary
    }

    /// Builds the items of a problem.
    ///
    /// # Errors
    /// A problem that is not an exact cover; a reached limit.
    pub fn from_problem(problem: &Problem, limits: &Limits) -> Result<Self, NoAnswer> {
        let form = Constraints::within(problem, limits)??;
        let mut meter = Meter::new(limits);
        let open = beside_givens(&form, &form.clashes());
        let UnitItems {
            primary,
            units,
            mut secondary,
        } = demanded(problem, &form, &open)?;
        let cliques =
            form.cliques_beyond(&open, primary.iter().chain(&secondary), &mut meter)?;
        secondary.extend(cliques);
        Ok(CoverItems {
            squares: form.squares().to_vec(),
            primary,
            units,
            secondary,
        })
    }
}

/// Returns the items of the units of a problem, each with its squares of `open`.
fn demanded(
    problem: &Problem,
    form: &Constraints,
    open: &FixedBitSet,
) -> Result<UnitItems, Unsupported> {
    let implied = |unit: &UnitSquares| {
        let (units, bounds) = (problem.units(), unit.bounds);
        let lines = [
            (units.row, problem.rows()),
            (units.column, problem.columns()),
        ];
        unit.unit == Unit::Total
            && lines
                .iter()
                .any(|&(line, count)| line == Bounds::ONE && bounds.contains(count))
    };
    let (mut primary, mut units, mut secondary) = (Vec::new(), Vec::new(), Vec::new());
    for unit in form.units().iter().filter(|unit| !implied(unit)) {
        let squares = unit
            .squares
            .iter()
            .copied()
            .filter(|&square| open.contains(square))
            .collect();
        match unit.bounds {
            Bounds::ONE => {
                primary.push(squares);
                units.push(unit.unit);
            }
            Bounds::AT_MOST_ONE => secondary.push(squares),
            bounds => {
                let reason = format!(
                    "an exact cover has one queen, or at most one, in each unit, but {} takes {bounds}",
                    unit.unit
                );
                return Err(unsupported(parameter_of(unit.unit), reason));
            }
        }
    }
    let mut covered = FixedBitSet::with_capacity(form.squares().len());
    covered.extend(primary.iter().flatten().copied());
    if let Some(loose) = open.difference(&covered).next() {
        let square = form.squares()[loose];
        let reason = format!(
            "an exact cover fills units that take exactly one queen, but {square} belongs to none"
        );
        return Err(unsupported(Parameter::Rows, reason));
    }
    if primary.len() > MAX_ROWS as usize {
        return Err(too_large(primary.len() as u32, MAX_ROWS));
    }
    Ok(UnitItems {
        primary,
        units,
        secondary,
    })
}

/// One item of one option, in the circular list of the options left for its item. The
/// first nodes are the heads of these lists, one for each item.
#[derive(Clone, Copy)]
struct LinkNode {
    up: usize,
    down: usize,
    item: usize,
    square: usize,
}

/// An item: the number of options left for it, and its neighbours in the circular list of
/// the primary items still to cover. A secondary item is alone in its list.
#[derive(Clone, Copy)]
struct CoverItem {
    left: usize,
    right: usize,
    options: usize,
}

/// Index of the head of the list of items; items are numbered from 1.
const ITEM_LIST_HEAD: usize = 0;

/// The links, and the queens of the chosen options.
struct DancingLinks<'i> {
    squares: &'i [Square],
    units: &'i [Unit],
    items: Vec<CoverItem>,
    nodes: Vec<LinkNode>,
    /// First node of the option of each square; the nodes of an option are contiguous.
    option: Vec<usize>,
    queens: Vec<Square>,
}

impl<'i> DancingLinks<'i> {
    fn new(view: &'i CoverItems) -> Self {
        let ring = view.primary.len() + 1;
        let all = 0..ring + view.secondary.len();
        let neighbour = |item: usize, step: usize| {
            if item < ring {
                (item + step) % ring
            } else {
                item
            }
        };
        let item = |item| CoverItem {
            left: neighbour(item, ring - 1),
            right: neighbour(item, 1),
            options: 0,
        };
        let mut links = DancingLinks {
            squares: &view.squares,
            units: &view.units,
            items: all.clone().map(item).collect(),
            nodes: all
                .map(|item| LinkNode {
                    up: item,
                    down: item,
                    item,
                    square: 0,
                })
                .collect(),
            option: Vec::with_capacity(view.squares.len() + 1),
            queens: Vec::new(),
        };
        let mut items_of = vec![Vec::new(); view.squares.len()];
        for (item, squares) in (1..).zip(view.primary.iter().chain(&view.secondary)) {
            squares
                .iter()
                .for_each(|&square| items_of[square].push(item));
        }
        for (square, items) in items_of.iter().enumerate() {
            links.option.push(links.nodes.len());
            items.iter().for_each(|&item| links.append(item, square));
        }
        links.option.push(links.nodes.len());
        links
    }

    /// Appends a node to its item's list.
    fn append(&mut self, item: usize, square: usize) {
        let (node, up) = (self.nodes.len(), self.nodes[item].up);
        self.nodes.push(LinkNode {
            up,
            down: item,
            item,
            square,
        });
        self.nodes[up].down = node;
        self.nodes[item].up = node;
        self.items[item].options += 1;
    }

    /// Iterates over the primary items still to cover.
    fn left(&self) -> impl Iterator<Item = usize> {
        let next = |&item: &usize| Some(self.items[item].right);
        std::iter::successors(next(&ITEM_LIST_HEAD), next)
            .take_while(|&item| item != ITEM_LIST_HEAD)
    }

    /// Returns the primary item with the fewest options left.
    fn smallest(&self) -> Option<usize> {
        self.left().min_by_key(|&item| self.items[item].options)
    }

    fn state(&self) -> Vec<StateVariable> {
        // Item 0 is the head of the list.
        let item = |item: usize| {
            let options = self.items[item].options;
            match self.units[item - 1] {
                Unit::Row(row) => format!("row {row}: {options}"),
                Unit::Column(column) => format!("column {column}: {options}"),
                Unit::Region(region) => format!("region {region}: {options}"),
                Unit::Total => format!("the board: {options}"),
            }
        };
        vec![StateVariable::list(
            "items left, with their options",
            self.left().map(item),
        )]
    }

    /// Removes `item` from the list of items, and its options from the lists of their
    /// other items.
    fn cover(&mut self, item: usize) {
        let CoverItem { left, right, .. } = self.items[item];
        self.items[left].right = right;
        self.items[right].left = left;
        let mut node = self.nodes[item].down;
        while node != item {
            self.hide(node);
            node = self.nodes[node].down;
        }
    }

    /// Undoes [`DancingLinks::cover`] in reverse order: removed nodes still point at
    /// their neighbours.
    fn uncover(&mut self, item: usize) {
        let mut node = self.nodes[item].up;
        while node != item {
            self.unhide(node);
            node = self.nodes[node].up;
        }
        let CoverItem { left, right, .. } = self.items[item];
        self.items[left].right = item;
        self.items[right].left = item;
    }

    /// Returns the nodes of the option of `square`.
    fn option(&self, square: usize) -> std::ops::Range<usize> {
        self.option[square]..self.option[square + 1]
    }

    fn hide(&mut self, node: usize) {
        for other in self.option(self.nodes[node].square) {
            if other != node {
                let LinkNode { up, down, item, .. } = self.nodes[other];
                self.nodes[up].down = down;
                self.nodes[down].up = up;
                self.items[item].options -= 1;
            }
        }
    }

    fn unhide(&mut self, node: usize) {
        for other in self.option(self.nodes[node].square).rev() {
            if other != node {
                let LinkNode { up, down, item, .. } = self.nodes[other];
                self.nodes[up].down = other;
                self.nodes[down].up = other;
                self.items[item].options += 1;
            }
        }
    }

    /// Covers the remaining items in every way.
    fn solve<O: StepObserver>(&mut self, run: &mut EngineRun<'_, O>) -> Step {
        let Some(item) = self.smallest() else {
            return run.solution(|| Placement::new(self.queens.clone()));
        };
        self.cover(item);
        let mut node = self.nodes[item].down;
        while node != item {
            self.choose(node, run)?;
            node = self.nodes[node].down;
        }
        self.uncover(item);
        Ok(())
    }

    /// Chooses the option of `node`, whose own item is covered, and covers the remaining
    /// items.
    fn choose<O: StepObserver>(
        &mut self,
        node: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Step {
        let number = self.nodes[node].square;
        let square = self.squares[number];
        run.place(square)?;
        self.queens.push(square);
        for other in self.option(number).filter(|&other| other != node) {
            self.cover(self.nodes[other].item);
        }
        run.state(|| self.state())?;
        self.solve(run)?;
        for other in self.option(number).rev().filter(|&other| other != node) {
            self.uncover(self.nodes[other].item);
        }
        self.queens.pop();
        run.remove(square)?;
        run.state(|| self.state())
    }
}

impl LadderEngine for ExactCover {
    type View = CoverItems;
    const INFO: EngineInfo = EngineInfo {
        id: "exact-cover",
        title: "exact cover with dancing links (Algorithm X)",
        year: 2000,
        author: "Donald E. Knuth, after Hirosi Hitotumatu and Kohei Noshita (1979)",
        source: "Dancing links, in Millennial Perspectives in Computer Science, 2000 (arXiv cs/0011047)",
        how: [
            "Rows, columns and regions are items to cover once, diagonals items to cover at most once; a square is an option.",
            "The item with the fewest options left is covered in every way; all options that clash are removed from doubly linked lists.",
            "To backtrack, the links dance: removed nodes still point at their neighbours and are put back in reverse order.",
        ],
        idea: &[
            IdeaLine::new("solve:"),
            IdeaLine::found("  if no item is left to cover, it is a solution"),
            IdeaLine::new("  cover the item with the fewest options"),
            IdeaLine::new("  for each of its options:"),
            IdeaLine::at(
                StepKind::Place,
                "    choose it, and cover its other items",
                "{square} is an option of the item with the fewest options left: a {piece} goes to {square}.",
            ),
            IdeaLine::new("    solve"),
            IdeaLine::at(
                StepKind::Remove,
                "    uncover them in reverse order, and take it back",
                "Nothing more to find with {square}: its items are uncovered, and the {piece} is taken off.",
            ),
        ],
        figures: &[],
        time: "O(options hidden) for each node; few nodes, since the scarcest item is chosen",
        memory: "O(squares x lines through a square)",
        finds: Completeness::All,
        practical: Some(14),
        mirrors: false,
    };

    /// Ignores attacks, including those of given queens: finding all of them takes long.
    fn accepts(problem: &Problem) -> Result<(), Unsupported> {
        let form = Constraints::without_attacks(problem)?;
        demanded(problem, &form, &beside_givens(&form, &form.clashes())).map(drop)
    }

    fn view(problem: &Problem, limits: &Limits) -> Result<CoverItems, NoAnswer> {
        CoverItems::from_problem(problem, limits)
    }

    fn search<O: StepObserver>(items: &CoverItems, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        DancingLinks::new(items).solve(run)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use queens_model::problem::Preset;

    /// Of n x n queens, 2n - 3 diagonals of each direction have more than one square.
    #[test]
    fn diagonals_become_items() {
        for n in [2, 5, 8] {
            let items = CoverItems::from_problem(
                &Problem::queens(n).unwrap(),
                &Limits::default(),
            )
            .unwrap();
            assert_eq!(
                (items.primary.len(), items.secondary.len()),
                (2 * n as usize, 2 * (2 * n as usize - 3))
            );
        }
    }

    /// On a torus each direction has n diagonals of n squares.
    #[test]
    fn wrapped_diagonals_become_items() {
        let items = CoverItems::from_problem(
            &Preset::Torus.problem(7, 7).unwrap(),
            &Limits::default(),
        )
        .unwrap();
        assert_eq!(items.secondary.len(), 14);
        assert!(items.secondary.iter().all(|clique| clique.len() == 7));
    }

    #[test]
    fn refuses_other_problems_than_exact_covers() {
        let refused = ExactCover::accepts(&Preset::Kings.problem(4, 4).unwrap()).err();
        assert_eq!(
            refused.map(|refused| refused.parameter),
            Some(Parameter::Rows)
        );
    }
}
