//! Symmetric solutions and symmetry classes as an engine.

use super::{ID, classes, fixed_by, orbit_search};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task, transfer};
use crate::question::{Detail, Question};
use control::Meter;
use queens_model::instance::Instance;
use queens_model::orbit::Orbits;
use queens_model::problem::{Grid, Problem};
use queens_model::relative::KnownRules;
use queens_model::unsupported::{NoAnswer, Unsupported, check_symmetry};

/// The engine `symmetric`.
pub(crate) struct Symmetric;

impl Engine for Symmetric {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "solutions that symmetries fix, and from their numbers the symmetry classes",
            year: 1911,
            author: "William Burnside",
            source: "Theory of Groups of Finite Order, 2nd ed., sections 180 to 185: the table of marks",
            how: [
                "A solution that a symmetry fixes consists of whole orbits of squares: orbits are searched instead of squares.",
                "The solutions that exactly one subgroup fixes are those it fixes, less those that exactly a larger one fixes.",
                "Such a solution has as many images as the subgroup has cosets, so the classes follow from the numbers alone.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential; classes: the count of all solutions besides",
            memory: "that of the count of all solutions",
            finds: Completeness::Special,
            practical: Some(18),
            mirrors: false,
        }
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        if question == Question::Classes {
            takes_counts(problem)
        } else {
            Err(self.info().wrong_question(question))
        }
    }

    fn takes_known(
        &self,
        plain: &Problem,
        rules: KnownRules,
        question: Question,
    ) -> Result<(), Unsupported> {
        let KnownRules::Unchanged(map) = rules else {
            return Err(self.info().wrong_question(question));
        };
        match (map.symmetry(Grid::Square), question) {
            (Some(_), Question::Count) => takes_counts(plain),
            (Some(symmetry), Question::One | Question::All) => {
                check_symmetry(plain, symmetry, ID)?;
                Instance::check_size(plain)
                    .map_err(|error| Unsupported::from(error).by(ID))
            }
            _ => Err(self.info().wrong_question(question)),
        }
    }

    fn answer_known(
        &self,
        task: &mut Task<'_>,
        rules: KnownRules,
    ) -> Result<Finding, Unsupported> {
        self.takes_known(task.problem, rules, task.question)?;
        let KnownRules::Unchanged(map) = rules else {
            return Err(self.info().wrong_question(task.question));
        };
        let Some(symmetry) = map.symmetry(Grid::Square) else {
            return Err(self.info().wrong_question(task.question));
        };
        if task.question != Question::Count {
            return orbit_search::find(task, symmetry);
        }
        let meter = Meter::new(task.limits());
        let fixed = fixed_by(task.problem, &[symmetry], task.limits())?;
        let step = fixed.map(drop);
        Ok(Finding::new(step, meter.statistics()).with_count(fixed.unwrap_or(0)))
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        let meter = Meter::new(task.limits());
        let orbits = Orbits::within(task.problem, task.limits())
            .map_err(|error| Unsupported::from(error).by(ID))?;
        let orbits = match orbits {
            Ok(orbits) => orbits,
            Err(stop) => {
                return Ok(Finding::new(Err(stop), meter.statistics()).with_count(0u128));
            }
        };
        let all = (task.ask)(task.problem, Question::Count, task.settings)?;
        let mut statistics = all.statistics;
        if !all.is_complete() {
            // A part of the count says nothing of its classes.
            return Ok(Finding::new(all.outcome.into(), statistics).with_count(0u128));
        }
        let rest = task.limits().less_nodes(statistics.expanded);
        let of_classes = classes(all.count, orbits.group(), |symmetries| {
            Ok::<_, NoAnswer>(fixed_by(task.problem, symmetries, &rest)??)
        });
        statistics.elapsed = meter.statistics().elapsed;
        match of_classes {
            Ok(classes) => {
                let detail = Detail::Classes {
                    symmetries: orbits.group().len(),
                    classes,
                };
                Ok(Finding::new(Ok(()), statistics)
                    .with_count(all.count)
                    .with_detail(detail))
            }
            Err(none) => {
                Ok(Finding::new(Err(none.stop()?), statistics).with_count(0u128))
            }
        }
    }
}

/// Checks that the solutions which a symmetry leaves unchanged are counted on this board.
fn takes_counts(problem: &Problem) -> Result<(), Unsupported> {
    if problem.normalized().is_standard() {
        return Ok(());
    }
    transfer::accepts(problem).map_err(|unsupported| unsupported.by(ID))
}
