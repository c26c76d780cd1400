//! The programs in other languages, run by the interpreters and compilers that are
//! installed.
//!
//! A missing one is reported and skipped, unless QUEENS_REQUIRE_LANGUAGES (ids of
//! languages, such as `python c`) names it.
#![allow(
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a panic is a failed test"
)]

use queens::check;
use queens::engines::ladder::Event;
use queens::engines::{Completeness, Engine, StepKind, find, registry};
use queens::placement::Placement;
use queens::problem::Problem;
use queens::{Question, Settings, reference};
use queens_programs::{EnginePrograms, Language, PROGRAMS, Program};
use std::collections::BTreeSet;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const REQUIRE: &str = "QUEENS_REQUIRE_LANGUAGES";

/// Engines that choose at random.
const RANDOM_ENGINES: [&str; 5] = [
    "las-vegas",
    "genetic",
    "hill-climbing",
    "annealing",
    "min-conflicts",
];

/// Runs jobs `FILE:SIZE` in one process, which takes much less time than a process for
/// each.
const PYTHON_DRIVER: &str = "
import runpy, sys
for job in sys.argv[1:]:
    file, size = job.rsplit(':', 1)
    sys.argv = [file, size]
    print('=')
    runpy.run_path(file, run_name='__main__')
";
const JAVASCRIPT_DRIVER: &str = "
const fs = require('fs');
for (const job of process.argv.slice(1)) {
  const [, file, size] = job.match(/^(.*):(.*)$/);
  process.argv = ['node', file, size];
  console.log('=');
  new Function(fs.readFileSync(file, 'utf8'))();
}
";

/// A program on a board of one size.
struct ProgramRun {
    engine: &'static dyn Engine,
    file: PathBuf,
    size: u32,
}

impl ProgramRun {
    fn problem(&self) -> Problem {
        Problem::queens(self.size).expect("a small board")
    }

    /// Checks what the program printed: the published number of solutions, or a solution.
    fn check_output(&self, output: &str) {
        let (name, problem) = (self.file.display(), self.problem());
        let published = reference::published(&problem).expect("a small board").value;
        match self.engine.info().finds {
            Completeness::One if published == 0 => {
                assert_eq!(output.trim(), "no solution", "{name}");
            }
            Completeness::One => {
                let columns: Vec<u32> = output
                    .split_whitespace()
                    .map(|word| word.parse().unwrap())
                    .collect();
                let columns: Vec<u32> =
                    columns.into_iter().map(|column| column - 1).collect();
                let queens = Placement::from_columns(&columns);
                assert!(
                    check::solution(&problem, &queens).is_ok(),
                    "{name} {}: {output}",
                    self.size
                );
            }
            _ => assert_eq!(output.trim(), published.to_string(), "{name} {}", self.size),
        }
    }

    /// Checks that the program performs the steps of its engine, in the same order.
    fn check_steps(&self, output: &str) {
        let printed = output
            .lines()
            .filter_map(|line| line.strip_prefix('+'))
            .map(str::to_owned)
            .collect();
        let mut steps = Vec::new();
        let mut each = |event: Event<'_>| {
            steps.extend(kind_of(&event).map(|kind| kind.id().to_owned()));
            ControlFlow::Continue(())
        };
        self.engine
            .trace(&self.problem(), &Settings::default(), &mut each)
            .expect("it has steps");
        assert_eq!(
            merged(printed),
            merged(steps),
            "{} {}",
            self.file.display(),
            self.size
        );
    }
}

/// The kind of a step; `None` for a report of what the engine holds.
fn kind_of(event: &Event<'_>) -> Option<StepKind> {
    match event {
        Event::Place(_) => Some(StepKind::Place),
        Event::Reject { .. } => Some(StepKind::Reject),
        Event::Remove(_) => Some(StepKind::Remove),
        Event::Solution(_) => Some(StepKind::Solution),
        Event::State(_) => None,
    }
}

/// A solution and its mirror image are one step of the programs for `mirrored`.
fn merged(mut steps: Vec<String>) -> Vec<String> {
    steps.dedup_by(|a, b| a == b && a == "solution");
    steps
}

/// The statement that prints a kind of step; `None` for languages without statements.
fn print_step(language: Language, kind: &str) -> Option<String> {
    match language {
        Language::Python => Some(format!("print('+{kind}'); ")),
        Language::JavaScript => Some(format!("console.log('+{kind}'); ")),
        Language::C => Some(format!("puts(\"+{kind}\"); ")),
        Language::Perl => Some(format!("print \"+{kind}\\n\"; ")),
        Language::Basic => Some(format!("print \"+{kind}\" : ")),
        Language::Prolog | Language::Xslt | Language::Hy => None,
    }
}

/// The program with a statement before each line that performs a step.
fn with_printed_steps(program: &Program) -> Option<String> {
    let lines = program.lines().map(|line| {
        let indent = line.text.len() - line.text.trim_start().len();
        let (space, code) = line.text.split_at(indent);
        let print = line.step.map_or(Some(String::new()), |kind| {
            print_step(program.language, kind)
        })?;
        Some(format!("{space}{print}{code}\n"))
    });
    lines.collect()
}

