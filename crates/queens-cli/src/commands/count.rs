//! `queens count`: counts the solutions.

use super::forecast;
use super::rules;
use super::uncompletable::counted_sets;
use crate::args::{KernelChoice, ProblemArgs, engine_id, parse_threads};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::{as_published, contradicts_published};
use crate::progress::ProgressDisplay;
use crate::table::{format_time, grouped, print_table, print_with_ending, several};
use clap::{Args, ValueEnum};
use queens::control::Outcome;
use queens::document::{ClassesDocument, CountDocument, CountTable, Document};
use queens::problem::Problem;
use queens::reference::{self, Published};
use queens::{Answer, Question, Settings, ask};
use std::io::Write;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens count 20                               39,029,188,884\n\
\x20 queens count torus 11 --by-class              by symmetry class\n\
\x20 queens count 16 --check                       confirmed by another engine\n\
\x20 queens count \"12; unchanged: quarter-turn\"     unchanged by a quarter turn\n\
\x20 queens count dominating 8                     fewest that attack all squares")]
pub(crate) struct CountArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine (`queens engines` lists them)
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// Number of threads; 0: one for each processor
    #[arg(short, long, value_name = "NUMBER", default_value_t = 0, value_parser = parse_threads, allow_negative_numbers = true)]
    pub(crate) threads: usize,
    /// Instructions: auto, baseline, avx2 or avx512
    #[arg(
        long,
        hide_short_help = true,
        value_name = "KERNEL",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub(crate) kernel: KernelChoice,
    /// Count again with another engine and compare
    #[arg(long, conflicts_with_all = ["fundamental", "by_class"])]
    pub(crate) check: bool,
    /// Count solutions up to rotation and reflection
    #[arg(long)]
    pub(crate) fundamental: bool,
    /// Count by symmetry class
    #[arg(long, conflicts_with = "fundamental")]
    pub(crate) by_class: bool,
    /// text, json, csv or bfile (the form of the OEIS)
    #[arg(
        short,
        long,
        value_name = "FORMAT",
        default_value = "text",
        hide_possible_values = true
    )]
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

pub(crate) fn run_count(args: &CountArgs, console: &Console) -> Result<Exit, Failure> {
    // One clock covers everything that this command does.
    let settings = console.settings();
    let settings = settings
        .clone()
        .with_limits(settings.limits.started())
        .with_threads(args.threads);
    let mut settings = settings.with_kernel(args.kernel.into());
    settings.engine.clone_from(&args.engine);
    let of_sets = args.problem.of_sets();
    if of_sets.is_some() && args.by_class {
        return Err(Failure::input(
            "--by-class is for solutions; use --fundamental to count sets up to symmetry",
        ));
    }
    let problem_args = of_sets.as_ref().unwrap_or(&args.problem);
    if let Some(sizes) = problem_args.parse_sizes(console)? {
        if args.by_class {
            return Err(Failure::input(
                "--by-class takes one size at a time; --fundamental counts several sizes up to symmetry",
            ));
        }
        return count_sizes(args, sizes, &settings, console);
    }
    let (problem, question) =
        (problem_args.problem_with_rules(console)?, args.question());
    let published = args.published_count(&problem);
    let answer = count_solutions(&problem, question, published, &settings, console)?;
    if question == Question::Classes && problem.rules().is_none() {
        return by_class(args, &problem, &answer, published, console);
    }
    if args.by_class {
        return Err(Failure::input(
            "--by-class needs a problem without rules; use --fundamental to count up to symmetry",
        ));
    }
    let counted = args.counted_number(&answer);
    let document = CountDocument::new(&problem, &answer).with_count(counted);
    write_answer(args.format, &document, console, |out| {
        args.write_number(&problem, &answer, counted, out)
    })?;
    if print_conclusion(&problem, &answer, counted, published.as_ref(), console) {
        return Ok(Exit::CheckFailed);
    }
    if args.check && answer.is_complete() {
        return check_count(&problem, question, &answer, &settings, console);
    }
    Ok(answer.outcome.into())
}

impl CountArgs {
    fn question(&self) -> Question {
        match self.problem.of_sets().is_some() {
            true => Question::CountUncompletable,
            false if self.fundamental || self.by_class => Question::Classes,
            false => Question::Count,
        }
    }

    /// Returns the number that is asked for: up to symmetry it is 0 if the answer is not
    /// complete, because a part of the solutions has no known number of classes.
    fn counted_number(&self, answer: &Answer) -> u128 {
        if self.fundamental {
            answer.fundamental().unwrap_or(0)
        } else {
            answer.count
        }
    }

