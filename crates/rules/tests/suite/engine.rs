//! Promises of the engine, on small rule sets.

use control::{CancelToken, Limit, Limits, Meter, Stop};
use rules::{
    Action, FiringCounts, Rule, RuleEngine, RuleEngineError, RuleError, Symbol, Term,
};
use std::time::Duration;

fn term(text: &str) -> Term {
    Term::parse(text).unwrap()
}

fn loaded(text: &str) -> RuleEngine {
    let mut engine = RuleEngine::new();
    engine.load(text).unwrap();
    engine
}

fn run(engine: &mut RuleEngine) -> Result<(), RuleEngineError> {
    let limits = Limits::default();
    engine.run(&mut Meter::new(&limits))
}

fn facts(engine: &RuleEngine) -> Vec<String> {
    engine.facts().map(ToString::to_string).collect()
}

#[test]
fn facts_and_rules_may_come_in_any_order() {
    let rule = "(rule (a ?x) (rule (b ?x) (assert (both ?x))))";
    for text in [
        format!("{rule} (a 1) (b 1) (b 2)"),
        format!("(a 1) (b 1) (b 2) {rule}"),
        format!("(b 2) (b 1) {rule} (a 1)"),
    ] {
        let mut engine = loaded(&text);
        run(&mut engine).unwrap();
        let both: Vec<_> = engine.show("both").cloned().collect();
        assert_eq!(both, [term("(both 1)")], "{text}");
    }
}

#[test]
fn duplicates_are_not_asserted_twice() {
    let mut engine = loaded("(rule (a ?x) (assert (b))) (a 1) (a 2)");
    assert!(!engine.assert(term("(a 1)")).unwrap());
    run(&mut engine).unwrap();
    assert_eq!(facts(&engine), ["(a 1)", "(a 2)", "(b)"]);
    let expected = FiringCounts {
        asserted: 3,
        fired: 2,
        matched: 2,
    };
    assert_eq!(engine.tally(), expected);
    run(&mut engine).unwrap();
    assert_eq!(engine.tally(), expected, "nothing is matched twice");
}

#[test]
fn rules_meet_only_facts_of_their_class() {
    let mut engine = loaded("(rule (a ?x) (assert (b ?x))) (c 1) (d 1) (a 1)");
    run(&mut engine).unwrap();
    assert_eq!(engine.tally().matched, 1);
}

#[test]
fn the_class_of_a_nested_trigger_may_be_bound() {
    let mut engine = loaded(
        "(rule (symmetric ?relation) (rule (?relation ?a ?b) (assert (?relation ?b ?a))))
         (likes Ann Bob) (owns Ann cat) (symmetric likes) (symmetric 7)",
    );
    run(&mut engine).unwrap();
    assert!(engine.holds(&term("(likes Bob Ann)")));
    assert!(!engine.holds(&term("(owns cat Ann)")));
}

#[test]
fn fetch_matches_in_order_of_assertion() {
    let engine = loaded("(p 1 x) (q 5) (p 2 y) (p 3 x)");
    let fetch = |pattern: &str| -> Vec<String> {
        let pattern = term(pattern);
        engine.fetch(&pattern).map(ToString::to_string).collect()
    };
    assert_eq!(fetch("(p ?n x)"), ["(p 1 x)", "(p 3 x)"]);
    assert_eq!(fetch("(?any ?n)"), ["(q 5)"]);
    assert_eq!(fetch("?all").len(), 4);
    assert_eq!(fetch("(unheard of)"), [""; 0]);
}

#[test]
fn closures_can_test() {
    let even = Action::when("?x is even", |bindings| {
        bindings.integer("x").is_some_and(|x| x % 2 == 0)
    });
    let assert = Action::assert(term("(even ?x)")).unwrap();
    let rule = Rule::new(term("(n ?x)"), vec![even, assert]).unwrap();
    assert_eq!(
        rule.to_string(),
        "(rule (n ?x) (when ?x is even) (assert (even ?x)))"
    );
    let mut engine = loaded("(n 1) (n 2) (n 3) (n 4)");
    engine.add_rule(rule).unwrap();
    run(&mut engine).unwrap();
    assert_eq!(engine.show("even").count(), 2);
}

