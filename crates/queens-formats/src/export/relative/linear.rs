//! Relatives as 0-1 linear models.
//!
//! - Dominating sets: a variable for each square; the squares that occupy or attack a square have one queen or more.
//! - Armies: two variables for each square and one for each line, 1 if the line is white. A white queen makes its lines
//!   white, a black one makes them black.
//! - Pieces: a variable for each square and kind. A piece, and any piece on a square that it attacks, are at most one.
//! - Colourings: a variable for each square and colour. Of each colour a line has at most one square, and none if the colour
//!   is not used.

use super::super::board::Sense;
use super::super::zero_one::{LinearSum, Objective, ZeroOneModel};
use super::super::{ExportError, Output};
use super::{ModelledRelative, RelativeBoard};
use queens_model::domination::Domination;
use queens_model::problem::Problem;
use queens_model::rays::struck;
use queens_model::relative::{PieceKind, PieceMix};
use queens_model::square::Square;

/// Returns the model of a relative.
pub(super) fn model(board: &RelativeBoard<'_>, out: &mut Output<'_>) -> Result<ZeroOneModel, ExportError> {
    let mut model = ModelBuilder::new(board);
    match board.relative {
        ModelledRelative::Dominating(domination) => dominating(board, domination, &mut model),
        ModelledRelative::Armies => armies(board, &mut model),
        ModelledRelative::Pieces(mix) => pieces(board, mix, &mut model, out)?,
        ModelledRelative::Coloring(colors) => coloring(board, colors, &mut model),
    }
    Ok(model.model)
}

struct ModelBuilder<'b> {
    board: &'b RelativeBoard<'b>,
    model: ZeroOneModel,
}

impl<'b> ModelBuilder<'b> {
    fn new(board: &'b RelativeBoard<'b>) -> Self {
        let remarks = vec![board.question.clone()];
        ModelBuilder {
            board,
            model: ZeroOneModel { names: Vec::new(), sums: Vec::new(), objective: None, remarks },
        }
    }

    /// Adds a variable for each square, row by row; those of blocked squares are 0. Returns the number of the first one.
    fn squares(&mut self, prefix: &str, suffix: &str, meaning: &str) -> usize {
        let first = self.model.names.len();
        for place in 0..self.board.squares() {
            let (row, column) = self.board.coordinates(place);
            self.model.names.push(format!("{prefix}_{row}_{column}{suffix}"));
        }
        for &place in &self.board.blocked {
            let (row, column) = self.board.coordinates(place);
            let name = format!("blocked_{prefix}_{row}_{column}{suffix}");
            self.sum(name, Sense::Equal, 0, vec![(1, first + place)]);
        }
        self.remark(first, meaning);
        first
    }

    /// Explains the variables from `first` on.
    fn remark(&mut self, first: usize, meaning: &str) {
        let names = &self.model.names[first..];
        if let (Some(one), Some(last)) = (names.first(), names.last()) {
            let numbers = match first + 1 {
                only if only == self.model.names.len() => format!("x{only}, {one}"),
                number => format!("x{number} to x{}, {one} to {last}", self.model.names.len()),
            };
            self.model.remarks.push(format!("{numbers}: {meaning}"));
        }
    }

    fn sum(&mut self, name: String, sense: Sense, bound: i64, terms: Vec<(i64, usize)>) {
        self.model.sums.push(LinearSum { name, sense, bound, terms });
    }

    /// Returns the terms of the variables from `first` on of all squares.
    fn all(&self, first: usize, factor: i64) -> impl Iterator<Item = (i64, usize)> + use<> {
        (first..first + self.board.squares()).map(move |variable| (factor, variable))
    }
}

/// Returns for each square those with which it shares a line.
fn neighbours(board: &RelativeBoard<'_>) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); board.squares()];
    for line in &board.lines {
        line.iter()
            .for_each(|&place| near[place].extend(line.iter().copied().filter(|&other| other != place)));
    }
    near
}

