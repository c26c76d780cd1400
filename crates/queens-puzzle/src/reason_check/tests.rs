//! The check of reasons on premises made by hand, and against all placements.

use super::assignment::{COUNTING_ROUNDS, FillSearch};
use super::*;
use queens_model::problem::Unit;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Regions of four quarters.
const QUARTERS: &str = "AABB AABB CCDD CCDD";

/// Reads a board: a word for each row, a letter for the region of each square.
fn board(map: &str, stars: u32) -> ReasonBoard {
    let letters = map.bytes().filter(|&letter| letter != b' ');
    let regions: Vec<u32> = letters.map(|letter| u32::from(letter - b'A')).collect();
    let size = map.split(' ').count() as u32;
    ReasonBoard {
        size,
        stars,
        marks: vec![Mark::Open; regions.len()],
        regions: Some(regions),
    }
}

fn level(size: u32) -> ReasonBoard {
    let marks = vec![Mark::Open; (size * size) as usize];
    ReasonBoard {
        size,
        stars: 1,
        regions: None,
        marks,
    }
}

/// Reads the names of squares.
fn squares(names: &str) -> Vec<Square> {
    let read = |name: &str| {
        let column = name.bytes().next().expect("a letter") - b'a';
        let row: u32 = name
            .get(1..)
            .and_then(|row| row.parse().ok())
            .expect("a number");
        Square::new(row - 1, column.into())
    };
    names.split_whitespace().map(read).collect()
}

fn square(name: &str) -> Square {
    squares(name)[0]
}

fn mark(board: &mut ReasonBoard, names: &str, mark: Mark) {
    for square in squares(names) {
        let index = board.square_index(square);
        board.marks[index] = mark;
    }
}

/// Returns premises with the squares that they are about.
fn premises(board: &ReasonBoard, facts: &[Fact]) -> Vec<Premise> {
    let premise = |&fact: &Fact| {
        let squares = match fact {
            Fact::Unit(unit) => {
                let squares = board.unit_squares(unit).unwrap_or_default();
                let kept = squares
                    .into_iter()
                    .filter(|&index| board.marks[index] != Mark::Cross);
                kept.map(|index| board.square_at(index)).collect()
            }
            Fact::Queen(square) => vec![square],
            Fact::OneSolution(pairs) => {
                let mut squares = pairs.concat();
                squares.sort_unstable();
                squares
            }
        };
        Premise {
            fact,
            squares,
            named_at: 0,
        }
    };
    facts.iter().map(premise).collect()
}

fn prove_facts(
    board: &ReasonBoard,
    facts: &[Fact],
    crosses: &str,
    queens: &str,
) -> Result<(), ReasonFault> {
    prove(
        board,
        &premises(board, facts),
        &squares(crosses),
        &squares(queens),
    )
}

fn counterexample(of: &str, queens: &str) -> Result<(), ReasonFault> {
    Err(ReasonFault::Counterexample {
        square: square(of),
        queens: squares(queens),
    })
}

const REGION_A: Fact = Fact::Unit(Unit::Region(0));
const COLUMN_B: Fact = Fact::Unit(Unit::Column(1));
const ROW_1: Fact = Fact::Unit(Unit::Row(0));
const ROW_3: Fact = Fact::Unit(Unit::Row(2));
const ROW_4: Fact = Fact::Unit(Unit::Row(3));
const COLUMN_A: Fact = Fact::Unit(Unit::Column(0));

/// Region A has room in column b only, so the rest of that column stays empty.
#[test]
fn proves_a_confinement_and_finds_what_it_does_not_need() {
    let mut board = board(QUARTERS, 1);
    mark(&mut board, "a1 a2", Mark::Cross);
    assert_eq!(
        prove_facts(&board, &[REGION_A, COLUMN_B], "b3 b4", ""),
        Ok(())
    );
    assert_eq!(
        prove_facts(&board, &[REGION_A], "b3 b4", ""),
        counterexample("b3", "b1 b3")
    );
    assert_eq!(
        prove_facts(&board, &[COLUMN_B], "b3 b4", ""),
        counterexample("b3", "b3")
    );
    let facts = [ROW_4, REGION_A, COLUMN_B];
    let unneeded = superfluous(&board, &premises(&board, &facts), &squares("b3 b4"), &[]);
    assert_eq!(unneeded, [0]);
}

