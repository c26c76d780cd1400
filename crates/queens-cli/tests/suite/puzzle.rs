//! Region puzzles by the command.

use crate::common::queens;
use predicates::prelude::PredicateBooleanExt;
use predicates::str::contains;
use serde_json::Value;

/// A board of 6 x 6, its regions named as they come.
const BOARD: &str = "AABBCC\nAABBCC\nDABBEC\nDDBFEC\nDDFFEE\nDFFFEE\n";

fn output(arguments: &str, input: &str) -> String {
    let assert = queens(arguments).write_stdin(input).assert().success();
    String::from_utf8(assert.get_output().stdout.clone()).expect("text")
}

fn json(arguments: &str, input: &str) -> Value {
    serde_json::from_str(&output(arguments, input)).expect("JSON")
}

#[test]
fn solves_a_pasted_grid_like_its_problem() {
    // The same board as a problem, by an engine of the ladder.
    let problem = format!("regions\nareas:\n{BOARD}");
    let count = json("count -e backtracking --format json --board -", &problem)["count"]
        .to_string();
    assert_eq!(output("puzzle solve --count", BOARD).trim(), count);
    let answer = json("puzzle solve -f json", BOARD);
    assert_eq!(answer["verdict"] == "none", count == "0");
    assert_eq!(answer["engine"], "units");
}

/// The drawing of a puzzle keeps the number of queens and the regions, for every command
/// that reads a board.
#[test]
fn drawn_puzzles_are_read_back() {
    for generate in ["6 --seed 3", "8 --stars 2 --seed 3"] {
        let folder = tempfile::TempDir::new().expect("a folder");
        let puzzle = folder.path().join("puzzle.txt");
        let drawing =
            output(&format!("puzzle generate {generate} --charset unicode"), "");
        std::fs::write(&puzzle, &drawing).expect("a file");
        assert_eq!(
            output("puzzle solve --count", &drawing).trim(),
            "1",
            "{generate}"
        );
        assert_eq!(
            output("count --board -", &drawing).trim(),
            "1",
            "{generate}"
        );
        let mut verify = queens("verify --board");
        verify
            .arg(&puzzle)
            .write_stdin(output("puzzle solve", &drawing));
        verify
            .assert()
            .success()
            .stdout(contains("1 valid, 0 invalid"));
    }
    // A board without regions stays one.
    assert_eq!(
        output("count --board -", &output("solve 6 --format board", "")).trim(),
        "1"
    );
}

#[test]
fn new_puzzles_are_unique_and_repeatable() {
    let new = json("puzzle generate 7 --seed 5 --count 3 -t 2 -f json", "");
    let puzzles = new["puzzles"].as_array().expect("puzzles");
    assert_eq!(
        puzzles
            .iter()
            .map(|puzzle| puzzle["seed"].as_u64())
            .collect::<Vec<_>>(),
        [Some(5), Some(6), Some(7)]
    );
    assert_eq!(
        new,
        json("puzzle generate 7 --seed 5 --count 3 -t 1 -f json", "")
    );
    for puzzle in puzzles {
        let rows = puzzle["puzzle"]["regions"].as_array().expect("rows");
        let grid: String = rows
            .iter()
            .map(|row| row.as_str().expect("letters").to_owned() + "\n")
            .collect();
        let count = json(
            "count -e backtracking --format json --board -",
            &format!("regions\nareas:\n{grid}"),
        );
        assert_eq!(count["count"], 1, "{grid}");
        let solved = json("puzzle explain --format json", &grid);
        assert_eq!(
            (&solved["solved"], &solved["end"]["queens"]),
            (&Value::Bool(true), &puzzle["solution"]),
            "{grid}"
        );
        assert_eq!(
            json("puzzle rate --format json", &grid)["rating"],
            puzzle["rating"]["rating"]
        );
    }
}

