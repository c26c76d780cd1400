//! `queens campaign submit`: job scripts, run as schedulers run them.

use crate::campaign::{campaign, planned};
use crate::common::queens;
use predicates::prelude::*;
use predicates::str::{contains, is_empty};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn text(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name))
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Each script has the directives of its scheduler, and its tasks, run with the variable
/// of the scheduler, count the 92 solutions of 8 queens (A000170) together.
#[cfg(unix)]
#[test]
fn scripts_of_all_schedulers_run_their_tasks() {
    for (engine, directives, variable, first) in [
        (
            "slurm",
            [
                "#SBATCH --array=1-3%2",
                "#SBATCH --time=90",
                "#SBATCH --mem=2048M",
            ],
            "SLURM_ARRAY_TASK_ID",
            1,
        ),
        (
            "hyperqueue",
            ["#HQ --array=1-3", "#HQ --time-limit=5400s", "#HQ --cpus=3"],
            "HQ_TASK_ID",
            1,
        ),
        (
            "pbs",
            [
                "#PBS -J 1-3%2",
                "#PBS -l walltime=5400",
                "ncpus=3:mem=2048mb",
            ],
            "PBS_ARRAY_INDEX",
            1,
        ),
        (
            "sge",
            ["#$ -t 1-3", "#$ -tc 2", "#$ -l h_vmem=683M"],
            "SGE_TASK_ID",
            1,
        ),
        (
            "lsf",
            ["[1-3]%2\"", "#BSUB -W 90", "#BSUB -M 2048MB"],
            "LSB_JOBINDEX",
            1,
        ),
        (
            "htcondor",
            ["request_cpus = 3", "request_memory = 2048MB", "queue 3"],
            "",
            0,
        ),
        (
            "kubernetes",
            ["completions: 3", "parallelism: 2", "cpu: 3, memory: 2048Mi"],
            "JOB_COMPLETION_INDEX",
            0,
        ),
    ] {
        let folder = planned("8", 6);
        let folder = folder.path();
        let options = "--write-only --threads 3 --task-time 90m --throttle 2 --task-memory 2G --max-tasks 3";
        campaign(&format!("submit --engine {engine} {options}"), folder)
            .assert()
            .success()
            .stdout(is_empty())
            .stderr(
                contains("6 of 6 bundles, 3 tasks: ")
                    .and(contains("-next.sh").count((engine == "slurm").into())),
            );
        let files =
            ["sh", "sub", "yaml"].map(|suffix| format!("submit-{engine}-1.{suffix}"));
        let all: String = files
            .iter()
            .filter_map(|name| fs::read_to_string(folder.join(name)).ok())
            .collect();
        for directive in directives {
            assert!(all.contains(directive), "{engine}, {directive}: {all}");
        }
        assert_eq!(
            text(folder, &format!("submit-{engine}-1.tasks")),
            "0-1\n2-3\n4-5\n"
        );
        // 90 minutes without two.
        assert!(all.contains("--time-limit 5280s"), "{engine}: {all}");
        for task in first..first + 3 {
            let mut shell = Command::new("sh");
            shell.arg(folder.join(&files[0])).arg(task.to_string());
            if !variable.is_empty() {
                shell.env(variable, task.to_string());
            }
            let output = shell.output().expect("a shell");
            assert!(output.status.success(), "{engine}, task {task}: {output:?}");
        }
        campaign("merge", folder).assert().success().stdout("92\n");
    }
}

/// Two threads for 28 queens take 3.8 GB, with a quarter to spare 4.8
/// (docs/lab/campaigns.md); one for 20 queens less than sites give.
#[test]
fn scripts_ask_for_much_memory() {
    let script = |problem: &str, options: &str| {
        let folder = planned(problem, 10);
        let submit =
            format!("submit --engine slurm --write-only --max-tasks 5 {options}");
        campaign(&submit, folder.path()).assert().success();
        text(folder.path(), "submit-slurm-1.sh")
    };
    let large = script("28", "--threads 2");
    assert!(large.contains("#SBATCH --mem=4559M\n"), "{large}");
    let named = script("28", "--threads 2 --task-memory 6G");
    assert!(
        named.contains("#SBATCH --mem=6144M\n") && !named.contains("4550"),
        "{named}"
    );
    assert!(
        !script("20", "").contains("--mem"),
        "the default of the site"
    );
}

