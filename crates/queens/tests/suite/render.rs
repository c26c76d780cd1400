//! Every form that is written reads back, and what cannot be read is refused in clear
//! words.

use proptest::prelude::*;
use queens::control::Outcome;
use queens::placement::Placement;
use queens::problem::{Piece, Problem, SquareKind, Units};
use queens::read::{self, ReadError};
use queens::render::{self, Charset, Format, MAX_PICTURES, Style, Summary};
use queens::square::Square;
use std::io::{self, BufReader, Read};
use std::ops::ControlFlow;

fn rendered(
    format: Format,
    problem: &Problem,
    style: Style,
    placements: &[Placement],
) -> String {
    let mut out = Vec::new();
    let mut renderer = render::renderer(format, problem, style);
    renderer.begin(&mut out).unwrap();
    for placement in placements {
        renderer.solution(placement, &mut out).unwrap();
    }
    let summary = Summary {
        solutions: placements.len() as u64,
        outcome: Outcome::Exhausted,
    };
    renderer.end(&summary, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

/// The forms that are read back.
fn text_formats() -> impl Iterator<Item = Format> {
    Format::ALL.into_iter().filter(|format| format.is_text())
}

/// The placements of `bytes` with their lines and sizes; the error, if there is one.
type Reading = (Vec<(u64, (u32, u32), Placement)>, Result<(), ReadError>);

fn reading(bytes: &[u8], problem: Option<&Problem>) -> Reading {
    let mut found = Vec::new();
    // A small buffer, so that everything is cut somewhere.
    let mut input = BufReader::with_capacity(7, bytes);
    let result = read::solutions(&mut input, problem, &mut |solution| {
        found.push((
            solution.line,
            (solution.size.rows, solution.size.columns),
            solution.placement,
        ));
        ControlFlow::Continue(())
    });
    (found, result)
}

fn message(text: &str, problem: Option<&Problem>) -> String {
    reading(text.as_bytes(), problem).1.unwrap_err().to_string()
}

fn placements_of(bytes: &[u8], problem: Option<&Problem>) -> Vec<Placement> {
    let (found, result) = reading(bytes, problem);
    result.unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(bytes)));
    found.into_iter().map(|(.., placement)| placement).collect()
}

fn six() -> Vec<Placement> {
    // Tom Myers, "N-Queens revision on xt", XSL-List, 20 Nov 1999.
    let columns = [
        [1, 3, 5, 0, 2, 4],
        [2, 5, 1, 4, 0, 3],
        [3, 0, 4, 1, 5, 2],
        [4, 2, 0, 5, 3, 1],
    ];
    columns
        .iter()
        .map(|columns| Placement::from_columns(columns))
        .collect()
}

#[test]
fn text_and_csv_match_the_source_documents() {
    let problem = Problem::queens(6).unwrap();
    let style = Style::default();
    assert_eq!(
        rendered(Format::Text, &problem, style, &six()),
        "2 4 6 1 3 5\n3 6 2 5 1 4\n4 1 5 2 6 3\n5 3 1 6 4 2\n"
    );
    assert!(
        rendered(Format::Csv, &problem, style, &six()).starts_with("2,4,6,1,3,5\n3,6,")
    );
    let rooks = Problem::builder(2, 3).units(Units::ANY).build().unwrap();
    let several = Placement::new(vec![Square::new(0, 2), Square::new(0, 0)]);
    let one = Placement::new(vec![Square::new(1, 2)]);
    assert_eq!(
        rendered(Format::Text, &rooks, style, &[several, one]),
        "a1 c1\n- 3\n"
    );
}

#[test]
fn the_page_has_one_row_for_each_solution() {
    let page = rendered(
        Format::Html,
        &Problem::queens(6).unwrap(),
        Style::default(),
        &six(),
    );
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    assert!(page.contains(
        "\n<tr><td>2</td><td>4</td><td>6</td><td>1</td><td>3</td><td>5</td></tr>\n"
    ));
    assert_eq!(page.matches("<tr>").count(), 4);
    assert!(page.contains("4 solutions") && page.ends_with("</html>\n"));
}

