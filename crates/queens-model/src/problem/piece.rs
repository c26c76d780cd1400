//! Pieces: the rays along which they attack.

use super::{Cube, Grid};
use crate::names;
use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

/// Largest number of rays of a piece; more than any piece of the literature needs.
pub const MAX_RAYS: usize = 64;

/// Largest step of a ray along one axis, in squares.
pub const MAX_STEP: i32 = 1_000;

/// One line of attack: from the piece, steps of (`rows`, `columns`), at most `range` of
/// them.
///
/// Walls stop a ray, holes do not. A leap is a ray of range 1: nothing can block it. On a
/// board with glued edges a ray that returns to its own square ends there, see
/// [`Edges`](super::Edges).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ray {
    /// Rows per step; positive is down.
    pub rows: i32,
    /// Columns per step; positive is right.
    pub columns: i32,
    /// Largest number of steps; `u32::MAX` means up to the end of the board.
    pub range: u32,
}

impl Ray {
    /// Range of a ray that ends only with the board.
    pub const UNLIMITED: u32 = u32::MAX;

    /// Returns the same line in the other direction.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Ray {
            rows: -self.rows,
            columns: -self.columns,
            range: self.range,
        }
    }
}

/// A piece: a set of rays.
///
/// Attack is mutual here, so every ray is kept together with its reverse, and two pieces
/// with the same attacks on the same grid are equal however they were written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    rays: Vec<Ray>,
    /// The grid on which names stand for moves.
    grid: Grid,
}

/// Reason why a piece is invalid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PieceError {
    /// A ray that does not move.
    #[error("the ray (0,0) goes nowhere: give it a step along at least one axis")]
    Still,
    /// A ray without range.
    #[error("the ray ({rows},{columns}) has range 0: its range is at least 1")]
    NoRange {
        /// Rows per step.
        rows: i32,
        /// Columns per step.
        columns: i32,
    },
    /// A step that is too long.
    #[error(
        "the step ({rows},{columns}) is too long: each part is between -{MAX_STEP} and {MAX_STEP}"
    )]
    LongStep {
        /// Rows per step.
        rows: i32,
        /// Columns per step.
        columns: i32,
    },
    /// Too many rays.
    #[error(
        "{0} rays are too many: a piece has at most {MAX_RAYS}, counting both directions"
    )]
    TooManyRays(usize),
    /// An unknown word.
    #[error("'{0}' is not a valid piece: {way_out}", way_out = piece_way_out(.0))]
    UnknownPiece(String),
    /// A word that names no piece of hexagonal chess.
    #[error(
        "'{0}' is not a piece of a hexagon: use queen, rook, bishop, knight, king, none, or rays such as (1,-1)* for a line of \
         neighbours; join them with +"
    )]
    NotHexagonal(String),
    /// A word that names no piece of three and more dimensions.
    #[error(
        "'{0}' is not a piece of three and more dimensions: use queen, rook, bishop, king or none; join them with +"
    )]
    NotOfCube(String),
}

