#![no_main]
//! Any bytes are columns in the binary or the text form, or an error; what is written
//! reads back.

use libfuzzer_sys::fuzz_target;
use queens::engines::large::{
    BinaryReader, ColumnReadError, ColumnWriter, Encoding, TextReader,
};

/// Every column that `read` gives before it ends.
fn all(
    mut read: impl FnMut() -> Result<Vec<u32>, ColumnReadError>,
) -> Result<Vec<u32>, ColumnReadError> {
    let mut columns = Vec::new();
    loop {
        let more = read()?;
        if more.is_empty() {
            return Ok(columns);
        }
        columns.extend(more);
    }
}

fn written(n: u32, style: Encoding, columns: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut writer = ColumnWriter::new(n, style, &mut bytes);
    writer
        .push(columns)
        .and_then(|()| writer.finish())
        .expect("as many columns as rows");
    bytes
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mut reader) = BinaryReader::new(bytes)
        && let Ok(columns) = all(|| reader.read().map(<[u32]>::to_vec))
    {
        assert_eq!(written(reader.n(), Encoding::Binary, &columns), bytes);
    }
    let mut reader = TextReader::new(bytes);
    if let Ok(columns) = all(|| reader.read().map(<[u32]>::to_vec)) {
        let written = written(columns.len() as u32, Encoding::Csv, &columns);
        let mut reader = TextReader::new(&written[..]);
        assert_eq!(
            all(|| reader.read().map(<[u32]>::to_vec)).expect("our own text"),
            columns
        );
    }
});
