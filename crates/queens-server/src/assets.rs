//! The files of the page, embedded from the folder `page`, and their responses.
//!
//! Every file has an address that changes with the content of any of them,
//! `/assets/HASH/name`, which browsers keep for good; the pages name these addresses.
//! `/assets/name` is always the current file.

use crate::ServerState;
use crate::compression::{MIN_COMPRESSED_BYTES, accepts_gzip, compress_best};
use crate::embed::page_policy;
use crate::modules::{entry_module, static_imports};
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The content security policy of the page, except for its scripts and for the pages that
/// may show it in a frame: it loads from this server only. The frame that runs a
/// student's code inherits it, and starts a worker from a `blob:` address.
pub(crate) const CONTENT_POLICY: &str = "default-src 'none'; worker-src 'self' blob:; style-src 'self'; \
    img-src 'self' data: blob:; connect-src 'self'; font-src 'none'; form-action 'self'; base-uri 'none'";

/// The scripts that the page may run: those of this server, and that frame's, which is
/// inline because the frame has no origin.
pub(crate) static SCRIPT_SOURCES: LazyLock<String> = LazyLock::new(|| {
    let hash = Sha256::digest(include_bytes!("../page/own-frame.js"));
    format!("'self' 'sha256-{}'", BASE64_STANDARD.encode(hash))
});

/// `Cache-Control` of a file that browsers must check for a newer version before they use
/// it again.
const CHECK_FIRST: &str = "no-cache";

/// `Cache-Control` of a file that never changes.
const KEEP_FOREVER: &str = "public, max-age=31536000, immutable";

/// The module of the section that the page shows first.
const FIRST_SECTION_MODULE: &str = "part-home.js";

const HTML_TYPE: &str = "text/html; charset=utf-8";
const SCRIPT_TYPE: &str = "text/javascript; charset=utf-8";
const STYLE_TYPE: &str = "text/css; charset=utf-8";
const SVG_TYPE: &str = "image/svg+xml";
const JSON_TYPE: &str = "application/json";

