//! Statements about kinds, peace, covers, numbers of kinds and what is best, read and
//! written.

use super::jobs::PIECES_WORD;
use super::{Field, LineError, ProblemTextError};
use crate::problem::rules::{
    Cover, Demand, DemandUnit, Goal, Invariance, Kind, KindSet, Measure, Objective,
    Peace, Rules, Share, SquareSet, Standing,
};
use crate::problem::{Bounds, Grid, Piece};
use crate::square::Square;
use control::clip;
use std::collections::BTreeMap;

/// Keys of the rules, in the order in which they are written.
pub(super) const RULE_KEYS: [&str; 8] = [
    "pieces",
    "peace",
    "stops",
    "cover",
    "squares",
    "equal",
    "unchanged",
    "best",
];

/// Keys of numbers in units, with the sort of unit.
pub(super) const UNIT_KEYS: [(&str, DemandUnit); 5] = [
    ("rows", DemandUnit::Row),
    ("columns", DemandUnit::Column),
    ("regions", DemandUnit::Region),
    ("squares", DemandUnit::Square),
    ("total", DemandUnit::Total),
];

const PIECES_FORM: &str = "kinds of pieces such as 2 white queens, ..3 knights worth 3, any sets of rooks on border";
const PEACE_FORM: &str =
    "all, within, between, none or pairs of kinds such as white-black";
const COVER_FORM: &str =
    "a number of attackers such as 1.., empty 1.., occupied 2, on border by knights 0";
const BEST_FORM: &str = "least or greatest, then number, number of KINDS, number of sets, number of squares COVER, or value; or none";

type Reading<T> = Result<T, LineError>;

fn unreadable_rule(text: &str, form: &'static str) -> LineError {
    LineError::Rule(clip(text), form)
}

/// Returns the parts of a list: between commas, except within parentheses.
pub(super) fn split_parts(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(|character: char| {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        character == ',' && depth == 0
    });
    parts.map(str::trim).collect()
}

/// Returns the name of one piece from that of several.
fn singular_name(name: &str) -> &str {
    name.strip_suffix('s').unwrap_or(name)
}

/// Returns the name of several pieces.
pub(super) fn plural_name(piece: &Piece) -> String {
    let name = piece.to_string();
    if name.ends_with(char::is_alphabetic) && name != "none" {
        name + "s"
    } else {
        name
    }
}

/// Reads the rules of a problem with this piece.
pub(super) fn read_rules(
    fields: &BTreeMap<&'static str, Field<'_>>,
    piece: &Piece,
) -> Result<Rules, ProblemTextError> {
    let mut rules = Rules::plain(piece.clone());
    for key in RULE_KEYS {
        let Some(field) = fields.get(key) else {
            continue;
        };
        let text = field.value;
        let read = match key {
            "pieces" => {
                let list = text.replace(PIECES_WORD, &plural_name(piece));
                split_parts(&list)
                    .into_iter()
                    .map(|kind| read_kind(kind, piece.grid()))
                    .collect::<Reading<_>>()
                    .map(|kinds| rules.kinds = kinds)
            }
            "peace" => read_peace(&rules, text).map(|peace| rules.peace = peace),
            "stops" => read_stops(&mut rules, text),
            "cover" if text == "none" => Ok(()),
            "cover" => {
                let covers = split_parts(text)
                    .into_iter()
                    .map(|cover| read_cover(&rules, cover));
                covers
                    .collect::<Reading<_>>()
                    .map(|covers| rules.covers = covers)
            }
            "equal" if text == "none" => Ok(()),
            "equal" => {
                let sets = split_parts(text)
                    .into_iter()
                    .map(|names| kind_set(&rules, names));
                sets.collect::<Reading<_>>().map(|sets| rules.equal = sets)
            }
            "unchanged" => {
                read_invariance(text).map(|unchanged| rules.unchanged = unchanged)
            }
            "best" => read_objective(&rules, text).map(|best| rules.best = best),
            _ => Ok(()),
        };
        read.map_err(|reason| field.error_at(reason))?;
    }
    for (key, unit) in UNIT_KEYS {
        let Some(field) = fields.get(key) else {
            continue;
        };
        for part in split_parts(field.value)
            .into_iter()
            .filter(|part| is_demand(unit, part))
        {
            let demand = read_demand(&rules, unit, part)
                .map_err(|reason| field.error_at(reason))?;
            rules.demands.extend(demand);
        }
    }
    Ok(rules)
}

