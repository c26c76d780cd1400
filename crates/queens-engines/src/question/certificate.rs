//! Certificates: proofs that there is no solution, or no better set of queens. Other code
//! can check each kind.

use control::counted;
use queens_model::placement::Placement;
use queens_model::problem::{ProblemError, Unit, Violation};
use std::collections::BTreeMap;
use std::fmt;

/// Proof that there is no solution, no larger set of queens, no smaller dominating set,
/// or no colouring with fewer colours.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Certificate {
    /// The given queens break a rule.
    Givens(Violation),
    /// A row, column or region has no square left for a queen.
    NoSquare(Unit),
    /// The diagonals cannot have the sum of squares that they need.
    Quadratic(QuadraticBound),
    /// Line weights that the queens would exceed.
    Lines(LineBound),
    /// No choice of diagonals has the sums that those of the queens need.
    Diagonals(DiagonalSums),
    /// The numbers of diagonals on glued edges, modulo the size of the board.
    Congruence(Congruence),
    /// More queens than lines.
    Pigeonhole(Pigeonhole),
    /// The SAT solver refuted the clauses of the problem.
    Refuted(Option<Refutation>),
    /// Line weights: the lines through each square have a total weight of at least one.
    LineWeights,
    /// The sums of the diagonals on a torus.
    TorusSums,
    /// The published lower bound on the size of a dominating set of queens.
    DominationBound,
    /// The numbers of squares that the queens dominate: fewer queens do not reach the
    /// number of squares.
    DominatedSquares,
    /// Squares of which every two attack each other: they need as many colours.
    Clique(Placement),
    /// A matching of the squares that attack each other, or of the lines of attack.
    Matching,
    /// Every possibility was tried.
    Exhausted,
}

impl Certificate {
    /// Returns the name of the kind in JSON: one or two words.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Certificate::Givens(_) => "given queens",
            Certificate::NoSquare(_) => "no square",
            Certificate::Quadratic(_) => "quadratic bound",
            Certificate::Lines(_) => "line bound",
            Certificate::Diagonals(_) => "diagonal sums",
            Certificate::Congruence(_) => "congruence",
            Certificate::Pigeonhole(_) => "pigeonhole",
            Certificate::Refuted(_) => "refuted",
            Certificate::LineWeights => "line weights",
            Certificate::TorusSums => "torus sums",
            Certificate::DominationBound => "domination bound",
            Certificate::DominatedSquares => "dominated squares",
            Certificate::Clique(_) => "clique",
            Certificate::Matching => "matching",
            Certificate::Exhausted => "exhausted",
        }
    }

    /// Returns the reason why no set is larger, no dominating set smaller, or fewer
    /// colours are not enough, in words that follow "proved by".
    #[must_use]
    pub fn means(&self) -> String {
        match self {
            Certificate::Exhausted => "exhaustive search".to_owned(),
            Certificate::Refuted(_) => "a refutation of its clauses".to_owned(),
            other => other.to_string(),
        }
    }
}

/// Writes the reason why there is no solution, in words that follow "there is no
/// solution:".
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certificate::Givens(clash) => ProblemError::Givens(clash.clone()).fmt(f),
            Certificate::NoSquare(unit) => {
                write!(f, "{unit} has no square left for a queen")
            }
            Certificate::Quadratic(bound) => bound.fmt(f),
            Certificate::Lines(bound) => bound.fmt(f),
            Certificate::Diagonals(sums) => sums.fmt(f),
            Certificate::Congruence(congruence) => congruence.fmt(f),
            Certificate::Pigeonhole(pigeonhole) => pigeonhole.fmt(f),
            Certificate::Refuted(None) => {
                f.write_str("the SAT solver refuted the clauses")
            }
            Certificate::Refuted(Some(_)) => {
                f.write_str("the SAT solver refuted the clauses, with a DRAT proof")
            }
            Certificate::LineWeights => f.write_str("a line-weight bound"),
            Certificate::TorusSums => {
                f.write_str("the sums of its diagonals: Polya 1918, Monsky 1989")
            }
            Certificate::DominationBound => f.write_str(
                "a published bound on dominating sets: Finozhenok and Weakley 2007",
            ),
            Certificate::DominatedSquares => f.write_str(
                "a count of squares: fewer pieces do not occupy or attack enough of them",
            ),
            Certificate::Clique(squares) => {
                write!(
                    f,
                    "{} squares of which every two attack each other",
                    squares.len()
                )
            }
            Certificate::Matching => {
                f.write_str("a largest matching of squares or lines: Konig 1931")
            }
            Certificate::Exhausted => f.write_str("every possibility was tried"),
        }
    }
}

