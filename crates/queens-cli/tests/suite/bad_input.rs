//! Bad input of every kind: a clear message, the right exit status, never a panic.

use crate::common::queens;
use predicates::prelude::*;

/// Fails with status 2 and a message that holds every one of `words`.
fn refused(arguments: &str, words: &[&str]) {
    let assert = queens(arguments)
        .assert()
        .code(2)
        .stdout(predicate::str::is_empty());
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(message.starts_with("error:"), "{arguments}: {message}");
    assert!(!message.contains("panicked"), "{arguments}: {message}");
    for word in words {
        assert!(message.contains(word), "{arguments}: {message}");
    }
}

#[test]
fn refuses_invalid_sizes() {
    refused("count eight", &["eight"]);
    refused("count 8x", &["8x"]);
    refused("count 3.5", &["3.5"]);
    refused(
        "count 99999999999999999999",
        &["99999999999999999999", "2000000000"],
    );
    refused("count 4000000000", &["4000000000"]);
    refused("solve 2000000001", &["2000000001"]);
    refused("count -5", &["-5", "2000000000"]);
    refused("solve torus -3", &["-3", "2000000000"]);
    refused("count 5..7 --by-class", &["--by-class", "--fundamental"]);
    queens("growth 4...8")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("'4...8'"));
    queens("growth 5..4")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("5..4"));
}

/// An argument that is neither a file nor a puzzle: what it would have to be.
#[test]
fn a_puzzle_as_an_argument_has_a_form() {
    for argument in [
        "AAB.ABB.CCC",
        "AABB.AABB.CCDD.CCD",
        "AABB/AABB",
        "nowhere.txt",
        "boards/nowhere",
    ] {
        for command in ["solve", "hint", "explain", "rate", "show", "repair"] {
            let words = [
                &*format!("there is no file '{argument}'"),
                "AABB.AABB.CCDD.CCDD",
                "at least 4 rows",
            ];
            refused(&format!("puzzle {command} {argument}"), &words);
        }
    }
    for argument in [
        "AABB.AABB.CCDD.CCDD",
        "AABB/AABB/CCDD/CCDD",
        "AABB,AABB,CCDD,CCDD",
    ] {
        queens(&format!("puzzle solve {argument}"))
            .assert()
            .success();
    }
}

/// Letters of more than one byte beside the signs at which readers cut.
#[test]
fn letters_beyond_ascii_are_letters() {
    let solution = "Lösung = [2, 4, 6, 1, 3, 5];\n";
    let imported = queens("import --problem 6 --format text")
        .write_stdin(solution)
        .assert()
        .success();
    imported.stdout("2 4 6 1 3 5\n");
    for (arguments, text) in [
        ("import --problem 4", r#"{"n": 4, "é": [[0,1]]}"#),
        ("verify --problem 4", "é [2, 4]"),
        ("puzzle solve -", "taské 1,1"),
    ] {
        let refused = queens(arguments).write_stdin(text).assert();
        let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
        let code = refused.get_output().status.code();
        assert!(
            matches!(code, Some(1 | 2)) && !error.contains("panicked"),
            "{arguments}: {code:?} {error}"
        );
    }
    for arguments in [
        "count 8é",
        "solve 8 --given é4",
        "count 8 --time-limit 5é",
        "solve 8; piece: é*",
        "verify --problem é",
    ] {
        refused_letters(arguments);
    }
}

fn refused_letters(arguments: &str) {
    let refused = queens(arguments).write_stdin("").assert().code(2);
    let error = String::from_utf8_lossy(&refused.get_output().stderr).into_owned();
    assert!(
        error.contains('é') && !error.contains("panicked"),
        "{arguments}: {error}"
    );
}

/// The memory that a decoder sets aside is enough for the pictures that take the most:
/// WebP of 16 Mi pixels with 12 bytes each, lossy and half transparent or lossless. Linux
/// ends a process that allocates more than it may.
#[cfg(target_os = "linux")]
#[test]
fn decoders_keep_within_the_memory_that_they_set_aside() {
    /// The command itself, its threads and its input.
    const COMMAND_KIBIBYTES: u64 = 24 << 10;
    let pictures =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures");
    let bounded = |picture: &str, kibibytes: u64| {
        let run = format!("ulimit -d {kibibytes}; exec \"$0\" puzzle show \"$1\"");
        let mut shell = std::process::Command::new("sh");
        let shell = shell
            .args(["-c", &run, env!("CARGO_BIN_EXE_queens")])
            .arg(pictures.join(picture));
        let output = shell.output().expect("a shell");
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).into_owned(),
        )
    };
    for picture in ["half-transparent-4096.webp", "white-4096.webp"] {
        let (code, error) = bounded(picture, COMMAND_KIBIBYTES + (12 << 14));
        assert!(
            code == Some(2) && error.contains("no board"),
            "{picture}: {code:?} {error}"
        );
    }
    let (code, _) = bounded("half-transparent-4096.webp", COMMAND_KIBIBYTES + (6 << 14));
    assert_ne!(code, Some(2), "half of it is not enough");
}