/// Returns true if a part of a number in units is not one for all pieces together in
/// rows, columns, regions or all.
pub(super) fn is_demand(unit: DemandUnit, part: &str) -> bool {
    unit == DemandUnit::Square || part.contains(" of ")
}

/// `BOUNDS [of KINDS | of each]`; `None` for any number.
fn read_demand(rules: &Rules, unit: DemandUnit, text: &str) -> Reading<Option<Demand>> {
    let (number, of) = match text.split_once(" of ") {
        None => (text, Share::Together(rules.all_kinds())),
        Some((number, each)) if each.trim() == "each" => (number, Share::Each),
        Some((number, names)) => (number, Share::Together(kind_set(rules, names)?)),
    };
    let bounds: Bounds = number.parse()?;
    Ok((bounds != Bounds::ANY).then_some(Demand { unit, of, bounds }))
}

/// `[BOUNDS] [sets of] [NAME] PIECE [worth N] [on SQUARES]`.
fn read_kind(text: &str, grid: Grid) -> Reading<Kind> {
    let (rest, on) = match text.split_once(" on ") {
        Some((rest, squares)) => (rest, Some(read_squares(squares)?)),
        None => (text, None),
    };
    let (rest, worth) = match rest.split_once(" worth ") {
        Some((rest, worth)) => {
            let worth = worth.trim().parse();
            (rest, worth.map_err(|_| unreadable_rule(text, PIECES_FORM))?)
        }
        None => (rest, 1),
    };
    let (number, rest) = match rest.trim().split_once(' ') {
        Some((first, rest)) if first.parse::<Bounds>().is_ok() => (first.parse()?, rest),
        _ => (Bounds::ANY, rest),
    };
    let (is_sets, rest) = match rest.trim().strip_prefix("sets of ") {
        Some(rest) => (true, rest),
        None => (false, rest),
    };
    let (name, (piece, stops)) =
        match (read_piece(rest, grid), rest.trim().split_once(' ')) {
            (Ok(piece), _) => (None, piece),
            (Err(error), None) => return Err(error),
            (Err(_), Some((name, piece))) => (Some(name), read_piece(piece, grid)?),
        };
    let name = match name {
        Some(name)
            if name.chars().all(char::is_alphabetic) && !KIND_WORDS.contains(&name) =>
        {
            name.to_owned()
        }
        Some(_) => return Err(unreadable_rule(text, PIECES_FORM)),
        None if stops => "pawn".to_owned(),
        None => piece.to_string(),
    };
    Ok(Kind {
        name,
        piece,
        is_sets,
        number,
        worth,
        stops,
        on,
    })
}

/// Words with a meaning of their own, which are no names.
const KIND_WORDS: [&str; 14] = [
    "all", "and", "any", "by", "each", "empty", "none", "number", "occupied", "of", "on",
    "sets", "squares", "value",
];

/// Reads a piece, and whether it stops lines: pawns do.
fn read_piece(text: &str, grid: Grid) -> Reading<(Piece, bool)> {
    match singular_name(text.trim()) {
        "pawn" => Ok((Piece::none().on(grid), true)),
        _ => Ok((Piece::read(text.trim(), grid)?, false)),
    }
}

