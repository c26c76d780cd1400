//! Every call at the root of `queens`.

use crate::Checked;
use queens::engines::large::Encoding;
use queens::parallel::{self, RunOptions};
use queens::problem::{Preset, Problem};
use queens::{Question, Settings};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// Makes each call once.
///
/// # Errors
/// An answer that is not as published.
pub fn check() -> Checked {
    let settings = Settings::default();
    let six = Problem::queens(6)?;
    let eight = Problem::queens(8)?;
    let twelve = Problem::queens(12)?;
    let solution = queens::solve(&eight, &settings)?
        .first
        .ok_or("no solution of 8 queens")?;
    equal("check", queens::check(&eight, &solution), Ok(()))?;
    let random = queens::random(&Problem::queens(100)?, &settings)?;
    equal(
        "random",
        random.first.map(|placement| placement.len()),
        Some(100),
    )?;
    // A000170, A002562, A032522.
    equal("count", queens::count(&twelve, &settings)?.count, 14_200)?;
    equal(
        "count_fundamental",
        queens::count_fundamental(&twelve, &settings)?.fundamental(),
        Some(1_787),
    )?;
    equal(
        "classes",
        queens::classes(&eight, &settings)?.fundamental(),
        Some(12),
    )?;
    equal(
        "count",
        queens::count(&"8; unchanged: half-turn".parse()?, &settings)?.count,
        4,
    )?;
    equal(
        "solutions",
        queens::solutions(&eight, &settings)?
            .collect::<Result<Vec<_>, _>>()?
            .len(),
        92,
    )?;
    equal(
        "is_unique",
        queens::is_unique(&six, &settings)?,
        Some(false),
    )?;
    let given = six.clone().with_given("b1".parse()?)?;
    equal(
        "is_unique",
        queens::is_unique(&given, &settings)?,
        Some(true),
    )?;
    // A085801.
    let torus = Preset::Torus.problem(6, 6)?;
    equal(
        "solve",
        queens::solve(&torus.most()?, &settings)?.value(),
        Some(4),
    )?;
    // A319283.
    let profile = queens::ask(&eight, Question::Profile, &settings)?;
    equal(
        "ask",
        matches!(profile.detail, queens::Detail::Profile(levels) if levels.iter().sum::<u128>() == 2_057),
        true,
    )?;
    let mut each = 0;
    queens::ask_each(&six, Question::All, &settings, &mut |_| {
        each += 1;
        ControlFlow::Continue(())
    })?;
    equal("ask_each", each, 4)?;
    equal(
        "plan",
        queens::plan(&eight, Question::Count, &settings)?.engine(),
        "join",
    )?;
    equal(
        "find",
        queens::find("rows")?.count(&eight, &settings)?.count,
        92,
    )?;
    let (_, work_units) = queens::work_units(&eight, Question::Count, &settings)?;
    equal(
        "work_units",
        parallel::run_all(&*work_units, &RunOptions::default())?
            .tally
            .count,
        92,
    )?;
    // A141843.
    let first = queens::lexicographic(&eight, &settings)?
        .first
        .ok_or("no first solution")?;
    let columns: Vec<u32> = first
        .squares()
        .iter()
        .map(|square| square.column + 1)
        .collect();
    equal("lexicographic", columns, vec![1, 5, 8, 6, 3, 7, 2, 4])?;
    let mut line = Vec::new();
    queens::stream(&eight, Question::One, &settings, Encoding::Text, &mut line)?;
    equal("stream", line.split(|&byte| byte == b' ').count(), 8)?;
    println!("calls: all");
    Ok(())
}

fn equal<T: PartialEq + Debug>(call: &str, found: T, expected: T) -> Checked {
    if found == expected {
        Ok(())
    } else {
        Err(format!("{call}: {found:?}, expected {expected:?}").into())
    }
}
