//! Every number of the lessons and of the engines' descriptions is in the table
//! `data/numbers.tsv`, which tells where it comes from: a command, a formula, a constant
//! of the library, a quotation, a source, or a choice of the text. Those of the first
//! four are compared.

use queens::engines::registry;
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

const TABLE: &str = "crates/queens-cli/tests/data/numbers.tsv";

/// Pages of the guide that are read, without code; `guide_transcripts` compares what
/// commands print.
const GUIDES: [&str; 19] = [
    "answers",
    "campaigns",
    "commands",
    "counting",
    "estimates",
    "exchange",
    "formats",
    "game",
    "large",
    "library",
    "npm",
    "page",
    "problems",
    "puzzles",
    "python",
    "relatives",
    "site",
    "solving",
    "teaching",
];

/// Words around a number that the text chooses itself: the size of an example, an index,
/// a step of a list, a time to plan.
const CHOSEN: [(&str, &str); 19] = [
    ("", " queens"),
    ("", " queen "),
    ("", " rows"),
    ("board of ", ""),
    ("boards of ", ""),
    ("esson ", ""),
    ("row ", ""),
    ("rows ", ""),
    ("Row ", ""),
    ("column ", ""),
    ("columns ", ""),
    ("n = ", ""),
    (" + ", ""),
    (" - ", ""),
    ("O(", ")"),
    ("\n", ". "),
    ("from ", " to n"),
    ("from ", "."),
    ("Plan about ", " minutes"),
];

/// Largest number that [`CHOSEN`] covers: a larger one is no size of an example.
const MAX_CHOSEN: u64 = 40;

/// A row of the table.
#[derive(Clone, Debug)]
struct Origin {
    page: String,
    /// Piece of the page, without the braces around the numbers that are checked.
    piece: String,
    /// Numbers in braces.
    stated: Vec<String>,
    kind: String,
    from: String,
}

fn origins() -> Vec<Origin> {
    let table = read(Path::new(TABLE));
    let rows = table.lines().skip(1).map(|line| {
        let [page, text, kind, from] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("a row has page, text, kind and from: {line}")
        };
        let braces = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'));
        let stated = braces.map(|(number, _)| number.replace(',', "")).collect();
        let [page, kind, from] = [page, kind, from].map(str::to_owned);
        Origin {
            page,
            piece: text.replace(['{', '}'], ""),
            stated,
            kind,
            from,
        }
    });
    rows.collect()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(root().join(path))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Texts of a lesson, a line each: its string literals without the expressions of its
/// answers.
fn lesson_texts(source: &str) -> String {
    let mut texts = String::new();
    let is_text = |line: &&str| !line.starts_with("import") && !line.starts_with("/**");
    for line in source.lines().filter(is_text) {
        // An answer is the last of its line, except before `anySolution`.
        let line = line.split("answer: ").next().unwrap_or_default();
        let mut rest = line;
        while let Some((_, literal)) = rest.split_once('"') {
            let Some((text, after)) = literal.split_once('"') else {
                break;
            };
            texts += text;
            texts.push('\n');
            rest = after;
        }
    }
    texts
}

/// Texts of an engine, a line each.
fn engine_texts(info: &queens::engines::EngineInfo) -> String {
    let idea = info
        .idea
        .iter()
        .flat_map(|line| [Some(line.text), line.step.map(|step| step.sentence)]);
    let figures = info.figures.iter().map(|figure| figure.words);
    let texts = [info.title]
        .into_iter()
        .chain(info.how)
        .chain(idea.flatten())
        .chain(figures);
    texts
        .chain([info.time, info.memory])
        .map(|text| format!("{text}\n"))
        .collect()
}

/// A page of the guide without blocks of code and addresses of links; the numbers of code
/// within a line are masked.
fn prose(text: &str) -> String {
    let text: String = text.split("```").step_by(2).collect();
    let mut masked = String::new();
    for (number, piece) in text.split('`').enumerate() {
        if number > 0 {
            masked.push('`');
        }
        let is_code = number % 2 == 1;
        masked.extend(piece.chars().map(|one| {
            if is_code && one.is_ascii_digit() {
                '#'
            } else {
                one
            }
        }));
    }
    let mut kept = String::new();
    let mut rest = masked.as_str();
    while let Some((before, link)) = rest.split_once("](") {
        kept += before;
        kept += "]()";
        rest = link.split_once(')').map_or("", |(_, after)| after);
    }
    kept + rest
}

