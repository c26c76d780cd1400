//! The engine: facts, rules, and contexts in which they come and go.

use crate::bindings::Bindings;
use crate::parse::ParseError;
use crate::rule::{Effect, FireError, Rule, RuleError};
use crate::term::{Symbol, Term};
use control::{Meter, Stop};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Why the engine cannot do as it was told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// A term that cannot be a fact.
    #[error("{term} is no fact: write a list that begins with a symbol and holds no variable")]
    NotAFact {
        /// The term.
        term: Term,
    },
    /// A text that cannot be read.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// A rule that cannot be used.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// A rule that cannot go on with a fact that triggered it.
    #[error("{rule} fails on {fact}: {reason}")]
    Fire {
        /// The rule.
        rule: String,
        /// The fact.
        fact: Term,
        /// Why.
        reason: FireError,
    },
    /// [`Engine::pop`] without a [`Engine::push`].
    #[error("no context is open: push one before you pop")]
    NoContext,
    /// A limit was reached or the run was cancelled.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// What an engine has done since it was made, popped contexts included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Facts that were asserted, by the caller or by rules, and that were new.
    pub asserted: u64,
    /// Rules that fired: their trigger matched a fact and their body was done.
    pub fired: u64,
    /// Pairs of a rule and a fact that were matched, whether they fitted or not.
    pub matched: u64,
}

/// What the trail holds: everything that entered the engine, in order.
#[derive(Clone, Debug)]
enum Entry {
    Fact { class: usize, fact: Term },
    Rule { class: usize, rule: Arc<Rule>, bindings: Bindings },
}

/// The facts and rules that begin with one symbol, as ascending places in the trail.
#[derive(Clone, Debug)]
struct Class {
    name: Symbol,
    facts: Vec<usize>,
    rules: Vec<usize>,
}

/// The next pair of a rule and a fact to be matched: the entry at `place` of the trail with the
/// `partner`-th older entry of the other kind in its class.
#[derive(Clone, Copy, Debug, Default)]
struct Cursor {
    place: usize,
    partner: usize,
}

/// A context, and what [`Engine::pop`] returns to.
#[derive(Clone, Debug)]
struct Context {
    name: Cow<'static, str>,
    mark: Mark,
}

/// The state of an engine: nothing that stands before a mark ever changes.
#[derive(Clone, Copy, Debug)]
struct Mark {
    trail: usize,
    classes: usize,
    bytes: u64,
    cursor: Cursor,
}

/// A forward-chaining rule engine.
///
/// Facts are asserted and rules added at any time; [`Engine::run`] matches every rule with every
/// fact of its class (its first symbol), each pair once, in the order in which the younger of the
/// two arrived, until nothing is left to do.
///
/// [`Engine::push`] opens a context and [`Engine::pop`] closes it: whatever entered the engine in
/// between is gone, and whatever waited to be matched waits again.
///
/// The model is the tiny rule engine (TRE) of Kenneth D. Forbus and Johan de Kleer, "Building
/// Problem Solvers", MIT Press, 1993, chapter 4, with the contexts of "n-queens puzzle solved in
/// hy and cps" (Tuukka Turto, Engineer's Journey, 2018; Stilpo library).
///
/// ```
/// use rules::{Engine, Term};
/// use control::{Limits, Meter};
///
/// let mut engine = Engine::new();
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
pub struct Engine {
    trail: Vec<Entry>,
    known: HashSet<Term>,
    classes: Vec<Class>,
    class_of: HashMap<Symbol, usize>,
    cursor: Cursor,
    contexts: Vec<Context>,
    bytes: u64,
    tally: Tally,
    /// Where triggers are matched, kept for its allocation.
    scratch: Bindings,
}

impl Engine {
    /// An engine without facts and rules.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the facts and rules that stand in `text`; a list that begins with `rule` is a rule.
    ///
    /// # Errors
    /// [`EngineError::Parse`], [`EngineError::Rule`], [`EngineError::NotAFact`]; then nothing of
    /// the text was added.
    pub fn load(&mut self, text: &str) -> Result<(), EngineError> {
        let mark = self.mark();
        let loaded = Term::parse_all(text)?.into_iter().try_for_each(|form| {
            if form.class().is_some_and(|class| class.as_str() == "rule") {
                self.add_rule(Rule::read(&form)?)
            } else {
                self.assert(form).map(drop)
            }
        });
        if loaded.is_err() {
            self.rewind(mark);
        }
        loaded
    }

