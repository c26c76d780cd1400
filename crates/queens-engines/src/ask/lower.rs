//! Problems with rules as questions about plain problems: the engines of today answer those.

use crate::question::Question;
use queens_model::domination::Domination;
use queens_model::problem::rules::{Invariance, Kind, Measure, Objective, Rules};
use queens_model::problem::{Bounds, Goal, Piece, Problem, Units};
use queens_model::relative::Relative;
use queens_model::symmetry::Symmetry;
use queens_model::unsupported::{Parameter, Unsupported};

/// Returns the plain problem and the question about it that ask for the same as `question` about `problem`.
///
/// # Errors
/// Rules or a question that no engine answers.
pub(super) fn lowered(problem: &Problem, question: Question) -> Result<(Problem, Question), Unsupported> {
    let rules = problem.rules().cloned().unwrap_or_else(|| Rules::plain(problem.piece().clone()));
    let found = relative(problem)
        .or_else(|| unchanged(problem, &rules))
        .or_else(|| sets(problem, &rules))
        .or_else(|| pawns(problem, &rules));
    let Some((plain, answers)) = found else {
        let reason = format!("no engine answers these rules: {}", in_one_line(problem));
        return Err(Unsupported::new("", Parameter::Rules, reason));
    };
    let answer = answers.into_iter().find(|(asked, _)| *asked == question);
    answer.map(|(_, lowered)| (plain, lowered)).ok_or_else(|| {
        let rules = in_one_line(problem);
        let reason = format!("no engine answers the question `{}` about these rules: {rules}", question.id());
        Unsupported::new("", Parameter::Question, reason)
    })
}

/// Returns the problem with rules whose solutions `question` counts; `None` if no rules say it. Engines for rules check the others
/// with it.
pub(super) fn lifted(problem: &Problem, question: Question) -> Option<Problem> {
    let plain = Rules::plain(problem.piece().clone());
    let rules = match question {
        Question::Count => return Some(problem.clone()),
        Question::CountRelative(relative) => return relative.to_problem(problem).ok()?,
        Question::FixedBy(symmetry) => {
            let (_, named) = INVARIANT.into_iter().find(|(known, _)| *known == symmetry)?;
            Rules { unchanged: Some(named), ..plain }
        }
        Question::CountLinear => Rules { unchanged: Some(Invariance::Shift), ..plain },
        Question::Maximal if attacks_whole_lines(problem) => {
            let maximal = Relative::Dominating(Domination::Independent);
            let independent = maximal.to_problem(problem).ok()??;
            return independent.with_rules(Rules { best: None, ..independent.rules()?.clone() }).ok();
        }
        Question::WithPawns(number) => {
            let bare = problem.with_units(Units::ANY).ok()?;
            return bare.with_rules(with_pawns(problem.rows(), number)?).ok();
        }
        _ => return None,
    };
    problem.with_rules(rules).ok()
}

/// Symmetries that a rule can name.
const INVARIANT: [(Symmetry, Invariance); 4] = [
    (Symmetry::HalfTurn, Invariance::HalfTurn),
    (Symmetry::QuarterTurn, Invariance::QuarterTurn),
    (Symmetry::FlipColumns, Invariance::Mirror),
    (Symmetry::Transpose, Invariance::Diagonal),
];

/// Returns true if demands of at most one in a row or column say nothing that attacks do not say.
fn attacks_whole_lines(problem: &Problem) -> bool {
    let Units { row, column, region, total } = problem.units();
    let says_nothing = |bounds: Bounds, (rows, columns)| {
        bounds == Bounds::ANY
            || (bounds.low() <= 1 && !problem.has_walls() && problem.piece().strikes_along(rows, columns))
    };
    region == Bounds::ANY && total == Bounds::ANY && says_nothing(row, (0, 1)) && says_nothing(column, (1, 0))
}

fn in_one_line(problem: &Problem) -> String {
    problem.to_string().replace('\n', "; ")
}

/// A plain problem, and questions about it in place of others.
type Lowered = (Problem, Vec<(Question, Question)>);

fn relative(problem: &Problem) -> Option<Lowered> {
    let (plain, relative) = Relative::of_problem(problem)?;
    let answers = vec![
        (Question::One, Question::Relative(relative)),
        (Question::Count, Question::CountRelative(relative)),
        (Question::Classes, Question::CountRelative(relative)),
    ];
    Some((plain, answers))
}

/// Solutions that a symmetry or a shift leaves unchanged.
fn unchanged(problem: &Problem, rules: &Rules) -> Option<Lowered> {
    let unchanged = rules.unchanged?;
    let symmetry =
        INVARIANT.into_iter().find_map(|(symmetry, named)| (named == unchanged).then_some(symmetry));
    let answers = match symmetry {
        Some(symmetry) => vec![
            (Question::One, Question::OneFixedBy(symmetry)),
            (Question::Count, Question::FixedBy(symmetry)),
            (Question::All, Question::AllFixedBy(symmetry)),
        ],
        None => vec![(Question::Count, Question::CountLinear), (Question::All, Question::Linear)],
    };
    let rest = Rules { unchanged: None, ..rules.clone() };
    (rest == Rules::plain(problem.piece().clone())).then(|| (problem.without_rules(), answers))
}

/// The largest sets, and the maximal ones.
fn sets(problem: &Problem, rules: &Rules) -> Option<Lowered> {
    let plain = Rules::plain(problem.piece().clone());
    let greatest = Objective { goal: Goal::Greatest, measure: Measure::Number(vec![0]) };
    let maximal = Relative::Dominating(Domination::Independent);
    let independent = maximal.to_problem(&problem.without_rules()).ok()??;
    if *rules == (Rules { best: Some(greatest), ..plain }) && problem.units().total == Bounds::ANY {
        return Some((problem.without_rules(), vec![(Question::One, Question::Maximum)]));
    }
    let is_maximal = independent.rules()
        == Some(&Rules { best: independent.rules()?.best.clone(), ..rules.clone() })
        && rules.best.is_none()
        && problem.units() == Units::ANY;
    is_maximal.then(|| (problem.without_rules(), vec![(Question::Count, Question::Maximal)]))
}

/// Pawns, and as many queens more than rows.
fn pawns(problem: &Problem, rules: &Rules) -> Option<Lowered> {
    let [queens, pawns] = rules.kinds.as_slice() else { return None };
    let number = pawns.number.low();
    let expected = with_pawns(problem.rows(), number)?;
    let is_queens = queens.piece == Piece::queen();
    let plain =
        problem.without_rules().with_units(Units::one_per_line(problem.rows(), problem.columns())).ok()?;
    let is_it = is_queens && *rules == expected && problem.units() == Units::ANY && plain.is_standard();
    is_it.then(|| {
        let answers = vec![
            (Question::One, Question::OneWithPawns(number)),
            (Question::Count, Question::WithPawns(number)),
            (Question::Classes, Question::WithPawns(number)),
        ];
        (plain, answers)
    })
}

/// Returns the rules for this many pawns, and as many queens more than rows.
fn with_pawns(rows: u32, number: u32) -> Option<Rules> {
    let queens =
        Kind { number: Bounds::exactly(rows.checked_add(number)?), ..Kind::of_piece(Piece::queen()) };
    let pawns = Kind {
        number: Bounds::exactly(number),
        name: "pawn".to_owned(),
        stops: true,
        ..Kind::of_piece(Piece::none())
    };
    Some(Rules { kinds: vec![queens, pawns], ..Rules::plain(Piece::queen()) })
}
