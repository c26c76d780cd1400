//! `queens solve`: finds one solution.

use super::large::{self, LargeArgs};
use super::rules;
use super::uncompletable;
use crate::args::{ProblemArgs, UNCOMPLETABLE_WORD, engine_id};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::progress::ProgressDisplay;
use crate::table::{format_time, grouped, several};
use clap::Args;
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use draft::{Draft, place_pair};
use queens::control::Outcome;
use queens::engines::large::Encoding;
use queens::export;
use queens::placement::Placement;
use queens::problem::Problem;
use queens::reference::{self, Published};
use queens::render::{self, Format, Renderer, Summary};
use queens::{
    Answer, Certificate, Detail, Question, Refutation, Settings, Verdict, ask_each,
    check, lexicographic,
};
use std::ffi::OsStr;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:\n\
\x20 queens solve 12                                              a solution of 12 queens\n\
\x20 queens solve 8 --given b4,d5                                 complete a board\n\
\x20 queens solve torus 7 --format svg > torus.svg                as a picture\n\
\x20 queens solve dominating 8                                    the fewest queens that attack every square\n\
\x20 queens solve most torus 8                                    as many queens as possible\n\
\x20 queens solve armies 8                                        as many white as black queens that do not attack each other\n\
\x20 queens solve \"12; unchanged: quarter-turn\"                   unchanged by a quarter turn\n\
\x20 queens solve \"8; pieces: 5 queens, 5 knights\"               pieces of several kinds\n\
\x20 queens solve 1000000 --random --seed 3 -f binary > large.bin  a random solution")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine (see `queens engines`); without it the one that suits the problem
    #[arg(short = 'e', long, value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// text, board, json, ndjson, csv, html, svg, png or binary (large boards); without it
    /// a board if it fits, else text
    #[arg(short, long, value_name = "FORMAT", value_parser = solve_format(), ignore_case = true, hide_possible_values = true)]
    pub(crate) format: Option<SolveFormat>,
    /// Stop at the first solution; do not search for a second one
    #[arg(long)]
    pub(crate) first: bool,
    /// Order of solutions, of which the first one is found; lexicographic: by the
    /// columns, row by row
    #[arg(long, hide_short_help = true, value_name = "ORDER", conflicts_with_all = ["random", "proof"])]
    pub(crate) order: Option<SolutionOrder>,
    /// If there is no solution, write a proof of that to this file; DRAT with its clauses
    /// beside it (.cnf), or, to a file .pbp, cutting planes (VeriPB) with the constraints
    /// beside it (.opb), if they refute the problem
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with_all = ["engine", "random"], value_parser = PathBufValueParser::new().try_map(proof_file))]
    pub(crate) proof: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) large: LargeArgs,
    /// Exit with 10 if there is a solution, 20 if there is none, 0 if unknown, as SAT
    /// solvers do
    #[arg(long, hide_short_help = true)]
    pub(crate) sat_exit_codes: bool,
}

/// Format of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SolveFormat {
    /// A form in which solutions are listed.
    Listed(Format),
    /// The compact form of one large board.
    Binary,
}

/// Name of the compact form.
const BINARY_ID: &str = "binary";

/// Returns the parser of the format of a solution.
fn solve_format() -> impl TypedValueParser<Value = SolveFormat> {
    let ids = Format::ALL.map(Format::id).into_iter().chain([BINARY_ID]);
    PossibleValuesParser::new(ids.collect::<Vec<_>>()).try_map(|text| match &*text {
        BINARY_ID => Ok(SolveFormat::Binary),
        listed => listed.parse().map(SolveFormat::Listed),
    })
}

/// Order of solutions.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum SolutionOrder {
    Lexicographic,
}

/// Largest side of a board that is drawn by default; larger ones are written as text.
const LARGEST_DRAWN: u32 = 40;

/// Largest side of a board whose solution is checked for being the only one.
const UNIQUE_UP_TO: u32 = 64;

/// Time limit of the largest set with which a board is completed if the maximum was not
/// asked for.
const COMPLETION_TIME_LIMIT: Duration = Duration::from_secs(10);

