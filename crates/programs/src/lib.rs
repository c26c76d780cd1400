//! The engines of the ladder as short programs in Python, JavaScript and C, and in the
//! language of their source.
//!
//! Each is a file `ENGINE.SUFFIX` that follows the pseudocode of its engine. It takes the
//! size of the board as its argument and prints the number of solutions, or the columns
//! of the one solution that it finds. A line that performs a step ends with a comment
//! that names its kind, such as `# place`; [`Program::lines`] removes these comments.
//! Each kind of step is on one line.
//!
//! One of the first two lines names the source (`Source: `). Without the comments that
//! name steps, lines are ASCII and at most 76 letters long. A program refuses a size that
//! is too large with `n is at most 32 and at least 1`, or with its own bound.
//!
//! Programs of similar engines repeat each other on purpose: a student reads, copies and
//! runs one file.
//!
//! ```
//! use queens_programs::{Language, programs_of};
//!
//! let mut programs = programs_of("flags").iter();
//! let program = programs.find(|program| program.language == Language::Python).expect("every engine has one");
//! let place = program.lines().find(|line| line.step == Some("place")).expect("it places queens");
//! assert_eq!(place.text.trim_start(), "row_taken[row] = up_taken[up] = down_taken[down] = True");
//! ```

use std::fmt::{self, Display};

/// Kinds of steps, as in a trace.
const STEP_KINDS: [&str; 4] = ["place", "reject", "remove", "solution"];

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Python 3.8 or newer.
    Python,
    /// JavaScript for Node.js 16 or newer.
    JavaScript,
    /// C11.
    C,
    /// Yabasic, for engines whose source is in BASIC09.
    Basic,
    /// SWI-Prolog.
    Prolog,
    /// XSLT 1.0.
    Xslt,
    /// Perl 5.
    Perl,
    /// Hy 1.0, a Lisp.
    Hy,
}

impl Language {
    /// All languages, those that every engine has first.
    pub const ALL: [Language; 8] = [
        Language::Python,
        Language::JavaScript,
        Language::C,
        Language::Basic,
        Language::Prolog,
        Language::Xslt,
        Language::Perl,
        Language::Hy,
    ];

    /// Returns its name in options and formats.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Language::Python => "python",
            Language::JavaScript => "javascript",
            Language::C => "c",
            Language::Basic => "basic",
            Language::Prolog => "prolog",
            Language::Xslt => "xslt",
            Language::Perl => "perl",
            Language::Hy => "hy",
        }
    }

    /// Returns its name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Language::Python => "Python",
            Language::JavaScript => "JavaScript",
            Language::C => "C",
            Language::Basic => "BASIC",
            Language::Prolog => "Prolog",
            Language::Xslt => "XSLT",
            Language::Perl => "Perl",
            Language::Hy => "Hy",
        }
    }

    /// Returns the number of the first row and column in its programs: that of the first
    /// element of an array or list.
    #[must_use]
    pub const fn first_index(self) -> u8 {
        match self {
            Language::Basic | Language::Prolog => 1,
            _ => 0,
        }
    }

    /// Returns the marks around a comment at the end of a line.
    const fn comment(self) -> (&'static str, &'static str) {
        match self {
            Language::Python | Language::Perl => ("# ", ""),
            Language::JavaScript | Language::C | Language::Basic => ("// ", ""),
            Language::Prolog => ("% ", ""),
            Language::Xslt => ("<!-- ", " -->"),
            Language::Hy => ("; ", ""),
        }
    }
}

/// A program for an engine.
#[derive(Clone, Copy, Debug)]
pub struct Program {
    /// Its language.
    pub language: Language,
    /// Name of its file.
    pub file: &'static str,
    /// Its text, with a comment on each line that performs a step.
    pub marked_text: &'static str,
}

/// A line of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeLine {
    /// Text of the line.
    pub text: &'static str,
    /// Kind of the steps that it performs: `place`, `reject`, `remove` or `solution`.
    pub step: Option<&'static str>,
}

