//! `verify` and `--board` know the same forms, keep the limits, and end in clear words
//! whatever comes.

use crate::common::queens;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};

/// Exit status, standard output and standard error of `arguments`, given `input`.
fn answer(arguments: &str, input: &str) -> (i32, String, String) {
    let output = queens(arguments)
        .write_stdin(input)
        .output()
        .expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code().expect("a status"),
        text(&output.stdout),
        text(&output.stderr),
    )
}

fn start(arguments: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    let command = command
        .args(arguments.split_whitespace())
        .stdin(Stdio::piped());
    command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// OEIS A000170: there are 2 solutions for 4 queens, none for 3.
#[test]
fn the_verdict_is_in_plain_words() {
    for (arguments, input, status, words) in [
        (
            "verify",
            "2 4 1 3\n3 1 4 2\n",
            0,
            "all 2 solutions found (A000170)\n",
        ),
        (
            "verify",
            "2413\n",
            0,
            "1 of 2 known solutions found (A000170)\n",
        ),
        ("verify", "1\n", 0, "the only solution found (A000170)\n"),
        ("verify", "2 4 1 3\n1 2 3 4\n", 1, "1 valid, 1 invalid\n"),
        (
            "verify",
            "2 4 1 3\n2 4 1 3\n",
            1,
            "2 valid, 0 invalid, 1 repeated\n",
        ),
        ("verify", "2 4 1 3\n2 4 1 5\n", 1, "1 valid, 1 invalid\n"),
        (
            "verify",
            "[[1, 3, 0, 4], [2, 0, 3, 1]]",
            1,
            "1 valid, 1 invalid\n",
        ),
        (
            "verify --problem 8",
            "",
            0,
            "0 of 92 known solutions found (A000170)\n",
        ),
        (
            "verify --problem 3",
            "",
            0,
            "0 valid, 0 invalid: no solution exists (A000170)\n",
        ),
        (
            "verify --problem 1000003",
            "1 2 3",
            1,
            "0 valid, 1 invalid\n",
        ),
    ] {
        let (code, out, error) = answer(arguments, input);
        assert_eq!((code, out.as_str()), (status, words), "{input:?}: {error}");
    }
    let beside =
        "line 2: the queen on e4 (3:4 from 0) is off the board of 4 x 4 (rows x columns)";
    assert!(answer("verify", "2 4 1 3\n2 4 1 5\n").2.contains(beside));
    let assumed = "assuming queens 4; --problem or --board names another problem";
    assert!(answer("verify", "2 4 1 3").2.contains(assumed));
    assert!(!answer("verify -q", "2 4 1 3").2.contains("assuming"));
    assert!(
        !answer("verify --problem 4", "2 4 1 3")
            .2
            .contains("assuming")
    );
    assert!(
        answer("verify", "Q#Q\n...\n...")
            .2
            .contains("assuming queens 3 with the holes and walls as drawn")
    );
}

/// The inputs of other programs that once failed: the board b1 d2 a3 c4, and what is said
/// of columns from 0.
#[test]
fn verifies_solutions_of_other_programs() {
    for input in [
        r#"[[".Q..","...Q","Q...","..Q."]]"#,
        "[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]",
        "0 1 0 0\n0 0 0 1\n1 0 0 0\n0 0 1 0\n",
        "[[0 1 0 0]\n [0 0 0 1]\n [1 0 0 0]\n [0 0 1 0]]\n",
        "- Q - -\n- - - Q\nQ - - -\n- - Q -\n",
        "|_|Q|_|_|\n|_|_|_|Q|\n|Q|_|_|_|\n|_|_|Q|_|\n",
        "(0, 1), (1, 3), (2, 0), (3, 2)\n",
    ] {
        let (code, out, error) = answer("verify", input);
        assert_eq!(
            (code, out.as_str()),
            (0, "1 of 2 known solutions found (A000170)\n"),
            "{input}: {error}"
        );
    }
    let both = r#"[[".Q..","...Q","Q...","..Q."],["..Q.","Q...","...Q",".Q.."]]"#;
    assert_eq!(
        answer("verify", both).1,
        "all 2 solutions found (A000170)\n"
    );
    let (code, out, error) = answer("verify", "1 3 0 2\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "0 valid, 1 invalid (valid if columns count from 0)\n")
    );
    assert!(
        error.contains("a queen is in column 0, but columns count from 1 here"),
        "{error}"
    );
    assert!(error.contains("--columns-from 0 reads them so"), "{error}");
    let (code, out, _) = answer("verify --columns-from 0", "1 3 0 2\n");
    assert_eq!(
        (code, out.as_str()),
        (0, "1 of 2 known solutions found (A000170)\n")
    );
    let (code, out, error) = answer("verify", "[2,4,1,3]\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "0 valid, 1 invalid (valid if columns count from 1)\n")
    );
    assert!(error.contains("--columns-from 1"), "{error}");
    assert_eq!(answer("verify --columns-from 1", "[2,4,1,3]\n").0, 0);
    let document: serde_json::Value =
        serde_json::from_str(&answer("verify --format json", "1 3 0 2\n").1)
            .expect("JSON");
    assert_eq!(
        (&document["valid"], &document["columns_from"]),
        (&0.into(), &0.into())
    );
    assert_eq!(answer("verify --columns-from 2", "1 3 0 2\n").0, 2);
}

/// Lines around the solutions cost nothing, and are counted.
#[test]
fn verifies_the_output_of_a_program() {
    let output = "Solution 1:\n. Q . .\n. . . Q\nQ . . .\n. . Q .\n\nSolution 2:\n. . Q .\nQ . . .\n. . . Q\n. Q . .\n\nTotal: 2\n";
    let (code, out, error) = answer("verify", output);
    assert_eq!(
        (code, out.as_str()),
        (0, "all 2 solutions found (A000170)\n"),
        "{error}"
    );
    assert!(
        error.contains(
            "3 lines around the solutions ignored, first line 1: 'Solution 1:'"
        ),
        "{error}"
    );
    let (code, out, error) = answer("verify", "{{2, 4, 1, 3}, {3, 1, 4, 2}}\n");
    assert_eq!(
        (code, out.as_str()),
        (0, "all 2 solutions found (A000170)\n"),
        "{error}"
    );
    assert!(error.contains("columns from 1"), "{error}");
    // Numbers from 0 below which a program says more.
    let (code, out, error) = answer("verify", "1 3 0 2\n2 0 3 1\nTotal: 2\n");
    assert_eq!(
        (code, out.as_str()),
        (0, "all 2 solutions found (A000170)\n"),
        "{error}"
    );
    assert!(
        error.contains("columns from 0") && !error.contains("column 0"),
        "{error}"
    );
    let (code, out, _) = answer("verify", "Start\n2 4 1 3\n3 1 2 4\nEnd\n");
    assert_eq!((code, out.as_str()), (1, "1 valid, 1 invalid\n"));
    let (code, _, error) = answer("verify", "Start\n2 4 1 3\n3 1 x 4\nEnd\n");
    assert!(
        code == 2 && error.contains("line 3: 'x' is not a valid column"),
        "{error}"
    );
    let (code, _, error) = answer("verify --problem 8", "92\n");
    assert!(
        code == 2 && error.contains("holds the number 92 alone"),
        "{error}"
    );
    let (code, out, _) = answer(
        "solve --board - -f text",
        "1Q6/3Q4/5Q2/7Q/2Q5/Q7/6Q1/4Q3 w - - 0 1\n",
    );
    assert_eq!((code, out.as_str()), (0, "2 4 6 8 3 1 7 5\n"));
}

/// A script that checks nothing has not succeeded.
#[test]
fn refuses_input_without_solutions_unless_the_problem_is_named() {
    let problem = r#"{"schema":"queens/problem/1","problem":"queens 8"}"#;
    for input in [
        "",
        "# a remark\n",
        "# a remark",
        "torus 7\n",
        "queens 8\nholes: a1\n",
        problem,
        "[]",
        r#"{"problem":"queens 3","solutions":[]}"#,
    ] {
        for form in ["text", "json"] {
            let (code, out, error) = answer(&format!("verify -f {form}"), input);
            let is_right = if form == "json" {
                out.contains("\"outcome\": \"bad input\"")
            } else {
                out.is_empty()
            };
            assert_eq!((code, is_right), (2, true), "{input}: {out}");
            assert!(
                error.starts_with("error: standard input holds no solution"),
                "{input}: {error}"
            );
            assert!(
                error.contains("`queens solve --board FILE`")
                    && error.contains("--problem 3"),
                "{error}"
            );
        }
    }
    assert_eq!(
        answer(
            "verify --problem 3",
            r#"{"problem":"queens 3","solutions":[]}"#
        )
        .0,
        0
    );
}

/// The same as a document; the numbers are those of A000170.
#[test]
fn the_verdict_is_a_document_for_programs() {
    let (code, out, _) = answer("verify --format json", "2 4 1 3\n1 2 3 4\n2 4 1 3\n");
    let told: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &told["schema"]), (1, &"queens/verify/1".into()));
    assert_eq!(
        (&told["valid"], &told["invalid"], &told["repeated"]),
        (&2.into(), &1.into(), &1.into())
    );
    assert_eq!(
        (&told["faults"][1]["line"], &told["published"]),
        (&3.into(), &serde_json::Value::Null)
    );
    let (code, out, _) = answer("verify -f json --problem 4", "2 4 1 3\n3 1 4 2\n");
    let told: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &told["published"], &told["assumed"]),
        (0, &"2".into(), &false.into())
    );
    assert_eq!(told["verdict"], "all 2 solutions found (A000170)");
}