#[test]
fn reads_what_generate_writes() {
    for format in ["json", "grid", "task", "link", "sbn"] {
        let new = output(&format!("puzzle generate 6 --seed 9 -f {format}"), "");
        assert_eq!(
            json("puzzle solve -f json", &new)["verdict"],
            "the only one",
            "{format}"
        );
    }
    let three = output("puzzle generate 6 --count 3 -f json", "");
    queens("puzzle solve")
        .write_stdin(three)
        .assert()
        .success()
        .stderr(contains("puzzle 3 of 3:"));
}

/// Rows as regions: one changed square leaves one of the two placements on 4 x 4
/// (A002464) as the only solution.
#[test]
fn repairs_a_drawn_board() {
    let rows = "AAAA\nBBBB\nCCCC\nDDDD\n";
    let repaired = json("puzzle repair -f json", rows);
    assert_eq!(
        (
            &repaired["least"],
            repaired["changed"].as_array().map(Vec::len)
        ),
        (&Value::Bool(true), Some(1))
    );
    let grid = output("puzzle repair -f grid", rows);
    assert_eq!(
        json("puzzle solve -f json", &grid)["verdict"],
        "the only one",
        "{grid}"
    );
    let again = queens("puzzle repair -f grid")
        .write_stdin(grid.clone())
        .assert()
        .success();
    again
        .stdout(grid)
        .stderr(contains("exactly one solution already"));
    let parts = queens("puzzle repair")
        .write_stdin("AABB\nBBAA\nCCDD\nCCDD\n")
        .assert()
        .code(2);
    parts.stderr(contains(
        "regions A and B are in several parts: connect every region first",
    ));
    let eight: String = ('A'..='H')
        .map(|letter| letter.to_string().repeat(8) + "\n")
        .collect();
    queens("puzzle repair --time-limit 0")
        .write_stdin(eight)
        .assert()
        .code(3);
}

/// The picture of a step holds the board as it was before: it can be read, and gives the
/// same hint.
#[test]
fn draws_a_hint() {
    let svg = output("puzzle hint -f svg", BOARD);
    assert_eq!(
        json("puzzle hint -f json", &svg)["step"],
        json("puzzle hint -f json", BOARD)["step"]
    );
    let png = queens("puzzle hint -f png")
        .write_stdin(BOARD)
        .assert()
        .success();
    assert!(png.get_output().stdout.starts_with(b"\x89PNG"));
    let solved = output("puzzle solve -f text", BOARD);
    queens("puzzle hint -f svg")
        .write_stdin(solved)
        .assert()
        .code(2)
        .stderr(contains("no step to draw"));
}

#[test]
fn a_hint_reports_mistakes_first() {
    let marked = format!("{BOARD}\nQ.....\n.Q....\n......\n......\n......\n......\n");
    queens("puzzle hint")
        .write_stdin(marked)
        .assert()
        .code(1)
        .stdout(contains("cannot hold a queen"));
    assert_eq!(
        json("puzzle hint --format json", BOARD)["schema"],
        "queens/puzzle-hint/1"
    );
}

/// No three kings that do not touch fill the rows and columns of a board of 3 x 3.
#[test]
fn reports_a_puzzle_without_a_solution() {
    let none = "AAA\nBBB\nCCC\n";
    queens("puzzle solve")
        .write_stdin(none)
        .assert()
        .success()
        .stderr(contains("there is no solution"));
    queens("puzzle hint")
        .write_stdin(none)
        .assert()
        .code(1)
        .stdout(contains("The puzzle has no solution"));
    // Some sites call the difficulty stars.
    let level = r#"{"size": 4, "stars": 2, "regions": ["AABB", "AABB", "CCDD", "CCDD"]}"#;
    let words = "no solution with 2 queens in each row, as the input asks (use --stars 1 for one)";
    queens("puzzle solve")
        .write_stdin(level)
        .assert()
        .success()
        .stderr(contains(words));
    queens("puzzle solve --stars 1")
        .write_stdin(level)
        .assert()
        .success()
        .stderr(contains("one of several solutions"));
    for question in ["explain", "rate"] {
        let said = queens(&format!("puzzle {question}"))
            .write_stdin(none)
            .assert()
            .code(1);
        said.stdout("").stderr("the puzzle has no solution\n");
    }
}