/// Condition that the numbers of n diagonals of one direction, all different modulo n,
/// cannot meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Congruence {
    /// n is even: the numbers 0 to n - 1 have the sum n/2 modulo n, but columns less rows
    /// have the sum 0.
    Sum,
    /// n has the factor 3: the squares of the numbers of both directions have another sum
    /// modulo n than twice those of all rows and columns.
    Squares,
}

impl fmt::Display for Congruence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Congruence::Sum => "the diagonals cannot have the required sum modulo an even size (Polya 1918)",
            Congruence::Squares => {
                "the squares of the diagonals cannot have the required sum modulo a size divisible by 3 (Polya 1918)"
            }
        })
    }
}

/// Demands on queens that no board with these sides can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pigeonhole {
    /// Least number of queens demanded: in all, or in all rows, or in all columns.
    pub least: u64,
    /// Largest number of queens that all rows, or all columns, or the whole board may
    /// take.
    pub most: u64,
}

impl fmt::Display for Pigeonhole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pigeonhole { least, most } = self;
        let least = counted(*least, "queen");
        write!(
            f,
            "the problem demands at least {least}, but its lines and total take at most {most}"
        )
    }
}

/// A proof that a formula has no model, for an independent checker such as drat-trim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The formula, as DIMACS CNF.
    pub formula: String,
    /// Clauses that follow from the formula, one a line, in DRAT form: each follows from
    /// those before it by unit propagation; the last one is empty.
    pub proof: String,
}

/// Squares of the diagonals of the missing queens, whose sum exceeds its required value.
///
/// The missing queens are one in each free row and column, and use the same number of
/// diagonals of each direction, all different and all with an open square. Over the
/// queens, row plus column sums up to `sum`, column less row to `difference`, and the
/// squares of both numbers to `needed`, see [`DiagonalSums`]. For any multiplier m,
/// numbers with the sum S have a sum of squares equal to m S plus the sum of their `x^2 -
/// m x`; so for `queens` different ones of a list it is at least m S plus the sum of the
/// `queens` smallest `x^2 - m x` of that list.
///
/// The claim is that this bound is `least` over both directions, more than `needed`. To
/// check it: from the problem, compute the open diagonals, the free rows and the free
/// columns, and add up with these multipliers. Rows and columns count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuadraticBound {
    /// Number of missing queens, and so of the diagonals of each direction that they use.
    pub queens: usize,
    /// Sum of row plus column over the missing queens.
    pub sum: i64,
    /// Sum of column less row over them.
    pub difference: i64,
    /// Sum of the squares of both.
    pub needed: i64,
    /// Least value that the open diagonals allow.
    pub least: i64,
    /// Multipliers of the proof: of row plus column, and of column less row.
    pub multipliers: [i64; 2],
}

impl QuadraticBound {
    /// Renumbers the lines of a part of the board as lines of the board; the part begins
    /// at this row and column. (`least` and `needed` grow by the same amount, because the
    /// sums of both directions are given.)
    pub(crate) fn moved_by(self, [row, column]: [i64; 2]) -> Self {
        let queens = self.queens as i64;
        let (sum_by, difference_by) = (row + column, column - row);
        let squares = |sum: i64, by: i64| by * (2 * sum + queens * by);
        let more = squares(self.sum, sum_by) + squares(self.difference, difference_by);
        QuadraticBound {
            queens: self.queens,
            sum: self.sum + queens * sum_by,
            difference: self.difference + queens * difference_by,
            needed: self.needed + more,
            least: self.least + more,
            multipliers: [
                self.multipliers[0] + 2 * sum_by,
                self.multipliers[1] + 2 * difference_by,
            ],
        }
    }
}

/// Writes the bound with rows and columns from 1.
impl fmt::Display for QuadraticBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let QuadraticBound {
            queens,
            sum,
            difference,
            needed,
            least,
            multipliers,
        } = self.moved_by([1, 1]);
        write!(
            f,
            "the squares of the diagonals must have the sum {needed}, but have at least {least} (rows and columns from 1):\n  \
             {queens} with row + column in all {sum}, by the multiplier {}\n  \
             {queens} with column - row in all {difference}, by the multiplier {}",
            multipliers[0], multipliers[1]
        )
    }
}

