//! The files of the page, embedded from the folder `page`.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::sync::LazyLock;

/// The content security policy of the page: it loads from this server only and runs no inline code.
pub(crate) const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

const HTML_TYPE: &str = "text/html; charset=utf-8";
const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
const STYLE_TYPE: &str = "text/css; charset=utf-8";
const SVG_TYPE: &str = "image/svg+xml";

/// File of the page.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageAsset {
    /// Path on the server.
    pub(crate) path: &'static str,
    /// Value of `Content-Type`.
    pub(crate) content_type: &'static str,
    /// Content.
    pub(crate) bytes: &'static [u8],
}

macro_rules! asset {
    ($name:literal, $kind:expr) => {
        PageAsset {
            path: concat!("/assets/", $name),
            content_type: $kind,
            bytes: include_bytes!(concat!("../page/", $name)),
        }
    };
}

/// All files, the page itself first.
pub(crate) static PAGE_ASSETS: &[PageAsset] = &[
    PageAsset { path: "/", content_type: HTML_TYPE, bytes: include_bytes!("../page/index.html") },
    PageAsset { path: "/api", content_type: HTML_TYPE, bytes: include_bytes!("../page/openapi.html") },
    asset!("api.js", SCRIPT_TYPE),
    asset!("board-answers.js", SCRIPT_TYPE),
    asset!("board-edit.js", SCRIPT_TYPE),
    asset!("board-import.js", SCRIPT_TYPE),
    asset!("board-verdict.js", SCRIPT_TYPE),
    asset!("board-view.js", SCRIPT_TYPE),
    asset!("board-words.js", SCRIPT_TYPE),
    asset!("board.js", SCRIPT_TYPE),
    asset!("brushes.js", SCRIPT_TYPE),
    asset!("campaigns.js", SCRIPT_TYPE),
    asset!("dom.js", SCRIPT_TYPE),
    asset!("icon.svg", SVG_TYPE),
    asset!("main.js", SCRIPT_TYPE),
    asset!("mini.js", SCRIPT_TYPE),
    asset!("openapi.css", STYLE_TYPE),
    asset!("openapi.js", SCRIPT_TYPE),
    asset!("part-board.js", SCRIPT_TYPE),
    asset!("part-counts.js", SCRIPT_TYPE),
    asset!("part-engines.js", SCRIPT_TYPE),
    asset!("part-puzzles.js", SCRIPT_TYPE),
    asset!("part-race.js", SCRIPT_TYPE),
    asset!("part-search.js", SCRIPT_TYPE),
    asset!("part-solutions.js", SCRIPT_TYPE),
    asset!("part-steps.js", SCRIPT_TYPE),
    asset!("parts.css", STYLE_TYPE),
    asset!("pieces.js", SCRIPT_TYPE),
    asset!("player.js", SCRIPT_TYPE),
    asset!("plot.js", SCRIPT_TYPE),
    asset!("position.js", SCRIPT_TYPE),
    asset!("puzzle-clock.js", SCRIPT_TYPE),
    asset!("puzzle-hint.js", SCRIPT_TYPE),
    asset!("puzzle-make.js", SCRIPT_TYPE),
    asset!("puzzle-state.js", SCRIPT_TYPE),
    asset!("puzzle-view.js", SCRIPT_TYPE),
    asset!("race-lockstep.js", SCRIPT_TYPE),
    asset!("race-words.js", SCRIPT_TYPE),
    asset!("search-draw.js", SCRIPT_TYPE),
    asset!("search-trace.js", SCRIPT_TYPE),
    asset!("squares.js", SCRIPT_TYPE),
    asset!("step-board.js", SCRIPT_TYPE),
    asset!("step-words.js", SCRIPT_TYPE),
    asset!("steps-draw.js", SCRIPT_TYPE),
    asset!("store.js", SCRIPT_TYPE),
    asset!("style.css", STYLE_TYPE),
    asset!("tints.js", SCRIPT_TYPE),
    asset!("tour.js", SCRIPT_TYPE),
    asset!("trace-worker.js", SCRIPT_TYPE),
    asset!("trace.js", SCRIPT_TYPE),
    asset!("words.js", SCRIPT_TYPE),
];

/// The entity tag of each file, which changes with its content.
static ASSET_TAGS: LazyLock<Vec<HeaderValue>> = LazyLock::new(|| {
    let tag = |asset: &PageAsset| HeaderValue::from_str(&format!("\"{:016x}\"", fnv(asset.bytes)));
    PAGE_ASSETS.iter().map(|asset| tag(asset).unwrap_or(HeaderValue::from_static("\"\""))).collect()
});

/// The hash FNV-1a (Fowler, Noll and Vo) of 64 bits.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Answers `/`: the page.
pub(crate) async fn page(headers: HeaderMap) -> Response {
    send("/", &headers)
}

/// Answers `/api`: the description of the API for people.
pub(crate) async fn description(headers: HeaderMap) -> Response {
    send("/api", &headers)
}

/// Answers `/assets/{name}`: a file of the page.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    send(&format!("/assets/{name}"), &headers)
}

/// Answers `/assets/pieces.svg`: the pieces as in the pictures of the command.
pub(crate) async fn pieces() -> Response {
    let head = [(header::CONTENT_TYPE, SVG_TYPE), (header::CACHE_CONTROL, "no-cache")];
    (head, queens::render::pieces()).into_response()
}

/// Sends the file at `path`, or 304 if the browser has it already.
fn send(path: &str, headers: &HeaderMap) -> Response {
    let Some(at) = PAGE_ASSETS.iter().position(|asset| asset.path == path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let (asset, tag) = (PAGE_ASSETS[at], &ASSET_TAGS[at]);
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

    /// Limit of first paint in bytes: the page, its style, its frame and its first part.
    const MAX_FIRST_PAINT_BYTES: usize = 100_000;

    fn asset(name: &str) -> &'static PageAsset {
        PAGE_ASSETS.iter().find(|asset| asset.path.ends_with(name)).expect("a file of the page")
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
        let served: BTreeSet<String> = PAGE_ASSETS
            .iter()
            .filter(|asset| asset.content_type != HTML_TYPE)
            .map(|asset| asset.path.to_owned())
            .collect();
        assert_eq!(there, served);
    }

    /// Follows the static imports of `main.js` and the part of the board.
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
            + PAGE_ASSETS[0].bytes.len();
        assert!(all < MAX_FIRST_PAINT_BYTES, "{all} bytes");
    }

    /// The values of the authors' page for the empty text and for `a`.
    #[test]
    fn the_hash_is_fnv() {
        assert_eq!((fnv(b""), fnv(b"a")), (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c));
    }

    #[test]
    fn the_page_has_no_inline_code() {
        for asset in PAGE_ASSETS {
            if asset.content_type == HTML_TYPE {
                let page = std::str::from_utf8(asset.bytes).expect("text");
                assert!(!page.contains("<style") && !page.contains("style=") && !page.contains("<script>"));
            }
            let text = std::str::from_utf8(asset.bytes).expect("text");
            assert!(!text.contains(" onclick="), "{}", asset.path);
        }
    }
}
