//! The time limit and Ctrl-C hold for all that a command does: reading and setting up,
//! too.
#![cfg(unix)]

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A command that takes no notice of its limits goes on for much longer than this.
const PATIENCE: Duration = Duration::from_secs(30);

/// The command, with an input into which nothing comes yet.
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

/// Exit status, standard output and standard error of a command that must end by itself.
fn end(mut child: Child, arguments: &str) -> (Option<i32>, String, String) {
    let mut out = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        out.read_to_string(&mut text).map(|_| text)
    });
    let began = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a status") {
            break status;
        }
        if began.elapsed() > PATIENCE {
            child.kill().expect("it goes on");
            panic!("{arguments} goes on");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let mut error = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut error)
        .expect("text");
    (
        status.code(),
        reader.join().expect("no panic").expect("text"),
        error,
    )
}

fn stopped(arguments: &str) {
    let (code, _, error) = end(start(arguments), arguments);
    assert!(
        code == Some(3) && error.contains("stopped by the time limit"),
        "{arguments}: {code:?} {error}"
    );
}

fn interrupted(arguments: &str) {
    let child = start(arguments);
    // Whether the signal comes before the command listens, or while it waits: it ends.
    std::thread::sleep(Duration::from_millis(500));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(kill.success());
    let (code, _, error) = end(child, arguments);
    assert!(
        code == Some(130) && error.contains("cancelled"),
        "{arguments}: {code:?} {error}"
    );
}

/// Commands that read `file`.
fn readers(file: &str) -> Vec<String> {
    [
        "solve --board",
        "count --board",
        "import",
        "import --to-model",
        "puzzle hint",
        "campaign sum",
        "law",
        "solve 8; best: least value --weights",
        "puzzle play",
        "export --to opb --board",
        "record -o board.svg --board",
    ]
    .map(|command| format!("{command} {file}"))
    .into()
}

#[test]
fn a_limit_applies_to_idle_input() {
    for reader in readers("-") {
        if reader != "import --to-model -" {
            stopped(&format!("{reader} --time-limit 300ms"));
        }
    }
    let answers = "import --problem 8 - --time-limit 300ms";
    assert_eq!(end(start(answers), answers).0, Some(3));
}

#[test]
fn ctrl_c_stops_idle_input() {
    for reader in ["solve --board -", "campaign sum -"] {
        interrupted(reader);
    }
}

/// A named pipe opens when somebody writes to it.
#[test]
fn a_limit_applies_to_an_idle_named_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .expect("mkfifo runs")
            .success()
    );
    for reader in readers(&pipe.display().to_string()) {
        stopped(&format!("{reader} --time-limit 300ms"));
    }
    let verify = format!("verify {} --time-limit 300ms", pipe.display());
    let (code, told, _) = end(start(&verify), &verify);
    assert!(
        code == Some(3) && told.contains("before the time limit"),
        "{code:?} {told}"
    );
    let arguments = format!("count --board {}", pipe.display());
    let child = start(&arguments);
    std::fs::write(&pipe, "8\n").expect("the command reads");
    assert_eq!(end(child, &arguments).1, "92\n");
}

/// Pipes among the files of a campaign, and a file of the system that looks regular and
/// waits for messages of the kernel.
#[test]
fn no_file_of_a_campaign_makes_a_command_wait() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display().to_string();
    for command in [
        format!("campaign plan 8 --bundles 2 --into {name}"),
        format!("campaign run {name}"),
    ] {
        assert_eq!(end(start(&command), &command).0, Some(0), "{command}");
    }
    for file in [
        "bundle-0.late.jsonl",
        "index.json",
        "claims/0-9.json",
        "plan.json",
    ] {
        let path = folder.path().join(file);
        let kept = std::fs::read(&path).ok();
        let _ = std::fs::remove_file(&path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        assert!(
            Command::new("mkfifo")
                .arg(&path)
                .status()
                .expect("mkfifo runs")
                .success()
        );
        for command in [
            "status",
            "run",
            "merge",
            "audit",
            "compact",
            "verify --all",
            "work --next",
        ] {
            // Whether the file matters to the command or not, the command ends.
            let arguments = format!("campaign {command} {name} --time-limit 2s");
            let (code, _, error) = end(start(&arguments), &arguments);
            assert!(
                code.is_some() && !error.contains("panicked"),
                "{file}, {arguments}: {error}"
            );
        }
        std::fs::remove_file(&path).expect("a pipe");
        if let Some(kept) = kept {
            std::fs::write(&path, kept).expect("room");
        }
    }
    let kernel = Path::new("/proc/kmsg");
    if std::fs::File::open(kernel).is_ok() {
        let verify = "campaign verify /proc/kmsg --all --time-limit 2s";
        assert_eq!(end(start(verify), verify).0, Some(2));
    }
}

#[test]
fn a_limit_applies_to_endless_input() {
    let arguments = "campaign sum - --time-limit 300ms";
    let mut child = start(arguments);
    let mut pipe = child.stdin.take().expect("a pipe");
    let block = "{\"a\":1}\n".repeat(1_000);
    while pipe.write_all(block.as_bytes()).is_ok() {}
    assert_eq!(end(child, arguments).0, Some(3));
}

/// The millions of units of 28 queens are added up before a plan is written, or a share
/// is run.
#[test]
fn limits_apply_to_millions_of_units() {
    let folder = tempfile::tempdir().expect("a folder");
    let into = folder.path().join("n28");
    let plan = format!("campaign plan 28 --into {}", into.display());
    stopped(&format!("{plan} --time-limit 300ms"));
    interrupted(&plan);
    assert!(!Path::new(&into).exists(), "no folder for no plan");
    stopped("campaign share 1/100 28 --time-limit 300ms");
    interrupted("campaign share 1/100 28");
}

/// A zero limit ends what comes before the first unit, and leaves no shard.
#[test]
fn a_campaign_without_time_runs_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().display();
    let plan = format!("campaign plan 9 --into {name}");
    assert_eq!(end(start(&plan), &plan).0, Some(0));
    stopped(&format!("campaign run {name} --time-limit 0"));
    assert_eq!(
        std::fs::read_dir(folder.path())
            .expect("the folder")
            .count(),
        1,
        "the plan alone"
    );
}

#[test]
fn a_stopped_time_estimate_is_reported() {
    interrupted("estimate 30 --time --threads 1");
    stopped("estimate 24 --time --time-limit 0");
}

/// 64 million pixels take seconds; there is no half of a picture.
#[test]
fn limits_and_ctrl_c_stop_drawing() {
    let arguments = "solve 250 --first --format png --time-limit 1";
    let (code, out, error) = end(start(arguments), arguments);
    assert!(
        code == Some(3) && error.contains("stopped by the time limit"),
        "{code:?} {error}"
    );
    assert_eq!(out, "");
    interrupted("solve 250 --first --format png");
    interrupted("record 40 --steps 1..2000 --width 2000");
}