/// The command that runs or compiles programs of a language, with an argument that it
/// accepts when installed.
fn tool_of(language: Language) -> (&'static str, &'static str) {
    match language {
        Language::Python => ("python3", "--version"),
        Language::JavaScript => ("node", "--version"),
        Language::C => ("cc", "--version"),
        Language::Basic => ("yabasic", "--version"),
        Language::Prolog => ("swipl", "--version"),
        Language::Xslt => ("xsltproc", "--version"),
        Language::Perl => ("perl", "-v"),
        Language::Hy => ("hy", "--version"),
    }
}

fn is_installed(language: Language) -> bool {
    let (tool, argument) = tool_of(language);
    let status = Command::new(tool)
        .arg(argument)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let installed = status.is_ok_and(|status| status.success());
    let required = std::env::var(REQUIRE).unwrap_or_default();
    assert!(
        installed || !required.split(' ').any(|id| id == language.id()),
        "{tool} is not installed"
    );
    if !installed {
        eprintln!(
            "SKIPPED: {tool} is not installed, so the programs in {} were not run",
            language.name()
        );
    }
    installed
}

/// The command that runs a program on a board of a size; a C program is compiled before.
fn command_of(language: Language, file: &Path, size: &str) -> Command {
    let (tool, _) = tool_of(language);
    let mut command = match language {
        Language::C => Command::new(file.with_extension("exe")),
        _ => Command::new(tool),
    };
    match language {
        Language::C => command.arg(size),
        Language::Xslt => command.args(["--param", "n", size]).args([file, file]),
        _ => command.arg(file).arg(size),
    };
    command
}

fn output_of(command: &mut Command) -> String {
    let output = command.output().expect("it starts");
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}

/// Runs the programs; returns the output of each.
fn outputs(language: Language, runs: &[ProgramRun]) -> Vec<String> {
    let (tool, _) = tool_of(language);
    let driver = match language {
        Language::Python => Some("-c").zip(Some(PYTHON_DRIVER)),
        Language::JavaScript => Some("-e").zip(Some(JAVASCRIPT_DRIVER)),
        _ => None,
    };
    if let Some((flag, driver)) = driver {
        let jobs = runs
            .iter()
            .map(|run| format!("{}:{}", run.file.display(), run.size));
        let output = output_of(Command::new(tool).args([flag, driver]).args(jobs));
        let outputs: Vec<String> =
            output.split("=\n").skip(1).map(str::to_owned).collect();
        assert_eq!(outputs.len(), runs.len());
        return outputs;
    }
    let mut compiled = BTreeSet::new();
    let mut run = |run: &ProgramRun| {
        let program = run.file.with_extension("exe");
        if language == Language::C && compiled.insert(program.clone()) {
            let files = [&program, &run.file];
            output_of(
                Command::new(tool)
                    .args(["-std=c11", "-O1", "-o"])
                    .args(files)
                    .arg("-lm"),
            );
        }
        output_of(&mut command_of(language, &run.file, &run.size.to_string()))
    };
    runs.iter().map(&mut run).collect()
}

/// The sizes for a test of the output. All n^n boards take long in an interpreter, and so
/// does the start of `hy`.
fn sizes(engine: &dyn Engine, language: Language) -> Vec<u32> {
    let sizes = match (engine.info().id, language) {
        ("brute-force", Language::Python) => (1..=6).collect(),
        ("brute-force", _) => (1..=7).collect(),
        // Without a solution most of them try again for a long time.
        (id, _) if RANDOM_ENGINES.contains(&id) => vec![1, 4, 5, 6, 7, 8],
        // The squares of a larger board do not fit into one word.
        ("backtracking", Language::C) => (1..=9).collect(),
        (_, Language::Hy) => vec![1, 4, 8],
        _ => (1..=8).collect(),
    };
    assert!(sizes.iter().all(|&size| accepts(engine, size)));
    sizes
}

/// The largest size that the programs of an engine accept.
fn largest_size(engine: &dyn Engine) -> u32 {
    match engine.info().id {
        "state-space-bfs" => 14,
        "construction" => 1_000_000,
        id if RANDOM_ENGINES.contains(&id) => 1_000,
        _ => 32,
    }
}