#[test]
fn json_is_valid_and_counts_from_zero() {
    let problem = Problem::queens(6).unwrap();
    let text = rendered(Format::Json, &problem, Style::default(), &six());
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["schema"], "queens/solutions/1");
    assert_eq!(document["problem"], "queens 6");
    assert_eq!(document["size"], serde_json::json!([6, 6]));
    assert_eq!(
        document["solutions"][0]["columns"],
        serde_json::json!([1, 3, 5, 0, 2, 4])
    );
    assert_eq!(
        document["solutions"][3]["queens"][0],
        serde_json::json!([0, 4])
    );
    assert_eq!(
        (&document["count"], &document["complete"]),
        (&4.into(), &true.into())
    );
    let lines = rendered(Format::Ndjson, &problem, Style::default(), &six());
    for (number, line) in (1..).zip(lines.lines()) {
        let object: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&object["schema"], &object["number"]),
            (&"queens/solution/1".into(), &number.into())
        );
    }
    assert_eq!(lines.lines().count(), 4);
}

#[test]
fn prints_boards_side_by_side_with_guide_lines() {
    let problem = Problem::queens(4).unwrap();
    let both = [
        Placement::from_columns(&[1, 3, 0, 2]),
        Placement::from_columns(&[2, 0, 3, 1]),
    ];
    let style = Style {
        charset: Charset::Ascii,
        width: 50,
        ..Style::default()
    };
    let expected = "
    (1)                    (2)
    a   b   c   d          a   b   c   d
  +---+---+---+---+      +---+---+---+---+
1 |   | Q |   |   |    1 |   |   | Q |   |
  +---+---+---+---+      +---+---+---+---+
2 |   |   |   | Q |    2 | Q |   |   |   |
  +---+---+---+---+      +---+---+---+---+
3 | Q |   |   |   |    3 |   |   |   | Q |
  +---+---+---+---+      +---+---+---+---+
4 |   |   | Q |   |    4 |   | Q |   |   |
  +---+---+---+---+      +---+---+---+---+
";
    assert_eq!(
        rendered(Format::Board, &problem, style, &both),
        expected[1..]
    );
    let narrow = Style { width: 18, ..style };
    let expected = "  a b c d\n1 . Q . .\n2 . . . Q\n3 Q . . .\n4 . . Q .\n";
    assert_eq!(
        rendered(Format::Board, &problem, narrow, &both[..1]),
        expected
    );
}

#[test]
fn fits_boards_to_the_terminal() {
    let row = |columns: u32| Problem::builder(1, columns).units(Units::ANY);
    let drawn = |problem: &Problem, width: usize| {
        let queens = [Placement::new(vec![Square::new(0, problem.columns() - 1)])];
        let style = Style {
            charset: Charset::Ascii,
            width,
            ..Style::default()
        };
        let text = rendered(Format::Board, problem, style, &queens);
        assert_eq!(
            placements_of(text.as_bytes(), Some(problem)),
            queens,
            "{text}"
        );
        text
    };
    let problem = row(28).build().unwrap();
    let names = "                            aa\n  abcdefghijklmnopqrstuvwxyzab\n";
    assert_eq!(
        drawn(&problem, 40),
        format!("{names}1 {}Q\n", ".".repeat(27))
    );
    for columns in [1, 26, 27, 702, 703, 1000] {
        let problem = row(columns).build().unwrap();
        for width in [1, 30, 60, 80, 100, 500, 1500, 5000] {
            let text = drawn(&problem, width);
            let fits = text.lines().all(|line| line.len() <= width);
            assert_eq!(
                fits,
                render::fits(&problem, width),
                "{columns} columns in {width}:\n{text}"
            );
            assert_eq!(fits, columns as usize + 2 <= width);
        }
    }
    // The borders of regions need their place.
    let problem = row(4).regions(vec![0, 0, 1, 1]).build().unwrap();
    assert_eq!(
        drawn(&problem, 12),
        "   a b c d\n  +-+-+-+-+\n1 |. .|. Q|\n  +-+-+-+-+\n"
    );
}

