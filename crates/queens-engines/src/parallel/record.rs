//! Records: the lines of a file of units.
//!
//! ```text
//! {"schema":"queens/units/2", ... ,"crc32":"0123abcd"}      a header: the job
//! {"job":"89abcdef","unit":0, ... ,"crc32":"4567cdef"}      a record: the result of a unit
//! ```
//!
//! The last member of every line is a CRC-32 of all bytes before it, which detects any
//! flipped bit. Every record has the id of its job, so that records of different counts
//! cannot be mixed up. A file may have several headers of the same job: each run that
//! finds none writes one.

use super::{Tally, UnitTime, WorkUnits};
use queens_model::whole::Whole;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::io::{self, BufRead, Read};
use std::marker::PhantomData;
use std::time::Duration;

/// The schema of the headers that are written.
pub const SCHEMA: &str = "queens/units/2";

/// Maximum length of a line that is read, in bytes.
pub const LONGEST_LINE: u64 = 1 << 20;

/// The question of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JobQuestion {
    /// Number of solutions.
    Count,
    /// Number of ways to fill the first k rows, for each k.
    Profile,
}

impl fmt::Display for JobQuestion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JobQuestion::Count => f.write_str("the solutions"),
            JobQuestion::Profile => f.write_str("the profile"),
        }
    }
}

/// A question about a problem, cut by an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Job {
    /// The problem, in its text form.
    pub problem: String,
    /// The question.
    pub question: JobQuestion,
    /// The id of the engine.
    pub engine: String,
    /// The version of the decomposition.
    pub decomposition: u32,
    /// Number of work units.
    pub units: u64,
    /// The names of the figures.
    pub figures: Vec<String>,
}

impl Job {
    /// Makes the job of `work_units`, which were made for this problem and question.
    #[must_use]
    pub fn new(problem: &str, question: JobQuestion, work_units: &dyn WorkUnits) -> Self {
        Job {
            problem: problem.to_owned(),
            question,
            engine: work_units.engine().to_owned(),
            decomposition: work_units.decomposition(),
            units: work_units.units(),
            figures: work_units.figures(),
        }
    }

    /// Returns the id by which records refer to the job: a CRC-32 of all its fields,
    /// eight hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> String {
        to_hex(crc32fast::hash(
            serde_json::to_string(self).unwrap_or_default().as_bytes(),
        ))
    }
}

/// A header: the first line of a kind of files of units. It is a JSON object whose first
/// member is `schema`.
pub trait Heading: Serialize + DeserializeOwned {
    /// The schema that this program writes: a name, a slash and a version.
    const SCHEMA: &'static str;

    /// Schemas of older files that can still be read. Their records may lack the residues
    /// of figures.
    const OLDER: &'static [&'static str];

    /// Returns the schema of this header.
    fn schema(&self) -> &str;

    /// Returns the job.
    fn job(&self) -> &Job;

    /// Returns the line, with its newline.
    #[must_use]
    fn to_line(&self) -> Vec<u8> {
        seal_line(self)
    }
}

/// The header of a file of units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`SCHEMA`].
    pub schema: String,
    /// The job.
    #[serde(flatten)]
    pub job: Job,
    /// The version of the program that wrote the file.
    pub program: String,
}

impl Header {
    /// Makes the header of a file that this program writes.
    #[must_use]
    pub fn new(job: Job) -> Self {
        Header {
            schema: SCHEMA.to_owned(),
            job,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        }
    }
}

impl Heading for Header {
    const SCHEMA: &'static str = SCHEMA;
    const OLDER: &'static [&'static str] = &["queens/units/1"];

    fn schema(&self) -> &str {
        &self.schema
    }

    fn job(&self) -> &Job {
        &self.job
    }
}

