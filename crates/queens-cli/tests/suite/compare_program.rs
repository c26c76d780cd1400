//! `compare --program` runs programs of the user, and marks those that are wrong, fail or
//! do not end.
#![cfg(unix)]

use crate::common::queens;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// Writes a shell script into `folder` and returns its path. A process of its own writes
/// it: a file that this process has open for writing cannot run, and another test may
/// start a process at that moment.
fn script(folder: &Path, name: &str, text: &str) -> String {
    use std::io::Write;
    let path = folder.join(name);
    let mut shell = Command::new("sh");
    let shell = shell
        .args(["-c", "cat > \"$0\" && chmod +x \"$0\""])
        .arg(&path)
        .stdin(Stdio::piped());
    let mut shell = shell.spawn().expect("a shell");
    write!(shell.stdin.take().expect("a pipe"), "#!/bin/sh\n{text}\n").expect("written");
    assert!(shell.wait().expect("a status").success());
    path.to_str().expect("a path in UTF-8").to_owned()
}

/// Returns true once the process whose number is in `file` has ended; false if it still
/// runs after ten seconds.
fn has_ended(file: &Path) -> bool {
    let id = std::fs::read_to_string(file).expect("the number of a process");
    (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        let list = Command::new("ps")
            .args(["-o", "stat=", "-p", id.trim()])
            .output()
            .expect("ps runs");
        list.stdout.is_empty() || list.stdout.starts_with(b"Z")
    })
}

/// Exit status, the programs of the document, and standard error of a comparison with
/// `programs`.
fn compared(
    arguments: &str,
    programs: &[String],
) -> (i32, Vec<serde_json::Value>, String) {
    let mut command = queens(&format!(
        "compare {arguments} -e flags,bitmask --format json"
    ));
    for program in programs {
        command.args(["--program", program]);
    }
    let output = command
        .timeout(Duration::from_secs(60))
        .output()
        .expect("the command runs");
    let document: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["engines"].as_array().expect("a list").len(), 2);
    let lines = document["programs"].as_array().cloned().unwrap_or_default();
    (
        output.status.code().expect("a status"),
        lines,
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

/// OEIS A000170: 2 solutions for 4 queens, 10 for 5.
#[test]
fn a_program_is_judged_by_its_solutions() {
    let folder = tempfile::tempdir().expect("a folder");
    let in_folder = |name, text| script(folder.path(), name, text);
    let right = in_folder(
        "right",
        "test $# = 1 && test $1 = 4 && echo 2 4 1 3 && echo 3 1 4 2",
    );
    let drawn = in_folder("drawn", "printf '[[1, 3, 0, 2], [2, 0, 3, 1]]'");
    let (code, lines, error) = compared("4", &[right.clone(), drawn]);
    assert_eq!((code, lines.len()), (0, 2), "{error}");
    for line in &lines {
        assert_eq!(
            (&line["verdict"], &line["reason"]),
            (&"correct".into(), &serde_json::Value::Null)
        );
        let numbers = ["printed", "valid", "distinct", "published"]
            .map(|name| line[name].to_string());
        assert_eq!(
            numbers.map(|number| number.replace('"', "")),
            ["2", "2", "2", "2"]
        );
        assert_eq!(line["credit"]["complete"], 1.0);
    }
    // The programs of the engines print the number of solutions.
    let counts = [
        in_folder("right-number", "echo 2"),
        in_folder("wrong-number", "echo 3"),
    ];
    let (_, lines, error) = compared("4", &counts);
    let verdicts = [&lines[0]["verdict"], &lines[1]["verdict"]];
    assert_eq!(verdicts, ["correct", "wrong"], "{error}");
    let wrong = in_folder("wrong", "echo 2 4 1 3; echo 1 2 3 4; echo 2 4 1 3");
    let part = in_folder("part", "echo 2 4 1 3");
    let fails = in_folder("fails", "echo 2 4 1 3; echo no memory left >&2; exit 7");
    let garbage = in_folder("garbage", "echo hello world");
    let absent = folder
        .path()
        .join("absent")
        .to_str()
        .expect("UTF-8")
        .to_owned();
    let programs = [
        wrong,
        part,
        fails,
        garbage,
        absent,
        "no-such-solver-4711".to_owned(),
        right,
    ];
    let (code, lines, error) = compared("4", &programs);
    let verdicts: Vec<_> = lines
        .iter()
        .map(|line| line["verdict"].as_str().expect("a word"))
        .collect();
    assert_eq!(
        verdicts,
        [
            "wrong",
            "incomplete",
            "failed",
            "failed",
            "failed",
            "failed",
            "correct"
        ],
        "{error}"
    );
    assert_eq!(code, 1);
    assert_eq!(
        (&lines[0]["valid"], &lines[0]["distinct"]),
        (&2.into(), &1.into())
    );
    assert_eq!(lines[1]["credit"]["complete"], 0.5);
    assert!(lines[1]["ratio"].is_null() && lines[6]["ratio"].is_number());
    assert_eq!(lines[2]["stderr"], "no memory left");
    assert!(
        error.contains("exit status: 7\n  no memory left\n"),
        "{error}"
    );
    assert!(error.contains("write ./ before its name"), "{error}");
}

#[test]
fn a_program_that_does_not_end_is_killed_with_its_children() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = folder.path().join("child");
    let idle = format!(
        "sleep 600 & echo $! > '{}'; echo 2 4 1 3; wait",
        child.display()
    );
    let idle = script(folder.path(), "idle", &idle);
    let quiet = script(folder.path(), "quiet", "exec >&-; sleep 600");
    let (code, lines, error) = compared("4 --time-limit 3s", &[idle, quiet]);
    let verdicts: Vec<_> = lines
        .iter()
        .map(|line| line["verdict"].as_str().expect("a word"))
        .collect();
    assert_eq!(
        (code, verdicts),
        (3, vec!["timed out", "timed out"]),
        "{error}"
    );
    assert_eq!(lines[0]["valid"], 1);
    assert!(has_ended(&child));
}