/// Returns the default format: a board if it fits, else text.
fn suitable_format(problem: &Problem, console: &Console) -> Format {
    let (rows, columns) = (problem.rows(), problem.columns());
    let is_small = rows.max(columns) <= LARGEST_DRAWN;
    let fits = render::fits(problem, console.width());
    if is_small && !fits {
        let width = console.width();
        console.say(format!(
            "a board of {rows} x {columns} does not fit {width} columns; printed as text"
        ));
    }
    if is_small && fits {
        Format::Board
    } else {
        Format::Text
    }
}

pub(crate) fn run_solve(args: &SolveArgs, console: &Console) -> Result<Exit, Failure> {
    let of_sets = args.problem.of_sets();
    let problem_args = of_sets.as_ref().unwrap_or(&args.problem);
    let problem = problem_args.problem_with_rules(console)?;
    let format = match args.format {
        Some(SolveFormat::Listed(format)) => format,
        Some(SolveFormat::Binary) => return solve_in_binary(args, &problem, console),
        None => suitable_format(&problem, console),
    };
    if of_sets.is_some() {
        return uncompletable::solve_uncompletable(args, &problem, format, console);
    }
    if problem.rules().is_some() {
        return with_rules(args, &problem, format, console);
    }
    let is_ordinary = args.engine.is_none() && args.order.is_none();
    if is_ordinary && large::is_streamed(&problem) {
        let encoding = large::choose_encoding(&problem, format)?;
        return large::solve_large(&args.large, &problem, encoding, console);
    }
    if let Some(SolutionOrder::Lexicographic) = args.order {
        return first_in_order(args, &problem, format, console);
    }
    if is_completed(args) {
        let completing = problem.completing();
        if completing != problem {
            return largest_set(args, &completing, format, console);
        }
    }
    solve_problem(args, &problem, format, console)
}

/// Writes a solution in the compact form, which only boards without rules have.
fn solve_in_binary(
    args: &SolveArgs,
    problem: &Problem,
    console: &Console,
) -> Result<Exit, Failure> {
    let others = [
        (args.engine.is_some(), "--engine"),
        (args.order.is_some(), "--order"),
        (args.proof.is_some(), "--proof"),
        (args.problem.of_sets().is_some(), UNCOMPLETABLE_WORD),
    ];
    if let Some((_, other)) = others.into_iter().find(|(is_given, _)| *is_given) {
        return Err(Failure::input(format!(
            "the binary form is of the explicit solution or a random one: leave out {other}"
        )));
    }
    if problem.rules().is_some() {
        return Err(Failure::input(
            "the binary form is of a board with one queen in each row: choose another --format for a problem with rules",
        ));
    }
    large::solve_large(&args.large, problem, Encoding::Binary, console)
}

/// Finds a largest set of pieces of which any number is a solution.
fn largest_set(
    args: &SolveArgs,
    most: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let exit =
        rules::solve_rules(args, most, format, Some(COMPLETION_TIME_LIMIT), console)?;
    let text = most.to_string().replace('\n', "; ");
    console.say(format!(
        "any number of pieces is a solution; this is a largest set, as of `{text}` (`total: 5` asks for five, --first for any set)"
    ));
    Ok(exit)
}

/// Solves a problem with rules.
fn with_rules(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    if args.order.is_some() || args.large.random {
        return Err(Failure::input(
            "the rules of the problem say what is wanted: leave out the option that asks for something else",
        ));
    }
    if args.proof.as_deref().is_some_and(is_cutting_planes) {
        return Err(Failure::input(
            "a proof about rules is written as DRAT: name the file .drat, as in --proof proof.drat",
        ));
    }
    rules::solve_rules(args, problem, format, None, console)
}

/// True if the arguments ask for a completed board, and for no engine or particular
/// solution.
fn is_completed(args: &SolveArgs) -> bool {
    let SolveArgs {
        engine,
        first,
        proof,
        large,
        sat_exit_codes,
        ..
    } = args;
    engine.is_none() && !first && proof.is_none() && !large.random && !sat_exit_codes
}