    /// Returns the published value of the number that is asked for.
    fn published_count(&self, problem: &Problem) -> Option<Published> {
        match self.problem.of_sets().is_some() {
            true => None,
            false if self.fundamental || self.by_class => reference::fundamental(problem),
            false => reference::published(&problem.normalized()),
        }
    }
}

impl CountArgs {
    /// Writes the count, after the size in a b-file. A count that a limit ended is marked
    /// as partial; one that is still 0 is not written.
    fn write_number(
        &self,
        problem: &Problem,
        answer: &Answer,
        count: u128,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        match self.format {
            _ if count == 0 && !answer.is_complete() => Ok(()),
            CountFormat::Bfile if answer.is_complete() => {
                writeln!(out, "{} {count}", problem.rows())
            }
            CountFormat::Bfile => Ok(()),
            _ if !answer.is_complete() => writeln!(out, "{count} (partial)"),
            _ => writeln!(out, "{count}"),
        }
    }
}

/// Counts, and shows the progress.
fn count_solutions(
    problem: &Problem,
    question: Question,
    published: Option<Published>,
    settings: &Settings,
    console: &Console,
) -> Result<Answer, Failure> {
    let plan = queens::plan(problem, question, settings).map_err(Failure::input)?;
    let progress = ProgressDisplay::start_spinner(
        console,
        format!("counting with {}", plan.engine()),
    );
    let count = forecast::LongCount {
        problem,
        question,
        engine: plan.engine(),
        published,
        console,
    };
    count
        .run_watched(settings, &progress, |settings| {
            ask(problem, question, settings)
        })
        .map_err(Failure::input)
}

/// Reports on a count; returns true if the published value contradicts it.
fn print_conclusion(
    problem: &Problem,
    answer: &Answer,
    count: u128,
    published: Option<&Published>,
    console: &Console,
) -> bool {
    if let Some(published) = published {
        console.say(as_published(published, count, answer.outcome));
    }
    if let Some(words) = best_solutions(problem, answer).or_else(|| counted_sets(answer))
    {
        console.say(words);
    }
    if !answer.is_complete() {
        console.say(partial_in_words(answer, count));
    }
    console.explain_choice(format!(
        "{}: {}; {}",
        answer.engine,
        answer.why,
        work_in_words(answer)
    ));
    published
        .is_some_and(|published| contradicts_published(published, count, answer.outcome))
}

/// Describes the best solutions that were counted: their value, and their number up to
/// symmetry.
fn best_solutions(problem: &Problem, answer: &Answer) -> Option<String> {
    let best = rules::best_in_words(problem, answer)?;
    let fundamental = answer
        .fundamental()
        .map(|number| format!("; {} up to symmetry", grouped(number)));
    Some(best + &fundamental.unwrap_or_default())
}

/// Describes an answer that a limit ended.
fn partial_in_words(answer: &Answer, count: u128) -> String {
    let what = if count > 0 {
        "partial count only"
    } else {
        "no partial result"
    };
    format!("{}: {what}", answer.outcome)
}

/// Describes the work behind an answer.
fn work_in_words(answer: &Answer) -> String {
    let mut words = vec![several(answer.statistics.expanded, "node")];
    words.extend(
        answer
            .figures
            .iter()
            .map(|figure| format!("{} {}", grouped(figure.value), figure.name)),
    );
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
    words.push(format_time(answer.statistics.elapsed));
    words.join(", ")
}

/// Writes the solutions up to symmetry.
fn by_class(
    args: &CountArgs,
    problem: &Problem,
    answer: &Answer,
    asked: Option<Published>,
    console: &Console,
) -> Result<Exit, Failure> {
    let document = ClassesDocument::new(problem, answer);
    if args.fundamental && args.format != CountFormat::Json {
        let mut out = console.out();
        args.write_number(problem, answer, document.fundamental.0, &mut out)?;
        out.flush()?;
    } else if answer.is_complete() || args.format != CountFormat::Text {
        write_answer(args.format, &document, console, |out| {
            write_table(&document, console, out)
        })?;
    }
    if !answer.is_complete() {
        console.say(partial_in_words(answer, document.fundamental.0));
        return Ok(answer.outcome.into());
    }
    let published = reference::published(&problem.normalized());
    let all = published.as_ref().map(|published| {
        let words = as_published(published, document.solutions.0, answer.outcome);
        format!(
            "{} in all, {words}",
            several(document.solutions, "solution")
        )
    });
    let fundamental = asked.as_ref().map(|published| {
        format!(
            "up to symmetry {}",
            as_published(published, document.fundamental.0, answer.outcome)
        )
    });
    let words: Vec<String> = all.into_iter().chain(fundamental).collect();
    if !words.is_empty() {
        console.say(words.join("; "));
    }
    console.explain_choice(format!(
        "{}: {}; {}",
        answer.engine,
        answer.why,
        work_in_words(answer)
    ));
    let is_wrong = published
        .is_some_and(|p| contradicts_published(&p, document.solutions.0, answer.outcome))
        || asked.as_ref().is_some_and(|p| {
            contradicts_published(p, document.fundamental.0, answer.outcome)
        });
    Ok(if is_wrong {
        Exit::CheckFailed
    } else {
        Exit::Answered
    })
}

