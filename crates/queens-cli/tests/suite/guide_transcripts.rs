//! Transcripts of the guide: the lines below a command are those that it prints. Times,
//! and ratios of times, are left out. Of all other commands in the guide, the arguments
//! are parsed.
#![cfg(unix)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands of the guide that are not run, and why.
const SKIPPED: [(&str, &str); 9] = [
    ("queens count 22", "takes hours"),
    (
        "queens estimate 27",
        "takes seconds in a release build, minutes in that of the tests",
    ),
    ("queens estimate superqueens 20", "the same"),
    ("queens estimate 24", "the same"),
    ("queens bench", "its table is of times"),
    ("core_40_27_1.txt", "a board of another project"),
    ("solutions.txt", "a file of the reader"),
    ("my_solver", "a program of the reader"),
    ("kissat", "another program"),
];

/// Words of commands that stand for something, and what takes their place when their
/// arguments are parsed.
const PLACEHOLDERS: [(&str, &str); 6] = [
    ("queens engines ID", "queens engines flags"),
    ("queens help COMMAND", "queens help count"),
    ("SHELL", "bash"),
    ("ADDRESS", "127.0.0.1:8080"),
    ("\"$SLURM_ARRAY_TASK_ID\"", "0"),
    ("\\|", "|"),
];

/// Units of times in tables.
const TIME_UNITS: [&str; 7] = ["ns", "µs", "ms", "s", "min", "h", "d"];

struct Transcript {
    page: String,
    command: String,
    printed: Vec<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Commands of code blocks, `$ COMMAND`, each with the lines below it.
fn transcripts() -> Vec<Transcript> {
    let mut found: Vec<Transcript> = Vec::new();
    let folder = root().join("docs/guide");
    for entry in std::fs::read_dir(&folder).expect("the guide") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let page = path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(&path).expect("a page");
        for block in text.split("```").skip(1).step_by(2) {
            let mut current: Option<Transcript> = None;
            for line in block.lines().skip(1) {
                if let Some(command) = line.strip_prefix("$ ") {
                    found.extend(current.take());
                    let (page, command) = (page.clone(), command.to_owned());
                    current = Some(Transcript {
                        page,
                        command,
                        printed: Vec::new(),
                    });
                } else if let Some(current) = &mut current {
                    current.printed.push(line.to_owned());
                }
            }
            found.extend(current);
        }
    }
    found.retain(|found| {
        found
            .command
            .split_whitespace()
            .any(|word| word == "queens")
    });
    found
}

/// Texts of the pages with commands: the guide and the first page of the repository.
fn pages() -> Vec<String> {
    let entries = std::fs::read_dir(root().join("docs/guide")).expect("the guide");
    let mut paths: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.push(root().join("README.md"));
    paths
        .iter()
        .map(|path| std::fs::read_to_string(path).expect("a page"))
        .collect()
}

/// Commands of `queens` in the code of a page, in blocks and within lines: the parts of a
/// pipe one by one, without redirections, explanations beside them, and arguments that
/// are not ours.
fn quoted_commands(page: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for (number, part) in page.split("```").enumerate() {
        if number % 2 == 1 {
            lines.extend(
                part.lines()
                    .skip(1)
                    .map(|line| line.trim().trim_start_matches("$ ").to_owned()),
            );
        } else {
            let codes = part.split('`').skip(1).step_by(2);
            lines.extend(
                codes.map(|code| code.split_whitespace().collect::<Vec<_>>().join(" ")),
            );
        }
    }
    let mut commands = Vec::new();
    for mut line in lines {
        for (word, replacement) in PLACEHOLDERS {
            line = line.replace(word, replacement);
        }
        let pieces = line
            .split(" | ")
            .filter(|piece| piece.starts_with("queens ") && !piece.contains("..."));
        for piece in pieces.filter(|piece| !piece.starts_with("queens = ")) {
            let ends = ["  ", " > ", " < ", " -- ", " \\", " && ", " || "];
            let end = ends
                .iter()
                .filter_map(|end| piece.find(end))
                .min()
                .unwrap_or(piece.len());
            commands.push(piece.get(..end).unwrap_or_default().to_owned());
        }
    }
    commands
}

/// A text as it is printed without a terminal: queens as letters, and no frames.
fn plain(text: &str) -> String {
    let is_frame = |letter: &char| "─┌┬┐├┼┤└┴┘│|".contains(*letter);
    let letters = text
        .chars()
        .map(|letter| if is_frame(&letter) { ' ' } else { letter });
    let text: String = letters
        .map(|letter| if letter == '♛' { 'Q' } else { letter })
        .collect();
    text.replace("+---", "")
        .replace("+ ", " ")
        .replace("+\n", "\n")
}

