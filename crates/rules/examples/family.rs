//! Family relations from a handful of rules, and a question of the form "what if".
//!
//! Run it with `cargo run -p queens-rules --example family`.

use control::{Limits, Meter};
use rules::{RuleEngine, Term};

const FAMILY: &str = "
    (rule (parent ?a ?b)
      (rule (parent ?a ?c)
        (unique ?b ?c)
        (assert (siblings ?b ?c))))
    (rule (parent ?a ?b)
      (rule (parent ?b ?c)
        (assert (grandparent ?a ?c))))
    (rule (siblings ?a ?b)
      (rule (parent ?a ?c)
        (rule (parent ?b ?d)
          (assert (cousins ?c ?d)))))
    (rule (born ?a ?then)
      (rule (born ?b ?later)
        (test (< ?then ?later))
        (let ?years (- ?later ?then))
        (assert (older ?a ?b by ?years years))))

    (parent Maria Johann)   ; mother and first son
    (parent Maria Theres)
    (parent Johann Lena)
    (born Maria 1921)
    (born Johann 1949)";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    let mut engine = RuleEngine::new();
    engine.load(FAMILY)?;
    engine.run(&mut meter)?;
    for fact in engine.facts() {
        println!("{fact}");
    }

    let suppose = Term::parse("(parent Theres Max)")?;
    println!("\nsuppose {suppose}; then");
    let cousins = engine.try_in_context(suppose, &mut meter, |engine| {
        engine
            .show("cousins")
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    })?;
    println!("{}", cousins.join("\n"));

    let tally = engine.tally();
    println!(
        "\n{} facts asserted, {} rules fired, {} pairs matched",
        tally.asserted, tally.fired, tally.matched
    );
    Ok(())
}
