//! Rules: a trigger, and what to do with each fact that matches it.

use crate::arithmetic::{ArithmeticError, Comparison, Expression};
use crate::bindings::Bindings;
use crate::parse::TermParseError;
use crate::term::{MAX_DEPTH, Symbol, Term, TermError, write_spaced};
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// Reason why a rule is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// The text is no term.
    #[error(transparent)]
    Parse(#[from] TermParseError),
    /// The form is not `(rule trigger action ...)`.
    #[error("{form} is not a rule: write (rule trigger action ...)")]
    NotARule {
        /// The form.
        form: Term,
    },
    /// The form is not an action.
    #[error(
        "{form} is not an action: write (rule ...), (unique a b ...), (test (relation a b)), (let ?x expression) or (assert (fact ...))"
    )]
    BadAction {
        /// The form.
        form: Term,
    },
    /// The form is not a comparison.
    #[error(
        "{form} is not a comparison: write (relation a b) with one of = /= < <= > >="
    )]
    BadComparison {
        /// The form.
        form: Term,
    },
    /// The form is not an expression.
    #[error(
        "{form} is not an expression: write an integer, a variable, (abs a) or (operator a b) with one of + - * quotient remainder min max"
    )]
    BadExpression {
        /// The form.
        form: Term,
    },
    /// A trigger or an assertion that matches no fact.
    #[error(
        "{form} matches no fact: write a list that begins with a symbol or a bound variable"
    )]
    NoClass {
        /// The form.
        form: Term,
    },
    /// A variable that nothing before it binds.
    #[error("?{name} is not bound: bind it by a trigger around it or by a let before it")]
    Unbound {
        /// The variable, without its question mark.
        name: Symbol,
    },
    /// Rules nested deeper than [`MAX_DEPTH`].
    #[error("the rule nests more than {limit} rules: split it", limit = MAX_DEPTH)]
    TooDeep,
}

/// A test in Rust with its description.
#[derive(Clone)]
struct RustTest {
    description: Arc<str>,
    holds: Arc<dyn Fn(&Bindings) -> bool + Send + Sync>,
}

impl fmt::Debug for RustTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RustTest").field(&self.description).finish()
    }
}

#[derive(Clone, Debug)]
enum ActionKind {
    Rule(Arc<Rule>),
    Unique(Vec<Term>),
    Test(Comparison),
    When(RustTest),
    Let(Symbol, Expression),
    Assert(Term),
}

/// One step in the body of a rule.
#[derive(Clone, Debug)]
pub struct Action(ActionKind);

impl Action {
    /// Adds `rule` to the engine with the present bindings: a nested trigger.
    #[must_use]
    pub fn rule(rule: Rule) -> Self {
        Action(ActionKind::Rule(Arc::new(rule)))
    }

    /// Ends the body unless the terms are all different after substitution.
    #[must_use]
    pub fn unique(terms: Vec<Term>) -> Self {
        Action(ActionKind::Unique(terms))
    }

    /// Ends the body unless the comparison `(relation a b)` holds; the relations are
    /// `= /= < <= > >=`, and `a` and `b` are expressions as in [`Action::compute`].
    ///
    /// # Errors
    /// [`RuleError::BadComparison`] and [`RuleError::BadExpression`].
    pub fn test(comparison: &Term) -> Result<Self, RuleError> {
        Ok(Action(ActionKind::Test(Comparison::from_term(comparison)?)))
    }

    /// Ends the body unless `holds` returns true. For tests that the text form cannot
    /// express: the text is `(when description)`, which cannot be read back.
    #[must_use]
    pub fn when(
        description: &str,
        holds: impl Fn(&Bindings) -> bool + Send + Sync + 'static,
    ) -> Self {
        Action(ActionKind::When(RustTest {
            description: description.into(),
            holds: Arc::new(holds),
        }))
    }

    /// Binds `variable` to the value of an expression for the rest of the body: an
    /// integer, a variable, `(abs a)`, or `(operator a b)` with one of `+ - * quotient
    /// remainder min max`. In text `(let ?x expression)`.
    ///
    /// # Errors
    /// [`RuleError::BadExpression`].
    pub fn compute(variable: Symbol, expression: &Term) -> Result<Self, RuleError> {
        Ok(Action(ActionKind::Let(
            variable,
            Expression::from_term(expression)?,
        )))
    }