/// Path of the programs of the engines, which are not a file of the folder.
const PROGRAMS_PATH: &str = "/assets/programs.json";

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
    PageAsset {
        path: "/",
        content_type: HTML_TYPE,
        bytes: include_bytes!("../page/index.html"),
    },
    PageAsset {
        path: "/api",
        content_type: HTML_TYPE,
        bytes: include_bytes!("../page/openapi.html"),
    },
    asset!("address-check.js", SCRIPT_TYPE),
    asset!("api.js", SCRIPT_TYPE),
    asset!("board-answers.js", SCRIPT_TYPE),
    asset!("board-edit.js", SCRIPT_TYPE),
    asset!("board-import.js", SCRIPT_TYPE),
    asset!("board-pointer.js", SCRIPT_TYPE),
    asset!("board-question.js", SCRIPT_TYPE),
    asset!("board-verdict.js", SCRIPT_TYPE),
    asset!("board-view.js", SCRIPT_TYPE),
    asset!("board-words.js", SCRIPT_TYPE),
    asset!("board.js", SCRIPT_TYPE),
    asset!("brushes.js", SCRIPT_TYPE),
    asset!("campaigns.js", SCRIPT_TYPE),
    asset!("create-export.js", SCRIPT_TYPE),
    asset!("create-gallery.js", SCRIPT_TYPE),
    asset!("create-symmetry.js", SCRIPT_TYPE),
    asset!("daily-2026-12.js", SCRIPT_TYPE),
    asset!("daily-2027-01.js", SCRIPT_TYPE),
    asset!("daily-2027-02.js", SCRIPT_TYPE),
    asset!("daily-2027-03.js", SCRIPT_TYPE),
    asset!("daily-2027-04.js", SCRIPT_TYPE),
    asset!("daily-2027-05.js", SCRIPT_TYPE),
    asset!("daily-2027-06.js", SCRIPT_TYPE),
    asset!("daily-2027-07.js", SCRIPT_TYPE),
    asset!("daily-2027-08.js", SCRIPT_TYPE),
    asset!("daily-2027-09.js", SCRIPT_TYPE),
    asset!("daily-2027-10.js", SCRIPT_TYPE),
    asset!("daily-2027-11.js", SCRIPT_TYPE),
    asset!("daily-calendar.js", SCRIPT_TYPE),
    asset!("daily-days.js", SCRIPT_TYPE),
    asset!("daily-load.js", SCRIPT_TYPE),
    asset!("daily-records.js", SCRIPT_TYPE),
    asset!("daily-share.js", SCRIPT_TYPE),
    asset!("daily-statistics.js", SCRIPT_TYPE),
    asset!("daily-week.js", SCRIPT_TYPE),
    asset!("dom.js", SCRIPT_TYPE),
    asset!("embed-code.js", SCRIPT_TYPE),
    asset!("embed.js", SCRIPT_TYPE),
    asset!("engine-examples.js", SCRIPT_TYPE),
    asset!("engine-picker.js", SCRIPT_TYPE),
    asset!("found-row.js", SCRIPT_TYPE),
    asset!("game-hint.js", SCRIPT_TYPE),
    asset!("game-levels.js", SCRIPT_TYPE),
    asset!("game-state.js", SCRIPT_TYPE),
    asset!("game-view.js", SCRIPT_TYPE),
    asset!("group-view.js", SCRIPT_TYPE),
    asset!("home-boards.js", SCRIPT_TYPE),
    asset!("icon.svg", SVG_TYPE),
    asset!("icons.js", SCRIPT_TYPE),
    asset!("import-anywhere.js", SCRIPT_TYPE),
    asset!("jobs.js", SCRIPT_TYPE),
    asset!("lesson-answers.js", SCRIPT_TYPE),
    asset!("lesson-board.js", SCRIPT_TYPE),
    asset!("lesson-counters.js", SCRIPT_TYPE),
    asset!("lesson-exercise.js", SCRIPT_TYPE),
    asset!("lesson-flags.js", SCRIPT_TYPE),
    asset!("lesson-generate.js", SCRIPT_TYPE),
    asset!("lesson-growth.js", SCRIPT_TYPE),
    asset!("lesson-links.js", SCRIPT_TYPE),
    asset!("lesson-masks.js", SCRIPT_TYPE),
    asset!("lesson-pages.js", SCRIPT_TYPE),
    asset!("lesson-rules.js", SCRIPT_TYPE),
    asset!("lesson-scan.js", SCRIPT_TYPE),
    asset!("lesson-search.js", SCRIPT_TYPE),
    asset!("lesson-stack.js", SCRIPT_TYPE),
    asset!("lesson-strings.js", SCRIPT_TYPE),
    asset!("lesson-symmetry.js", SCRIPT_TYPE),
    asset!("lessons.js", SCRIPT_TYPE),
    asset!("level-digests.js", SCRIPT_TYPE),
    asset!("level-index.js", SCRIPT_TYPE),
    asset!("level-kinds.js", SCRIPT_TYPE),
    asset!("level-search.js", SCRIPT_TYPE),
    asset!("look.js", SCRIPT_TYPE),
    asset!("main.js", SCRIPT_TYPE),
    asset!("mini.js", SCRIPT_TYPE),
    asset!("openapi.css", STYLE_TYPE),
    asset!("openapi.js", SCRIPT_TYPE),
    asset!("own-check.js", SCRIPT_TYPE),
    asset!("own-editor.js", SCRIPT_TYPE),
    asset!("own-frame.js", SCRIPT_TYPE),
    asset!("own-kept.js", SCRIPT_TYPE),
    asset!("own-link.js", SCRIPT_TYPE),
    asset!("own-race.js", SCRIPT_TYPE),
    asset!("own-run.js", SCRIPT_TYPE),
    asset!("own-templates.js", SCRIPT_TYPE),
    asset!("own-trace.js", SCRIPT_TYPE),
    asset!("palette.js", SCRIPT_TYPE),
    asset!("part-board.js", SCRIPT_TYPE),
    asset!("part-counts.js", SCRIPT_TYPE),
    asset!("part-create.js", SCRIPT_TYPE),
    asset!("part-engines.js", SCRIPT_TYPE),
    asset!("part-game.js", SCRIPT_TYPE),
    asset!("part-home.js", SCRIPT_TYPE),
    asset!("part-lesson.js", SCRIPT_TYPE),
    asset!("part-own.js", SCRIPT_TYPE),
    asset!("part-puzzles.js", SCRIPT_TYPE),
    asset!("part-race.js", SCRIPT_TYPE),
    asset!("part-search.js", SCRIPT_TYPE),
    asset!("part-solutions.js", SCRIPT_TYPE),
    asset!("part-steps.js", SCRIPT_TYPE),
    asset!("part-technique.js", SCRIPT_TYPE),
    asset!("part-today.js", SCRIPT_TYPE),
    asset!("parts.css", STYLE_TYPE),
    asset!("pieces.js", SCRIPT_TYPE),
    asset!("pieces.svg", SVG_TYPE),
    asset!("play-levels.js", SCRIPT_TYPE),
    asset!("play-pan.js", SCRIPT_TYPE),
    asset!("play-progress.js", SCRIPT_TYPE),
    asset!("play-settings.js", SCRIPT_TYPE),
    asset!("play-tools.js", SCRIPT_TYPE),
    asset!("play-win.js", SCRIPT_TYPE),
    asset!("play-words.js", SCRIPT_TYPE),
    asset!("player.js", SCRIPT_TYPE),
    asset!("plot.js", SCRIPT_TYPE),
    asset!("position.js", SCRIPT_TYPE),
    asset!("presentation.js", SCRIPT_TYPE),
    asset!("puzzle-clock.js", SCRIPT_TYPE),
    asset!("puzzle-hint.js", SCRIPT_TYPE),
    asset!("puzzle-judge.js", SCRIPT_TYPE),
    asset!("puzzle-make.js", SCRIPT_TYPE),
    asset!("puzzle-picture.js", SCRIPT_TYPE),
    asset!("puzzle-player.js", SCRIPT_TYPE),
    asset!("puzzle-read.js", SCRIPT_TYPE),
    asset!("puzzle-state.js", SCRIPT_TYPE),
    asset!("puzzle-view.js", SCRIPT_TYPE),
    asset!("race-bars.js", SCRIPT_TYPE),
    asset!("race-lockstep.js", SCRIPT_TYPE),
    asset!("race-words.js", SCRIPT_TYPE),
    asset!("search-draw.js", SCRIPT_TYPE),
    asset!("search-map.js", SCRIPT_TYPE),
    asset!("search-trace.js", SCRIPT_TYPE),
    asset!("random.js", SCRIPT_TYPE),
    asset!("region-parts.js", SCRIPT_TYPE),
    asset!("region-outline.js", SCRIPT_TYPE),
    asset!("relative-words.js", SCRIPT_TYPE),
    asset!("solved-levels.js", SCRIPT_TYPE),
    asset!("squares.js", SCRIPT_TYPE),
    asset!("state-windows.js", SCRIPT_TYPE),
    asset!("step-board.js", SCRIPT_TYPE),
    asset!("step-draw.js", SCRIPT_TYPE),
    asset!("step-words.js", SCRIPT_TYPE),
    asset!("steps-bookmarks.js", SCRIPT_TYPE),
    asset!("steps-code.js", SCRIPT_TYPE),
    asset!("steps-counters.js", SCRIPT_TYPE),
    asset!("steps-jumps.js", SCRIPT_TYPE),
    asset!("steps-record.js", SCRIPT_TYPE),
    asset!("steps-state.js", SCRIPT_TYPE),
    asset!("steps-tree.js", SCRIPT_TYPE),
    asset!("store.js", SCRIPT_TYPE),
    asset!("timeline.js", SCRIPT_TYPE),
    asset!("style.css", STYLE_TYPE),
    asset!("teaching.css", STYLE_TYPE),
    asset!("tints.js", SCRIPT_TYPE),
    asset!("toast.js", SCRIPT_TYPE),
    asset!("tokens.css", STYLE_TYPE),
    asset!("trace-worker.js", SCRIPT_TYPE),
    asset!("trace.js", SCRIPT_TYPE),
    asset!("transport-server.js", SCRIPT_TYPE),
    asset!("words.js", SCRIPT_TYPE),
];

