//! A problem as clauses.
//!
//! Variables 1 to rows x columns are true if a queen is on the square, row by row; those of blocked squares are
//! false. Auxiliary variables follow. Units that take at most one queen are encoded by [`AtMostOne`]; conflicts that
//! no unit covers are clauses of two. For other bounds the squares of a unit are cut into sets that take one queen
//! each, and a cardinality network counts the sets that have one.

mod cardinality;

use crate::constraints::{Constraints, UnitSquares};
use control::{Limit, Limits, Meter, Step, Stop};
use fixedbitset::FixedBitSet;
use std::fmt;

/// A literal as in DIMACS: a variable from 1 on, negated if negative.
pub type Literal = i32;

/// End of a clause, as in DIMACS.
const CLAUSE_END: Literal = 0;

/// Largest number of literals that are encoded pair by pair.
const MAX_PAIRWISE: usize = 5;

/// Approximate memory of a clause, a literal and a variable, in the formula and in the solver together, in bytes.
const BYTES_OF_CLAUSE: u64 = 48;
const BYTES_OF_LITERAL: u64 = 8;
const BYTES_OF_VARIABLE: u64 = 160;

/// Encoding of "at most one of these literals".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtMostOne {
    /// The product of rows and columns of a grid (Chen 2010, "A new SAT encoding of the at-most-one constraint"):
    /// O(n) clauses and O(sqrt n) auxiliary variables for n literals.
    #[default]
    Product,
    /// A clause for each pair: O(n^2) clauses, no auxiliary variable.
    Pairs,
}

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    variables: i32,
    /// Variable of each free square.
    squares: Vec<Literal>,
    clauses: u64,
    /// All clauses in sequence, each followed by [`CLAUSE_END`].
    literals: Vec<Literal>,
}

impl Formula {
    /// Returns a formula whose models are the solutions of a problem: the variable of a square is true if a queen is
    /// on it.
    ///
    /// # Errors
    /// [`Limit::Memory`] if formula and solver would take more than `memory` bytes; another limit.
    ///
    /// # Complexity
    /// One clause for each pair of squares in conflict that no unit covers; for a unit of n squares the clauses of
    /// `at_most_one`, or O(n log^2 n) clauses for n sets of squares.
    pub fn of(
        form: &Constraints,
        at_most_one: AtMostOne,
        memory: u64,
        limits: &Limits,
    ) -> Result<Self, Stop> {
        let squares = form.squares().len();
        let mut encoder = Encoder::new(form.board() as i32, at_most_one, memory, limits);
        encoder.formula.squares = (0..squares).map(|square| form.place(square) as Literal + 1).collect();
        let literal = |square: usize| form.place(square) as Literal + 1;
        let mut free = encoder.formula.squares.clone().into_iter().peekable();
        for variable in 1..=form.board() as Literal {
            if free.next_if_eq(&variable).is_none() {
                encoder.clause(&[-variable])?;
            }
        }
        let mut lines_of = vec![Vec::new(); squares];
        for (number, unit) in form.units().iter().enumerate() {
            encoder.unit(form, unit)?;
            if unit.bounds.high() <= 1 {
                unit.squares.iter().for_each(|&square| lines_of[square].push(number));
            }
        }
        for a in 0..squares {
            let covered = |b: usize| lines_of[a].iter().any(|unit| lines_of[b].contains(unit));
            encoder.meter.tick()?;
            for b in form.conflicts(a).ones().filter(|&b| b > a && !covered(b)) {
                encoder.clause(&[-literal(a), -literal(b)])?;
            }
        }
        form.givens().iter().try_for_each(|&given| encoder.clause(&[literal(given)]))?;
        Ok(encoder.formula)
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

    /// Returns true if there is no clause.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clauses == 0
    }

    /// Returns the clauses, literals as in DIMACS.
    pub fn clauses(&self) -> impl Iterator<Item = &[i32]> {
        self.literals
            .split_inclusive(|&literal| literal == CLAUSE_END)
            .map(|clause| &clause[..clause.len() - 1])
    }

    /// Returns the approximate memory of the formula, here and in the solver, in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        BYTES_OF_CLAUSE * self.clauses
            + BYTES_OF_LITERAL * self.literals.len() as u64
            + BYTES_OF_VARIABLE * self.variables as u64
    }
}

/// A formula that grows within limits.
struct Encoder<'l> {
    formula: Formula,
    at_most_one: AtMostOne,
    memory: u64,
    meter: Meter<'l>,
}

