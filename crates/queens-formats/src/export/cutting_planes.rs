//! VeriPB proofs for refutations by linear arguments: cutting planes on the constraints
//! of the OPB file.
//!
//! The quadratic bound: on the square of row r and column c cross the diagonals s = r + c
//! and d = c - r. For any numbers a and b, (s - a)^2 + (d - b)^2 is a number of the row
//! plus a number of the column, so its sum over the queens of a solution is known. Each
//! diagonal has at most one queen, so that sum is at least the sum of the smallest such
//! squares over as many open diagonals. Both are linear combinations of the constraints,
//! and if the second exceeds the first their difference is 0 >= 1.
//!
//! Line weights ([`LineBound`]): the rows require k queens, each of weight at least
//! `one`; the lines allow less weight than that in all.
//!
//! The proof system is that of Elffers, Gocht, McCreesh, Nordstrom (VeriPB, version 2.0
//! of its proofs).

use super::board::{BoardSums, Sense};
use super::{ExportError, Output, Written, unsupported_error};
use control::Limits;
use queens_engines::question::LineBound;
use queens_model::problem::{Problem, SquareKind};
use queens_model::square::Square;
use queens_model::unsupported::Parameter;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};

/// Id of this format in error messages.
const FORMAT_ID: &str = "pbp";

/// Sum of row and column, then their difference.
const DIRECTIONS: [fn(Square) -> i64; 2] = [
    |square| i64::from(square.row) + i64::from(square.column),
    |square| i64::from(square.column) - i64::from(square.row),
];

/// Weights of the diagonals of one direction: a centre, and the threshold below which
/// each open diagonal counts.
struct DiagonalWeights {
    number: fn(Square) -> i64,
    centre: i64,
    threshold: i64,
    /// The diagonals with an open square.
    open: BTreeSet<i64>,
}

impl DiagonalWeights {
    fn weight_of(&self, square: Square) -> i64 {
        ((self.number)(square) - self.centre).pow(2)
    }

    /// Difference of the threshold and the weight of an open diagonal; nothing if the squares
    /// are on different ones.
    fn slack_of(&self, first: Square, second: Square) -> i64 {
        let number = (self.number)(first);
        if number != (self.number)(second) || !self.open.contains(&number) {
            return 0;
        }
        (self.threshold - self.weight_of(first)).max(0)
    }

    /// Chooses the centre with the greatest bound, if `lines` queens are on diagonals
    /// whose numbers sum up to `sum`.
    fn from_numbers(
        number: fn(Square) -> i64,
        open: BTreeSet<i64>,
        lines: usize,
        sum: i64,
    ) -> Option<Self> {
        let (&first, &last) = (open.first()?, open.last()?);
        let mut best = None;
        for centre in first..=last {
            let mut squares: Vec<i64> = open
                .iter()
                .map(|diagonal| (diagonal - centre).pow(2))
                .collect();
            squares.sort_unstable();
            let threshold = *squares.get(lines.checked_sub(1)?)?;
            let least: i64 = squares[..lines].iter().sum();
            // The bound, less the part that the rows and columns contribute for this
            // centre.
            let gain = least + 2 * centre * sum - lines as i64 * centre * centre;
            best = best.max(Some((gain, centre, threshold)));
        }
        let (_, centre, threshold) = best?;
        Some(DiagonalWeights {
            number,
            centre,
            threshold,
            open,
        })
    }
}

/// Writes the proof that `problem`, in the form of `opb`, has no solution: by the
/// quadratic bound, or by line weights, if they are given.
///
/// # Errors
/// Neither argument refutes it, or it is not the standard problem with given queens and
/// blocked squares; a limit; errors of `out`.
///
/// # Complexity
/// The format `opb`, plus O(n^2 log n) time and a line of about ten bytes for each
/// square.
pub fn write_cutting_planes(
    problem: &Problem,
    weights: Option<&LineBound>,
    limits: &Limits,
    out: &mut dyn Write,
) -> Written {
    let limits = limits.started();
    let mut output = Output::new(out, &limits);
    match (write_proof(problem, weights, &mut output), output.stop()) {
        (Err(ExportError::Io(_)), Some(stop)) => Err(stop.into()),
        (Err(ExportError::Unsupported(unsupported)), _) => {
            Err(unsupported.by(FORMAT_ID).into())
        }
        (written, _) => written,
    }
}

