//! Models of relatives: dominating sets, armies, pieces of several kinds, colourings.
//!
//! The attacks of queens, or of another piece, are a list of lines: sets of squares that all attack each other. The model of
//! each relative is written twice by hand, for MiniZinc and for clingo, and once as a 0-1 linear model for all other formats.

mod asp;
mod linear;
mod minizinc;

use super::board::{Sense, lines};
use super::zero_one::ZeroOneModel;
use super::{ExportError, Format, Output, Written, dimacs, lp, mps, opb, unsupported, write, write_with};
use control::Limits;
use queens_model::clauses::AtMostOne;
use queens_model::constraints::Constraints;
use queens_model::domination::Domination;
use queens_model::problem::{Goal, Piece, Problem, SquareKind, Units};
use queens_model::relative::{PieceMix, Relative};
use queens_model::square::Square;
use queens_model::unsupported::{Parameter, Unsupported, check_no_demands};
use std::io;

/// Writer of one format.
type RelativeWriter = fn(&RelativeBoard<'_>, &mut Output<'_>) -> Written;

/// The formats that carry relatives.
const WRITERS: [(&str, RelativeWriter); 7] = [
    ("minizinc", minizinc::write),
    ("asp", asp::write),
    ("opb", |board, out| opb::write(board.problem, &linear::model(board, out)?, out)),
    ("lp", |board, out| lp::write(board.problem, &linear::model(board, out)?, out)),
    ("mps", |board, out| mps::write(board.problem, &linear::model(board, out)?, out)),
    ("dimacs", |board, out| clauses(board, AtMostOne::Product, out)),
    ("dimacs-pairs", |board, out| clauses(board, AtMostOne::Pairs, out)),
];

/// A relative that has models.
#[derive(Clone, Copy)]
enum ModelledRelative {
    Dominating(Domination),
    Armies,
    Pieces(PieceMix),
    /// With at most this many colours, or as few as possible.
    Coloring(Option<u16>),
}

impl ModelledRelative {
    fn of(relative: Relative) -> Option<Self> {
        match relative {
            Relative::Dominating(domination) => Some(ModelledRelative::Dominating(domination)),
            Relative::Armies => Some(ModelledRelative::Armies),
            Relative::Pieces(mix) => Some(ModelledRelative::Pieces(mix)),
            Relative::Coloring(colors) => Some(ModelledRelative::Coloring(colors.map(u16::from))),
            Relative::Dimensions(_) | Relative::Best(_) | Relative::Uncompletable => None,
        }
    }
}

/// The board of a relative. Squares are numbered row by row, from 0.
struct RelativeBoard<'p> {
    problem: &'p Problem,
    relative: ModelledRelative,
    /// The question, for a comment below that of the problem.
    question: String,
    /// Squares that are holes or walls.
    blocked: Vec<usize>,
    /// The other squares.
    free: Vec<usize>,
    /// Sets of squares that all attack each other; every two squares that attack each other are in one.
    lines: Vec<Vec<usize>>,
    /// For each square, those from which a queen attacks it, if attacks may be one-way and that matters: then the lines do not
    /// tell who attacks whom.
    attackers: Option<Vec<Vec<usize>>>,
}

