//! Tests of the text form. Expected problems are built by hand.

use super::*;
use crate::problem::{
    Edge, Edges, MAX_DRAWN, MAX_RAYS, MAX_SIDE, Piece, ProblemBuilder, ProblemError, Ray,
    Units,
};
use proptest::prelude::*;

fn square(row: u32, column: u32) -> Square {
    Square::new(row, column)
}

fn read(text: &str) -> Problem {
    text.parse()
        .unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

fn message(text: &str) -> String {
    text.parse::<Problem>().expect_err(text).to_string()
}

#[test]
fn accepts_several_forms_of_a_size() {
    let eight = Problem::queens(8).unwrap();
    for text in [
        "8",
        " 8 \n",
        "\u{feff}8",
        "8x8",
        "8 x 8",
        "queens 8",
        "Queens: 8",
        "size: 8",
        "size: 8\nvariant: queens",
        "# eight\n\n8\n# queens\n",
        "8\r\nvariant:\tqueens\r\n",
    ] {
        assert_eq!(read(text), eight, "{text:?}");
    }
    assert_eq!(read("5x8"), Problem::builder(5, 8).build().unwrap());
    assert_eq!(read("0"), Problem::queens(0).unwrap());
    assert_eq!(
        read("queens 2000000000"),
        Problem::queens(MAX_SIDE).unwrap()
    );
}

#[test]
fn keys_change_the_variant() {
    let text = "superqueens 6\npiece: rook + (1,2)\ntop-bottom: wrap\nleft-right: mirror\nrows: 0..1\n\
                columns: any\ntotal: 2..3";
    let expected = Problem::builder(6, 6)
        .piece("rook + (1,2)".parse().unwrap())
        .edges(Edges {
            top_bottom: Edge::Wrap,
            left_right: Edge::Mirror,
        })
        .units(Units {
            row: Bounds::AT_MOST_ONE,
            total: Bounds::new(2, 3).unwrap(),
            ..Units::ANY
        })
        .build();
    assert_eq!(read(text), expected.unwrap());
}

#[test]
fn accepts_listed_squares() {
    let expected = Problem::builder(4, 5)
        .given(square(1, 3))
        .given(square(2, 0))
        .hole(square(0, 0))
        .hole(square(3, 4))
        .wall(square(0, 4))
        .build()
        .unwrap();
    assert_eq!(
        read("4x5\ngivens: d2 2:0\nholes: a1, e4\nwalls: 0:4"),
        expected
    );
    assert_eq!(
        read("size: 4x5\n1,3\nx 0,0\nx3,4\nwalls: e1\n 2 , 0 \n"),
        expected
    );
}

#[test]
fn accepts_drawn_squares() {
    let expected = Problem::builder(2, 3)
        .hole(square(0, 2))
        .given(square(1, 0))
        .wall(square(1, 2))
        .build()
        .unwrap();
    for text in [
        "..x\nQ.#",
        ". . x\r\nQ . #\r\n",
        "board:\n..X\nq_#\n\nsize: 2x3",
        "2x3\nboard:\n__x\n Q\t.#",
        "  ..x\n  Q.#",
    ] {
        assert_eq!(read(text), expected, "{text:?}");
    }
    // A line of walls alone is a comment before a drawing, and a row in it.
    assert_eq!(read("##\n..\n##"), read("board:\n..\n##"));
}

#[test]
fn numbers_regions_in_the_order_of_their_names() {
    let map = |map: &[u32]| {
        Preset::Regions
            .builder(2, 3)
            .regions(map.to_vec())
            .build()
            .unwrap()
    };
    assert_eq!(read("regions\nareas:\nBBA\nCAA"), map(&[1, 1, 0, 2, 0, 0]));
    assert_eq!(
        read("regions 2x3\nareas:\nB B A\nC A A\n\n# done"),
        map(&[1, 1, 0, 2, 0, 0])
    );
    assert_eq!(
        read("regions 2x3\nareas:\n10 9 9\n9 9 10"),
        map(&[1, 0, 0, 0, 0, 1])
    );
    assert_eq!(
        read("regions 2x3\nareas:\nab b\nba a"),
        map(&[0, 1, 1, 1, 0, 0])
    );
    let one_column = Preset::Regions
        .builder(2, 1)
        .regions(vec![1, 0])
        .build()
        .unwrap();
    assert_eq!(read("regions 2x1\nareas:\nAB\nC"), one_column);
}

#[test]
fn drawn_regions_take_one_queen_each_by_default() {
    let drawing = "areas:\nAABBB\nAACBB\nDCCCB\nDDECE\nDDEEE";
    for (text, demand) in [
        (drawing.to_owned(), Bounds::ONE),
        (format!("rooks\n{drawing}"), Bounds::ONE),
        (format!("stars\n{drawing}"), Bounds::exactly(2)),
        (format!("5\ntotal: 5\n{drawing}"), Bounds::ONE),
        (format!("{drawing}\n\nregions: 0..1"), Bounds::AT_MOST_ONE),
        (format!("regions: any\n{drawing}"), Bounds::ANY),
        (format!("regions\nregions: any\n{drawing}"), Bounds::ANY),
    ] {
        let problem = read(&text);
        assert_eq!(
            (problem.units().region, problem.region_count()),
            (demand, 5),
            "{text}"
        );
    }
}

#[test]
fn errors_name_the_line_and_the_way_out() {
    for (text, part) in [
        ("", "has no size"),
        ("# nothing", "has no size"),
        ("\u{feff}", "has no size"),
        ("board:", "has no size"),
        ("torus", "has no size"),
        ("-3", "line 1: '-3' is not a valid size"),
        (
            "8\n\n8",
            "line 3: unrecognised line '8': expected `key: value`",
        ),
        ("4294967296", "'4294967296' is not a valid size"),
        ("2000000001", "from 0 to 2000000000"),
        ("8x", "'8x' is not a valid size"),
        (
            "3x3x4",
            "line 1: '3x3x4' is not the size of a board with three dimensions or more",
        ),
        (
            "3x3x",
            "line 1: '3x3x' is not the size of a board with three dimensions or more",
        ),
        ("kveens 8", "'kveens' is not a valid variant"),
        ("8\nsize: 9", "line 2: 'size' is already set in line 1"),
        (
            "....\nboard:\n....",
            "line 2: 'board' is already set in line 1",
        ),
        ("8\ncolour: red", "line 2: 'colour' is not a valid key"),
        ("8\nboard: ..", "unexpected '..' after the key"),
        ("8\npiece: pawn", "line 2: 'pawn' is not a valid piece"),
        ("8\ntop-bottom: glue", "line 2: 'glue' is not a valid edge"),
        (
            "8\nrows: two",
            "line 2: 'two' is not a valid number of queens",
        ),
        ("8\nrows: 4294967296", "numbers go up to 4294967295"),
        ("8\nrows: 2..1", "line 2: 2..1 is empty"),
        ("8\ngivens: a1 z", "line 2: 'z' is not a valid square"),
        ("8\ngivens: i9", "i9 (8:8 from 0) is off the board of 8 x 8"),
        ("8\nx 8,0", "a9 (8:0 from 0) is off the board"),
        ("8\n0,0\nx 0,0", "a1 is on a hole"),
        ("8\nregions: 1", "no regions: add a region map"),
        ("....\n...", "line 2: this row has 3 squares"),
        ("..\n.a", "line 2: 'a' is not a valid square of a drawing"),
        (
            "3\nboard:\n..\n..",
            "the board drawing that starts in line 2 has the size 2, but the size in line 1 is 3",
        ),
        ("3\nboard:\n", "has the size 0, but the size in line 1 is 3"),
        (
            "..\n..\nareas:\nAAB\nABB",
            "the areas drawing that starts in line 3 has the size 2x3, but the board in line 1",
        ),
        (
            "2000000000x2000000000\nareas:\nAB\nAB",
            "the areas drawing that starts in line 2 has the size 2, but",
        ),
        ("2000000000\nx 0,0", "too large for holes"),
    ] {
        assert!(message(text).contains(part), "{text:?}: {}", message(text));
    }
    // No control character of the input reaches the message.
    assert!(!message("8\n\u{1b}[31mred").contains('\u{1b}'));
}

#[test]
fn refuses_bytes_that_are_not_text() {
    assert_eq!(
        Problem::from_bytes(b"8\n\xff"),
        Err(ProblemTextError::NotUtf8 { line: 2 })
    );
    assert_eq!(
        Problem::from_bytes(&[0x1f, 0x8b, 8, 0]),
        Err(ProblemTextError::NotUtf8 { line: 1 })
    );
    assert!(Problem::from_bytes(b"\0\0\0").is_err());
    let long = vec![b'\n'; MAX_TEXT + 1];
    assert_eq!(
        Problem::from_bytes(&long),
        Err(ProblemTextError::TooLong(MAX_TEXT + 1))
    );
}

#[test]
fn refuses_too_large_drawings_before_reading_them() {
    let rows = 4001;
    let drawing = format!("{}\n", ".".repeat(rows)).repeat(rows);
    assert!((rows * rows) as u64 > MAX_DRAWN);
    let refused = ProblemTextError::Problem(ProblemError::TooLargeToDraw {
        rows: 4001,
        columns: 4001,
    });
    assert_eq!(drawing.parse::<Problem>(), Err(refused.clone()));
    assert_eq!(
        format!("areas:\n{drawing}").parse::<Problem>(),
        Err(refused)
    );
    let names: Vec<String> = (0..5000).map(|n| n.to_string()).collect();
    assert!(
        message(&format!("areas:\n{}", names.join(" ")))
            .contains("4097 regions are too many")
    );
}

#[test]
fn a_cut_text_never_panics() {
    let text = "\u{feff}# é\r\nregions 3x2\npiece: king + (1,2)*3\nrows: 0..1\nregions: 0..2\n1,1\nx 0,0\n\
                walls: c2 1:0\nboard:\n. .\n# Q\n. x\nareas:\nA B\nA B\nB B\n";
    for end in 0..text.len() {
        let _ = Problem::from_bytes(&text.as_bytes()[..end]);
        let _ = Problem::from_bytes(&text.as_bytes()[end..]);
    }
}

#[test]
fn writes_problems_concisely() {
    for text in [
        "queens 8",
        "torus 5",
        "moebius 4x6",
        "queens 2000000000\ngivens: b1 e2",
        "triangle 5",
        "black 4x5\npiece: king\ngivens: a1",
        "queens 4\ntotal: 3",
        "queens 4\nrows: 1\ncolumns: 1\ntotal: 3",
        "queens 3\npiece: (1,3)\ntop-bottom: twist",
        "regions 2\nrows: any\nareas:\nA B\nA A",
        "queens 0\nareas:",
        "bishops 3\nboard:\n. x x\nx . x\n. x .",
        "queens 2\nregions: any\nareas:\nA B\nA A",
        "queens 2\nregions: 0..2\nareas:\nA B\nA A",
        "rooks 2\nboard:\nQ x\n# .\nareas:\nA B\nA A",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
}

fn bounds() -> impl Strategy<Value = Bounds> {
    (0..3u32, prop_oneof![0..4u32, Just(u32::MAX)])
        .prop_map(|(low, more)| Bounds::new(low, low.saturating_add(more)).unwrap())
}

fn edge() -> impl Strategy<Value = Edge> {
    prop_oneof![
        Just(Edge::Open),
        Just(Edge::Wrap),
        Just(Edge::Twist),
        Just(Edge::Mirror)
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    let range = prop_oneof![1..5u32, Just(Ray::UNLIMITED)];
    let ray = (-5..=5i32, -5..=5i32, range)
        .prop_filter_map("moves", |(rows, columns, range)| {
            Piece::new([Ray {
                rows,
                columns,
                range,
            }])
            .ok()
        })
        .prop_map(|piece| piece.rays().to_vec());
    prop_oneof![
        Just(Piece::queen()),
        Just(Piece::superqueen()),
        proptest::collection::vec(ray, 0..MAX_RAYS / 4)
            .prop_map(|rays| Piece::new(rays.into_iter().flatten()).unwrap()),
    ]
}

/// Builders of every kind; some build no problem.
fn builder() -> impl Strategy<Value = ProblemBuilder> {
    let spot = || (any::<u32>(), any::<u32>());
    let size = (0..7u32, 0..7u32);
    let blocked = proptest::collection::vec(
        (
            spot(),
            prop_oneof![Just(SquareKind::Hole), Just(SquareKind::Wall)],
        ),
        0..6,
    );
    let givens = proptest::collection::vec(spot(), 0..3);
    let regions = proptest::option::of((1..40u32, any::<u32>()));
    let units = (bounds(), bounds(), bounds(), bounds());
    (
        size,
        blocked,
        givens,
        regions,
        units,
        edge(),
        edge(),
        piece(),
    )
        .prop_map(
            |(
                (rows, columns),
                blocked,
                givens,
                regions,
                (row, column, region, total),
                top_bottom,
                left_right,
                piece,
            )| {
                let on_board = |(row, column): (u32, u32)| {
                    square(row % rows.max(1), column % columns.max(1))
                };
                let region = if regions.is_some() {
                    region
                } else {
                    Bounds::ANY
                };
                let mut builder = Problem::builder(rows, columns)
                    .piece(piece)
                    .edges(Edges {
                        top_bottom,
                        left_right,
                    })
                    .units(Units {
                        row,
                        column,
                        region,
                        total,
                    });
                for (spot, kind) in blocked {
                    builder = builder.square(on_board(spot), kind);
                }
                if let Some((count, step)) = regions {
                    // Every region has a square: the first ones stand in the first
                    // squares.
                    let squares = rows * columns;
                    let count = count.min(squares).max(1);
                    let number = |at: u32| {
                        if at < count {
                            at
                        } else {
                            at.wrapping_mul(step) % count
                        }
                    };
                    builder = builder.regions((0..squares).map(number).collect());
                }
                givens
                    .into_iter()
                    .fold(builder, |builder, spot| builder.given(on_board(spot)))
            },
        )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn written_problems_round_trip(builder in builder()) {
        if let Ok(problem) = builder.build() {
            let text = problem.to_string();
            prop_assert_eq!(text.parse::<Problem>(), Ok(problem), "{}", text);
        }
    }

    #[test]
    fn no_text_panics(text in "(?s).{0,60}") {
        let _ = text.parse::<Problem>();
    }

    #[test]
    fn nearly_right_texts_are_refused_or_round_trip(text in "[0-9]{0,2}x?[0-9a-h:, \n.Q#x*()+]{0,60}") {
        if let Ok(problem) = text.parse::<Problem>() {
            prop_assert_eq!(problem.to_string().parse::<Problem>(), Ok(problem));
        }
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let _ = Problem::from_bytes(&bytes);
    }
}

#[test]
fn given_queens_that_break_a_rule_leave_a_problem_without_solution() {
    for (text, rule) in [
        (
            "8\ngivens: a1 b2",
            "the queens on a1 and b2 attack each other",
        ),
        (
            "rooks 4\ngivens: b1 d1",
            "the queens on b1 and d1 attack each other",
        ),
        (
            "rooks 4\ncolumns: 0\ngivens: b1",
            "column 2 has 1 queen, but takes 0",
        ),
        (
            "kings 5\ntotal: 1\ngivens: a1 c3",
            "the board has 2 queens, but takes 1",
        ),
    ] {
        let problem: Problem = text.parse().unwrap();
        assert_eq!(
            problem.clash().map(ToString::to_string).as_deref(),
            Some(rule),
            "{text}"
        );
        assert_eq!(problem.to_string().parse(), Ok(problem));
    }
    let none: Problem = "8\ngivens: a1 c2".parse().unwrap();
    assert_eq!(none.clash(), None);
    assert!(none.with_given(Square::new(2, 0)).is_err());
}

#[test]
fn accepts_every_line_ending() {
    let text = "torus 5\n# a comment\ngivens: b2\nboard:\n. . x . .\n. Q . . .\n. . . . .\n. . . . .\n. . . . .\n";
    let problem: Problem = text.parse().unwrap();
    for end in ["\r", "\r\n"] {
        assert_eq!(
            text.replace('\n', end).parse(),
            Ok(problem.clone()),
            "{end:?}"
        );
    }
}

/// Texts that are written as they are read; each part of the rules is in one of them.
#[test]
fn writes_rules_concisely() {
    for text in [
        "dominating 8",
        "independent-dominating torus 4",
        "total-dominating knights 4",
        "maximal 8",
        "most torus 8",
        "most 5x7",
        "armies 8",
        "armies knights 5",
        "coloring rooks 4",
        "queens 8\npieces: 9 queens, 1 pawn",
        "queens 8\npieces: queens, knights\nequal: all\nbest: greatest number of queen",
        "queens 7\npieces: 2 kings, 2 queens, 2 bishops, 1 knight",
        "queens 12\nunchanged: half-turn",
        "torus 13\nunchanged: shift",
        "dominating 5\npieces: 1 queen, bishops",
        "dominating 5\npieces: 1 queen, bishops\nstops: all",
        "dominating 8\npieces: queens on diagonal",
        "most 4\npieces: queens on a1 c3\npeace: none\nstops: all\ncover: occupied 1",
        "queens 8\npieces: 8 queens\npeace: none\nbest: greatest number of squares empty 0",
        "queens 3\nrows: 1 of each\ncolumns: 2.., 1 of each\npieces: any sets of queens\npeace: within\n\
         best: greatest number of sets",
        "queens 3\npieces: white queens worth -2, black (1,1)* + (1,2), 0..2 pawns\npeace: white-black\n\
         cover: empty on border by white 1.., white and pawn 0\nbest: least value",
        "queens 3\ntotal: 4, 1.. of black\npieces: 2 white queens, black none\nsquares: 1 of each, 0..1",
    ] {
        assert_eq!(read(text).to_string(), text);
    }
}

#[test]
fn words_stand_for_statements() {
    for (short, long) in [
        (
            "dominating 5",
            "5; pieces: queens; peace: none; cover: empty 1..; best: least number",
        ),
        (
            "5 armies; best: none",
            "5; pieces: white queens, black queens; peace: between; equal: all",
        ),
        (
            "most 5x7",
            "5x7; rows: 0..1; columns: 0..1; best: greatest number",
        ),
        (
            "torus knights 5",
            "torus 5; piece: knight; rows: any; columns: any",
        ),
        (
            "dominating 8; best: none; cover: none; peace: all",
            "8; pieces: queens",
        ),
        ("5; pieces: queens", "5; rows: any; columns: any"),
    ] {
        assert_eq!(read(short), read(long), "{short}");
    }
    assert!(read("5; pieces: queens").rules().is_none());
}

#[test]
fn errors_in_rules_name_the_way_out() {
    for (text, part) in [
        (
            "armies dominating 8",
            "'dominating' is one word too many: only one of dominating,",
        ),
        ("kveens 8", "did you mean `queens`?"),
        ("gnus 8", "use one of queens, torus,"),
        ("modular 8", "did you mean `torus`?"),
        ("empress 8", "write `8; piece: rook+knight`"),
        (
            "8; hole: a1",
            "'hole' is not a valid key: did you mean `holes`?",
        ),
        ("8; total 5", "write `total: 5`"),
        ("8; piece: quen", "did you mean `queen`?"),
        (
            "8; piece: queen and knight",
            "join them with +: queen+knight",
        ),
        ("8; top-bottom: warp", "did you mean `wrap`?"),
        (
            "8; pieces: 2 horses",
            "line 1: 'horses' is not a valid piece",
        ),
        (
            "8\npieces: 2 all queens",
            "line 2: '2 all queens' cannot be read: write kinds of pieces such as",
        ),
        (
            "8; pieces: queens, queens",
            "'queen' is the name of two kinds",
        ),
        (
            "8; peace: never",
            "'never' cannot be read: write all, within,",
        ),
        (
            "8; cover: many",
            "'many' cannot be read: write a number of attackers",
        ),
        (
            "8; cover: by rooks 1..",
            "no kind of piece is named 'rooks': name kinds as in `queen`",
        ),
        (
            "armies 4; pieces: red queens, blue queens",
            "is named 'white': name kinds as in `red and blue`",
        ),
        (
            "8; best: fewest",
            "'fewest' cannot be read: write least or greatest,",
        ),
        ("8; best: least number of sets", "no kind is in sets"),
        (
            "8; total: 5, 6",
            "'6' is a second number for all pieces together",
        ),
        (
            "8; unchanged: shake",
            "'shake' cannot be read: write half-turn,",
        ),
        (
            "8; pieces: queens on i9",
            "the listed square i9 (8:8 from 0) is off the board",
        ),
    ] {
        assert!(message(text).contains(part), "{text:?}: {}", message(text));
    }
}