#[test]
fn knows_a_queen_only_if_it_is_named() {
    let mut board = board(QUARTERS, 1);
    mark(&mut board, "b1", Mark::Queen);
    let queen = Fact::Queen(square("b1"));
    assert_eq!(prove_facts(&board, &[queen], "a1 c1 a2 b2 c2", ""), Ok(()));
    assert_eq!(
        prove_facts(&board, &[queen], "d1", ""),
        counterexample("d1", "b1 d1")
    );
    assert_eq!(
        prove_facts(&board, &[], "a2", ""),
        counterexample("a2", "a2")
    );
    assert_eq!(
        prove_facts(&board, &[ROW_1], "d1 a2", ""),
        Ok(()),
        "b1 stands in row 1"
    );
    assert_eq!(
        prove_facts(&board, &[Fact::Queen(square("d1"))], "a2", ""),
        Err(ReasonFault::NoQueen(square("d1")))
    );
}

/// A queen on a2 would leave only c1 in row 1 and only c3 in row 3, both in column c.
#[test]
fn refutes_a_reason_that_names_another_unit() {
    let mut board = board("AAAAA BBBBB CCCCC DDDDD EEEEE", 1);
    mark(&mut board, "d1 e1 d3 e3", Mark::Cross);
    let column_c = Fact::Unit(Unit::Column(2));
    assert_eq!(
        prove_facts(&board, &[ROW_1, ROW_3, column_c], "a2", ""),
        Ok(())
    );
    let wrong = [ROW_1, ROW_3, Fact::Unit(Unit::Column(4))];
    assert_eq!(
        prove_facts(&board, &wrong, "a2", ""),
        counterexample("a2", "c1 a2 e2 c3")
    );
    assert_eq!(
        prove_facts(&board, &[ROW_1, column_c], "a2", ""),
        counterexample("a2", "c1 a2")
    );
}

/// A queen on d2 is the only one that b1 leaves in row 2.
#[test]
fn queens_of_a_level_attack_along_diagonals() {
    let mut board = level(4);
    mark(&mut board, "b1", Mark::Queen);
    let (queen, row_2) = (Fact::Queen(square("b1")), Fact::Unit(Unit::Row(1)));
    assert_eq!(prove_facts(&board, &[queen, row_2], "", "d2"), Ok(()));
    assert_eq!(
        prove_facts(&board, &[row_2], "", "d2"),
        counterexample("d2", "a2")
    );
    assert_eq!(prove_facts(&board, &[queen], "d3 b4", ""), Ok(()));
    assert_eq!(
        prove_facts(&board, &[queen], "c3", ""),
        counterexample("c3", "b1 c3")
    );
    let region = Unit::Region(0);
    assert_eq!(
        prove_facts(&board, &[Fact::Unit(region)], "c3", ""),
        Err(ReasonFault::NoUnit(region))
    );
}

/// Rows 1 and 3 and column a leave the pairs a1 c3 and c1 a3. Only c4 and d4 tell them
/// apart.
fn exchangeable() -> (ReasonBoard, [[Square; 2]; 2]) {
    let mut board = board("AAAAA BBBBB CCCCC DDDDD EEEEE", 1);
    mark(&mut board, "b1 d1 e1 b3 d3 e3 a2 a4 a5", Mark::Cross);
    (
        board,
        [[square("a1"), square("c3")], [square("c1"), square("a3")]],
    )
}