/// A piece and its name.
type NamedPiece = (&'static str, Piece);

fn square_pieces() -> Vec<NamedPiece> {
    vec![
        ("queen", Piece::queen()),
        ("rook", Piece::rook()),
        ("bishop", Piece::bishop()),
        ("knight", Piece::knight()),
        ("king", Piece::king()),
        ("semiqueen", Piece::semiqueen()),
        ("superqueen", Piece::superqueen()),
    ]
}

fn hexagonal_pieces() -> Vec<NamedPiece> {
    let lines = |steps| (steps, Ray::UNLIMITED);
    let (sides, diagonals) = (HEX_SIDEWAYS.as_slice(), HEX_DIAGONAL.as_slice());
    let rays_of_names: [(_, &[_]); 5] = [
        ("queen", &[lines(sides), lines(diagonals)]),
        ("rook", &[lines(sides)]),
        ("bishop", &[lines(diagonals)]),
        ("knight", &[(&HEX_KNIGHT, 1)]),
        ("king", &[(sides, 1), (diagonals, 1)]),
    ];
    rays_of_names
        .into_iter()
        .map(|(name, groups)| (name, Piece::from_groups(groups).on(Grid::Hex)))
        .collect()
}

fn cube_pieces(cube: Cube) -> Vec<NamedPiece> {
    vec![
        ("queen", Piece::of_cube(cube, |_| true, Ray::UNLIMITED)),
        (
            "rook",
            Piece::of_cube(cube, |changed| changed == 1, Ray::UNLIMITED),
        ),
        (
            "bishop",
            Piece::of_cube(cube, |changed| changed == 2, Ray::UNLIMITED),
        ),
        ("king", Piece::of_cube(cube, |_| true, 1)),
    ]
}

/// Returns the way out of a word that is no piece.
fn piece_way_out(word: &str) -> String {
    let named = Piece::named_pieces(Grid::Square);
    let pieces: Vec<&str> = named.iter().map(|&(name, _)| name).collect();
    let parts: Vec<&str> = word
        .split(['&', ','])
        .flat_map(|part| part.split(" and "))
        .map(str::trim)
        .collect();
    let are_pieces = parts
        .iter()
        .all(|part| pieces.iter().any(|name| name.eq_ignore_ascii_case(part)));
    if parts.len() > 1 && are_pieces {
        return format!("join them with +: {}", parts.join("+"));
    }
    match names::nearest(word, pieces) {
        Some(name) => format!("did you mean `{name}`?"),
        None => "use queen, rook, bishop, knight, king, semiqueen, superqueen (or amazon), leprechaun (or leprechaun 2), none, \
                 or rays such as (1,2) for a leap, (1,1)* for a line, (1,1)*3 for three steps; join them with +"
            .to_owned(),
    }
}

/// Default reach of a leprechaun, in king steps.
pub(super) const LEPRECHAUN_REACH: u32 = 3;

const ORTHOGONAL: [(i32, i32); 2] = [(0, 1), (1, 0)];
const DIAGONAL: [(i32, i32); 2] = [(1, -1), (1, 1)];
const KNIGHT: [(i32, i32); 4] = [(1, -2), (1, 2), (2, -1), (2, 1)];

/// Steps to the six neighbours of a square of a hexagon, one direction of each.
const HEX_SIDEWAYS: [(i32, i32); 3] = [(0, 1), (1, 0), (1, -1)];
/// Steps along the three diagonals of a hexagon: to the nearest squares that no line of
/// neighbours reaches.
const HEX_DIAGONAL: [(i32, i32); 3] = [(1, 1), (1, -2), (2, -1)];
/// Leaps of the knight of hexagonal chess: two steps to neighbours, then one to a side.
const HEX_KNIGHT: [(i32, i32); 6] = [(1, 2), (2, 1), (1, -3), (2, -3), (3, -1), (3, -2)];

impl Piece {
    /// Creates a piece from its rays; adds reverses and merges duplicates.
    ///
    /// # Errors
    /// A ray that does not move, has no range or steps too far; more than [`MAX_RAYS`]
    /// rays.
    pub fn new(rays: impl IntoIterator<Item = Ray>) -> Result<Self, PieceError> {
        let mut all = Vec::new();
        for ray in rays {
            let Ray {
                rows,
                columns,
                range,
            } = ray;
            if rows == 0 && columns == 0 {
                return Err(PieceError::Still);
            }
            if range == 0 {
                return Err(PieceError::NoRange { rows, columns });
            }
            if rows.unsigned_abs() > MAX_STEP.unsigned_abs()
                || columns.unsigned_abs() > MAX_STEP.unsigned_abs()
            {
                return Err(PieceError::LongStep { rows, columns });
            }
            all.extend([ray, ray.reversed()]);
            if all.len() > 4 * MAX_RAYS {
                return Err(PieceError::TooManyRays(all.len()));
            }
        }
        let piece = Self::from_lines(all);
        if piece.rays.len() > MAX_RAYS {
            return Err(PieceError::TooManyRays(piece.rays.len()));
        }
        Ok(piece)
    }

    /// Sorts the rays and keeps the longest range of each direction.
    fn from_lines(mut rays: Vec<Ray>) -> Self {
        rays.sort_unstable_by_key(|r| (r.rows, r.columns, std::cmp::Reverse(r.range)));
        rays.dedup_by_key(|r| (r.rows, r.columns));
        Piece {
            rays,
            grid: Grid::Square,
        }
    }

    fn from_groups(groups: &[(&[(i32, i32)], u32)]) -> Self {
        let rays = groups.iter().flat_map(|&(steps, range)| {
            steps.iter().flat_map(move |&(rows, columns)| {
                let ray = Ray {
                    rows,
                    columns,
                    range,
                };
                [ray, ray.reversed()]
            })
        });
        Self::from_lines(rays.collect())
    }

    /// Returns the piece without rays.
    #[must_use]
    pub fn none() -> Self {
        Self::from_lines(Vec::new())
    }

    /// Returns the queen: rows, columns and both diagonals, without limit.
    #[must_use]
    pub fn queen() -> Self {
        Self::from_groups(&[(&ORTHOGONAL, Ray::UNLIMITED), (&DIAGONAL, Ray::UNLIMITED)])
    }

    /// Returns the rook: rows and columns.
    #[must_use]
    pub fn rook() -> Self {
        Self::from_groups(&[(&ORTHOGONAL, Ray::UNLIMITED)])
    }

    /// Returns the bishop: both diagonals.
    #[must_use]
    pub fn bishop() -> Self {
        Self::from_groups(&[(&DIAGONAL, Ray::UNLIMITED)])
    }

    /// Returns the knight: eight leaps.
    #[must_use]
    pub fn knight() -> Self {
        Self::from_groups(&[(&KNIGHT, 1)])
    }

    /// Returns the king: one step in each of the queen's directions.
    #[must_use]
    pub fn king() -> Self {
        Self::from_groups(&[(&ORTHOGONAL, 1), (&DIAGONAL, 1)])
    }

    /// Returns the semi-queen: rows, columns, and the diagonals that run down to the
    /// right (Cavenagh and Wanless 2010).
    #[must_use]
    pub fn semiqueen() -> Self {
        Self::from_groups(&[(&ORTHOGONAL, Ray::UNLIMITED), (&[(1, 1)], Ray::UNLIMITED)])
    }

    /// Returns the superqueen or amazon: queen and knight (Gardner 1979).
    #[must_use]
    pub fn superqueen() -> Self {
        Self::from_groups(&[
            (&ORTHOGONAL, Ray::UNLIMITED),
            (&DIAGONAL, Ray::UNLIMITED),
            (&KNIGHT, 1),
        ])
    }

    /// Returns the leprechaun: a queen that also strikes every square within `reach` king
    /// steps (Escamocher and O'Sullivan 2021). Reach 1 is the queen, 2 the superqueen.
    ///
    /// # Errors
    /// A reach that would make more than [`MAX_RAYS`] rays: above 4.
    pub fn leprechaun(reach: u32) -> Result<Self, PieceError> {
        let piece = Self::with_reach(i32::try_from(reach.min(100)).unwrap_or(100));
        if piece.rays.len() > MAX_RAYS {
            return Err(PieceError::TooManyRays(piece.rays.len()));
        }
        Ok(piece)
    }

    /// Returns a queen with leaps to every square within `reach` king steps.
    pub(super) fn with_reach(reach: i32) -> Self {
        let steps = (-reach..=reach)
            .flat_map(|rows| (-reach..=reach).map(move |columns| (rows, columns)));
        let in_line = |(rows, columns): (i32, i32)| {
            rows == 0 || columns == 0 || rows.abs() == columns.abs()
        };
        let leaps = steps
            .filter(|&step| !in_line(step))
            .map(|(rows, columns)| Ray {
                rows,
                columns,
                range: 1,
            });
        Self::from_lines(Self::queen().rays.into_iter().chain(leaps).collect())
    }

    /// Returns every ray, each beside its reverse, in a fixed order.
    #[must_use]
    pub fn rays(&self) -> &[Ray] {
        &self.rays
    }

    /// Returns true if the piece has an unlimited ray with steps of `rows` and `columns`,
    /// as queens have along rows (0, 1).
    #[must_use]
    pub fn strikes_along(&self, rows: i32, columns: i32) -> bool {
        self.rays.contains(&Ray {
            rows,
            columns,
            range: Ray::UNLIMITED,
        })
    }

    /// Returns the pieces of a grid that have a name, with it.
    fn named_pieces(grid: Grid) -> Cow<'static, [NamedPiece]> {
        // Made once: every text of a problem asks for them.
        static ON_SQUARES: LazyLock<Vec<NamedPiece>> = LazyLock::new(square_pieces);
        static ON_HEXAGONS: LazyLock<Vec<NamedPiece>> = LazyLock::new(hexagonal_pieces);
        match grid {
            Grid::Square => Cow::Borrowed(ON_SQUARES.as_slice()),
            Grid::Hex => Cow::Borrowed(ON_HEXAGONS.as_slice()),
            Grid::Cube(cube) => Cow::Owned(cube_pieces(cube)),
        }
    }

    /// Returns the fewest pieces with names that together are this one; `None` on other
    /// grids, where its rays can be written.
    pub(super) fn names_in_cube(&self) -> Option<Vec<&'static str>> {
        let Grid::Cube(_) = self.grid else {
            return None;
        };
        let named = Piece::named_pieces(self.grid);
        let choices = (0..1u32 << named.len()).map(|choice| {
            named
                .iter()
                .enumerate()
                .filter(move |(at, _)| choice >> at & 1 == 1)
                .map(|(_, piece)| piece)
        });
        let is_it = |chosen: &Vec<&NamedPiece>| {
            let rays = chosen
                .iter()
                .flat_map(|(_, piece)| piece.rays.iter().copied())
                .collect();
            Piece::from_lines(rays).rays == self.rays
        };
        let fewest = choices
            .map(Iterator::collect)
            .filter(is_it)
            .min_by_key(Vec::len)?;
        Some(if fewest.is_empty() {
            vec!["none"]
        } else {
            fewest.iter().map(|(name, _)| *name).collect()
        })
    }

    /// Returns the piece whose steps change as many coordinates as `moves` says, each by 1.
    fn of_cube(cube: Cube, moves: fn(usize) -> bool, range: u32) -> Self {
        let steps = cube
            .list_steps()
            .into_iter()
            .filter(|&(_, changed)| moves(changed));
        let steps: Vec<(i32, i32)> = steps.map(|(step, _)| step).collect();
        Piece::from_groups(&[(&steps, range)]).on(Grid::Cube(cube))
    }

    /// Returns the name of the piece on its grid: `queen`, `rook`, ...; `None` if it has
    /// none.
    #[must_use]
    pub fn name(&self) -> Option<&'static str> {
        Piece::named_pieces(self.grid)
            .iter()
            .find(|(_, piece)| piece == self)
            .map(|(name, _)| *name)
    }

    /// Returns the grid on which the name of this piece stands for its moves.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the piece with the same rays on another grid, where it may have no name or
    /// another one.
    #[must_use]
    pub fn on(self, grid: Grid) -> Self {
        Piece { grid, ..self }
    }

    /// Reads a piece of a board with this grid: on a hexagon, names are those of
    /// hexagonal chess. In a cube, rooks change one coordinate, bishops two by the same
    /// number of steps, queens any number of them, and kings any by one step.
    ///
    /// ```
    /// use queens_model::problem::{Grid, Piece};
    ///
    /// let rook = Piece::read("rook", Grid::Hex)?;
    /// assert_eq!(rook.rays().len(), 6);
    /// assert_eq!((rook.to_string().as_str(), rook.on(Grid::Square).to_string().as_str()), ("rook", "(0,1)* + (1,-1)* + (1,0)*"));
    /// assert!(Piece::read("semiqueen", Grid::Hex).is_err());
    /// # Ok::<(), queens_model::problem::PieceError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Piece::new`]; an unknown word.
    pub fn read(text: &str, grid: Grid) -> Result<Self, PieceError> {
        let mut rays = Vec::new();
        for term in text.split('+') {
            rays.extend(read_term(term.trim(), grid)?);
            if let Grid::Cube(_) = grid {
                // Those of pieces with names: a queen of five dimensions has 242.
                rays = Piece::from_lines(rays).rays;
            } else if rays.len() > 4 * MAX_RAYS {
                return Err(PieceError::TooManyRays(rays.len()));
            }
        }
        match grid {
            Grid::Cube(_) => Ok(Piece { rays, grid }),
            Grid::Square | Grid::Hex => Ok(Piece::new(rays)?.on(grid)),
        }
    }
}

