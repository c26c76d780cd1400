//! Manual pages, completions and help.

use crate::common::{json, output, queens};
use predicates::prelude::*;

#[test]
fn prints_completions_and_manual() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        queens(&format!("completions {shell}"))
            .assert()
            .success()
            .stdout(predicate::str::contains("queens"));
    }
    queens("man")
        .assert()
        .success()
        .stdout(predicate::str::contains(".TH"));
    queens("man count")
        .assert()
        .success()
        .stdout(predicate::str::contains("threads"));
    queens("man campaign share")
        .assert()
        .success()
        .stdout(predicate::str::contains("queens-campaign-share"));
}

#[test]
fn every_page_that_a_manual_page_names_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    queens("man --output")
        .arg(folder.path().join("new"))
        .assert()
        .success()
        .stdout("");
    let pages: Vec<_> = std::fs::read_dir(folder.path().join("new"))
        .expect("pages")
        .flatten()
        .collect();
    let names: Vec<_> = pages
        .iter()
        .map(|page| page.file_name().into_string().expect("a name"))
        .collect();
    for page in &pages {
        let text = std::fs::read_to_string(page.path()).expect("a page");
        for line in text
            .lines()
            .filter(|line| line.starts_with("queens") && line.ends_with("(1)"))
        {
            let name = line.replace("\\-", "-").replace("(1)", ".1");
            assert!(names.contains(&name), "{:?} names {line}", page.file_name());
        }
    }
    assert!(
        names.contains(&"queens.1".to_owned())
            && names.contains(&"queens-campaign-run.1".to_owned())
    );
    assert!(!names.contains(&"queens-help.1".to_owned()));
    queens("man count --output x").assert().code(2);
    queens("man --output /dev/null")
        .assert()
        .code(2)
        .stderr(predicate::str::contains("/dev/null"));
}

#[test]
fn chooses_the_charset() {
    assert!(output("8 --charset ascii").is_ascii());
    assert_eq!(output("8 --charset unicode").matches('\u{265b}').count(), 8);
}

#[test]
fn variants_are_listed_and_help_is_short() {
    assert!(
        json("variants --format json")["variants"]
            .as_array()
            .unwrap()
            .len()
            >= 18
    );
    for command in ["solve", "list", "count"] {
        let [short, long] =
            ["-h", "--help"].map(|option| output(&format!("{command} {option}")));
        assert!(
            short == long && short.lines().count() < 24,
            "{command}: {short}"
        );
        let help = output(&format!("help {command}"));
        assert!(
            help.contains("Examples:") && help.contains("--memory-limit"),
            "{command}: {help}"
        );
    }
    assert!(!output("help man").contains("--seed"));
    let completions = output("completions bash");
    assert!(
        ["exact-cover", "toroidal-semiqueens"]
            .iter()
            .all(|word| completions.contains(word))
    );
}
