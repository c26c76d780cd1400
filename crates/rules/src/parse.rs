//! Reads terms from text.

use crate::term::{MAX_DEPTH, Term, TermError, is_delimiter, looks_like_an_integer};
use control::clip;
use std::str::FromStr;

/// Error in the text of a term, with its position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {reason}")]
pub struct TermParseError {
    /// The line, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
    /// The reason.
    pub reason: TermParseReason,
}

/// Reason why a text is not a term.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermParseReason {
    /// The text ends before a term.
    #[error("no term here: write an atom or a list, as (queen 3 is placed on row 5)")]
    Nothing,
    /// The list that opens here is never closed.
    #[error("the list that opens here is not closed: add `)`")]
    Unclosed,
    /// A `)` without its `(`.
    #[error("nothing is open here: remove the `)`")]
    Unopened,
    /// A second term after the only expected one.
    #[error("only one term is expected: remove everything from here on")]
    SecondTerm,
    /// A number outside of 64 bits.
    #[error("{text} is outside of {min} to {max}", min = i64::MIN, max = i64::MAX)]
    IntegerOutOfRange {
        /// The number, shortened if it is long.
        text: String,
    },
    /// A term that cannot be made.
    #[error(transparent)]
    Term(#[from] TermError),
}

impl Term {
    /// Reads one term.
    ///
    /// Blanks and parentheses separate atoms. Digits with or without a sign are an
    /// integer, a name behind a question mark is a variable, everything else is a symbol.
    /// A semicolon starts a comment that ends with the line.
    ///
    /// # Errors
    /// [`TermParseError`]: not exactly one term, parentheses that do not pair, or a bad
    /// atom.
    ///
    /// # Complexity
    /// Linear in the text; the stack does not grow with the nesting.
    pub fn parse(text: &str) -> Result<Self, TermParseError> {
        let mut reader = TermReader { text, at: 0 };
        let Some(term) = reader.read_term()? else {
            return Err(reader.error_at(text.len(), TermParseReason::Nothing));
        };
        match reader.next_token() {
            None => Ok(term),
            Some((at, _)) => Err(reader.error_at(at, TermParseReason::SecondTerm)),
        }
    }

    /// Reads all terms of a text, which may be none.
    ///
    /// # Errors
    /// As [`Term::parse`].
    pub fn parse_all(text: &str) -> Result<Vec<Self>, TermParseError> {
        let mut reader = TermReader { text, at: 0 };
        std::iter::from_fn(|| reader.read_term().transpose()).collect()
    }
}

impl FromStr for Term {
    type Err = TermParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Term::parse(text)
    }
}

/// A text and the position in it, in bytes.
struct TermReader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> TermReader<'t> {
    /// Reads the next term; `None` at the end of the text.
    fn read_term(&mut self) -> Result<Option<Term>, TermParseError> {
        // Open lists, each with the position of its parenthesis.
        let mut open: Vec<(usize, Vec<Term>)> = Vec::new();
        while let Some((at, token)) = self.next_token() {
            let term = match token {
                "(" if open.len() == MAX_DEPTH => {
                    return Err(self.error_at(at, TermError::TooDeep.into()));
                }
                "(" => {
                    open.push((at, Vec::new()));
                    continue;
                }
                ")" => {
                    let Some((start, items)) = open.pop() else {
                        return Err(self.error_at(at, TermParseReason::Unopened));
                    };
                    Term::list(items)
                        .map_err(|error| self.error_at(start, error.into()))?
                }
                atom => read_atom(atom).map_err(|reason| self.error_at(at, reason))?,
            };
            match open.last_mut() {
                Some((_, items)) => items.push(term),
                None => return Ok(Some(term)),
            }
        }
        match open.last() {
            Some(&(start, _)) => Err(self.error_at(start, TermParseReason::Unclosed)),
            None => Ok(None),
        }
    }

    /// Reads the next parenthesis or atom, with its position; skips blanks and comments.
    fn next_token(&mut self) -> Option<(usize, &'t str)> {
        loop {
            let rest = self.text.get(self.at..)?.trim_start();
            let start = self.text.len() - rest.len();
            let first = rest.chars().next()?;
            let length = match first {
                '(' | ')' => 1,
                ';' => rest.find('\n').unwrap_or(rest.len()),
                _ => rest.find(is_delimiter).unwrap_or(rest.len()),
            };
            self.at = start + length;
            if first != ';' {
                return Some((start, rest.get(..length)?));
            }
        }
    }

    /// An error at byte `at`.
    fn error_at(&self, at: usize, reason: TermParseReason) -> TermParseError {
        let before = self.text.get(..at).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        TermParseError {
            line: 1 + before.matches('\n').count(),
            column: 1 + line.chars().count(),
            reason,
        }
    }
}

/// The integer, variable or symbol that `atom` is.
fn read_atom(atom: &str) -> Result<Term, TermParseReason> {
    if looks_like_an_integer(atom) {
        return match atom.parse() {
            Ok(value) => Ok(Term::Integer(value)),
            Err(_) => Err(TermParseReason::IntegerOutOfRange { text: clip(atom) }),
        };
    }
    Ok(match atom.strip_prefix('?') {
        Some(name) => Term::variable(name)?,
        None => Term::symbol(atom)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_term_is_read_and_written() {
        for (text, written) in [
            ("queen", "queen"),
            ("+7", "7"),
            ("-9223372036854775808", "-9223372036854775808"),
            ("?row", "?row"),
            (" ( a ( ) ( b 1 ) )\n", "(a () (b 1))"),
            ("; a fact\n(a b) ; done", "(a b)"),
        ] {
            assert_eq!(Term::parse(text).unwrap().to_string(), written);
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (text, message_start) in [
            ("", "line 1, column 1: no term"),
            ("(a\n (b c)", "line 1, column 1: the list that opens here"),
            ("\n  )", "line 2, column 3: nothing is open"),
            ("a b", "line 1, column 3: only one term"),
            ("(a ?)", "line 1, column 4: \"\" is not a symbol"),
            ("(ä ??x)", "line 1, column 4: \"?x\" is not a symbol"),
            (
                "9223372036854775808",
                "line 1, column 1: 9223372036854775808 is outside",
            ),
        ] {
            let message = Term::parse(text).unwrap_err().to_string();
            assert!(message.starts_with(message_start), "{message}");
        }
    }

    #[test]
    fn refuses_deep_text_without_recursion() {
        let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
        assert!(Term::parse(&nested(MAX_DEPTH)).is_ok());
        for text in [
            nested(MAX_DEPTH + 1),
            nested(1_000_000),
            "(".repeat(1_000_000),
        ] {
            let error = Term::parse(&text).unwrap_err();
            assert_eq!(error.reason, TermError::TooDeep.into());
            assert_eq!(error.column, MAX_DEPTH + 1);
        }
    }

    #[test]
    fn a_text_may_hold_many_terms() {
        let terms = Term::parse_all("(a) ; one\n(b) c").unwrap();
        assert_eq!(terms.len(), 3);
        assert_eq!(Term::parse_all(" ; nothing").unwrap(), []);
    }
}