impl<'p> RelativeBoard<'p> {
    fn new(
        problem: &'p Problem,
        (relative, question): (ModelledRelative, String),
        out: &mut Output<'_>,
    ) -> Result<Self, ExportError> {
        let bare = problem.with_units(Units::ANY).map_err(|error| unsupported(Parameter::Givens, error))?;
        let form = Constraints::within(&bare, out.limits())??;
        let lines = match relative {
            // Each kind has attacks of its own.
            ModelledRelative::Pieces(_) => Vec::new(),
            _ => lines(&form, out)?,
        };
        let places = |line: Vec<usize>| line.into_iter().map(|square| form.place(square)).collect();
        let mut lines: Vec<Vec<usize>> = lines.into_iter().map(places).collect();
        let squares: Vec<Square> = problem.every_square().collect();
        let is_free = |&place: &usize| problem.kind(squares[place]) == SquareKind::Free;
        let (free, blocked): (Vec<usize>, Vec<usize>) = (0..squares.len()).partition(is_free);
        if matches!(relative, ModelledRelative::Coloring(_)) {
            // A square without attacks has a colour as well.
            let is_alone = |place: &usize| !lines.iter().any(|line| line.contains(place));
            let alone: Vec<Vec<usize>> =
                free.iter().copied().filter(is_alone).map(|place| vec![place]).collect();
            lines.extend(alone);
        }
        let attackers = match relative {
            ModelledRelative::Dominating(_) if problem.edges().have_one_way_attacks() => {
                Some(attackers(&form))
            }
            _ => None,
        };
        Ok(RelativeBoard { problem, relative, question, blocked, free, lines, attackers })
    }

    /// Returns the number of squares, blocked ones included.
    fn squares(&self) -> usize {
        self.free.len() + self.blocked.len()
    }

    /// Returns row and column of a square, from 1.
    fn coordinates(&self, place: usize) -> (usize, usize) {
        let columns = self.problem.columns() as usize;
        (place / columns + 1, place % columns + 1)
    }

    /// Returns the number of the colours of the model: those that were asked for, or as many as a colouring needs that gives
    /// each square the first colour that is left.
    fn colors(&self, asked: Option<u16>) -> usize {
        if let Some(asked) = asked {
            return asked.into();
        }
        let mut lines_of = vec![Vec::new(); self.squares()];
        for (number, line) in self.lines.iter().enumerate() {
            line.iter().for_each(|&place| lines_of[place].push(number));
        }
        let mut used: Vec<Vec<bool>> = vec![Vec::new(); self.lines.len()];
        let mut colors = 0;
        for &place in &self.free {
            let is_used = |color: &usize| {
                lines_of[place].iter().any(|&line| used[line].get(*color).is_some_and(|used| *used))
            };
            let mut color = 0;
            while is_used(&color) {
                color += 1;
            }
            for &line in &lines_of[place] {
                let length = used[line].len().max(color + 1);
                used[line].resize(length, false);
                used[line][color] = true;
            }
            colors = colors.max(color + 1);
        }
        colors
    }

    /// Returns the squares whose colours are fixed, the first one to the first colour and so on: those of the longest line, on
    /// which all colours differ. Otherwise every exchange of colours would be another solution.
    fn precolored(&self, colors: usize) -> impl Iterator<Item = usize> {
        let longest = self.lines.iter().rev().max_by_key(|line| line.len());
        longest.into_iter().flatten().copied().take(colors)
    }
}

/// Returns for each square of the board those from which a queen attacks it.
fn attackers(form: &Constraints) -> Vec<Vec<usize>> {
    let mut attackers = vec![Vec::new(); form.board()];
    for (queen, attacked) in form.attacks(0).iter().enumerate() {
        attacked.ones().for_each(|square| attackers[form.place(square)].push(form.place(queen)));
    }
    attackers
}

/// Refuses boards without squares, and demands that a relative does not have.
fn check_problem(problem: &Problem, relative: ModelledRelative) -> Written {
    if problem.rows() == 0 || problem.columns() == 0 {
        let (rows, columns) = (problem.rows(), problem.columns());
        let reason = format!("a board of {rows} x {columns} has no square to write: choose a larger one");
        return Err(unsupported(Parameter::Size, reason));
    }
    if matches!(relative, ModelledRelative::Dominating(_)) {
        return Ok(check_no_demands(problem, "")?);
    }
    if !problem.givens().is_empty() {
        return Err(unsupported(Parameter::Givens, "given queens have no colour or kind: leave them out"));
    }
    if matches!(relative, ModelledRelative::Pieces(_)) && *problem.piece() != Piece::queen() {
        let reason =
            "the pieces are those of the mix: leave out the piece of the board, or choose a board of queens";
        return Err(unsupported(Parameter::Piece, reason));
    }
    Ok(check_no_demands(problem, "")?)
}

