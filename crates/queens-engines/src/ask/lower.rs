//! Problems with rules as questions about plain problems: the engines of today answer those.

use crate::question::Question;
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
    ];
    Some((plain, answers))
}

/// Solutions that a symmetry or a shift leaves unchanged.
fn unchanged(problem: &Problem, rules: &Rules) -> Option<Lowered> {
    let symmetry = match rules.unchanged? {
        Invariance::HalfTurn => Some(Symmetry::HalfTurn),
        Invariance::QuarterTurn => Some(Symmetry::QuarterTurn),
        Invariance::Mirror => Some(Symmetry::FlipColumns),
        Invariance::Diagonal => Some(Symmetry::Transpose),
        Invariance::Shift => None,
    };
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
    let maximal = Relative::Dominating(queens_model::domination::Domination::Independent);
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
    let kinds = vec![
        Kind {
            number: Bounds::exactly(problem.rows().checked_add(number)?),
            ..Kind::of_piece(Piece::queen())
        },
        Kind {
            number: Bounds::exactly(number),
            name: "pawn".to_owned(),
            stops: true,
            ..Kind::of_piece(Piece::none())
        },
    ];
    let expected = Rules { kinds, ..Rules::plain(queens.piece.clone()) };
    let plain =
        problem.without_rules().with_units(Units::one_per_line(problem.rows(), problem.columns())).ok()?;
    let is_it = *rules == expected && problem.units() == Units::ANY && plain.is_standard();
    is_it.then(|| {
        let answers = vec![
            (Question::One, Question::OneWithPawns(number)),
            (Question::Count, Question::WithPawns(number)),
        ];
        (plain, answers)
    })
}