/// Writes the classes and their sum.
fn write_table(
    document: &ClassesDocument,
    console: &Console,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let mut table = document.table();
    let cell = queens::document::Cell::number;
    let sum = [
        queens::document::Cell::words("all"),
        cell(document.fundamental),
        cell(document.solutions),
    ];
    table.push(sum);
    print_table(&table, console, out)
}

/// Largest number of squares of a board whose count by rules was tested against another
/// engine (`dominating 8`).
const CHECKED_SQUARES: u64 = 64;

/// Describes how long a second count takes.
fn how_long(problem: &Problem) -> String {
    let squares = u64::from(problem.rows()) * u64::from(problem.columns());
    match problem.rules() {
        Some(_) if squares > CHECKED_SQUARES => {
            format!(
                "may not end on a board of more than {CHECKED_SQUARES} squares: --time-limit bounds it"
            )
        }
        _ => "may take longer".to_owned(),
    }
}

/// Counts the original problem again with another engine, and compares.
fn check_count(
    problem: &Problem,
    question: Question,
    answer: &Answer,
    settings: &Settings,
    console: &Console,
) -> Result<Exit, Failure> {
    let plan = queens::plan(problem, question, settings).map_err(Failure::input)?;
    let Some(rival) = plan.rival() else {
        return Err(Failure::input(format!(
            "no other engine than {} can count this, so there is no check",
            answer.engine
        )));
    };
    console.say(format!(
        "counting again with {rival}, which {}",
        how_long(problem)
    ));
    let again = count_solutions(
        problem,
        Question::Count,
        None,
        &settings.clone().with_engine(rival),
        console,
    )?;
    if !again.is_complete() {
        console.say(format!(
            "not confirmed: {rival} did not finish ({})",
            again.outcome
        ));
        return Ok(again.outcome.into());
    }
    if again.count != answer.count {
        console.warn(format!(
            "error: THE ENGINES DISAGREE: {} counts {}, {rival} counts {}",
            answer.engine, answer.count, again.count
        ));
        return Ok(Exit::CheckFailed);
    }
    console.say(format!("confirmed by {rival}: {}", work_in_words(&again)));
    Ok(Exit::Answered)
}

/// Counts several sizes.
fn count_sizes(
    args: &CountArgs,
    sizes: Vec<(u32, Problem)>,
    settings: &Settings,
    console: &Console,
) -> Result<Exit, Failure> {
    let mut document = CountTable {
        counts: Vec::new(),
        sizes: Vec::new(),
        outcome: Outcome::Exhausted,
    };
    let mut differing = Vec::new();
    for (size, problem) in sizes {
        let published = args.published_count(&problem);
        let answer =
            count_solutions(&problem, args.question(), published, settings, console)?;
        let counted = args.counted_number(&answer);
        if !answer.is_complete() {
            let before = if document.sizes.is_empty() {
                ""
            } else {
                "; the sizes before it are complete"
            };
            console.say(format!("n = {size}: {}{before}", answer.outcome));
            document.outcome = answer.outcome;
            break;
        }
        if published.is_some_and(|p| contradicts_published(&p, counted, answer.outcome)) {
            differing.push(size.to_string());
        }
        document
            .counts
            .push(CountDocument::new(&problem, &answer).with_count(counted));
        document.sizes.push(size);
    }
    if document.sizes.is_empty() && args.format == CountFormat::Text {
        return Ok(document.outcome.into());
    }
    write_answer(args.format, &document, console, |out| match args.format {
        CountFormat::Bfile => write!(out, "{}", document.b_file()),
        _ => print_with_ending(&document, console, out),
    })?;
    if !differing.is_empty() {
        console.warn(format!(
            "error: NOT as published: n = {}",
            differing.join(", ")
        ));
        return Ok(Exit::CheckFailed);
    }
    Ok(document.outcome.into())
}

/// Writes a document in this format; `text` writes it for people.
fn write_answer<D: Document>(
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
