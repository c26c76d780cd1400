//! Exported models of relatives: their best solutions are those of a brute force over all
//! ways to fill the squares.

use crate::common::check_relative;
use crate::export::{
    self as files, Set, Sum, assignments, bounds, dimacs, lp_sums, mps_sums, opb_sums,
};
use queens::control::Limits;
use queens::domination::Domination;
use queens::export::{self, ExportError};
use queens::placement::Placement;
use queens::problem::{Goal, Problem};
use queens::relative::{Group, GroupKind, PieceKind, Relative};
use queens::square::Square;
use queens::unsupported::Parameter;

fn relative_of(text: &str) -> Relative {
    let (name, parameter) = text.split_once(' ').unwrap_or((text, ""));
    let kind = |kind: Domination| Relative::Dominating(kind);
    match name {
        "armies" => Relative::Armies,
        "coloring" => Relative::Coloring(parameter.parse().ok()),
        "pieces" => Relative::Pieces(parameter.parse().unwrap()),
        "least" => Relative::Best(Goal::Least),
        "greatest" => Relative::Best(Goal::Greatest),
        "dominating" => kind(Domination::Any),
        "independent-dominating" => kind(Domination::Independent),
        "total-dominating" => kind(Domination::Total),
        other => panic!("{other}"),
    }
}

fn written(problem: &str, relative: &str, format: &str) -> Result<String, ExportError> {
    let mut bytes = Vec::new();
    let (problem, relative): (Problem, Relative) =
        (problem.parse().unwrap(), relative_of(relative));
    let format = export::find(format).unwrap();
    let problem = relative
        .to_problem(&problem)
        .unwrap()
        .expect("rules say it");
    let result = export::write(&problem, format, &Limits::default(), &mut bytes);
    assert!(result.is_ok() || bytes.is_empty());
    result.map(|()| String::from_utf8(bytes).unwrap())
}

/// The variables of the objective, by number from 1, with their coefficients.
fn opb_objective(opb: &str) -> Vec<(usize, i64)> {
    let objective = opb
        .lines()
        .find_map(|line| line.strip_prefix("min:"))
        .unwrap_or("");
    let words: Vec<&str> = objective.split_whitespace().collect();
    words
        .chunks_exact(2)
        .map(|term| (term[1][1..].parse().unwrap(), term[0].parse().unwrap()))
        .collect()
}

/// Least value of the objective, and the number of assignments of the first `squares`
/// variables that have it.
fn best(opb: &str, shown: usize) -> Option<(i64, usize)> {
    let (variables, sums) = opb_sums(opb);
    let terms = opb_objective(opb);
    let value = |set: &Set| {
        terms
            .iter()
            .filter(|term| set.contains(&(term.0 - 1)))
            .map(|term| term.1)
            .sum()
    };
    let all = assignments(variables, &sums);
    let least: i64 = all.iter().map(value).min()?;
    let seen: std::collections::BTreeSet<Set> = all
        .iter()
        .filter(|set| value(set) == least)
        .map(|set| {
            set.iter()
                .copied()
                .filter(|&variable| variable < shown)
                .collect()
        })
        .collect();
    Some((least, seen.len()))
}

/// Every way to put one of `kinds` or nothing on each square.
fn fillings(squares: usize, kinds: usize) -> impl Iterator<Item = Vec<usize>> {
    (0..(kinds + 1).pow(squares as u32)).map(move |mut number| {
        let mut filling = Vec::new();
        for _ in 0..squares {
            filling.push(number % (kinds + 1));
            number /= kinds + 1;
        }
        filling
    })
}

/// Least of `value` over the fillings that are solutions, and the number of those that
/// have it.
fn truth(
    problem: &str,
    relative: &str,
    kinds: &[&str],
    value: impl Fn(&[Vec<Square>]) -> i64,
) -> Option<(i64, usize)> {
    let (problem, relative): (Problem, Relative) =
        (problem.parse().unwrap(), relative_of(relative));
    let squares: Vec<Square> = problem.every_square().collect();
    let mut values = Vec::new();
    for filling in fillings(squares.len(), kinds.len().max(1)) {
        let of_kind = |kind: usize| {
            let chosen = squares
                .iter()
                .zip(&filling)
                .filter(|(_, filled)| **filled == kind + 1);
            chosen.map(|(square, _)| *square).collect::<Vec<Square>>()
        };
        let sets: Vec<Vec<Square>> = (0..kinds.len().max(1)).map(of_kind).collect();
        let group = |(kind, set): (&&str, &Vec<Square>)| Group {
            kind: kind.parse::<GroupKind>().unwrap(),
            placement: Placement::new(set.clone()),
        };
        let groups: Vec<Group> = kinds.iter().zip(&sets).map(group).collect();
        let queens = if kinds.is_empty() {
            Placement::new(sets[0].clone())
        } else {
            Placement::default()
        };
        if check_relative(&problem, relative, &queens, &groups).is_ok() {
            values.push(value(&sets));
        }
    }
    let least = *values.iter().min()?;
    Some((
        least,
        values.iter().filter(|&&value| value == least).count(),
    ))
}

