//! `queens solve`: finds one solution.

use super::large::{self, LargeArgs};
use super::relative::{self, RelativeArgs};
use super::rules;
use crate::args::{ProblemArgs, engine_id, format, symmetry};
use crate::console::Console;
use crate::exit::{Exit, Failure};
use crate::problem::compared;
use crate::progress::ProgressDisplay;
use crate::table::{grouped, several, time};
use clap::Args;
use clap::builder::{PathBufValueParser, TypedValueParser};
use draft::{Draft, place_pair};
use queens::control::Outcome;
use queens::export;
use queens::placement::Placement;
use queens::problem::{Bounds, Problem, Units};
use queens::reference::{self, Published};
use queens::relative::{Group, GroupKind, PieceKind};
use queens::render::{self, Format, Renderer, Summary};
use queens::square::Square;
use queens::symmetry::Symmetry;
use queens::{
    Answer, Certificate, Detail, Plan, Question, Refutation, Settings, Verdict, ask, ask_each, check,
    lexicographic,
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
\x20 queens solve 12 --symmetric-under quarter-turn                unchanged by a quarter turn\n\
\x20 queens solve 8 --dominate                                    the fewest queens that attack every square\n\
\x20 queens solve knights 8                                       a largest set, because any number is a solution\n\
\x20 queens solve 8 --armies                                      as many white as black queens that do not attack each other\n\
\x20 queens solve 8 --pieces \"queens = knights\"                   as many queens as knights that do not attack each other\n\
\x20 queens solve 1000000 --random --seed 3 --binary > large.bin  a random solution")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) problem: ProblemArgs,
    /// Engine (see `queens engines`); without it the one that suits the problem
    #[arg(short = 'e', long, short_alias = 'm', aliases = ["engines", "method", "methods"], value_name = "ID", value_parser = engine_id(), hide_possible_values = true)]
    pub(crate) engine: Option<String>,
    /// text, board, json, ndjson, csv, html, svg or png; without it a board if it fits, else text
    #[arg(short, long, value_name = "FORMAT", value_parser = format(), ignore_case = true, hide_possible_values = true)]
    pub(crate) format: Option<Format>,
    /// Stop at the first solution; do not search for a second one
    #[arg(long, conflicts_with = "relative")]
    pub(crate) first: bool,
    /// Order of solutions, of which the first one is found; lexicographic: by the columns, row by row
    #[arg(long, hide_short_help = true, value_name = "ORDER", conflicts_with_all = ["random", "binary", "proof", "first", "maximum", "pawns", "relative"])]
    pub(crate) order: Option<SolutionOrder>,
    /// Place as many queens as possible; rows and columns may stay empty
    #[arg(long, conflicts_with_all = ["random", "binary", "proof", "first", "total", "relative"])]
    pub(crate) maximum: bool,
    /// Place this many pawns between the queens, drawn as walls, and as many more queens; n + k queens, k pawns
    #[arg(long, value_name = "NUMBER", hide_short_help = true, conflicts_with_all = ["random", "binary", "proof", "maximum", "relative"], allow_negative_numbers = true)]
    pub(crate) pawns: Option<u32>,
    /// Find a solution that a half-turn, quarter-turn, mirror (left and right) or diagonal leaves unchanged
    #[arg(long, value_name = "SYMMETRY", value_parser = symmetry(), hide_possible_values = true, hide_short_help = true, conflicts_with_all = ["random", "binary", "proof", "first", "order", "maximum", "pawns", "relative"])]
    pub(crate) symmetric_under: Option<Symmetry>,
    #[command(flatten)]
    pub(crate) relative: RelativeArgs,
    /// If there is no solution, write a proof of that to this file; DRAT with its clauses beside it (.cnf), or, to a file
    /// .pbp, cutting planes (VeriPB) with the constraints beside it (.opb), if they refute the problem
    #[arg(long, hide_short_help = true, value_name = "FILE", conflicts_with_all = ["engine", "random", "binary", "relative"], value_parser = PathBufValueParser::new().try_map(proof_file))]
    pub(crate) proof: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) large: LargeArgs,
    /// Exit with 10 if there is a solution, 20 if there is none, 0 if unknown, as SAT solvers do
    #[arg(long, hide_short_help = true)]
    pub(crate) sat_exit_codes: bool,
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

/// Time limit of the largest set with which a board is completed if the maximum was not asked for.
const COMPLETION_TIME_LIMIT: Duration = Duration::from_secs(10);