fn read_squares(text: &str) -> Reading<SquareSet> {
    match text.trim() {
        "border" => Ok(SquareSet::Border),
        "diagonal" => Ok(SquareSet::Diagonal),
        names => {
            let mut squares = names
                .split_whitespace()
                .map(str::parse)
                .collect::<Result<Vec<Square>, _>>()?;
            squares.sort_unstable();
            squares.dedup();
            Ok(SquareSet::Listed(squares))
        }
    }
}

fn find_kind(rules: &Rules, name: &str) -> Reading<usize> {
    let name = name.trim();
    let names: Vec<&str> = rules.kinds.iter().map(|kind| kind.name.as_str()).collect();
    // A kind may have a name that ends in s, so the whole name comes first.
    for wanted in [name, singular_name(name)] {
        if let Some(kind) = names.iter().position(|known| *known == wanted) {
            return Ok(kind);
        }
    }
    let known = clip(&names.join(" and "));
    Err(LineError::UnknownKind(clip(name), known))
}

/// Names of kinds with `and` between them, or `all`.
fn kind_set(rules: &Rules, names: &str) -> Reading<KindSet> {
    if names.trim() == "all" {
        return Ok(rules.all_kinds());
    }
    let mut kinds = names
        .split(" and ")
        .map(|name| find_kind(rules, name))
        .collect::<Reading<KindSet>>()?;
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}

fn read_peace(rules: &Rules, text: &str) -> Reading<Peace> {
    Ok(match text {
        "all" => Peace::All,
        "within" => Peace::Within,
        "between" => Peace::Between,
        "none" => Peace::Nobody,
        pairs => {
            let parts = split_parts(pairs).into_iter();
            let pairs = parts.map(|pair| read_pair(rules, pair));
            Peace::Pairs(pairs.collect::<Reading<_>>()?)
        }
    })
}

/// Reads two kinds: `white-black`.
fn read_pair(rules: &Rules, text: &str) -> Reading<(usize, usize)> {
    let (one, other) = text
        .split_once('-')
        .ok_or_else(|| unreadable_rule(text, PEACE_FORM))?;
    Ok((find_kind(rules, one)?, find_kind(rules, other)?))
}

fn read_stops(rules: &mut Rules, text: &str) -> Reading<()> {
    let stopping = if text == "none" {
        KindSet::new()
    } else {
        kind_set(rules, text)?
    };
    rules
        .kinds
        .iter_mut()
        .enumerate()
        .for_each(|(number, kind)| kind.stops = stopping.contains(&number));
    Ok(())
}

/// `[empty | occupied | KINDS] [on SQUARES] [by KINDS] BOUNDS`.
fn read_cover(rules: &Rules, text: &str) -> Reading<Cover> {
    let (rest, times) = text.rsplit_once(' ').unwrap_or(("", text));
    let times = times
        .parse()
        .map_err(|_| unreadable_rule(text, COVER_FORM))?;
    let padded = format!(" {rest}");
    let (rest, by) = match padded.split_once(" by ") {
        Some((rest, names)) => (rest, kind_set(rules, names)?),
        None => (padded.as_str(), rules.all_kinds()),
    };
    let (rest, on) = match rest.split_once(" on ") {
        Some((rest, squares)) => (rest, Some(read_squares(squares)?)),
        None => (rest, None),
    };
    let standing = match rest.trim() {
        "" => Standing::Any,
        "empty" => Standing::Empty,
        "occupied" => Standing::Occupied(rules.all_kinds()),
        names => Standing::Occupied(kind_set(rules, names)?),
    };
    Ok(Cover {
        standing,
        on,
        by,
        times,
    })
}

fn read_invariance(text: &str) -> Reading<Option<Invariance>> {
    if text == "none" {
        return Ok(None);
    }
    let named = Invariance::NAMED
        .into_iter()
        .find(|(name, _)| *name == text);
    let form = "half-turn, quarter-turn, mirror, diagonal, shift or none";
    named
        .map(|(_, invariance)| Some(invariance))
        .ok_or_else(|| unreadable_rule(text, form))
}