#[test]
fn exchanges_pairs_that_nothing_tells_apart() {
    let (mut board, pairs) = exchangeable();
    let facts = [ROW_1, ROW_3, COLUMN_A, Fact::OneSolution(pairs)];
    assert_eq!(prove_facts(&board, &facts, "a1 c3", "c1 a3"), Ok(()));
    assert!(
        superfluous(&board, &premises(&board, &facts), &squares("a1"), &[]).is_empty()
    );
    assert_eq!(
        prove_facts(&board, &facts, "", "d4"),
        counterexample("d4", "c1 a3 c4")
    );
    mark(&mut board, "c4", Mark::Cross);
    assert_eq!(prove_facts(&board, &facts, "", "d4"), Ok(()));
    assert_eq!(
        prove_facts(&board, &facts[..3], "a1", ""),
        counterexample("a1", "a1 c3")
    );
}

#[test]
fn refuses_pairs_that_cannot_be_exchanged() {
    let (board, pairs) = exchangeable();
    let fault = |board: &ReasonBoard, facts: &[Fact], pairs| {
        let facts = [facts, &[Fact::OneSolution(pairs)]].concat();
        match prove_facts(board, &facts, "e5", "") {
            Err(ReasonFault::NotExchangeable(fault)) => fault,
            other => panic!("{other:?}"),
        }
    };
    let units = [ROW_1, ROW_3, COLUMN_A];
    let both = ExchangeFault::NotOnePair(squares("c1 c3"));
    assert_eq!(fault(&board, &units[..2], pairs), both);
    let [[a1, c3], [c1, a3]] = pairs;
    assert_eq!(
        fault(&board, &units, [[a1, c1], [a3, c3]]),
        ExchangeFault::DifferentUnits
    );
    assert_eq!(
        fault(&board, &units, [[a1, c3], [a1, c3]]),
        ExchangeFault::NotFree(a1)
    );
    let close = [square("c4"), square("d5")];
    let swapped = [square("d4"), square("c5")];
    assert_eq!(
        fault(&board, &units, [close, swapped]),
        ExchangeFault::PairTouches(close)
    );
    let mut marked = board.clone();
    mark(&mut marked, "d4", Mark::Queen);
    let next = ExchangeFault::TouchesQueen(c3, square("d4"));
    assert_eq!(fault(&marked, &units, pairs), next);
    let mut other_region = board.clone();
    let index = board.square_index(c1);
    other_region.regions.as_mut().expect("regions")[index] = 1;
    assert_eq!(
        fault(&other_region, &units, pairs),
        ExchangeFault::DifferentUnits
    );
}

#[test]
fn refuses_premises_that_are_not_those_of_the_board() {
    let mut board = board(QUARTERS, 1);
    mark(&mut board, "a1", Mark::Cross);
    assert_eq!(
        prove_facts(&board, &[ROW_1], "", ""),
        Err(ReasonFault::NoConclusion)
    );
    let not_open = Err(ReasonFault::NotOpen(square("a1")));
    assert_eq!(prove_facts(&board, &[ROW_1], "a1", ""), not_open);
    let off_board = Err(ReasonFault::NotOpen(square("e1")));
    assert_eq!(prove_facts(&board, &[ROW_1], "e1", ""), off_board);
    let twice = Err(ReasonFault::NamedTwice(ROW_1));
    assert_eq!(prove_facts(&board, &[ROW_1, ROW_1], "b1", ""), twice);
    for unit in [Unit::Row(4), Unit::Region(4), Unit::Total] {
        let missing = Err(ReasonFault::NoUnit(unit));
        assert_eq!(prove_facts(&board, &[Fact::Unit(unit)], "b1", ""), missing);
    }
    let mut wrong = premises(&board, &[ROW_1]);
    wrong[0].squares = squares("a1 b1 c1 d1");
    let expected = squares("b1 c1 d1");
    assert_eq!(
        prove(&board, &wrong, &squares("b1"), &[]),
        Err(ReasonFault::WrongSquares {
            fact: ROW_1,
            expected
        })
    );
}

