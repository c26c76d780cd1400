//! The check of where a request comes from: its host, its origin, and what it is for.
//!
//! A page of another server can make its own name point to this machine and then read the
//! responses of this server (DNS rebinding). The browser still sends that name, so the
//! server accepts only its own names. An IP address is always accepted, because it cannot
//! be made to point elsewhere.
//!
//! Such a page cannot read the responses to its pictures, scripts and frames, but the
//! server would compute them. Browsers mark these requests with `Sec-Fetch-Site` (Fetch
//! Metadata, W3C) instead of `Origin`.

use crate::fault::ServerFault;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::Response;
use queens::control::clip_to;
use std::net::IpAddr;
use std::sync::Arc;

/// Accepts requests that name this server, or no server. A request with an origin must
/// come from a page of this server, under the name of the request, or from an allowed
/// name. Without an origin, a page of another server may only link to this one, or show
/// its page in a frame.
pub(crate) async fn check_host(
    State(allowed): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Result<Response, ServerFault> {
    let text =
        |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = request.headers();
    let hosts: Vec<String> = headers.get_all(HOST).iter().map(text).collect();
    if let Some(host) = hosts.iter().find(|host| !is_allowed(host, &allowed)) {
        let name = clip_to(host, 80);
        let detail = format!(
            "this server does not answer to '{name}': use localhost or its IP address, or start it with --allow-host"
        );
        return Err(ServerFault::new(StatusCode::MISDIRECTED_REQUEST, detail));
    }
    if !headers.contains_key(ORIGIN)
        && is_foreign(headers)
        && !is_visit(headers, request.uri().path())
    {
        let detail = "pages of other servers may link to this address, but not load it: open it as a page of its own";
        return Err(ServerFault::new(StatusCode::FORBIDDEN, detail));
    }
    for origin in headers.get_all(ORIGIN).iter().map(text) {
        if !is_own(&origin, &hosts, &allowed) {
            let page = clip_to(&origin, 80);
            let detail = format!(
                "requests from pages of '{page}' are not allowed: open the page of this server, or start it with --allow-host"
            );
            return Err(ServerFault::new(StatusCode::FORBIDDEN, detail));
        }
    }
    Ok(next.run(request).await)
}

/// True if a browser says that a page of another server asks. Another port of this
/// machine is `same-site`.
fn is_foreign(headers: &HeaderMap) -> bool {
    header_field(headers, "sec-fetch-site")
        .is_some_and(|site| !matches!(site, b"same-origin" | b"none"))
}

/// True if the response is what the user sees next: a link that was followed, or the page
/// in a frame, which [`page_policy`](crate::embed::page_policy) allows or forbids. A
/// browser may fetch links ahead (`Sec-Purpose: prefetch`).
fn is_visit(headers: &HeaderMap, path: &str) -> bool {
    let is_ahead = headers.contains_key("sec-purpose");
    let is_navigation = header_field(headers, "sec-fetch-mode") == Some(b"navigate");
    let is_shown = match header_field(headers, "sec-fetch-dest") {
        Some(b"document") => true,
        Some(b"iframe" | b"frame") => path == "/",
        _ => false,
    };
    is_navigation && is_shown && !is_ahead
}

fn header_field<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h [u8]> {
    headers.get(name).map(HeaderValue::as_bytes)
}

/// True if `origin` (scheme, host, port) is this server, called by `hosts` in the
/// request: host and port must agree, and the default port of the scheme may be omitted.
/// An allowed name is trusted at every port.
fn is_own(origin: &str, hosts: &[String], allowed: &[String]) -> bool {
    let Some((scheme, authority)) = origin.split_once("://") else {
        return false;
    };
    let implied = match scheme {
        "http" => 80,
        "https" => 443,
        _ => return false,
    };
    let Ok(page) = authority.parse::<Authority>() else {
        return false;
    };
    let is_name_of_page = |name: &str| page.host().eq_ignore_ascii_case(name);
    let port = |authority: &Authority| authority.port_u16().unwrap_or(implied);
    allowed.iter().any(|own| is_name_of_page(own))
        || hosts
            .iter()
            .filter_map(|host| host.parse::<Authority>().ok())
            .any(|host| is_name_of_page(host.host()) && port(&host) == port(&page))
}

fn is_allowed(value: &str, allowed: &[String]) -> bool {
    let Ok(authority) = value.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    name.trim_start_matches('[')
        .trim_end_matches(']')
        .parse::<IpAddr>()
        .is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || allowed.iter().any(|own| name.eq_ignore_ascii_case(own))
}

#[cfg(test)]
mod tests {
    use super::{is_allowed, is_own};

    #[test]
    fn accepts_only_numbers_and_own_names() {
        let own = ["queens.example".to_owned()];
        for value in [
            "localhost",
            "LocalHost:80",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.0.2.7",
            "Queens.Example",
        ] {
            assert!(is_allowed(value, &own), "{value}");
        }
        for value in [
            "",
            "evil.example",
            "localhost.evil.example",
            "127.0.0.1.evil.example:80",
            "queens.example.org",
            "a b",
        ] {
            assert!(!is_allowed(value, &own), "{value}");
        }
    }

    #[test]
    fn checks_host_and_port_of_an_origin() {
        let allowed = ["queens.example".to_owned()];
        for (origin, host, is_accepted) in [
            ("http://localhost:8080", "localhost:8080", true),
            ("http://LOCALHOST:8080", "localhost:8080", true),
            ("http://127.0.0.1:8080", "127.0.0.1:8080", true),
            ("http://[::1]:8080", "[::1]:8080", true),
            ("http://localhost", "localhost", true),
            ("http://localhost", "localhost:80", true),
            ("https://localhost", "localhost:443", true),
            // Another port, host or scheme; no origin at all.
            ("http://localhost:8081", "localhost:8080", false),
            ("http://localhost", "localhost:8080", false),
            ("https://localhost", "localhost:80", false),
            ("http://127.0.0.1:8080", "localhost:8080", false),
            ("http://192.0.2.7:8080", "localhost:8080", false),
            ("http://evil.example", "localhost:8080", false),
            (
                "http://localhost:8080@evil.example",
                "localhost:8080",
                false,
            ),
            ("ftp://localhost:8080", "localhost:8080", false),
            ("null", "localhost:8080", false),
            ("", "localhost:8080", false),
            // Names that are allowed, as behind a proxy that gives another name on.
            ("https://queens.example", "127.0.0.1:8080", true),
            ("https://queens.example.org", "127.0.0.1:8080", false),
        ] {
            assert_eq!(
                is_own(origin, &[host.to_owned()], &allowed),
                is_accepted,
                "{origin} to {host}"
            );
        }
        assert!(!is_own("http://localhost", &[], &allowed));
    }
}
