//! What the commands share: where output goes, how it looks, and what bounds the search.

use crate::args::{ColorChoice, GlobalArgs};
use crate::exit::Failure;
use queens::control::{CancelToken, Limits};
use queens::methods::Settings;
use queens::problem::Problem;
use queens::render::{self, Charset, Format, Renderer, Style};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether nothing but input is waited for, so that Ctrl-C has nothing to save.
static WAITS: AtomicBool = AtomicBool::new(false);

/// Reads what may be long in coming; Ctrl-C then ends the process at once.
pub(crate) fn waiting_for_input<T>(read: impl FnOnce() -> T) -> T {
    WAITS.store(true, Ordering::SeqCst);
    let result = read();
    WAITS.store(false, Ordering::SeqCst);
    result
}

/// The terminal (or file, or pipe) and the options that hold for every command.
pub(crate) struct Console {
    settings: Settings,
    color: bool,
    width: usize,
    quiet: bool,
    verbose: bool,
}

impl Console {
    /// Reads the global options and makes Ctrl-C raise the cancel token. A second Ctrl-C ends the
    /// process at once.
    pub(crate) fn new(args: &GlobalArgs) -> Result<Self, Failure> {
        let cancel = CancelToken::new();
        let raised = cancel.clone();
        ctrlc::set_handler(move || {
            if raised.is_cancelled() || WAITS.load(Ordering::SeqCst) {
                if io::stderr().is_terminal() {
                    // No line of progress stays behind.
                    let _ = write!(io::stderr(), "\r\x1b[2K");
                }
                std::process::exit(130);
            }
            raised.cancel();
        })
        .map_err(|error| Failure::input(format!("cannot listen for Ctrl-C: {error}")))?;
        let limits = Limits { nodes: args.node_limit, time: args.time_limit, memory: None, cancel };
        Ok(Console {
            settings: Settings { limits, seed: args.seed },
            color: wants_color(args.color),
            width: terminal_size::terminal_size().map_or(80, |(width, _)| width.0.into()),
            quiet: args.quiet,
            verbose: args.verbose,
        })
    }

    /// Limits and seed of the searches.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Raised by Ctrl-C.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.settings.limits.cancel
    }

    /// Whether results go to a terminal.
    pub(crate) fn on_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Refuses a terminal for `what`, which is not text; `file` is a name for the file to write it to.
    pub(crate) fn can_take_bytes(&self, what: &str, file: &str) -> Result<(), Failure> {
        if self.on_terminal() {
            return Err(Failure::input(format!(
                "{what} cannot be shown in a terminal; redirect it: > {file}"
            )));
        }
        Ok(())
    }

    /// The renderer of `format` for solutions of `problem`, where standard output can take it.
    pub(crate) fn renderer<'p>(
        &self,
        format: Format,
        problem: &'p Problem,
    ) -> Result<Box<dyn Renderer + 'p>, Failure> {
        if !format.is_text() {
            self.can_take_bytes(&format.id().to_uppercase(), &format!("board.{format}"))?;
        }
        Ok(render::renderer(format, problem, self.style()))
    }

    /// How drawings look.
    pub(crate) fn style(&self) -> Style {
        let charset = if self.on_terminal() || self.color { Charset::Unicode } else { Charset::Ascii };
        Style { color: self.color, charset, width: self.width }
    }

    /// Columns of the terminal; 80 where there is none.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Whether only results are wanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Standard output, buffered.
    pub(crate) fn out(&self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// Says something on standard error, unless the user wants results only.
    pub(crate) fn say(&self, message: impl std::fmt::Display) {
        if !self.quiet {
            let _ = writeln!(io::stderr(), "{message}");
        }
    }

    /// Says something to those who asked for more.
    pub(crate) fn explain(&self, message: impl std::fmt::Display) {
        if self.verbose {
            self.say(message);
        }
    }

    /// `text` in bold where colour is used.
    pub(crate) fn bold(&self, text: &str) -> String {
        self.painted(text, "1")
    }

    /// `text` in faint letters where colour is used.
    pub(crate) fn faint(&self, text: &str) -> String {
        self.painted(text, "2")
    }

    /// `text` in the given graphic rendition (the numbers of an SGR sequence) where colour is used.
    pub(crate) fn painted(&self, text: &str, rendition: &str) -> String {
        if self.color { format!("\x1b[{rendition}m{text}\x1b[0m") } else { text.to_owned() }
    }
}

fn wants_color(choice: ColorChoice) -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => {
            let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
            !set("NO_COLOR") && !dumb && io::stdout().is_terminal()
        }
    }
}
