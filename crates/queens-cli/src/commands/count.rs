//! `queens count`: counts the solutions.

use super::forecast;
use super::relative::{RelativeArgs, special_count};
use super::rules;
use crate::args::{KernelChoice, ProblemArgs, engine_id, symmetry, threads};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::{as_published, contradicts};
use crate::progress::ProgressDisplay;
use crate::table::{grouped, print, print_with_ending, several, time};
use clap::{Args, ValueEnum};
use queens::control::Outcome;
use queens::document::{ClassesDocument, CountDocument, CountTable, Document, size_in_words};
use queens::problem::Problem;
use queens::reference::{self, Published};
use queens::relative::Relative;
use queens::symmetry::Symmetry;
use queens::{Answer, CountOptions, Detail, Question, Rival, Settings, ask};
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens count 20                                 39,029,188,884\n\
\x20 queens count torus 11 --by-class                by symmetry class\n\
\x20 queens count 16 --check                         confirmed by another engine\n\
\x20 queens count 12 --symmetric-under quarter-turn  unchanged by a quarter turn\n\
\x20 queens count 8 --dominate                       smallest sets that attack every square")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine (see `queens engines`); without it the fastest for the problem
    #[arg(short = 'e', long, short_alias = 'm', aliases = ["engines", "method", "methods"], value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// Number of threads; 0 means one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Processor instructions to count with; auto takes the best available
    #[arg(long, hide_short_help = true, value_name = "KERNEL", default_value = "auto")]
    pub(crate) kernel: KernelChoice,
    /// Count again with another engine and compare
    #[arg(long, conflicts_with_all = ["fundamental", "by_class"])]
    pub(crate) check: bool,
    /// Count solutions that differ only by rotation or reflection once
    #[arg(long)]
    pub(crate) fundamental: bool,
    /// Count by symmetry class: ordinary, point-symmetric, rotary
    #[arg(long, conflicts_with_all = ["fundamental", "relative"])]
    pub(crate) by_class: bool,
    /// Count the solutions that a half-turn, quarter-turn, mirror (left and right) or diagonal leaves unchanged
    #[arg(long, value_name = "SYMMETRY", value_parser = symmetry(), hide_possible_values = true, hide_short_help = true, conflicts_with_all = ["fundamental", "by_class", "relative"])]
    pub(crate) symmetric_under: Option<Symmetry>,
    /// Count the solutions on a straight line across joined edges: column a x + b in row x
    #[arg(long, hide_short_help = true, conflicts_with_all = ["fundamental", "by_class", "symmetric_under", "relative"])]
    pub(crate) linear: bool,
    /// Count maximal placements: sets of any size to which no queen can be added
    #[arg(long, hide_short_help = true, conflicts_with_all = ["fundamental", "by_class", "symmetric_under", "linear", "relative"])]
    pub(crate) maximal: bool,
    #[command(flatten)]
    pub(crate) relative: RelativeArgs,
    /// Place this many pawns between the queens, in all ways, and as many more queens; n + k queens, k pawns
    #[arg(long, value_name = "NUMBER", hide_short_help = true, conflicts_with_all = ["by_class", "symmetric_under", "linear", "maximal", "relative"], allow_negative_numbers = true)]
    pub(crate) pawns: Option<u32>,
    /// text, json, csv or bfile; bfile: a line "n count" for each size, as in the OEIS
    #[arg(short, long, value_name = "FORMAT", default_value = "text", hide_possible_values = true)]
    pub(crate) format: CountFormat,
}

/// Format of a count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CountFormat {
    Text,
    Json,
    Csv,
    Bfile,
}

