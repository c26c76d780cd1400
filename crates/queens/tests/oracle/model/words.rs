//! The words of the head and the names of pieces.

use super::grid::{Edge, Grid, Ray};

/// The keys that a word of the head stands for; statements override them.
type Macro = &'static [(&'static str, &'static str)];

/// The words of the first line that stand for statements, as in the table of
/// docs/design/model.md. PIECES stands for the piece that the first line names.
const JOBS: [(&str, Macro); 8] = [
    (
        "dominating",
        &[
            ("free", ""),
            ("peace", "none"),
            ("cover", "empty 1.."),
            ("best", "least number"),
        ],
    ),
    (
        "independent-dominating",
        &[
            ("free", ""),
            ("peace", "all"),
            ("cover", "empty 1.."),
            ("best", "least number"),
        ],
    ),
    (
        "total-dominating",
        &[
            ("free", ""),
            ("peace", "none"),
            ("cover", "1.."),
            ("best", "least number"),
        ],
    ),
    (
        "maximal",
        &[("free", ""), ("peace", "all"), ("cover", "empty 1..")],
    ),
    ("most", &[("raise", ""), ("best", "greatest number")]),
    (
        "armies",
        &[
            ("pieces", "white PIECES, black PIECES"),
            ("peace", "between"),
            ("equal", "all"),
            ("best", "greatest number of white"),
        ],
    ),
    (
        "coloring",
        &[
            ("pieces", "any sets of PIECES"),
            ("peace", "within"),
            ("squares", "1"),
            ("best", "least number of sets"),
        ],
    ),
    ("hex", &[("hex", ""), ("free", "")]),
];

/// The keys of a word about the job, if it is one.
pub(super) fn job(word: &str) -> Option<Macro> {
    JOBS.iter()
        .find(|(name, _)| *name == word)
        .map(|(_, keys)| *keys)
}

/// The numbers in rows and columns that a word implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usual {
    /// One in each row and column; along the longer side of a rectangle at most one.
    OneEach,
    /// So many in each row, column and region.
    Regions(usize),
    Any,
}

/// A word of today's variants: the piece, top and bottom, left and right, and the usual
/// numbers.
pub(super) struct Variant {
    pub(super) piece: &'static str,
    pub(super) edges: [Edge; 2],
    pub(super) usual: Usual,
}

/// The variant that a word names.
pub(super) fn variant(word: &str) -> Option<Variant> {
    use Edge::{Mirror, Open, Twist, Wrap};
    let (piece, edges, usual) = match word {
        "queens" => ("queen", [Open, Open], Usual::OneEach),
        "torus" => ("queen", [Wrap, Wrap], Usual::OneEach),
        "cylinder" => ("queen", [Open, Wrap], Usual::OneEach),
        "moebius" => ("queen", [Open, Twist], Usual::OneEach),
        "reflecting" => ("queen", [Mirror, Open], Usual::OneEach),
        "superqueens" => ("superqueen", [Open, Open], Usual::OneEach),
        "leprechauns" => ("leprechaun 3", [Open, Open], Usual::OneEach),
        "semiqueens" => ("semiqueen", [Open, Open], Usual::OneEach),
        "toroidal-semiqueens" => ("semiqueen", [Wrap, Wrap], Usual::OneEach),
        "regions" => ("king", [Open, Open], Usual::Regions(1)),
        "stars" => ("king", [Open, Open], Usual::Regions(2)),
        "rooks" => ("rook", [Open, Open], Usual::Any),
        "bishops" => ("bishop", [Open, Open], Usual::Any),
        "knights" => ("knight", [Open, Open], Usual::Any),
        "kings" => ("king", [Open, Open], Usual::Any),
        "triangle" | "black" | "white" => ("queen", [Open, Open], Usual::Any),
        _ => return None,
    };
    Some(Variant {
        piece,
        edges,
        usual,
    })
}

/// True if the board of this word has a hole at a row and column.
pub(super) fn has_hole(word: &str, row: i64, column: i64) -> bool {
    match word {
        "triangle" => column > row,
        "black" => (row + column) % 2 == 1,
        "white" => (row + column) % 2 == 0,
        _ => false,
    }
}

/// The name of one piece from the name of several.
pub(super) fn singular(name: &str) -> String {
    let is_plural = name.len() > 1 && name.ends_with('s');
    if is_plural {
        name.strip_suffix('s').expect("an s").to_owned()
    } else {
        name.to_owned()
    }
}

/// The rays of a piece, by its names and steps with `+` between them; none if it is no
/// piece.
pub(super) fn rays(text: &str, grid: &Grid) -> Option<Vec<Ray>> {
    let parts: Option<Vec<Vec<Ray>>> = text
        .split('+')
        .map(|part| rays_of_part(part.trim(), grid))
        .collect();
    Some(parts?.concat())
}

