//! Decoding of PNG, JPEG and WebP, scaled down to a bounded number of pixels.
//!
//! The size is checked before the pixels are decoded, and the memory that decoding and
//! the search of the board take is set aside before they begin. The decoders read through
//! [`LimitedBytes`], which checks the limits every few bytes and ends the input if one is
//! reached. The decoder of WebP reads all of its input early: its pictures are small
//! enough to be done soon.

use super::exif::Orientation;
use super::{PixelColor, PixelImage};
use crate::read::markup::GRID_ATTRIBUTE;
use crate::read::{
    MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, MAX_TEXT_BYTES, MAX_WEBP_PIXELS, PictureError,
    PuzzleReadError,
};
use control::{Limits, MemoryLoan, Stop};
use std::fmt::Display;
use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom};

/// Maximum number of pixels for the search of the board: larger pictures are scaled down
/// by a whole number.
const WORKING_PIXELS: usize = 4 << 20;
/// Maximum memory of a decoder for each pixel, in bytes, its output included: a
/// progressive JPEG keeps its coefficients beside the colours; a lossy WebP keeps
/// brightness, colours and transparency beside all of them together (10.4 bytes,
/// docs/lab/pictures.md).
const DECODER_BYTES: u64 = 12;
/// Maximum memory of the search of the board for each pixel of the picture that it gets,
/// in bytes (16.5 for one of noise).
const SEARCH_BYTES: u64 = 18;
/// Number of bytes between two checks of the limits. Deflate expands a byte to at most
/// 1,032.
const CHECKED_BYTES: usize = 256;
/// Memory that a PNG's decoder may take for everything except the pixels, in bytes:
/// texts, profiles, a row.
const MAX_PNG_EXTRA_BYTES: usize = 8 << 20;

/// File format of a picture, by its first bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::read) enum PictureKind {
    Png,
    Jpeg,
    WebP,
    /// A known format that is not supported.
    Other(&'static str),
}

impl PictureKind {
    /// Recognises the format of a picture file by its first bytes.
    pub(in crate::read) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let kinds: [(&[u8], PictureKind); 6] = [
            (b"\x89PNG\r\n\x1a\n", PictureKind::Png),
            (b"\xff\xd8\xff", PictureKind::Jpeg),
            (b"RIFF", PictureKind::WebP),
            (b"GIF8", PictureKind::Other("GIF")),
            (b"II*\0", PictureKind::Other("TIFF")),
            (b"MM\0*", PictureKind::Other("TIFF")),
        ];
        let known = kinds
            .into_iter()
            .find(|(start, _)| bytes.starts_with(start))
            .map(|(_, kind)| kind);
        // AVIF and HEIC begin with a box `ftyp`.
        known.or_else(|| match bytes.get(4..12)? {
            b"ftypavif" => Some(PictureKind::Other("AVIF")),
            b"ftypheic" | b"ftypheix" | b"ftypmif1" => Some(PictureKind::Other("HEIC")),
            _ => None,
        })
    }

    /// Returns the media type; `None` for a format that is not read.
    pub(in crate::read) fn media_type(self) -> Option<&'static str> {
        match self {
            PictureKind::Png => Some("image/png"),
            PictureKind::Jpeg => Some("image/jpeg"),
            PictureKind::WebP => Some("image/webp"),
            PictureKind::Other(_) => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            PictureKind::Png => "PNG",
            PictureKind::Jpeg => "JPEG",
            PictureKind::WebP => "WebP",
            PictureKind::Other(name) => name,
        }
    }

    /// Error for a picture of this format that cannot be decoded.
    fn decode_error(self, reason: impl Display) -> PictureError {
        PictureError::Decode {
            kind: self.name(),
            reason: reason.to_string(),
        }
    }
}

/// Bytes of a picture that seem to end when a limit is reached: every decoder copes with
/// a truncated file, but not every decoder passes on an error of its input.
struct LimitedBytes<'b, 'l> {
    bytes: &'b [u8],
    at: usize,
    /// Position up to which the limits have been checked.
    allowed: usize,
    limits: &'l Limits,
}

impl<'b, 'l> LimitedBytes<'b, 'l> {
    fn new(bytes: &'b [u8], limits: &'l Limits) -> Self {
        LimitedBytes {
            bytes,
            at: 0,
            allowed: 0,
            limits,
        }
    }
}