pub(crate) fn run(args: &CountArgs, console: &Console) -> Result<Exit, Failure> {
    // One clock covers everything that this command does.
    let settings = console.settings();
    let settings = settings.clone().with_limits(settings.limits.started()).with_threads(args.threads);
    let mut settings = settings.with_kernel(args.kernel.into());
    settings.engine.clone_from(&args.engine);
    if let Some(sizes) = args.problem.sizes(console)? {
        if args.by_class {
            return Err(Failure::input(
                "--by-class takes one size at a time; --fundamental counts several sizes up to symmetry",
            ));
        }
        return table(args, sizes, &settings, console);
    }
    let (problem, question) = asked(args.problem.problem_with_rules(console)?, args.question()?, &settings)?;
    let problem = question.put_to(&problem);
    let published = args.published(question, &problem);
    let answer = count(&problem, question, published, &settings, console)?;
    if args.fundamental || args.by_class {
        return by_class(args, &problem, question, &answer, published, console);
    }
    let document = CountDocument::new(question.about(&problem), &answer);
    write(args.format, &document, console, |out| args.write_number(&problem, &answer, answer.count, out))?;
    let is_wrong = conclude(&answer, answer.count, published.as_ref(), console);
    if let Some(best) = rules::best(&problem, &answer) {
        console.say(best);
    }
    if is_wrong {
        return Ok(Exit::CheckFailed);
    }
    if args.check && answer.is_complete() {
        return check(&problem, question, &answer, &settings, console);
    }
    Ok(answer.outcome.into())
}

/// Returns a problem with rules as the plain problem and the question about it that ask for the same.
fn asked(problem: Problem, question: Question, settings: &Settings) -> Result<(Problem, Question), Failure> {
    if problem.rules().is_none() {
        return Ok((problem, question));
    }
    let plan = queens::plan(&problem, question, settings).map_err(Failure::input)?;
    Ok((plan.asked, plan.question))
}

impl CountArgs {
    /// Returns the options of the count.
    fn options(&self) -> CountOptions {
        CountOptions {
            fundamental: self.fundamental || self.by_class,
            maximal: self.maximal,
            relative: self.relative.relative(),
            pawns: self.pawns,
            symmetric_under: self.symmetric_under,
            linear: self.linear,
        }
    }

    /// Returns the question.
    ///
    /// # Errors
    /// More than one question; a demand that the relative does not have.
    fn question(&self) -> Result<Question, Failure> {
        self.relative.relative_of(&self.problem)?;
        self.options().question().map_err(Failure::input)
    }

    /// Returns the published value of `question` for `problem`.
    fn published(&self, question: Question, problem: &Problem) -> Option<Published> {
        match question {
            Question::WithPawns(pawns) => reference::with_pawns(problem.rows(), pawns, self.fundamental),
            Question::CountRelative(relative) => reference::number_of(problem, relative, self.fundamental),
            Question::FixedBy(symmetry) => reference::fixed_by(problem, symmetry),
            Question::Maximal => reference::maximal(problem),
            Question::Classes => reference::fundamental(problem),
            Question::CountLinear => reference::linear(problem),
            _ => reference::published(&problem.normalized()),
        }
    }
}

impl CountArgs {
    /// Writes the count, after the size in a b-file. A count that a limit ended is marked as partial; one that is still 0 is
    /// not written.
    fn write_number(
        &self,
        problem: &Problem,
        answer: &Answer,
        count: u128,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        match self.format {
            _ if count == 0 && !answer.is_complete() => Ok(()),
            CountFormat::Bfile if answer.is_complete() => writeln!(out, "{} {count}", problem.rows()),
            CountFormat::Bfile => Ok(()),
            _ if !answer.is_complete() => writeln!(out, "{count} (partial)"),
            _ => writeln!(out, "{count}"),
        }
    }
}

/// Counts, and shows the progress.
fn count(
    problem: &Problem,
    question: Question,
    published: Option<Published>,
    settings: &Settings,
    console: &Console,
) -> Result<Answer, Failure> {
    let plan = queens::plan(problem, question, settings).map_err(Failure::input)?;
    let progress = ProgressDisplay::start(console, format!("counting with {}", plan.engine()));
    let count = forecast::LongCount { problem, question, engine: plan.engine(), published, console };
    count.watched(settings, &progress, |settings| ask(problem, question, settings)).map_err(Failure::input)
}

/// Reports on a count; returns true if the published value contradicts it.
fn conclude(answer: &Answer, count: u128, published: Option<&Published>, console: &Console) -> bool {
    if let Some(published) = published {
        console.say(as_published(published, count, answer.outcome));
    }
    if let Some(words) = best_sets(answer) {
        console.say(words);
    }
    if !answer.is_complete() {
        console.say(partial(answer, count));
    }
    console.explain(format!("{}: {}; {}", answer.engine, answer.why, work(answer)));
    published.is_some_and(|published| contradicts(published, count, answer.outcome))
}

