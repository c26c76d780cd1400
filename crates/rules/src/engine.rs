//! The engine: facts, rules and nested contexts.

use crate::bindings::Bindings;
use crate::parse::TermParseError;
use crate::rule::{ActionEffect, FireError, Rule, RuleError};
use crate::term::{Symbol, Term};
use control::{Meter, Stop};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Error of a rule engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleEngineError {
    /// A term that cannot be a fact.
    #[error(
        "{term} is not a fact: write a list that begins with a symbol and holds no variable"
    )]
    NotAFact {
        /// The term.
        term: Term,
    },
    /// A text that cannot be read.
    #[error(transparent)]
    Parse(#[from] TermParseError),
    /// A rule that cannot be used.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The body of a rule fails on a fact that triggered it.
    #[error("{rule} fails on {fact}: {reason}")]
    Fire {
        /// The rule.
        rule: String,
        /// The fact.
        fact: Term,
        /// The reason.
        reason: FireError,
    },
    /// [`RuleEngine::pop`] without a [`RuleEngine::push`].
    #[error("no context is open: push one before you pop")]
    NoContext,
    /// A limit was reached or the run was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Totals of an engine since its creation, popped contexts included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FiringCounts {
    /// Number of new facts, asserted by the caller or by rules.
    pub asserted: u64,
    /// Number of firings: a trigger matched a fact and the body was executed.
    pub fired: u64,
    /// Number of pairs of a rule and a fact that were compared, successfully or not.
    pub matched: u64,
}

/// Entry of the trail, the list of all facts and rules in order of arrival.
#[derive(Clone, Debug)]
enum TrailEntry {
    Fact {
        class: usize,
        fact: Term,
    },
    Rule {
        class: usize,
        rule: Arc<Rule>,
        bindings: Bindings,
    },
}

/// Facts and rules that begin with one symbol, as ascending positions in the trail.
#[derive(Clone, Debug)]
struct FactClass {
    name: Symbol,
    facts: Vec<usize>,
    rules: Vec<usize>,
}

/// Next pair of a rule and a fact to match: the entry at `place` of the trail with the
/// `partner`-th older entry of the other kind in its class.
#[derive(Clone, Copy, Debug, Default)]
struct MatchCursor {
    place: usize,
    partner: usize,
}

/// An open context with the state that [`RuleEngine::pop`] restores.
#[derive(Clone, Debug)]
struct OpenContext {
    name: Cow<'static, str>,
    mark: TrailMark,
}

/// State of an engine. Entries before a mark never change.
#[derive(Clone, Copy, Debug)]
struct TrailMark {
    trail: usize,
    classes: usize,
    bytes: u64,
    cursor: MatchCursor,
}

/// A forward-chaining rule engine.
///
/// Facts and rules can be added at any time. [`RuleEngine::run`] matches every rule with
/// every fact of its class (its first symbol), each pair once, in the order in which the
/// younger of the two arrived, until no pair is left.
///
/// [`RuleEngine::push`] opens a context and [`RuleEngine::pop`] closes it, which removes
/// everything that entered the engine in between and restores the pairs that were still
/// to be matched.
///
/// The model is the tiny rule engine (TRE) of Kenneth D. Forbus and Johan de Kleer,
/// "Building Problem Solvers", MIT Press, 1993, chapter 4, with the contexts of "n-queens
/// puzzle solved in hy and cps" (Tuukka Turto, Engineer's Journey, 2018; Stilpo library).
///
/// ```
/// use rules::{RuleEngine, Term};
/// use control::{Limits, Meter};
///
/// let mut engine = RuleEngine::new();
/// engine.load(
///     "(rule (parent ?a ?b)
///        (assert (ancestor ?a ?b))
///        (rule (ancestor ?b ?c)
///          (assert (ancestor ?a ?c))))
///      (parent Uranus Cronus)
///      (parent Cronus Zeus)
///      (parent Zeus Athena)",
/// )?;
/// let limits = Limits::default();
/// engine.run(&mut Meter::new(&limits))?;
/// let pattern = Term::parse("(ancestor ?who Athena)")?;
/// let found: Vec<String> = engine.fetch(&pattern).map(ToString::to_string).collect();
/// assert_eq!(found.len(), 3);
/// assert_eq!(found[0], "(ancestor Zeus Athena)");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct RuleEngine {
    trail: Vec<TrailEntry>,
    known: HashSet<Term>,
    classes: Vec<FactClass>,
    class_of: HashMap<Symbol, usize>,
    cursor: MatchCursor,
    contexts: Vec<OpenContext>,
    bytes: u64,
    tally: FiringCounts,
    /// Scratch bindings, kept for their allocation.
    scratch: Bindings,
}

