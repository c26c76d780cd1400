//! Commands of other programs, mistyped commands, and words with an answer of their own.

use super::command_names;
use crate::args::problem_words;
use crate::tips::shell_word;
use clap::Command;
use queens::names;

/// Words of other programs, and the command line that does the same here; `...` stands
/// for the words that follow.
const COMMAND_SYNONYMS: [(&str, &[&str]); 31] = [
    (
        "list ...",
        &["enumerate", "all", "ls", "solutions", "listing", "every"],
    ),
    (
        "count ...",
        &["counting", "number", "how-many", "total", "nr"],
    ),
    (
        "count ... --fundamental",
        &["fundamental", "unique", "distinct", "classes"],
    ),
    (
        "solve ...",
        &[
            "find",
            "run",
            "show",
            "print",
            "draw",
            "place",
            "solving",
            "solver",
            "solution",
            "go",
            "start-solving",
            "display",
            "get",
            "one",
            "calc",
            "compute",
        ],
    ),
    ("solve ... --random", &["random", "rand", "shuffle"]),
    ("estimate ...", &["forecast", "approximate", "guess"]),
    ("compare ...", &["race", "diff", "versus", "vs"]),
    (
        "bench",
        &["benchmark", "benchmarks", "speed", "perf", "time"],
    ),
    ("verify", &["check", "validate", "test", "checker"]),
    (
        "watch ...",
        &[
            "animate",
            "visualize",
            "visualise",
            "step",
            "steps",
            "view",
            "simulate",
            "demo",
        ],
    ),
    ("record ...", &["gif", "video", "movie", "animation"]),
    ("export ...", &["convert", "translate", "save", "write"]),
    ("export ... --to minizinc", &["minizinc", "mzn"]),
    ("export ... --to dimacs", &["dimacs", "cnf"]),
    ("export ... --to asp", &["clingo", "asp"]),
    ("export ... --to lp", &["lp", "ilp"]),
    ("export ... --to smtlib", &["smtlib", "smt", "z3"]),
    (
        "engines",
        &["algorithms", "methods", "solvers", "backends", "algorithm"],
    ),
    ("variants", &["variations", "problems", "boards", "pieces"]),
    (
        "serve",
        &["server", "start", "listen", "up", "daemon", "api"],
    ),
    (
        "serve --open",
        &[
            "web",
            "gui",
            "open",
            "ui",
            "page",
            "browser",
            "tutorial",
            "tutorials",
            "lesson",
            "lessons",
            "learn",
            "teach",
            "course",
        ],
    ),
    (
        "campaign plan ... --into DIR",
        &[
            "cluster",
            "distribute",
            "distributed",
            "parallel",
            "split",
            "shard",
        ],
    ),
    ("puzzle daily", &["today", "day"]),
    ("puzzle generate ...", &["new", "create", "make", "sudoku"]),
    ("puzzle play ...", &["game", "plays", "player"]),
    ("completions bash", &["autocomplete", "completion-script"]),
    (
        "man | man -l -",
        &["manual", "manpage", "docs", "doc", "documentation"],
    ),
    ("--version", &["version", "ver"]),
    (
        "--help",
        &[
            "usage", "info", "quit", "exit", "q", "?", "/?", "/h", "/help", "h", "init",
            "config", "about", "intro", "hello", "menu", "settings",
        ],
    ),
    ("help", &["commands", "options", "cmds"]),
    ("help COMMAND", &["examples", "example", "samples"]),
];

/// Words with an answer that is no command.
const ANSWERS: [(&str, &[&str]); 3] = [
    (
        "the Python package is a module of its own: docs/guide/python.md describes it",
        &[
            "python", "py", "pip", "jupyter", "notebook", "repl", "shell",
        ],
    ),
    (
        "queens is updated and removed in the way in which it was installed: README.md lists them",
        &["update", "upgrade", "install", "uninstall", "self-update"],
    ),
    (
        "queens does not look for tours: `queens count knights 5` counts sets of knights that do not attack each other",
        &["tour", "knights-tour", "knight-tour"],
    ),
];

/// Returns the way out if the first word, which is no command, was meant as one.
pub(super) fn way_out(command: &Command, words: &[&str]) -> Option<String> {
    let (&word, rest) = words.split_first()?;
    if let Some(answer) = answer_to(word) {
        return Some(answer.to_owned());
    }
    if let Some(call) = as_call(command, word) {
        return Some(format!("a command has no brackets: `queens {call}`"));
    }
    let meant = |template: &str| {
        format!(
            "unrecognised command '{word}': did you mean `queens {}`?",
            fill_in(template, rest)
        )
    };
    let synonym = |word: &str| {
        COMMAND_SYNONYMS
            .iter()
            .find(|(_, names)| is_among(word, names))
            .map(|(template, _)| *template)
    };
    if let Some(template) = synonym(word) {
        return Some(meant(template));
    }
    let is_problem = names::exact(word, problem_words()).is_some()
        || names::description(word, "8").is_some()
        || queens::find(word).is_ok();
    if !is_problem {
        if let Some(path) = inside_another(command, word) {
            let paths: Vec<String> = path
                .iter()
                .map(|path| format!("`queens {}`", with_words(path, rest)))
                .collect();
            return Some(format!(
                "there is no command '{word}' here: use {}",
                paths.join(" or ")
            ));
        }
        // A variant that is as near comes first.
        let others = COMMAND_SYNONYMS
            .iter()
            .flat_map(|(_, names)| names.iter().copied())
            .filter(|name| name.len() > 4);
        let variants = problem_words();
        let all = variants.iter().copied();
        let near = names::nearest(word, all.chain(command_names(command)).chain(others));
        match near.filter(|near| !variants.contains(near)) {
            Some("help") => return Some(meant("help ...")),
            Some(near) if command_names(command).any(|name| name == near) => {
                return Some(meant(&format!("{near} ...")));
            }
            Some(near) => return synonym(near).map(meant),
            None => {}
        }
    }
    // The command comes after the problem: `8 count`.
    if !is_problem && !word.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let later = rest
        .iter()
        .position(|word| command_names(command).any(|name| name == *word))?;
    let mut problem = words.to_vec();
    let name = problem.remove(later + 1);
    problem.retain(|word| *word != "queens" || problem_is_longer(words));
    Some(format!(
        "the command comes first: `queens {}`",
        with_words(name, &problem)
    ))
}