/// Describes the counted solutions of a relative: their size or sum, and their number up to symmetry.
fn best_sets(answer: &Answer) -> Option<String> {
    let relative = answer.question.relative().map(|(relative, _)| relative);
    let special =
        relative.filter(|_| answer.is_complete()).and_then(|relative| special_count(relative, answer));
    if special.is_some() {
        return special;
    }
    match answer.detail {
        Detail::Sum { sum, fundamental: Some(fundamental), .. } if answer.is_complete() => Some(format!(
            "{} with the sum {sum}, {} up to symmetry",
            several(answer.count, "solution"),
            grouped(fundamental)
        )),
        Detail::Sum { sum, bound, .. } if sum != bound => {
            Some(format!("the best sum is from {} to {}", sum.min(bound), sum.max(bound)))
        }
        Detail::Fundamental(fundamental) if answer.is_complete() => {
            let relative = relative?;
            let counted = match relative {
                Relative::Armies => "pair",
                Relative::Pieces(_) => "placement",
                _ => "set",
            };
            // The engines count one size.
            let size = size_in_words(relative, answer.figures.first()?.value);
            Some(format!(
                "{} of {size}, {} up to symmetry",
                several(answer.count, counted),
                grouped(fundamental)
            ))
        }
        Detail::Smallest { queens, fundamental } if answer.is_complete() => Some(format!(
            "{} of {}, {} up to symmetry",
            several(answer.count, "set"),
            several(queens, "queen"),
            grouped(fundamental)
        )),
        _ => None,
    }
}

/// Describes an answer that a limit ended.
fn partial(answer: &Answer, count: u128) -> String {
    let what = if count > 0 { "partial count only" } else { "no partial result" };
    format!("{}: {what}", answer.outcome)
}

/// Describes the work behind an answer.
fn work(answer: &Answer) -> String {
    let mut words = vec![several(answer.statistics.expanded, "node")];
    words.extend(answer.figures.iter().map(|figure| format!("{} {}", grouped(figure.value), figure.name)));
    if answer.statistics.checks > 0 {
        words.push(several(answer.statistics.checks, "check"));
    }
    if let Some((done, all)) = answer.units {
        words.push(format!("{} of {} work units", grouped(done), grouped(all)));
    }
    if let Some(kernel) = answer.kernel {
        words.push(format!("kernel {}", kernel.name()));
    }
    words.push(several(answer.threads as u64, "thread"));
    words.push(time(answer.statistics.elapsed));
    words.join(", ")
}

/// Writes the solutions up to symmetry.
fn by_class(
    args: &CountArgs,
    problem: &Problem,
    question: Question,
    answer: &Answer,
    asked: Option<Published>,
    console: &Console,
) -> Result<Exit, Failure> {
    if matches!(question, Question::WithPawns(_) | Question::CountRelative(_)) {
        let fundamental = args.options().number(answer);
        let document = CountDocument {
            count: fundamental.into(),
            ..CountDocument::new(question.about(problem), answer)
        };
        write(args.format, &document, console, |out| args.write_number(problem, answer, fundamental, out))?;
        let is_wrong = conclude(answer, fundamental, asked.as_ref(), console);
        return Ok(if is_wrong { Exit::CheckFailed } else { answer.outcome.into() });
    }
    let document = ClassesDocument::new(problem, answer);
    if args.fundamental && args.format != CountFormat::Json {
        let mut out = console.out();
        args.write_number(problem, answer, document.fundamental.0, &mut out)?;
        out.flush()?;
    } else if answer.is_complete() || args.format != CountFormat::Text {
        write(args.format, &document, console, |out| write_table(&document, console, out))?;
    }
    if !answer.is_complete() {
        console.say(partial(answer, document.fundamental.0));
        return Ok(answer.outcome.into());
    }
    let published = reference::published(&problem.normalized());
    let all = published.as_ref().map(|published| {
        let words = as_published(published, document.solutions.0, answer.outcome);
        format!("{} in all, {words}", several(document.solutions, "solution"))
    });
    let fundamental = asked.as_ref().map(|published| {
        format!("up to symmetry {}", as_published(published, document.fundamental.0, answer.outcome))
    });
    let words: Vec<String> = all.into_iter().chain(fundamental).collect();
    if !words.is_empty() {
        console.say(words.join("; "));
    }
    console.explain(format!("{}: {}; {}", answer.engine, answer.why, work(answer)));
    let is_wrong = published.is_some_and(|p| contradicts(&p, document.solutions.0, answer.outcome))
        || asked.as_ref().is_some_and(|p| contradicts(p, document.fundamental.0, answer.outcome));
    Ok(if is_wrong { Exit::CheckFailed } else { Exit::Answered })
}

