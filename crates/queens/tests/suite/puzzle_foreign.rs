//! Region puzzles as sites and programs pass them on.

use crate::common::slip;
use proptest::prelude::*;
use queens::control::Limits;
use queens::puzzle::read::{PuzzleReadError, read, read_all};
use queens::puzzle::{Mark, Position, write};
use queens::square::Square;
use queens::{Question, Settings, Verdict, ask};

fn position_of(text: &str) -> Position {
    read(text.as_bytes(), None).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The region of each square, numbered as they come, as letters.
fn letters(position: &Position) -> String {
    let mut seen = Vec::new();
    let regions = position.puzzle().regions();
    let number = |region: u32| {
        let at = seen.iter().position(|&other| other == region);
        at.unwrap_or_else(|| {
            seen.push(region);
            seen.len() - 1
        })
    };
    regions
        .into_iter()
        .map(number)
        .map(|number| char::from(b'A' + number as u8))
        .collect()
}

const QUARTERS: &str = "AABBAABBCCDDCCDD";

/// The quarters of a board of side 4, in the words of many programs.
const SAME: [&str; 48] = [
    "[\"A\",\"A\",\"B\",\"B\"],\n[\"A\",\"A\",\"B\",\"B\"],\n[\"C\",\"C\",\"D\",\"D\"],\n[\"C\",\"C\",\"D\",\"D\"],\n",
    "[0,0,1,1],\n[0,0,1,1],\n[2,2,3,3],\n[2,2,3,3]\n",
    "['A','A','B','B']\n['A','A','B','B']\n['C','C','D','D']\n['C','C','D','D']\n",
    "const regions = [\n  ['A', 'A', 'B', 'B'],\n  ['A', 'A', 'B', 'B'],\n  ['C', 'C', 'D', 'D'],\n  ['C', 'C', 'D', 'D'],\n];\n",
    "const regions: string[][] = [\n  ['A', 'A', 'B', 'B'],\n  ['A', 'A', 'B', 'B'],\n  ['C', 'C', 'D', 'D'],\n  ['C', 'C', 'D', 'D'],\n];\n",
    "export const board = [[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]] // a comment\n",
    "export default { regions: [\"AABB\", \"AABB\", \"CCDD\", \"CCDD\",], };",
    "// a level\nlet level = {size: 4, colorRegions: [['A','A','B','B'],['A','A','B','B'],['C','C','D','D'],['C','C','D','D']]};",
    "/* a level */ module.exports = {name: 'x', colorGrid: [[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]}",
    "{regions: [[A, A, B, B], [A, A, B, B], [C, C, D, D], [C, C, D, D]]}",
    r#"{"colorRegions": [["A","A","B","B"],["A","A","B","B"],["C","C","D","D"],["C","C","D","D"]],}"#,
    r#"{"color_regions": [["A","A","B","B"],["A","A","B","B"],["C","C","D","D"],["C","C","D","D"]]}"#,
    r#"{"colors": [[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]}"#,
    r##"{"colors": ["#f00","#0f0","#00f","#ff0"], "grid": [[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]}"##,
    r#"{"color_grid": [[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]]}"#,
    r#"{"0": [[0,0],[0,1],[1,0],[1,1]], "1": [[0,2],[0,3],[1,2],[1,3]], "2": [[2,0],[2,1],[3,0],[3,1]], "3": [[2,2],[2,3],[3,2],[3,3]]}"#,
    "{0: [[0,0],[0,1],[1,0],[1,1]], 1: [[0,2],[0,3],[1,2],[1,3]], 2: [[2,0],[2,1],[3,0],[3,1]], 3: [[2,2],[2,3],[3,2],[3,3]]}",
    "{'size': 4, 'A': [(0,0),(0,1),(1,0),(1,1)], 'B': [(0,2),(0,3),(1,2),(1,3)], 'C': [(2,0),(2,1),(3,0),(3,1)], 'D': [(2,2),(2,3),(3,2),(3,3)]}",
    r#"{"grid":[[{"region":0},{"region":0},{"region":1},{"region":1}],[{"region":0},{"region":0},{"region":1},{"region":1}],[{"region":2},{"region":2},{"region":3},{"region":3}],[{"region":2},{"region":2},{"region":3},{"region":3}]]}"#,
    r#"{"cages":[{"cells":["r1c1","r1c2","r2c1","r2c2"]},{"cells":["r1c3","r1c4","r2c3","r2c4"]},{"cells":["R3C1","R3C2","R4C1","R4C2"]},{"cells":["r3c3","r3c4","r4c3","r4c4"]}]}"#,
    r#"{"regions": "AABB\nAABB\nCCDD\nCCDD"}"#,
    r#"{"task": "1,1,2,2,1,1,2,2,3,3,4,4,3,3,4,4"}"#,
    "const board = `\nAABB\nAABB\nCCDD\nCCDD\n`;",
    "[[0 0 1 1]\n [0 0 1 1]\n [2 2 3 3]\n [2 2 3 3]]",
    "regions = np.array([[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]])  # a level",
    "pzprv3/starbattle/4/4/1/4/0 0 1 1 /0 0 1 1 /2 2 3 3 /2 2 3 3 /. . . . /. . . . /. . . . /. . . . /",
    "pzprv3.1\nstarbattle\n4\n4\n1\n4\n0 0 1 1 \n0 0 1 1 \n2 2 3 3 \n2 2 3 3 \n",
    "import {\n  coral,\n  ivory,\n  olive,\n  plum,\n} from \"../colors\";\n\nconst level7 = {\n  path: \"/level/7\",\n  size: 4,\n  colorRegions: [\n    [\"A\", \"A\", \"B\", \"B\"],\n    [\"A\", \"A\", \"B\", \"B\"],\n    [\"C\", \"C\", \"D\", \"D\"],\n    [\"C\", \"C\", \"D\", \"D\"],\n  ],\n  regionColors: {\n    A: coral,\n    B: ivory,\n    C: olive,\n    D: plum,\n  },\n  solutionsCount: 1,\n  createdBy: \"somebody\",\n  isNew: true,\n};\n\nexport default level7;\n",
    "import { coral, ivory } from '../colors'\nimport plum from '../plum'\n\nexport default { name: 'x', size: 4, colorRegions: [['A','A','B','B'],['A','A','B','B'],['C','C','D','D'],['C','C','D','D']], regionColors: { A: coral, B: ivory, C: plum, D: 'olive' }, isNew: false }\n",
    "from collections import (\n    deque,\n)\nimport numpy as np\n\nregions = np.array([[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]])\n",
    r#"{"game": "queens", "n": 4, "regions": [[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]], "givens": {"queens": [], "blocked": []}}"#,
    r#"{"levels": {"size": 4}, "puzzles": [{"regions": ["AABB","AABB","CCDD","CCDD"], "solution": [[0,1],[1,3],[2,0],[3,2]]}]}"#,
    "Queens 2026-11-26, 4 x 4\n3:05, 2 hints\n🟥🟥🟧🟧\n🟥🟥🟧🟧\n🟨🟨🟩🟩\n🟨🟨🟩🟩\nhttps://example.org/#puzzles?r=AABB.AABB.CCDD.CCDD\n",
    "http://127.0.0.1:8080/#puzzles?r=AABB.AABB.CCDD.CCDD",
    "AABB.AABB.CCDD.CCDD",
    "AABB AABB CCDD CCDD",
    "AABB/AABB/CCDD/CCDD",
    "'aabb-aabb-ccdd-ccdd'",
    // The answer of a server, with the rows as objects.
    r#"{"data": {"elements": [{"id": "x", "puzzle_of_day": {"gridSize": 4, "solution": [{"row": 0, "col": 1}, {"row": 1, "col": 3}], "colorGrid": [{"colors": [0,0,1,1]}, {"colors": [0,0,1,1]}, {"colors": [2,2,3,3]}, {"colors": [2,2,3,3]}]}}]}}"#,
    r#"{"format": 1, "levels": [{"id": "9b", "size": 4, "regions": [[0,0,1,1],[0,0,1,1],[2,2,3,3],[2,2,3,3]], "solution": [1,3,0,2]}]}"#,
    "const BOARD_1 = {\n  width: 4,\n  height: 4,\n  cells: [\n    0, 0, 1, 1,\n    0, 0, 1, 1,\n    2, 2, 3, 3,\n    2, 2, 3, 3,\n  ],\n};\n",
    "export const uniqueRegionMap: RegionMap = [\n\t[0, 0, 1, 1],\n\t[0, 0, 1, 1],\n\t[2, 2, 3, 3],\n\t[2, 2, 3, 3]\n];\n\nexport const uniqueSolution: Cell[] = [\n\t{ row: 0, col: 1 },\n\t{ row: 1, col: 3 },\n\t{ row: 2, col: 0 },\n\t{ row: 3, col: 2 }\n];\n",
    "export const DEFAULT_GRID_SIZE = 4;\n\nexport const SAMPLE = [\n  [0, 0, 1, 1],\n  [0, 0, 1, 1],\n  [2, 2, 3, 3],\n  [2, 2, 3, 3],\n];\n",
    "    vec![\n        vec![0, 0, 1, 1],\n        vec![0, 0, 1, 1],\n        vec![2, 2, 3, 3],\n        vec![2, 2, 3, 3],\n    ]\n",
    "let mut board: Vec<Vec<u8>> = vec![vec![0, 0, 1, 1], vec![0, 0, 1, 1], vec![2, 2, 3, 3], vec![2, 2, 3, 3]];",
    "const BOARD: &str =\n    \"0011 0011 2233 2233\";\n",
    "import { coral } from \"../colors\";\n\nconst level of June 01, 2025 = {\n  size: 4,\n  colorRegions: [\n    [\"A\", \"A\", \"B\", \"B\"],\n    [\"A\", \"A\", \"B\", \"B\"],\n    [\"C\", \"C\", \"D\", \"D\"],\n    [\"C\", \"C\", \"D\", \"D\"],\n  ],\n};\n\nexport default level of June 01, 2025;\n",
    "const A = ['A','A','B','B']; const board = [['A','A','B','B'],['A','A','B','B'],['C','C','D','D'],['C','C','D','D']];",
];

#[test]
fn reads_one_board_in_every_format() {
    for text in SAME {
        let position = position_of(text);
        assert_eq!(letters(&position), QUARTERS, "{text}");
        assert_eq!(position.puzzle().stars(), 1, "{text}");
        assert!(
            position.marks().iter().all(|&mark| mark == Mark::Open),
            "{text}"
        );
    }
}

#[test]
fn keeps_stars_and_marks() {
    for text in [
        "const regions = [\"AABB\",\"AABB\",\"CCDD\",\"CCDD\"]; const stars = 2; const queens = [[0, 1]]; const crosses = ['a3'];",
        "{regions: ['AABB','AABB','CCDD','CCDD'], starsPerRegion: 2, queens: ['b1'], crosses: [[2, 0]]}",
        "pzprv3/starbattle/4/4/2/4/0 0 1 1 /0 0 1 1 /2 2 3 3 /2 2 3 3 /. # . . /. . . . /+ . . . /. . . . /",
        "http://127.0.0.1/#puzzles?r=AABB.AABB.CCDD.CCDD&s=2&m=.q......x",
        "http://127.0.0.1/#puzzles?r=AABB.AABB.CCDD.CCDD&s=2&m=.q......y",
        "2 stars\nAABB.AABB.CCDD.CCDD\n\n.Q..\n....\nx...\n....\n",
    ] {
        let position = position_of(text);
        assert_eq!(
            (letters(&position).as_str(), position.puzzle().stars()),
            (QUARTERS, 2),
            "{text}"
        );
        assert_eq!(
            position.marked(Mark::Queen).collect::<Vec<_>>(),
            [Square::new(0, 1)],
            "{text}"
        );
        assert_eq!(
            position.marked(Mark::Cross).collect::<Vec<_>>(),
            [Square::new(2, 0)],
            "{text}"
        );
        assert!(!position.puzzle().has_clues(), "{text}");
    }
    let json = r#"{"regions": ["AABB","AABB","CCDD","CCDD"], "givens": {"queens": [[0,0]], "blocked": [[3,3]]}}"#;
    assert_eq!(
        position_of(json).puzzle().clue(Square::new(0, 0)),
        Mark::Queen
    );
    assert_eq!(
        position_of(json).puzzle().clue(Square::new(3, 3)),
        Mark::Cross
    );
    let clues = position_of(
        "https://example.org/lab#puzzles?m=g..............b&r=AABB.AABB.CCDD.CCDD",
    );
    assert_eq!(clues.puzzle().clue(Square::new(0, 0)), Mark::Queen);
    assert_eq!(clues.puzzle().clue(Square::new(3, 3)), Mark::Cross);
}

/// The puzzle of pzpr's own tests: its file and its address are the same board, and the
/// marks of its solved file are the only solution.
#[test]
fn a_pzpr_file_equals_its_address() {
    let regions =
        "0 0 0 1 1 1 /0 1 1 1 2 2 /0 3 3 4 4 2 /5 5 3 3 4 2 /5 4 4 4 4 2 /5 2 2 2 2 2 /";
    let solved =
        "+ # + + + + /+ + + # + + /+ + + + + # /. + # + + + /. + + + # + /# + + + + + /";
    let file = position_of(&format!("pzprv3/starbattle/6/6/1/6/{regions}{solved}"));
    let address = position_of("https://puzz.link/p?starbattle/6/6/1/4ilbhgdnmhou");
    assert_eq!(letters(&file), letters(&address));
    let answer = ask(
        address.puzzle().problem(),
        Question::Unique,
        &Settings::default(),
    )
    .unwrap();
    assert_eq!(answer.verdict(), Verdict::OnlyOne);
    let queens: Vec<Square> = file.marked(Mark::Queen).collect();
    assert_eq!(answer.first.unwrap().squares(), queens);
}

#[test]
fn reads_several_puzzles_in_order() {
    let stripes = "AAAAABBBBBCCCCCDDDDDEEEEE";
    for text in [
        "551W0003___\n551W0003___\n",
        "task = '1,1,1,1,1,2,2,2,2,2,3,3,3,3,3,4,4,4,4,4,5,5,5,5,5'\ntask = '1,1,1,1,1,2,2,2,2,2,3,3,3,3,3,4,4,4,4,4,5,5,5,5,5'\n",
        "1,1,1,1,1,2,2,2,2,2,3,3,3,3,3,4,4,4,4,4,5,5,5,5,5\n1,1,1,1,1,2,2,2,2,2,3,3,3,3,3,4,4,4,4,4,5,5,5,5,5\n",
        "AAAAABBBBBCCCCCDDDDDEEEEE\nAAAAABBBBBCCCCCDDDDDEEEEE\n",
        "AAAAA.BBBBB.CCCCC.DDDDD.EEEEE\n\nAAAAA.BBBBB.CCCCC.DDDDD.EEEEE\n",
        "AAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n\n.....\n.....\n..Q..\n.....\n.....\n\nAAAAA\nBBBBB\nCCCCC\nDDDDD\nEEEEE\n",
        r#"{"puzzles": [{"regions": ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}, {"puzzle": {"regions": ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}}]}"#,
        r#"{"level1": {"regions": ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}, "level2": {"regions": ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}}"#,
        r#"[{"regions": ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}, {"regions": ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}]"#,
        r#"[["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"], ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]]"#,
        r#"{"easy": {"levels": [["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]]}, "hard": ["AAAAA","BBBBB","CCCCC","DDDDD","EEEEE"]}"#,
        "first = [[0,0,0,0,0],[1,1,1,1,1],[2,2,2,2,2],[3,3,3,3,3],[4,4,4,4,4]]\nsecond = [[0,0,0,0,0],[1,1,1,1,1],[2,2,2,2,2],[3,3,3,3,3],[4,4,4,4,4]]\n",
        "{\"regions\": [\"AAAAA\",\"BBBBB\",\"CCCCC\",\"DDDDD\",\"EEEEE\"]}\n{\"regions\": [\"AAAAA\",\"BBBBB\",\"CCCCC\",\"DDDDD\",\"EEEEE\"]}\n",
    ] {
        let found = read_all(text.as_bytes(), None, &Limits::default())
            .unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            found.iter().map(letters).collect::<Vec<_>>(),
            [stripes, stripes],
            "{text}"
        );
        assert_eq!(
            read(text.as_bytes(), None),
            Err(PuzzleReadError::Several(2)),
            "{text}"
        );
    }
    // Rows of one board, not four of them.
    assert_eq!(
        read_all(
            b"1,1,2,2\n1,1,2,2\n3,3,4,4\n3,3,4,4\n",
            None,
            &Limits::default()
        )
        .unwrap()
        .len(),
        1
    );
}