/// A board of five stripes has 14 solutions (a separate brute-force program): no word
/// says how hard it is.
#[test]
fn a_puzzle_with_several_solutions_has_no_rating() {
    let stripes = "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n";
    let rated = queens("puzzle rate")
        .write_stdin(stripes)
        .assert()
        .code(1)
        .stdout("");
    rated.stderr(contains("several solutions"));
}

/// Of two queens that touch, a1 and b1, the second one is that of the only solution.
#[test]
fn blames_the_wrong_one_of_two_clashing_queens() {
    let board = "FAGGGGG\nFFFGEEG\nFFFFEGG\nBBDDEEE\nBBDDDEC\nDDDDDCC\nDDDDDDC\n\n\
                 QQ.....\n.......\n.......\n.......\n.......\n.......\n.......\n";
    for question in ["hint", "explain"] {
        let blamed = queens(&format!("puzzle {question}"))
            .write_stdin(board)
            .assert();
        let said = blamed.get_output();
        let said = [&said.stdout[..], &said.stderr[..]].concat();
        assert!(
            String::from_utf8_lossy(&said).contains("a1 cannot hold a queen"),
            "{question}: {said:?}"
        );
    }
}

/// A result that a limit cut short is marked as stopped, whether the limit comes while
/// the board is read or during counts, which take much longer on this one. It has many
/// solutions, so that its rating is refused once there is time to see that.
#[test]
fn a_limit_is_not_an_answer() {
    let board = (0..64)
        .map(|row| format!("R{row} ").repeat(64) + "\n")
        .collect::<String>();
    for (question, format, told) in [
        ("rate", "text", ""),
        ("rate", "json", ""),
        ("explain", "text", "stopped by the time limit, with "),
        ("explain", "json", ""),
        ("hint", "text", ""),
        (
            "hint",
            "svg",
            "No step found yet: stopped by the time limit.\n",
        ),
    ] {
        let asked = |limit: &str| {
            let mut command = queens(&format!(
                "puzzle {question} -f {format} --time-limit {limit}"
            ));
            command.write_stdin(board.as_str()).assert().code(3)
        };
        let none = asked("0").stderr("stopped by the time limit\n");
        let out = String::from_utf8_lossy(&none.get_output().stdout).into_owned();
        let outcome = serde_json::from_str::<Value>(&out)
            .map(|document| document["outcome"].clone());
        match format {
            "json" => assert_eq!(outcome.expect("JSON"), "stopped by the time limit"),
            _ => assert_eq!(out, "", "{question} {format}"),
        }
        if question != "rate" {
            asked("1s").stderr(contains(told));
        }
    }
    let hint = queens("puzzle hint -f json --time-limit 1s")
        .write_stdin(board)
        .assert();
    let told: Value =
        serde_json::from_slice(&hint.code(3).get_output().stdout).expect("JSON");
    assert_eq!(told["kind"], "stopped");
}

/// Pictures of the library's tests: letters are queens, a plot is no board, and limits
/// hold while it is looked for.
#[test]
fn limits_apply_to_pictures() {
    const PICTURES: &str =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../queens/tests/pictures");
    let letters = queens(&format!(
        "puzzle show -f json {PICTURES}/queens-drawn-as-letters.png"
    ))
    .assert()
    .success();
    let shown: Value =
        serde_json::from_slice(&letters.get_output().stdout).expect("JSON");
    assert_eq!(shown["queens"].as_array().map(Vec::len), Some(8), "{shown}");
    let plot = format!("puzzle rate {PICTURES}/not-a-board.png");
    queens(&plot)
        .assert()
        .code(2)
        .stderr(contains("no board of 4 x 4 to 26 x 26 squares found"));
    queens(&format!("{plot} --time-limit 10ms"))
        .assert()
        .code(3)
        .stderr("stopped by the time limit\n");
}

