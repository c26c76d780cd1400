//! The files of the page, embedded from the folder `page`, and their responses.
//!
//! Every file has an address that changes with the content of any of them,
//! `/assets/HASH/path`, which browsers keep for good; the pages name these addresses.
//! `/assets/path` is always the current file.

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
    let hash = Sha256::digest(include_bytes!("../page/watch/own/frame.js"));
    format!("'self' 'sha256-{}'", BASE64_STANDARD.encode(hash))
});

/// `Cache-Control` of a file that browsers must check for a newer version before they use
/// it again.
const CHECK_FIRST: &str = "no-cache";

/// `Cache-Control` of a file that never changes.
const KEEP_FOREVER: &str = "public, max-age=31536000, immutable";

/// The module of the section that the page shows first.
const FIRST_SECTION_MODULE: &str = "home/section.js";

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
    asset!("daily/2026-01.js", SCRIPT_TYPE),
    asset!("daily/2026-02.js", SCRIPT_TYPE),
    asset!("daily/2026-03.js", SCRIPT_TYPE),
    asset!("daily/2026-04.js", SCRIPT_TYPE),
    asset!("daily/2026-05.js", SCRIPT_TYPE),
    asset!("daily/2026-06.js", SCRIPT_TYPE),
    asset!("daily/2026-07.js", SCRIPT_TYPE),
    asset!("daily/2026-08.js", SCRIPT_TYPE),
    asset!("daily/2026-09.js", SCRIPT_TYPE),
    asset!("daily/2026-10.js", SCRIPT_TYPE),
    asset!("daily/2026-11.js", SCRIPT_TYPE),
    asset!("daily/2026-12.js", SCRIPT_TYPE),
    asset!("daily/2027-01.js", SCRIPT_TYPE),
    asset!("daily/2027-02.js", SCRIPT_TYPE),
    asset!("daily/2027-03.js", SCRIPT_TYPE),
    asset!("daily/2027-04.js", SCRIPT_TYPE),
    asset!("daily/2027-05.js", SCRIPT_TYPE),
    asset!("daily/2027-06.js", SCRIPT_TYPE),
    asset!("daily/2027-07.js", SCRIPT_TYPE),
    asset!("daily/2027-08.js", SCRIPT_TYPE),
    asset!("daily/2027-09.js", SCRIPT_TYPE),
    asset!("daily/2027-10.js", SCRIPT_TYPE),
    asset!("daily/2027-11.js", SCRIPT_TYPE),
    asset!("daily/2027-12.js", SCRIPT_TYPE),
    asset!("explore/board/actions.js", SCRIPT_TYPE),
    asset!("explore/board/answers.js", SCRIPT_TYPE),
    asset!("explore/board/edit.js", SCRIPT_TYPE),
    asset!("explore/board/editor.js", SCRIPT_TYPE),
    asset!("explore/board/import.js", SCRIPT_TYPE),
    asset!("explore/board/question.js", SCRIPT_TYPE),
    asset!("explore/board/region-paint.js", SCRIPT_TYPE),
    asset!("explore/board/relative-words.js", SCRIPT_TYPE),
    asset!("explore/board/result.js", SCRIPT_TYPE),
    asset!("explore/board/section.js", SCRIPT_TYPE),
    asset!("explore/board/shown-answer.js", SCRIPT_TYPE),
    asset!("explore/board/verdict.js", SCRIPT_TYPE),
    asset!("explore/board/view.js", SCRIPT_TYPE),
    asset!("explore/board/words.js", SCRIPT_TYPE),
    asset!("explore/counts/campaigns.js", SCRIPT_TYPE),
    asset!("explore/counts/jobs.js", SCRIPT_TYPE),
    asset!("explore/counts/section.js", SCRIPT_TYPE),
    asset!("explore/engines/mini.js", SCRIPT_TYPE),
    asset!("explore/engines/section.js", SCRIPT_TYPE),
    asset!("explore/solutions/section.js", SCRIPT_TYPE),
    asset!("home/boards.js", SCRIPT_TYPE),
    asset!("home/section.js", SCRIPT_TYPE),
    asset!("icon.svg", SVG_TYPE),
    asset!("lessons/counters.js", SCRIPT_TYPE),
    asset!("lessons/flags.js", SCRIPT_TYPE),
    asset!("lessons/generate.js", SCRIPT_TYPE),
    asset!("lessons/growth.js", SCRIPT_TYPE),
    asset!("lessons/links.js", SCRIPT_TYPE),
    asset!("lessons/list.js", SCRIPT_TYPE),
    asset!("lessons/masks.js", SCRIPT_TYPE),
    asset!("lessons/rules.js", SCRIPT_TYPE),
    asset!("lessons/scan.js", SCRIPT_TYPE),
    asset!("lessons/search.js", SCRIPT_TYPE),
    asset!("lessons/stack.js", SCRIPT_TYPE),
    asset!("lessons/strings.js", SCRIPT_TYPE),
    asset!("lessons/symmetry.js", SCRIPT_TYPE),
    asset!("main.js", SCRIPT_TYPE),
    asset!("openapi.js", SCRIPT_TYPE),
    asset!("play/clock.js", SCRIPT_TYPE),
    asset!("play/create/export.js", SCRIPT_TYPE),
    asset!("play/create/gallery.js", SCRIPT_TYPE),
    asset!("play/create/region-parts.js", SCRIPT_TYPE),
    asset!("play/create/section.js", SCRIPT_TYPE),
    asset!("play/create/symmetry.js", SCRIPT_TYPE),
    asset!("play/game/hint.js", SCRIPT_TYPE),
    asset!("play/game/levels.js", SCRIPT_TYPE),
    asset!("play/game/section.js", SCRIPT_TYPE),
    asset!("play/game/state.js", SCRIPT_TYPE),
    asset!("play/game/view.js", SCRIPT_TYPE),
    asset!("play/game/words.js", SCRIPT_TYPE),
    asset!("play/hint-card.js", SCRIPT_TYPE),
    asset!("play/loading.js", SCRIPT_TYPE),
    asset!("play/pan.js", SCRIPT_TYPE),
    asset!("play/pausable-clock.js", SCRIPT_TYPE),
    asset!("play/progress.js", SCRIPT_TYPE),
    asset!("play/puzzle/found-row.js", SCRIPT_TYPE),
    asset!("play/puzzle/hint.js", SCRIPT_TYPE),
    asset!("play/puzzle/judge.js", SCRIPT_TYPE),
    asset!("play/puzzle/make.js", SCRIPT_TYPE),
    asset!("play/puzzle/mark-input.js", SCRIPT_TYPE),
    asset!("play/puzzle/mark-switch.js", SCRIPT_TYPE),
    asset!("play/puzzle/picture.js", SCRIPT_TYPE),
    asset!("play/puzzle/player-tools.js", SCRIPT_TYPE),
    asset!("play/puzzle/player.js", SCRIPT_TYPE),
    asset!("play/puzzle/read.js", SCRIPT_TYPE),
    asset!("play/puzzle/settings.js", SCRIPT_TYPE),
    asset!("play/puzzle/state.js", SCRIPT_TYPE),
    asset!("play/puzzle/view.js", SCRIPT_TYPE),
    asset!("play/puzzles/level-digests.js", SCRIPT_TYPE),
    asset!("play/puzzles/level-index.js", SCRIPT_TYPE),
    asset!("play/puzzles/level-kinds.js", SCRIPT_TYPE),
    asset!("play/puzzles/level-search.js", SCRIPT_TYPE),
    asset!("play/puzzles/levels.js", SCRIPT_TYPE),
    asset!("play/puzzles/section.js", SCRIPT_TYPE),
    asset!("play/random.js", SCRIPT_TYPE),
    asset!("play/solved-levels.js", SCRIPT_TYPE),
    asset!("play/stroke.js", SCRIPT_TYPE),
    asset!("play/technique/section.js", SCRIPT_TYPE),
    asset!("play/today/archive.js", SCRIPT_TYPE),
    asset!("play/today/calendar.js", SCRIPT_TYPE),
    asset!("play/today/days.js", SCRIPT_TYPE),
    asset!("play/today/load.js", SCRIPT_TYPE),
    asset!("play/today/merge.js", SCRIPT_TYPE),
    asset!("play/today/records.js", SCRIPT_TYPE),
    asset!("play/today/results-link.js", SCRIPT_TYPE),
    asset!("play/today/section.js", SCRIPT_TYPE),
    asset!("play/today/share.js", SCRIPT_TYPE),
    asset!("play/today/statistics.js", SCRIPT_TYPE),
    asset!("play/today/stored.js", SCRIPT_TYPE),
    asset!("play/today/streak.js", SCRIPT_TYPE),
    asset!("play/today/week.js", SCRIPT_TYPE),
    asset!("play/tools.js", SCRIPT_TYPE),
    asset!("play/win.js", SCRIPT_TYPE),
    asset!("play/words.js", SCRIPT_TYPE),
    asset!("shared/address-check.js", SCRIPT_TYPE),
    asset!("shared/api.js", SCRIPT_TYPE),
    asset!("shared/board-pointer.js", SCRIPT_TYPE),
    asset!("shared/board.js", SCRIPT_TYPE),
    asset!("shared/brushes.js", SCRIPT_TYPE),
    asset!("shared/dom.js", SCRIPT_TYPE),
    asset!("shared/group-view.js", SCRIPT_TYPE),
    asset!("shared/icons.js", SCRIPT_TYPE),
    asset!("shared/packed-text.js", SCRIPT_TYPE),
    asset!("shared/palette.js", SCRIPT_TYPE),
    asset!("shared/pieces.js", SCRIPT_TYPE),
    asset!("shared/pieces.svg", SVG_TYPE),
    asset!("shared/position.js", SCRIPT_TYPE),
    asset!("shared/region-outline.js", SCRIPT_TYPE),
    asset!("shared/squares.js", SCRIPT_TYPE),
    asset!("shared/store.js", SCRIPT_TYPE),
    asset!("shared/tints.js", SCRIPT_TYPE),
    asset!("shared/toast.js", SCRIPT_TYPE),
    asset!("shared/transport-server.js", SCRIPT_TYPE),
    asset!("shared/words.js", SCRIPT_TYPE),
    asset!("shell/embed-code.js", SCRIPT_TYPE),
    asset!("shell/embed.js", SCRIPT_TYPE),
    asset!("shell/import-anywhere.js", SCRIPT_TYPE),
    asset!("shell/picture-dialog.js", SCRIPT_TYPE),
    asset!("shell/picture-place.js", SCRIPT_TYPE),
    asset!("shell/look.js", SCRIPT_TYPE),
    asset!("shell/preload.js", SCRIPT_TYPE),
    asset!("shell/sections.js", SCRIPT_TYPE),
    asset!("styles/openapi.css", STYLE_TYPE),
    asset!("styles/parts.css", STYLE_TYPE),
    asset!("styles/play.css", STYLE_TYPE),
    asset!("styles/style.css", STYLE_TYPE),
    asset!("styles/teaching.css", STYLE_TYPE),
    asset!("styles/tokens.css", STYLE_TYPE),
    asset!("styles/watch.css", STYLE_TYPE),
    asset!("watch/engine-examples.js", SCRIPT_TYPE),
    asset!("watch/lesson/answers.js", SCRIPT_TYPE),
    asset!("watch/lesson/board.js", SCRIPT_TYPE),
    asset!("watch/lesson/exercise.js", SCRIPT_TYPE),
    asset!("watch/lesson/pages.js", SCRIPT_TYPE),
    asset!("watch/lesson/section.js", SCRIPT_TYPE),
    asset!("watch/own/check.js", SCRIPT_TYPE),
    asset!("watch/own/diagnosis.js", SCRIPT_TYPE),
    asset!("watch/own/editor.js", SCRIPT_TYPE),
    asset!("watch/own/frame.js", SCRIPT_TYPE),
    asset!("watch/own/kept.js", SCRIPT_TYPE),
    asset!("watch/own/link.js", SCRIPT_TYPE),
    asset!("watch/own/race.js", SCRIPT_TYPE),
    asset!("watch/own/rivals.js", SCRIPT_TYPE),
    asset!("watch/own/run.js", SCRIPT_TYPE),
    asset!("watch/own/section.js", SCRIPT_TYPE),
    asset!("watch/own/stage.js", SCRIPT_TYPE),
    asset!("watch/own/templates.js", SCRIPT_TYPE),
    asset!("watch/own/trace.js", SCRIPT_TYPE),
    asset!("watch/player.js", SCRIPT_TYPE),
    asset!("watch/presentation.js", SCRIPT_TYPE),
    asset!("watch/race/bars.js", SCRIPT_TYPE),
    asset!("watch/race/engine-picker.js", SCRIPT_TYPE),
    asset!("watch/race/growth-words.js", SCRIPT_TYPE),
    asset!("watch/race/growth.js", SCRIPT_TYPE),
    asset!("watch/race/lockstep.js", SCRIPT_TYPE),
    asset!("watch/race/plot.js", SCRIPT_TYPE),
    asset!("watch/race/section.js", SCRIPT_TYPE),
    asset!("watch/race/words.js", SCRIPT_TYPE),
    asset!("watch/search/draw.js", SCRIPT_TYPE),
    asset!("watch/search/map.js", SCRIPT_TYPE),
    asset!("watch/search/node-list.js", SCRIPT_TYPE),
    asset!("watch/search/section.js", SCRIPT_TYPE),
    asset!("watch/search/trace.js", SCRIPT_TYPE),
    asset!("watch/search/words.js", SCRIPT_TYPE),
    asset!("watch/state-windows.js", SCRIPT_TYPE),
    asset!("watch/step-board.js", SCRIPT_TYPE),
    asset!("watch/step-draw.js", SCRIPT_TYPE),
    asset!("watch/step-words.js", SCRIPT_TYPE),
    asset!("watch/steps/bookmarks.js", SCRIPT_TYPE),
    asset!("watch/steps/code.js", SCRIPT_TYPE),
    asset!("watch/steps/counters.js", SCRIPT_TYPE),
    asset!("watch/steps/idea.js", SCRIPT_TYPE),
    asset!("watch/steps/jumps.js", SCRIPT_TYPE),
    asset!("watch/steps/record.js", SCRIPT_TYPE),
    asset!("watch/steps/section.js", SCRIPT_TYPE),
    asset!("watch/steps/state.js", SCRIPT_TYPE),
    asset!("watch/steps/tree-nodes.js", SCRIPT_TYPE),
    asset!("watch/steps/tree.js", SCRIPT_TYPE),
    asset!("watch/steps/trees.js", SCRIPT_TYPE),
    asset!("watch/timeline.js", SCRIPT_TYPE),
    asset!("watch/trace-worker.js", SCRIPT_TYPE),
    asset!("watch/trace.js", SCRIPT_TYPE),
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
            hash = hash_fnv(hash_fnv(hash, asset.path.as_bytes()), asset.bytes);
        }
        let programs = queens_programs::to_json().into_bytes();
        let hash = format!(
            "{:016x}",
            hash_fnv(hash_fnv(hash, PROGRAMS_PATH.as_bytes()), &programs)
        );
        let mut files = BTreeMap::new();
        for asset in PAGE_ASSETS {
            let bytes = match asset.content_type {
                HTML_TYPE => page_with_hash(asset.bytes, &hash).into_bytes(),
                _ => asset.bytes.to_vec(),
            };
            files.insert(asset.path, PageFile::new(asset.content_type, bytes));
        }
        files.insert(PROGRAMS_PATH, PageFile::new(JSON_TYPE, programs));
        PageFiles { hash, files }
    }
}