fn write_proof(
    problem: &Problem,
    line_weights: Option<&LineBound>,
    out: &mut Output<'_>,
) -> Written {
    check_problem(problem)?;
    let board = BoardSums::from_problem(problem, out)?;
    let open = open_squares(problem);
    let givens: BTreeSet<Square> = problem.givens().iter().copied().collect();
    let quadratic = match &diagonal_weights(problem, &open, &givens)[..] {
        [sums, differences] => Some((
            "Sum of squares known from rows and columns, less the least sum on the diagonals.",
            LinearCombination::from_weights(
                problem,
                &board,
                &|line| quadratic_factor([sums, differences], line),
                &open,
                &givens,
            ),
        )),
        _ => None,
    };
    let by_lines = line_weights.map(|bound| {
        (
            "Least weight of the queens of all rows, less the weight of all lines.",
            LinearCombination::from_weights(
                problem,
                &board,
                &|line| open_line_factor(bound, &givens, line),
                &open,
                &givens,
            ),
        )
    });
    for (comment, combination) in quadratic.into_iter().chain(by_lines) {
        if combination.bound > 0 {
            let written = combination.write_steps(problem, &board, &givens, comment, out);
            return Ok(written?);
        }
    }
    Err(not_refuted())
}

/// Checks that cutting planes can be written for the problem.
fn check_problem(problem: &Problem) -> Result<(), ExportError> {
    if let Err(clash) = problem.clone().without_clash() {
        return Err(unsupported_error(
            Parameter::Givens,
            format!("{clash}; use a DRAT proof (--proof FILE.drat)"),
        ));
    }
    if !problem.features().has_standard_rules || !problem.is_square() {
        let reason = "cutting planes need queens on the standard board, with or without given queens and blocked \
                      squares; use a DRAT proof for other problems (--proof FILE.drat)";
        return Err(unsupported_error(Parameter::Piece, reason));
    }
    Ok(())
}

/// Returns the weights on the rising and on the falling diagonals; fewer than two if one
/// direction has none.
fn diagonal_weights(
    problem: &Problem,
    open: &BTreeSet<Square>,
    givens: &BTreeSet<Square>,
) -> Vec<DiagonalWeights> {
    let (mut rows, mut columns) = (0, 0);
    for line in 0..problem.rows() {
        if givens.iter().all(|given| given.row != line) {
            rows += i64::from(line);
        }
        if givens.iter().all(|given| given.column != line) {
            columns += i64::from(line);
        }
    }
    let lines = problem.rows() as usize - givens.len();
    let mut weights = Vec::new();
    for (number, sum) in DIRECTIONS.into_iter().zip([rows + columns, columns - rows]) {
        let diagonals = open.iter().map(|&square| number(square)).collect();
        weights.extend(DiagonalWeights::from_numbers(number, diagonals, lines, sum));
    }
    weights
}

/// Returns the factor of the constraint of a line in a bound by line weights; 0 for the
/// row of a given queen, which is not among those still to be placed.
fn open_line_factor(
    bound: &LineBound,
    givens: &BTreeSet<Square>,
    line: WeightedLine,
) -> i64 {
    match line {
        WeightedLine::Row(first) if givens.iter().any(|given| given.row == first.row) => {
            0
        }
        _ => line_factor(bound, line),
    }
}

/// A line with its first square; for a diagonal also its second square.
#[derive(Clone, Copy)]
enum WeightedLine {
    Row(Square),
    Column(Square),
    Diagonal(Square, Square),
}