#[test]
fn dominating_sets_are_those_of_brute_force() {
    for problem in [
        "1",
        "2",
        "3",
        "4",
        "3x4",
        "torus 3",
        "knights 3",
        "kings 3x4",
        "4\nholes: b2\nwalls: c3",
        "3\ngivens: a1 b2",
    ] {
        for relative in ["dominating", "independent-dominating", "total-dominating"] {
            let text = written(problem, relative, "opb").unwrap();
            let expected = truth(problem, relative, &[], |sets| sets[0].len() as i64);
            assert_eq!(
                best(&text, usize::MAX),
                expected,
                "{relative} of {problem}\n{text}"
            );
        }
    }
}

#[test]
fn armies_are_those_of_brute_force() {
    for problem in ["1", "2", "3", "2x4", "knights 3", "torus 3", "3\nwalls: b2"] {
        let text = written(problem, "armies", "opb").unwrap();
        let squares = 2 * problem.parse::<Problem>().unwrap().every_square().count();
        let expected = truth(problem, "armies", &["white", "black"], |sets| {
            -(sets[0].len() as i64)
        });
        assert_eq!(best(&text, squares), expected, "{problem}\n{text}");
    }
}

#[test]
fn pieces_are_those_of_brute_force() {
    for (problem, relative) in [
        ("3", "pieces 1 queen, 1 knight"),
        ("3", "pieces 2 rooks, 1 king"),
        ("3", "pieces 3 queens, 1 knight"),
        ("3", "pieces queens = knights"),
        ("2x4", "pieces bishops = knights"),
        ("3x3\nholes: b2", "pieces rooks = bishops"),
        ("torus 3", "pieces 1 king, 1 knight"),
        ("moebius 2x3", "pieces 1 bishop, 1 knight"),
    ] {
        let Relative::Pieces(mix) = relative_of(relative) else {
            panic!("{relative}")
        };
        let kinds: Vec<&str> = mix.kinds().into_iter().map(PieceKind::plural).collect();
        let is_equal = mix.numbers().is_none();
        let value =
            |sets: &[Vec<Square>]| if is_equal { -(sets[0].len() as i64) } else { 0 };
        let text = written(problem, relative, "opb").unwrap();
        assert_eq!(
            best(&text, usize::MAX),
            truth(problem, relative, &kinds, value),
            "{relative} of {problem}\n{text}"
        );
    }
}

/// OEIS A088202: 1, 4, 5 colours for 1, 2, 3 rows. Knights on 3 x 3 need two, kings four,
/// rooks three.
#[test]
fn colourings_need_the_known_numbers() {
    for (problem, colors) in [
        ("1", 1),
        ("2", 4),
        ("knights 3", 2),
        ("kings 2x3", 4),
        ("rooks 2x3", 3),
    ] {
        assert_eq!(
            best(&written(problem, "coloring", "opb").unwrap(), 0),
            Some((colors, 1)),
            "{problem}"
        );
    }
    for (problem, colors) in [
        ("2", 4),
        ("3", 5),
        ("knights 3", 2),
        ("kings 3", 4),
        ("rooks 3", 3),
    ] {
        for format in ["dimacs", "dimacs-pairs"] {
            let solutions = |colors: u16| {
                dimacs(&written(problem, &format!("coloring {colors}"), format).unwrap())
            };
            assert!(solutions(colors - 1).is_empty(), "{problem}");
            let found = solutions(colors);
            assert!(!found.is_empty(), "{problem}");
            let problem: Problem = problem.parse().unwrap();
            let squares: Vec<Square> = problem.every_square().collect();
            for set in found.iter().take(100) {
                let of_color = |color: usize| {
                    let places = set
                        .iter()
                        .filter(|&&variable| variable / squares.len() == color);
                    Placement::new(
                        places
                            .map(|variable| squares[variable % squares.len()])
                            .collect(),
                    )
                };
                let group = |color: usize| Group {
                    kind: GroupKind::Color(color as u16 + 1),
                    placement: of_color(color),
                };
                let classes: Vec<Group> = (0..colors.into()).map(group).collect();
                let relative = Relative::Coloring(None);
                assert_eq!(
                    check_relative(&problem, relative, &Placement::default(), &classes),
                    Ok(())
                );
            }
        }
    }
}

