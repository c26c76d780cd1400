//! Archives: one compressed file with all units of a finished campaign, which others can
//! check without this program.

use crate::files::{self, MAX_JSON_BYTES};
use crate::merge::{self, CERTIFICATE_FILE};
use crate::proof;
use crate::scan::FolderScan;
use crate::sum_checks::{SumCheck, check_sum};
use crate::verify::{Verification, VerifySample};
use crate::words::shell_path;
use crate::{
    Campaign, CampaignCertificate, CampaignError, CampaignPlan, CampaignRunOptions,
    Decomposition,
};
use draft::Draft;
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use queens::control::Limits;
use queens::document::{Cell, Document, Table};
use queens::parallel::{self, RunOptions, Tally};
use queens::problem::Problem;
use queens::simd::Kernel;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

/// First line of an archive.
const ARCHIVE_SCHEMA: &str = "queens/campaign-archive/1";

/// Fourth line of an archive, which describes the lines of units.
const UNIT_COLUMNS: &str = "unit count count%65521 count%2147483647 weight nodes, and for each figure: figure figure%65521 figure%2147483647";

/// A program in Python that checks an archive.
pub const ARCHIVE_CHECKER: &str = include_str!("check_archive.py");

/// An archive that was written.
#[derive(Clone, Debug, Serialize)]
pub struct ArchiveReport {
    /// Number of units.
    pub units: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
    /// SHA-256 of the file.
    pub sha256: String,
    /// SHA-256 of the text in it without its last line, which repeats it.
    pub text_sha256: String,
}

impl Document for ArchiveReport {
    const SCHEMA: &'static str = "queens/campaign-archive-report/1";

    fn table(&self) -> Table {
        let mut table = Table::new().words("what", "what").words("value", "value");
        let mut row = |what: &str, value: Cell| table.push([Cell::words(what), value]);
        row("units", Cell::number(self.units));
        row("bytes", Cell::number(self.bytes));
        row("SHA-256 of the file", Cell::words(&self.sha256));
        row("SHA-256 of the text", Cell::words(&self.text_sha256));
        table
    }
}