/// All pages that are read, by name.
fn pages() -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    let folder = Path::new("crates/queens-server/page/lessons");
    for entry in std::fs::read_dir(root().join(folder)).expect("the page") {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("text");
        let source = read(&folder.join(&name));
        if source.contains("export const lesson = {") {
            pages.insert(format!("lessons/{name}"), lesson_texts(&source));
        }
    }
    assert_eq!(pages.len(), 12, "lessons: {:?}", pages.keys());
    for engine in registry() {
        pages.insert(
            format!("engine {}", engine.info().id),
            engine_texts(engine.info()),
        );
    }
    for guide in GUIDES {
        let name = format!("docs/guide/{guide}.md");
        let text = read(Path::new(&name));
        // The gallery is written by a program: `puzzle_gallery` compares it.
        let text = text.split("\n## Gallery\n").next().unwrap_or_default();
        let text = prose(text);
        pages.insert(name, text);
    }
    pages
}

/// Places of the numbers of a text. Digits within a word, such as a1 or n^2, are none.
fn numbers(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_word = |at: usize| {
        bytes
            .get(at)
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
    };
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let is_group =
        |at: usize| (1..=3).all(|digit| is_digit(at + digit)) && !is_digit(at + 4);
    let mut found = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let is_begin =
            is_digit(at) && (at == 0 || !is_word(at - 1) && bytes[at - 1] != b'^');
        if !is_begin {
            at += 1;
            continue;
        }
        let mut end = at;
        while is_digit(end)
            || bytes.get(end) == Some(&b',') && is_group(end)
            || bytes.get(end) == Some(&b'.') && is_digit(end + 1)
        {
            end += 1;
        }
        if !is_word(end) {
            found.push(at..end);
        }
        at = end.max(at + 1);
        while is_word(at) {
            at += 1;
        }
    }
    found
}

/// A part of a text; empty if it does not begin and end with whole characters.
fn part(text: &str, place: Range<usize>) -> &str {
    text.get(place).unwrap_or_default()
}

/// Returns true if the words around a number say that the text chose it.
fn is_chosen(text: &str, place: &Range<usize>) -> bool {
    let is_small = part(text, place.clone())
        .parse()
        .is_ok_and(|number: u64| number <= MAX_CHOSEN);
    is_small
        && CHOSEN.iter().any(|(before, after)| {
            part(text, 0..place.start).ends_with(before)
                && part(text, place.end..text.len()).starts_with(after)
        })
}

/// Splits a command at its blanks, but not within single quotes.
fn arguments(words: &str) -> Vec<String> {
    let mut arguments = Vec::new();
    for (number, part) in words.split('\'').enumerate() {
        match number % 2 {
            0 => arguments.extend(
                part.split(' ')
                    .filter(|word| !word.is_empty())
                    .map(str::to_owned),
            ),
            _ => arguments.push(part.to_owned()),
        }
    }
    arguments
}