/// The sums of an ASP file, which rejects what breaks them.
fn asp_sums(text: &str) -> Vec<Sum> {
    let sum = |line: &str| {
        let (terms, bound) = line
            .strip_suffix('.')?
            .strip_prefix(":- #sum { ")?
            .split_once(" } ")?;
        let (relation, bound) = bound.split_once(' ')?;
        let sense = ["=", ">=", "<="][["!=", "<", ">"]
            .iter()
            .position(|&broken| broken == relation)?];
        let (low, high) = bounds(sense, bound.parse().ok()?);
        let term = |term: &str| {
            let (factor, variable) = term.split_once(" : ")?.0.split_once(',')?;
            Some((variable.parse().ok()?, factor.parse().ok()?))
        };
        Some(Sum {
            terms: terms.split("; ").map(term).collect::<Option<_>>()?,
            low,
            high,
        })
    };
    let lines = text.lines().filter(|line| line.starts_with(":-"));
    lines.map(|line| sum(line).expect(line)).collect()
}

/// The sums of a MiniZinc file.
fn minizinc_sums(text: &str, number: &dyn Fn(&str) -> usize) -> Vec<Sum> {
    let sum = |line: &str| {
        let (terms, bound) = line
            .strip_suffix(';')?
            .strip_prefix("constraint sum([")?
            .split_once("]) ")?;
        let (relation, bound) = bound.split_once(' ')?;
        let (low, high) = bounds(relation, bound.parse().ok()?);
        let term = |term: &str| match (term.split_once(" * "), term.strip_prefix('-')) {
            (Some((factor, name)), _) => (number(name), factor.parse().expect(term)),
            (None, Some(name)) => (number(name), -1),
            (None, None) => (number(term), 1),
        };
        Some(Sum {
            terms: terms.split(", ").map(term).collect(),
            low,
            high,
        })
    };
    let lines = text.lines().filter(|line| line.starts_with("constraint"));
    lines.map(|line| sum(line).expect(line)).collect()
}

/// The same model in every linear format: the terms of each sum, their bounds and the
/// objective.
#[test]
fn linear_formats_have_the_same_sums() {
    let sorted = |sums: Vec<Sum>| {
        let mut sums: Vec<Sum> = sums.into_iter().map(Sum::normalized).collect();
        sums.sort_unstable();
        sums
    };
    for relative in [
        "dominating",
        "armies",
        "pieces queens = knights",
        "pieces 2 queens, 1 king",
        "coloring",
        "coloring 4",
        "greatest",
    ] {
        let board = "3x2\nholes: a1";
        let [opb, lp, mps] =
            ["opb", "lp", "mps"].map(|format| written(board, relative, format).unwrap());
        let (variables, sums) = opb_sums(&opb);
        let (expected, objective) = (sorted(sums), opb_objective(&opb));
        let (names, ..) = lp_sums(&lp, &|_| 0);
        assert_eq!(names.len(), variables, "{relative}");
        let number =
            |name: &str| 1 + names.iter().position(|&other| other == name).expect(name);
        let (binaries, of_mps, mps_sums) = mps_sums(&mps, &number);
        let (_, of_lp, lp_sums) = lp_sums(&lp, &number);
        assert_eq!(binaries, names, "{relative}");
        assert_eq!(sorted(lp_sums), expected, "{relative}: {lp}");
        assert_eq!(sorted(mps_sums), expected, "{relative}: {mps}");
        assert_eq!(
            sorted(asp_sums(&written(board, relative, "asp").unwrap())),
            expected,
            "{relative}"
        );
        let minizinc = written(board, relative, "minizinc").unwrap();
        assert_eq!(
            sorted(minizinc_sums(&minizinc, &number)),
            expected,
            "{relative}"
        );
        for terms in [of_lp, of_mps] {
            let terms: Vec<(usize, i64)> =
                terms.into_iter().filter(|term| term.1 != 0).collect();
            assert_eq!(terms, objective, "{relative}");
        }
    }
}

#[test]
fn files_name_their_problem() {
    for format in ["opb", "lp", "mps", "asp", "minizinc", "text"] {
        for (problem, relative) in [
            ("torus 3", "independent-dominating"),
            ("3x4", "pieces 2 queens, 1 king"),
        ] {
            let text = written(problem, relative, format).unwrap();
            let relative = relative_of(relative);
            let expected = relative
                .to_problem(&problem.parse().unwrap())
                .unwrap()
                .unwrap();
            assert_eq!(
                queens::import::problem(text.as_bytes()).unwrap(),
                expected,
                "{text}"
            );
        }
    }
}

