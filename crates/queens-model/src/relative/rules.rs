//! Relatives as rules of a problem.

use super::{PieceKind, PieceMix, Relative};
use crate::domination::Domination;
use crate::problem::rules::{
    Cover, Demand, DemandUnit, Kind, KindSet, Measure, Objective, Peace, Rules, Share,
    Standing,
};
use crate::problem::{Bounds, Goal, Piece, Preset, Problem, ProblemError, Units};
use std::num::NonZeroU16;

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
        let relative = candidates
            .into_iter()
            .find(|relative| relative.make_rules(problem.piece()).as_ref() == Some(rules))
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
        Some(match self {
            Relative::Dominating(kind) => dominating_rules(kind, piece),
            Relative::Armies => {
                let kinds = ["white", "black"].map(|name| Kind {
                    name: name.to_owned(),
                    ..Kind::of_piece(piece.clone())
                });
                Rules {
                    peace: Peace::Between,
                    ..equal_numbers(kinds.into())
                }
            }
            Relative::Pieces(mix) => mix_rules(mix, piece),
            Relative::Coloring(colors) => coloring_rules(colors, piece),
            Relative::Best(goal) => Rules {
                best: Some(Objective {
                    goal,
                    measure: Measure::Value,
                }),
                ..Rules::plain(piece.clone())
            },
        })
    }
}

/// Returns the rules for the fewest pieces that attack every empty square; in a total set
/// they also attack every piece.
fn dominating_rules(kind: Domination, piece: &Piece) -> Rules {
    let (peace, standing) = match kind {
        Domination::Any => (Peace::Nobody, Standing::Empty),
        Domination::Independent => (Peace::All, Standing::Empty),
        Domination::Total => (Peace::Nobody, Standing::Any),
    };
    Rules {
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
        ..Rules::plain(piece.clone())
    }
}

/// Returns the rules for the given numbers of pieces, or for equal numbers.
fn mix_rules(mix: PieceMix, piece: &Piece) -> Rules {
    let Some(numbers) = mix.numbers() else {
        let kinds = mix.kinds().into_iter();
        return equal_numbers(kinds.map(|kind| Kind::of_piece(kind.piece())).collect());
    };
    let kinds = numbers.iter().map(|&(kind, number)| Kind {
        number: Bounds::exactly(number.into()),
        ..Kind::of_piece(kind.piece())
    });
    Rules {
        kinds: kinds.collect(),
        ..Rules::plain(piece.clone())
    }
}

/// Returns the rules for a piece of some colour on each square, with at most `colors`
/// colours or as few as possible.
fn coloring_rules(colors: Option<NonZeroU16>, piece: &Piece) -> Rules {
    let number =
        colors.map_or(Bounds::ANY, |colors| Bounds::at_most(colors.get().into()));
    let fewest = Objective {
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
        best: colors.is_none().then_some(fewest),
        ..Rules::plain(piece.clone())
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
    let kinds: Vec<PieceKind> =
        rules.kinds.iter().map(plain_kind).collect::<Option<_>>()?;
    let numbers = kinds
        .iter()
        .zip(&rules.kinds)
        .map(|(&piece, kind)| Some((piece, exact_number(kind.number)?)));
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

/// Returns the kind of piece that differs from this kind at most in its number.
fn plain_kind(kind: &Kind) -> Option<PieceKind> {
    PieceKind::ALL.into_iter().find(|known| {
        let plain = Kind {
            number: kind.number,
            ..Kind::of_piece(known.piece())
        };
        plain == *kind
    })
}

/// Returns the only number within the bounds.
fn exact_number(bounds: Bounds) -> Option<u16> {
    let number = u16::try_from(bounds.low()).ok()?;
    (bounds.low() == bounds.high()).then_some(number)
}

/// Returns the colouring with a given number of colours that has these rules.
fn coloring_of(rules: &Rules) -> Option<Relative> {
    let colors = u16::try_from(rules.kinds.first()?.number.high()).ok()?;
    let relative = Relative::Coloring(NonZeroU16::new(colors));
    (relative.make_rules(&rules.kinds[0].piece).as_ref() == Some(rules))
        .then_some(relative)
}

/// Returns a problem with the numbers that rows and columns usually take in place of any:
/// they do not matter to the relative, and published values are known by the usual ones.
fn with_usual_units(problem: Problem) -> Problem {
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
    if is_free
        && !named
            .into_iter()
            .any(|preset| is_but_for_units(preset, &problem))
    {
        return problem.with_units(usual).unwrap_or(problem);
    }
    problem
}

/// Returns true if a problem differs from a variant of its size at most in the numbers
/// that units take.
fn is_but_for_units(preset: Preset, problem: &Problem) -> bool {
    preset
        .problem(problem.rows(), problem.columns())
        .is_ok_and(|usual| {
            problem
                .with_units(usual.units())
                .is_ok_and(|other| other == usual)
        })
}
