//! Relatives for clingo. Rows and columns count from 1.

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

/// Writes the problem and the squares.
fn begin(board: &RelativeBoard<'_>, out: &mut Output<'_>) -> io::Result<()> {
    let problem = board.problem;
    out.problem(problem, "% ", "")?;
    writeln!(out, "% {}", board.question)?;
    writeln!(out, "\nrow(1..{}). column(1..{}).", problem.rows(), problem.columns())?;
    for &place in &board.blocked {
        let (row, column) = board.coordinates(place);
        writeln!(out, "block({row},{column}).")?;
    }
    let free = if board.blocked.is_empty() { "" } else { ", not block(R,C)" };
    writeln!(out, "square(R,C) :- row(R), column(C){free}.")
}

/// Writes the lines of squares that all attack each other.
fn lines(board: &RelativeBoard<'_>, out: &mut Output<'_>) -> io::Result<()> {
    writeln!(out, "\n% Lines: sets of squares that all attack each other.")?;
    for (number, line) in (1..).zip(&board.lines) {
        let squares: Vec<String> = line
            .iter()
            .map(|&place| board.coordinates(place))
            .map(|(row, column)| format!("{number},{row},{column}"))
            .collect();
        writeln!(out, "line({}).", squares.join("; "))?;
    }
    if board.lines.is_empty() {
        writeln!(out, "#defined line/3.")?;
    }
    Ok(())
}

/// Writes the squares that a queen attacks from each square.
fn one_way_attacks(
    board: &RelativeBoard<'_>,
    attackers: &[Vec<usize>],
    out: &mut Output<'_>,
) -> io::Result<()> {
    writeln!(out, "\n% A queen on the first square attacks the second one; not always the other way round.")?;
    for (place, queens) in attackers.iter().enumerate() {
        let (row, column) = board.coordinates(place);
        for &queen in queens {
            let (from_row, from_column) = board.coordinates(queen);
            writeln!(out, "strikes({from_row},{from_column},{row},{column}).")?;
        }
    }
    if attackers.iter().all(Vec::is_empty) {
        writeln!(out, "#defined strikes/4.")?;
    }
    Ok(())
}

fn dominating(board: &RelativeBoard<'_>, domination: Domination, out: &mut Output<'_>) -> io::Result<()> {
    begin(board, out)?;
    lines(board, out)?;
    writeln!(out, "\n{{ queen(R,C) : square(R,C) }}.")?;
    for given in board.problem.givens() {
        writeln!(out, ":- not queen({},{}).", given.row + 1, given.column + 1)?;
    }
    match (&board.attackers, domination) {
        (Some(attackers), _) => {
            one_way_attacks(board, attackers, out)?;
            writeln!(out, "covered(R,C) :- strikes(X,Y,R,C), queen(X,Y).")?;
            if domination != Domination::Total {
                writeln!(out, "covered(R,C) :- queen(R,C).")?;
            }
        }
        (None, Domination::Total) => {
            writeln!(out, "covered(R,C) :- line(L,R,C), line(L,X,Y), queen(X,Y), (R,C) != (X,Y).")?;
        }
        (None, Domination::Any | Domination::Independent) => writeln!(
            out,
            "struck(L) :- line(L,R,C), queen(R,C).\n\
             covered(R,C) :- queen(R,C).\n\
             covered(R,C) :- struck(L), line(L,R,C)."
        )?,
    }
    writeln!(out, ":- square(R,C), not covered(R,C).")?;
    if domination == Domination::Independent {
        writeln!(out, ":- L = 1..{}, 2 {{ queen(R,C) : line(L,R,C) }}.", board.lines.len())?;
    }
    writeln!(out, "#minimize {{ 1,R,C : queen(R,C) }}.\n\n#show queen/2.")
}

