//! Archives: the checker in Python accepts them, and nothing that was changed.

use crate::common::{opened, options, whole};
use crate::verified::falsify;
use campaign::{
    Archive, CampaignError, CampaignPlan, VerifySample, archive, audit, merge, run,
    write_archive_checker,
};
use queens::control::{Limit, Limits, Stop};
use queens::parallel::JobQuestion;
use queens::problem::Problem;
use queens::simd::Kernel;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;
use tempfile::TempDir;

/// A merged campaign with its archive and the checker.
fn archived(
    problem: &str,
    question: JobQuestion,
    engine: Option<&str>,
) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let problem: Problem = problem.parse().expect("a problem");
    let plan = CampaignPlan::new(
        &problem,
        question,
        engine.map(str::to_owned),
        3,
        "0",
        &Limits::default(),
    );
    plan.expect("a plan").write(folder.path()).expect("room");
    run(&opened(folder.path()), &options("first")).expect("a run");
    let file = written(folder.path());
    (folder, file)
}

/// Merges a campaign and writes its archive.
pub(crate) fn written(folder: &Path) -> PathBuf {
    let (campaign, file) = (opened(folder), folder.join("all.txt.gz"));
    merge(&campaign, &Limits::default()).expect("all units");
    archive(&campaign, &file, &Limits::default()).expect("an archive");
    write_archive_checker(&folder.join("check_archive.py")).expect("room");
    file
}

/// Runs Python in a folder; `None` if there is none.
pub(crate) fn python(folder: &Path, arguments: &[&str]) -> Option<Output> {
    match Command::new("python3")
        .args(["-B"])
        .args(arguments)
        .current_dir(folder)
        .output()
    {
        Ok(output) => Some(output),
        Err(_) => {
            println!("skipped: there is no python3");
            None
        }
    }
}

/// The published numbers, by all engines that divide a count: A000170, A319284 (its last
/// level), A108792; 4 of the 92 solutions of 8 queens have one on a1.
#[test]
fn the_checker_accepts_archives_of_all_engines() {
    for (problem, question, engine, count) in [
        ("queens 8", JobQuestion::Count, Some("rows"), "92"),
        ("queens 9", JobQuestion::Count, Some("rows"), "352"),
        ("queens 8", JobQuestion::Count, Some("join"), "92"),
        ("queens 9", JobQuestion::Count, Some("join"), "352"),
        ("queens 6", JobQuestion::Profile, None, "4"),
        (
            "queens 6\npieces: 7 queens, 1 pawn",
            JobQuestion::Count,
            None,
            "16",
        ),
        ("8\ngivens: a1", JobQuestion::Count, None, "4"),
        ("torus 7", JobQuestion::Count, Some("rows"), "28"),
        ("torus 7", JobQuestion::Count, Some("toroidal"), "28"),
        ("torus 13", JobQuestion::Count, None, "4524"),
    ] {
        let (folder, file) = archived(problem, question, engine);
        let read = Archive::read(&file, &Limits::default()).expect("an archive");
        assert_eq!(read.certificate.count, count, "{problem}");
        let Some(output) = python(folder.path(), &["check_archive.py", "all.txt.gz"])
        else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{problem} by {engine:?}: {said}");
        assert!(
            said.ends_with(&format!("consistent, nothing recomputed: {count}\n")),
            "{said}"
        );
        let has_pawns = problem.contains("pawn");
        let is_counted_here = engine.is_some_and(|_| !problem.starts_with("torus"))
            || question != JobQuestion::Count
            || has_pawns;
        assert_eq!(
            said.contains("ok the same, counted here"),
            is_counted_here,
            "{problem}: {said}"
        );
        let is_published = !problem.contains("givens") && !has_pawns;
        assert_eq!(
            said.contains("ok published value"),
            is_published,
            "{problem}: {said}"
        );
    }
}

/// Flips bits of an archive, and changes lines of its text with digests that fit. Prints
/// each change that the checker accepts.
const CHANGES: &str = r#"
import contextlib, hashlib, io, zlib
import check_archive