/// Checks that a program refuses a size above its bound in one line. The programs in C
/// also get other wrong arguments: an interpreter takes long to start.
fn check_refusals(language: Language, run: &ProgramRun) {
    let bound = largest_size(run.engine);
    let above = (bound + 1).to_string();
    let others: &[&str] = if language == Language::C {
        &["0", "-1", "x"]
    } else {
        &[]
    };
    for argument in [&[above.as_str()], others].concat() {
        let mut command = command_of(language, &run.file, argument);
        let output = command.output().expect("it starts");
        assert!(
            output.status.code().is_some_and(|code| code != 0),
            "{command:?}: {}",
            output.status
        );
        // The programs in Yabasic print on standard output, and xsltproc adds a line of
        // its own.
        let printed = [output.stdout, output.stderr].concat();
        let mut printed = String::from_utf8(printed).expect("text");
        if language == Language::Xslt {
            printed.truncate(printed.find('\n').map_or(0, |end| end + 1));
        }
        assert_eq!(
            printed,
            format!("n is at most {bound} and at least 1\n"),
            "{command:?}"
        );
    }
}

/// The sizes for a comparison of the steps: none if they differ from run to run.
fn traced_sizes(engine: &dyn Engine) -> Vec<u32> {
    let is_random = RANDOM_ENGINES.contains(&engine.info().id);
    [1, 4, 5]
        .into_iter()
        .filter(|&size| !is_random && accepts(engine, size))
        .collect()
}

fn accepts(engine: &dyn Engine, size: u32) -> bool {
    engine
        .accepts(
            &Problem::queens(size).expect("a small board"),
            Question::One,
        )
        .is_ok()
}

/// Writes the texts of the programs in a language to `folder`, and lists their runs on
/// boards of the sizes.
fn written(
    folder: &Path,
    language: Language,
    text: impl Fn(&Program) -> Option<String>,
    sizes: impl Fn(&dyn Engine) -> Vec<u32>,
) -> Vec<ProgramRun> {
    let mut runs = Vec::new();
    for EnginePrograms { engine, programs } in PROGRAMS {
        let engine =
            find(engine).unwrap_or_else(|| panic!("there is no engine {engine}"));
        for program in programs
            .iter()
            .filter(|program| program.language == language)
        {
            let Some(text) = text(program) else { continue };
            let file = folder.join(program.file);
            fs::write(&file, text).expect("a file");
            let run = |size| ProgramRun {
                engine,
                file: file.clone(),
                size,
            };
            runs.extend(sizes(engine).into_iter().map(run));
        }
    }
    runs
}

fn check_language(language: Language) {
    if !is_installed(language) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let runs = written(
        folder.path(),
        language,
        |program| Some(program.to_string()),
        |engine| sizes(engine, language),
    );
    assert!(!runs.is_empty());
    for (run, output) in runs.iter().zip(outputs(language, &runs)) {
        run.check_output(&output);
    }
    for same_file in runs.chunk_by(|a, b| a.file == b.file) {
        check_refusals(language, &same_file[0]);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let runs = written(folder.path(), language, with_printed_steps, traced_sizes);
    for (run, output) in runs.iter().zip(outputs(language, &runs)) {
        run.check_steps(&output);
    }
}

#[test]
fn programs_in_python() {
    check_language(Language::Python);
}

#[test]
fn programs_in_javascript() {
    check_language(Language::JavaScript);
}

#[test]
fn programs_in_c() {
    check_language(Language::C);
}

#[test]
fn programs_in_the_languages_of_the_sources() {
    for language in Language::ALL {
        if !matches!(
            language,
            Language::Python | Language::JavaScript | Language::C
        ) {
            check_language(language);
        }
    }
}

/// A board of 48 queens has up to 1,128 pairs that do not attack each other; 2^1,128 is
/// beyond a float.
#[test]
fn genetic_programs_run_on_larger_boards() {
    for language in [Language::Python, Language::JavaScript]
        .into_iter()
        .filter(|&language| is_installed(language))
    {
        let folder = tempfile::tempdir().expect("a folder");
        let programs = queens_programs::programs_of("genetic");
        let program = programs
            .iter()
            .find(|program| program.language == language)
            .expect("every engine has one");
        let file = folder.path().join(program.file);
        fs::write(&file, program.to_string().replace("100_000", "3")).expect("a file");
        assert_eq!(
            output_of(&mut command_of(language, &file, "48")).trim(),
            "no solution found"
        );
    }
}

#[test]
fn every_engine_of_the_ladder_has_programs() {
    let with_programs: Vec<&str> = PROGRAMS.iter().map(|entry| entry.engine).collect();
    let ladder: Vec<&str> = registry()
        .filter(|engine| engine.is_of_the_ladder())
        .map(|engine| engine.info().id)
        .collect();
    assert_eq!(with_programs, ladder);
}

#[test]
fn programs_mark_each_kind_of_step_once() {
    for EnginePrograms { engine, programs } in PROGRAMS {
        let info = find(engine)
            .unwrap_or_else(|| panic!("there is no engine {engine}"))
            .info();
        let mut kinds: Vec<&str> = info
            .idea
            .iter()
            .filter_map(|line| line.step)
            .map(|step| step.kind.id())
            .collect();
        kinds.sort_unstable();
        for program in *programs {
            let mut marked: Vec<&str> =
                program.lines().filter_map(|line| line.step).collect();
            marked.sort_unstable();
            assert_eq!(marked, kinds, "{}", program.file);
        }
    }
}