#[test]
fn every_format_round_trips() {
    let grid = output("puzzle show -f grid", BOARD);
    for form in ["grid", "text", "json", "task", "link", "sbn", "svg"] {
        let written = output(&format!("puzzle show -f {form}"), BOARD);
        assert_eq!(output("puzzle show -f grid", &written), grid, "{form}");
    }
}

/// A puzzle with given queens is the same puzzle when it comes back, as hard as it was.
#[test]
fn keeps_or_refuses_given_queens() {
    let generate = "puzzle generate 7 --given 2 --seed 3";
    let new = output(&format!("{generate} -f json"), "");
    let rating =
        &serde_json::from_str::<Value>(&new).expect("JSON")["puzzles"][0]["rating"];
    let svg = output("puzzle show -f svg --patterns", &new);
    for written in [output(&format!("{generate} -f grid"), ""), svg, new.clone()] {
        assert_eq!(
            json("puzzle rate -f json", &written)["score"],
            rating["score"],
            "{written}"
        );
    }
    for form in ["task", "link", "sbn"] {
        let words = format!("and {form} holds no clues");
        let made = queens(&format!("{generate} -f {form}")).assert();
        made.code(2).stdout("").stderr(contains(words.as_str()));
        let shown = queens(&format!("puzzle show -f {form}"))
            .write_stdin(new.as_str())
            .assert();
        shown.code(2).stderr(contains(words));
    }
}

/// Marks are the player's: forms and ratings without them say so, and a wrong one is
/// named.
#[test]
fn never_drops_marks_silently() {
    let board = "BBBBB\nBBCCE\nAACCE\nACCDD\nAADDD\n";
    let wrong = format!("{board}\nQ....\n.....\n.....\n.....\n.....\n");
    for form in ["task", "link", "sbn"] {
        let shown = queens(&format!("puzzle show -f {form}"))
            .write_stdin(wrong.as_str())
            .assert();
        shown
            .success()
            .stdout(output(&format!("puzzle show -f {form}"), board))
            .stderr(contains("cannot hold marks"));
    }
    let rated = queens("puzzle rate")
        .write_stdin(wrong.as_str())
        .assert()
        .success();
    rated
        .stdout(output("puzzle rate", board))
        .stderr(contains("the marks are ignored"));
    let solved = queens("puzzle solve").write_stdin(wrong.as_str()).assert();
    solved.code(1).stdout("").stderr(contains(
        "there is no solution with these marks: a1 cannot hold a queen",
    ));
    let counted = queens("puzzle solve --count").write_stdin(board).assert();
    counted
        .success()
        .stdout("1\n")
        .stderr(contains("the only solution"));
}

/// Several puzzles are answered one after the other, by each command in the same way, and
/// what is written is read.
#[test]
fn answers_several_puzzles() {
    let boards = [
        "ABCCCCC\nAAACDDC\nAAAADCC\nEEFFDDD\nEEFFFDG\nFFFFFGG\nFFFFFFG\n",
        "AAAAA\nAABBC\nDDBBC\nDBBEE\nDDEEE\n",
    ];
    let each = |arguments: &str| boards.map(|board| output(arguments, board));
    let links = each("puzzle show -f link").concat();
    assert_eq!(output("puzzle show -f link", &links), links);
    let tasks = each("puzzle show -f task").concat();
    let notations = each("puzzle show -f sbn").concat();
    let grids = each("puzzle show -f grid").join("\n");
    for written in [&links, &tasks, &notations, &grids] {
        let solved = queens("puzzle solve -f grid")
            .write_stdin(written.as_str())
            .assert()
            .success();
        let said = String::from_utf8_lossy(&solved.get_output().stderr).into_owned();
        assert!(
            said.contains("puzzle 1 of 2:") && said.contains("puzzle 2 of 2:"),
            "{said}"
        );
        let shown = String::from_utf8_lossy(&solved.get_output().stdout).into_owned();
        assert_eq!(shown.matches('Q').count(), 12, "{shown}");
        assert_eq!(output("puzzle show -f task", written), tasks);
    }
    for question in ["rate", "hint", "explain", "solve --count"] {
        let answers = each(&format!("puzzle {question}")).join("\n");
        assert_eq!(
            output(&format!("puzzle {question}"), &grids),
            answers,
            "{question}"
        );
    }
    let drawn = queens("puzzle show -f svg")
        .write_stdin(grids.as_str())
        .assert();
    drawn.code(2).stdout("").stderr(contains(
        "the input has 2 puzzles, but a picture shows one: keep one",
    ));
    let worst = format!("{}\nAAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n", boards[1]);
    let rated = queens("puzzle rate").write_stdin(worst).assert().code(1);
    rated
        .stdout(contains("score"))
        .stderr(contains("several solutions"));
}

