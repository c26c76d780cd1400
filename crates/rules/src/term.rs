//! Terms: the parts of facts, patterns and rules.

use control::clip;
use std::borrow::Borrow;
use std::fmt;
use std::sync::Arc;

/// Maximum nesting of lists in a [`Term`]; an atom has depth 0, `()` and `(a b)` have
/// depth 1.
pub const MAX_DEPTH: usize = 128;

/// Maximum number of atoms and lists in one [`Term`], itself included.
pub const MAX_SIZE: usize = 65_536;

/// Reason why a term is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TermError {
    /// The text cannot be read back as the same symbol.
    #[error(
        "{name:?} is not a symbol: write at least one character, no blank, `(`, `)` or `;`, no `?` in front, and not a number"
    )]
    BadSymbol {
        /// The text, clipped.
        name: String,
    },
    /// The term would be deeper than [`MAX_DEPTH`].
    #[error("the term is nested more than {limit} lists deep: flatten it", limit = MAX_DEPTH)]
    TooDeep,
    /// The term would be larger than [`MAX_SIZE`].
    #[error("the term holds more than {limit} atoms and lists: split it", limit = MAX_SIZE)]
    TooLarge,
}

/// A name. Two symbols are the same if their texts are.
///
/// Clones share the text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Symbol(Arc<str>);

impl Symbol {
    /// Creates the symbol called `name`.
    ///
    /// # Errors
    /// [`TermError::BadSymbol`] if `name` cannot be read back as this symbol.
    pub fn new(name: &str) -> Result<Self, TermError> {
        let good = !name.is_empty()
            && !name.starts_with('?')
            && !name.chars().any(is_delimiter)
            && !looks_like_an_integer(name);
        if good {
            Ok(Symbol(name.into()))
        } else {
            Err(TermError::BadSymbol { name: clip(name) })
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Symbol {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Returns true if `c` ends a symbol, a variable or a number.
pub(crate) fn is_delimiter(c: char) -> bool {
    c.is_whitespace() || matches!(c, '(' | ')' | ';')
}

/// Returns true if `text` is digits with at most one sign in front, of any length.
pub(crate) fn looks_like_an_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The items of a list term, at most [`MAX_DEPTH`] deep and [`MAX_SIZE`] large.
///
/// Clones share the items. Depth and size are limited when a list is created, so that
/// every walk over a term may recurse.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct List {
    items: Arc<[Term]>,
    depth: usize,
    size: usize,
    ground: bool,
}

impl List {
    /// The items, in order.
    #[must_use]
    pub fn items(&self) -> &[Term] {
        &self.items
    }
}

/// A symbol, an integer, a variable or a list of terms.
///
/// A term without variables is *ground*; only ground terms are facts. A term with
/// variables is a pattern for facts, or a template to fill.
///
/// ```
/// use rules::Term;
///
/// let pattern = Term::parse("(queen ?q is placed on row ?r)")?;
/// let fact = Term::parse("(queen 3 is placed on row 5)")?;
/// let bindings = pattern.matches(&fact).unwrap();
/// assert_eq!(bindings.integer("q"), Some(3));
/// assert_eq!(bindings.integer("r"), Some(5));
/// assert_eq!(pattern.substitute(&bindings)?.to_string(), "(queen 3 is placed on row 5)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// A name, as `queen`.
    Symbol(Symbol),
    /// A whole number, as `-7`.
    Integer(i64),
    /// A variable, written with a question mark: `?row`. Held without it.
    Variable(Symbol),
    /// A list, as `(queen 3 is placed on row 5)`; created by [`Term::list`].
    List(List),
}

impl Term {
    /// Creates the symbol called `name`.
    ///
    /// # Errors
    /// As [`Symbol::new`].
    pub fn symbol(name: &str) -> Result<Self, TermError> {
        Symbol::new(name).map(Term::Symbol)
    }

    /// Creates the variable called `name`, which is given without its question mark.
    ///
    /// # Errors
    /// As [`Symbol::new`].
    pub fn variable(name: &str) -> Result<Self, TermError> {
        Symbol::new(name).map(Term::Variable)
    }

    /// Creates the list of `items`.
    ///
    /// # Errors
    /// [`TermError::TooDeep`] and [`TermError::TooLarge`].
    pub fn list(items: Vec<Term>) -> Result<Self, TermError> {
        let depth = 1 + items.iter().map(Term::depth).max().unwrap_or(0);
        let size = 1 + items.iter().map(Term::size).sum::<usize>();
        if depth > MAX_DEPTH {
            return Err(TermError::TooDeep);
        }
        if size > MAX_SIZE {
            return Err(TermError::TooLarge);
        }
        let ground = items.iter().all(Term::is_ground);
        Ok(Term::List(List {
            items: items.into(),
            depth,
            size,
            ground,
        }))
    }

    /// Returns the nesting depth of its lists: 0 for an atom, at most [`MAX_DEPTH`].
    #[must_use]
    pub fn depth(&self) -> usize {
        match self {
            Term::List(list) => list.depth,
            _ => 0,
        }
    }

    /// Returns the number of atoms and lists in it, itself included: 1 to [`MAX_SIZE`].
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Term::List(list) => list.size,
            _ => 1,
        }
    }

