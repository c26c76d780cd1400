//! Readings of pictures that people correct: boards at an angle between given corners,
//! and squares that are not clear.

use crate::drawer::{Board, Canvas, Cross, Look, Queen, hues};
use crate::puzzle_boards::played;
use crate::puzzle_pictures::assert_same;
use queens::control::Limits;
use queens::puzzle::read::{
    BoardPlace, PictureError, PictureReading, PuzzleReadError, read, read_picture,
};
use queens::puzzle::{Mark, Position};
use queens::square::Square;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

type Vector = [f64; 3];

fn dot(a: Vector, b: Vector) -> f64 {
    (0..3).map(|axis| a[axis] * b[axis]).sum()
}

fn cross(a: Vector, b: Vector) -> Vector {
    std::array::from_fn(|axis| {
        let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
        a[next] * b[last] - a[last] * b[next]
    })
}

fn rotate([x, y, z]: Vector, angles: Vector) -> Vector {
    let [about_x, about_y, about_z] = angles.map(f64::sin_cos);
    let (x, y) = (about_z.1 * x - about_z.0 * y, about_z.0 * x + about_z.1 * y);
    let (y, z) = (about_x.1 * y - about_x.0 * z, about_x.0 * y + about_x.1 * z);
    let (z, x) = (about_y.1 * z - about_y.0 * x, about_y.0 * z + about_y.1 * x);
    [x, y, z]
}

/// A camera in front of a board: rays from a point through the pixels of a picture.
struct Camera {
    /// Directions of rows and columns of the board.
    right: Vector,
    down: Vector,
    middle: Vector,
    /// Side of the picture and distance of the camera from it, in pixels.
    side: usize,
    focus: f64,
}

impl Camera {
    fn new(angles: Vector, board: f64) -> Self {
        let side = 2.0 * board;
        Camera {
            right: rotate([1.0, 0.0, 0.0], angles),
            down: rotate([0.0, 1.0, 0.0], angles),
            middle: [0.0, 0.0, 2.0 * board],
            side: side as usize,
            focus: 2.0 * board,
        }
    }

    /// Place on the board, from its middle, that a pixel shows.
    fn place_on_board(&self, x: f64, y: f64) -> [f64; 2] {
        let half = self.side as f64 / 2.0;
        let ray = [x - half, y - half, self.focus];
        let normal = cross(self.right, self.down);
        let length = dot(normal, self.middle) / dot(normal, ray);
        let from_middle =
            std::array::from_fn(|axis| length * ray[axis] - self.middle[axis]);
        [self.right, self.down].map(|axis| dot(axis, from_middle))
    }

    /// Fraction of the picture at which a place on the board is seen.
    fn place_in_picture(&self, [across, along]: [f64; 2]) -> [f64; 2] {
        let point: Vector = std::array::from_fn(|axis| {
            self.middle[axis] + across * self.right[axis] + along * self.down[axis]
        });
        [0, 1].map(|axis| self.focus * point[axis] / point[2] / self.side as f64 + 0.5)
    }

    fn photograph(&self, board: &Board<'_>) -> Canvas {
        let middle = board.look.pitch * board.size as f64 / 2.0;
        let mut canvas = Canvas::new(self.side, self.side, board.look.page);
        for at in 0..self.side * self.side {
            let (x, y) = ((at % self.side) as f64, (at / self.side) as f64);
            let mut sums = [0_u32; 3];
            for (right, below) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)]
            {
                let [u, v] = self.place_on_board(x + right, y + below);
                let color = board.color(middle + u, middle + v);
                (0..3).for_each(|channel| sums[channel] += u32::from(color[channel]));
            }
            let pixel = sums.map(|sum| (sum / 4) as u8);
            canvas.rgb[3 * at..][..3].copy_from_slice(&pixel);
        }
        canvas
    }
}

