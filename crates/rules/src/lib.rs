//! A tiny forward-chaining rule engine.
//!
//! Facts are lists such as `(queen 3 is placed on row 5)`. For each fact that matches its
//! trigger, a [`Rule`] asserts new facts, adds nested rules, or tests bound variables. A
//! [`RuleEngine`] runs the rules until nothing new follows, in contexts that can be
//! opened, tried and closed again.
//!
//! | form | meaning |
//! |---|---|
//! | `(rule trigger action ...)` | execute the actions for each fact that matches the trigger |
//! | `(unique a b ...)` | continue only if the terms are all different |
//! | `(test (relation a b))` | continue only if the relation holds: `= /= < <= > >=` |
//! | `(let ?x expression)` | bind `?x`: `+ - * quotient remainder min max abs` |
//! | `(assert (fact ...))` | assert the fact |
//! | `; text` | a comment, up to the end of the line |
//!
//! The model is the tiny rule engine (TRE) of Kenneth D. Forbus and Johan de Kleer,
//! "Building Problem Solvers", MIT Press, 1993, chapter 4. There is deliberately no
//! negation and no retraction except [`RuleEngine::pop`].
//!
//! ```
//! use rules::{RuleEngine, Term};
//! use control::{Limits, Meter};
//!
//! let mut engine = RuleEngine::new();
//! engine.load(
//!     "(rule (speed ?who ?s)
//!        (rule (time ?who ?t)
//!          (let ?d (* ?s ?t))
//!          (assert (distance ?who ?d))))
//!      (speed train 80)",
//! )?;
//!
//! let limits = Limits::default();
//! let mut meter = Meter::new(&limits);
//! let three_hours = Term::parse("(time train 3)")?;
//! let distance = Term::parse("(distance train 240)")?;
//! assert!(engine.try_in_context(three_hours, &mut meter, |then| then.holds(&distance))?);
//! assert!(!engine.holds(&distance));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod arithmetic;
mod bindings;
mod engine;
mod parse;
mod rule;
mod term;

pub use arithmetic::ArithmeticError;
pub use bindings::Bindings;
pub use engine::{FiringCounts, RuleEngine, RuleEngineError};
pub use parse::{TermParseError, TermParseReason};
pub use rule::{Action, FireError, Rule, RuleError};
pub use term::{List, MAX_DEPTH, MAX_SIZE, Symbol, Term, TermError};
