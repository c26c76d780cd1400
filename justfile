# Short names for the commands of this repository (https://just.systems). Nothing needs them: `.ci/run` holds the checks.

# The recipes.
default:
    @just --list

# Everything that continuous integration does; installs xsltproc where it is missing.
ci:
    .ci/run

# What to run before sending a change.
checks:
    .ci/run lint dependencies docs portable fuzz outside tests front_ends

# Every test.
test:
    .ci/run tests

# Random questions against a brute-force oracle that shares no code with the library; a few thousand of them are in `test`.
oracle questions="100000" seed="2":
    ORACLE_QUESTIONS={{questions}} ORACLE_SEED={{seed}} cargo test -p queens --test oracle -- --ignored --nocapture

# Format and lints.
lint:
    .ci/run lint

# The page in a real browser, against `queens serve`; passed over without Chromium or npm.
page:
    .ci/page

# The Python package from its wheel; passed over without Python or an index for pip.
python:
    .ci/python

# The page as static files, with the engines as WebAssembly: `just site --address https://example.org/queens/`.
site *arguments:
    .ci/site {{arguments}}

# The pages of docs as a book, its links checked; needs mdBook.
book *arguments:
    .ci/book {{arguments}}

# The npm package, built, packed and tested as installed; skipped without npm.
npm *arguments:
    .ci/npm {{arguments}}

# The API held against its description, by schemathesis; needs Python and the network.
api:
    .ci/api

# Campaigns on a real Slurm of two nodes and on HyperQueue.
cluster *tests:
    .ci/cluster {{tests}}

# Every format of `queens export`, read by the tools that it is for.
exchange:
    .ci/exchange

# The documentation of the crates, no warnings.
docs:
    .ci/run docs

# Licences, versions and sources of the dependencies.
deny:
    .ci/run dependencies

# Fuzz one target for ten minutes (cargo install cargo-fuzz).
fuzz target:
    mkdir -p fuzz/corpus/{{target}}
    RUSTC_BOOTSTRAP=1 cargo fuzz run {{target}} fuzz/corpus/{{target}} fuzz/seeds/{{target}} -- -max_total_time=620 -rss_limit_mb=2048

# One benchmark of the library: completion, count, large, observer or rows.
bench name:
    cargo bench -p queens --bench {{name}}

# `queens solve` beside other solvers; docs/lab/peers.md says what to install.
peers *arguments:
    python3 benches/peers/compare.py {{arguments}}

# Memory of the server for the largest bodies of every address, and /healthz meanwhile (Linux).
bodies:
    cargo build --release -p queens-cli
    python3 benches/bodies/bodies.py target/release/queens

# What a release consists of, each part made and tried; a table at the end.
release-check *parts:
    .ci/release {{parts}}