    /// Adds a rule. It will meet the facts that stand and those that come.
    ///
    /// # Errors
    /// [`EngineError::Rule`] if it leaves a variable unbound.
    pub fn add_rule(&mut self, rule: Rule) -> Result<(), EngineError> {
        rule.check_closed()?;
        self.install(Arc::new(rule), Bindings::default());
        Ok(())
    }

    /// Adds a fact and says whether it is new. Rules do not look at it before [`Engine::run`].
    ///
    /// # Errors
    /// [`EngineError::NotAFact`] unless it is a ground list that begins with a symbol.
    ///
    /// # Complexity
    /// Linear in the fact, whatever else stands.
    pub fn assert(&mut self, fact: Term) -> Result<bool, EngineError> {
        let Some(class) = fact.class().filter(|_| fact.is_ground()) else {
            return Err(EngineError::NotAFact { term: fact });
        };
        if self.known.contains(&fact) {
            return Ok(false);
        }
        let class = self.class_entry(&class.clone());
        self.classes[class].facts.push(self.trail.len());
        self.known.insert(fact.clone());
        self.tally.asserted += 1;
        self.enter(Entry::Fact { class, fact });
        Ok(true)
    }

    /// Lets the rules meet the facts until nothing new follows.
    ///
    /// The meter counts as `expanded` the pairs of a rule and a fact that are matched: that is
    /// what its node limit bounds, so that no set of rules outruns it. It counts as `generated`
    /// the facts and rules that bodies put forward, and as `widest` the most that stood at once.
    /// The memory limit holds for an estimate of what facts and rules take.
    ///
    /// # Errors
    /// [`EngineError::Stopped`]: the next run goes on from there. [`EngineError::Fire`] and
    /// [`EngineError::NotAFact`] if a body cannot be done; nothing of that body is done, and the
    /// next run begins with it again.
    ///
    /// # Complexity
    /// The sum over the classes of rules times facts, times the cost of a match.
    pub fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), EngineError> {
        while let Some((rule, fact)) = self.next_pair(meter)? {
            meter.expand()?;
            let mark = self.mark();
            if let Err(error) = self.meet(rule, fact, meter) {
                self.rewind(mark);
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
        self.contexts.push(Context { name: name.into(), mark: self.mark() });
    }

    /// Closes the youngest context, forgets what entered the engine in it, and returns its name.
    ///
    /// # Errors
    /// [`EngineError::NoContext`].
    ///
    /// # Complexity
    /// Linear in what is forgotten.
    pub fn pop(&mut self) -> Result<Cow<'static, str>, EngineError> {
        let context = self.contexts.pop().ok_or(EngineError::NoContext)?;
        self.rewind(context.mark);
        Ok(context.name)
    }

    /// The names of the open contexts, the oldest first.
    pub fn contexts(&self) -> impl ExactSizeIterator<Item = &str> {
        self.contexts.iter().map(|context| context.name.as_ref())
    }

    /// What would hold if `fact` did: in a context of its own, asserts the fact, runs and asks;
    /// closes the context whatever came of it.
    ///
    /// # Errors
    /// As [`Engine::assert`] and [`Engine::run`].
    pub fn try_in_context<T>(
        &mut self,
        fact: Term,
        meter: &mut Meter<'_>,
        ask: impl FnOnce(&Engine) -> T,
    ) -> Result<T, EngineError> {
        let mark = self.mark();
        let answer = self.assert(fact).and_then(|_| self.run(meter)).map(|()| ask(self));
        self.rewind(mark);
        answer
    }

    /// The facts that match `pattern`, in order of assertion.
    ///
    /// # Complexity
    /// Linear in the facts of its class; in all facts if its first item is no symbol.
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

    /// The facts that begin with the symbol `class`, in order of assertion.
    pub fn show(&self, class: &str) -> impl Iterator<Item = &Term> {
        let class = self.class_of.get(class);
        let places = class.map_or(&[][..], |&class| &self.classes[class].facts);
        places.iter().filter_map(|&place| match &self.trail[place] {
            Entry::Fact { fact, .. } => Some(fact),
            Entry::Rule { .. } => None,
        })
    }

    /// All facts, in order of assertion.
    pub fn facts(&self) -> impl Iterator<Item = &Term> {
        self.trail.iter().filter_map(|entry| match entry {
            Entry::Fact { fact, .. } => Some(fact),
            Entry::Rule { .. } => None,
        })
    }

    /// Whether this very fact stands.
    ///
    /// # Complexity
    /// Linear in the fact.
    #[must_use]
    pub fn holds(&self, fact: &Term) -> bool {
        self.known.contains(fact)
    }

    /// What this engine has done.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally
    }

    /// The places of the rule and the fact to be matched next.
    fn next_pair(&mut self, meter: &mut Meter<'_>) -> Result<Option<(usize, usize)>, Stop> {
        loop {
            let Cursor { place, partner } = self.cursor;
            let Some(entry) = self.trail.get(place) else {
                return Ok(None);
            };
            let partners = match entry {
                Entry::Fact { class, .. } => &self.classes[*class].rules,
                Entry::Rule { class, .. } => &self.classes[*class].facts,
            };
            match (entry, partners.get(partner)) {
                (Entry::Fact { .. }, Some(&older)) if older < place => return Ok(Some((older, place))),
                (Entry::Rule { .. }, Some(&older)) if older < place => return Ok(Some((place, older))),
                _ => {}
            }
            self.cursor = Cursor { place: place + 1, partner: 0 };
            meter.tick()?;
        }
    }

    /// Matches one rule with one fact, and does the body if they fit.
    fn meet(&mut self, rule: usize, fact: usize, meter: &mut Meter<'_>) -> Result<(), EngineError> {
        let (Entry::Rule { rule, bindings, .. }, Entry::Fact { fact, .. }) =
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
        let effects = rule.fire(&mut self.scratch).map_err(|reason| EngineError::Fire {
            rule: rule.to_string(),
            fact: fact.clone(),
            reason,
        })?;
        meter.generate(effects.len() as u64);
        for effect in effects {
            match effect {
                Effect::Rule(rule, bindings) => self.install(rule, bindings),
                Effect::Fact(fact) => drop(self.assert(fact)?),
            }
        }
        Ok(())
    }

    /// Puts a rule on the trail. One whose class is bound to no symbol fits no fact and is left.
    fn install(&mut self, rule: Arc<Rule>, bindings: Bindings) {
        let class = match rule.trigger().head() {
            Some(Term::Variable(name)) => bindings.get(name.as_str()),
            head => head,
        };
        let Some(Term::Symbol(class)) = class else {
            return;
        };
        let class = self.class_entry(&class.clone());
        self.classes[class].rules.push(self.trail.len());
        self.enter(Entry::Rule { class, rule, bindings });
    }

    fn enter(&mut self, entry: Entry) {
        self.bytes += entry.bytes();
        self.trail.push(entry);
    }

    /// The place of the class called `name`, made if there is none.
    fn class_entry(&mut self, name: &Symbol) -> usize {
        if let Some(&class) = self.class_of.get(name) {
            return class;
        }
        let class = self.classes.len();
        self.class_of.insert(name.clone(), class);
        self.classes.push(Class { name: name.clone(), facts: Vec::new(), rules: Vec::new() });
        class
    }

    fn mark(&self) -> Mark {
        Mark { trail: self.trail.len(), classes: self.classes.len(), bytes: self.bytes, cursor: self.cursor }
    }

    /// Forgets everything that came after `mark`.
    fn rewind(&mut self, mark: Mark) {
        for entry in self.trail.drain(mark.trail..).rev() {
            match entry {
                Entry::Fact { class, fact } => {
                    self.classes[class].facts.pop();
                    self.known.remove(&fact);
                }
                Entry::Rule { class, .. } => {
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

impl Entry {
    /// An estimate of the memory that it takes, from above where terms share their parts.
    fn bytes(&self) -> u64 {
        let held = match self {
            // The term, and its handle in the set of known facts.
            Entry::Fact { fact, .. } => (fact.size() + 1) * size_of::<Term>(),
            Entry::Rule { bindings, .. } => bindings.len() * size_of::<(Symbol, Term)>(),
        };
        // Each entry stands in the trail and, as a number, in its class.
        (size_of::<Entry>() + size_of::<usize>() + held) as u64
    }
}