fn dominating(board: &RelativeBoard<'_>, domination: Domination, model: &mut ModelBuilder<'_>) {
    let queens = model.squares("q", "", "1 if a queen is on the square, row by row");
    for given in board.problem.givens() {
        let place = (given.row * board.problem.columns() + given.column) as usize;
        let (row, column) = board.coordinates(place);
        model.sum(format!("given_{row}_{column}"), Sense::Equal, 1, vec![(1, queens + place)]);
    }
    let attackers = board.attackers.clone().unwrap_or_else(|| neighbours(board));
    for &place in &board.free {
        let mut squares = attackers[place].clone();
        if domination != Domination::Total {
            squares.push(place);
        }
        squares.sort_unstable();
        squares.dedup();
        let (row, column) = board.coordinates(place);
        // A square that no queen can attack: written as a contradiction, because an empty sum is not a sum.
        let (terms, bound) = match squares.is_empty() {
            true => (vec![(1, queens + place)], 2),
            false => (squares.into_iter().map(|place| (1, queens + place)).collect(), 1),
        };
        model.sum(format!("attacked_{row}_{column}"), Sense::AtLeast, bound, terms);
    }
    if domination == Domination::Independent {
        for (number, line) in (1..).zip(&board.lines) {
            let terms = line.iter().map(|&place| (1, queens + place)).collect();
            model.sum(format!("line_{number}"), Sense::AtMost, 1, terms);
        }
    }
    let terms = model.all(queens, 1).collect();
    model.model.objective = Some(Objective { name: "queens", terms });
}

fn armies(board: &RelativeBoard<'_>, model: &mut ModelBuilder<'_>) {
    let white = model.squares("w", "", "1 if a white queen is on the square, row by row");
    let black = model.squares("b", "", "1 if a black queen is on the square, row by row");
    let line_colors = model.model.names.len();
    model.model.names.extend((1..=board.lines.len()).map(|number| format!("line_{number}")));
    model.remark(line_colors, "1 if the line takes white queens, 0 if it takes black ones");
    for &place in &board.free {
        let (row, column) = board.coordinates(place);
        model.sum(
            format!("one_{row}_{column}"),
            Sense::AtMost,
            1,
            vec![(1, white + place), (1, black + place)],
        );
    }
    for (number, line) in board.lines.iter().enumerate() {
        let color = line_colors + number;
        for &place in line {
            let (row, column) = board.coordinates(place);
            let name = format!("line_{}_{row}_{column}", number + 1);
            model.sum(format!("white_{name}"), Sense::AtMost, 0, vec![(1, white + place), (-1, color)]);
            model.sum(format!("black_{name}"), Sense::AtMost, 1, vec![(1, black + place), (1, color)]);
        }
    }
    equal_numbers(&[white, black], model);
}

/// Demands equally many pieces of each kind, as many as possible; `firsts` are the first variables of the kinds.
fn equal_numbers(firsts: &[usize], model: &mut ModelBuilder<'_>) {
    let Some((&first, others)) = firsts.split_first() else { return };
    for (number, &other) in (1..).zip(others) {
        let terms = model.all(first, 1).chain(model.all(other, -1)).collect();
        model.sum(format!("equal_{number}"), Sense::Equal, 0, terms);
    }
    let terms = model.all(first, -1).collect();
    model.model.objective = Some(Objective { name: "minus_pieces", terms });
}

/// Returns the squares that a piece of `kind` attacks from each square.
pub(super) fn strikes(
    problem: &Problem,
    kind: PieceKind,
    out: &mut Output<'_>,
) -> Result<Vec<Vec<usize>>, ExportError> {
    let columns = problem.columns();
    let place = |square: Square| (square.row * columns + square.column) as usize;
    let meter = out.meter();
    let of_square = |square: Square| -> Result<Vec<usize>, control::Stop> {
        let mut places = Vec::new();
        for &ray in kind.piece().rays() {
            for struck in struck(problem, square, ray) {
                meter.tick()?;
                places.push(place(struck));
            }
        }
        places.sort_unstable();
        places.dedup();
        Ok(places)
    };
    Ok(problem.every_square().map(of_square).collect::<Result<_, _>>()?)
}