/// A000170: 2 solutions for 4 queens, none for 3. No number is published for the board of
/// 30 x 30.
#[test]
fn partial_credit_is_a_share_of_each_criterion() {
    for (arguments, input, shares) in [
        (
            "",
            "2 4 1 3\n3 1 4 2\n",
            [1.0.into(), 1.0.into(), 1.0.into()],
        ),
        (
            "",
            "2 4 1 3\n1 2 3 4\n2 4 1 3\n1 2 3 4\n",
            [0.5.into(), 0.5.into(), 0.5.into()],
        ),
        ("", "1 2 3 4\n", [0.0.into(), 1.0.into(), 0.0.into()]),
        ("--problem 4", "", [0.0.into(), 0.0.into(), 0.0.into()]),
        ("--problem 3", "", [1.0.into(), 1.0.into(), 1.0.into()]),
        ("--problem 3", "1 2 3", [0.0.into(), 1.0.into(), 1.0.into()]),
        (
            "--problem 30",
            "",
            [0.0.into(), 0.0.into(), serde_json::Value::Null],
        ),
    ] {
        let (_, out, error) = answer(&format!("verify -f json {arguments}"), input);
        let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        let credit = &document["credit"];
        let found = ["valid", "distinct", "complete"].map(|name| credit[name].clone());
        assert_eq!(found, shares, "{arguments} {input:?}: {error}");
    }
}

