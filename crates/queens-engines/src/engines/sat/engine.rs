//! The SAT solver as an engine.

use super::{ID, SatSearch, rules};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Question};
use control::{Meter, Step};
use queens_model::constraints::Constraints;
use queens_model::instance::Instance;
use queens_model::problem::Problem;
use queens_model::unsupported::Unsupported;

/// The engine `sat`.
pub(crate) struct SatSolver;

impl Engine for SatSolver {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "a SAT solver on the clauses of the problem",
            year: 2003,
            author: "Niklas Een, Niklas Sorensson (MiniSat); Simon Cruanes, Masaki Hara (BatSat)",
            source: "An extensible SAT-solver, SAT 2003; at-most-one by the product of Chen 2010, other numbers by \
                     the cardinality networks of Asin, Nieuwenhuis, Oliveras, Rodriguez-Carbonell 2011",
            how: [
                "Each square is a variable, true if a queen stands there; units and attacks are clauses.",
                "The solver decides, propagates, and learns a clause from every conflict.",
                "A clause excludes each solution that was found; the learned clauses are a proof that others can check.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential",
            memory: "O(n^3) clauses within the memory limit (1 GiB), and the learned clauses",
            finds: Completeness::All,
            practical: Some(9),
            mirrors: false,
        }
    }

    fn takes_rules(&self) -> bool {
        true
    }

    fn takes(&self, problem: &Problem, question: Question) -> Result<(), Unsupported> {
        self.info().answers(question)?;
        Instance::check_size(problem).map_err(|error| Unsupported::from(error).by(ID))
    }

    fn answer(&self, task: &mut Task<'_>) -> Result<Finding, Unsupported> {
        if task.problem.rules().is_some() {
            return rules::answer(task);
        }
        let meter = Meter::new(task.limits());
        let form = Constraints::within(task.problem, task.limits())
            .map_err(|error| Unsupported::from(error).by(ID))?;
        let loaded = form.and_then(|form| {
            let sat = SatSearch::new(&form, task.limits(), task.settings.refutation)?;
            Ok((form, sat))
        });
        let (form, mut sat) = match loaded {
            Ok(loaded) => loaded,
            Err(stop) => return Ok(Finding::new(Err(stop), meter.statistics())),
        };
        let step = enumerate(&form, &mut sat, task);
        let statistics = sat.statistics();
        let is_none = step.is_ok() && task.count() == 0;
        let certificate = is_none.then(|| Certificate::Refuted(sat.refutation()));
        Ok(Finding::new(step, statistics).with_certificate(certificate))
    }
}

fn enumerate(form: &Constraints, sat: &mut SatSearch, task: &mut Task<'_>) -> Step {
    while let Some(queens) = sat.find_next()? {
        task.take(form.placement(queens.iter().copied()))?;
        sat.exclude(&queens);
    }
    Ok(())
}