#[test]
fn refusals_name_the_right_reason() {
    for (text, words) in [
        (
            "hello world this is text",
            "docs/guide/formats.md lists all forms",
        ),
        ("AAAA\nBBBBB\n", "docs/guide/formats.md lists all forms"),
        (
            "const x = 5;",
            "the map of the regions is 5: use a list of rows",
        ),
        (
            "const regions = [[1, 2], [1, 2];",
            "line 1: invalid JSON near character",
        ),
        ("{regions: [\n  ['A', 'B'],\n  ['A' 'B'),\n]", "JSON"),
        (
            "{\"puzzle\": {\"size\": 4}}",
            "has the keys 'size' but no map of the regions",
        ),
        ("{\"grid\": [[{\"x\": 1}]]}", "an object is not a square"),
        ("pzprv3/starbattle/4/5/1/4/0 0", "is a board of 4 x 5"),
        (
            "pzprv3/starbattle/4/4/1/4/0 0 1 1 /0 0 1/",
            "has 3 regions in row 2",
        ),
        (
            "pzprv3/starbattle/4/4/1/4/0 0 1 1/0 0 1 1/2 2 3 3/2 2 3 3/? . . ./. . . ./. . . ./. . . ./",
            "has '?' among its marks",
        ),
        (
            "http://x/#puzzles?r=AABB.AABB.CCDD.CCDD&m=.?",
            "has '?' among its marks",
        ),
        ("http://x/#puzzles?r=AABB.AABB.CCDD.CCDD&s=two", "has s=two"),
        (
            "551W0003___\n551W0003\n",
            "has 8 characters, but a board of 5 x 5 takes 11",
        ),
    ] {
        let error = read(text.as_bytes(), None)
            .map(|found| letters(&found))
            .unwrap_err()
            .to_string();
        assert!(error.contains(words), "{text:?}: {error}");
    }
}

