//! The smallest sets of queens that break no rule and that no solution contains: no two
//! attack each other, and no row, column or region nor the board has more than it takes.
//!
//! ```text
//! for each size from 0 up:
//!   for each set of that size, up to symmetry:
//!     if no known solution contains it: ask for a solution that does
//!       if there is one: it and its images are known from now on
//!       else: the set is an answer
//! ```
//!
//! The sets are built queen by queen, with the list of the known solutions that contain
//! the queens so far. Of the last queen only squares that none of these solutions
//! occupies are tried. Once a square has been tried, its images under the symmetries that
//! leave the queens so far in place need not be: a set with one of them is the image of a
//! set that was tried.

use super::set_orbits::{FixingSymmetries, SetClasses};
use super::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Detail, Question, Settings};
use control::{Limits, Meter, Statistics, Step, Stop};
use fixedbitset::FixedBitSet;
use queens_model::constraints::Constraints;
use queens_model::instance::Instance;
use queens_model::placement::Placement;
use queens_model::problem::Problem;
use queens_model::unsupported::{NoAnswer, Parameter, Unsupported};
use std::rc::Rc;

/// Id of the engine.
const ID: &str = "uncompletable";

/// The engine `uncompletable`.
pub(crate) struct UncompletableSets;

impl Engine for UncompletableSets {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "the fewest queens that no solution contains: search with known solutions and other engines",
            year: 2026,
            author: "this project",
            source: "docs/design/uncompletable.md; completion: Gent, Jefferson and Nightingale, Complexity of n-queens completion, \
                     2017",
            how: [
                "Sets of queens that break no rule are built up to symmetry, the smallest first.",
                "A set that a known solution contains can be completed.",
                "For any other set another engine is asked for a solution, whose images are known from then on.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential in the size of the set",
            memory: "O(n^2) bits for each known solution",
            finds: Completeness::Special,
            practical: Some(14),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if !question.is_about_sets() {
            return Err(self.info().wrong_question(question));
        }
        let units = problem.units();
        if [units.row, units.column, units.region, units.total]
            .iter()
            .all(|bounds| bounds.low() == 0)
        {
            let reason = "every set of pieces that breaks no rule is a solution here: ask for a total, or for one piece in each \
                          row";
            return Err(Unsupported::new(ID, Parameter::Total, reason));
        }
        Instance::check_size(problem).map_err(|error| Unsupported::from(error).by(ID))
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let meter = Meter::new(task.limits());
        let counts = task.question.wants_all();
        let mut search = match SetSearch::new(task, !counts) {
            Ok(search) => search,
            Err(none) => {
                return Ok(Finding::new(Err(none.by(ID).stop()?), meter.statistics())
                    .with_count(0u128));
            }
        };
        let step = search
            .search_sizes()
            .or_else(|none| none.by(ID).stop().map(Err))?;
        let mut statistics = search.meter.statistics();
        statistics.absorb(&search.spent);
        statistics.elapsed = meter.statistics().elapsed;
        let size = search.size as u32;
        let finding = Finding::new(step, statistics);
        if counts {
            let detail = Detail::Smallest {
                queens: size,
                fundamental: search.found.fundamental(),
            };
            return Ok(finding.with_count(search.found.all()).with_detail(detail));
        }
        let set = search
            .found
            .any()
            .map(|set| search.form.placement(set.iter().copied()));
        let certificate = step.is_ok().then_some(Certificate::Exhausted);
        let count = set.as_ref().map_or(0, Placement::len);
        let finding = finding
            .with_count(count as u128)
            .with_certificate(certificate);
        Ok(Finding {
            set,
            ..finding.with_detail(Detail::AtLeast(size))
        })
    }
}

/// Search for sets of one size after the other.
struct SetSearch<'t> {
    problem: &'t Problem,
    ask: super::Ask,
    settings: Settings,
    limits: &'t Limits,
    meter: Meter<'t>,
    /// Statistics of the engines that were asked.
    spent: Statistics,
    form: Constraints,
    /// The squares that cannot have a queen together with each square.
    clashes: Vec<FixedBitSet>,
    /// Images of the squares under each symmetry of the problem.
    symmetries: Rc<[Vec<usize>]>,
    /// Known solutions.
    solutions: Vec<FixedBitSet>,
    /// For each number of queens so far, the known solutions that contain that many of
    /// them.
    containing: Vec<Vec<usize>>,
    queens: Vec<usize>,
    /// Number of queens of the sets that are tried.
    size: usize,
    /// True if there is a set of this size.
    has_sets: bool,
    /// True if one set is enough.
    stops_at_first: bool,
    /// Sets that no solution contains.
    found: SetClasses,
}

impl<'t> SetSearch<'t> {
    fn new(task: &Task<'t>, stops_at_first: bool) -> Result<Self, NoAnswer> {
        let (problem, limits) = (task.problem, task.limits());
        let form = Constraints::within(problem, limits).map_err(Unsupported::from)??;
        limits.check_memory((form.squares().len() * form.squares().len() / 8) as u64)?;
        let symmetries = form
            .group(limits)?
            .into_iter()
            .map(|permutation| permutation.images);
        Ok(SetSearch {
            problem,
            ask: task.ask,
            settings: Settings {
                engine: None,
                ..task.settings.clone()
            },
            limits,
            meter: Meter::new(limits),
            spent: Statistics::default(),
            symmetries: symmetries.collect(),
            clashes: form.clashes(),
            form,
            solutions: Vec::new(),
            containing: vec![Vec::new()],
            queens: Vec::new(),
            size: 0,
            has_sets: true,
            stops_at_first,
            found: SetClasses::default(),
        })
    }

