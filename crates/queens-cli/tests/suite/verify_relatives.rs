//! `verify` reads the solutions of relatives: groups, and sets of queens that may attack each other.

use crate::common::queens;

/// Exit status, standard output and standard error of `arguments`, given `input`.
fn answer(arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = queens("verify").args(arguments).write_stdin(input).output().expect("the command runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().expect("a status"), text(&output.stdout), text(&output.stderr))
}

/// Output of `queens solve`.
fn solved(arguments: &[&str], format: &str) -> String {
    let output =
        queens("solve").args(arguments).args(["--format", format]).output().expect("the command runs");
    String::from_utf8(output.stdout).expect("text")
}

/// With the published sizes of A075458, A250000, A088202, A068940 and A068941; 5 x 5 takes two queens and two knights.
#[test]
fn reads_what_solve_writes() {
    for (problem, relative, words) in [
        ("8", "--dominate", "5 queens, as published (A075458)"),
        ("5", "--dominate=total", " queens"),
        ("8", "--armies", "9 queens of each colour, as published (A250000)"),
        ("torus 5", "--armies", "queens of each colour"),
        ("2", "--armies", "0 queens of each colour, as published (A250000)"),
        ("5", "--pieces=queens = knights", "2 pieces of each kind"),
        ("6", "--pieces=3 queens, 2 knights", "3 queens, 2 knights"),
        ("4", "--dimensions=3", "7 queens, as published (A068940)"),
        ("3", "--dimensions=4", "6 queens, as published (A068941)"),
        ("5", "--coloring", "5 colours, as published (A088202)"),
        ("6", "--coloring=8", "colours"),
    ] {
        for format in ["text", "csv", "json", "ndjson"] {
            let written =
                solved(&[&problem.split(' ').collect::<Vec<_>>()[..], &[relative]].concat(), format);
            let (code, out, error) = answer(&["--problem", problem, relative], &written);
            assert_eq!(code, 0, "{problem} {relative} {format}: {out}{error}");
            assert!(out.starts_with("1 valid, 0 invalid: "), "{problem} {relative} {format}: {out}");
            assert!(out.contains(words), "{problem} {relative} {format}: {out}");
        }
        // The document names its question.
        let document = solved(&[&problem.split(' ').collect::<Vec<_>>()[..], &[relative]].concat(), "json");
        let (code, out, _) = answer(&[], &document);
        assert_eq!((code, out.contains(words)), (0, true), "{problem} {relative}: {out}");
    }
}

#[test]
fn groups_show_what_they_solve() {
    let (code, out, _) = answer(&["--problem", "3"], "white a1\nblack c2\n");
    assert_eq!(
        (code, out.as_str()),
        (0, "1 valid, 0 invalid: 1 queen of each colour, as published (A250000)\n")
    );
    let (_, out, _) =
        answer(&["--problem", "8"], "queens a1\nknights b3 d4\n# remark\n\nqueens a1\nknights c4 b4\n");
    // The queen attacks d4, but neither b4 nor c4.
    assert_eq!(out, "1 valid, 1 invalid: 1 queen, 2 knights\n");
    let (code, out, error) = answer(&["--problem", "3"], "white a1\nblack c2\nwhite a1\nblack c2\n");
    assert_eq!(
        (code, out.lines().next()),
        (1, Some("2 valid, 0 invalid, 1 repeated: 1 queen of each colour, as published (A250000)"))
    );
    assert!(error.contains("line 3: the same as line 1"), "{error}");
    let (_, out, _) = answer(&["--problem", "3"], "white a1\nblack c2\nblack c2\nwhite a1\n");
    assert!(out.starts_with("2 valid, 0 invalid, 1 repeated"), "{out}");
    // Answers to two questions: nothing is said about either.
    let mixed = "{\"columns\":[1,3,0,2]}\n{\"groups\":[{\"name\":\"white\",\"squares\":[[0,0]]},{\"name\":\"black\",\"squares\":[[1,2]]}]}";
    let (_, out, _) = answer(&["--problem", "4"], mixed);
    assert_eq!(out, "2 valid, 0 invalid\n");
    let json =
        r#"{"size":[3,3],"groups":[{"name":"black","squares":[[1,2]]},{"name":"white","squares":[[0,0]]}]}"#;
    assert_eq!(answer(&[], json).0, 0);
    let (code, out, _) = answer(&["--problem", "3", "-f", "json"], "white a1\nblack c2\n");
    let document: serde_json::Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((code, &document["question"], &document["best"]), (0, &"armies".into(), &1.into()));
    assert_eq!(document["credit"]["complete"], serde_json::Value::Null);
}

#[test]
fn faults_name_the_group_and_the_square() {
    for (arguments, input, words) in [
        (
            ["--problem", "3", "--armies"],
            "white a1\nblack c3\n",
            "line 1: a1 (white) and c3 (black) attack each other",
        ),
        (["--problem", "3", "--armies"], "white a1 b1\nblack c3\n", "line 1: black: 1 instead of 2"),
        (
            ["--problem", "3", "--armies"],
            "1 - -\n",
            "line 1: the groups should be white, black, but there are none",
        ),
        (["--problem", "3", "--dominate"], "a1\n", "line 1: c2 is neither occupied nor attacked"),
        (["--problem", "3", "--dominate=total"], "b2\n", "line 1: no queen attacks the one on b2"),
        (
            ["--problem", "2", "--coloring=3"],
            "colour 1 a1\ncolour 2 b1\ncolour 3 a2\ncolour 4 b2",
            "line 1: 4 colours instead of at most 3",
        ),
        (
            ["--problem", "2", "--coloring"],
            "colour 1 a1 b2\ncolour 2 b1 a2",
            "a1 (colour 1) and b2 (colour 1) attack each other",
        ),
        (
            ["--problem", "3", "--dimensions=3"],
            "layer 1 a1\nlayer 2\nlayer 3 a1",
            "the queens on a1 of layer 1 and on a1 of layer 3 attack each other",
        ),
        (
            ["--problem", "4", "--pieces=2 queens, 1 knight"],
            "queens a1\nknights d2\n",
            "line 1: queens: 1 instead of 2",
        ),
        (["--problem", "4", "--least"], "2 4 1 4\n", "line 1: the queens on d2 and d4 attack each other"),
    ] {
        let (code, out, error) = answer(&arguments, input);
        assert_eq!((code, out.starts_with("0 valid, 1 invalid")), (1, true), "{input}: {out}{error}");
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
    refused(&[], "white a1\nblack c2\n", "squares alone do not give the size of the board");
    refused(&["--problem", "3"], "white a1\ngrey c2\n", "line 2: 'grey c2' is not a group");
    refused(&["--problem", "3"], "white a1\nblack c\n", "line 2: 'c' is not a valid square");
    refused(&["--problem", "3"], r#"{"groups":[{"name":"grey","squares":[]}]}"#, "'grey' is not a group");
    refused(&["--problem", "3"], r#"{"groups":[{"name":"white"}]}"#, "expected a group");
    refused(&["--problem", "3", "--armies", "--dominate"], "", "cannot be used with");
    queens("solve --board -").write_stdin("white a1\nblack c2\n").assert().code(2);
}

/// The least sum of the two solutions of 4 queens: 2 + 8 + 9 + 15 = 34, the other one has 3 + 5 + 12 + 14 = 34, too.
#[test]
fn the_sum_of_weights_is_added_up() {
    let board = "queens 4\nweights:\n1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 15 16\n";
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), board).expect("a board");
    let path = file.path().to_str().expect("a path");
    let (code, out, _) = answer(&["--board", path, "--least"], "2 4 1 3\n");
    assert_eq!((code, out.as_str()), (0, "1 valid, 0 invalid: the sum is 34\n"));
}

/// Every question of `solve` in every format that is text, on wide and narrow boards: `verify` with the same options reads it, and
/// calls it valid.
#[test]
fn reads_every_format_of_solve() {
    let questions: [&[&str]; 16] = [
        &["8"],
        &["torus", "7"],
        &["5x8"],
        &["6", "--maximum"],
        &["torus", "6", "--maximum"],
        &["6", "--pawns", "1"],
        &["8", "--symmetric-under", "half-turn"],
        &["torus", "7", "--total", "3"],
        &["7", "--dominate"],
        &["5", "--dominate=total"],
        &["8", "--armies"],
        &["2", "--armies"],
        &["6", "--pieces=2 queens, 1 knight, 1 king"],
        &["3", "--dimensions=3"],
        &["11", "--coloring"],
        &["6", "--uncompletable"],
    ];
    for question in questions {
        let (problem, options): (Vec<&str>, Vec<&str>) =
            match question.iter().position(|word| word.starts_with("--")) {
                Some(at) => (question[..at].to_vec(), question[at..].to_vec()),
                None => (question.to_vec(), Vec::new()),
            };
        let mut named = problem.join(" ");
        let mut verified = options.clone();
        if let ["--total", total] = options[..] {
            named += &format!("\ntotal: {total}");
            verified.clear();
        }
        // Walls of a drawn board are the pawns.
        let names_problem = !matches!(options[..], ["--pawns", _]);
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
            let mut arguments = verified.clone();
            if names_problem || format != "json" && format != "board" && format != "svg" {
                arguments.extend(["--problem", &named]);
            }
            let (code, out, error) = answer(&arguments, &text);
            assert_eq!(code, 0, "{question:?} {format} {charset}: {out}{error}{text}");
        }
    }
}

#[test]
fn squares_in_one_column_are_no_header() {
    let judged = |arguments: &[&str], input: &str| {
        let (_, out, _) = answer(arguments, input);
        out.split(':').next().unwrap_or_default().trim().to_owned()
    };
    let dominating = ["--problem", "4", "--dominate"];
    assert_eq!(judged(&dominating, "b2,b3\nc2,c3\n"), "2 valid, 0 invalid");
    assert_eq!(judged(&dominating, "b2,b3\n"), "1 valid, 0 invalid");
    assert_eq!(
        judged(&["--problem", "4"], "r1,r2,r3,r4\n2,4,1,3\n"),
        "1 of 2 known solutions found (A000170)"
    );
    let (code, out, error) = answer(&["--problem", "4", "--armies"], "white a1 a1\nblack c2 c2\n");
    assert_eq!((code, out.as_str()), (1, "0 valid, 1 invalid\n"));
    assert!(error.contains("line 1: white: two queens are on a1"), "{error}");
}
