//! Solutions as streams: text, comma-separated values, and a compact binary form.

use control::counted;
use std::io::{self, BufRead, Read, Write};

/// Encoding of the columns of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// "2 4 1 3": one line, columns from 1.
    Text,
    /// "2,4,1,3": one line, columns from 1.
    Csv,
    /// Columns from 0 in four bytes each, with a head and a checksum.
    ///
    /// All numbers are little-endian: [`MAGIC`]; `n` in 4 bytes; the column of each row
    /// in 4 bytes; the checksum of the columns in 8 bytes. The checksum is FNV-1a over
    /// 32-bit words in 64 bits: it starts at 0xcbf29ce484222325; each column is combined
    /// by exclusive or, then the sum is multiplied by 0x100000001b3 (Glenn Fowler, Landon
    /// Curt Noll, Kiem-Phong Vo, 1991).
    Binary,
}

/// The first eight bytes of the binary form: a name and the version 1.
pub const MAGIC: [u8; 8] = *b"NQUEENS\x01";

/// Size of the write buffer and of one read, in bytes.
const BUFFER_BYTES: usize = 1 << 16;

/// Maximum length of a column in text, in bytes: ten digits and a separator.
const MAX_COLUMN_BYTES: usize = 11;

/// Writes the columns of rows 0, 1, 2, ... as a stream.
///
/// # Complexity
/// O(n) time, 128 KiB of memory. The binary form takes 4 n + 20 bytes.
///
/// ```
/// use queens::engines::large::{Encoding, ColumnWriter};
///
/// let mut line = Vec::new();
/// let mut writer = ColumnWriter::new(4, Encoding::Csv, &mut line);
/// writer.push(&[1, 3])?;
/// writer.push(&[0, 2])?;
/// writer.finish()?;
/// assert_eq!(line, b"2,4,1,3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ColumnWriter<W> {
    out: W,
    n: u32,
    encoder: ColumnEncoder,
}

/// Encoder of columns. It is not generic over the output, so that it is compiled once, in
/// this crate.
#[derive(Debug)]
struct ColumnEncoder {
    encoding: Encoding,
    rows: u64,
    sum: Checksum,
    buffer: Vec<u8>,
}

impl<W: Write> ColumnWriter<W> {
    /// Creates a writer for the columns of `n` rows. `out` needs no buffer of its own.
    pub fn new(n: u32, encoding: Encoding, out: W) -> Self {
        let mut buffer = Vec::with_capacity(2 * BUFFER_BYTES);
        if encoding == Encoding::Binary {
            buffer.extend_from_slice(&MAGIC);
            buffer.extend_from_slice(&n.to_le_bytes());
        }
        ColumnWriter {
            out,
            n,
            encoder: ColumnEncoder {
                encoding,
                rows: 0,
                sum: Checksum::default(),
                buffer,
            },
        }
    }

    /// Writes the columns (from 0) of the next rows.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn push(&mut self, columns: &[u32]) -> io::Result<()> {
        for columns in columns.chunks(BUFFER_BYTES / MAX_COLUMN_BYTES) {
            self.encoder.push(columns);
            if self.encoder.buffer.len() >= BUFFER_BYTES {
                self.out.write_all(&self.encoder.buffer)?;
                self.encoder.buffer.clear();
            }
        }
        Ok(())
    }

    /// Finishes the stream. All pushed columns are written in any case; a binary stream
    /// gets its checksum only if it is complete.
    ///
    /// # Errors
    /// Those of `out`; [`io::ErrorKind::InvalidInput`] if there were not exactly `n`
    /// columns.
    pub fn finish(mut self) -> io::Result<()> {
        let (rows, n) = (self.encoder.rows, self.n);
        let whole = rows == u64::from(n);
        let buffer = &mut self.encoder.buffer;
        match self.encoder.encoding {
            Encoding::Text | Encoding::Csv => buffer.push(b'\n'),
            Encoding::Binary if whole => {
                buffer.extend_from_slice(&self.encoder.sum.0.to_le_bytes());
            }
            Encoding::Binary => {}
        }
        self.out.write_all(buffer)?;
        self.out.flush()?;
        if !whole {
            let message = format!(
                "{} for {}: give one column for each row",
                counted(rows, "column"),
                counted(n, "row")
            );
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(())
    }
}

