//! N queens by two rules and choice sets, through the public interface alone.
//!
//! The engine is that of "n-queens puzzle solved in hy and cps" (Tuukka Turto, Engineer's
//! Journey, 2018; Stilpo library): choices are popped from the end of each list, each is
//! tried in a context, and kept if no warning follows.

use control::{Limits, Meter};
use rules::{RuleEngine, RuleEngineError, Term};

const RULES: &str = "
    (rule (queen ?q1 is placed on row ?r)
      (rule (queen ?q2 is placed on row ?r)
        (unique ?q1 ?q2)
        (assert (warning queen ?q1 can be taken))))
    (rule (queen ?q1 is placed on row ?r1)
      (rule (queen ?q2 is placed on row ?r2)
        (unique ?q1 ?q2)
        (test (= (abs (- ?r2 ?r1)) (abs (- ?q2 ?q1))))
        (assert (warning queen ?q1 can be taken))))";

/// Statistics of one search.
#[derive(Debug, Default, PartialEq)]
struct Run {
    rows: Vec<i64>,
    tried: u64,
    kept: u64,
}

fn choice_sets(n: i64) -> Vec<Vec<Term>> {
    let place = |queen, row| {
        let text = format!("(queen {queen} is placed on row {row})");
        Term::parse(&text).unwrap()
    };
    let choices = |queen| (0..n).map(|row| place(queen, row)).collect();
    (0..n).map(choices).collect()
}

fn solve(
    engine: &mut RuleEngine,
    choice_sets: &[Vec<Term>],
    meter: &mut Meter<'_>,
    run: &mut Run,
) -> Result<bool, RuleEngineError> {
    let Some((choices, rest)) = choice_sets.split_first() else {
        return Ok(true);
    };
    for choice in choices.iter().rev() {
        run.tried += 1;
        let stands = engine.try_in_context(choice.clone(), meter, |engine| {
            engine.show("warning").next().is_none()
        })?;
        if !stands {
            continue;
        }
        engine.push("queen");
        run.kept += 1;
        engine.assert(choice.clone())?;
        engine.run(meter)?;
        if solve(engine, rest, meter, run)? {
            return Ok(true);
        }
        engine.pop()?;
    }
    Ok(false)
}

fn first_solution(n: i64) -> Run {
    let mut engine = RuleEngine::new();
    engine.load(RULES).unwrap();
    let limits = Limits::default();
    let mut run = Run::default();
    let found = solve(
        &mut engine,
        &choice_sets(n),
        &mut Meter::new(&limits),
        &mut run,
    )
    .unwrap();
    let pattern = Term::parse("(queen ?q is placed on row ?r)").unwrap();
    run.rows = engine
        .fetch(&pattern)
        .map(|fact| pattern.matches(fact).unwrap().integer("r").unwrap())
        .collect();
    assert_eq!(found, run.rows.len() == usize::try_from(n).unwrap());
    run
}

/// The same search without an engine: last row first, one square after the other.
fn naive(n: i64, run: &mut Run) -> bool {
    let column = run.rows.len() as i64;
    if column == n {
        return true;
    }
    for row in (0..n).rev() {
        run.tried += 1;
        let attacked = run.rows.iter().zip(0..).any(|(&other, other_column)| {
            other == row || (other - row).abs() == column - other_column
        });
        if !attacked {
            run.kept += 1;
            run.rows.push(row);
            if naive(n, run) {
                return true;
            }
            run.rows.pop();
        }
    }
    false
}

#[test]
fn four_queens_match_the_published_run() {
    assert_eq!(first_solution(4).rows, [2, 0, 3, 1]);
}

/// Board and figures of the original program: 989 assumptions, of which 876 are tries
/// (also the squares tested by the lexicographic search, OEIS A140450) and 113 are kept
/// (the iterations of its depth-first search).
#[test]
fn eight_queens_take_989_assumptions() {
    let run = first_solution(8);
    assert_eq!(run.rows, [7, 3, 0, 2, 5, 1, 6, 4]);
    assert_eq!((run.tried, run.kept), (876, 113));
    assert_eq!(run.tried + run.kept, 989);
}

#[test]
fn every_size_agrees_with_the_naive_search() {
    for n in 0..=9 {
        let mut expected = Run::default();
        naive(n, &mut expected);
        assert_eq!(first_solution(n), expected, "n = {n}");
    }
}

#[test]
fn warns_both_queens_while_they_are_placed() {
    let mut engine = RuleEngine::new();
    engine.load(RULES).unwrap();
    let limits = Limits::default();
    let mut meter = Meter::new(&limits);
    engine.load("(queen 0 is placed on row 0)").unwrap();
    engine.run(&mut meter).unwrap();
    for (row, warnings) in [(0, 2), (1, 0), (2, 2), (3, 0)] {
        let fact = Term::parse(&format!("(queen 2 is placed on row {row})")).unwrap();
        let counted = engine
            .try_in_context(fact, &mut meter, |engine| engine.show("warning").count())
            .unwrap();
        assert_eq!(counted, warnings, "row {row}");
        assert_eq!(engine.show("warning").count(), 0);
        assert_eq!(engine.facts().count(), 1);
    }
}
