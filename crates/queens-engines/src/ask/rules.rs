//! Rules of the dispatcher. Each question has a list of tables, and the first rule that
//! applies decides.
//!
//! The last rule of most tables applies always. `ALL` alone may have no rule that
//! applies: [`refusal`] then says why.

use super::dispatch::Stage;
use crate::engines::armies::PeaceableArmies;
use crate::engines::coloring::SquareColoring;
use crate::engines::dimensions::MoreDimensions;
use crate::engines::domination::DominatingSets;
use crate::engines::ferrers::Ferrers;
use crate::engines::inclusion_exclusion::InclusionExclusion;
use crate::engines::join::{self, Join};
use crate::engines::ladder::{Backtracking, Bitmask, Construction};
use crate::engines::large::RandomSolution;
use crate::engines::maximal::MaximalSets;
use crate::engines::maximum::MaximumSet;
use crate::engines::modular::{self, Modular};
use crate::engines::pawns::Pawns;
use crate::engines::pieces::MixedPieces;
use crate::engines::pigeonhole::{self, PigeonholeCount};
use crate::engines::repair::{Repair, board::RepairBoard};
use crate::engines::residual::{Residual, board::ResidualBoard};
use crate::engines::rows::Rows;
use crate::engines::sat::SatSolver;
use crate::engines::symmetric::Symmetric;
use crate::engines::toroidal::Toroidal;
use crate::engines::transfer::{self, Transfer};
use crate::engines::uncompletable::UncompletableSets;
use crate::engines::units::ExactUnits;
use crate::engines::weighted::BestSum;
use crate::engines::{Engine, inclusion_exclusion};
use crate::question::Question;
use queens_model::instance::Instance;
use queens_model::problem::rules::Invariance;
use queens_model::problem::{Features, Grid, Problem};
use queens_model::relative::{KnownRules, Relative};
use queens_model::unsupported::{Parameter, Unsupported};

/// Number of free rows from which repair is tried before a search for one solution.
const MANY_ROWS: u32 = 64;

/// Node budget of backtracking before the SAT solver takes over.
const NODES_BEFORE_SAT: u64 = 300_000;

/// A question about a problem, with the features that rules depend on.
pub(super) struct DispatchCase<'p> {
    problem: &'p Problem,
    /// Rules that engines know, about the board of the problem.
    rules: Option<KnownRules>,
    question: Question,
    features: Features,
}

impl<'p> DispatchCase<'p> {
    /// Creates the case of `question` about `problem`, and detects the features of the
    /// problem.
    ///
    /// # Complexity
    /// O(squares) if the problem has holes or givens, else O(1).
    pub(super) fn new(problem: &'p Problem, question: Question) -> Self {
        DispatchCase {
            problem,
            rules: None,
            question,
            features: problem.features(),
        }
    }

    /// Returns the case of the question about these rules.
    pub(super) fn with_rules(self, rules: KnownRules) -> Self {
        DispatchCase {
            rules: Some(rules),
            ..self
        }
    }

    /// Returns a stage for `engine`, if it takes the problem.
    fn try_stage(&self, engine: &'static dyn Engine) -> Result<Stage, Unsupported> {
        match self.rules {
            Some(rules) => engine.takes_known(self.problem, rules, self.question)?,
            None => engine.accepts(self.problem, self.question)?,
        }
        Ok(Stage::with_engine(engine))
    }

    /// Returns true if `engine` takes the problem for this question.
    fn suits(&self, engine: &'static dyn Engine) -> bool {
        self.try_stage(engine).is_ok()
    }

    /// Returns true if `engine` lists all solutions of the problem.
    fn lists(&self, engine: &'static dyn Engine) -> bool {
        engine.accepts(self.problem, Question::All).is_ok()
    }

    /// Returns the exact demand of rows, columns or regions if the engine `units` is the
    /// best choice: if regions have a demand, or if rows or columns take two queens or
    /// more.
    fn exact_demand(&self) -> Option<u32> {
        let demand = self.features.exact_units?;
        let is_for_units = self.features.demands_regions || demand > 1;
        (is_for_units && self.lists(&ExactUnits)).then_some(demand)
    }