/// Writes the name of the piece, or its rays joined by ` + `, one direction of each.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(name) = self.name() {
            return f.write_str(name);
        }
        if let Some(names) = self.names_in_cube() {
            return f.write_str(&names.join(" + "));
        }
        let forward = self.rays.iter().filter(|r| (r.rows, r.columns) > (0, 0));
        for (i, ray) in forward.enumerate() {
            let joint = if i > 0 { " + " } else { "" };
            write!(f, "{joint}({},{})", ray.rows, ray.columns)?;
            match ray.range {
                1 => {}
                Ray::UNLIMITED => write!(f, "*")?,
                range => write!(f, "*{range}")?,
            }
        }
        if self.rays.is_empty() {
            f.write_str("none")
        } else {
            Ok(())
        }
    }
}

/// Reads the form that `Display` writes for pieces on squares, and `amazon` and
/// `leprechaun N`.
impl FromStr for Piece {
    type Err = PieceError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Piece::read(text, Grid::Square)
    }
}

fn unknown_piece(term: &str, grid: Grid) -> PieceError {
    let clipped = term.chars().take(40).collect();
    match grid {
        Grid::Square => PieceError::UnknownPiece(clipped),
        Grid::Hex => PieceError::NotHexagonal(clipped),
        Grid::Cube(_) => PieceError::NotOfCube(clipped),
    }
}

