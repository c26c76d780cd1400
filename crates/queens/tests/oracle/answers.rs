//! Every question about the relatives, held against its definition: numbers, limits, the
//! checks, and every form that is written and read.

use crate::board::{Board, Kind};
use crate::questions::Tally;
use crate::relatives::{Best, Groups, Relative, SmallBoard};
use crate::rules::Truth;
use queens::placement::Placement;
use queens::problem::{Goal, Problem, Units};
use queens::relative::{Group, GroupKind, PieceMix, pieces_of};
use queens::render::{self, Charset, Format, Style, Summary};
use queens::square::Square;
use queens::verify::Verifier;
use queens::{
    Answer, Detail, Question, Settings, ask, check, domination::Domination, read,
};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use std::ops::ControlFlow;

/// Numbers of nodes after which a search is stopped.
const NODE_LIMITS: [u64; 3] = [1, 4, 20];

/// The forms that are text, with narrow boards and both sets of characters.
const STYLES: [Style; 4] = [
    Style {
        color: false,
        charset: Charset::Unicode,
        width: 80,
    },
    Style {
        color: true,
        charset: Charset::Unicode,
        width: 80,
    },
    Style {
        color: false,
        charset: Charset::Ascii,
        width: 80,
    },
    Style {
        color: false,
        charset: Charset::Unicode,
        width: 1,
    },
];

/// Number of squares up to which every answer is tried, and of free ones.
pub(crate) const MOST_SQUARES: usize = 9;

/// One small board, and the relatives of its problem.
pub(crate) struct RelativeExamination<'b> {
    small: SmallBoard<'b>,
    problem: Problem,
    pub(crate) tally: Tally,
}

impl<'b> RelativeExamination<'b> {
    pub(crate) fn new(
        board: &'b Board,
        truth: &'b Truth,
        random: &mut ChaCha8Rng,
    ) -> Self {
        let weights: Vec<i64> = board
            .kinds
            .iter()
            .map(|_| random.random_range(-3..=3))
            .collect();
        let builder = board.problem();
        let problem = match weights.is_empty() {
            true => builder,
            false => format!(
                "{}\nweights:\n{}",
                board.text().trim_end(),
                weight_lines(board, &weights)
            )
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", board.text())),
        };
        RelativeExamination {
            small: SmallBoard::new(board, truth, weights),
            problem,
            tally: Tally::default(),
        }
    }

    /// Asks about every relative.
    pub(crate) fn run(&mut self, random: &mut ChaCha8Rng) {
        let mix = |text: &str| text.parse::<PieceMix>().expect("a mix");
        for relative in [
            Relative::Dominating(Domination::Any),
            Relative::Dominating(Domination::Independent),
            Relative::Dominating(Domination::Total),
            Relative::Uncompletable,
            Relative::Best(Goal::Least),
            Relative::Best(Goal::Greatest),
            Relative::Armies,
            Relative::Pieces(mix("queens = knights")),
            Relative::Pieces(mix("1 rook, 2 kings")),
            Relative::Pieces(mix("2 queens")),
            Relative::Coloring(None),
        ] {
            self.examine(relative, random);
        }
    }

    fn expect(
        &mut self,
        name: &'static str,
        is_right: bool,
        found: &str,
        relative: Relative,
    ) {
        *self.tally.asked.entry(name).or_default() += 1;
        if !is_right {
            let text = self.small.board.text();
            self.tally
                .wrong
                .push(format!("{name}: {found} for {relative:?}, of\n{text}"));
        }
    }

    /// Returns the problem that is this relative, with the questions for one answer and
    /// for the number; `None` if the definition of the relative says nothing about
    /// regions or given queens that the board has.
    fn asked(&self, relative: Relative) -> Option<(Problem, [Question; 2])> {
        let Some(rules) = relative.rules() else {
            let about_sets = [Question::Uncompletable, Question::CountUncompletable];
            return Some((self.problem.clone(), about_sets));
        };
        match rules
            .to_problem(&self.problem)
            .expect("rules of a small board")
        {
            None => unreachable!("a relative without rules"),
            Some(asked) => {
                let is_defined = match relative {
                    Relative::Best(_) => true,
                    Relative::Dominating(_) => asked.units() == Units::ANY,
                    _ => asked.units() == Units::ANY && asked.givens().is_empty(),
                };
                is_defined.then_some((asked, [Question::One, Question::Count]))
            }
        }
    }