/// Sums that the diagonals of the missing queens need, and that no choice of diagonals
/// has.
///
/// The missing queens are one in each free row and column. So they use as many diagonals
/// of each direction as there are free rows, all different and all with an open square.
/// Over the queens, row plus column has the sum of the free rows and columns, column less
/// row their difference, and the squares of both numbers twice the squares of the free
/// rows and columns, because `(r + c)^2 + (c - r)^2 = 2 r^2 + 2 c^2`. Also, row plus
/// column is even if column less row is.
///
/// The claim is that no choice has all these sums. To check it: from the problem, compute
/// the lists and the numbers; then add up subsets of each list, one diagonal after the
/// other, and keep for every number of diagonals, sum and number of even ones the
/// reachable sums of squares. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagonalSums {
    /// Number of missing queens, and so of the diagonals of each direction that they use.
    pub queens: usize,
    /// Diagonals with an open square, by row plus column, ascending.
    pub sums: Vec<i64>,
    /// Diagonals of the other direction with an open square, by column less row,
    /// ascending.
    pub differences: Vec<i64>,
    /// Required sum of row plus column.
    pub sum: i64,
    /// Required sum of column less row.
    pub difference: i64,
    /// Required sum of the squares of both.
    pub squares: i64,
}

/// Writes the sums with rows and columns from 1.
impl fmt::Display for DiagonalSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DiagonalSums {
            queens,
            sums,
            differences,
            sum,
            difference,
            squares,
        } = self;
        let count = *queens as i64;
        let from_one: Vec<i64> = sums.iter().map(|number| number + 2).collect();
        writeln!(
            f,
            "no choice of diagonals has the required sums (rows and columns from 1):"
        )?;
        writeln!(
            f,
            "  {queens} with row + column in {}, in all {}",
            NumberRanges(&from_one),
            sum + 2 * count
        )?;
        writeln!(
            f,
            "  {queens} with column - row in {}, in all {difference}",
            NumberRanges(differences)
        )?;
        write!(
            f,
            "  their squares together {}, with equally many even ones in both",
            squares + 4 * sum + 4 * count
        )
    }
}

/// Line weights that exclude every solution.
///
/// The missing queens are one in each free row. No line has two of them, so their total
/// weight is at most that of all lines: `all`. But the four lines through every open
/// square have a total weight of at least `one`, and `queens` times `one` is more than
/// `all`. To check it, compute the open squares from the problem and add up.
///
/// Each list has numbers of lines, ascending, with their weights; other lines have weight 0.
/// Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineBound {
    /// Number of missing queens.
    pub queens: u64,
    /// Least weight of an open square.
    pub one: u64,
    /// Weight of all lines.
    pub all: u64,
    /// Rows.
    pub rows: Vec<(i64, u64)>,
    /// Columns.
    pub columns: Vec<(i64, u64)>,
    /// Diagonals, by row plus column.
    pub sums: Vec<(i64, u64)>,
    /// Diagonals of the other direction, by column less row.
    pub differences: Vec<(i64, u64)>,
}

impl LineBound {
    /// Renumbers the lines of a part of the board as lines of the board; the part begins
    /// at this row and column.
    pub(crate) fn moved_by(mut self, [row, column]: [i64; 2]) -> Self {
        let lists = [
            &mut self.rows,
            &mut self.columns,
            &mut self.sums,
            &mut self.differences,
        ];
        for (lines, by) in
            lists
                .into_iter()
                .zip([row, column, row + column, column - row])
        {
            lines.iter_mut().for_each(|line| line.0 += by);
        }
        self
    }
}

/// Writes the weights with rows and columns from 1.
impl fmt::Display for LineBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LineBound {
            queens, one, all, ..
        } = self;
        write!(
            f,
            "a bound by line weights: every open square weighs at least {one}, so {queens} queens weigh at least {}, but all \
             lines together weigh {all}",
            one * queens
        )?;
        let kinds = [
            ("rows", &self.rows, 1),
            ("columns", &self.columns, 1),
            ("row + column", &self.sums, 2),
            ("column - row", &self.differences, 0),
        ];
        for (name, lines, from) in
            kinds.into_iter().filter(|(_, lines, _)| !lines.is_empty())
        {
            let mut by_weight: BTreeMap<u64, Vec<i64>> = BTreeMap::new();
            for &(number, weight) in lines {
                by_weight.entry(weight).or_default().push(number + from);
            }
            for (weight, numbers) in by_weight {
                write!(f, "\n  {weight} for {name} {}", NumberRanges(&numbers))?;
            }
        }
        Ok(())
    }
}

/// Ascending numbers, with consecutive ones as a range: `3, 5..8`.
struct NumberRanges<'n>(&'n [i64]);

impl fmt::Display for NumberRanges<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, run) in self.0.chunk_by(|a, b| a + 1 == *b).enumerate() {
            let comma = if at > 0 { ", " } else { "" };
            match run {
                [first, .., last] => write!(f, "{comma}{first}..{last}")?,
                [only] => write!(f, "{comma}{only}")?,
                [] => {}
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_consecutive_numbers() {
        assert_eq!(
            NumberRanges(&[-3, -1, 0, 1, 4, 5, 9]).to_string(),
            "-3, -1..1, 4..5, 9"
        );
    }
}