    fn suits_exact_units(&self) -> bool {
        self.exact_demand().is_some()
    }

    /// Returns the reason for the engine `units`.
    fn exact_units_reason(&self) -> String {
        match self.exact_demand() {
            None | Some(1) => {
                "each row, column or region takes exactly one queen".to_owned()
            }
            Some(demand) => {
                format!("each row, column or region takes exactly {demand} queens")
            }
        }
    }

    fn has_many_rows(&self) -> bool {
        self.features.free_rows >= MANY_ROWS
    }

    /// Returns true if the problem is of the kind that the engines `residual` and
    /// `repair` search: queens on a standard board.
    fn has_residual_board(&self) -> bool {
        ResidualBoard::accepts(self.problem).is_ok()
    }

    /// Returns the reason for the engines `residual` and `repair`.
    fn residual_reason(&self) -> String {
        format!(
            "queens on a standard board with {} free rows",
            self.features.free_rows
        )
    }

    /// Returns true if branching on the tightest line visits far fewer nodes than going
    /// row by row.
    fn is_tight(&self) -> bool {
        let Features {
            is_square,
            has_standard_rules,
            has_little_room,
            side,
            ..
        } = self.features;
        is_square && has_standard_rules && has_little_room && side > 0
    }

    /// Returns true if edges join the diagonals into closed ones that must each hold one
    /// queen.
    fn diagonals_wrap(&self) -> bool {
        modular::full_diagonals(self.problem).is_some()
    }

    /// Returns true if the engine `transfer` suits; problems with regions are left to
    /// other engines.
    fn suits_transfer(&self) -> bool {
        !self.features.demands_regions && transfer::accepts(self.problem).is_ok()
    }

    /// Returns backtracking with a node budget, then the SAT solver.
    fn general(&self) -> Result<[Stage; 2], Unsupported> {
        Instance::check_size(self.problem)
            .map_err(|error| Unsupported::from(error).by("backtracking"))?;
        Ok([
            Stage::bounded(&Backtracking, NODES_BEFORE_SAT),
            Stage::with_engine(&SatSolver),
        ])
    }

    /// Returns the reason for a general engine: the refusal of the engine for queens on a
    /// standard board.
    fn no_special_engine(&self) -> String {
        match ResidualBoard::accepts(self.problem) {
            Err(refusal) => format!(
                "no specialised engine takes it (residual: {})",
                refusal.reason
            ),
            Ok(()) => "no specialised engine takes it".to_owned(),
        }
    }

    /// Returns the reason for the first stage, for one solution of a general problem.
    fn general_reason(&self) -> String {
        match (
            self.diagonals_wrap(),
            self.has_many_rows() && RepairBoard::check(self.problem).is_ok(),
        ) {
            (true, _) => WRAPPING.to_owned(),
            (false, true) if self.question == Question::One => {
                format!("one solution, {} free rows", self.features.free_rows)
            }
            _ => self.no_special_engine(),
        }
    }
}

