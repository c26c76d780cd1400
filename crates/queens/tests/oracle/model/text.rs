//! The text form: a head of words with a size, the board and the kinds. A text that is
//! not in this form panics.

use super::grid::{Cell, Edge, Grid};
use super::statements::{read_rules, usual_demands};
use super::words::{self, Usual, Variant};
use super::{ANY, Bounds, Demand, Kind, Peace, Problem, Share, SquareSet, Unit};
use std::collections::BTreeMap;

/// The value of each key.
pub(super) type Keys = BTreeMap<String, String>;

/// Reads a problem.
pub(super) fn read(text: &str) -> Problem {
    let (head, statements) = text.split_once([';', '\n']).unwrap_or((text, ""));
    let head = Head::read(head);
    let mut keys = head.keys();
    for (key, value) in read_statements(statements) {
        keys.insert(key, value);
    }
    list_drawn_squares(&mut keys);
    let grid = read_grid(&head, &keys);
    let piece = keys
        .get("piece")
        .cloned()
        .unwrap_or_else(|| head.variant.piece.to_owned());
    let kinds = read_kinds(&keys, &piece, &grid);
    let mut problem = Problem {
        grid,
        kinds: Vec::new(),
        peace: Peace::All,
        covers: Vec::new(),
        demands: Vec::new(),
        regions: None,
        givens: Vec::new(),
        equal: Vec::new(),
        unchanged: None,
        weights: None,
        best: None,
    };
    for (kind, number) in kinds {
        let of = Share::Together(vec![problem.kinds.len()]);
        problem.kinds.push(kind);
        problem.demands.push(Demand {
            unit: Unit::Board,
            of,
            bounds: number,
        });
    }
    read_rules(&mut problem, &keys);
    problem
        .demands
        .extend(usual_demands(&problem, &head, &keys));
    problem
}

/// The words of the head.
pub(super) struct Head {
    sides: Vec<i64>,
    words: Vec<String>,
    pub(super) variant: Variant,
}

impl Head {
    fn read(text: &str) -> Self {
        let (mut sides, mut words) = (Vec::new(), Vec::new());
        for word in text.split_whitespace() {
            match word.split('x').map(|side| side.parse().ok()).collect() {
                Some(found) => sides = found,
                None => words.push(word.to_owned()),
            }
        }
        assert!(!sides.is_empty(), "no size in '{text}'");
        if sides.len() == 1 && !words.iter().any(|word| word == "hex") {
            sides.push(sides[0]);
        }
        let variant = head_variant(&words);
        Head {
            sides,
            words,
            variant,
        }
    }

    /// The keys that its words stand for.
    fn keys(&self) -> Keys {
        let pairs = self
            .words
            .iter()
            .filter_map(|word| words::job(word))
            .flatten();
        pairs
            .map(|&(key, value)| (key.to_owned(), value.to_owned()))
            .collect()
    }
}

/// The words of a board and of a piece combine: the piece is the last that is not a
/// queen, edges are those of any word.
fn head_variant(words: &[String]) -> Variant {
    let mut whole = words::variant("queens").expect("a variant");
    for word in words.iter().filter(|word| words::job(word).is_none()) {
        let variant = words::variant(word).unwrap_or_else(|| panic!("the word '{word}'"));
        if variant.piece != "queen" {
            whole.piece = variant.piece;
        }
        if variant.edges != [Edge::Open; 2] {
            whole.edges = variant.edges;
        }
        if variant.usual != Usual::OneEach {
            whole.usual = variant.usual;
        }
    }
    whole
}

/// Keys with their values; the lines of a drawing follow their key.
fn read_statements(text: &str) -> Keys {
    let mut keys = Keys::new();
    let mut drawing: Option<String> = None;
    for statement in text
        .split([';', '\n'])
        .map(str::trim)
        .filter(|statement| !statement.is_empty())
    {
        match (statement.split_once(':'), &drawing) {
            (None, Some(key)) => {
                let lines: &mut String =
                    keys.get_mut(key).expect("the key of the drawing");
                lines.push_str(statement);
                lines.push('\n');
            }
            (None, None) => panic!("the statement '{statement}'"),
            (Some((key, value)), _) => {
                drawing = value.trim().is_empty().then(|| key.to_owned());
                let before = keys.insert(key.to_owned(), value.trim().to_owned());
                assert!(before.is_none(), "the key '{key}' twice");
            }
        }
    }
    keys
}

/// Replaces a drawn board by lists of its squares.
fn list_drawn_squares(keys: &mut Keys) {
    let drawing = keys.remove("board").unwrap_or_default();
    for (row, line) in (1..).zip(drawing.lines()) {
        for (column, drawn) in
            ('a'..='z').zip(line.chars().filter(|drawn| !drawn.is_whitespace()))
        {
            let key = match drawn {
                'x' => "holes",
                '#' => "walls",
                'Q' => "givens",
                _ => continue,
            };
            keys.entry(key.to_owned())
                .or_default()
                .push_str(&format!(" {column}{row}"));
        }
    }
}