/// Boards that `show` writes, `solve` takes: marks that break a rule are reported.
#[test]
fn solve_reads_what_show_writes() {
    let clash =
        "BBBBB\nBBCCE\nAACCE\nACCDD\nAADDD\n\nQQ...\n.....\n.....\n.....\n.....\n";
    for form in ["grid", "json", "svg"] {
        let written = output(&format!("puzzle show -f {form}"), clash);
        let solved = queens("puzzle solve")
            .write_stdin(written)
            .assert()
            .code(1)
            .stdout("");
        solved.stderr(contains("there is no solution with these marks"));
    }
    queens("puzzle show -f text")
        .write_stdin(clash)
        .assert()
        .code(2)
        .stderr(contains("use grid or json"));
}

/// Forms of sites and programs, and the address of the page.
#[test]
fn solves_puzzles_of_other_programs() {
    let solution = json(
        "puzzle solve -f json",
        "AABBB\nAABBB\nCCCCD\nCEECD\nCEEED\n",
    )["puzzle"]["queens"]
        .clone();
    for input in [
        "const regions = [\n  ['A','A','B','B','B'],\n  ['A','A','B','B','B'],\n  ['C','C','C','C','D'],\n  ['C','E','E','C','D'],\n  ['C','E','E','E','D'],\n];\n",
        "http://127.0.0.1:8080/#puzzles?r=AABBB.AABBB.CCCCD.CEECD.CEEED",
        "pzprv3/starbattle/5/5/1/5/0 0 1 1 1 /0 0 1 1 1 /2 2 2 2 3 /2 4 4 2 3 /2 4 4 4 3 /",
    ] {
        assert_eq!(
            json("puzzle solve -f json", input)["puzzle"]["queens"],
            solution,
            "{input}"
        );
    }
}

#[test]
fn pictures_with_patterns_round_trip() {
    for side in [5, 8] {
        let new = output(&format!("puzzle generate {side} --seed 2 -f grid"), "");
        let png = queens("puzzle show -f png --patterns")
            .write_stdin(new)
            .assert()
            .success();
        let picture = png.get_output().stdout.clone();
        queens("puzzle solve")
            .write_stdin(picture)
            .assert()
            .success()
            .stderr(contains("the only solution"));
    }
}

#[test]
fn reports_how_many_puzzles_were_made() {
    for form in ["board", "grid", "task", "link", "sbn"] {
        queens(&format!("puzzle generate 8 --count 0 -f {form}"))
            .assert()
            .success()
            .stdout("");
    }
    let many = queens("puzzle generate 5 --count 2000000000 --time-limit 500ms -f grid")
        .assert();
    let said = many.code(3).get_output().stderr.clone();
    let said = String::from_utf8(said).expect("text");
    assert!(
        said.trim_end()
            .ends_with(" of 2,000,000,000 puzzles: stopped by the time limit"),
        "{said}"
    );
}

