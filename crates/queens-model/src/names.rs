//! Names that are nearly right: the name that a word was meant to be.
//!
//! The words that people use for variants, engines and formats are in one table, which
//! every front end asks through the errors of the library. A synonym applies wherever its
//! name is among the names that are possible, so the table needs no division by kind.

/// Largest number of typing errors in a word that is still taken for another one.
const MAX_TYPING_ERRORS: usize = 2;

/// Least number of letters that stand for the only name that begins with them.
const MIN_PREFIX_CHARS: usize = 3;

/// Least number of letters of a synonym in which typing errors are tolerated.
const MIN_SYNONYM_CHARS: usize = 4;

/// Longest word that is compared, in characters: no name is nearly as long.
const MAX_WORD_CHARS: usize = 40;

/// Words for the parts of a problem, for engines and for formats: a name, and the words
/// that others use for it.
const SYNONYMS: [(&str, &[&str]); 63] = [
    // Variants and the other words of the first line.
    ("queens", &["nqueens", "standard", "classic", "normal"]),
    (
        "torus",
        &[
            "toroidal",
            "modular",
            "wrap",
            "wrapped",
            "donut",
            "doughnut",
            "toroidal queens",
            "modular queens",
            "periodic",
        ],
    ),
    ("cylinder", &["cylindrical"]),
    ("moebius", &["mobius", "moebius strip", "mobius strip"]),
    (
        "superqueens",
        &["amazon", "amazons", "maharaja", "queen knight"],
    ),
    ("semiqueens", &["half queens"]),
    ("reflecting", &["mirror", "reflection"]),
    ("regions", &["areas", "colours", "linkedin"]),
    ("stars", &["star battle", "two not touch"]),
    ("triangle", &["triangular"]),
    ("hex", &["hexagon", "hexagonal"]),
    ("dominating", &["domination", "covering", "cover", "guard"]),
    ("armies", &["army", "peaceable", "peaceable queens"]),
    ("coloring", &["color", "colour", "partition"]),
    ("most", &["max", "maximum", "largest"]),
    // Keys of statements.
    ("holes", &["blocked", "forbidden", "missing", "excluded"]),
    ("givens", &["fixed", "placed", "preset", "start"]),
    ("walls", &["pawns", "obstacles"]),
    ("total", &["queens", "number", "count"]),
    ("unchanged", &["symmetry", "symmetric"]),
    ("areas", &["region map", "cages", "colours"]),
    ("weights", &["values", "costs"]),
    // Edges.
    ("wrap", &["torus", "joined", "cyclic", "periodic"]),
    ("twist", &["moebius", "twisted", "flip"]),
    ("mirror", &["reflect", "reflecting"]),
    ("open", &["none", "closed", "plain"]),
    // Pieces.
    ("semiqueen", &["half queen"]),
    ("superqueen", &["amazon"]),
    // Engines.
    (
        "backtracking",
        &[
            "backtrack",
            "bt",
            "dfs",
            "depth first",
            "recursive",
            "naive",
        ],
    ),
    ("bitmask", &["bits", "bitboard", "bitwise", "bit parallel"]),
    ("brute-force", &["brute", "exhaustive"]),
    (
        "exact-cover",
        &["dlx", "dancing links", "algorithm x", "knuth"],
    ),
    ("genetic", &["ga", "evolution", "evolutionary"]),
    ("annealing", &["sa", "simulated annealing"]),
    ("hill-climbing", &["hc", "local search"]),
    ("min-conflicts", &["minimum conflicts", "conflicts"]),
    ("permutations", &["permutation", "permute"]),
    ("forward-checking", &["fc", "csp"]),
    (
        "sat",
        &["cdcl", "minisat", "cadical", "kissat", "glucose", "dpll"],
    ),
    // Strategies of search.
    ("bfs", &["breadth first", "breadth"]),
    ("dfs", &["depth first", "depth"]),
    ("astar", &["a*"]),
    // Formats.
    ("text", &["txt", "plain", "raw"]),
    ("board", &["ascii", "unicode", "art", "diagram", "draw"]),
    ("ndjson", &["jsonl", "json lines", "jsonlines"]),
    ("json", &["yaml", "yml", "toml", "js"]),
    ("csv", &["tsv", "excel", "xlsx"]),
    ("html", &["htm", "xml", "page"]),
    ("svg", &["pdf", "eps", "latex", "tex", "tikz", "vector"]),
    ("png", &["jpg", "jpeg", "bmp", "webp", "image", "picture"]),
    ("gif", &["mp4", "video", "webm", "apng", "movie"]),
    ("dimacs", &["cnf", "sat", "minisat", "cadical", "kissat"]),
    ("minizinc", &["mzn", "flatzinc", "fzn", "gecode"]),
    ("asp", &["clingo", "lparse", "gringo"]),
    ("smtlib", &["smt", "smt2", "z3", "cvc5"]),
    ("lp", &["cplex", "gurobi", "glpk", "ilp"]),
    // Commands inside others.
    ("generate", &["new", "create", "make"]),
    ("run", &["start", "continue", "resume"]),
    ("status", &["progress", "state"]),
    ("merge", &["finish", "result"]),
    ("show", &["draw", "convert", "export"]),
    // Languages.
    ("python", &["py"]),
    ("javascript", &["js", "node"]),
];