fn read_grid(head: &Head, keys: &Keys) -> Grid {
    let mut grid = match keys.contains_key("hex") {
        true => Grid::hexagon(head.sides[0]),
        false => Grid::open(head.sides.clone()),
    };
    grid.edges = head.variant.edges;
    for (axis, key) in ["top-bottom", "left-right"].into_iter().enumerate() {
        match keys.get(key).map(String::as_str) {
            None => {}
            Some("open") => grid.edges[axis] = Edge::Open,
            Some("wrap") => grid.edges[axis] = Edge::Wrap,
            Some("twist") => grid.edges[axis] = Edge::Twist,
            Some("mirror") => grid.edges[axis] = Edge::Mirror,
            Some(other) => panic!("the edge '{other}'"),
        }
    }
    for square in 0..grid.squares() {
        let place = grid.place(square);
        if head
            .words
            .iter()
            .any(|word| words::has_hole(word, place[0], place[1]))
        {
            grid.cells[square] = Cell::Hole;
        }
    }
    for (key, cell) in [("holes", Cell::Hole), ("walls", Cell::Wall)] {
        for name in keys.get(key).iter().flat_map(|names| split_list(names)) {
            let square = square(name, &grid);
            grid.cells[square] = cell;
        }
    }
    grid
}

pub(super) fn split_list(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', ' ']).filter(|word| !word.is_empty())
}

/// Parts with commas between them, except commas within parentheses.
pub(super) fn split_parts(text: &str) -> Vec<String> {
    let (mut parts, mut depth) = (vec![String::new()], 0);
    for character in text.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if character == ',' && depth == 0 {
            parts.push(String::new());
        } else {
            parts.last_mut().expect("a part").push(character);
        }
    }
    parts
        .into_iter()
        .map(|part| part.trim().to_owned())
        .collect()
}

/// The square with a name such as `b4`.
pub(super) fn square(name: &str, grid: &Grid) -> usize {
    try_square(name, grid).unwrap_or_else(|| panic!("the square '{name}'"))
}

fn try_square(name: &str, grid: &Grid) -> Option<usize> {
    let letter = name.chars().next().filter(char::is_ascii_lowercase)?;
    let row: i64 = name.strip_prefix(letter)?.parse().ok()?;
    Some(grid.at_layout(row - 1, i64::from(u32::from(letter) - u32::from('a'))))
}

/// `border`, `diagonal`, or names of squares.
pub(super) fn square_set(text: &str, grid: &Grid) -> SquareSet {
    let is_in = |square| {
        let place = grid.place(square);
        match text {
            "diagonal" => place[0] == place[1],
            "border" => grid.is_border(square),
            names => split_list(names).any(|name| self::square(name, grid) == square),
        }
    };
    (0..grid.squares()).map(is_in).collect()
}

/// `4`, `..4`, `2..`, `2..4` or `any`.
fn try_bounds(text: &str) -> Option<Bounds> {
    if text == "any" {
        return Some(ANY);
    }
    let Some((low, high)) = text.split_once("..") else {
        let number = text.parse().ok()?;
        return Some(Bounds {
            low: number,
            high: number,
        });
    };
    let number = |text: &str, none| {
        if text.is_empty() {
            Some(none)
        } else {
            text.parse().ok()
        }
    };
    Some(Bounds {
        low: number(low, 0)?,
        high: number(high, usize::MAX)?,
    })
}

pub(super) fn bounds(text: &str) -> Bounds {
    try_bounds(text.trim()).unwrap_or_else(|| panic!("the bounds '{text}'"))
}

/// Each kind with the bounds of its number.
fn read_kinds(keys: &Keys, piece: &str, grid: &Grid) -> Vec<(Kind, Bounds)> {
    let stops = keys.get("stops").map(String::as_str);
    let list = keys
        .get("pieces")
        .cloned()
        .unwrap_or_else(|| "PIECES".to_owned());
    let mut kinds: Vec<(Kind, Bounds)> = Vec::new();
    for part in split_parts(&list.replace("PIECES", piece)) {
        kinds.push(read_kind(&part, grid));
    }
    for (kind, _) in &mut kinds {
        kind.stops = match stops {
            None => kind.stops,
            Some("none") => false,
            Some("all") => true,
            Some(names) => names
                .split(" and ")
                .any(|name| words::singular(name.trim()) == kind.name),
        };
    }
    kinds
}

/// `[BOUNDS] [sets of] [NAME] PIECE [worth N] [on SQUARES]`.
fn read_kind(text: &str, grid: &Grid) -> (Kind, Bounds) {
    let (text, on) = match text.split_once(" on ") {
        Some((text, squares)) => (text, Some(square_set(squares.trim(), grid))),
        None => (text, None),
    };
    let (text, worth) = match text.split_once(" worth ") {
        Some((text, worth)) => (text, worth.trim().parse().expect("a worth")),
        None => (text, 1),
    };
    let (number, text) = match text.split_once(' ') {
        Some((first, rest)) if try_bounds(first).is_some() => (bounds(first), rest),
        _ => (ANY, text),
    };
    let (sets, number, text) = match text.strip_prefix("sets of ") {
        Some(text) => (Some(number), ANY, text),
        None => (None, number, text),
    };
    let (name, piece) = match (words::rays(text, grid), text.split_once(' ')) {
        (None, Some((name, piece))) => (name.to_owned(), piece),
        _ => (words::singular(text), text),
    };
    let rays = words::rays(piece, grid).unwrap_or_else(|| panic!("the piece '{piece}'"));
    let stops = words::singular(piece) == "pawn";
    (
        Kind {
            name,
            rays,
            sets,
            worth,
            stops,
            on,
        },
        number,
    )
}