#[test]
fn refuses_what_is_not_a_puzzle() {
    for (arguments, input, words) in [
        ("puzzle solve", "", "error"),
        ("puzzle solve", "AB\nA\n", "error"),
        ("puzzle solve", "AAAA\nAAAA\nAAAA\nAAAA\n", "1 region "),
        ("puzzle solve --stars 0", BOARD, "use 1 to 16"),
        ("puzzle generate 0", "", "1 to 64"),
        ("puzzle generate 7 --stars 2", "", "sides of 8 or more"),
        ("puzzle generate 8 --shape round", "", "use one of mixed"),
        ("puzzle generate 8 --given 9", "", "a solution has 8"),
    ] {
        queens(arguments)
            .write_stdin(input)
            .assert()
            .code(2)
            .stderr(contains(words));
    }
    queens("puzzle generate 30 --stars 7 --time-limit 200ms")
        .assert()
        .code(3)
        .stderr(contains(
            "no puzzle of 30 x 30 with 7 queens in each row was found in ",
        ));
}

/// Wrong marks are an answer, with the exit status of a failed check, whether they break
/// a rule at once or not.
#[test]
fn wrong_marks_are_reported() {
    for marks in [
        "\nQQ....\n......\n......\n......\n......\n......\n",
        "\nQ.....\n.Q....\n......\n......\n......\n......\n",
        "\nQ.....\n......\n......\n......\nQ.....\n......\n",
        "\nQ.....\n......\nQ.....\n......\n......\n......\n",
    ] {
        for command in [
            "puzzle solve",
            "puzzle solve --count",
            "puzzle solve -f json",
        ] {
            let assert = queens(command)
                .write_stdin(format!("{BOARD}{marks}"))
                .assert()
                .code(1);
            assert.stderr(contains("there is no solution with these marks: "));
        }
    }
}

/// Without `--seed` each run makes a puzzle of its own and prints the seed, which makes
/// it again.
#[test]
fn a_fresh_seed_is_printed() {
    for format in ["grid", "json", "board"] {
        let made = queens(&format!("puzzle generate 6 -f {format}"))
            .assert()
            .success();
        let said = String::from_utf8_lossy(&made.get_output().stderr).into_owned();
        let seed = said
            .strip_prefix("seed ")
            .unwrap_or_else(|| panic!("{said}"));
        let seed: String = seed.chars().take_while(char::is_ascii_digit).collect();
        let again = queens(&format!("puzzle generate 6 -f {format} --seed {seed}"))
            .assert()
            .success();
        assert_eq!(
            again.get_output().stdout,
            made.get_output().stdout,
            "{said}"
        );
    }
    let several = queens("puzzle generate 6 --count 2 -f grid")
        .assert()
        .success();
    several.stderr(contains("seeds "));
}

/// The size goes with and without an option, a board with and without one; an address is
/// the puzzle itself.
#[test]
fn arguments_of_other_commands_work() {
    let plain = output("puzzle generate 9 --seed 3 -f grid", "");
    assert_eq!(
        output("puzzle generate --size 9 --seed 3 -f grid", ""),
        plain
    );
    assert_eq!(plain.lines().count(), 9);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("board.txt");
    std::fs::write(&file, &plain).expect("written");
    let read = |arguments: &str, last: &std::ffi::OsStr| {
        let assert = queens(arguments).arg(last).assert().success();
        String::from_utf8(assert.get_output().stdout.clone()).expect("text")
    };
    assert_eq!(read("puzzle show -f grid --board", file.as_os_str()), plain);
    let link = output("puzzle show -f link", &plain);
    let link = link.trim();
    assert!(link.starts_with("https://puzz.link/"), "{link}");
    // An address has the borders alone, so that regions are numbered anew.
    assert_eq!(read("puzzle show -f link", link.as_ref()).trim(), link);
    // Rows as an argument; a file of that name is preferred.
    let rows = "AABB.AABB.CCDD.CCDD";
    let shown = queens(&format!("puzzle show -f grid {rows}"))
        .assert()
        .success();
    assert_eq!(
        shown.get_output().stdout,
        rows.replace('.', "\n")
            .into_bytes()
            .into_iter()
            .chain(*b"\n")
            .collect::<Vec<_>>()
    );
    std::fs::write(folder.path().join(rows), "AAAA\nBBBB\nCCCC\nDDDD\n")
        .expect("written");
    let named = queens(&format!("puzzle show -f grid {rows}"))
        .current_dir(folder.path())
        .assert()
        .success();
    assert!(named.get_output().stdout.starts_with(b"AAAA"));
    queens("puzzle solve AAB.AAB.CCC")
        .assert()
        .code(2)
        .stderr(contains("there is no file 'AAB.AAB.CCC'"));
    queens("puzzle solve https://example.org/7")
        .assert()
        .code(2)
        .stderr(contains("from puzz.link"));
    queens("puzzle hint 9")
        .assert()
        .code(2)
        .stderr(contains("`queens puzzle play 9` plays one"));
}

