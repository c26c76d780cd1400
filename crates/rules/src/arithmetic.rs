//! Whole-number expressions and comparisons in the bodies of rules.

use crate::bindings::Bindings;
use crate::rule::RuleError;
use crate::term::{Symbol, Term};
use std::fmt;

/// Reason why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ArithmeticError {
    /// The value of a variable is not an integer.
    #[error("?{name} is {value}, not an integer: narrow the pattern that binds it")]
    NotAnInteger {
        /// The variable.
        name: Symbol,
        /// Its value.
        value: Term,
    },
    /// The value is outside of 64 bits, or the divisor is 0.
    #[error(
        "{expression} has no value in 64 bits for {bindings}: test for such numbers first"
    )]
    NoValue {
        /// The expression.
        expression: String,
        /// Values of its variables.
        bindings: String,
    },
}

/// Operation on two integers; divisions round towards 0.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ArithmeticOperator {
    Add,
    Subtract,
    Multiply,
    Quotient,
    Remainder,
    Least,
    Greatest,
}

const ARITHMETIC_OPERATORS: [(&str, ArithmeticOperator); 7] = [
    ("+", ArithmeticOperator::Add),
    ("-", ArithmeticOperator::Subtract),
    ("*", ArithmeticOperator::Multiply),
    ("quotient", ArithmeticOperator::Quotient),
    ("remainder", ArithmeticOperator::Remainder),
    ("min", ArithmeticOperator::Least),
    ("max", ArithmeticOperator::Greatest),
];

impl ArithmeticOperator {
    fn apply(self, left: i64, right: i64) -> Option<i64> {
        match self {
            ArithmeticOperator::Add => left.checked_add(right),
            ArithmeticOperator::Subtract => left.checked_sub(right),
            ArithmeticOperator::Multiply => left.checked_mul(right),
            ArithmeticOperator::Quotient => left.checked_div(right),
            ArithmeticOperator::Remainder => left.checked_rem(right),
            ArithmeticOperator::Least => Some(left.min(right)),
            ArithmeticOperator::Greatest => Some(left.max(right)),
        }
    }
}

/// A whole-number expression.
#[derive(Clone, Debug)]
pub(crate) enum Expression {
    Integer(i64),
    Variable(Symbol),
    Absolute(Box<Expression>),
    Binary(&'static str, ArithmeticOperator, Box<[Expression; 2]>),
}

impl Expression {
    /// Reads `5`, `?x`, `(abs a)` or `(operator a b)`.
    pub(crate) fn from_term(term: &Term) -> Result<Self, RuleError> {
        let bad = || RuleError::BadExpression { form: term.clone() };
        match term {
            Term::Integer(value) => Ok(Expression::Integer(*value)),
            Term::Variable(name) => Ok(Expression::Variable(name.clone())),
            Term::Symbol(_) => Err(bad()),
            Term::List(list) => match list.items() {
                [Term::Symbol(name), argument] if name.as_str() == "abs" => {
                    Ok(Expression::Absolute(Box::new(Self::from_term(argument)?)))
                }
                [Term::Symbol(name), left, right] => {
                    let (name, operator) =
                        look_up(name, &ARITHMETIC_OPERATORS).ok_or_else(bad)?;
                    let arguments = [Self::from_term(left)?, Self::from_term(right)?];
                    Ok(Expression::Binary(name, operator, Box::new(arguments)))
                }
                _ => Err(bad()),
            },
        }
    }

    /// Evaluates the expression.
    pub(crate) fn evaluate_with(
        &self,
        bindings: &Bindings,
    ) -> Result<i64, ArithmeticError> {
        let value = match self {
            Expression::Integer(value) => Some(*value),
            Expression::Variable(name) => match bindings.get(name.as_str()) {
                Some(Term::Integer(value)) => Some(*value),
                other => {
                    let unbound = Term::Variable(name.clone());
                    return Err(ArithmeticError::NotAnInteger {
                        name: name.clone(),
                        value: other.unwrap_or(&unbound).clone(),
                    });
                }
            },
            Expression::Absolute(inner) => inner.evaluate_with(bindings)?.checked_abs(),
            Expression::Binary(_, operator, arguments) => {
                let [left, right] = arguments.as_ref();
                operator.apply(
                    left.evaluate_with(bindings)?,
                    right.evaluate_with(bindings)?,
                )
            }
        };
        value.ok_or_else(|| ArithmeticError::NoValue {
            expression: self.to_string(),
            bindings: bindings.to_string(),
        })
    }