/// Returns the factor of the constraint of a line in the quadratic bound: (r + c - a)^2 +
/// (c - r - b)^2 is the number of the row plus that of the column.
fn quadratic_factor(
    [sums, differences]: [&DiagonalWeights; 2],
    line: WeightedLine,
) -> i64 {
    let (a, b) = (sums.centre, differences.centre);
    match line {
        WeightedLine::Row(first) => {
            let (row, thresholds) =
                (i64::from(first.row), sums.threshold + differences.threshold);
            thresholds - (2 * row * row - 2 * a * row + 2 * b * row + a * a + b * b)
        }
        WeightedLine::Column(first) => {
            let column = i64::from(first.column);
            -(2 * column * column - 2 * a * column - 2 * b * column)
        }
        WeightedLine::Diagonal(first, second) => {
            -(sums.slack_of(first, second) + differences.slack_of(first, second))
        }
    }
}

/// Weight of the line with this number; lines without one have none.
fn line_weight(lines: &[(i64, u64)], number: i64) -> i64 {
    lines
        .binary_search_by_key(&number, |line| line.0)
        .map_or(0, |at| lines[at].1 as i64)
}

/// Returns the factor of the constraint of a line in a proof by line weights.
fn line_factor(bound: &LineBound, line: WeightedLine) -> i64 {
    match line {
        WeightedLine::Row(first) => {
            bound.one as i64 - line_weight(&bound.rows, first.row.into())
        }
        WeightedLine::Column(first) => -line_weight(&bound.columns, first.column.into()),
        WeightedLine::Diagonal(first, second) => {
            let [sum, difference] = DIRECTIONS.map(|number| number(first));
            let lines = if DIRECTIONS[0](second) == sum {
                &bound.sums
            } else {
                &bound.differences
            };
            -line_weight(
                lines,
                if DIRECTIONS[0](second) == sum {
                    sum
                } else {
                    difference
                },
            )
        }
    }
}

fn not_refuted() -> ExportError {
    unsupported_error(
        Parameter::Question,
        "neither the quadratic bound nor line weights refute this problem; use a DRAT proof of the SAT solver (--proof \
         FILE.drat)",
    )
}

/// Returns the free squares that no given queen attacks.
fn open_squares(problem: &Problem) -> BTreeSet<Square> {
    let lines: [fn(Square) -> i64; 4] = [
        |square| i64::from(square.row),
        |square| i64::from(square.column),
        DIRECTIONS[0],
        DIRECTIONS[1],
    ];
    let taken = lines.map(|line| {
        problem
            .givens()
            .iter()
            .map(|&given| line(given))
            .collect::<BTreeSet<i64>>()
    });
    let free = problem
        .every_square()
        .filter(|&square| problem.kind(square) == SquareKind::Free);
    let open = free.filter(|&square| {
        let mut taken = lines.iter().zip(&taken);
        taken.all(|(line, taken)| !taken.contains(&line(square)))
    });
    open.collect()
}

/// Constraints with factors, whose sum is 0 >= `bound`.
struct LinearCombination {
    /// Factors by the number of the constraint, from 1.
    constraints: BTreeMap<u64, i64>,
    /// Factors of the literals x (positive) and 1 - x (negative), by place.
    literals: BTreeMap<usize, i64>,
    /// Factors of the known squares: of x >= 1 for given ones, of x <= 0 for others.
    known: BTreeMap<usize, i64>,
    bound: i64,
}

/// Returns the numbers of the constraints of each sum in the file: at least, then at
/// most.
fn number_lines(board: &BoardSums) -> Vec<[Option<u64>; 2]> {
    let mut numbers = Vec::with_capacity(board.sums.len());
    let mut next = 1;
    for sum in &board.sums {
        let (sides, constraints) = match sum.sense {
            // An equation counts as two constraints.
            Sense::Equal => ([Some(next), Some(next + 1)], 2),
            Sense::AtLeast => ([Some(next), None], 1),
            Sense::AtMost => ([None, Some(next)], 1),
        };
        numbers.push(sides);
        next += constraints;
    }
    numbers
}

