//! A problem, or a 0-1 model, as clauses in conjunctive normal form.
//!
//! Variables 1 to rows x columns are the squares of the board, row by row, true if a
//! queen stands there; those of blocked squares are false. Auxiliary variables follow. A
//! unit that takes at most one queen is encoded as [`AtMostOne`] selects; conflicts that
//! no unit covers are clauses of two literals. For other bounds the squares of a unit are
//! covered by cliques, which take one queen each, and a cardinality network counts the
//! cliques with a queen.
//!
//! 2 queens, exactly one in each row and column: (1 or 2), (not 1 or not 2) for the first
//! row, and so on for the second row and both columns; (not 1 or not 4) and (not 2 or not 3)
//! for the diagonals. No assignment satisfies all ten.

mod cardinality;
mod sums;

pub use sums::MAX_REPEATED;

use crate::constraints::Constraints;
use crate::instance::UnitSquares;
use control::{Limit, Limits, Meter, Step, Stop};
use fixedbitset::FixedBitSet;
use std::fmt;

/// A literal as in DIMACS: a variable from 1 on, negative if it is negated.
pub type Literal = i32;

/// End of a clause, as in DIMACS.
const CLAUSE_END: Literal = 0;

/// Largest group of literals that is encoded pair by pair.
const MAX_PAIRWISE_GROUP: usize = 5;

/// Estimated memory of a clause, a literal and a variable, in the formula and in the
/// solver together.
const BYTES_OF_CLAUSE: u64 = 48;
const BYTES_OF_LITERAL: u64 = 8;
const BYTES_OF_VARIABLE: u64 = 160;

/// Encodings of at most one true literal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtMostOne {
    /// The product of rows and columns of a grid (Chen 2010, "A new SAT encoding of the
    /// at-most-one constraint"): O(n) clauses and O(sqrt n) auxiliary variables for n
    /// literals.
    #[default]
    Product,
    /// A clause for each pair: O(n^2) clauses, no auxiliary variable.
    Pairs,
}

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    variables: i32,
    /// The variable of each free square.
    squares: Vec<Literal>,
    clauses: u64,
    /// The clauses in sequence, each with [`CLAUSE_END`] after it.
    literals: Vec<Literal>,
}

impl Formula {
    /// Encodes a problem. The variable of a square is true if a queen stands there.
    ///
    /// # Errors
    /// The reason to stop: [`Limit::Memory`] if formula and solver would take more than
    /// `memory` bytes.
    ///
    /// # Complexity
    /// One clause for each pair of squares in conflict that no unit covers; for a unit of
    /// n squares the clauses of `at_most_one`, or O(n log^2 n) clauses for n cliques.
    pub fn from_constraints(
        form: &Constraints,
        at_most_one: AtMostOne,
        memory: u64,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let squares = form.squares().len();
        let mut builder =
            FormulaBuilder::new(form.board() as i32, at_most_one, memory, limits);
        builder.formula.squares = (0..squares)
            .map(|square| form.place(square) as Literal + 1)
            .collect();
        let literal = |square: usize| form.place(square) as Literal + 1;
        let mut free = builder.formula.squares.clone().into_iter().peekable();
        for variable in 1..=form.board() as Literal {
            if free.next_if_eq(&variable).is_none() {
                builder.add_clause(&[-variable])?;
            }
        }
        let mut lines_of = vec![Vec::new(); squares];
        for (number, unit) in form.units().iter().enumerate() {
            builder.add_unit(form, unit)?;
            if unit.bounds.high() <= 1 {
                unit.squares
                    .iter()
                    .for_each(|&square| lines_of[square].push(number));
            }
        }
        for a in 0..squares {
            let covered =
                |b: usize| lines_of[a].iter().any(|unit| lines_of[b].contains(unit));
            builder.meter.tick()?;
            for b in form.conflicts(a).ones().filter(|&b| b > a && !covered(b)) {
                builder.add_clause(&[-literal(a), -literal(b)])?;
            }
        }
        form.givens()
            .iter()
            .try_for_each(|&given| builder.add_clause(&[literal(given)]))?;
        Ok(builder.formula)
    }

    /// Returns the variables of the free squares, in order.
    #[must_use]
    pub fn squares(&self) -> &[i32] {
        &self.squares
    }

    /// Returns the number of variables.
    #[must_use]
    pub fn variables(&self) -> i32 {
        self.variables
    }

    /// Returns the number of clauses.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.clauses
    }

    /// True if there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses == 0
    }

    /// Lists the clauses, with literals as in DIMACS.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.literals
            .split_inclusive(|&literal| literal == CLAUSE_END)
            .map(|clause| &clause[..clause.len() - 1])
    }

    /// Estimates the memory in bytes, here and in the solver together.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        BYTES_OF_CLAUSE * self.clauses
            + BYTES_OF_LITERAL * self.literals.len() as u64
            + BYTES_OF_VARIABLE * self.variables as u64
    }
}

/// Builds a formula within limits.
struct FormulaBuilder<'l> {
    formula: Formula,
    at_most_one: AtMostOne,
    memory: u64,
    meter: Meter<'l>,
}

