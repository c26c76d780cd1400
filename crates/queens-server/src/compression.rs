//! Compression of responses with gzip. Responses that are streamed are never compressed,
//! so that nothing delays their pieces.

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::Frame;
use std::io::{self, Write};
use std::mem;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

/// Number of bytes below which a response is not compressed: it fits into one packet.
pub(crate) const MIN_COMPRESSED_BYTES: u64 = 1 << 10;

/// Number of bytes that are compressed at a time, in about a millisecond.
const PIECE_BYTES: usize = 64 << 10;

/// The content types that become much smaller. Other pictures are compressed already.
const TEXT_TYPES: [&str; 4] = [
    "application/json",
    "application/problem+json",
    "image/svg+xml",
    "text/",
];

/// Compresses responses of known length, for clients that accept it. A response with
/// `Vary` has made its choice.
pub(crate) async fn compress_response(request: Request, next: Next) -> Response {
    let accepts_gzip = accepts_gzip(request.headers());
    let mut response = next.run(request).await;
    let head = response.headers();
    let content = head
        .get(header::CONTENT_TYPE)
        .map_or(&b""[..], HeaderValue::as_bytes);
    let is_text = TEXT_TYPES
        .iter()
        .any(|text| content.starts_with(text.as_bytes()));
    let is_long = response
        .body()
        .size_hint()
        .exact()
        .is_some_and(|length| length >= MIN_COMPRESSED_BYTES);
    if !is_text || !is_long || head.contains_key(header::VARY) {
        return response;
    }
    response
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if !accepts_gzip {
        return response;
    }
    response
        .headers_mut()
        .insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    response.headers_mut().remove(header::CONTENT_LENGTH);
    response.map(|body| Body::new(GzipBody::new(body)))
}

/// True if a client accepts gzip: `Accept-Encoding` names it, or `*`, with a weight above
/// 0 (RFC 9110, section 12.5.3).
pub(crate) fn accepts_gzip(headers: &HeaderMap) -> bool {
    let weight_of = |name: &str| {
        let values = headers.get_all(header::ACCEPT_ENCODING).iter();
        let mut codings = values
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','));
        codings.find_map(|coding| {
            let (coding, parameters) = coding.split_once(';').unwrap_or((coding, "q=1"));
            let (key, weight) = parameters.split_once('=')?;
            let is_weight = key.trim().eq_ignore_ascii_case("q")
                && coding.trim().eq_ignore_ascii_case(name);
            is_weight.then(|| weight.trim().parse::<f32>().unwrap_or(0.0))
        })
    };
    weight_of("gzip")
        .or_else(|| weight_of("*"))
        .is_some_and(|weight| weight > 0.0)
}

/// Compresses as well as possible.
pub(crate) fn compress_best(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}

/// Body that is compressed piece by piece, so that a long one does not hold up the thread
/// of other connections.
struct GzipBody {
    body: Body,
    /// Bytes of the body that are not compressed yet.
    waiting: Bytes,
    /// None after the end.
    encoder: Option<GzEncoder<Vec<u8>>>,
}

impl GzipBody {
    fn new(body: Body) -> Self {
        let encoder = Some(GzEncoder::new(Vec::new(), Compression::default()));
        GzipBody {
            body,
            waiting: Bytes::new(),
            encoder,
        }
    }

    /// Compresses the next piece; returns what is ready to be sent, possibly nothing.
    fn compress_piece(&mut self) -> io::Result<Bytes> {
        let Some(encoder) = &mut self.encoder else {
            return Ok(Bytes::new());
        };
        let piece = self.waiting.split_to(self.waiting.len().min(PIECE_BYTES));
        encoder.write_all(&piece)?;
        Ok(mem::take(encoder.get_mut()).into())
    }
}

impl HttpBody for GzipBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.waiting.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_frame(cx)) {
                Some(Ok(frame)) => self.waiting = frame.into_data().unwrap_or_default(),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => {
                    let last = self.encoder.take().map(GzEncoder::finish);
                    let frame = |bytes: Vec<u8>| Frame::data(bytes.into());
                    return Poll::Ready(
                        last.map(|bytes| bytes.map(frame).map_err(axum::Error::new)),
                    );
                }
            }
        }
        match self.compress_piece() {
            Ok(bytes) if bytes.is_empty() => {
                cx.waker().wake_by_ref();
                Poll::Pending
            }
            Ok(bytes) => Poll::Ready(Some(Ok(Frame::data(bytes)))),
            Err(error) => Poll::Ready(Some(Err(axum::Error::new(error)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of RFC 9110, section 12.5.3, and some others.
    #[test]
    fn gzip_is_accepted_by_name_or_star_with_a_weight() {
        for (value, is_accepted) in [
            ("compress, gzip", true),
            ("", false),
            ("*", true),
            ("compress;q=0.5, gzip;q=1.0", true),
            ("gzip;q=1.0, identity; q=0.5, *;q=0", true),
            ("gzip, deflate, br, zstd", true),
            ("GZIP ; Q=0.1", true),
            ("gzip;q=0", false),
            ("gzip;q=0.000, *", false),
            ("*;q=0", false),
            ("br, identity", false),
            ("gzip;q=high", false),
            ("x-gzipped", false),
        ] {
            let headers = HeaderMap::from_iter([(
                header::ACCEPT_ENCODING,
                HeaderValue::from_static(value),
            )]);
            assert_eq!(accepts_gzip(&headers), is_accepted, "{value}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
