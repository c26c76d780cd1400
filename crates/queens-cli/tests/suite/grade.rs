//! `grade`: programs of students in several languages, right and wrong, and what is said
//! of them.
#![cfg(unix)]

use crate::common::queens;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// A search with a hole for its test of two queens, which has rows, columns and `q`.
fn python_search(test: &str) -> String {
    format!(
        "import sys\n\
         n = int(sys.argv[1])\n\
         def place(queens):\n    \
             if len(queens) == n:\n        \
                 print(queens)\n        \
                 return\n    \
             for c in range(n):\n        \
                 if all({test} for r, d in enumerate(queens)):\n            \
                     place(queens + [c])\n\
         place([])\n"
    )
}

const RIGHT_TEST: &str = "c != d and abs(c - d) != len(queens) - r";

/// Writes programs into a folder, and returns the document of their grades.
fn grades(programs: &[(&str, &str)], options: &str) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, code) in programs {
        fs::write(folder.path().join(name), code).expect("written");
    }
    let output = queens(&format!("grade --format json {options}"))
        .arg(folder.path())
        .output()
        .expect("it runs");
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!("{error}: {}", String::from_utf8_lossy(&output.stderr))
    })
}

fn grade_of(name: &str, code: &str) -> Value {
    grades(&[(name, code)], "")["submissions"][0].clone()
}

#[test]
fn right_programs_have_all_points_in_every_form() {
    let printing = python_search(RIGHT_TEST);
    let method = "class Solution:\n    def solveNQueens(self, n):\n        found = []\n        \
        def place(q):\n            if len(q) == n:\n                \
        found.append(['.' * c + 'Q' + '.' * (n - c - 1) for c in q])\n                return\n            \
        for c in range(n):\n                \
        if all(c != d and abs(c - d) != len(q) - r for r, d in enumerate(q)):\n                    \
        place(q + [c])\n        place([])\n        return found\n";
    let prompting = python_search(RIGHT_TEST).replace(
        "int(sys.argv[1])",
        "int(input('How many queens? '))\nprint('Searching ...')",
    );
    let generator = "function* solve(n, q = []) {\n  if (q.length === n) { yield q; return; }\n  \
        for (let c = 0; c < n; c++)\n    \
        if (q.every((d, r) => d !== c && Math.abs(d - c) !== q.length - r)) yield* solve(n, [...q, c]);\n}\n";
    let counting = "#include <stdio.h>\n#include <stdlib.h>\nstatic int n, at[16], found;\n\
        static void place(int r) {\n  if (r == n) { found++; return; }\n  \
        for (int c = 0, i; c < n; c++) {\n    \
        for (i = 0; i < r && at[i] != c && abs(at[i] - c) != r - i; i++) ;\n    \
        if (i == r) { at[r] = c; place(r + 1); }\n  }\n}\n\
        int main(void) { scanf(\"%d\", &n); place(0); printf(\"%d solutions\\n\", found); }\n";
    let document = grades(
        &[
            ("printing.py", &printing),
            ("method.py", method),
            ("prompting.py", &prompting),
            ("generator.js", generator),
            ("counting.c", counting),
            ("notes.txt", "no program"),
        ],
        "--sizes 1-7",
    );
    let submissions = document["submissions"].as_array().expect("a list");
    assert_eq!(submissions.len(), 5);
    for grade in submissions {
        assert_eq!(grade["points"], 100.0, "{grade:#}");
        assert_eq!(grade["headline"], "Right for n = 1 to 7.");
        assert_eq!(grade["cause"], Value::Null);
    }
}

