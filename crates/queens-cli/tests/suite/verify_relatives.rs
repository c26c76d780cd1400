//! `verify` reads the solutions of relatives: groups, and sets of queens that may attack
//! each other.

use crate::common::queens;

/// Exit status, standard output and standard error of `arguments`, given `input`.
fn answer(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = queens("verify")
        .args(arguments)
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

/// Output of `queens solve`.
fn solved(arguments: &[&str], format: &str) -> String {
    let output = queens("solve")
        .args(arguments)
        .args(["--format", format])
        .output()
        .expect("the command runs");
    String::from_utf8(output.stdout).expect("text")
}

/// With the published sizes of A075458, A250000, A088202, A068940 and A068941; 5 x 5
/// takes two queens and two knights.
#[test]
fn reads_what_solve_writes() {
    for (problem, words) in [
        (
            "dominating 8",
            "least number of queens 5, as published (A075458)",
        ),
        ("total-dominating 5", "least number of queens"),
        (
            "armies 8",
            "greatest number of each kind 9, as published (A250000)",
        ),
        ("armies torus 5", "greatest number of each kind"),
        (
            "armies 2",
            "greatest number of each kind 0, as published (A250000)",
        ),
        (
            "5; pieces: queens, knights; equal: all; best: greatest number of queens",
            "greatest number of each kind 2",
        ),
        ("6; pieces: 3 queens, 2 knights", ""),
        (
            "most 4x4x4",
            "greatest number of queens 7, as published (A068940)",
        ),
        (
            "most 3x3x3x3",
            "greatest number of queens 6, as published (A068941)",
        ),
        (
            "coloring 5",
            "least number of sets 5, as published (A088202)",
        ),
        (
            "6; pieces: ..8 sets of queens; peace: within; squares: 1",
            "",
        ),
    ] {
        let words_of: Vec<&str> = problem.split(' ').collect();
        let (text, option) = problem.split_once(" --").unwrap_or((problem, ""));
        let option = format!("--{option}");
        let options: &[&str] = if option == "--" { &[] } else { &[&option] };
        for format in ["text", "csv", "json", "ndjson"] {
            let written = solved(&words_of, format);
            let (code, out, error) =
                answer(&[&["--problem", text], options].concat(), &written);
            assert_eq!(code, 0, "{problem} {format}: {out}{error}");
            assert!(
                out.starts_with("1 valid, 0 invalid"),
                "{problem} {format}: {out}"
            );
            assert!(out.contains(words), "{problem} {format}: {out}");
        }
        // The document names its problem, and its question.
        let document = solved(&words_of, "json");
        let (code, out, _) = answer(&[], &document);
        assert_eq!((code, out.contains(words)), (0, true), "{problem}: {out}");
    }
}

#[test]
fn groups_are_kinds_of_the_problem() {
    let armies = ["--problem", "armies 3"];
    let (code, out, _) = answer(&armies, "white a1\nblack c2\n");
    let as_published = "greatest number of each kind 1, as published (A250000)";
    assert_eq!(
        (code, out.as_str()),
        (0, format!("1 valid, 0 invalid: {as_published}\n").as_str())
    );
    let mix = "queens a1\nknights b3 d4\n# remark\n\nqueens a1\nknights c4 b4\n";
    let (_, out, _) = answer(&["--problem", "8; pieces: 1 queen, 2 knights"], mix);
    // The queen attacks d4, but neither b4 nor c4.
    assert_eq!(out, "1 valid, 1 invalid\n");
    let (code, out, error) = answer(&armies, "white a1\nblack c2\nwhite a1\nblack c2\n");
    assert_eq!(
        (code, out.lines().next()),
        (
            1,
            Some(format!("2 valid, 0 invalid, 1 repeated: {as_published}").as_str())
        )
    );
    assert!(error.contains("line 3: the same as line 1"), "{error}");
    let (_, out, _) = answer(&armies, "white a1\nblack c2\nblack c2\nwhite a1\n");
    assert!(out.starts_with("2 valid, 0 invalid, 1 repeated"), "{out}");
    let json = r#"{"problem":"armies 3","groups":[{"name":"black","squares":[[1,2]]},{"name":"white","squares":[[0,0]]}]}"#;
    assert_eq!(answer(&[], json).0, 0);
    let (code, out, _) = answer(
        &[&armies[..], &["-f", "json"]].concat(),
        "white a1\nblack c2\n",
    );
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!(
        (code, &document["problem"], &document["best"]),
        (0, &"armies 3".into(), &1.into())
    );
    assert_eq!(document["credit"]["complete"], serde_json::Value::Null);
    // Groups alone do not tell the problem.
    let (code, _, error) = answer(&["--problem", "3"], "white a1\nblack c2\n");
    assert!(
        code == 1 && error.contains("name the problem, such as armies 8"),
        "{error}"
    );
}

#[test]
fn faults_name_the_group_and_the_square() {
    for (arguments, input, words) in [
        (
            ["--problem", "armies 3"],
            "white a1\nblack c3\n",
            "line 1: the white queen on a1 and the black queen on c3 attack each other",
        ),
        (
            ["--problem", "armies 4"],
            "white a1 b1\nblack c4\n",
            "line 1: the board has 2 white queens and 1 black queen, but as many of each are required",
        ),
        (
            ["--problem", "armies 3"],
            "1 - -\n",
            "line 1: the board has 1 white queen and 0 black queens, but as many of each are required",
        ),
        (
            ["--problem", "dominating 3"],
            "a1\n",
            "line 1: c2 is attacked by 0 queens, but at least 1 is required",
        ),
        (
            ["--problem", "total-dominating 3"],
            "b2\n",
            "line 1: b2 is attacked by 0 queens, but at least 1 is required",
        ),
        (
            [
                "--problem",
                "2; pieces: ..3 sets of queens; peace: within; squares: 1",
            ],
            "colour 1 a1\ncolour 2 b1\ncolour 3 a2\ncolour 4 b2",
            "line 1: there are 4 sets of queens, but at most 3 are allowed",
        ),
        (
            ["--problem", "coloring 2"],
            "colour 1 a1 b2\ncolour 2 b1 a2",
            "the queen of set 1 on a1 and the queen of set 1 on b2 attack each other",
        ),
        (
            ["--problem", "4; pieces: 2 queens, 1 knight"],
            "queens a1\nknights d2\n",
            "line 1: the board has 1 queen, but exactly 2 are required",
        ),
    ] {
        let (code, out, error) = answer(&arguments, input);
        assert_eq!(
            (code, out.starts_with("0 valid, 1 invalid")),
            (1, true),
            "{input}: {out}{error}"
        );
        assert!(error.contains(words), "{input}: {error}");
    }
}

#[test]
fn input_that_cannot_be_read_is_refused() {
    let refused = |arguments: &[&str], input: &str, words: &str| {
        let (code, out, error) = answer(arguments, input);
        assert_eq!((code, out.as_str()), (2, ""), "{input}");
        assert!(error.contains(words), "{input}: {error}");
    };
    refused(
        &[],
        "white a1\nblack c2\n",
        "squares alone do not give the size of the board",
    );
    refused(
        &["--problem", "3"],
        "white a1\ngrey c2\n",
        "line 1: 'grey' is not a group",
    );
    refused(
        &["--problem", "3"],
        "white a1\nblack c\n",
        "line 2: 'c' is not a valid square",
    );
    refused(
        &["--problem", "3"],
        r#"{"groups":[{"name":"grey","squares":[]}]}"#,
        "'grey' is not a group",
    );
    refused(
        &["--problem", "3"],
        r#"{"groups":[{"name":"white"}]}"#,
        "expected a group",
    );
    queens("solve --board -")
        .write_stdin("white a1\nblack c2\n")
        .assert()
        .code(2);
}

/// The least sum of the two solutions of 4 queens: 2 + 8 + 9 + 15 = 34, the other one has
/// 3 + 5 + 12 + 14 = 34, too.
#[test]
fn the_sum_of_weights_is_added_up() {
    let board = "queens 4\nbest: least value\nweights:\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n";
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), board).expect("a board");
    let path = file.path().to_str().expect("a path");
    let (code, out, _) = answer(&["--board", path], "2 4 1 3\n");
    assert_eq!(
        (code, out.as_str()),
        (0, "1 valid, 0 invalid: least value 34\n")
    );
}