#[test]
fn holes_walls_givens_and_regions_show_on_a_board() {
    let problem = Problem::builder(2, 3)
        .units(Units::ANY)
        .hole(Square::new(0, 0))
        .wall(Square::new(1, 2))
        .regions(vec![0, 0, 1, 0, 1, 1])
        .given(Square::new(0, 1))
        .build()
        .unwrap();
    let queens = [Placement::new(vec![Square::new(0, 1), Square::new(1, 0)])];
    let drawn = |charset| {
        rendered(
            Format::Board,
            &problem,
            Style {
                charset,
                ..Style::default()
            },
            &queens,
        )
    };
    let unicode = "
    a   b   c
  ┏━━━┯━━━┳━━━┓
1 ┃ ╳ │[♛]┃   ┃
  ┠───╆━━━╃───┨
2 ┃ ♛ ┃   │███┃
  ┗━━━┻━━━┷━━━┛
";
    assert_eq!(drawn(Charset::Unicode), unicode[1..]);
    let ascii = "
    a   b   c
  +---+---+---+
1 | x  [Q]|   |
  +   +---+   +
2 | Q |    ###|
  +---+---+---+
";
    assert_eq!(drawn(Charset::Ascii), ascii[1..]);
    let color = rendered(
        Format::Board,
        &problem,
        Style {
            color: true,
            ..Style::default()
        },
        &queens,
    );
    // Bold, on the colour of its region.
    assert!(
        color.contains("m[♛]\x1b[0m") && color.contains("\x1b[1;30;48;5;"),
        "{color}"
    );
    assert!(!drawn(Charset::Unicode).contains('\x1b'));
}

#[test]
fn refuses_boards_too_large_to_draw() {
    let problem = Problem::queens(1_001).unwrap();
    for format in [Format::Board, Format::Svg, Format::Png] {
        let mut renderer = render::renderer(format, &problem, Style::default());
        let error = renderer.begin(&mut io::sink()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidInput);
        assert!(
            error
                .to_string()
                .contains("1001 x 1001 is too large for the format"),
            "{error}"
        );
    }
    let problem = Problem::queens(1).unwrap();
    let mut picture = render::renderer(Format::Svg, &problem, Style::default());
    let queen = Placement::from_columns(&[0]);
    for _ in 0..MAX_PICTURES {
        picture.solution(&queen, &mut io::sink()).unwrap();
    }
    let error = picture.solution(&queen, &mut io::sink()).unwrap_err();
    assert!(
        error.to_string().contains("more than 1000 boards"),
        "{error}"
    );
}

/// One solution for 0 queens (the empty board), one for 1, none for 2 and 3 (OEIS
/// A000170).
#[test]
fn the_smallest_boards_round_trip_in_every_format() {
    for (size, placements) in [
        (0, vec![Placement::default()]),
        (1, vec![Placement::from_columns(&[0])]),
        (3, vec![]),
    ] {
        let problem = Problem::queens(size).unwrap();
        for format in text_formats() {
            let text = rendered(format, &problem, Style::default(), &placements);
            assert_eq!(
                placements_of(text.as_bytes(), None),
                placements,
                "{format}:\n{text}"
            );
            assert_eq!(
                placements_of(text.as_bytes(), Some(&problem)),
                placements,
                "{format}:\n{text}"
            );
        }
    }
}

#[test]
fn solutions_have_their_line_size_and_problem() {
    let (found, result) = reading(b"2 4 1 3\n\n3,1,4,2\n", None);
    assert!(result.is_ok());
    assert_eq!(
        found[0],
        (1, (4, 4), Placement::from_columns(&[1, 3, 0, 2]))
    );
    assert_eq!(
        found[1],
        (3, (4, 4), Placement::from_columns(&[2, 0, 3, 1]))
    );
    let torus: Problem = "torus 5".parse().unwrap();
    for format in [Format::Json, Format::Html, Format::Svg] {
        let text = rendered(
            format,
            &torus,
            Style::default(),
            &[Placement::from_columns(&[0, 2, 4, 1, 3])],
        );
        let mut seen = 0;
        read::solutions(&mut text.as_bytes(), None, &mut |solution| {
            assert_eq!(
                (solution.problem, solution.assumed),
                (&torus, false),
                "{format}"
            );
            seen += 1;
            ControlFlow::Break(())
        })
        .unwrap();
        assert_eq!(seen, 1);
    }
}

