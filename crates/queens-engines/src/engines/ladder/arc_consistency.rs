//! Maintaining arc consistency: AC-3 after each queen.
//!
//! A square has support in another row if a queen can be placed there without an attack.
//! AC-3 removes squares without support, and looks again at the rows whose supports it
//! has removed. Example: on 3 x 3, a queen on b1 attacks all of row 2, so b1 has no
//! support in row 2, and neither has any other square of the middle column. Then a1 and
//! c1 have no support in row 3, where a3 and c3 are left. So AC-3 alone shows that 3
//! queens have no solution.
//!
//! Rows and squares are ordered as `domains.rs` describes.

use super::domains::{Domains, LookAhead};
use super::views::StandardView;
use super::{
    Completeness, EngineInfo, EngineRun, FigureInfo, IdeaLine, LadderEngine, StepKind,
    StepObserver,
};
use control::{Limits, Step, Stop};
use fixedbitset::FixedBitSet;
use queens_model::problem::Problem;
use queens_model::square::Square;
use queens_model::unsupported::NoAnswer;
use std::collections::VecDeque;

/// Maximum number of squares of a row that one queen of another row attacks.
const MAX_ATTACKED_SQUARES: usize = 3;

/// Indices of the statistics.
const REVISION_TALLY: usize = 0;
const REMOVED_TALLY: usize = 1;
const DEAD_END_TALLY: usize = 2;

/// The engine.
pub(super) struct ArcConsistency;

/// The arcs to revise: pairs of a row without a queen and another row that must support
/// it.
struct ArcQueue {
    rows: usize,
    arcs: VecDeque<(usize, usize)>,
    is_queued: FixedBitSet,
}

impl ArcQueue {
    fn new(rows: usize) -> Self {
        ArcQueue {
            rows,
            arcs: VecDeque::new(),
            is_queued: FixedBitSet::with_capacity(rows * rows),
        }
    }

    fn push(&mut self, row: usize, support: usize) {
        if !self.is_queued.put(row * self.rows + support) {
            self.arcs.push_back((row, support));
        }
    }

    fn pop(&mut self) -> Option<(usize, usize)> {
        let (row, support) = self.arcs.pop_front()?;
        self.is_queued.remove(row * self.rows + support);
        Some((row, support))
    }

    fn clear(&mut self) {
        while self.pop().is_some() {}
    }

    /// Revises the arcs until none is left (AC-3); returns false if a row has no square
    /// left.
    fn propagate<O: StepObserver>(
        &mut self,
        domains: &mut Domains,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        while let Some((row, support)) = self.pop() {
            if !revise(domains, row, support, run)? {
                continue;
            }
            if domains.size(row) == 0 {
                self.clear();
                run.tally(DEAD_END_TALLY, 1);
                return Ok(false);
            }
            for other in domains
                .empty_rows()
                .filter(|&other| other != row && other != support)
            {
                self.push(other, row);
            }
        }
        Ok(true)
    }
}

/// Returns true if a queen on a square of `row` leaves a square to `support`.
fn is_supported(domains: &Domains, row: usize, column: usize, support: usize) -> bool {
    domains.size(support) > domains.ruled_out(row, column, support).count()
}

/// Removes the squares of `row` without support; returns true if there are any.
fn revise<O: StepObserver>(
    domains: &mut Domains,
    row: usize,
    support: usize,
    run: &mut EngineRun<'_, O>,
) -> Result<bool, Stop> {
    run.tally(REVISION_TALLY, 1);
    run.tick()?;
    if domains.size(support) > MAX_ATTACKED_SQUARES {
        return Ok(false);
    }
    let columns: Vec<usize> = domains.columns(row).collect();
    run.check(columns.len() as u64);
    let mut is_revised = false;
    for column in columns {
        if !is_supported(domains, row, column, support) {
            domains.remove(row, column);
            run.tally(REMOVED_TALLY, 1);
            run.reject(Square::new(row as u32, column as u32), || None)?;
            run.state(|| domains.state())?;
            is_revised = true;
        }
    }
    Ok(is_revised)
}