/// The 39,029,188,884 solutions of 20 queens need more than a minute of one task.
#[test]
fn a_task_that_is_too_short_is_reported() {
    let folder = tempfile::tempdir().expect("a folder");
    let plan = "campaign plan 20 --engine rows --bundles 1 --sample 500ms --into";
    queens(plan).arg(folder.path()).assert().success();
    campaign(
        "submit --engine slurm --write-only --task-time 1m",
        folder.path(),
    )
    .assert()
    .success()
    .stderr(
        contains("warning: a task needs")
            .and(contains("for its 1 bundle, and works for 50 s")),
    );
}

/// GNU parallel, if it is installed.
#[cfg(unix)]
#[test]
fn gnu_parallel_runs_a_campaign() {
    if !Command::new("parallel")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: GNU parallel is not installed");
        return;
    }
    let folder = planned("9", 5);
    campaign("submit --engine parallel --throttle 2", folder.path())
        .assert()
        .success();
    // OEIS A000170.
    campaign("merge", folder.path())
        .assert()
        .success()
        .stdout("352\n");
}

/// Stands for HyperQueue: runs the tasks of an array one after the other, with the
/// variables that its manual names.
#[cfg(unix)]
const HYPERQUEUE: &str = r#"#!/bin/sh
[ "$1" = submit ] || exit 2
tasks=$(sed -n 's/^#HQ --array=//p' "$2" | tr ',' '\n' | while IFS=- read -r first last; do seq "$first" "${last:-$first}"; done)
for task in $tasks; do
    HQ_JOB_ID=7 HQ_TASK_ID=$task HQ_INSTANCE_ID=0 sh "$2" || exit 1
done
"#;

/// Stands for Slurm of a site that allows three tasks in an array: records the jobs, and
/// prints the queue of the test.
#[cfg(unix)]
const SLURM: [(&str, &str); 4] = [
    ("sbatch", "echo \"sbatch $*\" >> calls; wc -l < calls"),
    ("squeue", "cat queue 2> /dev/null || true"),
    ("sinfo", "echo 'n1 host1.site'; echo 'n2 host2.site'"),
    (
        "scontrol",
        "[ \"$1\" = show ] && echo 'MaxArraySize            = 4' || echo \"scontrol $*\" >> calls",
    ),
];

