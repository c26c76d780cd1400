//! Grades in a terminal, and as JUnit.

use crate::commands::junit::{TestCase, report_suites};
use crate::console::Console;
use crate::exit::Failure;
use crate::table::print_table;
use queens::document::Document;
use queens::grade::{DiagnosisDocument, ExampleLine, GradeDocument, SubmissionGrade};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::render::{Format, Summary};
use queens::square::Square;
use std::io::Write;

/// Returns true if the answers for all sizes are right.
pub(super) fn is_right(grade: &SubmissionGrade) -> bool {
    grade.failure.is_none() && grade.diagnosis.sizes.iter().all(|line| line.right)
}

/// Prints one grade with its board, or a table of several.
pub(super) fn print_grades(
    document: &GradeDocument,
    console: &Console,
) -> Result<(), Failure> {
    if let [only] = &document.submissions[..] {
        return print_grade(only, document.max_points, console);
    }
    let mut out = console.out();
    print_table(&document.table(), console, &mut out)?;
    for pair in &document.similar {
        let [first, second] = &pair.names;
        writeln!(
            out,
            "similar: {first} and {second} ({:.0} %)",
            pair.similarity * 100.0
        )?;
    }
    if document.partial {
        writeln!(out, "partial: not all submissions were graded")?;
    }
    Ok(out.flush()?)
}

fn print_grade(
    grade: &SubmissionGrade,
    max_points: f64,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    writeln!(
        out,
        "{}: {} of {max_points} points",
        grade.name, grade.points
    )?;
    for line in verdict_lines(grade) {
        writeln!(out, "{line}")?;
    }
    let example = grade.diagnosis.example.as_ref();
    if let Some((problem, placement)) = example.and_then(example_board) {
        writeln!(out)?;
        let mut renderer = console.renderer(Format::Board, &problem)?;
        renderer.begin(&mut out)?;
        renderer.solution(&placement, &mut out)?;
        let outcome = queens::control::Outcome::Found;
        renderer.end(
            &Summary {
                solutions: 1,
                outcome,
            },
            &mut out,
        )?;
        writeln!(out)?;
    }
    if let Some(step) = &grade.diagnosis.next_step {
        writeln!(out, "Next: {step}")?;
    }
    Ok(out.flush()?)
}

/// Returns the sentences of a verdict, without its next step.
pub(super) fn verdict_lines(grade: &SubmissionGrade) -> Vec<String> {
    let DiagnosisDocument {
        headline,
        statement,
        example,
        ..
    } = &grade.diagnosis;
    let example = example.as_ref().and_then(|example| example.words.clone());
    let failure = grade
        .failure
        .as_ref()
        .map(|failure| format!("It stops: {failure}."));
    let lines = [
        Some(headline.clone()),
        failure,
        grade.growth.clone(),
        statement.clone(),
        example,
    ];
    lines.into_iter().flatten().collect()
}

/// Returns the board of an example; `None` if it is empty or a queen is off the board.
pub(super) fn example_board(example: &ExampleLine) -> Option<(Problem, Placement)> {
    let problem = Problem::queens(example.n).ok()?;
    let mut squares = Vec::new();
    for &(row, column) in &example.queens {
        let square = Square::new(row.try_into().ok()?, column.try_into().ok()?);
        let is_within = square.row < example.n && square.column < example.n;
        if !is_within || squares.contains(&square) {
            return None;
        }
        squares.push(square);
    }
    (!squares.is_empty()).then(|| (problem, Placement::new(squares)))
}

/// Writes a JUnit report: a suite for each submission, a test case for each size.
pub(super) fn write_junit(
    document: &GradeDocument,
    console: &Console,
) -> Result<(), Failure> {
    let suites: Vec<_> = document
        .submissions
        .iter()
        .map(|grade| {
            let cases = grade.diagnosis.sizes.iter().map(|line| TestCase {
                name: format!("n = {}", line.n),
                failure: (!line.right).then(|| line.words.clone()),
                details: verdict_lines(grade).join("\n"),
            });
            (grade.name.clone(), cases.collect())
        })
        .collect();
    let mut out = console.out();
    out.write_all(report_suites(&suites).as_bytes())?;
    Ok(out.flush()?)
}