impl LookAhead for ArcQueue {
    fn look_ahead<O: StepObserver>(
        &mut self,
        domains: &mut Domains,
        row: usize,
        run: &mut EngineRun<'_, O>,
    ) -> Result<bool, Stop> {
        let queen = domains.queen(row).map(|column| column as usize);
        let others: Vec<usize> = domains
            .columns(row)
            .filter(|&column| Some(column) != queen)
            .collect();
        others
            .into_iter()
            .for_each(|column| domains.remove(row, column));
        domains.empty_rows().for_each(|other| self.push(other, row));
        self.propagate(domains, run)
    }
}

impl LadderEngine for ArcConsistency {
    type View = StandardView;
    const INFO: EngineInfo = EngineInfo {
        id: "mac",
        title: "maintaining arc consistency with AC-3",
        year: 1994,
        author: "Daniel Sabin and Eugene C. Freuder",
        source: "Contradicting conventional wisdom in constraint satisfaction, ECAI 1994; AC-3: Alan K. Mackworth, \
                 Consistency in networks of relations, Artificial Intelligence 8, 1977; Russell and Norvig, Artificial \
                 Intelligence: A Modern Approach, 3rd edition, 2010: figures 6.3 and 6.5",
        how: [
            "As `forward-checking`, but a square also needs support: in each other row without a queen, a free square that a queen on it does not attack.",
            "AC-3 removes squares without support; if a row has lost squares, the rows that it supports are revised again.",
            "It runs once before the first queen, then after each queen, whose row keeps one square.",
        ],
        idea: &[
            IdeaLine::new(
                "AC3(pairs): while a pair is left, take the first, (row, other):",
            ),
            IdeaLine::at(
                StepKind::Reject,
                "  remove each square of row that attacks all squares left in other",
                "Row {row}: column {column} is removed: a {piece} there would attack every square left in another row.",
            ),
            IdeaLine::new(
                "  if row lost squares, add its pairs with the rows without a queen again",
            ),
            IdeaLine::new(
                "AC3(all pairs of rows); if every row has a free square, fill()",
            ),
            IdeaLine::new("fill():"),
            IdeaLine::found("  if every row has a queen, it is a solution"),
            IdeaLine::new("  row = the row without a queen with the fewest free squares"),
            IdeaLine::new(
                "  for each free square of the row, the least constraining first:",
            ),
            IdeaLine::at(
                StepKind::Place,
                "    put a queen there, and keep only its square in the row",
                "Row {row} has the fewest free squares left, and {square} is free: a {piece} goes to {square}.",
            ),
            IdeaLine::new("    AC3(each row without a queen, this row)"),
            IdeaLine::new("    if every row still has a free square, fill()"),
            IdeaLine::at(
                StepKind::Remove,
                "    take the queen off, and restore the squares",
                "Nothing more to find with {square}: its {piece} is taken off, and the squares removed after it are free again.",
            ),
        ],
        figures: &[
            FigureInfo {
                name: "revisions",
                words: "pairs of rows of which AC-3 revised the first",
            },
            FigureInfo {
                name: "removed squares",
                words: "squares without support",
            },
            FigureInfo {
                name: "dead ends",
                words: "times that a row had no square left",
            },
        ],
        time: "O(n^4) for each node: n^2 pairs of rows, each revised up to n times, at n squares",
        memory: "O(n^2)",
        finds: Completeness::All,
        practical: Some(12),
        mirrors: false,
    };

    fn view(problem: &Problem, _: &Limits) -> Result<StandardView, NoAnswer> {
        Ok(StandardView::from_problem(problem)?)
    }

    fn search<O: StepObserver>(view: &StandardView, run: &mut EngineRun<'_, O>) -> Step {
        run.node()?;
        let mut domains = Domains::new(view);
        let mut queue = ArcQueue::new(domains.rows());
        for row in 0..domains.rows() {
            (0..domains.rows())
                .filter(|&support| support != row)
                .for_each(|support| queue.push(row, support));
        }
        if queue.propagate(&mut domains, run)? {
            domains.fill(&mut queue, run)
        } else {
            Ok(())
        }
    }
}