/// A writer that computes the SHA-256 and the number of the bytes that pass through it.
struct HashedWriter<W> {
    out: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> HashedWriter<W> {
    fn new(out: W) -> Self {
        HashedWriter {
            out,
            hash: Sha256::new(),
            bytes: 0,
        }
    }
}

impl<W: Write> Write for HashedWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Writes all units of a merged campaign into one file: gzip of lines of text. The same
/// folder gives the same bytes. A file of this name is replaced only when the new one is
/// complete.
///
/// # Errors
/// There is no certificate, or it does not match the shards; the shards cannot be added
/// up; a limit; a system error.
pub fn archive(
    campaign: &Campaign,
    file: &Path,
    limits: &Limits,
) -> Result<ArchiveReport, CampaignError> {
    let limits = limits.started();
    let folder = shell_path(&campaign.folder);
    let certificate: CampaignCertificate =
        files::read(&campaign.folder, CERTIFICATE_FILE)?.ok_or_else(|| {
            CampaignError::Input(format!(
                "there is no {CERTIFICATE_FILE} in {folder}: `queens campaign merge {folder}` writes one"
            ))
        })?;
    let mut scan = FolderScan::from_campaign(campaign, &limits)?;
    if !scan.faults.is_empty() {
        return Err(scan.faults.swap_remove(0));
    }
    let is_of_plan =
        certificate.plan == campaign.plan && certificate.digest() == certificate.sha256;
    if !is_of_plan || merge::records(&scan, &limits)? != certificate.records {
        let reason = format!(
            "does not belong to these units: `queens campaign merge {folder}` writes a new one"
        );
        return Err(CampaignError::file(CERTIFICATE_FILE, reason));
    }
    let draft = Draft::new(file).map_err(CampaignError::io("write", file))?;
    let gzip = GzEncoder::new(HashedWriter::new(draft), Compression::best());
    let mut text = HashedWriter::new(gzip);
    let write = |text: &mut HashedWriter<_>, line: &str| {
        writeln!(text, "{line}").map_err(CampaignError::io("write", file))
    };
    write(&mut text, ARCHIVE_SCHEMA)?;
    write(&mut text, &format!("plan {}", json(&campaign.plan)))?;
    write(&mut text, &format!("certificate {}", json(&certificate)))?;
    write(&mut text, UNIT_COLUMNS)?;
    for (unit, tally) in scan.ledger.tallies() {
        limits.check()?;
        write(
            &mut text,
            &unit_line(unit, tally, campaign.decomposition.work.stands_for(unit)),
        )?;
    }
    let text_sha256 = files::hex(&text.hash.clone().finalize());
    write(
        &mut text,
        &format!("end {} {text_sha256}", scan.ledger.done()),
    )?;
    let placed = || -> io::Result<(u64, String)> {
        let HashedWriter { out, hash, bytes } = text.out.finish()?;
        out.place()?;
        Ok((bytes, files::hex(&hash.finalize())))
    };
    let (bytes, sha256) = placed().map_err(CampaignError::io("write", file))?;
    Ok(ArchiveReport {
        units: scan.ledger.done(),
        bytes,
        sha256,
        text_sha256,
    })
}

/// Writes the program that checks archives.
///
/// # Errors
/// A system error.
pub fn write_archive_checker(file: &Path) -> Result<(), CampaignError> {
    let written = || -> io::Result<()> {
        let mut draft = Draft::new(file)?;
        draft.write_all(ARCHIVE_CHECKER.as_bytes())?;
        draft.place()
    };
    written().map_err(CampaignError::io("write", file))
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns the line of a unit.
fn unit_line(unit: u64, tally: &Tally, weight: Option<u64>) -> String {
    let weight = weight.map_or("-".to_owned(), |weight| weight.to_string());
    let [first, second] = tally.residues;
    let figures = tally.figures.iter().zip(&tally.figure_residues);
    let figures: String = figures
        .map(|(figure, [first, second])| format!(" {figure} {first} {second}"))
        .collect();
    format!(
        "{unit} {} {first} {second} {weight} {}{figures}",
        tally.count, tally.nodes
    )
}

/// A unit of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ArchivedUnit {
    tally: Tally,
    weight: Option<u64>,
}

impl ArchivedUnit {
    /// Reads the line of a unit; `None` if it has another form.
    fn read(line: &str) -> Option<(u64, Self)> {
        let mut words = line.split(' ');
        let unit = words.next()?.parse().ok()?;
        let count = words.next()?.parse().ok()?;
        let residues = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
        let weight = match words.next()? {
            "-" => None,
            weight => Some(weight.parse().ok()?),
        };
        let nodes = words.next()?.parse().ok()?;
        let mut tally = Tally {
            count,
            residues,
            nodes,
            ..Tally::default()
        };
        while let Some(figure) = words.next() {
            tally.figures.push(figure.parse().ok()?);
            tally
                .figure_residues
                .push([words.next()?.parse().ok()?, words.next()?.parse().ok()?]);
        }
        let read = ArchivedUnit { tally, weight };
        // A number has one form only.
        (unit_line(unit, &read.tally, read.weight) == line).then_some((unit, read))
    }
}

/// An archive that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// Plan of the campaign.
    pub plan: CampaignPlan,
    /// Certificate of the campaign.
    pub certificate: CampaignCertificate,
    units: BTreeMap<u64, ArchivedUnit>,
}