impl EncodedFile {
    fn new(bytes: Vec<u8>, tag: &str) -> Self {
        let tag = HeaderValue::from_str(&format!("\"{tag}\""));
        EncodedFile {
            bytes: bytes.into(),
            tag: tag.unwrap_or(HeaderValue::from_static("\"\"")),
        }
    }
}

impl PageFile {
    fn new(content_type: &'static str, bytes: Vec<u8>) -> Self {
        let hash = hash_fnv(FNV_START, &bytes);
        let is_long = bytes.len() as u64 >= MIN_COMPRESSED_BYTES;
        let gzip = is_long.then(|| compress_best(&bytes).ok()).flatten();
        PageFile {
            content_type,
            // Each encoding has a tag of its own: a cache may hold both.
            gzip: gzip.map(|bytes| EncodedFile::new(bytes, &format!("{hash:016x}-gzip"))),
            plain: EncodedFile::new(bytes, &format!("{hash:016x}")),
        }
    }

    /// The response with the file, or 304 if the browser has it already.
    fn to_response(
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
    let modules = static_imports(&modules, asset_text);
    let links: String = modules
        .iter()
        .filter(|module| *module != entry)
        .map(|module| format!("<link rel=\"modulepreload\" href=\"{folder}{module}\">\n"))
        .collect();
    page.replacen("</head>", &format!("{links}</head>"), 1)
}

/// The text of the asset at `path` in the folder; empty if there is none.
fn asset_text(path: &str) -> &'static str {
    let asset = PAGE_ASSETS
        .iter()
        .find(|asset| asset.path.strip_prefix("/assets/") == Some(path));
    asset
        .and_then(|asset| std::str::from_utf8(asset.bytes).ok())
        .unwrap_or_default()
}

