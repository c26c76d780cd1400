//! Problems with rules as questions about plain problems, where an engine answers those faster.

use super::dispatch::{Plan, for_any_rules, may_take_over};
use crate::engines::SolutionSink;
use crate::question::{Answer, Detail, Question, Settings};
use queens_model::check;
use queens_model::placement::{Label, Placement};
use queens_model::problem::{Grid, Problem};
use queens_model::relative::{KnownRules, pieces_of};
use queens_model::unsupported::{Parameter, Unsupported};
use std::ops::ControlFlow;

/// Returns the plain problem and the question about it that ask for the same as `question` about `problem`, which has rules.
///
/// # Errors
/// Rules that are not [known](KnownRules), or a question about them that no engine answers.
pub(super) fn lowered(problem: &Problem, question: Question) -> Result<(Problem, Question), Unsupported> {
    let in_one_line = || problem.to_string().replace('\n', "; ");
    let Some((plain, known)) = KnownRules::of(problem) else {
        let reason = format!("no engine answers these rules: {}", in_one_line());
        return Err(Unsupported::new("", Parameter::Rules, reason));
    };
    // Engines of plain problems count up to the symmetries of a square.
    let can_be_put = plain.grid() == Grid::Square || question == Question::One;
    match about_plain(known, question).filter(|_| can_be_put) {
        Some(lowered) => Ok((plain, lowered)),
        None => {
            let (question, rules) = (question.id(), in_one_line());
            let reason = format!("no engine answers the question `{question}` about these rules: {rules}");
            Err(Unsupported::new("", Parameter::Question, reason))
        }
    }
}

/// Returns the question about a plain problem that asks for the same as `question` about `known` rules.
fn about_plain(known: KnownRules, question: Question) -> Option<Question> {
    Some(match (known, question) {
        (KnownRules::Relative(relative), Question::One) => Question::Relative(relative),
        (KnownRules::Relative(relative), Question::Count | Question::Classes) => {
            Question::CountRelative(relative)
        }
        (KnownRules::Most, Question::One) => Question::Maximum,
        (KnownRules::Maximal, Question::Count) => Question::Maximal,
        (KnownRules::Pawns(number), Question::One) => Question::OneWithPawns(number),
        (KnownRules::Pawns(number), Question::Count | Question::Classes) => Question::WithPawns(number),
        (KnownRules::Unchanged(map), _) => match (map.symmetry(Grid::Square), question) {
            (Some(symmetry), Question::One) => Question::OneFixedBy(symmetry),
            (Some(symmetry), Question::Count) => Question::FixedBy(symmetry),
            (Some(symmetry), Question::All) => Question::AllFixedBy(symmetry),
            (None, Question::Count) => Question::CountLinear,
            (None, Question::All) => Question::Linear,
            _ => return None,
        },
        _ => return None,
    })
}

impl Plan {
    /// Runs `plain`, the plan for a plain problem, and states the answer as one about the problem with rules.
    pub(super) fn run_as_plain(
        &self,
        plain: Plan,
        settings: &Settings,
        each: SolutionSink<'_>,
    ) -> Result<Answer, Unsupported> {
        let is_listed = plain.question.wants_solutions();
        let answer = plain.run(settings, &mut |placement| match is_listed {
            true => each(placement),
            false => ControlFlow::Continue(()),
        });
        let answer = match answer {
            // An engine that refuses has passed on nothing.
            Err(refused) if self.named.is_none() && may_take_over(&refused, &self.asked) => {
                return for_any_rules(&self.asked, self.question, self.threads)?.run(settings, each);
            }
            answer => answer?,
        };
        let answer = lifted(&self.asked, self.question, answer);
        if let (false, Some(first)) = (is_listed, &answer.first) {
            // It is the last solution, so a break changes nothing.
            let _ = each(first);
        }
        Ok(answer)
    }
}

/// Returns the answer about a plain problem as that to `question` about `problem`, which has rules.
fn lifted(problem: &Problem, question: Question, answer: Answer) -> Answer {
    let first = labelled(problem, &answer);
    let is_none = question != Question::One && answer.is_complete() && answer.count == 0;
    let fundamental = answer.fundamental().or(is_none.then_some(0));
    let has_best = problem.rules().is_some_and(|rules| rules.best.is_some());
    let found = first.as_ref().and_then(|pieces| check::value(problem, pieces));
    // Of the best solutions that were counted, the bound is their value.
    let value = found.or_else(|| answer.bound().filter(|_| answer.is_complete() && answer.count > 0));
    let detail = match (answer.bound().or(value).filter(|_| has_best), fundamental) {
        (Some(bound), fundamental) => Detail::Best { value, bound, fundamental },
        (None, Some(fundamental)) => Detail::Fundamental(fundamental),
        (None, None) => Detail::None,
    };
    let count = if question == Question::One { first.is_some().into() } else { answer.count };
    Answer { question, count, first, detail, ..answer }
}

/// Returns the first solution with the kinds of its pieces.
fn labelled(problem: &Problem, answer: &Answer) -> Option<Placement> {
    let first = answer.first.as_ref()?;
    match &answer.detail {
        Detail::Groups { groups, .. } => pieces_of(problem, groups),
        Detail::Pawns(pawns) => {
            let piece = |kind| move |&square| (square, Label { kind, set: 0 });
            let queens = first.squares().iter().map(piece(0));
            Some(Placement::labelled(queens.chain(pawns.iter().map(piece(1))).collect()))
        }
        _ => Some(first.clone()),
    }
}