/// Output of a command of the table.
fn output(command: &str) -> String {
    let words = command
        .strip_prefix("queens ")
        .unwrap_or_else(|| panic!("no command of queens: {command}"));
    let done = Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(arguments(words))
        .output()
        .expect("it starts");
    assert!(
        done.status.success(),
        "{command}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8(done.stdout).expect("text")
}

/// Value of an arithmetic expression: numbers, `+ - * / ^ !`, and values of a document as
/// `[/json/pointer]`, from left to right.
fn value(expression: &str, document: &Value) -> u128 {
    let mut total: u128 = 0;
    let mut operator = "+";
    for word in expression.split(' ') {
        if let "+" | "-" | "*" | "/" | "^" = word {
            operator = word;
            continue;
        }
        let operand = operand(word, document);
        total = match operator {
            "+" => total + operand,
            "-" => total - operand,
            "*" => total * operand,
            "/" => total / operand,
            _ => total.pow(u32::try_from(operand).expect("an exponent")),
        };
    }
    total
}

fn operand(word: &str, document: &Value) -> u128 {
    if let Some(number) = word.strip_suffix('!') {
        return (1..=number.parse().expect("a number")).product();
    }
    let Some(pointer) = word
        .strip_prefix('[')
        .and_then(|word| word.strip_suffix(']'))
    else {
        return word.parse().unwrap_or_else(|_| panic!("no number: {word}"));
    };
    let pointer = pointer.replace('~', " ");
    let found = document
        .pointer(&pointer)
        .unwrap_or_else(|| panic!("no {pointer} in {document}"));
    let digits = found
        .as_str()
        .map_or_else(|| found.to_string(), str::to_owned);
    digits
        .parse()
        .unwrap_or_else(|_| panic!("{pointer} is no whole number: {found}"))
}

/// Value of a number of a text, in digits or in words: `0.2`, `2^20`, `ten`, `half a`,
/// `two million`. None for a version such as `5.8.3`.
fn stated_value(stated: &str) -> Option<f64> {
    if let Some((base, exponent)) = stated.split_once('^') {
        return Some(stated_value(base)?.powf(stated_value(exponent)?));
    }
    let value = |word: &str| match word {
        "half" => Some(0.5),
        "a" | "one" => Some(1.0),
        "two" => Some(2.0),
        "four" => Some(4.0),
        "five" => Some(5.0),
        "nine" => Some(9.0),
        "ten" => Some(10.0),
        "million" => Some(1e6),
        "billion" => Some(1e9),
        digits => digits.parse().ok(),
    };
    stated.split(' ').map(value).product()
}

/// Value of a constant of the library: its file and its name, and a unit if the text
/// states it in another one, as in `FILE NAME in MiB`; with `FILE NAME root 2` the whole
/// part of its square root.
fn constant(place: &str) -> f64 {
    if let Some((place, degree)) = place.split_once(" root ") {
        let degree: f64 = degree.parse().expect("a degree");
        return constant_value(place).powf(1.0 / degree).floor();
    }
    let (place, unit) = place.split_once(" in ").unwrap_or((place, ""));
    let divisor = match unit {
        "" => 1.0,
        "KiB" => 1024.0,
        "MiB" => 1_048_576.0,
        "GiB" => 1_073_741_824.0,
        "million" => 1e6,
        "GiB from MiB" => 1024.0,
        "percent" => 1e-2,
        "milliseconds" => 1e-3,
        "minutes" => 60.0,
        "days" => 86_400.0,
        unit => panic!("no unit {unit}"),
    };
    constant_value(place) / divisor
}

/// Value of a constant as its source has it: a number, a product or a shift of numbers,
/// or a duration in seconds.
fn constant_value(place: &str) -> f64 {
    let (file, name) = place
        .split_once(' ')
        .unwrap_or_else(|| panic!("a file and a constant: {place}"));
    let source = read(Path::new(file));
    let definition = [format!("const {name}: "), format!("const {name} ")];
    let found = definition
        .iter()
        .find_map(|words| source.split_once(words.as_str()));
    let (_, rest) = found.unwrap_or_else(|| panic!("no {place}"));
    let value = rest
        .split_once("= ")
        .and_then(|(_, rest)| rest.split_once(';'))
        .expect("a value")
        .0;
    let number = |text: &str| -> f64 {
        text.trim()
            .replace('_', "")
            .parse()
            .unwrap_or_else(|_| panic!("{place} is no number: {value}"))
    };
    let inside = |kind: &str| value.strip_prefix(kind)?.strip_suffix(')');
    if let Some(seconds) = inside("Duration::from_secs(") {
        number(seconds)
    } else if let Some(milliseconds) = inside("Duration::from_millis(") {
        number(milliseconds) / 1_000.0
    } else if let Some((base, bits)) = value.split_once("<<") {
        number(base) * number(bits).exp2()
    } else {
        value.split('*').map(number).product()
    }
}

/// Text of a place that is quoted: what a command prints, or a file of the repository;
/// words are separated by one blank.
fn quoted_source(place: &str) -> String {
    let text = if place.starts_with("queens ") {
        output(place)
    } else {
        read(Path::new(place))
    };
    // A sentence of a comment may go on in the next line.
    let words = text.lines().flat_map(|line| {
        let line = line.trim_start();
        let comment = ["///", "//!", "//"]
            .iter()
            .find_map(|mark| line.strip_prefix(mark));
        comment.unwrap_or(line).split_whitespace()
    });
    words.collect::<Vec<_>>().join(" ")
}

/// Checks an origin of the form `PLACE => words`: the place contains the words, and the
/// words contain the stated numbers in the same order.
fn compare_quotation(origin: &Origin, sources: &mut BTreeMap<String, String>) {
    let (place, words) = origin
        .from
        .split_once(" => ")
        .expect("a place and its words");
    let source = sources
        .entry(place.to_owned())
        .or_insert_with(|| quoted_source(place));
    assert!(
        source.contains(words),
        "{}: {place} does not say: {words}",
        origin.page
    );
    assert!(
        !origin.stated.is_empty(),
        "{}: {} has no number in braces",
        origin.page,
        origin.piece
    );
    let quoted = quoted_numbers(place, words);
    let mut rest = quoted.iter();
    let is_same = |stated: &str, number: &str| {
        stated == number
            || stated_value(number)
                .is_some_and(|value| Some(value) == stated_value(stated))
    };
    let are_quoted = origin
        .stated
        .iter()
        .all(|stated| rest.any(|number| is_same(stated, number)));
    assert!(
        are_quoted,
        "{}: {:?} are not in this order in: {words}",
        origin.page, origin.stated
    );
}

/// Numbers of a quotation, without the marks within them: `1_000` of a source and `1,000`
/// of a text are 1000, and the `10s]` of a help text is 10.
fn quoted_numbers(place: &str, words: &str) -> Vec<String> {
    let words = if place.ends_with(".csv") {
        words.replace(',', " ")
    } else {
        words.replace('_', "")
    };
    let words = words.replace("s]", " s]");
    numbers(&words)
        .into_iter()
        .map(|number| part(&words, number).replace(',', ""))
        .collect()
}

/// Returns true if an origin names a constant or a default: then a test can compare the
/// number, and a remark is not enough.
fn names_code(from: &str) -> bool {
    let is_constant = |word: &str| {
        word.contains('_')
            && word
                .chars()
                .all(|letter| letter.is_ascii_uppercase() || letter == '_')
    };
    from.contains("the default of") || from.split([' ', ',', ';', ':']).any(is_constant)
}

#[test]
fn every_number_has_an_origin() {
    let (pages, origins) = (pages(), origins());
    for origin in &origins {
        let page = pages
            .get(&origin.page)
            .unwrap_or_else(|| panic!("no page {}", origin.page));
        assert!(
            page.contains(&origin.piece),
            "{} does not say: {}",
            origin.page,
            origin.piece
        );
        assert!(!origin.from.is_empty(), "{}: {}", origin.page, origin.piece);
        let file = origin
            .from
            .split([':', ' ', ','])
            .next()
            .unwrap_or_default();
        if origin.kind == "source"
            && (file.starts_with("docs/") || file.starts_with(".ci/"))
        {
            assert!(
                root().join(file).exists(),
                "{}: there is no {file}",
                origin.page
            );
        }
    }
    let mut missing = Vec::new();
    for (name, text) in &pages {
        let pieces = origins.iter().filter(|origin| origin.page == *name);
        let covered: Vec<Range<usize>> = pieces
            .flat_map(|origin| {
                text.match_indices(&origin.piece)
                    .map(|(at, piece)| at..at + piece.len())
            })
            .collect();
        for place in numbers(text) {
            let is_covered = covered
                .iter()
                .any(|piece| piece.start <= place.start && place.end <= piece.end);
            if !is_covered && !is_chosen(text, &place) {
                let line = part(text, 0..place.start)
                    .rsplit('\n')
                    .next()
                    .unwrap_or_default();
                let rest = part(text, place.end..text.len())
                    .split('\n')
                    .next()
                    .unwrap_or_default();
                missing.push(format!("{name}: {line}<{}>{rest}", part(text, place)));
            }
        }
    }
    assert!(
        missing.is_empty(),
        "numbers without an origin:\n{}",
        missing.join("\n")
    );
}

#[test]
fn the_numbers_of_commands_and_formulas_are_those_of_the_text() {
    let mut documents: BTreeMap<String, Value> = BTreeMap::new();
    let mut sources: BTreeMap<String, String> = BTreeMap::new();
    let mut compared = 0;
    for origin in origins() {
        let (command, expressions) = match origin.kind.as_str() {
            "command" => origin
                .from
                .split_once(" => ")
                .expect("a command and its value"),
            "formula" => ("", origin.from.as_str()),
            "constant" => {
                compared += 1;
                let stated = stated_value(&origin.stated.concat());
                assert_eq!(
                    Some(constant(&origin.from)),
                    stated,
                    "{}: {}",
                    origin.page,
                    origin.piece
                );
                continue;
            }
            "quote" => {
                compared += origin.stated.len();
                compare_quotation(&origin, &mut sources);
                continue;
            }
            "source" | "chosen" => {
                assert!(
                    origin.stated.is_empty(),
                    "nothing compares {:?}",
                    origin.stated
                );
                assert!(
                    !names_code(&origin.from),
                    "{}: compare {} with {}",
                    origin.page,
                    origin.piece,
                    origin.from
                );
                continue;
            }
            kind => panic!(
                "no kind {kind}: use command, formula, constant, quote, source or chosen"
            ),
        };
        if !command.is_empty() && !documents.contains_key(command) {
            let document = serde_json::from_str(&output(command)).expect("JSON");
            documents.insert(command.to_owned(), document);
        }
        let document = documents.get(command).unwrap_or(&Value::Null);
        let values: Vec<String> = expressions
            .split("; ")
            .map(|one| value(one, document).to_string())
            .collect();
        assert_eq!(values, origin.stated, "{}: {}", origin.page, origin.piece);
        compared += values.len();
    }
    assert!(compared >= 130, "{compared}");
}

#[test]
fn numbers_are_found_in_text() {
    let text = "8 queens on a1: 2,057 of 16,777,216, at 1.5 s (n^2, 3rd, 92). From 1, 2";
    let found: Vec<&str> = numbers(text)
        .into_iter()
        .map(|place| part(text, place))
        .collect();
    assert_eq!(found, ["8", "2,057", "16,777,216", "1.5", "92", "1", "2"]);
    assert!(is_chosen(text, &(0..1)) && !is_chosen(text, &(17..22)));
    assert_eq!(
        value("2 ^ 5 + [/a~b] - 4!", &serde_json::json!({"a b": "10"})),
        18
    );
}