pub(super) fn search_settings(
    args: &SolveArgs,
    console: &Console,
    progress: &ProgressDisplay,
) -> Settings {
    let mut settings = args
        .large
        .settings(console)
        .with_threads(args.large.threads);
    settings.engine.clone_from(&args.engine);
    if args
        .proof
        .as_deref()
        .is_some_and(|file| !is_cutting_planes(file))
    {
        settings.refutation = true;
        settings.engine = Some("sat".to_owned());
    }
    settings.with_progress(progress.listener())
}

/// Finds one solution, and searches for a second one if that is worth it.
fn solve_problem(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let published = reference::published(problem);
    let question = choose_question(args, problem, published.is_some());
    let mut out = console.out();
    let mut renderer = console.renderer(format, problem)?;
    let mut shown = Ok(0);
    let progress = ProgressDisplay::start_spinner(console, "searching".to_owned());
    let settings = search_settings(args, console, &progress);
    let answer = ask_each(problem, question, &settings, &mut |placement| {
        // The first solution is printed at once; a second one only shows that there are
        // more.
        if let Ok(0) = shown {
            progress.clear();
            // Not sooner: if the engine refuses, nothing but its error is printed.
            shown = renderer
                .begin(&mut out)
                .map_err(Failure::from)
                .and_then(|()| {
                    show_board(problem, placement, renderer.as_mut(), &mut out)
                });
        }
        if shown.is_err() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })
    .map_err(Failure::input)?;
    drop(progress);
    let shown = shown?;
    if shown == 0 {
        renderer.begin(&mut out)?;
    }
    let summary = Summary {
        solutions: shown,
        outcome: answer.outcome,
    };
    renderer.end_with(&summary, &answer, &mut out)?;
    out.flush()?;
    if args.large.random && answer.first.is_some() {
        console.say(large::random_words(settings.seed));
    } else {
        console.say_lines(&meaning_in_words(published, &answer));
    }
    say_if_empty(&answer, problem, console);
    console.explain_choice(work_in_words(&answer));
    write_certificate(args, problem, &answer, console)?;
    Ok(exit_status(args, &answer))
}

/// Returns the question to ask: for a second solution, too, if the answer is not known and
/// not expensive.
fn choose_question(args: &SolveArgs, problem: &Problem, is_published: bool) -> Question {
    if args.large.random {
        return Question::Random;
    }
    let side = problem.rows().max(problem.columns());
    let is_one_enough = args.first
        || side > UNIQUE_UP_TO
        || is_published
        || shows_one(args.engine.as_deref());
    if is_one_enough {
        Question::One
    } else {
        Question::Unique
    }
}

/// Writes the proof that there is no solution, if the user asks for one.
fn write_certificate(
    args: &SolveArgs,
    problem: &Problem,
    answer: &Answer,
    console: &Console,
) -> Result<(), Failure> {
    let Some(file) = &args.proof else {
        return Ok(());
    };
    if let Some(Certificate::Refuted(Some(refutation))) = &answer.certificate {
        write_proof(file, refutation, console)?;
    }
    if is_cutting_planes(file) && answer.verdict() == Verdict::None {
        write_cutting_planes(file, problem, answer.certificate.as_ref(), console)?;
    }
    Ok(())
}

/// Explains a solution without queens.
pub(super) fn say_if_empty(answer: &Answer, problem: &Problem, console: &Console) {
    if answer.first.as_ref().is_some_and(Placement::is_empty)
        && problem.rows().max(problem.columns()) > 0
    {
        console.say("the empty board is a solution, because no piece is required: `total: 5` asks for five, the word `most` for the most");
    }
}

/// Finds the lexicographically first solution.
fn first_in_order(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start_spinner(console, "searching".to_owned());
    let answer = lexicographic(problem, &search_settings(args, console, &progress))
        .map_err(Failure::input)?;
    drop(progress);
    write_one(problem, &answer, format, console)?;
    let figure = |name| grouped(answer.figure(name).unwrap_or(0));
    console.say_lines(&match &answer.first {
        Some(_) if answer.is_complete() => match answer.figure("refutations") {
            None | Some(0) => "the lexicographically first solution".to_owned(),
            Some(_) => format!(
                "the lexicographically first solution: {} earlier beginnings have no solution",
                figure("refutations")
            ),
        },
        Some(queens) => format!(
            "a solution; {} of its {} queens are certain to be those of the lexicographically first one ({})",
            figure("certain queens"),
            queens.len(),
            answer.outcome
        ),
        None => meaning_in_words(None, &answer),
    });
    console.explain_choice(work_in_words(&answer));
    Ok(exit_status(args, &answer))
}

