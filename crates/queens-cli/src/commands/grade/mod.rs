//! `queens grade`: runs programs of students, says what is wrong with each, and gives
//! points.

mod assignment;
mod feedback;
mod report;
mod submission;
mod work;

use crate::args::TableFormat;
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::write_document;
use assignment::{Assignment, parse_sizes};
use clap::{Args, ValueEnum};
use queens::grade::{Fingerprint, GradeDocument, SimilarPair, SubmissionGrade};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use submission::{Submission, list_submissions};
use work::GradingTask;

/// Share of common groups of signs from which two submissions are listed as similar.
const MIN_SIMILARITY: f64 = 0.8;

/// Most pairs of similar submissions that are listed.
const MAX_PAIRS: usize = 100;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens grade my_queens.py                            one program, with its board and a next step\n\
\x20 queens grade submissions/                            a table of a class\n\
\x20 queens grade submissions/ --assignment task.toml -f csv\n\
\x20 queens grade submissions/ --feedback pages/          a page and a results.json for each\n\n\
A program gets the size as its argument and on standard input, and prints all solutions or their number; in Python and\n\
JavaScript it may also define a function of the size that returns or yields them. Programs run with your rights: grade\n\
unknown ones in a container.")]
pub(crate) struct GradeArgs {
    /// Program, or folder with a program or a folder for each student
    #[arg(value_name = "PROGRAM", required = true)]
    pub(crate) programs: Vec<PathBuf>,
    /// Title, sizes, points, weights and limits (TOML)
    #[arg(long, value_name = "FILE")]
    pub(crate) assignment: Option<PathBuf>,
    /// Sizes that are tried; 1-8 by default
    #[arg(long, value_name = "SIZES")]
    pub(crate) sizes: Option<String>,
    /// Write a page and a results.json (Gradescope) for each submission into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) feedback: Option<PathBuf>,
    /// text, json, csv or junit
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
    pub(crate) format: GradeFormat,
}

/// Format of grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GradeFormat {
    Text,
    Json,
    Csv,
    Junit,
}

pub(crate) fn run_grade(args: &GradeArgs, console: &Console) -> Result<Exit, Failure> {
    let limits = console.limits_of_each();
    let mut assignment = match &args.assignment {
        Some(file) => Assignment::from_file(file, limits)?,
        None => Assignment::default(),
    };
    if let Some(sizes) = &args.sizes {
        assignment.sizes.clone_from(sizes);
    }
    let sizes = parse_sizes(&assignment.sizes).map_err(Failure::input)?;
    let submissions = find_submissions(&args.programs, console)?;
    if let Some(folder) = &args.feedback {
        feedback::make_folder(folder)?;
    }
    let folder = CompileFolder::create()?;
    let mut limits = limits.clone();
    let time = limits
        .time
        .unwrap_or(Duration::from_secs_f64(assignment.seconds));
    limits.time = Some(time);
    let own_memory = Some(assignment.memory << 20).filter(|&bytes| bytes > 0);
    limits.memory = limits.memory.or(own_memory);
    let task = GradingTask {
        assignment: &assignment,
        sizes,
        limits,
        folder: &folder.path,
    };
    let grades = grade_all(&task, &submissions, console);
    let document = GradeDocument {
        title: assignment.title.clone(),
        max_points: assignment.points,
        partial: grades.len() < submissions.len(),
        submissions: grades,
        similar: find_similar(&submissions),
    };
    if let Some(folder) = &args.feedback {
        feedback::write_all(folder, &document)?;
        console.say(format!("feedback in {}", folder.display()));
    }
    match args.format {
        GradeFormat::Json => write_document(TableFormat::Json, &document, console)?,
        GradeFormat::Csv => write_document(TableFormat::Csv, &document, console)?,
        GradeFormat::Text => report::print_grades(&document, console)?,
        GradeFormat::Junit => report::write_junit(&document, console)?,
    }
    Ok(match &document.submissions[..] {
        _ if document.partial => Exit::Interrupted,
        [only] if submissions.len() == 1 && !report::is_right(only) => Exit::CheckFailed,
        _ => Exit::Answered,
    })
}

/// Returns the submissions that the arguments name.
fn find_submissions(
    programs: &[PathBuf],
    console: &Console,
) -> Result<Vec<Submission>, Failure> {
    let mut found = Vec::new();
    for path in programs {
        if !path.try_exists().unwrap_or(true) {
            return Err(Failure::input(format!(
                "there is no file or folder '{}': name a program, or a folder of programs",
                path.display()
            )));
        }
        if !path.is_dir() {
            found.push(Submission::from_file(path));
            continue;
        }
        let (submissions, others) = list_submissions(path)?;
        if !others.is_empty() {
            console.say(format!("no programs, passed over: {}", others.join(", ")));
        }
        if submissions.is_empty() {
            return Err(Failure::input(format!(
                "there is no program in '{}': name a folder with a file or a folder for each student, with endings such as .py, .js or .c",
                path.display()
            )));
        }
        found.extend(submissions);
    }
    Ok(found)
}

/// Grades the submissions on all processors, in their order; those that a signal left out
/// are missing.
fn grade_all(
    task: &GradingTask<'_>,
    submissions: &[Submission],
    console: &Console,
) -> Vec<SubmissionGrade> {
    let progress = ProgressDisplay::start_parts(
        console,
        "grading".to_owned(),
        submissions.len() as u64,
    );
    let next = AtomicUsize::new(0);
    let graded = Mutex::new(Vec::new());
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(submission) = submissions.get(at) else {
                return;
            };
            if console.cancel().is_cancelled() {
                return;
            }
            if let Some(grade) = task.grade(submission) {
                let mut graded = queens::control::lock(&graded);
                graded.push((at, grade));
                progress.set_done(graded.len() as u64);
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..threads.min(submissions.len()) {
            scope.spawn(work);
        }
    });
    let mut graded = graded.into_inner().unwrap_or_default();
    graded.sort_by_key(|(at, _)| *at);
    graded.into_iter().map(|(_, grade)| grade).collect()
}

/// Returns the pairs of submissions that look alike.
fn find_similar(submissions: &[Submission]) -> Vec<SimilarPair> {
    let prints: Vec<_> = submissions
        .iter()
        .map(|submission| Fingerprint::of_source(&submission.source()))
        .collect();
    let mut pairs = Vec::new();
    for (at, print) in prints.iter().enumerate() {
        for (other, other_print) in prints.iter().enumerate().skip(at + 1) {
            let similarity = print.similarity(other_print);
            if let Some(similarity) = similarity.filter(|&share| share >= MIN_SIMILARITY)
            {
                pairs.push(SimilarPair {
                    names: [at, other].map(|one| submissions[one].name.clone()),
                    similarity,
                });
            }
        }
    }
    pairs.sort_by(|one, other| other.similarity.total_cmp(&one.similarity));
    pairs.truncate(MAX_PAIRS);
    pairs
}

/// Folder for compiled programs, which goes with the command.
struct CompileFolder {
    path: PathBuf,
}

impl CompileFolder {
    fn create() -> Result<Self, Failure> {
        let name = format!("queens-grade-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        make_new_folder(&path).map_err(|error| {
            Failure::input(format!(
                "cannot make {} for compiled programs: {error}; TMPDIR names another folder",
                path.display()
            ))
        })?;
        Ok(CompileFolder { path })
    }
}

impl Drop for CompileFolder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Makes a folder that no other user can write to; one of a process that is gone is
/// removed first.
fn make_new_folder(path: &Path) -> std::io::Result<()> {
    let _ = fs::remove_dir_all(path);
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