/// Returns the default format: a board if it fits, else text.
fn suitable(problem: &Problem, console: &Console) -> Format {
    let (rows, columns) = (problem.rows(), problem.columns());
    let is_small = rows.max(columns) <= LARGEST_DRAWN;
    let fits = render::fits(problem, console.width());
    if is_small && !fits {
        let width = console.width();
        console.say(format!("a board of {rows} x {columns} does not fit {width} columns; printed as text"));
    }
    if is_small && fits { Format::Board } else { Format::Text }
}

pub(crate) fn run(args: &SolveArgs, console: &Console) -> Result<Exit, Failure> {
    let problem = args.problem.problem_with_rules(console)?;
    let format = args.format.unwrap_or_else(|| suitable(&problem, console));
    if problem.rules().is_some() {
        return with_rules(args, &problem, format, console);
    }
    if let Some(relative) = args.relative.relative_of(&args.problem)? {
        return relative::solve(args, &problem, relative, format, console);
    }
    if let Some(symmetry) = args.symmetric_under {
        return symmetric(args, &problem, symmetry, format, console);
    }
    let is_ordinary = args.engine.is_none() && args.order.is_none() && args.pawns.is_none();
    if is_ordinary && large::is_streamed(&args.large, &problem) {
        return large::solve(&args.large, &problem, format, console);
    }
    if let Some(SolutionOrder::Lexicographic) = args.order {
        return first_in_order(args, &problem, format, console);
    }
    match (args.maximum, args.pawns) {
        (true, _) => maximum(args, &problem, format, None, console),
        (_, Some(pawns)) => with_pawns(args, &problem, pawns, format, console),
        _ if is_completed(args) && Question::completing(&problem) == Question::Maximum => {
            let exit = maximum(args, &problem, format, Some(COMPLETION_TIME_LIMIT), console)?;
            console.say("any number of pieces is a solution; this is a largest set (--total 5 asks for five, --first for any set)");
            Ok(exit)
        }
        _ => solve(args, &problem, format, console),
    }
}

/// Solves a problem with rules, by the question about a plain problem that asks for the same if there is one.
fn with_rules(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let is_asked = args.maximum || args.pawns.is_some() || args.symmetric_under.is_some();
    let is_asked = is_asked || args.order.is_some() || args.large.random || args.large.binary;
    if is_asked || args.relative.relative().is_some() {
        return Err(Failure::input(
            "the rules of the problem say what is wanted: leave out the option that asks for something else",
        ));
    }
    let mut settings = console.settings().clone();
    settings.engine.clone_from(&args.engine);
    if let Some(file) = &args.proof {
        if is_cutting_planes(file) {
            return Err(Failure::input(
                "a proof about rules is written as DRAT: name the file .drat, as in --proof proof.drat",
            ));
        }
        settings.engine = Some("sat".to_owned());
    }
    let Plan { asked, question, .. } =
        queens::plan(problem, Question::One, &settings).map_err(Failure::input)?;
    match question {
        Question::Relative(relative) => relative::solve(args, &asked, relative, format, console),
        Question::OneFixedBy(symmetry) => symmetric(args, &asked, symmetry, format, console),
        Question::OneWithPawns(pawns) => with_pawns(args, &asked, pawns, format, console),
        Question::Maximum => maximum(args, &asked, format, None, console),
        _ => rules::solve(args, &asked, format, console),
    }
}

/// True if the arguments ask for a completed board, and for no engine or particular solution.
fn is_completed(args: &SolveArgs) -> bool {
    let SolveArgs { engine, first, proof, large, sat_exit_codes, .. } = args;
    engine.is_none() && !first && proof.is_none() && !large.random && !sat_exit_codes
}

pub(super) fn settings(args: &SolveArgs, console: &Console, progress: &ProgressDisplay) -> Settings {
    let mut settings = args.large.settings(console).with_threads(args.large.threads);
    settings.engine.clone_from(&args.engine);
    if args.proof.as_deref().is_some_and(|file| !is_cutting_planes(file)) {
        settings.refutation = true;
        settings.engine = Some("sat".to_owned());
    }
    settings.with_progress(progress.listener())
}

