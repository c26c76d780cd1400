//! Archives: one compressed file with all units of a finished campaign, which others can
//! check without this program.

use crate::files::{self, MAX_JSON_BYTES};
use crate::merge::{self, CERTIFICATE_FILE};
use crate::proof;
use crate::scan::FolderScan;
use crate::sum_checks::{SumCheck, check_sum};
use crate::verify::{Verification, VerifySample, least_shown};
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
use std::fs::File;
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
    let certificate = read_certificate(campaign)?;
    let mut scan = FolderScan::from_campaign(campaign, &limits)?;
    if !scan.faults.is_empty() {
        return Err(scan.faults.swap_remove(0));
    }
    check_certificate(&certificate, &scan, campaign, &limits)?;
    let mut archive = ArchiveWriter::new(file)?;
    archive.write_line(ARCHIVE_SCHEMA)?;
    archive.write_line(&format!("plan {}", to_json_text(&campaign.plan)))?;
    archive.write_line(&format!("certificate {}", to_json_text(&certificate)))?;
    archive.write_line(UNIT_COLUMNS)?;
    for (unit, tally) in scan.ledger.tallies() {
        limits.check()?;
        let weight = campaign.decomposition.work.stands_for(unit);
        archive.write_line(&unit_line(unit, tally, weight))?;
    }
    archive.finish(scan.ledger.done())
}

/// Reads the certificate in the folder of a campaign.
fn read_certificate(campaign: &Campaign) -> Result<CampaignCertificate, CampaignError> {
    files::read_document(&campaign.folder, CERTIFICATE_FILE)?.ok_or_else(|| {
        let folder = shell_path(&campaign.folder);
        CampaignError::Input(format!(
            "there is no {CERTIFICATE_FILE} in {folder}: `queens campaign merge {folder}` writes one"
        ))
    })
}

/// Checks that the certificate was made from this plan and these shards.
fn check_certificate(
    certificate: &CampaignCertificate,
    scan: &FolderScan,
    campaign: &Campaign,
    limits: &Limits,
) -> Result<(), CampaignError> {
    let is_of_plan =
        certificate.plan == campaign.plan && certificate.digest() == certificate.sha256;
    if is_of_plan && merge::digest_records(scan, limits)? == certificate.records {
        return Ok(());
    }
    let folder = shell_path(&campaign.folder);
    let reason = format!(
        "does not belong to these units: `queens campaign merge {folder}` writes a new one"
    );
    Err(CampaignError::in_file(CERTIFICATE_FILE, reason))
}

/// Writer of an archive: digests of the text and of the compressed file.
struct ArchiveWriter<'a> {
    file: &'a Path,
    text: HashedWriter<GzEncoder<HashedWriter<Draft>>>,
}

impl<'a> ArchiveWriter<'a> {
    fn new(file: &'a Path) -> Result<Self, CampaignError> {
        let draft = Draft::new(file).map_err(CampaignError::io("write", file))?;
        let gzip = GzEncoder::new(HashedWriter::new(draft), Compression::best());
        Ok(ArchiveWriter {
            file,
            text: HashedWriter::new(gzip),
        })
    }

    fn write_line(&mut self, line: &str) -> Result<(), CampaignError> {
        writeln!(self.text, "{line}").map_err(CampaignError::io("write", self.file))
    }

    /// Writes the last line, and puts the complete file in its place.
    fn finish(mut self, units: u64) -> Result<ArchiveReport, CampaignError> {
        let text_sha256 = files::to_hex(&self.text.hash.clone().finalize());
        self.write_line(&format!("end {units} {text_sha256}"))?;
        let (bytes, sha256) = place_archive(self.text.out)
            .map_err(CampaignError::io("write", self.file))?;
        Ok(ArchiveReport {
            units,
            bytes,
            sha256,
            text_sha256,
        })
    }
}

