//! Proofs of best values, checked by a program of this file: every clause of a proof must
//! follow by unit propagation.

use crate::common::queens;
use std::collections::{HashMap, HashSet};
use std::fs;

/// Clauses by number; a deleted one is empty.
#[derive(Default)]
struct Clauses {
    all: Vec<Vec<i32>>,
    /// Numbers of the clauses with a literal.
    with: HashMap<i32, Vec<usize>>,
    /// Numbers of equal clauses that are not deleted.
    numbers: HashMap<Vec<i32>, Vec<usize>>,
}

impl Clauses {
    fn add(&mut self, clause: Vec<i32>) {
        let number = self.all.len();
        clause
            .iter()
            .for_each(|&literal| self.with.entry(literal).or_default().push(number));
        self.numbers.entry(clause.clone()).or_default().push(number);
        self.all.push(clause);
    }

    fn delete(&mut self, clause: &[i32]) {
        if let Some(number) = self.numbers.get_mut(clause).and_then(Vec::pop) {
            self.all[number].clear();
        }
    }

    /// Returns true if a clause becomes false by unit propagation once all literals of
    /// `clause` are false.
    fn imply(&self, clause: &[i32]) -> bool {
        let mut assigned = Assignment::default();
        let negated = clause.iter().map(|literal| -literal);
        let units = self.all.iter().filter(|clause| clause.len() == 1);
        if !negated
            .chain(units.map(|clause| clause[0]))
            .all(|literal| assigned.set(literal))
        {
            return true;
        }
        let mut at = 0;
        while let Some(&literal) = assigned.order.get(at) {
            at += 1;
            for &number in self.with.get(&-literal).into_iter().flatten() {
                if !assigned.propagate(&self.all[number]) {
                    return true;
                }
            }
        }
        false
    }
}

/// Literals that are true.
#[derive(Default)]
struct Assignment {
    all: HashSet<i32>,
    order: Vec<i32>,
}

impl Assignment {
    /// Makes a literal true. Returns false if it is false.
    fn set(&mut self, literal: i32) -> bool {
        if self.all.insert(literal) {
            self.order.push(literal);
        }
        !self.all.contains(&-literal)
    }

    /// Makes the last open literal of a clause true. Returns false if all are false. A
    /// deleted clause, which is empty, does nothing.
    fn propagate(&mut self, clause: &[i32]) -> bool {
        if clause.is_empty() || clause.iter().any(|literal| self.all.contains(literal)) {
            return true;
        }
        let mut open = clause
            .iter()
            .filter(|literal| !self.all.contains(&-**literal));
        match (open.next(), open.next()) {
            (None, _) => false,
            (Some(&last), None) => self.set(last),
            _ => true,
        }
    }
}

fn literals(line: &str) -> Vec<i32> {
    let mut literals: Vec<i32> = line
        .split_whitespace()
        .map(|word| word.parse().expect("a literal"))
        .collect();
    assert_eq!(literals.pop(), Some(0), "{line}");
    literals.sort_unstable();
    literals.dedup();
    literals
}

/// True if `proof` (DRAT without the last two letters) derives the empty clause from
/// `formula`.
fn is_refuted(formula: &str, proof: &str) -> bool {
    let mut clauses = Clauses::default();
    let lines = formula.lines().filter(|line| !line.starts_with(['p', 'c']));
    lines.for_each(|line| clauses.add(literals(line)));
    for line in proof.lines() {
        if let Some(deleted) = line.strip_prefix("d ") {
            clauses.delete(&literals(deleted));
            continue;
        }
        let clause = literals(line);
        assert!(clauses.imply(&clause), "does not follow: {line}");
        if clause.is_empty() {
            return true;
        }
        clauses.add(clause);
    }
    false
}

#[test]
fn proofs_of_best_values_are_accepted() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("proof.drat");
    for text in [
        "armies 4",
        "dominating 6",
        "most torus 6",
        "dominating 5; pieces: 1 queen, bishops",
        "dominating 5; pieces: 1 queen, bishops; stops: all",
        "2; pieces: rooks worth 5, knights worth 3; best: greatest value",
        "3; pieces: 3 rooks, 1 king",
    ] {
        queens("solve --proof")
            .arg(&file)
            .arg(text)
            .assert()
            .success();
        let formula = fs::read_to_string(file.with_extension("cnf")).expect("a formula");
        let proof = fs::read_to_string(&file).expect("a proof");
        assert!(is_refuted(&formula, &proof), "{text}");
        fs::remove_file(&file).expect("it is there");
    }
    let refused = queens("solve --proof x.pbp")
        .arg("armies 4")
        .assert()
        .code(2);
    refused.stderr(predicates::str::contains("name the file .drat"));
}
