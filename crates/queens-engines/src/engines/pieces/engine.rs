//! Pieces of several kinds as an engine.

use super::{ID, MAX_SQUARES, MixResult, search_pieces};
use crate::engines::{Completeness, Engine, EngineInfo, FigureInfo, Finding, Task};
use crate::question::{Certificate, Detail, Figure, Question};
use control::Meter;
use queens_model::instance::Instance;
use queens_model::problem::{Problem, SquareKind};
use queens_model::relative::{KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};

/// Size of the counted placements, if the numbers are to be equal.
const SIZE: FigureInfo = FigureInfo {
    name: "pieces of each kind",
    words: "pieces of each kind in a largest placement",
};

/// The engine `pieces`.
pub(crate) struct MixedPieces;

impl Engine for MixedPieces {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "pieces of several kinds that do not attack each other: branch and bound over cliques, kind by kind",
            year: 2026,
            author: "this project",
            source: "docs/design/pieces.md; the number up to symmetry: Burnside's lemma",
            how: [
                "It places the kinds one after the other, those with the most attacks first; each piece closes squares to every kind.",
                "The open squares of a kind are divided into cliques; it branches on the smallest ones, of which one has a piece.",
                "Counts place all kinds but the last, whose sets are counted without listing them; the same search on orbits of \
                 squares counts those that a symmetry leaves unchanged.",
            ],
            idea: &[],
            figures: &[SIZE],
            time: "exponential",
            memory: "O(n^4) bits",
            finds: Completeness::Special,
            practical: Some(12),
            mirrors: false,
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        if !matches!(rules, KnownRules::Relative(Relative::Pieces(_))) {
            return Err(self.info().wrong_question(question));
        }
        if !plain.givens().is_empty() {
            let reason = "given queens are not a part of the mix: leave them out";
            return Err(Unsupported::new(ID, Parameter::Givens, reason));
        }
        Instance::check_size(plain).map_err(|error| Unsupported::from(error).by(ID))?;
        let squares = plain
            .every_square()
            .filter(|&square| plain.kind(square) == SquareKind::Free)
            .count();
        if squares > MAX_SQUARES {
            let reason = format!(
                "it takes boards of at most {MAX_SQUARES} squares, and this one has {squares}: choose a smaller board"
            );
            return Err(Unsupported::new(ID, Parameter::Size, reason));
        }
        Ok(())
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let KnownRules::Relative(Relative::Pieces(mix)) = rules else {
            return Err(self.info().wrong_question(task.question));
        };
        let counts = task.question.wants_all();
        let meter = Meter::new(task.limits());
        let MixResult {
            placement,
            size,
            bound,
            count,
            fundamental,
            step,
            mut statistics,
            threads,
        } = match search_pieces(task, mix, counts) {
            Ok(result) => result,
            Err(none) => {
                return Ok(Finding::new(Err(none.by(ID).stop()?), meter.statistics())
                    .with_count(0u128));
            }
        };
        statistics.elapsed = meter.statistics().elapsed;
        let finding = Finding {
            threads,
            ..Finding::new(step, statistics)
        };
        if counts {
            let is_equal = mix.numbers().is_none();
            let sizes = is_equal.then_some(Figure {
                name: SIZE.name,
                value: size.into(),
            });
            let detail = fundamental.map_or(Detail::None, Detail::Fundamental);
            return Ok(finding
                .with_count(count)
                .with_figures(sizes)
                .with_detail(detail));
        }
        let certificate = step.is_ok().then_some(Certificate::Exhausted);
        let finding = finding.with_count(size).with_certificate(certificate);
        let Some(groups) = placement else {
            return Ok(finding);
        };
        let set = groups.first().map(|group| group.placement.clone());
        Ok(Finding {
            set,
            ..finding.with_detail(Detail::Groups { groups, bound })
        })
    }
}