/// Finds one solution, and searches for a second one if that is worth it.
fn solve(args: &SolveArgs, problem: &Problem, format: Format, console: &Console) -> Result<Exit, Failure> {
    let side = problem.rows().max(problem.columns());
    let published = reference::published(problem);
    // If the number of solutions is published, one is enough.
    let one_is_enough =
        args.first || side > UNIQUE_UP_TO || published.is_some() || shows_one(args.engine.as_deref());
    let question = match one_is_enough {
        _ if args.large.random => Question::Random,
        true => Question::One,
        false => Question::Unique,
    };
    let mut out = console.out();
    let mut renderer = console.renderer(format, problem)?;
    let mut shown = Ok(0);
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let settings = settings(args, console, &progress);
    let answer = ask_each(problem, question, &settings, &mut |placement| {
        // The first solution is printed at once; a second one only shows that there are more.
        if let Ok(0) = shown {
            progress.clear();
            // Not sooner: if the engine refuses, nothing but its error is printed.
            shown = renderer
                .begin(&mut out)
                .map_err(Failure::from)
                .and_then(|()| show(problem, placement, renderer.as_mut(), &mut out));
        }
        if shown.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .map_err(Failure::input)?;
    drop(progress);
    let shown = shown?;
    if shown == 0 {
        renderer.begin(&mut out)?;
    }
    renderer.end_with(&Summary { solutions: shown, outcome: answer.outcome }, &answer, &mut out)?;
    out.flush()?;
    match args.large.random && answer.first.is_some() {
        true => console.say(large::random_words(settings.seed)),
        false => console.say_lines(&meaning(published, &answer)),
    }
    say_if_empty(&answer, problem, console);
    console.explain(work(&answer));
    if let (Some(file), Some(Certificate::Refuted(Some(refutation)))) = (&args.proof, &answer.certificate) {
        write_proof(file, refutation, console)?;
    }
    if let (Some(file), Verdict::None) =
        (args.proof.as_deref().filter(|file| is_cutting_planes(file)), answer.verdict())
    {
        write_cutting_planes(file, problem, answer.certificate.as_ref(), console)?;
    }
    Ok(exit(args, &answer))
}

/// Explains a solution without queens.
fn say_if_empty(answer: &Answer, problem: &Problem, console: &Console) {
    if answer.first.as_ref().is_some_and(Placement::is_empty) && problem.rows().max(problem.columns()) > 0 {
        console.say("the empty board is a solution, because no piece is required: --total 5 asks for five, --maximum for the most");
    }
}

/// Finds the lexicographically first solution.
fn first_in_order(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let answer = lexicographic(problem, &settings(args, console, &progress)).map_err(Failure::input)?;
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
        None => meaning(None, &answer),
    });
    console.explain(work(&answer));
    Ok(exit(args, &answer))
}

/// Returns true if the named engine is asked for one solution only: it finds no more, or it is an engine of the ladder.
fn shows_one(id: Option<&str>) -> bool {
    let engine = id.and_then(|id| queens::find(id).ok());
    engine.is_some_and(|engine| engine.is_of_the_ladder() || engine.info().answers(Question::Unique).is_err())
}

/// Describes the work: engine, reason, nodes, time.
pub(super) fn work(answer: &Answer) -> String {
    let nodes = several(answer.statistics.expanded, "node");
    format!("{}: {}; {nodes}, {}", answer.engine, answer.why, time(answer.statistics.elapsed))
}

/// Returns the exit of a search for one solution.
fn exit(args: &SolveArgs, answer: &Answer) -> Exit {
    match (args.sat_exit_codes, answer.verdict()) {
        (true, Verdict::None) => Exit::Sat(20),
        (true, Verdict::Unknown) => Exit::Sat(0),
        (true, _) => Exit::Sat(10),
        (false, Verdict::None) => Exit::Answered,
        // A solution was found, and the search for a second one finished or was not needed.
        (false, _) => answer.outcome.into(),
    }
}

/// Places queens and pawns; the board is drawn with a wall for each pawn.
fn with_pawns(
    args: &SolveArgs,
    problem: &Problem,
    pawns: u32,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let answer = ask(problem, Question::OneWithPawns(pawns), &settings(args, console, &progress));
    let answer = answer.map_err(Failure::input)?;
    drop(progress);
    let size = problem.rows();
    let stand = if let Detail::Pawns(pawns) = &answer.detail { pawns.as_slice() } else { &[] };
    let total = Units { total: Bounds::exactly(size.saturating_add(pawns)), ..Units::ANY };
    let board = stand.iter().fold(Problem::builder(size, size), |board, &pawn| board.wall(pawn));
    let board = board.units(total).build().map_err(Failure::input)?;
    if let Some(queens) = &answer.first {
        check(&board, queens).map_err(wrong_solution)?;
    }
    // Boards draw pawns as walls, and a document names the walls of its problem.
    if let Format::Text | Format::Csv | Format::Ndjson | Format::Html = format {
        write_with_pawns(&board, stand, &answer, format, console)?;
    } else {
        write_checked(&board, &answer, format, console)?;
    }
    console.say_lines(&meaning(reference::with_pawns(size, pawns, false), &answer));
    console.explain(work(&answer));
    Ok(exit(args, &answer))
}