impl BufRead for LimitedBytes<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at >= self.allowed {
            if self.limits.check().is_err() {
                return Ok(&[]);
            }
            self.allowed = self.at.saturating_add(CHECKED_BYTES);
        }
        let end = self.allowed.min(self.bytes.len());
        Ok(self.bytes.get(self.at..end).unwrap_or_default())
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for LimitedBytes<'_, '_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.fill_buf()?.read(buffer)?;
        self.consume(length);
        Ok(length)
    }
}

impl Seek for LimitedBytes<'_, '_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let mut cursor = Cursor::new(self.bytes);
        cursor.set_position(self.at as u64);
        let at = cursor.seek(to)?;
        self.at = usize::try_from(at).unwrap_or(usize::MAX);
        Ok(at)
    }
}

/// Output of a decoder.
struct DecodedPicture {
    width: usize,
    height: usize,
    /// Bytes for each pixel: gray, gray and alpha, colours, colours and alpha.
    samples: usize,
    bytes: Vec<u8>,
    orientation: Orientation,
}

/// Decodes a picture, scales it down if it is large, and turns it upright by its EXIF
/// orientation. Also returns the width and height in the file. The memory for it is set
/// aside before: [`lend_memory`].
///
/// # Errors
/// An unsupported format, an invalid picture; [`PuzzleReadError::Stopped`].
///
/// # Complexity
/// Linear in the pixels; at most [`DECODER_BYTES`] for each of them, and [`SEARCH_BYTES`]
/// for each of [`WORKING_PIXELS`].
pub(super) fn decode(
    bytes: &[u8],
    kind: PictureKind,
    limits: &Limits,
) -> Result<(PixelImage, [u32; 2]), PuzzleReadError> {
    let decoded = match kind {
        PictureKind::Png => png(bytes, limits),
        PictureKind::Jpeg => jpeg(bytes, limits),
        PictureKind::WebP => webp(bytes, limits),
        PictureKind::Other(name) => return Err(PictureError::Kind(name).into()),
    };
    // What seems broken may have been stopped.
    limits.check()?;
    let decoded = decoded?;
    if decoded.bytes.len() < decoded.width * decoded.height * decoded.samples {
        return Err(kind.decode_error("pixels are missing").into());
    }
    let sides = [decoded.width, decoded.height].map(|side| side as u32);
    Ok((decoded.orientation.apply(decoded.reduced(limits)?), sides))
}

/// Checks the size of a picture, and sets aside the memory that decoding it and searching
/// it for a board take.
///
/// # Errors
/// An unsupported format, a picture that is too large or has no valid header;
/// [`PuzzleReadError::Stopped`].
pub(super) fn lend_memory(
    bytes: &[u8],
    kind: PictureKind,
    limits: &Limits,
) -> Result<MemoryLoan, PuzzleReadError> {
    if bytes.len() > MAX_IMAGE_BYTES {
        return Err(PictureError::Bytes(bytes.len()).into());
    }
    let header = match kind {
        PictureKind::Png => png_sides(bytes, limits),
        PictureKind::Jpeg => jpeg_sides(bytes, limits),
        PictureKind::WebP => webp_sides(bytes, limits),
        PictureKind::Other(name) => return Err(PictureError::Kind(name).into()),
    };
    // What seems broken may have been stopped.
    limits.check()?;
    let (width, height) = header?;
    let most = if kind == PictureKind::WebP {
        MAX_WEBP_PIXELS
    } else {
        MAX_IMAGE_PIXELS
    };
    let pixels = u64::from(width) * u64::from(height);
    if pixels > most {
        return Err(PictureError::Pixels {
            width,
            height,
            most,
        }
        .into());
    }
    let searched = SEARCH_BYTES * pixels.min(WORKING_PIXELS as u64);
    Ok(limits.lend_memory(searched.max(DECODER_BYTES * pixels))?)
}

fn png_sides(bytes: &[u8], limits: &Limits) -> Result<(u32, u32), PuzzleReadError> {
    let mut decoder = png_decoder(bytes, limits);
    let info = decoder
        .read_header_info()
        .map_err(|error| PictureKind::Png.decode_error(error))?;
    Ok((info.width, info.height))
}

