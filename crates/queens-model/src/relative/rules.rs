//! Relatives as rules of a problem.

use super::{PieceKind, PieceMix, Relative};
use crate::domination::Domination;
use crate::problem::rules::{
    Cover, Demand, DemandUnit, Kind, KindSet, Measure, Objective, Peace, Rules, Share,
    Standing,
};
use crate::problem::{Bounds, Goal, Piece, Preset, Problem, ProblemError, Units};

impl Relative {
    /// Returns the problem whose solutions are those of this relative of `plain`; `None`
    /// if no rules say it: for sets that no solution contains, and for boards of more
    /// than two dimensions.
    ///
    /// # Errors
    /// Rules that do not go with the board.
    pub fn to_problem(self, plain: &Problem) -> Result<Option<Problem>, ProblemError> {
        let Some(rules) = self.make_rules(plain.piece()) else {
            return Ok(None);
        };
        let units = match self {
            Relative::Best(_) => plain.units(),
            _ => Units {
                region: plain.units().region,
                ..Units::ANY
            },
        };
        plain.with_units(units)?.with_rules(rules).map(Some)
    }

    /// Returns the relative that `problem` is, and the plain problem of which it is one.
    #[must_use]
    pub fn of_problem(problem: &Problem) -> Option<(Problem, Self)> {
        let rules = problem.rules()?;
        let candidates = [
            Relative::Dominating(Domination::Any),
            Relative::Dominating(Domination::Independent),
            Relative::Dominating(Domination::Total),
            Relative::Armies,
            Relative::Coloring(None),
            Relative::Best(Goal::Least),
            Relative::Best(Goal::Greatest),
        ];
        let is_it = |relative: &Relative| {
            relative.make_rules(problem.piece()).as_ref() == Some(rules)
        };
        let relative = candidates
            .into_iter()
            .find(is_it)
            .or_else(|| mix_of(rules))
            .or_else(|| coloring_of(rules))?;
        // The other relatives have no numbers of pieces in rows, columns, regions and in
        // all.
        if !matches!(relative, Relative::Best(_)) && problem.units() != Units::ANY {
            return None;
        }
        let plain = problem.without_rules();
        let plain = match relative {
            Relative::Best(_) => plain,
            // The mix names its pieces.
            Relative::Pieces(_) => {
                with_usual_units(plain.with_rules(Rules::plain(Piece::queen())).ok()?)
            }
            _ => with_usual_units(plain),
        };
        Some((plain, relative))
    }

    fn make_rules(self, piece: &Piece) -> Option<Rules> {
        let plain = Rules::plain(piece.clone());
        let fewest = |peace, standing| Rules {
            peace,
            covers: vec![Cover {
                standing,
                on: None,
                by: vec![0],
                times: Bounds::AT_LEAST_ONE,
            }],
            best: Some(Objective {
                goal: Goal::Least,
                measure: Measure::Number(vec![0]),
            }),
            ..plain.clone()
        };
        Some(match self {
            Relative::Dominating(Domination::Any) => {
                fewest(Peace::Nobody, Standing::Empty)
            }
            Relative::Dominating(Domination::Independent) => {
                fewest(Peace::All, Standing::Empty)
            }
            Relative::Dominating(Domination::Total) => {
                fewest(Peace::Nobody, Standing::Any)
            }
            Relative::Armies => {
                let named = |name: &str| Kind {
                    name: name.to_owned(),
                    ..Kind::of_piece(piece.clone())
                };
                let kinds = vec![named("white"), named("black")];
                Rules {
                    peace: Peace::Between,
                    ..equal_numbers(kinds)
                }
            }
            Relative::Pieces(mix) => match mix.numbers() {
                Some(numbers) => {
                    let kind = |&(kind, number): &(PieceKind, u16)| Kind {
                        number: Bounds::exactly(number.into()),
                        ..Kind::of_piece(kind.piece())
                    };
                    Rules {
                        kinds: numbers.iter().map(kind).collect(),
                        ..plain
                    }
                }
                None => equal_numbers(
                    mix.kinds()
                        .into_iter()
                        .map(|kind| Kind::of_piece(kind.piece()))
                        .collect(),
                ),
            },
            Relative::Coloring(colors) => {
                let number = colors
                    .map_or(Bounds::ANY, |colors| Bounds::at_most(colors.get().into()));
                let best = Objective {
                    goal: Goal::Least,
                    measure: Measure::Sets,
                };
                let filled = Demand {
                    unit: DemandUnit::Square,
                    of: Share::Together(vec![0]),
                    bounds: Bounds::ONE,
                };
                Rules {
                    kinds: vec![Kind {
                        is_sets: true,
                        number,
                        ..Kind::of_piece(piece.clone())
                    }],
                    peace: Peace::Within,
                    demands: vec![filled],
                    best: colors.is_none().then_some(best),
                    ..plain
                }
            }
            Relative::Best(goal) => Rules {
                best: Some(Objective {
                    goal,
                    measure: Measure::Value,
                }),
                ..plain
            },
        })
    }
}

