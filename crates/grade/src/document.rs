//! Grades as a document.

use crate::board::PrintedSquare;
use crate::diagnosis::{Diagnosis, SizeTally};
use queens_formats::document::{Cell, Document, Table};
use serde::Serialize;

/// The answers of a program for one size.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SizeLine {
    /// The size.
    pub n: u32,
    /// True if the answer is right.
    pub right: bool,
    /// Number of solutions that exist.
    pub expected: u64,
    /// Number of boards in the answer, or the number that it gives.
    pub found: u64,
    /// Boards that are no solutions.
    pub wrong: u64,
    /// Solutions that occurred before.
    pub repeated: u64,
    /// Solutions that are not in the answer.
    pub missing: u64,
    /// The answer in words.
    pub words: String,
}

impl From<&SizeTally> for SizeLine {
    fn from(tally: &SizeTally) -> Self {
        SizeLine {
            n: tally.n,
            right: tally.is_right(),
            expected: tally.expected,
            found: tally.found,
            wrong: tally.wrong,
            repeated: tally.repeated,
            missing: tally.missing,
            words: tally.in_words(),
        }
    }
}

/// A board that shows what is wrong.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExampleLine {
    /// The size.
    pub n: u32,
    /// The queens, each as a row and a column from 0, which may be off the board.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<i64>>))]
    pub queens: Vec<PrintedSquare>,
    /// Two queens that attack each other, or none.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<Vec<i64>>))]
    pub clash: Vec<PrintedSquare>,
    /// True if the board is a solution that the program does not list.
    pub missing: bool,
    /// The board in words.
    pub words: Option<String>,
}

/// Verdict on a program, with its cause.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DiagnosisDocument {
    /// Sizes that are right, and the first one that is not.
    pub headline: String,
    /// Name of the cause, if something is wrong and can be read.
    pub cause: Option<String>,
    /// The cause as a sentence that the answers prove.
    pub statement: Option<String>,
    /// One next step.
    pub next_step: Option<String>,
    /// A board of the first size that is wrong.
    pub example: Option<ExampleLine>,
    /// The answers by size.
    pub sizes: Vec<SizeLine>,
}

impl From<&Diagnosis> for DiagnosisDocument {
    fn from(diagnosis: &Diagnosis) -> Self {
        let cause = diagnosis.cause.as_ref();
        let example = diagnosis.example.as_ref().map(|example| ExampleLine {
            n: example.n,
            queens: example.board.cells().to_vec(),
            clash: example
                .clash
                .map_or(Vec::new(), |clash| clash.queens.to_vec()),
            missing: example.is_missing,
            words: example.in_words(),
        });
        DiagnosisDocument {
            headline: diagnosis.headline(),
            cause: cause.map(crate::Cause::id),
            statement: cause.map(crate::Cause::statement),
            next_step: cause.map(|cause| cause.next_step().to_owned()),
            example,
            sizes: diagnosis.sizes.iter().map(SizeLine::from).collect(),
        }
    }
}

impl Document for DiagnosisDocument {
    const SCHEMA: &'static str = "queens/diagnosis/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .numbers("n", "n")
            .words("right", "right")
            .numbers("expected", "expected")
            .numbers("found", "found")
            .numbers("wrong", "wrong")
            .numbers("repeated", "repeated")
            .numbers("missing", "missing");
        for line in &self.sizes {
            table.push([
                Cell::number(line.n),
                Cell::words(if line.right { "yes" } else { "no" }),
                Cell::number(line.expected),
                Cell::number(line.found),
                Cell::number(line.wrong),
                Cell::number(line.repeated),
                Cell::number(line.missing),
            ]);
        }
        table
    }
}

/// The grade of one submission.
#[derive(Clone, Debug, Serialize)]
pub struct SubmissionGrade {
    /// Name of the submission: its file or folder without the ending.
    pub name: String,
    /// Points.
    pub points: f64,
    /// Reason why the program did not run to its end for some size, if it did not.
    pub failure: Option<String>,
    /// Growth of its time, if it was too slow.
    pub growth: Option<String>,
    /// The verdict.
    #[serde(flatten)]
    pub diagnosis: DiagnosisDocument,
}

/// Two submissions that look alike.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SimilarPair {
    /// Their names.
    pub names: [String; 2],
    /// Share of their groups of signs that are in both, between 0 and 1.
    pub similarity: f64,
}

/// Grades of submissions.
#[derive(Clone, Debug, Serialize)]
pub struct GradeDocument {
    /// Title of the assignment.
    pub title: String,
    /// Most points of a submission.
    pub max_points: f64,
    /// The submissions by name.
    pub submissions: Vec<SubmissionGrade>,
    /// Pairs that look alike, the most similar first.
    pub similar: Vec<SimilarPair>,
    /// True if not all submissions were graded, because the command was stopped.
    pub partial: bool,
}

impl Document for GradeDocument {
    const SCHEMA: &'static str = "queens/grade/1";

    fn table(&self) -> Table {
        let mut table = Table::new()
            .words("submission", "submission")
            .numbers("points", "points")
            .words("cause", "cause")
            .words("verdict", "verdict");
        for grade in &self.submissions {
            let failure = grade.failure.as_deref().unwrap_or_default();
            let verdict = format!("{} {failure}", grade.diagnosis.headline);
            table.push([
                Cell::words(&grade.name),
                Cell::both(format!("{:.1}", grade.points), grade.points),
                Cell::words(grade.diagnosis.cause.as_deref().unwrap_or("-")),
                Cell::words(verdict.trim_end()),
            ]);
        }
        table
    }
}