/// Writes the clauses of a colouring with a given number of colours.
fn clauses(board: &RelativeBoard<'_>, at_most_one: AtMostOne, out: &mut Output<'_>) -> Written {
    let ModelledRelative::Coloring(Some(_)) = board.relative else {
        let reason = format!(
            "this model ({}) has numbers, which clauses do not have: use opb, lp, asp or minizinc (a colouring with a given \
             number of colours, --coloring=9, has clauses)",
            board.question
        );
        return Err(unsupported(Parameter::Question, reason));
    };
    let model: ZeroOneModel = linear::model(board, out)?;
    let literals = |terms: &[(i64, usize)]| terms.iter().map(|&(_, variable)| variable as i32 + 1).collect();
    let mut clauses: Vec<Vec<i32>> = Vec::new();
    let mut groups: Vec<Vec<i32>> = Vec::new();
    for sum in &model.sums {
        let of_sum: Vec<i32> = literals(&sum.terms);
        match (sum.sense, sum.bound) {
            (Sense::AtMost, 1) => groups.push(of_sum),
            (Sense::Equal, 0) => clauses.extend(of_sum.into_iter().map(|literal| vec![-literal])),
            (Sense::Equal, 1) => {
                clauses.push(of_sum.clone());
                groups.push(of_sum);
            }
            _ => unreachable!("a colouring with a given number of colours has clauses and pairs alone"),
        }
    }
    dimacs::write_clauses(board.problem, &model, (clauses, groups), at_most_one, out)
}

/// Writes the model of `relative` on the board of `problem` in `format` to `out`: in `minizinc`, `asp`, `opb`, `lp` and `mps`; in
/// `dimacs` colourings with a given number of colours.
///
/// # Errors
/// As [`write()`]; [`Parameter::Question`] for another relative or format.
///
/// # Complexity
/// As [`write()`] for the general form.
pub fn write_relative(
    problem: &Problem,
    relative: Relative,
    format: &Format,
    limits: &Limits,
    out: &mut dyn io::Write,
) -> Written {
    let refused = |reason: String| Err(Unsupported::new(format.id, Parameter::Question, reason).into());
    let modelled = match (relative, ModelledRelative::of(relative)) {
        // The weights are part of the problem, and every model minimises their sum.
        (Relative::Best(Goal::Least), _) => return write(problem, format, limits, out),
        (Relative::Best(_), _) => {
            return refused("models minimise the sum of weights: change all signs".to_owned());
        }
        (_, None) => return refused(format!("there is no model of `{relative}`: `queens solve` answers it")),
        (_, Some(modelled)) => modelled,
    };
    let asked = (modelled, format!("question: {relative}"));
    write_with(format.id, limits, out, |out| {
        // First what every format refuses, so that a refusal names formats that take the problem.
        check_problem(problem, modelled)?;
        let Some(&(_, writer)) = WRITERS.iter().find(|(id, _)| *id == format.id) else {
            let known = formats_of(modelled).join(", ");
            let reason = format!("it has no model of `{relative}`: use one of {known}");
            return Err(unsupported(Parameter::Question, reason));
        };
        writer(&RelativeBoard::new(problem, asked, out)?, out)
    })
}

/// Returns the formats with a model of `relative`: only a colouring with a given number of colours is made of clauses.
fn formats_of(relative: ModelledRelative) -> Vec<&'static str> {
    let has_clauses = matches!(relative, ModelledRelative::Coloring(Some(_)));
    let ids = WRITERS.iter().map(|&(id, _)| id);
    ids.filter(|id| has_clauses || !id.starts_with("dimacs")).collect()
}