/// Words for problems that have no name here, and how to write them; `N` stands for the
/// size.
const DESCRIPTIONS: [(&[&str], &str); 12] = [
    (
        &["klein", "klein bottle"],
        "N; top-bottom: wrap; left-right: twist",
    ),
    (
        &[
            "empress",
            "empresses",
            "chancellor",
            "chancellors",
            "marshall",
        ],
        "N; piece: rook+knight",
    ),
    (
        &[
            "princess",
            "princesses",
            "archbishop",
            "archbishops",
            "cardinal",
        ],
        "N; piece: bishop+knight",
    ),
    (
        &["nightrider", "nightriders"],
        "N; piece: (1,2)*+(2,1)*+(1,-2)*+(2,-1)*",
    ),
    (&["camel", "camels"], "N; piece: (1,3)+(3,1)+(1,-3)+(3,-1)"),
    (&["zebra", "zebras"], "N; piece: (2,3)+(3,2)+(2,-3)+(3,-2)"),
    (&["wazir", "wazirs"], "N; piece: (0,1)+(1,0)"),
    (&["ferz", "fers", "ferzes"], "N; piece: (1,1)+(1,-1)"),
    (&["pawn", "pawns"], "N; walls: c3 d5"),
    (&["cube", "3d", "cubes", "three dimensional"], "most NxNxN"),
    (&["4d", "tesseract", "hypercube"], "most NxNxNxN"),
    (&["chess", "chessboard", "board", "checkerboard"], "N"),
];

/// Returns the name that `word` was meant to be: the same letters, a synonym, at most two
/// typing errors away from one of both (and by less than half of the letters), or the
/// only name that begins with it.
///
/// ```
/// use queens_model::names::nearest;
///
/// let names = ["torus", "brute-force", "bitmask", "sat"];
/// assert_eq!(nearest("toruss", names), Some("torus"));
/// assert_eq!(nearest("Brute_Force", names), Some("brute-force"));
/// assert_eq!(nearest("modular", names), Some("torus"));
/// assert_eq!(nearest("bit", names), Some("bitmask"));
/// assert_eq!(nearest("frobnicate", names), None);
/// ```
#[must_use]
pub fn nearest<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let names: Vec<&str> = names.into_iter().collect();
    let word = letters(word);
    if word.is_empty() || word.len() > MAX_WORD_CHARS {
        return None;
    }
    let is_possible = |name: &&str| names.contains(name);
    let others = SYNONYMS
        .iter()
        .filter(|(name, _)| is_possible(name))
        .flat_map(|&(name, words)| words.iter().map(move |&word| (name, word)));
    // A name itself comes before a synonym that is as near.
    let candidates = names
        .iter()
        .map(|&name| (name, name, false))
        .chain(others.map(|(name, word)| (name, word, true)));
    let near = candidates.filter_map(|(name, spelling, is_synonym)| {
        let spelling = letters(spelling);
        let errors = errors_between(&spelling, &word);
        let longest = spelling.len().max(word.len());
        // Everything is near to a synonym of two or three letters.
        let is_abbreviated = is_synonym && spelling.len() < MIN_SYNONYM_CHARS;
        let most = if is_abbreviated { 0 } else { MAX_TYPING_ERRORS };
        let is_near = errors <= most && (errors == 0 || 2 * errors < longest);
        is_near.then_some((errors, is_synonym, name))
    });
    if let Some((_, _, name)) = near.min() {
        return names.into_iter().find(|&known| known == name);
    }
    let mut beginning = names.into_iter().filter(|name| {
        word.len() >= MIN_PREFIX_CHARS && letters(name).starts_with(&word)
    });
    match (beginning.next(), beginning.next()) {
        (only, None) => only,
        _ => None,
    }
}