impl RuleEngine {
    /// Creates an engine without facts and rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the facts and rules in `text`; a list that begins with `rule` is a rule.
    ///
    /// # Errors
    /// [`RuleEngineError::Parse`], [`RuleEngineError::Rule`],
    /// [`RuleEngineError::NotAFact`]; then nothing was added.
    pub fn load(&mut self, text: &str) -> Result<(), RuleEngineError> {
        let mark = self.mark_trail();
        let loaded = Term::parse_all(text)?.into_iter().try_for_each(|form| {
            if form.class().is_some_and(|class| class.as_str() == "rule") {
                self.add_rule(Rule::read(&form)?)
            } else {
                self.assert(form).map(drop)
            }
        });
        if loaded.is_err() {
            self.rewind_to(mark);
        }
        loaded
    }

    /// Adds a rule, which applies to earlier and later facts.
    ///
    /// # Errors
    /// [`RuleEngineError::Rule`] if it leaves a variable unbound.
    pub fn add_rule(&mut self, rule: Rule) -> Result<(), RuleEngineError> {
        rule.check_closed()?;
        self.install_rule(Arc::new(rule), Bindings::default());
        Ok(())
    }

    /// Adds a fact and returns true if it is new. Rules are applied to it by
    /// [`RuleEngine::run`].
    ///
    /// # Errors
    /// [`RuleEngineError::NotAFact`] unless it is a ground list that begins with a
    /// symbol.
    ///
    /// # Complexity
    /// Linear in the fact, independent of the number of facts.
    pub fn assert(&mut self, fact: Term) -> Result<bool, RuleEngineError> {
        let Some(class) = fact.class().filter(|_| fact.is_ground()) else {
            return Err(RuleEngineError::NotAFact { term: fact });
        };
        if self.known.contains(&fact) {
            return Ok(false);
        }
        let class = self.class_entry(&class.clone());
        self.classes[class].facts.push(self.trail.len());
        self.known.insert(fact.clone());
        self.tally.asserted += 1;
        self.enter_trail(TrailEntry::Fact { class, fact });
        Ok(true)
    }