/// The record of a unit that was run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UnitRecord {
    /// The id of the job: [`Job::id`].
    pub job: String,
    /// The number of the unit.
    pub unit: u64,
    /// Number of solutions.
    pub count: Whole,
    /// Number of nodes.
    pub nodes: u64,
    /// The other figures that were counted.
    figures: Vec<Whole>,
    /// Wall-clock time that the unit took its thread, in seconds.
    pub seconds: f64,
    /// CPU time that it took, in seconds; none if the system, or an older version, did
    /// not report it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu_seconds: Option<f64>,
    /// The count modulo each of [`MODULI`](super::MODULI), as its engine computed it
    /// beside the count.
    pub residues: [u64; 2],
    /// Each figure modulo each of [`MODULI`](super::MODULI); empty in records of older
    /// versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figure_residues: Vec<[u64; 2]>,
    /// If earlier runs did its first segments, their hosts, each with the version of its
    /// program.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub begun_on: Vec<String>,
}

impl UnitRecord {
    /// Makes the record of a unit of the job with this id.
    #[must_use]
    pub fn new(job: &str, unit: u64, tally: &Tally, time: UnitTime) -> Self {
        UnitRecord {
            job: job.to_owned(),
            unit,
            count: Whole(tally.count),
            nodes: tally.nodes,
            figures: tally.figures.iter().copied().map(Whole).collect(),
            seconds: time.wall.as_secs_f64(),
            cpu_seconds: time.cpu.map(|cpu| cpu.as_secs_f64()),
            residues: tally.residues,
            figure_residues: tally.figure_residues.clone(),
            begun_on: Vec::new(),
        }
    }

    /// Returns the time that it took.
    #[must_use]
    pub fn time(&self) -> UnitTime {
        let time =
            |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or_default();
        UnitTime {
            wall: time(self.seconds),
            cpu: self.cpu_seconds.map(time),
        }
    }

    /// Returns the result of the work unit.
    #[must_use]
    pub fn tally(&self) -> Tally {
        let figures = self.figures.iter().map(|figure| figure.0).collect();
        let figure_residues = self.figure_residues.clone();
        Tally {
            count: self.count.0,
            residues: self.residues,
            nodes: self.nodes,
            figures,
            figure_residues,
        }
    }

    /// Returns the line, with its newline.
    #[must_use]
    pub fn to_line(&self) -> Vec<u8> {
        seal_line(self)
    }
}

/// A line of a file of units.
#[derive(Clone, Debug, PartialEq)]
pub enum Record<H = Header> {
    /// A header.
    Header(H),
    /// The record of a unit.
    Unit(UnitRecord),
}

/// Reason why a line cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// The line has no newline: the file ends in the middle of it.
    #[error("was cut off")]
    Torn,
    /// The checksum does not match the line, or there is none.
    #[error("is damaged")]
    Damaged,
    /// The line is intact, but of a form that this program does not know.
    #[error("is not a line that this version writes ({0})")]
    Unknown(String),
}

/// A line of a file of units, with its number.
type NumberedRecord<H> = (u64, Result<Record<H>, RecordFault>);

/// Iterator over the lines of a file of units, with their numbers from 1 on. Headers are
/// of the kind `H`.
///
/// # Errors
/// An error of the input. A line of more than [`LONGEST_LINE`] bytes is
/// [`io::ErrorKind::InvalidData`]. Both end the iteration.
#[derive(Debug)]
pub struct RecordLines<R, H = Header> {
    input: R,
    number: u64,
    line: Vec<u8>,
    is_torn: bool,
    has_ended: bool,
    /// True if the last header is of an older version.
    is_old: bool,
    /// True if a line was intact, or the first one at least begins like a header.
    is_familiar: bool,
    headers: PhantomData<H>,
}

impl<R: BufRead, H: Heading> RecordLines<R, H> {
    /// Makes an iterator over the rest of `input`.
    pub fn new(input: R) -> Self {
        RecordLines {
            input,
            number: 0,
            line: Vec::new(),
            is_torn: false,
            has_ended: false,
            is_old: false,
            is_familiar: true,
            headers: PhantomData,
        }
    }

    /// Returns true if no line so far looks like one of a file of units, damaged or not.
    #[must_use]
    pub fn are_foreign(&self) -> bool {
        !self.is_familiar
    }

