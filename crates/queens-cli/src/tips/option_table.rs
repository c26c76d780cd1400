//! Options of other programs.

/// Tip for an option of other programs.
#[derive(Clone, Copy)]
pub(super) enum OptionTip {
    /// The long option of that name, with a value where one follows, if the command has
    /// it.
    Option(&'static str),
    /// The second text, in the command that the first one names, or in every command if
    /// that is empty.
    Words(&'static str, &'static str),
    /// Another command, and what it does.
    Command(&'static str, &'static str),
    /// A statement of the problem, and an example of its value.
    Statement(&'static str, &'static str),
    /// A text that the problem may be, instead of this one.
    Problem(&'static str),
    /// The size of the board is an argument, in commands on a problem.
    Size,
    /// The result goes to standard output.
    ToFile,
    /// The address of the server.
    Address,
}

use OptionTip::{
    Address, Command as Other, Option as Named, Problem, Size, Statement, ToFile, Words,
};

/// Options of other programs, with their tips. The first line that fits the command
/// applies.
pub(super) const OPTION_SYNONYMS: [(&[&str], OptionTip); 87] = [
    // Other questions.
    (
        &["json", "ndjson", "jsonl", "format"],
        Words("trace", "each step is a line of JSON anyway"),
    ),
    (
        &["list", "all", "ls"],
        Words("engines", "`queens engines` alone lists them"),
    ),
    (
        &["list", "all", "ls"],
        Words("variants", "`queens variants` alone lists them"),
    ),
    (
        &["all", "a", "all-solutions", "enumerate-all-solutions"],
        Words(
            "count",
            "all solutions are counted; `queens list` lists them",
        ),
    ),
    (&["all", "a"], Words("list", "all solutions are listed")),
    (
        &[
            "all",
            "a",
            "all-solutions",
            "enumerate-all-solutions",
            "models",
            "solutions",
            "limit",
            "num-solutions",
            "max-solutions",
        ],
        Words(
            "solve",
            "`queens list` lists every solution, `queens count` counts them",
        ),
    ),
    (
        &["first", "one"],
        Words(
            "watch",
            "the first solution ends it anyway; --all continues",
        ),
    ),
    (&["one", "single", "any"], Named("first")),
    (
        &["unique"],
        Words(
            "solve",
            "`queens solve` reports whether a solution is the only one",
        ),
    ),
    (
        &["count", "c", "number"],
        Other("count", "counts the solutions"),
    ),
    (
        &["list", "enumerate"],
        Other("list", "lists every solution"),
    ),
    (&["solve"], Other("solve", "draws a solution")),
    (
        &["engines", "list-engines", "solvers", "algorithms"],
        Other("engines", "lists the engines"),
    ),
    (
        &["variants", "list-variants"],
        Other("variants", "lists the variants"),
    ),
    (&["estimate"], Other("estimate", "estimates the number")),
    (
        &["dry-run", "eta"],
        Words(
            "",
            "`queens estimate --time` estimates the time before a count starts",
        ),
    ),
    (
        &["verify", "validate", "confirm", "double-check"],
        Named("check"),
    ),
    (&["verify", "validate"], Other("verify", "checks solutions")),
    (&["benchmark", "bench"], Other("bench", "times the engines")),
    (&["compare", "race"], Other("compare", "runs every engine")),
    (
        &["gui", "web", "browser", "open", "page"],
        Words("", "`queens serve --open` opens the page"),
    ),
    (
        &["watch", "animate", "steps"],
        Other("watch", "shows an engine at work"),
    ),
    (
        &["interactive", "tui"],
        Words(
            "solve",
            "`queens watch` shows an engine at work, `queens puzzle play` is a game; a board is read with --board FILE",
        ),
    ),
    // Symmetry.
    (
        &[
            "unique",
            "distinct",
            "up-to-symmetry",
            "no-symmetry",
            "symmetries",
            "symmetry",
            "sym",
            "rotations",
            "reflections",
            "no-rotations",
            "no-reflections",
            "no-mirrors",
            "isomorphic",
            "nonisomorphic",
        ],
        Named("fundamental"),
    ),
    (&["classes", "by-classes"], Named("by-class")),
    (
        &[
            "symmetry",
            "sym",
            "symmetric",
            "symmetric-under",
            "rotations",
        ],
        Statement("unchanged", "half-turn"),
    ),
    (&["linear"], Problem("\"torus 11; unchanged: shift\"")),
    // The board.
    (
        &[
            "size",
            "n",
            "N",
            "s",
            "board-size",
            "dimension",
            "queens",
            "D",
            "const",
        ],
        Size,
    ),
    (
        &[
            "hole",
            "holes",
            "block",
            "blocked",
            "forbid",
            "forbidden",
            "obstacle",
            "obstacles",
            "exclude",
            "avoid",
            "without",
            "remove",
            "skip",
            "no",
            "except",
        ],
        Statement("holes", "a1"),
    ),
    (
        &["wall", "walls", "pawn", "pawns"],
        Statement("walls", "a1"),
    ),
    (&["total", "number-of-queens", "k"], Statement("total", "5")),
    (
        &["rows", "columns"],
        Words("", "write it in the problem: \"8; rows: 0..1; columns: 2\""),
    ),
    (&["piece"], Statement("piece", "queen+knight")),
    (&["pieces"], Statement("pieces", "5 queens, 5 knights")),
    (&["dimensions", "dimension"], Problem("most 5x5x5")),
    (
        &[
            "fixed", "placed", "place", "preset", "queen", "start", "givens", "with",
            "set", "put",
        ],
        Named("given"),
    ),
    (
        &["variant", "kind", "type"],
        Words("", "write it before the size: torus 8"),
    ),
    (
        &["input", "in", "file", "load", "i", "from", "read", "puzzle"],
        Named("board"),
    ),
    (
        &["stdin"],
        Words("", "`--board -` reads a board from standard input"),
    ),
    // Numbers.
    (
        &[
            "n",
            "m",
            "models",
            "solutions",
            "num-solutions",
            "max-solutions",
            "max-count",
            "head",
            "first",
            "max",
            "top",
            "number",
        ],
        Named("limit"),
    ),
    (
        &["fen", "epd"],
        Words(
            "",
            "`queens import` reads FEN: `echo FEN | queens import | queens solve`",
        ),
    ),
    // Engines.
    (
        &[
            "method",
            "methods",
            "m",
            "algorithm",
            "algo",
            "solver",
            "backend",
            "strategy",
            "heuristic",
            "use",
            "with-engine",
        ],
        Named("engine"),
    ),
    (
        &["method", "methods", "engine", "solvers", "algorithms"],
        Named("engines"),
    ),
    (
        &["gpu", "cuda", "opencl", "simd", "avx", "avx2", "avx512"],
        Named("kernel"),
    ),
    // Limits.
    (
        &[
            "jobs",
            "j",
            "cores",
            "parallel",
            "workers",
            "cpus",
            "cpu",
            "p",
            "num-workers",
            "num-search-workers",
            "parallel-mode",
            "num-threads",
            "nthreads",
            "processes",
            "single-threaded",
            "np",
        ],
        Named("threads"),
    ),
    (
        &[
            "timeout",
            "time",
            "max-time",
            "max-time-in-seconds",
            "tl",
            "duration",
            "deadline",
        ],
        Named("time-limit"),
    ),
    (
        &["memory", "mem", "max-memory", "ram"],
        Named("memory-limit"),
    ),
    (&["nodes", "max-nodes"], Named("node-limit")),
    (&["random-seed", "random", "rand"], Named("seed")),
    (
        &["speed", "fps", "pause", "sleep", "interval"],
        Named("delay"),
    ),
    // Output.
    (
        &["output", "out", "o", "O", "save", "write", "to-file"],
        ToFile,
    ),
    (&["silent", "no-messages", "short"], Named("quiet")),
    (
        &[
            "debug",
            "info",
            "statistics",
            "stats",
            "s",
            "log",
            "log-search-progress",
            "timing",
            "timings",
            "explain",
            "why",
            "profile",
        ],
        Named("verbose"),
    ),
    (
        &["progress"],
        Words(
            "",
            "the progress is shown on a terminal; -v shows the engine and the work",
        ),
    ),
    (
        &["no-color", "no-colour", "nocolor", "monochrome"],
        Words("", "the option is `--color never`"),
    ),
    (&["colour", "colors", "colours"], Named("color")),
    (
        &["ascii", "plain-text"],
        Words("", "the option is `--charset ascii`"),
    ),
    (
        &["unicode", "utf8", "utf-8"],
        Words("", "the option is `--charset unicode`"),
    ),
    (
        &["print", "show", "display", "draw", "board-format", "pretty"],
        Words(
            "solve",
            "the board is drawn anyway; the option is `--format board`",
        ),
    ),
    (
        &["print", "show", "display", "draw", "boards", "pretty"],
        Words("list", "the option is `--format board`"),
    ),
    (&["fmt", "F", "output-format", "as"], Named("format")),
    (
        &["format", "as", "target", "f", "output-format"],
        Named("to"),
    ),
    // Puzzles.
    (&["difficulty", "level"], Named("rating")),
    (
        &["gentle"],
        Words("generate", "the option is `--rating gentle`"),
    ),
    (
        &["easy"],
        Words("generate", "the option is `--rating easy`"),
    ),
    (
        &["medium"],
        Words("generate", "the option is `--rating medium`"),
    ),
    (
        &["hard"],
        Words("generate", "the option is `--rating hard`"),
    ),
    (
        &["expert", "fiendish"],
        Words("generate", "the option is `--rating fiendish`"),
    ),
    (
        &["number", "n", "puzzles"],
        Words("generate", "the option is `--count`"),
    ),
    // The server.
    (
        &["port", "p", "host", "bind", "listen", "b", "address", "H"],
        Address,
    ),
    (
        &["daemon", "d", "background", "detach"],
        Words(
            "serve",
            "`queens serve &` runs it in the background; docs/guide/page.md shows how to keep it running",
        ),
    ),
    (
        &["https", "tls", "ssl", "cert", "certificate"],
        Words(
            "serve",
            "the server speaks HTTP: put a proxy such as nginx or Caddy before it",
        ),
    ),
    (
        &["workers", "j"],
        Words("serve", "the option is `--max-searches`"),
    ),
    (
        &["timeout"],
        Words("serve", "the option is `--answer-time`"),
    ),
    (
        &["root-path", "prefix"],
        Words("serve", "a proxy before the server maps paths"),
    ),
    // Words of problems.
    (&["dominate"], Problem("dominating 8")),
    (&["largest", "max", "maximum"], Problem("most torus 8")),
    // What does not exist.
    (
        &["config", "rc"],
        Words(
            "",
            "there are no settings in files: `queens help` shows the options",
        ),
    ),
    (
        &["recursive", "r"],
        Words(
            "",
            "a folder is not searched for boards: --board FILE reads one",
        ),
    ),
    (
        &["version", "v", "V"],
        Words("", "the version: `queens --version`"),
    ),
    (
        &["?", "usage", "man", "help-all"],
        Words(
            "",
            "help: `--help`, and `queens help COMMAND` with examples",
        ),
    ),
    (
        &["force", "f", "yes", "y"],
        Words(
            "",
            "no command asks before it does something: leave the option out",
        ),
    ),
    (&["append"], Words("", "append with `>> FILE`")),
    (
        &["separator", "delimiter", "sep"],
        Words("", "`--format csv` puts commas between the values"),
    ),
    (
        &["header", "no-header"],
        Words("", "`--format text` has no header, `--format csv` has one"),
    ),
    (
        &["zero-based", "one-based", "index", "base"],
        Words("", "text and boards count from 1, JSON from 0"),
    ),
    (
        &["license", "licence", "credits", "about"],
        Words(
            "",
            "`queens engines ID` names the source of an engine; the licence is MIT or Apache 2.0",
        ),
    ),
];