/// A large board says at once that it takes long, and at its end what to do.
#[test]
fn a_puzzle_that_was_not_made_names_its_size_and_a_way_out() {
    let stopped = queens("puzzle generate 40 --seed 1 --time-limit 300ms")
        .assert()
        .code(3);
    let error = String::from_utf8_lossy(&stopped.get_output().stderr).into_owned();
    let lines: Vec<&str> = error.lines().collect();
    assert!(
        lines[0]
            .contains("40 x 40 may take many minutes, one up to 32 x 32 takes seconds"),
        "{error}"
    );
    let last = lines.last().expect("a message");
    let end = ", less than 1 s: stopped by the time limit; allow more time, or take a board up to 32 x 32";
    assert!(
        last.starts_with("no puzzle of 40 x 40 was found in ") && last.contains(end),
        "{error}"
    );
    assert!(last.contains(" attempt"), "{error}");
    queens("puzzle generate 32 --seed 1 -f grid -q")
        .assert()
        .success()
        .stderr("");
    let failed = queens("puzzle generate 4 --rating hard --seed 1")
        .assert()
        .code(3);
    let error = String::from_utf8_lossy(&failed.get_output().stderr).into_owned();
    assert!(
        error.contains("no hard puzzle of 4 x 4 was found in 10000 attempts ("),
        "{error}"
    );
    assert!(
        error.contains(" other puzzles came out; the nearest falls short: it is "),
        "{error}"
    );
    assert!(
        error.contains("; take another seed, size, shape or rating"),
        "{error}"
    );
}

#[test]
fn answers_for_the_smallest_sizes() {
    queens("solve 0").assert().success();
    queens("solve 1").assert().success();
    for n in [2, 3] {
        queens(&format!("solve {n}"))
            .assert()
            .success()
            .stderr(predicate::str::contains("no solution"));
        queens(&format!("solve {n} --sat-exit-codes"))
            .assert()
            .code(20);
    }
    queens("solve 4 --sat-exit-codes").assert().code(10);
}

#[test]
fn engines_refuse_sizes_that_are_too_large() {
    refused("count 1000000", &["1000000"]);
    refused("count 100000 --engine flags", &["100000"]);
    refused("list 2000000000 --format svg", &["2000000000"]);
    refused("watch 1000", &["1000", "40"]);
    refused("record 41", &["41 x 41", "40", "`queens trace`"]);
    refused("record 8 --steps 1..9999", &["9999", "2000", "1..2000"]);
    refused("record 8 --steps some", &["'some'", "1..200"]);
    refused("record 8 -o steps.mp4", &["'.mp4'", ".gif", ".svg"]);
}

#[test]
fn refuses_unknown_words() {
    refused("count torsu 8", &["torsu", "torus"]);
    refused(
        "count 8 --engine flag",
        &["'flag'", "'flags'", "`queens engines`"],
    );
    refused("list 8 --engine join", &["join", "only counts"]);
    // Quiet: on a busy machine there is a forecast before the refusal.
    refused("count kings 20 -q", &["2^128", "total: 5"]);
    refused(
        "list 8 --engine min-conflicts",
        &["min-conflicts", "one solution"],
    );
    refused(
        "count torus 8 --engine flags",
        &["flags", "edges", "exact-cover"],
    );
    queens("list 8 --format pdf")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("pdf"));
    refused("search queens --strategy deep", &["deep", "dfs"]);
    refused("search route Arad Paris", &["Paris"]);
    refused(
        "search rivals --strategy bfs",
        &["--strategy", "CPS depth-first"],
    );
    refused("search jugs --capacities 4,0", &["'0'", "1 to 4294967295"]);
    refused("search queens -1", &["-1", "0..=64"]);
    refused(
        "serve --addr localhost:8099",
        &["'localhost:8099'", "127.0.0.1:8099"],
    );
    refused(
        "serve --embed-from https://example.org/page",
        &["'https://example.org/page'", "http://localhost:3000"],
    );
    refused("count 8 --seed -1", &["'-1'", "18446744073709551615"]);
    refused("estimate 27 --error -1%", &["'-1%'"]);
    refused("count 1x1000000", &["16384"]);
    refused("man frobnicate", &["frobnicate", "count"]);
    refused("man campaign frobnicate", &["frobnicate", "plan"]);
    refused(
        "man count list",
        &["list", "queens-count has no commands inside"],
    );
    queens("frobnicate")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("frobnicate"));
}

