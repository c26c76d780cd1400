//! The pages of other servers that may show the page in a frame.

use crate::assets::{CONTENT_POLICY, SCRIPT_SOURCES};
use axum::http::HeaderValue;
use std::fmt;
use std::str::FromStr;

/// Origin of pages that may show the page in a frame: scheme, host and port, such as
/// `https://example.org`.
///
/// ```
/// use queens_server::EmbedOrigin;
///
/// let origin: EmbedOrigin = "HTTPS://Example.org:8443".parse()?;
/// assert_eq!(origin.to_string(), "https://example.org:8443");
/// assert!("https://example.org/page".parse::<EmbedOrigin>().is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmbedOrigin(String);

impl FromStr for EmbedOrigin {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let origin = text.to_ascii_lowercase();
        if is_origin(&origin) {
            return Ok(EmbedOrigin(origin));
        }
        Err(format!(
            "'{text}' is not an origin: write scheme, host and port (if it is not the default) without a path, such as \
             https://example.org or http://localhost:3000"
        ))
    }
}

impl fmt::Display for EmbedOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// True for an origin in small letters that a policy can name (Content Security Policy
/// Level 3, section 2.3.1): no pattern, and no IPv6 address.
fn is_origin(text: &str) -> bool {
    let Some(authority) = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
    else {
        return false;
    };
    let (host, port) = authority.split_once(':').unwrap_or((authority, "80"));
    let is_label = |label: &str| {
        !label.is_empty()
            && label
                .bytes()
                .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let is_port = port.bytes().all(|b| b.is_ascii_digit())
        && port.parse::<u16>().is_ok_and(|port| port > 0);
    host.split('.').all(is_label) && is_port
}

/// The content security policy of the page, which only pages of `origins` may show in a
/// frame.
pub(crate) fn page_policy(origins: &[EmbedOrigin]) -> HeaderValue {
    let names: Vec<&str> = origins.iter().map(|origin| origin.0.as_str()).collect();
    let ancestors = if names.is_empty() {
        "'none'".to_owned()
    } else {
        names.join(" ")
    };
    // An origin holds only characters of a header.
    let scripts = SCRIPT_SOURCES.as_str();
    HeaderValue::from_str(&format!(
        "{CONTENT_POLICY}; script-src {scripts}; frame-ancestors {ancestors}"
    ))
    .unwrap_or(HeaderValue::from_static("default-src 'none'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_has_a_scheme_a_host_and_a_port() {
        for text in [
            "https://example.org",
            "http://localhost",
            "http://localhost:3000",
            "http://127.0.0.1:8080",
            "https://a-b.example.org:65535",
        ] {
            assert_eq!(text.parse(), Ok(EmbedOrigin(text.to_owned())), "{text}");
        }
        for text in [
            "",
            "*",
            "null",
            "'self'",
            "example.org",
            "https:",
            "https://",
            "ftp://example.org",
            "https://*.example.org",
            "https://example.org/",
            "https://example.org/page",
            "https://example..org",
            "https://example.org:",
            "https://example.org:0",
            "https://example.org:+80",
            "https://example.org:65536",
            "https://me@example.org",
            "http://[::1]:8080",
            "https://example.org https://other.example",
            "https://example.org; script-src *",
            "https://example.org,https://other.example",
            "https://exämple.org",
        ] {
            let error = text.parse::<EmbedOrigin>().expect_err(text);
            assert!(
                error.contains(&format!("'{text}'"))
                    && error.contains("https://example.org"),
                "{error}"
            );
        }
    }
}
