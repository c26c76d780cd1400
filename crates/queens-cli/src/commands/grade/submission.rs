//! Submissions: programs in any of several languages, found in a folder.

use crate::exit::Failure;
use crate::program::{ProgramCall, RunEnd, collect_output};
use queens::control::Limits;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

const PYTHON_DRIVER: &str = include_str!("driver.py");
const NODE_DRIVER: &str = include_str!("driver.js");

/// Longest source that is read to compare submissions, in bytes.
const MAX_SOURCE: u64 = 1 << 20;

/// Way to run a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    /// By an interpreter with a driver as its program: interpreter, option and driver.
    Driven(&'static str, &'static str, &'static str),
    /// By an interpreter, with the words before the file.
    Interpreted(&'static str, &'static [&'static str]),
    /// Compiled by this compiler to a program.
    Compiled(&'static str, &'static [&'static str]),
}

/// The languages by the ending of the file.
const LANGUAGES: [(&str, Language); 17] = [
    ("py", Language::Driven("python3", "-c", PYTHON_DRIVER)),
    ("js", Language::Driven("node", "-e", NODE_DRIVER)),
    ("mjs", Language::Driven("node", "-e", NODE_DRIVER)),
    ("cjs", Language::Driven("node", "-e", NODE_DRIVER)),
    ("c", Language::Compiled("cc", &["-O1", "-lm"])),
    ("cpp", Language::Compiled("c++", &["-O1"])),
    ("cc", Language::Compiled("c++", &["-O1"])),
    ("cxx", Language::Compiled("c++", &["-O1"])),
    ("rs", Language::Compiled("rustc", &["-O"])),
    ("java", Language::Interpreted("java", &[])),
    ("go", Language::Interpreted("go", &["run"])),
    ("rb", Language::Interpreted("ruby", &[])),
    ("pl", Language::Interpreted("perl", &[])),
    ("lua", Language::Interpreted("lua", &[])),
    ("hs", Language::Interpreted("runghc", &[])),
    ("r", Language::Interpreted("Rscript", &[])),
    ("sh", Language::Interpreted("sh", &[])),
];

/// A program to grade.
#[derive(Clone, Debug)]
pub(super) struct Submission {
    pub(super) name: String,
    pub(super) file: PathBuf,
}

/// A submission that can be run.
pub(super) enum Runnable {
    /// The call without the size, which is added to its arguments and its input.
    Call(ProgramCall),
    /// The reason why it cannot be run.
    Broken(String),
}

impl Submission {
    /// Creates a submission with the name of its file.
    pub(super) fn from_file(file: &Path) -> Self {
        let name = file.file_stem().unwrap_or(file.as_os_str());
        Submission {
            name: name.to_string_lossy().into_owned(),
            file: file.to_owned(),
        }
    }

    /// Returns the text of the submission, for comparison; empty if it is no text.
    pub(super) fn source(&self) -> String {
        let is_short =
            fs::metadata(&self.file).is_ok_and(|file| file.len() <= MAX_SOURCE);
        let text = is_short.then(|| fs::read_to_string(&self.file));
        text.and_then(Result::ok).unwrap_or_default()
    }

    /// Prepares the submission: compiles it into `folder` if its language needs that.
    pub(super) fn prepare(&self, folder: &Path, limits: &Limits) -> Runnable {
        let file = self.file.clone().into_os_string();
        let call = |program: &str, arguments: Vec<OsString>| ProgramCall {
            program: program.into(),
            arguments,
            input: String::new(),
        };
        let call = match language_of(&self.file) {
            Some(Language::Driven(program, option, driver)) => {
                call(program, vec![option.into(), driver.into(), file])
            }
            Some(Language::Interpreted(program, words)) => {
                let words = words.iter().map(OsString::from);
                call(program, words.chain([file]).collect())
            }
            Some(Language::Compiled(compiler, words)) => {
                let program = folder.join(&self.name);
                let mut arguments = vec![file, "-o".into(), program.clone().into()];
                arguments.extend(words.iter().map(OsString::from));
                let compiled = collect_output(&call(compiler, arguments), limits);
                if compiled.end != RunEnd::Ended {
                    return Runnable::Broken(compile_failure(compiler, &compiled.stderr));
                }
                ProgramCall {
                    program,
                    arguments: Vec::new(),
                    input: String::new(),
                }
            }
            None => ProgramCall {
                program: fs::canonicalize(&self.file).unwrap_or_else(|_| file.into()),
                arguments: Vec::new(),
                input: String::new(),
            },
        };
        Runnable::Call(call)
    }
}

fn compile_failure(compiler: &str, stderr: &str) -> String {
    let first = stderr.lines().find(|line| line.contains("error"));
    let first = first.or(stderr.lines().next());
    match first {
        Some(line) => format!("it does not compile: {}", line.trim()),
        None => format!("it was not compiled by {compiler}"),
    }
}

fn language_of(file: &Path) -> Option<Language> {
    let ending = file.extension()?.to_str()?.to_lowercase();
    let found = LANGUAGES.iter().find(|(known, _)| *known == ending);
    found.map(|(_, language)| *language)
}

/// Returns true if a file is a program: in a language of the table, or executable.
fn is_program(file: &Path) -> bool {
    language_of(file).is_some() || (file.extension().is_none() && is_executable(file))
}

#[cfg(unix)]
fn is_executable(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(file)
        .is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    false
}

/// Returns the submissions of a folder by name: each program in it, and each folder in it
/// with one program, or with one whose name begins with `main` or has `queens` in it.
/// Also returns the names that were passed over.
pub(super) fn list_submissions(
    folder: &Path,
) -> Result<(Vec<Submission>, Vec<String>), Failure> {
    let (mut found, mut others) = (Vec::new(), Vec::new());
    for path in sorted_entries(folder)? {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        if name.starts_with('.') {
            continue;
        }
        let program = match path.is_dir() {
            true => program_in(&path)?,
            false => Some(path.clone()).filter(|path| is_program(path)),
        };
        match program {
            Some(file) if path.is_dir() => found.push(Submission { name, file }),
            Some(file) => found.push(Submission::from_file(&file)),
            None => others.push(name),
        }
    }
    name_apart(&mut found);
    Ok((found, others))
}

/// Gives submissions whose files differ in their endings alone the names with endings.
fn name_apart(submissions: &mut [Submission]) {
    let names: Vec<_> = submissions.iter().map(|one| one.name.clone()).collect();
    for submission in submissions {
        let same = names.iter().filter(|name| **name == submission.name);
        if let (true, Some(full)) = (same.count() > 1, submission.file.file_name()) {
            submission.name = full.to_string_lossy().into_owned();
        }
    }
}

fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed =
        |error| Failure::input(format!("cannot read {}: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    Ok(paths)
}

/// Returns the program in the folder of a student.
fn program_in(folder: &Path) -> Result<Option<PathBuf>, Failure> {
    let files: Vec<_> = sorted_entries(folder)?
        .into_iter()
        .filter(|path| path.is_file() && is_program(path))
        .collect();
    let has_name = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_lowercase();
        name.starts_with("main") || name.contains("queen")
    };
    Ok(match &files[..] {
        [only] => Some(only.clone()),
        several => several.iter().find(|path| has_name(path)).cloned(),
    })
}