impl ColumnEncoder {
    fn push(&mut self, columns: &[u32]) {
        match self.encoding {
            Encoding::Text => self.push_text(b' ', columns),
            Encoding::Csv => self.push_text(b',', columns),
            Encoding::Binary => {
                columns.iter().for_each(|&column| self.sum.add(column));
                self.buffer
                    .extend(columns.iter().flat_map(|column| column.to_le_bytes()));
            }
        }
        self.rows += columns.len() as u64;
    }

    fn push_text(&mut self, separator: u8, columns: &[u32]) {
        let mut digits = itoa::Buffer::new();
        for (place, &column) in columns.iter().enumerate() {
            if self.rows > 0 || place > 0 {
                self.buffer.push(separator);
            }
            self.buffer
                .extend_from_slice(digits.format(u64::from(column) + 1).as_bytes());
        }
    }
}

/// FNV-1a over 32-bit words.
#[derive(Debug, PartialEq, Eq)]
struct Checksum(u64);

impl Default for Checksum {
    fn default() -> Self {
        Checksum(0xcbf2_9ce4_8422_2325)
    }
}

impl Checksum {
    #[inline(always)]
    fn add(&mut self, column: u32) {
        self.0 = (self.0 ^ u64::from(column)).wrapping_mul(0x100_0000_01b3);
    }
}

/// Error of reading a stream of columns.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ColumnReadError {
    /// The stream is not in the binary form.
    #[error("not a binary solution: it does not start with {MAGIC:?}")]
    Magic,
    /// The stream ends early.
    #[error("the file ends after {rows} of {n} columns: it was cut off")]
    Truncated {
        /// Number of complete columns.
        rows: u32,
        /// Number of columns in the header.
        n: u32,
    },
    /// The checksum does not match.
    #[error(
        "the checksum is {found:#018x} instead of {expected:#018x}: the file was damaged"
    )]
    Checksum {
        /// Checksum of the columns read.
        found: u64,
        /// Checksum at the end of the file.
        expected: u64,
    },
    /// There are bytes after the checksum.
    #[error("there is more after the checksum of {n} columns: the file was damaged")]
    Trailing {
        /// Number of columns in the header.
        n: u32,
    },
    /// An entry of a text is not a column.
    #[error(
        "entry {entry}: expected a column from 1 to 4294967295, digits only, separated by blanks or commas"
    )]
    Number {
        /// Number of the entry, from 1.
        entry: u64,
    },
    /// The stream could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Reads [`Encoding::Binary`] in chunks.
///
/// ```
/// use queens::engines::large::{BinaryReader, Encoding, ColumnWriter};
///
/// let mut file = Vec::new();
/// let mut writer = ColumnWriter::new(4, Encoding::Binary, &mut file);
/// writer.push(&[1, 3, 0, 2])?;
/// writer.finish()?;
/// let mut reader = BinaryReader::new(&file[..])?;
/// assert_eq!(reader.n(), 4);
/// assert_eq!(reader.read()?, [1, 3, 0, 2]);
/// assert!(reader.read()?.is_empty());
/// # Ok::<(), queens::engines::large::ColumnReadError>(())
/// ```
#[derive(Debug)]
pub struct BinaryReader<R> {
    input: R,
    n: u32,
    rows: u32,
    sum: Checksum,
    bytes: Vec<u8>,
    columns: Vec<u32>,
}

impl<R: Read> BinaryReader<R> {
    /// Reads the header of the stream. `input` needs no buffer of its own.
    ///
    /// # Errors
    /// [`ColumnReadError::Magic`], [`ColumnReadError::Truncated`],
    /// [`ColumnReadError::Io`].
    pub fn new(mut input: R) -> Result<Self, ColumnReadError> {
        let mut magic = Vec::new();
        input
            .by_ref()
            .take(MAGIC.len() as u64)
            .read_to_end(&mut magic)?;
        if magic != MAGIC {
            return Err(ColumnReadError::Magic);
        }
        let mut n = [0; 4];
        input
            .read_exact(&mut n)
            .map_err(|error| cut_off(error, 0, 0))?;
        let n = u32::from_le_bytes(n);
        let (sum, bytes, columns) = Default::default();
        let mut reader = BinaryReader {
            input,
            n,
            rows: 0,
            sum,
            bytes,
            columns,
        };
        if n == 0 {
            reader.end()?;
        }
        Ok(reader)
    }

