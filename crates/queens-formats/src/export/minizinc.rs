//! MiniZinc: the column of each row's queen and global constraints where rows have one
//! each, else 0 and 1.

use super::board::list_lines;
use super::columns::{ColumnModel, Leap, LineFamily};
use super::zero_one::ZeroOneModel;
use super::{ExportError, Format, Output, Written, check_squares};
use queens_model::constraints::Constraints;
use queens_model::problem::{Bounds, Problem, SquareKind};
use std::io::{self, Write};

pub(super) const FORMAT: Format = Format {
    id: "minizinc",
    name: "MiniZinc",
    carries: "every problem with a square, also with rules; q[r] is a column where rows have one queen each, else x[r,c] is 0 or 1",
    extension: "mzn",
    checked_with: "MiniZinc with Gecode",
    write: write_model,
};

fn write_model(problem: &Problem, out: &mut Output<'_>) -> Written {
    if problem.rules().is_some() {
        return write_rules(problem, out);
    }
    check_squares(problem)?;
    match ColumnModel::from_problem(problem) {
        Some(model) => Ok(by_columns(&model, out)?),
        None => by_squares(problem, out),
    }
}

/// Writes a problem with rules: the variables of its 0-1 model and the sums that they
/// must meet.
fn write_rules(problem: &Problem, out: &mut Output<'_>) -> Written {
    let model = ZeroOneModel::from_problem(problem, out)?;
    out.write_problem(problem, "% ", "")?;
    model
        .remarks
        .iter()
        .try_for_each(|remark| writeln!(out, "% {remark}"))?;
    model
        .names
        .iter()
        .try_for_each(|name| writeln!(out, "var 0..1: {name};"))?;
    let sum_of = |terms: &[(i64, usize)]| {
        let term = |&(factor, variable): &(i64, usize)| match factor {
            1 => model.names[variable].clone(),
            -1 => format!("-{}", model.names[variable]),
            factor => format!("{factor} * {}", model.names[variable]),
        };
        format!(
            "sum([{}])",
            terms.iter().map(term).collect::<Vec<_>>().join(", ")
        )
    };
    for sum in &model.sums {
        writeln!(
            out,
            "constraint {} {} {};",
            sum_of(&sum.terms),
            sum.sense.sign(),
            sum.bound
        )?;
    }
    match &model.objective {
        Some(objective) if !objective.terms.is_empty() => {
            writeln!(out, "solve minimize {};", sum_of(&objective.terms))?;
        }
        _ => writeln!(out, "solve satisfy;")?,
    }
    Ok(())
}

fn write_head(
    problem: &Problem,
    include: &[&str],
    out: &mut Output<'_>,
) -> io::Result<()> {
    out.write_problem(problem, "% ", "")?;
    for name in include {
        writeln!(out, "include \"{name}.mzn\";")?;
    }
    writeln!(
        out,
        "int: rows = {};\nint: columns = {};",
        problem.rows(),
        problem.columns()
    )
}

/// Writes the map of the regions, from 1.
fn write_regions(problem: &Problem, out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "array[1..rows, 1..columns] of int: region =")?;
    for square in problem.every_square() {
        let before = match (square.row, square.column) {
            (0, 0) => "[| ",
            (_, 0) => "\n | ",
            _ => ", ",
        };
        write!(
            out,
            "{before}{}",
            problem.region(square).unwrap_or_default() + 1
        )?;
    }
    writeln!(out, " |];")
}

/// Writes the weights of the squares and the sum to minimise, or that any solution is
/// wanted.
fn write_goal(problem: &Problem, sum: &str, out: &mut Output<'_>) -> io::Result<()> {
    let Some(weights) = problem.weights() else {
        return writeln!(out, "solve satisfy;");
    };
    let weights: Vec<String> = weights.iter().map(ToString::to_string).collect();
    let rows: Vec<String> = weights
        .chunks(problem.columns() as usize)
        .map(|row| row.join(", "))
        .collect();
    writeln!(
        out,
        "array[1..rows, 1..columns] of int: weight =\n[| {} |];",
        rows.join("\n | ")
    )?;
    writeln!(out, "solve minimize {sum};")
}

