use super::{SolverVerdict, solutions, solutions_with_notes};
use std::ops::ControlFlow;

/// Returns row and column of the queens of each solution of a text, from 0, or the error.
fn queens(text: &str) -> Result<Vec<Vec<[u32; 2]>>, String> {
    let mut found = Vec::new();
    let read = solutions(&mut text.as_bytes(), None, &mut |solution| {
        let squares = solution.placement.squares().iter();
        found.push(squares.map(|square| [square.row, square.column]).collect());
        ControlFlow::Continue(())
    });
    read.map(|()| found).map_err(|error| error.to_string())
}

/// Returns the numbers of valid and invalid solutions of a text.
fn verdicts(text: &str) -> (u32, u32) {
    let mut found = (0, 0);
    solutions(&mut text.as_bytes(), None, &mut |solution| {
        match queens_model::check::solution(solution.problem, &solution.placement) {
            Ok(_) => found.0 += 1,
            Err(_) => found.1 += 1,
        }
        ControlFlow::Continue(())
    })
    .expect("a text that is read");
    found
}

#[test]
fn reads_json_boards_of_strings() {
    assert_eq!(verdicts(r#"[[".Q..","...Q","Q...","..Q."]]"#), (1, 0));
    assert_eq!(
        verdicts(r#"[[".Q..","...Q","Q...","..Q."],["..Q.","Q...","...Q",".Q.."]]"#),
        (2, 0)
    );
    assert_eq!(verdicts(r#"[".Q..","...Q","Q...","..Q."]"#), (1, 0));
    assert_eq!(verdicts(r#"["Q...","...Q","Q...","..Q."]"#), (0, 1));
}

#[test]
fn reads_a_json_matrix_of_bits() {
    assert_eq!(
        verdicts("[[0,1,0,0],[0,0,0,1],[1,0,0,0],[0,0,1,0]]"),
        (1, 0)
    );
    // Not square, or not of 0 and 1 alone: lists of columns.
    assert_eq!(verdicts("[[0,1,0,0],[0,0,0,1],[1,0,0,0]]"), (0, 3));
    assert_eq!(verdicts("[[0,1,0],[0,0,1],[1,0,0],[0,0,1]]"), (0, 4));
    assert_eq!(verdicts("[[1,3,0,2],[2,0,3,1]]"), (2, 0));
    assert_eq!(verdicts("[[0,1],[1,0]]"), (0, 2));
}

/// Queens in rows 1, 2 and 3 alone: on a board of five rows they count from 0.
#[test]
fn rows_count_from_zero_on_a_larger_board() {
    let pairs = "[[1,1],[2,3],[3,0]]";
    let columns = "[null,1,3,0,null]";
    for text in [
        format!(r#"{{"size":[5,5],"queens":{pairs}}}"#),
        format!(r#"{{"size":[5,5],"solutions":[{{"queens":{pairs}}}]}}"#),
        format!(r#"{{"problem":"dominating 5","solutions":[{{"queens":{pairs}}}]}}"#),
        format!(
            r#"{{"schema":"queens/solutions/1","problem":"dominating 5","size":[5,5],"solutions":[{{"columns":{columns},"queens":{pairs}}}]}}"#
        ),
    ] {
        let expected = vec![vec![[1, 1], [2, 3], [3, 0]]];
        assert_eq!(queens(&text), Ok(expected), "{text}");
    }
    let text =
        r#"{"problem":"queens 4","solutions":[{"queens":[[1,2],[2,4],[3,1],[4,3]]}]}"#;
    let expected = vec![vec![[0, 1], [1, 3], [2, 0], [3, 2]]];
    assert_eq!(queens(text), Ok(expected));
    let text = r#"{"size":4,"solutions":[[1,3,0,2,4]]}"#;
    let error = queens(text).expect_err("a list of five rows");
    assert!(error.contains("but 4 was expected"), "{error}");
}

#[test]
fn the_word_of_a_solver_drops_no_solution() {
    let expected = vec![vec![[0, 1], [1, 3], [2, 0], [3, 2]]];
    for text in [
        r#"{"status":"unknown","queens":[1,3,0,2]}"#,
        r#"{"queens":[1,3,0,2],"status":"UNSAT"}"#,
        r#"{"type":"warning","columns":[1,3,0,2]}"#,
        r#"{"status":"unknown","0":1,"1":3,"2":0,"3":2}"#,
        r#"{"status":"unknown","board":[".Q..","...Q","Q...","..Q."]}"#,
        r#"{"output":"Solving...\nDone","queens":[1,3,0,2]}"#,
    ] {
        let each = &mut |_: super::Solution<'_>| ControlFlow::Continue(());
        let notes = solutions_with_notes(&mut text.as_bytes(), None, each);
        assert_eq!(notes.map(|notes| notes.verdict).ok(), Some(None), "{text}");
        assert_eq!(queens(text), Ok(expected.clone()), "{text}");
    }
    for (text, verdict) in [
        (
            r#"{"status":"UNSATISFIABLE"}"#,
            Some(SolverVerdict::NoSolution),
        ),
        (
            r#"{"type":"status","status":"UNKNOWN"}"#,
            Some(SolverVerdict::GivenUp),
        ),
        (r#"{"type":"statistics","paths0":4}"#, None),
        (
            r#"{"type":"error","row":1,"column":2}"#,
            Some(SolverVerdict::GivenUp),
        ),
    ] {
        let each = &mut |_: super::Solution<'_>| panic!("a solution in {text}");
        let notes = solutions_with_notes(&mut text.as_bytes(), None, each);
        let verdict = verdict.map(|verdict| (1, verdict));
        assert_eq!(
            notes.map(|notes| notes.verdict).ok(),
            Some(verdict),
            "{text}"
        );
    }
}

/// The fields of the document of a problem count, whatever word is beside them.
#[test]
fn the_word_of_a_solver_hides_no_problem() {
    for status in [r#""status":"unknown","#, r#""type":"status","#] {
        let text = format!(
            r#"{{"schema":"queens/problem/1",{status}"problem":"queens 4","rows":5}}"#
        );
        let error = queens(&text).expect_err(&text);
        assert!(error.contains("rows"), "{error}");
    }
}

#[test]
fn refuses_queens_beside_a_board() {
    let board = r#""board":[".Q..","...Q","Q...","..Q."]"#;
    for other in [r#""queens":[2,0,3,1]"#, r#""columns":[2,0,3,1]"#] {
        let error = queens(&format!("{{{board},{other}}}")).expect_err(other);
        assert!(error.contains("leave out one of them"), "{error}");
    }
    let groups = r#""groups":[{"name":"white","squares":[[0,0]]}]"#;
    let error = queens(&format!("{{{board},{groups}}}")).expect_err(groups);
    assert!(error.contains("leave out one of them"), "{error}");
}