#[test]
fn a_cause_is_said_with_a_board_and_a_step() {
    let code = python_search("c != d and c - d != len(queens) - r");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ada.py");
    fs::write(&file, code).expect("written");
    let output = queens("grade").arg(&file).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    for words in [
        "ada: 59.6 of 100 points",
        "Rising diagonals, on which row + column is equal, are never tested.",
        "share row + column = 1.",
        "Next: ",
    ] {
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn causes_are_found_in_programs_that_run() {
    let causes = [
        (python_search("abs(c - d) != len(queens) - r"), "columns-untested"),
        (python_search("c != d"), "diagonals-untested"),
        (
            python_search(RIGHT_TEST).replace("        return\n", "        sys.exit()\n"),
            "one-solution",
        ),
        (python_search(RIGHT_TEST).replace("(sys.argv[1])", "(6)"), "size-ignored"),
        (
            python_search(RIGHT_TEST)
                .replace("print(queens)", "print(queens); print(queens)"),
            "twice",
        ),
        (
            // The list of found boards holds one list again and again.
            "def solve(n):\n    found, q = [], []\n    def place():\n        \
             if len(q) == n:\n            found.append(q)\n            return\n        \
             for c in range(n):\n            \
             if all(c != d and abs(c - d) != len(q) - r for r, d in enumerate(q)):\n                \
             q.append(c)\n                place()\n                q.pop()\n    \
             place()\n    return found\n"
                .to_owned(),
            "same-list",
        ),
    ];
    for (code, cause) in causes {
        let grade = grade_of("student.py", &code);
        assert_eq!(grade["cause"], cause, "{code}\n{grade:#}");
    }
}

#[test]
fn a_failure_has_its_line() {
    let failing =
        "import sys\nn = int(sys.argv[1])\nqueens = [0] * 3\nqueens[n] = 1\nprint(n)\n";
    let grade = grade_of("student.py", failing);
    let failure = grade["failure"].as_str().expect("a failure");
    assert_eq!(
        failure,
        "n = 3: line 4: IndexError: list assignment index out of range"
    );
    let grade = grade_of("student.js", "const rows = null;\nrows.push(1);\n");
    let failure = grade["failure"].as_str().expect("a failure");
    assert!(failure.starts_with("n = 1: line 2: TypeError"), "{failure}");
    let grade = grade_of("student.c", "int main(void) { return x; }\n");
    let failure = grade["failure"].as_str().expect("a failure");
    assert!(failure.starts_with("it does not compile: "), "{failure}");
    assert_eq!(grade["points"], 0.0);
}

#[test]
fn a_slow_program_keeps_what_it_has_answered() {
    let slow = python_search(RIGHT_TEST).replace(
        "place([])\n",
        "import time\nif n == 6: time.sleep(60)\nplace([])\n",
    );
    let document = grades(&[("slow.py", &slow)], "--time-limit 3s");
    let grade = &document["submissions"][0];
    assert_eq!(grade["failure"], "n = 6: it did not end within 3 s");
    assert_eq!(grade["points"], 62.5, "five of eight sizes");
}

#[test]
fn a_class_has_a_table_pages_and_pairs() {
    let folder = tempfile::tempdir().expect("a folder");
    let student = |name: &str, file: &str, code: &str| {
        let own = folder.path().join(name);
        fs::create_dir(&own).expect("a folder");
        fs::write(own.join(file), code).expect("written");
    };
    let code = python_search(RIGHT_TEST)
        .repeat(2)
        .replace("place([])\nimport", "import");
    student("ada", "queens.py", &code);
    student(
        "bob",
        "main.py",
        &code.replace("queens", "board").replace("c ", "col "),
    );
    student("eve", "queens.py", "print('hello')\n");
    fs::write(
        folder.path().join("task.toml"),
        "title = \"Week 3\"\npoints = 10\nsizes = \"4-6\"\n",
    )
    .expect("written");
    let pages = folder.path().join("pages");
    let output = queens("grade --format csv --feedback")
        .arg(&pages)
        .arg("--assignment")
        .arg(folder.path().join("task.toml"))
        .args(["ada", "bob", "eve"].map(|name| folder.path().join(name)))
        .assert()
        .success();
    let csv = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    let lines: Vec<_> = csv.lines().collect();
    assert_eq!(lines[0], "submission,points,cause,verdict");
    assert_eq!(lines[1], "queens,10,-,Right for n = 4 to 6.");
    assert_eq!(lines.len(), 4, "{csv}");

    let output = queens("grade --sizes 4-5 --feedback")
        .arg(&pages)
        .arg(folder.path())
        .assert()
        .success();
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert!(text.contains("similar: ada and bob (100 %)"), "{text}");
    let page = fs::read_to_string(pages.join("eve.html")).expect("a page");
    assert!(page.contains("<h1>N queens: eve</h1>") && page.contains("0 of 100 points"));
    let results: Value =
        serde_json::from_slice(&fs::read(pages.join("ada.json")).expect("results"))
            .expect("JSON");
    assert_eq!(results["score"], 100.0);
    assert_eq!(results["tests"][0]["status"], "passed");

    let output = queens("grade --sizes 4-5 --format junit")
        .arg(folder.path())
        .assert()
        .success();
    let xml = String::from_utf8(output.get_output().stdout.clone()).expect("text");
    assert!(
        xml.contains("<testsuite name=\"ada\" tests=\"2\" failures=\"0\""),
        "{xml}"
    );
    assert!(xml.contains("<testsuite name=\"eve\" tests=\"2\" failures=\"2\""));
}

#[test]
fn wrong_arguments_name_the_way_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let refused = |options: &str, file: &Path| {
        let output = queens(&format!("grade {options}"))
            .arg(file)
            .assert()
            .code(2);
        String::from_utf8(output.get_output().stderr.clone()).expect("text")
    };
    let path = folder.path();
    assert!(refused("", path).contains("there is no program in"));
    assert!(refused("", &path.join("x.py")).contains("there is no file or folder"));
    let file = path.join("a.py");
    fs::write(&file, "print(1)\n").expect("written");
    assert!(refused("--sizes 0-4", &file).contains("from 1 to 12"));
    assert!(refused("--sizes 4-20", &file).contains("from 1 to 12"));
    let task = path.join("task.toml");
    for (text, words) in [
        ("points = -1\n", "points = -1"),
        ("seconds = 0\n", "seconds = 0"),
        ("point = 3\n", "unknown field `point`"),
        ("sizes = \"1-99\"\n", "'1-99' are not valid sizes"),
        (
            "[weights]\nvalid = 0\ndistinct = 0\ncomplete = 0\n",
            "weights",
        ),
        ("title = \n", "task.toml"),
    ] {
        fs::write(&task, text).expect("written");
        let option = format!("--assignment {}", task.display());
        let message = refused(&option, &file);
        assert!(message.contains(words), "{text}: {message}");
    }
}