    /// Returns the number of rows.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Reads the columns (from 0) of the next rows; empty at the end, after the checksum
    /// has been verified.
    ///
    /// # Errors
    /// A malformed or damaged stream; an error of the input.
    pub fn read(&mut self) -> Result<&[u32], ColumnReadError> {
        let count = (self.n - self.rows).min((BUFFER_BYTES / 4) as u32);
        self.bytes.clear();
        self.input
            .by_ref()
            .take(4 * u64::from(count))
            .read_to_end(&mut self.bytes)?;
        let (words, _) = self.bytes.as_chunks::<4>();
        self.columns.clear();
        self.columns
            .extend(words.iter().map(|&word| u32::from_le_bytes(word)));
        self.rows += words.len() as u32;
        if words.len() < count as usize {
            return Err(ColumnReadError::Truncated {
                rows: self.rows,
                n: self.n,
            });
        }
        self.columns.iter().for_each(|&column| self.sum.add(column));
        if count > 0 && self.rows == self.n {
            self.end()?;
        }
        Ok(&self.columns)
    }

    fn end(&mut self) -> Result<(), ColumnReadError> {
        let mut expected = [0; 8];
        self.input
            .read_exact(&mut expected)
            .map_err(|error| cut_off(error, self.rows, self.n))?;
        let (found, expected) = (self.sum.0, u64::from_le_bytes(expected));
        if found != expected {
            return Err(ColumnReadError::Checksum { found, expected });
        }
        match self.input.read(&mut [0])? {
            0 => Ok(()),
            _ => Err(ColumnReadError::Trailing { n: self.n }),
        }
    }
}

fn cut_off(error: io::Error, rows: u32, n: u32) -> ColumnReadError {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        ColumnReadError::Truncated { rows, n }
    } else {
        error.into()
    }
}

/// Reads [`Encoding::Text`] or [`Encoding::Csv`] in chunks.
///
/// Entries are separated by blanks, line ends, or commas with blanks around them.
///
/// ```
/// use queens::engines::large::TextReader;
///
/// let mut reader = TextReader::new(&b"2, 4 1\n3\n"[..]);
/// assert_eq!(reader.read()?, [1, 3, 0, 2]);
/// assert!(reader.read()?.is_empty());
/// # Ok::<(), queens::engines::large::ColumnReadError>(())
/// ```
#[derive(Debug)]
pub struct TextReader<R> {
    input: R,
    /// Number of complete entries.
    entries: u64,
    /// Value of the digits so far of the current entry.
    entry: Option<u32>,
    columns: Vec<u32>,
}

impl<R: BufRead> TextReader<R> {
    /// Creates a reader of `input`.
    pub fn new(input: R) -> Self {
        TextReader {
            input,
            entries: 0,
            entry: None,
            columns: Vec::new(),
        }
    }

    /// Reads the columns (from 0) of the next rows; empty at the end.
    ///
    /// # Errors
    /// An entry that is not a column; an error of the input.
    pub fn read(&mut self) -> Result<&[u32], ColumnReadError> {
        self.columns.clear();
        while self.columns.is_empty() {
            let bytes = self.input.fill_buf()?;
            let length = bytes.len();
            if length == 0 {
                end_entry(&mut self.entry, &mut self.entries, &mut self.columns)?;
                break;
            }
            for &byte in bytes {
                match byte {
                    b'0'..=b'9' => {
                        let digit = u32::from(byte - b'0');
                        let entry = self
                            .entry
                            .unwrap_or(0)
                            .checked_mul(10)
                            .and_then(|tens| tens.checked_add(digit));
                        self.entry = Some(entry.ok_or(ColumnReadError::Number {
                            entry: self.entries + 1,
                        })?);
                    }
                    b' ' | b',' | b'\n' | b'\r' | b'\t' => {
                        end_entry(&mut self.entry, &mut self.entries, &mut self.columns)?;
                    }
                    _ => {
                        return Err(ColumnReadError::Number {
                            entry: self.entries + 1,
                        });
                    }
                }
            }
            self.input.consume(length);
        }
        Ok(&self.columns)
    }
}

/// Completes the current entry, if there is one.
#[inline(always)]
fn end_entry(
    entry: &mut Option<u32>,
    entries: &mut u64,
    columns: &mut Vec<u32>,
) -> Result<(), ColumnReadError> {
    if let Some(number) = entry.take() {
        *entries += 1;
        columns.push(
            number
                .checked_sub(1)
                .ok_or(ColumnReadError::Number { entry: *entries })?,
        );
    }
    Ok(())
}
