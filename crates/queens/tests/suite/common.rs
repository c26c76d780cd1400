//! Helpers shared by the tests: a naive oracle and random small problems.

use proptest::prelude::*;
use queens::Answer;
use queens::check;
use queens::control::Outcome;
use queens::placement::Placement;
use queens::problem::{
    Bounds, Edge, Edges, Piece, Problem, ProblemBuilder, Ray, SquareKind, Units,
};
use queens::relative::{Group, KnownRules, Relative, pieces_of};
use queens::render::{self, Charset, Format, Style, Summary};
use queens::square::Square;

/// Every solution, in order: each set of squares that is consistent is tried, one square
/// more at a time, by nothing but the code that checks placements. `None` if there are
/// more than `most` sets.
pub(crate) fn all_solutions(problem: &Problem, most: usize) -> Option<Vec<Placement>> {
    let squares: Vec<Square> = problem.every_square().collect();
    let mut found = Vec::new();
    extend(
        problem,
        &mut Vec::new(),
        &squares,
        &mut { most },
        &mut found,
    )?;
    found.sort_unstable();
    Some(found)
}

/// Every permutation of columns that the checker accepts, in lexicographic order.
pub(crate) fn by_permutations(problem: &Problem) -> Vec<Placement> {
    fn extend(problem: &Problem, columns: &mut Vec<u32>, found: &mut Vec<Placement>) {
        if columns.len() == problem.rows() as usize {
            let placement = Placement::from_columns(columns);
            found.extend(
                check::solution(problem, &placement)
                    .is_ok()
                    .then_some(placement),
            );
            return;
        }
        for column in 0..problem.columns() {
            if !columns.contains(&column) {
                columns.push(column);
                extend(problem, columns, found);
                columns.pop();
            }
        }
    }
    let mut found = Vec::new();
    extend(problem, &mut Vec::new(), &mut found);
    found
}

/// Returns the problem with such rules on the board of `plain`.
pub(crate) fn with_rules(plain: &Problem, rules: KnownRules) -> Problem {
    rules
        .to_problem(plain)
        .expect("rules of the board")
        .expect("rules of a problem")
}

/// Returns the problem that is such a relative of `plain`.
pub(crate) fn relative_of(plain: &Problem, relative: Relative) -> Problem {
    with_rules(plain, KnownRules::Relative(relative))
}

