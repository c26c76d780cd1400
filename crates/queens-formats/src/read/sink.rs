//! The receiver of solutions.

use super::{
    Flow, Numbering, ReadEnd, ReadNotes, Solution, SolutionLineError, bad, side,
};
use control::clip;
use queens_engines::question::Question;
use queens_model::placement::Placement;
use queens_model::problem::{Grid, Problem, Size, SquareKind};
use queens_model::relative::{Group, GroupKind, groups};
use queens_model::square::Square;
use std::ops::ControlFlow;

/// Receiver of solutions, which knows the board.
pub(super) struct SolutionSink<'a> {
    pub(super) problem: Option<&'a Problem>,
    /// Problem named by the input; only its size counts if the caller named one.
    pub(super) named: Option<Problem>,
    /// Question named by the input.
    pub(super) question: Option<Question>,
    /// Queens on a board of the size of the solutions before, if no problem is named.
    pub(super) assumed: Option<Problem>,
    /// Size of the solutions before.
    pub(super) size: Option<Size>,
    /// True if the solutions are drawn as hexagons.
    are_hexagons: bool,
    /// Number of solutions that were passed on.
    pub(super) passed: u64,
    /// Number of the first column in the lists before, if there were any.
    pub(super) first_column: Option<u32>,
    /// Queens of the list that was passed on last, unless another solution was passed on
    /// since.
    pub(super) last_list: Option<Placement>,
    pub(super) notes: ReadNotes,
    /// True if solutions are expected, not a problem.
    pub(super) is_list: bool,
    pub(super) each: &'a mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
}