/// Writes queens and pawns as two groups.
fn write_with_pawns(
    board: &Problem,
    pawns: &[Square],
    answer: &Answer,
    format: Format,
    console: &Console,
) -> Result<(), Failure> {
    let Some(queens) = &answer.first else { return write_checked(board, answer, format, console) };
    let queens = Group { kind: GroupKind::Pieces(PieceKind::Queen), placement: queens.clone() };
    let pawns = Group { kind: GroupKind::Pawns, placement: Placement::new(pawns.to_vec()) };
    let mut out = console.out();
    let mut renderer = console.renderer(format, board)?;
    renderer.begin_with(answer.question, &mut out)?;
    renderer.groups(&[queens, pawns], &mut out)?;
    renderer.end_with(&Summary { solutions: 1, outcome: answer.outcome }, answer, &mut out)?;
    Ok(out.flush()?)
}

/// Finds a solution that `symmetry` leaves unchanged.
fn symmetric(
    args: &SolveArgs,
    problem: &Problem,
    symmetry: Symmetry,
    format: Format,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let answer = ask(problem, Question::OneFixedBy(symmetry), &settings(args, console, &progress));
    let answer = answer.map_err(Failure::input)?;
    drop(progress);
    let is_changed = |queens: &Placement| !queens.is_fixed_by(symmetry, problem.rows(), problem.columns());
    if answer.first.as_ref().is_some_and(is_changed) {
        return Err(wrong_solution(format!("it is changed by {}", symmetry.action())));
    }
    write_one(problem, &answer, format, console)?;
    let published = reference::fixed_by(problem, symmetry).filter(|_| answer.first.is_some());
    let all = published.map_or(String::new(), |Published { name, value }| {
        format!(" (one of {} such solutions: {name})", grouped(value))
    });
    console.say_lines(&match (answer.verdict(), &answer.certificate) {
        (Verdict::None, Some(Certificate::Exhausted) | None) => {
            format!(
                "there is no solution that {} leaves unchanged (proved by exhaustive search)",
                symmetry.action()
            )
        }
        (Verdict::None | Verdict::Unknown, _) => meaning(None, &answer),
        _ => format!("a solution that {} leaves unchanged{all}", symmetry.action()),
    });
    say_if_empty(&answer, problem, console);
    console.explain(work(&answer));
    Ok(exit(args, &answer))
}

/// Finds a largest set, `within` this time unless there is another limit.
fn maximum(
    args: &SolveArgs,
    problem: &Problem,
    format: Format,
    within: Option<Duration>,
    console: &Console,
) -> Result<Exit, Failure> {
    let progress = ProgressDisplay::start(console, "searching".to_owned());
    let mut settings = settings(args, console, &progress);
    settings.limits.time = settings.limits.time.or(within);
    let most = ask(problem, Question::Maximum, &settings).map_err(Failure::input)?;
    drop(progress);
    write_one(&Question::Maximum.put_to(problem), &most, format, console)?;
    let shown =
        most.certificate.as_ref().map_or(String::new(), |shown| format!(" (proved by {})", shown.means()));
    console.say(match (&most.first, most.outcome) {
        (Some(queens), Outcome::Exhausted) => {
            let compared = compared(reference::maximum(problem).as_ref(), queens.len());
            format!("{} is the maximum{shown}{compared}", queens.len())
        }
        (Some(queens), outcome) => {
            let bound = if let Detail::Bound(bound) = most.detail { bound } else { u32::MAX };
            format!("{} found; the maximum is at most {bound} ({outcome})", queens.len())
        }
        (None, Outcome::Exhausted) => match &most.certificate {
            Some(Certificate::Givens(_)) | None => meaning(None, &most),
            Some(_) => "no number of queens has a solution".to_owned(),
        },
        (None, outcome) => format!("no solution found yet ({outcome})"),
    });
    console.explain(work(&most));
    Ok(if most.is_complete() { Exit::Answered } else { most.outcome.into() })
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
        (_, Some(queens)) => print(queens, renderer.as_mut(), &mut out)?,
        (_, None) => 0,
    };
    renderer.end_with(&Summary { solutions, outcome: answer.outcome }, answer, &mut out)?;
    out.flush()?;
    Ok(())
}