    /// Applies the rules to the facts until nothing new follows.
    ///
    /// The meter counts as `expanded` the pairs of a rule and a fact that are matched, so
    /// the node limit bounds every set of rules. `generated` counts the facts and rules
    /// that bodies produce, and `widest` is the greatest number of entries. The memory
    /// limit applies to an estimate of the size of facts and rules.
    ///
    /// # Errors
    /// [`RuleEngineError::Stopped`], after which the next run continues from there.
    /// [`RuleEngineError::Fire`] and [`RuleEngineError::NotAFact`] if a body fails, which
    /// then has no effect; the next run starts with it again.
    ///
    /// # Complexity
    /// The sum over the classes of rules times facts, times the cost of a match.
    pub fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), RuleEngineError> {
        while let Some((rule, fact)) = self.next_pair(meter)? {
            meter.expand()?;
            let mark = self.mark_trail();
            if let Err(error) = self.meet_fact(rule, fact, meter) {
                self.rewind_to(mark);
                return Err(error);
            }
            self.cursor.partner += 1;
            meter.width(self.trail.len() as u64);
            meter.memory(self.bytes)?;
        }
        Ok(())
    }

    /// Opens a context called `name`.
    pub fn push(&mut self, name: impl Into<Cow<'static, str>>) {
        self.contexts.push(OpenContext {
            name: name.into(),
            mark: self.mark_trail(),
        });
    }

    /// Closes the youngest context, removes what entered the engine in it, and returns
    /// its name.
    ///
    /// # Errors
    /// [`RuleEngineError::NoContext`].
    ///
    /// # Complexity
    /// Linear in what is removed.
    pub fn pop(&mut self) -> Result<Cow<'static, str>, RuleEngineError> {
        let context = self.contexts.pop().ok_or(RuleEngineError::NoContext)?;
        self.rewind_to(context.mark);
        Ok(context.name)
    }

    /// Returns the names of the open contexts, the oldest first.
    pub fn contexts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.contexts.iter().map(|context| context.name.as_ref())
    }

    /// Asserts `fact` in a context of its own, runs, calls `ask`, and closes the context
    /// in any case.
    ///
    /// # Errors
    /// As [`RuleEngine::assert`] and [`RuleEngine::run`].
    pub fn try_in_context<T>(
        &mut self,
        fact: Term,
        meter: &mut Meter<'_>,
        ask: impl FnOnce(&RuleEngine) -> T,
    ) -> Result<T, RuleEngineError> {
        let mark = self.mark_trail();
        let answer = self
            .assert(fact)
            .and_then(|_| self.run(meter))
            .map(|()| ask(self));
        self.rewind_to(mark);
        answer
    }

    /// Returns the facts that match `pattern`, in order of assertion.
    ///
    /// # Complexity
    /// Linear in the facts of its class, or in all facts if its first item is not a
    /// symbol.
    pub fn fetch(&self, pattern: &Term) -> impl Iterator<Item = &Term> {
        let class = pattern.class();
        let of_class = class.map(|class| self.show(class.as_str()));
        let of_all = class.is_none().then(|| self.facts());
        of_class
            .into_iter()
            .flatten()
            .chain(of_all.into_iter().flatten())
            .filter(|fact| pattern.matches(fact).is_some())
    }

    /// Returns the facts that begin with the symbol `class`, in order of assertion.
    pub fn show(&self, class: &str) -> impl Iterator<Item = &Term> {
        let class = self.class_of.get(class);
        let places = class.map_or(&[][..], |&class| &self.classes[class].facts);
        places.iter().filter_map(|&place| match &self.trail[place] {
            TrailEntry::Fact { fact, .. } => Some(fact),
            TrailEntry::Rule { .. } => None,
        })
    }

    /// Returns all facts, in order of assertion.
    pub fn facts(&self) -> impl Iterator<Item = &Term> {
        self.trail.iter().filter_map(|entry| match entry {
            TrailEntry::Fact { fact, .. } => Some(fact),
            TrailEntry::Rule { .. } => None,
        })
    }

    /// Returns true if the engine holds this fact.
    ///
    /// # Complexity
    /// Linear in the fact.
    #[must_use]
    pub fn holds(&self, fact: &Term) -> bool {
        self.known.contains(fact)
    }

    /// Returns the totals of this engine.
    #[must_use]
    pub fn tally(&self) -> FiringCounts {
        self.tally
    }

    /// Returns the positions of the rule and the fact to match next.
    fn next_pair(
        &mut self,
        meter: &mut Meter<'_>,
    ) -> Result<Option<(usize, usize)>, Stop> {
        loop {
            let MatchCursor { place, partner } = self.cursor;
            let Some(entry) = self.trail.get(place) else {
                return Ok(None);
            };
            let partners = match entry {
                TrailEntry::Fact { class, .. } => &self.classes[*class].rules,
                TrailEntry::Rule { class, .. } => &self.classes[*class].facts,
            };
            match (entry, partners.get(partner)) {
                (TrailEntry::Fact { .. }, Some(&older)) if older < place => {
                    return Ok(Some((older, place)));
                }
                (TrailEntry::Rule { .. }, Some(&older)) if older < place => {
                    return Ok(Some((place, older)));
                }
                _ => {}
            }
            self.cursor = MatchCursor {
                place: place + 1,
                partner: 0,
            };
            meter.tick()?;
        }
    }

    /// Matches one rule with one fact, and executes the body if they match.
    fn meet_fact(
        &mut self,
        rule: usize,
        fact: usize,
        meter: &mut Meter<'_>,
    ) -> Result<(), RuleEngineError> {
        let (TrailEntry::Rule { rule, bindings, .. }, TrailEntry::Fact { fact, .. }) =
            (&self.trail[rule], &self.trail[fact])
        else {
            return Ok(());
        };
        self.tally.matched += 1;
        self.scratch.clone_from(bindings);
        if !self.scratch.extend_to_match(rule.trigger(), fact) {
            return Ok(());
        }
        self.tally.fired += 1;
        let effects = rule.fire_actions(&mut self.scratch).map_err(|reason| {
            RuleEngineError::Fire {
                rule: rule.to_string(),
                fact: fact.clone(),
                reason,
            }
        })?;
        meter.generate(effects.len() as u64);
        for effect in effects {
            match effect {
                ActionEffect::Rule(rule, bindings) => self.install_rule(rule, bindings),
                ActionEffect::Fact(fact) => drop(self.assert(fact)?),
            }
        }
        Ok(())
    }

    /// Puts a rule on the trail. A rule whose class is not bound to a symbol matches no
    /// fact and is dropped.
    fn install_rule(&mut self, rule: Arc<Rule>, bindings: Bindings) {
        let class = match rule.trigger().head() {
            Some(Term::Variable(name)) => bindings.get(name.as_str()),
            head => head,
        };
        let Some(Term::Symbol(class)) = class else {
            return;
        };
        let class = self.class_entry(&class.clone());
        self.classes[class].rules.push(self.trail.len());
        self.enter_trail(TrailEntry::Rule {
            class,
            rule,
            bindings,
        });
    }

    fn enter_trail(&mut self, entry: TrailEntry) {
        self.bytes += entry.bytes();
        self.trail.push(entry);
    }

    /// Returns the position of the class `name`, which is created if need be.
    fn class_entry(&mut self, name: &Symbol) -> usize {
        if let Some(&class) = self.class_of.get(name) {
            return class;
        }
        let class = self.classes.len();
        self.class_of.insert(name.clone(), class);
        self.classes.push(FactClass {
            name: name.clone(),
            facts: Vec::new(),
            rules: Vec::new(),
        });
        class
    }

    fn mark_trail(&self) -> TrailMark {
        TrailMark {
            trail: self.trail.len(),
            classes: self.classes.len(),
            bytes: self.bytes,
            cursor: self.cursor,
        }
    }

    /// Removes everything after `mark`.
    fn rewind_to(&mut self, mark: TrailMark) {
        for entry in self.trail.drain(mark.trail..).rev() {
            match entry {
                TrailEntry::Fact { class, fact } => {
                    self.classes[class].facts.pop();
                    self.known.remove(&fact);
                }
                TrailEntry::Rule { class, .. } => {
                    self.classes[class].rules.pop();
                }
            }
        }
        for class in self.classes.drain(mark.classes..) {
            self.class_of.remove(&class.name);
        }
        self.bytes = mark.bytes;
        self.cursor = mark.cursor;
    }
}

impl TrailEntry {
    /// Estimates its memory in bytes; an upper bound if terms share parts.
    fn bytes(&self) -> u64 {
        let held = match self {
            // The term, and its handle in the set of known facts.
            TrailEntry::Fact { fact, .. } => (fact.size() + 1) * size_of::<Term>(),
            TrailEntry::Rule { bindings, .. } => {
                bindings.len() * size_of::<(Symbol, Term)>()
            }
        };
        // Each entry stands in the trail and, as a number, in its class.
        (size_of::<TrailEntry>() + size_of::<usize>() + held) as u64
    }
}