#[test]
fn refuses_impossible_givens() {
    refused("solve 8; holes: a1 --given a1", &["a1"]);
    refused("solve 8; holes: a1; walls: a1", &["a1", "hole", "wall"]);
    refused("solve 8 --given a9", &["a9", "8"]);
    refused("solve 8 --given zz", &["zz"]);
    refused("solve 8 --given 8:0", &["8:0"]);
    refused("solve 8 --given 0:99", &["0:99", "8 x 8"]);
}

#[test]
fn reports_unreadable_files() {
    refused("solve --board /no/such/file", &["/no/such/file"]);
    refused("solve --board .", &["."]);
    refused("verify /no/such/file", &["/no/such/file"]);
    let stdin = |arguments: &str, bytes: &[u8], word: &str| {
        let assert = queens(arguments).write_stdin(bytes).assert().code(2);
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(
            message.contains(word) && !message.contains("panicked"),
            "{arguments}: {message}"
        );
    };
    stdin("solve --board -", b"", "size");
    stdin(
        "solve --board -",
        b"\xff\xfe\x00\x01",
        "this is not UTF-8 text",
    );
    stdin(
        "puzzle solve",
        b"queens 8\ngivens: b1\n",
        "`queens solve --board FILE`",
    );
    stdin("solve --board -", b"....\n...\n....\n....\n", "line 2");
    stdin("solve --board -", b"4\nareas:\naab\naab\n", "4");
    stdin("verify", b"\x00\x01\x02\xff", "line 1");
    stdin(
        "verify",
        b"{\"schema\":\"queens/solutions/1\",\"sol",
        "line 1",
    );
    stdin("verify", b"1 2 x 4\n", "line 1");
    stdin("verify", b"", "holds no solution");
    queens("verify --problem 3")
        .write_stdin("")
        .assert()
        .success();
}

#[test]
fn limits_leave_a_marked_partial_result() {
    let limited = queens("count 14 --engine bitmask --node-limit 1000000")
        .assert()
        .code(3);
    let output = limited.get_output();
    let printed = String::from_utf8_lossy(&output.stdout);
    let partial = printed
        .trim()
        .strip_suffix(" (partial)")
        .expect("marked as partial");
    assert!(partial.parse::<u64>().expect("a count") < 365_596);
    assert!(String::from_utf8_lossy(&output.stderr).contains("node limit"));
    queens("count 18 --node-limit 1000")
        .assert()
        .code(3)
        .stderr(predicate::str::contains("node limit"));
    queens("solve 100000000 --time-limit 10ms --format text")
        .assert()
        .code(3)
        .stderr(predicate::str::contains("time limit"));
    queens("trace 5 --node-limit 2")
        .assert()
        .code(3)
        .stderr(predicate::str::contains("node limit"));
    queens("list 20 --time-limit 100ms")
        .assert()
        .code(3)
        .stderr(predicate::str::contains("time limit"));
    queens("count 8 --time-limit 5parsecs")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("parsecs"));
    queens("search eight-puzzle 867254301 --strategy bfs --node-limit 10")
        .assert()
        .code(3);
    // Stores: nodes of a search, clauses, states, halves of boards.
    for command in [
        "search eight-puzzle 867254301 --strategy bfs",
        "solve 30 --engine sat --format text",
        "count torus 12 --engine transfer",
        "count 18 --engine join",
        "campaign share 1/100 18",
        "export 30 --to dimacs",
    ] {
        let stopped = queens(&format!("{command} --memory-limit 0"))
            .assert()
            .code(3);
        let output = stopped.get_output();
        let told =
            String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat())
                .into_owned();
        assert!(
            told.contains("stopped by the memory limit"),
            "{command}: {told}"
        );
    }
}

#[test]
fn suggests_the_command_that_was_meant() {
    refused(
        "cuont 8",
        &["unrecognised command 'cuont'", "`queens count 8`"],
    );
    refused("--color never sovle", &["'sovle'", "`queens solve`"]);
    // A mistyped variant is none.
    refused("torsu 8", &["torsu", "torus"]);
}