/// The files of the page with their encodings.
static PAGE_FILES: LazyLock<PageFiles> = LazyLock::new(PageFiles::new);

/// The files of the page as they are sent.
struct PageFiles {
    /// Hash of all of them.
    hash: String,
    /// By path, without the hash.
    files: BTreeMap<&'static str, PageFile>,
}

/// File of the page as it is sent.
struct PageFile {
    content_type: &'static str,
    plain: EncodedFile,
    /// None if it is too short.
    gzip: Option<EncodedFile>,
}

/// Bytes of a file in one encoding, with their entity tag.
struct EncodedFile {
    bytes: Bytes,
    tag: HeaderValue,
}

impl PageFiles {
    fn new() -> Self {
        let mut hash = FNV_START;
        for asset in PAGE_ASSETS {
            hash = fnv(fnv(hash, asset.path.as_bytes()), asset.bytes);
        }
        let programs = queens_programs::to_json().into_bytes();
        let hash = format!(
            "{:016x}",
            fnv(fnv(hash, PROGRAMS_PATH.as_bytes()), &programs)
        );
        let file = |asset: &PageAsset| {
            let bytes = match asset.content_type {
                HTML_TYPE => page_with_hash(asset.bytes, &hash).into_bytes(),
                _ => asset.bytes.to_vec(),
            };
            (asset.path, PageFile::new(asset.content_type, bytes))
        };
        let mut files: BTreeMap<_, _> = PAGE_ASSETS.iter().map(file).collect();
        files.insert(PROGRAMS_PATH, PageFile::new(JSON_TYPE, programs));
        PageFiles { hash, files }
    }
}

