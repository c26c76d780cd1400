//! What the commands share: where output goes, how it looks, and what bounds the search.

use crate::args::{CharsetChoice, ColorChoice, GlobalArgs};
use crate::escape::escaped;
use crate::exit::{Exit, Failure};
use crate::{signals, terminal};
use queens::Settings;
use queens::control::{CancelToken, Limits};
use queens::problem::Problem;
use queens::render::{self, Charset, Format, Renderer, Style};
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::process::ExitCode;

/// The terminal (or file, or pipe) and the options that hold for every command.
pub(crate) struct Console {
    settings: Settings,
    /// Those of the settings, before their clock was started.
    limits: Limits,
    seed: Option<u64>,
    color: bool,
    charset: Charset,
    /// The charset of messages, which go to standard error.
    message_charset: Charset,
    width: usize,
    height: usize,
    quiet: bool,
    verbose: bool,
}

impl Console {
    /// Reads the global options, starts the clock of the limits and makes Ctrl-C raise the cancel token. A second
    /// Ctrl-C ends the process at once.
    pub(crate) fn new(args: &GlobalArgs) -> Result<Self, Failure> {
        let cancel = CancelToken::new();
        signals::raise(cancel.clone())
            .map_err(|error| Failure::input(format!("cannot listen for Ctrl-C: {error}")))?;
        let mut limits = Limits::default().with_cancel(cancel);
        (limits.nodes, limits.time) = (args.node_limit, args.time_limit);
        limits.memory = args.memory_limit.map(|mebibytes| mebibytes.saturating_mul(1 << 20));
        let color = wants_color(args.color);
        let (width, height) = terminal::size();
        Ok(Console {
            settings: Settings::default().with_limits(limits.started()).with_seed(args.seed.unwrap_or(0)),
            limits,
            seed: args.seed,
            color,
            charset: charset(args.charset, io::stdout().is_terminal() || color),
            message_charset: charset(args.charset, io::stderr().is_terminal()),
            width,
            height,
            quiet: args.quiet,
            verbose: args.verbose,
        })
    }

    /// The exit status of the process.
    pub(crate) fn status(&self, exit: Exit) -> ExitCode {
        ExitCode::from(exit.status(signals::status()))
    }

    /// Limits and seed of all that the command does: reading, setting up, searching, writing. The clock began with it.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The same limits with the clock standing still, for one of several works that each have all the time.
    pub(crate) fn limits_of_each(&self) -> &Limits {
        &self.limits
    }

    /// The seed that was asked for, where one was.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.seed
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

    /// The renderer of `format` for solutions of `problem`, within the limits, where standard output can take it.
    pub(crate) fn renderer<'p>(
        &self,
        format: Format,
        problem: &'p Problem,
    ) -> Result<Box<dyn Renderer + 'p>, Failure> {
        if !format.is_text() {
            self.can_take_bytes(&format.id().to_uppercase(), &format!("board.{format}"))?;
        }
        Ok(render::renderer_within(format, problem, self.style(), &self.settings.limits))
    }

    /// How drawings look.
    pub(crate) fn style(&self) -> Style {
        Style { color: self.color, charset: self.charset, width: self.width }
    }

    /// The characters of drawings.
    pub(crate) fn charset(&self) -> Charset {
        self.charset
    }

    /// The characters of progress on standard error.
    pub(crate) fn message_charset(&self) -> Charset {
        self.message_charset
    }

    /// Columns of the terminal; 80 where there is none.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Lines of the terminal; no bound where there is none.
    pub(crate) fn height(&self) -> usize {
        self.height
    }

    /// Whether only results are wanted.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether more is wanted than results.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose && !self.quiet
    }

    /// Standard output, buffered.
    pub(crate) fn out(&self) -> BufWriter<StdoutLock<'static>> {
        BufWriter::with_capacity(1 << 16, io::stdout().lock())
    }

    /// Says on standard error what nobody may miss, not even with `--quiet`. The message is one line: whatever it quotes is
    /// escaped.
    pub(crate) fn warn(&self, message: impl std::fmt::Display) {
        let _ = writeln!(io::stderr(), "{}", escaped(&message.to_string()));
    }

    /// Says something on standard error, unless the user wants results only.
    pub(crate) fn say(&self, message: impl std::fmt::Display) {
        if !self.quiet {
            self.warn(message);
        }
    }

    /// Says each line of a text of several lines, unless the user wants results only.
    pub(crate) fn say_lines(&self, text: &str) {
        text.lines().for_each(|line| self.say(line));
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

/// The characters that `choice` stands for; on a terminal `auto` asks the locale.
fn charset(choice: CharsetChoice, on_terminal: bool) -> Charset {
    match choice {
        CharsetChoice::Unicode => Charset::Unicode,
        CharsetChoice::Auto if on_terminal && terminal::speaks_unicode() => Charset::Unicode,
        CharsetChoice::Auto | CharsetChoice::Ascii => Charset::Ascii,
    }
}