/// Returns the name that `word` stands for without a typing error: the same letters, or a
/// synonym.
#[must_use]
pub fn exact<'n>(
    word: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Option<&'n str> {
    let word = letters(word);
    nearest(&String::from_iter(&word), names).filter(|name| {
        let is_synonym = |(known, words): &(&str, &[&str])| {
            known == name && words.iter().any(|other| letters(other) == word)
        };
        letters(name) == word || SYNONYMS.iter().any(is_synonym)
    })
}

/// Returns `did you mean NAME?`, or the whole list of names if none is near.
#[must_use]
pub fn way_out(word: &str, names: &[&str]) -> String {
    match nearest(word, names.iter().copied()) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("use one of {}", names.join(", ")),
    }
}

/// Returns the text of a problem that others call by this word, such as `empress`.
#[must_use]
pub fn description(word: &str, size: &str) -> Option<String> {
    let word = letters(word);
    let (_, text) = DESCRIPTIONS
        .iter()
        .find(|(words, _)| words.iter().any(|known| letters(known) == word))?;
    Some(text.replace('N', size))
}

/// Returns the letters and digits of a word, in lower case: `hill_climbing`,
/// `Hill-Climbing` and `hillclimbing` are the same.
fn letters(word: &str) -> Vec<char> {
    word.chars()
        .take(2 * MAX_WORD_CHARS)
        .filter(|letter| letter.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Returns the number of letters to insert, delete, replace, or exchange with the next
/// one, between two words; no letter is changed twice ("optimal string alignment").
///
/// It is written out here because the library has no other use for a crate of distances.
///
/// # Complexity
/// The product of the lengths.
#[must_use]
pub fn typing_errors(from: &str, to: &str) -> usize {
    let chars = |text: &str| text.chars().collect::<Vec<char>>();
    errors_between(&chars(from), &chars(to))
}

fn errors_between(from: &[char], to: &[char]) -> usize {
    // Row i of the table: distances of the first i letters to all beginnings of `to`.
    let mut before_last: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (i, &letter) in from.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, &other) in to.iter().enumerate() {
            let replaced = last[j] + usize::from(letter != other);
            let mut fewest = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            let is_exchanged =
                i > 0 && j > 0 && letter == to[j - 1] && from[i - 1] == other;
            if is_exchanged {
                fewest = fewest.min(before_last[j - 1] + 1);
            }
            row.push(fewest);
        }
        before_last = std::mem::replace(&mut last, row);
    }
    last[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Preset, Problem, RULE_WORDS};

    /// The examples of Wikipedia, "Damerau-Levenshtein distance" and "Levenshtein
    /// distance".
    #[test]
    fn counts_typing_errors() {
        for (from, to, number) in [
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
            ("flaw", "lawn", 2),
            ("torus", "tours", 1),
            ("", "abc", 3),
        ] {
            assert_eq!(typing_errors(from, to), number, "{from} {to}");
            assert_eq!(typing_errors(to, from), number, "{to} {from}");
        }
    }

    #[test]
    fn finds_near_names_only() {
        let names = ["torus", "rooks", "knights", "flags", "bfs", "bitmask"];
        for (word, name) in [
            ("toruss", Some("torus")),
            ("Torus", Some("torus")),
            ("tours", Some("torus")),
            ("rook", Some("rooks")),
            ("knight", Some("knights")),
            ("flg", Some("flags")),
            ("bsf", Some("bfs")),
            ("bit", Some("bitmask")),
            ("breadth-first", Some("bfs")),
            ("toroidal", Some("torus")),
            ("toroidl", Some("torus")),
            ("eight", None),
            ("x", None),
            ("", None),
            ("-", None),
        ] {
            assert_eq!(nearest(word, names), name, "{word}");
        }
        assert_eq!(nearest("dlx", ["flags"]), None);
        assert_eq!(nearest(&"torus".repeat(1000), names), None);
    }

    /// A synonym of one name is no other name of the same list.
    #[test]
    fn synonyms_of_the_first_line_are_no_names() {
        let names: Vec<&str> = Preset::ALL
            .map(Preset::id)
            .into_iter()
            .chain(RULE_WORDS)
            .chain(["hex"])
            .collect();
        for (name, words) in SYNONYMS.iter().filter(|(name, _)| names.contains(name)) {
            for word in *words {
                assert_eq!(nearest(word, names.iter().copied()), Some(*name), "{word}");
            }
        }
    }

    #[test]
    fn descriptions_are_problems() {
        for (words, text) in DESCRIPTIONS {
            for word in words {
                let described = description(word, "8").expect("known");
                assert_eq!(described, text.replace('N', "8"));
                assert!(described.parse::<Problem>().is_ok(), "{word}: {described}");
            }
        }
    }
}