impl PageFile {
    fn new(content_type: &'static str, bytes: Vec<u8>) -> Self {
        let hash = fnv(FNV_START, &bytes);
        let encoded = |bytes: Vec<u8>, suffix: &str| {
            let tag = HeaderValue::from_str(&format!("\"{hash:016x}{suffix}\""));
            EncodedFile {
                bytes: bytes.into(),
                tag: tag.unwrap_or(HeaderValue::from_static("\"\"")),
            }
        };
        let is_long = bytes.len() as u64 >= MIN_COMPRESSED_BYTES;
        let gzip = is_long.then(|| compress_best(&bytes).ok()).flatten();
        PageFile {
            content_type,
            gzip: gzip.map(|bytes| encoded(bytes, "-gzip")),
            plain: encoded(bytes, ""),
        }
    }

    /// The response with the file, or 304 if the browser has it already.
    fn response(
        &self,
        headers: &HeaderMap,
        cache: &'static str,
        policy: HeaderValue,
    ) -> Response {
        let gzip = self.gzip.as_ref().filter(|_| accepts_gzip(headers));
        let file = gzip.unwrap_or(&self.plain);
        let rules = [
            (header::ETAG, file.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static(cache)),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
            (header::CONTENT_SECURITY_POLICY, policy),
        ];
        if headers
            .get(header::IF_NONE_MATCH)
            .is_some_and(|known| known == file.tag)
        {
            return (StatusCode::NOT_MODIFIED, rules).into_response();
        }
        let kind = [(header::CONTENT_TYPE, self.content_type)];
        let encoding = gzip.map(|_| [(header::CONTENT_ENCODING, "gzip")]);
        (rules, kind, encoding, file.bytes.clone()).into_response()
    }
}

/// The page with the addresses of its files below their hash, and with a link to every
/// module that it imports at its start, so that the browser loads them all at once, and
/// not one level of imports after the other.
fn page_with_hash(page: &[u8], hash: &str) -> String {
    let page =
        String::from_utf8_lossy(page).replace("assets/", &format!("assets/{hash}/"));
    let Some((folder, entry)) = entry_module(&page) else {
        return page;
    };
    let mut modules = vec![entry];
    if entry == "main.js" {
        modules.push(FIRST_SECTION_MODULE);
    }
    let modules = static_imports(&modules, |name| asset_text(name));
    let links: String = modules
        .iter()
        .filter(|module| **module != entry)
        .map(|module| format!("<link rel=\"modulepreload\" href=\"{folder}{module}\">\n"))
        .collect();
    page.replacen("</head>", &format!("{links}</head>"), 1)
}

/// The text of the asset `name`; empty if there is none.
fn asset_text(name: &str) -> &'static str {
    let asset = PAGE_ASSETS
        .iter()
        .find(|asset| asset.path.strip_prefix("/assets/") == Some(name));
    asset
        .and_then(|asset| std::str::from_utf8(asset.bytes).ok())
        .unwrap_or_default()
}

/// Start of the hash FNV-1a (Fowler, Noll and Vo) of 64 bits.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the hash FNV-1a with `bytes`.
fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Compresses the files of the page, so that the first request does not wait for it.
pub(crate) fn prepare() {
    LazyLock::force(&PAGE_FILES);
}

/// Answers `/`: the page.
pub(crate) async fn page(
    State(state): State<ServerState>,
    headers: HeaderMap,
) -> Response {
    respond("/", &headers, CHECK_FIRST, state.page_policy)
}

/// Answers `/api`: the description of the API for people.
pub(crate) async fn description(headers: HeaderMap) -> Response {
    respond("/api", &headers, CHECK_FIRST, page_policy(&[]))
}