    /// Asserts the fact that `template` becomes after substitution.
    ///
    /// # Errors
    /// [`RuleError::NoClass`].
    pub fn assert(template: Term) -> Result<Self, RuleError> {
        check_class(&template)?;
        Ok(Action(ActionKind::Assert(template)))
    }

    /// Reads one action from its form.
    fn from_term(form: &Term) -> Result<Self, RuleError> {
        let bad = || RuleError::BadAction { form: form.clone() };
        let name = form.class().ok_or_else(bad)?;
        let arguments = &form.items().unwrap_or_default()[1..];
        match (name.as_str(), arguments) {
            ("rule", _) => Ok(Action::rule(Rule::read(form)?)),
            ("unique", terms) if terms.len() >= 2 => Ok(Action::unique(terms.to_vec())),
            ("test", [comparison]) => Action::test(comparison),
            ("let", [Term::Variable(name), value]) => {
                Action::compute(name.clone(), value)
            }
            ("assert", [template]) => Action::assert(template.clone()),
            _ => Err(bad()),
        }
    }

    /// Replaces the variables that must be bound after this action by those that must be
    /// bound before it.
    fn needs_before(&self, names: &mut Vec<Symbol>) {
        match &self.0 {
            ActionKind::Rule(rule) => {
                for name in &rule.needs {
                    if !names.contains(name) {
                        names.push(name.clone());
                    }
                }
            }
            ActionKind::Unique(terms) => {
                for term in terms {
                    term.collect_variables(names);
                }
            }
            ActionKind::Test(comparison) => comparison.collect_variables(names),
            ActionKind::When(_) => {}
            ActionKind::Let(name, expression) => {
                names.retain(|needed| needed != name);
                expression.collect_variables(names);
            }
            ActionKind::Assert(template) => template.collect_variables(names),
        }
    }

    /// Returns the nesting depth of rules in it.
    fn depth(&self) -> usize {
        match &self.0 {
            ActionKind::Rule(rule) => rule.depth,
            _ => 0,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            ActionKind::Rule(rule) => write!(f, "{rule}"),
            ActionKind::Unique(terms) => {
                f.write_str("(unique ")?;
                write_spaced(f, terms)?;
                f.write_str(")")
            }
            ActionKind::Test(comparison) => write!(f, "(test {comparison})"),
            ActionKind::When(closure) => write!(f, "(when {})", closure.description),
            ActionKind::Let(name, expression) => write!(f, "(let ?{name} {expression})"),
            ActionKind::Assert(template) => write!(f, "(assert {template})"),
        }
    }
}

/// A trigger and a body of [`Action`]s.
///
/// For each fact that matches the trigger, the actions are executed in order, with the
/// variables of the trigger bound; a test that fails ends the body. A nested rule applies
/// to earlier and later facts with the bindings of the rule around it.
///
/// The text form can be printed and read; `{:#}` puts every nested action on a line of
/// its own.
///
/// ```
/// use rules::Rule;
///
/// let rule: Rule = "(rule (queen ?q1 is placed on row ?r)
///                     (rule (queen ?q2 is placed on row ?r)
///                       (unique ?q1 ?q2)
///                       (assert (warning queen ?q1 can be taken))))".parse()?;
/// assert!(rule.to_string().starts_with("(rule (queen ?q1 is placed on row ?r) (rule "));
/// # Ok::<(), rules::RuleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rule {
    trigger: Term,
    body: Vec<Action>,
    /// The variables that must be bound around this rule.
    needs: Vec<Symbol>,
    /// 1 for a rule without nested ones.
    depth: usize,
}

impl Rule {
    /// Creates the rule that executes `body` for each fact that matches `trigger`.
    ///
    /// A rule around this one may bind further variables;
    /// [`RuleEngine::add_rule`](crate::RuleEngine::add_rule) checks that none stays
    /// unbound.
    ///
    /// # Errors
    /// [`RuleError::NoClass`] for the trigger, [`RuleError::TooDeep`].
    pub fn new(trigger: Term, body: Vec<Action>) -> Result<Self, RuleError> {
        check_class(&trigger)?;
        let depth = 1 + body.iter().map(Action::depth).max().unwrap_or(0);
        if depth > MAX_DEPTH {
            return Err(RuleError::TooDeep);
        }
        let mut needs = Vec::new();
        for action in body.iter().rev() {
            action.needs_before(&mut needs);
        }
        let mut bound = Vec::new();
        trigger.collect_variables(&mut bound);
        needs.retain(|name| !bound.contains(name));
        // The class of its facts must be known when the rule is added.
        if let Some(Term::Variable(name)) = trigger.head() {
            needs.push(name.clone());
        }
        Ok(Rule {
            trigger,
            body,
            needs,
            depth,
        })
    }