#[test]
fn built_rules_equal_parsed_rules() {
    let read: Rule = "(rule (a ?x) (let ?y (+ ?x 1)) (rule (b ?z) (unique ?x ?z) \
                      (test (< ?z ?y)) (assert (c ?y ?z))))"
        .parse()
        .unwrap();
    let inner = vec![
        Action::unique(vec![term("?x"), term("?z")]),
        Action::test(&term("(< ?z ?y)")).unwrap(),
        Action::assert(term("(c ?y ?z)")).unwrap(),
    ];
    let outer = vec![
        Action::compute(Symbol::new("y").unwrap(), &term("(+ ?x 1)")).unwrap(),
        Action::rule(Rule::new(term("(b ?z)"), inner).unwrap()),
    ];
    let built = Rule::new(term("(a ?x)"), outer).unwrap();
    assert_eq!(built.to_string(), read.to_string());
    let indented = format!("{built:#}");
    assert_eq!(
        indented,
        "(rule (a ?x)\n  (let ?y (+ ?x 1))\n  (rule (b ?z)\n    (unique ?x ?z)\n    \
         (test (< ?z ?y))\n    (assert (c ?y ?z))))"
    );
    let again: Rule = indented.parse().unwrap();
    assert_eq!(again.to_string(), built.to_string());
}

#[test]
fn refuses_bad_rules() {
    for (text, message) in [
        ("(rule (a ?x) (assert (b ?y)))", "?y is not bound"),
        ("(rule (a) (test (< ?y 1)) (let ?y 2))", "?y is not bound"),
        ("(rule (?c ?x))", "?c is not bound"),
        ("(rule)", "(rule) is not a rule"),
        ("(rule ?x)", "?x matches no fact"),
        ("(rule (3 ?x))", "(3 ?x) matches no fact"),
        ("(rule (a) (assert b))", "b matches no fact"),
        ("(rule (a) (explode))", "(explode) is not an action"),
        ("(rule (a) (unique 1))", "(unique 1) is not an action"),
        ("(rule (a) (test 1))", "1 is not a comparison"),
        ("(rule (a) (test (< 1 b)))", "b is not an expression"),
        ("(a ?x)", "(a ?x) is not a fact"),
        ("(1 2)", "(1 2) is not a fact"),
        ("()", "() is not a fact"),
        ("a", "a is not a fact"),
        ("(a", "line 1, column 14: the list that opens here"),
    ] {
        let mut engine = RuleEngine::new();
        let error = engine.load(&format!("(good fact)  {text}")).unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
        assert_eq!(facts(&engine), [""; 0], "{text}: nothing is loaded");
    }
}

#[test]
fn nesting_of_rules_is_bounded() {
    let mut rule = Rule::new(term("(a)"), vec![]).unwrap();
    let error = loop {
        match Rule::new(term("(a)"), vec![Action::rule(rule)]) {
            Ok(deeper) => rule = deeper,
            Err(error) => break error,
        }
    };
    assert_eq!(error, RuleError::TooDeep);
}

#[test]
fn a_runaway_rule_set_is_stopped() {
    let runaway = "(rule (n ?x) (let ?y (+ ?x 1)) (assert (n ?y))) (n 0)";
    let cancel = CancelToken::new();
    cancel.cancel();
    for (limits, stop) in [
        (
            Limits::default().with_nodes(1_000),
            Stop::LimitReached(Limit::Nodes),
        ),
        (
            Limits::default().with_time(Duration::from_millis(20)),
            Stop::LimitReached(Limit::Time),
        ),
        (
            Limits::default().with_memory(100_000),
            Stop::LimitReached(Limit::Memory),
        ),
        (Limits::default().with_cancel(cancel), Stop::Cancelled),
    ] {
        let mut engine = loaded(runaway);
        engine.push("runaway");
        let error = engine.run(&mut Meter::new(&limits)).unwrap_err();
        assert_eq!(error, RuleEngineError::Stopped(stop));
        engine.pop().unwrap();
        assert_eq!(facts(&engine), ["(n 0)"]);
    }
}