/// The rows as xsltproc writes the page of 1999: a cell a line.
#[test]
fn reads_the_page_of_the_stylesheet() {
    let page = "<html>\n<head>\n<title>N Queens</title>\n</head>\n<body><table border=\"1\">\n<tr>\n<td>2</td>\n\
                <td>4</td>\n<td>1</td>\n<td>3</td>\n</tr>\n</table>\n</body>\n</html>\n";
    assert_eq!(
        placements_of(page.as_bytes(), None),
        [Placement::from_columns(&[1, 3, 0, 2])]
    );
}

#[test]
fn errors_name_the_line_the_value_and_the_bound() {
    let four = Problem::queens(4).unwrap();
    for (text, expected) in [
        (
            "2 4 1 3\n2 4 1\n",
            "line 2: the solution has 3 rows, but the board has 4: each row has a column or -",
        ),
        (
            "2 4 1 x\n",
            "line 1: 'x' is not a valid column: write a number from 1, or - for a row without a queen",
        ),
        ("2 4 -1 3\n", "line 1: '-1' is not a valid column"),
        ("2,4,,3\n", "line 1: '' is not a valid column"),
        ("hello world\n", "line 1: 'hello' is not a valid square"),
        (
            "2419\n",
            "line 1: '2419' is not a valid list of columns: of n digits written together",
        ),
        (
            "{\"size\":[5,5],\"queens\":[]}",
            "line 1: this is a board of 5, but 4 was expected",
        ),
        (
            "2 4 1 3000000000\n",
            "line 1: 3000000000 rows or columns are too many: a board has at most 2000000000",
        ),
        (
            "[1,3,0]",
            "line 1: this is a board of 3x4, but 4 was expected",
        ),
        (
            "\n\n{\"queens\":[[0,0]",
            "line 3: the input ends before the last bracket: it is cut off",
        ),
        (
            "<html><body>hello</body></html>",
            "line 1: this page has no table of solutions",
        ),
        (
            "<table>\n<tr><td>2</td><td>4</td><td>1</td><td>3</td></tr>\n",
            "line 3: the input ends before",
        ),
        (
            "<table>\n<tr",
            "line 2: the input ends before the end of a tag",
        ),
        (
            "  a b d\n1 . . .\n",
            "line 1: this is not a drawn board: its column letters should be a, b, c",
        ),
        (
            "  a b\n1 . Q\n3 Q .\n",
            "line 3: this is not a drawn board: its row numbers should be 1, 2, 3",
        ),
        (
            "  a b\n1 . ?\n",
            "line 2: '?' is not a valid square of a drawing",
        ),
        (
            "  a b c d\n1 . Q . .\n2 . .",
            "line 3: the input ends before the end of this row",
        ),
        (
            ".Q..\n...Q\nQ..\n..Q.\n",
            "line 3: this row has 3 squares, but the first row of the drawing has 4",
        ),
        (
            ".Q..\n..?Q\n",
            "line 2: '?' is not a valid square of a drawing: draw . (free), Q (queen), x (hole), # (wall)",
        ),
        (
            ".Q..\npiece: king\n",
            "line 2: this is not a drawn board: it ends with an empty line",
        ),
        (
            "4\n0,0\nx 0,0\n",
            "the given queens break a rule: the queen on a1 is on a hole",
        ),
        (
            "torus 5\n",
            "line 1: this is a board of 5, but 4 was expected",
        ),
        (
            "4\ngivens: e1\n",
            "the given queen e1 (0:4 from 0) is off the board of 4 x 4",
        ),
    ] {
        let found = message(text, Some(&four));
        assert!(
            found.starts_with(expected),
            "{text:?}\n    found: {found}\n expected: {expected}"
        );
    }
    assert!(message("a1 b3\n", None).contains("squares alone do not give the size"));
    assert!(
        message("{\"size\":[4000000000,1],\"queens\":[]}", None)
            .contains("a whole number from 0 to 2000000000")
    );
}