fn rays_of_part(part: &str, grid: &Grid) -> Option<Vec<Ray>> {
    if part.starts_with('(') {
        return step(part).map(|ray| vec![ray]);
    }
    let name = singular(part);
    if name == "none" || name == "pawn" {
        return Some(Vec::new());
    }
    if grid.is_hexagon {
        return hexagon_rays(&name);
    }
    if grid.sides.len() > 2 {
        return deep_rays(&name, grid.sides.len());
    }
    flat_rays(&name)
}

/// `(1,2)`, `(1,1)*` or `(1,1)*3`.
fn step(text: &str) -> Option<Ray> {
    let (inner, times) = text.strip_prefix('(')?.split_once(')')?;
    let step = inner
        .split(',')
        .map(|number| number.trim().parse().ok())
        .collect::<Option<Vec<i64>>>()?;
    let times = match times.strip_prefix('*') {
        None => Some(1),
        Some("") => None,
        Some(number) => Some(number.parse().ok()?),
    };
    Some(Ray { step, times })
}

fn lines(steps: &[[i64; 2]]) -> Vec<Ray> {
    steps
        .iter()
        .map(|step| Ray {
            step: step.to_vec(),
            times: None,
        })
        .collect()
}

fn leaps(steps: &[[i64; 2]]) -> Vec<Ray> {
    steps
        .iter()
        .map(|step| Ray {
            step: step.to_vec(),
            times: Some(1),
        })
        .collect()
}

/// The rays on squares: one direction of each.
fn flat_rays(name: &str) -> Option<Vec<Ray>> {
    let rook = lines(&[[0, 1], [1, 0]]);
    let bishop = lines(&[[1, 1], [1, -1]]);
    let knight = leaps(&[[1, 2], [2, 1], [1, -2], [2, -1]]);
    let queen = [rook.clone(), bishop.clone()].concat();
    Some(match name {
        "rook" => rook,
        "bishop" => bishop,
        "queen" => queen,
        "knight" => knight,
        "king" => leaps(&[[0, 1], [1, 0], [1, 1], [1, -1]]),
        "semiqueen" => [rook, lines(&[[1, 1]])].concat(),
        "superqueen" | "amazon" => [queen, knight].concat(),
        _ => {
            let reach = name.strip_prefix("leprechaun")?.trim();
            let reach = if reach.is_empty() {
                3
            } else {
                reach.parse().ok()?
            };
            [queen, leaps_within(reach)].concat()
        }
    })
}

/// Leaps to all squares within so many king steps that are not on the lines of a queen.
fn leaps_within(reach: i64) -> Vec<Ray> {
    let steps =
        (1..=reach).flat_map(|row| (-reach..=reach).map(move |column| [row, column]));
    leaps(
        &steps
            .filter(|[row, column]| *column != 0 && column.abs() != *row)
            .collect::<Vec<_>>(),
    )
}

/// Pieces in several dimensions: coordinates change by 0 or by the same number, of a rook
/// only one, of a bishop two, of a king by one.
fn deep_rays(name: &str, axes: usize) -> Option<Vec<Ray>> {
    let (changed, times) = match name {
        "queen" => (1..=axes, None),
        "rook" => (1..=1, None),
        "bishop" => (2..=2, None),
        "king" => (1..=axes, Some(1)),
        _ => return None,
    };
    let mut steps: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..axes {
        let longer =
            |step: &Vec<i64>| [-1, 0, 1].map(|axis| [step.clone(), vec![axis]].concat());
        steps = steps.iter().flat_map(longer).collect();
    }
    let changes = |step: &Vec<i64>| step.iter().filter(|&&axis| axis != 0).count();
    let is_forward = |step: &Vec<i64>| step.iter().find(|&&axis| axis != 0) == Some(&1);
    steps.retain(|step| is_forward(step) && changed.contains(&changes(step)));
    Some(steps.into_iter().map(|step| Ray { step, times }).collect())
}

/// Hexagonal chess: the six neighbours are at distance 1, the next along the three
/// diagonals at 3, a knight's leaps at 7, where the distance of (r,c) is r^2 + rc + c^2.
/// A king moves to a neighbour or to the next square of a diagonal.
fn hexagon_rays(name: &str) -> Option<Vec<Ray>> {
    Some(match name {
        "rook" => lines(&hexagon_steps(1)),
        "bishop" => lines(&hexagon_steps(3)),
        "queen" => lines(&[hexagon_steps(1), hexagon_steps(3)].concat()),
        "king" => leaps(&[hexagon_steps(1), hexagon_steps(3)].concat()),
        "knight" => leaps(&hexagon_steps(7)),
        _ => return None,
    })
}

/// One direction of each step of that distance.
fn hexagon_steps(distance: i64) -> Vec<[i64; 2]> {
    let steps = (0..4).flat_map(|row| (-3..4).map(move |column| [row, column]));
    let has_distance = |&[row, column]: &[i64; 2]| {
        row * row + row * column + column * column == distance
    };
    steps
        .filter(|step| has_distance(step) && *step > [0, 0])
        .collect()
}
