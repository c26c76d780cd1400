//! Running and judging one submission.

use super::assignment::Assignment;
use super::submission::{Runnable, Submission};
use crate::program::{CollectedRun, RunEnd, collect_output};
use queens::control::Limits;
use queens::grade::{
    DiagnosisDocument, Output, SubmissionGrade, diagnose, growth_in_words, read_outputs,
    total_share,
};
use std::ops::RangeInclusive;
use std::path::Path;

/// Common part of the grading of all submissions.
pub(super) struct GradingTask<'t> {
    pub(super) assignment: &'t Assignment,
    pub(super) sizes: RangeInclusive<u32>,
    /// Limits of each run, with their clock not started.
    pub(super) limits: Limits,
    /// Folder for compiled programs.
    pub(super) folder: &'t Path,
}

impl GradingTask<'_> {
    /// Runs a submission for each size and judges it; `None` if a signal stopped it.
    pub(super) fn grade(&self, submission: &Submission) -> Option<SubmissionGrade> {
        let (runs, failure) = match submission.prepare(self.folder, &self.limits) {
            Runnable::Call(call) => self.run_sizes(&call, submission),
            Runnable::Broken(reason) => (Vec::new(), Some(reason)),
        };
        if runs.iter().any(|(_, run)| run.end == RunEnd::Interrupted) {
            return None;
        }
        let outputs: Vec<_> = self
            .sizes
            .clone()
            .map(|n| {
                let run = runs.iter().find(|(size, _)| *size == n);
                Output {
                    n,
                    text: run.map_or("", |(_, run)| run.output.as_str()),
                    is_whole: run.is_some_and(|(_, run)| run.end == RunEnd::Ended),
                }
            })
            .collect();
        let diagnosis = diagnose(&read_outputs(&outputs));
        let share = total_share(&diagnosis.sizes, self.assignment.weights());
        let is_slow = runs.iter().any(|(_, run)| run.end == RunEnd::TimedOut);
        let times: Vec<_> = runs
            .iter()
            .filter(|(_, run)| run.end == RunEnd::Ended)
            .map(|(n, run)| (*n, run.seconds))
            .collect();
        Some(SubmissionGrade {
            name: submission.name.clone(),
            points: (share * self.assignment.points * 10.0).floor() / 10.0,
            failure,
            growth: if is_slow {
                growth_in_words(&times)
            } else {
                None
            },
            diagnosis: DiagnosisDocument::from(&diagnosis),
        })
    }

    /// Runs a program for each size until it fails, with the reason. Larger sizes would
    /// fail in the same way.
    fn run_sizes(
        &self,
        call: &crate::program::ProgramCall,
        submission: &Submission,
    ) -> (Vec<(u32, CollectedRun)>, Option<String>) {
        let mut runs = Vec::new();
        for n in self.sizes.clone() {
            let mut call = call.clone();
            call.arguments.push(n.to_string().into());
            call.input = n.to_string();
            let run = collect_output(&call, &self.limits);
            let failure = self.describe_end(&run, submission);
            runs.push((n, run));
            if let Some(failure) = failure {
                return (runs, Some(format!("n = {n}: {failure}")));
            }
        }
        (runs, None)
    }

    /// Returns why a run is not whole, in words.
    fn describe_end(
        &self,
        run: &CollectedRun,
        submission: &Submission,
    ) -> Option<String> {
        match &run.end {
            RunEnd::Ended => None,
            RunEnd::Failed(reason) => Some(
                describe_error(&run.stderr, &submission.file)
                    .unwrap_or_else(|| reason.clone()),
            ),
            RunEnd::TooLong => Some("it prints more than 16 MiB".to_owned()),
            RunEnd::TimedOut => Some(format!(
                "it did not end within {} s",
                self.limits.time.unwrap_or_default().as_secs_f64()
            )),
            RunEnd::Interrupted => Some("it was interrupted".to_owned()),
        }
    }
}

/// Returns the last line of the error that an interpreter prints, with the last line of
/// the submission that its traceback names.
fn describe_error(stderr: &str, file: &Path) -> Option<String> {
    let name = file.file_name()?.to_string_lossy();
    let is_error = |line: &&str| {
        let word = line.split([':', ' ']).next().unwrap_or_default();
        word.ends_with("Error") || word.ends_with("Exception") || line.contains("error:")
    };
    let last = stderr.lines().rev().find(is_error)?.trim();
    let line = match name.ends_with(".py") {
        true => last_number_after(stderr, &format!("{name}\", line ")),
        // Node begins with the place, and names it again in its stack.
        false => first_number_after(stderr, &format!("{name}:")),
    };
    Some(match line {
        Some(line) => format!("line {line}: {last}"),
        None => last.to_owned(),
    })
}

fn number_at(text: &str) -> Option<u64> {
    let digits = text.find(|sign: char| !sign.is_ascii_digit());
    text.get(..digits.unwrap_or(text.len()))?.parse().ok()
}

fn first_number_after(text: &str, mark: &str) -> Option<u64> {
    number_at(text.split_once(mark)?.1)
}

fn last_number_after(text: &str, mark: &str) -> Option<u64> {
    number_at(text.rsplit_once(mark)?.1)
}