impl<'l> FormulaBuilder<'l> {
    fn new(
        variables: i32,
        at_most_one: AtMostOne,
        memory: u64,
        limits: &'l Limits,
    ) -> Self {
        let formula = Formula {
            variables,
            ..Formula::default()
        };
        FormulaBuilder {
            formula,
            at_most_one,
            memory,
            meter: Meter::new(limits),
        }
    }

    fn add_clause(&mut self, literals: &[Literal]) -> Step {
        self.meter.tick()?;
        if self.formula.bytes() > self.memory {
            return Err(Stop::LimitReached(Limit::Memory));
        }
        self.formula.literals.extend(literals);
        self.formula.literals.push(CLAUSE_END);
        self.formula.clauses += 1;
        Ok(())
    }

    fn new_variable(&mut self) -> Literal {
        self.formula.variables += 1;
        self.formula.variables
    }

    /// Encodes the bounds of a unit.
    fn add_unit(&mut self, form: &Constraints, unit: &UnitSquares) -> Step {
        let (low, high) = (unit.bounds.low() as usize, unit.bounds.high() as usize);
        let is_counted = low > 1 || (high > 1 && high < unit.squares.len());
        let cliques = if is_counted {
            self.clique_literals(form, &unit.squares)?
        } else {
            self.literals_of(&unit.squares)
        };
        self.at_most(&cliques, high)?;
        self.at_least(&cliques, low)
    }

    /// Covers the squares of a unit by cliques, which the rest of the formula limits to
    /// one queen each; returns for each clique a literal that is true if it has a queen.
    fn clique_literals(
        &mut self,
        form: &Constraints,
        squares: &[usize],
    ) -> Result<Vec<Literal>, Stop> {
        let clashes = form.clashes();
        let mut open = FixedBitSet::with_capacity(form.squares().len());
        open.extend(squares.iter().copied());
        let mut cliques = Vec::new();
        while let Some(first) = open.minimum() {
            let (mut clique, mut next) = (Vec::new(), Some(first));
            let mut candidates = open.clone();
            while let Some(square) = next {
                self.meter.tick()?;
                clique.push(square);
                open.remove(square);
                candidates.intersect_with(&clashes[square]);
                next = candidates.minimum();
            }
            let clique = self.literals_of(&clique);
            cliques.push(self.any_of(&clique)?);
        }
        Ok(cliques)
    }

    /// Returns the variables of some free squares.
    fn literals_of(&self, squares: &[usize]) -> Vec<Literal> {
        squares
            .iter()
            .map(|&square| self.formula.squares[square])
            .collect()
    }

    /// Returns a literal that is true if one of `literals` is.
    fn any_of(&mut self, literals: &[Literal]) -> Result<Literal, Stop> {
        if let &[literal] = literals {
            return Ok(literal);
        }
        let any = self.new_variable();
        literals
            .iter()
            .try_for_each(|&literal| self.add_clause(&[-literal, any]))?;
        let some: Vec<Literal> = literals.iter().copied().chain([-any]).collect();
        self.add_clause(&some)?;
        Ok(any)
    }

    fn at_most(&mut self, literals: &[Literal], most: usize) -> Step {
        match most {
            _ if most >= literals.len() => Ok(()),
            0 => literals
                .iter()
                .try_for_each(|&literal| self.add_clause(&[-literal])),
            1 => self.at_most_one(literals),
            _ => cardinality::at_most(self, literals, most),
        }
    }

    fn at_least(&mut self, literals: &[Literal], least: usize) -> Step {
        match least {
            0 => Ok(()),
            1 => self.add_clause(literals),
            _ if least > literals.len() => self.add_clause(&[]),
            _ => {
                let denied: Vec<Literal> =
                    literals.iter().map(|&literal| -literal).collect();
                self.at_most(&denied, literals.len() - least)
            }
        }
    }

    /// Encodes at most one: pairs for a small group or on request, else the product of
    /// rows and columns of a grid.
    fn at_most_one(&mut self, literals: &[Literal]) -> Step {
        if literals.len() <= MAX_PAIRWISE_GROUP || self.at_most_one == AtMostOne::Pairs {
            let mut pairs = (0..)
                .zip(literals)
                .flat_map(|(i, &a)| literals[i + 1..].iter().map(move |&b| [-a, -b]));
            return pairs.try_for_each(|pair| self.add_clause(&pair));
        }
        let width = literals.len().isqrt().max(2);
        let rows: Vec<Literal> = (0..literals.len().div_ceil(width))
            .map(|_| self.new_variable())
            .collect();
        let columns: Vec<Literal> = (0..width).map(|_| self.new_variable()).collect();
        for (at, &literal) in literals.iter().enumerate() {
            self.add_clause(&[-literal, rows[at / width]])?;
            self.add_clause(&[-literal, columns[at % width]])?;
        }
        self.at_most_one(&rows)?;
        self.at_most_one(&columns)
    }
}

/// Writes DIMACS CNF.
impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.variables, self.clauses)?;
        for &literal in &self.literals {
            match literal {
                CLAUSE_END => writeln!(f, "0")?,
                _ => write!(f, "{literal} ")?,
            }
        }
        Ok(())
    }
}