/// Reads one term of a sum of pieces: a name, or a step with its range.
fn read_term(term: &str, grid: Grid) -> Result<Vec<Ray>, PieceError> {
    let word = term.to_ascii_lowercase();
    let singular = word.strip_suffix('s').unwrap_or(&word);
    if let Some((_, piece)) = Piece::named_pieces(grid)
        .iter()
        .find(|(name, _)| *name == singular)
    {
        return Ok(piece.rays.clone());
    }
    if word == "none" {
        return Ok(Vec::new());
    }
    if grid == Grid::Square && singular == "amazon" {
        return Ok(Piece::superqueen().rays);
    }
    if grid == Grid::Square
        && let Some(reach) = word.strip_prefix("leprechaun")
    {
        // Without a number it is the variant: three king steps.
        let reach = match reach.trim_start_matches('s').trim() {
            "" => LEPRECHAUN_REACH,
            reach => reach.parse().map_err(|_| unknown_piece(term, grid))?,
        };
        return Ok(Piece::leprechaun(reach)?.rays);
    }
    let ray = read_ray(term).filter(|_| !matches!(grid, Grid::Cube(_)));
    ray.map(|ray| vec![ray])
        .ok_or_else(|| unknown_piece(term, grid))
}

/// Reads a step and its range: `(1,2)`, `(0,1)*`, `(0,1)*3`.
fn read_ray(term: &str) -> Option<Ray> {
    let (step, range) = term.strip_prefix('(')?.split_once(')')?;
    let (rows, columns) = step.split_once(',')?;
    let range = match range.trim().strip_prefix('*') {
        None if range.trim().is_empty() => 1,
        None => return None,
        Some("") => Ray::UNLIMITED,
        Some(range) => range.trim().parse().ok()?,
    };
    Some(Ray {
        rows: rows.trim().parse().ok()?,
        columns: columns.trim().parse().ok()?,
        range,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_rays_round_trip() {
        for text in ["queen", "superqueen", "(1,2)", "(0,1)* + (1,3)*2", "none"] {
            assert_eq!(text.parse::<Piece>().unwrap().to_string(), text);
        }
        assert_eq!("queen + knight".parse(), Ok(Piece::superqueen()));
        assert_eq!("rook + bishop".parse(), Ok(Piece::queen()));
        assert_eq!("leprechaun 2".parse(), Ok(Piece::superqueen()));
        assert_eq!("leprechaun 1".parse(), Ok(Piece::queen()));
        assert_eq!("leprechaun".parse(), Piece::leprechaun(3));
        assert_eq!("Leprechauns 2".parse(), Ok(Piece::superqueen()));
        assert_eq!("(-1,-2)".parse::<Piece>(), "(1,2)".parse());
    }

    #[test]
    fn names_on_a_hexagon_are_those_of_hexagonal_chess() {
        let read = |text| Piece::read(text, Grid::Hex).unwrap();
        for (name, rays) in [
            ("queen", 12),
            ("rook", 6),
            ("bishop", 6),
            ("knight", 12),
            ("king", 12),
        ] {
            let piece = read(name);
            assert_eq!(
                (piece.rays().len(), piece.to_string().as_str()),
                (rays, name)
            );
        }
        assert_eq!(read("rook + bishop"), read("queens"));
        assert_eq!(Piece::rook().on(Grid::Hex).to_string(), "(0,1)* + (1,0)*");
        assert_ne!(Piece::none(), read("none"));
        for word in ["semiqueen", "amazon", "leprechaun 2", "pawn", "(0,0)"] {
            assert!(Piece::read(word, Grid::Hex).is_err(), "{word}");
        }
    }

    #[test]
    fn refuses_bad_pieces() {
        for text in [
            "",
            "pawn",
            "(0,0)",
            "(1,1)*0",
            "(1)",
            "(1,2",
            "(1,2)x",
            "(9999,1)",
            "leprechaun 9",
            "(-2147483648,1)",
        ] {
            assert!(text.parse::<Piece>().is_err(), "{text}");
        }
    }
}