/// Start of the hash FNV-1a (Fowler, Noll and Vo) of 64 bits.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

/// Continues the hash FNV-1a with `bytes`.
fn hash_fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Compresses the files of the page, so that the first request does not wait for it.
pub(crate) fn prepare_files() {
    LazyLock::force(&PAGE_FILES);
}

/// Answers `/`: the page.
pub(crate) async fn serve_page(
    State(state): State<ServerState>,
    headers: HeaderMap,
) -> Response {
    file_response("/", &headers, CHECK_FIRST, state.page_policy)
}

/// Answers `/api`: the description of the API for people.
pub(crate) async fn serve_description(headers: HeaderMap) -> Response {
    file_response("/api", &headers, CHECK_FIRST, page_policy(&[]))
}

/// Answers `/assets/{path}`, a file of the page, and `/assets/{hash}/{path}`, the file as
/// it is in this version.
pub(crate) async fn serve_asset(
    Path(path): Path<String>,
    headers: HeaderMap,
) -> Response {
    let (path, cache) = match path.split_once('/') {
        Some((hash, path)) if hash == PAGE_FILES.hash => (path, KEEP_FOREVER),
        _ => (path.as_str(), CHECK_FIRST),
    };
    file_response(
        &format!("/assets/{path}"),
        &headers,
        cache,
        page_policy(&[]),
    )
}