#[test]
fn what_has_no_model_is_refused() {
    let refused = |problem: &str, relative: &str, format: &str| {
        let Err(ExportError::Unsupported(refused)) = written(problem, relative, format)
        else {
            panic!("{relative} in {format}")
        };
        assert_eq!(refused.engine, format);
        (refused.parameter, refused.reason)
    };
    let (parameter, reason) = refused("8", "dominating", "smtlib");
    assert_eq!(parameter, Parameter::Rules);
    assert_eq!(
        reason,
        "it has no form for these rules: use one of minizinc, asp, opb, lp, mps, text"
    );
    let reason = refused("8", "coloring 9", "smtlib").1;
    assert!(
        reason.ends_with(
            "use one of minizinc, asp, opb, lp, mps, text, dimacs, dimacs-pairs"
        ),
        "{reason}"
    );
    let reason = refused("8", "armies", "dimacs").1;
    assert_eq!(
        reason,
        "it has no form for a best value: use one of minizinc, asp, opb, lp, mps, text"
    );
    assert_eq!(refused("0", "dominating", "opb").0, Parameter::Size);
    // The weights are in every model.
    let weighted = "2x2\nrows: any\ncolumns: any\ntotal: 1\nweights:\n1 2\n3 4";
    assert!(
        written(weighted, "least", "opb")
            .unwrap()
            .contains("min: +1 x1 +2 x2 +3 x3 +4 x4 ;")
    );
    assert!(
        written(weighted, "greatest", "opb")
            .unwrap()
            .contains("min: -1 x1 -2 x2 -3 x3 -4 x4 ;")
    );
}

/// The examples of the guide.
#[test]
fn examples_of_the_guide_match_the_output() {
    let guide = include_str!("../../../../docs/guide/exchange.md");
    for (problem, format) in [
        ("dominating 2", "minizinc"),
        ("armies 2", "asp"),
        ("coloring 1x2", "lp"),
    ] {
        let heading =
            format!("### Rules: `queens export {problem} --to {format}`\n\n```text\n");
        let (_, example) = guide.split_once(&heading).expect(problem);
        let written = files::written(&problem.parse().unwrap(), format).unwrap();
        assert_eq!(
            example.split_once("```").unwrap().0,
            written,
            "{problem} --to {format}"
        );
    }
}

/// The formats that a refusal names after "use".
fn suggested(refusal: &str) -> Vec<&'static str> {
    let Some((_, tip)) = refusal.split_once("use ") else {
        return Vec::new();
    };
    let words: Vec<&str> = tip
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
        .collect();
    export::FORMATS
        .iter()
        .map(|format| format.id)
        .filter(|id| words.contains(id))
        .collect()
}

/// A format that a refusal names takes the problem: for every format, on boards with and
/// without what formats refuse.
#[test]
fn suggested_formats_take_the_problem() {
    let boards = [
        "0",
        "3",
        "2x3",
        "torus 3",
        "knights 3",
        "2x3\npiece: (1,1)*\nleft-right: twist",
        "3\nwalls: b2",
        "3\ngivens: b1",
        "3\ntotal: 1..2\nrows: 0..1\ncolumns: 0..1",
        "4\nrows: 2\ncolumns: 2\npiece: king",
        "4\nareas:\nAABB\nAABB\nCCDD\nCCDD",
        "3\nweights:\n1 -2 3\n4 5 6\n7 8 9",
    ];
    let relatives = [
        "dominating",
        "independent-dominating",
        "total-dominating",
        "armies",
        "pieces 2 queens, 1 knight",
        "pieces queens = knights",
        "coloring",
        "coloring 5",
        "least",
        "greatest",
    ];
    let plain = |board: &str, format: &str| {
        let (problem, mut bytes): (Problem, Vec<u8>) =
            (board.parse().unwrap(), Vec::new());
        export::write(
            &problem,
            export::find(format).unwrap(),
            &Limits::default(),
            &mut bytes,
        )
    };
    let mut tips = 0;
    for (board, format) in boards
        .iter()
        .flat_map(|board| export::FORMATS.iter().map(move |f| (*board, f.id)))
    {
        if let Err(refusal) = plain(board, format) {
            for other in suggested(&refusal.to_string()) {
                let taken = plain(board, other);
                assert!(
                    taken.is_ok(),
                    "{format} refuses {board:?}: {refusal}, but {other}: {taken:?}"
                );
                tips += 1;
            }
        }
        for relative in relatives {
            let Err(refusal) = written(board, relative, format) else {
                continue;
            };
            for other in suggested(&refusal.to_string()) {
                let taken = written(board, relative, other);
                assert!(
                    taken.is_ok(),
                    "{format}, {relative} of {board:?}: {refusal}, but {other}: {taken:?}"
                );
                tips += 1;
            }
        }
    }
    assert!(tips > 500, "{tips}");
}