    /// Adds its variables to `names`, without duplicates.
    pub(crate) fn collect_variables(&self, names: &mut Vec<Symbol>) {
        match self {
            Expression::Integer(_) => {}
            Expression::Variable(name) if names.contains(name) => {}
            Expression::Variable(name) => names.push(name.clone()),
            Expression::Absolute(inner) => inner.collect_variables(names),
            Expression::Binary(_, _, arguments) => {
                for argument in arguments.iter() {
                    argument.collect_variables(names);
                }
            }
        }
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expression::Integer(value) => write!(f, "{value}"),
            Expression::Variable(name) => write!(f, "?{name}"),
            Expression::Absolute(inner) => write!(f, "(abs {inner})"),
            Expression::Binary(name, _, arguments) => {
                let [left, right] = arguments.as_ref();
                write!(f, "({name} {left} {right})")
            }
        }
    }
}

/// Relation between two integers.
type ComparisonRelation = fn(&i64, &i64) -> bool;

const COMPARISON_RELATIONS: [(&str, ComparisonRelation); 6] = [
    ("=", i64::eq),
    ("/=", i64::ne),
    ("<", i64::lt),
    ("<=", i64::le),
    (">", i64::gt),
    (">=", i64::ge),
];

/// Relation that two expressions must satisfy.
#[derive(Clone, Debug)]
pub(crate) struct Comparison {
    name: &'static str,
    relation: ComparisonRelation,
    sides: [Expression; 2],
}

impl Comparison {
    /// Reads `(relation left right)`.
    pub(crate) fn from_term(term: &Term) -> Result<Self, RuleError> {
        let bad = || RuleError::BadComparison { form: term.clone() };
        let Some([Term::Symbol(name), left, right]) = term.items() else {
            return Err(bad());
        };
        let (name, relation) = look_up(name, &COMPARISON_RELATIONS).ok_or_else(bad)?;
        let sides = [Expression::from_term(left)?, Expression::from_term(right)?];
        Ok(Comparison {
            name,
            relation,
            sides,
        })
    }

    /// Returns true if the relation holds.
    pub(crate) fn holds_with(
        &self,
        bindings: &Bindings,
    ) -> Result<bool, ArithmeticError> {
        let [left, right] = &self.sides;
        Ok((self.relation)(
            &left.evaluate_with(bindings)?,
            &right.evaluate_with(bindings)?,
        ))
    }

    /// Adds its variables to `names`, without duplicates.
    pub(crate) fn collect_variables(&self, names: &mut Vec<Symbol>) {
        for side in &self.sides {
            side.collect_variables(names);
        }
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [left, right] = &self.sides;
        write!(f, "({} {left} {right})", self.name)
    }
}

/// Returns the table entry called `name`.
fn look_up<T: Copy>(
    name: &Symbol,
    table: &[(&'static str, T)],
) -> Option<(&'static str, T)> {
    table
        .iter()
        .copied()
        .find(|(entry, _)| *entry == name.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, ArithmeticError> {
        let form = Term::parse("(f ?x ?y ?z)").unwrap();
        let fact = Term::parse("(f 7 -2 name)").unwrap();
        let expression = Expression::from_term(&Term::parse(text).unwrap()).unwrap();
        assert_eq!(expression.to_string(), text);
        expression.evaluate_with(&form.matches(&fact).unwrap())
    }

    #[test]
    fn evaluates_expressions() {
        for (text, expected) in [
            ("(+ ?x ?y)", 5),
            ("(- ?x ?y)", 9),
            ("(* ?x ?y)", -14),
            ("(quotient ?x ?y)", -3),
            ("(remainder ?x ?y)", 1),
            ("(min ?x ?y)", -2),
            ("(max ?x ?y)", 7),
            ("(abs (- ?y ?x))", 9),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn an_expression_without_a_value_is_an_error() {
        for (text, message) in [
            (
                "(quotient ?x 0)",
                "(quotient ?x 0) has no value in 64 bits for ?x = 7, ?y = -2, ?z = name: \
                 test for such numbers first",
            ),
            (
                "(+ 1 ?z)",
                "?z is name, not an integer: narrow the pattern that binds it",
            ),
        ] {
            assert_eq!(value(text).unwrap_err().to_string(), message);
        }
        assert!(value("(abs -9223372036854775808)").is_err());
        assert!(value("(* 9223372036854775807 ?x)").is_err());
    }

    #[test]
    fn refuses_malformed_forms() {
        for text in ["a", "()", "(+ 1)", "(abs 1 2)", "(+ 1 2 3)", "(power 2 3)"] {
            assert!(
                Expression::from_term(&Term::parse(text).unwrap()).is_err(),
                "{text}"
            );
            assert!(
                Comparison::from_term(&Term::parse(text).unwrap()).is_err(),
                "{text}"
            );
        }
    }
}