/// Writes programs into a folder, and returns a search path that begins with it.
#[cfg(unix)]
fn tools(folder: &Path, programs: &[(&str, &str)]) -> String {
    use std::os::unix::fs::PermissionsExt;

    for (name, text) in programs {
        let program = folder.join(name);
        fs::write(&program, text).expect("written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))
            .expect("may be run");
    }
    format!(
        "{}:{}",
        folder.display(),
        std::env::var("PATH").unwrap_or_default()
    )
}

/// The 2,680 solutions of 11 queens (A000170), by tasks of HyperQueue's contract; a shard
/// that is lost is made again.
#[cfg(unix)]
#[test]
fn runs_a_campaign_with_a_simulated_hyperqueue() {
    let programs = tempfile::tempdir().expect("a folder");
    let path = tools(programs.path(), &[("hq", HYPERQUEUE)]);
    let folder = planned("11", 5);
    let folder = folder.path();
    let submit = || {
        campaign("submit --engine hyperqueue", folder)
            .env("PATH", &path)
            .assert()
            .success()
    };
    submit();
    fs::remove_file(folder.join("bundle-3.hq7-1.jsonl")).expect("the shard of a task");
    campaign("merge", folder)
        .assert()
        .code(1)
        .stderr(contains("missing"));
    submit();
    assert_eq!(text(folder, "submit-hyperqueue-2.tasks"), "3\n");
    submit().stdout(contains("2680\n"));
}

/// A simulated Slurm.
#[cfg(unix)]
struct Slurm {
    tools: tempfile::TempDir,
    folder: tempfile::TempDir,
    path: String,
}

#[cfg(unix)]
impl Slurm {
    fn new(problem: &str, bundles: u32) -> Self {
        let (tools_folder, folder) = (
            tempfile::tempdir().expect("a folder"),
            planned(problem, bundles),
        );
        let state = tools_folder.path().display();
        let programs = SLURM.map(|(name, text)| {
            (name, format!("#!/bin/sh\ncd '{state}' || exit\n{text}\n"))
        });
        let path = tools(
            tools_folder.path(),
            &programs
                .each_ref()
                .map(|(name, text)| (*name, text.as_str())),
        );
        Slurm {
            tools: tools_folder,
            folder,
            path,
        }
    }

    fn submit(&self, options: &str) -> assert_cmd::assert::Assert {
        campaign(
            &format!("submit --engine slurm {options}"),
            self.folder.path(),
        )
        .env("PATH", &self.path)
        .assert()
    }

    /// Runs a script as Slurm does, as task `task` of an array or as a job of its own.
    fn run(&self, script: &str, task: Option<u32>) -> Output {
        let mut shell = Command::new("sh");
        shell
            .arg(self.folder.path().join(script))
            .env("PATH", &self.path)
            .env("SLURM_JOB_ID", "77");
        if let Some(task) = task {
            shell
                .env("SLURM_ARRAY_TASK_ID", task.to_string())
                .env("SLURM_ARRAY_JOB_ID", "76");
        }
        shell.output().expect("a shell")
    }

    /// Sets the queue to lines in which `@` stands for the name of the jobs of the
    /// campaign, and `#` for its folder.
    fn set_queue(&self, lines: &str) {
        let sha = text(self.folder.path(), "plan.json");
        let sha = sha
            .split("\"sha256\"")
            .nth(1)
            .and_then(|rest| rest.split('"').nth(1))
            .expect("a SHA-256");
        let folder = self
            .folder
            .path()
            .canonicalize()
            .expect("the folder")
            .display()
            .to_string();
        let lines = lines
            .replace('@', &format!("queens-{}", sha.get(..8).expect("a digest")))
            .replace('#', &folder);
        fs::write(self.tools.path().join("queue"), lines).expect("written");
    }

    /// Returns the recorded commands since the last call.
    fn calls(&self) -> String {
        let calls = self.tools.path().join("calls");
        let text = fs::read_to_string(&calls).unwrap_or_default();
        let _ = fs::remove_file(calls);
        text
    }
}

fn lines(output: &Output) -> String {
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// The 2,680 solutions of 11 queens (A000170): an array of three tasks for seven bundles,
/// what is missing after it, and the sum.
#[cfg(unix)]
#[test]
fn one_submission_to_slurm_runs_to_the_end() {
    let slurm = Slurm::new("11", 7);
    let folder = slurm.folder.path();
    slurm
        .submit("--throttle 2 --mail-user a@b.example --task-time 2m -- --partition=long")
        .success()
        .stderr(
            contains("7 of 7 bundles, 3 tasks").and(contains("job 2 goes on after it")),
        );
    let calls = "sbatch --parsable submit-slurm-1.sh\nsbatch --parsable --dependency=afterany:1 submit-slurm-1-next.sh\n";
    assert_eq!(slurm.calls(), calls);
    let script = text(folder, "submit-slurm-1.sh");
    // Two minutes without a tenth.
    for line in [
        "#SBATCH --array=1-3%2",
        "#SBATCH --partition=long",
        "#SBATCH --open-mode=append",
        "--time-limit 108s",
    ] {
        assert!(script.contains(line), "{line}: {script}");
    }
    assert!(
        !script.contains("--mail")
            && text(folder, "submit-slurm-1-next.sh")
                .contains("#SBATCH --mail-type=END,FAIL")
    );
    assert_eq!(text(folder, "submit-slurm-1.tasks"), "0-2\n3-5\n6\n");
    // What waits in Slurm is left out; the follow-up job there goes on after both arrays.
    slurm.set_queue("other 1 5 RUNNING /\n@-1 1 7 RUNNING /elsewhere\n@-1 2 1 RUNNING #\n@-1 3 1 PENDING #\n@-1-next N/A 2 PENDING #\n");
    let again = slurm.submit("").success();
    again.stderr(
        contains("4 bundles left out: their tasks wait or run in Slurm")
            .and(contains("3 of 7 bundles, 3 tasks")),
    );
    assert_eq!(slurm.calls(), "sbatch --parsable submit-slurm-2.sh\n");
    slurm.set_queue("");
    // The last task fails.
    for task in 1..=2 {
        let output = slurm.run("submit-slurm-1.sh", Some(task));
        assert!(output.status.success(), "{}", lines(&output));
    }
    assert!(folder.join("bundle-5.slurm76-1.jsonl").exists());
    let next = slurm.run("submit-slurm-1-next.sh", None);
    assert!(
        next.status.success() && lines(&next).contains("1 of 7 bundles, 1 task"),
        "{}",
        lines(&next)
    );
    let calls = slurm.calls();
    assert!(
        calls.contains(
            "--dependency=afterany:1 submit-slurm-3-next.sh\nscontrol update jobid=77 mailtype=FAIL\n"
        ),
        "{calls}"
    );
    let script = text(folder, "submit-slurm-3-next.sh");
    assert!(
        script.contains("#SBATCH --partition=long")
            && script.ends_with("-- --partition=long\n"),
        "{script}"
    );
    // Tasks that finish nothing are not submitted again and again.
    assert!(script.contains("--follow-up 120s"), "{script}");
    fs::write(
        folder.join("early.sh"),
        script.replace("--follow-up 120s", "--follow-up 0s"),
    )
    .expect("written");
    let next = slurm.run("early.sh", None);
    assert!(
        next.status.code() == Some(2) && lines(&next).contains("finished no unit"),
        "{}",
        lines(&next)
    );
    assert_eq!(text(folder, "submit-slurm-3.tasks"), "6\n");
    assert!(slurm.run("submit-slurm-3.sh", Some(1)).status.success());
    let next = slurm.run("submit-slurm-3-next.sh", None);
    assert!(
        next.status.success() && lines(&next).starts_with("2680\n"),
        "{}",
        lines(&next)
    );
    assert!(folder.join("certificate.json").exists());
    assert_eq!(slurm.calls(), "");
}

/// The end of its time is no failure of a task; nodes in quarantine are left out; a task
/// that cannot start fails.
#[cfg(unix)]
#[test]
fn tasks_of_slurm_end_as_they_should() {
    let slurm = Slurm::new("10", 2);
    let folder = slurm.folder.path();
    campaign("work --bundle 0", folder).assert().success();
    let shard = fs::read_dir(folder).expect("the folder").flatten();
    let shard = shard
        .map(|entry| entry.path())
        .find(|path| path.extension().is_some_and(|end| end == "jsonl"));
    let header = fs::read_to_string(shard.expect("a shard")).expect("a shard");
    let header: serde_json::Value =
        serde_json::from_str(header.lines().next().expect("a header")).expect("JSON");
    let quarantine = serde_json::json!({"schema": "queens/quarantine/1", "plan": header["plan"], "set_aside": [
        {"host": "host2", "program": header["program"], "reason": "a test"},
        {"host": "host1", "program": "another version", "reason": "a test"},
    ]});
    fs::write(folder.join("quarantine.json"), quarantine.to_string()).expect("written");
    slurm
        .submit("")
        .success()
        .stderr(contains("1 of 2 bundles"));
    let script = text(folder, "submit-slurm-1.sh");
    assert!(script.contains("#SBATCH --exclude=n2\n"), "{script}");
    fs::write(
        folder.join("late.sh"),
        script.replace("--time-limit 3480s", "--time-limit 0s"),
    )
    .expect("written");
    let late = slurm.run("late.sh", Some(1));
    assert!(
        late.status.success() && lines(&late).contains("time limit"),
        "{}",
        lines(&late)
    );
    fs::write(
        folder.join("bad.sh"),
        script.replace("--bundle", "--bundel"),
    )
    .expect("written");
    assert_eq!(slurm.run("bad.sh", Some(1)).status.code(), Some(2));
    slurm
        .submit("--task-memory 2")
        .code(2)
        .stderr(contains("'2' is not a size of memory: use 500M or 2G"));
    slurm
        .submit("--throttle 0")
        .code(2)
        .stderr(contains("'0' is not a number from 1 on"));
    for (words, why) in [
        (
            "--engine pbs",
            "scripts for pbs are written, not submitted: add --write-only",
        ),
        (
            "--engine local --mail-user a@b.example",
            "--mail-user is an option of Slurm",
        ),
        (
            "--engine local -- --partition=long",
            "local takes no options after --",
        ),
    ] {
        campaign(&format!("submit {words}"), folder)
            .assert()
            .code(2)
            .stderr(contains(why));
    }
}

/// Programs of a scheduler that never answer: the limit of the command and Ctrl-C end the
/// wait, and the programs.
#[cfg(unix)]
#[test]
fn a_scheduler_that_does_not_answer_is_not_awaited() {
    use std::time::{Duration, Instant};

    let silent = "touch asked; sleep 300";
    for program in ["squeue", "scontrol", "sbatch"] {
        let slurm = Slurm::new("8", 2);
        let state = slurm.tools.path();
        let script = format!("#!/bin/sh\ncd '{}' || exit\n{silent}\n", state.display());
        tools(state, &[(program, &script)]);
        let started = Instant::now();
        slurm
            .submit("--time-limit 2s")
            .code(3)
            .stderr(contains("stopped by the time limit"));
        assert!(
            started.elapsed() < Duration::from_secs(60),
            "{program}: {:?}",
            started.elapsed()
        );
        assert!(state.join("asked").exists(), "{program}");
        fs::remove_file(state.join("asked")).expect("removed");

        let mut child = Command::new(env!("CARGO_BIN_EXE_queens"))
            .args(["campaign", "submit", "--engine", "slurm"])
            .arg(slurm.folder.path())
            .env("PATH", &slurm.path)
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the command starts");
        while !state.join("asked").exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
        let kill = Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status();
        assert!(kill.expect("kill runs").success());
        assert_eq!(child.wait().expect("an end").code(), Some(130), "{program}");
    }
}
