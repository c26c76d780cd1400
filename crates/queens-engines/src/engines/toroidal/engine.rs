//! The engine `toroidal`: its description and its answer.

use super::units::CoverWorkUnits;
use super::{ID, MAX_SIDE};
use crate::engines::modular::full_diagonals;
use crate::engines::task::find_kernel;
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::parallel::WorkUnits;
use crate::question::Question;
use queens_model::problem::{Bounds, Piece, Problem};
use queens_model::unsupported::{Parameter, Unsupported};
use queens_simd::Kernel;

/// The engine.
pub(crate) struct Toroidal;

impl Engine for Toroidal {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "queens on the torus: exact cover, one solution of each orbit",
            year: 1965,
            author: "Solomon Golomb and Leonard Baumert",
            source: "Backtrack Programming, Journal of the ACM 12 (4), 1965: branch where there are fewest choices",
            how: [
                "Each row, column and diagonal of the torus takes one queen: the search branches on the line with the fewest open squares.",
                "Shifts and linear maps take solutions to solutions; only the least image of each is searched, with two queens fixed.",
                "Each queen closes the squares that would make another image less.",
            ],
            idea: &[],
            figures: &[],
            time: "23 queens take half a second of one core, 25 take eight; then 25 to 60 times for two rows more",
            memory: "half a megabyte for each of at most five classes of pairs of queens; from 33 rows on, up to two for each of nine",
            finds: Completeness::Count,
            practical: Some(25),
            mirrors: true,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        let refused =
            |parameter, reason: String| Err(Unsupported::new(ID, parameter, reason));
        if problem.piece() != &Piece::queen() {
            return refused(
                Parameter::Piece,
                format!("it counts queens, not {}", problem.piece()),
            );
        }
        if full_diagonals(problem).is_none() || problem.units().total != Bounds::ANY {
            let reason = "it needs a torus with one queen in each row and column, such as torus 23";
            return refused(Parameter::Edges, reason.to_owned());
        }
        let features = problem.features();
        let extras = [
            (features.has_holes, Parameter::Holes),
            (features.has_walls, Parameter::Walls),
            (problem.givens().len() > 1, Parameter::Givens),
            (problem.region_count() > 0, Parameter::Regions),
        ];
        if let Some(&(_, parameter)) = extras.iter().find(|(is_there, _)| *is_there) {
            return refused(
                parameter,
                "it needs a torus with nothing on it but one given queen".to_owned(),
            );
        }
        match problem.rows() {
            n if n < 5 || n.is_multiple_of(2) || n > MAX_SIDE => refused(
                Parameter::Size,
                format!("{n} is not an odd side from 5 to {MAX_SIDE}"),
            ),
            _ => Ok(()),
        }
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        task.run_units(self)
    }

    fn work_units(
        &self,
        problem: &Problem,
        question: Question,
        kernel: Kernel,
    ) -> Result<Box<dyn WorkUnits>, Unsupported> {
        self.accepts(problem, question)?;
        Ok(Box::new(CoverWorkUnits::new(
            problem,
            find_kernel(kernel, ID)?,
        )))
    }
}