    fn examine(&mut self, relative: Relative, random: &mut ChaCha8Rng) {
        let Some((problem, [one, _])) = self.asked(relative) else {
            self.tally.refused += 1;
            return;
        };
        let Ok(answer) = ask(&problem, one, &settings(None)) else {
            self.tally.refused += 1;
            return;
        };
        let best = self.small.best(relative);
        self.best_is_right(relative, &answer, best.as_ref());
        self.number_is_right(relative, best.as_ref());
        for nodes in NODE_LIMITS {
            self.limit_is_kept(relative, nodes, best.as_ref());
        }
        if let Some(groups) = groups_of(&problem, &answer) {
            self.forms_are_read(relative, &answer, &groups);
            self.checks_agree(relative, &groups, random);
        }
    }

    fn best_is_right(
        &mut self,
        relative: Relative,
        answer: &Answer,
        best: Option<&Best>,
    ) {
        let Some((problem, _)) = self.asked(relative) else {
            return;
        };
        let (size, groups) = (size_of(answer), groups_of(&problem, answer));
        let holds = groups
            .as_ref()
            .is_none_or(|groups| self.small.holds(relative, groups));
        let is_right =
            answer.is_complete() && holds && size == best.map(|best| best.size);
        let found = format!("{size:?} {groups:?}, not {best:?}");
        self.expect("best of a relative", is_right, &found, relative);
    }

    fn number_is_right(&mut self, relative: Relative, best: Option<&Best>) {
        let asked = self
            .asked(relative)
            .filter(|_| !matches!(relative, Relative::Coloring(_)));
        let answer = asked.map(|(problem, [_, number])| {
            let up_to_symmetry = if number == Question::Count {
                Question::Classes
            } else {
                number
            };
            ask(&problem, up_to_symmetry, &settings(None))
        });
        let Some(Ok(answer)) = answer else {
            self.tally.refused += 1;
            return;
        };
        let mut right = best.map_or((0, 0), |best| {
            (best.number as u128, best.fundamental as u128)
        });
        let found = (answer.count, answer.fundamental().unwrap_or(0));
        // Rows and columns whose numbers are written differently are not exchanged, even
        // if that makes no difference.
        let has_demands = matches!(relative, Relative::Uncompletable | Relative::Best(_));
        if has_demands && self.small.board.row != self.small.board.column {
            right.1 = found.1;
        }
        let words = format!("{found:?}, not {right:?}");
        self.expect(
            "number of a relative",
            answer.is_complete() && found == right,
            &words,
            relative,
        );
    }

    /// An answer that was stopped is an answer, and its bound holds.
    fn limit_is_kept(&mut self, relative: Relative, nodes: u64, best: Option<&Best>) {
        let Some((problem, [one, _])) = self.asked(relative) else {
            return;
        };
        let answer = ask(&problem, one, &settings(Some(nodes))).expect("as before");
        let (size, bound) = (size_of(&answer), answer.bound());
        let holds = groups_of(&problem, &answer)
            .is_none_or(|groups| self.small.holds(relative, &groups));
        let best = best.map(|best| best.size);
        let is_right = match (best, answer.is_complete()) {
            (best, true) => size == best,
            (None, false) => size.is_none(),
            (Some(best), false) if is_least_best(relative) => {
                size.is_none_or(|size| size >= best)
                    && bound.is_none_or(|bound| bound <= best)
            }
            (Some(best), false) => {
                size.is_none_or(|size| size <= best)
                    && bound.is_none_or(|bound| bound >= best)
            }
        };
        let words =
            format!("{size:?} and bound {bound:?} after {nodes} nodes, not {best:?}");
        self.expect(
            "relative within a limit",
            is_right && holds,
            &words,
            relative,
        );
    }