/// Every question of `solve` in every format that is text, on wide and narrow boards:
/// `verify` with the same options reads it, and calls it valid.
#[test]
fn reads_every_format_of_solve() {
    let questions: [&[&str]; 16] = [
        &["8"],
        &["torus 7"],
        &["5x8"],
        &["most 6"],
        &["most torus 6"],
        &["6; pieces: 7 queens, 1 pawn"],
        &["8; unchanged: half-turn"],
        &["torus 7; total: 3"],
        &["dominating 7"],
        &["total-dominating 5"],
        &["armies 8"],
        &["armies 2"],
        &["6; pieces: 2 queens, 1 knight, 1 king"],
        &["most 3x3x3"],
        &["coloring 11"],
        &["uncompletable 6"],
    ];
    for question in questions {
        let (named, options) = question.split_first().expect("a problem");
        for (format, charset) in [
            ("text", "ascii"),
            ("board", "ascii"),
            ("board", "unicode"),
            ("json", "ascii"),
            ("ndjson", "ascii"),
            ("csv", "ascii"),
            ("html", "ascii"),
            ("svg", "ascii"),
        ] {
            let written = queens("solve")
                .args(question)
                .args(["--format", format, "--charset", charset])
                .output()
                .expect("the command runs");
            let text = String::from_utf8(written.stdout).expect("text");
            let (code, out, error) =
                answer(&[&["--problem", named], options].concat(), &text);
            assert_eq!(
                code, 0,
                "{question:?} {format} {charset}: {out}{error}{text}"
            );
        }
    }
}

#[test]
fn squares_in_one_column_are_no_header() {
    let judged = |arguments: &[&str], input: &str| {
        let (_, out, _) = answer(arguments, input);
        out.split(':').next().unwrap_or_default().trim().to_owned()
    };
    let dominating = ["--problem", "dominating 4"];
    assert_eq!(judged(&dominating, "b2,b3\nc2,c3\n"), "2 valid, 0 invalid");
    assert_eq!(judged(&dominating, "b2,b3\n"), "1 valid, 0 invalid");
    assert_eq!(
        judged(&["--problem", "4"], "r1,r2,r3,r4\n2,4,1,3\n"),
        "1 of 2 known solutions found (A000170)"
    );
    let (code, out, error) =
        answer(&["--problem", "armies 4"], "white a1 a1\nblack c2 c2\n");
    assert_eq!((code, out.as_str()), (1, "0 valid, 1 invalid\n"));
    assert!(
        error.contains(
            "line 1: the white queen on a1 shares its square with another piece"
        ),
        "{error}"
    );
}
