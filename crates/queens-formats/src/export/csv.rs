//! CSV: for each row the column of its given queen, the form of an incomplete solution.

use super::{ExportError, Format, Output, Written, check_squares, unsupported_error};
use crate::render::{self, Style};
use queens_model::placement::Placement;
use queens_model::problem::{Edges, Piece, Problem, Units};
use queens_model::unsupported::Parameter;

pub(super) const FORMAT: Format = Format {
    id: "csv",
    name: "CSV, the columns of given queens",
    carries: "queens on a square board with at least three rows and at least one given queen",
    extension: "csv",
    checked_with: "our own reader",
    write: write_squares,
};

fn write_squares(problem: &Problem, out: &mut Output<'_>) -> Written {
    check_standard(problem)?;
    if problem.rows() < 3 || problem.givens().is_empty() {
        let (rows, parameter) = (problem.rows(), Parameter::Givens);
        let reason = format!(
            "{rows} columns, {} of them with queens, cannot be recognised as a board: at least three rows and a given queen are needed; \
             use json or text",
            problem.givens().len()
        );
        return Err(unsupported_error(parameter, reason));
    }
    let mut renderer = render::renderer(render::Format::Csv, problem, Style::default());
    renderer.begin(out)?;
    renderer.solution(&Placement::new(problem.givens().to_vec()), out)?;
    Ok(())
}

/// Refuses problems that a list of squares cannot describe: it always means the standard
/// problem.
pub(super) fn check_standard(problem: &Problem) -> Result<(), ExportError> {
    check_squares(problem)?;
    let (rows, columns) = (problem.rows(), problem.columns());
    let units = Units::one_per_line(rows, columns);
    let differs = [
        (problem.piece() != &Piece::queen(), Parameter::Piece),
        (problem.edges() != Edges::OPEN, Parameter::Edges),
        (!problem.is_square(), Parameter::Size),
        (problem.has_walls(), Parameter::Walls),
        (!problem.all_free(), Parameter::Holes),
        (problem.region_count() > 0, Parameter::Regions),
        (problem.units().row != units.row, Parameter::Rows),
        (problem.units().column != units.column, Parameter::Columns),
        (problem.units().total != units.total, Parameter::Total),
    ];
    match differs.into_iter().find(|&(differs, _)| differs) {
        Some((_, parameter)) => Err(unsupported_error(
            parameter,
            format!(
                "it lists the queens of a standard problem, without {parameter}; use json or text"
            ),
        )),
        None => Ok(()),
    }
}