#[test]
fn survives_any_cut_and_any_foreign_byte() {
    let problem = Problem::queens(6).unwrap();
    for format in text_formats() {
        let whole = rendered(format, &problem, Style::default(), &six()).into_bytes();
        for end in 0..whole.len() {
            let _ = reading(&whole[..end], None);
        }
        for at in (0..whole.len()).step_by(7) {
            for byte in [0, b'<', b'"', b'9', 0xFF] {
                let mut bent = whole.clone();
                bent[at] = byte;
                let _ = reading(&bent, Some(&problem));
            }
        }
    }
    assert!(message("\u{0}\u{1}\u{2}", None).contains("line 1"));
    let error = reading(b"2 4 1 3\n\xFF\xFE\n", None).1.unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("line 2: this is not UTF-8 text"),
        "{error}"
    );
}

/// A reader without end: `head`, then `repeated` for ever.
fn endless(head: &'static [u8], repeated: u8) -> impl io::BufRead {
    BufReader::new(head.chain(io::repeat(repeated)))
}

#[test]
fn refuses_endless_input() {
    for (head, repeated) in [
        (&b"1 "[..], b'1'),
        (b"{\"problem\":\"", b'x'),
        (b"<table><tr><td>", b'1'),
        (b"  a b\n1 ", b'.'),
    ]
    .into_iter()
    .chain([
        (&b""[..], 0),
        (b"", b' '),
        (b"", b'.'),
        (b"[1,", b'1'),
        (b"[1", b' '),
        (b"#", b'#'),
        (b"[", b'['),
    ]) {
        let result = read::solutions(&mut endless(head, repeated), None, &mut |_| {
            ControlFlow::Continue(())
        });
        let error = result.unwrap_err().to_string();
        let other = ["too deep", "a number is too large"]
            .iter()
            .any(|words| error.contains(words));
        assert!(other || error.contains("longer than 64 MiB"), "{error}");
    }
}

/// A board, some of it blocked or in regions, and queens on any of its squares.
fn boards() -> impl Strategy<Value = (Problem, Vec<Placement>)> {
    (0u32..7, 0u32..7, any::<bool>()).prop_flat_map(|(rows, columns, regions)| {
        let squares = (rows * columns) as usize;
        let kinds = prop::collection::vec(0u8..6, squares);
        let areas = prop::collection::vec(0u32..3, squares);
        let queens =
            prop::collection::vec(prop::collection::vec(any::<bool>(), squares), 0..5);
        (kinds, areas, queens).prop_map(move |(kinds, areas, queens)| {
            let at = |index: usize| {
                Square::new(index as u32 / columns, index as u32 % columns)
            };
            let mut builder = Problem::builder(rows, columns)
                .units(Units::ANY)
                .piece(Piece::knight());
            for (index, kind) in kinds.iter().enumerate() {
                builder = match kind {
                    0 => builder.square(at(index), SquareKind::Hole),
                    1 => builder.square(at(index), SquareKind::Wall),
                    _ => builder,
                };
            }
            let covered = (0..3).all(|area| areas.contains(&area));
            if regions && covered {
                builder = builder.regions(areas);
            }
            let placements = queens.iter().map(|chosen| {
                Placement::new(
                    (0..squares)
                        .filter(|&index| chosen[index])
                        .map(at)
                        .collect(),
                )
            });
            (builder.build().unwrap(), placements.collect())
        })
    })
}

