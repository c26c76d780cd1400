//! Colourings as an engine.

use super::graph::{AttackGraph, number_of};
use super::{BestColoring, ID, MAX_SQUARES, best_coloring};
use crate::engines::{Completeness, Engine, EngineInfo, Finding, Task};
use crate::question::{Certificate, Detail, Question};
use control::Meter;
use queens_model::problem::{Problem, Units};
use queens_model::relative::{Group, GroupKind, KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The engine `coloring`.
pub(crate) struct SquareColoring;

impl Engine for SquareColoring {
    fn info(&self) -> &'static EngineInfo {
        &EngineInfo {
            id: ID,
            title: "colourings with few colours: arithmetic, tabu search, symmetric families, exact cover, SAT",
            year: 2026,
            author: "this project",
            source: "docs/design/coloring.md; Michel Vasquez, New results on the queens_n^2 graph coloring problem, Journal of \
                     Heuristics 10, 2004; A. Hertz and D. de Werra, Using tabu search techniques for graph coloring, Computing \
                     39, 1987",
            how: [
                "Squares that attack each other in pairs need as many colours.",
                "Arithmetic colours many boards best; tabu search and symmetric families save colours on others.",
                "An exact cover by solutions, or the SAT solver, proves that fewer colours are not enough.",
            ],
            idea: &[],
            figures: &[],
            time: "exponential where a proof needs a search",
            memory: "O(n^3) for n colours on n x n, and the lists of the exact cover",
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
        if !matches!(rules, KnownRules::Relative(Relative::Coloring(_))) {
            return Err(self.info().wrong_question(question));
        }
        if question != Question::One {
            let reason =
                "colourings are not counted: ask for one (`queens solve coloring 8`)";
            return Err(Unsupported::new(ID, Parameter::Question, reason));
        }
        if !plain.givens().is_empty() {
            let reason = "given queens have no colour: leave them out";
            return Err(Unsupported::new(ID, Parameter::Givens, reason));
        }
        let squares = u64::from(plain.rows()) * u64::from(plain.columns());
        if squares > MAX_SQUARES as u64 {
            let reason = format!(
                "it colours boards of at most {MAX_SQUARES} squares, and this one has {squares}"
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
        let KnownRules::Relative(Relative::Coloring(wanted)) = rules else {
            return Err(self.info().wrong_question(task.question));
        };
        // Squares of one colour may share rows and columns as far as the piece allows.
        let problem = task
            .problem
            .with_units(Units::ANY)
            .map_err(Unsupported::from)?;
        let mut meter = Meter::new(task.limits());
        let graph = match AttackGraph::from_problem(&problem, task.limits(), &mut meter) {
            Ok(graph) => graph,
            Err(none) => {
                return Ok(Finding::new(Err(none.by(ID).stop()?), meter.statistics())
                    .with_count(0u128));
            }
        };
        let mut random = ChaCha8Rng::seed_from_u64(task.settings.seed);
        let wanted = wanted.map(|colors| usize::from(colors.get()));
        let best = best_coloring(&graph, wanted, &mut random, &mut meter);
        let finding = Finding::new(best.step, meter.statistics());
        Ok(conclude_search(&graph, &best, finding))
    }
}

/// Turns the best colouring, with its proof, into a result.
fn conclude_search(
    graph: &AttackGraph,
    best: &BestColoring,
    finding: Finding,
) -> Finding {
    let form = &graph.board.form;
    let proof = match (best.is_clique_bound, graph.clique.len()) {
        // That a board with squares needs a colour is no proof to show.
        (true, 0 | 1) => None,
        (true, _) => Some(Certificate::Clique(
            form.placement(graph.clique.iter().copied()),
        )),
        (false, _) => Some(Certificate::Exhausted),
    };
    let Some(colors) = &best.colors else {
        let refutation = proof.filter(|_| best.step.is_ok());
        return finding.with_count(0u128).with_certificate(refutation);
    };
    let least = number_of(colors);
    let is_least = best.step.is_ok() && least == best.bound;
    let groups: Vec<Group> = (0..least)
        .map(|color| group(graph, colors, color))
        .collect();
    // A board without squares has a colouring, too: without colours.
    let set = groups.first().map(|group| group.placement.clone());
    let finding = finding
        .with_count(least as u128)
        .with_certificate(proof.filter(|_| is_least))
        .with_detail(Detail::Groups {
            groups,
            bound: best.bound as u32,
        });
    Finding {
        set: set.or_else(|| Some(form.placement([]))),
        ..finding
    }
}

/// Returns the squares of one colour.
fn group(graph: &AttackGraph, colors: &[u16], color: usize) -> Group {
    let squares =
        (0..colors.len()).filter(|&square| usize::from(colors[square]) == color);
    let kind = GroupKind::Color(color as u16 + 1);
    Group {
        kind,
        placement: graph.board.form.placement(squares),
    }
}