/// No bad input, but a problem without solution, as 6 queens with one on a1 are: every
/// command says so, and why.
#[test]
fn given_queens_that_break_a_rule_leave_no_solution() {
    let clash = "the queens on a1 and b2 attack each other";
    for command in [
        "solve 8 --given a1,b2",
        "solve 8 --given a1,b2 -e flags",
        "solve 8 --given a1,b2 -e sat",
        "solve 8 --given a1,b2 --random",
        "solve 8 --given a1,b2 --order lexicographic",
        "solve most 8 --given a1,b2",
        "solve 100 --given a1,b2 --first",
        "solve torus 8 --given a1,b2",
        "solve bishops 8; total: 5 --given a1,b2",
    ] {
        let assert = queens(command).assert().code(0);
        let said = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(said.contains("there is no solution"), "{command}: {said}");
        assert!(
            command.ends_with("sat") || said.contains(clash),
            "{command}: {said}"
        );
    }
    queens("solve 8 --given a1,b2 --sat-exit-codes")
        .assert()
        .code(20);
    for command in ["count 8", "count 8 --fundamental", "count 8; columns: 1"] {
        queens(&format!("{command} --given a1,b2"))
            .assert()
            .code(0)
            .stdout("0\n");
    }
    queens("count maximal 8 --given a1,b2")
        .assert()
        .code(0)
        .stdout("0\n");
    queens("count rooks 4; columns: 0 --given b1")
        .assert()
        .code(0)
        .stdout("0\n");
    for command in ["list", "compare", "estimate", "count --by-class"] {
        queens(&format!("{command} 6 --given a1,b2"))
            .assert()
            .code(0);
    }
    // A drawn board, and a solution that is none.
    queens("solve --board -")
        .write_stdin("Q...\n.Q..\n....\n....\n")
        .assert()
        .code(0)
        .stderr(
            predicate::str::contains("there is no solution")
                .and(predicate::str::contains(clash)),
        );
    queens("solve --board -")
        .write_stdin("1 2 4 3\n")
        .assert()
        .code(0)
        .stderr(predicate::str::contains("attack each other"));
    // There is nothing to write or to cut.
    for command in [
        "export 8 --to opb --given a1,b2",
        "campaign share 1/2 8 --given a1,b2",
        "trace 8 --given a1,b2",
    ] {
        refused(command, &[clash]);
    }
}

#[test]
fn names_the_pieces_of_all_variants() {
    for (piece, variant) in [
        ("queen", "queens"),
        ("superqueen", "superqueens"),
        ("leprechaun", "leprechauns"),
        ("leprechauns", "leprechauns"),
        ("semiqueen", "semiqueens"),
    ] {
        let counted = |arguments: &str| {
            queens(arguments)
                .assert()
                .success()
                .get_output()
                .stdout
                .clone()
        };
        assert_eq!(
            counted(&format!("count 7; piece: {piece}")),
            counted(&format!("count {variant} 7")),
            "{piece}"
        );
    }
    refused(
        "count 7; piece: torus",
        &[
            "'torus' is not a valid piece",
            "leprechaun (or leprechaun 2)",
        ],
    );
}

#[test]
fn accepts_the_name_of_the_chosen_engine() {
    queens("solve 6; pieces: 7 queens, 1 pawn -e pawns")
        .assert()
        .success();
    // OEIS A103330.
    let known = queens::reference::with_pawns(6, 1, false)
        .expect("a published number")
        .value;
    queens("count 6; pieces: 7 queens, 1 pawn -e pawns")
        .assert()
        .success()
        .stdout(format!("{known}\n"));
    queens("count maximal 8 -e maximal").assert().success();
    queens("count 8; unchanged: half-turn -e symmetric")
        .assert()
        .success()
        .stdout("4\n");
    refused("solve 6; pieces: 7 queens, 1 pawn -e join", &["join"]);
    // The word `most` can be combined with numbers in rows.
    queens("solve most kings 5; rows: 0..2").assert().success();
}

/// On 8 x 8 with these holes no solution is left; min-conflicts cannot know it.
#[test]
fn an_engine_that_cannot_decide_gives_up() {
    let holes = "a1 b1 c1 d1 e1 f1 g1 b2 c2 d2 e2 f2 g2 h2";
    queens(&format!("solve 8; holes: {holes}"))
        .assert()
        .code(0)
        .stderr(predicate::str::contains("no solution"));
    queens(&format!(
        "solve 8; holes: {holes} a3 a4 a5 a6 a7 a8 -e min-conflicts"
    ))
    .assert()
    .code(3)
    .stderr(predicate::str::contains("min-conflicts gave up"));
}
