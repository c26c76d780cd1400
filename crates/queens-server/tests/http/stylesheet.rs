//! The rows of our page are those of the real stylesheet, run by a real XSLT processor.
//!
//! Needs `xsltproc` (Debian: apt install xsltproc). Without it the test says so and
//! passes, unless QUEENS_REQUIRE_XSLTPROC is set.

use crate::client::{Server, table_rows};
use std::path::Path;
use std::process::{Command, Stdio};

const REQUIRE: &str = "QUEENS_REQUIRE_XSLTPROC";

/// The page that the stylesheet makes for a board of `size`; any document will do as its
/// input.
fn page_of_1999(stylesheet: &Path, size: u32) -> String {
    let output = Command::new("xsltproc")
        .args(["--param", "boardsize", &size.to_string()])
        .args([stylesheet, stylesheet])
        .output()
        .expect("xsltproc runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("the page is text")
}

#[test]
fn rows_match_the_stylesheet() {
    let installed = Command::new("xsltproc")
        .arg("--version")
        .stdout(Stdio::null())
        .status()
        .is_ok();
    if !installed {
        assert!(
            std::env::var_os(REQUIRE).is_none(),
            "{REQUIRE} is set, but xsltproc is not installed"
        );
        eprintln!(
            "SKIPPED: xsltproc is not installed, so nothing was compared with the stylesheet of 1999"
        );
        return;
    }
    let stylesheet =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/queens-1999.xsl");
    let server = Server::start(14, 1);
    for size in 4..=9 {
        let original = table_rows(&page_of_1999(&stylesheet, size));
        assert!(
            !original.is_empty(),
            "the stylesheet found nothing for {size}"
        );
        let ours = server.get(&format!("/queens?boardsize={size}")).rows();
        assert_eq!(ours, original, "boardsize {size}");
    }
}