fn plain_look(size: usize, pitch: f64) -> Look {
    Look {
        pitch,
        lines: [1.0, 3.0],
        line: [40; 3],
        page: [235; 3],
        grounds: hues(size, 0.45, 0.95),
        ink: [20, 20, 30],
        queen: Queen::Crown,
        cross: Cross::Strokes,
        frame: None,
        margins: [30.0; 4],
        tilt: 0.0,
    }
}

fn signs_of(position: &Position) -> Vec<u8> {
    let sign = |mark: &Mark| match mark {
        Mark::Open => b'.',
        Mark::Cross => b'x',
        Mark::Queen => b'Q',
    };
    position.marks().iter().map(sign).collect()
}

fn read_at(picture: &[u8], place: Option<BoardPlace>) -> PictureReading {
    read_picture(picture, place, None, &Limits::default()).expect("a picture of a board")
}

/// A person puts the corners where they are, to a pixel or two.
#[test]
fn boards_at_an_angle_are_read_between_their_corners() {
    let mut clear = 0;
    for seed in 0..24 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let size = random.random_range(5..=9_u32);
        let position = played(size, &mut random);
        let pitch = random.random_range(36.0..60.0);
        let mut look = plain_look(size as usize, pitch);
        look.queen = [Queen::Crown, Queen::Star, Queen::Disc][seed as usize % 3];
        let regions = position.puzzle().regions();
        let board = Board {
            size: size as usize,
            regions: &regions,
            marks: &signs_of(&position),
            look: &look,
        };
        let side = pitch * f64::from(size);
        let angles = [0.4, 0.4, 0.35].map(|most| random.random_range(-most..most));
        let camera = Camera::new(angles, side);
        let mut canvas = camera.photograph(&board);
        canvas.noise(3, &mut random);
        let half = side / 2.0;
        let around = [[-half, -half], [half, -half], [half, half], [-half, half]];
        let corners = around.map(|corner| {
            camera
                .place_in_picture(corner)
                .map(|at| at + random.random_range(-1.5..1.5) / camera.side as f64)
        });
        let reading = read_at(&canvas.png(), Some(BoardPlace { corners, size }));
        let how = format!("seed {seed}, angles {angles:?}: {:?}", reading.doubt);
        if reading.doubt.is_none() {
            clear += 1;
            let found = reading.position(None).expect("as many regions as rows");
            assert_same(&found, &position, &how);
        }
    }
    assert!(clear >= 20, "{clear} of 24 boards are clear, none wrong");
}

#[test]
fn the_lines_of_an_upright_or_tilted_board_are_found() {
    for tilt in [0.0, 2.0, -2.5] {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let position = played(8, &mut random);
        let mut look = plain_look(8, 40.0);
        look.tilt = tilt;
        let regions = position.puzzle().regions();
        let board = Board {
            size: 8,
            regions: &regions,
            marks: &signs_of(&position),
            look: &look,
        };
        let canvas = board.draw();
        let reading = read_at(&canvas.png(), None);
        assert_eq!((reading.doubt, reading.place.size), (None, 8), "{tilt}");
        // The drawer turns the board around its middle.
        let (middle, angle) = (30.0 + 160.0, tilt.to_radians());
        for (at, corner) in [[-160.0, -160.0], [160.0, -160.0]].into_iter().enumerate() {
            let [x, y] = corner;
            let turned = [
                middle + angle.cos() * x - angle.sin() * y,
                middle + angle.sin() * x + angle.cos() * y,
            ];
            let sides = [canvas.width as f64, canvas.height as f64];
            for axis in [0, 1] {
                let found = reading.place.corners[at][axis] * sides[axis];
                assert!(
                    (found - turned[axis]).abs() < 2.5,
                    "{tilt}: {found} {turned:?}"
                );
            }
        }
    }
}