#[test]
fn missing_solutions_fail_the_check_on_request() {
    assert_eq!(answer("verify --complete", "2 4 1 3\n3 1 4 2\n").0, 0);
    let (code, out, _) = answer("verify --complete", "2 4 1 3\n");
    assert_eq!(
        (code, out.as_str()),
        (1, "1 of 2 known solutions found (A000170)\n")
    );
    let (code, _, error) = answer("verify --complete --problem 30", "");
    assert!(
        code == 1 && error.contains("the number of all solutions is not published"),
        "{error}"
    );
}

/// The elements and attributes are those that CI systems read.
#[test]
fn a_junit_report_has_a_case_for_each_criterion() {
    let counts = |report: &str| {
        let suite = report
            .lines()
            .find(|line| line.contains("<testsuite "))
            .expect("a suite")
            .to_owned();
        ["tests", "failures", "errors", "skipped"].map(|name| {
            let (_, rest) = suite.split_once(&format!(" {name}=\"")).expect(name);
            rest.split('"')
                .next()
                .and_then(|number| number.parse::<u32>().ok())
                .expect("a number")
        })
    };
    let (code, out, _) = answer("verify -f junit", "2 4 1 3\n3 1 4 2\n");
    assert_eq!((code, counts(&out)), (0, [3, 0, 0, 0]));
    assert!(
        out.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites "),
        "{out}"
    );
    assert!(
        out.contains("<testcase classname=\"queens.verify\" name=\"valid\"/>"),
        "{out}"
    );
    let (code, out, _) = answer("verify -f junit", "2 4 1 3\n1 2 3 4\n");
    assert_eq!((code, counts(&out)), (1, [3, 2, 0, 0]));
    assert!(
        out.contains("<failure message=\"share 0.5000: 1 valid, 1 invalid\">line 2: "),
        "{out}"
    );
    let (code, out, _) = answer("verify -f junit --problem 30", "");
    assert_eq!((code, counts(&out)), (0, [3, 2, 0, 1]));
    // Input that cannot be read still gives a report, whose text is escaped.
    let (code, out, error) = answer("verify -f junit", "2 4 1 3\nsize < 4 & \u{1}\n");
    assert_eq!((code, counts(&out)), (2, [3, 0, 3, 0]), "{error}");
    assert!(!out.contains("size < 4") && !out.contains('\u{1}'), "{out}");
}