fn read_objective(rules: &Rules, text: &str) -> Reading<Option<Objective>> {
    let (goal, measure) = match text.split_once(' ') {
        Some(("least", measure)) => (Goal::Least, measure.trim()),
        Some(("greatest", measure)) => (Goal::Greatest, measure.trim()),
        _ if text == "none" => return Ok(None),
        _ => return Err(unreadable_rule(text, BEST_FORM)),
    };
    let of = measure.strip_prefix("number of ");
    let measure = match (measure, of, of.and_then(|of| of.strip_prefix("squares "))) {
        ("value", ..) => Measure::Value,
        ("number", ..) => Measure::Number(rules.all_kinds()),
        ("number of sets", ..) => Measure::Sets,
        (_, _, Some(cover)) => Measure::Squares(read_cover(rules, cover)?),
        (_, Some(kinds), _) => Measure::Number(kind_set(rules, kinds)?),
        _ => return Err(unreadable_rule(text, BEST_FORM)),
    };
    Ok(Some(Objective { goal, measure }))
}

/// Values of the keys of the rules, as they are written.
pub(super) struct RuleTexts<'r>(pub(super) &'r Rules);

impl RuleTexts<'_> {
    /// Returns the value of a key of the rules.
    pub(super) fn value_of(&self, key: &str) -> String {
        let rules = self.0;
        match key {
            "pieces" => list_or_none(rules.kinds.iter().map(kind_text)),
            "peace" => self.peace_in_words(),
            "stops" => self.kinds_in_words(
                &(0..rules.kinds.len())
                    .filter(|&kind| rules.kinds[kind].stops)
                    .collect(),
            ),
            "cover" => {
                list_or_none(rules.covers.iter().map(|cover| self.cover_in_words(cover)))
            }
            "squares" => match self.list_demands(DemandUnit::Square) {
                demands if demands.is_empty() => Bounds::ANY.to_string(),
                demands => demands.join(", "),
            },
            "equal" => {
                list_or_none(rules.equal.iter().map(|kinds| self.kinds_in_words(kinds)))
            }
            "unchanged" => Invariance::NAMED
                .into_iter()
                .find(|(_, named)| Some(*named) == rules.unchanged)
                .map_or("none", |(name, _)| name)
                .to_owned(),
            _ => rules
                .best
                .as_ref()
                .map_or("none".to_owned(), |best| self.objective_in_words(best)),
        }
    }

    /// Returns the value of `stops` that follows from the names of the pieces.
    pub(super) fn usual_stops(&self) -> String {
        let kinds = &self.0.kinds;
        self.kinds_in_words(
            &(0..kinds.len())
                .filter(|&kind| kinds[kind].is_pawn())
                .collect(),
        )
    }

    /// Returns the numbers in units of one sort that are not for all pieces together.
    pub(super) fn list_demands(&self, unit: DemandUnit) -> Vec<String> {
        let demands = self.0.demands.iter().filter(|demand| demand.unit == unit);
        demands
            .map(|demand| match &demand.of {
                Share::Each => format!("{} of each", demand.bounds),
                Share::Together(kinds)
                    if unit == DemandUnit::Square && *kinds == self.0.all_kinds() =>
                {
                    demand.bounds.to_string()
                }
                Share::Together(kinds) => {
                    format!("{} of {}", demand.bounds, self.kinds_in_words(kinds))
                }
            })
            .collect()
    }

    fn kinds_in_words(&self, kinds: &KindSet) -> String {
        if kinds.is_empty() {
            return "none".to_owned();
        }
        if *kinds == self.0.all_kinds() {
            return "all".to_owned();
        }
        kinds
            .iter()
            .map(|&kind| self.0.kinds[kind].name.as_str())
            .collect::<Vec<_>>()
            .join(" and ")
    }

    fn peace_in_words(&self) -> String {
        match &self.0.peace {
            Peace::All => "all".to_owned(),
            Peace::Within => "within".to_owned(),
            Peace::Between => "between".to_owned(),
            Peace::Nobody => "none".to_owned(),
            Peace::Pairs(pairs) => {
                let kinds = &self.0.kinds;
                let pairs = pairs.iter().map(|&(one, other)| {
                    format!("{}-{}", kinds[one].name, kinds[other].name)
                });
                pairs.collect::<Vec<_>>().join(", ")
            }
        }
    }

    fn cover_in_words(&self, cover: &Cover) -> String {
        let standing = match &cover.standing {
            Standing::Any => String::new(),
            Standing::Empty => "empty ".to_owned(),
            Standing::Occupied(kinds) if *kinds == self.0.all_kinds() => {
                "occupied ".to_owned()
            }
            Standing::Occupied(kinds) => format!("{} ", self.kinds_in_words(kinds)),
        };
        let on = cover
            .on
            .as_ref()
            .map(|squares| format!("on {} ", squares_text(squares)))
            .unwrap_or_default();
        let by = match &cover.by {
            kinds if *kinds == self.0.all_kinds() => String::new(),
            kinds => format!("by {} ", self.kinds_in_words(kinds)),
        };
        format!("{standing}{on}{by}{}", cover.times)
    }

    fn objective_in_words(&self, best: &Objective) -> String {
        let goal = match best.goal {
            Goal::Least => "least",
            Goal::Greatest => "greatest",
        };
        match &best.measure {
            Measure::Value => format!("{goal} value"),
            Measure::Sets => format!("{goal} number of sets"),
            Measure::Squares(cover) => {
                format!("{goal} number of squares {}", self.cover_in_words(cover))
            }
            Measure::Number(kinds) if *kinds == self.0.all_kinds() => {
                format!("{goal} number")
            }
            Measure::Number(kinds) => {
                format!("{goal} number of {}", self.kinds_in_words(kinds))
            }
        }
    }
}

