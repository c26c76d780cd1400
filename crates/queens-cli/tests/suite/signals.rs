//! A reader that goes away, and Ctrl-C.
#![cfg(unix)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

fn start(arguments: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_queens"))
        .args(arguments.split_whitespace())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

fn interrupt(child: &Child) {
    send("-INT", child);
}

fn send(signal: &str, child: &Child) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(status.success());
}

fn stderr(child: &mut Child) -> String {
    let mut text = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut text)
        .unwrap();
    text
}

#[test]
fn a_closed_pipe_ends_new_puzzles_quietly() {
    for format in ["html", "svg", "json", "grid"] {
        let mut child = start(&format!(
            "puzzle generate 6 --seed 1 --count 100 --format {format}"
        ));
        drop(child.stdout.take());
        assert_eq!(stderr(&mut child), "", "{format}");
        assert!(child.wait().unwrap().success(), "{format}");
    }
}

/// On a board on which the counts alone take minutes. A signal that comes before the
/// command listens ends it as any other program: then it is sent later.
#[test]
fn a_signal_ends_deductions() {
    let rows: String = (0..64)
        .map(|row| format!("R{row} ").repeat(64) + "\n")
        .collect();
    let path = std::env::temp_dir().join(format!("rows-{}.txt", std::process::id()));
    std::fs::write(&path, rows).unwrap();
    let end = [1, 4, 16].into_iter().find_map(|seconds| {
        let mut child = start(&format!(
            "puzzle explain {} --time-limit 60s",
            path.display()
        ));
        std::thread::sleep(std::time::Duration::from_secs(seconds));
        send("-TERM", &child);
        let said = stderr(&mut child);
        child.wait().unwrap().code().map(|code| (code, said))
    });
    std::fs::remove_file(path).unwrap();
    let (code, said) = end.expect("one of the signals ends it");
    assert_eq!(code, 143);
    assert!(
        said.starts_with("cancelled, with ") && said.ends_with(" left\n"),
        "{said}"
    );
}

#[test]
fn a_closed_pipe_ends_the_list_quietly() {
    for format in ["text", "board", "json", "ndjson", "csv", "html"] {
        let mut child = start(&format!("list 14 --format {format}"));
        let mut reader = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        assert!(!line.is_empty());
        drop(reader);
        assert!(child.wait().unwrap().success(), "{format}");
        assert_eq!(stderr(&mut child), "", "{format}");
    }
}

#[test]
fn ctrl_c_prints_what_is_known() {
    // The first line shows that the search has begun.
    let mut child = start("list 20");
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    interrupt(&child);
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(stderr(&mut child).contains("cancelled"));
    assert!(
        rest.is_empty() || rest.ends_with('\n'),
        "the last line is whole"
    );
}

#[test]
fn sigterm_prints_what_is_known() {
    let mut child = start("list 20");
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    send("-TERM", &child);
    let mut rest = String::new();
    reader.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
    assert!(stderr(&mut child).contains("cancelled"));
    assert!(
        rest.is_empty() || rest.ends_with('\n'),
        "the last line is whole"
    );
}

#[test]
fn ctrl_c_ends_a_count_with_a_partial_answer() {
    let mut child = start("count 18 --verbose");
    // The search is interrupted whenever it notices; before it starts, the count so far
    // is 0.
    std::thread::sleep(std::time::Duration::from_millis(500));
    interrupt(&child);
    let mut count = String::new();
    child
        .stdout
        .take()
        .unwrap()
        .read_to_string(&mut count)
        .unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let partial = count
        .trim()
        .strip_suffix(" (partial)")
        .expect("marked, for it is not the answer");
    assert!(partial.parse::<u64>().is_ok(), "{count:?}");
    assert!(stderr(&mut child).contains("cancelled"));
}

/// Without any program that opens a browser the server says so and goes on; with -v it
/// tells of every answer.
#[test]
fn the_server_runs_without_a_browser_and_logs_answers() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_queens"));
    let command = command
        .args(["serve", "--addr", "127.0.0.1:0", "--open", "-v"])
        .env("PATH", "/nowhere");
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap())
        .lines()
        .map(Result::unwrap);
    let page = lines.next().unwrap();
    let url = page
        .split_whitespace()
        .find(|word| word.starts_with("http://"))
        .unwrap()
        .to_owned();
    let words = lines.next().unwrap();
    assert!(
        words.contains("cannot open a browser") && words.contains(&url),
        "{words}"
    );
    let mut stream =
        std::net::TcpStream::connect(url.trim_start_matches("http://")).unwrap();
    stream
        .write_all(b"GET /healthz?secret=1 HTTP/1.0\r\n\r\n")
        .unwrap();
    stream.read_to_string(&mut String::new()).unwrap();
    let line = lines.next().unwrap();
    assert!(
        line.starts_with("GET /healthz 200, 3 bytes, ") && line.ends_with(" ms"),
        "{line}"
    );
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn ctrl_c_ends_the_server_cleanly() {
    let mut child = start("serve --addr 127.0.0.1:0");
    let mut reader = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert!(line.contains("http://127.0.0.1:"), "{line}");
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// As `nohup` starts commands.
#[cfg(target_os = "linux")]
#[test]
fn a_command_started_by_nohup_survives_its_terminal() {
    let mut child = Command::new("sh")
        .args([
            "-c",
            "trap '' HUP; exec \"$0\" list 20",
            env!("CARGO_BIN_EXE_queens"),
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut String::new()).unwrap();
    send("-HUP", &child);
    // More lines than the pipe holds come after the signal.
    for _ in 0..10_000 {
        assert!(
            reader.read_line(&mut String::new()).unwrap() > 0,
            "it goes on"
        );
    }
    send("-TERM", &child);
    reader.read_to_string(&mut String::new()).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(143));
}

/// The draft of a command that is killed stays until the next command writes to the
/// folder.
#[test]
fn removes_drafts_of_a_killed_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let names = || {
        let entries = std::fs::read_dir(folder.path()).expect("a folder");
        entries
            .map(|entry| {
                entry
                    .expect("an entry")
                    .file_name()
                    .into_string()
                    .expect("text")
            })
            .collect::<Vec<_>>()
    };
    let mut child = start(&format!(
        "export 128 --to qubo --output {}",
        folder.path().join("large").display()
    ));
    let has_begun = (0..4000).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        !names().is_empty()
    });
    assert!(has_begun);
    // While it lives, its draft is left alone.
    let other = |name: &str| {
        let path = folder.path().join(name);
        assert!(
            start(&format!("export 4 --to dimacs --output {}", path.display()))
                .wait()
                .unwrap()
                .success()
        );
    };
    other("small");
    let draft = names()
        .into_iter()
        .find(|name| name.starts_with(".queens-draft."))
        .expect("it is at work");
    send("-KILL", &child);
    child.wait().unwrap();
    assert!(names().contains(&draft), "{:?}", names());
    other("smaller");
    let mut left = names();
    left.sort();
    assert_eq!(left, ["small", "smaller"]);
}