impl Program {
    /// Iterates over the lines, without the comments that name steps.
    pub fn lines(&self) -> impl Iterator<Item = CodeLine> {
        let (begin, end) = self.language.comment();
        self.marked_text.lines().map(move |line| {
            let comment = line
                .strip_suffix(end)
                .and_then(|line| line.rsplit_once(begin));
            let step = comment.and_then(|(_, words)| {
                STEP_KINDS.into_iter().find(|&kind| kind == words)
            });
            match (comment, step) {
                (Some((text, _)), Some(_)) => CodeLine {
                    text: text.trim_end(),
                    step,
                },
                _ => CodeLine {
                    text: line,
                    step: None,
                },
            }
        })
    }
}

/// The text of the program, without the comments that name steps.
impl Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines()
            .try_for_each(|line| writeln!(f, "{}", line.text))
    }
}

/// The programs for an engine.
#[derive(Clone, Copy, Debug)]
pub struct EnginePrograms {
    /// Id of the engine.
    pub engine: &'static str,
    /// The programs, in the order of [`Language::ALL`].
    pub programs: &'static [Program],
}

macro_rules! program {
    ($engine:literal, $language:ident, $suffix:literal) => {
        Program {
            language: Language::$language,
            file: concat!($engine, ".", $suffix),
            marked_text: include_str!(concat!($engine, ".", $suffix)),
        }
    };
}

/// The programs for an engine in the languages that all have, and in that of its source.
macro_rules! engine_programs {
    ($engine:literal $(, $language:ident $suffix:literal)?) => {
        EnginePrograms {
            engine: $engine,
            programs: &[
                program!($engine, Python, "py"),
                program!($engine, JavaScript, "js"),
                program!($engine, C, "c"),
                $(program!($engine, $language, $suffix),)?
            ],
        }
    };
}

/// All programs, by engine in the order of the ladder.
pub static PROGRAMS: &[EnginePrograms] = &[
    engine_programs!("brute-force"),
    engine_programs!("permutations", Prolog "pro"),
    engine_programs!("board-scan", Basic "bas"),
    engine_programs!("board-scan-iterative", Basic "bas"),
    engine_programs!("flags", Basic "bas"),
    engine_programs!("flags-on-entry", Basic "bas"),
    engine_programs!("flags-iterative", Basic "bas"),
    engine_programs!("incremental", Perl "pl"),
    engine_programs!("mirrored", Perl "pl"),
    engine_programs!("string-lists", Xslt "xsl"),
    engine_programs!("state-space-dfs", Hy "hy"),
    engine_programs!("state-space-bfs", Hy "hy"),
    engine_programs!("rules", Hy "hy"),
    engine_programs!("limited-discrepancy"),
    engine_programs!("forward-checking"),
    engine_programs!("mac"),
    engine_programs!("exact-cover"),
    engine_programs!("backtracking"),
    engine_programs!("bitmask"),
    engine_programs!("las-vegas"),
    engine_programs!("genetic"),
    engine_programs!("hill-climbing"),
    engine_programs!("annealing"),
    engine_programs!("min-conflicts"),
    engine_programs!("construction"),
];

/// Returns the programs for an engine; none if it has no programs.
#[must_use]
pub fn programs_of(engine: &str) -> &'static [Program] {
    PROGRAMS
        .iter()
        .find(|programs| programs.engine == engine)
        .map_or(&[], |programs| programs.programs)
}