    /// Every form of an answer reads back as that answer.
    fn forms_are_read(&mut self, relative: Relative, answer: &Answer, groups: &Groups) {
        let Some((problem, [question, _])) = self.asked(relative) else {
            return;
        };
        let size = if problem.rules().is_some() {
            answer.value()
        } else {
            size_of(answer)
        };
        for format in Format::ALL.into_iter().filter(|format| format.is_text()) {
            for style in STYLES {
                let text = written(&problem, answer, groups, format, style);
                let asked = (question != Question::One).then_some(question);
                let verdict = verified(&problem, asked, &text);
                let words = format!("{verdict:?} of {format} {style:?}\n{text}");
                let is_right = verdict.is_ok_and(|found| found == (1, 0, size));
                self.expect("form of a relative", is_right, &words, relative);
                if format != Format::Board {
                    break;
                }
            }
        }
    }

    /// True if the library takes it for a solution.
    fn passes(&self, relative: Relative, queens: &Placement, groups: &[Group]) -> bool {
        let Some(rules) = relative.rules() else {
            return check::breaks_no_rule(&self.problem, queens).is_ok();
        };
        let asked = rules
            .to_problem(&self.problem)
            .expect("rules of a small board")
            .expect("rules");
        let pieces = if groups.is_empty() {
            Some(queens.clone())
        } else {
            pieces_of(&asked, groups)
        };
        pieces.is_some_and(|pieces| check::solution(&asked, &pieces).is_ok())
    }

    /// The check agrees with the definition about an answer that was changed in every
    /// way.
    fn checks_agree(
        &mut self,
        relative: Relative,
        groups: &Groups,
        random: &mut ChaCha8Rng,
    ) {
        for (change, changed) in mutations(self.small.board, groups, random) {
            let right = self.small.holds(relative, &changed);
            let (queens, kinds) = as_answer(relative, &changed);
            let found = self.passes(relative, &queens, &kinds);
            let words = format!("{found} of {changed:?} ({change})");
            self.expect("check of a relative", found == right, &words, relative);
        }
    }
}

/// An answer changed in every way in which a list can be wrong: a square twice, outside,
/// on a hole or wall, one missing, one too many, groups exchanged, a square moved.
pub(crate) fn mutations(
    board: &Board,
    groups: &Groups,
    random: &mut ChaCha8Rng,
) -> Vec<(&'static str, Groups)> {
    let mut all = vec![("unchanged", groups.clone())];
    let mut change = |name: &'static str, change: &mut dyn FnMut(&mut Groups)| {
        let mut changed = groups.clone();
        change(&mut changed);
        all.push((name, changed));
    };
    let occupied: Vec<(usize, Square)> = groups
        .iter()
        .enumerate()
        .flat_map(|(group, squares)| squares.iter().map(move |&square| (group, square)))
        .collect();
    if let Some(&(group, square)) =
        occupied.get(random.random_range(0..occupied.len().max(1)))
    {
        change("a square twice", &mut |groups| groups[group].push(square));
        change("every square twice", &mut |groups| {
            groups
                .iter_mut()
                .for_each(|group| group.extend_from_within(..));
        });
        change("one missing", &mut |groups| {
            groups[group].retain(|&other| other != square);
        });
        let outside = Square::new(board.rows as u32, square.column);
        change("one outside", &mut |groups| {
            groups[group].retain(|&other| other != square);
            groups[group].push(outside);
        });
        for other in 0..groups.len() {
            change("a square in another group", &mut |groups| {
                groups[other].push(square);
            });
        }
    }
    let squares = board.kinds.len();
    for number in 0..squares {
        let name = if board.kinds[number] == Kind::Free {
            "one more"
        } else {
            "one on a hole or wall"
        };
        let group = random.random_range(0..groups.len().max(1));
        change(name, &mut |groups| {
            if let Some(group) = groups.get_mut(group) {
                group.push(board.square(number));
            }
        });
    }
    if groups.len() > 1 {
        change("groups exchanged", &mut |groups| groups.swap(0, 1));
        change("a group without squares", &mut |groups| groups[0].clear());
    }
    all
}