#[test]
fn verify_and_solve_read_every_format_of_solve() {
    for format in ["board", "text", "csv", "json", "ndjson", "html", "svg"] {
        for arguments in ["solve 6", "solve 6 --color always", "solve 40"] {
            let written = answer(&format!("{arguments} -f {format}"), "").1;
            let (code, out, error) = answer("verify", &written);
            assert_eq!(code, 0, "{arguments} -f {format}: {error}");
            assert!(out.starts_with("1 "), "{arguments} -f {format}: {out}");
            let (code, again, error) =
                answer(&format!("solve --board - -f {format}"), &written);
            let words = if ["json", "html", "svg"].contains(&format) {
                "taking the solution"
            } else {
                "assuming queens"
            };
            assert_eq!(code, 0, "{arguments} -f {format}: {error}");
            assert!(error.contains(words), "{arguments} -f {format}: {error}");
            assert_eq!(
                answer("verify", &again).0,
                0,
                "{arguments} -f {format}: {again}"
            );
        }
    }
    let (_, _, error) = answer("solve --board -", "2 - - -");
    assert!(
        error.contains("assuming queens 4 with 1 given queen"),
        "{error}"
    );
    let (code, _, error) = answer("solve --board -", "2 4 1 3\n3 1 4 2\n");
    assert!(
        code == 2
            && error.contains("standard input: line 2: a second solution begins here"),
        "{error}"
    );
    let (code, _, error) = answer("verify - --board -", "");
    assert!(
        code == 2 && error.contains("name a file for one of them"),
        "{error}"
    );
}

#[test]
fn a_time_limit_applies_to_idle_input() {
    let mut child = start("verify --time-limit 2s");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(b"2 4 1 3\n1 2 3 4\n").expect("written");
    let mut text = String::new();
    child
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut text)
        .expect("text");
    // The pipe is open until here.
    assert_eq!(child.wait().expect("a status").code(), Some(3));
    drop(pipe);
    assert_eq!(text, "1 valid, 1 invalid before the time limit\n");
}

/// Lines that never end are refused; lines without number end with the limit.
#[test]
#[cfg(unix)]
fn refuses_endless_solutions() {
    let (code, _, error) = answer("verify /dev/zero", "");
    assert!(
        code == 2 && error.contains("/dev/zero: line 1: this is longer than 64 MiB"),
        "{error}"
    );
    let (code, _, error) = answer("solve --board /dev/zero", "");
    assert!(
        code == 2 && error.contains("/dev/zero") && !error.contains("panicked"),
        "{error}"
    );
    for line in ["2 4 1 3\n", "\n", "#\n", ". Q\n\n", "{}"] {
        let mut child = start("verify -q --time-limit 300ms");
        let mut pipe = child.stdin.take().expect("a pipe");
        let block = line.repeat(1_000);
        while pipe.write_all(block.as_bytes()).is_ok() {}
        let code = child.wait().expect("a status").code();
        assert!(matches!(code, Some(2 | 3)), "{line:?}: {code:?}");
    }
}

#[test]
#[cfg(unix)]
fn ctrl_c_reports_what_was_read() {
    let mut child = start("verify -v");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(b"2 4 1 3\n").expect("written");
    // The first solution is told when it was read.
    let mut seen = [0; 6];
    child
        .stderr
        .as_mut()
        .expect("a pipe")
        .read_exact(&mut seen)
        .expect("a message");
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(killed.success());
    let mut text = String::new();
    child
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut text)
        .expect("text");
    assert_eq!(child.wait().expect("a status").code(), Some(130));
    drop(pipe);
    assert_eq!(text, "1 valid, 0 invalid before the interruption\n");
}

#[test]
fn a_closed_output_is_not_an_error() {
    let mut child = start("verify -q");
    drop(child.stdout.take());
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(b"2 4 1 3\n")
        .expect("written");
    let mut error = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut error)
        .expect("text");
    assert_eq!(
        (child.wait().expect("a status").code(), error.as_str()),
        (Some(0), "")
    );
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let full = std::fs::File::options()
        .write(true)
        .open("/dev/full")
        .expect("the device");
    let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(["verify", "--problem", "3"])
        .stdin(Stdio::null())
        .stdout(full)
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut error = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut error)
        .expect("text");
    assert_eq!(child.wait().expect("a status").code(), Some(2));
    assert!(
        error.starts_with("error: ") && !error.contains("panicked"),
        "{error}"
    );
}

#[test]
fn reports_solutions_before_an_error() {
    let (code, out, error) = answer("verify", "2 4 1 3\n2 4 x 3\n");
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(
        error.starts_with("1 valid, 0 invalid before the error\nerror: standard input: line 2: 'x' is not"),
        "{error}"
    );
}

/// One solution, and an input that does not end: the limit does.
#[test]
fn a_partial_result_is_marked_in_csv() {
    let mut child = start("verify --format csv --time-limit 500ms");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(b"2 4 1 3\n").expect("written");
    let mut text = String::new();
    child
        .stdout
        .take()
        .expect("a pipe")
        .read_to_string(&mut text)
        .expect("text");
    assert_eq!(child.wait().expect("a status").code(), Some(3));
    drop(pipe);
    assert!(text.starts_with("valid,invalid,"), "{text}");
    assert!(
        text.ends_with("# partial: stopped by the time limit\n"),
        "{text}"
    );
}