impl<'a> SolutionSink<'a> {
    pub(super) fn new(
        problem: Option<&'a Problem>,
        each: &'a mut dyn FnMut(Solution<'_>) -> ControlFlow<()>,
    ) -> Self {
        let size = problem.map(|problem| Size {
            rows: problem.rows(),
            columns: problem.columns(),
        });
        SolutionSink {
            problem,
            named: None,
            question: None,
            assumed: None,
            size,
            are_hexagons: false,
            passed: 0,
            first_column: None,
            last_list: None,
            notes: ReadNotes::default(),
            is_list: false,
            each,
        }
    }

    /// Notes that a line of the input was ignored.
    pub(super) fn ignore(&mut self, line: u64, text: &str) {
        self.notes.ignored += 1;
        self.notes
            .first_ignored
            .get_or_insert_with(|| (line, clip(text)));
    }

    /// Notes that rows and columns of queens showed that they count from 1.
    pub(super) fn count_from(&mut self, first: u32) {
        if first == 1 {
            self.notes.columns_from = Some(first);
        }
    }

    /// Returns the kinds of the problem that have names of their own, each with the mark
    /// that boards show.
    pub(super) fn named_kinds(&self) -> Vec<(char, GroupKind)> {
        let problem = self.problem.or(self.named.as_ref());
        let kinds = problem
            .map(|problem| groups(problem, &Placement::default()))
            .unwrap_or_default();
        let named = kinds.into_iter().filter_map(|group| match group.kind {
            GroupKind::Named(name, ..) => Some((name.initial(), group.kind)),
            _ => None,
        });
        named.collect()
    }

    /// Returns true if the problem has holes on all these squares.
    pub(super) fn has_holes_on(&self, mut squares: impl Iterator<Item = Square>) -> bool {
        self.problem.or(self.named.as_ref()).is_some_and(|problem| {
            squares.all(|square| {
                problem.contains(square) && problem.kind(square) == SquareKind::Hole
            })
        })
    }

    /// Records the problem named by the input on `line`.
    pub(super) fn name_problem(&mut self, line: u64, text: &str) -> Flow {
        match text.parse() {
            Ok(problem) => self.name(line, problem),
            Err(error) => bad(line, SolutionLineError::Problem(Box::new(error))),
        }
    }

    pub(super) fn name(&mut self, line: u64, problem: Problem) -> Flow {
        self.agree_on(
            line,
            Size {
                rows: problem.rows(),
                columns: problem.columns(),
            },
        )?;
        self.named = Some(problem);
        Ok(())
    }

    /// Records that the solutions are drawn as hexagons, which the problem must have if
    /// it is named.
    pub(super) fn expect_hexagons(&mut self, line: u64) -> Flow {
        self.are_hexagons = true;
        match self.problem.or(self.named.as_ref()) {
            Some(problem) if problem.grid() != Grid::Hex => {
                let reason = "it is a hexagon, but the problem is not about one: name it as in `hex rooks 3`";
                bad(line, SolutionLineError::Drawing(reason))
            }
            _ => Ok(()),
        }
    }

    /// Checks that all solutions have one size.
    pub(super) fn agree_on(&mut self, line: u64, found: Size) -> Flow<Size> {
        match *self.size.get_or_insert(found) {
            size if size == found => Ok(size),
            expected => {
                let (found, expected) = (found.to_string(), expected.to_string());
                bad(line, SolutionLineError::SizesDisagree { found, expected })
            }
        }
    }

    /// Passes on a solution that begins on `line` of the input. `size` is the size of the
    /// board in the input, if any.
    pub(super) fn put(
        &mut self,
        line: u64,
        size: Option<(u64, u64)>,
        placement: Placement,
        numbering: Option<Numbering>,
    ) -> Flow {
        self.pass_on(line, size, (placement, Vec::new()), numbering, &[])
    }

    /// Passes on a solution in groups.
    pub(super) fn put_groups(
        &mut self,
        line: u64,
        size: Option<(u64, u64)>,
        groups: Vec<Group>,
    ) -> Flow {
        let known = self.named_kinds();
        for group in &groups {
            let name = group.kind.to_string();
            if matches!(group.kind, GroupKind::Named(..))
                && !known.iter().any(|(_, kind)| kind.to_string() == name)
            {
                return bad(line, SolutionLineError::Group(name));
            }
        }
        self.pass_on(line, size, (Placement::default(), groups), None, &[])
    }

    /// Passes on a drawn board, which shows queens or groups, with its holes and walls.
    pub(super) fn put_drawn(
        &mut self,
        line: u64,
        size: (u64, u64),
        pieces: (Placement, Vec<Group>),
        blocked: &[(Square, SquareKind)],
    ) -> Flow {
        self.pass_on(line, Some(size), pieces, None, blocked)
    }

    /// Passes on a solution in any form, about the problem that is named, else about one
    /// of queens with the `blocked` squares.
    pub(super) fn pass_on(
        &mut self,
        line: u64,
        size: Option<(u64, u64)>,
        (placement, groups): (Placement, Vec<Group>),
        numbering: Option<Numbering>,
        blocked: &[(Square, SquareKind)],
    ) -> Flow {
        let size = self.size_of(line, size)?;
        let are_hexagons = self.are_hexagons;
        let drawn;
        let (problem, assumed) =
            match (self.problem.or(self.named.as_ref()), &mut self.assumed) {
                (Some(problem), _) => (problem, false),
                (None, _) if !blocked.is_empty() => {
                    drawn = build_assumed(line, size, are_hexagons, blocked)?;
                    (&drawn, true)
                }
                // The same for all solutions of an input, so it is built once.
                (None, Some(problem)) => (&*problem, true),
                (None, assumed) => {
                    let problem = build_assumed(line, size, are_hexagons, &[])?;
                    (&*assumed.insert(problem), true)
                }
            };
        let question = self.question;
        self.passed += 1;
        self.last_list = numbering
            .filter(|_| self.is_list)
            .map(|_| placement.clone());
        self.first_column = numbering
            .map(|numbering| numbering.first)
            .or(self.first_column);
        match (self.each)(Solution {
            line,
            size,
            placement,
            groups,
            question,
            problem,
            assumed,
            numbering,
        }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(ReadEnd::Enough),
        }
    }

    /// The size of a solution: the one that it has, which must agree with those before
    /// it, else theirs.
    fn size_of(&mut self, line: u64, size: Option<(u64, u64)>) -> Flow<Size> {
        if let Some((rows, columns)) = size {
            let rows = side(line, rows)?;
            let columns = side(line, columns)?;
            return self.agree_on(line, Size { rows, columns });
        }
        match self.size {
            Some(size) => Ok(size),
            None => bad(line, SolutionLineError::UnknownSize),
        }
    }
}

/// Builds the problem of queens that solutions are about if no problem is named.
fn build_assumed(
    line: u64,
    size: Size,
    are_hexagons: bool,
    blocked: &[(Square, SquareKind)],
) -> Flow<Problem> {
    let mut problem = if are_hexagons {
        Problem::hexagon(size.rows.div_ceil(2))
    } else {
        Problem::builder(size.rows, size.columns)
    };
    for &(square, kind) in blocked {
        problem = problem.square(square, kind);
    }
    problem
        .build()
        .or_else(|error| bad(line, SolutionLineError::Impossible(Box::new(error))))
}