/// Writes the classes and their sum.
fn write_table(document: &ClassesDocument, console: &Console, out: &mut dyn Write) -> std::io::Result<()> {
    let mut table = document.table();
    let cell = queens::document::Cell::number;
    let sum = [queens::document::Cell::words("all"), cell(document.fundamental), cell(document.solutions)];
    table.push(sum);
    print(&table, console, out)
}

/// Counts the original problem again with another engine, and compares.
fn check(
    problem: &Problem,
    question: Question,
    answer: &Answer,
    settings: &Settings,
    console: &Console,
) -> Result<Exit, Failure> {
    let plan = queens::plan(problem, question, settings).map_err(Failure::input)?;
    let Some(Rival { engine: rival, problem }) = plan.rival() else {
        return Err(Failure::input(format!(
            "no other engine than {} can count this, so there is no check",
            answer.engine
        )));
    };
    console.say(format!("counting again with {rival}, which may take longer"));
    let again = count(&problem, Question::Count, None, &settings.clone().with_engine(rival), console)?;
    if !again.is_complete() {
        console.say(format!("not confirmed: {rival} did not finish ({})", again.outcome));
        return Ok(again.outcome.into());
    }
    if again.count != answer.count {
        console.warn(format!(
            "error: THE ENGINES DISAGREE: {} counts {}, {rival} counts {}",
            answer.engine, answer.count, again.count
        ));
        return Ok(Exit::CheckFailed);
    }
    console.say(format!("confirmed by {rival}: {}", work(&again)));
    Ok(Exit::Answered)
}

/// Counts several sizes.
fn table(
    args: &CountArgs,
    sizes: Vec<(u32, Problem)>,
    settings: &Settings,
    console: &Console,
) -> Result<Exit, Failure> {
    let mut document = CountTable { counts: Vec::new(), sizes: Vec::new(), outcome: Outcome::Exhausted };
    let mut differing = Vec::new();
    for (size, problem) in sizes {
        let question = args.question()?;
        let problem = question.put_to(&problem);
        let published = args.published(question, &problem);
        let answer = count(&problem, question, published, settings, console)?;
        let counted = args.options().number(&answer);
        if !answer.is_complete() {
            let before = if document.sizes.is_empty() { "" } else { "; the sizes before it are complete" };
            console.say(format!("n = {size}: {}{before}", answer.outcome));
            document.outcome = answer.outcome;
            break;
        }
        if published.is_some_and(|p| contradicts(&p, counted, answer.outcome)) {
            differing.push(size.to_string());
        }
        let words = question.about(&problem);
        document.counts.push(CountDocument { count: counted.into(), ..CountDocument::new(words, &answer) });
        document.sizes.push(size);
    }
    if document.sizes.is_empty() && args.format == CountFormat::Text {
        return Ok(document.outcome.into());
    }
    write(args.format, &document, console, |out| match args.format {
        CountFormat::Bfile => write!(out, "{}", document.b_file()),
        _ => print_with_ending(&document, console, out),
    })?;
    if !differing.is_empty() {
        console.warn(format!("error: NOT as published: n = {}", differing.join(", ")));
        return Ok(Exit::CheckFailed);
    }
    Ok(document.outcome.into())
}

/// Writes a document in this format; `text` writes it for people.
fn write<D: Document>(
    format: CountFormat,
    document: &D,
    console: &Console,
    text: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), Failure> {
    let mut out = console.out();
    match format {
        CountFormat::Text | CountFormat::Bfile => text(&mut out)?,
        CountFormat::Csv => document.write_csv(&mut out)?,
        CountFormat::Json => document.write_json(&mut out)?,
    }
    out.flush()?;
    Ok(())
}