/// Sends the file at `path`.
fn file_response(
    path: &str,
    headers: &HeaderMap,
    cache: &'static str,
    policy: HeaderValue,
) -> Response {
    match PAGE_FILES.files.get(path) {
        Some(file) => file.to_response(headers, cache, policy),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::PathBuf;

    /// Limit of first paint in bytes: the page, its style, its frame and its first part.
    const MAX_FIRST_PAINT_BYTES: usize = 100_000;

    /// The size in bytes of the file at `path` in the folder.
    fn asset_size(path: &str) -> usize {
        let asset = PAGE_ASSETS
            .iter()
            .find(|asset| asset.path.strip_prefix("/assets/") == Some(path));
        asset.expect("a file of the page").bytes.len()
    }

    /// The paths of the files in `folder` and in those below it.
    fn files_below(folder: &std::path::Path) -> Vec<PathBuf> {
        let mut files = Vec::new();
        for entry in fs::read_dir(folder).expect("the folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => files.extend(files_below(&path)),
                false => files.push(path),
            }
        }
        files
    }

    /// The site has no server that could draw them. After a change write
    /// `queens::render::pieces()` to the file.
    #[test]
    fn pieces_are_those_of_the_pictures() {
        let file = include_str!("../page/shared/pieces.svg");
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
        let dark: Vec<String> = queens::render::DARK_NAMED_COLORS
            .iter()
            .map(|colour| format!("#{colour:06x}"))
            .collect();
        let file = include_str!("../page/shared/palette.js");
        for words in [
            &colours.join(" "),
            queens::render::REGION_DISTANCES,
            &named.join(" "),
            &dark.join(" "),
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
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/page"));
        let is_served = |path: &String| {
            let is_elsewhere =
                ["site/", "tests/"].iter().any(|top| path.starts_with(top));
            let ends = [".js", ".css", ".svg"];
            !is_elsewhere && ends.iter().any(|end| path.ends_with(end))
        };
        let there: BTreeSet<String> = files_below(&folder)
            .iter()
            .map(|path| path.strip_prefix(&folder).expect("a file of the folder"))
            .map(|path| path.to_str().expect("text").replace('\\', "/"))
            .filter(is_served)
            .map(|path| format!("/assets/{path}"))
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
        let modules = static_imports(&["main.js", FIRST_SECTION_MODULE], asset_text);
        assert!(modules.len() > 5, "{modules:?}");
        let scripts: usize = modules.iter().map(|path| asset_size(path)).sum();
        let all = scripts
            + ["styles/tokens.css", "styles/style.css", "icon.svg"]
                .map(asset_size)
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
            for module in static_imports(&[name], asset_text) {
                assert!(!asset_text(&module).is_empty(), "{name} imports {module}");
            }
        }
    }

    /// The values of the authors' page for the empty text and for `a`.
    #[test]
    fn the_hash_is_fnv() {
        assert_eq!(
            (hash_fnv(FNV_START, b""), hash_fnv(FNV_START, b"a")),
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