fn jpeg_sides(bytes: &[u8], limits: &Limits) -> Result<(u32, u32), PuzzleReadError> {
    let mut decoder = zune_jpeg::JpegDecoder::new(LimitedBytes::new(bytes, limits));
    decoder
        .decode_headers()
        .map_err(|error| PictureKind::Jpeg.decode_error(error))?;
    let info = decoder
        .info()
        .ok_or_else(|| PictureKind::Jpeg.decode_error("it has no size"))?;
    Ok((info.width.into(), info.height.into()))
}

fn webp_sides(bytes: &[u8], limits: &Limits) -> Result<(u32, u32), PuzzleReadError> {
    let decoder = webp_decoder(bytes, limits)?;
    let (width, height) = decoder.dimensions();
    // The decoder allocates for the size in the frame, which can be larger than the one
    // in the header.
    let (frame_width, frame_height) = webp_frame(bytes).unwrap_or_default();
    Ok((width.max(frame_width), height.max(frame_height)))
}

fn png(bytes: &[u8], limits: &Limits) -> Result<DecodedPicture, PuzzleReadError> {
    let failed = |error: png::DecodingError| PictureKind::Png.decode_error(error);
    let mut decoder = png_decoder(bytes, limits);
    decoder.set_ignore_text_chunk(true);
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(failed)?;
    let info = reader.info();
    let (width, height) = (info.width, info.height);
    let orientation = Orientation::from_exif(info.exif_metadata.as_deref());
    let size = reader
        .output_buffer_size()
        .ok_or_else(|| PictureKind::Png.decode_error("it has no size"))?;
    let mut bytes = vec![0; size];
    let frame = reader.next_frame(&mut bytes).map_err(failed)?;
    bytes.truncate(frame.buffer_size());
    let samples = frame.color_type.samples();
    Ok(DecodedPicture {
        width: width as usize,
        height: height as usize,
        samples,
        bytes,
        orientation,
    })
}

/// Returns a decoder that ignores colour profiles, which may expand to any size.
fn png_decoder<'b, 'l>(
    bytes: &'b [u8],
    limits: &'l Limits,
) -> png::Decoder<LimitedBytes<'b, 'l>> {
    let extra = png::Limits {
        bytes: MAX_PNG_EXTRA_BYTES,
    };
    let mut decoder =
        png::Decoder::new_with_limits(LimitedBytes::new(bytes, limits), extra);
    decoder.set_ignore_iccp_chunk(true);
    decoder
}

fn jpeg(bytes: &[u8], limits: &Limits) -> Result<DecodedPicture, PuzzleReadError> {
    let failed =
        |error: zune_jpeg::errors::DecodeErrors| PictureKind::Jpeg.decode_error(error);
    let mut decoder = zune_jpeg::JpegDecoder::new(LimitedBytes::new(bytes, limits));
    decoder.decode_headers().map_err(failed)?;
    let info = decoder
        .info()
        .ok_or_else(|| PictureKind::Jpeg.decode_error("it has no size"))?;
    let bytes = decoder.decode().map_err(failed)?;
    let samples = decoder
        .output_colorspace()
        .map_or(3, |colors| colors.num_components());
    let orientation = Orientation::from_exif(decoder.exif().map(Vec::as_slice));
    let (width, height) = (info.width.into(), info.height.into());
    Ok(DecodedPicture {
        width,
        height,
        samples,
        bytes,
        orientation,
    })
}

fn webp_decoder<'b, 'l>(
    bytes: &'b [u8],
    limits: &'l Limits,
) -> Result<image_webp::WebPDecoder<LimitedBytes<'b, 'l>>, PuzzleReadError> {
    let decoder = image_webp::WebPDecoder::new(LimitedBytes::new(bytes, limits));
    let mut decoder = decoder.map_err(|error| PictureKind::WebP.decode_error(error))?;
    decoder.set_memory_limit(MAX_TEXT_BYTES);
    if decoder.is_animated() {
        return Err(PictureKind::WebP.decode_error("it is animated").into());
    }
    Ok(decoder)
}