    /// Reads a rule from the form `(rule trigger action ...)`.
    ///
    /// # Errors
    /// [`RuleError`], with the reason.
    pub fn read(form: &Term) -> Result<Self, RuleError> {
        match form.items() {
            Some([Term::Symbol(rule), trigger, body @ ..]) if rule.as_str() == "rule" => {
                let body = body
                    .iter()
                    .map(Action::from_term)
                    .collect::<Result<_, _>>()?;
                Rule::new(trigger.clone(), body)
            }
            _ => Err(RuleError::NotARule { form: form.clone() }),
        }
    }

    /// Returns the pattern of the facts that trigger it.
    #[must_use]
    pub fn trigger(&self) -> &Term {
        &self.trigger
    }

    /// Checks that every variable is bound where it is used.
    pub(crate) fn check_closed(&self) -> Result<(), RuleError> {
        match self.needs.first() {
            None => Ok(()),
            Some(name) => Err(RuleError::Unbound { name: name.clone() }),
        }
    }

    /// Executes the body and returns its effects.
    pub(crate) fn fire_actions(
        &self,
        bindings: &mut Bindings,
    ) -> Result<Vec<ActionEffect>, FireError> {
        let mut effects = Vec::new();
        for action in &self.body {
            let continues = match &action.0 {
                ActionKind::Rule(rule) => {
                    effects.push(ActionEffect::Rule(Arc::clone(rule), bindings.clone()));
                    true
                }
                ActionKind::Unique(terms) => all_different(terms, bindings)?,
                ActionKind::Test(comparison) => comparison.holds_with(bindings)?,
                ActionKind::When(closure) => (closure.holds)(bindings),
                ActionKind::Let(name, expression) => {
                    let value = expression.evaluate_with(bindings)?;
                    bindings.bind_name(name, Term::Integer(value));
                    true
                }
                ActionKind::Assert(template) => {
                    effects.push(ActionEffect::Fact(template.substitute(bindings)?));
                    true
                }
            };
            if !continues {
                break;
            }
        }
        Ok(effects)
    }

    /// Writes the rule on several lines, indented by `indent` blanks.
    fn write_indented(&self, f: &mut fmt::Formatter<'_>, indent: usize) -> fmt::Result {
        write!(f, "(rule {}", self.trigger)?;
        for action in &self.body {
            write!(f, "\n{:1$}", "", indent + 2)?;
            match &action.0 {
                ActionKind::Rule(rule) => rule.write_indented(f, indent + 2)?,
                _ => write!(f, "{action}")?,
            }
        }
        f.write_str(")")
    }
}

/// Fact or rule that the body of a rule adds to the engine.
pub(crate) enum ActionEffect {
    Fact(Term),
    Rule(Arc<Rule>, Bindings),
}

/// Reason why the body of a rule fails.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FireError {
    /// An expression has no value.
    #[error(transparent)]
    Arithmetic(#[from] ArithmeticError),
    /// The result of a substitution is not a valid term.
    #[error(transparent)]
    Term(#[from] TermError),
}

/// Checks that `form` is a list that begins with a symbol, or with a variable that may
/// become one.
fn check_class(form: &Term) -> Result<(), RuleError> {
    match form.head() {
        Some(Term::Symbol(_) | Term::Variable(_)) => Ok(()),
        _ => Err(RuleError::NoClass { form: form.clone() }),
    }
}

fn all_different(terms: &[Term], bindings: &Bindings) -> Result<bool, TermError> {
    let filled = terms
        .iter()
        .map(|term| term.substitute(bindings))
        .collect::<Result<Vec<_>, _>>()?;
    Ok((1..filled.len()).all(|index| !filled[..index].contains(&filled[index])))
}

impl FromStr for Rule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Rule::read(&Term::parse(text)?)
    }
}

/// The text form: on one line, or with `{:#}` indented on several.
impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return self.write_indented(f, 0);
        }
        write!(f, "(rule {}", self.trigger)?;
        for action in &self.body {
            write!(f, " {action}")?;
        }
        f.write_str(")")
    }
}