/// A row of a table: the condition, the stages if it holds, and their reason.
struct DispatchRule {
    applies: fn(&DispatchCase<'_>) -> bool,
    stages: fn(&DispatchCase<'_>) -> Result<Vec<Stage>, Unsupported>,
    reason: fn(&DispatchCase<'_>) -> String,
}

/// Returns the default stages and the reason for the first one.
///
/// # Errors
/// No engine takes the problem.
pub(super) fn choose(
    case: &DispatchCase<'_>,
) -> Result<(Vec<Stage>, String), Unsupported> {
    let tables = case.rules.map_or(tables(case.question), |rules| {
        tables_for_rules(rules, case.question)
    });
    let mut rules = tables.iter().copied().flatten();
    match rules.find(|rule| (rule.applies)(case)) {
        Some(rule) => Ok(((rule.stages)(case)?, (rule.reason)(case))),
        None => Err(refusal(case)),
    }
}

/// Returns the tables of a question, in the order in which they are tried.
fn tables(question: Question) -> &'static [&'static [DispatchRule]] {
    match question {
        Question::One => &[DECIDED, ONE],
        Question::Unique => &[DECIDED, UNIQUE],
        Question::All | Question::Fundamental => &[DECIDED, ALL],
        Question::Count => &[DECIDED, COUNT, ALL],
        Question::Random => &[DECIDED, RANDOM],
        Question::Classes => &[CLASSES, ALL],
        Question::Uncompletable | Question::CountUncompletable => &[UNCOMPLETABLE],
        Question::Profile => &[PROFILE],
    }
}

/// Returns the tables of a question about rules that engines know.
fn tables_for_rules(
    rules: KnownRules,
    question: Question,
) -> &'static [&'static [DispatchRule]] {
    match rules {
        KnownRules::Unchanged(Invariance::Shift) => &[DECIDED, LINEAR],
        KnownRules::Unchanged(_) => match question {
            Question::One => &[DECIDED, ONE_FIXED_BY],
            Question::All => &[DECIDED, FIXED_BY],
            _ => &[FIXED_BY],
        },
        KnownRules::Most => &[MAXIMUM],
        KnownRules::Maximal => &[MAXIMAL],
        KnownRules::Pawns(_) => &[PAWNS],
        KnownRules::Relative(relative) => match relative {
            Relative::Dominating(_) => &[DOMINATING],
            Relative::Armies => &[ARMIES],
            Relative::Pieces(_) => &[PIECES],
            Relative::Best(_) => &[DECIDED, WEIGHTS],
            Relative::Coloring(_) => &[COLORING],
        },
    }
}

const WRAPPING: &str = "diagonals wrap around at the edges";

/// Problems that arithmetic shows to have no solution.
const DECIDED: &[DispatchRule] = &[
    DispatchRule {
        applies: |case| pigeonhole::pigeonhole(case.problem).is_some(),
        stages: |_| Ok(vec![Stage::with_engine(&PigeonholeCount)]),
        reason: |_| "the demands on lines and the total contradict each other".to_owned(),
    },
    DispatchRule {
        applies: |case| modular::obstruction(case.problem).is_some(),
        stages: |_| Ok(vec![Stage::with_engine(&Modular)]),
        reason: |_| WRAPPING.to_owned(),
    },
];

/// Exact demands with a node budget, then the SAT solver: one solution, or uniqueness.
const EXACT_UNITS_THEN_SAT: DispatchRule = DispatchRule {
    applies: |case| case.suits_exact_units(),
    stages: |_| {
        Ok(vec![
            Stage::bounded(&ExactUnits, NODES_BEFORE_SAT),
            Stage::with_engine(&SatSolver),
        ])
    },
    reason: |case| case.exact_units_reason(),
};

const ONE: &[DispatchRule] = &[
    EXACT_UNITS_THEN_SAT,
    DispatchRule {
        // The boards of two and of three rows have no solution, and the explicit
        // construction has no proof of that.
        applies: |case| {
            case.problem.is_standard() && !(2..=3).contains(&case.problem.rows())
        },
        stages: |case| Ok(vec![case.try_stage(&Construction)?]),
        reason: |_| "the standard board has an explicit solution".to_owned(),
    },
    DispatchRule {
        applies: |case| case.has_residual_board() && case.has_many_rows(),
        stages: |case| {
            Ok([Stage::with_engine(&Repair)]
                .into_iter()
                .chain(case.try_stage(&Residual))
                .collect())
        },
        reason: |case| case.residual_reason(),
    },
    DispatchRule {
        applies: |case| case.has_residual_board(),
        stages: |case| Ok(vec![case.try_stage(&Residual)?]),
        reason: |case| case.residual_reason(),
    },
    DispatchRule {
        applies: |_| true,
        stages: |case| {
            let repairs =
                case.has_many_rows() && RepairBoard::check(case.problem).is_ok();
            let modular = case.diagonals_wrap().then(|| Stage::with_engine(&Modular));
            let mut stages: Vec<_> = modular
                .into_iter()
                .chain(repairs.then(|| Stage::with_engine(&Repair)))
                .collect();
            match case.general() {
                Ok(general) => stages.extend(general),
                Err(unsupported) if stages.is_empty() => return Err(unsupported),
                Err(_) => {}
            }
            Ok(stages)
        },
        reason: |case| case.general_reason(),
    },
];

const UNIQUE: &[DispatchRule] = &[
    EXACT_UNITS_THEN_SAT,
    DispatchRule {
        applies: |case| case.has_residual_board(),
        stages: |case| Ok(vec![case.try_stage(&Residual)?]),
        reason: |case| case.residual_reason(),
    },
    DispatchRule {
        applies: |_| true,
        stages: |case| {
            let modular = case.diagonals_wrap().then(|| Stage::with_engine(&Modular));
            Ok(modular.into_iter().chain(case.general()?).collect())
        },
        reason: |case| case.general_reason(),
    },
];

const ALL: &[DispatchRule] = &[
    DispatchRule {
        applies: |case| case.suits_exact_units(),
        stages: |_| Ok(vec![Stage::with_engine(&ExactUnits)]),
        reason: |case| case.exact_units_reason(),
    },
    DispatchRule {
        applies: |case| case.is_tight() && case.lists(&Residual),
        stages: |_| Ok(vec![Stage::with_engine(&Residual)]),
        reason: |_| "holes or givens leave little room".to_owned(),
    },
    DispatchRule {
        applies: |case| case.lists(&Bitmask),
        stages: |_| Ok(vec![Stage::with_engine(&Bitmask)]),
        reason: |_| "queens with standard rules, one word for a row".to_owned(),
    },
    DispatchRule {
        applies: |case| Instance::check_size(case.problem).is_ok(),
        stages: |_| Ok(vec![Stage::with_engine(&Backtracking)]),
        reason: |_| "works for every problem, row by row".to_owned(),
    },
    DispatchRule {
        applies: |case| case.lists(&Residual),
        stages: |_| Ok(vec![Stage::with_engine(&Residual)]),
        reason: |_| "queens on a large standard board".to_owned(),
    },
];

const COUNT: &[DispatchRule] = &[
    DispatchRule {
        applies: |case| case.suits(&Join) && join::is_fastest(case.problem),
        stages: |_| Ok(vec![Stage::with_engine(&Join)]),
        reason: |case| {
            match case.problem.is_standard() {
            true => "the standard board".to_owned(),
            false => {
                "one piece in each row and column, and more solutions than halves of the board".to_owned()
            }
        }
        },
    },
    DispatchRule {
        applies: |case| case.suits(&Ferrers),
        stages: |_| Ok(vec![Stage::with_engine(&Ferrers)]),
        reason: |_| "rooks or bishops on nested lines".to_owned(),
    },
    DispatchRule {
        applies: |case| case.suits(&Toroidal),
        stages: |_| Ok(vec![Stage::with_engine(&Toroidal)]),
        reason: |_| {
            "a torus on which each row, column and diagonal takes one queen".to_owned()
        },
    },
    DispatchRule {
        applies: |case| inclusion_exclusion::accepts(case.problem).is_ok(),
        stages: |_| Ok(vec![Stage::with_engine(&InclusionExclusion)]),
        reason: |_| "a fixed number of queens, and lines may stay empty".to_owned(),
    },
    DispatchRule {
        applies: |case| transfer::lines::has_few_states(case.problem),
        stages: |_| Ok(vec![Stage::with_engine(&Transfer)]),
        reason: |_| {
            "each line takes an exact number, and many placements have the same continuations".to_owned()
        },
    },
    DispatchRule {
        applies: |case| case.suits_exact_units(),
        stages: |_| Ok(vec![Stage::with_engine(&ExactUnits)]),
        reason: |case| case.exact_units_reason(),
    },
    DispatchRule {
        applies: |case| case.is_tight() && case.suits(&Residual),
        stages: |_| Ok(vec![Stage::with_engine(&Residual)]),
        reason: |_| "holes or givens leave little room".to_owned(),
    },
    DispatchRule {
        applies: |case| {
            case.suits(&Rows) && (case.features.strikes_far || !case.suits_transfer())
        },
        stages: |_| Ok(vec![Stage::with_engine(&Rows)]),
        reason: |_| "one queen in each row, and the board fits masks of rows".to_owned(),
    },
    DispatchRule {
        applies: |case| case.suits_transfer(),
        stages: |_| Ok(vec![Stage::with_engine(&Transfer)]),
        reason: |_| "many placements have the same continuations".to_owned(),
    },
];

const RANDOM: &[DispatchRule] = &[
    DispatchRule {
        applies: |case| case.problem.is_standard(),
        stages: |case| Ok(vec![case.try_stage(&RandomSolution)?]),
        reason: |_| "a standard board".to_owned(),
    },
    DispatchRule {
        applies: |_| true,
        stages: |case| Ok(vec![case.try_stage(&Repair)?]),
        reason: |_| "a board with one queen in each row".to_owned(),
    },
];

const CLASSES: &[DispatchRule] = &[DispatchRule {
    applies: |case| case.suits(&Symmetric),
    stages: |_| Ok(vec![Stage::with_engine(&Symmetric)]),
    reason: |_| "the classes follow from counts of symmetric solutions".to_owned(),
}];

const FIXED_BY: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&Symmetric)?]),
    reason: |_| "a search over orbits of squares".to_owned(),
}];

