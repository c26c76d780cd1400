//! Verdicts as JUnit reports: of `queens verify`, with a test case for each criterion, and
//! of several programs, with a suite for each.

use crate::console::Console;
use crate::escape::escape_text;
use crate::exit::Failure;
use queens::document::{Document, VerifyDocument};
use queens::render::html::Escaped;
use std::fmt::Write as _;
use std::io::Write as _;

/// Result of a criterion.
enum CaseResult {
    Passed,
    /// The share that was reached.
    Failed(f64),
    /// Reason why it was not checked.
    Skipped(&'static str),
    /// Reason why the list was not read to its end.
    Error(String),
}

impl CaseResult {
    /// Returns the result of a criterion that is met to a share of 1; `unread` is the
    /// reason why the list was not read to its end, `unknown` why there is no share.
    fn new(unread: Option<&str>, share: Option<f64>, unknown: &'static str) -> Self {
        match (unread, share) {
            (Some(reason), _) => CaseResult::Error(reason.to_owned()),
            (None, None) => CaseResult::Skipped(unknown),
            (None, Some(share)) if share < 1.0 => CaseResult::Failed(share),
            (None, Some(_)) => CaseResult::Passed,
        }
    }
}

/// Writes the report; `error` is the reason why the list could not be read.
pub(super) fn write_report(
    document: &VerifyDocument,
    error: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    out.write_all(report_text(document, error).as_bytes())?;
    Ok(out.flush()?)
}

fn report_text(document: &VerifyDocument, error: Option<&str>) -> String {
    let unread = match error {
        Some(reason) => Some(reason.to_owned()),
        None if document.ending().is_complete() => None,
        None => Some(document.ending().to_string()),
    };
    let unread = unread.as_deref();
    let credit = &document.credit;
    let cases = [
        ("valid", CaseResult::new(unread, Some(credit.valid), "")),
        (
            "distinct",
            CaseResult::new(
                unread,
                credit.distinct,
                "too many solutions to find repetitions",
            ),
        ),
        (
            "complete",
            CaseResult::new(
                unread,
                credit.complete,
                "the number of all solutions is not published",
            ),
        ),
    ];
    let counts = count_results(&cases);
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  \
         <testsuite name=\"queens verify\" {counts}>\n"
    );
    for (name, result) in &cases {
        // Writing into a text does not fail.
        let _ = write_case(&mut xml, name, result, document);
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

/// Returns the attributes with the numbers of results.
fn count_results(cases: &[(&str, CaseResult)]) -> String {
    let (mut failures, mut errors, mut skipped) = (0, 0, 0);
    for (_, result) in cases {
        match result {
            CaseResult::Passed => {}
            CaseResult::Failed(_) => failures += 1,
            CaseResult::Error(_) => errors += 1,
            CaseResult::Skipped(_) => skipped += 1,
        }
    }
    format!(
        "tests=\"{}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"",
        cases.len()
    )
}

fn write_case(
    xml: &mut String,
    name: &str,
    result: &CaseResult,
    document: &VerifyDocument,
) -> std::fmt::Result {
    write!(
        xml,
        "    <testcase classname=\"queens.verify\" name=\"{name}\""
    )?;
    match result {
        CaseResult::Passed => writeln!(xml, "/>"),
        CaseResult::Failed(share) => {
            let mut faults = String::new();
            // No line of the list is the fault of what it lacks.
            if name != "complete" {
                for entry in &document.faults {
                    writeln!(faults, "line {}: {}", entry.line, entry.fault)?;
                }
            }
            let message = format!("share {share:.4}: {}", document.verdict);
            write_element(xml, "failure", &message, &faults)
        }
        CaseResult::Skipped(reason) => write_element(xml, "skipped", reason, ""),
        CaseResult::Error(reason) => write_element(xml, "error", reason, ""),
    }
}

/// Writes the element inside a test case, and the end of the test case.
fn write_element(
    xml: &mut String,
    name: &str,
    message: &str,
    details: &str,
) -> std::fmt::Result {
    // XML forbids most control characters, even as references.
    let message = escape_text(message);
    let details: Vec<_> = details
        .lines()
        .map(|line| Escaped(&escape_text(line)).to_string())
        .collect();
    writeln!(
        xml,
        ">\n      <{name} message=\"{}\">{}</{name}>\n    </testcase>",
        Escaped(&message),
        details.join("\n")
    )
}

/// A test case of a suite.
pub(super) struct TestCase {
    pub(super) name: String,
    /// Reason why it failed.
    pub(super) failure: Option<String>,
    /// Lines below that reason.
    pub(super) details: String,
}

/// Returns the report of several suites by name.
pub(super) fn report_suites(suites: &[(String, Vec<TestCase>)]) -> String {
    let mut xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n".to_owned();
    for (name, cases) in suites {
        let name = escape_text(name);
        let failures = cases.iter().filter(|case| case.failure.is_some()).count();
        // Writing into a text does not fail.
        let _ = writeln!(
            xml,
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{failures}\" errors=\"0\" skipped=\"0\">",
            Escaped(&name),
            cases.len()
        );
        for case in cases {
            let _ = write!(
                xml,
                "    <testcase classname=\"{}\" name=\"{}\"",
                Escaped(&name),
                Escaped(&case.name)
            );
            let _ = match &case.failure {
                None => writeln!(xml, "/>"),
                Some(reason) => write_element(&mut xml, "failure", reason, &case.details),
            };
        }
        xml += "  </testsuite>\n";
    }
    xml + "</testsuites>\n"
}
