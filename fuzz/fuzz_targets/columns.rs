#![no_main]
//! Any bytes are columns in the binary or the text form, or an error; what is written reads back.

use libfuzzer_sys::fuzz_target;
use queens::large::{BinaryReader, ReadError, Style, TextReader, write_binary, write_text};

/// Every column that `read` gives before it ends.
fn all(mut read: impl FnMut() -> Result<Vec<u32>, ReadError>) -> Result<Vec<u32>, ReadError> {
    let mut columns = Vec::new();
    loop {
        let more = read()?;
        if more.is_empty() {
            return Ok(columns);
        }
        columns.extend(more);
    }
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut reader) = BinaryReader::new(bytes)
        && let Ok(columns) = all(|| reader.read().map(<[u32]>::to_vec))
    {
        let mut written = Vec::new();
        write_binary(reader.n(), columns, &mut written).expect("as many columns as rows");
        assert_eq!(written, bytes);
    }
    let mut reader = TextReader::new(bytes);
    if let Ok(columns) = all(|| reader.read().map(<[u32]>::to_vec)) {
        let mut written = Vec::new();
        write_text(columns.iter().copied(), Style::Csv, &mut written).expect("memory takes it");
        let mut reader = TextReader::new(&written[..]);
        assert_eq!(all(|| reader.read().map(<[u32]>::to_vec)).expect("our own text"), columns);
    }
});