/// Returns the answer to a word that is no command and no part of a problem.
pub(crate) fn answer_to(word: &str) -> Option<&'static str> {
    ANSWERS
        .iter()
        .find(|(_, names)| is_among(word, names))
        .map(|(answer, _)| *answer)
}

/// Returns true unless `queens` is the name of the program, typed twice.
fn problem_is_longer(words: &[&str]) -> bool {
    words.first() != Some(&"queens")
}

fn is_among(word: &str, names: &[&str]) -> bool {
    names.iter().any(|name| name.eq_ignore_ascii_case(word))
}

/// Returns a command line with the words that follow it.
fn with_words(path: &str, words: &[&str]) -> String {
    let mut line = path.to_owned();
    for word in words {
        line = line + " " + &shell_word(word);
    }
    line
}

/// Returns the command line of a template with the words in place of its dots.
fn fill_in(template: &str, words: &[&str]) -> String {
    match template.split_once(" ...") {
        Some((command, options)) => with_words(command, words) + options,
        None => template.to_owned(),
    }
}

/// Returns the command line for a call as in a program: `count(8)`.
fn as_call(command: &Command, word: &str) -> Option<String> {
    let (name, arguments) = word.strip_suffix(')')?.split_once('(')?;
    let name = name.rsplit('.').next()?;
    let name = names::nearest(name, command_names(command))?;
    Some(
        with_words(name, &[arguments])
            .trim_end_matches(" \"\"")
            .to_owned(),
    )
}

/// Returns the commands inside others with this name, such as `puzzle play`.
fn inside_another(command: &Command, word: &str) -> Option<Vec<String>> {
    let paths: Vec<String> = command
        .get_subcommands()
        .filter(|group| group.find_subcommand(word).is_some())
        .map(|group| format!("{} {word}", group.get_name()))
        .collect();
    (!paths.is_empty()).then_some(paths)
}

/// Returns the way out for help about something that is no command.
pub(super) fn help_about(command: &Command, about: &str) -> String {
    let first = |template: &str| {
        let end = template.find([' ', '|']).unwrap_or(template.len());
        template.get(..end).unwrap_or_default().to_owned()
    };
    let synonyms = COMMAND_SYNONYMS
        .iter()
        .filter(|(template, _)| !template.starts_with('-'));
    let known = synonyms
        .clone()
        .flat_map(|(_, names)| names.iter().copied())
        .chain(command_names(command));
    let path = inside_another(command, about);
    if let Some(path) = path.as_deref().and_then(<[String]>::first) {
        return format!("there is no command '{about}' here: use `queens help {path}`");
    }
    if queens::find(about).is_ok() {
        return format!("'{about}' is an engine: `queens engines {about}` explains it");
    }
    if names::exact(about, problem_words()).is_some() {
        return format!("'{about}' is a part of a problem: `queens variants` lists them");
    }
    match names::nearest(about, known) {
        Some(near) => {
            let mut all = synonyms;
            let name = all
                .find(|(_, names)| names.contains(&near))
                .map_or(near.to_owned(), |(template, _)| first(template));
            format!("unrecognised command '{about}': did you mean `queens help {name}`?")
        }
        None => format!(
            "'{about}' is not a command: `queens help` lists them, `queens help count` explains one"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use crate::default_command::insert_command;
    use clap::CommandFactory;
    use std::ffi::OsString;

    fn words(text: &str) -> Vec<OsString> {
        text.split(' ').map(Into::into).collect()
    }

    #[test]
    fn words_of_other_programs_are_no_commands() {
        let command = Cli::command();
        for (template, names) in COMMAND_SYNONYMS {
            let first = template.split(' ').next().unwrap_or_default();
            assert!(
                first.starts_with('-')
                    || command_names(&command).any(|name| name == first),
                "{template}"
            );
            for word in names {
                let error = insert_command(&command, words(&format!("queens {word} 8")))
                    .expect_err(word)
                    .to_string();
                let meant = fill_in(template, &["8"]);
                assert!(error.contains(&format!("`queens {meant}`")), "{error}");
            }
        }
    }

    #[test]
    fn recognises_mistyped_commands_but_not_variants() {
        let command = Cli::command();
        for (word, meant) in [
            ("cuont", "count"),
            ("sovle", "solve"),
            ("lits", "list"),
            ("benhc", "bench"),
        ] {
            let way_out = way_out(&command, &[word, "8"]).expect("a tip");
            assert!(
                way_out.contains(&format!("`queens {meant} 8`")),
                "{way_out}"
            );
        }
        for word in problem_words().into_iter().chain([
            "torsu",
            "8",
            "5x8",
            "king",
            "frobnicate",
            "flags",
        ]) {
            assert_eq!(way_out(&command, &[word]), None, "{word}");
        }
    }
}