/// Returns all programs as a JSON object: for each engine a list of its programs, each
/// with its `language`, the `name` and the `first_index` of the language, its `file` and
/// its `lines`, which have the fields of [`CodeLine`].
#[must_use]
pub fn to_json() -> String {
    let line = |line: CodeLine| {
        let step = line.step.map_or("null".to_owned(), quoted);
        format!("{{\"text\":{},\"step\":{step}}}", quoted(line.text))
    };
    let program = |program: &Program| {
        let lines: Vec<String> = program.lines().map(line).collect();
        format!(
            "{{\"language\":{},\"name\":{},\"first_index\":{},\"file\":{},\"lines\":[{}]}}",
            quoted(program.language.id()),
            quoted(program.language.name()),
            program.language.first_index(),
            quoted(program.file),
            lines.join(",")
        )
    };
    let engine = |engine: &EnginePrograms| {
        let programs: Vec<String> = engine.programs.iter().map(program).collect();
        format!("{}:[{}]", quoted(engine.engine), programs.join(","))
    };
    let engines: Vec<String> = PROGRAMS.iter().map(engine).collect();
    format!("{{{}}}\n", engines.join(","))
}

/// Returns a string of JSON. The programs contain no control characters.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for letter in text.chars() {
        if matches!(letter, '"' | '\\') {
            quoted.push('\\');
        }
        quoted.push(letter);
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    fn all() -> impl Iterator<Item = &'static Program> {
        PROGRAMS.iter().flat_map(|engine| engine.programs)
    }

    #[test]
    fn every_file_is_in_the_table() {
        let folder = fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))
            .expect("the folder");
        let names = folder.map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .into_string()
                .expect("text")
        });
        let files: BTreeSet<String> = names.filter(|name| name != "lib.rs").collect();
        let listed: BTreeSet<String> =
            all().map(|program| program.file.to_owned()).collect();
        assert_eq!(listed, files);
    }

    /// A projector shows 76 letters of a line.
    #[test]
    fn programs_fit_on_a_projector() {
        for program in all() {
            let text = program.to_string();
            assert!(
                text.lines().all(|line| line.len() <= 76),
                "{}",
                program.file
            );
            assert!(
                text.is_ascii() && !text.contains('\t') && !text.contains(" \n"),
                "{}",
                program.file
            );
            assert!(
                text.lines().take(2).any(|line| line.contains("Source: ")),
                "{}",
                program.file
            );
        }
    }

    /// The state beside a program counts rows and columns as the program does.
    #[test]
    fn programs_count_from_their_first_index() {
        // Their pseudocode counts from 1, as their sources do.
        let counts_from_one = ["string-lists", "construction"];
        for EnginePrograms { engine, programs } in PROGRAMS {
            for program in programs
                .iter()
                .filter(|_| !counts_from_one.contains(engine))
            {
                let text = program.to_string();
                let loops = ["= 1 to size", "row = 1", "numlist(1, N"];
                let is_one = loops.iter().any(|words| text.contains(words));
                assert_eq!(
                    is_one,
                    program.language.first_index() == 1,
                    "{}",
                    program.file
                );
            }
        }
    }

    #[test]
    fn only_comments_that_name_steps_are_removed() {
        let program = |language, marked_text| Program {
            language,
            file: "",
            marked_text,
        };
        let lines = |program: Program| {
            program
                .lines()
                .map(|line| (line.text, line.step))
                .collect::<Vec<_>>()
        };
        assert_eq!(
            lines(program(
                Language::Python,
                "row = 0  # the first\nrow += 1  # reject\n# place\n"
            )),
            [
                ("row = 0  # the first", None),
                ("row += 1", Some("reject")),
                ("", Some("place"))
            ]
        );
        assert_eq!(
            lines(program(Language::Xslt, "<a> <!-- place -->\n<!-- a -->")),
            [("<a>", Some("place")), ("<!-- a -->", None)]
        );
    }

    #[test]
    fn json_escapes_quotes_and_backslashes() {
        assert_eq!(quoted(r#"printf("%d\n");"#), r#""printf(\"%d\\n\");""#);
        assert!(to_json().starts_with(
            r#"{"brute-force":[{"language":"python","name":"Python","first_index":0,"file":"brute-force.py","lines":["#
        ));
    }
}