/// Answers `/assets/{name}`: a file of the page.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Response {
    respond(
        &format!("/assets/{name}"),
        &headers,
        CHECK_FIRST,
        page_policy(&[]),
    )
}

/// Answers `/assets/{hash}/{name}`: a file of the page as it is in this version.
pub(crate) async fn hashed_asset(
    Path((hash, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Response {
    if hash != PAGE_FILES.hash {
        return StatusCode::NOT_FOUND.into_response();
    }
    respond(
        &format!("/assets/{name}"),
        &headers,
        KEEP_FOREVER,
        page_policy(&[]),
    )
}

/// Sends the file at `path`.
fn respond(
    path: &str,
    headers: &HeaderMap,
    cache: &'static str,
    policy: HeaderValue,
) -> Response {
    match PAGE_FILES.files.get(path) {
        Some(file) => file.response(headers, cache, policy),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;

    /// Limit of first paint in bytes: the page, its style, its frame and its first part.
    const MAX_FIRST_PAINT_BYTES: usize = 100_000;

    fn asset(name: &str) -> &'static PageAsset {
        PAGE_ASSETS
            .iter()
            .find(|asset| asset.path.ends_with(name))
            .expect("a file of the page")
    }

    /// The site has no server that could draw them. After a change write
    /// `queens::render::pieces()` to the file.
    #[test]
    fn pieces_are_those_of_the_pictures() {
        let file = include_str!("../page/pieces.svg");
        assert_eq!(file, queens::render::pieces());
    }

    #[test]
    fn regions_have_the_colours_of_the_pictures() {
        let colours: Vec<String> = queens::render::REGION_COLORS
            .iter()
            .map(|colour| format!("#{colour:06x}"))
            .collect();
        let named: Vec<String> = queens::render::NAMED_COLORS
            .iter()
            .map(|colour| format!("#{colour:06x}"))
            .collect();
        let file = include_str!("../page/palette.js");
        for words in [
            &colours.join(" "),
            queens::render::REGION_DISTANCES,
            &named.join(" "),
            queens::render::NAMED_DISTANCES,
            queens::render::COLOR_NAMES,
        ] {
            assert!(
                file.contains(&format!("\"{words}\".split(\" \")")),
                "{words}"
            );
        }
        let order = format!("CALM_ORDER = {:?};", queens::render::CALM_ORDER);
        assert!(file.contains(&order), "{order}");
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/page");
        let names = fs::read_dir(folder)
            .expect("the folder")
            .map(|entry| entry.expect("an entry").file_name());
        let is_served = |name: &String| {
            [".js", ".css", ".svg"]
                .iter()
                .any(|end| name.ends_with(end))
        };
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

    #[test]
    fn first_paint_is_small() {
        let modules =
            static_imports(&["main.js", FIRST_SECTION_MODULE], |name| asset_text(name));
        assert!(modules.len() > 5, "{modules:?}");
        let scripts: usize = modules.iter().map(|name| asset(name).bytes.len()).sum();
        let all = scripts
            + ["tokens.css", "style.css", "icon.svg"]
                .map(|name| asset(name).bytes.len())
                .iter()
                .sum::<usize>()
            + PAGE_ASSETS[0].bytes.len();
        assert!(all < MAX_FIRST_PAINT_BYTES, "{all} bytes");
    }

    #[test]
    fn every_static_import_is_a_file_of_the_page() {
        for asset in PAGE_ASSETS
            .iter()
            .filter(|asset| asset.content_type == SCRIPT_TYPE)
        {
            let name = asset.path.trim_start_matches("/assets/");
            for module in static_imports(&[name], |name| asset_text(name)) {
                assert!(!asset_text(module).is_empty(), "{name} imports {module}");
            }
        }
    }

    /// The values of the authors' page for the empty text and for `a`.
    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(
            (fnv(FNV_START, b""), fnv(FNV_START, b"a")),
            (0xcbf2_9ce4_8422_2325, 0xaf63_dc4c_8601_ec8c)
        );
    }

    #[test]
    fn the_page_has_no_inline_code() {
        for asset in PAGE_ASSETS {
            if asset.content_type == HTML_TYPE {
                let page = std::str::from_utf8(asset.bytes).expect("text");
                assert!(
                    !page.contains("<style")
                        && !page.contains("style=")
                        && !page.contains("<script>")
                );
            }
            let text = std::str::from_utf8(asset.bytes).expect("text");
            assert!(!text.contains(" onclick="), "{}", asset.path);
        }
    }
}