#[test]
fn crosses_only_squares_that_queens_rule_out() {
    let mut board = board(QUARTERS, 1);
    mark(&mut board, "b1", Mark::Queen);
    let refused = Err(ReasonFault::NotRuledOut(square("d2")));
    assert_eq!(
        board.clone().cross_ruled_out(&squares("d1 b4 a2 d2")),
        refused
    );
    assert_eq!(board.cross_ruled_out(&squares("d1 b4 a2 c2")), Ok(()));
    assert_eq!(board.mark(square("d1")), Some(Mark::Cross));
    let row_2 = Fact::Unit(Unit::Row(1));
    assert_eq!(
        prove_facts(&board, &[row_2], "", "d2"),
        counterexample("d2", "b2")
    );
    let again = Err(ReasonFault::NotRuledOut(square("d1")));
    assert_eq!(board.cross_ruled_out(&squares("d1")), again);
}

/// Checks where a sentence names facts.
fn named(sentence: &str, places: &[(Fact, usize)]) -> Result<(), ReasonFault> {
    let premise = |&(fact, named_at): &(Fact, usize)| Premise {
        fact,
        squares: Vec::new(),
        named_at,
    };
    check_names(sentence, &places.iter().map(premise).collect::<Vec<_>>())
}

#[test]
fn finds_the_names_of_facts() {
    let sentence = "Rows 1 and 3 need queens, é, in columns b and a, beside b1.";
    let end = |text: &str| sentence.find(text).expect("the text") + text.len();
    let (row_1, row_3) = ((ROW_1, end("Rows 1")), (ROW_3, end("and 3")));
    let (column_b, column_a) = ((COLUMN_B, end("columns b")), (COLUMN_A, end("b and a")));
    let queen = (Fact::Queen(square("b1")), end("beside b1"));
    let all = [row_1, row_3, column_b, column_a, queen];
    assert_eq!(named(sentence, &all), Ok(()));
    let not_named = |fact, before: &str| {
        Err(ReasonFault::NotNamed {
            fact,
            before: before.to_owned(),
        })
    };
    assert_eq!(
        named(sentence, &[row_3, row_1]),
        Err(ReasonFault::NotInOrder(ROW_1))
    );
    assert_eq!(
        named(sentence, &[(ROW_3, row_1.1)]),
        not_named(ROW_3, "Rows 1")
    );
    assert_eq!(
        named(sentence, &[(ROW_1, end("é") - 1)]),
        not_named(ROW_1, "")
    );
    assert_eq!(named(sentence, &[(ROW_1, 1_000)]), not_named(ROW_1, ""));
    assert_eq!(named("Row 11", &[(ROW_1, 6)]), not_named(ROW_1, "Row 11"));
    assert_eq!(
        named("Column 1", &[(ROW_1, 8)]),
        not_named(ROW_1, "Column 1")
    );
    assert_eq!(named("region A", &[(REGION_A, 8)]), Ok(()));
    assert_eq!(
        named("column A", &[(REGION_A, 8)]),
        not_named(REGION_A, "column A")
    );
    assert_eq!(
        named("column aa", &[(Fact::Unit(Unit::Column(26)), 9)]),
        Ok(())
    );
    assert_eq!(
        named(sentence, &[queen, queen]),
        Err(ReasonFault::NotInOrder(queen.0))
    );
}

