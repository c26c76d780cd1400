//! Relatives for MiniZinc. Squares are numbered row by row, from 1.

use super::super::{ExportError, Output, Written};
use super::linear::strikes;
use super::{ModelledRelative, RelativeBoard};
use queens_model::domination::Domination;
use queens_model::relative::{PieceKind, PieceMix};
use std::io::{self, Write};

pub(super) fn write(board: &RelativeBoard<'_>, out: &mut Output<'_>) -> Written {
    match board.relative {
        ModelledRelative::Dominating(domination) => Ok(dominating(board, domination, out)?),
        ModelledRelative::Armies => Ok(armies(board, out)?),
        ModelledRelative::Pieces(mix) => pieces(board, mix, out),
        ModelledRelative::Coloring(colors) => Ok(coloring(board, colors, out)?),
    }
}

/// Writes the numbers of squares between braces.
fn set(places: &[usize]) -> String {
    let numbers: Vec<String> = places.iter().map(|place| (place + 1).to_string()).collect();
    format!("{{{}}}", numbers.join(", "))
}

/// Writes the problem, its size, and the squares.
fn begin(board: &RelativeBoard<'_>, include: &str, out: &mut Output<'_>) -> io::Result<()> {
    let problem = board.problem;
    out.problem(problem, "% ", "")?;
    writeln!(out, "% {}", board.question)?;
    out.write_all(include.as_bytes())?;
    writeln!(out, "int: rows = {};\nint: columns = {};", problem.rows(), problem.columns())?;
    writeln!(out, "% The squares, numbered row by row from 1, and those that take no piece.")?;
    writeln!(out, "set of int: squares = 1..rows * columns;")?;
    writeln!(out, "set of int: blocked = {};", set(&board.blocked))
}

/// Writes the lines of squares that all attack each other.
fn lines(board: &RelativeBoard<'_>, out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "% Sets of squares that all attack each other.")?;
    sets("array[int]", "lines", &board.lines, out)
}

fn sets(array: &str, name: &str, sets: &[Vec<usize>], out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "{array} of set of int: {name} = [")?;
    sets.iter().try_for_each(|places| writeln!(out, "  {},", set(places)))?;
    writeln!(out, "];")
}

fn dominating(board: &RelativeBoard<'_>, domination: Domination, out: &mut Output<'_>) -> io::Result<()> {
    begin(board, "", out)?;
    lines(board, out)?;
    writeln!(out, "% 1 if a queen is on the square.\narray[squares] of var 0..1: x;")?;
    writeln!(out, "constraint forall(s in blocked)(x[s] = 0);")?;
    for given in board.problem.givens() {
        writeln!(out, "constraint x[{}] = 1;", given.row * board.problem.columns() + given.column + 1)?;
    }
    let itself = match domination {
        Domination::Total => "",
        Domination::Any | Domination::Independent => "x[s] + ",
    };
    let attacking = match &board.attackers {
        Some(attackers) => {
            writeln!(
                out,
                "% The squares from which a queen attacks each square; not always the other way round."
            )?;
            sets("array[squares]", "attackers", attackers, out)?;
            "sum(t in attackers[s])(x[t])"
        }
        None => "sum(l in lines where s in l)(sum(t in l diff {s})(x[t]))",
    };
    writeln!(out, "constraint forall(s in squares diff blocked)({itself}{attacking} >= 1);")?;
    if domination == Domination::Independent {
        writeln!(out, "constraint forall(l in lines)(sum(s in l)(x[s]) <= 1);")?;
    }
    writeln!(out, "solve minimize sum(x);")
}

fn armies(board: &RelativeBoard<'_>, out: &mut Output<'_>) -> io::Result<()> {
    begin(board, "", out)?;
    lines(board, out)?;
    out.write_all(
        b"% 1 if a queen of the colour is on the square.\n\
          array[squares] of var 0..1: white;\n\
          array[squares] of var 0..1: black;\n\
          % 1 if the line takes white queens, 0 if it takes black ones.\n\
          array[index_set(lines)] of var 0..1: is_white;\n\
          constraint forall(s in blocked)(white[s] = 0 /\\ black[s] = 0);\n\
          constraint forall(s in squares)(white[s] + black[s] <= 1);\n\
          constraint forall(l in index_set(lines), s in lines[l])(white[s] <= is_white[l] /\\ black[s] <= 1 - is_white[l]);\n\
          constraint sum(white) = sum(black);\n\
          solve maximize sum(white);\n",
    )
}

fn pieces(board: &RelativeBoard<'_>, mix: PieceMix, out: &mut Output<'_>) -> Result<(), ExportError> {
    let kinds = mix.kinds();
    let struck: Vec<Vec<Vec<usize>>> =
        kinds.iter().map(|&kind| strikes(board.problem, kind, out)).collect::<Result<_, _>>()?;
    begin(board, "", out)?;
    let any = |square: &str| {
        let of_kind = |kind: &PieceKind| format!("{}[{square}]", kind.plural());
        kinds.iter().map(of_kind).collect::<Vec<_>>().join(" + ")
    };
    for (kind, struck) in kinds.iter().zip(&struck) {
        writeln!(out, "% The squares that a {kind} attacks from each square.")?;
        sets("array[squares]", &format!("{kind}_strikes"), struck, out)?;
        writeln!(out, "array[squares] of var 0..1: {};", kind.plural())?;
    }
    writeln!(out, "% No square has two pieces, and no piece attacks another.")?;
    writeln!(out, "constraint forall(s in blocked)({} = 0);", any("s"))?;
    writeln!(out, "constraint forall(s in squares)({} <= 1);", any("s"))?;
    for kind in &kinds {
        let (kind, plural) = (kind.id(), kind.plural());
        writeln!(
            out,
            "constraint forall(s in squares, t in {kind}_strikes[s])({plural}[s] + {} <= 1);",
            any("t")
        )?;
    }
    match mix.numbers() {
        Some(numbers) => {
            for (kind, number) in numbers {
                writeln!(out, "constraint sum({}) = {number};", kind.plural())?;
            }
            writeln!(out, "solve satisfy;")?;
        }
        None => {
            for pair in kinds.windows(2) {
                writeln!(out, "constraint sum({}) = sum({});", pair[0].plural(), pair[1].plural())?;
            }
            writeln!(out, "solve maximize sum({});", kinds[0].plural())?;
        }
    }
    Ok(())
}

fn coloring(board: &RelativeBoard<'_>, asked: Option<u16>, out: &mut Output<'_>) -> io::Result<()> {
    begin(board, "include \"all_different.mzn\";\n", out)?;
    lines(board, out)?;
    let colors = board.colors(asked);
    writeln!(out, "int: colors = {colors};")?;
    out.write_all(
        b"% The colour of each square, 0 for a square that takes no piece.\n\
          array[squares] of var 0..colors: color;\n\
          constraint forall(s in squares)(color[s] = 0 <-> s in blocked);\n\
          constraint forall(l in lines)(all_different([color[s] | s in l]));\n\
          % Colours can be exchanged: those of one line are fixed.\n",
    )?;
    for (color, place) in (1..).zip(board.precolored(colors)) {
        writeln!(out, "constraint color[{}] = {color};", place + 1)?;
    }
    match asked {
        Some(_) => writeln!(out, "solve satisfy;"),
        None => writeln!(out, "solve minimize max(color);"),
    }
}