fn by_columns(model: &ColumnModel<'_>, out: &mut Output<'_>) -> io::Result<()> {
    let problem = model.problem;
    // Included one by one: including all of them fails with the Gecode of some
    // distributions.
    let has_regions = model.region != Bounds::ANY;
    let include: &[&str] = if has_regions {
        &["all_different", "count"]
    } else {
        &["all_different"]
    };
    write_head(problem, include, out)?;
    writeln!(
        out,
        "% The column of the queen in each row.\narray[1..rows] of var 1..columns: q;"
    )?;
    for &LineFamily { slope } in &model.families {
        let sum = match slope {
            0 => "q[r]",
            1 => "q[r] + r",
            _ => "q[r] - r",
        };
        match (slope, model.wraps) {
            (0, _) => writeln!(out, "constraint all_different(q);")?,
            (_, false) => {
                writeln!(out, "constraint all_different([{sum} | r in 1..rows]);")?;
            }
            (_, true) => writeln!(
                out,
                "constraint all_different([({sum}) mod columns | r in 1..rows]);"
            )?,
        }
    }
    for &Leap {
        rows,
        columns,
        range,
    } in &model.leaps
    {
        let (times, each) = match range {
            1 => ("", String::new()),
            range => (" * k", format!("k in 1..{range}, ")),
        };
        let (sign, distance) =
            (if columns < 0 { '-' } else { '+' }, columns.unsigned_abs());
        writeln!(
            out,
            "constraint forall({each}r in 1..rows - {rows}{times})(q[r + {rows}{times}] != q[r] {sign} {distance}{times});"
        )?;
    }
    let (bounds, count) = (model.region, problem.region_count());
    if bounds != Bounds::ANY && count > 0 {
        write_regions(problem, out)?;
        if bounds.high() == 1 {
            writeln!(
                out,
                "constraint all_different([region[r, q[r]] | r in 1..rows]);"
            )?;
        }
        // As many regions as queens, and no two in one: each has one.
        if bounds.high() != 1 || (bounds.low() == 1 && count != problem.rows()) {
            let counted =
                bounds_in_words("count([region[r, q[r]] | r in 1..rows], g)", bounds);
            writeln!(out, "constraint forall(g in 1..{count})({counted});")?;
        }
    }
    for square in problem.givens() {
        writeln!(
            out,
            "constraint q[{}] = {};",
            square.row + 1,
            square.column + 1
        )?;
    }
    for square in model.blocked_squares() {
        writeln!(
            out,
            "constraint q[{}] != {};",
            square.row + 1,
            square.column + 1
        )?;
    }
    write_goal(problem, "sum(r in 1..rows)(weight[r, q[r]])", out)
}

/// Returns the condition that a number is within bounds.
fn bounds_in_words(count: &str, bounds: Bounds) -> String {
    match (bounds.low(), bounds.high()) {
        (low, high) if low == high => format!("{count} = {low}"),
        (0, high) => format!("{count} <= {high}"),
        (low, u32::MAX) => format!("{count} >= {low}"),
        (low, high) => format!("{count} in {low}..{high}"),
    }
}

fn by_squares(problem: &Problem, out: &mut Output<'_>) -> Result<(), ExportError> {
    let form = Constraints::within(problem, out.limits())??;
    let lines = list_lines(&form, out)?;
    write_head(problem, &[], out)?;
    writeln!(
        out,
        "% 1 if a piece is on the square.\narray[1..rows, 1..columns] of var 0..1: x;"
    )?;
    let units = problem.units();
    let mut demand = |each: &str, bounds: Bounds, squares: &str| -> io::Result<()> {
        let squares = bounds_in_words(&format!("sum({squares})(x[r, c])"), bounds);
        match bounds {
            Bounds::ANY => Ok(()),
            _ if each.is_empty() => writeln!(out, "constraint {squares};"),
            _ => writeln!(out, "constraint forall({each})({squares});"),
        }
    };
    demand("r in 1..rows", units.row, "c in 1..columns")?;
    demand("c in 1..columns", units.column, "r in 1..rows")?;
    demand("", units.total, "r in 1..rows, c in 1..columns")?;
    if units.region != Bounds::ANY && problem.region_count() > 0 {
        write_regions(problem, out)?;
        let counted = bounds_in_words(
            "sum(r in 1..rows, c in 1..columns where region[r, c] = g)(x[r, c])",
            units.region,
        );
        writeln!(
            out,
            "constraint forall(g in 1..{})({counted});",
            problem.region_count()
        )?;
    }
    if !lines.is_empty() {
        writeln!(
            out,
            "% Lines that take at most one, their squares numbered row by row from 1."
        )?;
        writeln!(out, "array[int] of set of int: lines = [")?;
        for line in &lines {
            let places: Vec<String> = line
                .iter()
                .map(|&square| (form.place(square) + 1).to_string())
                .collect();
            writeln!(out, "  {{{}}},", places.join(", "))?;
        }
        writeln!(
            out,
            "];\nconstraint forall(line in lines)(sum(s in line)(x[(s - 1) div columns + 1, (s - 1) mod columns + 1]) <= 1);"
        )?;
    }
    for square in problem.givens() {
        writeln!(
            out,
            "constraint x[{}, {}] = 1;",
            square.row + 1,
            square.column + 1
        )?;
    }
    for square in problem
        .every_square()
        .filter(|&square| problem.kind(square) != SquareKind::Free)
    {
        writeln!(
            out,
            "constraint x[{}, {}] = 0;",
            square.row + 1,
            square.column + 1
        )?;
    }
    write_goal(
        problem,
        "sum(r in 1..rows, c in 1..columns)(weight[r, c] * x[r, c])",
        out,
    )?;
    Ok(())
}