/// Joins the texts of a list; `none` if it is empty.
fn list_or_none(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() {
        "none".to_owned()
    } else {
        texts.join(", ")
    }
}

/// Returns the name of the piece of a kind, and of several.
fn piece_names(kind: &Kind) -> (String, String) {
    match kind.is_pawn() {
        true => ("pawn".to_owned(), "pawns".to_owned()),
        false => (kind.piece.to_string(), plural_name(&kind.piece)),
    }
}

impl Kind {
    /// Returns the name of several pieces of this kind: `white queens`, `pawns`.
    #[must_use]
    pub fn plural(&self) -> String {
        let (piece, several) = piece_names(self);
        if self.name == piece {
            several
        } else {
            format!("{} {several}", self.name)
        }
    }
}

fn kind_text(kind: &Kind) -> String {
    let (piece, several) = piece_names(kind);
    let number = match kind.number {
        Bounds::ANY if !kind.is_sets => String::new(),
        number => format!("{number} "),
    };
    let sets = if kind.is_sets { "sets of " } else { "" };
    let name = if kind.name == piece {
        String::new()
    } else {
        format!("{} ", kind.name)
    };
    let is_one = kind.number == Bounds::ONE && !kind.is_sets;
    let pieces = if is_one { piece } else { several };
    let worth = if kind.worth == 1 {
        String::new()
    } else {
        format!(" worth {}", kind.worth)
    };
    let on = kind
        .on
        .as_ref()
        .map(|squares| format!(" on {}", squares_text(squares)))
        .unwrap_or_default();
    format!("{number}{sets}{name}{pieces}{worth}{on}")
}

fn squares_text(squares: &SquareSet) -> String {
    match squares {
        SquareSet::Border => "border".to_owned(),
        SquareSet::Diagonal => "diagonal".to_owned(),
        SquareSet::Listed(squares) => squares
            .iter()
            .map(Square::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    }
}
