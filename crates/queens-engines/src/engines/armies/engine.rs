//! Peaceable armies as an engine.

use super::{ID, LargestPair, armies};
use crate::engines::{Completeness, Engine, EngineInfo, FigureInfo, Finding, Task};
use crate::question::{Certificate, Detail, Figure, Question};
use control::Meter;
use queens_model::instance::Instance;
use queens_model::problem::{Problem, SquareKind};
use queens_model::relative::{Group, GroupKind, KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};

/// Size of the counted armies.
const SIZE: FigureInfo = FigureInfo {
    name: "queens of each colour",
    words: "queens of each colour in a largest pair of armies",
};

/// The engine `armies`.
pub(crate) struct PeaceableArmies;

impl Engine for PeaceableArmies {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "largest peaceable armies: annealing over the colours of lines, then branch and bound",
            year: 2026,
            author: "this project",
            source: "docs/design/armies.md; the question: Robert A. Bosch, Peaceably coexisting armies of queens, Optima 62, \
                     1999; the construction: S. Ainley 1977, by OEIS A250000",
            how: [
                "No line has queens of both colours, so every line gets a colour; a square whose lines are all white is white.",
                "Annealing flips the colours of lines, from a known construction and from random starts.",
                "Branch and bound proves the maximum: a line has no white queen, or no black one.",
            ],
            idea: &[],
            figures: &[SIZE],
            time: "grows about fourfold from one size to the next",
            memory: "O(n^4) bits",
            finds: Completeness::Special,
            practical: Some(13),
            mirrors: false,
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        if rules != KnownRules::Relative(Relative::Armies) {
            return Err(self.info().wrong_question(question));
        }
        if !plain.givens().is_empty() {
            let reason = "given queens have no colour here: leave them out";
            return Err(Unsupported::new(ID, Parameter::Givens, reason));
        }
        Instance::check_size(plain).map_err(|error| Unsupported::from(error).by(ID))?;
        let squares = plain
            .every_square()
            .filter(|&square| plain.kind(square) == SquareKind::Free)
            .count();
        if question.wants_all() && squares > super::MAX_SEARCHED_SQUARES {
            let most = super::MAX_SEARCHED_SQUARES;
            let reason = format!(
                "it counts pairs on boards of at most {most} squares, and this one has {squares}: ask for one pair"
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
        let meter = Meter::new(task.limits());
        let counts = task.question.wants_all();
        let pair = match armies(task, counts) {
            Ok(pair) => pair,
            Err(none) => {
                return Ok(Finding::new(Err(none.by(ID).stop()?), meter.statistics())
                    .with_count(0u128));
            }
        };
        let LargestPair {
            armies: [white, black],
            bound,
            counts: counted,
            step,
            mut statistics,
            threads,
        } = pair;
        statistics.elapsed = meter.statistics().elapsed;
        let size = white.len() as u128;
        let finding = Finding {
            threads,
            ..Finding::new(step, statistics)
        };
        if counts {
            let [all, fundamental] = counted.unwrap_or_default();
            let sizes = Figure {
                name: SIZE.name,
                value: size,
            };
            let finding = finding.with_count(all).with_figures([sizes]);
            return Ok(finding.with_detail(Detail::Fundamental(fundamental)));
        }
        let certificate = step.is_ok().then_some(Certificate::Exhausted);
        let groups = vec![
            Group {
                kind: GroupKind::White,
                placement: white.clone(),
            },
            Group {
                kind: GroupKind::Black,
                placement: black,
            },
        ];
        let detail = Detail::Groups {
            groups,
            bound: bound as u32,
        };
        let finding = finding
            .with_count(size)
            .with_certificate(certificate)
            .with_detail(detail);
        Ok(Finding {
            set: Some(white),
            ..finding
        })
    }
}