const ONE_FIXED_BY: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| {
        case.try_stage(&Symmetric)?;
        Ok(vec![
            Stage::bounded(&Symmetric, NODES_BEFORE_SAT),
            Stage::with_engine(&SatSolver),
        ])
    },
    reason: |_| "a search over orbits of squares".to_owned(),
}];

const LINEAR: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&Modular)?]),
    reason: |_| "solutions on a straight line are wanted".to_owned(),
}];

const MAXIMUM: &[DispatchRule] = &[
    DispatchRule {
        applies: |case| case.problem.grid() != Grid::Square,
        stages: |case| Ok(vec![case.try_stage(&MoreDimensions)?]),
        reason: |_| "a largest set of queens in more dimensions is wanted".to_owned(),
    },
    DispatchRule {
        applies: |_| true,
        stages: |case| Ok(vec![case.try_stage(&MaximumSet)?]),
        reason: |_| "a largest set is wanted".to_owned(),
    },
];

const MAXIMAL: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&MaximalSets)?]),
    reason: |_| "maximal sets are wanted".to_owned(),
}];

const DOMINATING: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&DominatingSets)?]),
    reason: |_| "the fewest queens that dominate the board are wanted".to_owned(),
}];

const PAWNS: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&Pawns)?]),
    reason: |_| "pawns block queens".to_owned(),
}];

