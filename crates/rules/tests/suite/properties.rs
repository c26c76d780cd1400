//! Laws that hold for all inputs.

use control::{Limits, Meter};
use proptest::prelude::*;
use rules::{Rule, RuleEngine, Symbol, Term};

/// Reachability, from both ends of each edge.
const PATHS: &str = "(rule (edge ?a ?b)
                       (assert (path ?a ?b))
                       (rule (path ?b ?c) (assert (path ?a ?c))))";

const NODES: usize = 6;

fn any_term() -> impl Strategy<Value = Term> {
    let symbol =
        any::<String>().prop_filter_map("no symbol", |name| Symbol::new(&name).ok());
    let atom = prop_oneof![
        any::<i64>().prop_map(Term::Integer),
        symbol.clone().prop_map(Term::Symbol),
        symbol.prop_map(Term::Variable),
        "[a-z+*/<=-]{1,4}".prop_map(|name| Term::symbol(&name).unwrap()),
    ];
    atom.prop_recursive(6, 40, 5, |item| {
        prop::collection::vec(item, 0..5).prop_map(|items| Term::list(items).unwrap())
    })
}

fn any_edges() -> impl Strategy<Value = Vec<(usize, usize)>> {
    prop::collection::vec((0..NODES, 0..NODES), 0..12)
}

fn assert_edges(engine: &mut RuleEngine, edges: &[(usize, usize)]) {
    for (a, b) in edges {
        let fact = Term::parse(&format!("(edge {a} {b})")).unwrap();
        engine.assert(fact).unwrap();
    }
}

fn run(engine: &mut RuleEngine) {
    let limits = Limits::default();
    engine.run(&mut Meter::new(&limits)).unwrap();
}

/// Reachability by Warshall's algorithm, which shares nothing with the engine.
fn closure(edges: &[(usize, usize)]) -> [[bool; NODES]; NODES] {
    let mut reach = [[false; NODES]; NODES];
    for &(a, b) in edges {
        reach[a][b] = true;
    }
    for via in 0..NODES {
        for from in 0..NODES {
            for to in 0..NODES {
                reach[from][to] |= reach[from][via] && reach[via][to];
            }
        }
    }
    reach
}

proptest! {
    #[test]
    fn terms_round_trip(term in any_term()) {
        let text = term.to_string();
        prop_assert_eq!(Term::parse(&text), Ok(term));
    }

    #[test]
    fn no_text_panics_the_readers(text in any::<String>()) {
        let _ = Term::parse(&text);
        let _ = text.parse::<Rule>();
        let _ = RuleEngine::new().load(&text);
    }

    #[test]
    fn no_tokens_panic_the_readers(
        tokens in prop::collection::vec(
            prop::sample::select(vec![
                "(", "(", ")", ")", "(rule (a ?x)", "(assert (b ?x))", "(unique ?x", "(test",
                "(let ?y", "(+ ?x 1)", "abs", "<", "?x", "?", "7", "a", ";", "\n",
            ]),
            0..40,
        ),
    ) {
        let text = tokens.join(" ");
        let _ = Term::parse_all(&text);
        if let Ok(rule) = text.parse::<Rule>() {
            let again: Rule = rule.to_string().parse().unwrap();
            prop_assert_eq!(again.to_string(), rule.to_string());
        }
        let _ = RuleEngine::new().load(&text);
    }

    #[test]
    fn substituting_a_match_yields_the_fact(term in any_term(), fact in any_term()) {
        prop_assume!(fact.is_ground());
        if let Some(bindings) = term.matches(&fact) {
            prop_assert_eq!(term.substitute(&bindings), Ok(fact));
        }
    }

    #[test]
    fn forward_chaining_finds_the_transitive_closure(edges in any_edges(), split in 0_usize..12) {
        // The rules arrive between the facts, and the engine runs in between.
        let (early, late) = edges.split_at(split.min(edges.len()));
        let mut engine = RuleEngine::new();
        assert_edges(&mut engine, early);
        engine.load(PATHS).unwrap();
        run(&mut engine);
        assert_edges(&mut engine, late);
        run(&mut engine);
        let reach = closure(&edges);
        for (from, row) in reach.iter().enumerate() {
            for (to, &reached) in row.iter().enumerate() {
                let path = Term::parse(&format!("(path {from} {to})")).unwrap();
                prop_assert_eq!(engine.holds(&path), reached, "{}", path);
            }
        }
    }

    #[test]
    fn pop_undoes_everything_since_push(
        before in any_edges(),
        within in any_edges(),
        after in any_edges(),
        run_before in any::<bool>(),
    ) {
        let mut engine = RuleEngine::new();
        engine.load(PATHS).unwrap();
        assert_edges(&mut engine, &before);
        if run_before {
            run(&mut engine);
        }
        let mut untouched = engine.clone();

        engine.push("detour");
        assert_edges(&mut engine, &within);
        engine.load("(rule (path ?a ?a) (assert (loop ?a)))").unwrap();
        run(&mut engine);
        engine.pop().unwrap();
        prop_assert!(engine.facts().eq(untouched.facts()));

        // Nor does anything show later: what follows from here on is the same.
        for engine in [&mut engine, &mut untouched] {
            assert_edges(engine, &after);
            run(engine);
        }
        prop_assert!(engine.facts().eq(untouched.facts()));
        let pattern = Term::parse("(path ?a ?a)").unwrap();
        prop_assert!(engine.fetch(&pattern).eq(untouched.fetch(&pattern)));
    }
}