#[test]
fn refuses_a_board_without_regions_with_the_reason() {
    for board in ["8", "6"] {
        let drawn = queens(&format!("solve {board} --format png"))
            .assert()
            .success();
        let picture = drawn.get_output().stdout.clone();
        let refused = queens("puzzle hint").write_stdin(picture).assert().code(2);
        let size = format!("a board of {board} x {board} squares without regions");
        refused.stderr(contains(size).and(contains("queens solve")));
    }
}

#[test]
fn deductions_and_scores_are_explained() {
    let hint = output("puzzle hint", BOARD);
    assert!(
        hint.contains(" of 10)\n") && hint.contains("Rule: "),
        "{hint}"
    );
    let new = output("puzzle generate 6 --seed 9 -f grid", "");
    let rated = queens("puzzle rate").write_stdin(new).assert().success();
    rated
        .stdout(contains("; hardest deduction: "))
        .stderr(contains("100 for each level of the hardest deduction"));
}

/// Each deduction is described alone, with the sentence of its example; names work as
/// well as ids.
#[test]
fn one_technique_has_an_example() {
    for technique in queens::puzzle::techniques() {
        let shown = queens(&format!("puzzle techniques {}", technique.id))
            .assert()
            .success();
        let text = String::from_utf8(shown.get_output().stdout.clone()).expect("text");
        assert!(text.starts_with(technique.name), "{text}");
        assert_eq!(
            text.contains("+---+"),
            !technique.example.is_empty(),
            "{text}"
        );
    }
    let document = |arguments: &str| -> Value {
        let shown = queens(arguments).assert().success();
        serde_json::from_slice(&shown.get_output().stdout).expect("JSON")
    };
    let all = document("puzzle techniques --format json");
    let number = queens::puzzle::techniques().count();
    assert_eq!(all["techniques"].as_array().map(Vec::len), Some(number));
    let one = document("puzzle techniques --format json confinement");
    assert_eq!(one["techniques"].as_array().map(Vec::len), Some(1), "{one}");
    assert_eq!(one["techniques"][0]["technique"], "confinement");
    queens("puzzle techniques")
        .arg("2 X 2 tiling")
        .assert()
        .success()
        .stdout(contains("Region A needs one queen, on a1 or b1"));
}

/// Marks that contradict the puzzle or each other have an answer on standard output in
/// every form, and the mark is named.
#[test]
fn contradictory_marks_have_an_answer() {
    for marks in [
        "\nQQ....\n......\n......\n......\n......\n......\n",
        "\nxxxxxx\n......\n......\n......\n......\n......\n",
    ] {
        let board = format!("{BOARD}{marks}");
        let counted = queens("puzzle solve --count")
            .write_stdin(board.clone())
            .assert()
            .code(1);
        counted
            .stdout("0\n")
            .stderr(contains("there is no solution with these marks"));
        let solved = queens("puzzle solve -f json")
            .write_stdin(board)
            .assert()
            .code(1);
        let answer: Value =
            serde_json::from_slice(&solved.get_output().stdout).expect("JSON");
        assert_eq!(
            (&answer["verdict"], &answer["count"]),
            (&Value::from("none"), &Value::from(0))
        );
        assert_eq!(answer["outcome"], "exhausted");
    }
}

