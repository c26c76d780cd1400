#![no_main]
//! Any text is facts and rules or an error, and what was read runs within its limits.

use control::{Limits, Meter};
use libfuzzer_sys::fuzz_target;
use rules::{RuleEngine, Term};

fuzz_target!(|text: &str| {
    let mut engine = RuleEngine::new();
    if engine.load(text).is_err() {
        assert_eq!(engine.facts().count(), 0);
        return;
    }
    for fact in engine.facts() {
        assert_eq!(Term::parse(&fact.to_string()).as_ref(), Ok(fact));
    }
    // Rules may feed each other for ever.
    let limits = Limits::default().with_nodes(2_000).with_memory(64 << 20);
    let _ = engine.run(&mut Meter::new(&limits));
});