    /// Tries the sizes from 0 up until a set is found, or no set of queens is as large.
    fn search_sizes(&mut self) -> Result<Step, NoAnswer> {
        let mut open = FixedBitSet::with_capacity(self.form.squares().len());
        open.insert_range(..);
        for &given in self.form.givens() {
            open.difference_with(&self.clashes[given]);
            open.remove(given);
        }
        let images = Rc::clone(&self.symmetries);
        let symmetries = FixingSymmetries::new(&images);
        loop {
            self.has_sets = false;
            match self.complete_queens(open.clone(), &symmetries) {
                Ok(()) | Err(NoAnswer::Stopped(Stop::Found)) => {}
                Err(NoAnswer::Stopped(stop)) => return Ok(Err(stop)),
                Err(unsupported) => return Err(unsupported),
            }
            if self.found.any().is_some() || !self.has_sets {
                return Ok(Ok(()));
            }
            self.size += 1;
        }
    }

    /// Completes the queens so far to sets on `open` squares; the `symmetries` leave them
    /// in place.
    fn complete_queens(
        &mut self,
        mut open: FixedBitSet,
        symmetries: &FixingSymmetries<'_>,
    ) -> Result<(), NoAnswer> {
        self.meter.expand()?;
        let depth = self.queens.len();
        if depth == self.size {
            return self.try_set();
        }
        let is_last = depth + 1 == self.size;
        for square in open.clone().ones() {
            if !open.contains(square) {
                continue;
            }
            self.queens.push(square);
            if is_last {
                self.try_set()?;
            } else {
                // Each queen leaves fewer solutions to look at: those with all queens so
                // far.
                let mut containing = self.containing[depth].clone();
                containing.retain(|&number| self.solutions[number].contains(square));
                self.containing.push(containing);
                let mut left = open.clone();
                left.difference_with(&self.clashes[square]);
                left.remove(square);
                self.complete_queens(left, &symmetries.and(square))?;
                self.containing.pop();
            }
            self.queens.pop();
            symmetries
                .orbit(square)
                .for_each(|image| open.remove(image));
        }
        Ok(())
    }

    /// Decides whether a solution contains the queens.
    fn try_set(&mut self) -> Result<(), NoAnswer> {
        self.meter.tick()?;
        let known = self.containing.last().into_iter().flatten();
        let last = self.queens.last();
        if known
            .into_iter()
            .any(|&number| last.is_none_or(|&last| self.solutions[number].contains(last)))
        {
            self.has_sets = true;
            return Ok(());
        }
        if self.problem.clash().is_some() {
            // No solution contains the given queens, so the empty set is the smallest
            // one.
            return self.keep_set();
        }
        let queens = self.queens.iter().map(|&queen| self.form.squares()[queen]);
        // Too many queens in a line are no set of queens.
        let Ok(tried) = self.problem.with_givens(queens) else {
            return Ok(());
        };
        self.has_sets = true;
        let rest = self
            .limits
            .less_nodes(self.meter.statistics().expanded + self.spent.expanded);
        let answer = (self.ask)(
            &tried,
            Question::One,
            &self.settings.clone().with_limits(rest),
        )?;
        self.spent.absorb(&answer.statistics);
        match answer.first {
            Some(solution) => self.add_solution(&solution),
            None if answer.is_complete() => self.keep_set(),
            None => Step::from(answer.outcome).map_err(NoAnswer::from),
        }
    }

    /// Adds a solution and its images to those that are known.
    fn add_solution(&mut self, solution: &Placement) -> Result<(), NoAnswer> {
        let squares: Vec<usize> = solution
            .squares()
            .iter()
            .filter_map(|&square| self.form.number(square))
            .collect();
        for images in &*self.symmetries {
            let mut image = FixedBitSet::with_capacity(images.len());
            squares
                .iter()
                .for_each(|&square| image.insert(images[square]));
            let number = self.solutions.len();
            for (depth, containing) in self.containing.iter_mut().enumerate() {
                if self.queens[..depth]
                    .iter()
                    .all(|&queen| image.contains(queen))
                {
                    containing.push(number);
                }
            }
            self.solutions.push(image);
        }
        let bytes_each = self.clashes.len() / 8 + self.size * size_of::<usize>();
        Ok(self
            .limits
            .check_memory((self.solutions.len() * bytes_each) as u64)?)
    }

    /// Keeps the queens as a set that no solution contains.
    fn keep_set(&mut self) -> Result<(), NoAnswer> {
        self.found
            .add(&self.queens, &self.symmetries, self.limits)?;
        if self.stops_at_first {
            Err(NoAnswer::Stopped(Stop::Found))
        } else {
            Ok(())
        }
    }
}