impl Archive {
    /// Reads an archive, and checks that it is consistent: its digests, its residues,
    /// that all units are there, and that their sums are possible. No unit is run.
    ///
    /// # Errors
    /// The file cannot be read, or is no complete archive; a limit.
    pub fn read(path: &Path, limits: &Limits) -> Result<Self, CampaignError> {
        let limits = limits.started();
        let file = files::open_regular(path).map_err(CampaignError::io("open", path))?;
        let mut lines = ArchiveLines {
            name: path.display().to_string(),
            input: BufReader::new(GzDecoder::new(BufReader::new(file))),
            number: 0,
            hash: Sha256::new(),
        };
        let schema = lines.next_line()?;
        if schema != ARCHIVE_SCHEMA {
            let schema: String = schema.chars().take(60).collect();
            return Err(lines.fault(format!(
                "begins with {schema:?}; this program reads {ARCHIVE_SCHEMA}"
            )));
        }
        let plan: CampaignPlan = lines.next_json("plan ")?;
        plan.check()?;
        let certificate: CampaignCertificate = lines.next_json("certificate ")?;
        if certificate.plan != plan || certificate.digest() != certificate.sha256 {
            return Err(lines.fault("is not the certificate of the plan, or was changed"));
        }
        if lines.next_line()? != UNIT_COLUMNS {
            return Err(lines.fault("has other columns"));
        }
        let problem: Problem = plan
            .job
            .problem
            .parse()
            .map_err(|error| lines.fault(error))?;
        if problem.to_string() != plan.job.problem {
            return Err(lines.fault(
                "the problem of the plan is not in the form that this program writes",
            ));
        }
        let engine = queens::find(&plan.job.engine);
        let accepted = engine
            .and_then(|engine| engine.accepts(&problem, plan.job.question.question()));
        if let Err(error) = accepted {
            return Err(lines.fault(error));
        }
        let mut units = BTreeMap::new();
        let (mut records, mut sum) = (Sha256::new(), Tally::default());
        for number in 0..plan.job.units {
            limits.check()?;
            let line = lines.next_line()?;
            let read = ArchivedUnit::read(&line).filter(|(unit, read)| {
                *unit == number
                    && read.tally.agrees()
                    && read.tally.figures.len() == plan.job.figures.len()
            });
            let Some((unit, read)) = read else {
                return Err(lines.fault(format!(
                    "is not the unit {number}, or its residues are wrong"
                )));
            };
            records.update(merge::record_line(unit, &read.tally));
            sum = sum
                .checked_add(&read.tally)
                .ok_or_else(|| lines.fault("the sum is too large"))?;
            units.insert(unit, read);
        }
        let expected = format!(
            "end {} {}",
            plan.job.units,
            files::hex(&lines.hash.clone().finalize())
        );
        if lines.next_line()? != expected {
            return Err(lines.fault(format!("is not {expected:?}: the text was changed")));
        }
        if files::hex(&records.finalize()) != certificate.records {
            return Err(lines.fault("the units are not those of the certificate"));
        }
        lines.finish()?;
        check_sums(&problem, &plan, &certificate, &sum)
            .map_err(|reason| lines.fault(reason))?;
        check_weights(&problem, &plan, &units).map_err(|reason| lines.fault(reason))?;
        Ok(Archive {
            plan,
            certificate,
            units,
        })
    }

    /// Returns the units, by their numbers.
    pub(crate) fn tallies(&self) -> impl Iterator<Item = (u64, &Tally)> {
        self.units
            .iter()
            .map(|(&unit, archived)| (unit, &archived.tally))
    }

    /// Returns the units of this program for the archive. With [`Kernel::Auto`], they get
    /// a kernel that ran no unit of the campaign, if there is one here.
    ///
    /// # Errors
    /// This program has other units; the processor lacks the kernel.
    pub fn decomposition(&self, kernel: Kernel) -> Result<Decomposition, CampaignError> {
        let by = |kernel| Decomposition::from_record(&self.plan.job, kernel);
        let has_run = |decomposition: &Decomposition| {
            let kernel = decomposition.work.kernel().name();
            self.certificate
                .workers
                .iter()
                .any(|worker| worker.kernel == kernel)
        };
        let first = by(kernel)?;
        if kernel != Kernel::Auto || !has_run(&first) {
            return Ok(first);
        }
        for other in [Kernel::Avx512, Kernel::Avx2, Kernel::Baseline]
            .into_iter()
            .filter(|kernel| kernel.is_available())
        {
            let other = by(other)?;
            if !has_run(&other) {
                return Ok(other);
            }
        }
        Ok(first)
    }

    /// Runs units again, and compares them with the archive: the count, the figures and
    /// the weight.
    ///
    /// # Errors
    /// There is no such unit; the threads cannot be started; a limit before the first
    /// unit, while a later one is the outcome.
    pub fn verify(
        &self,
        sample: &VerifySample,
        decomposition: &Decomposition,
        options: &CampaignRunOptions<'_>,
    ) -> Result<Verification, CampaignError> {
        let limits = options.limits.started();
        let chosen = sample.draw(&self.plan)?;
        let wanted: Vec<u64> = self
            .units
            .keys()
            .copied()
            .filter(|&unit| chosen.has(unit))
            .collect();
        let mut conflicts = Vec::new();
        let mut finished = |unit: u64, tally: &Tally, _| {
            let weight = decomposition.work.stands_for(unit);
            let here = ArchivedUnit {
                tally: tally.clone(),
                weight,
            };
            conflicts.extend(
                self.units
                    .get(&unit)
                    .and_then(|archived| conflict(unit, archived, &here)),
            );
        };
        let CampaignRunOptions {
            threads, progress, ..
        } = *options;
        let run_options = RunOptions {
            threads,
            limits,
            progress,
            ..RunOptions::default()
        };
        let report = parallel::run(
            &*decomposition.work,
            wanted.iter().copied(),
            &run_options,
            &mut finished,
        )?;
        Ok(Verification {
            units: report.units,
            verified: report.units - conflicts.len() as u64,
            kernels: vec![decomposition.work.kernel().name().to_owned()],
            conflicts,
            outcome: report.outcome,
            ..Verification::new(sample, wanted.len() as u64, &self.plan)
        })
    }
}

