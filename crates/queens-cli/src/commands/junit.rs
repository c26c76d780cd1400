//! The verdict of `queens verify` as a JUnit report: one test case for each criterion.

use crate::console::Console;
use crate::escape::escaped;
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

/// Writes the report; `error` is the reason why the list could not be read.
pub(super) fn write(
    document: &VerifyDocument,
    error: Option<&str>,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    out.write_all(report(document, error).as_bytes())?;
    Ok(out.flush()?)
}

fn report(document: &VerifyDocument, error: Option<&str>) -> String {
    let stopped =
        (!document.ending().is_complete()).then(|| document.ending().to_string());
    let unread = error.map(str::to_owned).or(stopped);
    let result = |share: Option<f64>, unknown| match (&unread, share) {
        (Some(reason), _) => CaseResult::Error(reason.clone()),
        (None, None) => CaseResult::Skipped(unknown),
        (None, Some(share)) if share < 1.0 => CaseResult::Failed(share),
        (None, Some(_)) => CaseResult::Passed,
    };
    let credit = &document.credit;
    let cases = [
        ("valid", result(Some(credit.valid), "")),
        (
            "distinct",
            result(credit.distinct, "too many solutions to find repetitions"),
        ),
        (
            "complete",
            result(
                credit.complete,
                "the number of all solutions is not published",
            ),
        ),
    ];
    let number = |is: fn(&CaseResult) -> bool| {
        cases.iter().filter(|(_, result)| is(result)).count()
    };
    let counts = format!(
        "tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"{}\"",
        cases.len(),
        number(|result| matches!(result, CaseResult::Failed(_))),
        number(|result| matches!(result, CaseResult::Error(_))),
        number(|result| matches!(result, CaseResult::Skipped(_))),
    );
    let faults: String = document
        .faults
        .iter()
        .map(|entry| format!("line {}: {}\n", entry.line, entry.fault))
        .collect();
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites {counts}>\n  \
         <testsuite name=\"queens verify\" {counts}>\n"
    );
    for (name, result) in &cases {
        let _ = write!(
            xml,
            "    <testcase classname=\"queens.verify\" name=\"{name}\""
        );
        let _ = match result {
            CaseResult::Passed => writeln!(xml, "/>"),
            CaseResult::Failed(share) => {
                let message = format!("share {share:.4}: {}", document.verdict);
                let details = if *name == "complete" { "" } else { &faults };
                element(&mut xml, "failure", &message, details)
            }
            CaseResult::Skipped(reason) => element(&mut xml, "skipped", reason, ""),
            CaseResult::Error(reason) => element(&mut xml, "error", reason, ""),
        };
    }
    xml + "  </testsuite>\n</testsuites>\n"
}

/// Writes the element inside a test case, and the end of the test case.
fn element(
    xml: &mut String,
    name: &str,
    message: &str,
    details: &str,
) -> std::fmt::Result {
    // XML forbids most control characters, even as references.
    let message = escaped(message);
    let details: Vec<_> = details
        .lines()
        .map(|line| Escaped(&escaped(line)).to_string())
        .collect();
    writeln!(
        xml,
        ">\n      <{name} message=\"{}\">{}</{name}>\n    </testcase>",
        Escaped(&message),
        details.join("\n")
    )
}