#[test]
fn ctrl_c_kills_the_program_and_prints_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let child = folder.path().join("child");
    let idle = format!(
        "sleep 600 & echo $! > '{0}.new'; mv '{0}.new' '{0}'; wait",
        child.display()
    );
    let idle = script(folder.path(), "idle", &idle);
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args([
        "compare",
        "4",
        "-e",
        "flags",
        "-f",
        "json",
        "--program",
        &idle,
        "--program",
        "./next",
    ]);
    let command = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    while !child.exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = Command::new("kill")
        .args(["-INT", &command.id().to_string()])
        .status();
    assert!(kill.expect("kill runs").success());
    let output = command.wait_with_output().expect("output");
    let document: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("JSON");
    let programs = document["programs"].as_array().expect("a list");
    assert_eq!((output.status.code(), programs.len()), (Some(130), 1));
    assert_eq!(programs[0]["verdict"], "interrupted");
    assert!(has_ended(&child));
}

/// The script's process: its number is in `file` as soon as it runs.
fn naming_itself(file: &Path, rest: &str) -> String {
    format!(
        "echo $$ > '{0}.new'; mv '{0}.new' '{0}'; {rest}",
        file.display()
    )
}

/// A process with a session of its own is in no process group of the program.
#[cfg(target_os = "linux")]
#[test]
fn a_child_with_a_session_of_its_own_is_killed_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let (inner, outer) = (folder.path().join("inner"), folder.path().join("outer"));
    let sleeper = script(
        folder.path(),
        "sleeper",
        &naming_itself(&inner, "exec sleep 600"),
    );
    // The second one loses its parent, too.
    let starter = format!(
        "setsid '{sleeper}' & setsid sh -c '(echo $$ > {}; exec sleep 600) &'",
        outer.display()
    );
    let ends = format!(
        "{starter}; while test ! -s '{}' -o ! -s '{}'; do sleep .01; done",
        inner.display(),
        outer.display()
    );
    let stays = script(folder.path(), "stays", &format!("{ends}; sleep 600"));
    let (code, lines, error) = compared("4 --time-limit 3s", &[stays]);
    assert_eq!(
        (code, &lines[0]["verdict"]),
        (3, &"timed out".into()),
        "{error}"
    );
    assert!(has_ended(&inner) && has_ended(&outer));
    // The same after a program that ends in time. Its children close their output, so
    // that it is complete.
    for file in [&inner, &outer] {
        std::fs::remove_file(file).expect("there");
    }
    let leaves = script(
        folder.path(),
        "leaves",
        &format!("echo 2 4 1 3; echo 3 1 4 2; exec >&- 2>&-; {ends}"),
    );
    let (code, lines, error) = compared("4", &[leaves]);
    assert_eq!(
        (code, &lines[0]["verdict"]),
        (0, &"correct".into()),
        "{error}"
    );
    assert!(has_ended(&inner) && has_ended(&outer));
}

