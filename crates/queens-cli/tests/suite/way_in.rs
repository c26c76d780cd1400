//! Arguments that people try, and that work.

use crate::common::queens;

/// The program as it is, without the comments that name steps, so that a compiler can
/// read it.
#[test]
fn engines_are_printed_as_programs() {
    let printed = |words| {
        String::from_utf8(queens(words).assert().success().get_output().stdout.clone())
            .unwrap()
    };
    let languages = printed("engines flags --code");
    let first = |line: &str| line.split(' ').next().map(str::to_owned);
    assert_eq!(
        languages.lines().filter_map(first).collect::<Vec<_>>(),
        ["python", "javascript", "c", "basic"]
    );
    let program = printed("engines flags --code c");
    assert!(
        program.starts_with("// Three arrays of flags")
            && program.contains("#include <stdio.h>\n")
    );
    assert!(program.contains("            continue;\n") && program.ends_with("}\n"));
}

/// The same answer in other words.
#[test]
fn other_words_give_the_same_answer() {
    for (words, same) in [
        ("8", "solve 8"),
        ("count 7 torus", "count torus 7"),
        ("count 8 --engine flags", "count 8 -e flags"),
        ("count 4-6 --format bfile", "count 4..6 --format bfile"),
        ("solve 8 --given b4 d5", "solve 8 --given b4,d5"),
        ("count 8x8", "count 8×8"),
        ("list 5 --format CSV", "list 5 --format csv"),
    ] {
        let output =
            |words: &str| queens(words).assert().success().get_output().stdout.clone();
        assert_eq!(output(words), output(same), "{words}");
    }
    // OEIS A007705: 10 solutions for n = 5, 28 for n = 7, and none for the sizes between.
    for words in [
        "count torus 5..7 --format bfile",
        "count 5..7 torus --format bfile",
    ] {
        queens(words).assert().success().stdout("5 10\n6 0\n7 28\n");
    }
    for words in ["growth 4..5 torus", "growth torus 4..5"] {
        queens(words).assert().success();
    }
}

/// A region puzzle. Of the two solutions of 4 queens, only b1, d2, a3, c4 has one queen
/// in each region.
const LETTERS: &str = "AABB\nAABB\nCCDB\nCCDD\n";

#[test]
fn reads_boards_from_redirected_files_and_letters() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.txt");
    let redirected = |words: &str| {
        let bin = env!("CARGO_BIN_EXE_queens");
        let input = std::fs::File::open(&file).expect("a file");
        let output = std::process::Command::new(bin)
            .args(words.split(' '))
            .stdin(input)
            .output();
        String::from_utf8(output.expect("it runs").stdout).expect("text")
    };
    std::fs::write(&file, "6\n").expect("a file");
    assert_eq!(redirected("count"), "4\n");
    // Words come first.
    assert_eq!(redirected("count 8"), "92\n");
    std::fs::write(&file, LETTERS).expect("a file");
    assert_eq!(redirected("count"), "1\n");
    assert_eq!(redirected("list"), "2 4 1 3\n");
    let name = file.display().to_string();
    let assert = queens(&format!("count --board {name}")).assert().success();
    assert!(
        String::from_utf8_lossy(&assert.get_output().stderr)
            .contains("is a region puzzle of 4 x 4")
    );
    let assert = queens(&format!("solve {name}")).assert().code(2);
    let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
    assert!(
        message.contains(&format!("--board {name} reads it")),
        "{message}"
    );
}

/// OEIS A000170: 4 solutions of 6 queens, 92 of 8.
#[test]
#[cfg(unix)]
fn reads_boards_from_pipes() {
    let piped = |words: &str, input: &str| {
        let assert = queens(words).write_stdin(input).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).expect("text")
    };
    assert_eq!(piped("count", "6\n"), "4\n");
    assert_eq!(piped("list", LETTERS), "2 4 1 3\n");
    assert_eq!(piped("solve --format text", LETTERS), "2 4 1 3\n");
    assert_eq!(
        piped("export --to asp", "6\n"),
        piped("export 6 --to asp", "")
    );
    // The command line comes first, and a pipe that is closed at once is no board.
    assert_eq!(piped("count 8", "6\n"), "92\n");
    assert_eq!(piped("count", ""), "92\n");
    let refused = queens("count").write_stdin("frobnicate\n").assert().code(2);
    assert!(
        String::from_utf8_lossy(&refused.get_output().stderr)
            .contains("standard input: ")
    );
}

/// Programs and schedulers leave pipes open that nobody writes to.
#[test]
#[cfg(unix)]
fn ignores_an_idle_pipe() {
    use std::process::{Command, Stdio};
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command
        .arg("count")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it runs");
    let pipe = child.stdin.take();
    let output = child.wait_with_output().expect("it ends");
    drop(pipe);
    assert_eq!(output.stdout, b"92\n");
    assert!(
        String::from_utf8_lossy(&output.stderr)
            .contains("nothing arrives on standard input")
    );
}

#[test]
fn a_random_solution_has_a_fresh_seed_that_repeats_it() {
    let run = |words: &str| {
        let assert = queens(words).assert().success();
        let output = assert.get_output();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("text");
        (text(&output.stdout), text(&output.stderr))
    };
    let seed = |message: &str| {
        let (_, rest) = message.split_once("seed ").expect("a seed");
        rest.split(';').next().unwrap_or_default().to_owned()
    };
    let (first, message) = run("solve 100 --random --format text");
    let repeated = run(&format!(
        "solve 100 --random --format text --seed {}",
        seed(&message)
    ));
    assert_eq!(first, repeated.0);
    let seeds: std::collections::BTreeSet<String> = (0..4)
        .map(|_| seed(&run("solve 20 --random --format text").1))
        .collect();
    assert!(seeds.len() > 1, "{seeds:?}");
}

/// OEIS A000170: 4 solutions of 6 queens.
#[test]
fn watch_stops_at_the_first_solution() {
    let solutions = |words: &str| {
        let assert = queens(words).assert().success();
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        message.trim().to_owned()
    };
    assert!(solutions("watch 6").contains(", 1 solution,"));
    assert!(solutions("watch 6 --all").contains(", 4 solutions,"));
}

#[test]
fn engines_have_a_line_each() {
    let list = queens("engines").assert().success();
    let list = String::from_utf8(list.get_output().stdout.clone()).expect("text");
    let ids: Vec<&str> = list
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let all: Vec<&str> = queens::engines::registry()
        .map(|engine| engine.info().id)
        .collect();
    assert_eq!(ids, all);
    let card = queens("engines flags").assert().success();
    let card = String::from_utf8(card.get_output().stdout.clone()).expect("text");
    assert!(
        card.lines().count() > 10 && card.contains("Banerjee"),
        "{card}"
    );
}

/// A problem in a file gets the tips that arguments get.
#[test]
fn a_misspelt_variant_in_a_file_is_named() {
    for (text, variant) in [
        ("toroidal 8\n", "torus"),
        ("8 toroidal\n", "torus"),
        ("rook 8\n", "rooks"),
        ("hexagon 5\n", "hex"),
    ] {
        let tip = format!("is not a valid variant: did you mean `{variant}`?");
        queens("count --board -")
            .write_stdin(text)
            .assert()
            .code(2)
            .stderr(predicates::str::contains(tip));
    }
}