const ARMIES: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&PeaceableArmies)?]),
    reason: |_| "armies of two colours are wanted".to_owned(),
}];

const COLORING: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&SquareColoring)?]),
    reason: |_| "a colouring of the squares is wanted".to_owned(),
}];

const WEIGHTS: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&BestSum)?]),
    reason: |_| "the best sum of weights is wanted".to_owned(),
}];

const PIECES: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&MixedPieces)?]),
    reason: |_| "pieces of several kinds are wanted".to_owned(),
}];

const UNCOMPLETABLE: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&UncompletableSets)?]),
    reason: |_| "the fewest queens that no solution contains are wanted".to_owned(),
}];

const PROFILE: &[DispatchRule] = &[DispatchRule {
    applies: |_| true,
    stages: |case| Ok(vec![case.try_stage(&Rows)?]),
    reason: |_| "the levels of the backtrack tree are wanted".to_owned(),
}];

/// Returns the refusal if no rule of `ALL` applies: the board is too large for
/// backtracking, and `residual` does not take it.
fn refusal(case: &DispatchCase<'_>) -> Unsupported {
    let residual = Residual.accepts(case.problem, Question::All).err();
    match (residual, Instance::check_size(case.problem)) {
        (Some(refused), _)
            if refused.parameter == Parameter::Size && case.problem.is_square() =>
        {
            refused
        }
        (_, Err(error)) => Unsupported::from(error).by("backtracking"),
        _ => unreachable!("the last rule applies to every board of this size"),
    }
}