/// Checks that the units add up to the numbers of the certificate, and that the sum is
/// possible.
fn check_sums(
    problem: &Problem,
    plan: &CampaignPlan,
    certificate: &CampaignCertificate,
    sum: &Tally,
) -> Result<(), String> {
    let figures: Vec<String> = sum.figures.iter().map(u128::to_string).collect();
    if (&sum.count.to_string(), &figures, sum.nodes)
        != (&certificate.count, &certificate.figures, certificate.nodes)
    {
        return Err(
            "the units do not add up to the numbers of the certificate".to_owned()
        );
    }
    let checks = check_sum(problem, plan.job.question, sum);
    match checks.iter().find(|check| !check.holds) {
        Some(SumCheck { what, found, .. }) => {
            Err(format!("the sum cannot be right ({what}: {found})"))
        }
        None => Ok(()),
    }
}

/// Checks that the weights of the units add up to the number of the plan, and to the
/// number computed here.
fn check_weights(
    problem: &Problem,
    plan: &CampaignPlan,
    units: &BTreeMap<u64, ArchivedUnit>,
) -> Result<(), String> {
    let sum = units
        .values()
        .try_fold(0_u64, |sum, unit| sum.checked_add(unit.weight?));
    let of_plan = plan.weights.as_ref().map(|weights| weights.must_be);
    for expected in [of_plan, proof::expected_weight(problem, &plan.job)]
        .into_iter()
        .flatten()
    {
        if sum != Some(expected) {
            return Err(format!(
                "the weights of the units do not add up to {expected}"
            ));
        }
    }
    Ok(())
}

/// Returns a sentence about the difference of two results of a unit, if there is one.
fn conflict(unit: u64, archived: &ArchivedUnit, here: &ArchivedUnit) -> Option<String> {
    let of =
        |one: &ArchivedUnit| (one.tally.count, one.tally.figures.clone(), one.weight);
    let in_words = |one: &ArchivedUnit| {
        let figures: String = one
            .tally
            .figures
            .iter()
            .map(|figure| format!(" {figure}"))
            .collect();
        let weight = one
            .weight
            .map_or("-".to_owned(), |weight| weight.to_string());
        format!("{}{figures}, weight {weight}", one.tally.count)
    };
    (of(archived) != of(here)).then(|| {
        format!(
            "unit {unit} has the result {} in the archive, and {} here",
            in_words(archived),
            in_words(here)
        )
    })
}

/// The lines of an archive.
struct ArchiveLines<R: BufRead> {
    name: String,
    input: BufReader<GzDecoder<R>>,
    number: u64,
    /// Digest of all lines that were read.
    hash: Sha256,
}

impl<R: BufRead> ArchiveLines<R> {
    /// Reads a line without its end.
    fn next_line(&mut self) -> Result<String, CampaignError> {
        self.number += 1;
        let mut line = Vec::new();
        let read = (&mut self.input)
            .take(MAX_JSON_BYTES)
            .read_until(b'\n', &mut line);
        read.map_err(|error| self.fault(format!("cannot be read: {error}")))?;
        if line.pop() != Some(b'\n') {
            return Err(self.fault("has no end: the archive is not complete"));
        }
        self.hash.update(&line);
        self.hash.update(b"\n");
        String::from_utf8(line).map_err(|error| self.fault(error))
    }

    /// Reads a line with a word and a JSON value.
    fn next_json<T: serde::de::DeserializeOwned>(
        &mut self,
        word: &str,
    ) -> Result<T, CampaignError> {
        let line = self.next_line()?;
        let value = line
            .strip_prefix(word)
            .ok_or_else(|| self.fault(format!("does not begin with {word}")))?;
        serde_json::from_str(value).map_err(|error| self.fault(error))
    }

    /// Checks that the file ends here.
    fn finish(&mut self) -> Result<(), CampaignError> {
        let ends = |input: &mut dyn Read| input.read(&mut [0]).map(|bytes| bytes == 0);
        let is_over = ends(&mut self.input)
            .and_then(|is_over| Ok(is_over && ends(self.input.get_mut().get_mut())?));
        match is_over {
            Ok(true) => Ok(()),
            Ok(false) => {
                Err(self.fault("something follows after the end of the archive"))
            }
            Err(error) => Err(self.fault(format!("cannot be read: {error}"))),
        }
    }

    fn fault(&self, reason: impl std::fmt::Display) -> CampaignError {
        CampaignError::file(&self.name, format!("line {}: {reason}", self.number))
    }
}
