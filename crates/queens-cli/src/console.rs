//! State that all commands share: output, its style, limits.

use crate::args::{CharsetChoice, ColorChoice, GlobalArgs};
use crate::escape::escape_text;
use crate::exit::{Exit, Failure};
use crate::{signals, terminal};
use queens::Settings;
use queens::control::{CancelToken, Limits};
use queens::problem::Problem;
use queens::render::{self, Charset, Format, Renderer, Style};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

/// Number of different fresh seeds.
const FRESH_SEEDS: u64 = 1_000_000;

/// Output (a terminal, file or pipe) and the options of every command.
pub(crate) struct Console {
    settings: Settings,
    /// Limits of the settings, with their clock not started.
    limits: Limits,
    seed: Option<u64>,
    color: bool,
    charset: Charset,
    /// Charset of messages on standard error.
    message_charset: Charset,
    width: usize,
    height: usize,
    quiet: bool,
    verbose: bool,
}

impl Console {
    /// Reads the global options, starts the clock of the limits and makes Ctrl-C raise
    /// the cancel token. A second Ctrl-C ends the process at once.
    pub(crate) fn new(args: &GlobalArgs) -> Result<Self, Failure> {
        let cancel = CancelToken::new();
        signals::cancel_on_signal(cancel.clone()).map_err(|error| {
            Failure::input(format!("cannot listen for Ctrl-C: {error}"))
        })?;
        let mut limits = Limits::default().with_cancel(cancel);
        (limits.nodes, limits.time) = (args.node_limit, args.time_limit);
        limits.memory = args
            .memory_limit
            .map(|mebibytes| mebibytes.saturating_mul(1 << 20));
        let color = wants_color(args.color);
        let (width, height) = terminal::terminal_size();
        Ok(Console {
            settings: Settings::default()
                .with_limits(limits.started())
                .with_seed(args.seed.unwrap_or(0)),
            limits,
            seed: args.seed,
            color,
            charset: choose_charset(args.charset, io::stdout().is_terminal() || color),
            message_charset: choose_charset(args.charset, io::stderr().is_terminal()),
            width,
            height,
            quiet: args.quiet,
            verbose: args.verbose,
        })
    }

    /// Returns the exit status of the process.
    pub(crate) fn exit_code(&self, exit: Exit) -> ExitCode {
        ExitCode::from(exit.status(signals::signal_status()))
    }

    /// Returns limits and seed of everything that the command does: reading, preparing,
    /// searching, writing. The clock starts with the process.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Returns the same limits with their clock not started, for one of several works
    /// that each have all the time.
    pub(crate) fn limits_of_each(&self) -> &Limits {
        &self.limits
    }

    /// Returns the seed that the user gave, if there is one.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Returns the token that Ctrl-C raises.
    pub(crate) fn cancel(&self) -> &CancelToken {
        &self.settings.limits.cancel
    }

    /// Returns true if standard output is a terminal.
    pub(crate) fn on_terminal(&self) -> bool {
        io::stdout().is_terminal()
    }

    /// Refuses a terminal for `what`, which is not text; `file` is a suitable file name.
    pub(crate) fn can_take_bytes(&self, what: &str, file: &str) -> Result<(), Failure> {
        if self.on_terminal() {
            return Err(Failure::input(format!(
                "{what} cannot be shown in a terminal: redirect it with `> {file}`"
            )));
        }
        Ok(())
    }

    /// Returns the renderer of `format` for solutions of `problem`, within the limits.
    ///
    /// # Errors
    /// Standard output is a terminal, and the format is not text.
    pub(crate) fn renderer<'p>(
        &self,
        format: Format,
        problem: &'p Problem,
    ) -> Result<Box<dyn Renderer + 'p>, Failure> {
        if !format.is_text() {
            self.can_take_bytes(&format.id().to_uppercase(), &format!("board.{format}"))?;
        }
        Ok(render::renderer_within(
            format,
            problem,
            self.style(),
            &self.settings.limits,
        ))
    }

    /// Returns the style of drawings.
    pub(crate) fn style(&self) -> Style {
        Style {
            color: self.color,
            charset: self.charset,
            width: self.width,
        }
    }

    /// Returns the characters of drawings.
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// Returns the characters of progress on standard error.
    pub(crate) fn message_charset(&self) -> Charset {
        self.message_charset
    }

    /// Returns the columns of the terminal; 80 if there is none.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns the lines of the terminal; no bound if there is none.
    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// Returns true with `--quiet`.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Returns true with `--verbose`.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose && !self.quiet
    }

    /// Returns standard output, buffered.
    pub(crate) fn out(&self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// Prints a message on standard error, even with `--quiet`. The message is one line:
    /// control characters are escaped.
    pub(crate) fn warn(&self, message: impl std::fmt::Display) {
        let _ = writeln!(io::stderr(), "{}", escape_text(&message.to_string()));
    }

    /// Prints a message on standard error, except with `--quiet`.
    pub(crate) fn say(&self, message: impl std::fmt::Display) {
        if !self.quiet {
            self.warn(message);
        }
    }

    /// Prints a message of several lines on standard error, except with `--quiet`.
    pub(crate) fn say_lines(&self, text: &str) {
        text.lines().for_each(|line| self.say(line));
    }

    /// Prints a message on standard error with `--verbose`.
    pub(crate) fn explain_choice(&self, message: impl std::fmt::Display) {
        if self.verbose {
            self.say(message);
        }
    }

    /// Returns `text` in bold if colour is used.
    pub(crate) fn paint_bold(&self, text: &str) -> String {
        self.paint_text(text, "1")
    }

    /// Returns `text` in faint letters if colour is used.
    pub(crate) fn paint_faint(&self, text: &str) -> String {
        self.paint_text(text, "2")
    }

    /// Returns `text` in this graphic rendition (the numbers of an SGR sequence) if
    /// colour is used.
    pub(crate) fn paint_text(&self, text: &str, rendition: &str) -> String {
        if self.color {
            format!("\x1b[{rendition}m{text}\x1b[0m")
        } else {
            text.to_owned()
        }
    }
}

/// Returns another seed each time: six digits, so that people can type it.
pub(crate) fn fresh_seed() -> u64 {
    RandomState::new().build_hasher().finish() % FRESH_SEEDS
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

/// Returns the characters that `choice` means; on a terminal `auto` depends on the
/// locale.
fn choose_charset(choice: CharsetChoice, on_terminal: bool) -> Charset {
    match choice {
        CharsetChoice::Unicode => Charset::Unicode,
        CharsetChoice::Auto if on_terminal && terminal::speaks_unicode() => {
            Charset::Unicode
        }
        CharsetChoice::Auto | CharsetChoice::Ascii => Charset::Ascii,
    }
}