/// Writes solutions in a format, for a terminal of this width without other characters
/// than those of ASCII.
pub(crate) fn drawn(
    problem: &Problem,
    format: Format,
    width: usize,
    solutions: &[Placement],
) -> String {
    let style = Style {
        charset: Charset::Ascii,
        width,
        ..Style::default()
    };
    let mut renderer = render::renderer(format, problem, style);
    let mut out = Vec::new();
    renderer.begin(&mut out).unwrap();
    solutions
        .iter()
        .for_each(|solution| renderer.solution(solution, &mut out).unwrap());
    let summary = Summary {
        solutions: solutions.len() as u64,
        outcome: Outcome::Exhausted,
    };
    renderer.end(&summary, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// Checks a solution of the relative of `plain`: its queens, or its groups. It need not
/// be a best one.
pub(crate) fn check_relative(
    plain: &Problem,
    relative: Relative,
    queens: &Placement,
    groups: &[Group],
) -> Result<(), String> {
    let problem = relative_of(plain, relative);
    let pieces = if groups.is_empty() {
        Some(queens.clone())
    } else {
        pieces_of(&problem, groups)
    };
    let pieces = pieces.ok_or("a group that the problem does not have")?;
    check::solution(&problem, &pieces).map_err(|violation| violation.to_string())
}

/// Returns the best value of an answer, as a number of pieces, squares or sets.
pub(crate) fn best_number(answer: &Answer) -> u128 {
    answer
        .value()
        .map_or(0, |value| u128::try_from(value).expect("a number"))
}

/// A square in plain numbers: row and column from 0.
pub(crate) type Cell = (i64, i64);

/// Maps of the cells of a board onto themselves by the turns and reflections that keep
/// its sides: to each cell the number of its image.
pub(crate) fn turns_and_reflections(
    (rows, columns): Cell,
    cells: &[Cell],
) -> Vec<Vec<usize>> {
    let images: [fn(Cell, Cell) -> Cell; 8] = [
        |(r, c), _| (r, c),
        |(r, c), (d, _)| (d - r, c),
        |(r, c), (_, e)| (r, e - c),
        |(r, c), (d, e)| (d - r, e - c),
        |(r, c), _| (c, r),
        |(r, c), (d, _)| (c, d - r),
        |(r, c), (_, e)| (e - c, r),
        |(r, c), (d, e)| (e - c, d - r),
    ];
    let usable = if rows == columns { 8 } else { 4 };
    let last = (rows - 1, columns - 1);
    let map = |image: &fn(Cell, Cell) -> Cell| -> Option<Vec<usize>> {
        cells
            .iter()
            .map(|&cell| cells.iter().position(|&to| to == image(cell, last)))
            .collect()
    };
    images[..usable].iter().filter_map(map).collect()
}

fn extend(
    problem: &Problem,
    queens: &mut Vec<Square>,
    rest: &[Square],
    left: &mut usize,
    found: &mut Vec<Placement>,
) -> Option<()> {
    *left = left.checked_sub(1)?;
    let placement = Placement::new(queens.clone());
    if check::solution(problem, &placement).is_ok() {
        found.push(placement);
    }
    for (i, &square) in rest.iter().enumerate() {
        queens.push(square);
        if check::consistent(problem, queens).is_ok() {
            extend(problem, queens, &rest[i + 1..], left, found)?;
        }
        queens.pop();
    }
    Some(())
}

pub(crate) fn edge() -> impl Strategy<Value = Edge> {
    prop_oneof![4 => Just(Edge::Open), 2 => Just(Edge::Wrap), 1 => Just(Edge::Twist), 1 => Just(Edge::Mirror)]
}

pub(crate) fn piece() -> impl Strategy<Value = Piece> {
    let ray = (
        -2..=2i32,
        -2..=2i32,
        prop_oneof![1..4u32, Just(Ray::UNLIMITED)],
    )
        .prop_map(|(rows, columns, range)| Ray {
            rows,
            columns,
            range,
        });
    let rays = proptest::collection::vec(ray, 1..5);
    prop_oneof![
        5 => Just(Piece::queen()),
        1 => Just(Piece::rook()),
        1 => Just(Piece::bishop()),
        1 => Just(Piece::knight()),
        1 => Just(Piece::king()),
        1 => Just(Piece::semiqueen()),
        1 => Just(Piece::superqueen()),
        2 => rays.prop_filter_map("a ray moves", |rays| Piece::new(rays).ok()),
    ]
}

pub(crate) fn bounds() -> impl Strategy<Value = Bounds> {
    prop_oneof![
        4 => Just(Bounds::ONE),
        2 => Just(Bounds::AT_MOST_ONE),
        1 => Just(Bounds::exactly(2)),
        1 => Just(Bounds::ANY),
        1 => (0..2u32, 0..3u32).prop_map(|(low, more)| Bounds::new(low, low + more).unwrap()),
    ]
}

/// `None` stands for the usual demand: one queen in each line.
fn units() -> impl Strategy<Value = Option<Units>> {
    let total =
        prop_oneof![3 => Just(Bounds::ANY), 1 => (0..6u32).prop_map(Bounds::exactly)];
    let any =
        (bounds(), bounds(), bounds(), total).prop_map(|(row, column, region, total)| {
            Some(Units {
                row,
                column,
                region,
                total,
            })
        });
    prop_oneof![2 => Just(None), 1 => any]
}

/// A spot on a board of any size, to be reduced to one on the board.
fn spot() -> impl Strategy<Value = (u32, u32)> {
    (0..60u32, 0..60u32)
}

/// Problems of up to 6 x 6 squares with every parameter: holes, walls, givens, bent
/// edges, regions, pieces and demands.
pub(crate) fn problems() -> impl Strategy<Value = Problem> {
    let square_board = (0..=6u32).prop_map(|side| (side, side));
    let size = prop_oneof![2 => square_board, 1 => (0..=6u32, 0..=6u32)];
    let kind = prop_oneof![Just(SquareKind::Hole), Just(SquareKind::Wall)];
    let blocked = prop_oneof![
        1 => Just(Vec::new()),
        1 => proptest::collection::vec((spot(), kind), 0..8),
    ];
    let givens = proptest::collection::vec(spot(), 0..3);
    let regions = proptest::option::weighted(0.3, proptest::collection::vec(0..6u32, 36));
    let edges = prop_oneof![1 => Just((Edge::Open, Edge::Open)), 1 => (edge(), edge())];
    (size, piece(), edges, units(), blocked, regions, givens).prop_filter_map(
        "mirror and twist do not go together",
        |(
            (rows, columns),
            piece,
            (top_bottom, left_right),
            units,
            blocked,
            regions,
            givens,
        )| {
            let on_board = |(row, column): (u32, u32)| {
                Square::new(row % rows.max(1), column % columns.max(1))
            };
            let mut builder = Problem::builder(rows, columns).piece(piece).edges(Edges {
                top_bottom,
                left_right,
            });
            if rows * columns > 0 {
                builder = blocked.into_iter().fold(builder, |builder, (at, kind)| {
                    builder.square(on_board(at), kind)
                });
            }
            builder = with_regions(builder, units, regions, (rows * columns) as usize);
            let given = |problem: Problem, at| {
                problem.with_given(on_board(at)).unwrap_or(problem)
            };
            Some(givens.into_iter().fold(builder.build().ok()?, given))
        },
    )
}

fn with_regions(
    builder: ProblemBuilder,
    units: Option<Units>,
    regions: Option<Vec<u32>>,
    squares: usize,
) -> ProblemBuilder {
    let builder = match (units, &regions) {
        (None, _) => builder,
        (Some(units), Some(_)) => builder.units(units),
        (Some(units), None) => builder.units(Units {
            region: Bounds::ANY,
            ..units
        }),
    };
    let Some(mut map) = regions else {
        return builder;
    };
    map.truncate(squares);
    let mut numbers = map.clone();
    numbers.sort_unstable();
    numbers.dedup();
    builder.regions(
        map.iter()
            .map(|number| numbers.partition_point(|n| n < number) as u32)
            .collect(),
    )
}

/// A slip in a form: one byte changed (0), the rest cut off (1), or a byte inserted.
pub(crate) fn slip(
    form: &str,
    at: prop::sample::Index,
    byte: u8,
    kind: usize,
) -> Vec<u8> {
    let mut bytes = form.as_bytes().to_vec();
    let at = at.index(bytes.len());
    match kind {
        0 => bytes[at] = byte,
        1 => bytes.truncate(at),
        _ => bytes.insert(at, byte),
    }
    bytes
}