fn pieces(
    board: &RelativeBoard<'_>,
    mix: PieceMix,
    model: &mut ModelBuilder<'_>,
    out: &mut Output<'_>,
) -> Result<(), ExportError> {
    let kinds = mix.kinds();
    let meaning = |kind: PieceKind| format!("1 if a {kind} is on the square, row by row");
    let firsts: Vec<usize> = kinds.iter().map(|&kind| model.squares(kind.id(), "", &meaning(kind))).collect();
    for &place in &board.free {
        let (row, column) = board.coordinates(place);
        let terms = firsts.iter().map(|&first| (1, first + place)).collect();
        model.sum(format!("one_{row}_{column}"), Sense::AtMost, 1, terms);
    }
    for (&kind, &first) in kinds.iter().zip(&firsts) {
        let struck = strikes(board.problem, kind, out)?;
        for &place in &board.free {
            let (row, column) = board.coordinates(place);
            for &other in &struck[place] {
                let (other_row, other_column) = board.coordinates(other);
                let name = format!("{kind}_{row}_{column}_{other_row}_{other_column}");
                let others = firsts.iter().map(|&first| (1, first + other));
                model.sum(name, Sense::AtMost, 1, [(1, first + place)].into_iter().chain(others).collect());
            }
        }
    }
    match mix.numbers() {
        Some(numbers) => {
            for (&(kind, number), &first) in numbers.iter().zip(&firsts) {
                let terms = model.all(first, 1).collect();
                model.sum(format!("number_{kind}"), Sense::Equal, number.into(), terms);
            }
        }
        None => equal_numbers(&firsts, model),
    }
    Ok(())
}

fn coloring(board: &RelativeBoard<'_>, asked: Option<u16>, model: &mut ModelBuilder<'_>) {
    let colors = board.colors(asked);
    let firsts: Vec<usize> = (1..=colors)
        .map(|color| {
            model.squares(
                "c",
                &format!("_{color}"),
                &format!("1 if the square has colour {color}, row by row"),
            )
        })
        .collect();
    let used = asked.is_none().then_some(model.model.names.len());
    if let Some(used) = used {
        model.model.names.extend((1..=colors).map(|color| format!("used_{color}")));
        model.remark(used, "1 if the colour is used");
    }
    for &place in &board.free {
        let (row, column) = board.coordinates(place);
        let terms = firsts.iter().map(|&first| (1, first + place)).collect();
        model.sum(format!("one_{row}_{column}"), Sense::Equal, 1, terms);
    }
    for (number, line) in (1..).zip(&board.lines) {
        for (color, &first) in firsts.iter().enumerate() {
            let name = format!("line_{number}_{}", color + 1);
            let squares = line.iter().map(|&place| (1, first + place));
            match used {
                Some(used) => {
                    model.sum(name, Sense::AtMost, 0, squares.chain([(-1, used + color)]).collect());
                }
                None => model.sum(name, Sense::AtMost, 1, squares.collect()),
            }
        }
    }
    for (color, place) in board.precolored(colors).enumerate() {
        model.sum(format!("fixed_{}", color + 1), Sense::Equal, 1, vec![(1, firsts[color] + place)]);
    }
    let Some(used) = used else { return };
    for color in 1..colors {
        let terms = vec![(1, used + color - 1), (-1, used + color)];
        model.sum(format!("order_{color}"), Sense::AtLeast, 0, terms);
    }
    model.model.objective =
        Some(Objective { name: "colours", terms: (0..colors).map(|color| (1, used + color)).collect() });
}