/// The queens and groups of the library for these squares.
fn as_answer(relative: Relative, groups: &Groups) -> (Placement, Vec<Group>) {
    let kinds: Vec<GroupKind> = match relative {
        Relative::Armies => vec![GroupKind::White, GroupKind::Black],
        Relative::Pieces(mix) => mix.kinds().into_iter().map(GroupKind::Pieces).collect(),
        Relative::Coloring(_) => {
            (1..=groups.len() as u16).map(GroupKind::Color).collect()
        }
        _ => return (Placement::new(groups.concat()), Vec::new()),
    };
    let group = |(kind, squares): (GroupKind, &Vec<Square>)| Group {
        kind,
        placement: Placement::new(squares.clone()),
    };
    (
        Placement::default(),
        kinds.into_iter().zip(groups).map(group).collect(),
    )
}

/// Squares of the queens or groups of an answer.
fn groups_of(problem: &Problem, answer: &Answer) -> Option<Groups> {
    let first = answer.first.as_ref()?;
    Some(match answer.groups(problem) {
        Some(groups) => groups
            .iter()
            .map(|group| group.placement.squares().to_vec())
            .collect(),
        None => vec![first.squares().to_vec()],
    })
}

/// The measure of the answer that was found.
fn size_of(answer: &Answer) -> Option<i64> {
    answer
        .value()
        .or_else(|| answer.first.is_some().then_some(answer.count as i64))
}

fn is_least_best(relative: Relative) -> bool {
    matches!(
        relative,
        Relative::Dominating(_)
            | Relative::Uncompletable
            | Relative::Coloring(_)
            | Relative::Best(Goal::Least)
    )
}

/// An answer in a format.
fn written(
    problem: &Problem,
    answer: &Answer,
    groups: &Groups,
    format: Format,
    style: Style,
) -> String {
    let mut out = Vec::new();
    let mut renderer = render::renderer(format, problem, style);
    renderer
        .begin_with(answer.question, &mut out)
        .expect("a small board");
    match (&answer.detail, &answer.first) {
        (Detail::Groups { groups, .. }, _) => renderer.groups(groups, &mut out),
        (_, Some(first)) if problem.rules().is_some() => {
            renderer.solution(first, &mut out)
        }
        _ => renderer.solution(&Placement::new(groups.concat()), &mut out),
    }
    .expect("a small board");
    let summary = Summary {
        solutions: 1,
        outcome: answer.outcome,
    };
    renderer
        .end_with(&summary, answer, &mut out)
        .expect("a small board");
    String::from_utf8(out).expect("text")
}

/// Numbers of valid and invalid solutions of a text, and the best size.
fn verified(
    problem: &Problem,
    question: Option<Question>,
    text: &str,
) -> Result<(u64, u64, Option<i64>), String> {
    let mut verifier = Verifier::of_question(question);
    read::solutions(&mut text.as_bytes(), Some(problem), &mut |found| {
        verifier.enter(&found);
        ControlFlow::Continue(())
    })
    .map_err(|error| error.to_string())?;
    Ok((verifier.valid, verifier.invalid, verifier.best_size()))
}

fn weight_lines(board: &Board, weights: &[i64]) -> String {
    let line = |row: &[i64]| row.iter().map(i64::to_string).collect::<Vec<_>>().join(" ");
    weights
        .chunks(board.columns.max(1) as usize)
        .map(line)
        .collect::<Vec<_>>()
        .join("\n")
}

fn settings(nodes: Option<u64>) -> Settings {
    let settings = Settings::default().with_threads(1);
    nodes.map_or(settings.clone(), |nodes| settings.with_nodes(nodes))
}