/// Five rows have room in five columns only, three queens in each: no other row has a
/// queen there. The naive search would place 14 queens in every possible way first.
#[test]
fn counts_three_queens_in_each_of_all_lines_of_a_large_board() {
    let size = 14;
    let regions = (0..size * size).map(|index| index / size).collect();
    let marks = (0..size * size).map(|index| {
        let (row, column) = (index / size, index % size);
        let is_crossed = row % 2 == 0 && row < 10 && !(column % 2 == 0 && column < 10);
        if is_crossed { Mark::Cross } else { Mark::Open }
    });
    let marks = marks.collect();
    let mut board = ReasonBoard {
        size,
        stars: 3,
        regions: Some(regions),
        marks,
    };
    let lines =
        (0..size).flat_map(|line| [Unit::Row(line), Unit::Column(line)].map(Fact::Unit));
    let lines: Vec<Fact> = lines.collect();
    assert_eq!(prove_facts(&board, &lines, "a12 e14", ""), Ok(()));
    mark(&mut board, "k5", Mark::Open);
    let is_confined = |fact: &&Fact| match **fact {
        Fact::Unit(Unit::Row(line) | Unit::Column(line)) => line % 2 == 0 && line < 10,
        _ => false,
    };
    let confined: Vec<Fact> = lines.iter().filter(is_confined).copied().collect();
    let found = prove_facts(&board, &confined, "a12", "");
    let Err(ReasonFault::Counterexample { queens, .. }) = found else {
        panic!("{found:?}")
    };
    assert!(
        queens.contains(&square("a12")) && queens.contains(&square("k5")),
        "{queens:?}"
    );
}

/// Each open square of row 1 touches both of row 2, so both are dead ends.
#[test]
fn gives_up_after_the_dead_ends_that_it_may_meet() {
    let mut board = board(QUARTERS, 1);
    mark(&mut board, "a1 d1 a2 d2", Mark::Cross);
    let facts = premises(&board, &[ROW_1, Fact::Unit(Unit::Row(1))]);
    let constraints = Constraints::from_units_and_queens(&board, &facts);
    let search = |left| FillSearch {
        constraints: &constraints,
        left,
        counts: false,
    };
    assert!(search(1).fill_squares(constraints.start.clone()).is_err());
    assert!(matches!(
        search(2).fill_squares(constraints.start.clone()),
        Ok(None)
    ));
}

/// All sets of squares of `board` that can hold queens beside each other.
fn placements(board: &ReasonBoard) -> Vec<Vec<bool>> {
    let mut sets = vec![vec![]];
    for index in 0..board.marks.len() {
        let square = board.square_at(index);
        let mut next = Vec::new();
        for set in sets {
            let is_free = |(other, &queen): (usize, &bool)| {
                !queen || !board.touches(board.square_at(other), square)
            };
            if set.iter().enumerate().all(is_free) {
                next.push([set.as_slice(), &[true]].concat());
            }
            next.push([set.as_slice(), &[false]].concat());
        }
        sets = next;
    }
    sets
}

/// True if a placement has what a fact about a unit or a queen says.
fn satisfies(board: &ReasonBoard, placement: &[bool], fact: Fact) -> bool {
    match fact {
        Fact::Unit(unit) => {
            let squares = board.unit_squares(unit).expect("a unit");
            let agrees = |&index: &usize| match board.marks[index] {
                Mark::Open => true,
                Mark::Cross => !placement[index],
                Mark::Queen => placement[index],
            };
            let queens = squares.iter().filter(|&&index| placement[index]).count();
            queens == board.stars as usize && squares.iter().all(agrees)
        }
        Fact::Queen(square) => placement[board.square_index(square)],
        Fact::OneSolution(_) => true,
    }
}

/// Counts of the comparison with all placements.
#[derive(Debug, Default)]
struct SeenCases {
    proved: u32,
    refuted: u32,
    /// Boards that counting alone refutes.
    overfull: u32,
}

impl SeenCases {
    /// Compares the search on one board with all its `placements`.
    fn compare(&mut self, board: &ReasonBoard, facts: &[Fact], placements: &[Vec<bool>]) {
        let premises = premises(board, facts);
        let holds =
            |set: &&Vec<bool>| facts.iter().all(|&fact| satisfies(board, set, fact));
        let allowed: Vec<&Vec<bool>> = placements.iter().filter(holds).collect();
        let constraints = Constraints::from_units_and_queens(board, &premises);
        if constraints.is_overfull(&constraints.start, COUNTING_ROUNDS) {
            assert!(allowed.is_empty(), "{board:?} {facts:?}");
            self.overfull += 1;
        }
        for index in
            (0..board.marks.len()).filter(|&index| board.marks[index] == Mark::Open)
        {
            let square = [board.square_at(index)];
            let is_always = |queen: bool| allowed.iter().all(|set| set[index] == queen);
            self.judge(
                prove(board, &premises, &square, &[]),
                is_always(false),
                board,
                &allowed,
            );
            self.judge(
                prove(board, &premises, &[], &square),
                is_always(true),
                board,
                &allowed,
            );
        }
    }