fn armies(board: &RelativeBoard<'_>, out: &mut Output<'_>) -> io::Result<()> {
    begin(board, out)?;
    lines(board, out)?;
    out.write_all(
        b"\n% A line takes white or black queens.\n\
          { white(L) } :- line(L,_,_).\n\
          { queen(white,R,C); queen(black,R,C) } 1 :- square(R,C).\n\
          :- queen(white,R,C), line(L,R,C), not white(L).\n\
          :- queen(black,R,C), line(L,R,C), white(L).\n\
          :- #sum { 1,R,C : queen(white,R,C); -1,R,C : queen(black,R,C) } != 0.\n\
          #maximize { 1,R,C : queen(white,R,C) }.\n\
          \n\
          #show queen/3.\n",
    )
}

fn pieces(board: &RelativeBoard<'_>, mix: PieceMix, out: &mut Output<'_>) -> Result<(), ExportError> {
    let kinds = mix.kinds();
    let struck: Vec<Vec<Vec<usize>>> =
        kinds.iter().map(|&kind| strikes(board.problem, kind, out)).collect::<Result<_, _>>()?;
    begin(board, out)?;
    let names: Vec<&str> = kinds.iter().map(|kind| kind.id()).collect();
    writeln!(out, "kind({}).\n\n% The squares that a piece attacks from a square.", names.join("; "))?;
    let mut has_strikes = false;
    for (kind, struck) in kinds.iter().zip(&struck) {
        for (place, struck) in struck.iter().enumerate().filter(|(_, struck)| !struck.is_empty()) {
            let (row, column) = board.coordinates(place);
            let strike = |&other: &usize| {
                let (other_row, other_column) = board.coordinates(other);
                format!("{kind},{row},{column},{other_row},{other_column}")
            };
            let strikes: Vec<String> = struck.iter().map(strike).collect();
            writeln!(out, "strikes({}).", strikes.join("; "))?;
            has_strikes = true;
        }
    }
    if !has_strikes {
        writeln!(out, "#defined strikes/5.")?;
    }
    writeln!(out, "\n{{ piece(K,R,C) : kind(K) }} 1 :- square(R,C).")?;
    writeln!(out, ":- strikes(K,R,C,X,Y), piece(K,R,C), piece(_,X,Y).")?;
    let count = |kind: PieceKind, factor: i32| format!("{factor},R,C : piece({kind},R,C)");
    match mix.numbers() {
        Some(numbers) => {
            for (kind, number) in numbers {
                writeln!(out, ":- #sum {{ {} }} != {number}.", count(kind, 1))?;
            }
        }
        None => {
            for pair in kinds.windows(2) {
                writeln!(out, ":- #sum {{ {}; {} }} != 0.", count(pair[0], 1), count(pair[1], -1))?;
            }
            writeln!(out, "#maximize {{ {} }}.", count(kinds[0], 1))?;
        }
    }
    writeln!(out, "\n#show piece/3.")?;
    Ok(())
}

fn coloring(board: &RelativeBoard<'_>, asked: Option<u16>, out: &mut Output<'_>) -> io::Result<()> {
    begin(board, out)?;
    lines(board, out)?;
    let colors = board.colors(asked);
    writeln!(out, "\ncolor(1..{colors}).")?;
    writeln!(out, "{{ color(R,C,K) : color(K) }} = 1 :- square(R,C).")?;
    writeln!(out, ":- L = 1..{}, color(K), 2 {{ color(R,C,K) : line(L,R,C) }}.", board.lines.len())?;
    writeln!(out, "% Colours can be exchanged: those of one line are fixed.")?;
    for (color, place) in (1..).zip(board.precolored(colors)) {
        let (row, column) = board.coordinates(place);
        writeln!(out, ":- not color({row},{column},{color}).")?;
    }
    if asked.is_none() {
        writeln!(
            out,
            "used(K) :- color(_,_,K).\n\
             :- used(K), K > 1, not used(K-1).\n\
             #minimize {{ 1,K : used(K) }}."
        )?;
    }
    writeln!(out, "\n#show color/3.")
}
