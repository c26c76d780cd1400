//! Outlines of straight lines, from the path data of SVG and from circles.

/// A point: `x` to the right, `y` down.
pub(super) type Point = (f64, f64);

/// Number of straight lines for each Bézier curve.
const CURVE_STEPS: u32 = 8;

/// Returns the corners of a circle, the first one again at the end.
pub(super) fn circle_outline((x, y): Point, radius: f64) -> Vec<Point> {
    const CIRCLE_CORNERS: u32 = 24;
    let corner = |turn: u32| {
        (std::f64::consts::TAU * f64::from(turn) / f64::from(CIRCLE_CORNERS)).sin_cos()
    };
    (0..=CIRCLE_CORNERS)
        .map(corner)
        .map(|(sin, cos)| (x + radius * cos, y + radius * sin))
        .collect()
}

/// Returns the lines of path data with the commands M, L, H, V, C, S and Z; a closed line
/// ends where it begins. Other commands and their arguments are skipped.
pub(super) fn path_lines(data: &str) -> Vec<Vec<Point>> {
    let mut pen = Pen::default();
    let is_command = |c: char| c.is_ascii_alphabetic();
    let arguments = data.split(is_command).skip(1);
    for ((_, command), arguments) in data.match_indices(is_command).zip(arguments) {
        pen.run_command(command, &parse_numbers(arguments));
    }
    pen.lines
}

/// Reads numbers with or without blanks between them: `8.6 7.2-.9.4`.
fn parse_numbers(text: &str) -> Vec<f64> {
    let mut found = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let mut has_point = rest.starts_with('.');
        let mut is_first = true;
        let (number, after) = control::split_before(rest, |c| {
            let is_next = matches!(c, ' ' | '-')
                || c == '.' && std::mem::replace(&mut has_point, true);
            !std::mem::take(&mut is_first) && is_next
        });
        found.extend(number.parse::<f64>());
        rest = after.trim_start();
    }
    found
}

#[derive(Default)]
struct Pen {
    lines: Vec<Vec<Point>>,
    at: Point,
    /// Second handle of the last curve; after any other command the point itself.
    handle: Point,
}

impl Pen {
    fn run_command(&mut self, command: &str, numbers: &[f64]) {
        let is_relative = command.as_bytes()[0].is_ascii_lowercase();
        match command.to_ascii_lowercase().as_str() {
            "z" => self.close_line(),
            "h" => numbers.iter().for_each(|&x| {
                let x = if is_relative { self.at.0 + x } else { x };
                self.line_to((x, self.at.1));
            }),
            "v" => numbers.iter().for_each(|&y| {
                let y = if is_relative { self.at.1 + y } else { y };
                self.line_to((self.at.0, y));
            }),
            "m" => {
                for (index, points) in numbers.chunks_exact(2).enumerate() {
                    let [to] = self.read_points(points, is_relative);
                    if index == 0 {
                        self.lines.push(Vec::new());
                    }
                    self.line_to(to);
                }
            }
            "l" => numbers.chunks_exact(2).for_each(|points| {
                let [to] = self.read_points(points, is_relative);
                self.line_to(to);
            }),
            "c" => numbers.chunks_exact(6).for_each(|points| {
                let [first, second, to] = self.read_points(points, is_relative);
                self.curve_to(first, second, to);
            }),
            "s" => numbers.chunks_exact(4).for_each(|points| {
                let [second, to] = self.read_points(points, is_relative);
                let mirrored = (
                    2.0 * self.at.0 - self.handle.0,
                    2.0 * self.at.1 - self.handle.1,
                );
                self.curve_to(mirrored, second, to);
            }),
            _ => {}
        }
    }

    fn read_points<const COUNT: usize>(
        &self,
        numbers: &[f64],
        is_relative: bool,
    ) -> [Point; COUNT] {
        let (x, y) = if is_relative { self.at } else { (0.0, 0.0) };
        std::array::from_fn(|index| (x + numbers[2 * index], y + numbers[2 * index + 1]))
    }

    fn line_to(&mut self, to: Point) {
        if let Some(line) = self.lines.last_mut() {
            line.push(to);
        }
        (self.at, self.handle) = (to, to);
    }

    fn curve_to(&mut self, first: Point, second: Point, to: Point) {
        let from = self.at;
        for step in 1..=CURVE_STEPS {
            let t = f64::from(step) / f64::from(CURVE_STEPS);
            let s = 1.0 - t;
            let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
            let points = [from, first, second, to];
            let mix = |part: fn(Point) -> f64| {
                weights.iter().zip(points).map(|(w, p)| w * part(p)).sum()
            };
            self.line_to((mix(|p| p.0), mix(|p| p.1)));
        }
        self.handle = second;
    }

    fn close_line(&mut self) {
        if let Some(&first) = self.lines.last().and_then(|line| line.first()) {
            self.line_to(first);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative to the pen, absolute, without blanks, and a second pair as a line (SVG 2,
    /// section 9.3).
    #[test]
    fn reads_path_data_as_specified() {
        let square = vec![(1.0, 2.0), (4.0, 2.0), (4.0, 4.5), (1.0, 4.5), (1.0, 2.0)];
        for data in [
            "M1 2h3v2.5h-3z",
            "M1 2 4 2 4 4.5 1 4.5Z",
            "m1 2 3 0 0 2.5-3 0z",
            "m1 2 3 .0.0 2.5-3 0z",
            "M1 2H4V4.5L1 4.5 1 2",
        ] {
            assert_eq!(path_lines(data), std::slice::from_ref(&square), "{data}");
        }
        assert_eq!(
            path_lines("M0 0l.5-.5M-3-4h1"),
            [[(0.0, 0.0), (0.5, -0.5)], [(-3.0, -4.0), (-2.0, -4.0)]]
        );
        assert_eq!(path_lines(""), Vec::<Vec<Point>>::new());
    }

    /// Half way a cubic curve is at (first + 3 second + 3 third + last) / 8.
    #[test]
    fn curves_pass_through_their_midpoint() {
        let curve = &path_lines("M0 0C0 8 8 8 8 0S16-8 16 0")[0];
        assert_eq!(curve[4], (4.0, 6.0));
        assert_eq!(curve[8], (8.0, 0.0));
        assert_eq!(curve[12], (12.0, -6.0));
        assert_eq!(curve[16], (16.0, 0.0));
    }
}