impl<'l> Encoder<'l> {
    fn new(variables: i32, at_most_one: AtMostOne, memory: u64, limits: &'l Limits) -> Self {
        let formula = Formula { variables, ..Formula::default() };
        Encoder { formula, at_most_one, memory, meter: Meter::new(limits) }
    }

    fn clause(&mut self, literals: &[Literal]) -> Step {
        self.meter.tick()?;
        if self.formula.bytes() > self.memory {
            return Err(Stop::LimitReached(Limit::Memory));
        }
        self.formula.literals.extend(literals);
        self.formula.literals.push(CLAUSE_END);
        self.formula.clauses += 1;
        Ok(())
    }

    fn fresh(&mut self) -> Literal {
        self.formula.variables += 1;
        self.formula.variables
    }

    /// Adds the demand of a unit.
    fn unit(&mut self, form: &Constraints, unit: &UnitSquares) -> Step {
        let (low, high) = (unit.bounds.low() as usize, unit.bounds.high() as usize);
        let is_counted = low > 1 || (high > 1 && high < unit.squares.len());
        let sets = if is_counted { self.sets(form, &unit.squares)? } else { self.literals(&unit.squares) };
        self.at_most(&sets, high)?;
        self.at_least(&sets, low)
    }

    /// Cuts the squares of a unit into sets that clash throughout, so that the rest of the formula allows one queen
    /// in each. Returns for each set a literal that is true if it has one.
    fn sets(&mut self, form: &Constraints, squares: &[usize]) -> Result<Vec<Literal>, Stop> {
        let clashes = form.clashes();
        let mut open = FixedBitSet::with_capacity(form.squares().len());
        open.extend(squares.iter().copied());
        let mut sets = Vec::new();
        while let Some(first) = open.minimum() {
            let (mut set, mut next) = (Vec::new(), Some(first));
            let mut candidates = open.clone();
            while let Some(square) = next {
                self.meter.tick()?;
                set.push(square);
                open.remove(square);
                candidates.intersect_with(&clashes[square]);
                next = candidates.minimum();
            }
            let set = self.literals(&set);
            sets.push(self.any_of(&set)?);
        }
        Ok(sets)
    }

    /// Returns the variables of some free squares.
    fn literals(&self, squares: &[usize]) -> Vec<Literal> {
        squares.iter().map(|&square| self.formula.squares[square]).collect()
    }

    /// Returns a literal that is true if one of `literals` is.
    fn any_of(&mut self, literals: &[Literal]) -> Result<Literal, Stop> {
        if let &[literal] = literals {
            return Ok(literal);
        }
        let any = self.fresh();
        literals.iter().try_for_each(|&literal| self.clause(&[-literal, any]))?;
        let one: Vec<Literal> = literals.iter().copied().chain([-any]).collect();
        self.clause(&one)?;
        Ok(any)
    }

    fn at_most(&mut self, literals: &[Literal], most: usize) -> Step {
        match most {
            _ if most >= literals.len() => Ok(()),
            0 => literals.iter().try_for_each(|&literal| self.clause(&[-literal])),
            1 => self.at_most_one(literals),
            _ => cardinality::at_most(self, literals, most),
        }
    }

    fn at_least(&mut self, literals: &[Literal], least: usize) -> Step {
        match least {
            0 => Ok(()),
            1 => self.clause(literals),
            _ if least > literals.len() => self.clause(&[]),
            _ => {
                let denied: Vec<Literal> = literals.iter().map(|&literal| -literal).collect();
                self.at_most(&denied, literals.len() - least)
            }
        }
    }

    /// Adds "at most one": pairs for a small group or if requested, else the product of rows and columns of a grid.
    fn at_most_one(&mut self, literals: &[Literal]) -> Step {
        if literals.len() <= MAX_PAIRWISE || self.at_most_one == AtMostOne::Pairs {
            let mut pairs =
                (0..).zip(literals).flat_map(|(i, &a)| literals[i + 1..].iter().map(move |&b| [-a, -b]));
            return pairs.try_for_each(|pair| self.clause(&pair));
        }
        let width = literals.len().isqrt().max(2);
        let rows: Vec<Literal> = (0..literals.len().div_ceil(width)).map(|_| self.fresh()).collect();
        let columns: Vec<Literal> = (0..width).map(|_| self.fresh()).collect();
        for (at, &literal) in literals.iter().enumerate() {
            self.clause(&[-literal, rows[at / width]])?;
            self.clause(&[-literal, columns[at % width]])?;
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