    /// Returns true if it has no variable.
    #[must_use]
    pub fn is_ground(&self) -> bool {
        match self {
            Term::List(list) => list.ground,
            Term::Variable(_) => false,
            Term::Symbol(_) | Term::Integer(_) => true,
        }
    }

    /// Returns the items if it is a list.
    #[must_use]
    pub fn items(&self) -> Option<&[Term]> {
        match self {
            Term::List(list) => Some(list.items()),
            _ => None,
        }
    }

    /// Returns the first item if it is a list that has one.
    #[must_use]
    pub fn head(&self) -> Option<&Term> {
        self.items()?.first()
    }

    /// Returns the first symbol of a list, which is the class of a fact or rule.
    #[must_use]
    pub fn class(&self) -> Option<&Symbol> {
        match self.head()? {
            Term::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }

    /// Adds its variables to `names`, without duplicates, in order of appearance.
    pub(crate) fn collect_variables(&self, names: &mut Vec<Symbol>) {
        match self {
            Term::Variable(name) if !names.contains(name) => names.push(name.clone()),
            Term::List(list) if !list.ground => {
                for item in list.items() {
                    item.collect_variables(names);
                }
            }
            _ => {}
        }
    }
}

impl From<i64> for Term {
    fn from(value: i64) -> Self {
        Term::Integer(value)
    }
}

/// The text form, which [`Term::parse`] reads back.
impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Term::Symbol(name) => write!(f, "{name}"),
            Term::Integer(value) => write!(f, "{value}"),
            Term::Variable(name) => write!(f, "?{name}"),
            Term::List(list) => {
                f.write_str("(")?;
                write_spaced(f, list.items())?;
                f.write_str(")")
            }
        }
    }
}

/// Writes `parts` with single blanks between them.
pub(crate) fn write_spaced<T: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    parts: &[T],
) -> fmt::Result {
    for (index, part) in parts.iter().enumerate() {
        let blank = if index == 0 { "" } else { " " };
        write!(f, "{blank}{part}")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_round_trip_or_are_refused() {
        for good in ["queen", "-", "+", "3x", "a?b", "größe", "=", "-a"] {
            assert_eq!(Symbol::new(good).unwrap().as_str(), good);
        }
        for bad in [
            "", "a b", "(", "x)", "a;b", "?x", "12", "-12", "+0", "a\u{a0}b",
        ] {
            assert!(Symbol::new(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn building_a_list_bounds_its_depth() {
        let mut term = Term::from(1);
        for depth in 1..=MAX_DEPTH {
            term = Term::list(vec![term]).unwrap();
            assert_eq!(term.depth(), depth);
        }
        assert_eq!(Term::list(vec![term]), Err(TermError::TooDeep));
    }

    #[test]
    fn size_is_bounded_even_if_the_parts_are_shared() {
        let mut term = Term::from(1);
        let error = loop {
            match Term::list(vec![term.clone(), term]) {
                Ok(larger) => term = larger,
                Err(error) => break error,
            }
        };
        assert_eq!(error, TermError::TooLarge);
    }

    #[test]
    fn long_names_are_cut_in_messages() {
        let message = Symbol::new(&"(".repeat(10_000)).unwrap_err().to_string();
        assert!(message.len() < 250, "{message}");
    }
}