/// Returns true if the named engine is asked for one solution only: it finds no more, or
/// it is an engine of the ladder.
fn shows_one(id: Option<&str>) -> bool {
    let engine = id.and_then(|id| queens::find(id).ok());
    engine.is_some_and(|engine| {
        engine.is_of_the_ladder() || engine.info().answers(Question::Unique).is_err()
    })
}

/// Describes the work: engine, reason, nodes, time.
pub(super) fn work_in_words(answer: &Answer) -> String {
    let nodes = several(answer.statistics.expanded, "node");
    format!(
        "{}: {}; {nodes}, {}",
        answer.engine,
        answer.why,
        format_time(answer.statistics.elapsed)
    )
}

/// Returns the exit of a search for one solution.
pub(super) fn exit_status(args: &SolveArgs, answer: &Answer) -> Exit {
    match (args.sat_exit_codes, answer.verdict()) {
        (true, Verdict::None) => Exit::Sat(20),
        (true, Verdict::Unknown) => Exit::Sat(0),
        (true, _) => Exit::Sat(10),
        (false, Verdict::None) => Exit::Answered,
        // A solution was found, and the search for a second one finished or was not
        // needed.
        (false, _) => answer.outcome.into(),
    }
}

/// Checks and writes the set of queens that was found, if there is one.
pub(super) fn write_one(
    board: &Problem,
    answer: &Answer,
    format: Format,
    console: &Console,
) -> Result<(), Failure> {
    if let Some(queens) = &answer.first {
        check(board, queens).map_err(wrong_solution)?;
    }
    write_checked(board, answer, format, console)
}

/// Writes the solution that was found, if there is one: groups, or a set of queens.
pub(super) fn write_checked(
    board: &Problem,
    answer: &Answer,
    format: Format,
    console: &Console,
) -> Result<(), Failure> {
    let mut out = console.out();
    let mut renderer = console.renderer(format, board)?;
    renderer.begin_with(answer.question, &mut out)?;
    let solutions = match (&answer.detail, &answer.first) {
        (Detail::Groups { groups, .. }, _) => {
            renderer.groups(groups, &mut out)?;
            1
        }
        (_, Some(queens)) => print_solution(queens, renderer.as_mut(), &mut out)?,
        (_, None) => 0,
    };
    renderer.end_with(
        &Summary {
            solutions,
            outcome: answer.outcome,
        },
        answer,
        &mut out,
    )?;
    out.flush()?;
    Ok(())
}

/// Checks and writes a solution.
fn show_board(
    problem: &Problem,
    placement: &Placement,
    renderer: &mut dyn Renderer,
    out: &mut dyn Write,
) -> Result<u64, Failure> {
    check(problem, placement).map_err(wrong_solution)?;
    print_solution(placement, renderer, out)
}

/// Returns the failure for a solution that breaks a rule.
pub(super) fn wrong_solution(violation: impl std::fmt::Display) -> Failure {
    Failure::input(format!("internal error: a wrong solution: {violation}"))
}

/// Writes a solution.
fn print_solution(
    placement: &Placement,
    renderer: &mut dyn Renderer,
    out: &mut dyn Write,
) -> Result<u64, Failure> {
    renderer.solution(placement, out)?;
    out.flush()?;
    Ok(1)
}

