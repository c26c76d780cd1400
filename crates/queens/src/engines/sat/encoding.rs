//! A problem as clauses.
//!
//! Variable i + 1 says that a queen stands on square i of the general form. Units that take one queen
//! at most are encoded by the product of Chen (2010, "A new SAT encoding of the at-most-one
//! constraint"), other bounds by the sequential counter of Sinz (2005, "Towards an optimal CNF encoding
//! of Boolean cardinality constraints"); conflicts that no unit covers are clauses of two.

use crate::constraints::Constraints;
use std::fmt;

/// A literal as in DIMACS: a variable from 1 on, negative where it is denied.
pub(crate) type Literal = i32;

/// Groups up to this size are encoded pair by pair.
const PAIRWISE: usize = 5;

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    variables: i32,
    clauses: Vec<Vec<Literal>>,
}

impl Formula {
    /// The formula that is satisfied by the solutions of a problem: variable `i + 1` is true where a
    /// queen stands on square `i`; the variables after those are auxiliary.
    ///
    /// # Complexity
    /// One clause for each pair of squares in conflict that no unit covers.
    #[must_use]
    pub fn of(form: &Constraints) -> Self {
        let squares = form.squares().len();
        let mut formula = Formula { variables: squares as i32, clauses: Vec::new() };
        let literal = |square: usize| square as Literal + 1;
        let mut lines_of = vec![Vec::new(); squares];
        for (number, unit) in form.units().iter().enumerate() {
            let members: Vec<Literal> = unit.squares.iter().map(|&square| literal(square)).collect();
            formula.at_most(&members, unit.bounds.high() as usize);
            formula.at_least(&members, unit.bounds.low() as usize);
            if unit.bounds.high() <= 1 {
                unit.squares.iter().for_each(|&square| lines_of[square].push(number));
            }
        }
        for a in 0..squares {
            let covered = |b: usize| lines_of[a].iter().any(|unit| lines_of[b].contains(unit));
            for b in form.conflicts(a).ones().filter(|&b| b > a && !covered(b)) {
                formula.clauses.push(vec![-literal(a), -literal(b)]);
            }
        }
        formula.clauses.extend(form.givens().iter().map(|&given| vec![literal(given)]));
        formula
    }

    /// How many variables it has.
    #[must_use]
    pub fn variables(&self) -> i32 {
        self.variables
    }

    /// Its clauses, literals as in DIMACS.
    #[must_use]
    pub fn clauses(&self) -> &[Vec<i32>] {
        &self.clauses
    }

    fn fresh(&mut self) -> Literal {
        self.variables += 1;
        self.variables
    }

    fn at_most(&mut self, literals: &[Literal], most: usize) {
        match most {
            _ if most >= literals.len() => {}
            0 => self.clauses.extend(literals.iter().map(|&literal| vec![-literal])),
            1 => self.at_most_one(literals),
            _ => self.at_most_counted(literals, most),
        }
    }

    fn at_least(&mut self, literals: &[Literal], least: usize) {
        match least {
            0 => {}
            _ if least > literals.len() => self.clauses.push(Vec::new()),
            1 => self.clauses.push(literals.to_vec()),
            _ => {
                let denied: Vec<Literal> = literals.iter().map(|&literal| -literal).collect();
                self.at_most(&denied, literals.len() - least);
            }
        }
    }

    /// At most one: pairs in a small group, else the product of rows and columns of a grid.
    fn at_most_one(&mut self, literals: &[Literal]) {
        if literals.len() <= PAIRWISE {
            for (i, &a) in literals.iter().enumerate() {
                self.clauses.extend(literals[i + 1..].iter().map(|&b| vec![-a, -b]));
            }
            return;
        }
        let width = literals.len().isqrt().max(2);
        let rows: Vec<Literal> = (0..literals.len().div_ceil(width)).map(|_| self.fresh()).collect();
        let columns: Vec<Literal> = (0..width).map(|_| self.fresh()).collect();
        for (at, &literal) in literals.iter().enumerate() {
            self.clauses.push(vec![-literal, rows[at / width]]);
            self.clauses.push(vec![-literal, columns[at % width]]);
        }
        self.at_most_one(&rows);
        self.at_most_one(&columns);
    }

    /// At most `most`, two or more: `counted[j]` says that more than j of the literals so far hold.
    fn at_most_counted(&mut self, literals: &[Literal], most: usize) {
        let mut counted: Vec<Literal> = Vec::new();
        for (at, &literal) in literals.iter().enumerate() {
            if let Some(&full) = counted.get(most - 1) {
                self.clauses.push(vec![-literal, -full]);
            }
            let next: Vec<Literal> = (0..(at + 1).min(most)).map(|_| self.fresh()).collect();
            for (j, &more) in next.iter().enumerate() {
                if let Some(&before) = counted.get(j) {
                    self.clauses.push(vec![-before, more]);
                }
                match j.checked_sub(1) {
                    None => self.clauses.push(vec![-literal, more]),
                    Some(fewer) => self.clauses.push(vec![-literal, -counted[fewer], more]),
                }
            }
            counted = next;
        }
    }
}

/// Writes DIMACS CNF.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.variables, self.clauses.len())?;
        for clause in &self.clauses {
            for literal in clause {
                write!(f, "{literal} ")?;
            }
            writeln!(f, "0")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many assignments of the first `free` variables can be completed.
    fn models(formula: &Formula, free: u32) -> Vec<u32> {
        let all = 0u32..1 << formula.variables;
        let holds =
            |assignment: u32, literal: i32| (assignment >> (literal.abs() - 1) & 1 == 1) == (literal > 0);
        let satisfied =
            |&a: &u32| formula.clauses.iter().all(|clause| clause.iter().any(|&literal| holds(a, literal)));
        let mut found: Vec<u32> = all.filter(satisfied).map(|a| a & ((1 << free) - 1)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    #[test]
    fn counters_allow_what_they_should() {
        for size in 1..=6u32 {
            for bound in 0..=3usize {
                let literals: Vec<i32> = (1..=size as i32).collect();
                let mut most = Formula { variables: size as i32, clauses: Vec::new() };
                most.at_most(&literals, bound);
                let expected: Vec<u32> =
                    (0..1 << size).filter(|a: &u32| a.count_ones() as usize <= bound).collect();
                if most.variables <= 20 {
                    assert_eq!(models(&most, size), expected, "at most {bound} of {size}");
                }
                let mut least = Formula { variables: size as i32, clauses: Vec::new() };
                least.at_least(&literals, bound);
                let expected: Vec<u32> =
                    (0..1 << size).filter(|a: &u32| a.count_ones() as usize >= bound).collect();
                if least.variables <= 20 {
                    assert_eq!(models(&least, size), expected, "at least {bound} of {size}");
                }
            }
        }
    }
}
