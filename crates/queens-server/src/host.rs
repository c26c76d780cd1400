//! For whom the server answers.
//!
//! A page from elsewhere can have its own name point to this machine and then read what is served
//! here ("DNS rebinding"). The browser still says that name, so the server answers only to names
//! that are its own. An address in numbers is always right: nobody can make it point elsewhere.

use crate::fault::{Fault, clip};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;
use std::sync::Arc;

/// Lets requests pass that name this server, or, as those of no browser, name none.
pub(crate) async fn check(
    State(allowed): State<Arc<[String]>>,
    request: Request,
    next: Next,
) -> Result<Response, Fault> {
    for value in request.headers().get_all(HOST) {
        let value = String::from_utf8_lossy(value.as_bytes());
        if !is_allowed(&value, &allowed) {
            let name = clip(&value, 80);
            let detail = format!(
                "'{name}' is not a name of this server: use localhost or its address in numbers, or start it with \
                 --allow-host"
            );
            return Err(Fault::new(StatusCode::MISDIRECTED_REQUEST, detail));
        }
    }
    // What a page from elsewhere sends tells where that page is from.
    for value in request.headers().get_all(ORIGIN) {
        let value = String::from_utf8_lossy(value.as_bytes());
        let host = value.split_once("://").map(|(_, host)| host);
        if !host.is_some_and(|host| is_allowed(host, &allowed)) {
            let page = clip(&value, 80);
            let detail = format!(
                "a page of '{page}' may ask nothing of this server: open the page that it serves, or use --allow-host"
            );
            return Err(Fault::new(StatusCode::FORBIDDEN, detail));
        }
    }
    Ok(next.run(request).await)
}

fn is_allowed(value: &str, allowed: &[String]) -> bool {
    let Ok(authority) = value.parse::<Authority>() else { return false };
    let name = authority.host();
    name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || allowed.iter().any(|own| name.eq_ignore_ascii_case(own))
}

#[cfg(test)]
mod tests {
    use super::is_allowed;

    #[test]
    fn only_numbers_and_own_names_are_allowed() {
        let own = ["queens.example".to_owned()];
        for value in
            ["localhost", "LocalHost:80", "127.0.0.1:8080", "[::1]:8080", "192.0.2.7", "Queens.Example"]
        {
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
}