/// Nothing tells the command before SIGKILL.
#[test]
fn the_program_ends_when_the_command_is_killed() {
    let folder = tempfile::tempdir().expect("a folder");
    let (own, child) = (folder.path().join("own"), folder.path().join("child"));
    let sleep = format!("sleep 600 & echo $! > '{}'; wait", child.display());
    let idle = script(folder.path(), "idle", &naming_itself(&own, &sleep));
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    command.args([
        "compare",
        "4",
        "-e",
        "flags",
        "-f",
        "json",
        "--program",
        &idle,
    ]);
    let mut command = command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the command starts");
    while !std::fs::read(&child).is_ok_and(|text| text.ends_with(b"\n")) {
        std::thread::sleep(Duration::from_millis(10));
    }
    command.kill().expect("it runs");
    command.wait().expect("a status");
    assert!(has_ended(&own) && has_ended(&child));
}

/// A line of 100 MB, which `tail` keeps in memory until its end.
#[cfg(target_os = "linux")]
#[test]
fn the_memory_limit_holds_for_a_program() {
    let folder = tempfile::tempdir().expect("a folder");
    let list = "echo 2 4 1 3; echo 3 1 4 2";
    let hungry =
        format!("head -c 100000000 /dev/zero | tail -n 1 > /dev/null || exit 9; {list}");
    let hungry = script(folder.path(), "hungry", &hungry);
    let (code, lines, error) =
        compared("4 --memory-limit 1000", std::slice::from_ref(&hungry));
    assert_eq!(
        (code, &lines[0]["verdict"]),
        (0, &"correct".into()),
        "{error}"
    );
    let (code, lines, error) = compared("4 --memory-limit 64", &[hungry]);
    assert_eq!(
        (code, &lines[0]["verdict"]),
        (1, &"failed".into()),
        "{error}"
    );
    // Two limits hold, that of each process and that of their sum; chance decides which
    // of them is met first.
    let reasons = [
        "exit status: 9; it had 64 MiB of memory (--memory-limit)",
        "stopped: its processes took more than 64 MiB of memory (--memory-limit)",
    ];
    assert!(
        reasons.iter().any(|reason| lines[0]["reason"] == *reason),
        "{}",
        lines[0]["reason"]
    );
    // Four processes that keep 32 MB each, as long as their input does not end.
    let one = "(head -c 32000000 /dev/zero; sleep 600) | tail -n 1 > /dev/null &";
    let many = script(
        folder.path(),
        "many",
        &format!("{} {list}; wait", [one; 4].join(" ")),
    );
    let (code, lines, error) = compared("4 --memory-limit 64", &[many]);
    assert_eq!(
        (code, &lines[0]["verdict"]),
        (1, &"failed".into()),
        "{error}"
    );
    assert_eq!(
        lines[0]["reason"],
        "stopped: its processes took more than 64 MiB of memory (--memory-limit)"
    );
}

#[test]
fn a_program_that_prints_without_end_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let endless = script(folder.path(), "endless", "exec yes 2 4 1 3");
    let one_line = script(folder.path(), "one_line", "yes | tr -d '\\n'");
    let (code, lines, error) = compared("4", &[endless, one_line]);
    let verdicts: Vec<_> = lines
        .iter()
        .map(|line| line["verdict"].as_str().expect("a word"))
        .collect();
    assert_eq!((code, verdicts), (1, vec!["wrong", "failed"]), "{error}");
    assert_eq!(
        (&lines[0]["distinct"], &lines[0]["printed"]),
        (&1.into(), &10_001.into())
    );
    assert!(
        error.contains("stopped after 10,000 invalid or repeated solutions"),
        "{error}"
    );
}

#[test]
fn programs_appear_in_the_table() {
    let folder = tempfile::tempdir().expect("a folder");
    let program = script(folder.path(), "solver", "echo 2 4 1 3; echo 3 1 4 2");
    let output = queens("compare 4 -e flags --program")
        .arg(&program)
        .output()
        .expect("the command runs");
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = table
        .lines()
        .find(|line| line.starts_with(&program))
        .expect("a line of the program");
    assert!(
        line.ends_with("correct: 2 printed, 2 valid, 2 of 2 distinct"),
        "{table}"
    );
    let refused = queens("compare torus 5 --program")
        .arg(&program)
        .output()
        .expect("the command runs");
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("standard board"));
}