/// Returns the rules for as many pieces of each kind as possible, the same number of
/// each.
fn equal_numbers(kinds: Vec<Kind>) -> Rules {
    let all: KindSet = (0..kinds.len()).collect();
    let best = Objective {
        goal: Goal::Greatest,
        measure: Measure::Number(vec![0]),
    };
    Rules {
        kinds,
        equal: vec![all],
        best: Some(best),
        ..Rules::plain(Piece::none())
    }
}

/// Returns the mix with these rules, whose kinds may be in any order.
fn mix_of(rules: &Rules) -> Option<Relative> {
    let piece_kind = |kind: &Kind| {
        let is_it = |known: &PieceKind| {
            Kind {
                number: kind.number,
                ..Kind::of_piece(known.piece())
            } == *kind
        };
        PieceKind::ALL.into_iter().find(is_it)
    };
    let kinds: Vec<PieceKind> =
        rules.kinds.iter().map(piece_kind).collect::<Option<_>>()?;
    let exact = |number: Bounds| {
        u16::try_from(number.low())
            .ok()
            .filter(|_| number.low() == number.high())
    };
    let numbers = kinds
        .iter()
        .zip(&rules.kinds)
        .map(|(&piece, kind)| Some((piece, exact(kind.number)?)));
    let mix = match numbers.collect::<Option<Vec<_>>>() {
        Some(numbers) => PieceMix::from_numbers(&numbers),
        None => PieceMix::equal(&kinds),
    };
    let relative = Relative::Pieces(mix.ok()?);
    // Any of the kinds with equal numbers may be the one that is counted.
    let mut sorted = rules.clone();
    sorted.kinds.sort_by_key(|kind| {
        PieceKind::ALL
            .into_iter()
            .position(|known| known.piece() == kind.piece)
    });
    if let Some(Objective {
        measure: Measure::Number(counted),
        ..
    }) = &mut sorted.best
        && counted.len() == 1
    {
        *counted = vec![0];
    }
    (relative.make_rules(&Piece::queen()).as_ref() == Some(&sorted)).then_some(relative)
}

/// Returns the colouring with a given number of colours that has these rules.
fn coloring_of(rules: &Rules) -> Option<Relative> {
    let colors = u16::try_from(rules.kinds.first()?.number.high()).ok()?;
    let relative = Relative::Coloring(std::num::NonZeroU16::new(colors));
    (relative.make_rules(&rules.kinds[0].piece).as_ref() == Some(rules))
        .then_some(relative)
}

/// Returns a problem with the numbers that rows and columns usually take in place of any:
/// they do not matter to the relative, and published values are known by the usual ones.
fn with_usual_units(problem: Problem) -> Problem {
    let is_usual = |preset: Preset| {
        let Ok(usual) = preset.problem(problem.rows(), problem.columns()) else {
            return false;
        };
        problem
            .with_units(usual.units())
            .is_ok_and(|other| other == usual)
    };
    let usual = Units {
        region: problem.units().region,
        ..Units::one_per_line(problem.rows(), problem.columns())
    };
    let named = [
        Preset::Rooks,
        Preset::Bishops,
        Preset::Knights,
        Preset::Kings,
    ];
    let is_free = problem.units()
        == Units {
            region: usual.region,
            ..Units::ANY
        }
        && problem.all_free();
    if is_free && !named.into_iter().any(is_usual) {
        return problem.with_units(usual).unwrap_or(problem);
    }
    problem
}