/// Large texts are refused before they take memory, however they are made.
#[test]
fn refuses_large_texts() {
    for text in [
        "[".repeat(2 << 20),
        "[{\"\":0},".repeat(100_000),
        "[1 1 ".repeat(400_000),
        "A".repeat(2 << 20),
        "a(".repeat(20_000),
    ] {
        assert!(read(text.as_bytes(), None).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// One byte of a form changed, cut off, or doubled; what is read is written and read
    /// back.
    #[test]
    fn no_typo_panics(form in prop::sample::select(&SAME[..]), at in any::<prop::sample::Index>(), byte in any::<u8>(), kind in 0..3_usize) {
        let bytes = slip(form, at, byte, kind);
        for position in read_all(&bytes, None, &Limits::default()).into_iter().flatten() {
            prop_assert_eq!(&position_of(&write::grid(&position)), &position);
        }
    }
}

/// A search of every part again at every level would double the time with each level.
#[test]
fn deep_values_are_refused_at_once() {
    for key in ["puzzle", "puzzles", "x"] {
        let text = format!(
            "{}1{}",
            format!("{{\"{key}\": [").repeat(60),
            "]}".repeat(60)
        );
        assert!(
            matches!(read(text.as_bytes(), None), Err(PuzzleReadError::Json(_))),
            "{key}"
        );
        let text = format!(
            "{}1{}",
            format!("{{\"{key}\": ").repeat(120),
            "}".repeat(120)
        );
        assert!(
            matches!(read(text.as_bytes(), None), Err(PuzzleReadError::Json(_))),
            "{key}"
        );
    }
}