/// Describes the answer in one sentence; `published` is the known number of solutions.
pub(super) fn meaning_in_words(published: Option<Published>, answer: &Answer) -> String {
    let one_of = |published: Published| match published.value {
        1 => format!("the only solution ({})", published.name),
        many => format!("one of {} solutions ({})", grouped(many), published.name),
    };
    match (answer.verdict(), &answer.certificate) {
        (Verdict::None, Some(certificate)) => {
            format!("there is no solution: {certificate}")
        }
        (Verdict::None, None) => "there is no solution".to_owned(),
        (Verdict::Unknown, _) if answer.outcome == Outcome::GaveUp => {
            format!(
                "no solution found: {} gave up; there may be one (try another --seed)",
                answer.engine
            )
        }
        (Verdict::Unknown, _) => {
            format!("no solution found ({}); there may be one", answer.outcome)
        }
        (Verdict::OnlyOne, _) => "the only solution".to_owned(),
        (Verdict::AtLeast(1), _) if answer.is_complete() => {
            published.map_or_else(|| "a solution; there may be others".to_owned(), one_of)
        }
        (Verdict::AtLeast(1), _) => {
            format!(
                "a solution; not known whether it is the only one ({})",
                answer.outcome
            )
        }
        (Verdict::AtLeast(_) | Verdict::Exactly(_), _) => {
            published.map_or_else(|| "one of several solutions".to_owned(), one_of)
        }
    }
}

/// Parses the name of a proof file.
fn proof_file(path: PathBuf) -> Result<PathBuf, String> {
    let extension = path.extension().map(OsStr::to_ascii_lowercase);
    if path.as_os_str() == "-" {
        return Err(
            "a proof needs a file name, such as proof.drat; the clauses are written beside it".to_owned()
        );
    }
    if extension
        .as_ref()
        .is_some_and(|extension| extension == "cnf" || extension == "opb")
    {
        return Err(
            "this is the name of the formula that is written beside the proof: name the proof .drat (its \
             clauses go to .cnf) or .pbp (its constraints go to .opb)"
                .to_owned(),
        );
    }
    Ok(path)
}

/// Writes a proof, and the formula that it refutes beside it in a file with that
/// extension; returns the path of the formula. A kill never leaves a proof beside the
/// formula of another one.
fn write_with(
    file: &Path,
    proof: &[u8],
    extension: &str,
    refuted: &[u8],
) -> Result<PathBuf, Failure> {
    let beside = file.with_extension(extension);
    let refused = |path: &Path| {
        let name = path.display().to_string();
        move |error| Failure::input(format!("cannot write {name}: {error}"))
    };
    let draft = |path: &Path, bytes| {
        let written =
            Draft::new(path).and_then(|mut draft| draft.write_all(bytes).map(|()| draft));
        written.map_err(refused(path))
    };
    let (refuted, proof) = (draft(&beside, refuted)?, draft(file, proof)?);
    place_pair(refuted, proof).map_err(refused(file))?;
    Ok(beside)
}

/// Writes the proof that there is no solution, and beside it the clauses that it refutes.
pub(super) fn write_proof(
    file: &Path,
    refutation: &Refutation,
    console: &Console,
) -> Result<(), Failure> {
    let clauses = write_with(
        file,
        refutation.proof.as_bytes(),
        "cnf",
        refutation.formula.as_bytes(),
    )?;
    console.say(format!(
        "the proof (DRAT) is in {}, its clauses (DIMACS) in {}",
        file.display(),
        clauses.display()
    ));
    Ok(())
}

/// Returns true for the name of a proof in the format of VeriPB.
fn is_cutting_planes(file: &Path) -> bool {
    file.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("pbp"))
}

/// Writes the proof of the quadratic bound, or of the line weights that were found, and
/// the constraints that it refutes beside it.
fn write_cutting_planes(
    file: &Path,
    problem: &Problem,
    certificate: Option<&Certificate>,
    console: &Console,
) -> Result<(), Failure> {
    let weights = if let Some(Certificate::Lines(bound)) = certificate {
        Some(bound)
    } else {
        None
    };
    let limits = &console.settings().limits;
    let (mut proof, mut constraints) = (Vec::new(), Vec::new());
    export::write_cutting_planes(problem, weights, limits, &mut proof)
        .map_err(Failure::input)?;
    let opb = export::find("opb").map_err(Failure::input)?;
    export::write(problem, opb, limits, &mut constraints).map_err(Failure::input)?;
    let beside = write_with(file, &proof, "opb", &constraints)?;
    console.say(format!(
        "the proof (VeriPB) is in {}, its constraints (OPB) in {}",
        file.display(),
        beside.display()
    ));
    Ok(())
}
