//! What shows that there is no solution, or no larger set of queens: each kind can be checked by other code.

use queens_model::problem::{ProblemError, Unit, Violation};
use std::collections::BTreeMap;
use std::fmt;

/// What shows that there is no solution, or no larger set of queens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certificate {
    /// The given queens break a rule.
    Givens(Violation),
    /// A row, column or region has no square on which a queen could stand.
    NoSquare(Unit),
    /// The diagonals cannot have the sum of squares that they must have.
    Quadratic(QuadraticBound),
    /// Lines with weights that the queens cannot have.
    Lines(LineBound),
    /// No choice of diagonals has the sums that those of the queens must have.
    Diagonals(DiagonalSums),
    /// The numbers of diagonals on glued edges, modulo the size of the board.
    Congruence(Congruence),
    /// More queens than lines.
    Pigeonhole(Pigeonhole),
    /// The clauses of the problem were refuted.
    Refuted(Option<Refutation>),
    /// Lines with weights: every square lies on lines that weigh one together.
    LineWeights,
    /// The sums of the diagonals on a torus.
    TorusSums,
    /// A matching of the squares that attack each other, or of the lines on which pieces strike.
    Matching,
    /// Everything was searched.
    Exhausted,
}

impl Certificate {
    /// What proves that no set is larger, as it stands behind "proved by".
    #[must_use]
    pub fn means(&self) -> String {
        match self {
            Certificate::Exhausted => "exhaustive search".to_owned(),
            Certificate::Refuted(_) => "a refutation of its clauses".to_owned(),
            other => other.to_string(),
        }
    }
}

/// Why there is no solution, as it stands behind "there is no solution:".
impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Certificate::Givens(clash) => ProblemError::Givens(clash.clone()).fmt(f),
            Certificate::NoSquare(unit) => write!(f, "{unit} has no square left for a queen"),
            Certificate::Quadratic(bound) => bound.fmt(f),
            Certificate::Lines(bound) => bound.fmt(f),
            Certificate::Diagonals(sums) => sums.fmt(f),
            Certificate::Congruence(congruence) => congruence.fmt(f),
            Certificate::Pigeonhole(pigeonhole) => pigeonhole.fmt(f),
            Certificate::Refuted(None) => f.write_str("the SAT solver refuted the clauses"),
            Certificate::Refuted(Some(_)) => {
                f.write_str("the SAT solver refuted the clauses, with a DRAT proof")
            }
            Certificate::LineWeights => f.write_str("line weights"),
            Certificate::TorusSums => f.write_str("the sums of its diagonals: Polya 1918, Monsky 1989"),
            Certificate::Matching => f.write_str("a largest matching of squares or lines: Konig 1931"),
            Certificate::Exhausted => f.write_str("the search was exhausted"),
        }
    }
}

/// What the numbers of n diagonals of one direction, all different modulo n, cannot have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Congruence {
    /// n is even: the numbers 0 to n - 1 have the sum n/2 modulo n, but columns less rows have the sum 0.
    Sum,
    /// n has the factor 3: the squares of the numbers of both directions have another sum modulo n than twice
    /// those of all rows and columns.
    Squares,
}

impl fmt::Display for Congruence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Congruence::Sum => "the sum of its diagonals, modulo an even size, shows it (Polya 1918)",
            Congruence::Squares => {
                "the squares of its diagonals, modulo a size with the factor 3, show it (Polya 1918)"
            }
        })
    }
}

/// The demands on queens that no board of these sides can meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pigeonhole {
    /// How many queens are asked for at least: in all, or in all rows, or in all columns.
    pub least: u64,
    /// How many all rows, or all columns, or the whole board may take.
    pub most: u64,
}

impl fmt::Display for Pigeonhole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pigeonhole { least, most } = self;
        write!(f, "the problem asks for {least} queens at least, but its lines and total take {most} at most")
    }
}

/// A proof that a formula has no model, for an independent checker such as drat-trim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The formula, as DIMACS CNF.
    pub formula: String,
    /// The clauses that follow from it, one a line, in DRAT form: each follows from those before it by
    /// unit propagation; the last one is empty.
    pub proof: String,
}

/// The squares of the diagonals of the missing queens, which sum up to more than they may.
///
/// The missing queens stand one in each free row and column, and use as many diagonals of each direction, all different
/// and all with an open square. Over the queens, row plus column sums up to `sum`, column less row to `difference`, and
/// the squares of both numbers to `needed`, as [`DiagonalSums`] says. For any multiplier m, numbers with the sum S have a
/// sum of squares equal to m S plus the sum of their `x^2 - m x`; so for `queens` different ones of a list it is at least
/// m S plus the sum of the `queens` smallest `x^2 - m x` of that list.
///
/// The claim is that this comes to `least` over both directions, more than `needed`. To check it: from the problem, work
/// out the open diagonals, the free rows and the free columns, and add up with the multipliers that stand here.
/// Rows and columns count from 0.
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
    /// The least that the open diagonals allow.
    pub least: i64,
    /// The multipliers by which that shows: of row plus column, and of column less row.
    pub multipliers: [i64; 2],
}

impl QuadraticBound {
    /// The same bound with the lines of the board: its first row and column become these. (`least` and `needed` grow
    /// alike, because the sums that both directions must have are given.)
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
            multipliers: [self.multipliers[0] + 2 * sum_by, self.multipliers[1] + 2 * difference_by],
        }
    }
}

