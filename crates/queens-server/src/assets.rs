//! The files of the page, as they stand in the folder `page`: they are part of the program.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;

/// What a browser may do with the page: load from this server alone, and nothing that stands within a page.
pub(crate) const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

const PAGE: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const PICTURE: &str = "image/svg+xml";

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asset {
    /// Its path on the server.
    pub(crate) path: &'static str,
    /// Its type, as it stands in `Content-Type`.
    pub(crate) content_type: &'static str,
    /// What it holds.
    pub(crate) bytes: &'static [u8],
}

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        Asset {
            path: concat!("/assets/", $name),
            content_type: $kind,
            bytes: include_bytes!(concat!("../page/", $name)),
        }
    };
}

/// Every file, the page itself first.
pub(crate) static ASSETS: &[Asset] = &[
    Asset { path: "/", content_type: PAGE, bytes: include_bytes!("../page/index.html") },
    Asset { path: "/api", content_type: PAGE, bytes: include_bytes!("../page/openapi.html") },
    asset!("api.js", SCRIPT),
    asset!("board-words.js", SCRIPT),
    asset!("board.js", SCRIPT),
    asset!("brushes.js", SCRIPT),
    asset!("campaigns.js", SCRIPT),
    asset!("dom.js", SCRIPT),
    asset!("icon.svg", PICTURE),
    asset!("main.js", SCRIPT),
    asset!("mini.js", SCRIPT),
    asset!("openapi.css", STYLE),
    asset!("openapi.js", SCRIPT),
    asset!("part-board.js", SCRIPT),
    asset!("part-counts.js", SCRIPT),
    asset!("part-engines.js", SCRIPT),
    asset!("part-puzzles.js", SCRIPT),
    asset!("part-race.js", SCRIPT),
    asset!("part-search.js", SCRIPT),
    asset!("part-solutions.js", SCRIPT),
    asset!("part-steps.js", SCRIPT),
    asset!("parts.css", STYLE),
    asset!("pieces.js", SCRIPT),
    asset!("player.js", SCRIPT),
    asset!("plot.js", SCRIPT),
    asset!("position.js", SCRIPT),
    asset!("puzzle-hint.js", SCRIPT),
    asset!("puzzle-make.js", SCRIPT),
    asset!("puzzle-state.js", SCRIPT),
    asset!("race-lockstep.js", SCRIPT),
    asset!("race-words.js", SCRIPT),
    asset!("search-draw.js", SCRIPT),
    asset!("search-trace.js", SCRIPT),
    asset!("squares.js", SCRIPT),
    asset!("step-board.js", SCRIPT),
    asset!("step-words.js", SCRIPT),
    asset!("steps-draw.js", SCRIPT),
    asset!("store.js", SCRIPT),
    asset!("style.css", STYLE),
    asset!("tints.js", SCRIPT),
    asset!("tour.js", SCRIPT),
    asset!("trace-worker.js", SCRIPT),
    asset!("trace.js", SCRIPT),
    asset!("words.js", SCRIPT),
];

/// The tag of each file: another one as soon as the file is another.
static TAGS: LazyLock<Vec<HeaderValue>> = LazyLock::new(|| {
    let tag = |asset: &Asset| HeaderValue::from_str(&format!("\"{:016x}\"", fnv(asset.bytes)));
    ASSETS.iter().map(|asset| tag(asset).unwrap_or(HeaderValue::from_static("\"\""))).collect()
});

/// The hash FNV-1a (Fowler, Noll and Vo) of 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// `GET /`: the page.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    send("/", &headers)
}

/// `GET /api`: the description of the API, to be read.
pub(crate) async fn description(headers: HeaderMap) -> Response {
    send("/api", &headers)
}

/// `GET /assets/{name}`: a file of the page.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    send(&format!("/assets/{name}"), &headers)
}

/// `GET /assets/pieces.svg`: the pieces, as the pictures of the command have them.
pub(crate) async fn pieces() -> Response {
    let head = [(header::CONTENT_TYPE, PICTURE), (header::CACHE_CONTROL, "no-cache")];
    (head, queens::render::pieces()).into_response()
}

/// The file at `path`; only word that it is the same to a browser that has it.
fn send(path: &str, headers: &HeaderMap) -> Response {
    let Some(at) = ASSETS.iter().position(|asset| asset.path == path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let (asset, tag) = (ASSETS[at], &TAGS[at]);
    let rules = [
        (header::ETAG, tag.clone()),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_POLICY)),
    ];
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known == tag) {
        return (StatusCode::NOT_MODIFIED, rules).into_response();
    }
    let kind = [(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type))];
    (rules, kind, asset.bytes).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    /// First paint: the page, its style, its frame and its first part stay under 100 KB.
    const FIRST_PAINT: usize = 100_000;

    fn asset(name: &str) -> &'static Asset {
        ASSETS.iter().find(|asset| asset.path.ends_with(name)).expect("a file of the page")
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let names =
            fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").file_name());
        let is_served = |name: &String| [".js", ".css", ".svg"].iter().any(|end| name.ends_with(end));
        let there: BTreeSet<String> = names
            .filter_map(|name| name.into_string().ok())
            .filter(is_served)
            .map(|name| format!("/assets/{name}"))
            .collect();
        let served: BTreeSet<String> = ASSETS
            .iter()
            .filter(|asset| asset.content_type != PAGE)
            .map(|asset| asset.path.to_owned())
            .collect();
        assert_eq!(there, served);
    }

    /// Follows what each module imports at once, from `main.js` and the part of the board.
    #[test]
    fn first_paint_is_small() {
        let mut wanted = vec!["main.js", "part-board.js"];
        let mut found = BTreeSet::new();
        while let Some(name) = wanted.pop() {
            if !found.insert(name) {
                continue;
            }
            let text = std::str::from_utf8(asset(name).bytes).expect("text");
            for line in text.lines().filter(|line| line.starts_with("import ")) {
                let from = line.split("\"./").nth(1).and_then(|rest| rest.split('"').next());
                wanted.push(from.expect("a module of the page"));
            }
        }
        assert!(found.len() > 8, "{found:?}");
        let scripts: usize = found.iter().map(|name| asset(name).bytes.len()).sum();
        let all = scripts
            + ["style.css", "icon.svg"].map(|name| asset(name).bytes.len()).iter().sum::<usize>()
            + ASSETS[0].bytes.len();
        assert!(all < FIRST_PAINT, "{all} bytes");
    }

    /// The values of the authors' page for the empty text and for `a`.
    #[test]
    fn the_hash_is_fnv() {
        assert_eq!((fnv(b""), fnv(b"a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
    }

    #[test]
    fn nothing_stands_within_the_page() {
        for asset in ASSETS {
            if asset.content_type == PAGE {
                let page = std::str::from_utf8(asset.bytes).expect("text");
                assert!(!page.contains("<style") && !page.contains("style=") && !page.contains("<script>"));
            }
            let text = std::str::from_utf8(asset.bytes).expect("text");
            assert!(!text.contains(" onclick="), "{}", asset.path);
        }
    }
}