    /// Returns true if the last line that was read has no newline.
    #[must_use]
    pub fn are_torn(&self) -> bool {
        self.is_torn
    }

    fn read_next(&mut self) -> io::Result<Option<NumberedRecord<H>>> {
        if !self.read_bytes()? {
            return Ok(None);
        }
        let mut record = read_line::<H>(&self.line);
        match &record {
            Ok(Record::Header(header)) => self.is_old = header.schema() != H::SCHEMA,
            Ok(Record::Unit(unit))
                if !self.is_old && unit.figure_residues.len() != unit.figures.len() =>
            {
                record = Err(RecordFault::Unknown(
                    "not every figure has residues".to_owned(),
                ));
            }
            _ => {}
        }
        if record.is_ok() {
            self.is_familiar = true;
        } else if self.number == 1 {
            self.is_familiar = begins_like_header::<H>(&self.line);
        }
        Ok(Some((self.number, record)))
    }

    /// Reads the bytes of the next line. Returns false at the end of the input.
    fn read_bytes(&mut self) -> io::Result<bool> {
        self.line.clear();
        let length = (&mut self.input)
            .take(LONGEST_LINE + 1)
            .read_until(b'\n', &mut self.line)?;
        if length == 0 {
            return Ok(false);
        }
        self.number += 1;
        self.is_torn = !self.line.ends_with(b"\n");
        if self.line.len() as u64 > LONGEST_LINE {
            let reason = format!(
                "line {} is longer than {LONGEST_LINE} bytes: no file of units",
                self.number
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
        }
        Ok(true)
    }
}

impl<R: BufRead, H: Heading> Iterator for RecordLines<R, H> {
    type Item = io::Result<NumberedRecord<H>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = self.read_next().transpose();
        self.has_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

/// Returns true if a line, as far as it goes, begins like a header of any version.
fn begins_like_header<H: Heading>(line: &[u8]) -> bool {
    let name = H::SCHEMA
        .rsplit_once('/')
        .map_or(H::SCHEMA, |(name, _version)| name);
    let beginning = format!("{{\"schema\":\"{name}/").into_bytes();
    let length = line.len().min(beginning.len());
    line[..length] == beginning[..length]
}

/// The text between the other members of a line and its checksum.
const CHECKSUM_MEMBER: &[u8] = b",\"crc32\":\"";

/// Returns a value as a line: its JSON object, with the checksum as its last member.
fn seal_line(value: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(value).unwrap_or_default();
    // The closing brace comes after the checksum.
    line.pop();
    line.extend(checksum_member(&line));
    line
}

/// Returns the rest of a line that begins with `text`.
fn checksum_member(text: &[u8]) -> Vec<u8> {
    [
        CHECKSUM_MEMBER,
        to_hex(crc32fast::hash(text)).as_bytes(),
        b"\"}\n",
    ]
    .concat()
}

fn to_hex(number: u32) -> String {
    format!("{number:08x}")
}

/// Reads a line, with its newline.
fn read_line<H: Heading>(line: &[u8]) -> Result<Record<H>, RecordFault> {
    let text = line.strip_suffix(b"\n").ok_or(RecordFault::Torn)?;
    let length = text
        .len()
        .checked_sub(CHECKSUM_MEMBER.len() + 8 + 2)
        .ok_or(RecordFault::Damaged)?;
    let text = &line[..length];
    if line[length..] != checksum_member(text) {
        return Err(RecordFault::Damaged);
    }
    let mut object = text.to_vec();
    object.push(b'}');
    if text.starts_with(b"{\"schema\":") {
        let header: H = parse_object(&object)?;
        if header.schema() != H::SCHEMA && !H::OLDER.contains(&header.schema()) {
            return Err(RecordFault::Unknown(format!("schema {}", header.schema())));
        }
        return Ok(Record::Header(header));
    }
    parse_object(&object).map(Record::Unit)
}

fn parse_object<T: DeserializeOwned>(object: &[u8]) -> Result<T, RecordFault> {
    serde_json::from_slice(object)
        .map_err(|error| RecordFault::Unknown(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::super::counter::residues;
    use super::*;
    use proptest::prelude::*;

    fn job() -> Job {
        Job {
            problem: "queens 8\npieces: 10 queens, 2 pawns".to_owned(),
            question: JobQuestion::Count,
            engine: "pawns".to_owned(),
            decomposition: 1,
            units: 32,
            figures: vec!["eighths".to_owned()],
        }
    }

    #[test]
    fn headers_round_trip() {
        let header = Header::new(job());
        assert_eq!(
            read_line(&header.to_line()),
            Ok(Record::Header(header.clone()))
        );
        let newer = Header {
            schema: "queens/units/3".to_owned(),
            ..header
        };
        assert!(matches!(
            read_line::<Header>(&newer.to_line()),
            Err(RecordFault::Unknown(_))
        ));
        assert!(matches!(
            read_line::<Header>(&seal_line(&[1, 2])),
            Err(RecordFault::Unknown(_) | RecordFault::Damaged)
        ));
    }

    /// Units of the version before have no residues of their figures; those of this one
    /// cannot do without.
    #[test]
    fn accepts_figures_without_residues_only_from_older_files() {
        let tally = Tally::new(8.into(), 5, &[24.into()]);
        let bare = Tally {
            figure_residues: Vec::new(),
            ..tally.clone()
        };
        let line =
            |tally| UnitRecord::new(&job().id(), 3, tally, UnitTime::default()).to_line();
        let older = Header {
            schema: Header::OLDER[0].to_owned(),
            ..Header::new(job())
        };
        for (header, tally, is_taken) in [
            (&Header::new(job()), &tally, true),
            (&Header::new(job()), &bare, false),
            (&older, &tally, true),
            (&older, &bare, true),
        ] {
            let file = [header.to_line(), line(tally)].concat();
            let lines: Vec<_> = RecordLines::<_, Header>::new(file.as_slice())
                .map(|line| line.expect("text").1)
                .collect();
            assert!(lines[0].is_ok());
            assert_eq!(lines[1].is_ok(), is_taken, "{}: {lines:?}", header.schema);
        }
    }

    #[test]
    fn refuses_endless_lines() {
        let mut lines: RecordLines<_> =
            RecordLines::new(io::BufReader::new(io::repeat(0)));
        assert!(lines.next().is_some_and(|line| line.is_err()));
        assert!(lines.next().is_none());
    }

    proptest! {
        /// And whatever bit is flipped, nothing is read.
        #[test]
        fn units_round_trip(
            unit in any::<u64>(),
            count in prop_oneof![any::<u128>(), (0_u128..1 << 54), Just(1 << 53), Just((1 << 53) + 1)],
            figures in prop::collection::vec(any::<u128>(), 0..4),
            nanoseconds in any::<u32>(),
            flipped in any::<prop::sample::Index>(),
        ) {
            let figure_residues = figures.iter().map(|&figure| residues(figure)).collect();
            let nodes = unit.rotate_left(7);
            let tally = Tally { count, residues: residues(count), nodes, figures, figure_residues };
            let wall = Duration::from_nanos(nanoseconds.into());
            let time = UnitTime { wall, cpu: unit.is_multiple_of(2).then_some(wall / 2) };
            let unit = UnitRecord::new(&job().id(), unit, &tally, time);
            let mut line = unit.to_line();
            let Ok(Record::Unit(read)) = read_line::<Header>(&line) else { panic!("{}", String::from_utf8_lossy(&line)) };
            prop_assert_eq!((read.tally(), read.unit, read.residues), (tally, unit.unit, unit.residues));
            prop_assert!((read.seconds - unit.seconds).abs() < 1e-9);
            prop_assert_eq!(read.cpu_seconds.is_some(), unit.cpu_seconds.is_some());
            prop_assert_eq!(read.time().wall.as_micros(), wall.as_micros());
            let bit = flipped.index(8 * line.len());
            line[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(read_line::<Header>(&line).is_err());
        }
    }
}