/// Ends the compressed data and places the file. Returns its size and digest.
fn place_archive(gzip: GzEncoder<HashedWriter<Draft>>) -> io::Result<(u64, String)> {
    let HashedWriter { out, hash, bytes } = gzip.finish()?;
    out.place()?;
    Ok((bytes, files::to_hex(&hash.finalize())))
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

fn to_json_text(value: &impl Serialize) -> String {
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
    fn parse_line(line: &str) -> Option<(u64, Self)> {
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

    /// Returns true if both have the same count, figures and weight. Residues follow from
    /// these, and the nodes depend on the kernel.
    fn has_result_of(&self, other: &ArchivedUnit) -> bool {
        self.tally.count == other.tally.count
            && self.tally.figures == other.tally.figures
            && self.weight == other.weight
    }

    fn in_words(&self) -> String {
        let mut words = self.tally.count.to_string();
        for figure in &self.tally.figures {
            words += &format!(" {figure}");
        }
        match self.weight {
            Some(weight) => words + &format!(", weight {weight}"),
            None => words + ", weight -",
        }
    }
}

/// All units of an archive.
struct ArchivedUnits {
    units: BTreeMap<u64, ArchivedUnit>,
    /// Digest of their records, as in the certificate.
    records: String,
    sum: Tally,
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
        let mut lines = ArchiveLines::open(path)?;
        let (plan, certificate) = lines.read_head()?;
        let problem =
            parse_problem(&plan).map_err(|reason| lines.fault_at_line(reason))?;
        let ArchivedUnits {
            units,
            records,
            sum,
        } = lines.read_units(&plan, &limits)?;
        let text_sha256 = files::to_hex(&lines.hash.clone().finalize());
        let expected = format!("end {} {text_sha256}", plan.job.units);
        if lines.next_line()? != expected {
            return Err(
                lines.fault_at_line(format!("is not {expected:?}: the text was changed"))
            );
        }
        if records != certificate.records {
            return Err(lines.fault_at_line("these units do not match the certificate"));
        }
        lines.check_end()?;
        check_sums(&problem, &plan, &certificate, &sum)
            .map_err(|reason| lines.fault_at_line(reason))?;
        check_weights(&problem, &plan, &units)
            .map_err(|reason| lines.fault_at_line(reason))?;
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
        let first = Decomposition::from_record(&self.plan.job, kernel)?;
        if kernel != Kernel::Auto || !self.has_run_with(&first) {
            return Ok(first);
        }
        for other in [Kernel::Avx512, Kernel::Avx2, Kernel::Baseline] {
            if !other.is_available() {
                continue;
            }
            let other = Decomposition::from_record(&self.plan.job, other)?;
            if !self.has_run_with(&other) {
                return Ok(other);
            }
        }
        Ok(first)
    }

    /// Returns true if a unit of the campaign was run with the kernel of these units.
    fn has_run_with(&self, decomposition: &Decomposition) -> bool {
        let kernel = decomposition.work.kernel().name();
        let mut workers = self.certificate.workers.iter();
        workers.any(|worker| worker.kernel == kernel)
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
        // Whoever changes a result changes the draw.
        let chosen = sample.draw(&self.plan, &self.certificate.records)?;
        let wanted: Vec<u64> = self
            .units
            .keys()
            .copied()
            .filter(|&unit| chosen.has_unit(unit))
            .collect();
        let mut conflicts = Vec::new();
        let run_options = RunOptions {
            threads: options.threads,
            limits,
            progress: options.progress,
            ..RunOptions::default()
        };
        let report = parallel::run(
            &*decomposition.work,
            wanted.iter().copied(),
            &run_options,
            &mut |unit, tally, _| {
                let here = ArchivedUnit {
                    tally: tally.clone(),
                    weight: decomposition.work.stands_for(unit),
                };
                conflicts.extend(self.describe_conflict(unit, &here));
            },
        )?;
        let verification = Verification::new(sample, wanted.len() as u64, &self.plan);
        let is_drawn =
            verification.seed.is_some() && report.units == verification.of_units;
        Ok(Verification {
            units: report.units,
            shown_from: is_drawn.then(|| least_shown(self.plan.job.units, report.units)),
            verified: report.units - conflicts.len() as u64,
            kernels: vec![decomposition.work.kernel().name().to_owned()],
            conflicts,
            outcome: report.outcome,
            ..verification
        })
    }

    /// Returns a sentence about the difference between the archived result of a unit and
    /// another one, if there is one.
    fn describe_conflict(&self, unit: u64, here: &ArchivedUnit) -> Option<String> {
        let archived = self.units.get(&unit)?;
        if archived.has_result_of(here) {
            return None;
        }
        Some(format!(
            "unit {unit} has the result {} in the archive, and {} here",
            archived.in_words(),
            here.in_words()
        ))
    }
}

/// Reads the problem of the plan of an archive, and checks that its engine takes it.
fn parse_problem(plan: &CampaignPlan) -> Result<Problem, String> {
    let job = &plan.job;
    let problem: Problem = job
        .problem
        .parse()
        .map_err(|error: queens::problem::ProblemTextError| error.to_string())?;
    if problem.to_string() != job.problem {
        return Err(
            "the problem of the plan is not in the form that this program writes"
                .to_owned(),
        );
    }
    queens::find(&job.engine)
        .and_then(|engine| engine.accepts(&problem, job.question.question()))
        .map_err(|error| error.to_string())?;
    Ok(problem)
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

/// The lines of an archive.
struct ArchiveLines<R: BufRead> {
    name: String,
    input: BufReader<GzDecoder<R>>,
    number: u64,
    /// Digest of all lines that were read.
    hash: Sha256,
}

impl ArchiveLines<BufReader<File>> {
    fn open(path: &Path) -> Result<Self, CampaignError> {
        let file = files::open_regular(path).map_err(CampaignError::io("open", path))?;
        Ok(ArchiveLines {
            name: path.display().to_string(),
            input: BufReader::new(GzDecoder::new(BufReader::new(file))),
            number: 0,
            hash: Sha256::new(),
        })
    }
}

impl<R: BufRead> ArchiveLines<R> {
    /// Reads the lines before the units.
    fn read_head(
        &mut self,
    ) -> Result<(CampaignPlan, CampaignCertificate), CampaignError> {
        let schema = self.next_line()?;
        if schema != ARCHIVE_SCHEMA {
            let schema: String = schema.chars().take(60).collect();
            return Err(self.fault_at_line(format!(
                "begins with {schema:?}; this program reads {ARCHIVE_SCHEMA}"
            )));
        }
        let plan: CampaignPlan = self.next_json("plan ")?;
        plan.check()?;
        let certificate: CampaignCertificate = self.next_json("certificate ")?;
        if certificate.plan != plan || certificate.digest() != certificate.sha256 {
            return Err(
                self.fault_at_line("is not the certificate of the plan, or was changed")
            );
        }
        if self.next_line()? != UNIT_COLUMNS {
            return Err(self.fault_at_line("has other columns"));
        }
        Ok((plan, certificate))
    }

    /// Reads the units of a plan, which are in order, and all there.
    fn read_units(
        &mut self,
        plan: &CampaignPlan,
        limits: &Limits,
    ) -> Result<ArchivedUnits, CampaignError> {
        let mut units = BTreeMap::new();
        let (mut records, mut sum) = (Sha256::new(), Tally::default());
        for number in 0..plan.job.units {
            limits.check()?;
            let line = self.next_line()?;
            let read = ArchivedUnit::parse_line(&line).filter(|(unit, read)| {
                *unit == number
                    && read.tally.agrees()
                    && read.tally.figures.len() == plan.job.figures.len()
            });
            let Some((unit, read)) = read else {
                return Err(self.fault_at_line(format!(
                    "is not the unit {number}, or its residues are wrong"
                )));
            };
            records.update(merge::record_line(unit, &read.tally));
            sum = sum
                .checked_add(&read.tally)
                .ok_or_else(|| self.fault_at_line("the sum is too large"))?;
            units.insert(unit, read);
        }
        Ok(ArchivedUnits {
            units,
            records: files::to_hex(&records.finalize()),
            sum,
        })
    }

    /// Reads a line without its end.
    fn next_line(&mut self) -> Result<String, CampaignError> {
        self.number += 1;
        let mut line = Vec::new();
        let read = (&mut self.input)
            .take(MAX_JSON_BYTES)
            .read_until(b'\n', &mut line);
        read.map_err(|error| self.fault_at_line(format!("cannot be read: {error}")))?;
        if line.pop() != Some(b'\n') {
            return Err(self.fault_at_line("has no end: the archive is not complete"));
        }
        self.hash.update(&line);
        self.hash.update(b"\n");
        String::from_utf8(line).map_err(|error| self.fault_at_line(error))
    }

    /// Reads a line with a word and a JSON value.
    fn next_json<T: serde::de::DeserializeOwned>(
        &mut self,
        word: &str,
    ) -> Result<T, CampaignError> {
        let line = self.next_line()?;
        let value = line
            .strip_prefix(word)
            .ok_or_else(|| self.fault_at_line(format!("does not begin with {word}")))?;
        serde_json::from_str(value).map_err(|error| self.fault_at_line(error))
    }

    /// Checks that the file ends here.
    fn check_end(&mut self) -> Result<(), CampaignError> {
        // After the compressed data nothing may follow, compressed or not.
        let is_over = match is_at_end(&mut self.input) {
            Ok(true) => is_at_end(self.input.get_mut().get_mut()),
            other => other,
        };
        match is_over {
            Ok(true) => Ok(()),
            Ok(false) => {
                Err(self.fault_at_line("something follows after the end of the archive"))
            }
            Err(error) => Err(self.fault_at_line(format!("cannot be read: {error}"))),
        }
    }

    fn fault_at_line(&self, reason: impl std::fmt::Display) -> CampaignError {
        CampaignError::in_file(&self.name, format!("line {}: {reason}", self.number))
    }
}

/// Returns true if there is nothing more to read.
fn is_at_end(input: &mut dyn Read) -> io::Result<bool> {
    Ok(input.read(&mut [0])? == 0)
}