    /// Compares what the search found with what is true.
    fn judge(
        &mut self,
        found: Result<(), ReasonFault>,
        is_true: bool,
        board: &ReasonBoard,
        allowed: &[&Vec<bool>],
    ) {
        match found {
            Ok(()) => {
                assert!(is_true, "{board:?}");
                self.proved += 1;
            }
            Err(ReasonFault::Counterexample { queens, .. }) => {
                let is_placed = |index| queens.contains(&board.square_at(index));
                let set: Vec<bool> = (0..board.marks.len()).map(is_placed).collect();
                assert!(!is_true && allowed.contains(&&set), "{queens:?} {board:?}");
                self.refuted += 1;
            }
            Err(fault) => panic!("{fault}: {board:?}"),
        }
    }
}

/// Draws regions, marks with one queen, and facts about the board.
fn draw_facts(board: &mut ReasonBoard, random: &mut ChaCha8Rng) -> Vec<Fact> {
    let size = board.size;
    if let Some(regions) = &mut board.regions {
        regions.fill_with(|| random.random_range(0..size));
    }
    board.marks.fill_with(|| {
        if random.random_bool(0.4) {
            Mark::Cross
        } else {
            Mark::Open
        }
    });
    let queen = random.random_range(0..board.marks.len());
    board.marks[queen] = Mark::Queen;
    let mut facts = vec![Fact::Queen(board.square_at(queen))];
    facts.truncate(random.random_range(0..2));
    for number in 0..size {
        for unit in [
            Unit::Row(number),
            Unit::Column(number),
            Unit::Region(number),
        ] {
            if board.unit_squares(unit).is_some() && random.random_bool(0.3) {
                facts.push(Fact::Unit(unit));
            }
        }
    }
    facts
}

/// The search agrees with all placements on the board, one after the other.
#[test]
fn agrees_with_all_placements() {
    let mut random = ChaCha8Rng::seed_from_u64(67);
    let mut seen = SeenCases::default();
    for (size, stars, is_level) in
        [(5, 1, false), (5, 2, false), (5, 1, true), (4, 1, false)]
    {
        let mut board = level(size);
        board.stars = stars;
        board.regions = (!is_level).then(|| vec![0; board.marks.len()]);
        let placements = placements(&board);
        for _ in 0..60 {
            let facts = draw_facts(&mut board, &mut random);
            seen.compare(&board, &facts, &placements);
        }
    }
    assert!(
        seen.proved > 1_000 && seen.refuted > 1_000 && seen.overfull > 20,
        "{seen:?}"
    );
}

/// A hint of the quarters with one premise.
fn hint_from_region_a(ruled_out: &str) -> PuzzleStep {
    PuzzleStep {
        technique: crate::techniques().next().expect("a deduction"),
        sentence: "Region A has only b2 left.".to_owned(),
        premises: vec![Premise {
            fact: REGION_A,
            squares: squares("b2"),
            named_at: 8,
        }],
        ruled_out: squares(ruled_out),
        crosses: Vec::new(),
        queens: squares("b2"),
    }
}

#[test]
fn accepts_a_hint_that_follows() {
    let mut board = board(QUARTERS, 1);
    mark(&mut board, "d1", Mark::Queen);
    mark(&mut board, "a2", Mark::Cross);
    assert_follows(board, &hint_from_region_a("a1 b1"));
}

#[test]
#[should_panic(expected = "no queen on the board rules out a2")]
fn panics_at_a_hint_that_does_not_follow() {
    let mut board = board(QUARTERS, 1);
    mark(&mut board, "d1", Mark::Queen);
    assert_follows(board, &hint_from_region_a("a1 b1 a2"));
}