fn webp(bytes: &[u8], limits: &Limits) -> Result<DecodedPicture, PuzzleReadError> {
    let mut decoder = webp_decoder(bytes, limits)?;
    let (width, height) = decoder.dimensions();
    let orientation =
        Orientation::from_exif(decoder.exif_metadata().ok().flatten().as_deref());
    let size = decoder
        .output_buffer_size()
        .ok_or_else(|| PictureKind::WebP.decode_error("it has no size"))?;
    let mut bytes = vec![0; size];
    decoder
        .read_image(&mut bytes)
        .map_err(|error| PictureKind::WebP.decode_error(error))?;
    let samples = if decoder.has_alpha() { 4 } else { 3 };
    Ok(DecodedPicture {
        width: width as usize,
        height: height as usize,
        samples,
        bytes,
        orientation,
    })
}

/// Width and height in the first `VP8 ` chunk of a WebP file, if it has one.
fn webp_frame(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut rest = bytes.get(12..)?;
    loop {
        let (name, length) = (rest.get(..4)?, rest.get(4..8)?);
        let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
        let body = &rest[8..];
        if name == b"VP8 " {
            let side = |at: usize| {
                Some(u32::from(u16::from_le_bytes([
                    *body.get(at)?,
                    *body.get(at + 1)?,
                ])))
            };
            return Some((side(6)? & 0x3fff, side(8)? & 0x3fff));
        }
        rest = body.get(length.checked_add(length % 2)?..)?;
    }
}

impl DecodedPicture {
    /// Scales the picture down to at most [`WORKING_PIXELS`] by averaging square blocks
    /// of pixels on a white ground.
    fn reduced(&self, limits: &Limits) -> Result<PixelImage, Stop> {
        let sides =
            |factor: usize| (self.width.div_ceil(factor), self.height.div_ceil(factor));
        let factor = (1..)
            .find(|&factor| {
                let (width, height) = sides(factor);
                width * height <= WORKING_PIXELS
            })
            .unwrap_or(1);
        let (width, height) = sides(factor);
        let mut pixels = Vec::with_capacity(width * height);
        let mut sums = vec![[0_u32; 4]; width];
        let rows: Vec<&[u8]> = self
            .bytes
            .chunks_exact(self.width * self.samples)
            .take(self.height)
            .collect();
        for rows in rows.chunks(factor) {
            limits.check()?;
            sums.fill([0; 4]);
            for row in rows {
                for (x, samples) in row.chunks_exact(self.samples).enumerate() {
                    let sum = &mut sums[x / factor];
                    let color = on_white(samples);
                    (0..3).for_each(|channel| sum[channel] += u32::from(color[channel]));
                    sum[3] += 1;
                }
            }
            pixels.extend(sums.iter().map(|&[r, g, b, count]| {
                [r, g, b].map(|sum| (sum / count.max(1)) as u8)
            }));
        }
        Ok(PixelImage {
            width,
            height,
            pixels,
        })
    }
}

/// Blends a pixel with a white ground.
fn on_white(samples: &[u8]) -> PixelColor {
    let on_white = |value: u8, alpha: u8| {
        let (value, alpha) = (u32::from(value), u32::from(alpha));
        ((value * alpha + 255 * (255 - alpha)) / 255) as u8
    };
    match *samples {
        [gray] => [gray; 3],
        [gray, alpha] => [on_white(gray, alpha); 3],
        [r, g, b, alpha] => [r, g, b].map(|value| on_white(value, alpha)),
        [r, g, b, ..] => [r, g, b],
        [] => [255; 3],
    }
}

/// Letter grid that [`crate::write`] embeds in a PNG.
pub(super) fn embedded_grid(bytes: &[u8], limits: &Limits) -> Option<String> {
    let reader = png_decoder(bytes, limits).read_info().ok()?;
    let info = reader.info();
    let latin_1 = info
        .uncompressed_latin1_text
        .iter()
        .find(|text| text.keyword == GRID_ATTRIBUTE)
        .map(|text| text.text.clone());
    let text = latin_1.or_else(|| {
        let texts = &info.utf8_text;
        texts
            .iter()
            .find(|text| text.keyword == GRID_ATTRIBUTE && !text.compressed)?
            .get_text()
            .ok()
    })?;
    (text.len() <= MAX_TEXT_BYTES).then_some(text)
}