/// The generator makes the stored dailies of a Monday and of a Saturday again. A whole
/// month takes minutes.
#[test]
fn days_of_a_month_are_the_stored_ones() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../queens-server/page/daily");
    let stored =
        std::fs::read_to_string(format!("{folder}/2027-02.js")).expect("the month");
    for day in [1, 6] {
        let output = queens(&format!("puzzle daily 2027-02-0{day} --format json"))
            .output()
            .expect("the command runs");
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        let line = stored
            .lines()
            .find(|line| line.contains(&format!("2027-02-0{day}\":")))
            .expect("the day");
        for made in document["puzzles"].as_array().expect("puzzles") {
            let regions: Vec<&str> = made["puzzle"]["regions"]
                .as_array()
                .expect("rows")
                .iter()
                .filter_map(Value::as_str)
                .collect();
            let mut queens: Vec<(u64, u64)> =
                serde_json::from_value(made["solution"].clone()).expect("squares");
            queens.sort_unstable();
            let columns: String = queens
                .iter()
                .filter_map(|&(_, column)| char::from_digit(column as u32, 36))
                .collect();
            let puzzle = format!(": \"{} {columns}\"", regions.concat());
            assert!(line.contains(&puzzle), "{line}: {puzzle}");
        }
    }
}

#[test]
fn a_month_that_is_cut_short_writes_nothing() {
    let cut = queens("puzzle daily --month 2027-02 --time-limit 0")
        .assert()
        .code(3);
    cut.stdout("");
}

#[test]
fn puzzles_are_made_as_was_wished() {
    let wish = "--needs exclusion --at-most exclusion --least-region 2";
    let made = queens(&format!("puzzle generate 8 {wish} --seed 1 -f json"))
        .output()
        .expect("the command runs");
    let document: Value = serde_json::from_slice(&made.stdout).expect("a document");
    assert_eq!(document["puzzles"][0]["rating"]["hardest"], "exclusion");
    let cut = queens("puzzle generate 4 --rating fiendish --seed 1 -f json")
        .output()
        .expect("the command runs");
    assert_eq!(cut.status.code(), Some(3));
    let document: Value = serde_json::from_slice(&cut.stdout).expect("a document");
    assert_eq!(document["outcome"], "gave up");
    let missing = document["nearest"]["missing"][0].as_str().expect("words");
    assert!(missing.ends_with(", not fiendish"), "{missing}");
    let drawn = queens("puzzle generate 4 --rating hard --seed 1")
        .assert()
        .code(3);
    drawn.stdout(predicates::str::contains(
        "\nnot what was asked for: it is ",
    ));
    queens("puzzle generate 8 --needs fish --at-most exclusion")
        .assert()
        .code(2)
        .stderr(predicates::str::contains(
            "a puzzle that needs 'fish' needs more than 'exclusion': name an easier deduction, or a harder limit",
        ));
    queens("puzzle generate 8 --needs magic")
        .assert()
        .code(2)
        .stderr(predicates::str::contains(
            "'magic' is not a deduction: `queens puzzle techniques` lists",
        ));
}

/// 24 December 2026 is a Thursday, the 26th a Saturday.
#[test]
fn days_have_three_puzzles_and_saturdays_four() {
    for (day, queens_of) in [
        ("2026-12-24", &[6, 8, 11][..]),
        ("2026-12-26", &[7, 9, 12, 20]),
    ] {
        let output = queens(&format!("puzzle daily {day} --format json"))
            .output()
            .expect("the command runs");
        let document: Value = serde_json::from_slice(&output.stdout).expect("a document");
        let found: Vec<usize> = document["puzzles"]
            .as_array()
            .expect("puzzles")
            .iter()
            .map(|one| one["solution"].as_array().expect("queens").len())
            .collect();
        assert_eq!(found, queens_of, "{day}");
    }
    for (arguments, reason) in [
        ("2026-02-29", "'2026-02-29' is not a day"),
        ("--month 2026-13", "'2026-13' is not a month"),
        ("2026-12-24 --month 2026-12", "cannot be used with"),
        ("2026-12-24 --time-limit 0", "time limit"),
    ] {
        let refused = queens(&format!("puzzle daily {arguments}"))
            .assert()
            .failure();
        refused.stderr(predicates::str::contains(reason));
    }
}