#[test]
fn a_run_that_matches_nothing_is_stopped_too() {
    let limits = Limits::default().with_time(Duration::ZERO);
    let mut engine = loaded("(a 1) (b 2) (rule (c ?x) (assert (d ?x)))");
    let error = engine.run(&mut Meter::new(&limits)).unwrap_err();
    assert_eq!(
        error,
        RuleEngineError::Stopped(Stop::LimitReached(Limit::Time))
    );
    run(&mut engine).unwrap();
    assert_eq!(facts(&engine), ["(a 1)", "(b 2)"]);
}

#[test]
fn a_stopped_run_can_be_resumed() {
    let text = "(rule (edge ?a ?b) (assert (path ?a ?b))
                  (rule (path ?b ?c) (assert (path ?a ?c))))
                (edge 1 2) (edge 2 3) (edge 3 4) (edge 4 1)";
    let mut whole = loaded(text);
    run(&mut whole).unwrap();
    assert_eq!(whole.show("path").count(), 16);

    let mut pieces = loaded(text);
    let limits = Limits::default().with_nodes(1);
    while pieces.run(&mut Meter::new(&limits)).is_err() {}
    assert_eq!(facts(&pieces), facts(&whole));
    assert_eq!(pieces.tally(), whole.tally());
}

#[test]
fn terms_that_grow_without_end_are_an_error() {
    for text in [
        "(rule (n ?x) (assert (n (s ?x)))) (n 0)",
        "(rule (n ?x) (assert (n (?x ?x)))) (n 0)",
    ] {
        let mut engine = loaded(text);
        let error = run(&mut engine).unwrap_err();
        assert!(matches!(error, RuleEngineError::Fire { .. }), "{error}");
    }
}

#[test]
fn a_body_that_fails_leaves_nothing_behind() {
    let mut engine = loaded(
        "(rule (class ?c) (assert (seen ?c)) (rule (seen ?x) (assert (seen twice)))
           (assert (?c is a class)))
         (class 7)",
    );
    for _ in 0..2 {
        let error = run(&mut engine).unwrap_err();
        assert_eq!(
            error,
            RuleEngineError::NotAFact {
                term: term("(7 is a class)")
            }
        );
        assert_eq!(facts(&engine), ["(class 7)"]);
    }
}

#[test]
fn contexts_have_names_and_nest() {
    let mut engine = RuleEngine::new();
    engine.push("outer");
    engine.push(format!("queen {}", 3));
    assert_eq!(engine.contexts().collect::<Vec<_>>(), ["outer", "queen 3"]);
    assert_eq!(engine.pop().unwrap(), "queen 3");
    assert_eq!(engine.pop().unwrap(), "outer");
    assert_eq!(engine.pop(), Err(RuleEngineError::NoContext));
}

#[test]
fn pending_rules_fire_again_after_a_context_closes() {
    let mut engine = loaded("(rule (a ?x) (assert (b ?x))) (a 1)");
    engine.push("early");
    run(&mut engine).unwrap();
    assert!(engine.holds(&term("(b 1)")));
    engine.pop().unwrap();
    assert!(!engine.holds(&term("(b 1)")));
    run(&mut engine).unwrap();
    assert!(engine.holds(&term("(b 1)")));
}

#[test]
fn rules_added_in_a_context_go_with_it() {
    let mut engine = loaded("(rule (a ?x) (rule (b ?y) (assert (pair ?x ?y))))");
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let tried =
        engine.try_in_context(term("(a 1)"), &mut meter, |engine| engine.facts().count());
    assert_eq!(tried, Ok(1));
    engine.assert(term("(b 2)")).unwrap();
    run(&mut engine).unwrap();
    assert_eq!(facts(&engine), ["(b 2)"], "the nested rule is gone");
}