/// Checks and writes a solution.
fn show(
    problem: &Problem,
    placement: &Placement,
    renderer: &mut dyn Renderer,
    out: &mut dyn Write,
) -> Result<u64, Failure> {
    check(problem, placement).map_err(wrong_solution)?;
    print(placement, renderer, out)
}

/// Returns the failure for a solution that breaks a rule.
pub(super) fn wrong_solution(violation: impl std::fmt::Display) -> Failure {
    Failure::input(format!("internal error: a wrong solution: {violation}"))
}

/// Writes a solution.
fn print(placement: &Placement, renderer: &mut dyn Renderer, out: &mut dyn Write) -> Result<u64, Failure> {
    renderer.solution(placement, out)?;
    out.flush()?;
    Ok(1)
}

/// Describes the answer in one sentence; `published` is the known number of solutions.
fn meaning(published: Option<Published>, answer: &Answer) -> String {
    let one_of = |published: Published| match published.value {
        1 => format!("the only solution ({})", published.name),
        many => format!("one of {} solutions ({})", grouped(many), published.name),
    };
    match (answer.verdict(), &answer.certificate) {
        (Verdict::None, Some(certificate)) => format!("there is no solution: {certificate}"),
        (Verdict::None, None) => "there is no solution".to_owned(),
        (Verdict::Unknown, _) if answer.outcome == Outcome::GaveUp => {
            format!("no solution found: {} gave up; there may be one (try another --seed)", answer.engine)
        }
        (Verdict::Unknown, _) => format!("no solution found ({}); there may be one", answer.outcome),
        (Verdict::OnlyOne, _) => "the only solution".to_owned(),
        (Verdict::AtLeast(1), _) if answer.is_complete() => {
            published.map_or_else(|| "a solution; there may be others".to_owned(), one_of)
        }
        (Verdict::AtLeast(1), _) => {
            format!("a solution; not known whether it is the only one ({})", answer.outcome)
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
    if extension.as_ref().is_some_and(|extension| extension == "cnf" || extension == "opb") {
        return Err(
            "this is the name of the formula that is written beside the proof: name the proof .drat (its \
             clauses go to .cnf) or .pbp (its constraints go to .opb)"
                .to_owned(),
        );
    }
    Ok(path)
}

/// Writes a proof, and the formula that it refutes beside it in a file with that extension; returns the path of the formula.
/// A kill never leaves a proof beside the formula of another one.
fn write_with(file: &Path, proof: &[u8], extension: &str, refuted: &[u8]) -> Result<PathBuf, Failure> {
    let beside = file.with_extension(extension);
    let refused = |path: &Path| {
        let name = path.display().to_string();
        move |error| Failure::input(format!("cannot write {name}: {error}"))
    };
    let draft = |path: &Path, bytes| {
        let written = Draft::new(path).and_then(|mut draft| draft.write_all(bytes).map(|()| draft));
        written.map_err(refused(path))
    };
    let (refuted, proof) = (draft(&beside, refuted)?, draft(file, proof)?);
    place_pair(refuted, proof).map_err(refused(file))?;
    Ok(beside)
}

/// Writes the proof that there is no solution, and beside it the clauses that it refutes.
pub(super) fn write_proof(file: &Path, refutation: &Refutation, console: &Console) -> Result<(), Failure> {
    let clauses = write_with(file, refutation.proof.as_bytes(), "cnf", refutation.formula.as_bytes())?;
    console.say(format!(
        "the proof (DRAT) is in {}, its clauses (DIMACS) in {}",
        file.display(),
        clauses.display()
    ));
    Ok(())
}

/// Returns true for the name of a proof in the format of VeriPB.
fn is_cutting_planes(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pbp"))
}

/// Writes the proof of the quadratic bound, or of the line weights that were found, and the constraints that it refutes
/// beside it.
fn write_cutting_planes(
    file: &Path,
    problem: &Problem,
    certificate: Option<&Certificate>,
    console: &Console,
) -> Result<(), Failure> {
    let weights = if let Some(Certificate::Lines(bound)) = certificate { Some(bound) } else { None };
    let limits = &console.settings().limits;
    let (mut proof, mut constraints) = (Vec::new(), Vec::new());
    export::write_cutting_planes(problem, weights, limits, &mut proof).map_err(Failure::input)?;
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
