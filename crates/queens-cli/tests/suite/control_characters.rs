//! Control characters in names, arguments and input: none of them reaches a terminal as
//! it is.
#![cfg(unix)]

use crate::common::queens;
use assert_cmd::Command;
use campaign::{Campaign, CampaignRunOptions, Machine, run};
use queens::simd::Kernel;
use std::fs;
use std::path::Path;

/// Sets the title of a window; C1, DEL, a line of its own, and right to left.
const HOSTILE: [&str; 3] = [
    "\x1b]0;x\x07",
    "a\u{9b}31m\x7f",
    "b\nFORGED c\u{202e}\u{2066}d\r",
];

/// Runs the command and returns its output, after checking that line breaks are the only
/// control characters.
fn shown(mut command: Command) -> String {
    let output = command.output().expect("the command starts");
    let text = String::from_utf8([output.stdout, output.stderr].concat()).expect("text");
    let is_control = |c: char| {
        c.is_control() && c != '\n'
            || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!text.contains(is_control), "{command:?}: {text:?}");
    assert!(
        !text.lines().any(|line| line.starts_with("FORGED")),
        "{command:?}: {text:?}"
    );
    text
}

#[test]
fn escapes_arguments() {
    for hostile in HOSTILE {
        for words in [
            "solve 8 --given",
            "solve 8; holes:",
            "count 8; piece:",
            "count 8 --threads",
            "count 8 --engine",
            "count --board",
            "solve 6 --proof",
            "list 4 --format",
            "export 4 --to",
            "export 4 --to dimacs --output /no/such/folder",
            "import --problem",
            "verify",
            "puzzle show",
            "puzzle solve --stars",
            "campaign status",
            "campaign plan 8 --bundles 1 --into /dev/null",
            "campaign run",
            "serve --campaign",
            "engines",
            "trace 4 --engine",
            "search",
            "",
        ] {
            let mut command = queens(words);
            command.arg(hostile).write_stdin("");
            let text = shown(command);
            assert!(!text.is_empty(), "{words} {hostile:?}");
        }
        let mut command = queens("count 8");
        command.arg(format!("--{hostile}"));
        assert!(shown(command).contains("--help"));
    }
    let mut command = queens("verify");
    command.arg(HOSTILE[0]);
    assert!(shown(command).contains(r"\u{1b}]0;x\u{7}"));
}

#[test]
fn escapes_input() {
    let json = |text: &str| serde_json::to_string(text).expect("JSON");
    for hostile in HOSTILE {
        let forms = [
            hostile.to_owned(),
            format!("queens 8\n{hostile}: 3\n"),
            format!("queens {hostile}\n"),
            format!("8\npiece: {hostile}\n"),
            format!("8\nboard:\n{hostile}\n"),
            format!("{{{}: 1}}", json(hostile)),
            format!("{{\"schema\": {}}}", json(hostile)),
            format!(
                "{{\"schema\": \"queens/problem/1\", \"problem\": {}}}",
                json(hostile)
            ),
            format!("{{\"puzzle\": {}}}", json(hostile)),
            format!("{{\"regions\": [[{0}, {0}], [{0}, \"b\"]]}}", json(hostile)),
            format!("p cnf {hostile} 4\n"),
            format!("v 1 2 {hostile}\n"),
            format!("1 3 0 {hostile}\n"),
        ];
        for form in forms {
            for words in [
                "verify -",
                "import - --problem 4",
                "count --board -",
                "puzzle solve",
            ] {
                let mut command = queens(words);
                command.write_stdin(form.clone());
                shown(command);
            }
        }
    }
}

#[test]
fn escapes_names_of_files_and_hosts() {
    for hostile in HOSTILE {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().join(hostile);
        let mut plan = queens("campaign plan 8 --bundles 3 --into");
        plan.arg(&folder);
        shown(plan);
        let campaign = Campaign::open(&folder, Kernel::Auto).expect("a plan");
        let machine = Machine {
            host: hostile.to_owned(),
            cpu: hostile.to_owned(),
        };
        let options = CampaignRunOptions {
            machine,
            bundle: campaign::BundleChoice::This(0),
            threads: 1,
            ..CampaignRunOptions::default()
        };
        run(&campaign, &options).expect("a run");
        let on = |words: &str| {
            let mut command = queens(words);
            command.arg(&folder);
            shown(command)
        };
        assert!(on("campaign status").contains("bundles: # done"));
        on("campaign run");
        on("campaign merge");
        // Shards with such names: one that is damaged, one that is cut off, one that is
        // no file.
        damaged(&folder, hostile);
        for words in [
            "campaign status",
            "campaign merge",
            "campaign audit",
            "campaign verify --all",
        ] {
            on(words);
        }
        fs::create_dir(folder.join(format!("bundle-1.{hostile}.jsonl")))
            .expect("a folder");
        for words in ["campaign status", "campaign merge", "campaign run"] {
            assert!(on(words).contains("regular file"), "{words}");
        }
        let clauses = folder.join(format!("{hostile}.cnf"));
        let mut export = queens("export 4 --to dimacs --output");
        export.arg(&clauses);
        shown(export);
        let mut proof = queens("solve torus 6 --proof");
        proof.arg(folder.join(format!("{hostile}.drat")));
        shown(proof);
    }
}

fn damaged(folder: &Path, hostile: &str) {
    let header = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .find(|path| path.to_string_lossy().contains("bundle-0."))
        .map(|path| fs::read_to_string(path).expect("a shard"))
        .expect("a shard");
    let header = header.lines().next().expect("a header");
    fs::write(
        folder.join(format!("bundle-0.{hostile}.jsonl")),
        format!("{header}\n{hostile}\n{{"),
    )
    .expect("room");
}