/// In words, with rows and columns from 1.
impl fmt::Display for QuadraticBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let QuadraticBound { queens, sum, difference, needed, least, multipliers } = self.moved_by([1, 1]);
        write!(
            f,
            "the squares of the diagonals must sum up to {needed}, but to {least} at least, rows and columns from 1:\n  \
             {queens} with row + column in all {sum}, by the multiplier {}\n  \
             {queens} with column - row in all {difference}, by the multiplier {}",
            multipliers[0], multipliers[1]
        )
    }
}

/// The sums that the diagonals of the missing queens must have, and that no choice of diagonals has.
///
/// The missing queens stand one in each free row and column. So they use as many diagonals of each
/// direction as there are free rows, all different and all with an open square. Over the queens, row
/// plus column sums up to what the free rows and columns sum up to, column less row to the difference
/// of both, and the squares of both numbers to twice the squares of the free rows and columns, because
/// `(r + c)^2 + (c - r)^2 = 2 r^2 + 2 c^2`. Also, row plus column is even where column less row is.
///
/// The claim is that no choice has all these sums. To check it: from the problem, work out the lists and the
/// numbers; then add up subsets of each list, one diagonal after the other, keeping for every number of
/// diagonals, sum and number of even ones which sums of squares can be reached.
/// Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagonalSums {
    /// How many queens are missing, and so diagonals of each direction used.
    pub queens: usize,
    /// The diagonals with an open square, by row plus column, ascending.
    pub sums: Vec<i64>,
    /// The others with an open square, by column less row, ascending.
    pub differences: Vec<i64>,
    /// What row plus column must sum up to.
    pub sum: i64,
    /// What column less row must sum up to.
    pub difference: i64,
    /// What the squares of both must sum up to.
    pub squares: i64,
}

/// In words, with rows and columns from 1.
impl fmt::Display for DiagonalSums {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DiagonalSums { queens, sums, differences, sum, difference, squares } = self;
        let count = *queens as i64;
        let from_one: Vec<i64> = sums.iter().map(|number| number + 2).collect();
        writeln!(f, "no choice of diagonals has the sums that it must have, rows and columns from 1:")?;
        writeln!(f, "  {queens} with row + column in {}, in all {}", Ranges(&from_one), sum + 2 * count)?;
        writeln!(f, "  {queens} with column - row in {}, in all {difference}", Ranges(differences))?;
        write!(f, "  their squares together {}, and as many even ones in both", squares + 4 * sum + 4 * count)
    }
}

/// Weights of lines that rule out every solution.
///
/// The missing queens stand one in each free row. No line has two of them, so together they weigh no more than all lines
/// do: `all`. But every open square weighs `one` at least, the weights of the four lines through it taken together, and
/// `queens` times `one` is more than `all`. To check it, work out the open squares from the problem and add up.
///
/// Each list holds numbers of lines, ascending, with their weights; lines that are not listed weigh nothing. Rows and
/// columns count from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineBound {
    /// How many queens are missing.
    pub queens: u64,
    /// What every open square weighs at least.
    pub one: u64,
    /// What all lines weigh together.
    pub all: u64,
    /// Rows.
    pub rows: Vec<(i64, u64)>,
    /// Columns.
    pub columns: Vec<(i64, u64)>,
    /// Diagonals, by row plus column.
    pub sums: Vec<(i64, u64)>,
    /// The others, by column less row.
    pub differences: Vec<(i64, u64)>,
}

impl LineBound {
    /// The same with other numbers of rows and columns: those of a part of the board that begins at this row and
    /// column become those of the board.
    pub(crate) fn moved_by(mut self, [row, column]: [i64; 2]) -> Self {
        let lists = [&mut self.rows, &mut self.columns, &mut self.sums, &mut self.differences];
        for (lines, by) in lists.into_iter().zip([row, column, row + column, column - row]) {
            lines.iter_mut().for_each(|line| line.0 += by);
        }
        self
    }
}

/// In words, with rows and columns from 1.
impl fmt::Display for LineBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LineBound { queens, one, all, .. } = self;
        write!(
            f,
            "lines with weights show it: every open square weighs {one} or more, {queens} queens weigh {} or more, but \
             all lines together {all}",
            one * queens
        )?;
        let kinds = [
            ("rows", &self.rows, 1),
            ("columns", &self.columns, 1),
            ("row + column", &self.sums, 2),
            ("column - row", &self.differences, 0),
        ];
        for (name, lines, from) in kinds.into_iter().filter(|(_, lines, _)| !lines.is_empty()) {
            let mut by_weight: BTreeMap<u64, Vec<i64>> = BTreeMap::new();
            for &(number, weight) in lines {
                by_weight.entry(weight).or_default().push(number + from);
            }
            for (weight, numbers) in by_weight {
                write!(f, "\n  {weight} for {name} {}", Ranges(&numbers))?;
            }
        }
        Ok(())
    }
}

/// Ascending numbers, those without a gap put together: `3, 5..8`.
struct Ranges<'n>(&'n [i64]);

impl fmt::Display for Ranges<'_> {
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
    fn runs_are_put_together() {
        assert_eq!(Ranges(&[-3, -1, 0, 1, 4, 5, 9]).to_string(), "-3, -1..1, 4..5, 9");
    }
}
