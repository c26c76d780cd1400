use super::solutions;
use std::ops::ControlFlow;

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
