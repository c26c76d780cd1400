//! Proofs by cutting planes, checked by code that shares nothing with their writer.

use crate::common;
use crate::export::{expected, written};
use proptest::prelude::*;
use queens::control::Limits;
use queens::export::{self, ExportError};
use queens::problem::Problem;
use std::collections::BTreeMap;

/// A sum of variables by number from 1, which is at least the number behind it.
type AtLeast = (BTreeMap<usize, i64>, i64);

/// True if `sums` contradict `assumed` by unit propagation.
fn propagates(sums: &[AtLeast], assumed: (usize, bool)) -> bool {
    let mut known = BTreeMap::from([assumed]);
    loop {
        let before = known.len();
        for (terms, bound) in sums {
            let value = |(variable, factor): (&usize, &i64)| match known.get(variable) {
                Some(true) => *factor,
                Some(false) => 0,
                None => (*factor).max(0),
            };
            let most: i64 = terms.iter().map(value).sum();
            if most < *bound {
                return true;
            }
            for (&variable, &factor) in terms {
                if !known.contains_key(&variable) && most - factor.abs() < *bound {
                    known.insert(variable, factor > 0);
                }
            }
        }
        if known.len() == before {
            return false;
        }
    }
}

/// Checks a proof of cutting planes line by line; shares nothing with its writer.
pub(crate) fn check(opb: &str, proof: &str) {
    let mut sums: Vec<AtLeast> = Vec::new();
    for line in opb.lines().filter(|line| !line.starts_with('*')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (terms, end) = words.split_at(words.len() - 3);
        let term = |pair: &[&str]| {
            (
                pair[1][1..].parse().unwrap(),
                pair[0].parse::<i64>().unwrap(),
            )
        };
        let (terms, bound): (BTreeMap<_, _>, i64) =
            (terms.chunks(2).map(term).collect(), end[1].parse().unwrap());
        let negated = terms
            .iter()
            .map(|(&variable, &factor)| (variable, -factor))
            .collect();
        sums.push((terms, bound));
        if end[0] == "=" {
            sums.push((negated, -bound));
        }
    }
    let given = sums.len();
    let literal = |word: &str| match word.strip_prefix("~x") {
        Some(number) => (number.parse::<usize>().unwrap(), false),
        None => (word.strip_prefix('x').unwrap().parse().unwrap(), true),
    };
    let mut lines = proof.lines().filter(|line| !line.starts_with('*'));
    assert_eq!(lines.next(), Some("pseudo-Boolean proof version 2.0"));
    assert_eq!(lines.next(), Some(format!("f {given}").as_str()));
    let mut conclusion = None;
    for line in lines {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["rup", "1", name, ">=", "1", ";"] => {
                let (variable, holds) = literal(name);
                assert!(propagates(&sums[..given], (variable, !holds)), "{line}");
                let sign = if holds { 1 } else { -1 };
                sums.push((BTreeMap::from([(variable, sign)]), i64::from(holds)));
            }
            ["pol", ref rest @ ..] => {
                let mut stack: Vec<AtLeast> = Vec::new();
                let mut words = rest.iter().peekable();
                while let Some(&word) = words.next() {
                    if word == "+" {
                        let (terms, bound) = stack.pop().unwrap();
                        let below = stack.last_mut().unwrap();
                        terms
                            .iter()
                            .for_each(|(&v, f)| *below.0.entry(v).or_insert(0) += f);
                        below.1 += bound;
                    } else if words.peek().is_some_and(|next| **next == "*") {
                        let factor: i64 = word.parse().unwrap();
                        assert!(factor > 0, "{line}");
                        let (terms, bound) = stack.last_mut().unwrap();
                        terms.values_mut().for_each(|value| *value *= factor);
                        *bound *= factor;
                        words.next();
                    } else if word.starts_with(['x', '~']) {
                        let (variable, holds) = literal(word);
                        let axiom = if holds { (1, 0) } else { (-1, -1) };
                        stack.push((BTreeMap::from([(variable, axiom.0)]), axiom.1));
                    } else {
                        stack.push(sums[word.parse::<usize>().unwrap() - 1].clone());
                    }
                }
                assert_eq!(stack.len(), 1);
                sums.extend(stack);
            }
            ["output", "NONE"] | ["end", "pseudo-Boolean", "proof"] => {}
            ["conclusion", "UNSAT", ":", number] => {
                conclusion = Some(number.parse::<usize>().unwrap());
            }
            _ => panic!("{line}"),
        }
    }
    let (terms, bound) = &sums[conclusion.unwrap() - 1];
    assert!(
        terms.values().all(|&factor| factor == 0) && *bound > 0,
        "{terms:?} >= {bound}"
    );
}

fn quadratic_proof(problem: &Problem) -> Result<String, ExportError> {
    let mut bytes = Vec::new();
    export::write_cutting_planes(problem, None, &Limits::default(), &mut bytes)?;
    Ok(String::from_utf8(bytes).unwrap())
}

/// Boards that the quadratic bound refutes have a proof by cutting planes, also with
/// blocked squares; boards with solutions have none.
#[test]
fn refutations_by_the_quadratic_bound_are_cutting_planes() {
    let core: Problem = crate::completion::instance("core_40_26_0.txt");
    check(
        &written(&core, "opb").unwrap(),
        &quadratic_proof(&core).unwrap(),
    );
    for text in ["8", "8\ngivens: b4", "torus 5", "4x5", "queens 6\ntotal: 3"] {
        let refused = quadratic_proof(&text.parse().unwrap());
        assert!(
            matches!(refused, Err(ExportError::Unsupported(_))),
            "{text}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// A proof is one of a problem without a solution, and holds.
    #[test]
    fn every_refutation_is_a_valid_proof(problem in common::problems()) {
        if let Ok(proof) = quadratic_proof(&problem) {
            check(&written(&problem, "opb").unwrap(), &proof);
            if let Some(solutions) = expected(&problem) {
                prop_assert!(solutions.is_empty());
            }
        }
    }
}
