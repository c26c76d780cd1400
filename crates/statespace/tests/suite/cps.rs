//! The figures of Stilpo's CPS, from running the published program (Tuukka Turto,
//! "n-queens puzzle solved in hy and cps", Engineer's Journey, 2018), and rules of choice
//! worked out by hand.

use control::{Limit, Limits, Outcome};
use statespace::cps::{
    AStarSolver, BestFirstSolver, BreadthFirstSolver, CpsAnswer, CpsOperator,
    DepthFirstSolver,
};
use std::cell::Cell;

type Queens = Vec<(usize, usize)>;

fn can_take_any((row, column): (usize, usize), queens: &Queens) -> bool {
    queens
        .iter()
        .any(|&(r, c)| c == column || r == row || r.abs_diff(row) == c.abs_diff(column))
}

fn operators(n: usize) -> impl Fn(&Queens) -> Vec<CpsOperator<'static, Queens>> {
    move |queens| {
        let row = queens.len();
        let free = (0..n).filter(|column| !can_take_any((row, *column), queens));
        free.map(|column| {
            CpsOperator::new(
                format!("place queen at ({row}, {column})"),
                move |queens: &Queens| [&queens[..], &[(row, column)]].concat(),
            )
        })
        .collect()
    }
}

fn depth_first(n: usize) -> CpsAnswer<Queens> {
    DepthFirstSolver {
        is_goal: |queens: &Queens| queens.len() == n,
        operators: operators(n),
        is_identical: |a: &Queens, b: &Queens| a == b,
    }
    .solve(vec![], &Limits::default())
}

fn breadth_first(n: usize) -> CpsAnswer<Queens> {
    BreadthFirstSolver {
        is_goal: |queens: &Queens| queens.len() == n,
        operators: operators(n),
        is_identical: |a: &Queens, b: &Queens| a == b,
    }
    .solve(vec![], &Limits::default())
}

fn columns(answer: &CpsAnswer<Queens>) -> Vec<usize> {
    let end = answer.path.as_ref().unwrap().last().unwrap();
    end.state.iter().map(|queen| queen.1).collect()
}

#[test]
fn depth_first_search_matches_the_article() {
    for (n, solution, iterations) in [
        (4, &[2, 0, 3, 1][..], 8),
        (6, &[4, 2, 0, 5, 3, 1], 31),
        (8, &[7, 3, 0, 2, 5, 1, 6, 4], 113),
    ] {
        let answer = depth_first(n);
        assert_eq!(
            (columns(&answer).as_slice(), answer.iterations),
            (solution, iterations)
        );
        assert_eq!(answer.length(), Some(n + 1));
        assert_eq!(answer.outcome, Outcome::Found);
    }
}

#[test]
fn breadth_first_search_matches_the_article() {
    for (n, iterations) in [(4, 13), (6, 114), (8, 1665)] {
        assert_eq!(breadth_first(n).iterations, iterations);
    }
    assert_eq!(columns(&breadth_first(8)), [0, 4, 7, 5, 2, 6, 1, 3]);
}

#[test]
fn steps_have_the_words_of_the_article() {
    let path = depth_first(4).path.unwrap();
    let descs: Vec<Option<&str>> = path.iter().map(|step| step.desc.as_deref()).collect();
    assert_eq!(
        descs,
        [
            None,
            Some("place queen at (0, 2)"),
            Some("place queen at (1, 0)"),
            Some("place queen at (2, 3)"),
            Some("place queen at (3, 1)"),
        ]
    );
}

#[test]
fn a_start_that_is_a_goal_is_not_recognised() {
    let answer = depth_first(0);
    assert_eq!((answer.path, answer.iterations), (None, 1));
    assert_eq!(answer.outcome, Outcome::Exhausted);
    assert_eq!(depth_first(3).length(), None);
}

/// Operators that lead along a table of edges.
fn edges(
    table: &'static [(char, &'static str)],
) -> impl Fn(&char) -> Vec<CpsOperator<'static, char>> {
    move |from| {
        let row = table.iter().find(|(city, _)| city == from);
        let ends = row.map_or("", |(_, ends)| ends).chars();
        ends.map(|end| CpsOperator::new(format!("go to {end}"), move |_: &char| end))
            .collect()
    }
}

fn states<State: Copy>(answer: &CpsAnswer<State>) -> Vec<State> {
    answer
        .path
        .as_ref()
        .unwrap()
        .iter()
        .map(|step| step.state)
        .collect()
}

#[test]
fn best_first_search_chooses_like_cps() {
    let solve = |distance: fn(&char) -> f64| {
        let solver = BestFirstSolver {
            is_goal: |city: &char| *city == 'g',
            operators: edges(&[('s', "abc"), ('a', "g"), ('b', "g"), ('c', "g")]),
            is_identical: |a: &char, b: &char| a == b,
            distance,
        };
        states(&solver.solve('s', &Limits::default()))[1]
    };
    // Nothing is strictly nearer than the last.
    assert_eq!(solve(|_| 2.0), 'c');
    // The first of the nearest.
    assert_eq!(solve(|city| if *city == 'c' { 3.0 } else { 2.0 }), 'a');
    // 0 is no distance, unless it is the last path's.
    assert_eq!(solve(|city| if *city == 'b' { 0.0 } else { 2.0 }), 'c');
}

#[test]
fn a_star_adds_the_distances() {
    // By a: 1 + 5 behind and ahead; by b: 2 + 1.
    let solver = AStarSolver {
        is_goal: |city: &char| *city == 'g',
        operators: edges(&[('s', "ab"), ('a', "g"), ('b', "g")]),
        is_identical: |a: &char, b: &char| a == b,
        distance: |city: &char| if *city == 'a' { 5.0 } else { 1.0 },
        distance_between: |to: &char, _: &char| if *to == 'a' { 1.0 } else { 2.0 },
    };
    let answer = solver.solve('s', &Limits::default());
    assert_eq!(
        (states(&answer), answer.iterations),
        (vec!['s', 'b', 'g'], 2)
    );
}

#[test]
fn removes_loops_and_respects_limits() {
    let wheel = |limits: &Limits| {
        let solver = BreadthFirstSolver {
            is_goal: |number: &u32| *number == 12,
            operators: |number: &u32| {
                let next = (number + 1) % 10;
                vec![CpsOperator::new("turn", move |_: &u32| next)]
            },
            is_identical: |a: &u32, b: &u32| a == b,
        };
        let answer = solver.solve(0, limits);
        (answer.outcome, answer.iterations)
    };
    assert_eq!(wheel(&Limits::default()), (Outcome::Exhausted, 10));
    let limit = Outcome::LimitReached(Limit::Nodes);
    assert_eq!(wheel(&Limits::default().with_nodes(4)), (limit, 4));
    let limit = Outcome::LimitReached(Limit::Memory);
    assert_eq!(wheel(&Limits::default().with_memory(1)).0, limit);
}

#[test]
fn many_operators_can_be_left() {
    let limits = Limits::default();
    let applied = Cell::new(0);
    let solver = DepthFirstSolver {
        is_goal: |_: &u32| false,
        operators: |_: &u32| {
            let jump = |number| {
                let (limits, applied) = (&limits, &applied);
                CpsOperator::new("jump", move |_| {
                    limits.cancel.cancel();
                    applied.set(applied.get() + 1);
                    number
                })
            };
            (1..100_000).map(jump).collect()
        },
        is_identical: |a: &u32, b: &u32| a == b,
    };
    let answer = solver.solve(0, &limits);
    assert_eq!((answer.outcome, answer.iterations), (Outcome::Cancelled, 1));
    assert!(applied.get() < 99_999);
}
