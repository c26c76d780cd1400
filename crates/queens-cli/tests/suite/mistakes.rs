//! Mistakes of newcomers: a table of command lines with the answer that each should get,
//! written from their point of view. A mistake gets the way out; a wish that is clear is
//! granted.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;

/// Rows of `mistakes.tsv`: the kind, the exit status, the words after `queens`, and a
/// part of the answer.
const TABLE: &str = include_str!("../data/mistakes.tsv");

/// Largest length of a line of a message about a mistake: a longer one is a list that
/// nobody reads.
const MAX_LINE: usize = 260;

struct Mistake {
    kind: &'static str,
    status: i32,
    typed: &'static str,
    answer: &'static str,
}

fn mistakes() -> Vec<Mistake> {
    let rows = TABLE.lines().skip(1).map(|row| {
        let columns: Vec<&str> = row.split('\t').collect();
        let [kind, status, typed, answer] = columns[..] else {
            panic!("{row}: {} columns", columns.len());
        };
        Mistake {
            kind,
            status: status.parse().expect(row),
            typed,
            answer,
        }
    });
    rows.collect()
}

/// Splits a command line as a shell does: at blanks outside of quotation marks.
fn words(typed: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in typed.chars() {
        match (quote, letter) {
            (Some(open), _) if open == letter => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, ' ') => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    words
}

fn run(mistake: &Mistake) -> Output {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(words(mistake.typed))
        .current_dir(root)
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .output()
        .expect("it runs")
}

/// Returns what is wrong with the answer, if anything is.
fn fault(mistake: &Mistake) -> Option<String> {
    let Mistake { typed, answer, .. } = mistake;
    let output = run(mistake);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (printed, message) = (text(&output.stdout), text(&output.stderr));
    let status = output.status.code();
    let is_answered = printed.contains(answer) || message.contains(answer);
    let is_short = message.lines().all(|line| line.chars().count() <= MAX_LINE);
    let is_right = status == Some(mistake.status) && is_answered && is_short;
    (!is_right).then(|| {
        format!(
            "queens {typed}\n  wanted: {} {answer}\n  got: {status:?} {message}",
            mistake.status
        )
    })
}

#[test]
fn mistakes_have_the_way_out() {
    let mistakes = Mutex::new(mistakes().into_iter());
    let next = || mistakes.lock().expect("no panic").next();
    let work = || -> Vec<String> {
        std::iter::from_fn(next)
            .filter_map(|mistake| fault(&mistake))
            .collect()
    };
    let faults: Vec<String> = thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .flat_map(|thread| thread.join().expect("no panic"))
            .collect()
    });
    assert!(
        faults.is_empty(),
        "{} wrong:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn the_table_has_every_kind_and_no_row_twice() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut all: Vec<&str> = Vec::new();
    for mistake in mistakes() {
        *kinds.entry(mistake.kind).or_default() += 1;
        assert!(!mistake.answer.trim().is_empty(), "{}", mistake.typed);
        all.push(mistake.typed);
    }
    let number = all.len();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), number);
    assert!(number >= 200, "{number}");
    let names: Vec<&str> = kinds.keys().copied().collect();
    assert_eq!(
        names,
        [
            "chess",
            "order",
            "other solver",
            "other tool",
            "shell",
            "typing",
            "units"
        ]
    );
    assert!(kinds.values().all(|&rows| rows >= 20), "{kinds:?}");
}