impl LinearCombination {
    fn from_weights(
        problem: &Problem,
        board: &BoardSums,
        factor: &dyn Fn(WeightedLine) -> i64,
        open: &BTreeSet<Square>,
        givens: &BTreeSet<Square>,
    ) -> Self {
        let mut all = LinearCombination {
            constraints: BTreeMap::new(),
            literals: BTreeMap::new(),
            known: BTreeMap::new(),
            bound: 0,
        };
        let coefficients = all.add_lines(board, factor);
        for square in problem.every_square() {
            let place =
                square.row as usize * problem.columns() as usize + square.column as usize;
            let coefficient = coefficients[place];
            if coefficient != 0 {
                let (is_open, is_given) =
                    (open.contains(&square), givens.contains(&square));
                all.cancel_coefficient(place, coefficient, is_open, is_given);
            }
        }
        all
    }

    /// Adds the constraint of each line, times its factor. Returns the coefficient of each
    /// square in their sum.
    fn add_lines(
        &mut self,
        board: &BoardSums,
        factor: &dyn Fn(WeightedLine) -> i64,
    ) -> Vec<i64> {
        let mut coefficients = vec![0i64; board.squares];
        for (sum, [least, most]) in board.sums.iter().zip(&number_lines(board)) {
            let first = board.square_of(sum.places[0]);
            let factor = match sum.name.split('_').next() {
                Some("row") => factor(WeightedLine::Row(first)),
                Some("column") => factor(WeightedLine::Column(first)),
                Some("line") => {
                    let second = board.square_of(sum.places[1]);
                    factor(WeightedLine::Diagonal(first, second))
                }
                _ => 0,
            };
            let side = if factor > 0 { *least } else { *most };
            let Some(number) = side.filter(|_| factor != 0) else {
                continue;
            };
            self.constraints.insert(number, factor.abs());
            for &place in &sum.places {
                coefficients[place] += factor;
            }
            self.bound += factor * i64::from(sum.bound);
        }
        coefficients
    }

    /// Adds what cancels the coefficient of a square: a given square is 1, one that is not
    /// open is 0, and of open ones x >= 0 and 1 - x >= 0 are known.
    fn cancel_coefficient(
        &mut self,
        place: usize,
        coefficient: i64,
        is_open: bool,
        is_given: bool,
    ) {
        let is_known = !is_open && (coefficient < 0) == is_given;
        if is_known {
            self.known.insert(place, coefficient.abs());
        } else {
            self.literals.insert(place, -coefficient);
        }
        // Right-hand sides of x >= 1, -x >= -1, x >= 0 and -x >= 0.
        if is_given || is_open && coefficient > 0 {
            self.bound -= coefficient;
        }
    }

    fn write_steps(
        &self,
        problem: &Problem,
        board: &BoardSums,
        givens: &BTreeSet<Square>,
        comment: &str,
        out: &mut Output<'_>,
    ) -> io::Result<()> {
        writeln!(out, "pseudo-Boolean proof version 2.0")?;
        let count: usize = number_lines(board).iter().flatten().flatten().count();
        writeln!(out, "f {count}")?;
        out.write_problem(problem, "* ", "")?;
        writeln!(out, "* Known squares, by unit propagation.")?;
        let mut number = count as u64;
        let mut known = BTreeMap::new();
        for &place in self.known.keys() {
            let denied = if givens.contains(&board.square_of(place)) {
                ""
            } else {
                "~"
            };
            writeln!(out, "rup 1 {denied}x{} >= 1 ;", place + 1)?;
            number += 1;
            known.insert(place, number);
        }
        writeln!(out, "* {comment}")?;
        write!(out, "pol")?;
        let mut plus = "";
        let of_known = known
            .iter()
            .map(|(place, number)| (number, &self.known[place]));
        for (number, factor) in self.constraints.iter().chain(of_known) {
            write!(out, " {number} {factor} *{plus}")?;
            plus = " +";
        }
        for (&place, &factor) in &self.literals {
            let denied = if factor < 0 { "~" } else { "" };
            write!(out, " {denied}x{} {} *{plus}", place + 1, factor.abs())?;
            plus = " +";
        }
        number += 1;
        writeln!(out)?;
        writeln!(
            out,
            "output NONE\nconclusion UNSAT : {number}\nend pseudo-Boolean proof"
        )
    }
}
