//! Pattern matching: the values of the variables of a pattern.

use crate::term::{Symbol, Term, TermError};
use std::fmt;

/// Variables and their values, which are ground terms, in the order in which they were
/// bound.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bindings(Vec<(Symbol, Term)>);

impl Bindings {
    /// Returns the value of the variable `name`, which is given without its question
    /// mark.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Term> {
        // From the end, where a later binding hides an earlier one.
        let found = self
            .0
            .iter()
            .rev()
            .find(|(bound, _)| bound.as_str() == name);
        found.map(|(_, value)| value)
    }

    /// Returns the value of the variable `name` if it is an integer.
    #[must_use]
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Term::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the number of bound variables.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns true if no variable is bound.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Binds `name` to `value`.
    pub(crate) fn bind_name(&mut self, name: &Symbol, value: Term) {
        self.0.push((name.clone(), value));
    }

    /// Returns true if `pattern` matches `fact` with the present bindings, and binds the
    /// other variables. After `false` the bindings are incomplete and must not be used.
    pub(crate) fn extend_to_match(&mut self, pattern: &Term, fact: &Term) -> bool {
        match (pattern, fact) {
            (Term::Variable(name), _) => match self.get(name.as_str()) {
                Some(value) => value == fact,
                None => {
                    self.bind_name(name, fact.clone());
                    true
                }
            },
            (Term::List(patterns), Term::List(facts)) => {
                let (patterns, facts) = (patterns.items(), facts.items());
                patterns.len() == facts.len()
                    && patterns
                        .iter()
                        .zip(facts)
                        .all(|(pattern, fact)| self.extend_to_match(pattern, fact))
            }
            _ => pattern == fact,
        }
    }
}

impl Clone for Bindings {
    fn clone(&self) -> Self {
        Bindings(self.0.clone())
    }

    // Keeps the allocation: the engine matches into one scratch value.
    fn clone_from(&mut self, source: &Self) {
        self.0.clone_from(&source.0);
    }
}

/// Text such as `?q = 3, ?r = 5`.
impl fmt::Display for Bindings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (name, value)) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}?{name} = {value}")?;
        }
        Ok(())
    }
}

impl Term {
    /// Returns the values of the variables that make this pattern equal to `fact`, a
    /// ground term, or `None` if there are none. A variable that appears twice has one
    /// value.
    ///
    /// # Complexity
    /// Linear in the smaller term, times the variables of the pattern.
    #[must_use]
    pub fn matches(&self, fact: &Term) -> Option<Bindings> {
        let mut bindings = Bindings::default();
        bindings.extend_to_match(self, fact).then_some(bindings)
    }

    /// Replaces the bound variables of this template by their values.
    ///
    /// # Errors
    /// [`TermError::TooDeep`] and [`TermError::TooLarge`], of the result.
    pub fn substitute(&self, bindings: &Bindings) -> Result<Term, TermError> {
        match self {
            Term::Variable(name) => {
                Ok(bindings.get(name.as_str()).unwrap_or(self).clone())
            }
            Term::List(list) if !self.is_ground() => {
                let items = list.items().iter().map(|item| item.substitute(bindings));
                Term::list(items.collect::<Result<_, _>>()?)
            }
            _ => Ok(self.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(pattern: &str, fact: &str) -> Option<String> {
        let pattern = Term::parse(pattern).unwrap();
        let bindings = pattern.matches(&Term::parse(fact).unwrap())?;
        Some(bindings.to_string())
    }

    #[test]
    fn matches_patterns() {
        for (pattern, fact, bindings) in [
            ("(a ?x (b ?y))", "(a 1 (b (c)))", Some("?x = 1, ?y = (c)")),
            ("(a ?x ?x)", "(a 1 1)", Some("?x = 1")),
            ("(a ?x ?x)", "(a 1 2)", None),
            ("(a ?x)", "(a 1 2)", None),
            ("(a 1)", "(a 1)", Some("")),
            ("(a 1)", "(a b)", None),
            ("?x", "(a b)", Some("?x = (a b)")),
            ("(a)", "a", None),
        ] {
            assert_eq!(
                matched(pattern, fact).as_deref(),
                bindings,
                "{pattern} {fact}"
            );
        }
    }
}