/// Words and whole numbers of a text, without times, fractions and what follows a time in
/// a table.
fn words(text: &str) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    let mut follows_time = false;
    for word in plain(text).split_whitespace() {
        let is_number = word
            .chars()
            .all(|letter| letter.is_ascii_digit() || ".,/".contains(letter));
        if TIME_UNITS.contains(&word) && kept.last().is_some_and(|last| last == "#") {
            kept.pop();
            follows_time = true;
            continue;
        }
        let is_ratio = is_number && follows_time || word.contains('/');
        follows_time = false;
        if is_ratio || word == "..." {
            continue;
        }
        // A number with a point may be the time of the unit that follows.
        kept.push(if is_number && word.contains('.') {
            "#".to_owned()
        } else {
            word.to_owned()
        });
    }
    kept.retain(|word| word != "#");
    kept
}

/// The first of `words` that is not in `printed` after those before it.
fn first_missing<'w>(words: &'w [String], printed: &[String]) -> Option<&'w str> {
    let mut rest = printed.iter();
    words
        .iter()
        .find(|word| !rest.any(|other| other == *word))
        .map(String::as_str)
}

#[test]
fn the_guide_shows_what_commands_print() {
    let bin = Path::new(env!("CARGO_BIN_EXE_queens"))
        .parent()
        .expect("a folder");
    let path = format!(
        "{}:{}",
        bin.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let folder = tempfile::tempdir().expect("a folder");
    std::os::unix::fs::symlink(root().join("examples"), folder.path().join("examples"))
        .expect("a link");
    let mut compared = 0;
    for Transcript {
        page,
        command,
        printed,
    } in transcripts()
    {
        if SKIPPED.iter().any(|(words, _)| command.contains(words)) {
            continue;
        }
        // The table has all boards of `brute-force`, which an unoptimised build on a busy
        // machine does not end in time.
        let is_table = command.starts_with("queens compare");
        let limit = if is_table { " --time-limit 10m" } else { "" };
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &format!("({command}{limit}) 2>&1")])
            .current_dir(folder.path());
        shell
            .env("PATH", &path)
            .env("LC_ALL", "C.UTF-8")
            .stdin(Stdio::null());
        let output = shell.output().expect("a shell");
        let shown = words(&printed.join("\n"));
        let real = words(&String::from_utf8_lossy(&output.stdout));
        if let Some(missing) = first_missing(&shown, &real) {
            panic!(
                "{page}: `{command}` does not print {missing}:\n{}",
                real.join(" ")
            );
        }
        compared += shown.len();
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn the_guide_names_only_commands_and_options_that_exist() {
    let bin = Path::new(env!("CARGO_BIN_EXE_queens"))
        .parent()
        .expect("a folder");
    let path = format!(
        "{}:{}",
        bin.display(),
        std::env::var("PATH").unwrap_or_default()
    );
    let commands: BTreeSet<String> = pages()
        .iter()
        .flat_map(|page| quoted_commands(page))
        .collect();
    assert!(commands.len() > 200, "{}", commands.len());
    let mut refused = Vec::new();
    for command in &commands {
        // The arguments before `--help` are parsed. `queens 12` is short for `queens
        // solve 12`, and `help` has no help.
        let names_problem = |rest: &str| {
            rest.starts_with("torus ") || rest.starts_with(|c: char| c.is_ascii_digit())
        };
        let is_short = command.strip_prefix("queens ").is_some_and(names_problem);
        let asked = match command {
            _ if is_short => command.replacen("queens ", "queens solve ", 1) + " --help",
            _ if command.starts_with("queens help") => command.clone(),
            _ => format!("{command} --help"),
        };
        let mut shell = Command::new("sh");
        shell
            .args(["-c", &asked])
            .env("PATH", &path)
            .stdin(Stdio::null());
        let output = shell.output().expect("a shell");
        if !output.status.success() {
            refused.push(format!(
                "{command}: {}",
                String::from_utf8_lossy(&output.stderr)
            ));
        }
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn commands_are_found_in_code() {
    let page = "`queens list 8 \\| queens verify` and\n`x`\n```\nqueens plan 3 > a.txt   says so\n$ queens run -- -x\n```\n";
    assert_eq!(
        quoted_commands(page),
        [
            "queens list 8",
            "queens verify",
            "queens plan 3",
            "queens run"
        ]
    );
}

#[test]
fn words_leave_out_times_and_their_ratios() {
    let row =
        "flags  92  2,057  73.1 µs  13.8  1,965 calls\nCPS took 1/162 of it, in 1.5 s";
    assert_eq!(
        words(row).join(" "),
        "flags 92 2,057 1,965 calls CPS took of it, in"
    );
    assert_eq!(words("in 28.5 ms: 3").join(" "), "in ms: 3");
    assert_eq!(first_missing(&words("a c"), &words("a b c")), None);
    assert_eq!(first_missing(&words("c a"), &words("a b c")), Some("a"));
}
