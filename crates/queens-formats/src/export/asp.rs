//! Answer set programming: facts and rules, for clingo.

use super::board::{Sense, list_lines, objective_terms};
use super::rules::{RulesModel, VariableName};
use super::{Format, Output, Written, check_squares};
use queens_model::constraints::Constraints;
use queens_model::problem::rules::Rules;
use queens_model::problem::{Bounds, Edges, Problem, Ray, SquareKind};
use queens_model::square::Square;
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    id: "asp",
    name: "answer set programming (clingo)",
    carries: "every problem with a square, also with rules; queen(R,C) is row and column, from 1",
    extension: "lp",
    checked_with: "clingo",
    write: write_program,
};

fn write_program(problem: &Problem, out: &mut Output<'_>) -> Written {
    if let Some(rules) = problem.rules() {
        return write_rules(problem, rules, out);
    }
    check_squares(problem)?;
    let is_plain = problem.edges() == Edges::OPEN && !problem.has_walls();
    let lines = match is_plain {
        true => Vec::new(),
        false => {
            let form = Constraints::within(problem, out.limits())??;
            let square = |number: usize| form.squares()[number];
            let line =
                |line: Vec<usize>| line.into_iter().map(square).collect::<Vec<_>>();
            list_lines(&form, out)?.into_iter().map(line).collect()
        }
    };
    out.write_problem(problem, "% ", "")?;
    write_board(problem, out)?;
    write_demands(problem, out)?;
    if is_plain {
        write_attacks(problem, out)?;
    } else if !lines.is_empty() {
        writeln!(out, "\n% Lines that take at most one.")?;
        for (number, line) in (1..).zip(&lines) {
            let pairs: Vec<String> = line
                .iter()
                .map(|at| format!("{},{}", at.row + 1, at.column + 1))
                .collect();
            writeln!(
                out,
                "line({number},{}).",
                pairs.join(&format!("; {number},"))
            )?;
        }
        writeln!(
            out,
            ":- L = 1..{}, 2 {{ queen(R,C) : line(L,R,C) }}.",
            lines.len()
        )?;
    }
    if problem.weights().is_some() {
        writeln!(out, "\n% The sum of weights.")?;
        for (place, weight) in objective_terms(problem) {
            let (row, column) = (
                place / problem.columns() as usize + 1,
                place % problem.columns() as usize + 1,
            );
            writeln!(out, "weight({row},{column},{weight}).")?;
        }
        writeln!(out, "#minimize {{ W,R,C : queen(R,C), weight(R,C,W) }}.")?;
    }
    writeln!(out, "\n#show queen/2.")?;
    Ok(())
}

/// Writes a problem with rules: any atoms, and the sums that they must meet.
fn write_rules(problem: &Problem, rules: &Rules, out: &mut Output<'_>) -> Written {
    let model = RulesModel::new(problem, rules, out)?.name_variables(write_atom);
    out.write_problem(problem, "% ", "")?;
    model
        .remarks
        .iter()
        .try_for_each(|remark| writeln!(out, "% {remark}"))?;
    writeln!(out, "\n{{ {} }}.", model.names.join("; "))?;
    let elements = |terms: &[(i64, usize)]| {
        let element = |&(factor, variable): &(i64, usize)| {
            format!("{factor},{} : {}", variable + 1, model.names[variable])
        };
        terms.iter().map(element).collect::<Vec<_>>().join("; ")
    };
    for sum in &model.sums {
        let broken = match sum.sense {
            Sense::Equal => "!=",
            Sense::AtLeast => "<",
            Sense::AtMost => ">",
        };
        writeln!(
            out,
            ":- #sum {{ {} }} {broken} {}.",
            elements(&sum.terms),
            sum.bound
        )?;
    }
    if let Some(objective) = &model.objective {
        writeln!(out, "#minimize {{ {} }}.", elements(&objective.terms))?;
    }
    let is_only = model.names[0].starts_with("queen(");
    writeln!(
        out,
        "\n#show {}.",
        if is_only { "queen/2" } else { "piece/3" }
    )?;
    Ok(())
}

/// Writes a name as an atom: `queen(2,7)`, also for other pieces; `piece(white,2,7)` if
/// there are several kinds or sets.
fn write_atom(name: VariableName<'_>) -> String {
    match name {
        VariableName::Piece("", Square { row, column }) => {
            format!("queen({},{})", row + 1, column + 1)
        }
        VariableName::Piece(pieces, Square { row, column }) => {
            format!("piece({pieces},{},{})", row + 1, column + 1)
        }
        VariableName::Help(number) => format!("help({number})"),
    }
}

