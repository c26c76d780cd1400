//! Pattern matching: what the variables of a pattern stand for.

use crate::term::{Symbol, Term, TermError};
use std::fmt;

/// Variables and the ground terms that they stand for, in the order in which they were bound.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Bindings(Vec<(Symbol, Term)>);

impl Bindings {
    /// What the variable `name` (without its question mark) stands for.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Term> {
        // From the end, where a later binding hides an earlier one.
        let found = self.0.iter().rev().find(|(bound, _)| bound.as_str() == name);
        found.map(|(_, value)| value)
    }

    /// What the variable `name` stands for, if that is an integer.
    #[must_use]
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Term::Integer(value) => Some(*value),
            _ => None,
        }
    }

    /// How many variables are bound.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether no variable is bound.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Lets `name` stand for `value` from now on.
    pub(crate) fn bind(&mut self, name: &Symbol, value: Term) {
        self.0.push((name.clone(), value));
    }

    /// Whether `pattern` fits `fact`, given what is bound; binds the variables that are not.
    /// After `false` the bindings hold leftovers and must not be used.
    pub(crate) fn extend_to_match(&mut self, pattern: &Term, fact: &Term) -> bool {
        match (pattern, fact) {
            (Term::Variable(name), _) => match self.get(name.as_str()) {
                Some(value) => value == fact,
                None => {
                    self.bind(name, fact.clone());
                    true
                }
            },
            (Term::List(patterns), Term::List(facts)) => {
                let (patterns, facts) = (patterns.items(), facts.items());
                patterns.len() == facts.len()
                    && patterns.iter().zip(facts).all(|(pattern, fact)| self.extend_to_match(pattern, fact))
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

/// As `?q = 3, ?r = 5`.
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
    /// What the variables of this pattern must stand for to make it equal to `fact`, a ground
    /// term; `None` if nothing does. A variable that appears twice must stand for one thing.
    ///
    /// # Complexity
    /// Linear in the smaller term, times the variables of the pattern.
    #[must_use]
    pub fn matches(&self, fact: &Term) -> Option<Bindings> {
        let mut bindings = Bindings::default();
        bindings.extend_to_match(self, fact).then_some(bindings)
    }

    /// This template with its variables replaced by what they stand for; an unbound variable
    /// stays.
    ///
    /// # Errors
    /// [`TermError::TooDeep`] and [`TermError::TooLarge`] if the filled template would be.
    pub fn substitute(&self, bindings: &Bindings) -> Result<Term, TermError> {
        match self {
            Term::Variable(name) => Ok(bindings.get(name.as_str()).unwrap_or(self).clone()),
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
    fn patterns_match_or_not() {
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
            assert_eq!(matched(pattern, fact).as_deref(), bindings, "{pattern} {fact}");
        }
    }
}