proptest! {
    #[test]
    fn every_format_round_trips(
        (problem, placements) in boards(),
        format in prop::sample::select(text_formats().collect::<Vec<_>>()),
        color in any::<bool>(),
        ascii in any::<bool>(),
        width in 0usize..120,
    ) {
        let charset = if ascii { Charset::Ascii } else { Charset::Unicode };
        let text = rendered(format, &problem, Style { color, charset, width }, &placements);
        prop_assert_eq!(placements_of(text.as_bytes(), Some(&problem)), placements.clone(), "{}", text);
        // These forms name their board.
        if matches!(format, Format::Json | Format::Ndjson | Format::Html | Format::Svg) {
            let (found, _) = reading(text.as_bytes(), None);
            let size = (problem.rows(), problem.columns());
            prop_assert!(found.iter().all(|found| found.1 == size));
            prop_assert_eq!(found.len(), placements.len());
        }
    }

    #[test]
    fn no_input_panics_the_reader(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = reading(&bytes, None);
        let _ = read::problem(&bytes);
    }

    #[test]
    fn no_text_of_known_words_panics_the_reader(
        words in prop::collection::vec(prop::sample::select(vec![
            "1", "2", "-", ",", " ", "\n", "a", "b", "a1", "Q", ".", "|", "+", "(1)", "<tr>", "<td>", "</td>",
            "</tr>", "<table>", "<svg data-problem=\"queens 2\">", "<g data-queens=\"1 2\">", "</html>", "{", "}",
            "\"queens\":", "[", "]", "[0,1]", "\"solutions\":", "\"size\":[2,2]", "no squares", "0 x 2: ", "\x1b[1m", "#", "x", "null", "21", "queens 2", ":",
        ]), 0..40)
    ) {
        let _ = reading(words.concat().as_bytes(), None);
        let _ = read::problem(words.concat().as_bytes());
    }
}

#[test]
fn draws_the_givens_of_a_problem_without_solution() {
    let problem: Problem = "4\ngivens: a1".parse().unwrap();
    let picture = rendered(Format::Svg, &problem, Style::default(), &[]);
    assert_eq!(picture.matches("class=\"given\"").count(), 1);
    let read = read::solutions(&mut picture.as_bytes(), None, &mut |found| {
        panic!("{found:?} is no solution")
    });
    assert!(read.is_ok());
}

/// A picture in any style reads back as the same board.
#[test]
fn pictures_follow_their_options() {
    use queens::render::{Colors, PictureStyle};
    let problem: Problem = "4\ngivens: b1".parse().unwrap();
    let solution = Placement::from_columns(&[1, 3, 0, 2]);
    let summary = Summary {
        solutions: 1,
        outcome: Outcome::Found,
    };
    let drawn = |look: PictureStyle| {
        let mut out = Vec::new();
        render::svg(
            &problem,
            std::slice::from_ref(&solution),
            &summary,
            look,
            &mut out,
        )
        .unwrap();
        String::from_utf8(out).unwrap()
    };
    let usual = drawn(PictureStyle::default());
    let colors = Colors {
        light: Some(0xffffff),
        given: Some(0x0000ff),
        ..Colors::default()
    };
    let bare = drawn(PictureStyle {
        coordinates: false,
        upward: true,
        square: 20,
        colors,
        scope: "s1-".to_owned(),
        ..PictureStyle::default()
    });
    for picture in [&usual, &bare] {
        assert_eq!(
            placements_of(picture.as_bytes(), None),
            std::slice::from_ref(&solution)
        );
    }
    // The given queen of the first row stands on top, or below.
    assert!(
        usual.contains("<use href=\"#queen\" class=\"given\" x=\"48\" y=\"0\"/>"),
        "{usual}"
    );
    assert!(
        bare.contains("<use href=\"#s1-queen\" class=\"s1-given\" x=\"48\" y=\"144\"/>"),
        "{bare}"
    );
    assert!(usual.contains("aria-label=\"a\"") && !bare.contains("aria-label"));
    assert!(
        bare.contains(".s1-light { fill: #ffffff; }")
            && bare.contains(".s1-given { fill: #0000ff;")
    );
    // 4 squares of 20 pixels, and 18 of 48 units beside them.
    assert!(
        bare.contains("width=\"95\" height=\"95\" viewBox=\"0 0 228 228\""),
        "{bare}"
    );
    let unscoped = |text: &&str| !text.starts_with("s1-");
    assert_eq!(
        bare.split("id=\"").skip(1).filter(unscoped).count(),
        0,
        "{bare}"
    );
    let many = vec![solution.clone(); MAX_PICTURES + 1];
    let refused = render::svg(
        &problem,
        &many,
        &summary,
        PictureStyle::default(),
        &mut Vec::new(),
    )
    .unwrap_err();
    assert!(refused.to_string().contains("1000 boards"), "{refused}");
}