/// A hand, a sticker, a menu over some squares: the rest is read, and these are named.
#[test]
fn covered_squares_are_doubtful_and_the_others_right() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let position = played(7, &mut random);
    let look = plain_look(7, 44.0);
    let regions = position.puzzle().regions();
    let board = Board {
        size: 7,
        regions: &regions,
        marks: &signs_of(&position),
        look: &look,
    };
    let mut canvas = board.draw();
    // Half of c3 and of d3, with parts of their corners.
    canvas.fill(30 + 2 * 44 + 22, 30 + 2 * 44 + 5, 44, 34, [120, 20, 160]);
    let picture = canvas.png();
    assert!(read(&picture, None).is_err());
    let reading = read_at(&picture, None);
    assert!(reading.doubt.is_some());
    let covered = [Square::new(2, 2), Square::new(2, 3)];
    for square in covered {
        assert!(reading.doubtful.contains(&square), "{:?}", reading.doubtful);
    }
    let shown = position.marks().iter().zip(&reading.marks);
    for (at, (mark, found)) in shown.enumerate() {
        let square = Square::new(at as u32 / 7, at as u32 % 7);
        assert!(
            mark == found || reading.doubtful.contains(&square),
            "{square}"
        );
    }
}

#[test]
fn a_place_that_is_none_is_refused() {
    let picture = plain_picture();
    let corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]];
    let cases = [
        (corners, 3, PictureError::Rows(3)),
        (corners, 27, PictureError::Rows(27)),
        ([corners[0]; 4], 6, PictureError::Corners),
        (
            [corners[0], corners[2], corners[1], corners[3]],
            6,
            PictureError::Corners,
        ),
        (
            [[-0.1, 0.1], corners[1], corners[2], corners[3]],
            6,
            PictureError::Corners,
        ),
        (
            [[f64::NAN, 0.1], corners[1], corners[2], corners[3]],
            6,
            PictureError::Corners,
        ),
    ];
    for (corners, size, expected) in cases {
        let place = Some(BoardPlace { corners, size });
        let found = read_picture(&picture, place, None, &Limits::default());
        assert_eq!(found, Err(PuzzleReadError::Picture(expected)));
    }
    let text = read_picture(b"AABB", None, None, &Limits::default());
    assert_eq!(text, Err(PuzzleReadError::Picture(PictureError::Unknown)));
}

/// Corners on the wrong squares, or another number of rows: a reading, but a doubtful
/// one.
#[test]
fn a_wrong_place_is_doubtful() {
    let picture = plain_picture();
    let right = read_at(&picture, None).place;
    for size in [4, 5, 9, 26] {
        let reading = read_at(&picture, Some(BoardPlace { size, ..right }));
        assert!(reading.doubt.is_some(), "{size}");
        assert_eq!(reading.regions.len(), (size * size) as usize);
    }
}

#[test]
fn two_queens_in_a_row_are_doubtful_unless_allowed() {
    let regions: Vec<u32> = (0..64).map(|at| at / 8).collect();
    let mut marks = [b'.'; 64];
    marks[8] = b'Q';
    marks[12] = b'Q';
    let look = plain_look(8, 40.0);
    let board = Board {
        size: 8,
        regions: &regions,
        marks: &marks,
        look: &look,
    };
    let picture = board.draw().png();
    let read = |stars| read_picture(&picture, None, stars, &Limits::default());
    let reading = read(None).expect("a board");
    let queens = [Square::new(1, 0), Square::new(1, 4)];
    let clash = PictureError::Clash(queens[0], queens[1]);
    assert_eq!(
        (reading.doubt, reading.doubtful),
        (Some(clash), queens.to_vec())
    );
    let reading = read(Some(2)).expect("a board");
    assert_eq!((reading.doubt, reading.doubtful), (None, Vec::new()));
}

/// A board of 6 x 6 without marks.
fn plain_picture() -> Vec<u8> {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let position = played(6, &mut random);
    let look = plain_look(6, 40.0);
    let regions = position.puzzle().regions();
    let board = Board {
        size: 6,
        regions: &regions,
        marks: &[b'.'; 36],
        look: &look,
    };
    board.draw().png()
}
