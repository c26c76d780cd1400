//! Problems with rules: a text gives what the option for the same gives.

use crate::common::queens;
use predicates::prelude::*;

#[test]
fn texts_and_options_give_the_same() {
    for (command, text, option) in [
        ("solve", "armies 5", "5 --armies"),
        ("solve", "dominating knights 6", "knights 6 --dominate"),
        ("solve", "coloring 5", "5 --coloring"),
        ("solve", "most torus 8", "torus 8 --maximum"),
        ("solve", "8; pieces: 9 queens, 1 pawn", "8 --pawns 1"),
        ("solve", "4; pieces: 2 rooks, 4 knights", "4 --pieces 2rooks,4knights"),
        ("solve", "12; unchanged: quarter-turn", "12 --symmetric-under quarter-turn"),
        ("count", "total-dominating 5", "5 --dominate=total"),
        ("count", "armies 5", "5 --armies"),
        ("count", "maximal 6", "6 --maximal"),
        ("count", "torus 13; unchanged: shift", "torus 13 --linear"),
        ("export --to lp", "armies 4", "4 --armies"),
    ] {
        let by_text = queens(command).arg(text).assert().success();
        let by_option = queens(&format!("{command} {option}")).assert().success();
        let (by_text, by_option) = (by_text.get_output(), by_option.get_output());
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        assert_eq!(shown(&by_text.stdout), shown(&by_option.stdout), "{command} {text}");
        assert_eq!(shown(&by_text.stderr), shown(&by_option.stderr), "{command} {text}");
    }
}

#[test]
fn rules_that_no_engine_knows_are_refused() {
    for command in ["solve", "count", "list", "estimate", "compare", "watch", "export --to opb"] {
        let refused = queens(command).arg("dominating 5; pieces: 1 queen, bishops").assert().code(2);
        refused.stderr(predicate::str::contains("rules").or(predicate::str::contains("kinds of pieces")));
    }
    let twice = queens("solve armies 5 --maximum").assert().code(2);
    twice.stderr(predicate::str::contains("the rules of the problem say what is wanted"));
    queens("solve dominating")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("needs a size: dominating 8"));
}

/// A word for rules begins a text wherever a board is read, also one that begins like column letters.
#[test]
fn words_for_rules_are_read_from_files() {
    for text in ["armies 5", "maximal 5", "dominating 5"] {
        let by_argument = queens("count").arg(text).assert().success();
        let expected = by_argument.get_output().stdout.clone();
        queens("count --board -").write_stdin(text).assert().success().stdout(expected);
    }
}