/// Writes the squares and the possible queens.
fn write_board(problem: &Problem, out: &mut Output<'_>) -> io::Result<()> {
    writeln!(
        out,
        "\nrow(1..{}). column(1..{}).",
        problem.rows(),
        problem.columns()
    )?;
    if problem.all_free() {
        writeln!(out, "square(R,C) :- row(R), column(C).")?;
    } else {
        for square in problem
            .every_square()
            .filter(|&square| problem.kind(square) != SquareKind::Free)
        {
            writeln!(out, "block({},{}).", square.row + 1, square.column + 1)?;
        }
        writeln!(out, "square(R,C) :- row(R), column(C), not block(R,C).")?;
    }
    writeln!(out, "{{ queen(R,C) : square(R,C) }}.")?;
    for square in problem.givens() {
        writeln!(
            out,
            ":- not queen({},{}).",
            square.row + 1,
            square.column + 1
        )?;
    }
    Ok(())
}

/// Writes the demands on each row, each column, each region and the board.
fn write_demands(problem: &Problem, out: &mut Output<'_>) -> io::Result<()> {
    let units = problem.units();
    write_demand(out, "row(R), ", units.row, "queen(R,C) : square(R,C)")?;
    write_demand(out, "column(C), ", units.column, "queen(R,C) : square(R,C)")?;
    if units.region != Bounds::ANY && problem.region_count() > 0 {
        for square in problem.every_square() {
            let region = problem.region(square).unwrap_or_default() + 1;
            writeln!(
                out,
                "region({region},{},{}).",
                square.row + 1,
                square.column + 1
            )?;
        }
        let regions = format!("G = 1..{}, ", problem.region_count());
        write_demand(
            out,
            &regions,
            units.region,
            "queen(R,C) : region(G,R,C), square(R,C)",
        )?;
    }
    write_demand(out, "", units.total, "queen(R,C) : square(R,C)")
}

fn write_demand(
    out: &mut Output<'_>,
    each: &str,
    bounds: Bounds,
    set: &str,
) -> io::Result<()> {
    match (bounds.low(), bounds.high()) {
        (0, u32::MAX) => Ok(()),
        (0, high) => writeln!(out, ":- {each}{} {{ {set} }}.", high + 1),
        (low, u32::MAX) => writeln!(out, ":- {each}not {low} {{ {set} }}."),
        (low, high) => writeln!(out, ":- {each}not {low} {{ {set} }} {high}."),
    }
}

/// Writes the attacks on a board with open edges and no walls.
fn write_attacks(problem: &Problem, out: &mut Output<'_>) -> io::Result<()> {
    let (rows, columns, units) = (problem.rows(), problem.columns(), problem.units());
    let forward = problem
        .piece()
        .rays()
        .iter()
        .filter(|ray| (ray.rows, ray.columns) > (0, 0));
    writeln!(out, "\n% No two attack each other.")?;
    for &Ray {
        rows: down,
        columns: across,
        range,
    } in forward
    {
        match (down, across, range) {
            (0, 1, Ray::UNLIMITED) if units.row.high() <= 1 => {}
            (1, 0, Ray::UNLIMITED) if units.column.high() <= 1 => {}
            (0, 1, Ray::UNLIMITED) => {
                writeln!(out, ":- row(R), 2 {{ queen(R,C) : square(R,C) }}.")?;
            }
            (1, 0, Ray::UNLIMITED) => {
                writeln!(out, ":- column(C), 2 {{ queen(R,C) : square(R,C) }}.")?;
            }
            (1, 1, Ray::UNLIMITED) => writeln!(
                out,
                ":- D = {}..{}, 2 {{ queen(R,C) : square(R,C), R-C = D }}.",
                1 - i64::from(columns),
                i64::from(rows) - 1
            )?,
            (1, -1, Ray::UNLIMITED) => writeln!(
                out,
                ":- D = 2..{}, 2 {{ queen(R,C) : square(R,C), R+C = D }}.",
                u64::from(rows) + u64::from(columns)
            )?,
            (_, _, range) => {
                let steps = range.min(rows.max(columns));
                writeln!(
                    out,
                    ":- queen(R,C), I = 1..{steps}, queen(R+({down})*I,C+({across})*I)."
                )?;
            }
        }
    }
    Ok(())
}