archive = open("all.txt.gz", "rb").read()
digest = hashlib.sha256(archive).hexdigest()
text = zlib.decompress(archive, 31)
lines = text.decode().split("\n")[:-2]

def holds(file, digest=None):
    with contextlib.redirect_stdout(io.StringIO()):
        return check_archive.check_archive(io.BytesIO(file), digest)

def sealed(lines):
    units = len(lines) - 4
    body = "".join(line + "\n" for line in lines).encode()
    body += "end {} {}\n".format(units, hashlib.sha256(body).hexdigest()).encode()
    zip = zlib.compressobj(9, zlib.DEFLATED, 31)
    file = bytearray(zip.compress(body) + zip.flush())
    file[8:10] = b"\x02\xff"
    return bytes(file)

assert holds(archive, digest) and holds(sealed(lines))
flips = 0
for bit in range(0, 8 * len(archive), 7):
    flipped = bytearray(archive)
    flipped[bit // 8] ^= 1 << bit % 8
    flips += 1
    assert not holds(bytes(flipped), digest), bit
    # Padding has no meaning, and a reference may point to the same words elsewhere.
    if holds(bytes(flipped)) and zlib.decompress(bytes(flipped), 31) != text:
        print("bit", bit)
for file in [archive + b"\0", archive + archive, archive[:-1], archive[:20], b"", b"text"]:
    if holds(file):
        print("file of", len(file))
edits = 0
def edited(what, lines):
    global edits
    edits += 1
    if holds(sealed(lines)):
        print(what)
for i, line in enumerate(lines):
    edited(("dropped", line), lines[:i] + lines[i + 1:])
    edited(("doubled", line), lines[:i] + [line] + lines[i:])
    if i + 1 < len(lines):
        edited(("swapped", line), lines[:i] + [lines[i + 1], line] + lines[i + 2:])
    if i >= 4:
        words = line.split(" ")
        for place, word in enumerate(words):
            changed = words[:place] + [str(int(word) + 1)] + words[place + 1:]
            edited(("changed", place, line), lines[:i] + [" ".join(changed)] + lines[i + 1:])
        count = int(words[1]) + 8
        fitting = [words[0], str(count), str(count % 65521), str(count % 2147483647)] + words[4:]
        edited(("another count", line), lines[:i] + [" ".join(fitting)] + lines[i + 1:])
        edited(("blank", line), lines[:i] + [line + " "] + lines[i + 1:])
    else:
        for digit in "0123456789":
            place = line.find(digit)
            if place >= 0:
                other = str((int(digit) + 1) % 10)
                edited(("changed", line[:90], place), lines[:i] + [line[:place] + other + line[place + 1:]] + lines[i + 1:])
print("all", flips > 500, edits > 100)
"#;

#[test]
fn the_checker_refuses_changes() {
    for (problem, question, engine) in [
        ("queens 8", JobQuestion::Count, Some("rows")),
        ("queens 5", JobQuestion::Profile, None),
    ] {
        let (folder, _) = archived(problem, question, engine);
        let Some(output) = python(folder.path(), &["-c", CHANGES]) else {
            return;
        };
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(
            said,
            "all True True\n",
            "{problem}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}

/// The reader of this program, on the same flips: what it accepts means the same.
#[test]
fn reading_refuses_flipped_bits_and_other_files() {
    let (folder, file) = archived("queens 8", JobQuestion::Count, Some("rows"));
    let limits = Limits::default();
    let (good, bytes) = (
        Archive::read(&file, &limits).expect("an archive"),
        fs::read(&file).expect("a file"),
    );
    let other = folder.path().join("other");
    for bit in (0..8 * bytes.len()).step_by(7) {
        let mut flipped = bytes.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        fs::write(&other, flipped).expect("room");
        if let Ok(read) = Archive::read(&other, &limits) {
            assert_eq!(read, good, "bit {bit}");
        }
    }
    let long = [&bytes[..], b"\0"].concat();
    for (bytes, why) in [
        (&bytes[..bytes.len() - 1], "cannot be read"),
        (&long[..], "something follows"),
        (&b"text"[..], "cannot be read"),
    ] {
        fs::write(&other, bytes).expect("room");
        let refused = Archive::read(&other, &limits).expect_err(why).to_string();
        assert!(
            refused.contains(why) && refused.contains("other: line "),
            "{refused}"
        );
    }
}

/// The same folder gives the same bytes. A limit leaves the old file; a certificate of
/// other units, or none, is refused.
#[test]
fn archives_are_reproducible_and_complete() {
    let folder = whole(3);
    let (campaign, limits) = (opened(folder.path()), Limits::default());
    let file = folder.path().join("one.gz");
    let refused = archive(&campaign, &file, &limits)
        .expect_err("no certificate")
        .to_string();
    assert!(refused.contains("`queens campaign merge"), "{refused}");
    merge(&campaign, &limits).expect("all units");
    let one = archive(&campaign, &file, &limits).expect("an archive");
    let other =
        archive(&campaign, &folder.path().join("other.gz"), &limits).expect("an archive");
    let bytes = fs::read(&file).expect("a file");
    assert_eq!(
        (bytes.len() as u64, &one.sha256, &one.text_sha256),
        (one.bytes, &other.sha256, &other.text_sha256)
    );
    assert_eq!(
        bytes,
        fs::read(folder.path().join("other.gz")).expect("a file")
    );
    let late = Limits::default().with_time(Duration::ZERO);
    let stopped = archive(&campaign, &file, &late).expect_err("no time");
    assert!(
        matches!(
            stopped,
            CampaignError::Stopped(Stop::LimitReached(Limit::Time))
        ),
        "{stopped:?}"
    );
    assert!(matches!(
        Archive::read(&file, &late),
        Err(CampaignError::Stopped(_))
    ));
    assert_eq!(bytes, fs::read(&file).expect("the old file"));
    assert!(
        fs::read_dir(folder.path())
            .expect("the folder")
            .flatten()
            .all(|entry| { !entry.file_name().to_string_lossy().contains("draft") })
    );
    let shard = &crate::common::shards(folder.path())[0];
    let text = fs::read_to_string(shard).expect("a shard");
    fs::write(
        shard,
        text.trim_end()
            .rsplit_once('\n')
            .expect("two lines")
            .0
            .to_owned()
            + "\n",
    )
    .expect("room");
    let refused = archive(&campaign, &file, &limits)
        .expect_err("a unit is missing")
        .to_string();
    assert!(
        refused.contains("does not belong to these units"),
        "{refused}"
    );
}

/// A unit is run again from the archive alone; a wrong count of which nothing is
/// published is found so.
#[test]
fn units_are_verified_from_an_archive() {
    let (folder, file) = archived("8\ngivens: a1", JobQuestion::Count, Some("rows"));
    let limits = Limits::default();
    falsify(&crate::common::shards(folder.path())[0]);
    let wrong = folder.path().join("wrong");
    fs::create_dir(&wrong).expect("room");
    for path in crate::common::shards(folder.path()) {
        fs::rename(&path, wrong.join(path.file_name().expect("a name")))
            .expect("it is there");
    }
    fs::copy(folder.path().join("plan.json"), wrong.join("plan.json")).expect("a copy");
    let false_file = written(&wrong);
    assert!(
        audit(&wrong, &limits).expect("files").holds,
        "nothing else shows it"
    );
    for (file, conflicts) in [(file, 0), (false_file, 1)] {
        let archive = Archive::read(&file, &limits).expect("an archive");
        let decomposition = archive.decomposition(Kernel::Auto).expect("the units");
        let all = archive
            .verify(&VerifySample::All, &decomposition, &options("check"))
            .expect("units");
        assert_eq!(
            (all.units, all.conflicts.len()),
            (archive.plan.job.units, conflicts),
            "{all:?}"
        );
        assert_eq!(all.verified, all.units - conflicts as u64);
        let one = archive.verify(
            &VerifySample::Units([0].into()),
            &decomposition,
            &options("check"),
        );
        assert_eq!(one.expect("a unit").units, 1);
        let none = archive.verify(
            &VerifySample::Units([99_999].into()),
            &decomposition,
            &options("check"),
        );
        assert!(
            none.expect_err("no such unit")
                .to_string()
                .contains("there is no unit 99999")
        );
    }
}
